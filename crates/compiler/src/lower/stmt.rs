//! Statements.

use super::Lowering;
use super::each::{is_swap, lent};
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use crate::sorted::Map;
use crate::syntax::paths::ends;
use crate::syntax::read::{attributes, ident_of};
use crate::syntax::together;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::rc::Rc;
use syn::spanned::Spanned;

impl Lowering {
    /// Lowers statements into the current scope.
    pub(super) fn stmts(&mut self, stmts: &[syn::Stmt]) -> Vec<Stmt> {
        let mut out = Vec::new();
        let mut last = Vec::new();
        self.unmarked.extend(stmts.iter().filter_map(unmarked));
        for stmt in stmts {
            self.marks(stmt);
            let lowered = match stmt {
                syn::Stmt::Local(local) => self.choosing(&local.attrs, |this| this.local(local)),
                syn::Stmt::Expr(e, _) => self.expr_stmt(e),
                syn::Stmt::Macro(m) => self.macro_stmt(&m.mac, m.span()),
                syn::Stmt::Item(item @ (syn::Item::Const(_) | syn::Item::Fn(_) | syn::Item::Use(_))) => {
                    self.items.extend(item.to_token_stream());
                    None
                }
                syn::Stmt::Item(item @ syn::Item::Macro(_)) => {
                    let message = "nobody expands a macro by example before the attribute";
                    let help = "write a function or a closure in its place, `let square = |x: f64| x * x;`";
                    self.refused(Extent::of(item), message, help)
                }
                syn::Stmt::Item(item) => {
                    let help = "move it out of the function";
                    self.refused(
                        Extent::of(item),
                        "only the items `const`, `fn` and `use` are allowed in a function",
                        help,
                    )
                }
            };
            out.append(&mut self.pending);
            out.extend(lowered);
            out.append(&mut self.following);
            last.append(&mut self.lasting);
        }
        out.append(&mut last);
        out
    }

    /// Reports the attributes of a statement that do not apply to it.
    fn marks(&mut self, stmt: &syn::Stmt) {
        if !matches!(stmt, syn::Stmt::Item(_)) {
            attributes(stmt).iter().for_each(|attr| self.mark(stmt, attr));
        }
    }

    /// Reports an attribute that does not apply to its statement.
    fn mark(&mut self, stmt: &syn::Stmt, attr: &syn::Attribute) {
        let decides = matches!(stmt, syn::Stmt::Expr(syn::Expr::If(_) | syn::Expr::While(_), _));
        let repeats = matches!(stmt, syn::Stmt::Expr(syn::Expr::ForLoop(_) | syn::Expr::While(_), _));
        let calls = matches!(
            stmt,
            syn::Stmt::Local(_) | syn::Stmt::Expr(syn::Expr::Call(_) | syn::Expr::MethodCall(_), _)
        );
        let Some(name) = attr.path().get_ident().map(ToString::to_string) else { return };
        let help = match name.as_str() {
            "keep" | "rounded" if decides => return,
            "beside" | "changing" if self.language.is_ordinary() => return,
            "checkpoint" if self.language.is_ordinary() && repeats => return,
            "checkpoint" if self.language.is_ordinary() => "write it before a loop or a function",
            "checkpoint" => "a loop of a reversible function undoes itself, and records nothing",
            "rounded" if calls => return,
            "keep" => "write it before an `if` or `while`, whose decision it is about",
            "rounded" => {
                "write it before an `if` or `while`, whose decision it is about, or before a call, about the decisions in it"
            }
            "inactive" if matches!(stmt, syn::Stmt::Local(_)) => return,
            "inactive" => "write it before a parameter or a `let`",
            "parallel" | "sequential" => match together::help(stmt, attr) {
                Some(help) => help,
                None => return,
            },
            "store" | "recompute" | "cfg" | "cfg_attr" | "doc" => return,
            "allow" | "warn" | "deny" | "forbid" | "expect" => return,
            _ => {
                "the attributes of statements are `#[keep]`, `#[rounded]`, `#[store]`, `#[recompute]`, `#[parallel]`, `#[sequential]` and `#[inactive]`"
            }
        };
        self.outside(Extent::of(attr), format!("`{}` does not apply here", shown(attr)), help);
    }

