use retrograde::reversible;

#[reversible]
fn relax(x: &mut [f64]) {
    #[parallel]
    for i in 0..x.len() - 1 {
        x[i + 1] += 0.5 * x[i];
    }
}

fn main() {}
