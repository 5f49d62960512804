//! Generated programs, part 9.

mod program_036 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f1(v0: &mut [f64; 4]) {
        for i0 in 0..2 {
            let m0 = i0 + 1;
            let mut a0 = [0.0; 1];
            if (m0 < i0) && (i0 == 3) {
                v0[3] -= a0[0].logistic() + a0[0].sin().sinh().atan();
                a0[0] += (i0 as f64).powi(2).powi(3);
            } else {
                let t0 = 0.5 + a0[0].atan();
            }
        }
    }

    #[reversible]
    fn main(x0: &[f64; 3], x1: &[f64; 2], k0: &mut usize, g0: &mut [[f64; 3]; 2]) {
        if (!(*k0 == 2)) || (*k0 == 2) {
            let j0: usize = argmax(x1);
            g0[*k0 % 2][j0 + 1] += (j0 as f64).min(x0[2 - j0] + x1[1]).min(x1[*k0 % 2]);
        } else if !(*k0 < 1) {
            g0[*k0 % 2][1] -= (((*k0 % 5) as f64) * 0.3).cos();
            g0[1][1] += x1[*k0 % 2].mul_add(x0[2] / (x1[0] * x1[0] + 1.0), 0.5);
            g0[*k0 % 2][*k0 % 3] -= (1.0 / (x1[0] * x1[0] + 1.0)).tanh().exp().sin();
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [0.905, -1.34493, 1.03014];
        let mut x1 = [-0.594, 0.90607];
        let mut k0 = 2;
        let mut g0 = [[1.533, 1.53307, -1.21686], [0.65856, -1.0913700000000002, -1.4663000000000002]];
        main(&x0, &x1, &mut k0, &mut g0);
        assert_eq!(k0, 2, "k0 after the primal");
        same("g0 after the primal", g0.as_flattened(), [[1.533, 1.53307, -1.81086], [0.65856, -1.0913700000000002, -1.4663000000000002]].as_flattened());
        main::inverse(&x0, &x1, &mut k0, &mut g0);
        assert_eq!(k0, 2, "k0 after the inverse");
        same("g0 after the inverse", g0.as_flattened(), [[1.533, 1.53307, -1.21686], [0.65856, -1.0913700000000002, -1.4663000000000002]].as_flattened());
        main(&x0, &x1, &mut k0, &mut g0);
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        let mut x1_bar = [0.4375, 0.5625];
        let mut g0_bar = [[0.828125, 1.6875, 1.015625], [0.890625, 1.140625, 0.9375]];
        main::adjoint(&x0, &mut x0_bar, &x1, &mut x1_bar, &mut k0, &mut g0, &mut g0_bar);
        assert_eq!(k0, 2, "k0 after the adjoint");
        same("g0 after the adjoint", g0.as_flattened(), [[1.533, 1.53307, -1.21686], [0.65856, -1.0913700000000002, -1.4663000000000002]].as_flattened());
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625]);
        same("x1_bar", &x1_bar, &[1.453125, 0.5625]);
        same("g0_bar", g0_bar.as_flattened(), [[0.828125, 1.6875, 1.015625], [0.890625, 1.140625, 0.9375]].as_flattened());
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        let mut x1_bar = [0.4375, 0.5625];
        let mut g0_bar = [[0.828125, 1.6875, 1.015625], [0.890625, 1.140625, 0.9375]];
        main::sweep(&x0, &mut x0_bar, &x1, &mut x1_bar, &mut k0, &mut g0, &mut g0_bar);
        assert_eq!(k0, 2, "k0 after the sweep");
        same("g0 after the sweep", g0.as_flattened(), [[1.533, 1.53307, -1.81086], [0.65856, -1.0913700000000002, -1.4663000000000002]].as_flattened());
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625]);
        same("x1_bar", &x1_bar, &[1.453125, 0.5625]);
        same("g0_bar", g0_bar.as_flattened(), [[0.828125, 1.6875, 1.015625], [0.890625, 1.140625, 0.9375]].as_flattened());
    }
}

