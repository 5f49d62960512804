//! Pulling a cotangent back through an expression.
//!
//! For `y = e(x)` with the cotangent `ȳ`, every active `x` receives `x̄ += ȳ · ∂e/∂x`. Factors of a chain with one
//! active argument are multiplied as primals; where a cotangent fans out it is given a name first, so that `[T; R]`
//! cotangents are scaled once.

use super::Adjoint;
use super::partials::{expression, power, product};
use crate::ir::step::{Cotangent, Step};
use crate::ir::*;
use crate::reverse::flatten::live_partials;
use proc_macro2::Span;

impl Adjoint<'_> {
    /// Appends the steps that pull `seed` back through `e`; `name` is the variable that holds the value of `e`.
    pub(super) fn pull(&mut self, e: &Expr, seed: Cotangent, name: Option<&Expr>, out: &mut Vec<Step>) {
        if !carries(e, &self.vars) {
            return;
        }
        match e {
            Expr::Read(place) => self.pull_copy(place, seed, out),
            Expr::Apply(rule, args) => self.pull_rule(*rule, args, seed, name, out),
            Expr::Powi(x, n) => {
                let factor = product(seed.factor.as_ref(), power(x, n));
                self.pull(x, Cotangent { factor: Some(factor), ..seed }, None, out);
            }
            Expr::Call(callee, args) => {
                let seed = self.named(seed, out);
                let (args, callee) = (self.shadow_arguments(args), self.replayed(callee));
                out.push(Step::Pull { value: None, callee: callee.clone(), seed, args, span: *callee.span });
            }
            Expr::List(items) => {
                for (i, item) in items.iter().enumerate() {
                    let mut seed = seed.clone();
                    seed.seed.path.push(Projection::Index(Expr::integer(i)));
                    self.pull(item, seed, None, out);
                }
            }
            Expr::Structure(shape, fields) => {
                for (segment, field) in shape.segments().zip(fields) {
                    // What carries no cotangent has no shadow.
                    if let Some(place) = self.vars.within(&seed.seed, segment) {
                        let seed = Cotangent { seed: place, ..seed.clone() };
                        self.pull(field, seed, None, out);
                    }
                }
            }
            Expr::Fill { value, length, .. } => self.pull_fill(value, length, seed, out),
            // A choice between structures; `lower` makes a branch of every choice between reals.
            Expr::Choose(condition, a, b) => {
                let (mut then, mut otherwise) = (Vec::new(), Vec::new());
                self.pull(a, seed.clone(), None, &mut then);
                self.pull(b, seed, None, &mut otherwise);
                out.push(Step::If { condition: (**condition).clone(), then, otherwise });
            }
            Expr::Real(..) | Expr::Constant(_) | Expr::Length(_) => {}
            Expr::Exact(..) | Expr::ToReal(_) | Expr::ToExact(..) | Expr::Host(..) => {}
        }
    }

    /// A copy hands its cotangent on; that of an array, element by element.
    fn pull_copy(&mut self, place: &Place, seed: Cotangent, out: &mut Vec<Step>) {
        let ty = self.vars.type_of(place);
        let in_structure =
            [place.base, seed.seed.base].iter().any(|var| self.vars.field_path(*var).is_some());
        if !ty.of_reals() || ty.is_map() || (in_structure && ty.depth() == 0 && ty.number().is_none()) {
            return self.accumulate(place, seed, out);
        }
        let further = |place: &Place, projection: Projection| reach::extend(place.clone(), projection);
        let length = match &ty {
            Type::Structure(Named::Number(_)) => {
                let (from, into) = (self.vars.parts_at(&seed.seed), self.vars.parts_at(place));
                for (from, into) in from.into_iter().flatten().zip(into.into_iter().flatten()) {
                    self.accumulate(&into, Cotangent { seed: from, ..seed.clone() }, out);
                }
                return;
            }
            Type::Array(_, length) => Expr::Constant(length.clone()),
            Type::Slice(_) | Type::Vec(_) => reach::length(place),
            Type::Real | Type::Exact(_) | Type::Map(..) | Type::Structure(_) | Type::Unknown => {
                return self.accumulate(place, seed, out);
            }
        };
        let (index, range) = self.elements(length);
        let at = || Projection::Index(Expr::Read(Place::whole(index, place.span)));
        let mut body = Vec::new();
        let element = Cotangent { seed: further(&seed.seed, at()), ..seed };
        self.pull_copy(&further(place, at()), element, &mut body);
        out.push(Step::For { index, range, body, span: *place.span });
    }

    fn accumulate(&mut self, place: &Place, value: Cotangent, out: &mut Vec<Step>) {
        let place = self.shadow_place(place);
        out.push(Step::Accumulate { place, value });
    }

    /// A seed without factor and sign: a variable of its own where it had one.
    fn named(&mut self, seed: Cotangent, out: &mut Vec<Step>) -> Cotangent {
        if seed.factor.is_none() && seed.sign == Sign::Plus {
            return seed;
        }
        let var = self.fresh_seed();
        let place = Place::whole(var, seed.seed.span);
        out.push(Step::Seed { var, value: seed });
        Cotangent { sign: Sign::Plus, seed: place, factor: None }
    }

    fn pull_rule(
        &mut self,
        rule: Primitive,
        args: &[Expr],
        seed: Cotangent,
        name: Option<&Expr>,
        out: &mut Vec<Step>,
    ) {
        if rule == Primitive::Mul && self.is_square(args) {
            let twice = Expr::Apply(Primitive::Add, args.to_vec());
            let factor = product(seed.factor.as_ref(), twice);
            return self.pull(&args[0], Cotangent { factor: Some(factor), ..seed }, None, out);
        }
        let partials = live_partials(rule, args, &self.vars);
        if let (Primitive::Div, [a, b], [Some(_), Some(_)]) = (rule, args, &partials[..]) {
            return self.pull_quotient(a, b, seed, name, out);
        }
        let fans_out = partials.iter().flatten().count() > 1 && seed.factor.is_some();
        let seed = if fans_out { self.named(seed, out) } else { seed };
        for (arg, tree) in args.iter().zip(partials) {
            let Some(tree) = tree else { continue };
            let mut seed = seed.clone();
            match expression(&tree, args, name, rule) {
                Expr::Real(Real(1.0), _) => {}
                Expr::Real(Real(-1.0), _) => seed.sign = seed.sign.flipped(),
                Expr::Apply(Primitive::Neg, inner) if inner.len() == 1 => {
                    seed.sign = seed.sign.flipped();
                    seed.factor = Some(product(seed.factor.as_ref(), inner[0].clone()));
                }
                partial => seed.factor = Some(product(seed.factor.as_ref(), partial)),
            }
            self.pull(arg, seed, None, out);
        }
    }

    /// `y = a / b`: with `s = ȳ/b`, `ā += s` and `b̄ −= s·y`. The partial `y/b` may overflow where `s·y` does not.
    fn pull_quotient(
        &mut self,
        a: &Expr,
        b: &Expr,
        seed: Cotangent,
        name: Option<&Expr>,
        out: &mut Vec<Step>,
    ) {
        let inverse = Expr::Apply(Primitive::Div, vec![Expr::real(1.0, Span::call_site()), b.clone()]);
        let factor = Some(product(seed.factor.as_ref(), inverse));
        let seed = self.named(Cotangent { factor, ..seed }, out);
        let quotient = || Expr::Apply(Primitive::Div, vec![a.clone(), b.clone()]);
        self.pull(a, seed.clone(), None, out);
        let factor = Some(name.cloned().unwrap_or_else(quotient));
        self.pull(b, Cotangent { sign: seed.sign.flipped(), factor, seed: seed.seed }, None, out);
    }

    /// Both factors are the same scalar place.
    fn is_square(&self, args: &[Expr]) -> bool {
        match args {
            [Expr::Read(a), Expr::Read(b)] => {
                matches!(
                    crate::analysis::region::overlap(a, b, &self.vars),
                    crate::analysis::region::Overlap::Certain
                )
            }
            _ => false,
        }
    }

    /// All elements started at the same value: it receives the sum of their cotangents.
    fn pull_fill(&mut self, value: &Expr, length: &Expr, seed: Cotangent, out: &mut Vec<Step>) {
        let span = Span::call_site();
        let (index, range) = self.elements(length.clone());
        let mut element = seed;
        element.seed.path.push(Projection::Index(Expr::Read(Place::whole(index, span))));
        let mut body = Vec::new();
        self.pull(value, element, None, &mut body);
        out.push(Step::For { index, range, body, span });
    }

    /// An index for the elements of an array, and what it visits.
    fn elements(&mut self, length: Expr) -> (Var, Range) {
        let index = self.vars.add(Variable {
            name: "element".into(),
            span: Span::call_site(),
            ty: Type::Exact(Exact::Discrete),
            role: Role::Index,
            passing: Passing::Value,
            active: false,
            detached: false,
            definition: None,
        });
        let start = Expr::integer(0);
        let range = Range::between(start, length);
        (index, range)
    }
}
