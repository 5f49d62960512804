//! The formatter: changes line breaks and indentation of a text, and nothing else.
//!
//! The writer's line breaks are kept where possible: lists on several lines stay so, lists on one line are broken
//! only if they do not fit. Indentation, and the position of the body of a form, is always the formatter's.
//!
//! Laws: the data read from the text stay the same, every comment is kept, and formatting is idempotent.

mod layout;
mod tree;

use crate::error::Result;

/// The greatest width of a line, unless a single atom is longer.
pub const WIDTH: usize = 100;

/// Formats a text.
///
/// ```
/// let text = "(define (f x) ; the square\n(* x x))\n\n\n(f 3)  ===>  9";
/// let tidy = "(define (f x) ; the square\n  (* x x))\n\n(f 3) ===> 9\n";
/// assert_eq!(retrograde_vlad::fmt::format(text)?, tidy);
/// # Ok::<(), retrograde_vlad::Error>(())
/// ```
///
/// # Errors
///
/// If the text is not a sequence of data.
pub fn format(text: &str) -> Result<String> {
    Ok(layout::program(&tree::tree(text)?))
}
