//! The AD operators on primitives, as VLAD text.
//!
//! `(*j sin)` and `(bundle sin (perturb sin))` are procedures, and these are their definitions. The partials of
//! arithmetic come from the rule table, as expressions; there is no list of derivatives here. The machine runs the
//! common cases natively and falls back on these codes, which can be transformed like any other.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use retrograde_rules::{Primitive, Tree, symbolic};

use super::{Transforms, host};
use crate::anf::{Atom, Body, Code, CodeId, Codes, Op, Statement, Var, VarInfo, convert};
use crate::core::ExprKind;
use crate::error::{Error, ErrorKind, Result};
use crate::host::{ORDERS, Role};
use crate::machine::heap::Mix;
use crate::prim::Prim;
use crate::print::Number;
use crate::program::{Item, NoFiles, Program};
use crate::source::Span;
use crate::tags::{Tag, Tags};

/// The codes of transformed primitives.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    codes: HashMap<(Prim, Tags), CodeId, BuildHasherDefault<Mix>>,
}

impl Rules {
    /// Returns the code of a primitive that went through transformations, the innermost of which is `forward` or
    /// `reverse`.
    pub(crate) fn code(
        &mut self,
        prim: Prim,
        tags: Tags,
        codes: &mut Codes,
        transforms: &mut Transforms,
    ) -> Result<CodeId> {
        if let Some(code) = self.codes.get(&(prim, tags)) {
            return Ok(*code);
        }
        let (top, rest) = tags.pop().expect("an untransformed primitive has no code");
        let code = if let (true, Some(operands)) = (rest.is_none(), prim.operands()) {
            let source = codes.add(applied(prim, operands));
            transforms.apply(top, source, codes)?
        } else if rest.is_none() {
            if let Prim::Host(number) = prim {
                if !host::differentiates(number) {
                    let message =
                        format!("a function of the host can be differentiated {ORDERS} times at most");
                    return Err(Error::new(ErrorKind::Limit, message));
                }
            }
            self.first(prim, top, codes)
        } else {
            let inner = self.code(prim, rest, codes, transforms)?;
            transforms.apply(top, inner, codes)?
        };
        self.codes.insert((prim, tags), code);
        Ok(code)
    }

    fn first(&mut self, prim: Prim, tag: Tag, codes: &mut Codes) -> CodeId {
        let text = match tag {
            Tag::Reverse => reverse(prim),
            Tag::Forward => forward(prim),
            Tag::Perturbation | Tag::Sensitivity => {
                unreachable!("a tangent of a primitive is not a procedure")
            }
        };
        let mut program = Program::bare();
        if let Prim::Host(number) = prim {
            host::name_members(&mut program, Role::decoded(number).0 as u16);
        }
        let read = program.add("<rule>", &text, &mut NoFiles);
        read.unwrap_or_else(|e| panic!("the rule {text} is not a program: {e}"));
        let lambda = match program.items.first() {
            Some(Item::Expression { expr, .. }) => match &expr.kind {
                ExprKind::Lambda(lambda) => lambda.clone(),
                _ => unreachable!("a rule is a procedure"),
            },
            _ => unreachable!("a rule is an expression"),
        };
        let before = codes.len();
        let id = convert(&lambda, &program.names, codes);
        // No programmer wrote this text, so faults in it are reported where it was called.
        for i in before..codes.len() {
            let mut code = (**codes.get(CodeId(i as u32))).clone();
            forget_places(&mut code.body);
            code.span = Span::NOWHERE;
            codes.set(CodeId(i as u32), code);
        }
        let mut code = (**codes.get(id)).clone();
        code.tags = Tags::NONE.push(tag).expect("one tag");
        code.name = Some(prim.name().into());
        code.prim = Some(prim);
        code.vars[0].tags = code.tags;
        // The backpropagator takes a cotangent.
        if tag == Tag::Reverse {
            for statement in &code.body.statements {
                if let Op::Close { code: back, .. } = &statement.op {
                    let mut inner = (**codes.get(*back)).clone();
                    inner.tags = Tags::NONE.push(Tag::Sensitivity).expect("one tag");
                    inner.name = Some(format!("{}-back", prim.name()).into());
                    inner.vars[0].tags = inner.tags;
                    codes.set(*back, inner);
                }
            }
        }
        codes.set(id, code);
        id
    }
}

