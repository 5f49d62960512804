//! Generated programs, part 6.

mod program_024 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(y0: &mut f64, y1: &mut f64, v0: &mut [f64], x0: &[f64]) {
        for i0 in 1..3 {
            *y1 += (((*y0).tanh() * (*y0).tanh() + 1.0).powf((*y0).tanh()) * ((*y0).tanh() * (*y0).tanh() + 1.0).powf((*y0).tanh()) + 1.0).sqrt();
            'r0: {
                *y0 -= *y1 * *y1;
            }
            let mut s0 = 0.0;
            let t0 = (s0.sin() * s0.sin() + 1.0).ln();
            undo!('r0);
            if !(i0 < 4) {
                let j0: usize = argmax(x0);
                let mut c0 = 0usize;
                c0 += j0;
            }
            *y0 -= (0.75 / (t0 * t0 + 1.0)).asinh();
        }
        swap(y0, y1);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = -0.595;
        let mut y1 = -0.844;
        let mut v0 = [0.907];
        let mut x0 = [-1.217, -0.34192999999999996];
        main(&mut y0, &mut y1, &mut v0, &x0);
        same("y0 after the primal", &[y0], &[1.6625731451475638]);
        same("y1 after the primal", &[y1], &[-1.98129436111989]);
        same("v0 after the primal", &v0, &[0.907]);
        main::inverse(&mut y0, &mut y1, &mut v0, &x0);
        same("y0 after the inverse", &[y0], &[-0.595]);
        same("y1 after the inverse", &[y1], &[-0.844]);
        same("v0 after the inverse", &v0, &[0.907]);
        main(&mut y0, &mut y1, &mut v0, &x0);
        let mut y0_bar = 0.84375;
        let mut y1_bar = 1.359375;
        let mut v0_bar = [0.625];
        let mut x0_bar = [0.4375, 0.5625];
        main::adjoint(&mut y0, &mut y0_bar, &mut y1, &mut y1_bar, &mut v0, &mut v0_bar, &x0, &mut x0_bar);
        same("y0 after the adjoint", &[y0], &[-0.595]);
        same("y1 after the adjoint", &[y1], &[-0.844]);
        same("v0 after the adjoint", &v0, &[0.907]);
        same("y0_bar", &[y0_bar], &[1.7026986358638787]);
        same("y1_bar", &[y1_bar], &[0.8437500000000002]);
        same("v0_bar", &v0_bar, &[0.625]);
        same("x0_bar", &x0_bar, &[0.4375, 0.5625]);
        let mut y0_bar = 0.84375;
        let mut y1_bar = 1.359375;
        let mut v0_bar = [0.625];
        let mut x0_bar = [0.4375, 0.5625];
        main::sweep(&mut y0, &mut y0_bar, &mut y1, &mut y1_bar, &mut v0, &mut v0_bar, &x0, &mut x0_bar);
        same("y0 after the sweep", &[y0], &[1.6625731451475638]);
        same("y1 after the sweep", &[y1], &[-1.98129436111989]);
        same("v0 after the sweep", &v0, &[0.907]);
        same("y0_bar", &[y0_bar], &[1.7026986358638787]);
        same("y1_bar", &[y1_bar], &[0.8437500000000002]);
        same("v0_bar", &v0_bar, &[0.625]);
        same("x0_bar", &x0_bar, &[0.4375, 0.5625]);
    }
}

mod program_025 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(w0: T, #[inactive] d0: &[T]) -> T {
        for i0 in 0..d0.len() - 1 {
            {
                let mut a0 = [0.0; 1];
                a0[0] -= w0 + w0.tanh();
            }
            for i1 in (0..i0).rev().step_by(3) {
                let t0 = w0.mul_add(0.1, 0.5);
            }
        }
        if (w0 < -0.645) || (d0[1] > -0.145) {
            let mut s0 = 0.0;
            let mut a1 = [0.0; 2];
        } else {
        }
        w0.max((2.0 / (1.0 * 1.0 + 1.0)) + 1.5)
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut w0 = -0.97;
        let mut d0 = [0.781, -0.09393, 0.6561400000000001, -1.34379];
        same("the value", &[main(w0, &d0)], &[2.5]);
        let mut w0_bar = 0.84375;
        let value = main::pull(1.25, w0, &mut w0_bar, &d0);
        same("the pulled value", &[value], &[2.5]);
        same("w0_bar", &[w0_bar], &[0.84375]);
    }
}

