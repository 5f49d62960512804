//! [`fewest_entries`]: the order in which columns are eliminated, so that factors have few entries.

use super::pattern::Pattern;

/// Returns an order of the columns of a square pattern, by approximate minimum degrees (Amestoy, Davis and Duff, 1996).
pub(super) fn fewest_entries(pattern: &Pattern) -> Vec<usize> {
    let (mut starts, mut indices) = (vec![0], Vec::new());
    for i in 0..pattern.rows() {
        // With the diagonal, which `amd` takes for granted when it counts in debug builds.
        indices.push(i);
        indices.extend(pattern.row(i).iter().filter(|j| **j != i));
        starts.push(indices.len());
    }
    let order = amd::order(pattern.rows(), &starts, &indices, &amd::Control::default());
    // Indices below the number of rows are valid, in any order, so there is one.
    order.map_or_else(|_| (0..pattern.rows()).collect(), |(order, _, _)| order)
}
