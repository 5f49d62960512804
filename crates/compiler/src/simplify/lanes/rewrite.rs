//! Rewrites the body of a parallel loop so that it names captures, rows and sums in place of what is outside.

use super::Reason;
use super::plan::Plan;
use crate::analysis::region::Polynomial;
use crate::ir::step::{Capture, Cotangent, Row, RowTouch, Step};
use crate::ir::*;
use crate::simplify::access::Nodes;
use proc_macro2::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The names inside of what is outside.
pub(super) struct Rewriting {
    plan: Plan,
    index: Var,
    pub(super) captures: Vec<Capture>,
    pub(super) lengths: Vec<Capture>,
    pub(super) rows: Vec<Row>,
    pub(super) sums: Vec<Capture>,
    pub(super) scattered: BTreeSet<Var>,
    /// The real numbers that count in place of integers.
    counts: BTreeMap<Var, Var>,
    /// The truths in place of decisions that are kept as numbers.
    decisions: BTreeMap<Var, Var>,
}

impl Rewriting {
    pub(super) fn new(plan: Plan, index: Var, span: Span, vars: &mut Variables) -> Result<Rewriting, Reason> {
        let mut rewriting = Rewriting {
            plan,
            index,
            captures: vec![],
            lengths: vec![],
            rows: vec![],
            sums: vec![],
            scattered: BTreeSet::new(),
            counts: BTreeMap::new(),
            decisions: BTreeMap::new(),
        };
        for of in rewriting.plan.truths.clone() {
            let local = named(of, "", Type::Exact(Exact::Discrete), Role::Binding, vars);
            rewriting.decisions.insert(of, local);
        }
        for of in rewriting.plan.counts.clone() {
            let local = named(of, "", Type::Real, Role::Ancilla, vars);
            rewriting.counts.insert(of, local);
        }
        for var in rewriting.plan.measured.clone() {
            rewriting.measure(var, vars);
        }
        for var in rewriting.plan.captured.clone() {
            rewriting.capture(var, vars)?;
        }
        for var in rewriting.plan.summed.clone() {
            let ty = of_lanes(&vars[var].ty);
            let role = if is_shadow(var, vars) { Role::Shadow } else { Role::Ancilla };
            let local = named(var, "lanes", ty, role, vars);
            rewriting.sums.push(Capture { of: var, local });
            if rewriting.plan.scattered.contains(&var) {
                rewriting.scattered.insert(local);
            }
        }
        let planned: Vec<Var> = rewriting.plan.rows.keys().copied().collect();
        for of in planned {
            for at in 0..rewriting.plan.rows[&of].len() {
                let plan = &rewriting.plan.rows[&of][at];
                let (stride, touch) = (plan.stride.expr(), plan.touch);
                let moved =
                    Expr::Exact(Operator::Mul, vec![Expr::Read(Place::whole(index, span)), stride.clone()]);
                let moved = Polynomial::of(&moved, vars);
                let (start, length) = match &plan.offset {
                    Some(offset) => (moved.plus(offset, 1).expr(), None),
                    None => (moved.expr(), Some(stride.clone())),
                };
                let ty = match length {
                    None => Type::Real,
                    Some(_) => Type::Vec(Box::new(Type::Real)),
                };
                let role = match (is_shadow(of, vars), touch) {
                    (true, _) => Role::Shadow,
                    (false, RowTouch::Read) => Role::Binding,
                    (false, RowTouch::Add | RowTouch::Change) => Role::Ancilla,
                };
                let local = named(of, "row", ty, role, vars);
                rewriting.rows.push(Row { of, local, start, stride, length, touch });
            }
        }
        for at in 0..rewriting.rows.len() {
            let row = rewriting.rows[at].clone();
            rewriting.rows[at].start = rewriting.outside(&row.start, vars)?;
            rewriting.rows[at].stride = rewriting.outside(&row.stride, vars)?;
            rewriting.rows[at].length =
                row.length.map(|length| rewriting.outside(&length, vars)).transpose()?;
        }
        Ok(rewriting)
    }

    /// Declares the variable for the first iteration that remains.
    pub(super) fn first(&self, vars: &mut Variables) -> Var {
        vars.add(Variable {
            name: "first".into(),
            span: Span::call_site(),
            ty: Type::Exact(Exact::Discrete),
            role: Role::Binding,
            passing: Passing::Value,
            active: false,
            detached: false,
            definition: None,
        })
    }

