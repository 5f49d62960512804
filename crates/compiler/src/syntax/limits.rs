//! Limits on the length and the depth of a program, so that no source overflows the stack of the compiler.
//!
//! The parser and the passes recurse on nested syntax, on the stack of rustc, which we cannot enlarge. So the tokens
//! are examined first, without recursion: each kind of nesting has a weight according to the stack that it takes, and
//! a program above the limit is rejected before any other pass sees it. Chains, `a + b + …` and `x.sin().sin()…`, are
//! parsed without recursion and may be long: `resolve/depth.rs` names their parts.
//!
//! Law: a program within the limits takes less than five of the eight megabytes of rustc's stack where the compiler is built as its tests
//! are, and less than six without any optimisation, as cargo builds it for users.

use crate::law::{Diagnostics, Law};
use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};

/// The largest weight of nested syntax.
const HEAVIEST: usize = 600;
/// The weight of a block; parentheses and signs have weight one.
const BLOCK: usize = 3;
/// The weight of an arm of a chain of branches.
const ARM: usize = 2;
/// The weight of an operator in the arguments of a macro, where chains are not cut.
const OPERATOR: usize = 4;
/// The most operators in one statement, where a call counts as several: its value gets a name for the reverse pass,
/// and the names of one block are nested in the part of rustc that describes them to debuggers.
const LONGEST: usize = 6_000;

/// The number of operators as which a call counts.
const CALL: usize = 5;

/// An error: the program is too long or too deep.
#[derive(Clone, Debug)]
pub struct Excess {
    /// The place in the text.
    pub span: Span,
    /// The message.
    pub message: String,
    /// The help.
    pub help: &'static str,
}

/// A group of tokens that is examined, and the state of the current statement or argument.
struct Level {
    rest: IntoIter,
    /// The weight of the syntax around the group.
    outside: usize,
    /// True if it is the argument of a macro.
    in_macro: bool,
    seen: Seen,
    /// The last token.
    last: Last,
}

/// The nesting in a statement so far.
#[derive(Default)]
struct Seen {
    /// Arms of a chain of branches.
    arms: usize,
    /// Prefixes that contain everything after them: assignments, closures, `return`.
    holding: usize,
    /// Consecutive signs and keywords.
    signs: usize,
    /// Type arguments nested in types.
    angles: usize,
    /// Operators and methods.
    operators: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    /// `!`, which may start the arguments of a macro.
    Bang,
    /// `-` or `=`, which `>` may complete to an arrow.
    Arrow,
    Block,
    Else,
    Other,
}

impl Level {
    fn of(tokens: TokenStream, outside: usize, in_macro: bool) -> Level {
        Level { rest: tokens.into_iter(), outside, in_macro, seen: Seen::default(), last: Last::Nothing }
    }

    fn weight(&self) -> usize {
        let Seen { arms, holding, signs, angles, operators } = self.seen;
        let chain = if self.in_macro { operators * OPERATOR } else { 0 };
        self.outside + arms * ARM + holding + signs + angles + chain
    }

    /// Updates the state of the statement with a token.
    fn sees(&mut self, token: &TokenTree) {
        let seen = &mut self.seen;
        if self.last == Last::Block {
            match token {
                TokenTree::Ident(word) if word == "else" => {}
                // An operator continues the expression before it.
                TokenTree::Punct(_) => seen.arms = 0,
                TokenTree::Ident(_) | TokenTree::Group(_) | TokenTree::Literal(_) => *seen = Seen::default(),
            }
        }
        let mut last = Last::Other;
        match token {
            TokenTree::Punct(sign) => match sign.as_char() {
                ';' => *seen = Seen::default(),
                ',' => *seen = Seen { angles: seen.angles, ..Seen::default() },
                sign_of => {
                    seen.signs += 1;
                    seen.operators += 1;
                    match sign_of {
                        '<' => seen.angles += 1,
                        '>' if self.last != Last::Arrow => seen.angles = seen.angles.saturating_sub(1),
                        '|' => seen.holding += 1,
                        '=' if sign.spacing() == Spacing::Alone && self.last != Last::Arrow => {
                            seen.holding += 1
                        }
                        '!' => last = Last::Bang,
                        _ => {}
                    }
                    if matches!(sign_of, '-' | '=') {
                        last = Last::Arrow;
                    }
                }
            },
            TokenTree::Ident(word) => match word.to_string().as_str() {
                "else" => {
                    seen.arms += 1;
                    last = Last::Else;
                }
                // Counted with its arm.
                "if" if self.last == Last::Else => {}
                "return" | "break" | "yield" | "move" | "fn" | "impl" | "dyn" | "match" | "if" | "while" => {
                    seen.holding += 1;
                    seen.signs += 1;
                }
                "as" => seen.operators += 1,
                "mut" | "const" | "unsafe" | "async" | "let" | "for" | "loop" => seen.signs += 1,
                _ => seen.signs = 0,
            },
            TokenTree::Literal(_) => seen.signs = 0,
            TokenTree::Group(group) => {
                seen.signs = 0;
                let is_call = group.delimiter() == Delimiter::Parenthesis && !self.in_macro;
                seen.operators += if is_call { CALL } else { 1 };
                if group.delimiter() == Delimiter::Brace {
                    last = Last::Block;
                }
            }
        }
        self.last = last;
    }
}

