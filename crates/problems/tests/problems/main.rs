//! The problems of the benchmarks: derivatives, structures, and copies of their text.

mod batch;
mod derivatives;
mod structures;
mod verbatim;
