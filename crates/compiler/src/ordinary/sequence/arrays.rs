//! Arrays made by closures: `[a, b].map(f)`, `array.map(f)`, `std::array::from_fn(f)`.

use super::Sequence;
use crate::syntax::made::stmts;
use crate::syntax::paths::{ends, owner};
use syn::spanned::Spanned;
use syn::{Expr, Stmt, parse_quote, parse_quote_spanned};

impl Sequence<'_> {
    /// The array of what a closure makes of each item of another: item by item where the array is written out.
    pub(super) fn mapped(&mut self, array: Expr, f: &Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        let span = array.span();
        match self.value(array, out)? {
            Expr::Array(mut items) => {
                for item in &mut items.elems {
                    let value = self.called(f, vec![item.clone()], out)?;
                    *item = self.named(value, "item", out);
                }
                Some(Expr::Array(items))
            }
            array => {
                let [made, at] = self.fresh.names(["mapped", "at"], span);
                out.push(parse_quote_spanned!(span=> let mut #made = #array;));
                let (stmts, value) = self.applied(f, vec![parse_quote_spanned!(span=> #made[#at])]);
                let each = stmts!(span=> for #at in 0..#made.len() { #(#stmts)* #made[#at] = #value; });
                self.statements(each, out).then(|| parse_quote_spanned!(span=> #made))
            }
        }
    }

    /// `std::array::from_fn::<T, N, _>(f)`: its type has been written there, if the text told it.
    pub(super) fn array_from(&mut self, call: &syn::ExprCall, out: &mut Vec<Stmt>) -> Option<Expr> {
        let (span, f) = (call.span(), call.args.first()?.clone());
        let Some((item, length)) = written(&call.func) else {
            let help = "write the type of the array: `let a: [f64; 3] = std::array::from_fn(…);`";
            self.refuse(call, "the length of this array is not written here", help);
            return None;
        };
        let Some(start) = crate::ordinary::start(&item) else {
            let message = "the items of this array have no value to start from";
            self.refuse(call, message, "write its items: `[a, b]`");
            return None;
        };
        let [made, at] = self.fresh.names(["made", "at"], span);
        let (stmts, value) = self.applied(&f, vec![parse_quote!(#at)]);
        let looped = stmts! {span=>
            let mut #made: [#item; #length] = [#start; #length];
            for #at in 0..#length { #(#stmts)* #made[#at] = #value; }
        };
        self.statements(looped, out).then(|| parse_quote_spanned!(span=> #made))
    }
}

/// True for `std::array::from_fn`, which may be imported.
pub(super) fn is_from_fn(f: &Expr) -> bool {
    let Expr::Path(path) = f else { return false };
    ends(&path.path, &["from_fn"]) && owner(&path.path).is_none_or(|of| of == "array")
}

/// Writes the type of an array where `from_fn` reads it.
pub(super) fn typed(call: &mut syn::ExprCall, ty: &syn::Type) {
    let syn::Type::Array(array) = ty else { return };
    let (item, length) = (&array.elem, &array.len);
    if let Expr::Path(path) = &mut *call.func {
        if let Some(last) = path.path.segments.last_mut().filter(|last| last.arguments.is_none()) {
            last.arguments = syn::PathArguments::AngleBracketed(parse_quote!(::<#item, { #length }, _>));
        }
    }
}

/// The type of an item and the length that are written behind `from_fn`.
fn written(f: &Expr) -> Option<(syn::Type, Expr)> {
    let Expr::Path(path) = f else { return None };
    let syn::PathArguments::AngleBracketed(list) = &path.path.segments.last()?.arguments else { return None };
    let mut each = list.args.iter();
    let item = match each.next()? {
        syn::GenericArgument::Type(syn::Type::Infer(_)) => parse_quote!(f64),
        syn::GenericArgument::Type(item) => item.clone(),
        _ => return None,
    };
    let length = match each.next()? {
        syn::GenericArgument::Const(Expr::Block(block)) => match block.block.stmts.first()? {
            Stmt::Expr(length, None) => length.clone(),
            _ => return None,
        },
        syn::GenericArgument::Const(length) => length.clone(),
        syn::GenericArgument::Type(syn::Type::Path(path)) => {
            let path = &path.path;
            parse_quote!(#path)
        }
        _ => return None,
    };
    Some((item, length))
}
