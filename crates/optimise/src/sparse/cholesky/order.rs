//! Approximate minimum degree: chooses the next variable to eliminate so that there is little fill-in.
//!
//! A quotient graph as in Amestoy, Davis and Duff, "An approximate minimum degree ordering algorithm" (1996), without
//! supervariables: variables here are whole entities of one side, so there are few and most are distinct.

/// The graph while variables are eliminated. An eliminated variable becomes an *element*: the clique of its neighbours.
struct Quotient {
    /// For each variable its neighbours among variables, except for those in a common element.
    variables: Vec<Vec<u32>>,
    /// For each variable the elements to which it belongs.
    elements: Vec<Vec<u32>>,
    /// For each element its variables; empty after another element has absorbed it.
    cliques: Vec<Vec<u32>>,
    /// An upper bound of each variable's degree; `None` after its elimination.
    degrees: Vec<Option<usize>>,
    /// Variables by degree; an entry that is out of date is skipped.
    buckets: Vec<Vec<u32>>,
}

/// Returns the variables of a symmetric graph in the order of their elimination. Each edge must be in both lists.
pub(super) fn minimum_degree(adjacent: Vec<Vec<u32>>) -> Vec<u32> {
    let n = adjacent.len();
    let mut graph = Quotient {
        elements: vec![Vec::new(); n],
        cliques: vec![Vec::new(); n],
        degrees: adjacent.iter().map(|list| Some(list.len())).collect(),
        buckets: vec![Vec::new(); n.max(1)],
        variables: adjacent,
    };
    for variable in (0..n).rev() {
        graph.buckets[graph.variables[variable].len()].push(variable as u32);
    }
    // `seen[i] == p` means that `i` is in the clique of pivot `p`; `outside` counts the variables of an element
    // outside that clique.
    let (mut seen, mut outside) = (vec![u32::MAX; n], vec![(u32::MAX, 0); n]);
    let mut order = Vec::with_capacity(n);
    let mut least = 0;
    while order.len() < n {
        let Some(pivot) = graph.buckets[least].pop() else {
            least += 1;
            continue;
        };
        if graph.degrees[pivot as usize] == Some(least) {
            let left = n - order.len() - 1;
            order.push(pivot);
            least = graph.eliminate(pivot, left, &mut seen, &mut outside);
        }
    }
    order
}

impl Quotient {
    /// Eliminates a variable; `left` variables remain. Returns a lower bound of all degrees.
    fn eliminate(
        &mut self,
        pivot: u32,
        left: usize,
        seen: &mut [u32],
        outside: &mut [(u32, usize)],
    ) -> usize {
        let p = pivot as usize;
        let least = self.degrees[p].take().unwrap_or(0);
        seen[p] = pivot;
        let mut clique = Vec::new();
        let absorbed = std::mem::take(&mut self.elements[p]);
        let neighbours = std::mem::take(&mut self.variables[p]);
        let members = absorbed.iter().flat_map(|&e| std::mem::take(&mut self.cliques[e as usize]));
        for i in neighbours.into_iter().chain(members) {
            if self.degrees[i as usize].is_some() && seen[i as usize] != pivot {
                seen[i as usize] = pivot;
                clique.push(i);
            }
        }
        for &i in &clique {
            for &e in &self.elements[i as usize] {
                let (stamp, count) = &mut outside[e as usize];
                if *stamp != pivot {
                    (*stamp, *count) = (pivot, self.cliques[e as usize].len());
                }
                *count = count.saturating_sub(1);
            }
        }
        let others = clique.len().saturating_sub(1);
        let mut least = least.saturating_sub(1);
        for &i in &clique {
            let i = i as usize;
            let mut beyond = 0;
            // An element inside the new one is redundant.
            self.elements[i].retain(|&e| {
                let keep = !self.cliques[e as usize].is_empty() && outside[e as usize].1 > 0;
                beyond += if keep { outside[e as usize].1 } else { 0 };
                keep
            });
            self.elements[i].push(pivot);
            self.variables[i].retain(|&v| seen[v as usize] != pivot && self.degrees[v as usize].is_some());
            let before = self.degrees[i].unwrap_or(0);
            let degree =
                (self.variables[i].len() + beyond).min(before).saturating_add(others).min(left.max(1) - 1);
            self.degrees[i] = Some(degree);
            self.buckets[degree].push(i as u32);
            least = least.min(degree);
        }
        self.cliques[p] = clique;
        least
    }
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
            let order = minimum_degree(adjacent.clone());
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..9).collect::<Vec<u32>>());
            assert_eq!(fill(&adjacent, &order), least, "{edges:?} {order:?}");
        }
        assert!(minimum_degree(Vec::new()).is_empty());
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
        let ordered = fill(&adjacent, &minimum_degree(adjacent.clone()));
        assert!(2 * ordered < fill(&adjacent, &natural), "{ordered}");
    }
}
