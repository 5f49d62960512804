//! Random ordinary functions: how they are drawn, and their text.
//!
//! A function takes `x: f64`, `y: f64` and `z: &[f64]` of four elements. Its floats are `p`, `q`, `r` and the array `w`, its integers
//! `i` and `j`, its truth value `g`, its enum `s`, whose variants hold numbers; all of them are assigned wherever statements like. Law: the text and the evaluation do the same
//! operations in the same order, so that primal values agree to the bit.

use super::vectors::{COUNTED, DECLARED, Held};
use retrograde_testkit::Rng;
use std::fmt::Write;

/// A place that holds a float.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// `p`, `q`, `r`
    Number(usize),
    /// `w[…]`
    Element(Index),
}

/// An index below four.
#[derive(Clone, Debug)]
pub(crate) enum Index {
    Literal(usize),
    /// `i % 4`, `j % 4`, `(i + j) % 4`
    Of(usize),
    /// An element that a float tells.
    Cast(usize),
}

#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Literal(f64),
    /// `x`, `y`
    Parameter(usize),
    Read(Target),
    /// `z[…]`
    Input(Index),
    /// An integer as a float.
    Count(usize),
    Binary(char, Box<Expr>, Box<Expr>),
    /// `(e).sin()` and the like, or `1.0 / (1.0 + e * e)`.
    Function(usize, Box<Expr>),
    /// `if c { a } else { b }`
    Choice(Box<Condition>, Box<Expr>, Box<Expr>),
    /// `z.iter().map(|t| t * e).sum::<f64>()`
    Sum(Box<Expr>),
    /// `if c { Some(a) } else { None }.map(|t| t * t).unwrap_or(b)`, as a local that a match opens.
    Held(Box<Condition>, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Debug)]
pub(crate) enum Condition {
    Less(Expr, Expr),
    /// `i < n`
    Counted(usize, usize),
    Flag,
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    /// `z.iter().any(|t| *t > e)`
    Any(Box<Expr>),
}

#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    Assign(Target, Expr),
    /// `+=`, `-=`, `*=`
    Compound(Target, char, Expr),
    /// `i = i + n`, `i += n`, `i = i / 2`
    Integer(usize, usize),
    SetFlag(Condition),
    Exchange(Target, Target),
    /// `(p, q) = (e, f);`
    Both(Expr, Expr),
    /// A local of the block, and its use: `let t = e; p += t * f;`
    Local(Target, Expr, Expr),
    /// Names that are bound again: `{ let i = i + 1; let p = e; w[i % 4] = p * p; }`
    Shadow(Expr),
    /// `{ let h = |t: f64| { if t < 0.0 { return t * 0.5; } t * e }; p = h(a) + h(h(b)); }`
    Closure(Target, Expr, Expr, Expr),
    /// `{ let o = if c { Some(a) } else { None }; match o { Some(t) if t > 0.0 => …, Some(t) => …, None => … } }`
    Opened(Condition, Expr, Vec<Stmt>, Vec<Stmt>),
    /// `{ let mut v = vec![a, b]; while let Some(t) = v.pop() { p += t * 0.5; if c { break; } } }`
    Stack(Target, Expr, Expr, Condition),
    /// `'l: { … }`, which `break 'l` leaves.
    Once(Vec<Stmt>),
    If(Condition, Vec<Stmt>, Vec<Stmt>),
    /// `match i { 0 => …, 1 | 2 => …, n if n > 5 => …, _ => … }`
    Match(usize, Vec<Vec<Stmt>>),
    /// `for _ in 0..n`, labelled.
    For(usize, Mark, Vec<Stmt>),
    /// `while c` or `loop`, at most so often.
    Repeat(Option<Condition>, usize, Mark, Vec<Stmt>),
    /// `s = Shape::Round(a);`, or `s = Shape::Block { w: a, h: b };`
    Shape(bool, Expr, Expr),
    /// `match s { Shape::Round(t) if t > 0.25 => …, Shape::Round(t) => …, Shape::Block { w: a, h: b } => … }`
    Cased(Vec<Stmt>, Vec<Stmt>),
    /// Something about a vector or a structure.
    Held(Held),
    /// A value beside a change: `{ let k = e; w[i] = turn(&mut p, k) + 0.1 * p; }`
    Turn(Target, usize, Expr),
    /// Leaves the loop that is so many loops around.
    Break(usize),
    Continue(usize),
    Return(Expr),
}

