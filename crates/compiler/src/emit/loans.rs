//! What is lent as scratch is lost, and only the callee knows which of its parameters are scratch.
//!
//! So a function with `#[scratch]` says which parameters are, as a constant of its programs, and a caller that has another
//! use for what it lends holds the constants of its callees against that, while it is compiled. Of the methods of its own block a
//! method knows that as it is. Others are not asked: their programs have no type of their own to say it.

use super::item::Item;
use crate::check::each;
use crate::ir::*;
use crate::walk::each_expression;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use std::collections::BTreeSet;

/// An array that is lent to a call, behind `&mut`.
struct Loan<'a> {
    place: &'a Place,
    call: &'a Call,
    /// Which argument it is.
    at: usize,
}

impl Item<'_> {
    /// The constant that says which parameters are scratch; where it is missing, none is.
    pub(super) fn scratch_parameters(&self) -> TokenStream {
        let bits = self.params.iter().enumerate().filter(|(at, p)| *at < 64 && p.role == Role::Scratch);
        match bits.fold(0_u64, |mask, (at, _)| mask | 1 << at) {
            0 => TokenStream::new(),
            mask => quote!(#[doc(hidden)] pub const __SCRATCH: u64 = #mask;),
        }
    }

    /// What has to hold of the callees, so that nothing which has a use is lent as scratch.
    pub(super) fn scratch_is_free(&self) -> TokenStream {
        let function = &self.stages.function;
        let (calls, used) = (calls(&function.body), used(function));
        let loans: Vec<Loan> = calls.iter().flat_map(|call| loans(call, &function.vars)).collect();
        let holder = |loan: &Loan| function.vars.root(loan.place.base);
        let demands = loans.iter().enumerate().filter_map(|(i, loan)| {
            let v = &function.vars[holder(loan)];
            let first = loans[..i].iter().find(|other| holder(other) == holder(loan));
            let is_scratch = loan.asked();
            let (demand, why, help) = match (v.role, first) {
                (Role::State, _) => (
                    quote!(!#is_scratch),
                    "is state",
                    format!("mark the parameter `{}` with #[scratch], or lend a local", v.name),
                ),
                _ if used.contains(&holder(loan)) => (
                    quote!(!#is_scratch),
                    "has another use in this function",
                    "lend a local that has no other use".to_string(),
                ),
                (_, Some(first)) => {
                    let before = first.asked();
                    (
                        quote!(#is_scratch == #before),
                        "is state of one call and scratch of another",
                        "lend a local that has no other use".to_string(),
                    )
                }
                (_, None) => return None,
            };
            let message = format!(
                "`{}` is lent to `{}` as scratch, which forgets what it holds, but it {why}: {help}",
                v.name,
                loan.call.callee.name()
            );
            Some(quote_spanned!(loan.call.span=> ::core::assert!(#demand, #message);))
        });
        let demands: Vec<TokenStream> = demands.collect();
        match demands.is_empty() || self.hollow {
            true => TokenStream::new(),
            false => quote! {
                const _: () = {
                    #[allow(unused_imports)]
                    use ::retrograde::__private::NoScratch as _;
                    #(#demands)*
                };
            },
        }
    }
}

impl Loan<'_> {
    /// Whether the parameter that the array is lent to is scratch.
    fn asked(&self) -> TokenStream {
        let (path, bit) = (&self.call.callee.path, 1_u64 << self.at);
        match self.call.callee.scratch {
            Some(mask) => {
                let known = mask & bit != 0;
                quote!(#known)
            }
            None => quote_spanned!(self.call.span=> (#path::__SCRATCH & #bit != 0)),
        }
    }
}

fn calls(body: &Block) -> Vec<Call> {
    let mut calls = Vec::new();
    each(body, &mut |stmt| {
        if let Stmt::Call(call) = stmt {
            calls.push(call.clone());
        }
    });
    calls
}

/// The arrays that a call of a function or method which is known takes behind `&mut`.
fn loans<'a>(call: &'a Call, vars: &'a Variables) -> impl Iterator<Item = Loan<'a>> {
    let named = is_asked(&call.callee);
    call.args.iter().enumerate().take(64).filter_map(move |(at, argument)| match argument {
        Argument::Mutable(place) if named && is_array(place, vars) => Some(Loan { place, call, at }),
        Argument::Mutable(_) | Argument::Shared(_) | Argument::Value(_) => None,
    })
}

fn is_array(place: &Place, vars: &Variables) -> bool {
    vars.type_of(place).depth() > 0
}

/// Whether it can be told which of the callee's parameters are scratch.
fn is_asked(callee: &Callee) -> bool {
    let is_own = callee.is_stack() || callee.is_entry() || callee.is_store();
    callee.scratch.is_some() || callee.style == Style::Function && !is_own
}

/// Variables that are read or changed otherwise than by lending them to a call of a named function.
fn used(function: &Function) -> BTreeSet<Var> {
    let vars = &function.vars;
    let mut used = BTreeSet::new();
    each(&function.body, &mut |stmt| match stmt {
        Stmt::Update(u) => {
            used.insert(vars.root(u.place.base));
        }
        Stmt::Call(call) => {
            let named = is_asked(&call.callee);
            for argument in &call.args {
                match argument {
                    Argument::Mutable(place) if named && is_array(place, vars) => {}
                    Argument::Mutable(place) | Argument::Shared(place) => {
                        used.insert(vars.root(place.base));
                    }
                    Argument::Value(_) => {}
                }
            }
        }
        Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => {}
        Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) | Stmt::Safe(_) => {}
    });
    each_expression(&function.body, &mut |e| {
        without_scratch(e).reads(&mut |place| {
            used.insert(vars.root(place.base));
        });
        e.clone()
    });
    used
}

/// The expression with what it lends left out: a function that is called in one changes nothing but scratch.
fn without_scratch(e: &Expr) -> Expr {
    e.replaced(&mut |part| {
        let Expr::Call(callee, args) = part else { return None };
        let kept = args.iter().filter(|a| !matches!(a, Argument::Mutable(_)));
        let kept: Vec<Argument> = kept.map(|a| a.map(&mut without_scratch)).collect();
        (kept.len() < args.len()).then(|| Expr::Call(callee.clone(), kept))
    })
}
