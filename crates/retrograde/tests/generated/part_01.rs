//! Generated programs, part 1.

mod program_004 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(w0: f64, x0: &[f64]) -> f64 {
        x0[0] - w0
    }

    #[reversible]
    fn f1(#[inactive] b0: f64, n0: usize) -> f64 {
        {
            for i0 in 1..n0 + 1 {
                let t0 = if !(b0 > 1.48) { ((i0 as f64) + b0) / ((b0 * (n0 as f64)).tanh() * (b0 * (n0 as f64)).tanh() + 1.0) } else { (b0 * b0 + 1.0).cbrt() };
            }
        }
        (0.5 * b0.sin()).asin()
    }

    #[reversible]
    fn main(v0: &mut [f64; 1], k0: &mut usize, k1: &mut usize) {
        while (*k0 < 3, *k0 > 1) {
            *k0 += 1;
            if (*k1 + 1 < *k0) && (*k0 % 2 == 0) {
                let t0 = v0[*k1 % 1].hypot((v0[*k1 % 1] * v0[*k1 % 1] + 1.0)).mul_add(v0[*k1 % 1], 0.5);
            } else {
                v0[*k1 % 1] += 1.0 / ((0.5 + 0.125) * (0.5 + 0.125) + 1.0);
            }
            if *k0 >= 3 {
                let t1 = (v0[*k1 % 1] * v0[*k1 % 1] + 1.0).recip().atan2(((((*k1 % 5) as f64) * v0[0]) * (((*k1 % 5) as f64) * v0[0]) + 1.0));
                *k1 += 1;
            } else if ((*k1 >= 2) || (*k1 != *k0)) || (!(*k0 + 1 < *k1)) {
                v0[*k1 % 1] -= 2.0 * 0.1;
                v0[0] += -((*k1 % 5) as f64);
            } else {
            }
        }
        if (*k0 != *k1) || (*k1 != *k0) {
            v0[0] += (1.0 + 2.0) + (0.75 / (f1(0.4, 4) * f1(0.4, 4) + 1.0));
            for i0 in (0..2).rev().step_by(1) {
                let mut s0 = 0.0;
                s0 -= (v0[*k1 % 1] * v0[*k1 % 1]) + f1(0.4, 4);
                let mut a0 = [0.0; 2];
            }
        } else {
            let t2 = (v0[0].abs() + v0[*k1 % 1]) + ((((*k1 % 5) as f64) - v0[*k1 % 1]) * (((*k1 % 5) as f64) - v0[*k1 % 1]) + 1.0).recip();
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [-0.095];
        let mut k0 = 1;
        let mut k1 = 1;
        main(&mut v0, &mut k0, &mut k1);
        same("v0 after the primal", &v0, &[3.8654667909634215]);
        assert_eq!(k0, 3, "k0 after the primal");
        assert_eq!(k1, 2, "k1 after the primal");
        main::inverse(&mut v0, &mut k0, &mut k1);
        same("v0 after the inverse", &v0, &[-0.095]);
        assert_eq!(k0, 1, "k0 after the inverse");
        assert_eq!(k1, 1, "k1 after the inverse");
        main(&mut v0, &mut k0, &mut k1);
        let mut v0_bar = [0.84375];
        main::adjoint(&mut v0, &mut v0_bar, &mut k0, &mut k1);
        same("v0 after the adjoint", &v0, &[-0.095]);
        assert_eq!(k0, 1, "k0 after the adjoint");
        assert_eq!(k1, 1, "k1 after the adjoint");
        same("v0_bar", &v0_bar, &[0.84375]);
        let mut v0_bar = [0.84375];
        main::sweep(&mut v0, &mut v0_bar, &mut k0, &mut k1);
        same("v0 after the sweep", &v0, &[3.8654667909634215]);
        assert_eq!(k0, 3, "k0 after the sweep");
        assert_eq!(k1, 2, "k1 after the sweep");
        same("v0_bar", &v0_bar, &[0.84375]);
    }
}

