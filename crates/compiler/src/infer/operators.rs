//! Operators on structures: what they say of types, and the calls that they become.
//!
//! `a + b` of structures is a call of the library, `operators::Add::add(&a, &b)`, a trait that holds the programs of the operator; `c += e`
//! is `operators::AddAssign::add_assign(&mut c, &e)`, and `c -= e` its uncall. So no pass behind this one knows operators of structures. Law: an operator is one of
//! structures if an operand or the value is known to be one; all others are left as they are.

use super::report::Table;
use super::solve::{Constraint, Kind};
use super::terms::{Row, Term, Ty};
use super::walk::Walk;
use crate::ir::{Callee, RealType, is_operator_path};
use crate::ordinary::Fresh;
use crate::resolve::STRUCTURE;
use crate::sorted::Set;
use crate::syntax::made;
use crate::syntax::paths::{called, ends};
use crate::syntax::position::{Inside, Positions, inside};
use crate::syntax::read::{bare, ident_of};
use crate::syntax::updates;
use crate::syntax::visit_mut::{self, VisitMut};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

/// The trait that holds the programs, and which way they run: `-=` undoes `+=`.
fn name_of(op: &syn::BinOp) -> Option<(&'static str, bool)> {
    use syn::BinOp::*;
    Some(match op {
        Add(_) => ("Add", true),
        Sub(_) => ("Sub", true),
        Mul(_) => ("Mul", true),
        Div(_) => ("Div", true),
        AddAssign(_) => ("AddAssign", true),
        SubAssign(_) => ("AddAssign", false),
        MulAssign(_) => ("MulAssign", true),
        DivAssign(_) => ("MulAssign", false),
        _ => return None,
    })
}

/// Writes operators on structures as calls. True if there are some.
pub(crate) fn as_calls(
    block: &mut syn::Block,
    table: &Table,
    real: &RealType,
    unbounded: &Set<String>,
    is_ordinary: bool,
) -> bool {
    let positions = Positions::of(block);
    let mut calls = Calls { table, real, unbounded, is_ordinary, positions, for_each: false, any: false };
    calls.visit_block_mut(block);
    calls.any
}

/// The types of an operator: its operands, twice the same of a single one, and its value.
struct Operands {
    left: Ty,
    right: Ty,
    result: Ty,
}

struct Calls<'a> {
    table: &'a Table,
    real: &'a RealType,
    /// Type parameters of which nothing tells that they have operators.
    unbounded: &'a Set<String>,
    /// True in an ordinary function, which may assign.
    is_ordinary: bool,
    /// The numbers of the expressions. What replaces an expression has its number.
    positions: Positions,
    /// True if arrays denote their elements.
    for_each: bool,
    any: bool,
}

