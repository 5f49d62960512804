//! Generated programs, part 3.

mod program_012 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(l0: &mut i64, x0: &[f64; 3], x1: &[f64; 6], v0: &mut [f64]) {
        if (*l0 == 2) && (*l0 >= 0) {
            'r0: {
                v0[1] += x0[0].max(v0[0].atan2((x0[2] * x0[2] + 1.0)));
            }
            let p0 = &x1[0..5];
            let mut a0 = vec![0.0; 3];
            let p1 = &x0[0..1];
            undo!('r0);
            for i0 in (0..x0.len() - 1).rev() {
                a0[2 - i0] += p0[3].min(0.75) - (((*l0 % 4) as f64) - (i0 as f64));
                v0[i0] += a0[2 - i0] * ((0.75 - (i0 as f64)) * a0[2 - i0].powi(3));
                v0[i0] -= x0[i0].powi(3).hypot((a0[2 - i0].atan2((v0[1] * v0[1] + 1.0)) * a0[2 - i0].atan2((v0[1] * v0[1] + 1.0)) + 1.0));
            }
        } else {
            'r1: {
                v0[1] += x0[1] + v0[0];
                v0[0] += v0[1] * x1[1];
                let mut s0 = v0[1].atan2((((*l0 % 4) as f64) * ((*l0 % 4) as f64) + 1.0)).max(x1[1].min(x0[2]));
            }
            undo!('r1);
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut l0 = 3;
        let mut x0 = [1.406, -0.96893, 0.28114];
        let mut x1 = [-0.218, 0.78207, 0.40714, 0.9072100000000001, 0.78228, 0.40735000000000005];
        let mut v0 = [0.908, 1.40807];
        main(&mut l0, &x0, &x1, &mut v0);
        assert_eq!(l0, 3, "l0 after the primal");
        same("v0 after the primal", &v0, &[0.9080000000000001, 1.40807]);
        main::inverse(&mut l0, &x0, &x1, &mut v0);
        assert_eq!(l0, 3, "l0 after the inverse");
        same("v0 after the inverse", &v0, &[0.908, 1.40807]);
        main(&mut l0, &x0, &x1, &mut v0);
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        let mut x1_bar = [0.4375, 0.5625, 0.828125, 1.6875, 1.015625, 0.890625];
        let mut v0_bar = [1.140625, 0.9375];
        main::adjoint(&mut l0, &x0, &mut x0_bar, &x1, &mut x1_bar, &mut v0, &mut v0_bar);
        assert_eq!(l0, 3, "l0 after the adjoint");
        same("v0 after the adjoint", &v0, &[0.908, 1.40807]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625]);
        same("x1_bar", &x1_bar, &[0.4375, 0.5625, 0.828125, 1.6875, 1.015625, 0.890625]);
        same("v0_bar", &v0_bar, &[1.140625, 0.9375]);
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        let mut x1_bar = [0.4375, 0.5625, 0.828125, 1.6875, 1.015625, 0.890625];
        let mut v0_bar = [1.140625, 0.9375];
        main::sweep(&mut l0, &x0, &mut x0_bar, &x1, &mut x1_bar, &mut v0, &mut v0_bar);
        assert_eq!(l0, 3, "l0 after the sweep");
        same("v0 after the sweep", &v0, &[0.9080000000000001, 1.40807]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625]);
        same("x1_bar", &x1_bar, &[0.4375, 0.5625, 0.828125, 1.6875, 1.015625, 0.890625]);
        same("v0_bar", &v0_bar, &[1.140625, 0.9375]);
    }
}

