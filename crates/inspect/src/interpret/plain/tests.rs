//! Plain functions and constants, held against rustc's own.

use super::*;
use crate::interpret::{Integer, Module};
use retrograde_compiler::ir::step::Program;

macro_rules! plain {
    ($($item:item)*) => {
        $(#[allow(dead_code)] $item)*
        const TEXT: &str = stringify!($($item)*);
    };
}

plain! {
    const WIDTH: usize = 3;
    const AREA: usize = WIDTH * WIDTH + 1;
    const WEIGHTS: [f64; 3] = [0.5, -0.25, 1.0];
    fn gcd(mut a: u64, mut b: u64) -> u64 {
        while b != 0 {
            let rest = a % b;
            a = b;
            b = rest;
        }
        a
    }
    fn reversed(i: usize, bits: u32) -> usize {
        i.reverse_bits().checked_shr(usize::BITS - bits).unwrap_or(0)
    }
    fn position(order: &[usize], wanted: usize) -> usize {
        for (at, k) in order.iter().enumerate() {
            if *k == wanted {
                return at;
            }
        }
        order.len()
    }
    fn triangle(n: usize) -> usize {
        let mut rows = vec![0; n + 1];
        for i in 1..=n {
            rows[i] += rows[i - 1] + i;
        }
        let (all, _) = (rows[n], n);
        all
    }
    fn odd(n: u32) -> bool {
        if n == 0 { false } else { !odd(n - 1) }
    }
    fn halves(x: f64) -> i32 {
        let mut count = 0;
        let mut x = x;
        loop {
            if x < 1.0 {
                break;
            }
            x /= 2.0;
            count += 1;
        }
        count
    }
}

fn run(name: &str, args: &[Value]) -> Result<Value, Fault> {
    let items = Items::of(&syn::parse_file(TEXT).expect("Rust"));
    let mut module = Module::default();
    module.hold(&items);
    Ok(Machine::new(&module, 100_000).plain(name, args)?.expect("a function"))
}

fn number(value: Value) -> i128 {
    value.exact().expect("an integer").value
}

#[test]
fn functions_mean_what_they_mean_to_rustc() {
    let int = |n: u64| Value::integer(i128::from(n));
    for (a, b) in [(12, 18), (7, 0), (1 << 40, 36)] {
        assert_eq!(number(run("gcd", &[int(a), int(b)]).expect("runs")), i128::from(gcd(a, b)));
    }
    for (i, bits) in [(6, 3), (1, 4), (5, 0)] {
        let bits_value = Value::integer(i128::from(bits));
        assert_eq!(
            number(run("reversed", &[int(i), bits_value]).expect("runs")),
            reversed(i as usize, bits) as i128
        );
    }
    let order = [3, 1, 2];
    let list = Value::Array(order.iter().map(|n| int(*n)).collect());
    for wanted in 0..4 {
        let expected = position(&order.map(|n| n as usize), wanted as usize);
        assert_eq!(number(run("position", &[list.clone(), int(wanted)]).expect("runs")), expected as i128);
    }
    assert_eq!(number(run("triangle", &[int(10)]).expect("runs")), triangle(10) as i128);
    assert_eq!(run("odd", &[int(7)]).expect("runs"), Value::Bool(odd(7)));
    assert_eq!(number(run("halves", &[Value::Real(20.0)]).expect("runs")), i128::from(halves(20.0)));
}

#[test]
fn integers_keep_their_types() {
    let result = run("triangle", &[Value::integer(3)]).expect("runs");
    assert_eq!(result, Value::Integer(Integer { value: 6, width: Some(Width::Usize) }));
    assert!(run("odd", &[Value::integer(-1)]).is_err());
}

#[test]
fn constants_are_looked_up() {
    let items = Items::of(
        &syn::parse_file(&format!("use std::f64::consts::{{PI, TAU as TURN}}; {TEXT}")).expect("Rust"),
    );
    let mut module = Module::default();
    module.hold(&items);
    let mut machine = Machine::new(&module, 1000);
    assert_eq!(machine.item("AREA").expect("a value").map(number), Some(AREA as i128));
    assert_eq!(machine.item("WEIGHTS").expect("a value"), Some(Value::reals(&WEIGHTS)));
    assert_eq!(machine.item("TURN").expect("a value"), Some(Value::Real(std::f64::consts::TAU)));
    assert_eq!(machine.item("NONE").expect("no fault"), None);
}

/// Endless loops and recursions end with a fault, and unsupported syntax is reported.
#[test]
fn nothing_is_guessed() {
    let text = "fn endless() -> usize { loop {} } fn deep(n: usize) -> usize { deep(n + 1) }
        fn closure(n: usize) -> usize { (0..n).filter(|k| k % 2 == 0).count() } const A: usize = B; const B: usize = A;";
    let items = Items::of(&syn::parse_file(text).expect("Rust"));
    let mut module = Module::default();
    module.hold(&items);
    let mut machine = Machine::new(&module, 10_000);
    let kind = |machine: &mut Machine<'_>, name: &str, args: &[Value]| {
        machine.plain(name, args).expect_err(name).kind
    };
    assert_eq!(kind(&mut machine, "deep", &[Value::integer(0)]), Kind::Recursion);
    let fault = machine.plain("closure", &[Value::integer(3)]).expect_err("beyond");
    assert!(fault.kind == Kind::Unknown && fault.message.contains("`closure`"), "{fault}");
    assert_eq!(machine.item("A").expect_err("bottomless").kind, Kind::Recursion);
    assert_eq!(kind(&mut machine, "endless", &[]), Kind::Budget);
}

