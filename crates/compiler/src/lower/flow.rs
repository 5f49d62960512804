//! Lowers control flow: loops, branches, routines and `undo!`.

use super::iterate::is_range;
use super::{Known, Lowering};
use crate::ir::invert::invert;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use crate::sorted::Map;
use crate::syntax::paths::last;
use crate::syntax::position::Node;
use proc_macro2::Span;
use quote::quote;
use syn::spanned::Spanned;

impl Lowering {
    pub(super) fn for_stmt(&mut self, f: &syn::ExprForLoop, span: Span) -> Option<Stmt> {
        if !is_range(&f.expr) {
            return self.iteration(f, span);
        }
        // The body is lowered whether or not its head is valid.
        let range = self.range(&f.expr);
        self.scopes.push(Map::new());
        let index = match &*f.pat {
            syn::Pat::Ident(p) if p.mutability.is_none() => {
                Some(self.declare_counted(p, Type::Exact(Exact::Discrete), Role::Index))
            }
            syn::Pat::Wild(_) => {
                Some(self.declare("_index", f.pat.span(), Type::Exact(Exact::Discrete), Role::Index))
            }
            other => {
                // If the head is not valid, its error is enough.
                if range.is_some() {
                    self.outside(Extent::of(other), "a loop index is a plain name", "write `for i in …`");
                }
                self.stand_ins(other);
                None
            }
        };
        if range.is_none() && index.is_none() {
            self.stand_ins(&f.pat);
        }
        self.loops.push(self.scopes.len() - 1);
        let body = self.block(&f.body);
        self.loops.pop();
        self.scopes.pop();
        let head = f.for_token.span().join(f.expr.span()).unwrap_or(span);
        Some(Stmt::For(For {
            index: index?,
            range: range?,
            lengths: Vec::new(),
            body,
            checkpoint: None,
            span: head,
        }))
    }

    pub(super) fn range(&mut self, e: &syn::Expr) -> Option<Range> {
        match e {
            syn::Expr::Range(range) => {
                let (Some(start), Some(end)) = (&range.start, &range.end) else {
                    return self.refused(
                        Extent::of(e),
                        "a loop starts and ends somewhere",
                        "write both bounds: `0..n`",
                    );
                };
                let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
                Some(Range { inclusive, ..Range::between(self.whole(start), self.whole(end)) })
            }
            syn::Expr::Paren(p) => self.range(&p.expr),
            syn::Expr::MethodCall(call) if call.method == "rev" => {
                Some(self.range(&call.receiver)?.reversed())
            }
            syn::Expr::MethodCall(call) if call.method == "step_by" && call.args.len() == 1 => {
                let inner = self.range(&call.receiver)?;
                let step = self.exact_value(&call.args[0]);
                if inner.step.is_some() {
                    return self.refused(Extent::of(e), "this range has two steps", "write one `step_by`");
                }
                Some(Range { from_end: inner.falling, step: Some(step), ..inner })
            }
            // `is_range` admits nothing else.
            _ => None,
        }
    }

    /// `(pre, post)` or a single condition.
    pub(super) fn condition_pair(&mut self, e: &syn::Expr) -> Option<(Expr, Option<Expr>)> {
        match e {
            syn::Expr::Let(l) => {
                let of_map = self.instead_of_entry(&l.expr);
                let help = of_map.unwrap_or_else(|| "compare numbers".to_string());
                self.outside(Extent::of(l), "a pattern is not a condition of the language", help);
                self.stand_ins(&l.pat);
                None
            }
            syn::Expr::Paren(p) => self.condition_pair(&p.expr),
            syn::Expr::Tuple(t) if t.elems.len() == 2 => {
                Some((self.exact_value(&t.elems[0]), Some(self.exact_value(&t.elems[1]))))
            }
            other => Some((self.exact_value(other), None)),
        }
    }

    pub(super) fn if_stmt(&mut self, i: &syn::ExprIf, span: Span) -> Option<Stmt> {
        self.scopes.push(Map::new());
        let condition = self.condition_pair(&i.cond);
        let then = self.block(&i.then_branch);
        self.scopes.pop();
        let otherwise = match i.else_branch.as_ref().map(|(_, e)| &**e) {
            None => Block::default(),
            Some(syn::Expr::Block(b)) => self.block(&b.block),
            Some(other) => {
                let outer = std::mem::take(&mut self.pending);
                let nested = self.expr_stmt(other);
                let mut stmts = std::mem::replace(&mut self.pending, outer);
                stmts.extend(nested);
                Block { stmts }
            }
        };
        let (pre, post) = condition?;
        let head = i.if_token.span().join(i.cond.span()).unwrap_or(span);
        let decision = self.decision(&i.attrs, head);
        Some(Stmt::If(If { pre, post, then, otherwise, decision, direction: Direction::Call, span: head }))
    }

