//! Generated programs, part 5.

mod program_020 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(y0: &mut f64, l0: &mut i64, u0: &f64) {
        for i0 in (1..3).rev() {
            *y0 -= (((*l0 % 4) as f64) * 0.1).atan2(((*u0).abs() * (*u0).abs() + 1.0));
            let t0 = if i0 != 2 { (*u0 * (*u0 * *u0 + 1.0).sqrt()).softplus() } else { (*u0).tanh().exp() };
        }
        *y0 += (*u0).powi(3).abs();
    }

    #[reversible]
    fn main(l0: &mut i64, l1: &mut i64) {
        for i0 in (0..4).rev().step_by(2) {
            if i0 != 1 {
            } else {
                let mut a0 = [0.0; 4];
            }
        }
        while (*l1 > -3, *l1 < -1) {
            *l1 -= 1;
            let t0 = 0.1 + ((1.0 / (0.125 * 0.125 + 1.0)) - 1.5);
        }
        for i1 in 1..3 {
            for i2 in (i1..3).step_by(1) {
                for i3 in (1..i1 + 1).rev() {
                    let mut s0 = 0.0;
                    *l0 -= 3;
                    *l0 -= 1;
                }
            }
            if (*l1 % 2 == 0, *l1 % 2 != 0) {
                *l1 += 1;
            } else {
                *l0 += *l1 % 3;
                *l1 += 1;
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut l0 = 2;
        let mut l1 = -1;
        main(&mut l0, &mut l1);
        assert_eq!(l0, -14, "l0 after the primal");
        assert_eq!(l1, -1, "l1 after the primal");
        main::inverse(&mut l0, &mut l1);
        assert_eq!(l0, 2, "l0 after the inverse");
        assert_eq!(l1, -1, "l1 after the inverse");
        main(&mut l0, &mut l1);
        main::adjoint(&mut l0, &mut l1);
        assert_eq!(l0, 2, "l0 after the adjoint");
        assert_eq!(l1, -1, "l1 after the adjoint");
        main::sweep(&mut l0, &mut l1);
        assert_eq!(l0, -14, "l0 after the sweep");
        assert_eq!(l1, -1, "l1 after the sweep");
    }
}

mod program_021 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(v0: &mut [T], v1: &mut [T; 3], v2: &mut [T; 2]) {
        if (v0[0] < -1.145) && (v2[1] < 0.48) {
            let mut a0 = [0.0; 4];
        } else {
        }
    }

    #[reversible]
    fn main<T: Real>(x0: &[T; 1], y0: &mut T) {
        if x0[0] < -1.27 {
            for i0 in 0..4 {
                let mut s0 = (i0 as T).mul_add(x0[0], 0.5).atan2((x0[0].powi(3) * x0[0].powi(3) + 1.0));
            }
            *y0 += x0[0].abs() + x0[0];
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [-1.47];
        let mut y0 = 0.531;
        main(&x0, &mut y0);
        same("y0 after the primal", &[y0], &[0.531]);
        main::inverse(&x0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.531]);
        main(&x0, &mut y0);
        let mut x0_bar = [0.84375];
        let mut y0_bar = 1.359375;
        main::adjoint(&x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.531]);
        same("x0_bar", &x0_bar, &[0.84375]);
        same("y0_bar", &[y0_bar], &[1.359375]);
        let mut x0_bar = [0.84375];
        let mut y0_bar = 1.359375;
        main::sweep(&x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[0.531]);
        same("x0_bar", &x0_bar, &[0.84375]);
        same("y0_bar", &[y0_bar], &[1.359375]);
    }
}

