//! `f::try_call`, `f::try_inverse`, `f::try_adjoint`: the programs that return what a check finds.
//!
//! They check in every build, whatever the attribute says: who calls them asks for it. Their bodies are those of the
//! function and its inverse, with an early return at each check and a `?` behind each call; a function without either
//! cannot fail, and is called as it is. The adjoint runs backwards with all checks, forwards again, and only then
//! carries cotangents: so an error leaves them as they were.

use super::item::Item;
use super::programs::Extras;
use crate::ir::step::{Procedure, Step, nested};
use crate::ir::visit::each_expression;
use crate::ir::{Expr, Function};
use crate::tokens;
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

impl Item<'_> {
    /// The entries of a function that changes its state.
    pub(super) fn fallible_state(&self) -> TokenStream {
        let lengths = self.fallible_lengths();
        let stages = self.stages;
        let (names, again, forwarded) = (self.names(), self.again(false), self.forwarded());
        let (plain, said) = (self.said(false), self.said(true));
        let result = Extras::value(result(&quote!(())));
        let [run, inverse, try_inverse, adjoint] =
            ["", "inverse", "try_inverse", "__adjoint"].map(|program| self.at(program));
        let forwards = self.fallible(&stages.primal, quote!(#run #plain (#names);), quote!(()));
        let backwards = self.fallible(&stages.inverse, quote!(#inverse #plain (#names);), quote!(()));
        let both = self.at_structure(quote! {
            #lengths
            #try_inverse #plain (#again)?;
            #run #plain (#again);
            #adjoint #said (#forwarded);
            ::core::result::Result::Ok(())
        });
        let entries = [
            self.entry("try_call", "try_call", &result, forwards),
            self.entry("try_inverse", "try_inverse", &result, backwards),
            self.entry("try_adjoint", "try_adjoint", &result, both),
        ];
        quote!(#(#entries)*)
    }

    /// The entries of a function that returns a value.
    pub(super) fn fallible_value(&self, value: &syn::Type, seed: &syn::Type) -> TokenStream {
        let lengths = self.fallible_lengths();
        let (names, again, forwarded) = (self.names(), self.again(false), self.forwarded());
        let (plain, said) = (self.said(false), self.said(true));
        let (result, y_bar) = (result(&quote!(#value)), self.own("y_bar"));
        let handed = self.with(quote!(#y_bar,), forwarded);
        let [run, try_call, pull] = ["", "try_call", "__pull"].map(|program| self.at(program));
        let forwards = self.fallible(&self.stages.primal, TokenStream::new(), quote!(#run #plain (#names)));
        let both = self.at_structure(quote! {
            #lengths
            #try_call #plain (#again)?;
            ::core::result::Result::Ok(#pull #said (#handed))
        });
        let seeded = self.seeded(quote!(#y_bar: #seed,), result.clone());
        let entries = [
            self.entry("try_call", "try_call", &Extras::value(result), forwards),
            self.entry("try_pull", "try_pull", &seeded, both),
        ];
        quote!(#(#entries)*)
    }

    /// A program's body that returns early, or `plain` and then `value` where it never does.
    fn fallible(&self, procedure: &Procedure, plain: TokenStream, value: TokenStream) -> TokenStream {
        // What an ordinary function checks are its own assertions.
        if self.stages.function.options.language.is_ordinary() {
            return quote!(#plain ::core::result::Result::Ok(#value));
        }
        let fails = may_fail(&procedure.steps) || calls_for_values(&self.stages.function);
        let body = fails.then(|| self.fallible_body(procedure));
        match body.filter(|body| returns_early(body.clone())) {
            Some(body) => body,
            None => quote!(#plain ::core::result::Result::Ok(#value)),
        }
    }
}

/// `-> Result<…, Irreversible>`
fn result(value: &TokenStream) -> TokenStream {
    quote!(-> ::core::result::Result<#value, ::retrograde::Irreversible>)
}

/// True if steps check anything, call anything, or run what the user wrote for the host.
fn may_fail(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Check(_) | Step::Safe(_) => true,
        Step::Call { .. } | Step::CallAdjoint { .. } | Step::Pull { .. } => true,
        Step::Let { .. } | Step::Declare { .. } | Step::DeclareZero { .. } | Step::Refill { .. } => false,
        Step::Set { .. } | Step::Update(_) | Step::Seed { .. } | Step::Accumulate { .. } => false,
        Step::Window { .. } | Step::Push { .. } | Step::Pop { .. } => false,
        Step::For { .. } | Step::While { .. } | Step::If { .. } | Step::Block(_) | Step::Lanes(_) => {
            nested(step).into_iter().any(may_fail)
        }
    })
}

/// True if an expression of the function calls something.
fn calls_for_values(function: &Function) -> bool {
    fn calls(e: &Expr) -> bool {
        let mut found = matches!(e, Expr::Call(..) | Expr::Host(..));
        e.each_part(&mut |part| found |= calls(part));
        found
    }
    let mut found = false;
    each_expression(&function.body, &mut |e| {
        found |= calls(e);
        e.clone()
    });
    found
}

/// True if there is a `return` or a `?`.
fn returns_early(tokens: TokenStream) -> bool {
    tokens::any(tokens, &mut |token| match token {
        TokenTree::Ident(word) => word == "return",
        TokenTree::Punct(sign) => sign.as_char() == '?',
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    })
}
