//! Marks of loops, and the way in which their iterations run.

use crate::compile;
use retrograde_compiler::ir::Options;
use retrograde_compiler::ir::step::{Step, nested};
use retrograde_compiler::reverse::record;
use retrograde_compiler::simplify::launches::{Launch, in_threads, in_threads_of_both, launches, needed};
use retrograde_compiler::stages::{programs_in_lanes, stages_with};

/// The number of loops in threads of each program of a function that adds squares, with a mark.
fn loops_in_threads(mark: &str) -> Vec<usize> {
    let stages = compile(&format!(
        "fn f(sum: &mut f64, y: &mut [f64], x: &[f64]) {{ {mark} for i in 0..x.len() {{ *sum += x[i] * x[i]; y[i] += x[i]; }} }}"
    ));
    let count = |all: &[Launch]| all.iter().filter(|launch| matches!(launch, Launch::Threads(_))).count();
    let counted = |program| {
        let program = needed(program);
        let threads = in_threads(&program);
        count(&launches(program, &threads).all)
    };
    programs_in_lanes(&stages).into_iter().map(counted).collect()
}

/// The loops in threads of the record of an ordinary function, and of its replay, each with the truth that it records.
fn loops_that_record(body: &str) -> [Vec<bool>; 2] {
    let text = format!("fn f(y: &mut [f64], x: &[f64]) {{ {body} }}");
    let function = syn::parse_str(&text).expect("a function");
    let stages = stages_with(function, Options::ORDINARY).expect("the function breaks no law");
    let (record, replay) = record::unhastened(&stages.flat).expect("a record");
    in_threads_of_both(&needed(record), &needed(replay)).map(|threads| threads.values().copied().collect())
}

/// An iteration that records does so for itself, so that its loop runs in threads; the loop of the replay does, too.
#[test]
fn loops_that_record_run_in_threads() {
    let overwrites = "for i in 0..x.len() { y[i] = x[i] * y[i]; }";
    assert_eq!(loops_that_record(overwrites), [[true], [true]]);
    assert_eq!(loops_that_record("for i in 0..x.len() { y[i] += x[i]; }"), [[false], [false]]);
    assert_eq!(
        loops_that_record("for i in 1..x.len() { y[i] = x[i] * y[i - 1]; }"),
        [[], []] as [[bool; 0]; 2]
    );
}

/// A kernel runs a loop in threads where it may, in all programs, and not where the mark forbids it.
#[test]
fn a_sequential_loop_runs_in_no_threads() {
    for mark in ["", "#[parallel]"] {
        let found = loops_in_threads(mark);
        assert!(found.len() >= 4 && found.iter().all(|loops| *loops == 1), "{mark}: {found:?}");
    }
    assert!(loops_in_threads("#[sequential]").iter().all(|loops| *loops == 0));
}

/// A loop of an ordinary function that is left early, or has no end, has the mark too.
#[test]
fn loops_of_ordinary_functions_have_the_mark() {
    let heads = [
        "for i in 0..x.len()",
        "for i in 0..",
        "for (i, _) in x.iter().enumerate()",
        "for i in (0..x.len()).rev()",
    ];
    for head in heads {
        let text = format!(
            "fn f(x: &[f64]) -> f64 {{ let mut y = 0.0; #[sequential] {head} {{ if i + 1 >= x.len() {{ break; }} y = y * x[i] + 1.0; }} y }}"
        );
        let item = syn::parse_str(&text).expect("it is a function");
        let options = retrograde_compiler::ir::Options::ORDINARY;
        if let Err(errors) = retrograde_compiler::stages_with(item, options) {
            panic!("{head}: {errors}");
        }
    }
}

