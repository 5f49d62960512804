//! The items that replace a primitive: the function, `struct f {}` with its programs, and its rule.
//!
//! A generic function is emitted as a rule, and the function of its name lets the number type apply the rule: a float
//! takes the value, a number that carries derivatives the partials too. A function of `f64` is unchanged.

use super::parse::{Argument, Primitive, Real};
use crate::emit::described::{Flat, Kind, Signature, described};
use crate::emit::is_any_real;
use crate::emit::without;
use crate::syntax::literals;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Ident, parse_quote};

/// Lints that generated code does not obey.
fn quiet() -> TokenStream {
    quote!(#[allow(
        clippy::all, clippy::pedantic, clippy::nursery, unused_variables, unused_parens, deprecated, non_snake_case
    )])
}

/// Returns all items of a primitive.
pub(super) fn item(primitive: &Primitive) -> TokenStream {
    let names = Names::of(primitive);
    let item = Item { primitive, names };
    let function = match &primitive.real {
        Real::Generic(real) => item.rule(real),
        Real::Concrete(real) => item.concrete(real),
    };
    let programs = item.programs();
    quote!(#function #programs)
}

/// Names that differ from those of the user's arguments.
struct Names {
    /// The value in partials: `y`, unless an argument has this name.
    y: Ident,
    y_bar: Ident,
    /// The cotangent type.
    c: Ident,
    /// The cotangents of the arguments.
    bars: Vec<Ident>,
}

impl Names {
    fn of(primitive: &Primitive) -> Names {
        let Primitive { item, arguments, partials, .. } = primitive;
        let fresh = |wanted: String| {
            let mut name = wanted;
            while arguments.iter().any(|argument| argument.name == name) {
                name.push('_');
            }
            Ident::new(&name, Span::call_site())
        };
        let text = quote!(#item #(#partials)*);
        let y = fresh("y".to_owned());
        Names {
            y_bar: fresh(format!("{y}_bar")),
            y,
            c: Ident::new(crate::resolve::cotangent_name(text, |_| true), Span::call_site()),
            bars: arguments.iter().map(|argument| fresh(format!("{}_bar", argument.name))).collect(),
        }
    }
}

struct Item<'a> {
    primitive: &'a Primitive,
    names: Names,
}

impl Item<'_> {
    fn ident(&self) -> &Ident {
        &self.primitive.item.sig.ident
    }

    /// Returns the `cfg` conditions of the function, which apply to all items.
    fn conditions(&self) -> TokenStream {
        let conditions = self.primitive.item.attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
        quote!(#(#conditions)*)
    }

    fn arguments(&self, real: bool) -> impl Iterator<Item = &Argument> {
        self.primitive.arguments.iter().filter(move |argument| argument.real == real)
    }

    /// `x: T, n: i32,`
    fn plain(&self) -> TokenStream {
        let list = self.primitive.arguments.iter().map(|Argument { name, ty, .. }| quote!(#name: #ty,));
        quote!(#(#list)*)
    }

    /// `x, n,`
    fn passed(&self) -> TokenStream {
        let list = self.primitive.arguments.iter().map(|argument| &argument.name);
        quote!(#(#list,)*)
    }

    /// Returns the patterns of one kind of argument, each with its `mut`.
    fn patterns(&self, real: bool) -> TokenStream {
        let list = self.arguments(real).map(|argument| {
            let mutable = argument.mutable.then(|| quote!(mut));
            let name = &argument.name;
            quote!(#mutable #name,)
        });
        quote!(#(#list)*)
    }

    /// Returns the names of one kind of argument.
    fn listed(&self, real: bool) -> TokenStream {
        let list = self.arguments(real).map(|argument| &argument.name);
        quote!(#(#list,)*)
    }

    /// Returns the types of the arguments that are not real, as a tuple.
    fn others(&self) -> TokenStream {
        let list = self.arguments(false).map(|argument| &argument.ty);
        quote!((#(#list,)*))
    }

    /// Returns the function that applies the rule, and the rule.
    fn rule(&self, real: &Ident) -> TokenStream {
        let Primitive { item, partials, .. } = self.primitive;
        let (attrs, vis, sig, name) = (&item.attrs, &item.vis, &item.sig, self.ident());
        let (plain, output) = (self.plain(), &sig.output);
        let (params, clause) = (&sig.generics.params, &sig.generics.where_clause);
        let count = self.arguments(true).count();
        let (numbers, rest, others) = (self.listed(true), self.listed(false), self.others());
        let (number_patterns, rest_patterns) = (self.patterns(true), self.patterns(false));
        let body = literals::block((*item.block).clone(), real).stmts;
        let partials = partials.iter().map(|partial| literals::expression(partial.clone(), real));
        let (quiet, conditions, y) = (quiet(), self.conditions(), &self.names.y);
        let generics = without(&sig.generics, real);
        let (impl_params, _, impl_clause) = generics.split_for_impl();
        quote! {
            #(#attrs)*
            #vis fn #name<#params>(#plain) #output #clause {
                <#real as ::retrograde::__private::Real>::apply::<#name, _, #count>([#numbers], (#rest))
            }
            #conditions
            impl #impl_params ::retrograde::__private::Rule<#count, #others> for #name #impl_clause {
                #[allow(non_snake_case)]
                #[inline]
                fn value<#real: ::retrograde::__private::Real>(
                    [#number_patterns]: [#real; #count],
                    (#rest_patterns): #others,
                ) -> #real {
                    #[allow(unused_imports)]
                    use ::retrograde::__private::Real as _;
                    #(#body)*
                }
                #quiet
                #[inline]
                fn partials<#real: ::retrograde::__private::Real>(
                    [#numbers]: [#real; #count],
                    #y: #real,
                    (#rest): #others,
                ) -> [#real; #count] {
                    #[allow(unused_imports)]
                    use ::retrograde::__private::Real as _;
                    [#(#partials),*]
                }
            }
        }
    }

    /// Returns the function as it was written, and its partials.
    fn concrete(&self, real: &Ident) -> TokenStream {
        let Primitive { item, partials, .. } = self.primitive;
        let (attrs, vis, sig, body, name) =
            (&item.attrs, &item.vis, &item.sig, &item.block.stmts, self.ident());
        let count = partials.len();
        let (quiet, conditions, y, plain) = (quiet(), self.conditions(), &self.names.y, self.plain());
        let (params, clause) = (&sig.generics.params, &sig.generics.where_clause);
        quote! {
            #(#attrs)*
            #vis #sig {
                #[allow(unused_imports)]
                use ::retrograde::__private::Real as _;
                #(#body)*
            }
            #conditions
            #quiet
            impl #name {
                #[inline]
                fn __partials<#params>(#plain #y: #real) -> [#real; #count] #clause {
                    #[allow(unused_imports)]
                    use ::retrograde::__private::Real as _;
                    [#(#partials),*]
                }
            }
        }
    }

    /// Returns `struct f {}` with the programs that `#[reversible]` emits for a function that returns a value.
    fn programs(&self) -> TokenStream {
        let Primitive { item, real, arguments, .. } = self.primitive;
        let (name, vis, t) = (self.ident(), &item.vis, real.ident());
        let (quiet, conditions) = (quiet(), self.conditions());
        let Names { y, y_bar, c, bars } = &self.names;
        let (plain, passed) = (self.plain(), self.passed());

        let mut own = item.sig.generics.clone();
        let (params, clause) = (own.params.clone(), own.where_clause.clone());
        own.params.push(parse_quote!(#c: ::retrograde::__private::Cotangent<#t>));
        let with_cotangent = own.params.clone();
        let beside = arguments.iter().zip(bars).map(|(Argument { name, ty, real, .. }, bar)| {
            let bar = real.then(|| quote!(#bar: &mut #c,));
            quote!(#name: #ty, #bar)
        });
        let beside = quote!(#(#beside)*);
        // An `f64` next to a `T` is a `T` if `T` is `f64`.
        let asked = match self.primitive.real {
            Real::Generic(_) => quote!(::retrograde::__private::NoneAsked),
            Real::Concrete(_) => quote!(::core::marker::Sized),
        };
        let shadowed: Vec<_> = arguments
            .iter()
            .zip(bars)
            .map(|(Argument { name, ty, real, .. }, bar)| {
                if *real {
                    quote!(#name: #ty, mut #bar: impl ::retrograde::__private::Slot<#t, #c>,)
                } else {
                    quote!(#name: #ty, #bar: impl #asked,)
                }
            })
            .collect();
        let forwarded = arguments.iter().zip(bars).map(|(Argument { name, real, .. }, bar)| {
            if *real { quote!(#name, #bar,) } else { quote!(#name, ::retrograde::__private::Discard,) }
        });
        let forwarded = quote!(#(#forwarded)*);
        let handed = arguments.iter().zip(bars).map(|(Argument { name, .. }, bar)| quote!(#name, #bar,));
        let handed = quote!(#(#handed)*);
        let tape = Ident::new("trail", Span::mixed_site());

        let partials = match real {
            Real::Generic(_) => {
                let (numbers, rest, count) =
                    (self.listed(true), self.listed(false), self.arguments(true).count());
                quote!(<Self as ::retrograde::__private::Rule<#count, _>>::partials([#numbers], #y, (#rest)))
            }
            Real::Concrete(_) => quote!(Self::__partials(#passed #y)),
        };
        let real_bars: Vec<&Ident> =
            arguments.iter().zip(bars).filter(|(argument, _)| argument.real).map(|(_, bar)| bar).collect();
        let partial_names: Vec<Ident> =
            (0..real_bars.len()).map(|i| format_ident!("partial_{i}", span = Span::mixed_site())).collect();
        let cotangents = real_bars.iter().map(|_| t);
        let lent = arguments.iter().zip(bars).map(|(Argument { name, real, .. }, bar)| {
            let bar = real.then(|| quote!(&mut #bar,));
            quote!(#name, #bar)
        });
        let lent = quote!(#(#lent)*);
        let check = self.check(&real_bars);
        let described = self.described(&conditions);
        let doc = format!("The programs of [`{name}`]({name}()): its inverse and its adjoint.");
        quote! {
            #conditions
            #[doc = #doc]
            #[allow(non_camel_case_types, dead_code)]
            #[derive(Clone, Copy, Debug, Default)]
            #vis struct #name {}
            #conditions
            #quiet
            #[allow(dead_code)]
            impl #name {
                // It has partials, so it is continuous: where it branches, both sides agree. With vectors it would not branch.
                #[doc(hidden)]
                pub const fn __decides(
                    decides: ::retrograde::__private::loans::Decides,
                ) -> ::retrograde::__private::loans::Decides {
                    decides.alone()
                }
                /// Subtracts the value.
                #[inline]
                pub fn inverse<#params>(#y: &mut #t, #plain) #clause {
                    *#y -= #name(#passed);
                }
                /// Pulls the cotangent of the value back to the arguments, whose cotangents are added to; returns
                /// the value.
                #[inline]
                pub fn pull<#with_cotangent>(#y_bar: #c, #beside) -> #t #clause {
                    Self::__pull(#y_bar, #forwarded)
                }
                /// The adjoint of `y += f(…)`: subtracts the value from `y` and adds to the cotangents of the
                /// arguments.
                #[inline]
                pub fn adjoint<#with_cotangent>(#y: &mut #t, #y_bar: &mut #c, #beside) #clause {
                    *#y -= Self::__pull(*#y_bar, #forwarded);
                }
                /// `y += f(…)` and its adjoint in one.
                #[inline]
                pub fn sweep<#with_cotangent>(#y: &mut #t, #y_bar: &mut #c, #beside) #clause {
                    *#y += Self::__pull(*#y_bar, #forwarded);
                }
                /// The value and the cotangents of all real arguments.
                #[inline]
                pub fn gradient<#params>(#plain) -> (#t, (#(#cotangents,)*)) #clause {
                    #(let mut #real_bars = <#t as ::retrograde::__private::Real>::constant(0.0);)*
                    let #y_bar = <#t as ::retrograde::__private::Real>::constant(1.0);
                    let #y = Self::pull(#y_bar, #lent);
                    (#y, (#(#real_bars,)*))
                }
                #check
                #[doc(hidden)]
                #[inline]
                pub fn try_call<#params>(#plain) -> ::core::result::Result<#t, ::retrograde::Irreversible> #clause {
                    ::core::result::Result::Ok(#name(#passed))
                }
                ::retrograde::__private::when_alloc! {
                    #[doc(hidden)]
                    #[inline]
                    pub fn __record<#params>(#plain #tape: &mut ::retrograde::__private::Trail<#t>) -> #t #clause {
                        #name(#passed)
                    }
                    #[doc(hidden)]
                    #[inline]
                    pub fn __replay<#with_cotangent>(
                        #y_bar: #c, #(#shadowed)* #tape: &mut ::retrograde::__private::Trail<#t>
                    ) #clause {
                        Self::__pull(#y_bar, #handed);
                    }
                }
                #[doc(hidden)]
                #[inline]
                pub fn __pull<#with_cotangent>(#y_bar: #c, #(#shadowed)*) -> #t #clause {
                    let #y = #name(#passed);
                    let [#(#partial_names),*] = #partials;
                    #(::retrograde::__private::Shadow::<#t, #c, ::retrograde::__private::Leaf>::add(
                        &mut #real_bars,
                        (),
                        ::retrograde::__private::Cotangent::<#t>::scaled(#y_bar, #partial_names),
                    );)*
                    #y
                }
            }
            #described
        }
    }

    /// Returns the description of a primitive whose arguments are all numbers.
    fn described(&self, conditions: &TokenStream) -> TokenStream {
        let Primitive { item, real, arguments, .. } = self.primitive;
        if arguments.iter().any(|argument| !argument.real) {
            return TokenStream::new();
        }
        let real = real.ident();
        let flat = arguments.iter().zip(&self.names.bars).map(|(argument, bar)| Flat {
            names: (argument.name.clone(), bar.clone()),
            ty: parse_quote!(#real),
            kind: Kind::Given,
        });
        let signature = Signature {
            name: self.ident(),
            real: quote!(#real),
            generics: &item.sig.generics,
            arguments: flat.collect(),
            value: Some(parse_quote!(#real)),
            any: matches!(self.primitive.real, Real::Generic(_)) && is_any_real(&item.sig.generics, real),
            has_inverse: true,
            hollow: false,
        };
        described(conditions, &signature)
    }

    /// Returns a test of the partials, in `f64`: single precision has too few digits for finite differences.
    fn check(&self, bars: &[&Ident]) -> TokenStream {
        let Primitive { item, real, arguments, .. } = self.primitive;
        let (name, passed) = (self.ident(), self.passed());
        let generics = match real {
            Real::Generic(real) => without(&item.sig.generics, real),
            Real::Concrete(real) if real == "f64" => item.sig.generics.clone(),
            Real::Concrete(_) => return TokenStream::new(),
        };
        let (params, clause) = (&generics.params, &generics.where_clause);
        let plain = arguments.iter().map(
            |Argument { name, ty, real, .. }| if *real { quote!(#name: f64,) } else { quote!(#name: #ty,) },
        );
        let numbers = self.listed(true);
        let at = Ident::new("at", Span::mixed_site());
        let taken =
            self.arguments(true).enumerate().map(|(i, Argument { name, .. })| quote!(let #name = #at[#i];));
        quote! {
            ::retrograde::__private::when_alloc! {
                /// Compares the partials at a point with differences of values, for tests.
                pub fn check<#params>(#(#plain)*) -> ::core::result::Result<(), ::retrograde::Mismatch> #clause {
                    let (_, (#(#bars,)*)) = Self::gradient(#passed);
                    ::retrograde::check_gradient(
                        |#at: &[f64]| { #(#taken)* #name(#passed) },
                        &[#numbers],
                        &[#(#bars),*],
                    )
                }
            }
        }
    }
}
