//! Tuples whose types are written out: the types tell what their parts are, whatever is done with them.

use retrograde::prelude::*;
use std::collections::BTreeMap;

/// Integers of a tuple that are only counted with, copied and compared.
#[reversible]
fn line<T: Real>(image: &mut [Vec<T>], from: (i64, i64), to: (i64, i64), shade: T) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (mut x, mut y, mut error) = (from.0, from.1, 0);
    while (x <= to.0, x != from.0) {
        image[y as usize][x as usize] += shade;
        advance(&mut x, &mut y, &mut error, dx, dy);
    }
}

#[reversible]
fn advance(x: &mut i64, y: &mut i64, error: &mut i64, dx: i64, dy: i64) {
    *x += 1;
    *error += dy;
    if (2 * *error >= dx, 2 * *error < 2 * dy - dx) {
        *y += 1;
        *error -= dx;
    }
}

/// Keys of a map, made of parts of tuples that also hold a real.
#[reversible]
fn product<T: Real>(c: &mut BTreeMap<(usize, usize), T>, a: &[(usize, usize, T)], b: &[(usize, usize, T)]) {
    for &(i, k, x) in a {
        for (l, j, y) in b {
            if k == *l {
                c[&(i, *j)] += x * y;
            }
        }
    }
}

/// A real of a tuple that is only handed on, and a name of a parameter that is bound again.
#[reversible]
fn handed<T: Real>(y: &mut T, pairs: &[(T, (u8, T))], at: (usize, i32)) {
    for pair in pairs {
        scaled(&mut *y, pair.0, pair.1.1);
    }
    let k = at.0;
    for (at, pair) in pairs.iter().enumerate() {
        *y += pair.0 * (at + k) as T;
    }
}

#[reversible]
fn scaled<T: Real>(y: &mut T, a: T, b: T) {
    *y += a * b;
}

#[test]
fn parts_are_what_their_types_say() {
    let mut image = vec![vec![0.0; 8]; 5];
    line(&mut image, (0, 0), (7, 3), 0.5);
    let ones: Vec<usize> =
        (0..8).map(|x| image.iter().position(|row| row[x] == 0.5).expect("a pixel")).collect();
    assert_eq!(ones, [0, 0, 1, 1, 2, 2, 3, 3]);
    line::inverse(&mut image, (0, 0), (7, 3), 0.5);
    assert_eq!(image, vec![vec![0.0; 8]; 5]);
    assert_eq!(line::check(&mut image, (0, 0), (7, 3), 0.5), Ok(()));

    let mut c = BTreeMap::from([((0, 0), 0.0), ((0, 1), 1.0), ((1, 1), 0.0)]);
    let a = [(0, 0, 1.0), (0, 1, 2.0), (1, 1, 3.0)];
    assert_eq!(product::check(&mut c, &a, &a), Ok(()));
    product(&mut c, &a, &a);
    assert_eq!((c[&(0, 0)], c[&(0, 1)], c[&(1, 1)]), (1.0, 9.0, 9.0));

    assert_eq!(handed::check(&mut 0.5, &[(0.5, (1, 2.0)), (0.25, (2, 4.0))], (3, -1)), Ok(()));
    let mut y = 0.0;
    handed(&mut y, &[(0.5, (1, 2.0))], (3, -1));
    assert_eq!(y, 2.5);
}
