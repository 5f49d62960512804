//! Laws that hold for every program that the compiler accepts.

use crate::harness::{Compiled, Form, Run, arguments, clear_scratch};
use retrograde_compiler::ir::invert::invert;
use retrograde_compiler::ir::step::{Law, Program as Which};
use retrograde_inspect::interpret::{Cell, Fault, Kind, Value};
use retrograde_testkit::finite_difference::derivative;
use retrograde_testkit::programs::{Program, Role};
use retrograde_testkit::{Rng, difference};

/// How far restored values may be off, relative to the scale of the run.
const ROUNDING: f64 = 1e-9;
/// Larger numbers lose too many digits to be compared.
const LARGEST: f64 = 1e3;
/// An adjoint may cost this many times its primal, and a little for declaring shadows. The mean is 1.8; the most that was
/// seen is 7.1, of loops in loops whose arrays are built again in each.
const COST: u64 = 12;
/// How a program says that it is not defined on its arguments: two places are one, or an uncall starts from a state
/// that the call never leads to.
const OUTSIDE: [Kind; 3] = [Kind::Law(Law::Alias), Kind::Alias, Kind::Law(Law::BranchPostcondition)];
/// How far an adjoint may be off from a difference quotient that is certain of itself.
const QUOTIENT: f64 = 1e-5;

/// The result of a program that broke no law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// All laws were tested.
    Held,
    /// Its numbers grow too large, or two places that it takes for different are the same.
    Unsuitable,
    /// All laws but the derivative: the function has a kink here.
    Kinked,
}

/// Tests all laws on a program that the compiler has accepted.
pub(crate) fn all(program: &Program, compiled: &Compiled) -> Result<Verdict, String> {
    let function = &compiled.main().function;
    let twice = invert(&invert(&function.body));
    same_text("invert(invert(p))", &format!("{twice:?}"), &format!("{:?}", function.body))?;

    let mut laws = Laws { program, compiled, scale: 1.0 };
    let before = arguments(program);
    let after = match laws.run(Which::Primal, Form::Simplified, before.clone(), None) {
        Ok(run) => run,
        Err(fault) if OUTSIDE.contains(&fault.kind) => return Ok(Verdict::Unsuitable),
        Err(fault) => return Err(format!("the primal fails: {fault}")),
    };
    let largest = largest(&after.cells).max(after.output.iter().flat_map(Value::leaves).fold(0.0, f64::max));
    if !(largest < LARGEST && after.largest < LARGEST) {
        return Ok(Verdict::Unsuitable);
    }
    // Large numbers come from steps that stretch, and what stretches forwards stretches rounding backwards.
    laws.scale = (1.0 + largest.max(after.largest)).powi(2);
    if function.output.is_none() {
        laws.inverse(&before, &after)?;
    }
    laws.derivative(&before, &after)
}

struct Laws<'a> {
    program: &'a Program,
    compiled: &'a Compiled,
    /// The scale to which rounding is relative.
    scale: f64,
}

