//! Questions about syntax that can be answered without types.

use super::numbers;
use crate::syntax::named::{is_of_type, maker};
use crate::syntax::paths::{bounds_of, called, ends, last, owner};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;

/// True if a path goes through a type, as types are written: `Self::step`, `Layer::step`.
pub(crate) fn is_associated(path: &syn::ExprPath) -> bool {
    if path.qself.is_some() {
        return true;
    }
    !ends(&path.path, &["inverse"]) && is_of_type(&path.path)
}

/// True if a type is that of a reversible function: a parameter with that bound, or `impl Reversible<…>`.
pub(crate) fn is_function(ty: &syn::Type, generics: &syn::Generics) -> bool {
    match ty {
        syn::Type::ImplTrait(t) => t.bounds.iter().any(is_reversible),
        syn::Type::Paren(t) => is_function(&t.elem, generics),
        syn::Type::Path(path) => {
            path.path.get_ident().is_some_and(|name| bounds_of(generics, name).any(is_reversible))
        }
        _ => false,
    }
}

/// True for the bound `Reversible<…>`.
fn is_reversible(bound: &syn::TypeParamBound) -> bool {
    let syn::TypeParamBound::Trait(bound) = bound else { return false };
    let name = last(&bound.path);
    name == "Reversible" || name.strip_prefix("Function").is_some_and(is_count)
}

/// True for the number behind `Function` in the name of a trait of functions.
fn is_count(text: &str) -> bool {
    text.parse::<usize>().is_ok()
}

/// True for `f {}`, a marked function as a value; `None {}` and `Mode::Off {}` are variants that hold nothing.
pub(crate) fn is_function_literal(s: &syn::ExprStruct) -> bool {
    s.fields.is_empty() && s.rest.is_none() && !s.path.is_ident("None") && !is_empty_variant(s)
}

/// True for the literal of a variant without parts behind the name of its enum, `Mode::Off {}`.
pub(crate) fn is_empty_variant(s: &syn::ExprStruct) -> bool {
    s.fields.is_empty() && maker(&s.path).is_variant()
}

/// True for a vector to which items are pushed afterwards: `vec![]`, `Vec::new()`, `Vec::with_capacity(n)`.
pub(crate) fn is_empty_vector(e: &syn::Expr) -> bool {
    match e {
        syn::Expr::Macro(m) => m.mac.path.is_ident("vec") && m.mac.tokens.is_empty(),
        _ => called(e).is_some_and(|(path, _)| {
            ends(path, &["new", "with_capacity"]) && owner(path).is_some_and(|of| of == "Vec")
        }),
    }
}

