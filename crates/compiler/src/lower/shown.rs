//! The user's text for messages: tokens back to how a person writes them, on one line and not too long.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// Longer texts are cut.
const LONGEST: usize = 50;

/// Syntax as a person writes it, on one line however long.
pub(crate) fn line(syntax: &impl ToTokens) -> String {
    let mut line = String::new();
    write(syntax.to_token_stream(), &mut line);
    line
}

/// Syntax as a person writes it, short enough for a message.
pub(crate) fn shown(syntax: &impl ToTokens) -> String {
    let mut line = line(syntax);
    if let Some((cut, _)) = line.char_indices().nth(LONGEST) {
        line.truncate(cut);
        line.push('…');
    }
    line
}

/// What stands before a token, as far as it decides on a space.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// The start, or an operator: what follows is the start of an operand.
    Operator,
    /// The end of an operand.
    Operand,
    /// Something that what follows sticks to: `.`, `::`, `'`, a unary operator.
    Glue,
}

fn write(tokens: TokenStream, out: &mut String) {
    let mut before = Before::Operator;
    let mut punct = String::new();
    let mut first = true;
    for token in tokens {
        if let TokenTree::Punct(p) = &token {
            punct.push(p.as_char());
            if p.spacing() == Spacing::Joint {
                continue;
            }
            let unary = before != Before::Operand && matches!(punct.as_str(), "-" | "*" | "&" | "!");
            match punct.as_str() {
                "," | ";" | ":" => (out.push_str(&punct), before = Before::Operator).1,
                "." | "::" | "!" | "#" | "?" | ".." | "..=" | "'" => {
                    let spaced = before == Before::Operator && !first && matches!(punct.as_str(), "!" | "'");
                    out.push_str(if spaced { " " } else { "" });
                    out.push_str(&punct);
                    before = if punct == "?" { Before::Operand } else { Before::Glue };
                }
                _ if unary => {
                    out.push_str(if before == Before::Operator && !first { " " } else { "" });
                    out.push_str(&punct);
                    before = Before::Glue;
                }
                _ => {
                    out.push_str(if first { "" } else { " " });
                    out.push_str(&punct);
                    before = Before::Operator;
                }
            }
            punct.clear();
            first = false;
            continue;
        }
        // A lifetime is a joint tick and a name.
        if punct == "'" {
            out.push_str(if before == Before::Glue || first { "'" } else { " '" });
            punct.clear();
            before = Before::Glue;
        }
        let brackets = match &token {
            TokenTree::Group(group) => match group.delimiter() {
                Delimiter::Parenthesis => Some(("(", ")")),
                Delimiter::Bracket => Some(("[", "]")),
                Delimiter::Brace => Some(("{ ", " }")),
                Delimiter::None => Some(("", "")),
            },
            _ => None,
        };
        let sticks = matches!(brackets, Some(("(" | "[", _))) && before == Before::Operand;
        if before != Before::Glue && !sticks && !first {
            out.push(' ');
        }
        match (&token, brackets) {
            (TokenTree::Group(group), Some((open, close))) => {
                out.push_str(open);
                write(group.stream(), out);
                out.push_str(close);
            }
            _ => out.push_str(&token.to_string()),
        }
        before = match &token {
            TokenTree::Ident(word)
                if ["mut", "as", "in", "return", "if", "else"].iter().any(|k| word == k) =>
            {
                Before::Operator
            }
            _ => Before::Operand,
        };
        first = false;
    }
}

#[cfg(test)]
mod tests {
    use super::shown;
    use quote::quote;

    #[test]
    fn as_a_person_writes_it() {
        assert_eq!(shown(&quote!(x[i + 1] * -y.exp())), "x[i + 1] * -y.exp()");
        assert_eq!(shown(&quote!(p: &mut [f64; 3])), "p: &mut [f64; 3]");
        assert_eq!(shown(&quote!(a::b(&x[..n], *y)? && !c)), "a::b(&x[..n], *y)? && !c");
        assert_eq!(shown(&quote!((a, b) as (usize, f64))), "(a, b) as (usize, f64)");
        assert_eq!(shown(&quote!(&'a mut self)), "&'a mut self");
        assert_eq!(shown(&quote!(x *= 2.0)), "x *= 2.0");
        assert_eq!(shown(&quote!(return x)), "return x");
    }

    #[test]
    fn not_too_long() {
        let long = shown(&quote!(a + b + c + d + e + f + g + h + i + j + k + l + m + n + o));
        assert_eq!(long.chars().count(), 51);
    }
}
