//! Generated programs, part 11.

mod program_044 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(w0: f64, x0: &[f64], y0: &mut f64) {
        let mut h0 = 0.0;
        h0 += 1.0 / (w0 * w0 + 1.0);
        if (x0[5] > 0.73) && (x0[4] > 1.105) {
            let j0: usize = argmax(x0);
            let t0 = (h0.sin().sinh() * h0.sin().sinh()).ln_1p();
            let t1 = 1.5;
        } else {
            let t2 = 1.0 / ((1.5 + *y0) * (1.5 + *y0) + 1.0);
        }
        let mut s0 = 0.0;
        h0 -= 1.0 / (w0 * w0 + 1.0);
        free!(h0 = 0.0);
        for i0 in 0..3 {
            let mut a0 = vec![0.0; 4];
        }
        let t3 = (s0 * s0 + 1.0).sqrt().powi(3);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut w0 = 0.655;
        let mut x0 = [0.656, -0.09393, 0.15614, 0.7812100000000001, -1.46872, 1.15635];
        let mut y0 = 0.532;
        main(w0, &x0, &mut y0);
        same("y0 after the primal", &[y0], &[0.532]);
        main::inverse(w0, &x0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.532]);
        main(w0, &x0, &mut y0);
        let mut w0_bar = 0.84375;
        let mut x0_bar = [1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875];
        let mut y0_bar = 1.015625;
        main::adjoint(w0, &mut w0_bar, &x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.532]);
        same("w0_bar", &[w0_bar], &[0.84375]);
        same("x0_bar", &x0_bar, &[1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875]);
        same("y0_bar", &[y0_bar], &[1.015625]);
        let mut w0_bar = 0.84375;
        let mut x0_bar = [1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875];
        let mut y0_bar = 1.015625;
        main::sweep(w0, &mut w0_bar, &x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[0.532]);
        same("w0_bar", &[w0_bar], &[0.84375]);
        same("x0_bar", &x0_bar, &[1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875]);
        same("y0_bar", &[y0_bar], &[1.015625]);
    }
}

mod program_045 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(y0: &mut T, w0: T, l0: &mut i64) {
        'r0: {
            *l0 += 1;
        }
        let t0 = *y0 + (1.0 / (w0 * w0 + 1.0));
        let mut a0 = vec![0.0; 2];
        undo!('r0);
    }

    #[reversible]
    fn f1<T: Real>(v0: &mut [T], n0: usize) {
        'r0: {
            for e0 in v0.iter_mut() {
                *e0 -= 0.3;
            }
            for i0 in 1..n0 + 1 {
                v0[i0 - 1] -= 2.0;
                v0[2] -= 0.125 * v0[0];
            }
        }
        undo!('r0);
        {
            let mut c0 = 0usize;
        }
        'r1: {
            v0[n0 - 1] += 0.75;
        }
        let mut a0 = [0.0; 4];
        undo!('r1);
    }

    #[reversible]
    fn main<T: Real>(n0: usize, w0: T, y0: &mut T) {
        let mut stack0: Vec<T> = Vec::new();
        push!(stack0, *y0);
        *y0 += (-w0).min(w0.cos());
        *y0 -= (-w0).min(w0.cos());
        pop!(stack0, *y0);
        free!(stack0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut n0 = 1;
        let mut w0 = 0.406;
        let mut y0 = 0.532;
        main(n0, w0, &mut y0);
        same("y0 after the primal", &[y0], &[0.532]);
        main::inverse(n0, w0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.532]);
        main(n0, w0, &mut y0);
        let mut w0_bar = 0.84375;
        let mut y0_bar = 1.359375;
        main::adjoint(n0, w0, &mut w0_bar, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.532]);
        same("w0_bar", &[w0_bar], &[0.84375]);
        same("y0_bar", &[y0_bar], &[1.359375]);
        let mut w0_bar = 0.84375;
        let mut y0_bar = 1.359375;
        main::sweep(n0, w0, &mut w0_bar, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[0.532]);
        same("w0_bar", &[w0_bar], &[0.84375]);
        same("y0_bar", &[y0_bar], &[1.359375]);
    }
}

