//! Generated programs, part 8.

mod program_032 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(w0: T, w1: T, y0: &mut T) {
        'r0: {
            -*y0 -= (w0 * w0 + 1.0).powf(w0.tanh());
        }
        undo!('r0);
    }

    #[reversible]
    fn main<T: Real>(p0: &mut Vec2<T>, x0: &[T; 2], #[scratch] z0: &mut [T], p1: &Body<T>, x1: &[T]) {
        let mut stack0: Vec<T> = Vec::new();
        push!(stack0, z0[2]);
        z0[2] += (p1.at.x.abs() * p1.at.x.abs() + 1.0).cbrt().tanh().exp();
        z0[2] -= (p1.at.x.abs() * p1.at.x.abs() + 1.0).cbrt().tanh().exp();
        pop!(stack0, z0[2]);
        free!(stack0);
        let mut h0 = 0.0;
        h0 += z0[1].hypot((z0[2].mul_add(z0[1], 0.5) * z0[2].mul_add(z0[1], 0.5) + 1.0)).atan2(((z0[0] / (p1.m.sin().sinh() * p1.m.sin().sinh() + 1.0)) * (z0[0] / (p1.m.sin().sinh() * p1.m.sin().sinh() + 1.0)) + 1.0));
        h0 -= z0[1].hypot((z0[2].mul_add(z0[1], 0.5) * z0[2].mul_add(z0[1], 0.5) + 1.0)).atan2(((z0[0] / (p1.m.sin().sinh() * p1.m.sin().sinh() + 1.0)) * (z0[0] / (p1.m.sin().sinh() * p1.m.sin().sinh() + 1.0)) + 1.0));
        free!(h0 = 0.0);
        if p1.at.y > -0.395 {
            p0.y += (z0[0] * z0[2]).mul_add(p1.at.x, 0.5).max(z0[2]);
        } else {
            for e0 in z0.iter_mut() {
                *e0 += p1.at.x.min(p1.at.x).hypot((2.0 * 2.0 + 1.0));
            }
        }
        for i0 in (0..=x1.len() - 1).step_by(3).rev() {
            p0.y += z0[0] - x0[1].hypot((z0[1] * z0[1] + 1.0));
            {
                let t0 = (i0 as T) - z0[1];
            }
            swap(&mut p0.x, &mut p0.y);
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut p0 = Vec2 { x: real::<$T>(-0.095), y: real::<$T>(0.406) };
                let mut x0 = reals::<$T, 2>([0.031, -0.21893]);
                let mut z0 = reals::<$T, 3>([0.0, 0.0, 0.0]);
                let mut p1 = Body { at: Vec2 { x: real::<$T>(0.033), y: real::<$T>(-1.466) }, w: reals::<$T, 3>([0.159, 1.53407, -0.8408599999999999]), m: real::<$T>(-1.34), k: 2 };
                let mut x1 = reals::<$T, 4>([-1.091, 0.65907, 1.15914, 0.40921]);
                let p0_before = [p0.x, p0.y];
                main(&mut p0, &x0, &mut z0, &p1, &x1);
                same("p0 after the primal", &[p0.x, p0.y], &[-21.09690178364699, -20.595901783646994]);
                let p0_after = [p0.x, p0.y];
                z0.fill(real(0.0));
                main::inverse(&mut p0, &x0, &mut z0, &p1, &x1);
                back("p0 after the inverse", &[p0.x, p0.y], &p0_before);
                z0.fill(real(0.0));
                main(&mut p0, &x0, &mut z0, &p1, &x1);
                z0.fill(real(0.0));
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.84375);
                p0_bar.y = real(1.359375);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.625);
                x0_bar[1] = real(0.4375);
                let mut z0_bar = z0.shadow::<$T>();
                z0_bar[0] = real(0.0);
                z0_bar[1] = real(0.0);
                z0_bar[2] = real(0.0);
                let mut p1_bar = p1.shadow::<$T>();
                p1_bar.at.x = real(0.5625);
                p1_bar.at.y = real(0.828125);
                p1_bar.w[0] = real(1.6875);
                p1_bar.w[1] = real(1.015625);
                p1_bar.w[2] = real(0.890625);
                p1_bar.m = real(1.140625);
                let mut x1_bar = x1.shadow::<$T>();
                x1_bar[0] = real(0.9375);
                x1_bar[1] = real(0.484375);
                x1_bar[2] = real(1.53125);
                x1_bar[3] = real(0.9375);
                main::adjoint(&mut p0, &mut p0_bar, &x0, &mut x0_bar, &mut z0, &mut z0_bar, &p1, &mut p1_bar, &x1, &mut x1_bar);
                back("p0 after the adjoint", &[p0.x, p0.y], &p0_before);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.84375, 1.359375]);
                same("x0_bar", &[x0_bar[0], x0_bar[1]], &[0.625, 0.4560497253324083]);
                same("p1_bar", &[p1_bar.at.x, p1_bar.at.y, p1_bar.w[0], p1_bar.w[1], p1_bar.w[2], p1_bar.m], &[0.4316392124704178, 0.828125, 1.6875, 1.015625, 0.890625, 1.140625]);
                same("x1_bar", &[x1_bar[0], x1_bar[1], x1_bar[2], x1_bar[3]], &[0.9375, 0.484375, 1.53125, 0.9375]);
                z0.fill(real(0.0));
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.84375);
                p0_bar.y = real(1.359375);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.625);
                x0_bar[1] = real(0.4375);
                let mut z0_bar = z0.shadow::<$T>();
                z0_bar[0] = real(0.0);
                z0_bar[1] = real(0.0);
                z0_bar[2] = real(0.0);
                let mut p1_bar = p1.shadow::<$T>();
                p1_bar.at.x = real(0.5625);
                p1_bar.at.y = real(0.828125);
                p1_bar.w[0] = real(1.6875);
                p1_bar.w[1] = real(1.015625);
                p1_bar.w[2] = real(0.890625);
                p1_bar.m = real(1.140625);
                let mut x1_bar = x1.shadow::<$T>();
                x1_bar[0] = real(0.9375);
                x1_bar[1] = real(0.484375);
                x1_bar[2] = real(1.53125);
                x1_bar[3] = real(0.9375);
                main::sweep(&mut p0, &mut p0_bar, &x0, &mut x0_bar, &mut z0, &mut z0_bar, &p1, &mut p1_bar, &x1, &mut x1_bar);
                back("p0 after the sweep", &[p0.x, p0.y], &p0_after);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.84375, 1.359375]);
                same("x0_bar", &[x0_bar[0], x0_bar[1]], &[0.625, 0.4560497253324083]);
                same("p1_bar", &[p1_bar.at.x, p1_bar.at.y, p1_bar.w[0], p1_bar.w[1], p1_bar.w[2], p1_bar.m], &[0.4316392124704178, 0.828125, 1.6875, 1.015625, 0.890625, 1.140625]);
                same("x1_bar", &[x1_bar[0], x1_bar[1], x1_bar[2], x1_bar[3]], &[0.9375, 0.484375, 1.53125, 0.9375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_033 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main(u0: &f64, u1: &f64, y0: &mut f64, p0: &(f64, f64)) {
        let mut g0 = Log::from_value(((p0.1 + 0.5) + (0.5 * 0.75)) * ((p0.1 + 0.5) + (0.5 * 0.75)) + 1.0);
        g0 *= Log::from_value((-(*u0 + 0.75)) * (-(*u0 + 0.75)) + 1.0);
        *y0 += g0.value().recip();
        let mut h0 = 0.0;
        h0 += (0.3 + (2.0 - p0.0)).cos();
        for i0 in 1..=2 {
            let t0 = (p0.1 * p0.1 + 1.0).powf(g0.ln().tanh());
            let mut a0 = vec![0.0; 3];
        }
        let o0: (f64, f64) = p0.clone();
        h0 -= (0.3 + (2.0 - p0.0)).cos();
        free!(h0 = 0.0);
        if (*u1 > 0.855) || (p0.0 < -1.395) {
            'r0: {
                *y0 += ((0.5 * o0.1) * (0.5 * o0.1)).ln_1p();
                *y0 += (o0.1 - o0.1) / ((0.5 * p0.1.sin()).asin() * (0.5 * p0.1.sin()).asin() + 1.0);
            }
            let t1 = (p0.1 * p0.1 + 1.0).cbrt();
            undo!('r0);
        } else {
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut u0 = real::<$T>(0.53);
                let mut u1 = real::<$T>(0.281);
                let mut y0 = real::<$T>(-0.093);
                let mut p0 = (real::<$T>(-0.842), real::<$T>(0.034));
                let y0_before = [y0];
                main(&u0, &u1, &mut y0, &p0);
                same("y0 after the primal", &[y0], &[0.11453519661870751]);
                let y0_after = [y0];
                main::inverse(&u0, &u1, &mut y0, &p0);
                back("y0 after the inverse", &[y0], &y0_before);
                main(&u0, &u1, &mut y0, &p0);
                let mut u0_bar = u0.shadow::<$T>();
                u0_bar = real(0.84375);
                let mut u1_bar = u1.shadow::<$T>();
                u1_bar = real(1.359375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.625);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.0 = real(0.4375);
                p0_bar.1 = real(0.5625);
                main::adjoint(&u0, &mut u0_bar, &u1, &mut u1_bar, &mut y0, &mut y0_bar, &p0, &mut p0_bar);
                back("y0 after the adjoint", &[y0], &y0_before);
                same("u0_bar", &[u0_bar], &[0.7178948170899286]);
                same("u1_bar", &[u1_bar], &[1.359375]);
                same("y0_bar", &[y0_bar], &[0.625]);
                same("p0_bar", &[p0_bar.0, p0_bar.1], &[0.4375, 0.433378650570199]);
                let mut u0_bar = u0.shadow::<$T>();
                u0_bar = real(0.84375);
                let mut u1_bar = u1.shadow::<$T>();
                u1_bar = real(1.359375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.625);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.0 = real(0.4375);
                p0_bar.1 = real(0.5625);
                main::sweep(&u0, &mut u0_bar, &u1, &mut u1_bar, &mut y0, &mut y0_bar, &p0, &mut p0_bar);
                back("y0 after the sweep", &[y0], &y0_after);
                same("u0_bar", &[u0_bar], &[0.7178948170899286]);
                same("u1_bar", &[u1_bar], &[1.359375]);
                same("y0_bar", &[y0_bar], &[0.625]);
                same("p0_bar", &[p0_bar.0, p0_bar.1], &[0.4375, 0.433378650570199]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
}

mod program_034 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main<T: Real>(#[inactive] b0: T, y0: &mut T) {
        'r0: {
            for i0 in 1..3 {
                let mut o0 = Vec2 { x: ((i0 as T).powi(2) * (i0 as T).powi(2) + 1.0).powf(b0.min(*y0).tanh()), y: (i0 as T).min(*y0) };
                let t0 = if ((b0 > 0.105) && (b0 > 0.73)) && (!(i0 != 0)) { o0.y.atan2(((i0 as T) * (i0 as T) + 1.0)).hypot((o0.y * o0.y + 1.0)) } else { *y0 * 0.1 };
            }
        }
        undo!('r0);
        for i1 in 1..4 {
            *y0 -= ((b0 + b0) * (b0 + b0) + 1.0).cbrt();
        }
        for i2 in 1..2 {
            *y0 -= (b0 + b0).logistic().powi(3);
            let mut c0 = 0usize;
            while (c0 < 2, c0 > 0) {
                c0 += 1;
            }
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut b0 = real::<$T>(1.155);
                let mut y0 = real::<$T>(0.531);
                let y0_before = [y0];
                main(b0, &mut y0);
                same("y0 after the primal", &[y0], &[-5.773137777579966]);
                let y0_after = [y0];
                main::inverse(b0, &mut y0);
                back("y0 after the inverse", &[y0], &y0_before);
                main(b0, &mut y0);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.84375);
                main::adjoint(b0, &mut y0, &mut y0_bar);
                back("y0 after the adjoint", &[y0], &y0_before);
                same("y0_bar", &[y0_bar], &[0.84375]);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.84375);
                main::sweep(b0, &mut y0, &mut y0_bar);
                back("y0 after the sweep", &[y0], &y0_after);
                same("y0_bar", &[y0_bar], &[0.84375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_035 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main<T: Real>(#[inactive] d0: &[T], n0: usize, u0: &T, l0: &mut i64, l1: &mut i64) {
        let mut a0 = [0.0; 3];
        let mut a1 = vec![0.0; 1];
        let mut g0 = Log::from_value((a0[2 - n0].softplus().abs()) * (a0[2 - n0].softplus().abs()) + 1.0);
        let p0 = &d0[0..6];
        'r1: {
            -a0[n0 - 2] -= ((g0.ln() - g0.ln()) * (g0.ln() - g0.ln()) + 1.0).recip();
        }
        a1[n0 - 2] += a0[2].powi(3).asinh();
        each!(a1 += 0.75 * *u0 - 0.75 * 0.5);
        undo!('r1);
        g0 /= Log::from_value((a1[n0 - 2].atan2(((p0[n0] / ((n0 as T) * (n0 as T) + 1.0)).softplus() * (p0[n0] / ((n0 as T) * (n0 as T) + 1.0)).softplus() + 1.0))) * (a1[n0 - 2].atan2(((p0[n0] / ((n0 as T) * (n0 as T) + 1.0)).softplus() * (p0[n0] / ((n0 as T) * (n0 as T) + 1.0)).softplus() + 1.0))) + 1.0);
        while (*l0 > 2, *l0 < 3) {
            let p1 = &d0[0..5];
            let o0 = Body { at: Vec2 { x: a1[0].sin().sinh(), y: d0[n0].cos().max(a0[2].powi(2)) }, w: [a1[0].sin().sinh(), d0[n0].cos().max(a0[2].powi(2)), a1[0].sin().sinh()], m: d0[n0].cos().max(a0[2].powi(2)), k: 1 };
            let mut o1 = Vec2 { x: (0.125 + (1.0 / (a0[1] * a0[1] + 1.0))).hypot(((o0.at.y * 0.3) * (o0.at.y * 0.3) + 1.0)), y: ((*l1 % 4) as T).abs() };
            neg(&mut o1.y);
            *l0 -= 1;
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut d0 = reals::<$T, 6>([-0.095, 1.28007, -0.5948599999999999, 1.40521, 1.40528, -0.34464999999999996]);
                let mut n0 = 2;
                let mut u0 = real::<$T>(0.782);
                let mut l0 = 3;
                let mut l1 = 3;
                let l0_before = l0.clone();
                let l1_before = l1.clone();
                main(&d0, n0, &u0, &mut l0, &mut l1);
                assert_eq!(l0, 2, "l0 after the primal");
                assert_eq!(l1, 3, "l1 after the primal");
                let l0_after = l0.clone();
                let l1_after = l1.clone();
                main::inverse(&d0, n0, &u0, &mut l0, &mut l1);
                assert_eq!(l0, l0_before, "l0 after the inverse");
                assert_eq!(l1, l1_before, "l1 after the inverse");
                main(&d0, n0, &u0, &mut l0, &mut l1);
                let mut u0_bar = u0.shadow::<$T>();
                u0_bar = real(0.84375);
                main::adjoint(&d0, n0, &u0, &mut u0_bar, &mut l0, &mut l1);
                assert_eq!(l0, l0_before, "l0 after the adjoint");
                assert_eq!(l1, l1_before, "l1 after the adjoint");
                same("u0_bar", &[u0_bar], &[0.84375]);
                let mut u0_bar = u0.shadow::<$T>();
                u0_bar = real(0.84375);
                main::sweep(&d0, n0, &u0, &mut u0_bar, &mut l0, &mut l1);
                assert_eq!(l0, l0_after, "l0 after the sweep");
                assert_eq!(l1, l1_after, "l1 after the sweep");
                same("u0_bar", &[u0_bar], &[0.84375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

