//! Generated programs, part 6.

mod program_024 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(l0: &mut i64, w0: f64) {
        {
            for i0 in 0..4 {
                for i1 in i0..=3 {
                    let mut o0 = ((((*l0 % 4) as f64) + w0).abs(), (w0.tanh() * w0) * w0);
                    let t0 = (o0.0 + o0.1) * 1.5;
                }
            }
        }
    }

    #[reversible]
    fn main(y0: &mut f64, w0: f64) {
        let mut h0 = 0.0;
        h0 += -*y0 + w0;
        let t0 = h0.sin();
        h0 -= -*y0 + w0;
        free!(h0 = 0.0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = -0.345;
        let mut w0 = 0.781;
        main(&mut y0, w0);
        same("y0 after the primal", &[y0], &[-0.345]);
        main::inverse(&mut y0, w0);
        same("y0 after the inverse", &[y0], &[-0.345]);
        main(&mut y0, w0);
        let mut y0_bar = 0.84375;
        let mut w0_bar = 1.359375;
        main::adjoint(&mut y0, &mut y0_bar, w0, &mut w0_bar);
        same("y0 after the adjoint", &[y0], &[-0.345]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("w0_bar", &[w0_bar], &[1.359375]);
        let mut y0_bar = 0.84375;
        let mut w0_bar = 1.359375;
        main::sweep(&mut y0, &mut y0_bar, w0, &mut w0_bar);
        same("y0 after the sweep", &[y0], &[-0.345]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("w0_bar", &[w0_bar], &[1.359375]);
    }
}

mod program_025 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(p0: &mut Body<T>, x0: &[T], y0: &mut T) {
        for (j0, (e0, &q0)) in p0.w.iter_mut().zip(x0.iter()).enumerate() {
            *e0 -= (p0.at.x.mul_add(p0.m, 0.5) * p0.at.x.mul_add(p0.m, 0.5) + 1.0).powf((((p0.k % 4) as T) / (*y0 * *y0 + 1.0)).tanh());
            let o0 = p0.clone();
        }
        {
            let mut a0 = [0.0; 4];
            a0[3] -= p0.at.x.logistic().mul_add(1.0 / (p0.at.x * p0.at.x + 1.0), 0.5).cos();
        }
        for e1 in p0.w.chunks_mut(2) {
            e1[0] -= (p0.at.x * p0.at.x + 1.0).cbrt().tanh().exp();
        }
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

mod program_026 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(x0: &[f64], p0: &(f64, f64), y0: &mut f64) {
        'r0: {
            *y0 += (p0.0 * 0.3).asinh();
        }
        for i0 in (1..3).step_by(3).rev() {
            let t0 = (i0 as f64).atan2((p0.0.mul_add(x0[i0], 0.5) * p0.0.mul_add(x0[i0], 0.5) + 1.0)) + p0.1.hypot((p0.1 * p0.1 + 1.0));
        }
        let mut a0 = [0.0; 3];
        undo!('r0);
    }

    #[reversible]
    fn f1(x0: &[f64]) -> f64 {
        'r0: {
            let o0 = Vec2 { x: x0[1].min(x0[0]) * 1.5, y: x0[1] };
        }
        let mut o1 = (x0[1].hypot((x0[1] * x0[1] + 1.0)).tanh(), x0[1].softplus());
        undo!('r0);
        1.0 / (-o1.1 * -o1.1 + 1.0)
    }

    #[reversible]
    fn main(g0: &mut [[f64; 3]; 1]) {
        'r0: {
            g0[0][2] += 2.0 + 1.5;
        }
        undo!('r0);
        for i0 in (1..4).step_by(2) {
            g0[0][1] += 0.3 - 2.0;
            if (i0 < 1) && (i0 != 3) {
                g0[0][0] += 1.5 + 0.125;
            } else {
                let t1 = 0.125;
            }
            let mut s0 = 0.0;
        }
        'r1: {
            let mut a0 = [0.0; 4];
            for i1 in (0..2).rev() {
                g0[0][0] += -(-a0[3] * -a0[3] + 1.0).powf((1.0 / (a0[3 - i1] * a0[3 - i1] + 1.0)).tanh());
                g0[0][0] -= (1.0 + a0[3]).hypot((a0[0].min(a0[i1 + 1]) * a0[0].min(a0[i1 + 1]) + 1.0));
            }
        }
        'r2: {
            let mut a1 = [0.0; 1];
            a1[0] -= g0[0][2].hypot((g0[0][2] * g0[0][2] + 1.0)) * g0[0][2];
        }
        undo!('r2);
        undo!('r1);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut g0 = [[0.53, 1.28007, 0.15514]];
        main(&mut g0);
        same("g0 after the primal", g0.as_flattened(), [[0.5299999999999996, -2.11993, 0.15513999999999983]].as_flattened());
        main::inverse(&mut g0);
        same("g0 after the inverse", g0.as_flattened(), [[0.53, 1.28007, 0.15514]].as_flattened());
        main(&mut g0);
        let mut g0_bar = [[0.84375, 1.359375, 0.625]];
        main::adjoint(&mut g0, &mut g0_bar);
        same("g0 after the adjoint", g0.as_flattened(), [[0.53, 1.28007, 0.15514]].as_flattened());
        same("g0_bar", g0_bar.as_flattened(), [[0.84375, 1.359375, 0.625]].as_flattened());
        let mut g0_bar = [[0.84375, 1.359375, 0.625]];
        main::sweep(&mut g0, &mut g0_bar);
        same("g0 after the sweep", g0.as_flattened(), [[0.5299999999999996, -2.11993, 0.15513999999999983]].as_flattened());
        same("g0_bar", g0_bar.as_flattened(), [[0.84375, 1.359375, 0.625]].as_flattened());
    }
}

mod program_027 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f1<T: Real>(p0: &Vec2<T>) -> T {
        0.1
    }

    #[reversible]
    fn main<T: Real>(#[scratch] z0: &mut [T]) -> T {
        'r0: {
            let mut h0 = 0.0;
            h0 += (z0[0].atan2((1.0 * 1.0 + 1.0)) * z0[0].atan2((1.0 * 1.0 + 1.0)) + 1.0).powf(z0[2].tanh());
            h0 -= (z0[0].atan2((1.0 * 1.0 + 1.0)) * z0[0].atan2((1.0 * 1.0 + 1.0)) + 1.0).powf(z0[2].tanh());
            free!(h0 = 0.0);
            let t0 = z0[0].max(1.0 / (z0[0] * z0[0] + 1.0));
        }
        undo!('r0);
        for e0 in z0.iter_mut() {
            *e0 -= 0.5 / (1.0 * 1.0 + 1.0);
        }
        for e1 in z0.iter_mut() {
            *e1 += 1.5 + (0.3 + 2.0);
        }
        for i0 in 0..3 {
            z0[0] += 1.5;
            for i1 in i0..i0 {
                z0[i0] -= 1.0;
            }
            let mut s0 = 0.0;
        }
        undo! {
            for e2 in z0.iter_mut() {
                *e2 += 0.125 - 1.5;
            }
        }
        let mut stack0: Vec<T> = Vec::new();
        push!(stack0, z0[2]);
        z0[2] += (1.0 - 0.125) / ((0.3 - 2.0) * (0.3 - 2.0) + 1.0);
        let mut h1 = 0.0;
        h1 += -z0[0];
        let o0 = (0.5 + 0.3, h1);
        h1 -= -z0[0];
        free!(h1 = 0.0);
        z0[2] -= (1.0 - 0.125) / ((0.3 - 2.0) * (0.3 - 2.0) + 1.0);
        pop!(stack0, z0[2]);
        free!(stack0);
        1.0 / ((1.5 - 1.0) * (1.5 - 1.0) + 1.0)
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut z0 = [0.0, 0.0, 0.0];
        same("the value", &[main(&mut z0)], &[0.8]);
        let mut z0_bar = [0.0, 0.0, 0.0];
        let value = main::pull(1.25, &mut z0, &mut z0_bar);
        same("the pulled value", &[value], &[0.8]);
    }
}