    fn measure(&mut self, of: Var, vars: &mut Variables) {
        if self.lengths.iter().all(|c| c.of != of) {
            let local = named(of, "length", Type::Exact(Exact::Discrete), Role::Binding, vars);
            self.lengths.push(Capture { of, local });
        }
    }

    fn capture(&mut self, of: Var, vars: &mut Variables) -> Result<(), Reason> {
        if self.captures.iter().any(|c| c.of == of) {
            return Ok(());
        }
        if matches!(vars[of].ty, Type::Exact(Exact::Unknown | Exact::Discrete)) && !is_count(of, vars) {
            return Err(format!("the type of `{}` is unknown", vars[of].name));
        }
        let definition = match vars[of].definition.clone() {
            Some(definition) if vars[of].ty.depth() == 0 => self.outside(&definition, vars).ok(),
            _ => None,
        };
        let role = if matches!(vars[of].ty.leaf(), Type::Real) { Role::Uniform } else { Role::Binding };
        let ty = match &vars[of].ty {
            Type::Vec(item) | Type::Array(item, _) => Type::Slice(item.clone()),
            other => other.clone(),
        };
        let local = named(of, "", ty, role, vars);
        vars[local].definition = definition;
        self.captures.push(Capture { of, local });
        Ok(())
    }

    /// Returns an exact expression with captures, of which those that are missing are added: a bound of the loop, or of a row.
    pub(super) fn outside(&mut self, e: &Expr, vars: &mut Variables) -> Result<Expr, Reason> {
        let (mut read, mut measured) = (Vec::new(), Vec::new());
        e.reads(&mut |place| read.push(place.base));
        e.lengths(&mut |place| measured.push(place.base));
        for var in measured {
            if !self.plan.private.contains(&var) {
                self.measure(var, vars);
            }
        }
        for var in read {
            if var == self.index || self.plan.private.contains(&var) {
                continue;
            }
            let plain = matches!(vars[var].ty.leaf(), Type::Exact(_)) && vars[var].ty.depth() <= 1;
            if !plain || vars.field_path(var).is_some() || vars[var].name == "self" {
                return Err(format!("a bound depends on `{}`", vars[var].name));
            }
            self.capture(var, vars)?;
        }
        self.exact(e, vars)
    }

    pub(super) fn steps(&self, steps: &[Step], vars: &Variables) -> Result<Vec<Step>, Reason> {
        // An integer of an iteration is computed from its index where it is read.
        let is_integer =
            |step: &&Step| matches!(step, Step::Let { var, .. } if self.plan.integers.contains_key(var));
        steps.iter().filter(|step| !is_integer(step)).map(|step| self.step(step, vars)).collect()
    }

