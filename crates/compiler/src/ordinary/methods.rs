//! Methods of floats that the table of rules lacks, written with those that it has.
//!
//! Takes a block, returns it with `i.clamp(0, n)` of integers as `i.max(0).min(n)`, and with calls of the library where the value would
//! differ in a bit: the record computes what the function computes.

use super::assign::base;
use super::fresh::Fresh;
use super::names::names_of;
use super::sequence::changed;
use crate::ir::{Methods, Primitive, Scalar, is_of};
use crate::sorted::Set;
use crate::syntax::read::{bare, behind, value_of};
use crate::syntax::seek::{At, each_name, seek};
use crate::syntax::visit_mut::{self, VisitMut, each_stmt};
use crate::tokens;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat, Stmt, parse_quote_spanned};

/// Rewrites the body of a function.
pub(super) fn known(item: &mut syn::ItemFn, fresh: &mut Fresh) {
    let mut changing = Set::new();
    for input in &item.sig.inputs {
        match input {
            syn::FnArg::Typed(param) => {
                let lends = matches!(&*param.ty, syn::Type::Reference(lent) if lent.mutability.is_some());
                changing.extend(names_of(&param.pat).iter().filter(|_| lends).map(ToString::to_string));
            }
            syn::FnArg::Receiver(own) => changing.extend(own.mutability.map(|_| "self".to_string())),
        }
    }
    let block = &mut item.block;
    let at = |name: &syn::PatIdent| {
        changing.extend(name.mutability.is_some().then(|| name.ident.to_string()));
    };
    each_name(at, |visitor| visitor.visit_block(block));
    Rewriting { fresh, changing }.visit_block_mut(block);
}

struct Rewriting<'a> {
    fresh: &'a mut Fresh,
    /// The locals that may change.
    changing: Set<String>,
}

impl Rewriting<'_> {
    /// True for a chain with a closure in a `map` that changes something, as a method of a variable may.
    fn changes(&self, chain: &Expr) -> bool {
        let Expr::MethodCall(call) = chain else { return false };
        let may_change = |e: &Expr| {
            let Expr::MethodCall(call) = e else { return At::Inside };
            let reads = [Methods::Counts, Methods::Copies, Methods::OfItems, Methods::OfNumbers];
            let reads = reads.iter().any(|group| is_of(&call.method, *group))
                || Primitive::by_name(&call.method.to_string()).is_some();
            At::found(!reads && base(&call.receiver).is_some_and(|name| self.changing.contains(&name)))
        };
        let of_closure = |f: &Expr| match f {
            Expr::Closure(closure) => {
                !changed(&[Stmt::Expr((*closure.body).clone(), None)]).is_empty()
                    || seek(may_change, |visitor| visitor.visit_expr(&closure.body))
            }
            _ => false,
        };
        call.method == "map" && call.args.iter().any(of_closure) || self.changes(&call.receiver)
    }

    /// A chain that has an item each time: one that may change is computed once.
    fn repeated(&mut self, times: Expr, item: &Expr) -> Expr {
        let stays = !tokens::names(item).iter().any(|name| self.changing.contains(name));
        if stays {
            return parse_quote_spanned!(item.span()=> #times.map(|_| #item));
        }
        let of = self.fresh.name("repeated", item.span());
        parse_quote_spanned!(item.span()=> #times.scan(#item, |#of, _| Some(*#of)))
    }

    /// `iter::successors(first, next)`: a chain without an end, each item of which is computed from the one before.
    fn successors(&mut self, call: &syn::ExprCall) -> Option<Expr> {
        let (true, [first, next]) =
            (is_last(&call.func, ["iter", "successors"]), &Vec::from_iter(&call.args)[..])
        else {
            return None;
        };
        let [of, item, succ] = self.fresh.names(["state", "item", "succ"], call.span());
        Some(parse_quote_spanned!(call.span()=> (0usize..).scan(#first, |#of, _| {
            let #succ = #next;
            match *#of {
                Some(#item) => {
                    *#of = #succ(&#item);
                    Some(#item)
                }
                None => None,
            }
        })))
    }
}

