//! The transfers as instructions for reversible and ordinary functions, and as functions of vectors.

use crate::ranks::Ranks;
use crate::transfer::Transfer;
use crate::wire::{Wire, cotangent};
use retrograde::{Cotangent, Real, Shadow};

/// Makes an instruction that adds what a transfer brings, the one that takes it away, and their adjoints.
macro_rules! instructions {
    ($(
        $(#[$doc:meta])*
        $add:ident, $take:ident, $add_adjoint:ident, $take_adjoint:ident($($n:ident),*) => $transfer:expr;
    )*) => { $(
        $(#[$doc])*
        ///
        /// # Panics
        ///
        /// If there is no such rank. Lengths that do not fit, or differ between ranks, end all ranks.
        #[retrograde::instruction(inverse = $take, adjoint = $add_adjoint)]
        pub fn $add<T: Real + Wire>(y: &mut [T], x: &[T], $($n: usize,)* #[inactive] ranks: &Ranks) {
            let carried = ranks.carry($transfer, x, y.len());
            y.iter_mut().zip(carried.into_iter().flatten()).for_each(|(y, x)| *y += x);
        }

        #[doc = concat!("Takes away what [`", stringify!($add), "()`] adds: its inverse.")]
        ///
        /// # Panics
        ///
        /// Where the transfer panics that it undoes.
        #[retrograde::instruction(inverse = $add, adjoint = $take_adjoint)]
        pub fn $take<T: Real + Wire>(y: &mut [T], x: &[T], $($n: usize,)* #[inactive] ranks: &Ranks) {
            let carried = ranks.carry($transfer, x, y.len());
            y.iter_mut().zip(carried.into_iter().flatten()).for_each(|(y, x)| *y -= x);
        }

        #[doc(hidden)]
        pub fn $add_adjoint<T: Wire, C: Cotangent<T>>(
            y: &mut [T],
            y_bar: &mut [C],
            x: &[T],
            mut x_bar: impl Shadow<T, C>,
            $($n: usize,)*
            ranks: &Ranks,
        ) {
            $take(y, x, $($n,)* ranks);
            pulled::<T, C>(ranks, $transfer, y_bar, x.len(), |i, bar| x_bar.add(i, bar));
        }

        #[doc(hidden)]
        pub fn $take_adjoint<T: Wire, C: Cotangent<T>>(
            y: &mut [T],
            y_bar: &mut [C],
            x: &[T],
            mut x_bar: impl Shadow<T, C>,
            $($n: usize,)*
            ranks: &Ranks,
        ) {
            $add(y, x, $($n,)* ranks);
            pulled::<T, C>(ranks, $transfer, y_bar, x.len(), |i, bar| x_bar.add(i, bar.negated()));
        }
    )* };
}

/// Hands the cotangents of `x` to `add`, those that this rank has.
fn pulled<T: Wire, C: Cotangent<T>>(
    ranks: &Ranks,
    transfer: Transfer,
    y_bar: &[C],
    length: usize,
    mut add: impl FnMut(usize, C),
) {
    let words = ranks.pull::<T, C>(transfer, y_bar, length).unwrap_or_default();
    for (i, words) in words.chunks(C::ROWS * T::WORDS).enumerate() {
        add(i, cotangent::<T, C>(words));
    }
}

instructions! {
    /// Adds `x` of the rank `root` to `y` on every rank. Elsewhere `x` may be empty.
    add_broadcast, take_broadcast, add_broadcast_adjoint, take_broadcast_adjoint(root) => Transfer::Broadcast { root };
    /// Adds the sum of `x` over all ranks to `y` of the rank `root`. Elsewhere `y` may be empty, and is left as it is.
    add_reduce, take_reduce, add_reduce_adjoint, take_reduce_adjoint(root) => Transfer::Reduce { root };
    /// Adds the sum of `x` over all ranks to `y` on every rank.
    add_all_reduce, take_all_reduce, add_all_reduce_adjoint, take_all_reduce_adjoint() => Transfer::AllReduce;
    /// Adds part `r` of `x` of the rank `root`, which has as many parts as there are ranks, to `y` of rank `r`. Elsewhere `x` may be empty.
    add_scatter, take_scatter, add_scatter_adjoint, take_scatter_adjoint(root) => Transfer::Scatter { root };
    /// Adds `x` of rank `r` to part `r` of `y` of the rank `root`. Elsewhere `y` may be empty, and is left as it is.
    add_gather, take_gather, add_gather_adjoint, take_gather_adjoint(root) => Transfer::Gather { root };
    /// Adds `x` of rank `r` to part `r` of `y`, on every rank.
    add_all_gather, take_all_gather, add_all_gather_adjoint, take_all_gather_adjoint() => Transfer::AllGather;
    /// Adds part `r` of the sum of `x` over all ranks to `y` of rank `r`.
    add_reduce_scatter, take_reduce_scatter, add_reduce_scatter_adjoint, take_reduce_scatter_adjoint() => Transfer::ReduceScatter;
    /// Adds `x` of the rank `from` to `y` of the rank `to`: a message that is sent and received. All ranks call it; elsewhere both may be empty, and `y` is left as it is.
    add_sent, take_sent, add_sent_adjoint, take_sent_adjoint(from, to) => Transfer::Sent { from, to };
    /// Adds the last numbers of `x` of the rank before to the first half of `y`, and the first ones of `x` of the rank behind to the second half.
    ///
    /// Nothing is added before the first rank and behind the last. `x` has at least as many numbers as a half, and its length may differ between ranks.
    add_halo, take_halo, add_halo_adjoint, take_halo_adjoint() => Transfer::Halo;
}

/// Makes functions of vectors.
macro_rules! functions {
    ($(
        $(#[$doc:meta])*
        $f:ident($($n:ident),*), $add:ident, |$x:ident, $ranks:ident| $length:expr;
    )*) => { $(
        $(#[$doc])*
        ///
        /// # Panics
        ///
        #[doc = concat!("As [`", stringify!($add), "()`].")]
        #[retrograde::differentiable]
        pub fn $f<T: Real + Wire>($x: &[T], $($n: usize,)* #[inactive] $ranks: &Ranks) -> Vec<T> {
            let count = $length;
            let mut y = vec![T::constant(0.0); count];
            $add(&mut y, $x, $($n,)* $ranks);
            y
        }
    )* };
}

functions! {
    /// Returns `x` of the rank `root`. On every rank `x` has the same length.
    broadcast(root), add_broadcast, |x, ranks| x.len();
    /// Returns the sum of `x` over all ranks at the rank `root`, zeros elsewhere.
    reduce(root), add_reduce, |x, ranks| x.len();
    /// Returns the sum of `x` over all ranks.
    all_reduce(), add_all_reduce, |x, ranks| x.len();
    /// Returns part `r` of `x` of the rank `root` at rank `r`. On every rank `x` has the same length.
    scatter(root), add_scatter, |x, ranks| x.len() / ranks.size();
    /// Returns `x` of all ranks, one after the other, at the rank `root`, zeros elsewhere.
    gather(root), add_gather, |x, ranks| x.len() * ranks.size();
    /// Returns `x` of all ranks, one after the other.
    all_gather(), add_all_gather, |x, ranks| x.len() * ranks.size();
    /// Returns part `r` of the sum of `x` over all ranks at rank `r`.
    reduce_scatter(), add_reduce_scatter, |x, ranks| x.len() / ranks.size();
    /// Returns `x` of the rank `from` at the rank `to`, zeros elsewhere. On every rank `x` has the same length.
    sent(from, to), add_sent, |x, ranks| x.len();
}
