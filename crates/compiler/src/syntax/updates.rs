//! Operators and updates of structures, as far as the crate knows them: the type of `a + b`, and if `c += e` is a sum.

use super::read::{bare, behind, ident_of};
use super::structures::{is_float, is_said, name, value};
use crate::syntax::paths::ends;
use syn::ext::IdentExt;

/// The type of an operator with a structure on its left, and a structure or a number on its right.
pub(crate) fn combined(of: &syn::Type, of_trait: &str, right: Option<&syn::Type>) -> Option<syn::Type> {
    let right = right.map(|right| Some(name(right)?.unraw().to_string()));
    value(of, &operator(of_trait, &right.unwrap_or_else(|| Some(NUMBER.to_string())))?)
}

/// True for `+=` of a structure that is a sum: the crate knows its `+`, and an `impl AddAssign` that assigns the sum.
pub(crate) fn is_updated_by_sum(of: &syn::Type, right: Option<&syn::Type>) -> bool {
    let by = right.map_or_else(|| Some(NUMBER.to_string()), |right| Some(name(right)?.unraw().to_string()));
    let is_told = |by: &str| name(of).is_some_and(|of| is_said(&updating(&of.unraw().to_string(), by)));
    combined(of, "Add", right).is_some() && by.is_some_and(|by| is_told(&by))
}

/// True for an `impl AddAssign` that assigns the sum as a whole: `*self = *self + other;`.
pub(crate) fn is_sum(block: &syn::ItemImpl) -> bool {
    let is_it = block.trait_.as_ref().is_some_and(|(_, path, _)| ends(path, &["AddAssign"]));
    is_it && block.items.iter().all(|item| matches!(item, syn::ImplItem::Fn(method) if assigns_sum(method)))
}

fn assigns_sum(method: &syn::ImplItemFn) -> bool {
    let other = method.sig.inputs.iter().nth(1).and_then(|input| match input {
        syn::FnArg::Typed(param) => match &*param.pat {
            syn::Pat::Ident(name) => Some(name.ident.to_string()),
            _ => None,
        },
        syn::FnArg::Receiver(_) => None,
    });
    let [syn::Stmt::Expr(syn::Expr::Assign(assign), _)] = &method.block.stmts[..] else { return false };
    let syn::Expr::Binary(sum) = bare(&assign.right) else { return false };
    let whole = |e: &syn::Expr| original(e).map(ToString::to_string);
    matches!(sum.op, syn::BinOp::Add(_))
        && [&*assign.left, &*sum.left].iter().all(|e| whole(e).as_deref() == Some("self"))
        && other.is_some()
        && whole(&sum.right) == other
}

/// The name of what an expression is, or copies: `*self`, `&*self`, `self.clone()`.
fn original(e: &syn::Expr) -> Option<&syn::Ident> {
    match bare(e) {
        syn::Expr::Unary(of) if matches!(of.op, syn::UnOp::Deref(_)) => original(&of.expr),
        syn::Expr::Reference(of) => original(&of.expr),
        syn::Expr::MethodCall(copy) if copy.method == "clone" && copy.args.is_empty() => {
            original(&copy.receiver)
        }
        e => ident_of(e),
    }
}

/// The name under which it stands that a structure is updated by its sum.
pub(super) fn updating(of: &str, right: &str) -> String {
    format!("the update of {of} with {right}")
}

/// The name of the values of an operator among those of methods.
pub(super) fn operator(of_trait: &str, right: &Option<String>) -> Option<String> {
    let kind = match of_trait {
        "Add" | "Sub" => "sum",
        "Mul" | "Div" => "product",
        _ => return None,
    };
    right.as_ref().map(|right| format!("{kind} with {right}"))
}

/// The right operand of an operator that is a number.
const NUMBER: &str = "a number";

/// The right operand of an operator.
pub(super) fn right(of_trait: &syn::PathSegment, of: &str, generics: &syn::Generics) -> Option<String> {
    let syn::PathArguments::AngleBracketed(all) = &of_trait.arguments else { return Some(of.to_string()) };
    let Some(syn::GenericArgument::Type(ty)) = all.args.first() else { return None };
    let name = name(behind(ty))?;
    let is_number = is_float(ty) || generics.type_params().any(|param| param.ident == *name);
    Some(if is_number { NUMBER.to_string() } else { name.unraw().to_string() })
}
