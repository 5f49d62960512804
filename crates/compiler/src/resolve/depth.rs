//! Cuts long expressions into named parts, so that no pass recurses deeper than the parts are.
//!
//! Takes syntax and returns syntax: `y += a + b + … + z;` becomes `{ let part = a + b + …; y += part + … + z; }`, in
//! the same order, so that sums round alike. Chains of methods and many nested parentheses are cut likewise. Chains
//! are followed from their end without recursion. Law: conditions, bounds and indices are not cut; if one of them is
//! too deep, its place is returned.

use super::calls::is_of_numbers;
use super::is_known;
use crate::syntax::limits::Excess;
use proc_macro2::Span;
use syn::spanned::Spanned;

/// The largest depth of an expression that is not cut.
const DEEPEST: usize = 40;
/// The largest depth where parts cannot get names: in conditions, bounds, indices and casts.
const UNNAMED: usize = 120;
/// The largest such depth in ordinary Rust, where values that do more than compute get no names either.
const UNNAMED_VALUES: usize = 200;

/// Names parts of deep expressions in a block. Returns an error if an expression is too deep and cannot be cut.
pub(crate) fn shorten(block: &mut syn::Block) -> Option<Excess> {
    let mut shortening = Shortening { bound: Vec::new(), next: 0, unnamed: UNNAMED, deep: None };
    shortening.block(block);
    shortening.deep.map(Excess::depth)
}

/// Names parts of deep values in a block of ordinary Rust: of those that only compute, so that a statement does what else it does in its
/// order. Returns an error if something else is too deep.
pub(crate) fn shorten_values(block: &mut syn::Block) -> Option<Excess> {
    let mut shortening = Shortening { bound: Vec::new(), next: 0, unnamed: UNNAMED_VALUES, deep: None };
    shortening.statements(block);
    shortening.deep.map(Excess::depth)
}

struct Shortening {
    /// The bindings to insert before the current statement.
    bound: Vec<syn::Stmt>,
    /// The number of the next name.
    next: usize,
    /// The largest depth where parts cannot get names.
    unnamed: usize,
    deep: Option<Span>,
}

/// A link of a chain, from its end: the operation on the value before it.
enum Link {
    Binary(syn::ExprBinary),
    Method(syn::ExprMethodCall),
}

impl Shortening {
    /// Cuts the values in a block.
    fn block(&mut self, block: &mut syn::Block) {
        self.each(block, |this, e| _ = this.value(e));
    }

    /// Cuts the values in a block of ordinary Rust.
    fn statements(&mut self, block: &mut syn::Block) {
        self.each(block, Self::computed);
    }

    /// Cuts the value of each statement, whose parts get names before it.
    fn each(&mut self, block: &mut syn::Block, cut: fn(&mut Self, &mut syn::Expr)) {
        let outer = std::mem::take(&mut self.bound);
        for mut stmt in std::mem::take(&mut block.stmts) {
            match &mut stmt {
                syn::Stmt::Local(local) => {
                    if let Some(init) = &mut local.init {
                        cut(self, &mut init.expr);
                    }
                }
                syn::Stmt::Expr(e, _) => cut(self, e),
                syn::Stmt::Item(_) | syn::Stmt::Macro(_) => {}
            }
            block.stmts.extend(super::behind(std::mem::take(&mut self.bound), stmt));
        }
        self.bound = outer;
    }

