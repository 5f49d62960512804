use retrograde::{Real, reversible};

/// Breaks eight laws.
#[reversible]
fn broken(y: &mut f64, x: &[f64], scale: f64) {
    *y += *y * scale;
    *y = 1.0;
    scale += 1.0;
    for i in 0..x.len() {
        *y += i * x[i];
        if x[i] < 0.0 {
            break;
        }
    }
    if *y > 0.0 {
        *y -= scale;
    }
    y.push(1.0);
}

/// Its callers have nothing to answer for.
#[reversible]
fn caller(z: &mut f64, x: &[f64]) {
    let mut y = 0.0;
    broken(&mut y, x, 2.0);
    *z += y;
}

#[reversible]
fn value(x: f64) -> f64 {
    return x * x;
}

#[reversible]
fn generic<T: Real, const N: usize>(y: &mut T, x: &[T; N], n: usize) {
    *y = x[n];
}

#[reversible]
fn user(z: &mut f64, x: f64) {
    *z += value(x) * value(2.0);
}

fn main() {
    let (mut y, x) = (0.0, [1.0, 2.0]);
    let (mut y_bar, mut x_bar, mut scale_bar) = (1.0, [0.0; 2], 0.0);
    broken(&mut y, &x, 2.0);
    broken::inverse(&mut y, &x, 2.0);
    broken::adjoint(&mut y, &mut y_bar, &x, &mut x_bar, 2.0, &mut scale_bar);
    broken::sweep(&mut y, &mut y_bar, &x, &mut x_bar, 2.0, &mut scale_bar);
    let (_value, (_x_bar, _scale_bar)) = broken::gradient(&x, 2.0);
    caller(&mut y, &x);

    let (_value, (_x_bar,)) = value::gradient(1.0);
    let _value = value::pull(1.0, 2.0, &mut scale_bar);
    value::adjoint(&mut y, &mut y_bar, 2.0, &mut scale_bar);
    user(&mut y, 1.0);

    let (_value, (_x_bar,)) = generic::gradient(&x, 1);
    generic::sweep(&mut y, &mut y_bar, &x, &mut x_bar, 1);
}
