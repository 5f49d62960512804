//! Lowers `for` over arrays: the elements that it visits, and the names that its pattern binds in each iteration.
//!
//! Takes `xs.iter()`, `ys.iter_mut()`, `chunks`, `windows`, `zip`, `enumerate`, `rev` and others; returns the counted
//! loop that visits the same elements, whose pattern consists of views. So every pass that knows indexed loops knows
//! these as well, and no value is computed that the written loop would not compute.
//!
//! Law: an array that is visited to be read does not change in the loop, and one that is visited to be changed is
//! accessed through the pattern only, as Rust's own iterators require.

use super::place::{difference, extend, root, sum};
use super::{Absence, Lowering, Meaning};
use crate::analysis::region::{Overlap, overlap};
use crate::ir::print::shown;
pub(super) use crate::ir::reach::length;
use crate::ir::visit::changes;
use crate::ir::*;
use crate::law::{Extent, Law};
use crate::sorted::Map;
use crate::syntax::read::ident_of;
use crate::syntax::seek::each_name;
use proc_macro2::Span;
use std::rc::Rc;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

/// The elements that a loop visits.
enum Source {
    /// The elements of a place, borrowed or copied.
    Elements(Place, Passing),
    /// `chunks(n)`, or `chunks_exact(n)`
    Chunks { of: Place, size: Expr, exact: bool, passing: Passing },
    /// `windows(n)`
    Windows { of: Place, size: Expr },
    /// `start..end`, or `start..`
    Indices { start: Expr, end: Option<Expr> },
    /// `a.zip(b)`
    Zip(Box<Source>, Box<Source>),
    /// `a.enumerate()`
    Enumerate(Box<Source>),
    /// `a.rev()`
    Reversed(Box<Source>),
    /// `a.skip(n)`
    Skip(Box<Source>, Expr),
    /// `a.take(n)`
    Take(Box<Source>, Expr),
    /// `a.step_by(n)`
    StepBy(Box<Source>, Expr),
}

/// The elements of one iteration.
enum Item {
    Place(Place, Passing),
    Index(Expr),
    Pair(Box<Item>, Box<Item>),
}

/// An array, or a part of one, that a loop visits in order, and whether the loop may change its elements.
struct Walk {
    place: Place,
    mutable: bool,
    /// The name that must not be used inside the loop.
    name: Option<syn::Ident>,
    span: Span,
}

pub(super) fn number(n: usize) -> Expr {
    Expr::integer(n)
}

fn exact(op: Operator, a: Expr, b: Expr) -> Expr {
    Expr::Exact(op, vec![a, b])
}

fn product(a: Expr, b: Expr) -> Expr {
    exact(Operator::Mul, a, b)
}

fn least(a: Expr, b: Expr) -> Expr {
    let args = vec![Argument::Value(a), Argument::Value(b)];
    Expr::Host(Host::Function(Rc::new(syn::parse_quote!(::core::cmp::min))), args)
}

/// Returns the number of elements of a part that ends with its array, `x[a..]`; a run checks that it does not start behind the end.
///
/// A loop over the part itself finds no element there. One that ends with another array may never ask.
fn checked(count: Expr) -> Expr {
    match &count {
        Expr::Exact(Operator::Sub, parts) if matches!(parts[..], [Expr::Length(_), _]) => {
            let args = parts.iter().cloned().map(Argument::Value).collect();
            Expr::Host(Host::Function(Rc::new(syn::parse_quote!(::retrograde::__private::rest))), args)
        }
        _ => count,
    }
}

/// Returns `a - b`, or zero if that is negative.
fn beyond(a: Expr, b: Expr) -> Expr {
    if b.is_zero() {
        return a;
    }
    let args = vec![Argument::Value(a), Argument::Value(b.clone())];
    difference(Expr::Host(Host::Function(Rc::new(syn::parse_quote!(::core::cmp::max))), args), b)
}

/// `⌈n / by⌉`
fn rounded_up(n: Expr, by: &Expr) -> Expr {
    exact(Operator::Div, difference(sum(n, by.clone()), number(1)), by.clone())
}

