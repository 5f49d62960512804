//! Generated programs, part 6.

mod program_024 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(y0: &mut f64, #[inactive] b0: f64, u0: &f64) {
        if *u0 > -0.145 {
        } else if b0 < 1.355 {
            for i0 in (0..4).rev().step_by(1) {
                let t0 = b0 + *y0;
                let mut a0 = vec![0.0; 1];
                neg(&mut a0[0]);
            }
            let t1 = (*y0).atan2((*u0 * *u0 + 1.0)) * (0.3 / (b0 * b0 + 1.0));
        }
        let mut h0 = 0.0;
        h0 += (*u0).powi(3).sin();
        h0 -= (*u0).powi(3).sin();
        free!(h0 = 0.0);
        {
            for i1 in 0..3 {
                *y0 -= ((*u0).asinh().hypot((*u0 * *u0 + 1.0)) * (*u0).asinh().hypot((*u0 * *u0 + 1.0)) + 1.0).sqrt();
            }
            let mut a1 = [0.0; 3];
        }
        'r0: {
            *y0 -= b0.sin().sinh().atan();
            *y0 += 0.75 * (*u0).sin();
            if b0 < 0.48 {
                *y0 -= (*u0).softplus();
                *y0 += ((b0 * b0 + 1.0).cbrt() * (b0 * b0 + 1.0).cbrt() + 1.0).cbrt();
            } else {
            }
        }
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = -1.22;
        let mut b0 = -1.344;
        let mut u0 = 1.032;
        main(&mut y0, b0, &u0);
        same("y0 after the primal", &[y0], &[-8.618036770306448]);
        main::inverse(&mut y0, b0, &u0);
        same("y0 after the inverse", &[y0], &[-1.22]);
        main(&mut y0, b0, &u0);
        let mut y0_bar = 0.84375;
        let mut u0_bar = 1.359375;
        main::adjoint(&mut y0, &mut y0_bar, b0, &u0, &mut u0_bar);
        same("y0 after the adjoint", &[y0], &[-1.22]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("u0_bar", &[u0_bar], &[-3.6611845032720547]);
        let mut y0_bar = 0.84375;
        let mut u0_bar = 1.359375;
        main::sweep(&mut y0, &mut y0_bar, b0, &u0, &mut u0_bar);
        same("y0 after the sweep", &[y0], &[-8.618036770306448]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("u0_bar", &[u0_bar], &[-3.6611845032720547]);
    }
}

