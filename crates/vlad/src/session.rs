//! [`Session`]: a program and the machine that runs it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::core::GlobalId;
use crate::error::{Error, ErrorKind, Result};
use crate::machine::value::Value;
use crate::machine::{Limits, Machine};
use crate::program::{Item, Loader, NoFiles, Program};
use crate::source::Span;

/// The definitions with which every program starts.
pub const PRELUDE: &str = include_str!("prelude.vlad");

/// The greatest number of bytes per word of text while it is read, expanded and compiled.
const READ: usize = 1 << 10;

/// A program and the machine that runs it. Threads may share it and take turns.
#[derive(Clone)]
pub struct Session {
    inner: Arc<Mutex<Inner>>,
}

pub(crate) struct Inner {
    pub(crate) program: Program,
    pub(crate) machine: Machine,
    /// The number of items that have run.
    done: usize,
}

impl Program {
    /// Reads a program on top of the prelude, and prepares it to run.
    ///
    /// ```
    /// let program = retrograde_vlad::Program::parse("(define (loss x) (* x (* x x)))")?;
    /// let loss = program.function("loss")?;
    /// assert_eq!(loss.value_and_gradient(&2.0_f64)?, (8.0, 12.0));
    /// # Ok::<(), retrograde_vlad::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not a program; the error has a place.
    pub fn parse(text: &str) -> Result<Session> {
        let session = Session::new();
        session.add("<program>", text, &mut NoFiles)?;
        Ok(session)
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// Returns a session with the primitives and the prelude.
    pub fn new() -> Self {
        let mut program = Program::bare();
        program.add_prelude(PRELUDE).expect("the prelude is a program");
        program.items.clear();
        let mut machine = Machine::new();
        machine.load(&program).expect("the prelude can be loaded");
        Session { inner: Arc::new(Mutex::new(Inner { program, machine, done: 0 })) }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic elsewhere leaves the machine between two instructions, where it can continue.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a text; runs nothing.
    ///
    /// # Errors
    ///
    /// If the text is not a program; the error has a place. Nothing is added then.
    pub fn add(&self, name: &str, text: &str, loader: &mut dyn Loader) -> Result<()> {
        let inner = &mut *self.lock();
        let before = inner.program.items.len();
        inner.program.add(name, text, loader)?;
        inner.machine.has_read(inner.program.words);
        let defined: Vec<GlobalId> = inner.program.items[before..]
            .iter()
            .filter_map(|item| match item {
                Item::Define(global) => Some(*global),
                Item::Expression { .. } => None,
            })
            .collect();
        for global in defined {
            if let Some(lambda) = &inner.program.globals[global.0 as usize].lambda {
                inner.machine.define(global, lambda, &inner.program.names)?;
            }
        }
        Ok(())
    }

    /// Sets the limits of the program from now on.
    pub fn set_limits(&self, limits: Limits) {
        let inner = &mut *self.lock();
        inner.program.most_words = Some(limits.memory / READ);
        inner.machine.set_limits(limits);
    }

    /// Sets the source of `read-real`.
    pub fn read_from(&self, reader: impl std::io::BufRead + Send + 'static) {
        self.lock().machine.read_from(Box::new(reader));
    }

    /// Sets the destination of `write` and `write-real`. Until then, their output is collected.
    pub fn write_to(&self, writer: impl std::io::Write + Send + 'static) {
        self.lock().machine.write_to(Box::new(writer));
    }

    /// Returns the output of `write` and `write-real` since the last call.
    pub fn written(&self) -> String {
        std::mem::take(&mut self.lock().machine.output.collected)
    }

    /// Returns the number of arithmetic operations so far.
    pub fn operations(&self) -> u64 {
        self.lock().machine.operations
    }

    /// Returns the number of steps left.
    pub fn fuel(&self) -> u64 {
        self.lock().machine.fuel
    }

    /// Evaluates the expressions that were added since the last call; calls `report` with the text of each value.
    ///
    /// # Errors
    ///
    /// At the first fault; the expressions after it are skipped.
    pub fn run(&self, mut report: impl FnMut(&str)) -> Result<()> {
        loop {
            let text = {
                let inner = &mut *self.lock();
                let Some(item) = inner.program.items.get(inner.done).cloned() else { return Ok(()) };
                inner.done += 1;
                let Item::Expression { expr, .. } = item else { continue };
                match inner.evaluate(&expr) {
                    Ok(value) => inner.machine.show(value),
                    Err(error) => Err(error),
                }
                .inspect_err(|_| inner.done = inner.program.items.len())?
            };
            report(&text);
        }
    }

    /// Evaluates one expression; returns the text of its value.
    ///
    /// # Errors
    ///
    /// If the expression is not valid or fails.
    pub fn evaluate(&self, text: &str) -> Result<String> {
        let mut last = String::new();
        self.add("<input>", text, &mut NoFiles)?;
        self.run(|value| last = value.to_string())?;
        Ok(last)
    }

    /// Returns the program so far.
    pub fn program(&self) -> Program {
        self.lock().program.clone()
    }

    /// Returns the names that the program defines, in order, without those of the prelude.
    pub fn defined_names(&self) -> Vec<String> {
        let inner = self.lock();
        let own = inner.program.globals.iter().filter(|g| !g.prelude && g.lambda.is_some());
        own.map(|g| g.name.to_string()).collect()
    }

    /// Returns all names that an expression may use.
    pub fn known_names(&self) -> Vec<String> {
        let inner = self.lock();
        let defined = inner.program.globals.iter().filter(|g| g.lambda.is_some()).map(|g| g.name.to_string());
        defined.chain(crate::prim::Prim::all().map(|p| p.name().to_string())).collect()
    }

    /// Prints a function in the core calculus.
    ///
    /// # Errors
    ///
    /// If there is no such function.
    pub fn core(&self, name: &str) -> Result<String> {
        let global = self.defined(name)?;
        let inner = self.lock();
        let program = &inner.program;
        let lambda = program.globals[global.0 as usize].lambda.clone().expect("it is defined");
        let span = lambda.span;
        let expr = crate::core::Expr { kind: crate::core::ExprKind::Lambda(lambda), span };
        let names = |g: GlobalId| program.globals[g.0 as usize].name.to_string();
        let printer = crate::print::Printer { names: &program.names, global: &names, numbered: false };
        Ok(printer.expression(&expr))
    }

    /// Prints a function in A-normal form, after transformations in this order.
    ///
    /// # Errors
    ///
    /// If there is no such function, or if there are too many transformations.
    pub fn listing(&self, name: &str, transformations: &[crate::tags::Tag]) -> Result<String> {
        let global = self.defined(name)?;
        let inner = &mut *self.lock();
        let code = inner.machine.transformed_global(global, transformations)?;
        let program = &inner.program;
        let names = |g: GlobalId| program.globals[g.0 as usize].name.to_string();
        Ok(crate::anf::Listing { codes: &inner.machine.codes, global: &names, code }.to_string())
    }

    /// Describes the shape of an expression's value, with its tags: `(reverse (real . real))`.
    ///
    /// # Errors
    ///
    /// If the expression is not valid or fails.
    pub fn describe(&self, text: &str) -> Result<String> {
        self.add("<input>", text, &mut NoFiles)?;
        let inner = &mut *self.lock();
        let mut last = "nothing".to_string();
        while let Some(item) = inner.program.items.get(inner.done).cloned() {
            inner.done += 1;
            if let Item::Expression { expr, .. } = item {
                let value = inner.evaluate(&expr)?;
                last = inner.machine.describe(value, 8)?;
            }
        }
        Ok(last)
    }

    /// Returns the definition with this name.
    pub(crate) fn defined(&self, name: &str) -> Result<GlobalId> {
        let inner = self.lock();
        inner.program.global(name).ok_or_else(|| {
            if crate::prim::Prim::by_name(name).is_some() {
                let error = Error::new(ErrorKind::Syntax, format!("{name} is a primitive, not a definition"));
                return error.hint("its derivatives come from the table of rules; see docs/rules.md");
            }
            let error = Error::new(ErrorKind::Syntax, format!("Unbound variable: {name}"));
            let own = inner.program.globals.iter().filter(|g| !g.prelude && g.lambda.is_some());
            let names: Vec<&str> = own.map(|g| &*g.name).collect();
            error.hint(match names.as_slice() {
                [] => "the program defines nothing".to_string(),
                names => format!("the program defines {}", names.join(", ")),
            })
        })
    }
}

impl Inner {
    pub(crate) fn evaluate(&mut self, expr: &crate::core::Expr) -> Result<Value> {
        self.machine.evaluate(expr, &self.program.names).map_err(|mut error| {
            // The outermost procedure was called by the expression itself.
            if let Some(outermost) = error.0.trace.last_mut().filter(|f| f.procedure != "the program") {
                outermost.span = outermost.span.filter(|s| *s != Span::NOWHERE).or(Some(expr.span));
            }
            error
        })
    }
}
