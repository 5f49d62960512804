//! Generated programs, part 3.

mod program_012 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(n0: usize, u0: &f64, x0: &[f64; 1], v0: &mut [f64; 2], x1: &[f64; 3]) {
        for i0 in (1..x1.len()).step_by(2).rev() {
            v0[1] += (x1[2] * x1[2] + 1.0).sqrt().hypot((((*u0 * *u0 + 1.0).powf(x0[0].tanh()) * (*u0 * *u0 + 1.0).powf(x0[0].tanh()) + 1.0).powf((*u0).tanh()) * ((*u0 * *u0 + 1.0).powf(x0[0].tanh()) * (*u0 * *u0 + 1.0).powf(x0[0].tanh()) + 1.0).powf((*u0).tanh()) + 1.0));
        }
        for i1 in (n0..4).rev() {
            for (q0, e0) in x1.iter().skip(1).step_by(2).zip(v0.iter_mut().rev()) {
                *e0 += x0[0] + x0[0];
            }
        }
        for i2 in (n0..x0.len()).step_by(1) {
            v0[i2 - 1] += x1[2 - i2].atan();
        }
        if !((n0 != 2) || (n0 % 2 == 0)) {
            'r0: {
                v0[n0 - 2] -= ((*u0 * *u0 + 1.0).ln().hypot((x1[2] * x1[2] + 1.0)) * (*u0 * *u0 + 1.0).ln().hypot((x1[2] * x1[2] + 1.0)) + 1.0).powf((0.75 - x0[0]).tanh());
            }
            undo!('r0);
        } else {
            for i3 in 1..v0.len() - 1 {
                for i4 in 0..x0.len() {
                    let mut c0 = 0usize;
                }
            }
        }
        'r1: {
            v0[0] += x1[n0 - 2] + (*u0).mul_add(x1[n0 - 2], 0.5);
            let o1 = ((n0 as f64).powi(2) / (x1[2] * x1[2] + 1.0), (0.5 * x1[n0 - 2].sin()).asin().mul_add(2.0 / (*u0 * *u0 + 1.0), 0.5));
            v0[n0 - 2] += (o1.0 / (x1[2] * x1[2] + 1.0)).mul_add(o1.0.max((o1.1 * o1.1).ln_1p()), 0.5);
        }
        let t0 = if (!(x0[0] > 0.855)) || (*u0 > 0.855) { x0[0] } else { x1[n0 - 2] + (*u0 * *u0).ln_1p() };
        if (*u0 > -1.02) || (x1[2] > 0.855) {
            let t1 = t0.atan2((t0 * t0 + 1.0)).min(t0);
        } else {
            for i5 in 0..v0.len() - 1 {
                let m0 = n0 % 3;
                let mut s0 = 0.3;
                let j1: usize = argmax(x0);
            }
            let mut a0 = [0.0; 4];
        }
        let mut s1 = 0.0;
        undo!('r1);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut n0 = 3;
        let mut u0 = 0.281;
        let mut x0 = [-0.46799999999999997];
        let mut v0 = [-1.467, -0.34192999999999996];
        let mut x1 = [0.784, 0.03407, -1.34086];
        main(n0, &u0, &x0, &mut v0, &x1);
        same("v0 after the primal", &v0, &[-1.467, 1.6769219061564185]);
        main::inverse(n0, &u0, &x0, &mut v0, &x1);
        same("v0 after the inverse", &v0, &[-1.467, -0.34192999999999996]);
        main(n0, &u0, &x0, &mut v0, &x1);
        let mut u0_bar = 0.84375;
        let mut x0_bar = [1.359375];
        let mut v0_bar = [0.625, 0.4375];
        let mut x1_bar = [0.5625, 0.828125, 1.6875];
        main::adjoint(n0, &u0, &mut u0_bar, &x0, &mut x0_bar, &mut v0, &mut v0_bar, &x1, &mut x1_bar);
        same("v0 after the adjoint", &v0, &[-1.467, -0.34192999999999996]);
        same("u0_bar", &[u0_bar], &[1.4141804474987212]);
        same("x0_bar", &x0_bar, &[2.2512412794094807]);
        same("v0_bar", &v0_bar, &[0.625, 0.4375]);
        same("x1_bar", &x1_bar, &[0.5625, 0.828125, 1.4889701688508425]);
        let mut u0_bar = 0.84375;
        let mut x0_bar = [1.359375];
        let mut v0_bar = [0.625, 0.4375];
        let mut x1_bar = [0.5625, 0.828125, 1.6875];
        main::sweep(n0, &u0, &mut u0_bar, &x0, &mut x0_bar, &mut v0, &mut v0_bar, &x1, &mut x1_bar);
        same("v0 after the sweep", &v0, &[-1.467, 1.6769219061564185]);
        same("u0_bar", &[u0_bar], &[1.4141804474987212]);
        same("x0_bar", &x0_bar, &[2.2512412794094807]);
        same("v0_bar", &v0_bar, &[0.625, 0.4375]);
        same("x1_bar", &x1_bar, &[0.5625, 0.828125, 1.4889701688508425]);
    }
}

