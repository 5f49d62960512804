//! Fork and join: the same bits for any number of threads, and the derivatives of the sequential program.

use retrograde_tape::fused::{dot, sum};
use retrograde_tape::{
    Active, Dual, Error, Real, checkpoint, hessian, par, value_and_gradient, vjp, with_limit,
};

fn work<T: Real>(w: &[T], x: T) -> T {
    let mut y = x;
    for i in 0..200 {
        y = (y * w[i % w.len()]).sin() + x / T::constant(1.0 + i as f64);
    }
    y
}

fn parameters() -> (Vec<f64>, Vec<f64>) {
    ((0..7).map(|i| 0.3 + 0.1 * f64::from(i)).collect(), (0..100).map(|i| (f64::from(i)).cos()).collect())
}

fn forked((w, x): (Vec<Active>, Vec<Active>)) -> Active {
    let y = par::map_with(w.clone(), x, |w, x| work(&w, x));
    let (a, b) = par::join(
        (w.clone(), y[0]),
        |(w, y)| par::map(w, move |w| w * 2.0).into_iter().sum::<Active>() * y,
        y,
        |y| checkpoint(|y: Vec<Active>| dot(&y, &y), y),
    );
    a * b + w[0]
}

fn sequential((w, x): (Vec<Active>, Vec<Active>)) -> Active {
    let y: Vec<Active> = x.into_iter().map(|x| work(&w, x)).collect();
    let a = sum(&w) * 2.0 * y[0];
    a * dot(&y, &y) + w[0]
}

#[test]
fn bits_do_not_depend_on_threads() {
    let at = parameters();
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| value_and_gradient(forked, &at).unwrap())
    };
    let bits = |(value, (w, x)): &(f64, (Vec<f64>, Vec<f64>))| -> Vec<u64> {
        [*value].iter().chain(w).chain(x).map(|x| x.to_bits()).collect()
    };
    let expected = run(1);
    for threads in [1, 2, 4, 4, 2, 4] {
        for _ in 0..3 {
            assert_eq!(bits(&run(threads)), bits(&expected), "{threads} threads");
        }
    }
    let (value, (w, x)) = value_and_gradient(sequential, &at).unwrap();
    let near = |a: f64, b: f64| assert!((a - b).abs() <= 1e-12 * a.abs().max(1.0), "{a} {b}");
    near(value, expected.0);
    w.iter().zip(&expected.1.0).chain(x.iter().zip(&expected.1.1)).for_each(|(a, b)| near(*a, *b));
}

#[test]
fn pullbacks_are_called_again() -> Result<(), Error> {
    let (_, pullback) = vjp(|x: Vec<Active>| par::map(x, |x| [x * x, x.exp()]), &vec![1.0, 2.0, 3.0])?;
    for scale in [1.0, -2.0] {
        let x_bar = pullback.call(&vec![[scale, 0.0]; 3])?;
        assert_eq!(x_bar, [2.0 * scale, 4.0 * scale, 6.0 * scale]);
    }
    assert_eq!(pullback.operations(), 6);
    Ok(())
}

#[test]
fn over_duals() -> Result<(), Error> {
    let f = |x: Vec<Active<Dual<f64>>>| par::map_with(x[0], x, |w, x| w * x * x).into_iter().sum();
    assert_eq!(hessian(f, &vec![2.0, 3.0])?, [[12.0, 6.0], [6.0, 4.0]]);
    Ok(())
}

#[test]
fn nothing_to_do() -> Result<(), Error> {
    assert_eq!(
        value_and_gradient(|x: Active| par::map(Vec::<Active>::new(), |x| x).len() as f64 * x, &1.0)?,
        (0.0, 0.0)
    );
    let f = |x: Active| {
        let (a, ()) = par::join(Active::constant(3.0), |c| c * c, (), |()| ());
        assert!(a.is_constant());
        a * x
    };
    assert_eq!(value_and_gradient(f, &2.0)?, (18.0, 9.0));
    Ok(())
}

#[test]
fn a_child_that_panics_leaves_all_tapes_usable() {
    let failing = |x: Vec<Active>| {
        par::map(x, |x| if x > 1.5 { panic!("child") } else { x * x }).into_iter().sum::<Active>()
    };
    let attempt = std::panic::catch_unwind(|| value_and_gradient(failing, &vec![1.0, 2.0]).is_ok());
    assert!(attempt.is_err());
    assert_eq!(value_and_gradient(failing, &vec![1.0, -2.0]).unwrap(), (5.0, vec![2.0, -4.0]));
}

#[test]
#[should_panic(expected = "the tape is full")]
fn a_childs_tape_is_limited_as_its_parents() {
    let f = |x: Vec<Active>| par::map(x, |x| (0..100).fold(x, |y, _| y.sin())).into_iter().sum::<Active>();
    let _ = with_limit::<f64, _>(50, || value_and_gradient(f, &vec![1.0, 2.0]));
}
