//! `#[autodiff_reverse(df, …)]` and `#[autodiff_forward(df, …)]`: the attributes of `std::autodiff`, as another spelling of
//! `#[differentiable]`.
//!
//! Takes the attribute and a function, returns the function marked as `#[differentiable]`, and a function of the given name that calls its
//! programs. Names, order of shadows and contract are those of the nightly feature: a shadow follows its argument, reverse mode adds to
//! it, and the seed of the returned value comes last.

use super::beside;
use crate::law::{Diagnostics, Extent, Law};
use crate::syntax::paths::ends;
use crate::syntax::{facade, limits};
use crate::tokens;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{FnArg, Ident, ItemFn, PatType, ReturnType, Token, Type};

/// The mode that an attribute asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `#[autodiff_reverse]`
    Reverse,
    /// `#[autodiff_forward]`
    Forward,
}

impl Mode {
    fn of(path: &syn::Path) -> Option<Mode> {
        match path.segments.last()?.ident.to_string().as_str() {
            "autodiff_reverse" => Some(Mode::Reverse),
            "autodiff_forward" => Some(Mode::Forward),
            _ => None,
        }
    }
}

/// The way in which an argument or the value takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Activity {
    Const,
    Active,
    ActiveOnly,
    Duplicated,
    Dual,
    DualOnly,
}

impl Activity {
    fn named(name: &Ident) -> Option<Activity> {
        match name.to_string().as_str() {
            "Const" => Some(Activity::Const),
            "Active" => Some(Activity::Active),
            "ActiveOnly" => Some(Activity::ActiveOnly),
            "Duplicated" => Some(Activity::Duplicated),
            "Dual" => Some(Activity::Dual),
            "DualOnly" => Some(Activity::DualOnly),
            _ => None,
        }
    }
}

/// One attribute: the function that it asks for.
struct Wanted {
    mode: Mode,
    name: Ident,
    activities: Vec<(Activity, Span)>,
}

/// The attribute macro: returns the function, its programs, and the functions that it and further such attributes ask for.
pub fn autodiff(mode: Mode, attr: TokenStream, item: TokenStream) -> TokenStream {
    let refused = limits::refused(&attr, limits::Chains::Kept);
    match refused.or_else(|| limits::refused(&item, limits::Chains::Named)) {
        Some(refused) => refused,
        None => facade::named(TokenStream::new(), |_| autodiff_in(mode, attr, item)),
    }
}

