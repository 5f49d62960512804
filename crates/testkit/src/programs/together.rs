//! Programs around a loop whose iterations may run at once, by construction.
//!
//! An iteration changes elements of its own (`y[p * 3 + r]`, `z[p]`), adds to what all share (`sum`, `total[r]`), and reads inputs: rows and single elements of
//! its own, and elements that all read. There are inner loops, also with bounds of their own, branches on numbers that differ, locals, scratch and calls. None of it is refused, so
//! that each program that is drawn is one that is tested, and all of its loop runs in lanes.

use super::{Datum, Function, Param, Program, Role};
use proptest::collection::vec;
use proptest::prelude::*;

/// A number that is reduced modulo the number of choices.
type Pick = u8;

/// A real expression.
#[derive(Clone, Debug)]
enum Term {
    Constant(Pick),
    Read(Pick, Pick),
    Unary(Pick, Box<Term>),
    Binary(Pick, Box<Term>, Box<Term>),
    Call(Box<Term>),
}

/// A statement of an iteration.
#[derive(Clone, Debug)]
enum Act {
    /// Changes an element of the iteration.
    Own(Pick, bool, Term),
    /// Adds to what all share.
    Shared(Pick, bool, Term),
    /// Binds a local.
    Bind(Term),
    /// Builds scratch, which a statement reads.
    Scratch(Pick, Term, Pick),
    Exchange(Pick, Pick),
    /// Calls a function that changes an element.
    Call(Pick, bool, Term),
    For(Pick, Vec<Act>),
    If(Pick, Vec<Act>, Vec<Act>),
}

fn terms() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        1 => any::<Pick>().prop_map(Term::Constant),
        5 => any::<(Pick, Pick)>().prop_map(|(what, at)| Term::Read(what, at)),
    ];
    leaf.prop_recursive(3, 6, 2, |inner| {
        prop_oneof![
            (any::<Pick>(), inner.clone()).prop_map(|(op, x)| Term::Unary(op, Box::new(x))),
            (any::<Pick>(), inner.clone(), inner.clone()).prop_map(|(op, x, y)| Term::Binary(
                op,
                Box::new(x),
                Box::new(y)
            )),
            inner.prop_map(|x| Term::Call(Box::new(x))),
        ]
    })
}

fn acts() -> impl Strategy<Value = Act> {
    let (pick, minus) = (any::<Pick>, any::<bool>);
    let leaf = prop_oneof![
        4 => (pick(), minus(), terms()).prop_map(|(at, minus, e)| Act::Own(at, minus, e)),
        3 => (pick(), minus(), terms()).prop_map(|(at, minus, e)| Act::Shared(at, minus, e)),
        2 => terms().prop_map(Act::Bind),
        1 => (pick(), terms(), pick()).prop_map(|(length, e, to)| Act::Scratch(length, e, to)),
        1 => (pick(), pick()).prop_map(|(a, b)| Act::Exchange(a, b)),
        1 => (pick(), minus(), terms()).prop_map(|(at, undo, e)| Act::Call(at, undo, e)),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            (any::<Pick>(), vec(inner.clone(), 1..3)).prop_map(|(head, body)| Act::For(head, body)),
            (any::<Pick>(), vec(inner.clone(), 1..3), vec(inner, 0..2))
                .prop_map(|(condition, then, otherwise)| Act::If(condition, then, otherwise)),
        ]
    })
}

/// Returns a strategy for programs with a loop in lanes, of up to seven iterations.
pub fn together() -> impl Strategy<Value = Program> {
    around(false)
}

/// Does the same for ordinary functions: iterations assign to what is their own, and call nothing.
pub fn together_ordinary() -> impl Strategy<Value = Program> {
    around(true)
}

