use retrograde::reversible;

#[reversible]
fn undoes(y: &mut f64, x: f64, n: usize) {
    let mut t = 0.0;
    'build: {
        t += x * x;
    }
    undo!('biuld);
    undo!(build);
    for _ in 0..n {
        undo!('build);
    }
    *y += t;
}

fn main() {}
