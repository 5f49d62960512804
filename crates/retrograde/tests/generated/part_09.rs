//! Generated programs, part 9.

mod program_036 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main(y0: &mut f64, n0: usize) {
        'r0: {
            let mut stack0: Vec<f64> = Vec::new();
            push!(stack0, *y0);
            *y0 += 0.5;
            *y0 -= 0.5;
            pop!(stack0, *y0);
            free!(stack0);
        }
        undo!('r0);
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut y0 = real::<$T>(-0.845);
                let mut n0 = 4;
                let y0_before = [y0];
                main(&mut y0, n0);
                same("y0 after the primal", &[y0], &[-0.845]);
                let y0_after = [y0];
                main::inverse(&mut y0, n0);
                back("y0 after the inverse", &[y0], &y0_before);
                main(&mut y0, n0);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.84375);
                main::adjoint(&mut y0, &mut y0_bar, n0);
                back("y0 after the adjoint", &[y0], &y0_before);
                same("y0_bar", &[y0_bar], &[0.84375]);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.84375);
                main::sweep(&mut y0, &mut y0_bar, n0);
                back("y0 after the sweep", &[y0], &y0_after);
                same("y0_bar", &[y0_bar], &[0.84375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
}

mod program_037 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main<T: Real>(x0: &[T; 1], p0: &mut Body<T>) {
        for i1 in 0..2 {
            let mut h0 = 0.0;
            h0 += (x0[0] * x0[0] + 1.0).sqrt().softplus();
            let mut s0 = 0.0;
            h0 -= (x0[0] * x0[0] + 1.0).sqrt().softplus();
            free!(h0 = 0.0);
            s0 += (p0.w[1] * p0.w[1]).ln_1p().mul_add(p0.w[1].mul_add(p0.at.y, 0.5), 0.5);
            let m0 = i1 % 3;
        }
        for i2 in (0..2).rev() {
            let mut s1 = 0.0;
            p0.at.y += (s1 / (0.125 * 0.125 + 1.0)).softplus();
            p0.at.x += (1.0 / (p0.m * p0.m + 1.0)).atan2(((s1 - s1) * (s1 - s1) + 1.0)) + s1;
        }
        for i3 in 0..p0.w.len() - 1 {
            let mut a0 = [0.0; 3];
            a0[2 * i3] -= (0.5 * (p0.w[2 - i3] * p0.at.x).sin()).asin();
            a0[1] -= ((p0.at.y * p0.at.y + 1.0).powf(p0.w[i3 + 1].tanh()) * (p0.at.y * p0.at.y + 1.0).powf(p0.w[i3 + 1].tanh()) + 1.0).cbrt();
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut x0 = reals::<$T, 1>([0.905]);
                let mut p0 = Body { at: Vec2 { x: real::<$T>(0.031), y: real::<$T>(-0.968) }, w: reals::<$T, 3>([0.907, 0.28207000000000004, 1.28214]), m: real::<$T>(1.533), k: 2 };
                let p0_before = [p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m];
                let p0_k_before = p0.k.clone();
                main(&x0, &mut p0);
                same("p0 after the primal", &[p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m], &[0.611159301691919, 0.4182943611198906, 0.907, 0.28207000000000004, 1.28214, 1.533]);
                let p0_after = [p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m];
                let p0_k_after = p0.k.clone();
                main::inverse(&x0, &mut p0);
                back("p0 after the inverse", &[p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m], &p0_before);
                assert_eq!(p0.k, p0_k_before, "p0.k after the inverse");
                main(&x0, &mut p0);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.at.x = real(1.359375);
                p0_bar.at.y = real(0.625);
                p0_bar.w[0] = real(0.4375);
                p0_bar.w[1] = real(0.5625);
                p0_bar.w[2] = real(0.828125);
                p0_bar.m = real(1.6875);
                main::adjoint(&x0, &mut x0_bar, &mut p0, &mut p0_bar);
                back("p0 after the adjoint", &[p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m], &p0_before);
                assert_eq!(p0.k, p0_k_before, "p0.k after the adjoint");
                same("x0_bar", &[x0_bar[0]], &[0.84375]);
                same("p0_bar", &[p0_bar.at.x, p0_bar.at.y, p0_bar.w[0], p0_bar.w[1], p0_bar.w[2], p0_bar.m], &[1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.0055379758115643]);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(0.84375);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.at.x = real(1.359375);
                p0_bar.at.y = real(0.625);
                p0_bar.w[0] = real(0.4375);
                p0_bar.w[1] = real(0.5625);
                p0_bar.w[2] = real(0.828125);
                p0_bar.m = real(1.6875);
                main::sweep(&x0, &mut x0_bar, &mut p0, &mut p0_bar);
                back("p0 after the sweep", &[p0.at.x, p0.at.y, p0.w[0], p0.w[1], p0.w[2], p0.m], &p0_after);
                assert_eq!(p0.k, p0_k_after, "p0.k after the sweep");
                same("x0_bar", &[x0_bar[0]], &[0.84375]);
                same("p0_bar", &[p0_bar.at.x, p0_bar.at.y, p0_bar.w[0], p0_bar.w[1], p0_bar.w[2], p0_bar.m], &[1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.0055379758115643]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_038 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(x0: &[T], y0: &mut T, n0: usize) {
        if n0 > 0 {
            f0(x0, y0, n0 - 1);
        }
        for i0 in n0..3 {
            let t0 = x0[1].mul_add(0.3, 0.5).powi(2);
            let mut h0 = 0.0;
            h0 += t0;
            *y0 += (0.5 + (i0 as T)).min(-h0.logistic());
            let o0 = (((n0 as T).max(t0) * (n0 as T).max(t0) + 1.0).sqrt(), -(t0 * t0 + 1.0).ln());
            h0 -= t0;
            free!(h0 = 0.0);
        }
    }

    #[reversible]
    fn main<T: Real>(k0: &mut usize, y0: &mut T, p0: &Vec2<T>, v0: &mut [T]) {
        'r0: {
            inc(k0);
            let mut h0 = 0.0;
            h0 += v0[2] * p0.y;
            *y0 += (p0.y * p0.y + 1.0).sqrt().abs();
            h0 -= v0[2] * p0.y;
            free!(h0 = 0.0);
        }
        undo!('r0);
        if (*k0 % 2 == 0) && ((p0.y > -1.52) && (*k0 != 2)) {
            let t3 = (*y0).max(p0.x);
            let mut a0 = [0.0; 3];
        } else if (p0.y > 0.48) || (p0.y > -1.02) {
            let t4 = v0[0];
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut k0 = 1;
                let mut y0 = real::<$T>(-1.219);
                let mut p0 = Vec2 { x: real::<$T>(-1.468), y: real::<$T>(0.533) };
                let mut v0 = reals::<$T, 6>([1.158, 0.40807000000000004, 1.28314, -0.46679, -1.21672, -0.09165]);
                let k0_before = k0.clone();
                let y0_before = [y0];
                let v0_before = [v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]];
                main(&mut k0, &mut y0, &p0, &mut v0);
                assert_eq!(k0, 1, "k0 after the primal");
                same("y0 after the primal", &[y0], &[-1.219]);
                same("v0 after the primal", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &[1.158, 0.40807000000000004, 1.28314, -0.46679, -1.21672, -0.09165]);
                let k0_after = k0.clone();
                let y0_after = [y0];
                let v0_after = [v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]];
                main::inverse(&mut k0, &mut y0, &p0, &mut v0);
                assert_eq!(k0, k0_before, "k0 after the inverse");
                back("y0 after the inverse", &[y0], &y0_before);
                back("v0 after the inverse", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &v0_before);
                main(&mut k0, &mut y0, &p0, &mut v0);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.84375);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(1.359375);
                p0_bar.y = real(0.625);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.4375);
                v0_bar[1] = real(0.5625);
                v0_bar[2] = real(0.828125);
                v0_bar[3] = real(1.6875);
                v0_bar[4] = real(1.015625);
                v0_bar[5] = real(0.890625);
                main::adjoint(&mut k0, &mut y0, &mut y0_bar, &p0, &mut p0_bar, &mut v0, &mut v0_bar);
                assert_eq!(k0, k0_before, "k0 after the adjoint");
                back("y0 after the adjoint", &[y0], &y0_before);
                back("v0 after the adjoint", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &v0_before);
                same("y0_bar", &[y0_bar], &[0.84375]);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[1.359375, 0.625]);
                same("v0_bar", &[v0_bar[0], v0_bar[1], v0_bar[2], v0_bar[3], v0_bar[4], v0_bar[5]], &[0.4375, 0.5625, 0.828125, 1.6875, 1.015625, 0.890625]);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.84375);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(1.359375);
                p0_bar.y = real(0.625);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.4375);
                v0_bar[1] = real(0.5625);
                v0_bar[2] = real(0.828125);
                v0_bar[3] = real(1.6875);
                v0_bar[4] = real(1.015625);
                v0_bar[5] = real(0.890625);
                main::sweep(&mut k0, &mut y0, &mut y0_bar, &p0, &mut p0_bar, &mut v0, &mut v0_bar);
                assert_eq!(k0, k0_after, "k0 after the sweep");
                back("y0 after the sweep", &[y0], &y0_after);
                back("v0 after the sweep", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &v0_after);
                same("y0_bar", &[y0_bar], &[0.84375]);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[1.359375, 0.625]);
                same("v0_bar", &[v0_bar[0], v0_bar[1], v0_bar[2], v0_bar[3], v0_bar[4], v0_bar[5]], &[0.4375, 0.5625, 0.828125, 1.6875, 1.015625, 0.890625]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_039 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main(y0: &mut f64, p0: &(f64, f64), #[scratch] z0: &mut [f64], #[inactive] d0: &[f64]) {
        for i0 in 0..=2 {
            if !(i0 % 2 == 0) {
                -z0[2] += (*y0).powi(2) - (p0.1 * p0.1 + 1.0).recip();
            } else {
            }
            let mut map0: std::collections::BTreeMap<i64, f64> = std::collections::BTreeMap::new();
            insert!(map0, 1, (0.3 - 0.5) / (z0[1].max(z0[i0]) * z0[1].max(z0[i0]) + 1.0));
            insert!(map0, -2, (i0 as f64).atan().tanh().exp());
            map0[&1] += map0[&-2] * 0.5;
        }
        for (j0, e0) in z0.iter_mut().enumerate().rev() {
            *e0 += (*y0 * *y0 + 1.0).sqrt() - (*y0 * d0[1]);
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut y0 = real::<$T>(1.03);
                let mut p0 = (real::<$T>(0.906), real::<$T>(-0.718));
                let mut z0 = reals::<$T, 3>([0.0, 0.0, 0.0]);
                let mut d0 = reals::<$T, 4>([-1.467, 1.40807, -0.09186, 0.15821]);
                let y0_before = [y0];
                main(&mut y0, &p0, &mut z0, &d0);
                same("y0 after the primal", &[y0], &[1.03]);
                let y0_after = [y0];
                z0.fill(real(0.0));
                main::inverse(&mut y0, &p0, &mut z0, &d0);
                back("y0 after the inverse", &[y0], &y0_before);
                z0.fill(real(0.0));
                main(&mut y0, &p0, &mut z0, &d0);
                z0.fill(real(0.0));
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.84375);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.0 = real(1.359375);
                p0_bar.1 = real(0.625);
                let mut z0_bar = z0.shadow::<$T>();
                z0_bar[0] = real(0.0);
                z0_bar[1] = real(0.0);
                z0_bar[2] = real(0.0);
                main::adjoint(&mut y0, &mut y0_bar, &p0, &mut p0_bar, &mut z0, &mut z0_bar, &d0);
                back("y0 after the adjoint", &[y0], &y0_before);
                same("y0_bar", &[y0_bar], &[0.84375]);
                same("p0_bar", &[p0_bar.0, p0_bar.1], &[1.359375, 0.625]);
                z0.fill(real(0.0));
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.84375);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.0 = real(1.359375);
                p0_bar.1 = real(0.625);
                let mut z0_bar = z0.shadow::<$T>();
                z0_bar[0] = real(0.0);
                z0_bar[1] = real(0.0);
                z0_bar[2] = real(0.0);
                main::sweep(&mut y0, &mut y0_bar, &p0, &mut p0_bar, &mut z0, &mut z0_bar, &d0);
                back("y0 after the sweep", &[y0], &y0_after);
                same("y0_bar", &[y0_bar], &[0.84375]);
                same("p0_bar", &[p0_bar.0, p0_bar.1], &[1.359375, 0.625]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
}

