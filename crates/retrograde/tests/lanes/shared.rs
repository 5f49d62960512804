//! Elements to which an iteration adds as its own, beside those to which all add; and distances between elements that may be zero.

use super::parallel::{close, numbers};
use retrograde::prelude::*;

/// Elements that are apart by what an argument says.
#[reversible]
fn apart(y: &mut [f64], x: &[f64], by: usize, n: usize) {
    #[parallel]
    for i in 0..n {
        y[by * i] += x[i] * x[i];
    }
}

/// Reads that are apart by what an argument says: their cotangents are added there.
#[reversible]
fn read_apart(y: &mut [f64], x: &[f64], by: usize, n: usize) {
    #[parallel]
    for i in 0..n {
        y[i] += x[by * i].sin();
    }
}

#[test]
fn elements_of_a_distance_of_zero_are_one() {
    for n in [3, 8, 20, 33] {
        let x = numbers(n, 1);
        let mut y = vec![0.0; n];
        apart(&mut y, &x, 0, n);
        close(&y[..1], &[x.iter().map(|x| x * x).sum()]);
        let (mut y_bar, mut x_bar) = (vec![2.0; n], vec![0.0; n]);
        apart::adjoint(&mut y, &mut y_bar, &x, &mut x_bar, 0, n);
        close(&x_bar, &x.iter().map(|x| 4.0 * x).collect::<Vec<f64>>());
        assert!(y[0].abs() < 1e-12);

        let (mut y, mut y_bar, mut x_bar) = (vec![0.0; n], vec![1.0; n], vec![0.0; n]);
        read_apart::adjoint(&mut y, &mut y_bar, &x, &mut x_bar, 0, n);
        close(&x_bar[..1], &[n as f64 * x[0].cos()]);
    }
}

/// Charges on a line: an iteration reads its own place and those of all, so that their cotangents have both.
#[reversible]
fn forces<T: Real>(f: &mut [T], x: &[T], q: &[T], n: usize) {
    #[parallel]
    for i in 0..n {
        for j in 0..n {
            if j != i {
                let d = x[2 * i] - x[2 * j];
                let e = x[2 * i + 1] - x[2 * j + 1];
                f[i] += q[i] * q[j] * d / (d * d + e * e).sqrt();
            }
        }
    }
}

#[test]
fn an_iteration_adds_to_its_own_elements_and_to_those_of_all() {
    for n in [2, 9, 16, 21] {
        let (x, q, f_bar) = (numbers(2 * n, 1), numbers(n, 2), numbers(n, 3));
        let (mut f, mut x_bar, mut q_bar) = (vec![0.0; n], vec![0.0; 2 * n], vec![0.0; n]);
        forces(&mut f, &x, &q, n);
        let (f_start, mut seed) = (f.clone(), f_bar.clone());
        forces::adjoint(&mut f, &mut seed, &x, &mut x_bar, &q, &mut q_bar, n);
        assert!(f.iter().all(|f| f.abs() < 1e-10), "{f:?}");
        // In another way: by slopes along each coordinate, with dual numbers.
        let dual = |values: &[f64], at: Option<usize>| -> Vec<retrograde::Dual<f64>> {
            let number =
                |(i, &x): (usize, &f64)| retrograde::Dual::new(x, f64::from(u8::from(Some(i) == at)));
            values.iter().enumerate().map(number).collect()
        };
        let slope = |x_at: Option<usize>, q_at: Option<usize>| {
            let mut f = dual(&vec![0.0; n], None);
            forces(&mut f, &dual(&x, x_at), &dual(&q, q_at), n);
            close(&f.iter().map(|f| f.value).collect::<Vec<f64>>(), &f_start);
            f.iter().zip(&f_bar).map(|(f, bar)| f.tangent * bar).sum::<f64>()
        };
        close(&x_bar, &(0..2 * n).map(|i| slope(Some(i), None)).collect::<Vec<f64>>());
        close(&q_bar, &(0..n).map(|i| slope(None, Some(i))).collect::<Vec<f64>>());
    }
}
