//! Deferred constraints: operators and methods whose meaning depends on types that are not known where they stand.
//!
//! Takes constraints in the order of the text and solves those of which enough is known, until none is left. Then those that stay
//! open take what they are most likely: one numeric type for the operands of an operator, a real for the receiver of a rule.

use super::terms::{Holder, Term, Ty};
use super::walk::{Walk, Way};
use crate::ir::{Number, Primitive};
use retrograde_rules::systems;

/// A relation between types.
#[derive(Clone, Debug)]
pub(super) enum Constraint {
    /// `left op right`, of which `result` is the type where there is one.
    Operator { kind: Kind, left: Ty, right: Ty, result: Option<Ty> },
    /// A value that goes where a type is known: an integer stays one, a constant float is lifted to a real.
    Goes { value: Ty, to: Ty },
    /// A local that changes starts at a value: at a constant float it is a real.
    Starts { local: Ty, value: Ty },
    /// `receiver.len()` of a structure: a number if it is used as one, else a count.
    Length { receiver: Ty, result: Ty, at: Called },
    /// `receiver.name(args)`
    Method { name: String, receiver: Ty, args: Vec<Ty>, result: Ty, at: Called },
}

/// The facts about the types of structures that an operator says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Values that stand for each other: branches, items, both sides of a comparison.
    Same,
    /// `+` and `-`: of structures of one type, and of that type.
    Sum,
    /// `*` and `/`: a structure may be scaled by a number.
    Product,
}

/// The context of a method call.
#[derive(Clone, Debug)]
pub(super) struct Called {
    /// The places of the arguments, the receiver first.
    pub(super) places: Vec<Option<Way>>,
    /// True in conditions, bounds and indices, where methods are ordinary Rust.
    pub(super) is_deciding: bool,
    /// True if an argument is borrowed: numbers are passed by value.
    pub(super) lends: bool,
}

/// The rounds in which the types of a small function are found at most.
const ROUNDS: usize = 100;

