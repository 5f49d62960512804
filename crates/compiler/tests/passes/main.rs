//! Passes of the compiler: each simplification on a program made for it, the steps before and after as snapshots to read;
//! and what the compiler prints, allocates and answers.
//!
//! `INSTA_UPDATE=always cargo test -p retrograde-compiler --test passes` writes them anew; look at the difference
//! before committing it. That the steps still mean the same is the business of the `programs` test.

mod aside;
mod facade;
mod floors;
mod growth;
mod line;
mod numbers;
mod of_rust;
mod ordinary;
mod primitive;
mod printed;
mod robust;
mod structures;
mod together;

use quote::quote;
use retrograde_compiler::ir::step::Procedure;
use retrograde_compiler::{Stages, stages};
use retrograde_inspect::print;

fn compile(source: &str) -> Stages {
    let item: syn::ItemFn = syn::parse_str(source).expect("the test is Rust");
    stages(quote!(#item)).unwrap_or_else(|errors| panic!("{errors}"))
}

fn shown(stages: &Stages, procedure: &Procedure) -> String {
    let tokens = print::procedure(stages, procedure);
    prettyplease::unparse(&syn::parse2(tokens).expect("what is printed is Rust"))
}

/// The adjoint before and after simplification, under the source.
fn adjoint(source: &str) -> String {
    let stages = compile(source);
    let (raw, simple) = (shown(&stages, stages.adjoint_raw()), shown(&stages, &stages.adjoint));
    format!("{source}\n\n// before\n{raw}\n// after\n{simple}")
}

/// The reverse pass of a sum runs with it, from the cotangent of the value; the factor of its cotangents comes last.
#[test]
fn runs_the_reverse_pass_of_a_sum_ahead() {
    let source = "fn spread(x: &[f64], w: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..x.len() {
            sum += (w * x[i]).exp();
        }
        sum.ln()
    }";
    let stages = compile(source);
    let ahead = stages.adjoint.ahead.as_ref().expect("the loops run together");
    assert_eq!(ahead.procedure.vars[ahead.factor].name, "sum_bar");
    insta::assert_snapshot!(format!("{source}\n\n{}", shown(&stages, &ahead.procedure)));
}

/// The cotangent of a number that is read between two sums changes behind the second one.
#[test]
fn starts_no_sum_ahead_whose_cotangent_changes() {
    let stages = compile(
        "fn between(x: &[f64], z: &[f64]) -> f64 {
            let mut sum = 0.0;
            for i in 0..x.len() {
                sum += x[i].exp();
            }
            let part = 3.0 * sum;
            for i in 0..z.len() {
                sum += z[i].exp();
            }
            part * sum.ln()
        }",
    );
    let ahead = stages.adjoint.ahead.as_ref().expect("the first loop runs with its reverse pass");
    let scaled: Vec<&str> = ahead.scaled.iter().map(|bar| ahead.procedure.vars[*bar].name.as_str()).collect();
    assert_eq!(scaled, ["x_bar"]);
}

