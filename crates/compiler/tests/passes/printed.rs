//! Programs printed for people look as if they were written by hand: names, calls, ordinary Rust.

use retrograde_compiler::stages;
use retrograde_inspect::print;

fn printed(source: &str, stage: &str) -> String {
    let item: syn::ItemFn = syn::parse_str(source).expect("the test is Rust");
    let stages = stages(quote::quote!(#item)).unwrap_or_else(|errors| panic!("{errors}"));
    let tokens = print::stage(&stages, stage).expect("a stage");
    let file = syn::parse2(tokens).expect("what is printed is Rust");
    print::cleaned(&prettyplease::unparse(&file))
}

fn shows(text: &str, parts: &[&str]) {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(").replace(", )", ")");
    for part in parts {
        assert!(words.contains(part.trim()), "`{part}` in\n{text}");
    }
}

/// Loops one behind the other may have one name, as the writer gave it; inside of one another they may not.
#[test]
fn names_differ_where_both_are_seen() {
    let source = "fn f(y: &mut f64, x: &[f64], m: &[[f64; 3]]) {
        for i in 0..x.len() {
            let t = x[i] * x[i];
            *y += t.sin();
        }
        for i in 0..m.len() {
            for k in 0..3 {
                let t = m[i][k];
                *y += t.cos();
            }
        }
    }";
    let adjoint = printed(source, "adjoint");
    shows(&adjoint, &["for i in 0..x.len()", "for i in 0..m.len()", "let t = m[i][k];", "let t_bar ="]);
    assert!(!adjoint.contains("_2"), "{adjoint}");
    let nested = "fn f(y: &mut f64, m: &[[f64; 3]]) {
        for i in 0..m.len() {
            let t = m[i][0];
            for i in 0..3 {
                let t = t * m[0][i];
                *y += t.exp();
            }
        }
    }";
    shows(&printed(nested, "primal"), &["for i in 0..m.len()", "for j in 0..3", "let t_2 = t * m[0][j];"]);
}

/// A name that stands for something else in the program is nobody's.
#[test]
fn names_are_not_those_of_functions() {
    let source = "fn f(y: &mut f64, x: &[f64]) {
        *y += sum(x) * sum(x);
    }";
    let primal = printed(source, "adjoint");
    assert!(!primal.contains("let sum ="), "{primal}");
}

/// Two arguments in one array are printed as they were written: copies and splits are not shown to people.
#[test]
fn calls_take_places() {
    let source = "fn f(x: &mut [f64], n: usize) {
        for i in 1..n {
            turn(&mut x[i - 1], &mut x[i], 0.5);
        }
        g(x, n);
    }";
    let adjoint = printed(source, "adjoint");
    shows(
        &adjoint,
        &[
            "turn::adjoint(&mut x[i - 1], &mut x_bar[i - 1], &mut x[i], &mut x_bar[i], 0.5);",
            "g::adjoint(x, x_bar, n);",
        ],
    );
    let read_twice =
        "fn f(y: &mut f64, x: &[[f64; 2]], i: usize, j: usize) { *y += distance(&x[i], &x[j]); }";
    let adjoint = printed(read_twice, "adjoint");
    shows(&adjoint, &["&x[i], &mut x_bar[i], &x[j], &mut x_bar[j]"]);
    assert!(!adjoint.contains("Discard") && !adjoint.contains("cells"), "{adjoint}");
}

#[test]
fn numbers_have_the_names_of_their_parts() {
    let source = "fn f<T: Real>(y: &mut T, x: T, n: u32) {
        let lx = Log::<T>::of(x);
        let mut ly: Log<T> = Log::of(1.0);
        for _ in 0..n { ly *= lx; }
        *y += ly.value();
    }";
    let Ok(item) = syn::parse_str::<syn::ItemFn>(source) else { panic!("the test is Rust") };
    // Whatever the spelling of its constructor, what is printed is Rust.
    if let Ok(stages) = stages(quote::quote!(#item)) {
        for stage in ["primal", "inverse", "adjoint"] {
            let tokens = print::stage(&stages, stage).expect("a stage");
            assert!(syn::parse2::<syn::File>(tokens.clone()).is_ok(), "{tokens}");
        }
    }
    let complex = "fn f<T: Real>(y: &mut Complex<T>, n: usize) {
        let mut z = vec![Complex::new(0.0, 1.0); n];
        y.re += z[0].re * z[1].im;
    }";
    shows(&printed(complex, "primal"), &["re : 0.0, im : 1.0"]);
}

/// Assertions are the writer's text, in what is printed as in one line.
#[test]
fn assertions_are_those_of_the_writer() {
    let source = "fn f<T: Real>(y: &mut T, x: &[T], n: usize) {
        for i in 0..2 { *y += x[i]; }
        for i in 0..n {
            assert!(x[i] > 0.0, \"{i} is not\");
            *y += x[i].ln();
        }
        safe! { println!(\"{n}\"); }
    }";
    let primal = printed(source, "primal");
    shows(&primal, &["        assert!(x[i] > 0.0, \"{i} is not\");", "    println!(\"{n}\");"]);
    let each = "fn f(x: &mut [f64], v: &[f64]) { each!(x += v); }";
    shows(&printed(each, "primal"), &["assert_eq!(v.len(), x.len());"]);
}

/// A cotangent that nobody asks for is not there.
#[test]
fn what_is_not_asked_for_is_not_printed() {
    let source = "fn f(y: &mut f64, x: f64) {
        let mut n = 0.0;
        n += x.exp();
        n -= x.exp();
        *y += x;
    }";
    let adjoint = printed(source, "adjoint");
    assert!(!adjoint.contains("_bar = 0.0;"), "{adjoint}");
}

#[test]
fn messages_show_operators_on_structures_as_they_are_written() {
    let cases = [
        ("(*v * *w).exp()", "`(v * w).exp()`"),
        ("(*v / k).exp()", "`(v / k).exp()`"),
        ("(*w * 2.0).exp()", "`(w * 2.0).exp()`"),
    ];
    for (value, said) in cases {
        let text = format!("fn f<T: Real>(y: &mut V<T>, v: &V<T>, w: &V<T>, k: T) {{ *y += {value} * *v; }}");
        let errors = match stages(text.parse().expect("tokens")) {
            Ok(_) => panic!("{value} is accepted"),
            Err(errors) => errors.to_string(),
        };
        assert!(errors.contains(said), "{value}: {errors}");
    }
}
