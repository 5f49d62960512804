//! Generated programs, part 6.

mod program_024 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main(x0: &[f64], y0: &mut f64, g0: &mut [[f64; 2]; 1], n0: usize) {
        if x0[0] < -1.02 {
            for i0 in 0..n0 {
                let mut s0 = (*y0).powi(2);
                -g0[0][0] += 1.5;
            }
            neg(&mut g0[0][n0 - 2]);
        } else if (x0[0] < 0.355) || (n0 != 0) {
            let t0 = x0[0].softplus();
            -*y0 -= x0[0] + (t0 / (t0 * t0 + 1.0));
        } else {
            let mut o0 = ((-g0[0][n0 - 2]).tanh(), (g0[0][n0 - 2] * (n0 as f64)).tanh().exp());
        }
        neg(&mut g0[0][1]);
        if (n0 < 3) || (x0[0] > -1.27) {
            if !(n0 == 2) {
                let mut s1 = (*y0).powi(2) * g0[0][1].hypot((*y0 * *y0 + 1.0));
            }
            undo! {
                let mut o1 = Vec2 { x: (n0 as f64).abs() / (x0[0].min((n0 as f64)) * x0[0].min((n0 as f64)) + 1.0), y: 1.5 };
            }
        } else {
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut x0 = reals::<$T, 1>([0.03]);
                let mut y0 = real::<$T>(1.531);
                let mut g0 = [[-0.093, -1.34293]].map(reals::<$T, 2>);
                let mut n0 = 3;
                let y0_before = [y0];
                let g0_before = [g0[0][0], g0[0][1]];
                main(&x0, &mut y0, &mut g0, n0);
                same("y0 after the primal", &[y0], &[2.03266002404916]);
                same("g0 after the primal", &[g0[0][0], g0[0][1]], &[-0.093, 1.34293]);
                let y0_after = [y0];
                let g0_after = [g0[0][0], g0[0][1]];
                main::inverse(&x0, &mut y0, &mut g0, n0);
                back("y0 after the inverse", &[y0], &y0_before);
                back("g0 after the inverse", &[g0[0][0], g0[0][1]], &g0_before);
                main(&x0, &mut y0, &mut g0, n0);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(1.359375);
                let mut g0_bar = g0.shadow::<$T>();
                g0_bar[0][0] = real(0.625);
                g0_bar[0][1] = real(0.4375);
                main::adjoint(&x0, &mut x0_bar, &mut y0, &mut y0_bar, &mut g0, &mut g0_bar, n0);
                back("y0 after the adjoint", &[y0], &y0_before);
                back("g0 after the adjoint", &[g0[0][0], g0[0][1]], &g0_before);
                same("x0_bar", &[x0_bar[0]], &[2.3555998792604314]);
                same("y0_bar", &[y0_bar], &[1.359375]);
                same("g0_bar", &[g0_bar[0][0], g0_bar[0][1]], &[0.625, -0.4375]);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(1.359375);
                let mut g0_bar = g0.shadow::<$T>();
                g0_bar[0][0] = real(0.625);
                g0_bar[0][1] = real(0.4375);
                main::sweep(&x0, &mut x0_bar, &mut y0, &mut y0_bar, &mut g0, &mut g0_bar, n0);
                back("y0 after the sweep", &[y0], &y0_after);
                back("g0 after the sweep", &[g0[0][0], g0[0][1]], &g0_after);
                same("x0_bar", &[x0_bar[0]], &[2.3555998792604314]);
                same("y0_bar", &[y0_bar], &[1.359375]);
                same("g0_bar", &[g0_bar[0][0], g0_bar[0][1]], &[0.625, -0.4375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
}

mod program_025 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main<T: Real>(g0: &mut [[T; 2]; 1], p0: &Vec2<T>) {
        if (!(p0.y < -0.895)) || (!(p0.y < 0.855)) {
            if (p0.y < -0.395) && (p0.y < -0.145) {
                for i0 in (0..4).step_by(1) {
                    let t0 = g0[0][0].hypot((1.0 * 1.0 + 1.0));
                    g0[0][1] -= p0.y / (0.125 * 0.125 + 1.0);
                    let t1 = if (p0.y < 1.355) && (!(i0 != 1)) { (i0 as T).tanh() } else { g0[0][1].hypot((t0 * t0 + 1.0)) / ((p0.x + p0.y) * (p0.x + p0.y) + 1.0) };
                }
                let t2 = (g0[0][1] - p0.x).tanh().exp();
            }
            'r0: {
                g0[0][1] += (p0.x * p0.y).asinh();
            }
            let mut s0 = g0[0][1].atan2((p0.y * p0.y + 1.0)).atan2(((p0.y * g0[0][0]) * (p0.y * g0[0][0]) + 1.0));
            undo!('r0);
            'r1: {
                let t3 = (s0.powi(2).asinh() * s0.powi(2).asinh() + 1.0).recip();
            }
            undo!('r1);
            let o0 = Body { at: Vec2 { x: (s0.softplus() * s0.softplus() + 1.0).powf(s0.tanh()).max(s0.softplus()), y: s0 * -s0 }, w: [(s0.softplus() * s0.softplus() + 1.0).powf(s0.tanh()).max(s0.softplus()), s0 * -s0, (s0.softplus() * s0.softplus() + 1.0).powf(s0.tanh()).max(s0.softplus())], m: s0 * -s0, k: 1 };
        }
        let mut stack0: Vec<T> = Vec::new();
        push!(stack0, g0[0][0]);
        g0[0][0] += (p0.y * 0.3) + -p0.x;
        let t4 = (1.0 + (0.5 * p0.y.sin()).asin()) * p0.y;
        g0[0][0] -= (p0.y * 0.3) + -p0.x;
        pop!(stack0, g0[0][0]);
        free!(stack0);
        let mut g1 = Log::from_value((p0.y.max(-t4)) * (p0.y.max(-t4)) + 1.0);
        g0[0][0] += (t4 * t4 + 1.0).sqrt().hypot((t4 * t4 + 1.0));
        g1 *= Log::from_value((t4 * p0.x) * (t4 * p0.x) + 1.0);
        g0[0][0] += g1.value().recip();
        let mut stack1: Vec<T> = Vec::new();
        push!(stack1, g0[0][1]);
        g0[0][1] += 2.0;
        g0[0][1] -= 2.0;
        pop!(stack1, g0[0][1]);
        free!(stack1);
        let mut c0 = 0usize;
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut g0 = [[1.03, 1.28007]].map(reals::<$T, 2>);
                let mut p0 = Vec2 { x: real::<$T>(0.406), y: real::<$T>(0.657) };
                let g0_before = [g0[0][0], g0[0][1]];
                main(&mut g0, &p0);
                same("g0 after the primal", &[g0[0][0], g0[0][1]], &[3.8370914081127294, 1.28007]);
                let g0_after = [g0[0][0], g0[0][1]];
                main::inverse(&mut g0, &p0);
                back("g0 after the inverse", &[g0[0][0], g0[0][1]], &g0_before);
                main(&mut g0, &p0);
                let mut g0_bar = g0.shadow::<$T>();
                g0_bar[0][0] = real(0.84375);
                g0_bar[0][1] = real(1.359375);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.625);
                p0_bar.y = real(0.4375);
                main::adjoint(&mut g0, &mut g0_bar, &p0, &mut p0_bar);
                back("g0 after the adjoint", &[g0[0][0], g0[0][1]], &g0_before);
                same("g0_bar", &[g0_bar[0][0], g0_bar[0][1]], &[0.84375, 1.359375]);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.34334851208858463, 2.1050233725121785]);
                let mut g0_bar = g0.shadow::<$T>();
                g0_bar[0][0] = real(0.84375);
                g0_bar[0][1] = real(1.359375);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.625);
                p0_bar.y = real(0.4375);
                main::sweep(&mut g0, &mut g0_bar, &p0, &mut p0_bar);
                back("g0 after the sweep", &[g0[0][0], g0[0][1]], &g0_after);
                same("g0_bar", &[g0_bar[0][0], g0_bar[0][1]], &[0.84375, 1.359375]);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.34334851208858463, 2.1050233725121785]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_026 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main<T: Real>(#[inactive] b0: T, p0: &Vec2<T>, p1: &mut (T, T)) {
        if !(b0 > -1.395) {
            for i0 in (0..4).rev() {
                let mut c0 = 0usize;
            }
            let mut g0 = Log::from_value((1.0 as T) * (1.0 as T) + 1.0);
            let mut o0 = Body { at: Vec2 { x: g0.ln().atan2(((p0.x * 0.75) * (p0.x * 0.75) + 1.0)), y: (g0.ln() + g0.ln()).hypot((0.1 * 0.1 + 1.0)) }, w: [g0.ln().atan2(((p0.x * 0.75) * (p0.x * 0.75) + 1.0)), (g0.ln() + g0.ln()).hypot((0.1 * 0.1 + 1.0)), g0.ln().atan2(((p0.x * 0.75) * (p0.x * 0.75) + 1.0))], m: (g0.ln() + g0.ln()).hypot((0.1 * 0.1 + 1.0)), k: 1 };
            swap(&mut o0.w[2..3], &mut o0.w[0..1]);
            g0 /= Log::from_value((o0.m + o0.w[1]) * (o0.m + o0.w[1]) + 1.0);
            p1.0 += g0.ln();
        } else {
            let t0 = p0.x.powi(2).mul_add(p1.1.min(p0.x * b0), 0.5);
        }
        let mut map0: std::collections::BTreeMap<i64, T> = std::collections::BTreeMap::new();
        insert!(map0, 1, (p0.x * p0.x + 1.0).cbrt());
        insert!(map0, -2, 1.0 / (p0.x.max(p1.1) * p0.x.max(p1.1) + 1.0));
        map0[&1] += map0[&-2] * 0.5;
        map0[&1] -= p1.1.hypot((p0.y * p0.y + 1.0));
        let mut g1 = Log::from_value((((p1.1 + map0[&1]) * (p1.1 + map0[&1]) + 1.0).cbrt()) * (((p1.1 + map0[&1]) * (p1.1 + map0[&1]) + 1.0).cbrt()) + 1.0);
        -map0[&1] -= g1.ln().hypot((0.3 * 0.3 + 1.0));
        let mut a0 = [0.0; 3];
        g1 *= Log::from_value(((map0[&1] * map0[&1]).mul_add((map0[&1] * map0[&1] + 1.0).sqrt(), 0.5)) * ((map0[&1] * map0[&1]).mul_add((map0[&1] * map0[&1] + 1.0).sqrt(), 0.5)) + 1.0);
        p1.0 += g1.value().recip();
        for j0 in map0.keys() {
            p1.0 += map0[j0] * 0.5;
        }
        if p0.x < 0.23 {
            'r0: {
                swap(&mut a0[0..1], &mut a0[1..2]);
                p1.0 -= (p1.1 - (0.3 * map0[&1])).min(g1.ln().sin().sinh());
            }
            undo!('r0);
            let mut s0 = 0.0;
            let mut h0 = 0.0;
            h0 += 1.0 + p0.y.sin();
            swap(&mut a0[2], &mut a0[1]);
            map0[&1] -= (g1.ln() - 0.75) - 0.1;
            h0 -= 1.0 + p0.y.sin();
            free!(h0 = 0.0);
        } else if p0.x > -0.395 {
            let t1 = a0[0] / (a0[1].atan() * a0[1].atan() + 1.0);
            for i2 in 0..a0.len() - 1 {
                let t2 = if (!(i2 != 2)) || (!(i2 != 3)) { (map0[&1] * t1).max(t1 * map0[&1]) } else { a0[i2].hypot((t1 * t1 + 1.0)) };
            }
        } else {
            a0[2] += a0[1].cos() - p1.1.sin().sinh();
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut b0 = real::<$T>(-0.095);
                let mut p0 = Vec2 { x: real::<$T>(-1.094), y: real::<$T>(0.657) };
                let mut p1 = (real::<$T>(-0.34299999999999997), real::<$T>(1.408));
                let p1_before = [p1.0, p1.1];
                main(b0, &p0, &mut p1);
                same("p1 after the primal", &[p1.0, p1.1], &[0.38495704613559967, 1.408]);
                let p1_after = [p1.0, p1.1];
                main::inverse(b0, &p0, &mut p1);
                back("p1 after the inverse", &[p1.0, p1.1], &p1_before);
                main(b0, &p0, &mut p1);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.84375);
                p0_bar.y = real(1.359375);
                let mut p1_bar = p1.shadow::<$T>();
                p1_bar.0 = real(0.625);
                p1_bar.1 = real(0.4375);
                main::adjoint(b0, &p0, &mut p0_bar, &mut p1, &mut p1_bar);
                back("p1 after the adjoint", &[p1.0, p1.1], &p1_before);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.7970925194620629, 1.258094110428044]);
                same("p1_bar", &[p1_bar.0, p1_bar.1], &[0.625, 0.24280558476078085]);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.84375);
                p0_bar.y = real(1.359375);
                let mut p1_bar = p1.shadow::<$T>();
                p1_bar.0 = real(0.625);
                p1_bar.1 = real(0.4375);
                main::sweep(b0, &p0, &mut p0_bar, &mut p1, &mut p1_bar);
                back("p1 after the sweep", &[p1.0, p1.1], &p1_after);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.7970925194620629, 1.258094110428044]);
                same("p1_bar", &[p1_bar.0, p1_bar.1], &[0.625, 0.24280558476078085]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_027 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0(p0: &(f64, f64), u0: &f64, y0: &mut f64, n0: usize) {
        if !(p0.1 < -0.27) {
            let o0 = Vec2 { x: (0.3 + p0.1).sin().sinh(), y: ((*u0 / ((n0 as f64) * (n0 as f64) + 1.0)) * (*u0 / ((n0 as f64) * (n0 as f64) + 1.0)) + 1.0).powf((*y0).atan2(((n0 as f64) * (n0 as f64) + 1.0)).tanh()) };
            let mut s0 = 0.0;
            if !((n0 >= 2) || (n0 < 4)) {
                let mut o1 = Vec2 { x: (*u0).hypot(((n0 as f64) * (n0 as f64) + 1.0)), y: s0.atan() + s0 };
            } else {
            }
        }
        *y0 -= (p0.0.softplus() / ((*u0 * *u0) * (*u0 * *u0) + 1.0)).sin();
        if (p0.1 > -1.27) || (n0 % 2 == 0) {
            *y0 += (*u0).mul_add(*u0, 0.5);
            let mut s1 = 0.0;
        } else {
            let mut g0 = Log::from_value(((*u0).max(0.3).asinh()) * ((*u0).max(0.3).asinh()) + 1.0);
            g0 /= Log::from_value((((p0.1 / (p0.1 * p0.1 + 1.0)).asinh() * (p0.1 / (p0.1 * p0.1 + 1.0)).asinh() + 1.0).sqrt()) * (((p0.1 / (p0.1 * p0.1 + 1.0)).asinh() * (p0.1 / (p0.1 * p0.1 + 1.0)).asinh() + 1.0).sqrt()) + 1.0);
            *y0 += g0.ln();
            'r0: {
                *y0 -= 0.75;
            }
            undo!('r0);
        }
        if n0 > 0 {
            f0(p0, u0, y0, n0 - 1);
        }
    }

    #[reversible]
    fn f1(#[inactive] b0: f64, #[inactive] b1: f64, y0: &mut f64) {
        let mut g0 = Log::from_value((b1.min(b1.tanh())) * (b1.min(b1.tanh())) + 1.0);
        g0 /= Log::from_value((b1 / (b0 * b0 + 1.0)) * (b1 / (b0 * b0 + 1.0)) + 1.0);
        *y0 += g0.ln();
    }

    #[reversible]
    fn main(u0: &f64, log0: &mut Vec<usize>, log1: &mut Vec<usize>, x0: &[f64], k0: &mut usize) {
        for i0 in 0..2 {
            let p0 = &x0[0..6];
            let t0 = (*u0).atan2((p0[i0] * p0[i0] + 1.0)) + (((*k0 % 5) as f64) * ((*k0 % 5) as f64) + 1.0).cbrt();
            let t1 = p0[2 * i0] * (*u0 * t0);
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut u0 = real::<$T>(-1.095);
                let mut log0 = Vec::<usize>::from([]);
                let mut log1 = Vec::<usize>::from([]);
                let mut x0 = reals::<$T, 6>([-0.592, -1.09193, 1.53314, -0.9667899999999999, 0.53328, 1.28335]);
                let mut k0 = 0;
                let log0_before = log0.clone();
                let log1_before = log1.clone();
                let k0_before = k0.clone();
                main(&u0, &mut log0, &mut log1, &x0, &mut k0);
                assert_eq!(log0, [], "log0 after the primal");
                assert_eq!(log1, [], "log1 after the primal");
                assert_eq!(k0, 0, "k0 after the primal");
                let log0_after = log0.clone();
                let log1_after = log1.clone();
                let k0_after = k0.clone();
                main::inverse(&u0, &mut log0, &mut log1, &x0, &mut k0);
                assert_eq!(log0, log0_before, "log0 after the inverse");
                assert_eq!(log1, log1_before, "log1 after the inverse");
                assert_eq!(k0, k0_before, "k0 after the inverse");
                main(&u0, &mut log0, &mut log1, &x0, &mut k0);
                let mut u0_bar = u0.shadow::<$T>();
                u0_bar = real(0.84375);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(1.359375);
                x0_bar[1] = real(0.625);
                x0_bar[2] = real(0.4375);
                x0_bar[3] = real(0.5625);
                x0_bar[4] = real(0.828125);
                x0_bar[5] = real(1.6875);
                main::adjoint(&u0, &mut u0_bar, &mut log0, &mut log1, &x0, &mut x0_bar, &mut k0);
                assert_eq!(log0, log0_before, "log0 after the adjoint");
                assert_eq!(log1, log1_before, "log1 after the adjoint");
                assert_eq!(k0, k0_before, "k0 after the adjoint");
                same("u0_bar", &[u0_bar], &[0.84375]);
                same("x0_bar", &[x0_bar[0], x0_bar[1], x0_bar[2], x0_bar[3], x0_bar[4], x0_bar[5]], &[1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875]);
                let mut u0_bar = u0.shadow::<$T>();
                u0_bar = real(0.84375);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(1.359375);
                x0_bar[1] = real(0.625);
                x0_bar[2] = real(0.4375);
                x0_bar[3] = real(0.5625);
                x0_bar[4] = real(0.828125);
                x0_bar[5] = real(1.6875);
                main::sweep(&u0, &mut u0_bar, &mut log0, &mut log1, &x0, &mut x0_bar, &mut k0);
                assert_eq!(log0, log0_after, "log0 after the sweep");
                assert_eq!(log1, log1_after, "log1 after the sweep");
                assert_eq!(k0, k0_after, "k0 after the sweep");
                same("u0_bar", &[u0_bar], &[0.84375]);
                same("x0_bar", &[x0_bar[0], x0_bar[1], x0_bar[2], x0_bar[3], x0_bar[4], x0_bar[5]], &[1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
}

