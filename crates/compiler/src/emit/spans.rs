//! Where rustc speaks of what is emitted: what every program does with the shadow of a structure stands at its type.
//!
//! A type without a shadow is wrong in each of the programs, in their heads and in their bodies. rustc says the same thing
//! once only where it would say it at the same place. Law: names mean what they meant.

use super::item::Item;
use super::types::stripped;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeSet;

impl Item<'_> {
    /// Our own tokens, which hand shadows on, at the type of the first structure that has one: that it has none is said
    /// once, there.
    pub(super) fn at_structure(&self, tokens: TokenStream) -> TokenStream {
        match self.structure_span() {
            Some(at) => {
                let kept = self.params.iter().map(|p| p.name.to_string()).collect();
                placed(tokens, at, &kept)
            }
            None => tokens,
        }
    }

    /// What is done with the shadow of a structure, at the type of that structure.
    pub(super) fn at_structures(&self, steps: TokenStream) -> TokenStream {
        let structures = self.params.iter().filter(|p| p.structure);
        let shadows: Vec<(String, Span)> =
            structures.map(|p| (p.bar.to_string(), type_span(&p.written))).collect();
        if shadows.is_empty() { steps } else { shadows_placed(steps, &shadows) }
    }

    /// Where the first structure that has a shadow is named.
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

/// Where a type is written, without the reference around it, for tokens of ours: lints leave them alone.
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

/// The same tokens as ours in another place: what rustc says of them it says there. Items are not hygienic, so they mean what
/// they meant, and `kept` names variables of the user's, which are.
pub(super) fn placed(tokens: TokenStream, at: Span, kept: &BTreeSet<String>) -> TokenStream {
    let moved = tokens.into_iter().map(|mut token| {
        let span = token.span();
        if let TokenTree::Group(group) = &token {
            token = TokenTree::Group(Group::new(group.delimiter(), placed(group.stream(), at, kept)));
        }
        // Which crate `$crate` is it has from where it stood.
        let is_kept = matches!(&token, TokenTree::Ident(_)) && {
            let name = token.to_string();
            name == "$crate" || kept.contains(&name)
        };
        token.set_span(if is_kept { span.located_at(at) } else { at });
        token
    });
    moved.collect()
}

/// A type as one of our tokens, where it is written.
pub(super) fn ours(ty: &syn::Type, at: Span) -> TokenStream {
    placed(ty.to_token_stream(), at, &BTreeSet::new())
}

/// The same tokens, where each shadow of a structure and what is done with it stand at the structure's type.
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
        // Its name is ours, as it is where it is declared.
        token.set_span(shadow.or(inside.map(|at| span.located_at(at))).unwrap_or(span));
        token
    });
    moved.collect()
}
