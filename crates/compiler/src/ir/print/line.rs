//! The text of the user for messages: prints tokens as a person writes them, on one line and not too long.

use crate::sorted::Set;
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// The largest length; longer texts are cut.
const LONGEST: usize = 50;

/// Prints syntax as a person writes it, on one line of any length.
pub fn line(syntax: &impl ToTokens) -> String {
    let mut line = String::new();
    write(super::operators::written(syntax.to_token_stream()), &mut line);
    line
}

/// Prints syntax as a person writes it, short enough for a message.
pub fn shown(syntax: &impl ToTokens) -> String {
    let mut line = line(syntax);
    if let Some((cut, _)) = line.char_indices().nth(LONGEST) {
        line.truncate(cut);
        line.push('…');
    }
    line
}

/// The token before the current one, as far as it decides on a space.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// The start, or an operator: the next token starts an operand.
    Operator,
    /// The end of an operand.
    Operand,
    /// A token without a space after it: `.`, `::`, `'`, a unary operator.
    Glue,
}

/// Finds the `<` and `>` around the arguments of a type: after its name or `::`, with only types in between.
fn angle_brackets(tokens: &[TokenTree]) -> Set<usize> {
    let is = |at: usize, c: char| matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == c);
    let names_type = |token: &TokenTree| match token {
        TokenTree::Ident(name) => name.to_string().starts_with(char::is_uppercase),
        TokenTree::Punct(p) => p.as_char() == ':',
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    };
    let mut found = Set::new();
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Punct(_) if is(at, '<') && at > 0 && names_type(&tokens[at - 1]) => open.push(at),
            TokenTree::Punct(_) if is(at, '>') => {
                found.extend(open.pop().into_iter().flat_map(|from| [from, at]))
            }
            // `&&` separates two comparisons, so the `<` before it is not a bracket.
            TokenTree::Punct(_) if is(at, '&') && is(at + 1, '&') => open.clear(),
            TokenTree::Punct(p) if !",:&'+".contains(p.as_char()) => open.clear(),
            TokenTree::Punct(_) | TokenTree::Ident(_) | TokenTree::Group(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

fn write(tokens: TokenStream, out: &mut String) {
    let mut before = Before::Operator;
    let mut punct = String::new();
    let mut first = true;
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let of_types = angle_brackets(&tokens);
    for (at, token) in tokens.into_iter().enumerate() {
        if let TokenTree::Punct(p) = &token {
            if of_types.contains(&at) {
                out.push(p.as_char());
                before = if p.as_char() == '<' { Before::Glue } else { Before::Operand };
                first = false;
                continue;
            }
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

/// Removes from the text of a program what only rustc needs: full paths, and shadows of arguments without cotangents.
pub fn cleaned(text: &str) -> String {
    let text = text.replace("::retrograde::__private::", "");
    text.replace(", Discard", "")
        .replace("::core::cmp::", "")
        .replace("::__adjoint", "::adjoint")
        .replace("::__inverse_adjoint", "::inverse_adjoint")
        .replace("::__pull", "::pull")
        .replace("::__record", "::record")
        .replace("::__replay", "::replay")
        .replace("::__sweep", "::sweep")
}
