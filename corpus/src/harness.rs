//! The test of one function: seeds that are no units, values to the bit, and differences of the unmarked function.

use retrograde::check_gradient;

/// Numbers in a value, in order.
pub trait Numbers: Clone {
    /// Appends the numbers.
    fn append(&self, to: &mut Vec<f64>);
    /// Takes the numbers, in order.
    fn load(&mut self, from: &mut dyn Iterator<Item = f64>);
}

macro_rules! floats {
    ($($float:ty)*) => {$(
        impl Numbers for $float {
            fn append(&self, to: &mut Vec<f64>) {
                to.push(f64::from(*self));
            }
            fn load(&mut self, from: &mut dyn Iterator<Item = f64>) {
                *self = from.next().expect("as many numbers as before") as $float;
            }
        }
    )*};
}
floats! { f64 f32 }

macro_rules! exact {
    ($($exact:ty)*) => {$(
        impl Numbers for $exact {
            fn append(&self, _: &mut Vec<f64>) {}
            fn load(&mut self, _: &mut dyn Iterator<Item = f64>) {}
        }
    )*};
}
type Nothing = ();
exact! { i32 i64 u32 u64 usize bool Nothing }

macro_rules! sequences {
    ($([$($generics:tt)*] $sequence:ty;)*) => {$(
        impl<$($generics)*> Numbers for $sequence {
            fn append(&self, to: &mut Vec<f64>) {
                self.iter().for_each(|item| item.append(to));
            }
            fn load(&mut self, from: &mut dyn Iterator<Item = f64>) {
                self.iter_mut().for_each(|item| item.load(from));
            }
        }
    )*};
}
sequences! { [T: Numbers] Vec<T>; [T: Numbers, const N: usize] [T; N]; [T: Numbers] Option<T>; }

impl<T: Numbers, E: Clone> Numbers for Result<T, E> {
    fn append(&self, to: &mut Vec<f64>) {
        self.iter().for_each(|item| item.append(to));
    }
    fn load(&mut self, from: &mut dyn Iterator<Item = f64>) {
        self.iter_mut().for_each(|item| item.load(from));
    }
}

macro_rules! tuples {
    ($($($name:ident)*;)*) => {$(
        impl<$($name: Numbers),*> Numbers for ($($name,)*) {
            #[allow(non_snake_case)]
            fn append(&self, to: &mut Vec<f64>) {
                let ($($name,)*) = self;
                $($name.append(to);)*
            }
            #[allow(non_snake_case)]
            fn load(&mut self, from: &mut dyn Iterator<Item = f64>) {
                let ($($name,)*) = self;
                $($name.load(from);)*
            }
        }
    )*};
}
tuples! {
    A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H; A B C D E F G H I;
    A B C D E F G H I J; A B C D E F G H I J K; A B C D E F G H I J K L;
}

fn numbers(of: &impl Numbers) -> Vec<f64> {
    let mut all = Vec::new();
    of.append(&mut all);
    all
}

fn loaded<T: Numbers>(of: &T, from: &[f64]) -> T {
    let mut copy = of.clone();
    copy.load(&mut from.iter().copied());
    copy
}

/// Seeds of both signs, none of them a unit.
fn seeds(count: usize) -> Vec<f64> {
    (1..=count).map(|i| (0.5 + (i as f64 * 0.618).fract()) * if i % 2 == 0 { -1.0 } else { 1.0 }).collect()
}

fn weighed(seeds: &[f64], values: &[f64]) -> f64 {
    if seeds.len() == values.len() { seeds.iter().zip(values).map(|(s, v)| s * v).sum() } else { f64::NAN }
}

fn same(expected: &[f64], found: &[f64]) {
    let bits = |all: &[f64]| all.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(
        bits(expected),
        bits(found),
        "the values are {expected:?}, and of the derivative's program {found:?}"
    );
}

/// A function that returns a value.
pub fn returning<A: Numbers, V: Numbers>(
    a: A,
    plain: impl Fn(&mut A) -> V,
    pull: impl Fn(V, &mut A, &mut A) -> V,
) {
    let value = plain(&mut a.clone());
    let (expected, point) = (numbers(&value), numbers(&a));
    assert!(expected.iter().any(|x| x.is_finite()), "no finite value here: {expected:?}");
    let (seeds, starts) = (seeds(expected.len()), seeds(point.len()));
    let mut bars = loaded(&a, &starts);
    let found = pull(loaded(&value, &seeds), &mut a.clone(), &mut bars);
    same(&expected, &numbers(&found));
    let gradient: Vec<f64> = numbers(&bars).iter().zip(&starts).map(|(bar, start)| bar - start).collect();
    let of = |x: &[f64]| weighed(&seeds, &numbers(&plain(&mut loaded(&a, x))));
    if let Err(wrong) = check_gradient(of, &point, &gradient) {
        panic!("{wrong}\nat {point:?}, gradient {gradient:?}");
    }
}

/// A function that may return nothing: the seed is that of the value that it holds.
pub fn fallible<A: Numbers, V: Numbers>(
    a: A,
    plain: impl Fn(&mut A) -> Option<V>,
    pull: impl Fn(V, &mut A, &mut A) -> Option<V>,
) {
    returning(
        a,
        |a| plain(a).expect("a value at this point"),
        |seed, a, b| pull(seed, a, b).expect("a value of the derivative's program"),
    );
}

/// A function of single precision, whose differences its own `check` takes.
pub fn single<A: Numbers, V: Numbers>(
    a: A,
    plain: impl Fn(&mut A) -> V,
    check: impl Fn(&mut A) -> Result<(), retrograde::Mismatch>,
    pull: impl Fn(V, &mut A, &mut A) -> V,
) {
    let value = plain(&mut a.clone());
    let expected = numbers(&value);
    let found = pull(loaded(&value, &seeds(expected.len())), &mut a.clone(), &mut a.clone());
    same(&expected, &numbers(&found));
    assert_eq!(check(&mut a.clone()), Ok(()));
}

/// A function that changes its arguments: of inputs too, the cotangents afterwards are seeds.
pub fn changing<A: Numbers>(a: A, plain: impl Fn(&mut A), sweep: impl Fn(&mut A, &mut A)) {
    let run = |x: &[f64]| {
        let mut after = loaded(&a, x);
        plain(&mut after);
        numbers(&after)
    };
    let point = numbers(&a);
    let expected = run(&point);
    let seeds = seeds(expected.len());
    let (mut after, mut bars) = (a.clone(), loaded(&a, &seeds));
    sweep(&mut after, &mut bars);
    same(&expected, &numbers(&after));
    let gradient = numbers(&bars);
    if let Err(wrong) = check_gradient(|x| weighed(&seeds, &run(x)), &point, &gradient) {
        panic!("{wrong}\nat {point:?}, gradient {gradient:?}");
    }
}
