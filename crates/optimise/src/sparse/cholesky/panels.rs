//! The shape of a factor: columns with nearly the same rows form a dense *panel*.

use super::order::minimum_degree;

/// Consecutive columns and the rows in which they may be nonzero. All numbers are positions in the elimination order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Panel {
    /// The first column.
    pub(super) first: usize,
    /// The number of columns.
    pub(super) width: usize,
    /// The rows in ascending order; the first `width` of them are the columns themselves.
    pub(super) rows: Vec<u32>,
}

impl Panel {
    /// Returns the index of the row at this position.
    pub(super) fn row(&self, place: usize) -> Option<usize> {
        // A guess that is right in the columns themselves and in every dense matrix.
        let guess = place - self.first;
        match self.rows.get(guess) {
            Some(&row) if row as usize == place => Some(guess),
            _ => self.rows.binary_search(&(place as u32)).ok(),
        }
    }
}

/// The shape of the factor of a symmetric matrix.
pub(super) struct Shape {
    /// The position of each row in the elimination order.
    pub(super) places: Vec<u32>,
    /// In ascending order.
    pub(super) panels: Vec<Panel>,
}

/// The zeros that a panel may store in order to be wider, as a share of its numbers.
const ZEROS: f64 = 0.15;

impl Shape {
    /// Returns the shape of a full matrix with `n` rows.
    pub(super) fn dense(n: usize, widest: usize) -> Self {
        let panel = |first: usize| Panel {
            first,
            width: widest.min(n - first),
            rows: (first as u32..n as u32).collect(),
        };
        Self { places: (0..n as u32).collect(), panels: (0..n).step_by(widest).map(panel).collect() }
    }

    /// Returns the shape of a sparse matrix. `pattern` contains for each column its rows from the diagonal down.
    pub(super) fn sparse(pattern: &[Vec<u32>], widest: usize) -> Self {
        let n = pattern.len();
        let mut adjacent = vec![Vec::new(); n];
        for (j, rows) in pattern.iter().enumerate() {
            for &i in rows.iter().filter(|&&i| i as usize != j) {
                adjacent[j].push(i);
                adjacent[i as usize].push(j as u32);
            }
        }
        let order = minimum_degree(&adjacent);
        let order = postorder(&order, &parents(&adjacent, &order));
        let mut places = vec![0; n];
        order.iter().enumerate().for_each(|(place, &i)| places[i as usize] = place as u32);
        let panels = panels(&adjacent, &order, &places, widest);
        Self { places, panels }
    }
}

/// Returns the elimination tree: for each position the first position below it in its column of the factor.
fn parents(adjacent: &[Vec<u32>], order: &[u32]) -> Vec<Option<usize>> {
    let n = order.len();
    let mut places = vec![0; n];
    order.iter().enumerate().for_each(|(place, &i)| places[i as usize] = place);
    let mut parents = vec![None; n];
    // Shortcuts on the path to the root, so that long chains are climbed once.
    let mut ancestors = vec![usize::MAX; n];
    for (j, &variable) in order.iter().enumerate() {
        for &other in &adjacent[variable as usize] {
            let mut i = places[other as usize];
            while i < j {
                let next = std::mem::replace(&mut ancestors[i], j);
                if next == usize::MAX {
                    parents[i] = Some(j);
                    break;
                }
                i = next;
            }
        }
    }
    parents
}

/// Reorders so that each subtree is contiguous: then columns with the same rows are neighbours. Fill-in does not
/// change.
fn postorder(order: &[u32], parents: &[Option<usize>]) -> Vec<u32> {
    let n = order.len();
    let mut children = vec![Vec::new(); n];
    let mut open = Vec::new();
    for (place, parent) in parents.iter().enumerate().rev() {
        match parent {
            Some(parent) => children[*parent].push(place),
            None => open.push(place),
        }
    }
    open.reverse();
    // From the roots down, each before its children and the last child first; then reversed.
    let mut result = Vec::with_capacity(n);
    let mut stack = open;
    while let Some(place) = stack.pop() {
        result.push(order[place]);
        // The child that was eliminated last is visited first: it comes just before its parent.
        stack.extend(children[place].iter().rev().copied());
    }
    result.reverse();
    result
}

