//! Generated programs, part 4.

mod program_016 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(u0: &f64, v0: &mut [f64; 6], #[inactive] b0: f64, x0: &[f64], n0: usize) {
        for i0 in (0..v0.len()).rev().step_by(3) {
            each!(v0 -= x0 * *u0 - x0 * 0.5);
            let mut h0 = 0.0;
            h0 += (((i0 as f64) + v0[n0 + 2]) + x0[5]).max(v0[n0].cos());
            let mut s0 = (h0 * h0 + 1.0).powf(b0.tanh()).atan2(((h0 / (1.5 * 1.5 + 1.0)) * (h0 / (1.5 * 1.5 + 1.0)) + 1.0));
            h0 -= (((i0 as f64) + v0[n0 + 2]) + x0[5]).max(v0[n0].cos());
            free!(h0 = 0.0);
        }
        for e0 in v0.chunks_mut(2) {
            e0[0] -= ((n0 as f64).tanh() - (n0 as f64)).powi(3);
            let t0 = (*u0).abs();
        }
        for (&q1, e1) in x0.iter().rev().zip(v0.iter_mut()) {
            *e1 -= q1 * (n0 as f64);
        }
        for i1 in 0..2 {
            let p0 = &x0[1..5];
            undo! {
                v0[i1] += (*u0 + x0[5]).min(x0[n0]).hypot(((1.0 / (p0[n0 - 2] * p0[n0 - 2] + 1.0)) * (1.0 / (p0[n0 - 2] * p0[n0 - 2] + 1.0)) + 1.0));
                v0[5 - n0] += (*u0 * p0[i1]).mul_add((n0 as f64).hypot((*u0 * *u0 + 1.0)), 0.5);
                each!(v0 += x0 * x0[n0 - 2] - x0 * 0.5);
                v0[i1 + 2] += 0.3 - x0[n0];
            }
        }
        for i2 in (0..x0.len()).rev().step_by(2) {
            let mut stack0: Vec<f64> = Vec::new();
            push!(stack0, v0[0]);
            v0[0] += (-(n0 as f64)).atan2((x0[5 - i2].max(1.0) * x0[5 - i2].max(1.0) + 1.0));
            v0[0] -= (-(n0 as f64)).atan2((x0[5 - i2].max(1.0) * x0[5 - i2].max(1.0) + 1.0));
            pop!(stack0, v0[0]);
            free!(stack0);
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut u0 = 0.155;
        let mut v0 = [-0.844, 1.53107, 0.28114, -1.46879, 1.40628, -0.96865];
        let mut b0 = 1.032;
        let mut x0 = [0.033, 0.28307000000000004, -0.8418599999999999, -0.46679, 1.15828, -1.34165];
        let mut n0 = 3;
        main(&u0, &mut v0, b0, &x0, n0);
        same("v0 after the primal", &v0, &[9.485759754817968, -3.4174063844461413, 7.302634769552973, -0.23460660940000025, 9.918304370264106, -2.5754767689999998]);
        main::inverse(&u0, &mut v0, b0, &x0, n0);
        same("v0 after the inverse", &v0, &[-0.844, 1.53107, 0.28114, -1.46879, 1.40628, -0.96865]);
        main(&u0, &mut v0, b0, &x0, n0);
        let mut u0_bar = 0.84375;
        let mut v0_bar = [1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875];
        let mut x0_bar = [1.015625, 0.890625, 1.140625, 0.9375, 0.484375, 1.53125];
        main::adjoint(&u0, &mut u0_bar, &mut v0, &mut v0_bar, b0, &x0, &mut x0_bar, n0);
        same("v0 after the adjoint", &v0, &[-0.844, 1.53107, 0.28114, -1.46879, 1.40628, -0.96865]);
        same("u0_bar", &[u0_bar], &[6.364593512153279]);
        same("v0_bar", &v0_bar, &[1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875]);
        same("x0_bar", &x0_bar, &[-2.5191278125000007, 2.3215772928758938, -1.273691028185875, 1.2571712500000003, -0.4599284375000001, 0.6638487017033832]);
        let mut u0_bar = 0.84375;
        let mut v0_bar = [1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875];
        let mut x0_bar = [1.015625, 0.890625, 1.140625, 0.9375, 0.484375, 1.53125];
        main::sweep(&u0, &mut u0_bar, &mut v0, &mut v0_bar, b0, &x0, &mut x0_bar, n0);
        same("v0 after the sweep", &v0, &[9.485759754817968, -3.4174063844461413, 7.302634769552973, -0.23460660940000025, 9.918304370264106, -2.5754767689999998]);
        same("u0_bar", &[u0_bar], &[6.364593512153279]);
        same("v0_bar", &v0_bar, &[1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875]);
        same("x0_bar", &x0_bar, &[-2.5191278125000007, 2.3215772928758938, -1.273691028185875, 1.2571712500000003, -0.4599284375000001, 0.6638487017033832]);
    }
}

