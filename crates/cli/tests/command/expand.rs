//! `retrograde expand`: the programs of a function, what its statements record, and what its loops do in lanes.

use super::{succeeds, text};

#[test]
fn says_what_runs_in_lanes() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("lanes.rs");
    let text_of_it = "
#[reversible]
fn picked(sum: &mut f64, w: &[f64], x: &[f64], at: &[usize], n: usize) {
    #[parallel]
    for p in 0..n {
        if x[3 * p + 1] > 0.0 {
            *sum += w[at[p]] * x[3 * p] * w[0];
        }
    }
}
#[reversible]
fn remainders(sum: &mut f64, x: &[f64]) {
    #[parallel]
    for p in 0..x.len() {
        let mut z = vec![0.0; 3];
        z[p % 3] += x[p];
        *sum += z[0] * z[0];
    }
}
#[reversible]
fn narrow(y: &mut [f32], x: &[f32]) {
    #[parallel]
    for p in 0..y.len() {
        y[p] += x[p];
    }
}
#[reversible]
fn counted(y: &mut [f32], x: &[f32]) {
    #[parallel]
    for p in 0..y.len() {
        let mut k = 0;
        if x[p] > 0.0 {
            k += 2;
        }
        if k == 2 {
            y[p] += x[p];
        }
        if x[p] > 0.0 {
            k -= 2;
        }
    }
}
#[reversible]
fn planes(y: &mut [[f64; 2]], x: &[[f64; 2]], n: usize) {
    #[parallel]
    for p in 0..n {
        y[p][1] += x[p][0] * x[0][1];
        y[p][n] += x[p][0];
    }
}
#[reversible]
fn flat(y: &mut [[f64; 2]], x: &[[f64; 2]], n: usize) {
    #[parallel]
    for p in 0..n {
        y[p][1] += x[p][0] * x[0][1];
    }
}
struct Gain { by: f64 }
#[reversible]
impl Gain {
    fn of(&self, y: &mut [f64], x: &[f64]) {
        #[parallel]
        for p in 0..y.len() {
            y[p] += self.by * x[p];
        }
    }
    fn grow(&mut self, x: &[f64]) {
        #[parallel]
        for p in 0..x.len() {
            self.by += x[p] * x[p];
        }
    }
}
#[differentiable]
fn misfit(x: &[f64], w: f64) -> f64 {
    let mut total = 0.0;
    #[parallel]
    for p in 0..x.len() {
        total += (w * x[p]).powi(2);
    }
    total
}
#[differentiable]
fn kept(x: &mut [f64]) {
    #[parallel]
    for p in 0..x.len() {
        x[p] = x[p] * x[p];
    }
}
#[reversible]
fn found(sum: &mut f64, w: f64, x: &[f64]) {
    for p in 0..x.len() {
        *sum += (w * x[p]).exp();
    }
}
#[reversible]
fn in_order(sum: &mut f64, w: f64, x: &[f64]) {
    #[sequential]
    for p in 0..x.len() {
        *sum += (w * x[p]).exp();
    }
}
#[differentiable]
fn recorded(x: &mut [f64]) {
    #[parallel]
    for p in 0..x.len() {
        while x[p] > 0.5 {
            x[p] = x[p].sin();
        }
    }
}";
    std::fs::write(&path, text_of_it).expect("written");
    let shown = succeeds(&["expand", text(&path), "--stage", "lanes"]);
    for expected in [
        "primal, inverse: in lanes; each reads its own `x[p]`; each adds to its own `y[p]`",
        "scalar, since integers change in some iterations only, which lanes count as numbers, and an `f32` counts to 2²⁴ only",
        "scalar, since `n` may be an index behind the end of an array in `y`",
        "each reads its own `x[2 * p]`; each adds to its own `y[2 * p + 1]`; all read `x`",
        "primal, inverse: in lanes; each reads its own `x[p]`; each adds to its own `y[p]`; all read `self.by`",
        "sums in `self_bar.by`",
        "scalar, since it accesses a field of a structure, `self.by`",
        "adjoint: in lanes; each reads its own `x[p]`",
        "adjoint, inverse-adjoint, sweep: in lanes without a mark, in release builds and from some iterations on; each reads its own `x[p]`",
        "in_order: no loop of it is marked `#[parallel]`, and none runs in lanes without a mark",
        "primal, record: in lanes; each changes its own `x[p]`",
        "replay: in lanes; each changes its own `x[p]`, `x_bar[p]`",
        "record, replay: scalar, since it records, and it keeps decisions in a loop that each iteration runs another number of times",
        "5: for p in 0..n {",
        "primal, inverse: in lanes; each reads its own `x[3 * p + 1]`, `x[3 * p]`; all read `w`; each reads by an index of its own in `w`; \
         sums in `sum`",
        "each adds by an index of its own in `w_bar`",
        "primal, inverse, adjoint, inverse-adjoint, sweep: scalar, since each iteration reaches another element of `z`",
    ] {
        assert!(shown.contains(expected), "{expected}\n{shown}");
    }
}

#[test]
fn expands_a_function_to_its_adjoint() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("norm.rs");
    let source = "mod inner {\n    #[reversible]\n    pub fn norm(out: &mut f64, x: &[f64]) {\n        let mut sum = 0.0;\n        \
                  for i in 0..x.len() {\n            sum += x[i] * x[i];\n        }\n        *out += sum.sqrt();\n    }\n}\n";
    std::fs::write(&path, source).expect("written");
    let target = format!("{}::norm", text(&path));
    let adjoint = succeeds(&["expand", &target, "--stage", "adjoint"]);
    assert!(adjoint.contains("let sum_bar = *out_bar * (0.5 * (1.0 / sqrt_value));"), "{adjoint}");
    let all = succeeds(&["expand", text(&path)]);
    for stage in ["primal", "inverse", "adjoint", "sweep"] {
        assert!(all.contains(&format!("// inner::norm: {stage}")), "{all}");
    }
}

