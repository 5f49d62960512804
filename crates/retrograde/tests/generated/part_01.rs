//! Generated programs, part 1.

mod program_004 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(u0: &f64, w0: f64, x0: &[f64; 4]) -> f64 {
        for i0 in (0..4).step_by(1) {
            let mut s0 = (*u0).min(*u0 * w0);
        }
        for i1 in 1..x0.len() {
            let t0 = (w0 * w0 + 1.0).sqrt() + (*u0 * *u0 + 1.0).sqrt();
            if (w0 > -0.02) || ((t0 < -0.895) && (i1 != 2)) {
                let t1 = (t0.abs() * t0.abs() + 1.0).powf(t0.tanh());
                let t2 = if (i1 % 2 == 0) || (x0[3] < -0.52) { t0.cos().softplus().min((t0 * t0 + 1.0).sqrt()) } else { (t1 * *u0) - *u0 };
                let m0 = i1 * 2;
            } else if !(!(i1 != 1)) {
            } else {
            }
        }
        'r1: {
            let mut c0 = 0usize;
            let mut h0 = 0.0;
            h0 += ((c0 % 5) as f64).min(2.0).sin().sinh();
            let mut a0 = vec![0.0; 3];
            h0 -= ((c0 % 5) as f64).min(2.0).sin().sinh();
            free!(h0 = 0.0);
            let m1 = c0 + 1;
        }
        let t3 = (x0[0] * x0[0] + 1.0).ln();
        let mut s1 = 0.0;
        s1 -= ((0.3 - t3) * t3) + (*u0).atan2((*u0 * *u0 + 1.0));
        undo!('r1);
        for i2 in (0..x0.len()).rev().step_by(2) {
            if (s1 > -0.645) || ((i2 < 1) && (x0[i2] > -1.52)) {
                let t4 = if (i2 % 2 == 0) || (i2 == 2) { s1.max(t3) } else { (w0 + x0[2]) / (1.5 * 1.5 + 1.0) };
            } else if ((x0[3 - i2] < 0.48) && (i2 == 2)) && (x0[1] > -0.02) {
            } else {
                let mut s2 = 0.0;
                let mut a1 = [0.0; 3];
            }
        }
        t3.hypot((0.125 * 0.125 + 1.0)).atan2(((*u0 - 0.3) * (*u0 - 0.3) + 1.0))
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut u0 = -0.345;
        let mut w0 = -1.469;
        let mut x0 = [-0.593, -0.34292999999999996, -1.46786, 1.40721];
        same("the value", &[main(&u0, w0, &x0)], &[0.6423084992808998]);
        let mut u0_bar = 0.84375;
        let mut w0_bar = 1.359375;
        let mut x0_bar = [0.625, 0.4375, 0.5625, 0.828125];
        let value = main::pull(1.25, &u0, &mut u0_bar, w0, &mut w0_bar, &x0, &mut x0_bar);
        same("the pulled value", &[value], &[0.6423084992808998]);
        same("u0_bar", &[u0_bar], &[1.389968700636901]);
        same("w0_bar", &[w0_bar], &[1.359375]);
        same("x0_bar", &x0_bar, &[0.4837466816685211, 0.4375, 0.5625, 0.828125]);
    }
}

