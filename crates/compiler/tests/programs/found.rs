//! Programs on which a law once failed, as small as they could be made.

use crate::harness::Compiled;
use crate::laws::{self, Verdict};
use retrograde_testkit::programs::{Datum, Function, Param, Program, Role};

/// Functions of which the last is run on these arguments.
fn holds(sources: &[&str], params: &[(&str, Role, Datum)]) {
    let functions = sources.iter().map(|source| {
        let name = source.split(['(', ' ', '<']).nth(1).unwrap_or_default().to_string();
        Function { name, source: source.to_string(), params: Vec::new(), returns: source.contains("->") }
    });
    let mut program = Program { functions: functions.collect() };
    if let Some(main) = program.functions.last_mut() {
        let param = |(name, role, value): &(&str, Role, Datum)| Param {
            name: name.to_string(),
            role: *role,
            value: value.clone(),
        };
        main.params = params.iter().map(param).collect();
    }
    let compiled = Compiled::new(&program).expect("a program of the language");
    assert_eq!(laws::all(&program, &compiled), Ok(Verdict::Held), "{program}");
}

fn real(name: &str, role: Role, x: f64) -> (&str, Role, Datum) {
    (name, role, Datum::Real(x))
}

fn reals<'a>(name: &'a str, role: Role, x: &[f64]) -> (&'a str, Role, Datum) {
    (name, role, Datum::Reals(x.to_vec()))
}

/// The values named for the partials of an update belong to it, though it changes an element of what they read.
#[test]
fn values_named_for_one_update_are_built_again() {
    let source = "fn main(v: &mut [f64]) { 'r: { v[0] += (v[1] + 1.0).powi(2) + 1.0; } undo!('r); }";
    holds(&[source], &[reals("v", Role::State, &[0.3, 0.7])]);
}

/// A destructured value is a tuple, whether its parts are used or not.
#[test]
fn parts_of_a_tuple_need_no_use() {
    let helper = "fn f(x: f64) -> (f64, f64) { (x, x * x) }";
    let source = "fn main(y: &mut f64, x: f64) { let (mut a, b) = f(x); let (c, _) = f(x); *y += c; }";
    holds(&[helper, source], &[real("y", Role::State, 0.5), real("x", Role::Input, 0.3)]);
}

/// A structure that a function returns, in a local that may change.
#[test]
fn a_returned_structure_may_be_changed() {
    let helper = "fn f(x: f64) -> (f64, [f64; 2]) { (x.sin(), [x, x * x]) }";
    let source = "fn main(y: &mut f64, x: f64) {
        let mut p: (f64, [f64; 2]) = f(x * x);
        p.1[0] += p.0;
        *y += p.1[0] * p.1[1];
    }";
    holds(&[helper, source], &[real("y", Role::State, 0.5), real("x", Role::Input, 0.3)]);
}

/// A field of which nothing but a copy is taken is a structure if the copy says so.
#[test]
fn a_copied_field_takes_the_type_of_the_copy() {
    let source = "fn main(y: &mut f64, p: &Body<f64>) { let o: Vec2<f64> = p.at.clone(); *y += p.m * 2.0; }";
    let at = Datum::Record(vec![("x".into(), Datum::Real(0.1)), ("y".into(), Datum::Real(0.2))]);
    let body = Datum::Record(vec![("at".into(), at), ("m".into(), Datum::Real(0.3))]);
    holds(&[source], &[real("y", Role::State, 0.5), ("p", Role::Input, body)]);
}

/// A scope that is narrowed does not take in the freeing of what stands before it.
#[test]
fn narrowed_scopes_free_nothing_from_outside() {
    let source = "fn main(y: &mut f64, z: &mut f64, x: f64) {
        let mut h = 0.0;
        h += x * *z;
        *y += h * h;
        let mut o = h.sin() + *y;
        h -= x * *z;
        free!(h = 0.0);
        o -= x * 0.5;
        *y += x;
        *z += x;
    }";
    let (y, z) = (real("y", Role::State, 0.5), real("z", Role::State, 0.7));
    let function =
        Function { name: "main".into(), source: source.into(), params: Vec::new(), returns: false };
    // Refused or right, but never without end.
    if Compiled::new(&Program { functions: vec![function] }).is_ok() {
        holds(&[source], &[y, z, real("x", Role::Input, 0.3)]);
    }
}

/// Asking for the length of a local is a use: its scope must not end before.
#[test]
fn a_measured_local_stays_in_scope() {
    let source = "fn main(v: &mut [f64], x: &[f64]) {
        'r: { v[0] += x[0]; }
        let t = v[0];
        let mut a = [0.0; 1];
        undo!('r);
        for i in 0..a.len() { v[1] += x[i]; }
    }";
    let v = reals("v", Role::State, &[0.3, 0.7]);
    holds(&[source], &[v, reals("x", Role::Input, &[0.2, 0.4])]);
}

