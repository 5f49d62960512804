//! `each!(y += a * x + b)`: a statement for every element of whole arrays.
//!
//! Takes updates and calls with arrays in place of numbers; returns the loops over their elements, with the depth of
//! the arrays. A number is the same in every iteration.
//!
//! Law: all arrays have the length of the first one that is changed; every program checks this before the first
//! iteration.

use super::Lowering;
use super::iterate::{equal, length};
use super::place::extend;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use crate::sorted::Map;
use crate::syntax::position::Node;
use crate::syntax::read::shared;
use crate::syntax::view::{changed, viewed};
use proc_macro2::Span;
use syn::spanned::Spanned;

/// The elements of the current iteration.
pub(super) struct Elements {
    /// The index of each level.
    indices: Vec<Expr>,
    /// The arrays met so far.
    arrays: Vec<Place>,
}

impl Lowering {
    /// `each! { … }`: the statements in one loop.
    pub(super) fn each(&mut self, mac: &syn::Macro, span: Span) -> Option<Stmt> {
        let stmts = match mac.parse_body_with(syn::Block::parse_within) {
            Ok(stmts) if !stmts.is_empty() => stmts,
            _ => {
                let help = "write an update of a whole array: `each!(y += a * x);`";
                return self.refused(Extent::of(mac), "`each!` takes updates and calls", help);
            }
        };
        let mut all = Vec::new();
        for stmt in &stmts {
            match stmt {
                syn::Stmt::Expr(e @ (syn::Expr::Binary(_) | syn::Expr::Call(_)), _) => all.push(e),
                syn::Stmt::Expr(syn::Expr::Assign(a), _) => {
                    let (target, value) = (shown(&a.left), shown(&a.right));
                    let name = super::update::named(&target);
                    return self.errors.refuse(
                        Law::Overwrites,
                        Extent::of(a),
                        format!("`{target} = …` forgets the old values of `{name}`"),
                        format!(
                            "add to what starts at zero, `each!({target} += {value})`, or exchange, `each!(swap(&mut a, &mut b))`"
                        ),
                    );
                }
                other => {
                    let help = "write the loop out: `for i in 0..n { … }`";
                    return self.refused(Extent::of(other), "`each!` takes updates and calls", help);
                }
            }
        }
        self.inside(mac, stmts.iter().map(Node::Statement), |this| this.for_each(&all, span))
    }

    /// Returns the loops around statements about elements.
    pub(super) fn for_each(&mut self, stmts: &[&syn::Expr], span: Span) -> Option<Stmt> {
        let first = viewed(changed(stmts[0]).unwrap_or(stmts[0])).0;
        let Some(target) = self.array_of(first) else {
            let help = "write an update of a whole array: `each!(y += a * x);`";
            return self.refused(Extent::of(stmts[0]), "nothing in this statement is changed", help);
        };
        let depth = self.type_of(&target).depth();
        if depth == 0 {
            let message = format!("`{}` is not an array, so there is nothing to do for each", shown(first));
            return self.refused(Extent::of(stmts[0]), message, "remove `each!`");
        }
        let (loops, indices, _) = self.indices(&target, depth, span);
        let outer = self.elements.replace(Elements { indices: indices.clone(), arrays: Vec::new() });
        self.scopes.push(Map::new());
        let before = std::mem::take(&mut self.pending);
        let mut body = Vec::new();
        for stmt in stmts {
            let lowered = self.expr_stmt(stmt);
            body.append(&mut self.pending);
            body.extend(lowered);
        }
        self.pending = before;
        self.scopes.pop();
        let arrays = std::mem::replace(&mut self.elements, outer).map_or_else(Vec::new, |each| each.arrays);
        let text: Vec<String> = stmts.iter().map(|stmt| shown(*stmt)).collect();
        let lengths = self.same_lengths((&target, &indices), &arrays, None, &text.join("; "));
        nested(loops, lengths, body, span)
    }

    /// Declares an index for each level of an array: with its length, as an expression, and the element at all of them.
    fn indices(&mut self, array: &Place, depth: usize, span: Span) -> (Vec<(Var, Expr)>, Vec<Expr>, Place) {
        let (mut loops, mut indices, mut element) = (Vec::new(), Vec::new(), array.clone());
        for _ in 0..depth {
            let index = self.declare("i", span, Type::Exact(Exact::Discrete), Role::Index);
            loops.push((index, length(&element)));
            let index = Expr::Read(Place::whole(index, span));
            element = extend(element, Projection::Index(index.clone()));
            indices.push(index);
        }
        (loops, indices, element)
    }

    /// True if a value is the name of an array with the depth of the one at a place, which it updates element by
    /// element.
    pub(super) fn is_array_of(&mut self, place: &Place, value: &syn::Expr) -> bool {
        let depth = self.type_of(place).depth();
        self.elements.is_none()
            && self.quiet_place(shared(value)).is_some_and(|value| self.type_of(&value).depth() == depth)
    }

    /// True if a borrowed expression denotes a number: a place that contains one, or an array whose element `each!`
    /// uses.
    pub(super) fn is_operand(&mut self, borrowed: &syn::Expr) -> bool {
        let is_each = self.elements.is_some();
        self.quiet_place(borrowed).is_some_and(|place| {
            is_each || matches!(self.type_of(&place), Type::Real | Type::Structure(Named::Number(_)))
        })
    }

