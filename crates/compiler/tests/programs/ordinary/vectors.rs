//! Statements of random ordinary functions about a vector that grows and shrinks, `v`, and a structure, `m: Body`: how they are drawn,
//! their text, and what they do.
//!
//! The structure is `struct Body { at: f64, v: [f64; 2] }`, which is `Copy`. No number needs a vector of more than [`LONGEST`] elements.

use super::evaluate::{Flow, Number, Run, binary, constant};
use super::program::{Draw, Expr, Stmt, Target, Text, expr, target};

/// Vectors of this length grow no further.
const LONGEST: usize = 8;

/// A statement about the vector or the structure. `k` is a local that a value is bound to.
#[derive(Clone, Debug)]
pub(crate) enum Held {
    /// `v.push(e);`
    Push(Expr),
    /// `if let Some(t) = v.pop() { p += t * 0.5; }`
    Pop(Target),
    /// `v.insert(i % (v.len() + 1), k);`
    Insert(usize, Expr),
    /// `if !v.is_empty() { let at = i % v.len(); p = v.remove(at); }`
    Remove(usize, Target),
    /// `if let Some(t) = v.last_mut() { *t = *t * k; }`
    Last(Expr),
    /// `if i < v.len() { v[i] = v[i] * k; }`
    Element(usize, Expr),
    /// `let last = v.len() - 1; v.swap(0, last);`
    Swap,
    /// `v.reverse();`
    Reverse,
    /// `v.sort_by(|a, b| a.total_cmp(b));`
    Sort,
    /// `for t in v.iter_mut() { *t = *t * k + 0.1; }`
    Scale(Expr),
    /// `v.truncate(n);`
    Truncate(usize),
    /// `let old = std::mem::replace(&mut v, Vec::new()); p += …;`
    Take(Target),
    /// `v = vec![a, b, q];`
    Renew(Expr, Expr),
    /// `let c = v.clone(); v.extend(c.iter().map(|t| t * 0.5));`
    Double,
    /// `v.retain(|t| *t < k);`
    Retain(Expr),
    /// `for n in 0..v.len() { if v[n] > k { break; } p += v[n]; }`
    Until(Target, Expr),
    /// `for t in v.clone() { q = t; … }`
    Each(Vec<Stmt>),
    /// `p = v.iter().map(|t| t * t).sum::<f64>() * 0.2;`
    Total(Target),
    /// `m.at = e;`
    At(Expr),
    /// `m.v[i % 2] += e;`
    Part(usize, Expr),
    /// `m = Body { at: k, v: [m.at, m.v[0]] };`
    Whole(Expr),
    /// `let c = m; m.at = c.v[0] * k; m.v[1] = c.at;`
    Copied(Expr),
}

impl Draw {
    /// A statement about the vector or the structure, from draws of its own.
    pub(crate) fn held(&mut self, depth: usize) -> Stmt {
        let n = self.rng.below(2);
        Stmt::Held(match self.rng.below(24) {
            0 | 1 => Held::Push(self.expr(1)),
            2 => Held::Pop(self.target()),
            3 => Held::Insert(n, self.expr(1)),
            4 => Held::Remove(n, self.target()),
            5 => Held::Last(self.expr(1)),
            6 => Held::Element(n, self.expr(1)),
            7 => Held::Swap,
            8 => Held::Reverse,
            9 => Held::Sort,
            10 => Held::Scale(self.expr(1)),
            11 => Held::Truncate(self.rng.below(4)),
            12 => Held::Take(self.target()),
            13 => Held::Renew(self.expr(1), self.expr(1)),
            14 => Held::Double,
            15 => Held::Retain(self.expr(1)),
            16 => Held::Until(self.target(), self.expr(1)),
            17 if depth > 0 => Held::Each(self.block(depth - 1)),
            18 => Held::Total(self.target()),
            19 => Held::Part(n, self.expr(1)),
            20 => Held::Whole(self.expr(1)),
            21 => Held::Copied(self.expr(1)),
            _ => Held::At(self.expr(1)),
        })
    }
}

/// Their declarations, behind those of the other variables.
pub(crate) const DECLARED: &str =
    "let mut v = vec![x * 0.5, y, 0.25];\nlet mut m = Body { at: y * 0.5, v: [x, 0.75] };\n";

