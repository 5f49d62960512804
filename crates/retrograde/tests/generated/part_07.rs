//! Generated programs, part 7.

mod program_028 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(u0: &f64, x0: &[f64; 3], y0: &mut f64) {
        'r0: {
            let mut s0 = 0.0;
        }
        let mut h0 = 0.0;
        h0 += *u0 * (1.0 / (x0[1] * x0[1] + 1.0));
        let t0 = (0.5 * h0.sin()).asin() / (h0.tanh().exp() * h0.tanh().exp() + 1.0);
        neg(y0);
        h0 -= *u0 * (1.0 / (x0[1] * x0[1] + 1.0));
        free!(h0 = 0.0);
        {
            *y0 += (t0 / (x0[2] * x0[2] + 1.0)).softplus();
        }
        undo!('r0);
    }

    #[reversible]
    fn main(k0: &mut usize, w0: f64, #[scratch] z0: &mut [f64], y0: &mut f64) {
        undo! {
            *y0 -= (z0[3].sin().sinh().atan2((z0[3] * z0[3] + 1.0)) * z0[3].sin().sinh().atan2((z0[3] * z0[3] + 1.0))).ln_1p();
            let mut h0 = 0.0;
            h0 += z0[1].tanh().hypot((0.75 * 0.75 + 1.0));
            h0 -= z0[1].tanh().hypot((0.75 * 0.75 + 1.0));
            free!(h0 = 0.0);
            for e0 in z0.iter_mut() {
                *e0 += ((*k0 % 5) as f64).cos();
            }
        }
        if (*k0 > 2, *k0 > 4) {
            each!(z0 -= 0.75 * w0 - 0.75 * 0.5);
            *k0 += 2;
        } else {
        }
        'r1: {
            inc(k0);
            for i1 in 0..=*k0 % 4 {
                *y0 += z0[2].sin().sinh();
            }
        }
        let mut a0 = [0.0; 2];
        undo!('r1);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut k0 = 2;
        let mut w0 = -0.469;
        let mut z0 = [0.0, 0.0, 0.0, 0.0];
        let mut y0 = -0.592;
        main(&mut k0, w0, &mut z0, &mut y0);
        assert_eq!(k0, 2, "k0 after the primal");
        same("y0 after the primal", &[y0], &[-0.48244944360177255]);
        z0.fill(0.0);
        main::inverse(&mut k0, w0, &mut z0, &mut y0);
        assert_eq!(k0, 2, "k0 after the inverse");
        same("y0 after the inverse", &[y0], &[-0.592]);
        z0.fill(0.0);
        main(&mut k0, w0, &mut z0, &mut y0);
        z0.fill(0.0);
        let mut w0_bar = 0.84375;
        let mut z0_bar = [0.0, 0.0, 0.0, 0.0];
        let mut y0_bar = 1.359375;
        main::adjoint(&mut k0, w0, &mut w0_bar, &mut z0, &mut z0_bar, &mut y0, &mut y0_bar);
        assert_eq!(k0, 2, "k0 after the adjoint");
        same("y0 after the adjoint", &[y0], &[-0.592]);
        same("w0_bar", &[w0_bar], &[0.84375]);
        same("y0_bar", &[y0_bar], &[1.359375]);
        z0.fill(0.0);
        let mut w0_bar = 0.84375;
        let mut z0_bar = [0.0, 0.0, 0.0, 0.0];
        let mut y0_bar = 1.359375;
        main::sweep(&mut k0, w0, &mut w0_bar, &mut z0, &mut z0_bar, &mut y0, &mut y0_bar);
        assert_eq!(k0, 2, "k0 after the sweep");
        same("y0 after the sweep", &[y0], &[-0.48244944360177255]);
        same("w0_bar", &[w0_bar], &[0.84375]);
        same("y0_bar", &[y0_bar], &[1.359375]);
    }
}

