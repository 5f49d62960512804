//! The order in which variables are eliminated, so that there is little fill-in.

/// Returns the variables of a symmetric graph in the order of their elimination, by approximate minimum degrees (Amestoy, Davis and Duff,
/// 1996). Each edge must be in both lists.
pub(super) fn minimum_degree(adjacent: &[Vec<u32>]) -> Vec<u32> {
    let (mut starts, mut indices) = (vec![0], Vec::new());
    for (i, list) in adjacent.iter().enumerate() {
        // With the diagonal, which `amd` takes for granted when it counts in debug builds.
        indices.push(i);
        indices.extend(list.iter().map(|i| *i as usize));
        starts.push(indices.len());
    }
    let order = amd::order(adjacent.len(), &starts, &indices, &amd::Control::default());
    // Indices below the number of lists are valid, in any order, so there is one.
    order
        .map_or_else(|_| (0..adjacent.len()).collect(), |(order, _, _)| order)
        .into_iter()
        .map(|i| i as u32)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(n: usize, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let mut lists = vec![Vec::new(); n];
        for &(a, b) in edges {
            lists[a as usize].push(b);
            lists[b as usize].push(a);
        }
        lists
    }

    /// The number of edges that elimination in this order adds.
    fn fill(adjacent: &[Vec<u32>], order: &[u32]) -> usize {
        let n = adjacent.len();
        let mut edge = vec![vec![false; n]; n];
        for (i, list) in adjacent.iter().enumerate() {
            list.iter().for_each(|&j| edge[i][j as usize] = true);
        }
        let mut gone = vec![false; n];
        let mut added = 0;
        for &p in order {
            gone[p as usize] = true;
            let around: Vec<usize> = (0..n).filter(|&i| !gone[i] && edge[p as usize][i]).collect();
            for &a in &around {
                for &b in &around {
                    if a < b && !edge[a][b] {
                        (edge[a][b], edge[b][a]) = (true, true);
                        added += 1;
                    }
                }
            }
        }
        added
    }

    #[test]
    fn orders_are_permutations_without_avoidable_fill() {
        // A star with its centre first, a cycle, a path, and two parts with nothing between them.
        let star: Vec<_> = (1..9).map(|i| (0, i)).collect();
        let cycle: Vec<_> = (0..9).map(|i| (i, (i + 1) % 9)).collect();
        let path: Vec<_> = (0..8).map(|i| ((i * 4) % 9, (i * 4 + 4) % 9)).collect();
        let parts = [(0, 1), (1, 2), (2, 0), (4, 5), (5, 6)];
        for (edges, least) in [(&star[..], 0), (&cycle, 6), (&path, 0), (&parts, 0), (&[], 0)] {
            let adjacent = graph(9, edges);
            let order = minimum_degree(&adjacent);
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..9).collect::<Vec<u32>>());
            assert_eq!(fill(&adjacent, &order), least, "{edges:?} {order:?}");
        }
        assert!(minimum_degree(&[]).is_empty());
    }

    /// A grid of 20 by 20 has more than twice the fill in its natural order.
    #[test]
    fn a_grid_fills_little() {
        let side = 20;
        let mut edges = Vec::new();
        for i in 0..side * side {
            if i % side + 1 < side {
                edges.push((i, i + 1));
            }
            if i + side < side * side {
                edges.push((i, i + side));
            }
        }
        let adjacent = graph((side * side) as usize, &edges);
        let natural: Vec<u32> = (0..side * side).collect();
        let ordered = fill(&adjacent, &minimum_degree(&adjacent));
        assert!(2 * ordered < fill(&adjacent, &natural), "{ordered}");
    }
}
