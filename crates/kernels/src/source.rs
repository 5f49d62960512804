//! Puts the text of a function together with that of all functions that it calls.

use crate::error::{Error, Result};
use retrograde::kernels::{Constant, Function};
use std::fmt::Write;

/// The fault of an instance whose row is not there.
pub(crate) const ROW: u64 = 1 << 62;
/// The fault of a replay whose record is not that of the run before it.
const RECORD: u64 = (1 << 62) + 2;

/// A text without placeholders.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) text: String,
    /// True if it records.
    pub(crate) records: bool,
    functions: Vec<&'static Function>,
    done: Vec<(usize, String)>,
    /// The number of the first place of each function that may fail; numbers begin with one.
    sites: Vec<u64>,
}

/// Returns the program of a function that takes the place of another: one without a record runs, and runs back.
fn program_of<'p>(function: &Function, program: &'p str) -> &'p str {
    let has = |name: &str| function.programs.iter().any(|known| known.name == name);
    match program {
        "record" if !has(program) => "run",
        "replay" if !has(program) => "adjoint",
        other => other,
    }
}

impl Source {
    pub(crate) fn new() -> Source {
        Source {
            text: String::new(),
            records: false,
            functions: Vec::new(),
            done: Vec::new(),
            sites: Vec::new(),
        }
    }

    fn number(&mut self, function: &'static Function) -> usize {
        let known = self
            .functions
            .iter()
            .position(|known| std::ptr::eq(*known, function) || known.name == function.name);
        known.unwrap_or_else(|| {
            let next = match (self.functions.last(), self.sites.last()) {
                (Some(last), Some(first)) => first + last.sites.len() as u64,
                _ => 1,
            };
            self.functions.push(function);
            self.sites.push(next);
            self.functions.len() - 1
        })
    }

    /// The name of a program in C.
    pub(crate) fn name(&mut self, function: &'static Function, program: &str) -> String {
        let number = self.number(function);
        let short = function.name.rsplit("::").next().unwrap_or_default();
        let plain: String = short.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        format!("rg{number}_{plain}_{program}")
    }

    /// Adds the function that one thread calls, after those that it calls itself.
    pub(crate) fn add(&mut self, function: &'static Function, program: &str) -> Result<()> {
        let program = program_of(function, program);
        let number = self.number(function);
        let key = (number, program.to_string());
        if self.done.contains(&key) {
            return Ok(());
        }
        self.done.push(key);
        let found = function.programs.iter().find(|known| known.name == program);
        let Some(found) = found else {
            return Err(Error::Program { function: function.name.into(), program: program.into(), hint: "" });
        };
        let text = self.resolved(function, found.function)?;
        self.text.push_str(&text);
        Ok(())
    }

    /// Adds the kernels of a program.
    pub(crate) fn add_entry(&mut self, function: &'static Function, text: &str) -> Result<()> {
        let text = self.resolved(function, text)?;
        self.text.push_str(&text);
        Ok(())
    }

    /// Replaces placeholders, and adds what they name.
    fn resolved(&mut self, function: &'static Function, text: &str) -> Result<String> {
        let (mut out, mut rest) = (String::with_capacity(text.len()), text);
        while let Some(at) = rest.find("@{") {
            out.push_str(&rest[..at]);
            let (inside, after) = rest[at + 2..].split_once('}').unwrap_or((&rest[at + 2..], ""));
            rest = after;
            if inside == "records" {
                self.records = true;
            } else if let Some(site) = inside.strip_prefix("site:") {
                let (number, site) = (self.number(function), site.parse::<u64>().unwrap_or(0));
                let _ = write!(out, "{}", self.sites[number] + site);
            } else if let Some(constant) = inside.strip_prefix("constant:") {
                let constant = constant.parse().ok().and_then(|at: usize| function.constants.get(at));
                match constant.map(|of| of()) {
                    Some(Constant::Float(value)) if value.is_finite() => _ = write!(out, "({value:?})"),
                    Some(Constant::Float(value)) if value.is_nan() => out.push_str("RG_NAN"),
                    Some(Constant::Float(value)) => {
                        out.push_str(if value > 0.0 { "RG_INFINITY" } else { "(-RG_INFINITY)" });
                    }
                    Some(Constant::Integer(value)) if value < 0 => _ = write!(out, "({value}ll)"),
                    Some(Constant::Integer(value)) => _ = write!(out, "{value}ull"),
                    None => {}
                }
            } else if let Some((whose, program)) = inside.split_once('.') {
                let of = match whose.parse::<usize>() {
                    Ok(callee) => function.callees.get(callee).copied().unwrap_or(function),
                    Err(_) => function,
                };
                let program = program_of(of, program);
                // A kernel has a name, and is not called.
                if whose != "kernel" && of.programs.iter().any(|known| known.name == program) {
                    self.add(of, program)?;
                }
                out.push_str(&self.name(of, program));
            }
        }
        out.push_str(rest);
        Ok(out)
    }

    /// Says what happened at a place.
    pub(crate) fn failure(&self, site: u64) -> Error {
        let anywhere = match site {
            ROW => Some("the number of a row is outside of its array"),
            RECORD => Some("the record is one of other arguments, or of another function"),
            _ => None,
        };
        if let Some(reason) = anywhere {
            let function = self.functions.first().map_or("a program", |f| f.name).into();
            return Error::Failed { function, reason: reason.into() };
        }
        let at = self.sites.iter().rposition(|first| *first <= site).unwrap_or(0);
        let function = self.functions.get(at);
        let sentence = function.and_then(|f| f.sites.get((site - self.sites[at]) as usize));
        Error::Failed {
            function: function.map_or("a program", |f| f.name).into(),
            reason: sentence.map_or("it failed at an unknown place", |s| s).into(),
        }
    }
}
