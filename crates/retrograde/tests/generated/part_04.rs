//! Generated programs, part 4.

mod program_016 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(u0: &f64) -> f64 {
        for i0 in (0..2).step_by(2) {
            let t0 = (*u0 * *u0 + 1.0).ln() * (0.5 * (*u0 + (i0 as f64)).sin()).asin();
        }
        (*u0 * *u0 + 1.0).ln().abs()
    }

    #[reversible]
    fn main(x0: &[f64], x1: &[f64; 6], w0: f64) -> f64 {
        for i0 in 1..4 {
            let mut c0 = 0usize;
            let t0 = x1[2].asinh() - 2.0;
        }
        let mut c1 = 0usize;
        let t1 = f0(&w0);
        for i2 in (0..3).rev() {
            let t2 = if ((x0[3] < -0.27) && (c1 == 1)) && (c1 + 1 < i2) { (t1 + (i2 as f64)) + f0(&w0) } else { (w0 * w0 + 1.0).recip().abs() };
        }
        (t1 * 1.5).asinh()
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [0.03, -0.34492999999999996, 1.03014, -0.21979];
        let mut x1 = [0.406, -0.34392999999999996, 1.03114, -1.09379, 0.53128, 0.78135];
        let mut w0 = 1.407;
        same("the value", &[main(&x0, &x1, w0)], &[1.2688008455393074]);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut x1_bar = [0.5625, 0.828125, 1.6875, 1.015625, 0.890625, 1.140625];
        let mut w0_bar = 0.9375;
        let value = main::pull(1.25, &x0, &mut x0_bar, &x1, &mut x1_bar, w0, &mut w0_bar);
        same("the pulled value", &[value], &[1.2688008455393074]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        same("x1_bar", &x1_bar, &[0.5625, 0.828125, 1.6875, 1.015625, 0.890625, 1.140625]);
        same("w0_bar", &[w0_bar], &[1.8603118333351683]);
    }
}

mod program_017 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(k0: &mut usize) {
        {
            if *k0 == 1 {
            } else {
                let t0 = 2.0;
            }
            if (*k0 % 2 == 0, *k0 % 2 != 0) {
                *k0 += 1;
            } else {
                *k0 += 1;
            }
            if ((*k0 != 3) || (*k0 != 3)) || (*k0 != 2) {
                let mut c0 = 0usize;
            }
        }
        if (*k0 % 2 == 0, *k0 % 2 != 0) {
            *k0 += 1;
        } else {
            {
                let mut a0 = vec![0.0; 4];
            }
            let mut s0 = 0.0;
            *k0 += 1;
        }
        for i1 in 0..3 {
            let t1 = if (*k0 < i1) && (i1 < 1) { 0.75 - 0.125 } else { 2.0 / (2.0 * 2.0 + 1.0) };
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut k0 = 1;
        main(&mut k0);
        assert_eq!(k0, 3, "k0 after the primal");
        main::inverse(&mut k0);
        assert_eq!(k0, 1, "k0 after the inverse");
        main(&mut k0);
        main::adjoint(&mut k0);
        assert_eq!(k0, 1, "k0 after the adjoint");
        main::sweep(&mut k0);
        assert_eq!(k0, 3, "k0 after the sweep");
    }
}

