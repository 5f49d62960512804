//! Arrays of arrays, of reals and of numbers with parts: as state, as inputs, as locals, lent to calls and read twice.
//!
//! `check` moves every number by itself and compares all programs with differences, with seeds other than one.

use retrograde::prelude::*;
use retrograde::{Log, MaxPlus};
use retrograde_testkit::assert_all_close;
use retrograde_testkit::finite_difference::differences;

/// Numbers that differ from each other and from zero and one.
fn number(i: usize) -> f64 {
    0.35 + 0.17 * i as f64 - 0.013 * (i * i) as f64
}

/// Rows of these lengths.
fn rows<N>(lengths: &[usize], of: impl Fn(f64) -> N) -> Vec<Vec<N>> {
    let mut i = 0;
    let mut row = |length: &usize| {
        let row = (0..*length).map(|j| of(number(i + j))).collect();
        i += length;
        row
    };
    lengths.iter().map(&mut row).collect()
}

#[reversible]
fn ragged(m: &mut [Vec<f64>], x: &[Vec<f64>]) {
    for i in 0..m.len() {
        for j in 0..m[i].len() {
            m[i][j] += x[i][j] * x[i][0].sin();
        }
    }
}

#[reversible]
fn total(y: &mut f64, m: &[Vec<f64>]) {
    for row in m {
        for z in row {
            *y += *z * *z;
        }
    }
}

#[reversible]
fn returned(m: &Vec<Vec<f64>>) -> f64 {
    m[0][0] * m[1][0] + m[1][1].exp()
}

#[reversible]
fn shifted(m: &mut [f64], by: f64) {
    for y in m.iter_mut() {
        *y += by * by;
    }
}

/// A vector that is lent might grow: its length is counted anew, and its elements change all the same.
#[reversible]
fn lent(v: &mut Vec<f64>, m: &mut Vec<Vec<f64>>, by: f64) {
    for i in 0..v.len() {
        v[i] += by.sin();
    }
    for row in m.iter_mut() {
        for y in row.iter_mut() {
            *y += by.exp();
        }
    }
    shifted(v, by);
    shifted(&mut m[1], by);
}

#[test]
fn a_vector_that_is_lent_is_gone_through() {
    let seeds = [0.7, -1.3, 0.4, 2.1, -0.6, 1.7, 0.2];
    let run = |by: f64| {
        let (mut v, mut m) = (vec![0.3, 0.7], rows(&[2, 3], |v| v));
        lent(&mut v, &mut m, by);
        (v, m)
    };
    let (mut v, mut m) = run(0.6);
    let (mut v_bar, mut m_bar) = (seeds[..2].to_vec(), vec![seeds[2..4].to_vec(), seeds[4..].to_vec()]);
    let mut by_bar = 0.0;
    lent::adjoint(&mut v, &mut v_bar, &mut m, &mut m_bar, 0.6, &mut by_bar);
    assert_all_close!(&v, &[0.3, 0.7], 1e-8);
    assert_all_close!(&m.concat(), &rows(&[2, 3], |v| v).concat(), 1e-8);
    let wanted = differences(&[0.6], &seeds, |x| {
        let (v, m) = run(x[0]);
        [v, m.concat()].concat()
    });
    assert_all_close!(&[by_bar], &wanted, 1e-8);
}

#[test]
fn rows_of_their_own_lengths() {
    let x = rows(&[2, 3, 1], |v| v);
    let mut m = rows(&[2, 3, 1], |v| 2.0 - v);
    assert_eq!(ragged::check(&mut m, &x), Ok(()));
    assert_eq!(total::check(&mut 0.5, &x), Ok(()));
    assert_eq!(returned::check(&x), Ok(()));
    // The owned cotangents have rows as long as those of the argument.
    let (value, (bar,)) = total::gradient(&x);
    assert!((value - x.iter().flatten().map(|v| v * v).sum::<f64>()).abs() < 1e-12);
    assert_eq!(bar, x.iter().map(|row| row.iter().map(|v| 2.0 * v).collect()).collect::<Vec<Vec<f64>>>());
    let (_, (bar,)) = returned::gradient(&x);
    assert_eq!(bar, [vec![x[1][0], 0.0], vec![x[0][0], x[1][1].exp(), 0.0], vec![0.0]]);
}

