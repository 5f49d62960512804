//! Generated programs, part 7.

mod program_028 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main<T: Real>(w0: T, x0: &[T], #[inactive] b0: T, y0: &mut T) {
        *y0 += (w0 * w0 + 1.0).recip();
        'r0: {
            'r1: {
                let mut c0 = 0usize;
                let t0 = *y0 / (x0[0] * x0[0] + 1.0);
            }
            undo!('r1);
        }
        let mut o0 = Vec2 { x: (*y0 * *y0 + 1.0).powf((x0[4] * x0[4] + 1.0).powf(b0.tanh()).tanh()), y: 0.125 - 0.5 };
        undo!('r0);
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut w0 = real::<$T>(-1.47);
                let mut x0 = reals::<$T, 6>([-1.344, -1.34393, 0.5311400000000001, 1.03121, 1.03128, 0.15635]);
                let mut b0 = real::<$T>(-0.718);
                let mut y0 = real::<$T>(0.28300000000000003);
                let y0_before = [y0];
                main(w0, &x0, b0, &mut y0);
                same("y0 after the primal", &[y0], &[0.5993655920782056]);
                let y0_after = [y0];
                main::inverse(w0, &x0, b0, &mut y0);
                back("y0 after the inverse", &[y0], &y0_before);
                main(w0, &x0, b0, &mut y0);
                let mut w0_bar = w0.shadow::<$T>();
                w0_bar = real(0.84375);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(1.359375);
                x0_bar[1] = real(0.625);
                x0_bar[2] = real(0.4375);
                x0_bar[3] = real(0.5625);
                x0_bar[4] = real(0.828125);
                x0_bar[5] = real(1.6875);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(1.015625);
                main::adjoint(w0, &mut w0_bar, &x0, &mut x0_bar, b0, &mut y0, &mut y0_bar);
                back("y0 after the adjoint", &[y0], &y0_before);
                same("w0_bar", &[w0_bar], &[1.1426040874738261]);
                same("x0_bar", &[x0_bar[0], x0_bar[1], x0_bar[2], x0_bar[3], x0_bar[4], x0_bar[5]], &[1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875]);
                same("y0_bar", &[y0_bar], &[1.015625]);
                let mut w0_bar = w0.shadow::<$T>();
                w0_bar = real(0.84375);
                let mut x0_bar = x0.shadow::<$T>();
                x0_bar[0] = real(1.359375);
                x0_bar[1] = real(0.625);
                x0_bar[2] = real(0.4375);
                x0_bar[3] = real(0.5625);
                x0_bar[4] = real(0.828125);
                x0_bar[5] = real(1.6875);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(1.015625);
                main::sweep(w0, &mut w0_bar, &x0, &mut x0_bar, b0, &mut y0, &mut y0_bar);
                back("y0 after the sweep", &[y0], &y0_after);
                same("w0_bar", &[w0_bar], &[1.1426040874738261]);
                same("x0_bar", &[x0_bar[0], x0_bar[1], x0_bar[2], x0_bar[3], x0_bar[4], x0_bar[5]], &[1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875]);
                same("y0_bar", &[y0_bar], &[1.015625]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_029 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(x0: &[T], v0: &mut [T; 1], g0: &mut [[T; 3]; 1]) {
        let mut stack0: Vec<T> = Vec::new();
        push!(stack0, v0[0]);
        v0[0] += (g0[0][0] * g0[0][0] + 1.0).recip();
        v0[0] -= (g0[0][0] * g0[0][0] + 1.0).recip();
        pop!(stack0, v0[0]);
        free!(stack0);
        'r0: {
            let j0: usize = argmax(x0);
        }
        undo!('r0);
    }

    #[reversible]
    fn main<T: Real>(n0: usize, n1: usize, v0: &mut [T]) {
        if n1 + 1 < n0 {
            let t0 = v0[1].softplus();
        } else {
            let mut a0 = vec![0.0; 2];
        }
        let mut h0 = 0.0;
        h0 += 0.1 - ((n1 as T) * ((n1 as T) + (n0 as T)));
        v0[1] -= h0 + (h0 + h0).tanh();
        h0 -= 0.1 - ((n1 as T) * ((n1 as T) + (n0 as T)));
        free!(h0 = 0.0);
        for i1 in (0..2).rev() {
            if n1 >= 2 {
                let m0 = n0 % 3;
            } else {
            }
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut n0 = 3;
                let mut n1 = 4;
                let mut v0 = reals::<$T, 2>([1.532, -0.96793]);
                let v0_before = [v0[0], v0[1]];
                main(n0, n1, &mut v0);
                same("v0 after the primal", &[v0[0], v0[1]], &[1.532, 27.93207]);
                let v0_after = [v0[0], v0[1]];
                main::inverse(n0, n1, &mut v0);
                back("v0 after the inverse", &[v0[0], v0[1]], &v0_before);
                main(n0, n1, &mut v0);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.84375);
                v0_bar[1] = real(1.359375);
                main::adjoint(n0, n1, &mut v0, &mut v0_bar);
                back("v0 after the adjoint", &[v0[0], v0[1]], &v0_before);
                same("v0_bar", &[v0_bar[0], v0_bar[1]], &[0.84375, 1.359375]);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.84375);
                v0_bar[1] = real(1.359375);
                main::sweep(n0, n1, &mut v0, &mut v0_bar);
                back("v0 after the sweep", &[v0[0], v0[1]], &v0_after);
                same("v0_bar", &[v0_bar[0], v0_bar[1]], &[0.84375, 1.359375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_030 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0(x0: &[f64; 2]) -> Body<f64> {
        for i0 in (0..4).step_by(3) {
            for i1 in (1..x0.len()).step_by(1).rev() {
                let o0 = (x0[1 - i1] * (x0[1] - x0[1 - i1]), ((i0 as f64) * (i0 as f64) + 1.0).recip());
            }
            if (x0[1] < -0.02) && (i0 != 3) {
            } else if !(i0 == 2) {
                let mut a0 = [0.0; 2];
            }
            let o1 = ((i0 as f64).tanh(), x0[0].min(0.3).powi(2));
        }
        undo! {
            let mut a1 = [0.0; 4];
        }
        Body { at: Vec2 { x: x0[0].asinh().tanh().exp(), y: x0[0].logistic() * 1.0 }, w: [x0[0].asinh().tanh().exp(), x0[0].logistic() * 1.0, x0[0].asinh().tanh().exp()], m: x0[0].logistic() * 1.0, k: 1 }
    }

    #[reversible]
    fn f1(p0: &Body<f64>, log0: &mut Vec<usize>, y0: &mut f64) {
        'r0: {
            *y0 += -p0.at.y;
        }
        undo!('r0);
        let t0 = if p0.at.y > -0.645 { -*y0 } else { (*y0).atan2(((1.0 / (p0.w[2] * p0.w[2] + 1.0)) * (1.0 / (p0.w[2] * p0.w[2] + 1.0)) + 1.0)) };
    }

    #[reversible]
    fn main(y0: &mut f64) {
        for i0 in (1..=2).rev().step_by(1) {
            undo! {
                -*y0 += 2.0;
                *y0 -= 0.75;
            }
            for i1 in (i0..=i0 + 1).rev().step_by(3) {
                *y0 -= 0.75 - 1.0;
                let mut s0 = 0.5 / ((i0 as f64).hypot((*y0 * *y0 + 1.0)) * (i0 as f64).hypot((*y0 * *y0 + 1.0)) + 1.0);
            }
            for i2 in i0..4 {
                *y0 -= (1.5 - 0.75) / ((0.3 + (i2 as f64)).atan2((0.125 * 0.125 + 1.0)) * (0.3 + (i2 as f64)).atan2((0.125 * 0.125 + 1.0)) + 1.0);
            }
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut y0 = real::<$T>(0.655);
                let y0_before = [y0];
                main(&mut y0);
                same("y0 after the primal", &[y0], &[5.028236627764173]);
                let y0_after = [y0];
                main::inverse(&mut y0);
                back("y0 after the inverse", &[y0], &y0_before);
                main(&mut y0);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.84375);
                main::adjoint(&mut y0, &mut y0_bar);
                back("y0 after the adjoint", &[y0], &y0_before);
                same("y0_bar", &[y0_bar], &[0.84375]);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.84375);
                main::sweep(&mut y0, &mut y0_bar);
                back("y0 after the sweep", &[y0], &y0_after);
                same("y0_bar", &[y0_bar], &[0.84375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
}

mod program_031 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main<T: Real>(v0: &mut [T], u0: &T, p0: &Vec2<T>) {
        for i0 in 0..v0.len() - 1 {
            let t0 = (1.0 / (v0[3] * v0[3] + 1.0)).min(0.3);
            for i1 in (1..i0 + 1).step_by(3) {
                let mut s0 = 0.0;
            }
        }
        if (p0.x > -0.52) || (p0.y > -1.52) {
            let mut h0 = 0.0;
            h0 += (v0[5] * v0[5] + 1.0).powf((*u0).tanh()).hypot((((*u0).tanh().exp() * (*u0).tanh().exp() + 1.0).recip() * ((*u0).tanh().exp() * (*u0).tanh().exp() + 1.0).recip() + 1.0));
            let mut s1 = 0.0;
            s1 -= (1.5 / ((0.75 / (v0[0] * v0[0] + 1.0)) * (0.75 / (v0[0] * v0[0] + 1.0)) + 1.0)).tanh().exp();
            let mut o0 = Body { at: Vec2 { x: (h0 + s1).min(h0) * s1, y: h0.atan() / ((s1 * 0.75) * (s1 * 0.75) + 1.0) }, w: [(h0 + s1).min(h0) * s1, h0.atan() / ((s1 * 0.75) * (s1 * 0.75) + 1.0), (h0 + s1).min(h0) * s1], m: h0.atan() / ((s1 * 0.75) * (s1 * 0.75) + 1.0), k: 1 };
            h0 -= (v0[5] * v0[5] + 1.0).powf((*u0).tanh()).hypot((((*u0).tanh().exp() * (*u0).tanh().exp() + 1.0).recip() * ((*u0).tanh().exp() * (*u0).tanh().exp() + 1.0).recip() + 1.0));
            free!(h0 = 0.0);
            neg(&mut s1);
        } else if p0.y < 0.73 {
            v0[4] += 0.3;
        } else {
            for e1 in v0.chunks_mut(2) {
                e1[0] += (p0.y + *u0).mul_add((*u0 * *u0 + 1.0).ln(), 0.5);
            }
            let mut a0 = [0.0; 4];
        }
        for i2 in (0..v0.len()).step_by(2).rev() {
            for e2 in v0.iter_mut() {
                *e2 += ((p0.y.atan2((*u0 * *u0 + 1.0)) * p0.y.atan2((*u0 * *u0 + 1.0)) + 1.0).ln() * (p0.y.atan2((*u0 * *u0 + 1.0)) * p0.y.atan2((*u0 * *u0 + 1.0)) + 1.0).ln() + 1.0).powf((-*u0).tanh());
            }
            v0[5] -= ((i2 as T) - v0[0]) + p0.x;
            if !(*u0 < -0.395) {
                v0[5] += (p0.x * *u0).powi(2);
                let t1 = ((p0.y * p0.y).ln_1p() * (p0.y * p0.y).ln_1p()).ln_1p();
            } else if *u0 > -1.27 {
                v0[i2] -= 0.125 + *u0;
                v0[4] -= (p0.y + p0.y) * p0.y;
            }
        }
        if *u0 > -1.02 {
            swap(&mut v0[4..5], &mut v0[5..6]);
        } else {
            v0[2] += (p0.x * p0.x).tanh().exp();
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut v0 = reals::<$T, 6>([0.78, 1.28007, 0.6551400000000001, -0.5947899999999999, -0.09472, -1.34465]);
                let mut u0 = real::<$T>(-0.469);
                let mut p0 = Vec2 { x: real::<$T>(1.407), y: real::<$T>(0.40800000000000003) };
                let v0_before = [v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]];
                main(&mut v0, &u0, &p0);
                same("v0 after the primal", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &[4.136848048297743, 4.292918048297743, 4.011988048297743, 2.418058048297743, -0.18710585510677058, 2.2633440482977427]);
                let v0_after = [v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]];
                main::inverse(&mut v0, &u0, &p0);
                back("v0 after the inverse", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &v0_before);
                main(&mut v0, &u0, &p0);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.84375);
                v0_bar[1] = real(1.359375);
                v0_bar[2] = real(0.625);
                v0_bar[3] = real(0.4375);
                v0_bar[4] = real(0.5625);
                v0_bar[5] = real(0.828125);
                let mut u0_bar = u0.shadow::<$T>();
                u0_bar = real(1.6875);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(1.015625);
                p0_bar.y = real(0.890625);
                main::adjoint(&mut v0, &mut v0_bar, &u0, &mut u0_bar, &p0, &mut p0_bar);
                back("v0 after the adjoint", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &v0_before);
                same("v0_bar", &[v0_bar[0], v0_bar[1], v0_bar[2], v0_bar[3], v0_bar[4], v0_bar[5]], &[2.53125, 1.359375, 0.625, 0.4375, 0.828125, 0.5625]);
                same("u0_bar", &[u0_bar], &[-0.5448586467137801]);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[-0.671875, -2.5194998132214828]);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.84375);
                v0_bar[1] = real(1.359375);
                v0_bar[2] = real(0.625);
                v0_bar[3] = real(0.4375);
                v0_bar[4] = real(0.5625);
                v0_bar[5] = real(0.828125);
                let mut u0_bar = u0.shadow::<$T>();
                u0_bar = real(1.6875);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(1.015625);
                p0_bar.y = real(0.890625);
                main::sweep(&mut v0, &mut v0_bar, &u0, &mut u0_bar, &p0, &mut p0_bar);
                back("v0 after the sweep", &[v0[0], v0[1], v0[2], v0[3], v0[4], v0[5]], &v0_after);
                same("v0_bar", &[v0_bar[0], v0_bar[1], v0_bar[2], v0_bar[3], v0_bar[4], v0_bar[5]], &[2.53125, 1.359375, 0.625, 0.4375, 0.828125, 0.5625]);
                same("u0_bar", &[u0_bar], &[-0.5448586467137801]);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[-0.671875, -2.5194998132214828]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

