//! Generated programs, part 5.

mod program_020 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(l0: &mut i64, x0: &[f64], x1: &[f64], v0: &mut [f64; 1], y0: &mut f64) {
        for i0 in (1..v0.len() - 1).rev() {
            'r0: {
                let mut c0 = 0usize;
                undo! {
                    v0[0] += (((*l0 % 4) as f64) * ((*l0 % 4) as f64) + 1.0).powf(((c0 % 5) as f64).tanh());
                    let t0 = ((*l0 % 4) as f64).atan2((1.0 * 1.0 + 1.0)).hypot((v0[0 - i0] * v0[0 - i0] + 1.0));
                }
            }
            *y0 -= ((i0 as f64) - 0.125).cos();
            *y0 -= x1[5 - i0];
            undo!('r0);
        }
        for i1 in (0..2).step_by(1) {
            swap(y0, &mut v0[0]);
            let mut s0 = 0.0;
            let p0 = &x0[2..5];
            let t1 = if (p0[i1 + 1] < -0.52) && ((i1 != 1) && (x0[5 - i1] < 1.355)) { s0.max((i1 as f64)).hypot((x1[5] * x1[5] + 1.0)) } else { ((*l0 % 4) as f64).sin() + (x1[i1 + 1] * s0) };
        }
        for i2 in 0..x0.len() - 1 {
            for e0 in v0.chunks_mut(2) {
                e0[0] -= -x0[2].tanh().exp();
            }
            swap(&mut v0[0], y0);
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut l0 = 0;
        let mut x0 = [1.406, -1.21893, -1.21886, 0.40621, -1.09372, 1.28135];
        let mut x1 = [-1.093, 1.03207, 1.15714, -1.09279, 0.65728, -0.34264999999999995];
        let mut v0 = [-1.342];
        let mut y0 = -0.34099999999999997;
        main(&mut l0, &x0, &x1, &mut v0, &mut y0);
        assert_eq!(l0, 0, "l0 after the primal");
        same("v0 after the primal", &v0, &[0.523010467699864]);
        same("y0 after the primal", &[y0], &[-0.04598429845020402]);
        main::inverse(&mut l0, &x0, &x1, &mut v0, &mut y0);
        assert_eq!(l0, 0, "l0 after the inverse");
        same("v0 after the inverse", &v0, &[-1.342]);
        same("y0 after the inverse", &[y0], &[-0.34099999999999997]);
        main(&mut l0, &x0, &x1, &mut v0, &mut y0);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut x1_bar = [1.6875, 1.015625, 0.890625, 1.140625, 0.9375, 0.484375];
        let mut v0_bar = [1.53125];
        let mut y0_bar = 0.9375;
        main::adjoint(&mut l0, &x0, &mut x0_bar, &x1, &mut x1_bar, &mut v0, &mut v0_bar, &mut y0, &mut y0_bar);
        assert_eq!(l0, 0, "l0 after the adjoint");
        same("v0 after the adjoint", &v0, &[-1.342]);
        same("y0 after the adjoint", &[y0], &[-0.34099999999999997]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 1.3751048549797527, 0.4375, 0.5625, 0.828125]);
        same("x1_bar", &x1_bar, &[1.6875, 1.015625, 0.890625, 1.140625, 0.9375, 0.484375]);
        same("v0_bar", &v0_bar, &[0.9375]);
        same("y0_bar", &[y0_bar], &[1.53125]);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut x1_bar = [1.6875, 1.015625, 0.890625, 1.140625, 0.9375, 0.484375];
        let mut v0_bar = [1.53125];
        let mut y0_bar = 0.9375;
        main::sweep(&mut l0, &x0, &mut x0_bar, &x1, &mut x1_bar, &mut v0, &mut v0_bar, &mut y0, &mut y0_bar);
        assert_eq!(l0, 0, "l0 after the sweep");
        same("v0 after the sweep", &v0, &[0.523010467699864]);
        same("y0 after the sweep", &[y0], &[-0.04598429845020402]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 1.3751048549797527, 0.4375, 0.5625, 0.828125]);
        same("x1_bar", &x1_bar, &[1.6875, 1.015625, 0.890625, 1.140625, 0.9375, 0.484375]);
        same("v0_bar", &v0_bar, &[0.9375]);
        same("y0_bar", &[y0_bar], &[1.53125]);
    }
}

