//! R10: no cotangent ends unnoticed in host code or in a cast to another float.
//!
//! Host code has no partials, and what it returns is exact to the passes. That is right of a count and wrong of
//! `x.iter().copied().last().unwrap()`, which is a real in disguise: its derivative would be zero without a word. Types that
//! are written, and methods that return exact values whatever they are asked of, tell the two apart. Everything else that
//! was made of active numbers is *hidden*, and is refused where a real is made of it or where it is handed to a function. Law:
//! whoever wants the value alone says so, `#[inactive] let k = …;`.

use crate::activity::activity;
use crate::ir::*;
use crate::law::{Diagnostics, Law};
use crate::text;
use proc_macro2::Span;
use std::collections::BTreeMap;

pub(super) fn check(function: &Function, errors: &mut Diagnostics) {
    let mut function = function.clone();
    activity(&mut function);
    let mut scan = Scan { vars: &function.vars, hidden: BTreeMap::new(), errors };
    loop {
        let known = scan.hidden.len();
        super::each(&function.body, &mut |stmt| scan.spread(stmt));
        if scan.hidden.len() == known {
            break;
        }
    }
    super::each(&function.body, &mut |stmt| scan.stmt(stmt));
}

struct Scan<'a> {
    vars: &'a Variables,
    /// Variables that may hold a real that was made of an active one, and which.
    hidden: BTreeMap<Var, Var>,
    errors: &'a mut Diagnostics,
}

