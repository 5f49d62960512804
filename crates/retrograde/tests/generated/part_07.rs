//! Generated programs, part 7.

mod program_028 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(n0: usize) -> f64 {
        2.0 + 2.0
    }

    #[reversible]
    fn main(#[scratch] z0: &mut [f64], w0: f64, w1: f64, k0: &mut usize, u0: &f64) {
        if (*u0 > -0.52) && (w1 > 1.48) {
            z0[1] -= (z0[0] + w1) + (((*k0 % 5) as f64) + (0.5 * z0[2].sin()).asin());
            let mut s0 = 0.0;
            let mut s1 = 0.0;
        } else if (w0 > 0.73) && (w1 < 1.23) {
            z0[2] += (z0[0].mul_add(*u0, 0.5) - w1).max(w1);
            z0[*k0 % 3] += (w1 * w1 + 1.0).powf((*u0).tanh()).mul_add(w0, 0.5);
        }
        for i0 in 0..*k0 % 4 {
            if (i0 % 2 == 0) || (*k0 == 0) {
                z0[2] -= ((*u0).max(w1) + ((*k0 % 5) as f64)).cos();
            }
            'r0: {
                let t2 = 0.75;
                let mut s2 = 0.0;
            }
            undo!('r0);
        }
        for i1 in 0..4 {
            let mut c0 = 0usize;
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut z0 = [0.0, 0.0, 0.0];
        let mut w0 = 0.906;
        let mut w1 = 1.157;
        let mut k0 = 3;
        let mut u0 = 0.909;
        main(&mut z0, w0, w1, &mut k0, &u0);
        assert_eq!(k0, 3, "k0 after the primal");
        z0.fill(0.0);
        main::inverse(&mut z0, w0, w1, &mut k0, &u0);
        assert_eq!(k0, 3, "k0 after the inverse");
        z0.fill(0.0);
        main(&mut z0, w0, w1, &mut k0, &u0);
        z0.fill(0.0);
        let mut z0_bar = [0.0, 0.0, 0.0];
        let mut w0_bar = 0.84375;
        let mut w1_bar = 1.359375;
        let mut u0_bar = 0.625;
        main::adjoint(&mut z0, &mut z0_bar, w0, &mut w0_bar, w1, &mut w1_bar, &mut k0, &u0, &mut u0_bar);
        assert_eq!(k0, 3, "k0 after the adjoint");
        same("w0_bar", &[w0_bar], &[0.84375]);
        same("w1_bar", &[w1_bar], &[1.359375]);
        same("u0_bar", &[u0_bar], &[0.625]);
        z0.fill(0.0);
        let mut z0_bar = [0.0, 0.0, 0.0];
        let mut w0_bar = 0.84375;
        let mut w1_bar = 1.359375;
        let mut u0_bar = 0.625;
        main::sweep(&mut z0, &mut z0_bar, w0, &mut w0_bar, w1, &mut w1_bar, &mut k0, &u0, &mut u0_bar);
        assert_eq!(k0, 3, "k0 after the sweep");
        same("w0_bar", &[w0_bar], &[0.84375]);
        same("w1_bar", &[w1_bar], &[1.359375]);
        same("u0_bar", &[u0_bar], &[0.625]);
    }
}