mod program_037 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f1<T: Real>(n0: usize, y0: &mut T, l0: &mut i64) {
        for i0 in (n0..2).rev().step_by(2) {
            'r0: {
                *y0 -= (0.75 * (i0 as T)).mul_add(0.75 * (0.5 / (0.1 * 0.1 + 1.0)), 0.5);
            }
            undo!('r0);
        }
    }

    #[reversible]
    fn main<T: Real>(v0: &mut [T; 4]) {
        'r0: {
            {
                v0[1] += 0.1;
            }
            for i0 in 0..4 {
                let m0 = i0 % 2 == 0;
            }
        }
        for i1 in (0..v0.len() - 1).step_by(1).rev() {
            let mut a0 = vec![0.0; 1];
            a0[0] += v0[i1 + 1];
        }
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [-0.845, -1.09493, 0.9051400000000001, 0.28021];
        main(&mut v0);
        same("v0 after the primal", &v0, &[-0.845, -1.09493, 0.9051400000000001, 0.28021]);
        main::inverse(&mut v0);
        same("v0 after the inverse", &v0, &[-0.845, -1.09493, 0.9051400000000001, 0.28021]);
        main(&mut v0);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        main::adjoint(&mut v0, &mut v0_bar);
        same("v0 after the adjoint", &v0, &[-0.845, -1.09493, 0.9051400000000001, 0.28021]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        main::sweep(&mut v0, &mut v0_bar);
        same("v0 after the sweep", &v0, &[-0.845, -1.09493, 0.9051400000000001, 0.28021]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
    }
}

mod program_038 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(n0: usize) -> f64 {
        'r0: {
            let t0 = (1.5 / (0.5 * 0.5 + 1.0)) + 0.5;
        }
        let mut a0 = [0.0; 1];
        undo!('r0);
        for i0 in (0..2).step_by(2) {
            a0[0] += 1.5;
            'r1: {
                a0[0] += 1.5 / (0.5 * 0.5 + 1.0);
            }
            if (n0 >= 1) && (i0 != n0) {
                let t2 = (a0[0].atan2((a0[0] * a0[0] + 1.0)) * a0[0].atan2((a0[0] * a0[0] + 1.0)) + 1.0).powf(a0[0].tanh().tanh());
            } else {
            }
            undo!('r1);
        }
        a0[0].tanh()
    }

    #[reversible]
    fn main(y0: &mut f64, y1: &mut f64, n0: usize) {
        'r0: {
            for i0 in n0..2 {
                let mut c0 = 0usize;
                *y1 += (*y0 * *y0 + 1.0).recip() * (*y0).logistic();
                if !(c0 < 3) {
                    let mut s0 = 0.0;
                }
            }
        }
        let mut s1 = f0(3);
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = 1.155;
        let mut y1 = -0.594;
        let mut n0 = 1;
        main(&mut y0, &mut y1, n0);
        same("y0 after the primal", &[y0], &[1.155]);
        same("y1 after the primal", &[y1], &[-0.594]);
        main::inverse(&mut y0, &mut y1, n0);
        same("y0 after the inverse", &[y0], &[1.155]);
        same("y1 after the inverse", &[y1], &[-0.594]);
        main(&mut y0, &mut y1, n0);
        let mut y0_bar = 0.84375;
        let mut y1_bar = 1.359375;
        main::adjoint(&mut y0, &mut y0_bar, &mut y1, &mut y1_bar, n0);
        same("y0 after the adjoint", &[y0], &[1.155]);
        same("y1 after the adjoint", &[y1], &[-0.594]);
        same("y0_bar", &[y0_bar], &[0.8437500000000001]);
        same("y1_bar", &[y1_bar], &[1.359375]);
        let mut y0_bar = 0.84375;
        let mut y1_bar = 1.359375;
        main::sweep(&mut y0, &mut y0_bar, &mut y1, &mut y1_bar, n0);
        same("y0 after the sweep", &[y0], &[1.155]);
        same("y1 after the sweep", &[y1], &[-0.594]);
        same("y0_bar", &[y0_bar], &[0.8437500000000001]);
        same("y1_bar", &[y1_bar], &[1.359375]);
    }
}