    /// Lowers a block with a scope of its own.
    pub(super) fn block(&mut self, block: &syn::Block) -> Block {
        // A mark of a branch is about its own decision.
        let accepting = std::mem::replace(&mut self.accepting, false);
        let (stmts, ()) = self.side(&block.stmts, |_| ());
        self.accepting = accepting;
        Block { stmts }
    }

    /// Lowers statements and what follows them in a scope of their own, with all that it needs before it.
    pub(super) fn side<R>(
        &mut self,
        stmts: &[syn::Stmt],
        then: impl FnOnce(&mut Self) -> R,
    ) -> (Vec<Stmt>, R) {
        let outer = std::mem::take(&mut self.pending);
        self.scopes.push(Map::new());
        let mut before = self.stmts(stmts);
        let value = then(self);
        self.scopes.pop();
        self.left_behind(self.scopes.len());
        before.append(&mut self.pending);
        self.pending = outer;
        (before, value)
    }

    /// Removes the routines of blocks that have ended, deeper than `depth`, and reports those that were not undone.
    pub(super) fn left_behind(&mut self, depth: usize) {
        let (open, ended) = std::mem::take(&mut self.routines).into_iter().partition(|r| r.depth <= depth);
        self.routines = open;
        for routine in ended.into_iter().filter(|r: &super::Known| !r.undone) {
            let label = routine.label;
            self.errors.report(
                Law::Undo,
                routine.span,
                format!("routine `'{label}` is never undone"),
                format!(
                    "undo it after its last use, `undo!('{label});`, or remove the label: the locals of a \
                     block are uncomputed automatically"
                ),
            );
        }
    }

