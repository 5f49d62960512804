//! [`Shapeless`]: the entry of a structure's shadow for a field whose numbers an adjoint program cannot address.
//!
//! The numbers of an enum depend on its variant, those of a map on its keys, and those behind a shared pointer have
//! several owners. `#[reversible]` supports none of them as a field. A structure may contain them all the same (`vjp`
//! differentiates through them), so they have a shadow, but one that accepts no cotangent: rustc rejects a program
//! that would add to it, so no cotangent is lost silently.

use crate::Differentiable;
use core::marker::PhantomData;

/// The shadow of an enum, a map or a shared pointer: it is empty, and nothing can be added to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shapeless<C>(PhantomData<C>);

impl<C> Shapeless<C> {
    /// Returns the only value.
    #[inline(always)]
    pub const fn new() -> Shapeless<C> {
        Shapeless(PhantomData)
    }
}

impl<C> Default for Shapeless<C> {
    fn default() -> Shapeless<C> {
        Shapeless::new()
    }
}

macro_rules! shapeless {
    ($($(#[$when:meta])* <$($P:ident),*> $Container:ty;)*) => { $(
        $(#[$when])*
        impl<$($P),*> Differentiable for $Container {
            type Shadow<C: Copy> = Shapeless<C>;
            #[inline(always)]
            fn shadow_of<C: Copy>(&self, _: C) -> Shapeless<C> {
                Shapeless::new()
            }
            #[inline(always)]
            fn absorb<C: Copy>(_: &mut Shapeless<C>, _: &Shapeless<C>, _: &impl Fn(C, C) -> C) {}
        }
    )* };
}
shapeless! {
    <P, Q> Result<P, Q>;
    #[cfg(feature = "alloc")] <P> alloc::rc::Rc<P>;
    #[cfg(feature = "alloc")] <P> alloc::sync::Arc<P>;
    #[cfg(feature = "alloc")] <P> alloc::collections::VecDeque<P>;
    #[cfg(feature = "alloc")] <K, P> alloc::collections::BTreeMap<K, P>;
    #[cfg(feature = "std")] <K, P, S> std::collections::HashMap<K, P, S>;
}
