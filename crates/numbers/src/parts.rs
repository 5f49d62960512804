//! Shadows of numbers that are made of parts: complex numbers of two, logarithmic and tropical ones of one.
//!
//! Such a number over `T` has the same number over `C` for a shadow, each part of which holds the cotangent of that part:
//! the shadow of a `Complex<T>` is a `Complex<C>` of the derivatives by its real and by its imaginary part. An adjoint
//! program reaches a part by its index, as it reaches an element of an array, so these shadows are a [`Shadow`] of one
//! number and a [`Grid`] of many. Law: parts are counted in the order of their fields.

use core::cell::Cell;
use core::ops::Range;

use crate::{Cells, Cotangent, Differentiable, Grid, Log, MaxPlus, MinPlus, Shadow, Slot};

#[cold]
fn no_part(i: usize) -> ! {
    panic!("a number has no part {i}")
}

/// A part of a number in a cell.
#[derive(Debug)]
pub struct Part<'a, N: Copy, C> {
    number: &'a Cell<N>,
    part: fn(&mut N) -> &mut C,
}

impl<T, N: Copy, C: Cotangent<T>> Slot<T, C> for Part<'_, N, C> {
    type Again<'a>
        = Part<'a, N, C>
    where
        Self: 'a;
    #[inline(always)]
    fn again(&mut self) -> Part<'_, N, C> {
        Part { number: self.number, part: self.part }
    }
    #[inline(always)]
    fn add(&mut self, c: C) {
        let mut number = self.number.get();
        let part = (self.part)(&mut number);
        *part = part.plus(c);
        self.number.set(number);
    }
}