    pub(super) fn expr_stmt(&mut self, e: &syn::Expr) -> Option<Stmt> {
        let span = e.span();
        match e {
            syn::Expr::Binary(b) => match b.op {
                syn::BinOp::AddAssign(_) => self.update(b, Group::Sum, Sign::Plus, span),
                syn::BinOp::SubAssign(_) => self.update(b, Group::Sum, Sign::Minus, span),
                syn::BinOp::MulAssign(_) => self.update(b, Group::Product, Sign::Plus, span),
                syn::BinOp::DivAssign(_) => self.update(b, Group::Product, Sign::Minus, span),
                syn::BinOp::BitXorAssign(_) => self.update(b, Group::Xor, Sign::Plus, span),
                _ => {
                    let (message, help) = if update_operator(&b.op) {
                        (format!("`{}` has no inverse here", shown(b)), "use `+=`, `-=` or `^=`")
                    } else {
                        (
                            format!("`{}` computes a value that is not used", shown(b)),
                            "bind it with `let`, or say in the signature that it is returned: `-> f64`",
                        )
                    };
                    self.refused(Extent::of(b), message, help)
                }
            },
            syn::Expr::Assign(a) if self.is_refused(&a.left) => None,
            syn::Expr::Assign(a) => {
                let (target, value) = (shown(&a.left), shown(&a.right));
                let help = match (&*a.left, self.carried(&a.left)) {
                    (syn::Expr::Tuple(_), _) => {
                        "write an update of each place, and exchange two by `swap(&mut a, &mut b);`"
                            .to_string()
                    }
                    (_, Some(all)) => {
                        let name = super::update::named(&target);
                        format!(
                            "give each iteration an element of its own, `let mut {all} = vec![0.0; n + 1];`: `{all}[k + 1] += …;`, which \
                             reads `{all}[k]` where this one reads `{name}`"
                        )
                    }
                    _ => format!(
                        "bind a fresh variable: `let fresh = {value};`, add with `{target} += …`, or `swap` two places"
                    ),
                };
                self.errors.refuse(
                    Law::Overwrites,
                    Extent::of(a),
                    format!("`{target} = …` forgets the old value of `{}`", super::update::named(&target)),
                    help,
                )
            }
            syn::Expr::Call(call) => self.choosing(&call.attrs, |this| this.call_stmt(call, span)),
            syn::Expr::ForLoop(f) => {
                let stmt = self.choosing(&f.attrs, |this| this.for_stmt(f, span));
                if let (Some(Stmt::For(of)), Some(how)) = (&stmt, f.attrs.iter().find_map(together::of)) {
                    self.vars.note_together(of.index, how);
                }
                stmt.map(|stmt| self.checkpointed(stmt, &f.attrs, span))
            }
            syn::Expr::If(i) => self.choosing(&i.attrs, |this| this.if_stmt(i, span)),
            syn::Expr::While(w) => {
                let stmt = self.choosing(&w.attrs, |this| this.while_stmt(w, span));
                stmt.map(|stmt| self.checkpointed(stmt, &w.attrs, span))
            }
            syn::Expr::Block(b) => self.choosing(&b.attrs, |this| Some(this.routine(b))),
            syn::Expr::Macro(m) => self.macro_stmt(&m.mac, span),
            syn::Expr::Return(_) | syn::Expr::Break(_) | syn::Expr::Continue(_) | syn::Expr::Try(_) => {
                self.leaves_early(e);
                None
            }
            syn::Expr::Loop(l) => self.errors.refuse(
                Law::LeavesEarly,
                l.loop_token.span(),
                "`loop` is left in the middle or never",
                "write `while (pre, post) { … }` or a `for`",
            ),
            syn::Expr::Paren(p) => self.expr_stmt(&p.expr),
            syn::Expr::Match(m) => {
                let help = "write `if … { … } else if … { … } else { … }`";
                self.refused(m.match_token.span(), "`match` is not part of the language", help)
            }
            syn::Expr::MethodCall(call) => {
                if let Some(stmt) = self.choosing(&call.attrs, |this| this.method_stmt(call, span)) {
                    return Some(stmt);
                }
                let message = format!("the method `{}` has no known inverse", call.method);
                let of_map = self.instead_on_map(&call.receiver, &call.method.to_string());
                let help = match call.method.to_string().as_str() {
                    _ if of_map.is_some() => of_map.unwrap_or_default(),
                    name @ ("push" | "pop") if self.is_vec(&call.receiver) => {
                        let stack = shown(&call.receiver);
                        format!("move between a stack and a place, which is zero while its value is away: `{name}!({stack}, place)`")
                    }
                    "swap" if call.args.len() == 2 => {
                        let (of, i, j) = (shown(&call.receiver), shown(&call.args[0]), shown(&call.args[1]));
                        format!("exchange two places: `swap(&mut {of}[{i}], &mut {of}[{j}]);`")
                    }
                    _ => "call a reversible function, `f(&mut place)`, or wrap an outside effect: `safe! { … }`".into(),
                };
                self.refused(call.method.span(), message, help)
            }
            syn::Expr::Unsafe(_) | syn::Expr::Async(_) | syn::Expr::Const(_) => {
                let what = shown(&e.to_token_stream().into_iter().next().to_token_stream());
                let message = format!("`{what} {{ … }}` is not a statement of the language");
                let help = format!("remove `{what}` around the statements to undo");
                self.refused(Extent::of(e).start, message, help)
            }
            _ => {
                let message = format!("`{}` is not a statement of the language", shown(e));
                self.refused(Extent::of(e), message, "wrap an outside effect: `safe! { … }`")
            }
        }
    }

