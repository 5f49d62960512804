//! The parts of a primitive, and all errors in how it can be written.
//!
//! Law: all errors of one item are reported at once, each at its own tokens and with a suggestion.

use crate::syntax::paths::{bounds_of, is_named, is_trait};
use crate::tokens::mentions;
use proc_macro2::{Span, TokenStream};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Ident, ItemFn, Token, Type};

/// A function and its partials, checked.
pub(super) struct Primitive {
    pub(super) item: ItemFn,
    pub(super) real: Real,
    pub(super) arguments: Vec<Argument>,
    /// One per real argument, in their order.
    pub(super) partials: Vec<Expr>,
}

/// The type of the value and of the real arguments.
pub(super) enum Real {
    /// `f64` or `f32`
    Concrete(Ident),
    /// A type parameter that is bounded by `Real`.
    Generic(Ident),
}

impl Real {
    pub(super) fn ident(&self) -> &Ident {
        match self {
            Real::Concrete(ident) | Real::Generic(ident) => ident,
        }
    }
}

/// One argument.
pub(super) struct Argument {
    pub(super) name: Ident,
    pub(super) mutable: bool,
    pub(super) ty: Type,
    /// True if it has a partial.
    pub(super) real: bool,
}

/// All errors so far.
#[derive(Default)]
struct Errors(Option<syn::Error>);

impl Errors {
    fn report(&mut self, span: Span, message: &str, help: &str) {
        self.add(syn::Error::new(span, format!("{message}\n  help: {help}")));
    }

    fn refuse<T>(&mut self, span: Span, message: &str, help: &str) -> Option<T> {
        self.report(span, message, help);
        None
    }

    fn add(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(errors) => errors.combine(error),
            none => *none = Some(error),
        }
    }
}

/// Parses the attribute and the signature.
pub(super) fn parse(attr: TokenStream, item: &ItemFn) -> syn::Result<Primitive> {
    let mut errors = Errors::default();
    qualifiers(item, &mut errors);
    let real = real_type(item, &mut errors);
    let arguments = arguments(item, real.as_ref(), &mut errors);
    let partials = match syn::parse2::<Attribute>(attr) {
        Ok(attribute) => Some(attribute.partials),
        Err(error) => {
            errors.add(error);
            None
        }
    };
    // The number of partials is compared only if all arguments are correct: an argument with an error may be meant to
    // be real.
    if let (None, Some(arguments), Some(partials)) = (&errors.0, &arguments, &partials) {
        count(item, arguments, partials, &mut errors);
    }
    match (errors.0, real, arguments, partials) {
        (None, Some(real), Some(arguments), Some(partials)) => {
            let mut item = item.clone();
            for input in &mut item.sig.inputs {
                if let syn::FnArg::Typed(argument) = input {
                    argument.attrs.clear();
                }
            }
            Ok(Primitive { item, real, arguments, partials: partials.into_iter().collect() })
        }
        (Some(errors), ..) => Err(errors),
        (None, ..) => Err(syn::Error::new(item.sig.span(), "this is not a primitive")),
    }
}

/// `partials(expression, …)`
struct Attribute {
    partials: Punctuated<Expr, Token![,]>,
}

impl Parse for Attribute {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        const HELP: &str = "write `#[primitive(partials(…))]` with one expression per real argument, in terms of the arguments and of \
             the value `y`";
        if input.is_empty() {
            let message = format!("a primitive needs its partials\n  help: {HELP}");
            return Err(syn::Error::new(input.span(), message));
        }
        let option: Ident = input.call(syn::ext::IdentExt::parse_any)?;
        if option != "partials" || !input.peek(syn::token::Paren) {
            let message = format!("unknown option `{option}`\n  help: {HELP}");
            return Err(syn::Error::new(option.span(), message));
        }
        let content;
        syn::parenthesized!(content in input);
        let partials = content.parse_terminated(Expr::parse, Token![,])?;
        input.parse::<Option<Token![,]>>()?;
        if !input.is_empty() {
            return Err(
                input.error(format!("`partials(…)` is the only option of a primitive\n  help: {HELP}"))
            );
        }
        Ok(Attribute { partials })
    }
}