mod program_013 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(l0: &mut i64, u0: &T, l1: &mut i64) {
        if *l1 + 1 < *l0 {
            for i0 in 1..4 {
                let t0 = ((*u0 * *u0 + 1.0).ln() * (*u0 * *u0 + 1.0).ln() + 1.0).ln();
            }
            for i1 in (0..3).rev().step_by(3) {
                let mut s0 = 0.0;
            }
        }
    }

    #[reversible]
    fn main<T: Real>(y0: &mut T, k0: &mut usize, w0: T, y1: &mut T, g0: &mut [[T; 2]; 1]) {
        while (*k0 > 2, *k0 < 3) {
            let mut s0 = 0.0;
            let mut s1 = 0.0;
            *k0 -= 1;
        }
        for i0 in 0..3 {
            if (*k0 % 2 == 0, *k0 % 2 != 0) {
                *k0 += 1;
            } else {
                let mut s2 = 0.0;
                *k0 += 1;
            }
            *y1 += (*y0 / (*y0 * *y0 + 1.0)).hypot(((w0 * w0 + 1.0).sqrt() * (w0 * w0 + 1.0).sqrt() + 1.0));
        }
        for i1 in 0..2 {
            let t1 = (0.1 / (w0 * w0 + 1.0)) + 0.125;
            *y1 += t1 * (t1 * t1 + 1.0).cbrt();
            g0[*k0 % 1][1 - i1] += (0.1 - (i1 as T)).powi(2);
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = 0.905;
        let mut k0 = 3;
        let mut w0 = 1.532;
        let mut y1 = 1.158;
        let mut g0 = [[1.534, -0.09093]];
        main(&mut y0, &mut k0, w0, &mut y1, &mut g0);
        same("y0 after the primal", &[y0], &[0.905]);
        assert_eq!(k0, 5, "k0 after the primal");
        same("y1 after the primal", &[y1], &[14.596417870156767]);
        same("g0 after the primal", g0.as_flattened(), [[2.3440000000000003, -0.08093]].as_flattened());
        main::inverse(&mut y0, &mut k0, w0, &mut y1, &mut g0);
        same("y0 after the inverse", &[y0], &[0.905]);
        assert_eq!(k0, 3, "k0 after the inverse");
        same("y1 after the inverse", &[y1], &[1.158]);
        same("g0 after the inverse", g0.as_flattened(), [[1.534, -0.09093]].as_flattened());
        main(&mut y0, &mut k0, w0, &mut y1, &mut g0);
        let mut y0_bar = 0.84375;
        let mut w0_bar = 1.359375;
        let mut y1_bar = 0.625;
        let mut g0_bar = [[0.4375, 0.5625]];
        main::adjoint(&mut y0, &mut y0_bar, &mut k0, w0, &mut w0_bar, &mut y1, &mut y1_bar, &mut g0, &mut g0_bar);
        same("y0 after the adjoint", &[y0], &[0.905]);
        assert_eq!(k0, 3, "k0 after the adjoint");
        same("y1 after the adjoint", &[y1], &[1.158]);
        same("g0 after the adjoint", g0.as_flattened(), [[1.534, -0.09093]].as_flattened());
        same("y0_bar", &[y0_bar], &[0.8554109643363282]);
        same("w0_bar", &[w0_bar], &[7.032116055911666]);
        same("y1_bar", &[y1_bar], &[0.625]);
        same("g0_bar", g0_bar.as_flattened(), [[0.4375, 0.5625]].as_flattened());
        let mut y0_bar = 0.84375;
        let mut w0_bar = 1.359375;
        let mut y1_bar = 0.625;
        let mut g0_bar = [[0.4375, 0.5625]];
        main::sweep(&mut y0, &mut y0_bar, &mut k0, w0, &mut w0_bar, &mut y1, &mut y1_bar, &mut g0, &mut g0_bar);
        same("y0 after the sweep", &[y0], &[0.905]);
        assert_eq!(k0, 5, "k0 after the sweep");
        same("y1 after the sweep", &[y1], &[14.596417870156767]);
        same("g0 after the sweep", g0.as_flattened(), [[2.3440000000000003, -0.08093]].as_flattened());
        same("y0_bar", &[y0_bar], &[0.8554109643363282]);
        same("w0_bar", &[w0_bar], &[7.032116055911666]);
        same("y1_bar", &[y1_bar], &[0.625]);
        same("g0_bar", g0_bar.as_flattened(), [[0.4375, 0.5625]].as_flattened());
    }
}

mod program_014 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(x0: &[f64], y0: &mut f64) {
        if (x0[0] < -0.895) || (!(x0[0] > 0.355)) {
        } else if x0[2] > 0.605 {
            for i0 in 0..x0.len() {
                let t0 = (i0 as f64).atan2((x0[i0] * x0[i0] + 1.0)) + (*y0 * (0.5 * *y0));
                let t1 = 2.0;
                let t2 = t0.tanh().exp();
            }
        } else {
            let t3 = 0.125 - (*y0 - x0[1]);
        }
        for i2 in (0..3).step_by(1).rev() {
            for i3 in 0..x0.len() - 1 {
                let j0: usize = argmax(x0);
            }
            for i4 in (1..=i2).rev().step_by(2) {
                *y0 += (i2 as f64).cos().max(0.125);
            }
            let t4 = ((x0[i2] * 0.75) * (x0[i2] * 0.75)).ln_1p();
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [-0.47, 0.03007, -0.7198599999999999];
        let mut y0 = 0.531;
        main(&x0, &mut y0);
        same("y0 after the primal", &[y0], &[1.19630230586814]);
        main::inverse(&x0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.531]);
        main(&x0, &mut y0);
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        let mut y0_bar = 0.4375;
        main::adjoint(&x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.531]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625]);
        same("y0_bar", &[y0_bar], &[0.4375]);
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        let mut y0_bar = 0.4375;
        main::sweep(&x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[1.19630230586814]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625]);
        same("y0_bar", &[y0_bar], &[0.4375]);
    }
}

