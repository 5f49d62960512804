//! Nothing: see `benches/hot.rs`.
