//! Programs on the compiler of C: the bits of Rust.

use crate::{apart, numbers};
use retrograde::instructions::{rot, swap};
use retrograde::reversible;
use retrograde_kernels::{Device, Text, at};

/// Adds the sum of the squares of what `x` is apart from `centre`.
#[reversible(kernels)]
pub(crate) fn spread(total: &mut f64, x: &[f64], centre: f64) {
    for i in 0..x.len() {
        let apart = x[i] - centre;
        *total += apart * apart.exp();
    }
}

fn device() -> Device {
    Device::host().expect("a compiler of C")
}

#[test]
fn a_sum_and_its_adjoint_are_the_bits_of_rust() {
    let x = numbers(100, 1);
    let (mut total, mut total_bar, mut centre_bar) = (0.25, 1.5, 0.0);
    let mut x_bar = vec![0.0; x.len()];
    spread::sweep(&mut total, &mut total_bar, &x, &mut x_bar, 0.1, &mut centre_bar);
    let (mut total2, mut total_bar2, mut centre_bar2) = (0.25, 1.5, 0.0);
    let mut x_bar2 = vec![0.0; x.len()];
    let device = device();
    let f = spread::on(&device);
    f.sweep((&mut total2, &mut total_bar2, &x, &mut x_bar2, 0.1, &mut centre_bar2)).unwrap();
    assert!(
        (total - total2).abs() < 1e-14 && (centre_bar - centre_bar2).abs() < 1e-13,
        "{total} {total2} {centre_bar} {centre_bar2}"
    );
    assert_eq!(x_bar, x_bar2);
}

/// A function that calls another.
#[reversible(kernels)]
fn soft(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut weights = vec![0.0; x.len()];
    for i in 0..x.len() {
        weights[i] += x[i].exp();
        sum += weights[i];
    }
    sum.ln()
}

#[reversible(kernels)]
pub(crate) fn rows(out: &mut [f64], x: &[f64], d: usize, table: &[f64], at: &[usize]) {
    let scale = 1.0 / soft(table);
    for r in 0..out.len() {
        let n = soft(&x[r * d..r * d + d]);
        let mut local = vec![0.0; d];
        for j in 0..d {
            if x[r * d + j] > 0.0 {
                local[j] += table[at[r * d + j]] * scale;
            } else {
                local[j] -= x[r * d + j].sin();
            }
            out[r] += local[j] * n;
        }
    }
}

#[test]
fn rows_with_calls_branches_storage_and_a_table() {
    let (n, d) = (7, 5);
    let (x, table) = (numbers(n * d, 2), numbers(4, 3));
    let at: Vec<usize> = (0..n * d).map(|i| i * 7 % 4).collect();
    let seed = numbers(n, 4);
    type Program<'p> = &'p dyn Fn(&mut [f64], &mut [f64], &mut [f64], &mut [f64]);
    let run = |on: Program<'_>| {
        let (mut out, mut out_bar) = (numbers(n, 5), seed.clone());
        let (mut x_bar, mut table_bar) = (vec![0.0; n * d], vec![0.0; 4]);
        on(&mut out, &mut out_bar, &mut x_bar, &mut table_bar);
        (out, out_bar, x_bar, table_bar)
    };
    let one = run(&|out, out_bar, x_bar, table_bar| {
        rows::sweep(out, out_bar, &x, x_bar, d, &table, table_bar, &at);
    });
    let device = device();
    let other = run(&|out, out_bar, x_bar, table_bar| {
        rows::on(&device).sweep((out, out_bar, &x, x_bar, d, &table, table_bar, &at)).unwrap();
    });
    assert_eq!(one, other);
    let wrong: Vec<usize> = at.iter().map(|i| i + 1).collect();
    let mut out = numbers(n, 5);
    let error = rows::on(&device).run((&mut out, &x, d, &table, &wrong)).unwrap_err().to_string();
    assert!(error.contains("an index of `table[at[r * d + j]]` is outside of the array"), "{error}");
}