    fn step(&self, step: &Step, vars: &Variables) -> Result<Step, Reason> {
        Ok(match step {
            Step::Let { var, value } if self.plan.truths.contains(var) => {
                let truth = self.plan.truth_of(value).unwrap_or(value);
                Step::Let { var: self.inside(*var), value: self.condition(truth, vars)? }
            }
            Step::Declare { var, value } if self.plan.stacks.iter().any(|stacks| stacks.contains(var)) => {
                if !matches!(value, Expr::Fill { length, .. } if length.is_zero()) {
                    return Err(format!("`{}` is not empty at its start", vars[*var].name));
                }
                let none = Expr::real(0.0, vars[*var].span);
                let value =
                    Expr::Fill { value: Box::new(none), length: Box::new(Expr::integer(0)), heap: true };
                Step::Declare { var: *var, value }
            }
            Step::Declare { var, value } if self.counts.contains_key(var) => {
                Step::Declare { var: self.counts[var], value: self.counted(value, vars)? }
            }
            Step::Set { var, value } if self.counts.contains_key(var) => {
                Step::Set { var: self.counts[var], value: self.counted(value, vars)? }
            }
            Step::Update(u) if self.counts.contains_key(&u.place.base) => {
                if u.group != Group::Sum {
                    return Err(format!(
                        "`{}` is multiplied in some iterations only",
                        vars[u.place.base].name
                    ));
                }
                let place = Place::whole(self.counts[&u.place.base], u.place.span);
                Step::Update(Update { place, value: self.counted(&u.value, vars)?, ..u.clone() })
            }
            Step::Let { var, value } => Step::Let { var: *var, value: self.value(*var, value, vars)? },
            Step::Declare { var, value } => {
                Step::Declare { var: *var, value: self.value(*var, value, vars)? }
            }
            Step::Set { var, value } => Step::Set { var: *var, value: self.value(*var, value, vars)? },
            Step::DeclareZero { shadow, primal } => {
                if !self.plan.private.contains(primal) {
                    return Err(format!("the shadow of `{}` is made in it", vars[*primal].name));
                }
                Step::DeclareZero { shadow: *shadow, primal: *primal }
            }
            Step::Refill { var, value, primal } => {
                let value = value.as_ref().map(|value| self.value(*var, value, vars)).transpose()?;
                Step::Refill { var: *var, value, primal: *primal }
            }
            Step::Update(u) => {
                let (place, value) = (self.place(&u.place, vars)?, self.value(u.place.base, &u.value, vars)?);
                if u.group != Group::Sum && !self.plan.private.contains(&u.place.base) {
                    return Err(format!("`{}` is multiplied", vars[u.place.base].name));
                }
                Step::Update(Update { place, value, ..u.clone() })
            }
            Step::Seed { var, value } => Step::Seed { var: *var, value: self.cotangent(value, vars)? },
            Step::Accumulate { place, value } => {
                Step::Accumulate { place: self.place(place, vars)?, value: self.cotangent(value, vars)? }
            }
            Step::For { index, range, body, span } if self.plan.has_own_bounds(range, vars) => {
                self.counting(*index, range, body, *span, vars)?
            }
            Step::For { index, range, body, span } => {
                let mut range = range.clone();
                range.start = self.uniform(&range.start, vars)?;
                range.end = self.uniform(&range.end, vars)?;
                range.step = range.step.map(|step| self.uniform(&step, vars)).transpose()?;
                Step::For { index: *index, range, body: self.steps(body, vars)?, span: *span }
            }
            Step::If { condition, then, otherwise } => Step::If {
                condition: self.condition(condition, vars)?,
                then: self.steps(then, vars)?,
                otherwise: self.steps(otherwise, vars)?,
            },
            Step::Block(body) => Step::Block(self.steps(body, vars)?),
            Step::While { condition, body } => {
                Step::While { condition: self.condition(condition, vars)?, body: self.steps(body, vars)? }
            }
            Step::Call { callee, .. } | Step::CallAdjoint { callee, .. } | Step::Pull { callee, .. } => {
                return Err(format!("it calls `{}`", callee.name()));
            }
            Step::Window { .. } | Step::Lanes(_) => return Err("it is in lanes already".into()),
            Step::Push { stack, number } if self.plan.private.contains(stack) => {
                Step::Push { stack: *stack, number: self.inside(*number) }
            }
            Step::Pop { stack, number, .. } if self.plan.private.contains(stack) => {
                Step::Pop { stack: *stack, number: self.inside(*number), like: None }
            }
            Step::Push { .. } | Step::Pop { .. } => return Err("it records".into()),
            Step::Check(_) | Step::Safe(_) => return Err("it checks, or runs ordinary Rust".into()),
        })
    }

    fn cotangent(&self, c: &Cotangent, vars: &Variables) -> Result<Cotangent, Reason> {
        let factor = c.factor.as_ref().map(|factor| self.real(factor, vars)).transpose()?;
        Ok(Cotangent { sign: c.sign, seed: self.place(&c.seed, vars)?, factor })
    }

    /// Returns the value of a variable: real, exact, or storage.
    fn value(&self, var: Var, e: &Expr, vars: &Variables) -> Result<Expr, Reason> {
        match vars[var].ty.leaf() {
            Type::Real => self.real(e, vars),
            Type::Exact(_) => self.uniform(e, vars),
            Type::Structure(_) | Type::Unknown => Err(format!("`{}` is a structure", vars[var].name)),
            Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => {
                Err(format!("`{}` is an array of arrays", vars[var].name))
            }
        }
    }

