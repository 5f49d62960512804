//! The machine: values, their heap, and the interpreter of compiled codes.
//!
//! | file | purpose |
//! |---|---|
//! | [`value`], [`heap`] | values of 16 bytes, cells, a copying collector |
//! | [`retag`] | the effect of unary AD operators on the leaves of a value |
//! | [`views`] | AD operators on values, in constant time |
//! | [`host`] | procedures that the host registers |
//! | [`prims`] | the other primitives; the fast cases of transformed ones |
//! | [`beneath`] | primitives beneath tags, in general |
//! | [`tower`] | arithmetic on numbers with tangents of tangents |
//! | [`nested`] | predicates and operators that went through `forward` |
//! | [`instr`], [`compile`], [`run`] | instructions, their generation from A-normal form, their execution |
//! | [`show`] | printing of values |
//!
//! A machine has its own stack, so neither deep recursion nor long data overflows the native one; it owns everything
//! to which its values refer, so it can be sent to another thread.

mod beneath;
mod compile;
pub(crate) mod heap;
mod host;
mod instr;
mod nested;
mod prims;
mod retag;
mod run;
mod show;
mod tower;
pub(crate) mod value;
mod views;

use std::collections::HashMap;
use std::io::BufRead;

use crate::anf::{Base, CodeId, Codes, Constant, convert};
use crate::core::{Const, Expr, GlobalId, Lambda, Names, Pattern, PatternKind};
use crate::error::{Error, ErrorKind, Frame, Result, TRACE};
use crate::host::{Host, Role};
use crate::prim::Prim;
use crate::program::Program;
use crate::source::Span;
use crate::tags::{Tag, Tags};
use crate::transform::Transforms;
use crate::transform::rules::Rules;
use heap::Heap;
use instr::{Entry, Instr, Operand, Run};
use retag::{Retag, Retags};
use tower::Towers;
use value::{Ref, Value, View};

/// Limits on the resources of a program.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The number of steps: calls, and levels of suspended operations.
    pub fuel: u64,
    /// The bytes by which the process may grow: code, stack, and the heap with the copy that a collection makes.
    pub memory: usize,
    /// The number of nested calls.
    pub depth: usize,
}

impl Default for Limits {
    /// No limit of steps, 4 GiB, and no limit of depth other than memory.
    fn default() -> Self {
        Limits { fuel: u64::MAX, memory: 4 << 30, depth: usize::MAX }
    }
}

/// The approximate number of bytes for each word of program text.
const KEPT: usize = 128;

/// The source of `read-real`.
pub(crate) struct Input {
    reader: Option<Box<dyn BufRead + Send>>,
    words: std::collections::VecDeque<f64>,
}

impl Input {
    /// Reads these numbers from now on and nothing else. Returns the previous input.
    pub(crate) fn instead(&mut self, numbers: Vec<f64>) -> Input {
        std::mem::replace(self, Input { reader: None, words: numbers.into() })
    }

    /// Returns the next number; skips words that are not numbers.
    fn next_real(&mut self) -> Option<f64> {
        loop {
            if let Some(x) = self.words.pop_front() {
                return Some(x);
            }
            let mut line = String::new();
            if self.reader.as_mut()?.read_line(&mut line).ok()? == 0 {
                return None;
            }
            self.words.extend(line.split_whitespace().filter_map(|word| word.parse::<f64>().ok()));
        }
    }
}

/// The destination of `write` and `write-real`.
pub(crate) struct Output {
    /// `None` if the output is collected.
    writer: Option<Box<dyn std::io::Write + Send>>,
    pub(crate) collected: String,
}

impl Output {
    fn line(&mut self, text: &str) {
        match &mut self.writer {
            // A closed pipe is not a fault of the program.
            Some(writer) => drop(writeln!(writer, "{text}")),
            None => {
                self.collected.push_str(text);
                self.collected.push('\n');
            }
        }
    }
}