impl Scan<'_> {
    /// Notes what a statement puts into variables whose types do not tell that they are exact.
    fn spread(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Bind(b) | Stmt::Allocate(b) => self.hide(b.var, self.origin(&b.value)),
            Stmt::Update(u) => self.hide(u.place.base, self.origin(&u.value)),
            Stmt::Call(c) if c.callee.is_store() => {}
            Stmt::Call(c) => {
                let origin = c.args.iter().find_map(|arg| self.of_argument(arg));
                // A field of what is handed on keeps its type, and its casts say for rustc that it is an integer.
                let field = |place: &Place| self.vars.column(place.base).is_some();
                let mut changed = Vec::new();
                c.args.iter().for_each(|arg| {
                    arg.changes(&mut |place| changed.extend((!field(place)).then_some(place.base)))
                });
                changed.into_iter().for_each(|var| self.hide(var, origin));
            }
            Stmt::Forget(_) | Stmt::Release(_) | Stmt::Safe(_) => {}
            Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) => {}
        }
    }

    fn hide(&mut self, var: Var, origin: Option<(Var, Span)>) {
        if let (Some((origin, _)), true) = (origin, self.may_be_real(var) && !self.vars[var].detached) {
            self.hidden.entry(var).or_insert(origin);
        }
    }

    /// Whether a variable may hold a real although the passes take it for exact.
    fn may_be_real(&self, var: Var) -> bool {
        match self.vars[var].ty.leaf() {
            Type::Exact(Some(ty)) => !is_discrete(ty),
            Type::Exact(None) => true,
            Type::Real | Type::Number(_) | Type::Structure(_) => false,
            Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => false,
        }
    }

    /// The active variable that an expression may take a real from, and where.
    fn origin(&self, e: &Expr) -> Option<(Var, Span)> {
        let of_any = |args: &[Expr]| args.iter().find_map(|arg| self.origin(arg));
        match e {
            Expr::Real(..) | Expr::Constant(_) | Expr::Length(_) => None,
            Expr::Read(place) => self.of_place(place),
            Expr::Apply(rule, args) if rule.is_differentiable() => of_any(args),
            Expr::Apply(..) => None,
            Expr::Powi(e, _) | Expr::ToReal(e) | Expr::Fill { value: e, .. } => self.origin(e),
            Expr::ToExact(_, ty) if is_discrete(ty) => None,
            Expr::ToExact(e, _) => self.origin(e),
            Expr::Call(_, args) => args.iter().find_map(|arg| self.of_argument(arg)),
            Expr::Host(host, _) if host.is_exact() => None,
            Expr::Host(_, args) => args.iter().find_map(|arg| self.of_argument(arg)),
            Expr::Exact(op, args) if op.is_arithmetic() => of_any(args),
            Expr::Exact(..) => None,
            Expr::Choose(_, a, b) => self.origin(a).or_else(|| self.origin(b)),
            Expr::List(items) | Expr::Number(_, items) | Expr::Structure(_, items) => of_any(items),
        }
    }

    fn of_argument(&self, arg: &Argument) -> Option<(Var, Span)> {
        match arg {
            Argument::Mutable(place) | Argument::Shared(place) => self.of_place(place),
            Argument::Value(e) => self.origin(e),
        }
    }

    fn of_place(&self, place: &Place) -> Option<(Var, Span)> {
        if self.vars[place.base].active {
            return Some((place.base, place.span));
        }
        self.hidden.get(&place.base).map(|origin| (*origin, place.span))
    }

    /// Reports what a statement loses.
    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Bind(b) | Stmt::Allocate(b) => {
                let v = &self.vars[b.var];
                if !v.detached && (v.ty.is_real() || matches!(b.value, Expr::Structure(..))) {
                    self.value(&b.value);
                }
            }
            Stmt::Update(u) => {
                let v = &self.vars[u.place.base];
                // Of a field nothing tells that it is no float, which would carry a cotangent.
                let of_field = self.vars.column(u.place.base).is_some() && self.may_be_real(u.place.base);
                if !v.detached && (v.ty.is_real() || (of_field && is_cast(&u.value))) {
                    self.value(&u.value);
                }
            }
            Stmt::Call(c) if c.callee.is_store() => {}
            // The key of an entry is exact, and what a map of exact values takes is.
            Stmt::Call(c) if c.callee.is_entry() => {
                if let [Argument::Mutable(map), _, value] = &c.args[..] {
                    if self.vars[map.base].ty.is_real() {
                        self.argument(value);
                    }
                }
            }
            Stmt::Call(c) => c.args.iter().for_each(|arg| self.argument(arg)),
            Stmt::Forget(_) | Stmt::Release(_) | Stmt::Safe(_) => {}
            Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) => {}
        }
    }

    /// Looks at a value that goes where a real is, or where one may be.
    fn value(&mut self, e: &Expr) {
        match e {
            Expr::Real(..) | Expr::Constant(_) | Expr::Length(_) => {}
            Expr::Read(place) => self.place(place),
            Expr::Apply(rule, args) if rule.is_differentiable() => args.iter().for_each(|e| self.value(e)),
            Expr::Apply(..) => {}
            Expr::Powi(e, _) | Expr::Fill { value: e, .. } => self.value(e),
            Expr::Call(_, args) => args.iter().for_each(|arg| self.argument(arg)),
            Expr::List(items) | Expr::Number(_, items) | Expr::Structure(_, items) => {
                items.iter().for_each(|e| self.value(e));
            }
            Expr::ToReal(inner) => self.lost(inner),
            Expr::ToExact(..) | Expr::Host(..) | Expr::Exact(..) | Expr::Choose(..) => self.lost(e),
        }
    }

    fn argument(&mut self, arg: &Argument) {
        match arg {
            Argument::Mutable(place) | Argument::Shared(place) => self.place(place),
            Argument::Value(e) => self.value(e),
        }
    }

    /// An active place hands its cotangent on; one that hides a real has none.
    fn place(&mut self, place: &Place) {
        if !self.vars[place.base].active {
            self.lost(&Expr::Read(place.clone()));
        }
    }

    fn lost(&mut self, e: &Expr) {
        let Some((var, span)) = self.origin(e) else { return };
        let (text, name) = (text::expression(e, self.vars), self.vars.written_name(var));
        let message = match e {
            Expr::Read(_) if text != name => {
                format!(
                    "`{text}` is made of `{name}` by what has no partials: the cotangent of `{name}` would be lost"
                )
            }
            Expr::Read(_) => format!("`{name}` is made a constant here: its cotangent would be lost"),
            _ => format!("`{text}` has no partials: the cotangent of `{name}` would be lost"),
        };
        let instead = match self.vars[var].ty.depth() {
            0 => format!("compute with `{name}` as it is"),
            _ => format!("read elements, `{name}[i]`, or go through them, `for item in {name} {{ … }}`"),
        };
        let help = format!(
            "{instead}; bind what is exact with its type, `let k: usize = …;`, and what needs no cotangent as `#[inactive] let k = …;`"
        );
        self.errors.report(Law::OutsideLanguage, span, message, help);
    }
}

/// Whether a type is one of Rust's own that has no derivatives: floats other than the real type have.
fn is_discrete(ty: &proc_macro2::TokenStream) -> bool {
    let text = ty.to_string();
    text == "String" || crate::lower::is_exact_type(ty) && !matches!(text.as_str(), "f32" | "f64")
}

/// Whether a value is cast to a float, or computed from one that is.
fn is_cast(e: &Expr) -> bool {
    match e {
        Expr::ToExact(_, ty) => !is_discrete(ty),
        Expr::Exact(op, args) => op.is_arithmetic() && args.iter().any(is_cast),
        _ => false,
    }
}
