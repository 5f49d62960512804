//! Generated programs, part 10.

mod program_040 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(v0: &mut [f64], y0: &mut f64, u0: &f64, u1: &f64, #[inactive] d0: &[f64]) {
        for i0 in 0..2 {
            for i1 in 0..=i0 {
                let t0 = ((i1 as f64) * d0[0].hypot((1.0 * 1.0 + 1.0))).powi(3);
                *y0 += t0.tanh().exp();
            }
            *y0 -= v0[i0].max((i0 as f64));
            *y0 += (*u1).cos() / (d0[1 - i0].abs() * d0[1 - i0].abs() + 1.0);
        }
        {
            for i2 in (0..d0.len()).step_by(3).rev() {
                *y0 += (*u0).abs().sin().sinh();
                v0[i2] -= (*u0 * *u0 + 1.0).powf((0.125 / (*y0 * *y0 + 1.0)).tanh());
            }
        }
        v0[0] += (*u0).sin() * (*u1).tanh().exp().atan2((*u1 * *u1 + 1.0));
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [0.905, 1.15507];
        let mut y0 = -1.094;
        let mut u0 = 0.907;
        let mut u1 = 0.40800000000000003;
        let mut d0 = [-0.841, 0.90907];
        main(&mut v0, &mut y0, &u0, &u1, &d0);
        same("v0 after the primal", &v0, &[0.6087392851092331, 1.15507]);
        same("y0 after the primal", &[y0], &[3.4761076295968296]);
        main::inverse(&mut v0, &mut y0, &u0, &u1, &d0);
        same("v0 after the inverse", &v0, &[0.905, 1.15507]);
        same("y0 after the inverse", &[y0], &[-1.094]);
        main(&mut v0, &mut y0, &u0, &u1, &d0);
        let mut v0_bar = [0.84375, 1.359375];
        let mut y0_bar = 0.625;
        let mut u0_bar = 0.4375;
        let mut u1_bar = 0.5625;
        main::adjoint(&mut v0, &mut v0_bar, &mut y0, &mut y0_bar, &u0, &mut u0_bar, &u1, &mut u1_bar, &d0);
        same("v0 after the adjoint", &v0, &[0.905, 1.15507]);
        same("y0 after the adjoint", &[y0], &[-1.094]);
        same("v0_bar", &v0_bar, &[0.21616402892284925, 0.7317890289228492]);
        same("y0_bar", &[y0_bar], &[0.6275859710771508]);
        same("u0_bar", &[u0_bar], &[1.410623150465272]);
        same("u1_bar", &[u1_bar], &[0.32910989546960134]);
        let mut v0_bar = [0.84375, 1.359375];
        let mut y0_bar = 0.625;
        let mut u0_bar = 0.4375;
        let mut u1_bar = 0.5625;
        main::sweep(&mut v0, &mut v0_bar, &mut y0, &mut y0_bar, &u0, &mut u0_bar, &u1, &mut u1_bar, &d0);
        same("v0 after the sweep", &v0, &[0.6087392851092331, 1.15507]);
        same("y0 after the sweep", &[y0], &[3.4761076295968296]);
        same("v0_bar", &v0_bar, &[0.21616402892284925, 0.7317890289228492]);
        same("y0_bar", &[y0_bar], &[0.6275859710771508]);
        same("u0_bar", &[u0_bar], &[1.410623150465272]);
        same("u1_bar", &[u1_bar], &[0.32910989546960134]);
    }
}

mod program_041 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(w0: T, y0: &mut T) {
        for i0 in 0..4 {
            'r0: {
                *y0 -= w0.atan2((w0 * w0 + 1.0)).atan();
                *y0 -= (i0 as T).min(w0) + (i0 as T).softplus();
            }
            let mut c0 = 0usize;
            let mut a0 = [0.0; 4];
            undo!('r0);
            let t0 = if (c0 >= 0) || (!(c0 == 1)) { a0[3].logistic().sin() } else { (*y0).tanh().exp() - a0[c0 % 4] };
        }
    }

    #[reversible]
    fn main<T: Real>(v0: &mut [T; 4], y0: &mut T) {
        'r0: {
            *y0 += v0[0] / (0.75 * 0.75 + 1.0);
            'r1: {
                let t0 = (*y0 - v0[0]) * 1.0;
                let t1 = t0.hypot((*y0 * *y0 + 1.0)) * (2.0 - *y0);
                let mut a0 = [0.0; 3];
            }
            let t2 = 0.3;
            let t3 = ((t2 - *y0).atan() * (t2 - *y0).atan() + 1.0).ln();
            undo!('r1);
        }
        undo!('r0);
        'r2: {
            *y0 -= 0.75;
        }
        v0[2] += (v0[0].tanh().exp() * v0[0].tanh().exp() + 1.0).powf(v0[1].min(*y0).tanh());
        undo!('r2);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [1.28, 1.28007, 1.53014, 0.030209999999999997];
        let mut y0 = 0.656;
        main(&mut v0, &mut y0);
        same("v0 after the primal", &v0, &[1.28, 1.28007, 2.3686863375453564, 0.030209999999999997]);
        same("y0 after the primal", &[y0], &[0.656]);
        main::inverse(&mut v0, &mut y0);
        same("v0 after the inverse", &v0, &[1.28, 1.28007, 1.53014, 0.030209999999999997]);
        same("y0 after the inverse", &[y0], &[0.656]);
        main(&mut v0, &mut y0);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut y0_bar = 0.5625;
        main::adjoint(&mut v0, &mut v0_bar, &mut y0, &mut y0_bar);
        same("v0 after the adjoint", &v0, &[1.28, 1.28007, 1.53014, 0.030209999999999997]);
        same("y0 after the adjoint", &[y0], &[0.656]);
        same("v0_bar", &v0_bar, &[0.8215744625127586, 1.359375, 0.625, 0.4375]);
        same("y0_bar", &[y0_bar], &[1.5384945497838811]);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut y0_bar = 0.5625;
        main::sweep(&mut v0, &mut v0_bar, &mut y0, &mut y0_bar);
        same("v0 after the sweep", &v0, &[1.28, 1.28007, 2.3686863375453564, 0.030209999999999997]);
        same("y0 after the sweep", &[y0], &[0.656]);
        same("v0_bar", &v0_bar, &[0.8215744625127586, 1.359375, 0.625, 0.4375]);
        same("y0_bar", &[y0_bar], &[1.5384945497838811]);
    }
}

