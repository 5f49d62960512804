//! Letters of texts that are literals, fields and keys; constants of the function.

use super::agrees;

mod of_fields {
    use retrograde::prelude::*;
    #[derive(Clone, Differentiable)]
    pub struct OfFieldsSeq {
        name: String,
        w: f64,
    }
    #[differentiable]
    fn score(s: &OfFieldsSeq, x: &[f64]) -> f64 {
        let mut t = 0.0;
        for (i, c) in s.name.chars().enumerate() {
            if c == 'a' {
                t += x[i % 3] * s.w;
            } else {
                t *= x[0];
            }
        }
        t
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let s = OfFieldsSeq { name: "banana".to_string(), w: x[3] };
        score(&s, x)
    }
}

mod of_literals {
    use retrograde::prelude::*;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for b in b"xyz".iter() {
            s += x[0] * (*b as f64) / 100.0;
        }
        for b in "xyz".bytes() {
            s += x[1] * (b as f64) / 100.0;
        }
        let t: f64 = "hello".chars().map(|c| if c == 'l' { x[3] } else { x[4] * x[3] }).sum();
        let n = "hello".chars().filter(|&c| c == 'l').count();
        s * t + n as f64 * x[5]
    }
}

mod own_constants {
    use retrograde::prelude::*;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        const OWN_CONSTANTS_K: [f64; 3] = [0.5, 1.5, 2.0];
        let mut s = 1.0;
        for (i, k) in OWN_CONSTANTS_K.iter().enumerate().filter(|(i, _)| i % 2 == 0) {
            s += k * x[i] * s;
        }
        s
    }
}

const AT: [f64; 6] = [0.7, 1.3, 0.4, 2.1, 0.9, 1.6];

#[test]
fn letters_are_visited() {
    agrees("of_fields", of_fields::f, &of_fields::f::gradient(&AT).1.0, &AT);
    agrees("of_literals", of_literals::f, &of_literals::f::gradient(&AT).1.0, &AT);
    agrees("own_constants", own_constants::f, &own_constants::f::gradient(&AT).1.0, &AT);
}