fn around(ordinary: bool) -> impl Strategy<Value = Program> {
    let helper = (terms(), terms());
    let acts = vec(acts(), 1..if ordinary { 8 } else { 5 });
    (acts, helper, 1..8_u8, vec(any::<i8>(), 32)).prop_map(move |(acts, helper, trips, numbers)| {
        let value = written(&[], &helper.0);
        let change = written(&[], &helper.1);
        let mut body = Writer { ordinary, lines: String::new(), locals: vec![], indices: vec![], names: 0 };
        body.all(&acts);
        let source = if ordinary { ordinary_source(trips, &body.lines) } else { format!(
            "fn f(sum: &mut f64, total: &mut [f64], y: &mut [f64], z: &mut [f64], x: &[f64], w: &[f64], #[inactive] t: &[f64], \
             n: usize) {{\n#[parallel] for p in {}..n {{\n{}}}\n}}",
            trips % 2,
            body.lines
        ) };
        let n = usize::from(trips);
        // No two numbers are the same, lest a maximum be asked where it has a kink.
        let mut next = numbers.iter().cycle().zip(0..).map(|(x, at)| f64::from(*x) / 100.0 + 0.00137 * f64::from(at));
        let mut real = |length: usize| Datum::Reals((0..length).map(|_| next.next().unwrap_or(0.5)).collect());
        let mut params = vec![param("sum", Role::State, Datum::Real(0.25)), param("total", Role::State, real(3))];
        params.extend([param("y", Role::State, real(3 * n)), param("z", Role::State, real(n))]);
        params.extend([param("x", Role::Input, real(3 * n)), param("w", Role::Input, real(3))]);
        params.extend([
            param("t", Role::Inactive, real(n)),
            param("n", Role::Input, Datum::Integer(i64::from(trips))),
        ]);
        let (a, b) = (Datum::Real(0.5), Datum::Reals(vec![0.1, 0.2, 0.3]));
        let given = vec![param("a", Role::Input, a.clone()), param("w", Role::Input, b.clone())];
        let changed = vec![param("c", Role::State, a.clone()), param("a", Role::Input, a), param("w", Role::Input, b)];
        let helpers = [
            (format!("fn value(a: f64, w: &[f64]) -> f64 {{ {value} }}"), "value", given, true),
            (format!("fn change(c: &mut f64, a: f64, w: &[f64]) {{ *c += {change}; }}"), "change", changed, false),
        ];
        let mut functions: Vec<Function> = helpers
            .into_iter()
            .filter(|(_, name, ..)| source.contains(&format!("{name}(")) || source.contains(&format!("{name}::")))
            .map(|(source, name, params, returns)| Function { name: name.into(), source, params, returns })
            .collect();
        functions.push(Function { name: "f".into(), source, params, returns: false });
        Program { functions }
    })
}

/// The text of an ordinary function: what the loop has left is overwritten by what depends on it, so that it is needed.
fn ordinary_source(trips: u8, lines: &str) -> String {
    let looped =
        format!("#[parallel] for p in {}..n {{\nu[p] += 0.1 * (1 - k) as f64;\n{lines}}}", trips % 2);
    // An integer whose type nothing shows.
    let looped = match trips % 3 {
        0 => format!("for k in 0..2 {{\n{looped}\n}}"),
        _ => format!("let k = 2;\n{looped}"),
    };
    format!(
        "fn f(sum: &mut f64, total: &mut [f64], y: &mut [f64], z: &mut [f64], x: &[f64], w: &[f64], #[inactive] t: &[f64], n: usize) {{
let mut u = vec![0.0; n];
{looped}
for q in 0..n {{ *sum += u[q] * u[q]; z[q] *= 0.5 * z[q]; y[q * 3 + 1] *= y[q * 3]; }}
for r in 0..3 {{ total[r] *= 0.3 * total[r]; }}
*sum *= 0.1 * *sum;
}}"
    )
}

fn param(name: &str, role: Role, value: Datum) -> Param {
    Param { name: name.into(), role, value }
}

/// Writes the expression of a function, which reads its arguments.
fn written(readable: &[String], term: &Term) -> String {
    let inner = |term: &Term| written(readable, term);
    match term {
        Term::Constant(n) => format!("{}.{} as f64", n % 2, 1 + n % 8),
        Term::Read(what, at) => match readable.len() {
            0 if what % 2 == 0 => "a".into(),
            0 => format!("w[{}]", at % 3),
            count => readable[usize::from(*what) % count].clone(),
        },
        Term::Unary(op, x) => {
            let x = inner(x);
            match op % 6 {
                0 => format!("({x}).sin()"),
                1 => format!("({x}).tanh()"),
                2 => format!("(({x}) * ({x}) + 1.0).sqrt()"),
                3 => format!("(({x}) * ({x}) + 1.0).ln()"),
                4 => format!("({x}).tanh().exp()"),
                _ => format!("-({x})"),
            }
        }
        Term::Binary(op, x, y) => {
            let (x, y) = (inner(x), inner(y));
            match op % 6 {
                0 => format!("({x}) + ({y})"),
                1 => format!("({x}) - ({y})"),
                2 | 3 => format!("({x}) * ({y})"),
                4 => format!("({x}) / (({y}) * ({y}) + 1.0)"),
                _ => format!("({x}).max({y})"),
            }
        }
        // A function calls no other one.
        Term::Call(x) if readable.is_empty() => inner(x),
        Term::Call(x) => format!("value({}, w)", written(readable, &called(x))),
    }
}

