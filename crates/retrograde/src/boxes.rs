//! `Box::new` as a function of the programs, which ordinary functions call in place of it.
//!
//! Law: a box has the shadow of what it holds, in a box.

use crate::__private::{Cotangent, Differentiable};
use crate::Record;
use alloc::boxed::Box;

/// Puts a value into a box.
#[inline(always)]
pub fn boxed<V>(value: V) -> Box<V> {
    Box::new(value)
}

/// The programs of the function of this name.
#[allow(non_camel_case_types)]
#[derive(Debug)]
pub struct boxed {}

impl boxed {
    /// Returns the box; nothing is recorded.
    #[inline(always)]
    pub fn __record<V, T>(value: V, _: &mut Record<T>) -> Box<V> {
        Box::new(value)
    }

    /// Adds the cotangents in the box to those of the value.
    #[inline(always)]
    pub fn __replay<V: Differentiable, T, C: Cotangent<T>>(
        bar: Box<V::Shadow<C>>,
        _: V,
        value_bar: &mut V::Shadow<C>,
        _: &mut Record<T>,
    ) {
        V::absorb(value_bar, &bar, &|a: C, b: C| a.plus(b));
    }

    /// Returns the box, and adds the cotangents in another one to those of the value.
    #[inline(always)]
    pub fn __pull<V: Differentiable, T, C: Cotangent<T>>(
        bar: Box<V::Shadow<C>>,
        value: V,
        value_bar: &mut V::Shadow<C>,
    ) -> Box<V> {
        V::absorb(value_bar, &bar, &|a: C, b: C| a.plus(b));
        Box::new(value)
    }
}