/// The treatment of long chains of operators and methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chains {
    /// Their parts get names.
    Named,
    /// Not cut.
    Kept,
}

impl Excess {
    /// The error for syntax that is nested too deeply.
    pub fn depth(span: Span) -> Excess {
        Excess {
            span,
            message: "this is nested too deep for the compiler".into(),
            help: "bind parts of it to names, or write functions and call them; replace many branches by a table",
        }
    }
}

/// Returns the error that replaces an item that is too long or too deep, with a stub if it is a function.
pub fn refused(item: &TokenStream, chains: Chains) -> Option<TokenStream> {
    let excess = excess(item.clone(), chains)?;
    let mut errors = Diagnostics::default();
    errors.report(Law::OutsideLanguage, excess.span, excess.message, excess.help);
    let errors = errors.to_compile_errors();
    let rest = Some(emptied(item.clone())).filter(|rest| self::excess(rest.clone(), chains).is_none());
    let stub =
        rest.and_then(|rest| syn::parse2::<syn::ItemFn>(rest).ok()).map(|item| crate::syntax::stub(&item));
    Some(quote::quote!(#errors #stub))
}

/// Returns the first place in some tokens that is too long or too deep.
pub fn excess(tokens: TokenStream, chains: Chains) -> Option<Excess> {
    let mut levels = vec![Level::of(tokens, 0, chains == Chains::Kept)];
    while let Some(level) = levels.last_mut() {
        let Some(token) = level.rest.next() else {
            levels.pop();
            continue;
        };
        let of_macro = level.last == Last::Bang;
        let weight = level.weight();
        level.sees(&token);
        if level.weight() > HEAVIEST {
            return Some(Excess::depth(token.span()));
        }
        if level.seen.operators > LONGEST {
            return Some(Excess {
                span: token.span(),
                message: format!("this statement has more than {LONGEST} operators"),
                help: "write it as several statements, or as a loop over an array",
            });
        }
        if let TokenTree::Group(group) = token {
            let own = if group.delimiter() == Delimiter::Brace { BLOCK } else { 1 };
            let in_macro = level.in_macro || (of_macro && group.delimiter() != Delimiter::None);
            levels.push(Level::of(group.stream(), weight + own, in_macro));
        }
    }
    None
}

/// Returns a function with an empty body, and another item as it is.
pub fn without_body(item: TokenStream) -> TokenStream {
    let kind = item.clone().into_iter().find_map(|token| match token {
        TokenTree::Ident(word) => Some(word.to_string()).filter(|word| {
            ["fn", "struct", "enum", "union", "trait", "impl", "mod"].contains(&word.as_str())
        }),
        TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    });
    if kind.is_some_and(|kind| kind == "fn") { emptied(item) } else { item }
}

/// Returns an item with its last braces emptied, so that the rest can be parsed.
fn emptied(item: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    if let Some(TokenTree::Group(group)) = tokens.last_mut() {
        if group.delimiter() == Delimiter::Brace {
            let span = group.span();
            *group = proc_macro2::Group::new(Delimiter::Brace, TokenStream::new());
            group.set_span(span);
        }
    }
    tokens.into_iter().collect()
}