impl VisitMut for Rewriting<'_> {
    /// `let w = &mut [0.0; 3];` names what it lends.
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        each_stmt(block, |mut stmt, _, out| {
            visit_mut::visit_stmt_mut(self, &mut stmt);
            out.extend(converted(&mut stmt));
            out.extend(lent(&mut stmt, self.fresh));
            out.push(stmt);
        });
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        if let Expr::Call(call) = &*e {
            let copied = call.args.first().filter(|_| is_last(&call.func, ["Clone", "clone"]));
            if let Some(Expr::Reference(of)) = copied {
                let of = &of.expr;
                *e = parse_quote_spanned!(call.span()=> #of.clone());
            } else if let (true, [a, b]) = (is_midpoint(&call.func), &Vec::from_iter(&call.args)[..]) {
                *e = parse_quote_spanned!(call.span()=> ::retrograde::library::midpoint(#a, #b));
            } else if let (true, Some(item)) = (is_last(&call.func, ["iter", "once"]), call.args.first()) {
                let item = if let Expr::Reference(lent) = item { &lent.expr } else { item };
                *e = parse_quote_spanned!(call.span()=> [#item].iter());
            } else if let (true, Some(item)) = (is_last(&call.func, ["iter", "repeat"]), call.args.first()) {
                *e = self.repeated(parse_quote_spanned!(call.span()=> (0usize..)), item);
            } else if let (true, [item, n]) =
                (is_last(&call.func, ["iter", "repeat_n"]), &Vec::from_iter(&call.args)[..])
            {
                *e = self.repeated(parse_quote_spanned!(call.span()=> (0..#n)), item);
            } else if let Some(chain) = self.successors(call) {
                *e = chain;
            }
            return;
        }
        if let Expr::Binary(binary) = &*e {
            *e = parts_compared(binary).unwrap_or_else(|| e.clone());
            return;
        }
        let Expr::MethodCall(call) = &*e else { return };
        let (span, x) = (call.span(), &call.receiver);
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let known: Expr = match (call.method.to_string().as_str(), arguments.as_slice()) {
            ("clamp", [low, high]) if [x, *low, *high].into_iter().any(is_integer) => {
                parse_quote_spanned!(span=> #x.max(#low).min(#high))
            }
            ("to_radians", []) => parse_quote_spanned!(span=> (#x * 0.017453292519943295)),
            ("to_degrees", []) => parse_quote_spanned!(span=> (#x * 57.29577951308232)),
            ("fract", []) => parse_quote_spanned!(span=> (#x - #x.trunc())),
            ("midpoint", [y]) => parse_quote_spanned!(span=> ::retrograde::library::midpoint(#x, #y)),
            ("log", [base]) => parse_quote_spanned!(span=> ::retrograde::library::log(#x, #base)),
            ("rem", [m]) => parse_quote_spanned!(span=> (#x % (#m))),
            ("copysign", [sign]) => parse_quote_spanned!(span=> ::retrograde::library::copysign(#x, #sign)),
            ("sum" | "product", []) if integer_of(call).is_some() => {
                let (total, ty, name) = (self.fresh.name("total", span), integer_of(call), &call.method);
                parse_quote_spanned!(span=> { let #total: #ty = #x.#name(); #total })
            }
            // The item that is found to be changed is a place.
            ("find", [f]) if changed_items(x).is_some() => {
                let (of, at) = (changed_items(x), self.fresh.name("at", span));
                parse_quote_spanned!(span=> #of.iter().position(#f).map(|#at| &mut #of[#at]))
            }
            (name @ ("max_by" | "min_by"), [Expr::Closure(f)]) if changed_items(x).is_some() => {
                let (of, at, mut f) = (changed_items(x), self.fresh.name("at", span), f.clone());
                f.inputs.iter_mut().for_each(|item| *item = parse_quote_spanned!(span=> (_, #item)));
                let name = Ident::new(name, span);
                parse_quote_spanned!(span=> #of.iter().enumerate().#name(#f).map(|(#at, _)| #at).map(|#at| &mut #of[#at]))
            }
            ("split_off", [at]) => parse_quote_spanned!(span=> #x.drain(#at..).collect::<Vec<_>>()),
            ("append", [Expr::Reference(from)]) if from.mutability.is_some() => {
                let from = &from.expr;
                parse_quote_spanned!(span=> #x.extend(#from.drain(..)))
            }
            // Its first item is found at once.
            ("next", []) if is_made_chain(x) => parse_quote_spanned!(span=> #x.find(|_| true)),
            ("find_map", [f]) => parse_quote_spanned!(span=> #x.filter_map(#f).find(|_| true)),
            // What the items before change is changed all the same.
            ("skip", [n]) if self.changes(x) => {
                let at = self.fresh.name("at", span);
                parse_quote_spanned!(span=> #x.enumerate().filter(|(#at, _)| *#at >= #n).map(|(_, item)| item))
            }
            ("step_by", [n]) if self.changes(x) => {
                let at = self.fresh.name("at", span);
                parse_quote_spanned!(span=> #x.enumerate().filter(|(#at, _)| *#at % #n == 0).map(|(_, item)| item))
            }
            ("count", []) if self.changes(x) => {
                let [item, seen] = self.fresh.names(["item", "seen"], span);
                parse_quote_spanned!(span=> #x.map(|#item| { let #seen = #item; 1usize }).sum::<usize>())
            }
            ("nth", [n]) if self.changes(x) => {
                let at = self.fresh.name("at", span);
                parse_quote_spanned!(span=> #x.enumerate().filter(|(#at, _)| *#at >= #n).map(|(_, item)| item).find(|_| true))
            }
            ("nth", [n]) if is_made_chain(x) => parse_quote_spanned!(span=> #x.skip(#n).find(|_| true)),
            ("as_slice", []) if is_place(x) => parse_quote_spanned!(span=> &#x[..]),
            ("as_mut_slice", []) if is_place(x) => parse_quote_spanned!(span=> &mut #x[..]),
            ("flatten", []) => {
                let Some((of, f)) = mapped_to_options(x) else { return };
                parse_quote_spanned!(span=> #of.filter_map(#f))
            }
            ("contains", [item]) => {
                let Expr::Range(range) = bare(x) else { return };
                let Some(inside) = super::bounds::inside(range, item, span) else { return };
                inside
            }
            // Those of a list with a name.
            ("concat", []) if is_place(bare(x)) => {
                parse_quote_spanned!(span=> #x.iter().flatten().copied().collect::<Vec<_>>())
            }
            ("concat", []) => {
                let Some(joined) = joined(x) else { return };
                parse_quote_spanned!(span=> #joined.copied().collect::<Vec<_>>())
            }
            // The last of those that `find` finds from behind.
            ("rposition", [Expr::Closure(test)]) if is_made_chain(x) => {
                let (at, mut test) = (self.fresh.name("at", span), test.clone());
                let Some(item) = test.inputs.first_mut() else { return };
                *item = parse_quote_spanned!(span=> (_, #item));
                parse_quote_spanned!(span=> #x.enumerate().rev().find(#test).map(|(#at, _)| #at))
            }
            ("rem_euclid", [m]) if is_integer(x) || is_integer(m) => return,
            ("rem_euclid", [m]) => parse_quote_spanned!(span=> ::retrograde::library::rem_euclid(#x, #m)),
            _ => return,
        };
        *e = known;
    }

    /// `1f64` is a float, though it has the digits of an integer.
    fn visit_lit_mut(&mut self, lit: &mut syn::Lit) {
        if let syn::Lit::Int(digits) = &*lit {
            if matches!(digits.suffix(), "f64" | "f32") {
                let text = format!("{}.0{}", digits.base10_digits(), digits.suffix());
                *lit = syn::Lit::Float(syn::LitFloat::new(&text, digits.span()));
            }
        }
    }
}

/// `(a, b) == (c, d)` as `a == c && b == d`, where the parts only compute.
fn parts_compared(binary: &syn::ExprBinary) -> Option<Expr> {
    let (Expr::Tuple(left), Expr::Tuple(right)) = (bare(&binary.left), bare(&binary.right)) else {
        return None;
    };
    let (is_same, op) = (matches!(binary.op, syn::BinOp::Eq(_)), &binary.op);
    let calls = |e: &Expr| At::found(matches!(e, Expr::Call(_) | Expr::MethodCall(_) | Expr::Macro(_)));
    let acts = seek(calls, |visitor| visitor.visit_expr_binary(binary));
    if acts || left.elems.len() != right.elems.len() || !(is_same || matches!(op, syn::BinOp::Ne(_))) {
        return None;
    }
    let span = binary.span();
    let parts = left.elems.iter().zip(&right.elems);
    let compared = parts.map(|(a, b)| -> Expr { parse_quote_spanned!(span=> (#a) #op (#b)) });
    let all = compared.reduce(|a, b| match is_same {
        true => parse_quote_spanned!(span=> #a && #b),
        false => parse_quote_spanned!(span=> #a || #b),
    })?;
    Some(parse_quote_spanned!(span=> (#all)))
}

/// The place whose items a chain lends to be changed: `items.iter_mut()`.
fn changed_items(chain: &Expr) -> Option<&Expr> {
    let Expr::MethodCall(call) = bare(chain) else { return None };
    (call.method == "iter_mut" && is_place(&call.receiver)).then_some(&call.receiver)
}

fn is_place(e: &Expr) -> bool {
    matches!(e, Expr::Path(_) | Expr::Field(_) | Expr::Index(_))
}

/// The items and the closure of `items.map(|item| if … { Some(…) } else { None })`.
fn mapped_to_options(chain: &Expr) -> Option<(&Expr, &Expr)> {
    let Expr::MethodCall(call) = bare(chain) else { return None };
    let f = call.args.first().filter(|_| call.method == "map")?;
    let Expr::Closure(closure) = f else { return None };
    gives_option(&closure.body).then_some((&call.receiver, f))
}

/// True for a value that is an `Option` by its text.
fn gives_option(e: &Expr) -> bool {
    match bare(e) {
        Expr::If(branch) => value_of(&branch.then_branch).is_some_and(gives_option),
        Expr::Match(of) => of.arms.iter().any(|arm| gives_option(&arm.body)),
        Expr::Block(of) => value_of(&of.block).is_some_and(gives_option),
        Expr::Call(call) => matches!(&*call.func, Expr::Path(path) if path.path.is_ident("Some")),
        Expr::Path(path) => path.path.is_ident("None"),
        _ => false,
    }
}

/// The chain through the lists in an array: `[a, &b[1..]]`.
fn joined(lists: &Expr) -> Option<Expr> {
    let Expr::Array(lists) = bare(lists) else { return None };
    let items = lists.elems.iter().map(|list| -> Expr {
        let list = if let Expr::Reference(lent) = list { &lent.expr } else { list };
        parse_quote_spanned!(list.span()=> #list.iter())
    });
    items.reduce(|first, rest| parse_quote_spanned!(rest.span()=> #first.chain(#rest)))
}

/// True for a path that ends with these names.
fn is_last(function: &Expr, names: [&str; 2]) -> bool {
    let Expr::Path(path) = function else { return false };
    let last = path.path.segments.iter().rev().take(2).map(|segment| &segment.ident);
    path.path.segments.len() > 1 && last.eq(names.iter().rev())
}

/// True for a chain that starts at items where it stands: no name keeps what is left of it.
fn is_made_chain(e: &Expr) -> bool {
    match bare(e) {
        Expr::MethodCall(call) => {
            let starts = ["iter", "into_iter", "windows", "chunks", "chunks_exact"];
            call.method != "by_ref"
                && (starts.iter().any(|name| call.method == name) || is_made_chain(&call.receiver))
        }
        Expr::Range(_) => true,
        _ => false,
    }
}

/// True for an integer by its text: a literal, a cast, or arithmetic with one.
fn is_integer(e: &Expr) -> bool {
    match bare(e) {
        Expr::Lit(lit) => matches!(&lit.lit, syn::Lit::Int(_)),
        Expr::Cast(cast) => !["f64", "f32"].iter().any(|float| crate::tokens::has(&cast.ty, &[float])),
        Expr::Unary(unary) => is_integer(&unary.expr),
        Expr::Binary(binary) => is_integer(&binary.left) || is_integer(&binary.right),
        _ => false,
    }
}

/// True for `f64::midpoint` and `f32::midpoint`.
fn is_midpoint(function: &Expr) -> bool {
    ["f64", "f32"].iter().any(|of| is_last(function, [of, "midpoint"]))
}

/// A local for an array that is lent where it is written.
fn lent(stmt: &mut Stmt, fresh: &mut Fresh) -> Option<Stmt> {
    let Stmt::Local(local) = stmt else { return None };
    let (Pat::Ident(_), Some(init)) = (&local.pat, &mut local.init) else { return None };
    let Expr::Reference(reference) = &mut *init.expr else { return None };
    let is_array = matches!(&*reference.expr, Expr::Array(_) | Expr::Repeat(_));
    if !is_array {
        return None;
    }
    let (span, array, mutable) = (reference.span(), &reference.expr, reference.mutability);
    let held = fresh.name("held", span);
    let declared = parse_quote_spanned!(span=> let #mutable #held = #array;);
    *reference.expr = parse_quote_spanned!(span=> #held);
    Some(declared)
}

/// Makes the array of `let a: [f64; 3] = list.try_into().unwrap();` from the items of the list; returns what checks its length before.
fn converted(stmt: &mut Stmt) -> Option<Stmt> {
    let Stmt::Local(local) = stmt else { return None };
    let (Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init) else { return None };
    let (syn::Type::Array(array), Expr::MethodCall(unwrapped)) = (&*typed.ty, &*init.expr) else {
        return None;
    };
    let Expr::MethodCall(of) = &*unwrapped.receiver else { return None };
    if !(unwrapped.method == "unwrap" || unwrapped.method == "expect") || of.method != "try_into" {
        return None;
    }
    let (span, length) = (of.span(), &array.len);
    let list = if let Expr::Reference(lent) = &*of.receiver { &lent.expr } else { &of.receiver }.clone();
    if !is_place(&list) {
        return None;
    }
    let message = "the list has another length than the array";
    let checked = parse_quote_spanned!(span=> assert!(#list.len() == #length, #message););
    *init.expr = parse_quote_spanned!(span=> ::core::array::from_fn(|at| #list[at]));
    Some(checked)
}

/// The integer type that `sum::<u64>()` writes.
fn integer_of(call: &syn::ExprMethodCall) -> Option<&syn::Type> {
    match call.turbofish.as_ref()?.args.first()? {
        syn::GenericArgument::Type(ty) => integer(ty).map(|_| ty),
        _ => None,
    }
}

/// The name of an integer type, also behind a reference.
pub(super) fn integer(ty: &syn::Type) -> Option<&Ident> {
    match behind(ty) {
        syn::Type::Path(path) => path.path.get_ident().filter(|name| {
            Scalar::by_name(&name.to_string()).is_some_and(|scalar| matches!(scalar, Scalar::Integer(_)))
        }),
        _ => None,
    }
}