/// Returns the end of a range, past its last number.
pub(crate) fn end_of(range: &syn::ExprRange) -> Option<syn::Expr> {
    let end = range.end.as_deref()?;
    let is_operation = matches!(end, syn::Expr::Binary(_) | syn::Expr::Unary(_) | syn::Expr::Cast(_));
    Some(match range.limits {
        syn::RangeLimits::Closed(_) if is_operation => syn::parse_quote_spanned!(end.span()=> (#end) + 1),
        syn::RangeLimits::Closed(_) => syn::parse_quote_spanned!(end.span()=> #end + 1),
        syn::RangeLimits::HalfOpen(_) => end.clone(),
    })
}

/// True if an expression is a literal of a structure, or an array of such literals.
pub(crate) fn is_written_out(e: &syn::Expr) -> bool {
    match e {
        syn::Expr::Paren(p) => is_written_out(&p.expr),
        syn::Expr::Group(g) => is_written_out(&g.expr),
        syn::Expr::Tuple(tuple) => !tuple.elems.is_empty(),
        syn::Expr::Struct(s) => !is_function_literal(s) && !names_number(&s.path),
        syn::Expr::Call(_) => called(e).is_some_and(|(path, _)| {
            maker(path).makes() && !ends(path, &["Some", "Ok", "Err"]) && !names_number(path)
        }),
        syn::Expr::Array(array) => array.elems.first().is_some_and(is_written_out),
        syn::Expr::Repeat(repeat) => is_written_out(&repeat.expr),
        syn::Expr::Macro(m) if m.mac.path.is_ident("vec") => {
            filled(&m.mac).is_some_and(|(value, _)| is_written_out(&value))
        }
        _ => false,
    }
}

/// True if a path names a number with parts.
pub(crate) fn names_number(path: &syn::Path) -> bool {
    numbers::by_name(&last(path)).is_some()
}

/// Returns the value and the length of `vec![value; length]`.
pub(crate) fn filled(mac: &syn::Macro) -> Option<(syn::Expr, syn::Expr)> {
    let parsed = mac.parse_body_with(|input: syn::parse::ParseStream<'_>| {
        let value: syn::Expr = input.parse()?;
        input.parse::<syn::Token![;]>()?;
        Ok((value, input.parse()?))
    });
    parsed.ok()
}

/// Returns the values between the commas of a macro, if it has so many.
pub(crate) fn values_in<const N: usize>(mac: &syn::Macro) -> Option<[syn::Expr; N]> {
    all_values(mac)?.try_into().ok()
}

/// Returns the values between the commas of a macro.
pub(crate) fn all_values(mac: &syn::Macro) -> Option<Vec<syn::Expr>> {
    let values = mac.parse_body_with(Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated);
    values.ok().map(|values| values.into_iter().collect())
}

/// Returns the items of `vec![a, b, c]`.
pub(crate) fn listed(mac: &syn::Macro) -> Option<Vec<syn::Expr>> {
    if mac.path.is_ident("vec") { all_values(mac) } else { None }
}

/// A value with the name before it, as a macro takes it: `epsilon = e`.
pub(crate) type NamedValue = (Option<syn::Ident>, syn::Expr);

/// Returns the values in a macro of ordinary Rust, with the names before them, and the pattern of `matches!`.
pub(crate) fn invoked(mac: &syn::Macro) -> Option<(Vec<NamedValue>, Option<syn::Pat>)> {
    mac.parse_body_with(|input: syn::parse::ParseStream<'_>| {
        let mut values = Vec::new();
        if mac.path.is_ident("matches") {
            values.push((None, input.parse()?));
            input.parse::<syn::Token![,]>()?;
            let pattern = syn::Pat::parse_multi_with_leading_vert(input)?;
            input.parse::<Option<syn::Token![,]>>()?;
            return Ok((values, Some(pattern)));
        }
        while !input.is_empty() {
            values.push(match input.parse::<syn::Expr>()? {
                syn::Expr::Assign(named) => match &*named.left {
                    syn::Expr::Path(name) => (Some(name.path.require_ident()?.clone()), *named.right),
                    _ => return Err(input.error("a name")),
                },
                value => (None, value),
            });
            if !input.is_empty() {
                input.parse::<syn::Token![,]>()?;
            }
        }
        Ok((values, None))
    })
    .ok()
}

/// True for the function that takes an `Option` or a `Result` in parts.
pub(crate) fn is_opening(path: &syn::ExprPath) -> bool {
    is_ours(path, "opened")
}

/// Returns a function that is handed on, and what it captures, of `capturing(f, captured)`.
pub(crate) fn capturing(e: &syn::Expr) -> Option<(&syn::Expr, &syn::Expr)> {
    let syn::Expr::Call(call) = e else { return None };
    Some((call.args.first()?, call.args.get(1)?)).filter(|_| is_capturing(call))
}

/// True for `capturing(f, captured)`.
pub(crate) fn is_capturing(call: &syn::ExprCall) -> bool {
    matches!(&*call.func, syn::Expr::Path(path) if is_ours(path, "capturing"))
}

/// True for the path of a function of the library that the rewriting of ordinary functions writes.
pub(crate) fn is_ours(path: &syn::ExprPath, name: &str) -> bool {
    let names: Vec<String> = path.path.segments.iter().map(|part| part.ident.to_string()).collect();
    names == ["retrograde", "__private", name]
}

/// Returns the identifier that an expression is.
pub(crate) fn ident_of(e: &syn::Expr) -> Option<&syn::Ident> {
    match e {
        syn::Expr::Path(path) => path.path.get_ident(),
        _ => None,
    }
}

/// Returns the name that an expression is.
pub(crate) fn name_of(e: &syn::Expr) -> Option<String> {
    ident_of(e).map(ToString::to_string)
}

/// Returns the name that an expression is, without `r#`.
pub(crate) fn unraw_name(e: &syn::Expr) -> Option<String> {
    ident_of(e).map(|name| name.unraw().to_string())
}

/// True for an expression that is a name alone.
pub(crate) fn is_name<I: ?Sized>(e: &syn::Expr, name: &I) -> bool
where
    syn::Ident: PartialEq<I>,
{
    matches!(e, syn::Expr::Path(path) if path.path.is_ident(name))
}

/// True for `+=` and the like.
pub(crate) fn is_compound(op: &syn::BinOp) -> bool {
    use syn::BinOp::*;
    let is_arithmetic =
        matches!(op, AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_) | RemAssign(_));
    is_arithmetic
        || matches!(op, BitXorAssign(_) | BitAndAssign(_) | BitOrAssign(_) | ShlAssign(_) | ShrAssign(_))
}

