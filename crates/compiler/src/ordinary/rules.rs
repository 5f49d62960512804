//! `rules(foreign = own)`: the functions that stand for those of others in a derivative.
//!
//! Takes the option of an attribute, and a function, of which it returns the text that is differentiated: a call of a foreign
//! function, `nrfind::find_root(…)`, or of a foreign method, `x.error()`, is there a call of the user's own function. Law: the function
//! itself calls what it always called, and an option that stands for no call is an error.

use crate::law::{Diagnostics, Extent, Law};
use crate::syntax::rewrite::inner;
use crate::syntax::visit_mut::VisitMut;
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, parse_quote_spanned};

const HELP: &str = "write `#[differentiable(rules(method = own, path::function = own))]`";

/// The functions that stand for foreign ones.
#[derive(Default)]
pub(crate) struct Rules(Vec<Rule>);

struct Rule {
    foreign: syn::Path,
    own: syn::Path,
    used: bool,
}

impl Parse for Rule {
    fn parse(input: ParseStream) -> syn::Result<Rule> {
        let foreign = input.call(syn::Path::parse_mod_style)?;
        let own = if input.parse::<Option<syn::Token![=]>>()?.is_some() {
            input.call(syn::Path::parse_mod_style)?
        } else {
            foreign.clone()
        };
        Ok(Rule { foreign, own, used: false })
    }
}

impl Rules {
    /// Parses the options of the attribute that are left when `crate = path` is taken out.
    pub(crate) fn of(options: proc_macro2::TokenStream, errors: &mut Diagnostics) -> Rules {
        let parser = |input: ParseStream| {
            let mut all = Vec::new();
            while !input.is_empty() {
                let name: syn::Ident = input.parse()?;
                if name != "rules" {
                    return Err(syn::Error::new(name.span(), "this option is unknown"));
                }
                let inner;
                syn::parenthesized!(inner in input);
                all.extend(Punctuated::<Rule, syn::Token![,]>::parse_terminated(&inner)?);
                input.parse::<Option<syn::Token![,]>>()?;
            }
            Ok(all)
        };
        match parser.parse2(options) {
            Ok(all) => Rules(all),
            Err(error) => {
                let help = "write `#[differentiable]`, `#[differentiable(generic)]` for every number in place of `f64`, \
                            `#[differentiable(kernels)]` for programs that run on a GPU, \
                            `#[differentiable(crate = path)]` or `#[differentiable(rules(foreign = own))]`";
                errors.report(Law::OutsideLanguage, error.span(), error.to_string(), help);
                Rules::default()
            }
        }
    }

    /// True if there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the attribute that states them.
    pub(crate) fn attribute(&self) -> syn::Attribute {
        let (foreign, own): (Vec<_>, Vec<_>) = self.0.iter().map(|rule| (&rule.foreign, &rule.own)).unzip();
        syn::parse_quote!(#[::retrograde::differentiable(rules(#(#foreign = #own),*))])
    }

    /// Writes the calls of foreign functions in a block as calls of the user's own.
    pub(crate) fn apply(mut self, block: &mut syn::Block, errors: &mut Diagnostics) {
        inner(|e| self.replaced(e)).visit_block_mut(block);
        for rule in self.0.iter().filter(|rule| !rule.used) {
            let message = format!("`{}` is not called in this function", rule.foreign.to_token_stream());
            errors.report(Law::OutsideLanguage, Extent::of(&rule.foreign), message, HELP);
        }
    }

    /// Returns the function that stands for the one of a path.
    fn own(&mut self, path: &syn::Path) -> Option<syn::Path> {
        let names = |path: &syn::Path| path.segments.iter().map(|of| of.ident.clone()).collect::<Vec<_>>();
        let rule = self.0.iter_mut().find(|rule| names(&rule.foreign) == names(path))?;
        rule.used = true;
        Some(rule.own.clone())
    }

    fn replaced(&mut self, e: &mut Expr) {
        let span = e.span();
        match e {
            Expr::MethodCall(call) => {
                let Some(own) = self.own(&call.method.clone().into()) else { return };
                let (receiver, args) = (&call.receiver, &call.args);
                *e = parse_quote_spanned!(span=> #own(#receiver, #args));
            }
            Expr::Call(call) => {
                let Expr::Path(path) = &mut *call.func else { return };
                if let (None, Some(own)) = (&path.qself, self.own(&path.path)) {
                    path.path = own;
                }
            }
            _ => {}
        }
    }
}
