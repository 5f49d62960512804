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

fn main() {}