mod program_005 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(n0: usize, y0: &mut T) {
        'r0: {
            *y0 += 1.0 - 0.3;
            for i0 in 0..2 {
                *y0 += 1.5 * (i0 as T).mul_add(0.3, 0.5);
            }
        }
        undo!('r0);
    }

    #[reversible]
    fn main<T: Real>(v0: &mut [T; 6], y0: &mut T, v1: &mut [T], x0: &[T; 6], #[scratch] z0: &mut [T]) {
        for i0 in 0..v0.len() {
            *y0 -= z0[1].mul_add(v0[4], 0.5).tanh();
            let mut stack0: Vec<T> = Vec::new();
            push!(stack0, *y0);
            *y0 += (x0[5] * x0[5] + 1.0).recip();
            f0::inverse(3, &mut v1[0]);
            *y0 -= (x0[5] * x0[5] + 1.0).recip();
            pop!(stack0, *y0);
            free!(stack0);
        }
        for i1 in (1..x0.len() - 1).rev() {
            let t0 = 1.0 / ((z0[i1 - 1] + v0[2]) * (z0[i1 - 1] + v0[2]) + 1.0);
            let mut a0 = [0.0; 1];
            *y0 += (v1[i1 - 1] / (t0 * t0 + 1.0)).tanh();
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [0.905, 0.65507, 1.40514, -1.09479, 0.53028, -1.46965];
        let mut y0 = 0.906;
        let mut v1 = [0.032, 0.03207, 0.28214, 0.9072100000000001];
        let mut x0 = [-0.842, 0.78307, 1.03314, 1.15821, 0.15828, 1.40835];
        let mut z0 = [0.0, 0.0, 0.0, 0.0];
        main(&mut v0, &mut y0, &mut v1, &x0, &mut z0);
        same("v0 after the primal", &v0, &[0.905, 0.65507, 1.40514, -1.09479, 0.53028, -1.46965]);
        same("y0 after the primal", &[y0], &[-0.8885769301373276]);
        same("v1 after the primal", &v1, &[0.03200000000000025, 0.03207, 0.28214, 0.9072100000000001]);
        z0.fill(0.0);
        main::inverse(&mut v0, &mut y0, &mut v1, &x0, &mut z0);
        same("v0 after the inverse", &v0, &[0.905, 0.65507, 1.40514, -1.09479, 0.53028, -1.46965]);
        same("y0 after the inverse", &[y0], &[0.906]);
        same("v1 after the inverse", &v1, &[0.032, 0.03207, 0.28214, 0.9072100000000001]);
        z0.fill(0.0);
        main(&mut v0, &mut y0, &mut v1, &x0, &mut z0);
        z0.fill(0.0);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut y0_bar = 1.6875;
        let mut v1_bar = [1.015625, 0.890625, 1.140625, 0.9375];
        let mut x0_bar = [0.484375, 1.53125, 0.9375, 1.640625, 1.609375, 1.46875];
        let mut z0_bar = [0.0, 0.0, 0.0, 0.0];
        main::adjoint(&mut v0, &mut v0_bar, &mut y0, &mut y0_bar, &mut v1, &mut v1_bar, &x0, &mut x0_bar, &mut z0, &mut z0_bar);
        same("v0 after the adjoint", &v0, &[0.905, 0.65507, 1.40514, -1.09479, 0.53028, -1.46965]);
        same("y0 after the adjoint", &[y0], &[0.906]);
        same("v1 after the adjoint", &v1, &[0.032, 0.03207, 0.28214, 0.9072100000000001]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.8652689393085884, 0.4375, 0.5625, 0.828125]);
        same("y0_bar", &[y0_bar], &[1.6875]);
        same("v1_bar", &v1_bar, &[2.530503363161799, 2.405497880446876, 2.563361282194469, 1.7681884943392792]);
        same("x0_bar", &x0_bar, &[0.484375, 1.53125, 0.9375, 1.640625, 1.609375, 1.46875]);
        z0.fill(0.0);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut y0_bar = 1.6875;
        let mut v1_bar = [1.015625, 0.890625, 1.140625, 0.9375];
        let mut x0_bar = [0.484375, 1.53125, 0.9375, 1.640625, 1.609375, 1.46875];
        let mut z0_bar = [0.0, 0.0, 0.0, 0.0];
        main::sweep(&mut v0, &mut v0_bar, &mut y0, &mut y0_bar, &mut v1, &mut v1_bar, &x0, &mut x0_bar, &mut z0, &mut z0_bar);
        same("v0 after the sweep", &v0, &[0.905, 0.65507, 1.40514, -1.09479, 0.53028, -1.46965]);
        same("y0 after the sweep", &[y0], &[-0.8885769301373276]);
        same("v1 after the sweep", &v1, &[0.03200000000000025, 0.03207, 0.28214, 0.9072100000000001]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.8652689393085884, 0.4375, 0.5625, 0.828125]);
        same("y0_bar", &[y0_bar], &[1.6875]);
        same("v1_bar", &v1_bar, &[2.530503363161799, 2.405497880446876, 2.563361282194469, 1.7681884943392792]);
        same("x0_bar", &x0_bar, &[0.484375, 1.53125, 0.9375, 1.640625, 1.609375, 1.46875]);
    }
}

