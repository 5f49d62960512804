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

fn main() {}
