//! Spans of emitted code that uses the shadow of a structure: the type of the structure in the source.
//!
//! A type without a shadow is an error in each of the programs, in their heads and in their bodies. rustc reports the
//! same error once if it has the same place each time. Law: names resolve as before.

use super::item::Item;
use super::types::stripped;
use crate::sorted::Set;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens;

impl Item<'_> {
    /// Returns tokens that pass shadows on, with the place of the type of the first structure: if it has no shadow,
    /// that is reported there, once.
    pub(super) fn at_structure(&self, tokens: TokenStream) -> TokenStream {
        match self.structure_span() {
            Some(at) => {
                let kept = self.params.iter().map(|p| p.name.to_string()).collect();
                placed(tokens, at, &kept)
            }
            None => tokens,
        }
    }

    /// Returns steps on the shadows of structures, each with the place of the type of its structure.
    pub(super) fn at_structures(&self, steps: TokenStream) -> TokenStream {
        let structures = self.params.iter().filter(|p| p.structure);
        let shadows: Vec<(String, Span)> =
            structures.map(|p| (p.bar.to_string(), type_span(&p.written))).collect();
        if shadows.is_empty() { steps } else { shadows_placed(steps, &shadows) }
    }

    /// Returns the place where the type of the first structure with a shadow is written.
    pub(super) fn structure_span(&self) -> Option<Span> {
        let function = &self.stages.function;
        let returned = match &function.item.sig.output {
            syn::ReturnType::Type(_, ty) => {
                function.output.filter(|var| function.vars[*var].ty.is_structure()).map(|_| type_span(ty))
            }
            syn::ReturnType::Default => None,
        };
        self.params.iter().find(|p| p.structure).map(|p| type_span(&p.written)).or(returned)
    }
}

/// Returns the place of a type, without the reference around it, as a span of generated code, which lints ignore.
pub(super) fn type_span(written: &syn::Type) -> Span {
    let (inner, _) = stripped(written);
    let inner = match &inner {
        syn::Type::Slice(slice) => (*slice.elem).clone(),
        syn::Type::Array(array) => (*array.elem).clone(),
        _ => inner,
    };
    let first = inner.to_token_stream().into_iter().next();
    first.map_or_else(Span::call_site, |token| Span::call_site().located_at(token.span()))
}

/// Returns tokens of generated code with another place, where rustc reports their errors. Items are not hygienic, so
/// they resolve as before; variables of the user are hygienic, so those in `kept` keep their spans.
pub(super) fn placed(tokens: TokenStream, at: Span, kept: &Set<String>) -> TokenStream {
    let moved = tokens.into_iter().map(|mut token| {
        let span = token.span();
        if let TokenTree::Group(group) = &token {
            token = TokenTree::Group(Group::new(group.delimiter(), placed(group.stream(), at, kept)));
        }
        // The span of `$crate` determines the crate.
        let is_kept = matches!(&token, TokenTree::Ident(_)) && {
            let name = token.to_string();
            name == "$crate" || kept.contains(&name)
        };
        token.set_span(if is_kept { span.located_at(at) } else { at });
        token
    });
    moved.collect()
}

/// Returns a type as generated code, with the place where it is written.
pub(super) fn ours(ty: &syn::Type, at: Span) -> TokenStream {
    placed(ty.to_token_stream(), at, &Set::new())
}

/// Returns tokens with each shadow of a structure, and the code that uses it, at the place of the type of the
/// structure.
fn shadows_placed(tokens: TokenStream, shadows: &[(String, Span)]) -> TokenStream {
    let mut inside: Option<Span> = None;
    let moved = tokens.into_iter().map(|mut token| {
        let shadow = match &token {
            TokenTree::Ident(ident) => shadows.iter().find(|(name, _)| ident == name).map(|(_, at)| *at),
            TokenTree::Punct(_) | TokenTree::Group(_) | TokenTree::Literal(_) => None,
        };
        inside = match &token {
            TokenTree::Ident(_) => shadow.or(inside),
            TokenTree::Punct(punct) => inside.filter(|_| punct.as_char() == '.'),
            TokenTree::Group(group) => inside.filter(|_| group.delimiter() != Delimiter::Brace),
            TokenTree::Literal(_) => None,
        };
        let span = token.span();
        if let TokenTree::Group(group) = &token {
            token = TokenTree::Group(Group::new(group.delimiter(), shadows_placed(group.stream(), shadows)));
        }
        // The name has a generated span here as in its declaration.
        token.set_span(shadow.or(inside.map(|at| span.located_at(at))).unwrap_or(span));
        token
    });
    moved.collect()
}
