//! Generated programs, part 4.

mod program_016 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f1<T: Real>(v0: &mut [T; 1], x0: &[T]) {
        for e0 in v0.iter_mut() {
            *e0 += x0[2] * x0[0];
            let mut s0 = 0.0;
            let mut h0 = 0.0;
            h0 += (x0[2] * x0[2]).ln_1p() * s0.tanh().exp();
            let mut a0 = [0.0; 4];
            h0 -= (x0[2] * x0[2]).ln_1p() * s0.tanh().exp();
            free!(h0 = 0.0);
        }
    }

    #[reversible]
    fn main<T: Real>(u0: &T, l0: &mut i64, u1: &T, p0: &Vec2<T>, y0: &mut T) {
        let mut h0 = 0.0;
        h0 += (((*l0 % 4) as T) * (*y0).mul_add(p0.y, 0.5)).mul_add((*u1).asinh(), 0.5);
        #[store] #[inactive] let t0 = ((*l0 % 4) as T).powi(2);
        h0 -= (((*l0 % 4) as T) * (*y0).mul_add(p0.y, 0.5)).mul_add((*u1).asinh(), 0.5);
        free!(h0 = 0.0);
        let mut map0: std::collections::BTreeMap<i64, T> = std::collections::BTreeMap::new();
        insert!(map0, 1, ((*l0 % 4) as T).sin().sinh());
        insert!(map0, -2, p0.y.powi(2));
        map0[&1] += map0[&-2] * 0.5;
        let mut o0 = (((*l0 % 4) as T).atan2(((0.75 / (((*l0 % 4) as T) * ((*l0 % 4) as T) + 1.0)).atan2((map0[&1] * map0[&1] + 1.0)) * (0.75 / (((*l0 % 4) as T) * ((*l0 % 4) as T) + 1.0)).atan2((map0[&1] * map0[&1] + 1.0)) + 1.0)), (map0[&1] - map0[&1]).cos());
        for j0 in map0.keys() {
            *y0 += map0[j0] * 0.5;
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut u0 = real::<$T>(-0.97);
                let mut l0 = 2;
                let mut u1 = real::<$T>(0.032);
                let mut p0 = Vec2 { x: real::<$T>(0.658), y: real::<$T>(-0.46599999999999997) };
                let mut y0 = real::<$T>(1.159);
                let l0_before = l0.clone();
                let y0_before = [y0];
                main(&u0, &mut l0, &u1, &p0, &mut y0);
                assert_eq!(l0, 2, "l0 after the primal");
                same("y0 after the primal", &[y0], &[1.8418096504728683]);
                let l0_after = l0.clone();
                let y0_after = [y0];
                main::inverse(&u0, &mut l0, &u1, &p0, &mut y0);
                assert_eq!(l0, l0_before, "l0 after the inverse");
                back("y0 after the inverse", &[y0], &y0_before);
                main(&u0, &mut l0, &u1, &p0, &mut y0);
                let mut u0_bar = u0.shadow::<$T>();
                u0_bar = real(0.84375);
                let mut u1_bar = u1.shadow::<$T>();
                u1_bar = real(1.359375);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.625);
                p0_bar.y = real(0.4375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.5625);
                main::adjoint(&u0, &mut u0_bar, &mut l0, &u1, &mut u1_bar, &p0, &mut p0_bar, &mut y0, &mut y0_bar);
                assert_eq!(l0, l0_before, "l0 after the adjoint");
                back("y0 after the adjoint", &[y0], &y0_before);
                same("u0_bar", &[u0_bar], &[0.84375]);
                same("u1_bar", &[u1_bar], &[1.359375]);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.625, 0.04431250000000003]);
                same("y0_bar", &[y0_bar], &[0.5625]);
                let mut u0_bar = u0.shadow::<$T>();
                u0_bar = real(0.84375);
                let mut u1_bar = u1.shadow::<$T>();
                u1_bar = real(1.359375);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.625);
                p0_bar.y = real(0.4375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.5625);
                main::sweep(&u0, &mut u0_bar, &mut l0, &u1, &mut u1_bar, &p0, &mut p0_bar, &mut y0, &mut y0_bar);
                assert_eq!(l0, l0_after, "l0 after the sweep");
                back("y0 after the sweep", &[y0], &y0_after);
                same("u0_bar", &[u0_bar], &[0.84375]);
                same("u1_bar", &[u1_bar], &[1.359375]);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.625, 0.04431250000000003]);
                same("y0_bar", &[y0_bar], &[0.5625]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_017 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main<T: Real>(n0: usize, u0: &T, y0: &mut T) {
        let mut stack0: Vec<T> = Vec::new();
        push!(stack0, *y0);
        *y0 += (n0 as T) * ((n0 as T) * 0.125);
        *y0 -= (n0 as T) * ((n0 as T) * 0.125);
        pop!(stack0, *y0);
        free!(stack0);
        'r0: {
            let m0 = n0 + 1;
            let mut a0 = vec![0.0; n0];
        }
        undo!('r0);
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut n0 = 1;
                let mut u0 = real::<$T>(-1.094);
                let mut y0 = real::<$T>(0.532);
                let y0_before = [y0];
                main(n0, &u0, &mut y0);
                same("y0 after the primal", &[y0], &[0.532]);
                let y0_after = [y0];
                main::inverse(n0, &u0, &mut y0);
                back("y0 after the inverse", &[y0], &y0_before);
                main(n0, &u0, &mut y0);
                let mut u0_bar = u0.shadow::<$T>();
                u0_bar = real(0.84375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(1.359375);
                main::adjoint(n0, &u0, &mut u0_bar, &mut y0, &mut y0_bar);
                back("y0 after the adjoint", &[y0], &y0_before);
                same("u0_bar", &[u0_bar], &[0.84375]);
                same("y0_bar", &[y0_bar], &[1.359375]);
                let mut u0_bar = u0.shadow::<$T>();
                u0_bar = real(0.84375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(1.359375);
                main::sweep(n0, &u0, &mut u0_bar, &mut y0, &mut y0_bar);
                back("y0 after the sweep", &[y0], &y0_after);
                same("u0_bar", &[u0_bar], &[0.84375]);
                same("y0_bar", &[y0_bar], &[1.359375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_018 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0(x0: &[f64; 2], #[inactive] d0: &[f64]) -> Vec2<f64> {
        Vec2 { x: 1.0 / (-d0[2] * -d0[2] + 1.0), y: x0[0] }
    }

    #[reversible]
    fn f1(g0: &mut [[f64; 3]; 2]) {
        let mut stack0: Vec<f64> = Vec::new();
        push!(stack0, g0[0][0]);
        g0[0][0] += 1.0 * 2.0;
        g0[0][0] -= 1.0 * 2.0;
        pop!(stack0, g0[0][0]);
        free!(stack0);
        for i0 in 0..4 {
            for i1 in i0..4 {
                g0[1][1] += (0.1 * 0.125) * (1.0 / ((i0 as f64) * (i0 as f64) + 1.0));
            }
            let m0 = i0 % 3;
            g0[1][m0] += (2.0 * (0.125 + 1.5)) / ((0.5 + 0.125) * (0.5 + 0.125) + 1.0);
        }
    }

    #[reversible]
    fn main(p0: &mut Body<f64>, w0: f64, p1: &mut Body<f64>) {
        for i0 in 1..p0.w.len() {
            for (e0, q0) in p1.w.iter_mut().zip(p0.w.iter()) {
                *e0 += (p0.w[i0] / (w0 * w0 + 1.0)).cos();
            }
            for i1 in (0..p0.w.len() - 1).rev() {
                p0.at.x -= p1.at.y;
            }
            for i2 in (0..p0.w.len() - 1).rev().step_by(1) {
                let t0 = if (!(i0 + 1 < i2)) && (w0 < 1.105) { (p1.at.x * p1.at.x).ln_1p() } else { ((i2 as f64) * 0.125).mul_add(p0.m.sin().sinh(), 0.5) };
            }
        }
        'r0: {
            'r1: {
                p0.m -= p1.m;
            }
            undo!('r1);
        }
        'r2: {
            p0.at.y -= p0.m;
        }
        swap(&mut p1.w[1..2], &mut p0.w[1..2]);
        undo!('r2);
        if w0 > 0.855 {
            let mut s0 = 0.0;
            p0.at.x += 1.5;
        } else {
            p1.at.x -= w0.atan2((-p1.at.y * -p1.at.y + 1.0));
            p0.at.y += (p0.w[0] - p0.at.x).powi(3);
        }
        undo!('r0);
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut p0 = Body { at: Vec2 { x: real::<$T>(-0.97), y: real::<$T>(0.156) }, w: reals::<$T, 3>([-0.344, 0.65607, 1.40614]), m: real::<$T>(-1.343), k: 2 };
                let mut w0 = real::<$T>(0.156);
                let mut p1 = Body { at: Vec2 { x: real::<$T>(1.282), y: real::<$T>(1.408) }, w: reals::<$T, 3>([-1.217, -0.71693, -0.8418599999999999]), m: real::<$T>(1.534), k: 2 };
                let p0_before = [p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m];
                let p0_k_before = p0.k.clone();
                let p1_before = [p1.at.x, p1.at.y, p1.w[0], p1.w[1], p1.w[2], p1.m];
                let p1_k_before = p1.k.clone();
                main(&mut p0, w0, &mut p1);
                same("p0 after the primal", &[p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m], &[-6.602, 245.23532551200003, -0.344, 0.28164782721330195, 1.40614, -1.3429999999999997]);
                same("p1 after the primal", &[p1.at.x, p1.at.y, p1.w[0], p1.w[1], p1.w[2], p1.m], &[1.229741878275004, 1.408, -0.21842217278669815, 0.65607, 0.156717827213302, 1.534]);
                let p0_after = [p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m];
                let p0_k_after = p0.k.clone();
                let p1_after = [p1.at.x, p1.at.y, p1.w[0], p1.w[1], p1.w[2], p1.m];
                let p1_k_after = p1.k.clone();
                main::inverse(&mut p0, w0, &mut p1);
                back("p0 after the inverse", &[p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m], &p0_before);
                assert_eq!(p0.k, p0_k_before, "p0.k after the inverse");
                back("p1 after the inverse", &[p1.at.x, p1.at.y, p1.w[0], p1.w[1], p1.w[2], p1.m], &p1_before);
                assert_eq!(p1.k, p1_k_before, "p1.k after the inverse");
                main(&mut p0, w0, &mut p1);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.at.x = real(0.84375);
                p0_bar.at.y = real(1.359375);
                p0_bar.w[0] = real(0.625);
                p0_bar.w[1] = real(0.4375);
                p0_bar.w[2] = real(0.5625);
                p0_bar.m = real(0.828125);
                let mut w0_bar = w0.shadow::<$T>();
                w0_bar = real(1.6875);
                let mut p1_bar = p1.shadow::<$T>();
                p1_bar.at.x = real(1.015625);
                p1_bar.at.y = real(0.890625);
                p1_bar.w[0] = real(1.140625);
                p1_bar.w[1] = real(0.9375);
                p1_bar.w[2] = real(0.484375);
                p1_bar.m = real(1.53125);
                main::adjoint(&mut p0, &mut p0_bar, w0, &mut w0_bar, &mut p1, &mut p1_bar);
                back("p0 after the adjoint", &[p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m], &p0_before);
                assert_eq!(p0.k, p0_k_before, "p0.k after the adjoint");
                back("p1 after the adjoint", &[p1.at.x, p1.at.y, p1.w[0], p1.w[1], p1.w[2], p1.m], &p1_before);
                assert_eq!(p1.k, p1_k_before, "p1.k after the adjoint");
                same("p0_bar", &[p0_bar.at.x, p0_bar.at.y, p0_bar.w[0], p0_bar.w[1], p0_bar.w[2], p0_bar.m], &[-158.8660813125, 1.359375, 160.3348313125, -0.2657329469853218, -1.4116346152216968, 0.828125]);
                same("w0_bar", &[w0_bar], &[2.4338474174347047]);
                same("p1_bar", &[p1_bar.at.x, p1_bar.at.y, p1_bar.w[0], p1_bar.w[1], p1_bar.w[2], p1_bar.m], &[1.015625, 636.4049713975944, 1.140625, 0.4375, 0.484375, 1.53125]);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.at.x = real(0.84375);
                p0_bar.at.y = real(1.359375);
                p0_bar.w[0] = real(0.625);
                p0_bar.w[1] = real(0.4375);
                p0_bar.w[2] = real(0.5625);
                p0_bar.m = real(0.828125);
                let mut w0_bar = w0.shadow::<$T>();
                w0_bar = real(1.6875);
                let mut p1_bar = p1.shadow::<$T>();
                p1_bar.at.x = real(1.015625);
                p1_bar.at.y = real(0.890625);
                p1_bar.w[0] = real(1.140625);
                p1_bar.w[1] = real(0.9375);
                p1_bar.w[2] = real(0.484375);
                p1_bar.m = real(1.53125);
                main::sweep(&mut p0, &mut p0_bar, w0, &mut w0_bar, &mut p1, &mut p1_bar);
                back("p0 after the sweep", &[p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m], &p0_after);
                assert_eq!(p0.k, p0_k_after, "p0.k after the sweep");
                back("p1 after the sweep", &[p1.at.x, p1.at.y, p1.w[0], p1.w[1], p1.w[2], p1.m], &p1_after);
                assert_eq!(p1.k, p1_k_after, "p1.k after the sweep");
                same("p0_bar", &[p0_bar.at.x, p0_bar.at.y, p0_bar.w[0], p0_bar.w[1], p0_bar.w[2], p0_bar.m], &[-158.8660813125, 1.359375, 160.3348313125, -0.2657329469853218, -1.4116346152216968, 0.828125]);
                same("w0_bar", &[w0_bar], &[2.4338474174347047]);
                same("p1_bar", &[p1_bar.at.x, p1_bar.at.y, p1_bar.w[0], p1_bar.w[1], p1_bar.w[2], p1_bar.m], &[1.015625, 636.4049713975944, 1.140625, 0.4375, 0.484375, 1.53125]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
}

mod program_019 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(x0: &[T], x1: &[T], y0: &mut T) {
        for i0 in (0..x1.len()).step_by(2).rev() {
            let j0: usize = argmax(x1);
            *y0 += x1[i0].abs();
            *y0 -= x0[j0 * 1 + i0].hypot((x1[j0] * x1[j0] + 1.0)).atan2(((x0[j0] * x0[0]) * (x0[j0] * x0[0]) + 1.0));
        }
        for i1 in 0..x1.len() {
            *y0 += x0[0 - i1].logistic().asinh();
        }
    }

    #[reversible]
    fn main<T: Real>(g0: &mut [[T; 3]; 1]) {
        for i0 in 1..4 {
            'r0: {
                g0[0][1] -= (2.0 / (0.1 * 0.1 + 1.0)) - ((i0 as T) + 0.3);
                g0[0][0] -= (0.125 * 0.125) - 0.1;
            }
            let mut c0 = 0usize;
            let mut s0 = 0.0;
            undo!('r0);
            while (c0 < 0, c0 > 0) {
                -g0[c0 + 1][c0] += (s0 - s0) + ((c0 as T) * (c0 as T) + 1.0).ln();
                let t0 = (s0 + s0).cos();
                c0 += 1;
            }
            while (c0 < 3, c0 > 0) {
                -g0[0][c0] += ((s0 * s0 + 1.0).ln() * (s0 * s0 + 1.0).ln() + 1.0).ln();
                g0[0][1] += 0.1 * (i0 as T);
                let mut a0 = [0.0; 2];
                c0 += 1;
            }
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut g0 = [[-0.22, -0.71993, -0.8448599999999999]].map(reals::<$T, 3>);
                let g0_before = [g0[0][0], g0[0][1], g0[0][2]];
                main(&mut g0);
                same("g0 after the primal", &[g0[0][0], g0[0][1], g0[0][2]], &[-0.22, 1.08007, -0.8448599999999999]);
                let g0_after = [g0[0][0], g0[0][1], g0[0][2]];
                main::inverse(&mut g0);
                back("g0 after the inverse", &[g0[0][0], g0[0][1], g0[0][2]], &g0_before);
                main(&mut g0);
                let mut g0_bar = g0.shadow::<$T>();
                g0_bar[0][0] = real(0.84375);
                g0_bar[0][1] = real(1.359375);
                g0_bar[0][2] = real(0.625);
                main::adjoint(&mut g0, &mut g0_bar);
                back("g0 after the adjoint", &[g0[0][0], g0[0][1], g0[0][2]], &g0_before);
                same("g0_bar", &[g0_bar[0][0], g0_bar[0][1], g0_bar[0][2]], &[0.84375, 1.359375, 0.625]);
                let mut g0_bar = g0.shadow::<$T>();
                g0_bar[0][0] = real(0.84375);
                g0_bar[0][1] = real(1.359375);
                g0_bar[0][2] = real(0.625);
                main::sweep(&mut g0, &mut g0_bar);
                back("g0 after the sweep", &[g0[0][0], g0[0][1], g0[0][2]], &g0_after);
                same("g0_bar", &[g0_bar[0][0], g0_bar[0][1], g0_bar[0][2]], &[0.84375, 1.359375, 0.625]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

