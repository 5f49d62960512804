//! Expressions: real arithmetic becomes rules, everything else stays exact or host code.

use super::{Lowering, Meaning, shown};
use crate::ir::*;
use crate::law::{Extent, Law};
use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

/// What tokens tell of the kind of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Real,
    Exact,
    /// A constant of either kind: its neighbours decide.
    Either,
}

/// What stands in for an expression that was reported.
fn stand_in(span: Span) -> Expr {
    Expr::Real(0.0, span)
}

impl Lowering {
    pub(super) fn kind(&self, e: &Expr) -> Kind {
        match e {
            Expr::Real(..) | Expr::Apply(..) | Expr::Powi(..) | Expr::ToReal(_) | Expr::Call(..) => {
                Kind::Real
            }
            Expr::Constant(tokens) => match syn::parse2::<syn::Lit>(tokens.clone()) {
                Ok(syn::Lit::Bool(_)) => Kind::Exact,
                _ => Kind::Either,
            },
            Expr::Read(place) => match self.type_of(place) {
                Type::Real => Kind::Real,
                _ => Kind::Exact,
            },
            Expr::Length(_) | Expr::ToExact(..) | Expr::Host(..) | Expr::Choose(..) => Kind::Exact,
            Expr::Exact(op, args) => match op {
                Operator::Add | Operator::Sub | Operator::Mul | Operator::Div | Operator::Neg => {
                    if args.iter().all(|a| self.kind(a) == Kind::Either) { Kind::Either } else { Kind::Exact }
                }
                _ => Kind::Exact,
            },
            Expr::List(items) => items.first().map_or(Kind::Exact, |i| self.kind(i)),
            Expr::Fill { value, .. } => self.kind(value),
        }
    }

    /// Whether an exact place holds the host's `f64` in a generic function.
    fn is_host_float(&self, e: &Expr) -> bool {
        match e {
            Expr::Read(place) => match self.type_of(place) {
                Type::Exact(Some(tokens)) => matches!(tokens.to_string().as_str(), "f64" | "f32"),
                _ => false,
            },
            Expr::Exact(_, args) => {
                args.iter().all(|a| self.is_host_float(a) || self.kind(a) == Kind::Either)
            }
            _ => false,
        }
    }

    /// Makes an expression real where its neighbours are.
    pub(super) fn as_real(&mut self, e: Expr, written: &syn::Expr) -> Expr {
        match self.kind(&e) {
            Kind::Real => e,
            Kind::Either => Expr::ToReal(Box::new(e)),
            Kind::Exact if matches!(e, Expr::List(_) | Expr::Fill { .. }) => e,
            Kind::Exact if self.is_host_float(&e) => Expr::ToReal(Box::new(e)),
            Kind::Exact => {
                if matches!(&e, Expr::Host(..)) {
                    return Expr::ToReal(Box::new(e));
                }
                self.not_real(&e, written);
                stand_in(written.span())
            }
        }
    }

    /// Tells why an expression is not real: because its type cannot be told, or because it is exact.
    fn not_real(&mut self, e: &Expr, written: &syn::Expr) {
        let (real, text) = (self.real.ident().to_string(), shown(written));
        let help = match written {
            syn::Expr::Binary(_) | syn::Expr::If(_) => format!("cast it: `({text}) as {real}`"),
            _ => format!("cast it: `{text} as {real}`"),
        };
        if matches!(e, Expr::Read(place) if self.type_of(place).depth() > 0) {
            let message = format!("`{text}` is an array, and a single value is needed here");
            let help = format!("read an element, `{text}[i]`, in a loop over all of them");
            return self.errors.report(Law::MixedTypes, Extent::of(written), message, help);
        }
        if let Some((message, help)) = self.untold(e, &real) {
            return self.errors.report(Law::UnknownType, Extent::of(written), message, help);
        }
        let message = format!("`{text}` is exact, and a real value is needed here");
        self.errors.report(Law::MixedTypes, Extent::of(written), message, help);
    }

