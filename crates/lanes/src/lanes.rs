//! [`Lanes`]: some registers as one vector number.

use crate::functions;
use crate::register::{Float, Register};
use crate::vector::{Mask, Vector, Wide};
use core::cmp::Ordering;
use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, BitAnd, BitOr, Div, DivAssign, Mul, MulAssign, Neg, Not, Sub, SubAssign};
use retrograde_numbers::{Differentiable, InvertibleAdd};
use retrograde_rules::{Real, Rule, with_primitives};

/// The most lanes that there are.
pub(crate) const MOST: usize = 16;

/// Numbers in lanes: `M` registers `R`. `Lanes<f64, 8>` is what every machine has; kernels get better ones.
#[derive(Clone, Copy)]
pub struct Lanes<R, const M: usize>(pub(crate) [R; M]);

/// A truth value for each lane of `M` registers `R`.
#[derive(Clone, Copy)]
pub struct Masks<R: Register, const M: usize>(pub(crate) [R::Mask; M]);

// Loops and not `array::map`: the closure would have to be inlined before the instructions can be.
macro_rules! operators {
    ($($Operator:ident $method:ident $Assign:ident $assign:ident;)*) => { $(
        impl<R: Register, const M: usize> $Operator for Lanes<R, M> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, b: Self) -> Self {
                let mut y = self;
                for i in 0..M {
                    y.0[i] = R::$method(self.0[i], b.0[i]);
                }
                y
            }
        }

        impl<R: Register, const M: usize> $Assign for Lanes<R, M> {
            #[inline(always)]
            fn $assign(&mut self, b: Self) {
                *self = $Operator::$method(*self, b);
            }
        }
    )* };
}
operators! {
    Add add AddAssign add_assign;
    Sub sub SubAssign sub_assign;
    Mul mul MulAssign mul_assign;
    Div div DivAssign div_assign;
}

/// Methods that are one instruction for each register.
macro_rules! instructions {
    ($($method:ident($($b:ident),*);)*) => { $(
        #[inline(always)]
        pub(crate) fn $method(self $(, $b: Self)*) -> Self {
            let mut y = self;
            for i in 0..M {
                y.0[i] = R::$method(self.0[i] $(, $b.0[i])*);
            }
            y
        }
    )* };
}

/// Methods that compare.
macro_rules! comparisons {
    ($($method:ident $instruction:ident;)*) => { $(
        #[inline(always)]
        pub(crate) fn $method(self, b: Self) -> Masks<R, M> {
            let mut mask = [R::$instruction(self.0[0], b.0[0]); M];
            for i in 1..M {
                mask[i] = R::$instruction(self.0[i], b.0[i]);
            }
            Masks(mask)
        }
    )* };
}

// The instructions under names of their own: those of `Real` are for users.
impl<R: Register, const M: usize> Lanes<R, M> {
    instructions! {
        and(b);
        or(b);
        xor(b);
        sqrt();
        mul_add(b, c);
        floor();
        ceil();
        trunc();
    }
    comparisons! {
        lt_mask lt;
        le_mask le;
        eq_mask eq;
    }

    #[inline(always)]
    pub(crate) fn of(x: R::Scalar) -> Self {
        Lanes([R::splat(x); M])
    }

    #[inline(always)]
    pub(crate) fn choose(mask: Masks<R, M>, a: Self, b: Self) -> Self {
        let mut y = a;
        for i in 0..M {
            y.0[i] = R::select(mask.0[i], a.0[i], b.0[i]);
        }
        y
    }

    /// The sign bits.
    #[inline(always)]
    pub(crate) fn sign(self) -> Self {
        self.and(Self::constant(-0.0))
    }

    /// The numbers without their signs.
    #[inline(always)]
    pub(crate) fn magnitude(self) -> Self {
        self.xor(self.sign())
    }

    /// The numbers with the signs of others; `self` has none.
    #[inline(always)]
    pub(crate) fn signed_as(self, other: Self) -> Self {
        self.or(other.sign())
    }

    /// Returns an array of all lanes, with zeros behind.
    #[inline(always)]
    pub(crate) fn array(self) -> [R::Scalar; MOST] {
        let mut lanes = [R::Scalar::default(); MOST];
        for i in 0..M {
            self.0[i].store(&mut lanes[i * R::LANES..]);
        }
        lanes
    }

    /// Reads all lanes.
    #[inline(always)]
    pub(crate) fn from_array(lanes: &[R::Scalar; MOST]) -> Self {
        let mut y = Self::of(R::Scalar::default());
        for i in 0..M {
            y.0[i] = R::load(&lanes[i * R::LANES..]);
        }
        y
    }
}

impl<R: Register, const M: usize> Neg for Lanes<R, M> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.xor(Self::constant(-0.0))
    }
}

