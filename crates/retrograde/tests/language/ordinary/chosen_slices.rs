//! Ranges with a name, slices and vectors that a condition chooses, and tables of variants with values.

use super::agrees;

mod ranges {
    use retrograde::prelude::*;
    #[differentiable]
    fn sum(v: &[f64]) -> f64 {
        let mut s = 0.0;
        for a in v {
            s += a * a;
        }
        s
    }
    #[differentiable]
    fn dot(a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let r = 1..x.len() - 1;
        let mut s = 0.0;
        for i in r.clone() {
            s += x[i] * x[i - 1];
        }
        for i in r.clone().rev() {
            s *= 1.0 + 0.1 * x[i];
        }
        let w = r.len() as f64;
        s *= w;
        let t: f64 = r.clone().map(|i| x[i].sin()).sum();
        for i in 0..x.len() {
            if r.contains(&i) {
                s += x[i];
            }
        }
        s += sum(&x[r.clone()]);
        for i in r {
            s *= x[i];
        }
        let k = x.len() / 2;
        let half = if x[0] > 0.75 { 0..k } else { k..x.len() };
        for i in half.clone() {
            s += t * x[i];
        }
        s * half.start as f64 + half.end as f64 * x[1]
    }
}

mod chosen {
    use retrograde::prelude::*;
    #[differentiable]
    fn sum(v: &[f64]) -> f64 {
        let mut s = 0.0;
        for a in v {
            s += a * a;
        }
        s
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let n = x.len();
        let s = if x[0] > 0.5 { &x[..n / 2] } else { &x[n / 2..] };
        let mut t = 0.0;
        for v in s {
            t += v * v;
        }
        let c = vec![1.0, x[1] * x[2], x[3]];
        let q = if x[2] > 0.9 { &x[1..3] } else { &c[..] };
        t += sum(q) * q[0];
        let z = match n {
            6 => &x[2..=4],
            _ => x,
        };
        t += z.iter().map(|v| v.sin()).sum::<f64>() + z.len() as f64 * z[1];
        let mut y = x.to_vec();
        let h = if x[3] > 1.0 { &mut y[..3] } else { &mut y[3..] };
        for v in h.iter_mut() {
            *v *= 2.0;
        }
        h[0] += 1.0;
        t + y.iter().enumerate().map(|(i, v)| v * i as f64).sum::<f64>()
    }
}

mod halves {
    use retrograde::prelude::*;
    // binary search over a sorted slice by halves
    #[differentiable]
    fn interp(t: &[f64], y: &[f64], at: f64) -> f64 {
        let (mut lo, mut hi) = (0, t.len() - 1);
        while hi - lo > 1 {
            let mid = (lo + hi) / 2;
            if t[mid] > at {
                hi = mid;
            } else {
                lo = mid;
            }
        }
        let w = (at - t[lo]) / (t[hi] - t[lo]);
        y[lo] * (1.0 - w) + y[hi] * w
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let t: Vec<f64> = (0..x.len()).map(|i| i as f64 * 0.5).collect();
        let window = 2..5;
        let (a, b) = x.split_at(window.start);
        let mid = &x[window];
        let long = if a.len() > mid.len() { a } else { mid };
        interp(&t, x, x[0]) + a.iter().sum::<f64>() * mid[1] + b[0] * long[0] * long.len() as f64
    }
}

mod machine {
    use retrograde::prelude::*;
    #[derive(Clone, Copy, Differentiable)]
    enum MachineOp {
        Push(f64),
        Load(usize),
        Add,
        Mul,
        Scale { by: f64, at: usize },
    }
    const MACHINE_PROGRAM: [MachineOp; 6] = [
        MachineOp::Push(2.0),
        MachineOp::Load(1),
        MachineOp::Add,
        MachineOp::Load(2),
        MachineOp::Mul,
        MachineOp::Scale { by: 0.5, at: 3 },
    ];
    static MACHINE_TABLE: &[(MachineOp, f64)] = &[(MachineOp::Push(1.5), 2.0), (MachineOp::Add, 0.3)];
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut stack: Vec<f64> = Vec::new();
        stack.push(x[0]);
        for pc in 0..MACHINE_PROGRAM.len() {
            match MACHINE_PROGRAM[pc] {
                MachineOp::Push(c) => stack.push(c * x[5]),
                MachineOp::Load(i) => stack.push(x[i]),
                MachineOp::Add => {
                    let a = stack.pop().unwrap();
                    let b = stack.pop().unwrap();
                    stack.push(a + b);
                }
                MachineOp::Mul => {
                    let a = stack.pop().unwrap();
                    let b = stack.pop().unwrap();
                    stack.push(a * b);
                }
                MachineOp::Scale { by, at } => {
                    let a = stack.pop().unwrap();
                    stack.push(by * a * x[at]);
                }
            }
        }
        let mut s = stack.pop().unwrap();
        for op in MACHINE_PROGRAM.iter() {
            if let MachineOp::Push(c) = op {
                s += c * x[4];
            }
        }
        for (op, w) in MACHINE_TABLE.iter() {
            match op {
                MachineOp::Push(c) => s += c * w * x[1],
                _ => s *= *w,
            }
        }
        s
    }
}

const AT: [f64; 6] = [0.7, 1.3, 0.4, 2.1, 0.9, 1.6];

#[test]
fn bounds_and_lists_are_chosen() {
    agrees("ranges", ranges::f, &ranges::f::gradient(&AT).1.0, &AT);
    agrees("chosen", chosen::f, &chosen::f::gradient(&AT).1.0, &AT);
    agrees("halves", halves::f, &halves::f::gradient(&AT).1.0, &AT);
    agrees("machine", machine::f, &machine::f::gradient(&AT).1.0, &AT);
}
