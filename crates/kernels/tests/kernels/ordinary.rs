//! Ordinary functions on the compiler of C: the bits of Rust, with records in the storage of the threads.

use crate::devices::devices;
use crate::{apart, numbers};
use retrograde::differentiable;
use retrograde_kernels::{Device, at};

/// Sets cube roots by Newton's rule, which ends early.
#[differentiable(kernels)]
pub(crate) fn roots(out: &mut [f64], x: &[f64], scale: f64) {
    #[parallel]
    for i in 0..x.len() {
        let a = x[i] * scale;
        let mut y = 1.0;
        for _ in 0..80 {
            let next = y - (y * y * y - a) / (3.0 * y * y);
            if (next - y).abs() < 1e-12 {
                break;
            }
            y = next;
        }
        out[i] = y;
    }
}

/// The programs of a function with an output and an input, whose cotangents are `out_bar` and `x_bar`.
struct After {
    out: Vec<f64>,
    out_bar: Vec<f64>,
    x_bar: Vec<f64>,
    scale_bar: f64,
}

fn host() -> Device {
    Device::host().expect("a compiler of C")
}

#[test]
fn a_loop_that_ends_early_has_the_bits_of_rust() {
    let n = 37;
    let x: Vec<f64> = numbers(n, 1).iter().map(|x| 1.0 + 3.0 * (x + 0.5)).collect();
    let start = |f: &dyn Fn(&mut After)| {
        let mut of =
            After { out: numbers(n, 2), out_bar: numbers(n, 3), x_bar: numbers(n, 4), scale_bar: 0.5 };
        f(&mut of);
        of
    };
    let rust = start(&|of| {
        roots::sweep(&mut of.out, &mut of.out_bar, &x, &mut of.x_bar, 1.25, &mut of.scale_bar);
    });
    for device in devices() {
        let of = start(&|of| {
            let args = (&mut of.out, &mut of.out_bar, &x, &mut of.x_bar, 1.25, &mut of.scale_bar);
            roots::on(&device).sweep(args).unwrap();
        });
        assert!(apart(&rust.out, &of.out) < 1e-14 && apart(&rust.out_bar, &of.out_bar) < 1e-14);
        assert!(apart(&rust.x_bar, &of.x_bar) < 1e-14 && (rust.scale_bar - of.scale_bar).abs() < 1e-12);
    }
    let device = host();
    let c = start(&|of| {
        let args = (&mut of.out, &mut of.out_bar, &x, &mut of.x_bar, 1.25, &mut of.scale_bar);
        roots::on(&device).sweep(args).unwrap();
    });
    assert_eq!(rust.out, c.out);
    assert_eq!(rust.out_bar, c.out_bar);
    assert_eq!(rust.x_bar, c.x_bar);
    assert!((rust.scale_bar - c.scale_bar).abs() < 1e-12, "{} {}", rust.scale_bar, c.scale_bar);
    // Record and replay lead back to the state before.
    let back = start(&|of| {
        let before = of.out.clone();
        let record = roots::on(&device).record((&mut of.out, &x, 1.25)).unwrap();
        assert_eq!(of.out, rust.out);
        assert!(record.bytes().unwrap() > 8 * n as u64);
        let args = (&mut of.out, &mut of.out_bar, &x, &mut of.x_bar, 1.25, &mut of.scale_bar);
        roots::on(&device).replay(record, args).unwrap();
        assert_eq!(of.out, before);
    });
    assert_eq!(back.x_bar, c.x_bar);
}

/// A value with a maximum, made of assignments.
#[differentiable(kernels)]
fn soft(x: &[f64]) -> f64 {
    let mut most = x[0];
    for j in 1..x.len() {
        if x[j] > most {
            most = x[j];
        }
    }
    let mut sum = 0.0;
    for j in 0..x.len() {
        sum += (x[j] - most).exp();
    }
    most + sum.ln()
}

/// Rows that call it, with a number that the serial part changes, and a state that is updated twice.
#[differentiable(kernels)]
pub(crate) fn rows(out: &mut [f64], x: &[f64], d: usize, table: &[f64]) {
    let mut scale = soft(table);
    if scale > 1.0 {
        scale = 1.0 / scale;
    }
    #[parallel]
    for r in 0..out.len() {
        let mut local = [0.0; 3];
        for j in 0..d {
            local[j % 3] = local[j % 3] * 0.5 + x[r * d + j] * scale;
        }
        out[r] = out[r] * local[0] + soft(&x[r * d..r * d + d]) * local[1] * local[2];
    }
    let mut turn = 0;
    while turn < 3 {
        #[parallel]
        for r in 0..out.len() {
            out[r] = out[r].sin() * scale;
        }
        turn += 1;
    }
}

