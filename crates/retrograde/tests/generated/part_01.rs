//! Generated programs, part 1.

mod program_004 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main<T: Real>(p0: &Vec2<T>, #[inactive] b0: T, y0: &mut T) {
        let mut map0: std::collections::BTreeMap<i64, T> = std::collections::BTreeMap::new();
        insert!(map0, 1, -b0 / ((*y0).mul_add(*y0, 0.5) * (*y0).mul_add(*y0, 0.5) + 1.0));
        insert!(map0, -2, p0.x + p0.y);
        remove!(map0, 1, -b0 / ((*y0).mul_add(*y0, 0.5) * (*y0).mul_add(*y0, 0.5) + 1.0));
        remove!(map0, -2, p0.x + p0.y);
        free!(map0);
        let mut g0 = Log::from_value((0.5 as T) * (0.5 as T) + 1.0);
        {
            let o0 = Vec2 { x: (0.125 / (g0.ln() * g0.ln() + 1.0)) * p0.y.max(*y0), y: (p0.y + *y0).atan2(((g0.ln() * g0.ln()) * (g0.ln() * g0.ln()) + 1.0)) };
        }
        g0 *= Log::from_value((p0.y.cos()) * (p0.y.cos()) + 1.0);
        *y0 += g0.value().recip();
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut p0 = Vec2 { x: real::<$T>(-0.72), y: real::<$T>(-0.094) };
                let mut b0 = real::<$T>(0.906);
                let mut y0 = real::<$T>(0.532);
                let y0_before = [y0];
                main(&p0, b0, &mut y0);
                same("y0 after the primal", &[y0], &[0.9337697970964732]);
                let y0_after = [y0];
                main::inverse(&p0, b0, &mut y0);
                back("y0 after the inverse", &[y0], &y0_before);
                main(&p0, b0, &mut y0);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.84375);
                p0_bar.y = real(1.359375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.625);
                main::adjoint(&p0, &mut p0_bar, b0, &mut y0, &mut y0_bar);
                back("y0 after the adjoint", &[y0], &y0_before);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.84375, 1.3358060005528896]);
                same("y0_bar", &[y0_bar], &[0.625]);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.84375);
                p0_bar.y = real(1.359375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.625);
                main::sweep(&p0, &mut p0_bar, b0, &mut y0, &mut y0_bar);
                back("y0 after the sweep", &[y0], &y0_after);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.84375, 1.3358060005528896]);
                same("y0_bar", &[y0_bar], &[0.625]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_005 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main<T: Real>(p0: &mut Body<T>, v0: &mut [T; 3], p1: &(T, T)) {
        undo! {
            let mut map0: std::collections::BTreeMap<i64, T> = std::collections::BTreeMap::new();
            insert!(map0, 1, (0.125 + 0.1) + p1.1.logistic());
            insert!(map0, -2, 0.5);
            map0[&1] += map0[&-2] * 0.5;
            for j0 in map0.keys() {
                p0.at.x += map0[j0] * 0.5;
            }
        }
        for i0 in 0..3 {
            'r0: {
                let mut c0 = 0usize;
                neg(&mut v0[i0]);
                p0.w[2 - i0] += ((v0[i0] * p1.0) * (v0[i0] * p1.0) + 1.0).powf(p0.at.x.tanh());
            }
            let t0 = p0.at.y.max((i0 as T)).atan().atan2((((1.0 * p0.at.y) - v0[i0]) * ((1.0 * p0.at.y) - v0[i0]) + 1.0));
            undo!('r0);
            let mut map1: std::collections::BTreeMap<i64, T> = std::collections::BTreeMap::new();
            insert!(map1, 1, t0.powi(2) + p0.at.x);
            insert!(map1, -2, t0 * t0);
            swap(&mut v0[i0..i0 + 1], &mut p0.w[i0..i0 + 1]);
            remove!(map1, 1, t0.powi(2) + p0.at.x);
            remove!(map1, -2, t0 * t0);
            free!(map1);
            if ((i0 < 4) || (p1.1 > 0.105)) && ((i0 < 3) && (i0 != 1)) {
                p0.at.y -= (0.3 + (i0 as T)) + 0.125;
                let mut o0 = Body { at: Vec2 { x: (t0 - t0).max((v0[0] * v0[0] + 1.0).recip()), y: (((i0 as T) / (v0[0] * v0[0] + 1.0)) * (t0 * t0 + 1.0).powf(p0.m.tanh())) - 0.5 }, w: [(t0 - t0).max((v0[0] * v0[0] + 1.0).recip()), (((i0 as T) / (v0[0] * v0[0] + 1.0)) * (t0 * t0 + 1.0).powf(p0.m.tanh())) - 0.5, (t0 - t0).max((v0[0] * v0[0] + 1.0).recip())], m: (((i0 as T) / (v0[0] * v0[0] + 1.0)) * (t0 * t0 + 1.0).powf(p0.m.tanh())) - 0.5, k: 1 };
            }
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut p0 = Body { at: Vec2 { x: real::<$T>(1.03), y: real::<$T>(-1.094) }, w: reals::<$T, 3>([1.281, -0.21893, -0.9688599999999999]), m: real::<$T>(1.157), k: 2 };
                let mut v0 = reals::<$T, 3>([-1.469, 0.03107, -1.34386]);
                let mut p1 = (real::<$T>(-0.718), real::<$T>(-0.717));
                let p0_before = [p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m];
                let p0_k_before = p0.k.clone();
                let v0_before = [v0[0], v0[1], v0[2]];
                main(&mut p0, &mut v0, &p1);
                same("p0 after the primal", &[p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m], &[0.3784730274251775, -3.944, -1.469, 0.03107, -1.34386, 1.157]);
                same("v0 after the primal", &[v0[0], v0[1], v0[2]], &[1.281, -0.21893000000000007, -0.9688599999999999]);
                let p0_after = [p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m];
                let p0_k_after = p0.k.clone();
                let v0_after = [v0[0], v0[1], v0[2]];
                main::inverse(&mut p0, &mut v0, &p1);
                back("p0 after the inverse", &[p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m], &p0_before);
                assert_eq!(p0.k, p0_k_before, "p0.k after the inverse");
                back("v0 after the inverse", &[v0[0], v0[1], v0[2]], &v0_before);
                main(&mut p0, &mut v0, &p1);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.at.x = real(0.84375);
                p0_bar.at.y = real(1.359375);
                p0_bar.w[0] = real(0.625);
                p0_bar.w[1] = real(0.4375);
                p0_bar.w[2] = real(0.5625);
                p0_bar.m = real(0.828125);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(1.6875);
                v0_bar[1] = real(1.015625);
                v0_bar[2] = real(0.890625);
                let mut p1_bar = p1.shadow::<$T>();
                p1_bar.0 = real(1.140625);
                p1_bar.1 = real(0.9375);
                main::adjoint(&mut p0, &mut p0_bar, &mut v0, &mut v0_bar, &p1, &mut p1_bar);
                back("p0 after the adjoint", &[p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m], &p0_before);
                assert_eq!(p0.k, p0_k_before, "p0.k after the adjoint");
                back("v0 after the adjoint", &[v0[0], v0[1], v0[2]], &v0_before);
                same("p0_bar", &[p0_bar.at.x, p0_bar.at.y, p0_bar.w[0], p0_bar.w[1], p0_bar.w[2], p0_bar.m], &[0.84375, 1.359375, 1.6875, 1.015625, 0.890625, 0.828125]);
                same("v0_bar", &[v0_bar[0], v0_bar[1], v0_bar[2]], &[0.625, 0.4375, 0.5625]);
                same("p1_bar", &[p1_bar.0, p1_bar.1], &[1.140625, 0.8445041724378475]);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.at.x = real(0.84375);
                p0_bar.at.y = real(1.359375);
                p0_bar.w[0] = real(0.625);
                p0_bar.w[1] = real(0.4375);
                p0_bar.w[2] = real(0.5625);
                p0_bar.m = real(0.828125);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(1.6875);
                v0_bar[1] = real(1.015625);
                v0_bar[2] = real(0.890625);
                let mut p1_bar = p1.shadow::<$T>();
                p1_bar.0 = real(1.140625);
                p1_bar.1 = real(0.9375);
                main::sweep(&mut p0, &mut p0_bar, &mut v0, &mut v0_bar, &p1, &mut p1_bar);
                back("p0 after the sweep", &[p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m], &p0_after);
                assert_eq!(p0.k, p0_k_after, "p0.k after the sweep");
                back("v0 after the sweep", &[v0[0], v0[1], v0[2]], &v0_after);
                same("p0_bar", &[p0_bar.at.x, p0_bar.at.y, p0_bar.w[0], p0_bar.w[1], p0_bar.w[2], p0_bar.m], &[0.84375, 1.359375, 1.6875, 1.015625, 0.890625, 0.828125]);
                same("v0_bar", &[v0_bar[0], v0_bar[1], v0_bar[2]], &[0.625, 0.4375, 0.5625]);
                same("p1_bar", &[p1_bar.0, p1_bar.1], &[1.140625, 0.8445041724378475]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_006 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0(#[inactive] b0: f64, w0: f64, y0: &mut f64) {
        if w0 > 1.23 {
            *y0 -= (0.1 / (w0 * w0 + 1.0)).mul_add(0.3, 0.5);
        } else {
        }
    }

    #[reversible]
    fn f1b(u0: &f64, y0: &mut f64, n0: usize) {
        if n0 > 0 {
            f1(u0, y0, n0 - 1);
        }
        let mut stack0: Vec<f64> = Vec::new();
        push!(stack0, *y0);
        *y0 += (*u0 / (*u0 * *u0 + 1.0)) / (*u0 * *u0 + 1.0);
        *y0 -= (*u0 / (*u0 * *u0 + 1.0)) / (*u0 * *u0 + 1.0);
        pop!(stack0, *y0);
        free!(stack0);
        if (n0 != 3) && (*u0 < 0.605) {
            let mut s0 = 0.0;
        }
    }

    #[reversible]
    fn f1(u0: &f64, y0: &mut f64, n0: usize) {
        if (n0 != 3) && (*u0 < 0.605) {
            let mut s0 = 0.0;
        }
        let mut stack0: Vec<f64> = Vec::new();
        push!(stack0, *y0);
        *y0 += (*u0 / (*u0 * *u0 + 1.0)) / (*u0 * *u0 + 1.0);
        *y0 -= (*u0 / (*u0 * *u0 + 1.0)) / (*u0 * *u0 + 1.0);
        pop!(stack0, *y0);
        free!(stack0);
        if n0 > 0 {
            f1b(u0, y0, n0 - 1);
        }
    }

    #[reversible]
    fn main(l0: &mut i64, #[inactive] d0: &[f64]) {
        let mut o0 = ((0.75 / (d0[0] * d0[0] + 1.0)) / (d0[0] * d0[0] + 1.0), d0[1].min(d0[1] + d0[0]) / ((d0[0] + d0[1]) * (d0[0] + d0[1]) + 1.0));
        o0.1 += o0.0;
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut l0 = -2;
                let mut d0 = reals::<$T, 2>([1.156, -0.59393]);
                let l0_before = l0.clone();
                main(&mut l0, &d0);
                assert_eq!(l0, -2, "l0 after the primal");
                let l0_after = l0.clone();
                main::inverse(&mut l0, &d0);
                assert_eq!(l0, l0_before, "l0 after the inverse");
                main(&mut l0, &d0);
                main::adjoint(&mut l0, &d0);
                assert_eq!(l0, l0_before, "l0 after the adjoint");
                main::sweep(&mut l0, &d0);
                assert_eq!(l0, l0_after, "l0 after the sweep");
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
}

mod program_007 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(y0: &mut T, l0: &mut i64, u0: &T, n0: usize) {
        for i0 in (n0..3).step_by(2).rev() {
            *y0 += (1.0 / (*u0 * *u0 + 1.0)).abs();
            let mut c0 = 0usize;
        }
        'r0: {
            *y0 -= (*u0 + *u0).powi(3);
        }
        let mut a0 = vec![0.0; 3];
        undo!('r0);
    }

    #[reversible]
    fn main<T: Real>(w0: T, y0: &mut T) {
        for i0 in 1..2 {
            for i1 in (0..i0 + 1).rev().step_by(3) {
                let o0 = Body { at: Vec2 { x: (*y0).asinh(), y: (*y0).powi(2).atan() }, w: [(*y0).asinh(), (*y0).powi(2).atan(), (*y0).asinh()], m: (*y0).powi(2).atan(), k: 1 };
                let t0 = 2.0;
            }
            *y0 += (0.5 * w0.sin()).asin().min(w0);
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut w0 = real::<$T>(0.28);
                let mut y0 = real::<$T>(0.531);
                let y0_before = [y0];
                main(w0, &mut y0);
                same("y0 after the primal", &[y0], &[0.6696213531316761]);
                let y0_after = [y0];
                main::inverse(w0, &mut y0);
                back("y0 after the inverse", &[y0], &y0_before);
                main(w0, &mut y0);
                let mut w0_bar = w0.shadow::<$T>();
                w0_bar = real(0.84375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(1.359375);
                main::adjoint(w0, &mut w0_bar, &mut y0, &mut y0_bar);
                back("y0 after the adjoint", &[y0], &y0_before);
                same("w0_bar", &[w0_bar], &[1.5032940872300844]);
                same("y0_bar", &[y0_bar], &[1.359375]);
                let mut w0_bar = w0.shadow::<$T>();
                w0_bar = real(0.84375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(1.359375);
                main::sweep(w0, &mut w0_bar, &mut y0, &mut y0_bar);
                back("y0 after the sweep", &[y0], &y0_after);
                same("w0_bar", &[w0_bar], &[1.5032940872300844]);
                same("y0_bar", &[y0_bar], &[1.359375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

