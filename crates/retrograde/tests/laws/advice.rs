//! Advice that is followed compiles: for each message that says what to write instead, a program that is refused with it, and the
//! program that does what it says.
//!
//! The pages of the laws have one program for each law (`laws.rs`); here are the other faces of the messages. Law: the help of the refused program
//! holds the words that are quoted, and the mended program stands here as it is, so that rustc compiles it.

use proc_macro2::TokenStream;

/// `name, "words of the help", { refused } => { mended }`
macro_rules! advice {
    ($($name:ident, $help:literal, { $($refused:tt)* } => { $($mended:tt)* })*) => {
        $(
            #[allow(dead_code, unused_imports)]
            mod $name {
                use retrograde::prelude::*;

                $($mended)*

                #[test]
                fn is_given() {
                    super::gives(stringify!($($refused)*), $help);
                }
            }
        )*
    };
}

/// Holds the help that a program is refused with against the words of it that are quoted.
fn gives(refused: &str, help: &str) {
    let tokens: TokenStream = refused.parse().expect("tokens");
    let Err(errors) = retrograde_compiler::stages(tokens) else { panic!("this is accepted: {refused}") };
    let given = errors.0.iter().any(|error| error.help.contains(help));
    assert!(given, "`{help}` is not what is said of\n{refused}\n{errors}");
}

