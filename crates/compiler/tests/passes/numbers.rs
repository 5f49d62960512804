//! Numbers with parts inside the compiler: they read as they were written, run in the interpreter, and are refused with
//! reasons.

use quote::quote;
use retrograde_compiler::{Stages, stages};
use retrograde_inspect::interpret::{Cell, Machine, Module, Value};
use retrograde_inspect::print;
use retrograde_rules::Number;
use retrograde_rules::systems::{Function, Kind};

fn spiral() -> Stages {
    stages(quote! {
        fn spiral(z: &mut Complex<f64>, c: Complex<f64>, scale: &mut Log<f64>) {
            *z += c * c;
            z.im -= c.norm();
            *scale *= Log::from_value(c.re);
        }
    })
    .unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn an_adjoint_reads_by_fields() {
    let stages = spiral();
    let tokens = print::procedure(&stages, &stages.adjoint);
    let file = syn::parse2(tokens).expect("it is Rust");
    let text = prettyplease::unparse(&file);
    for part in ["z.im += hypot_value", "z_bar.re", "c_bar.im.accumulate(", "scale.ln -= c.re.ln()"] {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
}

#[test]
fn the_interpreter_knows_them_as_arrays() {
    let stages = spiral();
    let module = Module::default();
    let mut machine = Machine::new(&module, 1000);
    let cell = |value: &[f64], shadow: &[f64]| Cell {
        value: Value::reals(value),
        shadow: Some(Value::reals(shadow)),
    };
    let start = vec![cell(&[1.0, 2.0], &[1.0, 0.5]), cell(&[3.0, 4.0], &[0.0, 0.0]), cell(&[0.0], &[2.0])];
    let primal = start.iter().map(|cell| cell.value.clone().into()).collect();
    let after = machine.run(&stages.primal, primal, None).expect("it runs").params;
    let values: Vec<f64> = after.iter().flat_map(|cell| cell.value.leaves()).collect();
    assert_eq!(values, [1.0 - 7.0, 2.0 + 24.0 - 5.0, 3.0, 4.0, 3.0_f64.ln()]);

    let seeded = after.iter().zip(&start).map(|(a, s)| Cell { shadow: s.shadow.clone(), ..a.clone() });
    let before = machine.run(&stages.adjoint, seeded.collect(), None).expect("it runs").params;
    let values: Vec<f64> = before.iter().flat_map(|cell| cell.value.leaves()).collect();
    assert_eq!(values, [1.0, 2.0, 3.0, 4.0, 0.0]);
    // d(re c²) = 2 re dre - 2 im dim; d(im c²) = 2 im dre + 2 re dim; d|c| = (3 dre + 4 dim)/5; d ln re = dre/3
    let bar = before[1].shadow.as_ref().map(Value::leaves);
    let by_hand = [6.0 + 0.5 * (8.0 - 0.6) + 2.0 / 3.0, -8.0 + 0.5 * (6.0 - 0.8)];
    let close = bar.iter().flatten().zip(by_hand).all(|(a, b)| (a - b).abs() < 1e-12);
    assert!(close, "{bar:?} instead of {by_hand:?}");
}

/// Asserts that an item is rejected with these messages.
fn refused(item: proc_macro2::TokenStream, said: &[&str]) {
    let errors = match stages(item) {
        Ok(_) => panic!("{said:?} is not said"),
        Err(errors) => errors.to_string(),
    };
    assert_eq!(errors.matches("[R").count(), said.len(), "{errors}");
    for piece in said {
        assert!(errors.contains(piece), "`{piece}` is missing in\n{errors}");
    }
}

#[test]
fn complex_numbers_say_what_they_cannot_do() {
    refused(
        quote! {
            fn f<T: Real>(z: &mut Complex<T>, w: Complex<T>, x: T) {
                *z *= w;
                *z ^= w;
                z.re += w;
                z.im += x.conj();
            }
        },
        &[
            "`*z *= w` has no inverse at type `Complex<T>`: it rounds",
            "`*z ^= w`: the type `Complex<T>` has no bits to toggle",
            "`w` is a complex number, and a real is needed here",
            "`conj` is not a rule of the table",
        ],
    );
    refused(
        quote! {
            fn f<T: Real>(z: &mut Complex<T>, w: Complex<T>) {
                *z += z.conj() * w;
                *z += w.gamma();
                if w < Complex::i() {
                    z.re += 1.0;
                }
                *z += w % w;
            }
        },
        &[
            "the right-hand side reads `z`, which this update changes",
            "`gamma` is not a known method of a complex number",
            "`w < Complex::i()` has no meaning for a complex number",
            "`w % w` has no meaning for a complex number",
        ],
    );
    refused(
        quote! {
            fn f<T: Real>(z: &mut Complex<T>, l: Log<T>, n: u32) {
                *z += l;
                *z += Complex::from_str(n);
                *z += Complex { re: 1.0 };
                let w: Complex<T> = l;
                -(z.im) *= 2.0;
            }
        },
        &[
            "`l` is not a complex number, and one is needed here",
            "is not a known constructor of a complex number",
            "a number is made of all its parts",
            "`l` is not a complex number",
            "only `+=` and `-=` go through this view",
        ],
    );
}

/// The text of a call of each function of a number system, and the kind of its value.
fn calls(number: Number) -> Vec<(String, Kind)> {
    let argument = |kind: Kind, name: &str| match kind {
        Kind::Real => "x * x".to_string(),
        Kind::Whole => format!("{name} * b"),
        Kind::Integer => "k".to_string(),
    };
    let call = |function: &Function| {
        let mut args: Vec<String> = function
            .params
            .iter()
            .map(|(name, kind)| argument(*kind, if *name == "self" { "a" } else { "b" }))
            .collect();
        let text = if function.has_receiver() {
            let receiver = args.remove(0);
            format!("({receiver}).{}({})", function.name, args.join(", "))
        } else {
            format!("{}::{}({})", number.name(), function.name, args.join(", "))
        };
        (text, function.returns)
    };
    let operator = |function: &Function| match function.name {
        "add" => "a + b".to_string(),
        "sub" => "a - b".to_string(),
        "mul" => "a * b".to_string(),
        "div" => "a / b".to_string(),
        "neg" => "-a".to_string(),
        name => panic!("{name} has no symbol"),
    };
    let operators = number.operators().iter().map(|function| (operator(function), function.returns));
    let constants = number.constants().iter().map(|c| (format!("{}::{}", number.name(), c.name), c.returns));
    number.functions().iter().map(call).chain(operators).chain(constants).collect()
}

#[test]
fn every_function_of_the_table_is_written_in_place_of_its_call() {
    for number in Number::ALL {
        let (name, part) = (number.name(), number.parts()[0]);
        for (call, kind) in calls(*number) {
            let read = if kind == Kind::Real { "w".to_string() } else { format!("w.{part}") };
            let text = format!(
                "fn f(y: &mut f64, a: {name}<f64>, b: {name}<f64>, x: f64, k: i32) {{ let w = {call}; *y += {read}; }}"
            );
            let item = text.parse().expect("tokens");
            let stages = stages(item).unwrap_or_else(|errors| panic!("{text}: {errors}"));
            let adjoint = print::procedure(&stages, &stages.adjoint).to_string();
            assert!(!adjoint.contains("host"), "{text}\n{adjoint}");
        }
    }
}

#[test]
fn shapes_that_have_no_shadow_are_refused() {
    refused(
        quote! {
            fn f<T: Real>(y: &mut T, z: &[[[[[[[[[T; 2]; 2]; 2]; 2]; 2]; 2]; 2]; 2]]) {
                *y += z[0][1][0][1][0][1][0][1][0];
            }
        },
        &["`z` has more than eight levels"],
    );
}

#[test]
fn maps_of_structures_say_what_they_cannot_do() {
    refused(
        quote! {
            fn f<T: Real>(bodies: &mut HashMap<u32, Body<T>>, a: u32, b: u32) {
                bodies[&a].pull(&bodies[&b]);
            }
        },
        &["two values of the map `bodies` are lent to one call"],
    );
    refused(
        quote! {
            fn f<T: Real>(bodies: &mut HashMap<u32, Body<T>>, a: u32, body: &Body<T>) {
                insert!(bodies, a, *body);
            }
        },
        &["`bodies` holds structures, and a structure is neither inserted nor removed as a whole"],
    );
}
