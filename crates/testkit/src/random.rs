//! Reproducible random numbers, and arguments within a rule's [`Domain`].
//!
//! The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014):
//! three lines, passes the usual statistical batteries, and every seed is a good one.

use retrograde_rules::Domain;

/// A seeded generator of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator whose numbers are determined by `seed`.
    pub fn new(seed: u64) -> Self {
        Rng(seed)
    }

    /// Sixty-four random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `low` to below `high`, uniformly.
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        // 53 bits fill the significand exactly, so the fraction is below 1.
        let fraction = (self.bits() >> 11) as f64 / (1u64 << 53) as f64;
        low + (high - low) * fraction
    }

    /// A number from the normal distribution with mean 0 and variance 1 (Box and Muller).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform(0.0, 1.0)).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform(0.0, 1.0)).cos()
    }

    /// An integer from 0 to below `bound`, which is positive.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high half of the product; the bias is below bound / 2^64.
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// True or false with equal chance.
    pub fn coin(&mut self) -> bool {
        self.bits() >> 63 == 1
    }

    /// `n` numbers from `low` to below `high`.
    pub fn vector(&mut self, n: usize, low: f64, high: f64) -> Vec<f64> {
        (0..n).map(|_| self.uniform(low, high)).collect()
    }
}

/// An argument within the domain: of moderate size, mostly between 0.05 and 10 in magnitude, so that results of all
/// primitives are finite and finite differences are exact enough to compare with.
pub fn sample(domain: Domain, rng: &mut Rng) -> f64 {
    let magnitude = |rng: &mut Rng| rng.uniform(0.05_f64.ln(), 10.0_f64.ln()).exp();
    match domain {
        Domain::Real if rng.coin() => rng.uniform(-2.0, 2.0),
        Domain::Real | Domain::NonZero if rng.coin() => -magnitude(rng),
        Domain::Real | Domain::NonZero | Domain::Positive | Domain::NonNegative => magnitude(rng),
        Domain::AboveMinusOne => magnitude(rng) - 1.0,
        Domain::AtLeastOne => magnitude(rng) + 1.0,
        Domain::Unit | Domain::OpenUnit => rng.uniform(-1.0, 1.0),
    }
}
