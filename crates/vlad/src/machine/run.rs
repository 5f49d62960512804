//! The interpreter: one loop, with registers on a stack of its own.
//!
//! A frame contains the running procedure and its registers. A tail call replaces its frame, so loops run in constant
//! space. The heap is collected only when a procedure is entered.

use super::heap::LEAST;
use super::instr::{Instr, Operand, Place, Run};
use super::nested::is_forward_only;
use super::prims::{is_procedure, on_one, on_two};
use super::retag::Retag;
use super::value::{Ref, Value};
use super::views::fault;
use super::{Machine, Waiting};
use crate::error::{Error, ErrorKind, Result};
use crate::prim::Prim;
use crate::source::Span;
use crate::tags::{Tag, Tags};

/// The position of the machine.
struct At {
    pc: u32,
    base: u32,
    /// The running procedure, if it captured anything.
    this: Ref,
}

impl Machine {
    /// Applies a procedure to a value.
    ///
    /// # Errors
    ///
    /// Any error of the program, with the place and the procedures that were running.
    pub(crate) fn call(&mut self, function: Value, argument: Value) -> Result<Value> {
        let (depth, height) = (self.waiting.len(), self.stack.len());
        let mut at = At { pc: 0, base: height as u32 + 1, this: Ref(0) };
        let done = self.start(&mut at, function, argument, depth);
        let done = match done {
            Ok(value) => Ok(value),
            Err(mut error) => {
                if at.pc > 0 {
                    let (span, frames) = self.trace(at.pc, at.base, depth);
                    let mut places = span.into_iter().chain(frames.iter().filter_map(|frame| frame.span));
                    if let Some(span) = places.find(|span| *span != Span::NOWHERE) {
                        error = error.at(span);
                    }
                    if error.0.trace.is_empty() {
                        error.0.trace = frames;
                    }
                }
                Err(error)
            }
        };
        self.waiting.truncate(depth);
        self.stack.truncate(height);
        done
    }

    fn start(&mut self, at: &mut At, function: Value, argument: Value, depth: usize) -> Result<Value> {
        self.stack.push(function);
        self.stack.push(argument);
        let arguments = [argument];
        self.waiting.push(Waiting { pc: 0, base: at.base, to: 0, parts: Run::NONE, tags: Tags::NONE });
        match self.enter(at, function, &arguments, Tags::NONE)? {
            Some(value) => Ok(value),
            None => self.run(at, depth),
        }
    }

    #[inline(always)]
    fn get(&self, at: &At, operand: Operand) -> Value {
        match operand.place() {
            Place::Register(i) => self.stack[at.base as usize + i],
            Place::Captured(i) => self.heap.cell(at.this, 1 + i),
            Place::Constant(i) => self.constants[i],
        }
    }

    #[inline(always)]
    fn set(&mut self, at: &At, register: u32, value: Value) {
        self.stack[(at.base + register) as usize] = value;
    }