mod program_021 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(#[inactive] d0: &[T]) -> T {
        0.1
    }

    #[reversible]
    fn main<T: Real>(#[inactive] d0: &[T], n0: usize, y0: &mut T) {
        for i0 in (0..n0 + 1).step_by(1).rev() {
            let t0 = (*y0).tanh();
            let t1 = (*y0 + t0) / (f0(d0) * f0(d0) + 1.0);
        }
        if (d0[1] < 0.23) && (d0[n0 - 2] < 0.605) {
            for i1 in (0..2).rev().step_by(1) {
                *y0 -= d0[n0 - 2].atan() - d0[n0 - 2].atan2((d0[i1] * d0[i1] + 1.0));
            }
        } else {
            neg(y0);
        }
        *y0 += f0(d0);
        {
            let t2 = if n0 != 0 { f0(d0) } else { d0[1] };
            if n0 < 4 {
                let t3 = if n0 % 2 == 0 { f0(d0) } else { t2.atan() };
                *y0 += f0(d0) * (0.5 * t3.sin()).asin();
                *y0 += 0.75 + t3;
            } else if (n0 == 2) || (n0 >= 2) {
                *y0 -= t2.mul_add(t2 + d0[1], 0.5).atan2((t2.mul_add(t2, 0.5) * t2.mul_add(t2, 0.5) + 1.0));
                #[inactive] let t4 = f0(d0);
            } else {
                let p0 = &d0[0..2];
            }
            {
                *y0 -= f0(d0);
                let t5 = ((n0 as T) * (n0 as T) + 1.0).ln().mul_add(d0[1] / (t2 * t2 + 1.0), 0.5);
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut d0 = [-0.345, -0.34492999999999996];
        let mut n0 = 3;
        let mut y0 = 0.532;
        main(&d0, n0, &mut y0);
        same("y0 after the primal", &[y0], &[1.4529345458158685]);
        main::inverse(&d0, n0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.532]);
        main(&d0, n0, &mut y0);
        let mut y0_bar = 0.84375;
        main::adjoint(&d0, n0, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.532]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        let mut y0_bar = 0.84375;
        main::sweep(&d0, n0, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[1.4529345458158685]);
        same("y0_bar", &[y0_bar], &[0.84375]);
    }
}

mod program_022 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(y0: &mut f64, y1: &mut f64) {
        *y0 += 0.5 - (1.0 / (*y1 * *y1 + 1.0));
        let mut stack0: Vec<f64> = Vec::new();
        push!(stack0, *y1);
        *y1 += (*y0).atan();
        *y1 -= (*y0).atan();
        pop!(stack0, *y1);
        free!(stack0);
        undo! {
            *y1 -= ((*y0).atan() * *y0).atan2(((*y0 + *y0) * (*y0 + *y0) + 1.0));
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = -0.345;
        let mut y1 = 0.156;
        main(&mut y0, &mut y1);
        same("y0 after the primal", &[y0], &[-0.8212421705377924]);
        same("y1 after the primal", &[y1], &[0.3075310847641684]);
        main::inverse(&mut y0, &mut y1);
        same("y0 after the inverse", &[y0], &[-0.345]);
        same("y1 after the inverse", &[y1], &[0.156]);
        main(&mut y0, &mut y1);
        let mut y0_bar = 0.84375;
        let mut y1_bar = 1.359375;
        main::adjoint(&mut y0, &mut y0_bar, &mut y1, &mut y1_bar);
        same("y0 after the adjoint", &[y0], &[-0.345]);
        same("y1 after the adjoint", &[y1], &[0.156]);
        same("y0_bar", &[y0_bar], &[0.7809619168076888]);
        same("y1_bar", &[y1_bar], &[1.5915949771488733]);
        let mut y0_bar = 0.84375;
        let mut y1_bar = 1.359375;
        main::sweep(&mut y0, &mut y0_bar, &mut y1, &mut y1_bar);
        same("y0 after the sweep", &[y0], &[-0.8212421705377924]);
        same("y1 after the sweep", &[y1], &[0.3075310847641684]);
        same("y0_bar", &[y0_bar], &[0.7809619168076888]);
        same("y1_bar", &[y1_bar], &[1.5915949771488733]);
    }
}

