//! R10: no cotangent ends unnoticed in host code or in a cast to another float.
//!
//! Host code has no partials, and what it returns is exact to the passes. That is right of a count and wrong of
//! `x.iter().copied().last().unwrap()`, which is a real in disguise: its derivative would be zero without a word. Types that
//! are written, and methods that return exact values whatever they are asked of, tell the two apart. Everything else that
//! was made of active numbers is *hidden*, and is refused where a real is made of it or where it is handed to a function. Law:
//! whoever wants the value alone says so, `#[inactive] let k = …;`.
//!
//! A field that is taken for exact may be a float all the same, which only rustc knows. Such fields are followed as active
//! numbers are, and [`asked`] tells of which rustc is to be asked.

use crate::analysis::activity::activity;
use crate::ir::print::text;
use crate::ir::*;
use crate::law::{Diagnostics, Law};
use proc_macro2::Span;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(function: &Function, errors: &mut Diagnostics) {
    let mut function = function.clone();
    activity(&mut function);
    scan(&function, errors);
}

/// The fields taken for exact of which something without partials is made that goes where a real is, or that are changed. None
/// of them may carry a cotangent. With the first place where that would be lost.
pub(crate) fn asked(function: &Function) -> BTreeMap<Var, Span> {
    let mut asked = match function.vars.has_fields() {
        true => scan(function, &mut Diagnostics::default()),
        false => BTreeMap::new(),
    };
    // Of these parameters no caller expects a cotangent: that is asked of the shadow as a whole.
    let data = function.params.iter().filter(|param| param.keeps_floats);
    let data: BTreeSet<Var> = data.map(|param| param.var).collect();
    asked.retain(|field, _| !data.contains(&function.vars.root(*field)));
    asked
}

fn scan(function: &Function, errors: &mut Diagnostics) -> BTreeMap<Var, Span> {
    let mut scan = Scan {
        vars: &function.vars,
        hidden: BTreeMap::new(),
        written: BTreeSet::new(),
        whole: BTreeSet::new(),
        asked: BTreeMap::new(),
        errors,
    };
    loop {
        let known = scan.known();
        visit::each(&function.body, &mut |stmt| scan.spread(stmt));
        if scan.known() == known {
            break;
        }
    }
    visit::each(&function.body, &mut |stmt| scan.stmt(stmt));
    scan.asked
}

/// Variables with the places where they are read.
type Origins = Vec<(Var, Span)>;

struct Scan<'a> {
    vars: &'a Variables,
    /// Variables that may hold a real that was made of active ones or of fields, and of which.
    hidden: BTreeMap<Var, BTreeSet<Var>>,
    /// Structures of the function's own that are written out.
    written: BTreeSet<Var>,
    /// Locals that start at what is an integer or a truth value: they are of that type for good.
    whole: BTreeSet<Var>,
    /// The fields that rustc is asked of.
    asked: BTreeMap<Var, Span>,
    errors: &'a mut Diagnostics,
}