advice! {
    an_array_that_is_updated, "each!(a[0] += x[0] * w)",
    { fn f(a: &mut [[f64; 2]; 2], x: &[[f64; 2]; 2], w: f64) { a[0] += x[0] * w; } } =>
    { #[reversible] fn f(a: &mut [[f64; 2]; 2], x: &[[f64; 2]; 2], w: f64) { each!(a[0] += x[0] * w); } }

    an_array_that_is_borrowed, "each!(a[0] += &x[0] * w)",
    { fn f(a: &mut [[f64; 2]; 2], x: &[[f64; 2]; 2], w: f64) { a[0] += &x[0] * w; } } =>
    {
        #[reversible]
        fn f(a: &mut [[f64; 2]; 2], x: &[[f64; 2]; 2], w: f64) {
            each!(a[0] += &x[0] * w);
            each!(a[1] += &x[1]);
            a[1] += &x[0];
            a[0][1] += &x[1][0];
        }
    }

    a_vector_that_is_written_out, "write `vec![0.0; n]`, and add to its elements: `v[0] += a;`",
    { fn f(y: &mut f64, x: f64) { let mut v = vec![x, 2.0]; *y += v[0] * v[1]; } } =>
    { #[reversible] fn f(y: &mut f64, x: f64) { let mut v = vec![0.0; 2]; v[0] += x; v[1] += 2.0; *y += v[0] * v[1]; } }

    a_number_that_each_round_replaces, "`ss[k + 1] += …;`, which reads `ss[k]` where this one reads `s`",
    { fn f(y: &mut f64, x: f64, n: usize) { let mut s = 1.0; for k in 0..n { s = s * x; } *y += s; } } =>
    {
        #[reversible]
        fn f(y: &mut f64, x: f64, n: usize) {
            let mut ss = vec![0.0; n + 1];
            ss[0] += 1.0;
            for k in 0..n { ss[k + 1] += ss[k] * x; }
            *y += ss[n];
        }
    }

    a_number_that_each_round_multiplies, "`ss[k + 1] += ss[k] * x;`",
    { fn f(y: &mut f64, x: f64, n: usize) { let mut s = 1.0; for k in 0..n { s *= x; } *y += s; } } =>
    {
        #[reversible]
        fn f(y: &mut f64, x: f64, n: usize) {
            let mut ss = vec![0.0; n + 1];
            ss[0] += 1.0;
            for k in 0..n { ss[k + 1] += ss[k] * x; }
            *y += ss[n];
        }
    }

    a_positive_number_that_is_multiplied, "hold a positive number as a `Log<f64>`",
    { fn f(y: &mut f64, x: f64) { *y *= x; } } =>
    { #[reversible] fn f(y: &mut retrograde::Log<f64>, x: retrograde::Log<f64>) { *y *= x; } }

    a_number_that_reads_itself_in_a_loop, "`ys[k + 1] += …;`, which reads `ys[k]`",
    { fn f(y: &mut f64, x: f64, n: usize) { for _k in 0..n { *y += *y * x; } } } =>
    {
        #[reversible]
        fn f(y: &mut f64, x: f64, n: usize) {
            let mut ys = vec![0.0; n + 1];
            ys[0] += x;
            for k in 0..n { ys[k + 1] += ys[k] + ys[k] * x; }
            *y += ys[n];
        }
    }

    a_local_that_a_round_replaces, "bind a fresh variable: `let fresh = t * x;`",
    { fn f(y: &mut f64, x: f64) { for _k in 0..3 { let mut t = x; t = t * x; *y += t; } } } =>
    { #[reversible] fn f(y: &mut f64, x: f64) { for _k in 0..3 { let t = x; let fresh = t * x; *y += fresh; } } }

    a_number_that_is_freed_inside, "free `t` at the end of the block that declares it",
    { fn f(y: &mut f64, x: f64) { let mut t = 0.0; t += x; if x > 0.0 { t -= x; free!(t = 0.0); } *y += x; } } =>
    { #[reversible] fn f(y: &mut f64, x: f64) { let mut t = 0.0; t += x; if x > 0.0 { *y += x; } *y += t; t -= x; free!(t = 0.0); } }

    a_vector_that_is_freed, "undo the changes that make its elements differ before `free!(v = vec![0.0; n]);`",
    { fn f(y: &mut f64) { let mut v = vec![0.0; 2]; v[0] += 1.0; *y += v[0]; free!(v = vec![1.0, 0.0]); } } =>
    { #[reversible] fn f(y: &mut f64) { let mut v = vec![0.0; 2]; v[0] += 1.0; *y += v[0]; v[0] -= 1.0; free!(v = vec![0.0; 2]); } }

    a_stack_that_is_a_slice, "declare it as `v: &mut Vec<…>`, or `let mut v: Vec<…> = Vec::new();`",
    { fn f(y: &mut f64, v: &[f64]) { push!(v, *y); } } =>
    {
        #[reversible] fn f(y: &mut f64, v: &mut Vec<f64>) { push!(v, *y); }
        #[reversible] fn g(y: &mut f64, x: f64) { let mut v: Vec<f64> = Vec::new(); let mut t = x; push!(v, t); pop!(v, t); *y += t; }
    }

    an_input_that_is_pushed, "change a copy: `let mut copy = x;`",
    { fn f(v: &mut Vec<f64>, x: f64) { push!(v, x); } } =>
    { #[reversible] fn f(v: &mut Vec<f64>, x: f64) { let mut copy = x; push!(v, copy); free!(copy = 0.0); } }

    a_method_of_a_vector, "which is zero while its value is away: `push!(v, place)`",
    { fn f(v: &mut Vec<f64>, y: &mut f64) { v.push(*y); } } =>
    { #[reversible] fn f(v: &mut Vec<f64>, y: &mut f64) { push!(v, *y); } }

    a_number_that_is_pushed_and_computed, "build it in an ancilla, and free that afterwards",
    { fn f(v: &mut Vec<f64>, x: f64) { let v2 = x * x; push!(v, v2); } } =>
    { #[reversible] fn f(v: &mut Vec<f64>, x: f64) { let mut v2 = 0.0; v2 += x * x; push!(v, v2); free!(v2 = 0.0); } }

    a_value_that_is_pushed, "`let mut value = 0.0; value += …; push!(v, value); free!(value = 0.0);`",
    { fn f(v: &mut Vec<f64>, x: f64) { push!(v, x * x); } } =>
    { #[reversible] fn f(v: &mut Vec<f64>, x: f64) { let mut value = 0.0; value += x * x; push!(v, value); free!(value = 0.0); } }

    a_closure, "write a named function marked #[reversible] and call it",
    { fn f(y: &mut f64, x: f64) { let c = |t: f64| t * t; *y += c(x); } } =>
    { #[reversible] fn c(t: f64) -> f64 { t * t } #[reversible] fn f(y: &mut f64, x: f64) { *y += c(x); } }

    a_value_that_is_called, "take one as an argument: `c: &impl Reversible<f64>`",
    { fn f(y: &mut f64, c: f64) { *y += c(2.0); } } =>
    { #[reversible] fn f(y: &mut f64, c: &impl Reversible<f64>) { *y += c(2.0); } }

    a_drop, "remove it",
    { fn f(y: &mut f64, x: f64) { let t = x; drop(t); *y += x; } } =>
    { #[reversible] fn f(y: &mut f64, x: f64) { let t = x; *y += t; } }

    a_return, "write the value as the last line: `x * x`",
    { fn f(x: f64) -> f64 { return x * x; } } => { #[reversible] fn f(x: f64) -> f64 { x * x } }

    a_decision_that_is_none, "write it before an `if` or `while`",
    { fn f(y: &mut f64, x: f64) { #[keep] let t = x * x; *y += t; } } =>
    { #[reversible] fn f(y: &mut f64, x: f64) { let mut t = x * x; #[keep] if t > 1.0 { t -= 0.5; } *y += t; } }

    a_routine, "undo it after its last use, `undo!('r);`, or remove the label",
    { fn f(y: &mut f64, x: f64) { 'r: { let t = x; *y += t; } } } =>
    {
        #[reversible] fn f(y: &mut f64, x: f64) { { let t = x; *y += t; } }
        #[reversible] fn g(y: &mut f64, x: f64) { let mut t = 0.0; 'r: { t += x; } *y += t; undo!('r); }
    }

    a_value_that_nothing_takes, "bind it with `let`",
    { fn f(y: &mut f64, x: f64) { x * x; *y += x; } } => { #[reversible] fn f(y: &mut f64, x: f64) { let t = x * x; *y += t; } }

    an_endless_loop, "write `while (pre, post) { … }` or a `for`",
    { fn f(y: &mut f64, x: f64) { loop { *y += x; } } } =>
    {
        #[reversible] fn f(y: &mut f64, x: f64) { for _i in 0..3 { *y += x; } }
        #[reversible] fn g(n: &mut usize, y: &mut f64, x: f64) { while (*n < 10, *n > 0) { *n += 1; *y += x; } }
    }

    an_open_range, "write both bounds: `0..n`",
    { fn f(y: &mut f64, x: &[f64]) { for i in 0.. { *y += x[i]; } } } =>
    { #[reversible] fn f(y: &mut f64, x: &[f64]) { for i in 0..x.len() { *y += x[i]; } } }

    elements_that_are_read, "visit it to be changed, `iter_mut()`, or loop over the indices",
    { fn f(y: &mut [f64], x: f64) { for t in y.iter() { *t += x; } } } =>
    {
        #[reversible] fn f(y: &mut [f64], x: f64) { for t in y.iter_mut() { *t += x; } }
        #[reversible] fn g(y: &mut [f64], x: f64) { for i in 0..y.len() { y[i] += x; } }
    }

    a_match, "write `if … { … } else if … { … } else { … }`",
    { fn f(y: &mut f64, x: f64, k: u8) { match k { 0 => *y += x, _ => *y -= x } } } =>
    { #[reversible] fn f(y: &mut f64, x: f64, k: u8) { if k == 0 { *y += x; } else if k == 1 { *y -= 2.0 * x; } else { *y -= x; } } }

    a_look_at_a_value, "look at the value in a statement before: `safe! { dbg!(…); }`",
    { fn f(y: &mut f64, x: f64) { *y += dbg!(x); } } =>
    { #[reversible] fn f(y: &mut f64, x: f64) { safe! { dbg!(x); } *y += x; } }

    a_power, "write a power as `x.powi(2)`",
    { fn f(y: &mut f64, x: f64) { *y += x ^ 2; } } => { #[reversible] fn f(y: &mut f64, x: f64) { *y += x.powi(2) + x.powf(0.5); } }

    a_branch_without_another, "write `else { 0.0 }`, or declare `let mut t = 0.0;` before it and add to `t` inside",
    { fn f(y: &mut f64, x: f64) { let t = if x > 0.0 { x }; *y += t; } } =>
    {
        #[reversible] fn f(y: &mut f64, x: f64) { let t = if x > 0.0 { x } else { 0.0 }; *y += t; }
        #[reversible] fn g(y: &mut f64, x: f64) { let mut t = 0.0; if x > 0.0 { t += x; } *y += t; }
    }

    a_clamp, "write `x.max(0.0).min(1.0)`",
    { fn f(y: &mut f64, x: f64) { *y += x.clamp(0.0, 1.0); } } => { #[reversible] fn f(y: &mut f64, x: f64) { *y += x.max(0.0).min(1.0); } }

    an_input_that_is_changed, "take it as `x: &mut …`, or change a copy: `let mut copy = x;`",
    { fn f(y: &mut f64, x: f64) { x += 1.0; *y += x; } } =>
    {
        #[reversible] fn f(y: &mut f64, x: &mut f64) { *x += 1.0; *y += *x; }
        #[reversible] fn g(y: &mut f64, x: f64) { let mut copy = x; copy += 1.0; *y += copy; }
    }

    a_slice_that_is_changed, "take it as state: `x: &mut …`",
    { fn f(x: &[f64]) { x[0] += 1.0; } } => { #[reversible] fn f(x: &mut [f64]) { x[0] += 1.0; } }

    a_local_copy, "take it as `x: &mut f64`, or as `x: f64` if it does not change",
    { fn f(y: &mut f64, mut x: f64) { *y += x; } } => { #[reversible] fn f(y: &mut f64, x: f64) { *y += x; } }

    a_real_in_an_integer, "cast the value: `(x) as usize`",
    { fn f(n: &mut usize, x: f64) { *n += x; } } => { #[reversible] fn f(n: &mut usize, x: f64) { *n += (x) as usize; } }

    a_loop_on_state, "#[keep(log)]",
    { fn f(y: &mut f64, x: f64) { while *y < x { *y += 1.0; } } } =>
    { #[reversible] fn f(y: &mut f64, x: f64, log: &mut Vec<usize>) { #[keep(log)] while *y < x { *y += 1.0; } } }

    a_loop_on_a_local, "keep the number of iterations: `#[keep]` before the loop",
    { fn f(y: &mut f64, x: f64) { let mut t = x; while t < 2.0 { t += 1.0; } *y += t; } } =>
    { #[reversible] fn f(y: &mut f64, x: f64) { let mut t = x; #[keep] while t < 2.0 { t += 1.0; } *y += t; } }

    a_branch_that_changes_its_condition, "`if (condition, postcondition) { … }`, or keep the decision on a stack of the caller's: `#[keep(log)]`",
    { fn f(y: &mut f64, x: f64) { if *y < x { *y += 1.0; } } } =>
    {
        #[reversible] fn f(y: &mut f64, x: f64, log: &mut Vec<usize>) { #[keep(log)] if *y < x { *y += 1.0; } }
        #[reversible] fn g(n: &mut u32) { if (*n < 10, *n >= 100) { *n += 100; } }
    }

    a_local_without_a_value, "give it a value: `let mut t = 0.0;`",
    { fn f(y: &mut f64, x: f64) { let mut t; t += x; *y += t; } } => { #[reversible] fn f(y: &mut f64, x: f64) { let mut t = 0.0; t += x; *y += t; } }

    a_name_that_hides_another, "give it a name of its own, or free the first one before: `free!(s = …);`",
    { fn f(y: &mut f64, x: f64) { let mut s = x; *y += s; let mut s = 2.0; s += x; *y += s; } } =>
    {
        #[reversible] fn f(y: &mut f64, x: f64) { let mut s = x; *y += s; free!(s = x); let mut s = 2.0; s += x; *y += s; }
        #[reversible] fn g(y: &mut f64, x: f64) { let mut s = x; s += 1.0; *y += s; let mut r = 2.0; r += x; *y += r; }
    }

    a_local_built_from_what_changes, "change `y` after the last use of `t`",
    { fn f(y: &mut f64, z: &mut f64, x: f64) { let t = *y * x; *y += x * t; *z += t; } } =>
    { #[reversible] fn f(y: &mut f64, z: &mut f64, x: f64) { { let t = *y * x; *z += t; } *y += x; } }

    what_an_inactive_place_gains, "bind the value without its cotangent, `#[inactive] let value = …;`",
    { fn f(y: &mut f64, z: f64, #[inactive] w: &mut f64) { *w += z; *y += *w; } } =>
    { #[reversible] fn f(y: &mut f64, z: f64, #[inactive] w: &mut f64) { #[inactive] let value = z; *w += value; *y += z; } }

    an_element_by_the_hosts_methods, "`#[inactive] let k = …;`",
    { fn f(y: &mut f64, x: &[f64]) { let m = x.iter().cloned().last().unwrap(); *y += m; } } =>
    {
        #[reversible] fn f(y: &mut f64, x: &[f64]) { #[inactive] let m = x.iter().cloned().last().unwrap(); *y += m * x[0]; }
        #[reversible] fn g(y: &mut f64, x: &[f64]) { let k: usize = x.iter().count(); for item in x { *y += *item; } *y += x[k - 1]; }
    }

    a_cast_to_another_float, "`#[inactive] let k = …;`",
    { fn f(y: &mut f64, x: &[f64]) { *y += x[0] as f32 as f64; } } =>
    { #[reversible] fn f(y: &mut f64, x: &[f64]) { #[inactive] let k = x[0] as f32; *y += k as f64 * x[0]; } }

    one_element_in_each, "remove `each!`",
    { fn f(y: &mut [f64], x: f64) { each!(y[0] += x); } } => { #[reversible] fn f(y: &mut [f64], x: f64) { y[0] += x; } }

    an_assignment_in_each, "each!(y += x)",
    { fn f(y: &mut [f64], x: &[f64]) { each!(y = x); } } => { #[reversible] fn f(y: &mut [f64], x: &[f64]) { each!(y += x); } }

    a_swap_of_the_standard_library, "exchange two places by `swap(&mut a, &mut b);`",
    { fn f(a: &mut f64, b: &mut f64) { std::mem::swap(a, b); } } => { #[reversible] fn f(a: &mut f64, b: &mut f64) { swap(&mut a, &mut b); } }

    a_fold, "write the loop out",
    { fn f(y: &mut f64, x: &[f64]) { *y += x.iter().copied().fold(0.0, f64::max); } } =>
    {
        #[reversible]
        fn f(y: &mut f64, x: &[f64]) {
            let mut most = vec![0.0; x.len() + 1];
            for (k, item) in x.iter().enumerate() { most[k + 1] += most[k].max(*item); }
            *y += most[x.len()];
        }
    }

    a_print, "wrap it: `safe! { println!(…); }`",
    { fn f(y: &mut f64, x: f64) { println!("{x}"); *y += x; } } =>
    { #[reversible] fn f(y: &mut f64, x: f64) { safe! { println!("{x}"); } *y += x; } }

    a_tuple_that_is_assigned, "write an update of each place, and exchange two by `swap(&mut a, &mut b);`",
    { fn f(a: &mut u64, b: &mut u64) { (*a, *b) = (*b, *a + *b); } } =>
    { #[reversible] fn f(a: &mut u64, b: &mut u64) { *a += *b; swap(&mut a, &mut b); } }

    a_sum_that_is_replaced, "add with `*y += …`",
    { fn f(y: &mut f64, x: f64) { *y = x; } } => { #[reversible] fn f(y: &mut f64, x: f64) { *y += x; } }

    two_places_of_a_function, "pass it by reference, `&z`, or keep all places that `f` changes in one array",
    { fn g(y: &mut f64, z: &mut f64, f: &impl Reversible<f64>) { f(&mut *y, &mut *z); } } =>
    {
        #[reversible] fn g(y: &mut f64, z: &mut f64, f: &impl Reversible<f64>) { f(&mut *y, &z); }
        #[reversible] fn h(state: &mut [f64; 2], f: &impl Reversible<f64>) { f(&mut *state); }
    }

    a_cast_that_loses_its_cotangent, "`#[inactive] let t = x as f32;`",
    { fn f(y: &mut f64, x: f64) { let t: f32 = x; *y += x; } } =>
    { #[reversible] fn f(y: &mut f64, x: f64) { #[inactive] let t = x as f32; *y += x * t as f64; } }

    a_real_that_is_an_integer, "which carries no cotangent: `let n = (x * 2.0) as usize;`",
    { fn f(y: &mut [f64], x: f64) { let n: usize = x * 2.0; y[n] += x; } } =>
    { #[reversible] fn f(y: &mut [f64], x: f64) { let n = (x * 2.0) as usize; y[n] += x; } }

    a_decision_on_state, "`#[keep(log)]`",
    { fn f(x: &mut [f64], i: &mut usize) { if x[0] > 1.0 { *i += 1; } x[0] += 1.0; } } =>
    {
        #[reversible]
        fn f(x: &mut [f64], i: &mut usize, log: &mut Vec<usize>) { #[keep(log)] if x[0] > 1.0 { *i += 1; } x[0] += 1.0; }
        #[reversible]
        fn g(x: &mut [f64], i: &mut usize) { #[rounded] if x[0] > 1.0 { *i += 1; } x[0] += 1.0; }
    }

    a_decision_on_a_local, "keep it with `#[keep]` before the statement, or accept it with `#[rounded]`",
    { fn f(y: &mut f64, x: f64) { let mut t = x; t += 1.0; if t > 0.0 { *y += x; } t += 2.0; *y += t; } } =>
    {
        #[reversible]
        fn f(y: &mut f64, x: f64) { let mut t = x; t += 1.0; #[keep] if t > 0.0 { *y += x; } t += 2.0; *y += t; }
        #[reversible]
        fn g(y: &mut f64, x: f64) { let mut t = x; t += 1.0; #[rounded] if t > 0.0 { *y += x; } t += 2.0; *y += t; }
    }

    a_vector_that_is_bound_once, "declare it with `mut`",
    { fn f(y: &mut f64, x: f64) { let v = vec![x; 2]; v[0] += 1.0; *y += v[0]; } } =>
    { #[reversible] fn f(y: &mut f64, x: f64) { let mut v = vec![x; 2]; v[0] += 1.0; *y += v[0]; } }

    a_loop_over_reals, "`for i in 0..n { let t = i as f64 * h; … }`",
    { fn f(y: &mut f64, x: f64) { for _t in 0..3.0 { *y += x; } } } =>
    { #[reversible] fn f(y: &mut f64, x: f64, h: f64, n: usize) { for i in 0..n { let t = i as f64 * h; *y += x * t; } } }

    an_entry_of_a_map, "insert a key that is new: `insert!(m, key, value)`",
    { fn f(m: &mut std::collections::BTreeMap<usize, f64>, x: f64) { m.insert(1, x); } } =>
    { #[reversible] fn f(m: &mut std::collections::BTreeMap<usize, f64>, x: f64) { insert!(m, 1, x); } }

    an_entry_that_goes, "remove a key with the value that it has: `remove!(m, key, value)`",
    { fn f(m: &mut std::collections::BTreeMap<usize, f64>) { m.remove(&1); } } =>
    { #[reversible] fn f(m: &mut std::collections::BTreeMap<usize, f64>, x: f64) { remove!(m, 1, x); } }

    the_values_of_a_map, "`for key in m.keys()`, `m[key]`",
    { fn f(y: &mut f64, m: &std::collections::HashMap<usize, f64>) { for v in m.values() { *y += *v; } } } =>
    { #[reversible] fn f(y: &mut f64, m: &std::collections::BTreeMap<usize, f64>) { for key in m.keys() { *y += m[key]; } } }

    a_map_without_a_type, "`let mut m: BTreeMap<usize, f64> = BTreeMap::new();`",
    { fn f(y: &mut f64, x: f64) { let mut m = BTreeMap::new(); insert!(m, 1, x); *y += m[&1]; } } =>
    {
        use std::collections::BTreeMap;
        #[reversible]
        fn f(y: &mut f64, x: f64) { let mut m: BTreeMap<usize, f64> = BTreeMap::new(); insert!(m, 1, x); *y += m[&1]; }
    }

    a_condition_that_leaves, "put what follows into an `else` branch",
    { fn f(y: &mut f64, x: f64) { if x > 0.0 { return; } *y += x; } } =>
    { #[reversible] fn f(y: &mut f64, x: f64) { if x > 0.0 {} else { *y += x; } } }

    a_loop_that_is_left, "put the condition into the head: `while (pre, post) { … }`",
    { fn f(i: &mut usize, y: &mut f64, x: f64) { for _k in 0..3 { if *i == 1 { break; } *y += x; } } } =>
    { #[reversible] fn f(i: &mut usize, y: &mut f64, x: f64) { while (*i < 3, *i > 0) { *i += 1; *y += x; } } }

    a_bound_that_changes, "or write `while (pre, post) { … }`",
    { fn f(i: &mut usize, y: &mut f64, x: f64) { for _k in 0..*i { *i += 1; *y += x; } } } =>
    { #[reversible] fn f(i: &mut usize, y: &mut f64, x: f64) { while (*i < 3, *i > 0) { *i += 1; *y += x; } } }

    a_type_without_a_bound, "write `T: Real`, with `use retrograde::Real;`",
    { fn f<T>(y: &mut T, x: T) { *y += x; } } => { use retrograde::Real; #[reversible] fn f<T: Real>(y: &mut T, x: T) { *y += x; } }

    scratch_that_is_a_number, "write `#[scratch] w: &mut [f64]`",
    { fn f(y: f64, #[scratch] w: f64) -> f64 { y + w } } =>
    { #[reversible] fn f(y: f64, #[scratch] w: &mut [f64]) -> f64 { w[0] += y; w[0] * y } }

    state_of_a_function_with_a_value, "return nothing and add a parameter for the value: `value: &mut f64`",
    { fn f(y: &mut f64, x: f64) -> f64 { *y += x; x } } =>
    { #[reversible] fn f(value: &mut f64, y: &mut f64, x: f64) { *y += x; *value += x; } }

    a_structure_that_is_added, "read a number in it, such as `v.field`",
    { fn f(y: &mut f64, v: &V) { *y += v.field; *y += v; } } =>
    {
        #[derive(Clone, Differentiable)] struct V { field: f64 }
        #[reversible] fn f(y: &mut f64, v: &V) { *y += v.field; *y += v.field; }
    }

    an_array_of_structures, "read the field of one element: `v[i].x`",
    { fn f(y: &mut f64, v: &[V]) { *y += v.x; } } =>
    {
        #[derive(Clone, Differentiable)] struct V { x: f64 }
        #[reversible] fn f(y: &mut f64, v: &[V]) { for i in 0..v.len() { *y += v[i].x; } }
    }

    a_reference_to_a_reference, "take it as `a: &mut f64`",
    { fn f(a: &mut &mut f64) { **a += 1.0; } } => { #[reversible] fn f(a: &mut f64) { *a += 1.0; } }

    a_number_that_is_freed_and_read, "free `t` after its last use",
    { fn f(y: &mut f64, x: f64) { let mut t = 0.0; t += x; t -= x; free!(t = 0.0); *y += t; } } =>
    { #[reversible] fn f(y: &mut f64, x: f64) { let mut t = 0.0; t += x; *y += t; t -= x; free!(t = 0.0); } }

    a_change_in_host_code, "by a statement of the language, outside `safe!`",
    { fn f(y: &mut f64, x: f64) { safe! { *y += x; } } } => { #[reversible] fn f(y: &mut f64, x: f64) { *y += x; } }

    a_routine_that_is_undone_inside, "undo it once, in the block in which it ran",
    { fn f(y: &mut f64, x: f64) { let mut t = 0.0; 'r: { t += x; } if x > 0.0 { undo!('r); } *y += t; } } =>
    { #[reversible] fn f(y: &mut f64, x: f64) { let mut t = 0.0; 'r: { t += x; } *y += t; undo!('r); } }
}
