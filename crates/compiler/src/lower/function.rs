//! Functions as arguments: `f: &F` with `F: Reversible<T>`, called by `f(&mut state, inputs)`.
//!
//! Law: a call is lowered to one of at most two arguments, a state and an array of inputs, whatever numbers were
//! written.

use super::method::path_of;
use super::{Lowering, Meaning};
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use crate::syntax::read::{capturing, is_associated, shared};
use proc_macro2::Span;
use std::rc::Rc;
use syn::spanned::Spanned;

/// Parses `f` or `f::inverse`, if the first is a name alone.
fn called(path: &syn::Path) -> Option<(&syn::Ident, Direction)> {
    let plain = path.leading_colon.is_none() && path.segments.iter().all(|s| s.arguments.is_empty());
    let mut segments = path.segments.iter().map(|s| &s.ident);
    match (plain, segments.next(), segments.next(), segments.next()) {
        (true, Some(name), None, None) => Some((name, Direction::Call)),
        (true, Some(name), Some(inverse), None) if inverse == "inverse" => Some((name, Direction::Uncall)),
        _ => None,
    }
}

impl Lowering {
    /// True if a name is an argument that is a function.
    fn is_function_value(&self, name: &syn::Ident) -> bool {
        matches!(self.look_up(name), Some(Meaning::Variable(var)) if self.functions.contains(var))
    }

    /// Lowers a call or uncall of an argument, if it is one.
    pub(super) fn call_of_argument(&mut self, call: &syn::ExprCall, span: Span) -> Option<Option<Stmt>> {
        let syn::Expr::Path(path) = &*call.func else { return None };
        let (name, direction) = called(&path.path).filter(|(name, _)| self.is_function_value(name))?;
        let name = name.clone();
        let mut args = call.args.iter();
        let state = args.next().map(|first| self.argument(first, false));
        let Some(Argument::Mutable(state)) = state else {
            self.errors.report(
                Law::OutsideLanguage,
                Extent::of(call),
                format!("`{name}` changes a state, and none is passed"),
                format!(
                    "write `{name}(&mut y)` or `{name}(&mut y, &inputs)`, with a number, an array or a slice"
                ),
            );
            return Some(None);
        };
        let inputs: Vec<&syn::Expr> = args.collect();
        let inputs = self.inputs(&name, &inputs);
        let callee = callee_of(name, path.span());
        let args = std::iter::once(Argument::Mutable(state)).chain(inputs).collect();
        Some(Some(Stmt::Call(Call { callee, direction, args, span })))
    }

    /// Lowers `f(x)` in an expression: the value that the function adds to zero.
    pub(super) fn value_of_argument(&mut self, call: &syn::ExprCall, exact: bool) -> Option<Expr> {
        let syn::Expr::Path(path) = &*call.func else { return None };
        let (name, direction) = called(&path.path).filter(|(name, _)| self.is_function_value(name))?;
        let (name, span) = (name.clone(), call.span());
        if self.language.is_ordinary() {
            return Some(self.value_of_given(name, call));
        }
        if exact || direction == Direction::Uncall {
            let help = "call it in a statement of its own: `f(&mut y, x);`";
            return Some(self.outside(
                Extent::of(call),
                format!("`{}` is not an exact value", shown(call)),
                help,
            ));
        }
        let inputs: Vec<&syn::Expr> = call.args.iter().collect();
        let inputs = self.inputs(&name, &inputs);
        let var = self.declare("added", span, Type::Real, Role::Ancilla);
        let callee = callee_of(name, path.span());
        let args = std::iter::once(Argument::Mutable(Place::whole(var, span))).chain(inputs).collect();
        self.pending.push(Stmt::Allocate(Binding::new(var, Expr::real(0.0, span), span)));
        self.pending.push(Stmt::Call(Call { callee, direction: Direction::Call, args, span }));
        Some(Expr::Read(Place::whole(var, span)))
    }

    /// Lowers a call of an argument of an ordinary function, whose programs are those of the argument.
    fn value_of_given(&mut self, name: syn::Ident, call: &syn::ExprCall) -> Expr {
        let args: Vec<Argument> = call.args.iter().map(|arg| self.asked(arg, false)).collect();
        let recorded = self.recorded(&name.clone().into());
        Expr::Call(Callee { recorded, ..callee_of(name, call.func.span()) }, args)
    }

