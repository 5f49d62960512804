//! Generated programs, part 10.

mod program_040 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(n0: usize) -> f64 {
        for i0 in 1..n0 {
            let t0 = 1.5 / (0.75 * 0.75 + 1.0);
        }
        (n0 as f64) + (n0 as f64).sin()
    }

    #[reversible]
    fn main(y0: &mut f64, n0: usize) {
        'r0: {
            *y0 += (1.0 - (n0 as f64)) * (n0 as f64).mul_add(0.5 * (n0 as f64), 0.5);
        }
        for i0 in 0..n0 {
            #[rounded]
            if (!(*y0 > 0.23)) || (i0 != n0) {
                let m0 = i0 % 2 == 0;
                let t0 = (0.5 * (*y0).max(*y0).sin()).asin();
            } else {
            }
        }
        let t1 = f0(4);
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = 0.78;
        let mut n0 = 1;
        main(&mut y0, n0);
        same("y0 after the primal", &[y0], &[0.78]);
        main::inverse(&mut y0, n0);
        same("y0 after the inverse", &[y0], &[0.78]);
        main(&mut y0, n0);
        let mut y0_bar = 0.84375;
        main::adjoint(&mut y0, &mut y0_bar, n0);
        same("y0 after the adjoint", &[y0], &[0.78]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        let mut y0_bar = 0.84375;
        main::sweep(&mut y0, &mut y0_bar, n0);
        same("y0 after the sweep", &[y0], &[0.78]);
        same("y0_bar", &[y0_bar], &[0.84375]);
    }
}

mod program_041 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f1<T: Real>(x0: &[T; 4], v0: &mut [T; 4], v1: &mut [T; 2]) {
        let j0: usize = argmax(x0);
    }

    #[reversible]
    fn main<T: Real>(v0: &mut [T], w0: T, x0: &[T]) {
        let mut stack0: Vec<T> = Vec::new();
        push!(stack0, v0[0]);
        v0[0] += 0.1;
        v0[0] -= 0.1;
        pop!(stack0, v0[0]);
        free!(stack0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [0.905];
        let mut w0 = 0.406;
        let mut x0 = [0.907, 0.40707000000000004];
        main(&mut v0, w0, &x0);
        same("v0 after the primal", &v0, &[0.905]);
        main::inverse(&mut v0, w0, &x0);
        same("v0 after the inverse", &v0, &[0.905]);
        main(&mut v0, w0, &x0);
        let mut v0_bar = [0.84375];
        let mut w0_bar = 1.359375;
        let mut x0_bar = [0.625, 0.4375];
        main::adjoint(&mut v0, &mut v0_bar, w0, &mut w0_bar, &x0, &mut x0_bar);
        same("v0 after the adjoint", &v0, &[0.905]);
        same("v0_bar", &v0_bar, &[0.84375]);
        same("w0_bar", &[w0_bar], &[1.359375]);
        same("x0_bar", &x0_bar, &[0.625, 0.4375]);
        let mut v0_bar = [0.84375];
        let mut w0_bar = 1.359375;
        let mut x0_bar = [0.625, 0.4375];
        main::sweep(&mut v0, &mut v0_bar, w0, &mut w0_bar, &x0, &mut x0_bar);
        same("v0 after the sweep", &v0, &[0.905]);
        same("v0_bar", &v0_bar, &[0.84375]);
        same("w0_bar", &[w0_bar], &[1.359375]);
        same("x0_bar", &x0_bar, &[0.625, 0.4375]);
    }
}

