use retrograde::reversible;

#[reversible]
fn root(x: f64) -> Option<f64> {
    (x >= 0.0).then(|| x.sqrt())
}

fn main() {}