/// A thread has storage for a part of an array as long as the part, though its bounds differ between iterations.
#[test]
fn storage_of_a_row_is_a_row() {
    let text = rows::on(&Text::c()).program("sweep").unwrap();
    let calls: Vec<&str> = text.lines().filter(|line| line.contains("room += rg1_soft_")).collect();
    assert!(!calls.is_empty(), "{text}");
    let of_parts = calls.iter().filter(|line| !line.contains("table")).collect::<Vec<_>>();
    assert!(
        of_parts.len() > 1 && of_parts.iter().all(|line| line.contains("rg_view_real(0, (d_")),
        "{of_parts:#?}"
    );
}

#[reversible(kernels)]
fn turn(a: &mut [f64; 3], angles: &[f64]) {
    for i in 0..angles.len() {
        rot(&mut a[0], &mut a[1], angles[i]);
        swap(&mut a[1], &mut a[2]);
        a[0] += a[2] * 0.5;
    }
}

#[test]
fn instructions_run_and_are_undone() {
    let angles = numbers(9, 6);
    let (mut a, mut a_bar, mut angles_bar) = ([1.0, 2.0, 3.0], [0.5, -1.0, 2.0], vec![0.0; 9]);
    turn(&mut a, &angles);
    let device = device();
    let mut b = [1.0, 2.0, 3.0];
    turn::on(&device).run((&mut b, &angles)).unwrap();
    assert_eq!(a, b);
    let (mut b_bar, mut angles_bar2) = (a_bar, angles_bar.clone());
    turn::adjoint(&mut a, &mut a_bar, &angles, &mut angles_bar);
    turn::on(&device).adjoint((&mut b, &mut b_bar, &angles, &mut angles_bar2)).unwrap();
    assert_eq!((a, a_bar, angles_bar), (b, b_bar, angles_bar2));
    turn::on(&device).inverse((&mut b, &angles)).unwrap();
}

#[reversible(kernels, batch)]
fn project(out: &mut [f64; 2], camera: &[f64; 3], point: &[f64; 2], weight: f64) {
    out[0] += weight * (camera[0] * point[0]).sin() + camera[2];
    out[1] += weight * camera[1] * point[1] * point[0];
}

#[test]
fn jacobians_of_instances_are_those_of_the_batch() {
    let (cameras, points) = (numbers(3 * 4, 7), numbers(2 * 10, 8));
    let camera_of: Vec<u32> = (0..10).map(|i| i % 4).collect();
    let weights = numbers(10, 9);
    let (mut out, mut c_bar, mut p_bar, mut w_bar) =
        (vec![0.0; 20], vec![0.0; 10 * 3 * 2], vec![0.0; 10 * 2 * 2], vec![0.0; 10 * 2]);
    let device = device();
    project::on(&device)
        .batch_jacobian((
            &mut out,
            at(&cameras, &camera_of),
            &mut c_bar,
            &points,
            &mut p_bar,
            &weights,
            &mut w_bar,
        ))
        .unwrap();
    for i in 0..10 {
        let c = camera_of[i] as usize;
        let camera = [cameras[3 * c], cameras[3 * c + 1], cameras[3 * c + 2]];
        let point = [points[2 * i], points[2 * i + 1]];
        for r in 0..2 {
            let (mut o, mut o_bar) = ([0.0; 2], [0.0; 2]);
            o_bar[r] = 1.0;
            let (mut cb, mut pb, mut wb) = ([0.0; 3], [0.0; 2], 0.0);
            project::sweep(&mut o, &mut o_bar, &camera, &mut cb, &point, &mut pb, weights[i], &mut wb);
            assert_eq!(o[..], out[2 * i..2 * i + 2]);
            for e in 0..3 {
                assert_eq!(cb[e], c_bar[(i * 3 + e) * 2 + r]);
            }
            for e in 0..2 {
                assert_eq!(pb[e], p_bar[(i * 2 + e) * 2 + r]);
            }
            assert_eq!(wb, w_bar[i * 2 + r]);
        }
    }
}

