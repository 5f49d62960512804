//! Generated programs, part 8.

mod program_032 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(x0: &[f64], y0: &mut f64) {
        'r0: {
            for i0 in 0..2 {
                *y0 += x0[2] * (x0[1] * x0[1] + 1.0).sqrt();
                let mut s0 = 0.0;
            }
        }
        undo!('r0);
    }

    #[reversible]
    fn main(g0: &mut [[f64; 2]; 2], y0: &mut f64, k0: &mut usize, v0: &mut [f64; 6]) {
        *k0 += 1;
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut g0 = [[0.03, -1.21993], [0.28056000000000003, -0.96937]];
        let mut y0 = -0.719;
        let mut k0 = 0;
        let mut v0 = [0.158, -1.21693, 0.28314, -0.9667899999999999, 0.53328, -0.21665];
        main(&mut g0, &mut y0, &mut k0, &mut v0);
        same("g0 after the primal", g0.as_flattened(), [[0.03, -1.21993], [0.28056000000000003, -0.96937]].as_flattened());
        same("y0 after the primal", &[y0], &[-0.719]);
        assert_eq!(k0, 1, "k0 after the primal");
        same("v0 after the primal", &v0, &[0.158, -1.21693, 0.28314, -0.9667899999999999, 0.53328, -0.21665]);
        main::inverse(&mut g0, &mut y0, &mut k0, &mut v0);
        same("g0 after the inverse", g0.as_flattened(), [[0.03, -1.21993], [0.28056000000000003, -0.96937]].as_flattened());
        same("y0 after the inverse", &[y0], &[-0.719]);
        assert_eq!(k0, 0, "k0 after the inverse");
        same("v0 after the inverse", &v0, &[0.158, -1.21693, 0.28314, -0.9667899999999999, 0.53328, -0.21665]);
        main(&mut g0, &mut y0, &mut k0, &mut v0);
        let mut g0_bar = [[0.84375, 1.359375], [0.625, 0.4375]];
        let mut y0_bar = 0.5625;
        let mut v0_bar = [0.828125, 1.6875, 1.015625, 0.890625, 1.140625, 0.9375];
        main::adjoint(&mut g0, &mut g0_bar, &mut y0, &mut y0_bar, &mut k0, &mut v0, &mut v0_bar);
        same("g0 after the adjoint", g0.as_flattened(), [[0.03, -1.21993], [0.28056000000000003, -0.96937]].as_flattened());
        same("y0 after the adjoint", &[y0], &[-0.719]);
        assert_eq!(k0, 0, "k0 after the adjoint");
        same("v0 after the adjoint", &v0, &[0.158, -1.21693, 0.28314, -0.9667899999999999, 0.53328, -0.21665]);
        same("g0_bar", g0_bar.as_flattened(), [[0.84375, 1.359375], [0.625, 0.4375]].as_flattened());
        same("y0_bar", &[y0_bar], &[0.5625]);
        same("v0_bar", &v0_bar, &[0.828125, 1.6875, 1.015625, 0.890625, 1.140625, 0.9375]);
        let mut g0_bar = [[0.84375, 1.359375], [0.625, 0.4375]];
        let mut y0_bar = 0.5625;
        let mut v0_bar = [0.828125, 1.6875, 1.015625, 0.890625, 1.140625, 0.9375];
        main::sweep(&mut g0, &mut g0_bar, &mut y0, &mut y0_bar, &mut k0, &mut v0, &mut v0_bar);
        same("g0 after the sweep", g0.as_flattened(), [[0.03, -1.21993], [0.28056000000000003, -0.96937]].as_flattened());
        same("y0 after the sweep", &[y0], &[-0.719]);
        assert_eq!(k0, 1, "k0 after the sweep");
        same("v0 after the sweep", &v0, &[0.158, -1.21693, 0.28314, -0.9667899999999999, 0.53328, -0.21665]);
        same("g0_bar", g0_bar.as_flattened(), [[0.84375, 1.359375], [0.625, 0.4375]].as_flattened());
        same("y0_bar", &[y0_bar], &[0.5625]);
        same("v0_bar", &v0_bar, &[0.828125, 1.6875, 1.015625, 0.890625, 1.140625, 0.9375]);
    }
}

