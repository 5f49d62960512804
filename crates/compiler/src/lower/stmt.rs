//! Statements.

use super::expr::Kind;
use super::{Known, Lowering, Meaning};
use crate::invert::invert;
use crate::ir::*;
use crate::law::Law;
use proc_macro2::Span;
use quote::{ToTokens, quote};
use std::collections::HashMap;
use syn::spanned::Spanned;

impl Lowering {
    /// Lowers statements into the current scope.
    pub(super) fn stmts(&mut self, stmts: &[syn::Stmt]) -> Vec<Stmt> {
        let mut out = Vec::new();
        for stmt in stmts {
            let lowered = match stmt {
                syn::Stmt::Local(local) => self.local(local),
                syn::Stmt::Expr(e, _) => self.expr_stmt(e),
                syn::Stmt::Macro(m) => self.macro_stmt(&m.mac, m.span()),
                syn::Stmt::Item(syn::Item::Const(_) | syn::Item::Fn(_) | syn::Item::Use(_)) => {
                    Some(Stmt::Safe(Safe { tokens: stmt.to_token_stream(), span: stmt.span() }))
                }
                syn::Stmt::Item(item) => {
                    self.outside(item.span(), "items stand outside the function", "move it out");
                    None
                }
            };
            out.append(&mut self.pending);
            out.extend(lowered);
        }
        out
    }

    /// Lowers a block with a scope of its own.
    pub(super) fn block(&mut self, block: &syn::Block) -> Block {
        self.scopes.push(HashMap::new());
        let outer = std::mem::take(&mut self.pending);
        let stmts = self.stmts(&block.stmts);
        self.pending = outer;
        self.scopes.pop();
        let depth = self.scopes.len();
        self.routines.retain(|r| r.depth <= depth);
        Block { stmts }
    }

    fn local(&mut self, local: &syn::Local) -> Option<Stmt> {
        let span = local.span();
        let (pat, written) = match &local.pat {
            syn::Pat::Type(t) => (&*t.pat, Some(self.lower_type(&t.ty))),
            pat => (pat, None),
        };
        let syn::Pat::Ident(name) = pat else {
            self.outside(local.pat.span(), "a local is bound to a plain name", "bind each part by a `let` of its own");
            return None;
        };
        let Some(init) = local.init.as_ref().filter(|i| i.diverge.is_none()) else {
            self.outside(span, format!("`{}` starts unknown", name.ident), "give it a value: `let mut t = 0.0;`");
            return None;
        };
        let mutable = name.mutability.is_some();
        if let syn::Expr::Reference(r) = &*init.expr {
            return self.view(&name.ident, r, mutable);
        }
        let exact = matches!(&written, Some(ty) if !ty.is_real());
        let value = if exact { self.exact_value(&init.expr) } else { self.real_value(&init.expr) };
        let ty = match written {
            Some(Type::Exact(tokens)) => Type::Exact(tokens),
            _ => self.infer(&value),
        };
        let value = if ty.is_real() { self.into_real(value, init.expr.span()) } else { value };
        let role = if mutable { Role::Ancilla } else { Role::Binding };
        let definition = (!mutable && matches!(ty, Type::Exact(_))).then(|| value.clone());
        let var = self.declare(&name.ident.to_string(), name.ident.span(), ty, role);
        self.vars[var].definition = definition;
        // An active-looking value that the writer detaches: `activity` leaves such variables alone.
        if local.attrs.iter().any(|a| a.path().is_ident("inactive")) {
            self.vars[var].detached = true;
        }
        self.bind(&name.ident.to_string(), Meaning::Variable(var));
        let binding = Binding { var, value, span };
        Some(if mutable { Stmt::Allocate(binding) } else { Stmt::Bind(binding) })
    }

    fn view(&mut self, name: &syn::Ident, r: &syn::ExprReference, mutable: bool) -> Option<Stmt> {
        if r.mutability.is_some() || mutable {
            self.outside(
                r.span(),
                "a mutable view would be a second name for a place",
                "change the place itself, or pass `&mut` of it to a function",
            );
            return None;
        }
        let place = self.place(&r.expr)?;
        self.bind(&name.to_string(), Meaning::View(place));
        None
    }

