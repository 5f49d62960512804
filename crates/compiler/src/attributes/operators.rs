//! `#[reversible]` before the `impl` of an operator: `impl Add for Vector3<T>`.
//!
//! Takes the `impl` of a trait of `std::ops` and returns it beside an `impl` of the trait of the same name in `retrograde::operators`,
//! which holds the programs. They are those of a free function, `fn add(this: &Vector3<T>, other: &Vector3<T>) -> Vector3<T>`:
//! operands are lent, since every program asks for them. Law: what `std::ops` computes is what that function computes.

use super::methods::Attribute;
use crate::emit;
use crate::ir::{Options, Role, Type};
use crate::law::{Diagnostics, Extent, Law};
use crate::lower::Lowered;
use crate::stages::{Stages, analysed, finished};
use crate::syntax::read::behind;
use crate::syntax::visit_mut::{self, VisitMut};
use crate::syntax::{declared, updates};
use crate::tokens;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

/// The traits of `std::ops` that have programs, with their methods.
const OPERATORS: [(&str, &str); 7] = [
    ("Add", "add"),
    ("Sub", "sub"),
    ("Mul", "mul"),
    ("Div", "div"),
    ("Neg", "neg"),
    ("AddAssign", "add_assign"),
    ("MulAssign", "mul_assign"),
];

/// Updates that are the inverses of others.
const INVERSES: [(&str, &str); 2] = [("SubAssign", "AddAssign"), ("DivAssign", "MulAssign")];

/// The `impl` of an operator.
pub(crate) struct OperatorImpl {
    item: syn::ItemImpl,
    /// The name of the trait.
    name: Ident,
    /// The method.
    method: syn::ImplItemFn,
    /// The place where it stands among the items.
    pub(crate) at: usize,
}

impl OperatorImpl {
    /// The operator that an `impl` is of. A trait of the same name whose method takes `&self` is the user's.
    pub(crate) fn of(item: &syn::ItemImpl) -> Option<OperatorImpl> {
        let (_, path, _) = item.trait_.as_ref()?;
        let name = path.segments.last()?.ident.clone();
        let method = OPERATORS.iter().find(|(of, _)| name == of).map(|(_, method)| *method)?;
        let is_it = |item: &syn::ImplItem| match item {
            syn::ImplItem::Fn(f) if f.sig.ident == method => Some(f.clone()),
            _ => None,
        };
        let (at, method) = item.items.iter().enumerate().find_map(|(at, item)| Some((at, is_it(item)?)))?;
        let by_value = method.sig.receiver().is_some_and(|of| of.reference.is_none());
        let updates = name.to_string().ends_with("Assign");
        (by_value || updates).then(|| OperatorImpl { item: item.clone(), name, method, at })
    }

