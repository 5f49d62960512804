//! Programs over structures in the interpreter: every stage restores, and the adjoint is what differences say, before and
//! after simplification.

use retrograde_compiler::ir::step::{Procedure, Program};
use retrograde_compiler::{Stages, stages};
use retrograde_inspect::interpret::{Cell, Machine, Module, Value};

fn record(fields: &[(&str, Value)]) -> Value {
    Value::Record(fields.iter().map(|(name, value)| (name.to_string(), value.clone())).collect())
}

fn vector(x: f64, y: f64) -> Value {
    record(&[("x", x.into()), ("y", y.into())])
}

fn particle(k: f64) -> Value {
    record(&[
        ("position", vector(0.3 + k, -0.7 * k)),
        ("velocity", vector(1.1 - k, 0.4)),
        ("mass", (1.5 + 0.5 * k).into()),
        ("spins", Value::reals(&[0.2, k])),
        ("kind", Value::integer(1)),
    ])
}

struct Case {
    stages: Vec<(String, Stages)>,
    params: Vec<Value>,
}

impl Case {
    fn new(sources: &[&str], params: Vec<Value>) -> Case {
        let compile = |source: &&str| {
            let name = source.split(['(', ' ']).nth(1).unwrap_or_default().to_string();
            let tokens = source.parse().expect("the test is Rust");
            (name, stages(tokens).unwrap_or_else(|errors| panic!("{errors}")))
        };
        Case { stages: sources.iter().map(compile).collect(), params }
    }

    fn run(&self, simplified: bool, which: Program, params: Vec<Cell>) -> Vec<Cell> {
        let pick = |s: &'_ Stages, which| -> Option<Procedure> {
            match (which, simplified) {
                (Program::Primal, _) => Some(s.primal.clone()),
                (Program::Inverse, true) => Some(s.inverse.clone()),
                (Program::Inverse, false) => Some(s.inverse_raw().clone()),
                (Program::Adjoint, true) => Some(s.adjoint.clone()),
                (Program::Adjoint, false) => Some(s.adjoint_raw().clone()),
                (Program::InverseAdjoint, true) => Some(s.inverse_adjoint.clone()),
                (Program::InverseAdjoint, false) => Some(s.inverse_adjoint_raw().clone()),
                (Program::Sweep, _) => s.sweep.clone(),
                (Program::Record | Program::Replay, _) => None,
            }
        };
        let all =
            [Program::Primal, Program::Inverse, Program::Adjoint, Program::InverseAdjoint, Program::Sweep];
        let procedures: Vec<(&str, Procedure)> = self
            .stages
            .iter()
            .flat_map(|(name, s)| all.iter().filter_map(move |which| Some((name.as_str(), pick(s, *which)?))))
            .collect();
        let mut module = Module::default();
        for (name, procedure) in &procedures {
            module.insert(*name, procedure);
        }
        let main = self.stages.last().and_then(|(_, s)| pick(s, which)).expect("a program");
        let outcome = Machine::new(&module, 1_000_000).run(&main, params, None);
        outcome.unwrap_or_else(|fault| panic!("{fault}")).params
    }

    /// The laws, for the first `state` parameters as state.
    fn holds(&self, state: usize) {
        let cells = |params: &[Value]| params.iter().cloned().map(Cell::from).collect::<Vec<_>>();
        let leaves = |values: &[Value]| values.iter().flat_map(Value::leaves).collect::<Vec<f64>>();
        let values = |cells: &[Cell]| cells.iter().map(|cell| cell.value.clone()).collect::<Vec<_>>();
        let count = leaves(&self.params[..state]).len();
        let seeds: Vec<f64> = (0..count).map(|i| 0.9 - 0.35 * i as f64 + 0.07 * (i * i) as f64).collect();
        let weighed = |params: &[Value]| -> f64 {
            let after = values(&self.run(true, Program::Primal, cells(params)));
            leaves(&after[..state]).iter().zip(&seeds).map(|(v, s)| v * s).sum()
        };
        let all = leaves(&self.params).len();
        let wanted: Vec<f64> = (0..all)
            .map(|i| {
                let moved = |h: f64| {
                    let mut params = self.params.clone();
                    if let Some(leaf) = params.iter_mut().flat_map(Value::leaves_mut).nth(i) {
                        *leaf += h;
                    }
                    weighed(&params)
                };
                (moved(1e-5) - moved(-1e-5)) / 2e-5
            })
            .collect();
        for simplified in [false, true] {
            let after = values(&self.run(simplified, Program::Primal, cells(&self.params)));
            let before = values(&self.run(simplified, Program::Inverse, cells(&after)));
            same(&leaves(&before), &leaves(&self.params), 1e-9, "inverse");
            let mut bars: Vec<Value> =
                after.iter().map(|v| v.zero().unwrap_or(Value::Record(vec![]))).collect();
            let seeded = bars[..state].iter_mut().flat_map(Value::leaves_mut);
            seeded.zip(&seeds).for_each(|(bar, seed)| *bar = *seed);
            let with =
                after.iter().zip(bars).map(|(value, bar)| Cell { value: value.clone(), shadow: Some(bar) });
            let end = self.run(simplified, Program::Adjoint, with.collect());
            same(&leaves(&values(&end)), &leaves(&self.params), 1e-9, "adjoint restores");
            let bars: Vec<Value> =
                end.iter().map(|c| c.shadow.clone().unwrap_or(Value::Record(vec![]))).collect();
            same(&leaves(&bars), &wanted, 1e-5, "adjoint");
        }
    }
}