    /// Copies operands, for a call or a rule.
    #[inline(always)]
    fn gather<'a>(&self, at: &At, run: Run, into: &'a mut [Value; 16]) -> &'a [Value] {
        for i in 0..run.len as usize {
            into[i] = self.get(at, self.operands[run.start as usize + i]);
        }
        &into[..run.len as usize]
    }

    /// Builds the tuple of arguments that were passed as separate parts.
    fn tuple(&mut self, arguments: &[Value], tags: Tags) -> Value {
        let Some((last, before)) = arguments.split_last() else { return Value::NIL };
        before.iter().rev().fold(*last, |tail, head| self.heap.pair(tags, *head, tail))
    }

    /// Starts a procedure. Its frame begins at the top of the stack, and `at.base` is its first register: sets the
    /// registers and the next instruction. A primitive is applied at once, and its result returned.
    #[inline(always)]
    fn enter(
        &mut self,
        at: &mut At,
        function: Value,
        arguments: &[Value],
        tags: Tags,
    ) -> Result<Option<Value>> {
        self.spend(1)?;
        let closure = match function {
            Value::Closure(_, Retag::SAME, r) => r,
            Value::Closure(_, retag, r) => self.opened(retag, r)?,
            _ => match self.procedure(function, arguments, tags)? {
                Ok(closure) => closure,
                Err(done) => return Ok(Some(done)),
            },
        };
        let (code, _) = self.heap.header(closure);
        let entry = self.entry(code)?;
        let base = at.base as usize;
        self.stack.truncate(base - 1);
        self.stack.push(Value::Closure(entry.tags, Retag::SAME, closure));
        self.stack.resize(base + entry.registers as usize, Value::NIL);
        let n = entry.arguments as usize;
        if n == arguments.len() && (n == 1 || tags == entry.pair_tags) {
            if !entry.tags.is_none() {
                let given = if n == 1 { arguments[0].tags() } else { tags };
                self.check_tags(entry.tags, given, function, arguments, tags)?;
            }
            self.stack[base..base + n].copy_from_slice(arguments);
            at.pc = entry.direct;
        } else {
            let argument = self.tuple(arguments, tags);
            self.check_tags(entry.tags, argument.tags(), function, arguments, tags)?;
            self.stack[base + if n == 1 { 0 } else { n }] = argument;
            at.pc = entry.start;
        }
        at.this = closure;
        if self.pressure() >= self.due {
            self.collect(at)?;
        }
        Ok(None)
    }

    #[inline(always)]
    fn check_tags(
        &mut self,
        asked: Tags,
        given: Tags,
        function: Value,
        arguments: &[Value],
        tags: Tags,
    ) -> Result<()> {
        if asked.is_prefix_of(given) {
            return Ok(());
        }
        let argument = self.tuple(arguments, tags);
        let error = fault("Argument has wrong type for target");
        let hint = match asked.top() {
            Some(crate::tags::Tag::Reverse) => {
                "a procedure that went through *j takes what went through *j: ((*j f) (*j x))"
            }
            Some(crate::tags::Tag::Sensitivity) => "a backpropagator takes a cotangent: (sensitize y)",
            Some(crate::tags::Tag::Forward) => {
                "a procedure of bundles takes a bundle: (bundle x (perturb x1))"
            }
            _ => "a perturbed procedure takes a perturbed argument",
        };
        Err(self.blame(error, &[function, argument]).hint(hint))
    }

    /// Returns a procedure after retagging, with a cell for each value that it captured. The result is cached until
    /// the next collection, so that a loop does not open its own procedure again and again.
    #[inline(never)]
    fn opened(&mut self, retag: Retag, closure: Ref) -> Result<Ref> {
        let slot = (closure.0 ^ retag.number() << 3) as usize % self.opened.len();
        if let Some((known, how, opened)) = self.opened[slot] {
            if known == closure && how == retag {
                return Ok(opened);
            }
        }
        let (code, len) = self.code_of(retag, closure)?;
        let made = self.heap.closure(Tags::NONE, code, (0..len).map(|_| Value::NIL));
        let Value::Closure(_, _, opened) = made else { unreachable!("a closure was built") };
        for i in 0..len {
            let value = self.captured(retag, closure, i)?;
            self.heap.set(opened, 1 + i, value);
        }
        self.opened[slot] = Some((closure, retag, opened));
        Ok(opened)
    }

    /// Returns the closure to run for a value in the position of a procedure; for an untransformed primitive, its
    /// result.
    #[inline(never)]
    fn procedure(
        &mut self,
        function: Value,
        arguments: &[Value],
        tags: Tags,
    ) -> Result<std::result::Result<Ref, Value>> {
        match self.force(function)? {
            Value::Closure(_, Retag::SAME, r) => Ok(Ok(r)),
            Value::Closure(_, retag, r) => self.opened(retag, r).map(Ok),
            Value::Prim(Tags::NONE, prim) => {
                if let [Value::Real(Tags::NONE, x), Value::Real(Tags::NONE, y)] = arguments {
                    if let Some(value) = on_two(prim, *x, *y, Tags::NONE) {
                        self.operations += 1;
                        return Ok(Err(value));
                    }
                }
                let argument = self.tuple(arguments, tags);
                self.primitive(prim, argument).map(Err)
            }
            Value::Prim(prim_tags, prim) if is_procedure(prim_tags) => {
                if is_forward_only(prim_tags) {
                    if let (Prim::Rule(rule), true) = (prim, arguments.len() == 1 || tags == prim_tags) {
                        if let Some(value) = self.tower(rule, arguments, [prim_tags; 2], prim_tags) {
                            return Ok(Err(value));
                        }
                    }
                    let argument = self.tuple(arguments, tags);
                    if let Some(value) = self.commuting(prim, &[argument], prim_tags)? {
                        return Ok(Err(value));
                    }
                }
                let code = self.prim_code(prim, prim_tags)?;
                match self.heap.closure(prim_tags, code, []) {
                    Value::Closure(_, _, r) => Ok(Ok(r)),
                    _ => unreachable!("a closure was built"),
                }
            }
            other => {
                let argument = self.tuple(arguments, tags);
                Err(self.blame(fault("Target is not a procedure"), &[other, argument]))
            }
        }
    }

    /// Runs until the waiting calls are `depth` again.
    fn run(&mut self, at: &mut At, depth: usize) -> Result<Value> {
        let mut scratch = [Value::NIL; 16];
        loop {
            let instr = self.instrs[at.pc as usize];
            at.pc += 1;
            match instr {
                Instr::Prim2 { prim, to, a, b, off, on } => {
                    let (x, y) = (self.get(at, a), self.get(at, b));
                    if let (Value::Real(s, x), Value::Real(t, y)) = (x, y) {
                        if s == off[0] && t == off[1] {
                            if let Some(value) = on_two(prim, x, y, on) {
                                self.operations += 1;
                                self.set(at, to, value);
                                continue;
                            }
                        }
                    }
                    let value = match prim {
                        // A value without the tag is a fault, which the general path reports.
                        Prim::Plus
                            if off == [on; 2] && on.is_prefix_of(x.tags()) && on.is_prefix_of(y.tags()) =>
                        {
                            self.plus(x, y)?
                        }
                        _ => self.beneath(prim, on, &[x, y], off)?,
                    };
                    self.set(at, to, value);
                }
                Instr::Prim1 { prim, to, a, off, on } => {
                    let x = self.get(at, a);
                    let value = match (prim, x) {
                        (Prim::IsNull, Value::Nil(t)) if t == off => Some(Value::Boolean(on, true)),
                        (Prim::IsNull, Value::Pair(t, ..)) if t == off => Some(Value::Boolean(on, false)),
                        (Prim::Zero, Value::Real(t, _)) => t.replaced(off, on).map(|t| Value::Real(t, 0.0)),
                        (Prim::Zero, Value::Nil(t)) => t.replaced(off, on).map(Value::Nil),
                        (_, Value::Real(t, x)) if t == off => {
                            let value = on_one(prim, x, on);
                            self.operations += u64::from(value.is_some());
                            value
                        }
                        _ => None,
                    };
                    let value = match value {
                        Some(value) => value,
                        None => self.beneath(prim, on, &[x], [off; 2])?,
                    };
                    self.set(at, to, value);
                }
                Instr::Branch { condition, target } => {
                    let condition = match self.get(at, condition) {
                        lazy @ Value::Lazy(..) => self.force(lazy)?,
                        value => value,
                    };
                    if matches!(condition, Value::Boolean(_, false)) {
                        at.pc = target;
                    }
                }
                Instr::Call { to, function, arguments, tags } => {
                    let waiting =
                        Waiting { pc: at.pc, base: at.base, to, parts: Run::NONE, tags: Tags::NONE };
                    self.wait(at, waiting, (function, arguments, tags), depth)?;
                }
                Instr::CallParts { to: parts, pair_tags, function, arguments, tags } => {
                    let to = self.target(parts, 0);
                    let waiting = Waiting { pc: at.pc, base: at.base, to, parts, tags: pair_tags };
                    self.wait(at, waiting, (function, arguments, tags), depth)?;
                }
                Instr::TailCall { function, arguments, tags } => {
                    let f = self.get(at, function);
                    let arguments = self.gather(at, arguments, &mut scratch);
                    if let Some(value) = self.enter(at, f, arguments, tags)? {
                        if self.leave(at, value, depth) {
                            return Ok(value);
                        }
                    }
                }
                Instr::Return { from } => {
                    let value = self.get(at, from);
                    if self.leave(at, value, depth) {
                        return Ok(value);
                    }
                }
                Instr::ReturnParts { parts, tags } => {
                    let values = self.gather(at, parts, &mut scratch);
                    if let Some(value) = self.leave_parts(at, values, tags, depth) {
                        return Ok(value);
                    }
                }
                Instr::Cons { to, tags, head, tail } => {
                    let (head, tail) = (self.get(at, head), self.get(at, tail));
                    let pair = self.heap.pair(tags, head, tail);
                    self.set(at, to, pair);
                }
                Instr::Uncons { head, tail, tags, from } => {
                    let mut value = self.get(at, from);
                    if let Value::Lazy(..) = value {
                        value = self.force(value)?;
                    }
                    match value {
                        Value::Pair(t, retag, r) if t == tags => {
                            let (a, b) = self.parts(retag, r)?;
                            self.set(at, head, a);
                            self.set(at, tail, b);
                        }
                        _ => return Err(self.no_pair(value, tags)),
                    }
                }
                Instr::Close { to, code, tags, captures } => {
                    let mut captured = [Value::NIL; 16];
                    let closure = if captures.len as usize <= captured.len() {
                        let captured = self.gather(at, captures, &mut captured);
                        self.heap.closure(tags, code, captured.iter().copied())
                    } else {
                        let range = captures.start as usize..(captures.start + captures.len) as usize;
                        let values: Vec<Value> = range.map(|i| self.get(at, self.operands[i])).collect();
                        self.heap.closure(tags, code, values)
                    };
                    self.set(at, to, closure);
                }
                Instr::Sibling { to, code, tags } => {
                    let (own, len) = self.heap.header(at.this);
                    let closure = if own == code {
                        Value::Closure(tags, Retag::SAME, at.this)
                    } else {
                        let values: Vec<Value> = (1..=len).map(|i| self.heap.cell(at.this, i)).collect();
                        self.heap.closure(tags, code, values)
                    };
                    self.set(at, to, closure);
                }
                Instr::Open { to, code, from } => {
                    let value = self.get(at, from);
                    let value = self.force(value)?;
                    let r = match value {
                        Value::Closure(_, retag, r) => {
                            let (own, len) = self.code_of(retag, r)?;
                            if (own == code || self.shape(own) == self.shape(code)) && len == to.len {
                                Some((retag, r))
                            } else {
                                None
                            }
                        }
                        _ => None,
                    };
                    let Some((retag, r)) = r else {
                        let name = self.procedure_name(code);
                        let error = fault(format!("Argument is not a matching closure for {name}"));
                        return Err(self.blame(error, &[value]));
                    };
                    for i in 0..to.len {
                        let (register, captured) = (self.target(to, i), self.captured(retag, r, i)?);
                        self.set(at, register, captured);
                    }
                }
                Instr::Check { from, constant } => {
                    let (value, constant) = (self.get(at, from), self.get(at, constant));
                    let value = self.force(value)?;
                    if !self.equal_scalars(value, constant) {
                        let shown = self.blame(fault(""), &[constant]).0.values.concat();
                        let error = fault(format!("Argument is not an equivalent value for {shown}"));
                        return Err(self.blame(error, &[value]));
                    }
                }
                Instr::Jump { target } => at.pc = target,
                Instr::Move { to, from } => {
                    let value = self.get(at, from);
                    self.set(at, to, value);
                }
            }
        }
    }

    /// Calls a procedure while another waits.
    #[inline(always)]
    fn wait(
        &mut self,
        at: &mut At,
        waiting: Waiting,
        (function, arguments, tags): (Operand, Run, Tags),
        depth: usize,
    ) -> Result<()> {
        let mut scratch = [Value::NIL; 16];
        let f = self.get(at, function);
        let arguments = self.gather(at, arguments, &mut scratch);
        if let Value::Prim(Tags::NONE, prim) = f {
            let argument = self.tuple(arguments, tags);
            self.spend(1)?;
            let value = self.primitive(prim, argument)?;
            self.set(at, waiting.to, value);
            return Ok(());
        }
        if self.waiting.len() - depth > self.limits.depth {
            return Err(too_deep(self.limits.depth));
        }
        let mut inner = At { pc: at.pc, base: self.stack.len() as u32 + 1, this: at.this };
        self.stack.push(Value::NIL);
        self.waiting.push(waiting);
        match self.enter(&mut inner, f, arguments, tags) {
            Ok(None) => *at = inner,
            Ok(Some(value)) => {
                self.waiting.pop();
                self.stack.truncate(inner.base as usize - 1);
                self.set(at, waiting.to, value);
            }
            Err(error) => {
                self.waiting.pop();
                return Err(error);
            }
        }
        Ok(())
    }

    /// Returns a register that an instruction writes.
    #[inline(always)]
    fn target(&self, run: Run, i: u32) -> u32 {
        match self.operands[(run.start + i) as usize].place() {
            Place::Register(register) => register as u32,
            Place::Captured(_) | Place::Constant(_) => unreachable!("results go to registers"),
        }
    }

    /// Returns the parts of a value to the waiting caller; returns the value if the caller is the host.
    #[inline(always)]
    fn leave_parts(&mut self, at: &mut At, values: &[Value], tags: Tags, depth: usize) -> Option<Value> {
        let fits = match self.waiting.last() {
            Some(waiting) => {
                self.waiting.len() > depth + 1
                    && waiting.parts.len as usize == values.len() + 1
                    && waiting.tags == tags
            }
            None => false,
        };
        if !fits {
            let value = self.tuple(values, tags);
            return self.leave(at, value, depth).then_some(value);
        }
        let waiting = self.waiting.pop().expect("just seen");
        self.stack.truncate(at.base as usize - 1);
        (at.pc, at.base) = (waiting.pc + values.len() as u32 - 1, waiting.base);
        if let Value::Closure(_, _, r) = self.stack[at.base as usize - 1] {
            at.this = r;
        }
        for (i, value) in values.iter().enumerate() {
            let to = self.target(waiting.parts, i as u32 + 1);
            self.set(at, to, *value);
        }
        None
    }

    /// Returns a value to the waiting caller; true if the caller is the host.
    #[inline(always)]
    fn leave(&mut self, at: &mut At, value: Value, depth: usize) -> bool {
        let Some(waiting) = self.waiting.pop() else { return true };
        if self.waiting.len() == depth {
            return true;
        }
        self.stack.truncate(at.base as usize - 1);
        (at.pc, at.base) = (waiting.pc, waiting.base);
        if let Value::Closure(_, _, r) = self.stack[at.base as usize - 1] {
            at.this = r;
        }
        self.set(at, waiting.to, value);
        false
    }

    fn no_pair(&mut self, value: Value, tags: Tags) -> Error {
        let error = fault(if tags.is_none() {
            "Argument is not a matching pair".to_string()
        } else {
            format!("Argument is not a matching tagged pair with tags ({tags})")
        });
        let error = error.hint(match tags.top() {
            Some(Tag::Sensitivity) => {
                "a sensitivity has the shape of the value: was a procedure that returns a pair differentiated as if it \
                 returned a number?"
            }
            Some(Tag::Perturbation | Tag::Forward | Tag::Reverse) | None => {
                "a pattern of pairs, or of several parameters, was given something else"
            }
        });
        self.blame(error, &[value])
    }

    /// True if scalars are equal; tangents of constants do not matter.
    fn equal_scalars(&self, a: Value, b: Value) -> bool {
        match (a, b) {
            (Value::Nil(s), Value::Nil(t)) => s == t,
            (Value::Boolean(s, x), Value::Boolean(t, y)) => s == t && x == y,
            (Value::Real(..) | Value::Tower(..), _) => {
                let tags = a.tags();
                matches!((self.innermost(a, tags), self.innermost(b, tags)), (Some(x), Some(y)) if x == y)
            }
            _ => false,
        }
    }

    /// Collects the heap. Fails if it does not fit afterwards.
    #[inline(never)]
    fn collect(&mut self, at: &mut At) -> Result<()> {
        let roots = self.stack.iter_mut().chain(&mut self.constants).chain(&mut self.held);
        self.heap.collect(roots);
        self.opened.fill(None);
        if let Value::Closure(_, _, r) = self.stack[at.base as usize - 1] {
            at.this = r;
        }
        let (used, room) = (self.pressure(), self.room());
        self.due = (3 * used).clamp(2 * LEAST, room);
        // With little room left, collections would take all the time.
        if used > room - room / 8 { Err(self.too_much()) } else { Ok(()) }
    }
}

fn too_deep(depth: usize) -> Error {
    Error::new(ErrorKind::Limit, format!("more than {depth} calls wait for one another"))
        .hint("endless recursion? a call in tail position does not wait")
}