mod program_013 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(w0: T) -> Vec2<T> {
        for i0 in (0..4).rev() {
            let mut s0 = w0;
            s0 -= -(w0 * w0);
        }
        let t0 = (0.125 / (w0 * w0 + 1.0)).hypot((w0 * w0 + 1.0));
        Vec2 { x: t0.min(t0).logistic(), y: (w0 * t0).powi(3) }
    }

    #[reversible]
    fn main<T: Real>(v0: &mut [T; 3], n0: usize, y0: &mut T) {
        'r0: {
            *y0 += v0[1];
        }
        let t0 = (v0[n0 - 1] + *y0).mul_add((n0 as T), 0.5) * (*y0).cos();
        undo!('r0);
        if (n0 >= 1) && (n0 != 3) {
            let mut o0 = Body { at: Vec2 { x: t0.hypot((0.3 * 0.3 + 1.0)).tanh().exp(), y: t0.mul_add(t0, 0.5).abs() }, w: [t0.hypot((0.3 * 0.3 + 1.0)).tanh().exp(), t0.mul_add(t0, 0.5).abs(), t0.hypot((0.3 * 0.3 + 1.0)).tanh().exp()], m: t0.mul_add(t0, 0.5).abs(), k: 1 };
            let mut c0 = 0usize;
        }
        {
            let t1 = if (n0 != 1) && (n0 == 0) { ((*y0 * t0) + t0).softplus() } else { 1.0 / (t0 * t0 + 1.0) };
        }
        if (n0 >= 1) && (n0 >= 3) {
            let o1 = Vec2 { x: (t0 + t0) / (v0[2] * v0[2] + 1.0), y: *y0 * 2.0 };
        } else {
            for e1 in v0.iter_mut() {
                *e1 += ((*y0 + 1.5) * (*y0 + 1.5)).ln_1p();
                let mut o2 = (t0.asinh(), ((n0 as T) * (n0 as T)).ln_1p() * (2.0 * t0));
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [-1.47, -0.96993, 1.28014];
        let mut n0 = 1;
        let mut y0 = -1.218;
        main(&mut v0, n0, &mut y0);
        same("v0 after the primal", &v0, &[-1.3934797967593604, -0.8934097967593603, 1.3566602032406396]);
        same("y0 after the primal", &[y0], &[-1.2179999999999997]);
        main::inverse(&mut v0, n0, &mut y0);
        same("v0 after the inverse", &v0, &[-1.47, -0.96993, 1.28014]);
        same("y0 after the inverse", &[y0], &[-1.218]);
        main(&mut v0, n0, &mut y0);
        let mut v0_bar = [0.84375, 1.359375, 0.625];
        let mut y0_bar = 0.4375;
        main::adjoint(&mut v0, &mut v0_bar, n0, &mut y0, &mut y0_bar);
        same("v0 after the adjoint", &v0, &[-1.47, -0.96993, 1.28014]);
        same("y0 after the adjoint", &[y0], &[-1.218]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625]);
        same("y0_bar", &[y0_bar], &[1.915060943526963]);
        let mut v0_bar = [0.84375, 1.359375, 0.625];
        let mut y0_bar = 0.4375;
        main::sweep(&mut v0, &mut v0_bar, n0, &mut y0, &mut y0_bar);
        same("v0 after the sweep", &v0, &[-1.3934797967593604, -0.8934097967593603, 1.3566602032406396]);
        same("y0 after the sweep", &[y0], &[-1.2179999999999997]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625]);
        same("y0_bar", &[y0_bar], &[1.915060943526963]);
    }
}