#[track_caller]
fn same(a: &[f64], b: &[f64], tolerance: f64, what: &str) {
    assert_eq!(a.len(), b.len(), "{what}");
    for (i, (a, b)) in a.iter().zip(b).enumerate() {
        assert!((a - b).abs() <= tolerance * (1.0 + b.abs()), "{what}: number {i} is {a}, not {b}");
    }
}

const DRIFT: &str = "fn drift(to: &mut Vec2, by: &Vec2, h: f64) {
    to.x += h * by.x;
    to.y -= by.y * by.x * h;
}";

const STEP: &str = "fn step(p: &mut Particle, h: f64) {
    drift(&mut p.velocity, &p.position, h);
    let speed = p.velocity.x * p.velocity.y;
    p.mass += speed.sin();
    drift(&mut p.position, &p.velocity, h);
    for i in 0..2 { p.spins[i] += p.mass * p.position.x; }
    p.kind += 1;
}";

#[test]
fn fields_and_calls() {
    Case::new(&[DRIFT, STEP], vec![particle(0.4), 0.2.into()]).holds(1);
}

#[test]
fn elements_and_columns() {
    let main = "fn main(ps: &mut [Particle], h: f64) {
        for _ in 0..2 {
            for i in 0..ps.len() { step(&mut ps[i], h); }
            for i in 1..ps.len() {
                ps[i].position.x += ps[i - 1].mass * h;
                drift(&mut ps[i].velocity, &ps[i - 1].position, 0.3);
            }
        }
    }";
    let particles = Value::Array(vec![particle(0.1), particle(-0.3), particle(0.6)]);
    Case::new(&[DRIFT, STEP, main], vec![particles, 0.1.into()]).holds(1);
}

#[test]
fn locals_over_fields() {
    let main = "fn main(out: &mut f64, ps: &[Particle], p: &mut Particle) {
        for i in 0..ps.len() {
            let a = &ps[i];
            let r = a.position.x * p.position.y;
            if a.kind == 1 { *out += r.exp() * a.mass; } else { *out += r; }
            p.velocity.x += r * a.spins[1];
        }
        let t = p.velocity.x;
        p.mass += t * t;
        p.position.x += p.mass;
    }";
    let particles = Value::Array(vec![particle(0.1), particle(-0.3)]);
    // State stands first.
    let main = main.replace(
        "out: &mut f64, ps: &[Particle], p: &mut Particle",
        "out: &mut f64, p: &mut Particle, ps: &[Particle]",
    );
    Case::new(&[&main], vec![0.5.into(), particle(0.2), particles]).holds(2);
}

#[test]
fn methods_that_integers_share_are_of_reals_beside_reals() {
    // Nothing else tells what the elements of `spins` are.
    for e in ["p.spins[0].max(p.mass)", "p.spins[0].min(p.velocity.x)", "p.spins[0].max(p.spins[1])"] {
        let source = format!("fn f(y: &mut f64, p: &Particle<f64>) {{ *y += {e}; }}");
        let tokens = source.parse().expect("the test is Rust");
        if let Err(errors) = stages(tokens) {
            panic!("{source}: {errors}");
        }
    }
}
