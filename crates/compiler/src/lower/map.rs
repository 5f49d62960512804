//! Maps: `map[&key]`, `insert!(map, key, value)` and `remove!(map, key, value)`.
//!
//! Takes their syntax, returns a place, or one instruction or its inverse: a map gains a key with a value, or loses a
//! key whose value is known. So `remove!` takes the present value, as `free!` does for an ancilla, and a run checks
//! it. (Paper 002, section 2: `dict[key] ← value` and `dict[key] → value`.)

use super::Lowering;
use super::expr::stand_in;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use crate::syntax::paths::{called, ends, owner};
use crate::syntax::position::Node;
use crate::syntax::read::values_in;
use proc_macro2::Span;
use syn::spanned::Spanned;

impl Lowering {
    /// `insert!(map, key, value)`, or `remove!` as its uncall.
    pub(super) fn entry(&mut self, mac: &syn::Macro, direction: Direction, span: Span) -> Option<Stmt> {
        let name = if direction == Direction::Call { "insert" } else { "remove" };
        let Some([written_map, key, value]) = values_in(mac) else {
            let message = format!("`{name}!` takes a map, a key and the value that the key has in it");
            return self.refused(Extent::of(mac), message, format!("write `{name}!(map, key, value);`"));
        };
        let written = super::stack::lent(&written_map);
        let map = self.place(written)?;
        let Type::Map(item, _) = self.type_of(&map) else {
            let text = shown(written);
            let message = format!("`{text}` is not known to be a map");
            let help = match written {
                syn::Expr::Field(_) => {
                    "take the map as a parameter of its own, outside of a structure".into()
                }
                _ => format!("declare it as `{text}: &mut HashMap<…, …>` or `&mut BTreeMap<…, …>`"),
            };
            return self.errors.refuse(Law::Map, Extent::of(written), message, help);
        };
        if item.is_foreign() {
            let message = format!(
                "`{}` holds structures, and a structure is neither inserted nor removed as a whole",
                shown(written)
            );
            let help =
                "insert the keys before the call, with fields that are zero, or keep a map for each field";
            return self.errors.refuse(Law::Map, Extent::of(mac), message, help);
        }
        let (key, value) = self.inside(mac, [&written_map, &key, &value].map(Node::Value), |this| {
            (this.key_value(&key), this.value_of(&item, &value))
        });
        let args = vec![Argument::Mutable(map), Argument::Value(key), Argument::Value(value)];
        Some(Stmt::Call(Call { callee: Callee::entry(span), direction, args, span }))
    }

    /// Lowers a value of the type that a map contains.
    fn value_of(&mut self, item: &Type, written: &syn::Expr) -> Expr {
        if !item.of_reals() {
            let value = self.exact_value(written);
            if let Kind::Real | Kind::Number(_) = self.kind(&value) {
                let message = format!("`{}` is real, and the values of this map are exact", shown(written));
                let help = "cast the value, or declare the map with reals";
                self.errors.report(Law::MixedTypes, Extent::of(written), message, help);
                return Expr::integer(0);
            }
            return value;
        }
        let value = self.real_value(written);
        match item {
            Type::Structure(Named::Number(number)) => self.as_number(value, *number, written),
            Type::Real => self.as_real(value, written),
            _ => self.lifted(value),
        }
    }

    /// Lowers the index of a map.
    pub(super) fn key(&mut self, map: &syn::Expr, key: &syn::Expr) -> Expr {
        match key {
            syn::Expr::Reference(r) if r.mutability.is_none() => self.key_value(&r.expr),
            syn::Expr::Paren(p) => self.key(map, &p.expr),
            syn::Expr::Lit(syn::ExprLit { lit: lit @ syn::Lit::Str(_), .. }) => {
                Expr::Constant(Constant::literal(lit))
            }
            key @ syn::Expr::Path(_) if self.is_reference(key) || self.is_lent_text(key) => {
                self.key_value(key)
            }
            key if self.is_reference(key) => self.key_value(key),
            key => {
                let (map, text) = (shown(map), shown(key));
                let message = format!("`{map}` is a map, whose index is a reference to the key");
                self.errors.report(Law::Map, Extent::of(key), message, format!("write `{map}[&{text}]`"));
                stand_in(key.span())
            }
        }
    }

    /// Reports a key as an index of a place that is not known to be a map, and returns a place in its stead.
    pub(super) fn no_map(&mut self, place: &Place, base: &syn::Expr, key: &syn::Expr) -> Place {
        let (name, real) = (shown(base), self.real.ident().to_string());
        match self.type_of(place).leaf() {
            _ if self.vars.field_path(place.base).is_some() => self.errors.report(
                Law::Map,
                Extent::of(key),
                format!("`{name}` would be a map inside a structure, and a map must be a parameter or local of its own"),
                format!("take the map as a parameter of its own, such as `&BTreeMap<String, {real}>`, and call with `&{name}`"),
            ),
            Type::Exact(Exact::Written(ty)) if is_opaque(ty) => self.errors.report(
                Law::UnknownType,
                Extent::of(base),
                format!("the type `{}` does not show whether `{name}` is a map", shown(ty)),
                format!("write the type out, such as `{name}: &HashMap<usize, {real}>`"),
            ),
            _ => self.errors.report(
                Law::Map,
                Extent::of(key),
                format!("`{name}` is not a map, and an index is a value"),
                format!("write `{name}[i]`, or declare `{name}` as a `HashMap` or `BTreeMap`"),
            ),
        }
        let var = self.declare("unknown", key.span(), Type::Real, Role::Ancilla);
        Place::whole(var, key.span())
    }