#[reversible]
fn deep<T: Real>(m: &mut [Vec<Vec<T>>], x: &[Vec<[T; 2]>], w: &[[[T; 2]; 2]; 2]) {
    for i in 0..m.len() {
        for j in 0..m[i].len() {
            for k in 0..2 {
                m[i][j][k] += x[i][j][k] * x[i][0][1 - k] + w[i][j][k] * w[0][j][k].cos();
            }
        }
    }
}

#[test]
fn three_levels_of_reals() {
    let x = vec![vec![[0.3, 0.7], [1.1, 0.2]], vec![[0.9, -0.4]]];
    let w = [[[0.1, 0.2], [0.3, 0.4]], [[0.5, 0.6], [0.7, 0.8]]];
    let mut m = vec![vec![vec![0.25, 0.5], vec![0.75, 1.5]], vec![vec![-0.5, 0.4]]];
    assert_eq!(deep::check(&mut m, &x, &w), Ok(()));
}

/// Reads a number of an array of arrays of arrays twice, through two arguments.
#[reversible]
fn crossed<T: Real>(y: &mut T, a: &[[[T; 2]; 2]], b: &[[[T; 2]; 2]]) {
    for i in 0..a.len() {
        *y += a[i][0][1] * b[1 - i][1][0];
    }
}

/// Likewise of rows on the heap.
#[reversible]
fn heaped<T: Real>(y: &mut T, a: &[Vec<Vec<T>>], b: &[Vec<Vec<T>>]) {
    *y += a[0][1][0] * b[1][0][1];
    for k in 0..2 {
        *y += b[0][1][k] * a[1][1][k];
    }
}

/// The sum of the products of neighbours, of one row of each.
#[reversible]
fn row<T: Real>(y: &mut T, x: &[T]) {
    for i in 1..x.len() {
        *y += x[i - 1] * x[i];
    }
}

#[reversible]
fn four<T: Real>(
    y: &mut [[[[T; 2]; 2]; 2]; 2],
    x: &[[[[T; 2]; 2]; 2]; 2],
    v: &[Vec<Vec<Vec<T>>>],
    w: [[[[[T; 2]; 1]; 2]; 1]; 2],
) {
    for i in 0..2 {
        for j in 0..2 {
            for k in 0..2 {
                y[i][j][1][k] += x[i][j][k][0] * x[k][0][j][1] + v[i][j][k][1] * v[0][i][1][k].sin();
                y[1][i][0][j] += w[i][0][j][0][k] * w[k][0][1][0][i];
            }
            row(&mut y[1][1][i][j], &x[i][j][1]);
            row(&mut y[0][1][i][j], &v[1][i][j]);
        }
        crossed(&mut y[0][0][0][i], &x[i], &x[i]);
        crossed(&mut y[0][0][0][0], &x[0], &x[1 - i]);
        heaped(&mut y[1][0][0][1], &v[i], &v[i]);
    }
}

#[reversible]
fn of_four(x: &[[[[f64; 2]; 2]; 2]; 2], v: &[Vec<Vec<Vec<f64>>>]) -> f64 {
    let mut y = [[[[0.0; 2]; 2]; 2]; 2];
    four(&mut y, x, v, [[[[[0.5, 0.25]]; 2]]; 2]);
    y[0][0][0][0] * y[1][0][0][1] + y[1][1][0][1] + y[0][1][1][0].exp()
}

