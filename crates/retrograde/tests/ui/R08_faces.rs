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

// A local of a round is built again from what the way back finds around the round.
#[reversible]
fn rounds(y: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    sum += x[0];
    for i in 0..x.len() {
        let t = sum * x[i];
        if t > 0.5 {
            *y += t;
        }
    }
    sum += x[1];
    *y += sum * sum;
}

// What is kept is decided once more on the way back, before `y` is what it was.
#[reversible]
fn kept(y: &mut f64, x: &[f64]) {
    for i in 0..x.len() {
        let mut t = 0.0;
        t += *y * x[i];
        #[keep]
        if t > 0.5 {
            t += x[i];
        }
        *y += x[i].sin();
    }
}

#[reversible]
fn kept_on_a_local(y: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    sum += x[0];
    for i in 0..x.len() {
        let mut t = 0.0;
        t += sum * x[i];
        #[keep]
        if t > 0.5 {
            t += x[i];
        }
        *y += t;
    }
    sum += x[1];
    *y += sum * sum;
}

#[reversible]
fn counted(count: &mut u32, y: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    sum += x[0];
    *count += (sum > 0.5) as u32;
    sum += x[1];
    *y += sum * sum;
}

fn main() {}