impl Source {
    /// Returns the number of iterations; `None` if only another iterator ends the loop.
    fn count(&self, vars: &Variables) -> Option<Expr> {
        Some(match self {
            Source::Elements(of, _) => length(of),
            Source::Chunks { of, size, exact: true, .. } => exact(Operator::Div, length(of), size.clone()),
            Source::Chunks { of, size, exact: false, .. } => rounded_up(length(of), size),
            Source::Windows { of, size } => beyond(sum(length(of), number(1)), size.clone()),
            Source::Indices { start, end } => beyond(end.clone()?, start.clone()),
            Source::Zip(a, b) => match (a.count(vars), b.count(vars)) {
                (Some(a), Some(b)) if equal(&a, &b, vars) => a,
                (Some(a), Some(b)) => least(checked(a), checked(b)),
                (a, b) => a.or(b)?,
            },
            Source::Enumerate(inner) | Source::Reversed(inner) => inner.count(vars)?,
            Source::Skip(inner, n) => beyond(inner.count(vars)?, n.clone()),
            Source::Take(inner, n) => match inner.count(vars) {
                Some(count) => least(count, n.clone()),
                None => n.clone(),
            },
            Source::StepBy(inner, n) => rounded_up(inner.count(vars)?, n),
        })
    }

    /// Returns the upper bounds of the number of rounds: one count for each partner.
    fn bounds(&self, vars: &Variables) -> Vec<Expr> {
        match self {
            Source::Zip(a, b) => [a.bounds(vars), b.bounds(vars)].concat(),
            Source::Enumerate(inner) | Source::Reversed(inner) => inner.bounds(vars),
            other => other.count(vars).into_iter().collect(),
        }
    }

    /// Returns the elements of iteration `k`.
    fn item(&self, k: Expr, vars: &Variables) -> Item {
        match self {
            Source::Elements(of, passing) => Item::Place(extend(of.clone(), Projection::Index(k)), *passing),
            Source::Chunks { of, size, exact, passing } => {
                let start = product(k, size.clone());
                let end = sum(start.clone(), size.clone());
                let end = if *exact { end } else { least(end, length(of)) };
                Item::Place(extend(of.clone(), Projection::Range(start, end)), *passing)
            }
            Source::Windows { of, size } => {
                let end = sum(k.clone(), size.clone());
                Item::Place(extend(of.clone(), Projection::Range(k, end)), Passing::Shared)
            }
            Source::Indices { start, .. } => Item::Index(sum(start.clone(), k)),
            Source::Zip(a, b) => Item::Pair(Box::new(a.item(k.clone(), vars)), Box::new(b.item(k, vars))),
            Source::Enumerate(inner) => {
                Item::Pair(Box::new(Item::Index(k.clone())), Box::new(inner.item(k, vars)))
            }
            Source::Reversed(inner) => {
                let last = inner.count(vars).map_or(k.clone(), |n| difference(n, number(1)));
                inner.item(difference(last, k), vars)
            }
            Source::Skip(inner, n) => inner.item(sum(n.clone(), k), vars),
            Source::Take(inner, _) => inner.item(k, vars),
            Source::StepBy(inner, n) => inner.item(product(k, n.clone()), vars),
        }
    }
}

/// True if two counts are equal: by their text, or because both are lengths of arrays of one type.
pub(super) fn equal(a: &Expr, b: &Expr, vars: &Variables) -> bool {
    let fixed = |e: &Expr| match e {
        Expr::Length(place) => {
            let ty = place.path.iter().fold(&vars[place.base].ty, |ty, _| ty.item());
            match ty {
                Type::Array(_, length) => Some(Expr::Constant(length.clone())),
                _ => None,
            }
        }
        _ => None,
    };
    fixed(a).as_ref().unwrap_or(a) == fixed(b).as_ref().unwrap_or(b)
}

