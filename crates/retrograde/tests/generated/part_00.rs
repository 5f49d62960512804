//! Generated programs, part 0.

mod program_000 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(n0: usize, x0: &[f64], g0: &mut [[f64; 2]; 2], k0: &mut usize) {
        let mut stack0: Vec<f64> = Vec::new();
        push!(stack0, g0[*k0 % 2][0]);
        g0[*k0 % 2][0] += 1.0 / (x0[n0 - 2] * x0[n0 - 2] + 1.0);
        g0[*k0 % 2][0] -= 1.0 / (x0[n0 - 2] * x0[n0 - 2] + 1.0);
        pop!(stack0, g0[*k0 % 2][0]);
        free!(stack0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut n0 = 3;
        let mut x0 = [-0.469, 0.65607, 1.03114, -1.09379];
        let mut g0 = [[-0.718, -0.34292999999999996], [-1.21744, -0.21737]];
        let mut k0 = 1;
        main(n0, &x0, &mut g0, &mut k0);
        same("g0 after the primal", g0.as_flattened(), [[-0.718, -0.34292999999999996], [-1.21744, -0.21737]].as_flattened());
        assert_eq!(k0, 1, "k0 after the primal");
        main::inverse(n0, &x0, &mut g0, &mut k0);
        same("g0 after the inverse", g0.as_flattened(), [[-0.718, -0.34292999999999996], [-1.21744, -0.21737]].as_flattened());
        assert_eq!(k0, 1, "k0 after the inverse");
        main(n0, &x0, &mut g0, &mut k0);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut g0_bar = [[0.5625, 0.828125], [1.6875, 1.015625]];
        main::adjoint(n0, &x0, &mut x0_bar, &mut g0, &mut g0_bar, &mut k0);
        same("g0 after the adjoint", g0.as_flattened(), [[-0.718, -0.34292999999999996], [-1.21744, -0.21737]].as_flattened());
        assert_eq!(k0, 1, "k0 after the adjoint");
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        same("g0_bar", g0_bar.as_flattened(), [[0.5625, 0.828125], [1.6875, 1.015625]].as_flattened());
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut g0_bar = [[0.5625, 0.828125], [1.6875, 1.015625]];
        main::sweep(n0, &x0, &mut x0_bar, &mut g0, &mut g0_bar, &mut k0);
        same("g0 after the sweep", g0.as_flattened(), [[-0.718, -0.34292999999999996], [-1.21744, -0.21737]].as_flattened());
        assert_eq!(k0, 1, "k0 after the sweep");
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        same("g0_bar", g0_bar.as_flattened(), [[0.5625, 0.828125], [1.6875, 1.015625]].as_flattened());
    }
}

mod program_001 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(v0: &mut [T; 4], p0: &mut (T, T)) {
        'r0: {
            v0[0] -= 1.5;
        }
        let mut c0 = 0usize;
        undo!('r0);
        {
            let t0 = p0.0;
            if (c0 < 4) || (c0 != 2) {
                swap(&mut v0[3..4], &mut v0[2..3]);
            } else {
                p0.1 += -t0;
            }
        }
        for e0 in v0.chunks_mut(2) {
            e0[0] -= -p0.1.abs();
            let t1 = p0.1.tanh().hypot((p0.1 * p0.1 + 1.0));
        }
    }

    #[reversible]
    fn f1<T: Real>(x0: &[T; 2], g0: &mut [[T; 2]; 1], u0: &T) {
        if x0[1] < 1.48 {
            'r0: {
                let t0 = (*u0 * g0[0][0].max(*u0)) + g0[0][0];
            }
            let j0: usize = argmax(x0);
            undo!('r0);
        } else {
            let p0 = &x0[0..1];
            g0[0][1] -= x0[0];
        }
    }

    #[reversible]
    fn main<T: Real>(u0: &T) -> T {
        for i0 in (0..=2).step_by(2).rev() {
            let mut s0 = 0.0;
        }
        0.1 * 1.0
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut u0 = 1.03;
        same("the value", &[main(&u0)], &[0.1]);
        let mut u0_bar = 0.84375;
        let value = main::pull(1.25, &u0, &mut u0_bar);
        same("the pulled value", &[value], &[0.1]);
        same("u0_bar", &[u0_bar], &[0.84375]);
    }
}

mod program_002 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(v0: &mut [f64; 1]) {
        'r0: {
            let t0 = (v0[0] * 0.75).softplus();
        }
        let mut s0 = 0.0;
        let t1 = 1.0 / (s0.hypot((0.75 * 0.75 + 1.0)) * s0.hypot((0.75 * 0.75 + 1.0)) + 1.0);
        undo!('r0);
        for i0 in (0..3).rev() {
            let mut a0 = [0.0; 2];
        }
    }

    #[reversible]
    fn f1(x0: &[f64], x1: &[f64; 6]) -> f64 {
        2.0
    }

    #[reversible]
    fn main(y0: &mut f64) {
        let mut c0 = 0usize;
        let m0 = c0 % 2 == 0;
        let t0 = *y0 - (*y0).max(*y0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = 0.28;
        main(&mut y0);
        same("y0 after the primal", &[y0], &[0.28]);
        main::inverse(&mut y0);
        same("y0 after the inverse", &[y0], &[0.28]);
        main(&mut y0);
        let mut y0_bar = 0.84375;
        main::adjoint(&mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.28]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        let mut y0_bar = 0.84375;
        main::sweep(&mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[0.28]);
        same("y0_bar", &[y0_bar], &[0.84375]);
    }
}

