//! Generated programs, part 7.

mod program_028 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(#[inactive] d0: &[f64], l0: &mut i64) {
        if (*l0 != 2) || (*l0 != 3) {
            let p0 = &d0[0..3];
        } else {
        }
        if (*l0 == 1) && (d0[3] > -0.77) {
        } else if !((d0[2] > -1.145) && (*l0 >= 1)) {
            'r0: {
                #[inactive] let t0 = d0[2] / (((*l0 % 4) as f64) * ((*l0 % 4) as f64) + 1.0);
                let t1 = (d0[2] / (t0 * t0 + 1.0)).powi(3);
            }
            let mut a0 = [0.0; 3];
            let t2 = a0[1].cos();
            let o0 = Vec2 { x: (t2.hypot((t2 * t2 + 1.0)) * t2.hypot((t2 * t2 + 1.0))).ln_1p(), y: a0[2].asinh().atan() };
            undo!('r0);
            let mut s0 = 0.0;
            undo! {
                each!(a0 -= 0.75 * o0.x - 0.75 * 0.5);
                swap(&mut a0[2..3], &mut a0[1..2]);
                a0[2] -= 1.0 - (1.0 / ((t2 * t2 + 1.0).powf(s0.tanh()) * (t2 * t2 + 1.0).powf(s0.tanh()) + 1.0));
            }
        } else {
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut d0 = [0.155, 0.53007, -0.46986, 0.6552100000000001];
        let mut l0 = -2;
        main(&d0, &mut l0);
        assert_eq!(l0, -2, "l0 after the primal");
        main::inverse(&d0, &mut l0);
        assert_eq!(l0, -2, "l0 after the inverse");
        main(&d0, &mut l0);
        main::adjoint(&d0, &mut l0);
        assert_eq!(l0, -2, "l0 after the adjoint");
        main::sweep(&d0, &mut l0);
        assert_eq!(l0, -2, "l0 after the sweep");
    }
}

