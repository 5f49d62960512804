//! Prints a call of one of a callee's programs.

use crate::ir::{CallKind, Callee, Handed};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

/// Returns the generic arguments that were written, `::<T, 3>`, and one to infer for the cotangent if the program
/// propagates cotangents.
pub fn said(callee: &Callee, carrying: bool) -> TokenStream {
    let generics = &callee.generics;
    match (generics.is_empty(), carrying) {
        (true, _) => TokenStream::new(),
        (false, false) => quote!(::<#(#generics),*>),
        (false, true) => quote!(::<#(#generics,)* _>),
    }
}

/// Returns a call of one of a callee's programs; the name of the function itself is empty.
pub fn applied(
    callee: &Callee,
    program: &str,
    carries: bool,
    args: &[TokenStream],
    span: Span,
) -> TokenStream {
    if callee.in_order && !program.is_empty() {
        let call = applied(&Callee { in_order: false, ..callee.clone() }, program, carries, args, span);
        return quote_spanned! {span=> {
            let _in_order = ::retrograde::__private::InOrder::begin();
            #call
        }};
    }
    let (path, generics) = (path_of(callee, program), said(callee, carries));
    if callee.opened && program.is_empty() {
        let call = applied(&Callee { opened: false, ..callee.clone() }, program, carries, args, span);
        return match &callee.start {
            Some(start) => quote_spanned!(span=> ::retrograde::__private::opened_or(#call, || #start)),
            None => quote_spanned!(span=> ::retrograde::__private::opened(#call)),
        };
    }
    // The callee itself takes functions in another way than its programs.
    if !callee.functions.is_empty() && program.is_empty() {
        return applied(
            &Callee { functions: Box::default(), ..callee.clone() },
            "__run",
            carries,
            args,
            span,
        );
    }
    let at = Span::call_site().located_at(span);
    if let (Some(of), "__record" | "__replay") = (&callee.constant, program) {
        let name =
            callee.path.path.segments.last().map(|last| beside(&last.ident.unraw().to_string(), program));
        let name = syn::Ident::new(&name.unwrap_or_default(), at);
        return super::constant::program(callee, of, &name, args, span);
    }
    let named = syn::Ident::new(if program.is_empty() { "call" } else { program }, at);
    match (callee.kind, args.split_first()) {
        (CallKind::Method, Some((receiver, rest))) => {
            if is_path(receiver) {
                quote_spanned!(span=> #receiver.#path #generics (#(#rest),*))
            } else {
                quote_spanned!(span=> (#receiver).#path #generics (#(#rest),*))
            }
        }
        (CallKind::Value, _) => {
            // Each argument is followed by its shadow, and all by the record; a seed comes first. What is captured is an argument, too.
            let count = match program {
                "" => args.len() - 1,
                "__record" => args.len() - 2,
                _ => (args.len() - 2) / 2 - 1,
            };
            let name = quote::format_ident!("Function{count}", span = span);
            let program = syn::Ident::new(if program.is_empty() { "__run" } else { program }, at);
            quote_spanned!(span=> ::retrograde::__private::#name::#program(#path, #(#args),*))
        }
        (CallKind::Function, _) if !program.is_empty() => {
            quote_spanned!(span=> #path::#named #generics (#(#args),*))
        }
        _ => quote_spanned!(span=> #path #generics (#(#args),*)),
    }
}

/// Returns an argument as it is handed over: a function together with what it captures.
pub fn handed(callee: &Callee, at: usize, argument: TokenStream) -> TokenStream {
    let function = callee.functions.iter().find(|(of, _)| *of == at).map(|(_, function)| function);
    match function {
        None | Some(Handed::Marked) => argument,
        Some(Handed::Parameter(name)) => quote!(#name),
        Some(Handed::Closure(function)) => {
            quote!(&::retrograde::__private::Capturing::new(#function, #argument))
        }
    }
}

/// Returns the path of a callee; for a method, with the name of its program.
pub fn path_of(callee: &Callee, program: &str) -> TokenStream {
    let mut path = syn::ExprPath::clone(&callee.path);
    if let (CallKind::Method | CallKind::Associated, Some(last), false) =
        (callee.kind, path.path.segments.last_mut(), program.is_empty())
    {
        let name = beside(&last.ident.unraw().to_string(), program);
        last.ident = syn::Ident::new(&name, last.ident.span());
    }
    quote!(#path)
}

/// True if tokens are a name and fields of it.
fn is_path(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().enumerate().all(|(i, token)| match token {
        TokenTree::Ident(_) => i % 2 == 0,
        TokenTree::Punct(dot) => i % 2 == 1 && dot.as_char() == '.',
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    })
}

/// Returns the name of a method's program: `step_inverse`, `__step_adjoint`, `try_step_inverse`.
pub fn beside(method: &str, program: &str) -> String {
    match (program.strip_prefix("__"), program.strip_prefix("try_")) {
        (Some(hidden), _) => format!("__{method}_{hidden}"),
        (_, Some("call")) => format!("try_{method}"),
        (_, Some(checked)) => format!("try_{method}_{checked}"),
        _ => format!("{method}_{program}"),
    }
}