mod program_017 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(x0: &[T], x1: &[T; 6], x2: &[T; 1], l0: &mut i64, l1: &mut i64) {
        {
            'r0: {
                let t0 = if x0[0] < -0.77 { -x0[0] + x0[1].mul_add(0.3, 0.5) } else { (x2[0] - x2[0]).cos() };
            }
            let t1 = ((*l0 % 4) as T) + (x2[0] * x2[0]);
            undo!('r0);
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [-0.845, -0.59493];
        let mut x1 = [0.906, 1.03107, 0.9061400000000001, 1.40621, 0.03128, -0.09365];
        let mut x2 = [1.532];
        let mut l0 = 2;
        let mut l1 = 0;
        main(&x0, &x1, &x2, &mut l0, &mut l1);
        assert_eq!(l0, 2, "l0 after the primal");
        assert_eq!(l1, 0, "l1 after the primal");
        main::inverse(&x0, &x1, &x2, &mut l0, &mut l1);
        assert_eq!(l0, 2, "l0 after the inverse");
        assert_eq!(l1, 0, "l1 after the inverse");
        main(&x0, &x1, &x2, &mut l0, &mut l1);
        let mut x0_bar = [0.84375, 1.359375];
        let mut x1_bar = [0.625, 0.4375, 0.5625, 0.828125, 1.6875, 1.015625];
        let mut x2_bar = [0.890625];
        main::adjoint(&x0, &mut x0_bar, &x1, &mut x1_bar, &x2, &mut x2_bar, &mut l0, &mut l1);
        assert_eq!(l0, 2, "l0 after the adjoint");
        assert_eq!(l1, 0, "l1 after the adjoint");
        same("x0_bar", &x0_bar, &[0.84375, 1.359375]);
        same("x1_bar", &x1_bar, &[0.625, 0.4375, 0.5625, 0.828125, 1.6875, 1.015625]);
        same("x2_bar", &x2_bar, &[0.890625]);
        let mut x0_bar = [0.84375, 1.359375];
        let mut x1_bar = [0.625, 0.4375, 0.5625, 0.828125, 1.6875, 1.015625];
        let mut x2_bar = [0.890625];
        main::sweep(&x0, &mut x0_bar, &x1, &mut x1_bar, &x2, &mut x2_bar, &mut l0, &mut l1);
        assert_eq!(l0, 2, "l0 after the sweep");
        assert_eq!(l1, 0, "l1 after the sweep");
        same("x0_bar", &x0_bar, &[0.84375, 1.359375]);
        same("x1_bar", &x1_bar, &[0.625, 0.4375, 0.5625, 0.828125, 1.6875, 1.015625]);
        same("x2_bar", &x2_bar, &[0.890625]);
    }
}

