//! [`Structure`]: types that are made of numbers and other things, and walks over their numbers.
//!
//! This is the paper's interleaving and deinterleaving (003, figures 8 and 12, section 9): `map` hands every number of a
//! structure to a [`Map`] and builds the same structure of what comes back, tags and discrete parts copied. Laws: the order
//! of the numbers is that of the fields, and the same in every walk over the same structure; `map` keeps the shape.

mod containers;
mod leaves;
mod maps;
mod parts;
mod tuples;

use crate::{Error, Scalar};

/// A map over the numbers of a structure.
pub trait Map<R, U> {
    /// One number.
    fn number(&mut self, x: &R) -> U;

    /// A number that no derivative is taken by.
    fn constant(&mut self, x: &R) -> U;

    /// Numbers that lie one after another.
    fn numbers(&mut self, x: &[R]) -> Vec<U> {
        x.iter().map(|x| self.number(x)).collect()
    }
}

/// The walk over a part of a structure that no derivative is taken by: all of its numbers are constants.
///
/// A field marked `#[differentiable(skip)]` is walked with it. Of one type however deep such parts nest.
pub struct Skipped<'a, R, U>(&'a mut dyn FnMut(&R) -> U);

impl<'a, R, U> Skipped<'a, R, U> {
    /// Walks `part` with the constants of another walk.
    ///
    /// # Errors
    ///
    /// Those of [`Structure::map`].
    pub fn map<P>(part: &P, map: &'a mut impl Map<R, U>) -> Result<P::With<U>, Error>
    where
        R: Scalar,
        U: Scalar,
        P: Structure<R>,
    {
        part.map(&mut Skipped(&mut |x| map.constant(x)))
    }
}

impl<R, U> Map<R, U> for Skipped<'_, R, U> {
    fn number(&mut self, x: &R) -> U {
        (self.0)(x)
    }

    fn constant(&mut self, x: &R) -> U {
        (self.0)(x)
    }
}

/// A type whose numbers of type `R` can be exchanged for others.
///
/// Floats and their kind are, and tuples, arrays, `Vec`, `VecDeque`, `Option`, `Result`, `Box`, `Rc`, `Arc` and the
/// values of maps are if what they hold is. Integers, `bool`, `char`, strings and `()` have no numbers that derivatives
/// are taken by: they are copied. `#[derive(Differentiable)]` does it for structs and enums that are generic over their real type,
/// also recursive ones.
///
/// A shared value counts once for each pointer to it: a `Rc` that occurs twice has two gradients.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no structure of numbers of type `{R}`",
    label = "derivatives cannot be taken by this type, or of it",
    note = "a struct or enum is one if it derives `Differentiable` and is generic over its real type: `struct Point<R> {{ x: R, y: R }}`; \
            a field that has no numbers is marked `#[differentiable(skip)]`"
)]
pub trait Structure<R: Scalar>: Sized {
    /// This structure with other numbers.
    type With<U: Scalar>;

    /// Builds the same structure of what `map` makes of each number.
    ///
    /// # Errors
    ///
    /// [`Error::TooDeep`] where the stack does not suffice.
    fn map<U: Scalar, M: Map<R, U>>(&self, map: &mut M) -> Result<Self::With<U>, Error>;

    /// Visits the numbers of this structure together with those of another of the same shape.
    ///
    /// # Errors
    ///
    /// [`Error::Shape`] where `other` has another variant, length or key: with the place.
    fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &Self::With<U>, visit: &mut F) -> Result<(), Error>;

    /// Visits the numbers.
    ///
    /// # Errors
    ///
    /// [`Error::TooDeep`] where the stack does not suffice.
    fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error>;

    /// [`map`](Self::map) for structures that lie one after another.
    #[doc(hidden)]
    fn map_slice<U: Scalar, M: Map<R, U>>(slice: &[Self], map: &mut M) -> Result<Vec<Self::With<U>>, Error> {
        let mut mapped = Vec::with_capacity(slice.len());
        for item in slice {
            mapped.push(item.map(map)?);
        }
        Ok(mapped)
    }
}

/// The bound that `#[derive(Differentiable)]` puts on a type without a place for numbers. No type has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` holds numbers of a fixed type, and so has no room for active ones",
    label = "derivatives cannot be taken by this type, or of it",
    note = "make it generic over its number: `struct Point<R> {{ x: R, y: R }}`, of which `Point<f64>` is what it was before",
    note = "what is constant is marked `#[differentiable(skip)]`; where all fields are, the type is copied"
)]
pub trait HasRoomFor<R> {
    /// Never called.
    fn never<O>(&self) -> O;
}

/// [`Structure::zip`] for slices.
pub(crate) fn zip_slice<R, U, S, F>(a: &[S], b: &[S::With<U>], visit: &mut F) -> Result<(), Error>
where
    R: Scalar,
    U: Scalar,
    S: Structure<R>,
    F: FnMut(R, U),
{
    if a.len() != b.len() {
        return Err(Error::mismatch(elements(a.len()), elements(b.len())));
    }
    for (i, (a, b)) in a.iter().zip(b).enumerate() {
        a.zip(b, visit).map_err(|e| e.at(format_args!("[{i}]")))?;
    }
    Ok(())
}

/// A length in words.
pub(crate) fn elements(n: usize) -> String {
    format!("{n} element{}", if n == 1 { "" } else { "s" })
}