    /// The operator as a free function of lent operands.
    pub(crate) fn function(&self) -> syn::ItemFn {
        let mut block = self.method.block.clone();
        let of = behind(&self.item.self_ty).clone();
        let output = self.output();
        let mut renaming = Renaming { of: &of, output: output.as_ref() };
        renaming.visit_block_mut(&mut block);
        let mut inputs: Vec<syn::FnArg> = Vec::new();
        // Operands that the body changes are copies.
        let mut copies: Vec<syn::Stmt> = Vec::new();
        for input in &self.method.sig.inputs {
            inputs.push(match input {
                syn::FnArg::Receiver(receiver) => {
                    let this = Ident::new("this", receiver.self_token.span);
                    if receiver.mutability.is_some() && receiver.reference.is_none() {
                        copies.push(syn::parse_quote!(let mut #this = #this.clone();));
                    }
                    match receiver.mutability.filter(|_| receiver.reference.is_some()) {
                        Some(_) => syn::parse_quote!(#this: &mut #of),
                        None => syn::parse_quote!(#this: &#of),
                    }
                }
                syn::FnArg::Typed(param) => {
                    let mut param = param.clone();
                    if let Some(name) = unchanging(&mut param.pat) {
                        copies.push(syn::parse_quote!(let mut #name = #name.clone();));
                    }
                    renaming.visit_type_mut(&mut param.ty);
                    let inner = behind(&param.ty).clone();
                    *param.ty = syn::parse_quote!(&#inner);
                    syn::FnArg::Typed(param)
                }
            });
        }
        block.stmts.splice(0..0, copies);
        let generics = self.generics(&inputs, output.as_ref());
        let (params, clause) = (&generics.params, &generics.where_clause);
        let name = Ident::new(&self.method.sig.ident.to_string(), self.method.sig.ident.span());
        let returned = output.map(|ty| quote!(-> #ty));
        let attrs = &self.method.attrs;
        syn::parse_quote!(#(#attrs)* fn #name<#params>(#(#inputs),*) #returned #clause #block)
    }

    /// Returns the type of the operator's value, written out.
    fn output(&self) -> Option<syn::Type> {
        let syn::ReturnType::Type(_, ty) = &self.method.sig.output else { return None };
        let mut ty = (**ty).clone();
        let said = self.item.items.iter().find_map(|item| match item {
            syn::ImplItem::Type(item) if item.ident == "Output" => Some(&item.ty),
            _ => None,
        });
        if let (Some(said), "Self :: Output") = (said, ty.to_token_stream().to_string().as_str()) {
            ty = said.clone();
        }
        Renaming { of: behind(&self.item.self_ty), output: None }.visit_type_mut(&mut ty);
        Some(ty)
    }

    /// The generics of the `impl`, without the lifetimes of references to operands.
    fn generics(&self, inputs: &[syn::FnArg], output: Option<&syn::Type>) -> syn::Generics {
        let mut generics = self.item.generics.clone();
        let mut named = Vec::new();
        let mut lifetimes = |tokens: TokenStream| lifetimes_in(tokens, &mut named);
        inputs.iter().for_each(|input| lifetimes(input.to_token_stream()));
        lifetimes(output.to_token_stream());
        lifetimes(generics.where_clause.to_token_stream());
        generics.params = generics
            .params
            .into_iter()
            .filter(|param| match param {
                syn::GenericParam::Lifetime(l) => named.contains(&l.lifetime.ident.to_string()),
                syn::GenericParam::Type(_) | syn::GenericParam::Const(_) => true,
            })
            .collect();
        generics
    }

    /// All stages of the operator.
    pub(crate) fn stages(&self, attr: &Attribute) -> Result<Stages, Diagnostics> {
        let (lowered, errors) = self.analysed(attr, Options::REVERSIBLE);
        errors.barrier(())?;
        Ok(finished(lowered))
    }

    /// The operator as a function, and what it is analysed to. Before a value, `#[differentiable]` takes what the strict language
    /// takes, and otherwise the Rust that people have.
    fn analysed(&self, attr: &Attribute, strict: Options) -> (Lowered, Diagnostics) {
        let (lowered, errors) = analysed(self.function(), strict);
        match attr {
            Attribute::Differentiable if !errors.0.is_empty() && !self.updates() => {
                analysed(self.function(), Options::ORDINARY)
            }
            Attribute::Reversible(_) | Attribute::Differentiable | Attribute::Instruction(_) => {
                (lowered, errors)
            }
        }
    }

    /// Returns the items in place of the `impl`.
    pub(crate) fn emitted(self, attr: &Attribute) -> TokenStream {
        let mut errors = Diagnostics::default();
        // An operator lends its operands and changes none: it is a reversible function under either attribute.
        let own = match attr {
            Attribute::Reversible(options) => options.clone(),
            Attribute::Differentiable | Attribute::Instruction(_) => TokenStream::new(),
        };
        let (options, mut declared) = declared::reversible(own, !self.updates(), &mut errors);
        declared.refuse_batch(&mut errors);
        let (function, (lowered, broken)) = (self.function(), self.analysed(attr, options));
        // Ordinary functions write `v *= k` as `v = v * k`, and so `v += e` where the sum is assigned.
        let is_kept = self.name == "MulAssign" || updates::is_sum(&self.item);
        if matches!(attr, Attribute::Differentiable) && !broken.0.is_empty() && self.updates() && is_kept {
            return self.item.to_token_stream();
        }
        errors.0.extend(broken.0);
        let shape = Shape::of(&lowered.function, &mut errors);
        let (stages, programs) = if errors.0.is_empty() {
            let mut stages = finished(lowered);
            if declared.adjoint.is_some() {
                stages.sweep = None;
            }
            let programs = emit::item(&stages, &declared, None);
            (stages, programs)
        } else {
            let empty = finished(lowered.without_body());
            let programs = emit::hollow(&function, &empty, emit::Offered::default());
            (empty, programs)
        };
        let errors = errors.to_compile_errors();
        let held = self.held(&stages, &shape);
        let written = self.written();
        quote! {
            #errors
            #written
            #[allow(non_local_definitions, clippy::all, clippy::pedantic, dead_code)]
            const _: () = {
                #programs
                #held
            };
        }
    }

    /// The `impl` of the trait in `std::ops`.
    fn written(&self) -> TokenStream {
        let mut item = self.item.clone();
        let trait_name = &self.name;
        let Some(syn::ImplItem::Fn(method)) = item.items.get_mut(self.at) else { return TokenStream::new() };
        let mut args = Vec::new();
        for input in &mut method.sig.inputs {
            let (name, is_lent) = match input {
                syn::FnArg::Receiver(receiver) => {
                    receiver.mutability = receiver.mutability.filter(|_| receiver.reference.is_some());
                    let is_lent = receiver.reference.is_some() || is_reference(&self.item.self_ty);
                    (receiver.self_token.to_token_stream(), is_lent)
                }
                syn::FnArg::Typed(param) => {
                    param.attrs.clear();
                    unchanging(&mut param.pat);
                    let is_lent = is_reference(&param.ty);
                    (param.pat.to_token_stream(), is_lent)
                }
            };
            args.push(if is_lent { name } else { quote!(&#name) });
        }
        let program = if self.updates() { quote!(call) } else { quote!(value) };
        method.block = syn::parse_quote!({ ::retrograde::operators::#trait_name::#program(#(#args),*) });
        let is_inlined = method.attrs.iter().any(|attr| attr.path().is_ident("inline"));
        if !is_inlined {
            method.attrs.push(syn::parse_quote!(#[inline]));
        }
        item.to_token_stream()
    }

    fn updates(&self) -> bool {
        self.name.to_string().ends_with("Assign")
    }

    /// The `impl` of the trait in `retrograde::operators`.
    fn held(&self, stages: &Stages, shape: &Shape) -> TokenStream {
        let function = &stages.function;
        let sig = &function.item.sig;
        let (name, trait_name, real) = (&sig.ident, &self.name, function.real.ident());
        let (params, clause) = (&sig.generics.params, &sig.generics.where_clause);
        let of = behind(&self.item.self_ty);
        let other = sig.inputs.iter().nth(1).map(|input| match input {
            syn::FnArg::Typed(param) => behind(&param.ty).clone(),
            syn::FnArg::Receiver(_) => of.clone(),
        });
        let c = crate::resolve::cotangent_name(self.item.to_token_stream(), |_| true);
        let c = format_ident!("{c}", span = Span::mixed_site());
        let bar = |operand: &Operand, ty: &dyn ToTokens| match operand {
            Operand::Number => quote!(#c),
            Operand::Structure => {
                quote!(<#ty as ::retrograde::__private::Differentiable>::Shadow<#c>)
            }
            Operand::Exact => quote!(()),
        };
        let kind = |operand: &Operand| match operand {
            Operand::Number => quote!(::retrograde::probe::Here),
            Operand::Structure => quote!(::retrograde::probe::Known),
            Operand::Exact => quote!(::retrograde::operators::Exact),
        };
        let this_bar = bar(&shape.this, of);
        let decides = quote!(#name::__decides(::retrograde::__private::loans::Decides::START));
        let mut held = quote! {
            type Real = #real;
            type Bar<#c: Copy> = #this_bar;
            type Decides = ::retrograde::__private::loans::On<
                { #decides.when_called() },
                { #decides.when_uncalled() },
            >;
        };
        let (mut taken, mut handed, mut plain, mut lent) =
            (TokenStream::new(), TokenStream::new(), TokenStream::new(), TokenStream::new());
        if let (Some(other), Some(operand)) = (&other, &shape.other) {
            let (kind, other_bar) = (kind(operand), bar(operand, other));
            held.extend(quote!(type OtherKind = #kind; type OtherBar<#c: Copy> = #other_bar;));
            plain.extend(quote!(, other: &#other));
            lent.extend(quote!(, other));
            taken.extend(quote!(, other: &#other, other_bar: &mut #other_bar));
            handed.extend(match operand {
                Operand::Exact => quote!(, other),
                Operand::Number | Operand::Structure => quote!(, other, other_bar),
            });
        }
        let irreversible = quote!(::retrograde::Irreversible);
        let (of_trait, result) = (other.map(|other| quote!(<#other>)), quote!(::core::result::Result));
        let cotangent = quote!(#c: ::retrograde::__private::Cotangent<#real>);
        let this = match shape.this {
            Operand::Exact => quote!(self),
            Operand::Number | Operand::Structure => quote!(self, bar),
        };
        let programs = match (&sig.output, &shape.value) {
            (syn::ReturnType::Type(_, output), Some(value)) => {
                let (kind, value_bar) = (kind(&shape.this), bar(value, output));
                quote! {
                    type Kind = #kind;
                    type Output = #output;
                    type OutputBar<#c: Copy> = #value_bar;
                    #[inline(always)]
                    fn value(&self #plain) -> #output {
                        #name(self #lent)
                    }
                    #[inline(always)]
                    fn try_value(&self #plain) -> #result<#output, #irreversible> {
                        #name::try_call(self #lent)
                    }
                    #[inline(always)]
                    fn pull<#cotangent>(&self, bar: &mut #this_bar #taken, value_bar: #value_bar) -> #output {
                        #name::__pull(value_bar, #this #handed)
                    }
                }
            }
            _ => quote! {
                #[inline(always)]
                fn call(&mut self #plain) {
                    #name(self #lent)
                }
                #[inline(always)]
                fn uncall(&mut self #plain) {
                    #name::inverse(self #lent)
                }
                #[inline(always)]
                fn try_call(&mut self #plain) -> #result<(), #irreversible> {
                    #name::try_call(self #lent)
                }
                #[inline(always)]
                fn try_uncall(&mut self #plain) -> #result<(), #irreversible> {
                    #name::try_inverse(self #lent)
                }
                #[inline(always)]
                fn adjoint<#cotangent>(&mut self, bar: &mut #this_bar #taken) {
                    #name::__adjoint(#this #handed)
                }
                #[inline(always)]
                fn sweep<#cotangent>(&mut self, bar: &mut #this_bar #taken) {
                    #name::__sweep(#this #handed)
                }
                #[inline(always)]
                fn inverse_adjoint<#cotangent>(&mut self, bar: &mut #this_bar #taken) {
                    #name::__inverse_adjoint(#this #handed)
                }
            },
        };
        quote! {
            impl<#params> ::retrograde::operators::#trait_name #of_trait for #of #clause {
                #held
                #programs
            }
        }
    }
}

/// The kind of an operand or a value in the programs.
enum Operand {
    Number,
    Structure,
    Exact,
}

/// The kinds of the operands and the value.
struct Shape {
    this: Operand,
    other: Option<Operand>,
    value: Option<Operand>,
}

impl Shape {
    fn of(function: &crate::ir::Function, errors: &mut Diagnostics) -> Shape {
        let mut operand = |var: crate::ir::Var| {
            let v = &function.vars[var];
            match &v.ty {
                _ if !v.active && v.role != Role::Output => Operand::Exact,
                Type::Real => Operand::Number,
                Type::Structure(_) | Type::Unknown => Operand::Structure,
                Type::Exact(_) => Operand::Exact,
                Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => {
                    let message =
                        format!("`{}` is an array, and operators are of structures and numbers", v.name);
                    errors.report(Law::Signature, v.span, message, "write a structure that holds the array");
                    Operand::Structure
                }
            }
        };
        let mut operands = function.params.iter().map(|p| p.var).collect::<Vec<_>>().into_iter();
        let this = operands.next().map_or(Operand::Structure, &mut operand);
        let other = operands.next().map(&mut operand);
        Shape { this, other, value: function.output.map(operand) }
    }
}

/// Reports the `impl` of an update that is the inverse of another one, before which `#[reversible]` stands: under `#[differentiable]` it
/// stays as it is written. True if it is one.
pub(crate) fn is_inverse(attr: &Attribute, item: &syn::ItemImpl, errors: &mut Diagnostics) -> bool {
    let Some((_, path, _)) = &item.trait_ else { return false };
    let Some(last) = path.segments.last() else { return false };
    let Some((name, of)) = INVERSES.iter().find(|(name, _)| last.ident == name) else { return false };
    if matches!(attr, Attribute::Reversible(_) | Attribute::Instruction(_)) {
        errors.report(
            Law::Signature,
            Extent::of(path),
            format!("`{name}` has no programs of its own: it is the inverse of `{of}`"),
            format!("write `#[reversible]` before `impl {of}`, and leave it away here"),
        );
    }
    true
}

/// Takes the `mut` from a name, and returns the name if there was one.
fn unchanging(pat: &mut syn::Pat) -> Option<Ident> {
    let syn::Pat::Ident(name) = pat else { return None };
    name.mutability.take().map(|_| name.ident.clone())
}

fn is_reference(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Reference(_) => true,
        syn::Type::Paren(inner) => is_reference(&inner.elem),
        syn::Type::Group(inner) => is_reference(&inner.elem),
        _ => false,
    }
}

fn lifetimes_in(tokens: TokenStream, found: &mut Vec<String>) {
    let mut before = None;
    for token in tokens {
        match &token {
            TokenTree::Group(group) => lifetimes_in(group.stream(), found),
            TokenTree::Ident(name) if before == Some('\'') => found.push(name.to_string()),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        before = match &token {
            TokenTree::Punct(punct) => Some(punct.as_char()),
            TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Literal(_) => None,
        };
    }
}

/// Writes `Self` and `self` out.
struct Renaming<'a> {
    of: &'a syn::Type,
    output: Option<&'a syn::Type>,
}

impl Renaming<'_> {
    /// The path of the type; in an expression rustc infers its arguments where it makes a value.
    fn path(&self, made: bool) -> Option<syn::Path> {
        let syn::Type::Path(of) = self.of else { return None };
        let mut path = of.path.clone();
        for segment in &mut path.segments {
            match &mut segment.arguments {
                arguments if made => *arguments = syn::PathArguments::None,
                syn::PathArguments::AngleBracketed(arguments) => {
                    arguments.colon2_token = Some(Default::default());
                }
                syn::PathArguments::None | syn::PathArguments::Parenthesized(_) => {}
            }
        }
        Some(path)
    }

    fn rename(&self, path: &mut syn::Path, made: bool) {
        if path.segments.first().is_some_and(|first| first.ident == "Self") {
            let rest = path.segments.iter().skip(1).cloned().collect::<Vec<_>>();
            if let Some(of) = self.path(made && rest.is_empty()) {
                *path = of;
                path.segments.extend(rest);
            }
        }
    }

    /// The tokens of a macro.
    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        let of = self.path(false);
        let renamed = tokens.into_iter().map(|token| match token {
            TokenTree::Ident(name) if name == "self" => Ident::new("this", name.span()).to_token_stream(),
            TokenTree::Ident(name) if name == "Self" => {
                of.as_ref().map_or_else(|| name.to_token_stream(), ToTokens::to_token_stream)
            }
            TokenTree::Group(group) => tokens::within(&group, |inner| self.tokens(inner)).to_token_stream(),
            token => token.to_token_stream(),
        });
        renamed.collect()
    }
}

impl VisitMut for Renaming<'_> {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        match (&*ty, self.output) {
            (syn::Type::Path(p), _) if p.path.is_ident("Self") => *ty = self.of.clone(),
            (syn::Type::Path(_), Some(output)) if ty.to_token_stream().to_string() == "Self :: Output" => {
                *ty = output.clone();
            }
            _ => visit_mut::visit_type_mut(self, ty),
        }
    }
    fn visit_expr_struct_mut(&mut self, s: &mut syn::ExprStruct) {
        self.rename(&mut s.path, true);
        visit_mut::visit_expr_struct_mut(self, s);
    }
    fn visit_pat_mut(&mut self, pat: &mut syn::Pat) {
        match pat {
            syn::Pat::Struct(p) => self.rename(&mut p.path, true),
            syn::Pat::TupleStruct(p) => self.rename(&mut p.path, true),
            _ => {}
        }
        visit_mut::visit_pat_mut(self, pat);
    }
    fn visit_expr_path_mut(&mut self, p: &mut syn::ExprPath) {
        self.rename(&mut p.path, true);
        if p.path.is_ident("self") {
            let span = p.path.segments[0].ident.span();
            p.path = Ident::new("this", span).into();
        }
        visit_mut::visit_expr_path_mut(self, p);
    }
    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        mac.tokens = self.tokens(std::mem::take(&mut mac.tokens));
    }
}
