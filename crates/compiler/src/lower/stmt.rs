//! Statements.

use super::kind::Kind;
use super::{Known, Lowering, Meaning, shown};
use crate::invert::invert;
use crate::ir::*;
use crate::law::{Extent, Law};
use proc_macro2::Span;
use quote::{ToTokens, quote};
use std::collections::HashMap;
use syn::ext::IdentExt;
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
                syn::Stmt::Item(item @ (syn::Item::Const(_) | syn::Item::Fn(_) | syn::Item::Use(_))) => {
                    self.items.extend(item.to_token_stream());
                    None
                }
                syn::Stmt::Item(item) => {
                    let help = "move it out of the function";
                    self.outside(
                        Extent::of(item),
                        "of items, only `const`, `fn` and `use` stand in a function",
                        help,
                    );
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
            self.outside(Extent::of(&local.pat), "a local is bound to a plain name", one_by_one(local));
            self.stand_ins(&local.pat);
            return None;
        };
        if let Some((_, otherwise)) = local.init.as_ref().and_then(|init| init.diverge.as_ref()) {
            let message =
                "`let … else` leaves a block in the middle: backwards, nothing tells where to come in";
            self.errors.report(Law::LeavesEarly, Extent::of(otherwise), message, "leave the `else` away");
        }
        let Some(init) = local.init.as_ref() else {
            let message =
                format!("`{}` starts unknown, so nothing tells where it must be back at the end", name.ident);
            self.outside(
                name.ident.span(),
                message,
                format!("give it a value: `let mut {} = 0.0;`", name.ident),
            );
            self.stand_ins(&local.pat);
            return None;
        };
        let mutable = name.mutability.is_some();
        if let syn::Expr::Reference(r) = &*init.expr {
            return self.view(&name.ident, r, mutable);
        }
        let exact = matches!(&written, Some(ty) if !ty.is_real());
        let value = if exact { self.exact_value(&init.expr) } else { self.real_value(&init.expr) };
        let ty = match (written, self.infer(&value)) {
            (Some(Type::Exact(tokens)), _) => Type::Exact(tokens),
            (Some(Type::Real), _) => Type::Real,
            // The value of a constant is hidden behind its name.
            (Some(written), Type::Exact(_)) => written,
            (_, inferred) => inferred,
        };
        let value = if matches!(ty, Type::Real) { self.as_real(value, &init.expr) } else { value };
        let role = if mutable { Role::Ancilla } else { Role::Binding };
        let definition =
            (!mutable && matches!(ty, Type::Exact(_)) && self.is_steady(&value)).then(|| value.clone());
        let var = self.declare_written(&name.ident, ty, role);
        self.vars[var].definition = definition;
        // An active-looking value that the writer detaches: `activity` leaves such variables alone.
        if local.attrs.iter().any(|a| a.path().is_ident("inactive")) {
            self.vars[var].detached = true;
        }
        let binding = Binding { var, value, span };
        Some(if mutable { Stmt::Allocate(binding) } else { Stmt::Bind(binding) })
    }

    /// Binds the names of a pattern that was refused, so that their uses are not refused as well.
    pub(super) fn stand_ins(&mut self, pat: &syn::Pat) {
        match pat {
            syn::Pat::Ident(p) => {
                self.declare_written(&p.ident, Type::Real, Role::Ancilla);
            }
            syn::Pat::Type(p) => self.stand_ins(&p.pat),
            syn::Pat::Tuple(p) => p.elems.iter().for_each(|pat| self.stand_ins(pat)),
            syn::Pat::TupleStruct(p) => p.elems.iter().for_each(|pat| self.stand_ins(pat)),
            syn::Pat::Slice(p) => p.elems.iter().for_each(|pat| self.stand_ins(pat)),
            syn::Pat::Struct(p) => p.fields.iter().for_each(|field| self.stand_ins(&field.pat)),
            syn::Pat::Reference(p) => self.stand_ins(&p.pat),
            syn::Pat::Paren(p) => self.stand_ins(&p.pat),
            _ => {}
        }
    }

    /// Whether a value reads nothing that could change while its name is in use: then the name may stand for it.
    fn is_steady(&self, value: &Expr) -> bool {
        !value.reads_any(|place| {
            let v = &self.vars[place.base];
            !matches!(v.role, Role::Input | Role::Index)
                && (v.role != Role::Binding || (matches!(v.ty, Type::Exact(_)) && v.definition.is_none()))
        })
    }

    fn view(&mut self, name: &syn::Ident, r: &syn::ExprReference, mutable: bool) -> Option<Stmt> {
        if r.mutability.is_some() || mutable {
            let message = format!("`{name}` would be a second name for a place that can be changed");
            let help = format!("change `{0}` itself, or hand `&mut {0}` to a function", shown(&r.expr));
            self.outside(Extent::of(r), message, help);
        }
        let mut place = self.place(&r.expr)?;
        for projection in &mut place.path {
            match projection {
                Projection::Index(i) => self.pin(i, name.span()),
                Projection::Range(a, b) => {
                    self.pin(a, name.span());
                    self.pin(b, name.span());
                }
            }
        }
        self.bind(&name.unraw().to_string(), Meaning::View(place));
        None
    }

    /// A view stays where it is when the index that it was made with moves on.
    fn pin(&mut self, e: &mut Expr, span: Span) {
        if self.is_steady(e) {
            return;
        }
        let var = self.declare("at", span, Type::Exact(None), Role::Binding);
        let value = std::mem::replace(e, Expr::Read(Place::whole(var, span)));
        self.pending.push(Stmt::Bind(Binding { var, value, span }));
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
                    let (y, text) = (shown(&b.left), shown(b));
                    let op = if matches!(b.op, syn::BinOp::MulAssign(_)) { '*' } else { '/' };
                    let x = match &*b.right {
                        syn::Expr::Binary(_) | syn::Expr::Cast(_) => format!("({})", shown(&b.right)),
                        other => shown(other),
                    };
                    self.errors.report(
                        Law::Overwrites,
                        Extent::of(b),
                        format!(
                            "`{text}` has no exact inverse: it rounds, and at zero the old `{}` is lost",
                            named(&y)
                        ),
                        format!("bind a fresh variable: `let scaled = {y} {op} {x};`"),
                    );
                    None
                }
                _ => {
                    let (message, help) = match update_operator(&b.op) {
                        true => (format!("`{}` has no inverse here", shown(b)), "use `+=` or `-=`"),
                        false => (
                            format!("`{}` computes a value that nothing takes", shown(b)),
                            "bind it with `let`",
                        ),
                    };
                    self.outside(Extent::of(b), message, help);
                    None
                }
            },
            syn::Expr::Assign(a) => {
                let (target, value) = (shown(&a.left), shown(&a.right));
                self.errors.report(
                    Law::Overwrites,
                    Extent::of(a),
                    format!("`{target} = …` forgets the old value of `{}`", named(&target)),
                    format!(
                        "bind a fresh variable: `let fresh = {value};`, add with `{target} += …`, or `swap` two places"
                    ),
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
                self.leaves_early(e);
                None
            }
            syn::Expr::Loop(l) => {
                self.errors.report(
                    Law::LeavesEarly,
                    l.loop_token.span(),
                    "`loop` is left in the middle or never",
                    "write `while (pre, post) { … }` or a `for`",
                );
                None
            }
            syn::Expr::Paren(p) => self.expr_stmt(&p.expr),
            syn::Expr::Match(m) => {
                let help = "write `if … { … } else if … { … } else { … }`";
                self.outside(m.match_token.span(), "`match` is not part of the language", help);
                None
            }
            syn::Expr::MethodCall(call) => {
                let message = format!("the method `{}` has no inverse that the language knows", call.method);
                let help =
                    "call a reversible function, `f(&mut place)`, or wrap an outside effect: `safe! { … }`";
                self.outside(call.method.span(), message, help);
                None
            }
            _ => {
                let message = format!("`{}` is no statement of the language", shown(e));
                self.outside(Extent::of(e), message, "wrap an outside effect: `safe! { … }`");
                None
            }
        }
    }

    fn update(&mut self, b: &syn::ExprBinary, sign: Sign, span: Span) -> Option<Stmt> {
        let place = self.place(&b.left)?;
        let real = matches!(self.type_of(&place), Type::Real);
        if self.type_of(&place).depth() > 0 {
            let y = shown(&b.left);
            let message = format!("`{y}` is an array, and a whole array cannot be updated at once");
            let help = format!(
                "loop over its elements: `for i in 0..{y}.len() {{ {y}[i] {} …; }}`",
                b.op.to_token_stream()
            );
            self.outside(Extent::of(&b.left), message, help);
            return None;
        }
        let value = if real { self.real_value(&b.right) } else { self.exact_value(&b.right) };
        let value = match (real, self.kind(&value)) {
            (true, _) => self.as_real(value, &b.right),
            (false, Kind::Real) => {
                self.real_into_exact(&place, b);
                return None;
            }
            (false, _) => value,
        };
        Some(Stmt::Update(Update { place, sign, value, span }))
    }

    /// A real value is added to a place that is not known to be real.
    fn real_into_exact(&mut self, place: &Place, b: &syn::ExprBinary) {
        let (real, y) = (self.real.ident().to_string(), shown(&b.left));
        if let Some((message, help)) = self.untold(&Expr::Read(place.clone()), &real) {
            return self.errors.report(Law::UnknownType, Extent::of(&b.left), message, help);
        }
        let v = &self.vars[place.base];
        let (ty, help) = match (&v.ty, v.role) {
            (Type::Exact(None), Role::Ancilla) => {
                (String::new(), format!("let it start at a real value: `let mut {} = 0.0;`", v.name))
            }
            (ty, _) => match ty.leaf() {
                Type::Exact(Some(ty)) => {
                    let ty = shown(ty);
                    let help = format!(
                        "cast the value: `({}) as {ty}`, or declare `{}` with reals",
                        shown(&b.right),
                        v.name
                    );
                    (format!(", of type `{ty}`,"), help)
                }
                _ => (String::new(), format!("declare `{}` with reals", v.name)),
            },
        };
        let message = format!("`{y}`{ty} is exact, and the value added to it is real");
        self.errors.report(Law::MixedTypes, Extent::of(b), message, help);
    }

    fn call_stmt(&mut self, call: &syn::ExprCall, span: Span) -> Option<Stmt> {
        let syn::Expr::Path(path) = &*call.func else {
            let help = "write a named function marked #[reversible] and call it";
            self.outside(Extent::of(&call.func), "only named functions can be called", help);
            return None;
        };
        if self.is_variable(&path.path) {
            let message = format!("`{}` is a value: its inverse is unknown", shown(path));
            self.outside(Extent::of(path), message, "call a function marked #[reversible] by its name");
            return None;
        }
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
        // The body is looked at whether or not its head is understood.
        let range = self.range(&f.expr);
        self.scopes.push(HashMap::new());
        let index = match &*f.pat {
            syn::Pat::Ident(p) if p.mutability.is_none() => {
                Some(self.declare_written(&p.ident, Type::Exact(None), Role::Index))
            }
            syn::Pat::Wild(_) => Some(self.declare("_index", f.pat.span(), Type::Exact(None), Role::Index)),
            other => {
                // Behind a head that is not understood, the pattern goes with it.
                if range.is_some() {
                    self.outside(Extent::of(other), "a loop index is a plain name", "write `for i in …`");
                }
                self.stand_ins(other);
                None
            }
        };
        if range.is_none() {
            self.stand_ins(&f.pat);
        }
        let body = self.block(&f.body);
        self.scopes.pop();
        let head = f.for_token.span().join(f.expr.span()).unwrap_or(span);
        Some(Stmt::For(For { index: index?, range: range?, body, span: head }))
    }

    fn range(&mut self, e: &syn::Expr) -> Option<Range> {
        match e {
            syn::Expr::Range(range) => {
                let (Some(start), Some(end)) = (&range.start, &range.end) else {
                    self.outside(
                        Extent::of(e),
                        "a loop starts and ends somewhere",
                        "write both bounds: `0..n`",
                    );
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
            syn::Expr::MethodCall(call) if call.method == "rev" => {
                Some(self.range(&call.receiver)?.reversed())
            }
            syn::Expr::MethodCall(call) if call.method == "step_by" && call.args.len() == 1 => {
                let inner = self.range(&call.receiver)?;
                let step = self.exact_value(&call.args[0]);
                if inner.step.is_some() {
                    self.outside(Extent::of(e), "this range has two steps", "write one `step_by`");
                    return None;
                }
                Some(Range { from_end: inner.falling, step: Some(step), ..inner })
            }
            _ => {
                let x = match e {
                    syn::Expr::MethodCall(call) => shown(&call.receiver),
                    syn::Expr::Reference(r) => shown(&r.expr),
                    other => shown(other),
                };
                self.outside(
                    Extent::of(e),
                    format!("`{}` is no range, and only ranges of integers can be iterated", shown(e)),
                    format!("loop over its indices: `for i in 0..{x}.len() {{ … {x}[i] … }}`"),
                );
                None
            }
        }
    }

    /// `(pre, post)` or a single condition.
    fn condition_pair(&mut self, e: &syn::Expr) -> Option<(Expr, Option<Expr>)> {
        match e {
            syn::Expr::Let(l) => {
                self.outside(Extent::of(l), "a pattern is no condition of the language", "compare numbers");
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

    fn if_stmt(&mut self, i: &syn::ExprIf, span: Span) -> Option<Stmt> {
        self.scopes.push(HashMap::new());
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
        Some(Stmt::If(If { pre, post, then, otherwise, decision, span: head }))
    }

    /// What the attributes of a branch or loop say about the way back.
    fn decision(&mut self, attrs: &[syn::Attribute], span: Span) -> Decision {
        let marked = |name: &str| attrs.iter().any(|a| a.path().is_ident(name));
        if !marked("keep") {
            return if marked("rounded") { Decision::Rounded } else { Decision::Again };
        }
        let count = || Box::new(Type::Exact(Some(quote!(usize))));
        let keeper = self.declare("kept", span, Type::Vec(count()), Role::Keeper);
        let number = self.declare("number", span, *count(), Role::Ancilla);
        let index = self.declare("iteration", span, *count(), Role::Index);
        let value = Expr::Fill {
            value: Box::new(Expr::Constant(quote!(0usize))),
            length: Box::new(Expr::Constant(quote!(0))),
            heap: true,
        };
        self.keepers.push(Stmt::Allocate(Binding { var: keeper, value, span }));
        Decision::Kept(Kept { keeper, number, index, taken: false })
    }

    fn while_stmt(&mut self, w: &syn::ExprWhile, span: Span) -> Option<Stmt> {
        self.scopes.push(HashMap::new());
        let condition = self.condition_pair(&w.cond);
        let body = self.block(&w.body);
        self.scopes.pop();
        let (pre, post) = condition?;
        let head = w.while_token.span().join(w.cond.span()).unwrap_or(span);
        let decision = self.decision(&w.attrs, head);
        let Some(post) = post.or_else(|| decision.kept().map(|_| Expr::Constant(quote!(true)))) else {
            self.errors.report(
                Law::Postcondition,
                Extent { start: w.while_token.span(), end: Extent::of(&w.cond).end },
                "backwards, this loop does not know when to stop",
                format!(
                    "write `while ({}, post)`, where post is false on entry and true after each iteration, or keep the \
                     number of iterations: `#[keep]` before the loop",
                    shown(&w.cond)
                ),
            );
            return None;
        };
        Some(Stmt::While(While { pre, post, decision, body, span: head }))
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
                self.safe_effects(&mac.tokens);
                let tokens = self.host(&mac.tokens);
                Some(Stmt::Safe(Safe { tokens, span }))
            }
            "assert" | "assert_eq" | "assert_ne" | "debug_assert" | "debug_assert_eq" | "debug_assert_ne" => {
                let tokens = self.host(&quote!(#mac;));
                Some(Stmt::Safe(Safe { tokens, span }))
            }
            _ => {
                let message = format!("`{name}!` is no statement of the language");
                self.outside(Extent::of(mac), message, format!("wrap it: `safe! {{ {name}!(…); }}`"));
                None
            }
        }
    }

    fn undo(&mut self, mac: &syn::Macro, span: Span) -> Option<Stmt> {
        let Ok(label) = mac.parse_body::<syn::Lifetime>() else {
            let message = "`undo!` takes the label of a routine";
            self.errors.report(Law::Undo, Extent::of(mac), message, "name the routine: `undo!('label);`");
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
            (_, false) => {
                Some(format!("routine `'{name}` ran in an outer block, where it may run more or less often"))
            }
            (false, true) => None,
        };
        known.undone = true;
        let body = invert(&known.body);
        if let Some(message) = problem {
            self.errors.report(
                Law::Undo,
                label.span(),
                message,
                "undo it once, in the block in which it ran",
            );
            return None;
        }
        Some(Stmt::Undo(Routine { label: name, body, span }))
    }
}

/// How the parts of a tuple are bound without a pattern.
fn one_by_one(local: &syn::Local) -> String {
    let value = local.init.as_ref().map(|init| &*init.expr);
    match (&local.pat, value) {
        (syn::Pat::Tuple(names), Some(syn::Expr::Tuple(values)))
            if names.elems.len() == values.elems.len() =>
        {
            let pairs = names.elems.iter().zip(&values.elems);
            let lets: Vec<_> =
                pairs.map(|(name, value)| format!("let {} = {};", shown(name), shown(value))).collect();
            format!("bind each part by itself: `{}`", lets.join(" "))
        }
        _ => "bind each part by a `let` of its own".to_string(),
    }
}

/// A place without the `*` before it.
fn named(place: &str) -> &str {
    place.strip_prefix('*').unwrap_or(place)
}

/// Whether an operator changes its left side.
fn update_operator(op: &syn::BinOp) -> bool {
    use syn::BinOp::*;
    matches!(
        op,
        RemAssign(_) | BitXorAssign(_) | BitAndAssign(_) | BitOrAssign(_) | ShlAssign(_) | ShrAssign(_)
    )
}