impl Walk<'_> {
    /// Solves all constraints.
    pub(super) fn solve(&mut self) {
        self.limit = ROUNDS + 4 * (self.types.count() + self.constraints.len());
        self.tell();
        self.settle_structures();
        self.settle(false);
        self.settle_names();
        // A solved method may change the uses of an operand, so the number of constraints does not suffice.
        while self.settle(true) | self.settle(false) {}
        for constraint in std::mem::take(&mut self.constraints) {
            if let Constraint::Length { receiver, result, .. } = constraint {
                if self.types.is_unknown(receiver) {
                    self.types.item_of(receiver);
                }
                self.types.known_as(result, Term::named("usize"));
            }
        }
    }

    /// Solves operators of which something is a structure for sure, before others are taken for those of numbers.
    fn settle_structures(&mut self) {
        loop {
            let before = self.types.learnt;
            self.round(|this, constraint| match constraint {
                // The parts of a number are no fields of a structure.
                known if this.of_parts(known) => this.solved(known, false),
                Constraint::Operator { kind: kind @ (Kind::Sum | Kind::Product), left, right, result } => {
                    this.of_structures(*kind, *left, *right, *result, false) == Some(true)
                }
                Constraint::Method { name, receiver, at, result, .. } => {
                    this.receiver_known(name, *receiver, at);
                    this.tell_method(*receiver, name, *result);
                    false
                }
                _ => false,
            });
            if before == self.types.learnt || self.is_endless() {
                return;
            }
        }
    }

    /// True after more rounds than any function needs whose types fit: those of one that rustc refuses may turn each other around for ever.
    pub(super) fn is_endless(&mut self) -> bool {
        self.rounds += 1;
        self.rounds > self.limit
    }

    /// True for what starts at a number with parts, is called on one, or combines two of them.
    fn of_parts(&self, constraint: &Constraint) -> bool {
        let has_parts = |ty: &Ty| matches!(self.types.term(*ty), Term::Number(_));
        match constraint {
            Constraint::Operator { left, right, .. } => has_parts(left) && has_parts(right),
            Constraint::Starts { value, .. } => has_parts(value),
            Constraint::Method { receiver, .. } => has_parts(receiver),
            Constraint::Goes { .. } | Constraint::Length { .. } => false,
        }
    }

    /// Solves the constraints that can be solved, and with `force` the rest as well. True if it solved any.
    pub(super) fn settle(&mut self, force: bool) -> bool {
        let mut any = false;
        loop {
            let before = self.types.learnt;
            let solved = self.round(|this, constraint| this.solved(constraint, force));
            any |= solved;
            if force || !(solved || before != self.types.learnt) || self.is_endless() {
                return any;
            }
        }
    }

    /// Keeps the constraints that are not solved; true if one was.
    fn round(&mut self, mut solved: impl FnMut(&mut Self, &Constraint) -> bool) -> bool {
        let mut any = false;
        for constraint in std::mem::take(&mut self.constraints) {
            if solved(self, &constraint) {
                any = true;
            } else {
                self.constraints.push(constraint);
            }
        }
        any
    }

    fn solved(&mut self, constraint: &Constraint, force: bool) -> bool {
        match constraint {
            Constraint::Operator { kind, left, right, result } => {
                self.operator(*kind, *left, *right, *result, force)
            }
            Constraint::Goes { value, to } => self.goes(*value, *to, force),
            Constraint::Starts { local, value } => self.starts(*local, *value, force),
            Constraint::Length { receiver, result, at } => self.own_length(*receiver, *result, at),
            Constraint::Method { name, receiver, args, result, at } => {
                self.method_known(name, *receiver, args, *result, at, force)
            }
        }
    }

    /// Sets the type of a result.
    fn is(&mut self, result: Option<Ty>, ty: Ty) -> bool {
        if let Some(result) = result {
            self.types.unify(result, ty);
        }
        true
    }

    fn is_real(&mut self, result: Option<Ty>) -> bool {
        let real = self.types.add(Term::Real);
        self.is(result, real)
    }

    /// Records that a number is combined with a real. In a function without type parameter only the real type itself
    /// can be.
    fn beside_real(&mut self, ty: Ty) {
        self.types.note(ty, |uses| uses.real = true);
        let is_open = self.types.is_unknown(ty) || matches!(self.types.term(ty), Term::Float);
        if is_open && !self.setting.is_generic() {
            self.types.known_as(ty, Term::Real);
        }
    }

    /// Notes that two values are of one type, up to floats beside reals.
    pub(super) fn one_type(&mut self, left: Ty, right: Ty, result: Option<Ty>) {
        self.constraints.push(Constraint::Operator { kind: Kind::Same, left, right, result });
    }

    fn operator(&mut self, kind: Kind, left: Ty, right: Ty, result: Option<Ty>, force: bool) -> bool {
        if let (Kind::Sum | Kind::Product, Some(solved)) =
            (kind, self.of_structures(kind, left, right, result, force))
        {
            return solved;
        }
        if let (Kind::Product, Some(result)) = (kind, result) {
            if let Some(solved) = self.of_name(left, right, result, force) {
                return solved;
            }
        }
        if kind == Kind::Sum {
            self.of_real_sum(left, right, result);
        }
        self.of_result(left, right, result);
        self.untracked(left, right, force);
        let (l, r) = (self.types.term(left).clone(), self.types.term(right).clone());
        match (l, r) {
            (Term::Number(number), other) | (other, Term::Number(number)) => {
                let beside = if matches!(self.types.term(left), Term::Number(_)) { right } else { left };
                match other {
                    Term::Unknown if !force => return false,
                    Term::Unknown => self.types.note(beside, |uses| uses.real = true),
                    Term::Float | Term::Integer => self.beside_real(beside),
                    Term::Real | Term::Exact(_) | Term::Number(_) => {}
                    Term::Sequence(..) | Term::Map(..) | Term::Row(_) | Term::Function => {}
                }
                let number = self.types.add(Term::Number(number));
                self.is(result, number)
            }
            (Term::Real, _) | (_, Term::Real) => {
                let other = if matches!(self.types.term(left), Term::Real) { right } else { left };
                self.beside_real(other);
                self.is_real(result)
            }
            // Whole arrays denote their items in `each!`, and are added as wholes.
            (Term::Sequence(holder, a), Term::Sequence(other, b)) => {
                // Items of one list are of one type, and so are those of their holder.
                let holder = if kind == Kind::Same && holder == other { holder } else { Holder::Open };
                let item = result.map(|_| self.types.fresh());
                self.constraints.push(Constraint::Operator { kind, left: a, right: b, result: item });
                match item {
                    Some(item) => {
                        let all = self.types.add(Term::Sequence(holder, item));
                        self.is(result, all)
                    }
                    None => true,
                }
            }
            (Term::Sequence(..), Term::Unknown) | (Term::Unknown, Term::Sequence(..)) => {
                let other = if self.types.is_unknown(left) { left } else { right };
                self.types.item_of(other);
                false
            }
            (Term::Sequence(_, item), _) => {
                self.constraints.push(Constraint::Operator { kind, left: item, right, result });
                true
            }
            (_, Term::Sequence(_, item)) => {
                self.constraints.push(Constraint::Operator { kind, left, right: item, result });
                true
            }
            (Term::Integer | Term::Exact(_), Term::Integer | Term::Exact(_)) => {
                self.types.unify(left, right);
                self.is(result, left)
            }
            (Term::Integer | Term::Exact(_), Term::Unknown)
            | (Term::Unknown, Term::Integer | Term::Exact(_)) => {
                let (known, open) = if self.types.is_unknown(left) { (right, left) } else { (left, right) };
                // An exact float may be combined with a real, to which it is converted.
                if self.is_float(known) {
                    if !force {
                        return false;
                    }
                    self.types.note(open, |uses| uses.number = true);
                    return self.is(result, open);
                }
                self.types.unify(open, known);
                self.is(result, known)
            }
            (Term::Float, Term::Float) => self.united(left, right, result),
            (Term::Float, Term::Exact(_)) | (Term::Exact(_), Term::Float) => {
                let exact = if matches!(self.types.term(left), Term::Float) { right } else { left };
                // A literal beside a float is of its type.
                if self.is_float(exact) { self.united(left, right, result) } else { self.is(result, exact) }
            }
            (Term::Float, Term::Integer) | (Term::Integer, Term::Float) => self.united(left, right, result),
            (Term::Float, Term::Unknown) | (Term::Unknown, Term::Float) => {
                if !force {
                    return false;
                }
                if !self.setting.is_generic() {
                    return self.united(left, right, result);
                }
                let open = if self.types.is_unknown(left) { left } else { right };
                self.beside_real(open);
                self.is_real(result)
            }
            (Term::Unknown, Term::Unknown) => force && self.united(left, right, result),
            (Term::Row(_), Term::Row(_)) => self.united(left, right, result),
            (Term::Row(row), _) | (_, Term::Row(row)) if row.path.is_some() => {
                // The name may be that of a number, or the structure has operators of its own.
                let named = if matches!(self.types.term(left), Term::Row(_)) { left } else { right };
                let other = if self.types.are_same(named, left) { right } else { left };
                // What stands beside it may turn out to be a real.
                if self.types.is_unknown(other) && !force && kind != Kind::Same {
                    return false;
                }
                let is_float = matches!(self.types.term(other), Term::Float);
                self.types.note(named, |uses| {
                    uses.number = true;
                    uses.real |= is_float;
                });
                self.is(result, named)
            }
            (Term::Row(_) | Term::Map(..) | Term::Function, _)
            | (_, Term::Row(_) | Term::Map(..) | Term::Function) => true,
        }
    }

    /// The terms of a sum that is real are real.
    fn of_real_sum(&mut self, left: Ty, right: Ty, result: Option<Ty>) {
        let is_real = |ty: Ty| matches!(self.types.term(ty), Term::Real) || self.types.uses(ty).real;
        if result.is_some_and(is_real) {
            for operand in [left, right] {
                if self.types.is_unknown(operand) {
                    self.types.note(operand, |uses| uses.real = true);
                }
            }
        }
    }

    /// A result of two operands is exact only if both are.
    fn of_result(&mut self, left: Ty, right: Ty, result: Option<Ty>) {
        let Some(result) = result.filter(|ty| matches!(self.types.term(*ty), Term::Exact(Some(_)))) else {
            return;
        };
        for operand in [left, right] {
            if self.types.is_unknown(operand) {
                self.types.unify(operand, result);
            }
        }
    }

    /// A number combined with a float, in a structure without reals, is an exact float.
    fn untracked(&mut self, left: Ty, right: Ty, force: bool) {
        for (operand, other) in [(left, right), (right, left)] {
            if !self.types.is_unknown(operand) || !self.types.uses(operand).untracked {
                continue;
            }
            let is_float = match self.types.term(other) {
                Term::Float | Term::Real | Term::Number(_) => true,
                Term::Exact(Some(name)) => name.is_float(),
                Term::Unknown => force,
                Term::Exact(None) | Term::Integer => false,
                Term::Sequence(..) | Term::Map(..) | Term::Row(_) | Term::Function => false,
            };
            if is_float {
                self.types.known_as(operand, Term::named("f64"));
            }
        }
    }

    fn united(&mut self, left: Ty, right: Ty, result: Option<Ty>) -> bool {
        self.types.unify(left, right);
        self.is(result, left)
    }

    /// True for a float other than the real type.
    fn is_float(&self, ty: Ty) -> bool {
        matches!(self.types.term(ty), Term::Exact(Some(name)) if name.is_float())
    }

    /// Notes that a value is a real; always true.
    fn noted_real(&mut self, ty: Ty) -> bool {
        self.types.note(ty, |uses| uses.real = true);
        true
    }

    fn goes(&mut self, value: Ty, to: Ty, force: bool) -> bool {
        match (self.types.term(value).clone(), self.types.term(to).clone()) {
            (Term::Unknown, Term::Real) if self.setting.is_generic() => force && self.noted_real(value),
            // An exact value is converted if a real is needed.
            (Term::Exact(_) | Term::Integer | Term::Float, Term::Real) if self.setting.is_generic() => true,
            (Term::Float, Term::Unknown) if self.setting.is_generic() => force && self.noted_real(to),
            (Term::Exact(Some(name)), Term::Unknown) if name.is_float() => force && self.noted_real(to),
            (Term::Real | Term::Exact(_), Term::Number(_)) => true,
            (Term::Sequence(holder, a), Term::Sequence(other, b)) => {
                if holder == Holder::Open || other == Holder::Open {
                    self.types.unify(value, to);
                } else {
                    self.constraints.push(Constraint::Goes { value: a, to: b });
                }
                true
            }
            (Term::Row(a), Term::Row(b)) if a.is_tuple && b.is_tuple => {
                for (name, field) in a.fields {
                    if let Some(of) = b.fields.get(&name) {
                        self.constraints.push(Constraint::Goes { value: field, to: *of });
                    }
                }
                true
            }
            (Term::Unknown, Term::Unknown) if !force => false,
            (Term::Exact(Some(_)), Term::Exact(Some(_))) => true,
            // Uses of the name say nothing about the type of its value.
            (Term::Unknown | Term::Float, exact @ Term::Exact(_)) => {
                self.types.known_as(value, exact);
                true
            }
            _ => {
                self.types.unify(value, to);
                true
            }
        }
    }

    fn starts(&mut self, local: Ty, value: Ty, force: bool) -> bool {
        let leaf = self.types.leaf(value);
        if self.types.is_unknown(leaf) && !force {
            return false;
        }
        let is_float = matches!(self.types.term(leaf), Term::Float) || self.is_float(leaf);
        let start = if is_float && self.setting.is_generic() { self.lifted(value) } else { value };
        self.types.unify(local, start);
        true
    }

    /// Returns the type of a value with reals in place of floats.
    fn lifted(&mut self, value: Ty) -> Ty {
        match self.types.term(value).clone() {
            Term::Sequence(holder, item) => {
                let item = self.lifted(item);
                self.types.add(Term::Sequence(holder, item))
            }
            _ => self.types.add(Term::Real),
        }
    }

    /// Notes that the receiver of a method that numbers do not have is a structure.
    fn receiver_known(&mut self, name: &str, receiver: Ty, at: &Called) {
        let is_of_numbers = is_operator(name) || is_rule(name) || is_shared(name) || name == "value";
        let answers = name.starts_with("is_") && !at.lends;
        if self.types.is_unknown(receiver)
            && !(is_of_numbers || answers || ROUNDING.contains(&name) || at.is_deciding)
        {
            self.types.note(receiver, |uses| uses.receiver = true);
        }
    }

    fn method_known(
        &mut self,
        name: &str,
        receiver: Ty,
        args: &[Ty],
        result: Ty,
        at: &Called,
        force: bool,
    ) -> bool {
        self.tell_method(receiver, name, result);
        let (is_rule, is_shared) = (is_rule(name), is_shared(name));
        let answers = name.starts_with("is_") && !at.lends;
        match self.types.term(receiver).clone() {
            Term::Unknown if at.lends => self.own_method(at, receiver),
            Term::Unknown if !force => {
                self.receiver_known(name, receiver, at);
                return false;
            }
            Term::Row(_) => {
                // The name may be that of the real type.
                if is_rule
                    && !at.lends
                    && self.types.uses(receiver).number
                    && !self.types.uses(receiver).structure
                {
                    self.types.note(receiver, |uses| (uses.real, uses.scalar) = (true, true));
                    self.types.unify(result, receiver);
                    self.handed_on(at);
                } else {
                    self.own_method(at, receiver);
                }
            }
            Term::Number(number) => {
                self.types.known_as(result, number_method(number, name));
            }
            _ if answers => {
                if is_rule_of_floats(name) {
                    self.real_or_float(receiver);
                }
                self.types.known_as(result, Term::named("bool"));
            }
            // Integers have these methods, too.
            _ if is_shared => {
                let mut all = receiver;
                for arg in args {
                    let joined = self.types.fresh();
                    self.one_type(all, *arg, Some(joined));
                    all = joined;
                }
                self.types.unify(result, all);
            }
            _ if is_rule => {
                self.real_or_float(receiver);
                for arg in args.iter().filter(|_| name != "powi") {
                    self.real_or_float(*arg);
                }
                if name == "powi" {
                    if let Some(exponent) = args.first() {
                        self.types.known_as(*exponent, Term::Exact(None));
                    }
                }
                let operands: Vec<Ty> = std::iter::once(&receiver)
                    .chain(args.iter().filter(|_| name != "powi"))
                    .copied()
                    .collect();
                let float = operands.iter().copied().find(|ty| self.is_float(*ty));
                let is_constant =
                    |this: &Self, ty: Ty| this.is_float(ty) || matches!(this.types.term(ty), Term::Float);
                match float.filter(|_| operands.iter().all(|ty| is_constant(self, *ty))) {
                    Some(float) => {
                        operands.iter().for_each(|ty| self.types.unify(*ty, float));
                        self.types.unify(result, float);
                    }
                    None => {
                        self.types.known_as(result, Term::Real);
                    }
                }
            }
            Term::Exact(_) | Term::Integer => {
                if ROUNDING.contains(&name) {
                    self.types.unify(result, receiver);
                }
            }
            Term::Unknown
            | Term::Float
            | Term::Real
            | Term::Sequence(..)
            | Term::Map(..)
            | Term::Function => {
                self.own_method(at, receiver);
            }
        }
        true
    }

    /// True if a length is known to be a number, or a count.
    fn own_length(&mut self, receiver: Ty, result: Ty, at: &Called) -> bool {
        self.tell_method(receiver, "len", result);
        if matches!(self.types.term(receiver), Term::Sequence(..) | Term::Map(..)) {
            self.types.known_as(result, Term::named("usize"));
            return true;
        }
        match self.types.term(result) {
            Term::Unknown if !self.types.uses(result).real => false,
            Term::Unknown | Term::Real | Term::Float => {
                self.own_method(at, receiver);
                true
            }
            _ => true,
        }
    }

    /// Notes an operand of a rule of the table: a real, or a float that is lifted.
    fn real_or_float(&mut self, ty: Ty) {
        match self.types.term(ty) {
            Term::Exact(Some(name)) if name.is_float() => {}
            _ => self.beside_real(ty),
        }
    }

    /// Handles a method that only the receiver's type knows.
    fn own_method(&mut self, at: &Called, receiver: Ty) {
        if !at.is_deciding {
            self.types.note(receiver, |uses| uses.receiver = true);
        }
        self.handed_on(at);
    }

    /// Notes the arguments of a method that structures may have.
    fn handed_on(&mut self, at: &Called) {
        if !at.is_deciding {
            if let Some(Some(way)) = at.places.first() {
                self.mentions.entry(way.clone()).or_default().receiver = true;
            }
        }
        for (i, way) in at.places.clone().into_iter().enumerate() {
            if let Some(way) = way {
                self.handed_place(&way, at.is_deciding);
                // The receiver stands first: what its own methods do is known.
                self.mention(&way).passed |= i > 0 && !at.is_deciding;
            }
        }
    }
}