    /// Cuts a value that only computes, and those in what does more.
    fn computed(&mut self, e: &mut syn::Expr) {
        if computes(e) {
            self.value(e);
            return;
        }
        match e {
            syn::Expr::Assign(a) if computes(&a.left) => self.computed(&mut a.right),
            syn::Expr::Binary(b) if is_assignment(&b.op) && computes(&b.left) => self.computed(&mut b.right),
            syn::Expr::Paren(p) => self.computed(&mut p.expr),
            syn::Expr::Return(syn::ExprReturn { expr: Some(value), .. })
            | syn::Expr::Break(syn::ExprBreak { expr: Some(value), .. }) => self.computed(value),
            syn::Expr::If(branch) => {
                self.fixed(&branch.cond);
                self.statements(&mut branch.then_branch);
                if let Some((_, otherwise)) = &mut branch.else_branch {
                    self.computed(otherwise);
                }
            }
            syn::Expr::Block(b) => self.statements(&mut b.block),
            syn::Expr::ForLoop(f) => {
                self.computed(&mut f.expr);
                self.statements(&mut f.body);
            }
            syn::Expr::While(w) => {
                self.fixed(&w.cond);
                self.statements(&mut w.body);
            }
            syn::Expr::Loop(l) => self.statements(&mut l.body),
            syn::Expr::Match(on) => {
                self.fixed(&on.expr);
                on.arms.iter_mut().for_each(|arm| self.own(&mut arm.body));
            }
            syn::Expr::Closure(closure) => self.own(&mut closure.body),
            // Arguments that compute may be computed before the call if all of them do, and its receiver.
            syn::Expr::MethodCall(call) => {
                let are_free = computes(&call.receiver) && call.args.iter().all(computes);
                for arg in &mut call.args {
                    match are_free || is_closure(arg) {
                        true => self.computed(arg),
                        false => _ = self.fixed(arg),
                    }
                }
                self.computed(&mut call.receiver);
            }
            other => _ = self.fixed(other),
        }
    }

