//! Decisions on what nothing changes afterwards: elements of arrays that earlier rounds have filled.

use crate::harness::{Compiled, Form, arguments};
use crate::laws::{self, Verdict};
use retrograde_compiler::ir::step::Program as Which;
use retrograde_inspect::interpret::Value;
use retrograde_testkit::Rng;
use retrograde_testkit::programs::{Datum, Function, Param, Program, Role};

/// A function of `best`, `y`, `x`, `w` and `n`.
fn program(body: &str, seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    of_reals(body, &mut || rng.uniform(-1.0, 1.0))
}

/// Returns such a program on tenths: sums of these are often equal, and are restored with a rounding error.
fn of_tenths(body: &str, seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    of_reals(body, &mut || rng.below(7) as f64 * 0.1)
}

fn of_reals(body: &str, real: &mut dyn FnMut() -> f64) -> Program {
    let mut reals = || (0..7).map(|_| real()).collect::<Vec<_>>();
    let params = [
        ("best", "&mut [f64]", Role::State, Datum::Reals(reals())),
        ("y", "&mut f64", Role::State, Datum::Real(reals()[0])),
        ("k", "&mut usize", Role::State, Datum::Integer(1)),
        ("x", "&[f64]", Role::Input, Datum::Reals(reals())),
        ("n", "usize", Role::Input, Datum::Integer(6)),
    ];
    let written: Vec<String> = params.iter().map(|(name, ty, ..)| format!("{name}: {ty}")).collect();
    let source = format!("fn main({}) {{ {body} }}", written.join(", "));
    let param =
        |(name, _, role, value): (&str, &str, Role, Datum)| Param { name: name.to_string(), role, value };
    let params = params.into_iter().map(param).collect();
    Program { functions: vec![Function { name: "main".into(), source, params, returns: false }] }
}

const ACCEPTED: &[&str] = &[
    // The greater of what came before and what comes.
    "for i in 0..n { if x[i] < best[i] { best[i + 1] += x[i]; } else { best[i + 1] += best[i]; } }",
    // From the end.
    "for i in (0..n).rev() { if x[i] < best[i + 1] { best[i] += x[i] * x[i]; } else { best[i] -= best[i + 1]; } }",
    // Through a name.
    "for i in 0..n { let here = best[i]; if x[i] < here { best[i + 1] += x[i] * here; } }",
    "for i in 0..n { let d = best[i] - x[i]; let e = d * 2.0; if e > 0.1 { best[i + 1] += d; } }",
    // All that came before.
    "for i in 0..n { for j in 0..i { if best[j] > x[i] { best[i] += best[j] * x[j]; } } }",
    // After the last change.
    "*y += x[0]; best[2] += x[1]; if *y > 0.1 && best[2] < best[3] { best[4] += x[2]; }",
    "for i in 0..n { *y += x[i].sin(); } for i in 0..n { if *y > x[i] { best[i] += x[i] * x[i]; } }",
    // A local array.
    "let mut top = vec![0.0; n + 1]; for i in 0..n { if x[i] < top[i] { top[i + 1] += x[i]; } else { top[i + 1] += top[i] - x[i]; } } *y += top[n] * top[n];",
    "let mut top = vec![0.0; n + 1]; for i in 0..n { let t = top[i] - x[i]; if t > 0.1 { top[i + 1] += x[i]; } else { top[i + 1] += t; } } *y += top[n] * top[n];",
    "let mut top = vec![0.0; n + 1]; for i in 0..n { let mut t = 0.0; for j in 0..i { t += top[j] - x[j]; } if t > 0.1 { top[i] += x[i]; } else { top[i] += t; } } *y += top[n] * top[n];",
    // A local of the same block, which is built again together with what moves on.
    "let mut sum = 0.0; sum += x[0]; let t = sum + x[2]; if t > 0.3 { *y += t; } sum += x[1]; best[0] += sum * sum;",
    "let mut sum = 0.0; sum += x[0]; sum += x[1]; *k += (sum > 0.1) as usize; best[0] += sum * sum;",
    "let mut sum = 0.0; let mut j = 0; sum += x[0]; sum += x[1]; j += (sum > 0.1) as usize; best[j] += sum * sum;",
    // A bound and an index.
    "for i in 0..n { for j in 0..((best[i] * 3.0) as usize).min(4) { best[i + 1] += x[j] * 0.5; } }",
    "for i in 0..n { let j = ((best[i].abs() * 3.0) as usize).min(4); best[i + 1] += x[j] * x[i]; }",
    // Two rounds, of which each fills its own array.
    "for i in 0..3 { if x[i] < best[i] { best[i + 1] += x[i]; } } for i in 3..n { if best[i] < x[i] { best[i + 1] += best[i] * x[i]; } }",
    "for i in 0..n { if i > 2 { if x[i] < best[i] { best[i + 1] += x[i]; } } }",
];