    fn infer(&self, value: &Expr) -> Type {
        match value {
            Expr::List(items) => {
                let n = items.len();
                let item = items.first().map_or(Type::Real, |i| self.infer(i));
                Type::Array(Box::new(item), quote!(#n))
            }
            Expr::Fill { value, heap: true, .. } => Type::Vec(Box::new(self.infer(value))),
            Expr::Fill { value, length, .. } => {
                Type::Array(Box::new(self.infer(value)), crate::emit::index_tokens(length, &self.vars))
            }
            Expr::Read(place) => self.type_of(place),
            other => match self.kind(other) {
                Kind::Real => Type::Real,
                Kind::Exact | Kind::Either => Type::Exact(None),
            },
        }
    }

    fn expr_stmt(&mut self, e: &syn::Expr) -> Option<Stmt> {
        let span = e.span();
        match e {
            syn::Expr::Binary(b) => match b.op {
                syn::BinOp::AddAssign(_) => self.update(b, Sign::Plus, span),
                syn::BinOp::SubAssign(_) => self.update(b, Sign::Minus, span),
                syn::BinOp::MulAssign(_) | syn::BinOp::DivAssign(_) => {
                    self.errors.report(
                        Law::Overwrites,
                        span,
                        "multiplying a real in place has no exact inverse",
                        "bind the product to a fresh variable: `let z = x * y;`",
                    );
                    None
                }
                _ => {
                    self.outside(span, "this statement has no inverse", "use `+=`, `-=` or an instruction");
                    None
                }
            },
            syn::Expr::Assign(a) => {
                let target = a.left.to_token_stream();
                self.errors.report(
                    Law::Overwrites,
                    span,
                    format!("`{target} = …` forgets the old value of `{target}`"),
                    "bind a fresh variable with `let`, add with `+=`, or `swap` the values",
                );
                None
            }
            syn::Expr::Call(call) => self.call_stmt(call, span),
            syn::Expr::ForLoop(f) => self.for_stmt(f, span),
            syn::Expr::If(i) => self.if_stmt(i, span),
            syn::Expr::While(w) => self.while_stmt(w, span),
            syn::Expr::Block(b) => Some(self.routine(b)),
            syn::Expr::Macro(m) => self.macro_stmt(&m.mac, span),
            syn::Expr::Return(_) | syn::Expr::Break(_) | syn::Expr::Continue(_) | syn::Expr::Try(_) => {
                self.errors.report(
                    Law::LeavesEarly,
                    span,
                    format!("`{}` leaves a block in the middle", e.to_token_stream()),
                    "put what follows into an `else` branch, or give a `while` a condition",
                );
                None
            }
            syn::Expr::Loop(l) => {
                self.errors.report(
                    Law::Postcondition,
                    l.loop_token.span(),
                    "`loop` never ends by itself",
                    "write `while (pre, post) { … }` or a `for`",
                );
                None
            }
            syn::Expr::Paren(p) => self.expr_stmt(&p.expr),
            _ => {
                self.outside(
                    span,
                    format!("`{}` is no statement of the language", e.to_token_stream()),
                    "wrap host statements in `safe! { … }`",
                );
                None
            }
        }
    }

    fn update(&mut self, b: &syn::ExprBinary, sign: Sign, span: Span) -> Option<Stmt> {
        let place = self.place(&b.left)?;
        let real = matches!(self.type_of(&place), Type::Real);
        if self.type_of(&place).depth() > 0 {
            self.outside(b.left.span(), "a whole array cannot be updated at once", "loop over its elements");
            return None;
        }
        let value = if real { self.real_value(&b.right) } else { self.exact_value(&b.right) };
        let value = match (real, self.kind(&value)) {
            (true, _) => self.into_real(value, b.right.span()),
            (false, Kind::Real) => {
                self.errors.report(
                    Law::MixedTypes,
                    b.right.span(),
                    "a real value is added to an exact place",
                    "cast the value, or make the place real",
                );
                return None;
            }
            (false, _) => value,
        };
        Some(Stmt::Update(Update { place, sign, value, span }))
    }

    fn call_stmt(&mut self, call: &syn::ExprCall, span: Span) -> Option<Stmt> {
        let syn::Expr::Path(path) = &*call.func else {
            self.outside(span, "only named functions can be called", "call a function by its path");
            return None;
        };
        let mut callee = self.callee(&path.path);
        let uncalled = callee.path.segments.len() > 1
            && callee.path.segments.last().is_some_and(|s| s.ident == "inverse");
        let direction = if uncalled {
            callee.path.segments.pop();
            callee.path.segments.pop_punct();
            Direction::Uncall
        } else {
            Direction::Call
        };
        let args = call.args.iter().map(|a| self.argument(a, false)).collect();
        Some(Stmt::Call(Call { callee, direction, args, span }))
    }

    fn for_stmt(&mut self, f: &syn::ExprForLoop, span: Span) -> Option<Stmt> {
        let range = self.range(&f.expr)?;
        let name = match &*f.pat {
            syn::Pat::Ident(p) if p.mutability.is_none() => p.ident.to_string(),
            syn::Pat::Wild(_) => "_index".to_string(),
            other => {
                self.outside(other.span(), "a loop index is a plain name", "write `for i in …`");
                return None;
            }
        };
        let index = self.declare(&name, f.pat.span(), Type::Exact(None), Role::Index);
        self.scopes.push(HashMap::new());
        self.bind(&name, Meaning::Variable(index));
        let body = self.block(&f.body);
        self.scopes.pop();
        let head = f.for_token.span().join(f.expr.span()).unwrap_or(span);
        Some(Stmt::For(For { index, range, body, span: head }))
    }

    fn range(&mut self, e: &syn::Expr) -> Option<Range> {
        match e {
            syn::Expr::Range(range) => {
                let (Some(start), Some(end)) = (&range.start, &range.end) else {
                    self.outside(e.span(), "the loop has no end", "write both bounds: `a..b`");
                    return None;
                };
                Some(Range {
                    start: self.exact_value(start),
                    end: self.exact_value(end),
                    inclusive: matches!(range.limits, syn::RangeLimits::Closed(_)),
                    step: None,
                    from_end: false,
                    falling: false,
                })
            }
            syn::Expr::Paren(p) => self.range(&p.expr),
            syn::Expr::MethodCall(call) if call.method == "rev" => Some(self.range(&call.receiver)?.reversed()),
            syn::Expr::MethodCall(call) if call.method == "step_by" && call.args.len() == 1 => {
                let inner = self.range(&call.receiver)?;
                let step = self.exact_value(&call.args[0]);
                if inner.step.is_some() {
                    self.outside(e.span(), "two steps in one range", "write one `step_by`");
                    return None;
                }
                Some(Range { from_end: inner.falling, step: Some(step), ..inner })
            }
            _ => {
                self.outside(
                    e.span(),
                    "only ranges of integers can be iterated",
                    "write `for i in 0..x.len()` and index; `rev` and `step_by` are understood",
                );
                None
            }
        }
    }

    /// `(pre, post)` or a single condition.
    fn condition_pair(&mut self, e: &syn::Expr) -> Option<(Expr, Option<Expr>)> {
        match e {
            syn::Expr::Let(l) => {
                self.outside(l.span(), "patterns are not conditions of the language", "compare numbers");
                None
            }
            syn::Expr::Paren(p) => self.condition_pair(&p.expr),
            syn::Expr::Tuple(t) if t.elems.len() == 2 => {
                Some((self.exact_value(&t.elems[0]), Some(self.exact_value(&t.elems[1]))))
            }
            other => Some((self.exact_value(other), None)),
        }
    }

    fn if_stmt(&mut self, i: &syn::ExprIf, span: Span) -> Option<Stmt> {
        let (pre, post) = self.condition_pair(&i.cond)?;
        let then = self.block(&i.then_branch);
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
        let head = i.if_token.span().join(i.cond.span()).unwrap_or(span);
        let rounded = i.attrs.iter().any(|a| a.path().is_ident("rounded"));
        Some(Stmt::If(If { pre, post, then, otherwise, rounded, span: head }))
    }

    fn while_stmt(&mut self, w: &syn::ExprWhile, span: Span) -> Option<Stmt> {
        let (pre, post) = self.condition_pair(&w.cond)?;
        let body = self.block(&w.body);
        let head = w.while_token.span().join(w.cond.span()).unwrap_or(span);
        let Some(post) = post else {
            self.errors.report(
                Law::Postcondition,
                head,
                "backwards, this loop does not know when to stop",
                "write `while (pre, post)`, where post is false on entry and true after each iteration",
            );
            return None;
        };
        let rounded = w.attrs.iter().any(|a| a.path().is_ident("rounded"));
        Some(Stmt::While(While { pre, post, rounded, body, span: head }))
    }

    fn routine(&mut self, b: &syn::ExprBlock) -> Stmt {
        let body = self.block(&b.block);
        let (label, span) = match &b.label {
            Some(label) => (label.name.ident.to_string(), label.span()),
            None => (String::new(), b.span()),
        };
        if !label.is_empty() {
            let depth = self.scopes.len();
            self.routines.push(Known { label: label.clone(), body: body.clone(), depth, undone: false });
        }
        Stmt::Routine(Routine { label, body, span })
    }

    fn macro_stmt(&mut self, mac: &syn::Macro, span: Span) -> Option<Stmt> {
        let name = mac.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        match name.as_str() {
            "undo" => self.undo(mac, span),
            "safe" => {
                let tokens = mac.tokens.clone();
                self.safe_effects(&tokens, span);
                Some(Stmt::Safe(Safe { tokens, span }))
            }
            "assert" | "assert_eq" | "assert_ne" | "debug_assert" | "debug_assert_eq" | "debug_assert_ne" => {
                Some(Stmt::Safe(Safe { tokens: quote!(#mac;), span }))
            }
            _ => {
                self.outside(
                    span,
                    format!("`{name}!` is no statement of the language"),
                    "wrap host statements in `safe! { … }`",
                );
                None
            }
        }
    }

    fn undo(&mut self, mac: &syn::Macro, span: Span) -> Option<Stmt> {
        let Ok(label) = mac.parse_body::<syn::Lifetime>() else {
            self.errors.report(Law::Undo, span, "what is to be undone?", "name a routine: `undo!('label);`");
            return None;
        };
        let name = label.ident.to_string();
        let depth = self.scopes.len();
        let Some(known) = self.routines.iter_mut().rev().find(|r| r.label == name) else {
            self.errors.report(
                Law::Undo,
                label.span(),
                format!("no routine `'{name}` has run here"),
                format!("write it before, in the same block: `'{name}: {{ … }}`"),
            );
            return None;
        };
        let problem = match (known.undone, known.depth == depth) {
            (true, _) => Some(format!("routine `'{name}` is undone twice")),
            (_, false) => Some(format!("routine `'{name}` ran in an outer block, where it may run more or less often")),
            (false, true) => None,
        };
        known.undone = true;
        let body = invert(&known.body);
        if let Some(message) = problem {
            self.errors.report(Law::Undo, span, message, "undo it once, in the block in which it ran");
            return None;
        }
        Some(Stmt::Undo(Routine { label: name, body, span }))
    }

    /// `safe!` may read the program's variables but must not assign to them.
    fn safe_effects(&mut self, tokens: &proc_macro2::TokenStream, span: Span) {
        use syn::visit::Visit;
        struct Writes<'a> {
            lowering: &'a mut Lowering,
        }
        impl Writes<'_> {
            fn written(&mut self, target: &syn::Expr) {
                if let Some(place) = self.lowering.quiet_target(target) {
                    let name = self.lowering.vars[place].name.clone();
                    self.lowering.errors.report(
                        Law::UnsafeEffect,
                        target.span(),
                        format!("`safe!` changes `{name}`, which no inverse would undo"),
                        "change it by a statement of the language, outside `safe!`",
                    );
                }
            }
        }
        impl<'ast> Visit<'ast> for Writes<'_> {
            fn visit_expr_assign(&mut self, e: &'ast syn::ExprAssign) {
                self.written(&e.left);
                syn::visit::visit_expr_assign(self, e);
            }
            fn visit_expr_binary(&mut self, e: &'ast syn::ExprBinary) {
                use syn::BinOp::*;
                if matches!(
                    e.op,
                    AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_) | RemAssign(_) | BitXorAssign(_)
                ) {
                    self.written(&e.left);
                }
                syn::visit::visit_expr_binary(self, e);
            }
            fn visit_expr_reference(&mut self, e: &'ast syn::ExprReference) {
                if e.mutability.is_some() {
                    self.written(&e.expr);
                }
                syn::visit::visit_expr_reference(self, e);
            }
        }
        match syn::parse2::<syn::Block>(quote!({ #tokens })) {
            Ok(block) => Writes { lowering: self }.visit_block(&block),
            Err(error) => {
                self.outside(error.span(), format!("`safe!` takes statements: {error}"), "write Rust statements");
                let _ = span;
            }
        }
    }

    fn quiet_target(&self, e: &syn::Expr) -> Option<Var> {
        match e {
            syn::Expr::Path(p) => match self.look_up(&p.path.get_ident()?.to_string())? {
                Meaning::Variable(var) => Some(*var),
                Meaning::View(place) => Some(place.base),
            },
            syn::Expr::Index(i) => self.quiet_target(&i.expr),
            syn::Expr::Unary(u) => self.quiet_target(&u.expr),
            syn::Expr::Paren(p) => self.quiet_target(&p.expr),
            syn::Expr::Field(f) => self.quiet_target(&f.base),
            _ => None,
        }
    }
}
