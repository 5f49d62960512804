use retrograde::reversible;

use std::collections::HashMap;

#[reversible]
fn scored(y: &mut f64, weights: &HashMap<u32, f64>, words: &[u32]) {
    for i in 0..words.len() {
        *y += weights[words[i]].tanh();
    }
}

fn main() {}
