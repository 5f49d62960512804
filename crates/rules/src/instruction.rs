//! [`Instruction`]: the in-place bijections, each with its inverse and adjoint written as formulae.
//!
//! A primitive computes a new number; an instruction changes its places and can be undone from what it leaves. The
//! law: running an instruction and then its [inverse](Instruction::inverse) restores every place. Here are the
//! names and the formulae; the code that runs lies with the programs that use it.
//!
//! In the formulae of the adjoint, `x` is the state *after* the instruction, and the cotangent `x_bar` goes from the
//! state after it to the state before it.

use core::fmt;

/// A bijection on the values of its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Instruction {
    /// `(a, b) ← (b, a)`. Its own inverse. Adjoint: `(a_bar, b_bar) ← (b_bar, a_bar)`.
    Swap,
    /// `a ← -a`. Its own inverse. Adjoint: `a_bar ← -a_bar`.
    Neg,
    /// `(a, b) ← (a cos θ - b sin θ, a sin θ + b cos θ)`: turns the vector by the angle θ. Undone by [`Irot`].
    ///
    /// Adjoint: `θ_bar += b_bar a - a_bar b`, then `(a_bar, b_bar)` is turned by `-θ`.
    ///
    /// [`Irot`]: Instruction::Irot
    Rot,
    /// `(a, b) ← (a cos θ + b sin θ, b cos θ - a sin θ)`: turns the vector by the angle -θ. Undone by [`Rot`].
    ///
    /// Adjoint: `θ_bar += a_bar b - b_bar a`, then `(a_bar, b_bar)` is turned by `θ`.
    ///
    /// [`Rot`]: Instruction::Rot
    Irot,
    /// `(a, b) ← ((a + b) / √2, (a - b) / √2)`: a reflection. Its own inverse. Adjoint: the cotangents likewise.
    Hadamard,
    /// `z ← z̄`, for complex numbers. Its own inverse. Adjoint: `z_bar` likewise.
    Conj,
    /// `n ← n + 1`, for integers. Undone by [`Dec`]. Integers carry no cotangent.
    ///
    /// [`Dec`]: Instruction::Dec
    Inc,
    /// `n ← n - 1`, for integers. Undone by [`Inc`]. Integers carry no cotangent.
    ///
    /// [`Inc`]: Instruction::Inc
    Dec,
}

impl Instruction {
    /// All instructions.
    pub const ALL: &'static [Instruction] =
        &[Self::Swap, Self::Neg, Self::Rot, Self::Irot, Self::Hadamard, Self::Conj, Self::Inc, Self::Dec];

    /// The name by which programs call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Swap => "swap",
            Self::Neg => "neg",
            Self::Rot => "rot",
            Self::Irot => "irot",
            Self::Hadamard => "hadamard",
            Self::Conj => "conj",
            Self::Inc => "inc",
            Self::Dec => "dec",
        }
    }

    /// The instruction with this [name](Self::name).
    pub fn by_name(name: &str) -> Option<Instruction> {
        Self::ALL.iter().copied().find(|instruction| instruction.name() == name)
    }

    /// The number of arguments.
    pub const fn arity(self) -> usize {
        match self {
            Self::Neg | Self::Conj | Self::Inc | Self::Dec => 1,
            Self::Swap | Self::Hadamard => 2,
            Self::Rot | Self::Irot => 3,
        }
    }

    /// How many of the arguments are changed; they come first, the others are only read.
    pub const fn changed(self) -> usize {
        match self {
            Self::Neg | Self::Conj | Self::Inc | Self::Dec => 1,
            Self::Swap | Self::Rot | Self::Irot | Self::Hadamard => 2,
        }
    }

    /// The instruction that undoes this one.
    pub const fn inverse(self) -> Instruction {
        match self {
            Self::Swap => Self::Swap,
            Self::Neg => Self::Neg,
            Self::Rot => Self::Irot,
            Self::Irot => Self::Rot,
            Self::Hadamard => Self::Hadamard,
            Self::Conj => Self::Conj,
            Self::Inc => Self::Dec,
            Self::Dec => Self::Inc,
        }
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
