use retrograde::reversible;

#[reversible]
fn monitored(y: &mut f64, #[inactive] record: &mut f64, x: f64) {
    *y += x * x;
    *record += *y;
}

fn main() {}
