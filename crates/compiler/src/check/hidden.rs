//! Law R10: no cotangent is lost in ordinary Rust or in a cast to another float without an error.
//!
//! Ordinary Rust has no partials, and the passes take its results as exact. That is right for a count but wrong for
//! `x.iter().copied().last().unwrap()`, which is a real: its derivative would be zero without a warning. Written
//! types and methods that always return exact values distinguish the two. Every other value that is computed from
//! active numbers is *hidden*, and is rejected if a real is computed from it or if it is passed to a function. Law:
//! users who want the value without derivatives write `#[inactive] let k = …;`.
//!
//! A field that is taken as exact may still be a float, which only rustc knows. Such fields are followed as active
//! numbers are, and [`asked`] returns those that rustc must check.

use crate::analysis::activity::activity;
use crate::analysis::flow::{Flow, Source, forward};
use crate::ir::print::text;
use crate::ir::*;
use crate::law::{Diagnostics, Law};
use crate::sorted::{Map, Set};
use crate::syntax::exact_structures;
use proc_macro2::Span;

pub(super) fn check(function: &Function, errors: &mut Diagnostics) {
    let mut function = function.clone();
    activity(&mut function);
    scan(&function, errors);
}

/// Returns the fields taken as exact from which a real is computed by an operation without partials, or that are
/// changed. None of them may have a cotangent. Each comes with the first place where the cotangent would be lost.
pub(crate) fn asked(function: &Function) -> Map<Var, Span> {
    let mut asked =
        if function.vars.has_fields() { scan(function, &mut Diagnostics::default()) } else { Map::new() };
    // No caller expects a cotangent of these parameters: that is checked for the shadow as a whole.
    let data = function.params.iter().filter(|param| param.keeps_floats);
    let data: Set<Var> = data.map(|param| param.var).collect();
    asked.retain(|field, _| !data.contains(&function.vars.root(*field)));
    asked
}

fn scan(function: &Function, errors: &mut Diagnostics) -> Map<Var, Span> {
    let mut scan =
        Scan { vars: &function.vars, hidden: Map::new(), written: Set::new(), asked: Map::new(), errors };
    forward(&function.body, &function.vars, &mut |flow| scan.spread(flow));
    visit::each(&function.body, &mut |stmt| scan.stmt(stmt));
    scan.asked
}

/// Variables with the places where they are read.
type Origins = Vec<(Var, Span)>;

struct Scan<'a> {
    vars: &'a Variables,
    /// Variables that may contain a real computed from active variables or from fields, and those sources.
    hidden: Map<Var, Set<Var>>,
    /// Structures of the function itself that are written as literals.
    written: Set<Var>,
    /// The fields that rustc must check.
    asked: Map<Var, Span>,
    errors: &'a mut Diagnostics,
}

