//! Lanes that gain by two blocks at once: iterations of which each waits for itself.
//!
//! Where a round of an inner loop needs the number of the round before, it begins when that is there, and the processor waits: the next block of iterations is a whole loop away, too far to be seen.
//! Two blocks at once have two such chains. What they cost is storage for each lane, and registers.
//!
//! The estimate counts half cycles of an innermost loop: its chain, and its work, which is that of arithmetic or that of storing, whichever takes longer. One block takes the larger of
//! chain and work for each round, and two blocks take twice the work, or the chain. No loop is known to make more rounds than another.

use crate::ir::step::{Cotangent, Lanes, Step, each_call, nested};
use crate::ir::*;
use crate::sorted::{Map, Set};

/// True if lanes take less time with two blocks at once, by an estimate.
pub(super) fn is_wide(lanes: &Lanes, vars: &Variables) -> bool {
    let mut calls = false;
    each_call(&lanes.body, &mut |_, _| calls = true);
    // Each lane takes its elements alone, and a stack grows by what each round puts on it.
    let has_rows = lanes.rows.iter().any(|row| row.length.is_some());
    let has_stacks = any(&lanes.body, &|step| matches!(step, Step::Push { .. } | Step::Pop { .. }));
    if calls || has_rows || has_stacks || lanes.counts || !lanes.scattered.is_empty() {
        return false;
    }
    let sums = lanes.sums.iter().map(|sum| sum.local).collect();
    let mut rounds = Rounds { sums, windows: Map::new(), all: Vec::new(), vars };
    rounds.list(&lanes.body);
    let one: u32 = rounds.all.iter().map(|round| 2 * round.chain.max(round.work)).sum();
    let two: u32 = rounds.all.iter().map(|round| round.chain.max(2 * round.work)).sum();
    // At most three quarters, for what the estimate does not see.
    !rounds.all.is_empty() && 4 * two <= 3 * one
}

fn any(steps: &[Step], is_one: &impl Fn(&Step) -> bool) -> bool {
    steps.iter().any(|step| is_one(step) || nested(step).into_iter().any(|inner| any(inner, is_one)))
}

/// The half cycles of a round of an innermost loop.
struct Round {
    /// From a number to the same number in the next round.
    chain: u32,
    /// The time of the arithmetic or of the stores, whichever is longer.
    work: u32,
}

/// The innermost loops of a body.
struct Rounds<'a> {
    sums: Set<Var>,
    /// The arrays of windows.
    windows: Map<Var, Var>,
    all: Vec<Round>,
    vars: &'a Variables,
}

/// The number of rounds below which a loop is short.
const SHORT: usize = 8;

impl Rounds<'_> {
    fn list(&mut self, steps: &[Step]) {
        let is_loop = |step: &Step| matches!(step, Step::For { .. } | Step::While { .. });
        for step in steps {
            match step {
                Step::Window { var, of, .. } => _ = self.windows.insert(*var, of.base),
                Step::For { index, range, body, .. } if !any(body, &is_loop) => {
                    let is_short = matches!(&range.end, Expr::Constant(end) if end.as_usize().is_some_and(|end| end < SHORT));
                    if !is_short {
                        self.innermost(Some(*index), body);
                    }
                }
                Step::While { body, .. } if !any(body, &is_loop) => self.innermost(None, body),
                other => nested(other).into_iter().for_each(|inner| self.list(inner)),
            }
        }
    }

    fn innermost(&mut self, index: Option<Var>, body: &[Step]) {
        let mut changes = Vec::new();
        list(body, &mut changes);
        let changes: Vec<Change> = changes
            .into_iter()
            .map(|change| Change {
                base: self.windows.get(&change.base).copied().unwrap_or(change.base),
                ..change
            })
            .collect();
        let sums = changes.iter().filter(|change| self.sums.contains(&change.base));
        // Both blocks add to a number that is the same in all rounds.
        let summing = ADD.0 * sums.filter(|change| !moves(&change.place, index)).count() as u32;
        let storing = STORE * changes.iter().filter(|change| !change.place.is_whole()).count() as u32;
        let arithmetic: u32 = changes.iter().map(Change::work).sum();
        let is_carried = |var: &Var| {
            let is_declared = changes.iter().any(|change| change.declares && change.base == *var);
            !is_declared && !self.sums.contains(var) && self.vars[*var].ty.is_real()
        };
        let carried: Set<Var> = changes.iter().map(|change| change.base).filter(is_carried).collect();
        let chain = carried.into_iter().map(|from| self.chain(from, index, &changes)).max().unwrap_or(0);
        let work = arithmetic.max(storing).max(summing);
        self.all.push(Round { chain, work });
    }

    /// Returns the time from a number at the beginning of a round to what replaces it.
    fn chain(&self, from: Var, index: Option<Var>, changes: &[Change]) -> u32 {
        let own = |place: &Place| {
            moves(place, index) && changes.iter().any(|change| change.base == from && change.place == *place)
        };
        // The element of this round is none of the round before.
        let (mut at, mut back, mut element) = (Map::from_iter([(from, 0)]), 0, None);
        for change in changes {
            let path = |place: &Place, at: &Map<Var, u32>, element: Option<u32>| {
                let base = self.windows.get(&place.base).copied().unwrap_or(place.base);
                if base == from && own(place) { element } else { at.get(&base).copied() }
            };
            let old = change.adds.then(|| path(&change.place, &at, element)).flatten();
            let values =
                change.values.iter().filter_map(|value| longest(value, &|place| path(place, &at, element)));
            let Some(longest) = values.max().max(old) else {
                if change.place.is_whole() && change.declares {
                    at.remove(&change.base);
                }
                continue;
            };
            let end = longest + change.latency;
            if change.base == from {
                back = end.max(back);
                element = Some(end);
            }
            at.insert(change.base, end);
        }
        back
    }
}

