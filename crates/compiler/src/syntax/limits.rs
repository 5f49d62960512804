//! How long and how deep a program may be: nothing that is written overflows the stack of the compiler.
//!
//! The parser and the passes call themselves for what is nested, on the stack of rustc, which nobody can make larger. So tokens
//! are looked at first, without recursion: each kind of nesting is weighed by the stack that it takes, and what is too heavy
//! is refused before anything else sees it. Chains, `a + b + …` and `x.sin().sin()…`, are parsed without recursion and may be long:
//! `resolve/depth.rs` names their parts.
//!
//! Law: what passes takes less than five of the eight megabytes that rustc has.

use crate::law::{Diagnostics, Law};
use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};

/// The most that may be nested, by weight.
const HEAVIEST: usize = 600;
/// What a block weighs, and an arm of a chain of branches; parentheses and signs weigh one.
const BLOCK: usize = 2;
/// What an operator weighs in the arguments of a macro, whose chains stay as they are.
const OPERATOR: usize = 4;
/// The most operators in one statement, where a call counts as several: its value gets a name for the way back, and the names of
/// one block are nested for the part of rustc that describes them to debuggers.
const LONGEST: usize = 6_000;

/// As how many operators a call counts.
const CALL: usize = 5;

/// What is too long or too deep.
#[derive(Clone, Debug)]
pub struct Excess {
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: &'static str,
}

/// A group that is looked into, and what has been seen of the statement or argument at hand.
struct Level {
    rest: IntoIter,
    /// What is around the group.
    outside: usize,
    /// Whether it is the argument of a macro.
    in_macro: bool,
    seen: Seen,
    /// What came last.
    last: Last,
}

/// What a statement holds so far.
#[derive(Default)]
struct Seen {
    /// Arms of a chain of branches.
    arms: usize,
    /// What holds everything behind it: assignments, closures, `return`.
    holding: usize,
    /// Signs and keywords in a row.
    signs: usize,
    /// Types that are arguments of types.
    angles: usize,
    /// Operators and methods.
    operators: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    /// `!`, which may call a macro.
    Bang,
    /// `-` or `=`, of which `>` may make an arrow.
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
        self.outside + arms * BLOCK + holding + signs + angles + chain
    }

    /// What a token does to the statement.
    fn sees(&mut self, token: &TokenTree) {
        let seen = &mut self.seen;
        if self.last == Last::Block {
            match token {
                TokenTree::Ident(word) if word == "else" => {}
                // What goes on with an operator belongs to what was before.
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
                // Weighed with its arm.
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

/// What becomes of long chains of operators and methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chains {
    /// Their parts are named.
    Named,
    /// They stay as they are.
    Kept,
}

impl Excess {
    /// What is nested too deep.
    pub fn depth(span: Span) -> Excess {
        Excess {
            span,
            message: "this is nested too deep for the compiler".into(),
            help: "bind parts of it to names, or write functions and call them; of many branches, make a table",
        }
    }
}

/// The error in place of an item that is too long or too deep, with a stub where it is a function.
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

/// What is too long or too deep in some tokens; the first place.
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

/// An item without what its last braces hold, so that the rest of it can be looked at.
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