impl Scan<'_> {
    /// Records the sources of variables whose types do not show that they are exact; true if there are new ones.
    fn spread(&mut self, flow: &Flow<'_>) -> bool {
        if let Some(b) = flow.stmt.declaration() {
            if matches!(&b.value, Expr::Structure(shape, _) if shape.number().is_none()) {
                self.written.insert(b.var);
            }
        }
        let mut origins = Origins::new();
        match flow.source {
            Source::Value(_) if flow.stmt.dropped().is_some() => {}
            Source::Arguments(_) if matches!(flow.stmt, Stmt::Call(c) if c.callee.is_store()) => {}
            Source::Value(e) => self.of_value(e, &mut origins),
            Source::Arguments(args) => args.iter().for_each(|arg| self.of_argument(arg, &mut origins)),
            Source::Bounds => {}
        }
        // A field of a declared variable or of an argument keeps its type, and casts tell rustc that it is an integer.
        let is_update = matches!(flow.stmt, Stmt::Update(_));
        let mut grown = false;
        for var in &flow.targets {
            if is_update || self.vars.field_path(*var).is_none() {
                grown |= self.hide(*var, &origins);
            }
        }
        grown
    }

    fn hide(&mut self, var: Var, origins: &[(Var, Span)]) -> bool {
        if origins.is_empty() || !self.may_be_real(var) || self.vars[var].detached {
            return false;
        }
        let known = self.hidden.entry(var).or_default();
        let before = known.len();
        known.extend(origins.iter().map(|(origin, _)| *origin));
        known.len() > before
    }

    /// True if a variable is a field that is taken as exact although no type says so.
    fn is_unknown_field(&self, var: Var) -> bool {
        let v = &self.vars[var];
        let Some(field) = self.vars.field_path(var) else { return false };
        // The values of a literal show its types.
        let is_written = self.written.contains(&field.root) && field.layout.len() == 1;
        matches!(v.ty.leaf(), Type::Exact(Exact::Unknown)) && !v.detached && !is_written
    }

    /// True if a variable may contain a real although the passes take it as exact.
    fn may_be_real(&self, var: Var) -> bool {
        match self.vars[var].ty.leaf() {
            Type::Exact(ty) => !ty.is_discrete(),
            Type::Real | Type::Structure(_) | Type::Unknown => false,
            Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => false,
        }
    }

    /// Returns the active variables and the fields from which an expression may compute a real, with their places.
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
            Expr::List(items) | Expr::Structure(_, items) => {
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
        let root = &self.vars[self.vars.root(place.base)];
        // Integers alone have no cotangent that could be lost.
        if matches!(root.ty.leaf(), Type::Structure(Named::Written(ty)) if exact_structures::is_exact(ty)) {
            return;
        }
        if self.vars[place.base].active || self.is_unknown_field(place.base) {
            return origins.push((place.base, *place.span));
        }
        let hidden = self.hidden.get(&place.base).into_iter().flatten();
        origins.extend(hidden.map(|origin| (*origin, *place.span)));
    }

    /// Reports the cotangents that a statement loses.
    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Bind(b) | Stmt::Allocate(b) => {
                let v = &self.vars[b.var];
                let is_whole = matches!(b.value, Expr::Structure(..)) || is_opened(&b.value);
                if !v.detached && (v.ty.is_real() || is_whole) {
                    self.value(&b.value);
                }
            }
            Stmt::Update(u) => {
                let v = &self.vars[u.place.base];
                if self.is_unknown_field(u.place.base) {
                    self.asked.entry(u.place.base).or_insert(*u.place.span);
                }
                // A field may be a float, which would have a cotangent.
                let of_field = self.vars.field_path(u.place.base).is_some() && self.may_be_real(u.place.base);
                if !v.detached && (v.ty.is_real() || (of_field && is_cast(&u.value))) {
                    self.value(&u.value);
                }
            }
            Stmt::Call(c) if c.callee.is_store() => {}
            // The key of an entry is exact, and so are the values of a map of exact values.
            Stmt::Call(c) if c.callee.is_entry() => {
                if let [Argument::Mutable(map), _, value] = &c.args[..] {
                    if self.vars[map.base].ty.is_real() {
                        self.argument(value);
                    }
                }
            }
            // The place for a value takes what the callee makes.
            Stmt::Call(c) => {
                let taken = c.args.len() - usize::from(c.callee.beside);
                c.args[..taken].iter().for_each(|arg| self.argument(arg));
            }
            Stmt::Forget(_) | Stmt::Release(_) | Stmt::Safe(_) => {}
            Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) => {}
        }
    }

    /// Checks a value that is used as a real, or may be.
    fn value(&mut self, e: &Expr) {
        match e {
            Expr::Real(..) | Expr::Constant(_) | Expr::Length(_) => {}
            Expr::Read(place) => self.place(place),
            Expr::Apply(rule, args) if rule.is_differentiable() => args.iter().for_each(|e| self.value(e)),
            Expr::Apply(..) => {}
            Expr::Powi(e, _) | Expr::Fill { value: e, .. } => self.value(e),
            Expr::Call(_, args) => args.iter().for_each(|arg| self.argument(arg)),
            Expr::List(items) | Expr::Structure(_, items) => {
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

    /// Checks a place: an active one propagates its cotangent, one that contains a hidden real does not.
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
        if let (true, Expr::Host(_, args)) = (is_opened(e), e) {
            let text = match args.first() {
                Some(Argument::Value(of)) => text::expression(of, self.vars),
                Some(Argument::Mutable(of) | Argument::Shared(of)) => text::place(of, self.vars),
                None => text,
            };
            let message = format!(
                "`{text}` is an `Option` that is taken apart where it is no place: the cotangent of `{name}` would be lost"
            );
            let help = "match on the place that holds it, `match items[i] { Some(v) => …, None => … }`, or on all of it at once, `if let Some(Some(v)) = items.pop() { … }`";
            return self.errors.report(Law::OutsideLanguage, span, message, help);
        }
        if let Some(float) = self.cast(e) {
            let (float, real) = match float {
                Float::Double => ("f64", "f32"),
                Float::Single => ("f32", "f64"),
            };
            let message = format!(
                "`{text}` is computed in `{float}`, and no derivative goes through a cast between types of floats: the cotangent of `{name}` would be lost"
            );
            let help = format!(
                "compute in `{real}` throughout, as the other numbers of the function, or make it generic, `fn f<T: Real>(…)`, and call it with `{float}`; a value without cotangent is marked: `#[inactive] let k = …;`"
            );
            return self.errors.report(Law::OutsideLanguage, span, message, help);
        }
        let message = match e {
            Expr::Read(_) if text != name => {
                format!(
                    "`{text}` is computed from `{name}` by an operation without partials: the cotangent of `{name}` would be lost"
                )
            }
            Expr::Read(_) => format!("`{name}` is used as a constant here: its cotangent would be lost"),
            _ => format!("`{text}` has no partials: the cotangent of `{name}` would be lost"),
        };
        let instead = match self.vars[var].ty.depth() {
            0 => format!("compute with `{name}` as it is"),
            _ => format!("read elements, `{name}[i]`, or loop over them, `for item in {name} {{ … }}`"),
        };
        let help = format!(
            "{instead}; bind an exact value with its type, `let k: usize = …;`, and a value without cotangent as `#[inactive] let k = …;`"
        );
        self.errors.report(Law::OutsideLanguage, span, message, help);
    }
}

impl Scan<'_> {
    /// The float type that is not that of the function's numbers in which a value is computed.
    fn cast(&self, e: &Expr) -> Option<Float> {
        match e {
            Expr::ToExact(_, ty) => ty.float(),
            Expr::Read(place) => match self.vars[place.base].ty.leaf() {
                Type::Exact(Exact::Written(ty)) => ty.float(),
                _ => None,
            },
            _ => {
                let mut found = None;
                e.each_part(&mut |part| found = found.or_else(|| self.cast(part)));
                found
            }
        }
    }
}

/// True for the parts of an `Option` that a place holds, or that is taken out of one: in ordinary Rust, they have no cotangents.
fn is_opened(e: &Expr) -> bool {
    let Expr::Host(Host::Function(path), args) = e else { return false };
    let is_held = match args.first() {
        Some(Argument::Value(Expr::Host(Host::Method(method), _))) => {
            is_in(&method.name(), Methods::ChangesVector)
        }
        Some(Argument::Value(of)) => matches!(of, Expr::Read(_)),
        Some(Argument::Mutable(_) | Argument::Shared(_)) => true,
        None => false,
    };
    is_held
        && path.path.leading_colon.is_some()
        && path.path.segments.last().is_some_and(|last| last.ident == "opened")
}

/// True if a value is cast to a float, or computed from such a value.
fn is_cast(e: &Expr) -> bool {
    match e {
        Expr::ToExact(_, ty) => !ty.is_discrete(),
        Expr::Exact(op, args) => op.is_arithmetic() && args.iter().any(is_cast),
        _ => false,
    }
}