mod program_046 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(v0: &mut [f64; 2], v1: &mut [f64; 1], n0: usize) {
        if n0 != 3 {
            for e0 in v1.iter_mut() {
                *e0 += 0.3 + v0[1 - n0];
            }
        } else {
            v0[n0 - 1] += v1[n0 - 1].min(((n0 as f64) * (n0 as f64) + 1.0).ln()).abs();
        }
    }

    #[reversible]
    fn main(v0: &mut [f64; 4], l0: &mut i64, x0: &[f64; 3], y0: &mut f64, y1: &mut f64) {
        for (j0, e0) in v0.iter_mut().enumerate().rev() {
            *e0 -= (((j0 as f64) * x0[2]) * ((j0 as f64) * x0[2]) + 1.0).sqrt();
        }
        let mut h0 = 0.0;
        h0 += (*y1 * *y1 + 1.0).ln();
        let mut a0 = [0.0; 4];
        let mut h1 = 0.0;
        h1 += x0[1].atan();
        h1 -= x0[1].atan();
        free!(h1 = 0.0);
        h0 -= (*y1 * *y1 + 1.0).ln();
        free!(h0 = 0.0);
        for i0 in (0..v0.len() - 1).step_by(3).rev() {
            for i1 in 0..a0.len() - 1 {
                each!(a0 += v0 * *y1 - v0 * 0.5);
                let t0 = if (i0 < 1) || (x0[i0] > -1.52) { (v0[0] - x0[i0]).softplus() } else { a0[i0 + 1] };
            }
            *l0 -= (i0) as i64;
            a0[1] -= ((v0[i0 + 1] * v0[i0 + 1] + 1.0).recip() * (v0[i0 + 1] * v0[i0 + 1] + 1.0).recip() + 1.0).cbrt();
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [-0.47, 0.78007, 1.15514, 1.40521];
        let mut l0 = 3;
        let mut x0 = [-0.593, -0.59293, -0.8428599999999999];
        let mut y0 = -0.967;
        let mut y1 = -1.091;
        main(&mut v0, &mut l0, &x0, &mut y0, &mut y1);
        same("v0 after the primal", &v0, &[-1.47, -0.5277575802260785, -0.804873244445047, -1.3139289843845787]);
        assert_eq!(l0, 3, "l0 after the primal");
        same("y0 after the primal", &[y0], &[-0.967]);
        same("y1 after the primal", &[y1], &[-1.091]);
        main::inverse(&mut v0, &mut l0, &x0, &mut y0, &mut y1);
        same("v0 after the inverse", &v0, &[-0.47, 0.78007, 1.15514, 1.40521]);
        assert_eq!(l0, 3, "l0 after the inverse");
        same("y0 after the inverse", &[y0], &[-0.967]);
        same("y1 after the inverse", &[y1], &[-1.091]);
        main(&mut v0, &mut l0, &x0, &mut y0, &mut y1);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut x0_bar = [0.5625, 0.828125, 1.6875];
        let mut y0_bar = 1.015625;
        let mut y1_bar = 0.890625;
        main::adjoint(&mut v0, &mut v0_bar, &mut l0, &x0, &mut x0_bar, &mut y0, &mut y0_bar, &mut y1, &mut y1_bar);
        same("v0 after the adjoint", &v0, &[-0.47, 0.78007, 1.15514, 1.40521]);
        assert_eq!(l0, 3, "l0 after the adjoint");
        same("y0 after the adjoint", &[y0], &[-0.967]);
        same("y1 after the adjoint", &[y1], &[-1.091]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        same("x0_bar", &x0_bar, &[0.5625, 0.828125, 4.859169371085801]);
        same("y0_bar", &[y0_bar], &[1.015625]);
        same("y1_bar", &[y1_bar], &[0.890625]);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut x0_bar = [0.5625, 0.828125, 1.6875];
        let mut y0_bar = 1.015625;
        let mut y1_bar = 0.890625;
        main::sweep(&mut v0, &mut v0_bar, &mut l0, &x0, &mut x0_bar, &mut y0, &mut y0_bar, &mut y1, &mut y1_bar);
        same("v0 after the sweep", &v0, &[-1.47, -0.5277575802260785, -0.804873244445047, -1.3139289843845787]);
        assert_eq!(l0, 3, "l0 after the sweep");
        same("y0 after the sweep", &[y0], &[-0.967]);
        same("y1 after the sweep", &[y1], &[-1.091]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        same("x0_bar", &x0_bar, &[0.5625, 0.828125, 4.859169371085801]);
        same("y0_bar", &[y0_bar], &[1.015625]);
        same("y1_bar", &[y1_bar], &[0.890625]);
    }
}

mod program_047 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(u0: &T, l0: &mut i64, y0: &mut T, l1: &mut i64) {
        for i0 in (0..2).step_by(3).rev() {
            *y0 += (*u0).min(*u0) * ((*l0 % 4) as T).tanh().exp();
            let t0 = ((i0 as T) * (i0 as T) + 1.0).cbrt() + ((*l0 % 4) as T).logistic().min(*y0);
        }
        let mut h0 = 0.0;
        h0 += (*u0).sin().sinh() * (*y0 * *y0 + 1.0).powf((*y0 + *y0).tanh());
        h0 -= (*u0).sin().sinh() * (*y0 * *y0 + 1.0).powf((*y0 + *y0).tanh());
        free!(h0 = 0.0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut u0 = -1.47;
        let mut l0 = -3;
        let mut y0 = 0.532;
        let mut l1 = 2;
        main(&u0, &mut l0, &mut y0, &mut l1);
        assert_eq!(l0, -3, "l0 after the primal");
        same("y0 after the primal", &[y0], &[-0.011463706023599807]);
        assert_eq!(l1, 2, "l1 after the primal");
        main::inverse(&u0, &mut l0, &mut y0, &mut l1);
        assert_eq!(l0, -3, "l0 after the inverse");
        same("y0 after the inverse", &[y0], &[0.532]);
        assert_eq!(l1, 2, "l1 after the inverse");
        main(&u0, &mut l0, &mut y0, &mut l1);
        let mut u0_bar = 0.84375;
        let mut y0_bar = 1.359375;
        main::adjoint(&u0, &mut u0_bar, &mut l0, &mut y0, &mut y0_bar, &mut l1);
        assert_eq!(l0, -3, "l0 after the adjoint");
        same("y0 after the adjoint", &[y0], &[0.532]);
        assert_eq!(l1, 2, "l1 after the adjoint");
        same("u0_bar", &[u0_bar], &[1.3463152893713137]);
        same("y0_bar", &[y0_bar], &[1.359375]);
        let mut u0_bar = 0.84375;
        let mut y0_bar = 1.359375;
        main::sweep(&u0, &mut u0_bar, &mut l0, &mut y0, &mut y0_bar, &mut l1);
        assert_eq!(l0, -3, "l0 after the sweep");
        same("y0 after the sweep", &[y0], &[-0.011463706023599807]);
        assert_eq!(l1, 2, "l1 after the sweep");
        same("u0_bar", &[u0_bar], &[1.3463152893713137]);
        same("y0_bar", &[y0_bar], &[1.359375]);
    }
}

