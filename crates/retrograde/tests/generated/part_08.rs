//! Generated programs, part 8.

mod program_032 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(k0: &mut usize, x0: &[f64; 2], v0: &mut [f64], x1: &[f64; 4], w0: f64) {
        if (*k0 > 2, *k0 > 4) {
            v0[1] += (w0 + x0[0]) - (w0 + ((*k0 % 5) as f64));
            'r0: {
                v0[1] += x0[0].min(((*k0 % 5) as f64));
            }
            undo!('r0);
            *k0 += 2;
        } else {
            each!(v0 -= 0.75 * w0 - 0.75 * 0.5);
        }
        for i0 in (0..x1.len()).step_by(3).rev() {
            let p0 = &x1[0..3];
            let p1 = &x1[0..4];
        }
        if !(x0[*k0 % 2] > 0.855) {
            let mut s0 = 0.0;
        } else {
            neg(&mut v0[0]);
            each!(v0 += 0.75 * w0 - 0.75 * 0.5);
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut k0 = 1;
        let mut x0 = [0.406, 0.03107];
        let mut v0 = [0.28200000000000003, 1.03207, -0.9678599999999999];
        let mut x1 = [0.40800000000000003, 0.90807, 1.53314, -0.8417899999999999];
        let mut w0 = 0.034;
        main(&mut k0, &x0, &mut v0, &x1, w0);
        assert_eq!(k0, 1, "k0 after the primal");
        same("v0 after the primal", &v0, &[0.6315, 1.38157, -0.61836]);
        main::inverse(&mut k0, &x0, &mut v0, &x1, w0);
        assert_eq!(k0, 1, "k0 after the inverse");
        same("v0 after the inverse", &v0, &[0.28200000000000003, 1.03207, -0.9678599999999999]);
        main(&mut k0, &x0, &mut v0, &x1, w0);
        let mut x0_bar = [0.84375, 1.359375];
        let mut v0_bar = [0.625, 0.4375, 0.5625];
        let mut x1_bar = [0.828125, 1.6875, 1.015625, 0.890625];
        let mut w0_bar = 1.140625;
        main::adjoint(&mut k0, &x0, &mut x0_bar, &mut v0, &mut v0_bar, &x1, &mut x1_bar, w0, &mut w0_bar);
        assert_eq!(k0, 1, "k0 after the adjoint");
        same("v0 after the adjoint", &v0, &[0.28200000000000003, 1.03207, -0.9678599999999999]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375]);
        same("v0_bar", &v0_bar, &[0.625, 0.4375, 0.5625]);
        same("x1_bar", &x1_bar, &[0.828125, 1.6875, 1.015625, 0.890625]);
        same("w0_bar", &[w0_bar], &[-0.078125]);
        let mut x0_bar = [0.84375, 1.359375];
        let mut v0_bar = [0.625, 0.4375, 0.5625];
        let mut x1_bar = [0.828125, 1.6875, 1.015625, 0.890625];
        let mut w0_bar = 1.140625;
        main::sweep(&mut k0, &x0, &mut x0_bar, &mut v0, &mut v0_bar, &x1, &mut x1_bar, w0, &mut w0_bar);
        assert_eq!(k0, 1, "k0 after the sweep");
        same("v0 after the sweep", &v0, &[0.6315, 1.38157, -0.61836]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375]);
        same("v0_bar", &v0_bar, &[0.625, 0.4375, 0.5625]);
        same("x1_bar", &x1_bar, &[0.828125, 1.6875, 1.015625, 0.890625]);
        same("w0_bar", &[w0_bar], &[-0.078125]);
    }
}

