//! Directions and second derivatives of functions whose arguments or values are no plain lists of numbers: each is compared with
//! differences of values or of gradients.

use retrograde::prelude::*;
use retrograde_testkit::{assert_all_close, finite_difference};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Differentiable, PartialEq)]
struct Spring<T> {
    stiffness: T,
    rest: T,
}

#[derive(Clone, Debug, Differentiable)]
struct Chain<T> {
    springs: Vec<Spring<T>>,
    #[differentiable(skip)]
    name: String,
    ends: [T; 2],
}

#[reversible]
fn energy<T: Real>(spring: &Spring<T>, x: T) -> T {
    spring.stiffness * (x - spring.rest).sin() * x
}

fn spring(p: &[f64]) -> Spring<f64> {
    Spring { stiffness: p[0], rest: p[1] }
}

/// Compares the Hessian of a function of a flat argument with differences of its gradients.
fn hessian_of(gradient: impl Fn(&[f64]) -> Vec<f64>, at: &[f64]) -> Vec<Vec<f64>> {
    (0..at.len()).map(|j| finite_difference::gradient(|x: &[f64]| gradient(x)[j], at)).collect()
}

#[test]
fn a_structure_and_a_number() {
    let at = [2.0, 0.5, 3.0];
    let flat = |(s, x): &(SpringShadow<f64>, f64)| vec![s.stiffness, s.rest, *x];
    let gradient = |p: &[f64]| flat(&energy::jacobian((&spring(p), p[2])).rows[0]);
    let rows: Vec<Vec<f64>> = energy::hessian((&spring(&at), at[2])).iter().map(flat).collect();
    let expected = hessian_of(gradient, &at);
    rows.iter().zip(&expected).for_each(|(row, expected)| assert_all_close!(row, expected, 1e-7));

    let along = [0.3, -1.5, 0.7];
    let second = energy::hessian_vector_product((&spring(&at), at[2]), (&spring(&along), along[2]));
    let dot = |row: &[f64]| row.iter().zip(&along).map(|(a, b)| a * b).sum::<f64>();
    assert_all_close!(flat(&second.product), rows.iter().map(|row| dot(row)).collect::<Vec<_>>(), 1e-12);
    assert_all_close!(flat(&second.gradient), gradient(&at), 1e-14);
    let (value, slope) = energy::jvp((&spring(&at), at[2]), (&spring(&along), along[2]));
    assert_eq!((value, value), (energy(&spring(&at), at[2]), second.value));
    assert_all_close!([slope, second.slope], [dot(&gradient(&at)); 2], 1e-14);
}

/// A structure of structures, a constant and a text, and a number by which no derivative is taken.
#[differentiable]
fn stretch<T: Real>(chain: &Chain<T>, loads: &[(T, usize)], #[inactive] g: T, h: f64) -> T {
    let mut sum = T::constant(h);
    for i in 0..chain.springs.len() {
        let spring = &chain.springs[i];
        sum += spring.stiffness * (spring.rest * chain.ends[0]).cos() * g;
    }
    for (load, place) in loads {
        sum += *load * *load * chain.springs[*place].rest * chain.ends[1];
    }
    sum
}

#[test]
fn structures_of_structures() {
    let at = [2.0, 0.5, 1.5, 0.8, 0.3, 0.9, 1.1, -0.4];
    let chain = |p: &[f64]| Chain {
        springs: vec![spring(p), spring(&p[2..])],
        name: "spring".to_string(),
        ends: [p[4], p[5]],
    };
    let loads = |p: &[f64]| [(p[6], 1), (p[7], 0)];
    macro_rules! flat {
        ($row:expr) => {{
            let (chain, loads) = $row;
            let springs = chain.springs.iter().flat_map(|s| [s.stiffness, s.rest]);
            springs.chain(chain.ends).chain(loads.iter().map(|l| l.0)).collect::<Vec<f64>>()
        }};
    }
    let gradient = |p: &[f64]| flat!(&stretch::jacobian((&chain(p), &loads(p), 2.0, 0.5)).rows[0]);
    let rows = stretch::hessian((&chain(&at), &loads(&at), 2.0, 0.5));
    let rows: Vec<Vec<f64>> = rows.iter().map(|row| flat!(row)).collect();
    let expected = hessian_of(gradient, &at);
    assert_eq!(rows.len(), at.len());
    rows.iter().zip(&expected).for_each(|(row, expected)| assert_all_close!(row, expected, 1e-7));
    let along = [0.1, 0.2, -0.3, 0.4, 0.5, -0.6, 0.7, 0.8];
    let (_, slope) = stretch::jvp((&chain(&at), &loads(&at), 2.0, 0.5), (&chain(&along), &loads(&along)));
    assert_all_close!([slope], [gradient(&at).iter().zip(&along).map(|(a, b)| a * b).sum::<f64>()], 1e-13);
}

