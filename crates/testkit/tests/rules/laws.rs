//! The laws of the rule table, each over all primitives in one loop: an entry cannot be added without obeying them.
//!
//! Arguments are sampled within each primitive's domain, away from its singularities, which are tested in
//! `conventions.rs`. Seeds are never one, so that a forgotten factor is noticed.

use retrograde_numbers::Dual;
use retrograde_rules::{Primitive, Real, Sym, symbolic};
use retrograde_testkit::finite_difference::directional;
use retrograde_testkit::{Rng, assert_close, close, sample, ulps};

/// The number of points per primitive and law.
const POINTS: usize = 300;

/// Exponents for integer powers; primitives without one are tried with the first only.
const EXPONENTS: [i32; 7] = [3, 2, 1, 0, -1, -2, 5];

/// Calls `law` for sampled points of every primitive: with the primitive, the arguments, and the exponent.
pub(super) fn at_sampled_points(mut law: impl FnMut(Primitive, &[f64], i32, &mut Rng)) {
    for (i, &primitive) in Primitive::ALL.iter().enumerate() {
        let mut rng = Rng::new(i as u64);
        let mut tried = 0;
        while tried < POINTS {
            let exponent = if primitive.takes_exponent() { EXPONENTS[tried % EXPONENTS.len()] } else { 0 };
            let x: Vec<f64> = primitive.domain().iter().map(|&domain| sample(domain, &mut rng)).collect();
            if primitive.clearance(&x, exponent) > 0.04 {
                law(primitive, &x, exponent, &mut rng);
                tried += 1;
            }
        }
    }
}

/// A seed for every argument, none of them one.
fn seeds(rng: &mut Rng) -> [f64; 3] {
    [rng.uniform(1.5, 3.0), rng.uniform(-3.0, -1.5), rng.uniform(0.2, 0.7)]
}

/// The value at dual numbers made of arguments and seeds.
fn pushed<T: Real>(primitive: Primitive, x: &[T], seeds: &[T], exponent: i32) -> Dual<T> {
    let duals: Vec<Dual<T>> = x.iter().zip(seeds).map(|(x, seed)| Dual::new(*x, *seed)).collect();
    primitive.value(&duals, exponent)
}

#[test]
fn the_table_is_complete() {
    for &primitive in Primitive::ALL {
        assert_eq!(Primitive::by_name(primitive.name()), Some(primitive));
        assert_eq!(primitive.domain().len(), primitive.arity(), "{primitive}");
        assert!((1..=3).contains(&primitive.arity()), "{primitive}");
        assert!(primitive.summary().ends_with('.'), "{primitive}");
    }
    assert_eq!(Primitive::by_name("gamma"), None);
    let required = "add sub mul div neg recip abs signum sqrt cbrt exp exp2 exp_m1 ln log2 log10 ln_1p powf powi \
                    mul_add hypot sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh min max floor \
                    ceil round trunc logistic softplus erf erfc";
    for name in required.split_whitespace() {
        assert!(Primitive::by_name(name).is_some(), "{name} is missing");
    }
}

#[test]
fn first_partials_are_finite_differences() {
    at_sampled_points(|primitive, x, exponent, rng| {
        let seeds = &seeds(rng)[..x.len()];
        let tangent = pushed(primitive, x, seeds, exponent).tangent;
        let expected = directional(|x| primitive.value(x, exponent), x, seeds);
        assert_close!(tangent, expected, 1e-8, "{primitive} at {x:?}, exponent {exponent}");
    });
}

#[test]
fn second_derivatives_are_finite_differences_of_the_first() {
    at_sampled_points(|primitive, x, exponent, rng| {
        let inner = &seeds(rng)[..x.len()];
        let outer = &seeds(rng)[..x.len()];
        let x2: Vec<Dual<f64>> = x.iter().zip(inner).map(|(x, seed)| Dual::new(*x, *seed)).collect();
        let seeds2: Vec<Dual<f64>> = outer.iter().map(|seed| Dual::constant_of(*seed)).collect();
        let nested = pushed(primitive, &x2, &seeds2, exponent);
        let first = |x: &[f64]| pushed(primitive, x, outer, exponent).tangent;
        let context = format!("{primitive} at {x:?}, exponent {exponent}");
        assert_eq!(nested.value.value, primitive.value(x, exponent), "{context}");
        assert_close!(nested.tangent.value, first(x), 1e-13, "{context}");
        assert_close!(nested.tangent.tangent, directional(first, x, inner), 1e-7, "{context}");
    });
}

#[test]
fn duals_leave_values_alone() {
    at_sampled_points(|primitive, x, exponent, rng| {
        let plain: f64 = primitive.value(x, exponent);
        let dual = pushed(primitive, x, &seeds(rng), exponent);
        assert_eq!(dual.value.to_bits(), plain.to_bits(), "{primitive} at {x:?}");
    });
}

