//! Generated programs, part 2.

mod program_008 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(g0: &mut [[T; 3]; 2]) {
        for i0 in 0..2 {
            let mut map0: std::collections::BTreeMap<i64, T> = std::collections::BTreeMap::new();
            insert!(map0, 1, -g0[1 - i0][2 - i0].hypot((g0[1 - i0][i0].powi(3) * g0[1 - i0][i0].powi(3) + 1.0)));
            insert!(map0, -2, g0[1 - i0][i0]);
            map0[&1] += map0[&-2] * 0.5;
        }
    }

    #[reversible]
    fn main<T: Real>(x0: &[T; 1], x1: &[T; 3], v0: &mut [T], n0: usize) {
        for i0 in 1..=x1.len() {
            for i1 in 0..n0 + 1 {
                v0[1] += v0[0].atan2(((i1 as T) * (i1 as T) + 1.0)).mul_add(x0[n0 - 2].powi(2), 0.5);
                let mut s0 = 0.0;
            }
        }
        for i2 in (0..4).rev().step_by(1) {
            let mut o0 = (x0[n0 - 2], (x0[0] * x1[n0]).powi(2));
        }
        let mut g0 = Log::from_value(((x0[0] + (v0[1] + v0[n0 - 2])).max(v0[n0 - 1])) * ((x0[0] + (v0[1] + v0[n0 - 2])).max(v0[n0 - 1])) + 1.0);
        let mut a0 = [0.0; 2];
        g0 *= Log::from_value((a0[1] * v0[1].atan()) * (a0[1] * v0[1].atan()) + 1.0);
        undo! {
            let mut stack0: Vec<T> = Vec::new();
            push!(stack0, a0[n0 - 2]);
            a0[n0 - 2] += g0.ln() / ((g0.ln() * g0.ln() + 1.0).powf(g0.ln().tanh()).cos() * (g0.ln() * g0.ln() + 1.0).powf(g0.ln().tanh()).cos() + 1.0);
            a0[n0 - 2] -= g0.ln() / ((g0.ln() * g0.ln() + 1.0).powf(g0.ln().tanh()).cos() * (g0.ln() * g0.ln() + 1.0).powf(g0.ln().tanh()).cos() + 1.0);
            pop!(stack0, a0[n0 - 2]);
            free!(stack0);
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut x0 = reals::<$T, 1>([0.78]);
                let mut x1 = reals::<$T, 3>([-0.719, 0.65607, 0.15614]);
                let mut v0 = reals::<$T, 2>([1.032, -0.71793]);
                let mut n0 = 2;
                let v0_before = [v0[0], v0[1]];
                main(&x0, &x1, &mut v0, n0);
                same("v0 after the primal", &[v0[0], v0[1]], &[1.032, 6.485286441537743]);
                let v0_after = [v0[0], v0[1]];
                main::inverse(&x0, &x1, &mut v0, n0);
                back("v0 after the inverse", &[v0[0], v0[1]], &v0_before);
                main(&x0, &x1, &mut v0, n0);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                let mut x1_bar = x1.shadow::<$T>();
                x1_bar[0] = real(1.359375);
                x1_bar[1] = real(0.625);
                x1_bar[2] = real(0.4375);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.5625);
                v0_bar[1] = real(0.828125);
                main::adjoint(&x0, &mut x0_bar, &x1, &mut x1_bar, &mut v0, &mut v0_bar, n0);
                back("v0 after the adjoint", &[v0[0], v0[1]], &v0_before);
                same("x0_bar", &[x0_bar[0]], &[6.583752860637033]);
                same("x1_bar", &[x1_bar[0], x1_bar[1], x1_bar[2]], &[1.359375, 0.625, 0.4375]);
                same("v0_bar", &[v0_bar[0], v0_bar[1]], &[2.1812322362053775, 0.828125]);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                let mut x1_bar = x1.shadow::<$T>();
                x1_bar[0] = real(1.359375);
                x1_bar[1] = real(0.625);
                x1_bar[2] = real(0.4375);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.5625);
                v0_bar[1] = real(0.828125);
                main::sweep(&x0, &mut x0_bar, &x1, &mut x1_bar, &mut v0, &mut v0_bar, n0);
                back("v0 after the sweep", &[v0[0], v0[1]], &v0_after);
                same("x0_bar", &[x0_bar[0]], &[6.583752860637033]);
                same("x1_bar", &[x1_bar[0], x1_bar[1], x1_bar[2]], &[1.359375, 0.625, 0.4375]);
                same("v0_bar", &[v0_bar[0], v0_bar[1]], &[2.1812322362053775, 0.828125]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_009 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main(p0: &mut Vec2<f64>, k0: &mut usize, y0: &mut f64, y1: &mut f64) {
        'r0: {
            {
                let o0 = (((*y1).mul_add(p0.x, 0.5) * (*y1).mul_add(p0.x, 0.5) + 1.0).cbrt(), (*y1).sin().sinh().hypot((1.0 * 1.0 + 1.0)));
                let mut a0 = vec![0.0; 1];
                a0[*k0 % 1] -= (o0.0 / (o0.1 * o0.1 + 1.0)) / ((o0.0 * o0.0).ln_1p() * (o0.0 * o0.0).ln_1p() + 1.0);
            }
            p0.x += ((p0.y + *y0) * (p0.y + *y0) + 1.0).ln();
        }
        for i0 in (1..*k0 % 4).step_by(1).rev() {
            let o1 = Vec2 { x: p0.x.max(*y1).tanh(), y: p0.x.abs() };
        }
        undo!('r0);
        if (*k0 > 1, *k0 > 2) {
            let mut map0: std::collections::BTreeMap<i64, f64> = std::collections::BTreeMap::new();
            insert!(map0, 1, (p0.x / (p0.y * p0.y + 1.0)).tanh().exp());
            insert!(map0, -2, *y0 * (*y0 * *y0 + 1.0).recip());
            map0[&1] += map0[&-2] * 0.5;
            *k0 += 1;
        } else {
            undo! {
                *y0 -= ((((*k0 % 5) as f64) * ((*k0 % 5) as f64) + 1.0).powf(((*k0 % 5) as f64).sin().sinh().tanh()) * (((*k0 % 5) as f64) * ((*k0 % 5) as f64) + 1.0).powf(((*k0 % 5) as f64).sin().sinh().tanh()) + 1.0).sqrt();
            }
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut p0 = Vec2 { x: real::<$T>(-1.095), y: real::<$T>(1.281) };
                let mut k0 = 3;
                let mut y0 = real::<$T>(1.532);
                let mut y1 = real::<$T>(-0.717);
                let p0_before = [p0.x, p0.y];
                let k0_before = k0.clone();
                let y0_before = [y0];
                let y1_before = [y1];
                main(&mut p0, &mut k0, &mut y0, &mut y1);
                same("p0 after the primal", &[p0.x, p0.y], &[-1.095, 1.281]);
                assert_eq!(k0, 4, "k0 after the primal");
                same("y0 after the primal", &[y0], &[1.532]);
                same("y1 after the primal", &[y1], &[-0.717]);
                let p0_after = [p0.x, p0.y];
                let k0_after = k0.clone();
                let y0_after = [y0];
                let y1_after = [y1];
                main::inverse(&mut p0, &mut k0, &mut y0, &mut y1);
                back("p0 after the inverse", &[p0.x, p0.y], &p0_before);
                assert_eq!(k0, k0_before, "k0 after the inverse");
                back("y0 after the inverse", &[y0], &y0_before);
                back("y1 after the inverse", &[y1], &y1_before);
                main(&mut p0, &mut k0, &mut y0, &mut y1);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.84375);
                p0_bar.y = real(1.359375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.625);
                let mut y1_bar = y1.shadow::<$T>();
                y1_bar = real(0.4375);
                main::adjoint(&mut p0, &mut p0_bar, &mut k0, &mut y0, &mut y0_bar, &mut y1, &mut y1_bar);
                back("p0 after the adjoint", &[p0.x, p0.y], &p0_before);
                assert_eq!(k0, k0_before, "k0 after the adjoint");
                back("y0 after the adjoint", &[y0], &y0_before);
                back("y1 after the adjoint", &[y1], &y1_before);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.84375, 1.359375]);
                same("y0_bar", &[y0_bar], &[0.625]);
                same("y1_bar", &[y1_bar], &[0.4375]);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.84375);
                p0_bar.y = real(1.359375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.625);
                let mut y1_bar = y1.shadow::<$T>();
                y1_bar = real(0.4375);
                main::sweep(&mut p0, &mut p0_bar, &mut k0, &mut y0, &mut y0_bar, &mut y1, &mut y1_bar);
                back("p0 after the sweep", &[p0.x, p0.y], &p0_after);
                assert_eq!(k0, k0_after, "k0 after the sweep");
                back("y0 after the sweep", &[y0], &y0_after);
                back("y1 after the sweep", &[y1], &y1_after);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.84375, 1.359375]);
                same("y0_bar", &[y0_bar], &[0.625]);
                same("y1_bar", &[y1_bar], &[0.4375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
}

mod program_010 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main<T: Real>(p0: &mut Vec2<T>, k0: &mut usize) {
        let mut g0 = Log::from_value((0.5 * p0.y) * (0.5 * p0.y) + 1.0);
        g0 /= Log::from_value(((0.5 * p0.x.sin()).asin()) * ((0.5 * p0.x.sin()).asin()) + 1.0);
        for i0 in (0..2).rev().step_by(2) {
            let mut h0 = 0.0;
            h0 += (1.0 / (g0.ln() * g0.ln() + 1.0)).hypot(((p0.x / (((*k0 % 5) as T) * ((*k0 % 5) as T) + 1.0)) * (p0.x / (((*k0 % 5) as T) * ((*k0 % 5) as T) + 1.0)) + 1.0));
            let mut o0 = (((0.5 / (((*k0 % 5) as T) * ((*k0 % 5) as T) + 1.0)) * (0.5 / (((*k0 % 5) as T) * ((*k0 % 5) as T) + 1.0)) + 1.0).powf((g0.ln() * g0.ln() + 1.0).powf((-g0.ln()).tanh()).tanh()), p0.y);
            h0 -= (1.0 / (g0.ln() * g0.ln() + 1.0)).hypot(((p0.x / (((*k0 % 5) as T) * ((*k0 % 5) as T) + 1.0)) * (p0.x / (((*k0 % 5) as T) * ((*k0 % 5) as T) + 1.0)) + 1.0));
            free!(h0 = 0.0);
            o0.1 -= (-o0.0).tanh();
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut p0 = Vec2 { x: real::<$T>(1.28), y: real::<$T>(-0.844) };
                let mut k0 = 0;
                let p0_before = [p0.x, p0.y];
                let k0_before = k0.clone();
                main(&mut p0, &mut k0);
                same("p0 after the primal", &[p0.x, p0.y], &[1.28, -0.844]);
                assert_eq!(k0, 0, "k0 after the primal");
                let p0_after = [p0.x, p0.y];
                let k0_after = k0.clone();
                main::inverse(&mut p0, &mut k0);
                back("p0 after the inverse", &[p0.x, p0.y], &p0_before);
                assert_eq!(k0, k0_before, "k0 after the inverse");
                main(&mut p0, &mut k0);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.84375);
                p0_bar.y = real(1.359375);
                main::adjoint(&mut p0, &mut p0_bar, &mut k0);
                back("p0 after the adjoint", &[p0.x, p0.y], &p0_before);
                assert_eq!(k0, k0_before, "k0 after the adjoint");
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.84375, 1.359375]);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.84375);
                p0_bar.y = real(1.359375);
                main::sweep(&mut p0, &mut p0_bar, &mut k0);
                back("p0 after the sweep", &[p0.x, p0.y], &p0_after);
                assert_eq!(k0, k0_after, "k0 after the sweep");
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.84375, 1.359375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_011 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(#[inactive] b0: T, x0: &[T], y0: &mut T) {
        if !(x0[0] > 0.105) {
            let t0 = (*y0 + b0).mul_add(b0, 0.5);
            let mut c0 = 0usize;
        }
        let mut map0: std::collections::BTreeMap<i64, T> = std::collections::BTreeMap::new();
        insert!(map0, 1, (*y0 * (*y0 - *y0)).atan2(((0.5 * x0[1].sin()).asin() * (0.5 * x0[1].sin()).asin() + 1.0)));
        insert!(map0, -2, 1.0);
        map0[&1] += map0[&-2] * 0.5;
        let mut map1: std::collections::BTreeMap<i64, T> = std::collections::BTreeMap::new();
        insert!(map1, 1, 2.0);
        insert!(map1, -2, (0.1 - x0[1]).sin().sinh());
        map1[&1] += map1[&-2] * 0.5;
        let mut map2: std::collections::BTreeMap<i64, T> = std::collections::BTreeMap::new();
        insert!(map2, 1, ((*y0).atan2(((map0[&1] * map0[&1] + 1.0).sqrt() * (map0[&1] * map0[&1] + 1.0).sqrt() + 1.0)) * (*y0).atan2(((map0[&1] * map0[&1] + 1.0).sqrt() * (map0[&1] * map0[&1] + 1.0).sqrt() + 1.0)) + 1.0).recip());
        insert!(map2, -2, (map1[&1].max(map0[&1]) * map1[&1].max(map0[&1]) + 1.0).sqrt());
        map2[&1] += map2[&-2] * 0.5;
        let j0: usize = argmax(x0);
        'r0: {
            let t1 = if (x0[1] > 0.605) || (x0[j0] < 1.48) { ((2.0 + map2[&1]) * (2.0 + map2[&1]) + 1.0).powf((0.125 - *y0).tanh()) } else { map0[&1].sin() };
        }
        let mut s0 = 0.5 + map1[&1].min(0.1);
        let mut s1 = 0.0;
        undo!('r0);
    }

    #[reversible]
    fn main<T: Real>(n0: usize, y0: &mut T, x0: &[T; 2], l0: &mut i64) {
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut n0 = 1;
                let mut y0 = real::<$T>(1.031);
                let mut x0 = reals::<$T, 2>([-1.093, -0.59293]);
                let mut l0 = 1;
                let y0_before = [y0];
                let l0_before = l0.clone();
                main(n0, &mut y0, &x0, &mut l0);
                same("y0 after the primal", &[y0], &[1.031]);
                assert_eq!(l0, 1, "l0 after the primal");
                let y0_after = [y0];
                let l0_after = l0.clone();
                main::inverse(n0, &mut y0, &x0, &mut l0);
                back("y0 after the inverse", &[y0], &y0_before);
                assert_eq!(l0, l0_before, "l0 after the inverse");
                main(n0, &mut y0, &x0, &mut l0);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.84375);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(1.359375);
                x0_bar[1] = real(0.625);
                main::adjoint(n0, &mut y0, &mut y0_bar, &x0, &mut x0_bar, &mut l0);
                back("y0 after the adjoint", &[y0], &y0_before);
                assert_eq!(l0, l0_before, "l0 after the adjoint");
                same("y0_bar", &[y0_bar], &[0.84375]);
                same("x0_bar", &[x0_bar[0], x0_bar[1]], &[1.359375, 0.625]);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.84375);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(1.359375);
                x0_bar[1] = real(0.625);
                main::sweep(n0, &mut y0, &mut y0_bar, &x0, &mut x0_bar, &mut l0);
                back("y0 after the sweep", &[y0], &y0_after);
                assert_eq!(l0, l0_after, "l0 after the sweep");
                same("y0_bar", &[y0_bar], &[0.84375]);
                same("x0_bar", &[x0_bar[0], x0_bar[1]], &[1.359375, 0.625]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

