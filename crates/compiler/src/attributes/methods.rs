//! `#[reversible]` or `#[differentiable]` on a whole `impl` or trait: each method gets its programs next to it.
//!
//! A method `step` cannot have a `struct step {}` on stable Rust: an inherent `impl` cannot contain types. So its
//! programs are methods too: `step_inverse`, `step_adjoint`, `step_sweep`, `step_gradient`. Law: whether `self` has
//! cotangents is decided for the whole block, so that its methods can call one another; in a trait, and in the `impl`
//! of one, it has.

use super::operators::{OperatorImpl, is_inverse};
use super::{beside, differentiable, instruction, of_rust};
use crate::emit::{self, Block, Circumstances, Offers};
use crate::ir::CalleeKind;
use crate::ir::Options;
use crate::law::{Diagnostics, Extent, Law};
use crate::lower::{self, MethodFacts, Scope};
use crate::ordinary::{self, layout};
use crate::sorted::{Map, Set};
use crate::stages::Stages;
use crate::stages::{analysed_in, finished};
use crate::syntax::accessors;
use crate::syntax::checkpoint;
use crate::syntax::declared::{self, Declared};
use crate::syntax::implied;
use crate::syntax::paths::is_trait;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;

/// The attribute before a function or a block, with its options.
#[derive(Clone, Debug)]
pub(crate) enum Attribute {
    /// `#[reversible(…)]`
    Reversible(TokenStream),
    /// `#[differentiable]`
    Differentiable,
    /// `#[instruction(…)]`, before a single method.
    Instruction(TokenStream),
}

impl Attribute {
    /// The attribute that a path and its options name.
    fn named(attr: &syn::Attribute) -> Option<Attribute> {
        let options = || match &attr.meta {
            syn::Meta::List(list) => list.tokens.clone(),
            syn::Meta::Path(_) | syn::Meta::NameValue(_) => TokenStream::new(),
        };
        match attr.path().segments.last()?.ident.to_string().as_str() {
            "reversible" => Some(Attribute::Reversible(options())),
            "differentiable" => Some(Attribute::Differentiable),
            "instruction" => Some(Attribute::Instruction(options())),
            _ => None,
        }
    }
}

