//! Generated programs, part 9.

mod program_036 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(v0: &mut [f64], l0: &mut i64, k0: &mut usize) {
        for i0 in 0..v0.len() - 1 {
            *k0 += 3;
            v0[*k0 % 3] -= 0.1 * (i0 as f64).atan();
        }
        if (*k0 % 2 == 0, *k0 % 2 != 0) {
            *k0 += 1;
        } else {
            *k0 += 1;
        }
        for i1 in 0..=3 {
            let mut a0 = [0.0; 4];
        }
        'r0: {
            let mut stack0: Vec<f64> = Vec::new();
            push!(stack0, v0[*k0 % 3]);
            v0[*k0 % 3] += 0.75;
            v0[*k0 % 3] -= 0.75;
            pop!(stack0, v0[*k0 % 3]);
            free!(stack0);
            #[inactive] let t0 = ((*k0 % 5) as f64);
            for (j0, e0) in v0.iter_mut().enumerate().rev() {
                *e0 += (t0 / (t0 * t0 + 1.0)) * t0.powi(3);
            }
        }
        if (*l0 % 2 == 0, *l0 % 2 != 0) {
            *l0 += 1;
        } else {
            #[store] let t1 = ((*l0 % 4) as f64).abs().atan2((v0[2] * v0[2] + 1.0));
            *l0 += 1;
        }
        let t2 = v0[*k0 % 3];
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [-0.345, 0.78007, -0.21986];
        let mut l0 = 1;
        let mut k0 = 3;
        main(&mut v0, &mut l0, &mut k0);
        same("v0 after the primal", &v0, &[-0.4235398163397448, 0.78007, -0.21986]);
        assert_eq!(l0, 2, "l0 after the primal");
        assert_eq!(k0, 10, "k0 after the primal");
        main::inverse(&mut v0, &mut l0, &mut k0);
        same("v0 after the inverse", &v0, &[-0.345, 0.78007, -0.21986]);
        assert_eq!(l0, 1, "l0 after the inverse");
        assert_eq!(k0, 3, "k0 after the inverse");
        main(&mut v0, &mut l0, &mut k0);
        let mut v0_bar = [0.84375, 1.359375, 0.625];
        main::adjoint(&mut v0, &mut v0_bar, &mut l0, &mut k0);
        same("v0 after the adjoint", &v0, &[-0.345, 0.78007, -0.21986]);
        assert_eq!(l0, 1, "l0 after the adjoint");
        assert_eq!(k0, 3, "k0 after the adjoint");
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625]);
        let mut v0_bar = [0.84375, 1.359375, 0.625];
        main::sweep(&mut v0, &mut v0_bar, &mut l0, &mut k0);
        same("v0 after the sweep", &v0, &[-0.4235398163397448, 0.78007, -0.21986]);
        assert_eq!(l0, 2, "l0 after the sweep");
        assert_eq!(k0, 10, "k0 after the sweep");
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625]);
    }
}

mod program_037 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(x0: &[T]) -> T {
        for i0 in (0..x0.len() - 1).rev().step_by(1) {
            let mut s0 = 0.0;
        }
        if (x0[0] < 0.73) || (x0[0] < 0.105) {
            let o0 = Vec2 { x: x0[0].min(0.125 * x0[3]), y: x0[1].atan() * x0[3].atan2((x0[2] * x0[2] + 1.0)) };
        } else {
            for i1 in 0..4 {
                let mut s1 = 0.0;
            }
        }
        x0[3].asinh()
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

mod program_038 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(y0: &mut f64) {
        for i0 in (1..3).rev() {
            if i0 >= 2 {
                *y0 += (1.5 / (0.125 * 0.125 + 1.0)) / (1.5 * 1.5 + 1.0);
                let mut s0 = 0.0;
            } else {
                let mut a0 = [0.0; 2];
            }
        }
        for i1 in 1..3 {
            let o0 = Vec2 { x: -*y0, y: (i1 as f64).tanh().powi(3) };
        }
        *y0 -= 2.0 + (0.5 / (0.3 * 0.3 + 1.0));
    }

