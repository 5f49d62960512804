//! Writing fused rules down.

use super::{Fusion, Operands, Own};
use crate::tape::{Entry, Side};
use crate::{Active, Recorder, Scalar};

/// Records a rule whose results have these `values`. `fusion` writes its operands into the side of the tape; where it finds
/// nothing but constants, or where the tape is full, the results are constants.
#[inline]
fn entry<T: Scalar>(
    values: &[T],
    fusion: impl FnOnce(&Recorder<T>, &mut Side<T>) -> Option<Fusion<T>>,
    result: &mut impl FnMut(Active<T>),
) {
    let tag = T::recorder(|r| {
        let side = &mut *r.side.borrow_mut();
        let fusion = fusion(r, side)?;
        let (results, tag) = r.places(values.len(), T::constant(0.0))?;
        side.entries.push(Entry { results, fusion });
        Some(tag)
    });
    for (i, &value) in values.iter().enumerate() {
        result(match tag {
            Some(tag) => Active::tagged(value, tag + i as u64),
            None => Active::constant_of(value),
        });
    }
}

/// A rule with one result.
#[inline]
pub(super) fn one<T: Scalar>(
    value: T,
    fusion: impl FnOnce(&Recorder<T>, &mut Side<T>) -> Option<Fusion<T>>,
) -> Active<T> {
    let mut y = Active::constant_of(value);
    entry(&[value], fusion, &mut |result| y = result);
    y
}

/// A rule with several results.
pub(super) fn several<T: Scalar>(
    values: &[T],
    fusion: impl FnOnce(&Recorder<T>, &mut Side<T>) -> Option<Fusion<T>>,
) -> Vec<Active<T>> {
    let mut y = Vec::with_capacity(values.len());
    entry(values, fusion, &mut |result| y.push(result));
    y
}

/// Somebody's own rule, which is made only if it is needed.
pub(crate) fn own<T: Scalar>(
    x: &[Active<T>],
    values: &[T],
    rule: impl FnOnce() -> Box<dyn Own<T>>,
) -> Vec<Active<T>> {
    several(values, |r, side| {
        let mut operands = Operands::of(r, side, x);
        if operands.are_constant() {
            return None;
        }
        operands.keep(side, x);
        Some(Fusion::Own { x: operands, rule: rule() })
    })
}
