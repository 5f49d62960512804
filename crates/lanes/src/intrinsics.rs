//! The instruction sets: registers of AVX2 with FMA, of AVX-512 and of NEON, and the functions that choose them.
//!
//! All `unsafe` of this crate is in this file. There are three reasons for it, and no others:
//!
//! - **The machine has the instruction.** The types of this file cannot be named outside the crate. They are handed out in one
//!   place, `on_…` below, as a type parameter of a kernel, after the processor has been asked for the features. So whoever holds
//!   such a type, or a function of it, runs on such a machine.
//! - **Loads and stores stay within a slice.** Each takes a slice of exactly the register's length first, with a bounds check.
//! - **A `#[target_feature]` function is called** after the same question.

#![allow(unsafe_code)]

use crate::dispatch::Kernel;
use crate::lanes::Lanes;
use crate::register::{Double, Register};

/// Methods of one instruction each: `method: instruction`.
macro_rules! instructions {
    ($T:ident; binary { $($binary:ident: $two:ident),* } unary { $($unary:ident: $one:expr),* }) => {
        $(
            #[inline(always)]
            fn $binary(self, b: Self) -> Self {
                // SAFETY: the machine has the instruction, see above.
                $T(unsafe { $two(self.0, b.0) })
            }
        )*
        $(
            #[inline(always)]
            fn $unary(self) -> Self {
                // SAFETY: the machine has the instruction, see above.
                $T(unsafe { $one(self.0) })
            }
        )*
    };
}

/// Methods that are written alike for all registers: constants, `splat`, loads and stores, printing.
macro_rules! common {
    ($T:ident($raw:ty) of $lanes:literal $scalar:ident, $splat:ident, $load:ident, $store:ident, $fma:expr) => {
        type Scalar = $scalar;
        const LANES: usize = $lanes;

        #[inline(always)]
        fn splat(x: $scalar) -> Self {
            // SAFETY: the machine has the instruction, see above.
            $T(unsafe { $splat(x) })
        }
        #[inline(always)]
        fn load(from: &[$scalar]) -> Self {
            let from = &from[..$lanes];
            // SAFETY: the machine has the instruction, and the slice has the length of the register. No alignment is needed.
            $T(unsafe { $load(from.as_ptr()) })
        }
        #[inline(always)]
        fn store(self, to: &mut [$scalar]) {
            let to = &mut to[..$lanes];
            // SAFETY: the machine has the instruction, and the slice has the length of the register. No alignment is needed.
            unsafe { $store(to.as_mut_ptr(), self.0) }
        }
        #[inline(always)]
        fn mul_add(self, b: Self, c: Self) -> Self {
            // SAFETY: the machine has the instruction, see above.
            $T(unsafe { $fma(self.0, b.0, c.0) })
        }
    };
}

macro_rules! register_type {
    ($T:ident($raw:ty)) => {
        #[derive(Clone, Copy)]
        pub(crate) struct $T($raw);

        impl core::fmt::Debug for $T {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let mut lanes = [Default::default(); <$T as Register>::LANES];
                self.store(&mut lanes);
                lanes.fmt(f)
            }
        }
    };
}

