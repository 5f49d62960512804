//! The programs: those of paper 003, section 10, and of its implementation's benchmarks.
//!
//! Each is written once over any number, for every engine, and once with fused rules.

use std::ops::{Add, Div, Mul, Sub};

use retrograde::tape::fused::{Fused, dot, matvec, sum};

/// The operations on numbers that the programs need.
pub(super) trait Number:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Mul<f64, Output = Self>
    + Div<Output = Self>
{
    /// The hyperbolic tangent.
    fn tanh(self) -> Self;
}

/// The inputs of a program: an array where they are few, else a vector.
pub(super) trait Inputs: AsRef<[f64]> {
    /// This container with another type of number.
    type Of<N: Copy>: AsRef<[N]>;
    /// Converts the numbers.
    fn each<N: Copy>(&self, make: impl FnMut(f64) -> N) -> Self::Of<N>;
}

impl<const L: usize> Inputs for [f64; L] {
    type Of<N: Copy> = [N; L];
    fn each<N: Copy>(&self, make: impl FnMut(f64) -> N) -> [N; L] {
        self.map(make)
    }
}

impl Inputs for Vec<f64> {
    type Of<N: Copy> = Vec<N>;
    fn each<N: Copy>(&self, make: impl FnMut(f64) -> N) -> Vec<N> {
        self.iter().copied().map(make).collect()
    }
}

/// A program with `M` results.
pub(super) trait Program<const M: usize> {
    /// The type of its inputs.
    type X: Inputs;
    /// Its name in the output.
    fn name(&self) -> String;
    /// Returns the point of evaluation.
    fn inputs(&self) -> Self::X;
    /// Returns the number of operations on numbers.
    fn operations(&self) -> usize;
    /// Runs the program.
    fn plain<N: Number>(&self, x: &[N]) -> [N; M];
    /// Runs the program with fused rules, if it has any.
    fn fused<N: Number + Fused>(&self, x: &[N]) -> [N; M] {
        self.plain(x)
    }
}

/// Returns pseudorandom numbers between -1 and 1.
fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|i| (i as f64 * 0.618_033_988_749_895).fract() * 2.0 - 1.0).collect()
}

/// The product of two numbers.
pub(super) struct Product;

impl Program<1> for Product {
    type X = [f64; 2];
    fn name(&self) -> String {
        "mul".to_owned()
    }
    fn inputs(&self) -> [f64; 2] {
        [0.7, 1.3]
    }
    fn operations(&self) -> usize {
        1
    }
    fn plain<N: Number>(&self, x: &[N]) -> [N; 1] {
        [x[0] * x[1]]
    }
}

/// The dot product of two vectors of this length.
pub(super) struct Dot(pub(super) usize);

fn plain_dot<N: Number>(a: &[N], b: &[N]) -> N {
    let mut products = a.iter().zip(b).map(|(a, b)| *a * *b);
    let first = products.next().expect("vectors have elements");
    products.fold(first, |sum, product| sum + product)
}

impl Program<1> for Dot {
    type X = Vec<f64>;
    fn name(&self) -> String {
        format!("dot/{}", self.0)
    }
    fn inputs(&self) -> Vec<f64> {
        numbers(2 * self.0)
    }
    fn operations(&self) -> usize {
        2 * self.0 - 1
    }
    fn plain<N: Number>(&self, x: &[N]) -> [N; 1] {
        let (a, b) = x.split_at(self.0);
        [plain_dot(a, b)]
    }
    fn fused<N: Number + Fused>(&self, x: &[N]) -> [N; 1] {
        let (a, b) = x.split_at(self.0);
        [dot(a, b)]
    }
}

/// The sum of the product of a square matrix of this size and a vector.
pub(super) struct MatrixVector(pub(super) usize);

impl Program<1> for MatrixVector {
    type X = Vec<f64>;
    fn name(&self) -> String {
        format!("sum_mat_vec/{}x{}", self.0, self.0)
    }
    fn inputs(&self) -> Vec<f64> {
        numbers(self.0 * (self.0 + 1))
    }
    fn operations(&self) -> usize {
        self.0 * (2 * self.0 - 1) + self.0 - 1
    }
    fn plain<N: Number>(&self, x: &[N]) -> [N; 1] {
        let (m, v) = x.split_at(self.0 * self.0);
        let mut rows = m.chunks_exact(self.0).map(|row| plain_dot(row, v));
        let first = rows.next().expect("the matrix has rows");
        [rows.fold(first, |sum, row| sum + row)]
    }
    fn fused<N: Number + Fused>(&self, x: &[N]) -> [N; 1] {
        let (m, v) = x.split_at(self.0 * self.0);
        [sum(&matvec(m, v))]
    }
}

