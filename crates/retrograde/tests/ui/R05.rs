use retrograde::reversible;

#[reversible]
fn partner(n: &mut usize) {
    if *n % 2 == 0 {
        *n += 1;
    } else {
        *n -= 1;
    }
}

fn main() {}