/// True if an iterator is a range, perhaps with `rev` and `step_by`: such a loop is counted already.
pub(super) fn is_range(e: &syn::Expr) -> bool {
    match e {
        syn::Expr::Range(_) => true,
        syn::Expr::Paren(p) => is_range(&p.expr),
        syn::Expr::MethodCall(call) if call.method == "rev" || call.method == "step_by" => {
            is_range(&call.receiver)
        }
        _ => false,
    }
}

impl Lowering {
    /// `for pattern in arrays { … }`
    pub(super) fn iteration(&mut self, f: &syn::ExprForLoop, span: Span) -> Option<Stmt> {
        let mut walks = Vec::new();
        let source = self.source(&f.expr, &mut walks);
        self.scopes.push(Map::new());
        for name in walks.iter().filter(|walk| walk.mutable).filter_map(|walk| walk.name.as_ref()) {
            if let Some(meaning) = self.look_up(name).cloned() {
                self.bind(&name.unraw().to_string(), Meaning::Absent(Absence::Lent, Box::new(meaning)));
            }
        }
        // The names of the pattern shadow those of the arrays.
        self.scopes.push(Map::new());
        let bounds = source.as_ref().map_or_else(Vec::new, |source| source.bounds(&self.vars));
        let head = source.and_then(|source| self.rounds(f, source));
        if head.is_none() {
            self.stand_ins(&f.pat);
        }
        self.loops.push(self.scopes.len() - 2);
        let body = self.block(&f.body);
        self.loops.pop();
        self.scopes.pop();
        self.scopes.pop();
        let (index, range, mut stmts) = head?;
        let changed = changes(&body);
        stmts.extend(body.stmts);
        let span = f.for_token.span().join(f.expr.span()).unwrap_or(span);
        let stmt = Stmt::For(For {
            index,
            range,
            lengths: Vec::new(),
            body: Block { stmts },
            checkpoint: None,
            span,
        });
        self.walked(&walks, &changed, index, &bounds);
        Some(stmt)
    }

    /// Returns the index of the iteration, its range, and the statements at the start of each iteration.
    fn rounds(&mut self, f: &syn::ExprForLoop, mut source: Source) -> Option<(Var, Range, Vec<Stmt>)> {
        let mut falling = false;
        while let Source::Reversed(inner) = source {
            falling = !falling;
            source = *inner;
        }
        let Some(end) = source.count(&self.vars) else {
            return self.refused(Extent::of(&f.expr), "this loop never ends", "write both bounds: `0..n`");
        };
        let index = match counter(&f.pat, &source) {
            Some(name) => self.declare_written(name, Type::Exact(Exact::Discrete), Role::Index),
            None => self.declare("i", f.pat.span(), Type::Exact(Exact::Discrete), Role::Index),
        };
        let item = source.item(Expr::Read(Place::whole(index, f.pat.span())), &self.vars);
        let mut stmts = Vec::new();
        self.bind_item(&f.pat, item, &mut stmts);
        let range = Range { falling, ..Range::between(number(0), end) };
        Some((index, range, stmts))
    }

    /// Returns the elements that an iterator visits; adds its arrays to `walks`.
    fn source(&mut self, e: &syn::Expr, walks: &mut Vec<Walk>) -> Option<Source> {
        match e {
            syn::Expr::Paren(p) => self.source(&p.expr, walks),
            syn::Expr::Group(g) => self.source(&g.expr, walks),
            syn::Expr::Reference(r) => self.elements(&r.expr, r.mutability.is_some(), walks),
            syn::Expr::Range(range) => {
                let Some(start) = &range.start else {
                    return self.refused(
                        Extent::of(e),
                        "a loop starts somewhere",
                        "write both bounds: `0..n`",
                    );
                };
                let start = self.whole(start);
                let end = range.end.as_ref().map(|end| self.whole(end));
                let end = match range.limits {
                    syn::RangeLimits::HalfOpen(_) => end,
                    syn::RangeLimits::Closed(_) => end.map(|end| sum(end, number(1))),
                };
                Some(Source::Indices {
                    start: self.pinned(start, e),
                    end: end.map(|end| self.pinned(end, e)),
                })
            }
            syn::Expr::MethodCall(call) => self.adapted(call, walks),
            syn::Expr::Path(_) | syn::Expr::Index(_) | syn::Expr::Unary(_) => {
                let place = self.quiet_place(e);
                let lent = place.is_some_and(|place| {
                    place.is_whole() && self.vars[place.base].passing == Passing::Mutable
                });
                match self.elements(e, lent, walks)? {
                    Source::Elements(of, _) if self.is_consumed(e) => {
                        Some(Source::Elements(of, Passing::Value))
                    }
                    source => Some(source),
                }
            }
            _ => self.no_source(e),
        }
    }

