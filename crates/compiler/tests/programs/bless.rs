//! Writes generated programs as tests of the attribute itself, for rustc to compile and run.
//!
//! `cargo test -p retrograde-compiler --test programs -- --ignored bless` rewrites the files of
//! `crates/retrograde/tests/generated`. The interpreter's numbers are what the compiled programs must arrive at, so
//! that emitted code and interpreted steps are held to each other. The files are committed: they change only by
//! this command. `BLESS_PROGRAMS`, `BLESS_SEED` and `BLESS_FOLDER` draw more or other programs elsewhere.

use crate::harness::{Compiled, Form, Run, arguments};
use crate::laws::{self, Verdict};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use retrograde_compiler::interpret::{Cell, Value};
use retrograde_compiler::step::Program as Which;
use retrograde_testkit::Rng;
use retrograde_testkit::programs::{Datum, Liberty, Param, Program, Role, programs};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// How many programs, and how many to a file.
const PROGRAMS: usize = 48;
const A_FILE: usize = 4;
/// Short programs test little, long ones cost time to compile.
const LINES: std::ops::Range<usize> = 12..70;

const HEAD: &str = "\
//! Generated programs, compiled by rustc: each arrives where the interpreter does.
//!
//! Written by `cargo test -p retrograde-compiler --test programs -- --ignored bless`, not by hand.

// Whatever a program may say is said here, useful or not.
#![allow(unused, clippy::all)]

/// The first of the largest elements.
fn argmax<T: PartialOrd>(x: &[T]) -> usize {
    (1..x.len()).fold(0, |best, i| if x[i] > x[best] { i } else { best })
}

#[derive(Clone, Copy, Debug, retrograde::Differentiable)]
struct Vec2<T> {
    x: T,
    y: T,
}

#[derive(Clone, Copy, Debug, retrograde::Differentiable)]
struct Body<T> {
    at: Vec2<T>,
    w: [T; 3],
    m: T,
    k: i64,
}

fn same(what: &str, got: &[f64], wanted: &[f64]) {
    let close = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-8 * (1.0 + b.abs());
    assert!(got.iter().zip(wanted).all(close), \"{what} is {got:?} instead of {wanted:?}\");
}

";

#[test]
#[ignore = "rewrites crates/retrograde/tests/generated"]
fn bless() {
    let count =
        |name: &str, otherwise| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise);
    let wanted = count("BLESS_PROGRAMS", PROGRAMS);
    let seed = count("BLESS_SEED", 1) as u8;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../retrograde/tests/generated");
    let folder = std::env::var("BLESS_FOLDER").map_or(folder, PathBuf::from);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder to write to");
    let mut runner =
        TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]));
    let strategies =
        [Liberty::Strict, Liberty::Advancing, Liberty::Wild].map(|liberty| programs(liberty).boxed());
    let mut texts = Vec::new();
    for strategy in strategies.iter().cycle() {
        if texts.len() >= wanted {
            break;
        }
        let program = strategy.new_tree(&mut runner).expect("nothing is rejected").current();
        // What is handed to the function itself is written as text.
        let plain = |param: &Param| !matches!(param.value, Datum::Record(_) | Datum::Integers(_));
        let plain = program.main().params.iter().all(plain);
        if plain && LINES.contains(&program.to_string().lines().count()) {
            let text = match texts.len() % 2 {
                0 => module(&program, texts.len()),
                _ => generic(program).and_then(|program| module(&program, texts.len())),
            };
            texts.extend(text);
        }
    }
    let mut head = HEAD.to_string();
    for (file, texts) in texts.chunks(A_FILE).enumerate() {
        writeln!(head, "#[rustfmt::skip]\nmod part_{file:02};").expect("a string takes all");
        let text = format!("//! Generated programs, part {file}.\n\n{}", texts.concat());
        std::fs::write(folder.join(format!("part_{file:02}.rs")), text).expect("a file to write to");
    }
    std::fs::write(folder.join("main.rs"), head).expect("a file to write to");
}

/// The same program for any real type, if its functions can tell which from their arguments.
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