fn qualifiers(item: &ItemFn, errors: &mut Errors) {
    let sig = &item.sig;
    let qualifiers = [
        sig.asyncness.map(|token| ("async", token.span)),
        sig.unsafety.map(|token| ("unsafe", token.span)),
        sig.constness.map(|token| ("const", token.span)),
        sig.abi.as_ref().map(|abi| ("extern", abi.extern_token.span)),
    ];
    for (word, span) in qualifiers.into_iter().flatten() {
        errors.report(
            span,
            &format!("a primitive is a plain function, not `{word}`"),
            &format!("remove `{word}`"),
        );
    }
    if let Some(variadic) = &sig.variadic {
        errors.report(variadic.span(), "a primitive has a fixed number of arguments", "name each of them");
    }
}

fn real_type(item: &ItemFn, errors: &mut Errors) -> Option<Real> {
    const HELP: &str = "return `f64`, `f32`, or a type parameter: `fn f<T: Real>(x: T) -> T`";
    let syn::ReturnType::Type(_, ty) = &item.sig.output else {
        return errors.refuse(
            item.sig.ident.span(),
            "a primitive returns a real number, and this function returns nothing",
            HELP,
        );
    };
    let ident = match &**ty {
        Type::Path(path) => path.path.get_ident().filter(|_| path.qself.is_none()),
        _ => None,
    };
    let Some(ident) = ident else {
        return errors.refuse(ty.span(), "a primitive returns one real number", HELP);
    };
    if let Some(parameter) = item.sig.generics.type_params().find(|parameter| parameter.ident == *ident) {
        only_real(item, parameter, errors);
        return Some(Real::Generic(ident.clone()));
    }
    if ident == "f64" || ident == "f32" {
        return Some(Real::Concrete(ident.clone()));
    }
    errors.refuse(ty.span(), &format!("`{ident}` is not known to be a real number"), HELP)
}

/// Reports further bounds: the rule is used with every `Real` type.
fn only_real(item: &ItemFn, parameter: &syn::TypeParam, errors: &mut Errors) {
    let name = &parameter.ident;
    let bounds: Vec<_> = bounds_of(&item.sig.generics, name).collect();
    if bounds.is_empty() {
        let help = format!("write `{name}: Real`");
        errors.report(parameter.span(), &format!("`{name}` is not known to be a real number"), &help);
    }
    for bound in bounds.into_iter().filter(|bound| !is_trait(bound, &["Real"])) {
        let message = format!(
            "the real type of a primitive is bounded by `Real` alone: the partials run at every `{name}: Real`"
        );
        errors.report(bound.span(), &message, "remove this bound; `Real` has all rules of the table");
    }
}

fn arguments(item: &ItemFn, real: Option<&Real>, errors: &mut Errors) -> Option<Vec<Argument>> {
    let mut arguments = Vec::new();
    let mut right = true;
    for input in &item.sig.inputs {
        match input {
            syn::FnArg::Receiver(receiver) => {
                let help = "make it a function of its own, outside the `impl`";
                errors.report(receiver.span(), "a primitive is not a method", help);
                right = false;
            }
            syn::FnArg::Typed(argument) => match argument_of(argument, real?, errors) {
                Some(argument) => arguments.push(argument),
                None => right = false,
            },
        }
    }
    right.then_some(arguments)
}

