//! A program under construction: the scope, and the lines so far.
//!
//! Law: the program is valid. Locals are computed from values that never change, and an update reads anything but the
//! place that it changes, so that every rejection is an error of the compiler. With `wild`, locals are also computed
//! from state, which the laws of the language may reject.

use retrograde_testkit::Rng;

/// A place that may be changed.
#[derive(Clone)]
pub(crate) struct Target {
    /// The variable that contains it.
    pub(crate) root: String,
    pub(crate) place: String,
}

/// The values that can be read and changed at some point of a program.
#[derive(Clone, Default)]
pub(crate) struct Scope {
    /// Numbers that never change.
    pub(crate) reals: Vec<String>,
    /// Arrays of at least three numbers that never change.
    pub(crate) arrays: Vec<String>,
    /// Places of state.
    pub(crate) targets: Vec<Target>,
    /// Arrays of state, of at least three numbers.
    pub(crate) changing: Vec<String>,
    /// Small counts that never change.
    pub(crate) counts: Vec<String>,
    /// Exact state.
    pub(crate) counters: Vec<String>,
    /// Structures that never change, by their type.
    pub(crate) structures: Vec<(String, String)>,
    /// Structures that may change.
    pub(crate) bodies: Vec<(String, String)>,
}

pub(crate) struct Draw {
    pub(crate) rng: Rng,
    pub(crate) scope: Scope,
    pub(crate) lines: Vec<String>,
    pub(crate) wild: bool,
    /// True if the real type is `f32`, which has constants of its own.
    pub(crate) single: bool,
    depth: usize,
    names: usize,
}

impl Draw {
    pub(crate) fn new(seed: u64, wild: bool) -> Draw {
        Draw {
            rng: Rng::new(seed),
            scope: Scope::default(),
            lines: Vec::new(),
            wild,
            single: false,
            depth: 1,
            names: 0,
        }
    }

    /// Returns a new name.
    pub(crate) fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    pub(crate) fn line(&mut self, text: impl AsRef<str>) {
        for line in text.as_ref().lines() {
            self.lines.push(format!("{}{}", "    ".repeat(self.depth), line.trim_start()));
        }
    }

    /// Writes a block after `head`; its names go out of scope at its end.
    pub(crate) fn block(&mut self, head: &str, tail: &str, inside: impl FnOnce(&mut Draw)) {
        self.line(format!("{head}{{"));
        let outer = self.scope.clone();
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        self.scope = outer;
        self.line(format!("}}{tail}"));
    }

    pub(crate) fn one<'a, X>(&mut self, from: &'a [X]) -> &'a X {
        &from[self.rng.below(from.len())]
    }

    pub(crate) fn target(&mut self) -> Target {
        let all = self.scope.targets.clone();
        self.one(&all).clone()
    }

    /// Returns a number that an update of `but` may read.
    pub(crate) fn value_for(&mut self, but: &Target) -> String {
        let state: Vec<String> =
            self.scope.targets.iter().filter(|t| t.place != but.place).map(|t| t.place.clone()).collect();
        self.expression(2, &state)
    }

    /// Returns a number for the value of a local.
    pub(crate) fn value(&mut self) -> String {
        let wild = self.wild && self.rng.below(3) == 0;
        let state: Vec<String> =
            if wild { self.scope.targets.iter().map(|t| t.place.clone()).collect() } else { Vec::new() };
        self.expression(2, &state)
    }

    /// Returns a number that never changes, without an operator.
    pub(crate) fn stable(&mut self) -> String {
        let reals = self.scope.reals.clone();
        self.one(&reals).clone()
    }

    pub(crate) fn array(&mut self) -> String {
        let arrays = self.scope.arrays.clone();
        self.one(&arrays).clone()
    }

    pub(crate) fn count(&mut self) -> String {
        let counts = self.scope.counts.clone();
        if counts.is_empty() || self.rng.below(4) == 0 {
            self.rng.below(3).to_string()
        } else {
            self.one(&counts).clone()
        }
    }

    fn expression(&mut self, depth: usize, state: &[String]) -> String {
        if depth == 0 || self.rng.below(5) == 0 {
            let reals = self.scope.reals.clone();
            return match self.rng.below(6) {
                0 => {
                    let (half, weights) = self.constants();
                    let constant =
                        ["0.5", "1.25", half, &format!("{weights}[1]")][self.rng.below(4)].to_string();
                    // A call with only constants is a constant float.
                    format!("{constant} * {}", self.one(&reals))
                }
                1 if !state.is_empty() => self.one(state).clone(),
                _ => self.one(&reals).clone(),
            };
        }
        let (x, y) = (self.expression(depth - 1, state), self.expression(depth - 1, state));
        let other = self.stable();
        let count = self.count();
        match self.rng.below(26) {
            0 | 1 => format!("({x} + {y})"),
            2 | 3 => format!("({x} - {y})"),
            4..=6 => format!("{x} * {y}"),
            7 => format!("{x} / (1.5 + ({y}).cos())"),
            8 => format!("({x}).sin()"),
            9 => format!("({x}).tanh()"),
            10 => format!("(-{}).exp() * 0.25", paren(&x)),
            11 => format!("(1.0 + ({x}).powi(2)).ln()"),
            12 => format!("(1.0 + ({x}).powi(2)).sqrt()"),
            13 => format!("-{}", paren(&x)),
            14 => format!("softsign({x})"),
            15 => format!("scaled({x}, {y}, {count})"),
            16 => format!("({x}).mul_add({other}, {y})"),
            17 => format!("(if {count} > 1 {{ {x} }} else {{ {y} }})"),
            18 => format!("({count}) as T * {x} + scaled({}, {other}, 2)", self.constants().0),
            19 => format!("(if {other} > 0.1 {{ {x} }} else if {count} == 0 {{ {other} }} else {{ {y} }})"),
            20 => format!("polar({x}, {other})[{}]", self.rng.below(2)),
            21 => format!("dot2({}, &[{x}, {y}])", self.slice()),
            22 => format!("({x}).max({y} + 3.0)"),
            23 => match self.structure("Particle") {
                Some(p) => format!("{p}.square({x}, {other})"),
                None => format!("particle({x}, {y}).mass"),
            },
            24 => match self.structure("Layer") {
                Some(l) => format!("total(&{l}, {x})"),
                None => format!("dot2(&powers({x}, 3), {})", self.slice()),
            },
            _ => format!("{}.abs() * {y}", paren(&x)),
        }
    }

    /// Returns the names of a constant and of an array of three.
    pub(crate) fn constants(&self) -> (&'static str, &'static str) {
        if self.single { ("HALF32", "WEIGHTS32") } else { ("HALF", "WEIGHTS") }
    }

    /// Returns an array that never changes, as an argument for a slice.
    pub(crate) fn slice(&mut self) -> String {
        format!("&{}[0..2]", self.array())
    }

    pub(crate) fn structure(&mut self, ty: &str) -> Option<String> {
        let all: Vec<String> =
            self.scope.structures.iter().filter(|(_, of)| of == ty).map(|(name, _)| name.clone()).collect();
        (!all.is_empty()).then(|| self.one(&all).clone())
    }

    pub(crate) fn body(&mut self, ty: &str) -> Option<String> {
        let all: Vec<String> =
            self.scope.bodies.iter().filter(|(_, of)| of == ty).map(|(name, _)| name.clone()).collect();
        (!all.is_empty()).then(|| self.one(&all).clone())
    }
}

pub(crate) fn paren(text: &str) -> String {
    format!("({text})")
}