/// The program as a module with a test, if it keeps all laws.
fn module(program: &Program, number: usize) -> Option<String> {
    let compiled = Compiled::new(program).ok()?;
    if laws::all(program, &compiled) != Ok(Verdict::Held) {
        return None;
    }
    let mut text =
        format!("mod program_{number:03} {{\n    use retrograde::prelude::*;\n    use super::super::*;\n\n");
    for function in &program.functions {
        text += "    #[reversible]\n";
        for line in function.source.lines() {
            writeln!(text, "    {line}").ok()?;
        }
        text.push('\n');
    }
    text += "    #[test]\n    fn arrives_where_the_interpreter_does() {\n";
    for line in body(program, &compiled)? {
        writeln!(text, "        {line}").ok()?;
    }
    text += "    }\n}\n\n";
    Some(text)
}

fn body(program: &Program, compiled: &Compiled) -> Option<Vec<String>> {
    let params = &program.main().params;
    let before = arguments(program);
    let after = compiled.run(Which::Primal, Form::Simplified, before.clone(), None).ok()?;
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
    let back = compiled.run(Which::Adjoint, Form::Simplified, seeded.clone(), seed.map(Value::Real)).ok()?;

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

    let mut lines = Vec::new();
    lines.extend(declared(params, &before));
    match (seed, &after.output) {
        (Some(seed), Some(value)) => {
            lines.push(format!("same(\"the value\", &[main({plain})], &[{value}]);"));
            lines.extend(bars(params, &seeded));
            lines.push(format!("let value = main::pull({seed:?}, {beside});"));
            lines.push(format!("same(\"the pulled value\", &[value], &[{value}]);"));
            lines.extend(compared_bars(params, &back));
        }
        _ => {
            lines.push(format!("main({plain});"));
            lines.extend(compared("after the primal", params, &after.cells));
            lines.extend(cleared(params));
            lines.push(format!("main::inverse({plain});"));
            lines.extend(compared("after the inverse", params, &before));
            lines.extend(cleared(params));
            lines.push(format!("main({plain});"));
            lines.extend(cleared(params));
            lines.extend(bars(params, &seeded));
            lines.push(format!("main::adjoint({beside});"));
            lines.extend(compared("after the adjoint", params, &before));
            lines.extend(compared_bars(params, &back));
            lines.extend(cleared(params));
            lines.extend(bars(params, &seeded));
            lines.push(format!("main::sweep({beside});"));
            lines.extend(compared("after the sweep", params, &after.cells));
            lines.extend(compared_bars(params, &back));
        }
    }
    Some(lines)
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

fn declared(params: &[Param], cells: &[Cell]) -> Vec<String> {
    let one = |(param, cell): (&Param, &Cell)| format!("let mut {} = {};", param.name, cell.value);
    params.iter().zip(cells).map(one).collect()
}

/// Scratch is zero on entry.
fn cleared(params: &[Param]) -> Vec<String> {
    params.iter().filter(|p| p.role == Role::Scratch).map(|p| format!("{}.fill(0.0);", p.name)).collect()
}

fn bars(params: &[Param], seeded: &[Cell]) -> Vec<String> {
    let one = |(param, cell): (&Param, &Cell)| {
        cell.shadow.as_ref().map(|shadow| format!("let mut {}_bar = {shadow};", param.name))
    };
    params.iter().zip(seeded).filter_map(one).collect()
}

fn compared(when: &str, params: &[Param], cells: &[Cell]) -> Vec<String> {
    let one = |(param, cell): (&Param, &Cell)| {
        let (name, value) = (&param.name, &cell.value);
        match (param.role, value) {
            (Role::Scratch | Role::Input | Role::Inactive, _) => None,
            (_, Value::Integer(_) | Value::Bool(_)) => {
                Some(format!("assert_eq!({name}, {value}, \"{name} {when}\");"))
            }
            _ => Some(same(&format!("{name} {when}"), name, value)),
        }
    };
    params.iter().zip(cells).filter_map(one).collect()
}

fn compared_bars(params: &[Param], run: &Run) -> Vec<String> {
    let one = |(param, cell): (&Param, &Cell)| {
        let name = format!("{}_bar", param.name);
        let shadow = cell.shadow.as_ref().filter(|_| param.role != Role::Scratch)?;
        Some(same(&name, &name, shadow))
    };
    params.iter().zip(&run.cells).filter_map(one).collect()
}

fn same(what: &str, name: &str, value: &Value) -> String {
    match value {
        Value::Array(items) if matches!(items.first(), Some(Value::Array(_))) => {
            format!("same(\"{what}\", {name}.as_flattened(), {value}.as_flattened());")
        }
        Value::Array(_) => format!("same(\"{what}\", &{name}, &{value});"),
        _ => format!("same(\"{what}\", &[{name}], &[{value}]);"),
    }
}
