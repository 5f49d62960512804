//! Generated programs, part 11.

mod program_044 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(#[inactive] b0: f64, y0: &mut f64) {
        if b0 > 0.23 {
            *y0 += b0.atan2((0.3 * 0.3 + 1.0)) + (b0 / (b0 * b0 + 1.0));
            let mut a0 = vec![0.0; 1];
        } else {
            let t0 = 0.3 * (*y0 + *y0);
        }
        if !(b0 < 1.23) {
            let t1 = (*y0).hypot((((*y0).mul_add(b0, 0.5) + 0.3) * ((*y0).mul_add(b0, 0.5) + 0.3) + 1.0));
        } else {
            let t2 = if b0 > 1.105 { b0.powi(2) } else { b0.mul_add(*y0, 0.5) };
        }
        for i0 in 0..2 {
            let t3 = 1.5 * b0;
        }
        for i1 in 1..2 {
            let mut s0 = 0.0;
            if ((b0 < 0.48) || (b0 > 0.355)) || (b0 > -0.52) {
                let t4 = b0 - b0;
                s0 -= (1.5 / ((t4 * (i1 as f64)) * (t4 * (i1 as f64)) + 1.0)).tanh();
            } else {
                let t5 = s0 + 1.0;
            }
            for i2 in (1..4).rev().step_by(1) {
                let t6 = 0.75;
                let mut s1 = 0.0;
                *y0 += (i2 as f64) * (i2 as f64);
            }
        }
        for i3 in (1..=2).step_by(2).rev() {
            let t7 = b0.atan();
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut b0 = -0.845;
        let mut y0 = 0.531;
        main(b0, &mut y0);
        same("y0 after the primal", &[y0], &[14.531]);
        main::inverse(b0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.531]);
        main(b0, &mut y0);
        let mut y0_bar = 0.84375;
        main::adjoint(b0, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.531]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        let mut y0_bar = 0.84375;
        main::sweep(b0, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[14.531]);
        same("y0_bar", &[y0_bar], &[0.84375]);
    }
}

mod program_045 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(y0: &mut T, l0: &mut i64, y1: &mut T, n0: usize) {
        for i0 in (0..n0).rev() {
            if (*l0 > 2, *l0 > 4) {
                *l0 += 2;
            } else {
                let mut a0 = [0.0; 4];
                let m0 = i0 % 2 == 0;
            }
            *y0 += (*y1 + ((*l0 % 4) as T)) * (*y1).atan2((*y1 * *y1 + 1.0));
        }
        for i1 in (0..n0 + 1).rev() {
            *y0 -= (n0 as T);
            *y1 += *y0;
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = -0.345;
        let mut l0 = 0;
        let mut y1 = 1.032;
        let mut n0 = 3;
        main(&mut y0, &mut l0, &mut y1, n0);
        same("y0 after the primal", &[y0], &[-10.910161158767313]);
        assert_eq!(l0, 0, "l0 after the primal");
        same("y1 after the primal", &[y1], &[-24.608644635069247]);
        main::inverse(&mut y0, &mut l0, &mut y1, n0);
        same("y0 after the inverse", &[y0], &[-0.345]);
        assert_eq!(l0, 0, "l0 after the inverse");
        same("y1 after the inverse", &[y1], &[1.032]);
        main(&mut y0, &mut l0, &mut y1, n0);
        let mut y0_bar = 0.84375;
        let mut y1_bar = 1.359375;
        main::adjoint(&mut y0, &mut y0_bar, &mut l0, &mut y1, &mut y1_bar, n0);
        same("y0 after the adjoint", &[y0], &[-0.345]);
        assert_eq!(l0, 0, "l0 after the adjoint");
        same("y1 after the adjoint", &[y1], &[1.032]);
        same("y0_bar", &[y0_bar], &[6.28125]);
        same("y1_bar", &[y1_bar], &[9.85522450871217]);
        let mut y0_bar = 0.84375;
        let mut y1_bar = 1.359375;
        main::sweep(&mut y0, &mut y0_bar, &mut l0, &mut y1, &mut y1_bar, n0);
        same("y0 after the sweep", &[y0], &[-10.910161158767313]);
        assert_eq!(l0, 0, "l0 after the sweep");
        same("y1 after the sweep", &[y1], &[-24.608644635069247]);
        same("y0_bar", &[y0_bar], &[6.28125]);
        same("y1_bar", &[y1_bar], &[9.85522450871217]);
    }
}