mod program_018 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f1(x0: &[f64; 6], y0: &mut f64) {
        for i0 in (1..x0.len() - 1).rev() {
            if x0[1] > -0.645 {
                let t0 = if !(i0 != 0) { ((x0[i0] * (i0 as f64)) + (0.5 * x0[i0].sin()).asin()) + x0[5 - i0] } else { x0[4] - (x0[1] * x0[1] + 1.0).powf(x0[4].tanh()) };
                let t1 = (x0[2] * x0[2] + 1.0).sqrt() + (t0.mul_add(t0, 0.5) * t0);
                *y0 -= (t1 * t0).softplus();
            } else {
                *y0 -= x0[i0];
                let t2 = 0.125;
            }
        }
        for i1 in (0..=3).rev() {
            for i2 in 1..x0.len() - 1 {
                for i3 in 0..x0.len() - 1 {
                    *y0 -= x0[i2 - 1].powi(3);
                    *y0 -= (x0[i2 - 1] * x0[4]).sin().sinh();
                    *y0 -= x0[0].cos() * x0[i1];
                }
            }
        }
    }

    #[reversible]
    fn main(x0: &[f64], x1: &[f64], g0: &mut [[f64; 3]; 1], x2: &[f64]) {
        for i0 in (1..3).rev() {
            g0[0][1] -= x2[i0].hypot(((x2[5] - x2[i0 + 1]) * (x2[5] - x2[i0 + 1]) + 1.0));
        }
        'r0: {
            let mut s0 = 0.0;
            let t0 = -s0 * (s0 * s0);
        }
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [1.03];
        let mut x1 = [-0.469, 0.40607000000000004, -1.21886];
        let mut g0 = [[0.532, -0.96793, 1.03214]];
        let mut x2 = [-1.467, 1.40807, 0.5331400000000001, 0.9082100000000001, -0.21672, 0.033350000000000005];
        main(&x0, &x1, &mut g0, &x2);
        same("g0 after the primal", g0.as_flattened(), [[0.532, -4.694777576817806, 1.03214]].as_flattened());
        main::inverse(&x0, &x1, &mut g0, &x2);
        same("g0 after the inverse", g0.as_flattened(), [[0.532, -0.96793, 1.03214]].as_flattened());
        main(&x0, &x1, &mut g0, &x2);
        let mut x0_bar = [0.84375];
        let mut x1_bar = [1.359375, 0.625, 0.4375];
        let mut g0_bar = [[0.5625, 0.828125, 1.6875]];
        let mut x2_bar = [1.015625, 0.890625, 1.140625, 0.9375, 0.484375, 1.53125];
        main::adjoint(&x0, &mut x0_bar, &x1, &mut x1_bar, &mut g0, &mut g0_bar, &x2, &mut x2_bar);
        same("g0 after the adjoint", g0.as_flattened(), [[0.532, -0.96793, 1.03214]].as_flattened());
        same("x0_bar", &x0_bar, &[0.84375]);
        same("x1_bar", &x1_bar, &[1.359375, 0.625, 0.4375]);
        same("g0_bar", g0_bar.as_flattened(), [[0.5625, 0.828125, 1.6875]].as_flattened());
        same("x2_bar", &x2_bar, &[1.015625, 0.2712776237128267, 0.3517166071954414, -0.44961287067588285, 0.484375, 3.4678590476880924]);
        let mut x0_bar = [0.84375];
        let mut x1_bar = [1.359375, 0.625, 0.4375];
        let mut g0_bar = [[0.5625, 0.828125, 1.6875]];
        let mut x2_bar = [1.015625, 0.890625, 1.140625, 0.9375, 0.484375, 1.53125];
        main::sweep(&x0, &mut x0_bar, &x1, &mut x1_bar, &mut g0, &mut g0_bar, &x2, &mut x2_bar);
        same("g0 after the sweep", g0.as_flattened(), [[0.532, -4.694777576817806, 1.03214]].as_flattened());
        same("x0_bar", &x0_bar, &[0.84375]);
        same("x1_bar", &x1_bar, &[1.359375, 0.625, 0.4375]);
        same("g0_bar", g0_bar.as_flattened(), [[0.5625, 0.828125, 1.6875]].as_flattened());
        same("x2_bar", &x2_bar, &[1.015625, 0.2712776237128267, 0.3517166071954414, -0.44961287067588285, 0.484375, 3.4678590476880924]);
    }
}

mod program_019 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(u0: &T) -> T {
        for i0 in (1..4).rev().step_by(1) {
            let t0 = (*u0 * *u0 + 1.0).powf((*u0).tanh()).tanh().min((*u0).hypot(((*u0 * *u0 + 1.0).sqrt() * (*u0 * *u0 + 1.0).sqrt() + 1.0)));
        }
        0.3 + (*u0).tanh()
    }

    #[reversible]
    fn main<T: Real>(l0: &mut i64, v0: &mut [T; 4], y0: &mut T) {
        for i0 in (0..v0.len() - 1).step_by(2).rev() {
            let t0 = if (i0 != 3) && (i0 != 1) { f0(&v0[i0 + 1]) } else { (v0[i0] * v0[i0] + 1.0).powf((*y0).max(0.125).tanh()).softplus() };
            for i1 in (1..=2).step_by(2).rev() {
                *l0 -= (i1) as i64;
            }
        }
        for i3 in (0..4).step_by(3) {
            *l0 -= (i3) as i64;
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut l0 = 1;
        let mut v0 = [-0.969, 0.28107000000000004, 1.03114, 1.03121];
        let mut y0 = -0.593;
        main(&mut l0, &mut v0, &mut y0);
        assert_eq!(l0, -4, "l0 after the primal");
        same("v0 after the primal", &v0, &[-0.969, 0.28107000000000004, 1.03114, 1.03121]);
        same("y0 after the primal", &[y0], &[-0.593]);
        main::inverse(&mut l0, &mut v0, &mut y0);
        assert_eq!(l0, 1, "l0 after the inverse");
        same("v0 after the inverse", &v0, &[-0.969, 0.28107000000000004, 1.03114, 1.03121]);
        same("y0 after the inverse", &[y0], &[-0.593]);
        main(&mut l0, &mut v0, &mut y0);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut y0_bar = 0.5625;
        main::adjoint(&mut l0, &mut v0, &mut v0_bar, &mut y0, &mut y0_bar);
        assert_eq!(l0, 1, "l0 after the adjoint");
        same("v0 after the adjoint", &v0, &[-0.969, 0.28107000000000004, 1.03114, 1.03121]);
        same("y0 after the adjoint", &[y0], &[-0.593]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        same("y0_bar", &[y0_bar], &[0.5625]);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut y0_bar = 0.5625;
        main::sweep(&mut l0, &mut v0, &mut v0_bar, &mut y0, &mut y0_bar);
        assert_eq!(l0, -4, "l0 after the sweep");
        same("v0 after the sweep", &v0, &[-0.969, 0.28107000000000004, 1.03114, 1.03121]);
        same("y0 after the sweep", &[y0], &[-0.593]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        same("y0_bar", &[y0_bar], &[0.5625]);
    }
}