mod program_018 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(y0: &mut f64, g0: &mut [[f64; 3]; 2]) {
        let mut h0 = 0.0;
        h0 += *y0;
        let mut c0 = 0usize;
        for i0 in 0..c0 % 4 {
            let t0 = if !(c0 < i0) { (*y0).sin().sinh() - ((c0 % 5) as f64).abs().hypot((h0 * h0 + 1.0)) } else { h0 };
        }
        let mut a0 = vec![0.0; 4];
        h0 -= *y0;
        free!(h0 = 0.0);
    }

    #[reversible]
    fn f1(#[inactive] b0: f64) -> f64 {
        (0.5 * b0.hypot((b0 * b0 + 1.0)).sin()).asin()
    }

    #[reversible]
    fn main(v0: &mut [f64], g0: &mut [[f64; 2]; 2], n0: usize, y0: &mut f64, u0: &f64) {
        for i0 in (0..3).rev().step_by(1) {
            for i1 in (0..i0).step_by(3).rev() {
                let mut s0 = (*u0).mul_add((i1 as f64), 0.5).atan2((g0[0][n0] * g0[0][n0] + 1.0)).abs();
            }
            let mut s1 = 0.0;
            *y0 += (v0[0] * s1).max((0.5 * g0[n0][1].sin()).asin());
        }
        for i2 in (1..3).rev() {
            for i3 in i2..n0 {
                let mut a0 = vec![0.0; 1];
                a0[2 * i3] -= f1(0.4);
            }
        }
        for e0 in v0.iter_mut() {
            *e0 -= (-*u0).powi(2);
            *y0 -= g0[1][0] * g0[0][n0];
        }
        {
            'r0: {
                let t0 = f1(0.4);
                *y0 += ((n0 as f64) * (n0 as f64) + 1.0).cbrt();
                *y0 -= g0[1][1 - n0] * g0[n0][n0 - 1].max((*u0).mul_add(t0, 0.5));
                let mut c0 = 0usize;
            }
            undo!('r0);
        }
        for e1 in v0.iter_mut() {
            *e1 -= (*u0).min((n0 as f64)).mul_add(g0[1 - n0][1 - n0] - *u0, 0.5);
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [1.03, -0.46992999999999996, -1.34486];
        let mut g0 = [[-0.469, 0.40607000000000004], [0.03156, -1.4683700000000002]];
        let mut n0 = 1;
        let mut y0 = 1.408;
        let mut u0 = 0.909;
        main(&mut v0, &mut g0, n0, &mut y0, &u0);
        same("v0 after the primal", &v0, &[0.9563210000000001, -0.5436089999999999, -1.418539]);
        same("g0 after the primal", g0.as_flattened(), [[-0.469, 0.40607000000000004], [0.03156, -1.4683700000000002]].as_flattened());
        same("y0 after the primal", &[y0], &[1.3695532923999998]);
        main::inverse(&mut v0, &mut g0, n0, &mut y0, &u0);
        same("v0 after the inverse", &v0, &[1.03, -0.46992999999999996, -1.34486]);
        same("g0 after the inverse", g0.as_flattened(), [[-0.469, 0.40607000000000004], [0.03156, -1.4683700000000002]].as_flattened());
        same("y0 after the inverse", &[y0], &[1.408]);
        main(&mut v0, &mut g0, n0, &mut y0, &u0);
        let mut v0_bar = [0.84375, 1.359375, 0.625];
        let mut g0_bar = [[0.4375, 0.5625], [0.828125, 1.6875]];
        let mut y0_bar = 1.015625;
        let mut u0_bar = 0.890625;
        main::adjoint(&mut v0, &mut v0_bar, &mut g0, &mut g0_bar, n0, &mut y0, &mut y0_bar, &u0, &mut u0_bar);
        same("v0 after the adjoint", &v0, &[1.03, -0.46992999999999996, -1.34486]);
        same("g0 after the adjoint", g0.as_flattened(), [[-0.469, 0.40607000000000004], [0.03156, -1.4683700000000002]].as_flattened());
        same("y0 after the adjoint", &[y0], &[1.408]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625]);
        same("g0_bar", g0_bar.as_flattened(), [[-2.133265625, 0.46634062499999995], [-0.4091195312500001, 1.6875]].as_flattened());
        same("y0_bar", &[y0_bar], &[1.015625]);
        same("u0_bar", &[u0_bar], &[2.217015625000001]);
        let mut v0_bar = [0.84375, 1.359375, 0.625];
        let mut g0_bar = [[0.4375, 0.5625], [0.828125, 1.6875]];
        let mut y0_bar = 1.015625;
        let mut u0_bar = 0.890625;
        main::sweep(&mut v0, &mut v0_bar, &mut g0, &mut g0_bar, n0, &mut y0, &mut y0_bar, &u0, &mut u0_bar);
        same("v0 after the sweep", &v0, &[0.9563210000000001, -0.5436089999999999, -1.418539]);
        same("g0 after the sweep", g0.as_flattened(), [[-0.469, 0.40607000000000004], [0.03156, -1.4683700000000002]].as_flattened());
        same("y0 after the sweep", &[y0], &[1.3695532923999998]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625]);
        same("g0_bar", g0_bar.as_flattened(), [[-2.133265625, 0.46634062499999995], [-0.4091195312500001, 1.6875]].as_flattened());
        same("y0_bar", &[y0_bar], &[1.015625]);
        same("u0_bar", &[u0_bar], &[2.217015625000001]);
    }
}

