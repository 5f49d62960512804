//! Generated programs, part 10.

mod program_040 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(x0: &[f64; 1], #[inactive] b0: f64, #[scratch] z0: &mut [f64]) -> f64 {
        for i0 in (0..z0.len()).step_by(2).rev() {
            for i1 in (0..z0.len() - 1).rev().step_by(1) {
                let t0 = z0[i1].hypot((((i1 as f64) + z0[2 * i1]) * ((i1 as f64) + z0[2 * i1]) + 1.0));
                let t1 = (b0 / (0.5 * 0.5 + 1.0)) + t0.max(0.75);
            }
            z0[2] += (z0[1] * z0[1] + 1.0).powf(z0[1].tanh()) + b0.powi(2);
        }
        z0[0] += 0.1 * 0.75;
        let t2 = (z0[2] * z0[2] + 1.0).cbrt();
        for (e0, q0) in z0.iter_mut().zip(x0.iter()) {
            *e0 -= t2.mul_add(b0.atan2((0.1 * 0.1 + 1.0)), 0.5);
        }
        neg(&mut z0[0]);
        let mut stack0: Vec<f64> = Vec::new();
        push!(stack0, z0[2]);
        z0[2] += x0[0].max(t2);
        z0[2] -= x0[0].max(t2);
        pop!(stack0, z0[2]);
        free!(stack0);
        'r1: {
            let o0 = (t2, 1.0 / (z0[2] * z0[2] + 1.0));
        }
        let t3 = (2.0 / (z0[2] * z0[2] + 1.0)).min(0.3) + (t2 * t2 + 1.0).recip();
        undo!('r1);
        for (&q1, e1) in x0.iter().rev().zip(z0.iter_mut()) {
            *e1 -= t3 / ((x0[0] * x0[0] + 1.0).sqrt() * (x0[0] * x0[0] + 1.0).sqrt() + 1.0);
        }
        t2.sin().sinh()
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [-1.345];
        let mut b0 = 0.531;
        let mut z0 = [0.0, 0.0, 0.0];
        same("the value", &[main(&x0, b0, &mut z0)], &[1.0608505454456563]);
        let mut x0_bar = [0.84375];
        let mut z0_bar = [0.0, 0.0, 0.0];
        let value = main::pull(1.25, &x0, &mut x0_bar, b0, &mut z0, &mut z0_bar);
        same("the pulled value", &[value], &[1.0608505454456563]);
        same("x0_bar", &x0_bar, &[0.84375]);
    }
}

mod program_041 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(y0: &mut T, p0: &(T, T)) {
        let mut h0 = 0.0;
        h0 += (1.0 / (p0.0 * p0.0 + 1.0)).powi(3);
        h0 -= (1.0 / (p0.0 * p0.0 + 1.0)).powi(3);
        free!(h0 = 0.0);
    }

    #[reversible]
    fn f1<T: Real>(v0: &mut [T]) {
        let mut h0 = 0.0;
        h0 += v0[0].min(v0[0]) + (0.125 / (v0[1] * v0[1] + 1.0));
        h0 -= v0[0].min(v0[0]) + (0.125 / (v0[1] * v0[1] + 1.0));
        free!(h0 = 0.0);
    }

    #[reversible]
    fn main<T: Real>(x0: &[T], x1: &[T], v0: &mut [T; 4]) {
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [0.905];
        let mut x1 = [-0.094, 0.65607, 0.9061400000000001];
        let mut v0 = [-0.718, 1.53207, -0.5928599999999999, -0.34279];
        main(&x0, &x1, &mut v0);
        same("v0 after the primal", &v0, &[-0.718, 1.53207, -0.5928599999999999, -0.34279]);
        main::inverse(&x0, &x1, &mut v0);
        same("v0 after the inverse", &v0, &[-0.718, 1.53207, -0.5928599999999999, -0.34279]);
        main(&x0, &x1, &mut v0);
        let mut x0_bar = [0.84375];
        let mut x1_bar = [1.359375, 0.625, 0.4375];
        let mut v0_bar = [0.5625, 0.828125, 1.6875, 1.015625];
        main::adjoint(&x0, &mut x0_bar, &x1, &mut x1_bar, &mut v0, &mut v0_bar);
        same("v0 after the adjoint", &v0, &[-0.718, 1.53207, -0.5928599999999999, -0.34279]);
        same("x0_bar", &x0_bar, &[0.84375]);
        same("x1_bar", &x1_bar, &[1.359375, 0.625, 0.4375]);
        same("v0_bar", &v0_bar, &[0.5625, 0.828125, 1.6875, 1.015625]);
        let mut x0_bar = [0.84375];
        let mut x1_bar = [1.359375, 0.625, 0.4375];
        let mut v0_bar = [0.5625, 0.828125, 1.6875, 1.015625];
        main::sweep(&x0, &mut x0_bar, &x1, &mut x1_bar, &mut v0, &mut v0_bar);
        same("v0 after the sweep", &v0, &[-0.718, 1.53207, -0.5928599999999999, -0.34279]);
        same("x0_bar", &x0_bar, &[0.84375]);
        same("x1_bar", &x1_bar, &[1.359375, 0.625, 0.4375]);
        same("v0_bar", &v0_bar, &[0.5625, 0.828125, 1.6875, 1.015625]);
    }
}