/// Returns a procedure that only applies a primitive.
fn applied(prim: Prim, operands: usize) -> Code {
    let statement = |op: Op| Statement { op, span: Span::NOWHERE };
    let info = |name: &str| VarInfo { name: name.into(), tags: Tags::NONE };
    let (x, y, a, b) = (Var(0), Var(1), Var(2), Var(3));
    let mut statements = Vec::new();
    let mut atoms = vec![Atom::Var(x)];
    if operands == 2 {
        let op = Op::Uncons { head: a, tail: b, tags: Tags::NONE, from: Atom::Var(x) };
        statements.push(statement(op));
        atoms = vec![Atom::Var(a), Atom::Var(b)];
    }
    let operands = atoms.into_iter().map(|a| (a, Tags::NONE)).collect();
    statements.push(statement(Op::Primitive { to: y, tags: Tags::NONE, prim, operands }));
    Code {
        name: Some(prim.name().into()),
        tags: Tags::NONE,
        param: x,
        captures: Vec::new(),
        vars: ["x", "y", "x1", "x2"].map(info).into(),
        body: Body { statements, result: Atom::Var(y) },
        prim: Some(prim),
        span: Span::NOWHERE,
    }
}

fn forget_places(body: &mut Body) {
    for statement in &mut body.statements {
        statement.span = Span::NOWHERE;
        if let Op::If { then, otherwise, .. } = &mut statement.op {
            forget_places(then);
            forget_places(otherwise);
        }
    }
}

/// A partial, as a factor of a derivative.
pub(crate) enum Factor {
    /// The partial is this number everywhere.
    Constant(f64),
    /// The partial depends on the arguments.
    Varying(String),
}

/// Returns the partials of a rule as VLAD expressions over `x1`, … and the result `y`.
pub(crate) fn factors(rule: Primitive) -> Vec<Factor> {
    if rule.takes_exponent() {
        let partial = format!("(if (zero? x2) 0 (* x2 ({} x1 (- x2 1))))", rule.name());
        return vec![Factor::Varying(partial), Factor::Constant(0.0)];
    }
    let factor = |tree: Tree| match tree {
        Tree::Constant(c) => Factor::Constant(c),
        tree => Factor::Varying(text(&tree)),
    };
    symbolic::partials(rule, 0).into_iter().map(factor).collect()
}

/// Returns the number of operands of a rule in VLAD, including an exponent.
pub(crate) fn arity(rule: Primitive) -> usize {
    rule.arity() + usize::from(rule.takes_exponent())
}

fn text(tree: &Tree) -> String {
    match tree {
        Tree::Argument(i) => format!("x{}", i + 1),
        Tree::Result => "y".into(),
        Tree::Constant(c) => Number(*c).to_string(),
        Tree::Apply(rule, operands) => {
            let operands: Vec<String> = operands.iter().map(text).collect();
            format!("({} {})", Prim::Rule(*rule).name(), operands.join(" "))
        }
        Tree::Powi(base, n) => format!("({} {} {n})", Prim::Rule(Primitive::Powi).name(), text(base)),
    }
}

/// Multiplies `along` by a factor; `None` if the factor is zero.
fn scaled(factor: &Factor, i: usize, along: &str) -> Option<String> {
    match factor {
        Factor::Constant(c) if *c == 0.0 => None,
        Factor::Constant(c) if *c == 1.0 => Some(along.to_string()),
        Factor::Constant(c) => Some(format!("(* {} {along})", Number(*c))),
        Factor::Varying(_) => Some(format!("(* d{} {along})", i + 1)),
    }
}

/// Writes a tuple of variables that start with a letter: `x1`, or `(cons* x1 x2)`, or `(cons* x1 x2 x3)`.
fn tuple(letter: &str, n: usize) -> String {
    let parts: Vec<String> = (1..=n).map(|i| format!("{letter}{i}")).collect();
    if n == 1 { parts.concat() } else { format!("(cons* {})", parts.join(" ")) }
}

/// Writes the definitions of the partials that vary, as bindings of a `let*`.
fn bindings(factors: &[Factor]) -> String {
    let bind = |(i, factor): (usize, &Factor)| match factor {
        Factor::Varying(text) => Some(format!("(d{} {text})", i + 1)),
        Factor::Constant(_) => None,
    };
    factors.iter().enumerate().filter_map(bind).collect::<Vec<_>>().join(" ")
}