/// True if an element is another one in each round.
fn moves(place: &Place, index: Option<Var>) -> bool {
    let mut moves = false;
    place.each_index(&mut |at| moves |= at.reads_any(|read| Some(read.base) == index));
    moves
}

/// A number that a step computes.
struct Change {
    place: Place,
    /// The variable, or the array of the window.
    base: Var,
    declares: bool,
    /// True if the old number is a part of the new one.
    adds: bool,
    values: Vec<Expr>,
    /// The time that it takes besides its values.
    latency: u32,
}

impl Change {
    fn work(&self) -> u32 {
        self.values.iter().map(work).sum::<u32>() + if self.adds { ADD.1 } else { 0 }
    }
}

/// Lists the changes of steps, those of all branches.
fn list(steps: &[Step], out: &mut Vec<Change>) {
    for step in steps {
        let whole = |var: Var| Place::whole(var, proc_macro2::Span::call_site());
        let cotangent = |value: &Cotangent| {
            let factor = value.factor.iter().cloned();
            factor.chain([Expr::Read(value.seed.clone())]).collect::<Vec<_>>()
        };
        let (place, declares, adds, values) = match step {
            Step::Let { var, value } | Step::Declare { var, value } => {
                (whole(*var), true, false, vec![value.clone()])
            }
            Step::Set { var, value } => (whole(*var), false, false, vec![value.clone()]),
            Step::Seed { var, value } => (whole(*var), true, false, cotangent(value)),
            Step::Update(u) => (u.place.clone(), false, true, vec![u.value.clone()]),
            Step::Accumulate { place, value } => (place.clone(), false, true, cotangent(value)),
            Step::Refill { place, value, .. } => {
                (place.clone(), false, false, value.iter().cloned().collect())
            }
            Step::If { .. } | Step::Block(_) | Step::For { .. } | Step::While { .. } => {
                nested(step).into_iter().for_each(|inner| list(inner, out));
                continue;
            }
            Step::DeclareZero { .. } | Step::Window { .. } | Step::Check(_) | Step::Safe(_) => continue,
            Step::Call { .. } | Step::CallAdjoint { .. } | Step::Pull { .. } => continue,
            Step::Push { .. } | Step::Pop { .. } | Step::Lanes(_) => continue,
        };
        let latency = if adds { ADD.0 } else { 0 };
        out.push(Change { base: place.base, place, declares, adds, values, latency });
    }
}

/// The latency and the work of a sum or a product.
const ADD: (u32, u32) = (8, 1);
/// The work of a store.
const STORE: u32 = 2;

/// Returns the latency and the work of an expression besides its parts.
fn cost(e: &Expr) -> (u32, u32) {
    use Primitive::*;
    match e {
        Expr::Apply(Div | Recip, _) => (28, 20),
        Expr::Apply(Sqrt, _) => (40, 30),
        Expr::Apply(rule, _) if is_simple(*rule) => ADD,
        Expr::Apply(..) => (120, 40),
        Expr::Powi(..) => (32, 8),
        Expr::Choose(..) | Expr::Exact(..) | Expr::ToReal(_) => ADD,
        Expr::Real(..) | Expr::Constant(_) | Expr::Read(_) | Expr::Length(_) => (0, 0),
        Expr::ToExact(..) | Expr::Call(..) | Expr::Host(..) => (0, 0),
        Expr::List(_) | Expr::Structure(..) | Expr::Fill { .. } => (0, 0),
    }
}

/// True for a function that is one instruction, and a quick one.
fn is_simple(rule: Primitive) -> bool {
    use Primitive::*;
    matches!(rule, Add | Sub | Mul | Neg | Abs | Signum | Min | Max | MulAdd | Above | Nonzero)
        || matches!(rule, Floor | Ceil | Round | Trunc)
}

/// Returns the work of an expression. Indices are integers, which cost nothing here.
fn work(e: &Expr) -> u32 {
    let mut sum = cost(e).1;
    if !matches!(e, Expr::Read(_) | Expr::Length(_)) {
        e.each_part(&mut |part| sum += work(part));
    }
    sum
}

/// Returns the longest time from what is read to the value.
fn longest(e: &Expr, from: &impl Fn(&Place) -> Option<u32>) -> Option<u32> {
    if let Expr::Read(place) = e {
        return from(place);
    }
    let mut most = None;
    e.each_part(&mut |part| most = most.max(longest(part, from)));
    most.map(|most| most + cost(e).0)
}
