//! The functions and constants that a running program may name.

use super::fault::{Fault, Kind};
use super::plain::Items;
use super::value::Value;
use retrograde_compiler::ir::step::{Procedure, Program};
use retrograde_compiler::ir::{CallKind, Callee, Named, Segment, Type, Var};
use std::collections::BTreeMap;

/// Procedures and constants by name: for a function the last segment of its path, for a method `Layer::step`.
#[derive(Clone, Debug, Default)]
pub struct Module<'p> {
    functions: BTreeMap<String, Vec<&'p Procedure>>,
    constants: BTreeMap<String, Value>,
    items: Option<&'p Items>,
}

impl<'p> Module<'p> {
    /// Adds one of a function's programs; an existing one is replaced.
    pub fn insert(&mut self, name: impl Into<String>, procedure: &'p Procedure) {
        let programs = self.functions.entry(name.into()).or_default();
        programs.retain(|known| known.program != procedure.program);
        programs.push(procedure);
    }

    /// Gives a constant (a const generic, an item of the surrounding module) its value.
    pub fn define(&mut self, name: impl Into<String>, value: Value) {
        self.constants.insert(name.into(), value);
    }

    /// Lets ordinary Rust name the plain functions and constants of a file.
    pub fn hold(&mut self, items: &'p Items) {
        self.items = Some(items);
    }

    pub(super) fn items(&self) -> Option<&'p Items> {
        self.items
    }

    /// The name by which the function that is called is known here.
    pub(super) fn called(&self, callee: &Callee) -> Result<Option<&str>, Fault> {
        called(&self.functions, callee)
    }

    /// The name of the operator on structures that these values are operands of.
    pub(super) fn operator(&self, operator: &str, operands: &[Value]) -> Option<&str> {
        let end = format!(">::{operator}");
        let fits = |procedure: &&'p Procedure| {
            procedure.params.len() == operands.len()
                && procedure
                    .params
                    .iter()
                    .zip(operands)
                    .all(|(&(var, _), value)| takes(procedure, var, value))
        };
        let named = self.functions.iter().filter(|(name, _)| name.ends_with(&end));
        let mut found = named.filter(|(_, programs)| programs.first().is_some_and(&fits));
        found.next().map(|(name, _)| name.as_str())
    }

    /// A function's program.
    pub fn find(&self, name: &str, program: Program) -> Option<&'p Procedure> {
        self.functions.get(name)?.iter().copied().find(|known| known.program == program)
    }

    pub(super) fn constant(&self, name: &str) -> Option<&Value> {
        self.constants.get(name)
    }
}

/// True if a parameter may be this value: a structure has the fields that the function names.
fn takes(procedure: &Procedure, var: Var, value: &Value) -> bool {
    let is_structure = matches!(procedure.vars[var].ty, Type::Structure(Named::Unknown | Named::Written(_)));
    let Value::Record(fields) = value else { return !is_structure };
    is_structure
        && procedure.vars.parts(var).into_iter().all(|part| match procedure.vars.layout(part).first() {
            Some(Segment::Field(name)) => fields.iter().any(|(field, _)| field == name),
            Some(Segment::Element) | None => true,
        })
}

/// Returns the known name of a callee. For a method the type decides, if the text shows it; otherwise there must be
/// only one method of the name.
pub(super) fn called<'n, V>(
    known: &'n BTreeMap<String, V>,
    callee: &Callee,
) -> Result<Option<&'n str>, Fault> {
    let name = callee.name();
    let exactly = |name: &str| known.get_key_value(name).map(|(name, _)| name.as_str());
    if !matches!(callee.kind, CallKind::Method | CallKind::Associated) {
        return Ok(exactly(&name));
    }
    if let Some(found) = callee.of.as_ref().and_then(|of| exactly(&format!("{of}::{name}"))) {
        return Ok(Some(found));
    }
    let is_it = |known: &&str| known.rsplit_once("::").is_some_and(|(_, last)| last == name);
    let several: Vec<&str> = known.keys().map(String::as_str).filter(is_it).collect();
    match several[..] {
        [] => Ok(exactly(&name)),
        [one] => Ok(Some(one)),
        _ => {
            let message =
                format!("`{name}` may be {}, and the text of the call does not tell", several.join(" or "));
            Err(Fault::new(Kind::Unknown, message).at(*callee.span))
        }
    }
}
