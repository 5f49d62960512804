//! Programs for devices of threads: compiled where NVRTC is, and run where a GPU is, or a driver of OpenCL.

use crate::host::{rows, spread};
use crate::{apart, numbers};
use retrograde_kernels::{Device, at};
use retrograde_problems::ba::reproject;
use retrograde_problems::gmm::{factor_len, gmm};
use std::time::Instant;

#[cfg(feature = "cuda")]
#[test]
fn all_programs_compile() {
    use retrograde_kernels::{Error, Text};
    use retrograde_problems::ba::reproject_adbench;
    use retrograde_problems::gmm::logsumexp;
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
    for program in ["run", "record", "replay"] {
        crate::ordinary::roots::on(&Text::cuda()).ptx(program, "compute_90").unwrap();
        crate::ordinary::rows::on(&Text::cuda()).ptx(program, "compute_90").unwrap();
    }
}

/// The devices of the machine, but for its compiler of C.
pub(crate) fn devices() -> Vec<Device> {
    let mut all = Vec::new();
    for device in [Device::cuda(0), Device::opencl(0)] {
        match device {
            Ok(device) => all.push(device),
            Err(error) => println!("not run: {error}"),
        }
    }
    all
}

/// One number that all threads read, numbers of their own, and a table in which they meet: so do their cotangents.
#[test]
fn cotangents_that_threads_share_are_those_of_rust() {
    for device in devices() {
        let x = numbers(10_000, 1);
        let sweep = |on: Option<&Device>| {
            let (mut total, mut total_bar, mut centre_bar) = (0.25, 1.5, 0.0);
            let mut x_bar = numbers(x.len(), 2);
            match on {
                None => spread::sweep(&mut total, &mut total_bar, &x, &mut x_bar, 0.1, &mut centre_bar),
                Some(device) => spread::on(device)
                    .sweep((&mut total, &mut total_bar, &x, &mut x_bar, 0.1, &mut centre_bar))
                    .unwrap(),
            }
            (vec![total, centre_bar], x_bar)
        };
        let (one, other) = (sweep(None), sweep(Some(&device)));
        assert!(apart(&one.0, &other.0) < 1e-12 && apart(&one.1, &other.1) < 1e-14, "{device:?}");

        let (n, d) = (3000, 5);
        let (x, table, seed) = (numbers(n * d, 2), numbers(4, 3), numbers(n, 4));
        let at: Vec<usize> = (0..n * d).map(|i| i * 7 % 4).collect();
        let sweep = |on: Option<&Device>| {
            let (mut out, mut out_bar) = (numbers(n, 5), seed.clone());
            let (mut x_bar, mut table_bar) = (vec![0.0; n * d], vec![0.0; 4]);
            match on {
                None => rows::sweep(&mut out, &mut out_bar, &x, &mut x_bar, d, &table, &mut table_bar, &at),
                Some(device) => rows::on(device)
                    .sweep((&mut out, &mut out_bar, &x, &mut x_bar, d, &table, &mut table_bar, &at))
                    .unwrap(),
            }
            [out, x_bar, table_bar]
        };
        let (one, other) = (sweep(None), sweep(Some(&device)));
        let errors: Vec<f64> = one.iter().zip(&other).map(|(one, other)| apart(one, other)).collect();
        assert!(errors.iter().all(|error| *error < 1e-12), "{device:?}: {errors:?}");
        let wrong: Vec<usize> = at.iter().map(|i| i + 1).collect();
        let mut out = numbers(n, 5);
        let error = rows::on(&device).run((&mut out, &x, d, &table, &wrong)).unwrap_err().to_string();
        assert!(error.contains("an index of `table[at[r * d + j]]` is outside of the array"), "{error}");
    }
}

