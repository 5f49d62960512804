use retrograde::reversible;

#[reversible]
fn squares(x: f64, n: usize) -> Vec<f64> {
    vec![x * x; n]
}

fn main() {}
