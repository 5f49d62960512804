//! A-normal form: every intermediate value has a name, every procedure is a [`Code`] of its own.
//!
//! A code has one parameter, captured variables, and a body of statements; destructuring is explicit. Variables are
//! numbered within their code, each bound once. Every statement has a counterpart that takes apart what it builds
//! ([`Op::Cons`] and [`Op::Uncons`], [`Op::Close`] and [`Op::Open`]), which is what makes reverse mode a
//! transformation of this form into itself.

mod convert;
mod print;
mod shape;
mod simplify;

use std::sync::Arc;

pub use convert::convert;
pub use print::Listing;
pub use shape::shape;

use crate::core::{Const, GlobalId};
use crate::deep::{deep, deep_tree};
use crate::prim::Prim;
use crate::source::Span;
use crate::tags::Tags;

/// A code: its number among [`Codes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CodeId(pub u32);

/// A variable: its number in its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

/// A constant after zero or more transformations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constant {
    /// The transformations: with the tag `reverse` the constant is `(*j c)`, with `forward` it is `(bundle c (perturb
    /// (zero c)))`.
    pub tags: Tags,
    /// The constant before them.
    pub base: Base,
}

/// A constant as the programmer wrote it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Base {
    /// The empty list, a boolean or a number.
    Const(Const),
    /// A primitive.
    Prim(Prim),
    /// A definition of the top level.
    Global(GlobalId),
}

/// An operand that needs no computation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Atom {
    /// A variable of this code.
    Var(Var),
    /// A constant.
    Const(Constant),
}

/// A statement and its place in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The operation.
    pub op: Op,
    /// The text it came from.
    pub span: Span,
}

/// The operation of a [`Statement`].
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// Gives a number a name. A number that a procedure captures has a cotangent; a literal number has none.
    Copy {
        /// The name.
        to: Var,
        /// The number.
        from: Constant,
    },
    /// Applies a procedure.
    Apply {
        /// The result.
        to: Var,
        /// The procedure.
        function: Atom,
        /// Its argument.
        argument: Atom,
    },
    /// Applies a primitive beneath tags: removes the tags of its operands, applies the primitive, and adds the tags
    /// of the result. Each AD operator adds one tag to all of these stacks, so `forward` occurs at the same positions
    /// in all of them, and the tangents of the operands contribute to the tangent of the result.
    Primitive {
        /// The result.
        to: Var,
        /// The tags that the result gets.
        tags: Tags,
        /// The primitive; never one of the host's.
        prim: Prim,
        /// One operand or two, each with the tags that it loses.
        operands: Vec<(Atom, Tags)>,
    },
    /// Builds a pair with tags.
    Cons {
        /// The pair.
        to: Var,
        /// Its tags.
        tags: Tags,
        /// Its car.
        head: Atom,
        /// Its cdr.
        tail: Atom,
    },
    /// Takes a pair with tags apart.
    Uncons {
        /// The car.
        head: Var,
        /// The cdr.
        tail: Var,
        /// The tags that the pair must have.
        tags: Tags,
        /// The pair.
        from: Atom,
    },
    /// Builds a procedure.
    Close {
        /// The procedure.
        to: Var,
        /// Its code.
        code: CodeId,
        /// The captured values, in the order of [`Code::captures`].
        captures: Vec<Atom>,
    },
    /// Takes a procedure with a known code apart into what it captured.
    Open {
        /// The captured values.
        to: Vec<Var>,
        /// The code that it must have.
        code: CodeId,
        /// The procedure.
        from: Atom,
    },
    /// Builds a procedure from this code and the captures of the running one: the running procedure itself, or
    /// another of the same `letrec`.
    Sibling {
        /// The procedure value.
        to: Var,
        /// Its code.
        code: CodeId,
    },
    /// Fails unless a value equals a constant.
    Check {
        /// The value.
        from: Atom,
        /// The constant.
        constant: Constant,
    },
    /// Runs one of two bodies: the second if the condition is `#f`, the first otherwise.
    If {
        /// The result of the body that ran.
        to: Var,
        /// The tags of the condition.
        tags: Tags,
        /// The condition.
        condition: Atom,
        /// The body for every condition but `#f`.
        then: Body,
        /// The body for `#f`.
        otherwise: Body,
    },
}

/// Statements in order, and their result.
pub struct Body {
    /// The statements.
    pub statements: Vec<Statement>,
    /// The result.
    pub result: Atom,
}

deep_tree!(Body { statements: Vec<Statement> => Vec::new(), result });

/// Facts about a variable.
#[derive(Clone, Debug)]
pub struct VarInfo {
    /// Its name in the text, or one for an intermediate value.
    pub name: Arc<str>,
    /// The transformations that it has gone through.
    pub tags: Tags,
}