/// Where iterations choose what they add to, an ordered device has the same bits each time.
#[test]
fn ordered_sums_have_the_same_bits() {
    let (n, d) = (20_000, 5);
    let (x, table, seed) = (numbers(n * d, 2), numbers(40, 3), numbers(n, 4));
    let at: Vec<usize> = (0..n * d).map(|i| i * i % 40).collect();
    let cotangents = |device: Option<&Device>| {
        let (mut out, mut out_bar) = (numbers(n, 5), seed.clone());
        let (mut x_bar, mut table_bar) = (vec![0.0; n * d], numbers(40, 6));
        match device {
            None => rows::sweep(&mut out, &mut out_bar, &x, &mut x_bar, d, &table, &mut table_bar, &at),
            Some(device) => rows::on(device)
                .sweep((&mut out, &mut out_bar, &x, &mut x_bar, d, &table, &mut table_bar, &at))
                .unwrap(),
        }
        table_bar
    };
    let own = cotangents(None);
    for device in devices().into_iter().chain(Device::host()) {
        let ordered = device.ordered();
        let first = cotangents(Some(&ordered));
        assert!(apart(&own, &first) < 1e-12, "{device:?}");
        for _ in 0..5 {
            let again = cotangents(Some(&ordered));
            assert!(first.iter().zip(&again).all(|(a, b)| a.to_bits() == b.to_bits()), "{device:?}");
        }
    }
}

#[test]
fn the_gradient_of_a_mixture_is_that_of_rust() {
    let devices = devices();
    for (device, (d, k, n)) in devices
        .iter()
        .flat_map(|device| [(2, 5, 1000), (10, 25, 1000), (32, 25, 500)].map(|size| (device, size)))
    {
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
        gmm::on(device)
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
        println!("{device:?} d{d} k{k} n{n}: {errors:?}");
        assert!(errors.iter().all(|e| *e < 1e-12), "{errors:?}");
    }
}

#[test]
fn the_jacobian_of_bundle_adjustment_is_that_of_rust() {
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
    let one = run(&Device::host().unwrap());
    for device in devices() {
        let other = run(&device);
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
}

/// The gradient of a circuit whose gates are kernels, by differences; on the compiler of C, too.
#[test]
fn gates_are_undone_with_their_cotangents() {
    for device in devices().into_iter().chain([Device::host().unwrap()]) {
        let angles = numbers(2 * 5 * 3, 1);
        let (_, slopes) = crate::circuit::gradient(&device, 5, &angles).unwrap();
        for at in [0, 7, 13, 29] {
            let energy = |h: f64| {
                let mut moved = angles.clone();
                moved[at] += h;
                crate::circuit::gradient(&device, 5, &moved).unwrap().0
            };
            let slope = (energy(1e-5) - energy(-1e-5)) / 2e-5;
            assert!((slope - slopes[at]).abs() < 1e-8, "{device:?}, {at}: {slope} {}", slopes[at]);
        }
        assert!(slopes.iter().filter(|slope| slope.abs() > 1e-3).count() > 10);
    }
}

/// Sums of what a table says, in single precision.
#[retrograde::reversible(kernels)]
fn looked_up(out: &mut [f32], table: &[f32], at: &[u32], scale: f32) {
    for i in 0..out.len() {
        out[i] += (table[at[i] as usize] * scale).exp() + scale.abs().sqrt();
    }
}

#[test]
fn single_precision_is_that_of_rust() {
    let single = |x: Vec<f64>| x.into_iter().map(|x| x as f32).collect::<Vec<f32>>();
    let double = |x: &[f32]| x.iter().map(|x| f64::from(*x)).collect::<Vec<f64>>();
    let (n, table, seed) = (5000, single(numbers(3, 1)), single(numbers(5000, 2)));
    let at: Vec<u32> = (0..n as u32).map(|i| i * 5 % 3).collect();
    for device in devices().into_iter().chain([Device::host().unwrap()]) {
        let sweep = |on: Option<&Device>| {
            let (mut out, mut out_bar) = (single(numbers(n, 3)), seed.clone());
            let (mut table_bar, mut scale_bar) = (vec![0.0f32; 3], 0.0f32);
            match on {
                None => looked_up::sweep(
                    &mut out,
                    &mut out_bar,
                    &table,
                    &mut table_bar,
                    &at,
                    0.75,
                    &mut scale_bar,
                ),
                Some(device) => looked_up::on(device)
                    .sweep((&mut out, &mut out_bar, &table, &mut table_bar, &at, 0.75f32, &mut scale_bar))
                    .unwrap(),
            }
            [double(&out), double(&table_bar), vec![f64::from(scale_bar)]]
        };
        let (one, other) = (sweep(None), sweep(Some(&device)));
        let errors: Vec<f64> = one.iter().zip(&other).map(|(one, other)| apart(one, other)).collect();
        // Cotangents of all instances meet in one number, in any order.
        assert!(errors[0] < 1e-6 && errors.iter().all(|error| *error < 2e-4), "{device:?}: {errors:?}");
    }
}