/// `#[checkpoint]` before a loop: none, without options, or with a length of segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    None,
    Growing,
    Every(usize),
}

impl Mark {
    fn text(self) -> String {
        match self {
            Mark::None => String::new(),
            Mark::Growing => "#[checkpoint] ".to_string(),
            Mark::Every(rounds) => format!("#[checkpoint(every = {rounds})] "),
        }
    }
}

/// The statements that a function has beside those that all have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum With {
    Nothing,
    /// Calls of [`TURN`].
    Calls,
    /// A vector that grows and shrinks, and a structure.
    Vectors,
}

/// A random function.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) with: With,
    pub(crate) body: Vec<Stmt>,
    pub(crate) value: Expr,
}

/// The most statements of a program.
const LARGEST: usize = 26;

/// Draws functions.
pub(crate) struct Draw {
    pub(crate) rng: Rng,
    /// Draws marks, which leave the rest of a program what it is.
    marks: Rng,
    /// Draws what happens to the enum, which leaves the rest of a program what it is.
    shapes: Rng,
    /// Draws what happens to the vector and the structure.
    lists: Rng,
    with: With,
    budget: usize,
    /// The statement around: true for a loop, false for a block.
    around: Vec<bool>,
}

impl Draw {
    pub(crate) fn program(seed: u64, with: With) -> Program {
        let [marks, shapes, lists] = [0x00c4_ec00, 0x005a_9e00, 0x0011_5700].map(|own| Rng::new(seed ^ own));
        // Most programs are small: they cost little, and most faults need few statements.
        let budget = if seed % 4 == 0 { LARGEST } else { 3 + Rng::new(seed ^ 0x517e).below(9) };
        let mut draw = Draw { rng: Rng::new(seed), marks, shapes, lists, with, budget, around: Vec::new() };
        let body = draw.block(3);
        Program { with, body, value: draw.expr(2) }
    }

    pub(crate) fn block(&mut self, depth: usize) -> Vec<Stmt> {
        let count = 1 + self.rng.below(4);
        let mut stmts = Vec::new();
        for _ in 0..count {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            if self.shapes.below(6) == 0 {
                stmts.push(self.from(|draw| &mut draw.shapes, |draw| draw.shape(depth)));
            }
            if self.with == With::Vectors && self.lists.below(3) > 0 {
                stmts.push(self.from(|draw| &mut draw.lists, |draw| draw.held(depth)));
            }
            let stmt = self.stmt(depth);
            let leaves = matches!(stmt, Stmt::Break(_) | Stmt::Continue(_) | Stmt::Return(_));
            stmts.push(stmt);
            if leaves {
                break;
            }
        }
        stmts
    }

