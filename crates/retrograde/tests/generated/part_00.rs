//! Generated programs, part 0.

mod program_000 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(x0: &[f64; 4], #[scratch] z0: &mut [f64], x1: &[f64; 6], v0: &mut [f64; 2]) {
        'r0: {
            let t0 = x0[2].mul_add(0.125 + z0[1].powi(3), 0.5);
            for i0 in (0..4).step_by(3).rev() {
                let m0 = i0 + 1;
                let t1 = t0 - z0[1];
            }
        }
        undo!('r0);
        for i1 in (0..=v0.len()).step_by(1).rev() {
            v0[0] -= (1.5 / (z0[1] * z0[1] + 1.0)).powi(3);
        }
        {
            v0[0] -= (z0[1] * z0[1] + 1.0).recip();
            v0[0] -= (z0[1].sin().sinh() * z0[1].sin().sinh() + 1.0).cbrt();
            for i2 in (0..=v0.len()).rev().step_by(2) {
                let t2 = ((i2 as f64) * (i2 as f64) + 1.0).powf(z0[0].hypot((0.3 * 0.3 + 1.0)).tanh()).cos();
                v0[1] -= (i2 as f64).asinh();
            }
        }
        'r1: {
            z0[1] += (0.5 - x1[1]).atan();
            v0[0] += (1.5 * 0.5) - x0[0].atan2((0.3 * 0.3 + 1.0)).min(z0[1]);
            v0[1] -= (x1[3] * x1[3]).ln_1p() + 0.75;
        }
        let mut s0 = 0.0;
        undo!('r1);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [0.155, 1.40507, -0.34486, -0.46979];
        let mut z0 = [0.0, 0.0];
        let mut x1 = [1.032, 0.90707, -1.09286, 0.5322100000000001, -0.46771999999999997, 0.032350000000000004];
        let mut v0 = [0.658, -0.09193];
        main(&x0, &mut z0, &x1, &mut v0);
        same("v0 after the primal", &v0, &[-11.467000000000002, -1.5355654751788101]);
        z0.fill(0.0);
        main::inverse(&x0, &mut z0, &x1, &mut v0);
        same("v0 after the inverse", &v0, &[0.658, -0.09193]);
        z0.fill(0.0);
        main(&x0, &mut z0, &x1, &mut v0);
        z0.fill(0.0);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut z0_bar = [0.0, 0.0];
        let mut x1_bar = [0.5625, 0.828125, 1.6875, 1.015625, 0.890625, 1.140625];
        let mut v0_bar = [0.9375, 0.484375];
        main::adjoint(&x0, &mut x0_bar, &mut z0, &mut z0_bar, &x1, &mut x1_bar, &mut v0, &mut v0_bar);
        same("v0 after the adjoint", &v0, &[0.658, -0.09193]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        same("x1_bar", &x1_bar, &[0.5625, 0.828125, 1.6875, 1.015625, 0.890625, 1.140625]);
        same("v0_bar", &v0_bar, &[0.9375, 0.484375]);
        z0.fill(0.0);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut z0_bar = [0.0, 0.0];
        let mut x1_bar = [0.5625, 0.828125, 1.6875, 1.015625, 0.890625, 1.140625];
        let mut v0_bar = [0.9375, 0.484375];
        main::sweep(&x0, &mut x0_bar, &mut z0, &mut z0_bar, &x1, &mut x1_bar, &mut v0, &mut v0_bar);
        same("v0 after the sweep", &v0, &[-11.467000000000002, -1.5355654751788101]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        same("x1_bar", &x1_bar, &[0.5625, 0.828125, 1.6875, 1.015625, 0.890625, 1.140625]);
        same("v0_bar", &v0_bar, &[0.9375, 0.484375]);
    }
}

mod program_001 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(x0: &[T; 4], u0: &T, v0: &mut [T; 1], l0: &mut i64, x1: &[T; 3]) {
        if (*u0 > 0.48) && (x1[0] < -0.395) {
            'r0: {
                *l0 += 3;
                let mut a0 = [0.0; 4];
            }
            v0[0] -= ((*u0 * *u0 + 1.0).sqrt() * (*u0 * *u0 + 1.0).sqrt() + 1.0).recip();
            undo!('r0);
            if *u0 > 0.48 {
                let mut s0 = x0[2].atan().max((x0[2] * x0[2] + 1.0).powf((*u0).tanh()));
            }
            v0[0] += (*u0).atan2((((*l0 % 4) as T) * ((*l0 % 4) as T) + 1.0)) / ((*u0 - x0[3]) * (*u0 - x0[3]) + 1.0);
            *l0 += 1;
        } else if (x1[1] > -0.645) && ((x0[0] > -1.395) && (x0[3] < 0.855)) {
            for i0 in (0..x1.len()).rev() {
                v0[0] += (*u0 - 0.3) - x0[i0];
            }
            v0[0] -= (x0[1] / (*u0 * *u0 + 1.0)).hypot((*u0 * *u0 + 1.0)) / (x0[2] * x0[2] + 1.0);
            let j0: usize = argmax(x0);
        } else {
            {
                v0[0] += (*u0).abs().max(x0[0].tanh().exp());
            }
        }
        {
            v0[0] -= x1[0].sin();
            let j1: usize = argmax(x0);
            v0[0] -= (-*u0 * -*u0 + 1.0).powf(((x1[0] * x1[0] + 1.0).sqrt() + x1[1]).tanh());
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [0.28, -0.46992999999999996, -0.34486, -0.09479];
        let mut u0 = 0.781;
        let mut v0 = [0.907];
        let mut l0 = -2;
        let mut x1 = [1.284, -1.34093, 1.03414];
        main(&x0, &u0, &mut v0, &mut l0, &x1);
        same("v0 after the primal", &v0, &[0.11955659912457461]);
        assert_eq!(l0, -2, "l0 after the primal");
        main::inverse(&x0, &u0, &mut v0, &mut l0, &x1);
        same("v0 after the inverse", &v0, &[0.907]);
        assert_eq!(l0, -2, "l0 after the inverse");
        main(&x0, &u0, &mut v0, &mut l0, &x1);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut u0_bar = 0.5625;
        let mut v0_bar = [0.828125];
        let mut x1_bar = [1.6875, 1.015625, 0.890625];
        main::adjoint(&x0, &mut x0_bar, &u0, &mut u0_bar, &mut v0, &mut v0_bar, &mut l0, &x1, &mut x1_bar);
        same("v0 after the adjoint", &v0, &[0.907]);
        assert_eq!(l0, -2, "l0 after the adjoint");
        same("x0_bar", &x0_bar, &[1.8506913977798283, 1.359375, 0.625, 0.4375]);
        same("u0_bar", &[u0_bar], &[0.30653963736982326]);
        same("v0_bar", &v0_bar, &[0.828125]);
        same("x1_bar", &x1_bar, &[1.1255540277024145, 0.6002841395611033, 0.890625]);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut u0_bar = 0.5625;
        let mut v0_bar = [0.828125];
        let mut x1_bar = [1.6875, 1.015625, 0.890625];
        main::sweep(&x0, &mut x0_bar, &u0, &mut u0_bar, &mut v0, &mut v0_bar, &mut l0, &x1, &mut x1_bar);
        same("v0 after the sweep", &v0, &[0.11955659912457461]);
        assert_eq!(l0, -2, "l0 after the sweep");
        same("x0_bar", &x0_bar, &[1.8506913977798283, 1.359375, 0.625, 0.4375]);
        same("u0_bar", &[u0_bar], &[0.30653963736982326]);
        same("v0_bar", &v0_bar, &[0.828125]);
        same("x1_bar", &x1_bar, &[1.1255540277024145, 0.6002841395611033, 0.890625]);
    }
}

mod program_002 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(u0: &f64, #[inactive] d0: &[f64]) -> f64 {
        for i0 in 0..d0.len() {
            let mut a0 = [0.0; 3];
            for i1 in (0..3).rev().step_by(3) {
                rot(&mut a0[0], &mut a0[1], d0[2].cos());
                a0[i1] += ((a0[2 - i1] / ((i0 as f64).hypot((*u0 * *u0 + 1.0)) * (i0 as f64).hypot((*u0 * *u0 + 1.0)) + 1.0)) * (a0[2 - i1] / ((i0 as f64).hypot((*u0 * *u0 + 1.0)) * (i0 as f64).hypot((*u0 * *u0 + 1.0)) + 1.0)) + 1.0).sqrt();
            }
            'r0: {
                a0[0] -= (*u0 + a0[2]).cos();
                a0[2] -= a0[1] + *u0;
            }
            undo!('r0);
        }
        for i2 in 0..d0.len() - 1 {
            let mut a1 = [0.0; 2];
            a1[1] += (*u0 - a1[0]) + (d0[i2].min(*u0) - a1[0]);
        }
        d0[0].tanh().exp().atan() + 0.5
    }

    #[reversible]
    fn main(x0: &[f64], y0: &mut f64) {
        for i0 in (0..2).step_by(2).rev() {
            let mut a0 = vec![0.0; 2];
            {
                let mut a1 = [0.0; 4];
                let t0 = (*y0).min(a0[1 - i0]) + (a1[3 - i0] + x0[i0]);
                *y0 += a0[i0] / (a0[i0].hypot((a0[1] * a0[1] + 1.0)) * a0[i0].hypot((a0[1] * a0[1] + 1.0)) + 1.0);
                a1[0] -= (*y0).sin();
            }
        }
        for i1 in (0..4).rev().step_by(3) {
            for i2 in (0..4).rev().step_by(1) {
                let t1 = (0.1 * 0.3) - (0.5 + x0[0].min(*y0));
            }
            for i3 in (i1..x0.len()).step_by(1).rev() {
                *y0 -= ((x0[2] + x0[0]).abs() * (x0[2] + x0[0]).abs() + 1.0).powf((x0[i3] * x0[i3] + 1.0).ln().tanh());
                *y0 += (x0[0].cos().cos() * x0[0].cos().cos() + 1.0).ln();
                *y0 -= x0[0] + x0[2];
            }
            let t2 = if !((i1 != 3) || (i1 == 3)) { (0.5 * (i1 as f64).sin()).asin() } else { (1.0 / (x0[1] * x0[1] + 1.0)) + (x0[1] + x0[1]) };
            let mut a2 = [0.0; 3];
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [1.405, 0.65507, 0.03014];
        let mut y0 = 0.531;
        main(&x0, &mut y0);
        same("y0 after the primal", &[y0], &[-6.6414837683451395]);
        main::inverse(&x0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.531]);
        main(&x0, &mut y0);
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        let mut y0_bar = 0.4375;
        main::adjoint(&x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.531]);
        same("x0_bar", &x0_bar, &[-1.6713969097525325, 0.7786737014280855, -1.7209258298211172]);
        same("y0_bar", &[y0_bar], &[0.4375]);
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        let mut y0_bar = 0.4375;
        main::sweep(&x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[-6.6414837683451395]);
        same("x0_bar", &x0_bar, &[-1.6713969097525325, 0.7786737014280855, -1.7209258298211172]);
        same("y0_bar", &[y0_bar], &[0.4375]);
    }
}

mod program_003 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(x0: &[T]) -> T {
        x0[0].cos()
    }

    #[reversible]
    fn main<T: Real>(v0: &mut [T; 4]) {
        'r0: {
            'r1: {
                v0[2] += 2.0 - v0[1].asinh();
            }
            undo!('r1);
        }
        let mut a0 = vec![0.0; 4];
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [-0.97, -0.84493, 1.28014, -0.9697899999999999];
        main(&mut v0);
        same("v0 after the primal", &v0, &[-0.97, -0.84493, 1.2801399999999998, -0.9697899999999999]);
        main::inverse(&mut v0);
        same("v0 after the inverse", &v0, &[-0.97, -0.84493, 1.28014, -0.9697899999999999]);
        main(&mut v0);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        main::adjoint(&mut v0, &mut v0_bar);
        same("v0 after the adjoint", &v0, &[-0.97, -0.84493, 1.28014, -0.9697899999999999]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        main::sweep(&mut v0, &mut v0_bar);
        same("v0 after the sweep", &v0, &[-0.97, -0.84493, 1.2801399999999998, -0.9697899999999999]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
    }
}

