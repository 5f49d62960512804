//! Numbers that have the bits of the text, and others. A loop without a mark that runs in lanes adds its iterations in another order, and its elementary functions round
//! otherwise. All else has the bits of the text in each lane: sums in an iteration, products, quotients, roots, maxima, and values that are rounded to integers.
//!
//! Law: the numbers that decide have these bits. A condition that reads another number could take the other side than the function.

use crate::ir::step::{Lanes, Step, each_alone, nested};
use crate::ir::*;
use crate::simplify::access::{Node, Nodes, Touch};
use crate::sorted::Set;

/// The numbers that may have other bits.
pub(super) enum Origin {
    /// Those that loops of a program in lanes compute. They decide in callees, too, as far as is known here.
    Loops,
    /// Those that lanes compute; the steps are theirs.
    Lanes,
    /// Those that calls hand on, by their places in the order of nodes.
    Calls(Vec<usize>),
}

/// True if a number that may have other bits decides in steps: in a condition, a cast, an index, a function with jumps, or perhaps in a callee.
pub(super) fn decides(steps: &[Step], origin: &Origin, vars: &Variables) -> bool {
    let nodes = Nodes::of(steps, vars);
    let mut all = Vec::new();
    list(steps, matches!(origin, Origin::Lanes), vars, &mut all);
    let mut bits = Bits { other: Set::new(), origin, vars };
    if let Origin::Calls(calls) = origin {
        // What they record, and cotangents, decide nothing.
        let is_number = |var: &Var| !matches!(vars[*var].role, Role::Tape | Role::Shadow | Role::InputShadow);
        let handed = calls.iter().filter_map(|at| nodes.all.get(*at)).flat_map(changed);
        bits.other.extend(handed.filter(is_number).map(|var| vars.root(var)));
    }
    loop {
        let known = bits.other.len();
        all.iter().zip(&nodes.all).for_each(|(at, node)| bits.flow(*at, node));
        if bits.other.len() == known {
            break;
        }
    }
    all.iter().zip(&nodes.all).any(|(at, node)| bits.decide(*at, node))
}

/// Returns the variables to which a node hands numbers.
fn changed(node: &Node) -> impl Iterator<Item = Var> + '_ {
    let changed = node.accesses.iter().filter(|a| matches!(a.touch, Touch::Add | Touch::Change));
    changed.map(|a| a.place.base).chain(node.declares)
}

/// A step, and whether it runs in lanes that the function does not have.
#[derive(Clone, Copy)]
struct At<'a> {
    step: &'a Step,
    in_lanes: bool,
}

/// Lists the steps as their nodes are listed.
fn list<'a>(steps: &'a [Step], in_lanes: bool, vars: &Variables, out: &mut Vec<At<'a>>) {
    for step in steps {
        out.push(At { step, in_lanes });
        let in_lanes = in_lanes || matches!(step, Step::Lanes(lanes) if !vars.is_parallel(lanes.index));
        nested(step).into_iter().for_each(|inner| list(inner, in_lanes, vars, out));
    }
}

/// The numbers of a program by their bits.
struct Bits<'a> {
    /// The variables that may have other bits.
    other: Set<Var>,
    origin: &'a Origin,
    vars: &'a Variables,
}

