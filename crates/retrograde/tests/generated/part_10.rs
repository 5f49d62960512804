//! Generated programs, part 10.

mod program_040 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(v0: &mut [T; 4]) {
        for e0 in v0.iter_mut() {
            *e0 += 2.0 * 0.125;
        }
        for e1 in v0.iter_mut() {
            *e1 += 0.3;
        }
    }

    #[reversible]
    fn main<T: Real>(v0: &mut [T; 1], #[inactive] d0: &[T], n0: usize, l0: &mut i64) {
        'r0: {
            let o0 = (d0[1 - n0].hypot((v0[n0 - 1] * v0[n0 - 1] + 1.0)).hypot((0.75 * 0.75 + 1.0)), d0[0] / (v0[n0 - 1] * v0[n0 - 1] + 1.0));
            let m0 = n0 % 2 == 0;
            let mut s0 = 0.0;
        }
        let t0 = v0[0];
        let t1 = (t0 * t0).cos();
        undo!('r0);
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut v0 = reals::<$T, 1>([-0.845]);
                let mut d0 = reals::<$T, 2>([-0.969, 1.03107]);
                let mut n0 = 1;
                let mut l0 = 1;
                let v0_before = [v0[0]];
                let l0_before = l0.clone();
                main(&mut v0, &d0, n0, &mut l0);
                same("v0 after the primal", &[v0[0]], &[-0.845]);
                assert_eq!(l0, 1, "l0 after the primal");
                let v0_after = [v0[0]];
                let l0_after = l0.clone();
                main::inverse(&mut v0, &d0, n0, &mut l0);
                back("v0 after the inverse", &[v0[0]], &v0_before);
                assert_eq!(l0, l0_before, "l0 after the inverse");
                main(&mut v0, &d0, n0, &mut l0);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.84375);
                main::adjoint(&mut v0, &mut v0_bar, &d0, n0, &mut l0);
                back("v0 after the adjoint", &[v0[0]], &v0_before);
                assert_eq!(l0, l0_before, "l0 after the adjoint");
                same("v0_bar", &[v0_bar[0]], &[0.84375]);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.84375);
                main::sweep(&mut v0, &mut v0_bar, &d0, n0, &mut l0);
                back("v0 after the sweep", &[v0[0]], &v0_after);
                assert_eq!(l0, l0_after, "l0 after the sweep");
                same("v0_bar", &[v0_bar[0]], &[0.84375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_041 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main<T: Real>(v0: &mut [T], n0: usize, y0: &mut T, p0: &Body<T>) {
        #[rounded]
        if (n0 >= 1) || (p0.at.y > 0.48) {
            let mut o0 = Vec2 { x: p0.m.sin().sinh().hypot((p0.at.y.min(p0.m) * p0.at.y.min(p0.m) + 1.0)), y: v0[n0 + 1] / (p0.w[2] * p0.w[2] + 1.0) };
            let m0 = n0 % 3;
        } else if !(p0.m < -1.02) {
        } else {
            let mut o1 = Vec2 { x: -*y0, y: (p0.at.y.max((n0 as T)) * p0.at.y.max((n0 as T))).ln_1p() };
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut v0 = reals::<$T, 6>([0.28, 0.28007000000000004, -0.46986, -0.46979, 0.28028000000000003, -0.84465]);
                let mut n0 = 1;
                let mut y0 = real::<$T>(-0.093);
                let mut p0 = Body { at: Vec2 { x: real::<$T>(-1.092), y: real::<$T>(-1.216) }, w: reals::<$T, 3>([-1.091, -1.46593, -0.8408599999999999]), m: real::<$T>(1.41), k: 2 };
                let v0_before = [v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]];
                let y0_before = [y0];
                main(&mut v0, n0, &mut y0, &p0);
                same("v0 after the primal", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &[0.28, 0.28007000000000004, -0.46986, -0.46979, 0.28028000000000003, -0.84465]);
                same("y0 after the primal", &[y0], &[-0.093]);
                let v0_after = [v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]];
                let y0_after = [y0];
                main::inverse(&mut v0, n0, &mut y0, &p0);
                back("v0 after the inverse", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &v0_before);
                back("y0 after the inverse", &[y0], &y0_before);
                main(&mut v0, n0, &mut y0, &p0);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.84375);
                v0_bar[1] = real(1.359375);
                v0_bar[2] = real(0.625);
                v0_bar[3] = real(0.4375);
                v0_bar[4] = real(0.5625);
                v0_bar[5] = real(0.828125);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(1.6875);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.at.x = real(1.015625);
                p0_bar.at.y = real(0.890625);
                p0_bar.w[0] = real(1.140625);
                p0_bar.w[1] = real(0.9375);
                p0_bar.w[2] = real(0.484375);
                p0_bar.m = real(1.53125);
                main::adjoint(&mut v0, &mut v0_bar, n0, &mut y0, &mut y0_bar, &p0, &mut p0_bar);
                back("v0 after the adjoint", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &v0_before);
                back("y0 after the adjoint", &[y0], &y0_before);
                same("v0_bar", &[v0_bar[0], v0_bar[1], v0_bar[2], v0_bar[3], v0_bar[4], v0_bar[5]], &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
                same("y0_bar", &[y0_bar], &[1.6875]);
                same("p0_bar", &[p0_bar.at.x, p0_bar.at.y, p0_bar.w[0], p0_bar.w[1], p0_bar.w[2], p0_bar.m], &[1.015625, 0.890625, 1.140625, 0.9375, 0.484375, 1.53125]);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.84375);
                v0_bar[1] = real(1.359375);
                v0_bar[2] = real(0.625);
                v0_bar[3] = real(0.4375);
                v0_bar[4] = real(0.5625);
                v0_bar[5] = real(0.828125);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(1.6875);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.at.x = real(1.015625);
                p0_bar.at.y = real(0.890625);
                p0_bar.w[0] = real(1.140625);
                p0_bar.w[1] = real(0.9375);
                p0_bar.w[2] = real(0.484375);
                p0_bar.m = real(1.53125);
                main::sweep(&mut v0, &mut v0_bar, n0, &mut y0, &mut y0_bar, &p0, &mut p0_bar);
                back("v0 after the sweep", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &v0_after);
                back("y0 after the sweep", &[y0], &y0_after);
                same("v0_bar", &[v0_bar[0], v0_bar[1], v0_bar[2], v0_bar[3], v0_bar[4], v0_bar[5]], &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
                same("y0_bar", &[y0_bar], &[1.6875]);
                same("p0_bar", &[p0_bar.at.x, p0_bar.at.y, p0_bar.w[0], p0_bar.w[1], p0_bar.w[2], p0_bar.m], &[1.015625, 0.890625, 1.140625, 0.9375, 0.484375, 1.53125]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_042 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0(p0: &mut Vec2<f64>, log0: &mut Vec<usize>) {
        p0.y -= p0.x.max(1.0 * p0.x);
    }

    #[reversible]
    fn f1(#[inactive] d0: &[f64], y0: &mut f64) {
        for i0 in (0..=d0.len() - 1).rev().step_by(1) {
            if !(!(i0 < 4)) {
                #[inactive] let t0 = 0.3 - (i0 as f64);
                let mut o0 = Body { at: Vec2 { x: 0.125 * d0[3 - i0].logistic(), y: (((i0 as f64) / (*y0 * *y0 + 1.0)) * ((i0 as f64) / (*y0 * *y0 + 1.0)) + 1.0).powf((*y0).tanh()) }, w: [0.125 * d0[3 - i0].logistic(), (((i0 as f64) / (*y0 * *y0 + 1.0)) * ((i0 as f64) / (*y0 * *y0 + 1.0)) + 1.0).powf((*y0).tanh()), 0.125 * d0[3 - i0].logistic()], m: (((i0 as f64) / (*y0 * *y0 + 1.0)) * ((i0 as f64) / (*y0 * *y0 + 1.0)) + 1.0).powf((*y0).tanh()), k: 1 };
            } else if (i0 >= 3) && ((i0 != 3) && (i0 == 1)) {
                *y0 -= -d0[i0] + (d0[3] * d0[0]);
                let mut s0 = (*y0).mul_add((0.5 * d0[i0].sin()).asin(), 0.5);
            } else {
            }
            let t1 = *y0 * (*y0 * *y0 + 1.0).powf((*y0).tanh());
            {
                let t2 = *y0 * t1.logistic().sin().sinh();
            }
        }
    }

    #[reversible]
    fn main(k0: &mut usize, k1: &mut usize, l0: &mut i64, #[inactive] b0: f64, v0: &mut [f64; 6]) {
        for i0 in (0..3).step_by(1) {
            let mut stack0: Vec<[f64; 6]> = Vec::new();
            push!(stack0, v0);
            v0[0] += b0;
            v0[0] -= b0;
            pop!(stack0, v0);
            free!(stack0);
            each!(v0 += 0.75 * b0 - 0.75 * 0.5);
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut k0 = 2;
                let mut k1 = 0;
                let mut l0 = 1;
                let mut b0 = real::<$T>(-0.717);
                let mut v0 = reals::<$T, 6>([1.034, -0.96593, 0.15914, -0.9657899999999999, 1.40928, 1.03435]);
                let k0_before = k0.clone();
                let k1_before = k1.clone();
                let l0_before = l0.clone();
                let v0_before = [v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]];
                main(&mut k0, &mut k1, &mut l0, b0, &mut v0);
                assert_eq!(k0, 2, "k0 after the primal");
                assert_eq!(k1, 0, "k1 after the primal");
                assert_eq!(l0, 1, "l0 after the primal");
                same("v0 after the primal", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &[-1.7042499999999998, -3.70418, -2.57911, -3.70404, -1.3289699999999998, -1.7038999999999997]);
                let k0_after = k0.clone();
                let k1_after = k1.clone();
                let l0_after = l0.clone();
                let v0_after = [v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]];
                main::inverse(&mut k0, &mut k1, &mut l0, b0, &mut v0);
                assert_eq!(k0, k0_before, "k0 after the inverse");
                assert_eq!(k1, k1_before, "k1 after the inverse");
                assert_eq!(l0, l0_before, "l0 after the inverse");
                back("v0 after the inverse", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &v0_before);
                main(&mut k0, &mut k1, &mut l0, b0, &mut v0);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.84375);
                v0_bar[1] = real(1.359375);
                v0_bar[2] = real(0.625);
                v0_bar[3] = real(0.4375);
                v0_bar[4] = real(0.5625);
                v0_bar[5] = real(0.828125);
                main::adjoint(&mut k0, &mut k1, &mut l0, b0, &mut v0, &mut v0_bar);
                assert_eq!(k0, k0_before, "k0 after the adjoint");
                assert_eq!(k1, k1_before, "k1 after the adjoint");
                assert_eq!(l0, l0_before, "l0 after the adjoint");
                back("v0 after the adjoint", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &v0_before);
                same("v0_bar", &[v0_bar[0], v0_bar[1], v0_bar[2], v0_bar[3], v0_bar[4], v0_bar[5]], &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.84375);
                v0_bar[1] = real(1.359375);
                v0_bar[2] = real(0.625);
                v0_bar[3] = real(0.4375);
                v0_bar[4] = real(0.5625);
                v0_bar[5] = real(0.828125);
                main::sweep(&mut k0, &mut k1, &mut l0, b0, &mut v0, &mut v0_bar);
                assert_eq!(k0, k0_after, "k0 after the sweep");
                assert_eq!(k1, k1_after, "k1 after the sweep");
                assert_eq!(l0, l0_after, "l0 after the sweep");
                back("v0 after the sweep", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &v0_after);
                same("v0_bar", &[v0_bar[0], v0_bar[1], v0_bar[2], v0_bar[3], v0_bar[4], v0_bar[5]], &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
}

mod program_043 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(x0: &[T; 6]) -> T {
        if (x0[1] > 0.355) && (x0[3] > 0.355) {
            if x0[3] < 0.98 {
                let t0 = (x0[2].abs() * x0[2].abs() + 1.0).cbrt();
            } else {
            }
            undo! {
                undo! {
                    let mut o0 = (1.5 - x0[4], x0[0].sin().softplus());
                }
            }
        }
        0.75
    }

    #[reversible]
    fn main<T: Real>(x0: &[T], #[inactive] b0: T, y0: &mut T) {
        for i0 in (0..=2).step_by(2) {
            {
                let mut c0 = 0usize;
                *y0 -= (0.5 * (-b0).sin()).asin();
                let j0: usize = argmax(x0);
            }
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut x0 = reals::<$T, 6>([-0.22, 1.03007, 1.53014, -0.46979, -1.09472, 0.28035000000000004]);
                let mut b0 = real::<$T>(-0.594);
                let mut y0 = real::<$T>(0.532);
                let y0_before = [y0];
                main(&x0, b0, &mut y0);
                same("y0 after the primal", &[y0], &[-0.0352552326288077]);
                let y0_after = [y0];
                main::inverse(&x0, b0, &mut y0);
                back("y0 after the inverse", &[y0], &y0_before);
                main(&x0, b0, &mut y0);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                x0_bar[1] = real(1.359375);
                x0_bar[2] = real(0.625);
                x0_bar[3] = real(0.4375);
                x0_bar[4] = real(0.5625);
                x0_bar[5] = real(0.828125);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(1.6875);
                main::adjoint(&x0, &mut x0_bar, b0, &mut y0, &mut y0_bar);
                back("y0 after the adjoint", &[y0], &y0_before);
                same("x0_bar", &[x0_bar[0], x0_bar[1], x0_bar[2], x0_bar[3], x0_bar[4], x0_bar[5]], &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
                same("y0_bar", &[y0_bar], &[1.6875]);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                x0_bar[1] = real(1.359375);
                x0_bar[2] = real(0.625);
                x0_bar[3] = real(0.4375);
                x0_bar[4] = real(0.5625);
                x0_bar[5] = real(0.828125);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(1.6875);
                main::sweep(&x0, &mut x0_bar, b0, &mut y0, &mut y0_bar);
                back("y0 after the sweep", &[y0], &y0_after);
                same("x0_bar", &[x0_bar[0], x0_bar[1], x0_bar[2], x0_bar[3], x0_bar[4], x0_bar[5]], &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
                same("y0_bar", &[y0_bar], &[1.6875]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

