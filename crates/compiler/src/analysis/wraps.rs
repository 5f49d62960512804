//! The integers that may wrap around.
//!
//! Lanes count integers that change in some iterations as real numbers, which do not wrap. An integer of 8 or 16 bits, one without a sign that
//! is subtracted from, and one to which a product is added may leave the numbers of its type in an ordinary run: its loop stays scalar.

use crate::ir::visit::each;
use crate::ir::*;

/// Notes the integers of a function that may wrap around.
pub fn note_wrapping(function: &mut Function) {
    let vars = &function.vars;
    let mut wrapping = Vec::new();
    each(&function.body, &mut |stmt| {
        let Stmt::Update(u) = stmt else { return };
        let Some((least, most)) = bounds(&u.place, vars) else { return };
        let is_narrow = most < i128::from(i32::MAX);
        let falls = least == 0 && u.group == Group::Sum && u.sign == Sign::Minus;
        if is_narrow || falls || multiplies(&u.value) {
            wrapping.push(u.place.base);
        }
    });
    function.vars.note_wrapping(wrapping.into_iter().collect());
}

/// The least and the largest number of an integer's type: of an `i32` where nothing shows one.
fn bounds(place: &Place, vars: &Variables) -> Option<(i128, i128)> {
    let integer = match vars.type_of(place) {
        Type::Exact(Exact::Written(ty)) => match ty.scalar() {
            Some(Scalar::Integer(integer)) => integer,
            _ => return None,
        },
        Type::Exact(_) if vars.is_usize(place.base) => IntegerType::Usize,
        Type::Exact(_) => IntegerType::I32,
        Type::Real | Type::Array(..) | Type::Slice(_) | Type::Vec(_) => return None,
        Type::Map(..) | Type::Structure(_) | Type::Unknown => return None,
    };
    Some(integer.bounds())
}

/// True for a value with a product of what is read.
fn multiplies(e: &Expr) -> bool {
    let mut found = match e {
        Expr::Exact(Operator::Mul | Operator::Shl, args) => args.iter().all(|arg| arg.reads_any(|_| true)),
        _ => false,
    };
    e.each_part(&mut |part| found |= multiplies(part));
    found
}
