//! Values: an expression as statements, and an expression that only computes.

use super::places::{Dest, start_like};
use super::sums::Value;
use super::{Sequence, computes};
use crate::syntax::made::{self, stmts};
use crate::syntax::named::maker;
use crate::syntax::paths::{ends, owner};
use crate::syntax::read::{is_compound, name_of, take_value};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, Stmt, parse_quote, parse_quote_spanned};

/// True for the literal of a variant that has been written with the names of its parts.
fn is_taken_apart(literal: &syn::ExprStruct) -> bool {
    literal.fields.iter().all(|field| match &field.member {
        syn::Member::Named(name) => crate::ir::payload::is_payload(&name.to_string()),
        syn::Member::Unnamed(_) => false,
    })
}

impl Sequence<'_> {
    /// Puts the value of an expression into its places; false if it never has one.
    pub(super) fn put(&mut self, e: Expr, dest: &Dest, out: &mut Vec<Stmt>) -> bool {
        let span = e.span();
        match e {
            Expr::Paren(inner) => self.put(*inner.expr, dest, out),
            Expr::Block(block) if block.label.is_none() => {
                let mut stmts = block.block.stmts;
                let tail = take_value(&mut stmts);
                self.statements(stmts, out) && tail.is_none_or(|tail| self.put(tail, dest, out))
            }
            Expr::If(branch) => self.branch(branch, dest, out),
            Expr::Match(on) => match self.chain_of(on, out) {
                Some(chain) => self.put(chain, dest, out),
                None => false,
            },
            Expr::Loop(each) => self.repeated(each, dest.clone(), out),
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => self.effect(e, out),
            e => match dest {
                Dest::Unit => self.effect(e, out),
                Dest::Plain(place) => {
                    let Some(value) = self.value(e, out) else { return false };
                    // It would be moved, and the text after a return is differentiated as well.
                    let is_vector = name_of(&value).is_some_and(|name| self.vectors.contains(&name));
                    out.push(if is_vector {
                        parse_quote_spanned!(span=> #place = #value.to_vec();)
                    } else {
                        parse_quote_spanned!(span=> #place = #value;)
                    });
                    true
                }
                Dest::Sum(is, held) => {
                    let Some(sum) = self.sum(e, out) else { return false };
                    self.put_sum(sum, is, held, out);
                    true
                }
                Dest::Tuple(parts) => self.put_parts(e, parts, out),
                Dest::Whole(place) => self.put_whole(e, place, out),
            },
        }
    }

    fn put_parts(&mut self, e: Expr, parts: &[Dest], out: &mut Vec<Stmt>) -> bool {
        let span = e.span();
        match e {
            Expr::Tuple(tuple) if tuple.elems.len() == parts.len() => {
                tuple.elems.into_iter().zip(parts).all(|(e, part)| self.put(e, part, out))
            }
            other => {
                let Some(value) = self.value(other, out) else { return false };
                let names: Vec<syn::Ident> = parts.iter().map(|_| self.fresh.name("part", span)).collect();
                out.push(parse_quote_spanned!(span=> let (#(#names),*) = #value;));
                names.into_iter().zip(parts).all(|(name, part)| self.put(parse_quote!(#name), part, out))
            }
        }
    }

    /// Puts what has been evaluated into its places.
    pub(super) fn put_value(&mut self, value: Value, dest: &Dest, out: &mut Vec<Stmt>) {
        match (value, dest) {
            (Value::Sum(sum), Dest::Sum(is, held)) => self.put_sum(sum, is, held, out),
            (Value::Sum(sum), Dest::Whole(place)) => self.put_whole_sum(sum, place, out),
            (Value::Plain(value), dest) => {
                self.put(value, dest, out);
            }
            (Value::Sum(sum), _) => {
                self.refuse(&sum.is, "this `Option` is used as another value", "match on it")
            }
        }
    }

    /// Lowers an expression to one that only computes; nothing if it never has a value.
    ///
    /// It is called for each level of an expression, so what needs room on the stack stands in functions of its own.
    pub(super) fn value(&mut self, e: Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        match e {
            Expr::Paren(mut inner) => {
                let value = self.value(*inner.expr, out)?;
                // Parentheses around what has become a name are of no use.
                if matches!(value, Expr::Path(_) | Expr::Lit(_)) {
                    return Some(value);
                }
                inner.expr = Box::new(value);
                Some(Expr::Paren(inner))
            }
            Expr::Group(inner) => self.value(*inner.expr, out),
            Expr::Path(path) => Some(crate::ordinary::constant(&path.path).unwrap_or(Expr::Path(path))),
            Expr::MethodCall(call) if default_of(&call.receiver).is_some() => self.of_default(call, out),
            Expr::Field(_) if crate::ordinary::is_part_of_constant(&e) => Some(e),
            Expr::Block(block) if block.label.is_none() => self.last_of(block, out),
            Expr::If(branch) => self.choice(branch, out),
            Expr::Match(on) => {
                let chain = self.chain_of(on, out)?;
                self.value(chain, out)
            }
            Expr::Loop(_) => self.placed(e, out),
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => {
                self.effect(e, out).then(|| parse_quote!(()))
            }
            Expr::Assign(_) | Expr::While(_) | Expr::ForLoop(_) => {
                self.effect(e, out).then(|| parse_quote!(()))
            }
            Expr::Macro(mac) if super::statements::panics(&mac.mac) => {
                self.effect(Expr::Macro(mac), out);
                None
            }
            Expr::Try(of) => self.tried(of, out),
            Expr::Binary(binary) if is_compound(&binary.op) => {
                self.effect(Expr::Binary(binary), out).then(|| parse_quote!(()))
            }
            Expr::Binary(binary) if matches!(binary.op, syn::BinOp::And(_) | syn::BinOp::Or(_)) => {
                self.decided(binary, out)
            }
            Expr::Binary(binary) if super::compared::compared(&binary).is_some() => {
                let same = super::compared::compared(&binary)?;
                self.truth(same, out)
            }
            Expr::Binary(binary) if self.same_text(&binary).is_some() => {
                let same = self.same_text(&binary)?;
                let (span, is_other) = (binary.span(), matches!(binary.op, syn::BinOp::Ne(_)));
                self.truth(if is_other { parse_quote_spanned!(span=> !#same) } else { same }, out)
            }
            Expr::Unary(mut unary) if matches!(unary.op, syn::UnOp::Not(_)) => {
                unary.expr = Box::new(self.truth(*unary.expr, out)?);
                Some(Expr::Unary(unary))
            }
            Expr::Struct(literal) if maker(&literal.path).is_variant() && !is_taken_apart(&literal) => {
                let parts = literal.fields.into_iter().map(|field| (field.member, field.expr)).collect();
                self.value(crate::syntax::made::variant(&literal.path, parts), out)
            }
            Expr::Struct(literal) if literal.rest.is_some() => self.updated(literal, out),
            Expr::Struct(mut literal) => {
                literal.fields.iter_mut().for_each(crate::syntax::boxed::unboxed);
                self.parts(literal.fields.iter_mut().map(|field| &mut field.expr).collect(), out)?;
                Some(Expr::Struct(literal))
            }
            Expr::Tuple(mut tuple) if tuple.elems.iter().any(|part| self.is_sum(part)) => {
                self.parts(tuple.elems.iter_mut().collect(), out)?;
                Some(Expr::Tuple(tuple))
            }
            // An array that is written where it is indexed has no place yet.
            Expr::Index(mut index) if matches!(&*index.expr, Expr::Array(_)) => {
                let listed = self.value(*index.expr, out)?;
                index.expr = Box::new(self.named(listed, "listed", out));
                self.computed(Expr::Index(index), out)
            }
            Expr::MethodCall(call) => self.method(call, out),
            Expr::Call(call) => self.call(call, out),
            Expr::Macro(mac) if mac.mac.path.is_ident("vec") => self.vector(mac, out),
            Expr::Macro(mac) if mac.mac.path.is_ident("matches") => self.matches(mac, out),
            Expr::Macro(mac) => self.invoked(mac, out),
            Expr::Repeat(mut repeat) => {
                repeat.expr = Box::new(self.filler(*repeat.expr, out)?);
                Some(Expr::Repeat(repeat))
            }
            other => self.computed(other, out),
        }
    }

    /// The comparison of a parameter that is a text with one that is written, or with that of a constant.
    fn same_text(&self, binary: &syn::ExprBinary) -> Option<Expr> {
        let is_text = |e: &Expr| {
            let declared = name_of(e).and_then(|name| self.declared.get(&name));
            matches!(declared, Some(syn::Type::Reference(lent)) if matches!(&*lent.elem, syn::Type::Path(path) if path.path.is_ident("str")))
        };
        let (span, left, right) = (binary.span(), &*binary.left, &*binary.right);
        if !matches!(binary.op, syn::BinOp::Eq(_) | syn::BinOp::Ne(_)) {
            return None;
        }
        let (text, other) = if is_text(left) { (left, right) } else { (right, left) };
        match other {
            _ if !is_text(text) => None,
            Expr::Lit(_) => {
                Some(parse_quote_spanned!(span=> ::retrograde::__private::is_text(&#text, #other)))
            }
            of if super::heads::is_of_constant(of) => {
                Some(parse_quote_spanned!(span=> ::retrograde::__private::is_text(#of, #text)))
            }
            _ => None,
        }
    }

    /// The value of a block.
    fn last_of(&mut self, block: syn::ExprBlock, out: &mut Vec<Stmt>) -> Option<Expr> {
        let mut stmts = block.block.stmts;
        let tail = take_value(&mut stmts);
        if !self.statements(stmts, out) {
            return None;
        }
        match tail {
            Some(tail) => self.value(tail, out),
            None => Some(parse_quote!(())),
        }
    }

    /// The value with which a block ends, behind its statements; any other expression as it is.
    pub(super) fn behind_block(&mut self, e: Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        let mut block = match e {
            Expr::Block(block) if block.label.is_none() && block.block.stmts.len() > 1 => block,
            other => return Some(other),
        };
        let Some(value) = take_value(&mut block.block.stmts) else { return Some(Expr::Block(block)) };
        if self.statements(block.block.stmts, out) { self.behind_block(value, out) } else { None }
    }

    /// `e?`: the function is left if there is no value.
    fn tried(&mut self, of: syn::ExprTry, out: &mut Vec<Stmt>) -> Option<Expr> {
        let span = of.span();
        let sum = self.sum(*of.expr, out)?;
        let missing = &sum.is;
        out.push(parse_quote_spanned!(span=> if !#missing { return; }));
        Some(self.held(sum, span))
    }

    /// `a && b` and `a || b`: the second is computed if the first does not decide.
    fn decided(&mut self, mut binary: syn::ExprBinary, out: &mut Vec<Stmt>) -> Option<Expr> {
        let span = binary.span();
        let left = self.truth(*binary.left, out)?;
        let mut later = Vec::new();
        let right = self.truth(*binary.right, &mut later);
        if let (Some(right), true) = (&right, later.is_empty()) {
            (binary.left, binary.right) = (Box::new(left), Box::new(right.clone()));
            return Some(Expr::Binary(binary));
        }
        let both = self.fresh.name("both", span);
        out.push(parse_quote_spanned!(span=> let mut #both = #left;));
        later.extend(right.map(|right| -> Stmt { parse_quote_spanned!(span=> #both = #right;) }));
        let both = made::name(&both);
        let condition = match binary.op {
            syn::BinOp::And(_) => both.clone(),
            _ => made::not(span, both.clone()),
        };
        out.push(made::when(span, condition, later));
        Some(both)
    }

    /// A branch as a value: where its arms only compute, it stays an expression.
    fn choice(&mut self, mut branch: syn::ExprIf, out: &mut Vec<Stmt>) -> Option<Expr> {
        let whole = Expr::If(branch.clone());
        if super::control::has_let(&branch.cond)
            || !computes(&whole, &self.closures)
            || self.computes_structures(&whole)
        {
            return self.placed(whole, out);
        }
        let first = super::statements::first_value(&whole);
        // A tuple is no operand, so each arm puts its own.
        if matches!(first, Expr::Tuple(_)) {
            return self.placed(Expr::If(branch), out);
        }
        // An exact value is one expression on either side.
        let is_exact = matches!(start_like(&first), Expr::Lit(lit) if !matches!(lit.lit, syn::Lit::Float(_)));
        if is_exact && binds(&branch) {
            return self.placed(Expr::If(branch), out);
        }
        branch.cond = Box::new(self.truth(*branch.cond, out)?);
        let mut arm = |e: Expr| -> Option<syn::Block> {
            let mut stmts = Vec::new();
            let value = self.value(e, &mut stmts)?;
            stmts.push(Stmt::Expr(value, None));
            Some(made::block(Span::call_site(), stmts))
        };
        branch.then_branch =
            arm(Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: branch.then_branch }))?;
        if let Some((_, otherwise)) = &mut branch.else_branch {
            let inner = std::mem::replace(&mut **otherwise, Expr::PLACEHOLDER);
            let block = arm(inner)?;
            **otherwise = match block.stmts.as_slice() {
                [Stmt::Expr(Expr::If(next), None)] => Expr::If(next.clone()),
                _ => Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block }),
            };
        }
        Some(Expr::If(branch))
    }

    /// The value of an expression in a new local.
    pub(super) fn placed(&mut self, e: Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        let name = self.fresh.name("value", e.span());
        let like = super::statements::first_value(&e);
        if self.is_sum(&like) {
            let help = "match on it, or bind it to a local";
            self.refuse(&like, "this `Option` is used as another value", help);
            return None;
        }
        let dest = self.declared_like(&like, &name, out);
        self.put(e, &dest, out).then(|| dest.read())
    }

    /// `Camera { focal, ..base }`: a copy of the base, some of whose fields are assigned.
    fn updated(&mut self, mut literal: syn::ExprStruct, out: &mut Vec<Stmt>) -> Option<Expr> {
        let span = literal.span();
        let base = *literal.rest.take()?;
        self.parts(literal.fields.iter_mut().map(|field| &mut field.expr).collect(), out)?;
        let value = |field: &syn::FieldValue| match &field.expr {
            variant @ Expr::Struct(of) if ends(&of.path, &["Some", "None"]) => variant.clone(),
            other => self.named(other.clone(), "field", out),
        };
        let values: Vec<Expr> = literal.fields.iter().map(value).collect();
        let is_default = matches!(&base, Expr::Call(call) if call.args.is_empty());
        let base = self.value(base, out)?;
        let (whole, path) = (self.fresh.name("whole", span), &literal.path);
        out.push(match is_default {
            true => parse_quote_spanned!(span=> let mut #whole: #path = #base;),
            false => parse_quote_spanned!(span=> let mut #whole = #base;),
        });
        let members = literal.fields.iter().map(|field| &field.member);
        out.extend(stmts!(span=> #(#whole.#members = #values;)*));
        Some(parse_quote_spanned!(span=> #whole))
    }

    /// An expression by its operands.
    pub(super) fn computed(&mut self, mut e: Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        let operands = super::operands::of(&mut e);
        self.operands(operands, out)?;
        Some(e)
    }

    /// A vector of some values: each is pushed.
    fn vector(&mut self, mac: syn::ExprMacro, out: &mut Vec<Stmt>) -> Option<Expr> {
        let span = mac.span();
        let Some(mut list) = crate::syntax::read::listed(&mac.mac) else {
            return self.filled_vector(mac, out);
        };
        if list.is_empty() {
            return Some(Expr::Macro(mac));
        }
        // The written type tells what an `Option` holds, and of which type integers are.
        let item = match (self.filled.take(), super::types::item_in(&list)) {
            (Some(written), syn::Type::Infer(_)) => written,
            (Some(written), _) if super::types::is_option(&written) => written,
            (_, item) => item,
        };
        let nested = list.first().filter(|first| matches!(first, Expr::Macro(_))).and_then(whole_start);
        self.operands(list.iter_mut().collect(), out)?;
        let made = self.fresh.name("made", span);
        let is_open = matches!(item, syn::Type::Infer(_));
        // Integers without a type tell those that the record gives back.
        let start = list.first().map(start_like).filter(|start| is_open && matches!(start, Expr::Lit(_)));
        let start = start.or(nested);
        out.push(match start {
            Some(start) => parse_quote_spanned!(span=> let mut #made = vec![#start; 0];),
            None => parse_quote_spanned!(span=> let mut #made: Vec<#item> = Vec::new();),
        });
        self.told.insert(made.to_string(), parse_quote!(Vec<#item>));
        let pushes = stmts!(span=> #(#made.push(#list);)*);
        self.statements(pushes, out).then(|| parse_quote_spanned!(span=> #made))
    }

    /// `vec![item; length]`
    fn filled_vector(&mut self, mac: syn::ExprMacro, out: &mut Vec<Stmt>) -> Option<Expr> {
        let span = mac.span();
        let tokens = &mac.mac.tokens;
        let Ok(Expr::Repeat(repeat)) = syn::parse2::<Expr>(quote::quote!([#tokens])) else {
            return Some(Expr::Macro(mac));
        };
        let is_call = matches!(&*repeat.expr, Expr::Call(_)) || self.is_sum(&repeat.expr);
        let mut item = *repeat.expr;
        super::wholes::as_variant(&mut item);
        let item = self.filler(item, out)?;
        // What a call returns may be a structure, which is copied from a place.
        let item = match (is_call, self.filled.take()) {
            (true, Some(ty)) => {
                let name = self.fresh.name("filler", span);
                out.push(parse_quote_spanned!(span=> let #name: #ty = #item;));
                parse_quote_spanned!(span=> #name)
            }
            (true, None) => self.named(item, "filler", out),
            (false, _) => item,
        };
        let length = self.value(*repeat.len, out)?;
        Some(parse_quote_spanned!(span=> vec![#item; #length]))
    }

    /// Returns the value with which an array or a vector is filled: a named constant of floats is a number of the real type.
    fn filler(&mut self, e: Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        let ty = match &e {
            Expr::Path(path) => owner(&path.path),
            _ => None,
        };
        match ty.filter(|ty| ty == "f64" || ty == "f32") {
            Some(ty) => {
                let (span, name) = (e.span(), self.fresh.name("filler", e.span()));
                let ty = syn::Ident::new(&ty, span);
                out.push(parse_quote_spanned!(span=> let #name: #ty = #e;));
                Some(parse_quote_spanned!(span=> #name))
            }
            None => self.value(e, out),
        }
    }

    /// The value of an expression, in a local.
    pub(super) fn held_in(&mut self, wanted: &str, e: Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        let value = self.value(e, out)?;
        Some(self.named(value, wanted, out))
    }

    /// A local that holds a value.
    pub(super) fn named(&mut self, e: Expr, wanted: &str, out: &mut Vec<Stmt>) -> Expr {
        match e {
            Expr::Path(_) | Expr::Lit(_) => e,
            Expr::Paren(inner) => self.named(*inner.expr, wanted, out),
            other => {
                let (span, name) = (other.span(), self.fresh.name(wanted, other.span()));
                out.push(parse_quote_spanned!(span=> let #name = #other;));
                parse_quote_spanned!(span=> #name)
            }
        }
    }

    /// A local that changes, and starts with what an expression is.
    pub(super) fn variable(&mut self, like: &Expr, wanted: &str, out: &mut Vec<Stmt>) -> syn::Ident {
        let (span, name) = (like.span(), self.fresh.name(wanted, like.span()));
        let start = self.start_by(like);
        out.push(parse_quote_spanned!(span=> let mut #name = #start;));
        name
    }
}

/// An integer without a type, and vectors of such integers, `vec![vec![1, 2], vec![-3]]`, as a value of their type.
fn whole_start(e: &Expr) -> Option<Expr> {
    match e {
        Expr::Macro(mac) => {
            let item = whole_start(crate::syntax::read::listed(&mac.mac)?.first()?)?;
            Some(parse_quote!(vec![#item; 0]))
        }
        e => Some(start_like(e))
            .filter(|start| matches!(start, Expr::Lit(lit) if matches!(lit.lit, syn::Lit::Int(_)))),
    }
}

/// True for a branch with a side that binds something before its value.
fn binds(branch: &syn::ExprIf) -> bool {
    let other = branch.else_branch.as_ref().is_some_and(|(_, other)| match &**other {
        Expr::If(next) => binds(next),
        Expr::Block(block) => block.block.stmts.len() > 1,
        _ => false,
    });
    branch.then_branch.stmts.len() > 1 || other
}

/// The structure that the crate knows in `Shape::default()`.
fn default_of(e: &Expr) -> Option<syn::Type> {
    let (path, _) =
        crate::syntax::paths::called(e).filter(|(path, _)| crate::syntax::paths::last(path) == "default")?;
    let of = syn::parse2(quote::ToTokens::to_token_stream(&crate::syntax::paths::parent(path))).ok()?;
    crate::syntax::structures::is_known(&of).then_some(of)
}

impl Sequence<'_> {
    /// A method of such a value, which gets a name.
    fn of_default(&mut self, mut call: syn::ExprMethodCall, out: &mut Vec<Stmt>) -> Option<Expr> {
        if let Some(of) = default_of(&call.receiver) {
            let (span, value) = (call.method.span(), &call.receiver);
            let made = self.fresh.name("made", span);
            out.push(parse_quote_spanned!(span=> let #made: #of = #value;));
            *call.receiver = parse_quote_spanned!(span=> #made);
        }
        self.value(Expr::MethodCall(call), out)
    }
}
