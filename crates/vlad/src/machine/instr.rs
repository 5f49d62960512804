//! The instructions of the machine: A-normal form with operands resolved.

use crate::anf::CodeId;
use crate::prim::Prim;
use crate::tags::Tags;

/// Where an operand is: in a register, among what the running procedure captured, or among the constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Operand(u32);

/// The three places of an [`Operand`].
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

/// A run of entries in the machine's table of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) start: u32,
    pub(super) len: u32,
}

impl Run {
    pub(super) const NONE: Run = Run { start: 0, len: 0 };
}

/// Registers are relative to the frame; instructions are numbered through all codes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Instr {
    /// A primitive beneath tags: those that the operand loses, and those that the result gets.
    Prim1 {
        prim: Prim,
        to: u32,
        a: Operand,
        off: Tags,
        on: Tags,
    },
    /// The same with two operands.
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
    /// A call whose result is taken apart at once. The instructions that do so follow, for results that come whole; a
    /// result in as many parts goes to their registers, and they are passed over.
    CallParts {
        /// Where a whole result goes, then its parts.
        to: Run,
        /// The tags of the pairs.
        pair_tags: Tags,
        function: Operand,
        arguments: Run,
        tags: Tags,
    },
    /// The same as `Call`, as the last thing that a procedure does.
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
    /// Returns pairs nested to the right by their parts, which is all that most callers want.
    ReturnParts {
        parts: Run,
        tags: Tags,
    },
}

/// How a code is entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The first instruction, with the argument in register `arguments` (or 0, if that is 1).
    pub(super) start: u32,
    /// The first instruction if the parts of the argument are in the first registers.
    pub(super) direct: u32,
    /// Into how many parts the argument is taken apart at once.
    pub(super) arguments: u32,
    /// The tags of the pairs that hold those parts.
    pub(super) pair_tags: Tags,
    /// How many registers a frame has.
    pub(super) registers: u32,
    /// The tags that the argument must have at least.
    pub(super) tags: Tags,
}
