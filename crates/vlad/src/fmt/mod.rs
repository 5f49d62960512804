//! The formatter: text in, the same text with lines and indentation as VLAD has them.
//!
//! Where a line ends is the writer's choice as long as it can be: lists that were written on several lines stay so, those on
//! one line are broken only where they do not fit. Indentation, and where the body of a form stands, is never a choice.
//!
//! Laws: the data that are read from the text stay the same, every comment stays, and formatting twice is formatting once.

mod layout;
mod tree;

use crate::error::Result;

/// The width that lines keep to, where their atoms let them.
pub const WIDTH: usize = 100;

/// The text, formatted.
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
/// When the text is not a sequence of data.
pub fn format(text: &str) -> Result<String> {
    Ok(layout::program(&tree::tree(text)?))
}