/// A hasher for small keys.
type Quick = std::hash::BuildHasherDefault<heap::Mix>;

/// A call that waits for its callee to return.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// The instruction at which it continues.
    pc: u32,
    /// Its first register.
    base: u32,
    /// The register that gets the result.
    to: u32,
    /// The operands of the `CallParts`, or none, and the tags of its pairs.
    parts: Run,
    tags: Tags,
}

/// Runs VLAD.
pub(crate) struct Machine {
    pub(crate) codes: Codes,
    pub(crate) transforms: Transforms,
    rules: Rules,
    pub(crate) heap: Heap,
    retags: Retags,
    towers: Towers,
    /// The codes that retagging derives from codes.
    changed: HashMap<(CodeId, u32), CodeId, Quick>,
    /// A cache of procedures that were applied after retagging: the closure, its retagging, and the closure that was
    /// run.
    opened: [Option<(Ref, Retag, Ref)>; 64],
    stack: Vec<Value>,
    waiting: Vec<Waiting>,
    /// The [`Machine::pressure`] at which the next collection is due.
    due: usize,
    /// The number of words of program text.
    words: usize,
    instrs: Vec<Instr>,
    spans: Vec<Span>,
    operands: Vec<Operand>,
    constants: Vec<Value>,
    constant_of: HashMap<(Tags, Key), u32>,
    /// The constants that refer to a definition, with their tags.
    constants_of: HashMap<GlobalId, Vec<(Tags, u32)>>,
    entries: Vec<Option<Entry>>,
    globals: HashMap<GlobalId, CodeId>,
    /// Values that the host uses: additional roots for the collector.
    pub(crate) held: Vec<Value>,
    /// Procedures of the host, by number.
    hosts: Vec<Host>,
    shapes: HashMap<CodeId, u32>,
    shape_of: HashMap<String, u32>,
    pub(crate) limits: Limits,
    /// The number of steps left.
    pub(crate) fuel: u64,
    /// The number of arithmetic operations so far.
    pub(crate) operations: u64,
    pub(crate) input: Input,
    pub(crate) output: Output,
}

/// A constant without its tags, as a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Nil,
    Boolean(bool),
    Real(u64),
    Prim(Prim),
    Global(GlobalId),
}

impl Machine {
    pub(crate) fn new() -> Self {
        let mut machine = Machine {
            codes: Codes::default(),
            transforms: Transforms::default(),
            rules: Rules::default(),
            heap: Heap::default(),
            retags: Retags::default(),
            towers: Towers::default(),
            changed: HashMap::default(),
            opened: [None; 64],
            stack: Vec::new(),
            waiting: Vec::new(),
            due: 2 * heap::LEAST,
            words: 0,
            instrs: Vec::new(),
            spans: Vec::new(),
            operands: Vec::new(),
            constants: Vec::new(),
            constant_of: HashMap::new(),
            constants_of: HashMap::new(),
            entries: Vec::new(),
            globals: HashMap::new(),
            held: Vec::new(),
            hosts: Vec::new(),
            shapes: HashMap::new(),
            shape_of: HashMap::new(),
            limits: Limits::default(),
            fuel: u64::MAX,
            operations: 0,
            input: Input { reader: None, words: Default::default() },
            output: Output { writer: None, collected: String::new() },
        };
        machine.set_limits(Limits::default());
        machine
    }

    pub(crate) fn set_limits(&mut self, limits: Limits) {
        // Indices of the heap have 32 bits.
        let memory = limits.memory.min(60 << 30);
        self.limits = Limits { memory, ..limits };
        self.fuel = limits.fuel;
        self.transforms.most = Some(memory / 4);
        self.due = self.due.min(self.room());
    }

    /// Sets the number of words of program text.
    pub(crate) fn has_read(&mut self, words: usize) {
        self.words = words;
    }

    /// Returns the number of cells that the next collection will touch: the heap and its copy, and the stack.
    #[inline(always)]
    fn pressure(&self) -> usize {
        2 * self.heap.len() + self.stack.len() + 2 * self.waiting.len()
    }