mod program_014 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(n0: usize, x0: &[f64; 4], y0: &mut f64) {
        for i0 in (0..n0 + 1).step_by(1) {
            *y0 -= 0.3;
            for i1 in (0..2).rev().step_by(2) {
                let mut o0 = Vec2 { x: *y0 - (0.125 * (*y0 / (*y0 * *y0 + 1.0))), y: (*y0).min(0.1) };
            }
            *y0 -= 1.0 * x0[i0].hypot(((i0 as f64) * (i0 as f64) + 1.0));
        }
        if n0 < 3 {
            if (n0 != 0) || (n0 != 0) {
                *y0 += ((x0[0] + (n0 as f64)) * (x0[0] + (n0 as f64)) + 1.0).sqrt().asinh();
                let p0 = &x0[0..3];
            } else {
                *y0 += 1.0 / ((x0[n0 - 2] / (2.0 * 2.0 + 1.0)) * (x0[n0 - 2] / (2.0 * 2.0 + 1.0)) + 1.0);
            }
        } else {
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut n0 = 3;
        let mut x0 = [-0.344, -0.59393, -0.34386, 1.03121];
        let mut y0 = 0.532;
        main(n0, &x0, &mut y0);
        same("y0 after the primal", &[y0], &[-18.876678388473085]);
        main::inverse(n0, &x0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.532]);
        main(n0, &x0, &mut y0);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut y0_bar = 0.5625;
        main::adjoint(n0, &x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.532]);
        same("x0_bar", &x0_bar, &[1.0267262895859643, 1.5195061362283817, 0.6635930929423655, 0.37980041320966035]);
        same("y0_bar", &[y0_bar], &[0.5625]);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut y0_bar = 0.5625;
        main::sweep(n0, &x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[-18.876678388473085]);
        same("x0_bar", &x0_bar, &[1.0267262895859643, 1.5195061362283817, 0.6635930929423655, 0.37980041320966035]);
        same("y0_bar", &[y0_bar], &[0.5625]);
    }
}

