//! `matches!` on an enum, whose value is a record of what its variant holds.

use super::Value;
use retrograde_compiler::ir::{Invoked, payload};
use syn::ext::IdentExt;

/// The test of a variant; nothing if the macro, the pattern or the value is another.
pub(super) fn matches(of: &Invoked, args: &[Value]) -> Option<Value> {
    let (Some(pattern), [Value::Record(parts)]) = (&of.pattern, args) else { return None };
    if !of.path.is_ident("matches") {
        return None;
    }
    let path = match pattern {
        syn::Pat::TupleStruct(held) if held.elems.iter().all(is_open) => &held.path,
        syn::Pat::Struct(held) if held.fields.iter().all(|field| is_open(&field.pat)) => &held.path,
        _ => return None,
    };
    let prefix = format!("__{}_", path.segments.last()?.ident.unraw());
    Some(Value::Bool(!parts.is_empty() && parts.iter().all(|(name, _)| name.starts_with(&prefix))))
}

/// True for a pattern that fits everything.
fn is_open(pat: &syn::Pat) -> bool {
    matches!(pat, syn::Pat::Wild(_) | syn::Pat::Rest(_))
}

/// True for what a variant holds.
pub(in crate::interpret) fn is_variant(parts: &[(String, Value)]) -> bool {
    !parts.is_empty() && parts.iter().all(|(name, _)| payload::is_payload(name))
}
