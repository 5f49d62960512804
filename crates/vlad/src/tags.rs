//! [`Tags`]: the stack of transformations that were applied to a value, a variable or a piece of code.
//!
//! A stack is packed into 32 bits, two per tag, so that pushing, popping and comparing are single instructions and a
//! tagged number needs no memory of its own. The deepest stack has fifteen tags.

use std::fmt;

/// One transformation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tag {
    /// A tangent, as `perturb` makes it.
    Perturbation,
    /// A primal with its tangent, as `bundle` makes it.
    Forward,
    /// A cotangent, as `sensitize` makes it.
    Sensitivity,
    /// A primal of reverse mode, as `*j` makes it.
    Reverse,
}

impl Tag {
    /// Returns its name in text.
    pub const fn name(self) -> &'static str {
        match self {
            Tag::Perturbation => "perturbation",
            Tag::Forward => "forward",
            Tag::Sensitivity => "sensitivity",
            Tag::Reverse => "reverse",
        }
    }

    /// Returns the tag with a name.
    pub fn by_name(name: &str) -> Option<Tag> {
        [Tag::Perturbation, Tag::Forward, Tag::Sensitivity, Tag::Reverse]
            .into_iter()
            .find(|t| t.name() == name)
    }
}

/// A stack of [`Tag`]s, the latest outermost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tags(u32);

impl Tags {
    /// No tags: the value or code is as the programmer wrote it.
    pub const NONE: Tags = Tags(1);

    /// Adds a tag on the outside; `None` if there are fifteen already.
    pub const fn push(self, tag: Tag) -> Option<Tags> {
        if self.0 >> 30 != 0 { None } else { Some(Tags(self.0 << 2 | tag as u32)) }
    }

    /// Returns the outermost tag and the stack beneath it.
    pub const fn pop(self) -> Option<(Tag, Tags)> {
        if self.0 == 1 {
            return None;
        }
        let tag = match self.0 & 3 {
            0 => Tag::Perturbation,
            1 => Tag::Forward,
            2 => Tag::Sensitivity,
            _ => Tag::Reverse,
        };
        Some((tag, Tags(self.0 >> 2)))
    }

    /// Returns the outermost tag.
    pub const fn top(self) -> Option<Tag> {
        match self.pop() {
            Some((tag, _)) => Some(tag),
            None => None,
        }
    }

    /// True if there are none.
    pub const fn is_none(self) -> bool {
        self.0 == 1
    }

    /// Returns the number of tags.
    pub const fn len(self) -> u32 {
        (31 - self.0.leading_zeros()) / 2
    }

    /// True if there are none.
    pub const fn is_empty(self) -> bool {
        self.is_none()
    }

    /// Returns the tags from the outermost inwards.
    pub fn iter(self) -> impl Iterator<Item = Tag> {
        std::iter::successors(self.pop(), |(_, rest)| rest.pop()).map(|(tag, _)| tag)
    }

    /// Replaces some of the outermost tags; `None` if the stack does not start with them, or would get more than
    /// fifteen.
    #[inline(always)]
    pub(crate) const fn replaced(self, off: Tags, on: Tags) -> Option<Tags> {
        let (from, to) = (2 * off.len(), 2 * on.len());
        let rest = self.0 >> from;
        if rest == 0 || (self.0 ^ off.0) & ((1 << from) - 1) != 0 || (rest as u64) << to >> 32 != 0 {
            return None;
        }
        Some(Tags(rest << to | (on.0 ^ 1 << to)))
    }

    /// Returns the tags outside the outermost `forward`, and the stack without that `forward`; `None` if there is
    /// none.
    pub(crate) fn without_forward(self) -> Option<(Tags, Tags)> {
        let outside = self.iter().position(|tag| tag == Tag::Forward)? as u32;
        let outer = self.0 & ((1 << (2 * outside)) - 1) | 1 << (2 * outside);
        let inner = Tags(self.0 >> (2 * outside + 2));
        Some((Tags(outer), inner.replaced(Tags::NONE, Tags(outer))?))
    }

    /// True if these are the outermost tags of `other`, as a procedure requires of its argument.
    pub const fn is_prefix_of(self, other: Tags) -> bool {
        if self.0 == 1 {
            return true;
        }
        let (own, their) = (self.len(), other.len());
        own <= their && (other.0 & ((1 << (2 * own)) - 1)) == (self.0 & ((1 << (2 * own)) - 1))
    }
}

impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Tags {
    /// Prints the tags from the outermost inwards: `reverse forward`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, tag) in self.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            write!(f, "{gap}{}", tag.name())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_push_pop_and_compare() {
        let rf = Tags::NONE.push(Tag::Forward).and_then(|t| t.push(Tag::Reverse)).unwrap();
        assert_eq!(rf.to_string(), "reverse forward");
        assert_eq!(rf.pop().unwrap().0, Tag::Reverse);
        assert_eq!((rf.len(), Tags::NONE.len()), (2, 0));
        let r = Tags::NONE.push(Tag::Reverse).unwrap();
        assert!(Tags::NONE.is_prefix_of(r) && r.is_prefix_of(rf) && !rf.is_prefix_of(r));
        assert!(!Tags::NONE.push(Tag::Forward).unwrap().is_prefix_of(rf));
    }

    #[test]
    fn outermost_tags_are_replaced() {
        let tags = |all: &[Tag]| all.iter().rev().fold(Tags::NONE, |tags, tag| tags.push(*tag).unwrap());
        let (f, r, p) = (Tag::Forward, Tag::Reverse, Tag::Perturbation);
        assert_eq!(tags(&[f, r]).replaced(tags(&[f]), tags(&[f, p])), Some(tags(&[f, p, r])));
        assert_eq!(tags(&[f, r]).replaced(tags(&[r]), tags(&[])), None);
        assert_eq!(tags(&[]).replaced(tags(&[p]), tags(&[])), None);
        assert_eq!(tags(&[r; 14]).replaced(tags(&[]), tags(&[p])), tags(&[r; 14]).push(p));
        assert_eq!(tags(&[r; 15]).replaced(tags(&[]), tags(&[p])), None);
        assert_eq!(tags(&[r, p, f, r, f]).without_forward(), Some((tags(&[r, p]), tags(&[r, p, r, f]))));
        assert_eq!(
            (tags(&[r, p]).without_forward(), tags(&[f]).without_forward()),
            (None, Some((tags(&[]), tags(&[]))))
        );
    }

    #[test]
    fn the_fifteenth_tag_is_the_last() {
        let mut tags = Tags::NONE;
        for _ in 0..15 {
            tags = tags.push(Tag::Perturbation).unwrap();
        }
        assert_eq!(tags.len(), 15);
        assert_eq!(tags.push(Tag::Forward), None);
        assert!(tags.is_prefix_of(tags));
    }
}
