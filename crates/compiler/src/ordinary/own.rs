//! Methods that structures have themselves, under names that vectors, options, iterators and numbers have for theirs: `heap.push(k)`.
//!
//! Takes a function, returns it with the raw name of such a method, `heap.r#push(k)`, where the receiver is known to be a structure that has
//! it. Law: the raw name means the same to Rust, and no pass takes it for that of another type, since their tables have none.

use crate::ir::{Methods, is_in};
use crate::sorted::Set;
use crate::syntax::accessors::{self, Part};
use crate::syntax::named::{Named, maker};
use crate::syntax::paths::{argument_of, called, ends, last, parent};
use crate::syntax::read::{bare, behind, is_empty_vector, is_name, listed, typed, value_of};
use crate::syntax::seek::{At, each_name, seek};
use crate::syntax::visit_mut::{self, VisitMut};
use crate::syntax::{signatures, structures};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Expr, Pat, Stmt, Type, parse_quote};

/// The block in which a method stands.
#[derive(Clone, Default)]
pub(crate) struct Block {
    /// The type whose block it is.
    pub(crate) of: Option<Type>,
    /// Its methods.
    pub(crate) methods: Set<String>,
    /// Those that have a value and change `self` or an argument as well.
    pub(crate) beside: Set<String>,
}

/// Rewrites a function.
pub(super) fn named(item: &mut syn::ItemFn, block: &Block) {
    let mut own = Own { block, scope: Vec::new() };
    let structures = super::sequence::structures(item);
    for input in &item.sig.inputs {
        match input {
            syn::FnArg::Typed(param) => {
                own.bind(&param.pat, Some((*param.ty).clone()), false);
                // A type whose fields have names is none of a vector.
                let bound = own.scope.last_mut().filter(|local| structures.contains(&local.name));
                bound.into_iter().for_each(|local| local.is_made = true);
            }
            syn::FnArg::Receiver(_) => own.bind(&parse_quote!(self), Some(parse_quote!(Self)), false),
        }
    }
    own.visit_block_mut(&mut item.block);
}

/// A name and what is known of its type.
struct Local {
    name: String,
    ty: Option<Type>,
    /// True if the type is no other name of a vector: a function of it, or a literal, makes the value.
    is_made: bool,
}

struct Own<'b> {
    block: &'b Block,
    /// The names that are seen here, the innermost last.
    scope: Vec<Local>,
}