const REFUSED: &[&str] = &[
    // Changed later in the same round.
    "for i in 0..n { if x[i] < best[i] { best[i + 1] += x[i]; } best[i] += x[i]; }",
    "for i in 0..n { if x[i] < best[i + 1] { *y += x[i]; } best[i + 1] += x[i]; }",
    // Changed in a later round.
    "for i in 0..n { if x[i] < best[i + 1] { best[i] += x[i]; } }",
    "for i in (0..n).rev() { if x[i] < best[i] { best[i + 1] += x[i]; } }",
    "for i in 0..n { if x[i] < best[0] { best[i] += x[i]; } }",
    // Changed by a round of a loop around both.
    "for r in 0..2 { for i in 0..n { if x[i] < best[i] { best[i + 1] += x[i]; } } }",
    // Changed behind the loop.
    "for i in 0..n { if x[i] < best[i] { best[i + 1] += x[i]; } } best[2] += *y;",
    "for i in 0..n { if x[i] < best[i] { best[i + 1] += x[i]; } } swap(&mut best[2], &mut best[3]);",
    // Which element it is nobody knows.
    "for i in 0..n { if x[i] < best[*k] { best[i] += x[i]; } }",
    "for i in 0..n { if x[i] < best[i] { best[i + *k] += x[i]; } inc(k); }",
    "let mut o = 0; for i in 0..n { if x[i] < best[o] { best[o + 1] += x[i]; } o += 1; }",
    // Through a name whose source moves on.
    "for i in 0..n { let here = best[i]; if x[i] < here { *y += x[i]; } best[i] += x[i]; }",
    "let here = *y * 2.0; *y += x[0]; if here > 0.1 { best[0] += x[1]; }",
    "if *y > 0.3 { best[0] += x[0]; } *y += x[1];",
    // Undone by hand, and run once more on the way back.
    "'r: { for i in 0..n { if x[i] < best[i] { best[i + 1] += x[i]; } } } *y += best[3]; undo!('r);",
    "undo! { for i in 0..n { if x[i] < best[i] { best[i + 1] += x[i]; } } }",
    // A local of a round that is built of a local of the function, which moves on.
    "let mut sum = 0.0; sum += x[0]; for i in 1..n { let t = sum + x[i]; if t > 0.3 { *y += t; } } sum += x[1]; best[0] += sum * sum;",
    "let mut sum = 0.0; sum += x[0]; for i in 1..n { let mut t = 0.0; t += sum; t += x[i]; if t > 0.3 { *y += t; } } sum += x[1]; best[0] += sum * sum;",
    "let mut sum = 0.0; for i in 0..n { let t = sum - x[i]; for j in 0..2 { let u = t * 2.0; if u > 0.2 { best[j] += x[i]; } } sum += x[i]; } *y += sum * sum;",
    "let mut sum = 0.0; sum += x[0]; for i in 1..n { let j = (sum.abs() * 10.0) as usize; if i < j { best[i] += x[i]; } } sum += x[1]; best[0] += sum * sum;",
    "let mut sum = 0.0; sum += x[0]; for i in 0..n { let t = best[i] + sum; if t > 0.3 { best[i + 1] += x[i]; } } sum += x[1]; *y += sum * sum;",
    // What is exact, changed by what a local tells that moves on.
    "let mut sum = 0.0; sum += x[0]; *k += (sum > 0.1) as usize; sum += x[1]; best[0] += sum * sum;",
    "let mut sum = 0.0; let mut j = 0; sum += x[0]; best[j] += x[2]; j += (sum > 0.1) as usize; sum += x[1]; best[j] += sum * sum;",
    // A kept decision on a local of the function that moves on.
    "let mut sum = 0.0; sum += x[0]; for i in 1..n { let mut t = 0.0; t += sum - x[i]; #[keep] if t > 0.1 { t += x[0]; } best[i] += t; } sum += x[1]; *y += sum * sum;",
    // In a loop that nothing counts.
    "let mut j = 0; #[keep] while j < n { if x[j] < best[j] { best[j + 1] += x[j]; } j += 1; }",
    // A local array that is built of what comes back to rounding.
    "let mut top = vec![0.0; n + 1]; top[0] += *y; for i in 0..n { if x[i] < top[i] { top[i + 1] += x[i]; } } best[0] += top[n]; *y += x[0];",
    // Rewound, because a local is built of the place before it changes.
    "let a = best[0] * 2.0; best[0] += x[0]; if best[0] > 0.1 { *y += a * x[1]; }",
];

#[test]
fn what_nothing_changes_decides() {
    for body in ACCEPTED {
        let mut held = 0;
        for seed in 0..40 {
            let program = program(body, seed);
            let compiled = Compiled::new(&program).expect("a program of the language");
            let verdict = laws::all(&program, &compiled).unwrap_or_else(|e| panic!("{program}\n{e}"));
            held += usize::from(verdict == Verdict::Held);
        }
        assert!(held > 20, "{body}: {held}");
    }
}