mod program_029 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(g0: &mut [[T; 3]; 1]) {
        for i1 in 0..3 {
            g0[0][1] += 1.5;
        }
    }

    #[reversible]
    fn main<T: Real>(u0: &T, #[inactive] b0: T, #[inactive] d0: &[T], x0: &[T; 4], y0: &mut T) {
        for i0 in 0..d0.len() - 1 {
            'r0: {
                let j0: usize = argmax(x0);
                let mut s0 = 0.0;
                let p0 = &x0[0..2];
            }
            *y0 -= ((i0 as T) + d0[0 - i0]) / ((*u0 * *u0) * (*u0 * *u0) + 1.0);
            let t0 = if ((i0 != 2) || (i0 % 2 == 0)) && (d0[2 * i0] > 0.98) { (b0 - x0[i0 + 1]).powi(2) } else { b0.max((i0 as T)).sin().sinh() };
            undo!('r0);
            for i1 in (0..d0.len() - 1).step_by(3).rev() {
                *y0 += (*u0).tanh().exp().hypot((((t0 / (t0 * t0 + 1.0)) / (t0 * t0 + 1.0)) * ((t0 / (t0 * t0 + 1.0)) / (t0 * t0 + 1.0)) + 1.0));
                *y0 += (t0 - t0).atan2((b0 * b0 + 1.0));
                *y0 += b0;
            }
            for i2 in (1..3).rev().step_by(3) {
                *y0 += (i0 as T).atan2((b0 * b0 + 1.0));
            }
        }
        if (*u0 < 1.105) || (x0[2] < 0.48) {
            let t1 = x0[1].atan2(((0.125 / (d0[0] * d0[0] + 1.0)) * (0.125 / (d0[0] * d0[0] + 1.0)) + 1.0));
        } else if d0[0] < -0.02 {
            'r1: {
                let mut c0 = 0usize;
            }
            let t2 = (*u0).mul_add(1.5, 0.5) - x0[0];
            let p1 = &x0[0..4];
            let t3 = x0[0].hypot((0.5 * 0.5 + 1.0)) - *y0;
            undo!('r1);
            let t4 = (t2 + t2).atan2(((2.0 - b0) * (2.0 - b0) + 1.0));
        }
        {
            *y0 -= ((0.125 + *u0) * (0.125 + *u0) + 1.0).ln().max(d0[0].atan2((d0[0] * d0[0] + 1.0)));
        }
        if d0[0] < -1.27 {
            *y0 -= 0.125 * (0.3 / ((1.5 / (d0[0] * d0[0] + 1.0)) * (1.5 / (d0[0] * d0[0] + 1.0)) + 1.0));
            let t5 = 0.3;
        }
        let mut stack0: Vec<T> = Vec::new();
        push!(stack0, *y0);
        *y0 += ((*u0).tanh().exp() * (*u0).tanh().exp() + 1.0).cbrt();
        *y0 -= ((*u0).tanh().exp() * (*u0).tanh().exp() + 1.0).cbrt();
        pop!(stack0, *y0);
        free!(stack0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut u0 = -0.72;
        let mut b0 = -0.344;
        let mut d0 = [-0.843];
        let mut x0 = [0.28300000000000003, 0.90807, -0.8418599999999999, 0.6582100000000001];
        let mut y0 = 0.534;
        main(&u0, b0, &d0, &x0, &mut y0);
        same("y0 after the primal", &[y0], &[0.23091836186944026]);
        main::inverse(&u0, b0, &d0, &x0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.534]);
        main(&u0, b0, &d0, &x0, &mut y0);
        let mut u0_bar = 0.84375;
        let mut x0_bar = [1.359375, 0.625, 0.4375, 0.5625];
        let mut y0_bar = 0.828125;
        main::adjoint(&u0, &mut u0_bar, b0, &d0, &x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.534]);
        same("u0_bar", &[u0_bar], &[1.571556909030483]);
        same("x0_bar", &x0_bar, &[1.359375, 0.625, 0.4375, 0.5625]);
        same("y0_bar", &[y0_bar], &[0.828125]);
        let mut u0_bar = 0.84375;
        let mut x0_bar = [1.359375, 0.625, 0.4375, 0.5625];
        let mut y0_bar = 0.828125;
        main::sweep(&u0, &mut u0_bar, b0, &d0, &x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[0.23091836186944026]);
        same("u0_bar", &[u0_bar], &[1.571556909030483]);
        same("x0_bar", &x0_bar, &[1.359375, 0.625, 0.4375, 0.5625]);
        same("y0_bar", &[y0_bar], &[0.828125]);
    }
}