macro_rules! shows {
    ($($(#[$doc:meta])* $name:ident: $source:literal;)*) => {
        $($(#[$doc])* #[test] fn $name() { insta::assert_snapshot!(adjoint($source)); })*
    };
}

shows! {
    /// The loop that computes the value and the one that pulls back through it are one, with one call; the branch around
    /// them too.
    runs_a_value_and_its_pullback_together: "fn minor(a: &[f64], n: usize, row: usize, used: u32) -> f64 {
        let mut sum = 0.0;
        if row == n {
            sum += 1.0;
        } else {
            for j in 0..n {
                if used >> j & 1 == 0 {
                    sum += a[row * n + j] * minor(a, n, row + 1, used | 1 << j);
                }
            }
        }
        sum
    }";
    /// A value that a function finds for an iteration is found once, for the value and for the cotangents.
    finds_once: "fn cost(c: &[f64], #[inactive] points: &[f64], d: usize) -> f64 {
        let mut sum = 0.0;
        for i in 0..points.len() / d {
            #[inactive]
            let j: usize = nearest(c, &points[i * d..(i + 1) * d]);
            for a in 0..d {
                let r = c[j * d + a] - points[i * d + a];
                sum += r * r;
            }
        }
        sum
    }";
    /// An iteration computes its locals once, for the value and for the cotangents.
    computes_the_locals_of_an_iteration_once: "fn misfit(x: &[f64], t: &[f64]) -> f64 {
        let mut sum = 0.0;
        #[sequential]
        for i in 0..t.len() {
            let mut powers = vec![0.0; x.len()];
            let mut value = 0.0;
            for j in 0..x.len() {
                if j == 0 {
                    powers[j] += 1.0;
                } else {
                    powers[j] += powers[j - 1] * t[i];
                }
                value += x[j] * powers[j];
            }
            sum += (value - 1.0).sin();
        }
        sum
    }";
    /// Sums and products are not worth it.
    leaves_short_loops_apart: "fn norm2(x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..x.len() {
            sum += x[i] * x[i];
        }
        sum
    }";
    /// Each call depends on the one before, so the adjoint must run backwards.
    leaves_apart_what_has_an_order: "fn chain(a: &[f64], n: usize) -> f64 {
        let mut x = 1.0;
        let mut v = 0.0;
        let mut sum = 0.0;
        for j in 0..n {
            x += wave(v);
            v += a[j] * x;
            sum += wave(x);
        }
        sum
    }";
    /// Point 2: the accumulator is not restored, since nothing reads its old values.
    restores_only_what_is_read: "fn f(out: &mut f64, x: &[f64]) {
        let mut sum = 0.0;
        for i in 0..x.len() {
            sum += x[i] * x[i];
        }
        *out += sum.sqrt();
    }";
    /// Point 2, the other side: here the old values decide the partials.
    restores_what_partials_read: "fn f(x: &mut f64, v: &mut f64, h: f64, n: usize) {
        for _ in 0..n {
            *x += *v * h;
            *v -= x.sin() * h;
        }
    }";
    /// A loop that falls reads no power that it has left behind, so none is restored, and one that rises sets each where a branch gives it its value.
    leaves_elements_behind: "fn f(out: &mut f64, x: &[f64], t: &[f64]) {
        let m = x.len();
        for i in 0..t.len() {
            let mut powers = vec![0.0; m];
            for j in 0..m {
                if j == 0 {
                    powers[j] += 1.0;
                } else {
                    powers[j] += powers[j - 1] * t[i];
                }
                *out += x[j] * powers[j];
            }
        }
    }";
    /// A first value is added to no zero where no zero is told from minus zero: `seen` stands in sums and products alone, and `handed` goes into a sum that starts at zero. `told` is a denominator.
    leaves_out_zeros_whose_sign_nobody_tells: "fn f(out: &mut f64, x: &[f64], n: usize) {
        let d = x.len();
        #[sequential]
        for p in 0..n {
            let mut seen = vec![0.0; d];
            let mut told = vec![0.0; d];
            let mut handed = vec![0.0; d];
            #[sequential]
            for i in 0..d {
                if i == 0 {
                    seen[i] -= x[i];
                } else {
                    seen[i] += x[i] * seen[i - 1];
                }
            }
            #[sequential]
            for i in 0..d {
                if i == 0 {
                    handed[i] += x[i];
                } else {
                    handed[i] += x[i] * handed[i - 1];
                }
                told[i] += x[i] * handed[i];
            }
            let mut sum = 0.0;
            #[sequential]
            for i in 0..d {
                sum += seen[i] / (x[i] * 2.0) - 1.0 / told[i];
            }
            *out += sum * p as f64;
        }
    }";
    /// The other side: here the reverse pass reads the element that it has restored before.
    restores_elements_ahead: "fn f(out: &mut f64, x: &[f64], m: usize) {
        let mut s = vec![0.0; m + 1];
        for j in 0..m {
            s[m] += x[j];
            s[j] += s[j + 1].sin() + s[m].cos();
            *out += s[j] * s[j];
        }
    }";
    /// Point 3: what a branch computed is kept for the way back through the same branch.
    keeps_what_a_branch_computed: "fn f(out: &mut f64, x: f64) {
        let mut s = 0.0;
        if x > 1.0 {
            let r = x.sqrt();
            s += r.tan();
        } else {
            s += x.exp();
        }
        *out += s * s;
    }";
    /// Points 4 and 9: an independent loop needs one pass, and its scratch is reset by being declared again.
    fuses_independent_loops: "fn f(out: &mut f64, x: &[f64], w: &[f64], n: usize) {
        #[sequential]
        for p in 0..n {
            let mut t = 0.0;
            for i in 0..w.len() {
                t += w[i] * x[p * w.len() + i];
            }
            *out += t.tanh();
        }
    }";
    /// Point 10: scratch is allocated before the loop and refilled inside.
    allocates_scratch_once: "fn f(out: &mut f64, x: &[f64], d: usize, n: usize) {
        #[sequential]
        for p in 0..n {
            let mut t = vec![0.0; d];
            #[sequential]
            for i in 0..d {
                t[i] += x[p * d + i].exp();
            }
            #[sequential]
            for i in 0..d {
                *out += t[i] * t[i];
            }
        }
    }";
    /// Elements of scratch are set where they get their first values; those of `last` are not, since one gets none.
    sets_scratch_where_it_starts: "fn f(out: &mut f64, x: &[f64], d: usize, k: usize, n: usize) {
        #[sequential]
        for p in 0..n {
            let mut t = vec![0.0; k * d];
            let mut last = vec![0.0; k];
            let mut seen = vec![0.0; d];
            #[sequential]
            for c in 0..k {
                #[sequential]
                for i in 0..d {
                    t[c * d + i] += x[p * d + i].exp();
                }
                #[sequential]
                for i in 0..d {
                    *out += t[c * d + i] * t[c * d + i];
                }
            }
            #[sequential]
            for c in 1..k {
                last[c] += x[p * d].exp();
                *out += last[c - 1] * last[c];
            }
            #[sequential]
            for i in 0..d {
                *out += seen[d - 1].cos();
            }
            #[sequential]
            for i in 0..d {
                seen[i] += x[p * d + i].exp();
                *out += seen[i] * seen[i];
            }
        }
    }";
    /// Widened scratch: each component owns its part, so that nothing is undone or built again.
    knows_owned_parts: "fn f(out: &mut f64, q: &[f64], x: &[f64], d: usize, k: usize) {
        let mut t = vec![0.0; k * d];
        #[sequential]
        for c in 0..k {
            for i in 0..d {
                t[c * d + i] += q[c * d + i] * x[i];
            }
            for i in 0..d {
                for j in i + 1..d {
                    t[c * d + j] += q[i] * x[j];
                }
            }
        }
        #[sequential]
        for c in 0..k {
            *out += t[c * d].sin();
        }
    }";
    /// A value and its pullback are one call.
    fuses_value_and_pullback: "fn f(out: &mut f64, x: &[f64]) {
        *out += 2.0 * logsumexp(x);
    }";
    /// An index that the block advances is rewound before its locals are built again.
    rewinds_a_running_index: "fn f(out: &mut f64, x: &[f64], n: usize, o: &mut usize) {
        for _ in 0..n {
            let mut t = 0.0;
            for _ in 0..3 {
                t += x[*o];
                *o += 1;
            }
            *out += t * t;
        }
    }";
    /// Both factors of a product are the same place: one accumulation.
    squares_accumulate_once: "fn f(out: &mut f64, x: f64) {
        *out += x * x;
    }";
    /// Fields are variables of their own: what one of them is built from may be changed in another.
    tells_fields_apart: "fn f(out: &mut f64, camera: &Camera, p: &mut Particle, ps: &[Particle], n: &Mesh) {
        let depth = camera.rotation[0] * p.position.z;
        p.position.x += depth.sin();
        for i in 0..n.count {
            *out += ps[n.index[i]].mass * camera.focal * p.position.x;
        }
        advance(&mut p.velocity, &p.position, &camera.centre);
    }";
    /// Inactive arguments have no cotangents.
    carries_nothing_for_data: "fn f(out: &mut f64, w: &[f64], #[inactive] data: &[f64]) {
        #[sequential]
        for i in 0..w.len() {
            *out += w[i] * data[i].exp();
        }
    }";
    /// Elements of one array that a call changes are copied in and out.
    copies_elements_for_calls: "fn f(x: &mut [f64], i: usize, j: usize, angle: f64) {
        rot(&mut x[i], &mut x[j], angle);
    }";
    /// A routine that is undone leaves nothing to build again.
    undoes_routines: "fn f(out: &mut f64, x: f64) {
        let mut t = 0.0;
        'square: {
            t += x * x;
        }
        *out += t.exp();
        undo!('square);
    }";
}

