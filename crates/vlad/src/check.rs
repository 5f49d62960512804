//! Runs programs as tests: the notation of tests, and their execution one after the other.
//!
//! | written | means |
//! |---|---|
//! | `e ===> v` | `e` evaluates to `v`: numbers up to 1e-10, everything else exactly |
//! | `e ===> error`, `e ===> (error "text")` | `e` is rejected or fails, with a message that contains the text |
//! | `e ===> (or a b …)` | `e` evaluates to one of these |
//! | `e` | `e` evaluates to `#t` |
//! | `(with-inputs (5 …) e)` | `e`, while `read-real` reads these numbers |
//! | `(multiform e …)` | definitions and expressions that form one test; the last value counts |
//!
//! Law: a test that is rejected, fails or reaches a limit counts as one failed test; the tests after it run as usual.

use std::collections::HashSet;
use std::sync::Arc;

use crate::core::GlobalId;
use crate::datum::{Datum, DatumKind};
use crate::error::{Error, Result};
use crate::machine::value::Value;
use crate::program::{Loader, defined_name, is_arrow};
use crate::session::{Inner, Session};
use crate::source::Span;

/// The outcome of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The place of the expression, or of the definition that was rejected.
    pub span: Span,
    /// The text after `===>`.
    pub expected: String,
    /// The value, or the message of the error.
    pub found: String,
    /// True if they agree.
    pub passed: bool,
}

/// An expression and its expected value.
struct Test<'a> {
    form: &'a Datum,
    expected: Datum,
}

impl Session {
    /// Runs the tests of a text and of the files that it includes. Each test may use all the steps that the limits
    /// allow, and its outcome is passed to `report` at once. Definitions are added to the session.
    ///
    /// # Errors
    ///
    /// If the text cannot be read at all: a parenthesis or a file is missing.
    pub fn check(
        &self,
        name: &str,
        text: &str,
        loader: &mut dyn Loader,
        mut report: impl FnMut(&Self, Outcome),
    ) -> Result<()> {
        let data = self.lock().program.begin(name, text, loader)?;
        let mut defined = HashSet::new();
        let mut data = data.iter().peekable();
        while let Some(datum) = data.next() {
            let expected = match data.next_if(|next| is_arrow(next)) {
                Some(_) => data.next().cloned(),
                None => None,
            };
            let is_definition = datum.is_form("define");
            let outcome = if is_definition && expected.is_none() {
                match self.lock().define(datum, &mut defined) {
                    Ok(_) => continue,
                    Err(error) => failure(datum.span, "a definition".into(), &error),
                }
            } else {
                let truth = || Datum { kind: DatumKind::Boolean(true), span: datum.span };
                self.lock().run_test(&Test { form: datum, expected: expected.unwrap_or_else(truth) })
            };
            report(self, outcome);
        }
        let unbound = self.lock().program.all_bound();
        if let Err(error) = unbound {
            report(self, failure(error.0.span.unwrap_or(Span::NOWHERE), "a definition".into(), &error));
        }
        Ok(())
    }
}

fn failure(span: Span, expected: String, error: &Error) -> Outcome {
    Outcome { span, expected, found: format!("error: {error}"), passed: false }
}

impl Inner {
    /// Adds a definition; rejects it if `defined` contains it already.
    fn define(&mut self, datum: &Datum, defined: &mut HashSet<GlobalId>) -> Result<GlobalId> {
        let global = self.program.define(datum)?;
        if !defined.insert(global) {
            return Err(self.program.defined_twice(global, datum.span));
        }
        self.define_global(global)?;
        Ok(global)
    }

    fn define_global(&mut self, global: GlobalId) -> Result<()> {
        match self.program.globals[global.0 as usize].lambda.clone() {
            Some(lambda) => self.machine.define(global, &lambda, &self.program.names),
            None => Ok(()),
        }
    }

    fn run_test(&mut self, test: &Test<'_>) -> Outcome {
        self.machine.fuel = self.machine.limits.fuel;
        let done = self.value_of(test.form);
        self.machine.output.collected.clear();
        let alternatives = alternatives(&test.expected);
        let found = done.and_then(|value| {
            let mut agrees = false;
            for expected in &alternatives {
                agrees |= self.machine.agrees(value, expected)?;
            }
            Ok((agrees, self.machine.show(value)?))
        });
        let (passed, found) = match found {
            Ok(found) => found,
            Err(error) => (alternatives.iter().any(|e| expects_error(e, &error)), format!("error: {error}")),
        };
        Outcome { span: test.form.span, expected: test.expected.brief(), found, passed }
    }

    /// Evaluates the left side of a test.
    fn value_of(&mut self, mut form: &Datum) -> Result<Value> {
        let mut inputs = Vec::new();
        while let Some([_, numbers, inner]) = form.is_form("with-inputs").then(|| form.list()).flatten() {
            inputs = numbers.list().unwrap_or_default().iter().map(number).collect::<Result<Vec<_>>>()?;
            form = inner;
        }
        let before = self.machine.input.instead(inputs);
        let done = match form.list() {
            Some([_, forms @ ..]) if form.is_form("multiform") => self.forms(forms),
            _ => self.forms(std::slice::from_ref(form)),
        };
        self.machine.input = before;
        done
    }

    /// Evaluates a test of several forms: definitions, and expressions of which the last counts.
    fn forms(&mut self, forms: &[Datum]) -> Result<Value> {
        if let [form] = forms {
            return self.program.expand(form, form.is_form("define")).and_then(|expr| self.evaluate(&expr));
        }
        let before = self.program.clone();
        let done = self.forms_here(forms);
        let after = std::mem::replace(&mut self.program, before);
        // Spans still point into the new texts, and variable names are never reused.
        (self.program.sources, self.program.names) = (after.sources, after.names);
        for (i, global) in after.globals.iter().enumerate() {
            let known = self.program.globals.get(i).and_then(|global| global.lambda.clone());
            if let (Some(known), Some(now)) = (known, &global.lambda) {
                if !Arc::ptr_eq(&known, now) {
                    self.define_global(GlobalId(i as u32))?;
                }
            }
        }
        done
    }

    fn forms_here(&mut self, forms: &[Datum]) -> Result<Value> {
        let mut defined = HashSet::new();
        for name in forms.iter().filter_map(|form| Some((defined_name(form)?, form.span))) {
            self.program.declare(name.0, name.1);
        }
        let mut last = Value::NIL;
        for form in forms {
            if form.is_form("define") {
                self.define(form, &mut defined)?;
            } else {
                let expr = self.program.expand(form, false)?;
                last = self.evaluate(&expr)?;
            }
        }
        Ok(last)
    }
}

fn number(datum: &Datum) -> Result<f64> {
    match datum.kind {
        DatumKind::Real(x) => Ok(x),
        _ => Err(Error::syntax(datum.span, format!("Invalid input: {}", datum.brief()))
            .hint("`with-inputs` takes a list of numbers and an expression")),
    }
}

/// Returns the accepted values of a test.
fn alternatives(expected: &Datum) -> Vec<&Datum> {
    match expected.list() {
        Some([_, alternatives @ ..]) if expected.is_form("or") => alternatives.iter().collect(),
        _ => vec![expected],
    }
}

fn expects_error(expected: &Datum, error: &Error) -> bool {
    if expected.symbol().is_some_and(|s| &**s == "error") {
        return true;
    }
    match expected.list() {
        Some([_, text]) if expected.is_form("error") => match &text.kind {
            DatumKind::String(text) => error.to_string().contains(&**text),
            _ => false,
        },
        _ => false,
    }
}