    /// Returns the map that an expression names. A map is a variable of its own, so only a name can denote it.
    fn map(&mut self, e: &syn::Expr) -> Option<Place> {
        let place = matches!(e, syn::Expr::Path(_)).then(|| self.quiet_place(e)).flatten();
        place.filter(|place| self.type_of(place).is_map())
    }

    /// Suggests a replacement for a method that changes a map, or for a loop over one; nothing if it is not a map.
    pub(super) fn instead_on_map(&mut self, receiver: &syn::Expr, method: &str) -> Option<String> {
        let map = shown(receiver);
        self.map(receiver).map(|_| match method {
            "insert" => format!("insert a key that is new: `insert!({map}, key, value)`"),
            "remove" => format!("remove a key with the value that it has: `remove!({map}, key, value)`"),
            _ => format!("loop over the keys of a `BTreeMap`, and ask for each: `for key in {map}.keys()`, `{map}[key]`"),
        })
    }

    /// Suggests a replacement for an entry, or an option, of a map; nothing if there is no map.
    pub(super) fn instead_of_entry(&mut self, e: &syn::Expr) -> Option<String> {
        match e {
            syn::Expr::Unary(u) => self.instead_of_entry(&u.expr),
            syn::Expr::Paren(p) => self.instead_of_entry(&p.expr),
            syn::Expr::Try(t) => self.instead_of_entry(&t.expr),
            syn::Expr::MethodCall(call) if self.map(&call.receiver).is_some() => {
                let map = shown(&call.receiver);
                Some(format!(
                    "ask `{map}.contains_key(&key)`, insert a key that is new, `insert!({map}, key, 0.0)`, and update its value: \
                     `{map}[&key] += …`"
                ))
            }
            syn::Expr::MethodCall(call) => self.instead_of_entry(&call.receiver),
            _ => None,
        }
    }

    /// True for a text that is lent.
    fn is_lent_text(&self, e: &syn::Expr) -> bool {
        matches!(self.known(e), crate::infer::Term::Exact(Some(name)) if name.text() == "str")
    }

    /// True if a name denotes a variable behind `&`.
    fn is_reference(&mut self, key: &syn::Expr) -> bool {
        match self.meaning(key) {
            Some(super::Meaning::Variable(var)) => self.vars[*var].passing == Passing::Shared,
            Some(super::Meaning::View(_, passing)) => *passing == Passing::Shared,
            Some(super::Meaning::Absent(..)) | None => false,
        }
    }

    /// Lowers `map.keys()` in a loop: binds the keys to a name before the loop. Returns nothing if the receiver is
    /// not a map, or if its keys have no order that is the same in the inverse.
    pub(super) fn keys(&mut self, call: &syn::ExprMethodCall) -> Option<syn::Ident> {
        let place = self.map(&call.receiver)?;
        let Type::Map(_, written) = self.type_of(&place) else { return None };
        let (key, _) = entry_types(&written)?;
        let span = call.span();
        let has_order = matches!(&*written, syn::Type::Path(p) if ends(&p.path, &["BTreeMap"]));
        // The programs of an ordinary function visit the keys of a `HashMap` sorted; the function itself has no order that could be meant.
        if !has_order && !self.language.is_ordinary() {
            let message = format!(
                "the keys of `{}` have no fixed order, so the inverse may visit them in another one",
                shown(&call.receiver)
            );
            let help =
                "use a `BTreeMap`, whose keys are sorted, or take the keys as an argument: `keys: &[…]`";
            self.errors.report(Law::Map, Extent::of(call), message, help);
        }
        let item = match key {
            syn::Type::Reference(lent) => Type::Exact(ExactType::lent(lent).into()),
            key => self.lower_type(key),
        };
        let ty = Type::Vec(Box::new(item));
        let var = self.declare("keys", span, ty, Role::Binding);
        let value = Expr::Host(Host::Keys, vec![Argument::Shared(place)]);
        self.pending.push(Stmt::Bind(Binding::new(var, value, span)));
        let name = identifier(&self.vars[var].name.clone(), span);
        self.bind(&name.to_string(), super::Meaning::Variable(var));
        Some(name)
    }

