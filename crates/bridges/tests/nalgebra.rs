//! Vectors and matrices of `nalgebra` as arguments and results, and its algorithms on dual and active numbers, against
//! differences of the same function at plain numbers and against identities.

use nalgebra::{
    ComplexField, DMatrix, DVector, Matrix3, Point3, Quaternion, RealField, SMatrix, Vector3, dvector,
    matrix, vector,
};
use nalgebra::{Isometry3, OPoint, Rotation3, UnitQuaternion};
use retrograde::prelude::*;
use retrograde::{Active, Dual, jacobian, tape, value_and_gradient, vjp};
use retrograde_testkit::{assert_all_close, assert_close, finite_difference};
use std::panic::{AssertUnwindSafe, catch_unwind};

type Nine<T> = SMatrix<T, 3, 3>;

/// A matrix that is neither symmetric nor near a singular one.
const M: [f64; 9] = [4.2, 1.2, -0.7, 0.3, 3.1, 0.9, 1.1, -0.4, 2.6];

/// Compares values bit for bit, reverse and forward derivatives with differences, and second derivatives with differences of
/// first ones.
macro_rules! compared {
    ($($test:ident: |$m:ident: $T:ident| $f:expr;)*) => { $(
        #[test]
        fn $test() {
            fn f<$T: RealField + Copy>($m: Nine<$T>) -> $T {
                $f
            }
            let at = Nine::from_column_slice(&M);
            let plain = |x: &[f64]| f(Nine::from_column_slice(x));
            let (value, gradient) = value_and_gradient(|m: Nine<Active>| f(m), &at).unwrap();
            assert_eq!(value, plain(&M));
            let expected = finite_difference::gradient(plain, &M);
            assert_all_close!(gradient.as_slice(), &expected, 1e-8);
            let v = [0.3, -1.1, 0.7, 0.2, 0.5, -0.4, 0.9, 0.1, -0.8];
            let forward = f(Nine::from_iterator(M.iter().zip(v).map(|(x, t)| Dual::new(*x, t))));
            assert_eq!(forward.value, value);
            assert_close!(forward.tangent, gradient.as_slice().iter().zip(v).map(|(g, t)| g * t).sum::<f64>(), 1e-11);
            let direction = Nine::from_column_slice(&v);
            let at = tape::hessian_vector_product(|m: Nine<Active<Dual<f64>>>| f(m), &at, &direction).unwrap();
            let slope = |x: &[f64], i: usize| {
                value_and_gradient(|m: Nine<Active>| f(m), &Nine::from_column_slice(x)).unwrap().1.as_slice()[i]
            };
            for i in 0..9 {
                let expected = finite_difference::directional(|x| slope(x, i), &M, &v);
                assert!((at.product.as_slice()[i] - expected).abs() < 1e-6 * (1.0 + expected.abs()), "{i}");
            }
        }
    )* };
}
compared! {
    norms: |m: T| m.norm() + m.column(1).norm_squared() * m.lp_norm(3) + m.row(0).normalize().sum();
    determinants: |m: T| m.determinant().ln() + (m * m).trace();
    lu: |m: T| { let b = m.column(2).into_owned(); m.lu().solve(&b.map(|x| x * x)).unwrap().dot(&b) };
    inverses: |m: T| m.try_inverse().unwrap().norm_squared();
    full_lu: |m: T| m.full_piv_lu().solve(&m.row(1).transpose()).unwrap().norm() + m.full_piv_lu().determinant();
    cholesky: |m: T| {
        let c = (m * m.transpose()).cholesky().unwrap();
        c.determinant().ln() + c.solve(&m.column(0).into_owned()).norm() + c.l().trace()
    };
    qr: |m: T| { let q = m.qr(); (q.r().trace() + q.q().column(0).sum()).sin() };
    eigenvalues: |m: T| {
        let e = (m + m.transpose()).symmetric_eigenvalues();
        e.iter().fold(T::zero(), |sum, &x| sum + x * x * x) + e.max()
    };
    singular_values: |m: T| m.singular_values().iter().fold(T::zero(), |sum, &x| sum + x.sqrt());
    exponential: |m: T| (m * nalgebra::convert::<f64, T>(0.3)).exp().sum();
    geometry: |m: T| {
        let axis = m.column(0).into_owned();
        let turn = Rotation3::new(m.column(1).into_owned());
        let place = Isometry3::new(axis, m.column(2).into_owned());
        (turn * axis).cross(&place.transform_point(&Point3::origin()).coords).norm() + UnitQuaternion::from_rotation_matrix(&turn).angle()
    };
    of_field: |m: T| {
        let (a, b) = (m[(0, 0)], m[(1, 0)]);
        let (s, c) = b.sin_cos();
        a.atan2(b) + a.hypot(b) + a.powi(3) + a.powf(b) + a.powc(b) + a.log(b + T::one()) + a.copysign(-b).clamp(b, a)
            + RealField::max(a, b) * RealField::min(a, b) + s * c * T::pi() + a.fract() + b.modulus_squared() + (-a).modulus()
            + (-a).argument() + a.to_exp().0 + ComplexField::signum(-a) + a.try_sqrt().unwrap() + a.scale(b).unscale(a * b) * a
            + a.mul_add(b, a) + a.sinc() + b.cosc() + a % b + b.conjugate().real() + b.imaginary() + a.recip() + T::ln_2()
    };
}

