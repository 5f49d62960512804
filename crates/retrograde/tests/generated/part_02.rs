//! Generated programs, part 2.

mod program_008 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(n0: usize, y0: &mut f64) {
        'r0: {
            let mut stack0: Vec<f64> = Vec::new();
            push!(stack0, *y0);
            *y0 += (0.125 * 0.1) / (0.3 * 0.3 + 1.0);
            *y0 -= (0.125 * 0.1) / (0.3 * 0.3 + 1.0);
            pop!(stack0, *y0);
            free!(stack0);
            let mut s0 = ((*y0 * *y0 + 1.0).recip() - *y0) + (*y0 * *y0 + 1.0).ln();
            s0 += (n0 as f64).hypot(((*y0 - *y0) * (*y0 - *y0) + 1.0)) + (*y0).abs();
        }
        let mut a0 = [0.0; 3];
        undo!('r0);
        undo! {
            'r1: {
                a0[n0 + 1] += (n0 as f64);
            }
            undo!('r1);
        }
    }

    #[reversible]
    fn f1(#[inactive] d0: &[f64], x0: &[f64], y0: &mut f64) {
        {
            *y0 -= (d0[0] * d0[0] + 1.0).recip();
            undo! {
                let mut a0 = vec![0.0; 4];
            }
        }
    }

    #[reversible]
    fn main(y0: &mut f64, u0: &f64, v0: &mut [f64], y1: &mut f64, x0: &[f64]) {
        *y1 += 0.3;
        let mut h0 = 0.0;
        h0 += 0.1 / (*y1 * *y1 + 1.0);
        each!(v0 -= 0.75 * *u0 - 0.75 * 0.5);
        if !(*u0 < -0.27) {
            *y0 -= (v0[3] + h0) * 2.0;
        }
        h0 -= 0.1 / (*y1 * *y1 + 1.0);
        free!(h0 = 0.0);
        for e0 in v0.iter_mut() {
            *e0 += x0[2] + *u0;
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = -0.22;
        let mut u0 = 1.531;
        let mut v0 = [0.40700000000000003, 1.40707, -0.34286, 1.28221];
        let mut y1 = 0.533;
        let mut x0 = [0.659, 1.53407, -0.9658599999999999];
        main(&mut y0, &u0, &mut v0, &mut y1, &x0);
        same("y0 after the primal", &[y0], &[-1.3559914911071507]);
        same("v0 after the primal", &v0, &[0.19889, 1.19896, -0.55097, 1.0741]);
        same("y1 after the primal", &[y1], &[0.833]);
        main::inverse(&mut y0, &u0, &mut v0, &mut y1, &x0);
        same("y0 after the inverse", &[y0], &[-0.22]);
        same("v0 after the inverse", &v0, &[0.40700000000000003, 1.40707, -0.34286, 1.28221]);
        same("y1 after the inverse", &[y1], &[0.533]);
        main(&mut y0, &u0, &mut v0, &mut y1, &x0);
        let mut y0_bar = 0.84375;
        let mut u0_bar = 1.359375;
        let mut v0_bar = [0.625, 0.4375, 0.5625, 0.828125];
        let mut y1_bar = 1.6875;
        let mut x0_bar = [1.015625, 0.890625, 1.140625];
        main::adjoint(&mut y0, &mut y0_bar, &u0, &mut u0_bar, &mut v0, &mut v0_bar, &mut y1, &mut y1_bar, &x0, &mut x0_bar);
        same("y0 after the adjoint", &[y0], &[-0.22]);
        same("v0 after the adjoint", &v0, &[0.40700000000000003, 1.40707, -0.34286, 1.28221]);
        same("y1 after the adjoint", &[y1], &[0.533]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("u0_bar", &[u0_bar], &[3.23828125]);
        same("v0_bar", &v0_bar, &[0.625, 0.4375, 0.5625, -0.859375]);
        same("y1_bar", &[y1_bar], &[1.7854825827758978]);
        same("x0_bar", &x0_bar, &[1.015625, 0.890625, 3.59375]);
        let mut y0_bar = 0.84375;
        let mut u0_bar = 1.359375;
        let mut v0_bar = [0.625, 0.4375, 0.5625, 0.828125];
        let mut y1_bar = 1.6875;
        let mut x0_bar = [1.015625, 0.890625, 1.140625];
        main::sweep(&mut y0, &mut y0_bar, &u0, &mut u0_bar, &mut v0, &mut v0_bar, &mut y1, &mut y1_bar, &x0, &mut x0_bar);
        same("y0 after the sweep", &[y0], &[-1.3559914911071507]);
        same("v0 after the sweep", &v0, &[0.19889, 1.19896, -0.55097, 1.0741]);
        same("y1 after the sweep", &[y1], &[0.833]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("u0_bar", &[u0_bar], &[3.23828125]);
        same("v0_bar", &v0_bar, &[0.625, 0.4375, 0.5625, -0.859375]);
        same("y1_bar", &[y1_bar], &[1.7854825827758978]);
        same("x0_bar", &x0_bar, &[1.015625, 0.890625, 3.59375]);
    }
}

mod program_009 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(g0: &mut [[T; 3]; 2], k0: &mut usize, y0: &mut T, y1: &mut T) {
        for i0 in (0..4).rev() {
            for i1 in 0..*k0 % 4 {
                *y1 += g0[0][*k0 % 3].hypot((0.3 * 0.3 + 1.0)).sin();
            }
            let mut c0 = 0usize;
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut g0 = [[0.28, 0.65507, -0.34486], [-0.71944, 1.53063, -1.2193]];
        let mut k0 = 0;
        let mut y0 = -0.093;
        let mut y1 = 1.533;
        main(&mut g0, &mut k0, &mut y0, &mut y1);
        same("g0 after the primal", g0.as_flattened(), [[0.28, 0.65507, -0.34486], [-0.71944, 1.53063, -1.2193]].as_flattened());
        assert_eq!(k0, 0, "k0 after the primal");
        same("y0 after the primal", &[y0], &[-0.093]);
        same("y1 after the primal", &[y1], &[1.533]);
        main::inverse(&mut g0, &mut k0, &mut y0, &mut y1);
        same("g0 after the inverse", g0.as_flattened(), [[0.28, 0.65507, -0.34486], [-0.71944, 1.53063, -1.2193]].as_flattened());
        assert_eq!(k0, 0, "k0 after the inverse");
        same("y0 after the inverse", &[y0], &[-0.093]);
        same("y1 after the inverse", &[y1], &[1.533]);
        main(&mut g0, &mut k0, &mut y0, &mut y1);
        let mut g0_bar = [[0.84375, 1.359375, 0.625], [0.4375, 0.5625, 0.828125]];
        let mut y0_bar = 1.6875;
        let mut y1_bar = 1.015625;
        main::adjoint(&mut g0, &mut g0_bar, &mut k0, &mut y0, &mut y0_bar, &mut y1, &mut y1_bar);
        same("g0 after the adjoint", g0.as_flattened(), [[0.28, 0.65507, -0.34486], [-0.71944, 1.53063, -1.2193]].as_flattened());
        assert_eq!(k0, 0, "k0 after the adjoint");
        same("y0 after the adjoint", &[y0], &[-0.093]);
        same("y1 after the adjoint", &[y1], &[1.533]);
        same("g0_bar", g0_bar.as_flattened(), [[0.84375, 1.359375, 0.625], [0.4375, 0.5625, 0.828125]].as_flattened());
        same("y0_bar", &[y0_bar], &[1.6875]);
        same("y1_bar", &[y1_bar], &[1.015625]);
        let mut g0_bar = [[0.84375, 1.359375, 0.625], [0.4375, 0.5625, 0.828125]];
        let mut y0_bar = 1.6875;
        let mut y1_bar = 1.015625;
        main::sweep(&mut g0, &mut g0_bar, &mut k0, &mut y0, &mut y0_bar, &mut y1, &mut y1_bar);
        same("g0 after the sweep", g0.as_flattened(), [[0.28, 0.65507, -0.34486], [-0.71944, 1.53063, -1.2193]].as_flattened());
        assert_eq!(k0, 0, "k0 after the sweep");
        same("y0 after the sweep", &[y0], &[-0.093]);
        same("y1 after the sweep", &[y1], &[1.533]);
        same("g0_bar", g0_bar.as_flattened(), [[0.84375, 1.359375, 0.625], [0.4375, 0.5625, 0.828125]].as_flattened());
        same("y0_bar", &[y0_bar], &[1.6875]);
        same("y1_bar", &[y1_bar], &[1.015625]);
    }
}

mod program_010 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(v0: &mut [f64]) {
        for i0 in (1..v0.len() - 1).rev() {
            v0[i0] -= 1.5 / ((0.3 * 0.75) * (0.3 * 0.75) + 1.0);
            for i1 in 1..i0 {
                let t0 = (v0[i0 - 1] * v0[i0 - 1] + 1.0).sqrt();
            }
            for i2 in (0..2).rev() {
                v0[i0] -= 0.1 * 0.1;
                v0[i2 + 1] -= ((0.3 - 0.3) / (2.0 * 2.0 + 1.0)) / ((0.75 / ((i0 as f64).max(0.5) * (i0 as f64).max(0.5) + 1.0)) * (0.75 / ((i0 as f64).max(0.5) * (i0 as f64).max(0.5) + 1.0)) + 1.0);
            }
            {
                v0[2 * i0] += 0.1 - 1.5;
            }
        }
        for i3 in 0..=v0.len() {
            v0[2] += (v0[1] * v0[1] + 1.0).ln();
            let m0 = i3 * 2;
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [-1.345, 0.65507, 0.28014];
        main(&mut v0);
        same("v0 after the primal", &v0, &[-1.345, -0.7926515942891137, 0.8302776278722104]);
        main::inverse(&mut v0);
        same("v0 after the inverse", &v0, &[-1.345, 0.65507, 0.28014]);
        main(&mut v0);
        let mut v0_bar = [0.84375, 1.359375, 0.625];
        main::adjoint(&mut v0, &mut v0_bar);
        same("v0 after the adjoint", &v0, &[-1.345, 0.65507, 0.28014]);
        same("v0_bar", &v0_bar, &[0.84375, -1.0746152775192903, 0.625]);
        let mut v0_bar = [0.84375, 1.359375, 0.625];
        main::sweep(&mut v0, &mut v0_bar);
        same("v0 after the sweep", &v0, &[-1.345, -0.7926515942891137, 0.8302776278722104]);
        same("v0_bar", &v0_bar, &[0.84375, -1.0746152775192903, 0.625]);
    }
}

mod program_011 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(#[inactive] b0: T, u0: &T) -> T {
        let mut h0 = 0.0;
        h0 += b0.min((*u0).abs());
        h0 -= b0.min((*u0).abs());
        free!(h0 = 0.0);
        {
            let mut h1 = 0.0;
            h1 += b0.max(*u0).mul_add(b0, 0.5).atan2(((0.5 + *u0) * (0.5 + *u0) + 1.0));
            h1 -= b0.max(*u0).mul_add(b0, 0.5).atan2(((0.5 + *u0) * (0.5 + *u0) + 1.0));
            free!(h1 = 0.0);
        }
        (*u0 + b0.hypot((0.3 * 0.3 + 1.0))).abs()
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut b0 = 1.405;
        let mut u0 = -0.594;
        same("the value", &[main(b0, &u0)], &[1.1842364859601773]);
        let mut u0_bar = 0.84375;
        let value = main::pull(1.25, b0, &u0, &mut u0_bar);
        same("the pulled value", &[value], &[1.1842364859601773]);
        same("u0_bar", &[u0_bar], &[2.09375]);
    }
}