    /// Cuts a value whose parts get names beside it, in a block of its own.
    fn own(&mut self, e: &mut syn::Expr) {
        let outer = std::mem::take(&mut self.bound);
        self.computed(e);
        let bound = std::mem::replace(&mut self.bound, outer);
        if !bound.is_empty() {
            *e = syn::parse_quote!({ #(#bound)* #e });
        }
    }

    /// Cuts a value, and returns its remaining depth.
    fn value(&mut self, e: &mut syn::Expr) -> usize {
        if is_link(e) {
            return self.chain(e);
        }
        1 + match e {
            syn::Expr::Paren(p) => self.part(&mut p.expr),
            syn::Expr::Group(g) => self.part(&mut g.expr),
            syn::Expr::Unary(u) if !matches!(u.op, syn::UnOp::Not(_)) => self.part(&mut u.expr),
            syn::Expr::Reference(r) if r.mutability.is_none() => match &mut *r.expr {
                inner @ (syn::Expr::Call(_) | syn::Expr::MethodCall(_)) => self.value(inner),
                other => self.fixed(other),
            },
            syn::Expr::Call(call) => {
                let func = self.fixed(&call.func);
                call.args.iter_mut().map(|arg| self.argument(arg)).max().unwrap_or(0).max(func)
            }
            syn::Expr::Array(array) => array.elems.iter_mut().map(|e| self.part(e)).max().unwrap_or(0),
            syn::Expr::Tuple(tuple) => tuple.elems.iter_mut().map(|e| self.part(e)).max().unwrap_or(0),
            syn::Expr::Struct(s) => s.fields.iter_mut().map(|f| self.part(&mut f.expr)).max().unwrap_or(0),
            syn::Expr::Repeat(repeat) => self.part(&mut repeat.expr),
            syn::Expr::Binary(b) if is_assignment(&b.op) => self.fixed(&b.left).max(self.part(&mut b.right)),
            syn::Expr::If(branch) => {
                self.fixed(&branch.cond);
                self.block(&mut branch.then_branch);
                // Names made inside a block or another branch are bound inside it.
                if let Some((_, otherwise)) = &mut branch.else_branch {
                    self.value(otherwise);
                }
                0
            }
            syn::Expr::Block(b) => {
                self.block(&mut b.block);
                0
            }
            syn::Expr::ForLoop(f) => {
                self.fixed(&f.expr);
                self.block(&mut f.body);
                0
            }
            syn::Expr::While(w) => {
                self.fixed(&w.cond);
                self.block(&mut w.body);
                0
            }
            other => self.fixed(other),
        }
    }

    /// Cuts an operand, which gets a name if it is deep.
    fn part(&mut self, e: &mut syn::Expr) -> usize {
        match self.value(e) {
            deep if deep > DEEPEST => self.named(e),
            depth => depth,
        }
    }

    /// Cuts an argument; behind a reference stands a place.
    fn argument(&mut self, e: &mut syn::Expr) -> usize {
        match e {
            syn::Expr::Reference(_) => self.value(e),
            value => self.part(value),
        }
    }

    /// Cuts a chain of operators and methods, from its first value on.
    fn chain(&mut self, e: &mut syn::Expr) -> usize {
        let mut links = Vec::new();
        let mut value = std::mem::replace(e, syn::Expr::Verbatim(proc_macro2::TokenStream::new()));
        loop {
            value = match value {
                syn::Expr::Binary(mut b) if is_arithmetic(&b.op) => {
                    let left = std::mem::replace(&mut *b.left, syn::Expr::Verbatim(Default::default()));
                    links.push(Link::Binary(b));
                    left
                }
                syn::Expr::MethodCall(mut call) if is_of_value(&call) => {
                    let of = std::mem::replace(&mut *call.receiver, syn::Expr::Verbatim(Default::default()));
                    links.push(Link::Method(call));
                    of
                }
                first => {
                    value = first;
                    break;
                }
            };
        }
        let mut depth = self.value(&mut value);
        while let Some(link) = links.pop() {
            if depth > DEEPEST {
                depth = self.named(&mut value);
            }
            value = match link {
                Link::Binary(mut b) => {
                    depth = depth.max(self.part(&mut b.right));
                    *b.left = value;
                    syn::Expr::Binary(b)
                }
                Link::Method(mut call) => {
                    let args = call.args.iter_mut().map(|arg| self.argument(arg)).max();
                    depth = depth.max(args.unwrap_or(0));
                    *call.receiver = value;
                    syn::Expr::MethodCall(call)
                }
            };
            depth += 1;
        }
        *e = value;
        depth
    }

    /// Binds a value to a name before the statement.
    fn named(&mut self, e: &mut syn::Expr) -> usize {
        self.next += 1;
        // The name cannot clash, because user names do not start so.
        let name = syn::Ident::new(&format!("__part_{}", self.next), e.span());
        let value = std::mem::replace(e, syn::parse_quote!(#name));
        let local = syn::Local {
            attrs: Vec::new(),
            let_token: syn::token::Let(name.span()),
            pat: syn::Pat::Ident(syn::PatIdent {
                attrs: Vec::new(),
                by_ref: None,
                mutability: None,
                ident: name.clone(),
                subpat: None,
            }),
            init: Some(syn::LocalInit {
                eq_token: syn::token::Eq(name.span()),
                expr: Box::new(value),
                diverge: None,
            }),
            semi_token: syn::token::Semi(name.span()),
        };
        self.bound.push(syn::Stmt::Local(local));
        1
    }

    /// Returns the depth of an expression that is not cut, and checks its limit.
    fn fixed(&mut self, e: &syn::Expr) -> usize {
        let depth = depth(e);
        if depth > self.unnamed && self.deep.is_none() {
            self.deep = Some(e.span());
        }
        depth
    }
}

/// True if an expression is an operation on a value written before it.
fn is_link(e: &syn::Expr) -> bool {
    match e {
        syn::Expr::Binary(b) => is_arithmetic(&b.op),
        syn::Expr::MethodCall(call) => is_of_value(call),
        _ => false,
    }
}

fn is_arithmetic(op: &syn::BinOp) -> bool {
    matches!(op, syn::BinOp::Add(_) | syn::BinOp::Sub(_) | syn::BinOp::Mul(_) | syn::BinOp::Div(_))
}

fn is_of_value(call: &syn::ExprMethodCall) -> bool {
    is_known(call) && call.turbofish.is_none()
}

fn is_closure(e: &syn::Expr) -> bool {
    matches!(e, syn::Expr::Closure(_))
}

/// True for an expression that does nothing but compute, so that it may be computed earlier in its statement. The first operand is followed
/// without recursion.
fn computes(e: &syn::Expr) -> bool {
    let mut at = e;
    loop {
        at = match at {
            syn::Expr::Binary(b) if is_arithmetic(&b.op) && computes(&b.right) => &b.left,
            syn::Expr::MethodCall(call)
                if is_of_numbers(&call.method.to_string()) && call.args.iter().all(computes) =>
            {
                &call.receiver
            }
            syn::Expr::Call(call) if matches!(*call.func, syn::Expr::Path(_)) => {
                return call.args.iter().all(computes);
            }
            syn::Expr::Index(index) if computes(&index.index) => &index.expr,
            syn::Expr::Field(f) => &f.base,
            syn::Expr::Cast(c) => &c.expr,
            syn::Expr::Paren(p) => &p.expr,
            syn::Expr::Group(g) => &g.expr,
            syn::Expr::Unary(u) => &u.expr,
            syn::Expr::Reference(r) if r.mutability.is_none() => &r.expr,
            syn::Expr::Array(array) => return array.elems.iter().all(computes),
            syn::Expr::Tuple(tuple) => return tuple.elems.iter().all(computes),
            syn::Expr::Lit(_) | syn::Expr::Path(_) => return true,
            _ => return false,
        };
    }
}

fn is_assignment(op: &syn::BinOp) -> bool {
    use syn::BinOp::{AddAssign, DivAssign, MulAssign, SubAssign};
    matches!(op, AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_))
}

/// Returns the depth of an expression. The first operand is followed without recursion.
fn depth(e: &syn::Expr) -> usize {
    let (mut levels, mut deepest, mut at) = (0, 0, e);
    loop {
        levels += 1;
        let mut beside = |e: &syn::Expr| deepest = deepest.max(levels + depth(e));
        at = match at {
            syn::Expr::Binary(b) => {
                beside(&b.right);
                &b.left
            }
            syn::Expr::MethodCall(call) => {
                call.args.iter().for_each(beside);
                &call.receiver
            }
            syn::Expr::Call(call) => {
                call.args.iter().for_each(beside);
                &call.func
            }
            syn::Expr::Index(index) => {
                beside(&index.index);
                &index.expr
            }
            syn::Expr::Assign(a) => {
                beside(&a.right);
                &a.left
            }
            syn::Expr::Field(f) => &f.base,
            syn::Expr::Cast(c) => &c.expr,
            syn::Expr::Try(t) => &t.expr,
            syn::Expr::Await(a) => &a.base,
            syn::Expr::Paren(p) => &p.expr,
            syn::Expr::Group(g) => &g.expr,
            syn::Expr::Unary(u) => &u.expr,
            syn::Expr::Reference(r) => &r.expr,
            syn::Expr::Closure(c) => &c.body,
            syn::Expr::Let(l) => &l.expr,
            syn::Expr::Repeat(r) => {
                beside(&r.len);
                &r.expr
            }
            syn::Expr::Array(array) => {
                array.elems.iter().for_each(beside);
                break;
            }
            syn::Expr::Tuple(tuple) => {
                tuple.elems.iter().for_each(beside);
                break;
            }
            syn::Expr::Range(r) => {
                r.start.iter().chain(&r.end).for_each(|e| beside(e));
                break;
            }
            syn::Expr::If(branch) => {
                beside(&branch.cond);
                branch.then_branch.stmts.iter().for_each(|stmt| {
                    if let syn::Stmt::Expr(e, _) = stmt {
                        beside(e);
                    }
                });
                match &branch.else_branch {
                    Some((_, otherwise)) => otherwise,
                    None => break,
                }
            }
            syn::Expr::Block(b) => match b.block.stmts.last() {
                Some(syn::Stmt::Expr(e, _)) => e,
                _ => break,
            },
            _ => break,
        };
    }
    deepest.max(levels)
}
