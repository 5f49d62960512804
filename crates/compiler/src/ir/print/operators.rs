//! Operators on structures, which are calls of the library to the passes, as they were written: `Mul::mul(&z, &w)` is `z * w`.
//!
//! Takes and returns tokens. Law: operands that are operators have parentheses.

use crate::tokens;
use proc_macro2::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};

/// The number of tokens of a call of an operator: `::retrograde::operators::Mul::mul(…)`.
const LENGTH: usize = 13;

/// Returns tokens with operators in place of calls.
pub(super) fn written(tokens: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut out, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        if let Some((symbol, operands)) = operator(&tokens[at..]) {
            out.extend(applied(symbol, operands));
            at += LENGTH;
            continue;
        }
        out.push(match &tokens[at] {
            TokenTree::Group(group) => TokenTree::Group(tokens::within(group, written)),
            token => token.clone(),
        });
        at += 1;
    }
    out.into_iter().collect()
}

/// The symbol and the operands of the operator that a call is of.
fn operator(tokens: &[TokenTree]) -> Option<(&'static str, TokenStream)> {
    let is = |at: usize, name: &str| matches!(tokens.get(at), Some(TokenTree::Ident(of)) if of == name);
    let Some(TokenTree::Group(operands)) = tokens.get(LENGTH - 1) else { return None };
    if !is(2, "retrograde") || !is(5, "operators") {
        return None;
    }
    let symbol = match tokens[LENGTH - 2].to_string().as_str() {
        "add" => "+",
        "sub" | "neg" => "-",
        "mul" => "*",
        "div" => "/",
        "add_assign" => "+=",
        "add_assign_inverse" => "-=",
        "mul_assign" => "*=",
        "mul_assign_inverse" => "/=",
        _ => return None,
    };
    Some((symbol, operands.stream()))
}

fn applied(symbol: &str, operands: TokenStream) -> Vec<TokenTree> {
    let operands: Vec<TokenTree> = operands.into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
    let operands: Vec<Vec<TokenTree>> =
        operands.split(is_comma).filter(|operand| !operand.is_empty()).map(lent).collect();
    let sign = symbol.char_indices().map(|(at, c)| {
        let spacing = if at + 1 < symbol.len() { Spacing::Joint } else { Spacing::Alone };
        TokenTree::Punct(Punct::new(c, spacing))
    });
    match &operands[..] {
        [operand] => sign.chain(operand.clone()).collect(),
        [left, right] => left.iter().cloned().chain(sign).chain(right.clone()).collect(),
        _ => operands.concat(),
    }
}

/// An operand behind its reference: `&mut z`, `&{ 2.0 }`, `&{ T::constant(2.0) }`.
fn lent(operand: &[TokenTree]) -> Vec<TokenTree> {
    let is_lending = |token: &TokenTree| match token {
        TokenTree::Punct(p) => p.as_char() == '&',
        TokenTree::Ident(name) => name == "mut",
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    };
    let start = operand.iter().position(|token| !is_lending(token)).unwrap_or(0);
    let operand = match &operand[start..] {
        [TokenTree::Group(block)] if block.delimiter() == Delimiter::Brace => constant(block.stream()),
        operand => operand.to_vec(),
    };
    let is_operator = operand.len() == LENGTH && operator(&operand).is_some();
    let operand = written(operand.into_iter().collect());
    if is_operator {
        return vec![TokenTree::Group(Group::new(Delimiter::Parenthesis, operand))];
    }
    operand.into_iter().collect()
}

/// A number in a block: `2.0` of `T::constant(2.0)`.
fn constant(tokens: TokenStream) -> Vec<TokenTree> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    match &tokens[..] {
        [.., TokenTree::Ident(name), TokenTree::Group(inner)] if name == "constant" => {
            inner.stream().into_iter().collect()
        }
        _ => tokens,
    }
}
