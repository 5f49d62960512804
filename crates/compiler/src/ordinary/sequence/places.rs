//! Places for values: locals that are declared before their values are known.

use super::Sequence;
use super::sums::{Sum, Value};
use crate::ordinary::layout::Layout;
use crate::ordinary::start;
use crate::syntax::named::judged;
use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Stmt, parse_quote, parse_quote_spanned};

/// Places for a value: locals.
#[derive(Clone, Debug)]
pub(super) enum Dest {
    Unit,
    Plain(Ident),
    Sum(Ident, Box<Dest>),
    Tuple(Vec<Dest>),
    /// An `Option` that is there whole.
    Whole(Ident),
}

impl Dest {
    /// The value of the places.
    pub(super) fn read(&self) -> Expr {
        match self {
            Dest::Unit => parse_quote!(()),
            Dest::Plain(name) | Dest::Whole(name) => parse_quote!(#name),
            Dest::Sum(is, held) if matches!(**held, Dest::Unit) => parse_quote!((#is, false)),
            Dest::Sum(is, held) => {
                let held = held.read();
                parse_quote!((#is, #held))
            }
            Dest::Tuple(parts) => {
                let parts = parts.iter().map(Dest::read);
                parse_quote!((#(#parts),*))
            }
        }
    }

    pub(super) fn as_value(&self) -> Value {
        match self {
            Dest::Sum(is, held) => {
                Value::Sum(Sum { is: parse_quote!(#is), held: Some(Box::new(held.as_value())) })
            }
            other => Value::Plain(other.read()),
        }
    }
}

impl Sequence<'_> {
    /// Declares places for a value, which start at some value; nothing if its type tells none.
    pub(super) fn declared(
        &mut self,
        layout: &Layout,
        name: &str,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Option<Dest> {
        Some(match layout {
            Layout::Unit => Dest::Unit,
            Layout::Plain(ty) if matches!(**ty, syn::Type::Tuple(_)) => {
                let syn::Type::Tuple(tuple) = &**ty else { return None };
                let parts = tuple.elems.iter().map(|part| self.declared(&Layout::of(part), name, span, out));
                Dest::Tuple(parts.collect::<Option<_>>()?)
            }
            Layout::Plain(ty) => {
                let place = self.fresh.name(name, span);
                out.push(match self.units.get(&text(ty)) {
                    // Its type is that of the variant, which may have no other value to start from.
                    Some(unit) => parse_quote_spanned!(span=> let mut #place = #unit;),
                    None => {
                        let start = start(ty)?;
                        parse_quote_spanned!(span=> let mut #place: #ty = #start;)
                    }
                });
                Dest::Plain(place)
            }
            Layout::Sum(held) => {
                let is = self.fresh.name(&format!("{name}_is_some"), span);
                out.push(parse_quote_spanned!(span=> let mut #is = false;));
                Dest::Sum(is, Box::new(self.declared(held, name, span, out)?))
            }
            Layout::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.declared(part, name, span, out));
                Dest::Tuple(parts.collect::<Option<_>>()?)
            }
        })
    }

    /// Declares places for an `Option` whose type is not written.
    pub(super) fn sum_like(&mut self, like: &Expr, name: &Ident, out: &mut Vec<Stmt>) -> Dest {
        let (span, is) = (name.span(), self.fresh.name(&format!("{name}_is_some"), name.span()));
        let held = self.fresh.name(&name.to_string(), span);
        let ty = self.type_of(like).as_ref().and_then(crate::ordinary::layout::held).cloned();
        out.push(parse_quote_spanned!(span=> let mut #is = false;));
        out.push(starting(&held, ty.as_ref(), span));
        let dest = Dest::Sum(is, Box::new(Dest::Plain(held)));
        self.sums.insert(name.to_string(), dest.as_sum());
        dest
    }

    /// Declares places for a value whose type is not written, by an expression that has it.
    pub(super) fn declared_like(&mut self, like: &Expr, name: &Ident, out: &mut Vec<Stmt>) -> Dest {
        let (span, start) = (like.span(), self.start_by(like));
        self.starts_at(name, like);
        let start = match start {
            // What is an index is an integer, whatever it starts at.
            open if is_open(&open) && self.whole.contains(&name.to_string()) => {
                parse_quote_spanned!(span=> 0)
            }
            start => start,
        };
        out.push(parse_quote_spanned!(span=> let mut #name = #start;));
        Dest::Plain(name.clone())
    }

    /// A value that has the type of an expression, as far as the crate knows it.
    pub(super) fn start_by(&self, like: &Expr) -> Expr {
        let start = start_like(like);
        if !is_open(&start) {
            return start;
        }
        // A structure that the crate knows need have no default.
        let made = self.type_of(like).as_ref().and_then(crate::ordinary::made);
        // Nor need an enum of which the function names a variant without parts.
        let unit = || super::types::enum_of(like).and_then(|of| self.units.get(&text(&of))).cloned();
        let known = || {
            let of = super::types::enum_of(like)?;
            crate::ordinary::made(&parse_quote!(#of))
        };
        made.or_else(unit).or_else(known).unwrap_or(start)
    }
}

/// True for a start whose type nothing tells.
fn is_open(start: &Expr) -> bool {
    matches!(start, Expr::Call(_))
}

/// The text of a type.
pub(super) fn text(ty: &impl ToTokens) -> String {
    ty.to_token_stream().to_string().replace(' ', "")
}

/// Declares a local that starts at a value of its type.
pub(super) fn starting(name: &Ident, ty: Option<&syn::Type>, span: Span) -> Stmt {
    match (ty, ty.and_then(start)) {
        (Some(ty), Some(start)) => parse_quote_spanned!(span=> let mut #name: #ty = #start;),
        _ => parse_quote_spanned!(span=> let mut #name = Default::default();),
    }
}

/// A value that has the type of an expression.
pub(in crate::ordinary) fn start_like(e: &Expr) -> Expr {
    use syn::{BinOp, Lit, UnOp};
    match e {
        Expr::Paren(inner) => start_like(&inner.expr),
        // A variant without parts is a value of its enum.
        Expr::Path(path) if judged(&path.path).is_variant() => e.clone(),
        Expr::Lit(lit) => match &lit.lit {
            Lit::Bool(_) => parse_quote!(false),
            Lit::Int(int) if !int.suffix().starts_with('f') => {
                let zero = syn::LitInt::new(&format!("0{}", int.suffix()), int.span());
                parse_quote!(#zero)
            }
            Lit::Float(float) if float.suffix().is_empty() => parse_quote!(0.0),
            _ => parse_quote!(Default::default()),
        },
        Expr::Unary(unary) => match unary.op {
            UnOp::Not(_) => parse_quote!(false),
            _ => start_like(&unary.expr),
        },
        Expr::Binary(binary) => match binary.op {
            BinOp::And(_) | BinOp::Or(_) | BinOp::Eq(_) | BinOp::Ne(_) => parse_quote!(false),
            BinOp::Lt(_) | BinOp::Le(_) | BinOp::Ge(_) | BinOp::Gt(_) => parse_quote!(false),
            _ => match (start_like(&binary.left), start_like(&binary.right)) {
                (left @ Expr::Lit(_), _) => left,
                (_, right @ Expr::Lit(_)) => right,
                (left, _) => left,
            },
        },
        Expr::Cast(cast) => start(&cast.ty).unwrap_or_else(|| parse_quote!(Default::default())),
        Expr::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(start_like);
            parse_quote!((#(#parts),*))
        }
        Expr::Array(array) => {
            let parts = array.elems.iter().map(start_like);
            parse_quote!([#(#parts),*])
        }
        Expr::Repeat(repeat) => {
            let (item, length) = (start_like(&repeat.expr), &repeat.len);
            parse_quote!([#item; #length])
        }
        Expr::MethodCall(call) if call.method == "len" => parse_quote!(0),
        Expr::MethodCall(call) if call.method == "to_vec" || call.method == "collect" => {
            parse_quote!(Vec::new())
        }
        Expr::Macro(mac) if mac.mac.path.is_ident("vec") => parse_quote!(Vec::new()),
        _ => parse_quote!(Default::default()),
    }
}
