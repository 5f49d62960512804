//! Numbers with parts: what their arithmetic means for the real parts.
//!
//! Takes expressions over complex, logarithmic and tropical numbers and returns the expressions of their parts, made of
//! rules of the table; so their partials, their adjoints and what is inactive in them need no pass to know them. A value
//! that several parts ask for is bound to a name first. Law: a part depends on the parts that mathematics says; the real
//! part of a sum never reads an imaginary part.

mod complex;
mod semiring;
mod update;

pub(super) use complex::is_of_complex;

use super::Lowering;
use super::expr::stand_in;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

/// The parts of an operand.
enum Operand {
    /// One real.
    Real(Expr),
    /// The parts of a number.
    Parts(Vec<Expr>),
}

fn real(value: f64) -> Expr {
    Expr::real(value, Span::call_site())
}

fn is(e: &Expr, value: f64) -> bool {
    matches!(e, Expr::Real(v, _) if v.0 == value)
}

fn apply(rule: Primitive, args: impl IntoIterator<Item = Expr>) -> Expr {
    Expr::Apply(rule, args.into_iter().collect())
}

// Parts that are known to be zero or one, such as those of the imaginary unit, are not computed with: nothing depends on
// them, and an infinite factor stays what it is.
fn plus(a: Expr, b: Expr) -> Expr {
    match (is(&a, 0.0), is(&b, 0.0)) {
        (true, _) => b,
        (_, true) => a,
        _ => apply(Primitive::Add, [a, b]),
    }
}

fn minus(a: Expr, b: Expr) -> Expr {
    match (is(&a, 0.0), is(&b, 0.0)) {
        (_, true) => a,
        (true, _) => negative(b),
        _ => apply(Primitive::Sub, [a, b]),
    }
}

fn times(a: Expr, b: Expr) -> Expr {
    match (&a, &b) {
        _ if is(&a, 0.0) || is(&b, 0.0) => real(0.0),
        _ if is(&a, 1.0) => b,
        _ if is(&b, 1.0) => a,
        _ if is(&a, -1.0) => negative(b),
        _ if is(&b, -1.0) => negative(a),
        _ => apply(Primitive::Mul, [a, b]),
    }
}

fn over(a: Expr, b: Expr) -> Expr {
    if is(&a, 0.0) || is(&b, 1.0) { a } else { apply(Primitive::Div, [a, b]) }
}

fn negative(a: Expr) -> Expr {
    match a {
        Expr::Real(Real(value), span) => Expr::real(if value == 0.0 { value } else { -value }, span),
        a => apply(Primitive::Neg, [a]),
    }
}

impl Lowering {
    /// The parts of an expression that is such a number.
    pub(super) fn parts(&mut self, e: Expr, number: Number) -> Vec<Expr> {
        match e {
            Expr::Number(_, parts) => parts,
            Expr::Read(place) => self.part_reads(&place, number),
            // A call whose value is a number is made once.
            Expr::Call(callee, args) => {
                let span = callee.span;
                let var = self.declare("value", *span, Type::Number(number), Role::Binding);
                let value = Expr::Call(callee, args);
                self.pending.push(Stmt::Bind(Binding::new(var, value, *span)));
                self.part_reads(&Place::whole(var, span), number)
            }
            other => vec![other],
        }
    }

    fn part_reads(&self, place: &Place, number: Number) -> Vec<Expr> {
        let read = |i| Expr::Read(super::place::extend(place.clone(), Projection::part(i)));
        (0..number.parts().len()).map(read).collect()
    }

