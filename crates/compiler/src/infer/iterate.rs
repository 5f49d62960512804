//! Loops: the elements that they visit, and the names that their patterns bind.

use super::terms::{Holder, Term, Ty};
use super::walk::{Value, Walk};
use crate::ir::Segment;
use crate::syntax::read::bare;

/// The elements of one iteration of a loop.
enum Item {
    One(Value),
    Pair(Box<Item>, Box<Item>),
}

impl Walk<'_> {
    pub(super) fn for_loop(&mut self, f: &syn::ExprForLoop) {
        let item = self.iterated(&f.expr);
        self.visited(&f.pat, item);
        self.block(&f.body);
    }

    fn counter(&mut self) -> Item {
        let ty = self.types.add(Term::Integer);
        Item::One(Value { ty, place: None })
    }

    /// Binds the pattern of a loop to the elements of an iteration.
    fn visited(&mut self, pat: &syn::Pat, item: Item) {
        match (item, pat) {
            (item, syn::Pat::Paren(p)) => self.visited(&p.pat, item),
            (item, syn::Pat::Reference(p)) => self.visited(&p.pat, item),
            (Item::Pair(a, b), syn::Pat::Tuple(pair)) if pair.elems.len() == 2 => {
                self.visited(&pair.elems[0], *a);
                self.visited(&pair.elems[1], *b);
            }
            (Item::One(value), pat) => self.pattern(pat, value),
            (Item::Pair(..), pat) => {
                let ty = self.types.fresh();
                self.pattern(pat, Value { ty, place: None });
            }
        }
    }

    fn iterated(&mut self, e: &syn::Expr) -> Item {
        match e {
            syn::Expr::Paren(p) => self.iterated(&p.expr),
            syn::Expr::Group(g) => self.iterated(&g.expr),
            syn::Expr::Range(range) => self.range(range),
            syn::Expr::Reference(r) if is_counted(&r.expr) => self.iterated(&r.expr),
            syn::Expr::MethodCall(call) => self.adapted(call),
            _ => self.elements(e),
        }
    }

    fn range(&mut self, range: &syn::ExprRange) -> Item {
        let ty = self.types.add(Term::Integer);
        for bound in range.start.iter().chain(&range.end) {
            let bound = self.exact(bound);
            self.one_type(ty, bound, None);
        }
        Item::One(Value { ty, place: None })
    }

    fn elements(&mut self, e: &syn::Expr) -> Item {
        let array = self.value(e);
        // A visited value is an array, whatever the name of its type.
        let part = self.part(&array, &Segment::Element);
        if let Some(way) = &part.place {
            self.mention(way);
        }
        Item::One(part)
    }

    /// Returns a part of an array, which is an array.
    fn parts(&mut self, e: &syn::Expr) -> Item {
        let array = self.value(e);
        let item: Ty = self.types.item_of(array.ty);
        let ty = self.types.add(Term::Sequence(Holder::Slice, item));
        Item::One(Value { ty, place: array.place })
    }

    fn adapted(&mut self, call: &syn::ExprMethodCall) -> Item {
        let name = call.method.to_string();
        match (name.as_str(), call.args.first()) {
            ("zip", Some(other)) => {
                let first = self.iterated(&call.receiver);
                Item::Pair(Box::new(first), Box::new(self.iterated(other)))
            }
            ("enumerate", _) => {
                let ty = self.whole();
                let index = Item::One(Value { ty, place: None });
                Item::Pair(Box::new(index), Box::new(self.iterated(&call.receiver)))
            }
            ("iter" | "iter_mut", None) => self.elements(&call.receiver),
            ("keys", None) => {
                let map = self.ty(&call.receiver);
                match self.types.term(map) {
                    Term::Map(key, _, _) => Item::One(Value { ty: *key, place: None }),
                    _ => self.counter(),
                }
            }
            ("into_iter" | "rev" | "copied" | "cloned" | "by_ref", None) => self.iterated(&call.receiver),
            ("skip" | "take" | "step_by", Some(n)) => {
                self.exact(n);
                self.iterated(&call.receiver)
            }
            ("windows", Some(n)) => {
                self.exact(n);
                self.parts(&call.receiver)
            }
            (name, Some(n)) if name.starts_with("chunks") => {
                self.exact(n);
                self.parts(&call.receiver)
            }
            _ => {
                let ty = self.method(call).ty;
                let ty = self.types.item_of(ty);
                Item::One(Value { ty, place: None })
            }
        }
    }
}

/// True for a range, perhaps in parentheses.
fn is_counted(e: &syn::Expr) -> bool {
    matches!(bare(e), syn::Expr::Range(_))
}