#[test]
fn a_jacobian_goes_to_a_slice() {
    let (x, p) = ([0.1, 0.7, 1.9], [spring(&[2.0, 0.5]), spring(&[1.5, 0.8])]);
    let j = fixed::jacobian((&x, &p));
    let row = |(by_x, by_p): &(Vec<f64>, Vec<SpringShadow<f64>>)| {
        let springs = by_p.iter().flat_map(|s| [s.stiffness, s.rest]);
        by_x.iter().copied().chain(springs).collect::<Vec<f64>>()
    };
    let rows: Vec<Vec<f64>> = j.rows.iter().map(row).collect();
    let (mut by_rows, mut by_columns) = ([0.0; 14], [0.0; 14]);
    assert_eq!(fixed::jacobian_by_rows((&x, &p), &mut by_rows), j.value);
    fixed::jacobian_by_columns((&x, &p), &mut by_columns);
    assert_eq!(by_rows[..], rows.concat()[..]);
    assert_eq!((by_columns[0], by_columns[1], by_columns[13]), (rows[0][0], rows[1][0], rows[1][6]));
    let mut of_state = [0.0; 6];
    let left = kicked::jacobian_by_rows((&spring(&[2.0, 1.0]), 0.0), &mut of_state);
    assert_eq!((left, of_state), (spring(&[2.0, 1.0]), [1.0, 0.0, 0.0, 0.0, 1.0, 2.0]));
    spring(&[2.0, 0.5]).force_jacobian_by_rows(0.5, &mut of_state[..3]);
    assert_eq!(of_state[..3], [0.0, -2.0, 2.0]);
}

/// The value is a vector of structures.
#[differentiable]
fn moved<T: Real>(springs: &Vec<Spring<T>>, x: T) -> Vec<Spring<T>> {
    let mut all = Vec::new();
    for s in springs {
        all.push(Spring { stiffness: s.stiffness * x, rest: s.rest * s.rest + x });
    }
    all
}

#[test]
fn a_value_of_structures_has_a_tangent_of_them() {
    let at = vec![spring(&[2.0, 3.0]), spring(&[5.0, 7.0])];
    let along = vec![spring(&[0.1, 0.2]), spring(&[0.3, 0.4])];
    let (value, tangent) = moved::jvp((&at, 10.0), (&along, 1.0));
    assert_eq!(value, moved(&at, 10.0));
    let numbers: Vec<f64> = tangent.iter().flat_map(|s| [s.stiffness, s.rest]).collect();
    assert_all_close!(numbers, [1.0 + 2.0, 1.2 + 1.0, 3.0 + 5.0, 5.6 + 1.0], 1e-14);
}

/// State is a structure, an array has a constant length.
#[reversible]
fn push<T: Real, const N: usize>(sum: &mut T, springs: &[Spring<T>; N], x: &[T; N]) {
    for i in 0..N {
        *sum += springs[i].stiffness * x[i] * x[i];
    }
}

#[reversible]
fn kicked<T: Real>(spring: &mut Spring<T>, x: T) {
    spring.rest += spring.stiffness * x.sin();
}

#[test]
fn state_is_a_part_of_the_value() {
    let springs = [spring(&[2.0, 0.0]), spring(&[3.0, 0.0])];
    let rows = push::hessian((&1.0, &springs, &[5.0, 7.0]));
    assert_eq!(rows.len(), 7);
    let by_x = |row: &(f64, [SpringShadow<f64>; 2], [f64; 2])| (row.0, row.1[0].stiffness, row.2);
    assert_eq!(by_x(&rows[0]), (0.0, 0.0, [0.0, 0.0]));
    assert_eq!(by_x(&rows[1]), (0.0, 0.0, [10.0, 0.0]));
    assert_eq!(by_x(&rows[5]), (0.0, 10.0, [4.0, 0.0]));
    assert_eq!(by_x(&rows[6]), (0.0, 0.0, [0.0, 6.0]));
    let (left, tangent) = kicked::jvp((&spring(&[2.0, 1.0]), 0.0), (&spring(&[0.5, 0.25]), 3.0));
    assert_eq!((left, tangent), (spring(&[2.0, 1.0]), spring(&[0.5, 6.25])));
}

#[reversible]
impl<T: Real> Spring<T> {
    fn force(&self, x: T) -> T {
        self.stiffness * (x - self.rest).sin()
    }

    fn relax(&mut self, by: T) {
        self.rest += by * by * self.stiffness;
    }
}

#[test]
fn a_method_takes_its_direction_last() {
    let at = spring(&[2.0, 0.5]);
    let (value, tangent) = at.force_jvp(1.5, (&spring(&[0.1, 0.2]), 0.7));
    let (sine, cosine) = 1.0_f64.sin_cos();
    assert_all_close!([value, tangent], [2.0 * sine, 0.1 * sine + 2.0 * cosine * 0.5], 1e-14);
    let rows = at.force_hessian(1.5);
    let flat = |(s, x): &(SpringShadow<f64>, f64)| [s.stiffness, s.rest, *x];
    let flat: Vec<[f64; 3]> = rows.iter().map(flat).collect();
    assert_all_close!(
        flat.concat(),
        [0.0, -cosine, cosine, -cosine, -2.0 * sine, 2.0 * sine, cosine, 2.0 * sine, -2.0 * sine],
        1e-14
    );
    // In single precision, too, as the block says.
    let single = Spring { stiffness: 2.0_f32, rest: 0.5 };
    let second = single.force_hessian_vector_product(1.5, (&Spring { stiffness: 0.0, rest: 1.0 }, 0.0));
    assert!((second.product.1 - 2.0 * sine as f32).abs() < 1e-6 && (second.value - 2.0 * sine).abs() < 1e-6);
    let (left, tangent) = at.relax_jvp(3.0, (&spring(&[1.0, 1.0]), 1.0));
    assert_eq!((left, tangent), (spring(&[2.0, 18.5]), spring(&[1.0, 1.0 + 9.0 + 12.0])));
}