    /// The value as a number of this type, where one is needed.
    pub(super) fn as_number(&mut self, e: Expr, number: Number, written: &syn::Expr) -> Expr {
        match (self.kind(&e), &e) {
            (Kind::Number(found), _) if found == number => {
                let parts = self.parts(e, number);
                Expr::Number(number, parts)
            }
            (_, Expr::Call(..) | Expr::Fill { .. } | Expr::List(_)) => e,
            (Kind::Real | Kind::Integer | Kind::Constant, _) if number == Number::Complex => {
                let re = self.as_real(e, written);
                Expr::Number(number, vec![re, real(0.0)])
            }
            _ => {
                let (text, name) = (shown(written), number.name());
                let message = format!("`{text}` is not a {}, and one is needed here", number.noun());
                let help = match number {
                    Number::Complex => format!("make one of its parts: `{name}::new(re, im)`"),
                    _ => format!("convert it: `{name}::from_value({text})`"),
                };
                self.errors.report(Law::MixedTypes, Extent::of(written), message, help);
                stand_in_of(number, written.span())
            }
        }
    }

    /// A value that several parts ask for: bound to a name, unless it costs nothing or may not be bound here.
    fn shared(&mut self, e: Expr, name: &str, span: Span) -> Expr {
        if crate::ir::visit::is_leaf(&e) || self.inline {
            return e;
        }
        let var = self.declare(name, span, Type::Real, Role::Binding);
        self.pending.push(Stmt::Bind(Binding::new(var, e, span)));
        Expr::Read(Place::whole(var, span))
    }

    fn all_shared(&mut self, parts: Vec<Expr>, names: &[&str], span: Span) -> Vec<Expr> {
        parts.into_iter().zip(names).map(|(part, name)| self.shared(part, name, span)).collect()
    }

    /// Lowers something in which nothing is bound to a name: a condition is evaluated again and again.
    pub(super) fn inlined<R>(&mut self, inline: bool, lower: impl FnOnce(&mut Lowering) -> R) -> R {
        let outer = self.inline;
        self.inline = outer || inline;
        let result = lower(self);
        self.inline = outer;
        result
    }

    /// A number's operand in arithmetic: one of its own kind, or a real beside a complex number.
    fn operand(&mut self, e: Expr, number: Number, written: &syn::Expr) -> Operand {
        match self.kind(&e) {
            Kind::Number(found) if found == number => Operand::Parts(self.parts(e, number)),
            _ if number == Number::Complex && !matches!(self.kind(&e), Kind::Number(_)) => {
                Operand::Real(self.as_real(e, written))
            }
            _ => match self.as_number(e, number, written) {
                Expr::Number(_, parts) => Operand::Parts(parts),
                other => Operand::Real(other),
            },
        }
    }

    /// `left operator right` where one of them is such a number.
    pub(super) fn number_binary(
        &mut self,
        number: Number,
        operator: Operator,
        left: Expr,
        right: Expr,
        written: &syn::ExprBinary,
    ) -> Expr {
        let span = written.span();
        let left = self.operand(left, number, &written.left);
        let right = self.operand(right, number, &written.right);
        let parts = match (operator, number) {
            (Operator::Eq | Operator::Ne, _) => return equal(operator, left, right),
            (Operator::Add | Operator::Sub | Operator::Mul | Operator::Div, Number::Complex) => {
                Some(self.complex_binary(operator, left, right, span))
            }
            (Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge, Number::Complex) => None,
            (Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge, _) => {
                return Expr::Exact(operator, vec![one_part(left), one_part(right)]);
            }
            (_, Number::Complex) => None,
            // ln(eᵃ - eᵇ) = a + ln(1 - e^(b - a))
            (Operator::Sub, Number::Log) => {
                let a = self.shared(one_part(left), "ln", span);
                let ratio = apply(Primitive::Exp, [minus(one_part(right), a.clone())]);
                Some(vec![plus(a, apply(Primitive::Ln1p, [negative(ratio)]))])
            }
            _ => semiring::binary(number, operator, one_part(left), one_part(right)),
        };
        match parts {
            Some(parts) => Expr::Number(number, parts),
            None => {
                let message = format!("`{}` has no meaning for a {}", shown(written), number.noun());
                let help = match number {
                    Number::Complex => {
                        "complex numbers are added, subtracted, multiplied, divided and compared by `==`"
                    }
                    Number::Log => "positive numbers are added, subtracted, multiplied and divided",
                    Number::MaxPlus | Number::MinPlus => "tropical numbers are added, multiplied and divided",
                };
                self.outside(Extent::of(written), message, help);
                stand_in_of(number, span)
            }
        }
    }

