//! Rewrites innermost loops so that they vectorise.
//!
//! For a loop over `j` whose body is plain arithmetic, this pass
//! - splits it, where it adds to one array in several places (see [`split`](super::split));
//! - reads places that do not depend on `j` once, before the loop;
//! - replaces `a[r + j]` by `w[k]`, where `w` is the window of `a` that the loop visits and has the length of the
//!   loop: the bounds are checked once;
//! - sums values that are added to one place in a local accumulator, in parts if there are enough:
//!   floating-point addition is not associative, so LLVM may not do that by itself (the order of such sums is
//!   unspecified, as documented).
//!
//! Law: only cotangents are summed in another order. Primal updates keep theirs, so decisions that depend on them do
//! not change.

mod rewritten;

use super::access::{Access, Nodes, Touch};
use super::split::split;
use crate::analysis::region::Polynomial;
use crate::ir::step::{Cotangent, Step};
use crate::ir::*;
use crate::sorted::Set;
use proc_macro2::Span;

/// The way in which an innermost loop takes a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sums {
    /// In eight parts, which become lanes.
    InLanes,
    /// In four: its numbers have lanes already, and an addition waits for the one before it.
    Whole {
        /// The index of the loop in lanes, which differs between them.
        lanes: Var,
    },
}

impl Sums {
    /// The number of parts of a sum, which a loop takes in parts if it has as many iterations.
    fn parts(self) -> usize {
        match self {
            Sums::InLanes => 8,
            Sums::Whole { .. } => 4,
        }
    }
}

/// Returns the steps with their innermost loops rewritten.
pub(super) fn inner(steps: Vec<Step>, vars: &mut Variables, sums: Sums) -> Vec<Step> {
    let mut out = Vec::new();
    for step in steps {
        match step {
            Step::For { index, range, body, span }
                if body.iter().all(|step| is_arithmetic(step, vars))
                    && !touches_wholes(&body, vars)
                    && range.step.is_none()
                    && !range.inclusive
                    && range.nth.is_none() =>
            {
                for part in split(body, index, vars) {
                    out.extend(Reshaping::new(index, range.clone(), &part, vars, span, sums).run(part));
                }
            }
            // The body of lanes is rewritten where it is made.
            other @ Step::Lanes(_) => out.push(other),
            other => out.push(other.with_bodies(&mut |body| inner(body, vars, sums))),
        }
    }
    out
}

/// True if steps access whole structures, which cannot be summed as numbers, or a map, whose values are not
/// consecutive and whose keys must not be looked up before the loop.
fn touches_wholes(steps: &[Step], vars: &Variables) -> bool {
    let is_whole = |place: &Place| vars[place.base].ty.is_map() || vars.type_of(place).is_structure();
    let nodes = Nodes::of(steps, vars);
    nodes.accesses().any(|access| is_whole(&access.place))
}

/// True if an element is accessed in some cases only: its index may lie outside of the array in the others.
fn accesses_sometimes(e: &Expr) -> bool {
    fn accesses(e: &Expr) -> bool {
        let mut found = false;
        e.reads(&mut |place| found |= !place.is_whole());
        found
    }
    let mut found = match e {
        Expr::Choose(_, a, b) => accesses(a) || accesses(b),
        Expr::Exact(Operator::And | Operator::Or, args) => args.iter().skip(1).any(accesses),
        _ => false,
    };
    e.each_part(&mut |part| found |= accesses_sometimes(part));
    found
}

