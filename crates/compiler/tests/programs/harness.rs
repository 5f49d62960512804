//! Compiling a generated program and running its stages.

use retrograde_compiler::ir::Options;
use retrograde_compiler::ir::step::{Procedure, Program as Which};
use retrograde_compiler::{Stages, stages_with};
use retrograde_inspect::interpret::stepper::Library;
use retrograde_inspect::interpret::{Cell, Fault, Machine, Module, Outcome, Value};
use retrograde_testkit::programs::{Datum, Function, Program, Role};

/// More work than any generated program does.
const BUDGET: u64 = 2_000_000;

/// The form of the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The output of `schedule` and `adjoint`.
    Raw,
    /// The emitted steps.
    Simplified,
    /// The emitted steps with run-time checks.
    Checked,
}

/// All stages of all functions of a program.
pub(crate) struct Compiled {
    functions: Vec<(String, Stages)>,
}

/// The result of a run, and its cost.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) cells: Vec<Cell>,
    pub(crate) output: Option<Value>,
    /// The cost of the run.
    pub(crate) work: u64,
    /// The largest number on the way.
    pub(crate) largest: f64,
}

impl Compiled {
    /// Compiles, or tells what the compiler refused.
    pub(crate) fn new(program: &Program) -> Result<Compiled, String> {
        Compiled::with(program, false)
    }

    /// Compiles the program with all calls recorded, `#[reversible(store)]`.
    pub(crate) fn recording(program: &Program) -> Result<Compiled, String> {
        Compiled::with(program, true)
    }

    fn with(program: &Program, recording: bool) -> Result<Compiled, String> {
        let options = Options { recording, ..Options::REVERSIBLE };
        let functions = program.functions.iter().map(|f| compiled(f, options)).collect::<Result<_, _>>()?;
        Ok(Compiled { functions })
    }

    /// Compiles one function of the program again: the others have not changed.
    pub(crate) fn compile_again(&mut self, at: usize, program: &Program) -> Result<(), String> {
        self.functions[at] = compiled(&program.functions[at], Options::REVERSIBLE)?;
        Ok(())
    }

    /// The function to run, by its name.
    pub(crate) fn last(&self) -> (&str, &Stages) {
        let (name, stages) = &self.functions[self.functions.len() - 1];
        (name, stages)
    }

    /// True if all functions have a text for devices.
    #[allow(dead_code)]
    pub(crate) fn has_kernels(&self) -> bool {
        self.functions.iter().all(|(_, stages)| retrograde_compiler::kernels::text(stages).is_ok())
    }

    /// All functions, to be stepped through.
    pub(crate) fn library(&self, carrying: bool) -> Library {
        Library::new(self.functions.clone(), carrying)
    }

    /// The function to run.
    pub(crate) fn main(&self) -> &Stages {
        &self.functions[self.functions.len() - 1].1
    }

    /// The function to run, to be replaced in parts.
    pub(crate) fn main_mut(&mut self) -> &mut Stages {
        let last = self.functions.len() - 1;
        &mut self.functions[last].1
    }

    /// One of the programs of the function to run.
    pub(crate) fn procedure(&self, which: Which, form: Form) -> Option<&Procedure> {
        procedure(self.main(), which, form)
    }

    /// Runs a program of the main function.
    pub(crate) fn run(
        &self,
        which: Which,
        form: Form,
        cells: Vec<Cell>,
        seed: Option<Value>,
    ) -> Result<Run, Fault> {
        self.run_in(None, which, form, cells, seed)
    }

    /// Likewise, in fixed point with so many binary digits.
    pub(crate) fn run_in(
        &self,
        digits: Option<u32>,
        which: Which,
        form: Form,
        cells: Vec<Cell>,
        seed: Option<Value>,
    ) -> Result<Run, Fault> {
        let mut module = Module::default();
        for (name, stages) in &self.functions {
            let all = [Which::Primal, Which::Inverse, Which::Adjoint, Which::Sweep, Which::InverseAdjoint];
            for which in all.into_iter().chain([Which::Record, Which::Replay]) {
                if let Some(procedure) = procedure(stages, which, form) {
                    module.insert(name.as_str(), procedure);
                }
            }
        }
        let Some(procedure) = self.procedure(which, form) else {
            unreachable!("only programs that exist are asked for");
        };
        let machine = Machine::new(&module, BUDGET);
        let mut machine = match digits {
            Some(digits) => machine.in_fixed_point(digits),
            None => machine,
        };
        let Outcome { params, output } = machine.run(procedure, cells, seed)?;
        Ok(Run { cells: params, output, work: machine.spent(), largest: machine.largest() })
    }
}

fn compiled(function: &Function, options: Options) -> Result<(String, Stages), String> {
    let Function { name, source, .. } = function;
    let item: syn::ItemFn = syn::parse_str(source).map_err(|e| format!("{e}:\n{source}"))?;
    let stages = stages_with(item, options).map_err(|errors| format!("`{name}` is refused:\n{errors}"))?;
    Ok((name.clone(), stages))
}

fn procedure(stages: &Stages, which: Which, form: Form) -> Option<&Procedure> {
    if form == Form::Checked {
        let plain = procedure(stages, which, Form::Simplified)?;
        return Some(plain.checked.as_deref().unwrap_or(plain));
    }
    match (which, form) {
        (Which::Primal, _) => Some(&stages.primal),
        (Which::Inverse, Form::Raw) => Some(stages.inverse_raw()),
        (Which::Inverse, Form::Simplified | Form::Checked) => Some(&stages.inverse),
        (Which::Adjoint, Form::Raw) => Some(stages.adjoint_raw()),
        (Which::Adjoint, Form::Simplified | Form::Checked) => Some(&stages.adjoint),
        (Which::InverseAdjoint, Form::Raw) => Some(stages.inverse_adjoint_raw()),
        (Which::InverseAdjoint, Form::Simplified | Form::Checked) => Some(&stages.inverse_adjoint),
        (Which::Sweep, _) => stages.sweep.as_ref(),
        (Which::Record, Form::Raw) => stages.recorded_raw().map(|(record, _)| record),
        (Which::Record, Form::Simplified | Form::Checked) => stages.recording.as_ref().map(|r| &r.record),
        (Which::Replay, Form::Raw) => stages.recorded_raw().map(|(_, replay)| replay),
        (Which::Replay, Form::Simplified | Form::Checked) => stages.recording.as_ref().map(|r| &r.replay),
    }
}

/// The arguments that came with the program.
pub(crate) fn arguments(program: &Program) -> Vec<Cell> {
    program.main().params.iter().map(|param| Cell::from(value(&param.value))).collect()
}

fn value(datum: &Datum) -> Value {
    match datum {
        Datum::Real(x) => Value::Real(*x),
        Datum::Reals(items) => Value::reals(items),
        Datum::Grid(rows) => Value::Array(rows.iter().map(|row| Value::reals(row)).collect()),
        Datum::Integer(n) => Value::integer(i128::from(*n)),
        Datum::Integers(all) => Value::Array(all.iter().map(|n| Value::integer(i128::from(*n))).collect()),
        Datum::Record(fields) => {
            Value::Record(fields.iter().map(|(name, inner)| (name.clone(), value(inner))).collect())
        }
    }
}

/// Scratch is lent as zeros and handed back as anything.
pub(crate) fn clear_scratch(program: &Program, cells: &mut [Cell]) {
    for (param, cell) in program.main().params.iter().zip(cells) {
        if param.role == Role::Scratch {
            cell.value.leaves_mut().into_iter().for_each(|x| *x = 0.0);
            cell.shadow = None;
        }
    }
}