impl Laws<'_> {
    fn run(&self, which: Which, form: Form, cells: Vec<Cell>, seed: Option<Value>) -> Result<Run, Fault> {
        let mut cells = cells;
        clear_scratch(self.program, &mut cells);
        self.compiled.run(which, form, cells, seed)
    }

    fn ran(&self, which: Which, form: Form, cells: Vec<Cell>, seed: Option<Value>) -> Result<Run, String> {
        self.run(which, form, cells, seed).map_err(|fault| format!("{which:?} ({form:?}) fails: {fault}"))
    }

    /// `inverse ∘ primal` and `primal ∘ inverse` change nothing, before and after simplification.
    fn inverse(&self, before: &[Cell], after: &Run) -> Result<(), String> {
        for form in [Form::Raw, Form::Simplified] {
            let back = self.ran(Which::Inverse, form, after.cells.clone(), None)?;
            self.same(&format!("inverse(primal(s)) ({form:?})"), &back.cells, before)?;
        }
        // Any post-state whose exact parts can come out of the primal has a pre-state.
        let mut rng = Rng::new(1);
        let mut other = after.cells.clone();
        for (param, cell) in self.program.main().params.iter().zip(&mut other) {
            if param.role == Role::State {
                cell.value.leaves_mut().into_iter().for_each(|x| *x += rng.uniform(-0.5, 0.5));
            }
        }
        let back = self.ran(Which::Inverse, Form::Simplified, other.clone(), None)?;
        if !(largest(&back.cells) < LARGEST && back.largest < LARGEST) {
            return Ok(());
        }
        let again = self.ran(Which::Primal, Form::Simplified, back.cells, None)?;
        self.same("primal(inverse(s))", &again.cells, &other)
    }

    /// The adjoint restores the pre-state and carries the gradient; sweep and the adjoint of the inverse agree with it.
    fn derivative(&self, before: &[Cell], after: &Run) -> Result<Verdict, String> {
        let mut rng = Rng::new(2);
        let seed = after.output.as_ref().map(|_| Value::Real(rng.uniform(0.5, 1.5)));
        // Cotangents of what is read are added to, so they do not start at zero here.
        let mut seeded = after.cells.clone();
        for (cell, (_, shadow)) in seeded.iter_mut().zip(&self.adjoint().params) {
            cell.shadow = shadow.and_then(|_| cell.value.zero().ok());
            for leaf in cell.shadow.iter_mut().flat_map(Value::leaves_mut) {
                *leaf = rng.uniform(0.3, 1.7);
            }
        }
        let start = seeded.clone();
        let raw = self.ran(Which::Adjoint, Form::Raw, start.clone(), seed.clone())?;
        let run = self.ran(Which::Adjoint, Form::Simplified, start, seed.clone())?;
        // Where the simplifier makes an uncall in the primal cheap, it does not make the adjoint so.
        let primal = self.ran(Which::Primal, Form::Raw, before.to_vec(), None)?;
        if run.work > COST * primal.work + 100 {
            return Err(format!("the adjoint costs {}, the primal {}", run.work, primal.work));
        }
        self.same("the adjoint's pre-state (Raw)", &raw.cells, before)?;
        self.same("the adjoint's pre-state", &run.cells, before)?;
        self.same_shadows("the simplified adjoint against the raw one", &run.cells, &raw.cells, 1.0)?;
        // Where a step stretches a cotangent, the way back loses as many digits.
        let stretched = largest_shadow(&run.cells);
        if !(stretched < LARGEST) {
            return Ok(Verdict::Unsuitable);
        }

        if self.compiled.procedure(Which::Sweep, Form::Simplified).is_some() {
            let mut start = before.to_vec();
            for (cell, seeded) in start.iter_mut().zip(&seeded) {
                cell.shadow = seeded.shadow.clone();
            }
            let sweep = self.ran(Which::Sweep, Form::Simplified, start, seed.clone())?;
            self.same("the sweep's post-state", &sweep.cells, &after.cells)?;
            self.same_shadows("the sweep against the adjoint", &sweep.cells, &run.cells, 1.0)?;
            if let (Some(a), Some(b)) = (&sweep.output, &after.output) {
                if !close(a, b, self.scale) {
                    return Err(format!("the sweep's value is {a} instead of {b}"));
                }
            }
        }
        if after.output.is_none() {
            for form in [Form::Raw, Form::Simplified] {
                let redone = self.ran(Which::InverseAdjoint, form, run.cells.clone(), None)?;
                self.same(&format!("inverse_adjoint(adjoint(s)) ({form:?})"), &redone.cells, &after.cells)?;
                self.same_shadows(
                    &format!("inverse_adjoint(adjoint(s)) ({form:?})"),
                    &redone.cells,
                    &seeded,
                    stretched * stretched,
                )?;
            }
        }
        self.gradient(before, &seeded, seed.as_ref(), &run)
    }

    /// In random directions, the cotangents are the derivative of the seeded post-state.
    fn gradient(
        &self,
        before: &[Cell],
        seeded: &[Cell],
        seed: Option<&Value>,
        run: &Run,
    ) -> Result<Verdict, String> {
        let mut verdict = Verdict::Held;
        for number in 0..2 {
            let mut rng = Rng::new(3 + number);
            let (mut direction, mut expected) = (Vec::new(), 0.0);
            let roles = self.program.main().params.iter().map(|param| param.role);
            for ((role, start), left) in roles.zip(seeded).zip(&run.cells) {
                let (Some(start), Some(left)) = (&start.shadow, &left.shadow) else {
                    direction.push(Vec::new());
                    continue;
                };
                // A read-only place keeps what its cotangent held before; scratch is not ours to move.
                let kept = if role == Role::Input { 1.0 } else { 0.0 };
                let moves: Vec<f64> = left
                    .leaves()
                    .iter()
                    .map(|_| if role == Role::Scratch { 0.0 } else { rng.uniform(-1.0, 1.0) })
                    .collect();
                for ((left, start), by) in left.leaves().iter().zip(start.leaves()).zip(&moves) {
                    // Scratch may hand back any cotangent; it takes no part.
                    expected += if *by == 0.0 { 0.0 } else { (left - kept * start) * by };
                }
                direction.push(moves);
            }
            let mut failure = None;
            let mut seeded_state = |t: f64| {
                let mut cells = before.to_vec();
                for (cell, moves) in cells.iter_mut().zip(&direction) {
                    cell.value.leaves_mut().into_iter().zip(moves).for_each(|(x, by)| *x += t * by);
                }
                match self.run(Which::Primal, Form::Simplified, cells, None) {
                    Ok(moved) => self.seeded_sum(&moved, seeded, seed),
                    // An alias cannot depend on reals, everything else is a fault of the program.
                    Err(fault) => {
                        failure = Some(fault);
                        f64::NAN
                    }
                }
            };
            let estimate = derivative(&mut seeded_state, 0.0);
            if let Some(fault) = failure {
                return Err(format!("the primal fails beside its arguments: {fault}"));
            }
            let size = 1.0 + estimate.value.abs().max(expected.abs());
            if !(estimate.error < 1e-6 * size) {
                verdict = Verdict::Kinked;
                continue;
            }
            let off = (estimate.value - expected).abs();
            if !(off <= QUOTIENT * size) {
                let cells = &run.cells;
                let message = format!("difference quotient {:?}, adjoint {expected:?}", estimate.value);
                return Err(format!("the gradient is wrong: {message}\nadjoint left {}", shown(cells)));
            }
        }
        Ok(verdict)
    }

    fn seeded_sum(&self, moved: &Run, seeded: &[Cell], seed: Option<&Value>) -> f64 {
        let dot = |shadow: &Value, value: &Value| -> f64 {
            shadow.leaves().iter().zip(value.leaves()).map(|(s, x)| s * x).sum()
        };
        let state: f64 = self
            .program
            .main()
            .params
            .iter()
            .zip(&moved.cells)
            .zip(seeded)
            .filter(|((param, _), _)| param.role == Role::State)
            .map(|((_, moved), seeded)| seeded.shadow.as_ref().map_or(0.0, |s| dot(s, &moved.value)))
            .sum();
        let value = seed.zip(moved.output.as_ref()).map_or(0.0, |(seed, value)| dot(seed, value));
        state + value
    }

    fn adjoint(&self) -> &retrograde_compiler::ir::step::Procedure {
        &self.compiled.main().adjoint
    }

    /// Exact places and inputs are the same bit for bit, others to rounding; scratch does not count.
    fn same(&self, what: &str, got: &[Cell], wanted: &[Cell]) -> Result<(), String> {
        let scale = largest(got).max(largest(wanted)).max(self.scale);
        let roles = self.program.main().params.iter().map(|param| param.role).chain([Role::State]);
        for (i, ((got, wanted), role)) in got.iter().zip(wanted).zip(roles).enumerate() {
            let alike = match role {
                Role::Scratch => true,
                Role::Input | Role::Inactive => same_bits(&got.value, &wanted.value),
                Role::State => close(&got.value, &wanted.value, scale),
            };
            if !alike {
                let (got, wanted) = (&got.value, &wanted.value);
                return Err(format!("{what}: parameter {i} is {got} instead of {wanted}"));
            }
        }
        Ok(())
    }

    fn same_shadows(&self, what: &str, got: &[Cell], wanted: &[Cell], scale: f64) -> Result<(), String> {
        let scale = largest_shadow(got).max(largest_shadow(wanted)).max(scale) * self.scale;
        let roles = self.program.main().params.iter().map(|param| param.role);
        for (i, ((a, b), role)) in got.iter().zip(wanted).zip(roles).enumerate() {
            let (Some(a), Some(b)) = (&a.shadow, &b.shadow) else { continue };
            if role != Role::Scratch && !close(a, b, scale) {
                return Err(format!("{what}: cotangent of parameter {i} is {a} instead of {b}"));
            }
        }
        Ok(())
    }
}

