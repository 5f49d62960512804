//! Ordinary functions: those that are refused, and those whose programs are those of strict functions.

use retrograde_compiler::ir::Options;
use retrograde_compiler::stages_with;

/// The attribute's output for a function, errors included.
fn emitted(options: &str, item: &str) -> String {
    let [options, item] = [options, item].map(|text| text.parse().expect("tokens"));
    retrograde_compiler::differentiable(options, item).to_string()
}

#[test]
fn unknown_options_are_refused() {
    assert!(emitted("speed", "fn f(x: f64) -> f64 { x * x }").contains("this option is unknown"));
    assert!(!emitted("", "fn f(x: f64) -> f64 { x * x }").contains("this option is unknown"));
}

#[test]
fn chains_of_conditions_with_patterns_are_taken() {
    let item = "fn f(x: f64, limit: Option<usize>) -> f64 {
        if let Some(m) = limit && m > 1 && x > 0.0 { x * m as f64 } else { x }
    }";
    assert!(!emitted("", item).contains("compile_error"), "{}", emitted("", item));
}

#[test]
fn numbers_in_a_parameter_that_may_be_missing_are_not_held_constant() {
    let item = "fn f(x: f64, y: Option<f64>) -> f64 { x * y.unwrap_or(2.0) }";
    assert!(!emitted("", item).contains("compile_error"), "{}", emitted("", item));
    for ty in ["Result<f64, i32>", "Option<&[f64]>", "Option<(f64, f64)>", "Option<&Car>"] {
        let item = format!("fn f(x: f64, y: {ty}) -> f64 {{ if y.is_some() {{ x }} else {{ 2.0 * x }} }}");
        assert!(emitted("", &item).contains("would have no cotangent"), "{ty}");
    }
    let inactive = "fn f(x: f64, #[inactive] y: Option<f64>) -> f64 { x * y.unwrap_or(2.0) }";
    assert!(!emitted("", inactive).contains("compile_error"), "{}", emitted("", inactive));
}

/// A step that a constant cannot be visited by ends in a message, where the rewriting once went on for ever.
#[test]
fn unknown_steps_over_a_constant_are_refused() {
    for chain in ["TABLE.chunks(2)", "TABLE.windows(n)", "TABLE.iter().rev().skip(n)"] {
        let item = format!(
            "fn f(x: &[f64], n: usize) -> f64 {{ let mut s = 0.0; for w in {chain} {{ s += x[0]; }} s }}"
        );
        assert!(
            emitted("", &item).contains("over a constant are not known"),
            "{chain}: {}",
            emitted("", &item)
        );
    }
    let item = "fn f(x: f64) -> f64 { let mut s = 0.0; for w in TABLE.windows(2) { s += w[1] * x; } s }";
    assert!(!emitted("", item).contains("compile_error"), "{}", emitted("", item));
}

/// Nothing collects them: they have no end, change what they visit, or are left with items that nobody counts.
#[test]
fn some_iterators_are_not_kept() {
    for item in [
        "fn f(x: f64) -> f64 { let mut it = (1..).map(|i| i as f64); x * it.next().unwrap() }",
        "fn f(x: &mut [f64]) { let mut it = x.iter_mut(); if let Some(v) = it.next() { *v = *v * *v; } }",
        "fn f(x: &[f64]) -> f64 { let mut it = x.iter(); if it.any(|x| *x > 0.3) { return *it.next().unwrap(); } 0.0 }",
        "fn f(x: &[f64]) -> f64 { let mut n = 0.0; let it = x.iter().map(move |x| { n += 1.0; x * n }); for v in it { return *v; } n }",
    ] {
        assert!(emitted("", item).contains("no program keeps one"), "{}", emitted("", item));
    }
}