mod program_006 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(x0: &[f64], y0: &mut f64, g0: &mut [[f64; 2]; 1]) {
        'r0: {
            swap(y0, &mut g0[0][1]);
        }
        undo!('r0);
        let mut h0 = 0.0;
        h0 += 2.0 / (x0[2].asinh() * x0[2].asinh() + 1.0);
        let t0 = h0;
        h0 -= 2.0 / (x0[2].asinh() * x0[2].asinh() + 1.0);
        free!(h0 = 0.0);
    }

    #[reversible]
    fn main(x0: &[f64], w0: f64, v0: &mut [f64; 4], n0: usize) {
        for (j0, (e0, &q0)) in v0.iter_mut().zip(x0.iter()).enumerate() {
            *e0 += w0.hypot((x0[n0].tanh().exp() * x0[n0].tanh().exp() + 1.0));
        }
        for i0 in (0..x0.len()).step_by(1).rev() {
            v0[3] -= 0.125 + x0[1].mul_add(x0[2] + w0, 0.5);
            'r0: {
                let mut a0 = [0.0; 4];
            }
            undo!('r0);
        }
        for i1 in (1..n0 + 1).rev() {
            v0[i1] += (x0[2 * n0].min(w0) - 0.5).min(w0.cos());
            v0[3 - n0] += (x0[n0 + 1] / (w0 * w0 + 1.0)).asinh() - x0[0];
        }
        for e1 in v0.chunks_mut(2) {
            e1[0] += (w0 * w0 + 1.0).powf(x0[n0 + 1].tanh()) / (x0[2 * n0] * x0[2 * n0] + 1.0);
            let mut h0 = 0.0;
            h0 += 1.0 / (x0[1].hypot((w0 * w0 + 1.0)) * x0[1].hypot((w0 * w0 + 1.0)) + 1.0);
            if !(x0[n0] < -0.27) {
            } else if (n0 >= 0) && ((n0 >= 3) || (w0 < -0.895)) {
                let t0 = (1.0 / (h0 * h0 + 1.0)) * (h0 * x0[1].logistic());
            } else {
            }
            let mut a1 = [0.0; 1];
            h0 -= 1.0 / (x0[1].hypot((w0 * w0 + 1.0)) * x0[1].hypot((w0 * w0 + 1.0)) + 1.0);
            free!(h0 = 0.0);
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [0.28, 0.28007000000000004, -0.21986];
        let mut w0 = 0.781;
        let mut v0 = [0.032, -0.09293, -1.09286, -0.8427899999999999];
        let mut n0 = 1;
        main(&x0, w0, &mut v0, n0);
        same("v0 after the primal", &v0, &[3.7283851537402994, 2.023103156693069, 2.1873837808476315, -3.1892654394]);
        main::inverse(&x0, w0, &mut v0, n0);
        same("v0 after the inverse", &v0, &[0.032, -0.09293, -1.09286, -0.8427899999999999]);
        main(&x0, w0, &mut v0, n0);
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        let mut w0_bar = 0.4375;
        let mut v0_bar = [0.5625, 0.828125, 1.6875, 1.015625];
        main::adjoint(&x0, &mut x0_bar, w0, &mut w0_bar, &mut v0, &mut v0_bar, n0);
        same("v0 after the adjoint", &v0, &[0.032, -0.09293, -1.09286, -0.8427899999999999]);
        same("x0_bar", &x0_bar, &[-0.84375, 9.104574512754887, 3.3292230391756603]);
        same("w0_bar", &[w0_bar], &[0.24693624208089127]);
        same("v0_bar", &v0_bar, &[0.5625, 0.828125, 1.6875, 1.015625]);
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        let mut w0_bar = 0.4375;
        let mut v0_bar = [0.5625, 0.828125, 1.6875, 1.015625];
        main::sweep(&x0, &mut x0_bar, w0, &mut w0_bar, &mut v0, &mut v0_bar, n0);
        same("v0 after the sweep", &v0, &[3.7283851537402994, 2.023103156693069, 2.1873837808476315, -3.1892654394]);
        same("x0_bar", &x0_bar, &[-0.84375, 9.104574512754887, 3.3292230391756603]);
        same("w0_bar", &[w0_bar], &[0.24693624208089127]);
        same("v0_bar", &v0_bar, &[0.5625, 0.828125, 1.6875, 1.015625]);
    }
}

