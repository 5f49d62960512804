//! Parses a text to a tree that keeps everything: comments, marks, the spelling of atoms, and line ends.

use crate::deep::deep;
use crate::error::Result;
use crate::read::{Lexer, Token, TokenKind};

/// The distance between a node and the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    /// On the same line.
    Same,
    /// On a line of its own.
    Line,
    /// After an empty line.
    Blank,
}

/// A piece of text.
pub(super) struct Node<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) gap: Gap,
    /// Its number, the key of the layout's cache.
    pub(super) id: u32,
    /// Its width on one line; `None` if it takes several.
    pub(super) flat: Option<usize>,
}

/// The kinds of [`Node`].
pub(super) enum Kind<'a> {
    /// An atom, as it was written.
    Word(&'a str),
    /// `; …`
    LineComment(&'a str),
    /// `#| … |#`
    BlockComment(&'a str),
    /// A list in parentheses.
    List { open: char, close: char, items: Vec<Node<'a>>, role: Role },
    /// `'` or `#;`, and the datum that follows.
    Marked(&'a str, Box<Node<'a>>),
}

/// The role of a list in the list around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Role {
    /// A form or a call.
    Code,
    /// Items without a head: those of a quotation, bindings, parameters, clauses.
    Items,
}

impl Drop for Node<'_> {
    fn drop(&mut self) {
        let kind = std::mem::replace(&mut self.kind, Kind::Word(""));
        deep(|| drop(kind));
    }
}

impl Node<'_> {
    pub(super) fn is_comment(&self) -> bool {
        matches!(self.kind, Kind::LineComment(_) | Kind::BlockComment(_))
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.kind, Kind::Word(own) if own == word)
    }
}

/// An item under construction: the top level, a list, or a mark and what follows.
struct Open<'a> {
    token: Option<Token>,
    items: Vec<Node<'a>>,
    gap: Gap,
}

/// Returns the tree of a text.
///
/// # Errors
///
/// If [`read`](crate::read::read) rejects it.
pub(super) fn tree(text: &str) -> Result<Vec<Node<'_>>> {
    crate::read::read(0, text)?;
    let mut lexer = Lexer::new(0, text);
    let mut builder = Builder {
        text,
        open: vec![Open { token: None, items: Vec::new(), gap: Gap::Same }],
        quotes: 0,
        next: 0,
    };
    let mut end = 0;
    while let Some(token) = lexer.next_token()? {
        let (start, before) = (token.span.start as usize, end);
        end = token.span.end as usize;
        let gap = match text[before..start].matches('\n').count() {
            0 => Gap::Same,
            1 => Gap::Line,
            _ => Gap::Blank,
        };
        builder.take(token, gap);
    }
    Ok(builder.open.pop().map(|top| top.items).unwrap_or_default())
}

/// Returns the number of items on the first line of a form that has a body.
pub(super) fn header(items: &[Node<'_>]) -> Option<usize> {
    match items.first()?.kind {
        Kind::Word("define" | "lambda" | "let*" | "letrec") => Some(2),
        Kind::Word("let") => match items.get(1)?.kind {
            // A named `let` has one more.
            Kind::Word(_) => Some(3),
            _ => Some(2),
        },
        _ => None,
    }
}

/// Marks the lists in a form that are not calls.
fn give_roles(items: &mut [Node<'_>]) {
    let lists = match (items.first(), header(items)) {
        (Some(first), None) if first.is_word("cond") => 1..items.len(),
        // The parameters of a definition look like a call.
        (Some(first), Some(header)) if !first.is_word("define") => header - 1..header.min(items.len()),
        _ => return,
    };
    for item in &mut items[lists] {
        if let Kind::List { role, .. } = &mut item.kind {
            *role = Role::Items;
        }
    }
}

struct Builder<'a> {
    text: &'a str,
    open: Vec<Open<'a>>,
    /// The number of open quotations.
    quotes: usize,
    next: u32,
}

impl<'a> Builder<'a> {
    fn take(&mut self, token: Token, gap: Gap) {
        let word = &self.text[token.span.start as usize..token.span.end as usize];
        match token.kind {
            TokenKind::Open(_) | TokenKind::Quote | TokenKind::Discard => {
                self.quotes += usize::from(token.kind == TokenKind::Quote);
                self.open.push(Open { token: Some(token), items: Vec::new(), gap });
            }
            TokenKind::Close(_) => self.close(word),
            TokenKind::Text | TokenKind::Word => self.datum(Kind::Word(word), gap),
            TokenKind::LineComment => self.comment(Kind::LineComment(word.trim_end()), gap),
            TokenKind::BlockComment => self.comment(Kind::BlockComment(word), gap),
        }
    }

    fn node(&mut self, kind: Kind<'a>, gap: Gap) -> Node<'a> {
        let id = self.next;
        self.next += 1;
        Node { flat: flat(&kind), kind, gap, id }
    }

    /// Adds a comment. A comment between a mark and its datum moves in front of the mark, to a line of its own.
    fn comment(&mut self, kind: Kind<'a>, gap: Gap) {
        let mut node = self.node(kind, gap);
        let is_mark = |open: &Open<'_>| {
            open.token.is_some_and(|t| matches!(t.kind, TokenKind::Quote | TokenKind::Discard))
        };
        let at = self.open.iter().rposition(|open| !is_mark(open)).expect("the top level is not a mark");
        if let Some(mark) = self.open.get_mut(at + 1) {
            (node.gap, mark.gap) = (mark.gap, mark.gap.max(Gap::Line));
        }
        self.open[at].items.push(node);
    }

    fn close(&mut self, close: &str) {
        let Some(Open { token: Some(token), items, gap }) = self.open.pop() else {
            unreachable!("the reader has matched the parentheses")
        };
        let role = if self.quotes > 0 { Role::Items } else { Role::Code };
        let mut items = items;
        if role == Role::Code {
            give_roles(&mut items);
        }
        let open = if self.text.as_bytes()[token.span.start as usize] == b'(' { '(' } else { '[' };
        let close = if close == ")" { ')' } else { ']' };
        self.datum(Kind::List { open, close, items, role }, gap);
    }

    fn datum(&mut self, kind: Kind<'a>, gap: Gap) {
        let mut node = self.node(kind, gap);
        while let Some(open) = self.open.last() {
            let Some(Token { kind: kind @ (TokenKind::Quote | TokenKind::Discard), span }) = open.token
            else {
                break;
            };
            self.quotes -= usize::from(kind == TokenKind::Quote);
            let (mark, gap) = (&self.text[span.start as usize..span.end as usize], open.gap);
            self.open.pop();
            node.gap = Gap::Same;
            node = self.node(Kind::Marked(mark, Box::new(node)), gap);
        }
        self.open.last_mut().expect("the top level stays open").items.push(node);
    }
}

fn flat(kind: &Kind<'_>) -> Option<usize> {
    match kind {
        Kind::Word(text) | Kind::BlockComment(text) => (!text.contains('\n')).then(|| text.chars().count()),
        Kind::LineComment(_) => None,
        Kind::Marked(mark, node) => Some(mark.len() + node.flat?),
        Kind::List { items, .. } => {
            let mut width = 2 + items.len().saturating_sub(1);
            for (i, item) in items.iter().enumerate() {
                if i > 0 && item.gap > Gap::Same {
                    return None;
                }
                width += item.flat?;
            }
            Some(width)
        }
    }
}
