//! Options that hold a variant or a tuple: none of them has a value to start from but those of the text.

use retrograde::{Differentiable, differentiable};

/// Nothing is derived that has a value by default.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Low,
    Middle,
    High,
}

#[differentiable]
fn chosen(x: &[f64], w: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let kind = if x[i] > 1.0 {
            Some(Kind::High)
        } else if x[i] > 0.5 {
            Some(Kind::Low)
        } else {
            None
        };
        s += match kind {
            Some(Kind::High) => x[i] * w,
            Some(_) => x[i] * x[i],
            None => w,
        };
    }
    s
}

#[differentiable]
fn assigned(x: &[f64], w: f64) -> f64 {
    let (mut last, mut s) = (None, 0.0);
    for v in x {
        match last {
            Some(Kind::High) => s += v * w,
            Some(kind) if kind == Kind::Low => s += v * v,
            Some(_) => s *= 0.5,
            None => s += w,
        }
        last = Some(if *v > 0.8 {
            Kind::High
        } else if *v > 0.3 {
            Kind::Low
        } else {
            Kind::Middle
        });
    }
    s
}

#[differentiable]
fn declared(x: &[f64], w: f64) -> f64 {
    let mut s = 0.0;
    let mut seen: Option<Kind> = None;
    for (n, v) in x.iter().enumerate() {
        let kind = match n {
            0 => Some(Kind::Low),
            3 => None,
            _ if *v > 0.6 => Some(Kind::High),
            _ => Some(Kind::Middle),
        };
        if kind.is_some() {
            seen = kind;
        }
        if seen == Some(Kind::Middle) {
            s = s * w + v;
        } else if let Some(Kind::High) = seen {
            s *= v;
        } else {
            s += v * v;
        }
    }
    if seen.is_none() {
        return w;
    }
    s
}

/// An enum whose other variants hold numbers.
#[derive(Clone, Copy, Debug, Differentiable)]
enum Mode {
    Off,
    On(f64),
}

#[differentiable]
fn mixed(x: &[f64], w: f64) -> f64 {
    let mut last: Option<Mode> = None;
    let mut s = 0.0;
    for v in x {
        if let Some(Mode::On(gain)) = last {
            s += gain * v;
        }
        last = Some(if *v > 0.6 { Mode::Off } else { Mode::On(v * w) });
    }
    s
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Planet {
    mass: f64,
}

impl Planet {
    /// A constant of one letter looks like a variant.
    const G: f64 = 9.81;
    const EARTH: Planet = Planet { mass: 1.0 };
}

#[differentiable]
fn constants(x: &[f64], w: f64) -> f64 {
    let (mut number, mut s) = (None, 0.0);
    let mut planet: Option<Planet> = None;
    for v in x {
        if let Some(g) = number {
            s += g * v;
        }
        number = Some(if *v > 0.6 { Planet::G } else { v * w });
        if let Some(p) = planet {
            s += p.mass * v;
        }
        planet = Some(if *v > 0.6 { Planet::EARTH } else { Planet { mass: v * w } });
    }
    s
}

/// The parts of a tuple that an `Option` holds are asked one by one.
#[differentiable]
fn best(x: &[f64], w: f64) -> f64 {
    let mut best: Option<(usize, f64)> = None;
    for (i, v) in x.iter().enumerate() {
        match best {
            Some((_, b)) if b >= *v => {}
            _ => best = Some((i, *v * w)),
        }
    }
    best.map_or(0.0, |(k, b)| b * k as f64)
}

const X: [f64; 5] = [0.5, 0.25, 0.7, 0.9, 1.1];

#[test]
fn variants_are_held() {
    assert_eq!(chosen::check(&X, 0.4), Ok(()));
    assert_eq!(assigned::check(&X, 0.4), Ok(()));
    assert_eq!(declared::check(&X, 0.4), Ok(()));
    assert_eq!(declared::check(&[], 0.4), Ok(()));
    assert_eq!(mixed::check(&X, 0.4), Ok(()));
}

#[test]
fn constants_and_tuples_are_held() {
    assert_eq!(constants::check(&X, 0.4), Ok(()));
    assert_eq!(best::check(&X, 0.4), Ok(()));
    assert_eq!(best::check(&[], 0.4), Ok(()));
}

/// Vectors that hold variants and options, and know of no other value of them.
#[differentiable]
fn listed(x: &[f64], w: f64) -> f64 {
    let kinds = vec![Kind::Low, Kind::High];
    let modes = vec![Mode::On(w), Mode::Off];
    let mut options: Vec<Option<f64>> = Vec::new();
    let mut last = None;
    let mut s = 0.0;
    for v in x {
        options.push(last);
        if *v > 0.6 {
            last = Some(v * w);
        }
        options.push(if *v > 1.0 { None } else { Some(*v) });
    }
    let places: Vec<Option<usize>> =
        x.iter().enumerate().map(|(i, v)| if *v > 0.4 { Some(i) } else { None }).collect();
    for (i, option) in options.iter().enumerate() {
        match kinds[i % 2] {
            Kind::Low => s += option.unwrap_or(w),
            _ => s *= 0.9,
        }
        if let Mode::On(gain) = &modes[i % 2] {
            s += gain * w;
        }
    }
    for place in &places {
        if let Some(i) = place {
            s += x[*i] * s;
        }
    }
    s + options.iter().flatten().sum::<f64>()
}

/// A structure that has no default, in branches that do something.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Step {
    x: f64,
    y: f64,
    k: usize,
}