mod program_025 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(u0: &T, x0: &[T; 3], #[scratch] z0: &mut [T], l0: &mut i64) {
        undo! {
            for i0 in (1..x0.len() - 1).step_by(1) {
                let mut s0 = 0.0;
            }
            z0[2] -= 0.3;
            let t0 = (x0[1] * x0[1] + 1.0).cbrt();
            z0[2] += z0[3].softplus();
        }
        for i1 in 0..3 {
            z0[i1] -= ((i1 as T) * (i1 as T) + 1.0).recip() + (*u0).min((*u0).max(x0[2]));
        }
        {
            for i2 in 0..4 {
                z0[i2] += x0[1].cos().mul_add(x0[1], 0.5);
                let mut a0 = vec![0.0; 3];
                swap(&mut a0[1], &mut a0[0]);
                z0[1] += a0[2];
            }
            z0[1] -= ((*u0).powi(2) * (x0[0] * x0[0]).ln_1p()) + 1.5;
        }
        for i3 in 0..z0.len() - 1 {
            #[inactive] let t1 = (i3 as T);
            {
                z0[i3 + 1] += t1 * (0.5 * t1.sin()).asin();
                z0[0] -= (t1 + x0[i3]).mul_add(*u0 / (t1 * t1 + 1.0), 0.5);
                z0[i3] -= (*u0).cos();
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut u0 = 1.03;
        let mut x0 = [-0.969, 0.90607, 1.28114];
        let mut z0 = [0.0, 0.0, 0.0, 0.0];
        let mut l0 = 3;
        main(&u0, &x0, &mut z0, &mut l0);
        assert_eq!(l0, 3, "l0 after the primal");
        z0.fill(0.0);
        main::inverse(&u0, &x0, &mut z0, &mut l0);
        assert_eq!(l0, 3, "l0 after the inverse");
        z0.fill(0.0);
        main(&u0, &x0, &mut z0, &mut l0);
        z0.fill(0.0);
        let mut u0_bar = 0.84375;
        let mut x0_bar = [1.359375, 0.625, 0.4375];
        let mut z0_bar = [0.0, 0.0, 0.0, 0.0];
        main::adjoint(&u0, &mut u0_bar, &x0, &mut x0_bar, &mut z0, &mut z0_bar, &mut l0);
        assert_eq!(l0, 3, "l0 after the adjoint");
        same("u0_bar", &[u0_bar], &[0.84375]);
        same("x0_bar", &x0_bar, &[1.359375, 0.625, 0.4375]);
        z0.fill(0.0);
        let mut u0_bar = 0.84375;
        let mut x0_bar = [1.359375, 0.625, 0.4375];
        let mut z0_bar = [0.0, 0.0, 0.0, 0.0];
        main::sweep(&u0, &mut u0_bar, &x0, &mut x0_bar, &mut z0, &mut z0_bar, &mut l0);
        assert_eq!(l0, 3, "l0 after the sweep");
        same("u0_bar", &[u0_bar], &[0.84375]);
        same("x0_bar", &x0_bar, &[1.359375, 0.625, 0.4375]);
    }
}

mod program_026 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(u0: &f64, y0: &mut f64) {
        if *u0 < 0.605 {
            let mut a0 = [0.0; 3];
        } else {
        }
        for i0 in (0..4).step_by(2).rev() {
            let t0 = (0.3 / (*u0 * *u0 + 1.0)).powi(2);
        }
        'r0: {
            let t1 = (*u0).hypot((*y0 * *y0 + 1.0)).max(*u0).atan2(((*u0).max(*y0).max((*y0).hypot((*u0 * *u0 + 1.0))) * (*u0).max(*y0).max((*y0).hypot((*u0 * *u0 + 1.0))) + 1.0));
            for i1 in (0..2).rev() {
                let t2 = if i1 != 2 { t1.powi(2) } else { t1.min(t1) * (i1 as f64) };
                let t3 = if (i1 != 3) || (*u0 > 0.48) { ((*y0 * *y0 + 1.0).powf((i1 as f64).tanh()) * (*y0 * *y0 + 1.0).powf((i1 as f64).tanh()) + 1.0).recip() } else { (t1 / (t2 * t2 + 1.0)) + t2 };
                let mut a1 = [0.0; 3];
            }
            for i2 in (0..4).step_by(1) {
                let t4 = if *u0 < 0.355 { (*u0).abs() } else { (*y0).min(t1) };
            }
        }
        undo!('r0);
    }

    #[reversible]
    fn main(y0: &mut f64) {
        'r0: {
            let mut h0 = 0.0;
            h0 += 0.5 * (*y0 * *y0);
            h0 -= 0.5 * (*y0 * *y0);
            free!(h0 = 0.0);
        }
        {
            let t0 = (*y0).logistic().sin();
        }
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = -0.22;
        main(&mut y0);
        same("y0 after the primal", &[y0], &[-0.22]);
        main::inverse(&mut y0);
        same("y0 after the inverse", &[y0], &[-0.22]);
        main(&mut y0);
        let mut y0_bar = 0.84375;
        main::adjoint(&mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[-0.22]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        let mut y0_bar = 0.84375;
        main::sweep(&mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[-0.22]);
        same("y0_bar", &[y0_bar], &[0.84375]);
    }
}