/// A value kept by an outer branch was hidden by the variable that an inner branch had kept it in.
#[test]
fn a_value_is_kept_once() {
    let source = "fn main(w: f64, y: &mut f64, n: usize) {
        'r: {
            if n == 1 {
                let t = if n == 0 { w.sin() } else { (w * w + 1.0).sqrt().powi(2) };
                *y += t + w;
            }
        }
        undo!('r);
    }";
    let n = ("n", Role::Input, Datum::Integer(1));
    holds(&[source], &[real("w", Role::Input, 0.3), real("y", Role::State, 0.5), n]);
}

/// A shadow may outlive the value whose shape it has.
#[test]
fn a_dead_value_may_have_a_shadow() {
    let source = "fn main(w: f64, y: &mut f64) { for i in 0..2 { { let t = w; } } *y += w; }";
    holds(&[source], &[real("w", Role::Input, 0.3), real("y", Role::State, 0.5)]);
}

/// Two elements of one array, exchanged in a loop: their cotangents lie in one shadow.
#[test]
fn elements_of_one_array_are_swapped() {
    let source =
        "fn main(v: &mut [f64]) { for i in 0..3 { swap(&mut v[0], &mut v[1]); v[0] += v[1].sin(); } }";
    holds(&[source], &[reals("v", Role::State, &[0.3, 0.7])]);
}

/// An uncall, in a loop and of an element, of a function that builds locals.
#[test]
fn an_uncalled_function_builds_its_locals() {
    let helper = "fn f(y: &mut f64, x: &[f64]) {
        let mut s = 0.0;
        for i in 0..x.len() { s += x[i] * x[i]; }
        *y += (s + 1.0).ln() * s;
    }";
    let source = "fn main(v: &mut [f64], x: &[f64]) {
        for i in 0..2 { f::inverse(&mut v[i], &x[1..3]); v[1 - i] += v[i].cos(); }
    }";
    let v = reals("v", Role::State, &[0.3, 0.7]);
    holds(&[helper, source], &[v, reals("x", Role::Input, &[0.2, 0.4, -0.6])]);
}

/// A decision is kept in a block within a routine that is undone by hand: it would be asked for before it is kept.
#[test]
fn a_kept_decision_in_an_undone_block_is_refused() {
    let source = "fn main(w: f64, y: &mut f64) {
        'r: { { #[keep] if w < -0.02 { let t = w; } } }
        *y += w;
        undo!('r);
    }";
    let function =
        Function { name: "main".into(), source: source.into(), params: Vec::new(), returns: false };
    let refused = Compiled::new(&Program { functions: vec![function] }).err().expect("a law is broken");
    assert!(refused.contains("[R11] this decision is kept"), "{refused}");
}

/// An operand that a condition does not evaluate must not be checked for NaN.
#[test]
fn what_a_condition_does_not_reach_is_not_checked() {
    let source = "fn main(x: &[f64], k: &mut usize) {
        while (*k < 1 && x[*k] > -0.02, *k > 1) { *k += 1; }
    }";
    let k = ("k", Role::State, Datum::Integer(1));
    holds(&[source], &[reals("x", Role::Input, &[0.3]), k]);
}

/// The value that is inserted into a map determines the type of a field, as the value pushed to a stack does.
#[test]
fn fields_are_inserted_into_maps() {
    let source = "fn main(p: &mut Body<f64>, q: &Body<f64>) {
        let mut map: BTreeMap<i64, f64> = BTreeMap::new();
        let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
        insert!(map, 1, q.m);
        insert!(map, -2, 2.0 * q.at.x);
        insert!(counts, 1, q.k);
        map[&1] += map[&-2] * 0.5;
        p.m += map[&1] * q.at.x * counts[&1] as f64;
    }";
    let body = |x: f64| {
        let at = Datum::Record(vec![("x".into(), Datum::Real(x)), ("y".into(), Datum::Real(0.2))]);
        Datum::Record(vec![
            ("at".into(), at),
            ("w".into(), Datum::Reals(vec![0.1, 0.2, 0.3])),
            ("m".into(), Datum::Real(x + 0.3)),
            ("k".into(), Datum::Integer(2)),
        ])
    };
    holds(&[source], &[("p", Role::State, body(0.1)), ("q", Role::Input, body(0.7))]);
}

