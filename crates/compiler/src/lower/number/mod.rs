//! Numbers with parts: what their arithmetic means for the real parts.
//!
//! Takes expressions over complex, logarithmic and tropical numbers and returns the expressions of their parts, made of
//! rules of the table; so their partials, their adjoints and what is inactive in them need no pass to know them. Law: a part
//! depends on the parts that mathematics says; the real part of a sum never reads an imaginary part.

mod formula;
mod update;

use self::formula::Value;
use super::Lowering;
use super::expr::stand_in;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use crate::syntax::numbers;
use crate::syntax::paths::{last, owner, parent};
use proc_macro2::Span;
use quote::{ToTokens, quote};
use retrograde_rules::systems::{self, Function};
use syn::spanned::Spanned;

/// The parts of an operand.
enum Operand {
    /// One real.
    Real(Expr),
    /// The parts of a number.
    Parts(Vec<Expr>),
}

impl Operand {
    /// The parts: a real has no others.
    fn parts(self, number: Number) -> Vec<Expr> {
        match self {
            Operand::Real(e) => {
                let mut parts = vec![real(0.0); number.parts().len()];
                parts[0] = e;
                parts
            }
            Operand::Parts(parts) => parts,
        }
    }
}

fn real(value: f64) -> Expr {
    Expr::real(value, Span::call_site())
}

fn is(e: &Expr, value: f64) -> bool {
    matches!(e, Expr::Real(v, _) if v.0 == value)
}

impl Lowering {
    /// The parts of an expression that is such a number.
    pub(super) fn parts(&mut self, e: Expr, number: Number) -> Vec<Expr> {
        match e {
            Expr::Structure(_, parts) => parts,
            Expr::Read(place) => self.part_reads(&place),
            // A call whose value is a number is made once.
            Expr::Call(callee, args) => {
                let span = *callee.span;
                let place = self.value_named("value", span, number.into(), Expr::Call(callee, args));
                self.part_reads(&place)
            }
            other => vec![other],
        }
    }

    fn part_reads(&self, place: &Place) -> Vec<Expr> {
        self.vars.parts_at(place).into_iter().flatten().map(Expr::Read).collect()
    }