const DECLARED: &str = "
    #[instruction(inverse = halves, adjoint = butterfly_adjoint, inverse_adjoint = halves_adjoint)]
    fn butterfly<T: Real>(a: &mut T, b: &mut T, n: usize) {
        for _ in 0..n { (*a, *b) = (*a + *b, *a - *b); }
    }
    fn halves<T: Real>(a: &mut T, b: &mut T, n: usize) {
        let half = T::constant(0.5);
        for _ in 0..n { (*a, *b) = ((*a + *b) * half, (*a - *b) * half); }
    }
    fn butterfly_adjoint<T: Real, C: Cotangent<T>>(a: &mut T, a_bar: &mut C, b: &mut T, b_bar: &mut C, n: usize) {
        halves(a, b, n);
        for _ in 0..n { (*a_bar, *b_bar) = (a_bar.plus(*b_bar), a_bar.minus(*b_bar)); }
    }
    fn halves_adjoint<T: Real, C: Cotangent<T>>(a: &mut T, a_bar: &mut C, b: &mut T, b_bar: &mut C, n: usize) {
        butterfly(a, b, n);
        let half = T::constant(0.5);
        for _ in 0..n { (*a_bar, *b_bar) = (a_bar.plus(*b_bar).scaled(half), a_bar.minus(*b_bar).scaled(half)); }
    }
    #[instruction(self_inverse, adjoint = mirror_adjoint)]
    fn mirror<T: Real>(a: &mut T) { *a = -*a; }
    fn mirror_adjoint<T: Real, C: Cotangent<T>>(a: &mut T, a_bar: &mut C) { mirror(a); *a_bar = a_bar.negated(); }
    #[primitive(partials(y * k as T, x))]
    fn growth<T: Real>(x: T, k: usize, z: T) -> T { (x * T::constant(k as f64)).exp() + z * x }
";

/// Returns state and cotangents after a program of a declaration, and the value.
fn declared(
    name: &str,
    program: Program,
    values: &[Value],
    shadows: &[f64],
    seed: Option<f64>,
) -> (Vec<Value>, Vec<f64>, Option<Value>) {
    let items = Items::of(&syn::parse_file(DECLARED).expect("Rust"));
    let mut module = Module::default();
    module.hold(&items);
    let mut machine = Machine::new(&module, 100_000);
    let (mut values, seed) = (values.to_vec(), seed.map(Value::Real));
    let mut bars: Vec<_> = shadows.iter().map(|x| Some(Value::Real(*x))).collect();
    let value =
        machine.declared(name, program, &mut values, &mut bars, seed).expect("runs").expect("is there");
    let bars = bars.into_iter().map(|bar| bar.expect("stays").real().expect("a number"));
    (values, bars.collect(), value)
}

#[test]
fn instructions_of_the_file_run_in_all_programs() {
    let state = |a: f64, b: f64| vec![Value::Real(a), Value::Real(b), Value::integer(1)];
    let run = |program, values: &[Value], bars: &[f64]| {
        let (mut values, bars, _) = declared("butterfly", program, values, bars, None);
        values[2] = Value::integer(1);
        (values, bars)
    };
    let (before, after, bars) = (state(3.0, 0.5), state(3.5, 2.5), [2.0, 0.25, 0.0]);
    assert_eq!(run(Program::Primal, &before, &bars), (after.clone(), bars.to_vec()));
    assert_eq!(run(Program::Inverse, &after, &bars), (before.clone(), bars.to_vec()));
    assert_eq!(run(Program::Adjoint, &after, &bars), (before.clone(), vec![2.25, 1.75, 0.0]));
    assert_eq!(run(Program::Sweep, &before, &bars), (after.clone(), vec![2.25, 1.75, 0.0]));
    assert_eq!(run(Program::InverseAdjoint, &before, &bars), (after, vec![1.125, 0.875, 0.0]));
    let mirrored = declared("mirror", Program::InverseAdjoint, &[Value::Real(0.5)], &[2.0], None);
    assert_eq!(mirrored, (vec![Value::Real(-0.5)], vec![-2.0], None));
}

#[test]
fn primitives_of_the_file_have_their_partials() {
    let args = [Value::Real(0.5), Value::integer(2), Value::Real(3.0)];
    let y = 1.0_f64.exp() + 1.5;
    let (_, _, value) = declared("growth", Program::Primal, &args, &[0.0; 3], None);
    assert_eq!(value, Some(Value::Real(y)));
    let (_, bars, _) = declared("growth", Program::Adjoint, &args, &[1.0, 0.0, 0.25], Some(2.0));
    assert_eq!(bars, [1.0 + 2.0 * (y * 2.0), 0.0, 0.25 + 2.0 * 0.5]);
}