mod program_005 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(n0: usize, y0: &mut T, v0: &mut [T; 4], v1: &mut [T]) {
        for i0 in n0..v1.len() {
            let mut a0 = [0.0; 4];
        }
        if (!(n0 != 1)) && (n0 >= 1) {
            let t0 = v1[n0 - 1].atan2(((n0 as T) * (n0 as T) + 1.0));
            *y0 -= 0.5 - v1[0];
        } else {
        }
        for i1 in 1..n0 + 1 {
            let t1 = ((i1 as T) * (i1 as T) + 1.0).powf((*y0).tanh());
            for i2 in (i1..v0.len() - 1).rev() {
                v0[i2] += t1.mul_add(t1.logistic(), 0.5).mul_add(0.75, 0.5);
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut n0 = 3;
        let mut y0 = 1.281;
        let mut v0 = [0.532, -1.46793, -0.34286, -0.34279];
        let mut v1 = [-1.092, 1.40807, -0.7168599999999999];
        main(n0, &mut y0, &mut v0, &mut v1);
        same("y0 after the primal", &[y0], &[1.281]);
        same("v0 after the primal", &v0, &[0.532, 0.5744264041192877, 5.497223353972006, -0.34279]);
        same("v1 after the primal", &v1, &[-1.092, 1.40807, -0.7168599999999999]);
        main::inverse(n0, &mut y0, &mut v0, &mut v1);
        same("y0 after the inverse", &[y0], &[1.281]);
        same("v0 after the inverse", &v0, &[0.532, -1.46793, -0.34286, -0.34279]);
        same("v1 after the inverse", &v1, &[-1.092, 1.40807, -0.7168599999999999]);
        main(n0, &mut y0, &mut v0, &mut v1);
        let mut y0_bar = 0.84375;
        let mut v0_bar = [1.359375, 0.625, 0.4375, 0.5625];
        let mut v1_bar = [0.828125, 1.6875, 1.015625];
        main::adjoint(n0, &mut y0, &mut y0_bar, &mut v0, &mut v0_bar, &mut v1, &mut v1_bar);
        same("y0 after the adjoint", &[y0], &[1.281]);
        same("v0 after the adjoint", &v0, &[0.532, -1.46793, -0.34286, -0.34279]);
        same("v1 after the adjoint", &v1, &[-1.092, 1.40807, -0.7168599999999999]);
        same("y0_bar", &[y0_bar], &[1.7182230147564317]);
        same("v0_bar", &v0_bar, &[1.359375, 0.625, 0.4375, 0.5625]);
        same("v1_bar", &v1_bar, &[0.828125, 1.6875, 1.015625]);
        let mut y0_bar = 0.84375;
        let mut v0_bar = [1.359375, 0.625, 0.4375, 0.5625];
        let mut v1_bar = [0.828125, 1.6875, 1.015625];
        main::sweep(n0, &mut y0, &mut y0_bar, &mut v0, &mut v0_bar, &mut v1, &mut v1_bar);
        same("y0 after the sweep", &[y0], &[1.281]);
        same("v0 after the sweep", &v0, &[0.532, 0.5744264041192877, 5.497223353972006, -0.34279]);
        same("v1 after the sweep", &v1, &[-1.092, 1.40807, -0.7168599999999999]);
        same("y0_bar", &[y0_bar], &[1.7182230147564317]);
        same("v0_bar", &v0_bar, &[1.359375, 0.625, 0.4375, 0.5625]);
        same("v1_bar", &v1_bar, &[0.828125, 1.6875, 1.015625]);
    }
}

mod program_006 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(x0: &[f64; 6]) -> f64 {
        x0[5]
    }

