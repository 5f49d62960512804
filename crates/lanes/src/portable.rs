//! Floats as registers of one lane: for machines without a better instruction set, and for every test of the others.
//!
//! On x86-64 LLVM makes SSE2 instructions of several of them. A fused multiply-add is a call of the system's `fma` there, which is
//! exact and slow; see [`crate::InstructionSet`].

use crate::register::{Double, Register};

macro_rules! register {
    ($float:ident) => {
        impl Register for $float {
            type Scalar = $float;
            type Mask = bool;
            type Wide = f64;
            const LANES: usize = 1;
            const HALVES: usize = 1;

            register! { $float: add(+) sub(-) mul(*) div(/) and(&) or(|) xor(^) }

            #[inline(always)]
            fn splat(x: $float) -> $float {
                x
            }
            #[inline(always)]
            fn load(from: &[$float]) -> $float {
                from[0]
            }
            #[inline(always)]
            fn store(self, to: &mut [$float]) {
                to[0] = self;
            }
            #[inline(always)]
            fn sqrt(self) -> $float {
                $float::sqrt(self)
            }
            #[inline(always)]
            fn mul_add(self, b: $float, c: $float) -> $float {
                $float::mul_add(self, b, c)
            }
            #[inline(always)]
            fn floor(self) -> $float {
                $float::floor(self)
            }
            #[inline(always)]
            fn ceil(self) -> $float {
                $float::ceil(self)
            }
            #[inline(always)]
            fn trunc(self) -> $float {
                $float::trunc(self)
            }
            #[inline(always)]
            fn lt(self, b: $float) -> bool {
                self < b
            }
            #[inline(always)]
            fn le(self, b: $float) -> bool {
                self <= b
            }
            #[inline(always)]
            fn eq(self, b: $float) -> bool {
                self == b
            }
            #[inline(always)]
            fn select(mask: bool, a: $float, b: $float) -> $float {
                if mask { a } else { b }
            }
            #[inline(always)]
            fn both(a: bool, b: bool) -> bool {
                a & b
            }
            #[inline(always)]
            fn either(a: bool, b: bool) -> bool {
                a | b
            }
            #[inline(always)]
            fn not(a: bool) -> bool {
                !a
            }
            #[inline(always)]
            fn bits(a: bool) -> u32 {
                u32::from(a)
            }
            #[inline(always)]
            fn transpose(_: &mut [$float]) {}
            #[inline(always)]
            fn widen(self, _: usize) -> f64 {
                f64::from(self)
            }
            #[inline(always)]
            fn narrow(low: f64, _: f64) -> $float {
                low as $float
            }
        }
    };
    ($float:ident: $($method:ident($symbol:tt))*) => { $( register! { @ $float $method $symbol } )* };
    (@ $float:ident and &) => { register! { @bits $float and & } };
    (@ $float:ident or |) => { register! { @bits $float or | } };
    (@ $float:ident xor ^) => { register! { @bits $float xor ^ } };
    (@ $float:ident $method:ident $symbol:tt) => {
        #[inline(always)]
        fn $method(self, b: $float) -> $float {
            self $symbol b
        }
    };
    (@bits $float:ident $method:ident $symbol:tt) => {
        #[inline(always)]
        fn $method(self, b: $float) -> $float {
            $float::from_bits(self.to_bits() $symbol b.to_bits())
        }
    };
}
register!(f64);
register!(f32);

impl Double for f64 {
    #[inline(always)]
    fn add_bits(self, b: f64) -> f64 {
        f64::from_bits(self.to_bits().wrapping_add(b.to_bits()))
    }
    #[inline(always)]
    fn sub_bits(self, b: f64) -> f64 {
        f64::from_bits(self.to_bits().wrapping_sub(b.to_bits()))
    }
    #[inline(always)]
    fn shift_left(self, by: u32) -> f64 {
        f64::from_bits(self.to_bits() << by)
    }
    #[inline(always)]
    fn shift_right(self, by: u32) -> f64 {
        f64::from_bits(self.to_bits() >> by)
    }
}
