//! Generated programs, part 11.

mod program_044 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(n0: usize) -> (f64, f64) {
        ((0.1 / (1.0 * 1.0 + 1.0)) / ((0.3 / (1.0 * 1.0 + 1.0)) * (0.3 / (1.0 * 1.0 + 1.0)) + 1.0), ((0.1 + 2.0) - 0.1) - 0.1)
    }

    #[reversible]
    fn main(y0: &mut f64) {
        let mut h0 = 0.0;
        h0 += (*y0).atan2((*y0 * *y0 + 1.0)) + *y0;
        let o0: (f64, f64) = f0(1);
        let mut o1 = (h0.hypot(((0.5 / (0.3 * 0.3 + 1.0)) * (0.5 / (0.3 * 0.3 + 1.0)) + 1.0)).asinh(), 1.5 / (o0.1 * o0.1 + 1.0));
        h0 -= (*y0).atan2((*y0 * *y0 + 1.0)) + *y0;
        free!(h0 = 0.0);
        {
            swap(&mut o1.0, &mut o1.1);
        }
        'r0: {
            let t0 = o1.0 - o1.1;
        }
        let o2 = (o1.1.sin().sinh(), o0.0.powi(3) - 1.0);
        let mut h1 = 0.0;
        h1 += 2.0;
        let t1 = -o2.0;
        let mut s0 = 0.0;
        let mut o3 = Vec2 { x: (o2.1 - o2.0) / (o0.1.logistic() * o0.1.logistic() + 1.0), y: o2.0 * *y0 };
        h1 -= 2.0;
        free!(h1 = 0.0);
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = -0.095;
        main(&mut y0);
        same("y0 after the primal", &[y0], &[-0.095]);
        main::inverse(&mut y0);
        same("y0 after the inverse", &[y0], &[-0.095]);
        main(&mut y0);
        let mut y0_bar = 0.84375;
        main::adjoint(&mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[-0.095]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        let mut y0_bar = 0.84375;
        main::sweep(&mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[-0.095]);
        same("y0_bar", &[y0_bar], &[0.84375]);
    }
}

