//! A number type that implements only what [`Real`] requires gets every primitive right, and its duals do.

use super::laws::at_sampled_points;
use retrograde_numbers::{Dual, Fixed43};
use retrograde_rules::{Primitive, Real, entries};
use retrograde_testkit::Own;

#[test]
fn what_is_required_gives_every_primitive() {
    let own = |x: &[f64]| x.iter().copied().map(Own).collect::<Vec<Own>>();
    at_sampled_points(|primitive, x, exponent, _| {
        let y: f64 = primitive.value(x, exponent);
        let value = primitive.value(&own(x), exponent);
        assert_eq!(value.0.to_bits(), y.to_bits(), "{primitive} at {x:?}");
        let partials: [f64; 3] = primitive.partials(x, y, exponent);
        assert_eq!(
            primitive.partials(&own(x), value, exponent).map(|p| p.0),
            partials,
            "{primitive} at {x:?}"
        );
    });
}

#[test]
fn dual_numbers_over_it_differentiate() {
    at_sampled_points(|primitive, x, exponent, _| {
        let plain: Vec<_> = x.iter().map(|&x| Dual::new(x, 1.7)).collect();
        let own: Vec<_> = x.iter().map(|&x| Dual::new(Own(x), Own(1.7))).collect();
        let (plain, own) = (primitive.value(&plain, exponent), primitive.value(&own, exponent));
        assert_eq!((own.value.0, own.tangent.0), (plain.value, plain.tangent), "{primitive} at {x:?}");
    });
}

/// Compares what a method gives with what [`Real::apply`] gives for the same entry: numbers over other numbers use the latter.
macro_rules! compare {
    ($($group:ident { $(
        $(#[$doc:meta])*
        $Variant:ident = $name:ident($($x:ident),+ $(; $n:ident)?) -> $y:ident { $($rule:tt)* }
    )* })*) => {
        fn applied<T: Real>(primitive: Primitive, x: &[T], _exponent: i32) -> T {
            match primitive { $($(
                Primitive::$Variant => {
                    let &[$($x),+] = x else { unreachable!("sampled by arity") };
                    T::apply::<entries::$Variant, _, { [$(stringify!($x)),+].len() }>(
                        [$($x),+],
                        compare!(@ _exponent $($n)?),
                    )
                }
            )*)* }
        }
    };
    (@ $exponent:ident) => { () };
    (@ $exponent:ident $n:ident) => { $exponent };
}
retrograde_rules::with_primitives!(compare);

#[test]
fn methods_give_what_is_applied() {
    fn holds<T: Real>(to: impl Fn(f64) -> T) {
        at_sampled_points(|primitive, x, exponent, _| {
            // What fixed point cannot hold panics.
            if x.iter().chain([&primitive.value(x, exponent)]).any(|x| x.abs() > 1e4) {
                return;
            }
            let x: Vec<T> = x.iter().map(|&x| to(x)).collect();
            let (method, applied) = (primitive.value(&x, exponent), applied(primitive, &x, exponent));
            assert_eq!(format!("{method:?}"), format!("{applied:?}"), "{primitive} at {x:?}");
        });
    }
    holds(|x| x);
    holds(|x| x as f32);
    holds(Own);
    holds(Fixed43::constant);
    holds(|x| Dual::new(x, 1.7));
    holds(|x| Dual::new(Fixed43::constant(x), Fixed43::constant(1.5)));
}