impl Scan<'_> {
    /// Notes what a statement puts into variables whose types do not tell that they are exact.
    fn spread(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Bind(b) | Stmt::Allocate(b) => {
                if matches!(b.value, Expr::Structure(..)) {
                    self.written.insert(b.var);
                }
                if self.is_whole(&b.value) {
                    self.whole.insert(b.var);
                }
                self.hide(b.var, &self.origins(&b.value));
            }
            Stmt::Update(u) => self.hide(u.place.base, &self.origins(&u.value)),
            Stmt::Call(c) if c.callee.is_store() => {}
            Stmt::Call(c) => {
                let mut origins = Origins::new();
                c.args.iter().for_each(|arg| self.of_argument(arg, &mut origins));
                // A field of what is handed on keeps its type, and its casts say for rustc that it is an integer.
                let field = |place: &Place| self.vars.field_path(place.base).is_some();
                let mut changed = Vec::new();
                c.args.iter().for_each(|arg| {
                    arg.changes(&mut |place| changed.extend((!field(place)).then_some(place.base)))
                });
                changed.into_iter().for_each(|var| self.hide(var, &origins));
            }
            Stmt::Forget(_) | Stmt::Release(_) | Stmt::Safe(_) => {}
            Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) => {}
        }
    }

    /// How many origins are known of all variables.
    fn known(&self) -> usize {
        self.hidden.values().map(BTreeSet::len).sum()
    }

    fn hide(&mut self, var: Var, origins: &[(Var, Span)]) {
        if !origins.is_empty() && self.may_be_real(var) && !self.vars[var].detached {
            self.hidden.entry(var).or_default().extend(origins.iter().map(|(origin, _)| *origin));
        }
    }

    /// Whether a variable is a field that is taken for exact, of which no type tells.
    fn is_unknown_field(&self, var: Var) -> bool {
        let v = &self.vars[var];
        let Some(field) = self.vars.field_path(var) else { return false };
        // What is written out tells by its values.
        let is_written = self.written.contains(&field.root) && field.layout.len() == 1;
        matches!(v.ty.leaf(), Type::Exact(None)) && !v.detached && !is_written
    }

    /// Whether a variable may hold a real although the passes take it for exact.
    fn may_be_real(&self, var: Var) -> bool {
        match self.vars[var].ty.leaf() {
            Type::Exact(Some(ty)) => !ty.is_discrete(),
            Type::Exact(None) => !self.whole.contains(&var),
            Type::Real | Type::Number(_) | Type::Structure(_) | Type::Unknown => false,
            Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => false,
        }
    }

    /// Whether tokens tell that a value is an integer or a truth value, or an array of such.
    fn is_whole(&self, e: &Expr) -> bool {
        match e {
            Expr::Constant(constant) => matches!(
                constant,
                Constant::Integer(_)
                    | Constant::Truth(..)
                    | Constant::Literal(syn::Lit::Int(_) | syn::Lit::Byte(_))
            ),
            Expr::Length(_) => true,
            Expr::ToExact(_, ty) => ty.is_discrete(),
            Expr::Read(place) => {
                let ty = self.vars[place.base].ty.leaf();
                self.whole.contains(&place.base) || matches!(ty, Type::Exact(Some(ty)) if ty.is_discrete())
            }
            // Of what is added to an integer is an integer made; what an integer is shifted by may be anything.
            Expr::Exact(op, args) if op.is_arithmetic() => args.iter().any(|arg| self.is_whole(arg)),
            Expr::Exact(..) => true,
            Expr::Choose(_, a, b) => self.is_whole(a) || self.is_whole(b),
            // What is empty tells nothing of its elements.
            Expr::Fill { value, length, .. } => !length.is_zero() && self.is_whole(value),
            Expr::List(items) => items.iter().any(|item| self.is_whole(item)),
            Expr::Host(host, _) => host.is_exact(),
            Expr::Real(..) | Expr::Apply(..) | Expr::Powi(..) | Expr::ToReal(_) => false,
            Expr::Call(..) | Expr::Number(..) | Expr::Structure(..) => false,
        }
    }

    /// The active variables and the fields that an expression may take a real from, and where.
    fn origins(&self, e: &Expr) -> Origins {
        let mut origins = Origins::new();
        self.of_value(e, &mut origins);
        origins
    }

    fn of_value(&self, e: &Expr, origins: &mut Origins) {
        match e {
            Expr::Real(..) | Expr::Constant(_) | Expr::Length(_) => {}
            Expr::Read(place) => self.of_place(place, origins),
            Expr::Apply(rule, args) if rule.is_differentiable() => {
                args.iter().for_each(|e| self.of_value(e, origins))
            }
            Expr::Apply(..) => {}
            Expr::Powi(e, _) | Expr::ToReal(e) | Expr::Fill { value: e, .. } => self.of_value(e, origins),
            Expr::ToExact(_, ty) if ty.is_discrete() => {}
            Expr::ToExact(e, _) => self.of_value(e, origins),
            Expr::Call(_, args) => args.iter().for_each(|arg| self.of_argument(arg, origins)),
            Expr::Host(host, _) if host.is_exact() => {}
            Expr::Host(_, args) => args.iter().for_each(|arg| self.of_argument(arg, origins)),
            Expr::Exact(op, args) if op.is_arithmetic() => {
                args.iter().for_each(|e| self.of_value(e, origins))
            }
            Expr::Exact(..) => {}
            Expr::Choose(_, a, b) => [a, b].into_iter().for_each(|e| self.of_value(e, origins)),
            Expr::List(items) | Expr::Number(_, items) | Expr::Structure(_, items) => {
                items.iter().for_each(|e| self.of_value(e, origins));
            }
        }
    }

    fn of_argument(&self, arg: &Argument, origins: &mut Origins) {
        match arg {
            Argument::Mutable(place) | Argument::Shared(place) => self.of_place(place, origins),
            Argument::Value(e) => self.of_value(e, origins),
        }
    }

    fn of_place(&self, place: &Place, origins: &mut Origins) {
        if self.vars[place.base].active || self.is_unknown_field(place.base) {
            return origins.push((place.base, *place.span));
        }
        let hidden = self.hidden.get(&place.base).into_iter().flatten();
        origins.extend(hidden.map(|origin| (*origin, *place.span)));
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
                if self.is_unknown_field(u.place.base) {
                    self.asked.entry(u.place.base).or_insert(*u.place.span);
                }
                // Of a field nothing tells that it is no float, which would carry a cotangent.
                let of_field = self.vars.field_path(u.place.base).is_some() && self.may_be_real(u.place.base);
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
        let (active, fields): (Origins, Origins) =
            self.origins(e).into_iter().partition(|(var, _)| self.vars[*var].active);
        for (field, span) in fields {
            self.asked.entry(field).or_insert(span);
        }
        let Some((var, span)) = active.first().copied() else { return };
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

/// Whether a value is cast to a float, or computed from one that is.
fn is_cast(e: &Expr) -> bool {
    match e {
        Expr::ToExact(_, ty) => !ty.is_discrete(),
        Expr::Exact(op, args) => op.is_arithmetic() && args.iter().any(is_cast),
        _ => false,
    }
}
