//! The arguments on which a function decides, said to its callers and asked of its callees.
//!
//! A free function says it by a constant function, `__decides`, that asks those of its callees; a method by the second type
//! that `__step_loans()` returns. What a callee must not decide on is asserted where both are known: of a free function in a
//! constant of the caller, of a method and of a function as a value when rustc knows which one it is.
//!
//! Limit: a free function cannot be asked about the methods and functions as values that it calls, since a constant knows no
//! types of arguments. Its caller asks the functions as values that it hands over itself.

use super::item::Item;
use super::steps::Emitter;
use crate::check::{Decided, Turn};
use crate::ir::print::{Printer, applied, path_of};
use crate::ir::step::{self, Step};
use crate::ir::*;
use crate::sorted::{Map, Set};
use crate::tokens;
use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};

impl Item<'_> {
    /// The constant function that says what a free function decides on.
    pub(super) fn decides_function(&self) -> TokenStream {
        let walk = self.walked(&quote!(decides));
        quote! {
            #[doc(hidden)]
            pub const fn __decides(
                decides: ::retrograde::__private::loans::Decides,
            ) -> ::retrograde::__private::loans::Decides {
                #walk
            }
        }
    }

    /// Returns the arguments on which a method decides, as a value of a type that says it.
    pub(super) fn deciding(&self) -> TokenStream {
        let walk = self.walked(&quote!(::retrograde::__private::loans::Decides::START));
        let own = quote! {
            ::retrograde::__private::loans::On::<{ (#walk).when_called() }, { (#walk).when_uncalled() }>
        };
        self.decided.handed.iter().fold(own, |rest, handed| {
            let Some(answer) = self.asked_by_method(&handed.callee, handed.receiver.as_ref()) else {
                return rest;
            };
            let (at, of, turn) = (literal(handed.at), self.bits(&handed.of), number(handed.turn));
            quote!(::retrograde::__private::loans::handed::<#at, #of, #turn, _, _>(#answer, #rest))
        })
    }

    /// Returns the arguments on which a function itself and its free callees decide.
    fn walked(&self, start: &TokenStream) -> TokenStream {
        let decided = &self.decided;
        let (mut called, mut uncalled) = (self.bits(&decided.on[0]), self.bits(&decided.on[1]));
        let mut callees: Map<String, Walked> = Map::new();
        let mut walked = |callee: &Callee, handed: Option<TokenStream>, lent: Option<TokenStream>| {
            let path = &callee.path;
            let found = callees.entry(quote!(#path).to_string()).or_default();
            found.path = quote!(#path);
            found.handed.extend(handed);
            found.lent.extend(lent);
        };
        for handed in decided.handed.iter().filter(|handed| is_walked(&handed.callee)) {
            let (at, of, turn) = (literal(handed.at), self.bits(&handed.of), variant(handed.turn));
            walked(&handed.callee, Some(quote!((#at, #of, #turn))), None);
        }
        for (var, callee, at) in &decided.lent {
            let (at, of) = (literal(*at), self.bits(&Set::from([*var])));
            walked(callee, None, Some(quote!((#at, #of))));
        }
        if self.declared.and_then(|d| d.body.as_ref()).is_some_and(may_branch) {
            let read = self.stages.function.params.iter().filter(|p| {
                let v = &self.stages.function.vars[p.var];
                v.role == Role::Input && is_rounded(&v.ty)
            });
            let read = self.bits(&read.map(|p| p.var).collect());
            (called, uncalled) = (called | read, uncalled | read);
        }
        let alone = self.runs_alone();
        if !alone {
            step::each_call(&self.stages.adjoint.steps, &mut |callee, _| walked(callee, None, None));
            step::each_call(&self.stages.primal.steps, &mut |callee, _| walked(callee, None, None));
        }
        let is_host = self.declared.is_some_and(|d| d.body.is_some());
        let own = self.stages.function.params.iter().map(|p| p.var);
        let rounds = decided.rounds.iter().copied().chain(own.filter(|_| is_host));
        let on = ((called, uncalled) != (0, 0)).then(|| quote!(.on(#called, #uncalled)));
        let rounds = self.bits(&rounds.collect());
        let rounding = (rounds != 0).then(|| quote!(.rounding(#rounds)));
        let alone = alone.then(|| quote!(.alone()));
        let walk = callees.values().fold(
            quote!(#start #on #rounding #alone),
            |walk, Walked { path, handed, lent }| {
                quote! {{
                    let decides = #walk;
                    if decides.ends() {
                        decides
                    } else {
                        decides.with(#path::__decides(decides.inner()), &[#(#handed),*], &[#(#lent),*])
                    }
                }}
            },
        );
        let items = &self.stages.function.items;
        if callees.is_empty() || items.is_empty() { walk } else { quote!({ #items #walk }) }
    }

    /// Returns what prints expressions of the function as they are written.
    pub(super) fn printer(&self) -> Printer<'_> {
        let function = &self.stages.function;
        Printer::of_programs(&function.vars, &function.real)
    }

    /// A bit for each of these parameters.
    fn bits(&self, of: &Set<Var>) -> u64 {
        let params = self.stages.function.taken().take(64).enumerate();
        params.filter(|(_, p)| of.contains(&p.var)).fold(0, |bits, (at, _)| bits | 1 << at)
    }

    /// Returns the answer of a callee that is no free function to a method.
    fn asked_by_method(&self, callee: &Callee, receiver: Option<&Argument>) -> Option<TokenStream> {
        if callee.decides != DecidesOn::Said {
            return None;
        }
        let callee = Callee { generics: Vec::new(), ..callee.clone() };
        match callee.kind {
            // What it decides on, its operands say.
            CallKind::Associated if callee.is_operator() => None,
            CallKind::Associated => {
                let path = path_of(&callee, "__loans");
                Some(quote!(::retrograde::__private::loans::of(#path).1))
            }
            CallKind::Method => {
                let vars = &self.stages.function.vars;
                let place = receiver.and_then(Argument::place)?;
                let root = &vars[vars.root(place.base)];
                // Which element it is makes no difference to its type.
                let place = place.map_indices(&mut |_| Expr::integer(0));
                let is_there = root.name == "self"
                    && !vars[place.base].ty.is_map()
                    && vars[place.base].role != Role::Window;
                is_there.then(|| {
                    let printer = Printer::of_programs(vars, &self.stages.function.real);
                    let receiver = printer.argument(&Argument::Shared(place));
                    let answers = applied(&callee, "__loans", false, &[receiver], *callee.span);
                    quote!(#answers.1)
                })
            }
            CallKind::Function | CallKind::Value => None,
        }
    }

    /// Returns the conditions on callees where the function is undone and runs forwards again.
    pub(super) fn undecided_again(&self, message: &str) -> TokenStream {
        let mut asked = TokenStream::new();
        for again in &self.decided.again {
            let (callee, at) = (&again.callee, literal(again.at));
            if is_walked(callee) {
                let (path, turn, span) = (&callee.path, variant(again.turn), *callee.span);
                let start = quote!(::retrograde::__private::loans::Decides::START);
                let unless = unrounded(again.by.as_deref());
                asked.extend(quote_spanned! {span=>
                    const { ::core::assert!(!#path::__decides(#start).is_on(#at, #turn) #unless, #message) };
                });
            } else if let Some(answer) = self.asked_by_method(callee, again.receiver.as_ref()) {
                let turn = number(again.turn);
                asked.extend(quote!(if false {
                    ::retrograde::__private::loans::undecided::<#at, #turn, _>(#answer);
                }));
            }
        }
        asked
    }

    /// Returns the conditions on the free callees, and on those that are named by their type.
    pub(super) fn nothing_rounded_decides(&self) -> TokenStream {
        let (mut constants, mut typed) = (TokenStream::new(), TokenStream::new());
        for asked in &self.decided.asked {
            let (callee, span, at) = (&asked.callee, asked.span, literal(asked.at));
            if is_walked(callee) {
                let (path, turn) = (&callee.path, variant(asked.turn));
                let (read, changes, name) = (&asked.read, &asked.changes, callee.name());
                let what = if read == changes { "which".to_string() } else { format!("and `{changes}`") };
                let message = format!(
                    "`{name}` decides on `{read}`, {what} changes afterwards and comes back to rounding only: the reverse pass \
                     might decide differently. Call it after the last change of `{changes}`, hand over the decision as a bool or an \
                     integer, keep it in `{name}` (`#[keep(log)]`), or accept it with `#[rounded]` before the call (docs/laws/R08.md)"
                );
                for value in &asked.values {
                    let (real, turn) = (self.stages.function.real.ident(), number(asked.turn));
                    let value = self.printer().expr(value);
                    typed.extend(quote_spanned! {span=>
                        ::retrograde::__private::loans::undecided_value::<0, #turn, #real, _>(#value);
                        ::retrograde::__private::loans::undecided_value::<1, #turn, #real, _>(#value);
                    });
                }
                let start = quote!(::retrograde::__private::loans::Decides::START);
                let unless = unrounded(asked.by.as_deref());
                constants.extend(quote_spanned! {span=>
                    ::core::assert!(
                        !#path::__decides(#start).is_on(#at, #turn) #unless,
                        #message
                    );
                });
            } else if callee.kind == CallKind::Associated && !callee.is_operator() {
                let callee = Callee { generics: Vec::new(), ..callee.clone() };
                let (path, turn) = (path_of(&callee, "__loans"), number(asked.turn));
                typed.extend(quote_spanned! {span=>
                    ::retrograde::__private::loans::undecided::<#at, #turn, _>(::retrograde::__private::loans::of(#path).1);
                });
            }
        }
        if self.hollow {
            return TokenStream::new();
        }
        let constants = (!constants.is_empty()).then(|| quote!(const _: () = { #constants };));
        let typed = (!typed.is_empty()).then(|| quote!(if false { #typed }));
        quote!(#constants #typed)
    }
}

impl Emitter<'_> {
    /// Returns the questions to methods and to functions as values, after a step that calls them.
    pub(super) fn asked_after(&self, step: &Step) -> TokenStream {
        let Some(decided) = self.decided else { return TokenStream::new() };
        let is_asked = |callee: &Callee| {
            matches!(callee.kind, CallKind::Method | CallKind::Value) || callee.is_operator()
        };
        if !decided.asked.iter().any(|asked| is_asked(&asked.callee)) {
            return TokenStream::new();
        }
        let mut demands = TokenStream::new();
        let mut demand =
            |callee: &Callee, args: &[Argument]| demands.extend(self.asked_of(decided, callee, args));
        let mut within = |e: &Expr| {
            e.replaced(&mut |part| {
                if let Expr::Call(callee, args) = part {
                    demand(callee, args);
                }
                None
            });
        };
        match step {
            Step::Let { value, .. } | Step::Declare { value, .. } | Step::Set { value, .. } => within(value),
            Step::Update(u) => within(&u.value),
            Step::Call { callee, args, .. } => demand(callee, args),
            Step::Refill { .. }
            | Step::DeclareZero { .. }
            | Step::Window { .. }
            | Step::Check(_)
            | Step::Safe(_) => {}
            Step::For { .. } | Step::If { .. } | Step::While { .. } | Step::Block(_) => {}
            Step::CallAdjoint { .. } | Step::Pull { .. } | Step::Seed { .. } | Step::Accumulate { .. } => {}
            Step::Push { .. } | Step::Pop { .. } | Step::Lanes(_) => {}
        }
        if demands.is_empty() { demands } else { quote!(if false { #demands }) }
    }

    fn asked_of(&self, decided: &Decided, callee: &Callee, args: &[Argument]) -> TokenStream {
        // Calls are told apart by where they were written.
        let place = |callee: &Callee| format!("{:?} {}", *callee.span, callee.name());
        let here = place(callee);
        let same = decided.asked.iter().filter(|asked| place(&asked.callee) == here);
        let demands = same.filter_map(|asked| {
            let (span, at, turn) = (asked.span, literal(asked.at), number(asked.turn));
            match callee.kind {
                CallKind::Method => {
                    let receiver = self.printer.argument(&Argument::Shared(args.first()?.place()?.clone()));
                    let answers = applied(callee, "__loans", false, &[receiver], *callee.span);
                    Some(quote_spanned! {span=>
                        ::retrograde::__private::loans::undecided::<#at, #turn, _>(#answers.1);
                    })
                }
                CallKind::Value => {
                    let (path, real) = (&callee.path, self.printer.real?.ident());
                    Some(quote_spanned! {span=>
                        ::retrograde::__private::loans::undecided_value::<#at, #turn, #real, _>(#path);
                    })
                }
                CallKind::Associated if callee.is_operator() => {
                    let operands = args.iter().map(|operand| match operand {
                        Argument::Mutable(place) => self.printer.argument(&Argument::Shared(place.clone())),
                        Argument::Shared(_) | Argument::Value(_) => self.printer.argument(operand),
                    });
                    let operands: Vec<TokenStream> = operands.collect();
                    let answers = applied(callee, "__loans", false, &operands, *callee.span);
                    Some(quote_spanned! {span=>
                        ::retrograde::__private::loans::undecided::<#at, #turn, _>(#answers.1);
                    })
                }
                CallKind::Function | CallKind::Associated => None,
            }
        });
        demands.collect()
    }
}

/// The end of a condition that holds as well if none of these functions rounds what it changes.
fn unrounded(by: Option<&[(Callee, usize)]>) -> TokenStream {
    let Some(by) = by else { return TokenStream::new() };
    let by = by.iter().map(|(callee, at)| {
        let (path, at) = (&callee.path, literal(*at));
        quote!(#path::__decides(::retrograde::__private::loans::Decides::START).is_rounding(#at))
    });
    quote!(|| !(#(#by)||*))
}

/// A free function that is asked: its parameters with the own ones that they are computed of, and those that are lent to it.
#[derive(Default)]
struct Walked {
    path: TokenStream,
    handed: Vec<TokenStream>,
    lent: Vec<TokenStream>,
}

/// True if a callee says what it decides on by a constant function.
fn is_walked(callee: &Callee) -> bool {
    callee.kind == CallKind::Function && callee.decides == DecidesOn::Said
}

/// True if the body of an instruction, which is the host's, may choose by its arguments.
fn may_branch(block: &syn::Block) -> bool {
    tokens::has(block, &["if", "match", "while"])
}

fn literal(at: usize) -> Literal {
    Literal::usize_unsuffixed(at)
}

fn variant(turn: Turn) -> TokenStream {
    match turn {
        Turn::Called => quote!(::retrograde::__private::loans::Turn::Called),
        Turn::Uncalled => quote!(::retrograde::__private::loans::Turn::Uncalled),
        Turn::Both => quote!(::retrograde::__private::loans::Turn::Both),
    }
}

fn number(turn: Turn) -> Literal {
    Literal::u8_unsuffixed(match turn {
        Turn::Called => 0,
        Turn::Uncalled => 1,
        Turn::Both => 2,
    })
}
