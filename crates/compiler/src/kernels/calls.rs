//! Calls of functions, with the cotangents of their arguments.

use super::ctype::CType;
use super::place::below;
use super::{Form, Writer, Written, refuse, word};
use crate::ir::step::{Program, ShadowArgument};
use crate::ir::*;
use crate::syntax::named::is_of_type;
use std::rc::Rc;

/// The name of the program that a call runs: where it has a tape, it is recorded, or what it recorded is read.
pub(super) fn program_of(callee: &Callee, program: Program) -> &'static str {
    let runs = matches!(program, Program::Primal | Program::Inverse);
    match callee.tape() {
        Some(_) => word(if runs { Program::Record } else { Program::Replay }),
        None => word(program),
    }
}

/// A function that an exact expression calls, a condition: it runs, and is not differentiated. Functions of Rust's own libraries and methods have no text.
pub(super) fn called(path: &syn::ExprPath) -> Option<Callee> {
    let segments = &path.path.segments;
    let first = segments.first()?.ident.to_string();
    let is_rust = ["core", "std", "alloc"].contains(&&first[..]) || Scalar::by_name(&first).is_some();
    let is_free = path.qself.is_none() && path.path.leading_colon.is_none() && !is_rust;
    (is_free && !is_of_type(&path.path)).then(|| Callee {
        path: Rc::new(path.clone()),
        ..Callee::stack(segments.first().map_or_else(proc_macro2::Span::call_site, |s| s.ident.span()))
    })
}

/// Calls `f` with each function that an expression calls, and its arguments.
pub(super) fn each_called(e: &Expr, f: &mut dyn FnMut(&Callee, &[Argument])) {
    if let Expr::Call(callee, args) = e {
        f(callee, args);
    } else if let Expr::Host(Host::Function(path), args) = e {
        if let Some(callee) = called(path) {
            f(&callee, args);
        }
    }
    e.each_part(&mut |part| each_called(part, f));
}

/// A cotangent that a call adds to, and that threads share: it is added up in storage of the thread's own first.
struct Lent {
    name: String,
    place: Place,
    is_array: bool,
}