mod program_003 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(w0: T) -> T {
        w0.logistic()
    }

    #[reversible]
    fn main<T: Real>(v0: &mut [T; 6], n0: usize, l0: &mut i64, #[inactive] d0: &[T]) {
        if !(d0[1] < 0.48) {
            let t0 = d0[n0 - 1] + v0[4].max(0.1);
            {
                v0[0] += 2.0;
                let mut o0 = Body { at: Vec2 { x: v0[n0].mul_add(f0(1.0 + t0), 0.5), y: 1.0 / ((v0[3] + (n0 as T)) * (v0[3] + (n0 as T)) + 1.0) }, w: [v0[n0].mul_add(f0(1.0 + t0), 0.5), 1.0 / ((v0[3] + (n0 as T)) * (v0[3] + (n0 as T)) + 1.0), v0[n0].mul_add(f0(1.0 + t0), 0.5)], m: 1.0 / ((v0[3] + (n0 as T)) * (v0[3] + (n0 as T)) + 1.0), k: 1 };
            }
        } else if (d0[2] < 0.73) || ((d0[3 - n0] > 1.105) || (d0[3] > -0.02)) {
            let mut o1 = Vec2 { x: (d0[3] * d0[3] + 1.0).ln().atan2(((v0[5 - n0] * v0[5 - n0] + 1.0).powf(v0[n0 + 1].tanh()) * (v0[5 - n0] * v0[5 - n0] + 1.0).powf(v0[n0 + 1].tanh()) + 1.0)), y: d0[0].atan2((v0[n0] * v0[n0] + 1.0)).powi(3) };
            let mut h0 = 0.0;
            h0 += o1.y;
            *l0 -= 2;
            let m0 = n0 % 3;
            *l0 -= (n0) as i64;
            h0 -= o1.y;
            free!(h0 = 0.0);
        }
        undo! {
            {
                let o2 = Vec2 { x: d0[n0 - 2].sin().sinh().sin().sinh(), y: (d0[n0 - 2] * d0[n0 - 1]) + ((*l0 % 4) as T).sin() };
                v0[n0 - 2] -= d0[3].sin().sinh().softplus();
            }
            if (n0 != 3) && (!(n0 >= 2)) {
                each!(v0 -= 0.75 * d0[3 - n0] - 0.75 * 0.5);
                swap(&mut v0[0..3], &mut v0[3..6]);
                v0[1] -= d0[3 - n0].min(0.75).tanh().exp();
            }
            let t1 = (v0[n0 + 1] - d0[n0]) * (v0[n0 + 2] * v0[n0 + 2]).ln_1p();
        }
        for i0 in (n0..d0.len() - 1).rev() {
            v0[i0 - 1] += d0[n0].atan2((d0[1] * d0[1] + 1.0)).hypot(((f0((i0 as T)) + d0[i0]) * (f0((i0 as T)) + d0[i0]) + 1.0));
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [-1.47, 0.40507000000000004, -1.46986, 0.6552100000000001, 1.15528, 1.53035];
        let mut n0 = 3;
        let mut l0 = 2;
        let mut d0 = [-1.467, 0.03307, 0.6581400000000001, 0.6582100000000001];
        main(&mut v0, n0, &mut l0, &d0);
        same("v0 after the primal", &v0, &[-1.47, 1.4754995703705103, -1.46986, 0.6552100000000001, 1.15528, 1.53035]);
        assert_eq!(l0, -3, "l0 after the primal");
        main::inverse(&mut v0, n0, &mut l0, &d0);
        same("v0 after the inverse", &v0, &[-1.47, 0.40507000000000004, -1.46986, 0.6552100000000001, 1.15528, 1.53035]);
        assert_eq!(l0, 2, "l0 after the inverse");
        main(&mut v0, n0, &mut l0, &d0);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        main::adjoint(&mut v0, &mut v0_bar, n0, &mut l0, &d0);
        same("v0 after the adjoint", &v0, &[-1.47, 0.40507000000000004, -1.46986, 0.6552100000000001, 1.15528, 1.53035]);
        assert_eq!(l0, 2, "l0 after the adjoint");
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        main::sweep(&mut v0, &mut v0_bar, n0, &mut l0, &d0);
        same("v0 after the sweep", &v0, &[-1.47, 1.4754995703705103, -1.46986, 0.6552100000000001, 1.15528, 1.53035]);
        assert_eq!(l0, -3, "l0 after the sweep");
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
    }
}

