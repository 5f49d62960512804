//! Draws programs of every statement, and writes each as a test that holds what rustc makes of it to what the interpreter arrives
//! at: at `f64` to tolerance and, where the program is generic, in fixed point, undone to the last bit.
//!
//! Programs that have a text for devices run on the compiler of C as well.
//!
//! So emitted code and interpreted steps are held to each other; the interpreted ones are held to the laws and to differences here.

use crate::fixed;
use crate::harness::{Compiled, Form, Run, arguments};
use crate::laws::{self, Verdict};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use retrograde_compiler::ir::step::Program as Which;
use retrograde_inspect::interpret::{Cell, Value};
use retrograde_testkit::Rng;
use retrograde_testkit::programs::{Datum, Liberty, Param, Program, Role, programs};
use std::fmt::Write as _;

/// Short programs test little, long ones cost time to compile.
const LINES: std::ops::Range<usize> = 12..70;
/// At least so many programs run on a device.
const ON_DEVICES: usize = 24;

/// The modules of so many programs.
pub(crate) fn drawn(wanted: usize, seed: u64) -> String {
    let seed = [seed as u8; 32];
    let mut runner =
        TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let strategies =
        [Liberty::Strict, Liberty::Advancing, Liberty::Wild].map(|liberty| programs(liberty).boxed());
    let mut texts = Vec::new();
    let mut on_devices = 0;
    for strategy in strategies.iter().cycle() {
        if texts.len() >= wanted && on_devices >= ON_DEVICES {
            break;
        }
        let program = strategy.new_tree(&mut runner).expect("nothing is rejected").current();
        if LINES.contains(&program.to_string().lines().count()) {
            let text = match texts.len() % 3 {
                _ if texts.len() >= wanted => {
                    module(&program, texts.len(), &["f64"]).filter(|text| text.contains(KERNELS))
                }
                0 => module(&program, texts.len(), &["f64"]),
                _ => generic(program).and_then(|program| module(&program, texts.len(), &["f64", "Fixed43"])),
            };
            on_devices += usize::from(text.as_ref().is_some_and(|text| text.contains(KERNELS)));
            texts.extend(text);
        }
    }
    texts.concat()
}

/// The attribute of a function that runs on devices.
const KERNELS: &str = "#[reversible(kernels)]";

/// Returns the program for any real type, if rustc can infer the real types of its functions from their arguments.
fn generic(mut program: Program) -> Option<Program> {
    for function in &mut program.functions {
        let (head, body) = function.source.split_once('{')?;
        let (name, rest) = head.split_once('(')?;
        let (params, _) = rest.split_once(')')?;
        match (params.contains("f64"), head.contains("f64")) {
            (true, _) => {
                let rest = rest.replace("f64", "T");
                function.source = format!("{name}<T: Real>({rest}{{{}", body.replace("f64", "T"));
            }
            (false, true) => return None,
            (false, false) => {}
        }
    }
    Some(program)
}

/// The program as a module with a test at each number, if it keeps all laws.
fn module(program: &Program, number: usize, at: &[&str]) -> Option<String> {
    let compiled = Compiled::new(program).ok()?;
    if laws::all(program, &compiled) != Ok(Verdict::Held) {
        return None;
    }
    if at.len() > 1 && fixed::comes_back(program, &compiled) != Ok(Verdict::Held) {
        return None;
    }
    let kernels = at == ["f64"] && compiled.has_kernels();
    let mut text =
        format!("mod program_{number:03} {{\n    use retrograde::{{Complex, Fixed43, Log, prelude::*}};\n");
    text += "    use super::*;\n\n";
    for function in &program.functions {
        let attribute = if kernels { KERNELS } else { "#[reversible]" };
        writeln!(text, "    {attribute}").ok()?;
        for line in function.source.lines() {
            writeln!(text, "    {line}").ok()?;
        }
        text.push('\n');
    }
    text += "    macro_rules! arrives_where_the_interpreter_does {\n        ($at:ident, $T:ty) => {\n";
    text += "            #[test]\n            fn $at() {\n";
    for line in body(program, &compiled, kernels)? {
        writeln!(text, "                {line}").ok()?;
    }
    text += "            }\n        };\n    }\n";
    for ty in at {
        let name = ty.to_lowercase();
        writeln!(text, "    arrives_where_the_interpreter_does!(at_{name}, {ty});").ok()?;
    }
    text += "}\n\n";
    Some(text)
}

