//! Generated programs, part 0.

mod program_000 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(x0: &[f64; 4], #[scratch] z0: &mut [f64], x1: &[f64; 6], v0: &mut [f64; 2]) {
        for (j0, e0) in z0.iter_mut().enumerate().rev() {
            *e0 -= (0.5 * x1[j0].sin()).asin();
        }
        for i0 in 0..z0.len() - 1 {
            let mut s0 = 0.0;
        }
        for (e1, q1) in v0.iter_mut().zip(x1.iter()) {
            *e1 -= z0[1].hypot((x0[1] * x0[1] + 1.0)).softplus();
            let mut s1 = 0.0;
            let mut a0 = [0.0; 3];
        }
        if x1[0] < -0.77 {
            v0[1] += 1.5;
        } else {
            v0[1] += 0.1 - 1.5;
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [0.155, 1.40507, -0.34486, -0.46979];
        let mut z0 = [0.0, 0.0];
        let mut x1 = [1.032, 0.90707, -1.09286, 0.5322100000000001, -0.46771999999999997, 0.032350000000000004];
        let mut v0 = [0.658, -0.09193];
        main(&x0, &mut z0, &x1, &mut v0);
        same("v0 after the primal", &v0, &[-2.392154281446707, -4.542084281446707]);
        z0.fill(0.0);
        main::inverse(&x0, &mut z0, &x1, &mut v0);
        same("v0 after the inverse", &v0, &[0.658, -0.09193]);
        z0.fill(0.0);
        main(&x0, &mut z0, &x1, &mut v0);
        z0.fill(0.0);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut z0_bar = [0.0, 0.0];
        let mut x1_bar = [0.5625, 0.828125, 1.6875, 1.015625, 0.890625, 1.140625];
        let mut v0_bar = [0.9375, 0.484375];
        main::adjoint(&x0, &mut x0_bar, &mut z0, &mut z0_bar, &x1, &mut x1_bar, &mut v0, &mut v0_bar);
        same("v0 after the adjoint", &v0, &[0.658, -0.09193]);
        same("x0_bar", &x0_bar, &[0.84375, -2.4123154122178914, 0.625, 0.4375]);
        same("x1_bar", &x1_bar, &[0.5625, 0.7669059437778067, 1.6875, 1.015625, 0.890625, 1.140625]);
        same("v0_bar", &v0_bar, &[0.9375, 0.484375]);
        z0.fill(0.0);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut z0_bar = [0.0, 0.0];
        let mut x1_bar = [0.5625, 0.828125, 1.6875, 1.015625, 0.890625, 1.140625];
        let mut v0_bar = [0.9375, 0.484375];
        main::sweep(&x0, &mut x0_bar, &mut z0, &mut z0_bar, &x1, &mut x1_bar, &mut v0, &mut v0_bar);
        same("v0 after the sweep", &v0, &[-2.392154281446707, -4.542084281446707]);
        same("x0_bar", &x0_bar, &[0.84375, -2.4123154122178914, 0.625, 0.4375]);
        same("x1_bar", &x1_bar, &[0.5625, 0.7669059437778067, 1.6875, 1.015625, 0.890625, 1.140625]);
        same("v0_bar", &v0_bar, &[0.9375, 0.484375]);
    }
}

