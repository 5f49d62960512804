//! Names nested calls: their values are bound to names before the statement.
//!
//! Takes syntax and returns syntax: `y += dot(&cross(a, b), c);` becomes `{ let cross_value = cross(a, b); y +=
//! dot(&cross_value, c); }`, and likewise for receivers of methods, `a.minus(b).normalized()`, and for values that
//! are indexed at once, `cross(a, b)[1]`. After that all structures and arrays that a function makes have names, and
//! `infer` finds their types from the uses of the names. Law: exact expressions do not change: bounds, indices,
//! conditions, casts, and locals whose written type is exact.

use crate::ir::{Methods, Primitive, is_exact_type, is_in, is_operator_path};
use crate::sorted::Set;
use crate::syntax::named::{is_of_type, maker};
use crate::syntax::numbers;
use crate::syntax::paths::called;
use crate::syntax::read::{bare, capturing, is_written_out};
use crate::syntax::structures;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

/// Names the calls in a block whose value is borrowed, destructured or the receiver of a method.
pub(crate) fn name_calls(block: &mut syn::Block, reserved: &mut Set<String>) {
    Naming { reserved, bound: Vec::new() }.block(block);
}

/// True if a method is one of numbers, or one of Rust's own: its result needs no name. Numbers are passed by value,
/// so a method that takes a reference belongs to a structure: `a.max(&b)`.
pub(crate) fn is_known(call: &syn::ExprMethodCall) -> bool {
    let name = call.method.to_string();
    // Numbers have operators for these.
    let is_own = call.attrs.iter().any(|attr| attr.path().is_ident(STRUCTURE));
    if ["add", "sub", "mul", "div", "neg"].contains(&name.as_str()) || is_own || is_structure(&call.receiver)
    {
        return false;
    }
    if is_of_numbers(&name) {
        return !call.args.iter().any(|arg| matches!(arg, syn::Expr::Reference(_)));
    }
    is_in(&name, Methods::OfRust) || (is_in(&name, Methods::OfIterators) && is_iterator(&call.receiver))
}

/// True for the name of a method of numbers.
pub(super) fn is_of_numbers(name: &str) -> bool {
    is_in(name, Methods::OfNumbers) || Primitive::by_name(name).is_some() || name.starts_with("is_")
}

fn is_iterator(e: &syn::Expr) -> bool {
    match e {
        syn::Expr::Range(_) => true,
        syn::Expr::Paren(p) => is_iterator(&p.expr),
        syn::Expr::MethodCall(call) => {
            let name = call.method.to_string();
            is_in(&name, Methods::Iterates) || name.starts_with("chunks") || is_iterator(&call.receiver)
        }
        _ => false,
    }
}

/// The attribute of an operator whose value is known to be a structure.
pub(crate) const STRUCTURE: &str = "structure";

/// True for an operator whose value is a structure, whatever its methods are called: a sum, a difference or a negative of structures,
/// or one that is marked.
fn is_structure(e: &syn::Expr) -> bool {
    match e {
        syn::Expr::Paren(p) => is_structure(&p.expr),
        syn::Expr::Call(call) if call.attrs.iter().any(|attr| attr.path().is_ident(STRUCTURE)) => true,
        syn::Expr::Call(call) => match &*call.func {
            syn::Expr::Path(path) if is_operator_path(&path.path) => path
                .path
                .segments
                .iter()
                .nth(2)
                .is_some_and(|of| of.ident == "Add" || of.ident == "Sub" || of.ident == "Neg"),
            _ => false,
        },
        _ => false,
    }
}

/// True if an expression is a call whose result type only rustc knows.
pub(crate) fn is_unknown(e: &syn::Expr) -> bool {
    let args = match e {
        _ if capturing(e).is_some() => return false,
        syn::Expr::Paren(p) => return is_unknown(&p.expr),
        syn::Expr::Call(call) => match &*call.func {
            syn::Expr::Path(path) if !is_told(&path.path) => &call.args,
            _ => return false,
        },
        syn::Expr::MethodCall(call) if !is_known(call) => &call.args,
        _ => return false,
    };
    // A call that changes its arguments has no value, and one that takes a closure is ordinary Rust.
    !args.iter().any(|arg| match arg {
        syn::Expr::Reference(r) => r.mutability.is_some(),
        syn::Expr::Closure(_) => true,
        _ => false,
    })
}

/// True if a path is that of a type (which makes a structure), of a constructor of numbers, or of a rule: `T::sin`. A function of a known
/// structure with such a name is none of these.
fn is_told(path: &syn::Path) -> bool {
    if is_operator_path(path) {
        return false;
    }
    let mut names = path.segments.iter().rev().map(|s| s.ident.unraw().to_string());
    let (last, of) = (names.next().unwrap_or_default(), names.next());
    let of_type = is_of_type(path) || of.as_ref().is_some_and(|of| of == "f64" || of == "f32");
    let makes =
        ["constant", "from", "zero", "one", "new", "with_capacity", "default"].contains(&last.as_str());
    maker(path).makes()
        || of.as_deref().is_some_and(|of| numbers::by_name(of).is_some())
        || (of_type && (makes || is_of_numbers(&last)) && structures::value_at(path).is_none())
}

struct Naming<'a> {
    reserved: &'a mut Set<String>,
    /// The names for the current statement.
    bound: Vec<syn::Stmt>,
}

