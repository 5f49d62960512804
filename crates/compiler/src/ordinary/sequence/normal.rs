//! The normal form of a chain of iterators: what a loop visits, and the steps behind it.
//!
//! A step that only picks items by their place (`rev`, `skip`, `take`, `step_by`, `zip`) moves before the closures that it commutes
//! with, since a loop takes it there by its indices. Law: the same items come in the same order.

use super::closures::copying;
use crate::ir::{Methods, is_of};
use crate::syntax::read::bare;
use syn::{Expr, Ident, parse_quote, parse_quote_spanned};

/// A step that makes one item of each.
#[derive(Clone)]
pub(super) enum Each {
    Map(Expr),
    /// Steps for each part of a pair: `zip` of chains with closures.
    Pair(Vec<Each>, Vec<Each>),
}

/// A step of a chain behind what a loop visits.
#[derive(Clone)]
pub(super) enum Stage {
    Each(Each),
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

/// True for a chain with a step that a loop does not visit by itself.
pub(super) fn has_stage(e: &Expr) -> bool {
    match e {
        // What it visits is made before the loop: `[a, b].map(f).iter()`.
        Expr::MethodCall(call) if is_of(&call.method, Methods::Starts) => false,
        Expr::MethodCall(call) => {
            call.method == "chain"
                || call.method == "cycle"
                || is_of(&call.method, Methods::Steps)
                || has_stage(&call.receiver)
                || call.method == "zip" && call.args.iter().chain([&*call.receiver]).any(is_staged)
        }
        Expr::Paren(inner) => has_stage(&inner.expr),
        _ => false,
    }
}

/// True for a part of a joint that a loop does not visit by itself: a constant is visited by its indices.
fn is_staged(e: &Expr) -> bool {
    has_stage(e) || open_range(e).is_some() || super::heads::visits_constant(e)
}

/// The start of a range without an end.
pub(super) fn open_range(e: &Expr) -> Option<Expr> {
    match bare(e) {
        Expr::Range(syn::ExprRange { start: Some(start), end: None, .. }) => Some((**start).clone()),
        _ => None,
    }
}

/// The items on which it depends what a step does with one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depends {
    /// Makes one item of each.
    Nothing,
    /// Looks at the item.
    Item,
    /// Looks at those before, too.
    Before,
}

impl Stage {
    /// Returns the method that writes it, and on what it depends.
    fn kind(&self) -> (&'static str, Depends) {
        match self {
            Stage::Each(Each::Map(_)) => ("map", Depends::Nothing),
            Stage::Each(Each::Pair(..)) => ("zip", Depends::Nothing),
            Stage::Filter(_) => ("filter", Depends::Item),
            Stage::FilterMap(_) => ("filter_map", Depends::Item),
            Stage::Inspect(_) => ("inspect", Depends::Item),
            Stage::TakeWhile(_) => ("take_while", Depends::Before),
            Stage::MapWhile(_) => ("map_while", Depends::Before),
            Stage::SkipWhile(_) => ("skip_while", Depends::Before),
            Stage::Scan(_) => ("scan", Depends::Before),
            Stage::Count(..) => ("enumerate", Depends::Before),
            Stage::Take(_) => ("take", Depends::Before),
            Stage::Skip(_) => ("skip", Depends::Before),
        }
    }
}

/// The name of a step that joins several chains: a loop visits none of them by itself.
fn joint(e: &Expr) -> Option<&'static str> {
    match bare(e) {
        Expr::MethodCall(call) => super::joints::NAMES.into_iter().find(|name| call.method == name),
        _ => None,
    }
}

impl Normal {
    /// Returns the normal form of a chain.
    pub(super) fn of(chain: &Expr) -> Result<Normal, Misplaced> {
        let (chain, Expr::MethodCall(call)) = (bare(chain), bare(chain)) else {
            return Ok(Normal { head: chain.clone(), stages: Vec::new() });
        };
        let name = call.method.to_string();
        let lends = ["filter", "take_while", "skip_while", "inspect"].contains(&name.as_str());
        let first = call.args.first().map(|f| copying(f, usize::from(lends)));
        let stage = match (name.as_str(), first.clone()) {
            ("map", Some(f)) => Some(Stage::Each(Each::Map(f))),
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
            return Ok(Normal::before(call, &call.receiver)?.then(stage));
        }
        let inner = || Normal::before(call, &call.receiver);
        match (name.as_str(), first) {
            // Items are the numbers themselves here.
            ("copied" | "cloned", None) => {
                inner().map(|inner| if inner.stages.is_empty() { inner.picked(call) } else { inner })
            }
            ("enumerate", None) => inner().map(|inner| match inner.stages.is_empty() {
                true => inner.picked(call),
                false => inner.then(Stage::Count(parse_quote!(0usize), Side::Before)),
            }),
            ("cycle", None) => {
                let inner = inner()?.behind(call, |on| on == Depends::Nothing)?;
                Ok(inner.again().unwrap_or_else(|| Normal { head: chain.clone(), stages: Vec::new() }))
            }
            ("zip", Some(other)) => Normal::zipped(call, &other),
            ("rev", None) => Ok(inner()?.behind(call, |on| on != Depends::Before)?.picked(call)),
            ("step_by", Some(_)) => Ok(inner()?.behind(call, |on| on == Depends::Nothing)?.picked(call)),
            ("skip" | "take", Some(count)) => {
                let inner = inner()?;
                let keeps = inner.stages.iter().all(|stage| stage.kind().1 == Depends::Nothing);
                if keeps && open_range(&inner.head).is_none() {
                    return Ok(inner.picked(call));
                }
                Ok(inner.then(if name == "take" { Stage::Take(count) } else { Stage::Skip(count) }))
            }
            _ => Ok(Normal { head: chain.clone(), stages: Vec::new() }),
        }
    }