    /// Returns how the inverse of a branch or loop decides, by its attributes.
    pub(super) fn decision(&mut self, attrs: &[syn::Attribute], span: Span) -> Decision {
        let marked = |name: &str| attrs.iter().any(|a| a.path().is_ident(name));
        if !marked("keep") {
            return if marked("rounded") { Decision::Rounded } else { Decision::Again };
        }
        let count = || Box::new(Type::Exact(Scalar::USIZE.into()));
        let log = match self.log(attrs) {
            Ok(log) => log,
            // The error was reported.
            Err(()) => return Decision::Rounded,
        };
        let stack =
            log.unwrap_or_else(|| self.declare("kept", span, Type::Vec(count()), Role::DecisionStack));
        let number = self.declare("number", span, *count(), Role::Ancilla);
        let index = self.declare("iteration", span, *count(), Role::Index);
        let value = Expr::Fill {
            value: Box::new(Expr::Constant(Constant::typed(0, IntegerType::Usize))),
            length: Box::new(Expr::integer(0)),
            heap: true,
        };
        if log.is_none() {
            self.decision_stacks.push(Stmt::Allocate(Binding::new(stack, value, span)));
        }
        Decision::Kept(Kept { stack, number, index, lasting: log.is_some(), taken: false, bit: false })
    }

    /// Returns the stack that `#[keep(log)]` names.
    fn log(&mut self, attrs: &[syn::Attribute]) -> Result<Option<Var>, ()> {
        let named = attrs.iter().find_map(|a| match &a.meta {
            syn::Meta::List(list) if list.path.is_ident("keep") => Some(list),
            _ => None,
        });
        let Some(list) = named else { return Ok(None) };
        let place = list.parse_args::<syn::Expr>().ok().and_then(|e| self.quiet_place(&e));
        if let Some(place) = place.filter(Place::is_whole) {
            let v = &self.vars[place.base];
            let numbers = matches!(&v.ty, Type::Vec(item) if matches!(&**item, Type::Exact(ty) if ty.scalar() == Some(Scalar::USIZE)));
            if numbers && matches!(v.role, Role::State | Role::Ancilla) {
                return Ok(Some(place.base));
            }
        }
        let text = shown(&list.tokens);
        let message = format!("`{text}` is not a stack on which decisions can be kept");
        let help =
            "take one as state, `log: &mut Vec<usize>`, or keep the decision in the adjoint only: `#[keep]`";
        self.outside(Extent::of(list), message, help);
        Err(())
    }

    pub(super) fn while_stmt(&mut self, w: &syn::ExprWhile, span: Span) -> Option<Stmt> {
        self.scopes.push(Map::new());
        let condition = self.condition_pair(&w.cond);
        self.loops.push(self.scopes.len() - 1);
        let body = self.block(&w.body);
        self.loops.pop();
        self.scopes.pop();
        let (pre, post) = condition?;
        let head = w.while_token.span().join(w.cond.span()).unwrap_or(span);
        let decision = self.decision(&w.attrs, head);
        let Some(post) = post.or_else(|| decision.kept().map(|_| Expr::truth(true))) else {
            return self.errors.refuse(
                Law::Postcondition,
                Extent { start: w.while_token.span(), end: Extent::of(&w.cond).end },
                "the inverse of this loop does not know when to stop",
                format!(
                    "write `while ({}, post)`, where post is false on entry and true after each iteration, or keep the \
                     number of iterations: {} before the loop",
                    shown(&w.cond),
                    if self.reads_state(&pre) { "`#[keep(log)]`, with `log: &mut Vec<usize>`," } else { "`#[keep]`" }
                ),
            );
        };
        Some(Stmt::While(While {
            pre,
            post,
            decision,
            direction: Direction::Call,
            body,
            checkpoint: None,
            span: head,
        }))
    }

    /// True if a condition reads state; only a stack of the caller can record such decisions.
    fn reads_state(&self, condition: &Expr) -> bool {
        let mut is_state = false;
        condition.reads(&mut |place| is_state |= self.vars[self.vars.root(place.base)].role == Role::State);
        is_state
    }

    pub(super) fn routine(&mut self, b: &syn::ExprBlock) -> Stmt {
        let body = self.block(&b.block);
        let (label, span) = match &b.label {
            Some(label) => (label.name.ident.to_string(), label.span()),
            None => (String::new(), b.span()),
        };
        if !label.is_empty() {
            let depth = self.scopes.len();
            self.routines.push(Known {
                label: label.clone(),
                body: body.clone(),
                depth,
                undone: false,
                span,
            });
        }
        Stmt::Routine(Routine { label, body, span })
    }

