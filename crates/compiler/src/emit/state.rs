//! Emits the programs of a function that changes its state; those of a function that returns a value are in
//! [`super::returning`].
//!
//! Takes the stages, returns the functions in `impl f`. Law: `inverse`, `adjoint` and `sweep` take cotangents next to
//! the primals, for users; the programs for callers take shadows instead.

use super::declared::program_of;
use super::item::Item;
use super::programs::Extras;
use crate::ir::CalleeKind;
use crate::syntax::declared::Inverse;
use proc_macro2::TokenStream;
use quote::quote;

impl Item<'_> {
    pub(super) fn state_programs(&self) -> TokenStream {
        let (lengths, sweep_lengths) = (self.lengths(), self.lengths_of_sweep());
        let stages = self.stages;
        let sig = &stages.function.item.sig;
        let name = &sig.ident;
        let own = self.generics();
        let (shadowed, forwarded) = (self.shadowed(), self.forwarded());
        let (plain, said) = (self.said(false), self.said(true));
        let [run, adjoint_at, sweep_at] = ["", "__adjoint", "__sweep"].map(|program| self.at(program));
        let plain_again = self.again(false);
        let again = self.again(true);
        let declared_sweep = self.declared.and_then(|d| d.sweep.as_ref());
        let sweep = match (&stages.sweep, declared_sweep) {
            (_, Some(sweep)) => self.adopted(sweep, None),
            (Some(sweep), None) => self.body(sweep),
            (None, None) => self.at_structure(quote! {
                #run #plain (#plain_again);
                #adjoint_at #said (#again);
                #run #plain (#plain_again)
            }),
        };
        let (inverse, adjoint, inverse_adjoint) = self.ways_back();
        let given = |bars: TokenStream| self.at_structure(bars);
        let none = Extras::default();
        let entries = [
            self.entry("adjoint", "adjoint", &none, given(quote!(#lengths #adjoint_at #said (#forwarded)))),
            self.entry("sweep", "sweep", &none, given(quote!(#sweep_lengths #sweep_at #said (#forwarded)))),
            self.fallible_state(),
            self.recorded_programs(),
        ];
        let entries = quote!(#(#entries)*);
        let parts = [
            self.function(
                &format!(
                    "The inverse of [`{name}`]({name}()): turns its post-state back into its pre-state."
                ),
                "inverse",
                &sig.generics,
                self.plain(),
                quote!(),
                inverse,
            ),
            self.function("", "__adjoint", &own, shadowed.clone(), quote!(), adjoint),
            self.inverse_adjoint(&own, inverse_adjoint),
            self.function("", "__sweep", &own, shadowed, quote!(), sweep),
            self.provided(Item::state_gradient),
            self.listed(&entries),
            self.at_structure(self.provided(Item::held)),
        ];
        quote!(#(#parts)*)
    }

    /// Emits the adjoint of the inverse. If the function decides on floats that it changes, the adjoint of the inverse would
    /// decide again on rounded values: then its use is a compile-time error, and only the check of the function runs
    /// it.
    fn inverse_adjoint(&self, generics: &syn::Generics, body: TokenStream) -> TokenStream {
        let function = |name, body| self.function("", name, generics, self.shadowed_again(), quote!(), body);
        let name = &self.stages.function.item.sig.ident;
        let message = format!(
            "`{name}` decides on floats of its state, and is uncalled here by a function that is \
             differentiated: the reverse pass would run it forwards again, on floats that are restored only up \
             to rounding, and it might decide differently. Decide on inputs or integers, or accept it with \
             `#[rounded]` before the decision (docs/laws/R08.md)"
        );
        let asked = if self.decides_on_state() {
            quote!(const { ::core::panic!(#message) })
        } else {
            self.nothing_decides_again(&message)
        };
        if asked.is_empty() || !self.has_names_of_its_own() {
            return function("__inverse_adjoint", quote!(#asked #body));
        }
        let (unchecked, said, again) =
            (self.at("__unchecked_inverse_adjoint"), self.said(true), self.again(true));
        let checked = function("__inverse_adjoint", quote!(#asked #unchecked #said (#again)));
        let unchecked = function("__unchecked_inverse_adjoint", body);
        quote!(#checked #unchecked)
    }

    /// True if the adjoint of the inverse must not be used; a declared one may be.
    fn decides_on_state(&self) -> bool {
        !self.is_undone_by_hand() && self.decided.on_state
    }

    /// True if the adjoint of the inverse stands under two names, one of them for the check of the function only.
    pub(super) fn has_unchecked_inverse_adjoint(&self) -> bool {
        self.has_names_of_its_own() && (self.decides_on_state() || !self.nothing_decides_again("").is_empty())
    }

    /// True if the programs may have names that no trait declares.
    fn has_names_of_its_own(&self) -> bool {
        matches!(self.place, CalleeKind::Free | CalleeKind::Method)
    }

    fn is_undone_by_hand(&self) -> bool {
        self.declared.is_some_and(|d| d.adjoint.is_some() || d.inverse.is_some())
    }

    /// Asks of the callees that they do not decide on floats of the state.
    fn nothing_decides_again(&self, message: &str) -> TokenStream {
        if self.is_undone_by_hand() { TokenStream::new() } else { self.undecided_again(message) }
    }

    /// Returns the bodies of the inverse, the adjoint and the adjoint of the inverse: derived, or declared.
    fn ways_back(&self) -> (TokenStream, TokenStream, TokenStream) {
        let stages = self.stages;
        let declared = self.declared.and_then(|d| d.adjoint.as_ref());
        let run = self.at("");
        let adjoint = |inverse: TokenStream| match declared {
            Some(path) => self.adopted(path, None),
            // Without numbers there are no cotangents to propagate.
            None => inverse,
        };
        let Some(inverse) = self.declared.and_then(|d| d.inverse.as_ref()) else {
            let derived = || self.body(&stages.adjoint);
            let adjoint = declared.map_or_else(derived, |path| self.adopted(path, None));
            return (self.body(&stages.inverse), adjoint, self.body(&stages.inverse_adjoint));
        };
        match inverse {
            Inverse::Itself => {
                let undo = self.handed(&run);
                (undo.clone(), adjoint(undo.clone()), adjoint(undo))
            }
            Inverse::Instruction(path) => {
                let (undo, shadows) = (self.handed(&quote!(#path)), self.with_shadows());
                let pulled = program_of(path, "__adjoint");
                let inverse_adjoint = match declared {
                    Some(_) => quote!(#pulled(#shadows)),
                    None => self.handed(&run),
                };
                (undo.clone(), adjoint(undo), inverse_adjoint)
            }
            Inverse::Function(path, of_inverse) => {
                let undo = self.handed(&quote!(#path));
                (undo.clone(), adjoint(undo), self.adopted(of_inverse, None))
            }
        }
    }
}