    /// What to say where the type of a place is hidden behind a name that tokens cannot look through.
    pub(super) fn untold(&self, e: &Expr, real: &str) -> Option<(String, String)> {
        let Expr::Read(place) = e else { return None };
        let variable = &self.vars[place.base];
        let name = &variable.name;
        match (variable.ty.leaf(), &variable.definition) {
            (Type::Exact(Some(ty)), _) if !is_exact_type(ty) => Some((
                format!("whether `{name}` holds reals cannot be told from its type `{}`", shown(ty)),
                format!(
                    "write the type out, such as `{name}: &[{real}]`, or take the reals in it as arguments of their own"
                ),
            )),
            (Type::Exact(None), Some(Expr::Constant(value)))
                if syn::parse2::<syn::Lit>(value.clone()).is_err() =>
            {
                Some((
                    format!("whether `{name}` is real cannot be told from `{}`", shown(value)),
                    format!("write the type: `let {name}: {real} = {};`", shown(value)),
                ))
            }
            _ => None,
        }
    }

    /// Lowers an expression of real or unknown kind.
    pub(super) fn real_value(&mut self, e: &syn::Expr) -> Expr {
        self.lower_expr(e, false)
    }

    /// Lowers a condition, bound, index or other exact expression: calls in it are host code.
    pub(super) fn exact_value(&mut self, e: &syn::Expr) -> Expr {
        self.lower_expr(e, true)
    }

    fn lower_expr(&mut self, e: &syn::Expr, exact: bool) -> Expr {
        let span = e.span();
        match e {
            syn::Expr::Lit(lit) => match &lit.lit {
                syn::Lit::Float(f) => match f.base10_parse::<f64>() {
                    Ok(value) if value.is_finite() => Expr::Real(value, span),
                    Ok(_) => self.outside(
                        span,
                        format!("`{f}` is too large for a float"),
                        "write a smaller number",
                    ),
                    Err(_) => self.outside(span, "this literal is not a float", "write it as a decimal"),
                },
                other => Expr::Constant(other.to_token_stream()),
            },
            syn::Expr::Path(path) => self.path(path, span),
            syn::Expr::Paren(p) => self.lower_expr(&p.expr, exact),
            syn::Expr::Group(g) => self.lower_expr(&g.expr, exact),
            syn::Expr::Unary(unary) => self.unary(unary, exact, span),
            syn::Expr::Binary(binary) => self.binary(binary, exact),
            syn::Expr::Index(_) => self.place(e).map_or_else(|| stand_in(span), Expr::Read),
            syn::Expr::MethodCall(call) => self.method(call, exact, span),
            syn::Expr::Call(call) => self.call_value(call, exact),
            syn::Expr::Cast(cast) => self.cast(cast),
            syn::Expr::Array(array) => {
                Expr::List(array.elems.iter().map(|item| self.lower_expr(item, exact)).collect())
            }
            syn::Expr::Repeat(repeat) => Expr::Fill {
                value: Box::new(self.lower_expr(&repeat.expr, exact)),
                length: Box::new(self.exact_value(&repeat.len)),
                heap: false,
            },
            syn::Expr::Macro(m) if m.mac.path.is_ident("vec") => self.vec_macro(&m.mac, exact),
            syn::Expr::Block(b) => match &b.block.stmts[..] {
                [syn::Stmt::Expr(inner, None)] if b.label.is_none() => self.lower_expr(inner, exact),
                _ => self.outside(
                    Extent::of(e),
                    "a block with statements is no expression of the language",
                    "move its `let`s before this statement",
                ),
            },
            syn::Expr::If(branch) => self.branch_value(branch, exact, span),
            syn::Expr::Field(f) => {
                let (text, field) = (shown(e), shown(&f.member));
                let name = if field.parse::<usize>().is_ok() { "part".to_string() } else { field };
                self.outside(
                    Extent::of(e),
                    format!("`{text}` is a field, and fields are not part of the language"),
                    format!("take the field as an argument of its own: `{name}: {}`", self.real.ident()),
                )
            }
            syn::Expr::Closure(_) => {
                let help = "write a named function marked #[reversible] and call it";
                self.outside(Extent::of(e), "a closure has no inverse", help)
            }
            syn::Expr::Match(m) => self.outside(
                m.match_token.span(),
                "`match` is not part of the language",
                "write `if … { … } else if … { … } else { … }`",
            ),
            syn::Expr::Reference(_) => self.outside(
                Extent::of(e),
                format!("the reference `{}` is neither an argument nor a view", shown(e)),
                "pass it to a function, or bind it: `let v = &x[a..b];`",
            ),
            syn::Expr::Return(_) | syn::Expr::Break(_) | syn::Expr::Continue(_) | syn::Expr::Try(_) => {
                self.leaves_early(e);
                stand_in(span)
            }
            syn::Expr::Macro(m) => self.outside(
                Extent::of(e),
                format!("`{}!` has no inverse and no partials", shown(&m.mac.path)),
                "call a function instead, or bind an exact value: `let n: usize = …;`",
            ),
            syn::Expr::Tuple(_) => self.outside(
                Extent::of(e),
                "a tuple is no value of the language",
                "bind each part by a `let` of its own",
            ),
            _ => self.outside(
                Extent::of(e),
                format!("`{}` is not part of the language", shown(e)),
                "use arithmetic, rules of the table, and calls of reversible functions",
            ),
        }
    }