    /// The value as a number of this type, where one is needed.
    pub(super) fn as_number(&mut self, e: Expr, number: Number, written: &syn::Expr) -> Expr {
        match (self.kind(&e), &e) {
            (Kind::Number(found), _) if found == number => {
                let parts = self.parts(e, number);
                Expr::number(number, parts)
            }
            (_, Expr::Call(..) | Expr::Fill { .. } | Expr::List(_)) => e,
            (Kind::Real | Kind::Integer | Kind::Constant, _) if number == Number::Complex => {
                let re = self.as_real(e, written);
                Expr::number(number, vec![re, real(0.0)])
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
                Expr::Structure(_, parts) => Operand::Parts(parts),
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
        let value = match operator {
            Operator::Eq | Operator::Ne => return equal(number, operator, left, right),
            Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge if number != Number::Complex => {
                return Expr::Exact(operator, vec![one_part(left), one_part(right)]);
            }
            _ => self.operated(number, operator, left, right, span),
        };
        value.unwrap_or_else(|| {
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
        })
    }

    /// The value of an operator; nothing where the numbers do not have it.
    fn operated(
        &mut self,
        number: Number,
        operator: Operator,
        left: Operand,
        right: Operand,
        span: Span,
    ) -> Option<Expr> {
        let name = match operator {
            Operator::Add => "add",
            Operator::Sub => "sub",
            Operator::Mul => "mul",
            Operator::Div => "div",
            Operator::Rem | Operator::BitAnd | Operator::BitOr | Operator::BitXor => return None,
            Operator::Shl | Operator::Shr | Operator::And | Operator::Or | Operator::Not => return None,
            Operator::Eq | Operator::Ne | Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge => {
                return None;
            }
            Operator::Neg => return None,
        };
        let (function, args) = match (operator, left, right) {
            (Operator::Mul, Operand::Parts(parts), Operand::Real(by))
            | (Operator::Mul, Operand::Real(by), Operand::Parts(parts))
                if number == Number::Complex =>
            {
                (number.function("scale"), vec![Value::Whole(parts), Value::Real(by)])
            }
            (Operator::Div, Operand::Parts(parts), Operand::Real(by)) if number == Number::Complex => {
                (number.function("unscale"), vec![Value::Whole(parts), Value::Real(by)])
            }
            (_, left, right) => {
                (number.operator(name), [left, right].map(|e| Value::Whole(e.parts(number))).into())
            }
        };
        self.written_in(number, function?, args, span)
    }

    /// The value of a function of the table, which is written in place of the call.
    fn written_in(
        &mut self,
        number: Number,
        function: &Function,
        args: Vec<Value>,
        span: Span,
    ) -> Option<Expr> {
        Some(match self.applied(number, function, args, span)? {
            Value::Real(e) | Value::Integer(e) => e,
            Value::Whole(parts) => Expr::number(number, parts),
        })
    }

    /// The value of a function of this name; nothing where there is none, or it takes other arguments.
    fn called(
        &mut self,
        number: Number,
        name: &str,
        args: Vec<(Expr, &syn::Expr)>,
        span: Span,
    ) -> Option<Expr> {
        if number.is_constructor(name) && args.len() == number.parts().len() {
            let parts = args.into_iter().map(|(e, written)| self.as_real(e, written));
            return Some(Expr::number(number, parts.collect()));
        }
        let function = number.function(name).filter(|function| function.params.len() == args.len())?;
        let args = function.params.iter().zip(args).map(|((_, kind), (e, written))| match kind {
            systems::Kind::Real => Value::Real(self.as_real(e, written)),
            systems::Kind::Whole => Value::Whole(self.operand(e, number, written).parts(number)),
            systems::Kind::Integer => Value::Integer(e),
        });
        let args = args.collect();
        self.written_in(number, function, args, span)
    }

    /// `-e`
    pub(super) fn number_negative(&mut self, number: Number, e: Expr, span: Span) -> Expr {
        if let Some(function) = number.operator("neg") {
            let parts = Value::Whole(self.parts(e, number));
            return self.written_in(number, function, vec![parts], span).unwrap_or(stand_in_of(number, span));
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
        Some(self.called(number, &name, args, span).unwrap_or_else(|| {
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
        }))
    }

    /// `Complex::I` and the like.
    pub(super) fn number_constant(&mut self, path: &syn::Path) -> Option<Expr> {
        let (number, name) = named_item(path)?;
        let constant = number.constant(&name)?;
        self.in_use(path, 1);
        self.written_in(number, constant, Vec::new(), path.span())
    }

    /// `Complex { re, im }`
    pub(super) fn number_struct(&mut self, e: &syn::ExprStruct, exact: bool) -> Option<Expr> {
        let number = numbers::by_name(&last(&e.path))?;
        let mut parts = Vec::new();
        for part in number.parts() {
            let field = e.fields.iter().find(|f| matches!(&f.member, syn::Member::Named(n) if n == part))?;
            let value = self.lower_expr(&field.expr, exact);
            parts.push(self.as_real(value, &field.expr));
        }
        self.in_use(&e.path, 0);
        Some(Expr::number(number, parts))
    }

    /// Notes that a path names a type, before this many further segments.
    fn in_use(&mut self, path: &syn::Path, after: usize) {
        let mut path = path.clone();
        for _ in 0..after {
            path = parent(&path);
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
        if name == "clone" && args.is_empty() {
            return Expr::number(number, self.operand(receiver, number, &call.receiver).parts(number));
        }
        let known = number.function(&name).filter(|function| function.has_receiver());
        let args = std::iter::once((receiver, &*call.receiver)).chain(args).collect();
        let value = known.and_then(|_| self.called(number, &name, args, span));
        value.unwrap_or_else(|| {
            let message = format!("`{name}` is not a known method of a {}", number.noun());
            let methods = number.functions().iter().filter(|function| function.has_receiver());
            let methods: Vec<&str> = methods.map(|function| function.name).collect();
            self.outside(call.method.span(), message, format!("there are {}", methods.join(" ")));
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
    Expr::number(number, number.parts().iter().map(|_| stand_in(span)).collect())
}

/// The one part of an operand.
fn one_part(operand: Operand) -> Expr {
    match operand {
        Operand::Real(e) => e,
        Operand::Parts(parts) => parts.into_iter().next().unwrap_or(real(0.0)),
    }
}

/// True if complex numbers have a method that reals do not have.
pub(super) fn is_of_complex(name: &str) -> bool {
    let is_method = Number::Complex.function(name).is_some_and(Function::has_receiver);
    is_method && name != "powi" && Primitive::by_name(name).is_none()
}

fn equal(number: Number, operator: Operator, left: Operand, right: Operand) -> Expr {
    let pairs = left
        .parts(number)
        .into_iter()
        .zip(right.parts(number))
        .map(|(a, b)| Expr::Exact(operator, vec![a, b]));
    let both = if operator == Operator::Eq { Operator::And } else { Operator::Or };
    pairs.reduce(|a, b| Expr::Exact(both, vec![a, b])).unwrap_or(stand_in(Span::call_site()))
}

/// The type of numbers and the item of it that a path names: `Complex::<f64>::new`.
fn named_item(path: &syn::Path) -> Option<(Number, String)> {
    Some((numbers::by_name(&owner(path)?)?, last(path)))
}

/// The index of the part that a field names.
pub(super) fn part_index(number: Number, member: &syn::Member) -> Option<usize> {
    number.parts().iter().position(|part| names(member, part))
}

/// True if a field is this part.
fn names(member: &syn::Member, part: &str) -> bool {
    matches!(member, syn::Member::Named(name) if name == part)
}