/// Methods of floats that return one, and are no rules of the table.
const ROUNDING: [&str; 10] = [
    "floor",
    "ceil",
    "round",
    "trunc",
    "fract",
    "rem_euclid",
    "div_euclid",
    "copysign",
    "to_radians",
    "to_degrees",
];

fn is_operator(name: &str) -> bool {
    matches!(name, "add" | "sub" | "mul" | "div" | "neg")
}

/// True for a rule of the table.
pub(super) fn is_rule(name: &str) -> bool {
    name == "powi" || (!is_operator(name) && Primitive::by_name(name).is_some())
}

/// True for methods of integers and reals.
fn is_shared(name: &str) -> bool {
    matches!(name, "min" | "max" | "abs" | "signum" | "clamp")
}

fn is_rule_of_floats(name: &str) -> bool {
    matches!(name, "is_nan" | "is_finite" | "is_infinite" | "is_sign_negative" | "is_sign_positive")
}

/// Returns the type of a function of a number with parts.
pub(super) fn number_method(number: Number, name: &str) -> Term {
    match number.function(name).map(|function| function.returns) {
        Some(systems::Kind::Real) => Term::Real,
        Some(systems::Kind::Integer) => Term::Integer,
        Some(systems::Kind::Whole) | None => Term::Number(number),
    }
}