impl VisitMut for Calls<'_> {
    fn visit_expr_mut(&mut self, e: &mut syn::Expr) {
        match e {
            // What changes is a place or a view of one: `-v += e`, `f(&mut -v)`.
            syn::Expr::Reference(r) if r.mutability.is_some() => return,
            syn::Expr::Binary(b) if name_of(&b.op).is_some_and(|(name, _)| name.ends_with("Assign")) => {
                self.visit_expr_mut(&mut b.right);
            }
            _ => visit_mut::visit_expr_mut(self, e),
        }
        let call = match &*e {
            syn::Expr::Binary(b) => {
                self.operands(&b.left, &b.right, e).and_then(|operands| self.binary(b, &operands))
            }
            syn::Expr::Unary(u) if matches!(u.op, syn::UnOp::Neg(_)) => {
                self.operands(&u.expr, &u.expr, e).map(|_| {
                    let (path, operand) = (path("Neg", true, u.op.span()), behind(&u.expr));
                    syn::parse_quote_spanned!(u.span()=> #path(&#operand))
                })
            }
            // The length of a structure is its own.
            syn::Expr::MethodCall(call)
                if call.method == "len" && self.ty(e).is_some_and(|ty| self.table.is_real(ty)) =>
            {
                let mut call = call.clone();
                marked(&mut call.receiver);
                let is_new = call.attrs.is_empty();
                let mark = syn::Ident::new(STRUCTURE, proc_macro2::Span::call_site());
                call.attrs = vec![syn::parse_quote!(#[#mark])];
                is_new.then_some(syn::Expr::MethodCall(call))
            }
            // A method of a product: it is one of structures where the value is one, whatever its name.
            syn::Expr::MethodCall(call) if is_operator(&call.receiver) => {
                let is_structure = self.ty(e).is_some_and(|ty| self.table.types.is_structure(ty));
                let is_of_one = self.ty(&call.receiver).is_some_and(|ty| self.table.is_known(ty));
                (is_structure || is_of_one).then(|| {
                    let mut call = call.clone();
                    marked(&mut call.receiver);
                    syn::Expr::MethodCall(call)
                })
            }
            _ => None,
        };
        if let Some(call) = call {
            self.any = true;
            *e = call;
        }
    }
    // What bounds and indexes is ordinary Rust.
    fn visit_expr_for_loop_mut(&mut self, f: &mut syn::ExprForLoop) {
        self.visit_block_mut(&mut f.body);
    }
    fn visit_expr_index_mut(&mut self, index: &mut syn::ExprIndex) {
        self.visit_expr_mut(&mut index.expr);
    }
    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let Some(content) = inside(mac) else { return };
        self.positions.enter(mac, content.nodes());
        if let Inside::Statements(mut stmts) = content {
            let is_each = mac.path.segments.last().is_some_and(|last| last.ident == "each");
            let outer = (self.any, self.for_each);
            (self.any, self.for_each) = (false, is_each || self.for_each);
            stmts.iter_mut().for_each(|stmt| self.visit_stmt_mut(stmt));
            if self.any {
                mac.tokens = quote!(#(#stmts)*);
            }
            (self.any, self.for_each) = (self.any || outer.0, outer.1);
        }
        self.positions.leave();
    }
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
}

impl Calls<'_> {
    fn ty(&self, e: &syn::Expr) -> Option<Ty> {
        let ty = self.table.expression(self.positions.number(e)?)?;
        Some(if self.for_each { self.table.types.leaf(ty) } else { ty })
    }

    /// The types of an operator on structures.
    fn operands(&self, left: &syn::Expr, right: &syn::Expr, whole: &syn::Expr) -> Option<Operands> {
        if self.table.is_wrapped(left) || self.table.is_wrapped(right) {
            return None;
        }
        let operands = Operands { left: self.ty(left)?, right: self.ty(right)?, result: self.ty(whole)? };
        let is_unbounded = |ty: Ty| match self.table.term(ty) {
            Term::Row(row) => row.path.as_ref().is_some_and(|path| self.unbounded.contains(path.text())),
            _ => false,
        };
        if is_unbounded(operands.left) || is_unbounded(operands.right) {
            return None;
        }
        let is_structure = |ty: Ty| self.table.types.is_structure(ty);
        let is_open = |ty: Ty| matches!(self.table.term(ty), Term::Unknown | Term::Row(_));
        let Operands { left, right, result } = operands;
        let makes_structure = is_structure(result) && (is_open(left) || is_open(right));
        (is_structure(left) || is_structure(right) || makes_structure).then_some(operands)
    }

    fn binary(&self, b: &syn::ExprBinary, operands: &Operands) -> Option<syn::Expr> {
        let (name, forwards) = name_of(&b.op)?;
        let (span, of) = (b.span(), b.op.span());
        let value = path(name, forwards, of);
        if name.ends_with("Assign") {
            let target = behind(&b.left);
            // A number is no sum of a number and a structure, and views have no reference to lend.
            let is_number =
                matches!(self.table.term(operands.left), Term::Real | Term::Float | Term::Exact(_));
            if is_number || matches!(target, syn::Expr::Unary(_) | syn::Expr::Binary(_) | syn::Expr::Call(_))
            {
                return None;
            }
            let by = self.operand(&b.right, operands.right, operands.left);
            if self.is_assigned_sum(name, operands) {
                let sum = path(if forwards { "Add" } else { "Sub" }, true, of);
                return Some(assigned_sum(&sum, target, &by, span));
            }
            return Some(syn::parse_quote_spanned!(span=> #value(&mut #target, #by)));
        }
        let left = self.operand(&b.left, operands.left, operands.right);
        let right = self.operand(&b.right, operands.right, operands.left);
        if !self.is_number(&b.left, operands.left, operands.right) {
            return Some(syn::parse_quote_spanned!(span=> #value(#left, #right)));
        }
        // A number on the left is taken as on the right, where the structure says what that means.
        Some(match b.op {
            syn::BinOp::Add(_) | syn::BinOp::Mul(_) => {
                syn::parse_quote_spanned!(span=> #value(#right, #left))
            }
            syn::BinOp::Sub(_) => {
                let (add, neg) = (path("Add", true, of), path("Neg", true, of));
                syn::parse_quote_spanned!(span=> #add(&#neg(#right), #left))
            }
            _ => syn::parse_quote_spanned!(span=> #value(#left, #right)),
        })
    }

    /// True for `c += e` of which the crate knows the sum alone.
    fn is_assigned_sum(&self, name: &str, operands: &Operands) -> bool {
        let known = |ty: Ty| match self.table.term(ty) {
            Term::Row(row) => syn::parse_str::<syn::Type>(row.known.as_ref()?).ok(),
            _ => None,
        };
        let (of, by) = (known(operands.left), known(operands.right));
        self.is_ordinary
            && name == "AddAssign"
            && of.is_some_and(|of| updates::is_updated_by_sum(&of, by.as_ref()))
    }

    /// An operand as it is lent: the place that it names, or its value.
    fn operand(&self, e: &syn::Expr, ty: Ty, other: Ty) -> syn::Expr {
        let (inner, span) = (behind(e), e.span());
        if !self.is_number(e, ty, other) {
            return syn::parse_quote_spanned!(span=> &#inner);
        }
        let is_real = matches!(self.table.term(ty), Term::Real);
        if is_real && matches!(inner, syn::Expr::Path(_)) {
            return syn::parse_quote_spanned!(span=> &#inner);
        }
        let real = self.real.ident();
        let is_literal = matches!(inner, syn::Expr::Lit(_)) && matches!(self.real, RealType::Generic(_));
        let number = match is_literal || matches!(self.table.term(ty), Term::Exact(_)) {
            true => syn::parse_quote_spanned!(span=> #real::constant(#inner)),
            false => inner.clone(),
        };
        // It may begin with a branch, which would be a statement in the text of a block.
        made::shared(span, made::block_expr(span, vec![syn::Stmt::Expr(number, None)]))
    }

    /// True for an operand that is a number beside a structure.
    fn is_number(&self, e: &syn::Expr, ty: Ty, other: Ty) -> bool {
        match self.table.term(ty) {
            Term::Real | Term::Float | Term::Integer => true,
            Term::Exact(name) => name.as_ref().is_some_and(super::Written::is_float),
            Term::Row(_) => !self.table.types.is_structure(ty) && self.table.uses(ty).real,
            // A field or a constant that nothing tells is a number; what a call returns, rustc alone knows.
            Term::Unknown => {
                let is_call = matches!(behind(e), syn::Expr::Call(_) | syn::Expr::MethodCall(_));
                self.table.types.is_structure(other) && !self.table.types.is_structure(ty) && !is_call
            }
            Term::Number(_) | Term::Sequence(..) | Term::Map(..) | Term::Function => false,
        }
    }
}

/// Returns `c = c + e` as an exchange with the sum.
fn assigned_sum(
    sum: &proc_macro2::TokenStream,
    target: &syn::Expr,
    by: &syn::Expr,
    span: proc_macro2::Span,
) -> syn::Expr {
    let old = Fresh::beside([target, by]).name("old", span);
    let place = made::lent(span, target.clone());
    let exchange = Callee::exchange(span).path;
    let stmts = made::stmts!(span=> let mut #old = #sum(&#target, #by); #exchange(#place, &mut #old););
    made::block_expr(span, stmts)
}

/// The locals that start as a whole number of the standard library, `Wrapping(1)`: their updates have inverses of their own.
pub(super) fn wrapped(block: &syn::Block) -> Set<String> {
    let mut wrapped = Set::new();
    let at = |local: &syn::Local| {
        if let (syn::Pat::Ident(name), Some(init)) = (&local.pat, &local.init) {
            wrapped.extend(is_wrapped(&init.expr).then(|| name.ident.to_string()));
        }
    };
    crate::syntax::seek::each_local(at, |visitor| visitor.visit_block(block));
    wrapped
}

/// True for `Wrapping(e)` and `Saturating(e)`.
fn is_wrapped(e: &syn::Expr) -> bool {
    called(e).is_some_and(|(path, _)| ends(path, &["Wrapping", "Saturating"]))
}

/// The path of an operator of the library, or of its inverse: `operators::Add::add`.
pub(crate) fn path(name: &str, forwards: bool, span: proc_macro2::Span) -> proc_macro2::TokenStream {
    let method = match name {
        "AddAssign" => "add_assign".to_string(),
        "MulAssign" => "mul_assign".to_string(),
        name => name.to_lowercase(),
    };
    let method = if forwards { method } else { format!("{method}_inverse") };
    let (name, method) = (syn::Ident::new(name, span), syn::Ident::new(&method, span));
    quote_spanned!(span=> ::retrograde::operators::#name::#method)
}

/// True for a call of a program of an operator.
pub(crate) fn is_operator(e: &syn::Expr) -> bool {
    called(bare(e)).is_some_and(|(path, _)| is_operator_path(path))
}

/// Marks a call of an operator whose value is known to be a structure.
fn marked(e: &mut syn::Expr) {
    match e {
        syn::Expr::Paren(p) => marked(&mut p.expr),
        syn::Expr::Call(call) => {
            let mark = syn::Ident::new(STRUCTURE, proc_macro2::Span::call_site());
            call.attrs.push(syn::parse_quote!(#[#mark]));
        }
        _ => {}
    }
}

/// Returns the expression behind references and copies.
fn behind(e: &syn::Expr) -> &syn::Expr {
    match e {
        syn::Expr::Paren(p) => behind(&p.expr),
        syn::Expr::Group(g) => behind(&g.expr),
        syn::Expr::Reference(r) => behind(&r.expr),
        syn::Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => behind(&u.expr),
        syn::Expr::MethodCall(call) if call.method == "clone" && call.args.is_empty() => {
            behind(&call.receiver)
        }
        e => e,
    }
}

impl Walk<'_> {
    /// Solves an operator on structures; nothing where none is known to be one.
    pub(super) fn of_structures(
        &mut self,
        kind: Kind,
        left: Ty,
        right: Ty,
        result: Option<Ty>,
        force: bool,
    ) -> Option<bool> {
        if let Some(result) = result.filter(|result| self.types.is_unknown(*result)) {
            let told = self.told_operator(kind, left, right);
            told.into_iter().for_each(|told| self.types.unify(result, told));
        }
        match (self.types.is_structure(left), self.types.is_structure(right)) {
            (false, false) => self.of_structure(kind, left, right, result?, force),
            (true, true) => {
                let Some(result) = result else { return Some(true) };
                let is_told = !self.types.is_unknown(result) || self.types.uses(result).real;
                // The product of two may be a number.
                if !is_told && kind == Kind::Product && !force {
                    self.types.note(result, |uses| uses.product = true);
                    return Some(false);
                }
                if !is_told {
                    self.types.unify(result, left);
                }
                Some(true)
            }
            (is_left, _) => {
                let (structure, other) = if is_left { (left, right) } else { (right, left) };
                let is_float = matches!(self.types.term(other), Term::Float);
                self.types.note(structure, |uses| uses.real |= is_float);
                if self.types.is_unknown(other) && kind == Kind::Sum {
                    if !force && result.is_some() && !self.adds_only_itself(structure) {
                        return Some(false);
                    }
                    self.types.unify(other, structure);
                }
                if let Some(result) = result.filter(|result| self.types.is_unknown(*result)) {
                    self.types.unify(result, structure);
                }
                Some(true)
            }
        }
    }

    /// Decides which names are those of structures and which are other names of numbers. What is added to a real is a number. Then
    /// a name that is scaled by a number, and whose product is of the same name, is that of a structure.
    pub(super) fn settle_names(&mut self) {
        self.deciding_names = true;
        loop {
            let before = self.types.learnt;
            self.settle(false);
            if before == self.types.learnt && !self.scaled_names() || self.is_endless() {
                return;
            }
        }
    }

    /// Takes the names for those of structures that are scaled to values of the same name; true if there are some.
    fn scaled_names(&mut self) -> bool {
        let before = self.types.learnt;
        let pending = self.constraints.clone();
        let products = pending.iter().filter_map(|constraint| match constraint {
            Constraint::Operator { kind: Kind::Product, left, right, result: Some(result) } => {
                Some((self.scaled(*left, *right)?, *result))
            }
            _ => None,
        });
        for (named, result) in products.collect::<Vec<_>>() {
            // What is added to the product may tell the name of it.
            for constraint in &pending {
                let Constraint::Operator { kind: Kind::Sum, left, right, .. } = constraint else { continue };
                for (of, other) in [(*left, *right), (*right, *left)] {
                    if self.types.are_same(of, result) && self.types.is_unknown(of) && self.is_name(other) {
                        self.types.unify(of, other);
                    }
                }
            }
            if self.types.are_same(named, result) {
                self.types.note(named, |uses| uses.structure = true);
            }
        }
        before != self.types.learnt
    }

    /// True for a type of which nothing is known but its name: that of a structure, or another name of a number.
    fn is_name(&self, ty: Ty) -> bool {
        let uses = self.types.uses(ty);
        let is_told = uses.scalar || uses.real || uses.structure || self.types.is_structure(ty);
        let is_open = |row: &Row| row.path.is_some() && row.item.is_none() && !row.is_tuple;
        !is_told && matches!(self.types.term(ty), Term::Row(row) if is_open(row))
    }

    /// The operand that is a name, beside one that may be a number.
    fn scaled(&self, left: Ty, right: Ty) -> Option<Ty> {
        let (named, other) = if self.is_name(left) { (left, right) } else { (right, left) };
        let is_number = match self.types.term(other) {
            Term::Real | Term::Float | Term::Unknown => true,
            Term::Exact(name) => name.as_ref().is_some_and(super::Written::is_float),
            Term::Integer | Term::Number(_) | Term::Row(_) => false,
            Term::Sequence(..) | Term::Map(..) | Term::Function => false,
        };
        (is_number && self.is_name(named)).then_some(named)
    }

    /// Solves a product of a number and a name; nothing where it is one of numbers.
    pub(super) fn of_name(&mut self, left: Ty, right: Ty, result: Ty, force: bool) -> Option<bool> {
        let named = self.scaled(left, right)?;
        if self.types.uses(result).real {
            return None;
        }
        match self.types.term(result) {
            Term::Unknown if !force => Some(false),
            Term::Unknown => {
                self.types.note(named, |uses| uses.structure = true);
                self.types.unify(result, named);
                Some(true)
            }
            Term::Row(_) if self.types.are_same(result, named) && !force => Some(false),
            Term::Row(_) | Term::Real | Term::Float | Term::Integer | Term::Exact(_) => None,
            Term::Number(_) | Term::Sequence(..) | Term::Map(..) | Term::Function => None,
        }
    }

    /// Solves an operator of which only the value is known to be a structure.
    fn of_structure(&mut self, kind: Kind, left: Ty, right: Ty, result: Ty, force: bool) -> Option<bool> {
        let open = [left, right].map(|ty| self.types.is_unknown(ty));
        // A product of a number with parts is one, too, whatever the names of its parts.
        if [left, right].iter().any(|ty| matches!(self.types.term(*ty), Term::Number(_))) {
            return None;
        }
        if !self.types.is_structure(result) {
            // Uses may still tell that a name is that of a structure, and a product of structures may be one.
            let is_named = |ty: Ty| matches!(self.types.term(ty), Term::Row(row) if !row.is_tuple);
            let is_product = |ty: Ty| self.types.is_unknown(ty) && self.types.uses(ty).product;
            let may_be_named = !self.deciding_names && (is_named(left) || is_named(right));
            let is_open = self.types.is_unknown(result) && !self.types.uses(result).real;
            let may_be_product = is_open && (is_product(left) || is_product(right));
            return (!force && (may_be_named || may_be_product)).then_some(false);
        }
        // A sum is of the type of its terms, and what a number scales is of the type of the product.
        let scaled = self.scaled(left, right).filter(|_| open == [false, false]);
        let is_term = |ty: Ty| scaled == Some(ty) || (kind == Kind::Sum && self.is_name(ty));
        let named: Vec<Ty> = [left, right].into_iter().filter(|ty| is_term(*ty)).collect();
        match (open, kind) {
            ([false, false], _) if named.is_empty() => None,
            ([true, true], Kind::Product | Kind::Same) => Some(force),
            ([is_left, is_right], _) => {
                let terms = [(left, is_left), (right, is_right)].into_iter().filter(|(_, open)| *open);
                let terms = terms.map(|(ty, _)| ty).chain(named);
                terms.for_each(|ty| self.types.unify(ty, result));
                Some(true)
            }
        }
    }
}

impl Table {
    /// True for a whole number of the standard library: a local that starts as one, or `Wrapping(1)` itself.
    pub(crate) fn is_wrapped(&self, e: &syn::Expr) -> bool {
        let named = |name: &syn::Ident| self.wrapped.contains(&name.to_string());
        is_wrapped(e) || ident_of(behind(e)).is_some_and(named)
    }
}