    /// `-e`
    pub(super) fn number_negative(&mut self, number: Number, e: Expr, span: Span) -> Expr {
        if number == Number::Complex {
            let parts = self.parts(e, number);
            return Expr::Number(number, parts.into_iter().map(negative).collect());
        }
        let message = format!("a {} has no negative", number.noun());
        self.outside(span, message, "multiply by its reciprocal instead: `a.recip()`, or negate its value");
        stand_in_of(number, span)
    }

    /// `Complex::new(re, im)`, `Log::from_value(x)` and the like; nothing where a path is no type of numbers.
    pub(super) fn number_call(&mut self, call: &syn::ExprCall, exact: bool) -> Option<Expr> {
        let syn::Expr::Path(path) = &*call.func else { return None };
        let (number, name) = named_item(&path.path)?;
        self.in_use(&path.path, 1);
        let span = call.span();
        let mut args = Vec::new();
        for written in &call.args {
            let value = self.lower_expr(written, exact);
            args.push((value, written));
        }
        let reals = |lowering: &mut Lowering, args: Vec<(Expr, &syn::Expr)>| {
            let lowered = args.into_iter().map(|(value, written)| lowering.as_real(value, written));
            lowered.collect::<Vec<_>>()
        };
        let known: &[&str] = match number {
            Number::Complex => &["new", "from", "from_polar", "cis", "i"],
            Number::Log => &["one", "from_ln", "from_value", "constant", "from"],
            Number::MaxPlus | Number::MinPlus => &["one", "from_value", "constant", "from"],
        };
        let parts = match number {
            _ if !known.contains(&name.as_str()) => None,
            Number::Complex => {
                let args = reals(self, args);
                self.complex_call(&name, args, span)
            }
            _ => semiring::call(number, &name, reals(self, args)),
        };
        Some(match parts {
            Some(parts) => Expr::Number(number, parts),
            None => {
                let message = format!("`{}` is not a known constructor of a {}", shown(path), number.noun());
                let help = match number {
                    Number::Complex => {
                        "write `Complex::new(re, im)`, `Complex::from_polar(r, theta)` or `Complex::cis(theta)`"
                    }
                    Number::Log => "write `Log::from_value(x)`, `Log::from_ln(x)` or `Log::one()`",
                    Number::MaxPlus | Number::MinPlus => "write `from_value(x)` or `one()`",
                };
                self.outside(Extent::of(path), message, help);
                stand_in_of(number, span)
            }
        })
    }

    /// `Complex::I` and the like.
    pub(super) fn number_constant(&mut self, path: &syn::Path) -> Option<Expr> {
        let (Number::Complex, name) = named_item(path)? else { return None };
        let parts = match name.as_str() {
            "I" => [0.0, 1.0],
            "ONE" => [1.0, 0.0],
            "ZERO" => [0.0, 0.0],
            _ => return None,
        };
        self.in_use(path, 1);
        Some(Expr::Number(Number::Complex, parts.map(real).to_vec()))
    }

    /// `Complex { re, im }`
    pub(super) fn number_struct(&mut self, e: &syn::ExprStruct, exact: bool) -> Option<Expr> {
        let number = Number::by_name(&e.path.segments.last()?.ident.to_string())?;
        let mut parts = Vec::new();
        for part in number.parts() {
            let field = e.fields.iter().find(|f| matches!(&f.member, syn::Member::Named(n) if n == part))?;
            let value = self.lower_expr(&field.expr, exact);
            parts.push(self.as_real(value, &field.expr));
        }
        self.in_use(&e.path, 0);
        Some(Expr::Number(number, parts))
    }