/// True if inverse and adjoint restore the initial state of the primal, and so have made the same decisions.
fn leads_back(program: &Program, compiled: &Compiled) -> bool {
    let before = arguments(program);
    let after = compiled.run(Which::Primal, Form::Simplified, before.clone(), None).expect("a run");
    let all = [Which::Inverse, Which::Adjoint]
        .into_iter()
        .flat_map(|which| [Form::Raw, Form::Simplified].map(|form| (which, form)));
    all.into_iter().all(|(which, form)| {
        let back = compiled.run(which, form, after.cells.clone(), None).expect("a run");
        let near = |(a, b): (&Value, &Value)| laws::close(a, b, 1.0);
        back.cells.iter().map(|cell| &cell.value).zip(before.iter().map(|cell| &cell.value)).all(near)
    })
}

/// Where sums meet, a rounding error would take the other branch.
#[test]
fn ties_are_decided_alike() {
    for body in ACCEPTED {
        let compiled = Compiled::new(&of_tenths(body, 0)).expect("a program of the language");
        for seed in 0..300 {
            let program = of_tenths(body, seed);
            assert!(leads_back(&program, &compiled), "{program}");
        }
    }
}

#[test]
fn what_changes_afterwards_does_not() {
    for body in REFUSED {
        let refused = Compiled::new(&program(body, 0)).err().unwrap_or_else(|| panic!("{body} is accepted"));
        let laws = ["R05", "R07", "R08", "R11"];
        assert!(laws.iter().any(|law| refused.contains(law)), "{body}: {refused}");
    }
}

/// The refused programs are wrong where sums meet: the test above would see them.
#[test]
fn what_is_refused_would_be_wrong() {
    let wrong = |body: &str| {
        let accepted = body.replace("if ", "#[rounded] if ");
        Compiled::new(&program(&accepted, 0))
            .is_ok_and(|compiled| (0..300).any(|seed| !leads_back(&of_tenths(&accepted, seed), &compiled)))
    };
    let wrong = REFUSED.iter().filter(|body| wrong(body)).count();
    assert!(wrong >= 4, "{wrong} of {}", REFUSED.len());
}

/// Its inverse has no adjoint, which would decide on what has come back to rounding; a history of its own does no harm.
#[test]
fn a_decision_on_state_is_not_undone_where_that_is_differentiated() {
    let refuses = |body: &str| {
        let item = program(body, 0).main().source.parse().expect("tokens");
        let emitted = retrograde_compiler::reversible(Default::default(), item).to_string();
        emitted.contains("is uncalled here by a function that is")
    };
    assert!(refuses(ACCEPTED[0]));
    assert!(ACCEPTED.iter().filter(|body| !refuses(body)).all(|body| body.contains("let mut ")));
    assert!(!refuses("for i in 0..n { if x[i] < x[0] { best[i] += x[i]; } }"));
}

/// A function that runs forwards again, in the adjoint of its inverse, finds its floats restored up to rounding.
#[test]
fn decisions_on_what_comes_back_rounded_are_not_taken_again() {
    let emitted = |source: &str| {
        let item = format!("fn g(y: &mut f64, level: &mut f64, n: &mut u32, s: f64) {{ {source} }}");
        retrograde_compiler::reversible(Default::default(), item.parse().expect("tokens")).to_string()
    };
    let refused = "const { :: core :: panic ! (\"`g` decides on floats of its state, and is uncalled here";
    let asks = |text: &str| text.contains("__unchecked_inverse_adjoint") && !text.contains(refused);
    // Moved before, and decided on by a condition that an integer stands for afterwards, or in an integer.
    for source in [
        "*level += s; if (*level > 0.3, *n == 1) { *n += 1; *y += s; }",
        "if (*level > 0.3, *n == 1) { *n += 1; *y += s; } *level += s;",
        "*level += s; while (*level < 0.3, *n > 0) { *n += 1; *level += 0.1; }",
        "*level += s; *n += (*level > 0.3) as u32;",
        "*level += s; f(y, *level > 0.3);",
    ] {
        assert!(emitted(source).contains(refused), "{source}");
    }
    // The callee knows whether it decides.
    for source in [
        "*level += s; f(y, level);",
        "*level += s; f(y, *level * 2.0);",
        "f::inverse(y, level); *level += s;",
    ] {
        assert!(asks(&emitted(source)), "{source}");
    }
    for source in [
        "if (s > 0.3, *n == 1) { *n += 1; *y += s; } *level += s;",
        "*n += (s > 0.3) as u32; *level += s;",
        "*level += s; #[rounded] f(y, level);",
    ] {
        let text = emitted(source);
        assert!(
            !text.contains("__unchecked_inverse_adjoint") && !text.contains("compile_error"),
            "{source}: {text}"
        );
    }
}