mod program_029 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(x0: &[T; 2], y0: &mut T) {
        'r0: {
            let mut s0 = 0.0;
            *y0 -= (0.3 * x0[1]).atan2((s0 * s0 + 1.0));
            *y0 += s0.sin().atan2((s0 * s0 + 1.0)).logistic();
        }
        let mut a0 = [0.0; 2];
        undo!('r0);
    }

    #[reversible]
    fn f1<T: Real>(y0: &mut T, x0: &[T; 1]) {
        if (x0[0] > 0.855) && (x0[0] < 0.605) {
            let t0 = (*y0 * *y0 + 1.0).powf((0.5 + *y0).tanh());
            let t1 = (x0[0].sin() * x0[0].sin() + 1.0).ln();
        } else {
            let mut c0 = 0usize;
        }
        'r0: {
            *y0 -= (x0[0].powi(2) * x0[0].powi(2) + 1.0).powf(x0[0].atan2(((x0[0] / (x0[0] * x0[0] + 1.0)) * (x0[0] / (x0[0] * x0[0] + 1.0)) + 1.0)).tanh());
        }
        undo!('r0);
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

mod program_030 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(w0: f64, k0: &mut usize) {
        if !(w0 > 1.105) {
            let mut o0 = (w0.atan2((w0 * w0 + 1.0)), (((*k0 % 5) as f64) * ((*k0 % 5) as f64) + 1.0).ln().atan() / (w0 * w0 + 1.0));
            if (*k0 > 1, *k0 > 2) {
                *k0 += 1;
            } else {
                o0.1 -= o0.0.powi(2);
                o0.0 -= o0.1.powi(3);
            }
            for i0 in (0..*k0 % 4).step_by(1).rev() {
                irot(&mut o0.0, &mut o0.1, w0.mul_add(w0, 0.5) - (w0 - w0));
                let mut o1 = Body { at: Vec2 { x: o0.0.max(o0.0).tanh().exp(), y: o0.1 - (w0 * w0).tanh() }, w: [o0.0.max(o0.0).tanh().exp(), o0.1 - (w0 * w0).tanh(), o0.0.max(o0.0).tanh().exp()], m: o0.1 - (w0 * w0).tanh(), k: 1 };
                let o2 = Vec2 { x: o1.at.y.powi(2), y: (o1.at.y * 0.125).powi(2) };
                irot(&mut o1.at.y, &mut o1.m, ((o2.x / ((2.0 + ((*k0 % 5) as f64)) * (2.0 + ((*k0 % 5) as f64)) + 1.0)) * (o2.x / ((2.0 + ((*k0 % 5) as f64)) * (2.0 + ((*k0 % 5) as f64)) + 1.0)) + 1.0).powf(o2.x.sin().sinh().tanh()));
            }
        } else if !(*k0 != 2) {
            let mut a0 = [0.0; 1];
            let t0 = if ((*k0 < 2) || (w0 < 1.355)) || (w0 > -0.895) { (w0.asinh() * w0.asinh() + 1.0).powf(w0.sin().tanh()) } else { a0[*k0 % 1] };
            a0[0] -= t0.min(t0);
        } else {
        }
        for i2 in (1..4).step_by(3).rev() {
            let mut s0 = 0.0;
            let o3 = (((*k0 % 5) as f64) + (s0 * s0 + 1.0).ln(), s0 + w0.logistic().tanh());
        }
        let mut a1 = [0.0; 1];
        let mut stack0: Vec<[f64; 1]> = Vec::new();
        push!(stack0, a1);
        a1[0] += 1.0;
        let mut s1 = 0.0;
        a1[0] -= 1.0;
        pop!(stack0, a1);
        free!(stack0);
        if (*k0 % 2 == 0, *k0 % 2 != 0) {
            a1[*k0 % 1] += (-s1).hypot((s1 * s1 + 1.0)).min(w0);
            *k0 += 1;
        } else {
            *k0 += 1;
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut w0 = 0.905;
        let mut k0 = 3;
        main(w0, &mut k0);
        assert_eq!(k0, 5, "k0 after the primal");
        main::inverse(w0, &mut k0);
        assert_eq!(k0, 3, "k0 after the inverse");
        main(w0, &mut k0);
        let mut w0_bar = 0.84375;
        main::adjoint(w0, &mut w0_bar, &mut k0);
        assert_eq!(k0, 3, "k0 after the adjoint");
        same("w0_bar", &[w0_bar], &[0.84375]);
        let mut w0_bar = 0.84375;
        main::sweep(w0, &mut w0_bar, &mut k0);
        assert_eq!(k0, 5, "k0 after the sweep");
        same("w0_bar", &[w0_bar], &[0.84375]);
    }
}

mod program_031 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(w0: T, y0: &mut T) {
        let mut h0 = 0.0;
        h0 += (*y0).min(0.5 + w0).tanh().exp();
        let mut o0 = (h0.min((*y0).mul_add(h0, 0.5)), (h0.min(h0) * h0.min(h0) + 1.0).cbrt());
        let t0 = (*y0).max(o0.1 + 0.75).cos();
        h0 -= (*y0).min(0.5 + w0).tanh().exp();
        free!(h0 = 0.0);
        for i0 in 0..4 {
            {
                o0.1 -= o0.0.tanh();
            }
        }
    }

    #[reversible]
    fn main<T: Real>(u0: &T) -> T {
        (*u0 * *u0) + (*u0 / (*u0 * *u0 + 1.0))
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut u0 = -0.595;
        same("the value", &[main(&u0)], &[-0.0854055865844427]);
        let mut u0_bar = 0.84375;
        let value = main::pull(1.25, &u0, &mut u0_bar);
        same("the pulled value", &[value], &[-0.0854055865844427]);
        same("u0_bar", &[u0_bar], &[-0.20332459983704748]);
    }
}

