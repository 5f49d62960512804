//! [`Transfer`]: the linear maps between the numbers of all ranks.
//!
//! Law: `transposed` is the transpose of the map, so `⟨y_bar, map(x)⟩ = ⟨transposed(y_bar), x⟩`, where both products run over the
//! numbers of all ranks; transposing twice gives the map again.

use crate::ranks::Ranks;
use std::fmt;

/// A linear map from numbers `x` of all ranks to numbers `y` of all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transfer {
    /// `x` of the root, on every rank.
    Broadcast {
        /// The rank that has it.
        root: usize,
    },
    /// The sum of `x`, at the root.
    Reduce {
        /// The rank that gets it.
        root: usize,
    },
    /// The sum of `x`, on every rank.
    AllReduce,
    /// Part `r` of `x` of the root, on rank `r`.
    Scatter {
        /// The rank that has all parts.
        root: usize,
    },
    /// `x` of all ranks in their order, at the root.
    Gather {
        /// The rank that gets all parts.
        root: usize,
    },
    /// `x` of all ranks in their order, on every rank.
    AllGather,
    /// Part `r` of the sum of `x`, on rank `r`.
    ReduceScatter,
    /// `x` of one rank, on another.
    Sent {
        /// The rank that has it.
        from: usize,
        /// The rank that gets it.
        to: usize,
    },
    /// The end of `x` of the rank before, then the start of `x` of the rank behind; nothing before the first rank and behind the last.
    Halo,
    /// The transpose of [`Halo`](Self::Halo): what the rank before has behind itself, at the start; what the rank behind has before itself, at the end.
    HaloSum,
}

/// The number of parts, one for each rank, of the numbers on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parts {
    /// One.
    One,
    /// One for each rank.
    Each,
}

/// The sides of a map on a rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    /// The numbers of parts of `x` and `y`.
    pub(crate) parts: (Parts, Parts),
    /// True if the rank's `x` is read.
    pub(crate) reads: bool,
    /// True if the rank's `y` is written.
    pub(crate) writes: bool,
}

impl Transfer {
    /// Returns the transposed map, which carries the cotangents.
    #[must_use]
    pub fn transposed(self) -> Self {
        match self {
            Self::Broadcast { root } => Self::Reduce { root },
            Self::Reduce { root } => Self::Broadcast { root },
            Self::AllReduce => Self::AllReduce,
            Self::Scatter { root } => Self::Gather { root },
            Self::Gather { root } => Self::Scatter { root },
            Self::AllGather => Self::ReduceScatter,
            Self::ReduceScatter => Self::AllGather,
            Self::Sent { from, to } => Self::Sent { from: to, to: from },
            Self::Halo => Self::HaloSum,
            Self::HaloSum => Self::Halo,
        }
    }

    /// Returns the ranks that it names.
    pub(crate) fn named(self) -> [usize; 2] {
        match self {
            Self::Broadcast { root }
            | Self::Reduce { root }
            | Self::Scatter { root }
            | Self::Gather { root } => [root, 0],
            Self::Sent { from, to } => [from, to],
            Self::AllReduce | Self::AllGather | Self::ReduceScatter | Self::Halo | Self::HaloSum => [0, 0],
        }
    }

    /// Returns what a rank has to do with it.
    pub(crate) fn sides(self, rank: usize) -> Sides {
        use Parts::{Each, One};
        let (parts, reads, writes) = match self {
            Self::Broadcast { root } => ((One, One), rank == root, true),
            Self::Reduce { root } => ((One, One), true, rank == root),
            Self::AllReduce | Self::Halo | Self::HaloSum => ((One, One), true, true),
            Self::Scatter { root } => ((Each, One), rank == root, true),
            Self::Gather { root } => ((One, Each), true, rank == root),
            Self::AllGather => ((One, Each), true, true),
            Self::ReduceScatter => ((Each, One), true, true),
            Self::Sent { from, to } => ((One, One), rank == from, rank == to),
        };
        Sides { parts, reads, writes }
    }

    /// Returns `y` of this rank, of `length` words, of `x` of all ranks; `None` where nothing is written.
    pub(crate) fn of(self, ranks: &Ranks, x: &[f64], length: usize) -> Option<Vec<f64>> {
        let (transport, rank) = (ranks.transport(), ranks.rank());
        let writes = self.sides(rank).writes;
        let mut y = vec![0.0; if writes { length } else { 0 }];
        match self {
            Self::Broadcast { root } => {
                if rank == root {
                    y.copy_from_slice(x);
                }
                transport.broadcast(&mut y, root);
            }
            Self::Reduce { root } => transport.reduce(x, &mut y, root),
            Self::AllReduce => transport.all_reduce(x, &mut y),
            Self::Scatter { root } => transport.scatter(x, &mut y, root),
            Self::Gather { root } => transport.gather(x, &mut y, root),
            Self::AllGather => transport.all_gather(x, &mut y),
            Self::ReduceScatter => transport.reduce_scatter(x, &mut y),
            Self::Sent { from, to } => {
                let here = |at: usize, other: usize| (rank == at).then_some(other);
                add(&mut y, &transport.exchange(x, here(from, to), here(to, from)), self);
            }
            Self::Halo => {
                let width = length / 2;
                let (start, end) = (&x[..width], &x[x.len() - width..]);
                let (before, behind) = y.split_at_mut(width);
                if let received @ [_, ..] = &transport.exchange(end, ranks.behind(), ranks.before())[..] {
                    add(before, received, self);
                }
                if let received @ [_, ..] = &transport.exchange(start, ranks.before(), ranks.behind())[..] {
                    add(behind, received, self);
                }
            }
            Self::HaloSum => {
                // Here `x` has two widths, and `y` is as long as what the edges were read from.
                let (before, behind) = x.split_at(x.len() / 2);
                let to_start = transport.exchange(behind, ranks.behind(), ranks.before());
                add(&mut y[..to_start.len()], &to_start, self);
                let to_end = transport.exchange(before, ranks.before(), ranks.behind());
                add(&mut y[length - to_end.len()..], &to_end, self);
            }
        }
        writes.then_some(y)
    }
}

/// Adds a message.
fn add(to: &mut [f64], message: &[f64], transfer: Transfer) {
    let (place, sent) = (to.len(), message.len());
    assert!(place == sent, "`{transfer}`: a rank has sent {sent} words, and the place for them has {place}");
    to.iter_mut().zip(message).for_each(|(to, word)| *to += *word);
}

impl fmt::Display for Transfer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broadcast { root } => write!(f, "broadcast from rank {root}"),
            Self::Reduce { root } => write!(f, "reduce to rank {root}"),
            Self::AllReduce => f.write_str("all_reduce"),
            Self::Scatter { root } => write!(f, "scatter from rank {root}"),
            Self::Gather { root } => write!(f, "gather to rank {root}"),
            Self::AllGather => f.write_str("all_gather"),
            Self::ReduceScatter => f.write_str("reduce_scatter"),
            Self::Sent { from, to } => write!(f, "sent from rank {from} to rank {to}"),
            Self::Halo => f.write_str("halo"),
            Self::HaloSum => f.write_str("cotangents of a halo"),
        }
    }
}