/// The term of the value that counts what is left of them.
pub(crate) const COUNTED: &str = "+ v.iter().sum::<f64>() * 0.2 + m.at * 0.3 + m.v[0] * m.v[1]";

const INTEGERS: [&str; 2] = ["i", "j"];

impl Text {
    /// The line of a statement, or the last of its lines.
    pub(crate) fn held(&mut self, stmt: &Held) -> String {
        match stmt {
            Held::Push(e) => format!("if v.len() < {LONGEST} {{ v.push({}); }}", expr(e)),
            Held::Pop(p) => format!("if let Some(t) = v.pop() {{ {} += t * 0.5; }}", target(p)),
            Held::Insert(n, e) => format!(
                "if v.len() < {LONGEST} {{ let k = {}; v.insert({} % (v.len() + 1), k); }}",
                expr(e),
                INTEGERS[*n]
            ),
            Held::Remove(n, p) => format!(
                "if !v.is_empty() {{ let at = {} % v.len(); {} = v.remove(at); }}",
                INTEGERS[*n],
                target(p)
            ),
            Held::Last(e) => {
                format!("{{ let k = {}; if let Some(t) = v.last_mut() {{ *t = *t * k; }} }}", expr(e))
            }
            Held::Element(n, e) => {
                let n = INTEGERS[*n];
                format!("if {n} < v.len() {{ let k = {}; v[{n}] = v[{n}] * k; }}", expr(e))
            }
            Held::Swap => "if !v.is_empty() { let last = v.len() - 1; v.swap(0, last); }".to_string(),
            Held::Reverse => "v.reverse();".to_string(),
            Held::Sort => "v.sort_by(|a, b| a.total_cmp(b));".to_string(),
            Held::Scale(e) => {
                format!("{{ let k = {}; for t in v.iter_mut() {{ *t = *t * k + 0.1; }} }}", expr(e))
            }
            Held::Truncate(n) => format!("v.truncate({n});"),
            Held::Take(p) => format!(
                "{{ let old = std::mem::replace(&mut v, Vec::new()); for t in &old {{ {} += t * 0.5; }} v.push(p); }}",
                target(p)
            ),
            Held::Renew(a, b) => format!("v = vec![{}, {}, q];", expr(a), expr(b)),
            Held::Double => {
                format!(
                    "if v.len() <= {LONGEST} / 2 {{ let c = v.clone(); v.extend(c.iter().map(|t| t * 0.5)); }}"
                )
            }
            Held::Retain(e) => format!("{{ let k = {}; v.retain(|t| *t < k); }}", expr(e)),
            Held::Until(p, e) => format!(
                "{{ let k = {}; for n in 0..v.len() {{ if v[n] > k {{ break; }} {} += v[n]; }} }}",
                expr(e),
                target(p)
            ),
            Held::Each(body) => {
                self.line("for t in v.clone() { q = t;");
                self.block(body);
                "}".to_string()
            }
            Held::Total(p) => format!("{} = v.iter().map(|t| t * t).sum::<f64>() * 0.2;", target(p)),
            Held::At(e) => format!("m.at = {};", expr(e)),
            Held::Part(n, e) => format!("m.v[{} % 2] += {};", INTEGERS[*n], expr(e)),
            Held::Whole(e) => {
                format!("{{ let k = {}; m = Body {{ at: k, v: [m.at, m.v[0]] }}; }}", expr(e))
            }
            Held::Copied(e) => {
                format!("{{ let k = {}; let c = m; m.at = c.v[0] * k; m.v[1] = c.at; }}", expr(e))
            }
        }
    }
}

/// The structure.
#[derive(Clone, Copy)]
pub(crate) struct Body<N> {
    pub(crate) at: N,
    pub(crate) v: [N; 2],
}

