//! Methods that change their receiver and return an `Option` or a `Result` of structures without a default.

use super::agrees;
use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
struct P {
    a: f64,
    b: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Gen {
    at: f64,
    left: usize,
    items: Vec<P>,
}

#[differentiable]
impl Gen {
    fn next(&mut self) -> Option<P> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        self.at *= 1.1;
        Some(P { a: self.at, b: self.at * self.at })
    }
    fn draw(&mut self, t: f64) -> Option<P> {
        if t > 0.5 {
            self.at += t;
            Some(P { a: t, b: self.at })
        } else {
            None
        }
    }
    fn popped(&mut self) -> Option<P> {
        self.items.pop()
    }
}

#[differentiable]
fn all(x: &[f64]) -> f64 {
    let mut g = Gen { at: x[0], left: 3, items: vec![P { a: x[1], b: x[2] }] };
    let mut s = 0.0;
    while let Some(p) = g.next() {
        s += p.a * p.b;
    }
    for v in x {
        if let Some(p) = g.draw(*v) {
            s += p.a * p.b;
        }
    }
    s
}

#[differentiable]
fn matched(x: &[f64]) -> f64 {
    let mut g = Gen { at: x[0], left: 3, items: vec![P { a: x[1], b: x[2] }] };
    let mut s = 0.0;
    match g.next() {
        Some(P { a, b }) => s += a * b * x[2],
        None => s += 1.0,
    }
    let p = g.draw(x[1]);
    if let Some(p) = p {
        s += p.a * p.a;
    }
    s += g.popped().map_or(0.0, |p| p.a * p.b);
    let q = g.next().unwrap();
    let Some(r) = g.next() else { return s };
    s * q.a + r.b
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Draw {
    a: f64,
    b: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
enum Ev {
    Up(f64),
    Down { by: f64 },
    Nothing,
}

#[derive(Clone, Debug, Differentiable)]
struct Source {
    at: f64,
    left: usize,
}

#[differentiable]
impl Source {
    fn draw(&mut self, t: f64) -> Option<Draw> {
        if t > 0.5 {
            self.at += t;
            Some(Draw { a: t, b: self.at })
        } else {
            None
        }
    }
    fn event(&mut self, t: f64) -> Result<Ev, String> {
        if t > 0.25 {
            self.at *= t;
            Ok(Ev::Up(self.at))
        } else if t < 0.1 {
            Ok(Ev::Down { by: t })
        } else {
            Err(String::from("none"))
        }
    }
    fn two(&mut self, t: f64) -> Option<(f64, Draw)> {
        if t > 0.5 {
            self.at += t;
            Some((t * t, Draw { a: t, b: self.at }))
        } else {
            None
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Many {
    gens: Vec<Source>,
    one: Source,
}

#[differentiable]
impl Many {
    fn all(&mut self, t: f64) -> f64 {
        let mut s = 0.0;
        for i in 0..self.gens.len() {
            if let Some(p) = self.gens[i].draw(t) {
                s += p.a * p.b;
            }
        }
        for g in self.gens.iter_mut() {
            if let Some(p) = g.draw(t * 2.0) {
                s += p.a * p.b;
            }
        }
        if let Some(p) = self.one.draw(t) {
            s += p.b;
        }
        s
    }
}

#[differentiable]
fn many(x: &[f64]) -> f64 {
    let mut m = Many {
        gens: vec![Source { at: x[0], left: 1 }, Source { at: x[1], left: 2 }],
        one: Source { at: x[2], left: 3 },
    };
    let mut s = 0.0;
    for v in x {
        s += m.all(*v);
    }
    s
}

#[differentiable]
fn events(x: &[f64]) -> f64 {
    let mut g = Source { at: x[0], left: 3 };
    let mut s = 0.0;
    for v in x {
        match g.event(*v) {
            Ok(Ev::Up(a)) => s += a * a,
            Ok(Ev::Down { by }) => s -= by * v,
            _ => s += 1.0,
        }
        if let Some((a, p)) = g.two(*v) {
            s += a * p.b;
        }
    }
    s
}

#[test]
fn methods_return_options_of_structures() {
    for x in [[0.31, 0.7, -0.5, 0.9], [0.9, -0.4, 0.2, 0.6], [-0.6, 0.52, 0.75, 0.15], [1.3, 0.2, 0.4, -0.35]]
    {
        agrees("all", all, &all::gradient(&x).1.0, &x);
        agrees("matched", matched, &matched::gradient(&x).1.0, &x);
        agrees("many", many, &many::gradient(&x).1.0, &x);
        agrees("events", events, &events::gradient(&x).1.0, &x);
    }
}