fn argument_of(argument: &syn::PatType, real: &Real, errors: &mut Errors) -> Option<Argument> {
    let syn::Pat::Ident(syn::PatIdent { by_ref: None, mutability, ident, subpat: None, .. }) = &*argument.pat
    else {
        let help = if mentions(&argument.ty, real.ident()) {
            "take its numbers as arguments of their own"
        } else {
            "name it, and destructure it inside"
        };
        return errors.refuse(argument.pat.span(), "an argument of a primitive has a name", help);
    };
    let mut inactive = false;
    for attr in &argument.attrs {
        if attr.path().is_ident("inactive") {
            inactive = true;
        } else {
            errors.report(
                attr.span(),
                "unknown attribute of an argument",
                "only `#[inactive]` is known here",
            );
        }
    }
    let (name, ty, real_name) = (ident.clone(), (*argument.ty).clone(), real.ident());
    let mutable = mutability.is_some();
    if is_ident(&ty, real_name) {
        if inactive && matches!(real, Real::Generic(_)) {
            let help = "remove `#[inactive]`, and let its partial be `0.0`";
            errors.report(argument.span(), "a generic real argument of a primitive has a partial", help);
        }
        return Some(Argument { name, mutable, ty, real: !inactive });
    }
    match &ty {
        Type::Reference(reference) if reference.mutability.is_some() => {
            let help = "return what it computes; a function that changes its arguments is `#[reversible]`";
            errors.report(ty.span(), "a primitive changes nothing", help);
        }
        Type::Reference(reference) if is_ident(&reference.elem, real_name) && !inactive => {
            let help = format!("take it by value: `{name}: {real_name}`");
            errors.report(ty.span(), "a real argument of a primitive is a number, not a reference", &help);
        }
        Type::ImplTrait(_) => {
            let help = "name the type, or make it a type parameter";
            errors.report(ty.span(), "an argument of a primitive must have a type that can be written", help);
        }
        _ if mentions(&ty, real_name) && !inactive => {
            let help = match real {
                Real::Generic(_) => {
                    "take its numbers as arguments of their own, or write a `#[reversible]` function"
                }
                Real::Concrete(_) => {
                    "take its numbers as arguments of their own, mark it `#[inactive]`, or write a `#[reversible]` function"
                }
            };
            errors.report(
                ty.span(),
                &format!("a real argument of a primitive is a single `{real_name}`"),
                help,
            );
        }
        _ if inactive && mentions(&ty, real_name) && matches!(real, Real::Generic(_)) => {
            let help = if owns(&ty) {
                "let it contain `f64`, and take a reference: an inactive argument has no derivatives anyway"
            } else {
                "let it contain `f64`: an inactive argument has no derivatives anyway"
            };
            errors.report(
                ty.span(),
                &format!("an inactive argument of a primitive does not depend on `{real_name}`"),
                help,
            );
        }
        _ if owns(&ty) => {
            let help = "take a reference: value and partials both read it";
            errors.report(
                ty.span(),
                "an argument of a primitive is copied, and this type owns its storage",
                help,
            );
        }
        _ => {}
    }
    Some(Argument { name, mutable, ty, real: false })
}

fn count(item: &ItemFn, arguments: &[Argument], partials: &Punctuated<Expr, Token![,]>, errors: &mut Errors) {
    let real: Vec<&Argument> = arguments.iter().filter(|argument| argument.real).collect();
    let plural = |n: usize, word: &str| if n == 1 { format!("{n} {word}") } else { format!("{n} {word}s") };
    if real.is_empty() {
        let help = "a function without real arguments needs no attribute: call it as it is";
        errors.report(item.sig.ident.span(), "a primitive has a real argument", help);
        return;
    }
    let summary = format!(
        "`{}` has {}, but {} given",
        item.sig.ident,
        plural(real.len(), "real argument"),
        match partials.len() {
            1 => "1 partial is".to_owned(),
            n => format!("{n} partials are"),
        },
    );
    if let Some(extra) = partials.iter().nth(real.len()) {
        errors.report(
            extra.span(),
            &summary,
            "remove this one: there is one partial per real argument, in their order",
        );
    } else if let Some(missing) = real.get(partials.len()) {
        let help = format!("add the derivative of the value by `{}` to `partials(…)`", missing.name);
        errors.report(missing.name.span(), &summary, &help);
    }
}

fn is_ident(ty: &Type, name: &Ident) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident(name))
}

/// True if a type is known to own storage.
fn owns(ty: &Type) -> bool {
    is_named(ty, &["String", "Vec"])
}
