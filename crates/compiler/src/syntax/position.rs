//! Positions: the number of each expression in a walk through a body.
//!
//! Takes a body, and finds the number of an expression in it, or in a macro of the language that stands in it. Law: two bodies that differ
//! in names alone number their expressions alike, so what is found about an expression of one is known of the other.

use std::collections::HashMap;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};

/// The numbers of the expressions of one body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Positions {
    /// The body, and on top of it what was parsed or copied out of it and is still there.
    layers: Vec<Layer>,
}

/// Numbers by address: expressions, and macros, whose number is that of the first expression in them.
#[derive(Clone, Debug, Default)]
struct Layer {
    expressions: HashMap<usize, usize>,
    macros: HashMap<usize, usize>,
}

/// What a macro of the language holds.
pub(crate) enum Inside {
    /// `push!(stack, x)`: expressions. An assignment counts as its two sides.
    Values(Vec<syn::Expr>),
    /// `each! { … }`: statements.
    Statements(Vec<syn::Stmt>),
}

/// Returns what a macro of the language holds; nothing for a macro of another name, and where it holds something else.
pub(crate) fn inside(mac: &syn::Macro) -> Option<Inside> {
    let name = mac.path.segments.last()?.ident.to_string();
    let values =
        |mac: &syn::Macro| mac.parse_body_with(Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated);
    match name.as_str() {
        "each" | "undo" => mac.parse_body_with(syn::Block::parse_within).ok().map(Inside::Statements),
        "push" | "pop" | "insert" | "remove" => {
            values(mac).ok().map(|values| Inside::Values(values.into_iter().collect()))
        }
        "free" => match mac.parse_body::<syn::Expr>().ok()? {
            syn::Expr::Assign(a) => Some(Inside::Values(vec![*a.left, *a.right])),
            target => Some(Inside::Values(vec![target])),
        },
        "vec" => match super::read::filled(mac) {
            Some((value, length)) => Some(Inside::Values(vec![value, length])),
            None => values(mac).ok().map(|values| Inside::Values(values.into_iter().collect())),
        },
        _ => None,
    }
}

impl Positions {
    /// Numbers the expressions of a body.
    pub(crate) fn of(block: &syn::Block) -> Positions {
        let mut numbering = Numbering { layer: Layer::default(), next: 0 };
        numbering.visit_block(block);
        Positions { layers: vec![numbering.layer] }
    }

    /// The number of an expression; nothing for one that is none of the body's.
    pub(crate) fn number(&self, e: &syn::Expr) -> Option<usize> {
        self.layers.iter().rev().find_map(|layer| layer.expressions.get(&address(e)).copied())
    }

    /// Numbers what was parsed out of a macro, until it is left again.
    pub(crate) fn enter<'a>(&mut self, mac: &syn::Macro, inside: impl IntoIterator<Item = Node<'a>>) {
        let number = self.layers.iter().rev().find_map(|layer| layer.macros.get(&address(mac)).copied());
        self.push(number, inside);
    }

    /// Numbers a copy as what it is a copy of, until it is left again.
    pub(crate) fn copied(&mut self, original: &syn::Expr, copy: &syn::Expr) {
        self.push(self.number(original), [Node::Value(copy)]);
    }

    fn push<'a>(&mut self, number: Option<usize>, nodes: impl IntoIterator<Item = Node<'a>>) {
        let mut layer = Layer::default();
        if let Some(next) = number {
            let mut numbering = Numbering { layer, next };
            for node in nodes {
                match node {
                    Node::Value(e) => numbering.visit_expr(e),
                    Node::Statement(stmt) => numbering.visit_stmt(stmt),
                }
            }
            layer = numbering.layer;
        }
        self.layers.push(layer);
    }

    /// Forgets what was entered or copied last.
    pub(crate) fn leave(&mut self) {
        self.layers.pop();
    }
}

/// Something to number.
#[derive(Clone, Copy)]
pub(crate) enum Node<'a> {
    Value(&'a syn::Expr),
    Statement(&'a syn::Stmt),
}

impl Inside {
    /// What is in it, to be numbered.
    pub(crate) fn nodes(&self) -> Vec<Node<'_>> {
        match self {
            Inside::Values(values) => values.iter().map(Node::Value).collect(),
            Inside::Statements(stmts) => stmts.iter().map(Node::Statement).collect(),
        }
    }
}

/// Nodes of a tree that is held do not move.
fn address<T>(of: &T) -> usize {
    std::ptr::from_ref(of).addr()
}

struct Numbering {
    layer: Layer,
    next: usize,
}

impl<'ast> Visit<'ast> for Numbering {
    fn visit_expr(&mut self, e: &'ast syn::Expr) {
        self.layer.expressions.insert(address(e), self.next);
        self.next += 1;
        visit::visit_expr(self, e);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.layer.macros.insert(address(mac), self.next);
        if let Some(inside) = inside(mac) {
            let mut within = Numbering { layer: Layer::default(), next: self.next };
            for node in inside.nodes() {
                match node {
                    Node::Value(e) => within.visit_expr(e),
                    Node::Statement(stmt) => within.visit_stmt(stmt),
                }
            }
            self.next = within.next;
        }
    }

    // What stands in an item is rustc's.
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