/// The sweep runs the updates of outputs forwards; everything else is the adjoint.
#[test]
fn sweeps_forwards() {
    let stages = compile("fn f(out: &mut f64, x: f64) { let t = x.sin(); *out += t * x; }");
    let sweep = stages.sweep.as_ref().expect("the output is only added to");
    insta::assert_snapshot!(format!("{}\n{}", shown(&stages, &stages.adjoint), shown(&stages, sweep)));
}

/// State that is read has no fused sweep: its cotangent is not known beforehand.
#[test]
fn does_not_sweep_what_is_read() {
    let stages = compile("fn f(x: &mut f64, y: &mut f64) { *y += x.sin(); *x += y.cos(); }");
    assert!(stages.sweep.is_none());
}

/// The primal keeps its shape: nothing is uncomputed.
#[test]
fn the_primal_is_the_function() {
    let stages = compile(
        "fn f(out: &mut f64, x: &[f64]) { let mut s = 0.0; for i in 0..x.len() { s += x[i]; } *out += s.ln(); }",
    );
    insta::assert_snapshot!(shown(&stages, &stages.primal));
}

/// `retrograde expand` shows every stage of the example as one would write it by hand.
#[test]
fn the_example_reads_as_if_written_by_hand() {
    let file = syn::parse_file(include_str!("../../../../examples/norm.rs")).expect("the example is Rust");
    let function = file.items.into_iter().find_map(|item| match item {
        syn::Item::Fn(mut function) if function.sig.ident == "norm" => {
            function.attrs.clear();
            Some(function)
        }
        _ => None,
    });
    let stages = stages(quote!(#function)).unwrap_or_else(|errors| panic!("{errors}"));
    let stage = |name: &&str| {
        let tokens = print::stage(&stages, name).expect("the stage is there");
        let text = prettyplease::unparse(&syn::parse2(tokens).expect("what is printed is Rust"));
        format!("// {name}\n{}", print::cleaned(&text))
    };
    // A function that records nothing has neither record nor replay.
    let readable = print::STAGES.iter().filter(|name| !["tokens", "record", "replay"].contains(*name));
    insta::assert_snapshot!(readable.map(stage).collect::<Vec<_>>().join("\n"));
}
