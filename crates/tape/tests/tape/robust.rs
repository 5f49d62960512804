//! Errors and extreme cases.

use retrograde_tape::fused::{axpy, dot, logsumexp, matvec, norm, sum};
use retrograde_tape::{Active, Dual, Error, Real, custom_vjp, jacobian, value_and_gradient, vjp, with_limit};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Returns the message of a panic.
fn complaint<O>(f: impl FnOnce() -> O) -> String {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let payload = catch_unwind(AssertUnwindSafe(f)).err().expect("it panics");
    std::panic::set_hook(hook);
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => payload.downcast::<&str>().map_or_else(|_| String::new(), |text| (*text).to_string()),
    }
}

#[test]
fn a_panic_leaves_the_tape_usable() {
    let outer = |x: Active| {
        let y = x * x;
        let inner = complaint(|| {
            value_and_gradient(
                |z: Active| {
                    let _ = z * z * z;
                    panic!("inside")
                },
                &2.0,
            )
        });
        assert_eq!(inner, "inside");
        // The scope of `x` is the current one again.
        y * x
    };
    assert_eq!(value_and_gradient(outer, &3.0).unwrap(), (27.0, 27.0));
    assert_eq!(complaint(|| value_and_gradient(|_: Active| panic!("again"), &2.0)), "again");
    assert_eq!(value_and_gradient(|x: Active| x.exp(), &0.0).unwrap(), (1.0, 1.0));
}

#[test]
fn numbers_are_of_no_use_outside() {
    let mut kept = None;
    value_and_gradient(
        |x: Active| {
            kept = Some(x);
            x * x
        },
        &3.0,
    )
    .unwrap();
    let kept = kept.unwrap();
    // It tells its value, and nothing else.
    assert_eq!(kept.value(), 3.0);
    assert!(kept > 2.0 && kept == 3.0);
    for use_of_it in [
        (|x: Active| x + 1.0) as fn(Active) -> Active,
        |x| 1.0 / x,
        |x| x * x,
        |x| -x,
        |x| x.sin(),
        |x| x.max(Active::constant(1.0)),
        |x| Active::constant(1.0).atan2(x),
        |x| x.powi(3),
    ] {
        let message = complaint(|| use_of_it(kept));
        assert!(message.contains("after the call of `vjp` that it belongs to has ended"), "{message}");
        let message = complaint(|| value_and_gradient(|y: Active| use_of_it(kept) * y, &1.0));
        assert!(message.contains("of another call of `vjp` is used in this one"), "{message}");
    }
    let message = complaint(|| value_and_gradient(|y: Active| y * kept, &1.0));
    assert!(message.contains("of another call"), "{message}");
    for use_of_it in [
        (|x, y| dot(&[x, y], &[y, y])) as fn(Active, Active) -> Active,
        |x, y| sum(&[y, x]),
        |x, _| norm(&[x]),
        |x, y| logsumexp(&[y, x, y]),
        |x, y| matvec(&[x], &[y])[0],
        |x, y| axpy(x, &[y], &[y])[0],
    ] {
        let message = complaint(|| value_and_gradient(|y: Active| use_of_it(kept, y), &1.0));
        assert!(message.contains("of another call"), "{message}");
    }
    // Returned as it is, nothing was computed with it.
    assert_eq!(value_and_gradient(|_: Active| kept, &1.0).unwrap_err(), Error::Stranger);
    assert_eq!(vjp(|y: Active| vec![y, kept], &1.0).unwrap_err(), Error::Stranger);
    assert_eq!(value_and_gradient(|y: Active| y * 2.0, &1.0).unwrap(), (2.0, 2.0));
}

/// The outer number in the inner function: the classic confusion d/dx x (d/dy (x + y)) = 1, not 2.
#[test]
fn perturbations_are_not_confused() {
    // By type: the outer number is lifted to a constant of the inner level.
    let f = |x: Active| {
        let inner = |y: Active<Active>| Active::constant_of(x) + y;
        let (_, derivative) = value_and_gradient(inner, &Active::constant(1.0)).unwrap();
        x * derivative
    };
    assert_eq!(value_and_gradient(f, &1.0).unwrap(), (1.0, 1.0));
    // d/dx x (d/dy x y) at y = 2: x · x, so 2 x.
    let f = |x: Active| {
        let inner = |y: Active<Active>| Active::constant_of(x) * y;
        x * value_and_gradient(inner, &Active::constant(2.0)).unwrap().1
    };
    assert_eq!(value_and_gradient(f, &3.0).unwrap(), (9.0, 6.0));
    // By epoch: at the same level it is caught.
    let message = complaint(|| {
        value_and_gradient(
            |x: Active| {
                let (_, derivative) = value_and_gradient(|y: Active| x + y, &1.0).unwrap();
                x * derivative
            },
            &1.0,
        )
    });
    assert!(message.contains("lift it into this level with `Active::constant_of`"), "{message}");
    // An inner derivative that does not depend on the outer number is just a number.
    let f = |x: Active| x * value_and_gradient(|y: Active| y * y, &3.0).unwrap().1;
    assert_eq!(value_and_gradient(f, &5.0).unwrap(), (30.0, 6.0));
    // Forward over reverse and reverse over forward.
    let hvp = value_and_gradient(
        |[x, y]: [Active<Dual<f64>>; 2]| x * x * y,
        &[Dual::new(2.0, 1.0), Dual::new(3.0, 0.0)],
    );
    let [x, y] = hvp.unwrap().1;
    assert_eq!((x.value, x.tangent, y.value, y.tangent), (12.0, 6.0, 4.0, 4.0));
    let f = |x: Active| {
        let d: Dual<Active> = Dual::variable(x);
        (d * d * d).tangent
    };
    assert_eq!(value_and_gradient(f, &2.0).unwrap(), (12.0, 12.0));
}