/// Computes the rows of all columns and joins neighbours with nearly the same rows.
fn panels(adjacent: &[Vec<u32>], order: &[u32], places: &[u32], widest: usize) -> Vec<Panel> {
    let n = order.len();
    let mut panels: Vec<Panel> = Vec::new();
    // The number of nonzero entries of the last panel.
    let mut filled = 0;
    // For each position the panels whose first row below their columns it is.
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut seen = vec![usize::MAX; n];
    for j in 0..n {
        seen[j] = j;
        let mut rows = vec![j as u32];
        let own = adjacent[order[j] as usize].iter().map(|&i| places[i as usize]);
        let last = panels.len().wrapping_sub(1);
        let extends = panels.last().is_some_and(|panel| {
            panel.first + panel.width == j && panel.rows.get(panel.width) == Some(&(j as u32))
        });
        // The last panel is not yet among the children: it may still grow.
        let below = children[j].iter().copied().chain(extends.then_some(last));
        let below = below.flat_map(|c| panels[c].rows.iter().copied());
        for i in own.chain(below) {
            if i as usize > j && seen[i as usize] != j {
                seen[i as usize] = j;
                rows.push(i);
            }
        }
        rows.sort_unstable();
        if let Some(panel) = panels.last_mut().filter(|panel| extends && panel.width < widest) {
            let width = panel.width + 1;
            let stored = width * rows.len() + width * (width - 1) / 2;
            let wanted = filled + rows.len();
            if (stored - wanted) as f64 <= ZEROS * stored as f64 {
                filled = wanted;
                panel.rows.splice(panel.width.., rows);
                panel.width = width;
                continue;
            }
        }
        if let Some(&parent) = panels.last().and_then(|panel| panel.rows.get(panel.width)) {
            children[parent as usize].push(last);
            if parent as usize == j {
                children[j].clear();
            }
        }
        filled = rows.len();
        panels.push(Panel { first: j, width: 1, rows });
    }
    panels
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eliminates on a matrix of bits, and returns for each column its rows in ascending order.
    fn by_hand(pattern: &[Vec<u32>], places: &[u32]) -> Vec<Vec<u32>> {
        let n = pattern.len();
        let mut set = vec![vec![false; n]; n];
        for (j, rows) in pattern.iter().enumerate() {
            for &i in rows {
                let (a, b) = (places[i as usize] as usize, places[j] as usize);
                set[a.min(b)][a.max(b)] = true;
            }
        }
        for p in 0..n {
            let below: Vec<usize> = (p + 1..n).filter(|&i| set[p][i]).collect();
            for (at, &j) in below.iter().enumerate() {
                below[at..].iter().for_each(|&i| set[j][i] = true);
            }
        }
        set.iter().map(|row| (0..n as u32).filter(|&i| row[i as usize]).collect()).collect()
    }

    #[test]
    fn panels_hold_the_factor_and_little_more() {
        let mut state = 1u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for n in [1usize, 2, 7, 30, 60] {
            for density in [0, 1, 3, 20] {
                let pattern: Vec<Vec<u32>> = (0..n)
                    .map(|j| (j..n).filter(|&i| i == j || random(40) < density).map(|i| i as u32).collect())
                    .collect();
                let shape = Shape::sparse(&pattern, 5);
                let columns = by_hand(&pattern, &shape.places);
                let (mut next, mut stored, mut wanted) = (0, 0, 0);
                for panel in &shape.panels {
                    assert_eq!(panel.first, next);
                    assert!(panel.width <= 5 && panel.rows.is_sorted());
                    for (c, j) in (next..next + panel.width).enumerate() {
                        assert_eq!(panel.rows[c] as usize, j);
                        assert!(columns[j].iter().all(|&i| panel.row(i as usize).is_some()));
                        stored += panel.rows.len() - c;
                        wanted += columns[j].len();
                    }
                    next += panel.width;
                }
                assert_eq!(next, n);
                assert!(stored as f64 <= wanted as f64 / (1.0 - ZEROS), "{n} {density} {stored} {wanted}");
            }
        }
    }

    #[test]
    fn a_dense_matrix_has_panels_of_equal_width() {
        let shape = Shape::dense(7, 3);
        let widths: Vec<_> = shape.panels.iter().map(|p| (p.first, p.width, p.rows.len())).collect();
        assert_eq!(widths, [(0, 3, 7), (3, 3, 4), (6, 1, 1)]);
    }
}
