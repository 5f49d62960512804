//! Loops with a step visit what the standard library's iterators visit, in either direction and up to the bounds.

use proptest::prelude::*;
use retrograde::__private::strided;
use std::fmt::Debug;

/// Enough to see a wrong end, few enough for ranges that nobody could walk through.
const MANY: usize = 300;

/// Compares two iterators from the front, from the back and taking turns.
fn agree<I: PartialEq + Debug>(
    ours: impl ExactSizeIterator<Item = I> + DoubleEndedIterator + Clone,
    standard: impl DoubleEndedIterator<Item = I> + ExactSizeIterator + Clone,
) {
    assert_eq!(ours.len(), standard.len());
    assert!(ours.clone().take(MANY).eq(standard.clone().take(MANY)));
    assert!(ours.clone().rev().take(MANY).eq(standard.clone().rev().take(MANY)));
    assert_eq!(ours.clone().nth(7), standard.clone().nth(7));
    assert_eq!(ours.clone().nth_back(7), standard.clone().nth_back(7));
    let (mut ours, mut standard) = (ours, standard);
    for _ in 0..MANY {
        assert_eq!(ours.next(), standard.next());
        assert_eq!(ours.next_back(), standard.next_back());
    }
}

/// Bounds of all sizes, those of the type among them.
macro_rules! bound {
    ($Integer:ident) => {
        prop_oneof![
            any::<$Integer>(),
            0..20 as $Integer,
            $Integer::MAX - 20..=$Integer::MAX,
            $Integer::MIN..$Integer::MIN + 20,
        ]
    };
}

fn step() -> impl Strategy<Value = usize> {
    prop_oneof![1..10_usize, 1..300_usize, any::<usize>().prop_map(|step| step.max(1)), Just(usize::MAX)]
}

/// Types that the standard library can count in a `usize`, inclusive ranges too.
macro_rules! narrow {
    ($($Integer:ident)*) => { $(
        proptest! {
            #[test]
            fn $Integer(a in bound!($Integer), b in bound!($Integer), s in step()) {
                agree(strided(a, b, s, false, false), (a..b).step_by(s));
                agree(strided(a, b, s, false, true), (a..b).rev().step_by(s));
                agree(strided(a, b, s, true, false), (a..=b).step_by(s));
                agree(strided(a, b, s, true, true), (a..=b).rev().step_by(s));
            }
        }
    )* };
}
narrow!(u8 i8 u16 i16);

/// Types for which it has half-open ranges only.
macro_rules! wide {
    ($($Integer:ident)*) => { $(
        proptest! {
            #[test]
            fn $Integer(a in bound!($Integer), b in bound!($Integer), s in step()) {
                agree(strided(a, b, s, false, false), (a..b).step_by(s));
                agree(strided(a, b, s, false, true), (a..b).rev().step_by(s));
                // An inclusive range is a half-open one and its end, where there is room.
                if let Some(end) = b.checked_add(1) {
                    agree(strided(a, b, s, true, false), (a..end).step_by(s));
                    agree(strided(a, b, s, true, true), (a..end).rev().step_by(s));
                }
            }
        }
    )* };
}
wide!(u32 i32 usize isize);

/// Types whose ranges have no length in the standard library: those are walked through.
macro_rules! widest {
    ($($Integer:ident)*) => { $(
        proptest! {
            #[test]
            fn $Integer(a in bound!($Integer), width in 0..2000 as $Integer, s in step()) {
                let b = a.saturating_add(width);
                let both = |ours: retrograde::__private::Strided<$Integer>, standard: Vec<$Integer>| {
                    assert_eq!(ours.len(), standard.len());
                    assert!(ours.clone().eq(standard.iter().copied()));
                    assert!(ours.rev().eq(standard.iter().rev().copied()));
                };
                both(strided(a, b, s, false, false), (a..b).step_by(s).collect());
                both(strided(a, b, s, false, true), (a..b).rev().step_by(s).collect());
                both(strided(a, b, s, true, false), (a..=b).step_by(s).collect());
                both(strided(a, b, s, true, true), (a..=b).rev().step_by(s).collect());
            }
        }
    )* };
}
widest!(u64 i64 u128 i128);

#[test]
fn loops_end_at_the_bounds_of_the_type() {
    assert!(strided(u64::MAX - 5, u64::MAX, 2, true, false).eq([u64::MAX - 5, u64::MAX - 3, u64::MAX - 1]));
    assert!(strided(i8::MIN, i8::MAX, 100, true, true).eq([127, 27, -73]));
    assert_eq!(strided(0, u64::MAX, 2, true, false).next_back(), Some(u64::MAX - 1));
    assert_eq!(strided(i64::MIN, i64::MAX, 2, true, true).next_back(), Some(i64::MIN + 1));
    assert!(strided(i128::MIN, i128::MIN + 1, usize::MAX, true, false).eq([i128::MIN]));
}

#[test]
#[should_panic(expected = "the step of a loop is zero")]
fn a_step_of_zero_is_refused() {
    strided(0, 5, 0, false, false);
}

#[test]
#[should_panic(expected = "a loop has more than 18446744073709551615 trips")]
#[cfg(target_pointer_width = "64")]
fn a_loop_that_cannot_be_counted_is_refused() {
    strided(0, u64::MAX, 1, true, false);
}
