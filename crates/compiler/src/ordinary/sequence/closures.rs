//! Closures: their bodies stand where they are called.
//!
//! A captured name means the same at each call, since each name has one binding. A `move` closure holds copies of what
//! changes afterwards: the copies are locals.

use super::Sequence;
use super::heads::number_of;
use crate::ordinary::names::{names_of, renewed};
use crate::ordinary::tables;
use crate::sorted::Set;
use crate::syntax::named::maker;
use crate::syntax::read::{behind, is_name, name_of, take_value};
use crate::syntax::rewrite::{inner, outer, substitute, within};
use crate::syntax::visit_mut::{self, VisitMut};
use crate::tokens;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat, Stmt, parse_quote, parse_quote_spanned};

impl Sequence<'_> {
    /// Notes a local closure.
    pub(super) fn defines(&mut self, name: &Ident, closure: &syn::ExprClosure, out: &mut Vec<Stmt>) -> bool {
        let mut closure = closure.clone();
        if closure.capture.is_some() {
            let (own, named) = (tokens::names(&closure.inputs), tokens::names(&closure.body));
            for captured in self.variables.clone() {
                if !named.contains(&captured) || own.contains(&captured) {
                    continue;
                }
                let from = Ident::new(&captured, name.span());
                let copy = self.fresh.name(&captured, name.span());
                // Each call finds what the one before has left.
                let changes =
                    super::changed(&[Stmt::Expr((*closure.body).clone(), None)]).contains(&captured);
                let mutability = changes.then(|| quote::quote!(mut));
                self.variables.extend(changes.then(|| copy.to_string()));
                out.push(parse_quote!(let #mutability #copy = #from;));
                substitute(&from, &parse_quote!(#copy)).visit_expr_mut(&mut closure.body);
            }
        }
        self.closures.insert(name.to_string(), closure);
        true
    }

    /// A call: of a local closure, of a method of floats by its path, of something else.
    pub(super) fn call(&mut self, mut call: syn::ExprCall, out: &mut Vec<Stmt>) -> Option<Expr> {
        // A function is handed on once.
        if crate::syntax::read::is_capturing(&call) {
            return Some(Expr::Call(call));
        }
        if matches!(super::memory::of_memory(&call.func), Some("replace" | "take")) {
            return self.replaced(call, out);
        }
        if let Expr::Paren(inner) = &*call.func {
            if let Expr::Closure(_) = &*inner.expr {
                return self.called(&inner.expr, call.args.into_iter().collect(), out);
            }
        }
        if super::arrays::is_from_fn(&call.func) {
            return self.array_from(&call, out);
        }
        if self.is_given(&call.func) {
            return self.call_given(call, out);
        }
        if let Expr::Path(path) = &*call.func {
            if maker(&path.path).is_variant() {
                let parts = call.args.into_iter().enumerate();
                let parts = parts.map(|(at, value)| (syn::Member::from(at), value)).collect();
                return self.value(crate::syntax::made::variant(&path.path, parts), out);
            }
            let known = name_of(&call.func).is_some_and(|name| self.closures.contains_key(&name));
            if known || (!call.args.is_empty() && method_of_float(&path.path).is_some()) {
                let mut args: Vec<Expr> = call.args.into_iter().collect();
                self.operands(args.iter_mut().collect(), out)?;
                return self.called(&call.func, args, out);
            }
        }
        if self.changes_arguments(&call) {
            return self.value_beside(call, None, parse_quote!(Default::default()), out);
        }
        self.arguments(&mut call, out).then_some(Expr::Call(call))
    }

    /// The local closure that is called.
    pub(super) fn closure_of(&self, call: &syn::ExprCall) -> Option<&syn::ExprClosure> {
        name_of(&call.func).and_then(|name| self.closures.get(&name))
    }

    /// The value of a local closure where it is called, behind the statements before it; another expression as it is.
    pub(super) fn opened_call(&mut self, e: Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        match e {
            Expr::Call(call) if self.closure_of(&call).is_some() => {
                let mut args: Vec<Expr> = call.args.into_iter().collect();
                self.operands(args.iter_mut().collect(), out)?;
                let (stmts, value) = self.applied(&call.func, args);
                if self.statements(stmts, out) { self.opened_call(value, out) } else { None }
            }
            other => Some(other),
        }
    }

    /// The value of a closure or a function at arguments, behind the statements.
    pub(super) fn applied_in(&mut self, f: &Expr, arguments: Vec<Expr>, stmts: &mut Vec<Stmt>) -> Expr {
        let (before, value) = self.applied(f, arguments);
        stmts.extend(before);
        value
    }

    /// Lowers a closure or a function at arguments.
    pub(super) fn called(&mut self, f: &Expr, arguments: Vec<Expr>, out: &mut Vec<Stmt>) -> Option<Expr> {
        let (stmts, value) = self.applied(f, arguments);
        if self.statements(stmts, out) { self.value(value, out) } else { None }
    }

    /// A closure or a function at arguments: statements, and the value, which are not lowered yet.
    pub(super) fn applied(&mut self, f: &Expr, arguments: Vec<Expr>) -> (Vec<Stmt>, Expr) {
        match f {
            Expr::Closure(closure) => {
                let closure = renewed(closure, self.fresh);
                let mut stmts: Vec<Stmt> = Vec::new();
                let mut body = (*closure.body).clone();
                strip(&mut body, &closure);
                for (input, argument) in closure.inputs.iter().zip(&arguments) {
                    let Pat::Type(typed) = input else { continue };
                    if matches!(*typed.pat, Pat::Tuple(_)) && !matches!(argument, Expr::Tuple(_)) {
                        with_type(&bare(input), &typed.ty, &mut body);
                    }
                }
                let mut text = [Stmt::Expr(body, None)];
                for (input, argument) in closure.inputs.iter().zip(arguments) {
                    let argument = as_written(input, argument);
                    with_items(&bare(input), argument, &mut text, &mut stmts);
                }
                let [Stmt::Expr(body, _)] = text else { return (stmts, parse_quote!(())) };
                let value = split(body, &mut stmts);
                (stmts, value)
            }
            Expr::Path(path) => {
                let local = name_of(f).and_then(|name| self.closures.get(&name).cloned());
                if let Some(closure) = local {
                    return self.applied(&Expr::Closure(closure), arguments);
                }
                match (method_of_float(&path.path), arguments.split_first()) {
                    (Some(method), Some((first, rest))) => {
                        (Vec::new(), parse_quote!((#first).#method(#(#rest),*)))
                    }
                    _ => (Vec::new(), parse_quote!(#path(#(#arguments),*))),
                }
            }
            other => (Vec::new(), parse_quote!((#other)(#(#arguments),*))),
        }
    }
}

/// An argument as the integers that the parameter of a closure is written as, part by part.
fn as_written(input: &Pat, argument: Expr) -> Expr {
    match input {
        Pat::Type(typed) => as_type(&typed.ty, argument),
        _ => argument,
    }
}

fn as_type(ty: &syn::Type, argument: Expr) -> Expr {
    if let (syn::Type::Tuple(types), Expr::Tuple(parts)) = (behind(ty), &argument) {
        let parts = types.elems.iter().zip(&parts.elems).map(|(ty, part)| as_type(ty, part.clone()));
        return parse_quote_spanned!(argument.span()=> (#(#parts,)*));
    }
    let Some(ty) = crate::ordinary::methods::integer(ty) else { return argument };
    // The indices of loops are of this type.
    if ty == "usize" && !matches!(argument, Expr::Lit(_)) {
        return argument;
    }
    parse_quote_spanned!(argument.span()=> (#argument as #ty))
}

/// The method that a path of a float type names: `f64::max`.
fn method_of_float(path: &syn::Path) -> Option<&Ident> {
    let mut last = path.segments.iter().rev();
    let (method, ty) = (last.next()?, last.next()?);
    let of_float = ["f64", "f32", "Float"].iter().any(|name| ty.ident == name);
    let makes = ["from", "from_bits", "from_str", "try_from"].iter().any(|name| method.ident == name);
    (of_float && !makes).then_some(&method.ident)
}

/// The statements that bind the names of a pattern to the parts of a value.
pub(super) fn bound(pat: &Pat, value: Expr) -> Vec<Stmt> {
    match (bare(pat), value) {
        (Pat::Wild(_), _) => Vec::new(),
        (Pat::Tuple(names), Expr::Tuple(values)) if names.elems.len() == values.elems.len() => {
            names.elems.iter().zip(values.elems).flat_map(|(name, value)| bound(name, value)).collect()
        }
        (pat, value) => vec![parse_quote!(let #pat = #value;)],
    }
}

/// Binds the parts of a tuple each by a statement of its own, `let (a, b) = (f(x), g(x));`, unless a value reads what is bound before it.
pub(super) fn one_by_one(
    names: &syn::PatTuple,
    ty: Option<&syn::Type>,
    values: &syn::ExprTuple,
) -> Option<Vec<Stmt>> {
    let bound: Vec<Set<String>> = names.elems.iter().map(tokens::names).collect();
    let is_read = |(at, value): (usize, &Expr)| {
        let read = tokens::names(value);
        bound[..at].iter().flatten().any(|name| read.contains(name))
    };
    let has_rest = names.elems.iter().any(|name| matches!(name, Pat::Rest(_)));
    if names.elems.len() != values.elems.len() || has_rest || values.elems.iter().enumerate().any(is_read) {
        return None;
    }
    let types: Vec<Option<&syn::Type>> = match ty {
        Some(syn::Type::Tuple(types)) => types.elems.iter().map(Some).collect(),
        Some(_) => return None,
        None => vec![None; values.elems.len()],
    };
    let parts = names.elems.iter().zip(&values.elems).zip(types);
    let one = |((name, value), ty): ((&Pat, &Expr), Option<&syn::Type>)| {
        let ty = ty.into_iter();
        parse_quote_spanned!(name.span()=> let #name #(: #ty)* = #value;)
    };
    Some(parts.map(one).collect())
}

/// The pattern and the body of a closure with one parameter, without references.
pub(super) fn opened(closure: &syn::ExprClosure) -> (Pat, Expr) {
    let mut body = (*closure.body).clone();
    strip(&mut body, closure);
    let pat = bare(&closure.inputs[0]);
    if let Pat::Type(typed) = &closure.inputs[0] {
        with_type(&pat, &typed.ty, &mut body);
    }
    (pat, body)
}

/// Reads the integers of a pattern as those that its type writes.
fn with_type(pat: &Pat, ty: &syn::Type, body: &mut Expr) {
    match (pat, behind(ty)) {
        (Pat::Tuple(names), syn::Type::Tuple(types)) => {
            names.elems.iter().zip(&types.elems).for_each(|(name, ty)| with_type(name, ty, body));
        }
        (Pat::Ident(name), ty) if name.mutability.is_none() => {
            let of = crate::ordinary::methods::integer(ty).filter(|of| *of != "usize");
            if let (Some(of), name) = (of, &name.ident) {
                substitute(name, &parse_quote!((#name as #of))).visit_expr_mut(body);
            }
        }
        _ => {}
    }
}

/// A function that takes items, `lent` times behind a reference of its own: what a pattern of a closure copies, `|&x| f(x)`, is handed on as a copy.
pub(super) fn copying(f: &Expr, lent: usize) -> Expr {
    fn behind(pat: &Pat, lent: usize, names: &mut Set<String>) {
        match pat {
            Pat::Reference(inner) if lent == 0 => {
                names.extend(names_of(&inner.pat).iter().map(ToString::to_string));
            }
            Pat::Reference(inner) => behind(&inner.pat, lent - 1, names),
            Pat::Paren(inner) => behind(&inner.pat, lent, names),
            Pat::Tuple(parts) => parts.elems.iter().for_each(|part| behind(part, lent, names)),
            _ => {}
        }
    }
    let Expr::Closure(closure) = f else { return f.clone() };
    let (mut copied, mut closure) = (Set::new(), closure.clone());
    closure.inputs.iter().for_each(|input| behind(input, lent, &mut copied));
    let copies = |e: &mut Expr| {
        let args = match e {
            Expr::Call(call) => &mut call.args,
            Expr::MethodCall(call) => &mut call.args,
            _ => return,
        };
        for arg in args {
            if name_of(arg).is_some_and(|name| copied.contains(&name)) {
                *arg = parse_quote!(*#arg);
            }
        }
    };
    inner(copies).visit_expr_mut(&mut closure.body);
    Expr::Closure(closure)
}

/// A pattern without references and types.
pub(super) fn bare(pat: &Pat) -> Pat {
    match pat {
        Pat::Reference(inner) => bare(&inner.pat),
        Pat::Type(typed) => bare(&typed.pat),
        Pat::Paren(inner) => bare(&inner.pat),
        Pat::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(bare);
            parse_quote!((#(#parts),*))
        }
        other => other.clone(),
    }
}

/// Takes the `*` away in front of what a closure binds: its parameters are the numbers themselves here.
fn strip(body: &mut Expr, closure: &syn::ExprClosure) {
    struct Strip(Set<String>);
    impl Strip {
        /// Arguments keep it: a structure is handed over by its value or by reference.
        fn arguments(&mut self, args: &mut syn::punctuated::Punctuated<Expr, syn::Token![,]>) {
            for arg in args {
                match arg {
                    Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. })
                        if matches!(**expr, Expr::Path(_)) => {}
                    other => self.visit_expr_mut(other),
                }
            }
        }
    }
    impl VisitMut for Strip {
        fn visit_expr_mut(&mut self, e: &mut Expr) {
            match e {
                Expr::Call(call) => return self.arguments(&mut call.args),
                Expr::MethodCall(call) => {
                    self.visit_expr_mut(&mut call.receiver);
                    return self.arguments(&mut call.args);
                }
                _ => {}
            }
            visit_mut::visit_expr_mut(self, e);
            if let Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) = &*e {
                if name_of(expr).is_some_and(|name| self.0.contains(&name)) {
                    *e = (**expr).clone();
                }
            }
        }
    }
    let bound = closure.inputs.iter().flat_map(names_of).map(|name| name.to_string()).collect();
    Strip(bound).visit_expr_mut(body);
}

/// The statements of a block that is a value, and the value.
pub(super) fn split(body: Expr, stmts: &mut Vec<Stmt>) -> Expr {
    match body {
        Expr::Block(block) if block.label.is_none() => {
            let mut inner = block.block.stmts;
            let value = take_value(&mut inner);
            stmts.extend(inner);
            value.unwrap_or_else(|| parse_quote!(()))
        }
        other => other,
    }
}

/// Puts the parts of a tuple in the place of the fields of its name.
fn in_parts(name: &Ident, parts: &syn::ExprTuple) -> impl VisitMut {
    outer(move |e| {
        let part = match &*e {
            Expr::Field(syn::ExprField { base, member: syn::Member::Unnamed(at), .. })
                if is_name(base, name) =>
            {
                parts.elems.iter().nth(at.index as usize).cloned()
            }
            e => is_name(e, name).then(|| Expr::Tuple(parts.clone())),
        };
        part.map(|part| *e = part).is_some()
    })
}

/// Puts the items of a list in the place of the elements of its name, where their numbers are written.
fn in_items(name: &Ident, items: &syn::ExprArray) -> impl VisitMut {
    outer(move |e| {
        let item = match &*e {
            Expr::Index(syn::ExprIndex { expr, index, .. }) if is_name(expr, name) => {
                number_of(index).and_then(|at| items.elems.iter().nth(at)).cloned()
            }
            _ => None,
        };
        item.map(|item| *e = item).is_some()
    })
}

/// The statements of a body behind those that bind a pattern to an item: of a name, a pair and a list, their parts stand where they are
/// named.
pub(super) fn with_item(pat: &Pat, item: Expr, body: &[Stmt]) -> Vec<Stmt> {
    let mut body: Vec<Stmt> = body.to_vec();
    let mut before = Vec::new();
    with_items(&bare(pat), item, &mut body, &mut before);
    before.append(&mut body);
    before
}

fn with_items(pat: &Pat, item: Expr, body: &mut [Stmt], before: &mut Vec<Stmt>) {
    match (pat, item) {
        (Pat::Tuple(names), Expr::Tuple(values)) if names.elems.len() == values.elems.len() => {
            for (name, value) in names.elems.iter().zip(values.elems) {
                with_items(name, value, body, before);
            }
        }
        (Pat::Ident(name), item) if name.mutability.is_none() => {
            let mut put = |visitor: &mut dyn VisitMut| within(body.iter_mut(), visitor);
            let name = &name.ident;
            match &item {
                // A part of a slice is a place, whose name nothing holds.
                Expr::Index(part) if matches!(*part.index, Expr::Range(_)) => {
                    return put(&mut substitute(name, &item));
                }
                Expr::Path(_) => return put(&mut substitute(name, &item)),
                Expr::Tuple(parts) => return put(&mut in_parts(name, parts)),
                Expr::Array(items) => put(&mut in_items(name, items)),
                _ if super::heads::is_of_constant(&item) => put(&mut tables::parts(name, &item)),
                _ => return before.extend(bound(pat, item)),
            }
            if body.iter().any(|stmt| tokens::mentions(stmt, name)) {
                before.extend(bound(pat, item));
            }
        }
        (pat, item) => before.extend(bound(pat, item)),
    }
}
