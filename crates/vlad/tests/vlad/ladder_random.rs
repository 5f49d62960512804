//! Random programs, well typed, with sharing, functions, branches, recursion, sums and lists: all stages agree with
//! dual numbers, which run the untransformed program. The number of cases is set by PROPTEST_CASES.

use proptest::prelude::*;
use retrograde_numbers::Dual;
use retrograde_vlad::ErrorKind;
use retrograde_vlad::ladder::{Data, Function, Limits, Stage, run, transform};

const INPUTS: usize = 4;

/// Writes a program; every choice is a byte, and where the bytes end the simplest is chosen, so that failures shrink.
struct Writer<'a> {
    choices: std::slice::Iter<'a, u8>,
    next: usize,
    /// Functions written so far and how many numbers they take.
    functions: Vec<(String, usize)>,
}

impl Writer<'_> {
    fn choose(&mut self, options: usize) -> usize {
        self.choices.next().map_or(0, |byte| *byte as usize % options)
    }

    fn name(&mut self, base: &str) -> String {
        self.next += 1;
        format!("{base}{}", self.next)
    }

    fn variable(&mut self, scope: &[String]) -> String {
        match self.choose(scope.len() + 1) {
            0 => ["0.5", "2", "-0.75", "1"][self.choose(4)].to_string(),
            i => scope[i - 1].clone(),
        }
    }

    /// An expression whose value is a number.
    fn number(&mut self, scope: &[String], depth: usize) -> String {
        if depth == 0 {
            return self.variable(scope);
        }
        let d = depth - 1;
        match self.choose(14) {
            0 => self.variable(scope),
            1 => format!("(+ {} {})", self.number(scope, d), self.number(scope, d)),
            2 => format!("(* {} (sin {}))", self.number(scope, d), self.number(scope, d)),
            3 => format!("(- {} {})", self.number(scope, d), self.number(scope, d)),
            4 => {
                let f = ["sin", "cos", "tanh", "arctan", "abs"][self.choose(5)];
                format!("({f} {})", self.number(scope, d))
            }
            5 => format!("(/ {} (+ 1.5 (cos {})))", self.number(scope, d), self.number(scope, d)),
            6 => format!("(sqrt (+ 1 (exp (sin {}))))", self.number(scope, d)),
            7 => {
                // Sharing: one number, used as often as its scope likes.
                let x = self.name("x");
                let value = self.number(scope, d);
                let inner = [scope, std::slice::from_ref(&x)].concat();
                format!("(let (({x} {value})) (+ {x} {}))", self.number(&inner, d))
            }
            8 => format!("(if {} {} {})", self.truth(scope, d), self.number(scope, d), self.number(scope, d)),
            9 => {
                // Recursion to a fixed depth, in tail position or not.
                let (f, k, a) = (self.name("f"), self.name("k"), self.name("a"));
                let start = self.number(scope, d);
                let step = self.number(&[scope, &[a.clone(), k.clone()]].concat(), d);
                let turns = 1 + self.choose(4);
                match self.choose(2) {
                    0 => format!(
                        "(let {f} (({k} {turns}) ({a} {start})) (if (<= {k} 0) {a} ({f} (- {k} 1) (tanh {step}))))"
                    ),
                    _ => format!(
                        "(let {f} (({k} {turns}) ({a} {start})) (if (<= {k} 0) {a} (+ {a} ({f} (- {k} 1) (tanh {step})))))"
                    ),
                }
            }
            10 => {
                // A closure with free variables, called twice.
                let (g, x) = (self.name("g"), self.name("x"));
                let body = self.number(&[scope, std::slice::from_ref(&x)].concat(), d);
                format!(
                    "(let (({g} (lambda ({x}) {body}))) (+ ({g} {}) ({g} {})))",
                    self.number(scope, d),
                    self.number(scope, d)
                )
            }
            11 => {
                // A sum: tagged values, taken apart by their tags.
                let (s, x) = (self.name("s"), self.name("x"));
                let (left, right, other) =
                    (self.number(scope, d), self.number(scope, d), self.number(scope, d));
                let truth = self.truth(scope, d);
                format!(
                    "(let (({s} (if {truth} (cons #t {left}) (cons* #f {right} {other})))) (let (((cons t{s} {x}) {s})) (if t{s} (* {x} {x}) (let (((cons p{s} q{s}) {x})) (- p{s} q{s})))))"
                )
            }
            12 => {
                // A list, made and folded with a procedure that is handed on.
                let (xs, x) = (self.name("xs"), self.name("x"));
                let items: Vec<String> = (0..1 + self.choose(3)).map(|_| self.number(scope, d)).collect();
                let body = self.number(&[scope, std::slice::from_ref(&x)].concat(), d);
                format!("(let (({xs} (list {}))) (fold (lambda ({x}) {body}) {xs}))", items.join(" "))
            }
            _ => match self.functions.len() {
                0 => self.variable(scope),
                known => {
                    let one = self.choose(known);
                    let (f, arity) = self.functions[one].clone();
                    let arguments: Vec<String> = (0..arity).map(|_| self.number(scope, d)).collect();
                    format!("({f} {})", arguments.join(" "))
                }
            },
        }
    }

    /// An expression whose value is a boolean.
    fn truth(&mut self, scope: &[String], depth: usize) -> String {
        let a = self.number(scope, depth.min(1));
        match self.choose(4) {
            0 => format!("(< {a} {})", self.number(scope, depth.min(1))),
            1 => format!("(positive? {a})"),
            2 => format!("(and (<= {a} 2) (real? {a}))"),
            _ => format!("(or (negative? {a}) (null? {a}))"),
        }
    }

    fn program(&mut self) -> String {
        let mut text = String::from(
            "(define (fold f xs) (if (null? xs) 0 (let (((cons x rest) xs)) (+ (f x) (fold f rest)))))\n",
        );
        for _ in 0..self.choose(3) {
            let f = self.name("f");
            let params: Vec<String> = (0..1 + self.choose(2)).map(|_| self.name("p")).collect();
            let body = self.number(&params, 2);
            text += &format!("(define ({f} {}) {body})\n", params.join(" "));
            self.functions.push((f, params.len()));
        }
        let inputs: Vec<String> = (0..INPUTS).map(|i| format!("in{i}")).collect();
        let body = self.number(&inputs, 4);
        text + &format!("(define (f {}) {body})\n", inputs.join(" "))
    }
}