    fn stmt(&mut self, depth: usize) -> Stmt {
        let nested = depth > 0;
        if self.with == With::Calls && self.rng.below(6) == 0 {
            return Stmt::Turn(self.target(), self.rng.below(3), self.expr(1));
        }
        match self.rng.below(22) {
            0..=2 => Stmt::Assign(self.target(), self.expr(2)),
            3 | 4 => {
                let op = ['+', '-', '*'][self.rng.below(3)];
                Stmt::Compound(self.target(), op, self.expr(2))
            }
            5 => Stmt::Integer(self.rng.below(2), self.rng.below(4)),
            6 => Stmt::SetFlag(self.condition(1)),
            7 => Stmt::Exchange(
                Target::Number(self.rng.below(3)),
                Target::Element(Index::Literal(self.rng.below(4))),
            ),
            8 => Stmt::Both(self.expr(1), self.expr(1)),
            9 => Stmt::Local(self.target(), self.expr(1), self.expr(1)),
            10 | 11 if nested => {
                let condition = self.condition(1);
                let then = self.block(depth - 1);
                let otherwise = if self.rng.coin() { self.block(depth - 1) } else { Vec::new() };
                Stmt::If(condition, then, otherwise)
            }
            12 if nested => Stmt::Match(self.rng.below(2), (0..4).map(|_| self.block(depth - 1)).collect()),
            13 if nested => {
                self.around.push(true);
                let (count, (mark, more)) = (1 + self.rng.below(3), self.mark());
                let stmt = Stmt::For(count + more, mark, self.block(depth - 1));
                self.around.pop();
                stmt
            }
            14 if nested => {
                self.around.push(true);
                let condition = self.rng.coin().then(|| self.condition(1));
                let (most, (mark, more)) = (1 + self.rng.below(4), self.mark());
                let stmt = Stmt::Repeat(condition, most + more, mark, self.block(depth - 1));
                self.around.pop();
                stmt
            }
            16 => Stmt::Shadow(self.expr(1)),
            17 => Stmt::Closure(self.target(), self.expr(1), self.expr(1), self.expr(1)),
            18 if nested => {
                let (test, value) = (self.condition(1), self.expr(1));
                Stmt::Opened(test, value, self.block(depth - 1), self.block(depth - 1))
            }
            19 => Stmt::Stack(self.target(), self.expr(1), self.expr(1), self.condition(1)),
            20 if nested => {
                self.around.push(false);
                let stmt = Stmt::Once(self.block(depth - 1));
                self.around.pop();
                stmt
            }
            15 | 21 if !self.around.is_empty() => {
                let at = self.rng.below(self.around.len());
                let is_loop = self.around[self.around.len() - 1 - at];
                if is_loop && self.rng.coin() { Stmt::Continue(at) } else { Stmt::Break(at) }
            }
            15 if depth < 3 => Stmt::Return(self.expr(1)),
            _ => Stmt::Assign(self.target(), self.expr(1)),
        }
    }

    /// A statement from draws of its own, which leave those of the others what they are.
    fn from(&mut self, own: fn(&mut Draw) -> &mut Rng, drawn: impl FnOnce(&mut Draw) -> Stmt) -> Stmt {
        let turned = |draw: &mut Draw| {
            let mut rng = std::mem::replace(own(draw), Rng::new(0));
            std::mem::swap(&mut draw.rng, &mut rng);
            *own(draw) = rng;
        };
        turned(self);
        let budget = std::mem::replace(&mut self.budget, 3);
        let stmt = drawn(self);
        self.budget = budget;
        turned(self);
        stmt
    }

    /// A statement about the enum.
    fn shape(&mut self, depth: usize) -> Stmt {
        match self.rng.below(2) {
            1 if depth > 0 => Stmt::Cased(self.block(depth - 1), self.block(depth - 1)),
            _ => Stmt::Shape(self.rng.coin(), self.expr(1), self.expr(1)),
        }
    }

    /// A mark, and some more rounds for a loop that has one.
    fn mark(&mut self) -> (Mark, usize) {
        let mark = match self.marks.below(4) {
            0 => Mark::Growing,
            1 => Mark::Every(1 + self.marks.below(3)),
            _ => return (Mark::None, 0),
        };
        (mark, self.marks.below(4))
    }

    pub(crate) fn target(&mut self) -> Target {
        if self.rng.coin() { Target::Number(self.rng.below(3)) } else { Target::Element(self.index()) }
    }

    fn index(&mut self) -> Index {
        match self.rng.below(4) {
            0 => Index::Literal(self.rng.below(4)),
            1 | 2 => Index::Of(self.rng.below(3)),
            _ => Index::Cast(self.rng.below(3)),
        }
    }