    pub(super) fn call_stmt(&mut self, call: &syn::ExprCall, span: Span) -> Option<Stmt> {
        let syn::Expr::Path(path) = &*call.func else {
            let help = super::call::instead_of(&call.func);
            return self.refused(Extent::of(&call.func), "only named functions can be called", help);
        };
        if let Some(stmt) = self.call_of_argument(call, span) {
            return stmt;
        }
        if self.is_variable(&path.path) {
            self.no_function(path);
            return None;
        }
        if let Some((message, help)) = super::call::of_the_host(path).or_else(|| self.of_the_body(path)) {
            return self.refused(Extent::of(path), message, help);
        }
        if self.elements.is_none() && is_swap(call) && call.args.iter().all(|arg| self.is_slice(lent(arg).0))
        {
            // Slices are passed as they are, `swap(now, before)`, and their elements behind `&mut`.
            let mut call = call.clone();
            for arg in call.args.iter_mut().filter(|arg| !matches!(arg, syn::Expr::Reference(_))) {
                let place = std::mem::replace(arg, syn::Expr::Verbatim(TokenStream::new()));
                *arg = syn::parse_quote_spanned!(place.span()=> &mut #place);
            }
            return self.for_each(&[&syn::Expr::Call(call)], span);
        }
        let mut callee = self.callee(path);
        let uncalled = callee.path.path.segments.len() > 1
            && callee.path.path.segments.last().is_some_and(|s| s.ident == "inverse");
        let direction = if uncalled {
            let segments = &mut Rc::make_mut(&mut callee.path).path.segments;
            segments.pop();
            segments.pop_punct();
            // `f::<N>::inverse(…)` and `f::inverse::<N>(…)` are the same.
            let said = std::mem::take(&mut callee.generics);
            callee = self.callee(&callee.path);
            callee.generics.extend(said);
            Direction::Uncall
        } else if callee.kind == CallKind::Associated {
            match Rc::make_mut(&mut callee.path).path.segments.last_mut() {
                Some(last) => {
                    let (name, direction) = self.called_method(&last.ident);
                    last.ident = name;
                    direction
                }
                None => Direction::Call,
            }
        } else {
            Direction::Call
        };
        callee.functions = self.functions_in(&call.args);
        callee.beside = call.attrs.iter().any(|attr| attr.path().is_ident("beside"));
        // An uncall is not undone by its adjoint.
        callee.recorded = callee.recorded.filter(|_| direction == Direction::Call);
        let (mut args, mut views) = (Vec::new(), Vec::new());
        for written in &call.args {
            args.push(self.argument_through(written, &mut views));
        }
        shared_twice(&mut args, call);
        let args = self.asked_for(&callee, args, &call.args.iter().collect::<Vec<_>>());
        Some(self.around(Call { callee, direction, args, span }, views))
    }
}

impl Lowering {
    /// True if an expression is a vector.
    fn is_vec(&mut self, e: &syn::Expr) -> bool {
        self.quiet_place(e).is_some_and(|place| matches!(self.type_of(&place), Type::Vec(_)))
    }

    /// True if an expression is a place whose length its type does not tell.
    fn is_slice(&mut self, e: &syn::Expr) -> bool {
        self.quiet_place(e).is_some_and(|place| matches!(self.type_of(&place), Type::Slice(_)))
    }
}

/// Lends a place that is named twice, `h_dot(&mut y, r, r)`, to be read: rustc lends nothing twice to be changed.
fn shared_twice(args: &mut [Argument], call: &syn::ExprCall) {
    let names: Vec<_> = call.args.iter().map(ident_of).collect();
    for (at, argument) in args.iter_mut().enumerate() {
        let is_twice = names[at].is_some() && names.iter().filter(|name| **name == names[at]).count() > 1;
        if let (true, Argument::Mutable(place)) = (is_twice, &*argument) {
            *argument = Argument::Shared(place.clone());
        }
    }
}

/// The name of a function that stands among the statements without a mark.
fn unmarked(stmt: &syn::Stmt) -> Option<String> {
    let syn::Stmt::Item(syn::Item::Fn(item)) = stmt else { return None };
    let marks = ["reversible", "differentiable", "primitive", "instruction"];
    let is_mark = |attr: &syn::Attribute| ends(attr.path(), &marks);
    (!item.attrs.iter().any(is_mark)).then(|| item.sig.ident.to_string())
}

/// True if an operator changes its left side.
fn update_operator(op: &syn::BinOp) -> bool {
    use syn::BinOp::*;
    matches!(op, RemAssign(_) | BitAndAssign(_) | BitOrAssign(_) | ShlAssign(_) | ShrAssign(_))
}
