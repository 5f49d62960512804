//! Generated programs, part 1.

mod program_004 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(x0: &[f64], y0: &mut f64) {
        'r0: {
            *y0 += (0.5 * x0[2].sin()).asin().max(1.0 / (x0[1] * x0[1] + 1.0));
            *y0 += x0[1];
        }
        let mut s0 = 0.0;
        undo!('r0);
        {
            for i0 in (1..2).step_by(1).rev() {
                let t0 = ((s0 * s0 + 1.0).powf(x0[i0 - 1].atan2((s0 * s0 + 1.0)).tanh()) * (s0 * s0 + 1.0).powf(x0[i0 - 1].atan2((s0 * s0 + 1.0)).tanh()) + 1.0).cbrt();
            }
            let mut a0 = [0.0; 1];
        }
    }

    #[reversible]
    fn main(x0: &[f64; 6], y0: &mut f64) {
        for i0 in 0..x0.len() {
            f0(&x0[3..6], y0);
            for i1 in (i0..2).rev() {
                let t0 = (*y0).tanh().exp() * (i0 as f64).tanh().exp();
                let mut o0 = Vec2 { x: t0, y: ((i0 as f64).abs() / (t0 * t0 + 1.0)).hypot(((*y0 - t0) * (*y0 - t0) + 1.0)) };
                o0.x += o0.y.atan() + (0.5 * t0.max(o0.y).sin()).asin();
            }
            let o1 = Body { at: Vec2 { x: ((1.0 / ((i0 as f64) * (i0 as f64) + 1.0)).atan() * (1.0 / ((i0 as f64) * (i0 as f64) + 1.0)).atan() + 1.0).powf((*y0 * 0.5).tanh()), y: (x0[3] + 0.5).abs() }, w: [((1.0 / ((i0 as f64) * (i0 as f64) + 1.0)).atan() * (1.0 / ((i0 as f64) * (i0 as f64) + 1.0)).atan() + 1.0).powf((*y0 * 0.5).tanh()), (x0[3] + 0.5).abs(), ((1.0 / ((i0 as f64) * (i0 as f64) + 1.0)).atan() * (1.0 / ((i0 as f64) * (i0 as f64) + 1.0)).atan() + 1.0).powf((*y0 * 0.5).tanh())], m: (x0[3] + 0.5).abs(), k: 1 };
        }
        for i2 in 0..4 {
            f0(&x0[0..3], y0);
            *y0 -= x0[i2].hypot((x0[5] * x0[5] + 1.0)).hypot(((x0[5] * x0[1]) * (x0[5] * x0[1]) + 1.0));
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [-0.345, 0.53007, -1.46986, -1.46979, 0.65528, -0.84465];
        let mut y0 = 0.531;
        main(&x0, &mut y0);
        same("y0 after the primal", &[y0], &[-8.861237029489988]);
        main::inverse(&x0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.531]);
        main(&x0, &mut y0);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut y0_bar = 1.6875;
        main::adjoint(&x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.531]);
        same("x0_bar", &x0_bar, &[1.1183186262329325, -1.686096503508021, 1.5950987216761665, 1.4075677893740637, 0.5625, 10.866774644635175]);
        same("y0_bar", &[y0_bar], &[1.6875]);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut y0_bar = 1.6875;
        main::sweep(&x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[-8.861237029489988]);
        same("x0_bar", &x0_bar, &[1.1183186262329325, -1.686096503508021, 1.5950987216761665, 1.4075677893740637, 0.5625, 10.866774644635175]);
        same("y0_bar", &[y0_bar], &[1.6875]);
    }
}

