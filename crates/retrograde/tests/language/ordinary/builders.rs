//! Methods that return their receiver, one after the other.

use super::agrees;

mod chained {
    use retrograde::prelude::*;
    #[derive(Clone, Copy, Differentiable)]
    struct BuildersP {
        a: f64,
        b: f64,
    }
    #[differentiable]
    impl BuildersP {
        fn new(x: f64) -> BuildersP {
            BuildersP { a: x, b: 1.0 }
        }
        fn go(&mut self, x: f64) -> &mut Self {
            self.a += x * self.b;
            self
        }
        fn turn(&mut self, by: f64) -> &mut Self {
            self.b *= by;
            self.a -= by;
            self
        }
        fn both(&mut self, x: f64) -> &mut Self {
            if x > 1.0 {
                return self;
            }
            self.go(x).turn(x + 0.5)
        }
        fn area(&self) -> f64 {
            self.a * self.b
        }
        fn size(&mut self, k: f64) -> f64 {
            self.a *= k;
            self.a + self.b
        }
    }
    #[differentiable]
    pub fn f(x: &[f64]) -> f64 {
        let mut p = BuildersP::new(x[0]);
        p.go(x[1]).turn(x[2]).go(3.0 * x[3]);
        let s = p.go(x[4]).area();
        let t = p.turn(x[5]).size(x[1]).sin();
        let q = BuildersP::new(x[2]).go(x[3]).turn(0.5).area();
        for i in 0..3 {
            p.go(x[i]).turn(1.1);
        }
        p.turn(x[0]).go(1.0);
        p.both(x[1]).both(x[2]);
        s + t * q + p.a * p.area()
    }
}

const AT: [f64; 6] = [0.7, 1.3, 0.4, 2.1, 0.9, 1.6];

#[test]
fn methods_that_return_their_receiver_are_chained() {
    agrees("chained", chained::f, &chained::f::gradient(&AT).1.0, &AT);
}