fn same_text(what: &str, got: &str, wanted: &str) -> Result<(), String> {
    if got == wanted { Ok(()) } else { Err(format!("{what} differs:\n{got}\ninstead of\n{wanted}")) }
}

fn same_bits(a: &Value, b: &Value) -> bool {
    let bits = |value: &Value| value.leaves().iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    bits(a) == bits(b) && same_integers(a, b)
}

/// Integers without a type yet are equal to those that have got theirs.
fn same_integers(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => a.value == b.value,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_integers(a, b))
        }
        (Value::Record(a), Value::Record(b)) => a.iter().zip(b).all(|((_, a), (_, b))| same_integers(a, b)),
        _ => true,
    }
}

pub(crate) fn close(a: &Value, b: &Value, scale: f64) -> bool {
    let (x, y) = (a.leaves(), b.leaves());
    let near = |(x, y): (&f64, &f64)| difference(*x, *y) <= ROUNDING || (x - y).abs() <= ROUNDING * scale;
    same_integers(a, b) && x.len() == y.len() && x.iter().zip(&y).all(near)
}

fn largest(cells: &[Cell]) -> f64 {
    let all = cells.iter().flat_map(|cell| cell.value.leaves());
    all.map(|x| if x.is_nan() { f64::INFINITY } else { x.abs() }).fold(0.0, f64::max)
}

fn largest_shadow(cells: &[Cell]) -> f64 {
    let all = cells.iter().filter_map(|cell| cell.shadow.as_ref()).flat_map(Value::leaves);
    all.map(|x| if x.is_nan() { f64::INFINITY } else { x.abs() }).fold(1.0, f64::max)
}

fn shown(cells: &[Cell]) -> String {
    let show = |cell: &Cell| match &cell.shadow {
        Some(shadow) => format!("{} with {shadow}", cell.value),
        None => cell.value.to_string(),
    };
    cells.iter().map(show).collect::<Vec<_>>().join("; ")
}