#[test]
fn costs_stand_beside_statements() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("decay.rs");
    let source = "#[differentiable]\nfn decay(x: f64, k: f64, n: usize) -> f64 {\n    let mut s = x;\n    let mut t = 0.0;\n    \
                  for _ in 0..n {\n        s = s * s - k;\n        t += s;\n        if s > 0.5 {\n            t += k;\n        }\n    }\n    \
                  t\n}\n\n#[reversible]\nfn add(y: &mut f64, x: f64) {\n    *y += x;\n}\n";
    std::fs::write(&path, source).expect("written");
    let shown = succeeds(&["expand", text(&path), "--costs"]);
    let beside = |statement: &str| {
        let line = shown.lines().find(|line| line.trim_start().starts_with(statement));
        let line = line.unwrap_or_else(|| panic!("no `{statement}` in\n{shown}"));
        line.split_once("// ").map(|(_, comment)| comment.to_string()).unwrap_or_default()
    };
    assert!(beside("s = s * s - k;").starts_with("8 B: the old `s` is read by the derivative"), "{shown}");
    assert_eq!(beside("t += s;"), "nothing");
    assert_eq!(beside("if s > 0.5 {"), "1 bit: the side that ran");
    assert_eq!(beside("for _ in 0..n {"), "nothing");
    assert!(shown.contains("// add: nothing of it is recorded"), "{shown}");
}

/// The options of the attribute count: the derivative calls the user's own function.
#[test]
fn expands_what_rules_are_stated_for() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("rules.rs");
    let source = "#[differentiable(crate = retrograde, rules(error = own_error, other::newton = own_newton))]\n\
                  fn f(x: f64) -> f64 {\n    x.error() * other::newton(x)\n}\n";
    std::fs::write(&path, source).expect("written");
    let shown = succeeds(&["expand", text(&path)]);
    assert!(shown.contains("own_error") && shown.contains("own_newton"), "{shown}");
}

/// Costs are told in the names of the writer, and a checkpointed loop costs its state.
#[test]
fn costs_have_the_names_of_the_writer() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("orbit.rs");
    let source = "#[differentiable]\nfn orbit(mut v: f64, n: usize) -> f64 {\n    let mut x = 1.0;\n    for _ in 0..n {\n        \
                  v = v - 0.1 * x.sin();\n        x = x + 0.1 * v;\n    }\n    x * v\n}\n\n#[differentiable]\n\
                  fn kept(x: f64, n: usize) -> f64 {\n    let mut y = x;\n    #[checkpoint]\n    for _ in 0..n {\n        \
                  y *= x;\n    }\n    y\n}\n";
    std::fs::write(&path, source).expect("written");
    let shown = succeeds(&["expand", &format!("{}::orbit", text(&path)), "--costs"]);
    assert!(shown.contains("`v` is read by the derivative `v`") && !shown.contains("v_2"), "{shown}");
    let shown = succeeds(&["expand", &format!("{}::kept", text(&path)), "--costs"]);
    let line = shown.lines().find(|line| line.trim_start().starts_with("for _ in")).expect("the loop");
    assert!(line.contains("8 B: `y`, for rounds that run again"), "{shown}");
    let line = shown.lines().find(|line| line.trim_start().starts_with("y *= x")).expect("the product");
    assert!(line.ends_with("// nothing"), "{shown}");
}

/// A marked loop in another one costs a copy of what it overwrites.
#[test]
fn costs_of_loops_in_lanes() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("waves.rs");
    let source = "#[differentiable]\nfn waves(x: &[f64], n: usize) -> f64 {\n    let mut y = x.to_vec();\n    for _ in 0..n {\n        \
                  #[parallel]\n        for i in 0..x.len() {\n            y[i] = y[i].sin();\n        }\n    }\n    \
                  y.iter().map(|y| y * y).sum()\n}\n";
    std::fs::write(&path, source).expect("written");
    let shown = succeeds(&["expand", &format!("{}::waves", text(&path)), "--costs"]);
    let line = shown.lines().find(|line| line.trim_start().starts_with("for i in")).expect("the loop");
    assert!(line.contains("8 B for each element: `y`, for rounds that run again"), "{shown}");
    let line = shown.lines().find(|line| line.contains("let mut y")).expect("the copy");
    assert!(line.contains("`y` is read by"), "{shown}");
}

#[test]
fn expands_what_has_words_among_its_options() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words.rs");
    let body = "(y: &mut [f64], x: &[f64]) { for i in 0..y.len() { y[i] = x[i] * y[i]; } }";
    let text_of = format!("#[differentiable(kernels)] fn f{body} #[differentiable(generic)] fn g{body}");
    std::fs::write(&path, text_of).unwrap();
    let shown = succeeds(&["expand", text(&path)]);
    assert!(shown.contains("// f: record") && shown.contains("// g: replay"), "{shown}");
    let shown = succeeds(&["expand", &format!("{}::f", text(&path)), "--target", "cuda"]);
    assert!(shown.contains("RG_KERNEL(f_replay_1)") && !shown.contains("@{"), "{shown}");
}
