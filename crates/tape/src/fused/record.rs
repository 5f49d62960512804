//! Records fused rules.

use super::{Fusion, Operands, Own};
use crate::scalar::recorder;
use crate::tape::{Entry, Side, Tape};
use crate::{Active, Recorder, Scalar};

/// Records a rule. `fusion` writes the operands to the tape and returns the values of the results. If all operands
/// are constants, or if the tape is full, the results are constants.
#[inline]
fn entry<T: Scalar, V: AsRef<[T]>>(
    fusion: impl FnOnce(&Recorder<T>, &mut Side<T>) -> (V, Option<Fusion<T>>),
) -> (V, Option<u64>) {
    recorder::<T, _>(|r| {
        let mut tape = r.tape();
        // Without a scope nothing is recorded, but numbers of other scopes are still detected.
        let mut nowhere = Tape::new();
        let Tape { side, nodes, .. } = tape.as_deref_mut().unwrap_or(&mut nowhere);
        let (ids, kept) = (side.ids.len(), side.values.len());
        let (values, fusion) = fusion(r, side);
        let tag = fusion.and_then(|fusion| {
            let (results, tag) = r.places(nodes, values.as_ref().len(), T::constant(0.0))?;
            side.entries.push(Entry { results, fusion });
            Some(tag)
        });
        if tag.is_none() {
            side.ids.truncate(ids);
            side.values.truncate(kept);
        }
        (values, tag)
    })
}

/// Records a rule with one result.
#[inline]
pub(super) fn one<T: Scalar>(
    fusion: impl FnOnce(&Recorder<T>, &mut Side<T>) -> (T, Option<Fusion<T>>),
) -> Active<T> {
    let ([value], tag) = entry(|r, side| {
        let (value, fusion) = fusion(r, side);
        ([value], fusion)
    });
    Active::tagged(value, tag.unwrap_or(0))
}

/// Records a rule with several results.
pub(super) fn several<T: Scalar, V: AsRef<[T]>>(
    fusion: impl FnOnce(&Recorder<T>, &mut Side<T>) -> (V, Option<Fusion<T>>),
) -> Vec<Active<T>> {
    let (values, tag) = entry(fusion);
    let values = values.as_ref().iter();
    match tag {
        Some(tag) => values.zip(tag..).map(|(value, tag)| Active::tagged(*value, tag)).collect(),
        None => values.map(|value| Active::constant_of(*value)).collect(),
    }
}

/// Records a rule of the user, which is built only if needed.
pub(crate) fn own<T: Scalar>(
    x: &[Active<T>],
    values: &[T],
    rule: impl FnOnce() -> Box<dyn Own<T>>,
) -> Vec<Active<T>> {
    let mut results: Vec<Active<T>> = values.iter().map(|value| Active::constant_of(*value)).collect();
    own_into(x, values, &mut results, rule);
    results
}

/// Records such a rule, and writes its results to a slice.
pub(crate) fn own_into<T: Scalar>(
    x: &[Active<T>],
    values: &[T],
    results: &mut [Active<T>],
    rule: impl FnOnce() -> Box<dyn Own<T>>,
) {
    let (_, tag) = entry(|r, side| {
        let mut operands = Operands::of(r, side, x);
        if operands.are_constant() {
            return (values, None);
        }
        operands.keep(side, x);
        (values, Some(Fusion::Own { x: operands, rule: rule() }))
    });
    for (i, (result, value)) in (0..).zip(results.iter_mut().zip(values)) {
        *result = Active::tagged(*value, tag.map_or(0, |first| first + i));
    }
}