#[test]
fn three_levels() {
    fn derivative<T: retrograde_tape::Scalar>(f: impl Fn(Active<T>) -> Active<T>, x: T) -> T {
        value_and_gradient(f, &x).unwrap().1
    }
    // (x⁴)''' = 24 x
    let third = derivative(
        |x: Active| {
            derivative(|x: Active<Active>| derivative(|x: Active<Active<Active>>| x * x * x * x, x), x)
        },
        2.0,
    );
    assert_eq!(third, 48.0);
}

#[test]
fn empty_inputs_and_inactive_outputs() {
    assert_eq!(value_and_gradient(|x: Vec<Active>| sum(&x), &Vec::<f64>::new()).unwrap(), (0.0, vec![]));
    assert_eq!(value_and_gradient(|_: ()| Active::<f64>::constant(7.0), &()).unwrap(), (7.0, ()));
    assert_eq!(
        value_and_gradient(|_: [Active; 2]| Active::constant(7.0), &[1.0, 2.0]).unwrap(),
        (7.0, [0.0, 0.0])
    );
    let (y, pullback) = vjp(|x: Vec<Active>| x.len(), &vec![1.0, 2.0]).unwrap();
    assert_eq!((y, pullback.call(&y).unwrap()), (2, vec![0.0, 0.0]));
    let (y, pullback) = vjp(|x: Vec<Active>| -> Vec<Active> { x[..0].to_vec() }, &vec![1.0]).unwrap();
    assert_eq!((y.len(), pullback.call(&y).unwrap()), (0, vec![0.0]));
    assert_eq!(jacobian(|_: Vec<Active>| -> Vec<Active> { vec![] }, &vec![1.0]).unwrap().rows.len(), 0);
    // The same number in and out, twice.
    let (_, pullback) = vjp(|x: Active| (x, x), &2.0).unwrap();
    assert_eq!(pullback.call(&(3.0, 4.0)).unwrap(), 7.0);
    assert_eq!(norm::<f64>(&[]), 0.0);
    assert_eq!(logsumexp::<f64>(&[]), f64::NEG_INFINITY);
    let f = |x: Active| {
        dot::<Active>(&[], &[]) + sum::<Active>(&[]) + matvec::<Active>(&[], &[]).len() as f64 * x
    };
    assert_eq!(value_and_gradient(f, &1.0).unwrap(), (0.0, 0.0));
}

#[test]
fn a_full_tape_is_an_error() {
    let chain = |n: usize| move |x: Active| (0..n).fold(x, |y, _| y.sin());
    for limit in [2, 50, 300, 1000] {
        let run = |n| with_limit::<f64, _>(limit, || value_and_gradient(chain(n), &1.0));
        // The constant, the input and the operations.
        assert!(run(limit as usize - 1).is_ok(), "{limit}");
        let failure = run(limit as usize).unwrap_err();
        assert_eq!(failure, Error::Full { limit });
        assert!(failure.to_string().contains(&format!("holds at most {limit} numbers")), "{failure}");
        assert!(value_and_gradient(chain(5000), &1.0).is_ok());
    }
    let inputs = with_limit::<f64, _>(10, || value_and_gradient(|x: Vec<Active>| sum(&x), &vec![1.0; 10]));
    assert_eq!(inputs.unwrap_err(), Error::Full { limit: 10 });
    let inputs = with_limit::<f64, _>(10, || value_and_gradient(|x: Vec<Active>| sum(&x), &vec![1.0; 9]));
    assert_eq!(inputs.unwrap(), (9.0, vec![1.0; 9]));
    // Fused rules ask for all of their results at once.
    let several = |x: Vec<Active>| axpy(x[0], &x, &x)[1];
    assert!(with_limit::<f64, _>(8, || value_and_gradient(several, &vec![1.0; 4])).is_ok());
    assert!(with_limit::<f64, _>(7, || value_and_gradient(several, &vec![1.0; 4])).is_err());
}

