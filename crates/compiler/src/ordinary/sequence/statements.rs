//! Statements: what each of them does, in order.

use super::places::Dest;
use super::{Sequence, computes, memory};
use crate::ir::{Methods, is_of};
use crate::ordinary::layout::{Layout, held};
use crate::syntax::made::{self, stmts};
use crate::syntax::paths::{called, ends};
use crate::syntax::read::{is_compound, name_of, typed, value_of};
use crate::syntax::seek::{At, seek};
use crate::syntax::{signatures, structures};
use syn::spanned::Spanned;
use syn::{Expr, Pat, Stmt, parse_quote, parse_quote_spanned};

impl Sequence<'_> {
    /// Lowers statements; false if what follows them never runs.
    pub(super) fn statements(&mut self, stmts: Vec<Stmt>, out: &mut Vec<Stmt>) -> bool {
        stmts.into_iter().all(|stmt| match stmt {
            Stmt::Local(local) => self.local(local, out),
            Stmt::Expr(e, _) => self.effect(e, out),
            Stmt::Macro(mac) if panics(&mac.mac) => {
                out.push(panicking(&mac.mac));
                false
            }
            other => {
                out.push(other);
                true
            }
        })
    }

    /// Lowers a block whose value nobody uses.
    pub(super) fn block(&mut self, block: syn::Block) -> syn::Block {
        let mut out = Vec::new();
        self.statements(block.stmts, &mut out);
        syn::Block { stmts: out, ..block }
    }

    fn local(&mut self, local: syn::Local, out: &mut Vec<Stmt>) -> bool {
        if local.init.is_some() && super::beside::is_inactive(&local.attrs) {
            return self.held_constant(local, out);
        }
        let span = local.let_token.span;
        let local = syn::Local { pat: super::patterns::unlent(local.pat), ..local };
        let (pat, ty) = typed(&local.pat);
        let (pat, ty) = (pat.clone(), ty.cloned());
        let ty = ty.or_else(|| self.known_type(&pat, local.init.as_ref().map(|init| &*init.expr)));
        let local = match (&ty, local.pat.clone()) {
            (Some(ty), Pat::Ident(name)) => {
                syn::Local { pat: Pat::Type(parse_quote_spanned!(span=> #name: #ty)), ..local }
            }
            _ => local,
        };
        let Some(init) = local.init.clone() else { return self.later(&pat, ty.as_ref(), span, out) };
        let Some(e) = self.behind_block(with_type(*init.expr, ty.as_ref()), out) else { return false };
        if let Some((_, otherwise)) = init.diverge {
            return self.matched_or(e, &pat, *otherwise, out);
        }
        if let Pat::Wild(_) = &pat {
            return self.dropped(e, out);
        }
        let Pat::Ident(name) = &pat else {
            let Some(e) = self.opened_call(e, out) else { return false };
            if matches!(&pat, Pat::Struct(_) | Pat::TupleStruct(_) | Pat::Slice(_) | Pat::Reference(_)) {
                let pat = match pat {
                    Pat::TupleStruct(of) if of.path.get_ident().is_some() => by_numbers(of),
                    other => other,
                };
                return match self.scrutinee(e, &[&pat], out) {
                    Some(on) => {
                        self.tests(&pat, &on, &mut Vec::new(), out);
                        true
                    }
                    None => false,
                };
            }
            if let (Pat::Tuple(names), Expr::Tuple(values)) = (&pat, &e) {
                if let Some(all) = super::closures::one_by_one(names, ty.as_ref(), values) {
                    return self.statements(all, out);
                }
            }
            if let (Pat::Tuple(_), true) = (&pat, super::heads::is_of_constant(&e)) {
                let part = match e {
                    Expr::Reference(lent) => *lent.expr,
                    other => other,
                };
                return self.tests(&pat, &super::patterns::Scrutinee::Plain(part), &mut Vec::new(), out);
            }
            let e = self.as_choice(e);
            if let (Pat::Tuple(names), true) = (&pat, is_branching(&e)) {
                if let Some(dest) = self.tuple_of_places(names, ty.as_ref(), &tuple_value(&e), out) {
                    return self.put(e, &dest, out);
                }
            }
            let returned = || called(&e).and_then(|(path, _)| signatures::returned_here(path));
            let told = ty.clone().or_else(|| self.type_of(&e)).or_else(returned);
            let value = match (&pat, e) {
                (pat, Expr::Call(call)) if self.changes_arguments(&call) => {
                    let start = self.start_of(pat, ty.as_ref());
                    self.value_beside(call, ty.as_ref(), start, out)
                }
                (_, e) => self.value(e, out),
            };
            let Some(value) = value else { return false };
            let mut pat = local.pat.clone();
            let lists = self.changing_lists(&mut pat, told.as_ref());
            out.push(parse_quote_spanned!(span=> let #pat = #value;));
            out.extend(lists);
            return true;
        };
        let makes_vector = |e: &Expr| called(e).is_some_and(|(path, _)| path.segments[0].ident == "Vec");
        let of_type = ty.as_ref().and_then(crate::ordinary::start);
        let is_vector = makes_vector(&super::places::start_like(&first_value(&e))) || self.copies_vector(&e);
        if is_vector || of_type.as_ref().is_some_and(makes_vector) {
            self.vectors.insert(name.ident.to_string());
        }
        if let Some(closure) = self.made_closure(&e, out) {
            return self.defines(&name.ident, &closure, out);
        }
        if matches!(&e, Expr::MethodCall(call) if !self.is_structure(&call.receiver))
            && super::stages::is_chain(&e)
        {
            let help = "write the chain where its items are used, in the head of one loop, or collect it: `let all: Vec<f64> = ….collect();`";
            self.refuse(&e, format!("`{}` is an iterator, and no program keeps one", name.ident), help);
            return true;
        }
        self.name_of_place(&name.ident, &e);
        self.starts_at(&name.ident, &e);
        let is_sum =
            ty.as_ref().is_some_and(|ty| held(ty).is_some()) || self.used.contains(&name.ident.to_string());
        if is_sum || self.is_sum(&e) {
            return self.sum_local(name, ty.as_ref(), e, span, out);
        }
        let needs_place = matches!(e, Expr::If(_) | Expr::Match(_) | Expr::Loop(_))
            && (is_vector || !computes(&e, &self.closures) || self.computes_structures(&e));
        if needs_place {
            let dest = match of_type {
                Some(start) => {
                    let ident = &name.ident;
                    out.push(parse_quote_spanned!(span=> let mut #ident: #ty = #start;));
                    Dest::Plain(ident.clone())
                }
                None => self.declared_like(&first_value(&e), &name.ident, out),
            };
            return self.put(e, &dest, out);
        }
        self.filled = ty.as_ref().filter(|_| is_vec(&e)).and_then(super::types::item_behind);
        let value = match e {
            Expr::Call(call) if self.changes_arguments(&call) => {
                let start = self.start_of(&pat, ty.as_ref());
                self.value_beside(call, ty.as_ref(), start, out)
            }
            e => self.value(e, out),
        };
        let Some(value) = value else { return false };
        if let Some(told) = name_of(&value).and_then(|from| self.told.get(&from)).cloned() {
            self.told.entry(name.ident.to_string()).or_insert(told);
        }
        let pat = &local.pat;
        out.push(parse_quote_spanned!(span=> let #pat = #value;));
        true
    }

    /// Gives the lists in a pattern that change, `(mut a, b)`, other names, and returns what moves them to their own.
    fn changing_lists(&mut self, pat: &mut Pat, told: Option<&syn::Type>) -> Vec<Stmt> {
        let (Pat::Tuple(names), Some(syn::Type::Tuple(types))) = (pat, told) else { return Vec::new() };
        let mut moved = Vec::new();
        for (name, ty) in names.elems.iter_mut().zip(&types.elems) {
            let Pat::Ident(name) = name else { continue };
            if name.mutability.is_none() || !structures::is_listed(ty) {
                continue;
            }
            let (own, span) = (name.ident.clone(), name.ident.span());
            name.ident = self.fresh.name(&own.to_string(), span);
            name.mutability = None;
            let made = &name.ident;
            moved.push(parse_quote_spanned!(span=> let mut #own = #made;));
        }
        moved
    }

    /// A closure, or that which a local closure returns, `let double = scaled(2.0);`.
    fn made_closure(&mut self, e: &Expr, out: &mut Vec<Stmt>) -> Option<syn::ExprClosure> {
        match e {
            Expr::Closure(closure) => Some(closure.clone()),
            Expr::Call(call) => {
                let known = name_of(&call.func).and_then(|name| self.closures.get(&name));
                known.filter(|closure| matches!(&*closure.body, Expr::Closure(_)))?;
                match self.applied(&call.func, call.args.iter().cloned().collect()) {
                    (stmts, Expr::Closure(closure)) => self.statements(stmts, out).then_some(closure),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// `#[inactive] let p = e;`: the names that it binds hold values without cotangents.
    fn held_constant(&mut self, mut local: syn::Local, out: &mut Vec<Stmt>) -> bool {
        let span = local.let_token.span;
        let (name, ty) = typed(&local.pat);
        if let (Pat::Ident(name), Some(syn::LocalInit { expr, diverge: None, .. })) = (name, &local.init) {
            let e = with_type((**expr).clone(), ty);
            let in_parts = self.used.contains(&name.ident.to_string()) || self.is_sum(&e);
            if in_parts || ty.is_some_and(|ty| held(ty).is_some()) {
                let help = "bind the number in it: `#[inactive] let number = value.unwrap_or(0.0);`";
                self.refuse(&local, "an `Option` or a `Result` is not held constant", help);
                return false;
            }
            let outer = std::mem::replace(&mut self.holds, true);
            let value = self.value(e, out);
            self.holds = outer;
            let Some(value) = value else { return false };
            let pat = &local.pat;
            if name.mutability.is_some() && self.states.contains(&name.ident.to_string()) {
                out.push(parse_quote_spanned!(span=> #[inactive] #[changing] let #pat = #value;));
                return true;
            }
            out.push(parse_quote_spanned!(span=> #[inactive] let #pat = #value;));
            return true;
        }
        let mut renamed = Renamed { fresh: self.fresh, names: Vec::new() };
        crate::syntax::visit_mut::VisitMut::visit_pat_mut(&mut renamed, &mut local.pat);
        let names = renamed.names;
        local.attrs.clear();
        let goes_on = self.local(local, out);
        let (names, from): (Vec<_>, Vec<_>) = names.into_iter().unzip();
        out.extend(stmts!(span=> #(#[inactive] let #names = #from;)*));
        goes_on
    }

    /// Lowers `let _ = e;` and `_ = e;`. A call that changes nothing is ordinary Rust, whatever it returns.
    fn dropped(&mut self, e: Expr, out: &mut Vec<Stmt>) -> bool {
        match e {
            Expr::Call(call) if self.changes_arguments(&call) => self.value(Expr::Call(call), out).is_some(),
            Expr::Macro(text)
                if ["format", "write", "writeln"].iter().any(|name| text.mac.path.is_ident(name)) =>
            {
                out.push(parse_quote_spanned!(text.span()=> safe! { let _ = #text; }));
                true
            }
            e => {
                let (span, first) = (e.span(), out.len());
                let goes_on = self.effect(e, out);
                let value = match out[first..].last() {
                    Some(Stmt::Expr(Expr::Call(call), Some(_))) if !self.changes_arguments(call) => {
                        Some(Expr::Call(call.clone()))
                    }
                    Some(Stmt::Expr(Expr::MethodCall(call), Some(_)))
                        if !self.method_changes(call) && !is_of(&call.method, Methods::ChangesVector) =>
                    {
                        Some(Expr::MethodCall(call.clone()))
                    }
                    _ => None,
                };
                if let Some(value) = value {
                    out.pop();
                    out.push(parse_quote_spanned!(span=> safe! { let _ = #value; }));
                }
                goes_on
            }
        }
    }

    /// Declares a place for each name of a tuple; nothing if the value tells no parts.
    /// `e.unwrap_or((a, b))` as a choice, whose sides are taken apart.
    fn as_choice(&mut self, e: Expr) -> Expr {
        match e {
            Expr::MethodCall(call)
                if call.method == "unwrap_or"
                    && matches!(call.args.first(), Some(Expr::Tuple(_)))
                    && call.args.iter().all(|other| computes(other, &self.closures)) =>
            {
                let (span, held) = (call.span(), self.fresh.name("held", call.method.span()));
                let (sum, other) = (call.receiver, call.args.first());
                parse_quote_spanned!(span=> match #sum { Some(#held) => #held, _ => #other })
            }
            e => e,
        }
    }

    fn tuple_of_places(
        &mut self,
        names: &syn::PatTuple,
        ty: Option<&syn::Type>,
        like: &Expr,
        out: &mut Vec<Stmt>,
    ) -> Option<Dest> {
        let types: Vec<Option<&syn::Type>> = match ty {
            Some(syn::Type::Tuple(tuple)) => tuple.elems.iter().map(Some).collect(),
            _ => vec![None; names.elems.len()],
        };
        let Expr::Tuple(parts) = like else { return None };
        let known = parts.elems.len() == names.elems.len()
            && names.elems.iter().all(|name| matches!(name, Pat::Ident(name) if name.subpat.is_none()));
        known.then(|| {
            let places =
                names.elems.iter().zip(&parts.elems).zip(types).map(|((name, like), ty)| match name {
                    Pat::Ident(name) if ty.is_some_and(|ty| held(ty).is_none() && starts(ty)) => {
                        let (ident, ty, start) = (&name.ident, ty, ty.and_then(crate::ordinary::start));
                        out.push(parse_quote_spanned!(ident.span()=> let mut #ident: #ty = #start;));
                        Dest::Plain(ident.clone())
                    }
                    Pat::Ident(name) if self.used.contains(&name.ident.to_string()) || self.is_sum(like) => {
                        self.sum_like(like, &name.ident, out)
                    }
                    Pat::Ident(name) => self.declared_like(like, &name.ident, out),
                    _ => Dest::Unit,
                });
            Dest::Tuple(places.collect())
        })
    }

    /// A local whose value is assigned after its declaration.
    fn later(
        &mut self,
        pat: &Pat,
        ty: Option<&syn::Type>,
        span: proc_macro2::Span,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let Pat::Ident(name) = pat else {
            // `let (a, b);` declares each of its names.
            for name in crate::ordinary::names::names_of(pat) {
                out.push(parse_quote_spanned!(span=> let mut #name = Default::default();));
            }
            return true;
        };
        let ident = &name.ident;
        if let Some(held) = ty.and_then(held) {
            let layout = Layout::Sum(Box::new(Layout::of(held)));
            if let Some(dest) = self.declared(&layout, &ident.to_string(), span, out) {
                self.sums.insert(ident.to_string(), dest.as_sum());
            }
            return true;
        }
        out.push(super::places::starting(ident, ty, span));
        true
    }

    /// Lowers an expression whose value nobody uses; false if what follows it never runs.
    pub(super) fn effect(&mut self, e: Expr, out: &mut Vec<Stmt>) -> bool {
        let span = e.span();
        match e {
            Expr::If(branch) => self.branch(branch, &Dest::Unit, out),
            Expr::Match(_) => self.put(e, &Dest::Unit, out),
            Expr::Block(block) if block.label.is_none() => {
                let attrs = block.attrs;
                let mut inner = Vec::new();
                let goes_on = self.statements(block.block.stmts, &mut inner);
                let block = made::block(span, inner);
                out.push(Stmt::Expr(Expr::Block(syn::ExprBlock { attrs, label: None, block }), None));
                goes_on
            }
            Expr::Loop(each) => self.repeated(each, Dest::Unit, out),
            Expr::While(each) => self.while_loop(each, out),
            Expr::ForLoop(each) => self.for_loop(each, out),
            Expr::Return(leaving) => {
                let result = self.result.clone().unwrap_or(Dest::Unit);
                if leaving.expr.is_none_or(|value| self.put(*value, &result, out)) {
                    out.push(parse_quote_spanned!(span=> return;));
                }
                false
            }
            Expr::Break(mut leaving) => {
                let value = leaving.expr.take();
                let at = match &leaving.label {
                    None => self.loops.len().checked_sub(1),
                    Some(label) => {
                        let name = label.ident.to_string();
                        self.loops.iter().rposition(|around| around.label.as_ref() == Some(&name))
                    }
                };
                let dest = at.and_then(|at| self.loops[at].value.clone()).unwrap_or(Dest::Unit);
                if value.is_none_or(|value| self.put(*value, &dest, out)) {
                    out.push(Stmt::Expr(Expr::Break(leaving), Some(Default::default())));
                }
                false
            }
            Expr::Continue(_) => {
                out.push(Stmt::Expr(e, Some(Default::default())));
                false
            }
            Expr::Assign(assign) => self.assignment(assign, out),
            Expr::Binary(mut binary) if is_compound(&binary.op) => {
                let Some(mut right) = self.value(*binary.right, out) else { return false };
                let mut left = *binary.left;
                let goes_on = self.target(&mut left, &mut right, out);
                (binary.left, binary.right) = (Box::new(left), Box::new(right));
                out.push(Stmt::Expr(Expr::Binary(binary), Some(Default::default())));
                goes_on
            }
            Expr::MethodCall(call) => self.method_effect(call, out),
            Expr::Call(call) if memory::of_memory(&call.func) == Some("swap") && call.args.len() == 2 => {
                let mut args = call.args.into_iter();
                let (a, b) = (args.next(), args.next());
                out.push(parse_quote_spanned!(span=> ::retrograde::__private::exchange(#a, #b);));
                true
            }
            // Nothing is returned, or rustc says that a place for the value is missing: the crate does not know it.
            Expr::Call(mut call) if self.changes_arguments(&call) => {
                // The crate knows of a value, which nobody takes.
                let value = match &*call.func {
                    Expr::Path(of) => signatures::returned_here(&of.path),
                    _ => None,
                };
                match value {
                    Some(ty) if held(&ty).is_some() => return self.sum(Expr::Call(call), out).is_some(),
                    Some(ty @ syn::Type::Tuple(_)) => {
                        let start = crate::ordinary::start(&ty);
                        let start = start.unwrap_or_else(|| parse_quote!(Default::default()));
                        return self.value_beside(call, Some(&ty), start, out).is_some();
                    }
                    Some(_) => return self.value(Expr::Call(call), out).is_some(),
                    None => {}
                }
                if !self.arguments(&mut call, out) {
                    return false;
                }
                self.lent(&mut call.args, out);
                out.push(Stmt::Expr(Expr::Call(call), Some(Default::default())));
                true
            }
            Expr::Paren(inner) => self.effect(*inner.expr, out),
            // What it holds is dropped, so no cotangent comes back: ordinary Rust tells whether the function is left.
            Expr::Try(of) if matches!(&*of.expr, Expr::Call(call) if self.only_checks(call)) => {
                let Expr::Call(mut call) = *of.expr else { return true };
                if self.operands(call.args.iter_mut().collect(), out).is_none() {
                    return false;
                }
                let passes = self.fresh.name("passes", span);
                out.extend(stmts! {span=>
                    let #passes: bool = ::retrograde::__private::passes(#call);
                    if !#passes { return; }
                });
                true
            }
            Expr::Tuple(tuple) if tuple.elems.is_empty() => true,
            Expr::Macro(mac) if panics(&mac.mac) => {
                out.push(panicking(&mac.mac));
                false
            }
            other => {
                let is_macro = matches!(other, Expr::Macro(_));
                let Some(value) = self.value(other, out) else { return false };
                // What only computes has no effect.
                let acts = is_macro || matches!(value, Expr::Call(_) | Expr::MethodCall(_) | Expr::Macro(_));
                out.extend(acts.then(|| Stmt::Expr(value, Some(Default::default()))));
                true
            }
        }
    }

    fn assignment(&mut self, assign: syn::ExprAssign, out: &mut Vec<Stmt>) -> bool {
        let span = assign.eq_token.span();
        let sum = name_of(&assign.left).and_then(|name| self.sums.get(&name)).cloned();
        if let Some(dest) = sum.as_ref().and_then(super::sums::Sum::as_dest) {
            return self.put(*assign.right, &dest, out);
        }
        match (*assign.left, *assign.right) {
            (Expr::Infer(_), right) => self.dropped(right, out),
            (Expr::Tuple(left), right) => self.tuple_assigned(left, right, out),
            (Expr::Array(left), right) => self.array_assigned(left, right, out),
            (Expr::Path(left), right)
                if is_branching(&right)
                    && (!computes(&right, &self.closures)
                        || matches!(first_value(&right), Expr::Tuple(_))) =>
            {
                match left.path.get_ident() {
                    Some(name) => self.put(right, &Dest::Plain(name.clone()), out),
                    None => self.effect(right, out),
                }
            }
            // Each arm assigns, since no local starts at an `Option` or a tuple that a place holds whole.
            (left @ (Expr::Field(_) | Expr::Index(_)), mut right)
                if is_branching(&right)
                    && (self.is_sum(&right) || matches!(first_value(&right), Expr::Tuple(_))) =>
            {
                assigned_in_arms(&mut right, &left);
                self.effect(right, out)
            }
            (mut left, right) => {
                let right = match right {
                    Expr::Call(call) if self.changes_arguments(&call) => {
                        let start = self.start_for(&left);
                        self.value_beside(call, None, start, out)
                    }
                    // A field that is an `Option` is an enum as others are.
                    right if matches!(left, Expr::Field(_) | Expr::Index(_)) => self.member(right, out),
                    right => self.value(right, out),
                };
                let Some(mut right) = right else { return false };
                let goes_on = self.target(&mut left, &mut right, out);
                out.push(made::assigned(span, left, right));
                goes_on
            }
        }
    }
}

/// Writes `place = if c { a } else { b }` as `if c { place = a } else { place = b }`.
fn assigned_in_arms(e: &mut Expr, place: &Expr) {
    let in_block = |block: &mut syn::Block| {
        if let Some(Stmt::Expr(value, None)) = block.stmts.last_mut() {
            assigned_in_arms(value, place);
        }
    };
    match e {
        Expr::Paren(inner) => assigned_in_arms(&mut inner.expr, place),
        Expr::Block(block) => in_block(&mut block.block),
        Expr::If(branch) => {
            in_block(&mut branch.then_branch);
            if let Some((_, otherwise)) = &mut branch.else_branch {
                assigned_in_arms(otherwise, place);
            }
        }
        Expr::Match(on) => on.arms.iter_mut().for_each(|arm| assigned_in_arms(&mut arm.body, place)),
        value if leaves_at_once(value) => {}
        value => *value = parse_quote_spanned!(value.span()=> #place = #value),
    }
}

/// True for an expression that decides, or repeats.
fn is_branching(e: &Expr) -> bool {
    matches!(e, Expr::If(_) | Expr::Match(_) | Expr::Loop(_) | Expr::Block(_))
}

/// An expression with the written type of the local that it is the value of, where it tells what a sum starts from.
pub(super) fn with_type(mut e: Expr, ty: Option<&syn::Type>) -> Expr {
    if let (Expr::MethodCall(call), Some(ty)) = (&mut e, ty) {
        let ends = ["sum", "product", "collect"].iter().any(|name| call.method == name);
        if ends && call.turbofish.is_none() {
            call.turbofish = Some(parse_quote!(::<#ty>));
        }
    }
    if let (Expr::MethodCall(call), Some(ty)) = (&e, ty) {
        if call.method == "into" && call.args.is_empty() && structures::value(ty, "from").is_some() {
            let (span, of, from) = (call.span(), crate::ordinary::without_parameters(ty), &call.receiver);
            return parse_quote_spanned!(span=> #of::from(#from));
        }
    }
    if let (Expr::Call(call), Some(ty)) = (&mut e, ty) {
        if super::arrays::is_from_fn(&call.func) {
            super::arrays::typed(call, ty);
        }
    }
    e
}

/// A value that a branch or a loop may have: a tuple that is written out, if there is one.
fn tuple_value(e: &Expr) -> Expr {
    let arms: Vec<Expr> = match e {
        Expr::Match(on) => on.arms.iter().map(|arm| first_value(&arm.body)).collect(),
        Expr::If(branch) => {
            let other = branch.else_branch.as_ref().map(|(_, other)| tuple_value(other));
            block_value(&branch.then_branch).into_iter().chain(other).collect()
        }
        _ => Vec::new(),
    };
    arms.into_iter().find(|value| matches!(value, Expr::Tuple(_))).unwrap_or_else(|| first_value(e))
}

/// A value that a branch or a loop may have.
pub(super) fn first_value(e: &Expr) -> Expr {
    match e {
        Expr::If(branch) => {
            let then = block_value(&branch.then_branch);
            let other = branch.else_branch.as_ref().map(|(_, e)| first_value(e));
            then.or(other).unwrap_or_else(|| parse_quote!(()))
        }
        Expr::Block(block) => block_value(&block.block).unwrap_or_else(|| parse_quote!(())),
        Expr::Match(on) => {
            let mut values =
                on.arms.iter().filter(|arm| !leaves_at_once(&arm.body)).map(|arm| first_value(&arm.body));
            values.next().unwrap_or_else(|| parse_quote!(()))
        }
        Expr::Loop(each) => broken_with(&each.body).unwrap_or_else(|| parse_quote!(())),
        Expr::Paren(inner) => first_value(&inner.expr),
        other => other.clone(),
    }
}

fn leaves_at_once(e: &Expr) -> bool {
    match e {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Macro(mac) => panics(&mac.mac),
        Expr::Block(block) => match block.block.stmts.last() {
            Some(Stmt::Expr(last, _)) => leaves_at_once(last),
            Some(Stmt::Macro(mac)) => panics(&mac.mac),
            _ => false,
        },
        _ => false,
    }
}

fn block_value(block: &syn::Block) -> Option<Expr> {
    value_of(block).filter(|value| !leaves_at_once(value)).map(first_value)
}

/// Returns the values with which a loop breaks.
fn broken_with(body: &syn::Block) -> Option<Expr> {
    let mut found = None;
    let at = |e: &Expr| match e {
        Expr::Break(syn::ExprBreak { expr: Some(value), .. }) => {
            found = Some(first_value(value));
            At::Found
        }
        Expr::Break(_) | Expr::Closure(_) => At::Past,
        _ => At::Inside,
    };
    seek(at, |visitor| visitor.visit_block(body));
    found
}

/// True for a macro that never returns.
pub(super) fn panics(mac: &syn::Macro) -> bool {
    ends(&mac.path, &["panic", "unreachable", "todo", "unimplemented"])
}

/// An assertion that fails as a macro that never returns does.
fn panicking(mac: &syn::Macro) -> Stmt {
    let (span, message) = (mac.path.span(), &mac.tokens);
    match message.is_empty() {
        true => parse_quote_spanned!(span=> assert!(false);),
        false => parse_quote_spanned!(span=> assert!(false, #message);),
    }
}

fn is_vec(e: &Expr) -> bool {
    matches!(e, Expr::Macro(mac) if mac.mac.path.is_ident("vec"))
}

/// True for a type whose values may start at one that is known.
fn starts(ty: &syn::Type) -> bool {
    crate::ordinary::start(ty).is_some()
}

/// Gives the names of a pattern new ones.
struct Renamed<'a> {
    fresh: &'a mut crate::ordinary::fresh::Fresh,
    /// The names as written, each with the new one.
    names: Vec<(syn::PatIdent, syn::Ident)>,
}

impl crate::syntax::visit_mut::VisitMut for Renamed<'_> {
    fn visit_pat_ident_mut(&mut self, name: &mut syn::PatIdent) {
        let new = self.fresh.name(&name.ident.to_string(), name.ident.span());
        let old = syn::PatIdent { by_ref: None, subpat: None, ..name.clone() };
        self.names.push((old, new.clone()));
        (name.ident, name.mutability) = (new, None);
    }
}

/// The pattern of a structure whose fields have numbers, `Kelvin(k)` as `Kelvin { 0: k }`.
fn by_numbers(of: syn::PatTupleStruct) -> Pat {
    let rest = of.elems.iter().find_map(|pat| match pat {
        Pat::Rest(rest) => Some(rest.clone()),
        _ => None,
    });
    let named = of.elems.into_iter().take_while(|pat| !matches!(pat, Pat::Rest(_)));
    let fields = named.enumerate().map(|(at, pat)| syn::FieldPat {
        attrs: Vec::new(),
        member: syn::Member::from(at),
        colon_token: Some(Default::default()),
        pat: Box::new(pat),
    });
    let (attrs, brace_token) = (of.attrs, Default::default());
    Pat::Struct(syn::PatStruct {
        attrs,
        qself: of.qself,
        path: of.path,
        brace_token,
        fields: fields.collect(),
        rest,
    })
}
