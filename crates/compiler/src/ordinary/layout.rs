//! The storage of a value of an ordinary function: an `Option` is a truth value and its payload.

use crate::ir::Scalar;
use crate::syntax::named::judged;
use crate::syntax::paths::{argument, argument_of, is_named};
use crate::syntax::read::value_of;
use crate::syntax::seek::{At, seek};
use syn::{Expr, Type, parse_quote};

/// The layout of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    Unit,
    /// A value that stays as it is.
    Plain(Box<Type>),
    /// An `Option` or a `Result`: what it holds.
    Sum(Box<Layout>),
    /// A tuple some part of which is a sum.
    Tuple(Vec<Layout>),
}

impl Layout {
    pub(crate) fn of_output(output: &syn::ReturnType) -> Layout {
        match output {
            syn::ReturnType::Default => Layout::Unit,
            syn::ReturnType::Type(_, ty) => Layout::of(ty),
        }
    }

    pub(crate) fn of(ty: &Type) -> Layout {
        match ty {
            Type::Paren(inner) => Layout::of(&inner.elem),
            Type::Group(inner) => Layout::of(&inner.elem),
            Type::Tuple(tuple) if tuple.elems.is_empty() => Layout::Unit,
            Type::Tuple(tuple) => {
                let parts: Vec<Layout> = tuple.elems.iter().map(Layout::of).collect();
                if parts.iter().any(Layout::has_sum) {
                    Layout::Tuple(parts)
                } else {
                    Layout::Plain(Box::new(ty.clone()))
                }
            }
            other => match held(other) {
                Some(held) => Layout::Sum(Box::new(Layout::of(held))),
                None => Layout::Plain(Box::new(ty.clone())),
            },
        }
    }

    pub(crate) fn has_sum(&self) -> bool {
        match self {
            Layout::Unit | Layout::Plain(_) => false,
            Layout::Sum(_) => true,
            Layout::Tuple(parts) => parts.iter().any(Layout::has_sum),
        }
    }

    /// The type of its parts.
    pub(crate) fn ty(&self) -> Type {
        match self {
            Layout::Unit => parse_quote!(()),
            Layout::Plain(ty) => (**ty).clone(),
            // The second says nothing.
            Layout::Sum(held) if **held == Layout::Unit => parse_quote!((bool, bool)),
            Layout::Sum(held) => {
                let held = held.ty();
                parse_quote!((bool, #held))
            }
            Layout::Tuple(parts) => {
                let parts = parts.iter().map(Layout::ty);
                parse_quote!((#(#parts),*))
            }
        }
    }

    pub(crate) fn output(&self) -> syn::ReturnType {
        let ty = self.ty();
        parse_quote!(-> #ty)
    }
}

/// Returns the type of the value that an `Option` or a `Result` holds.
pub(crate) fn held(ty: &Type) -> Option<&Type> {
    argument_of(ty, &["Option", "Result"])
}

/// True for a `Result`.
pub(crate) fn is_result(ty: &Type) -> bool {
    is_named(ty, &["Result"])
}

/// True for a type that holds no number, as far as tokens show.
pub(crate) fn is_exact(ty: &Type) -> bool {
    match ty {
        Type::Paren(inner) => is_exact(&inner.elem),
        Type::Group(inner) => is_exact(&inner.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(is_exact),
        Type::Array(array) => is_exact(&array.elem),
        Type::Reference(lent) => is_exact(&lent.elem),
        Type::Path(_) => match argument(ty) {
            Some(item) => is_named(ty, &["Vec", "Option", "Result"]) && is_exact(item),
            None => Scalar::of(ty).is_some_and(|scalar| scalar.is_discrete() || scalar == Scalar::Text),
        },
        _ => false,
    }
}

/// True for a function that changes nothing and returns a value without numbers: nothing can be pulled back through it.
pub(crate) fn is_exact_function(sig: &syn::Signature) -> bool {
    match &sig.output {
        syn::ReturnType::Default => false,
        syn::ReturnType::Type(_, ty) => is_exact(ty) && states(sig).is_empty(),
    }
}

/// True for a function through which nothing is pulled back: such a function, and one whose values are all variants without parts.
pub(crate) fn is_exact_item(item: &syn::ItemFn) -> bool {
    let is_named = matches!(&item.sig.output, syn::ReturnType::Type(_, ty) if matches!(**ty, Type::Path(_)));
    is_exact_function(&item.sig)
        || is_named && states(&item.sig).is_empty() && gives_variants(&item.block) && {
            let other = |e: &Expr| {
                At::found(matches!(e, Expr::Return(left) if !left.expr.as_deref().is_some_and(is_variant)))
            };
            !seek(other, |visitor| visitor.visit_block(&item.block))
        }
}

/// True for a block whose values are variants without parts.
fn gives_variants(block: &syn::Block) -> bool {
    value_of(block).is_some_and(is_variant)
}

fn is_variant(e: &Expr) -> bool {
    match e {
        Expr::Paren(inner) => is_variant(&inner.expr),
        Expr::Block(block) => gives_variants(&block.block),
        Expr::Match(on) => on.arms.iter().all(|arm| is_variant(&arm.body)),
        Expr::Return(left) => left.expr.as_deref().is_some_and(is_variant),
        Expr::If(branch) => {
            let other = branch.else_branch.as_ref().is_some_and(|(_, other)| is_variant(other));
            gives_variants(&branch.then_branch) && other
        }
        Expr::Path(path) => judged(&path.path).is_variant(),
        _ => false,
    }
}

/// True for a function that returns a value and changes arguments as well.
pub(crate) fn is_beside(sig: &syn::Signature) -> bool {
    Layout::of_output(&sig.output) != Layout::Unit && !states(sig).is_empty() && !returns_receiver(sig)
}

/// True for a method that returns what it is called on: `fn grow(&mut self, by: f64) -> &mut Self`.
pub(crate) fn returns_receiver(sig: &syn::Signature) -> bool {
    let syn::ReturnType::Type(_, ty) = &sig.output else { return false };
    matches!(&**ty, Type::Reference(lent) if lent.mutability.is_some()
        && matches!(&*lent.elem, Type::Path(of) if of.path.is_ident("Self")))
}

/// The positions of the parameters that a function changes.
pub(crate) fn states(sig: &syn::Signature) -> Vec<usize> {
    let changes = |input: &syn::FnArg| match input {
        syn::FnArg::Typed(param) => {
            let is_scratch = param.attrs.iter().any(|attr| attr.path().is_ident("scratch"));
            let is_function = super::functions::Given::of(&param.ty, &sig.generics).is_some();
            matches!(&*param.ty, Type::Reference(lent) if lent.mutability.is_some())
                && !is_scratch
                && !is_function
        }
        syn::FnArg::Receiver(own) => own.reference.is_some() && own.mutability.is_some(),
    };
    sig.inputs.iter().enumerate().filter(|(_, input)| changes(input)).map(|(at, _)| at).collect()
}
