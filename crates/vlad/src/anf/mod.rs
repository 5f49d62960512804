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

/// A constant that has gone through transformations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constant {
    /// The transformations: at `reverse` it is `(*j c)`, at `forward` `(bundle c (perturb (zero c)))`.
    pub tags: Tags,
    /// What went through them.
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

/// What needs no computing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Atom {
    /// A variable of this code.
    Var(Var),
    /// A constant.
    Const(Constant),
}

/// A statement and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it does.
    pub op: Op,
    /// The text it came from.
    pub span: Span,
}

/// What a [`Statement`] does.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// Gives a number a name. What a procedure captures has a cotangent, what it was written with has none.
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
    /// Applies a primitive beneath tags: takes them off its operands, and puts those of the result on. Each operator adds
    /// one tag to all of these stacks, so they agree in where they have `forward`, and the tangents of the operands go
    /// into that of the result.
    Primitive {
        /// The result.
        to: Var,
        /// The tags that the result gets.
        tags: Tags,
        /// The primitive; never one of the host's.
        prim: Prim,
        /// One value or two, and the tags that each loses.
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
        /// What it runs.
        code: CodeId,
        /// What it captures, in the order of [`Code::captures`].
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
    /// The procedure with this code and the captured values of the running one: itself, or bound by the same `letrec`.
    Sibling {
        /// The procedure.
        to: Var,
        /// What it runs.
        code: CodeId,
    },
    /// Asks a value to equal a constant.
    Check {
        /// The value.
        from: Atom,
        /// The constant.
        constant: Constant,
    },
    /// Runs one of two bodies; anything but a false condition runs the first.
    If {
        /// The result of the body that ran.
        to: Var,
        /// The tags of the condition.
        tags: Tags,
        /// The condition.
        condition: Atom,
        /// What runs if it is not false.
        then: Body,
        /// What runs if it is.
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

/// What is known of a variable.
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
    /// What the text calls it.
    pub name: Option<Arc<str>>,
    /// The tags that its argument must have at least: those of the transformations that the code went through.
    pub tags: Tags,
    /// Its parameter.
    pub param: Var,
    /// The variables that hold what it captured. The members of a `letrec` all capture the same.
    pub captures: Vec<Var>,
    /// Its variables.
    pub vars: Vec<VarInfo>,
    /// What it does.
    pub body: Body,
    /// The primitive that was transformed into it, for the definitions of transformed primitives.
    pub prim: Option<Prim>,
    /// The text it came from.
    pub span: Span,
}

/// All codes of a program.
#[derive(Clone, Debug, Default)]
pub struct Codes {
    all: Vec<Option<Arc<Code>>>,
    bytes: usize,
    /// What simplifying knows of other codes.
    simple: simplify::Known,
}

impl Codes {
    /// A number for a code that is still to be written.
    pub fn reserve(&mut self) -> CodeId {
        self.all.push(None);
        CodeId((self.all.len() - 1) as u32)
    }

    /// Writes a code under its number.
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

    /// The code with this number.
    ///
    /// # Panics
    ///
    /// If its number was only reserved.
    pub fn get(&self, id: CodeId) -> &Arc<Code> {
        self.all[id.0 as usize].as_ref().expect("a code is written before it is read")
    }

    /// How much memory they take, about.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
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
    /// A constant of the text.
    pub fn plain(base: Base) -> Self {
        Constant { tags: Tags::NONE, base }
    }
}

impl Atom {
    /// A constant of the text.
    pub fn constant(value: Const) -> Self {
        Atom::Const(Constant::plain(Base::Const(value)))
    }

    /// A primitive.
    pub fn prim(prim: Prim) -> Self {
        Atom::Const(Constant::plain(Base::Prim(prim)))
    }

    /// The variable, if it is one.
    pub fn var(self) -> Option<Var> {
        match self {
            Atom::Var(v) => Some(v),
            Atom::Const(_) => None,
        }
    }
}

impl Op {
    /// The variables that it binds.
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

    /// Hands every atom that it reads to `visit`, those of the bodies of a choice included.
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

    /// Hands every atom that it reads to `visit`, its result last.
    pub fn visit_reads(&self, visit: &mut dyn FnMut(Atom)) {
        deep(|| {
            for statement in &self.statements {
                statement.op.visit_reads(visit);
            }
            visit(self.result);
        });
    }
}