mod program_042 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(w0: f64, y0: &mut f64) {
        if !(w0 < -0.27) {
            let t0 = ((*y0 + (*y0).softplus()) * (*y0 + (*y0).softplus()) + 1.0).recip();
        } else {
        }
        for i0 in 1..4 {
            *y0 += w0.powi(2) + w0.hypot((w0 * w0 + 1.0));
        }
    }

    #[reversible]
    fn f1(n0: usize) -> f64 {
        'r0: {
            let mut c0 = 0usize;
        }
        undo!('r0);
        let mut a0 = [0.0; 1];
        0.5
    }

    #[reversible]
    fn main(y0: &mut f64) {
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = 0.5;
        main(&mut y0);
        same("y0 after the primal", &[y0], &[0.5]);
        main::inverse(&mut y0);
        same("y0 after the inverse", &[y0], &[0.5]);
        main(&mut y0);
        let mut y0_bar = 0.84375;
        main::adjoint(&mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.5]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        let mut y0_bar = 0.84375;
        main::sweep(&mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[0.5]);
        same("y0_bar", &[y0_bar], &[0.84375]);
    }
}

mod program_043 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(v0: &mut [T; 3], v1: &mut [T]) {
        for i0 in (0..v1.len() - 1).rev().step_by(1) {
            let t0 = (v1[i0] / ((i0 as T) * (i0 as T) + 1.0)).sin().sinh();
            v0[0] += 0.125;
            v0[0] += (i0 as T).asinh() * t0.min(t0);
        }
    }

    #[reversible]
    fn main<T: Real>(y0: &mut T, n0: usize, y1: &mut T, n1: usize, y2: &mut T) {
        for i0 in (1..n1).rev() {
            let mut s0 = 0.0;
            let mut s1 = 0.0;
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = -0.095;
        let mut n0 = 3;
        let mut y1 = -1.093;
        let mut n1 = 3;
        let mut y2 = 1.534;
        main(&mut y0, n0, &mut y1, n1, &mut y2);
        same("y0 after the primal", &[y0], &[-0.095]);
        same("y1 after the primal", &[y1], &[-1.093]);
        same("y2 after the primal", &[y2], &[1.534]);
        main::inverse(&mut y0, n0, &mut y1, n1, &mut y2);
        same("y0 after the inverse", &[y0], &[-0.095]);
        same("y1 after the inverse", &[y1], &[-1.093]);
        same("y2 after the inverse", &[y2], &[1.534]);
        main(&mut y0, n0, &mut y1, n1, &mut y2);
        let mut y0_bar = 0.84375;
        let mut y1_bar = 1.359375;
        let mut y2_bar = 0.625;
        main::adjoint(&mut y0, &mut y0_bar, n0, &mut y1, &mut y1_bar, n1, &mut y2, &mut y2_bar);
        same("y0 after the adjoint", &[y0], &[-0.095]);
        same("y1 after the adjoint", &[y1], &[-1.093]);
        same("y2 after the adjoint", &[y2], &[1.534]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("y1_bar", &[y1_bar], &[1.359375]);
        same("y2_bar", &[y2_bar], &[0.625]);
        let mut y0_bar = 0.84375;
        let mut y1_bar = 1.359375;
        let mut y2_bar = 0.625;
        main::sweep(&mut y0, &mut y0_bar, n0, &mut y1, &mut y1_bar, n1, &mut y2, &mut y2_bar);
        same("y0 after the sweep", &[y0], &[-0.095]);
        same("y1 after the sweep", &[y1], &[-1.093]);
        same("y2 after the sweep", &[y2], &[1.534]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("y1_bar", &[y1_bar], &[1.359375]);
        same("y2_bar", &[y2_bar], &[0.625]);
    }
}

