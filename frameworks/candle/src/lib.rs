//! A reversible function as a custom operation of candle: [`Rows`] runs it forwards on each row of a batch, and backwards by its
//! own adjoint. (Paper 000, appendix E: a reversible function as a primitive of another system.)
//!
//! The framework records one operation, whatever the function computes, and stores nothing for it but its argument. The
//! function is generic over `T: Real` and runs at the type of the tensor, `f32` or `f64`, on the processor.
//!
//! ```
//! use candle_core::{Device, Tensor, Var};
//! use retrograde::prelude::*;
//! use retrograde_candle::Rows;
//!
//! #[reversible]
//! fn norm<T: Real>(x: &[T]) -> T {
//!     let mut sum = 0.0;
//!     for i in 0..x.len() {
//!         sum += x[i] * x[i];
//!     }
//!     sum.sqrt()
//! }
//!
//! let x = Var::new(&[[3.0_f32, 4.0], [0.6, 0.8]], &Device::Cpu)?;
//! let norms = x.apply_op1(Rows(norm {}))?;
//! assert_eq!(norms.to_vec2::<f32>()?, [[5.0], [1.0]]);
//! let gradients = norms.sum_all()?.backward()?;
//! assert_eq!(gradients.get(&x).unwrap().to_vec2::<f32>()?, [[0.6, 0.8], [0.6, 0.8]]);
//! # Ok::<(), candle_core::Error>(())
//! ```

use candle_core::{CpuStorage, CustomOp1, DType, Error, Layout, Result, Shape, Tensor, WithDType};
use retrograde::{Operator, Real};

/// An operation that applies a function to each row: of a tensor of shape `(…, n)` to one of shape `(…, m)`, where the function
/// takes `n` numbers to `m`.
///
/// # Errors
///
/// If the function does not take `n` numbers, or the tensor is neither of `f32` nor of `f64`.
#[derive(Clone, Copy, Debug)]
pub struct Rows<O>(pub O);

impl<O: Operator<f32> + Operator<f64>> Rows<O> {
    /// Returns the lengths of a row and of its image.
    fn lengths(&self, shape: &Shape) -> Result<(usize, usize)> {
        let Some(&n) = shape.dims().last() else {
            candle_core::bail!(
                "a function of rows is applied to a scalar: give it a dimension by `unsqueeze(0)`"
            );
        };
        let inputs = Operator::<f64>::inputs(&self.0);
        if !inputs.admits(n) {
            candle_core::bail!("`{}` takes {inputs}, and a row has {n}", Operator::<f64>::name(&self.0));
        }
        Ok((n, Operator::<f64>::outputs(&self.0, n)))
    }

    /// Applies the function to each row.
    fn forward<T: Real>(&self, x: &[T], layout: &Layout) -> Result<(Vec<T>, Shape)>
    where
        O: Operator<T>,
    {
        let (n, m) = self.lengths(layout.shape())?;
        // The storage may have any layout; the function takes a slice.
        let rows: Vec<T> = (0..layout.shape().elem_count()).map(|k| x[place(layout, k)]).collect();
        let mut dims = layout.shape().dims().to_vec();
        *dims.last_mut().expect("a row has a dimension") = m;
        let count = dims.iter().rev().skip(1).product::<usize>();
        let mut y = vec![T::constant(0.0); count * m];
        for r in 0..count {
            Operator::<T>::value(&self.0, &rows[r * n..][..n], &mut y[r * m..][..m]);
        }
        Ok((y, dims.into()))
    }

    /// Pulls the gradient of each image back to its row.
    fn backward<T: Real + WithDType>(&self, x: &Tensor, y_bar: &Tensor) -> Result<Tensor>
    where
        O: Operator<T>,
    {
        let (n, m) = self.lengths(x.shape())?;
        let (rows, y_bar) = (x.flatten_all()?.to_vec1::<T>()?, y_bar.flatten_all()?.to_vec1::<T>()?);
        let count = x.dims().iter().rev().skip(1).product::<usize>();
        let mut x_bar = vec![<T as Real>::constant(0.0); rows.len()];
        for r in 0..count {
            let x_bar = &mut x_bar[r * n..][..n];
            Operator::<T>::pull(&self.0, &rows[r * n..][..n], &y_bar[r * m..][..m], x_bar);
        }
        Tensor::from_vec(x_bar, x.shape(), x.device())
    }
}

/// Returns the place in storage of the number that comes after `k` others.
fn place(layout: &Layout, mut k: usize) -> usize {
    let mut place = layout.start_offset();
    for (dim, stride) in layout.dims().iter().zip(layout.stride()).rev() {
        place += k % dim * stride;
        k /= dim;
    }
    place
}

/// Returns the error for numbers of another type.
fn unsupported(found: DType) -> Error {
    Error::UnsupportedDTypeForOp(found, "a reversible function, which runs at f32 and f64").bt()
}

impl<O: Operator<f32> + Operator<f64>> CustomOp1 for Rows<O> {
    fn name(&self) -> &'static str {
        "reversible function"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        match storage {
            CpuStorage::F32(x) => self.forward(x, layout).map(|(y, shape)| (CpuStorage::F32(y), shape)),
            CpuStorage::F64(x) => self.forward(x, layout).map(|(y, shape)| (CpuStorage::F64(y), shape)),
            other => Err(unsupported(candle_core::backend::BackendStorage::dtype(other))),
        }
    }

    fn bwd(&self, x: &Tensor, _: &Tensor, y_bar: &Tensor) -> Result<Option<Tensor>> {
        match x.dtype() {
            DType::F32 => self.backward::<f32>(x, y_bar).map(Some),
            DType::F64 => self.backward::<f64>(x, y_bar).map(Some),
            other => Err(unsupported(other)),
        }
    }
}
