//! [`Shapeless`]: the entry of a structure's shadow for a field whose numbers an adjoint program cannot reach.
//!
//! Which numbers an enum has depends on its variant, those of a map on its keys, those behind a shared pointer belong to
//! others as well. `#[reversible]` has no words for any of them. A structure may contain them all the same (`vjp` takes
//! derivatives by what is in them), so they have a shadow, but one that takes no cotangent: rustc refuses a program that
//! would add to it, and nothing is lost unseen.

use crate::Differentiable;
use core::marker::PhantomData;

/// The shadow of an enum, a map or a shared pointer: nothing, and nothing can be added to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shapeless<C>(PhantomData<C>);

impl<C> Shapeless<C> {
    /// Nothing.
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