/// An `impl`, inherent or of a trait.
pub(crate) fn of_impl(attr: Attribute, mut item: syn::ItemImpl) -> TokenStream {
    if let Some(operator) = OperatorImpl::of(&item) {
        return operator.emitted(&attr);
    }
    let mut errors = Diagnostics::default();
    if is_inverse(&attr, &item, &mut errors) || of_rust::is_refused(&item, &mut errors) {
        return beside(&errors, item);
    }
    let forwarding = of_rust::inherent(&mut item);
    let items = Around::of_impl(&mut item).emitted(&attr, &item.items, &mut errors);
    let (attrs, unsafety, of) = (&item.attrs, &item.unsafety, &item.self_ty);
    let (params, clause) = (&item.generics.params, &item.generics.where_clause);
    let of_trait = item.trait_.as_ref().map(|(not, path, for_token)| quote!(#not #path #for_token));
    let mark = item.trait_.is_some().then(|| mark(None));
    let errors = errors.to_compile_errors();
    quote!(#errors #forwarding #(#attrs)* #unsafety impl<#params> #of_trait #of #clause { #mark #(#items)* })
}

/// A member of each marked trait, and the first of each marked `impl` of a trait: where the trait has no attribute, rustc says first that
/// this is missing.
fn mark(doc: Option<TokenStream>) -> TokenStream {
    quote!(#doc fn write_the_attribute_before_this_trait_too() where Self: ::core::marker::Sized {})
}

/// A trait.
pub(crate) fn of_trait(attr: Attribute, mut item: syn::ItemTrait) -> TokenStream {
    let mut errors = Diagnostics::default();
    let around = Around::of_trait(&mut item);
    if !item.supertraits.iter().any(|bound| is_trait(bound, &["Differentiable"])) {
        // An ordinary trait gets the bound; in the strict language everything is written.
        if !matches!(attr, Attribute::Differentiable) {
            let name = &item.ident;
            let help = format!("write `trait {name}: Differentiable`");
            let message = format!(
                "the methods of `{name}` propagate cotangents of `self`, which is not known to have any"
            );
            errors.report(Law::Signature, name.span(), message, help);
        }
        // A type that implements the trait must implement the bounds of its programs.
        item.supertraits.push(syn::parse_quote!(::retrograde::__private::Differentiable));
    }
    let items = around.emitted(&attr, &item.items, &mut errors);
    item.items.clear();
    let syn::ItemTrait { attrs, vis, unsafety, ident, generics, supertraits, .. } = &item;
    let (params, clause) = (&generics.params, &generics.where_clause);
    let errors = errors.to_compile_errors();
    let mark = mark(Some(quote!(#[doc(hidden)])));
    quote!(#errors #(#attrs)* #vis #unsafety trait #ident<#params>: #supertraits #clause { #mark #(#items)* })
}

/// The stages of a method of an `impl`, by its place among the items of the block; `None` where no method is or one that is
/// marked `#[irreversible]`. The attribute before the block is still there.
pub fn stages_in_impl(mut item: syn::ItemImpl, at: usize) -> Option<Result<Stages, Diagnostics>> {
    let attr = before(&item.attrs);
    match OperatorImpl::of(&item) {
        Some(operator) => (operator.at == at).then(|| operator.stages(&attr)),
        None => {
            of_rust::inherent(&mut item);
            Around::of_impl(&mut item).stages(at, attr)
        }
    }
}

/// The name by which an operator is known among all functions, `<Vector3<T> as Mul<T>>::mul`; nothing of an `impl` that is of none.
pub fn name_of_operator(item: &syn::ItemImpl) -> Option<String> {
    let operator = OperatorImpl::of(item)?;
    let (_, path, _) = item.trait_.as_ref()?;
    let text = |tokens: TokenStream| tokens.to_string().replace(' ', "");
    let of = (text(item.self_ty.to_token_stream()), text(path.to_token_stream()));
    Some(format!("<{} as {}>::{}", of.0, of.1, operator.function().sig.ident))
}

/// The stages of a method of a trait; a method without a body has none.
pub fn stages_in_trait(mut item: syn::ItemTrait, at: usize) -> Option<Result<Stages, Diagnostics>> {
    let attr = before(&item.attrs);
    Around::of_trait(&mut item).stages(at, attr)
}

/// The attribute before a block.
fn before(attrs: &[syn::Attribute]) -> Attribute {
    let named = attrs.iter().find_map(Attribute::named);
    named.unwrap_or_else(|| Attribute::Reversible(TokenStream::new()))
}

/// Returns the names of the functions of a block.
fn names<'a>(signatures: impl Iterator<Item = &'a syn::Signature>) -> Set<String> {
    signatures.map(|sig| sig.ident.unraw().to_string()).collect()
}

/// A block, and which of its items are methods with programs.
struct Around {
    methods: Vec<Option<Method>>,
    place: Place,
}

/// The block in which a method stands.
struct Place {
    kind: CalleeKind,
    scope: Scope,
    /// The names of all functions of the block.
    names: Set<String>,
}

impl Around {
    fn of_impl(item: &mut syn::ItemImpl) -> Around {
        let kind = if item.trait_.is_some() { CalleeKind::OfTrait } else { CalleeKind::Method };
        let methods: Vec<Option<Method>> = item.items.iter_mut().map(method_of_impl).collect();
        let mut scope = scope(&item.generics, methods.iter().flatten());
        scope.of = Some((*item.self_ty).clone());
        scope.of_trait = kind == CalleeKind::OfTrait;
        let names = names(item.items.iter().filter_map(|item| match item {
            syn::ImplItem::Fn(method) => Some(&method.sig),
            _ => None,
        }));
        // What stands in the arms of a match, and what patterns take apart, is read once the patterns are tests.
        let rewritten =
            |m: &Method| ordinary::rewritten(&m.item, &Default::default(), &mut Diagnostics::default()).0;
        // A method that lends a part of the structure uses what is in it.
        let lend: Set<String> =
            item.items
                .iter()
                .filter_map(|item| match item {
                    syn::ImplItem::Fn(method) => accessors::lent(&method.sig, &method.block)
                        .map(|_| method.sig.ident.unraw().to_string()),
                    _ => None,
                })
                .collect();
        let is_of_others = |name: &String| !names.contains(name) || lend.contains(name);
        let uses = |m: &Method| {
            lower::uses_numbers_of_self(&m.item, &scope)
                || lower::uses_numbers_of_self(&rewritten(m), &scope)
                || called_on_self(m.item.block.to_token_stream()).iter().any(is_of_others)
        };
        scope.active = kind == CalleeKind::OfTrait || methods.iter().flatten().any(uses);
        Around { methods, place: Place { kind, scope, names } }
    }

    fn of_trait(item: &mut syn::ItemTrait) -> Around {
        let methods: Vec<Option<Method>> = item.items.iter_mut().map(method_of_trait).collect();
        let mut scope = scope(&item.generics, methods.iter().flatten());
        (scope.active, scope.of_trait) = (true, true);
        let names = names(item.items.iter().filter_map(|item| match item {
            syn::TraitItem::Fn(method) => Some(&method.sig),
            _ => None,
        }));
        Around { methods, place: Place { kind: CalleeKind::InTrait, scope, names } }
    }

    /// The items, with their programs beside the methods.
    fn emitted(
        self,
        attr: &Attribute,
        items: &[impl ToTokens],
        errors: &mut Diagnostics,
    ) -> Vec<TokenStream> {
        let items = items.iter().zip(self.methods).map(|(plain, method)| match method {
            Some(method) => method.emitted(attr.clone(), &self.place, errors),
            None => plain.to_token_stream(),
        });
        items.collect()
    }

    fn stages(mut self, at: usize, attr: Attribute) -> Option<Result<Stages, Diagnostics>> {
        let method = self.methods.get_mut(at)?.take().filter(|method| method.has_body)?;
        let strict = Options::REVERSIBLE;
        let options = match method.own.unwrap_or(attr) {
            Attribute::Reversible(own) => {
                Options { recording: own.into_iter().any(|token| token.to_string() == "store"), ..strict }
            }
            Attribute::Differentiable => Options::ORDINARY,
            Attribute::Instruction(_) => strict,
        };
        let (lowered, errors) = analysed_in(method.item, options, self.place.scope);
        let finish = |()| Stages { kind: self.place.kind, ..finished(lowered) };
        Some(errors.barrier(()).map(finish))
    }
}

/// A method, written as a function whose first argument is called `self`.
struct Method {
    item: syn::ItemFn,
    /// Its own attribute, which takes the place of that before the block.
    own: Option<Attribute>,
    /// True if it has a body.
    has_body: bool,
    /// The error in its receiver.
    receiver: Option<Extent>,
}

fn method_of_impl(item: &mut syn::ImplItem) -> Option<Method> {
    let syn::ImplItem::Fn(method) = item else { return None };
    let block = method.block.clone();
    method_of(&mut method.attrs, method.vis.clone(), method.sig.clone(), Some(block))
}

fn method_of_trait(item: &mut syn::TraitItem) -> Option<Method> {
    let syn::TraitItem::Fn(method) = item else { return None };
    method_of(&mut method.attrs, syn::Visibility::Inherited, method.sig.clone(), method.default.clone())
}

fn method_of(
    attrs: &mut Vec<syn::Attribute>,
    vis: syn::Visibility,
    mut sig: syn::Signature,
    block: Option<syn::Block>,
) -> Option<Method> {
    // Ordinary Rust without programs: a constructor, say.
    let all = attrs.len();
    attrs.retain(|a| !a.path().is_ident("irreversible") && !a.path().is_ident("inactive"));
    if attrs.len() < all {
        return None;
    }
    // A part that is lent is read where the method is called.
    if block.as_ref().is_some_and(|block| accessors::lent(&sig, block).is_some()) {
        return None;
    }
    let mut own = None;
    attrs.retain(|a| {
        let named = Attribute::named(a);
        let is_ours = named.is_some();
        own = named.or_else(|| own.take());
        !is_ours
    });
    implied::named(&mut sig);
    let mut receiver = None;
    if let Some(syn::FnArg::Receiver(written)) = sig.inputs.first() {
        if !matches!(&*written.ty, syn::Type::Reference(_)) {
            receiver = Some(Extent::of(written));
        }
        let (attrs, ty) = (written.attrs.clone(), written.ty.clone());
        let ident = syn::Ident::new("self", written.self_token.span);
        let mutability = written.mutability.filter(|_| written.reference.is_none());
        let pat = syn::PatIdent { attrs: vec![], by_ref: None, mutability, ident, subpat: None };
        let pat = Box::new(syn::Pat::Ident(pat));
        sig.inputs[0] = syn::FnArg::Typed(syn::PatType { attrs, pat, colon_token: Default::default(), ty });
    }
    let has_body = block.is_some();
    let block = block.unwrap_or_else(|| syn::parse_quote!({}));
    let item = syn::ItemFn { attrs: attrs.clone(), vis, sig, block: Box::new(block) };
    Some(Method { item, own, has_body, receiver })
}

fn scope<'a>(generics: &syn::Generics, methods: impl Iterator<Item = &'a Method>) -> Scope {
    let methods: Vec<(String, &Method)> =
        methods.map(|m| (m.item.sig.ident.unraw().to_string(), m)).collect();
    let calls: Map<&str, Set<String>> =
        methods.iter().map(|(name, m)| (name.as_str(), called(m.item.block.to_token_stream()))).collect();
    let methods = methods.iter().map(|(name, m)| {
        let mutable = match m.item.sig.inputs.first() {
            Some(syn::FnArg::Typed(t)) => {
                matches!(&*t.ty, syn::Type::Reference(r) if r.mutability.is_some())
                    && matches!(&*t.pat, syn::Pat::Ident(name) if name.ident == "self")
            }
            _ => false,
        };
        let (scratch, recursive) = (scratch(&m.item.sig), reaches_itself(name, &calls));
        let beside = layout::is_beside(&m.item.sig);
        (name.clone(), MethodFacts { changes_self: mutable, beside, scratch, recursive })
    });
    Scope { generics: generics.clone(), of: None, active: false, of_trait: false, methods: methods.collect() }
}

/// The names that a method may call others by: after `.` or `::`, without the name of the program.
fn called(tokens: TokenStream) -> Set<String> {
    let (mut found, mut is_member) = (Set::new(), false);
    for token in tokens {
        match &token {
            TokenTree::Ident(name) if is_member => {
                let name = name.unraw().to_string();
                found.extend(name.strip_suffix("_inverse").map(str::to_string));
                found.insert(name);
            }
            TokenTree::Group(group) => found.extend(called(group.stream())),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        is_member = matches!(&token, TokenTree::Punct(p) if p.as_char() == '.' || p.as_char() == ':');
    }
    found
}

/// The methods that are called on `self` itself: `self.value(x)`. Those of another block may use its numbers.
fn called_on_self(tokens: TokenStream) -> Set<String> {
    let mut found = Set::new();
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for window in tokens.windows(4) {
        if let [TokenTree::Ident(of), TokenTree::Punct(dot), TokenTree::Ident(name), TokenTree::Group(args)] =
            window
        {
            let is_call = args.delimiter() == Delimiter::Parenthesis && dot.as_char() == '.';
            if of == "self" && is_call {
                let name = name.unraw().to_string();
                found.insert(name.strip_suffix("_inverse").map_or(name.clone(), str::to_string));
            }
        }
    }
    for token in &tokens {
        if let TokenTree::Group(group) = token {
            found.extend(called_on_self(group.stream()));
        }
    }
    found
}

/// True if a method calls itself, by way of others.
fn reaches_itself(name: &str, calls: &Map<&str, Set<String>>) -> bool {
    let (mut reached, mut open) = (Set::new(), vec![name]);
    while let Some(next) = open.pop() {
        for callee in calls.get(next).into_iter().flatten() {
            if callee == name {
                return true;
            }
            if reached.insert(callee.as_str()) {
                open.push(callee);
            }
        }
    }
    false
}

/// Returns a bit for each parameter that is scratch.
fn scratch(sig: &syn::Signature) -> u64 {
    let bits = sig.inputs.iter().take(64).enumerate().filter_map(|(at, input)| match input {
        syn::FnArg::Typed(t) => t.attrs.iter().any(|a| a.path().is_ident("scratch")).then_some(1 << at),
        syn::FnArg::Receiver(_) => None,
    });
    bits.fold(0, |mask, bit: u64| mask | bit)
}

impl Method {
    fn emitted(self, attr: Attribute, place: &Place, errors: &mut Diagnostics) -> TokenStream {
        let mut own = Diagnostics::default();
        let attr = self.own.unwrap_or(attr);
        let moves = !matches!(attr, Attribute::Differentiable);
        if let Some(receiver) = self.receiver.filter(|_| moves) {
            let help = "take `&self` where it is read, `&mut self` where it is changed";
            own.report(
                Law::Signature,
                receiver,
                "a method that takes `self` by value cannot return it to the caller",
                help,
            );
        }
        let offers = Offers(place.names.clone());
        let name = self.item.sig.ident.clone();
        let (stages, declared) = match attr {
            Attribute::Instruction(options) => {
                let scope = place.scope.clone();
                let (stages, declared) = instruction::in_place(options, &self.item, scope, &mut own);
                (Stages { kind: place.kind, ..stages }, declared)
            }
            Attribute::Reversible(options) => reversible(self.item, options, place, self.has_body, &mut own),
            Attribute::Differentiable => ordinary(self.item, place, self.has_body, &mut own),
        };
        if !self.has_body && (declared.body.is_some() || declared.adjoint.is_some()) {
            let help = "declare it where the trait is implemented";
            own.report(
                Law::Signature,
                name.span(),
                format!("`{name}` has no body here, so this does not apply"),
                help,
            );
        }
        let hollow = !own.0.is_empty() || !self.has_body;
        errors.0.extend(own.0);
        let scope = &place.scope;
        let block = scope.of.clone().map(|of| Block { generics: scope.generics.clone(), of });
        let circumstances = Circumstances { hollow, has_body: self.has_body, offers, block };
        emit::method(&stages, &declared, circumstances)
    }
}

/// The stages of a method and what is declared of it.
fn reversible(
    item: syn::ItemFn,
    attr: TokenStream,
    place: &Place,
    has_body: bool,
    errors: &mut Diagnostics,
) -> (Stages, Declared) {
    let returns = lower::returns(&item.sig);
    let (options, mut declared) = declared::reversible(attr, returns, errors);
    declared.refuse_batch(errors);
    let mut stages = staged(item, options, place, has_body, errors);
    if declared.adjoint.is_some() {
        // The fused program would use the adjoint derived from the body instead of the declared one.
        stages.sweep = None;
    }
    (stages, declared)
}

/// The stages of a method that is an ordinary function, which keeps its own body.
fn ordinary(
    mut item: syn::ItemFn,
    place: &Place,
    has_body: bool,
    errors: &mut Diagnostics,
) -> (Stages, Declared) {
    let checkpointed = checkpoint::of_function(&mut item.attrs, errors);
    let declared = differentiable::unchanged(&item);
    let body = declared.body.filter(|_| has_body);
    let mut declared = Declared { checkpointed, body, ..declared };
    let item = differentiable::analysed_text(&item);
    let stages = staged(item, Options::ORDINARY, place, has_body, errors);
    declared.body = differentiable::own_text(&mut declared, &stages.function.real, false);
    (stages, declared)
}

/// The stages of a method; those of one that breaks a law are empty.
fn staged(
    item: syn::ItemFn,
    options: Options,
    place: &Place,
    has_body: bool,
    errors: &mut Diagnostics,
) -> Stages {
    let (lowered, broken) = analysed_in(item, options, place.scope.clone());
    // Without a body, only errors in the signature are reported.
    errors.0.extend(broken.0.into_iter().filter(|d| has_body || d.law == Law::Signature));
    let lowered = if errors.0.is_empty() && has_body { lowered } else { lowered.without_body() };
    Stages { kind: place.kind, ..finished(lowered) }
}

/// Reports the attribute on a single method: among methods there is no place for a type of its own.
pub(crate) fn stands_alone(item: &syn::ItemFn, help: &str, errors: &mut Diagnostics) -> bool {
    fn of_self(tokens: TokenStream) -> Option<proc_macro2::Span> {
        tokens.into_iter().find_map(|token| match token {
            TokenTree::Ident(name) => (name == "Self").then(|| name.span()),
            TokenTree::Group(group) => of_self(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => None,
        })
    }
    let receiver = item.sig.receiver().map(Extent::of);
    let Some(at) = receiver.or_else(|| of_self(item.to_token_stream()).map(Extent::from)) else {
        return false;
    };
    let what = match receiver {
        Some(_) => format!("`{}` is a method", item.sig.ident),
        None => format!("`{}` is a function of a type", item.sig.ident),
    };
    errors.report(Law::Signature, at, format!("{what}: mark the whole block that contains it"), help);
    true
}