fn reverse(prim: Prim) -> String {
    let name = prim.name();
    if let Prim::Rule(rule) = prim {
        let (factors, n) = (factors(rule), arity(rule));
        let parts: Vec<String> = factors
            .iter()
            .enumerate()
            .map(|(i, factor)| scaled(factor, i, "u").unwrap_or_else(|| "0".into()))
            .collect();
        let cotangent = if n == 1 { parts.concat() } else { format!("(cons* {})", parts.join(" ")) };
        return format!(
            "(lambda (r) (let* (({x} (*j-inverse r)) (y ({name} {x})) {d}) (cons (*j y) (lambda (s) \
             (let ((u (unsensitize s))) (sensitize (cons {name} {cotangent})))))))",
            x = tuple("x", n),
            d = bindings(&factors),
        );
    }
    if let Prim::Host(number) = prim {
        return host::reverse(Role::decoded(number).1);
    }
    let (pattern, cotangent) = match prim {
        Prim::Real | Prim::WriteReal | Prim::Write => ("x", "u"),
        Prim::Perturb => ("x", "(unperturb u)"),
        Prim::Unperturb => ("x", "(perturb u)"),
        Prim::Sensitize => ("x", "(unsensitize u)"),
        Prim::Unsensitize => ("x", "(sensitize u)"),
        Prim::Reverse => ("x", "(*j-inverse u)"),
        Prim::Unreverse => ("x", "(*j u)"),
        Prim::Primal => ("x", "(bundle u (zero (tangent x)))"),
        Prim::Tangent => ("x", "(bundle (zero (primal x)) u)"),
        Prim::Bundle => ("x", "(cons (primal u) (tangent u))"),
        Prim::Plus => ("x", "(cons u u)"),
        Prim::IfProcedure => {
            ("(cons* c t e)", "(if c (cons* (zero c) u (zero e)) (cons* (zero c) (zero t) u))")
        }
        // The derivative of a piecewise constant function is zero.
        _ => ("x", "(zero x)"),
    };
    format!(
        "(lambda (r) (let* (({pattern} (*j-inverse r)) (y ({name} {pattern}))) (cons (*j y) (lambda (s) \
         (let ((u (unsensitize s))) (sensitize (cons {name} {cotangent})))))))"
    )
}

fn forward(prim: Prim) -> String {
    let name = prim.name();
    if let Prim::Rule(rule) = prim {
        let (factors, n) = (factors(rule), arity(rule));
        let terms: Vec<String> = factors
            .iter()
            .enumerate()
            .filter_map(|(i, factor)| scaled(factor, i, &format!("e{}", i + 1)))
            .collect();
        let sum = terms.into_iter().reduce(|a, b| format!("(+ {a} {b})")).unwrap_or_else(|| "0".into());
        return format!(
            "(lambda (f) (let* (({x} (primal f)) ({e} (unperturb (tangent f))) (y ({name} {x})) {d}) \
             (bundle y (perturb {sum}))))",
            x = tuple("x", n),
            e = tuple("e", n),
            d = bindings(&factors),
        );
    }
    let body = match prim {
        Prim::Host(number) => return host::forward(Role::decoded(number).1),
        Prim::Perturb
        | Prim::Unperturb
        | Prim::Sensitize
        | Prim::Unsensitize
        | Prim::Reverse
        | Prim::Unreverse => {
            format!("(bundle ({name} x) (perturb ({name} d)))")
        }
        Prim::Primal | Prim::Tangent | Prim::Zero => format!("(bundle ({name} x) (perturb ({name} d)))"),
        Prim::Bundle | Prim::Plus => format!(
            "(let (((cons x1 x2) x) ((cons d1 d2) d)) (bundle ({name} x1 x2) (perturb ({name} d1 d2))))"
        ),
        Prim::Real | Prim::WriteReal | Prim::Write => format!("(bundle ({name} x) (perturb d))"),
        Prim::IfProcedure => "(let (((cons* x1 x2 x3) x) ((cons* d1 d2 d3) d)) \
             (if x1 (bundle x2 (perturb d2)) (bundle x3 (perturb d3))))"
            .to_string(),
        _ => format!("(let ((y ({name} x))) (bundle y (perturb (zero y))))"),
    };
    format!("(lambda (f) (let* ((x (primal f)) (d (unperturb (tangent f)))) {body}))")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_primitive_has_rules_that_read() {
        let mut rules = Rules::default();
        let mut codes = Codes::default();
        for prim in Prim::all() {
            rules.first(prim, Tag::Reverse, &mut codes);
            rules.first(prim, Tag::Forward, &mut codes);
        }
        assert_eq!(
            reverse(Prim::by_name("*").unwrap()),
            "(lambda (r) (let* (((cons* x1 x2) (*j-inverse r)) (y (* (cons* x1 x2))) (d1 x2) (d2 x1)) (cons (*j y) \
             (lambda (s) (let ((u (unsensitize s))) (sensitize (cons * (cons* (* d1 u) (* d2 u)))))))))"
        );
    }
}
