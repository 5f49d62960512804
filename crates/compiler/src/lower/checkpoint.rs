//! `#[checkpoint]` before a loop of an ordinary function.

use super::Lowering;
use crate::ir::*;
use crate::syntax::checkpoint;
use proc_macro2::Span;

impl Lowering {
    /// Returns a loop with the variables by which it keeps its state, if it is marked.
    pub(super) fn checkpointed(&mut self, stmt: Stmt, attrs: &[syn::Attribute], span: Span) -> Stmt {
        let Some(every) =
            checkpoint::of_loop(attrs, &mut self.errors).filter(|_| self.language.is_ordinary())
        else {
            return stmt;
        };
        let mut number =
            |name: &str, role: Role| self.declare(name, span, Type::Exact(Scalar::USIZE.into()), role);
        let checkpoint = Some(Checkpoint {
            every,
            tape: None,
            round: number("rounds", Role::Ancilla),
            first: number("first", Role::Ancilla),
            length: number("length", Role::Ancilla),
            count: number("count", Role::Binding),
            index: number("round", Role::Index),
        });
        match stmt {
            Stmt::For(f) => Stmt::For(For { checkpoint, ..f }),
            Stmt::While(w) => Stmt::While(While { checkpoint, ..w }),
            other => other,
        }
    }
}
