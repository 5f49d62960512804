//! The power of a fixed-point number, computed with logarithmic numbers.
//!
//! A fixed-point number cannot be multiplied in place: products round, and the rounded digits are lost. So the
//! paper's listing 16 converts the base to a logarithmic number, whose products are sums and therefore exact,
//! multiplies there, and converts the result back. The inverse restores every bit. For comparison, `by_checkpoints`
//! stores every product, as listing 15 would have to.

use retrograde::{Fixed43, Log, Real, reversible};

/// Adds `x` to the power of `n`.
#[reversible]
fn power<T: Real>(out: &mut T, x: T, n: u32) {
    if x != 0.0 {
        let lx = Log::from_value(x);
        let mut ly = Log::one();
        for _i in 0..n {
            ly *= lx;
        }
        *out += ly.value();
    }
}

/// Adds `x` to the power of `n`, with a place for every product.
#[reversible]
fn by_checkpoints<T: Real>(out: &mut T, x: T, n: usize) {
    let mut y = vec![0.0; n + 1];
    y[0] += 1.0;
    for i in 0..n {
        y[i + 1] += y[i] * x;
    }
    *out += y[n];
}

fn main() {
    let x = Fixed43::constant(1.3);
    let start = Fixed43::constant(0.7);
    let mut out = start;
    power(&mut out, x, 10);
    println!("0.7 + 1.3^10 = {out:.10}");
    let mut kept = start;
    by_checkpoints(&mut kept, x, 10);
    println!("       kept:   {kept:.10}");

    let (mut out_bar, mut x_bar) = (Fixed43::ONE, Fixed43::ZERO);
    power::adjoint(&mut out, &mut out_bar, x, &mut x_bar, 10);
    println!("undone:        {out:.10}, {} bits differ", (out.to_bits() ^ start.to_bits()).count_ones());
    println!("10 * 1.3^9   = {x_bar:.10}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{Rng, assert_close};

    #[test]
    fn it_is_the_power_and_comes_back_bit_for_bit() {
        let mut rng = Rng::new(4);
        for _ in 0..200 {
            let (base, n) = (rng.uniform(0.2, 2.0), rng.below(12) as u32);
            let (x, start) = (Fixed43::constant(base), Fixed43::from_bits(rng.bits() as i64 >> 4));
            let mut out = start;
            power(&mut out, x, n);
            assert_close!((out - start).to_f64(), base.powi(n as i32), 1e-9);
            power::inverse(&mut out, x, n);
            assert_eq!(out, start);
        }
    }

    #[test]
    fn its_derivative_is_the_rule() {
        for n in 1..9 {
            let (value, (x_bar,)) = power::gradient(Fixed43::constant(1.3), n);
            let (kept, (kept_bar,)) = by_checkpoints::gradient(Fixed43::constant(1.3), n as usize);
            assert_close!(value.to_f64(), kept.to_f64(), 1e-11);
            assert_close!(x_bar.to_f64(), f64::from(n) * 1.3_f64.powi(n as i32 - 1), 1e-10);
            assert_close!(kept_bar.to_f64(), x_bar.to_f64(), 1e-10);
        }
    }

    #[test]
    fn nothing_to_the_power_of_something_is_nothing() {
        assert_eq!(power::gradient(0.0, 3), (0.0, (0.0,)));
    }
}