mod program_015 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main<T: Real>(x0: &[T; 3], v0: &mut [T], v1: &mut [T], x1: &[T; 4], g0: &mut [[T; 2]; 1]) {
        for (q0, e0) in x0.iter().skip(1).step_by(2).zip(v0.iter_mut().rev()) {
            *e0 -= 0.3;
            for e1 in v1.iter_mut() {
                *e1 -= 0.125 / ((*q0 - 0.5) * (*q0 - 0.5) + 1.0);
                let mut a0 = [0.0; 3];
                let o0 = ((x0[1] * *q0).mul_add(x1[2], 0.5), (a0[1] * a0[1] + 1.0).recip());
            }
        }
        for e2 in v0.chunks_mut(2) {
            e2[0] += 0.1;
            let j3: usize = argmax(x0);
            'r0: {
                let mut s0 = 0.0;
                let mut c0 = 0usize;
            }
            rot(&mut g0[0][0], &mut v1[2 - j3], (x1[1] * x1[1] + 1.0).recip().hypot((x0[0] * x0[0] + 1.0)).mul_add(x1[0], 0.5));
            let mut c1 = 0usize;
            undo!('r0);
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [0.53, -0.71993, 0.40514];
        let mut v0 = [-0.094, 0.28107000000000004];
        let mut v1 = [-0.46799999999999997, -1.09293, -0.9678599999999999];
        let mut x1 = [-0.842, -1.09193, 0.7831400000000001, 0.40821];
        let mut g0 = [[-1.466, 0.90907]];
        main(&x0, &mut v0, &mut v1, &x1, &mut g0);
        same("v0 after the primal", &v0, &[0.006000000000000005, -0.018929999999999947]);
        same("v1 after the primal", &v1, &[-0.5182365295583867, -1.1431665295583868, 0.06755092374725125]);
        same("g0 after the primal", g0.as_flattened(), [[-1.783567609091319, 0.90907]].as_flattened());
        main::inverse(&x0, &mut v0, &mut v1, &x1, &mut g0);
        same("v0 after the inverse", &v0, &[-0.094, 0.28107000000000004]);
        same("v1 after the inverse", &v1, &[-0.46799999999999997, -1.09293, -0.9678599999999999]);
        same("g0 after the inverse", g0.as_flattened(), [[-1.466, 0.90907]].as_flattened());
        main(&x0, &mut v0, &mut v1, &x1, &mut g0);
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        let mut v0_bar = [0.4375, 0.5625];
        let mut v1_bar = [0.828125, 1.6875, 1.015625];
        let mut x1_bar = [0.890625, 1.140625, 0.9375, 0.484375];
        let mut g0_bar = [[1.53125, 0.9375]];
        main::adjoint(&x0, &mut x0_bar, &mut v0, &mut v0_bar, &mut v1, &mut v1_bar, &x1, &mut x1_bar, &mut g0, &mut g0_bar);
        same("v0 after the adjoint", &v0, &[-0.094, 0.28107000000000004]);
        same("v1 after the adjoint", &v1, &[-0.46799999999999997, -1.09293, -0.9678599999999999]);
        same("g0 after the adjoint", g0.as_flattened(), [[-1.466, 0.90907]].as_flattened());
        same("x0_bar", &x0_bar, &[2.4537726131681907, 1.1501328544989442, 0.625]);
        same("v0_bar", &v0_bar, &[0.4375, 0.5625]);
        same("v1_bar", &v1_bar, &[0.828125, 1.6875, 1.7320864854602287]);
        same("x1_bar", &x1_bar, &[-1.7130168924012161, 1.3863951392799048, 0.9375, 0.484375]);
        same("g0_bar", g0_bar.as_flattened(), [[0.6132675680410902, 0.9375]].as_flattened());
        let mut x0_bar = [0.84375, 1.359375, 0.625];
        let mut v0_bar = [0.4375, 0.5625];
        let mut v1_bar = [0.828125, 1.6875, 1.015625];
        let mut x1_bar = [0.890625, 1.140625, 0.9375, 0.484375];
        let mut g0_bar = [[1.53125, 0.9375]];
        main::sweep(&x0, &mut x0_bar, &mut v0, &mut v0_bar, &mut v1, &mut v1_bar, &x1, &mut x1_bar, &mut g0, &mut g0_bar);
        same("v0 after the sweep", &v0, &[0.006000000000000005, -0.018929999999999947]);
        same("v1 after the sweep", &v1, &[-0.5182365295583867, -1.1431665295583868, 0.06755092374725125]);
        same("g0 after the sweep", g0.as_flattened(), [[-1.783567609091319, 0.90907]].as_flattened());
        same("x0_bar", &x0_bar, &[2.4537726131681907, 1.1501328544989442, 0.625]);
        same("v0_bar", &v0_bar, &[0.4375, 0.5625]);
        same("v1_bar", &v1_bar, &[0.828125, 1.6875, 1.7320864854602287]);
        same("x1_bar", &x1_bar, &[-1.7130168924012161, 1.3863951392799048, 0.9375, 0.484375]);
        same("g0_bar", g0_bar.as_flattened(), [[0.6132675680410902, 0.9375]].as_flattened());
    }
}