    /// Lowers one array or slice, or several numbers to an array.
    fn inputs(&mut self, name: &syn::Ident, inputs: &[&syn::Expr]) -> Option<Argument> {
        if inputs.is_empty() {
            return None;
        }
        let is_state = |e: &&&syn::Expr| matches!(e, syn::Expr::Reference(r) if r.mutability.is_some());
        if let Some(second) = inputs.iter().find(is_state) {
            let message = format!("`{name}` changes one place, and `{}` would be another", shown(second));
            let help = format!(
                "pass it by reference, `&{}`, or keep all places that `{name}` changes in one array",
                shown(second).trim_start_matches("&mut ").trim_start_matches('*')
            );
            return self.errors.refuse(Law::OutsideLanguage, Extent::of(second), message, help);
        }
        if let [one] = inputs {
            match self.argument(one, false) {
                Argument::Shared(place) if self.type_of(&place).depth() > 0 => {
                    return Some(Argument::Shared(place));
                }
                Argument::Value(Expr::Read(place)) if self.type_of(&place).depth() > 0 => {
                    return Some(Argument::Shared(place));
                }
                _ => {}
            }
        }
        let mut numbers = Vec::new();
        for input in inputs {
            let number = shared(input);
            let value = self.real_value(number);
            numbers.push(self.as_real(value, number));
        }
        let span = inputs[0].span();
        let value = Expr::List(numbers);
        let ty = self.infer(&value);
        Some(Argument::Shared(self.value_named("inputs", span, ty, value)))
    }

    /// True if an expression makes a function as a value, and is not an argument itself.
    pub(super) fn is_composed(&self, e: &syn::Expr) -> bool {
        let is_name = match e {
            syn::Expr::Reference(r) => matches!(&*r.expr, syn::Expr::Path(_)),
            _ => false,
        };
        !is_name && self.is_function_expr(e)
    }

    /// The functions among the arguments of a call in an ordinary function.
    pub(super) fn functions_in<'a>(
        &self,
        args: impl IntoIterator<Item = &'a syn::Expr>,
    ) -> Box<[(usize, Handed)]> {
        let of = |e: &syn::Expr| match capturing(e) {
            Some((syn::Expr::Path(path), _)) => path.path.get_ident().cloned().map(Handed::Parameter),
            Some((function, _)) => Some(Handed::Closure(Box::new(function.clone()))),
            None => self.is_function_expr(e).then_some(Handed::Marked),
        };
        let all = args.into_iter().enumerate();
        all.filter(|_| self.language.is_ordinary()).filter_map(|(at, arg)| Some((at, of(arg)?))).collect()
    }

    /// An exact value of a function that takes functions: the path of its program that calls it, and the arguments of that.
    pub(super) fn with_functions(
        &self,
        call: &syn::ExprCall,
        path: &syn::ExprPath,
        mut args: Vec<Argument>,
    ) -> (syn::ExprPath, Vec<Argument>) {
        let (functions, mut path) = (self.functions_in(&call.args), path.clone());
        if functions.is_empty() || is_associated(&path) {
            return (path, args);
        }
        path.path.segments.push(syn::Ident::new("__run", path.span()).into());
        for (at, function) in functions.iter() {
            let at = *at;
            let span = args[at].place().map_or_else(Span::call_site, |place| *place.span);
            match function {
                Handed::Marked => {}
                Handed::Parameter(name) => {
                    if let Some(Meaning::Variable(var)) = self.look_up(name) {
                        args[at] = Argument::Shared(Place::whole(*var, span));
                    }
                }
                Handed::Closure(function) => {
                    let function = Argument::Value(Expr::Constant(Constant::of(function)));
                    let made =
                        Host::Function(Rc::new(syn::parse_quote!(::retrograde::__private::Capturing::new)));
                    let made = Expr::Host(made, vec![function, args[at].clone()]);
                    args[at] = Argument::Value(Expr::Host(
                        Host::Method(Method::new(&syn::Ident::new("lent", span), &None)),
                        vec![Argument::Value(made)],
                    ));
                }
            }
        }
        (path, args)
    }

    /// True if an expression is a function as a value: `f {}`, an argument that is one, or a composition of such.
    pub(super) fn is_function_expr(&self, e: &syn::Expr) -> bool {
        match e {
            syn::Expr::Struct(s) => crate::syntax::read::is_function_literal(s),
            syn::Expr::Path(p) => p.path.get_ident().is_some_and(|name| self.is_function_value(name)),
            syn::Expr::Reference(r) => r.mutability.is_none() && self.is_function_expr(&r.expr),
            syn::Expr::Paren(p) => self.is_function_expr(&p.expr),
            syn::Expr::Call(c) => !c.args.is_empty() && c.args.iter().all(|a| self.is_function_expr(a)),
            _ => false,
        }
    }
}

/// Returns the callee of a function that was passed as an argument.
fn callee_of(name: syn::Ident, span: Span) -> Callee {
    Callee { path: Rc::new(path_of(name)), kind: CallKind::Value, ..Callee::stack(span) }
}
