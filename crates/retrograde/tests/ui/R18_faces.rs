use retrograde::reversible;

#[reversible]
fn frees(y: &mut f64, x: f64, n: usize) {
    let mut t = 0.0;
    'build: {
        t += x;
    }
    *y += t;
    t -= x;
    free!(t = 0.0);
    undo!('build);
    free!(t = 0.0);
    let v = x * x;
    free!(v = 0.0);
    free!(y = 0.0);
    free!(x + 1.0);
    let mut u = vec![0.0; n];
    let mut w = u;
    u[0] += x;
    w[0] += x;
}

#[reversible]
fn effects(y: &mut [f64], x: &[f64]) {
    safe! {
        y.fill(0.0);
        y.sort_by(f64::total_cmp);
    }
    'never: {
        each!(y += x);
    }
}

fn main() {}
