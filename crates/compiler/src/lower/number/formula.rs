//! Functions of numbers with parts, by their formulae in the table of number systems.
//!
//! Takes a function of the table with its arguments and returns its value: the formula, written in place of the call. Law: a value
//! that a formula uses several times is bound to a name first, unless it costs nothing; all others are used where they are.

use super::{Lowering, is, real};
use crate::ir::*;
use crate::syntax::seek::{At, seek};
use proc_macro2::Span;
use retrograde_rules::systems::Function;

/// Powers of numbers with a product of two parts are products up to this exponent.
const MOST_PRODUCTS: i64 = 64;

/// An argument or the value of a function.
#[derive(Clone)]
pub(super) enum Value {
    /// A real.
    Real(Expr),
    /// A number by its parts.
    Whole(Vec<Expr>),
    /// An exponent.
    Integer(Expr),
}

impl Value {
    fn real(self) -> Option<Expr> {
        match self {
            Value::Real(e) => Some(e),
            Value::Whole(_) | Value::Integer(_) => None,
        }
    }
}

/// The names in a formula.
struct Scope {
    number: Number,
    span: Span,
    values: Vec<(String, Value)>,
}

impl Lowering {
    /// The value of a function of the table; nothing where the arguments are not those of the function.
    pub(super) fn applied(
        &mut self,
        number: Number,
        function: &Function,
        args: Vec<Value>,
        span: Span,
    ) -> Option<Value> {
        if let (true, [Value::Whole(parts), Value::Integer(n)]) = (number.parts().len() > 1, &args[..]) {
            if let Some(n) = literal(n).filter(|n| n.abs() <= MOST_PRODUCTS) {
                return self.power(number, parts.clone(), n, span);
            }
        }
        let block: syn::Block = syn::parse_str(function.formula).ok()?;
        let mut scope = Scope { number, span, values: Vec::new() };
        for ((name, _), value) in function.params.iter().zip(args) {
            self.bound_in(name, value, &block.stmts, &mut scope);
        }
        self.result(&block, &mut scope)
    }

    /// Names a value in the rest of a formula.
    fn bound_in(&mut self, name: &str, value: Value, rest: &[syn::Stmt], scope: &mut Scope) {
        let value = match value {
            Value::Real(e) if uses(name, None, rest) > 1 => Value::Real(self.shared(e, name, scope.span)),
            Value::Whole(parts) => {
                let named = parts.into_iter().zip(scope.number.parts()).map(|(e, part)| {
                    if uses(name, Some(part), rest) > 1 { self.shared(e, part, scope.span) } else { e }
                });
                Value::Whole(named.collect())
            }
            value => value,
        };
        scope.values.push((name.to_string(), value));
    }

    /// The value of a formula.
    fn result(&mut self, block: &syn::Block, scope: &mut Scope) -> Option<Value> {
        for (i, stmt) in block.stmts.iter().enumerate() {
            match stmt {
                syn::Stmt::Expr(e, None) => return self.formula(e, scope),
                syn::Stmt::Local(local) => {
                    let syn::Pat::Ident(name) = &local.pat else { return None };
                    let value = self.formula(&local.init.as_ref()?.expr, scope)?;
                    self.bound_in(&name.ident.to_string(), value, &block.stmts[i + 1..], scope);
                }
                _ => return None,
            }
        }
        None
    }

