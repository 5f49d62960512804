//! Calls inside expressions, callees and arguments.

use super::expr::stand_in;
use super::lift::has_literals;
use super::{Lowering, Meaning};
use crate::ir::print::{owns, shown};
use crate::ir::*;
use crate::law::Extent;
use crate::syntax::named::judged;
use crate::syntax::read::{bare, capturing, is_associated, is_opening, is_ours};
use std::rc::Rc;
use syn::spanned::Spanned;

impl Lowering {
    pub(super) fn call_value(&mut self, call: &syn::ExprCall, exact: bool) -> Expr {
        let syn::Expr::Path(path) = &*call.func else {
            let help = instead_of(&call.func);
            return self.outside(Extent::of(&call.func), "only named functions can be called", help);
        };
        if let (true, Some(inner)) = (is_opening(path), call.args.first()) {
            return self.opened(path, inner, call.args.get(1), exact);
        }
        // A literal with the witnesses of its type.
        if is_ours(path, "told") {
            return Expr::Constant(Constant::of(&syn::Expr::Call(call.clone())));
        }
        if let Some(value) = self.value_of_argument(call, exact) {
            return value;
        }
        if self.is_constant_function(&path.path) {
            let written: Vec<&syn::Expr> = call.args.iter().collect();
            let args = call.args.iter().map(|arg| self.asked(arg, true)).collect();
            let args = self.asked_by_host(args, &written);
            return Expr::Host(Host::Function(Rc::new(path.clone())), args);
        }
        if self.is_variable(&path.path) {
            return self.no_function(path);
        }
        if let Some(number) = self.number_call(call, exact) {
            return number;
        }
        let segments: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
        let real = self.real.ident().to_string();
        if let [first, last] = &segments[..] {
            let whole = Scalar::by_name(first)
                .filter(|scalar| matches!(scalar, Scalar::Integer(_) | Scalar::Bool | Scalar::Char));
            if let (Some(_), "from", [from]) = (whole, last.as_str(), &Vec::from_iter(&call.args)[..]) {
                let ty = syn::Ident::new(first, path.span());
                let value = self.exact_value(from);
                return Expr::ToExact(Box::new(value), ExactType::of(&syn::parse_quote!(#ty)));
            }
            let of_real = *first == real || first == "Real" || first == "f64" || first == "f32";
            if of_real && matches!(last.as_str(), "constant" | "from") && call.args.len() == 1 {
                if let Some(value) = self.host_call(call) {
                    return value;
                }
                let value = self.exact_value(&call.args[0]);
                return match self.kind(&value) {
                    Kind::Real if last == "from" || matches!(value, Expr::Real(..)) => value,
                    _ => Expr::ToReal(Box::new(self.as_digit(value))),
                };
            }
            if let (true, true, Some(value)) = (*first == real, call.args.is_empty(), constant_of_reals(last))
            {
                return Expr::real(value, call.span());
            }
            if let (true, Some(value)) = (of_real, self.host_call(call)) {
                return value;
            }
            if let (true, "powi", [base, exponent]) =
                (of_real && !exact, last.as_str(), &call.args.iter().collect::<Vec<_>>()[..])
            {
                let value = self.real_value(base);
                let value = self.as_real(value, base);
                return Expr::Powi(Box::new(value), Box::new(self.exact_value(exponent)));
            }
            if let (true, Some(rule)) = (of_real && !exact, Primitive::by_name(last)) {
                if rule.arity() == call.args.len() {
                    let args = call.args.iter().map(|a| {
                        let value = self.real_value(a);
                        self.as_real(value, a)
                    });
                    return Expr::Apply(rule, args.collect());
                }
            }
        }
        let known = of_the_host(path).or_else(|| self.of_the_body(path));
        if let Some((message, help)) = known.filter(|_| !exact) {
            return self.outside(Extent::of(path), message, help);
        }
        let args: Vec<Argument> = call.args.iter().map(|a| self.asked(a, exact)).collect();
        let written: Vec<&syn::Expr> = call.args.iter().collect();
        if exact {
            let args = self.asked_by_host(args, &written);
            let (path, args) = self.with_functions(call, path, args);
            return Expr::Host(Host::Function(Rc::new(path)), args);
        }
        if let Some(Argument::Mutable(place)) = args.iter().find(|a| matches!(a, Argument::Mutable(_))) {
            if self.vars[place.base].role != Role::Scratch {
                return self.outside(
                    place.span,
                    "a call inside an expression changes nothing",
                    "call the function as a statement of its own",
                );
            }
        }
        let mut callee = self.callee(path);
        callee.functions = self.functions_in(&call.args);
        let args = self.asked_for(&callee, args, &written);
        Expr::Call(callee, args)
    }

    /// A call whose value is an `Option` or a `Result`, taken in parts.
    fn opened(
        &mut self,
        path: &syn::ExprPath,
        inner: &syn::Expr,
        start: Option<&syn::Expr>,
        exact: bool,
    ) -> Expr {
        let start = start.map(|start| Rc::new(start.clone()));
        let value = if exact { self.exact_value(inner) } else { self.real_value(inner) };
        match value {
            Expr::Call(callee, args) => Expr::Call(Callee { opened: true, start, ..callee }, args),
            other => Expr::Host(Host::Function(Rc::new(path.clone())), vec![Argument::Value(other)]),
        }
    }

    /// Lowers an argument of an expression: a mutable place is borrowed immutably, as Rust does if `&` is expected.
    pub(super) fn asked(&mut self, e: &syn::Expr, exact: bool) -> Argument {
        match self.argument(e, exact) {
            Argument::Mutable(place)
                if matches!(e, syn::Expr::Path(_)) && self.vars[place.base].role != Role::Scratch =>
            {
                Argument::Shared(place)
            }
            other => other,
        }
    }

    /// True if a path is the name of a parameter or local, and so not a function.
    pub(super) fn is_variable(&self, path: &syn::Path) -> bool {
        path.get_ident().is_some_and(|name| self.look_up(name).is_some())
    }

    /// True for a parameter of an ordinary function that is held constant, and called.
    fn is_constant_function(&self, path: &syn::Path) -> bool {
        let variable = path.get_ident().and_then(|name| self.look_up(name));
        matches!(variable, Some(Meaning::Variable(var)) if self.language.is_ordinary() && self.vars[*var].detached)
    }

    /// Reports a call of a variable, unless that was rejected itself.
    pub(super) fn no_function(&mut self, path: &syn::ExprPath) -> Expr {
        if self.is_refused(&syn::Expr::Path(path.clone())) {
            return stand_in(path.span());
        }
        let name = shown(path);
        let message = format!("`{name}` is a value: its inverse and its partials are unknown");
        let real = self.real.ident();
        let help = format!(
            "call a function marked #[reversible] by its name, or take one as an argument: `{name}: &impl Reversible<{real}>`"
        );
        self.outside(Extent::of(path), message, help)
    }

    /// True if a place lies in what a refused statement would have declared.
    pub(super) fn is_refused(&mut self, e: &syn::Expr) -> bool {
        self.quiet_place(e).is_some_and(|place| self.refused.contains(&place.base))
    }

    /// Returns the message about a function among the statements that nothing marks.
    pub(super) fn of_the_body(&self, path: &syn::ExprPath) -> Option<(String, &'static str)> {
        let name = path.path.get_ident().filter(|name| self.unmarked.contains(&name.to_string()))?;
        let message = format!("`{name}` is a plain function, which has neither inverse nor partials");
        Some((message, "move it out of the function, and write `#[reversible]` before it"))
    }

    /// A callee, with the generic arguments at its end apart: each of its programs has generics of its own.
    pub(super) fn callee(&mut self, path: &syn::ExprPath) -> Callee {
        let mut path = path.clone();
        let mut generics = Vec::new();
        if let Some(last) = path.path.segments.last_mut() {
            let arguments = std::mem::replace(&mut last.arguments, syn::PathArguments::None);
            if let syn::PathArguments::AngleBracketed(arguments) = arguments {
                // Lifetimes are inferred, and some cannot even be said.
                let said = |a: &syn::GenericArgument| !matches!(a, syn::GenericArgument::Lifetime(_));
                generics.extend(arguments.args.into_iter().filter(said));
            }
        }
        let (kind, of) = if is_associated(&path) {
            (CallKind::Associated, self.type_before(&path))
        } else {
            (CallKind::Function, None)
        };
        let recorded = self.recorded(&path.path);
        let known = self.method_of_own(&path);
        let decides = self.decides_on(known);
        let scratch = known.map(|known| known.scratch);
        Callee {
            span: Unseen(path.span()),
            path: Rc::new(path),
            of,
            generics,
            kind,
            recorded,
            scratch,
            decides,
            opened: false,
            start: None,
            beside: false,
            functions: Box::default(),
            constant: None,
            in_order: false,
        }
    }

    /// A truth value as zero or one, since it is cast to no float; any other value as it is.
    fn as_digit(&self, value: Expr) -> Expr {
        match self.kind(&value) {
            Kind::Truth => Expr::ToExact(Box::new(value), Scalar::Integer(IntegerType::U8).into()),
            _ => value,
        }
    }

    /// Lowers `f64::max(a, b)` and `f64::from(n)` of exact values.
    pub(super) fn host_call(&mut self, call: &syn::ExprCall) -> Option<Expr> {
        let syn::Expr::Path(path) = &*call.func else { return None };
        let [of, name] = &path.path.segments.iter().collect::<Vec<_>>()[..] else { return None };
        if !self.has_host() || of.ident != "f64" {
            return None;
        }
        let lower = |this: &mut Self, e: &syn::Expr| this.exact_value(e);
        if name.ident == "from" && call.args.len() == 1 {
            let value = lower(self, &call.args[0]);
            return (self.kind(&value) != Kind::Real).then(|| {
                let value = self.as_digit(value);
                Expr::ToExact(Box::new(value), ExactType::of(&named(of)))
            });
        }
        if !keeps_type(&name.ident.to_string()) {
            return None;
        }
        let errors = self.errors.0.len();
        let args: Vec<Expr> = call.args.iter().map(|arg| lower(self, arg)).collect();
        let is_hosted = args.iter().any(|arg| self.host_float(arg).is_some());
        if !is_hosted || args.iter().any(|arg| self.kind(arg) == Kind::Real) {
            self.errors.0.truncate(errors);
            return None;
        }
        let args = args.into_iter().map(Argument::Value).collect();
        Some(Expr::Host(Host::Function(Rc::new(path.clone())), args))
    }

    /// An argument of a call.
    pub(super) fn argument(&mut self, e: &syn::Expr, exact: bool) -> Argument {
        if let Some((_, captured)) = capturing(e) {
            return self.argument(captured, exact);
        }
        if let Some(view) = self.view_argument(e) {
            return view;
        }
        match e {
            syn::Expr::Struct(_) | syn::Expr::Call(_) | syn::Expr::Reference(_) if self.is_composed(e) => {
                Argument::Value(Expr::Constant(Constant::of(e)))
            }
            syn::Expr::Reference(r) if r.mutability.is_none() && !exact && value_of(&r.expr).is_some() => {
                Argument::Shared(self.lent_number(value_of(&r.expr).unwrap_or(&r.expr)))
            }
            syn::Expr::Reference(r) if r.mutability.is_none() && !exact && is_lent(&r.expr) => {
                Argument::Shared(self.lent(&r.expr))
            }
            // In a macro of the language nested operators have no names.
            syn::Expr::Reference(r) if r.mutability.is_none() && !exact && self.is_unnamed(&r.expr) => {
                Argument::Shared(self.lent(&r.expr))
            }
            e if !exact && is_lent(e) => Argument::Value(Expr::Read(self.lent(e))),
            syn::Expr::Reference(r) if r.mutability.is_none() && self.is_of_constant(&r.expr) => {
                Argument::Value(self.lent_constant(&r.expr))
            }
            // What is made in a condition has no name.
            syn::Expr::Reference(r) if r.mutability.is_none() && crate::resolve::is_unknown(&r.expr) => {
                let value = self.lower_expr(&r.expr, exact);
                Argument::Value(Expr::Host(Host::Lent, vec![Argument::Value(value)]))
            }
            syn::Expr::Reference(r) => match (self.place(&r.expr), r.mutability.is_some()) {
                (Some(place), true) => Argument::Mutable(self.element(place)),
                (Some(place), false) => Argument::Shared(self.element(place)),
                (None, _) => Argument::Value(stand_in(e.span())),
            },
            syn::Expr::Paren(p) => self.argument(&p.expr, exact),
            // A copy has the cotangent of its original.
            syn::Expr::MethodCall(copy)
                if !exact && is_copy(copy) && self.is_copied_place(&copy.receiver) =>
            {
                match self.place(&copy.receiver) {
                    Some(place) => Argument::Value(Expr::Read(place)),
                    None => Argument::Value(stand_in(e.span())),
                }
            }
            _ => match self.lower_expr(e, exact) {
                Expr::Read(place) if place.is_whole() && !self.is_dereferenced(e) => {
                    Argument::of(self.vars[place.base].passing, place)
                }
                value => Argument::Value(value),
            },
        }
    }

    /// True for a place in an ordinary function, whose programs copy what they hand over.
    fn is_copied_place(&mut self, e: &syn::Expr) -> bool {
        let place = self.quiet_place(e).filter(|_| self.language.is_ordinary());
        place.is_some_and(|place| owns(&self.type_of(&place)))
    }

    /// True for a call, or a branch, whose value may be a structure.
    fn is_unnamed(&mut self, e: &syn::Expr) -> bool {
        let is_own = match e {
            syn::Expr::MethodCall(call) => self.is_structure(&call.receiver),
            syn::Expr::If(_) => self.is_structure_by_uses(e),
            _ => false,
        };
        is_own || crate::resolve::is_unknown(e)
    }

    /// True for a `const` or `static`, and for a part of one.
    fn is_of_constant(&self, e: &syn::Expr) -> bool {
        match e {
            syn::Expr::Path(path) => {
                let is_variable = self.is_variable(&path.path);
                !is_variable && judged(&path.path).is_in_capitals()
            }
            syn::Expr::Paren(inner) => self.is_of_constant(&inner.expr),
            syn::Expr::Index(index) => {
                matches!(&*index.index, syn::Expr::Range(_)) && self.is_of_constant(&index.expr)
            }
            _ => false,
        }
    }

    /// `&TABLE` and `&TABLE[a..b]`: what is lent carries no cotangent.
    fn lent_constant(&mut self, e: &syn::Expr) -> Expr {
        let syn::Expr::Index(index) = e else { return Expr::Constant(Constant::of(&syn::parse_quote!(&#e))) };
        let syn::Expr::Range(range) = &*index.index else { return stand_in(e.span()) };
        let mut args = vec![Argument::Value(self.lent_constant(&index.expr))];
        let start = range.start.as_ref().map_or_else(|| Expr::integer(0), |start| self.exact_value(start));
        args.push(Argument::Value(start));
        let part: syn::ExprPath = match &range.end {
            None => syn::parse_quote!(::retrograde::__private::part_from),
            Some(end) => {
                let end = self.exact_value(end);
                let end = if matches!(range.limits, syn::RangeLimits::Closed(_)) {
                    Expr::Exact(Operator::Add, vec![end, Expr::integer(1)])
                } else {
                    end
                };
                args.push(Argument::Value(end));
                syn::parse_quote!(::retrograde::__private::part)
            }
        };
        Expr::Host(Host::Function(Rc::new(part)), args)
    }

    /// Lowers the name of a view, which is a reference already or a copy.
    fn view_argument(&mut self, e: &syn::Expr) -> Option<Argument> {
        let Some(&Meaning::View(_, passing)) = self.meaning(e) else { return None };
        let place = self.quiet_place(e)?;
        let place = self.element(place);
        Some(Argument::of(passing, place))
    }

    /// `[a, b]` or `&[a, b]`: the array is given a name before the statement, and so is a structure.
    pub(super) fn lent(&mut self, e: &syn::Expr) -> Place {
        let span = e.span();
        let made = self.made(e, None, (String::new(), Vec::new()));
        let (value, ty, way) = match made {
            Some(made) => (made.value, made.ty, made.way),
            None => {
                let value = self.real_value(e);
                let value = if has_literals(&value) { self.lifted(value) } else { value };
                // What a call returns, rustc alone knows.
                let ty = if matches!(value, Expr::Call(..)) { Type::Unknown } else { self.infer(&value) };
                (value, ty, (String::new(), Vec::new()))
            }
        };
        let var = self.declare("lent", span, ty, Role::Binding);
        self.structure_declared(var, &value, way);
        self.pending.push(Stmt::Bind(Binding::new(var, value, span)));
        Place::whole(var, span)
    }

    /// `&{ x }`: the number is given a name before the statement.
    fn lent_number(&mut self, e: &syn::Expr) -> Place {
        let (span, value) = (e.span(), self.real_value(e));
        let value = self.as_real(value, e);
        self.value_named("lent", span, Type::Real, value)
    }

    pub(super) fn is_dereferenced(&self, e: &syn::Expr) -> bool {
        matches!(e, syn::Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)))
    }
}

/// Returns the type that a segment of a path names.
fn named(of: &syn::PathSegment) -> syn::Type {
    syn::Type::Path(syn::TypePath { qself: None, path: of.ident.clone().into() })
}

/// Returns the constant of `T::zero()` or `T::one()`.
fn constant_of_reals(name: &str) -> Option<f64> {
    match name {
        "zero" => Some(0.0),
        "one" => Some(1.0),
        _ => None,
    }
}

/// The value of a block that has nothing else.
fn value_of(e: &syn::Expr) -> Option<&syn::Expr> {
    match e {
        syn::Expr::Block(b) if b.label.is_none() => match &b.block.stmts[..] {
            [syn::Stmt::Expr(value, None)] => Some(value),
            _ => None,
        },
        _ => None,
    }
}

/// True if an expression is the literal of an array or a structure.
fn is_lent(e: &syn::Expr) -> bool {
    is_list(e) || crate::syntax::read::is_written_out(e)
}

/// True if an expression is the literal of an array.
pub(super) fn is_list(e: &syn::Expr) -> bool {
    matches!(bare(e), syn::Expr::Array(_) | syn::Expr::Repeat(_))
}

/// Suggests a replacement for a call of an expression without a name.
pub(super) fn instead_of(callee: &syn::Expr) -> String {
    match callee {
        syn::Expr::Index(_) | syn::Expr::Field(_) => format!(
            "pass it to a reversible function that calls it: `apply(&{}, …)`, with `f: &F` and `F: Reversible<T>`",
            shown(callee)
        ),
        syn::Expr::Paren(p) => instead_of(&p.expr),
        _ => "write a named function marked #[reversible] and call it".to_string(),
    }
}

/// Returns the message about a function of the standard library without inverse or partials that new users may try.
pub(super) fn of_the_host(path: &syn::ExprPath) -> Option<(String, &'static str)> {
    let segments: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
    let end: Vec<&str> = segments.iter().rev().take(2).rev().map(String::as_str).collect();
    let help = match end[..] {
        ["drop"] | ["mem", "drop"] => {
            "remove it: a local is forgotten at the end of its block, or by `free!(t = …);`"
        }
        ["mem", "swap"] => "exchange two places by `swap(&mut a, &mut b);`",
        ["mem", "replace" | "take"] => {
            "nothing is overwritten: exchange two places by `swap(&mut a, &mut b);`"
        }
        ["Ok" | "Err" | "Some"] => "return and pass plain numbers, and wrap them outside of the function",
        ["Box" | "Rc" | "Arc" | "Cell" | "RefCell", "new"] => {
            "hold the number in a local: `let mut t = 0.0;`"
        }
        _ => return None,
    };
    Some((format!("`{}` has no known inverse", shown(path)), help))
}

/// True for `e.clone()`.
fn is_copy(call: &syn::ExprMethodCall) -> bool {
    call.method == "clone" && call.args.is_empty()
}