    fn real(&self, e: &Expr, vars: &Variables) -> Result<Expr, Reason> {
        let all = |args: &[Expr]| args.iter().map(|arg| self.real(arg, vars)).collect::<Result<Vec<_>, _>>();
        Ok(match e {
            Expr::Real(..) => e.clone(),
            Expr::Constant(constant) if is_of_item(constant) => return Err(of_item(e, vars)),
            Expr::Constant(_) => Expr::ToReal(Box::new(e.clone())),
            Expr::Read(place) => Expr::Read(self.place(place, vars)?),
            Expr::Apply(rule, args) => Expr::Apply(*rule, all(args)?),
            Expr::Powi(x, n) => Expr::Powi(Box::new(self.real(x, vars)?), Box::new(self.uniform(n, vars)?)),
            Expr::ToReal(n) => self.counted(n, vars)?,
            Expr::Choose(c, a, b) => Expr::Choose(
                Box::new(self.condition(c, vars)?),
                Box::new(self.real(a, vars)?),
                Box::new(self.real(b, vars)?),
            ),
            Expr::List(items) => Expr::List(all(items)?),
            Expr::Fill { value, length, heap } => Expr::Fill {
                value: Box::new(self.real(value, vars)?),
                length: Box::new(self.uniform(length, vars)?),
                heap: *heap,
            },
            Expr::Host(Host::Constant, _) => e.clone(),
            Expr::Call(callee, _) => return Err(format!("it calls `{}`", callee.name())),
            Expr::Host(..) => return Err("it runs ordinary Rust".into()),
            Expr::Structure(..) => return Err("it makes a structure".into()),
            Expr::Length(_) | Expr::Exact(..) | Expr::ToExact(..) => {
                return Err("an exact value is used as a number".into());
            }
        })
    }

    /// Returns a loop whose bounds differ between lanes, as one that runs until all lanes are through. All count alike.
    fn counting(
        &self,
        index: Var,
        range: &Range,
        body: &[Step],
        span: Span,
        vars: &Variables,
    ) -> Result<Step, Reason> {
        let read = || Expr::Read(Place::whole(index, span));
        let is_plain = range.step.is_none() && range.nth.is_none() && !range.inclusive;
        if !is_plain || self.plan.is_varying(&range.start, vars) {
            return Err(format!(
                "the bounds of the loop over `{}` differ between iterations",
                vars[index].name
            ));
        }
        if range.falling
            && Nodes::of(body, vars).all.iter().flat_map(|n| &n.accesses).any(|a| a.place.base == index)
        {
            return Err(format!("`{}` falls from a number of each iteration", vars[index].name));
        }
        let goes_on = Expr::Exact(Operator::Lt, vec![read(), range.end.clone()]);
        let condition = self.condition(&goes_on, vars)?;
        let start = self.uniform(&range.start, vars)?;
        let mut body = self.steps(body, vars)?;
        body.push(Step::Update(Update {
            place: Place::whole(index, span),
            value: Expr::integer(1),
            group: Group::Sum,
            sign: Sign::Plus,
            written: None,
            span,
        }));
        Ok(Step::Block(vec![Step::Declare { var: index, value: start }, Step::While { condition, body }]))
    }

    /// Returns the truth or the real number in place of an integer.
    fn inside(&self, number: Var) -> Var {
        self.counts.get(&number).or_else(|| self.decisions.get(&number)).copied().unwrap_or(number)
    }

    /// Returns the truths of the body, and the stacks that keep them.
    pub(super) fn truths(&self) -> BTreeSet<Var> {
        self.decisions.values().chain(&self.plan.stacks[0]).copied().collect()
    }

    fn reads_count(&self, e: &Expr) -> bool {
        e.reads_any(|place| self.counts.contains_key(&place.base))
    }

    /// Returns an integer as a real number: exact, as long as it is below 2⁵³.
    fn counted(&self, e: &Expr, vars: &Variables) -> Result<Expr, Reason> {
        if !self.reads_count(e) {
            return Ok(Expr::ToReal(Box::new(self.exact(e, vars)?)));
        }
        let args =
            |args: &[Expr]| args.iter().map(|arg| self.counted(arg, vars)).collect::<Result<Vec<_>, _>>();
        match e {
            Expr::Read(place) => Ok(Expr::Read(Place::whole(self.inside(place.base), place.span))),
            Expr::Exact(Operator::Add, sides) => Ok(Expr::Apply(Primitive::Add, args(sides)?)),
            Expr::Exact(Operator::Sub, sides) => Ok(Expr::Apply(Primitive::Sub, args(sides)?)),
            Expr::Exact(Operator::Mul, sides) => Ok(Expr::Apply(Primitive::Mul, args(sides)?)),
            other => Err(format!("`{}` differs between iterations", print::text::expression(other, vars))),
        }
    }

