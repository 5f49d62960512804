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

twice! {
    // Bodies in space: arrays of arrays are the numbers in them.
    fn pulls, pulls_scalar<T: Real>(v: &mut [[T; 3]], x: &[[T; 3]], mass: &[T], n: usize) {
        []
        for i in [0..n] {
            for j in 0..n {
                if j != i {
                    let a = x[j][0] - x[i][0];
                    let b = x[j][1] - x[i][1];
                    let c = x[j][2] - x[i][2];
                    let strength = mass[j] / (a * a + b * b + c * c).sqrt();
                    v[i][0] += strength * a;
                    v[i][1] += strength * b;
                    v[i][2] += strength * c;
                }
            }
        }
        []
    }
}

fn points<const D: usize>(n: usize, seed: u64) -> Vec<[f64; D]> {
    numbers(n * D, seed).chunks(D).map(|row| row.try_into().unwrap()).collect()
}

#[test]
fn arrays_of_arrays() {
    for n in [1, 7, 8, 19] {
        let (x, v, mass) = (points::<3>(n, 1), points::<3>(n, 2), numbers(n, 3));
        let run = |lanes: bool| {
            let (mut v, mut v_bar) = (v.clone(), points::<3>(n, 4));
            let (mut x_bar, mut mass_bar) = (points::<3>(n, 5), numbers(n, 6));
            if lanes {
                pulls(&mut v, &x, &mass, n)
            } else {
                pulls_scalar(&mut v, &x, &mass, n)
            }
            let after = v.clone();
            if lanes {
                pulls::adjoint(&mut v, &mut v_bar, &x, &mut x_bar, &mass, &mut mass_bar, n);
            } else {
                pulls_scalar::adjoint(&mut v, &mut v_bar, &x, &mut x_bar, &mass, &mut mass_bar, n);
            }
            let flat = [after, v, v_bar, x_bar].concat();
            [flat.as_flattened().to_vec(), mass_bar].concat()
        };
        close(&run(true), &run(false));
    }
}

/// Planes, whose length is a constant of the function; and indices in rows.
#[reversible]
fn planes<const D: usize>(out: &mut [f64], w: &[[[f64; D]; 2]], at: &[[usize; 2]], x: &[[f64; D]; 4]) {
    #[parallel]
    for i in 0..out.len() {
        for k in 0..D {
            out[i] += w[i][0][k] * x[at[i][1]][k] + w[i][1][k] * x[1][k].exp();
        }
    }
}

#[test]
fn deeper_arrays_and_indices() {
    for n in [3, 8, 17] {
        let w: Vec<[[f64; 3]; 2]> = points::<3>(2 * n, 7).chunks(2).map(|two| [two[0], two[1]]).collect();
        let at: Vec<[usize; 2]> = (0..n).map(|i| [9, i * 7 % 4]).collect();
        let x: [[f64; 3]; 4] = points::<3>(4, 8).try_into().unwrap();
        assert_eq!(planes::check(&mut numbers(n, 9), &w, &at, &x), Ok(()));
        let (mut out, mut out_bar) = (vec![0.0; n], vec![1.0; n]);
        planes(&mut out, &w, &at, &x);
        let expected = (0..n).map(|i| {
            let term = |k: usize| w[i][0][k] * x[at[i][1]][k] + w[i][1][k] * x[1][k].exp();
            (0..3).map(term).sum::<f64>()
        });
        close(&out, &expected.collect::<Vec<f64>>());
        let mut x_bar = [[0.0; 3]; 4];
        let mut w_bar = vec![[[0.0; 3]; 2]; n];
        planes::adjoint(&mut out, &mut out_bar, &w, &mut w_bar, &at, &x, &mut x_bar);
        assert!(out.iter().all(|out| out.abs() < 1e-12));
        let slope: f64 =
            (0..n).map(|i| w[i][1][2] * x[1][2].exp() + if at[i][1] == 1 { w[i][0][2] } else { 0.0 }).sum();
        close(&[x_bar[1][2]], &[slope]);
    }
}
