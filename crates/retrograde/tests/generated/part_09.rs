//! Generated programs, part 9.

mod program_036 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(x0: &[f64; 3], v0: &mut [f64; 4], y0: &mut f64, g0: &mut [[f64; 3]; 1]) {
        for i0 in (0..x0.len() - 1).rev() {
            g0[0][1] -= (1.0 / ((i0 as f64) * (i0 as f64) + 1.0)).cos();
        }
        for e0 in v0.chunks_mut(2) {
            e0[0] -= (1.0 / (*y0 * *y0 + 1.0)) - (*y0 * *y0 + 1.0).sqrt();
        }
        for i1 in 0..x0.len() - 1 {
            let mut h0 = 0.0;
            h0 += (0.5 * v0[2 * i1].sin()).asin().softplus() + ((i1 as f64) * (i1 as f64) + 1.0).sqrt();
            let mut a0 = [0.0; 2];
            let mut a1 = [0.0; 1];
            let j1: usize = argmax(x0);
            h0 -= (0.5 * v0[2 * i1].sin()).asin().softplus() + ((i1 as f64) * (i1 as f64) + 1.0).sqrt();
            free!(h0 = 0.0);
            let t0 = -(*y0 / ((a0[1] / (1.5 * 1.5 + 1.0)) * (a0[1] / (1.5 * 1.5 + 1.0)) + 1.0));
            let t1 = 1.5 - 1.0;
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [0.405, -0.71993, 1.03014];
        let mut v0 = [0.406, 0.53107, -1.21886, 1.03121];
        let mut y0 = 1.532;
        let mut g0 = [[-0.842, -1.46693, -0.46686]];
        main(&x0, &mut v0, &mut y0, &mut g0);
        same("v0 after the primal", &v0, &[1.9367144798635905, 0.53107, 0.3118544798635903, 1.03121]);
        same("y0 after the primal", &[y0], &[1.532]);
        same("g0 after the primal", g0.as_flattened(), [[-0.842, -2.8848148677585126, -0.46686]].as_flattened());
        main::inverse(&x0, &mut v0, &mut y0, &mut g0);
        same("v0 after the inverse", &v0, &[0.406, 0.53107, -1.21886, 1.03121]);
        same("y0 after the inverse", &[y0], &[1.532]);
        same("g0 after the inverse", g0.as_flattened(), [[-0.842, -1.46693, -0.46686]].as_flattened());
        main(&x0, &mut v0, &mut y0, &mut g0);
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        let mut v0_bar = [0.4375, 0.5625, 0.828125, 1.6875];
        let mut y0_bar = 1.015625;
        let mut g0_bar = [[0.890625, 1.140625, 0.9375]];
        main::adjoint(&x0, &mut x0_bar, &mut v0, &mut v0_bar, &mut y0, &mut y0_bar, &mut g0, &mut g0_bar);
        same("v0 after the adjoint", &v0, &[0.406, 0.53107, -1.21886, 1.03121]);
        same("y0 after the adjoint", &[y0], &[1.532]);
        same("g0 after the adjoint", g0.as_flattened(), [[-0.842, -1.46693, -0.46686]].as_flattened());
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625]);
        same("v0_bar", &v0_bar, &[0.4375, 0.5625, 0.828125, 1.6875]);
        same("y0_bar", &[y0_bar], &[2.4216099974196332]);
        same("g0_bar", g0_bar.as_flattened(), [[0.890625, 1.140625, 0.9375]].as_flattened());
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        let mut v0_bar = [0.4375, 0.5625, 0.828125, 1.6875];
        let mut y0_bar = 1.015625;
        let mut g0_bar = [[0.890625, 1.140625, 0.9375]];
        main::sweep(&x0, &mut x0_bar, &mut v0, &mut v0_bar, &mut y0, &mut y0_bar, &mut g0, &mut g0_bar);
        same("v0 after the sweep", &v0, &[1.9367144798635905, 0.53107, 0.3118544798635903, 1.03121]);
        same("y0 after the sweep", &[y0], &[1.532]);
        same("g0 after the sweep", g0.as_flattened(), [[-0.842, -2.8848148677585126, -0.46686]].as_flattened());
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625]);
        same("v0_bar", &v0_bar, &[0.4375, 0.5625, 0.828125, 1.6875]);
        same("y0_bar", &[y0_bar], &[2.4216099974196332]);
        same("g0_bar", g0_bar.as_flattened(), [[0.890625, 1.140625, 0.9375]].as_flattened());
    }
}

