//! The rows of the Jacobians of a batch, side by side in one slice: those of an instance follow those of the one before.

/// The rows of some instances.
#[doc(hidden)]
#[derive(Debug)]
pub struct Rows<'a> {
    numbers: &'a mut [f64],
    /// The numbers of an instance, at least one.
    each: usize,
}

impl<'a> Rows<'a> {
    /// Takes the rows of instances that have so many numbers each.
    ///
    /// # Panics
    ///
    /// If the last instance has fewer.
    #[track_caller]
    pub fn new(numbers: &'a mut [f64], each: usize) -> Rows<'a> {
        let count = numbers.len();
        assert!(
            count % each == 0,
            "`rows` has {count} numbers, and the Jacobian of an instance {each}: a batch needs as many for every instance"
        );
        Rows { numbers, each }
    }

    /// The number of instances.
    pub fn count(&self) -> usize {
        self.numbers.len() / self.each
    }

    /// Returns the numbers of all of them.
    #[inline(always)]
    pub fn numbers(self) -> &'a mut [f64] {
        self.numbers
    }
}

#[cfg(feature = "lanes")]
impl retrograde_lanes::Parts for Rows<'_> {
    fn split(self, n: usize) -> (Self, Self) {
        let Rows { numbers, each } = self;
        let (first, rest) = numbers.split_at_mut(n * each);
        (Rows { numbers: first, each }, Rows { numbers: rest, each })
    }
}

/// Sets columns of the rows of an instance, from one on: beside each number of an argument stand its derivatives of all outputs.
#[doc(hidden)]
#[inline(always)]
pub fn turned<T: Copy, const R: usize>(beside: &[[T; R]], rows: &mut [T], first: usize) {
    let width = rows.len() / R;
    let mut k = 0;
    while k < beside.len() {
        let mut r = 0;
        while r < R {
            rows[r * width + first + k] = beside[k][r];
            r += 1;
        }
        k += 1;
    }
}