/// Both grow while the other waits, and a limit within holds only there.
#[test]
fn scopes_within_scopes_keep_their_nodes() {
    let chain = |n: usize, x: Active| (0..n).fold(x, |y, _| (y * 1.01).sin());
    let slope = |n, x| value_and_gradient(|x| chain(n, x), &x).unwrap().1;
    let outer = |x: Active| {
        let mut y = x;
        for n in [10, 3000, 40, 20_000] {
            y = chain(n, y);
            let within = slope(n, 0.4);
            let full = with_limit::<f64, _>(7, || value_and_gradient(|x| chain(n, x), &0.4));
            assert_eq!(full.unwrap_err(), Error::Full { limit: 7 });
            let failed = complaint(|| value_and_gradient(|x: Active| panic!("{}", chain(n, x)), &0.4));
            assert!(failed.starts_with("0."));
            y = chain(n / 2, y) * within;
        }
        y
    };
    // The same outer program without the inner ones.
    let flat = |x: Active| {
        [10, 3000, 40, 20_000].into_iter().fold(x, |y, n| chain(n / 2, chain(n, y)) * slope(n, 0.4))
    };
    let plain = |x: Active| {
        let slopes = [10, 3000, 40, 20_000].map(|n| slope(n, 0.4));
        [10, 3000, 40, 20_000].into_iter().zip(slopes).fold(x, |y, (n, s)| chain(n / 2, chain(n, y)) * s)
    };
    let expected = value_and_gradient(plain, &0.3).unwrap();
    assert_eq!(value_and_gradient(outer, &0.3).unwrap(), expected);
    assert_eq!(value_and_gradient(flat, &0.3).unwrap(), expected);
}

#[test]
fn large_tapes() {
    // 10⁶ operations, 24 bytes each and 8 for their cotangents.
    let f = |x: Active| (0..500_000).fold(x, |y, i| y * 1.000001 + f64::from(i) * 1e-12);
    let (_, pullback) = vjp(f, &1.0).unwrap();
    assert_eq!(pullback.operations(), 1_000_000);
    assert!(pullback.bytes() <= 32 * 1_000_000 + 64, "{}", pullback.bytes());
    let gradient = pullback.call(&1.0).unwrap();
    assert!((gradient - 0.5_f64.exp()).abs() < 1e-6, "{gradient}");
}

/// The conventions of the rules hold on the tape.
#[test]
fn exceptional_numbers() {
    let d = |f: fn(Active) -> Active, x: f64| value_and_gradient(f, &x).unwrap().1;
    assert_eq!(d(|x| x.abs(), 0.0), 0.0);
    assert_eq!(d(|x| x.max(-x), 0.0), 0.0);
    assert_eq!(d(|x| x.sqrt(), 0.0), f64::INFINITY);
    assert!(d(|x| (x * x).sqrt(), 0.0).is_nan());
    // 0 · ∞ is not a number, whatever the signs of the zeros; what is not used does not count.
    assert!(d(|x| x.ln() * 0.0, 0.0).is_nan());
    assert!(d(|x| -(x.ln() * 0.0), 0.0).is_nan());
    assert!(d(|x| x.ln() * -0.0, 0.0).is_nan());
    assert_eq!(
        d(
            |x| {
                let _ = x.ln();
                x * 2.0
            },
            0.0
        ),
        2.0
    );
    assert_eq!(
        d(
            |x| {
                let _ = (x - x).sqrt().ln();
                x * 2.0
            },
            1.0
        ),
        2.0
    );
    assert_eq!(d(|x| x.powf(2.0.into()), 0.0), 0.0);
    assert_eq!(d(|x| x.powf(2.0.into()), -2.0), -4.0);
    assert!(d(|x| x.min(f64::NAN.into()), 1.0).is_nan());
    assert_eq!(d(|x| x * f64::INFINITY, 1.0), f64::INFINITY);
    assert_eq!(d(|x| x * 5e-324, 1.0), 5e-324);
    assert!(d(|x| x * f64::NAN, 1.0).is_nan());
    // One row of a Jacobian is not spoiled by another, nor one cotangent by one that is zero and never used.
    let j = jacobian(|x: Active| [x * 2.0, x.ln(), x.sqrt(), x * 3.0, x * x], &0.0).unwrap();
    assert_eq!(j.rows, [2.0, f64::INFINITY, f64::INFINITY, 3.0, 0.0]);
    // Fused rules as their plain operations.
    let fused = |f: fn(&[Active]) -> Active, x: &[f64]| {
        value_and_gradient(|x: Vec<Active>| f(&x), &x.to_vec()).unwrap().1
    };
    assert_eq!(fused(norm, &[0.0, 0.0]), [0.0, 0.0]);
    assert_eq!(fused(logsumexp, &[f64::NEG_INFINITY, 3.0]), [0.0, 1.0]);
    assert!(fused(|x| dot(x, x) * 0.0, &[f64::INFINITY, 1.0])[0].is_nan());
    // Gradients have no negative zeros of their own.
    assert!(d(|x| Active::constant(1.0) + x.detached(), 1.0).is_sign_positive());
}

