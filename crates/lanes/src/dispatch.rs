//! [`Kernel`], and the choice of the instruction set that it runs with.
//!
//! Law: for one number of lanes, every instruction set gives the same bits (the payload and sign of NaN excepted).

use crate::lanes::Lanes;
use crate::register::Float;
use crate::vector::{Vector, Wide};

/// A computation in lanes, with its data: a structure whose method runs with the vector numbers that it is given.
///
/// The method must be `#[inline(always)]`, and so must the functions that it calls with vector numbers: the instructions
/// of the set that is chosen are inlined into the kernel only if the kernel is inlined into the function that has their
/// features. A function that is not inlined is correct and slow. The same holds for what closures do with vector
/// numbers, since a closure cannot be marked: write loops.
///
/// ```
/// use retrograde_lanes::{Kernel, Vector, run};
///
/// /// `Σ x²`, eight at a time; the rest alone.
/// struct Squares<'a>(&'a [f64]);
///
/// impl Kernel for Squares<'_> {
///     type Scalar = f64;
///     type Output = f64;
///     #[inline(always)]
///     fn run<V: Vector<Scalar = f64>>(self) -> f64 {
///         let mut sum = V::splat(0.0);
///         let whole = self.0.len() / V::LANES * V::LANES;
///         let mut i = 0;
///         while i < whole {
///             let x = V::load(&self.0[i..]);
///             sum += x * x;
///             i += V::LANES;
///         }
///         let mut rest = 0.0;
///         for &x in &self.0[whole..] {
///             rest += x * x;
///         }
///         sum.sum() + rest
///     }
/// }
/// assert_eq!(run::<8, _>(Squares(&[1.0; 19])), 19.0);
/// ```
pub trait Kernel: Sized {
    /// The number in one lane.
    type Scalar: Float;
    /// The result.
    type Output;
    /// True if the stack is aligned to the registers, so that numbers which do not fit into registers are each in one cache line. It takes a register of addresses, which innermost loops
    /// through several arrays need themselves.
    const ALIGNED: bool = true;
    /// Computes the result.
    fn run<V: Vector<Scalar = Self::Scalar>>(self) -> Self::Output;

    /// Computes the result, where it gains by two blocks of lanes at once: `W` has twice the lanes of `V`, or as many where there are no more. The method
    /// must be `#[inline(always)]`, too.
    #[inline(always)]
    fn run_wide<V, W>(self) -> Self::Output
    where
        V: Vector<Scalar = Self::Scalar>,
        W: Vector<Scalar = Self::Scalar> + Wide<V>,
    {
        self.run::<V>()
    }
}

/// Aligns the stack to the registers, where a kernel asks for it: LLVM aligns what it moves there if something else on the stack wants it before, and else
/// each access may touch two cache lines.
#[inline(always)]
pub(crate) fn aligned<R, K: Kernel>() {
    if K::ALIGNED {
        core::hint::black_box(&mut core::mem::MaybeUninit::<R>::uninit());
    }
}

/// The instructions that a kernel may run with.
///
/// `Portable` needs nothing: LLVM makes of it what every machine of the target has, SSE2 on x86-64. Such machines have no
/// fused multiply-add. It is called as a function there, [exact](f64::mul_add) and many times slower than an instruction:
/// rounding twice instead would give other bits, so that a gradient would depend on the machine, and all x86-64 processors
/// that lack it are older than 2013 or of the smallest kind. On these a program should rather run its scalar form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InstructionSet {
    /// The instructions that every machine of the target has.
    Portable,
    /// The vector instructions of 64-bit ARM.
    Neon,
    /// AVX2 and FMA.
    Avx2,
    /// AVX-512 with F, DQ, VL and BW.
    Avx512,
}

impl InstructionSet {
    /// All of them, the best last.
    pub const ALL: [InstructionSet; 4] = [Self::Portable, Self::Neon, Self::Avx2, Self::Avx512];

    /// True if this machine has these instructions and this build knows them.
    pub fn is_available(self) -> bool {
        struct Nothing;
        impl Kernel for Nothing {
            type Scalar = f64;
            type Output = ();
            #[inline(always)]
            fn run<V: Vector<Scalar = f64>>(self) {}
        }
        run_on::<4, _>(self, Nothing).is_some()
    }