/// True for steps without control flow and without calls of unknown code.
pub(crate) fn is_arithmetic(step: &Step, vars: &Variables) -> bool {
    let plain = |e: &Expr| {
        let mut calls = false;
        fn visit(e: &Expr, calls: &mut bool) {
            let index = crate::ir::reach::taken_apart(e).is_some();
            *calls |=
                !index && matches!(e, Expr::Call(..) | Expr::Host(..) | Expr::List(_) | Expr::Fill { .. });
            e.each_part(&mut |part| visit(part, calls));
        }
        visit(e, &mut calls);
        !calls && !accesses_sometimes(e)
    };
    match step {
        Step::Let { value, .. } => plain(value),
        Step::Update(u) => plain(&u.value),
        Step::Seed { value, .. } | Step::Accumulate { value, .. } => value.factor.as_ref().is_none_or(plain),
        // A number that an exchange changes.
        Step::Declare { var, value } => matches!(vars[*var].ty, Type::Real) && plain(value),
        Step::DeclareZero { shadow, .. } => matches!(vars[*shadow].ty, Type::Real),
        Step::Set { .. } => false,
        Step::Refill { place, .. } => !place.is_whole(),
        Step::Call { callee, args, .. } => {
            let is_number =
                |arg: &Argument| arg.place().is_some_and(|place| matches!(vars.type_of(place), Type::Real));
            callee.is_exchange() && args.iter().all(is_number)
        }
        Step::Push { stack, number } => is_recorded(*stack, *number, vars),
        Step::Pop { stack, number, like } => like.is_none() && is_recorded(*stack, *number, vars),
        Step::CallAdjoint { .. } | Step::Pull { .. } | Step::Window { .. } | Step::For { .. } => false,
        Step::If { .. }
        | Step::While { .. }
        | Step::Block(_)
        | Step::Lanes(_)
        | Step::Check(_)
        | Step::Safe(_) => false,
    }
}

/// True for a number on a record tape.
fn is_recorded(stack: Var, number: Var, vars: &Variables) -> bool {
    vars[stack].role == Role::Tape && matches!(vars[number].ty, Type::Real)
}

/// An array whose elements the loop visits in order.
struct Walked {
    /// The array: a variable, or a row of one.
    of: Place,
    /// The index of the first iteration.
    start: Expr,
    /// The constant part of the index, which identifies the window.
    offset: Polynomial,
    window: Var,
    mutable: bool,
}

/// A place that the loop adds to in every iteration.
struct Summed {
    place: Place,
    total: Var,
    lanes: Var,
}

struct Reshaping<'a> {
    vars: &'a mut Variables,
    index: Var,
    range: Range,
    span: Span,
    walked: Vec<Walked>,
    summed: Vec<Summed>,
    /// Places read once, with the variables that hold their values.
    stable: Vec<(Place, Var)>,
    counter: Var,
    sums: Sums,
}

/// True if the evaluation of an index can fail: below zero, or outside a part of an array.
fn asks(e: &Expr) -> bool {
    let mut found = matches!(e, Expr::Exact(Operator::Sub, _)) || crate::ir::reach::taken_apart(e).is_some();
    e.each_part(&mut |part| found |= asks(part));
    found
}

fn exact(op: Operator, a: Expr, b: Expr) -> Expr {
    match op {
        Operator::Add if a.is_zero() => b,
        Operator::Add | Operator::Sub if b.is_zero() => a,
        _ => Expr::Exact(op, vec![a, b]),
    }
}

