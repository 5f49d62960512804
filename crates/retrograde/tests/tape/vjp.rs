//! `vjp` of closures over the user's own structures.
#![cfg(feature = "tape")]

use retrograde::prelude::*;
use retrograde::tape::{Active, Error, Structure, jacobian, value_and_gradient, vjp};
use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
struct Vec3<R> {
    x: R,
    y: R,
    z: R,
}

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
struct Quaternion<R>(R, R, R, R);

fn cross<R: Real>(a: Vec3<R>, b: Vec3<R>) -> Vec3<R> {
    Vec3 { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

fn rotate<R: Real>(v: Vec3<R>, q: Quaternion<R>) -> Vec3<R> {
    let (u, two) = (Vec3 { x: q.0, y: q.1, z: q.2 }, R::constant(2.0));
    let t = cross(u, v);
    let (t, tt) = (t, cross(u, t));
    Vec3 {
        x: v.x + two * (q.3 * t.x + tt.x),
        y: v.y + two * (q.3 * t.y + tt.y),
        z: v.z + two * (q.3 * t.z + tt.z),
    }
}

#[test]
fn the_first_example() -> Result<(), Error> {
    let v = Vec3 { x: 1.0, y: 2.0, z: 3.0 };
    let q = Quaternion(0.0, 0.0, 0.5_f64.sqrt(), 0.5_f64.sqrt());
    let (y, pullback) = vjp(|(v, q)| rotate(v, q), &(v, q))?;
    assert_eq!(y, rotate(v, q));
    let y_bar = Vec3 { x: 1.0, y: 0.0, z: 0.0 };
    let (v_bar, q_bar) = pullback.call(&y_bar)?;
    // A quarter turn about z: the first row of the rotation is (0, -1, 0).
    assert!((v_bar.x.abs() + (v_bar.y + 1.0).abs() + v_bar.z.abs()) < 1e-15);
    let j = jacobian(|(v, q)| rotate(v, q), &(v, q))?;
    assert_eq!(j.rows.len(), 3);
    assert_eq!(j.rows[0], (v_bar, q_bar));
    assert_eq!(j.matrix()[0].len(), 7);
    // Against differences in every direction.
    let base = [v.x, v.y, v.z, q.0, q.1, q.2, q.3];
    let at = |x: [f64; 7]| rotate(Vec3 { x: x[0], y: x[1], z: x[2] }, Quaternion(x[3], x[4], x[5], x[6]));
    for i in 0..7 {
        let (mut up, mut down) = (base, base);
        up[i] += 1e-6;
        down[i] -= 1e-6;
        let (up, down) = (at(up), at(down));
        for (row, (a, b)) in [(up.x, down.x), (up.y, down.y), (up.z, down.z)].into_iter().enumerate() {
            assert!((j.matrix()[row][i] - (a - b) / 2e-6).abs() < 1e-8);
        }
    }
    Ok(())
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
enum Tree<R> {
    Leaf(R),
    Node(Box<Tree<R>>, Vec<Tree<R>>),
    Named {
        name: String,
        weight: R,
        #[differentiable(skip)]
        id: usize,
    },
    Empty,
}

fn total<R: Real>(tree: &Tree<R>) -> R {
    match tree {
        Tree::Leaf(x) => *x * *x,
        Tree::Node(first, rest) => rest.iter().fold(total(first), |sum, tree| sum * total(tree)),
        Tree::Named { name, weight, id } => *weight * R::constant(name.len() as f64 + *id as f64),
        Tree::Empty => R::constant(2.0),
    }
}

fn tree() -> Tree<f64> {
    let named = Tree::Named { name: "abc".to_string(), weight: 0.5, id: 4 };
    Tree::Node(
        Box::new(Tree::Leaf(3.0)),
        vec![named, Tree::Empty, Tree::Node(Box::new(Tree::Leaf(2.0)), vec![])],
    )
}

#[test]
fn enums_keep_their_tags() -> Result<(), Error> {
    let (value, gradient) = value_and_gradient(|tree| total(&tree), &tree())?;
    assert_eq!(value, 9.0 * 3.5 * 2.0 * 4.0);
    let named = Tree::Named { name: "abc".to_string(), weight: 9.0 * 7.0 * 8.0, id: 4 };
    let last = Tree::Node(Box::new(Tree::Leaf(4.0 * 63.0)), vec![]);
    let expected = Tree::Node(Box::new(Tree::Leaf(6.0 * 28.0)), vec![named, Tree::Empty, last]);
    assert_eq!(gradient, expected);
    Ok(())
}

#[test]
fn a_cotangent_of_another_shape_says_where() -> Result<(), Error> {
    let (y, pullback) = vjp(|tree: Tree<Active>| (1_usize, vec![tree]), &tree())?;
    assert_eq!(pullback.call(&y)?, tree());
    let refused = |change: &dyn Fn(&mut Tree<f64>)| {
        let mut y = y.clone();
        change(&mut y.1[0]);
        pullback.call(&y).unwrap_err().to_string()
    };
    let message = refused(&|tree| {
        if let Tree::Node(first, _) = tree {
            **first = Tree::Empty;
        }
    });
    assert_eq!(message, "the shapes differ at `.1[0].0`: expected Leaf, found Empty");
    let message = refused(&|tree| {
        if let Tree::Node(_, rest) = tree {
            rest.pop();
        }
    });
    assert_eq!(message, "the shapes differ at `.1[0].1`: expected 3 elements, found 2 elements");
    let message = pullback.call(&(0, vec![])).unwrap_err().to_string();
    assert_eq!(message, "the shapes differ at `.1`: expected 1 element, found 0 elements");

    let x = BTreeMap::from([("a", Some(1.0)), ("b", None)]);
    let (_, pullback) = vjp(|x: BTreeMap<&'static str, Option<Active>>| x, &x)?;
    let refused = |y_bar: &BTreeMap<_, _>| pullback.call(y_bar).unwrap_err().to_string();
    let message = refused(&BTreeMap::from([("a", Some(1.0)), ("b", Some(1.0))]));
    assert_eq!(message, r#"the shapes differ at `["b"]`: expected None, found Some"#);
    let message = refused(&BTreeMap::from([("a", Some(1.0))]));
    assert_eq!(message, r#"the shapes differ at `["b"]`: expected a value, found none"#);
    let message = refused(&BTreeMap::from([("a", Some(1.0)), ("b", None), ("c", None)]));
    assert_eq!(message, r#"the shapes differ at `["c"]`: expected no value, found one"#);

    let (_, pullback) = vjp(|x: Active| if x > 0.0 { Ok(x) } else { Err(x) }, &1.0)?;
    let message = pullback.call(&Err(1.0)).unwrap_err().to_string();
    assert_eq!(message, "the shapes differ: expected Ok, found Err");
    Ok(())
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
enum Left<R> {
    Stop,
    Go(R, Box<Right<R>>),
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
enum Right<R> {
    Stop(R),
    Go { left: Left<R>, flag: bool },
}

#[test]
fn mutually_recursive_types() -> Result<(), Error> {
    fn left<R: Real>(tree: &Left<R>) -> R {
        match tree {
            Left::Stop => R::constant(1.0),
            Left::Go(x, rest) => *x * right(rest),
        }
    }
    fn right<R: Real>(tree: &Right<R>) -> R {
        match tree {
            Right::Stop(x) => x.exp(),
            Right::Go { left: rest, flag } => left(rest) * R::constant(if *flag { 2.0 } else { 3.0 }),
        }
    }
    let inner = Left::Go(5.0, Box::new(Right::Stop(0.0)));
    let x = Left::Go(7.0, Box::new(Right::Go { left: inner, flag: true }));
    let (value, gradient) = value_and_gradient(|x| left(&x), &x)?;
    assert_eq!(value, 70.0);
    let inner = Left::Go(14.0, Box::new(Right::Stop(70.0)));
    assert_eq!(gradient, Left::Go(10.0, Box::new(Right::Go { left: inner, flag: true })));
    assert_eq!(value_and_gradient(|x| left(&x), &Left::<f64>::Stop)?, (1.0, Left::Stop));
    Ok(())
}

/// A parameter that is bounded, a key, a constant, a parameter that only marks, and one that is a structure itself.
#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Model<R: Real, K: Ord + Clone, const N: usize> {
    layers: [Vec3<R>; N],
    named: BTreeMap<K, R>,
    steps: usize,
    dt: f64,
    marker: PhantomData<K>,
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Pair<A, B = A> {
    first: A,
    second: B,
}

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
#[allow(dead_code)]
enum Choice {
    Fast,
    Exact,
}

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
struct Nothing;

#[test]
fn generics_of_every_kind() -> Result<(), Error> {
    let unit = Vec3 { x: 1.0, y: 2.0, z: 3.0 };
    let model = Model {
        layers: [unit, unit],
        named: BTreeMap::from([(3, 5.0), (1, 7.0)]),
        steps: 2,
        dt: 0.5,
        marker: PhantomData,
    };
    fn run<R: Real>(model: &Model<R, i32, 2>) -> R {
        let mut all = R::constant(model.dt) * model.named[&3] * model.named[&1];
        for _ in 0..model.steps {
            all *= model.layers[0].x + model.layers[1].z;
        }
        all
    }
    let (value, gradient) = value_and_gradient(|model| run(&model), &model)?;
    assert_eq!(value, 0.5 * 35.0 * 16.0);
    assert_eq!(gradient.named, BTreeMap::from([(3, 56.0), (1, 40.0)]));
    assert_eq!(
        (gradient.layers[0], gradient.layers[1]),
        (Vec3 { x: 140.0, y: 0.0, z: 0.0 }, Vec3 { x: 0.0, y: 0.0, z: 140.0 })
    );
    assert_eq!((gradient.steps, gradient.dt), (2, 0.5));

    let pair =
        Pair { first: (vec![2.0, 3.0], Choice::Exact, Nothing), second: Pair { first: 4.0, second: [5.0] } };
    type Inner = (Vec<Active>, Choice, Nothing);
    let f = |pair: Pair<Inner, Pair<Active, [Active; 1]>>| match pair.first.1 {
        Choice::Fast => pair.second.first,
        Choice::Exact => pair.first.0[0] * pair.first.0[1] * pair.second.first * pair.second.second[0],
    };
    let (_, gradient) = value_and_gradient(f, &pair)?;
    assert_eq!(gradient.first, (vec![60.0, 40.0], Choice::Exact, Nothing));
    assert_eq!(gradient.second, Pair { first: 30.0, second: [24.0] });
    Ok(())
}

#[test]
fn pointers_options_and_maps() -> Result<(), Error> {
    let shared = (Rc::new(2.0), Arc::new([3.0, 4.0]));
    let x = (shared, (Some(5.0), None::<f64>, Ok::<f64, f64>(6.0)), Box::new(7.0));
    type Shared = (Rc<Active>, Arc<[Active; 2]>);
    type Cased = (Option<Active>, Option<Active>, Result<Active, Active>);
    let f = |((a, b), (c, d, e), g): (Shared, Cased, Box<Active>)| {
        assert!(d.is_none());
        *a * b[0] + b[1] * c.unwrap() + e.unwrap() * *g
    };
    let (value, gradient) = value_and_gradient(f, &x)?;
    assert_eq!(value, 6.0 + 20.0 + 42.0);
    let shared = (Rc::new(3.0), Arc::new([2.0, 5.0]));
    assert_eq!(gradient, (shared, (Some(4.0), None, Ok(7.0)), Box::new(6.0)));

    // A hash map and its copy are walked in different orders.
    let x: HashMap<String, (f64, usize)> = (0..50).map(|i| (format!("key {i}"), (f64::from(i), 3))).collect();
    let f = |x: HashMap<String, (Active, usize)>| -> HashMap<String, Active> {
        x.into_iter().map(|(key, (x, n))| (key, x * x * n as f64)).collect()
    };
    let (y, pullback) = vjp(f, &x)?;
    let y_bar: HashMap<String, f64> = y.keys().map(|key| (key.clone(), 10.0)).collect();
    let x_bar = pullback.call(&y_bar)?;
    assert!((0..50).all(|i| x_bar[&format!("key {i}")] == (60.0 * f64::from(i), 3)));
    Ok(())
}

/// The structures of another level: gradients of gradients, by tapes over tapes.
#[test]
fn structures_nest_with_their_numbers() -> Result<(), Error> {
    fn f<R: Real>(v: &Vec3<R>) -> R {
        v.x * v.x * v.y + v.z.sin() * v.x
    }
    let inner = |v: Vec3<Active>| {
        let (_, gradient) = value_and_gradient(|v: Vec3<Active<Active>>| f(&v), &v).unwrap();
        gradient
    };
    let j = jacobian(inner, &Vec3 { x: 2.0, y: 3.0, z: 0.0 })?;
    assert_eq!(j.value, Vec3 { x: 12.0, y: 4.0, z: 2.0 });
    assert_eq!(j.matrix(), [[6.0, 4.0, 1.0], [4.0, 0.0, 0.0], [1.0, 0.0, 0.0]]);
    Ok(())
}

/// The bounds of code that is generic over structures.
#[test]
fn generic_descent() -> Result<(), Error> {
    fn step<X>(f: impl Fn(X::With<Active>) -> Active, x: &X) -> Result<X, Error>
    where
        X: Structure<f64, With<f64> = X>,
    {
        let (_, gradient) = value_and_gradient(f, x)?;
        Ok(gradient)
    }
    assert_eq!(
        step(|(x, v): (Active, Vec3<Active>)| x * v.y, &(2.0, Vec3 { x: 0.0, y: 3.0, z: 0.0 }))?.0,
        3.0
    );
    Ok(())
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Chain<R> {
    value: R,
    #[differentiable(skip)]
    scale: R,
    #[differentiable(skip)]
    fixed: Option<Box<Chain<R>>>,
    next: Option<Box<Chain<R>>>,
}

#[test]
fn skipped_numbers_are_constants() -> Result<(), Error> {
    fn total<R: Real>(chain: &Chain<R>) -> R {
        let rest = |next: &Option<Box<Chain<R>>>| next.as_ref().map_or(R::constant(1.0), |next| total(next));
        chain.value * chain.scale * rest(&chain.fixed) * rest(&chain.next)
    }
    let last = Chain { value: 2.0, scale: 3.0, fixed: None, next: None };
    let chain = Chain {
        value: 5.0,
        scale: 7.0,
        fixed: Some(Box::new(last.clone())),
        next: Some(Box::new(last.clone())),
    };
    let (value, gradient) = value_and_gradient(|chain| total(&chain), &chain)?;
    assert_eq!(value, 35.0 * 36.0);
    assert_eq!((gradient.value, gradient.scale), (7.0 * 36.0, 7.0));
    assert_eq!(gradient.fixed, chain.fixed);
    assert_eq!(gradient.next.unwrap().value, 35.0 * 18.0);
    Ok(())
}

#[reversible]
fn length<T: Real>(out: &mut T, x: &[T]) {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i];
    }
    *out += sum.sqrt();
}

/// Paper 000, appendix E: a reversible function is one node.
#[test]
fn a_reversible_function_is_one_node() -> Result<(), Error> {
    use retrograde::tape::{call, hessian};
    let f = |x: Vec<Active>| call(length {}, &[x[0] * 3.0, x[1] * x[1]])[0];
    let (y, pullback) = vjp(f, &vec![1.0, 2.0])?;
    assert_eq!((y, pullback.operations()), (5.0, 3));
    assert_eq!(pullback.call(&10.0)?, [3.0 / 5.0 * 3.0 * 10.0, 4.0 / 5.0 * 4.0 * 10.0]);
    // Generic ones at any level.
    let rows = hessian(|x: Vec<_>| call(length {}, &x)[0], &vec![3.0, 4.0])?;
    for (found, expected) in
        rows.iter().flatten().zip([16.0 / 125.0, -12.0 / 125.0, -12.0 / 125.0, 9.0 / 125.0])
    {
        assert!((found - expected).abs() < 1e-15);
    }
    Ok(())
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Plain {
    n: usize,
    name: String,
}
#[derive(Differentiable, Clone, Debug, PartialEq)]
struct AllSkipped {
    #[differentiable(skip)]
    a: f64,
    #[differentiable(skip)]
    b: Vec<f64>,
}
#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Trained<R> {
    w: Vec<R>,
    plain: Plain,
    cfg: AllSkipped,
    rate: f64,
}

#[test]
fn structures_without_numbers_are_copied() {
    let m = Trained {
        w: vec![1.0, 2.0],
        plain: Plain { n: 3, name: "a".into() },
        cfg: AllSkipped { a: 2.0, b: vec![1.0] },
        rate: 0.5,
    };
    let (v, g) = value_and_gradient(|m: Trained<Active>| m.w[0] * m.w[1] * m.cfg.a * m.rate, &m).unwrap();
    assert_eq!(v, 2.0);
    assert_eq!(g, Trained { w: vec![2.0, 1.0], ..m.clone() });
    let (_, g) = value_and_gradient(
        |(x, p, c): (Active, Plain, AllSkipped)| x * p.n as f64 * c.a,
        &(2.0, m.plain.clone(), m.cfg.clone()),
    )
    .unwrap();
    assert_eq!(g, (6.0, m.plain, m.cfg));
}
