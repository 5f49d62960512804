//! The type that `lower` gave a variable beside the one that `infer` found.

use quote::ToTokens;
use retrograde_compiler::infer::{Holder, Table, Term, Ty};
use retrograde_compiler::ir::{Exact, Float, Function, Named, Type};
use std::collections::BTreeMap;

/// A pair of types that differ: in which way, for which variable, and how they are shown.
pub(crate) struct Difference {
    pub(crate) class: &'static str,
    pub(crate) shown: String,
}

/// Compares all variables that the writer declared. Returns the number of types that were compared, and what differs.
pub(crate) fn compare(function: &Function, types: &Table) -> (usize, Vec<Difference>) {
    let at = |span: proc_macro2::Span| (span.start().line, span.start().column);
    let named: BTreeMap<(usize, usize), &str> =
        types.names().map(|(name, span, _)| (at(span), name)).collect();
    let (mut compared, mut found) = (0, Vec::new());
    for (var, variable) in function.vars.iter() {
        let root = function.vars.root(var);
        let Some(name) = named.get(&at(function.vars[root].span)) else { continue };
        // The table of number systems knows the parts of a number.
        if !name.starts_with(function.vars.written_name(root)) || function.vars.is_part(var) {
            continue;
        }
        let layout = function.vars.layout(var);
        let Some(ty) = types.at(name, layout) else {
            if !layout.is_empty() {
                found.push(Difference { class: "a path of one alone", shown: variable.name.clone() });
            }
            continue;
        };
        // A field variable has the elements on its way as dimensions.
        let elements = function.vars.field_path(var).map_or(0, |field| field.elements());
        let old = (0..elements).fold(&variable.ty, |ty, _| ty.item());
        compared += 1;
        if let Some(class) = differs(old, ty, types) {
            let shown = format!("{}: {} / {}", variable.name, old_shown(old), types.shown(ty));
            found.push(Difference { class, shown });
        }
    }
    (compared, found)
}

fn differs(old: &Type, new: Ty, types: &Table) -> Option<&'static str> {
    let uses = types.uses(new);
    if uses.conflict {
        return Some("conflict");
    }
    match (old, types.term(new)) {
        (_, Term::Unknown) => Some(match old {
            Type::Real if uses.number || uses.real => "number that rustc knows: taken for a real",
            Type::Real if uses.handed => "handed on: taken for a real",
            Type::Real => "nothing tells: taken for a real",
            Type::Exact(_) if uses.discrete => "cast or handed to the host: taken for exact",
            Type::Exact(Exact::Written(_)) => "unknown: written exact",
            Type::Exact(Exact::Discrete) => "unknown: a literal is discrete",
            Type::Exact(Exact::Unknown) => "nothing tells: taken for exact",
            Type::Structure(Named::Number(_)) => "unknown: number with parts",
            Type::Structure(_) | Type::Unknown => return None,
            Type::Array(..) | Type::Slice(_) | Type::Vec(_) => "nothing tells: taken for an array",
            Type::Map(..) => "unknown: map",
        }),
        (Type::Real, Term::Real | Term::Float) => None,
        (Type::Real, Term::Row(row)) if row.path.is_some() => Some("alias: taken for a real"),
        (Type::Exact(Exact::Written(old)), Term::Float) if old.float() == Some(Float::Double) => None,
        (Type::Exact(Exact::Written(old)), Term::Exact(Some(new))) if old.name() == new.text() => None,
        (Type::Exact(Exact::Discrete), Term::Exact(Some(new))) if new.is_float() => Some("discrete or float"),
        (Type::Exact(Exact::Unknown), Term::Integer) => Some("the new one knows that it is an integer"),
        (Type::Exact(Exact::Unknown | Exact::Discrete), Term::Exact(_) | Term::Integer) => None,
        (Type::Exact(Exact::Written(_)), Term::Exact(None) | Term::Integer) => {
            Some("the old one knows the name")
        }
        (Type::Exact(Exact::Written(old)), Term::Row(row)) => match &row.path {
            Some(path) if old.name() == path.text() => None,
            _ => Some("exact or structure"),
        },
        (Type::Exact(Exact::Written(_)), Term::Function) => None,
        (Type::Structure(Named::Number(old)), Term::Number(new)) if old == new => None,
        (Type::Array(old, _) | Type::Slice(old) | Type::Vec(old), Term::Sequence(holder, new)) => {
            let alike = matches!(
                (holder, old),
                (Holder::Open, _) | (Holder::Array(_), _) | (Holder::Slice, _) | (Holder::Vec, _)
            );
            if alike { differs(old, *new, types) } else { Some("holder") }
        }
        (Type::Array(..) | Type::Slice(_) | Type::Vec(_), Term::Row(row)) if row.item.is_some() => {
            Some("alias: taken for an array")
        }
        (Type::Map(old, _), Term::Map(_, new, _)) => differs(old, *new, types),
        (Type::Structure(Named::Number(_)), _) => Some("other"),
        (Type::Structure(_) | Type::Unknown, Term::Row(_)) => None,
        (Type::Unknown, _) => Some("the new one knows what is handed on"),
        (Type::Structure(_), _) => Some("structure or not"),
        (Type::Real, Term::Exact(Some(new))) if new.is_float() => Some("real or constant float"),
        (Type::Real, Term::Exact(_) | Term::Integer) => Some("real or exact"),
        (Type::Exact(_), Term::Real) => Some("exact or real"),
        (Type::Real, Term::Sequence(..)) => Some("real or array"),
        (Type::Exact(_), Term::Sequence(..)) => Some("exact or array"),
        (
            Type::Real | Type::Exact(_) | Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..),
            _,
        ) => Some("other"),
    }
}

fn old_shown(ty: &Type) -> String {
    match ty {
        Type::Real => "real".into(),
        Type::Exact(Exact::Unknown) => "exact".into(),
        Type::Exact(Exact::Discrete) => "discrete".into(),
        Type::Exact(Exact::Written(ty)) => ty.name(),
        Type::Structure(Named::Number(number)) => number.name().into(),
        Type::Array(item, n) => format!("[{}; {}]", old_shown(item), n.to_token_stream()),
        Type::Slice(item) => format!("[{}]", old_shown(item)),
        Type::Vec(item) => format!("Vec<{}>", old_shown(item)),
        Type::Map(item, _) => format!("map<{}>", old_shown(item)),
        Type::Structure(Named::Unknown) => "structure".into(),
        Type::Structure(Named::Written(ty)) => format!("structure {}", ty.to_token_stream()),
        Type::Unknown => "structure _".into(),
    }
}
