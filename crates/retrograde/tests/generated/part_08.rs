//! Generated programs, part 8.

mod program_032 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(x0: &[f64], p0: &mut Vec2<f64>, v0: &mut [f64]) {
        if x0[0] < 1.355 {
            v0[0] += p0.x.powi(3) - (p0.x + x0[0]).tanh();
            each!(v0 -= x0 * p0.x - x0 * 0.5);
        } else {
            let t0 = p0.x.sin() / ((v0[0] - (x0[0] + p0.x)) * (v0[0] - (x0[0] + p0.x)) + 1.0);
        }
        for e0 in v0.iter_mut() {
            *e0 -= -(0.125 / (x0[0] * x0[0] + 1.0)).max(1.0);
            'r0: {
                let mut o0 = Vec2 { x: -(p0.x * p0.x + 1.0).ln(), y: (1.5 / (p0.x * p0.x + 1.0)) / (x0[0].softplus() * x0[0].softplus() + 1.0) };
            }
            undo!('r0);
        }
    }

    #[reversible]
    fn main(w0: f64, y0: &mut f64) {
        for i0 in (1..=3).rev() {
            if !(w0 < -0.27) {
                let t0 = (i0 as f64) - w0;
                *y0 -= ((t0 + t0) * (t0 + t0) + 1.0).powf((0.125 * t0).tanh());
                *y0 -= w0.powi(3);
                *y0 += t0.abs().atan2((w0 * w0 + 1.0));
            }
        }
        {
            *y0 -= w0.atan().tanh();
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut w0 = 0.905;
        let mut y0 = 0.531;
        main(w0, &mut y0);
        same("y0 after the primal", &[y0], &[-5.252194921412038]);
        main::inverse(w0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.531]);
        main(w0, &mut y0);
        let mut w0_bar = 0.84375;
        let mut y0_bar = 1.359375;
        main::adjoint(w0, &mut w0_bar, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.531]);
        same("w0_bar", &[w0_bar], &[-10.194504667102482]);
        same("y0_bar", &[y0_bar], &[1.359375]);
        let mut w0_bar = 0.84375;
        let mut y0_bar = 1.359375;
        main::sweep(w0, &mut w0_bar, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[-5.252194921412038]);
        same("w0_bar", &[w0_bar], &[-10.194504667102482]);
        same("y0_bar", &[y0_bar], &[1.359375]);
    }
}

mod program_033 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(w0: T, v0: &mut [T]) {
        for i0 in (0..3).rev() {
            let m0 = i0 + 1;
            v0[2 * i0] += ((i0 as T) * (i0 as T) + 1.0).cbrt();
            let t0 = w0.tanh().asinh();
            v0[i0] += w0.atan();
        }
    }

    #[reversible]
    fn f1<T: Real>(y0: &mut T) {
        for i0 in 0..3 {
            let mut stack0: Vec<T> = Vec::new();
            push!(stack0, *y0);
            *y0 += 2.0;
            *y0 -= 2.0;
            pop!(stack0, *y0);
            free!(stack0);
            for i1 in (1..i0 + 1).rev() {
                let mut c0 = 0usize;
                let mut s0 = (*y0).tanh().exp() + (*y0 - *y0);
            }
        }
    }

    #[reversible]
    fn main<T: Real>(#[inactive] b0: T, k0: &mut usize, #[scratch] z0: &mut [T], v0: &mut [T; 1]) {
        'r0: {
            for (e0, q0) in v0.iter_mut().zip(z0.iter()) {
                *e0 += (*q0).tanh();
            }
        }
        let mut a0 = vec![0.0; 4];
        undo!('r0);
        v0[0] -= a0[*k0 % 4].min(0.5 / (0.3 * 0.3 + 1.0));
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut b0 = -0.22;
        let mut k0 = 0;
        let mut z0 = [0.0, 0.0];
        let mut v0 = [1.283];
        main(b0, &mut k0, &mut z0, &mut v0);
        assert_eq!(k0, 0, "k0 after the primal");
        same("v0 after the primal", &v0, &[1.283]);
        z0.fill(0.0);
        main::inverse(b0, &mut k0, &mut z0, &mut v0);
        assert_eq!(k0, 0, "k0 after the inverse");
        same("v0 after the inverse", &v0, &[1.283]);
        z0.fill(0.0);
        main(b0, &mut k0, &mut z0, &mut v0);
        z0.fill(0.0);
        let mut z0_bar = [0.0, 0.0];
        let mut v0_bar = [0.84375];
        main::adjoint(b0, &mut k0, &mut z0, &mut z0_bar, &mut v0, &mut v0_bar);
        assert_eq!(k0, 0, "k0 after the adjoint");
        same("v0 after the adjoint", &v0, &[1.283]);
        same("v0_bar", &v0_bar, &[0.84375]);
        z0.fill(0.0);
        let mut z0_bar = [0.0, 0.0];
        let mut v0_bar = [0.84375];
        main::sweep(b0, &mut k0, &mut z0, &mut z0_bar, &mut v0, &mut v0_bar);
        assert_eq!(k0, 0, "k0 after the sweep");
        same("v0 after the sweep", &v0, &[1.283]);
        same("v0_bar", &v0_bar, &[0.84375]);
    }
}