mod program_022 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(#[scratch] z0: &mut [f64], w0: f64, v0: &mut [f64], l0: &mut i64) {
        {
            while (*l0 > -2, *l0 < 0) {
                {
                    v0[2] -= (-z0[3]).atan2((-z0[0] * -z0[0] + 1.0));
                }
                rot(&mut v0[1], &mut v0[0], z0[3].abs());
                *l0 -= 1;
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut z0 = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let mut w0 = -0.844;
        let mut v0 = [-1.468, 0.28207000000000004, -1.34286, 0.15721];
        let mut l0 = 0;
        main(&mut z0, w0, &mut v0, &mut l0);
        same("v0 after the primal", &v0, &[-1.468, 0.28207000000000004, -1.34286, 0.15721]);
        assert_eq!(l0, -2, "l0 after the primal");
        z0.fill(0.0);
        main::inverse(&mut z0, w0, &mut v0, &mut l0);
        same("v0 after the inverse", &v0, &[-1.468, 0.28207000000000004, -1.34286, 0.15721]);
        assert_eq!(l0, 0, "l0 after the inverse");
        z0.fill(0.0);
        main(&mut z0, w0, &mut v0, &mut l0);
        z0.fill(0.0);
        let mut z0_bar = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let mut w0_bar = 0.84375;
        let mut v0_bar = [1.359375, 0.625, 0.4375, 0.5625];
        main::adjoint(&mut z0, &mut z0_bar, w0, &mut w0_bar, &mut v0, &mut v0_bar, &mut l0);
        same("v0 after the adjoint", &v0, &[-1.468, 0.28207000000000004, -1.34286, 0.15721]);
        assert_eq!(l0, 0, "l0 after the adjoint");
        same("w0_bar", &[w0_bar], &[0.84375]);
        same("v0_bar", &v0_bar, &[1.359375, 0.625, 0.4375, 0.5625]);
        z0.fill(0.0);
        let mut z0_bar = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let mut w0_bar = 0.84375;
        let mut v0_bar = [1.359375, 0.625, 0.4375, 0.5625];
        main::sweep(&mut z0, &mut z0_bar, w0, &mut w0_bar, &mut v0, &mut v0_bar, &mut l0);
        same("v0 after the sweep", &v0, &[-1.468, 0.28207000000000004, -1.34286, 0.15721]);
        assert_eq!(l0, -2, "l0 after the sweep");
        same("w0_bar", &[w0_bar], &[0.84375]);
        same("v0_bar", &v0_bar, &[1.359375, 0.625, 0.4375, 0.5625]);
    }
}

mod program_023 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(l0: &mut i64, y0: &mut T, k0: &mut usize) {
        'r0: {
            *l0 += (*k0 % 3) as i64;
        }
        if !((*k0 != 0) || (*k0 != 1)) {
            *y0 += 0.75 / (((*l0 % 4) as T) * ((*l0 % 4) as T) + 1.0);
            let mut c0 = 0usize;
        }
        let t0 = (*y0 + *y0).min(((*l0 % 4) as T) / ((((*l0 % 4) as T) - *y0) * (((*l0 % 4) as T) - *y0) + 1.0));
        undo!('r0);
        for i0 in 0..2 {
            for i1 in (0..i0 + 1).step_by(3).rev() {
                *l0 -= 2;
            }
            if (*k0 % 2 == 0, *k0 % 2 != 0) {
                let t1 = if *k0 == 3 { (i0 as T) * (*y0 * *y0).ln_1p() } else { t0.mul_add(*y0 * (((*l0 % 4) as T) * ((*l0 % 4) as T) + 1.0).powf((*y0).tanh()), 0.5) };
                *k0 += 1;
            } else {
                if (*k0 >= 3) || (i0 == 3) {
                    *l0 += 3;
                }
                *k0 += 1;
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut l0 = -3;
        let mut y0 = -0.344;
        let mut k0 = 1;
        main(&mut l0, &mut y0, &mut k0);
        assert_eq!(l0, -7, "l0 after the primal");
        same("y0 after the primal", &[y0], &[-0.344]);
        assert_eq!(k0, 3, "k0 after the primal");
        main::inverse(&mut l0, &mut y0, &mut k0);
        assert_eq!(l0, -3, "l0 after the inverse");
        same("y0 after the inverse", &[y0], &[-0.344]);
        assert_eq!(k0, 1, "k0 after the inverse");
        main(&mut l0, &mut y0, &mut k0);
        let mut y0_bar = 0.84375;
        main::adjoint(&mut l0, &mut y0, &mut y0_bar, &mut k0);
        assert_eq!(l0, -3, "l0 after the adjoint");
        same("y0 after the adjoint", &[y0], &[-0.344]);
        assert_eq!(k0, 1, "k0 after the adjoint");
        same("y0_bar", &[y0_bar], &[0.84375]);
        let mut y0_bar = 0.84375;
        main::sweep(&mut l0, &mut y0, &mut y0_bar, &mut k0);
        assert_eq!(l0, -7, "l0 after the sweep");
        same("y0 after the sweep", &[y0], &[-0.344]);
        assert_eq!(k0, 3, "k0 after the sweep");
        same("y0_bar", &[y0_bar], &[0.84375]);
    }
}

