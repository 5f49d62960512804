//! Adds the cotangents of a batch up, on one thread or many, with the same bits.
//!
//! Instances run in *rounds*, and the blocks of a round on threads. Each block has room of its own for cotangents: the places themselves where an
//! instance has a place to itself, one sum where all instances have one place, and else a copy for each instance. While the blocks of a round run, the
//! copies and sums of the round before are added to their places, in the order of the instances.

use super::{Added, BLOCK, Numbers, Share};
use alloc::{boxed::Box, vec::Vec};
use core::marker::PhantomData;
use core::ops::Range;
use retrograde_lanes::{Parts, both, for_parts};

/// The instances of a round. Their copies should fit into a cache.
const ROUND: usize = 16 * BLOCK;

/// Room for the cotangents of some instances.
#[derive(Debug)]
pub struct Room<'r, A> {
    first: usize,
    items: &'r mut [A],
    /// Two to this power is the number of instances with one item.
    shift: u32,
}

impl<A: Numbers> Room<'_, A> {
    /// Adds the cotangent of an instance.
    #[inline(always)]
    pub fn added(&mut self, instance: usize, cotangent: &A) {
        super::add(&mut self.items[(instance - self.first) >> self.shift], cotangent);
    }

    /// Lends the room.
    #[inline(always)]
    pub fn lent(&mut self) -> Room<'_, A> {
        Room { first: self.first, items: self.items, shift: self.shift }
    }
}

impl<A: Numbers> Parts for Room<'_, A> {
    fn split(self, n: usize) -> (Self, Self) {
        // Blocks are whole but for the last one.
        let (left, right) = self.items.split_at_mut((n + (1 << self.shift) - 1) >> self.shift);
        let behind = Room { first: self.first + n, items: right, shift: self.shift };
        (Room { items: left, ..self }, behind)
    }
}

/// Places for cotangents, and what blocks of two rounds have for them.
#[derive(Debug)]
pub struct Cotangents<D, A> {
    to: D,
    now: Vec<A>,
    before: Vec<A>,
}

/// Returns places for cotangents whose blocks have no room yet.
pub fn cotangents<A: Numbers, D: Added<A>>(to: D) -> Cotangents<D, A> {
    Cotangents { to, now: Vec::new(), before: Vec::new() }
}

/// The work that is left of the round before.
type Later<'r> = Box<dyn FnOnce() + Send + 'r>;

/// The numbers of some arguments.
pub trait Kinds {
    /// The room that blocks have for their cotangents.
    type Room<'r>: Parts;
}

impl Kinds for () {
    type Room<'r> = ();
}

impl<A: Numbers, R: Kinds> Kinds for (PhantomData<A>, R) {
    type Room<'r> = (Room<'r, A>, R::Room<'r>);
}

/// Places for the cotangents of some arguments.
pub trait Addends {
    /// The numbers of the arguments.
    type Kinds: Kinds;
    /// Begins a round: returns room for its instances, and what is left to do for those of the round before.
    fn round<'r>(
        &'r mut self,
        now: Range<usize>,
        before: Range<usize>,
        later: &mut Vec<Later<'r>>,
    ) -> RoomOf<'r, Self>;
}

type RoomOf<'r, T> = <<T as Addends>::Kinds as Kinds>::Room<'r>;

impl Addends for () {
    type Kinds = ();
    fn round<'r>(&'r mut self, _: Range<usize>, _: Range<usize>, _: &mut Vec<Later<'r>>) {}
}

impl<A: Numbers, D: Added<A>, R: Addends> Addends for (Cotangents<D, A>, R) {
    type Kinds = (PhantomData<A>, R::Kinds);
    fn round<'r>(
        &'r mut self,
        now: Range<usize>,
        before: Range<usize>,
        later: &mut Vec<Later<'r>>,
    ) -> RoomOf<'r, Self> {
        let Cotangents { to, now: staged, before: old } = &mut self.0;
        let shift = match to.share() {
            Share::Own => {
                let room = Room { first: now.start, items: to.own(now.clone()), shift: 0 };
                return (room, self.1.round(now, before, later));
            }
            Share::Copied => 0,
            Share::Summed => BLOCK.ilog2(),
        };
        core::mem::swap(staged, old);
        staged.clear();
        staged.resize((now.len() + (1 << shift) - 1) >> shift, A::nothing());
        let first = before.start;
        later.push(Box::new(move || {
            for (i, cotangent) in old.iter().enumerate() {
                to.added(first + i, cotangent);
            }
        }));
        let room = Room { first: now.start, items: staged, shift };
        (room, self.1.round(now, before, later))
    }
}

/// Runs `f` on blocks of `0..n`, each with its part of what instances have to themselves, and room for cotangents.
pub fn for_rounds<P: Parts, T: Addends>(
    n: usize,
    mut own: P,
    mut addends: T,
    f: &(impl for<'r> Fn(Range<usize>, P, RoomOf<'r, T>) + Sync),
) {
    let mut before = 0..0;
    loop {
        let now = before.end..n.min(before.end + ROUND);
        let (mine, rest) = own.split(now.len());
        own = rest;
        let mut later = Vec::new();
        let room = addends.round(now.clone(), before, &mut later);
        let first = now.start;
        both(
            || {
                for_parts(now.len(), BLOCK, (mine, room), &|range: Range<usize>, (own, room)| {
                    f(first + range.start..first + range.end, own, room);
                })
            },
            || later.into_iter().for_each(|add| add()),
        );
        if now.is_empty() {
            return;
        }
        before = now;
    }
}
