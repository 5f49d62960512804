//! Generated programs, part 3.

mod program_012 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0(v0: &mut [f64; 3]) {
        for e0 in v0.iter_mut() {
            *e0 -= 0.3 - 1.0;
        }
        {
            each!(v0 += 0.75 * 0.5 - 0.75 * 0.5);
        }
        'r1: {
            let mut a0 = vec![0.0; 3];
        }
        neg(&mut v0[2]);
        undo!('r1);
        let mut h0 = 0.0;
        h0 += 0.125 / (0.75 * 0.75 + 1.0);
        h0 -= 0.125 / (0.75 * 0.75 + 1.0);
        free!(h0 = 0.0);
    }

    #[reversible]
    fn main(y0: &mut f64) {
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

mod program_013 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(#[inactive] b0: T, v0: &mut [T]) {
        for i0 in 0..3 {
            let mut stack0: Vec<T> = Vec::new();
            push!(stack0, v0[0]);
            v0[0] += (1.0 / (b0 * b0 + 1.0)).hypot((0.1 * 0.1 + 1.0));
            v0[0] -= (1.0 / (b0 * b0 + 1.0)).hypot((0.1 * 0.1 + 1.0));
            pop!(stack0, v0[0]);
            free!(stack0);
        }
        'r0: {
            if b0 < 1.48 {
                v0[0] -= b0 * b0;
            }
        }
        undo!('r0);
    }

    #[reversible]
    fn main<T: Real>(v0: &mut [T], x0: &[T], v1: &mut [T], n0: usize) {
        let t0 = if !(x0[n0 - 2] > 0.355) { v0[1] } else { v0[4] - -v0[1] };
        for i0 in (1..v0.len() - 1).step_by(3) {
            let mut c0 = 0usize;
            for i1 in (1..=v1.len()).step_by(3) {
                let t1 = t0;
            }
        }
        for i2 in 0..v1.len() - 1 {
            f0::inverse(0.4, &mut v0[5..6]);
            if (!(x0[0] < 0.98)) || (!(n0 < 2)) {
                v1[n0] += x0[0];
                let t2 = (t0 * t0).ln_1p().tanh();
            }
        }
        if (x0[0] < -1.145) || (n0 != 0) {
            let t3 = if (!(x0[n0 - 2] < 1.105)) && (n0 != 2) { t0 } else { (t0 / ((0.5 + (n0 as T)) * (0.5 + (n0 as T)) + 1.0)) + ((0.125 * v0[3]) * (x0[n0 - 2] / (x0[n0 - 2] * x0[n0 - 2] + 1.0))) };
            v1[n0 - 1] += -(n0 as T).max(v0[n0 + 1] - t3);
        } else {
            'r0: {
                v1[n0 - 1] += 0.3;
                let t4 = (t0 / ((n0 as T) * (n0 as T) + 1.0)) * v1[1].softplus();
            }
            let j1: usize = argmax(x0);
            undo!('r0);
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut v0 = [1.53, -0.21993000000000001, 1.28014, -1.34479, -0.09472, 1.53035];
        let mut x0 = [-1.344];
        let mut v1 = [1.532, 0.65707, -0.21786];
        let mut n0 = 2;
        main(&mut v0, &x0, &mut v1, n0);
        same("v0 after the primal", &v0, &[1.53, -0.21993000000000001, 1.28014, -1.34479, -0.09472, 1.5303500000000003]);
        same("v1 after the primal", &v1, &[1.532, -1.34293, -2.90586]);
        main::inverse(&mut v0, &x0, &mut v1, n0);
        same("v0 after the inverse", &v0, &[1.53, -0.21993000000000001, 1.28014, -1.34479, -0.09472, 1.53035]);
        same("v1 after the inverse", &v1, &[1.532, 0.65707, -0.21786]);
        main(&mut v0, &x0, &mut v1, n0);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut x0_bar = [1.6875];
        let mut v1_bar = [1.015625, 0.890625, 1.140625];
        main::adjoint(&mut v0, &mut v0_bar, &x0, &mut x0_bar, &mut v1, &mut v1_bar, n0);
        same("v0 after the adjoint", &v0, &[1.53, -0.21993000000000001, 1.28014, -1.34479, -0.09472, 1.53035]);
        same("v1 after the adjoint", &v1, &[1.532, 0.65707, -0.21786]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
        same("x0_bar", &x0_bar, &[3.96875]);
        same("v1_bar", &v1_bar, &[1.015625, 0.890625, 1.140625]);
        let mut v0_bar = [0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125];
        let mut x0_bar = [1.6875];
        let mut v1_bar = [1.015625, 0.890625, 1.140625];
        main::sweep(&mut v0, &mut v0_bar, &x0, &mut x0_bar, &mut v1, &mut v1_bar, n0);
        same("v0 after the sweep", &v0, &[1.53, -0.21993000000000001, 1.28014, -1.34479, -0.09472, 1.5303500000000003]);
        same("v1 after the sweep", &v1, &[1.532, -1.34293, -2.90586]);
        same("v0_bar", &v0_bar, &[0.84375, 1.359375, 0.625, 0.4375, 0.5625, 0.828125]);
        same("x0_bar", &x0_bar, &[3.96875]);
        same("v1_bar", &v1_bar, &[1.015625, 0.890625, 1.140625]);
    }
}

mod program_014 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn main(x0: &[f64; 4], y0: &mut f64) {
        for i0 in 0..x0.len() {
            for i1 in (i0..x0.len() - 1).rev() {
                let mut s0 = 0.0;
                s0 -= (*y0).min(x0[i1 + 1]) + (((i0 as f64) * x0[i1]) + *y0);
                let mut h0 = 0.0;
                h0 += s0;
                let p0 = &x0[3..4];
                let t0 = (s0 + *y0) * (h0 + s0).min(h0);
                h0 -= s0;
                free!(h0 = 0.0);
            }
        }
        let mut h1 = 0.0;
        h1 += 0.75 / (2.0 * 2.0 + 1.0);
        let t1 = x0[3].atan2((h1 * h1 + 1.0));
        'r0: {
            let mut s1 = 0.0;
        }
        let p1 = &x0[0..4];
        *y0 += (t1 * t1 + 1.0).powf((h1 - x0[1].hypot((t1 * t1 + 1.0))).tanh());
        undo!('r0);
        let mut a0 = vec![0.0; 3];
        h1 -= 0.75 / (2.0 * 2.0 + 1.0);
        free!(h1 = 0.0);
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut x0 = [-0.345, -0.96993, -0.8448599999999999, -0.8447899999999999];
        let mut y0 = 0.531;
        main(&x0, &mut y0);
        same("y0 after the primal", &[y0], &[1.2284551569094713]);
        main::inverse(&x0, &mut y0);
        same("y0 after the inverse", &[y0], &[0.531]);
        main(&x0, &mut y0);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut y0_bar = 0.5625;
        main::adjoint(&x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the adjoint", &[y0], &[0.531]);
        same("x0_bar", &x0_bar, &[0.84375, 1.371627659421668, 0.625, 0.6495449514632591]);
        same("y0_bar", &[y0_bar], &[0.5625]);
        let mut x0_bar = [0.84375, 1.359375, 0.625, 0.4375];
        let mut y0_bar = 0.5625;
        main::sweep(&x0, &mut x0_bar, &mut y0, &mut y0_bar);
        same("y0 after the sweep", &[y0], &[1.2284551569094713]);
        same("x0_bar", &x0_bar, &[0.84375, 1.371627659421668, 0.625, 0.6495449514632591]);
        same("y0_bar", &[y0_bar], &[0.5625]);
    }
}

mod program_015 {
    use retrograde::prelude::*;
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(v0: &mut [T], n0: usize) {
        for i0 in n0..n0 {
            v0[n0 + 1] -= 0.5 * 1.0;
        }
    }

    #[reversible]
    fn f1<T: Real>(x0: &[T]) -> T {
        'r0: {
            {
                let mut a0 = [0.0; 4];
            }
        }
        let t0 = (x0[5] * x0[5]).ln_1p().abs();
        undo!('r0);
        t0.min(0.1)
    }

    #[reversible]
    fn main<T: Real>(n0: usize, x0: &[T], y0: &mut T, y1: &mut T, x1: &[T; 2]) {
        if !((n0 >= 3) && (x0[n0 - 1] > 0.355)) {
            *y0 -= x0[0].hypot((x1[1 - n0] * x1[1 - n0] + 1.0)) / (x1[n0] * x1[n0] + 1.0);
            {
                let mut a0 = vec![0.0; 2];
            }
        } else {
            let mut a1 = [0.0; 2];
        }
        let mut stack0: Vec<T> = Vec::new();
        push!(stack0, *y1);
        *y1 += (*y0).hypot((x1[n0] * x1[n0] + 1.0)).hypot((x1[1] * x1[1] + 1.0));
        *y1 -= (*y0).hypot((x1[n0] * x1[n0] + 1.0)).hypot((x1[1] * x1[1] + 1.0));
        pop!(stack0, *y1);
        free!(stack0);
        {
            *y1 -= x1[1 - n0].powi(3) + (x1[1 - n0] + 0.75);
            for i0 in 0..2 {
                let t0 = (x0[0] + x1[1 - i0]).atan2((0.1 * 0.1 + 1.0)).hypot((x0[0].min(x1[1 - n0]) * x0[0].min(x1[1 - n0]) + 1.0));
                *y1 -= ((n0 as T) * (n0 as T) + 1.0).ln().min(x1[n0 - 1].hypot((t0 * t0 + 1.0)));
                swap(y1, y0);
            }
        }
    }

    #[test]
    fn arrives_where_the_interpreter_does() {
        let mut n0 = 1;
        let mut x0 = [-1.344];
        let mut y0 = 0.657;
        let mut y1 = -1.092;
        let mut x1 = [1.034, 1.40907];
        main(n0, &x0, &mut y0, &mut y1, &x1);
        same("y0 after the primal", &[y0], &[-0.8625926919833633]);
        same("y1 after the primal", &[y1], &[-4.674654484559945]);
        main::inverse(n0, &x0, &mut y0, &mut y1, &x1);
        same("y0 after the inverse", &[y0], &[0.657]);
        same("y1 after the inverse", &[y1], &[-1.092]);
        main(n0, &x0, &mut y0, &mut y1, &x1);
        let mut x0_bar = [0.84375];
        let mut y0_bar = 1.359375;
        let mut y1_bar = 0.625;
        let mut x1_bar = [0.4375, 0.5625];
        main::adjoint(n0, &x0, &mut x0_bar, &mut y0, &mut y0_bar, &mut y1, &mut y1_bar, &x1, &mut x1_bar);
        same("y0 after the adjoint", &[y0], &[0.657]);
        same("y1 after the adjoint", &[y1], &[-1.092]);
        same("x0_bar", &x0_bar, &[1.0917755918166574]);
        same("y0_bar", &[y0_bar], &[1.359375]);
        same("y1_bar", &[y1_bar], &[0.625]);
        same("x1_bar", &x1_bar, &[-2.9818290554622933, 1.6229791991277374]);
        let mut x0_bar = [0.84375];
        let mut y0_bar = 1.359375;
        let mut y1_bar = 0.625;
        let mut x1_bar = [0.4375, 0.5625];
        main::sweep(n0, &x0, &mut x0_bar, &mut y0, &mut y0_bar, &mut y1, &mut y1_bar, &x1, &mut x1_bar);
        same("y0 after the sweep", &[y0], &[-0.8625926919833633]);
        same("y1 after the sweep", &[y1], &[-4.674654484559945]);
        same("x0_bar", &x0_bar, &[1.0917755918166574]);
        same("y0_bar", &[y0_bar], &[1.359375]);
        same("y1_bar", &[y1_bar], &[0.625]);
        same("x1_bar", &x1_bar, &[-2.9818290554622933, 1.6229791991277374]);
    }
}