impl<R: Register, const M: usize> Sum for Lanes<R, M> {
    #[inline(always)]
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        let mut sum = Self::constant(-0.0);
        for number in numbers {
            sum += number;
        }
        sum
    }
}

impl<R: Register, const M: usize> fmt::Debug for Lanes<R, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.array()[..Self::LANES].fmt(f)
    }
}

impl<R: Register, const M: usize> Masks<R, M> {
    /// Returns the one truth value of all lanes.
    #[inline(always)]
    fn uniform(self, comparison: &str) -> bool {
        let bits = self.bits();
        if bits != 0 && bits != full::<R, M>() {
            disagree(comparison, bits);
        }
        bits != 0
    }
}

/// Bits of all lanes.
#[inline(always)]
const fn full<R: Register, const M: usize>() -> u32 {
    (1 << (M * R::LANES)) - 1
}

#[cold]
#[inline(never)]
fn disagree(comparison: &str, bits: u32) -> ! {
    panic!(
        "lanes disagree about `{comparison}` (true in those of the bits {bits:#b}): a condition on vector numbers must be the \
         same in all lanes; compare with `less`, `at_most` or `equals`, and choose with `Vector::select`"
    )
}

/// Comparisons have one answer, or none: see [`Vector`].
impl<R: Register, const M: usize> PartialEq for Lanes<R, M> {
    #[inline(always)]
    fn eq(&self, b: &Self) -> bool {
        self.eq_mask(*b).uniform("==")
    }
}

impl<R: Register, const M: usize> PartialOrd for Lanes<R, M> {
    #[inline(always)]
    fn partial_cmp(&self, b: &Self) -> Option<Ordering> {
        if self < b {
            Some(Ordering::Less)
        } else if b < self {
            Some(Ordering::Greater)
        } else if self == b {
            Some(Ordering::Equal)
        } else {
            None
        }
    }
    #[inline(always)]
    fn lt(&self, b: &Self) -> bool {
        self.lt_mask(*b).uniform("<")
    }
    #[inline(always)]
    fn le(&self, b: &Self) -> bool {
        self.le_mask(*b).uniform("<=")
    }
    #[inline(always)]
    fn gt(&self, b: &Self) -> bool {
        b.lt_mask(*self).uniform(">")
    }
    #[inline(always)]
    fn ge(&self, b: &Self) -> bool {
        b.le_mask(*self).uniform(">=")
    }
}