/// Returns an expression without its calls: the argument of a call in lanes is a number as far as tokens tell.
fn called(term: &Term) -> Term {
    let inner = |term: &Term| Box::new(called(term));
    match term {
        Term::Constant(_) | Term::Read(..) => term.clone(),
        Term::Unary(op, x) => Term::Unary(*op, inner(x)),
        Term::Binary(op, x, y) => Term::Binary(*op, inner(x), inner(y)),
        Term::Call(x) => called(x),
    }
}

/// Writes the body of the loop.
struct Writer {
    ordinary: bool,
    lines: String,
    locals: Vec<String>,
    /// The indices of inner loops around.
    indices: Vec<String>,
    names: usize,
}

impl Writer {
    fn fresh(&mut self, name: &str) -> String {
        self.names += 1;
        format!("{name}_{}", self.names)
    }

    /// An index below three: a constant, or that of a loop around.
    fn index(&self, at: Pick) -> String {
        let count = 3 + 2 * self.indices.len();
        match usize::from(at) % count {
            constant @ 0..3 => constant.to_string(),
            index => self.indices[(index - 3) / 2].clone(),
        }
    }

    /// The places that may be read, wherever that is computed.
    fn readable(&self) -> Vec<String> {
        let mut all: Vec<String> = ["0", "1", "2"]
            .into_iter()
            .chain(self.indices.iter().map(String::as_str))
            .flat_map(|r| [format!("x[p * 3 + {r}]"), format!("w[{r}]")])
            .collect();
        all.extend(["t[p]".into(), "0.1 * p as f64".into()]);
        all.extend(self.indices.iter().map(|r| format!("0.2 * {r} as f64")));
        if self.ordinary {
            all.push("0.3 * k as f64".into());
        }
        // Twice, so that locals are read.
        all.extend(self.locals.iter().chain(&self.locals).cloned());
        all
    }

    fn line(&mut self, line: &str) {
        self.lines.push_str(line);
        self.lines.push('\n');
    }

    fn all(&mut self, acts: &[Act]) {
        let locals = self.locals.len();
        acts.iter().for_each(|act| self.act(act));
        self.locals.truncate(locals);
    }

    /// An expression as the function has it.
    fn own(&self, term: &Term) -> Term {
        if self.ordinary { called(term) } else { term.clone() }
    }

    /// Writes what only an ordinary function can do in place of a statement, if that is so.
    fn assigned(&mut self, act: &Act) -> bool {
        let mut readable = self.readable();
        readable.extend(["z[p]", "y[p * 3]", "y[p * 3 + 2]", "u[p]"].map(String::from));
        match act {
            Act::Own(at, minus, term) => {
                let (term, to) = (written(&readable, &called(term)), self.index(at / 2));
                let to = match at % 4 {
                    0 => "z[p]".into(),
                    1 => "u[p]".into(),
                    _ => format!("y[p * 3 + {to}]"),
                };
                match (at % 5, minus) {
                    (0 | 1, _) => self.line(&format!("{to} = {term};")),
                    (2, _) => self.line(&format!("{to} *= 0.5 + ({term});")),
                    (_, true) => self.line(&format!("if {to} > 0.2 {{ {to} = 0.1 * {to} + ({term}); }}")),
                    (_, false) => self.line(&format!("{to} += {term};")),
                }
            }
            Act::Bind(term) => {
                let (name, term) = (self.fresh("v"), written(&readable, &called(term)));
                self.line(&format!("let mut {name}: f64 = {term};"));
                self.locals.push(name);
            }
            // Assigns to a local.
            Act::Call(at, minus, term) if !self.locals.is_empty() => {
                let to = self.locals[usize::from(*at) % self.locals.len()].clone();
                let (term, steps) = (written(&readable, &called(term)), self.fresh("k"));
                if *minus && at % 3 == 0 {
                    self.line(&format!("let mut {steps} = 0;"));
                    self.line(&format!(
                        "while {to} > 0.1 && {steps} < 3 {{ {to} = ({to} * ({term})).sin(); {steps} += 1; }}"
                    ));
                } else if *minus {
                    self.line(&format!("if {to} < 0.3 {{ {to} = {term}; }}"));
                } else {
                    self.line(&format!("{to} = {term};"));
                }
            }
            // Exchanges two elements, or one and a local.
            Act::Exchange(a, b) => {
                let local = self.locals.get(usize::from(*b) % (self.locals.len() + 1)).cloned();
                let (a, b) = (a % 3, b % 2);
                match local {
                    Some(local) => self.line(&format!("std::mem::swap(&mut {local}, &mut y[p * 3 + {a}]);")),
                    None => self.line(&format!("y.swap(p * 3 + {a}, p * 3 + {});", (a + 1 + b) % 3)),
                }
            }
            Act::Call(..) => {}
            Act::Shared(..) | Act::Scratch(..) | Act::For(..) | Act::If(..) => return false,
        }
        true
    }

