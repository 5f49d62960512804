//! Generated programs, part 2.

mod program_008 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(n0: usize) -> f64 {
        for i0 in (0..4).rev() {
            for i1 in 0..4 {
                let mut c0 = 0usize;
                while (c0 < 0, c0 > 0) {
                    let mut c1 = 0usize;
                    c0 += 1;
                }
                let mut s0 = 0.75 - 0.75;
            }
            let mut s1 = 0.0;
        }
        let o0 = Body { at: Vec2 { x: 0.3 / (((n0 as f64) + 0.1) * ((n0 as f64) + 0.1) + 1.0), y: 0.5 }, w: [0.3 / (((n0 as f64) + 0.1) * ((n0 as f64) + 0.1) + 1.0), 0.5, 0.3 / (((n0 as f64) + 0.1) * ((n0 as f64) + 0.1) + 1.0)], m: 0.5, k: 1 };
        o0.at.x.sin().sinh() + o0.m
    }

    #[reversible]
    fn main(x0: &[f64], x1: &[f64; 6], #[scratch] z0: &mut [f64], y0: &mut f64) {
        'r0: {
            each!(z0 -= 0.75 * x0[2] - 0.75 * 0.5);
        }
        for i0 in (0..z0.len() - 1).rev().step_by(3) {
            for i1 in 1..i0 {
                let mut o0 = (x1[i0 * 2 + i1].mul_add(1.0 / (z0[3 - i0].max(x0[2 * i1]) * z0[3 - i0].max(x0[2 * i1]) + 1.0), 0.5), ((i0 as f64).powi(3) * (i0 as f64).powi(3) + 1.0).sqrt());
                let p0 = &x0[0..3];
            }
            let mut a0 = [0.0; 1];
        }
        let mut h0 = 0.0;
        h0 += f0(1);
        let t0 = h0 * 0.125;
        h0 -= f0(1);
        free!(h0 = 0.0);
        'r1: {
            let t1 = (z0[0] / (1.5 * 1.5 + 1.0)).max(2.0 * x0[0]);
        }
        let o1 = Vec2 { x: f0(1), y: 1.5 + (z0[2].atan2((0.1 * 0.1 + 1.0)) / (1.5 * 1.5 + 1.0)) };
        undo!('r1);
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [-0.845, 0.90507, 1.15514];
        let mut x1 = [-1.219, 1.40607, 0.6561400000000001, 1.40621, -1.46872, -0.09365];
        let mut z0 = [0.0, 0.0, 0.0, 0.0];
        let mut y0 = 0.533;
        main(&x0, &x1, &mut z0, &mut y0);
        same("y0 after the primal", &[y0], &[0.533]);
        z0.fill(0.0);
        main::inverse(&x0, &x1, &mut z0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.533]);
        z0.fill(0.0);
        main(&x0, &x1, &mut z0, &mut y0);
        z0.fill(0.0);
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        let mut x1_bar = [0.4375, 0.5625, 0.828125, 1.6875, 1.015625, 0.890625];
        let mut z0_bar = [0.0, 0.0, 0.0, 0.0];
        let mut y0_bar = 1.140625;
        main::adjoint(&x0, &mut x0_bar, &x1, &mut x1_bar, &mut z0, &mut z0_bar, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.533]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625]);
        same("x1_bar", &x1_bar, &[0.4375, 0.5625, 0.828125, 1.6875, 1.015625, 0.890625]);
        same("y0_bar", &[y0_bar], &[1.140625]);
        z0.fill(0.0);
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        let mut x1_bar = [0.4375, 0.5625, 0.828125, 1.6875, 1.015625, 0.890625];
        let mut z0_bar = [0.0, 0.0, 0.0, 0.0];
        let mut y0_bar = 1.140625;
        main::sweep(&x0, &mut x0_bar, &x1, &mut x1_bar, &mut z0, &mut z0_bar, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[0.533]);
        same("x0_bar", &x0_bar, &[0.84375, 1.359375, 0.625]);
        same("x1_bar", &x1_bar, &[0.4375, 0.5625, 0.828125, 1.6875, 1.015625, 0.890625]);
        same("y0_bar", &[y0_bar], &[1.140625]);
    }
}

mod program_009 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(p0: &Body<T>) -> T {
        undo! {
            let t0 = 0.75;
            if p0.m > 1.48 {
            } else {
                let t1 = (1.0 / (t0 * t0 + 1.0)) - 1.5;
            }
        }
        p0.at.y.powi(3) / (p0.at.y * p0.at.y + 1.0)
    }

    #[reversible]
    fn main<T: Real>(x0: &[T; 3]) -> T {
        'r0: {
            for i0 in 0..3 {
                let j0: usize = argmax(x0);
            }
        }
        let j1: usize = argmax(x0);
        {
            let t0 = x0[0].min((j1 as T));
            let t1 = (-t0 * -t0 + 1.0).recip();
        }
        undo!('r0);
        if (j1 != 3) || (j1 >= 3) {
            let mut s0 = (x0[j1] * x0[j1] + 1.0).powf(x0[1].tanh()).min(0.1);
            neg(&mut s0);
        } else if (j1 == 1) && (j1 % 2 == 0) {
            let m0 = j1 % 2 == 0;
            let j2: usize = argmax(x0);
        } else {
        }
        x0[j1].atan()
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [1.28, -0.84493, -0.46986];
        same("the value", &[main(&x0)], &[0.9075933340888034]);
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        let value = main::pull(1.25, &x0, &mut x0_bar);
        same("the pulled value", &[value], &[0.9075933340888034]);
        same("x0_bar", &x0_bar, &[1.3175219830200122, 1.359375, 0.625]);
    }
}