impl Naming<'_> {
    fn block(&mut self, block: &mut syn::Block) {
        let outer = std::mem::take(&mut self.bound);
        for mut stmt in std::mem::take(&mut block.stmts) {
            self.stmt(&mut stmt);
            block.stmts.extend(super::behind(std::mem::take(&mut self.bound), stmt));
        }
        self.bound = outer;
    }

    fn stmt(&mut self, stmt: &mut syn::Stmt) {
        match stmt {
            syn::Stmt::Local(local) => {
                let exact = matches!(&local.pat, syn::Pat::Type(t) if is_exact_type(&t.ty));
                if let Some(init) = local.init.as_mut().filter(|_| !exact) {
                    self.value(&mut init.expr);
                    if matches!(local.pat, syn::Pat::Tuple(_)) {
                        self.sine_and_cosine(&mut init.expr);
                    }
                }
            }
            syn::Stmt::Expr(e, _) => self.value(e),
            syn::Stmt::Item(_) | syn::Stmt::Macro(_) => {}
        }
    }

    fn value(&mut self, e: &mut syn::Expr) {
        match e {
            syn::Expr::Call(call) => call.args.iter_mut().for_each(|arg| self.argument(arg)),
            syn::Expr::MethodCall(call) => {
                if is_known(call) {
                    self.value(&mut call.receiver)
                } else {
                    self.part(&mut call.receiver)
                }
                call.args.iter_mut().for_each(|arg| self.argument(arg));
            }
            syn::Expr::Field(field) => self.part(&mut field.base),
            syn::Expr::Index(index) => self.part(&mut index.expr),
            syn::Expr::Paren(p) => self.value(&mut p.expr),
            syn::Expr::Reference(r) if r.mutability.is_none() => self.value(&mut r.expr),
            syn::Expr::Group(g) => self.value(&mut g.expr),
            syn::Expr::Unary(u) if !matches!(u.op, syn::UnOp::Not(_)) => self.value(&mut u.expr),
            syn::Expr::Binary(b) => self.binary(b),
            syn::Expr::Array(array) => array.elems.iter_mut().for_each(|item| self.value(item)),
            syn::Expr::Tuple(tuple) => tuple.elems.iter_mut().for_each(|part| self.value(part)),
            syn::Expr::Struct(s) => s.fields.iter_mut().for_each(|field| self.value(&mut field.expr)),
            syn::Expr::Repeat(repeat) => self.value(&mut repeat.expr),
            syn::Expr::If(branch) => {
                self.block(&mut branch.then_branch);
                branch.else_branch.iter_mut().for_each(|(_, otherwise)| self.value(otherwise));
            }
            syn::Expr::Block(b) => self.block(&mut b.block),
            syn::Expr::ForLoop(f) => self.block(&mut f.body),
            syn::Expr::While(w) => self.block(&mut w.body),
            _ => {}
        }
    }

    /// Replaces `let (s, c) = x.sin_cos();` by `let (s, c) = (x.sin(), x.cos());`
    fn sine_and_cosine(&mut self, e: &mut syn::Expr) {
        let syn::Expr::MethodCall(call) = e else { return };
        if call.method != "sin_cos" || !call.args.is_empty() {
            return;
        }
        if !matches!(*call.receiver, syn::Expr::Path(_) | syn::Expr::Field(_) | syn::Expr::Index(_)) {
            let name = self.free("angle", call.receiver.span());
            let angle = std::mem::replace(&mut *call.receiver, syn::parse_quote!(#name));
            self.bound.push(syn::parse_quote!(let #name = #angle;));
        }
        let of = |name: &str| {
            let method = syn::Ident::new(name, call.method.span());
            syn::Expr::MethodCall(syn::ExprMethodCall { method, ..call.clone() })
        };
        let (sine, cosine) = (of("sin"), of("cos"));
        *e = syn::parse_quote!((#sine, #cosine));
    }

    fn binary(&mut self, b: &mut syn::ExprBinary) {
        use syn::BinOp::*;
        match b.op {
            Add(_) | Sub(_) | Mul(_) | Div(_) => {
                self.value(&mut b.left);
                self.value(&mut b.right);
            }
            AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_) => self.value(&mut b.right),
            _ => {}
        }
    }

    /// Visits an argument: a value behind `&` needs a name.
    fn argument(&mut self, e: &mut syn::Expr) {
        match e {
            syn::Expr::Reference(r) if r.mutability.is_none() && is_unknown(&r.expr) => {
                self.part(&mut r.expr)
            }
            e => self.value(e),
        }
    }

    /// Visits a value whose part is used, or whose method is called.
    fn part(&mut self, e: &mut syn::Expr) {
        let is_unknown = is_unknown(e);
        self.value(e);
        if is_unknown || is_written_out(e) {
            let name = self.name(e);
            let mut value = std::mem::replace(e, syn::parse_quote!(#name));
            while let syn::Expr::Paren(p) = value {
                value = *p.expr;
            }
            self.bound.push(syn::parse_quote!(let #name = #value;));
        }
    }

    /// Returns a name that describes the call.
    fn name(&mut self, call: &syn::Expr) -> syn::Ident {
        let stem = match bare(call) {
            syn::Expr::MethodCall(call) => call.method.unraw().to_string(),
            call => match called(call).and_then(|(path, _)| path.segments.last()) {
                Some(last) => last.ident.unraw().to_string(),
                None => "made".into(),
            },
        };
        self.free(&format!("{stem}_value"), call.span())
    }

    /// Returns an unused name.
    fn free(&mut self, name: &str, span: proc_macro2::Span) -> syn::Ident {
        let numbered = (2..).map(|i| format!("{name}_{i}"));
        let mut all = std::iter::once(name.to_string()).chain(numbered);
        let name = all.find(|name| !self.reserved.contains(name)).unwrap_or_default();
        self.reserved.insert(name.clone());
        syn::Ident::new(&name, span)
    }
}