mod program_030 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(x0: &[f64; 3], x1: &[f64], n0: usize, y0: &mut f64) {
        'r0: {
            *y0 -= (x1[n0] + x1[2 * n0]).max(1.0);
        }
        let t0 = (x1[1].sin().sinh() * x1[1].sin().sinh() + 1.0).powf((x1[0] / ((n0 as f64) * (n0 as f64) + 1.0)).tanh());
        undo!('r0);
        for i0 in (0..4).rev() {
            let t1 = ((t0 * t0 + 1.0).ln() * (t0 * t0 + 1.0).ln() + 1.0).powf((n0 as f64).tanh());
            'r1: {
                *y0 += 0.125;
                let t2 = t1.hypot((0.3 * 0.3 + 1.0)).mul_add((n0 as f64), 0.5);
                let mut s0 = 0.0;
                s0 -= 2.0;
            }
            let mut a0 = [0.0; 1];
            let t3 = 0.1 - (n0 as f64).asinh().atan2((a0[n0 - 1] * a0[n0 - 1] + 1.0));
            undo!('r1);
            *y0 -= (0.5 * t3.sin()).asin().atan2((2.0 * 2.0 + 1.0));
            let t4 = (t1 * t1 + 1.0).sqrt() * x0[1].tanh().exp();
        }
    }

    #[reversible]
    fn main(w0: f64, w1: f64, v0: &mut [f64; 4]) {
        undo! {
            for i0 in 1..2 {
                v0[i0 + 2] += (i0 as f64).abs();
            }
            v0[0] -= 0.1 / (0.75 * 0.75 + 1.0);
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut w0 = 1.405;
        let mut w1 = -1.094;
        let mut v0 = [-0.218, -0.71793, 0.15714, 0.6572100000000001];
        main(w0, w1, &mut v0);
        same("v0 after the primal", &v0, &[-0.154, -0.71793, 0.15714, -0.34278999999999993]);
        main::inverse(w0, w1, &mut v0);
        same("v0 after the inverse", &v0, &[-0.218, -0.71793, 0.15714, 0.6572100000000001]);
        main(w0, w1, &mut v0);
        let mut w0_bar = 0.84375;
        let mut w1_bar = 1.359375;
        let mut v0_bar = [0.625, 0.4375, 0.5625, 0.828125];
        main::adjoint(w0, &mut w0_bar, w1, &mut w1_bar, &mut v0, &mut v0_bar);
        same("v0 after the adjoint", &v0, &[-0.218, -0.71793, 0.15714, 0.6572100000000001]);
        same("w0_bar", &[w0_bar], &[0.84375]);
        same("w1_bar", &[w1_bar], &[1.359375]);
        same("v0_bar", &v0_bar, &[0.625, 0.4375, 0.5625, 0.828125]);
        let mut w0_bar = 0.84375;
        let mut w1_bar = 1.359375;
        let mut v0_bar = [0.625, 0.4375, 0.5625, 0.828125];
        main::sweep(w0, &mut w0_bar, w1, &mut w1_bar, &mut v0, &mut v0_bar);
        same("v0 after the sweep", &v0, &[-0.154, -0.71793, 0.15714, -0.34278999999999993]);
        same("w0_bar", &[w0_bar], &[0.84375]);
        same("w1_bar", &[w1_bar], &[1.359375]);
        same("v0_bar", &v0_bar, &[0.625, 0.4375, 0.5625, 0.828125]);
    }
}

mod program_031 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(x0: &[T]) -> T {
        x0[2] * x0[0]
    }

    #[reversible]
    fn f1<T: Real>(x0: &[T], n0: usize) -> T {
        x0[n0 - 1] * (x0[n0 - 1] * x0[n0 - 1].atan())
    }

    #[reversible]
    fn main<T: Real>(v0: &mut [T], x0: &[T], y0: &mut T) {
        for (j0, e0) in v0.iter_mut().enumerate().rev() {
            *e0 += (j0 as T).min(0.125).atan2(((*y0).hypot((*y0 * *y0 + 1.0)) * (*y0).hypot((*y0 * *y0 + 1.0)) + 1.0));
        }
        for i0 in 0..=3 {
            let t0 = f1(x0, 4).min((*y0).abs());
            for i1 in 1..2 {
                let mut a0 = [0.0; 1];
            }
        }
        {
            v0[3] -= 0.1 * (*y0 / (2.0 * 2.0 + 1.0));
            v0[0] -= 1.0 / ((x0[1] + *y0).hypot((0.125 * 0.125 + 1.0)) * (x0[1] + *y0).hypot((0.125 * 0.125 + 1.0)) + 1.0);
            let mut a1 = [0.0; 4];
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [0.155, -0.84493, 0.40514, 0.15521];
        let mut x0 = [0.656, -1.09393, -1.09386, -0.8437899999999999];
        let mut y0 = 1.282;
        main(&mut v0, &x0, &mut y0);
        same("v0 after the primal", &v0, &[-0.3288246613069483, -0.8319528076950469, 0.4181171923049531, 0.14254719230495305]);
        same("y0 after the primal", &[y0], &[1.282]);
        main::inverse(&mut v0, &x0, &mut y0);
        same("v0 after the inverse", &v0, &[0.155, -0.84493, 0.40514, 0.15521]);
        same("y0 after the inverse", &[y0], &[1.282]);
        main(&mut v0, &x0, &mut y0);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut x0_bar = [0.5625, 0.828125, 1.6875, 1.015625];
        let mut y0_bar = 0.890625;
        main::adjoint(&mut v0, &mut v0_bar, &x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("v0 after the adjoint", &v0, &[0.155, -0.84493, 0.40514, 0.15521]);
        same("y0 after the adjoint", &[y0], &[1.282]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        same("x0_bar", &x0_bar, &[0.5625, 0.9024165310359953, 1.6875, 1.015625]);
        same("y0_bar", &[y0_bar], &[0.903571634003905]);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut x0_bar = [0.5625, 0.828125, 1.6875, 1.015625];
        let mut y0_bar = 0.890625;
        main::sweep(&mut v0, &mut v0_bar, &x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("v0 after the sweep", &v0, &[-0.3288246613069483, -0.8319528076950469, 0.4181171923049531, 0.14254719230495305]);
        same("y0 after the sweep", &[y0], &[1.282]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        same("x0_bar", &x0_bar, &[0.5625, 0.9024165310359953, 1.6875, 1.015625]);
        same("y0_bar", &[y0_bar], &[0.903571634003905]);
    }
}

