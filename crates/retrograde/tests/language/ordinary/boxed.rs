//! Trees that functions build: boxes in literals, as what is returned, and in calls.

use super::agrees;

mod literals {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    pub enum LiteralsTree {
        Leaf(f64),
        Node { left: Box<LiteralsTree>, right: Box<LiteralsTree>, w: f64 },
    }
    #[differentiable]
    fn sum(t: &LiteralsTree) -> f64 {
        match t {
            LiteralsTree::Leaf(v) => *v,
            LiteralsTree::Node { left, right, w } => w * sum(left) * sum(right) + sum(left),
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let t = LiteralsTree::Node {
            left: Box::new(LiteralsTree::Leaf(x[0])),
            right: Box::new(LiteralsTree::Leaf(x[1])),
            w: x[2],
        };
        sum(&t)
    }
}

mod recursive {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    pub enum RecursiveTree {
        Leaf(f64),
        Node(Box<RecursiveTree>, Box<RecursiveTree>),
    }
    #[differentiable]
    fn build(x: &[f64]) -> RecursiveTree {
        if x.len() == 1 {
            return RecursiveTree::Leaf(x[0]);
        }
        let m = x.len() / 2;
        RecursiveTree::Node(Box::new(build(&x[..m])), Box::new(build(&x[m..])))
    }
    #[differentiable]
    fn prod(t: &RecursiveTree) -> f64 {
        match t {
            RecursiveTree::Leaf(v) => *v,
            RecursiveTree::Node(l, r) => prod(l) * prod(r),
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let t = build(x);
        prod(&t)
    }
}

mod expressions {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    pub enum ExpressionsExpr {
        Num(f64),
        Var(usize),
        Add(Box<ExpressionsExpr>, Box<ExpressionsExpr>),
        Mul(Box<ExpressionsExpr>, Box<ExpressionsExpr>),
        Sin(Box<ExpressionsExpr>),
    }
    #[differentiable]
    fn eval(e: &ExpressionsExpr, x: &[f64]) -> f64 {
        match e {
            ExpressionsExpr::Num(v) => *v,
            ExpressionsExpr::Var(i) => x[*i],
            ExpressionsExpr::Add(a, b) => eval(a, x) + eval(b, x),
            ExpressionsExpr::Mul(a, b) => eval(a, x) * eval(b, x),
            ExpressionsExpr::Sin(a) => eval(a, x).sin(),
        }
    }
    #[differentiable]
    fn mul(a: ExpressionsExpr, b: ExpressionsExpr) -> ExpressionsExpr {
        ExpressionsExpr::Mul(Box::new(a), Box::new(b))
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let e = ExpressionsExpr::Add(
            Box::new(mul(ExpressionsExpr::Num(x[3]), ExpressionsExpr::Var(0))),
            Box::new(ExpressionsExpr::Sin(Box::new(ExpressionsExpr::Var(1)))),
        );
        eval(&e, x)
    }
}

const AT: [f64; 6] = [0.7, 1.3, 0.4, 2.1, 0.9, 1.6];

#[test]
fn boxes_are_made() {
    agrees("literals", literals::f, &literals::f::gradient(&AT).1.0, &AT);
    agrees("recursive", recursive::f, &recursive::f::gradient(&AT).1.0, &AT);
    agrees("expressions", expressions::f, &expressions::f::gradient(&AT).1.0, &AT);
}
