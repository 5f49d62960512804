//! Ranks that die or disagree: all of them end, with one error, and none hangs.

use crate::failing_on;
use retrograde_mpi::{add_all_reduce, add_broadcast, add_gather, add_halo, add_sent};

/// Expects the text of one error, once.
#[track_caller]
pub(crate) fn once(printed: Option<String>, words: &[&str]) {
    let Some(printed) = printed else { return };
    assert_eq!(printed.matches("error: ").count(), 1, "{printed}");
    for word in words {
        assert!(printed.contains(word), "no `{word}` in:\n{printed}");
    }
}

#[test]
fn a_rank_that_panics() {
    let printed = failing_on(3, |ranks| {
        assert!(ranks.rank() != 1, "rank one has no more memory");
        add_all_reduce(&mut [0.0], &[1.0], ranks);
    });
    once(printed, &["rank one has no more memory", "rank 1 of 3 has panicked"]);
}

#[test]
fn a_rank_that_is_killed() {
    let printed = failing_on(3, |ranks| {
        if ranks.rank() == 2 {
            std::process::abort();
        }
        add_all_reduce(&mut [0.0], &[1.0], ranks);
    });
    assert!(printed.is_none_or(|printed| printed.contains("signal 6")));
}

#[test]
fn a_rank_that_leaves() {
    let printed = failing_on(3, |ranks| {
        if ranks.rank() != 2 {
            add_all_reduce(&mut [0.0], &[1.0], ranks);
        }
    });
    once(printed, &["ranks 0, 1: all_reduce, `x` with 1 numbers", "rank 2: the end of the program"]);
}

#[test]
fn lengths_that_differ_between_ranks() {
    let printed = failing_on(4, |ranks| {
        let n = if ranks.rank() == 3 { 5 } else { 4 };
        add_all_reduce(&mut vec![0.0; n], &vec![1.0; n], ranks);
    });
    once(
        printed,
        &["ranks 0, 1, 2: all_reduce, `x` with 4 numbers", "rank 3: all_reduce, `x` with 5 numbers"],
    );
}

#[test]
fn lengths_that_do_not_fit() {
    let printed = failing_on(2, |ranks| {
        add_gather(&mut [0.0; 3], &[1.0; 2], 0, ranks);
    });
    once(printed, &["gather to rank 0, `x` with 2 numbers, `y` with 3", "2 times as long"]);
}

#[test]
fn a_root_without_numbers() {
    let printed = failing_on(2, |ranks| {
        let x = vec![1.0; if ranks.rank() == 0 { 0 } else { 2 }];
        add_broadcast(&mut [0.0; 2], &x, 0, ranks);
    });
    once(printed, &["rank 0: broadcast from rank 0, `x` with 0 numbers, `y` with 2"]);
}

#[test]
fn a_halo_longer_than_a_share() {
    let printed = failing_on(2, |ranks| {
        add_halo(&mut [0.0; 6], &[1.0; 2], ranks);
    });
    once(printed, &["halo, `x` with 2 numbers, `y` with 6", "none longer than `x`"]);
}

#[test]
fn different_transfers() {
    let printed = failing_on(2, |ranks| {
        if ranks.rank() == 0 {
            add_sent(&mut [0.0], &[1.0], 0, 1, ranks);
        } else {
            add_broadcast(&mut [0.0], &[1.0], 1, ranks);
        }
    });
    once(printed, &["rank 0: sent from rank 0 to rank 1", "rank 1: broadcast from rank 1"]);
}

#[test]
fn a_rank_that_is_not_there() {
    let printed = failing_on(2, |ranks| {
        add_sent(&mut [0.0], &[1.0], 0, 2, ranks);
    });
    assert!(printed.is_none_or(|printed| printed.contains("there is no rank 2, as there are 2 ranks")));
}

#[test]
fn messages_that_do_not_fit_where_ranks_trust() {
    let printed = failing_on(2, |ranks| {
        let n = 2 + ranks.rank();
        add_sent(&mut vec![0.0; n], &vec![1.0; n], 0, 1, &ranks.trusting());
    });
    once(printed, &["a rank has sent 2 words, and the place for them has 3", "rank 1 of 2 has panicked"]);
}