/// The number of loops in lanes of the function, its inverse, its adjoint, and its sweep where it has one.
fn loops_in_lanes(function: &str) -> Vec<usize> {
    fn count(steps: &[Step]) -> usize {
        let inner = |step: &Step| nested(step).into_iter().map(count).sum::<usize>();
        steps.iter().map(|step| usize::from(matches!(step, Step::Lanes(_))) + inner(step)).sum()
    }
    let stages = compile(function);
    let programs = [&stages.primal, &stages.inverse, &stages.adjoint].into_iter().chain(&stages.sweep);
    programs.map(|program| count(&program.steps)).collect()
}

/// The body of a loop in `f(y, s, w, x)`, and the loops in lanes of its programs.
fn loops_of(mark: &str, body: &str) -> Vec<usize> {
    loops_in_lanes(&format!(
        "fn f(y: &mut [f64], s: &mut f64, w: f64, x: &[f64]) {{ {mark} for i in 0..x.len() {{ {body} }} }}"
    ))
}

/// A loop without a mark runs in lanes in the programs with cotangents where it computes more than sums and products.
#[test]
fn loops_without_a_mark_run_in_lanes_where_they_gain() {
    // The mark is that of one loop: the inner one is another, unless it is known to be short.
    let nested = |n: usize| format!("for j in 0..{n}_usize {{ *s += (x[i] * w).sqrt() * j as f64; }}");
    for (mark, n, lanes) in [("", 3, 1), ("", 32, 1), ("#[sequential]", 3, 0), ("#[sequential]", 32, 1)] {
        assert_eq!(loops_of(mark, &nested(n)), [0, 0, lanes, lanes], "{mark} {n}");
    }
    for body in [
        "*s += (w * x[i]).exp();",
        "y[i] += x[i] / w;",
        "if x[i] > 0.0 { *s += x[i] / w; }",
        "let k = (x[i] - w).abs(); if k < 0.5 { *s += k * k; } else if k < 1.0 { *s += k.sqrt(); } else { *s += k.ln(); }",
        "let z = 1.0 / (w - x[i]).sqrt(); if z * z > x[i] { *s += x[i].exp(); } else if i % 2 == 0 { y[i] += z; }",
    ] {
        assert_eq!(loops_of("", body), [0, 0, 1, 1], "{body}");
        assert_eq!(loops_of("#[sequential]", body), [0, 0, 0, 0], "{body}");
        assert_eq!(loops_of("#[parallel]", body), [1, 1, 1, 1], "{body}");
    }
    for body in [
        "*s += w * x[i];",
        "y[i] += other(x[i] / w);",
        "y[0] += y[i] / x[i];",
        "*s += x[(w * x[i]).exp() as usize];",
        "if (w * x[i]).exp() > 1.0 { *s += x[i] / w; }",
        "let z = (w * x[i]).sin(); if z * z > x[i] { *s += x[i]; }",
        "let k = if x[i] > w { 1 } else { 2 }; *s += x[i].exp() * k as f64;",
        "let k = x[i] as usize; *s += x[i].exp() * k as f64;",
    ] {
        assert_eq!(loops_of("", body).iter().sum::<usize>(), 0, "{body}");
    }
}

/// Where a number decides that lanes compute with other bits, a loop without a mark changes cotangents alone.
#[test]
fn loops_without_a_mark_turn_no_decision() {
    let programs = |second: &str| {
        loops_in_lanes(&format!(
            "fn f(s: &mut f64, t: &mut f64, w: f64, x: &[f64]) {{ for i in 0..x.len() {{ *s += (w * x[i]).exp(); }} {second} }}"
        ))
    };
    let others = ["if w > 1.0 { *t += w; }", "*t += x[w as usize];", "*t += w.floor();", "*t += other(w);"];
    for exact in ["*t += w * w;"].into_iter().chain(others) {
        assert_eq!(programs(exact), [0, 0, 1, 1], "{exact}");
    }
    for decides in [
        "if *s > 1.0 { *t += w; }",
        "*t += x[*s as usize];",
        "*t += (*s).floor();",
        "*t += other(*s);",
        "let z = *s * w; if z > w { *t += w; }",
    ] {
        assert_eq!(programs(decides).iter().sum::<usize>(), 0, "{decides}");
    }
}