mod program_034 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(p0: &mut Body<f64>, l0: &mut i64, p1: &mut (f64, f64)) {
        'r0: {
            p1.1 -= p0.m.sin().powi(3);
            dec(&mut p0.k);
        }
        let mut c0 = 0usize;
        if !(p0.w[0] > -0.02) {
            p0.at.x += p1.0 * p1.1;
        } else {
            p0.at.x -= p0.w[2].tanh() - p1.0;
        }
        let t0 = (((*l0 % 4) as f64) * ((*l0 % 4) as f64) + 1.0).powf(p1.1.tanh()).atan2((p0.w[2] * p0.w[2] + 1.0)) * p0.w[2].max(p0.m);
        undo!('r0);
    }

    #[reversible]
    fn f1(n0: usize, g0: &mut [[f64; 3]; 1], y0: &mut f64) {
        if (!(n0 == 3)) && (*y0 > 0.73) {
            let mut o0 = (((g0[0][1] * g0[0][1] + 1.0).powf(g0[n0 - 2][2 - n0].tanh()) * (g0[0][1] * g0[0][1] + 1.0).powf(g0[n0 - 2][2 - n0].tanh()) + 1.0).powf(g0[n0 - 2][n0].tanh()), *y0);
        }
    }

    #[reversible]
    fn main(w0: f64, u0: &f64, x0: &[f64; 3], y0: &mut f64) {
        let mut stack0: Vec<f64> = Vec::new();
        push!(stack0, *y0);
        *y0 += 2.0 + *u0;
        let j0: usize = argmax(x0);
        *y0 -= 2.0 + *u0;
        pop!(stack0, *y0);
        free!(stack0);
        if !(*u0 > -0.27) {
            let mut s0 = *y0 - x0[j0];
            let mut a0 = vec![0.0; 4];
        } else if !(j0 % 2 == 0) {
            let p0 = &x0[0..1];
        } else {
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut w0 = -0.845;
        let mut u0 = -1.344;
        let mut x0 = [1.282, -1.34293, 0.15714];
        let mut y0 = 0.533;
        main(w0, &u0, &x0, &mut y0);
        same("y0 after the primal", &[y0], &[0.533]);
        main::inverse(w0, &u0, &x0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.533]);
        main(w0, &u0, &x0, &mut y0);
        let mut w0_bar = 0.84375;
        let mut u0_bar = 1.359375;
        let mut x0_bar = [0.625, 0.4375, 0.5625];
        let mut y0_bar = 0.828125;
        main::adjoint(w0, &mut w0_bar, &u0, &mut u0_bar, &x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.533]);
        same("w0_bar", &[w0_bar], &[0.84375]);
        same("u0_bar", &[u0_bar], &[1.359375]);
        same("x0_bar", &x0_bar, &[0.625, 0.4375, 0.5625]);
        same("y0_bar", &[y0_bar], &[0.828125]);
        let mut w0_bar = 0.84375;
        let mut u0_bar = 1.359375;
        let mut x0_bar = [0.625, 0.4375, 0.5625];
        let mut y0_bar = 0.828125;
        main::sweep(w0, &mut w0_bar, &u0, &mut u0_bar, &x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[0.533]);
        same("w0_bar", &[w0_bar], &[0.84375]);
        same("u0_bar", &[u0_bar], &[1.359375]);
        same("x0_bar", &x0_bar, &[0.625, 0.4375, 0.5625]);
        same("y0_bar", &[y0_bar], &[0.828125]);
    }
}

mod program_035 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(x0: &[T; 1], y0: &mut T) {
        {
            *y0 -= x0[0].logistic();
            for i0 in (0..x0.len()).rev() {
                *y0 += x0[i0].max(x0[0]);
                *y0 -= (1.0 / (x0[i0] * x0[i0] + 1.0)).atan2((x0[2 * i0].hypot((x0[i0] * x0[i0] + 1.0)).min((i0 as T)) * x0[2 * i0].hypot((x0[i0] * x0[i0] + 1.0)).min((i0 as T)) + 1.0));
            }
        }
    }

    #[reversible]
    fn f1<T: Real>(u0: &T, v0: &mut [T], w0: T) {
        for i0 in 1..4 {
            v0[0] -= (*u0).softplus().sin();
        }
    }

    #[reversible]
    fn main<T: Real>(v0: &mut [T; 4]) {
        {
            for i0 in 0..4 {
                let mut a0 = [0.0; 3];
            }
            'r0: {
                let mut s0 = v0[1].hypot((v0[3] * v0[3] + 1.0)).min(v0[3] + v0[1]);
            }
            let t0 = (2.0 * v0[3]).max(v0[3].hypot((v0[1] * v0[1] + 1.0))) + (v0[3] / (v0[1].hypot((v0[1] * v0[1] + 1.0)) * v0[1].hypot((v0[1] * v0[1] + 1.0)) + 1.0));
            let mut c0 = 0usize;
            let t1 = v0[0].min(v0[2]).mul_add(2.0, 0.5);
            undo!('r0);
            for i1 in 1..3 {
                let mut o0 = Body { at: Vec2 { x: t1.powi(3) - v0[3 - i1], y: t0.max(t0) }, w: [t1.powi(3) - v0[3 - i1], t0.max(t0), t1.powi(3) - v0[3 - i1]], m: t0.max(t0), k: 1 };
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [-0.72, 0.90507, 0.03014, 0.030209999999999997];
        main(&mut v0);
        same("v0 after the primal", &v0, &[-0.72, 0.90507, 0.03014, 0.030209999999999997]);
        main::inverse(&mut v0);
        same("v0 after the inverse", &v0, &[-0.72, 0.90507, 0.03014, 0.030209999999999997]);
        main(&mut v0);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        main::adjoint(&mut v0, &mut v0_bar);
        same("v0 after the adjoint", &v0, &[-0.72, 0.90507, 0.03014, 0.030209999999999997]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        main::sweep(&mut v0, &mut v0_bar);
        same("v0 after the sweep", &v0, &[-0.72, 0.90507, 0.03014, 0.030209999999999997]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375]);
    }
}

