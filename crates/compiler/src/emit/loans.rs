//! Scratch storage is lost, and only the callee knows which of its parameters are scratch.
//!
//! So a function with `#[scratch]` says which parameters are, as a constant of its programs, and a caller that has another
//! use for what it lends compares the constants of its callees with that while it is compiled. A method says it by the type that
//! a method beside it returns, `__step_loans()`, which is asked in code that never runs (`retrograde/src/loans.rs`). Of
//! the methods of its own block a method knows it from their signatures. What a function decides on is said and asked in the
//! same places (`emit/deciding.rs`).

use super::item::Item;
use crate::ir::print::applied;
use crate::ir::visit::each;
use crate::ir::visit::each_expression;
use crate::ir::*;
use crate::sorted::Set;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, Index};

/// The conditions on the storage that a function passes to callees, by variable.
#[derive(Default)]
pub struct Loans {
    /// Used otherwise, or state: no callee may take it as scratch.
    keeps: Set<Var>,
    /// Passed to several calls and not used otherwise: all of them must take it in the same way.
    alike: Set<Var>,
}

/// An array that is passed to a call behind `&mut`.
struct Loan {
    place: Place,
    callee: Callee,
    span: Span,
    /// The number of the argument.
    at: usize,
}

/// The way in which a caller finds out whether the parameter for an array is scratch.
enum Answer {
    /// By a constant.
    Constant(TokenStream),
    /// By the path of a method.
    Path(TokenStream),
    /// By the method of a receiver, at the call.
    Receiver,
}

