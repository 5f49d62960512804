//! The normal form of a chain of iterators: what a loop visits, and the steps behind it.
//!
//! A step that only picks items by their place (`rev`, `skip`, `take`, `step_by`, `zip`) moves before the closures that it commutes
//! with, since a loop takes it there by its indices. Law: the same items come in the same order.

use quote::ToTokens;
use syn::{Expr, Ident, parse_quote, parse_quote_spanned};

/// A step of a chain behind what a loop visits.
#[derive(Clone)]
pub(super) enum Stage {
    Map(Expr),
    Filter(Expr),
    FilterMap(Expr),
    TakeWhile(Expr),
    MapWhile(Expr),
    SkipWhile(Expr),
    Inspect(Expr),
    /// A state that the closure changes, and where it starts.
    Scan(Box<[Expr; 2]>),
    /// A counter beside the item, and where it starts: `enumerate` behind a closure, `zip(1..)`, `(1..).zip(…)`.
    Count(Expr, Side),
    /// The first of the items that come to it.
    Take(Expr),
    /// All but the first of the items that come to it.
    Skip(Expr),
    /// Steps for each part of a pair: `zip` of chains with closures.
    Pair(Vec<Stage>, Vec<Stage>),
}

/// The side of an item on which a counter stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    Behind,
}

/// A chain in its normal form.
pub(super) struct Normal {
    pub(super) head: Expr,
    pub(super) stages: Vec<Stage>,
}

/// A step that cannot stand where it stands.
pub(super) struct Misplaced {
    pub(super) method: Ident,
    pub(super) behind: &'static str,
}

/// Methods that are steps with closures.
pub(super) const CLOSURES: [&str; 10] = [
    "map",
    "filter",
    "filter_map",
    "take_while",
    "map_while",
    "skip_while",
    "inspect",
    "scan",
    "flat_map",
    "flatten",
];

/// True for a chain with a step that a loop does not visit by itself.
pub(super) fn has_stage(e: &Expr) -> bool {
    match e {
        // What it visits is made before the loop: `[a, b].map(f).iter()`.
        Expr::MethodCall(call) if super::stages::starts(&call.method.to_string()) => false,
        Expr::MethodCall(call) => {
            let of_chains = call.method == "zip" || call.method == "chain";
            CLOSURES.iter().any(|name| call.method == name)
                || has_stage(&call.receiver)
                || of_chains && call.args.iter().any(|arg| has_stage(arg) || open_range(arg).is_some())
                || of_chains && open_range(&call.receiver).is_some()
        }
        Expr::Paren(inner) => has_stage(&inner.expr),
        _ => false,
    }
}

/// The start of a range without an end.
pub(super) fn open_range(e: &Expr) -> Option<Expr> {
    match e {
        Expr::Paren(inner) => open_range(&inner.expr),
        Expr::Group(inner) => open_range(&inner.expr),
        Expr::Range(syn::ExprRange { start: Some(start), end: None, .. }) => Some((**start).clone()),
        _ => None,
    }
}

impl Stage {
    /// True if each item comes out for the item that goes in.
    fn keeps_all(&self) -> bool {
        match self {
            Stage::Map(_) => true,
            Stage::Pair(one, two) => one.iter().chain(two).all(Stage::keeps_all),
            Stage::Inspect(_)
            | Stage::Filter(_)
            | Stage::FilterMap(_)
            | Stage::TakeWhile(_)
            | Stage::MapWhile(_)
            | Stage::SkipWhile(_)
            | Stage::Scan(_)
            | Stage::Count(..)
            | Stage::Take(_)
            | Stage::Skip(_) => false,
        }
    }

    /// True if what it does with an item does not depend on those before.
    fn is_alone(&self) -> bool {
        match self {
            Stage::Filter(_) | Stage::FilterMap(_) | Stage::Inspect(_) => true,
            Stage::Map(_) | Stage::Pair(..) => self.keeps_all(),
            Stage::TakeWhile(_)
            | Stage::MapWhile(_)
            | Stage::SkipWhile(_)
            | Stage::Scan(_)
            | Stage::Count(..)
            | Stage::Take(_)
            | Stage::Skip(_) => false,
        }
    }

    /// The method that writes it.
    fn name(&self) -> &'static str {
        match self {
            Stage::Map(_) => "map",
            Stage::Filter(_) => "filter",
            Stage::FilterMap(_) => "filter_map",
            Stage::TakeWhile(_) => "take_while",
            Stage::MapWhile(_) => "map_while",
            Stage::SkipWhile(_) => "skip_while",
            Stage::Inspect(_) => "inspect",
            Stage::Scan(_) => "scan",
            Stage::Count(..) => "enumerate",
            Stage::Take(_) => "take",
            Stage::Skip(_) => "skip",
            Stage::Pair(..) => "zip",
        }
    }
}

