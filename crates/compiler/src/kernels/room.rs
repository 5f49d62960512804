//! Counts the storage that steps take: the lengths of their vectors, without the work.
//!
//! Law: a length may depend on parameters, on what was computed before a loop in threads, and on exact names of these. Then the
//! count is known before a thread starts. It is at least what is in use at any time, since no storage is counted as given back.

use super::calls::{each_called, program_of};
use super::ctype::CType;
use super::steps::{LONGEST, literal_length};
use super::{Form, Writer, Written, refuse};
use crate::analysis::region::Polynomial;
use crate::ir::step::{Procedure, Program, Step, nested};
use crate::ir::*;
use crate::sorted::Set;

impl Writer<'_> {
    /// Prints the body of the function that counts the storage of a program.
    pub(super) fn room_function(&mut self, procedure: &Procedure) -> Written<String> {
        self.line("u64 room = 1;");
        let known = self.forms.keys().copied().collect();
        self.room(&procedure.steps, known)?;
        self.line("return room;");
        Ok(std::mem::take(&mut self.out))
    }

    /// Prints statements that add the storage of steps to `room`. The forms are afterwards what they were before.
    pub(super) fn room(&mut self, steps: &[Step], mut known: Set<Var>) -> Written<()> {
        let (forms, types, mentioned) = (self.forms.clone(), self.types.clone(), self.mentioned.clone());
        let counted = self.count(steps, &mut known);
        // What is read here has to be there.
        let read = std::mem::replace(&mut self.mentioned, mentioned);
        self.mentioned.extend(read.into_iter().filter(|var| forms.contains_key(var)));
        (self.forms, self.types) = (forms, types);
        counted
    }

    fn is_known(&self, e: &Expr, known: &Set<Var>) -> bool {
        let mut lengths = true;
        e.lengths(&mut |place| lengths &= known.contains(&place.base));
        lengths && !e.reads_any(|place| !known.contains(&place.base)) && !matches!(e, Expr::Call(..))
    }

    fn count(&mut self, steps: &[Step], known: &mut Set<Var>) -> Written<()> {
        for step in steps {
            match step {
                Step::Let { var, value } | Step::Declare { var, value } => {
                    let is_let = matches!(step, Step::Let { .. });
                    if self.vars[*var].ty.depth() > 0 {
                        self.count_array(*var, value, known)?;
                    } else if is_let && !self.vars[*var].ty.is_real() && self.is_known(value, known) {
                        let (ty, text) = (self.type_of(*var, value)?, self.expr(value)?);
                        let name = format!("{}_r{}", self.name(*var), self.temporary());
                        self.types.insert(*var, ty);
                        self.forms.insert(*var, Form::Value(name.clone()));
                        self.line(format!("const {} {name} = {text};", ty.name()));
                        known.insert(*var);
                    }
                    self.count_calls(value, known)?;
                }
                Step::DeclareZero { shadow, .. } if self.stored.contains(shadow) => {}
                Step::DeclareZero { shadow, primal } => {
                    let dims =
                        if self.vars[*shadow].ty.depth() > 0 { self.dims_of(*shadow)? } else { continue };
                    if dims.first().is_some_and(|first| first.is_some()) {
                        self.count_array_of(dims.into_iter().product());
                        continue;
                    }
                    let of = Place::whole(*primal, self.vars[*primal].span);
                    if !known.contains(primal) {
                        return self.unknown_length(*primal);
                    }
                    let length = self.leaves(&of)?;
                    self.count_storage(*shadow, CType::Real, length);
                    known.insert(*shadow);
                }
                Step::Call { callee, program, args, .. } => {
                    let args: Vec<_> = args.iter().map(|arg| (arg, false)).collect();
                    self.count_call(callee, *program, false, &args, known)?;
                }
                Step::CallAdjoint { callee, program, args, .. } => {
                    let args: Vec<_> = args.iter().map(|(arg, _)| (arg, true)).collect();
                    self.count_call(callee, *program, false, &args, known)?;
                }
                Step::Pull { callee, args, .. } => {
                    let args: Vec<_> = args.iter().map(|(arg, _)| (arg, true)).collect();
                    self.count_call(callee, Program::Adjoint, true, &args, known)?;
                }
                Step::Update(u) => self.count_calls(&u.value, known)?,
                Step::Set { value, .. } => self.count_calls(value, known)?,
                Step::If { condition, .. } | Step::While { condition, .. } => {
                    self.count_calls(condition, known)?
                }
                Step::For { .. } | Step::Block(_) => {}
                Step::Window { .. } | Step::Refill { .. } | Step::Seed { .. } | Step::Accumulate { .. } => {}
                Step::Push { .. } | Step::Pop { .. } | Step::Lanes(_) | Step::Check(_) | Step::Safe(_) => {}
            }
            for inner in nested(step) {
                self.count(inner, &mut known.clone())?;
            }
        }
        Ok(())
    }

    fn unknown_length<T>(&self, var: Var) -> Written<T> {
        let v = &self.vars[var];
        let message = format!("the length of `{}` is not known before the threads start", v.name);
        refuse(v.span, message, "compute the length before the loop, from lengths and parameters")
    }

    fn count_array(&mut self, var: Var, value: &Expr, known: &mut Set<Var>) -> Written<()> {
        let length = match value {
            Expr::Fill { .. } if literal_length(value).is_some() => {
                self.count_array_of(literal_length(value));
                return Ok(());
            }
            Expr::List(_) => {
                self.count_array_of(self.dims_of(var)?.into_iter().product());
                return Ok(());
            }
            Expr::Fill { length, value: inner, .. } => {
                if !self.is_known(length, known) || !self.is_known_count(inner, known) {
                    return self.unknown_length(var);
                }
                self.leaf_count(value)?
            }
            Expr::Read(of) => {
                let mut indices = true;
                of.each_index(&mut |i| indices &= self.is_known(i, known));
                if !known.contains(&of.base) || !indices {
                    return self.unknown_length(var);
                }
                self.leaves(of)?
            }
            _ => return Ok(()),
        };
        let ty = self.type_of(var, value)?;
        self.count_storage(var, ty, length);
        known.insert(var);
        Ok(())
    }

    /// An array of a written length, which has no storage where a thread has memory of its own.
    fn count_array_of(&mut self, leaves: Option<u64>) {
        match leaves {
            Some(n) if n <= LONGEST => self.line(format!("room += RG_LOCAL({n});")),
            Some(n) => self.line(format!("room += {n};")),
            None => {}
        }
    }

    fn is_known_count(&self, e: &Expr, known: &Set<Var>) -> bool {
        match e {
            Expr::Fill { value, length, .. } => {
                self.is_known(length, known) && self.is_known_count(value, known)
            }
            _ => true,
        }
    }

    /// A vector that has a length and no numbers.
    fn count_storage(&mut self, var: Var, ty: CType, length: String) {
        let (name, tag) = (format!("{}_r{}", self.name(var), self.temporary()), ty.name());
        self.line(format!("const V_{tag} {name} = rg_view_{tag}(0, {length}, 0); room += {name}.n;"));
        self.types.insert(var, ty);
        self.forms.insert(var, Form::View(name));
    }

    fn count_calls(&mut self, e: &Expr, known: &Set<Var>) -> Written<()> {
        let mut calls = Vec::new();
        each_called(e, &mut |callee, args| calls.push((callee.clone(), args.to_vec())));
        for (callee, args) in calls {
            let args: Vec<_> = args.iter().map(|arg| (arg, false)).collect();
            self.count_call(&callee, Program::Primal, false, &args, known)?;
        }
        Ok(())
    }

    /// Adds the storage of a callee. Numbers do not matter; an integer that is not known is so large that storage of that length is
    /// refused when the program starts.
    fn count_call(
        &mut self,
        callee: &Callee,
        program: Program,
        returns: bool,
        args: &[(&Argument, bool)],
        known: &Set<Var>,
    ) -> Written<()> {
        if callee.is_exchange() {
            return Ok(());
        }
        let (number, program) = (self.callee(callee)?, program_of(callee, program));
        let mut given = vec!["c".to_string()];
        given.extend(returns.then(|| "R(0.0)".to_string()));
        for (arg, carries) in args {
            let (text, shadow) = self.counted_argument(arg, known)?;
            given.push(text);
            given.extend(carries.then_some(shadow));
        }
        self.line(format!("room += @{{{number}.{program}}}_room({});", given.join(", ")));
        // Each argument may have a cell, and each cotangent: a number, or an array that is handed over.
        let mut cells = 1;
        for (arg, carries) in args {
            let n = match arg {
                Argument::Value(Expr::List(items)) => items.len() as u64,
                Argument::Mutable(place) | Argument::Shared(place) | Argument::Value(Expr::Read(place)) => {
                    super::place::below(&self.dims_of(place.base)?, place.path.len())
                }
                Argument::Value(_) => 1,
            };
            cells += n * if *carries { 2 } else { 1 };
        }
        self.count_array_of(Some(cells));
        Ok(())
    }

    fn counted_argument(&mut self, arg: &Argument, known: &Set<Var>) -> Written<(String, String)> {
        let number = |text: String| (text, "(P_real)0".to_string());
        let place = match arg {
            Argument::Mutable(place) | Argument::Shared(place) => place,
            Argument::Value(Expr::Read(place)) => place,
            Argument::Value(Expr::List(items)) => {
                let view = format!("rg_view_real(0, {}, 0)", items.len());
                return Ok((view.clone(), view));
            }
            Argument::Value(e) if self.ctype(e) == Some(CType::Real) => return Ok(number("R(0.0)".into())),
            Argument::Value(e) if self.is_known(e, known) => {
                let text = self.expr(e)?;
                return Ok(number(text));
            }
            Argument::Value(_) => return Ok(number("RG_UNKNOWN".into())),
        };
        let ty = match self.vars[place.base].ty.leaf() {
            Type::Real => CType::Real,
            _ => self.types.get(&place.base).copied().unwrap_or(CType::COUNT),
        };
        if !self.is_array(place) {
            let text = match arg {
                Argument::Mutable(_) => format!("(P_{})0", ty.name()),
                _ if ty == CType::Real => "R(0.0)".into(),
                _ if known.contains(&place.base) && place.is_whole() => self.number(place)?,
                _ => "RG_UNKNOWN".into(),
            };
            return Ok(number(text));
        }
        // A part whose length is not known is at most the whole.
        let mut indices = true;
        place.each_index(&mut |i| indices &= self.is_known(i, known));
        let is_row = place.path.iter().all(|p| matches!(p, Projection::Index(_)));
        let dims = self.dims_of(place.base)?;
        let length = match (is_row, dims.get(place.path.len())) {
            (true, Some(Some(_))) => super::place::below(&dims, place.path.len()).to_string(),
            _ if !known.contains(&place.base) => "RG_UNKNOWN".into(),
            _ if indices && place.path.len() <= 1 => self.leaves(place)?,
            _ => match self.known_length(place, known) {
                Some(length) => format!("({}) * {}", self.expr(&length)?, super::place::below(&dims, 1)),
                None => self.leaves(&Place::whole(place.base, place.span))?,
            },
        };
        Ok((format!("rg_view_{}(0, {length}, 0)", ty.name()), format!("rg_view_real(0, {length}, 0)")))
    }

    /// Returns the number of elements of a part if that is known where its bounds are not: `d` of `x[r * d..r * d + d]`.
    fn known_length(&self, place: &Place, known: &Set<Var>) -> Option<Expr> {
        let [Projection::Range(start, end)] = &place.path[..] else { return None };
        let of = |e: &Expr| Polynomial::of(e, self.vars);
        let length = of(end).plus(&of(start), -1).expr();
        self.is_known(&length, known).then_some(length)
    }
}