#[test]
fn four_and_five_levels_of_reals() {
    let row = |i: usize| [number(i), number(i + 1)];
    let square = |i: usize| [row(i), row(i + 2)];
    let cube = |i: usize| [square(i), square(i + 3)];
    let x = [cube(0), cube(5)];
    let v: Vec<Vec<Vec<Vec<f64>>>> = x
        .iter()
        .map(|a| a.iter().map(|b| b.iter().map(|c| c.iter().map(|d| d - 0.6).collect()).collect()).collect())
        .collect();
    let w = [[[[row(3)], [row(1)]]], [[[row(0)], [row(7)]]]];
    let mut y = [cube(2), cube(1)];
    let before = y;
    four(&mut y, &x, &v, w);
    four::inverse(&mut y, &x, &v, w);
    for (now, then) in y.iter().flatten().flatten().flatten().zip(before.iter().flatten().flatten().flatten())
    {
        assert!((now - then).abs() < 1e-12, "{now} {then}");
    }
    assert_eq!(four::check(&mut y, &x, &v, w), Ok(()));
    assert_eq!(of_four::check(&x, &v), Ok(()));
    // By differences, of the gradient itself: the first number of all is read in each of the calls.
    let (_, (x_bar, v_bar)) = of_four::gradient(&x, &v);
    for (i, j, k, l) in [(0, 0, 0, 0), (1, 0, 1, 1), (0, 1, 1, 0)] {
        let along = |h: f64| {
            let (mut x, mut v) = (x, v.clone());
            x[i][j][k][l] += h;
            v[j][i][l][k] -= 2.0 * h;
            of_four(&x, &v)
        };
        let slope = (along(1e-6) - along(-1e-6)) / 2e-6;
        let found = x_bar[i][j][k][l] - 2.0 * v_bar[j][i][l][k];
        assert!((slope - found).abs() < 1e-6 * (1.0 + slope.abs()), "{slope} {found}");
    }
}

/// Rows are copied into locals, and locals are made of copies.
#[reversible]
fn copies(y: &mut f64, x: &[[f64; 2]; 3], v: &[Vec<f64>]) {
    let row = x[0];
    let both = [x[1], row];
    for i in 0..x.len() {
        let mut t = x[i];
        t[0] += t[1] * v[i][0];
        *y += t[0] * t[1];
    }
    *y += both[0][0] * both[1][1] * row[0];
}

#[test]
fn a_copied_row_hands_its_cotangents_on() {
    let x = [[0.3, 0.7], [1.1, 0.2], [-0.4, 0.6]];
    assert_eq!(copies::check(&mut 0.5, &x, &rows(&[1, 2, 1], |v| v)), Ok(()));
}

/// A local with rows of different lengths, in a loop.
#[reversible]
fn built(y: &mut f64, x: &[f64], n: usize) {
    for i in 0..x.len() {
        let mut t = vec![vec![0.0; n]; x.len()];
        for j in 0..n {
            t[i][j] += x[i] * x[0];
            if j > 0 {
                t[i][j] += t[i][j - 1] * x[i];
            }
        }
        *y += t[i][n - 1].sin();
    }
}

/// Scratch whose rows have lengths of their own.
#[reversible]
fn scratched(y: &mut f64, x: &[f64], #[scratch] s: &mut [Vec<f64>]) {
    for i in 0..x.len() {
        s[i][i] += x[i] * x[i];
        for j in 0..i {
            s[i][j] += s[j][j] * x[i];
        }
    }
    for i in 0..x.len() {
        *y += s[i][0] * s[i][i];
    }
}

#[test]
fn locals_and_scratch_are_ragged() {
    let x = [0.4, 0.9, 1.3];
    assert_eq!(built::check(&mut 0.2, &x, 2), Ok(()));
    let mut s = vec![vec![9.0; 1], vec![9.0; 2], vec![9.0; 3]];
    assert_eq!(scratched::check(&mut 0.2, &x, &mut s), Ok(()));
    assert_eq!(s.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2, 3]);
}

#[reversible]
fn logarithms(m: &mut [[Log<f64>; 2]; 2], w: &[[Log<f64>; 2]]) {
    for i in 0..2 {
        for j in 0..2 {
            m[i][j] *= w[i][j] + w[j][i];
        }
    }
}

#[reversible]
fn longest(m: &mut [Vec<MaxPlus<f64>>], w: &[Vec<MaxPlus<f64>>]) {
    for i in 0..m.len() {
        for j in 0..m[i].len() {
            m[i][j] *= w[i][j] + w[i][0];
        }
    }
}