    pub(super) fn outside(
        &mut self,
        at: impl Into<Extent>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Expr {
        let at = at.into();
        self.errors.report(Law::OutsideLanguage, at, message, help);
        stand_in(at.start)
    }

    /// Reports `return`, `break`, `continue` or `?`, and looks at what stands in it.
    pub(super) fn leaves_early(&mut self, e: &syn::Expr) {
        let (at, what, help) = match e {
            syn::Expr::Return(r) => {
                (Extent::from(r.return_token.span()), "`return`", "put what follows into an `else` branch")
            }
            syn::Expr::Break(b) => (
                b.break_token.span().into(),
                "`break`",
                "put the condition into the head: `while (pre, post) { … }`",
            ),
            syn::Expr::Continue(c) => {
                (c.continue_token.span().into(), "`continue`", "put the rest of the body into an `if`")
            }
            syn::Expr::Try(t) => (
                t.question_token.span().into(),
                "`?`",
                "unwrap before the function is called, and hand the value over as an argument",
            ),
            other => (Extent::of(other), "this", "put what follows into an `else` branch"),
        };
        self.errors.report(
            Law::LeavesEarly,
            at,
            format!("{what} leaves a block in the middle: backwards, nothing tells where to come in"),
            help,
        );
    }

    fn path(&mut self, path: &syn::ExprPath, span: Span) -> Expr {
        if let Some(ident) = path.path.get_ident() {
            match self.look_up(ident) {
                Some(Meaning::Variable(var)) => return Expr::Read(Place::whole(*var, span)),
                Some(Meaning::View(place)) => return Expr::Read(Place { span, ..place.clone() }),
                None => {}
            }
        }
        Expr::Constant(path.to_token_stream())
    }

    fn unary(&mut self, unary: &syn::ExprUnary, exact: bool, span: Span) -> Expr {
        let inner = self.lower_expr(&unary.expr, exact);
        match unary.op {
            syn::UnOp::Deref(_) => inner,
            syn::UnOp::Not(_) => Expr::Exact(Operator::Not, vec![inner]),
            syn::UnOp::Neg(_) => match (self.kind(&inner), inner) {
                (_, Expr::Real(value, _)) => Expr::Real(-value, span),
                (Kind::Real, inner) => Expr::Apply(Primitive::Neg, vec![inner]),
                (_, inner) => Expr::Exact(Operator::Neg, vec![inner]),
            },
            _ => self.outside(span, "unknown operator", "use arithmetic operators"),
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary, exact: bool) -> Expr {
        use syn::BinOp;
        let left = self.lower_expr(&binary.left, exact);
        let right = self.lower_expr(&binary.right, exact);
        let (operator, rule) = match binary.op {
            BinOp::Add(_) => (Operator::Add, Some(Primitive::Add)),
            BinOp::Sub(_) => (Operator::Sub, Some(Primitive::Sub)),
            BinOp::Mul(_) => (Operator::Mul, Some(Primitive::Mul)),
            BinOp::Div(_) => (Operator::Div, Some(Primitive::Div)),
            BinOp::Rem(_) => (Operator::Rem, None),
            BinOp::BitAnd(_) => (Operator::BitAnd, None),
            BinOp::BitOr(_) => (Operator::BitOr, None),
            BinOp::BitXor(_) => (Operator::BitXor, None),
            BinOp::Shl(_) => (Operator::Shl, None),
            BinOp::Shr(_) => (Operator::Shr, None),
            BinOp::And(_) => (Operator::And, None),
            BinOp::Or(_) => (Operator::Or, None),
            BinOp::Eq(_) => (Operator::Eq, None),
            BinOp::Ne(_) => (Operator::Ne, None),
            BinOp::Lt(_) => (Operator::Lt, None),
            BinOp::Le(_) => (Operator::Le, None),
            BinOp::Gt(_) => (Operator::Gt, None),
            BinOp::Ge(_) => (Operator::Ge, None),
            _ => {
                let help = "put it on a line of its own";
                return self.outside(Extent::of(binary), format!("`{}` is a statement", shown(binary)), help);
            }
        };
        let real = self.kind(&left) == Kind::Real || self.kind(&right) == Kind::Real;
        match (rule, real) {
            (Some(rule), true) => {
                let left = self.as_real(left, &binary.left);
                let right = self.as_real(right, &binary.right);
                Expr::Apply(rule, vec![left, right])
            }
            (None, true) if matches!(operator, Operator::Rem) => {
                let help = "subtract whole multiples: `x - (x / y).floor() * y`";
                self.outside(Extent::of(binary), "the remainder of reals has no rule in the table", help)
            }
            (None, true) => {
                let left = self.as_real(left, &binary.left);
                let right = self.as_real(right, &binary.right);
                Expr::Exact(operator, vec![left, right])
            }
            (_, false) => Expr::Exact(operator, vec![left, right]),
        }
    }

    fn cast(&mut self, cast: &syn::ExprCast) -> Expr {
        let inner = self.lower_expr(&cast.expr, true);
        match self.lower_type(&cast.ty) {
            Type::Real if self.kind(&inner) == Kind::Real => inner,
            Type::Real => Expr::ToReal(Box::new(inner)),
            Type::Exact(_) => Expr::ToExact(Box::new(inner), cast.ty.to_token_stream()),
            Type::Array(..) | Type::Slice(_) | Type::Vec(_) => {
                self.outside(Extent::of(cast), "an array cannot be cast", "cast its elements")
            }
        }
    }

    fn vec_macro(&mut self, mac: &syn::Macro, exact: bool) -> Expr {
        let parsed = mac.parse_body_with(|input: syn::parse::ParseStream<'_>| {
            let value: syn::Expr = input.parse()?;
            input.parse::<syn::Token![;]>()?;
            let length: syn::Expr = input.parse()?;
            Ok((value, length))
        });
        match parsed {
            Ok((value, length)) => Expr::Fill {
                value: Box::new(self.lower_expr(&value, exact)),
                length: Box::new(self.exact_value(&length)),
                heap: true,
            },
            Err(_) => self.outside(
                Extent::of(mac),
                "only `vec![value; length]` is a known start",
                "write `vec![0.0; n]`",
            ),
        }
    }

    /// `if c { a } else { b }` as a value: a place that one of two branches adds to.
    fn branch_value(&mut self, branch: &syn::ExprIf, exact: bool, span: Span) -> Expr {
        let single = |block: &syn::Block| match &block.stmts[..] {
            [syn::Stmt::Expr(e, None)] => Some(e.clone()),
            _ => None,
        };
        let otherwise = branch.else_branch.as_ref().and_then(|(_, e)| match &**e {
            syn::Expr::Block(b) => single(&b.block),
            other => Some(other.clone()),
        });
        let (Some(then), Some(otherwise)) = (single(&branch.then_branch), otherwise) else {
            return self.outside(
                Extent::of(branch),
                "a branch with a value has one expression on either side, and both sides",
                "declare `let mut t = 0.0;` before it and add to `t` inside",
            );
        };
        let condition = self.exact_value(&branch.cond);
        if exact {
            let (a, b) = (self.exact_value(&then), self.exact_value(&otherwise));
            return Expr::Choose(Box::new(condition), Box::new(a), Box::new(b));
        }
        let outer = std::mem::take(&mut self.pending);
        let a = self.real_value(&then);
        let before_a = std::mem::take(&mut self.pending);
        let b = self.real_value(&otherwise);
        let before_b = std::mem::replace(&mut self.pending, outer);
        if self.kind(&a) != Kind::Real && self.kind(&b) != Kind::Real {
            return Expr::Choose(Box::new(condition), Box::new(a), Box::new(b));
        }
        let (a, b) = (self.as_real(a, &then), self.as_real(b, &otherwise));
        let var = self.declare("chosen", span, Type::Real, Role::Ancilla);
        let arm = |mut before: Vec<Stmt>, value: Expr| {
            let place = Place::whole(var, span);
            before.push(Stmt::Update(Update { place, sign: Sign::Plus, value, span }));
            Block { stmts: before }
        };
        self.pending.push(Stmt::Allocate(Binding { var, value: Expr::Real(0.0, span), span }));
        self.pending.push(Stmt::If(If {
            pre: condition,
            post: None,
            then: arm(before_a, a),
            otherwise: arm(before_b, b),
            decision: Decision::Again,
            span,
        }));
        Expr::Read(Place::whole(var, span))
    }

    fn method(&mut self, call: &syn::ExprMethodCall, exact: bool, span: Span) -> Expr {
        let name = call.method.to_string();
        if matches!(name.as_str(), "len" | "is_empty") && call.args.is_empty() {
            if let Some(place) = self.quiet_place(&call.receiver) {
                let length = match place.path.last() {
                    Some(Projection::Range(a, b)) => difference(b.clone(), a.clone()),
                    _ => Expr::Length(place),
                };
                return match name.as_str() {
                    "len" => length,
                    _ => Expr::Exact(Operator::Eq, vec![length, Expr::Constant(quote!(0))]),
                };
            }
        }
        let receiver = self.lower_expr(&call.receiver, exact);
        let args: Vec<_> = call.args.iter().map(|a| (self.lower_expr(a, exact), a)).collect();
        let real = self.kind(&receiver) == Kind::Real || args.iter().any(|(a, _)| self.kind(a) == Kind::Real);
        if !real {
            let method = call.method.to_token_stream();
            let all = std::iter::once(receiver).chain(args.into_iter().map(|(a, _)| a)).map(Argument::Value);
            return Expr::Host(Host::Method(method), all.collect());
        }
        let receiver = self.as_real(receiver, &call.receiver);
        match (name.as_str(), Primitive::by_name(&name)) {
            ("powi", _) if args.len() == 1 => Expr::Powi(
                Box::new(receiver),
                Box::new(args.into_iter().next().map_or(stand_in(span), |(a, _)| a)),
            ),
            ("clone", _) => receiver,
            ("is_nan" | "is_finite" | "is_sign_negative" | "is_sign_positive" | "is_infinite", _) => {
                Expr::Host(Host::Method(call.method.to_token_stream()), vec![Argument::Value(receiver)])
            }
            (_, Some(rule)) if rule.arity() == 1 + args.len() => {
                let rest: Vec<_> = args.into_iter().map(|(a, written)| self.as_real(a, written)).collect();
                Expr::Apply(rule, std::iter::once(receiver).chain(rest).collect())
            }
            (_, Some(rule)) => {
                let wanted = match rule.arity() {
                    1 => "nothing".to_string(),
                    2 => "one value".to_string(),
                    n => format!("{} values", n - 1),
                };
                let message =
                    format!("`{name}` takes {wanted} in its parentheses, and has {} here", args.len());
                self.outside(call.method.span(), message, "hand over what the rule asks for")
            }
            _ => self.outside(
                call.method.span(),
                format!("`{name}` is no rule of the table: its partials are unknown"),
                "see docs/rules.md for the rules, or write a function marked #[primitive] with its partials",
            ),
        }
    }

    fn call_value(&mut self, call: &syn::ExprCall, exact: bool) -> Expr {
        let syn::Expr::Path(path) = &*call.func else {
            let help = "write a named function marked #[reversible] and call it";
            return self.outside(Extent::of(&call.func), "only named functions can be called", help);
        };
        if self.is_variable(&path.path) {
            let message = format!("`{}` is a value: its inverse and its partials are unknown", shown(path));
            let help = "call a function marked #[reversible] by its name";
            return self.outside(Extent::of(path), message, help);
        }
        let segments: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
        let real = self.real.ident().to_string();
        if let [first, last] = &segments[..] {
            let of_real = *first == real || first == "Real" || first == "f64" || first == "f32";
            if of_real && matches!(last.as_str(), "constant" | "from") && call.args.len() == 1 {
                return Expr::ToReal(Box::new(self.exact_value(&call.args[0])));
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
        let args: Vec<Argument> = call.args.iter().map(|a| self.argument(a, exact)).collect();
        if exact {
            return Expr::Host(Host::Function(path.to_token_stream()), args);
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
        Expr::Call(self.callee(&path.path), args)
    }

    /// Whether a path is the name of a parameter or local, and so no function.
    pub(super) fn is_variable(&self, path: &syn::Path) -> bool {
        path.get_ident().is_some_and(|name| self.look_up(name).is_some())
    }

    /// A callee without its generic arguments: each of its programs has generics of its own.
    pub(super) fn callee(&self, path: &syn::Path) -> Callee {
        let mut path = path.clone();
        for segment in &mut path.segments {
            segment.arguments = syn::PathArguments::None;
        }
        Callee { span: path.span(), path }
    }

    /// An argument of a call.
    pub(super) fn argument(&mut self, e: &syn::Expr, exact: bool) -> Argument {
        match e {
            syn::Expr::Reference(r) => match (self.place(&r.expr), r.mutability.is_some()) {
                (Some(place), true) => Argument::Mutable(place),
                (Some(place), false) => Argument::Shared(place),
                (None, _) => Argument::Value(stand_in(e.span())),
            },
            syn::Expr::Paren(p) => self.argument(&p.expr, exact),
            _ => match self.lower_expr(e, exact) {
                Expr::Read(place) if place.is_whole() && !self.is_dereferenced(e) => {
                    match self.vars[place.base].passing {
                        Passing::Mutable => Argument::Mutable(place),
                        Passing::Shared => Argument::Shared(place),
                        Passing::Value => Argument::Value(Expr::Read(place)),
                    }
                }
                // A view is a reference already.
                Expr::Read(place) if matches!(place.path.last(), Some(Projection::Range(..))) => {
                    Argument::Shared(place)
                }
                value => Argument::Value(value),
            },
        }
    }

    fn is_dereferenced(&self, e: &syn::Expr) -> bool {
        matches!(e, syn::Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)))
    }

    /// A place, or nothing and a report.
    pub(super) fn place(&mut self, e: &syn::Expr) -> Option<Place> {
        match self.quiet_place(e) {
            Some(place) => Some(place),
            None => {
                match root(e) {
                    // A field has a message of its own.
                    field @ syn::Expr::Field(_) => self.lower_expr(field, false),
                    _ => self.outside(
                        Extent::of(e),
                        format!("`{}` is no place of this function", shown(e)),
                        "name a parameter or a local variable, indexed as needed",
                    ),
                };
                None
            }
        }
    }

    fn quiet_place(&mut self, e: &syn::Expr) -> Option<Place> {
        let span = e.span();
        match e {
            syn::Expr::Path(p) => match self.look_up(p.path.get_ident()?)? {
                Meaning::Variable(var) => Some(Place::whole(*var, span)),
                Meaning::View(place) => Some(Place { span, ..place.clone() }),
            },
            syn::Expr::Paren(p) => self.quiet_place(&p.expr),
            syn::Expr::Group(g) => self.quiet_place(&g.expr),
            syn::Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.quiet_place(&u.expr),
            syn::Expr::Index(index) => {
                let place = self.quiet_place(&index.expr)?;
                let projection = match &*index.index {
                    syn::Expr::Range(range) => match self.range_projection(&place, range) {
                        Some(projection) => projection,
                        None => return Some(place),
                    },
                    i => Projection::Index(self.exact_value(i)),
                };
                Some(extend(place, projection))
            }
            _ => None,
        }
    }

    /// `[..]` is the whole place: no projection.
    fn range_projection(&mut self, place: &Place, range: &syn::ExprRange) -> Option<Projection> {
        if range.start.is_none() && range.end.is_none() {
            return None;
        }
        let start = range.start.as_ref().map_or(Expr::Constant(quote!(0)), |s| self.exact_value(s));
        let end = match &range.end {
            Some(end) => {
                let end = self.exact_value(end);
                match range.limits {
                    syn::RangeLimits::HalfOpen(_) => end,
                    syn::RangeLimits::Closed(_) => sum(end, Expr::Constant(quote!(1))),
                }
            }
            None => match place.path.last() {
                Some(Projection::Range(a, b)) => difference(b.clone(), a.clone()),
                _ => Expr::Length(place.clone()),
            },
        };
        Some(Projection::Range(start, end))
    }
}

fn sum(a: Expr, b: Expr) -> Expr {
    match (&a, &b) {
        (Expr::Constant(zero), _) if zero.to_string() == "0" => b,
        (_, Expr::Constant(zero)) if zero.to_string() == "0" => a,
        _ => Expr::Exact(Operator::Add, vec![a, b]),
    }
}

fn difference(a: Expr, b: Expr) -> Expr {
    match &b {
        Expr::Constant(zero) if zero.to_string() == "0" => a,
        _ => Expr::Exact(Operator::Sub, vec![a, b]),
    }
}

/// What a place is indexed from.
fn root(e: &syn::Expr) -> &syn::Expr {
    match e {
        syn::Expr::Index(index) => root(&index.expr),
        syn::Expr::Unary(unary) => root(&unary.expr),
        syn::Expr::Paren(paren) => root(&paren.expr),
        other => other,
    }
}

/// Goes one step further into a place; a step into a range counts from the start of the range. Its span stays that
/// of the name.
fn extend(mut place: Place, projection: Projection) -> Place {
    let projection = match (place.path.last().cloned(), projection) {
        (Some(Projection::Range(start, _)), Projection::Index(i)) => {
            place.path.pop();
            Projection::Index(sum(start, i))
        }
        (Some(Projection::Range(start, _)), Projection::Range(a, b)) => {
            place.path.pop();
            Projection::Range(sum(start.clone(), a), sum(start, b))
        }
        (_, projection) => projection,
    };
    place.path.push(projection);
    place
}

/// Whether a type is one of those that Rust itself has for exact values.
fn is_exact_type(ty: &proc_macro2::TokenStream) -> bool {
    let exact = ["bool", "char", "str", "usize", "isize", "f32", "f64"];
    let text = ty.to_string();
    let sized = |text: &str| text.starts_with(['u', 'i']) && text[1..].parse::<u32>().is_ok();
    exact.contains(&text.as_str()) || sized(&text)
}
