//! Parts of variants that change behind `&mut`: numbers, arrays, structures and options, by statements and by calls.

use super::agrees;
use retrograde::prelude::*;

#[derive(Clone, Debug, Differentiable)]
enum Cell {
    Memory { state: Option<f64>, gain: f64 },
    Line { taps: [f64; 2] },
    Off,
}

#[differentiable]
fn step(cell: &mut Cell, u: f64) -> f64 {
    match cell {
        Cell::Memory { state, gain } => {
            let before = state.unwrap_or(0.0);
            let s = before * *gain + u;
            *state = Some(s);
            s * u
        }
        Cell::Line { taps } => {
            let y = taps[0] * taps[1] + u;
            taps[1] = taps[0];
            taps[0] = u;
            y
        }
        Cell::Off => u,
    }
}

#[differentiable]
fn ran(x: &[f64]) -> f64 {
    let mut a = Cell::Memory { state: None, gain: x[3] };
    let mut b = Cell::Line { taps: [x[0], x[1]] };
    let mut c = Cell::Off;
    let mut s = 0.0;
    for v in x {
        s += step(&mut a, *v) * step(&mut b, v * v) + step(&mut c, *v);
    }
    s
}

#[derive(Clone, Debug, Differentiable)]
enum Other {
    Last(Option<f64>),
    Off,
}

#[differentiable]
fn forget(o: &mut Other, u: f64) {
    if let Other::Last(state) = o {
        *state = if u > 0.5 { None } else { Some(u * u) };
    }
}

#[differentiable]
fn forgets(x: &[f64]) -> f64 {
    let (mut o, mut off) = (Other::Last(None), Other::Off);
    let mut s = 0.0;
    for v in x {
        forget(&mut o, *v);
        forget(&mut off, *v);
        s += match &o {
            Other::Last(Some(w)) => w * v,
            Other::Last(None) => v * v * v,
            Other::Off => 0.0,
        };
    }
    s
}

#[derive(Clone, Debug, Differentiable)]
struct Kept {
    state: Option<f64>,
    g: f64,
}

#[differentiable]
impl Kept {
    fn step(&mut self, u: f64) -> f64 {
        if let Some(m) = &mut self.state {
            *m += u;
        }
        if let Some(m) = self.state.as_mut() {
            *m *= u;
        }
        self.g
    }
}

#[differentiable]
fn kept(x: &[f64]) -> f64 {
    let mut a = Kept { state: Some(x[0]), g: x[1] };
    let mut s = 0.0;
    for v in x {
        s += a.step(*v) * a.state.unwrap_or(1.0);
    }
    s
}

#[derive(Clone, Debug, Differentiable)]
struct Pid {
    gain: f64,
    last: f64,
}

#[differentiable]
impl Pid {
    fn update(&mut self, e: f64) -> f64 {
        let d = e - self.last;
        self.last = e;
        d * self.gain
    }
}

#[differentiable]
fn bump(x: &mut f64, by: f64) {
    *x += by * *x;
}

#[derive(Clone, Debug, Differentiable)]
enum Part {
    Control(Pid),
    Buffer { all: [f64; 2], sum: f64 },
    Gain(f64),
    Idle,
}

#[differentiable]
impl Part {
    fn run(&mut self, u: f64) -> f64 {
        match self {
            Part::Control(pid) => pid.update(u),
            Part::Buffer { all, sum } => {
                if u > 0.25 {
                    all[0] += u * u;
                    *sum += u;
                } else {
                    for v in all.iter_mut() {
                        *v *= 0.5;
                    }
                    *sum = *sum * 0.5 + u;
                }
                if all[0] > 0.4 {
                    return *sum;
                }
                all.iter().sum::<f64>() * *sum
            }
            Part::Gain(g) => {
                bump(g, u);
                *g *= 1.1;
                *g * u
            }
            Part::Idle => u,
        }
    }
}

#[differentiable]
fn parts(x: &[f64]) -> f64 {
    let mut all = vec![
        Part::Control(Pid { gain: x[0], last: 0.0 }),
        Part::Buffer { all: [x[1], x[0]], sum: x[2] },
        Part::Gain(x[3]),
        Part::Idle,
    ];
    let mut s = 0.0;
    for v in x {
        for p in all.iter_mut() {
            s += p.run(*v);
        }
    }
    if let Part::Gain(g) = &mut all[2] {
        *g += x[0];
    }
    for p in &mut all {
        if let Part::Gain(g) = p {
            *g *= x[1];
        }
    }
    s + all[2].run(x[1])
}

#[derive(Clone, Debug, Differentiable)]
enum Held {
    Memory { state: f64, gain: f64 },
    Pair(f64, f64),
}

/// Arms that are changes, without a block, in a match inside.
#[differentiable]
fn fed(cell: &mut Held, u: f64, n: usize) -> f64 {
    match cell {
        Held::Memory { state, gain } => match n % 3 {
            0 => *state += u * *gain,
            1 => *state *= 1.5,
            _ => {
                if u > 0.0 {
                    *gain -= 0.1 * u;
                } else {
                    *state = u * u;
                }
            }
        },
        Held::Pair(a, b) => {
            if n % 2 == 0 {
                [u, 0.5].iter().for_each(|v| *a += *b * v);
            } else {
                *b = *a * u
            }
        }
    }
    match cell {
        Held::Memory { state, gain } => *state * *gain,
        Held::Pair(a, b) => *a - *b * 2.0,
    }
}

#[differentiable]
fn nested(x: &[f64]) -> f64 {
    let mut cells = [Held::Memory { state: x[0], gain: x[1] }, Held::Pair(x[2], x[3])];
    let mut s = 0.0;
    for n in 0..6 {
        for i in 0..2 {
            s += fed(&mut cells[i], x[n % 4], n) * (1.0 + i as f64);
        }
    }
    s
}

#[test]
fn parts_of_variants_change() {
    for x in [[0.31, 0.7, -0.5, 0.9], [0.9, -0.4, 0.2, 0.6], [-0.6, 0.52, 0.75, 0.15], [1.3, 0.2, 0.4, -0.35]]
    {
        agrees("ran", ran, &ran::gradient(&x).1.0, &x);
        agrees("forgets", forgets, &forgets::gradient(&x).1.0, &x);
        agrees("kept", kept, &kept::gradient(&x).1.0, &x);
        agrees("parts", parts, &parts::gradient(&x).1.0, &x);
        agrees("nested", nested, &nested::gradient(&x).1.0, &x);
        assert_eq!(nested(&x).to_bits(), nested::gradient(&x).0.to_bits());
    }
}
