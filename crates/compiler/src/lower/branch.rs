//! Branches with a value: `if a { x } else if b { y } else { z }`.
//!
//! Takes syntax, returns an expression. All arms of a chain, and of branches that end an arm, add to one place, so
//! that a chain makes one local however long it is. If all arms are exact and have no statements, the value is a
//! choice.

use super::Lowering;
use crate::ir::*;
use crate::law::Extent;
use proc_macro2::Span;
use syn::spanned::Spanned;

/// One side of a branch: its statements, and its end.
struct Arm {
    before: Vec<Stmt>,
    end: End,
}

/// The end of an arm.
enum End {
    /// A value, by its number among all values of the chain.
    Value(usize),
    /// Another branch.
    Branch(Box<Fork>),
}

/// A condition and its two sides.
struct Fork {
    condition: Expr,
    then: Arm,
    otherwise: Arm,
    decision: Decision,
    span: Span,
}

/// The values with which the arms of a chain end, and their source.
type Values<'a> = Vec<(Expr, &'a syn::Expr)>;

impl Lowering {
    /// Lowers `if c { a } else { b }` as a value: a place to which the arms add.
    pub(super) fn branch_value(&mut self, branch: &syn::ExprIf, exact: bool, span: Span) -> Expr {
        if let (true, Some(((first, then), (second, otherwise)))) = (exact, sides(branch)) {
            if first.is_empty() && second.is_empty() {
                let condition = self.exact_value(&branch.cond);
                let (a, b) = (self.exact_value(then), self.exact_value(otherwise));
                return Expr::Choose(Box::new(condition), Box::new(a), Box::new(b));
            }
        }
        let mut values = Values::new();
        let fork = match self.fork(branch, &mut values) {
            Ok(fork) => fork,
            Err(stand_in) => return *stand_in,
        };
        let (values, written): (Vec<Expr>, Vec<&syn::Expr>) = values.into_iter().unzip();
        let kinds: Vec<Kind> = values.iter().map(|value| self.kind(value)).collect();
        let number = kinds.iter().find_map(|kind| kind.number());
        let arrays = self.arrays_alike(&values, &written);
        let values = values.into_iter().zip(written);
        let (ty, values): (Type, Vec<Expr>) = match (number, arrays) {
            (None, Some(Ok(alike))) => alike,
            (None, Some(Err(stand_in))) => return stand_in,
            (Some(number), _) => (
                number.into(),
                values.map(|(value, written)| self.as_number(value, number, written)).collect(),
            ),
            (None, None) if kinds.contains(&Kind::Real) => {
                (Type::Real, values.map(|(value, written)| self.as_real(value, written)).collect())
            }
            (None, None) if fork.is_choice() => {
                return fork.choice(&values.map(|(value, _)| value).collect::<Vec<_>>());
            }
            (None, None) => {
                let message = "a branch with an exact value has one expression on either side";
                let help = "declare `let mut n = 0;` before it and add to `n` inside";
                return self.outside(Extent::of(branch), message, help);
            }
        };
        let start = ty.zero(None, span);
        let chosen = self.declare("chosen", span, ty, Role::Ancilla);
        self.pending.push(Stmt::Allocate(Binding::new(chosen, start, span)));
        let mut values: Vec<Option<Expr>> = values.into_iter().map(Some).collect();
        self.pending.push(fork.adding_to(&Place::whole(chosen, span), &mut values, &self.vars));
        Expr::Read(Place::whole(chosen, span))
    }