#[test]
fn rows_with_calls_and_serial_parts_agree_with_rust() {
    let (n, d) = (9, 5);
    let (x, table) = (numbers(n * d, 5), numbers(4, 6));
    let run = |f: &dyn Fn([&mut [f64]; 4])| {
        let mut all = [numbers(n, 7), numbers(n, 8), vec![0.0; n * d], vec![0.0; 4]];
        f(all.each_mut().map(|numbers| &mut numbers[..]));
        all
    };
    let rust = run(&|[out, out_bar, x_bar, table_bar]| {
        rows::sweep(out, out_bar, &x, x_bar, d, &table, table_bar);
    });
    for device in devices().into_iter().chain([host()]) {
        let on = run(&|[out, out_bar, x_bar, table_bar]| {
            rows::on(&device).sweep((out, out_bar, &x, x_bar, d, &table, table_bar)).unwrap();
        });
        for (rust, on) in rust.iter().zip(&on) {
            assert!(apart(rust, on) < 1e-13, "{device:?}: {rust:?} {on:?}");
        }
    }
}

/// A function that conditions ask, and that is called for its value.
#[differentiable(kernels)]
fn cubic(x: f64, a: f64) -> f64 {
    let mut y = x;
    if a > 0.0 {
        y = y * x * x + a;
    }
    y
}

/// Roots by bisection and three steps of Newton.
#[differentiable(kernels)]
fn bisected(out: &mut [f64], wanted: &[f64], a: f64) {
    for i in 0..out.len() {
        let (mut low, mut high) = (0.0, 3.0);
        while high - low > 0.1 && cubic(low, a) < wanted[i] {
            let middle = 0.5 * (low + high);
            if cubic(middle, a) > wanted[i] {
                high = middle;
            } else {
                low = middle;
            }
        }
        let mut x = 0.5 * (low + high);
        for _ in 0..3 {
            x -= (cubic(x, a) - wanted[i]) / (3.0 * x * x);
        }
        out[i] = x;
    }
}

#[test]
fn conditions_call_functions() {
    let wanted: Vec<f64> = numbers(9, 21).iter().map(|x| 3.0 + x).collect();
    let run = |f: &dyn Fn([&mut [f64]; 4])| {
        let mut all = [numbers(9, 22), numbers(9, 23), vec![0.0; 9], vec![0.0]];
        f(all.each_mut().map(|numbers| &mut numbers[..]));
        all
    };
    let rust = run(&|[out, out_bar, by, by_a]| bisected::sweep(out, out_bar, &wanted, by, 0.5, &mut by_a[0]));
    for device in devices().into_iter().chain([host()]) {
        let on = run(&|[out, out_bar, by, by_a]| {
            bisected::on(&device).sweep((out, out_bar, &wanted, by, 0.5, &mut by_a[0])).unwrap();
        });
        for (rust, on) in rust.iter().zip(&on) {
            assert!(apart(rust, on) < 1e-13, "{device:?}: {rust:?} {on:?}");
        }
    }
}

/// Vectors of lengths that parameters tell, in iterations and around them; iterators side by side.
#[differentiable(kernels)]
fn chains(out: &mut [f64], x: &[f64], w: &[f64], m: usize) {
    let mut around = vec![0.0; w.len()];
    for (a, w) in around.iter_mut().zip(w) {
        *a = w * w;
    }
    let mut turn = 1;
    while turn < around.len() {
        around[turn] = around[turn] * around[turn - 1];
        turn += 1;
    }
    for i in 0..out.len() {
        let mut z = vec![0.0; m];
        for (z, x) in z.iter_mut().zip(&x[i * m..i * m + m]) {
            *z = x.tanh();
        }
        for j in 1..m {
            z[j] = z[j] * z[j - 1] + around[j % w.len()];
        }
        out[i] = z[m - 1] * out[i];
    }
}

#[test]
fn recorded_vectors_stand_in_the_store() {
    let (n, m) = (6, 7);
    let (x, w) = (numbers(n * m, 11), numbers(4, 12));
    let run = |f: &dyn Fn([&mut [f64]; 4])| {
        let mut all = [numbers(n, 13), numbers(n, 14), vec![0.0; n * m], vec![0.0; 4]];
        f(all.each_mut().map(|numbers| &mut numbers[..]));
        all
    };
    let rust = run(&|[out, out_bar, x_bar, w_bar]| chains::sweep(out, out_bar, &x, x_bar, &w, w_bar, m));
    for device in devices().into_iter().chain([host()]) {
        let on = run(&|[out, out_bar, x_bar, w_bar]| {
            chains::on(&device).sweep((out, out_bar, &x, x_bar, &w, w_bar, m)).unwrap();
        });
        for (rust, on) in rust.iter().zip(&on) {
            assert!(apart(rust, on) < 1e-13, "{device:?}: {rust:?} {on:?}");
        }
    }
}

