//! Operations of kernels on vector numbers besides arithmetic: loads and stores, rows, masks, sums, comparisons.

use retrograde_lanes::{
    Float, InstructionSet, Kernel, Lanes, Mask, Vector, Wide, Width, prefetch_for_writing, run_on,
};
use retrograde_rules::Real;

/// Runs a kernel in every instruction set and number of lanes.
macro_rules! everywhere {
    ($($Test:ident)*) => { $(
        for set in InstructionSet::ALL {
            let ran = [
                run_on::<4, _>(set, $Test::<f64>::new()).is_some(),
                run_on::<8, _>(set, $Test::<f64>::new()).is_some(),
                run_on::<8, _>(set, $Test::<f32>::new()).is_some(),
                run_on::<16, _>(set, $Test::<f32>::new()).is_some(),
            ];
            assert_eq!(ran, [set.is_available(); 4]);
        }
    )* };
}

macro_rules! kernel {
    ($Test:ident<$V:ident> $body:block) => {
        struct $Test<S>(std::marker::PhantomData<S>);

        impl<S> $Test<S> {
            fn new() -> Self {
                $Test(std::marker::PhantomData)
            }
        }

        impl<S: Float> Kernel for $Test<S> {
            type Scalar = S;
            type Output = ();
            #[inline(always)]
            fn run<$V: Vector<Scalar = S>>(self) $body
        }
    };
}

fn number<S: Float>(i: usize) -> S {
    S::constant(i as f64 + 0.25)
}

kernel!(Memory<V> {
    let n = V::LANES;
    let data: Vec<S> = (0..n * 9 + 20).map(number).collect();
    let iota = V::from_fn(number);
    let mut out = vec![S::default(); n];
    iota.store(&mut out);
    assert_eq!(out, data[..n]);
    for stride in [0, 1, 2, 3, 9] {
        let x = V::gather(&data, 2, stride);
        for i in 0..n {
            assert_eq!(x.lane(i), data[2 + i * stride]);
        }
        if stride > 0 {
            let mut out = vec![S::constant(-1.0); n * 9 + 20];
            x.scatter(&mut out, 2, stride);
            for (i, &y) in out.iter().enumerate() {
                let written = i >= 2 && (i - 2) % stride == 0 && (i - 2) / stride < n;
                assert_eq!(y, if written { data[i] } else { S::constant(-1.0) });
            }
        }
    }
});

/// Rows of one number to more than two registers.
fn rows<V: Vector, const C: usize>() {
    let n = V::LANES;
    let data: Vec<V::Scalar> = (0..n * (C + 3) + 5).map(number).collect();
    // Rows in another order, with gaps.
    let row = |i: usize| (n - 1 - i) * (C + 3) + 5;
    let columns: [V; C] = V::gather_rows(&data, row);
    for i in 0..n {
        for c in 0..C {
            assert_eq!(columns[c].lane(i), data[row(i) + c], "column {c} of lane {i}");
        }
    }
    let mut out = vec![V::Scalar::default(); data.len()];
    V::scatter_rows(&columns, &mut out, row);
    for (i, &y) in out.iter().enumerate() {
        let inside = i >= 5 && (i - 5) % (C + 3) < C;
        assert_eq!(y, if inside { data[i] } else { V::Scalar::default() }, "place {i}");
    }
}

kernel!(Rows<V> {
    rows::<V, 1>();
    rows::<V, 3>();
    rows::<V, 4>();
    rows::<V, 8>();
    rows::<V, 11>();
    rows::<V, 16>();
    rows::<V, 30>();
});

kernel!(Masked<V> {
    let x = V::from_fn(number);
    let n = V::LANES;
    for first in 0..=n {
        let mask = V::Mask::first(first);
        assert_eq!(mask.bits(), (1_u32 << first).wrapping_sub(1));
        assert_eq!((mask.any(), mask.all()), (first > 0, first == n));
        assert_eq!(x.where_true(mask).sum(), x.where_true(!!mask).sum());
        let same = x.less(V::constant(first as f64));
        assert_eq!(same.bits(), mask.bits());
        assert_eq!((same & !mask).bits() | same.difference(mask), 0);
        let y = V::select(mask, x, -x);
        for i in 0..n {
            assert_eq!(y.lane(i), if i < first { number(i) } else { -number::<S>(i) });
        }
    }
    assert!(V::Mask::splat(true).all() && !V::Mask::splat(false).any());
    assert!((V::Mask::first(1) | V::Mask::first(2)).bits() == 3);
    let nan = V::constant(f64::NAN);
    assert!(!nan.less(x).any() && !nan.at_most(x).any() && !nan.equals(nan).any() && nan.differs(nan).all());
    assert!(x.at_most(x).all() && x.equals(x).all() && !x.differs(x).any());
});

/// The exclusive or of masks is not an operator; of their bits it is.
trait Difference {
    fn difference(self, other: Self) -> u32;
}