impl Writer<'_> {
    /// Returns the number of a callee.
    pub(super) fn callee(&mut self, callee: &Callee) -> Written<usize> {
        let what = match callee.kind {
            CallKind::Function if !callee.functions.is_empty() => Some("a call that hands on a function"),
            CallKind::Function => None,
            CallKind::Value => Some("a function that is an argument"),
            CallKind::Method | CallKind::Associated => Some("a method"),
        };
        if let Some(what) = what {
            let message = format!("a kernel does not call `{}`: it is {what}", callee.name());
            return refuse(
                *callee.span,
                message,
                "call a free function that is marked `#[reversible(kernels)]` or `#[differentiable(kernels)]`",
            );
        }
        if callee.path.path.leading_colon.is_some() {
            let message = "a thread of a device has no stacks and no maps";
            return refuse(*callee.span, message, "use slices whose length does not change");
        }
        let callees = &mut self.text.callees;
        let at = callees.iter().position(|known| *known == *callee.path).unwrap_or_else(|| {
            callees.push((*callee.path).clone());
            callees.len() - 1
        });
        Ok(at)
    }

    /// Prints an argument.
    pub(super) fn argument(&mut self, arg: &Argument) -> Written<String> {
        match arg {
            Argument::Mutable(place) | Argument::Shared(place) if self.is_array(place) => self.view(place),
            Argument::Mutable(place) => {
                let number = self.number(place)?;
                Ok(format!("&{number}"))
            }
            Argument::Shared(place) => self.number(place),
            Argument::Value(Expr::Read(place)) if self.is_array(place) => self.view(place),
            Argument::Value(e) => self.expr(e),
        }
    }

    fn is_array_argument(&self, arg: &Argument) -> bool {
        match arg {
            Argument::Mutable(place) | Argument::Shared(place) => self.is_array(place),
            Argument::Value(Expr::Read(place)) => self.is_array(place),
            Argument::Value(e) => matches!(e, Expr::List(_) | Expr::Fill { .. }),
        }
    }

    /// Prints a call as a statement; its value, if there is one, has a name.
    pub(super) fn call(
        &mut self,
        callee: &Callee,
        program: Program,
        value: Option<Var>,
        seed: Option<String>,
        args: &[(&Argument, Option<&ShadowArgument>)],
    ) -> Written<()> {
        if callee.is_exchange() {
            return self.exchanged(args);
        }
        let number = self.callee(callee)?;
        let mut target = String::new();
        if let Some(var) = value {
            self.declare_number(var, CType::Real, "R(0.0)".into())?;
            target = match self.forms.get(&var) {
                Some(Form::Frame(word)) => format!("*(P_real)(F + {word}) = "),
                _ => format!("{} = ", self.number(&Place::whole(var, *callee.span))?),
            };
        }
        self.block("", |w| {
            let mut given: Vec<String> = vec!["c".into()];
            given.extend(seed);
            let (mut lent, mut cells) = (Vec::new(), Vec::new());
            let mut discards = false;
            w.line("RG_MARK");
            for (arg, shadow) in args {
                let text = match arg {
                    Argument::Mutable(place) if !w.is_array(place) => w.cell(place, &mut cells)?,
                    other => w.given(other)?,
                };
                given.push(text.clone());
                let Some(shadow) = shadow else { continue };
                given.push(match shadow.place() {
                    Some(place) if w.scattered.contains(&place.base) => w.lent(place, &mut lent)?,
                    Some(place) if w.is_array(place) => w.view(place)?,
                    Some(place) => w.cell(place, &mut cells)?,
                    None => {
                        discards = true;
                        match w.is_array_argument(arg) {
                            true => format!("rg_view_real(rg_nowhere.p, {text}.n, 0)"),
                            false => "rg_nowhere.p".into(),
                        }
                    }
                });
            }
            if discards {
                w.line("RG_ARRAY(real, rg_nowhere, 1)");
                w.line("*rg_nowhere.p = R(0.0);");
            }
            w.line(format!("{target}@{{{number}.{}}}({});", program_of(callee, program), given.join(", ")));
            cells.into_iter().for_each(|line| w.line(line));
            for Lent { name, place, is_array } in lent {
                if is_array {
                    let to = w.view(&place)?;
                    w.line(format!("rg_add_all(c, {to}, {name}, R(1.0), 1);"));
                } else {
                    let to = w.number(&place)?;
                    w.line(format!("rg_add(c, &{to}, *{name}.p);"));
                }
            }
            w.line("RG_RELEASE");
            Ok(())
        })
    }

    /// Returns a pointer to a number. One that has no address of the device is copied to a cell, and back by a line behind the call.
    fn cell(&mut self, place: &Place, back: &mut Vec<String>) -> Written<String> {
        let number = self.number(place)?;
        if !matches!(self.forms.get(&place.base), Some(Form::Value(_))) {
            return Ok(format!("&{number}"));
        }
        let ty = self.types.get(&place.base).copied().unwrap_or(CType::Real).name();
        let name = self.temporary();
        self.line(format!("RG_CELL({ty}, {name}, {number})"));
        back.push(format!("RG_BACK({name}, {number})"));
        Ok(name)
    }

    /// Prints an exchange, of the cotangents as well if they are given.
    fn exchanged(&mut self, args: &[(&Argument, Option<&ShadowArgument>)]) -> Written<()> {
        let [(Argument::Mutable(one), of_one), (Argument::Mutable(other), of_other)] = args else {
            return Ok(());
        };
        self.exchange(one, other)?;
        match (of_one.and_then(ShadowArgument::place), of_other.and_then(ShadowArgument::place)) {
            (Some(one), Some(other)) => self.exchange(one, other),
            _ => Ok(()),
        }
    }

    /// Prints an argument of a statement, where an array without a name gets one.
    fn given(&mut self, arg: &Argument) -> Written<String> {
        let Argument::Value(Expr::List(items)) = arg else { return self.argument(arg) };
        let (name, n) = (self.temporary(), items.len());
        let mut numbers = Vec::new();
        for item in items {
            let number = self.expr(item)?;
            numbers.push(number);
        }
        self.line(format!("RG_ARRAY(real, {name}, {n})"));
        for (at, number) in numbers.iter().enumerate() {
            self.line(format!("{name}.p[{at} * {name}.s] = {number};"));
        }
        Ok(name)
    }

    fn lent(&mut self, place: &Place, lent: &mut Vec<Lent>) -> Written<String> {
        let (name, is_array) = (self.temporary(), self.is_array(place));
        let text = if is_array {
            let dims = self.dims_of(place.base)?;
            let is_row = place.path.iter().all(|p| matches!(p, Projection::Index(_)));
            let n = below(&dims, place.path.len());
            if !is_row || dims.get(place.path.len()).is_none_or(Option::is_none) {
                let help = "pass a row of an array of arrays, `&cameras[i]` of a `&[[f64; 9]]`";
                return refuse(*place.span, "threads share this array, and its length is not written", help);
            }
            self.line(format!("RG_ARRAY(real, {name}, {n})"));
            self.line(format!("rg_fill_real({name}, R(-0.0));"));
            name.clone()
        } else {
            self.line(format!("RG_ARRAY(real, {name}, 1)"));
            self.line(format!("*{name}.p = R(-0.0);"));
            format!("{name}.p")
        };
        lent.push(Lent { name, place: place.clone(), is_array });
        Ok(text)
    }
}
