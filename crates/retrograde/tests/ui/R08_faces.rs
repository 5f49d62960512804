use retrograde::reversible;

#[reversible]
fn decides(y: &mut f64, x: &[f64], s: &mut f64) {
    let n = *s as usize;
    for i in 0..n {
        *y += x[i];
    }
    *y += x[*s as usize];
    while (*s < 3.0, *s > 0.0) {
        *s += 1.0;
    }
}

// What an integer is changed by is undone by computing it again.
#[reversible]
fn crossings(count: &mut u32, bins: &mut [u64], level: &mut f64, x: f64) {
    *count += (*level > 0.3) as u32;
    let high = *level > 0.7;
    bins[0] ^= high as u64;
    *level += x;
    bins[1] += level.floor() as u64;
}

#[reversible]
fn add_if(y: &mut f64, x: f64, high: bool) {
    if high {
        *y += x;
    }
}

// What a callee decides by is handed over once more.
#[reversible]
fn handed(y: &mut f64, level: &mut f64, x: f64) {
    add_if(y, x, *level > 0.3);
    let bin = *level as usize;
    add_if(y, x, bin % 2 == 1);
    *level += 0.1;
    add_if(y, x, *level > 0.7);
}

fn main() {}
