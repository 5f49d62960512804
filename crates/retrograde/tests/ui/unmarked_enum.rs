//! What variants hold, of an enum without an attribute.

use retrograde::prelude::*;

#[derive(Clone, Copy)]
enum Token {
    Number(f64),
    Input(usize),
    Plus,
}

#[differentiable]
fn value(x: &[f64], tokens: &[Token]) -> f64 {
    let mut sum = 0.0;
    for token in tokens {
        match token {
            Token::Number(c) => sum += *c,
            Token::Input(i) => sum += x[*i],
            Token::Plus => {}
        }
    }
    sum
}

fn main() {
    let _ = value(&[1.0], &[Token::Plus, Token::Number(1.0), Token::Input(0)]);
}
