//! Tables with texts, searched by a parameter.

use super::agrees;

mod looked_up {
    use retrograde::prelude::*;
    const LOOKED_UP_T: [(&str, f64); 3] = [("a", 1.0), ("b", 2.0), ("c", 3.0)];
    #[differentiable]
    fn look(name: &str, e: f64) -> f64 {
        for (n, w) in LOOKED_UP_T.iter() {
            if *n == name {
                return w * e;
            }
        }
        0.0
    }
    #[differentiable]
    fn look2(name: &str, e: f64) -> f64 {
        for &(n, w) in LOOKED_UP_T.iter() {
            if n == name {
                return w * e;
            }
        }
        0.0
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        look("b", x[0]) * x[1] * look2("c", x[0]) + x[2]
    }
}

const AT: [f64; 6] = [0.7, 1.3, 0.4, 2.1, 0.9, 1.6];

#[test]
fn tables_are_searched_by_texts() {
    agrees("looked_up", looked_up::f, &looked_up::f::gradient(&AT).1.0, &AT);
}
