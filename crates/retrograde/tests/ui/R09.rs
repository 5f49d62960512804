use retrograde::reversible;

type Height = f64;

#[reversible]
fn lifted(y: &mut f64, h: Height) {
    *y += h;
}

fn main() {}
