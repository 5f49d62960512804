//! Steps.

use super::ctype::CType;
use super::place::below;
use super::{Form, Writer, Written, refuse};
use crate::ir::step::{Check, Claim, Cotangent, Step};
use crate::ir::*;

/// The longest array that a thread has in its registers or its own memory.
pub(super) const LONGEST: u64 = 4096;

/// Storage for numbers: its length, and the first value of each.
struct Storage {
    /// The number of leaves, where it is written.
    literal: Option<u64>,
    length: String,
    value: String,
}

impl Writer<'_> {
    /// Prints steps in order.
    pub(super) fn steps(&mut self, steps: &[Step]) -> Written<()> {
        steps.iter().try_for_each(|step| self.step(step))
    }

    /// Prints steps in braces, and gives back the storage that they take.
    pub(super) fn body(&mut self, head: impl AsRef<str>, steps: &[Step]) -> Written<()> {
        self.block(head, |w| {
            let (outer, forms) = (std::mem::take(&mut w.out), w.forms.clone());
            let printed = w.steps(steps);
            // What is declared again inside has its first name again behind.
            w.forms = forms;
            let inner = std::mem::replace(&mut w.out, outer);
            printed?;
            let takes = inner.contains("rg_vec_") || inner.contains("RG_ARRAY");
            if takes {
                w.line("const u64 mark = c->top;");
            }
            w.out.push_str(&inner);
            if takes {
                w.line("c->top = mark;");
            }
            Ok(())
        })
    }

    fn step(&mut self, step: &Step) -> Written<()> {
        match step {
            Step::Let { var, value } | Step::Declare { var, value } => self.declare(*var, value),
            Step::DeclareZero { shadow, primal } => self.declare_zero(*shadow, *primal),
            Step::Set { var, value } => {
                let (place, value) = (Place::whole(*var, self.vars[*var].span), self.expr(value)?);
                let target = self.number(&place)?;
                self.line(format!("{target} = {value};"));
                Ok(())
            }
            Step::Refill { place, value, .. } => {
                let value = match value {
                    Some(value) => self.first_value(value)?,
                    None => "R(-0.0)".into(),
                };
                if !self.is_array(place) {
                    let target = self.number(place)?;
                    self.line(format!("{target} = {value};"));
                    return Ok(());
                }
                let view = self.view(place)?;
                let ty = self.types.get(&place.base).copied().unwrap_or(CType::Real).name();
                self.line(format!("rg_fill_{ty}({view}, {value});"));
                Ok(())
            }
            Step::Update(u) => self.update(u),
            Step::Call { callee, program, args, .. } => {
                let args: Vec<_> = args.iter().map(|arg| (arg, None)).collect();
                self.call(callee, *program, None, None, &args)
            }
            Step::CallAdjoint { callee, program, args, .. } => {
                let args: Vec<_> = args.iter().map(|(arg, shadow)| (arg, Some(shadow))).collect();
                self.call(callee, *program, None, None, &args)
            }
            Step::Pull { value, callee, seed, args, .. } => {
                let args: Vec<_> = args.iter().map(|(arg, shadow)| (arg, Some(shadow))).collect();
                let seed = self.cotangent(seed)?;
                self.call(callee, crate::ir::step::Program::Adjoint, *value, Some(seed), &args)
            }
            Step::Seed { var, value } => {
                let value = self.cotangent(value)?;
                self.declare_number(*var, CType::Real, value)
            }
            Step::Accumulate { place, value } => self.accumulate(place, value),
            Step::Window { var, of, start, length, .. } => self.window(*var, of, start, length),
            Step::For { index, range, body, .. } => self.counted(*index, range, body),
            Step::If { condition, then, otherwise } => {
                let condition = self.expr(condition)?;
                self.body(format!("if ({condition})"), then)?;
                if otherwise.is_empty() { Ok(()) } else { self.body("else", otherwise) }
            }
            Step::While { condition, body } => {
                let condition = self.expr(condition)?;
                self.body(format!("while ({condition})"), body)
            }
            Step::Block(body) => self.body("", body),
            Step::Check(check) => self.check(check),
            Step::Push { stack, number } if self.vars[*stack].role == Role::Tape => self.keep(*number),
            Step::Pop { stack, number, like } if self.vars[*stack].role == Role::Tape => {
                self.take(*number, like.as_ref())
            }
            Step::Push { stack, .. } | Step::Pop { stack, .. } => {
                let v = &self.vars[*stack];
                let message = "this keeps decisions on a stack, which a thread of a device has not";
                refuse(
                    v.span,
                    message,
                    "write a postcondition, `if (before, after) { … }`, or leave `#[keep]` away",
                )
            }
            Step::Safe(safe) => refuse(
                safe.span,
                "a device does not run ordinary Rust",
                "leave `safe!` away, or move it outside",
            ),
            Step::Lanes(lanes) => refuse(lanes.span, "this loop is in lanes already", "report this, please"),
        }
    }

    fn declare(&mut self, var: Var, value: &Expr) -> Written<()> {
        // The tape of a function is the trail of its thread.
        if self.vars[var].role == Role::Tape {
            return Ok(());
        }
        let ty = self.type_of(var, value)?;
        self.types.insert(var, ty);
        if self.vars[var].ty.depth() > 0 {
            return self.declare_array(var, ty, value);
        }
        if let Expr::Call(callee, args) = value {
            let args: Vec<_> = args.iter().map(|arg| (arg, None)).collect();
            return self.call(callee, crate::ir::step::Program::Primal, Some(var), None, &args);
        }
        // A function with a text returns a number.
        if let (Expr::Host(Host::Function(path), _), CType::Integer(_)) = (value, ty) {
            if super::calls::called(path).is_some() {
                return super::expr::plain_function(path);
            }
        }
        let value = self.expr(value)?;
        self.declare_number(var, ty, value)
    }

    /// Declares a number, in the frame if it has a word there.
    pub(super) fn declare_number(&mut self, var: Var, ty: CType, value: String) -> Written<()> {
        self.types.insert(var, ty);
        if let Some(Form::Frame(word)) = self.forms.get(&var) {
            self.line(format!("*(P_{})(F + {word}) = {value};", ty.name()));
            return Ok(());
        }
        let name = self.declared_name(var);
        self.forms.insert(var, Form::Value(name.clone()));
        self.line(format!("{} {name} = {value};", ty.name()));
        Ok(())
    }

    fn declare_array(&mut self, var: Var, ty: CType, value: &Expr) -> Written<()> {
        match value {
            Expr::Fill { .. } => {
                let storage = Storage {
                    literal: literal_length(value),
                    length: self.leaf_count(value)?,
                    value: self.first_value(value)?,
                };
                self.storage(var, ty, storage)
            }
            Expr::List(items) => {
                let mut flat = Vec::new();
                self.listed(items, &mut flat)?;
                self.storage_of(var, ty, flat.len() as u64)?;
                let name = self.view(&Place::whole(var, self.vars[var].span))?;
                for (at, item) in flat.iter().enumerate() {
                    self.line(format!("{name}.p[{at} * {name}.s] = {item};"));
                }
                Ok(())
            }
            Expr::Read(of) => {
                let (length, of) = (self.leaves(of)?, self.view(of)?);
                let zero = if ty == CType::Real { "R(0.0)" } else { "0" };
                let literal = self.dims_of(var)?.into_iter().product();
                self.storage(var, ty, Storage { literal, length, value: zero.into() })?;
                let name = self.view(&Place::whole(var, self.vars[var].span))?;
                self.line(format!("rg_copy_{}({name}, {of});", ty.name()));
                Ok(())
            }
            _ => {
                let v = &self.vars[var];
                refuse(
                    v.span,
                    format!("a kernel cannot make `{}` so", v.name),
                    "write `vec![0.0; n]` or `[0.0; 3]`, and add to its elements",
                )
            }
        }
    }

    fn listed(&mut self, items: &[Expr], flat: &mut Vec<String>) -> Written<()> {
        for item in items {
            match item {
                Expr::List(inner) => self.listed(inner, flat)?,
                number => {
                    let number = self.expr(number)?;
                    flat.push(number);
                }
            }
        }
        Ok(())
    }

    /// Declares an array with so many leaves.
    pub(super) fn storage_of(&mut self, var: Var, ty: CType, leaves: u64) -> Written<()> {
        let zero = if ty == CType::Real { "R(0.0)" } else { "0" };
        self.storage(
            var,
            ty,
            Storage { literal: Some(leaves), length: leaves.to_string(), value: zero.into() },
        )
    }

    fn storage(&mut self, var: Var, leaf: CType, storage: Storage) -> Written<()> {
        let (name, ty) = (self.declared_name(var), leaf.name());
        let Storage { literal, length, value } = storage;
        let in_frame = matches!(self.forms.get(&var), Some(Form::Frame(_)));
        match literal.filter(|n| *n <= LONGEST && !in_frame) {
            Some(n) => {
                self.line(format!("RG_ARRAY({ty}, {name}, {n})"));
                self.line(format!("rg_fill_{ty}({name}, {value});"));
            }
            None => {
                let site = self.site(format!("there is not enough storage for `{}`", self.vars[var].name));
                self.line(format!("const V_{ty} {name} = rg_vec_{ty}(c, {length}, {value}, {site});"));
            }
        }
        self.framed(var, leaf, name);
        Ok(())
    }

    /// Binds an array that has just been declared by a name, and puts its place into the frame if it has words there.
    pub(super) fn framed(&mut self, var: Var, ty: CType, name: String) {
        if let Some(Form::Frame(word)) = self.forms.get(&var) {
            let ty = ty.name();
            self.line(format!("F[{word}] = rg_offset_{ty}(c, {name}); F[{word} + 1] = {name}.n;"));
        }
        self.forms.insert(var, Form::View(name));
    }

    /// Prints the number of leaves that an array has.
    pub(super) fn leaf_count(&mut self, e: &Expr) -> Written<String> {
        match e {
            Expr::Fill { value, length, .. } => {
                let (length, inner) = (self.expr(length)?, self.leaf_count(value)?);
                Ok(if inner == "1" { length } else { format!("({length}) * ({inner})") })
            }
            _ => Ok("1".into()),
        }
    }

    fn first_value(&mut self, e: &Expr) -> Written<String> {
        match e {
            Expr::Fill { value, .. } => self.first_value(value),
            number => self.expr(number),
        }
    }

    fn declare_zero(&mut self, shadow: Var, primal: Var) -> Written<()> {
        self.types.insert(shadow, CType::Real);
        if self.vars[shadow].ty.depth() == 0 {
            return self.declare_number(shadow, CType::Real, "R(-0.0)".into());
        }
        let dims = self.dims_of(shadow)?;
        let literal = dims.iter().copied().product::<Option<u64>>();
        let length = match literal {
            Some(n) => n.to_string(),
            None => self.leaves(&Place::whole(primal, self.vars[primal].span))?,
        };
        if self.stored.contains(&shadow) {
            self.zero_in_store(shadow, &length);
            return Ok(());
        }
        self.storage(shadow, CType::Real, Storage { literal, length, value: "R(-0.0)".into() })
    }

    fn update(&mut self, u: &Update) -> Written<()> {
        if self.is_array(&u.place) {
            return refuse(u.span, "a kernel updates numbers one by one", "write a loop over the elements");
        }
        let value = self.expr(&u.value)?;
        if self.scattered.contains(&u.place.base) {
            let place = self.number(&u.place)?;
            let value = if u.sign == Sign::Minus { format!("-({value})") } else { value };
            self.line(format!("rg_add(c, &{place}, {value});"));
            return Ok(());
        }
        let place = self.number(&u.place)?;
        self.line(format!("{place} {} {value};", crate::ir::print::text::operator(u.group, u.sign)));
        Ok(())
    }

    /// Prints `± seed · factor`, as Rust does it.
    fn cotangent(&mut self, value: &Cotangent) -> Written<String> {
        let seed = self.number(&value.seed)?;
        Ok(match (&value.factor, value.sign) {
            (None, Sign::Plus) => seed,
            (None, Sign::Minus) => format!("(-{seed})"),
            (Some(factor), Sign::Plus) => format!("({seed} * {})", self.expr(factor)?),
            (Some(factor), Sign::Minus) => format!("({seed} * (-{}))", self.expr(factor)?),
        })
    }

    fn accumulate(&mut self, place: &Place, value: &Cotangent) -> Written<()> {
        if self.is_array(place) {
            let (to, from) = (self.view(place)?, self.view(&value.seed)?);
            let scale = match (&value.factor, value.sign) {
                (None, Sign::Plus) => "R(1.0)".to_string(),
                (None, Sign::Minus) => "R(-1.0)".to_string(),
                (Some(_), _) => {
                    return refuse(
                        *place.span,
                        "a kernel scales numbers one by one",
                        "write a loop over the elements",
                    );
                }
            };
            let shared = u8::from(self.scattered.contains(&place.base));
            self.line(format!("rg_add_all(c, {to}, {from}, {scale}, {shared});"));
            return Ok(());
        }
        let value = self.cotangent(value)?;
        let to = self.number(place)?;
        if self.scattered.contains(&place.base) {
            self.line(format!("rg_add(c, &{to}, {value});"));
        } else {
            self.line(format!("{to} += {value};"));
        }
        Ok(())
    }

    fn window(&mut self, var: Var, of: &Place, start: &Expr, length: &Expr) -> Written<()> {
        let (start, length, whole) = (self.expr(start)?, self.expr(length)?, self.view(of)?);
        let dims = self.dims_of(of.base)?;
        let size = below(&dims, of.path.len() + 1);
        let ty = self.types.get(&of.base).copied().unwrap_or(CType::Real);
        let text = crate::ir::print::text::place(of, self.vars);
        let site = self.site(format!("a loop reaches beyond the end of `{text}`"));
        let (name, tag) = (self.declared_name(var), ty.name());
        self.line(format!(
            "const V_{tag} {name} = rg_window_{tag}(c, {whole}, ({start}) * {size}, ({length}) * {size}, {site});"
        ));
        self.types.insert(var, ty);
        self.forms.insert(var, Form::View(name));
        if self.scattered.contains(&of.base) {
            self.scattered.insert(var);
        }
        Ok(())
    }

    fn counted(&mut self, index: Var, range: &Range, body: &[Step]) -> Written<()> {
        let ty = self.ctype(&range.end).or_else(|| self.ctype(&range.start));
        let ty = ty.unwrap_or(CType::Integer(IntegerType::I64));
        let (start, end) = (self.expr(&range.start)?, self.expr(&range.end)?);
        let (name, tag) = (self.declared_name(index), ty.name());
        self.types.insert(index, ty);
        self.forms.insert(index, Form::Value(name.clone()));
        let (a, b) = (self.temporary(), self.temporary());
        let end = if range.inclusive { format!("{end} + 1") } else { end };
        let (step, nth) = (range.step.as_ref(), range.nth.as_ref());
        if step.is_none() && nth.is_none() && !range.falling {
            let head = format!("for ({tag} {name} = {start}, {b} = {end}; {name} < {b}; ++{name})");
            return self.body(head, body);
        }
        let step = step.map_or(Ok("1".to_string()), |step| self.expr(step))?;
        let nth = nth.map(|nth| self.expr(nth)).transpose()?;
        let (k, first, last) = (self.temporary(), self.temporary(), self.temporary());
        self.block("", |w| {
            w.line(format!("const {tag} {a} = {start}, {b} = {end};"));
            w.line(format!(
                "const u64 {last}_all = {a} < {b} ? ((u64)({b} - {a}) + ({step}) - 1) / ({step}) : 0;"
            ));
            let (from, to) = match nth {
                Some(nth) => (nth.clone(), format!("({nth} < {last}_all ? {nth} + 1 : 0)")),
                None => ("0".into(), format!("{last}_all")),
            };
            w.line(format!("const u64 {first} = {from}, {last} = {to};"));
            w.block(format!("for (u64 {k} = {first}; {k} < {last}; ++{k})"), |w| {
                // Counted from the end, the indices already fall.
                let number = match (range.falling, range.from_end) {
                    (true, true) | (false, false) => k.clone(),
                    (true, false) | (false, true) => format!("({last}_all - 1 - {k})"),
                };
                let (number, base) = match (range.from_end, range.falling) {
                    (true, true) => (format!("-({tag})({k} * ({step}))"), format!("{b} - 1")),
                    (true, false) => (format!("-({tag})({number} * ({step}))"), format!("{b} - 1")),
                    (false, _) => (format!("+({tag})({number} * ({step}))"), a.clone()),
                };
                w.line(format!("const {tag} {name} = {base} {number};"));
                w.body("", body)
            })
        })
    }

    /// Prints what is checked in every build.
    fn check(&mut self, check: &Check) -> Written<()> {
        match &check.claim {
            Claim::Lengths(both) if check.law.is_always_checked() => {
                let (one, other) = (self.expr(&both.length)?, self.expr(&both.other)?);
                let site = self.site(format!("`{}` is not as long as `{}`", both.names[1], both.names[0]));
                self.line(format!("if ({one} != {other}) rg_fault(c, {site});"));
                Ok(())
            }
            Claim::Lengths(_) | Claim::Truth(..) | Claim::Restored(..) | Claim::Number(_) => Ok(()),
            Claim::Known(..) | Claim::Whole(..) | Claim::Key(..) | Claim::Fits(..) => Ok(()),
        }
    }
}

/// The number of leaves of an array whose lengths are all written.
pub(super) fn literal_length(e: &Expr) -> Option<u64> {
    match e {
        Expr::Fill { value, length, heap: false } => match &**length {
            Expr::Constant(length) => Some(length.as_usize()? as u64 * literal_length(value)?),
            _ => None,
        },
        Expr::Fill { .. } => None,
        _ => Some(1),
    }
}
