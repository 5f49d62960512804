//! Arrays that a condition chooses: `if c { [a, b] } else { [b, a] }`.
//!
//! Takes the lowered arms of a branch with a value. Law: all arms have the same lengths, as their tokens show, so
//! that each number of an arm is added to its own place.

use super::Lowering;
use super::iterate::number;
use super::place::extend;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::Extent;

impl Lowering {
    /// Returns the common type of all arms and the arms element by element; nothing if an arm is not an array of
    /// numbers.
    pub(super) fn arrays_alike(
        &mut self,
        values: &[Expr],
        written: &[&syn::Expr],
    ) -> Option<Result<(Type, Vec<Expr>), Expr>> {
        let all: Vec<(Vec<usize>, Expr)> = values.iter().map(|e| self.spread(e)).collect::<Option<_>>()?;
        let lengths = all.first()?.0.clone();
        if let Some(at) = all.iter().position(|(other, _)| *other != lengths) {
            let (first, other) = (shown(written[0]), shown(written[at]));
            let message = format!("`{first}` and `{other}` are arrays of different lengths");
            let help = "give each side of the branch as many elements";
            return Some(Err(self.outside(Extent::of(written[at]), message, help)));
        }
        let ty = lengths
            .iter()
            .rev()
            .fold(Type::Real, |item, length| Type::Array(Box::new(item), Constant::integer(*length)));
        let real = |((_, value), written): ((_, Expr), &&syn::Expr)| self.each_real(value, written);
        Some(Ok((ty, all.into_iter().zip(written).map(real).collect())))
    }

    fn each_real(&mut self, value: Expr, written: &syn::Expr) -> Expr {
        match value {
            Expr::List(items) => {
                Expr::List(items.into_iter().map(|item| self.each_real(item, written)).collect())
            }
            item => self.as_real(item, written),
        }
    }

    /// Returns the lengths of an array of numbers, and a list of its elements.
    fn spread(&self, e: &Expr) -> Option<(Vec<usize>, Expr)> {
        let items: Vec<Expr> = match e {
            Expr::List(items) if !items.is_empty() => items.clone(),
            Expr::Read(place) => match self.type_of(place) {
                Type::Array(item, length) if item.of_reals() => {
                    let length = length.as_usize()?;
                    let at = |i| extend(place.clone(), Projection::Index(number(i)));
                    (0..length).map(|i| Expr::Read(at(i))).collect()
                }
                _ => return None,
            },
            _ => return None,
        };
        if items.iter().any(|item| matches!(self.kind(item), Kind::Number(_))) {
            return None;
        }
        let count = items.len();
        let inner: Vec<Option<(Vec<usize>, Expr)>> = items.iter().map(|item| self.spread(item)).collect();
        if !inner.iter().any(Option::is_some) {
            Some((vec![count], Expr::List(items)))
        } else {
            let (lengths, items): (Vec<_>, Vec<_>) =
                inner.into_iter().collect::<Option<Vec<_>>>()?.into_iter().unzip();
            let first = lengths.first()?.clone();
            let alike = lengths.iter().all(|other| *other == first);
            alike.then(|| ([vec![count], first].concat(), Expr::List(items)))
        }
    }
}
