//! Tests of vector numbers: each function against a reference of twice the precision, each instruction set against the portable
//! one, and what kernels use besides.

// The digits of constants are written out, as a reference should.
#![allow(clippy::approx_constant)]

mod accuracy;
mod blocks;
mod extremes;
mod functions;
mod reference;
mod reversible;
mod vectors;