#[test]
fn products_and_results() {
    let at = (Matrix3::from_column_slice(&M), vector![1.0, -2.0, 0.5]);
    let (y, pullback) = vjp(|(m, v): (Matrix3<Active>, Vector3<Active>)| (m * v, v.dot(&v)), &at).unwrap();
    assert_eq!(y, (at.0 * at.1, 5.25));
    // The adjoint by hand: m̄ = ȳ vᵀ, v̄ = mᵀ ȳ + 2 s̄ v.
    let y_bar = (vector![0.3, -1.0, 2.0], 0.7);
    let (m_bar, v_bar) = pullback.call(&y_bar).unwrap();
    assert_eq!(m_bar, y_bar.0 * at.1.transpose());
    assert!((v_bar - (at.0.transpose() * y_bar.0 + at.1 * 1.4)).norm() < 1e-14);

    let j = jacobian(|v: Vector3<Active>| at.0.map(Active::from) * v, &at.1).unwrap();
    for (i, row) in j.rows.iter().enumerate() {
        assert_eq!(*row, at.0.row(i).transpose());
    }
}

#[test]
fn dynamic_sizes() {
    let a = DMatrix::from_fn(6, 4, |i, j| {
        ((3 * i + 5 * j) % 7) as f64 * 0.4 - 1.0 + if i == j { 2.0 } else { 0.0 }
    });
    let b = DVector::from_fn(6, |i, _| (i as f64).sin() + 0.3);
    fn residue<T: RealField + Copy>(a: &DMatrix<T>, b: &DVector<T>) -> T {
        let x = (a.transpose() * a).cholesky().unwrap().solve(&(a.transpose() * b));
        (a * x - b).norm_squared()
    }
    let f = |(a, b): (DMatrix<Active>, DVector<Active>)| residue(&a, &b);
    let (value, (a_bar, b_bar)) = value_and_gradient(f, &(a.clone(), b.clone())).unwrap();
    assert_eq!(value, residue(&a, &b));
    // At the minimum the solution counts as constant: ā = 2 r xᵀ, b̄ = -2 r with r = a x - b.
    let x = (a.transpose() * &a).cholesky().unwrap().solve(&(a.transpose() * &b));
    let r = &a * &x - &b;
    assert!((a_bar - 2.0 * &r * x.transpose()).norm() < 1e-12);
    assert!((b_bar + 2.0 * r).norm() < 1e-12);
}

#[test]
fn shapes_are_compared() {
    let (_, pullback) = vjp(|v: DVector<Active>| v, &dvector![1.0, 2.0]).unwrap();
    let error = pullback.call(&dvector![1.0, 2.0, 3.0]).unwrap_err();
    assert_eq!(error.to_string(), "the shapes differ: expected a 2 × 1 matrix, found a 3 × 1 matrix");
}