mod program_023 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(x0: &[T; 3], #[inactive] d0: &[T]) -> T {
        'r0: {
            let t0 = if !(d0[1] < -1.52) { (x0[2] * x0[2] + 1.0).ln() } else { (x0[2].hypot((2.0 * 2.0 + 1.0)) * x0[2].hypot((2.0 * 2.0 + 1.0)) + 1.0).sqrt() };
            undo! {
                undo! {
                    let mut a0 = [0.0; 3];
                }
            }
            'r1: {
                let t1 = t0 + (d0[1] * d0[1] + 1.0).cbrt();
            }
            undo!('r1);
        }
        let t2 = x0[0].min(1.5) * d0[1].atan();
        let mut h0 = 0.0;
        h0 += 1.0 / (t2.atan() * t2.atan() + 1.0);
        h0 -= 1.0 / (t2.atan() * t2.atan() + 1.0);
        free!(h0 = 0.0);
        undo!('r0);
        (t2 * t2 + 1.0).powf(t2.tanh()) + x0[0]
    }

    #[reversible]
    fn f1<T: Real>(#[inactive] b0: T, y0: &mut T, l0: &mut i64) {
        undo! {
            let mut a0 = [0.0; 1];
            a0[0] -= (*y0).sin();
        }
    }

    #[reversible]
    fn main<T: Real>(u0: &T, v0: &mut [T], y0: &mut T) {
        #[rounded]
        if (*y0 < -0.395) || (v0[1] > 1.23) {
            let t0 = (*u0).asinh();
        } else {
            undo! {
                let t1 = 1.0 / (*y0 * *y0 + 1.0);
            }
        }
        'r0: {
            'r1: {
                v0[1] += 1.5 * v0[0].abs();
                *y0 -= (v0[0] + 1.0) - 2.0;
            }
            undo!('r1);
        }
        let t2 = (0.5 * v0[0].sin()).asin();
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut u0 = -1.47;
        let mut v0 = [0.031, -0.96893];
        let mut y0 = -0.718;
        main(&u0, &mut v0, &mut y0);
        same("v0 after the primal", &v0, &[0.031, -0.96893]);
        same("y0 after the primal", &[y0], &[-0.718]);
        main::inverse(&u0, &mut v0, &mut y0);
        same("v0 after the inverse", &v0, &[0.031, -0.96893]);
        same("y0 after the inverse", &[y0], &[-0.718]);
        main(&u0, &mut v0, &mut y0);
        let mut u0_bar = 0.84375;
        let mut v0_bar = [1.359375, 0.625];
        let mut y0_bar = 0.4375;
        main::adjoint(&u0, &mut u0_bar, &mut v0, &mut v0_bar, &mut y0, &mut y0_bar);
        same("v0 after the adjoint", &v0, &[0.031, -0.96893]);
        same("y0 after the adjoint", &[y0], &[-0.718]);
        same("u0_bar", &[u0_bar], &[0.84375]);
        same("v0_bar", &v0_bar, &[1.359375, 0.625]);
        same("y0_bar", &[y0_bar], &[0.4375]);
        let mut u0_bar = 0.84375;
        let mut v0_bar = [1.359375, 0.625];
        let mut y0_bar = 0.4375;
        main::sweep(&u0, &mut u0_bar, &mut v0, &mut v0_bar, &mut y0, &mut y0_bar);
        same("v0 after the sweep", &v0, &[0.031, -0.96893]);
        same("y0 after the sweep", &[y0], &[-0.718]);
        same("u0_bar", &[u0_bar], &[0.84375]);
        same("v0_bar", &v0_bar, &[1.359375, 0.625]);
        same("y0_bar", &[y0_bar], &[0.4375]);
    }
}