mod program_026 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(x0: &[f64], n0: usize) -> f64 {
        for i0 in n0..x0.len() {
            let t0 = if ((i0 < n0) && (n0 < i0)) && ((i0 < n0) || (x0[0] > 1.105)) { ((x0[5 - n0] / (x0[5] * x0[5] + 1.0)) * (x0[5 - n0] / (x0[5] * x0[5] + 1.0)) + 1.0).recip().hypot((x0[i0 - 2].mul_add((i0 as f64), 0.5) * x0[i0 - 2].mul_add((i0 as f64), 0.5) + 1.0)) } else { x0[3].tanh().exp().powi(3) };
            let t1 = ((n0 as f64) * (n0 as f64) + 1.0).recip().asinh();
        }
        {
            for i1 in (1..3).step_by(2).rev() {
                let mut c0 = 0usize;
                let p0 = &x0[0..1];
            }
        }
        ((n0 as f64) * (n0 as f64) + 1.0).recip()
    }

    #[reversible]
    fn f1(y0: &mut f64, y1: &mut f64, y2: &mut f64) {
        for i0 in 0..3 {
            let t0 = if (!(*y1 > -0.77)) || (i0 != 3) { (*y0).mul_add(*y2 + *y2, 0.5) } else { *y1 };
        }
    }

    #[reversible]
    fn main(x0: &[f64; 4], y0: &mut f64) {
        *y0 -= -x0[3];
        if x0[0] < -1.02 {
            let p0 = &x0[0..4];
        } else {
            let mut a0 = [0.0; 2];
        }
        if x0[2] < -1.395 {
            for i0 in (0..2).rev() {
                *y0 -= (x0[i0 + 2] - x0[0]) / (0.1 * 0.1 + 1.0);
                *y0 += (x0[i0] * x0[i0] + 1.0).cbrt();
                let t0 = (*y0).powi(3);
            }
            *y0 -= 0.125 - x0[0];
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [0.78, 0.53007, -0.09486, -0.9697899999999999];
        let mut y0 = 0.531;
        main(&x0, &mut y0);
        same("y0 after the primal", &[y0], &[-0.4387899999999999]);
        main::inverse(&x0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.531]);
        main(&x0, &mut y0);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut y0_bar = 0.5625;
        main::adjoint(&x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.531]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625, 1.0]);
        same("y0_bar", &[y0_bar], &[0.5625]);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut y0_bar = 0.5625;
        main::sweep(&x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[-0.4387899999999999]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625, 1.0]);
        same("y0_bar", &[y0_bar], &[0.5625]);
    }
}

mod program_027 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(y0: &mut T, w0: T) {
        if !(w0 > -1.395) {
            let mut s0 = 0.0;
        } else {
            let t0 = (2.0 / (*y0 * *y0 + 1.0)) / (*y0 * *y0 + 1.0);
        }
    }

    #[reversible]
    fn f1<T: Real>(x0: &[T], x1: &[T], y0: &mut T) {
        {
            for i0 in 0..2 {
                f0::inverse(y0, (x0[1] + x1[0]).hypot((x0[1] * x0[1] + 1.0)));
            }
            if x0[0] < 0.605 {
                let t0 = 1.5 / (x0[0] * x0[0] + 1.0);
                *y0 += 0.3 - (t0 * t0);
            } else {
                *y0 -= ((0.3 - x1[0]) * (0.3 - x1[0]) + 1.0).powf(x1[0].hypot((x1[0] * x1[0] + 1.0)).tanh());
            }
        }
    }

    #[reversible]
    fn main<T: Real>(#[inactive] b0: T, y0: &mut T) {
        'r0: {
            let t0 = 1.5;
            let t1 = 0.3 / (t0.tanh() * t0.tanh() + 1.0);
        }
        let t2 = *y0 + b0;
        undo!('r0);
        {
            let mut a0 = [0.0; 1];
            f0::inverse(y0, 1.0 * a0[0]);
            let mut a1 = [0.0; 3];
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut b0 = 0.03;
        let mut y0 = 0.531;
        main(b0, &mut y0);
        same("y0 after the primal", &[y0], &[0.531]);
        main::inverse(b0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.531]);
        main(b0, &mut y0);
        let mut y0_bar = 0.84375;
        main::adjoint(b0, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.531]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        let mut y0_bar = 0.84375;
        main::sweep(b0, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[0.531]);
        same("y0_bar", &[y0_bar], &[0.84375]);
    }
}

