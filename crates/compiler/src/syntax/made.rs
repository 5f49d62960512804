//! Statements and blocks made of parsed parts. Law: nothing that has been parsed is printed and parsed again, so that a pass over
//! nested blocks takes time proportional to what is in them.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::token::{self, Brace};
use syn::{Attribute, Block, Expr, Ident, Label, Pat, Stmt, Token};

/// Parses statements.
pub(crate) fn parsed(tokens: proc_macro2::TokenStream) -> Vec<Stmt> {
    syn::parse::Parser::parse2(Block::parse_within, tokens).expect("statements of a pass")
}

/// Returns the statements of a text, which has the span of something.
macro_rules! stmts {
    ($span:expr=> $($text:tt)*) => { $crate::syntax::made::parsed(quote::quote_spanned!($span=> $($text)*)) };
}
pub(crate) use stmts;

/// Returns `{ … }`.
pub(crate) fn block(span: Span, stmts: Vec<Stmt>) -> Block {
    Block { brace_token: Brace(span), stmts }
}

/// Returns `{ … }` as an expression.
pub(crate) fn block_expr(span: Span, stmts: Vec<Stmt>) -> Expr {
    Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: block(span, stmts) })
}

/// Returns `if condition { … }`, or with an `else` in front of a block or another branch.
pub(crate) fn branch(span: Span, condition: Expr, then: Block, otherwise: Option<Expr>) -> syn::ExprIf {
    syn::ExprIf {
        attrs: Vec::new(),
        if_token: Token![if](span),
        cond: Box::new(condition),
        then_branch: then,
        else_branch: otherwise.map(|otherwise| (Token![else](span), Box::new(otherwise))),
    }
}

/// Returns the statement `if condition { … }`.
pub(crate) fn when(span: Span, condition: Expr, then: Vec<Stmt>) -> Stmt {
    Stmt::Expr(Expr::If(branch(span, condition, block(span, then), None)), None)
}

/// Returns the statement `if condition { … } else { … }`, without an `else` where nothing is in it. A branch that is alone there
/// stands behind `else` itself.
pub(crate) fn either(
    span: Span,
    attrs: Vec<Attribute>,
    condition: Expr,
    then: Vec<Stmt>,
    mut otherwise: Vec<Stmt>,
) -> Stmt {
    let otherwise = match (otherwise.pop(), otherwise.is_empty()) {
        (None, _) => None,
        (Some(Stmt::Expr(Expr::If(next), _)), true) => Some(Expr::If(next)),
        (Some(last), _) => {
            otherwise.push(last);
            Some(block_expr(span, otherwise))
        }
    };
    let made = branch(span, condition, block(span, then), otherwise);
    Stmt::Expr(Expr::If(syn::ExprIf { attrs, ..made }), None)
}

/// Returns `while condition { … }`.
pub(crate) fn while_loop(
    span: Span,
    attrs: Vec<Attribute>,
    label: Option<Label>,
    condition: Expr,
    body: Block,
) -> Stmt {
    let (while_token, cond) = (Token![while](span), Box::new(condition));
    Stmt::Expr(Expr::While(syn::ExprWhile { attrs, label, while_token, cond, body }), None)
}

/// Returns `loop { … }`.
pub(crate) fn endless(span: Span, attrs: Vec<Attribute>, label: Option<Label>, body: Block) -> Stmt {
    Stmt::Expr(Expr::Loop(syn::ExprLoop { attrs, label, loop_token: Token![loop](span), body }), None)
}

/// Returns `for pat in head { … }`.
pub(crate) fn for_loop(
    span: Span,
    attrs: Vec<Attribute>,
    label: Option<Label>,
    pat: Pat,
    head: Expr,
    body: Block,
) -> Stmt {
    let (for_token, in_token) = (Token![for](span), Token![in](span));
    let (pat, expr) = (Box::new(pat), Box::new(head));
    Stmt::Expr(Expr::ForLoop(syn::ExprForLoop { attrs, label, for_token, pat, in_token, expr, body }), None)
}

/// Returns a variable as an expression.
pub(crate) fn name(name: &Ident) -> Expr {
    Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: name.clone().into() })
}

/// Returns `left && right`.
pub(crate) fn and(left: Expr, right: Expr) -> Expr {
    let op = syn::BinOp::And(Default::default());
    Expr::Binary(syn::ExprBinary { attrs: Vec::new(), left: Box::new(left), op, right: Box::new(right) })
}

/// All of some conditions.
pub(crate) fn all(conditions: impl IntoIterator<Item = Expr>) -> Expr {
    conditions.into_iter().reduce(and).unwrap_or_else(|| syn::parse_quote!(true))
}

/// Returns `!value`.
pub(crate) fn not(span: Span, value: Expr) -> Expr {
    let op = syn::UnOp::Not(Token![!](span));
    Expr::Unary(syn::ExprUnary { attrs: Vec::new(), op, expr: Box::new(value) })
}

/// Returns `let pat = value;`.
pub(crate) fn bound(span: Span, pat: Pat, value: Expr) -> Stmt {
    let init = syn::LocalInit { eq_token: Token![=](span), expr: Box::new(value), diverge: None };
    let (let_token, semi_token) = (Token![let](span), Token![;](span));
    Stmt::Local(syn::Local { attrs: Vec::new(), let_token, pat, init: Some(init), semi_token })
}

/// Returns `let mut name = value;`.
pub(crate) fn declared(span: Span, name: &Ident, value: Expr) -> Stmt {
    let mutability = Some(Token![mut](span));
    let pat =
        syn::PatIdent { attrs: Vec::new(), by_ref: None, mutability, ident: name.clone(), subpat: None };
    bound(span, Pat::Ident(pat), value)
}

/// Returns `place = value;`.
pub(crate) fn assigned(span: Span, place: Expr, value: Expr) -> Stmt {
    let (left, right) = (Box::new(place), Box::new(value));
    let assign = syn::ExprAssign { attrs: Vec::new(), left, eq_token: Token![=](span), right };
    Stmt::Expr(Expr::Assign(assign), Some(token::Semi(span)))
}

/// Returns `&mut place`.
pub(crate) fn lent(span: Span, place: Expr) -> Expr {
    reference(span, Some(Token![mut](span)), place)
}

/// Returns `&value`.
pub(crate) fn shared(span: Span, value: Expr) -> Expr {
    reference(span, None, value)
}

fn reference(span: Span, mutability: Option<Token![mut]>, of: Expr) -> Expr {
    let and_token = Token![&](span);
    Expr::Reference(syn::ExprReference { attrs: Vec::new(), and_token, mutability, expr: Box::new(of) })
}

/// The literal of a variant, with its parts as the fields that patterns read.
pub(crate) fn variant(path: &syn::Path, parts: Vec<(syn::Member, Expr)>) -> Expr {
    let (span, last) = (path.span(), path.segments.last());
    let field = |(member, expr): (syn::Member, Expr)| {
        let name = last.map(|last| crate::ir::payload::payload(&last.ident, &member, span));
        let member = name.map_or(member, syn::Member::Named);
        let mut field =
            syn::FieldValue { attrs: Vec::new(), member, colon_token: Some(Token![:](span)), expr };
        super::boxed::unboxed(&mut field);
        field
    };
    Expr::Struct(syn::ExprStruct {
        attrs: Vec::new(),
        qself: None,
        path: path.clone(),
        brace_token: Brace(span),
        fields: parts.into_iter().map(field).collect(),
        dot2_token: None,
        rest: None,
    })
}