    /// Returns the greatest pressure that the memory limit allows beside the code.
    fn room(&self) -> usize {
        let instrs = self.instrs.len() * (size_of::<Instr>() + size_of::<Span>());
        let tables = self.operands.len() * size_of::<Operand>() + self.constants.len() * size_of::<Value>();
        let code = self.codes.bytes() + instrs + tables + self.words * KEPT;
        // Memory that is not counted, such as tables that grow, must be small.
        let left = (self.limits.memory - self.limits.memory / 16).saturating_sub(code);
        (left / size_of::<Value>()).max(2 * heap::LEAST)
    }

    fn too_much(&self) -> Error {
        let message = format!("the program needs more than {} MiB of memory", self.limits.memory >> 20);
        Error::new(ErrorKind::Limit, message)
            .hint("endless recursion? otherwise allow more memory (--max-memory)")
    }

    pub(crate) fn read_from(&mut self, reader: Box<dyn BufRead + Send>) {
        self.input.reader = Some(reader);
    }

    pub(crate) fn write_to(&mut self, writer: Box<dyn std::io::Write + Send>) {
        self.output.writer = Some(writer);
    }

    /// Adds a definition, or replaces an older one, including where that was used.
    pub(crate) fn define(&mut self, global: GlobalId, lambda: &Lambda, names: &Names) -> Result<()> {
        let code = convert(lambda, names, &mut self.codes);
        self.globals.insert(global, code);
        for (tags, i) in self.constants_of.get(&global).cloned().unwrap_or_default() {
            self.constants[i as usize] =
                self.constant_value(Constant { tags, base: Base::Global(global) })?;
        }
        Ok(())
    }

    /// Returns the procedure of a definition.
    pub(crate) fn global(&mut self, global: GlobalId) -> Result<Value> {
        self.constant_value(Constant::plain(Base::Global(global)))
    }

    /// Returns the code of a definition.
    pub(crate) fn code_of_global(&self, global: GlobalId) -> Option<CodeId> {
        self.globals.get(&global).copied()
    }

    /// Returns the code of a definition after transformations in this order.
    pub(crate) fn transformed_global(&mut self, global: GlobalId, tags: &[Tag]) -> Result<CodeId> {
        let mut code = self.globals[&global];
        for tag in tags {
            code = self.transforms.apply(*tag, code, &mut self.codes)?;
        }
        Ok(code)
    }

    /// Evaluates an expression of the top level.
    pub(crate) fn evaluate(&mut self, expr: &Expr, names: &Names) -> Result<Value> {
        let param = Pattern { kind: PatternKind::Const(Const::Nil), span: expr.span };
        let lambda = Lambda { name: Some("the program".into()), param, body: expr.clone(), span: expr.span };
        let code = convert(&lambda, names, &mut self.codes);
        let procedure = self.heap.closure(Tags::NONE, code, []);
        self.call(procedure, Value::NIL)
    }

    /// Adds all definitions of a program, which cannot be replaced afterwards.
    pub(crate) fn load(&mut self, program: &Program) -> Result<()> {
        for (i, global) in program.globals.iter().enumerate() {
            if let Some(lambda) = &global.lambda {
                let global = GlobalId(i as u32);
                self.define(global, lambda, &program.names)?;
                self.codes.settle(global, self.globals[&global]);
            }
        }
        Ok(())
    }

    /// Returns the index of a constant; adds it at its first use.
    fn constant(&mut self, constant: Constant) -> Result<u32> {
        let key = match constant.base {
            Base::Const(Const::Nil) => Key::Nil,
            Base::Const(Const::Boolean(b)) => Key::Boolean(b),
            Base::Const(Const::Real(r)) => Key::Real(r.to_bits()),
            Base::Prim(p) => Key::Prim(p),
            Base::Global(g) => Key::Global(g),
        };
        if let Some(i) = self.constant_of.get(&(constant.tags, key)) {
            return Ok(*i);
        }
        let value = self.constant_value(constant)?;
        self.constants.push(value);
        let i = (self.constants.len() - 1) as u32;
        self.constant_of.insert((constant.tags, key), i);
        if let Base::Global(global) = constant.base {
            self.constants_of.entry(global).or_default().push((constant.tags, i));
        }
        Ok(i)
    }

