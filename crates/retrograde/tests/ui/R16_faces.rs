use retrograde::reversible;

#[reversible]
fn parameters(y: &mut f64, mut x: f64, (a, b): (f64, f64), _: f64) {
    *y += x * a * b;
}

#[reversible]
async fn later(y: &mut f64, x: f64) {
    *y += x;
}

#[reversible]
unsafe fn trusted(y: &mut f64, x: f64) {
    *y += x;
}

#[reversible]
fn both(y: &mut f64, x: f64) -> f64 {
    *y += x;
    x * x
}

#[reversible]
fn lends(#[scratch] t: f64, x: f64) -> f64 {
    x * x
}

#[reversible]
struct State {
    x: f64,
}

impl State {
    #[reversible]
    fn step(&mut self, dt: f64) {
        self.x += dt;
    }
}

fn main() {
    let mut state = State { x: 0.0 };
    state.step(1.0);
}

/// Callers of broken functions are told nothing.
#[reversible]
fn caller(y: &mut f64, x: f64, both: (f64, f64)) {
    parameters(&mut *y, x, both, x);
    parameters::inverse(&mut *y, x, both, x);
    *y += lends(x, x);
}

fn user() {
    let (mut y, mut y_bar, mut x_bar, mut z_bar) = (0.0, 1.0, 0.0, 0.0);
    parameters::adjoint(&mut y, &mut y_bar, 1.0, &mut x_bar, (1.0, 1.0), &mut (0.0, 0.0), 2.0, &mut z_bar);
    trusted::inverse(&mut y, 1.0);
}