#[differentiable]
fn steps(v: &[f64], p: Step) -> f64 {
    let mut s = 0.0;
    let mut q = p;
    for w in v {
        let r = if *w > 0.5 {
            s += w;
            Step { x: *w, y: q.y * w, k: 2 }
        } else {
            s *= w;
            q
        };
        let best = loop {
            if r.k > 0 {
                break r;
            }
            break Step { x: 1.0, y: *w, k: 0 };
        };
        q = match r.k {
            0 => r,
            1 => {
                s += r.x;
                p
            }
            _ => Step { x: r.y, y: best.x, k: 1 },
        };
        s += q.x * q.y * best.y;
    }
    s
}

#[derive(Clone, Debug, Differentiable)]
struct Path {
    steps: Vec<Step>,
    w: f64,
}

#[differentiable]
fn ends(x: &[f64], w: f64) -> f64 {
    let mut path = Path { steps: vec![Step { x: w, y: 1.0, k: 1 }], w };
    for v in x {
        if let Some(step) = path.steps.last_mut() {
            step.x += v;
            step.k += 1;
        }
    }
    path.w * path.steps.iter().map(|step| step.x * step.y).sum::<f64>()
}

#[test]
fn vectors_hold_variants_and_options() {
    assert_eq!(listed::check(&X, 0.4), Ok(()));
}

#[test]
fn structures_are_chosen_and_changed() {
    assert_eq!(steps::check(&[0.3, 0.7, 0.9, 0.2], Step { x: 0.1, y: 0.2, k: 1 }), Ok(()));
    assert_eq!(ends::check(&X, 0.4), Ok(()));
}

#[derive(Clone, Copy, Debug, Differentiable)]
enum Op {
    Push(f64),
    Scale(f64),
    Stop,
}

/// An `Option` whose variants change, and a stack of variants.
#[differentiable]
fn machine(x: &[f64], w: f64) -> f64 {
    let mut last: Option<Op> = None;
    let mut stack = vec![Op::Stop, Op::Push(w)];
    let mut s = w;
    for v in x {
        last = match last {
            Some(Op::Push(k)) => Some(Op::Scale(k * v)),
            Some(Op::Scale(k)) => {
                if k > 0.3 {
                    Some(Op::Stop)
                } else {
                    None
                }
            }
            Some(Op::Stop) => Some(Op::Push(*v)),
            None => Some(Op::Push(v * s)),
        };
        if let Some(Op::Push(k)) = last {
            s += k * s;
        }
        match stack.pop() {
            Some(Op::Push(k)) => {
                stack.push(Op::Scale(k * v));
                stack.push(Op::Stop);
                s += k;
            }
            Some(Op::Scale(k)) => s *= k,
            Some(Op::Stop) => s += v,
            None => s *= 0.5,
        }
    }
    match last {
        Some(Op::Push(a)) => a * s,
        Some(Op::Scale(b)) => b + s,
        Some(Op::Stop) => s,
        None => s * s,
    }
}

#[test]
fn variants_change() {
    for n in 0..7 {
        let x = [0.5, 0.25, 0.7, 0.9, 1.1, 0.2, 0.6];
        assert_eq!(machine::check(&x[..n], 0.4), Ok(()));
    }
}

/// Variants of one letter, as the names of constants are.
#[derive(Clone, Copy, PartialEq)]
enum Base {
    A,
    C,
}

#[differentiable]
fn read(x: &[f64], w: f64) -> f64 {
    let (mut last, mut s) = (None, 0.0);
    for v in x {
        match last {
            Some(Base::A) => s += v * w,
            Some(base) if base == Base::C => s += v * v,
            Some(_) => {}
            None => s += w,
        }
        last = Some(if *v > 0.6 { Base::A } else { Base::C });
    }
    s
}

#[test]
fn variants_of_one_letter_are_held() {
    assert_eq!(read::check(&X, 0.4), Ok(()));
}

/// Options that are taken from a vector have their cotangents.
#[differentiable]
fn popped(x: &[f64], w: f64) -> f64 {
    let mut all: Vec<Option<f64>> = vec![Some(w), None];
    all.push(Some(x[0]));
    all.swap(0, 1);
    let last = all.pop().unwrap();
    let mut s = last.unwrap_or(0.1) * w;
    if let Some(Some(v)) = all.pop() {
        s += v * x[1];
    }
    match all.pop().unwrap() {
        Some(v) => s * v,
        None => s * w,
    }
}

/// A match that does something starts from a variant as well.
#[differentiable]
fn pushed(x: &[f64], w: f64) -> f64 {
    let mut ops: Vec<Op> = Vec::new();
    for (i, v) in x.iter().enumerate() {
        ops.push(match i % 3 {
            0 => Op::Push(*v * w),
            1 => Op::Scale(*v),
            _ => Op::Stop,
        });
    }
    ops.swap(0, 1);
    let first = ops.remove(1);
    let mut s = w;
    while let Some(op) = ops.pop() {
        s = match op {
            Op::Push(k) => s + k,
            Op::Scale(k) => s * k,
            Op::Stop => s * s,
        };
    }
    match first {
        Op::Push(k) => s * k,
        Op::Scale(k) => s + k,
        Op::Stop => s,
    }
}

#[test]
fn options_are_popped() {
    assert_eq!(popped::check(&[0.3, 0.7], 0.8), Ok(()));
    assert_eq!(pushed::check(&[0.3, 0.7, 0.5, 0.8, 0.4, 0.2, 0.9], 0.8), Ok(()));
}
