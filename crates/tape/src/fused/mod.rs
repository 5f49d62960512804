//! Fused rules: many operations as one entry of the tape.
//!
//! `rules` records them, `Fusion::pull` pulls cotangents back through them, `operands` stores what they read. Law:
//! the value is that of the plain operations in their plain order, bit for bit.

mod operands;
mod record;
mod rules;

pub(crate) use operands::Operands;
pub(crate) use record::{own, own_into};
pub use rules::{Fused, axpy, dot, logsumexp, matvec, norm, sum, weighted};

use crate::custom::room;
use crate::sweep::Bar;
use crate::tape::Side;
use crate::{Error, Scalar};

/// The data that a fused rule stores for the reverse pass. The results are identified by their position.
pub(crate) enum Fusion<T> {
    /// `y = Σ xᵢ`
    Sum { x: Operands },
    /// `ȳ` times a partial for each operand; the partials are stored instead of the operands' values.
    Row { x: Operands },
    /// `y = Σ aᵢ bᵢ`
    Dot { a: Operands, b: Operands },
    /// `yᵢ = Σⱼ mᵢⱼ xⱼ`, as many rows as results.
    Product { m: Operands, x: Operands },
    /// `zᵢ = a xᵢ + yᵢ`
    Axpy { a: Operands, x: Operands, y: Operands },
    /// A rule from outside this module.
    Own { x: Operands, rule: Box<dyn Own<T>> },
}

/// A rule with a pullback of its own.
pub(crate) trait Own<T>: Send + Sync {
    /// Adds the contribution of `y_bar` to `x_bar`, at the operands `x`.
    fn pull(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) -> Result<(), Error>;
}

impl<T> std::fmt::Debug for Fusion<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Fusion::Sum { .. } => "sum",
            Fusion::Row { .. } => "row",
            Fusion::Dot { .. } => "dot",
            Fusion::Product { .. } => "product",
            Fusion::Axpy { .. } => "axpy",
            Fusion::Own { .. } => "own",
        })
    }
}

impl<T: Scalar> Fusion<T> {
    /// Propagates the cotangents of the results to those of the operands, which are in `below`.
    pub(crate) fn pull<C: Bar<T>>(
        &self,
        side: &Side<T>,
        results: &[C],
        below: &mut [C],
    ) -> Result<(), Error> {
        let one = T::constant(1.0);
        match self {
            Fusion::Sum { x } => x.add_all(side, below, one, results[0]),
            Fusion::Row { x } => x.add_scaled(side, below, x.values(side), results[0]),
            Fusion::Dot { a, b } => {
                a.add_scaled(side, below, b.values(side), results[0]);
                b.add_scaled(side, below, a.values(side), results[0]);
            }
            Fusion::Product { m, x } => {
                let columns = x.len();
                for (i, &cotangent) in results.iter().enumerate() {
                    if cotangent.is_untouched() {
                        continue;
                    }
                    let row = i * columns..(i + 1) * columns;
                    if !m.are_constant() {
                        m.part(row.clone()).add_scaled(side, below, x.values(side), cotangent);
                    }
                    if !x.are_constant() {
                        x.add_scaled(side, below, &m.values(side)[row], cotangent);
                    }
                }
            }
            Fusion::Axpy { a, x, y } => {
                for (i, &cotangent) in results.iter().enumerate() {
                    if cotangent.is_untouched() {
                        continue;
                    }
                    if !a.are_constant() {
                        a.add_all(side, below, x.values(side)[i], cotangent);
                    }
                    if !x.are_constant() {
                        x.part(i..i + 1).add_all(side, below, a.values(side)[0], cotangent);
                    }
                    y.part(i..i + 1).add_all(side, below, one, cotangent);
                }
            }
            Fusion::Own { x, rule } => {
                for row in 0..C::ROWS {
                    if results.iter().all(|bar| bar.row(row).is_untouched()) {
                        continue;
                    }
                    room(results.len(), |y_bar: &mut [T]| {
                        y_bar.iter_mut().zip(results).for_each(|(to, bar)| *to = bar.row(row).settled());
                        room(x.len(), |x_bar: &mut [T]| {
                            rule.pull(x.values(side), y_bar, x_bar)?;
                            x.add_row(side, below, row, x_bar);
                            Ok(())
                        })
                    })?;
                }
            }
        }
        Ok(())
    }
}