/// The pullback of an ordinary function that records nothing is that of the strict one: loops run together, and calls are fused.
#[test]
fn what_records_nothing_is_pulled_back_as_strict_functions_are() {
    for source in [
        "fn spring(x: &[f64], y: &[f64], k: f64) -> f64 {
            let mut energy = 0.0;
            for i in 1..x.len() {
                let (u, v) = (x[i] - x[i - 1], y[i] - y[i - 1]);
                let stretch = (u * u + v * v).sqrt() - 1.0;
                energy += 0.5 * k * stretch * stretch;
            }
            energy
        }",
        "fn sigmoid(x: f64) -> f64 { 1.0 / (1.0 + (-x).exp()) }",
        "fn total(x: &[f64], k: f64) -> f64 {
            let mut sum = 0.0;
            for i in 0..x.len() {
                sum += k * wave(x[i]);
            }
            sum
        }",
        "fn squares(x: &[f64], k: f64) -> f64 {
            let mut sum = 0.0;
            for i in 0..x.len() {
                for j in 0..i {
                    if i > j + 2 {
                        sum += k * (x[i] * x[j]).exp();
                    }
                }
            }
            sum
        }",
    ] {
        let item = || syn::parse_str::<syn::ItemFn>(source).expect("it is a function");
        let stages =
            |options| stages_with(item(), options).unwrap_or_else(|errors| panic!("{errors}\n{source}"));
        let (ordinary, strict) = (stages(Options::ORDINARY), stages(Options::REVERSIBLE));
        assert_eq!(super::shown(&ordinary, &ordinary.adjoint), super::shown(&strict, &strict.adjoint));
    }
}

/// A replay takes its record from the first place on where the iterations of its loop commute, and from the last one where one reads what another one restores.
#[test]
fn replays_rise_where_their_iterations_commute() {
    let falls = |body: &str| {
        let item = format!("fn f(y: &mut [f64], x: &[f64], n: usize) {{ for i in 0..n {{ {body} }} }}");
        let text = emitted("", &item).replace(' ', "");
        let taken = text.split("shrunk::<1usize>(n)").nth(1).unwrap_or_else(|| panic!("{body}: {text}"));
        taken.starts_with(".rev()")
    };
    assert!(!falls("y[i] = x[i] * y[i];"));
    assert!(falls("y[i + 1] = x[i] * y[i];"));
}

/// No program takes a part of the text that the function may leave out.
#[test]
fn conditions_of_compilation_are_refused() {
    for body in [
        "let mut s = x[0]; #[cfg(any())] let s = 5.0; s * 2.0",
        "match n { #[cfg(any())] 5 => 100.0 * x[0], 3 => x[0], _ => 2.0 * x[0] }",
        "let s = [x[0], #[cfg(any())] 7.0, 2.0]; s[1] * x[0]",
        "let s = vec![x[0], #[cfg(any())] 7.0, 2.0]; s[1] * x[0]",
        "let mut s = 0.0; for i in 0..n { s += x[i]; #[cfg(any())] continue; } s",
        "#[cfg(feature = \"fast\")] let k = 3.0; #[cfg(not(feature = \"fast\"))] let k = 2.0; k * x[0]",
        "#[cfg(any())] return 5.0; x[0]",
    ] {
        let text = format!("fn f(x: &[f64], n: usize) -> f64 {{ {body} }}");
        let item = syn::parse_str(&text).expect("it is a function");
        let errors = retrograde_compiler::stages_with(item, retrograde_compiler::ir::Options::ORDINARY);
        let errors = errors.map(drop).expect_err("the condition is refused").to_string();
        assert!(errors.contains("is not known when the programs are generated"), "{body}: {errors}");
    }
    let own = "fn f(x: &[f64]) -> f64 { #[cfg(any())] fn twice(y: f64) -> f64 { y } if cfg!(test) { x[0] } else { x[1] } }";
    let item = syn::parse_str(own).expect("it is a function");
    assert!(retrograde_compiler::stages_with(item, retrograde_compiler::ir::Options::ORDINARY).is_ok());
}
