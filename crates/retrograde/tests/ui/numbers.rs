use retrograde::{Log, MaxPlus, Real, reversible};

#[reversible]
fn sums<T: Real>(y: &mut Log<T>, best: &mut MaxPlus<T>, x: Log<T>) {
    *y += x;
    *best -= MaxPlus::one();
}

#[reversible]
fn conversions<T: Real>(y: &mut Log<T>, out: &mut T, x: T) {
    *y *= x;
    *out += *y;
    *out += (MaxPlus::from_value(x) - MaxPlus::one()).value();
    *out += y.value().conj();
}

#[reversible]
fn views<T: Real>(y: &mut Log<T>, out: &mut T, x: T) {
    -*y *= Log::from_value(x);
    out.recip() += x;
    out.conj() += x;
}

#[reversible]
fn reads<T: Real>(y: &mut Log<T>) {
    *y *= y.sqrt();
}

#[reversible]
fn methods<T: Real>(y: &mut Log<T>, x: T) {
    *y *= Log::from_value(x).exp();
    *y *= Log::new(x);
    *y ^= Log::from_value(x);
}

fn main() {}
