//! `push!(stack, x)` and `pop!(stack, x)`: moves a value to a stack and leaves zero in its place, or moves it back to
//! a place that is zero.
//!
//! Takes a vector and a place with the type of its elements; returns one instruction or its inverse. So a pushed
//! place can hold another value, and in the inverse it gets its old one back. (Paper 002, section 3: a stack that
//! clears the place of a pushed value.)

use super::Lowering;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use crate::syntax::position::Node;
use crate::syntax::read::values_in;
use proc_macro2::Span;
use syn::spanned::Spanned;

impl Lowering {
    /// `push!(stack, x)`, or `pop!` as its uncall.
    pub(super) fn stack(&mut self, mac: &syn::Macro, direction: Direction, span: Span) -> Option<Stmt> {
        let name = if direction == Direction::Call { "push" } else { "pop" };
        let Some([stack, place]) = values_in(mac) else {
            let message = format!("`{name}!` takes a stack and a place");
            return self.refused(Extent::of(mac), message, format!("write `{name}!(stack, x);`"));
        };
        let (written_stack, written) = (lent(&stack), lent(&place));
        if matches!(
            written,
            syn::Expr::Binary(_) | syn::Expr::MethodCall(_) | syn::Expr::Call(_) | syn::Expr::Lit(_)
        ) {
            let message = format!("`{}` is not a place, but `{name}!` changes a place", shown(written));
            return self.errors.refuse(
                Law::ChangesInput,
                Extent::of(written),
                message,
                in_ancilla("value", written_stack),
            );
        }
        let (stack, place) = self.inside(mac, [&stack, &place].map(Node::Value), |this| {
            (this.place(written_stack), this.place(written))
        });
        let (stack, place) = (stack?, self.element(place?));
        let item = match self.type_of(&stack) {
            Type::Vec(item) => *item,
            _ => {
                let text = shown(written_stack);
                let message = format!("`{text}` is not a vector, and only a vector grows and shrinks");
                let help =
                    format!("declare it as `{text}: &mut Vec<…>`, or `let mut {text}: Vec<…> = Vec::new();`");
                return self.refused(Extent::of(written_stack), message, help);
            }
        };
        if self.vars[place.base].role == Role::Binding && self.vars.field_path(place.base).is_none() {
            let name = &self.vars[place.base].name;
            let message = format!("`{name}` is bound once, but `push!` and `pop!` change it");
            let help = in_ancilla(name, written_stack);
            return self.errors.refuse(Law::ChangesInput, place.span, message, help);
        }
        let found = self.type_of(&place);
        let item = self.deepened(stack.base, item, &found);
        if item.of_reals() != found.of_reals() || item.depth() != found.depth() {
            return self.errors.refuse(
                Law::MixedTypes,
                written.span(),
                format!(
                    "`{}` is not of the type of the elements of `{}`",
                    shown(written),
                    shown(written_stack)
                ),
                "keep a stack for each type",
            );
        }
        let args = vec![Argument::Mutable(stack), Argument::Mutable(place)];
        Some(Stmt::Call(Call { callee: Callee::stack(span), direction, args, span }))
    }

    /// The type of the elements of a stack: of a field, what is pushed tells how deep it is.
    fn deepened(&mut self, stack: Var, item: Type, pushed: &Type) -> Type {
        let Some(field) = self.vars.field_path(stack) else { return item };
        if item.depth() >= pushed.depth() || item.of_reals() != pushed.of_reals() {
            return item;
        }
        let vec = Type::Vec(Box::new(pushed.clone()));
        let ty = (0..field.elements()).fold(vec, |item, _| Type::Slice(Box::new(item)));
        self.vars[stack].ty = ty;
        pushed.clone()
    }

    /// The length of what grows and shrinks is a value like any other, not a property of its type.
    pub(super) fn counted(&mut self, block: Block) -> Block {
        let mut growing = crate::sorted::Set::new();
        crate::ir::visit::each(&block, &mut |stmt| {
            if let Stmt::Call(call) = stmt {
                // An element alone makes nothing longer.
                let lent = |arg: &Argument| match arg {
                    Argument::Mutable(place) => {
                        let whole = holds_vectors(&self.type_of(place)).then_some(place.base);
                        self.vars.parts(place.base).into_iter().chain(whole).collect()
                    }
                    Argument::Shared(_) | Argument::Value(_) => Vec::new(),
                };
                let may = |var: &Var| call.callee.is_stack() || self.vars[*var].role == Role::State;
                let is_map = |var: &Var| self.vars[*var].ty.is_map();
                let grows = |var: &Var| is_map(var) || (holds_vectors(&self.vars[*var].ty) && may(var));
                growing.extend(call.args.iter().flat_map(lent).filter(grows));
            }
        });
        if growing.is_empty() {
            return block;
        }
        let counted = |e: &Expr| {
            e.replaced(&mut |part| match part {
                Expr::Length(place)
                    if growing.contains(&place.base) && matches!(self.type_of(place), Type::Vec(_)) =>
                {
                    Some(count(place))
                }
                Expr::Host(Host::Keys, args) => args
                    .first()
                    .and_then(Argument::place)
                    .filter(|map| growing.contains(&map.base))
                    .map(|map| Expr::Host(Host::KeysNow, vec![Argument::Shared(map.clone())])),
                _ => None,
            })
        };
        let defined: Vec<(Var, Expr)> =
            self.vars.iter().filter_map(|(var, v)| Some((var, counted(v.definition.as_ref()?)))).collect();
        let block = crate::ir::visit::each_expression(&block, &mut |e| counted(e));
        for (var, definition) in defined {
            self.vars[var].definition = Some(definition);
        }
        block
    }
}

/// Suggests how to push a value that is not in a place of its own.
fn in_ancilla(name: &str, stack: &syn::Expr) -> String {
    format!(
        "build it in an ancilla, and free that afterwards: `let mut {name} = 0.0; {name} += …; push!({}, {name}); free!({name} = 0.0);`",
        shown(stack)
    )
}

/// True if the lengths in a place of this type can change.
fn holds_vectors(ty: &Type) -> bool {
    matches!(ty, Type::Vec(_)) || ty.is_map() || (ty.depth() > 0 && holds_vectors(ty.item()))
}

/// Returns the place behind `&mut`, which may be written or not.
pub(super) fn lent(e: &syn::Expr) -> &syn::Expr {
    match e {
        syn::Expr::Reference(r) => &r.expr,
        other => other,
    }
}