    fn constant_value(&mut self, constant: Constant) -> Result<Value> {
        let mut value = match constant.base {
            Base::Const(Const::Nil) => Value::NIL,
            Base::Const(Const::Boolean(b)) => Value::boolean(b),
            Base::Const(Const::Real(r)) => Value::real(r),
            Base::Prim(p) => Value::Prim(Tags::NONE, p),
            Base::Global(g) => match self.globals.get(&g) {
                Some(code) => self.heap.closure(Tags::NONE, *code, []),
                None => return Err(Error::new(ErrorKind::Runtime, "a definition is used before it is made")),
            },
        };
        let tags: Vec<Tag> = constant.tags.iter().collect();
        for tag in tags.into_iter().rev() {
            value = match tag {
                Tag::Perturbation => self.view(View::Perturb, value)?,
                Tag::Sensitivity => self.view(View::Sensitize, value)?,
                Tag::Reverse => self.view(View::Reverse, value)?,
                Tag::Forward => {
                    let zero = self.view(View::Zero, value)?;
                    let tangent = self.view(View::Perturb, zero)?;
                    self.bundle(value, tangent)?
                }
            };
        }
        Ok(value)
    }

    /// Returns the code that retagging derives from a procedure's code.
    fn changed(&mut self, code: CodeId, retag: Retag) -> Result<CodeId> {
        if let Some(known) = self.changed.get(&(code, retag.number())) {
            return Ok(*known);
        }
        let change = self.retags.change(retag).clone();
        let mut made = code;
        for off in &change.off {
            made = match self.transforms.source(made) {
                Some((made_by, source)) if made_by == off.tag() => source,
                _ => {
                    let (name, tag) = (off.view().prim().name(), off.tag().name());
                    return Err(views::fault(format!("Argument to {name} is not a {tag} value")));
                }
            };
        }
        for on in change.on.iter().rev() {
            made = self.transforms.apply(on.tag(), made, &mut self.codes)?;
        }
        self.changed.insert((code, retag.number()), made);
        Ok(made)
    }

    /// True if two procedures have the codes that a binary operator requires, up to the names of variables.
    fn matches(&mut self, view: View, depth: u32, a: CodeId, b: CodeId) -> bool {
        let b = match view {
            // The tangent of a procedure is the perturbation of a procedure with the same code.
            View::Bundle => {
                let Some(unperturb) = self.retags.operator(View::Unperturb, depth) else { return false };
                let Ok(source) = self.changed(b, unperturb) else { return false };
                source
            }
            _ => b,
        };
        a == b || self.shape(a) == self.shape(b)
    }

    /// Returns a number that codes share if and only if they are equal up to names.
    fn shape(&mut self, code: CodeId) -> u32 {
        if let Some(shape) = self.shapes.get(&code) {
            return *shape;
        }
        self.codes.simplify(code);
        let text = crate::anf::shape(code, &self.codes);
        let next = self.shape_of.len() as u32;
        let shape = *self.shape_of.entry(text).or_insert(next);
        self.shapes.insert(code, shape);
        shape
    }

    /// Returns the code of a transformed primitive.
    fn prim_code(&mut self, prim: Prim, tags: Tags) -> Result<CodeId> {
        self.rules.code(prim, tags, &mut self.codes, &mut self.transforms)
    }

    /// Subtracts steps from the limit.
    #[inline(always)]
    fn spend(&mut self, steps: u64) -> Result<()> {
        match self.fuel.checked_sub(steps) {
            Some(rest) => {
                self.fuel = rest;
                Ok(())
            }
            None => Err(Error::new(
                ErrorKind::Limit,
                format!("the program takes more than {} steps", self.limits.fuel),
            )
            .hint("an endless loop? otherwise allow more steps (--fuel)")),
        }
    }