    pub(super) fn macro_stmt(&mut self, mac: &syn::Macro, span: Span) -> Option<Stmt> {
        let name = last(&mac.path);
        match name.as_str() {
            "undo" => self.undo(mac, span),
            "each" => self.each(mac, span),
            "free" => self.free(mac, span),
            "push" => self.stack(mac, Direction::Call, span),
            "pop" => self.stack(mac, Direction::Uncall, span),
            "insert" => self.entry(mac, Direction::Call, span),
            "remove" => self.entry(mac, Direction::Uncall, span),
            "safe" => {
                self.safe_effects(&mac.tokens, "`safe!`");
                Some(Stmt::Safe(self.host(&mac.tokens, span)))
            }
            "assert" | "assert_eq" | "assert_ne" | "debug_assert" | "debug_assert_eq" | "debug_assert_ne" => {
                self.safe_effects(&quote!(#mac;), "this assertion");
                if self.is_proven(mac) {
                    return None;
                }
                let mac = self.assertion(mac);
                Some(Stmt::Safe(Safe { only_checks: true, ..self.host(&quote!(#mac;), span) }))
            }
            // It changes nothing of the function.
            "print" | "println" | "eprint" | "eprintln" if self.language.is_ordinary() => {
                self.safe_effects(&quote!(#mac;), "what is printed");
                Some(Stmt::Safe(self.host(&quote!(#mac;), span)))
            }
            _ => {
                let message = format!("`{name}!` is not a statement of the language");
                self.refused(Extent::of(mac), message, format!("wrap it: `safe! {{ {name}!(…); }}`"))
            }
        }
    }

    pub(super) fn undo(&mut self, mac: &syn::Macro, span: Span) -> Option<Stmt> {
        let Ok(label) = mac.parse_body::<syn::Lifetime>() else {
            return self.undo_block(mac, span);
        };
        let name = label.ident.to_string();
        let depth = self.scopes.len();
        let Some(known) = self.routines.iter_mut().rev().find(|r| r.label == name) else {
            return self.errors.refuse(
                Law::Undo,
                label.span(),
                format!("no routine `'{name}` has run here"),
                format!("write it before, in the same block: `'{name}: {{ … }}`"),
            );
        };
        let once = "undo it once, in the block in which it ran";
        let problem = match (known.undone, known.depth == depth) {
            (true, _) => Some((format!("routine `'{name}` is undone twice"), once)),
            (_, false) => {
                let message = "ran in an outer block, where it may run more or less often";
                Some((format!("routine `'{name}` {message}"), once))
            }
            (false, true) => too_often(&known.body).map(|message| (message, PLAIN)),
        };
        known.undone = true;
        let body = if problem.is_some() { Block::default() } else { invert(&known.body) };
        self.still_there(&body, label.span());
        if let Some((message, help)) = problem {
            return self.errors.refuse(Law::Undo, label.span(), message, help);
        }
        Some(Stmt::Undo(Routine { label: name, body, span }))
    }

    /// Lowers `undo! { … }`: the inverse of the statements.
    fn undo_block(&mut self, mac: &syn::Macro, span: Span) -> Option<Stmt> {
        match mac.parse_body_with(syn::Block::parse_within) {
            // A bare name is a label without its tick.
            Ok(stmts) if !matches!(&stmts[..], [] | [syn::Stmt::Expr(syn::Expr::Path(_), _)]) => {
                let brace_token = syn::token::Brace(span);
                let block = syn::Block { brace_token, stmts };
                let body =
                    self.inside(mac, block.stmts.iter().map(Node::Statement), |this| this.block(&block));
                if let Some(message) = too_often(&body) {
                    return self.errors.refuse(Law::Undo, Extent::of(mac), message, PLAIN);
                }
                Some(Stmt::Undo(Routine { label: String::new(), body: invert(&body), span }))
            }
            Ok(_) => {
                let message = "`undo!` takes the label of a routine, or statements";
                self.errors.refuse(Law::Undo, Extent::of(mac), message, "name the routine: `undo!('label);`")
            }
            Err(error) => {
                let message = format!("`undo!` takes the label of a routine, or statements: {error}");
                self.refused(error.span(), message, "write Rust statements, each with its semicolon")
            }
        }
    }
}

/// Suggests an alternative to nested undo.
const PLAIN: &str = "undo less by hand: the locals of a block are uncomputed automatically";

/// The most levels of routines that are undone within undone routines.
const DEEPEST: usize = 6;

/// Reports routines that are nested too deeply: a routine that is undone runs twice, so each level doubles the
/// program.
fn too_often(body: &Block) -> Option<String> {
    (undoings(body) >= DEEPEST).then(|| {
        format!(
            "routines are undone within undone routines, more than {DEEPEST} deep: each level doubles the runs of those inside"
        )
    })
}

/// Returns the number of levels of undo inside undone statements.
fn undoings(block: &Block) -> usize {
    let deepest = block.stmts.iter().map(|stmt| {
        let inside = stmt.blocks().into_iter().map(undoings).max().unwrap_or(0);
        inside + usize::from(matches!(stmt, Stmt::Undo(_)))
    });
    deepest.max().unwrap_or(0)
}
