//! Generated programs, part 0.

mod program_000 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main(n0: usize, x0: &[f64], g0: &mut [[f64; 2]; 2], k0: &mut usize) {
        let mut map0: std::collections::BTreeMap<i64, f64> = std::collections::BTreeMap::new();
        insert!(map0, 1, -g0[1][0]);
        insert!(map0, -2, ((0.5 * g0[*k0 % 2][n0 - 2].sin()).asin() * (0.5 * g0[*k0 % 2][n0 - 2].sin()).asin() + 1.0).sqrt().powi(3));
        for i0 in (1..4).step_by(3).rev() {
            let t0 = if (i0 < n0) && (n0 % 2 == 0) { ((*k0 % 5) as f64).atan2((0.1 * 0.1 + 1.0)) + (map0[&1] - map0[&1]) } else { map0[&1].hypot((map0[&1] * map0[&1] + 1.0)) };
        }
        remove!(map0, 1, -g0[1][0]);
        remove!(map0, -2, ((0.5 * g0[*k0 % 2][n0 - 2].sin()).asin() * (0.5 * g0[*k0 % 2][n0 - 2].sin()).asin() + 1.0).sqrt().powi(3));
        free!(map0);
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut n0 = 3;
                let mut x0 = reals::<$T, 4>([-0.469, 0.65607, 1.03114, -1.09379]);
                let mut g0 = [[-0.718, -0.34292999999999996], [-1.21744, -0.21737]].map(reals::<$T, 2>);
                let mut k0 = 1;
                let g0_before = [g0[0][0], g0[0][1], g0[1][0], g0[1][1]];
                let k0_before = k0.clone();
                main(n0, &x0, &mut g0, &mut k0);
                same("g0 after the primal", &[g0[0][0], g0[0][1], g0[1][0], g0[1][1]], &[-0.718, -0.34292999999999996, -1.21744, -0.21737]);
                assert_eq!(k0, 1, "k0 after the primal");
                let g0_after = [g0[0][0], g0[0][1], g0[1][0], g0[1][1]];
                let k0_after = k0.clone();
                main::inverse(n0, &x0, &mut g0, &mut k0);
                back("g0 after the inverse", &[g0[0][0], g0[0][1], g0[1][0], g0[1][1]], &g0_before);
                assert_eq!(k0, k0_before, "k0 after the inverse");
                main(n0, &x0, &mut g0, &mut k0);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                x0_bar[1] = real(1.359375);
                x0_bar[2] = real(0.625);
                x0_bar[3] = real(0.4375);
                let mut g0_bar = g0.shadow::<$T>();
                g0_bar[0][0] = real(0.5625);
                g0_bar[0][1] = real(0.828125);
                g0_bar[1][0] = real(1.6875);
                g0_bar[1][1] = real(1.015625);
                main::adjoint(n0, &x0, &mut x0_bar, &mut g0, &mut g0_bar, &mut k0);
                back("g0 after the adjoint", &[g0[0][0], g0[0][1], g0[1][0], g0[1][1]], &g0_before);
                assert_eq!(k0, k0_before, "k0 after the adjoint");
                same("x0_bar", &[x0_bar[0], x0_bar[1], x0_bar[2], x0_bar[3]], &[0.84375, 1.359375, 0.625, 0.4375]);
                same("g0_bar", &[g0_bar[0][0], g0_bar[0][1], g0_bar[1][0], g0_bar[1][1]], &[0.5625, 0.828125, 1.6875, 1.015625]);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                x0_bar[1] = real(1.359375);
                x0_bar[2] = real(0.625);
                x0_bar[3] = real(0.4375);
                let mut g0_bar = g0.shadow::<$T>();
                g0_bar[0][0] = real(0.5625);
                g0_bar[0][1] = real(0.828125);
                g0_bar[1][0] = real(1.6875);
                g0_bar[1][1] = real(1.015625);
                main::sweep(n0, &x0, &mut x0_bar, &mut g0, &mut g0_bar, &mut k0);
                back("g0 after the sweep", &[g0[0][0], g0[0][1], g0[1][0], g0[1][1]], &g0_after);
                assert_eq!(k0, k0_after, "k0 after the sweep");
                same("x0_bar", &[x0_bar[0], x0_bar[1], x0_bar[2], x0_bar[3]], &[0.84375, 1.359375, 0.625, 0.4375]);
                same("g0_bar", &[g0_bar[0][0], g0_bar[0][1], g0_bar[1][0], g0_bar[1][1]], &[0.5625, 0.828125, 1.6875, 1.015625]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
}

mod program_001 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main<T: Real>(x0: &[T; 4], log0: &mut Vec<usize>, n0: usize, y0: &mut T) {
        if ((n0 == 0) || (x0[0] < 0.98)) || (n0 >= 2) {
            let m0 = n0 % 3;
            let mut stack0: Vec<T> = Vec::new();
            push!(stack0, *y0);
            *y0 += 2.0;
            *y0 -= 2.0;
            pop!(stack0, *y0);
            free!(stack0);
            undo! {
                let p0 = &x0[0..4];
            }
            let mut stack1: Vec<T> = Vec::new();
            push!(stack1, *y0);
            *y0 += (-(m0 as T)).atan2(((1.0 / (x0[3] * x0[3] + 1.0)) * (1.0 / (x0[3] * x0[3] + 1.0)) + 1.0));
            *y0 -= (-(m0 as T)).atan2(((1.0 / (x0[3] * x0[3] + 1.0)) * (1.0 / (x0[3] * x0[3] + 1.0)) + 1.0));
            pop!(stack1, *y0);
            free!(stack1);
        } else if !(n0 % 2 == 0) {
            let mut s0 = 0.0;
        } else {
            for i0 in 1..n0 + 1 {
                let t0 = (x0[i0 - 1].hypot((0.125 * 0.125 + 1.0)) * x0[i0 - 1].hypot((0.125 * 0.125 + 1.0)) + 1.0).powf(x0[2].tanh());
                *y0 -= t0.mul_add(t0, 0.5);
            }
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut x0 = reals::<$T, 4>([-1.22, -1.46993, 1.40514, -0.9697899999999999]);
                let mut log0 = Vec::<usize>::from([]);
                let mut n0 = 4;
                let mut y0 = real::<$T>(0.533);
                let log0_before = log0.clone();
                let y0_before = [y0];
                main(&x0, &mut log0, n0, &mut y0);
                assert_eq!(log0, [], "log0 after the primal");
                same("y0 after the primal", &[y0], &[0.533]);
                let log0_after = log0.clone();
                let y0_after = [y0];
                main::inverse(&x0, &mut log0, n0, &mut y0);
                assert_eq!(log0, log0_before, "log0 after the inverse");
                back("y0 after the inverse", &[y0], &y0_before);
                main(&x0, &mut log0, n0, &mut y0);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                x0_bar[1] = real(1.359375);
                x0_bar[2] = real(0.625);
                x0_bar[3] = real(0.4375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.5625);
                main::adjoint(&x0, &mut x0_bar, &mut log0, n0, &mut y0, &mut y0_bar);
                assert_eq!(log0, log0_before, "log0 after the adjoint");
                back("y0 after the adjoint", &[y0], &y0_before);
                same("x0_bar", &[x0_bar[0], x0_bar[1], x0_bar[2], x0_bar[3]], &[0.84375, 1.359375, 0.625, 0.4375]);
                same("y0_bar", &[y0_bar], &[0.5625]);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                x0_bar[1] = real(1.359375);
                x0_bar[2] = real(0.625);
                x0_bar[3] = real(0.4375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.5625);
                main::sweep(&x0, &mut x0_bar, &mut log0, n0, &mut y0, &mut y0_bar);
                assert_eq!(log0, log0_after, "log0 after the sweep");
                back("y0 after the sweep", &[y0], &y0_after);
                same("x0_bar", &[x0_bar[0], x0_bar[1], x0_bar[2], x0_bar[3]], &[0.84375, 1.359375, 0.625, 0.4375]);
                same("y0_bar", &[y0_bar], &[0.5625]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_002 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main<T: Real>(p0: &Vec2<T>, y0: &mut T) {
        for i0 in 0..4 {
            *y0 += (1.5 - p0.y).atan2(((i0 as T) * (i0 as T) + 1.0));
            let mut g0 = Log::from_value(((p0.y * p0.x).logistic()) * ((p0.y * p0.x).logistic()) + 1.0);
            g0 *= Log::from_value(((*y0).atan2((p0.y * p0.y + 1.0)).logistic()) * ((*y0).atan2((p0.y * p0.y + 1.0)).logistic()) + 1.0);
        }
        for i1 in (0..=2).step_by(2) {
            let mut o0 = (((1.0 / (*y0 * *y0 + 1.0)) * (1.0 / (*y0 * *y0 + 1.0)) + 1.0).sqrt(), 0.75 * p0.x.logistic());
        }
        'r0: {
            let mut g1 = Log::from_value((p0.y + 0.3) * (p0.y + 0.3) + 1.0);
            *y0 += (0.5 * g1.ln().sin()).asin();
            *y0 += g1.value().recip();
            let t0 = g1.ln().sin() * g1.ln();
        }
        let mut g2 = Log::from_value((p0.x.max(p0.y.hypot((*y0 * *y0 + 1.0))).atan2(((*y0).atan2((p0.y * p0.y + 1.0)) * (*y0).atan2((p0.y * p0.y + 1.0)) + 1.0))) * (p0.x.max(p0.y.hypot((*y0 * *y0 + 1.0))).atan2(((*y0).atan2((p0.y * p0.y + 1.0)) * (*y0).atan2((p0.y * p0.y + 1.0)) + 1.0))) + 1.0);
        g2 *= Log::from_value((p0.y.logistic()) * (p0.y.logistic()) + 1.0);
        'r1: {
            let o1 = (g2.ln().min(g2.ln().tanh()), 1.0 * 1.5);
            let mut o2 = ((o1.0 * o1.0 + 1.0).cbrt(), (((p0.x + p0.x) + p0.y) * ((p0.x + p0.x) + p0.y) + 1.0).recip());
            let mut s0 = 0.0;
        }
        let mut a0 = [0.0; 1];
        undo!('r1);
        undo!('r0);
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut p0 = Vec2 { x: real::<$T>(0.03), y: real::<$T>(-0.719) };
                let mut y0 = real::<$T>(0.531);
                let y0_before = [y0];
                main(&p0, &mut y0);
                same("y0 after the primal", &[y0], &[3.1517067013499562]);
                let y0_after = [y0];
                main::inverse(&p0, &mut y0);
                back("y0 after the inverse", &[y0], &y0_before);
                main(&p0, &mut y0);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.84375);
                p0_bar.y = real(1.359375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.625);
                main::adjoint(&p0, &mut p0_bar, &mut y0, &mut y0_bar);
                back("y0 after the adjoint", &[y0], &y0_before);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.84375, 0.9498006294224192]);
                same("y0_bar", &[y0_bar], &[0.625]);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.84375);
                p0_bar.y = real(1.359375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.625);
                main::sweep(&p0, &mut p0_bar, &mut y0, &mut y0_bar);
                back("y0 after the sweep", &[y0], &y0_after);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.84375, 0.9498006294224192]);
                same("y0_bar", &[y0_bar], &[0.625]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_003 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0(x0: &[f64; 6], y0: &mut f64) {
        let mut h0 = 0.0;
        h0 += 0.5;
        let j0: usize = argmax(x0);
        let mut h1 = 0.0;
        h1 += (*y0).tanh().exp().atan2(((*y0).max(h0) * (*y0).max(h0) + 1.0));
        let t0 = (-(j0 as f64)).min(h1.atan2(((j0 as f64).atan2((h1 * h1 + 1.0)) * (j0 as f64).atan2((h1 * h1 + 1.0)) + 1.0)));
        h1 -= (*y0).tanh().exp().atan2(((*y0).max(h0) * (*y0).max(h0) + 1.0));
        free!(h1 = 0.0);
        h0 -= 0.5;
        free!(h0 = 0.0);
        let mut g0 = Log::from_value(((t0 * t0 + 1.0).powf((j0 as f64).tanh()) + (j0 as f64)) * ((t0 * t0 + 1.0).powf((j0 as f64).tanh()) + (j0 as f64)) + 1.0);
        g0 /= Log::from_value((x0[j0].logistic()) * (x0[j0].logistic()) + 1.0);
    }

    #[reversible]
    fn main(x0: &[f64], #[inactive] d0: &[f64], l0: &mut i64, l1: &mut i64, k0: &mut usize) {
        let mut map0: std::collections::BTreeMap<i64, f64> = std::collections::BTreeMap::new();
        insert!(map0, 1, (d0[*k0 % 1].hypot((0.75 * 0.75 + 1.0)) * d0[*k0 % 1].hypot((0.75 * 0.75 + 1.0)) + 1.0).powf(((((*k0 % 5) as f64) * ((*k0 % 5) as f64) + 1.0).cbrt() * d0[*k0 % 1]).tanh()));
        insert!(map0, -2, (x0[0] + (x0[0] * d0[0])).hypot((d0[0].atan2((x0[*k0 % 2] * x0[*k0 % 2] + 1.0)).mul_add(d0[0], 0.5) * d0[0].atan2((x0[*k0 % 2] * x0[*k0 % 2] + 1.0)).mul_add(d0[0], 0.5) + 1.0)));
        let t0 = ((*l0 % 4) as f64).atan2((map0[&1].asinh() * map0[&1].asinh() + 1.0)) * (((*k0 % 5) as f64) / (((*k0 % 5) as f64) * ((*k0 % 5) as f64) + 1.0)).max(map0[&1]);
        remove!(map0, 1, (d0[*k0 % 1].hypot((0.75 * 0.75 + 1.0)) * d0[*k0 % 1].hypot((0.75 * 0.75 + 1.0)) + 1.0).powf(((((*k0 % 5) as f64) * ((*k0 % 5) as f64) + 1.0).cbrt() * d0[*k0 % 1]).tanh()));
        remove!(map0, -2, (x0[0] + (x0[0] * d0[0])).hypot((d0[0].atan2((x0[*k0 % 2] * x0[*k0 % 2] + 1.0)).mul_add(d0[0], 0.5) * d0[0].atan2((x0[*k0 % 2] * x0[*k0 % 2] + 1.0)).mul_add(d0[0], 0.5) + 1.0)));
        free!(map0);
        while (*k0 > 1, *k0 < 1) {
            *k0 -= 1;
        }
        let mut g0 = Log::from_value(((t0 * d0[*k0 % 1]).abs()) * ((t0 * d0[*k0 % 1]).abs()) + 1.0);
        g0 *= Log::from_value(((-t0).atan()) * ((-t0).atan()) + 1.0);
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut x0 = reals::<$T, 2>([-0.97, 0.65507]);
                let mut d0 = reals::<$T, 1>([-0.219]);
                let mut l0 = 2;
                let mut l1 = 3;
                let mut k0 = 1;
                let l0_before = l0.clone();
                let l1_before = l1.clone();
                let k0_before = k0.clone();
                main(&x0, &d0, &mut l0, &mut l1, &mut k0);
                assert_eq!(l0, 2, "l0 after the primal");
                assert_eq!(l1, 3, "l1 after the primal");
                assert_eq!(k0, 1, "k0 after the primal");
                let l0_after = l0.clone();
                let l1_after = l1.clone();
                let k0_after = k0.clone();
                main::inverse(&x0, &d0, &mut l0, &mut l1, &mut k0);
                assert_eq!(l0, l0_before, "l0 after the inverse");
                assert_eq!(l1, l1_before, "l1 after the inverse");
                assert_eq!(k0, k0_before, "k0 after the inverse");
                main(&x0, &d0, &mut l0, &mut l1, &mut k0);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                x0_bar[1] = real(1.359375);
                main::adjoint(&x0, &mut x0_bar, &d0, &mut l0, &mut l1, &mut k0);
                assert_eq!(l0, l0_before, "l0 after the adjoint");
                assert_eq!(l1, l1_before, "l1 after the adjoint");
                assert_eq!(k0, k0_before, "k0 after the adjoint");
                same("x0_bar", &[x0_bar[0], x0_bar[1]], &[0.84375, 1.359375]);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                x0_bar[1] = real(1.359375);
                main::sweep(&x0, &mut x0_bar, &d0, &mut l0, &mut l1, &mut k0);
                assert_eq!(l0, l0_after, "l0 after the sweep");
                assert_eq!(l1, l1_after, "l1 after the sweep");
                assert_eq!(k0, k0_after, "k0 after the sweep");
                same("x0_bar", &[x0_bar[0], x0_bar[1]], &[0.84375, 1.359375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
}