impl Bits<'_> {
    /// Notes the variables to which a step hands numbers with other bits.
    fn flow(&mut self, At { step, in_lanes }: At<'_>, node: &Node) {
        if let Step::Lanes(lanes) = step {
            return self.through(lanes);
        }
        let mut moves = node.accesses.iter().any(|a| a.touch == Touch::Read && self.has_other(a.place.base));
        each_alone(step, &mut |e| moves |= self.is_other(e, in_lanes));
        if moves {
            let is_kept = |var: &Var| self.vars[*var].role != Role::Tape || !self.is_of_calls();
            self.other
                .extend(changed(node).filter(is_kept).map(|var| self.vars.root(var)).collect::<Vec<_>>());
        }
    }

    /// Lets numbers into lanes and out of them.
    fn through(&mut self, lanes: &Lanes) {
        let pairs = lanes.captures.iter().chain(&lanes.sums).map(|capture| (capture.of, capture.local));
        for (of, local) in pairs.chain(lanes.rows.iter().map(|row| (row.of, row.local))) {
            if self.has_other(of) || self.has_other(local) {
                self.other.extend([self.vars.root(of), self.vars.root(local)]);
            }
        }
        if !self.vars.is_parallel(lanes.index) && !self.is_of_calls() {
            self.other.extend(lanes.sums.iter().map(|sum| self.vars.root(sum.of)));
        }
    }

    /// True if a step decides by a number with other bits.
    fn decide(&self, At { step, in_lanes }: At<'_>, node: &Node) -> bool {
        let reads = || node.accesses.iter().any(|a| a.touch == Touch::Read && self.has_other(a.place.base));
        let mut found = match step {
            Step::Call { callee, .. } | Step::CallAdjoint { callee, .. } | Step::Pull { callee, .. } => {
                !self.is_of_calls() && !callee.is_exchange() && !callee.is_stack() && reads()
            }
            // An assertion takes no side: it may stop the program.
            Step::Safe(_) => !self.is_of_calls() && reads(),
            Step::Let { .. } | Step::Declare { .. } | Step::DeclareZero { .. } | Step::Set { .. } => false,
            Step::Refill { .. } | Step::Update(_) | Step::Seed { .. } | Step::Accumulate { .. } => false,
            Step::Window { .. } | Step::Push { .. } | Step::Pop { .. } | Step::Check(_) => false,
            Step::For { .. } | Step::If { .. } | Step::While { .. } | Step::Block(_) | Step::Lanes(_) => {
                false
            }
        };
        each_alone(step, &mut |e| found |= self.turns(e, in_lanes));
        for access in &node.accesses {
            access.place.each_index(&mut |index| found |= self.is_other(index, in_lanes));
        }
        found
    }

    /// True if an expression decides by a number with other bits.
    fn turns(&self, e: &Expr, in_lanes: bool) -> bool {
        let mut found = match e {
            Expr::Exact(..) | Expr::Host(..) | Expr::ToExact(..) => self.is_other(e, in_lanes),
            Expr::Call(..) => !self.is_of_calls() && self.is_other(e, in_lanes),
            Expr::Apply(rule, _) => !rule.is_differentiable() && self.is_other(e, in_lanes),
            Expr::Real(..) | Expr::Constant(_) | Expr::Read(_) | Expr::Length(_) | Expr::Powi(..) => false,
            Expr::ToReal(_) | Expr::Choose(..) | Expr::List(_) => false,
            Expr::Structure(..) | Expr::Fill { .. } => false,
        };
        e.each_part(&mut |part| found |= self.turns(part, in_lanes));
        found
    }

    /// True if the value of an expression may have other bits.
    fn is_other(&self, e: &Expr, in_lanes: bool) -> bool {
        // The number of elements is none of their values.
        let values = e.replaced(&mut |part| counted(part).map(|_| Expr::integer(0)));
        values.reads_any(|place| self.has_other(place.base))
            || in_lanes && !self.is_of_calls() && rounds_otherwise(e)
    }

    /// True if the numbers are those of calls.
    fn is_of_calls(&self) -> bool {
        matches!(self.origin, Origin::Calls(_))
    }

    fn has_other(&self, var: Var) -> bool {
        self.other.contains(&self.vars.root(var))
    }
}

/// True if lanes compute an expression with other bits than one number alone.
fn rounds_otherwise(e: &Expr) -> bool {
    let mut found = match e {
        Expr::Apply(rule, _) => !is_instruction(*rule),
        Expr::Powi(..) | Expr::Call(..) => true,
        Expr::Real(..) | Expr::Constant(_) | Expr::Read(_) | Expr::Length(_) | Expr::Exact(..) => false,
        Expr::ToReal(_) | Expr::ToExact(..) | Expr::Host(..) => false,
        Expr::Choose(..) | Expr::List(_) => false,
        Expr::Structure(..) | Expr::Fill { .. } => false,
    };
    e.each_part(&mut |part| found |= rounds_otherwise(part));
    found
}

/// True for a function that is an instruction in lanes, and rounded as the scalar one is.
fn is_instruction(rule: Primitive) -> bool {
    use Primitive::*;
    matches!(rule, Add | Sub | Mul | Div | Neg | Recip | Sqrt | Abs | Signum | Min | Max)
        || matches!(rule, MulAdd | Above | Nonzero | Floor | Ceil | Round | Trunc)
}
