//! Messages in the words of the writer: the names that the passes make say nothing to whoever reads them.
//!
//! Takes the errors of a function; returns them with the writer's own name where a made one comes from it, `last` for `last_2`, and with
//! "this value" elsewhere: the place that a message marks is that of the text. Law: an error stays one, at its place.

use crate::law::Diagnostics;
use crate::sorted::Set;
use crate::syntax::seek::{each_name, parts};
use crate::tokens;
use syn::ext::IdentExt;

/// The names of a function as it was written.
pub(crate) struct Words {
    /// All of them.
    written: Set<String>,
    /// Those that it binds.
    bound: Set<String>,
}

/// A piece of a message.
enum Piece {
    /// It names only what the writer wrote, or comes from it.
    Written(String),
    /// It names something else.
    Made,
}

impl Words {
    /// The names of a function.
    pub(crate) fn of(item: &syn::ItemFn) -> Words {
        let mut bound = Set::new();
        each_name(|name| bound.extend([name.ident.unraw().to_string()]), parts(item));
        Words { written: tokens::names(item), bound }
    }

    /// Rewords the messages that name one of these variables which nobody wrote.
    pub(crate) fn reword(&self, errors: &mut Diagnostics, variables: &Set<String>) {
        for error in &mut errors.0 {
            let Some((message, _)) = self.reworded(&error.message, variables) else { continue };
            error.message = message;
            match self.reworded(&error.help, variables) {
                Some((help, true)) => error.help = help,
                Some((_, false)) => {
                    error.help = "bind what stands here to a name of its own, with its type".to_string();
                }
                None => {}
            }
        }
    }

    /// A text without names that nobody wrote, and true if all of it has names still; nothing if it has none of them.
    fn reworded(&self, text: &str, variables: &Set<String>) -> Option<(String, bool)> {
        let (mut changed, mut first) = (false, None);
        let pieces = text.split('`').enumerate().map(|(at, piece)| match at % 2 {
            0 => piece.to_string(),
            _ => match self.piece(piece, variables) {
                Piece::Written(words) => {
                    changed |= words != piece;
                    format!("`{words}`")
                }
                Piece::Made => {
                    changed = true;
                    let is_first = *first.get_or_insert(piece) == piece;
                    if is_first { "this value".to_string() } else { "another value".to_string() }
                }
            },
        });
        let text = pieces.collect();
        changed.then_some((text, first.is_none()))
    }

    fn piece(&self, piece: &str, variables: &Set<String>) -> Piece {
        let mut words = String::new();
        let mut rest = piece;
        while !rest.is_empty() {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            let (name, behind) = rest.split_at(end);
            if self.written.contains(name) || !variables.contains(name) {
                words.push_str(name);
            } else {
                let base = name.rsplit_once('_').map(|(base, _)| base);
                match base.filter(|base| self.bound.contains(*base)) {
                    Some(base) => words.push_str(base),
                    None => return Piece::Made,
                }
            }
            let next = behind.find(is_part).unwrap_or(behind.len());
            words.push_str(&behind[..next]);
            rest = &behind[next..];
        }
        Piece::Written(words)
    }
}