/// Integers around a loop whose own type only rustc knows run in lanes by their values, where these cannot fail or are computed anyway.
#[test]
fn integers_around_a_loop_are_captured_by_their_values() {
    let lanes = |body: &str| {
        loops_in_lanes(&format!(
            "fn f(s: &mut f64, w: f64, x: &[f64]) {{ let m = 3; for k in 0..m {{ for i in 0..x.len() {{ {body} }} }} }}"
        ))
    };
    for body in [
        "*s += (w * x[i]).exp() * k as f64;",
        "*s += (w * x[i]).exp() * (k - 7) as f64 / (m + 1) as f64;",
        "*s += (w * x[i]).exp().powi(k);",
        "if k == 2 { *s += (w * x[i]).exp() * k as f64; }",
        "if x[i] > 0.0 && k > 1 { *s += (w * x[i]).exp() * (k as u8) as f64; }",
        "for j in 0..3 { *s += (w * x[i]).exp() * (k - 7) as f64; }",
    ] {
        assert_eq!(lanes(body), [0, 0, 1, 1], "{body}");
    }
    for body in [
        "if x[i] > 0.0 { *s += (w * x[i]).exp() * (k - 7) as f64; }",
        "if x[i] > 0.0 && 7 / k > 1 { *s += (w * x[i]).exp(); }",
        "for j in 0..k { *s += (w * x[i]).exp(); }",
        "let n = k + 1; *s += (w * x[i]).exp() * n as f64;",
    ] {
        assert_eq!(lanes(body).iter().sum::<usize>(), 0, "{body}");
    }
}

/// The index of a loop outside is a `usize` where an element inside has it as its index.
#[test]
fn an_index_outside_shows_its_type_by_what_it_indexes() {
    for read in ["w[k]", "w[k + 1]"] {
        let function = format!(
            "fn f(y: &mut [f64], x: &[f64], w: &[f64], n: usize) {{ for k in 0..3 {{ #[parallel] for i in 0..n {{ y[i] += (x[i] * {read}).sin(); }} }} }}"
        );
        let found = loops_in_lanes(&function);
        assert!(found.iter().all(|loops| *loops == 1), "{read}: {found:?}");
    }
}

/// Only the callee knows how many numbers an array has that it returns.
#[test]
fn a_loop_whose_callee_returns_an_array_stays_scalar() {
    let function = "fn f(y: &mut [f64], x: &[f64]) { #[parallel] for i in 0..y.len() { let c = both(x[i], x[0]); y[i] += c[0] * c[1]; } }";
    assert!(loops_in_lanes(function).iter().all(|loops| *loops == 0));
}

/// Loops of a callee run in the order of the text where a number of the call decides in the caller.
#[test]
fn a_call_whose_number_decides_is_in_order() {
    let in_order = |body: &str| {
        let text = format!("fn f(x: &[f64], w: f64) -> f64 {{ {body} }}");
        let stages = stages_with(syn::parse_str(&text).expect("a function"), Options::ORDINARY);
        let record = stages.expect("the function breaks no law").recording.expect("a record").record;
        let mut found = Vec::new();
        retrograde_compiler::ir::step::each_call(&record.steps, &mut |callee, _| {
            found.extend(callee.in_order.then(|| callee.name()));
        });
        found
    };
    assert_eq!(in_order("let t = total(x); if t >= 9.0 { 2.0 * t } else { t }"), ["total"]);
    assert_eq!(
        in_order("let t = total(x); let u = other(x); let n = (t * w) as i32; u * n as f64"),
        ["total"]
    );
    assert_eq!(
        in_order("let mut s = 0.0; add(&mut s, x); let u = 2.0 * s; if u < w { s } else { w }"),
        ["add"]
    );
    assert!(in_order("let t = total(x); let u = other(t); u * w").is_empty());
    assert!(in_order("let t = total(x); if w >= 9.0 { 2.0 * t } else { t }").is_empty());
}