#[test]
fn the_gradient_of_a_mixture_is_that_of_rust() {
    use retrograde_problems::gmm::{factor_len, gmm};
    let device = device();
    for (d, k, n) in [(1, 1, 1), (2, 5, 100), (10, 25, 40)] {
        let (w, means, factors) = (numbers(k, 1), numbers(k * d, 2), numbers(k * factor_len(d), 3));
        let points = numbers(n * d, 4);
        let zeros = || (vec![0.0; k], vec![0.0; k * d], vec![0.0; k * factor_len(d)]);
        let (mut value, mut value_bar, (mut w_bar, mut m_bar, mut f_bar)) = (0.0, 1.0, zeros());
        gmm::sweep(
            &mut value,
            &mut value_bar,
            &w,
            &mut w_bar,
            &means,
            &mut m_bar,
            &factors,
            &mut f_bar,
            &points,
            1.0,
            0,
            0.5,
            d,
        );
        let (mut value2, mut value_bar2, (mut w_bar2, mut m_bar2, mut f_bar2)) = (0.0, 1.0, zeros());
        let (w2, m2) = (device.upload(&w).unwrap(), device.upload(&means).unwrap());
        let args = (
            &mut value2,
            &mut value_bar2,
            &w2,
            &mut w_bar2,
            &m2,
            &mut m_bar2,
            &factors,
            &mut f_bar2,
            &points,
            1.0,
            0usize,
            0.5,
            d,
        );
        gmm::on(&device).sweep(args).unwrap();
        assert!((value - value2).abs() < 1e-13 * value.abs().max(1.0), "{value} {value2}");
        for (one, other) in [(&w_bar, &w_bar2), (&m_bar, &m_bar2), (&f_bar, &f_bar2)] {
            assert!(apart(one, other) < 1e-12);
        }
    }
}

#[test]
fn what_does_not_fit_is_said() {
    let (device, other) = (device(), device());
    let (mut total, x) = (0.0, [1.0, 2.0]);
    let f = spread::on(&device);
    let says = |error: retrograde_kernels::Error, text: &str| {
        assert!(error.to_string().contains(text), "{error}");
    };
    says(f.run((&mut total, &x)).unwrap_err(), "2 arguments were given, and it takes 3: total, x, centre");
    says(
        f.run((&mut total, &x, 1usize)).unwrap_err(),
        "`centre` has numbers of type `f64`, and `u64` was given",
    );
    says(f.run((total, &x, 1.0)).unwrap_err(), "`total` is changed: pass `&mut`");
    says(f.run((&mut total, 1.0, 1.0)).unwrap_err(), "`x` is an array, and one number was given");
    let (mut out, table) = ([0.0; 2], [1.0, 2.0]);
    rows::on(&device).run((&mut out, &[1.0, 2.0], 1, &table, &[0usize, 1])).unwrap();
    let d = rows::on(&device).run((&mut out, &[1.0, 2.0], -1, &table, &[0usize, 1])).unwrap_err();
    says(d, "`d` has numbers of type `u64`, and `i32` was given");
    let mut a = [1.0; 2];
    says(turn::on(&device).run((&mut a, &x)).unwrap_err(), "`a` has 3 numbers, and 2 were given");
    let elsewhere = other.upload(&x).unwrap();
    says(f.run((&mut total, &elsewhere, 1.0)).unwrap_err(), "`x` is on another device");
    let (mut one, mut x_bar, mut c_bar) = (1.0, [0.0; 3], 0.0);
    let args = (&mut total, &mut one, &x, &mut x_bar, 1.0, &mut c_bar);
    says(f.sweep(args).unwrap_err(), "`x_bar` has 3 numbers, and `x` has 2");
    f.run((&mut total, &[0.0; 0], 1.0)).unwrap();
}