#[differentiable(generic)]
fn written(table: &BTreeMap<u32, f64>, x: &Vec<f64>) -> f64 {
    let mut sum = 0.0;
    for (_, weight) in table {
        for x in x {
            sum += *weight * *weight * x.sin();
        }
    }
    sum
}

#[test]
fn maps_and_vectors() {
    let table = |p: &[f64]| BTreeMap::from([(3, p[0]), (1, p[1])]);
    let flat =
        |(table, x): &(BTreeMap<u32, f64>, Vec<f64>)| table.values().chain(x).copied().collect::<Vec<_>>();
    let at = [2.0, 0.5, 1.1, 0.4];
    let gradient = |p: &[f64]| {
        let row = flat(&written::jacobian((&table(p), &p[2..].to_vec())).rows[0]);
        vec![row[1], row[0], row[2], row[3]]
    };
    let rows = written::hessian((&table(&at), &at[2..].to_vec()));
    let expected = hessian_of(gradient, &at);
    for (row, i) in rows.iter().zip([1, 0, 2, 3]) {
        let row = flat(row);
        assert_all_close!([row[1], row[0], row[2], row[3]], expected[i], 1e-7);
    }
}

#[differentiable]
fn fixed(x: &[f64], springs: &[Spring<f64>]) -> Vec<f64> {
    let mut all = Vec::new();
    for i in 0..springs.len() {
        all.push(springs[i].stiffness * (x[i + 1] - x[i] - springs[i].rest).tanh());
    }
    all
}

#[reversible]
fn single(x: f32, y: &f32) -> f32 {
    x * y.sin()
}

#[reversible]
fn kept(spring: &mut Spring<f64>, x: &[f64]) {
    spring.rest += x[0] * spring.stiffness;
    spring.stiffness += x[1] * x[1];
}

#[reversible]
impl Spring<f64> {
    fn plain(&self, x: f64) -> f64 {
        self.stiffness * (x - self.rest) * x
    }
}

#[differentiable]
fn slice(x: &[f64], y: f64) -> f64 {
    x[0] * x[1] * y
}

#[test]
fn what_is_written_at_one_number_has_directions_by_rows() {
    let (x, along) = ([0.1, 0.7, 1.9], [1.0, -0.5, 0.25]);
    let springs = |p: &[f64]| [spring(p), spring(&p[2..])];
    let (p, q) = ([2.0, 0.5, 1.5, 0.8], [0.1, 0.2, -0.3, 0.4]);
    let (value, tangent) = fixed::jvp((&x, &springs(&p)), (&along, &springs(&q)));
    assert_eq!(value, fixed(&x, &springs(&p)));
    let at = |t: f64| {
        let moved = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a + t * b).collect::<Vec<_>>();
        fixed(&moved(&x, &along), &springs(&moved(&p, &q)))
    };
    let h = 1e-6;
    let expected: Vec<f64> = at(h).iter().zip(at(-h)).map(|(a, b)| (a - b) / (2.0 * h)).collect();
    assert_all_close!(tangent, expected, 1e-8);
    assert_eq!(single::jvp((2.0, &0.0), (1.0, 3.0)), (0.0, 6.0));
    let (left, tangent) = kept::jvp((&spring(&[2.0, 0.5]), &[3.0, 4.0]), (&spring(&[1.0, 1.0]), &[1.0, 0.5]));
    assert_eq!((left, tangent), (spring(&[18.0, 6.5]), spring(&[5.0, 1.0 + 2.0 + 3.0])));
    assert_eq!(spring(&[2.0, 0.5]).plain_jvp(1.0, (&spring(&[1.0, 0.0]), 2.0)), (1.0, 0.5 + 2.0 * 2.0 * 1.5));
    assert_eq!(slice::jvp((&[2.0, 3.0], 5.0), (&[1.0, 10.0], 100.0)), (30.0, 15.0 + 100.0 + 600.0));
}

#[test]
#[should_panic(expected = "a Hessian is that of one number, and there are 4")]
fn a_hessian_is_that_of_one_number() {
    let _ = moved::hessian((&vec![spring(&[2.0, 3.0]), spring(&[5.0, 7.0])], 10.0));
}

#[test]
#[should_panic(expected = "a direction has 1 elements where the argument has 2")]
fn a_direction_has_the_shape_of_its_argument() {
    moved::jvp((&vec![spring(&[2.0, 3.0]), spring(&[5.0, 7.0])], 10.0), (&vec![spring(&[2.0, 3.0])], 1.0));
}
