//! [`Irreversible`]: the result of a failed run-time check, as a message and as an error.
//!
//! Law: it does not use the heap, so that it is the same with and without `std`; texts that are too long are cut.

use core::fmt::{self, Write};
use core::panic::Location;

/// The most bytes of the description of the values found.
const ROOM: usize = 55;

/// A step of a reversible program that cannot be undone.
///
/// `f::try_call`, `f::try_inverse` and `f::try_adjoint` return it, and the message of a failed check says the same:
/// the place, the statement, the expected values and the values found. The state is left as it was when the check
/// failed. See [`reversible`](crate::reversible), "Checks".
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Irreversible {
    at: &'static Location<'static>,
    reason: &'static str,
    statement: &'static str,
    expected: &'static str,
    found: Text,
}

impl Irreversible {
    /// Made at the statement, so the caller's location is that of the user's text.
    #[doc(hidden)]
    #[cold]
    #[track_caller]
    pub fn new(
        reason: &'static str,
        statement: &'static str,
        expected: &'static str,
        found: fmt::Arguments<'_>,
    ) -> Irreversible {
        Irreversible { at: Location::caller(), reason, statement, expected, found: Text::of(found) }
    }

    /// The file of the statement, as rustc names it.
    pub fn file(&self) -> &'static str {
        self.at.file()
    }

    /// The line of the statement, counted from one.
    pub fn line(&self) -> u32 {
        self.at.line()
    }

    /// The error, as a sentence.
    pub fn reason(&self) -> &'static str {
        self.reason
    }

    /// The statement that ran: in the inverse and the adjoint, the inverse of the written statement.
    pub fn statement(&self) -> &'static str {
        self.statement
    }

    /// The expected condition.
    pub fn expected(&self) -> &'static str {
        self.expected
    }

    /// The values that were found instead.
    pub fn found(&self) -> &str {
        self.found.as_str()
    }
}

impl fmt::Display for Irreversible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Irreversible { at, reason, statement, expected, found } = self;
        write!(
            f,
            "irreversible: {reason}\n  at {}:{}: `{statement}`\n  expected: {expected}\n  found: {}",
            at.file(),
            at.line(),
            found.as_str()
        )
    }
}

impl fmt::Debug for Irreversible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl core::error::Error for Irreversible {}

/// A short text without the heap.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Text {
    length: u8,
    bytes: [u8; ROOM],
}

impl Text {
    fn of(arguments: fmt::Arguments<'_>) -> Text {
        let mut text = Text { length: 0, bytes: [0; ROOM] };
        if text.write_fmt(arguments).is_err() {
            text.cut();
        }
        text
    }

    fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.length as usize]).unwrap_or_default()
    }

    /// Replaces the end by a sign that the text was cut.
    fn cut(&mut self) {
        let keep = self.as_str().char_indices().map(|(at, _)| at).take_while(|at| *at + 3 <= ROOM).last();
        self.length = keep.unwrap_or(0) as u8;
        let _ = self.write_str("…");
    }
}

impl Write for Text {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        let start = self.length as usize;
        // Only whole characters fit, so the rest is valid UTF-8.
        let fits =
            s.char_indices().map(|(at, c)| at + c.len_utf8()).take_while(|end| start + end <= ROOM).last();
        let fits = fits.unwrap_or(0);
        self.bytes[start..start + fits].copy_from_slice(&s.as_bytes()[..fits]);
        self.length += fits as u8;
        if fits == s.len() { Ok(()) } else { Err(fmt::Error) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_where_what_was_expected_and_what_was_found() {
        let line = line!() + 1;
        let error = Irreversible::new("this is wrong", "y += x", "x != 0", format_args!("x = {}", 0));
        let text = alloc::format!("{error}");
        assert_eq!(
            text,
            alloc::format!(
                "irreversible: this is wrong\n  at {}:{line}: `y += x`\n  expected: x != 0\n  found: x = 0",
                file!()
            )
        );
        assert_eq!((error.line(), error.file(), error.reason()), (line, file!(), "this is wrong"));
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        for width in 0..8 {
            let error = Irreversible::new("", "", "", format_args!("{:width$}{}", "", "äöü€".repeat(20)));
            assert!(error.found().len() <= ROOM && error.found().ends_with('…'), "{}", error.found());
        }
        let exact = "x".repeat(ROOM);
        assert_eq!(Irreversible::new("", "", "", format_args!("{exact}")).found(), exact);
    }

    /// A larger error would make every `Result` with it slow to move, and clippy warns about that.
    #[test]
    fn is_small() {
        assert!(size_of::<Irreversible>() <= 128, "{}", size_of::<Irreversible>());
    }
}