/// The view of a point in a camera, with a branch that overwrites.
#[differentiable(kernels)]
fn seen(out: &mut [f64; 2], camera: &[f64; 2], point: &[f64; 2]) {
    let mut depth = camera[0] * point[0];
    if depth < 0.5 {
        depth = 0.5 + camera[1] * camera[1];
    }
    out[0] = point[1] / depth;
    out[1] = depth * depth;
}

#[test]
fn batches_of_ordinary_functions_have_jacobians() {
    devices().iter().chain([&host()]).for_each(jacobians_on);
}

fn jacobians_on(device: &Device) {
    let (cameras, camera_of) = ([[2.0, 3.0], [0.25, 5.0]], [1u32, 0, 1]);
    let points = [[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]];
    let mut out = [[7.0; 2]; 3];
    let (mut by_camera, mut by_point) = ([[[0.0; 2]; 2]; 3], [[[0.0; 2]; 2]; 3]);
    seen::on(device)
        .batch_jacobian((&mut out, at(&cameras, &camera_of), &mut by_camera, &points, &mut by_point))
        .unwrap();
    for k in 0..3 {
        let (camera, point) = (cameras[camera_of[k] as usize], points[k]);
        let mut one = [7.0; 2];
        seen(&mut one, &camera, &point);
        assert!(apart(&out[k], &one) < 1e-14, "{device:?}");
        for row in 0..2 {
            let (mut one, mut bar) = ([7.0; 2], [0.0; 2]);
            bar[row] = 1.0;
            let (mut camera_bar, mut point_bar) = ([0.0; 2], [0.0; 2]);
            seen::sweep(&mut one, &mut bar, &camera, &mut camera_bar, &point, &mut point_bar);
            for e in 0..2 {
                assert!((by_camera[k][e][row] - camera_bar[e]).abs() < 1e-12, "{device:?}");
                assert!((by_point[k][e][row] - point_bar[e]).abs() < 1e-12, "{device:?}");
            }
        }
    }
}

#[test]
fn a_record_without_room_is_an_error_that_says_what_to_do() {
    let device = host().recording(4096);
    let (x, mut out, mut out_bar, mut x_bar) =
        (vec![2.0; 1000], vec![0.0; 1000], vec![1.0; 1000], vec![0.0; 1000]);
    let (on, mut scale_bar) = (roots::on(&device), 0.0);
    let error = on.sweep((&mut out, &mut out_bar, &x, &mut x_bar, 1.0, &mut scale_bar)).unwrap_err();
    assert!(error.to_string().contains("`f::on(&device.recording(bytes))` gives it more"), "{error}");
    let error = on.inverse((&mut out, &x, 1.0)).unwrap_err();
    assert!(error.to_string().contains("an ordinary function has `sweep`"), "{error}");
}

/// Damped steps, as many as an argument says: the record has no count of them.
#[differentiable(kernels)]
fn damped(x: &mut [f64], steps: usize) {
    for i in 0..x.len() {
        for _ in 0..steps {
            x[i] = x[i].sin() * 0.9;
        }
    }
}

#[test]
fn a_record_of_something_else_is_an_error() {
    for device in devices().into_iter().chain([host()]) {
        let (mut x, mut x_bar) = (numbers(5, 31), numbers(5, 32));
        let record = damped::on(&device).record((&mut x, 3)).unwrap();
        let error = bisected::on(&device)
            .replay(record, (&mut x, &mut x_bar, &[3.0; 5], &mut [0.0; 5], 0.5, &mut 0.0))
            .unwrap_err();
        assert!(error.to_string().contains("damped"), "{error}");
        for steps in [100, 1_000_000] {
            let record = damped::on(&device).record((&mut x, 3)).unwrap();
            let error = damped::on(&device).replay(record, (&mut x, &mut x_bar, steps)).unwrap_err();
            assert!(error.to_string().contains("the record is one of other arguments"), "{error}");
        }
        let (mut long, mut long_bar) = (numbers(5000, 33), numbers(5000, 34));
        let record = damped::on(&device).record((&mut x, 3)).unwrap();
        let error = damped::on(&device).replay(record, (&mut long, &mut long_bar, 3)).unwrap_err();
        assert!(error.to_string().contains("the record is one of other arguments"), "{error}");
    }
}

#[test]
fn the_texts_are_those_of_all_programs() {
    for program in ["run", "record", "replay", "sweep"] {
        assert!(roots::on(&retrograde_kernels::Text::cuda()).program(program).is_ok(), "{program}");
    }
}