fn write(choices: &[u8]) -> String {
    Writer { choices: choices.iter(), next: 0, functions: Vec::new() }.program()
}

fn forward(f: &Function, x: &Data) -> Result<Vec<f64>, retrograde_vlad::Error> {
    let partial = |i: usize| {
        let mut seen = 0;
        let lift = |value| {
            seen += 1;
            Dual { value, tangent: if seen - 1 == i { 1.0 } else { 0.0 } }
        };
        Ok(f.evaluate(x, Limits::default(), lift)?.1[0].tangent)
    };
    (0..INPUTS).map(partial).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn all_stages_agree_on_random_programs(
        choices in proptest::collection::vec(any::<u8>(), 0..120),
        inputs in proptest::collection::vec(-1.5f64..1.5, INPUTS),
    ) {
        let text = write(&choices);
        let f = Function::read(&text, "f").unwrap_or_else(|e| panic!("{text}\n{e}"));
        let x = inputs.iter().rev().skip(1).fold(Data::real(inputs[INPUTS - 1]), |rest, x| Data::pair(Data::real(*x), rest));
        let expected = forward(&f, &x).unwrap_or_else(|e| panic!("{text}\n{e}"));
        let scale = expected.iter().fold(1.0f64, |m, g| m.max(g.abs()));
        prop_assume!(scale.is_finite() && scale < 1e6);
        // D1 alone may take exponentially long.
        let limits = Limits { cost: 2_000_000, depth: 100_000 };
        for stage in Stage::ALL {
            let run = match run(&transform(&f, stage), &x, limits) {
                Ok(run) => run,
                Err(e) if stage == Stage::D1 && e.kind() == ErrorKind::Limit => continue,
                Err(e) => panic!("{text}\n{stage}: {e} {:?}", e.0.values),
            };
            for (a, b) in run.gradient.reals().zip(&expected) {
                prop_assert!((a - b).abs() <= 1e-9 * scale, "{text}\n{stage} at {inputs:?}: {a} instead of {b}");
            }
            if !matches!(stage, Stage::Forward | Stage::D1) {
                prop_assert!(run.counts.most_calls() <= 1, "{text}\n{stage}");
            }
            if matches!(stage, Stage::D4 | Stage::Dropped | Stage::Defunctionalised | Stage::Taped) {
                // The same constant as for the examples.
                let bound = 120 * (run.primal.cost() + x.size() as u64);
                prop_assert!(run.counts.cost() <= bound, "{text}\n{stage}: {} of {bound}", run.counts.cost());
            }
        }
    }
}
