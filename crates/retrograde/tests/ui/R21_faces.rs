use retrograde::reversible;
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Copy)]
pub struct Point {
    x: f64,
}

// What a map may hold, and where it may stand.
#[reversible]
fn structures(y: &mut f64, points: &HashMap<u32, Point>, maps: &[HashMap<u32, f64>], rows: &BTreeMap<u32, Vec<f64>>) {
    *y += 1.0;
}

// Keys.
#[reversible]
fn keys(map: &mut HashMap<u32, f64>, counts: &mut HashMap<u32, usize>, i: u32, x: f64) {
    map[i] += x;
    map[&x] += 1.0;
    insert!(map, x, 1.0);
    insert!(counts, i, x);
}

// The forms of the statements.
#[reversible]
fn forms(map: &mut HashMap<u32, f64>, y: &mut f64, i: u32) {
    insert!(map, i);
    remove!(y, i, 0.0);
    map.insert(i, 0.0);
    *y += map.values().sum();
    let mut other = HashMap::new();
    insert!(other, 1, 2.0);
    *y += other[&1];
    for value in map.values() {
        *y += value;
    }
    for key in map.keys() {
        *y += map[key];
    }
}

// What is a map is hidden behind another name, in another module.
mod hiding {
    pub type Weights = std::collections::HashMap<u32, f64>;
}
use hiding::Weights;
#[reversible]
fn hidden(y: &mut f64, weights: &Weights, x: &[f64]) {
    *y += weights[&3] + x[&4];
}

// A key that cannot be cloned, or is none of this map.
#[reversible]
fn of_another_type(y: &mut f64, map: &HashMap<u32, f64>, i: usize) {
    *y += map[&i];
}

// A map in a structure.
pub struct Net {
    weights: HashMap<u32, f64>,
}
#[reversible]
fn of_a_field(net: &mut Net) {
    insert!(net.weights, 1, 2.0);
}

// Unchanged places.
#[reversible]
fn of_the_caller(map: &HashMap<u32, f64>, y: &mut f64) {
    insert!(map, 3, 1.0);
    map[&3] += 1.0;
    *y += map[&3] * *y;
}

// Entries and options are no places.
#[reversible]
fn by_entries(map: &mut HashMap<u32, f64>, key: u32, x: f64) {
    *map.entry(key).or_insert(0.0) += x;
    if let Some(value) = map.get_mut(&key) {
        *value += x;
    }
}

fn main() {}