    fn formula(&mut self, e: &syn::Expr, scope: &mut Scope) -> Option<Value> {
        let number = scope.number;
        Some(match e {
            syn::Expr::Paren(p) => self.formula(&p.expr, scope)?,
            // `n as f64`
            syn::Expr::Cast(cast) => self.formula(&cast.expr, scope)?,
            syn::Expr::Path(path) => {
                let name = path.path.get_ident()?;
                scope.values.iter().rev().find(|(known, _)| name == known)?.1.clone()
            }
            syn::Expr::Lit(lit) => match &lit.lit {
                syn::Lit::Float(f) => Value::Real(real(f.base10_parse().ok()?)),
                _ => return None,
            },
            syn::Expr::Field(f) => match self.formula(&f.base, scope)? {
                Value::Whole(parts) => {
                    Value::Real(parts.into_iter().nth(super::part_index(number, &f.member)?)?)
                }
                Value::Real(_) | Value::Integer(_) => return None,
            },
            syn::Expr::Struct(s) => {
                let field = |part: &&str| s.fields.iter().find(|f| super::names(&f.member, part));
                let parts = number.parts().iter().map(|part| self.formula(&field(part)?.expr, scope)?.real());
                Value::Whole(parts.collect::<Option<_>>()?)
            }
            syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
                match self.formula(&unary.expr, scope)? {
                    Value::Real(e) => Value::Real(folded(Primitive::Neg, vec![e])),
                    value => self.applied(number, number.operator("neg")?, vec![value], scope.span)?,
                }
            }
            syn::Expr::Binary(b) => {
                let (left, right) = (self.formula(&b.left, scope)?, self.formula(&b.right, scope)?);
                let name = match b.op {
                    syn::BinOp::Add(_) => "add",
                    syn::BinOp::Sub(_) => "sub",
                    syn::BinOp::Mul(_) => "mul",
                    syn::BinOp::Div(_) => "div",
                    _ => return None,
                };
                match (left, right) {
                    (Value::Real(a), Value::Real(b)) => {
                        Value::Real(folded(Primitive::by_name(name)?, vec![a, b]))
                    }
                    (left, right) => {
                        self.applied(number, number.operator(name)?, vec![left, right], scope.span)?
                    }
                }
            }
            syn::Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let mut args = vec![self.formula(&call.receiver, scope)?];
                for arg in &call.args {
                    args.push(self.formula(arg, scope)?);
                }
                match &args[..] {
                    [Value::Whole(_), ..] => {
                        self.applied(number, number.function(&name)?, args, scope.span)?
                    }
                    [Value::Real(base), Value::Integer(n)] if name == "powi" => {
                        Value::Real(Expr::Powi(Box::new(base.clone()), Box::new(n.clone())))
                    }
                    _ => {
                        let args: Option<Vec<Expr>> = args.into_iter().map(Value::real).collect();
                        Value::Real(folded(Primitive::by_name(&name)?, args?))
                    }
                }
            }
            syn::Expr::Call(call) => {
                let syn::Expr::Path(path) = &*call.func else { return None };
                let (of, name) = (path.path.segments.first()?, path.path.segments.last()?);
                let mut args = Vec::new();
                for arg in &call.args {
                    args.push(self.formula(arg, scope)?);
                }
                match (&args[..], of.ident == "T") {
                    ([Value::Integer(n)], true) => Value::Real(Expr::ToReal(Box::new(n.clone()))),
                    ([constant], true) => constant.clone(),
                    _ => {
                        let function = number.function(&name.ident.to_string())?;
                        self.applied(number, function, args, scope.span)?
                    }
                }
            }
            _ => return None,
        })
    }

    /// A power with a literal exponent, by products of squares.
    fn power(&mut self, number: Number, parts: Vec<Expr>, n: i64, span: Span) -> Option<Value> {
        let (one, mul) = (number.constant("ONE")?, number.operator("mul")?);
        let one = self.applied(number, one, Vec::new(), span)?;
        let (mut power, mut square, mut bits) = (one.clone(), parts, n.unsigned_abs());
        while bits > 0 {
            if bits & 1 == 1 {
                power = self.applied(number, mul, vec![power, Value::Whole(square.clone())], span)?;
            }
            bits >>= 1;
            if bits > 0 {
                let named =
                    square.into_iter().zip(number.parts()).map(|(e, part)| self.shared(e, part, span));
                let factor = Value::Whole(named.collect());
                let Value::Whole(product) = self.applied(number, mul, vec![factor.clone(), factor], span)?
                else {
                    return None;
                };
                square = product;
            }
        }
        if n < 0 {
            self.applied(number, number.operator("div")?, vec![one, power], span)
        } else {
            Some(power)
        }
    }

    /// A value that is used several times: bound to a name, unless it costs nothing or may not be bound here.
    fn shared(&mut self, e: Expr, name: &str, span: Span) -> Expr {
        if crate::ir::visit::is_leaf(&e) || self.inline {
            return e;
        }
        Expr::Read(self.value_named(name, span, Type::Real, e))
    }
}

/// The value of a rule. Parts that are known to be zero or one, such as those of the imaginary unit, are not computed with: nothing
/// depends on them, and an infinite factor stays what it is.
fn folded(rule: Primitive, mut args: Vec<Expr>) -> Expr {
    let known = |i: usize, c: f64| is(&args[i], c);
    match rule {
        Primitive::Mul if known(0, 0.0) || known(1, 0.0) => real(0.0),
        Primitive::Add if known(0, 0.0) => args.swap_remove(1),
        Primitive::Mul if known(0, 1.0) => args.swap_remove(1),
        Primitive::Add | Primitive::Sub if known(1, 0.0) => args.swap_remove(0),
        Primitive::Mul | Primitive::Div if known(1, 1.0) => args.swap_remove(0),
        Primitive::Div if known(0, 0.0) => args.swap_remove(0),
        Primitive::Sub if known(0, 0.0) => folded(Primitive::Neg, vec![args.swap_remove(1)]),
        Primitive::Mul if known(0, -1.0) => folded(Primitive::Neg, vec![args.swap_remove(1)]),
        Primitive::Mul if known(1, -1.0) => folded(Primitive::Neg, vec![args.swap_remove(0)]),
        Primitive::Neg => match args.swap_remove(0) {
            Expr::Real(Real(value), span) => Expr::real(if value == 0.0 { value } else { -value }, span),
            e => Expr::Apply(Primitive::Neg, vec![e]),
        },
        rule => Expr::Apply(rule, args),
    }
}

/// Returns the value of a literal exponent.
fn literal(exponent: &Expr) -> Option<i64> {
    match exponent {
        Expr::Constant(n) => n.as_usize().and_then(|n| i64::try_from(n).ok()),
        Expr::Exact(Operator::Neg, args) => literal(&args[0]).map(|n| -n),
        _ => None,
    }
}

/// Counts the uses of a name, or of one part of it: a use of the whole is one of each part.
fn uses(name: &str, part: Option<&str>, stmts: &[syn::Stmt]) -> usize {
    let is_it = |e: &syn::Expr| matches!(e, syn::Expr::Path(p) if p.path.is_ident(name));
    let mut uses = 0;
    let at = |e: &syn::Expr| match e {
        syn::Expr::Field(f) if is_it(&f.base) => {
            uses += usize::from(part.is_none_or(|part| super::names(&f.member, part)));
            At::Past
        }
        e if is_it(e) => {
            uses += 1;
            At::Past
        }
        _ => At::Inside,
    };
    seek(at, |visitor| stmts.iter().for_each(|stmt| visitor.visit_stmt(stmt)));
    uses
}