    pub(crate) fn expr(&mut self, depth: usize) -> Expr {
        let deeper = depth > 0;
        match self.rng.below(12) {
            0 => Expr::Literal((self.rng.uniform(-2.0, 2.0) * 8.0).round() / 8.0),
            1 => Expr::Parameter(self.rng.below(2)),
            2 => Expr::Input(self.index()),
            3 => Expr::Count(self.rng.below(2)),
            4 | 5 if deeper => {
                let op = ['+', '-', '*'][self.rng.below(3)];
                Expr::Binary(op, Box::new(self.expr(depth - 1)), Box::new(self.expr(depth - 1)))
            }
            6 | 7 if deeper => Expr::Function(self.rng.below(5), Box::new(self.expr(depth - 1))),
            8 if deeper => {
                let condition = Box::new(self.condition(0));
                Expr::Choice(condition, Box::new(self.expr(depth - 1)), Box::new(self.expr(depth - 1)))
            }
            9 if deeper => Expr::Sum(Box::new(self.expr(depth - 1))),
            10 if deeper => {
                let test = Box::new(self.condition(0));
                Expr::Held(test, Box::new(self.expr(depth - 1)), Box::new(self.expr(depth - 1)))
            }
            _ => Expr::Read(self.target()),
        }
    }

    fn condition(&mut self, depth: usize) -> Condition {
        match self.rng.below(9) {
            0 => Condition::Counted(self.rng.below(2), self.rng.below(6)),
            1 => Condition::Flag,
            2 if depth > 0 => Condition::Not(Box::new(self.condition(depth - 1))),
            3 if depth > 0 => {
                Condition::And(Box::new(self.condition(depth - 1)), Box::new(self.condition(depth - 1)))
            }
            4 if depth > 0 => {
                Condition::Or(Box::new(self.condition(depth - 1)), Box::new(self.condition(depth - 1)))
            }
            5 if depth > 0 => Condition::Any(Box::new(self.expr(1))),
            _ => Condition::Less(self.expr(0), self.expr(0)),
        }
    }
}

/// A function that returns a value and changes an argument as well; [`super::evaluate`] does the same.
pub(crate) const TURN: &str = "fn turn(u: &mut f64, k: f64) -> f64 {
    let mut s = k;
    #[checkpoint(every = 2)]
    for n in 0..3 {
        if *u > 1.0 {
            *u = *u * 0.25;
            return s * 0.5;
        }
        *u = *u * 0.75 + 0.1 * k;
        s += *u * n as f64;
    }
    s
}";

const NUMBERS: [&str; 3] = ["p", "q", "r"];
const INTEGERS: [&str; 2] = ["i", "j"];

/// Prints a function.
pub(crate) struct Text {
    out: String,
    loops: usize,
    open: Vec<usize>,
}

impl Text {
    pub(crate) fn of(program: &Program) -> String {
        let mut text = Text { out: String::new(), loops: 0, open: Vec::new() };
        text.out.push_str(
            "fn f(x: f64, y: f64, z: &[f64]) -> f64 {\nlet mut p = x; let mut q = y; let mut r = 0.5;\n\
             let mut w = [0.25, x * 0.5, y, 1.0];\nlet mut i = 1_usize; let mut j = 2_usize; let mut g = x < y;\n\
             let mut s = Shape::Round(x * 0.75);\n",
        );
        let (declared, counted) = if program.with == With::Vectors { (DECLARED, COUNTED) } else { ("", "") };
        text.out.push_str(declared);
        text.block(&program.body);
        let value = expr(&program.value);
        // Whatever is there at the end counts.
        let _ = write!(
            text.out,
            "{value} + 0.3 * p + q * 0.2 - r * 0.1 + w[0] * w[1] + w[2] - w[3]\n\
             + match s {{ Shape::Round(t) => t * 0.4, Shape::Block {{ w: a, h: b }} => a * b }} {counted}\n}}"
        );
        text.out
    }

