//! Going through tokens: those in groups come behind the group that they are in.

use crate::sorted::Set;
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;

/// Calls a function with every token.
pub(crate) fn each(text: impl ToTokens, f: &mut dyn FnMut(&TokenTree)) {
    any(text, &mut |token| {
        f(token);
        false
    });
}

/// True if a function says so of some token; the others are not asked then.
pub(crate) fn any(text: impl ToTokens, f: &mut dyn FnMut(&TokenTree) -> bool) -> bool {
    fn within(tokens: TokenStream, f: &mut dyn FnMut(&TokenTree) -> bool) -> bool {
        tokens.into_iter().any(|token| match &token {
            TokenTree::Group(group) => f(&token) || within(group.stream(), f),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => f(&token),
        })
    }
    within(text.into_token_stream(), f)
}

/// Calls a function with every identifier, keywords included.
pub(crate) fn each_name(text: impl ToTokens, f: &mut dyn FnMut(&Ident)) {
    each(text, &mut |token| {
        if let TokenTree::Ident(name) = token {
            f(name);
        }
    });
}

/// Returns every identifier, keywords included, without `r#`.
pub(crate) fn names(text: impl ToTokens) -> Set<String> {
    let mut found = Set::new();
    each_name(text, &mut |name| found.extend([name.unraw().to_string()]));
    found
}

/// True if one of these identifiers is there.
pub(crate) fn has(text: impl ToTokens, names: &[&str]) -> bool {
    any(text, &mut |token| matches!(token, TokenTree::Ident(name) if names.iter().any(|of| name == of)))
}

/// True if an identifier is there: a type mentions a parameter, an expression a variable.
pub(crate) fn mentions(text: impl ToTokens, name: &Ident) -> bool {
    any(text, &mut |token| matches!(token, TokenTree::Ident(found) if found == name))
}

/// Returns a group with other tokens in it.
pub(crate) fn within(group: &Group, f: impl FnOnce(TokenStream) -> TokenStream) -> Group {
    let mut inner = Group::new(group.delimiter(), f(group.stream()));
    inner.set_span(group.span());
    inner
}

/// Takes away the invisible groups around blocks that a macro by example hands over, `$body:block`, where another statement follows.
/// Law: behind what is left, no operator stands.
pub(crate) fn with_bare_blocks(text: TokenStream) -> TokenStream {
    fn block(token: &TokenTree) -> Option<Group> {
        let TokenTree::Group(group) = token else { return None };
        let mut inner = group.stream().into_iter();
        match (group.delimiter(), inner.next(), inner.next()) {
            (Delimiter::None, Some(TokenTree::Group(block)), None) => {
                (block.delimiter() == Delimiter::Brace).then_some(block)
            }
            _ => None,
        }
    }
    fn bare(text: TokenStream) -> TokenStream {
        let mut rest = text.into_iter().peekable();
        let mut out = TokenStream::new();
        while let Some(token) = rest.next() {
            let begins = match rest.peek() {
                Some(TokenTree::Ident(name)) => name != "as",
                Some(TokenTree::Group(next)) => next.delimiter() == Delimiter::None,
                Some(TokenTree::Punct(_) | TokenTree::Literal(_)) | None => false,
            };
            out.extend([match (block(&token).filter(|_| begins), token) {
                (Some(group), _) | (None, TokenTree::Group(group)) => TokenTree::Group(within(&group, bare)),
                (None, other) => other,
            }]);
        }
        out
    }
    if any(text.clone(), &mut |token| block(token).is_some()) { bare(text) } else { text }
}

/// True if tokens of ordinary Rust name a variable.
pub(crate) fn captures(tokens: &TokenStream, name: &str) -> bool {
    any(tokens, &mut |token| match token {
        TokenTree::Ident(ident) => ident == name,
        // Format strings capture names.
        TokenTree::Literal(literal) => literal.to_string().contains(name),
        TokenTree::Group(_) | TokenTree::Punct(_) => false,
    })
}