/// A function with the features of an instruction set, into which a kernel is inlined.
macro_rules! choice {
    ($on:ident: $($feature:tt),+ detected by $detected:ident) => {
        /// Runs a kernel with these instructions, or returns it where the machine lacks them.
        #[inline]
        pub(crate) fn $on<R, const M: usize, const W: usize, K>(kernel: K) -> Result<K::Output, K>
        where
            R: Register<Scalar = K::Scalar>,
            K: Kernel,
        {
            $( #[target_feature(enable = $feature)] )+
            unsafe fn run<R, const M: usize, const W: usize, K>(kernel: K) -> K::Output
            where
                R: Register<Scalar = K::Scalar>,
                K: Kernel,
            {
                crate::dispatch::aligned::<R, K>();
                kernel.run_wide::<Lanes<R, M>, Lanes<R, W>>()
            }
            if $( std::arch::$detected!($feature) )&&+ {
                // SAFETY: the machine has the features.
                Ok(unsafe { run::<R, M, W, K>(kernel) })
            } else {
                Err(kernel)
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::*;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::*;
    use core::arch::x86_64::*;

    choice!(on_avx2: "avx2", "fma" detected by is_x86_feature_detected);
    #[cfg(avx512)]
    choice!(on_avx512: "avx512f", "avx512dq", "avx512vl", "avx512bw", "avx2", "fma" detected by is_x86_feature_detected);

    register_type!(F64x4(__m256d));
    register_type!(F32x8(__m256));

    /// A register of AVX2, whose masks are registers.
    macro_rules! avx2 {
        (
            $T:ident($raw:ty), $bits:ident; and $and:ident, or $or:ident, xor $xor:ident, cmp $cmp:ident,
            select $select:ident, ones $ones:expr
        ) => {
            type Mask = $raw;

            #[inline(always)]
            fn lt(self, b: Self) -> $raw {
                // SAFETY: the machine has the instruction, see above; so below.
                unsafe { $cmp::<_CMP_LT_OQ>(self.0, b.0) }
            }
            #[inline(always)]
            fn le(self, b: Self) -> $raw {
                unsafe { $cmp::<_CMP_LE_OQ>(self.0, b.0) }
            }
            #[inline(always)]
            fn eq(self, b: Self) -> $raw {
                unsafe { $cmp::<_CMP_EQ_OQ>(self.0, b.0) }
            }
            #[inline(always)]
            fn select(mask: $raw, a: Self, b: Self) -> Self {
                $T(unsafe { $select(b.0, a.0, mask) })
            }
            #[inline(always)]
            fn both(a: $raw, b: $raw) -> $raw {
                unsafe { $and(a, b) }
            }
            #[inline(always)]
            fn either(a: $raw, b: $raw) -> $raw {
                unsafe { $or(a, b) }
            }
            #[inline(always)]
            fn not(a: $raw) -> $raw {
                unsafe { $xor(a, $ones) }
            }
            #[inline(always)]
            fn bits(a: $raw) -> u32 {
                unsafe { $bits(a) as u32 }
            }
        };
    }

    impl Register for F64x4 {
        type Wide = F64x4;
        const HALVES: usize = 1;
        common!(F64x4(__m256d) of 4 f64, _mm256_set1_pd, _mm256_loadu_pd, _mm256_storeu_pd, _mm256_fmadd_pd);
        instructions! { F64x4;
            binary {
                add: _mm256_add_pd, sub: _mm256_sub_pd, mul: _mm256_mul_pd, div: _mm256_div_pd,
                and: _mm256_and_pd, or: _mm256_or_pd, xor: _mm256_xor_pd
            }
            unary { sqrt: _mm256_sqrt_pd, floor: _mm256_floor_pd, ceil: _mm256_ceil_pd,
                trunc: _mm256_round_pd::<{ _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC }> }
        }
        avx2!(F64x4(__m256d), _mm256_movemask_pd; and _mm256_and_pd, or _mm256_or_pd, xor _mm256_xor_pd,
            cmp _mm256_cmp_pd, select _mm256_blendv_pd, ones _mm256_castsi256_pd(_mm256_set1_epi64x(-1)));
        #[inline(always)]
        fn transpose(block: &mut [Self]) {
            let rows = &mut block[..4];
            // SAFETY: the machine has the instructions, see above.
            unsafe {
                let (a, b) =
                    (_mm256_unpacklo_pd(rows[0].0, rows[1].0), _mm256_unpackhi_pd(rows[0].0, rows[1].0));
                let (c, d) =
                    (_mm256_unpacklo_pd(rows[2].0, rows[3].0), _mm256_unpackhi_pd(rows[2].0, rows[3].0));
                rows[0].0 = _mm256_permute2f128_pd::<0x20>(a, c);
                rows[1].0 = _mm256_permute2f128_pd::<0x20>(b, d);
                rows[2].0 = _mm256_permute2f128_pd::<0x31>(a, c);
                rows[3].0 = _mm256_permute2f128_pd::<0x31>(b, d);
            }
        }
        #[inline(always)]
        fn sums([a, b, c, d]: [Self; 4]) -> [f64; 4] {
            let mut sums = [0.0; 4];
            // SAFETY: the machine has the instructions, see above.
            let all = unsafe {
                let halves = |a, b| {
                    _mm256_add_pd(_mm256_permute2f128_pd::<0x20>(a, b), _mm256_permute2f128_pd::<0x31>(a, b))
                };
                let (two, others) = (halves(a.0, b.0), halves(c.0, d.0));
                let mixed = _mm256_add_pd(_mm256_unpacklo_pd(two, others), _mm256_unpackhi_pd(two, others));
                F64x4(_mm256_permute4x64_pd::<0b11_01_10_00>(mixed))
            };
            all.store(&mut sums);
            sums
        }
        #[inline(always)]
        fn widen(self, _: usize) -> Self {
            self
        }
        #[inline(always)]
        fn narrow(low: Self, _: Self) -> Self {
            low
        }
    }

    /// Integer instructions on the bits.
    macro_rules! integers {
        ($T:ident, $to:ident, $from:ident, $add:ident, $sub:ident, $left:ident, $right:ident) => {
            impl Double for $T {
                #[inline(always)]
                fn add_bits(self, b: Self) -> Self {
                    // SAFETY: the machine has the instructions, see above; so below.
                    $T(unsafe { $from($add($to(self.0), $to(b.0))) })
                }
                #[inline(always)]
                fn sub_bits(self, b: Self) -> Self {
                    $T(unsafe { $from($sub($to(self.0), $to(b.0))) })
                }
                #[inline(always)]
                fn shift_left(self, by: u32) -> Self {
                    $T(unsafe { $from($left($to(self.0), _mm_cvtsi32_si128(by as i32))) })
                }
                #[inline(always)]
                fn shift_right(self, by: u32) -> Self {
                    $T(unsafe { $from($right($to(self.0), _mm_cvtsi32_si128(by as i32))) })
                }
            }
        };
    }
    integers!(
        F64x4,
        _mm256_castpd_si256,
        _mm256_castsi256_pd,
        _mm256_add_epi64,
        _mm256_sub_epi64,
        _mm256_sll_epi64,
        _mm256_srl_epi64
    );

    /// Exchanges rows and columns of `f32`: in each quarter of four rows, then the quarters of `$groups` such rows.
    macro_rules! transpose_singles {
        ($groups:literal, $low:ident $high:ident $low_pair:ident $high_pair:ident $pairs:ident $singles:ident,
            [$($column:ident)*] => $quarters:expr) => {
            #[inline(always)]
            fn transpose(block: &mut [Self]) {
                let rows = &mut block[..4 * $groups];
                // SAFETY: the machine has the instructions, see above.
                unsafe {
                    let mut columns = [[rows[0].0; $groups]; 4];
                    for g in 0..$groups {
                        let [a, b, c, d] =
                            [rows[4 * g].0, rows[4 * g + 1].0, rows[4 * g + 2].0, rows[4 * g + 3].0];
                        let (ab, cd) = ($pairs($low(a, b)), $pairs($low(c, d)));
                        columns[0][g] = $singles($low_pair(ab, cd));
                        columns[1][g] = $singles($high_pair(ab, cd));
                        let (ab, cd) = ($pairs($high(a, b)), $pairs($high(c, d)));
                        columns[2][g] = $singles($low_pair(ab, cd));
                        columns[3][g] = $singles($high_pair(ab, cd));
                    }
                    for k in 0..4 {
                        let [$($column),*] = columns[k];
                        let quarters = $quarters;
                        for g in 0..$groups {
                            rows[4 * g + k].0 = quarters[g];
                        }
                    }
                }
            }
        };
    }

    impl Register for F32x8 {
        type Wide = F64x4;
        const HALVES: usize = 2;
        common!(F32x8(__m256) of 8 f32, _mm256_set1_ps, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_fmadd_ps);
        instructions! { F32x8;
            binary {
                add: _mm256_add_ps, sub: _mm256_sub_ps, mul: _mm256_mul_ps, div: _mm256_div_ps,
                and: _mm256_and_ps, or: _mm256_or_ps, xor: _mm256_xor_ps
            }
            unary { sqrt: _mm256_sqrt_ps, floor: _mm256_floor_ps, ceil: _mm256_ceil_ps,
                trunc: _mm256_round_ps::<{ _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC }> }
        }
        avx2!(F32x8(__m256), _mm256_movemask_ps; and _mm256_and_ps, or _mm256_or_ps, xor _mm256_xor_ps,
            cmp _mm256_cmp_ps, select _mm256_blendv_ps, ones _mm256_castsi256_ps(_mm256_set1_epi64x(-1)));
        transpose_singles!(2, _mm256_unpacklo_ps _mm256_unpackhi_ps _mm256_unpacklo_pd _mm256_unpackhi_pd
            _mm256_castps_pd _mm256_castpd_ps, [a b] =>
            [_mm256_permute2f128_ps::<0x20>(a, b), _mm256_permute2f128_ps::<0x31>(a, b)]);
        #[inline(always)]
        fn widen(self, half: usize) -> F64x4 {
            // SAFETY: the machine has the instructions, see above.
            F64x4(unsafe {
                if half == 0 {
                    _mm256_cvtps_pd(_mm256_castps256_ps128(self.0))
                } else {
                    _mm256_cvtps_pd(_mm256_extractf128_ps::<1>(self.0))
                }
            })
        }
        #[inline(always)]
        fn narrow(low: F64x4, high: F64x4) -> Self {
            // SAFETY: the machine has the instructions, see above.
            F32x8(unsafe { _mm256_set_m128(_mm256_cvtpd_ps(high.0), _mm256_cvtpd_ps(low.0)) })
        }
    }

    #[cfg(avx512)]
    pub(crate) use wide::*;

    // The build script has asked rustc whether it knows them.
    #[cfg(avx512)]
    #[allow(clippy::incompatible_msrv)]
    mod wide {
        use super::*;

        register_type!(F64x8(__m512d));
        register_type!(F32x16(__m512));

        /// A register of AVX-512, whose masks are integers.
        macro_rules! avx512 {
            ($T:ident, $Mask:ident, cmp $cmp:ident, select $select:ident) => {
                type Mask = $Mask;

                #[inline(always)]
                fn lt(self, b: Self) -> $Mask {
                    // SAFETY: the machine has the instruction, see above; so below.
                    unsafe { $cmp::<_CMP_LT_OQ>(self.0, b.0) }
                }
                #[inline(always)]
                fn le(self, b: Self) -> $Mask {
                    unsafe { $cmp::<_CMP_LE_OQ>(self.0, b.0) }
                }
                #[inline(always)]
                fn eq(self, b: Self) -> $Mask {
                    unsafe { $cmp::<_CMP_EQ_OQ>(self.0, b.0) }
                }
                #[inline(always)]
                fn select(mask: $Mask, a: Self, b: Self) -> Self {
                    $T(unsafe { $select(mask, b.0, a.0) })
                }
                #[inline(always)]
                fn both(a: $Mask, b: $Mask) -> $Mask {
                    a & b
                }
                #[inline(always)]
                fn either(a: $Mask, b: $Mask) -> $Mask {
                    a | b
                }
                #[inline(always)]
                fn not(a: $Mask) -> $Mask {
                    !a
                }
                #[inline(always)]
                fn bits(a: $Mask) -> u32 {
                    u32::from(a)
                }
            };
        }

        impl Register for F64x8 {
            type Wide = F64x8;
            const HALVES: usize = 1;
            common!(F64x8(__m512d) of 8 f64, _mm512_set1_pd, _mm512_loadu_pd, _mm512_storeu_pd, _mm512_fmadd_pd);
            instructions! { F64x8;
                binary {
                    add: _mm512_add_pd, sub: _mm512_sub_pd, mul: _mm512_mul_pd, div: _mm512_div_pd,
                    and: _mm512_and_pd, or: _mm512_or_pd, xor: _mm512_xor_pd
                }
                unary { sqrt: _mm512_sqrt_pd,
                    floor: _mm512_roundscale_pd::<{ _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC }>,
                    ceil: _mm512_roundscale_pd::<{ _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC }>,
                    trunc: _mm512_roundscale_pd::<{ _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC }> }
            }
            avx512!(F64x8, __mmask8, cmp _mm512_cmp_pd_mask, select _mm512_mask_blend_pd);
            #[inline(always)]
            fn sums([a, b, c, d]: [Self; 4]) -> [f64; 4] {
                let mut sums = [0.0; 4];
                // Halves, quarters and pairs: two registers stand side by side, then four.
                // SAFETY: the machine has the instructions, see above.
                let all = unsafe {
                    let halves = |a, b| {
                        _mm512_add_pd(_mm512_shuffle_f64x2::<0x44>(a, b), _mm512_shuffle_f64x2::<0xEE>(a, b))
                    };
                    let (two, others) = (halves(a.0, b.0), halves(c.0, d.0));
                    let quarters = _mm512_add_pd(
                        _mm512_shuffle_f64x2::<0x88>(two, others),
                        _mm512_shuffle_f64x2::<0xDD>(two, others),
                    );
                    let pairs = _mm512_add_pd(quarters, _mm512_permute_pd::<0x55>(quarters));
                    let even = _mm512_setr_epi64(0, 2, 4, 6, 0, 2, 4, 6);
                    F64x4(_mm512_castpd512_pd256(_mm512_permutexvar_pd(even, pairs)))
                };
                all.store(&mut sums);
                sums
            }
            #[inline(always)]
            fn transpose(block: &mut [Self]) {
                let rows = &mut block[..8];
                // Pairs of numbers, then pairs of quarters, then pairs of halves.
                // SAFETY: the machine has the instructions, see above.
                unsafe {
                    let mut pairs = [rows[0].0; 8];
                    for i in 0..4 {
                        let (a, b) = (rows[2 * i].0, rows[2 * i + 1].0);
                        pairs[2 * i] = _mm512_unpacklo_pd(a, b);
                        pairs[2 * i + 1] = _mm512_unpackhi_pd(a, b);
                    }
                    for i in 0..2 {
                        let low = _mm512_shuffle_f64x2::<0x88>(pairs[i], pairs[2 + i]);
                        let high = _mm512_shuffle_f64x2::<0xdd>(pairs[i], pairs[2 + i]);
                        let low4 = _mm512_shuffle_f64x2::<0x88>(pairs[4 + i], pairs[6 + i]);
                        let high4 = _mm512_shuffle_f64x2::<0xdd>(pairs[4 + i], pairs[6 + i]);
                        rows[i].0 = _mm512_shuffle_f64x2::<0x88>(low, low4);
                        rows[4 + i].0 = _mm512_shuffle_f64x2::<0xdd>(low, low4);
                        rows[2 + i].0 = _mm512_shuffle_f64x2::<0x88>(high, high4);
                        rows[6 + i].0 = _mm512_shuffle_f64x2::<0xdd>(high, high4);
                    }
                }
            }
            #[inline(always)]
            fn widen(self, _: usize) -> Self {
                self
            }
            #[inline(always)]
            fn narrow(low: Self, _: Self) -> Self {
                low
            }
        }
        integers!(
            F64x8,
            _mm512_castpd_si512,
            _mm512_castsi512_pd,
            _mm512_add_epi64,
            _mm512_sub_epi64,
            _mm512_sll_epi64,
            _mm512_srl_epi64
        );

        impl Register for F32x16 {
            type Wide = F64x8;
            const HALVES: usize = 2;
            common!(F32x16(__m512) of 16 f32, _mm512_set1_ps, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_fmadd_ps);
            instructions! { F32x16;
                binary {
                    add: _mm512_add_ps, sub: _mm512_sub_ps, mul: _mm512_mul_ps, div: _mm512_div_ps,
                    and: _mm512_and_ps, or: _mm512_or_ps, xor: _mm512_xor_ps
                }
                unary { sqrt: _mm512_sqrt_ps,
                    floor: _mm512_roundscale_ps::<{ _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC }>,
                    ceil: _mm512_roundscale_ps::<{ _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC }>,
                    trunc: _mm512_roundscale_ps::<{ _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC }> }
            }
            avx512!(F32x16, __mmask16, cmp _mm512_cmp_ps_mask, select _mm512_mask_blend_ps);
            transpose_singles!(4, _mm512_unpacklo_ps _mm512_unpackhi_ps _mm512_unpacklo_pd _mm512_unpackhi_pd
            _mm512_castps_pd _mm512_castpd_ps, [a b c d] => {
                    let (even, odd) = (_mm512_shuffle_f32x4::<0x88>(a, b), _mm512_shuffle_f32x4::<0xdd>(a, b));
                    let (more_even, more_odd) =
                        (_mm512_shuffle_f32x4::<0x88>(c, d), _mm512_shuffle_f32x4::<0xdd>(c, d));
                    [_mm512_shuffle_f32x4::<0x88>(even, more_even), _mm512_shuffle_f32x4::<0x88>(odd, more_odd),
                        _mm512_shuffle_f32x4::<0xdd>(even, more_even), _mm512_shuffle_f32x4::<0xdd>(odd, more_odd)]
                });
            #[inline(always)]
            fn widen(self, half: usize) -> F64x8 {
                // SAFETY: the machine has the instructions, see above.
                F64x8(unsafe {
                    if half == 0 {
                        _mm512_cvtps_pd(_mm512_castps512_ps256(self.0))
                    } else {
                        _mm512_cvtps_pd(_mm512_extractf32x8_ps::<1>(self.0))
                    }
                })
            }
            #[inline(always)]
            fn narrow(low: F64x8, high: F64x8) -> Self {
                // SAFETY: the machine has the instructions, see above.
                F32x16(unsafe {
                    let low = _mm512_castps256_ps512(_mm512_cvtpd_ps(low.0));
                    _mm512_insertf32x8::<1>(low, _mm512_cvtpd_ps(high.0))
                })
            }
        }
    }
}

/// Asks for the cache lines of some places of a slice, which will be written: a hint without any other effect, for loops that
/// store much more than they read. Places beyond the end are not asked for.
#[inline(always)]
pub fn prefetch_for_writing<T>(slice: &mut [T], from: usize, places: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(part) = slice.get(from..from.saturating_add(places)) {
        let first = part.as_ptr().cast::<i8>();
        let mut byte = 0;
        while byte < size_of_val(part) {
            // SAFETY: every machine of the target has the instruction, which changes no value; the place is inside of the slice.
            unsafe {
                core::arch::x86_64::_mm_prefetch::<{ core::arch::x86_64::_MM_HINT_ET0 }>(first.add(byte))
            };
            byte += 64;
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, from, places);
}

#[cfg(target_arch = "aarch64")]
pub(crate) use arm::*;

#[cfg(target_arch = "aarch64")]
mod arm {
    use super::*;
    use core::arch::aarch64::*;

    choice!(on_neon: "neon" detected by is_aarch64_feature_detected);

    register_type!(F64x2(float64x2_t));
    register_type!(F32x4(float32x4_t));

    /// A register of NEON, whose masks are registers of integers.
    macro_rules! neon {
        (
            $T:ident, $Mask:ident, to $to:ident, from $from:ident, bitand $and:ident, bitor $or:ident, bitxor $xor:ident,
            lt $lt:ident, le $le:ident, eq $eq:ident, select $select:ident, not $not:expr
        ) => {
            type Mask = $Mask;

            #[inline(always)]
            fn and(self, b: Self) -> Self {
                // SAFETY: the machine has the instructions, see above; so below.
                $T(unsafe { $from($and($to(self.0), $to(b.0))) })
            }
            #[inline(always)]
            fn or(self, b: Self) -> Self {
                $T(unsafe { $from($or($to(self.0), $to(b.0))) })
            }
            #[inline(always)]
            fn xor(self, b: Self) -> Self {
                $T(unsafe { $from($xor($to(self.0), $to(b.0))) })
            }
            #[inline(always)]
            fn lt(self, b: Self) -> $Mask {
                unsafe { $lt(self.0, b.0) }
            }
            #[inline(always)]
            fn le(self, b: Self) -> $Mask {
                unsafe { $le(self.0, b.0) }
            }
            #[inline(always)]
            fn eq(self, b: Self) -> $Mask {
                unsafe { $eq(self.0, b.0) }
            }
            #[inline(always)]
            fn select(mask: $Mask, a: Self, b: Self) -> Self {
                $T(unsafe { $select(mask, a.0, b.0) })
            }
            #[inline(always)]
            fn both(a: $Mask, b: $Mask) -> $Mask {
                unsafe { $and(a, b) }
            }
            #[inline(always)]
            fn either(a: $Mask, b: $Mask) -> $Mask {
                unsafe { $or(a, b) }
            }
            #[inline(always)]
            fn not(a: $Mask) -> $Mask {
                unsafe { $not(a) }
            }
        };
    }

    impl Register for F64x2 {
        type Wide = F64x2;
        const HALVES: usize = 1;
        common!(F64x2(float64x2_t) of 2 f64, vdupq_n_f64, vld1q_f64, vst1q_f64, |a, b, c| vfmaq_f64(c, a, b));
        instructions! { F64x2;
            binary { add: vaddq_f64, sub: vsubq_f64, mul: vmulq_f64, div: vdivq_f64 }
            unary { sqrt: vsqrtq_f64, floor: vrndmq_f64, ceil: vrndpq_f64, trunc: vrndq_f64 }
        }
        neon!(F64x2, uint64x2_t, to vreinterpretq_u64_f64, from vreinterpretq_f64_u64, bitand vandq_u64, bitor vorrq_u64,
            bitxor veorq_u64, lt vcltq_f64, le vcleq_f64, eq vceqq_f64, select vbslq_f64,
            not |a| veorq_u64(a, vdupq_n_u64(u64::MAX)));
        #[inline(always)]
        fn bits(a: uint64x2_t) -> u32 {
            // SAFETY: the machine has the instructions, see above.
            unsafe { (vgetq_lane_u64::<0>(a) & 1 | vgetq_lane_u64::<1>(a) & 2) as u32 }
        }
        #[inline(always)]
        fn transpose(block: &mut [Self]) {
            let rows = &mut block[..2];
            // SAFETY: the machine has the instructions, see above.
            unsafe {
                let (a, b) = (rows[0].0, rows[1].0);
                rows[0].0 = vzip1q_f64(a, b);
                rows[1].0 = vzip2q_f64(a, b);
            }
        }
        #[inline(always)]
        fn widen(self, _: usize) -> Self {
            self
        }
        #[inline(always)]
        fn narrow(low: Self, _: Self) -> Self {
            low
        }
    }

    impl Double for F64x2 {
        #[inline(always)]
        fn add_bits(self, b: Self) -> Self {
            // SAFETY: the machine has the instructions, see above; so below.
            F64x2(unsafe {
                vreinterpretq_f64_u64(vaddq_u64(vreinterpretq_u64_f64(self.0), vreinterpretq_u64_f64(b.0)))
            })
        }
        #[inline(always)]
        fn sub_bits(self, b: Self) -> Self {
            F64x2(unsafe {
                vreinterpretq_f64_u64(vsubq_u64(vreinterpretq_u64_f64(self.0), vreinterpretq_u64_f64(b.0)))
            })
        }
        #[inline(always)]
        fn shift_left(self, by: u32) -> Self {
            F64x2(unsafe {
                vreinterpretq_f64_u64(vshlq_u64(vreinterpretq_u64_f64(self.0), vdupq_n_s64(i64::from(by))))
            })
        }
        #[inline(always)]
        fn shift_right(self, by: u32) -> Self {
            F64x2(unsafe {
                vreinterpretq_f64_u64(vshlq_u64(vreinterpretq_u64_f64(self.0), vdupq_n_s64(-i64::from(by))))
            })
        }
    }

    impl Register for F32x4 {
        type Wide = F64x2;
        const HALVES: usize = 2;
        common!(F32x4(float32x4_t) of 4 f32, vdupq_n_f32, vld1q_f32, vst1q_f32, |a, b, c| vfmaq_f32(c, a, b));
        instructions! { F32x4;
            binary { add: vaddq_f32, sub: vsubq_f32, mul: vmulq_f32, div: vdivq_f32 }
            unary { sqrt: vsqrtq_f32, floor: vrndmq_f32, ceil: vrndpq_f32, trunc: vrndq_f32 }
        }
        neon!(F32x4, uint32x4_t, to vreinterpretq_u32_f32, from vreinterpretq_f32_u32, bitand vandq_u32, bitor vorrq_u32,
            bitxor veorq_u32, lt vcltq_f32, le vcleq_f32, eq vceqq_f32, select vbslq_f32, not |a| vmvnq_u32(a));
        #[inline(always)]
        fn bits(a: uint32x4_t) -> u32 {
            // SAFETY: the machine has the instructions, see above.
            unsafe {
                let low = vgetq_lane_u32::<0>(a) & 1 | vgetq_lane_u32::<1>(a) & 2;
                low | vgetq_lane_u32::<2>(a) & 4 | vgetq_lane_u32::<3>(a) & 8
            }
        }
        #[inline(always)]
        fn transpose(block: &mut [Self]) {
            let rows = &mut block[..4];
            // SAFETY: the machine has the instructions, see above.
            unsafe {
                let (a, b) = (vtrn1q_f32(rows[0].0, rows[1].0), vtrn2q_f32(rows[0].0, rows[1].0));
                let (c, d) = (vtrn1q_f32(rows[2].0, rows[3].0), vtrn2q_f32(rows[2].0, rows[3].0));
                let pairs = [a, b, c, d].map(|x| vreinterpretq_f64_f32(x));
                rows[0].0 = vreinterpretq_f32_f64(vzip1q_f64(pairs[0], pairs[2]));
                rows[1].0 = vreinterpretq_f32_f64(vzip1q_f64(pairs[1], pairs[3]));
                rows[2].0 = vreinterpretq_f32_f64(vzip2q_f64(pairs[0], pairs[2]));
                rows[3].0 = vreinterpretq_f32_f64(vzip2q_f64(pairs[1], pairs[3]));
            }
        }
        #[inline(always)]
        fn widen(self, half: usize) -> F64x2 {
            // SAFETY: the machine has the instructions, see above.
            F64x2(unsafe {
                if half == 0 { vcvt_f64_f32(vget_low_f32(self.0)) } else { vcvt_high_f64_f32(self.0) }
            })
        }
        #[inline(always)]
        fn narrow(low: F64x2, high: F64x2) -> Self {
            // SAFETY: the machine has the instructions, see above.
            F32x4(unsafe { vcvt_high_f32_f64(vcvt_f32_f64(low.0), high.0) })
        }
    }
}
