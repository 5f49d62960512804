//! The check before each transfer and each shared loop: all ranks run the same one, with lengths that fit, or on the same numbers.
//!
//! Law: every rank comes to the same verdict, from the largest of what all ranks state. So all of them stop, one says why, and none waits for a
//! message that never comes.

use crate::ranks::Ranks;
use crate::transfer::{Parts, Transfer};

/// The point of the program that a rank has arrived at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Point {
    /// A transfer with the lengths of `x` and `y`.
    Transfer(Transfer, usize, usize),
    /// A loop whose iterations the ranks share: their number, and a digest of what they read and change.
    Loop(usize, u64),
    /// The end of the program.
    End,
}

/// The number of a loop.
const LOOP: i64 = 11;

/// The transfers by number, for their statements; the ranks that they name are stated beside.
fn by_number(number: i64, [a, b]: [usize; 2]) -> Option<Transfer> {
    Some(match number {
        1 => Transfer::Broadcast { root: a },
        2 => Transfer::Reduce { root: a },
        3 => Transfer::AllReduce,
        4 => Transfer::Scatter { root: a },
        5 => Transfer::Gather { root: a },
        6 => Transfer::AllGather,
        7 => Transfer::ReduceScatter,
        8 => Transfer::Sent { from: a, to: b },
        9 => Transfer::Halo,
        10 => Transfer::HaloSum,
        _ => return None,
    })
}

fn number(transfer: Transfer) -> i64 {
    match transfer {
        Transfer::Broadcast { .. } => 1,
        Transfer::Reduce { .. } => 2,
        Transfer::AllReduce => 3,
        Transfer::Scatter { .. } => 4,
        Transfer::Gather { .. } => 5,
        Transfer::AllGather => 6,
        Transfer::ReduceScatter => 7,
        Transfer::Sent { .. } => 8,
        Transfer::Halo => 9,
        Transfer::HaloSum => 10,
    }
}

impl Point {
    /// Returns what a rank states: its transfer, the ranks that this names, both lengths; of a loop its iterations and the digest.
    fn stated(self) -> [i64; 5] {
        match self {
            Point::Transfer(transfer, x, y) => {
                let [a, b] = transfer.named();
                [number(transfer), a as i64, b as i64, x as i64, y as i64]
            }
            Point::Loop(iterations, digest) => [LOOP, 0, 0, iterations as i64, (digest >> 1) as i64],
            Point::End => [0; 5],
        }
    }

    /// Returns the number of elements of a part, or `None` where the rank has no say in it; an error if its own lengths do not fit.
    fn part(self, ranks: &Ranks) -> Result<Option<usize>, ()> {
        let (transfer, x, y) = match self {
            Point::Transfer(transfer, x, y) => (transfer, x, y),
            // Half of the bits, so that the number has a sign.
            Point::Loop(iterations, digest) => return Ok(Some((digest >> 1) as usize ^ iterations)),
            Point::End => return Ok(None),
        };
        match transfer {
            Transfer::Halo => return if y % 2 == 0 && x >= y / 2 { Ok(Some(y / 2)) } else { Err(()) },
            Transfer::HaloSum => return if x % 2 == 0 && y >= x / 2 { Ok(Some(x / 2)) } else { Err(()) },
            _ => {}
        }
        let sides = transfer.sides(ranks.rank());
        let part = |length: usize, parts: Parts, touched: bool| match parts {
            _ if length == 0 && !touched => Ok(None),
            Parts::One => Ok(Some(length)),
            Parts::Each if length % ranks.size() == 0 => Ok(Some(length / ranks.size())),
            Parts::Each => Err(()),
        };
        match (part(x, sides.parts.0, sides.reads)?, part(y, sides.parts.1, sides.writes)?) {
            (Some(x), Some(y)) if x != y => Err(()),
            (x, y) => Ok(x.or(y)),
        }
    }
}

/// Ends all ranks if they have not arrived at the same point with lengths that fit; rank 0 says what each has.
pub(crate) fn agree(ranks: &Ranks, point: Point) {
    let stated = point.stated();
    let (part, misfit) = match point.part(ranks) {
        Ok(part) => (part.map(|part| part as i64), 0),
        Err(()) => (None, 1),
    };
    let which = stated[0] << 40 | stated[1] << 20 | stated[2];
    let (least, most) = (part.map_or(i64::MIN, |part| -part), part.unwrap_or(i64::MIN));
    let mut largest = [which, -which, most, least, misfit];
    ranks.transport().largest(&mut largest);
    let [most_which, least_which, most, least, misfit] = largest;
    let same_part = most == i64::MIN || most == -least;
    if most_which == -least_which && same_part && misfit == 0 {
        return;
    }
    let all = ranks.transport().all(&stated);
    if ranks.rank() == 0 {
        eprintln!("{}", described(&all, ranks.size()));
        ranks.transport().abort();
    }
    // Rank 0 ends this one.
    loop {
        std::thread::sleep(std::time::Duration::from_secs(1));
    }
}

/// Returns what each rank has stated, one line for those that agree.
fn described(all: &[i64], size: usize) -> String {
    let mut lines: Vec<(&[i64], Vec<usize>)> = Vec::new();
    for (rank, stated) in all.chunks(5).enumerate() {
        match lines.iter_mut().find(|line| line.0 == stated) {
            Some(line) => line.1.push(rank),
            None => lines.push((stated, vec![rank])),
        }
    }
    let mut text = String::from("error: the ranks do not agree on a transfer; all of them end");
    for (stated, ranks) in lines {
        let names: Vec<String> = ranks.iter().take(8).map(usize::to_string).collect();
        let more = if ranks.len() > 8 { ", …" } else { "" };
        let word = if ranks.len() == 1 { "rank" } else { "ranks" };
        let what = match by_number(stated[0], [stated[1] as usize, stated[2] as usize]) {
            Some(transfer) => format!("{transfer}, `x` with {} numbers, `y` with {}", stated[3], stated[4]),
            None if stated[0] == LOOP => {
                format!(
                    "a loop that ranks share, {} iterations on numbers with the digest {:016x}",
                    stated[3], stated[4]
                )
            }
            None => "the end of the program".to_owned(),
        };
        text.push_str(&format!("\n  {word} {}{more}: {what}", names.join(", ")));
    }
    if all.chunks(5).any(|stated| stated[0] == LOOP) {
        text.push_str(
            "\n  help: all ranks run a function with `#[parallel(ranks)]` on the same numbers, and share the iterations of its loop; where each rank has \
             numbers of its own, write `#[parallel]` or `#[parallel(threads)]`",
        );
        return text;
    }
    text.push_str(&format!(
        "\n  help: all {size} ranks run the same transfers in the same order; `x` and `y` of one part have equal lengths, and the side with a part \
         for each rank is {size} times as long (a halo has two parts, none longer than `x`)"
    ));
    text
}