mod program_010 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(y0: &mut f64) {
        {
            let o0 = Body { at: Vec2 { x: (*y0).powi(3).sin(), y: ((*y0 * *y0) * (*y0 * *y0) + 1.0).powf((*y0).tanh()) }, w: [(*y0).powi(3).sin(), ((*y0 * *y0) * (*y0 * *y0) + 1.0).powf((*y0).tanh()), (*y0).powi(3).sin()], m: ((*y0 * *y0) * (*y0 * *y0) + 1.0).powf((*y0).tanh()), k: 1 };
        }
        for i0 in (1..2).step_by(3) {
            {
                *y0 += 0.1;
                *y0 -= ((i0 as f64) * (i0 as f64) + 1.0).recip().atan2((0.1 * 0.1 + 1.0));
                let mut s0 = 0.0;
            }
        }
        'r0: {
            *y0 -= (0.75 + 0.1) + (1.0 * 0.3);
            *y0 += 2.0 - (2.0 + (0.125 - 0.1));
        }
        let mut h0 = 0.0;
        h0 += (*y0).powi(2);
        let mut o1 = Body { at: Vec2 { x: (*y0).softplus().tanh().exp(), y: h0.asinh().softplus() }, w: [(*y0).softplus().tanh().exp(), h0.asinh().softplus(), (*y0).softplus().tanh().exp()], m: h0.asinh().softplus(), k: 1 };
        swap(&mut o1.m, &mut o1.w[0]);
        h0 -= (*y0).powi(2);
        free!(h0 = 0.0);
        let mut a0 = vec![0.0; 3];
        undo!('r0);
    }

    #[reversible]
    fn main(x0: &[f64; 6], u0: &f64, y0: &mut f64) {
        for i0 in (1..x0.len() - 1).rev().step_by(3) {
            *y0 += (x0[i0] * (i0 as f64)).sin().mul_add(x0[i0] + *u0, 0.5);
        }
        for i1 in (0..4).rev() {
            let mut s0 = (*y0).abs();
        }
        'r0: {
            let t0 = if *u0 > 1.23 { 0.125 / ((x0[5] + *u0) * (x0[5] + *u0) + 1.0) } else { (x0[4].tanh() * x0[4].tanh() + 1.0).recip() };
            let mut o0 = Vec2 { x: t0.hypot((*y0 * *y0 + 1.0)).max(t0) + t0.min(0.3), y: (*u0).mul_add((t0 / (0.75 * 0.75 + 1.0)).cos(), 0.5) };
            *y0 += 1.0 - x0[0];
            for i2 in 0..x0.len() - 1 {
                o0.y += (t0 * (i2 as f64)).atan2((((o0.x * o0.x).ln_1p() / (*y0 * *y0 + 1.0)) * ((o0.x * o0.x).ln_1p() / (*y0 * *y0 + 1.0)) + 1.0));
                let t1 = (o0.y * o0.y + 1.0).sqrt() - (i2 as f64).abs();
            }
        }
        for i3 in (1..2).rev() {
            let mut c0 = 0usize;
        }
        let mut o1 = Body { at: Vec2 { x: 2.0 - x0[4].max(*u0), y: (*y0).softplus().atan2(((x0[5] * x0[5] + 1.0).powf(x0[2].tanh()) * (x0[5] * x0[5] + 1.0).powf(x0[2].tanh()) + 1.0)) }, w: [2.0 - x0[4].max(*u0), (*y0).softplus().atan2(((x0[5] * x0[5] + 1.0).powf(x0[2].tanh()) * (x0[5] * x0[5] + 1.0).powf(x0[2].tanh()) + 1.0)), 2.0 - x0[4].max(*u0)], m: (*y0).softplus().atan2(((x0[5] * x0[5] + 1.0).powf(x0[2].tanh()) * (x0[5] * x0[5] + 1.0).powf(x0[2].tanh()) + 1.0)), k: 1 };
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [-1.22, -0.71993, 0.7801400000000001, 1.28021, 1.28028, -1.21965];
        let mut u0 = -1.469;
        let mut y0 = 0.532;
        main(&x0, &u0, &mut y0);
        same("y0 after the primal", &[y0], &[3.148406053025564]);
        main::inverse(&x0, &u0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.532]);
        main(&x0, &u0, &mut y0);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut u0_bar = 1.6875;
        let mut y0_bar = 1.015625;
        main::adjoint(&x0, &mut x0_bar, &u0, &mut u0_bar, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.532]);
        same("x0_bar", &x0_bar, &[0.84375, -0.9817251137202037, 0.625, 0.4375, -0.6741751145027064, 0.828125]);
        same("u0_bar", &[u0_bar], &[0.08590207631396796]);
        same("y0_bar", &[y0_bar], &[1.015625]);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut u0_bar = 1.6875;
        let mut y0_bar = 1.015625;
        main::sweep(&x0, &mut x0_bar, &u0, &mut u0_bar, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[3.148406053025564]);
        same("x0_bar", &x0_bar, &[0.84375, -0.9817251137202037, 0.625, 0.4375, -0.6741751145027064, 0.828125]);
        same("u0_bar", &[u0_bar], &[0.08590207631396796]);
        same("y0_bar", &[y0_bar], &[1.015625]);
    }
}