impl Own<'_> {
    /// Binds the names of a pattern; a name alone is of the type.
    fn bind(&mut self, pat: &Pat, ty: Option<Type>, is_made: bool) {
        let (pat, written) = typed(pat);
        let is_made = is_made && written.is_none();
        let ty = written.cloned().or(ty).map(|ty| self.written_out(behind(&ty).clone()));
        match pat {
            Pat::Ident(name) if name.subpat.is_none() => {
                self.scope.push(Local { name: name.ident.to_string(), ty, is_made });
            }
            Pat::Reference(of) => self.bind(&of.pat, ty, is_made),
            Pat::Paren(of) => self.bind(&of.pat, ty, is_made),
            Pat::Tuple(parts) => {
                let types = match ty {
                    Some(Type::Tuple(types)) if types.elems.len() == parts.elems.len() => {
                        types.elems.into_iter().map(Some).collect()
                    }
                    _ => vec![None; parts.elems.len()],
                };
                parts.elems.iter().zip(types).for_each(|(part, ty)| self.bind(part, ty, false));
            }
            other => {
                let mut names = Vec::new();
                each_name(|name| names.push(name.ident.to_string()), |visitor| visitor.visit_pat(other));
                self.scope.extend(names.into_iter().map(|name| Local { name, ty: None, is_made: false }));
            }
        }
    }

    /// Runs a part of the function whose names are its own.
    fn inside(&mut self, run: impl FnOnce(&mut Self)) {
        let outer = self.scope.len();
        run(self);
        self.scope.truncate(outer);
    }

    /// A type with that of the block in the place of `Self`.
    fn written_out(&self, ty: Type) -> Type {
        match &self.block.of {
            Some(of) if matches!(&ty, Type::Path(path) if path.path.is_ident("Self")) => of.clone(),
            _ => ty,
        }
    }

    fn local(&self, e: &Expr) -> Option<&Local> {
        let Expr::Path(path) = e else { return None };
        let name = path.path.get_ident()?.to_string();
        self.scope.iter().rev().find(|local| local.name == name)
    }

    /// The type of an expression, as far as it is written or the crate knows it.
    fn type_of(&self, e: &Expr) -> Option<Type> {
        match e {
            Expr::Path(_) => self.local(e)?.ty.clone(),
            Expr::Paren(_) | Expr::Group(_) => self.type_of(bare(e)),
            Expr::Reference(lent) => self.type_of(&lent.expr),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => self.type_of(&unary.expr),
            Expr::Field(field) => {
                let of = self.type_of(&field.base)?;
                structures::field(&of, &crate::ir::payload::text(&field.member))
            }
            Expr::Index(index) if !matches!(&*index.index, Expr::Range(_)) => {
                item_of(&self.type_of(&index.expr)?)
            }
            Expr::Struct(literal) => {
                let path = &literal.path;
                (maker(path) == Named::Type).then(|| self.written_out(parse_quote!(#path)))
            }
            Expr::Call(_) => self.returned(e),
            Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => {
                self.held_in(&call.receiver)
            }
            Expr::MethodCall(call) => {
                let of = self.type_of(&call.receiver)?;
                let is_copy = is_in(&call.method.to_string(), Methods::Copies) && call.args.is_empty();
                if is_copy { Some(of) } else { structures::value(&of, &call.method.unraw().to_string()) }
            }
            Expr::Array(array) => {
                let item = self.type_of(array.elems.first()?)?;
                Some(parse_quote!(Vec<#item>))
            }
            Expr::Repeat(repeat) => {
                let item = self.type_of(&repeat.expr)?;
                Some(parse_quote!(Vec<#item>))
            }
            Expr::Macro(mac) if mac.mac.path.is_ident("vec") => {
                let tokens = &mac.mac.tokens;
                self.type_of(&syn::parse2(quote::quote!([#tokens])).ok()?)
            }
            _ => None,
        }
    }

    /// The type of the value of a call.
    fn returned(&self, e: &Expr) -> Option<Type> {
        let (path, _) = called(e)?;
        if maker(path) == Named::Type {
            let made = self.written_out(parse_quote!(#path));
            return structures::is_known(&made).then_some(made);
        }
        if let Some(name) = path.get_ident() {
            return signatures::returned(name);
        }
        let of = self.written_out(syn::parse2(parent(path).to_token_stream()).ok()?);
        let told = structures::value(&of, &last(path));
        told.or_else(|| super::sequence::makes_own_type(path).then_some(of)).map(|ty| behind(&ty).clone())
    }

    /// The type of the items that a list, or a chain of its items, has.
    fn item_in(&self, e: &Expr) -> Option<Type> {
        match bare(e) {
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let keeps = is_in(&name, Methods::Starts)
                    || ["rev", "skip", "take", "step_by", "filter", "copied", "cloned"]
                        .contains(&name.as_str());
                match name.as_str() {
                    "enumerate" => {
                        let item = self.item_in(&call.receiver)?;
                        Some(parse_quote!((usize, #item)))
                    }
                    "windows" | "chunks" | "chunks_exact" => {
                        let item = self.item_in(&call.receiver)?;
                        Some(parse_quote!(Vec<#item>))
                    }
                    _ if keeps => self.item_in(&call.receiver),
                    _ => item_of(&self.type_of(e)?),
                }
            }
            other => item_of(&self.type_of(other)?),
        }
    }

    /// Notes the type of a vector that grows, by what the statements behind it push first.
    fn pushed(&mut self, vector: &syn::Ident, behind: &[Stmt]) {
        let mut item = None;
        let at = |e: &Expr| match e {
            Expr::MethodCall(call) if call.method == "push" && is_name(&call.receiver, vector) => {
                item = call.args.first().and_then(|pushed| self.type_of(pushed));
                At::found(item.is_some())
            }
            _ => At::Inside,
        };
        seek(at, |visitor| behind.iter().for_each(|stmt| visitor.visit_stmt(stmt)));
        if let (Some(item), Some(local)) = (item, self.scope.last_mut()) {
            local.ty = Some(parse_quote!(Vec<#item>));
        }
    }

    /// The type of what an `Option` or a `Result` holds.
    fn held_in(&self, e: &Expr) -> Option<Type> {
        match bare(e) {
            Expr::MethodCall(call) => {
                let of = self.type_of(&call.receiver)?;
                let name = call.method.to_string();
                match name.as_str() {
                    "first" | "last" | "first_mut" | "last_mut" | "get" | "get_mut" | "pop" => item_of(&of),
                    _ => structures::held_by(&of, &name),
                }
            }
            call => structures::held_at(called(call)?.0),
        }
    }

    /// Writes the part that a method lends where the method is called.
    fn read_parts(&self, e: &mut Expr) {
        match e {
            Expr::Unary(of) if matches!(of.op, syn::UnOp::Deref(_)) => {
                if let Some(part) = self.part(&of.expr) {
                    *e = part.place;
                }
            }
            Expr::Index(index) => {
                if let Some(part) = self.part(&index.expr) {
                    *e = accessors::element(part.place, &index.index);
                }
            }
            Expr::Field(field) => {
                if let Some(part) = self.part(&field.base) {
                    *field.base = part.place;
                }
            }
            Expr::MethodCall(call) => {
                if let Some(part) = self.part(&call.receiver) {
                    *call.receiver = part.place;
                }
                if let Some(Part { place, is_mutable }) = self.part(&Expr::MethodCall(call.clone())) {
                    *e = if is_mutable { parse_quote!(&mut #place) } else { parse_quote!(&#place) };
                }
            }
            _ => {}
        }
    }

    /// The part that a call lends.
    fn part(&self, e: &Expr) -> Option<Part> {
        let Expr::MethodCall(call) = bare(e) else { return None };
        let mut call = call.clone();
        if let Some(part) = self.part(&call.receiver) {
            *call.receiver = part.place;
        }
        if !matches!(&*call.receiver, Expr::Path(_) | Expr::Field(_) | Expr::Index(_)) {
            return None;
        }
        accessors::part(&self.type_of(&call.receiver)?, &call)
    }

    /// True for a chain that visits the options of a list.
    fn visits_options(&self, e: &Expr) -> bool {
        let list = match bare(e) {
            Expr::MethodCall(call) => return self.visits_options(&call.receiver),
            Expr::Field(field) => self
                .type_of(&field.base)
                .and_then(|of| structures::written_field(&of, &crate::ir::payload::text(&field.member))),
            other => self.type_of(other),
        };
        list.as_ref().and_then(item_of).is_some_and(|item| argument_of(&item, &["Option"]).is_some())
    }

    /// Binds the names of a pattern that a value is tried with.
    fn bind_tried(&mut self, pat: &Pat, value: &Expr) {
        match held_by(pat) {
            Some(inner) => {
                let held = self.held_in(value);
                self.bind(inner, held, false);
            }
            None => self.bind(pat, None, false),
        }
    }

    /// The type of what is taken out of an `Option` or a `Result`, `match f(x) { Some(v) => v, None => return 0.0 }`, where it needs a place.
    fn taken_out(&self, e: &Expr) -> Option<Type> {
        let tried = match e {
            Expr::Match(on) => on.arms.iter().find(|arm| is_held(&arm.pat, &arm.body)).map(|_| &on.expr),
            Expr::If(branch) => match &*branch.cond {
                Expr::Let(of) => {
                    value_of(&branch.then_branch).filter(|value| is_held(&of.pat, value)).map(|_| &of.expr)
                }
                _ => None,
            },
            _ => None,
        };
        self.held_in(tried?).filter(|ty| !matches!(ty, Type::Tuple(_)) && super::start(ty).is_some())
    }

    /// The type of such a list in the head of a loop: `list`, `&list`, `list.iter()`.
    fn visits_tuples(&self, head: &Expr) -> Option<Type> {
        match head {
            Expr::Reference(lent) => self.tuples_of(&lent.expr),
            Expr::MethodCall(call) if is_visit(call) => self.tuples_of(&call.receiver),
            head => self.tuples_of(head),
        }
    }

    /// The type of a list of tuples that a method of a known structure returns.
    fn tuples_of(&self, e: &Expr) -> Option<Type> {
        let Expr::MethodCall(call) = e else { return None };
        let ty = structures::value(&self.type_of(&call.receiver)?, &call.method.unraw().to_string())?;
        let is_told = structures::is_told_list(&ty);
        (is_told && item_of(&ty).is_some_and(|item| matches!(item, Type::Tuple(_)))).then_some(ty)
    }

    /// True for a method that the structure has which it is called on.
    fn is_own(&self, call: &syn::ExprMethodCall) -> bool {
        let name = call.method.to_string();
        let is_self = matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident("self"));
        let ty = self.type_of(&call.receiver);
        let is_of_block = is_self && self.block.methods.contains(&name);
        // What counts is an integer to whoever does not know the structure.
        if is_in(&name, Methods::Exact) {
            return ty.is_some_and(|ty| structures::is_known(&ty) && structures::value(&ty, &name).is_some());
        }
        let is_noted = ty.as_ref().is_some_and(|ty| structures::has_method(ty, &name));
        if is_of_block || is_noted {
            return true;
        }
        let is_sure = is_self
            || self.local(&call.receiver).is_some_and(|local| local.is_made)
            || ty.as_ref().is_some_and(structures::is_known);
        let takes =
            is_in(&name, Methods::ChangesVector) || ["pop", "take", "replace"].contains(&name.as_str());
        takes && is_sure && ty.is_some_and(|ty| super::sequence::is_structure(&ty))
    }

    /// Visits a closure that takes the items of a chain.
    fn visit_taking(&mut self, closure: &mut syn::ExprClosure, item: Option<Type>) {
        self.inside(|this| {
            let inputs = &closure.inputs;
            match (inputs.len(), inputs.last()) {
                (1, Some(pat)) => this.bind(pat, item, false),
                _ => inputs.iter().for_each(|pat| this.bind(pat, None, false)),
            }
            this.visit_expr_mut(&mut closure.body);
        });
    }
}

/// The name of a local that starts as an empty vector whose type is not written.
fn grown(stmt: &Stmt) -> Option<syn::Ident> {
    let Stmt::Local(syn::Local { pat: Pat::Ident(name), init: Some(init), .. }) = stmt else { return None };
    is_empty_vector(&init.expr).then(|| name.ident.clone())
}

/// True for `list.iter()`.
fn is_visit(call: &syn::ExprMethodCall) -> bool {
    call.args.is_empty() && (call.method == "iter" || call.method == "into_iter")
}

/// True for a chain whose items are references: it starts with `iter`, and copies none of them.
fn lends_items(e: &Expr) -> bool {
    match bare(e) {
        Expr::MethodCall(call) if call.method == "copied" || call.method == "cloned" => false,
        Expr::MethodCall(call) if call.method == "iter" => true,
        Expr::MethodCall(call) => lends_items(&call.receiver),
        _ => false,
    }
}

/// Returns the pattern of the value in that of an `Option` or a `Result`.
fn held_by(pat: &Pat) -> Option<&Pat> {
    match pat {
        Pat::TupleStruct(some) if ends(&some.path, &["Some", "Ok"]) && some.elems.len() == 1 => {
            some.elems.first()
        }
        _ => None,
    }
}

/// True for a value that is what such a pattern binds.
fn is_held(pat: &Pat, value: &Expr) -> bool {
    matches!(held_by(pat), Some(Pat::Ident(name)) if is_name(value, &name.ident))
}

/// The type of the items of a list.
pub(super) fn item_of(ty: &Type) -> Option<Type> {
    match behind(ty) {
        Type::Array(array) => Some((*array.elem).clone()),
        Type::Slice(slice) => Some((*slice.elem).clone()),
        ty => argument_of(ty, &["Vec"]).cloned(),
    }
}

impl VisitMut for Own<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        self.inside(|this| {
            for at in 0..block.stmts.len() {
                let (before, behind) = block.stmts.split_at_mut(at + 1);
                let Some(stmt) = before.last_mut() else { return };
                let grown = grown(stmt);
                this.visit_stmt_mut(stmt);
                if let Some(name) = grown {
                    this.pushed(&name, behind);
                }
            }
        });
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        let Some(init) = &mut local.init else { return self.bind(&local.pat, None, false) };
        self.visit_expr_mut(&mut init.expr);
        if let Some((_, other)) = &mut init.diverge {
            self.visit_expr_mut(other);
        }
        let is_made = matches!(&*init.expr, Expr::Struct(_) | Expr::Call(_));
        let told = || self.taken_out(&init.expr).or_else(|| self.tuples_of(&init.expr));
        if let (Pat::Ident(name), Some(ty)) = (&local.pat, told()) {
            local.pat = Pat::Type(parse_quote!(#name: #ty));
        }
        let ty = self.type_of(&init.expr);
        match (&local.pat, &init.diverge) {
            (Pat::TupleStruct(_), Some(_)) => self.bind_tried(&local.pat, &init.expr),
            (pat, _) => self.bind(pat, ty, is_made),
        }
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        self.read_parts(e);
        match e {
            Expr::ForLoop(each) if each.label.is_none() && self.visits_tuples(&each.expr).is_some() => {
                // A list of tuples gets a name, which says what its items are.
                let ty = self.visits_tuples(&each.expr);
                let name: Expr = parse_quote!(visited_tuples);
                let list = match &mut *each.expr {
                    Expr::Reference(lent) => std::mem::replace(&mut *lent.expr, name),
                    Expr::MethodCall(call) if is_visit(call) => std::mem::replace(&mut *call.receiver, name),
                    head => std::mem::replace(head, name),
                };
                *e = parse_quote!({ let visited_tuples: #ty = #list; #each });
                self.visit_expr_mut(e);
            }
            Expr::ForLoop(each) => {
                self.visit_expr_mut(&mut each.expr);
                let item = match bare(&each.expr) {
                    Expr::Reference(lent) => self.item_in(&lent.expr),
                    head => self.item_in(head),
                };
                self.inside(|this| {
                    this.bind(&each.pat, item, false);
                    this.visit_block_mut(&mut each.body);
                });
            }
            Expr::Closure(closure) => self.visit_taking(closure, None),
            Expr::If(branch) => {
                self.inside(|this| {
                    this.visit_expr_mut(&mut branch.cond);
                    this.visit_block_mut(&mut branch.then_branch);
                });
                if let Some((_, other)) = &mut branch.else_branch {
                    self.visit_expr_mut(other);
                }
            }
            Expr::While(each) => self.inside(|this| {
                this.visit_expr_mut(&mut each.cond);
                this.visit_block_mut(&mut each.body);
            }),
            // It binds in the rest of a condition, and in what that decides.
            Expr::Let(of) => {
                self.visit_expr_mut(&mut of.expr);
                self.bind_tried(&of.pat, &of.expr);
            }
            Expr::Match(on) => {
                self.visit_expr_mut(&mut on.expr);
                for arm in &mut on.arms {
                    self.inside(|this| {
                        this.bind_tried(&arm.pat, &on.expr);
                        visit_mut::visit_arm_mut(this, arm);
                    });
                }
            }
            Expr::MethodCall(call) => {
                self.visit_expr_mut(&mut call.receiver);
                let item = self.item_in(&call.receiver);
                for argument in &mut call.args {
                    match argument {
                        Expr::Closure(closure) => self.visit_taking(closure, item.clone()),
                        other => self.visit_expr_mut(other),
                    }
                }
                let is_flat = call.method == "flatten" && call.args.is_empty();
                if is_flat && self.visits_options(&call.receiver) {
                    // Of a list of options the values that are there are visited: it is no list of lists.
                    let inner: Expr = match lends_items(&call.receiver) {
                        true => parse_quote!(|held| held.as_ref()),
                        false => parse_quote!(|held| held),
                    };
                    call.method = syn::Ident::new("filter_map", call.method.span());
                    call.args.push(inner);
                }
                if self.is_own(call) {
                    call.method = syn::Ident::new_raw(&call.method.unraw().to_string(), call.method.span());
                }
            }
            other => visit_mut::visit_expr_mut(self, other),
        }
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if !matches!(stmt, Stmt::Item(_)) {
            visit_mut::visit_stmt_mut(self, stmt);
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        if let Some(mut items) = listed(mac) {
            items.iter_mut().for_each(|item| self.visit_expr_mut(item));
            mac.tokens = quote::quote!(#(#items),*);
        }
    }
}