mod program_029 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(#[inactive] b0: T, v0: &mut [T]) {
        for i0 in 0..3 {
            {
                v0[0] += b0.powi(3).min(b0.min(v0[1]));
                let mut a0 = vec![0.0; 2];
            }
        }
        for i1 in 0..v0.len() {
            for i2 in 0..i1 {
                v0[i1 * 1 + i2] += (i2 as T) * b0.mul_add(b0, 0.5);
                v0[1] -= v0[0].hypot((b0 * b0 + 1.0)).logistic();
            }
        }
        {
            v0[1] -= 0.75;
            for i3 in 0..v0.len() {
                v0[0] += (b0 * b0 + 1.0).powf(b0.tanh()).mul_add(b0, 0.5);
                v0[i3] += (b0 * b0).ln_1p();
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut b0 = -1.345;
        let mut v0 = [1.156, -0.84393];
        main(b0, &mut v0);
        same("v0 after the primal", &v0, &[-5.202577986400522, -1.5599290532506143]);
        main::inverse(b0, &mut v0);
        same("v0 after the inverse", &v0, &[1.156, -0.84393]);
        main(b0, &mut v0);
        let mut v0_bar = [0.84375, 1.359375];
        main::adjoint(b0, &mut v0, &mut v0_bar);
        same("v0 after the adjoint", &v0, &[1.156, -0.84393]);
        same("v0_bar", &v0_bar, &[0.8451867258094685, 1.359375]);
        let mut v0_bar = [0.84375, 1.359375];
        main::sweep(b0, &mut v0, &mut v0_bar);
        same("v0 after the sweep", &v0, &[-5.202577986400522, -1.5599290532506143]);
        same("v0_bar", &v0_bar, &[0.8451867258094685, 1.359375]);
    }
}

mod program_030 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(k0: &mut usize, y0: &mut f64, x0: &[f64], x1: &[f64], u0: &f64) {
        if (x0[*k0 % 1] < -1.145) || (*k0 != 0) {
            *y0 -= (x1[*k0 % 2] * x1[*k0 % 2]).ln_1p();
            *y0 += x1[0].powi(2) + (x0[*k0 % 1].cos() * x0[*k0 % 1].cos() + 1.0).recip();
        } else {
            *y0 -= (2.0 / (x1[*k0 % 2] * x1[*k0 % 2] + 1.0)).powi(3) * 0.1;
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut k0 = 1;
        let mut y0 = -0.219;
        let mut x0 = [1.282];
        let mut x1 = [-1.217, 1.03307];
        let mut u0 = 0.034;
        main(&mut k0, &mut y0, &x0, &x1, &u0);
        assert_eq!(k0, 1, "k0 after the primal");
        same("y0 after the primal", &[y0], &[1.4608527461855236]);
        main::inverse(&mut k0, &mut y0, &x0, &x1, &u0);
        assert_eq!(k0, 1, "k0 after the inverse");
        same("y0 after the inverse", &[y0], &[-0.219]);
        main(&mut k0, &mut y0, &x0, &x1, &u0);
        let mut y0_bar = 0.84375;
        let mut x0_bar = [1.359375];
        let mut x1_bar = [0.625, 0.4375];
        let mut u0_bar = 0.5625;
        main::adjoint(&mut k0, &mut y0, &mut y0_bar, &x0, &mut x0_bar, &x1, &mut x1_bar, &u0, &mut u0_bar);
        assert_eq!(k0, 1, "k0 after the adjoint");
        same("y0 after the adjoint", &[y0], &[-0.219]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("x0_bar", &x0_bar, &[1.753535752530015]);
        same("x1_bar", &x1_bar, &[-1.4286875, -0.40580363244954]);
        same("u0_bar", &[u0_bar], &[0.5625]);
        let mut y0_bar = 0.84375;
        let mut x0_bar = [1.359375];
        let mut x1_bar = [0.625, 0.4375];
        let mut u0_bar = 0.5625;
        main::sweep(&mut k0, &mut y0, &mut y0_bar, &x0, &mut x0_bar, &x1, &mut x1_bar, &u0, &mut u0_bar);
        assert_eq!(k0, 1, "k0 after the sweep");
        same("y0 after the sweep", &[y0], &[1.4608527461855236]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("x0_bar", &x0_bar, &[1.753535752530015]);
        same("x1_bar", &x1_bar, &[-1.4286875, -0.40580363244954]);
        same("u0_bar", &[u0_bar], &[0.5625]);
    }
}

mod program_031 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(v0: &mut [T], y0: &mut T) {
        for i0 in 0..3 {
            v0[4] -= v0[0].asinh().logistic();
            for i1 in 0..2 {
                let mut s0 = (1.0 / (v0[5] * v0[5] + 1.0)) - v0[5 - i1];
            }
            for i2 in 0..i0 {
                v0[2 * i2] += (*y0).sin().mul_add(((i2 as T) + *y0).logistic(), 0.5);
            }
        }
    }

    #[reversible]
    fn f1<T: Real>(x0: &[T; 6]) -> T {
        for i1 in (0..3).step_by(1) {
            if ((x0[1] < -0.52) || (x0[4] < -0.02)) || (i1 == 1) {
                let mut s0 = ((x0[i1 + 1] / (x0[5 - i1] * x0[5 - i1] + 1.0)) * 0.5).logistic();
            } else {
                let t0 = if !(i1 == 3) { (x0[3] * x0[3] + 1.0).powf((x0[i1 + 1] + x0[i1]).tanh()) } else { x0[0].mul_add(x0[0], 0.5) / (2.0 * 2.0 + 1.0) };
            }
            let t1 = x0[1].mul_add((1.0 / (x0[5 - i1] * x0[5 - i1] + 1.0)).max(x0[i1]), 0.5);
        }
        if x0[5] > -0.645 {
            for i2 in 1..4 {
                let t2 = x0[2].asinh() / (x0[0] * x0[0] + 1.0);
                let m0 = i2 % 2 == 0;
                let j0: usize = argmax(x0);
            }
        }
        x0[5]
    }

    #[reversible]
    fn main<T: Real>(u0: &T, y0: &mut T, n0: usize) {
        if !(*u0 > -0.02) {
            if !(n0 == 2) {
                let t0 = (*u0 / (*u0 * *u0 + 1.0)).powi(2);
                *y0 += (*u0).sin().min(0.5 * 2.0);
                *y0 += (t0 * t0 + 1.0).sqrt();
                *y0 -= t0;
            }
        } else if (*u0 > -1.52) || (n0 < 4) {
            let t1 = 0.125 * (*y0).sin().sinh().atan2((1.5 * 1.5 + 1.0));
            let m0 = n0 % 2 == 0;
        } else {
            let mut s0 = ((*u0).max(*u0) * (*u0).max(*u0) + 1.0).cbrt();
        }
        for i0 in 0..3 {
            *y0 -= -(*u0 + *u0);
            *y0 -= (i0 as T).sin().sinh().hypot((((*u0 - *u0) / (0.1 * 0.1 + 1.0)) * ((*u0 - *u0) / (0.1 * 0.1 + 1.0)) + 1.0));
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut u0 = -0.345;
        let mut y0 = -0.969;
        let mut n0 = 4;
        main(&u0, &mut y0, n0);
        same("y0 after the primal", &[y0], &[-6.2858596838334115]);
        main::inverse(&u0, &mut y0, n0);
        same("y0 after the inverse", &[y0], &[-0.969]);
        main(&u0, &mut y0, n0);
        let mut u0_bar = 0.84375;
        let mut y0_bar = 1.359375;
        main::adjoint(&u0, &mut u0_bar, &mut y0, &mut y0_bar, n0);
        same("y0 after the adjoint", &[y0], &[-0.969]);
        same("u0_bar", &[u0_bar], &[10.813175918435261]);
        same("y0_bar", &[y0_bar], &[1.359375]);
        let mut u0_bar = 0.84375;
        let mut y0_bar = 1.359375;
        main::sweep(&u0, &mut u0_bar, &mut y0, &mut y0_bar, n0);
        same("y0 after the sweep", &[y0], &[-6.2858596838334115]);
        same("u0_bar", &[u0_bar], &[10.813175918435261]);
        same("y0_bar", &[y0_bar], &[1.359375]);
    }
}

