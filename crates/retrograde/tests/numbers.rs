//! Number systems in reversible functions: what is undone to the bit, and adjoints against differences.

#[cfg(feature = "complex")]
#[path = "numbers/complex.rs"]
mod complex;
#[cfg(feature = "complex")]
#[path = "numbers/composed.rs"]
mod composed;
#[path = "numbers/logarithmic.rs"]
mod logarithmic;
#[path = "numbers/tropical.rs"]
mod tropical;
#[path = "numbers/exact.rs"]
mod undone;
#[path = "numbers/views.rs"]
mod views;