macro_rules! implement_real {
    (
        operators { $($operators:tt)* }
        negations { $($negations:tt)* }
        functions { $(
            $(#[$doc:meta])*
            $Function:ident = $function:ident($x:ident $(, $rest:ident)*) -> $y:ident { $($rule:tt)* }
        )* }
        powers { $(
            $(#[$power_doc:meta])*
            $Power:ident = $power:ident($base:ident; $exponent:ident) -> $power_y:ident { $($power_rule:tt)* }
        )* }
    ) => {
        impl<R: Register, const M: usize> Real for Lanes<R, M> {
            const ORDER: usize = 0;
            #[inline(always)]
            fn constant(c: f64) -> Self {
                Self::of(R::Scalar::constant(c))
            }

            /// The number that is in all lanes; NaN if they differ.
            #[inline(always)]
            fn primal(self) -> f64 {
                let lanes = self.array();
                if lanes[1..Self::LANES].iter().all(|lane| lane.same_bits(lanes[0])) { lanes[0].primal() } else { f64::NAN }
            }

            #[inline(always)]
            fn tolerance() -> f64 {
                R::Scalar::tolerance()
            }

            #[inline(always)]
            fn apply<P: Rule<N, A>, A: Copy, const N: usize>(x: [Self; N], others: A) -> Self {
                P::value(x, others)
            }

            #[inline(always)]
            fn plus_product(self, a: Self, b: Self) -> Self {
                Lanes::mul_add(a, b, self)
            }

            #[inline(always)]
            fn minus_product(self, a: Self, b: Self) -> Self {
                Lanes::mul_add(-a, b, self)
            }

            $(
                #[inline(always)]
                fn $function(self $(, $rest: Self)*) -> Self {
                    functions::$function(self $(, $rest)*)
                }
            )*

            $(
                #[inline(always)]
                fn $power(self, $exponent: i32) -> Self {
                    functions::$power(self, $exponent)
                }
            )*
        }
    };
}
with_primitives!(implement_real);

impl<R: Register, const M: usize> InvertibleAdd for Lanes<R, M> {
    #[inline(always)]
    fn increase(&mut self, by: Self) {
        *self += by;
    }
    #[inline(always)]
    fn decrease(&mut self, by: Self) {
        *self -= by;
    }
}

impl<R: Register, const M: usize> Differentiable for Lanes<R, M> {
    type Shadow<C: Copy> = C;
    #[inline(always)]
    fn shadow_of<C: Copy>(&self, c: C) -> C {
        c
    }
    #[inline(always)]
    fn absorb<C: Copy>(into: &mut C, from: &C, plus: &impl Fn(C, C) -> C) {
        *into = plus(*into, *from);
    }
}

/// Runs a text for each block of columns, as wide as a register. The first four are written out: in a loop, which LLVM does not unroll, columns would
/// be numbers in memory.
macro_rules! in_blocks {
    ($lanes:expr, $width:expr, |$first:ident| $block:block) => {{
        in_blocks!(@ $lanes, $width, $first, 0, $block);
        in_blocks!(@ $lanes, $width, $first, $lanes, $block);
        in_blocks!(@ $lanes, $width, $first, 2 * $lanes, $block);
        in_blocks!(@ $lanes, $width, $first, 3 * $lanes, $block);
        let mut at = 4 * $lanes;
        while at < $width {
            in_blocks!(@ $lanes, $width, $first, at, $block);
            at += $lanes;
        }
    }};
    (@ $lanes:expr, $width:expr, $first:ident, $at:expr, $block:block) => {
        if $at < $width {
            let $first = usize::min($at, $width - $lanes);
            $block
        }
    };
}

impl<R: Register, const M: usize> Vector for Lanes<R, M> {
    type Scalar = R::Scalar;
    type Mask = Masks<R, M>;
    const LANES: usize = {
        assert!(0 < M && M * R::LANES <= MOST, "there are 1 to 16 lanes");
        M * R::LANES
    };

    #[inline(always)]
    fn splat(x: R::Scalar) -> Self {
        Self::of(x)
    }

    #[inline(always)]
    fn from_fn(mut f: impl FnMut(usize) -> R::Scalar) -> Self {
        let mut lanes = [R::Scalar::default(); MOST];
        for i in 0..Self::LANES {
            lanes[i] = f(i);
        }
        Self::from_array(&lanes)
    }

    #[inline(always)]
    fn load(from: &[R::Scalar]) -> Self {
        let from = &from[..Self::LANES];
        let mut y = Self::of(R::Scalar::default());
        for i in 0..M {
            y.0[i] = R::load(&from[i * R::LANES..(i + 1) * R::LANES]);
        }
        y
    }

    #[inline(always)]
    fn store(self, to: &mut [R::Scalar]) {
        let to = &mut to[..Self::LANES];
        for i in 0..M {
            self.0[i].store(&mut to[i * R::LANES..(i + 1) * R::LANES]);
        }
    }

    #[inline(always)]
    fn gather(from: &[R::Scalar], first: usize, stride: usize) -> Self {
        if stride == 1 {
            return Self::load(&from[first..]);
        }
        let mut lanes = [R::Scalar::default(); MOST];
        for i in 0..Self::LANES {
            lanes[i] = from[first + i * stride];
        }
        Self::from_array(&lanes)
    }

    #[inline(always)]
    fn scatter(self, to: &mut [R::Scalar], first: usize, stride: usize) {
        if stride == 1 {
            return self.store(&mut to[first..]);
        }
        let lanes = self.array();
        for i in 0..Self::LANES {
            to[first + i * stride] = lanes[i];
        }
    }

    // A block of columns is as wide as a register; the last block overlaps the one before it.
    #[inline(always)]
    fn read_rows<'r>(columns: &mut [Self], row: impl Fn(usize) -> &'r [R::Scalar]) {
        let width = columns.len();
        let mut rows: [&[R::Scalar]; MOST] = [&[]; MOST];
        for i in 0..Self::LANES {
            rows[i] = &row(i)[..width];
        }
        if width < R::LANES {
            let mut lanes = [[R::Scalar::default(); MOST]; MOST];
            for i in 0..Self::LANES {
                for c in 0..width {
                    lanes[c][i] = rows[i][c];
                }
            }
            for c in 0..width {
                columns[c] = Self::from_array(&lanes[c]);
            }
            return;
        }
        for m in 0..M {
            in_blocks!(R::LANES, width, |first| {
                let mut block = [R::splat(R::Scalar::default()); MOST];
                for i in 0..R::LANES {
                    block[i] = R::load(&rows[m * R::LANES + i][first..first + R::LANES]);
                }
                R::transpose(&mut block[..R::LANES]);
                for i in 0..R::LANES {
                    columns[first + i].0[m] = block[i];
                }
            });
        }
    }

    #[inline(always)]
    fn write_rows(columns: &[Self], to: &mut [R::Scalar], row: impl Fn(usize) -> usize) {
        let width = columns.len();
        if width < R::LANES {
            let mut lanes = [[R::Scalar::default(); MOST]; MOST];
            for c in 0..width {
                lanes[c] = columns[c].array();
            }
            for i in 0..Self::LANES {
                let first = row(i);
                let numbers = &mut to[first..first + width];
                for c in 0..width {
                    numbers[c] = lanes[c][i];
                }
            }
            return;
        }
        for m in 0..M {
            in_blocks!(R::LANES, width, |first| {
                let mut block = [R::splat(R::Scalar::default()); MOST];
                for i in 0..R::LANES {
                    block[i] = columns[first + i].0[m];
                }
                R::transpose(&mut block[..R::LANES]);
                for i in 0..R::LANES {
                    let start = row(m * R::LANES + i);
                    block[i].store(&mut to[start..start + width][first..first + R::LANES]);
                }
            });
        }
    }

    #[inline(always)]
    fn lane(self, i: usize) -> R::Scalar {
        self.array()[..Self::LANES][i]
    }

    #[inline(always)]
    fn sum(self) -> R::Scalar {
        let mut lanes = self.array();
        let mut half = Self::LANES / 2;
        while half > 0 {
            for i in 0..half {
                let upper = lanes[half + i];
                lanes[i] += upper;
            }
            half /= 2;
        }
        lanes[0]
    }

    #[inline(always)]
    fn sums(mut four: [Self; 4]) -> [R::Scalar; 4] {
        let mut firsts = [R::splat(R::Scalar::default()); 4];
        for i in 0..4 {
            let mut half = M / 2;
            while half > 0 {
                for m in 0..half {
                    four[i].0[m] = four[i].0[m].add(four[i].0[half + m]);
                }
                half /= 2;
            }
            firsts[i] = four[i].0[0];
        }
        R::sums(firsts)
    }

    #[inline(always)]
    fn less(self, b: Self) -> Masks<R, M> {
        self.lt_mask(b)
    }

    #[inline(always)]
    fn at_most(self, b: Self) -> Masks<R, M> {
        self.le_mask(b)
    }

    #[inline(always)]
    fn equals(self, b: Self) -> Masks<R, M> {
        self.eq_mask(b)
    }

    #[inline(always)]
    fn select(mask: Masks<R, M>, a: Self, b: Self) -> Self {
        Self::choose(mask, a, b)
    }
}

/// Register `i` of a block is added to that of the sum.
impl<R: Register, const M: usize, const W: usize> Wide<Lanes<R, M>> for Lanes<R, W> {
    #[inline(always)]
    fn add_to(self, sum: &mut Lanes<R, M>) {
        for i in 0..W {
            sum.0[i % M] = sum.0[i % M].add(self.0[i]);
        }
    }

    #[inline(always)]
    fn add_product_to(self, factor: Self, sum: &mut Lanes<R, M>) {
        for i in 0..W {
            sum.0[i % M] = self.0[i].mul_add(factor.0[i], sum.0[i % M]);
        }
    }
}

macro_rules! mask_operators {
    ($($Operator:ident $method:ident $instruction:ident;)*) => { $(
        impl<R: Register, const M: usize> $Operator for Masks<R, M> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, b: Self) -> Self {
                let mut y = self;
                for i in 0..M {
                    y.0[i] = R::$instruction(self.0[i], b.0[i]);
                }
                y
            }
        }
    )* };
}
mask_operators! {
    BitAnd bitand both;
    BitOr bitor either;
}

impl<R: Register, const M: usize> Not for Masks<R, M> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        let mut y = self;
        for i in 0..M {
            y.0[i] = R::not(self.0[i]);
        }
        y
    }
}

impl<R: Register, const M: usize> Mask for Masks<R, M> {
    #[inline(always)]
    fn splat(on: bool) -> Self {
        let zero = Lanes::<R, M>::constant(0.0);
        let mask = zero.eq_mask(zero);
        if on { mask } else { !mask }
    }

    #[inline(always)]
    fn first(n: usize) -> Self {
        let mut indices = [R::Scalar::default(); MOST];
        for i in 0..MOST {
            indices[i] = R::Scalar::constant(i as f64);
        }
        Lanes::<R, M>::from_array(&indices).lt_mask(Lanes::constant(n as f64))
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.bits() != 0
    }

    #[inline(always)]
    fn all(self) -> bool {
        self.bits() == full::<R, M>()
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        let mut bits = 0;
        for i in 0..M {
            bits |= R::bits(self.0[i]) << (i * R::LANES);
        }
        bits
    }
}

impl<R: Register, const M: usize> fmt::Debug for Masks<R, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0width$b}", self.bits(), width = M * R::LANES)
    }
}