#[test]
fn arrays_of_arrays_of_logarithmic_and_tropical_numbers() {
    let seeds = [0.7, -1.3, 0.4, 2.1];
    let x: Vec<f64> = (0..4).map(|i| number(3 * i)).collect();
    let square = |v: &[f64]| [[v[0], v[1]], [v[2], v[3]]].map(|row| row.map(Log::from_ln));
    let run = |x: &[f64]| {
        let mut m = [[Log::from_ln(0.5); 2]; 2];
        logarithms(&mut m, &square(x));
        m
    };
    let flat = |m: &[[Log<f64>; 2]; 2]| m.iter().flatten().map(|l| l.ln()).collect::<Vec<_>>();
    let (mut m, mut bar, mut w_bar) = (run(&x), square(&seeds), square(&[0.0; 4]));
    logarithms::adjoint(&mut m, &mut bar, &square(&x), &mut w_bar);
    assert_all_close!(&flat(&m), &[0.5; 4], 1e-8);
    assert_all_close!(&flat(&w_bar), &differences(&x, &seeds, |x| flat(&run(x))), 1e-8);

    let ragged = |v: &[f64]| {
        vec![vec![v[0], v[1], v[2]], vec![v[3]]]
            .into_iter()
            .map(|row| row.into_iter().map(MaxPlus::from_value).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    let x = [0.3, 0.9, 0.1, 0.5];
    let run = |x: &[f64]| {
        let mut m = ragged(&[0.25; 4]);
        longest(&mut m, &ragged(x));
        m
    };
    let flat = |m: &[Vec<MaxPlus<f64>>]| m.iter().flatten().map(|t| t.value()).collect::<Vec<_>>();
    let (mut m, mut bar, mut w_bar) = (run(&x), ragged(&seeds), ragged(&[0.0; 4]));
    longest::adjoint(&mut m, &mut bar, &ragged(&x), &mut w_bar);
    assert_all_close!(&flat(&m), &[0.25; 4], 1e-8);
    assert_all_close!(&flat(&w_bar), &differences(&x, &seeds, |x| flat(&run(x))), 1e-8);
}

#[cfg(feature = "complex")]
mod complex {
    use super::{differences, number, rows};
    use retrograde::Complex;
    use retrograde::instructions::swap;
    use retrograde::prelude::*;
    use retrograde_testkit::assert_all_close;

    fn complex(v: f64) -> Complex<f64> {
        Complex::new(v, 0.9 - v * v)
    }

    fn square() -> [[Complex<f64>; 3]; 3] {
        std::array::from_fn(|i| std::array::from_fn(|j| complex(number(3 * i + j))))
    }

    #[reversible]
    fn row(r: &mut [Complex<f64>], x: &[Complex<f64>]) {
        for j in 0..r.len() {
            r[j] += x[j] * x[0].exp();
        }
    }

    /// Rows are lent, elements are lent, and the whole is lent.
    #[reversible]
    fn matrix<T: Real>(m: &mut [[Complex<T>; 3]; 3], w: &[[Complex<T>; 3]]) {
        for i in 0..3 {
            for j in 0..3 {
                m[i][j] += w[i][j] * w[j][i].conj();
                m[i][j].im += w[i][0].re * w[i][0].re;
            }
        }
        swap(&mut m[0][1], &mut m[2][2]);
    }

    /// Numbers are structures: they may lie at any depth.
    #[reversible]
    fn deep<T: Real>(m: &mut [[[Complex<T>; 2]; 2]; 2], w: &[[[[Complex<T>; 2]; 2]; 2]]) {
        for i in 0..2 {
            for j in 0..2 {
                m[i][j][1] += w[0][i][j][0] * w[1][j][i][1].exp();
                m[i][j][0].re -= w[j][i][0][0].norm() * m[i][j][1].im;
            }
        }
    }

    #[test]
    fn deep_numbers() {
        let number = |k: usize| Complex::new(0.3 + (k % 5) as f64 / 7.0, 0.9 - (k % 3) as f64 / 4.0);
        let cube = |k: usize| {
            core::array::from_fn(|a| {
                core::array::from_fn(|b| core::array::from_fn(|c| number(k + 4 * a + 2 * b + c)))
            })
        };
        let mut m: [[[Complex<f64>; 2]; 2]; 2] = cube(1);
        let w: Vec<[[[Complex<f64>; 2]; 2]; 2]> = vec![cube(3), cube(11)];
        assert_eq!(deep::check(&mut m, &w), Ok(()));
    }

    #[reversible]
    fn lent(m: &mut [[Complex<f64>; 3]; 3], x: &[[Complex<f64>; 3]; 3]) {
        for i in 0..3 {
            row(&mut m[i], &x[i]);
        }
        matrix(m, x);
        matrix(m, &x[..]);
        row(&mut m[1], &x[0][..]);
    }

    #[test]
    fn a_matrix_is_state() {
        let (mut m, x) = (square(), square().map(|row| row.map(|z| z * Complex::new(0.3, -0.8))));
        assert_eq!(matrix::check(&mut m, &x), Ok(()));
        assert_eq!(lent::check(&mut m, &x), Ok(()));
    }

    #[reversible]
    fn vectors(m: &mut Vec<Vec<Complex<f64>>>, x: &[Vec<Complex<f64>>]) {
        for (row, xs) in m.iter_mut().zip(x) {
            for (y, t) in row.iter_mut().zip(xs) {
                *y += *t * *t;
            }
        }
        row(&mut m[1], &x[1]);
    }

    #[test]
    fn vectors_of_vectors_are_state() {
        let seeds = [0.7, -1.3, 0.4, 2.1, -0.6, 1.7];
        let pairs = |v: &[f64]| {
            let z: Vec<_> = v.chunks(2).map(|z| Complex::new(z[0], z[1])).collect();
            vec![z[..1].to_vec(), z[1..].to_vec()]
        };
        let flat =
            |m: Vec<Vec<Complex<f64>>>| m.concat().iter().flat_map(|z| [z.re, z.im]).collect::<Vec<_>>();
        let (start, x) = ([0.3, 0.5, 0.2, 0.8, -0.4, 0.6], [0.9, -0.2, 0.4, 0.7, 1.1, 0.1]);
        let run = |x: &[f64]| {
            let mut m = pairs(&start);
            vectors(&mut m, &pairs(x));
            m
        };
        let (mut m, mut m_bar, mut x_bar) = (run(&x), pairs(&seeds), pairs(&[0.0; 6]));
        vectors::adjoint(&mut m, &mut m_bar, &pairs(&x), &mut x_bar);
        assert_all_close!(&flat(m), &start, 1e-8);
        assert_all_close!(&flat(x_bar), &differences(&x, &seeds, |x| flat(run(x))), 1e-8);
    }

    #[reversible]
    fn two(y: &mut f64, m: &[Vec<Complex<f64>>], n: &[Vec<Complex<f64>>]) {
        for i in 0..n.len() {
            *y += (m[i][0] * n[i][1]).re;
        }
    }

    #[reversible]
    fn two_fixed(y: &mut f64, m: &[[Complex<f64>; 3]], n: &[[Complex<f64>; 3]]) {
        for i in 0..n.len() {
            *y += (m[i][0] * n[i][1]).re;
        }
    }

    /// One array is read through two arguments: of the whole, of parts, of what is state here.
    #[reversible]
    fn shared(y: &mut f64, v: &[Vec<Complex<f64>>], a: &[[Complex<f64>; 3]; 3], s: &mut [Vec<Complex<f64>>]) {
        two(y, v, v);
        two(y, &v[1..], &v[0..1]);
        two_fixed(y, a, a);
        two_fixed(y, &a[1..], &a[0..2]);
        s[0][0] += v[1][1] * a[0][0];
        two(y, &*s, &*s);
        two(y, &s[1..], &s[0..1]);
        row(&mut s[1], &v[1]);
    }

    #[test]
    fn one_array_is_read_twice() {
        let v = rows(&[2, 3, 2], complex);
        let mut s = rows(&[2, 2], |v| complex(v - 0.7));
        assert_eq!(shared::check(&mut 0.3, &v, &square(), &mut s), Ok(()));
    }

    #[reversible]
    fn determinant(m: &[[Complex<f64>; 2]; 2]) -> Complex<f64> {
        m[0][0] * m[1][1] - m[0][1] * m[1][0]
    }

    /// Locals: written out, filled, on the heap, copied.
    #[reversible]
    fn locals(y: &mut Complex<f64>, x: &[Complex<f64>], w: &[[Complex<f64>; 2]; 2]) {
        let list = [x[0], x[1]];
        let t = [[x[0], x[1]], [x[1] * x[0], Complex::new(1.0, 2.0)]];
        let copied = w[0];
        let mut filled = [[Complex::new(0.0, 0.0); 2]; 2];
        for i in 0..x.len() {
            let mut heap = vec![vec![Complex::new(0.0, 0.0); 2]; x.len()];
            for j in 0..2 {
                heap[i][j] += x[i] * x[j];
            }
            *y += heap[i][0] * heap[i][1];
        }
        for i in 0..2 {
            for j in 0..2 {
                filled[i][j] += t[i][j].sin() * list[i];
            }
        }
        let (a, b): (Complex<f64>, Complex<f64>) = (determinant(w), determinant(&filled));
        *y += a * b + copied[0] * copied[1];
    }

    #[test]
    fn locals_are_arrays_of_arrays() {
        let x = [complex(0.4), complex(0.7), complex(-0.3)];
        let w = [[complex(0.1), complex(0.8)], [complex(1.2), complex(-0.6)]];
        assert_eq!(locals::check(&mut complex(0.2), &x, &w), Ok(()));
        assert_eq!(determinant::check(&w), Ok(()));
    }

    #[reversible]
    fn scratched(y: &mut Complex<f64>, x: &[Complex<f64>], #[scratch] s: &mut [[Complex<f64>; 2]]) {
        for i in 0..x.len() {
            s[i][0] += x[i] * x[i];
            s[i][1] += s[i][0] * x[0];
            *y += s[i][1];
        }
    }

    #[test]
    fn scratch_is_an_array_of_arrays() {
        let x = [complex(0.4), complex(0.7)];
        let mut s = [[complex(5.0); 2]; 2];
        assert_eq!(scratched::check(&mut complex(0.2), &x, &mut s), Ok(()));
    }

    /// A caller with no use for the cotangents of the matrix.
    #[reversible]
    fn detached(y: &mut f64, x: f64, #[inactive] v: &[Vec<Complex<f64>>], a: &[[Complex<f64>; 3]; 3]) {
        two(y, v, v);
        *y += x * x;
        two_fixed(y, a, &a[1..]);
    }

    #[test]
    fn cotangents_may_be_thrown_away() {
        let v = rows(&[2, 3, 2], complex);
        assert_eq!(detached::check(&mut 0.3, 0.8, &v, &square()), Ok(()));
    }
}

#[reversible]
fn diffused<T: Real>(after: &mut [[T; 3]], before: &[[T; 3]], rate: T) {
    for (a, b) in after.iter_mut().zip(before) {
        for q in 0..3 {
            a[q] += b[q] + rate * b[(q + 1) % 3] * b[q];
        }
    }
}

/// Rows of one array, one part of which is read while another is changed.
#[reversible]
fn in_parts<T: Real>(out: &mut T, start: &[[T; 3]], rate: T, steps: usize) {
    let n = start.len();
    let mut f = vec![[T::zero(); 3]; n * (steps + 1)];
    for i in 0..n {
        f[i] += start[i];
    }
    for s in 0..steps {
        let at = s * n;
        diffused(&mut f[at + n..at + 2 * n], &f[at..at + n], rate);
    }
    for i in 0..n {
        *out += f[steps * n + i][i % 3];
    }
}

#[test]
fn parts_of_rows_are_lent_beside_one_another() {
    in_parts::check(&mut 0.1, &[[0.3, -0.2, 0.9], [0.5, 0.7, -0.4]], 0.2, 3).unwrap();
}

/// Rows are changed by a loop that reads lengths of the whole.
#[reversible]
fn weighted_rows(a: &mut [Vec<f64>], x: &[f64]) {
    for i in 0..a.len() {
        for k in 0..x.len() {
            a[i][k] += x[k] * x[k] * (a.len() as f64) * (a[i].len() as f64);
        }
    }
}

/// Neighbouring rows are read together, at several offsets, beside rows of a constant length.
#[reversible]
fn neighbours(y: &mut f64, a: &[Vec<f64>], b: &[[f64; 3]]) {
    for i in 1..a.len() {
        for k in 0..a[i].len() - 1 {
            *y += a[i][k] * a[i - 1][k + 1] * b[i][k % 3];
        }
        for k in 0..3 {
            *y += b[i][k] * b[i - 1][k] * a[i][0];
        }
    }
}

#[test]
fn rows_are_visited_in_order() {
    let a = vec![vec![0.3, -0.7, 1.1], vec![0.9, 0.2, -0.4], vec![-1.2, 0.8, 0.5]];
    let b = [[0.1, 0.4, -0.3], [0.7, -0.2, 0.6], [0.5, 0.9, -1.0]];
    assert_eq!(weighted_rows::check(&mut a.clone(), &[0.5, 1.5]), Ok(()));
    assert_eq!(neighbours::check(&mut 0.3, &a, &b), Ok(()));
}
