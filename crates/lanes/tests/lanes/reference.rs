//! Elementary functions at twice the precision of `f64`, by series and Newton's method: slow, and unlike the code that they test.
//!
//! A number is an unevaluated sum of two; results have a relative error of about 2⁻⁹⁵, which is 10⁻¹³ units in the last place.

use std::ops::{Add, Div, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Twice(pub(crate) f64, pub(crate) f64);

const LN_2: [f64; 3] = [0.693_147_180_559_945_3, 2.319_046_813_846_299_6e-17, 5.707_708_438_416_212e-34];
const FRAC_PI_2: [f64; 4] = [
    1.570_796_326_794_896_6,
    6.123_233_995_736_766e-17,
    -1.497_384_904_859_169_8e-33,
    5.562_271_104_311_117e-50,
];

fn sum(a: f64, b: f64) -> Twice {
    let s = a + b;
    let t = s - a;
    Twice(s, (a - (s - t)) + (b - t))
}

fn product(a: f64, b: f64) -> Twice {
    let p = a * b;
    Twice(p, a.mul_add(b, -p))
}

fn ordered(a: f64, b: f64) -> Twice {
    let s = a + b;
    Twice(s, b - (s - a))
}

impl From<f64> for Twice {
    fn from(x: f64) -> Twice {
        Twice(x, 0.0)
    }
}

impl Add for Twice {
    type Output = Twice;
    fn add(self, b: Twice) -> Twice {
        let s = sum(self.0, b.0);
        let t = sum(self.1, b.1);
        let s = ordered(s.0, s.1 + t.0);
        ordered(s.0, s.1 + t.1)
    }
}

impl Neg for Twice {
    type Output = Twice;
    fn neg(self) -> Twice {
        Twice(-self.0, -self.1)
    }
}

impl Sub for Twice {
    type Output = Twice;
    fn sub(self, b: Twice) -> Twice {
        self + -b
    }
}

impl Mul for Twice {
    type Output = Twice;
    fn mul(self, b: Twice) -> Twice {
        let p = product(self.0, b.0);
        ordered(p.0, p.1 + (self.0 * b.1 + self.1 * b.0))
    }
}

impl Div for Twice {
    type Output = Twice;
    fn div(self, b: Twice) -> Twice {
        let q = self.0 / b.0;
        let rest = self - b * Twice::from(q);
        let q2 = rest.0 / b.0;
        let rest = rest - b * Twice::from(q2);
        let q = ordered(q, q2);
        ordered(q.0, q.1 + rest.0 / b.0)
    }
}

pub(crate) fn number(x: f64) -> Twice {
    x.into()
}

impl Twice {
    fn scaled(self, by: f64) -> Twice {
        Twice(self.0 * by, self.1 * by)
    }

    pub(crate) fn sqrt(self) -> Twice {
        if self.0 == 0.0 {
            return self;
        }
        let root = self.0.sqrt();
        let rest = self - product(root, root);
        ordered(root, rest.0 / (2.0 * root))
    }

    /// `exp(self) - 1` near zero.
    fn less_one_series(self) -> Twice {
        let mut term = number(1.0);
        let mut total = number(0.0);
        for i in 1..30 {
            term = term * self / number(i as f64);
            total = total + term;
        }
        total
    }

    /// `exp(self) = m 2ᵏ`.
    fn exp_parts(self) -> (Twice, i32) {
        let k = (self.0 / LN_2[0]).round();
        let r = self - product(k, LN_2[0]) - product(k, LN_2[1]) - product(k, LN_2[2]);
        let mut y = r.scaled(1.0 / 64.0).less_one_series();
        for _ in 0..6 {
            y = y * y + y.scaled(2.0);
        }
        (y + number(1.0), k as i32)
    }

    pub(crate) fn exp(self) -> Twice {
        let (m, k) = self.exp_parts();
        power_of_two(power_of_two(m, k / 2), k - k / 2)
    }

    pub(crate) fn exp_m1(self) -> Twice {
        if self.0.abs() < 0.2 { self.less_one_series() } else { self.exp() - number(1.0) }
    }

    /// `2 artanh(self)` near zero.
    fn artanh_series(self) -> Twice {
        let square = self * self;
        let mut power = self.scaled(2.0);
        let mut total = power;
        for i in 1..25 {
            power = power * square;
            total = total + power / number((2 * i + 1) as f64);
        }
        total
    }

    pub(crate) fn ln(self) -> Twice {
        let (m, k) = split(self);
        if (m.0 - 1.0).abs() < 0.1 {
            let y = ((m - number(1.0)) / (m + number(1.0))).artanh_series();
            return product(k, LN_2[0]) + product(k, LN_2[1]) + y;
        }
        let guess = m.0.ln();
        let error = m * number(-guess).exp() - number(1.0);
        let y = number(guess) + error - (error * error).scaled(0.5);
        product(k, LN_2[0]) + product(k, LN_2[1]) + product(k, LN_2[2]) + y
    }

    pub(crate) fn ln_1p(self) -> Twice {
        if self.0.abs() < 0.1 {
            (self / (number(2.0) + self)).artanh_series()
        } else {
            (number(1.0) + self).ln()
        }
    }

    /// Sine and cosine, for moderate arguments.
    pub(crate) fn sin_cos(self) -> (Twice, Twice) {
        let n = (self.0 / FRAC_PI_2[0]).round();
        let mut r = self;
        for part in FRAC_PI_2 {
            r = r - product(n, part);
        }
        let square = r * r;
        let (mut s, mut k) = (r, number(1.0));
        let (mut s_term, mut k_term) = (r, number(1.0));
        for i in 1..16 {
            let i = i as f64;
            k_term = -(k_term * square) / number((2.0 * i - 1.0) * (2.0 * i));
            s_term = -(s_term * square) / number((2.0 * i) * (2.0 * i + 1.0));
            s = s + s_term;
            k = k + k_term;
        }
        match n as i64 & 3 {
            0 => (s, k),
            1 => (k, -s),
            2 => (-s, -k),
            _ => (-k, s),
        }
    }

    pub(crate) fn atan(self) -> Twice {
        let guess = self.0.atan();
        let (s, k) = number(guess).sin_cos();
        number(guess) + (self * k - s) / (k + self * s)
    }
}

/// The angle of a point that is neither huge nor tiny.
pub(crate) fn atan2(y: Twice, x: Twice) -> Twice {
    let pi = Twice(2.0 * FRAC_PI_2[0], 2.0 * FRAC_PI_2[1]) + number(2.0 * FRAC_PI_2[2]);
    if x.0.abs() < y.0.abs() {
        let quarter = if y.0 < 0.0 { -pi.scaled(0.5) } else { pi.scaled(0.5) };
        quarter - (x / y).atan()
    } else if x.0 > 0.0 {
        (y / x).atan()
    } else if y.0 < 0.0 {
        (y / x).atan() - pi
    } else {
        (y / x).atan() + pi
    }
}

pub(crate) fn power_of_two(x: Twice, k: i32) -> Twice {
    x.scaled(2_f64.powi(k))
}

/// `x = m 2ᵏ` with `m` from 0.7 to 1.4.
fn split(x: Twice) -> (Twice, f64) {
    let (x, offset) = if x.0 < f64::MIN_POSITIVE { (x.scaled(2_f64.powi(60)), 60) } else { (x, 0) };
    let mut k = (x.0.to_bits() >> 52) as i32 - 1023;
    let mut m = power_of_two(power_of_two(x, -(k / 2)), -(k - k / 2));
    if m.0 > std::f64::consts::SQRT_2 {
        m = m.scaled(0.5);
        k += 1;
    }
    (m, f64::from(k - offset))
}

/// The distance of `y` from the true value, in units of the last place of that.
pub(crate) fn ulps(y: f64, truth: Twice) -> f64 {
    let magnitude = truth.0.abs().max(f64::MIN_POSITIVE);
    let mut unit = f64::from_bits((magnitude.to_bits() >> 52 << 52).max(1 << 52)) * f64::EPSILON;
    // The value may be just below a power of two whose double the first part is.
    if magnitude.to_bits() << 12 == 0 && truth.1 * truth.0 < 0.0 {
        unit *= 0.5;
    }
    unit = unit.max(f64::from_bits(1));
    ((y - truth.0) - truth.1).abs() / unit
}
