//! The instructions of the machine: A-normal form with resolved operands.

use crate::anf::CodeId;
use crate::prim::Prim;
use crate::tags::Tags;

/// An operand: a register, a capture of the running procedure, or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Operand(u32);

/// The three kinds of [`Operand`].
pub(super) enum Place {
    Register(usize),
    Captured(u32),
    Constant(usize),
}

impl Operand {
    const SHIFT: u32 = 30;
    const MASK: u32 = (1 << Self::SHIFT) - 1;

    pub(super) fn register(i: u32) -> Self {
        Operand(i)
    }

    pub(super) fn captured(i: u32) -> Self {
        Operand(1 << Self::SHIFT | i)
    }

    pub(super) fn constant(i: u32) -> Self {
        Operand(2 << Self::SHIFT | i)
    }

    #[inline(always)]
    pub(super) fn place(self) -> Place {
        let i = self.0 & Self::MASK;
        match self.0 >> Self::SHIFT {
            0 => Place::Register(i as usize),
            1 => Place::Captured(i),
            _ => Place::Constant(i as usize),
        }
    }
}

/// A range of the machine's table of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) start: u32,
    pub(super) len: u32,
}

impl Run {
    pub(super) const NONE: Run = Run { start: 0, len: 0 };
}

/// An instruction. Registers are relative to the frame; instructions are numbered through all codes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Instr {
    /// Applies a primitive beneath tags: `off` are those that the operand loses, `on` those that the result gets.
    Prim1 {
        prim: Prim,
        to: u32,
        a: Operand,
        off: Tags,
        on: Tags,
    },
    /// Applies a primitive of two operands beneath tags.
    Prim2 {
        prim: Prim,
        to: u32,
        a: Operand,
        b: Operand,
        off: [Tags; 2],
        on: Tags,
    },
    /// Applies a procedure to a value, or to pairs of values nested to the right, with these tags.
    Call {
        to: u32,
        function: Operand,
        arguments: Run,
        tags: Tags,
    },
    /// A call whose result is destructured at once. The instructions that follow do so if the callee returns one
    /// value. If it returns as many parts as expected, they go to the registers directly, and those instructions are
    /// skipped.
    CallParts {
        /// The register of a whole result, then those of its parts.
        to: Run,
        /// The tags of the pairs.
        pair_tags: Tags,
        function: Operand,
        arguments: Run,
        tags: Tags,
    },
    /// A `Call` in tail position.
    TailCall {
        function: Operand,
        arguments: Run,
        tags: Tags,
    },
    Cons {
        to: u32,
        tags: Tags,
        head: Operand,
        tail: Operand,
    },
    Uncons {
        head: u32,
        tail: u32,
        tags: Tags,
        from: Operand,
    },
    Close {
        to: u32,
        code: CodeId,
        tags: Tags,
        captures: Run,
    },
    Open {
        to: Run,
        code: CodeId,
        from: Operand,
    },
    Sibling {
        to: u32,
        code: CodeId,
        tags: Tags,
    },
    Check {
        from: Operand,
        constant: Operand,
    },
    /// Jumps if the condition is false.
    Branch {
        condition: Operand,
        target: u32,
    },
    Jump {
        target: u32,
    },
    Move {
        to: u32,
        from: Operand,
    },
    Return {
        from: Operand,
    },
    /// Returns pairs nested to the right as separate parts, since most callers destructure the result.
    ReturnParts {
        parts: Run,
        tags: Tags,
    },
}

/// The entry points and the frame of a code.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The first instruction, with the argument in register `arguments` (or 0, if that is 1).
    pub(super) start: u32,
    /// The first instruction if the parts of the argument are in the first registers.
    pub(super) direct: u32,
    /// The number of parts into which the argument is destructured at once.
    pub(super) arguments: u32,
    /// The tags of the pairs that contain those parts.
    pub(super) pair_tags: Tags,
    /// The number of registers of a frame.
    pub(super) registers: u32,
    /// The tags that the argument must have at least.
    pub(super) tags: Tags,
}