impl<'a> Reshaping<'a> {
    fn new(
        index: Var,
        range: Range,
        body: &[Step],
        vars: &'a mut Variables,
        span: Span,
        sums: Sums,
    ) -> Reshaping<'a> {
        let mut reshaping = Reshaping {
            vars,
            index,
            range,
            span,
            walked: vec![],
            summed: vec![],
            stable: vec![],
            counter: index,
            sums,
        };
        reshaping.plan(body);
        if !reshaping.counts_itself() {
            reshaping.counter =
                fresh(reshaping.vars, "k", Type::Exact(Exact::Discrete), Role::Index, Passing::Value);
        }
        reshaping
    }

    /// True if the loop can use its own index: it counts from zero, or there is no window. (The number of iterations
    /// need not fit into the type of the index; only an index of a window is known to be a `usize`.)
    fn counts_itself(&self) -> bool {
        self.range.start.is_zero() || self.walked.is_empty()
    }

    fn read(&self, var: Var) -> Expr {
        Expr::Read(Place::whole(var, self.span))
    }

    /// Decides for each array how it is accessed.
    fn plan(&mut self, body: &[Step]) {
        let nodes = Nodes::of(body, self.vars);
        let mut inside: Set<Var> = nodes.all.iter().filter_map(|n| n.declares).collect();
        inside.insert(self.index);
        let accesses: Vec<_> = nodes.accesses().collect();
        let mut bases: Set<Var> = accesses.iter().map(|a| a.place.base).collect();
        bases.retain(|base| !inside.contains(base));
        let changed = |base: Var| {
            accesses.iter().any(|a| a.place.base == base && matches!(a.touch, Touch::Add | Touch::Change))
        };
        let changing: Set<Var> =
            bases.iter().copied().filter(|b| changed(*b)).chain(inside.iter().copied()).collect();
        for base in bases {
            let own: Vec<&Access> = accesses
                .iter()
                .copied()
                .filter(|a| a.place.base == base && a.touch != Touch::Extent)
                .collect();
            let is_stable = |place: &Place| {
                let mut stable = true;
                place.index_reads(&mut |p| stable &= !changing.contains(&p.base));
                stable
            };
            // Only added to, always at the same place: summed in a local.
            if own.iter().all(|a| a.touch == Touch::Add && is_stable(&a.place)) && self.is_shadow(base) {
                let first = &own[0].place;
                let same = own.iter().all(|a| self.same(&a.place, first));
                if same && !first.path.iter().any(|p| matches!(p, Projection::Range(..))) {
                    self.sum(first.clone());
                    continue;
                }
            }
            // The elements of a field variable are not consecutive.
            if self.vars.field_path(base).is_some_and(|field| field.elements() > 0) {
                continue;
            }
            if self.vars[base].ty.depth() == 0 {
                continue;
            }
            let mutable = own.iter().any(|a| a.touch != Touch::Read);
            // While a window borrows an array mutably, its length cannot be read.
            let measured = |a: &&Access| a.place.base == base && a.touch == Touch::Extent;
            if mutable && accesses.iter().copied().any(|a| measured(&a)) {
                continue;
            }
            if self.vars[base].ty.depth() > 1 {
                self.plan_rows(&own, mutable, &changing);
                continue;
            }
            if !mutable && own.iter().all(|a| is_stable(&a.place)) {
                for access in own {
                    self.read_once(&access.place);
                }
                continue;
            }
            let walks: Option<Vec<(Place, Expr, Polynomial)>> =
                own.iter().map(|a| self.visited(&a.place, &changing)).collect();
            let walks = walks.filter(|walks| {
                walks.iter().all(|(_, i, o)| {
                    walks.iter().all(|(_, j, p)| o != p || crate::analysis::within::held_alike(i, j))
                })
            });
            // The loop visits the whole array: LLVM knows the bounds.
            let whole = self.range.start.is_zero()
                && matches!(&self.range.end, Expr::Length(p) if p.is_whole() && p.base == base)
                && walks.iter().flatten().all(|(_, i, _)| matches!(i, Expr::Read(p) if p.base == self.index));
            match walks {
                Some(_) if whole => {}
                Some(walks) if !mutable || walks.iter().all(|(_, _, o)| *o == walks[0].2) => {
                    for (of, index, offset) in walks {
                        self.walk(of, index, offset, mutable);
                    }
                }
                // An array that is only read may be accessed in several ways.
                _ if !mutable => {
                    for access in own.iter().filter(|a| is_stable(&a.place)) {
                        self.read_once(&access.place);
                    }
                }
                _ => {}
            }
        }
    }

    /// Decides for the rows of one array of arrays how they are accessed.
    fn plan_rows(&mut self, own: &[&Access], mutable: bool, changing: &Set<Var>) {
        let visits: Vec<_> = own.iter().map(|a| self.visited(&a.place, changing)).collect();
        if !mutable {
            for (access, visit) in own.iter().zip(visits) {
                let mut stable = true;
                access.place.index_reads(&mut |p| stable &= !changing.contains(&p.base));
                match visit {
                    Some((of, index, offset)) => self.walk(of, index, offset, false),
                    None if stable && self.vars.type_of(&access.place).depth() == 0 => {
                        self.read_once(&access.place)
                    }
                    None => {}
                }
            }
            return;
        }
        let visits: Option<Vec<_>> = visits.into_iter().collect();
        let alike = |visits: &Vec<(Place, Expr, Polynomial)>| {
            visits.iter().all(|(of, index, offset)| {
                *offset == visits[0].2
                    && self.same(of, &visits[0].0)
                    && crate::analysis::within::held_alike(index, &visits[0].1)
            })
        };
        if let Some((of, index, offset)) = visits.filter(alike).and_then(|visits| visits.into_iter().next()) {
            self.walk(of, index, offset, true);
        }
    }

    /// Returns the array of which a place is an element, its index, and the index at zero, if the loop visits the elements in order.
    fn visited(&self, place: &Place, changing: &Set<Var>) -> Option<(Place, Expr, Polynomial)> {
        let (of, index) = row(place)?;
        let mut fixed = true;
        of.index_reads(&mut |p| fixed &= !changing.contains(&p.base));
        // LLVM knows the bounds of an array whose length is a constant; a row of one is short.
        let is_long = of.is_whole() || matches!(self.vars.type_of(&of), Type::Slice(_) | Type::Vec(_));
        let in_structure = !of.is_whole() && self.vars.field_path(place.base).is_some();
        let stable = !index.reads_any(|p| changing.contains(&p.base) && p.base != self.index);
        let (stride, offset) = Polynomial::of(&index, self.vars).split(self.index)?;
        // A window is the same for all lanes.
        let same = match self.sums {
            Sums::InLanes => true,
            Sums::Whole { lanes } => !offset.depends_on(lanes),
        };
        let walks = same && stable && stride.as_constant() == Some(1) && self.is_one_run(&index);
        (fixed && is_long && !in_structure && walks).then_some((of, index, offset))
    }

    fn is_shadow(&self, var: Var) -> bool {
        matches!(self.vars[var].role, Role::Shadow | Role::InputShadow)
    }

    fn same(&self, a: &Place, b: &Place) -> bool {
        matches!(crate::analysis::region::overlap(a, b, self.vars), crate::analysis::region::Overlap::Certain)
            && a.path.len() == b.path.len()
            && a.path.iter().zip(&b.path).all(|pair| match pair {
                (Projection::Index(i), Projection::Index(j)) => crate::analysis::within::held_alike(i, j),
                (Projection::Index(_) | Projection::Range(..), _) => true,
            })
    }

    /// True if the elements of a part of an array that the loop visits are consecutive: the bounds of the part do not
    /// change.
    fn is_one_run(&self, index: &Expr) -> bool {
        let moves = |e: &Expr| e.reads_any(|place| place.base == self.index);
        match crate::ir::reach::taken_apart(index) {
            Some([start, at, end, _]) => !moves(start) && !moves(end) && !crate::ir::reach::is_held(at),
            None => !crate::ir::reach::is_held(index),
        }
    }

    fn sum(&mut self, place: Place) {
        let name = format!("{}_sum", self.vars[place.base].name);
        let total = fresh(self.vars, &name, Type::Real, Role::Shadow, Passing::Value);
        let ty = Type::Array(Box::new(Type::Real), Constant::integer(self.sums.parts()));
        let lanes = fresh(self.vars, &format!("{name}_lanes"), ty, Role::Shadow, Passing::Value);
        self.summed.push(Summed { place, total, lanes });
    }

    fn read_once(&mut self, place: &Place) {
        if self.stable.iter().any(|(known, _)| known.base == place.base && self.same(known, place)) {
            return;
        }
        // An integer that differs between lanes has no name: each lane computes it where it is read.
        let is_exact = matches!(self.vars[place.base].ty.leaf(), Type::Exact(_));
        if let (Sums::Whole { lanes }, true) = (self.sums, is_exact) {
            let mut differs = false;
            place.index_reads(&mut |read| differs |= read.base == lanes);
            if differs {
                return;
            }
        }
        let role = if self.is_shadow(place.base) { Role::Shadow } else { Role::Binding };
        let ty = match self.vars[place.base].ty.leaf() {
            Type::Structure(Named::Number(_)) => Type::Real,
            leaf => leaf.clone(),
        };
        let name = format!("{}_here", self.vars[place.base].name);
        let var = fresh(self.vars, &name, ty, role, Passing::Value);
        self.stable.push((place.clone(), var));
    }

    fn walk(&mut self, of: Place, index: Expr, offset: Polynomial, mutable: bool) {
        let base = of.base;
        if self.walked.iter().any(|w| w.offset == offset && self.is_same_array(&w.of, &of)) {
            return;
        }
        let start = self.range.start.clone();
        let loop_index = self.index;
        let mut first = at_start(&index, loop_index, &start);
        // All elements that the loop visits must lie in the part.
        if let Expr::Host(Host::Within(_), args) = &mut first {
            args[3] = Argument::Value(exact(Operator::Sub, self.range.end.clone(), start));
        }
        let role = match self.vars[base].role {
            Role::InputShadow => Role::InputShadow,
            Role::Shadow => Role::Shadow,
            Role::Uniform => Role::Uniform,
            _ => Role::Window,
        };
        let ty = Type::Slice(Box::new(self.vars.type_of(&of).item().clone()));
        let passing = if mutable { Passing::Mutable } else { Passing::Shared };
        let name = format!("{}_window", self.vars[base].name);
        let window = fresh(self.vars, &name, ty, role, passing);
        self.vars.note_window(window, base);
        self.walked.push(Walked { of, start: first, offset, window, mutable });
    }

    fn is_same_array(&self, a: &Place, b: &Place) -> bool {
        a.base == b.base && (a.is_whole() && b.is_whole() || self.same(a, b))
    }

    fn run(mut self, body: Vec<Step>) -> Vec<Step> {
        if self.walked.is_empty() && self.summed.is_empty() {
            let Reshaping { index, range, span, .. } = self;
            return vec![Step::For { index, range, body, span }];
        }
        let (start, end) = (self.range.start.clone(), self.range.end.clone());
        let fails = |w: &Walked| asks(&w.start) || !w.of.is_whole();
        let safe = start.is_zero() && self.stable.is_empty() && !self.walked.iter().any(fails);
        let mut out = Vec::new();
        // While a window borrows an array mutably, its length cannot be read.
        let trips = exact(Operator::Sub, end.clone(), start.clone());
        let trips = self.asked_before("trips", trips, &mut out);
        for at in 0..self.walked.len() {
            let start = self.walked[at].start.clone();
            self.walked[at].start = self.asked_before("first", start, &mut out);
        }
        for (place, var) in self.stable.clone() {
            let value = place.clone();
            out.push(match self.vars[var].role {
                Role::Shadow => {
                    Step::Seed { var, value: Cotangent { sign: Sign::Plus, seed: value, factor: None } }
                }
                _ => Step::Let { var, value: Expr::Read(value) },
            });
        }
        for w in &self.walked {
            out.push(Step::Window {
                var: w.window,
                of: w.of.clone(),
                start: w.start.clone(),
                length: trips.clone(),
                mutable: w.mutable,
            });
        }
        for s in &self.summed {
            out.push(Step::DeclareZero { shadow: s.total, primal: s.total });
        }
        // Lanes rise. A loop that still falls at this stage must: its iterations read the results of earlier ones.
        let is_ordered = body.iter().any(|step| matches!(step, Step::Push { .. } | Step::Pop { .. }));
        let split = !self.summed.is_empty() && !self.walked.is_empty() && !self.range.falling && !is_ordered;
        let rest = if split { self.in_parts(&body, &trips, &mut out) } else { Expr::integer(0) };
        let counter = self.read(self.counter);
        let windows: Vec<Var> = self.walked.iter().map(|w| w.window).collect();
        let totals: Vec<Place> = self.summed.iter().map(|s| Place::whole(s.total, self.span)).collect();
        if split && self.sums_in_lanes() {
            out.push(self.remaining(&body, rest, &trips, &totals));
        } else {
            let body = self.rewritten(&body, &counter, &windows, &counter, &totals);
            let range = if self.walked.is_empty() {
                self.range.clone()
            } else {
                Range { falling: self.range.falling, ..Range::between(rest, trips) }
            };
            out.push(Step::For { index: self.counter, range, body, span: self.span });
        }
        for s in &self.summed {
            let seed = Place::whole(s.total, self.span);
            out.push(Step::Accumulate {
                place: s.place.clone(),
                value: Cotangent { sign: Sign::Plus, seed, factor: None },
            });
        }
        // A block ends the borrows of windows into shadows, which Rust may take to be dropped at the end of the
        // scope.
        if safe {
            return if self.walked.is_empty() { out } else { vec![Step::Block(out)] };
        }
        // An empty loop accesses nothing, not even the bounds of its windows.
        vec![Step::If {
            condition: Expr::Exact(Operator::Lt, vec![start, end]),
            then: out,
            otherwise: vec![],
        }]
    }

    /// Binds the value to a name first, if it reads the length of a mutably borrowed array.
    fn asked_before(&mut self, name: &str, value: Expr, out: &mut Vec<Step>) -> Expr {
        let mut asks = false;
        let mut asked =
            |place: &Place| asks |= self.walked.iter().any(|w| w.mutable && w.of.base == place.base);
        value.lengths(&mut asked);
        // The length of a vector that may grow is a value.
        value.reads(&mut asked);
        if !asks {
            return value;
        }
        let var = fresh(self.vars, name, Type::Exact(Exact::Discrete), Role::Binding, Passing::Value);
        out.push(Step::Let { var, value });
        self.read(var)
    }

    /// True if it adds to arrays with lanes: their elements are visited in parts, so that a part may be a tile.
    fn sums_in_lanes(&self) -> bool {
        let is_sum = |w: &Walked| w.mutable && self.is_shadow(w.of.base);
        matches!(self.sums, Sums::Whole { .. }) && self.walked.iter().any(is_sum)
    }

    /// Declares the parts of all windows from an iteration on.
    fn parts_of_windows(&mut self, first: &Expr, length: &Expr) -> (Vec<Step>, Vec<Var>) {
        let mut declared = Vec::new();
        let mut windows = Vec::new();
        for w in &self.walked {
            let outer = self.vars[w.window].clone();
            let window = self.vars.add(outer);
            self.vars.note_window(window, w.window);
            let of = Place::whole(w.window, self.span);
            let (start, length) = (first.clone(), length.clone());
            declared.push(Step::Window { var: window, of, start, length, mutable: w.mutable });
            windows.push(window);
        }
        (declared, windows)
    }

    /// Runs the iterations that remain, fewer than there are parts.
    fn remaining(&mut self, body: &[Step], rest: Expr, trips: &Expr, totals: &[Place]) -> Step {
        let length = exact(Operator::Sub, trips.clone(), rest.clone());
        let (mut steps, windows) = self.parts_of_windows(&rest, &length);
        let lane = fresh(self.vars, "lane", Type::Exact(Exact::Discrete), Role::Index, Passing::Value);
        let at = exact(Operator::Add, rest, self.read(lane));
        let body = self.rewritten(body, &at, &windows, &self.read(lane), totals);
        let range = Range::between(Expr::integer(0), length);
        steps.push(Step::For { index: lane, range, body, span: self.span });
        Step::Block(steps)
    }

    /// Runs several iterations at once, each with a part of the sums; returns the index of the first remaining
    /// iteration.
    fn in_parts(&mut self, body: &[Step], trips: &Expr, out: &mut Vec<Step>) -> Expr {
        let parts = self.sums.parts();
        let chunk = fresh(self.vars, "chunk", Type::Exact(Exact::Discrete), Role::Index, Passing::Value);
        let lane = fresh(self.vars, "lane", Type::Exact(Exact::Discrete), Role::Index, Passing::Value);
        let whole = Expr::Exact(Operator::Div, vec![trips.clone(), Expr::integer(parts)]);
        let first = Expr::Exact(Operator::Mul, vec![self.read(chunk), Expr::integer(parts)]);
        let (mut of_chunk, windows) = self.parts_of_windows(&first, &Expr::integer(parts));
        let lane_read = self.read(lane);
        let places: Vec<Place> = self
            .summed
            .iter()
            .map(|s| Place {
                base: s.lanes,
                path: vec![Projection::Index(lane_read.clone())],
                span: Unseen(self.span),
            })
            .collect();
        let at = exact(Operator::Add, first, lane_read.clone());
        let inside = self.rewritten(body, &at, &windows, &lane_read, &places);
        of_chunk.push(Step::For {
            index: lane,
            range: Range::between(Expr::integer(0), Expr::integer(parts)),
            body: inside,
            span: self.span,
        });
        let mut long: Vec<Step> =
            self.summed.iter().map(|s| Step::DeclareZero { shadow: s.lanes, primal: s.lanes }).collect();
        long.push(Step::For {
            index: chunk,
            range: Range::between(Expr::integer(0), whole.clone()),
            body: of_chunk,
            span: self.span,
        });
        let add = self.summed.iter().map(|s| Step::Accumulate {
            place: Place::whole(s.total, self.span),
            value: Cotangent {
                sign: Sign::Plus,
                seed: Place {
                    base: s.lanes,
                    path: vec![Projection::Index(lane_read.clone())],
                    span: Unseen(self.span),
                },
                factor: None,
            },
        });
        let add = add.collect();
        long.push(Step::For {
            index: lane,
            range: Range::between(Expr::integer(0), Expr::integer(parts)),
            body: add,
            span: self.span,
        });
        let condition = Expr::Exact(Operator::Ge, vec![trips.clone(), Expr::integer(parts)]);
        out.push(Step::If { condition, then: long, otherwise: vec![] });
        Expr::Exact(Operator::Mul, vec![whole, Expr::integer(parts)])
    }
}

/// Returns the array of which a place is an element, and the index.
pub(super) fn row(place: &Place) -> Option<(Place, Expr)> {
    let (last, above) = place.path.split_last()?;
    match last {
        Projection::Index(index) if above.iter().all(|p| matches!(p, Projection::Index(_))) => {
            Some((Place { path: above.to_vec(), ..place.clone() }, index.clone()))
        }
        Projection::Index(_) | Projection::Range(..) => None,
    }
}

/// Returns an index with the index of the loop replaced by its start.
fn at_start(index: &Expr, own: Var, start: &Expr) -> Expr {
    match index {
        Expr::Read(place) if place.base == own => start.clone(),
        Expr::Exact(op @ (Operator::Add | Operator::Sub), args) if args.len() == 2 => {
            exact(*op, at_start(&args[0], own, start), at_start(&args[1], own, start))
        }
        other => other.map(&mut |part| at_start(part, own, start)),
    }
}

fn fresh(vars: &mut Variables, name: &str, ty: Type, role: Role, passing: Passing) -> Var {
    let span = Span::call_site();
    vars.add(Variable {
        name: name.into(),
        span,
        ty,
        role,
        passing,
        active: false,
        detached: false,
        definition: None,
    })
}