fn autodiff_in(mode: Mode, attr: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Diagnostics::default();
    let mut function = match syn::parse2::<ItemFn>(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            errors.report(Law::Signature, error.span(), error.to_string(), "write it before a function");
            return beside(&errors, item);
        }
    };
    let Some(own) = parsed(mode, attr, &function, &mut errors) else { return beside(&errors, function) };
    // The other attributes report their own errors.
    let others = function.attrs.iter().filter_map(|attr| match (Mode::of(attr.path()), &attr.meta) {
        (Some(mode), syn::Meta::List(list)) => {
            parsed(mode, list.tokens.clone(), &function, &mut Diagnostics::default())
        }
        _ => None,
    });
    let wanted: Vec<Wanted> = others.chain([own]).collect();
    let made = wanted.last().map(|own| written(own, &function, &mut errors));
    hold(&wanted, &mut function, &mut errors);
    if !function.attrs.iter().any(is_mark) {
        function.attrs.push(syn::parse_quote!(#[::retrograde::differentiable]));
    }
    beside(&errors, quote!(#function #made))
}

/// True for the attributes of this file.
pub(super) fn is_autodiff(attr: &syn::Attribute) -> bool {
    Mode::of(attr.path()).is_some()
}

fn is_mark(attr: &syn::Attribute) -> bool {
    ends(attr.path(), &["differentiable"])
}

/// Reads the arguments of an attribute.
fn parsed(mode: Mode, attr: TokenStream, function: &ItemFn, errors: &mut Diagnostics) -> Option<Wanted> {
    let example = match mode {
        Mode::Reverse => {
            "write a name and an activity for each argument and the value: `#[autodiff_reverse(df, Duplicated, Active)]`"
        }
        Mode::Forward => {
            "write a name and an activity for each argument and the value: `#[autodiff_forward(df, Dual, Dual)]`"
        }
    };
    let names = match Punctuated::<Ident, Token![,]>::parse_terminated.parse2(attr) {
        Ok(names) if !names.is_empty() => names,
        Ok(_) => {
            return errors.refuse(
                Law::Signature,
                function.sig.ident.span(),
                "the name of the derivative is missing",
                example,
            );
        }
        Err(error) => {
            return errors.refuse(Law::Signature, error.span(), error.to_string(), example);
        }
    };
    let (name, rest) = (names[0].clone(), names.iter().skip(1));
    let mut activities = Vec::new();
    for name in rest {
        match Activity::named(name) {
            Some(activity) => activities.push((activity, name.span())),
            None => {
                let message = format!("`{name}` is not an activity");
                return errors.refuse(Law::Signature, name.span(), message, example);
            }
        }
    }
    let expected = function.sig.inputs.len() + returned(function).is_some() as usize;
    if activities.len() != expected {
        let message = format!(
            "{} activities are written, and `{}` has {expected}",
            activities.len(),
            function.sig.ident
        );
        return errors.refuse(
            Law::Signature,
            name.span(),
            message,
            "write one for each argument, and one for the value if there is one",
        );
    }
    Some(Wanted { mode, name, activities })
}

fn returned(function: &ItemFn) -> Option<&Type> {
    match &function.sig.output {
        ReturnType::Type(_, ty) if !matches!(&**ty, Type::Tuple(t) if t.elems.is_empty()) => Some(ty),
        ReturnType::Type(..) | ReturnType::Default => None,
    }
}

/// Marks the arguments that are constant as `#[inactive]`, for which all attributes must agree.
fn hold(wanted: &[Wanted], function: &mut ItemFn, errors: &mut Diagnostics) {
    for (at, input) in function.sig.inputs.iter_mut().enumerate() {
        let FnArg::Typed(argument) = input else { continue };
        let held = wanted.iter().map(|wanted| wanted.activities[at].0 == Activity::Const);
        if held.clone().all(|held| held) && !wanted.is_empty() {
            if !argument.attrs.iter().any(|attr| attr.path().is_ident("inactive")) {
                argument.attrs.push(syn::parse_quote!(#[inactive]));
            }
        } else if held.clone().any(|held| held) {
            let message = "one attribute holds this argument constant, and another one does not";
            errors.report(
                Law::Signature,
                Extent::of(argument),
                message,
                "write a function of its own for one of them",
            );
        }
    }
}

/// One argument of the derivative.
struct Part<'a> {
    written: &'a PatType,
    name: Ident,
    shadow: Ident,
    activity: Activity,
}

/// Writes the function that an attribute asks for.
fn written(wanted: &Wanted, function: &ItemFn, errors: &mut Diagnostics) -> TokenStream {
    let mut parts = Vec::new();
    for (at, input) in function.sig.inputs.iter().enumerate() {
        let (activity, span) = wanted.activities[at];
        let FnArg::Typed(argument) = input else {
            let help = "write it before a function that takes the structure as an argument";
            errors.report(
                Law::Signature,
                Extent::of(input),
                "this attribute does not stand before a method",
                help,
            );
            return TokenStream::new();
        };
        let by_reference = matches!(&*argument.ty, Type::Reference(_));
        let fits = match (wanted.mode, activity) {
            (_, Activity::Const) | (Mode::Forward, Activity::Dual) => true,
            (Mode::Reverse, Activity::Active) => !by_reference,
            (Mode::Reverse, Activity::Duplicated) => by_reference,
            (Mode::Reverse, Activity::Dual | Activity::DualOnly | Activity::ActiveOnly) => false,
            (
                Mode::Forward,
                Activity::DualOnly | Activity::Active | Activity::ActiveOnly | Activity::Duplicated,
            ) => false,
        };
        if !fits {
            let help = match wanted.mode {
                Mode::Reverse => {
                    "write `Active` for a number by value, `Duplicated` for a reference, `Const` for a constant"
                }
                Mode::Forward => "write `Dual`, or `Const` for a constant",
            };
            errors.report(Law::Signature, span, "this argument has no such activity", help);
            return TokenStream::new();
        }
        let name = match &*argument.pat {
            syn::Pat::Ident(pat) => pat.ident.clone(),
            _ => format_ident!("argument_{at}"),
        };
        let shadow = format_ident!("{}{name}", if wanted.mode == Mode::Reverse { "d" } else { "b" });
        parts.push(Part { written: argument, name, shadow, activity });
    }
    match wanted.mode {
        Mode::Reverse => reverse(wanted, &parts, function, errors),
        Mode::Forward => forward(wanted, &parts, function, errors),
    }
}

fn reverse(wanted: &Wanted, parts: &[Part<'_>], function: &ItemFn, errors: &mut Diagnostics) -> TokenStream {
    let (of, real) = (&function.sig.ident, real(function));
    let (mut params, mut passed, mut zeros) = (Vec::new(), Vec::new(), Vec::new());
    let (mut results, mut types) = (Vec::new(), Vec::new());
    for Part { written, name, shadow, activity } in parts {
        let ty = &written.ty;
        params.push(quote!(#name: #ty));
        passed.push(quote!(#name));
        match activity {
            Activity::Const => {}
            Activity::Duplicated => {
                let ty = shadow_of(ty, &real, true);
                params.push(quote!(#shadow: #ty));
                passed.push(quote!(#shadow));
            }
            Activity::Active | Activity::ActiveOnly | Activity::Dual | Activity::DualOnly => {
                let shadow_ty = shadow_of(ty, &real, true);
                zeros.push(
                    quote!(let mut #shadow: #shadow_ty = ::retrograde::Differentiable::shadow(&#name);),
                );
                passed.push(quote!(&mut #shadow));
                results.push(quote!(#shadow));
                types.push(shadow_ty);
            }
        }
    }
    let doc = format!("The derivative of [`{of}`]({of}()) in reverse mode: adds to the shadows.");
    let value = returned(function).zip(wanted.activities.last());
    let run = match value {
        Some((ty, (activity @ (Activity::Active | Activity::ActiveOnly), _))) => {
            let seed = shadow_of(ty, &real, false);
            params.push(quote!(dret: #seed));
            if *activity == Activity::Active {
                results.insert(0, quote!(value));
                types.insert(0, quote!(#ty));
            }
            quote!(let value = #of::pull(dret, #(#passed),*);)
        }
        Some((_, (_, span))) => {
            let help = "write `Active`, or `ActiveOnly` where the value is not wanted";
            errors.report(Law::Signature, *span, "the value has no such activity", help);
            return TokenStream::new();
        }
        None => quote!(#of::sweep(#(#passed),*);),
    };
    let body = quote!(#(#zeros)* #run);
    function_of(wanted, function, &doc, &params, &results, &types, body)
}

fn forward(wanted: &Wanted, parts: &[Part<'_>], function: &ItemFn, errors: &mut Diagnostics) -> TokenStream {
    let (of, real) = (&function.sig.ident, real(function));
    let value = returned(function).zip(wanted.activities.last());
    let changes =
        parts.iter().any(|part| matches!(&*part.written.ty, Type::Reference(r) if r.mutability.is_some()));
    let number = value.is_some_and(|(ty, _)| quote!(#ty).to_string() == real.to_string());
    if changes || !number {
        let message = "forward mode is there for functions that return one number and change nothing";
        let help =
            "write the function for `T: Real` and call it at `Dual` numbers, or take `#[autodiff_reverse]`";
        errors.report(Law::Signature, wanted.name.span(), message, help);
        return TokenStream::new();
    }
    let (mut params, mut passed, mut tangents, mut gradients) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for Part { written, name, shadow, activity } in parts {
        let ty = &written.ty;
        params.push(quote!(#name: #ty));
        passed.push(quote!(#name));
        if *activity == Activity::Const {
            continue;
        }
        let shadow_ty = shadow_of(ty, &real, false);
        params.push(quote!(#shadow: #shadow_ty));
        let gradient = format_ident!("gradient_{name}");
        let along = match &**ty {
            Type::Reference(r) => match &*r.elem {
                Type::Slice(slice) => {
                    let item = &slice.elem;
                    quote!(along_all::<#item, #real>(&mut #gradient, #shadow))
                }
                whole => quote!(along::<#whole, #real>(&mut #gradient, #shadow)),
            },
            whole => quote!(along::<#whole, #real>(&mut #gradient, &#shadow)),
        };
        tangents.push(quote!(::retrograde::__private::#along));
        gradients.push(quote!(mut #gradient));
    }
    let doc = format!(
        "The derivative of [`{of}`]({of}()) in forward mode: its value, and the derivative along the shadows."
    );
    let (results, types) = match value {
        Some((ty, (Activity::Dual, _))) => {
            (vec![quote!(value), quote!(tangent)], vec![quote!(#ty), quote!(#ty)])
        }
        Some((ty, (Activity::DualOnly, _))) => (vec![quote!(tangent)], vec![quote!(#ty)]),
        Some((ty, (Activity::Const, _))) => (vec![quote!(value)], vec![quote!(#ty)]),
        Some((_, (_, span))) => {
            let help = "write `Dual`, or `DualOnly` where the value is not wanted";
            errors.report(Law::Signature, *span, "the value has no such activity", help);
            return TokenStream::new();
        }
        None => (Vec::new(), Vec::new()),
    };
    let body = quote! {
        let (value, (#(#gradients,)*)) = #of::gradient(#(#passed),*);
        let tangent: #real = 0.0 #(+ #tangents)*;
    };
    function_of(wanted, function, &doc, &params, &results, &types, body)
}

fn function_of(
    wanted: &Wanted,
    function: &ItemFn,
    doc: &str,
    params: &[TokenStream],
    results: &[TokenStream],
    types: &[TokenStream],
    body: TokenStream,
) -> TokenStream {
    let (name, vis) = (&wanted.name, &function.vis);
    let (generics, clause) = (&function.sig.generics, &function.sig.generics.where_clause);
    let (ty, result) = match (types, results) {
        ([], _) => (quote!(), quote!()),
        ([ty], [result]) => (quote!(-> #ty), quote!(#result)),
        _ => (quote!(-> (#(#types),*)), quote!((#(#results),*))),
    };
    quote! {
        #[doc = #doc]
        #[allow(clippy::all, unused_variables, unused_mut)]
        #[track_caller]
        #vis fn #name #generics (#(#params),*) #ty #clause { #body #result }
    }
}

/// The number type of a function.
fn real(function: &ItemFn) -> TokenStream {
    let names = tokens::names(&function.sig);
    if names.contains("f32") && !names.contains("f64") { quote!(f32) } else { quote!(f64) }
}

/// The type of the shadow of an argument: that of the argument itself where it is made of numbers alone.
fn shadow_of(ty: &Type, real: &TokenStream, mutable: bool) -> TokenStream {
    match ty {
        Type::Reference(r) => {
            let inner = shadow_of(&r.elem, real, mutable);
            let lifetime = &r.lifetime;
            if mutable || r.mutability.is_some() {
                quote!(&#lifetime mut #inner)
            } else {
                quote!(&#lifetime #inner)
            }
        }
        Type::Slice(slice) => {
            let inner = shadow_of(&slice.elem, real, mutable);
            quote!([#inner])
        }
        Type::Array(array) => {
            let (inner, length) = (shadow_of(&array.elem, real, mutable), &array.len);
            quote!([#inner; #length])
        }
        Type::Path(path) if quote!(#path).to_string() == real.to_string() => quote!(#ty),
        other => quote!(<#other as ::retrograde::Differentiable>::Shadow<#real>),
    }
}