    /// Binds the value of a call that updates an array of numbers as a whole.
    pub(super) fn returned_array(&mut self, place: &Place, value: &syn::Expr) -> Option<Place> {
        if self.elements.is_some() {
            return None;
        }
        if super::call::is_list(value) {
            return self.written_array(place, value);
        }
        if !matches!(value, syn::Expr::Call(_) | syn::Expr::MethodCall(_)) {
            return None;
        }
        let ty = match self.type_of(place) {
            array @ Type::Array(..) => array,
            // The type of the value determines how it is stored.
            Type::Vec(item) | Type::Slice(item) => Type::Slice(item),
            Type::Real | Type::Exact(_) | Type::Map(..) | Type::Structure(_) | Type::Unknown => {
                return None;
            }
        };
        let span = value.span();
        let call = self.real_value(value);
        if !matches!((ty.leaf(), &call), (Type::Real, Expr::Call(..))) {
            return None;
        }
        Some(self.value_named("value", span, ty, call))
    }

    /// Binds a literal, `[a, b]`, that updates an array of numbers as a whole.
    fn written_array(&mut self, place: &Place, value: &syn::Expr) -> Option<Place> {
        let span = value.span();
        let array = self.real_value(value);
        let array = self.lifted(array);
        let ty = self.infer(&array);
        if !matches!((ty.leaf(), self.type_of(place).leaf()), (Type::Real, Type::Real))
            || ty.depth() != self.type_of(place).depth()
        {
            return None;
        }
        Some(self.value_named("value", span, ty, array))
    }

    /// Lowers `y += value` for the elements of arrays.
    pub(super) fn elements_updated(
        &mut self,
        place: &Place,
        (value, called): (&Place, &str),
        sign: Sign,
        span: Span,
    ) -> Option<Stmt> {
        let depth = self.type_of(place).depth();
        let (loops, indices, target) = self.indices(place, depth, span);
        let at = indices.iter().cloned().map(Projection::Index);
        let element = at.fold(value.clone(), extend);
        let statement = format!(
            "{} {} {called}",
            crate::ir::print::text::named(place, &self.vars),
            crate::ir::print::text::operator(Group::Sum, sign)
        );
        let lengths =
            self.same_lengths((place, &indices), std::slice::from_ref(value), Some(called), &statement);
        let update = Update {
            place: target,
            group: Group::Sum,
            sign,
            value: Expr::Read(element),
            written: None,
            span,
        };
        nested(loops, lengths, vec![Stmt::Update(update)], span)
    }

    /// Returns the array whose elements are changed: for `z.re`, where `z` is an array of complex numbers, it is `z`.
    fn array_of(&mut self, e: &syn::Expr) -> Option<Place> {
        match (self.quiet_place(e), e) {
            (None, syn::Expr::Field(field)) => {
                self.array_of(&field.base).filter(|array| self.type_of(array).depth() > 0)
            }
            (place, _) => place,
        }
    }

    /// Returns the element of an array inside `each!`.
    pub(super) fn element(&mut self, place: Place) -> Place {
        let depth = self.type_of(&place).depth();
        let Some(each) = self.elements.as_mut().filter(|_| depth > 0) else { return place };
        if each.indices.len() != depth {
            let levels = each.indices.len();
            let name = self.vars[place.base].name.clone();
            let message =
                format!("`{name}` has {depth} levels of elements, and what is changed has {levels}");
            self.outside(place.span, message, "write the loops out: `for i in 0..n { … }`");
            return place;
        }
        each.arrays.push(place.clone());
        each.indices.iter().fold(place, |place, i| extend(place, Projection::Index(i.clone())))
    }

    /// Returns the arrays whose lengths must equal that of the first at each level of indexing, unless their types
    /// show it; `called` is the text of an array without a name.
    fn same_lengths(
        &self,
        (first, indices): (&Place, &[Expr]),
        arrays: &[Place],
        called: Option<&str>,
        statement: &str,
    ) -> Vec<Vec<Lengths>> {
        let levels = (0..indices.len()).map(|level| {
            let row = |place: &Place| {
                let indices = indices[..level].iter().cloned().map(Projection::Index);
                length(&indices.fold(place.clone(), extend))
            };
            let mut told = vec![row(first)];
            let mut lengths = Vec::new();
            for array in arrays {
                let other = row(array);
                if told.iter().any(|known| equal(known, &other, &self.vars)) {
                    continue;
                }
                let name = called.unwrap_or(self.vars.written_name(array.base));
                lengths.push(Lengths {
                    length: told[0].clone(),
                    other: other.clone(),
                    names: [self.vars.written_name(first.base).to_string(), name.to_string()],
                    statement: statement.to_string(),
                });
                told.push(other);
            }
            lengths
        });
        levels.collect()
    }
}

/// True if a call swaps two places.
pub(super) fn is_swap(call: &syn::ExprCall) -> bool {
    match &*call.func {
        syn::Expr::Path(path) => {
            // A function of the user's may be called so as well.
            let is_own = path.path.leading_colon.is_some();
            path.path.segments.last().is_some_and(|s| s.ident == "swap" || (is_own && s.ident == "exchange"))
        }
        _ => false,
    }
}

/// Returns the place of an argument.
pub(super) fn lent(e: &syn::Expr) -> (&syn::Expr, Span) {
    match e {
        syn::Expr::Reference(r) => (&r.expr, r.span()),
        other => (other, other.span()),
    }
}

/// Returns nested loops, the first outermost, with the lengths that each compares before its first iteration.
fn nested(
    mut loops: Vec<(Var, Expr)>,
    mut lengths: Vec<Vec<Lengths>>,
    mut body: Vec<Stmt>,
    span: Span,
) -> Option<Stmt> {
    while let Some((index, end)) = loops.pop() {
        let start = Expr::integer(0);
        let range = Range::between(start, end);
        let lengths = lengths.pop().unwrap_or_default();
        body = vec![Stmt::For(For {
            index,
            range,
            lengths,
            body: Block { stmts: body },
            checkpoint: None,
            span,
        })];
    }
    body.pop()
}