/// A stack of decisions has no elements that stay apart: it is brought back before the decisions are taken again.
#[test]
fn what_is_stored_in_a_branch_that_is_logged_is_stored_once() {
    let source = "fn main(w: f64, log: &mut Vec<usize>, y: &mut f64, k: &mut usize) {
        #[keep(log)]
        if w < 0.5 { #[store] let t = w * w; *y += t.sin(); }
        #[keep(log)]
        while *k < 3 { #[store] let t = w.exp(); *y += t.sin(); *k += 1; }
    }";
    let log = ("log", Role::State, Datum::Integers(vec![1, 0]));
    let k = ("k", Role::State, Datum::Integer(1));
    holds(&[source], &[real("w", Role::Input, 0.3), log, real("y", Role::State, 0.2), k]);
}

/// Pushing an element makes only the stack longer: the vector that it is taken from bounds a loop as before.
#[test]
fn a_vector_of_which_an_element_was_pushed_is_as_long_as_it_was() {
    let source = "fn main(y: &mut f64, x: f64) {
        let mut a = vec![0.0; 3];
        let mut stack: Vec<f64> = Vec::new();
        for e in a.iter_mut() { *e += x.sin(); }
        push!(stack, a[0]);
        a[0] += 0.5;
        *y += a[0] * a[1];
        a[0] -= 0.5;
        pop!(stack, a[0]);
        free!(stack);
        for e in a.iter_mut() { *e += x * x; }
        for i in 0..a.len() { *y += a[i] * x; }
    }";
    holds(&[source], &[real("y", Role::State, 0.5), real("x", Role::Input, 0.3)]);
}

/// An array inside an array may grow as well.
#[test]
fn a_row_that_grows_does_not_bound_a_loop() {
    let source =
        "fn main(rows: &mut [Vec<f64>], y: &mut f64) { for i in 0..rows[0].len() { push!(rows[0], *y); } }";
    let function =
        Function { name: "main".into(), source: source.into(), params: Vec::new(), returns: false };
    let refused = Compiled::new(&Program { functions: vec![function] }).err().expect("a law is broken");
    assert!(refused.contains("[R13] `rows` bounds this loop"), "{refused}");
}

/// Of a field that nothing else indexes, a range tells that it is an array.
#[test]
fn fields_stand_for_their_elements() {
    let source = "fn main(v: &mut [f64; 3], p: &Body<f64>) { each!(v += p.w[..] * p.m - p.w[..] * 0.5); }";
    let at = Datum::Record(vec![("x".into(), Datum::Real(0.1)), ("y".into(), Datum::Real(0.2))]);
    let body = Datum::Record(vec![
        ("at".into(), at),
        ("w".into(), Datum::Reals(vec![0.1, 0.2, 0.3])),
        ("m".into(), Datum::Real(0.7)),
        ("k".into(), Datum::Integer(2)),
    ]);
    holds(&[source], &[reals("v", Role::State, &[0.3, 0.7, 0.1]), ("p", Role::Input, body)]);
}

/// The parts of a complex number are numbers.
#[test]
fn fields_are_parts_of_numbers() {
    let source = "fn main(y: &mut f64, p: &Body<f64>) {
        let z = Complex::new(p.m, p.w[0]);
        let g = Log::from_ln(p.at.x);
        *y += (z * z).norm_sqr() * g.value();
    }";
    let at = Datum::Record(vec![("x".into(), Datum::Real(0.1)), ("y".into(), Datum::Real(0.2))]);
    let body = Datum::Record(vec![
        ("at".into(), at),
        ("w".into(), Datum::Reals(vec![0.1, 0.2, 0.3])),
        ("m".into(), Datum::Real(0.7)),
        ("k".into(), Datum::Integer(2)),
    ]);
    holds(&[source], &[real("y", Role::State, 0.3), ("p", Role::Input, body)]);
}

/// A complex number that comes of integers alone is one all the same.
#[test]
fn a_complex_number_is_made_of_an_integer() {
    let helper = "fn f(n: usize) -> Complex<f64> { Complex::new(0.4, n as f64) }";
    let source = "fn main(y: &mut f64) {
        for i in 0..2 { let mut o: Complex<f64> = f(1); o.re += *y; }
        let p: Complex<f64> = f(2);
        *y += p.im;
    }";
    holds(&[helper, source], &[real("y", Role::State, 0.3)]);
}

/// A function that is constant between its jumps is not differentiated, nor is a call in its argument.
#[test]
fn a_call_within_a_rounding_is_not_pulled_back() {
    let helper = "fn g(x: f64) -> f64 { x * x * 7.0 }";
    let source =
        "fn main(y: &mut f64, x: f64) { *y += x.sin() * g(x * 2.0).floor() + (g(x) * 3.0).round(); }";
    holds(&[helper, source], &[real("y", Role::State, 0.5), real("x", Role::Input, 0.37)]);
}