mod program_005 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(#[inactive] d0: &[T], v0: &mut [T; 3], g0: &mut [[T; 2]; 1]) {
        for i0 in 0..v0.len() - 1 {
            let mut c0 = 0usize;
            v0[2] -= (g0[c0 % 1][1].asinh() + d0[c0 % 2]) * (v0[i0] * v0[i0] + 1.0).powf(v0[2 * i0].tanh());
            #[store] #[inactive] let t0 = (0.5 * d0[i0].sin()).asin().tanh();
        }
    }

    #[reversible]
    fn main<T: Real>(#[scratch] z0: &mut [T], v0: &mut [T; 3], u0: &T, y0: &mut T) {
        let o0 = Body { at: Vec2 { x: (1.0 / (*y0 * *y0 + 1.0)) * v0[1], y: z0[0].min(z0[1]) }, w: [(1.0 / (*y0 * *y0 + 1.0)) * v0[1], z0[0].min(z0[1]), (1.0 / (*y0 * *y0 + 1.0)) * v0[1]], m: z0[0].min(z0[1]), k: 1 };
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut z0 = [0.0, 0.0];
        let mut v0 = [1.156, -0.71893, -1.46886];
        let mut u0 = 1.532;
        let mut y0 = 0.158;
        main(&mut z0, &mut v0, &u0, &mut y0);
        same("v0 after the primal", &v0, &[1.156, -0.71893, -1.46886]);
        same("y0 after the primal", &[y0], &[0.158]);
        z0.fill(0.0);
        main::inverse(&mut z0, &mut v0, &u0, &mut y0);
        same("v0 after the inverse", &v0, &[1.156, -0.71893, -1.46886]);
        same("y0 after the inverse", &[y0], &[0.158]);
        z0.fill(0.0);
        main(&mut z0, &mut v0, &u0, &mut y0);
        z0.fill(0.0);
        let mut z0_bar = [0.0, 0.0];
        let mut v0_bar = [0.84375, 1.359375, 0.625];
        let mut u0_bar = 0.4375;
        let mut y0_bar = 0.5625;
        main::adjoint(&mut z0, &mut z0_bar, &mut v0, &mut v0_bar, &u0, &mut u0_bar, &mut y0, &mut y0_bar);
        same("v0 after the adjoint", &v0, &[1.156, -0.71893, -1.46886]);
        same("y0 after the adjoint", &[y0], &[0.158]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625]);
        same("u0_bar", &[u0_bar], &[0.4375]);
        same("y0_bar", &[y0_bar], &[0.5625]);
        z0.fill(0.0);
        let mut z0_bar = [0.0, 0.0];
        let mut v0_bar = [0.84375, 1.359375, 0.625];
        let mut u0_bar = 0.4375;
        let mut y0_bar = 0.5625;
        main::sweep(&mut z0, &mut z0_bar, &mut v0, &mut v0_bar, &u0, &mut u0_bar, &mut y0, &mut y0_bar);
        same("v0 after the sweep", &v0, &[1.156, -0.71893, -1.46886]);
        same("y0 after the sweep", &[y0], &[0.158]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625]);
        same("u0_bar", &[u0_bar], &[0.4375]);
        same("y0_bar", &[y0_bar], &[0.5625]);
    }
}

mod program_006 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(n0: usize, log0: &mut Vec<usize>, y0: &mut f64) {
        for i1 in 0..2 {
            'r0: {
                *y0 += 0.1 * (i1 as f64);
                let mut c0 = 0usize;
            }
            undo!('r0);
        }
    }

    #[reversible]
    fn f1(n0: usize) -> f64 {
        (n0 as f64)
    }

    #[reversible]
    fn main(x0: &[f64]) -> f64 {
        for i0 in 0..x0.len() - 1 {
            for i1 in 0..4 {
                for i2 in i0..4 {
                    let t0 = (x0[i0 * 4 + i1] * x0[i0 * 4 + i1] + 1.0).powf(x0[i0 * 4 + i2].tanh()).mul_add(0.125, 0.5) - x0[i0].min(1.0);
                }
            }
            let o0 = ((-x0[0]).min((-x0[i0]).min(1.5 * (i0 as f64))), (x0[i0] + x0[i0 + 1]) * (0.5 - 1.5));
        }
        'r0: {
            let mut h0 = 0.0;
            h0 += (x0[0] * x0[0]).sin().sinh();
            let mut s0 = 0.1 - f1(3);
            h0 -= (x0[0] * x0[0]).sin().sinh();
            free!(h0 = 0.0);
            for i3 in (1..=2).step_by(3).rev() {
                s0 += (0.5 - (x0[0] * x0[0] + 1.0).recip()).max((x0[0] * x0[0] + 1.0).cbrt());
            }
            let o1 = Vec2 { x: s0 / (s0 * s0 + 1.0), y: 0.125 };
        }
        let o2 = (x0[0].abs(), f1(3));
        undo!('r0);
        let mut h1 = 0.0;
        h1 += o2.1 * (o2.1 + (x0[0] + 1.0));
        for i4 in 0..3 {
            let mut h2 = 0.0;
            h2 += (o2.1 * o2.1 + 1.0).powf(o2.1.mul_add(o2.1, 0.5).tanh()) * (1.0 / (h1 * h1 + 1.0));
            let mut a0 = [0.0; 1];
            h2 -= (o2.1 * o2.1 + 1.0).powf(o2.1.mul_add(o2.1, 0.5).tanh()) * (1.0 / (h1 * h1 + 1.0));
            free!(h2 = 0.0);
        }
        h1 -= o2.1 * (o2.1 + (x0[0] + 1.0));
        free!(h1 = 0.0);
        f1(3)
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [-1.47];
        same("the value", &[main(&x0)], &[3.0]);
        let mut x0_bar = [0.84375];
        let value = main::pull(1.25, &x0, &mut x0_bar);
        same("the pulled value", &[value], &[3.0]);
        same("x0_bar", &x0_bar, &[0.84375]);
    }
}