mod program_037 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(x0: &[T], x1: &[T; 1]) -> T {
        for i0 in 0..2 {
            let mut a0 = [0.0; 1];
            for (j0, e0) in a0.iter_mut().enumerate().rev() {
                *e0 += ((x0[2 * j0] * x0[2 * j0] + 1.0).powf(x1[0].tanh()) * (x0[2 * j0] * x0[2 * j0] + 1.0).powf(x1[0].tanh()) + 1.0).recip();
            }
            'r0: {
                for i1 in (i0..=a0.len()).rev() {
                    let mut s0 = 0.0;
                    let j1: usize = argmax(x1);
                    a0[0] += s0.min(s0);
                }
                a0[0] -= x0[2];
            }
            let t1 = x1[0].atan();
            undo!('r0);
        }
        for i2 in (0..x0.len()).rev().step_by(3) {
            for i3 in (0..i2 + 1).step_by(1).rev() {
                let j2: usize = argmax(x1);
            }
            let j3: usize = argmax(x1);
            'r1: {
                let mut s1 = x0[i2 * 1 + j3].powi(2).min((x0[j3 + 2] * x0[j3 + 2] + 1.0).ln());
            }
            let mut s2 = 0.0;
            s2 -= (j3 as T).tanh().hypot((x1[2 * j3] * x1[2 * j3] + 1.0));
            undo!('r1);
        }
        x1[0].mul_add(x0[0], 0.5).softplus().max(x0[2].max(x0[0]))
    }

    #[reversible]
    fn main<T: Real>(u0: &T, n0: usize, v0: &mut [T; 3], x0: &[T]) {
        let mut stack0: Vec<T> = Vec::new();
        push!(stack0, v0[2]);
        v0[2] += (x0[0] * 2.0).max(1.5);
        v0[2] -= (x0[0] * 2.0).max(1.5);
        pop!(stack0, v0[2]);
        free!(stack0);
        let mut h0 = 0.0;
        h0 += *u0;
        let mut c0 = 0usize;
        h0 -= *u0;
        free!(h0 = 0.0);
        while (c0 < 3, c0 > 0) {
            c0 += 1;
        }
        if c0 == 0 {
            v0[0] -= *u0 / (*u0 * *u0 + 1.0);
            undo! {
                let mut stack1: Vec<T> = Vec::new();
                push!(stack1, v0[c0 % 3]);
                v0[c0 % 3] += *u0 / (x0[0] * x0[0] + 1.0);
                v0[c0 % 3] -= *u0 / (x0[0] * x0[0] + 1.0);
                pop!(stack1, v0[c0 % 3]);
                free!(stack1);
                let mut a0 = vec![0.0; 3];
                let mut a1 = [0.0; 1];
            }
        } else {
            for (q0, e0) in x0.iter().skip(1).step_by(2).zip(v0.iter_mut().rev()) {
                *e0 -= x0[c0 % 2] + (*q0).sin().sinh();
            }
            v0[n0 - 1] -= (*u0).tanh().exp() * x0[0].min(x0[n0 - 2]);
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut u0 = 1.03;
        let mut n0 = 2;
        let mut v0 = [1.532, 0.03207, -0.21786];
        let mut x0 = [0.28300000000000003, 0.40807000000000004];
        main(&u0, n0, &mut v0, &x0);
        same("v0 after the primal", &v0, &[1.532, -0.581537355540973, -1.0332666095354301]);
        main::inverse(&u0, n0, &mut v0, &x0);
        same("v0 after the inverse", &v0, &[1.532, 0.03207, -0.21786]);
        main(&u0, n0, &mut v0, &x0);
        let mut u0_bar = 0.84375;
        let mut v0_bar = [1.359375, 0.625, 0.4375];
        let mut x0_bar = [0.5625, 0.828125];
        main::adjoint(&u0, &mut u0_bar, n0, &mut v0, &mut v0_bar, &x0, &mut x0_bar);
        same("v0 after the adjoint", &v0, &[1.532, 0.03207, -0.21786]);
        same("u0_bar", &[u0_bar], &[0.6899393906588185]);
        same("v0_bar", &v0_bar, &[1.359375, 0.625, 0.4375]);
        same("x0_bar", &x0_bar, &[-0.7926399194809475, -0.04298861391653769]);
        let mut u0_bar = 0.84375;
        let mut v0_bar = [1.359375, 0.625, 0.4375];
        let mut x0_bar = [0.5625, 0.828125];
        main::sweep(&u0, &mut u0_bar, n0, &mut v0, &mut v0_bar, &x0, &mut x0_bar);
        same("v0 after the sweep", &v0, &[1.532, -0.581537355540973, -1.0332666095354301]);
        same("u0_bar", &[u0_bar], &[0.6899393906588185]);
        same("v0_bar", &v0_bar, &[1.359375, 0.625, 0.4375]);
        same("x0_bar", &x0_bar, &[-0.7926399194809475, -0.04298861391653769]);
    }
}

