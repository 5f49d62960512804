//! What is refused of ordinary functions because it would compute something else than the function.

/// The attribute's output for a function, errors included.
fn emitted(options: &str, item: &str) -> String {
    let [options, item] = [options, item].map(|text| text.parse().expect("tokens"));
    retrograde_compiler::differentiable(options, item).to_string()
}

#[test]
fn closures_whose_captures_change_meaning_are_refused() {
    let moved = "fn f(x: f64) -> f64 { let mut k = x; let g = move |t: f64| t * k; k = 2.0 * k; g(x) + k }";
    assert!(emitted("", moved).contains("a `move` closure holds copies"));
    let shadowed = "fn f(x: f64) -> f64 { let k = x; let g = |t: f64| t * k; let k = 3.0; g(x) + k }";
    assert!(emitted("", shadowed).contains("the name is bound again before its calls"));
    let own = "fn f(x: f64, k: f64) -> f64 { let g = |t: f64| t * k; let t = g(x); g(t) + t }";
    assert!(!emitted("", own).contains("compile_error"), "{}", emitted("", own));
}

#[test]
fn unknown_options_are_refused() {
    assert!(emitted("speed", "fn f(x: f64) -> f64 { x * x }").contains("this option is unknown"));
    assert!(!emitted("", "fn f(x: f64) -> f64 { x * x }").contains("this option is unknown"));
}