mod program_019 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f1<T: Real>(u0: &T) -> T {
        for i0 in 0..=2 {
            let mut c0 = 0usize;
        }
        (*u0).asinh().min(0.125)
    }

    #[reversible]
    fn main<T: Real>(y0: &mut T, v0: &mut [T; 6], w0: T, x0: &[T], #[inactive] d0: &[T]) {
        'r0: {
            v0[5] -= (w0 - v0[0]) * (x0[0] * x0[0]).ln_1p().softplus();
            let mut s0 = 0.0;
        }
        undo!('r0);
        let mut stack0: Vec<T> = Vec::new();
        push!(stack0, *y0);
        *y0 += (0.5 * v0[5].sin()).asin() - 0.1;
        *y0 -= (0.5 * v0[5].sin()).asin() - 0.1;
        pop!(stack0, *y0);
        free!(stack0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = 1.53;
        let mut v0 = [-0.094, 0.15607, -0.09386, -0.21879, -0.34371999999999997, -0.84365];
        let mut w0 = -0.968;
        let mut x0 = [-0.46699999999999997, 1.03307];
        let mut d0 = [0.28400000000000003, 0.65907, -0.9658599999999999, -0.46579];
        main(&mut y0, &mut v0, w0, &x0, &d0);
        same("y0 after the primal", &[y0], &[1.53]);
        same("v0 after the primal", &v0, &[-0.094, 0.15607, -0.09386, -0.21879, -0.34371999999999997, -0.84365]);
        main::inverse(&mut y0, &mut v0, w0, &x0, &d0);
        same("y0 after the inverse", &[y0], &[1.53]);
        same("v0 after the inverse", &v0, &[-0.094, 0.15607, -0.09386, -0.21879, -0.34371999999999997, -0.84365]);
        main(&mut y0, &mut v0, w0, &x0, &d0);
        let mut y0_bar = 0.84375;
        let mut v0_bar = [1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875];
        let mut w0_bar = 1.015625;
        let mut x0_bar = [0.890625, 1.140625];
        main::adjoint(&mut y0, &mut y0_bar, &mut v0, &mut v0_bar, w0, &mut w0_bar, &x0, &mut x0_bar, &d0);
        same("y0 after the adjoint", &[y0], &[1.53]);
        same("v0 after the adjoint", &v0, &[-0.094, 0.15607, -0.09386, -0.21879, -0.34371999999999997, -0.84365]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("v0_bar", &v0_bar, &[1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875]);
        same("w0_bar", &[w0_bar], &[1.0156249999999998]);
        same("x0_bar", &x0_bar, &[0.890625, 1.140625]);
        let mut y0_bar = 0.84375;
        let mut v0_bar = [1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875];
        let mut w0_bar = 1.015625;
        let mut x0_bar = [0.890625, 1.140625];
        main::sweep(&mut y0, &mut y0_bar, &mut v0, &mut v0_bar, w0, &mut w0_bar, &x0, &mut x0_bar, &d0);
        same("y0 after the sweep", &[y0], &[1.53]);
        same("v0 after the sweep", &v0, &[-0.094, 0.15607, -0.09386, -0.21879, -0.34371999999999997, -0.84365]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("v0_bar", &v0_bar, &[1.359375, 0.625, 0.4375, 0.5625, 0.828125, 1.6875]);
        same("w0_bar", &[w0_bar], &[1.0156249999999998]);
        same("x0_bar", &x0_bar, &[0.890625, 1.140625]);
    }
}

