//! [`least_degrees`]: the order in which columns are eliminated, so that factors have few entries.
//!
//! The next is always one whose row and column have the fewest entries left. (Tinney and Walker, 1967; Rose, 1970.)

use super::pattern::Pattern;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// Returns an order of the columns of a square pattern.
pub(super) fn least_degrees(pattern: &Pattern) -> Vec<usize> {
    let n = pattern.rows();
    let mut beside = vec![BTreeSet::new(); n];
    for i in 0..n {
        for &j in pattern.row(i).iter().filter(|j| **j != i) {
            beside[i].insert(j);
            beside[j].insert(i);
        }
    }
    let mut waiting: BinaryHeap<_> = beside.iter().enumerate().map(|(i, b)| Reverse((b.len(), i))).collect();
    let mut order = Vec::with_capacity(n);
    let mut is_done = vec![false; n];
    while let Some(Reverse((degree, k))) = waiting.pop() {
        // A column waits once for each degree that it has had.
        if is_done[k] || degree != beside[k].len() {
            continue;
        }
        is_done[k] = true;
        order.push(k);
        let around: Vec<usize> = std::mem::take(&mut beside[k]).into_iter().collect();
        for &i in &around {
            beside[i].remove(&k);
            beside[i].extend(around.iter().filter(|j| **j != i));
            waiting.push(Reverse((beside[i].len(), i)));
        }
    }
    order
}