mod program_033 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(n0: usize, x0: &[T; 2], v0: &mut [T; 4]) {
        undo! {
            each!(v0 -= 0.75 * x0[n0 - 2] - 0.75 * 0.5);
            v0[0] -= (2.0 + (n0 as T)).hypot((x0[1] * x0[1] + 1.0));
            v0[2] -= (n0 as T);
        }
        for (j0, (e0, &q0)) in v0.iter_mut().zip(x0.iter()).enumerate() {
            *e0 -= x0[0].max(q0);
            let t0 = (0.5 * q0.sin()).asin().softplus();
            let t1 = if t0 < -1.52 { t0.atan2(((x0[1] + x0[1]) * (x0[1] + x0[1]) + 1.0)) } else { -q0 };
        }
    }

    #[reversible]
    fn main(n0: usize, k0: &mut usize) {
        if (n0 < *k0) || (*k0 >= 0) {
            'r0: {
                #[inactive] let t0 = 1.5 + ((*k0 % 5) as f64);
            }
            let mut a0 = vec![0.0; 1];
            undo!('r0);
        }
        while (*k0 > 0, *k0 < 0) {
            *k0 -= 1;
        }
        for i1 in 0..2 {
            undo! {
                let mut s0 = (i1 as f64).powi(2);
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut n0 = 1;
        let mut k0 = 0;
        main(n0, &mut k0);
        assert_eq!(k0, 0, "k0 after the primal");
        main::inverse(n0, &mut k0);
        assert_eq!(k0, 0, "k0 after the inverse");
        main(n0, &mut k0);
        main::adjoint(n0, &mut k0);
        assert_eq!(k0, 0, "k0 after the adjoint");
        main::sweep(n0, &mut k0);
        assert_eq!(k0, 0, "k0 after the sweep");
    }
}

mod program_034 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(x0: &[f64; 6]) -> f64 {
        for i0 in (0..=3).step_by(2) {
            let t0 = x0[5].logistic();
            let t1 = x0[3].hypot((0.3 * 0.3 + 1.0));
        }
        (x0[4] - 1.0).min(x0[0]) / (x0[4].logistic() * x0[4].logistic() + 1.0)
    }

    #[reversible]
    fn main(v0: &mut [f64], g0: &mut [[f64; 3]; 2], x0: &[f64]) {
        let mut stack0: Vec<f64> = Vec::new();
        push!(stack0, g0[0][1]);
        g0[0][1] += (v0[0] + x0[1]).min(v0[0]).hypot((1.0 * 1.0 + 1.0));
        g0[0][1] -= (v0[0] + x0[1]).min(v0[0]).hypot((1.0 * 1.0 + 1.0));
        pop!(stack0, g0[0][1]);
        free!(stack0);
        undo! {
            for (e0, q0) in v0.iter_mut().zip(x0.iter()) {
                *e0 += 0.5 / ((g0[1][1] * g0[1][1] + 1.0).cbrt() * (g0[1][1] * g0[1][1] + 1.0).cbrt() + 1.0);
                g0[0][2] -= ((*q0).mul_add(2.0, 0.5) * (*q0).mul_add(2.0, 0.5) + 1.0).recip();
            }
            v0[1] += ((0.3 / (v0[0] * v0[0] + 1.0)) * (0.3 / (v0[0] * v0[0] + 1.0)) + 1.0).ln();
        }
        let mut stack1: Vec<f64> = Vec::new();
        push!(stack1, g0[0][1]);
        g0[0][1] += v0[0].mul_add(x0[0] - 0.3, 0.5).max(x0[1] - x0[5]);
        g0[0][1] -= v0[0].mul_add(x0[0] - 0.3, 0.5).max(x0[1] - x0[5]);
        pop!(stack1, g0[0][1]);
        free!(stack1);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [1.28, -0.59493];
        let mut g0 = [[1.406, 1.40607, 0.5311400000000001], [0.65656, 0.03163, -1.0933000000000002]];
        let mut x0 = [1.407, -0.71793, -1.09286, 1.15721, -0.96772, 1.15735];
        main(&mut v0, &mut g0, &x0);
        same("v0 after the primal", &v0, &[1.0300833297282919, -0.8576926954169642]);
        same("g0 after the primal", g0.as_flattened(), [[1.406, 1.40607, 1.147690599291285], [0.65656, 0.03163, -1.0933000000000002]].as_flattened());
        main::inverse(&mut v0, &mut g0, &x0);
        same("v0 after the inverse", &v0, &[1.28, -0.59493]);
        same("g0 after the inverse", g0.as_flattened(), [[1.406, 1.40607, 0.5311400000000001], [0.65656, 0.03163, -1.0933000000000002]].as_flattened());
        main(&mut v0, &mut g0, &x0);
        let mut v0_bar = [0.84375, 1.359375];
        let mut g0_bar = [[0.625, 0.4375, 0.5625], [0.828125, 1.6875, 1.015625]];
        let mut x0_bar = [0.890625, 1.140625, 0.9375, 0.484375, 1.53125, 0.9375];
        main::adjoint(&mut v0, &mut v0_bar, &mut g0, &mut g0_bar, &x0, &mut x0_bar);
        same("v0 after the adjoint", &v0, &[1.28, -0.59493]);
        same("g0 after the adjoint", g0.as_flattened(), [[1.406, 1.40607, 0.5311400000000001], [0.65656, 0.03163, -1.0933000000000002]].as_flattened());
        same("v0_bar", &v0_bar, &[0.8774206016171895, 1.359375]);
        same("g0_bar", g0_bar.as_flattened(), [[0.625, 0.4375, 0.5625], [0.828125, 1.6991025315019526, 1.015625]].as_flattened());
        same("x0_bar", &x0_bar, &[0.8386932224607198, 1.739042967552065, 0.9375, 0.484375, 1.53125, 0.9375]);
        let mut v0_bar = [0.84375, 1.359375];
        let mut g0_bar = [[0.625, 0.4375, 0.5625], [0.828125, 1.6875, 1.015625]];
        let mut x0_bar = [0.890625, 1.140625, 0.9375, 0.484375, 1.53125, 0.9375];
        main::sweep(&mut v0, &mut v0_bar, &mut g0, &mut g0_bar, &x0, &mut x0_bar);
        same("v0 after the sweep", &v0, &[1.0300833297282919, -0.8576926954169642]);
        same("g0 after the sweep", g0.as_flattened(), [[1.406, 1.40607, 1.147690599291285], [0.65656, 0.03163, -1.0933000000000002]].as_flattened());
        same("v0_bar", &v0_bar, &[0.8774206016171895, 1.359375]);
        same("g0_bar", g0_bar.as_flattened(), [[0.625, 0.4375, 0.5625], [0.828125, 1.6991025315019526, 1.015625]].as_flattened());
        same("x0_bar", &x0_bar, &[0.8386932224607198, 1.739042967552065, 0.9375, 0.484375, 1.53125, 0.9375]);
    }
}

