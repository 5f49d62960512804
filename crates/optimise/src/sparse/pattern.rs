//! Which entities of the kept side meet in the reduced system: those that share an eliminated entity.

use super::error::Error;

/// Groups observations by entity: where each entity's run starts, and the observations in that order.
pub(super) fn group(entities: usize, of: impl Iterator<Item = u32> + Clone) -> (Vec<usize>, Vec<u32>) {
    let mut starts = vec![0; entities + 1];
    let mut count = 0;
    for entity in of.clone() {
        starts[entity as usize + 1] += 1;
        count += 1;
    }
    for e in 0..entities {
        starts[e + 1] += starts[e];
    }
    let mut next = starts.clone();
    let mut members = vec![0; count];
    for (i, entity) in of.enumerate() {
        let slot = &mut next[entity as usize];
        members[*slot] = i as u32;
        *slot += 1;
    }
    (starts, members)
}

/// Returns for each kept entity those that share an eliminated one with it, from itself up. `starts` and `members` group
/// the observations by eliminated entity; `admit` is asked whether so many blocks may be stored.
pub(super) fn pattern(
    pairs: &[[u32; 2]],
    kept: usize,
    starts: &[usize],
    members: &[u32],
    admit: impl Fn(usize) -> Result<(), Error>,
) -> Result<Vec<Vec<u32>>, Error> {
    let (kept_starts, kept_members) = group(kept, pairs.iter().map(|pair| pair[1]));
    let mut pattern = Vec::with_capacity(kept);
    let mut seen_in = vec![usize::MAX; kept];
    let mut stored = 0;
    for j in 0..kept {
        // The diagonal exists even if nothing is observed, since damping is added to it.
        seen_in[j] = j;
        let mut rows = vec![j as u32];
        for &i in &kept_members[kept_starts[j]..kept_starts[j + 1]] {
            let e = pairs[i as usize][0] as usize;
            for &other in &members[starts[e]..starts[e + 1]] {
                let row = pairs[other as usize][1];
                if row as usize > j && seen_in[row as usize] != j {
                    seen_in[row as usize] = j;
                    rows.push(row);
                }
            }
        }
        stored += rows.len();
        admit(stored)?;
        rows.sort_unstable();
        pattern.push(rows);
    }
    Ok(pattern)
}