    #[reversible]
    fn main(v0: &mut [f64], x0: &[f64; 2]) {
        if x0[1] > 0.98 {
            for (q0, e0) in x0.iter().skip(1).step_by(2).zip(v0.iter_mut().rev()) {
                *e0 -= ((1.0 / (0.3 * 0.3 + 1.0)) + (*q0).tanh()).atan2((-(x0[0] / (1.5 * 1.5 + 1.0)) * -(x0[0] / (1.5 * 1.5 + 1.0)) + 1.0));
                let mut a0 = vec![0.0; 2];
                f0(&mut a0[0]);
            }
            v0[1] += (x0[1] * x0[1] + 1.0).cbrt();
            {
                v0[2] -= x0[0];
                v0[1] += v0[0];
                let mut s0 = 0.0;
            }
        } else {
        }
        'r0: {
            v0[1] -= (v0[2] * v0[2]).ln_1p();
            f0(&mut v0[0]);
            let mut s1 = 0.0;
        }
        undo!('r0);
        for i0 in 0..3 {
            each!(v0 += 0.75 * x0[1] - 0.75 * 0.5);
            for (j1, (e1, &q1)) in v0.iter_mut().zip(x0.iter()).enumerate() {
                *e1 += (q1 + x0[1 - j1]).min(q1) + (x0[1] * x0[1] + 1.0).cbrt();
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [1.53, 1.03007, 1.28014];
        let mut x0 = [-1.219, 0.03107];
        main(&mut v0, &x0);
        same("v0 after the primal", &v0, &[-0.1811274655637738, -0.5878474655637742, 0.22504750000000007]);
        main::inverse(&mut v0, &x0);
        same("v0 after the inverse", &v0, &[1.53, 1.03007, 1.28014]);
        main(&mut v0, &x0);
        let mut v0_bar = [0.84375, 1.359375, 0.625];
        let mut x0_bar = [0.4375, 0.5625];
        main::adjoint(&mut v0, &mut v0_bar, &x0, &mut x0_bar);
        same("v0 after the adjoint", &v0, &[1.53, 1.03007, 1.28014]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625]);
        same("x0_bar", &x0_bar, &[7.046875, 11.140720403096838]);
        let mut v0_bar = [0.84375, 1.359375, 0.625];
        let mut x0_bar = [0.4375, 0.5625];
        main::sweep(&mut v0, &mut v0_bar, &x0, &mut x0_bar);
        same("v0 after the sweep", &v0, &[-0.1811274655637738, -0.5878474655637742, 0.22504750000000007]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625]);
        same("x0_bar", &x0_bar, &[7.046875, 11.140720403096838]);
    }
}

mod program_039 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(#[scratch] z0: &mut [T], v0: &mut [T; 1], x0: &[T], n0: usize) {
        for i0 in 0..z0.len() - 1 {
            'r0: {
                let m0 = n0 * 2;
                each!(v0 -= 0.75 * x0[0] - 0.75 * 0.5);
            }
            undo!('r0);
            if (n0 != i0) || (x0[0] < -0.02) {
                let mut a0 = [0.0; 3];
                let mut s0 = 0.0;
            } else {
            }
            let mut a1 = [0.0; 3];
        }
        for i1 in 1..x0.len() {
            let mut a2 = [0.0; 3];
        }
        for (q0, e0) in x0.iter().skip(1).step_by(2).zip(v0.iter_mut().rev()) {
            *e0 -= (z0[2] * z0[2]).ln_1p();
            let t0 = if (*q0 > 0.355) || (n0 >= 1) { 0.5 * (z0[0] * z0[0] + 1.0).sqrt() } else { (n0 as T) };
        }
        for (e1, q1) in v0.iter_mut().zip(z0.iter()) {
            *e1 -= (-z0[1].abs()).powi(3);
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut z0 = [0.0, 0.0, 0.0, 0.0];
        let mut v0 = [-1.094];
        let mut x0 = [-1.218, 0.03207];
        let mut n0 = 3;
        main(&mut z0, &mut v0, &x0, n0);
        same("v0 after the primal", &v0, &[-1.094]);
        z0.fill(0.0);
        main::inverse(&mut z0, &mut v0, &x0, n0);
        same("v0 after the inverse", &v0, &[-1.094]);
        z0.fill(0.0);
        main(&mut z0, &mut v0, &x0, n0);
        z0.fill(0.0);
        let mut z0_bar = [0.0, 0.0, 0.0, 0.0];
        let mut v0_bar = [0.84375];
        let mut x0_bar = [1.359375, 0.625];
        main::adjoint(&mut z0, &mut z0_bar, &mut v0, &mut v0_bar, &x0, &mut x0_bar, n0);
        same("v0 after the adjoint", &v0, &[-1.094]);
        same("v0_bar", &v0_bar, &[0.84375]);
        same("x0_bar", &x0_bar, &[1.359375, 0.625]);
        z0.fill(0.0);
        let mut z0_bar = [0.0, 0.0, 0.0, 0.0];
        let mut v0_bar = [0.84375];
        let mut x0_bar = [1.359375, 0.625];
        main::sweep(&mut z0, &mut z0_bar, &mut v0, &mut v0_bar, &x0, &mut x0_bar, n0);
        same("v0 after the sweep", &v0, &[-1.094]);
        same("v0_bar", &v0_bar, &[0.84375]);
        same("x0_bar", &x0_bar, &[1.359375, 0.625]);
    }
}