mod program_042 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(v0: &mut [f64; 2], l0: &mut i64) {
        let mut stack0: Vec<f64> = Vec::new();
        push!(stack0, v0[0]);
        v0[0] += (((*l0 % 4) as f64) + 0.125).sin().sinh();
        v0[0] -= (((*l0 % 4) as f64) + 0.125).sin().sinh();
        pop!(stack0, v0[0]);
        free!(stack0);
        'r0: {
            let t0 = if *l0 >= 0 { (v0[1] * v0[1] + 1.0).cbrt().softplus() } else { v0[0].tanh() + v0[1] };
        }
        undo!('r0);
    }

    #[reversible]
    fn f1(#[inactive] d0: &[f64], y0: &mut f64, y1: &mut f64) {
        if d0[4] > 1.48 {
            *y0 -= (*y1 + d0[5]).softplus();
            let mut h0 = 0.0;
            h0 += (-*y0).cos();
            let mut s0 = 0.0;
            h0 -= (-*y0).cos();
            free!(h0 = 0.0);
        } else {
        }
        for i0 in (0..d0.len()).step_by(2) {
            irot(y1, y0, (d0[0] * d0[2]) / (d0[3].softplus() * d0[3].softplus() + 1.0));
        }
        'r0: {
            let t0 = (*y0).atan2((*y0 * *y0 + 1.0)).tanh().tanh().exp();
        }
        *y1 += ((*y0 - *y0) * (*y0 - *y0) + 1.0).ln().softplus();
        *y1 += ((*y0).tanh().exp() * (*y0).tanh().exp()).ln_1p();
        for i1 in 0..2 {
            #[inactive] let t1 = -d0[2].hypot((d0[2] * d0[2] + 1.0));
            *y1 -= d0[i1 + 2];
        }
        undo!('r0);
    }

    #[reversible]
    fn main(v0: &mut [f64]) {
        for e0 in v0.chunks_mut(2) {
            e0[0] -= 2.0;
        }
        for e1 in v0.chunks_mut(2) {
            e1[0] += 0.1 / (1.0 * 1.0 + 1.0);
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [0.53, 1.53007, 0.6551400000000001, 1.15521, 1.28028, 0.03035];
        main(&mut v0);
        same("v0 after the primal", &v0, &[-1.42, 1.53007, -1.29486, 1.15521, -0.6697199999999999, 0.03035]);
        main::inverse(&mut v0);
        same("v0 after the inverse", &v0, &[0.53, 1.53007, 0.6551400000000001, 1.15521, 1.28028, 0.03035]);
        main(&mut v0);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        main::adjoint(&mut v0, &mut v0_bar);
        same("v0 after the adjoint", &v0, &[0.53, 1.53007, 0.6551400000000001, 1.15521, 1.28028, 0.03035]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        main::sweep(&mut v0, &mut v0_bar);
        same("v0 after the sweep", &v0, &[-1.42, 1.53007, -1.29486, 1.15521, -0.6697199999999999, 0.03035]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
    }
}

mod program_043 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(y0: &mut T, y1: &mut T, k0: &mut usize) {
        if (*k0 > 2, *k0 > 4) {
            let t0 = 1.0 / ((*y1).tanh() * (*y1).tanh() + 1.0);
            *k0 += 2;
        } else {
            let mut stack0: Vec<T> = Vec::new();
            push!(stack0, *y1);
            *y1 += (*y0 * *y0 + 1.0).powf((*y0).tanh()) - *y0;
            let mut c0 = 0usize;
            *y1 -= (*y0 * *y0 + 1.0).powf((*y0).tanh()) - *y0;
            pop!(stack0, *y1);
            free!(stack0);
        }
        undo! {
            let mut a0 = vec![0.0; 4];
            neg(&mut a0[2]);
            *y1 -= 1.0 + 2.0;
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = -0.345;
        let mut y1 = 1.031;
        let mut k0 = 1;
        main(&mut y0, &mut y1, &mut k0);
        same("y0 after the primal", &[y0], &[-0.345]);
        same("y1 after the primal", &[y1], &[4.031]);
        assert_eq!(k0, 1, "k0 after the primal");
        main::inverse(&mut y0, &mut y1, &mut k0);
        same("y0 after the inverse", &[y0], &[-0.345]);
        same("y1 after the inverse", &[y1], &[1.031]);
        assert_eq!(k0, 1, "k0 after the inverse");
        main(&mut y0, &mut y1, &mut k0);
        let mut y0_bar = 0.84375;
        let mut y1_bar = 1.359375;
        main::adjoint(&mut y0, &mut y0_bar, &mut y1, &mut y1_bar, &mut k0);
        same("y0 after the adjoint", &[y0], &[-0.345]);
        same("y1 after the adjoint", &[y1], &[1.031]);
        assert_eq!(k0, 1, "k0 after the adjoint");
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("y1_bar", &[y1_bar], &[1.359375]);
        let mut y0_bar = 0.84375;
        let mut y1_bar = 1.359375;
        main::sweep(&mut y0, &mut y0_bar, &mut y1, &mut y1_bar, &mut k0);
        same("y0 after the sweep", &[y0], &[-0.345]);
        same("y1 after the sweep", &[y1], &[4.031]);
        assert_eq!(k0, 1, "k0 after the sweep");
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("y1_bar", &[y1_bar], &[1.359375]);
    }
}

