//! [`dependences`]: how a primitive depends on its arguments, read off the partials of the rule table.
//!
//! The partials are computed at numbers that carry which arguments they contain. A partial that contains none and is zero shows that the
//! value does not depend on the argument; one that contains an argument shows a second derivative that may differ from zero. So no
//! primitive is named, and one of yours is treated alike.

use super::number::arithmetic;
use retrograde::Real;
use retrograde::rules::Rule;

/// The dependence of the value of a primitive on an argument.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Dependence {
    /// True if the partial is not zero by construction.
    pub(super) first: bool,
    /// The arguments that the partial depends on, as bits.
    pub(super) second: u32,
}

/// Returns how the value depends on each argument.
pub(super) fn dependences<R: Rule<N, A>, A: Copy, const N: usize>(
    x: [f64; N],
    y: f64,
    others: A,
) -> [Dependence; N] {
    let all = (1_u32 << N) - 1;
    // A partial that is a step, as those of a maximum are, is zero here and not there: the careful numbers see no argument in it.
    let loose = R::partials(
        std::array::from_fn(|i| Mask::<false>::argument(i, x[i])),
        Mask { value: y, contains: all },
        others,
    );
    let careful = R::partials(
        std::array::from_fn(|i| Mask::<true>::argument(i, x[i])),
        Mask { value: y, contains: all },
        others,
    );
    std::array::from_fn(|i| Dependence {
        first: loose[i].contains != 0 || loose[i].value != 0.0,
        second: careful[i].contains,
    })
}

/// A number and the arguments that it contains. One that is `CAREFUL` leaves out those on which a primitive does not depend, as a step
/// does not depend on where it is.
#[derive(Clone, Copy, Debug)]
struct Mask<const CAREFUL: bool> {
    value: f64,
    contains: u32,
}

impl<const CAREFUL: bool> Mask<CAREFUL> {
    /// An argument.
    fn argument(i: usize, value: f64) -> Self {
        Mask { value, contains: 1 << i }
    }
}

impl<const CAREFUL: bool> Real for Mask<CAREFUL> {
    fn constant(value: f64) -> Self {
        Mask { value, contains: 0 }
    }

    fn primal(self) -> f64 {
        self.value
    }

    fn apply<R: Rule<N, A>, A: Copy, const N: usize>(x: [Self; N], others: A) -> Self {
        let value = f64::apply::<R, A, N>(x.map(|x| x.value), others);
        let mut contains = x.map(|x| x.contains);
        if CAREFUL {
            let all = contains.iter().fold(0, |all, one| all | one);
            let arguments = x.map(|x| Mask::<false> { value: x.value, contains: x.contains });
            let partials = R::partials(arguments, Mask { value, contains: all }, others);
            for (contains, partial) in contains.iter_mut().zip(partials) {
                if partial.contains == 0 && partial.value == 0.0 {
                    *contains = 0;
                }
            }
        }
        Mask { value, contains: contains.iter().fold(0, |all, one| all | one) }
    }
}
arithmetic!([const CAREFUL: bool] Mask<CAREFUL>);

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde::rules::entries;

    fn of(first: bool, second: u32) -> Dependence {
        Dependence { first, second }
    }

    #[test]
    fn the_table_says_what_is_linear() {
        assert_eq!(dependences::<entries::Add, _, 2>([0.0, 0.0], 0.0, ()), [of(true, 0); 2]);
        assert_eq!(dependences::<entries::Mul, _, 2>([0.0, 0.0], 0.0, ()), [of(true, 0b10), of(true, 0b01)]);
        assert_eq!(dependences::<entries::Div, _, 2>([0.0, 1.0], 0.0, ()), [of(true, 0b10), of(true, 0b11)]);
        assert_eq!(dependences::<entries::Sin, _, 1>([0.3], 0.3_f64.sin(), ()), [of(true, 1)]);
        assert_eq!(dependences::<entries::Abs, _, 1>([-2.0], 2.0, ()), [of(true, 0)]);
        assert_eq!(dependences::<entries::Max, _, 2>([1.0, 2.0], 2.0, ()), [of(true, 0); 2]);
        assert_eq!(dependences::<entries::Floor, _, 1>([0.5], 0.0, ()), [of(false, 0)]);
    }
}