mod program_046 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(x0: &[f64], x1: &[f64; 1], l0: &mut i64) {
        for i0 in 0..x1.len() {
            let p0 = &x0[0..1];
        }
        for i1 in (0..4).step_by(3) {
            let mut s0 = 0.0;
            'r0: {
                let t0 = s0;
                let mut s1 = s0;
                let t1 = 2.0 / ((x0[2] + 1.0) * (x0[2] + 1.0) + 1.0);
            }
            let j0: usize = argmax(x1);
            let mut c0 = 0usize;
            undo!('r0);
        }
    }

    #[reversible]
    fn main(g0: &mut [[f64; 2]; 1], y0: &mut f64, x0: &[f64; 2]) {
        {
            for i0 in 0..2 {
                let t0 = if !(i0 >= 2) { 1.5 - g0[0][0] } else { -x0[i0] - g0[0][1] };
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut g0 = [[0.905, -1.09493]];
        let mut y0 = 0.906;
        let mut x0 = [0.40700000000000003, -0.21793];
        main(&mut g0, &mut y0, &x0);
        same("g0 after the primal", g0.as_flattened(), [[0.905, -1.09493]].as_flattened());
        same("y0 after the primal", &[y0], &[0.906]);
        main::inverse(&mut g0, &mut y0, &x0);
        same("g0 after the inverse", g0.as_flattened(), [[0.905, -1.09493]].as_flattened());
        same("y0 after the inverse", &[y0], &[0.906]);
        main(&mut g0, &mut y0, &x0);
        let mut g0_bar = [[0.84375, 1.359375]];
        let mut y0_bar = 0.625;
        let mut x0_bar = [0.4375, 0.5625];
        main::adjoint(&mut g0, &mut g0_bar, &mut y0, &mut y0_bar, &x0, &mut x0_bar);
        same("g0 after the adjoint", g0.as_flattened(), [[0.905, -1.09493]].as_flattened());
        same("y0 after the adjoint", &[y0], &[0.906]);
        same("g0_bar", g0_bar.as_flattened(), [[0.84375, 1.359375]].as_flattened());
        same("y0_bar", &[y0_bar], &[0.625]);
        same("x0_bar", &x0_bar, &[0.4375, 0.5625]);
        let mut g0_bar = [[0.84375, 1.359375]];
        let mut y0_bar = 0.625;
        let mut x0_bar = [0.4375, 0.5625];
        main::sweep(&mut g0, &mut g0_bar, &mut y0, &mut y0_bar, &x0, &mut x0_bar);
        same("g0 after the sweep", g0.as_flattened(), [[0.905, -1.09493]].as_flattened());
        same("y0 after the sweep", &[y0], &[0.906]);
        same("g0_bar", g0_bar.as_flattened(), [[0.84375, 1.359375]].as_flattened());
        same("y0_bar", &[y0_bar], &[0.625]);
        same("x0_bar", &x0_bar, &[0.4375, 0.5625]);
    }
}

mod program_047 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(#[inactive] b0: T, v0: &mut [T], y0: &mut T) {
        for i0 in 0..v0.len() {
            *y0 -= 0.1 * v0[0];
        }
    }

    #[reversible]
    fn main<T: Real>(n0: usize, #[inactive] d0: &[T], g0: &mut [[T; 3]; 2], k0: &mut usize) {
        if !(!(d0[n0] > -0.645)) {
            let p0 = &d0[1..3];
            if (*k0 > 0, *k0 > 2) {
                *k0 += 2;
            } else {
            }
            if !(*k0 >= 1) {
                let mut s0 = 0.0;
                let mut a0 = vec![0.0; 3];
            } else if (n0 < 1) && (*k0 >= 0) {
                let mut a1 = [0.0; 4];
            }
        } else {
            g0[*k0 % 2][2 * n0] += ((*k0 % 5) as T).tanh().exp() * d0[3];
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut n0 = 1;
        let mut d0 = [0.531, -0.96893, -0.21886, 0.15621];
        let mut g0 = [[0.157, -0.09293, 0.15714], [-0.09244, -0.84237, 1.2827]];
        let mut k0 = 3;
        main(n0, &d0, &mut g0, &mut k0);
        same("g0 after the primal", g0.as_flattened(), [[0.157, -0.09293, 0.15714], [-0.09244, -0.84237, 1.7052281236904316]].as_flattened());
        assert_eq!(k0, 3, "k0 after the primal");
        main::inverse(n0, &d0, &mut g0, &mut k0);
        same("g0 after the inverse", g0.as_flattened(), [[0.157, -0.09293, 0.15714], [-0.09244, -0.84237, 1.2827]].as_flattened());
        assert_eq!(k0, 3, "k0 after the inverse");
        main(n0, &d0, &mut g0, &mut k0);
        let mut g0_bar = [[0.84375, 1.359375, 0.625], [0.4375, 0.5625, 0.828125]];
        main::adjoint(n0, &d0, &mut g0, &mut g0_bar, &mut k0);
        same("g0 after the adjoint", g0.as_flattened(), [[0.157, -0.09293, 0.15714], [-0.09244, -0.84237, 1.2827]].as_flattened());
        assert_eq!(k0, 3, "k0 after the adjoint");
        same("g0_bar", g0_bar.as_flattened(), [[0.84375, 1.359375, 0.625], [0.4375, 0.5625, 0.828125]].as_flattened());
        let mut g0_bar = [[0.84375, 1.359375, 0.625], [0.4375, 0.5625, 0.828125]];
        main::sweep(n0, &d0, &mut g0, &mut g0_bar, &mut k0);
        same("g0 after the sweep", g0.as_flattened(), [[0.157, -0.09293, 0.15714], [-0.09244, -0.84237, 1.7052281236904316]].as_flattened());
        assert_eq!(k0, 3, "k0 after the sweep");
        same("g0_bar", g0_bar.as_flattened(), [[0.84375, 1.359375, 0.625], [0.4375, 0.5625, 0.828125]].as_flattened());
    }
}