#[test]
fn points_and_quaternions() {
    let f = |(p, q): (OPoint<Active, nalgebra::Const<3>>, Quaternion<Active>)| {
        let turn = UnitQuaternion::from_quaternion(q);
        (turn * p).coords.dot(&Vector3::new(Active::from(1.0), Active::from(2.0), Active::from(-1.0)))
    };
    let at = (Point3::new(0.3, -0.8, 1.5), Quaternion::new(0.9, 0.2, -0.3, 0.4));
    let (_, (p, q)) = value_and_gradient(f, &at).unwrap();
    let plain = |x: &[f64]| {
        let turn = UnitQuaternion::from_quaternion(Quaternion::from(
            SMatrix::<f64, 4, 1>::from_column_slice(&x[3..]),
        ));
        (turn * Point3::from_slice(&x[..3])).coords.dot(&vector![1.0, 2.0, -1.0])
    };
    let flat = [at.0.coords.as_slice(), at.1.coords.as_slice()].concat();
    let expected = finite_difference::gradient(plain, &flat);
    assert_all_close!([p.coords.as_slice(), q.coords.as_slice()].concat(), expected, 1e-9);
}

/// A reversible function takes the numbers of a vector or matrix as a slice, and its shadow likewise.
#[reversible]
fn energy<T: Real>(out: &mut T, x: &[T], weight: T) {
    for i in 0..x.len() {
        *out += weight * x[i] * x[i];
    }
}

#[test]
fn arguments_of_reversible_functions() {
    let m = matrix![1.0, 2.0; 3.0, 4.0];
    let (mut out, mut out_bar, mut m_bar, mut weight_bar) = (0.0, 1.0, SMatrix::<f64, 2, 2>::zeros(), 0.0);
    energy(&mut out, m.as_slice(), 0.5);
    energy::adjoint(&mut out, &mut out_bar, m.as_slice(), m_bar.as_mut_slice(), 0.5, &mut weight_bar);
    assert_eq!((m_bar, weight_bar), (m, 30.0));
    // One node of the tape.
    let f = |v: DVector<Active>| {
        let mut out = Active::from(0.0);
        energy(&mut out, v.as_slice(), Active::from(2.0));
        out
    };
    let (value, pullback) = vjp(f, &dvector![1.0, 2.0, 3.0]).unwrap();
    assert_eq!((value, pullback.operations()), (28.0, 1));
    assert_eq!(pullback.call(&1.0).unwrap(), dvector![4.0, 8.0, 12.0]);
}

#[test]
fn singular_matrices_are_found_as_at_plain_numbers() {
    let singular = matrix![1.0, 2.0; 2.0, 4.0];
    assert!(singular.try_inverse().is_none());
    assert!(singular.map(|x| Dual::new(x, 1.0)).try_inverse().is_none());
    let f = |m: SMatrix<Active, 2, 2>| {
        assert!(m.try_inverse().is_none() && m.lu().solve(&m.column(0)).is_none() && m.cholesky().is_none());
        m.sum()
    };
    assert_eq!(value_and_gradient(f, &singular).unwrap().1, matrix![1.0, 1.0; 1.0, 1.0]);
}

/// With the fields of `nalgebra` active numbers can be sent. No epoch is on two threads, so that is found out.
#[test]
fn a_number_of_another_thread() {
    fn complaint<O>(f: impl FnOnce() -> O) -> String {
        let panic = catch_unwind(AssertUnwindSafe(f)).err().expect("it panics");
        panic
            .downcast_ref::<String>()
            .cloned()
            .or(panic.downcast_ref::<&str>().map(|&text| text.into()))
            .unwrap()
    }
    // As many calls of each thread as of the other: with a counter for each thread, the epochs would agree.
    let elsewhere = |x: Active| {
        let run = move || {
            let unrecorded = complaint(|| x * 2.0);
            let recorded = complaint(|| value_and_gradient(|y: Active| y * x, &3.0));
            (unrecorded, recorded)
        };
        let (unrecorded, recorded) = std::thread::spawn(run).join().unwrap();
        assert!(unrecorded.contains("or on another thread"), "{unrecorded}");
        assert!(recorded.contains("of another call of `vjp`"), "{recorded}");
        x * x
    };
    let run = move || value_and_gradient(elsewhere, &3.0).unwrap();
    assert_eq!(std::thread::spawn(run).join().unwrap(), (9.0, 6.0));
}