    /// Adds a line.
    pub(crate) fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    pub(crate) fn block(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let line = match stmt {
            Stmt::Assign(place, value) => format!("{} = {};", target(place), expr(value)),
            Stmt::Compound(place, op, value) => format!("{} {op}= {};", target(place), expr(value)),
            Stmt::Integer(n, how) => {
                let n = INTEGERS[*n];
                match how {
                    0 => format!("{n} += 1;"),
                    1 => format!("{n} = {n} / 2;"),
                    2 => format!("{n} = i + j;"),
                    _ => format!("{n} = ({n} + 3) % 7;"),
                }
            }
            Stmt::SetFlag(value) => format!("g = {};", condition(value)),
            Stmt::Exchange(a, b) => format!("std::mem::swap(&mut {}, &mut {});", target(a), target(b)),
            Stmt::Both(a, b) => format!("(p, q) = ({}, {});", expr(a), expr(b)),
            Stmt::Local(place, a, b) => {
                format!("{{ let t = {}; let u = t * t; {} = t + u * {}; }}", expr(a), target(place), expr(b))
            }
            Stmt::If(test, then, otherwise) => {
                let _ = writeln!(self.out, "if {} {{", condition(test));
                self.block(then);
                if !otherwise.is_empty() {
                    self.out.push_str("} else {\n");
                    self.block(otherwise);
                }
                "}".to_string()
            }
            Stmt::Match(on, arms) => {
                let heads = ["0", "1 | 2", "n if n > 5", "_"];
                let _ = writeln!(self.out, "match {} {{", INTEGERS[*on]);
                for (head, arm) in heads.iter().zip(arms) {
                    let _ = writeln!(self.out, "{head} => {{");
                    self.block(arm);
                    self.out.push_str("}\n");
                }
                "}".to_string()
            }
            Stmt::For(count, mark, body) => {
                self.loops += 1;
                let _ = writeln!(self.out, "{}'l{}: for _ in 0..{count} {{", mark.text(), self.loops);
                self.inside(body);
                "}".to_string()
            }
            Stmt::Repeat(test, most, mark, body) => {
                self.loops += 1;
                let fuel = format!("fuel_{}", self.loops);
                let _ = writeln!(self.out, "let mut {fuel} = 0;");
                let _ = match test {
                    Some(test) => {
                        writeln!(
                            self.out,
                            "{}'l{}: while {fuel} < {most} && {} {{ {fuel} += 1;",
                            mark.text(),
                            self.loops,
                            condition(test)
                        )
                    }
                    None => writeln!(
                        self.out,
                        "{}'l{}: loop {{ if {fuel} >= {most} {{ break; }} {fuel} += 1;",
                        mark.text(),
                        self.loops
                    ),
                };
                self.inside(body);
                "}".to_string()
            }
            Stmt::Shadow(value) => {
                format!("{{ let i = i + 1; let p = {}; w[i % 4] = p * p; }}", expr(value))
            }
            Stmt::Closure(place, k, a, b) => format!(
                "{{ let h = |t: f64| {{ if t < 0.0 {{ return t * 0.5; }} t * {} }}; {} = h({}) + h(h({})); }}",
                expr(k),
                target(place),
                expr(a),
                expr(b)
            ),
            Stmt::Opened(test, value, then, otherwise) => {
                let _ = writeln!(
                    self.out,
                    "{{ let o = if {} {{ Some({}) }} else {{ None }}; match o {{ Some(t) if t > 0.0 => {{ p += t * 0.5;",
                    condition(test),
                    expr(value)
                );
                self.block(then);
                self.out.push_str("} Some(t) => { q = t * t; } None => {\n");
                self.block(otherwise);
                "} } }".to_string()
            }
            Stmt::Stack(place, a, b, test) => format!(
                "{{ let mut v = vec![{}, {}]; v.push(q); while let Some(t) = v.pop() {{ {} += t * 0.5; if {} {{ break; }} }} }}",
                expr(a),
                expr(b),
                target(place),
                condition(test)
            ),
            Stmt::Once(body) => {
                self.loops += 1;
                let _ = writeln!(self.out, "'l{}: {{", self.loops);
                self.inside(body);
                "}".to_string()
            }
            Stmt::Turn(place, n, k) => {
                let n = NUMBERS[*n];
                let place = target(place);
                format!("{{ let k = {}; {place} = turn(&mut {n}, k) + 0.1 * {n}; }}", expr(k))
            }
            Stmt::Held(held) => self.held(held),
            Stmt::Shape(true, a, _) => format!("s = Shape::Round({});", expr(a)),
            Stmt::Shape(false, a, b) => format!("s = Shape::Block {{ w: {}, h: {} }};", expr(a), expr(b)),
            Stmt::Cased(then, otherwise) => {
                self.out.push_str("match s { Shape::Round(t) if t > 0.25 => { p += t * 0.5;\n");
                self.block(then);
                self.out.push_str(
                    "} Shape::Round(t) => { q = t * t; } Shape::Block { w: a, h: b } => { r = a * b;\n",
                );
                self.block(otherwise);
                "} }".to_string()
            }
            Stmt::Break(around) => format!("break 'l{};", self.around(*around)),
            Stmt::Continue(around) => format!("continue 'l{};", self.around(*around)),
            Stmt::Return(value) => format!("return {};", expr(value)),
        };
        self.line(&line);
    }