fn body(program: &Program, compiled: &Compiled, kernels: bool) -> Option<Vec<String>> {
    let params = &program.main().params;
    let before = arguments(program);
    let after = compiled.run(Which::Primal, Form::Simplified, before.clone(), None).ok()?;
    // What comes out as it went in would hide most faults.
    if after.output.is_none() && after.cells.iter().zip(&before).all(|(a, b)| a.value == b.value) {
        return None;
    }
    let mut rng = Rng::new(5);
    let mut seeded = after.cells.clone();
    for ((cell, (_, shadow)), param) in seeded.iter_mut().zip(&compiled.main().adjoint.params).zip(params) {
        cell.shadow = shadow.and_then(|_| cell.value.zero().ok());
        if param.role == Role::Scratch {
            cell.value = cell.value.zero().ok()?;
            continue;
        }
        for leaf in cell.shadow.iter_mut().flat_map(Value::leaves_mut) {
            *leaf = (rng.uniform(0.3, 1.7) * 64.0).round() / 64.0;
        }
    }
    let seed = after.output.as_ref().map(|_| 1.25);
    let run = compiled.run(Which::Adjoint, Form::Simplified, seeded.clone(), seed.map(Value::Real)).ok()?;

    let plain: Vec<String> = params.iter().map(|param| borrowed(param, "")).collect();
    let beside: Vec<String> = params
        .iter()
        .zip(&seeded)
        .flat_map(|(param, cell)| {
            let bar = cell.shadow.as_ref().map(|_| format!("&mut {}_bar", param.name));
            [Some(borrowed(param, "")), bar].into_iter().flatten()
        })
        .collect();
    let (plain, beside) = (plain.join(", "), beside.join(", "));

    let mut lines: Vec<String> =
        params.iter().map(|param| format!("let mut {} = {};", param.name, written(&param.value))).collect();
    match (seed, &after.output) {
        (Some(seed), Some(value)) => {
            lines.push(format!("same::<$T>(\"the value\", &[main({plain})], &[{value}]);"));
            lines.extend(bars(params, &seeded));
            lines.push(format!("let value = main::pull(real::<$T>({seed:?}), {beside});"));
            lines.push(format!("same(\"the pulled value\", &[value], &[{value}]);"));
            lines.extend(compared_bars(params, &run));
        }
        _ => {
            lines.extend(noted("before", params));
            lines.push(format!("main({plain});"));
            lines.extend(compared(params, &after.cells));
            lines.extend(noted("after", params));
            lines.extend(cleared(params));
            lines.push(format!("main::inverse({plain});"));
            lines.extend(restored("before", "after the inverse", params));
            lines.extend(cleared(params));
            lines.push(format!("main({plain});"));
            lines.extend(cleared(params));
            lines.extend(bars(params, &seeded));
            lines.push(format!("main::adjoint({beside});"));
            lines.extend(restored("before", "after the adjoint", params));
            lines.extend(compared_bars(params, &run));
            lines.extend(cleared(params));
            lines.extend(bars(params, &seeded));
            lines.push(format!("main::sweep({beside});"));
            lines.extend(restored("after", "after the sweep", params));
            lines.extend(compared_bars(params, &run));
            if kernels {
                lines.extend(on_device(program, params, &seeded, &after.cells, &run));
            }
        }
    }
    Some(lines)
}

/// The type of a parameter, as its function is written.
fn integer(source: &str, name: &str) -> String {
    let behind = source.split_once(&format!("{name}: ")).map_or("", |(_, behind)| behind);
    behind.trim_start_matches("&mut ").chars().take_while(|c| c.is_alphanumeric()).collect()
}

