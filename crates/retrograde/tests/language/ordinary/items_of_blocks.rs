//! Items of blocks that are values: they are seen there alone.

use super::agrees;

mod values {
    use retrograde::prelude::*;
    const VALUES_K: f64 = 3.0;
    #[differentiable]
    fn sq(a: f64) -> f64 {
        a * a
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let a = VALUES_K * x[0];
        let t = {
            const VALUES_K: f64 = 5.0;
            VALUES_K * x[1]
        };
        let b = sq({
            const VALUES_K: f64 = 7.0;
            VALUES_K * x[0]
        }) + VALUES_K * x[1];
        let i = {
            const VALUES_K: usize = 1;
            VALUES_K + 1
        };
        let c = if {
            const VALUES_K: usize = 2;
            x[VALUES_K] > 0.3
        } {
            VALUES_K
        } else {
            x[2]
        };
        a * t * b * x[i] * c
    }
}

mod functions {
    use retrograde::prelude::*;
    const FUNCTIONS_K: usize = 1;
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for j in 0..2 {
            let w = {
                const FUNCTIONS_K: f64 = 5.0;
                FUNCTIONS_K * x[j]
            };
            s += w * w;
        }
        fn h(a: f64) -> f64 {
            a
        }
        let i = {
            const FUNCTIONS_K: usize = 3;
            FUNCTIONS_K + 1
        };
        let u = {
            fn h(a: f64) -> f64 {
                a * a
            }
            h(x[0])
        };
        x[i] * x[FUNCTIONS_K] * s + u * h(x[1])
    }
}

const AT: [f64; 6] = [0.7, 1.3, 0.4, 2.1, 0.9, 1.6];

#[test]
fn items_of_blocks_stay_there() {
    agrees("values", values::f, &values::f::gradient(&AT).1.0, &AT);
    agrees("functions", functions::f, &functions::f::gradient(&AT).1.0, &AT);
}