    /// Returns an exact expression that has the same value in all lanes.
    fn uniform(&self, e: &Expr, vars: &Variables) -> Result<Expr, Reason> {
        if self.plan.is_varying(e, vars) {
            return Err(format!("`{}` differs between iterations", print::text::expression(e, vars)));
        }
        self.exact(e, vars)
    }

    /// Returns a condition, which may differ between lanes.
    fn condition(&self, e: &Expr, vars: &Variables) -> Result<Expr, Reason> {
        let number = |e: &Expr| {
            e.reads_any(|place| {
                let base = place.base;
                vars[base].ty.is_real() || self.plan.truths.contains(&base) || self.counts.contains_key(&base)
            })
        };
        if !number(e) {
            return self.exact(e, vars);
        }
        let is_truth = |e: &Expr| print::is_truth(e, &|var| self.plan.truths.contains(&var));
        match e {
            Expr::Read(place) if self.plan.truths.contains(&place.base) => {
                Ok(Expr::Read(Place::whole(self.inside(place.base), place.span)))
            }
            Expr::Choose(c, a, b) => Ok(Expr::Choose(
                Box::new(self.condition(c, vars)?),
                Box::new(self.condition(a, vars)?),
                Box::new(self.condition(b, vars)?),
            )),
            // A kept decision, as a number.
            Expr::Exact(Operator::Eq, args)
                if args.len() == 2 && is_truth(&args[0]) && args[1] == Expr::integer(1) =>
            {
                self.condition(&args[0], vars)
            }
            Expr::Exact(op, args) => {
                let is_logic = matches!(op, Operator::And | Operator::Or | Operator::Not);
                let is_equality = matches!(op, Operator::Eq | Operator::Ne);
                let sides = |side: &dyn Fn(&Expr) -> Result<Expr, Reason>| {
                    args.iter().map(side).collect::<Result<Vec<_>, _>>()
                };
                let args = if is_logic || is_equality && args.iter().any(is_truth) {
                    sides(&|arg| self.condition(arg, vars))?
                } else if op.is_truth() && args.iter().any(|arg| self.reads_count(arg)) {
                    sides(&|arg| self.counted(arg, vars))?
                } else if op.is_truth() {
                    sides(&|arg| self.real(arg, vars))?
                } else {
                    return Err(format!("`{}` differs between iterations", print::text::expression(e, vars)));
                };
                Ok(Expr::Exact(*op, args))
            }
            other => Err(format!("`{}` differs between iterations", print::text::expression(other, vars))),
        }
    }

    fn exact(&self, e: &Expr, vars: &Variables) -> Result<Expr, Reason> {
        let is_number = |place: &Place| {
            let base = place.base;
            vars[base].ty.is_real() || self.plan.truths.contains(&base) || self.counts.contains_key(&base)
        };
        if e.reads_any(is_number) {
            return Err(format!("`{}` differs between iterations", print::text::expression(e, vars)));
        }
        let e = self.plan.computed(e);
        let mut failed = None;
        let renamed = e.replaced(&mut |part| match part {
            Expr::Constant(constant) if is_of_item(constant) => {
                failed.get_or_insert(of_item(part, vars));
                None
            }
            Expr::Read(place) => match self.place(place, vars) {
                Ok(place) => Some(Expr::Read(place)),
                Err(reason) => {
                    failed.get_or_insert(reason);
                    None
                }
            },
            Expr::Length(place) if place.is_whole() => {
                let known = self.lengths.iter().find(|c| c.of == place.base);
                known.map(|known| Expr::Read(Place::whole(known.local, place.span)))
            }
            _ => None,
        });
        failed.map_or(Ok(renamed), Err)
    }