mod program_015 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(#[inactive] d0: &[T]) -> T {
        if d0[0] > 0.355 {
            {
                let j0: usize = argmax(d0);
            }
            for i0 in 1..=2 {
                let mut s0 = 0.0;
                let m0 = i0 % 3;
                let mut s1 = d0[0].tanh().asinh().hypot((s0.atan2((0.125 * 0.125 + 1.0)) * s0.atan2((0.125 * 0.125 + 1.0)) + 1.0));
            }
        } else {
            let mut a0 = [0.0; 2];
        }
        0.1 / (0.125 * 0.125 + 1.0)
    }

    #[reversible]
    fn f1<T: Real>(y0: &mut T, y1: &mut T) {
        for i0 in 0..2 {
            let t0 = *y1 / (((i0 as T) * *y0) * ((i0 as T) * *y0) + 1.0);
            let m0 = i0 * 2;
            let t1 = 0.125;
        }
    }

    #[reversible]
    fn main<T: Real>(y0: &mut T, y1: &mut T, x0: &[T]) {
        {
            for i0 in 0..x0.len() {
                let t0 = (*y1).softplus();
                let m0 = i0 % 2 == 0;
                let mut a0 = [0.0; 4];
            }
            *y0 += 0.3;
            if !(x0[2] < 0.73) {
                f1::inverse(y1, y0);
            } else if (x0[2] < -0.895) && (x0[1] < -1.395) {
                *y0 += (*y1 * *y1).ln_1p().atan2(((*y1 - 0.3) * (*y1 - 0.3) + 1.0));
            }
            *y0 += 0.3;
        }
        for i1 in (0..4).rev() {
            let mut a1 = [0.0; 1];
            a1[0] -= ((*y1).atan() + *y1) * x0[1];
        }
        'r0: {
            rot(y1, y0, x0[1].min(x0[1]).hypot((x0[1].tanh().exp() * x0[1].tanh().exp() + 1.0)));
            let t1 = (*y1).hypot((1.0 * 1.0 + 1.0));
        }
        let t2 = ((*y0).sin().sinh() * (*y0).sin().sinh() + 1.0).powf((-*y1).tanh());
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = 0.03;
        let mut y1 = -0.594;
        let mut x0 = [-0.218, -1.09293, 1.15714];
        main(&mut y0, &mut y1, &x0);
        same("y0 after the primal", &[y0], &[0.6299999999999998]);
        same("y1 after the primal", &[y1], &[-0.594]);
        main::inverse(&mut y0, &mut y1, &x0);
        same("y0 after the inverse", &[y0], &[0.03]);
        same("y1 after the inverse", &[y1], &[-0.594]);
        main(&mut y0, &mut y1, &x0);
        let mut y0_bar = 0.84375;
        let mut y1_bar = 1.359375;
        let mut x0_bar = [0.625, 0.4375, 0.5625];
        main::adjoint(&mut y0, &mut y0_bar, &mut y1, &mut y1_bar, &x0, &mut x0_bar);
        same("y0 after the adjoint", &[y0], &[0.03]);
        same("y1 after the adjoint", &[y1], &[-0.594]);
        same("y0_bar", &[y0_bar], &[0.8437499999999999]);
        same("y1_bar", &[y1_bar], &[1.3593749999999998]);
        same("x0_bar", &x0_bar, &[0.625, 0.4374999999999998, 0.5625]);
        let mut y0_bar = 0.84375;
        let mut y1_bar = 1.359375;
        let mut x0_bar = [0.625, 0.4375, 0.5625];
        main::sweep(&mut y0, &mut y0_bar, &mut y1, &mut y1_bar, &x0, &mut x0_bar);
        same("y0 after the sweep", &[y0], &[0.6299999999999998]);
        same("y1 after the sweep", &[y1], &[-0.594]);
        same("y0_bar", &[y0_bar], &[0.8437499999999999]);
        same("y1_bar", &[y1_bar], &[1.3593749999999998]);
        same("x0_bar", &x0_bar, &[0.625, 0.4374999999999998, 0.5625]);
    }
}