    /// True for a chain that makes one item of each that a loop visits.
    pub(super) fn is_each(chain: &Expr) -> bool {
        let only_each = |normal: Normal| normal.stages.iter().all(|stage| matches!(stage, Stage::Each(_)));
        joint(chain).is_none() && Normal::of(chain).is_ok_and(only_each)
    }

    /// The normal form of what a step stands behind, which is no joint: `joints` takes those that may be.
    fn before(step: &syn::ExprMethodCall, chain: &Expr) -> Result<Normal, Misplaced> {
        match joint(chain) {
            Some(behind) => Err(Misplaced { method: step.method.clone(), behind }),
            None => Normal::of(chain),
        }
    }

    /// The form itself, if a step may move before all of its steps.
    fn behind(
        self,
        step: &syn::ExprMethodCall,
        commutes: impl Fn(Depends) -> bool,
    ) -> Result<Normal, Misplaced> {
        let mut kinds = self.stages.iter().map(Stage::kind);
        match kinds.find(|(_, depends)| !commutes(*depends)) {
            Some((behind, _)) => Err(Misplaced { method: step.method.clone(), behind }),
            None => Ok(self),
        }
    }

    /// `one.zip(other)`.
    fn zipped(call: &syn::ExprMethodCall, other: &Expr) -> Result<Normal, Misplaced> {
        let span = call.method.span();
        if let Some(start) = open_range(other) {
            return Ok(Normal::before(call, &call.receiver)?.then(Stage::Count(start, Side::Behind)));
        }
        if let Some(start) = open_range(&call.receiver) {
            return Ok(Normal::before(call, &visited(other))?.then(Stage::Count(start, Side::Before)));
        }
        let (one, two) = (Normal::before(call, &call.receiver)?, Normal::before(call, other)?);
        let (one, two) = (one.by_indices(), two.by_indices());
        let (left, right) = (one.head.clone(), two.head.clone());
        let (one, two) = (one.each(call)?, two.each(call)?);
        let no_stage = one.is_empty() && two.is_empty();
        let stages = if no_stage { Vec::new() } else { vec![Stage::Each(Each::Pair(one, two))] };
        Ok(Normal { head: parse_quote_spanned!(span=> #left.zip(#right)), stages })
    }

    /// The form in which a place is visited again and again, by indices that never end where there is an item.
    fn again(mut self) -> Option<Normal> {
        let of = super::super::iterators::place_of(&self.head)?;
        let span = syn::spanned::Spanned::span(&of);
        let at = Ident::new("at_again", span);
        self.head = parse_quote_spanned!(span=> (0..(if #of.len() == 0 { 0 } else { usize::MAX / 2 })));
        self.stages
            .insert(0, Stage::Each(Each::Map(parse_quote_spanned!(span=> |#at| #of[#at % #of.len()]))));
        Some(self)
    }

    /// The form in which a constant is visited by its indices.
    fn by_indices(mut self) -> Normal {
        // The index of an element that it visits has another name.
        let mut at = Ident::new("at", syn::spanned::Spanned::span(&self.head));
        while crate::tokens::mentions(&self.head, &at) {
            at = Ident::new(&format!("{at}_in"), at.span());
        }
        if let Some((range, item)) = super::heads::indexed(&self.head, &at) {
            self.head = parse_quote!((#range));
            self.stages.insert(0, Stage::Each(Each::Map(parse_quote!(|#at| #item))));
        }
        self
    }

    /// The steps, each of which makes one item of each.
    fn each(self, step: &syn::ExprMethodCall) -> Result<Vec<Each>, Misplaced> {
        let each = self.stages.into_iter().map(|stage| match stage {
            Stage::Each(each) => Ok(each),
            other => Err(Misplaced { method: step.method.clone(), behind: other.kind().0 }),
        });
        each.collect()
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