/// A procedure without the values that it captures.
#[derive(Clone, Debug)]
pub struct Code {
    /// Its name in the text.
    pub name: Option<Arc<str>>,
    /// The tags that its argument must have at least: those of the transformations that the code went through.
    pub tags: Tags,
    /// Its parameter.
    pub param: Var,
    /// The variables that hold the captured values. All members of a `letrec` capture the same.
    pub captures: Vec<Var>,
    /// Its variables.
    pub vars: Vec<VarInfo>,
    /// The statements and the result.
    pub body: Body,
    /// The primitive from which this code was derived, if it defines a transformed primitive.
    pub prim: Option<Prim>,
    /// The text it came from.
    pub span: Span,
}

/// All codes of a program.
#[derive(Clone, Debug, Default)]
pub struct Codes {
    all: Vec<Option<Arc<Code>>>,
    bytes: usize,
    /// Facts about other codes, for the simplifier.
    simple: simplify::Known,
}

impl Codes {
    /// Reserves a number for a code that is stored later.
    pub fn reserve(&mut self) -> CodeId {
        self.all.push(None);
        CodeId((self.all.len() - 1) as u32)
    }

    /// Stores a code under its number.
    pub fn set(&mut self, id: CodeId, code: Code) {
        self.bytes += code.bytes();
        if let Some(before) = self.all[id.0 as usize].replace(Arc::new(code)) {
            self.bytes -= before.bytes();
        }
    }

    /// Adds a code.
    pub fn add(&mut self, code: Code) -> CodeId {
        let id = self.reserve();
        self.set(id, code);
        id
    }

    /// Returns the code with this number.
    ///
    /// # Panics
    ///
    /// If the number was reserved and no code was stored.
    pub fn get(&self, id: CodeId) -> &Arc<Code> {
        self.all[id.0 as usize].as_ref().expect("a code is written before it is read")
    }

    /// Returns the approximate memory of all codes, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the number of codes.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

impl Code {
    fn bytes(&self) -> usize {
        let vars = self.vars.len() * size_of::<VarInfo>() + self.captures.len() * size_of::<Var>();
        size_of::<Code>() + vars + self.body.bytes()
    }
}

impl Constant {
    /// A constant as written in the text.
    pub fn plain(base: Base) -> Self {
        Constant { tags: Tags::NONE, base }
    }
}

impl Atom {
    /// A constant as written in the text.
    pub fn constant(value: Const) -> Self {
        Atom::Const(Constant::plain(Base::Const(value)))
    }

    /// A primitive.
    pub fn prim(prim: Prim) -> Self {
        Atom::Const(Constant::plain(Base::Prim(prim)))
    }

    /// Returns the variable, if the atom is one.
    pub fn var(self) -> Option<Var> {
        match self {
            Atom::Var(v) => Some(v),
            Atom::Const(_) => None,
        }
    }
}

impl Op {
    /// Returns the variables that the operation binds.
    pub fn bound(&self) -> Vec<Var> {
        match self {
            Op::Copy { to, .. }
            | Op::Apply { to, .. }
            | Op::Primitive { to, .. }
            | Op::Cons { to, .. }
            | Op::Close { to, .. }
            | Op::Sibling { to, .. }
            | Op::If { to, .. } => vec![*to],
            Op::Uncons { head, tail, .. } => vec![*head, *tail],
            Op::Open { to, .. } => to.clone(),
            Op::Check { .. } => vec![],
        }
    }

    /// Calls `visit` with every atom that the operation reads, including those in the bodies of a choice.
    pub fn visit_reads(&self, visit: &mut dyn FnMut(Atom)) {
        match self {
            Op::Apply { function, argument, .. } => {
                visit(*function);
                visit(*argument);
            }
            Op::Primitive { operands, .. } => operands.iter().for_each(|(atom, _)| visit(*atom)),
            Op::Cons { head, tail, .. } => {
                visit(*head);
                visit(*tail);
            }
            Op::Uncons { from, .. } | Op::Open { from, .. } | Op::Check { from, .. } => visit(*from),
            Op::Close { captures, .. } => captures.iter().copied().for_each(visit),
            Op::Sibling { .. } | Op::Copy { .. } => {}
            Op::If { condition, then, otherwise, .. } => {
                visit(*condition);
                then.visit_reads(visit);
                otherwise.visit_reads(visit);
            }
        }
    }
}

impl Body {
    fn bytes(&self) -> usize {
        let of = |statement: &Statement| {
            size_of::<Statement>()
                + match &statement.op {
                    Op::If { then, otherwise, .. } => then.bytes() + otherwise.bytes(),
                    Op::Close { captures, .. } => captures.len() * size_of::<Atom>(),
                    Op::Open { to, .. } => to.len() * size_of::<Var>(),
                    Op::Primitive { operands, .. } => operands.len() * size_of::<(Atom, Tags)>(),
                    Op::Copy { .. } | Op::Apply { .. } | Op::Cons { .. } | Op::Uncons { .. } => 0,
                    Op::Sibling { .. } | Op::Check { .. } => 0,
                }
        };
        deep(|| self.statements.iter().map(of).sum())
    }

    /// Calls `visit` with every atom that the body reads, its result last.
    pub fn visit_reads(&self, visit: &mut dyn FnMut(Atom)) {
        deep(|| {
            for statement in &self.statements {
                statement.op.visit_reads(visit);
            }
            visit(self.result);
        });
    }
}
