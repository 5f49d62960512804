//! Generated programs, part 4.

mod program_016 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(x0: &[f64], y0: &mut f64) {
        let mut h0 = 0.0;
        h0 += 1.0 / ((*y0 - *y0) * (*y0 - *y0) + 1.0);
        'r0: {
            let j0: usize = argmax(x0);
        }
        let o0 = Body { at: Vec2 { x: (h0 + 0.75) / ((0.125 / (h0 * h0 + 1.0)) * (0.125 / (h0 * h0 + 1.0)) + 1.0), y: h0 * h0 }, w: [(h0 + 0.75) / ((0.125 / (h0 * h0 + 1.0)) * (0.125 / (h0 * h0 + 1.0)) + 1.0), h0 * h0, (h0 + 0.75) / ((0.125 / (h0 * h0 + 1.0)) * (0.125 / (h0 * h0 + 1.0)) + 1.0)], m: h0 * h0, k: 1 };
        undo!('r0);
        h0 -= 1.0 / ((*y0 - *y0) * (*y0 - *y0) + 1.0);
        free!(h0 = 0.0);
    }

    #[reversible]
    fn main(y0: &mut f64, u0: &f64) {
        for i0 in 0..3 {
            let t0 = (*u0 * *u0 + 1.0).recip();
            let t1 = (*y0 / (t0 * t0 + 1.0)).tanh().exp().tanh();
        }
        'r0: {
            for i1 in 0..2 {
                let mut s0 = (i1 as f64).powi(3).atan2(((*u0).asinh() * (*u0).asinh() + 1.0));
                *y0 -= ((i1 as f64) * *u0).atan2(((*u0).softplus() * (*u0).softplus() + 1.0)).atan2((s0.mul_add((i1 as f64), 0.5) * s0.mul_add((i1 as f64), 0.5) + 1.0));
            }
            if *u0 < 0.605 {
                let t2 = (*y0 - *u0).max(0.3);
            } else {
                *y0 -= (*u0 + *u0) - *u0;
            }
        }
        for i2 in 0..3 {
            let m0 = i2 % 3;
            let mut a0 = vec![0.0; 2];
        }
        for i3 in 0..4 {
            let mut s1 = 0.0;
            let t3 = s1.hypot(((*u0 * *u0 + 1.0).powf(s1.tanh()) * (*u0 * *u0 + 1.0).powf(s1.tanh()) + 1.0)) + s1.sin();
        }
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = 1.53;
        let mut u0 = 0.906;
        main(&mut y0, &u0);
        same("y0 after the primal", &[y0], &[1.53]);
        main::inverse(&mut y0, &u0);
        same("y0 after the inverse", &[y0], &[1.53]);
        main(&mut y0, &u0);
        let mut y0_bar = 0.84375;
        let mut u0_bar = 1.359375;
        main::adjoint(&mut y0, &mut y0_bar, &u0, &mut u0_bar);
        same("y0 after the adjoint", &[y0], &[1.53]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("u0_bar", &[u0_bar], &[1.359375]);
        let mut y0_bar = 0.84375;
        let mut u0_bar = 1.359375;
        main::sweep(&mut y0, &mut y0_bar, &u0, &mut u0_bar);
        same("y0 after the sweep", &[y0], &[1.53]);
        same("y0_bar", &[y0_bar], &[0.84375]);
        same("u0_bar", &[u0_bar], &[1.359375]);
    }
}

