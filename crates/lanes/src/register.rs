//! [`Register`]: the numbers that one instruction works on, and the instructions that there are.
//!
//! Law: an instruction gives the same bits in every implementation, the payload and sign of NaN excepted. So each is defined by
//! IEEE 754 (`mul_add` rounds once) or by the comparison and selection written here.

use crate::lanes::MOST;
use core::fmt::Debug;

/// `f64` or `f32`: one lane.
pub trait Float: retrograde_rules::Real + Send + Sync + Default {
    /// The smallest normal number.
    const MIN_POSITIVE: Self;
    /// The largest number below one half.
    const BELOW_HALF: Self;
    /// Half a unit in the last place and more makes every number from here on an integer.
    const INTEGERS_FROM: Self;
    /// True if two numbers have the same bits.
    fn same_bits(self, other: Self) -> bool;
}

impl Float for f64 {
    const MIN_POSITIVE: f64 = f64::MIN_POSITIVE;
    const BELOW_HALF: f64 = 0.499_999_999_999_999_94;
    const INTEGERS_FROM: f64 = 4_503_599_627_370_496.0;
    #[inline(always)]
    fn same_bits(self, other: f64) -> bool {
        self.to_bits() == other.to_bits()
    }
}

impl Float for f32 {
    const MIN_POSITIVE: f32 = f32::MIN_POSITIVE;
    const BELOW_HALF: f32 = 0.499_999_97;
    const INTEGERS_FROM: f32 = 8_388_608.0;
    #[inline(always)]
    fn same_bits(self, other: f32) -> bool {
        self.to_bits() == other.to_bits()
    }
}

/// Some numbers that are worked on at once. The types of instruction sets are private to this crate: only a kernel that runs
/// on a machine with these instructions gets one, as its type parameter.
pub trait Register: Copy + Debug + Send + Sync + 'static {
    /// The number in one lane.
    type Scalar: Float;
    /// A truth value for each lane.
    type Mask: Copy + Send + Sync + 'static;
    /// The register of `f64` in which elementary functions are computed.
    type Wide: Double;
    /// The number of lanes.
    const LANES: usize;
    /// The number of wide registers that hold these lanes: one or two.
    const HALVES: usize;

    /// One number, in all lanes.
    fn splat(x: Self::Scalar) -> Self;
    /// Reads the first numbers of a slice.
    fn load(from: &[Self::Scalar]) -> Self;
    /// Writes the first numbers of a slice.
    fn store(self, to: &mut [Self::Scalar]);
    /// The sum.
    fn add(self, b: Self) -> Self;
    /// The difference.
    fn sub(self, b: Self) -> Self;
    /// The product.
    fn mul(self, b: Self) -> Self;
    /// The quotient.
    fn div(self, b: Self) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// `self * b + c`, rounded once.
    fn mul_add(self, b: Self, c: Self) -> Self;
    /// The largest integer not above.
    fn floor(self) -> Self;
    /// The smallest integer not below.
    fn ceil(self) -> Self;
    /// The integer part.
    fn trunc(self) -> Self;
    /// The bits that both have.
    fn and(self, b: Self) -> Self;
    /// The bits that one has.
    fn or(self, b: Self) -> Self;
    /// The bits that exactly one has.
    fn xor(self, b: Self) -> Self;
    /// `self < b`
    fn lt(self, b: Self) -> Self::Mask;
    /// `self <= b`
    fn le(self, b: Self) -> Self::Mask;
    /// `self == b`
    fn eq(self, b: Self) -> Self::Mask;
    /// `a` where the mask is true, `b` elsewhere.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;
    /// True where both are.
    fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// True where one is.
    fn either(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// True where the mask is false.
    fn not(a: Self::Mask) -> Self::Mask;
    /// Bit `i` is the truth value of lane `i`.
    fn bits(a: Self::Mask) -> u32;
    /// Exchanges rows and columns of a square block: `LANES` registers.
    fn transpose(block: &mut [Self]);
    /// The sums of four registers: the upper half is added to the lower half, until one number is left.
    #[inline(always)]
    fn sums(four: [Self; 4]) -> [Self::Scalar; 4] {
        let mut sums = [Self::Scalar::default(); 4];
        for i in 0..4 {
            let mut lanes = [Self::Scalar::default(); MOST];
            four[i].store(&mut lanes);
            let mut half = Self::LANES / 2;
            while half > 0 {
                for k in 0..half {
                    let upper = lanes[half + k];
                    lanes[k] += upper;
                }
                half /= 2;
            }
            sums[i] = lanes[0];
        }
        sums
    }
    /// Converts a half of the lanes, exactly.
    fn widen(self, half: usize) -> Self::Wide;
    /// Rounds both halves; `high` has no meaning where there is one only.
    fn narrow(low: Self::Wide, high: Self::Wide) -> Self;
}

/// A register of `f64`, with the integer instructions that elementary functions need.
pub trait Double: Register<Scalar = f64, Wide = Self> {
    /// The sum of the bits as integers, modulo 2⁶⁴.
    fn add_bits(self, b: Self) -> Self;
    /// The difference of the bits as integers, modulo 2⁶⁴.
    fn sub_bits(self, b: Self) -> Self;
    /// The bits moved up.
    fn shift_left(self, by: u32) -> Self;
    /// The bits moved down.
    fn shift_right(self, by: u32) -> Self;
}