    fn act(&mut self, act: &Act) {
        let sign = |minus: bool| if minus { "-=" } else { "+=" };
        if self.ordinary && self.assigned(act) {
            return;
        }
        match act {
            Act::Own(at, minus, term) => {
                let (mut readable, to) = (self.readable(), self.index(at / 2));
                let target = match at % 3 {
                    0 => "z[p]".into(),
                    _ => {
                        readable.push("z[p]".into());
                        format!("y[p * 3 + {to}]")
                    }
                };
                let term = written(&readable, term);
                self.line(&format!("{target} {} {term};", sign(*minus)));
            }
            Act::Shared(at, minus, term) => {
                let term = written(&self.readable(), &self.own(term));
                let to = if at % 2 == 0 { "*sum".into() } else { format!("total[{}]", self.index(at / 2)) };
                self.line(&format!("{to} {} {term};", sign(*minus)));
            }
            Act::Bind(term) => {
                let (name, term) = (self.fresh("v"), written(&self.readable(), term));
                self.line(&format!("let {name}: f64 = {term};"));
                self.locals.push(name);
            }
            Act::Scratch(length, term, to) => {
                let (name, j) = (self.fresh("s"), self.fresh("j"));
                let term = written(&self.readable(), &self.own(term));
                let length = 2 + length % 2;
                self.line(&format!("let mut {name} = vec![0.0; {length}];"));
                self.line(&format!("for {j} in 0..{length} {{ {name}[{j}] += w[{j}] * ({term}); }}"));
                let to = self.index(*to);
                self.line(&format!("y[p * 3 + {to}] += {name}[0] * {name}[1];"));
            }
            Act::Exchange(a, b) => {
                let (a, b) = (a % 3, b % 2);
                self.line(&format!("swap(&mut y[p * 3 + {a}], &mut y[p * 3 + {}]);", (a + 1 + b) % 3));
            }
            Act::Call(at, undo, term) => {
                let (term, to) = (written(&self.readable(), &called(term)), self.index(at / 2));
                let to = if at % 3 == 0 { "z[p]".into() } else { format!("y[p * 3 + {to}]") };
                let program = if *undo { "::inverse" } else { "" };
                self.line(&format!("change{program}(&mut {to}, {term}, w);"));
            }
            Act::For(head, body) => {
                let r = self.fresh("r");
                let range = match head % 5 {
                    0 => "0..3",
                    1 => "(0..3).rev()",
                    2 => "1..3",
                    3 => "0..p % 4",
                    _ => "0..n % 3",
                };
                self.line(&format!("for {r} in {range} {{"));
                // An index with such a bound is not one of an element.
                let is_index = head % 5 < 3;
                if is_index {
                    self.indices.push(r);
                }
                self.all(body);
                if is_index {
                    self.indices.pop();
                }
                self.line("}");
            }
            Act::If(condition, then, otherwise) => {
                let r = self.index(condition / 8);
                let condition = match condition % 8 {
                    0 | 1 => format!("x[p * 3 + {r}] > 0.1"),
                    2 | 3 => "t[p] < w[1]".into(),
                    4 => "p % 2 == 0".into(),
                    5 => format!("{r} == 1"),
                    6 => "n > 3".into(),
                    _ => "t[p] > -0.5 && t[p] < 0.5".into(),
                };
                self.line(&format!("if {condition} {{"));
                self.all(then);
                if !otherwise.is_empty() {
                    self.line("} else {");
                    self.all(otherwise);
                }
                self.line("}");
            }
        }
    }
}
