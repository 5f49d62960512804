//! Elements that are accessed in some cases only.

use retrograde::prelude::*;

#[reversible]
fn before(out: &mut f64, xs: &[f64], js: &[usize]) {
    for i in 0..js.len() {
        let j: usize = if i > 0 { js[i - 1] } else { 0 };
        *out += xs[j] * xs[i];
    }
}

#[reversible]
fn either(out: &mut f64, xs: &[f64], js: &[usize], n: usize) {
    for i in 0..n {
        let far: bool = i > 0 && js[i - 1] > 1;
        let weight = if i < js.len() { xs[js[i]] } else { 0.5 };
        *out += weight * xs[0];
        if far {
            *out += xs[1] * xs[1];
        }
    }
}

#[test]
fn an_index_that_is_not_used_is_not_asked() {
    let (xs, js) = ([0.3, -0.7, 1.1, 0.9], [2, 0, 3, 1]);
    let mut out = 0.0;
    before(&mut out, &xs, &js);
    let expected = 0.3 * 0.3 + 1.1 * -0.7 + 0.3 * 1.1 + 0.9 * 0.9;
    assert!((out - expected).abs() < 1e-12);
    assert_eq!(before::check(&mut 0.2, &xs, &js), Ok(()));
    assert_eq!(either::check(&mut 0.2, &xs, &js, 5), Ok(()));
}
