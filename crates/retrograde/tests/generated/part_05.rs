//! Generated programs, part 5.

mod program_020 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(g0: &mut [[f64; 3]; 2]) {
        for i1 in (0..2).step_by(1).rev() {
            for i2 in 0..i1 {
                g0[0][i2 + 1] += 1.5 + 0.1;
                g0[1 - i2][i1 * 1 + i2] -= 1.5 * 0.75;
                g0[0][i2] += 0.3;
            }
        }
    }

    #[reversible]
    fn f1(n0: usize) -> f64 {
        1.5
    }

    #[reversible]
    fn main(v0: &mut [f64], x0: &[f64], v1: &mut [f64; 2]) {
        irot(&mut v0[0], &mut v1[0], (x0[0] * x0[0]).logistic());
        'r0: {
            swap(&mut v0[0..1], &mut v1[1..2]);
            {
                let mut o0 = Vec2 { x: v0[0] - (0.75 / (v1[0] * v1[0] + 1.0)), y: v0[0].max(v0[0]) };
                v0[0] += (2.0 / (v1[1] * v1[1] + 1.0)).cos();
                let mut o1 = (f1(4), (o0.x - o0.x.max(0.3)) / ((f1(4) / (v0[0].tanh().exp() * v0[0].tanh().exp() + 1.0)) * (f1(4) / (v0[0].tanh().exp() * v0[0].tanh().exp() + 1.0)) + 1.0));
            }
        }
        let mut s0 = 0.0;
        let mut s1 = 0.0;
        let o2 = Vec2 { x: f1(4), y: s1.hypot((s0 * s0 + 1.0)).powi(2) };
        'r2: {
            let mut a0 = [0.0; 2];
            a0[1] += s1 - v0[0].min(o2.x.sin().sinh());
        }
        let t0 = f1(4);
        undo!('r2);
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [0.28];
        let mut x0 = [1.156];
        let mut v1 = [-0.593, 1.28207];
        main(&mut v0, &x0, &mut v1);
        same("v0 after the primal", &v0, &[-0.2253251686119218]);
        same("v1 after the primal", &v1, &[-0.615855152117776, 1.28207]);
        main::inverse(&mut v0, &x0, &mut v1);
        same("v0 after the inverse", &v0, &[0.28]);
        same("v1 after the inverse", &v1, &[-0.593, 1.28207]);
        main(&mut v0, &x0, &mut v1);
        let mut v0_bar = [0.84375];
        let mut x0_bar = [1.359375];
        let mut v1_bar = [0.625, 0.4375];
        main::adjoint(&mut v0, &mut v0_bar, &x0, &mut x0_bar, &mut v1, &mut v1_bar);
        same("v0 after the adjoint", &v0, &[0.28]);
        same("v1 after the adjoint", &v1, &[-0.593, 1.28207]);
        same("v0_bar", &v0_bar, &[0.1479375907058441]);
        same("x0_bar", &x0_bar, &[1.2150438429152628]);
        same("v1_bar", &v1_bar, &[1.039544867601274, 0.4375]);
        let mut v0_bar = [0.84375];
        let mut x0_bar = [1.359375];
        let mut v1_bar = [0.625, 0.4375];
        main::sweep(&mut v0, &mut v0_bar, &x0, &mut x0_bar, &mut v1, &mut v1_bar);
        same("v0 after the sweep", &v0, &[-0.2253251686119218]);
        same("v1 after the sweep", &v1, &[-0.615855152117776, 1.28207]);
        same("v0_bar", &v0_bar, &[0.1479375907058441]);
        same("x0_bar", &x0_bar, &[1.2150438429152628]);
        same("v1_bar", &v1_bar, &[1.039544867601274, 0.4375]);
    }
}