    /// Notes that a path names a type, before this many further segments.
    fn in_use(&mut self, path: &syn::Path, after: usize) {
        let mut path = path.clone();
        for _ in 0..after {
            path.segments.pop();
            path.segments.pop_punct();
        }
        for segment in &mut path.segments {
            segment.arguments = syn::PathArguments::None;
        }
        if self.named.insert(path.to_token_stream().to_string()) {
            self.items.extend(quote!(#[allow(unused_imports)] use #path as _;));
        }
    }

    /// A method of such a number, or with one among its arguments.
    pub(super) fn number_method(
        &mut self,
        number: Number,
        receiver: Expr,
        args: Vec<(Expr, &syn::Expr)>,
        call: &syn::ExprMethodCall,
    ) -> Expr {
        let (name, span) = (call.method.to_string(), call.span());
        let receiver = match self.operand(receiver, number, &call.receiver) {
            Operand::Parts(parts) => parts,
            Operand::Real(re) => vec![re, real(0.0)],
        };
        if name == "clone" && args.is_empty() {
            return Expr::Number(number, receiver);
        }
        let value = match number {
            Number::Complex => self.complex_method(&name, receiver, args, span),
            _ => {
                let receiver = receiver.into_iter().next().unwrap_or(stand_in(span));
                self.semiring_method(number, &name, receiver, args)
            }
        };
        value.unwrap_or_else(|| {
            let message = format!("`{name}` is not a known method of a {}", number.noun());
            let help = match number {
                Number::Complex => {
                    "there are conj norm norm_sqr arg exp ln sqrt powc powf powi sin cos tan sinh cosh tanh inv scale unscale"
                }
                Number::Log => "there are ln value powi powf sqrt recip",
                Number::MaxPlus | Number::MinPlus => "there are value powi powf sqrt recip",
            };
            self.outside(call.method.span(), message, help);
            stand_in_of(number, span)
        })
    }

    /// The part of a value that a field names.
    pub(super) fn number_field(&mut self, f: &syn::ExprField, exact: bool) -> Option<Expr> {
        let base = self.lower_expr(&f.base, exact);
        let Kind::Number(number) = self.kind(&base) else { return None };
        let index = part_index(number, &f.member)?;
        self.parts(base, number).into_iter().nth(index)
    }
}

/// Returns the replacement of a number that was reported.
pub(super) fn stand_in_of(number: Number, span: Span) -> Expr {
    Expr::Number(number, number.parts().iter().map(|_| stand_in(span)).collect())
}

/// The one part of an operand.
fn one_part(operand: Operand) -> Expr {
    match operand {
        Operand::Real(e) => e,
        Operand::Parts(parts) => parts.into_iter().next().unwrap_or(real(0.0)),
    }
}

fn equal(operator: Operator, left: Operand, right: Operand) -> Expr {
    let parts = |operand| match operand {
        Operand::Real(e) => vec![e, real(0.0)],
        Operand::Parts(parts) => parts,
    };
    let pairs = parts(left).into_iter().zip(parts(right)).map(|(a, b)| Expr::Exact(operator, vec![a, b]));
    let both = if operator == Operator::Eq { Operator::And } else { Operator::Or };
    pairs.reduce(|a, b| Expr::Exact(both, vec![a, b])).unwrap_or(stand_in(Span::call_site()))
}

/// The type of numbers and the item of it that a path names: `Complex::<f64>::new`.
fn named_item(path: &syn::Path) -> Option<(Number, String)> {
    let mut segments = path.segments.iter().rev();
    let (item, ty) = (segments.next()?, segments.next()?);
    Some((Number::by_name(&ty.ident.to_string())?, item.ident.to_string()))
}

/// The index of the part that a field names.
pub(super) fn part_index(number: Number, member: &syn::Member) -> Option<usize> {
    match member {
        syn::Member::Named(name) => number.parts().iter().position(|part| name == part),
        syn::Member::Unnamed(_) => None,
    }
}
