use retrograde::reversible;
use std::ops::{AddAssign, Mul};

struct Camera {
    focal: f64,
}

// A structure is added to as if it were a number.
#[reversible]
fn fall(camera: &mut Camera, t: f64) {
    *camera += t;
}

// Names of other numbers, in another module.
mod narrow {
    pub type Narrow = f32;
    pub type Count = u32;
}
use narrow::{Count, Narrow};

#[reversible]
fn mixed(y: &mut f64, x: f64, n: Narrow, k: Count) {
    *y += n * x + k * x;
}

// A type with operators of its own, where no number is named.
#[derive(Clone, Copy)]
struct Meters(f64);

impl Mul<f64> for Meters {
    type Output = Meters;
    fn mul(self, by: f64) -> Meters {
        Meters(self.0 * by)
    }
}

impl AddAssign for Meters {
    fn add_assign(&mut self, other: Meters) {
        self.0 += other.0;
    }
}

#[reversible]
fn scaled(a: &mut Meters, b: Meters) {
    *a += b * 2.0;
}

fn main() {
    let _ = Camera { focal: 1.0 }.focal;
}
