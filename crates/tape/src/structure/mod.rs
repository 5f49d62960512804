//! [`Structure`]: types that contain numbers and other things, and traversals of their numbers.
//!
//! This is the paper's interleaving and deinterleaving (003, figures 8 and 12, section 9): `map` passes every number
//! of a structure to a [`Map`] and builds the same structure from the results; tags and discrete parts are copied.
//! Laws: the order of the numbers is that of the fields, and the same in every traversal of the same structure; `map`
//! keeps the shape.

mod containers;
#[cfg(feature = "faer")]
mod faer;
mod leaves;
mod maps;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "ndarray")]
mod ndarray;
mod parts;
mod tuples;

use crate::{Error, Scalar};

/// A map over the numbers of a structure.
pub trait Map<R, U> {
    /// Maps one number.
    fn number(&mut self, x: &R) -> U;

    /// Maps a number with respect to which no derivative is taken.
    fn constant(&mut self, x: &R) -> U;

    /// Maps a slice of numbers.
    fn numbers(&mut self, x: &[R]) -> Vec<U> {
        x.iter().map(|x| self.number(x)).collect()
    }
}

/// A traversal of a part with respect to which no derivative is taken: all of its numbers are constants.
///
/// A field marked `#[differentiable(skip)]` is traversed with it. The type is the same at any depth of nesting.
pub struct Skipped<'a, R, U>(&'a mut dyn FnMut(&R) -> U);

impl<'a, R, U> Skipped<'a, R, U> {
    /// Traverses `part` with the constants of another traversal.
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

/// A type whose numbers of type `R` can be replaced by others.
///
/// Implemented for floats and similar numbers, and for tuples, arrays, `Vec`, `VecDeque`, `Option`, `Result`, `Box`,
/// `Rc`, `Arc` and the values of maps if their contents implement it. Integers, `bool`, `char`, strings and `()` have
/// no numbers with respect to which derivatives are taken: they are copied. `#[derive(Differentiable)]` implements it
/// for structs and enums that are generic over their real type, including recursive ones. The features `nalgebra`, `ndarray` and `faer`
/// implement it for the vectors, matrices and arrays of those crates that own their numbers.
///
/// A shared value counts once for each pointer to it: an `Rc` that occurs twice has two gradients.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a structure of numbers of type `{R}`",
    label = "derivatives cannot be taken by this type, or of it",
    note = "a struct or enum is one if it derives `Differentiable` and is generic over its real type: `struct Point<R> {{ x: R, y: R }}`; \
            a field that has no numbers is marked `#[differentiable(skip)]`"
)]
pub trait Structure<R: Scalar>: Sized {
    /// This structure with numbers of another type.
    type With<U: Scalar>;

    /// Builds the same structure from the results of `map` for each number.
    ///
    /// # Errors
    ///
    /// [`Error::TooDeep`] if the stack does not suffice.
    fn map<U: Scalar, M: Map<R, U>>(&self, map: &mut M) -> Result<Self::With<U>, Error>;

    /// Visits the numbers of this structure together with those of another of the same shape.
    ///
    /// # Errors
    ///
    /// [`Error::Shape`], with the place, if `other` has another variant, length or key.
    fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &Self::With<U>, visit: &mut F) -> Result<(), Error>;

    /// Visits the numbers.
    ///
    /// # Errors
    ///
    /// [`Error::TooDeep`] if the stack does not suffice.
    fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error>;

    /// [`map`](Self::map) for a slice of structures.
    #[doc(hidden)]
    fn map_slice<U: Scalar, M: Map<R, U>>(slice: &[Self], map: &mut M) -> Result<Vec<Self::With<U>>, Error> {
        let mut mapped = Vec::with_capacity(slice.len());
        for item in slice {
            mapped.push(item.map(map)?);
        }
        Ok(mapped)
    }
}

/// The bound that `#[derive(Differentiable)]` puts on a type without a type parameter for its numbers. No type
/// satisfies it.
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

/// Formats a length.
pub(crate) fn elements(n: usize) -> String {
    format!("{n} element{}", if n == 1 { "" } else { "s" })
}
