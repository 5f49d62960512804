//! Takes an array of arrays as the numbers that lie in it side by side: `x[i][k]` of `[[T; 3]]` is the number `3 * i + k` of `x`.
//!
//! Takes the place of an element, returns it with one index. Laws: rows have a length of their type; and an index within a row is known to be
//! less than that, since the number behind the end of a row is one of the next row. A loop where that is not known stays as it is.

use super::Reason;
use crate::ir::*;
use crate::simplify::access::{Nodes, Touch};
use crate::sorted::Set;

/// Makes one index of those of each access to an array of arrays outside.
pub(super) fn accesses(nodes: &mut Nodes, private: &Set<Var>, vars: &Variables) -> Result<(), Reason> {
    for access in nodes.all.iter_mut().flat_map(|node| &mut node.accesses) {
        // Lengths are those of the arrays as they are.
        if access.touch != Touch::Extent && !private.contains(&access.place.base) {
            access.place = place(&access.place, vars)?;
        }
    }
    Ok(())
}

/// Returns the place of an element with one index, and every other place as it is.
pub(super) fn place(place: &Place, vars: &Variables) -> Result<Place, Reason> {
    let Some(lengths) = rows(&vars[place.base].ty) else { return Ok(place.clone()) };
    let name = &vars[place.base].name;
    let mut indices = Vec::new();
    for projection in place.path.iter() {
        match projection {
            Projection::Index(index) => indices.push(index),
            Projection::Range(..) => {
                return Err(format!("it takes a part of `{name}`, whose elements are arrays"));
            }
        }
    }
    let Some((first, inner)) = indices.split_first().filter(|(_, inner)| inner.len() == lengths.len()) else {
        return Err(format!("it takes an array in `{name}` as a whole"));
    };
    let mut flat = (*first).clone();
    for (index, length) in inner.iter().zip(lengths) {
        if !is_below(index, length, vars) {
            let index = print::text::expression(index, vars);
            return Err(format!("`{index}` may be an index behind the end of an array in `{name}`"));
        }
        let before = Expr::Exact(Operator::Mul, vec![flat, Expr::Constant(length.clone())]);
        flat = Expr::Exact(Operator::Add, vec![before, (*index).clone()]);
    }
    Ok(Place { base: place.base, path: vec![Projection::Index(flat)], span: place.span })
}

/// Returns the lengths of the arrays in an array of numbers or exact values, if it has such arrays and nothing else.
pub(crate) fn rows(ty: &Type) -> Option<Vec<&Constant>> {
    let mut lengths = Vec::new();
    let mut item = match ty {
        Type::Array(item, _) | Type::Slice(item) | Type::Vec(item) => item,
        Type::Real | Type::Exact(_) | Type::Map(..) | Type::Structure(_) | Type::Unknown => return None,
    };
    while let Type::Array(inner, length) = &**item {
        lengths.push(length);
        item = inner;
    }
    let is_number = matches!(**item, Type::Real | Type::Exact(_));
    (is_number && !lengths.is_empty()).then_some(lengths)
}

/// True if an index is known to be less than a length: a literal, or the index of a loop that ends there.
fn is_below(index: &Expr, length: &Constant, vars: &Variables) -> bool {
    let integer = |constant: &Constant| match constant {
        Constant::Integer(integer) => Some(integer.value),
        Constant::Truth(..) | Constant::Literal(_) | Constant::Path(_) | Constant::Written(_) => None,
    };
    let ends_there = |end: &Expr| match end {
        Expr::Constant(end) => {
            end == length
                || matches!((integer(end), integer(length)), (Some(end), Some(length)) if end <= length)
        }
        _ => false,
    };
    match index {
        Expr::Constant(at) => {
            matches!((integer(at), integer(length)), (Some(at), Some(length)) if at < length)
        }
        Expr::Read(of) if of.is_whole() => {
            let range = vars.indices().find(|(index, _)| *index == of.base);
            range.is_some_and(|(_, range)| !range.inclusive && ends_there(&range.end))
        }
        _ => false,
    }
}