/// Returns the attributes of a statement: those before an expression are kept with what it begins with.
pub(crate) fn attributes(stmt: &syn::Stmt) -> Vec<syn::Attribute> {
    macro_rules! of_expr {
        ($e:expr, $($kind:ident)*) => {
            match $e {
                $(syn::Expr::$kind(e) => &e.attrs[..],)*
                _ => &[],
            }
        };
    }
    let mut found = Vec::new();
    let mut next = match stmt {
        syn::Stmt::Local(local) => return local.attrs.clone(),
        syn::Stmt::Macro(mac) => return mac.attrs.clone(),
        syn::Stmt::Item(_) => return found,
        syn::Stmt::Expr(e, _) => Some(e),
    };
    while let Some(e) = next {
        found.extend_from_slice(of_expr!(e, Array Assign Async Await Binary Block Break Call Cast Closure Const
            Continue Field ForLoop Group If Index Infer Let Lit Loop Macro Match MethodCall Paren Path Range RawAddr
            Reference Repeat Return Struct Try TryBlock Tuple Unary Unsafe While Yield));
        next = match e {
            syn::Expr::Assign(e) => Some(&e.left),
            syn::Expr::Binary(e) => Some(&e.left),
            syn::Expr::Call(e) => Some(&e.func),
            syn::Expr::Cast(e) => Some(&e.expr),
            syn::Expr::Field(e) => Some(&e.base),
            syn::Expr::Index(e) => Some(&e.expr),
            syn::Expr::MethodCall(e) => Some(&e.receiver),
            syn::Expr::Try(e) => Some(&e.expr),
            _ => None,
        };
    }
    found
}

/// Returns the type behind references and parentheses.
pub(crate) fn behind(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Reference(inner) => behind(&inner.elem),
        syn::Type::Paren(inner) => behind(&inner.elem),
        syn::Type::Group(inner) => behind(&inner.elem),
        ty => ty,
    }
}

/// Returns a pattern without its type, and the type.
pub(crate) fn typed(pat: &syn::Pat) -> (&syn::Pat, Option<&syn::Type>) {
    match pat {
        syn::Pat::Type(typed) => (&typed.pat, Some(&typed.ty)),
        other => (other, None),
    }
}

/// Returns the value with which a block ends.
pub(crate) fn value_of(block: &syn::Block) -> Option<&syn::Expr> {
    match block.stmts.last() {
        Some(syn::Stmt::Expr(value, None)) => Some(value),
        _ => None,
    }
}

/// Takes the value with which statements end away from them.
pub(crate) fn take_value(stmts: &mut Vec<syn::Stmt>) -> Option<syn::Expr> {
    match stmts.pop() {
        Some(syn::Stmt::Expr(value, None)) => Some(value),
        last => {
            stmts.extend(last);
            None
        }
    }
}

/// Returns what is in parentheses, and in those of a macro, which nobody sees.
pub(crate) fn bare(e: &syn::Expr) -> &syn::Expr {
    match e {
        syn::Expr::Paren(inner) => bare(&inner.expr),
        syn::Expr::Group(inner) => bare(&inner.expr),
        other => other,
    }
}

/// Returns what is behind `&`, `*` and parentheses.
pub(crate) fn lent(e: &syn::Expr) -> &syn::Expr {
    match e {
        syn::Expr::Reference(inner) => lent(&inner.expr),
        syn::Expr::Paren(inner) => lent(&inner.expr),
        syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => lent(expr),
        other => other,
    }
}

/// Returns what a reference is to that changes nothing.
pub(crate) fn shared(e: &syn::Expr) -> &syn::Expr {
    match e {
        syn::Expr::Reference(inner) if inner.mutability.is_none() => &inner.expr,
        other => other,
    }
}

/// Returns what is behind `&` and parentheses.
pub(crate) fn unlent(e: &syn::Expr) -> &syn::Expr {
    match e {
        syn::Expr::Reference(inner) => unlent(&inner.expr),
        syn::Expr::Paren(inner) => unlent(&inner.expr),
        other => other,
    }
}
