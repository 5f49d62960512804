//! Heads of chains: an array or a call where it stands gets a name, and a constant is visited by its indices.

use super::Sequence;
use super::drained::drained_range;
use crate::ir::{Methods, is_in};
use crate::ordinary::fresh::Fresh;
use crate::syntax::named::judged;
use crate::syntax::read::{end_of, name_of};
use std::cell::Cell;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat, Stmt, parse_quote_spanned};

impl Sequence<'_> {
    /// Names what the head of a loop visits, where it is no place.
    pub(super) fn visited(&mut self, head: &mut Expr, before: &mut Vec<Stmt>) {
        match head {
            Expr::Paren(inner) => self.visited(&mut inner.expr, before),
            Expr::MethodCall(call) if drained_range(call).is_some() => {
                if let Some(range) = drained_range(call) {
                    *head = self.drained(call, range, before);
                }
            }
            Expr::Reference(lent) if is_made(&lent.expr) => self.visited(&mut lent.expr, before),
            Expr::MethodCall(call) if is_step(&call.method.to_string()) && !is_array_map(call) => {
                let owns = is_made(&call.receiver) || self.is_vector(&call.receiver);
                self.visited(&mut call.receiver, before);
                if call.method == "zip" {
                    call.args.iter_mut().for_each(|other| self.visited(other, before));
                }
                if call.method == "into_iter" && owns {
                    let (span, receiver) = (call.span(), &call.receiver);
                    *head = parse_quote_spanned!(span=> #receiver.iter().copied());
                }
            }
            made if is_made(made) => {
                let (span, name) = (made.span(), self.fresh.name("visited", made.span()));
                before.push(parse_quote_spanned!(span=> let #name = #made;));
                *made = parse_quote_spanned!(span=> #name);
            }
            _ => {}
        }
    }
}

impl Sequence<'_> {
    /// True for the name of a vector, which `into_iter` consumes.
    fn is_vector(&self, e: &Expr) -> bool {
        name_of(e).is_some_and(|name| self.vectors.contains(&name))
    }

    /// The indices that visit a constant as the steps of a chain do, the pattern for one of them, and the item there.
    pub(super) fn constant_head(&mut self, head: &Expr) -> Option<(Expr, Pat, Expr)> {
        constant_steps(head)?;
        let at = self.fresh.name("at", head.span());
        let (range, item) = indexed(head, &at)?;
        Some((range, parse_quote_spanned!(head.span()=> #at), item))
    }
}

/// Names the indices of elements of constants in a place, or in what a chain visits: they are evaluated once, before it. A name that
/// does not change stays.
pub(in crate::ordinary) fn indices_named(
    e: &mut Expr,
    fresh: &mut Fresh,
    changes: &dyn Fn(&str) -> bool,
    before: &mut Vec<Stmt>,
) {
    match e {
        Expr::Paren(inner) => indices_named(&mut inner.expr, fresh, changes, before),
        Expr::Reference(lent) => indices_named(&mut lent.expr, fresh, changes, before),
        Expr::Field(field) => indices_named(&mut field.base, fresh, changes, before),
        Expr::MethodCall(call) => {
            indices_named(&mut call.receiver, fresh, changes, before);
            if call.method == "zip" || call.method == "chain" {
                call.args.iter_mut().for_each(|other| indices_named(other, fresh, changes, before));
            }
        }
        Expr::Index(of) if is_of_constant(&Expr::Index(of.clone())) => {
            indices_named(&mut of.expr, fresh, changes, before);
            let stays = matches!(*of.index, Expr::Lit(_) | Expr::Range(_))
                || name_of(&of.index).is_some_and(|name| !changes(&name));
            if !stays {
                let (span, index) = (of.index.span(), &of.index);
                let at = fresh.name("at", span);
                before.push(parse_quote_spanned!(span=> let #at: usize = #index;));
                *of.index = parse_quote_spanned!(span=> #at);
            }
        }
        _ => {}
    }
}

/// The indices that visit a constant as the steps of a chain do, and the item at one of them.
pub(super) fn indexed(head: &Expr, at: &Ident) -> Option<(Expr, Expr)> {
    let (table, steps) = constant_steps(head)?;
    let span = head.span();
    let (mut start, mut end): (Expr, Expr) =
        (parse_quote_spanned!(span=> 0), parse_quote_spanned!(span=> #table.len()));
    // Where the items are counted, the index of the first of them.
    let (mut counted, mut turned): (Option<Expr>, bool) = (None, false);
    // The number of items that are visited together.
    let mut width: Option<usize> = None;
    for (name, argument) in &steps {
        match (name.as_str(), argument) {
            ("iter" | "into_iter" | "copied" | "cloned", None) => {}
            ("enumerate", None) if !turned && counted.is_none() => counted = Some(start.clone()),
            ("skip", Some(by)) if !turned => start = parse_quote_spanned!(span=> #start + #by),
            ("take", Some(by)) if !turned => {
                end = parse_quote_spanned!(span=> ::core::cmp::min(#end, #start + #by))
            }
            (UNTIL, Some(last)) => end = last.clone(),
            ("windows", Some(count)) if !turned && counted.is_none() && width.is_none() => {
                width = Some(number_of(count).filter(|count| (1..=WIDEST).contains(count))?);
                // No window where there are fewer items.
                end = parse_quote_spanned!(span=> (#end + 1).saturating_sub(#count));
            }
            ("rev", None) => turned = !turned,
            _ => return None,
        }
    }
    let range: Expr = if turned {
        parse_quote_spanned!(span=> (#start..#end).rev())
    } else {
        parse_quote_spanned!(span=> #start..#end)
    };
    let item: Expr = match width {
        None => parse_quote_spanned!(span=> #table[#at]),
        Some(width) => {
            let items =
                (0..width).map(|behind| -> Expr { parse_quote_spanned!(span=> #table[#at + #behind]) });
            parse_quote_spanned!(span=> [#(#items),*])
        }
    };
    let item = match counted {
        Some(Expr::Lit(_)) => parse_quote_spanned!(span=> (#at, #item)),
        Some(first) => parse_quote_spanned!(span=> (#at - (#first), #item)),
        None => item,
    };
    Some((range, item))
}

/// True for a chain that visits a constant.
pub(in crate::ordinary) fn visits_constant(head: &Expr) -> bool {
    constant_steps(head).is_some()
}

/// True for an element of a constant, and for a part of it.
pub(in crate::ordinary) fn is_of_constant(e: &Expr) -> bool {
    match e {
        Expr::Paren(inner) => is_of_constant(&inner.expr),
        Expr::Reference(lent) => is_of_constant(&lent.expr),
        Expr::Field(field) => is_of_constant(&field.base),
        Expr::Index(of) => is_of_constant(&of.expr) || visits_constant(&of.expr),
        _ => false,
    }
}

/// The most items of a constant that are visited together.
const WIDEST: usize = 8;

/// The number that is written.
pub(super) fn number_of(e: &Expr) -> Option<usize> {
    match e {
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => number.base10_parse().ok(),
        _ => None,
    }
}

/// The step by which a part of a constant ends.
const UNTIL: &str = "..";

thread_local! {
    /// True if no local of the function that is rewritten has a capital letter for a name: `A[i]` is an element of a constant.
    pub(in crate::ordinary) static LETTERS: Cell<bool> = const { Cell::new(false) };
}

/// A method of a chain, and its argument.
type Step = (String, Option<Expr>);

/// A constant, or an element of one, and the steps of a chain that visits it.
fn constant_steps(head: &Expr) -> Option<(Expr, Vec<Step>)> {
    match head {
        Expr::Path(path) => {
            let name = path.path.segments.last()?.ident.to_string();
            let is_free = name.len() > 1 || LETTERS.get();
            (is_free && judged(&path.path).is_in_capitals()).then(|| (head.clone(), Vec::new()))
        }
        Expr::Paren(inner) => constant_steps(&inner.expr),
        // A part of it.
        Expr::Index(part) => {
            let (table, mut steps) = constant_steps(&part.expr).filter(|(_, steps)| steps.is_empty())?;
            let Expr::Range(range) = &*part.index else {
                let index = &part.index;
                return Some((syn::parse_quote!(#table[#index]), steps));
            };
            steps.extend(range.start.as_ref().map(|start| ("skip".to_string(), Some((**start).clone()))));
            steps.extend(end_of(range).map(|end| (UNTIL.to_string(), Some(end))));
            Some((table, steps))
        }
        Expr::Reference(lent) => constant_steps(&lent.expr),
        Expr::MethodCall(call) => {
            let (table, mut steps) = constant_steps(&call.receiver)?;
            steps.push((call.method.to_string(), call.args.first().cloned()));
            Some((table, steps))
        }
        _ => None,
    }
}

/// True for what is made where it stands, and lasts no longer than the loop.
fn is_made(e: &Expr) -> bool {
    match e {
        Expr::Array(_) | Expr::Call(_) => true,
        Expr::Repeat(_) => true,
        Expr::MethodCall(call) => !is_step(&call.method.to_string()) || is_array_map(call),
        _ => false,
    }
}

/// True for `array.map(f)`, which makes another array.
fn is_array_map(call: &syn::ExprMethodCall) -> bool {
    call.method == "map" && !super::stages::is_chain(&call.receiver)
}

/// True for a step of a chain of iterators, and for `keys` of a map.
fn is_step(name: &str) -> bool {
    let others =
        ["keys", "values", "iter_mut", "chunks_mut", "chunks_exact_mut", "as_slice", "as_ref", "drain"];
    is_in(name, Methods::Heads) || others.contains(&name) || is_in(name, Methods::Steps)
}