mod program_027 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(v0: &mut [T]) {
        for i0 in 1..2 {
            for i1 in 0..2 {
                v0[i0 + 1] += ((1.5 * 0.1) / (0.5 * 0.5 + 1.0)) + 2.0;
                v0[i0 + 2] -= 0.125 - 0.1;
                neg(&mut v0[i1 + 2]);
            }
            for e0 in v0.iter_mut() {
                *e0 += (0.5 + (i0 as T).powi(2)).hypot(((0.75 + 0.3) * (0.75 + 0.3) + 1.0));
            }
            v0[5 - i0] -= 0.75;
        }
        for i2 in (0..v0.len() - 1).step_by(1) {
            v0[1] += 1.5 * 0.125;
        }
    }

    #[reversible]
    fn f1<T: Real>(y0: &mut T) {
        let mut h0 = 0.0;
        h0 += *y0 * (*y0).powi(3);
        let mut s0 = 0.0;
        'r0: {
            let mut a0 = [0.0; 1];
        }
        let mut a1 = [0.0; 3];
        let mut c0 = 0usize;
        undo!('r0);
        h0 -= *y0 * (*y0).powi(3);
        free!(h0 = 0.0);
    }

    #[reversible]
    fn main<T: Real>(g0: &mut [[T; 2]; 1], x0: &[T; 6], w0: T, #[scratch] z0: &mut [T]) {
        for i0 in (0..4).rev().step_by(3) {
            if !(i0 < 2) {
                f1(&mut z0[0]);
                let j0: usize = argmax(x0);
            } else {
                z0[1] -= z0[2].sin().sinh();
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut g0 = [[0.78, 0.90507]];
        let mut x0 = [0.406, 0.40607000000000004, -0.9688599999999999, 1.53121, -0.96872, -0.46864999999999996];
        let mut w0 = 0.532;
        let mut z0 = [0.0, 0.0, 0.0];
        main(&mut g0, &x0, w0, &mut z0);
        same("g0 after the primal", g0.as_flattened(), [[0.78, 0.90507]].as_flattened());
        z0.fill(0.0);
        main::inverse(&mut g0, &x0, w0, &mut z0);
        same("g0 after the inverse", g0.as_flattened(), [[0.78, 0.90507]].as_flattened());
        z0.fill(0.0);
        main(&mut g0, &x0, w0, &mut z0);
        z0.fill(0.0);
        let mut g0_bar = [[0.84375, 1.359375]];
        let mut x0_bar = [0.625, 0.4375, 0.5625, 0.828125, 1.6875, 1.015625];
        let mut w0_bar = 0.890625;
        let mut z0_bar = [0.0, 0.0, 0.0];
        main::adjoint(&mut g0, &mut g0_bar, &x0, &mut x0_bar, w0, &mut w0_bar, &mut z0, &mut z0_bar);
        same("g0 after the adjoint", g0.as_flattened(), [[0.78, 0.90507]].as_flattened());
        same("g0_bar", g0_bar.as_flattened(), [[0.84375, 1.359375]].as_flattened());
        same("x0_bar", &x0_bar, &[0.625, 0.4375, 0.5625, 0.828125, 1.6875, 1.015625]);
        same("w0_bar", &[w0_bar], &[0.890625]);
        z0.fill(0.0);
        let mut g0_bar = [[0.84375, 1.359375]];
        let mut x0_bar = [0.625, 0.4375, 0.5625, 0.828125, 1.6875, 1.015625];
        let mut w0_bar = 0.890625;
        let mut z0_bar = [0.0, 0.0, 0.0];
        main::sweep(&mut g0, &mut g0_bar, &x0, &mut x0_bar, w0, &mut w0_bar, &mut z0, &mut z0_bar);
        same("g0 after the sweep", g0.as_flattened(), [[0.78, 0.90507]].as_flattened());
        same("g0_bar", g0_bar.as_flattened(), [[0.84375, 1.359375]].as_flattened());
        same("x0_bar", &x0_bar, &[0.625, 0.4375, 0.5625, 0.828125, 1.6875, 1.015625]);
        same("w0_bar", &[w0_bar], &[0.890625]);
    }
}