impl<M: Mask> Difference for M {
    fn difference(self, other: M) -> u32 {
        self.bits() ^ other.bits()
    }
}

kernel!(Sums<V> {
    // Terms of many magnitudes, so that another order gives other bits.
    let term = |i: usize| S::constant((i as f64 * 1.7).sin() * 10_f64.powi(i as i32 % 5));
    let mut expected: Vec<S> = (0..V::LANES).map(term).collect();
    while expected.len() > 1 {
        let upper = expected.split_off(expected.len() / 2);
        for (x, y) in expected.iter_mut().zip(upper) {
            *x += y;
        }
    }
    assert!(V::from_fn(term).sum().same_bits(expected[0]));
    // Four at once have the same bits.
    let four = [0, 3, 1, 5].map(|by| V::from_fn(|lane| term(lane * 3 + by)));
    assert!(V::sums(four).iter().zip(four).all(|(sum, x)| sum.same_bits(x.sum())));
    let all: V = [V::from_fn(term), V::splat(S::constant(2.0))].into_iter().sum();
    assert_eq!(all.lane(1), term(1) + S::constant(2.0));
});

kernel!(Comparisons<V> {
    let (x, one) = (V::from_fn(number), V::constant(1.0));
    let same = V::constant(0.25);
    let again = same;
    for [answer, expected] in [
        [same < one, true],
        [one > same, true],
        [same <= one, true],
        [one >= same, true],
        [same == one, false],
        [same == again, true],
        [one < same, false],
        [same > again, false],
    ] {
        assert_eq!(answer, expected);
    }
    assert!(V::constant(f64::NAN).partial_cmp(&one).is_none() && same.partial_cmp(&one).is_some());
    assert_eq!((same.primal(), x.primal().is_nan()), (0.25, true));
    assert_eq!(format!("{:?}", V::constant(1.5)), format!("{:?}", vec![1.5; V::LANES]));
});

/// Two blocks of lanes, whose sums have the bits of one block after the other.
struct Blocks<S>(std::marker::PhantomData<S>);

impl<S> Blocks<S> {
    fn new() -> Self {
        Blocks(std::marker::PhantomData)
    }
}

impl<S: Float> Kernel for Blocks<S> {
    type Scalar = S;
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<Scalar = S>>(self) {
        self.run_wide::<V, V>();
    }
    #[inline(always)]
    fn run_wide<V: Vector<Scalar = S>, W: Vector<Scalar = S> + Wide<V>>(self) {
        let third = |i: usize| S::constant(1.0 / (i as f64 + 3.0));
        assert!(W::LANES == V::LANES || W::LANES == 2 * V::LANES);
        let (x, y) = (W::from_fn(third), W::from_fn(number));
        let (mut sum, mut products) = (V::from_fn(number), V::from_fn(number));
        x.add_to(&mut sum);
        x.add_product_to(y, &mut products);
        let (mut expected, mut of_products) = (V::from_fn(number), V::from_fn(number));
        for block in 0..W::LANES / V::LANES {
            let of = |i: usize| block * V::LANES + i;
            let (x, y) = (V::from_fn(|i| third(of(i))), V::from_fn(|i| number(of(i))));
            expected += x;
            of_products = of_products.plus_product(x, y);
        }
        for i in 0..V::LANES {
            assert!(
                sum.lane(i).same_bits(expected.lane(i)) && products.lane(i).same_bits(of_products.lane(i))
            );
        }
    }
}

#[test]
fn blocks() {
    everywhere! { Blocks }
}

#[test]
fn memory() {
    everywhere! { Memory Rows }
}

#[test]
fn masks() {
    everywhere! { Masked }
}

#[test]
fn sums_and_comparisons() {
    everywhere! { Sums Comparisons }
}

/// A hint changes nothing, wherever it points.
#[test]
fn prefetching_has_no_effect() {
    let mut data = [1.0; 20];
    for (from, places) in [(0, 20), (3, 5), (20, 0), (19, 2), (50, 1), (usize::MAX, usize::MAX)] {
        prefetch_for_writing(&mut data, from, places);
    }
    assert_eq!(data, [1.0; 20]);
}

/// The best set is one that the machine has.
#[test]
fn some_instruction_set_is_best() {
    assert!(InstructionSet::best().is_available() && InstructionSet::Portable.is_available());
    fn width<const N: usize>(_: impl Width<N>) -> usize {
        N
    }
    assert_eq!(width::<8>(1.0_f64) + width::<16>(1.0_f32), 24);
}

#[test]
#[should_panic(expected = "a condition on vector numbers must be the same in all lanes")]
fn a_condition_that_differs_between_lanes_is_refused() {
    let x = Lanes::<f64, 4>::from_fn(|i| i as f64);
    let _ = x < Lanes::constant(2.0);
}

#[test]
#[should_panic(expected = "out of range")]
fn reading_beyond_a_slice_is_refused() {
    let _ = Lanes::<f64, 8>::load(&[0.0; 7]);
}
