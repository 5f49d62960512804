//! Steps of chains that stand where no loop has them: what comes before is collected.

use retrograde::differentiable;

#[differentiable]
fn biased(w: &[f64], x: &[f64]) -> f64 {
    w.iter().zip(x.iter().chain(std::iter::once(&1.0))).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn padded(x: &[f64], k: f64) -> f64 {
    let ends = std::iter::once(k).chain(x.iter().map(|x| x * k)).chain(std::iter::once(2.0 * k));
    let all: Vec<f64> = ends.collect();
    all.windows(2).map(|w| w[0] * w[1]).sum()
}

#[differentiable]
fn behind(x: &[f64], w: &[f64]) -> f64 {
    let a: f64 = x.iter().filter(|x| **x > 0.0).zip(w).map(|(x, w)| x * w).sum();
    let products = x.iter().scan(1.0, |s, x| {
        *s *= 1.0 + x;
        Some(*s)
    });
    let b: f64 = products.zip(w.iter().rev()).map(|(p, w)| p * w).sum();
    let c: f64 = x.iter().filter(|x| **x > 0.0).step_by(2).map(|x| x * x * x).sum();
    let d: f64 = x.windows(2).map(|p| p[1] - p[0]).filter(|d| *d > -1.0).zip(w).map(|(d, w)| d * d * w).sum();
    a * b + c * d
}

#[differentiable]
fn ended(x: &[f64], y: &[f64], limit: f64) -> Option<f64> {
    let large = x.iter().chain(y).find(|v| **v > limit)?;
    let at = x.iter().chain(y.iter()).position(|v| *v > limit)?;
    let mut sum = 0.0;
    for v in x.iter().chain(y) {
        if *v > 10.0 {
            break;
        }
        sum += v * v;
    }
    'rows: for v in [x, y].iter().flat_map(|row| row.iter()) {
        if *v < 0.0 {
            continue 'rows;
        }
        sum += v;
    }
    Some(large * sum + at as f64 * sum)
}

#[differentiable]
fn joined(xs: &mut [f64], ys: &mut [f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for x in xs.iter().chain(ys.iter()) {
        sum += x * x;
    }
    for x in xs.iter_mut().chain(ys.iter_mut()) {
        *x *= k;
    }
    sum
}

#[differentiable]
fn nested(rows: &[Vec<f64>], w: &[f64]) -> f64 {
    let zipped: f64 = rows.iter().flatten().zip(w).map(|(a, b)| a * b).sum();
    let first: f64 = rows.iter().flat_map(|row| row.iter()).take(2).map(|x| x * x).sum();
    let turned = rows.iter().flat_map(|row| row.iter()).rev().enumerate();
    zipped * first + turned.map(|(i, x)| x * i as f64).sum::<f64>()
}

#[test]
fn steps_behind_joints_and_choices() {
    assert_eq!(biased::check(&[0.3, 0.4, 0.5], &[1.0, 2.0]), Ok(()));
    assert_eq!(padded::check(&[0.3, 0.4, 0.5], 0.7), Ok(()));
    assert_eq!(behind::check(&[0.3, -0.4, 0.5, 0.9], &[1.0, 2.0, 0.5, 0.7]), Ok(()));
    let (x, y) = ([0.3, -0.4, 0.5], [1.0, 2.0, 11.0, 3.0]);
    assert_eq!(ended::check(&x, &y, 0.8), Ok(()));
    assert!((ended(&x, &y, 0.8).unwrap() - 4.0 * (5.5 + 17.8)).abs() < 1e-12);
    assert_eq!(joined::check(&mut [0.3, 0.4], &mut [0.5], 0.7), Ok(()));
    assert_eq!(nested::check(&[vec![0.3, 0.4], vec![0.5]], &[1.0, 2.0, 0.5]), Ok(()));
}