impl<N: Number> Run<'_, N> {
    /// Adds what is left to the value.
    pub(crate) fn with_held(&self, value: N) -> N {
        let sum = self.v.iter().fold(constant(0.0), |sum, t| binary('+', sum, *t));
        let value = binary('+', value, binary('*', sum, constant(0.2)));
        let value = binary('+', value, binary('*', self.b.at, constant(0.3)));
        binary('+', value, binary('*', self.b.v[0], self.b.v[1]))
    }

    /// Runs a statement.
    pub(crate) fn held(&mut self, stmt: &Held) -> Flow<N> {
        let add = |this: &mut Self, p: &Target, value: N| {
            let place = this.place(p);
            *place = binary('+', *place, value);
        };
        let half = |t: N| binary('*', t, constant(0.5));
        match stmt {
            Held::Push(e) if self.v.len() < LONGEST => {
                let value = self.expr(e);
                self.v.push(value);
            }
            Held::Insert(n, e) if self.v.len() < LONGEST => {
                let value = self.expr(e);
                self.v.insert(self.integers[*n] % (self.v.len() + 1), value);
            }
            Held::Push(_) | Held::Insert(..) => {}
            Held::Pop(p) => {
                if let Some(t) = self.v.pop() {
                    add(self, p, half(t));
                }
            }
            Held::Remove(n, p) if !self.v.is_empty() => {
                let value = self.v.remove(self.integers[*n] % self.v.len());
                *self.place(p) = value;
            }
            Held::Remove(..) => {}
            Held::Last(e) => {
                let k = self.expr(e);
                if let Some(t) = self.v.last_mut() {
                    *t = binary('*', *t, k);
                }
            }
            Held::Element(n, e) => {
                let at = self.integers[*n];
                if at < self.v.len() {
                    self.v[at] = binary('*', self.v[at], self.expr(e));
                }
            }
            Held::Swap => {
                if let Some(last) = self.v.len().checked_sub(1) {
                    self.v.swap(0, last);
                }
            }
            Held::Reverse => self.v.reverse(),
            Held::Sort => {
                let mut order: Vec<usize> = (0..self.v.len()).collect();
                order.sort_by(|a, b| self.v[*a].value().total_cmp(&self.v[*b].value()));
                self.v = order.into_iter().map(|at| self.v[self.saw(at as u64) as usize]).collect();
            }
            Held::Scale(e) => {
                let k = self.expr(e);
                self.v.iter_mut().for_each(|t| *t = binary('+', binary('*', *t, k), constant(0.1)));
            }
            Held::Truncate(n) => self.v.truncate(*n),
            Held::Take(p) => {
                for t in std::mem::take(&mut self.v) {
                    add(self, p, half(t));
                }
                self.v.push(self.numbers[0]);
            }
            Held::Renew(a, b) => self.v = vec![self.expr(a), self.expr(b), self.numbers[1]],
            Held::Double if self.v.len() <= LONGEST / 2 => {
                let more: Vec<N> = self.v.iter().copied().map(half).collect();
                self.v.extend(more);
            }
            Held::Double => {}
            Held::Retain(e) => {
                let k = self.expr(e).value();
                let kept = self.v.iter().copied().filter(|t| self.saw(t.value() < k)).collect();
                self.v = kept;
            }
            Held::Until(p, e) => {
                let k = self.expr(e).value();
                for n in 0..self.v.len() {
                    if self.saw(self.v[n].value() > k) {
                        break;
                    }
                    add(self, p, self.v[n]);
                }
            }
            Held::Each(body) => {
                for t in self.v.clone() {
                    self.numbers[1] = t;
                    match self.block(body) {
                        Flow::On => {}
                        left => return left,
                    }
                }
            }
            Held::Total(p) => {
                let square = |sum, t: &N| binary('+', sum, binary('*', *t, *t));
                let sum = self.v.iter().fold(constant(0.0), square);
                *self.place(p) = binary('*', sum, constant(0.2));
            }
            Held::At(e) => self.b.at = self.expr(e),
            Held::Part(n, e) => {
                let (at, value) = (self.integers[*n] % 2, self.expr(e));
                self.b.v[at] = binary('+', self.b.v[at], value);
            }
            Held::Whole(e) => {
                let k = self.expr(e);
                self.b = Body { at: k, v: [self.b.at, self.b.v[0]] };
            }
            Held::Copied(e) => {
                let (k, c) = (self.expr(e), self.b);
                self.b.at = binary('*', c.v[0], k);
                self.b.v[1] = c.at;
            }
        }
        Flow::On
    }
}