    /// Adds the values at fault to an error, abbreviated.
    pub(crate) fn blame(&mut self, mut error: Error, values: &[Value]) -> Error {
        error.0.values = values.iter().map(|v| self.glimpse(*v, 3)).collect();
        error
    }

    /// Prints a value as far as possible without computing anything.
    fn glimpse(&mut self, value: Value, depth: u32) -> String {
        let value = self.seen(value);
        let top = value.tags().top();
        match value {
            Value::Closure(_, _, at) => {
                return format!("#[procedure {}]", self.procedure_name(self.heap.header(at).0));
            }
            Value::Lazy(..) => return "…".into(),
            Value::Pair(..) | Value::Tower(..) if depth == 0 => return "…".into(),
            _ => {}
        }
        if let Some(tag) = top {
            let views: &[View] = match tag {
                Tag::Forward => &[View::Primal, View::Tangent],
                Tag::Perturbation => &[View::Unperturb],
                Tag::Sensitivity => &[View::Unsensitize],
                Tag::Reverse => &[View::Unreverse],
            };
            let mut text = format!("({}", tag.name());
            for view in views {
                let inner = self.view(*view, value).map(|inner| self.glimpse(inner, depth));
                text.push(' ');
                text.push_str(&inner.unwrap_or_else(|_| "…".into()));
            }
            return text + ")";
        }
        match value {
            Value::Nil(_) => "()".into(),
            Value::Boolean(_, b) => if b { "#t" } else { "#f" }.into(),
            Value::Real(_, x) => crate::print::Number(x).to_string(),
            Value::Prim(_, p) => self.prim_name(p),
            Value::Pair(_, retag, at) => {
                let Ok((head, tail)) = self.parts(retag, at) else { return "…".into() };
                format!("({} . {})", self.glimpse(head, depth - 1), self.glimpse(tail, depth - 1))
            }
            Value::Tower(..) | Value::Closure(..) | Value::Lazy(..) => "…".into(),
            Value::Header { .. } | Value::Suspended { .. } | Value::Forced | Value::Moved(_) => "…".into(),
        }
    }

    fn prim_name(&self, prim: Prim) -> String {
        match prim {
            Prim::Host(number) => {
                let (host, role) = Role::decoded(number);
                self.hosts[host].name_of(role)
            }
            _ => prim.name().to_string(),
        }
    }

    /// Returns the name of a procedure for people.
    fn procedure_name(&self, code: CodeId) -> String {
        let code = self.codes.get(code);
        code.name.as_ref().map_or_else(|| "λ".into(), ToString::to_string)
    }

    /// Returns the running procedures, innermost first, with the places at which they were called.
    fn trace(&self, pc: u32, base: u32, entry: usize) -> (Option<Span>, Vec<Frame>) {
        let mut frames = Vec::new();
        let mut at = base;
        for waiting in self.waiting[entry..].iter().rev().take(TRACE) {
            frames.push(Frame { procedure: self.running(at), span: self.span_before(waiting.pc) });
            at = waiting.base;
        }
        (self.span_before(pc), frames)
    }

    /// Returns the place of the instruction that was run last.
    fn span_before(&self, pc: u32) -> Option<Span> {
        self.spans.get((pc as usize).checked_sub(1)?).copied()
    }

    fn running(&self, base: u32) -> String {
        match self.stack.get(base as usize - 1) {
            Some(Value::Closure(tags, _, at)) => {
                let name = self.procedure_name(self.heap.header(*at).0);
                tags.iter()
                    .collect::<Vec<_>>()
                    .iter()
                    .rev()
                    .fold(name, |n, tag| format!("({} {n})", tag.name()))
            }
            _ => "the program".into(),
        }
    }
}