    /// True for the name of an own array or vector: a loop over it takes its elements, and lends none.
    fn is_consumed(&self, e: &syn::Expr) -> bool {
        match self.meaning(e) {
            Some(&Meaning::Variable(var)) => {
                self.language.is_ordinary()
                    && self.vars[var].passing == Passing::Value
                    && matches!(self.vars[var].ty, Type::Array(..) | Type::Vec(_))
            }
            _ => false,
        }
    }

    /// Lowers a method that makes an iterator from another one.
    fn adapted(&mut self, call: &syn::ExprMethodCall, walks: &mut Vec<Walk>) -> Option<Source> {
        let name = call.method.to_string();
        match (name.as_str(), call.args.len()) {
            ("iter", 0) => self.elements(&call.receiver, false, walks),
            ("iter_mut", 0) => self.elements(&call.receiver, true, walks),
            ("keys", 0) => match self.keys(call) {
                Some(keys) => self.elements(&syn::parse_quote!(#keys), false, walks),
                None => self.no_source(&syn::Expr::MethodCall(call.clone())),
            },
            ("into_iter", 0) => self.source(&call.receiver, walks),
            ("copied" | "cloned", 0) => Some(match self.source(&call.receiver, walks)? {
                Source::Elements(of, _) => Source::Elements(of, Passing::Value),
                other => other,
            }),
            ("chunks" | "chunks_exact" | "chunks_mut" | "chunks_exact_mut" | "windows", 1) => {
                let of = self.visited(&call.receiver, name.ends_with("_mut"), walks)?;
                let size = self.exact_value(&call.args[0]);
                let size = self.pinned(size, &call.args[0]);
                Some(match name.as_str() {
                    "windows" => Source::Windows { of, size },
                    _ => Source::Chunks {
                        of,
                        size,
                        exact: name.starts_with("chunks_exact"),
                        passing: if name.ends_with("_mut") { Passing::Mutable } else { Passing::Shared },
                    },
                })
            }
            ("zip", 1) => {
                let first = self.source(&call.receiver, walks);
                let second = self.source(&call.args[0], walks);
                Some(Source::Zip(Box::new(first?), Box::new(second?)))
            }
            ("enumerate", 0) => Some(Source::Enumerate(Box::new(self.source(&call.receiver, walks)?))),
            ("rev", 0) => match Box::new(self.source(&call.receiver, walks)?) {
                inner if inner.count(&self.vars).is_none() => self.refused(
                    Extent::of(call),
                    "an endless range has no last element",
                    "write both bounds: `0..n`",
                ),
                inner => Some(Source::Reversed(inner)),
            },
            ("skip" | "take" | "step_by", 1) => {
                let inner = Box::new(self.source(&call.receiver, walks)?);
                let n = self.exact_value(&call.args[0]);
                let n = self.pinned(n, &call.args[0]);
                Some(match name.as_str() {
                    "skip" => Source::Skip(inner, n),
                    "take" => Source::Take(inner, n),
                    _ => Source::StepBy(inner, n),
                })
            }
            _ => {
                let message = format!("the loop cannot be reversed at `{name}`");
                let help = "write `iter`, `iter_mut`, `chunks`, `windows`, `zip`, `enumerate`, `rev`, `skip`, `take` or \
                            `step_by`, and do the rest in the body";
                let of_map = self.instead_on_map(&call.receiver, &name);
                let help = of_map.unwrap_or_else(|| help.to_string());
                self.refused(call.method.span(), message, help)
            }
        }
    }

    fn no_source(&mut self, e: &syn::Expr) -> Option<Source> {
        let message = format!(
            "`{}` is neither a range nor an array, so the elements that its loop visits are unknown",
            shown(e)
        );
        let help = match self.language.is_ordinary() && ident_of(e).is_some() {
            true => format!("write its type where it is bound, `let {}: Vec<…> = …;`", shown(e)),
            false => "loop over `a..b`, `xs.iter()` or `ys.iter_mut()`".to_string(),
        };
        self.refused(Extent::of(e), message, help)
    }

    fn elements(&mut self, e: &syn::Expr, mutable: bool, walks: &mut Vec<Walk>) -> Option<Source> {
        // `&(0..n)` and the like.
        if is_range(e) {
            return self.source(e, walks);
        }
        let passing = if mutable { Passing::Mutable } else { Passing::Shared };
        Some(Source::Elements(self.visited(e, mutable, walks)?, passing))
    }

    /// Returns the array that is visited, at its place at the start of the loop.
    fn visited(&mut self, e: &syn::Expr, mutable: bool, walks: &mut Vec<Walk>) -> Option<Place> {
        let mut place = self.place(e)?;
        if self.type_of(&place).depth() == 0 {
            return self.no_source(e).and(None);
        }
        for projection in &mut place.path {
            match projection {
                Projection::Index(i) => self.pin(i, e.span()),
                Projection::Range(a, b) => {
                    self.pin(a, e.span());
                    self.pin(b, e.span());
                }
            }
        }
        let name = ident_of(root(e)).cloned();
        walks.push(Walk { place: place.clone(), mutable, name, span: e.span() });
        Some(place)
    }

    fn pinned(&mut self, mut e: Expr, written: &syn::Expr) -> Expr {
        self.pin(&mut e, written.span());
        e
    }

    /// Binds the pattern to the elements of an iteration.
    fn bind_item(&mut self, pat: &syn::Pat, item: Item, first: &mut Vec<Stmt>) {
        match (pat, item) {
            (syn::Pat::Paren(p), item) => self.bind_item(&p.pat, item, first),
            (syn::Pat::Wild(_), _) => {}
            (syn::Pat::Reference(r), Item::Place(place, _)) => {
                self.bind_item(&r.pat, Item::Place(place, Passing::Value), first);
            }
            (syn::Pat::Reference(r), item @ Item::Pair(..)) => self.bind_item(&r.pat, item, first),
            (syn::Pat::Tuple(t), Item::Pair(a, b)) if t.elems.len() == 2 => {
                self.bind_item(&t.elems[0], *a, first);
                self.bind_item(&t.elems[1], *b, first);
            }
            (syn::Pat::Ident(p), item)
                if p.mutability.is_none() && p.by_ref.is_none() && p.subpat.is_none() =>
            {
                match item {
                    Item::Place(place, passing) => {
                        self.bind(&p.ident.unraw().to_string(), Meaning::View(place, passing))
                    }
                    Item::Index(Expr::Read(place))
                        if place.is_whole() && self.vars[place.base].role == Role::Index =>
                    {
                        self.bind(&p.ident.unraw().to_string(), Meaning::Variable(place.base));
                    }
                    Item::Index(value) => {
                        let var = self.declare_counted(p, Type::Exact(Exact::Discrete), Role::Binding);
                        self.vars[var].definition = Some(value.clone());
                        first.push(Stmt::Bind(Binding::new(var, value, p.ident.span())));
                    }
                    Item::Pair(..) => {
                        let message = format!(
                            "`{}` stands for a pair, and a pair is not a value of the language",
                            p.ident
                        );
                        self.outside(p.ident.span(), message, "take it apart: `for (a, b) in …`");
                        self.stand_ins(pat);
                    }
                }
            }
            (
                pat @ (syn::Pat::Tuple(_) | syn::Pat::TupleStruct(_) | syn::Pat::Struct(_)),
                Item::Place(place, passing),
            ) if self.type_of(&place).is_whole() => self.part_of_round(pat, place, passing, first),
            (pat @ syn::Pat::Slice(_), Item::Place(place, passing)) if self.type_of(&place).depth() > 0 => {
                self.part_of_round(pat, place, passing, first);
            }
            (pat, _) => {
                let message = format!("the pattern `{}` does not fit what this loop visits", shown(pat));
                let help = "name the elements, `for x in …`, and take pairs apart, `for (i, (y, &x)) in …`; \
                            what the body changes is a local of its own";
                self.outside(Extent::of(pat), message, help);
                self.stand_ins(pat);
            }
        }
    }

    /// Binds a pattern to the parts of an element, each read where it stands: what a loop visits to read it does not change.
    fn part_of_round(&mut self, pat: &syn::Pat, place: Place, passing: Passing, first: &mut Vec<Stmt>) {
        let before = std::mem::take(&mut self.pending);
        match passing {
            Passing::Value => self.part(pat, place, Passing::Shared),
            lent => self.part(pat, place, lent),
        }
        first.extend(std::mem::replace(&mut self.pending, before));
        if passing == Passing::Value {
            let mut names = Vec::new();
            each_name(
                |name: &'_ syn::PatIdent| names.push(name.ident.clone()),
                |visitor| visitor.visit_pat(pat),
            );
            for name in names {
                if let Some(Meaning::View(place, Passing::Shared)) = self.look_up(&name).cloned() {
                    self.bind(&name.unraw().to_string(), Meaning::View(place, Passing::Value));
                }
            }
        }
    }

    /// Checks what Rust's borrow rules require of the written loop.
    fn walked(&mut self, walks: &[Walk], changed: &[Place], index: Var, bounds: &[Expr]) {
        for (at, walk) in walks.iter().enumerate() {
            let name = self.vars[walk.place.base].name.clone();
            // What the index visits tells the halves of an array apart.
            let meets = |place: &Place| {
                let is_apart = |vars: &Variables| matches!(overlap(&walk.place, place, vars), Overlap::Never);
                if walk.place.base != place.base || is_apart(&self.vars) {
                    return false;
                }
                let mut vars = self.vars.clone();
                !bounds.iter().any(|end| {
                    let (start, end, step) = (number(0), end.clone(), None);
                    let range = Range { step, ..Range::between(start, end) };
                    vars.note_range(index, range);
                    is_apart(&vars)
                })
            };
            if walks[..at].iter().any(|other| (other.mutable || walk.mutable) && meets(&other.place)) {
                self.errors.report(
                    Law::Aliases,
                    walk.span,
                    format!("`{name}` is visited by two iterators at once, one of them mutable"),
                    "loop over the indices: `for i in 0..n { … }`",
                );
            } else if !walk.mutable && changed.iter().any(meets) {
                self.errors.report(
                    Law::ChangesInput,
                    walk.span,
                    format!("this loop visits `{name}` to read it, and its body changes it"),
                    "visit it to be changed, `iter_mut()`, or loop over the indices: `for i in 0..n { … }`",
                );
            }
        }
    }
}

/// Returns the name that a pattern gives to the number of the iteration.
fn counter<'a>(pat: &'a syn::Pat, source: &Source) -> Option<&'a syn::Ident> {
    match (pat, source) {
        (syn::Pat::Paren(p), source) => counter(&p.pat, source),
        (syn::Pat::Tuple(t), Source::Enumerate(inner)) if t.elems.len() == 2 => match &t.elems[0] {
            syn::Pat::Ident(p) if p.mutability.is_none() => Some(&p.ident),
            _ => counter(&t.elems[1], inner),
        },
        (syn::Pat::Tuple(t), Source::Zip(a, b)) if t.elems.len() == 2 => {
            counter(&t.elems[0], a).or_else(|| counter(&t.elems[1], b))
        }
        (syn::Pat::Ident(p), Source::Indices { start, .. }) if start.is_zero() && p.mutability.is_none() => {
            Some(&p.ident)
        }
        (pat, Source::Take(inner, _)) => counter(pat, inner),
        _ => None,
    }
}
