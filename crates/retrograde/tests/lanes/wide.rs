//! Loops whose iterations wait for themselves: two blocks of lanes run at once, with the bits of one block after the other.

use retrograde::prelude::*;

use crate::parallel::numbers;

/// Numbers of iterations: too few for two blocks, all in two blocks, a block behind them, and some alone.
const LENGTHS: [usize; 9] = [0, 7, 16, 31, 32, 39, 48, 61, 200];

/// The last of some means, each of the one before and of its square; what is negative counts twice.
#[reversible]
fn means(sum: &mut f64, slope: &mut f64, w: &[f64], x: &[f64]) {
    let m = w.len();
    #[parallel]
    for i in 0..x.len() {
        let mut y = vec![0.0; m + 1];
        y[0] += x[i];
        for s in 0..m {
            y[s + 1] += 0.5 * y[s] + w[s] * (y[s] * y[s]);
        }
        *sum += y[m] * y[m];
        if x[i] < 0.0 {
            *slope += y[m];
        }
    }
}

/// Runs the text without lanes.
#[reversible]
fn means_alone(sum: &mut f64, slope: &mut f64, w: &[f64], x: &[f64]) {
    let m = w.len();
    #[sequential]
    for i in 0..x.len() {
        let mut y = vec![0.0; m + 1];
        y[0] += x[i];
        for s in 0..m {
            y[s + 1] += 0.5 * y[s] + w[s] * (y[s] * y[s]);
        }
        *sum += y[m] * y[m];
        if x[i] < 0.0 {
            *slope += y[m];
        }
    }
}

/// Values of two seeds beside those without lanes.
#[test]
fn gradients_are_those_of_the_text() {
    // Storage that two blocks have room for, and storage that they have not.
    for m in [0, 1, 20, 300] {
        for n in LENGTHS {
            let (w, x) = (numbers(m, 1), numbers(n, 2));
            let run = |lanes: bool| {
                let (mut sum, mut slope, mut sum_bar, mut slope_bar) = (0.5, 0.25, 1.25, -0.75);
                let (mut w_bar, mut x_bar) = (numbers(m, 3), numbers(n, 4));
                if lanes {
                    means(&mut sum, &mut slope, &w, &x);
                } else {
                    means_alone(&mut sum, &mut slope, &w, &x);
                }
                let mut all = vec![sum, slope];
                if lanes {
                    means::adjoint(
                        &mut sum,
                        &mut sum_bar,
                        &mut slope,
                        &mut slope_bar,
                        &w,
                        &mut w_bar,
                        &x,
                        &mut x_bar,
                    );
                } else {
                    means_alone::adjoint(
                        &mut sum,
                        &mut sum_bar,
                        &mut slope,
                        &mut slope_bar,
                        &w,
                        &mut w_bar,
                        &x,
                        &mut x_bar,
                    );
                }
                all.extend([sum, slope].into_iter().chain(w_bar).chain(x_bar));
                all
            };
            crate::parallel::close(&run(true), &run(false));
        }
    }
    assert_eq!(means::check(&mut 0.1, &mut 0.2, &numbers(5, 5), &numbers(50, 6)), Ok(()));
}

/// Adds numbers as eight lanes do.
#[cfg(feature = "lanes")]
fn in_lanes(start: f64, terms: &[f64]) -> f64 {
    let mut lanes = [-0.0_f64; 8];
    let (whole, rest) = terms.split_at(terms.len() / 8 * 8);
    if !whole.is_empty() {
        whole.iter().enumerate().for_each(|(i, x)| lanes[i % 8] += x);
        for half in [4, 2, 1] {
            (0..half).for_each(|i| lanes[i] += lanes[half + i]);
        }
    }
    rest.iter().fold(start + lanes[0], |sum, x| sum + x)
}

/// The bits of a sum show in which order it is taken: that of eight lanes, whether two blocks run at once or not.
#[cfg(feature = "lanes")]
#[test]
fn sums_are_those_of_eight_lanes() {
    if retrograde_lanes::InstructionSet::best() == retrograde_lanes::InstructionSet::Portable {
        return;
    }
    for n in LENGTHS {
        let (w, x) = (numbers(20, 7), numbers(n, 8));
        let (mut sum, mut slope) = (0.25, 0.5);
        means(&mut sum, &mut slope, &w, &x);
        let last = |x: &f64| w.iter().fold(*x, |y, w| 0.5 * y + w * (y * y));
        let squares: Vec<f64> = x.iter().map(|x| last(x) * last(x)).collect();
        // A lane that is off adds nothing.
        let slopes: Vec<f64> = x.iter().map(|x| if *x < 0.0 { last(x) } else { -0.0 }).collect();
        assert_eq!(
            (sum.to_bits(), slope.to_bits()),
            (in_lanes(0.25, &squares).to_bits(), in_lanes(0.5, &slopes).to_bits()),
            "{n}"
        );
    }
}

/// The window of the innermost loop looks into that of the loop around.
#[reversible]
fn windows_in_windows<T: Real>(s: &mut [T], x: &[T], n: usize) {
    let a = x[0].exp();
    #[parallel]
    for i in 0..n {
        let b = a * x[i];
        let mut sum = 0.0;
        for j in 0..n {
            let c = b * x[j];
            let mut inner = 0.0;
            {
                let e = c.sin();
                for l in 0..j {
                    let f = e * x[l];
                    inner += f * f;
                }
            }
            sum += inner * c;
        }
        s[i] += sum * b;
    }
}

#[test]
fn sums_are_reached_through_windows_in_windows() {
    for n in [1, 7, 33, 70] {
        let x: Vec<f64> = (0..n).map(|i| 0.1 + 0.01 * i as f64).collect();
        assert_eq!(windows_in_windows::check(&mut vec![0.0; n], &x, n), Ok(()));
    }
}
