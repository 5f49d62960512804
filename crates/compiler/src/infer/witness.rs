//! Witnesses: the types of integers that only rustc knows.
//!
//! `let mut k = 1; while k < LIMIT { k *= 10; }` counts in the type of `LIMIT`, which the reverse pass does not read. So the literal at
//! which the local starts says it in every program: `told(1, |w| { let _ = w < LIMIT; })`.
//!
//! Law: a witness is an expression of the text that names nothing but items, the integers of one type, as `w`, and numbers, as
//! literals; or a part or a method of a parameter that does not change, `if false { grid.rows() } else { 1 }`. It never runs.

use super::report::Table;
use super::terms::{Term, Ty};
use crate::ir::Scalar;
use crate::sorted::{Map, Set};
use crate::syntax::paths::{last, owner};
use crate::syntax::position::Positions;
use crate::syntax::read::{filled, invoked, listed};
use crate::syntax::visit::{self, Visit};
use crate::syntax::visit_mut::{self, VisitMut};
use crate::tokens;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse_quote;

/// The largest number of witnesses of one type: one of them would do, if it is the right one.
const MOST: usize = 4;

/// Adds the witnesses to the literals at which integers start; true if there was one.
pub(super) fn add(block: &mut syn::Block, sig: &syn::Signature, table: &Table) -> bool {
    // The table knows locals by other names, so the witnesses are those of a copy.
    let copy = crate::resolve::apart(block);
    let positions = Positions::of(&copy);
    let mut found =
        Witnesses { table, positions: &positions, lent: lent(sig), all: Vec::new(), places: Map::new() };
    found.visit_block(&copy);
    let Witnesses { all, places, .. } = found;
    let positions = Positions::of(block);
    let mut starts = Starts { table, positions: &positions, all, places, inside: 0, any: false };
    starts.visit_block_mut(block);
    starts.any
}

/// The integers of one type in an expression, and what else tells their type.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// The type, if one of them is read.
    integers: Option<Ty>,
    /// True if an item is named that only rustc knows.
    outer: bool,
}

impl Seen {
    fn and(self, other: Seen) -> Seen {
        Seen { integers: self.integers.or(other.integers), outer: self.outer || other.outer }
    }
}

/// An expression that tells the type of an integer.
#[derive(Clone)]
enum Witness {
    /// A statement about the integer `w`.
    Statement(TokenStream),
    /// A value of the type, which a parameter has: `grid.rows()`.
    Value(TokenStream),
}

impl Witness {
    fn text(&self) -> String {
        match self {
            Witness::Statement(text) | Witness::Value(text) => text.to_string(),
        }
    }
}

/// The parameters behind `&`, and those that are taken by value and do not change.
fn lent(sig: &syn::Signature) -> Set<String> {
    let names = sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(param) => match (&*param.pat, &*param.ty) {
            (_, syn::Type::Reference(lent)) if lent.mutability.is_some() => None,
            (syn::Pat::Ident(name), _) if name.mutability.is_none() => Some(name.ident.unraw().to_string()),
            _ => None,
        },
        syn::FnArg::Receiver(_) => None,
    });
    names.collect()
}

/// Collects the witnesses of a body.
struct Witnesses<'a> {
    table: &'a Table,
    positions: &'a Positions,
    /// The parameters that do not change.
    lent: Set<String>,
    all: Vec<(Ty, Witness)>,
    /// The types that expressions tell, by the numbers of the expressions.
    places: Map<usize, Ty>,
}

