//! Generated programs, part 3.

mod program_012 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0(w0: f64) -> f64 {
        w0.asinh()
    }

    #[reversible]
    fn main(p0: &mut (f64, f64), k0: &mut usize) {
        while (*k0 < 4, *k0 > 3) {
            for i0 in *k0..*k0 {
                let mut o0: (f64, f64) = p0.clone();
            }
            *k0 += 1;
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut p0 = (real::<$T>(-0.595), real::<$T>(-0.719));
                let mut k0 = 3;
                let p0_before = [p0.0, p0.1];
                let k0_before = k0.clone();
                main(&mut p0, &mut k0);
                same("p0 after the primal", &[p0.0, p0.1], &[-0.595, -0.719]);
                assert_eq!(k0, 4, "k0 after the primal");
                let p0_after = [p0.0, p0.1];
                let k0_after = k0.clone();
                main::inverse(&mut p0, &mut k0);
                back("p0 after the inverse", &[p0.0, p0.1], &p0_before);
                assert_eq!(k0, k0_before, "k0 after the inverse");
                main(&mut p0, &mut k0);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.0 = real(0.84375);
                p0_bar.1 = real(1.359375);
                main::adjoint(&mut p0, &mut p0_bar, &mut k0);
                back("p0 after the adjoint", &[p0.0, p0.1], &p0_before);
                assert_eq!(k0, k0_before, "k0 after the adjoint");
                same("p0_bar", &[p0_bar.0, p0_bar.1], &[0.84375, 1.359375]);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.0 = real(0.84375);
                p0_bar.1 = real(1.359375);
                main::sweep(&mut p0, &mut p0_bar, &mut k0);
                back("p0 after the sweep", &[p0.0, p0.1], &p0_after);
                assert_eq!(k0, k0_after, "k0 after the sweep");
                same("p0_bar", &[p0_bar.0, p0_bar.1], &[0.84375, 1.359375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
}

mod program_013 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(v0: &mut [T], p0: &mut Body<T>, u0: &T) {
        for i0 in (0..2).rev().step_by(3) {
            dec(&mut p0.k);
            let mut stack0: Vec<T> = Vec::new();
            push!(stack0, p0.w[2]);
            p0.w[2] += p0.m.cos();
            let t0 = p0.m.mul_add((i0 as T), 0.5).sin();
            p0.w[2] -= p0.m.cos();
            pop!(stack0, p0.w[2]);
            free!(stack0);
            let mut a0 = [0.0; 4];
        }
    }

    #[reversible]
    fn f1b<T: Real>(p0: &mut Vec2<T>, n0: usize) {
        if n0 > 0 {
            f1(p0, n0 - 1);
        }
        'r0: {
            for i0 in (0..n0 + 1).step_by(2).rev() {
                p0.y += p0.x.min(p0.x.sin().sinh()) - 0.1;
                p0.x -= ((1.0 / (p0.y * p0.y + 1.0)) * (1.0 / (p0.y * p0.y + 1.0)) + 1.0).powf((n0 as T).hypot((p0.y * p0.y + 1.0)).tanh());
            }
        }
        let mut a0 = [0.0; 1];
        undo!('r0);
    }

    #[reversible]
    fn f1<T: Real>(p0: &mut Vec2<T>, n0: usize) {
        'r0: {
            for i0 in (0..n0 + 1).step_by(2).rev() {
                p0.y += p0.x.min(p0.x.sin().sinh()) - 0.1;
                p0.x -= ((1.0 / (p0.y * p0.y + 1.0)) * (1.0 / (p0.y * p0.y + 1.0)) + 1.0).powf((n0 as T).hypot((p0.y * p0.y + 1.0)).tanh());
            }
        }
        let mut a0 = [0.0; 1];
        undo!('r0);
        if n0 > 0 {
            f1b(p0, n0 - 1);
        }
    }

    #[reversible]
    fn main<T: Real>(x0: &[T; 2], k0: &mut usize) {
        let mut h0 = 0.0;
        h0 += x0[1].softplus();
        let t0 = x0[*k0 % 2].hypot((x0[*k0 % 2].logistic() * x0[*k0 % 2].logistic() + 1.0));
        let p0 = &x0[0..1];
        h0 -= x0[1].softplus();
        free!(h0 = 0.0);
        let mut h1 = 0.0;
        h1 += t0.atan2((t0 * t0 + 1.0)).sin();
        let t1 = ((((*k0 % 5) as T) * ((*k0 % 5) as T) + 1.0).sqrt() + 0.125) * h1;
        h1 -= t0.atan2((t0 * t0 + 1.0)).sin();
        free!(h1 = 0.0);
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut x0 = reals::<$T, 2>([-1.095, 1.03007]);
                let mut k0 = 3;
                let k0_before = k0.clone();
                main(&x0, &mut k0);
                assert_eq!(k0, 3, "k0 after the primal");
                let k0_after = k0.clone();
                main::inverse(&x0, &mut k0);
                assert_eq!(k0, k0_before, "k0 after the inverse");
                main(&x0, &mut k0);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                x0_bar[1] = real(1.359375);
                main::adjoint(&x0, &mut x0_bar, &mut k0);
                assert_eq!(k0, k0_before, "k0 after the adjoint");
                same("x0_bar", &[x0_bar[0], x0_bar[1]], &[0.84375, 1.359375]);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                x0_bar[1] = real(1.359375);
                main::sweep(&x0, &mut x0_bar, &mut k0);
                assert_eq!(k0, k0_after, "k0 after the sweep");
                same("x0_bar", &[x0_bar[0], x0_bar[1]], &[0.84375, 1.359375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_014 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main<T: Real>(v0: &mut [T], v1: &mut [T; 4]) {
        for i0 in 0..v0.len() {
            -v0[1] -= (0.1 * v1[i0]).sin().max(0.75 - v1[i0 + 2]);
            v0[i0] += (i0 as T).hypot(((i0 as T) * (i0 as T) + 1.0));
            for i1 in 0..=3 {
                swap(&mut v0[1], &mut v1[i0 + 2]);
            }
        }
        for i2 in 0..v1.len() {
            each!(v1 -= 0.75 * v0[0] - 0.75 * 0.5);
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut v0 = reals::<$T, 2>([-0.345, 0.53007]);
                let mut v1 = reals::<$T, 4>([-1.094, -1.34393, -1.09386, 1.15621]);
                let v0_before = [v0[0], v0[1]];
                let v1_before = [v1[0], v1[1], v1[2], v1[3]];
                main(&mut v0, &mut v1);
                same("v0 after the primal", &[v0[0], v0[1]], &[0.655, 4.476009168358379]);
                same("v1 after the primal", &[v1[0], v1[1], v1[2], v1[3]], &[-1.559, -1.80893, -1.55886, 0.6912100000000001]);
                let v0_after = [v0[0], v0[1]];
                let v1_after = [v1[0], v1[1], v1[2], v1[3]];
                main::inverse(&mut v0, &mut v1);
                back("v0 after the inverse", &[v0[0], v0[1]], &v0_before);
                back("v1 after the inverse", &[v1[0], v1[1], v1[2], v1[3]], &v1_before);
                main(&mut v0, &mut v1);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.84375);
                v0_bar[1] = real(1.359375);
                let mut v1_bar = v1.shadow::<$T>();
                v1_bar[0] = real(0.625);
                v1_bar[1] = real(0.4375);
                v1_bar[2] = real(0.5625);
                v1_bar[3] = real(0.828125);
                main::adjoint(&mut v0, &mut v0_bar, &mut v1, &mut v1_bar);
                back("v0 after the adjoint", &[v0[0], v0[1]], &v0_before);
                back("v1 after the adjoint", &[v1[0], v1[1], v1[2], v1[3]], &v1_before);
                same("v0_bar", &[v0_bar[0], v0_bar[1]], &[-6.515625, 1.359375]);
                same("v1_bar", &[v1_bar[0], v1_bar[1], v1_bar[2], v1_bar[3]], &[0.625, 0.5722117304881116, -0.796875, 0.828125]);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.84375);
                v0_bar[1] = real(1.359375);
                let mut v1_bar = v1.shadow::<$T>();
                v1_bar[0] = real(0.625);
                v1_bar[1] = real(0.4375);
                v1_bar[2] = real(0.5625);
                v1_bar[3] = real(0.828125);
                main::sweep(&mut v0, &mut v0_bar, &mut v1, &mut v1_bar);
                back("v0 after the sweep", &[v0[0], v0[1]], &v0_after);
                back("v1 after the sweep", &[v1[0], v1[1], v1[2], v1[3]], &v1_after);
                same("v0_bar", &[v0_bar[0], v0_bar[1]], &[-6.515625, 1.359375]);
                same("v1_bar", &[v1_bar[0], v1_bar[1], v1_bar[2], v1_bar[3]], &[0.625, 0.5722117304881116, -0.796875, 0.828125]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_015 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0(p0: &Vec2<f64>, y0: &mut f64) {
        let mut stack0: Vec<f64> = Vec::new();
        push!(stack0, *y0);
        *y0 += p0.y.abs().sin().sinh();
        *y0 -= p0.y.abs().sin().sinh();
        pop!(stack0, *y0);
        free!(stack0);
    }

    #[reversible]
    fn main(#[inactive] b0: f64, k0: &mut usize, #[inactive] d0: &[f64], #[inactive] d1: &[f64]) {
        'r0: {
            'r1: {
                #[inactive] let t0 = (d1[1] * d1[1]).ln_1p();
                dec(k0);
                *k0 += 1;
            }
            undo!('r1);
        }
        undo!('r0);
        let mut h0 = 0.0;
        h0 += d1[0].powi(2).mul_add(b0.sin(), 0.5);
        h0 -= d1[0].powi(2).mul_add(b0.sin(), 0.5);
        free!(h0 = 0.0);
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut b0 = real::<$T>(0.655);
                let mut k0 = 1;
                let mut d0 = reals::<$T, 6>([1.532, 0.65707, 0.15714, -0.7177899999999999, 0.53228, -1.09265]);
                let mut d1 = reals::<$T, 2>([0.533, 0.28307000000000004]);
                let k0_before = k0.clone();
                main(b0, &mut k0, &d0, &d1);
                assert_eq!(k0, 1, "k0 after the primal");
                let k0_after = k0.clone();
                main::inverse(b0, &mut k0, &d0, &d1);
                assert_eq!(k0, k0_before, "k0 after the inverse");
                main(b0, &mut k0, &d0, &d1);
                main::adjoint(b0, &mut k0, &d0, &d1);
                assert_eq!(k0, k0_before, "k0 after the adjoint");
                main::sweep(b0, &mut k0, &d0, &d1);
                assert_eq!(k0, k0_after, "k0 after the sweep");
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
}