mod program_021 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(log0: &mut Vec<usize>, y0: &mut T) {
        for i0 in 0..3 {
            let t0 = (i0 as T) * *y0;
            let o0 = Vec2 { x: (i0 as T).sin().sinh(), y: (t0 * t0 + 1.0).powf((i0 as T).tanh()).hypot((t0.abs() * t0.abs() + 1.0)) / ((1.0 / (t0 * t0 + 1.0)) * (1.0 / (t0 * t0 + 1.0)) + 1.0) };
        }
        'r0: {
            'r1: {
                let mut a0 = vec![0.0; 1];
            }
            *y0 -= 0.125;
            undo!('r1);
            *y0 -= (0.75 * 1.5) * (1.0 / (0.125 * 0.125 + 1.0));
            *y0 += 1.0 + 0.75;
        }
        let o1 = Body { at: Vec2 { x: 0.75, y: *y0 * (*y0).min(*y0) }, w: [0.75, *y0 * (*y0).min(*y0), 0.75], m: *y0 * (*y0).min(*y0), k: 1 };
        undo!('r0);
    }

    #[reversible]
    fn main<T: Real>(y0: &mut T) {
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

mod program_022 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(x0: &[f64; 3], l0: &mut i64) {
        for i0 in (1..=3).step_by(3) {
            for i1 in i0..x0.len() - 1 {
                if !(i1 < i0) {
                    let m0 = i1 % 3;
                    let mut a0 = [0.0; 3];
                } else {
                    let mut s0 = (i0 as f64);
                }
            }
            'r0: {
                let j0: usize = argmax(x0);
            }
            undo!('r0);
        }
        for i2 in 0..x0.len() - 1 {
            let mut o0 = Vec2 { x: (0.5 * x0[2].sin()).asin(), y: x0[i2].mul_add(x0[i2], 0.5) * x0[2 * i2].powi(2) };
        }
        let mut a1 = [0.0; 2];
        'r2: {
            a1[1] += ((a1[0] * a1[0] + 1.0).ln() * (a1[0] * a1[0] + 1.0).ln() + 1.0).powf(((*l0 % 4) as f64).tanh()) + (0.75 * 0.75);
        }
        let mut o1 = Vec2 { x: (0.5 * (a1[0] * a1[0]).sin()).asin(), y: a1[1].hypot((x0[1] * x0[1] + 1.0)).hypot((a1[1] * a1[1] + 1.0)) };
        undo!('r2);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [0.155, 0.53007, -0.5948599999999999];
        let mut l0 = -3;
        main(&x0, &mut l0);
        assert_eq!(l0, -3, "l0 after the primal");
        main::inverse(&x0, &mut l0);
        assert_eq!(l0, -3, "l0 after the inverse");
        main(&x0, &mut l0);
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        main::adjoint(&x0, &mut x0_bar, &mut l0);
        assert_eq!(l0, -3, "l0 after the adjoint");
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625]);
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        main::sweep(&x0, &mut x0_bar, &mut l0);
        assert_eq!(l0, -3, "l0 after the sweep");
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625]);
    }
}

mod program_023 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(w0: T, x0: &[T; 6], #[inactive] d0: &[T], y0: &mut T) {
        let mut h0 = 0.0;
        h0 += d0[1].min(0.1 + d0[0]);
        if (d0[0] > -0.895) || (d0[0] < -0.27) {
            let j0: usize = argmax(d0);
        } else if d0[0] < 0.73 {
        } else {
            let o0 = Vec2 { x: x0[2].max(h0).atan(), y: (h0 - 1.5) / (h0 * h0 + 1.0) };
        }
        undo! {
            let o1 = (h0 + x0[0], (h0 * h0 + 1.0).ln().sin().sinh());
        }
        for i0 in (0..3).step_by(2) {
            let t0 = (i0 as T).min(0.5 * x0[4]).atan();
            *y0 -= (h0.max(w0) * h0.max(w0) + 1.0).cbrt();
        }
        h0 -= d0[1].min(0.1 + d0[0]);
        free!(h0 = 0.0);
        for i1 in (1..2).step_by(3) {
            let m0 = i1 + 1;
            let m1 = m0 % 2 == 0;
            let t1 = (w0 * w0) - (m0 as T).mul_add(*y0, 0.5);
            let mut o2 = Vec2 { x: (m0 as T).abs().abs(), y: (*y0).hypot((x0[5 - m0] * x0[5 - m0] + 1.0)) };
        }
    }

    #[reversible]
    fn main<T: Real>(v0: &mut [T], y0: &mut T) {
        for e0 in v0.iter_mut() {
            *e0 -= *y0 * *y0;
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [-1.22, -0.84493, 0.15514, 0.7802100000000001, 1.40528, 1.15535];
        let mut y0 = -0.469;
        main(&mut v0, &mut y0);
        same("v0 after the primal", &v0, &[-1.4399609999999998, -1.0648909999999998, -0.06482099999999996, 0.5602490000000001, 1.1853190000000002, 0.9353890000000001]);
        same("y0 after the primal", &[y0], &[-0.469]);
        main::inverse(&mut v0, &mut y0);
        same("v0 after the inverse", &v0, &[-1.22, -0.84493, 0.15514, 0.7802100000000001, 1.40528, 1.15535]);
        same("y0 after the inverse", &[y0], &[-0.469]);
        main(&mut v0, &mut y0);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut y0_bar = 1.6875;
        main::adjoint(&mut v0, &mut v0_bar, &mut y0, &mut y0_bar);
        same("v0 after the adjoint", &v0, &[-1.22, -0.84493, 0.15514, 0.7802100000000001, 1.40528, 1.15535]);
        same("y0 after the adjoint", &[y0], &[-0.469]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
        same("y0_bar", &[y0_bar], &[6.0550625]);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut y0_bar = 1.6875;
        main::sweep(&mut v0, &mut v0_bar, &mut y0, &mut y0_bar);
        same("v0 after the sweep", &v0, &[-1.4399609999999998, -1.0648909999999998, -0.06482099999999996, 0.5602490000000001, 1.1853190000000002, 0.9353890000000001]);
        same("y0 after the sweep", &[y0], &[-0.469]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
        same("y0_bar", &[y0_bar], &[6.0550625]);
    }
}

