use retrograde::reversible;

const GRAVITY: f64 = 9.81;

struct Camera {
    focal: f64,
}

#[reversible]
fn fall(v: &mut f64, camera: &mut Camera, t: f64) {
    let g = GRAVITY;
    *v += g * t;
    *camera += t;
}

fn main() {}