mod program_011 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(w0: T, x0: &[T; 3]) -> T {
        for i1 in 1..2 {
            let mut h0 = 0.0;
            h0 += 0.3 + (2.0 - (i1 as T));
            if (i1 != 1) && (x0[0] < -0.02) {
            } else if !(i1 != 0) {
                let o0 = ((0.5 * h0.sin()).asin() * h0.atan2(((h0 + w0) * (h0 + w0) + 1.0)), x0[i1]);
            }
            h0 -= 0.3 + (2.0 - (i1 as T));
            free!(h0 = 0.0);
            for i2 in 1..x0.len() {
                let t0 = w0.hypot((x0[i1 + 1] * x0[i1 + 1] + 1.0)).hypot(((w0 - x0[i1]) * (w0 - x0[i1]) + 1.0));
                let mut s0 = 0.0;
            }
        }
        0.1 / ((0.3 + w0) * (0.3 + w0) + 1.0)
    }

    #[reversible]
    fn f1<T: Real>(y0: &mut T) {
        {
            'r0: {
                let o0 = Vec2 { x: (1.5 - (0.5 * (*y0).sin()).asin()).max(0.125 / (*y0 * *y0 + 1.0)), y: (*y0).atan2(((0.125 / ((*y0 * *y0) * (*y0 * *y0) + 1.0)) * (0.125 / ((*y0 * *y0) * (*y0 * *y0) + 1.0)) + 1.0)) };
                let t0 = (1.5 * o0.x).atan2((*y0 * *y0 + 1.0));
            }
            let mut a0 = vec![0.0; 2];
            undo!('r0);
            let o1 = ((*y0 + (0.5 * *y0)).mul_add(a0[0].powi(2).softplus(), 0.5), a0[1] - 0.3);
        }
        'r1: {
            let mut a1 = [0.0; 4];
            *y0 -= (a1[1] + a1[2]) - a1[1];
            let mut o2 = Body { at: Vec2 { x: 1.0, y: a1[1].asinh().atan2((a1[2] * a1[2] + 1.0)) }, w: [1.0, a1[1].asinh().atan2((a1[2] * a1[2] + 1.0)), 1.0], m: a1[1].asinh().atan2((a1[2] * a1[2] + 1.0)), k: 1 };
        }
        let t1 = (*y0).abs().asinh();
        undo!('r1);
    }

    #[reversible]
    fn main<T: Real>(v0: &mut [T; 3]) {
        let mut stack0: Vec<[T; 3]> = Vec::new();
        push!(stack0, v0);
        v0[0] += 0.3 / ((1.5 * 0.3) * (1.5 * 0.3) + 1.0);
        v0[0] -= 0.3 / ((1.5 * 0.3) * (1.5 * 0.3) + 1.0);
        pop!(stack0, v0);
        free!(stack0);
        let t0 = (1.0 / (v0[1] * v0[1] + 1.0)) + (v0[1] * 0.75);
        'r0: {
            f1::inverse(&mut v0[1]);
            let t1 = v0[1].tanh().min((t0 + t0) + v0[0]);
        }
        let mut o0 = Vec2 { x: t0.softplus(), y: (v0[2] * v0[2] + 1.0).sqrt() * (1.0 / (t0 * t0 + 1.0)) };
        undo!('r0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [-0.97, -0.59493, -1.34486];
        main(&mut v0);
        same("v0 after the primal", &v0, &[-0.97, -0.59493, -1.34486]);
        main::inverse(&mut v0);
        same("v0 after the inverse", &v0, &[-0.97, -0.59493, -1.34486]);
        main(&mut v0);
        let mut v0_bar = [0.84375, 1.359375, 0.625];
        main::adjoint(&mut v0, &mut v0_bar);
        same("v0 after the adjoint", &v0, &[-0.97, -0.59493, -1.34486]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625]);
        let mut v0_bar = [0.84375, 1.359375, 0.625];
        main::sweep(&mut v0, &mut v0_bar);
        same("v0 after the sweep", &v0, &[-0.97, -0.59493, -1.34486]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625]);
    }
}

