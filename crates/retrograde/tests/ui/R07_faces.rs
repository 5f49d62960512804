use retrograde::reversible;

#[reversible]
fn step(next: &mut f64, loss: &mut f64, x: &f64) {
    *next += x.sin();
    *loss += x * x;
}

#[reversible]
fn both_at_once(loss: &mut f64, x: f64) {
    let mut path = [0.0; 4];
    path[0] += x;
    for k in 0..3 {
        step(&mut path[k + 1], loss, &path[k]);
    }
}

// A method takes its receiver as a whole, and may change the place that a local is built from.
#[derive(Clone, retrograde::Differentiable)]
struct Body {
    x: f64,
    v: f64,
}

#[reversible]
impl Body {
    fn kick(&mut self, a: f64) {
        self.v += a;
    }
}

#[reversible]
fn attract(bodies: &mut [Body], i: usize, j: usize) {
    let dx = bodies[j].x - bodies[i].x;
    bodies[i].kick(dx);
    bodies[j].kick(-dx);
}

fn main() {}