/// A vector rotated by a quaternion: all three rows of the Jacobian.
pub(super) struct Rotation;

impl Program<3> for Rotation {
    type X = [f64; 7];
    fn name(&self) -> String {
        "rotate_vec_by_quat".to_owned()
    }
    fn inputs(&self) -> [f64; 7] {
        [1.0, 2.0, 3.0, 0.1, 0.2, 0.3, 0.9]
    }
    fn operations(&self) -> usize {
        2 * 9 + 3 * 4
    }
    fn plain<N: Number>(&self, x: &[N]) -> [N; 3] {
        let (v, u, w) = ([x[0], x[1], x[2]], [x[3], x[4], x[5]], x[6]);
        let cross = |a: [N; 3], b: [N; 3]| {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        };
        let t = cross(u, v);
        let s = cross(u, t);
        std::array::from_fn(|i| v[i] + (t[i] * w + s[i]) * 2.0)
    }
}

/// Four particles in the plane, pulled to the origin and slowed down: 1,000 steps of 0.05.
pub(super) struct Particles;

const STEPS: usize = 1000;

impl Program<1> for Particles {
    type X = [f64; 16];
    fn name(&self) -> String {
        "particles".to_owned()
    }
    fn inputs(&self) -> [f64; 16] {
        std::array::from_fn(|i| 1.0 - 0.15 * i as f64)
    }
    fn operations(&self) -> usize {
        STEPS * 8 * 7 + 7
    }
    fn plain<N: Number>(&self, x: &[N]) -> [N; 1] {
        let mut p: [N; 8] = std::array::from_fn(|i| x[i]);
        let mut v: [N; 8] = std::array::from_fn(|i| x[8 + i]);
        for _ in 0..STEPS {
            for (p, v) in p.iter_mut().zip(&mut v) {
                let acceleration = *p * -0.5 - *v * 0.2;
                *v = *v + acceleration * 0.05;
                *p = *p + *v * 0.05;
            }
        }
        [p[1..].iter().fold(p[0], |sum, p| sum + *p)]
    }
}

/// A layer of a neural network with 50 inputs, 100 hidden and 50 outputs, which are summed.
pub(super) struct Neural;

const WIDTH: usize = 50;
const HIDDEN: usize = 100;

impl Program<1> for Neural {
    type X = Vec<f64>;
    fn name(&self) -> String {
        "neural".to_owned()
    }
    fn inputs(&self) -> Vec<f64> {
        numbers(WIDTH + HIDDEN * (WIDTH + 1) + WIDTH * (HIDDEN + 1)).iter().map(|x| x * 0.3).collect()
    }
    fn operations(&self) -> usize {
        HIDDEN * (2 * WIDTH + 1) + WIDTH * (2 * HIDDEN + 1) + WIDTH - 1
    }
    fn plain<N: Number>(&self, x: &[N]) -> [N; 1] {
        let (x, rest) = x.split_at(WIDTH);
        let (m, rest) = rest.split_at(HIDDEN * WIDTH);
        let (b, rest) = rest.split_at(HIDDEN);
        let (n, c) = rest.split_at(WIDTH * HIDDEN);
        let hidden: Vec<N> =
            m.chunks_exact(WIDTH).zip(b).map(|(row, b)| (plain_dot(row, x) + *b).tanh()).collect();
        let mut outputs = n.chunks_exact(HIDDEN).zip(c).map(|(row, c)| (plain_dot(row, &hidden) + *c).tanh());
        let first = outputs.next().expect("the layer has outputs");
        [outputs.fold(first, |sum, y| sum + y)]
    }
    fn fused<N: Number + Fused>(&self, x: &[N]) -> [N; 1] {
        let (x, rest) = x.split_at(WIDTH);
        let (m, rest) = rest.split_at(HIDDEN * WIDTH);
        let (b, rest) = rest.split_at(HIDDEN);
        let (n, c) = rest.split_at(WIDTH * HIDDEN);
        let layer = |m: &[N], x: &[N], b: &[N]| -> Vec<N> {
            matvec(m, x).into_iter().zip(b).map(|(y, b)| Number::tanh(y + *b)).collect()
        };
        [sum(&layer(n, &layer(m, x, b), c))]
    }
}