/// Runs the programs on a device, from the state at the start.
fn on_device(program: &Program, params: &[Param], seeded: &[Cell], after: &[Cell], run: &Run) -> Vec<String> {
    let plain: String = params.iter().map(|param| format!("{}, ", borrowed(param, ""))).collect();
    let beside = params.iter().zip(seeded).map(|(param, cell)| {
        let bar = cell.shadow.as_ref().map_or(String::new(), |_| format!("&mut {}_bar, ", param.name));
        format!("{}, {bar}", borrowed(param, ""))
    });
    let beside: String = beside.collect();
    let mut lines = vec!["let device = main::on(&*DEVICE);".to_string()];
    lines.extend(params.iter().map(|param| {
        let typed = match (&param.value, param.role) {
            (Datum::Integer(_), Role::State) => format!(": {}", integer(&program.main().source, &param.name)),
            _ => String::new(),
        };
        format!("let mut {}{typed} = {};", param.name, written(&param.value))
    }));
    lines.push(format!("device.run(({plain})).unwrap();"));
    lines.extend(compared(params, after));
    lines.push(format!("device.inverse(({plain})).unwrap();"));
    lines.extend(restored("before", "after the inverse on the device", params));
    lines.push(format!("device.run(({plain})).unwrap();"));
    lines.extend(bars(params, seeded));
    lines.push(format!("device.adjoint(({beside})).unwrap();"));
    lines.extend(restored("before", "after the adjoint on the device", params));
    lines.extend(compared_bars(params, run));
    lines.extend(bars(params, seeded));
    lines.push(format!("device.sweep(({beside})).unwrap();"));
    lines.extend(restored("after", "after the sweep on the device", params));
    lines.extend(compared_bars(params, run));
    lines
}

/// A parameter as it is handed over.
fn borrowed(param: &Param, suffix: &str) -> String {
    let name = format!("{}{suffix}", param.name);
    match (param.role, &param.name[..1]) {
        (Role::State | Role::Scratch, _) => format!("&mut {name}"),
        // What the generator calls these comes by value.
        (_, "w" | "b" | "n") => name,
        _ => format!("&{name}"),
    }
}

/// An argument, whose numbers are of type `$T`.
fn written(datum: &Datum) -> String {
    match datum {
        Datum::Real(x) => format!("real::<$T>({x:?})"),
        Datum::Reals(items) => format!("reals::<$T, {}>({items:?})", items.len()),
        Datum::Grid(rows) => {
            let columns = rows.first().map_or(0, Vec::len);
            format!("{rows:?}.map(reals::<$T, {columns}>)")
        }
        Datum::Integer(n) => n.to_string(),
        Datum::Integers(all) => format!("Vec::<usize>::from({all:?})"),
        Datum::Record(fields) => {
            let named = |(name, value): &(String, Datum)| format!("{name}: {}", written(value));
            let all: Vec<String> = fields.iter().map(named).collect();
            match structure(datum) {
                Some(name) => format!("{name} {{ {} }}", all.join(", ")),
                None => {
                    format!("({})", fields.iter().map(|(_, f)| written(f)).collect::<Vec<_>>().join(", "))
                }
            }
        }
    }
}

/// The name of a structure, which the generator's structures tell by their fields; none for a tuple.
fn structure(datum: &Datum) -> Option<&'static str> {
    let Datum::Record(fields) = datum else { return None };
    match fields.first().map_or("", |(name, _)| name.as_str()) {
        "at" => Some("Body"),
        "x" => Some("Vec2"),
        _ => None,
    }
}

