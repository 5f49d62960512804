//! The operation against differences and by hand: both types, any layout, any number of dimensions, and what does not fit.

use candle_core::{DType, Device, Tensor, Var};
use retrograde::prelude::*;
use retrograde_candle::Rows;

/// Two numbers of three.
#[reversible]
fn mixed<T: Real>(out: &mut [T; 2], x: &[T; 3]) {
    out[0] += x[0] * x[1].sin();
    out[1] += x[2].exp() - x[0] * x[2];
}

fn value(x: &[f64]) -> [f64; 2] {
    [x[0] * x[1].sin(), x[2].exp() - x[0] * x[2]]
}

fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|i| (i as f64 * 1.3).sin()).collect()
}

#[test]
fn rows_of_any_layout() {
    for dtype in [DType::F64, DType::F32] {
        let precision = if dtype == DType::F64 { 1e-14 } else { 1e-5 };
        // A batch of 4 by 2 rows; stored by columns, so that no row is contiguous.
        let x = Var::from_vec(numbers(24), (3, 2, 4), &Device::Cpu).unwrap();
        let rows = x.to_dtype(dtype).unwrap().permute((2, 1, 0)).unwrap();
        let y = rows.apply_op1(Rows(mixed {})).unwrap();
        assert_eq!((y.dims(), y.dtype()), (&[4, 2, 2][..], dtype));
        let weights = Tensor::from_vec(numbers(16), (4, 2, 2), &Device::Cpu).unwrap();
        let loss = (y.to_dtype(DType::F64).unwrap() * &weights).unwrap().sum_all().unwrap();
        let x_bar = loss.backward().unwrap().get(&x).unwrap().permute((2, 1, 0)).unwrap();
        let flat =
            |t: &Tensor| t.to_dtype(DType::F64).unwrap().flatten_all().unwrap().to_vec1::<f64>().unwrap();
        let (x, y, x_bar, weights) = (flat(&rows), flat(&y), flat(&x_bar), flat(&weights));
        for r in 0..8 {
            let (x, w) = (&x[3 * r..][..3], &weights[2 * r..][..2]);
            let by_hand =
                [w[0] * x[1].sin() - w[1] * x[2], w[0] * x[0] * x[1].cos(), w[1] * (x[2].exp() - x[0])];
            for i in 0..2 {
                assert!((y[2 * r + i] - value(x)[i]).abs() < precision);
            }
            for (i, expected) in by_hand.iter().enumerate() {
                assert!((x_bar[3 * r + i] - expected).abs() < precision, "{dtype:?}");
            }
        }
    }
}

#[test]
fn a_single_row_and_none() {
    let x = Tensor::new(&[1.0, 2.0, 0.0], &Device::Cpu).unwrap();
    assert_eq!(x.apply_op1(Rows(mixed {})).unwrap().to_vec1::<f64>().unwrap(), value(&[1.0, 2.0, 0.0]));
    let none = Tensor::zeros((0, 3), DType::F32, &Device::Cpu).unwrap();
    assert_eq!(none.apply_op1(Rows(mixed {})).unwrap().dims(), [0, 2]);
}

#[test]
fn what_does_not_fit_is_an_error() {
    let complaint = |x: Tensor| x.apply_op1(Rows(mixed {})).unwrap_err().to_string();
    let zeros = |n: usize, dtype| Tensor::zeros((2, n), dtype, &Device::Cpu).unwrap();
    assert!(complaint(zeros(4, DType::F32)).contains("`mixed` takes 3 numbers, and a row has 4"));
    assert!(complaint(zeros(3, DType::U32)).contains("runs at f32 and f64"));
    assert!(complaint(Tensor::new(1.0, &Device::Cpu).unwrap()).contains("unsqueeze"));
}