#[test]
fn mixed_arithmetic() {
    let f = |x: Active| {
        let (r, c) = (&x, &2.0);
        let mut y = x + 1.0 - 0.5 * x + 2.0 / x + (x - 2.0) + (3.0 - x) + x * c + c * x;
        y += r * r + r * 2.0 + 2.0 * r + *r * x + x * r;
        y += 1.0;
        y *= 2.0;
        y -= r;
        y /= x;
        y += &3.0;
        let many: Active = [x, y].iter().sum::<Active>() + [x, y].into_iter().product::<Active>();
        let value = x.value();
        assert!(x < 10.0);
        assert!(1.0 < x);
        assert!(x == value);
        assert!(value == x);
        many + Active::from(1.0) + Active::default()
    };
    let plain = |x: f64| {
        let mut y = x + 1.0 - 0.5 * x + 2.0 / x + (x - 2.0) + (3.0 - x) + x * 2.0 + 2.0 * x;
        y += x * x + x * 2.0 + 2.0 * x + x * x + x * x;
        y += 1.0;
        y *= 2.0;
        y -= x;
        y /= x;
        y += 3.0;
        (0.0 + x + y) + (1.0 * x * y) + 1.0 + 0.0
    };
    let (value, gradient) = value_and_gradient(f, &1.7).unwrap();
    assert_eq!(value, plain(1.7));
    let difference = (plain(1.7 + 1e-6) - plain(1.7 - 1e-6)) / 2e-6;
    assert!((gradient - difference).abs() < 1e-7, "{gradient} {difference}");
    let shown = value_and_gradient(
        |x: Active| {
            assert_eq!(format!("{x:.1} {x:?} {:?}", Active::<f64>::from(2.0)), "1.5 1.5#1 2.0");
            x
        },
        &1.5,
    );
    assert!(shown.is_ok());
}

#[test]
fn constants_are_not_recorded() {
    let f = |x: Active| {
        let mut c = Active::constant(1.0);
        for _ in 0..100 {
            c = (c * 1.01 + 0.5).sin();
        }
        c += dot(&[c, c], &[c, c]) + norm(&[c]) + logsumexp(&[c, c]) + axpy(c, &[c], &[c])[0];
        x * c + x.detached()
    };
    let (_, pullback) = vjp(f, &2.0).unwrap();
    assert_eq!(pullback.operations(), 2);
}

#[test]
fn pullbacks_outlive_later_calls() {
    let pullbacks: Vec<_> =
        (1..20).map(|n| vjp(|x: Active| (0..n).fold(x, |y, _| y * 2.0), &1.0).unwrap().1).collect();
    for (n, pullback) in (1..20).zip(&pullbacks) {
        assert_eq!(pullback.call(&1.0).unwrap(), f64::from(1 << n));
    }
}

#[test]
fn threads_that_end_may_still_record() {
    struct Late;
    impl Drop for Late {
        fn drop(&mut self) {
            assert_eq!(value_and_gradient(|x: Active| x * x, &3.0).unwrap(), (9.0, 6.0));
        }
    }
    thread_local! { static L: std::cell::RefCell<Option<Late>> = const { std::cell::RefCell::new(None) }; }
    for before in [false, true] {
        std::thread::spawn(move || {
            if before {
                value_and_gradient(|x: Active| x * x, &3.0).unwrap();
            }
            L.with(|l| *l.borrow_mut() = Some(Late));
            value_and_gradient(|x: Active| (0..5000).fold(x, |y, _| y.sin()), &3.0).unwrap();
        })
        .join()
        .unwrap();
    }
}

#[test]
fn a_pullback_that_panics_or_differentiates() {
    let bad = |x: Active| custom_vjp(x, |x: &f64| (*x, |_: &f64| -> f64 { panic!("pull") }));
    let (_, pullback) = vjp(bad, &1.0).unwrap();
    assert_eq!(complaint(|| pullback.call(&1.0)), "pull");
    assert_eq!(complaint(|| value_and_gradient(bad, &1.0)), "pull");
    let square = |x: Active| {
        custom_vjp(x, |&x: &f64| {
            (x * x, move |bar: &f64| bar * value_and_gradient(|y: Active| y * y, &x).unwrap().1)
        })
    };
    assert_eq!(value_and_gradient(|x: Active| square(x) * 2.0, &3.0).unwrap(), (18.0, 12.0));
}