    /// Returns the best set that this machine has.
    pub fn best() -> InstructionSet {
        Self::ALL.into_iter().rev().find(|set| set.is_available()).unwrap_or(Self::Portable)
    }
}

/// Runs a kernel in `N` lanes with the best instructions that this machine has.
///
/// There are `f64` in 4 and 8 lanes and `f32` in 8 and 16. The number of lanes belongs to the program and does not depend on the
/// machine: where registers are smaller, several of them form one vector number.
#[inline]
pub fn run<const N: usize, K>(kernel: K) -> K::Output
where
    K: Kernel<Scalar: Width<N>>,
{
    let mut kernel = kernel;
    for set in [InstructionSet::Avx512, InstructionSet::Avx2, InstructionSet::Neon] {
        match <K::Scalar as Width<N>>::run_on(set, kernel) {
            Ok(output) => return output,
            Err(back) => kernel = back,
        }
    }
    <K::Scalar as Width<N>>::portably(kernel)
}

/// Runs a kernel in `N` lanes with a certain instruction set, or returns nothing where this machine lacks it: for tests and
/// measurements.
#[inline]
pub fn run_on<const N: usize, K>(set: InstructionSet, kernel: K) -> Option<K::Output>
where
    K: Kernel<Scalar: Width<N>>,
{
    <K::Scalar as Width<N>>::run_on(set, kernel).ok()
}

/// A float that there are `N` lanes of.
pub trait Width<const N: usize>: Float {
    /// Runs a kernel with an instruction set, or returns it.
    #[doc(hidden)]
    fn run_on<K: Kernel<Scalar = Self>>(set: InstructionSet, kernel: K) -> Result<K::Output, K>;
    /// Runs a kernel with what every machine has.
    #[doc(hidden)]
    fn portably<K: Kernel<Scalar = Self>>(kernel: K) -> K::Output;
}

/// Of each width: the register of each instruction set, how many of them, and how many for two blocks.
macro_rules! widths {
    ($($float:ident $lanes:literal: Neon $Small:ident $smalls:literal $two_small:literal, Avx2 $Middle:ident $middles:literal $two_middle:literal,
        Avx512 $Large:ident $larges:literal $two_large:literal;)*) => { $(
        impl Width<$lanes> for $float {
            #[inline]
            fn run_on<K: Kernel<Scalar = $float>>(set: InstructionSet, kernel: K) -> Result<K::Output, K> {
                match set {
                    InstructionSet::Portable => Ok(<Self as Width<$lanes>>::portably(kernel)),
                    #[cfg(target_arch = "aarch64")]
                    InstructionSet::Neon => crate::intrinsics::on_neon::<crate::intrinsics::$Small, $smalls, $two_small, K>(kernel),
                    #[cfg(target_arch = "x86_64")]
                    InstructionSet::Avx2 => crate::intrinsics::on_avx2::<crate::intrinsics::$Middle, $middles, $two_middle, K>(kernel),
                    #[cfg(all(target_arch = "x86_64", avx512))]
                    InstructionSet::Avx512 => crate::intrinsics::on_avx512::<crate::intrinsics::$Large, $larges, $two_large, K>(kernel),
                    #[cfg(not(target_arch = "aarch64"))]
                    InstructionSet::Neon => Err(kernel),
                    #[cfg(not(target_arch = "x86_64"))]
                    InstructionSet::Avx2 => Err(kernel),
                    #[cfg(not(all(target_arch = "x86_64", avx512)))]
                    InstructionSet::Avx512 => Err(kernel),
                }
            }
            #[inline]
            fn portably<K: Kernel<Scalar = $float>>(kernel: K) -> K::Output {
                kernel.run::<Lanes<$float, $lanes>>()
            }
        }
    )* };
}
widths! {
    f64 4: Neon F64x2 2 4, Avx2 F64x4 1 2, Avx512 F64x4 1 2;
    f64 8: Neon F64x2 4 8, Avx2 F64x4 2 4, Avx512 F64x8 1 2;
    f32 8: Neon F32x4 2 4, Avx2 F32x8 1 2, Avx512 F32x8 1 2;
    f32 16: Neon F32x4 4 4, Avx2 F32x8 2 2, Avx512 F32x16 1 1;
}