/// All numbers of a place as one array, and its integers apart.
fn leaves(name: &str, datum: &Datum) -> (Vec<String>, Vec<String>) {
    match datum {
        Datum::Real(_) => (vec![name.to_string()], Vec::new()),
        Datum::Reals(items) => ((0..items.len()).map(|i| format!("{name}[{i}]")).collect(), Vec::new()),
        Datum::Grid(rows) => {
            let row = |(j, row): (usize, &Vec<f64>)| -> Vec<String> {
                (0..row.len()).map(|i| format!("{name}[{j}][{i}]")).collect()
            };
            (rows.iter().enumerate().flat_map(row).collect(), Vec::new())
        }
        Datum::Integer(_) | Datum::Integers(_) => (Vec::new(), vec![name.to_string()]),
        Datum::Record(fields) => {
            let (mut reals, mut integers) = (Vec::new(), Vec::new());
            for (field, inner) in fields {
                let (more, others) = leaves(&format!("{name}.{field}"), inner);
                reals.extend(more);
                integers.extend(others);
            }
            (reals, integers)
        }
    }
}

fn states(params: &[Param]) -> impl Iterator<Item = &Param> {
    params.iter().filter(|param| param.role == Role::State)
}

/// Scratch is zero on entry.
fn cleared(params: &[Param]) -> Vec<String> {
    params
        .iter()
        .filter(|p| p.role == Role::Scratch)
        .map(|p| format!("{}.fill(real(0.0));", p.name))
        .collect()
}

fn bars(params: &[Param], seeded: &[Cell]) -> Vec<String> {
    let mut lines = Vec::new();
    for (param, cell) in params.iter().zip(seeded) {
        let Some(shadow) = &cell.shadow else { continue };
        let name = &param.name;
        lines.push(format!("let mut {name}_bar = {name}.shadow::<$T>();"));
        let (places, _) = leaves(&format!("{name}_bar"), &param.value);
        lines.extend(places.iter().zip(shadow.leaves()).map(|(place, x)| format!("{place} = real({x:?});")));
    }
    lines
}

/// Keeps what state holds.
fn noted(when: &str, params: &[Param]) -> Vec<String> {
    let kept = |param: &Param| {
        let (reals, integers) = leaves(&param.name, &param.value);
        let name = &param.name;
        let reals = (!reals.is_empty()).then(|| format!("let {name}_{when} = [{}];", reals.join(", ")));
        let counts = integers.iter().map(|n| format!("let {}_{when} = {n}.clone();", n.replace('.', "_")));
        reals.into_iter().chain(counts).collect::<Vec<_>>()
    };
    states(params).flat_map(kept).collect()
}

/// State holds what was kept.
fn restored(kept: &str, when: &str, params: &[Param]) -> Vec<String> {
    let compared = |param: &Param| {
        let (reals, integers) = leaves(&param.name, &param.value);
        let name = &param.name;
        let same = || format!("back(\"{name} {when}\", &[{}], &{name}_{kept});", reals.join(", "));
        let reals = (!reals.is_empty()).then(same);
        let equal = |n: &String| format!("assert_eq!({n}, {}_{kept}, \"{n} {when}\");", n.replace('.', "_"));
        reals.into_iter().chain(integers.iter().map(equal)).collect::<Vec<_>>()
    };
    states(params).flat_map(compared).collect()
}

/// State holds what the interpreter has left there.
fn compared(params: &[Param], cells: &[Cell]) -> Vec<String> {
    let mut lines = Vec::new();
    for (param, cell) in params.iter().zip(cells).filter(|(param, _)| param.role == Role::State) {
        let name = &param.name;
        let (reals, integers) = leaves(name, &param.value);
        if !reals.is_empty() {
            let (reals, wanted) = (reals.join(", "), cell.value.leaves());
            lines.push(format!("same(\"{name} after the primal\", &[{reals}], &{wanted:?});"));
        } else if !integers.is_empty() {
            lines.push(format!("assert_eq!({name}, {}, \"{name} after the primal\");", cell.value));
        }
    }
    lines
}

fn compared_bars(params: &[Param], run: &Run) -> Vec<String> {
    let one = |(param, cell): (&Param, &Cell)| {
        let name = format!("{}_bar", param.name);
        let shadow = cell.shadow.as_ref().filter(|_| param.role != Role::Scratch)?;
        let (places, _) = leaves(&name, &param.value);
        Some(format!("same(\"{name}\", &[{}], &{:?});", places.join(", "), shadow.leaves()))
    };
    params.iter().zip(&run.cells).filter_map(one).collect()
}