    /// Lowers a key, by value or by reference.
    fn key_value(&mut self, key: &syn::Expr) -> Expr {
        match key {
            syn::Expr::Reference(r) if r.mutability.is_none() => return self.key_value(&r.expr),
            syn::Expr::Paren(p) => return self.key_value(&p.expr),
            syn::Expr::Tuple(tuple) if tuple.elems.len() > 1 => {
                let parts = tuple.elems.iter().map(|part| Argument::Value(self.key_value(part)));
                return Expr::Host(Host::Tuple, parts.collect());
            }
            _ => {}
        }
        let value = self.exact_value(key);
        if let Kind::Real | Kind::Number(_) = self.kind(&value) {
            let message = format!("the key `{}` is real, but keys are found by equality", shown(key));
            let help = "use an integer, a bool, a text or a tuple of them as a key";
            self.errors.report(Law::Map, Extent::of(key), message, help);
            return Expr::integer(0);
        }
        value
    }

    /// Lowers `map.len()`, `map.is_empty()`, `map.contains_key(&key)`; returns nothing if the receiver is not a map.
    pub(super) fn asked_of_map(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let place = self.map(&call.receiver)?;
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        Some(match (call.method.to_string().as_str(), &args[..]) {
            ("len", []) => count(&place),
            ("is_empty", []) => Expr::Exact(Operator::Eq, vec![count(&place), Expr::integer(0)]),
            ("contains_key", [key]) => has_key(&place, &self.key(&call.receiver, key)),
            (name, _) => {
                let map = shown(&call.receiver);
                let message = format!("`{name}` of a map is not an expression of the language");
                let help =
                    format!("ask for a value by `{map}[&key]`, and for a key by `{map}.contains_key(&key)`");
                self.errors.report(Law::Map, call.method.span(), message, help);
                stand_in(call.span())
            }
        })
    }

    /// Lowers an empty map of a known type: `HashMap::new()`, `BTreeMap::default()`.
    pub(super) fn empty_of(&self, init: &syn::Expr, ty: &Type) -> Option<Expr> {
        let (Type::Map(..), (path, _)) = (ty, called(init)?) else { return None };
        let of_map = ["HashMap", "BTreeMap", "Default"].contains(&owner(path)?.as_str());
        (ends(path, &["new", "default", "with_capacity"]) && of_map).then(|| ty.zero(None, init.span()))
    }

    /// Reports `let mut map = HashMap::new();`, which does not show the type of the values.
    pub(super) fn untyped_map(&mut self, name: &syn::Ident, init: &syn::Expr) -> Option<Type> {
        let kind = syn::Ident::new(&owner(called(init)?.0)?, init.span());
        if kind != "HashMap" && kind != "BTreeMap" {
            return None;
        }
        let real = self.real.ident().clone();
        self.errors.report(
            Law::UnknownType,
            Extent::of(init),
            format!("`{}` does not show the types of keys and values of `{name}`", shown(init)),
            format!("write its type, such as `let mut {name}: {kind}<usize, {real}> = {};`", shown(init)),
        );
        Some(self.lower_type(&syn::parse_quote!(#kind<usize, #real>)))
    }

    /// Reports a variable that is not a map of the language, although its type contains a map.
    pub(super) fn check_map(&mut self, name: &str, ty: &Type, at: Extent, inactive: bool) {
        fn inside(ty: &Type) -> bool {
            match ty {
                Type::Map(..) => true,
                Type::Array(item, _) | Type::Slice(item) | Type::Vec(item) => inside(item),
                Type::Real | Type::Exact(_) | Type::Structure(_) | Type::Unknown => false,
            }
        }
        let problem = match ty {
            Type::Map(item, _) => match &**item {
                Type::Real | Type::Structure(Named::Number(_) | Named::Written(_)) => None,
                Type::Array(of, _) if matches!(**of, Type::Real) => None,
                Type::Exact(Exact::Written(tokens)) if inactive || !is_opaque(tokens) => None,
                Type::Exact(Exact::Unknown | Exact::Discrete) => None,
                Type::Exact(Exact::Written(_)) | Type::Structure(Named::Unknown) | Type::Unknown => Some((
                    format!("the type of the values of `{name}` does not show whether they carry cotangents"),
                    "keep a map for each field, or mark the parameter `#[inactive]`",
                )),
                Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => Some((
                    format!("the values of `{name}` are neither numbers nor arrays of them"),
                    "let the key tell the element: `HashMap<(usize, usize), f64>`",
                )),
            },
            ty if inside(ty) => Some((
                format!("`{name}` contains maps, and a map must be a parameter or local of its own"),
                "let the key tell which: `HashMap<(usize, usize), f64>`",
            )),
            _ => None,
        };
        if let Some((message, help)) = problem {
            self.errors.report(Law::Map, at, message, help);
        }
    }
}

/// True if an index can only be the key of a map: a reference, or a text.
pub(super) fn asks_by_key(index: &syn::Expr) -> bool {
    match index {
        syn::Expr::Lit(lit) => matches!(lit.lit, syn::Lit::Str(_)),
        other => matches!(other, syn::Expr::Reference(_)),
    }
}

/// True if a type is neither one of Rust's own exact types nor a text.
fn is_opaque(ty: &ExactType) -> bool {
    ty.scalar().is_none()
}
