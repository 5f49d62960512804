//! [`Operands`]: the operands of a fused rule, as ids and values.
//!
//! Inputs of `vjp` in one array have consecutive ids; then the first id is enough, and their cotangents are a slice
//! to which rows are added with SIMD instructions. Otherwise the ids are listed. Values are stored if the partials
//! need them.

use crate::active::stranger;
use crate::recorder::epoch;
use crate::sweep::Bar;
use crate::tape::Side;
use crate::{Active, Recorder, Scalar};
use std::ops::Range;

/// The ids and, if stored, the values of operands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operands {
    ids: Ids,
    length: usize,
    /// The index of the first value.
    values: usize,
}

#[derive(Clone, Copy, Debug)]
enum Ids {
    /// All are constants.
    None,
    /// Consecutive ids from this one.
    Run(usize),
    /// Ids listed from this index; 0 for constants.
    List(usize),
}

impl Operands {
    /// Records operands. Values may be added later, see [`keep`](Self::keep).
    pub(crate) fn of<T: Scalar>(r: &Recorder<T>, side: &mut Side<T>, x: &[Active<T>]) -> Operands {
        // Look at all tags in one pass without branches: whether they are consecutive, and which bits occur in any of
        // them.
        let (mut apart, mut any) = (0, 0);
        for (expected, x) in (x.first().map_or(0, |first| first.tag())..).zip(x) {
            apart |= x.tag() ^ expected;
            any |= x.tag();
        }
        Operands::with_ids(r, side, x, apart, any)
    }

    /// Records operands with their values.
    pub(crate) fn with_values<T: Scalar>(r: &Recorder<T>, side: &mut Side<T>, x: &[Active<T>]) -> Operands {
        let values = side.values.len();
        let (mut apart, mut any) = (0, 0);
        side.values.extend((x.first().map_or(0, |first| first.tag())..).zip(x).map(|(expected, x)| {
            apart |= x.tag() ^ expected;
            any |= x.tag();
            x.value()
        }));
        Operands { values, ..Operands::with_ids(r, side, x, apart, any) }
    }

    /// `apart` contains the bits by which tags differ from consecutive ones, `any` those that occur in any tag.
    fn with_ids<T: Scalar>(
        r: &Recorder<T>,
        side: &mut Side<T>,
        x: &[Active<T>],
        apart: u64,
        any: u64,
    ) -> Operands {
        let made = |ids| Operands { ids, length: x.len(), values: usize::MAX };
        let base = r.next();
        match x.first() {
            Some(first) if apart == 0 && !first.is_constant() => {
                if epoch(first.tag() ^ base) != 0 {
                    stranger(r);
                }
                return made(Ids::Run(first.id() as usize));
            }
            Some(_) if any != 0 => {}
            Some(_) | None => return made(Ids::None),
        }
        let from = side.ids.len();
        side.ids.reserve(x.len());
        for x in x {
            if epoch(x.tag() ^ base) != 0 && !x.is_constant() {
                stranger(r);
            }
            side.ids.push(x.id());
        }
        made(Ids::List(from))
    }

    /// Stores the values.
    pub(crate) fn keep<T: Scalar>(&mut self, side: &mut Side<T>, x: &[Active<T>]) {
        self.keep_all(side, x.iter().map(|x| x.value()));
    }

    /// Stores these numbers instead of the values.
    pub(crate) fn keep_all<T>(&mut self, side: &mut Side<T>, values: impl Iterator<Item = T>) {
        self.values = side.values.len();
        side.values.extend(values);
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    pub(crate) fn are_constant(&self) -> bool {
        matches!(self.ids, Ids::None)
    }

    /// Returns the stored values, or an empty slice.
    pub(crate) fn values<'a, T>(&self, side: &'a Side<T>) -> &'a [T] {
        match self.values {
            usize::MAX => &[],
            from => &side.values[from..from + self.length],
        }
    }

    /// Returns a range of the operands, without their values.
    pub(crate) fn part(&self, range: Range<usize>) -> Operands {
        let ids = match self.ids {
            Ids::None => Ids::None,
            Ids::Run(first) => Ids::Run(first + range.start),
            Ids::List(from) => Ids::List(from + range.start),
        };
        Operands { ids, length: range.len(), values: usize::MAX }
    }

    /// Adds `partial · cotangent` to each.
    pub(crate) fn add_all<T: Scalar, C: Bar<T>>(
        &self,
        side: &Side<T>,
        bars: &mut [C],
        partial: T,
        cotangent: C,
    ) {
        match self.ids {
            Ids::None => {}
            Ids::Run(first) => {
                for bar in &mut bars[first..first + self.length] {
                    bar.accumulate(partial, cotangent);
                }
            }
            Ids::List(from) => {
                for &id in &side.ids[from..from + self.length] {
                    bars[id as usize].accumulate(partial, cotangent);
                }
            }
        }
    }

    /// Adds `partials[i] · cotangent` to each.
    pub(crate) fn add_scaled<T: Scalar, C: Bar<T>>(
        &self,
        side: &Side<T>,
        bars: &mut [C],
        partials: &[T],
        cotangent: C,
    ) {
        match self.ids {
            Ids::None => {}
            Ids::Run(first) => {
                for (bar, &partial) in bars[first..first + self.length].iter_mut().zip(partials) {
                    bar.accumulate(partial, cotangent);
                }
            }
            Ids::List(from) => {
                for (&id, &partial) in side.ids[from..from + self.length].iter().zip(partials) {
                    bars[id as usize].accumulate(partial, cotangent);
                }
            }
        }
    }

    /// Adds a cotangent to each, in one row.
    pub(crate) fn add_row<T: Scalar, C: Bar<T>>(
        &self,
        side: &Side<T>,
        bars: &mut [C],
        row: usize,
        x_bar: &[T],
    ) {
        match self.ids {
            Ids::None => {}
            Ids::Run(first) => {
                for (bar, &cotangent) in bars[first..first + self.length].iter_mut().zip(x_bar) {
                    bar.accept(row, cotangent);
                }
            }
            Ids::List(from) => {
                for (&id, &cotangent) in side.ids[from..from + self.length].iter().zip(x_bar) {
                    bars[id as usize].accept(row, cotangent);
                }
            }
        }
    }
}