mod program_038 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(x0: &[f64; 4], y0: &mut f64, #[inactive] b0: f64) {
        for i0 in 0..4 {
            *y0 += x0[i0].powi(2) * (b0 * b0);
        }
    }

    #[reversible]
    fn main(v0: &mut [f64], g0: &mut [[f64; 2]; 1], x0: &[f64; 2]) {
        for i0 in (0..4).rev().step_by(1) {
            {
                let t0 = (v0[1].atan2((v0[2] * v0[2] + 1.0)) * 0.1).abs();
                let mut a0 = [0.0; 4];
            }
        }
        for e0 in v0.iter_mut() {
            *e0 -= x0[0].tanh().exp();
            for i1 in 0..2 {
                let p0 = &x0[0..1];
                g0[0][1 - i1] += -(i1 as f64);
            }
        }
        'r0: {
            each!(v0 += 0.75 * g0[0][0] - 0.75 * 0.5);
        }
        undo!('r0);
        for i2 in (1..x0.len() - 1).step_by(2) {
            let t1 = (g0[0][i2] * g0[0][i2] + 1.0).ln() / (2.0 * 2.0 + 1.0);
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [1.155, -1.21993, 0.28014, -0.5947899999999999, -1.46972, -1.09465];
        let mut g0 = [[-0.844, -0.96893]];
        let mut x0 = [1.532, -0.21793];
        main(&mut v0, &mut g0, &x0);
        same("v0 after the primal", &v0, &[-1.3312268141284784, -3.7061568141284784, -2.2060868141284793, -3.0810168141284784, -3.9559468141284775, -3.5808768141284784]);
        same("g0 after the primal", g0.as_flattened(), [[-6.843999999999999, -0.96893]].as_flattened());
        main::inverse(&mut v0, &mut g0, &x0);
        same("v0 after the inverse", &v0, &[1.155, -1.21993, 0.28014, -0.5947899999999999, -1.46972, -1.09465]);
        same("g0 after the inverse", g0.as_flattened(), [[-0.844, -0.96893]].as_flattened());
        main(&mut v0, &mut g0, &x0);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut g0_bar = [[1.6875, 1.015625]];
        let mut x0_bar = [0.890625, 1.140625];
        main::adjoint(&mut v0, &mut v0_bar, &mut g0, &mut g0_bar, &x0, &mut x0_bar);
        same("v0 after the adjoint", &v0, &[1.155, -1.21993, 0.28014, -0.5947899999999999, -1.46972, -1.09465]);
        same("g0 after the adjoint", g0.as_flattened(), [[-0.844, -0.96893]].as_flattened());
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
        same("g0_bar", g0_bar.as_flattened(), [[1.6875, 1.015625]].as_flattened());
        same("x0_bar", &x0_bar, &[-1.083223681395032, 1.140625]);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut g0_bar = [[1.6875, 1.015625]];
        let mut x0_bar = [0.890625, 1.140625];
        main::sweep(&mut v0, &mut v0_bar, &mut g0, &mut g0_bar, &x0, &mut x0_bar);
        same("v0 after the sweep", &v0, &[-1.3312268141284784, -3.7061568141284784, -2.2060868141284793, -3.0810168141284784, -3.9559468141284775, -3.5808768141284784]);
        same("g0 after the sweep", g0.as_flattened(), [[-6.843999999999999, -0.96893]].as_flattened());
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
        same("g0_bar", g0_bar.as_flattened(), [[1.6875, 1.015625]].as_flattened());
        same("x0_bar", &x0_bar, &[-1.083223681395032, 1.140625]);
    }
}

mod program_039 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(l0: &mut i64, v0: &mut [T]) {
        for e0 in v0.iter_mut() {
            *e0 -= 0.3 / ((0.3 * 1.5) * (0.3 * 1.5) + 1.0);
        }
        for i0 in 1..4 {
            let t0 = v0[1];
        }
        while (*l0 > -3, *l0 < 0) {
            v0[0] += (v0[1].sin() * v0[1].sin() + 1.0).powf((0.5 - v0[1]).tanh());
            'r0: {
                each!(v0 -= 0.75 * 0.5 - 0.75 * 0.5);
            }
            undo!('r0);
            *l0 -= 1;
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut l0 = 0;
        let mut v0 = [-0.594, 0.78107];
        main(&mut l0, &mut v0);
        assert_eq!(l0, -3, "l0 after the primal");
        same("v0 after the primal", &v0, &[2.1349322442551353, 0.5315897505197505]);
        main::inverse(&mut l0, &mut v0);
        assert_eq!(l0, 0, "l0 after the inverse");
        same("v0 after the inverse", &v0, &[-0.594, 0.78107]);
        main(&mut l0, &mut v0);
        let mut v0_bar = [0.84375, 1.359375];
        main::adjoint(&mut l0, &mut v0, &mut v0_bar);
        assert_eq!(l0, 0, "l0 after the adjoint");
        same("v0 after the adjoint", &v0, &[-0.594, 0.78107]);
        same("v0_bar", &v0_bar, &[0.84375, 0.7300671506650154]);
        let mut v0_bar = [0.84375, 1.359375];
        main::sweep(&mut l0, &mut v0, &mut v0_bar);
        assert_eq!(l0, -3, "l0 after the sweep");
        same("v0 after the sweep", &v0, &[2.1349322442551353, 0.5315897505197505]);
        same("v0_bar", &v0_bar, &[0.84375, 0.7300671506650154]);
    }
}

