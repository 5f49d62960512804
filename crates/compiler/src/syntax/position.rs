//! Positions: the number of each expression in a traversal of a body.
//!
//! Takes a body, and finds the number of an expression in it or in a macro of the language inside it. Law: two bodies
//! that differ in names alone number their expressions alike, so facts about an expression of one hold for the other.

use crate::sorted::Map;
use crate::syntax::read::all_values;
use crate::syntax::visit::{self, Visit};

/// The numbers of the expressions of one body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Positions {
    /// The body, and on top of it the expressions that were parsed out of a macro or copied and are still alive.
    layers: Vec<Layer>,
}

/// Numbers by address: of expressions, and of macros, whose number is that of the first expression in them.
#[derive(Clone, Debug, Default)]
struct Layer {
    expressions: Map<usize, usize>,
    macros: Map<usize, usize>,
}

/// The content of a macro of the language.
pub(crate) enum Inside {
    /// `push!(stack, x)`: expressions. An assignment counts as its two sides.
    Values(Vec<syn::Expr>),
    /// `each! { … }`: statements.
    Statements(Vec<syn::Stmt>),
}

/// Returns the content of a macro of the language, or nothing if the macro has another name or cannot be parsed.
pub(crate) fn inside(mac: &syn::Macro) -> Option<Inside> {
    let name = mac.path.segments.last()?.ident.to_string();
    match name.as_str() {
        "each" | "undo" => mac.parse_body_with(syn::Block::parse_within).ok().map(Inside::Statements),
        "push" | "pop" | "insert" | "remove" => all_values(mac).map(Inside::Values),
        "free" => match mac.parse_body::<syn::Expr>().ok()? {
            syn::Expr::Assign(a) => Some(Inside::Values(vec![*a.left, *a.right])),
            target => Some(Inside::Values(vec![target])),
        },
        "vec" => match super::read::filled(mac) {
            Some((value, length)) => Some(Inside::Values(vec![value, length])),
            None => all_values(mac).map(Inside::Values),
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

    /// Returns the number of an expression, or nothing if the expression is not in the body.
    pub(crate) fn number(&self, e: &syn::Expr) -> Option<usize> {
        self.layers.iter().rev().find_map(|layer| layer.expressions.get(&address(e)).copied())
    }

    /// Numbers expressions that were parsed out of a macro, until `leave` is called.
    pub(crate) fn enter<'a>(&mut self, mac: &syn::Macro, inside: impl IntoIterator<Item = Node<'a>>) {
        let number = self.layers.iter().rev().find_map(|layer| layer.macros.get(&address(mac)).copied());
        self.push(number, inside);
    }

    /// Gives a copy the numbers of its original, until `leave` is called.
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

    /// Removes the last layer.
    pub(crate) fn leave(&mut self) {
        self.layers.pop();
    }
}

/// A syntax node to number.
#[derive(Clone, Copy)]
pub(crate) enum Node<'a> {
    Value(&'a syn::Expr),
    Statement(&'a syn::Stmt),
}

impl Inside {
    /// The nodes in it, to be numbered.
    pub(crate) fn nodes(&self) -> Vec<Node<'_>> {
        match self {
            Inside::Values(values) => values.iter().map(Node::Value).collect(),
            Inside::Statements(stmts) => stmts.iter().map(Node::Statement).collect(),
        }
    }
}

/// Nodes of a borrowed tree do not move.
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
}