impl Witnesses<'_> {
    /// Returns an integer type that an expression tells, and what tells it.
    fn witness(&self, e: &syn::Expr) -> Option<(Ty, Witness)> {
        let own = || self.positions.number(e).and_then(|at| self.table.expression(at));
        if self.is_of_parameter(e) {
            return own()
                .filter(|ty| is_open(self.table, *ty))
                .map(|ty| (ty, Witness::Value(e.to_token_stream())));
        }
        let mut copy = e.clone();
        let seen = self.closed(&mut copy, None).filter(|seen| seen.outer)?;
        match seen.integers {
            Some(ty) => Some((ty, Witness::Statement(quote!(let _ = #copy;)))),
            None => {
                // The value itself is one of the integers.
                while let syn::Expr::Reference(r) = copy {
                    copy = *r.expr;
                }
                let w = integer();
                let ty = own().filter(|ty| is_open(self.table, *ty))?;
                Some((ty, Witness::Statement(quote!(let _ = [#w, #copy];))))
            }
        }
    }

    /// True for a part or a method of a parameter that does not change.
    fn is_of_parameter(&self, e: &syn::Expr) -> bool {
        let is_root = |of: &syn::Expr| match of {
            syn::Expr::Path(path) => {
                path.path.get_ident().is_some_and(|name| self.lent.contains(&name.unraw().to_string()))
            }
            of => self.is_of_parameter(of),
        };
        match e {
            syn::Expr::MethodCall(call) => {
                is_root(&call.receiver) && call.args.iter().all(|arg| self.of_items(arg))
            }
            syn::Expr::Field(field) => is_root(&field.base),
            syn::Expr::Paren(inner) => self.is_of_parameter(&inner.expr),
            _ => false,
        }
    }

    /// Replaces the locals of an expression, and says what is left; nothing where one cannot be replaced.
    fn closed(&self, e: &mut syn::Expr, of: Option<Ty>) -> Option<Seen> {
        match e {
            syn::Expr::Lit(_) => Some(Seen::default()),
            syn::Expr::Path(path) => {
                let local = path.path.get_ident().and_then(|name| self.table.of(&name.unraw().to_string()));
                let Some(ty) = local else {
                    return Some(Seen { integers: None, outer: true });
                };
                let (stands, integers) = self.stand_in(ty, of)?;
                *e = stands;
                Some(Seen { integers, outer: false })
            }
            syn::Expr::Paren(p) => self.closed(&mut p.expr, of),
            syn::Expr::Group(g) => self.closed(&mut g.expr, of),
            syn::Expr::Unary(u) => self.closed(&mut u.expr, of),
            syn::Expr::Reference(r) if r.mutability.is_none() => self.closed(&mut r.expr, of),
            syn::Expr::Binary(b) if !crate::syntax::read::is_compound(&b.op) => {
                let seen = self.closed(&mut b.left, of)?;
                let right = self.closed(&mut b.right, of.or(seen.integers))?;
                // The count of a shift may be of another type.
                let shifts = matches!(b.op, syn::BinOp::Shl(_) | syn::BinOp::Shr(_));
                Some(seen.and(if shifts { Seen::default() } else { right }))
            }
            // The type of a cast is written.
            syn::Expr::Cast(cast) => self.closed(&mut cast.expr, of).map(|_| Seen::default()),
            syn::Expr::Call(call) => {
                let syn::Expr::Path(path) = &*call.func else { return None };
                if !is_teller(&path.path) || self.table.of(&last(&path.path)).is_some() {
                    return None;
                }
                let mut seen = Seen { integers: None, outer: true };
                for arg in &mut call.args {
                    seen = seen.and(self.closed(arg, of.or(seen.integers))?);
                }
                Some(seen)
            }
            syn::Expr::Macro(mac) if mac.mac.path.is_ident("matches") => {
                let (values, _) = invoked(&mac.mac)?;
                let [(_, value)] = &values[..] else { return None };
                let mut stands = value.clone();
                let seen = self.closed(&mut stands, of)?;
                let pattern = pattern_of(&mac.mac);
                *e = parse_quote!(matches!(#stands, #pattern));
                Some(seen.and(Seen { integers: None, outer: true }))
            }
            // Of an item alone: its parts and its methods.
            syn::Expr::Field(field) => self.of_items(&field.base).then_some(ITEM),
            syn::Expr::Index(index) => {
                (self.of_items(&index.expr) && self.of_items(&index.index)).then_some(ITEM)
            }
            syn::Expr::MethodCall(call) => {
                let is_closed =
                    self.of_items(&call.receiver) && call.args.iter().all(|arg| self.of_items(arg));
                is_closed.then_some(ITEM)
            }
            _ => None,
        }
    }

    /// True if an expression names items alone.
    fn of_items(&self, e: &syn::Expr) -> bool {
        self.closed(&mut e.clone(), None).is_some_and(|seen| seen.integers.is_none())
            && !tokens::any(e.to_token_stream(), &mut |tree| match tree {
                proc_macro2::TokenTree::Ident(name) => self.table.of(&name.unraw().to_string()).is_some(),
                _ => false,
            })
    }

    /// Returns what stands for a local, and its type if it is one of the integers.
    fn stand_in(&self, ty: Ty, of: Option<Ty>) -> Option<(syn::Expr, Option<Ty>)> {
        match self.table.term(ty) {
            Term::Integer | Term::Exact(None) if is_open(self.table, ty) => {
                let is_one = of.is_none_or(|of| self.table.types.are_same(of, ty));
                let w = integer();
                is_one.then(|| (parse_quote!(#w), Some(ty)))
            }
            Term::Real | Term::Float => Some((parse_quote!(0.0), None)),
            Term::Exact(Some(written)) => {
                let (scalar, ty) = (Scalar::by_name(written.text())?, &written.tokens);
                match scalar {
                    Scalar::Bool => Some((parse_quote!(false), None)),
                    Scalar::Integer(_) | Scalar::Float(_) => Some((parse_quote!((0 as #ty)), None)),
                    Scalar::Char | Scalar::Str | Scalar::Text | Scalar::Plain => None,
                }
            }
            Term::Integer | Term::Exact(None) | Term::Unknown | Term::Number(_) => None,
            Term::Sequence(..) | Term::Map(..) | Term::Row(_) | Term::Function => None,
        }
    }

    /// Keeps a witness, unless there are enough of its type.
    fn keep(&mut self, ty: Ty, witness: Witness) {
        let is_same = |of: Ty| self.table.types.are_same(of, ty);
        let alike = self.all.iter().filter(|(of, _)| is_same(*of)).map(|(_, other)| other.text());
        let alike: Vec<String> = alike.collect();
        if alike.len() < MOST && !alike.contains(&witness.text()) {
            self.all.push((ty, witness));
        }
    }
}

/// The name of the integer in a witness.
fn integer() -> Ident {
    Ident::new("w", Span::mixed_site())
}

/// An expression that names an item and no local.
const ITEM: Seen = Seen { integers: None, outer: true };

/// True for an integer of which nothing in the text tells the type.
fn is_open(table: &Table, ty: Ty) -> bool {
    matches!(table.term(ty), Term::Integer | Term::Exact(None)) && !table.uses(ty).conflict
}

/// The name of a known type of integers.
fn named(table: &Table, ty: Ty) -> Option<String> {
    match table.term(ty) {
        Term::Exact(Some(written)) => {
            let is_integer = matches!(Scalar::by_name(written.text()), Some(Scalar::Integer(_)));
            is_integer.then(|| written.text().to_string())
        }
        _ => None,
    }
}

/// True for a function whose type may tell those of its arguments.
fn is_teller(path: &syn::Path) -> bool {
    let name = last(path);
    let makes = matches!(name.as_str(), "Some" | "Ok" | "Err" | "from" | "into" | "Box" | "new");
    !makes
        && !path.segments.iter().any(|segment| segment.ident == "__private")
        && owner(path).as_deref() != Some("Real")
}

/// The tokens behind the first comma of `matches!`.
fn pattern_of(mac: &syn::Macro) -> TokenStream {
    let is_comma = |tree: &proc_macro2::TokenTree| matches!(tree, proc_macro2::TokenTree::Punct(p) if p.as_char() == ',');
    mac.tokens.clone().into_iter().skip_while(|tree| !is_comma(tree)).skip(1).collect()
}

impl<'ast> Visit<'ast> for Witnesses<'_> {
    fn visit_expr(&mut self, e: &'ast syn::Expr) {
        match self.witness(e) {
            Some((ty, witness)) => {
                self.places.extend(self.positions.number(e).map(|at| (at, ty)));
                self.keep(ty, witness);
            }
            None => visit::visit_expr(self, e),
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let name = last(&mac.path);
        let Some(name) =
            name.strip_prefix("debug_").or(Some(&*name)).filter(|name| name.starts_with("assert"))
        else {
            return;
        };
        let Some((values, _)) = invoked(mac) else { return };
        let values: Vec<syn::Expr> = values.into_iter().map(|(_, value)| value).collect();
        let condition: syn::Expr = match (name, &values[..]) {
            ("assert", [condition, ..]) => condition.clone(),
            ("assert_eq" | "assert_ne", [left, right, ..]) => parse_quote!(#left == #right),
            _ => return,
        };
        if let Some((ty, witness)) = self.witness(&condition) {
            self.keep(ty, witness);
        }
    }
}

/// Adds the witnesses to the literals of initial values and of ranges.
struct Starts<'a> {
    table: &'a Table,
    positions: &'a Positions,
    all: Vec<(Ty, Witness)>,
    places: Map<usize, Ty>,
    /// The number of initial values and ranges around.
    inside: usize,
    any: bool,
}

impl Starts<'_> {
    /// Visits an initial value or a range, unless the text names a witness there itself. Parts of a tuple have types of their own.
    fn start(&mut self, e: &mut syn::Expr) {
        if let syn::Expr::Tuple(parts) = e {
            return parts.elems.iter_mut().for_each(|part| self.start(part));
        }
        let mut own = Own { starts: self, types: Vec::new() };
        own.visit_expr(e);
        let own = own.types;
        let all = self.all.clone();
        self.all.retain(|(of, _)| !own.iter().any(|ty| self.table.types.are_same(*of, *ty)));
        self.inside += 1;
        self.visit_expr_mut(e);
        self.inside -= 1;
        self.all = all;
    }
}

/// The types that expressions in another one tell.
struct Own<'a, 's> {
    starts: &'a Starts<'s>,
    types: Vec<Ty>,
}

impl<'ast> Visit<'ast> for Own<'_, '_> {
    fn visit_expr(&mut self, e: &'ast syn::Expr) {
        let at = self.starts.positions.number(e);
        self.types.extend(at.and_then(|at| self.starts.places.get(&at)));
        visit::visit_expr(self, e);
    }
}

impl VisitMut for Starts<'_> {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let Some(init) = &mut local.init {
            self.start(&mut init.expr);
        }
    }

    fn visit_expr_for_loop_mut(&mut self, f: &mut syn::ExprForLoop) {
        self.start(&mut f.expr);
        if let syn::Expr::Range(syn::ExprRange { start: Some(start), end: Some(end), .. }) = &mut *f.expr {
            if is_number(start) {
                self.suffixed(end);
            }
        }
        self.visit_block_mut(&mut f.body);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let inside = std::mem::take(&mut self.inside);
        visit_mut::visit_block_mut(self, block);
        self.inside = inside;
    }

    fn visit_expr_mut(&mut self, e: &mut syn::Expr) {
        if self.inside == 0 {
            return visit_mut::visit_expr_mut(self, e);
        }
        let ty = self.positions.number(e).and_then(|at| self.table.expression(at));
        match (e, ty) {
            (syn::Expr::Macro(list), Some(ty)) if list.mac.path.is_ident("vec") => {
                self.first_of_list(&mut list.mac, self.table.leaf(ty))
            }
            // The items of a list have the type of the first.
            (syn::Expr::Array(list), _) => {
                if let Some(first) = list.elems.first_mut() {
                    self.visit_expr_mut(first);
                }
            }
            (e, Some(ty)) if is_bare_integer(e) => self.literal(e, ty),
            (e, _) => visit_mut::visit_expr_mut(self, e),
        }
    }
}

impl Starts<'_> {
    /// Writes the type of the last number of a range, which the body tells. That of a `usize` is told by elements and lengths as well.
    fn suffixed(&mut self, end: &mut syn::Expr) {
        let ty = self.positions.number(end).and_then(|at| self.table.expression(at));
        let Some(name) = ty.and_then(|ty| named(self.table, ty)) else { return };
        let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(int), .. }) = end else { return };
        if int.suffix().is_empty() && name != "usize" && name != "i32" {
            *int = syn::LitInt::new(&format!("{}{name}", int.base10_digits()), int.span());
            self.any = true;
        }
    }

    /// Adds the witnesses of a type to a literal.
    fn literal(&mut self, literal: &mut syn::Expr, ty: Ty) {
        let (mut statements, mut value) = (Vec::new(), None);
        for (_, witness) in self.all.iter().filter(|(of, _)| self.table.types.are_same(*of, ty)) {
            match witness {
                Witness::Statement(statement) => statements.push(statement),
                Witness::Value(of) => value = Some(of),
            }
        }
        if !statements.is_empty() {
            let w = integer();
            *literal = parse_quote!(::retrograde::__private::told(#literal, |#w| { #(#statements)* }));
        } else if let Some(value) = value {
            *literal = parse_quote!(if false { #value } else { #literal });
        } else {
            return;
        }
        self.any = true;
    }

    /// Adds the witnesses to the first literal of `vec![5, 6]`.
    fn first_of_list(&mut self, list: &mut syn::Macro, item: Ty) {
        let (filled, listed) = (filled(list), listed(list));
        let values = filled.map(|(value, length)| (value, quote!(; #length))).or_else(|| {
            let mut values = listed?.into_iter();
            let first = values.next()?;
            Some((first, quote!(#(, #values)*)))
        });
        if let Some((mut first, rest)) = values.filter(|(first, _)| is_bare_integer(first)) {
            self.literal(&mut first, item);
            list.tokens = quote!(#first #rest);
        }
    }
}

/// True for an integer without a suffix, whatever its sign is.
fn is_number(e: &syn::Expr) -> bool {
    match e {
        syn::Expr::Unary(u) => is_number(&u.expr),
        e => is_bare_integer(e),
    }
}

/// True for an integer without a suffix.
fn is_bare_integer(e: &syn::Expr) -> bool {
    matches!(e, syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(int), .. }) if int.suffix().is_empty())
}
