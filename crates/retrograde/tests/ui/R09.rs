use retrograde::reversible;

#[reversible]
fn lifted<T>(y: &mut T, h: T) {
    *y += h;
}

fn main() {}