impl Normal {
    /// Returns the normal form of a chain.
    pub(super) fn of(chain: &Expr) -> Result<Normal, Misplaced> {
        let call = match chain {
            Expr::Paren(inner) if matches!(&*inner.expr, Expr::MethodCall(_)) => {
                return Normal::of(&inner.expr);
            }
            Expr::MethodCall(call) => call,
            head => return Ok(Normal { head: head.clone(), stages: Vec::new() }),
        };
        let first = call.args.first().cloned();
        let name = call.method.to_string();
        let stage = match (name.as_str(), first.clone()) {
            ("map", Some(f)) => Some(Stage::Map(f)),
            ("filter", Some(f)) => Some(Stage::Filter(f)),
            ("filter_map", Some(f)) => Some(Stage::FilterMap(f)),
            ("take_while", Some(f)) => Some(Stage::TakeWhile(f)),
            ("map_while", Some(f)) => Some(Stage::MapWhile(f)),
            ("skip_while", Some(f)) => Some(Stage::SkipWhile(f)),
            ("inspect", Some(f)) => Some(Stage::Inspect(f)),
            ("scan", Some(start)) => call.args.get(1).map(|f| Stage::Scan(Box::new([start, f.clone()]))),
            _ => None,
        };
        if let Some(stage) = stage {
            return Ok(Normal::of(&call.receiver)?.then(stage));
        }
        match (name.as_str(), first) {
            // Items are the numbers themselves here.
            ("copied" | "cloned", None) => {
                let inner = Normal::of(&call.receiver)?;
                Ok(if inner.stages.is_empty() { inner.picked(call) } else { inner })
            }
            ("enumerate", None) => {
                let inner = Normal::of(&call.receiver)?;
                Ok(match inner.stages.is_empty() {
                    true => inner.picked(call),
                    false => inner.then(Stage::Count(parse_quote!(0), Side::Before)),
                })
            }
            ("zip", Some(other)) => Normal::zipped(call, &other),
            ("rev", None) => {
                let inner = Normal::of(&call.receiver)?;
                match inner.stages.iter().find(|stage| !stage.is_alone()) {
                    Some(stage) => Err(Misplaced { method: call.method.clone(), behind: stage.name() }),
                    None => Ok(inner.picked(call)),
                }
            }
            ("skip" | "take", Some(count)) => {
                let inner = Normal::of(&call.receiver)?;
                if inner.stages.iter().all(Stage::keeps_all) && open_range(&inner.head).is_none() {
                    return Ok(inner.picked(call));
                }
                Ok(inner.then(if name == "take" { Stage::Take(count) } else { Stage::Skip(count) }))
            }
            ("step_by", Some(_)) => {
                let inner = Normal::of(&call.receiver)?;
                match inner.stages.iter().find(|stage| !stage.keeps_all()) {
                    Some(stage) => Err(Misplaced { method: call.method.clone(), behind: stage.name() }),
                    None => Ok(inner.picked(call)),
                }
            }
            _ => Ok(Normal { head: chain.clone(), stages: Vec::new() }),
        }
    }

    /// `one.zip(other)`.
    fn zipped(call: &syn::ExprMethodCall, other: &Expr) -> Result<Normal, Misplaced> {
        let span = call.method.span();
        if let Some(start) = open_range(other) {
            return Ok(Normal::of(&call.receiver)?.then(Stage::Count(start, Side::Behind)));
        }
        if let Some(start) = open_range(&call.receiver) {
            return Ok(Normal::of(&visited(other))?.then(Stage::Count(start, Side::Before)));
        }
        let (one, two) = (Normal::of(&call.receiver)?, Normal::of(other)?);
        if let Some(stage) = one.stages.iter().chain(&two.stages).find(|stage| !stage.keeps_all()) {
            return Err(Misplaced { method: call.method.clone(), behind: stage.name() });
        }
        let (left, right) = (&one.head, &two.head);
        let head = parse_quote_spanned!(span=> #left.zip(#right));
        let no_stage = one.stages.is_empty() && two.stages.is_empty();
        let stages = if no_stage { Vec::new() } else { vec![Stage::Pair(one.stages, two.stages)] };
        Ok(Normal { head, stages })
    }

    fn then(mut self, stage: Stage) -> Normal {
        self.stages.push(stage);
        self
    }

    /// The form with a method behind what the loop visits.
    fn picked(self, call: &syn::ExprMethodCall) -> Normal {
        let head = Expr::MethodCall(syn::ExprMethodCall { receiver: Box::new(self.head), ..call.clone() });
        Normal { head, stages: self.stages }
    }
}

/// The sequence that a loop visits: a chain, or the items of a place.
pub(super) fn visited(e: &Expr) -> Expr {
    match e {
        chain if super::stages::is_chain(chain) => chain.clone(),
        Expr::Reference(lent) => visited(&lent.expr),
        Expr::Paren(inner) => visited(&inner.expr),
        place => {
            let span = syn::spanned::Spanned::span(&place);
            parse_quote_spanned!(span=> #place.iter())
        }
    }
}

impl ToTokens for Misplaced {
    fn to_tokens(&self, tokens: &mut proc_macro2::TokenStream) {
        self.method.to_tokens(tokens);
    }
}
