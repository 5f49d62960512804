//! Programs for GPUs: compiled where NVRTC is, and run where a GPU is.

use crate::{apart, numbers};
use retrograde_kernels::{Device, Error, Text, at};
use retrograde_problems::ba::{reproject, reproject_adbench};
use retrograde_problems::gmm::{factor_len, gmm, logsumexp};
use std::time::Instant;

#[test]
fn all_programs_compile() {
    for program in ["run", "adjoint", "sweep", "inverse", "inverse_adjoint"] {
        for result in [
            gmm::on(&Text::cuda()).ptx(program, "compute_90"),
            reproject::on(&Text::cuda()).ptx(program, "compute_90"),
            reproject_adbench::on(&Text::cuda()).ptx(program, "compute_90"),
        ] {
            match result {
                Ok(ptx) => assert!(ptx.contains(".entry"), "{program}"),
                Err(Error::NoDevice { reason, .. }) => return println!("not compiled: {reason}"),
                Err(error) => panic!("{program}: {error}"),
            }
        }
    }
    logsumexp::on(&Text::cuda()).ptx("adjoint", "compute_90").unwrap();
}

fn gpu() -> Option<Device> {
    match Device::cuda(0) {
        Ok(device) => Some(device),
        Err(error) => {
            println!("not run: {error}");
            None
        }
    }
}

#[test]
fn the_gradient_of_a_mixture_is_that_of_rust() {
    let Some(device) = gpu() else { return };
    for (d, k, n) in [(2, 5, 1000), (10, 25, 1000), (32, 25, 500)] {
        let (w, means, factors) = (numbers(k, 1), numbers(k * d, 2), numbers(k * factor_len(d), 3));
        let points = numbers(n * d, 4);
        let (mut value, mut value_bar) = (0.0, 1.0);
        let (mut w_bar, mut m_bar, mut f_bar) =
            (vec![0.0; k], vec![0.0; k * d], vec![0.0; k * factor_len(d)]);
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
        let (mut value2, mut value_bar2) = (0.0, 1.0);
        let (mut w_bar2, mut m_bar2, mut f_bar2) =
            (vec![0.0; k], vec![0.0; k * d], vec![0.0; k * factor_len(d)]);
        gmm::on(&device)
            .sweep((
                &mut value2,
                &mut value_bar2,
                &w,
                &mut w_bar2,
                &means,
                &mut m_bar2,
                &factors,
                &mut f_bar2,
                &points,
                1.0,
                0usize,
                0.5,
                d,
            ))
            .unwrap();
        let errors = [
            apart(&[value], &[value2]),
            apart(&w_bar, &w_bar2),
            apart(&m_bar, &m_bar2),
            apart(&f_bar, &f_bar2),
        ];
        println!("d{d} k{k} n{n}: {errors:?}");
        assert!(errors.iter().all(|e| *e < 1e-12), "{errors:?}");
    }
}

#[test]
fn the_jacobian_of_bundle_adjustment_is_that_of_rust() {
    let Some(device) = gpu() else { return };
    let (n, c, p) = (100_001, 50, 3000);
    let mut cameras = numbers(9 * c, 1);
    cameras.chunks_mut(9).for_each(|camera| camera[5] -= 8.0);
    let (points, pixels) = (numbers(3 * p, 2), numbers(2 * n, 3));
    let camera_of: Vec<u32> = (0..n as u32).map(|i| i * 7 % c as u32).collect();
    let point_of: Vec<u32> = (0..n as u32).map(|i| i * 31 % p as u32).collect();
    let run = |device: &Device| {
        let (mut out, mut c_bar, mut p_bar) = (vec![0.0; 2 * n], vec![0.0; n * 18], vec![0.0; n * 6]);
        let began = Instant::now();
        reproject::on(device)
            .batch_jacobian((
                &mut out,
                at(&cameras, &camera_of),
                &mut c_bar,
                at(&points, &point_of),
                &mut p_bar,
                &pixels,
            ))
            .unwrap();
        println!("{device:?}: {:.3?}", began.elapsed());
        (out, c_bar, p_bar)
    };
    let (one, other) = (run(&Device::host().unwrap()), run(&device));
    let errors = [apart(&one.0, &other.0), apart(&one.1, &other.1), apart(&one.2, &other.2)];
    println!("{errors:?}");
    assert!(errors.iter().all(|e| *e < 1e-12), "{errors:?}");
    let wrong: Vec<u32> = point_of.iter().map(|i| i + 1).collect();
    let (mut out, mut c_bar, mut p_bar) = (vec![0.0; 2 * n], vec![0.0; n * 18], vec![0.0; n * 6]);
    let error = reproject::on(&device)
        .batch_jacobian((
            &mut out,
            at(&cameras, &camera_of),
            &mut c_bar,
            at(&points, &wrong),
            &mut p_bar,
            &pixels,
        ))
        .unwrap_err();
    assert!(error.to_string().contains("the number of a row is outside"), "{error}");
}