mod program_042 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(x0: &[f64; 4], p0: &mut (f64, f64), #[inactive] b0: f64) {
        for i0 in 0..3 {
            if !((i0 != 3) || (i0 == 1)) {
                #[inactive] let t0 = b0;
            } else if !(i0 == 0) {
                p0.0 -= ((i0 as f64) * (i0 as f64) + 1.0).ln().max((x0[2] * x0[2] + 1.0).cbrt());
            } else {
            }
            #[inactive] let t1 = 0.5 - b0;
            p0.1 += (t1 * t1 + 1.0).recip();
            for i1 in (1..=3).step_by(2).rev() {
                let mut s0 = p0.1.hypot((1.5 * 1.5 + 1.0));
            }
        }
    }

    #[reversible]
    fn f1(x0: &[f64; 6]) -> Body<f64> {
        Body { at: Vec2 { x: (x0[4] - x0[2]).atan(), y: (1.0 / (x0[5] * x0[5] + 1.0)).hypot(((0.5 / (x0[1] * x0[1] + 1.0)) * (0.5 / (x0[1] * x0[1] + 1.0)) + 1.0)) }, w: [(x0[4] - x0[2]).atan(), (1.0 / (x0[5] * x0[5] + 1.0)).hypot(((0.5 / (x0[1] * x0[1] + 1.0)) * (0.5 / (x0[1] * x0[1] + 1.0)) + 1.0)), (x0[4] - x0[2]).atan()], m: (1.0 / (x0[5] * x0[5] + 1.0)).hypot(((0.5 / (x0[1] * x0[1] + 1.0)) * (0.5 / (x0[1] * x0[1] + 1.0)) + 1.0)), k: 1 }
    }

    #[reversible]
    fn main(#[scratch] z0: &mut [f64], #[inactive] b0: f64) -> f64 {
        'r0: {
            for (j0, e0) in z0.iter_mut().enumerate().rev() {
                *e0 += -(0.3 * (j0 as f64));
            }
            let mut a0 = vec![0.0; 3];
            a0[1] += 1.0;
        }
        let mut h0 = 0.0;
        h0 += (b0 * z0[0]).abs();
        let mut o0 = (z0[2].atan().max(h0), (-h0 * -h0 + 1.0).powf((z0[0] * z0[0] + 1.0).powf(b0.tanh()).hypot((h0 * h0 + 1.0)).tanh()));
        h0 -= (b0 * z0[0]).abs();
        free!(h0 = 0.0);
        undo!('r0);
        if b0 < 0.355 {
            for i0 in (0..z0.len() - 1).rev().step_by(3) {
                let t1 = z0[2 * i0].hypot((o0.1 * o0.1 + 1.0)).sin().sinh();
            }
            swap(&mut o0.1, &mut o0.0);
            for i1 in 1..4 {
                o0.0 -= (0.75 / (z0[0] * z0[0] + 1.0)).atan2((o0.1.tanh() * o0.1.tanh() + 1.0));
                z0[1] += o0.1.logistic().softplus();
            }
        } else {
            let o1 = ((2.0 * z0[1].softplus()).powi(2), z0[2].tanh().exp().atan2(((z0[0].powi(2) * o0.0) * (z0[0].powi(2) * o0.0) + 1.0)));
        }
        (0.1 - (o0.0 * 1.5)) * z0[0]
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut z0 = [0.0, 0.0, 0.0];
        let mut b0 = -0.844;
        same("the value", &[main(&mut z0, b0)], &[0.0]);
        let mut z0_bar = [0.0, 0.0, 0.0];
        let value = main::pull(1.25, &mut z0, &mut z0_bar, b0);
        same("the pulled value", &[value], &[0.0]);
    }
}

mod program_043 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(x0: &[T; 4]) -> (T, T) {
        (0.5, x0[2])
    }

    #[reversible]
    fn main<T: Real>(x0: &[T; 6]) -> T {
        for i0 in (1..x0.len() - 1).rev().step_by(1) {
            let mut o0 = Vec2 { x: (i0 as T).sin().sinh(), y: (x0[0] - (i0 as T)) - 1.0 };
        }
        for i1 in 0..x0.len() - 1 {
            let t0 = if (i1 >= 0) || ((i1 % 2 == 0) && (i1 == 3)) { x0[3] * x0[5] } else { (x0[5 - i1] * x0[5 - i1] + 1.0).sqrt() + x0[4] };
        }
        (x0[5] * x0[5] + 1.0).cbrt()
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [0.03, -0.84493, -0.8448599999999999, 1.28021, 0.78028, 1.15535];
        same("the value", &[main(&x0)], &[1.326636614889443]);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let value = main::pull(1.25, &x0, &mut x0_bar);
        same("the pulled value", &[value], &[1.326636614889443]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 1.3751766893374195]);
    }
}