#[test]
fn trees_evaluate_to_what_the_code_gives() {
    at_sampled_points(|primitive, x, exponent, _| {
        let y: f64 = primitive.value(x, exponent);
        let partials = primitive.partials(x, y, exponent);
        let trees = symbolic::partials(primitive, exponent);
        assert_eq!(trees.len(), primitive.arity());
        for (tree, partial) in trees.iter().zip(partials) {
            assert_eq!(tree.evaluate(x, y), partial, "{primitive} at {x:?}: {tree}");
        }
    });
}

#[test]
fn a_primitive_traced_is_itself() {
    for &primitive in Primitive::ALL {
        let tree = &symbolic::trace(primitive.arity(), |x, _| vec![primitive.value::<Sym>(x, 3)])[0];
        let mut rng = Rng::new(7);
        let x: Vec<f64> = primitive.domain().iter().map(|&domain| sample(domain, &mut rng)).collect();
        assert_eq!(tree.evaluate(&x, f64::NAN), primitive.value(&x, 3), "{primitive}");
    }
}

#[test]
fn inverses_undo() {
    at_sampled_points(|primitive, x, exponent, _| {
        let Some(inverse) = primitive.inverse() else { return };
        let y: f64 = primitive.value(x, exponent);
        let back: f64 = inverse.value(&[y], exponent);
        // An error of one rounding in y comes back magnified by the slope of the inverse.
        let slope = inverse.partials(&[y], back, exponent)[0].abs();
        let tolerance = 1e-15 * (4.0 + slope * y.abs().max(1.0));
        assert!(tolerance > 1e-3 || close(back, x[0], tolerance), "{inverse}({primitive}({x:?})) = {back}");
    });
}

#[test]
fn single_precision_agrees() {
    at_sampled_points(|primitive, x, exponent, _| {
        if !primitive.is_differentiable() {
            return;
        }
        let x32: Vec<f32> = x.iter().map(|x| *x as f32).collect();
        let x64: Vec<f64> = x32.iter().map(|x| *x as f64).collect();
        let y32 = primitive.value(&x32, exponent);
        let y64 = primitive.value(&x64, exponent);
        assert_close!(y32 as f64, y64, 4e-6, "{primitive} at {x64:?}");
        let d32 = primitive.partials(&x32, y32, exponent);
        let d64 = primitive.partials(&x64, y64, exponent);
        for i in 0..primitive.arity() {
            assert_close!(d32[i] as f64, d64[i], 4e-5, "partial {i} of {primitive} at {x64:?}");
        }
    });
}

/// The inherent methods of `f64`, called by name: what a program without this library would call.
#[test]
fn values_are_those_of_the_standard_library() {
    fn same(ours: f64, theirs: f64, what: &str) {
        assert_eq!(ulps(ours, theirs), 0, "{what}: {ours} is not {theirs}");
    }
    macro_rules! standard {
        (
            operators { $($operators:tt)* }
            negations { $($negations:tt)* }
            functions { $(
                $(#[$doc:meta])*
                $Function:ident = $function:ident($x:ident $(, $rest:ident)*) -> $y:ident {
                    $source:ident $(($($how:tt)*))?, $($rule:tt)*
                }
            )* }
            powers { $(
                $(#[$power_doc:meta])*
                $Power:ident = $power:ident($base:ident; $exponent:ident) -> $power_y:ident { $($power_rule:tt)* }
            )* }
        ) => {
            at_sampled_points(|primitive, x, exponent, _| match primitive {
                $(Primitive::$Function => standard!(@ $source $function primitive x ($x $(, $rest)*)),)*
                $(Primitive::$Power => same(primitive.value(x, exponent), f64::$power(x[0], exponent), "power"),)*
                Primitive::Add => same(primitive.value(x, 0), x[0] + x[1], "+"),
                Primitive::Sub => same(primitive.value(x, 0), x[0] - x[1], "-"),
                Primitive::Mul => same(primitive.value(x, 0), x[0] * x[1], "*"),
                Primitive::Div => same(primitive.value(x, 0), x[0] / x[1], "/"),
                Primitive::Neg => same(primitive.value(x, 0), -x[0], "-"),
            })
        };
        // Functions of our own have no counterpart.
        (@ own $function:ident $primitive:ident $at:ident ($($x:ident),*)) => { () };
        (@ $source:ident $function:ident $primitive:ident $at:ident ($($x:ident),*)) => {{
            let &[$($x),*] = $at else { unreachable!("sampled by arity") };
            same($primitive.value($at, 0), f64::$function($($x),*), stringify!($function))
        }};
    }
    retrograde_rules::with_primitives!(standard);
}