mod program_035 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(x0: &[T], v0: &mut [T], g0: &mut [[T; 3]; 1], w0: T) {
        if x0[0] < -0.77 {
            for i0 in (0..=x0.len() - 1).step_by(3).rev() {
                g0[2 * i0][i0 + 2] -= x0[0].atan2((x0[0] * x0[0] + 1.0));
                for i1 in (0..x0.len() - 1).step_by(2) {
                    each!(v0 -= 0.75 * w0 - 0.75 * 0.5);
                    let m0 = i1 + 1;
                    let mut s0 = 0.0;
                    s0 += w0.atan();
                }
            }
            g0[0][1] += w0 / (x0[0].powi(2) * x0[0].powi(2) + 1.0);
        } else if !(w0 > 0.73) {
            for i2 in (0..3).rev().step_by(2) {
                if ((x0[0] < -0.395) || (i2 % 2 == 0)) || ((w0 < 0.48) || (i2 % 2 == 0)) {
                    g0[0][i2] += w0.tanh().exp().cos();
                    g0[0][i2] += w0.hypot((v0[i2] * v0[i2] + 1.0)).mul_add(((i2 as T) * (i2 as T) + 1.0).sqrt(), 0.5);
                }
                let t0 = if (i2 < 4) || (i2 != 1) { 0.75 * 1.0 } else { x0[0].powi(2) };
                g0[0][0] -= t0.atan2(((i2 as T) * (i2 as T) + 1.0));
            }
            v0[2] -= 0.125;
            let mut s1 = 0.0;
            for i3 in 1..4 {
                each!(v0 += 0.75 * w0 - 0.75 * 0.5);
                each!(v0 += 0.75 * w0 - 0.75 * 0.5);
                v0[i3 + 2] -= (i3 as T) * s1;
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [1.53];
        let mut v0 = [1.531, 0.65607, -0.5938599999999999, 0.15621, -1.34372, -0.21865];
        let mut g0 = [[1.407, 1.03207, 0.28214]];
        let mut w0 = -0.592;
        main(&x0, &mut v0, &mut g0, w0);
        same("v0 after the primal", &v0, &[-3.383, -4.25793, -5.63286, -4.75779, -6.25772, -5.13265]);
        same("g0 after the primal", g0.as_flattened(), [[5.342719104979921, 1.03207, 4.915941504283888]].as_flattened());
        main::inverse(&x0, &mut v0, &mut g0, w0);
        same("v0 after the inverse", &v0, &[1.531, 0.65607, -0.5938599999999999, 0.15621, -1.34372, -0.21865]);
        same("g0 after the inverse", g0.as_flattened(), [[1.407, 1.03207, 0.28214]].as_flattened());
        main(&x0, &mut v0, &mut g0, w0);
        let mut x0_bar = [0.84375];
        let mut v0_bar = [1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875];
        let mut g0_bar = [[1.015625, 0.890625, 1.140625]];
        let mut w0_bar = 0.9375;
        main::adjoint(&x0, &mut x0_bar, &mut v0, &mut v0_bar, &mut g0, &mut g0_bar, w0, &mut w0_bar);
        same("v0 after the adjoint", &v0, &[1.531, 0.65607, -0.5938599999999999, 0.15621, -1.34372, -0.21865]);
        same("g0 after the adjoint", g0.as_flattened(), [[1.407, 1.03207, 0.28214]].as_flattened());
        same("x0_bar", &x0_bar, &[0.84375]);
        same("v0_bar", &v0_bar, &[4.421601451129159, 0.625, -2.337657347994533, 0.5625, 0.828125, 1.6875]);
        same("g0_bar", g0_bar.as_flattened(), [[1.015625, 0.890625, 1.140625]].as_flattened());
        same("w0_bar", &[w0_bar], &[23.983406010222584]);
        let mut x0_bar = [0.84375];
        let mut v0_bar = [1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875];
        let mut g0_bar = [[1.015625, 0.890625, 1.140625]];
        let mut w0_bar = 0.9375;
        main::sweep(&x0, &mut x0_bar, &mut v0, &mut v0_bar, &mut g0, &mut g0_bar, w0, &mut w0_bar);
        same("v0 after the sweep", &v0, &[-3.383, -4.25793, -5.63286, -4.75779, -6.25772, -5.13265]);
        same("g0 after the sweep", g0.as_flattened(), [[5.342719104979921, 1.03207, 4.915941504283888]].as_flattened());
        same("x0_bar", &x0_bar, &[0.84375]);
        same("v0_bar", &v0_bar, &[4.421601451129159, 0.625, -2.337657347994533, 0.5625, 0.828125, 1.6875]);
        same("g0_bar", g0_bar.as_flattened(), [[1.015625, 0.890625, 1.140625]].as_flattened());
        same("w0_bar", &[w0_bar], &[23.983406010222584]);
    }
}