mod program_045 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(w0: T, w1: T, l0: &mut i64) {
        for i0 in (0..3).step_by(1) {
            if i0 < 3 {
                let t0 = ((i0 as T) * w0) / (0.3 * 0.3 + 1.0);
                let mut a0 = vec![0.0; 1];
            } else if w1 > 0.605 {
                let mut s0 = -(i0 as T).powi(2);
                neg(&mut s0);
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut w0 = -0.47;
        let mut w1 = -0.219;
        let mut l0 = 3;
        main(w0, w1, &mut l0);
        assert_eq!(l0, 3, "l0 after the primal");
        main::inverse(w0, w1, &mut l0);
        assert_eq!(l0, 3, "l0 after the inverse");
        main(w0, w1, &mut l0);
        let mut w0_bar = 0.84375;
        let mut w1_bar = 1.359375;
        main::adjoint(w0, &mut w0_bar, w1, &mut w1_bar, &mut l0);
        assert_eq!(l0, 3, "l0 after the adjoint");
        same("w0_bar", &[w0_bar], &[0.84375]);
        same("w1_bar", &[w1_bar], &[1.359375]);
        let mut w0_bar = 0.84375;
        let mut w1_bar = 1.359375;
        main::sweep(w0, &mut w0_bar, w1, &mut w1_bar, &mut l0);
        assert_eq!(l0, 3, "l0 after the sweep");
        same("w0_bar", &[w0_bar], &[0.84375]);
        same("w1_bar", &[w1_bar], &[1.359375]);
    }
}

mod program_046 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(l0: &mut i64, w0: f64, y0: &mut f64, u0: &f64) {
        for i0 in 1..3 {
            for i2 in (i0..4).step_by(3).rev() {
                *y0 += (((i0 as f64) + *u0) * ((i0 as f64) + *u0) + 1.0).powf(w0.cos().tanh());
            }
        }
        if (*l0 % 2 == 0, *l0 % 2 != 0) {
            *l0 += 1;
        } else {
            *l0 += 1;
        }
        let mut h0 = 0.0;
        h0 += (0.1 * *y0).atan();
        h0 -= (0.1 * *y0).atan();
        free!(h0 = 0.0);
        for i3 in (0..3).rev().step_by(1) {
            *y0 += (*u0).atan();
        }
        let mut h1 = 0.0;
        h1 += ((*l0 % 4) as f64) * *u0;
        if !(w0 < -0.395) {
            let t0 = ((h1 * h1).ln_1p() * (h1 * h1).ln_1p()).ln_1p();
        } else if *u0 > -1.27 {
        }
        let t1 = ((*l0 % 4) as f64).max(w0);
        h1 -= ((*l0 % 4) as f64) * *u0;
        free!(h1 = 0.0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut l0 = 3;
        let mut w0 = 1.156;
        let mut y0 = 1.282;
        let mut u0 = -0.46699999999999997;
        main(&mut l0, w0, &mut y0, &u0);
        assert_eq!(l0, 4, "l0 after the primal");
        same("y0 after the primal", &[y0], &[2.659639570642932]);
        main::inverse(&mut l0, w0, &mut y0, &u0);
        assert_eq!(l0, 3, "l0 after the inverse");
        same("y0 after the inverse", &[y0], &[1.282]);
        main(&mut l0, w0, &mut y0, &u0);
        let mut w0_bar = 0.84375;
        let mut y0_bar = 1.359375;
        let mut u0_bar = 0.625;
        main::adjoint(&mut l0, w0, &mut w0_bar, &mut y0, &mut y0_bar, &u0, &mut u0_bar);
        assert_eq!(l0, 3, "l0 after the adjoint");
        same("y0 after the adjoint", &[y0], &[1.282]);
        same("w0_bar", &[w0_bar], &[-1.4874609895374216]);
        same("y0_bar", &[y0_bar], &[1.359375]);
        same("u0_bar", &[u0_bar], &[5.203661965837188]);
        let mut w0_bar = 0.84375;
        let mut y0_bar = 1.359375;
        let mut u0_bar = 0.625;
        main::sweep(&mut l0, w0, &mut w0_bar, &mut y0, &mut y0_bar, &u0, &mut u0_bar);
        assert_eq!(l0, 4, "l0 after the sweep");
        same("y0 after the sweep", &[y0], &[2.659639570642932]);
        same("w0_bar", &[w0_bar], &[-1.4874609895374216]);
        same("y0_bar", &[y0_bar], &[1.359375]);
        same("u0_bar", &[u0_bar], &[5.203661965837188]);
    }
}

mod program_047 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(x0: &[T], n0: usize, v0: &mut [T]) {
        let mut h0 = 0.0;
        h0 += (x0[5] + v0[0]) * x0[2].abs();
        h0 -= (x0[5] + v0[0]) * x0[2].abs();
        free!(h0 = 0.0);
        if (!(x0[5] < 1.355)) && (x0[n0] > 1.105) {
        } else {
            let t0 = x0[5 - n0].tanh().exp().softplus();
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [1.03, 0.40507000000000004, 1.15514, -0.34479, 1.15528, 1.53035];
        let mut n0 = 1;
        let mut v0 = [0.032];
        main(&x0, n0, &mut v0);
        same("v0 after the primal", &v0, &[0.032]);
        main::inverse(&x0, n0, &mut v0);
        same("v0 after the inverse", &v0, &[0.032]);
        main(&x0, n0, &mut v0);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut v0_bar = [1.6875];
        main::adjoint(&x0, &mut x0_bar, n0, &mut v0, &mut v0_bar);
        same("v0 after the adjoint", &v0, &[0.032]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
        same("v0_bar", &v0_bar, &[1.6875]);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut v0_bar = [1.6875];
        main::sweep(&x0, &mut x0_bar, n0, &mut v0, &mut v0_bar);
        same("v0 after the sweep", &v0, &[0.032]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
        same("v0_bar", &v0_bar, &[1.6875]);
    }
}

