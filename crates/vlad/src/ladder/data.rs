//! [`Data`]: first-order values, the inputs, results and cotangents of the ladder's programs.
//!
//! A value is stored flat, in the order in which it is printed, so that a list of a million elements is copied and
//! dropped as easily as a number. Law: [`reals`](Data::reals) go from left to right, the order of their identifiers.

use std::fmt;

use crate::print::Number;

/// A piece of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Piece {
    /// A pair; its head and then its tail follow.
    Pair,
    /// The empty list.
    Nil,
    /// `#t` or `#f`.
    Boolean(bool),
    /// A number.
    Real(f64),
}

/// A value without procedures: numbers, booleans, the empty list, and pairs of such.
#[derive(Clone, Debug, PartialEq)]
pub struct Data(pub(crate) Vec<Piece>);

impl Data {
    /// A number.
    pub fn real(x: f64) -> Data {
        Data(vec![Piece::Real(x)])
    }

    /// `#t` or `#f`.
    pub fn boolean(b: bool) -> Data {
        Data(vec![Piece::Boolean(b)])
    }

    /// The empty list.
    pub fn nil() -> Data {
        Data(vec![Piece::Nil])
    }

    /// A pair.
    pub fn pair(head: Data, tail: Data) -> Data {
        let mut all = vec![Piece::Pair];
        all.extend(head.0);
        all.extend(tail.0);
        Data(all)
    }

    /// A list.
    pub fn list(items: impl IntoIterator<Item = Data>) -> Data {
        let mut all = Vec::new();
        for item in items {
            all.push(Piece::Pair);
            all.extend(item.0);
        }
        all.push(Piece::Nil);
        Data(all)
    }

    /// A list of numbers.
    pub fn reals_list(items: impl IntoIterator<Item = f64>) -> Data {
        Data::list(items.into_iter().map(Data::real))
    }

    /// Returns the numbers from left to right.
    pub fn reals(&self) -> impl Iterator<Item = f64> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Real(x) => Some(*x),
            Piece::Pair | Piece::Nil | Piece::Boolean(_) => None,
        })
    }

    /// Returns the number, if the value is one.
    pub fn as_real(&self) -> Option<f64> {
        match self.0.as_slice() {
            [Piece::Real(x)] => Some(*x),
            _ => None,
        }
    }

    /// Replaces the numbers by others; keeps the shape.
    #[must_use]
    pub fn with_reals(&self, mut reals: impl FnMut(usize) -> f64) -> Data {
        let mut count = 0;
        let pieces = self.0.iter().map(|piece| match piece {
            Piece::Real(_) => {
                count += 1;
                Piece::Real(reals(count - 1))
            }
            Piece::Pair | Piece::Nil | Piece::Boolean(_) => *piece,
        });
        Data(pieces.collect())
    }

    /// Returns the number of pairs and leaves, which is the time needed to read the value.
    pub fn size(&self) -> usize {
        self.0.len()
    }
}

impl fmt::Display for Data {
    /// Prints the value as VLAD does: `(1 (2 . 3) #t)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The work that is left.
        enum Rest {
            Item,
            Tail,
        }
        let mut rest = vec![Rest::Item];
        for piece in &self.0 {
            match (rest.pop(), piece) {
                (Some(Rest::Item) | None, Piece::Pair) => {
                    f.write_str("(")?;
                    rest.extend([Rest::Tail, Rest::Item]);
                    continue;
                }
                (Some(Rest::Tail), Piece::Pair) => {
                    f.write_str(" ")?;
                    rest.extend([Rest::Tail, Rest::Item]);
                    continue;
                }
                (Some(Rest::Tail), Piece::Nil) => f.write_str(")")?,
                (Some(Rest::Tail), leaf) => {
                    f.write_str(" . ")?;
                    write_leaf(f, *leaf)?;
                    f.write_str(")")?;
                }
                (Some(Rest::Item) | None, leaf) => write_leaf(f, *leaf)?,
            }
        }
        Ok(())
    }
}

fn write_leaf(f: &mut fmt::Formatter<'_>, leaf: Piece) -> fmt::Result {
    match leaf {
        Piece::Pair => Ok(()),
        Piece::Nil => f.write_str("()"),
        Piece::Boolean(b) => f.write_str(if b { "#t" } else { "#f" }),
        Piece::Real(x) => write!(f, "{}", Number(x)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_vlad_writes_them() {
        let pair = Data::pair(Data::real(2.0), Data::real(3.0));
        let list = Data::list([Data::real(1.0), pair.clone(), Data::boolean(true), Data::nil()]);
        assert_eq!(pair.to_string(), "(2 . 3)");
        assert_eq!(list.to_string(), "(1 (2 . 3) #t ())");
        assert_eq!(Data::pair(list.clone(), pair).to_string(), "((1 (2 . 3) #t ()) 2 . 3)");
        assert_eq!(Data::nil().to_string(), "()");
        assert_eq!(list.reals().collect::<Vec<_>>(), [1.0, 2.0, 3.0]);
        assert_eq!(list.with_reals(|i| i as f64).to_string(), "(0 (1 . 2) #t ())");
    }
}
