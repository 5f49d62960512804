use retrograde::reversible;

#[reversible]
fn area(y: &mut f64, r: f64) {
    let mut square = 0.0;
    'square: {
        square += r * r;
    }
    *y += 3.0 * square;
    undo!('square);
    undo!('square);
}

fn main() {}
