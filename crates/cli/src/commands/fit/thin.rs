//! Thins out points such that the picture looks the same.

/// The picture is divided into this many strips; the highest and the lowest point of each are kept.
const STRIPS: usize = 300;

/// Returns the indices of at most `most` points, in order: all points if they are few. Otherwise the extremes of each
/// strip, so that outliers stay visible, and a pseudorandom choice of the others, which cannot coincide with a
/// pattern of the data.
pub(super) fn extremes_and_some(x: &[f64], y: &[f64], most: usize) -> Vec<usize> {
    let n = x.len();
    if n <= most {
        return (0..n).collect();
    }
    let low = x.iter().copied().fold(f64::INFINITY, f64::min);
    let high = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let strips = STRIPS.min(most / 4);
    let strip = |x: f64| (((x - low) / (high - low) * strips as f64) as usize).min(strips.saturating_sub(1));
    let mut extremes: Vec<Option<(usize, usize)>> = vec![None; strips];
    for i in 0..n {
        let Some(found) = extremes.get_mut(strip(x[i])) else { continue };
        let (lowest, highest) = found.unwrap_or((i, i));
        *found =
            Some((if y[i] < y[lowest] { i } else { lowest }, if y[i] > y[highest] { i } else { highest }));
    }
    let mut kept: Vec<usize> = extremes.into_iter().flatten().flat_map(|(a, b)| [a, b]).collect();
    // One point of each piece of the data, at a position that depends on the number of the piece.
    let others = most - 2 * strips;
    kept.extend((0..others).map(|k| {
        let (start, end) = (k * n / others, (k + 1) * n / others);
        start + (k as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) as usize % (end - start).max(1)
    }));
    kept.sort_unstable();
    kept.dedup();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_apart_stays() {
        let x: Vec<f64> = (0..100_000).map(|i| f64::from(i % 1000)).collect();
        let mut y: Vec<f64> = (0..100_000).map(|i| f64::from(i).sin()).collect();
        (y[31_415], y[92_653]) = (7.0, -7.0);
        let kept = extremes_and_some(&x, &y, 2000);
        assert!(kept.len() <= 2000 && kept.len() > 1500, "{}", kept.len());
        assert!(kept.contains(&31_415) && kept.contains(&92_653));
        assert!(kept.is_sorted());
        assert_eq!(extremes_and_some(&x[..10], &y[..10], 2000), (0..10).collect::<Vec<_>>());
        // All at one abscissa.
        assert!(extremes_and_some(&vec![1.0; 5000], &y[..5000], 100).len() > 50);
    }
}