macro_rules! parts {
    ($Number:ident { $($part:ident = $i:literal),+ }) => {
        // Its parts are real numbers, whatever the type parameter of a generic structure.
        impl<V> Differentiable for $Number<V> {
            type Shadow<C: Copy> = $Number<C>;
            #[inline(always)]
            fn shadow_of<C: Copy>(&self, c: C) -> $Number<C> {
                $Number { $($part: c),+ }
            }
            #[inline(always)]
            fn absorb<C: Copy>(into: &mut $Number<C>, from: &$Number<C>, plus: &impl Fn(C, C) -> C) {
                $(into.$part = plus(into.$part, from.$part);)+
            }
        }

        impl<T, C: Cotangent<T>> Shadow<T, C> for &mut $Number<C> {
            type Part<'a> = &'a mut $Number<C> where Self: 'a;
            type Item<'a> = &'a mut C where Self: 'a;
            type Shared<'a> = &'a Cell<$Number<C>> where Self: 'a;
            #[inline(always)]
            fn again(&mut self) -> &mut $Number<C> {
                self
            }
            // A number has no ranges but the whole.
            #[inline(always)]
            fn part(&mut self, _: Range<usize>) -> &mut $Number<C> {
                self
            }
            #[inline(always)]
            fn item(&mut self, i: usize) -> &mut C {
                match i {
                    $($i => &mut self.$part,)+
                    _ => no_part(i),
                }
            }
            #[inline(always)]
            fn shared(&mut self) -> &Cell<$Number<C>> {
                Cell::from_mut(self)
            }
            #[inline(always)]
            fn add(&mut self, i: usize, c: C) {
                let part = Shadow::<T, C>::item(self, i);
                *part = part.plus(c);
            }
        }

        impl<T, C: Cotangent<T>> Shadow<T, C> for &Cell<$Number<C>> {
            type Part<'a> = &'a Cell<$Number<C>> where Self: 'a;
            type Item<'a> = Part<'a, $Number<C>, C> where Self: 'a;
            type Shared<'a> = &'a Cell<$Number<C>> where Self: 'a;
            #[inline(always)]
            fn again(&mut self) -> &Cell<$Number<C>> {
                self
            }
            #[inline(always)]
            fn part(&mut self, _: Range<usize>) -> &Cell<$Number<C>> {
                self
            }
            #[inline(always)]
            fn item(&mut self, i: usize) -> Part<'_, $Number<C>, C> {
                match i {
                    $($i => Part { number: self, part: |number| &mut number.$part },)+
                    _ => no_part(i),
                }
            }
            #[inline(always)]
            fn shared(&mut self) -> &Cell<$Number<C>> {
                self
            }
            #[inline(always)]
            fn add(&mut self, i: usize, c: C) {
                let mut number = self.get();
                Shadow::<T, C>::add(&mut &mut number, i, c);
                self.set(number);
            }
        }

        impl<T, C: Cotangent<T>> Grid<T, C> for &mut [$Number<C>] {
            type Rows<'a> = &'a mut [$Number<C>] where Self: 'a;
            type Row<'a> = &'a mut $Number<C> where Self: 'a;
            type Shared<'a> = Cells<'a, $Number<C>> where Self: 'a;
            #[inline(always)]
            fn again(&mut self) -> &mut [$Number<C>] {
                self
            }
            #[inline(always)]
            fn part(&mut self, range: Range<usize>) -> &mut [$Number<C>] {
                if range.start >= range.end { &mut [] } else { &mut self[range] }
            }
            #[inline(always)]
            fn item(&mut self, i: usize) -> &mut $Number<C> {
                &mut self[i]
            }
            #[inline(always)]
            fn shared(&mut self) -> Cells<'_, $Number<C>> {
                Cells(Cell::from_mut(&mut self[..]).as_slice_of_cells())
            }
            #[inline(always)]
            fn add_at(&mut self, i: usize, j: usize, c: C) {
                Shadow::<T, C>::add(&mut &mut self[i], j, c);
            }
        }

        impl<T, C: Cotangent<T>, const N: usize> Grid<T, C> for &mut [$Number<C>; N] {
            type Rows<'a> = &'a mut [$Number<C>] where Self: 'a;
            type Row<'a> = &'a mut $Number<C> where Self: 'a;
            type Shared<'a> = Cells<'a, $Number<C>> where Self: 'a;
            #[inline(always)]
            fn again(&mut self) -> &mut [$Number<C>] {
                &mut self[..]
            }
            #[inline(always)]
            fn part(&mut self, range: Range<usize>) -> &mut [$Number<C>] {
                if range.start >= range.end { &mut [] } else { &mut self[range] }
            }
            #[inline(always)]
            fn item(&mut self, i: usize) -> &mut $Number<C> {
                &mut self[i]
            }
            #[inline(always)]
            fn shared(&mut self) -> Cells<'_, $Number<C>> {
                Cells(Cell::from_mut(&mut self[..]).as_slice_of_cells())
            }
            #[inline(always)]
            fn add_at(&mut self, i: usize, j: usize, c: C) {
                Shadow::<T, C>::add(&mut &mut self[i], j, c);
            }
        }

        impl<T, C: Cotangent<T>> Grid<T, C> for Cells<'_, $Number<C>> {
            type Rows<'a> = Cells<'a, $Number<C>> where Self: 'a;
            type Row<'a> = &'a Cell<$Number<C>> where Self: 'a;
            type Shared<'a> = Cells<'a, $Number<C>> where Self: 'a;
            #[inline(always)]
            fn again(&mut self) -> Cells<'_, $Number<C>> {
                *self
            }
            #[inline(always)]
            fn part(&mut self, range: Range<usize>) -> Cells<'_, $Number<C>> {
                if range.start >= range.end { Cells(&[]) } else { Cells(&self.0[range]) }
            }
            #[inline(always)]
            fn item(&mut self, i: usize) -> &Cell<$Number<C>> {
                &self.0[i]
            }
            #[inline(always)]
            fn shared(&mut self) -> Cells<'_, $Number<C>> {
                *self
            }
            #[inline(always)]
            fn add_at(&mut self, i: usize, j: usize, c: C) {
                Shadow::<T, C>::add(&mut &self.0[i], j, c);
            }
        }
    };
}

parts!(Log { ln = 0 });
parts!(MaxPlus { value = 0 });
parts!(MinPlus { value = 0 });
#[cfg(feature = "complex")]
use num_complex::Complex;
#[cfg(feature = "complex")]
parts!(Complex { re = 0, im = 1 });