mod program_017 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(u0: &T) -> Vec2<T> {
        {
            let t0 = if !(!(*u0 < 1.48)) { 1.0 / (0.1 * 0.1 + 1.0) } else { 1.0 / ((*u0).min(*u0).softplus() * (*u0).min(*u0).softplus() + 1.0) };
        }
        Vec2 { x: *u0 / (*u0 * *u0 + 1.0), y: 1.5 }
    }

    #[reversible]
    fn main<T: Real>(v0: &mut [T; 4], x0: &[T; 1], #[scratch] z0: &mut [T]) {
        for i0 in 1..=2 {
            for e0 in z0.iter_mut() {
                *e0 += (x0[0] * x0[0] + 1.0).recip() - x0[0];
                v0[i0] += (x0[0] * x0[0] + 1.0).powf(x0[0].mul_add(x0[0], 0.5).powi(2).tanh());
            }
            {
                v0[i0] += (i0 as T).sin().sin().sinh();
                let mut o0 = Body { at: Vec2 { x: (z0[1] + z0[1]).min((v0[i0] * v0[i0] + 1.0).recip()), y: ((x0[0] * x0[0] + 1.0).sqrt() * (x0[0] * x0[0] + 1.0).sqrt() + 1.0).powf((z0[1] * z0[1] + 1.0).powf((i0 as T).tanh()).tanh()) }, w: [(z0[1] + z0[1]).min((v0[i0] * v0[i0] + 1.0).recip()), ((x0[0] * x0[0] + 1.0).sqrt() * (x0[0] * x0[0] + 1.0).sqrt() + 1.0).powf((z0[1] * z0[1] + 1.0).powf((i0 as T).tanh()).tanh()), (z0[1] + z0[1]).min((v0[i0] * v0[i0] + 1.0).recip())], m: ((x0[0] * x0[0] + 1.0).sqrt() * (x0[0] * x0[0] + 1.0).sqrt() + 1.0).powf((z0[1] * z0[1] + 1.0).powf((i0 as T).tanh()).tanh()), k: 1 };
            }
        }
        for i1 in (0..4).step_by(1) {
            for (&q1, e1) in x0.iter().rev().zip(v0.iter_mut()) {
                *e1 += ((x0[0] * x0[0] + 1.0).sqrt() * (x0[0] * x0[0] + 1.0).sqrt() + 1.0).ln();
                z0[0] -= q1.asinh() * z0[1].powi(3);
            }
            'r0: {
                let mut o1 = Vec2 { x: x0[0].asinh(), y: (z0[1] * z0[1]).powi(3) };
            }
            v0[2] += z0[0].hypot((((i1 as T) + z0[1]) * ((i1 as T) + z0[1]) + 1.0));
            let t0 = z0[1].min(x0[0]);
            let t1 = (0.5 * z0[1].sin()).asin();
            undo!('r0);
            let o2 = Vec2 { x: t1.min(z0[1] + (i1 as T)).abs(), y: 0.5 };
            if (i1 == 1) && (i1 != 0) {
                let mut c0 = 0usize;
                let mut a0 = [0.0; 1];
            } else {
                let t2 = (t0 + (i1 as T)) + t1;
            }
        }
        for (e2, q2) in v0.iter_mut().zip(z0.iter()) {
            *e2 -= z0[0].cos();
            let o3 = Body { at: Vec2 { x: (x0[0] + z0[0]).min(0.5), y: 1.5 }, w: [(x0[0] + z0[0]).min(0.5), 1.5, (x0[0] + z0[0]).min(0.5)], m: 1.5, k: 1 };
        }
        for i2 in (0..x0.len()).step_by(3) {
            let mut h0 = 0.0;
            h0 += x0[2 * i2].max(v0[0]) - (i2 as T).logistic().asinh();
            let o4: Vec2<T> = f0(&h0);
            let mut s0 = 0.0;
            let m0 = i2 % 2 == 0;
            h0 -= x0[2 * i2].max(v0[0]) - (i2 as T).logistic().asinh();
            free!(h0 = 0.0);
        }
        for i3 in 1..x0.len() {
            for i4 in (0..4).rev().step_by(3) {
                let m1 = i3 % 3;
                let t3 = z0[i3] + (z0[1] * z0[1 - i3]);
                let m2 = i3 + 1;
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [1.53, 0.90507, 0.9051400000000001, 0.15521];
        let mut x0 = [1.281];
        let mut z0 = [0.0, 0.0];
        main(&mut v0, &x0, &mut z0);
        same("v0 after the primal", &v0, &[6.979742086244168, 7.283332029298467, 64.53347355669806, 0.15521]);
        z0.fill(0.0);
        main::inverse(&mut v0, &x0, &mut z0);
        same("v0 after the inverse", &v0, &[1.53, 0.90507, 0.9051400000000001, 0.15521]);
        z0.fill(0.0);
        main(&mut v0, &x0, &mut z0);
        z0.fill(0.0);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut x0_bar = [0.5625];
        let mut z0_bar = [0.0, 0.0];
        main::adjoint(&mut v0, &mut v0_bar, &x0, &mut x0_bar, &mut z0, &mut z0_bar);
        same("v0 after the adjoint", &v0, &[1.53, 0.90507, 0.9051400000000001, 0.15521]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        same("x0_bar", &x0_bar, &[-60.67515848860136]);
        z0.fill(0.0);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut x0_bar = [0.5625];
        let mut z0_bar = [0.0, 0.0];
        main::sweep(&mut v0, &mut v0_bar, &x0, &mut x0_bar, &mut z0, &mut z0_bar);
        same("v0 after the sweep", &v0, &[6.979742086244168, 7.283332029298467, 64.53347355669806, 0.15521]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        same("x0_bar", &x0_bar, &[-60.67515848860136]);
    }
}

mod program_018 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(y0: &mut f64, x0: &[f64; 2], v0: &mut [f64], y1: &mut f64) {
        for e0 in v0.iter_mut() {
            *e0 -= (*y1).powi(2).mul_add((*y0 * *y0).ln_1p(), 0.5);
            let mut a0 = [0.0; 4];
        }
        for (q1, e1) in x0.iter().skip(1).step_by(2).zip(v0.iter_mut().rev()) {
            *e1 -= (0.75 / (*y0 * *y0 + 1.0)) * x0[0];
        }
        if !(x0[0] < -0.27) {
            'r0: {
                *y1 -= 0.75;
                each!(v0 -= x0 * *y1 - x0 * 0.5);
                v0[0] -= (*y1).min(x0[0]) + (*y0 + *y0);
            }
            let t0 = (*y0).tanh().logistic();
            undo!('r0);
            for (&q2, e2) in x0.iter().rev().zip(v0.iter_mut()) {
                *e2 -= 1.5 - 0.5;
                let j3: usize = argmax(x0);
            }
        }
        let t1 = (*y0).asinh();
        if (x0[0] > -1.52) && (x0[1] > -0.77) {
            neg(y1);
            neg(y1);
        } else {
            let mut c0 = 0usize;
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut y0 = -1.345;
        let mut x0 = [1.531, 1.53107];
        let mut v0 = [1.032, 1.53207];
        let mut y1 = -0.217;
        main(&mut y0, &x0, &mut v0, &mut y1);
        same("y0 after the primal", &[y0], &[-1.345]);
        same("v0 after the primal", &v0, &[-0.5166352825910803, -0.42533700943580444]);
        same("y1 after the primal", &[y1], &[-0.21699999999999997]);
        main::inverse(&mut y0, &x0, &mut v0, &mut y1);
        same("y0 after the inverse", &[y0], &[-1.345]);
        same("v0 after the inverse", &v0, &[1.032, 1.53207]);
        same("y1 after the inverse", &[y1], &[-0.217]);
        main(&mut y0, &x0, &mut v0, &mut y1);
        let mut y0_bar = 0.84375;
        let mut x0_bar = [1.359375, 0.625];
        let mut v0_bar = [0.4375, 0.5625];
        let mut y1_bar = 0.828125;
        main::adjoint(&mut y0, &mut y0_bar, &x0, &mut x0_bar, &mut v0, &mut v0_bar, &mut y1, &mut y1_bar);
        same("y0 after the adjoint", &[y0], &[-1.345]);
        same("v0 after the adjoint", &v0, &[1.032, 1.53207]);
        same("y1 after the adjoint", &[y1], &[-0.217]);
        same("y0_bar", &[y0_bar], &[0.6686524806892347]);
        same("x0_bar", &x0_bar, &[1.2091894373937577, 0.625]);
        same("v0_bar", &v0_bar, &[0.4375, 0.5625]);
        same("y1_bar", &[y1_bar], &[1.2763764524523555]);
        let mut y0_bar = 0.84375;
        let mut x0_bar = [1.359375, 0.625];
        let mut v0_bar = [0.4375, 0.5625];
        let mut y1_bar = 0.828125;
        main::sweep(&mut y0, &mut y0_bar, &x0, &mut x0_bar, &mut v0, &mut v0_bar, &mut y1, &mut y1_bar);
        same("y0 after the sweep", &[y0], &[-1.345]);
        same("v0 after the sweep", &v0, &[-0.5166352825910803, -0.42533700943580444]);
        same("y1 after the sweep", &[y1], &[-0.21699999999999997]);
        same("y0_bar", &[y0_bar], &[0.6686524806892347]);
        same("x0_bar", &x0_bar, &[1.2091894373937577, 0.625]);
        same("v0_bar", &v0_bar, &[0.4375, 0.5625]);
        same("y1_bar", &[y1_bar], &[1.2763764524523555]);
    }
}

mod program_019 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(l0: &mut i64) {
        for i0 in (0..3).step_by(3).rev() {
            let mut s0 = 0.0;
            for i1 in (1..i0 + 1).rev().step_by(3) {
                s0 += ((i1 as f64) * (i1 as f64) + 1.0).recip() * (1.0 + 0.75);
            }
        }
        'r0: {
            let mut s1 = 0.0;
            let mut stack0: Vec<f64> = Vec::new();
            push!(stack0, s1);
            s1 += ((*l0 % 4) as f64) + 0.3;
            s1 -= ((*l0 % 4) as f64) + 0.3;
            pop!(stack0, s1);
            free!(stack0);
        }
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut l0 = -3;
        main(&mut l0);
        assert_eq!(l0, -3, "l0 after the primal");
        main::inverse(&mut l0);
        assert_eq!(l0, -3, "l0 after the inverse");
        main(&mut l0);
        main::adjoint(&mut l0);
        assert_eq!(l0, -3, "l0 after the adjoint");
        main::sweep(&mut l0);
        assert_eq!(l0, -3, "l0 after the sweep");
    }
}