mod program_001 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(v0: &mut [T; 6], v1: &mut [T], x0: &[T], y0: &mut T, #[inactive] b0: T) {
        let mut h0 = 0.0;
        h0 += (0.75 / (1.5 * 1.5 + 1.0)) * x0[0].atan();
        each!(v0 -= 0.75 * *y0 - 0.75 * 0.5);
        h0 -= (0.75 / (1.5 * 1.5 + 1.0)) * x0[0].atan();
        free!(h0 = 0.0);
        let mut stack0: Vec<T> = Vec::new();
        push!(stack0, v0[4]);
        v0[4] += ((*y0).softplus() * (*y0).softplus() + 1.0).powf(x0[0].min(*y0).tanh());
        let t0 = x0[0].max(v0[4].sin().sinh());
        v0[4] -= ((*y0).softplus() * (*y0).softplus() + 1.0).powf(x0[0].min(*y0).tanh());
        pop!(stack0, v0[4]);
        free!(stack0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [-0.72, 0.65507, 1.40514, 0.5302100000000001, 0.53028, -1.09465];
        let mut v1 = [1.031, 0.15607, -0.34386, 0.031209999999999998];
        let mut x0 = [0.907, 0.15707];
        let mut y0 = 0.033;
        let mut b0 = -1.091;
        main(&mut v0, &mut v1, &x0, &mut y0, b0);
        same("v0 after the primal", &v0, &[-0.36974999999999997, 1.00532, 1.75539, 0.88046, 0.88053, -0.7444]);
        same("v1 after the primal", &v1, &[1.031, 0.15607, -0.34386, 0.031209999999999998]);
        same("y0 after the primal", &[y0], &[0.033]);
        main::inverse(&mut v0, &mut v1, &x0, &mut y0, b0);
        same("v0 after the inverse", &v0, &[-0.72, 0.65507, 1.40514, 0.5302100000000001, 0.53028, -1.09465]);
        same("v1 after the inverse", &v1, &[1.031, 0.15607, -0.34386, 0.031209999999999998]);
        same("y0 after the inverse", &[y0], &[0.033]);
        main(&mut v0, &mut v1, &x0, &mut y0, b0);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut v1_bar = [1.6875, 1.015625, 0.890625, 1.140625];
        let mut x0_bar = [0.9375, 0.484375];
        let mut y0_bar = 1.53125;
        main::adjoint(&mut v0, &mut v0_bar, &mut v1, &mut v1_bar, &x0, &mut x0_bar, &mut y0, &mut y0_bar, b0);
        same("v0 after the adjoint", &v0, &[-0.72, 0.65507, 1.40514, 0.5302100000000001, 0.53028, -1.09465]);
        same("v1 after the adjoint", &v1, &[1.031, 0.15607, -0.34386, 0.031209999999999998]);
        same("y0 after the adjoint", &[y0], &[0.033]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
        same("v1_bar", &v1_bar, &[1.6875, 1.015625, 0.890625, 1.140625]);
        same("x0_bar", &x0_bar, &[0.9375, 0.484375]);
        same("y0_bar", &[y0_bar], &[-1.9609375]);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut v1_bar = [1.6875, 1.015625, 0.890625, 1.140625];
        let mut x0_bar = [0.9375, 0.484375];
        let mut y0_bar = 1.53125;
        main::sweep(&mut v0, &mut v0_bar, &mut v1, &mut v1_bar, &x0, &mut x0_bar, &mut y0, &mut y0_bar, b0);
        same("v0 after the sweep", &v0, &[-0.36974999999999997, 1.00532, 1.75539, 0.88046, 0.88053, -0.7444]);
        same("v1 after the sweep", &v1, &[1.031, 0.15607, -0.34386, 0.031209999999999998]);
        same("y0 after the sweep", &[y0], &[0.033]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
        same("v1_bar", &v1_bar, &[1.6875, 1.015625, 0.890625, 1.140625]);
        same("x0_bar", &x0_bar, &[0.9375, 0.484375]);
        same("y0_bar", &[y0_bar], &[-1.9609375]);
    }
}

mod program_002 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f1(l0: &mut i64) {
        let mut h0 = 0.0;
        h0 += 0.1 + 0.3;
        let m0 = *l0 % 2 == 0;
        h0 -= 0.1 + 0.3;
        free!(h0 = 0.0);
    }

    #[reversible]
    fn main(u0: &f64, y0: &mut f64) {
        *y0 += (*u0).hypot(((*u0 * *u0 + 1.0).ln() * (*u0 * *u0 + 1.0).ln() + 1.0));
        for i0 in 0..2 {
            for i1 in 0..3 {
                let mut a0 = [0.0; 3];
                let m0 = i0 * 2;
                let mut s0 = a0[0].min(a0[1]).sin();
            }
            *y0 += 0.3 * *u0;
            let mut a1 = [0.0; 1];
            if (i0 != 0) && (i0 != 1) {
                let m1 = i0 % 2 == 0;
                let t0 = (a1[0] + a1[0].softplus()).sin().sinh();
                #[inactive] let t1 = ((i0 as f64) + (i0 as f64)).tanh().exp().tanh().exp();
            } else if !(i0 != 0) {
                let mut a2 = [0.0; 2];
                a2[0] += ((i0 as f64) * (i0 as f64)).ln_1p().powi(3);
                let t2 = if (!(*u0 > -1.145)) && (*u0 > 0.105) { (a1[0] + *y0) + a2[i0].hypot((a2[i0] * a2[i0] + 1.0)) } else { a2[1] + (0.5 * a1[0].sin()).asin() };
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut u0 = -1.095;
        let mut y0 = 0.531;
        main(&u0, &mut y0);
        same("y0 after the primal", &[y0], &[1.8301585803863922]);
        main::inverse(&u0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.531]);
        main(&u0, &mut y0);
        let mut u0_bar = 0.84375;
        let mut y0_bar = 1.359375;
        main::adjoint(&u0, &mut u0_bar, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.531]);
        same("u0_bar", &[u0_bar], &[-0.8695828076176043]);
        same("y0_bar", &[y0_bar], &[1.359375]);
        let mut u0_bar = 0.84375;
        let mut y0_bar = 1.359375;
        main::sweep(&u0, &mut u0_bar, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[1.8301585803863922]);
        same("u0_bar", &[u0_bar], &[-0.8695828076176043]);
        same("y0_bar", &[y0_bar], &[1.359375]);
    }
}

mod program_003 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(y0: &mut T) {
        let mut h0 = 0.0;
        h0 += ((*y0 * *y0 + 1.0).recip() * *y0).asinh();
        let t0 = (*y0 - 0.125).cos();
        h0 -= ((*y0 * *y0 + 1.0).recip() * *y0).asinh();
        free!(h0 = 0.0);
    }

    #[reversible]
    fn main<T: Real>(x0: &[T; 6]) -> T {
        let t0 = if x0[4] > 1.355 { (x0[0] * x0[0]).ln_1p() } else { (x0[1] * x0[1] + 1.0).powf(x0[2].tanh()) + (x0[2] * 2.0) };
        let t1 = x0[5].asinh();
        undo! {
            let mut s0 = t0.softplus() + t1.max(t0);
        }
        for i0 in 1..4 {
            let p0 = &x0[4..5];
            let mut c0 = 0usize;
        }
        let j0: usize = argmax(x0);
        t1.max(1.5) - (0.125 + x0[4])
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [-0.095, 0.28007000000000004, 0.40514, 0.7802100000000001, 0.78028, -0.71965];
        same("the value", &[main(&x0)], &[0.59472]);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let value = main::pull(1.25, &x0, &mut x0_bar);
        same("the pulled value", &[value], &[0.59472]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625, 0.4375, -0.6875, 0.828125]);
    }
}

