//! Generated programs, part 2.

mod program_008 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(y0: &mut f64) {
        {
            'r0: {
                let mut s0 = (*y0).min(*y0);
            }
            let mut s1 = 0.0;
            undo!('r0);
        }
        for i0 in (1..4).rev() {
            for i1 in (1..3).step_by(3) {
                *y0 += 0.1;
                if i0 < 4 {
                    *y0 += 0.5 * 0.125;
                } else {
                }
                let t0 = (*y0).tanh();
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = -1.095;
        main(&mut y0);
        same("y0 after the primal", &[y0], &[-0.6075]);
        main::inverse(&mut y0);
        same("y0 after the inverse", &[y0], &[-1.095]);
        main(&mut y0);
        let mut y0_bar = 0.84375;
        main::adjoint(&mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[-1.095]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        let mut y0_bar = 0.84375;
        main::sweep(&mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[-0.6075]);
        same("y0_bar", &[y0_bar], &[0.84375]);
    }
}

mod program_009 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(k0: &mut usize) {
        for i0 in (0..4).step_by(3) {
            let t0 = 0.125 * 1.5;
        }
        if (*k0 > 1, *k0 > 2) {
            *k0 += 1;
        } else {
        }
        if *k0 != 0 {
        } else {
            let t1 = 0.75 / ((1.5 + 0.1) * (1.5 + 0.1) + 1.0);
        }
        'r0: {
            for i1 in 1..3 {
                let t2 = -(2.0 + (i1 as f64)).tanh().exp();
                let m0 = i1 % 3;
            }
            let t3 = if (*k0 % 2 == 0) || (*k0 != 1) { 0.75 - 0.125 } else { (0.75 * 2.0) + (((*k0 % 5) as f64) * 1.5) };
        }
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut k0 = 0;
        main(&mut k0);
        assert_eq!(k0, 0, "k0 after the primal");
        main::inverse(&mut k0);
        assert_eq!(k0, 0, "k0 after the inverse");
        main(&mut k0);
        main::adjoint(&mut k0);
        assert_eq!(k0, 0, "k0 after the adjoint");
        main::sweep(&mut k0);
        assert_eq!(k0, 0, "k0 after the sweep");
    }
}

mod program_010 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(n0: usize, w0: f64, l0: &mut i64) {
        for i2 in n0..4 {
            let mut s0 = 0.0;
            let mut a0 = [0.0; 3];
        }
    }

    #[reversible]
    fn main(n0: usize, x0: &[f64], #[inactive] d0: &[f64], y0: &mut f64) {
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut n0 = 4;
        let mut x0 = [1.156];
        let mut d0 = [0.032, -0.34292999999999996, -0.9678599999999999, 0.40721];
        let mut y0 = 0.533;
        main(n0, &x0, &d0, &mut y0);
        same("y0 after the primal", &[y0], &[0.533]);
        main::inverse(n0, &x0, &d0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.533]);
        main(n0, &x0, &d0, &mut y0);
        let mut x0_bar = [0.84375];
        let mut y0_bar = 1.359375;
        main::adjoint(n0, &x0, &mut x0_bar, &d0, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.533]);
        same("x0_bar", &x0_bar, &[0.84375]);
        same("y0_bar", &[y0_bar], &[1.359375]);
        let mut x0_bar = [0.84375];
        let mut y0_bar = 1.359375;
        main::sweep(n0, &x0, &mut x0_bar, &d0, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[0.533]);
        same("x0_bar", &x0_bar, &[0.84375]);
        same("y0_bar", &[y0_bar], &[1.359375]);
    }
}

mod program_011 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f1<T: Real>(x0: &[T; 4], y0: &mut T) {
        for i0 in 1..3 {
            for i1 in 0..=i0 + 1 {
                let t0 = x0[i0 - 1] * *y0;
                for i2 in (0..x0.len()).step_by(2).rev() {
                    let mut s0 = 0.0;
                }
                let mut s1 = 0.0;
            }
            if (!(i0 >= 1)) && (!(i0 != 3)) {
                let t1 = x0[3].powi(2) - 0.1;
                *y0 -= t1.powi(2).asinh();
                *y0 += (t1 * t1 + 1.0).cbrt();
            }
        }
        for i3 in 1..3 {
            let t2 = ((*y0).softplus() * (*y0).softplus() + 1.0).sqrt();
        }
    }

    #[reversible]
    fn main<T: Real>(#[scratch] z0: &mut [T], #[inactive] d0: &[T], k0: &mut usize) {
        if !(*k0 % 2 == 0) {
            let mut s0 = 0.0;
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut z0 = [0.0, 0.0, 0.0];
        let mut d0 = [-0.344, -1.46893, -1.34386, 0.40621, 0.53128, 1.53135];
        let mut k0 = 3;
        main(&mut z0, &d0, &mut k0);
        assert_eq!(k0, 3, "k0 after the primal");
        z0.fill(0.0);
        main::inverse(&mut z0, &d0, &mut k0);
        assert_eq!(k0, 3, "k0 after the inverse");
        z0.fill(0.0);
        main(&mut z0, &d0, &mut k0);
        z0.fill(0.0);
        let mut z0_bar = [0.0, 0.0, 0.0];
        main::adjoint(&mut z0, &mut z0_bar, &d0, &mut k0);
        assert_eq!(k0, 3, "k0 after the adjoint");
        z0.fill(0.0);
        let mut z0_bar = [0.0, 0.0, 0.0];
        main::sweep(&mut z0, &mut z0_bar, &d0, &mut k0);
        assert_eq!(k0, 3, "k0 after the sweep");
    }
}