    /// Lowers a branch with its arms; their values are appended to `values`. An error is the replacement of a
    /// reported expression.
    fn fork<'a>(&mut self, branch: &'a syn::ExprIf, values: &mut Values<'a>) -> Result<Fork, Box<Expr>> {
        let Some(((first, then), (second, otherwise))) = sides(branch) else {
            let stand_in = self.outside(
                Extent::of(branch),
                "a branch with a value has both sides, and each ends with its value",
                "write `else { 0.0 }`, or declare `let mut t = 0.0;` before it and add to `t` inside",
            );
            return Err(Box::new(stand_in));
        };
        let condition = self.exact_value(&branch.cond);
        let then = self.arm(first, then, values);
        let otherwise = self.arm(second, otherwise, values);
        let (decision, span) = (self.decision(&branch.attrs, branch.span()), branch.span());
        Ok(Fork { condition, then: then?, otherwise: otherwise?, decision, span })
    }

    /// Lowers one side of a branch, in its own scope.
    fn arm<'a>(
        &mut self,
        stmts: &[syn::Stmt],
        value: &'a syn::Expr,
        values: &mut Values<'a>,
    ) -> Result<Arm, Box<Expr>> {
        let (before, end) = self.side(stmts, |this| match value {
            syn::Expr::If(branch) => this.fork(branch, values).map(|fork| End::Branch(Box::new(fork))),
            value => {
                values.push((this.real_value(value), value));
                Ok(End::Value(values.len() - 1))
            }
        });
        Ok(Arm { before, end: end? })
    }
}

impl Fork {
    /// True if no arm has statements.
    fn is_choice(&self) -> bool {
        [&self.then, &self.otherwise].into_iter().all(|arm| {
            arm.before.is_empty()
                && match &arm.end {
                    End::Value(_) => true,
                    End::Branch(fork) => fork.is_choice(),
                }
        })
    }

    /// Returns the choice between exact values.
    fn choice(self, values: &[Expr]) -> Expr {
        let side = |arm: Arm| match arm.end {
            End::Value(at) => values[at].clone(),
            End::Branch(fork) => fork.choice(values),
        };
        Expr::Choose(Box::new(self.condition), Box::new(side(self.then)), Box::new(side(self.otherwise)))
    }

    /// Returns the branch as a statement, each arm of which adds its value to a place.
    fn adding_to(self, place: &Place, values: &mut [Option<Expr>], vars: &Variables) -> Stmt {
        let span = self.span;
        let mut block = |arm: Arm| {
            let mut stmts = arm.before;
            match arm.end {
                End::Branch(fork) => stmts.push(fork.adding_to(place, values, vars)),
                End::Value(at) => {
                    if let Some(value) = values[at].take() {
                        added(place.clone(), value, span, vars, &mut stmts);
                    }
                }
            }
            Block { stmts }
        };
        let (then, otherwise) = (block(self.then), block(self.otherwise));
        let (pre, decision) = (self.condition, self.decision);
        Stmt::If(If { pre, post: None, then, otherwise, decision, direction: Direction::Call, span })
    }
}

/// Adds a value to a place, number by number.
fn added(place: Place, value: Expr, span: Span, vars: &Variables, stmts: &mut Vec<Stmt>) {
    let parts: Vec<(Place, Expr)> = match value {
        Expr::Structure(shape, parts) => {
            let part = |(segment, part)| vars.within(&place, segment).map(|place| (place, part));
            shape.segments().zip(parts).filter_map(part).collect()
        }
        Expr::List(items) => {
            let at = |i| Projection::Index(super::iterate::number(i));
            let item = |(i, item)| (super::place::extend(place.clone(), at(i)), item);
            items.into_iter().enumerate().map(item).collect()
        }
        value => {
            let (group, sign) = (Group::Sum, Sign::Plus);
            return stmts.push(Stmt::Update(Update { place, group, sign, value, written: None, span }));
        }
    };
    for (place, part) in parts {
        added(place, part, span, vars, stmts);
    }
}

/// Both sides of a branch with a value: the statements, and the value after them.
pub(super) type Side<'a> = (&'a [syn::Stmt], &'a syn::Expr);

pub(super) fn sides(branch: &syn::ExprIf) -> Option<(Side<'_>, Side<'_>)> {
    let otherwise = branch.else_branch.as_ref().and_then(|(_, e)| match &**e {
        syn::Expr::Block(b) => side(&b.block),
        other => Some((&[][..], other)),
    });
    side(&branch.then_branch).zip(otherwise)
}

fn side(block: &syn::Block) -> Option<Side<'_>> {
    match block.stmts.split_last() {
        Some((syn::Stmt::Expr(value, None), before)) => Some((before, value)),
        _ => None,
    }
}