/// Long expressions are cut into parts, which round and differentiate as the whole.
#[test]
fn long_expressions_are_cut_into_parts() {
    let joined = |n: usize, item: &str, with: &str| {
        let items: Vec<String> = (0..n).map(|i| item.replace('#', &(i % 7).to_string())).collect();
        items.join(with)
    };
    let helper = "fn g(x: f64) -> f64 { x * 0.5 + 0.1 }";
    let sum = joined(300, "x * 0.#1", " - ");
    let squares = joined(200, "v[#] * v[#]", " + ");
    let calls = joined(100, "g(x * 0.#1)", " + ");
    let (open, close) = ("g(".repeat(100), ")".repeat(100));
    let (parts, ends) = ("(0.1 + x * ".repeat(100), ")".repeat(100));
    let bodies = [
        format!("*y += {sum};"),
        format!("v[2] += {};", squares.replace("v[2]", "v[3]")),
        format!("let t = {sum}; v[1] += t * {sum}; *y += v[1] * 0.01;"),
        format!("*y += {calls};"),
        format!("*y += {open}x{close};"),
        format!("*y += {parts}x{ends};"),
        format!("*y += x{};", ".sin().tanh()".repeat(60)),
        format!("*y += if x > 0.1 {{ {sum} }} else {{ x }};"),
        format!("let mut a = [{sum}, x]; a[0] += x; *y += a[0] * a[1];"),
        format!("*y -= ({sum}) * 0.01 * ({squares});"),
        format!("*y += {};", joined(120, "v[1].max(x).min(0.9 + v[#])", " * ")),
    ];
    for body in bodies {
        let source = format!("fn main(y: &mut f64, v: &mut [f64], x: f64) {{ {body} }}");
        let v = reals("v", Role::State, &[0.3, 0.7, -0.2, 0.1, 0.4, 0.6, 0.5]);
        holds(&[helper, &source], &[real("y", Role::State, 0.5), v, real("x", Role::Input, 0.3)]);
    }
}

/// The messages about a function that breaks laws.
fn refused(source: &str) -> String {
    let function =
        Function { name: "main".into(), source: source.into(), params: Vec::new(), returns: false };
    Compiled::new(&Program { functions: vec![function] }).err().expect("a law is broken")
}

/// A part whose bounds are literals has a length without a type.
#[test]
fn a_part_is_as_long_as_an_array() {
    let source = "fn main(v: &mut [f64], x: &[f64]) { let part = &x[1..3]; each!(v += part * 0.5); }";
    holds(&[source], &[reals("v", Role::State, &[0.3, 0.7]), reals("x", Role::Input, &[0.1, 0.2, 0.3, 0.4])]);
}

/// Scratch of which a loop reads the zeros is refilled: in the adjoint of the inverse the cotangents of `v` come from the branch behind.
#[test]
fn scratch_that_is_read_first_is_zero() {
    let source = "fn main(sum: &mut f64, w: &[f64], x: &[f64]) {
        for p in 0..x.len() {
            let mut v = vec![0.0; w.len()];
            for i in 0..w.len() { v[i] += w[i] * x[p]; }
            if x[p] > 0.1 { for i in 0..w.len() { *sum += v[i] * v[i]; } }
        }
    }";
    let (w, x) = (reals("w", Role::Input, &[0.3, 0.7]), reals("x", Role::Input, &[0.4, -0.2, 0.6]));
    holds(&[source], &[real("sum", Role::State, 0.2), w, x]);
}

/// Operators on structures are calls, of which rustc alone says whether they are there.
#[test]
fn operators_of_structures_break_no_law() {
    for source in [
        "fn main(c: &mut Body<f64>, b: &Body<f64>, k: f64) { *c += b.scale(k); }",
        "fn main(c: &mut Body<f64>, b: &Body<f64>, k: f64) { *c -= b.scale(k) + b.scale(2.0); c.x += k; }",
        "fn main<T: Real>(c: &mut [Body<T>], b: &Body<T>, k: T) { each!(c += b); c[0] -= -(*b * k / 2.0 - *b); }",
        "fn main<T: Real>(b: &Body<T>, h: f64) -> T { (2.0 * *b + b.scale(h) * h).norm() }",
    ] {
        let function =
            Function { name: "main".into(), source: source.into(), params: Vec::new(), returns: false };
        let compiled = Compiled::new(&Program { functions: vec![function] });
        assert!(compiled.is_ok(), "{source}\n{}", compiled.err().unwrap_or_default());
    }
}

/// A value that reads the ancilla itself could not be computed in the reverse pass.
#[test]
fn an_ancilla_is_not_freed_at_itself() {
    let refused =
        refused("fn main(y: &mut f64, x: f64, n: bool) { let mut bit = n; free!(bit = bit); *y += x; }");
    assert!(refused.contains("[R18] `bit` is freed at a value that is read from `bit` itself"), "{refused}");
}

/// Both sides of a branch with an array are as long.
#[test]
fn a_branch_chooses_between_arrays_of_one_length() {
    let refused = refused(
        "fn main(y: &mut f64, x: f64, n: bool) { let r = if n { [x, x] } else { [x] }; *y += r[0]; }",
    );
    assert!(refused.contains("are arrays of different lengths"), "{refused}");
}