impl Item<'_> {
    /// Returns the parameters that are scratch: a constant among a function's programs, which is missing if there are
    /// none, or a method.
    pub(super) fn scratch_parameters(&self) -> TokenStream {
        let bits = self.params.iter().enumerate().filter(|(at, p)| *at < 64 && p.role == Role::Scratch);
        match bits.fold(0_u64, |mask, (at, _)| mask | 1 << at) {
            0 => TokenStream::new(),
            mask => quote!(#[doc(hidden)] pub const __SCRATCH: u64 = #mask;),
        }
    }

    /// The method that says which parameters of a method are scratch, and on which ones it decides.
    pub(super) fn loans_method(&self) -> TokenStream {
        let is_self = |name: &Ident| name == "self";
        let answers = self.params.iter().map(|p| {
            if p.role == Role::Scratch {
                quote!(::retrograde::__private::loans::AsScratch)
            } else {
                quote!(::retrograde::__private::loans::AsState)
            }
        });
        let answers: Vec<TokenStream> = answers.collect();
        let (receiver, deciding) =
            (self.params.first().filter(|p| is_self(&p.name)).map(|_| quote!(&self)), self.deciding());
        self.function(
            "",
            "__loans",
            &syn::Generics::default(),
            quote!(#receiver),
            // Where an `impl` takes as scratch what the trait does not, rustc says it here.
            quote_spanned! {self.stages.function.item.sig.ident.span()=>
                -> ((#(#answers,)*), impl ::retrograde::__private::loans::Deciding)
            },
            quote!(((#(#answers,)*), #deciding)),
        )
    }

    /// Returns the conditions on the callees, so that nothing which has a use is lent as scratch.
    pub(super) fn scratch_is_free(&self) -> TokenStream {
        let function = &self.stages.function;
        let loans = loans(function);
        let (mut demands, mut typed) = (TokenStream::new(), TokenStream::new());
        for (i, loan) in loans.iter().enumerate() {
            let var = loan.place.base;
            let v = &function.vars[var];
            let first = loans[..i].iter().find(|other| other.place.base == var);
            let first = first.map(|first| first.answer());
            let (demand, why, help) = match (loan.answer(), first, self.loans.keeps.contains(&var)) {
                (Answer::Constant(is_scratch), _, true) if is_state(&function.vars, var) => (
                    quote!(!#is_scratch),
                    "is state",
                    format!("mark the parameter `{}` with #[scratch], or pass a local", v.name),
                ),
                (Answer::Constant(is_scratch), _, true) => (
                    quote!(!#is_scratch),
                    "has another use in this function",
                    "pass a local that has no other use".to_string(),
                ),
                (Answer::Constant(is_scratch), Some(Answer::Constant(before)), false) => (
                    quote!(#is_scratch == #before),
                    "is state of one call and scratch of another",
                    "pass a local that has no other use".to_string(),
                ),
                (Answer::Constant(is_scratch), _, false) => {
                    let at = *loan.place.span;
                    let answer =
                        quote_spanned!(at=> ::retrograde::__private::loans::known::<{ #is_scratch }>());
                    typed.extend(self.loans.demand(var, answer, at));
                    continue;
                }
                (Answer::Path(path), ..) => {
                    let (at, index) = (*loan.place.span, loan.index());
                    let answer = quote_spanned!(at=> ::retrograde::__private::loans::of(#path).0.#index);
                    typed.extend(self.loans.demand(var, answer, at));
                    continue;
                }
                (Answer::Receiver, ..) => continue,
            };
            let message = format!(
                "`{}` is passed to `{}` as scratch, whose values are overwritten, but it {why}: {help}",
                v.name,
                loan.callee.name()
            );
            demands.extend(quote_spanned!(loan.span=> ::core::assert!(#demand, #message);));
        }
        if self.hollow {
            return TokenStream::new();
        }
        let by_constants = (!demands.is_empty()).then(|| {
            quote! {
                const _: () = {
                    #[allow(unused_imports)]
                    use ::retrograde::__private::NoScratch as _;
                    #demands
                };
            }
        });
        let by_types = (!typed.is_empty()).then(|| {
            quote! {
                if false {
                    #[allow(unused_imports)]
                    use ::retrograde::__private::NoScratch as _;
                    #typed
                }
            }
        });
        let marks = self.loans.alike.iter().map(|var| {
            let mark = mark(*var);
            quote!(let #mark = ::retrograde::__private::loans::Loan(0);)
        });
        quote!(#by_constants #(#marks)* #by_types)
    }
}

impl Loans {
    /// Returns the conditions on all arrays that a function passes.
    pub(super) fn of(function: &Function) -> Loans {
        let (used, vars) = (used(function), &function.vars);
        let mut found = Loans::default();
        let mut lent = Set::new();
        for loan in loans(function) {
            let var = loan.place.base;
            // Other fields of a structure are other storage.
            if is_state(vars, var) || used.iter().any(|used| vars.are_related(*used, var)) {
                found.keeps.insert(var);
            } else if !lent.insert(var) {
                found.alike.insert(var);
            }
        }
        found
    }

    /// Returns the checks at a call of a method, whose receiver determines which parameters are scratch.
    pub(super) fn of_method(
        &self,
        callee: &Callee,
        args: &[Argument],
        receiver: &TokenStream,
        vars: &Variables,
    ) -> TokenStream {
        if callee.kind != CallKind::Method || callee.scratch.is_some() {
            return TokenStream::new();
        }
        let args = &args[..args.len() - usize::from(callee.beside)];
        let demands = lent(callee, args, *callee.span, vars).map(|loan| {
            let index = loan.index();
            let answers = applied(callee, "__loans", false, std::slice::from_ref(receiver), *callee.span);
            let at = *loan.place.span;
            self.demand(loan.place.base, quote_spanned!(at=> #answers.0.#index), at)
        });
        let demands: TokenStream = demands.collect();
        if demands.is_empty() { demands } else { quote!(if false { #demands }) }
    }

    fn demand(&self, var: Var, answer: TokenStream, at: Span) -> TokenStream {
        if self.keeps.contains(&var) {
            quote_spanned!(at=> ::retrograde::__private::loans::keeps(#answer);)
        } else if self.alike.contains(&var) {
            let mark = mark(var);
            quote_spanned!(at=> #mark.to(#answer);)
        } else {
            TokenStream::new()
        }
    }
}

/// Returns the local whose type says how a variable is passed.
fn mark(var: Var) -> Ident {
    format_ident!("loan_{}", var.0, span = Span::mixed_site())
}

impl Loan {
    /// Returns the index of the parameter in the answer of a method; rustc reports errors at the argument.
    fn index(&self) -> Index {
        Index { index: self.at as u32, span: *self.place.span }
    }

    fn answer(&self) -> Answer {
        let bit = 1_u64 << self.at;
        match (self.callee.scratch, self.callee.kind) {
            (Some(mask), _) => {
                let known = mask & bit != 0;
                Answer::Constant(quote!(#known))
            }
            (None, CallKind::Associated) => {
                let callee = Callee { generics: Vec::new(), ..self.callee.clone() };
                Answer::Path(crate::ir::print::path_of(&callee, "__loans"))
            }
            (None, CallKind::Method) => Answer::Receiver,
            (None, CallKind::Function | CallKind::Value) => {
                let path = &self.callee.path;
                Answer::Constant(quote_spanned!(self.span=> (#path::__SCRATCH & #bit != 0)))
            }
        }
    }
}

/// Returns all arrays that a function passes behind `&mut`, in statements and in expressions.
fn loans(function: &Function) -> Vec<Loan> {
    let mut found = Vec::new();
    each(&function.body, &mut |stmt| {
        if let Stmt::Call(call) = stmt {
            found.extend(lent(&call.callee, &call.args, call.span, &function.vars));
        }
    });
    each_expression(&function.body, &mut |e| {
        e.replaced(&mut |part| {
            if let Expr::Call(callee, args) = part {
                found.extend(lent(callee, args, *callee.span, &function.vars));
            }
            None
        })
    });
    found
}

/// Returns the arrays that a call of a named function or method takes behind `&mut`.
fn lent<'a>(
    callee: &'a Callee,
    args: &'a [Argument],
    span: Span,
    vars: &'a Variables,
) -> impl Iterator<Item = Loan> + 'a {
    let named = is_asked(callee);
    args.iter().enumerate().take(64).filter_map(move |(at, argument)| match argument {
        Argument::Mutable(place) if named && is_array(place, vars) => {
            Some(Loan { place: place.clone(), callee: callee.clone(), span, at })
        }
        Argument::Mutable(_) | Argument::Shared(_) | Argument::Value(_) => None,
    })
}

/// True if a place may be an array; it may if only rustc knows its type.
fn is_array(place: &Place, vars: &Variables) -> bool {
    let ty = vars.type_of(place);
    ty.depth() > 0 || ty == Type::Unknown
}

/// True if the callee tells which of its parameters are scratch. Functions as arguments have none.
fn is_asked(callee: &Callee) -> bool {
    let is_own = callee.is_stack() || callee.is_entry() || callee.is_store();
    let is_own = is_own || callee.is_save() || callee.is_restore();
    callee.kind != CallKind::Value && !is_own
}

/// True if the caller uses the value of a variable.
fn is_state(vars: &Variables, var: Var) -> bool {
    vars[vars.root(var)].role == Role::State
}

/// Returns the variables that are read or changed other than by a call of a named function.
fn used(function: &Function) -> Set<Var> {
    let vars = &function.vars;
    let mut used = Set::new();
    each(&function.body, &mut |stmt| match stmt {
        Stmt::Update(u) => {
            used.insert(u.place.base);
        }
        Stmt::Call(call) => {
            let named = is_asked(&call.callee);
            for argument in &call.args {
                match argument {
                    Argument::Mutable(place) if named && is_array(place, vars) => {}
                    Argument::Mutable(place) | Argument::Shared(place) => {
                        used.insert(place.base);
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
            used.insert(place.base);
        });
        e.clone()
    });
    used
}

/// Returns the expression without its mutable arguments: a function that is called in an expression changes nothing
/// but scratch.
fn without_scratch(e: &Expr) -> Expr {
    e.replaced(&mut |part| {
        let Expr::Call(callee, args) = part else { return None };
        let is_lent = |arg: &&Argument| matches!(arg, Argument::Mutable(_));
        // A call without mutable arguments is visited by `replaced`; visiting it here too would repeat that at each
        // level.
        args.iter().find(is_lent)?;
        let kept = args.iter().filter(|arg| !is_lent(arg));
        Some(Expr::Call(callee.clone(), kept.map(|a| a.map(&mut without_scratch)).collect()))
    })
}