    #[reversible]
    fn main(n0: usize) -> f64 {
        if n0 < 3 {
            for i0 in (n0..n0 + 1).rev() {
                let mut a0 = vec![0.0; i0];
                a0[i0 - 2] -= 1.5 - 1.0;
            }
            let t0 = 0.5 / ((0.5 + (0.125 - 1.5)) * (0.5 + (0.125 - 1.5)) + 1.0);
        } else {
            if n0 == 0 {
                let mut s0 = 0.0;
            } else {
                let mut s1 = 0.0;
                s1 -= 0.75;
            }
        }
        for i1 in 0..=n0 + 1 {
            let m0 = n0 % 3;
            let mut a1 = [0.0; 1];
            'r1: {
                let mut a2 = [0.0; 2];
                let t1 = if n0 % 2 == 0 { -a1[0] } else { (a1[0] / (a2[0] * a2[0] + 1.0)).atan2(((n0 as f64).hypot((-a1[n0 - 2] * -a1[n0 - 2] + 1.0)) * (n0 as f64).hypot((-a1[n0 - 2] * -a1[n0 - 2] + 1.0)) + 1.0)) };
            }
            let t2 = (a1[0] * 0.5).atan2((a1[n0 - 2].mul_add(2.0, 0.5).powi(3) * a1[n0 - 2].mul_add(2.0, 0.5).powi(3) + 1.0));
            let mut c0 = 0usize;
            undo!('r1);
            for i2 in n0..i1 {
                a1[n0 - 2] += t2;
            }
        }
        for i3 in (1..2).rev() {
            for i4 in (0..i3).rev().step_by(2) {
                let t3 = 0.3;
            }
        }
        (0.75 / (1.5 * 1.5 + 1.0)) - (0.5 * 1.0)
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut n0 = 2;
        same("the value", &[main(n0)], &[-0.2692307692307692]);
        let value = main::pull(1.25, n0);
        same("the pulled value", &[value], &[-0.2692307692307692]);
    }
}

mod program_007 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(u0: &T, v0: &mut [T]) {
        v0[1] += v0[2].max(1.5);
    }

    #[reversible]
    fn f1<T: Real>(x0: &[T]) -> T {
        'r0: {
            for i0 in 0..4 {
                let t0 = x0[3 - i0].asinh().sin();
            }
        }
        let t1 = (x0[1] * x0[1] + 1.0).ln() + (0.3 - x0[2]);
        undo!('r0);
        t1.powi(2).sin()
    }

    #[reversible]
    fn main<T: Real>(#[inactive] b0: T, v0: &mut [T; 4], v1: &mut [T; 6]) {
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut b0 = -0.22;
        let mut v0 = [0.406, 0.78107, 0.9061400000000001, -1.09379];
        let mut v1 = [1.157, -1.21793, 0.9071400000000001, -0.34279, -1.09272, -1.21765];
        main(b0, &mut v0, &mut v1);
        same("v0 after the primal", &v0, &[0.406, 0.78107, 0.9061400000000001, -1.09379]);
        same("v1 after the primal", &v1, &[1.157, -1.21793, 0.9071400000000001, -0.34279, -1.09272, -1.21765]);
        main::inverse(b0, &mut v0, &mut v1);
        same("v0 after the inverse", &v0, &[0.406, 0.78107, 0.9061400000000001, -1.09379]);
        same("v1 after the inverse", &v1, &[1.157, -1.21793, 0.9071400000000001, -0.34279, -1.09272, -1.21765]);
        main(b0, &mut v0, &mut v1);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut v1_bar = [0.5625, 0.828125, 1.6875, 1.015625, 0.890625, 1.140625];
        main::adjoint(b0, &mut v0, &mut v0_bar, &mut v1, &mut v1_bar);
        same("v0 after the adjoint", &v0, &[0.406, 0.78107, 0.9061400000000001, -1.09379]);
        same("v1 after the adjoint", &v1, &[1.157, -1.21793, 0.9071400000000001, -0.34279, -1.09272, -1.21765]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        same("v1_bar", &v1_bar, &[0.5625, 0.828125, 1.6875, 1.015625, 0.890625, 1.140625]);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut v1_bar = [0.5625, 0.828125, 1.6875, 1.015625, 0.890625, 1.140625];
        main::sweep(b0, &mut v0, &mut v0_bar, &mut v1, &mut v1_bar);
        same("v0 after the sweep", &v0, &[0.406, 0.78107, 0.9061400000000001, -1.09379]);
        same("v1 after the sweep", &v1, &[1.157, -1.21793, 0.9071400000000001, -0.34279, -1.09272, -1.21765]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        same("v1_bar", &v1_bar, &[0.5625, 0.828125, 1.6875, 1.015625, 0.890625, 1.140625]);
    }
}