mod program_033 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(#[inactive] d0: &[T], l0: &mut i64, g0: &mut [[T; 3]; 2]) {
        if (d0[3] > 0.98) && (d0[3] < 0.48) {
            g0[0][1] += ((*l0 % 4) as T).sin().sinh() + (d0[1] * d0[1] + 1.0).powf(d0[1].tanh()).tanh().exp();
        } else {
            if !(!(*l0 != 2)) {
                g0[0][0] -= (d0[0] * d0[0] + 1.0).powf(d0[1].tanh());
                let mut a0 = [0.0; 3];
                let t0 = a0[2].max(((*l0 % 4) as T)).softplus();
            }
        }
        'r0: {
            g0[1][1] += (d0[3] * d0[3] + 1.0).recip() * d0[3].sin().sinh();
        }
        for i0 in (0..d0.len() - 1).step_by(1) {
            let m0 = i0 + 1;
            let t1 = (m0 as T).min(g0[0][i0] * g0[1][m0 - 1]);
        }
        undo!('r0);
        while (*l0 < 3, *l0 > 0) {
            *l0 += 1;
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut d0 = [-1.345, 1.53007, -0.34486, -0.9697899999999999];
        let mut l0 = 0;
        let mut g0 = [[1.157, -1.46793, 1.40714], [-1.34244, 1.03263, -0.2173]];
        main(&d0, &mut l0, &mut g0);
        assert_eq!(l0, 3, "l0 after the primal");
        same("g0 after the primal", g0.as_flattened(), [[-1.4038339973852665, -1.46793, 1.40714], [-1.34244, 1.03263, -0.2173]].as_flattened());
        main::inverse(&d0, &mut l0, &mut g0);
        assert_eq!(l0, 0, "l0 after the inverse");
        same("g0 after the inverse", g0.as_flattened(), [[1.157, -1.46793, 1.40714], [-1.34244, 1.03263, -0.2173]].as_flattened());
        main(&d0, &mut l0, &mut g0);
        let mut g0_bar = [[0.84375, 1.359375, 0.625], [0.4375, 0.5625, 0.828125]];
        main::adjoint(&d0, &mut l0, &mut g0, &mut g0_bar);
        assert_eq!(l0, 0, "l0 after the adjoint");
        same("g0 after the adjoint", g0.as_flattened(), [[1.157, -1.46793, 1.40714], [-1.34244, 1.03263, -0.2173]].as_flattened());
        same("g0_bar", g0_bar.as_flattened(), [[0.84375, 1.359375, 0.625], [0.4375, 0.5625, 0.828125]].as_flattened());
        let mut g0_bar = [[0.84375, 1.359375, 0.625], [0.4375, 0.5625, 0.828125]];
        main::sweep(&d0, &mut l0, &mut g0, &mut g0_bar);
        assert_eq!(l0, 3, "l0 after the sweep");
        same("g0 after the sweep", g0.as_flattened(), [[-1.4038339973852665, -1.46793, 1.40714], [-1.34244, 1.03263, -0.2173]].as_flattened());
        same("g0_bar", g0_bar.as_flattened(), [[0.84375, 1.359375, 0.625], [0.4375, 0.5625, 0.828125]].as_flattened());
    }
}

mod program_034 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(#[inactive] d0: &[f64]) -> f64 {
        1.0 / (-d0[1] * -d0[1] + 1.0)
    }

    #[reversible]
    fn main(k0: &mut usize) {
        for i0 in 0..3 {
            *k0 += 1;
        }
        for i2 in (1..4).step_by(3).rev() {
            let t0 = if (*k0 < i2) || (i2 < 4) { (1.5 / (0.75 * 0.75 + 1.0)) * (1.5 - 0.1) } else { 0.5 };
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut k0 = 1;
        main(&mut k0);
        assert_eq!(k0, 4, "k0 after the primal");
        main::inverse(&mut k0);
        assert_eq!(k0, 1, "k0 after the inverse");
        main(&mut k0);
        main::adjoint(&mut k0);
        assert_eq!(k0, 1, "k0 after the adjoint");
        main::sweep(&mut k0);
        assert_eq!(k0, 4, "k0 after the sweep");
    }
}

mod program_035 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(u0: &T, y0: &mut T) {
        for i0 in (0..2).step_by(1) {
            for i1 in 1..4 {
                *y0 -= ((i1 as T) * (i1 as T) + 1.0).powf((*u0).sin().tanh());
                let mut s0 = 0.0;
            }
            for i2 in (0..3).step_by(2).rev() {
                let t0 = (*u0 + *y0) - *u0;
                let t1 = if (*u0 > 1.23) || (i2 != i0) { (*u0 / (t0 * t0 + 1.0)).max(0.3) } else { t0.max(t0) * (1.0 / (t0 * t0 + 1.0)) };
            }
            let t2 = (*u0).softplus() / ((*u0 * 2.0).sin() * (*u0 * 2.0).sin() + 1.0);
        }
        if !(*u0 < 0.355) {
            let mut a0 = [0.0; 1];
        } else {
            *y0 += 1.0 / (*u0 * *u0 + 1.0);
        }
        for i3 in 1..2 {
            let mut a1 = [0.0; 1];
            *y0 += a1[0];
        }
        'r0: {
            for i4 in 0..4 {
                let mut c0 = 0usize;
                *y0 += (*u0 + *u0).asinh();
            }
        }
        let t3 = 0.125;
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut u0 = 0.28;
        let mut y0 = 0.531;
        main(&u0, &mut y0);
        same("y0 after the primal", &[y0], &[-7.758853511726633]);
        main::inverse(&u0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.531]);
        main(&u0, &mut y0);
        let mut u0_bar = 0.84375;
        let mut y0_bar = 1.359375;
        main::adjoint(&u0, &mut u0_bar, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.531]);
        same("u0_bar", &[u0_bar], &[-18.230927318940168]);
        same("y0_bar", &[y0_bar], &[1.359375]);
        let mut u0_bar = 0.84375;
        let mut y0_bar = 1.359375;
        main::sweep(&u0, &mut u0_bar, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[-7.758853511726633]);
        same("u0_bar", &[u0_bar], &[-18.230927318940168]);
        same("y0_bar", &[y0_bar], &[1.359375]);
    }
}

