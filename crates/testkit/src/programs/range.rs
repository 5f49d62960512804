//! The ranges of loops.

use super::place::choose;
use super::resolve::Resolver;
use super::scope::{Id, Ids, Integer, Shape};
use super::sketch::Range;

/// A range: its text, the names that it reads, and the bounds of its indices.
#[derive(Clone, Debug)]
pub(super) struct Visits {
    pub(super) text: String,
    pub(super) reads: Ids,
    /// Locals whose length is used: they must exist, but their elements may change.
    pub(super) measures: Ids,
    pub(super) interval: (i64, i64),
}

impl Resolver<'_> {
    pub(super) fn range(&self, range: &Range) -> Option<Visits> {
        // Ends: literals, sizes and lengths whose value is known, indices of outer loops, counters cut to a few.
        let mut ends: Vec<(String, (i64, i64), Option<Id>)> = Vec::new();
        for n in 2..5 {
            ends.push((n.to_string(), (n, n), None));
        }
        for (id, info) in self.scopes.visible() {
            let text = self.scopes.text(id);
            match (&info.shape, info.interval) {
                (Shape::Integer(Integer::Usize), Some((low, high))) if high < 6 => {
                    ends.push((text.clone(), (low, high), Some(id)));
                    ends.push((format!("{text} + 1"), (low + 1, high + 1), Some(id)));
                }
                (Shape::Integer(Integer::Usize), None) => {
                    ends.push((format!("{text} % 4"), (0, 3), Some(id)))
                }
                (Shape::Array { length, .. }, _) => {
                    let length = *length as i64;
                    ends.push((format!("{}.len()", info.name), (length, length), Some(id)));
                    if length > 0 {
                        ends.push((format!("{}.len() - 1", info.name), (length - 1, length - 1), Some(id)));
                    }
                }
                _ => {}
            }
        }
        let (end, (_, last), named) = choose(range.end, ends)?;
        let is_array = |id: &Id| matches!(self.scopes.infos[*id].shape, Shape::Array { .. });
        // The length of an array does not change, so the contents of its elements do not matter.
        let measures: Ids =
            named.filter(is_array).into_iter().filter(|id| self.scopes.infos[*id].is_built()).collect();
        let mut reads: Ids = named.into_iter().filter(|id| !is_array(id)).collect();
        let mut starts: Vec<(String, i64, Option<Id>)> =
            vec![("0".into(), 0, None), ("0".into(), 0, None), ("1".into(), 1, None)];
        for size in self.scopes.sizes() {
            if let Some((low, high)) = size.interval {
                if high < 6 {
                    starts.push((size.text.clone(), low, Some(size.id)));
                }
            }
        }
        let (start, first, read) = choose(range.start, starts)?;
        reads.extend(read);
        let inclusive = range.inclusive && last < 4;
        let dots = if inclusive { "..=" } else { ".." };
        let step = range.step % 3 + 1;
        let bare = format!("{start}{dots}{end}");
        let text = match range.form % 8 {
            0..=3 => bare,
            4 => format!("({bare}).rev()"),
            5 => format!("({bare}).step_by({step})"),
            6 => format!("({bare}).rev().step_by({step})"),
            _ => format!("({bare}).step_by({step}).rev()"),
        };
        Some(Visits { text, reads, measures, interval: (first, last - i64::from(!inclusive)) })
    }
}
