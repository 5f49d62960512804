//! Generated programs, part 11.

mod program_044 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn f0<T: Real>(p0: &Body<T>, #[inactive] d0: &[T], #[inactive] b0: T, y0: &mut T) {
        for i0 in 0..p0.w.len() - 1 {
            for i1 in (i0..d0.len()).rev() {
                let m0 = i0 * 2;
            }
        }
        'r0: {
            let t0 = (p0.at.x * *y0).min((*y0).softplus());
            for i2 in (1..=p0.w.len() - 1).step_by(2) {
                *y0 -= ((i2 as T) / ((i2 as T) * (i2 as T) + 1.0)) * (i2 as T);
            }
        }
        let mut s0 = 0.0;
        'r1: {
            let mut s1 = 0.0;
            let mut o0 = Vec2 { x: s0.min(s1) * 0.1, y: b0.max(0.3).atan() };
        }
        undo!('r1);
        undo!('r0);
    }

    #[reversible]
    fn main<T: Real>(p0: &Body<T>, g0: &mut [[T; 3]; 1], p1: &Vec2<T>) {
        for i0 in (0..3).rev().step_by(1) {
            neg(&mut g0[0][2]);
            let mut o0 = Body { at: Vec2 { x: p1.y.sin(), y: (p1.y * p1.y + 1.0).powf(p0.at.y.tanh()) * (p0.at.y + (i0 as T)) }, w: [p1.y.sin(), (p1.y * p1.y + 1.0).powf(p0.at.y.tanh()) * (p0.at.y + (i0 as T)), p1.y.sin()], m: (p1.y * p1.y + 1.0).powf(p0.at.y.tanh()) * (p0.at.y + (i0 as T)), k: 1 };
        }
        for i1 in (0..3).step_by(3).rev() {
            g0[0][i1] += p0.at.y.sin().sinh();
            g0[0][2 - i1] -= p1.y.tanh();
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut p0 = Body { at: Vec2 { x: real::<$T>(-1.095), y: real::<$T>(-1.469) }, w: reals::<$T, 3>([-0.219, -0.71893, -0.5938599999999999]), m: real::<$T>(1.407), k: 2 };
                let mut g0 = [[0.531, 0.15607, -0.5938599999999999]].map(reals::<$T, 3>);
                let mut p1 = Vec2 { x: real::<$T>(1.282), y: real::<$T>(0.28300000000000003) };
                let g0_before = [g0[0][0], g0[0][1], g0[0][2]];
                main(&p0, &mut g0, &p1);
                same("g0 after the primal", &[g0[0][0], g0[0][1], g0[0][2]], &[-0.6362287263118885, 0.15607, 0.31818063066122554]);
                let g0_after = [g0[0][0], g0[0][1], g0[0][2]];
                main::inverse(&p0, &mut g0, &p1);
                back("g0 after the inverse", &[g0[0][0], g0[0][1], g0[0][2]], &g0_before);
                main(&p0, &mut g0, &p1);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.at.x = real(0.84375);
                p0_bar.at.y = real(1.359375);
                p0_bar.w[0] = real(0.625);
                p0_bar.w[1] = real(0.4375);
                p0_bar.w[2] = real(0.5625);
                p0_bar.m = real(0.828125);
                let mut g0_bar = g0.shadow::<$T>();
                g0_bar[0][0] = real(1.6875);
                g0_bar[0][1] = real(1.015625);
                g0_bar[0][2] = real(0.890625);
                let mut p1_bar = p1.shadow::<$T>();
                p1_bar.x = real(1.140625);
                p1_bar.y = real(0.9375);
                main::adjoint(&p0, &mut p0_bar, &mut g0, &mut g0_bar, &p1, &mut p1_bar);
                back("g0 after the adjoint", &[g0[0][0], g0[0][1], g0[0][2]], &g0_before);
                same("p0_bar", &[p0_bar.at.x, p0_bar.at.y, p0_bar.w[0], p0_bar.w[1], p0_bar.w[2], p0_bar.m], &[0.84375, 1.6229501055850923, 0.625, 0.4375, 0.5625, 0.828125]);
                same("g0_bar", &[g0_bar[0][0], g0_bar[0][1], g0_bar[0][2]], &[1.6875, 1.015625, -0.890625]);
                same("p1_bar", &[p1_bar.x, p1_bar.y], &[1.140625, 0.11456171151100614]);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.at.x = real(0.84375);
                p0_bar.at.y = real(1.359375);
                p0_bar.w[0] = real(0.625);
                p0_bar.w[1] = real(0.4375);
                p0_bar.w[2] = real(0.5625);
                p0_bar.m = real(0.828125);
                let mut g0_bar = g0.shadow::<$T>();
                g0_bar[0][0] = real(1.6875);
                g0_bar[0][1] = real(1.015625);
                g0_bar[0][2] = real(0.890625);
                let mut p1_bar = p1.shadow::<$T>();
                p1_bar.x = real(1.140625);
                p1_bar.y = real(0.9375);
                main::sweep(&p0, &mut p0_bar, &mut g0, &mut g0_bar, &p1, &mut p1_bar);
                back("g0 after the sweep", &[g0[0][0], g0[0][1], g0[0][2]], &g0_after);
                same("p0_bar", &[p0_bar.at.x, p0_bar.at.y, p0_bar.w[0], p0_bar.w[1], p0_bar.w[2], p0_bar.m], &[0.84375, 1.6229501055850923, 0.625, 0.4375, 0.5625, 0.828125]);
                same("g0_bar", &[g0_bar[0][0], g0_bar[0][1], g0_bar[0][2]], &[1.6875, 1.015625, -0.890625]);
                same("p1_bar", &[p1_bar.x, p1_bar.y], &[1.140625, 0.11456171151100614]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_045 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main(p0: &mut Vec2<f64>, y0: &mut f64, v0: &mut [f64], n0: usize, #[inactive] b0: f64) {
        for (j0, e0) in v0.iter_mut().enumerate().rev() {
            *e0 -= (n0 as f64).tanh().softplus();
            for i0 in (j0..4).rev() {
                p0.x += p0.y / (b0 * b0 + 1.0);
                *y0 -= b0 + b0;
                p0.x += (*y0 + b0) / ((b0 + *y0) * (b0 + *y0) + 1.0);
            }
        }
        let mut g0 = Log::from_value((0.125 as f64) * (0.125 as f64) + 1.0);
        g0 /= Log::from_value((p0.y.logistic() - (*y0 + (0.125 + 1.5))) * (p0.y.logistic() - (*y0 + (0.125 + 1.5))) + 1.0);
        v0[n0] += g0.ln();
        let mut h0 = 0.0;
        h0 += g0.ln().powi(2);
        let mut stack0: Vec<f64> = Vec::new();
        push!(stack0, v0[1]);
        v0[1] += 0.5 - h0.tanh();
        v0[1] -= 0.5 - h0.tanh();
        pop!(stack0, v0[1]);
        free!(stack0);
        let mut g1 = Log::from_value((g0.ln().mul_add(h0 * p0.x, 0.5)) * (g0.ln().mul_add(h0 * p0.x, 0.5)) + 1.0);
        g1 *= Log::from_value(((g0.ln() * g0.ln() + 1.0).powf((*y0 + g0.ln()).tanh())) * ((g0.ln() * g0.ln() + 1.0).powf((*y0 + g0.ln()).tanh())) + 1.0);
        swap(&mut v0[0..2], &mut v0[2..4]);
        h0 -= g0.ln().powi(2);
        free!(h0 = 0.0);
        if (b0 > 0.355) || (n0 >= 2) {
            let mut map0: std::collections::BTreeMap<i64, f64> = std::collections::BTreeMap::new();
            insert!(map0, 1, (0.5 * (((n0 as f64) * (n0 as f64) + 1.0).ln() - g1.ln()).sin()).asin());
            insert!(map0, -2, 0.1);
            let o0 = Body { at: Vec2 { x: g0.ln().sin().asinh(), y: (g0.ln().atan2((g1.ln() * g1.ln() + 1.0)).atan2((g0.ln() * g0.ln() + 1.0)) * g0.ln().atan2((g1.ln() * g1.ln() + 1.0)).atan2((g0.ln() * g0.ln() + 1.0)) + 1.0).powf(p0.y.hypot((v0[n0] * v0[n0] + 1.0)).tanh()) }, w: [g0.ln().sin().asinh(), (g0.ln().atan2((g1.ln() * g1.ln() + 1.0)).atan2((g0.ln() * g0.ln() + 1.0)) * g0.ln().atan2((g1.ln() * g1.ln() + 1.0)).atan2((g0.ln() * g0.ln() + 1.0)) + 1.0).powf(p0.y.hypot((v0[n0] * v0[n0] + 1.0)).tanh()), g0.ln().sin().asinh()], m: (g0.ln().atan2((g1.ln() * g1.ln() + 1.0)).atan2((g0.ln() * g0.ln() + 1.0)) * g0.ln().atan2((g1.ln() * g1.ln() + 1.0)).atan2((g0.ln() * g0.ln() + 1.0)) + 1.0).powf(p0.y.hypot((v0[n0] * v0[n0] + 1.0)).tanh()), k: 1 };
            remove!(map0, 1, (0.5 * (((n0 as f64) * (n0 as f64) + 1.0).ln() - g1.ln()).sin()).asin());
            remove!(map0, -2, 0.1);
            free!(map0);
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut p0 = Vec2 { x: real::<$T>(-0.345), y: real::<$T>(-0.719) };
                let mut y0 = real::<$T>(-1.219);
                let mut v0 = reals::<$T, 4>([-1.343, -0.46792999999999996, -0.9678599999999999, 0.6572100000000001]);
                let mut n0 = 3;
                let mut b0 = real::<$T>(0.159);
                let p0_before = [p0.x, p0.y];
                let y0_before = [y0];
                let v0_before = [v0[0], v0[1], v0[2], v0[3]];
                main(&mut p0, &mut y0, &mut v0, n0, b0);
                same("p0 after the primal", &[p0.x, p0.y], &[-10.663009036079798, -0.719]);
                same("y0 after the primal", &[y0], &[-4.399]);
                same("v0 after the primal", &[v0[0], v0[1], v0[2], v0[3]], &[-2.277508828725691, -2.999674092517295, -2.652648828725691, -1.777578828725691]);
                let p0_after = [p0.x, p0.y];
                let y0_after = [y0];
                let v0_after = [v0[0], v0[1], v0[2], v0[3]];
                main::inverse(&mut p0, &mut y0, &mut v0, n0, b0);
                back("p0 after the inverse", &[p0.x, p0.y], &p0_before);
                back("y0 after the inverse", &[y0], &y0_before);
                back("v0 after the inverse", &[v0[0], v0[1], v0[2], v0[3]], &v0_before);
                main(&mut p0, &mut y0, &mut v0, n0, b0);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.84375);
                p0_bar.y = real(1.359375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.625);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.4375);
                v0_bar[1] = real(0.5625);
                v0_bar[2] = real(0.828125);
                v0_bar[3] = real(1.6875);
                main::adjoint(&mut p0, &mut p0_bar, &mut y0, &mut y0_bar, &mut v0, &mut v0_bar, n0, b0);
                back("p0 after the adjoint", &[p0.x, p0.y], &p0_before);
                back("y0 after the adjoint", &[y0], &y0_before);
                back("v0 after the adjoint", &[v0[0], v0[1], v0[2], v0[3]], &v0_before);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.84375, 9.516449998230147]);
                same("y0_bar", &[y0_bar], &[0.22322819009482292]);
                same("v0_bar", &[v0_bar[0], v0_bar[1], v0_bar[2], v0_bar[3]], &[0.828125, 1.6875, 0.4375, 0.5625]);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.x = real(0.84375);
                p0_bar.y = real(1.359375);
                let mut y0_bar = y0.shadow::<$T>();
                y0_bar = real(0.625);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.4375);
                v0_bar[1] = real(0.5625);
                v0_bar[2] = real(0.828125);
                v0_bar[3] = real(1.6875);
                main::sweep(&mut p0, &mut p0_bar, &mut y0, &mut y0_bar, &mut v0, &mut v0_bar, n0, b0);
                back("p0 after the sweep", &[p0.x, p0.y], &p0_after);
                back("y0 after the sweep", &[y0], &y0_after);
                back("v0 after the sweep", &[v0[0], v0[1], v0[2], v0[3]], &v0_after);
                same("p0_bar", &[p0_bar.x, p0_bar.y], &[0.84375, 9.516449998230147]);
                same("y0_bar", &[y0_bar], &[0.22322819009482292]);
                same("v0_bar", &[v0_bar[0], v0_bar[1], v0_bar[2], v0_bar[3]], &[0.828125, 1.6875, 0.4375, 0.5625]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
}

mod program_046 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main<T: Real>(#[scratch] z0: &mut [T], w0: T, n0: usize, g0: &mut [[T; 2]; 2]) {
        for i0 in 0..4 {
            for i1 in (n0..i0 + 1).step_by(1) {
                each!(z0 += 0.75 * w0 - 0.75 * 0.5);
            }
            z0[3] += w0;
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut z0 = reals::<$T, 4>([0.0, 0.0, 0.0, 0.0]);
                let mut w0 = real::<$T>(0.156);
                let mut n0 = 4;
                let mut g0 = [[-0.717, -0.21693], [1.4085599999999998, -1.2163700000000002]].map(reals::<$T, 2>);
                let g0_before = [g0[0][0], g0[0][1], g0[1][0], g0[1][1]];
                main(&mut z0, w0, n0, &mut g0);
                same("g0 after the primal", &[g0[0][0], g0[0][1], g0[1][0], g0[1][1]], &[-0.717, -0.21693, 1.4085599999999998, -1.2163700000000002]);
                let g0_after = [g0[0][0], g0[0][1], g0[1][0], g0[1][1]];
                z0.fill(real(0.0));
                main::inverse(&mut z0, w0, n0, &mut g0);
                back("g0 after the inverse", &[g0[0][0], g0[0][1], g0[1][0], g0[1][1]], &g0_before);
                z0.fill(real(0.0));
                main(&mut z0, w0, n0, &mut g0);
                z0.fill(real(0.0));
                let mut z0_bar = z0.shadow::<$T>();
                z0_bar[0] = real(0.0);
                z0_bar[1] = real(0.0);
                z0_bar[2] = real(0.0);
                z0_bar[3] = real(0.0);
                let mut w0_bar = w0.shadow::<$T>();
                w0_bar = real(0.84375);
                let mut g0_bar = g0.shadow::<$T>();
                g0_bar[0][0] = real(1.359375);
                g0_bar[0][1] = real(0.625);
                g0_bar[1][0] = real(0.4375);
                g0_bar[1][1] = real(0.5625);
                main::adjoint(&mut z0, &mut z0_bar, w0, &mut w0_bar, n0, &mut g0, &mut g0_bar);
                back("g0 after the adjoint", &[g0[0][0], g0[0][1], g0[1][0], g0[1][1]], &g0_before);
                same("w0_bar", &[w0_bar], &[0.84375]);
                same("g0_bar", &[g0_bar[0][0], g0_bar[0][1], g0_bar[1][0], g0_bar[1][1]], &[1.359375, 0.625, 0.4375, 0.5625]);
                z0.fill(real(0.0));
                let mut z0_bar = z0.shadow::<$T>();
                z0_bar[0] = real(0.0);
                z0_bar[1] = real(0.0);
                z0_bar[2] = real(0.0);
                z0_bar[3] = real(0.0);
                let mut w0_bar = w0.shadow::<$T>();
                w0_bar = real(0.84375);
                let mut g0_bar = g0.shadow::<$T>();
                g0_bar[0][0] = real(1.359375);
                g0_bar[0][1] = real(0.625);
                g0_bar[1][0] = real(0.4375);
                g0_bar[1][1] = real(0.5625);
                main::sweep(&mut z0, &mut z0_bar, w0, &mut w0_bar, n0, &mut g0, &mut g0_bar);
                back("g0 after the sweep", &[g0[0][0], g0[0][1], g0[1][0], g0[1][1]], &g0_after);
                same("w0_bar", &[w0_bar], &[0.84375]);
                same("g0_bar", &[g0_bar[0][0], g0_bar[0][1], g0_bar[1][0], g0_bar[1][1]], &[1.359375, 0.625, 0.4375, 0.5625]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

mod program_047 {
    use retrograde::{Fixed43, Log, prelude::*};
    use super::super::*;

    #[reversible]
    fn main<T: Real>(p0: &mut (T, T), p1: &mut Body<T>, v0: &mut [T]) {
        for i0 in (0..=p1.w.len() - 1).step_by(2) {
            if i0 >= 1 {
                neg(&mut v0[2 - i0]);
            }
        }
        for i1 in 1..3 {
            p0.0 -= 0.5;
            let mut map0: std::collections::BTreeMap<i64, T> = std::collections::BTreeMap::new();
            insert!(map0, 1, 1.0 * (p0.1 * p1.w[1]));
            insert!(map0, -2, (p0.0 * p0.0 + 1.0).ln().powi(3));
            map0[&1] += map0[&-2] * 0.5;
            p1.k += 3;
            for j0 in map0.keys() {
                p1.at.x += map0[j0] * 0.5;
            }
            let mut g0 = Log::from_value((((p0.1 * map0[&1].max(map0[&1])) * (p0.1 * map0[&1].max(map0[&1])) + 1.0).powf(p1.at.y.sin().sinh().tanh())) * (((p0.1 * map0[&1].max(map0[&1])) * (p0.1 * map0[&1].max(map0[&1])) + 1.0).powf(p1.at.y.sin().sinh().tanh())) + 1.0);
            g0 *= Log::from_value((((p1.at.y + map0[&1]) + map0[&1]).atan2((map0[&1] * map0[&1] + 1.0))) * (((p1.at.y + map0[&1]) + map0[&1]).atan2((map0[&1] * map0[&1] + 1.0))) + 1.0);
            swap(&mut v0[1..2], &mut v0[2..3]);
        }
    }

    macro_rules! arrives_where_the_interpreter_does {
        ($at:ident, $T:ty) => {
            #[test]
            fn $at() {
                let mut p0 = (real::<$T>(-1.095), real::<$T>(1.281));
                let mut p1 = Body { at: Vec2 { x: real::<$T>(-0.844), y: real::<$T>(1.532) }, w: reals::<$T, 3>([-0.718, -0.34292999999999996, 0.40714]), m: real::<$T>(0.908), k: 2 };
                let mut v0 = reals::<$T, 3>([0.532, -1.09293, 0.6571400000000001]);
                let p0_before = [p0.0, p0.1];
                let p1_before = [p1.at.x, p1.at.y, p1.w[0], p1.w[1], p1.w[2], p1.m];
                let p1_k_before = p1.k.clone();
                let v0_before = [v0[0], v0[1], v0[2]];
                main(&mut p0, &mut p1, &mut v0);
                same("p0 after the primal", &[p0.0, p0.1], &[-2.0949999999999998, 1.281]);
                same("p1 after the primal", &[p1.at.x, p1.at.y, p1.w[0], p1.w[1], p1.w[2], p1.m], &[3.8198798293114153, 1.532, -0.718, -0.34292999999999996, 0.40714, 0.908]);
                same("v0 after the primal", &[v0[0], v0[1], v0[2]], &[-0.532, -1.09293, 0.6571400000000001]);
                let p0_after = [p0.0, p0.1];
                let p1_after = [p1.at.x, p1.at.y, p1.w[0], p1.w[1], p1.w[2], p1.m];
                let p1_k_after = p1.k.clone();
                let v0_after = [v0[0], v0[1], v0[2]];
                main::inverse(&mut p0, &mut p1, &mut v0);
                back("p0 after the inverse", &[p0.0, p0.1], &p0_before);
                back("p1 after the inverse", &[p1.at.x, p1.at.y, p1.w[0], p1.w[1], p1.w[2], p1.m], &p1_before);
                assert_eq!(p1.k, p1_k_before, "p1.k after the inverse");
                back("v0 after the inverse", &[v0[0], v0[1], v0[2]], &v0_before);
                main(&mut p0, &mut p1, &mut v0);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.0 = real(0.84375);
                p0_bar.1 = real(1.359375);
                let mut p1_bar = p1.shadow::<$T>();
                p1_bar.at.x = real(0.625);
                p1_bar.at.y = real(0.4375);
                p1_bar.w[0] = real(0.5625);
                p1_bar.w[1] = real(0.828125);
                p1_bar.w[2] = real(1.6875);
                p1_bar.m = real(1.015625);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.890625);
                v0_bar[1] = real(1.140625);
                v0_bar[2] = real(0.9375);
                main::adjoint(&mut p0, &mut p0_bar, &mut p1, &mut p1_bar, &mut v0, &mut v0_bar);
                back("p0 after the adjoint", &[p0.0, p0.1], &p0_before);
                back("p1 after the adjoint", &[p1.at.x, p1.at.y, p1.w[0], p1.w[1], p1.w[2], p1.m], &p1_before);
                assert_eq!(p1.k, p1_k_before, "p1.k after the adjoint");
                back("v0 after the adjoint", &[v0[0], v0[1], v0[2]], &v0_before);
                same("p0_bar", &[p0_bar.0, p0_bar.1], &[-4.284593595536192, 1.1450437500000001]);
                same("p1_bar", &[p1_bar.at.x, p1_bar.at.y, p1_bar.w[0], p1_bar.w[1], p1_bar.w[2], p1_bar.m], &[0.625, 0.4375, 0.5625, 1.6287500000000001, 1.6875, 1.015625]);
                same("v0_bar", &[v0_bar[0], v0_bar[1], v0_bar[2]], &[-0.890625, 1.140625, 0.9375]);
                let mut p0_bar = p0.shadow::<$T>();
                p0_bar.0 = real(0.84375);
                p0_bar.1 = real(1.359375);
                let mut p1_bar = p1.shadow::<$T>();
                p1_bar.at.x = real(0.625);
                p1_bar.at.y = real(0.4375);
                p1_bar.w[0] = real(0.5625);
                p1_bar.w[1] = real(0.828125);
                p1_bar.w[2] = real(1.6875);
                p1_bar.m = real(1.015625);
                let mut v0_bar = v0.shadow::<$T>();
                v0_bar[0] = real(0.890625);
                v0_bar[1] = real(1.140625);
                v0_bar[2] = real(0.9375);
                main::sweep(&mut p0, &mut p0_bar, &mut p1, &mut p1_bar, &mut v0, &mut v0_bar);
                back("p0 after the sweep", &[p0.0, p0.1], &p0_after);
                back("p1 after the sweep", &[p1.at.x, p1.at.y, p1.w[0], p1.w[1], p1.w[2], p1.m], &p1_after);
                assert_eq!(p1.k, p1_k_after, "p1.k after the sweep");
                back("v0 after the sweep", &[v0[0], v0[1], v0[2]], &v0_after);
                same("p0_bar", &[p0_bar.0, p0_bar.1], &[-4.284593595536192, 1.1450437500000001]);
                same("p1_bar", &[p1_bar.at.x, p1_bar.at.y, p1_bar.w[0], p1_bar.w[1], p1_bar.w[2], p1_bar.m], &[0.625, 0.4375, 0.5625, 1.6287500000000001, 1.6875, 1.015625]);
                same("v0_bar", &[v0_bar[0], v0_bar[1], v0_bar[2]], &[-0.890625, 1.140625, 0.9375]);
            }
        };
    }
    arrives_where_the_interpreter_does!(at_f64, f64);
    arrives_where_the_interpreter_does!(at_fixed43, Fixed43);
}

