//! Generated programs, part 5.

mod program_020 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(n0: usize, x0: &[T]) -> (T, T) {
        (x0[n0].mul_add(x0[1 - n0], 0.5).abs(), x0[1].sin() + (x0[n0 - 1] * (n0 as T)))
    }

    #[reversible]
    fn f1<T: Real>(g0: &mut [[T; 2]; 2], p0: &mut (T, T)) {
        let mut g1 = Log::from_value(((p0.0.logistic().cos() * p0.0.logistic().cos() + 1.0).powf((-p0.0).tanh())) * ((p0.0.logistic().cos() * p0.0.logistic().cos() + 1.0).powf((-p0.0).tanh())) + 1.0);
        let mut s0 = 0.0;
        g1 *= Log::from_value((g0[1][0].atan2((0.3 * 0.3 + 1.0)).atan2((g0[0][0] * g0[0][0] + 1.0))) * (g0[1][0].atan2((0.3 * 0.3 + 1.0)).atan2((g0[0][0] * g0[0][0] + 1.0))) + 1.0);
        p0.1 += g1.value().recip();
    }

    #[reversible]
    fn main(k0: &mut usize) {
        if (*k0 > 1, *k0 > 2) {
            let mut s0 = 0.0;
            *k0 += 1;
        } else {
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut k0 = 1;
                let k0_before = k0.clone();
                main(&mut k0);
                assert_eq!(k0, 1, "k0 after the primal");
                let k0_after = k0.clone();
                main::inverse(&mut k0);
                assert_eq!(k0, k0_before, "k0 after the inverse");
                main(&mut k0);
                main::adjoint(&mut k0);
                assert_eq!(k0, k0_before, "k0 after the adjoint");
                main::sweep(&mut k0);
                assert_eq!(k0, k0_after, "k0 after the sweep");
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_021 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0(p0: &mut (f64, f64)) {
        for i0 in 1..2 {
            let t0 = p0.0.max(p0.0.max(p0.1));
            let mut s0 = (0.5 * p0.0.hypot((t0 * t0 + 1.0)).sin()).asin();
            let mut s1 = s0.atan().atan();
        }
    }

    #[reversible]
    fn main(x0: &[f64; 4], v0: &mut [f64], v1: &mut [f64; 1], y0: &mut f64) {
        #[rounded]
        if x0[2] > 0.48 {
            v1[0] += (0.3 / (x0[1] * x0[1] + 1.0)).sin();
            let p0 = &x0[1..2];
        } else {
            #[store] let t0 = v1[0].max(*y0);
            for i0 in 1..x0.len() - 1 {
                let o0 = Vec2 { x: (t0.powi(3) * t0.powi(3) + 1.0).powf(t0.tanh()), y: t0.softplus().tanh().max(t0) };
            }
        }
        swap(&mut v0[5..6], &mut v0[3..4]);
        if *y0 > -0.02 {
            let mut o1 = Vec2 { x: (v0[2] * v0[2] + 1.0).ln() * x0[0].min(x0[0]), y: 1.5 };
            each!(v1 -= 0.75 * v0[1] - 0.75 * 0.5);
        } else {
            v0[3] += ((v0[0] * v0[0] + 1.0).cbrt() * (v0[0] * v0[0] + 1.0).cbrt() + 1.0).cbrt().min(v0[1] + 0.125);
        }
        for i1 in 1..3 {
            rot(&mut v1[0], &mut v0[5 - i1], x0[3].tanh().exp());
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut x0 = reals::<$T, 4>([-1.22, 0.15506999999999999, 1.28014, -0.34479]);
                let mut v0 = reals::<$T, 6>([0.406, -0.71893, -0.9688599999999999, -0.21879, -1.21872, 1.15635]);
                let mut v1 = reals::<$T, 1>([-0.718]);
                let mut y0 = real::<$T>(0.908);
                let v0_before = [v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]];
                let v1_before = [v1[0]];
                let y0_before = [y0];
                main(&x0, &mut v0, &mut v1, &mut y0);
                same("v0 after the primal", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &[0.406, -0.71893, -0.9688599999999999, 1.6384636898991038, -0.5991736229324042, -0.21879]);
                same("v1 after the primal", &[v1[0]], &[0.11856436630046441]);
                same("y0 after the primal", &[y0], &[0.908]);
                let v0_after = [v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]];
                let v1_after = [v1[0]];
                let y0_after = [y0];
                main::inverse(&x0, &mut v0, &mut v1, &mut y0);
                back("v0 after the inverse", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &v0_before);
                back("v1 after the inverse", &[v1[0]], &v1_before);
                back("y0 after the inverse", &[y0], &y0_before);
                main(&x0, &mut v0, &mut v1, &mut y0);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                x0_bar[1] = real(1.359375);
                x0_bar[2] = real(0.625);
                x0_bar[3] = real(0.4375);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.5625);
                v0_bar[1] = real(0.828125);
                v0_bar[2] = real(1.6875);
                v0_bar[3] = real(1.015625);
                v0_bar[4] = real(0.890625);
                v0_bar[5] = real(1.140625);
                let mut v1_bar = v1.shadow::<$T>();
                v1_bar[0] = real(0.9375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.484375);
                main::adjoint(&x0, &mut x0_bar, &mut v0, &mut v0_bar, &mut v1, &mut v1_bar, &mut y0, &mut y0_bar);
                back("v0 after the adjoint", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &v0_before);
                back("v1 after the adjoint", &[v1[0]], &v1_before);
                back("y0 after the adjoint", &[y0], &y0_before);
                same("x0_bar", &[x0_bar[0], x0_bar[1], x0_bar[2], x0_bar[3]], &[0.84375, 1.2216887115123791, 0.625, 0.7229416998809043]);
                same("v0_bar", &[v0_bar[0], v0_bar[1], v0_bar[2], v0_bar[3], v0_bar[4], v0_bar[5]], &[0.5625, -0.38756117587938843, 1.6875, 1.140625, -0.2327470060742306, 0.1485832950582523]);
                same("v1_bar", &[v1_bar[0]], &[1.620914901172518]);
                same("y0_bar", &[y0_bar], &[0.484375]);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                x0_bar[1] = real(1.359375);
                x0_bar[2] = real(0.625);
                x0_bar[3] = real(0.4375);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.5625);
                v0_bar[1] = real(0.828125);
                v0_bar[2] = real(1.6875);
                v0_bar[3] = real(1.015625);
                v0_bar[4] = real(0.890625);
                v0_bar[5] = real(1.140625);
                let mut v1_bar = v1.shadow::<$T>();
                v1_bar[0] = real(0.9375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.484375);
                main::sweep(&x0, &mut x0_bar, &mut v0, &mut v0_bar, &mut v1, &mut v1_bar, &mut y0, &mut y0_bar);
                back("v0 after the sweep", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &v0_after);
                back("v1 after the sweep", &[v1[0]], &v1_after);
                back("y0 after the sweep", &[y0], &y0_after);
                same("x0_bar", &[x0_bar[0], x0_bar[1], x0_bar[2], x0_bar[3]], &[0.84375, 1.2216887115123791, 0.625, 0.7229416998809043]);
                same("v0_bar", &[v0_bar[0], v0_bar[1], v0_bar[2], v0_bar[3], v0_bar[4], v0_bar[5]], &[0.5625, -0.38756117587938843, 1.6875, 1.140625, -0.2327470060742306, 0.1485832950582523]);
                same("v1_bar", &[v1_bar[0]], &[1.620914901172518]);
                same("y0_bar", &[y0_bar], &[0.484375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
}

mod program_022 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0b<T: Real>(p0: &Body<T>, y0: &mut T, n0: usize) {
        if (n0 < 1) || (n0 >= 2) {
        } else {
            for i0 in 0..3 {
                let t0 = if !(!(p0.at.x < 0.855)) { (*y0 * *y0).ln_1p() } else { (*y0).mul_add(p0.m, 0.5) };
                let mut o0 = Body { at: Vec2 { x: t0.tanh(), y: (p0.w[n0].atan2((0.75 * 0.75 + 1.0)) * p0.w[n0].atan2((0.75 * 0.75 + 1.0)) + 1.0).powf(t0.tanh()).mul_add(1.0 / ((i0 as T) * (i0 as T) + 1.0), 0.5) }, w: [t0.tanh(), (p0.w[n0].atan2((0.75 * 0.75 + 1.0)) * p0.w[n0].atan2((0.75 * 0.75 + 1.0)) + 1.0).powf(t0.tanh()).mul_add(1.0 / ((i0 as T) * (i0 as T) + 1.0), 0.5), t0.tanh()], m: (p0.w[n0].atan2((0.75 * 0.75 + 1.0)) * p0.w[n0].atan2((0.75 * 0.75 + 1.0)) + 1.0).powf(t0.tanh()).mul_add(1.0 / ((i0 as T) * (i0 as T) + 1.0), 0.5), k: 1 };
                let mut a0 = [0.0; 3];
            }
        }
        undo! {
            let mut g0 = Log::from_value((((p0.at.x - p0.at.x) * (p0.at.x - p0.at.x) + 1.0).sqrt()) * (((p0.at.x - p0.at.x) * (p0.at.x - p0.at.x) + 1.0).sqrt()) + 1.0);
            *y0 += 0.5;
            g0 *= Log::from_value((1.0 / ((p0.w[2 - n0] * p0.w[2 - n0]).ln_1p() * (p0.w[2 - n0] * p0.w[2 - n0]).ln_1p() + 1.0)) * (1.0 / ((p0.w[2 - n0] * p0.w[2 - n0]).ln_1p() * (p0.w[2 - n0] * p0.w[2 - n0]).ln_1p() + 1.0)) + 1.0);
            *y0 += g0.value().recip();
            let mut s0 = 0.0;
            let t1 = if (p0.w[n0] > -1.52) && (p0.at.x > -0.27) { (s0 * s0).ln_1p() } else { (0.5 * g0.ln().sin()).asin() };
        }
        let m0 = n0 * 2;
        if n0 > 0 {
            f0(p0, y0, n0 - 1);
        }
    }

    #[reversible]
    fn f0<T: Real>(p0: &Body<T>, y0: &mut T, n0: usize) {
        if n0 > 0 {
            f0b(p0, y0, n0 - 1);
        }
        let m0 = n0 * 2;
        undo! {
            let mut g0 = Log::from_value((((p0.at.x - p0.at.x) * (p0.at.x - p0.at.x) + 1.0).sqrt()) * (((p0.at.x - p0.at.x) * (p0.at.x - p0.at.x) + 1.0).sqrt()) + 1.0);
            *y0 += 0.5;
            g0 *= Log::from_value((1.0 / ((p0.w[2 - n0] * p0.w[2 - n0]).ln_1p() * (p0.w[2 - n0] * p0.w[2 - n0]).ln_1p() + 1.0)) * (1.0 / ((p0.w[2 - n0] * p0.w[2 - n0]).ln_1p() * (p0.w[2 - n0] * p0.w[2 - n0]).ln_1p() + 1.0)) + 1.0);
            *y0 += g0.value().recip();
            let mut s0 = 0.0;
            let t0 = if (p0.w[n0] > -1.52) && (p0.at.x > -0.27) { (s0 * s0).ln_1p() } else { (0.5 * g0.ln().sin()).asin() };
        }
        if (m0 < 1) || (m0 >= 2) {
        } else {
            for i0 in 0..3 {
                let t1 = if !(!(p0.at.x < 0.855)) { (*y0 * *y0).ln_1p() } else { (*y0).mul_add(p0.m, 0.5) };
                let mut o0 = Body { at: Vec2 { x: t1.tanh(), y: (p0.w[n0].atan2((0.75 * 0.75 + 1.0)) * p0.w[n0].atan2((0.75 * 0.75 + 1.0)) + 1.0).powf(t1.tanh()).mul_add(1.0 / ((n0 as T) * (n0 as T) + 1.0), 0.5) }, w: [t1.tanh(), (p0.w[n0].atan2((0.75 * 0.75 + 1.0)) * p0.w[n0].atan2((0.75 * 0.75 + 1.0)) + 1.0).powf(t1.tanh()).mul_add(1.0 / ((n0 as T) * (n0 as T) + 1.0), 0.5), t1.tanh()], m: (p0.w[n0].atan2((0.75 * 0.75 + 1.0)) * p0.w[n0].atan2((0.75 * 0.75 + 1.0)) + 1.0).powf(t1.tanh()).mul_add(1.0 / ((n0 as T) * (n0 as T) + 1.0), 0.5), k: 1 };
                let mut a0 = [0.0; 3];
            }
        }
    }

    #[reversible]
    fn main<T: Real>(y0: &mut T, l0: &mut i64, #[scratch] z0: &mut [T]) {
        for e0 in z0.iter_mut() {
            *e0 -= (*y0).min(0.5 * 0.5);
        }
        let mut map0: std::collections::BTreeMap<i64, T> = std::collections::BTreeMap::new();
        insert!(map0, 1, (0.5 * z0[1].sin()).asin().max(0.5));
        insert!(map0, -2, ((*l0 % 4) as T).powi(2));
        remove!(map0, 1, (0.5 * z0[1].sin()).asin().max(0.5));
        remove!(map0, -2, ((*l0 % 4) as T).powi(2));
        free!(map0);
        undo! {
            let mut a0 = [0.0; 2];
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut y0 = real::<$T>(0.405);
                let mut l0 = -1;
                let mut z0 = reals::<$T, 6>([0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
                let y0_before = [y0];
                let l0_before = l0.clone();
                main(&mut y0, &mut l0, &mut z0);
                same("y0 after the primal", &[y0], &[0.405]);
                assert_eq!(l0, -1, "l0 after the primal");
                let y0_after = [y0];
                let l0_after = l0.clone();
                z0.fill(real(0.0));
                main::inverse(&mut y0, &mut l0, &mut z0);
                back("y0 after the inverse", &[y0], &y0_before);
                assert_eq!(l0, l0_before, "l0 after the inverse");
                z0.fill(real(0.0));
                main(&mut y0, &mut l0, &mut z0);
                z0.fill(real(0.0));
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.84375);
                let mut z0_bar = z0.shadow::<$T>();
                z0_bar[0] = real(0.0);
                z0_bar[1] = real(0.0);
                z0_bar[2] = real(0.0);
                z0_bar[3] = real(0.0);
                z0_bar[4] = real(0.0);
                z0_bar[5] = real(0.0);
                main::adjoint(&mut y0, &mut y0_bar, &mut l0, &mut z0, &mut z0_bar);
                back("y0 after the adjoint", &[y0], &y0_before);
                assert_eq!(l0, l0_before, "l0 after the adjoint");
                same("y0_bar", &[y0_bar], &[0.84375]);
                z0.fill(real(0.0));
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.84375);
                let mut z0_bar = z0.shadow::<$T>();
                z0_bar[0] = real(0.0);
                z0_bar[1] = real(0.0);
                z0_bar[2] = real(0.0);
                z0_bar[3] = real(0.0);
                z0_bar[4] = real(0.0);
                z0_bar[5] = real(0.0);
                main::sweep(&mut y0, &mut y0_bar, &mut l0, &mut z0, &mut z0_bar);
                back("y0 after the sweep", &[y0], &y0_after);
                assert_eq!(l0, l0_after, "l0 after the sweep");
                same("y0_bar", &[y0_bar], &[0.84375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_023 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(p0: &mut Body<T>, v0: &mut [T]) {
        let mut stack0: Vec<T> = Vec::new();
        push!(stack0, p0.m);
        p0.m += (p0.w[0].powi(3) * p0.w[0].powi(3) + 1.0).ln();
        p0.m -= (p0.w[0].powi(3) * p0.w[0].powi(3) + 1.0).ln();
        pop!(stack0, p0.m);
        free!(stack0);
        p0.m += p0.at.x.mul_add((p0.at.y * p0.at.y + 1.0).sqrt(), 0.5);
    }

    #[reversible]
    fn main<T: Real>(#[inactive] d0: &[T], p0: &mut Body<T>, g0: &mut [[T; 3]; 1], n0: usize, x0: &[T]) {
        for i0 in (1..4).step_by(1) {
            g0[0][2] -= ((1.0 / ((0.75 + p0.w[n0 - 2]) * (0.75 + p0.w[n0 - 2]) + 1.0)) * (1.0 / ((0.75 + p0.w[n0 - 2]) * (0.75 + p0.w[n0 - 2]) + 1.0))).ln_1p();
        }
        if (n0 != 2) && (n0 < 1) {
            for i1 in (0..d0.len()).rev().step_by(1) {
                -p0.m += x0[n0 + 2].mul_add(p0.w[n0 - 2], 0.5);
                swap(&mut p0.at.y, &mut p0.w[1]);
            }
            for i2 in (0..p0.w.len()).step_by(3).rev() {
                g0[0][1] -= (1.0 / (p0.at.x * p0.at.x + 1.0)).cos();
                let t0 = (g0[0][2 - i2] / (p0.m * p0.m + 1.0)).cos();
            }
            {
                let t1 = x0[n0 + 2].softplus().atan().hypot((p0.m.sin().sinh() * p0.m.sin().sinh() + 1.0));
                let j0: usize = argmax(x0);
                for i3 in j0..4 {
                    let mut o0 = Vec2 { x: t1.mul_add(t1, 0.5).hypot(((p0.at.x * x0[i3]) * (p0.at.x * x0[i3]) + 1.0)), y: (t1.max(t1) * t1.max(t1)).ln_1p() };
                    let mut a0 = [0.0; 3];
                    a0[n0 - 1] += t1.hypot((t1 * t1 + 1.0)).max(-p0.at.y);
                }
                let mut stack0: Vec<T> = Vec::new();
                push!(stack0, p0.m);
                p0.m += (g0[0][n0 - 1] * g0[0][n0 - 1] + 1.0).sqrt();
                each!(p0.w -= 0.75 * g0[0][1] - 0.75 * 0.5);
                p0.k ^= 3;
                p0.m -= (g0[0][n0 - 1] * g0[0][n0 - 1] + 1.0).sqrt();
                pop!(stack0, p0.m);
                free!(stack0);
            }
        }
        let mut c0 = 0usize;
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut d0 = reals::<$T, 4>([1.28, -1.21993, 1.15514, 1.40521]);
                let mut p0 = Body { at: Vec2 { x: real::<$T>(-0.094), y: real::<$T>(1.157) }, w: reals::<$T, 3>([-0.843, -1.09293, 1.40714]), m: real::<$T>(0.40800000000000003), k: 2 };
                let mut g0 = [[-0.718, 1.53207, 0.7821400000000001]].map(reals::<$T, 3>);
                let mut n0 = 3;
                let mut x0 = reals::<$T, 6>([0.784, 0.65907, -0.34086, 0.6592100000000001, -0.96572, -1.21565]);
                let p0_before = [p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m];
                let p0_k_before = p0.k.clone();
                let g0_before = [g0[0][0], g0[0][1], g0[0][2]];
                main(&d0, &mut p0, &mut g0, n0, &x0);
                same("p0 after the primal", &[p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m], &[-0.094, 1.157, -0.843, -1.09293, 1.40714, 0.40800000000000003]);
                same("g0 after the primal", &[g0[0][0], g0[0][1], g0[0][2]], &[-0.718, 1.53207, -0.9822531915011761]);
                let p0_after = [p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m];
                let p0_k_after = p0.k.clone();
                let g0_after = [g0[0][0], g0[0][1], g0[0][2]];
                main::inverse(&d0, &mut p0, &mut g0, n0, &x0);
                back("p0 after the inverse", &[p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m], &p0_before);
                assert_eq!(p0.k, p0_k_before, "p0.k after the inverse");
                back("g0 after the inverse", &[g0[0][0], g0[0][1], g0[0][2]], &g0_before);
                main(&d0, &mut p0, &mut g0, n0, &x0);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.at.x = real(0.84375);
                p0_bar.at.y = real(1.359375);
                p0_bar.w[0] = real(0.625);
                p0_bar.w[1] = real(0.4375);
                p0_bar.w[2] = real(0.5625);
                p0_bar.m = real(0.828125);
                let mut g0_bar = g0.shadow::<$T>();
                g0_bar[0][0] = real(1.6875);
                g0_bar[0][1] = real(1.015625);
                g0_bar[0][2] = real(0.890625);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(1.140625);
                x0_bar[1] = real(0.9375);
                x0_bar[2] = real(0.484375);
                x0_bar[3] = real(1.53125);
                x0_bar[4] = real(0.9375);
                x0_bar[5] = real(1.640625);
                main::adjoint(&d0, &mut p0, &mut p0_bar, &mut g0, &mut g0_bar, n0, &x0, &mut x0_bar);
                back("p0 after the adjoint", &[p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m], &p0_before);
                assert_eq!(p0.k, p0_k_before, "p0.k after the adjoint");
                back("g0 after the adjoint", &[g0[0][0], g0[0][1], g0[0][2]], &g0_before);
                same("p0_bar", &[p0_bar.at.x, p0_bar.at.y, p0_bar.w[0], p0_bar.w[1], p0_bar.w[2], p0_bar.m], &[0.84375, 1.359375, 0.625, -1.0206399337382412, 0.5625, 0.828125]);
                same("g0_bar", &[g0_bar[0][0], g0_bar[0][1], g0_bar[0][2]], &[1.6875, 1.015625, 0.890625]);
                same("x0_bar", &[x0_bar[0], x0_bar[1], x0_bar[2], x0_bar[3], x0_bar[4], x0_bar[5]], &[1.140625, 0.9375, 0.484375, 1.53125, 0.9375, 1.640625]);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.at.x = real(0.84375);
                p0_bar.at.y = real(1.359375);
                p0_bar.w[0] = real(0.625);
                p0_bar.w[1] = real(0.4375);
                p0_bar.w[2] = real(0.5625);
                p0_bar.m = real(0.828125);
                let mut g0_bar = g0.shadow::<$T>();
                g0_bar[0][0] = real(1.6875);
                g0_bar[0][1] = real(1.015625);
                g0_bar[0][2] = real(0.890625);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(1.140625);
                x0_bar[1] = real(0.9375);
                x0_bar[2] = real(0.484375);
                x0_bar[3] = real(1.53125);
                x0_bar[4] = real(0.9375);
                x0_bar[5] = real(1.640625);
                main::sweep(&d0, &mut p0, &mut p0_bar, &mut g0, &mut g0_bar, n0, &x0, &mut x0_bar);
                back("p0 after the sweep", &[p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m], &p0_after);
                assert_eq!(p0.k, p0_k_after, "p0.k after the sweep");
                back("g0 after the sweep", &[g0[0][0], g0[0][1], g0[0][2]], &g0_after);
                same("p0_bar", &[p0_bar.at.x, p0_bar.at.y, p0_bar.w[0], p0_bar.w[1], p0_bar.w[2], p0_bar.m], &[0.84375, 1.359375, 0.625, -1.0206399337382412, 0.5625, 0.828125]);
                same("g0_bar", &[g0_bar[0][0], g0_bar[0][1], g0_bar[0][2]], &[1.6875, 1.015625, 0.890625]);
                same("x0_bar", &[x0_bar[0], x0_bar[1], x0_bar[2], x0_bar[3], x0_bar[4], x0_bar[5]], &[1.140625, 0.9375, 0.484375, 1.53125, 0.9375, 1.640625]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