mod program_039 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(#[inactive] b0: T) -> T {
        let t0 = b0.abs().tanh().exp();
        for i1 in (0..4).rev().step_by(1) {
            'r1: {
                let t1 = (0.5 * (t0 + t0).sin()).asin();
            }
            undo!('r1);
            'r2: {
                let t2 = (0.5 * (1.0 / (t0 * t0 + 1.0)).sin()).asin();
            }
            'r3: {
                let t3 = t0.max(b0.atan2((t0 * t0 + 1.0)));
                let m0 = i1 % 3;
            }
            let mut a0 = vec![0.0; 3];
            let t4 = b0.atan2((a0[2] * a0[2] + 1.0)).max((i1 as T)) + t0.min(0.125);
            a0[1] += a0[0].sin();
            undo!('r3);
            a0[0] -= t0.sin();
            undo!('r2);
        }
        'r4: {
            let mut s0 = 0.0;
        }
        undo!('r4);
        0.125
    }

    #[reversible]
    fn f1<T: Real>(n0: usize, l0: &mut i64, u0: &T) {
        'r0: {
            let mut s0 = 0.0;
        }
        undo!('r0);
    }

    #[reversible]
    fn main<T: Real>(n0: usize, y0: &mut T, v0: &mut [T], l0: &mut i64, n1: usize) {
        'r0: {
            *y0 += v0[0].min(v0[n0]).atan2((v0[3 - n0] * v0[3 - n0] + 1.0));
        }
        {
            let mut s0 = 0.0;
            let mut c0 = 0usize;
        }
        for i0 in 0..3 {
            let mut s1 = 0.0;
        }
        let mut s2 = 0.0;
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut n0 = 2;
        let mut y0 = 0.906;
        let mut v0 = [-0.218, 1.53207, 0.28214, 0.03221];
        let mut l0 = 3;
        let mut n1 = 4;
        main(n0, &mut y0, &mut v0, &mut l0, n1);
        same("y0 after the primal", &[y0], &[0.906]);
        same("v0 after the primal", &v0, &[-0.218, 1.53207, 0.28214, 0.03221]);
        assert_eq!(l0, 3, "l0 after the primal");
        main::inverse(n0, &mut y0, &mut v0, &mut l0, n1);
        same("y0 after the inverse", &[y0], &[0.906]);
        same("v0 after the inverse", &v0, &[-0.218, 1.53207, 0.28214, 0.03221]);
        assert_eq!(l0, 3, "l0 after the inverse");
        main(n0, &mut y0, &mut v0, &mut l0, n1);
        let mut y0_bar = 0.84375;
        let mut v0_bar = [1.359375, 0.625, 0.4375, 0.5625];
        main::adjoint(n0, &mut y0, &mut y0_bar, &mut v0, &mut v0_bar, &mut l0, n1);
        same("y0 after the adjoint", &[y0], &[0.906]);
        same("v0 after the adjoint", &v0, &[-0.218, 1.53207, 0.28214, 0.03221]);
        assert_eq!(l0, 3, "l0 after the adjoint");
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("v0_bar", &v0_bar, &[1.359375, 0.625, 0.4375, 0.5625]);
        let mut y0_bar = 0.84375;
        let mut v0_bar = [1.359375, 0.625, 0.4375, 0.5625];
        main::sweep(n0, &mut y0, &mut y0_bar, &mut v0, &mut v0_bar, &mut l0, n1);
        same("y0 after the sweep", &[y0], &[0.906]);
        same("v0 after the sweep", &v0, &[-0.218, 1.53207, 0.28214, 0.03221]);
        assert_eq!(l0, 3, "l0 after the sweep");
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("v0_bar", &v0_bar, &[1.359375, 0.625, 0.4375, 0.5625]);
    }
}