    fn inside(&mut self, body: &[Stmt]) {
        self.open.push(self.loops);
        self.block(body);
        self.open.pop();
    }

    fn around(&self, around: usize) -> usize {
        self.open[self.open.len() - 1 - around]
    }
}

pub(crate) fn target(place: &Target) -> String {
    match place {
        Target::Number(n) => NUMBERS[*n].to_string(),
        Target::Element(at) => format!("w[{}]", index(at)),
    }
}

fn index(at: &Index) -> String {
    match at {
        Index::Literal(n) => n.to_string(),
        Index::Of(2) => "(i + j) % 4".to_string(),
        Index::Of(n) => format!("{} % 4", INTEGERS[*n]),
        Index::Cast(n) => format!("({0}.abs() * 3.0) as usize % 4", NUMBERS[*n]),
    }
}

pub(crate) fn expr(e: &Expr) -> String {
    match e {
        Expr::Literal(value) => format!("({value:?})"),
        Expr::Parameter(0) => "x".to_string(),
        Expr::Parameter(_) => "y".to_string(),
        Expr::Read(place) => target(place),
        Expr::Input(at) => format!("z[{}]", index(at)),
        Expr::Count(n) => {
            format!("{} as f64", INTEGERS[*n]).replace("i as", "(i as").replace("j as", "(j as") + ")"
        }
        Expr::Binary(op, a, b) => format!("({} {op} {})", expr(a), expr(b)),
        Expr::Function(0, e) => format!("({}).sin()", expr(e)),
        Expr::Function(1, e) => format!("({}).tanh()", expr(e)),
        Expr::Function(2, e) => format!("(1.0 / (1.0 + ({0}).powi(2)))", expr(e)),
        Expr::Function(3, e) => format!("(({}).tanh()).exp()", expr(e)),
        Expr::Function(_, e) => format!("(1.5 + ({}).sin()).sqrt()", expr(e)),
        Expr::Sum(e) => format!("z.iter().map(|t| t * {}).sum::<f64>()", bracketed(e)),
        Expr::Held(c, a, b) => format!(
            "(if {} {{ Some({}) }} else {{ None }}).map(|t| t * t).unwrap_or({})",
            condition(c),
            expr(a),
            expr(b)
        ),
        Expr::Choice(c, a, b) => format!("(if {} {{ {} }} else {{ {} }})", condition(c), expr(a), expr(b)),
    }
}

fn condition(c: &Condition) -> String {
    match c {
        Condition::Less(a, b) => format!("{} < {}", bracketed(a), bracketed(b)),
        Condition::Counted(n, below) => format!("{} < {below}", INTEGERS[*n]),
        Condition::Flag => "g".to_string(),
        Condition::Not(inner) => format!("!({})", condition(inner)),
        Condition::Or(a, b) => format!("(({}) || ({}))", condition(a), condition(b)),
        Condition::Any(e) => format!("z.iter().any(|t| *t > {})", bracketed(e)),
        Condition::And(a, b) => format!("({}) && ({})", condition(a), condition(b)),
    }
}

fn bracketed(e: &Expr) -> String {
    format!("({})", expr(e))
}