    /// Returns a place by its name inside.
    fn place(&self, place: &Place, vars: &Variables) -> Result<Place, Reason> {
        let mut failed = None;
        let inside = place.map_indices(&mut |index| match self.exact(index, vars) {
            Ok(index) => index,
            Err(reason) => {
                failed.get_or_insert(reason);
                index.clone()
            }
        });
        if let Some(reason) = failed {
            return Err(reason);
        }
        let base = place.base;
        if self.plan.private.contains(&base) || base == self.index {
            return Ok(inside);
        }
        let mut varies = false;
        place.each_index(&mut |index| varies |= self.plan.is_varying(index, vars));
        if !varies || !self.plan.rows.contains_key(&base) {
            let known = self.captures.iter().chain(&self.sums).find(|c| c.of == base);
            return match known {
                Some(known) => Ok(inside.with_base(known.local)),
                None => Err(format!("`{}` is accessed in several ways", vars[base].name)),
            };
        }
        let (Some(Projection::Index(written)), Some(Projection::Index(at))) =
            (place.path.first(), inside.path.first())
        else {
            return Err(format!("`{}` is accessed in several ways", vars[base].name));
        };
        let mut rows = self.rows.iter().filter(|row| row.of == base).zip(&self.plan.rows[&base]);
        let found = rows.find(|(_, plan)| match &plan.offset {
            None => true,
            Some(offset) => Polynomial::of(written, vars)
                .split(self.index)
                .is_some_and(|(stride, rest)| stride == plan.stride && rest == *offset),
        });
        let Some((row, _)) = found else {
            return Err(format!("`{}` is accessed in several ways", vars[base].name));
        };
        let path = match row.length {
            None => vec![],
            Some(_) => {
                let at = Expr::Exact(Operator::Sub, vec![at.clone(), row.start.clone()]);
                vec![Projection::Index(at)]
            }
        };
        Ok(Place { base: row.local, path, span: place.span })
    }
}

/// True if an integer without a written type is a `usize` by its definition: the kernel names the types of what it captures.
fn is_count(var: Var, vars: &Variables) -> bool {
    if let Some(definition) = &vars[var].definition {
        return counts(definition, vars);
    }
    let range = vars.indices().find(|(index, _)| *index == var);
    range.is_some_and(|(_, range)| counts(&range.start, vars) && counts(&range.end, vars))
}

fn counts(e: &Expr, vars: &Variables) -> bool {
    let is_usize = |ty: &ExactType| ty.scalar() == Some(Scalar::USIZE);
    match e {
        Expr::Constant(Constant::Integer(integer)) => {
            integer.ty.is_none_or(|ty| Scalar::Integer(ty) == Scalar::USIZE)
        }
        Expr::Length(_) => true,
        Expr::Read(place) => match vars.type_of(place) {
            Type::Exact(Exact::Written(ty)) => is_usize(&ty),
            Type::Exact(Exact::Unknown | Exact::Discrete) => place.is_whole() && is_count(place.base, vars),
            Type::Real | Type::Array(..) | Type::Slice(_) | Type::Vec(_) => false,
            Type::Map(..) | Type::Structure(_) | Type::Unknown => false,
        },
        Expr::Exact(op, args) => op.is_arithmetic() && args.iter().all(|arg| counts(arg, vars)),
        Expr::ToExact(_, ty) => is_usize(ty),
        Expr::Choose(_, a, b) => counts(a, vars) && counts(b, vars),
        Expr::Constant(_) | Expr::Real(..) | Expr::Apply(..) | Expr::Powi(..) | Expr::ToReal(_) => false,
        Expr::Call(..) | Expr::Host(..) | Expr::List(_) | Expr::Fill { .. } | Expr::Structure(..) => false,
    }
}

/// True for a constant of the type or the trait around, which the method that runs lanes cannot name.
fn is_of_item(constant: &Constant) -> bool {
    match constant {
        Constant::Path(path) => {
            path.qself.is_some() || path.path.segments.first().is_some_and(|first| first.ident == "Self")
        }
        Constant::Integer(_) | Constant::Truth(..) | Constant::Literal(_) | Constant::Written(_) => false,
    }
}

fn of_item(e: &Expr, vars: &Variables) -> Reason {
    format!("`{}` is a constant of the type around", print::text::expression(e, vars))
}

fn is_shadow(var: Var, vars: &Variables) -> bool {
    matches!(vars[var].role, Role::Shadow | Role::InputShadow)
}

/// Returns the type of the numbers of all lanes.
fn of_lanes(ty: &Type) -> Type {
    if ty.depth() == 0 { ty.clone() } else { Type::Vec(Box::new(ty.leaf().clone())) }
}

/// Adds a variable that stands for one outside.
fn named(of: Var, suffix: &str, ty: Type, role: Role, vars: &mut Variables) -> Var {
    let outer = vars[of].clone();
    let name = if suffix.is_empty() { outer.name.clone() } else { format!("{}_{suffix}", outer.name) };
    vars.add(Variable { name, ty, role, passing: Passing::Value, definition: None, ..outer })
}