mod program_007 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(w0: T) -> T {
        let mut h0 = 0.0;
        h0 += w0.powi(3) * w0.logistic();
        'r0: {
            let t0 = h0;
        }
        let t1 = h0.powi(3);
        undo!('r0);
        h0 -= w0.powi(3) * w0.logistic();
        free!(h0 = 0.0);
        (1.5 - w0) + 0.75
    }

    #[reversible]
    fn f1<T: Real>(y0: &mut T, l0: &mut i64, x0: &[T]) {
        if (x0[0] < 0.605) || ((*l0 != 3) || (*l0 != 0)) {
            *y0 += (f0(x0[0]) * f0(x0[0]) + 1.0).sqrt();
            if !((x0[0] < 0.23) || (*l0 % 2 == 0)) {
                *y0 -= (1.0 / (f0(x0[0]) * f0(x0[0]) + 1.0)).hypot((x0[0] * x0[0] + 1.0));
                let mut s0 = 0.0;
            } else if !(*l0 % 2 == 0) {
                *y0 += f0(x0[0]);
            } else {
            }
        } else if (x0[0] < 0.98) || (*l0 != 1) {
            let mut h0 = 0.0;
            h0 += ((*y0).atan2((x0[0] * x0[0] + 1.0)) * (*y0).atan2((x0[0] * x0[0] + 1.0)) + 1.0).cbrt();
            let t0 = f0(h0.sin());
            h0 -= ((*y0).atan2((x0[0] * x0[0] + 1.0)) * (*y0).atan2((x0[0] * x0[0] + 1.0)) + 1.0).cbrt();
            free!(h0 = 0.0);
            let mut a0 = vec![0.0; 2];
        } else {
            'r0: {
                let t1 = f0(1.5) * (*y0).atan();
                let t2 = f0(t1).abs();
            }
            undo!('r0);
        }
        if (*l0 % 2 == 0, *l0 % 2 != 0) {
            for i0 in (1..3).step_by(1).rev() {
                let mut c0 = 0usize;
                inc(&mut c0);
                let j0: usize = argmax(x0);
                *y0 -= (x0[c0 % 1] + x0[j0]).sin().sinh();
            }
            for i1 in 0..4 {
                let t3 = f0(x0[0] + *y0);
            }
            *l0 += 1;
        } else {
            for i2 in 0..x0.len() - 1 {
                let t4 = (0.5 * x0[i2 + 1].sin()).asin().abs();
            }
            *l0 += 1;
        }
    }

    #[reversible]
    fn main<T: Real>(x0: &[T; 4], l0: &mut i64) {
        if !(*l0 == 1) {
            let mut a0 = vec![0.0; 1];
            let mut a1 = [0.0; 2];
            {
                let mut a2 = [0.0; 3];
            }
        } else {
            if (*l0 == 3) || (x0[1] < -0.895) {
                let mut s0 = (x0[2].min(((*l0 % 4) as T)) * x0[0]) * ((*l0 % 4) as T).mul_add(x0[2], 0.5);
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [-1.345, -0.96993, 0.40514, 0.40521];
        let mut l0 = 2;
        main(&x0, &mut l0);
        assert_eq!(l0, 2, "l0 after the primal");
        main::inverse(&x0, &mut l0);
        assert_eq!(l0, 2, "l0 after the inverse");
        main(&x0, &mut l0);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        main::adjoint(&x0, &mut x0_bar, &mut l0);
        assert_eq!(l0, 2, "l0 after the adjoint");
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        main::sweep(&x0, &mut x0_bar, &mut l0);
        assert_eq!(l0, 2, "l0 after the sweep");
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
    }
}

