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

mod scaled {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    pub enum ScaledTree {
        Leaf(f64),
        Node(Box<ScaledTree>, Box<ScaledTree>),
    }
    #[differentiable]
    fn scale(t: &ScaledTree, k: f64) -> ScaledTree {
        match t {
            ScaledTree::Leaf(v) => ScaledTree::Leaf(v * k),
            ScaledTree::Node(l, r) => {
                ScaledTree::Node(Box::new(scale(l, k * 1.1)), Box::new(scale(r, k * k)))
            }
        }
    }
    #[differentiable]
    fn sum(t: &ScaledTree) -> f64 {
        match t {
            ScaledTree::Leaf(v) => v * v,
            ScaledTree::Node(l, r) => sum(l) * 0.5 + sum(r),
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut t = ScaledTree::Leaf(x[0]);
        for i in 1..4 {
            t = ScaledTree::Node(Box::new(t.clone()), Box::new(ScaledTree::Leaf(x[i])));
        }
        let u = scale(&t, x[4]);
        sum(&u)
    }
}

mod layers {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    pub struct LayersLayer {
        w: f64,
        next: Option<Box<LayersLayer>>,
    }
    #[differentiable]
    fn run(l: &LayersLayer, a: f64) -> f64 {
        let y = (l.w * a).tanh();
        match &l.next {
            Some(n) => run(n, y),
            None => y,
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let l = LayersLayer { w: x[0], next: Some(Box::new(LayersLayer { w: x[1], next: None })) };
        run(&l, x[2])
    }
}

mod held {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    pub struct HeldWrap {
        inner: Box<HeldInner>,
        k: f64,
    }
    #[derive(Clone, Differentiable)]
    pub struct HeldInner {
        v: Vec<f64>,
        s: f64,
    }
    #[differentiable]
    fn make(x: &[f64]) -> HeldWrap {
        HeldWrap { inner: Box::new(HeldInner { v: vec![x[0], x[1]], s: x[2] }), k: x[3] }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let w = make(x);
        w.inner.v[0] * w.inner.v[1] * w.inner.s * w.k
    }
}

mod chained {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    pub enum ChainedE {
        Num(f64),
        Neg(Box<ChainedE>),
        Mul { a: Box<ChainedE>, b: Box<ChainedE>, k: f64 },
    }
    #[differentiable]
    impl ChainedE {
        fn num(v: f64) -> Self {
            ChainedE::Num(v)
        }
        fn mul(self, o: ChainedE) -> ChainedE {
            ChainedE::Mul { a: Box::new(self), b: Box::new(o), k: 0.5 }
        }
        fn neg(self) -> ChainedE {
            ChainedE::Neg(Box::new(self))
        }
        fn eval(&self) -> f64 {
            match self {
                ChainedE::Num(v) => *v,
                ChainedE::Neg(a) => -a.eval(),
                ChainedE::Mul { a, b, k } => k * a.eval() * b.eval(),
            }
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let e = ChainedE::num(x[0]).mul(ChainedE::num(x[1]).neg()).mul(ChainedE::num(x[2]));
        e.eval()
    }
}

const AT: [f64; 6] = [0.7, 1.3, 0.4, 2.1, 0.9, 1.6];

#[test]
fn boxes_are_made() {
    agrees("literals", literals::f, &literals::f::gradient(&AT).1.0, &AT);
    agrees("recursive", recursive::f, &recursive::f::gradient(&AT).1.0, &AT);
    agrees("expressions", expressions::f, &expressions::f::gradient(&AT).1.0, &AT);
    agrees("scaled", scaled::f, &scaled::f::gradient(&AT).1.0, &AT);
    agrees("layers", layers::f, &layers::f::gradient(&AT).1.0, &AT);
    agrees("held", held::f, &held::f::gradient(&AT).1.0, &AT);
    agrees("chained", chained::f, &chained::f::gradient(&AT).1.0, &AT);
}