mod program_007 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(v0: &mut [T; 4], k0: &mut usize, y0: &mut T) {
        let mut stack0: Vec<T> = Vec::new();
        push!(stack0, v0[1]);
        v0[1] += (0.5 * (*y0).sin()).asin();
        v0[1] -= (0.5 * (*y0).sin()).asin();
        pop!(stack0, v0[1]);
        free!(stack0);
        for i0 in (0..v0.len()).rev().step_by(3) {
            let o0 = Body { at: Vec2 { x: v0[0].min(v0[*k0 % 4]).min(v0[*k0 % 4].cos()), y: v0[*k0 % 4] + (*y0).mul_add((i0 as T), 0.5) }, w: [v0[0].min(v0[*k0 % 4]).min(v0[*k0 % 4].cos()), v0[*k0 % 4] + (*y0).mul_add((i0 as T), 0.5), v0[0].min(v0[*k0 % 4]).min(v0[*k0 % 4].cos())], m: v0[*k0 % 4] + (*y0).mul_add((i0 as T), 0.5), k: 1 };
            let mut s0 = 1.0 / ((((*k0 % 5) as T) * ((*k0 % 5) as T) + 1.0).ln() * (((*k0 % 5) as T) * ((*k0 % 5) as T) + 1.0).ln() + 1.0);
            let mut s1 = o0.m.tanh().exp().abs();
        }
        if *k0 >= 3 {
            let mut o1 = ((*y0).max(((*k0 % 5) as T)), ((*k0 % 5) as T).logistic());
        } else if *k0 >= 3 {
            let mut c0 = 0usize;
            let mut s2 = 0.0;
            for i2 in (1..=c0 % 4).rev().step_by(2) {
                let t0 = s2.min(s2).powi(3);
                v0[0] += t0.asinh();
            }
        }
        let mut stack1: Vec<[T; 4]> = Vec::new();
        push!(stack1, v0);
        v0[0] += (*y0 * *y0) * 0.5;
        let t1 = (v0[*k0 % 4] * v0[*k0 % 4] + 1.0).ln().sin().sinh().mul_add(v0[1], 0.5);
        v0[0] -= (*y0 * *y0) * 0.5;
        pop!(stack1, v0);
        free!(stack1);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [-0.595, 0.15506999999999999, 1.53014, -0.7197899999999999];
        let mut k0 = 3;
        let mut y0 = 1.282;
        main(&mut v0, &mut k0, &mut y0);
        same("v0 after the primal", &v0, &[-0.595, 0.15506999999999999, 1.53014, -0.7197899999999999]);
        assert_eq!(k0, 3, "k0 after the primal");
        same("y0 after the primal", &[y0], &[1.282]);
        main::inverse(&mut v0, &mut k0, &mut y0);
        same("v0 after the inverse", &v0, &[-0.595, 0.15506999999999999, 1.53014, -0.7197899999999999]);
        assert_eq!(k0, 3, "k0 after the inverse");
        same("y0 after the inverse", &[y0], &[1.282]);
        main(&mut v0, &mut k0, &mut y0);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut y0_bar = 0.5625;
        main::adjoint(&mut v0, &mut v0_bar, &mut k0, &mut y0, &mut y0_bar);
        same("v0 after the adjoint", &v0, &[-0.595, 0.15506999999999999, 1.53014, -0.7197899999999999]);
        assert_eq!(k0, 3, "k0 after the adjoint");
        same("y0 after the adjoint", &[y0], &[1.282]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        same("y0_bar", &[y0_bar], &[0.5625]);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut y0_bar = 0.5625;
        main::sweep(&mut v0, &mut v0_bar, &mut k0, &mut y0, &mut y0_bar);
        same("v0 after the sweep", &v0, &[-0.595, 0.15506999999999999, 1.53014, -0.7197899999999999]);
        assert_eq!(k0, 3, "k0 after the sweep");
        same("y0 after the sweep", &[y0], &[1.282]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        same("y0_bar", &[y0_bar], &[0.5625]);
    }
}

