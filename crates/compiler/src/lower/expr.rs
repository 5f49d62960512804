//! Lowers expressions: real arithmetic becomes rules, everything else stays exact or ordinary Rust.

use super::Lowering;
use super::place::difference;
use crate::infer::Term;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use crate::syntax::named::judged;
use crate::syntax::numbers;
use crate::syntax::paths::last;
use crate::syntax::position::Node;
use crate::syntax::read::{bare, filled, invoked};
use proc_macro2::Span;
use std::rc::Rc;
use syn::spanned::Spanned;

/// Returns the replacement of an expression that was reported.
pub(super) fn stand_in(span: Span) -> Expr {
    Expr::real(0.0, span)
}

impl Lowering {
    /// Lowers an expression of real or unknown kind.
    pub(super) fn real_value(&mut self, e: &syn::Expr) -> Expr {
        self.lower_expr(e, false)
    }

    /// Lowers a condition, bound, index or other exact expression, in which calls are ordinary Rust.
    pub(super) fn exact_value(&mut self, e: &syn::Expr) -> Expr {
        self.inlined(true, |lowering| lowering.lower_expr(e, true))
    }

    pub(super) fn lower_expr(&mut self, e: &syn::Expr, exact: bool) -> Expr {
        let span = e.span();
        match e {
            syn::Expr::Lit(lit) => match &lit.lit {
                syn::Lit::Float(f) => match f.base10_parse::<f64>() {
                    Ok(value) if value.is_finite() && self.float(e).is_some() => {
                        Expr::Constant(Constant::literal(&lit.lit))
                    }
                    Ok(value) if value.is_finite() => Expr::real(value, span),
                    Ok(_) => self.outside(
                        span,
                        format!("`{f}` is too large for a float"),
                        "write a smaller number",
                    ),
                    Err(_) => self.outside(span, "this literal is not a float", "write it as a decimal"),
                },
                other => Expr::Constant(Constant::literal(other)),
            },
            syn::Expr::Path(path) => self.path(path, span),
            syn::Expr::Paren(p) => self.lower_expr(&p.expr, exact),
            syn::Expr::Group(g) => self.lower_expr(&g.expr, exact),
            syn::Expr::Unary(unary) => self.unary(unary, exact, span),
            syn::Expr::Binary(binary) => self.binary(binary, exact),
            syn::Expr::Index(_) => match self.part_of_constant(e, exact) {
                Some(element) => element,
                None => match self.place(e) {
                    Some(place) => Expr::Read(self.element(place)),
                    None => stand_in(span),
                },
            },
            syn::Expr::MethodCall(call) => match self.copied_array(call) {
                Some(copy) if !exact => copy,
                _ => {
                    let exact = exact || self.is_whole_method(e, call);
                    let is_own_length = self.is_own_length(e, call);
                    self.method(call, exact, is_own_length, span)
                }
            },
            // The value that a place of reals starts from.
            syn::Expr::Call(call) if is_default(call) && self.is_number(e) => Expr::real(0.0, span),
            syn::Expr::Call(call) => self.call_value(call, exact),
            syn::Expr::Cast(cast) => self.cast(cast),
            syn::Expr::Array(array) => {
                let items = array.elems.iter().map(|item| (self.element_value(item, exact), item)).collect();
                Expr::List(self.alike(items))
            }
            syn::Expr::Repeat(repeat) => Expr::Fill {
                value: Box::new(self.element_value(&repeat.expr, exact)),
                length: Box::new(self.exact_value(&repeat.len)),
                heap: false,
            },
            // A constant at compile time.
            syn::Expr::Macro(m) if m.mac.path.is_ident("cfg") => Expr::Constant(Constant::of(e)),
            syn::Expr::Macro(m) if m.mac.path.is_ident("vec") => self.vec_macro(&m.mac, exact),
            syn::Expr::Block(b) => match &b.block.stmts[..] {
                [syn::Stmt::Expr(inner, None)] if b.label.is_none() => self.lower_expr(inner, exact),
                _ => self.outside(
                    Extent::of(e),
                    "a block with statements is not an expression of the language",
                    "move its `let`s before this statement",
                ),
            },
            syn::Expr::If(branch) => {
                // What a call returns is an integer where the other side is.
                let is_told = matches!(self.known(e), Term::Exact(_) | Term::Integer);
                self.branch_value(branch, exact || is_told && self.language.is_ordinary(), span)
            }
            syn::Expr::Struct(s) if numbers::by_name(&last(&s.path)).is_some() => {
                let number = self.number_struct(s, exact);
                number.unwrap_or_else(|| {
                    self.outside(
                        Extent::of(e),
                        "a number is made of all its parts",
                        "write `Complex { re, im }`",
                    )
                })
            }
            syn::Expr::Field(f) if exact && crate::resolve::is_unknown(&f.base) => {
                let of = self.lower_expr(&f.base, exact);
                Expr::Host(Host::Field(f.member.clone()), vec![Argument::Value(of)])
            }
            syn::Expr::Field(f) => {
                if self.quiet_place(e).is_none() {
                    if let Some(part) = self.part_of_constant(e, exact) {
                        return part;
                    }
                    if let Some(part) = self.of_number(f, exact) {
                        return part;
                    }
                }
                self.place(e).map_or_else(|| stand_in(span), |place| Expr::Read(self.element(place)))
            }
            syn::Expr::Closure(_) if exact => {
                let help = "write a plain function that has it inside, and call that: `let i: usize = position(x, at);`";
                self.outside(
                    Extent::of(e),
                    "a closure may read and change any variable, which is not checked",
                    help,
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
            // A borrowed operand of `+` or `*` is the number itself; an array in `each!` is its current element.
            syn::Expr::Reference(r) if r.mutability.is_none() && self.is_operand(&r.expr) => {
                self.lower_expr(&r.expr, exact)
            }
            syn::Expr::Reference(_) => self.outside(
                Extent::of(e),
                format!("the reference `{}` is neither an argument nor a view", shown(e)),
                "pass it to a function, or bind it: `let v = &x[a..b];`",
            ),
            syn::Expr::Return(_) | syn::Expr::Break(_) | syn::Expr::Continue(_) | syn::Expr::Try(_) => {
                self.leaves_early(e);
                stand_in(span)
            }
            syn::Expr::Macro(m) if self.language.is_ordinary() && invoked(&m.mac).is_some() => {
                self.invoked(&m.mac)
            }
            syn::Expr::Macro(m) => self.outside(
                Extent::of(e),
                format!("`{}!` has no inverse and no partials", shown(&m.mac.path)),
                if m.mac.path.is_ident("dbg") {
                    "remove it, and look at the value in a statement before: `safe! { dbg!(…); }`"
                } else {
                    "call a function instead, or bind an exact value: `let n: usize = …;`"
                },
            ),
            syn::Expr::Assign(a) => {
                let message = format!("`{}` forgets the old value, and has no value itself", shown(e));
                let help = format!("compare by `==`: `{} == {}`", shown(&a.left), shown(&a.right));
                self.outside(Extent::of(e), message, help)
            }
            syn::Expr::Tuple(_) | syn::Expr::Struct(_) => self.outside(
                Extent::of(e),
                format!("`{}` can only be bound or returned as a whole, and is not an operand", shown(e)),
                "bind it, and read its parts: `let pair = (a, b);`",
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

    /// Reports what is outside the language, and returns nothing.
    pub(super) fn refused<T>(
        &mut self,
        at: impl Into<Extent>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Option<T> {
        self.errors.refuse(Law::OutsideLanguage, at, message, help)
    }

    /// Reports `return`, `break`, `continue` or `?`, and lowers the expression inside.
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
                "unwrap before the function is called, and pass the value as an argument",
            ),
            other => (Extent::of(other), "this", "put what follows into an `else` branch"),
        };
        self.errors.report(
            Law::LeavesEarly,
            at,
            format!("{what} leaves a block in the middle: the inverse does not know where to enter it"),
            help,
        );
    }

    pub(super) fn path(&mut self, path: &syn::ExprPath, span: Span) -> Expr {
        if let Some(ident) = path.path.get_ident() {
            if self.look_up(ident).is_some() {
                if let Some(place) = self.quiet_place(&syn::Expr::Path(path.clone())) {
                    return Expr::Read(self.element(Place { span: Unseen(span), ..place }));
                }
            }
        }
        self.number_constant(&path.path)
            .unwrap_or_else(|| Expr::Constant(Constant::Path(Rc::new(path.clone()))))
    }

    /// Lowers a part of a constant, which is a real where its type is known to be one.
    fn part_of_constant(&mut self, e: &syn::Expr, exact: bool) -> Option<Expr> {
        let part = self.element_of_constant(e)?;
        let is_real = !exact && matches!(self.known(e), Term::Real);
        Some(if is_real { super::lift::constant_lifted(part) } else { part })
    }

    /// Lowers `W[i][j]` or `W[i].0` of a `const` or `static`, which is not a variable of the function.
    fn element_of_constant(&mut self, e: &syn::Expr) -> Option<Expr> {
        match e {
            syn::Expr::Path(path) => {
                let is_constant = path.path.get_ident().is_none_or(|name| self.look_up(name).is_none())
                    && judged(&path.path).is_in_capitals();
                let of = || Element { path: path.clone(), fields: Vec::new() };
                is_constant.then(|| Expr::Host(Host::Element(Box::new(of())), Vec::new()))
            }
            syn::Expr::Paren(p) => self.element_of_constant(&p.expr),
            syn::Expr::Index(index) if !matches!(&*index.index, syn::Expr::Range(_)) => {
                let Expr::Host(of, mut indices) = self.element_of_constant(&index.expr)? else { return None };
                indices.push(Argument::Value(self.exact_value(&index.index)));
                Some(Expr::Host(of, indices))
            }
            syn::Expr::Field(field) => {
                let Expr::Host(Host::Element(mut of), indices) = self.element_of_constant(&field.base)?
                else {
                    return None;
                };
                of.fields.push((indices.len(), field.member.clone()));
                Some(Expr::Host(Host::Element(of), indices))
            }
            _ => None,
        }
    }

    /// Lowers a field of a value that is a number with parts.
    fn of_number(&mut self, f: &syn::ExprField, exact: bool) -> Option<Expr> {
        let is_value = !matches!(super::place::root(&f.base), syn::Expr::Path(_) | syn::Expr::Field(_));
        if is_value { self.number_field(f, exact) } else { None }
    }

    pub(super) fn unary(&mut self, unary: &syn::ExprUnary, exact: bool, span: Span) -> Expr {
        let inner = self.lower_expr(&unary.expr, exact);
        match unary.op {
            syn::UnOp::Deref(_) => inner,
            syn::UnOp::Not(_) => Expr::Exact(Operator::Not, vec![inner]),
            syn::UnOp::Neg(_) => match (self.kind(&inner), inner) {
                (_, Expr::Real(value, _)) => Expr::real(-value.0, span),
                (Kind::Real, inner) => Expr::Apply(Primitive::Neg, vec![inner]),
                (Kind::Number(number), inner) => self.number_negative(number, inner, span),
                (_, inner) => Expr::Exact(Operator::Neg, vec![inner]),
            },
            _ => self.outside(span, "unknown operator", "use arithmetic operators"),
        }
    }

    /// Reports operators of structures, which are functions without an attribute.
    fn of_structures(&mut self, binary: &syn::ExprBinary, left: &Expr, right: &Expr) -> Option<Expr> {
        let whole = |e: &Expr| match e {
            Expr::Read(place) => self.type_of(place).is_foreign(),
            _ => false,
        };
        let is_arithmetic = matches!(
            binary.op,
            syn::BinOp::Add(_) | syn::BinOp::Sub(_) | syn::BinOp::Mul(_) | syn::BinOp::Div(_)
        );
        let written = [(left, &binary.left), (right, &binary.right)].into_iter().find(|(e, _)| whole(e))?.1;
        if !is_arithmetic || self.is_refused(written) {
            return None;
        }
        let message =
            format!("`{}` is a structure, and nothing tells the partials of its operators", shown(written));
        let help = "write a reversible method and call it, `a.minus(&b)`, or compute with the fields";
        Some(self.outside(Extent::of(binary), message, help))
    }

    /// Lowers an operand: a call whose value is known to be no number is one of ordinary Rust, `hash(i) & 7`.
    fn operand_of(&mut self, e: &syn::Expr, exact: bool) -> Expr {
        let is_exact = matches!(self.known(e), Term::Exact(_) | Term::Integer);
        if is_exact && self.float(e).is_none() && matches!(bare(e), syn::Expr::Call(_)) {
            return self.exact_value(e);
        }
        self.lower_expr(e, exact)
    }

    pub(super) fn binary(&mut self, binary: &syn::ExprBinary, exact: bool) -> Expr {
        use syn::BinOp;
        let left = self.operand_of(&binary.left, exact);
        let right = self.operand_of(&binary.right, exact);
        if let Some(refused) = self.of_structures(binary, &left, &right) {
            return refused;
        }
        if let Some(refused) = self.whole_beside_float((&left, &binary.left), (&right, &binary.right)) {
            return refused;
        }
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
        if let (Kind::Number(number), _) | (_, Kind::Number(number)) = (self.kind(&left), self.kind(&right)) {
            return self.number_binary(number, operator, left, right, binary);
        }
        let real = self.kind(&left) == Kind::Real || self.kind(&right) == Kind::Real;
        match (rule, real) {
            (Some(rule), true) => {
                let left = self.as_real(left, &binary.left);
                let right = self.as_real(right, &binary.right);
                Expr::Apply(rule, vec![left, right])
            }
            (None, true) if matches!(operator, Operator::Rem) && self.language.is_ordinary() => {
                let rule = self.callee(&syn::parse_quote!(::retrograde::library::rem));
                let operands = [self.as_real(left, &binary.left), self.as_real(right, &binary.right)];
                Expr::Call(rule, operands.map(Argument::Value).into())
            }
            (None, true) if matches!(operator, Operator::Rem) => {
                let help = "subtract whole multiples: `x - (x / y).floor() * y`";
                self.outside(Extent::of(binary), "the remainder of reals has no rule in the table", help)
            }
            (None, true) if operator == Operator::BitXor => {
                let (x, n) = (shown(&binary.left), shown(&binary.right));
                let message = format!("`^` toggles bits, and `{}` is real", shown(binary));
                let help = format!(
                    "write a power as `{x}.powi({n})`, or as `{x}.powf(…)` where the exponent is real"
                );
                self.outside(Extent::of(binary), message, help)
            }
            // Ordinary Rust compares what is of one type.
            (None, true)
                if self.language.is_ordinary()
                    && matches!(self.real, RealType::Generic(_))
                    && [&left, &right].iter().any(|e| matches!(e, Expr::Host(Host::Function(_), _))) =>
            {
                Expr::Exact(operator, vec![left, right])
            }
            (None, true) => {
                let left = self.compared(left, &binary.left);
                let right = self.compared(right, &binary.right);
                Expr::Exact(operator, vec![left, right])
            }
            (_, false) => Expr::Exact(operator, vec![left, right]),
        }
    }

    pub(super) fn cast(&mut self, cast: &syn::ExprCast) -> Expr {
        let inner = self.lower_expr(&cast.expr, true);
        match self.lower_type(&cast.ty) {
            Type::Real if self.kind(&inner) == Kind::Real => inner,
            // Of what ordinary Rust computes rustc is asked whether it is a whole number.
            Type::Real if self.language.is_ordinary() && self.is_of_structure(&inner) => {
                let at = cast.expr.span();
                let counted = syn::parse_quote_spanned!(at=> ::retrograde::__private::fields::counted);
                let counted = Host::Function(Rc::new(counted));
                Expr::ToReal(Box::new(Expr::Host(counted, vec![Argument::Value(inner)])))
            }
            Type::Real => Expr::ToReal(Box::new(inner)),
            Type::Structure(Named::Number(number)) => {
                let help = "make it of its parts, or convert it by name";
                self.outside(Extent::of(cast), format!("nothing is cast to a {}", number.noun()), help)
            }
            Type::Exact(_) | Type::Structure(_) | Type::Unknown => {
                Expr::ToExact(Box::new(inner), ExactType::of(&cast.ty))
            }
            Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => {
                self.outside(Extent::of(cast), "an array cannot be cast", "cast its elements")
            }
        }
    }

    /// True for what ordinary Rust computes of a structure that may have cotangents.
    fn is_of_structure(&self, e: &Expr) -> bool {
        let Expr::Host(Host::Function(_) | Host::Method(_), _) = e else { return false };
        let may_carry = |place: &Place| {
            let variable = &self.vars[place.base];
            variable.ty.of_foreign() && !variable.detached
        };
        self.kind(e) == Kind::Unknown && e.reads_any(may_carry)
    }

    /// Lowers an element of the literal of an array: a complex number is replaced by its parts, since each has a
    /// cotangent.
    fn element_value(&mut self, e: &syn::Expr, exact: bool) -> Expr {
        let value = self.lower_expr(e, exact);
        match self.kind(&value).number() {
            Some(number) => Expr::number(number, self.parts(value, number)),
            None => value,
        }
    }

    pub(super) fn vec_macro(&mut self, mac: &syn::Macro, exact: bool) -> Expr {
        match filled(mac) {
            Some((value, length)) => {
                self.inside(mac, [&value, &length].map(Node::Value), |this| Expr::Fill {
                    value: Box::new(this.element_value(&value, exact)),
                    length: Box::new(this.exact_value(&length)),
                    heap: true,
                })
            }
            None => self.outside(
                Extent::of(mac),
                "only `vec![value; length]` is a known start",
                "write `vec![0.0; n]`, and add to its elements: `v[0] += a;`",
            ),
        }
    }

    /// Lowers a macro of ordinary Rust, whose value is exact.
    fn invoked(&mut self, mac: &syn::Macro) -> Expr {
        let Some((values, pattern)) = invoked(mac) else { return stand_in(mac.span()) };
        let (names, values): (Vec<_>, Vec<_>) = values.into_iter().unzip();
        let args = values.iter().map(|value| self.asked(value, true)).collect();
        let of = Invoked { path: mac.path.clone(), names, pattern };
        Expr::Host(Host::Macro(Box::new(of)), args)
    }

    /// True for a method whose value stands where only an integer can; beside a literal, if it is called on a constant.
    fn is_whole_method(&mut self, e: &syn::Expr, call: &syn::ExprMethodCall) -> bool {
        match self.known(e) {
            Term::Exact(Some(name)) => !name.is_float(),
            Term::Integer => {
                self.quiet_place(&call.receiver).is_some_and(|place| self.vars[place.base].detached)
            }
            _ => false,
        }
    }

    /// An argument of a method of ordinary Rust: a place, a value, or a value that is lent.
    fn argument_of_host(&mut self, arg: &syn::Expr) -> Argument {
        match arg {
            syn::Expr::Reference(lent)
                if lent.mutability.is_none() && self.quiet_place(&lent.expr).is_none() =>
            {
                let value = self.lower_expr(&lent.expr, true);
                Argument::Value(Expr::Host(Host::Lent, vec![Argument::Value(value)]))
            }
            arg => self.argument(arg, true),
        }
    }

    fn method(&mut self, call: &syn::ExprMethodCall, exact: bool, is_own_length: bool, span: Span) -> Expr {
        if let Some(asked) = self.asked_of_map(call) {
            return asked;
        }
        let name = call.method.to_string();
        if is_in(&name, Methods::Counts) && call.args.is_empty() && !is_own_length {
            if let Some(place) = self.quiet_place(&call.receiver) {
                let length = match place.path.last() {
                    Some(Projection::Range(a, b)) => difference(b.clone(), a.clone()),
                    _ => Expr::Length(place),
                };
                return match name.as_str() {
                    "len" => length,
                    _ => Expr::Exact(Operator::Eq, vec![length, Expr::integer(0)]),
                };
            }
        }
        let is_clamp = name == "clamp" && call.args.len() == 2 && self.language.is_ordinary();
        let of_numbers = Primitive::by_name(&name).is_some() || name == "powi" || is_clamp;
        let is_structure = self.is_structure(&call.receiver);
        if !exact && (!of_numbers || is_structure) && name != "clone" {
            if let Some(value) = self.method_value(call) {
                return value;
            }
        }
        if !exact && call.args.iter().any(|a| matches!(a, syn::Expr::Closure(_))) {
            let message = format!("`{name}` takes a closure, whose partials are unknown");
            let help = "write a loop, and add to a local in it: `for x in xs { sum += …; }`";
            return self.outside(call.method.span(), message, help);
        }
        let before = self.errors.0.len();
        let receiver = self.lower_expr(&call.receiver, exact);
        // What the method of a structure takes by reference is lent.
        let is_of_host = is_structure || matches!(self.kind(&receiver), Kind::Discrete | Kind::Unknown);
        if exact && !of_numbers && is_of_host && self.errors.0.len() == before {
            let args = call.args.iter().map(|arg| self.argument_of_host(arg)).collect::<Vec<_>>();
            let method = Host::Method(Method::new(&call.method, &call.turbofish));
            return Expr::Host(method, std::iter::once(Argument::Value(receiver)).chain(args).collect());
        }
        let args: Vec<_> = call.args.iter().map(|a| (self.lower_expr(a, exact), a)).collect();
        if self.errors.0.len() > before {
            return stand_in(span);
        }
        let mut operands = std::iter::once(&receiver).chain(args.iter().map(|(a, _)| a));
        let number = operands.find_map(|e| self.kind(e).number());
        if let Some(number) = number {
            return self.number_method(number, receiver, args, call);
        }
        // A structure may be asked with numbers what decides.
        let mut operands = args.iter().filter(|_| of_numbers && !is_structure || !exact);
        let real = self.kind(&receiver) == Kind::Real || operands.any(|(a, _)| self.kind(a) == Kind::Real);
        if !real {
            // The type of a literal with a method must be determined.
            let is_float = self.has_host() && self.is_float(&call.receiver);
            let receiver = if is_float && self.kind(&receiver).is_constant() {
                Expr::ToExact(Box::new(receiver), Float::Double.into())
            } else {
                receiver
            };
            let all: Vec<_> = std::iter::once(receiver).chain(args.into_iter().map(|(a, _)| a)).collect();
            if is_clamp && !is_structure {
                return self.clamped_exact(all, &call.method);
            }
            let method = Method::new(&call.method, &call.turbofish);
            return Expr::Host(Host::Method(method), all.into_iter().map(Argument::Value).collect());
        }
        let receiver = self.as_real(receiver, &call.receiver);
        match (name.as_str(), Primitive::by_name(&name)) {
            ("clamp", _) if is_clamp => {
                let bounds: Vec<_> = args.into_iter().map(|(a, written)| self.as_real(a, written)).collect();
                self.clamped(receiver, bounds, exact, span)
            }
            ("powi", _) if args.len() == 1 => Expr::Powi(
                Box::new(receiver),
                Box::new(args.into_iter().next().map_or(stand_in(span), |(a, _)| a)),
            ),
            ("clone", _) => receiver,
            ("is_nan" | "is_finite" | "is_sign_negative" | "is_sign_positive" | "is_infinite", _) => {
                Expr::Host(Host::Method(Method::new(&call.method, &None)), vec![Argument::Value(receiver)])
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
                self.outside(call.method.span(), message, "pass the arguments of the rule")
            }
            _ => self.outside(
                call.method.span(),
                format!("`{name}` is not a rule of the table: its partials are unknown"),
                match meant(&name) {
                    _ if name == "clamp" && call.args.len() == 2 => {
                        let (x, least, most) = (shown(&call.receiver), shown(&call.args[0]), shown(&call.args[1]));
                        format!("write `{x}.max({least}).min({most})`")
                    }
                    Some(rule) => format!("write `{rule}`; docs/rules.md has all rules"),
                    None if super::number::is_of_complex(&name) => {
                        let real = self.real.ident();
                        format!("it is one of complex numbers: if they come from a call, write their type, `let z: [Complex<{real}>; 2] = …;`")
                    }
                    None if is_in(&name, Methods::Collects) => {
                        "write the loop out: `for item in x { … }`, and add to a local of its own; `sum`, `dot` and `norm` of whole \
                         arrays are in `retrograde::library`".into()
                    }
                    None if self.language.is_ordinary() => format!(
                        "see docs/rules.md for the rules, or write a function `{name}` marked #[primitive] with its partials, and state \
                         it here: `#[differentiable(rules({name}))]`"
                    ),
                    None => "see docs/rules.md for the rules, or write a function marked #[primitive] with its partials".into(),
                },
            ),
        }
    }
}

/// Suggests the rule for a name that other languages have for it.
fn meant(name: &str) -> Option<&'static str> {
    Some(match name {
        "pow" => "powi(n)` for a whole exponent, or `powf(p)",
        "sine" => "sin()",
        "cosine" => "cos()",
        "log" => "ln()",
        "arctan2" => "atan2(x)",
        "arcsin" => "asin()",
        "arccos" => "acos()",
        "arctan" => "atan()",
        "square" | "sqr" => "powi(2)",
        "root" => "sqrt()",
        "fabs" => "abs()",
        _ => return None,
    })
}

/// True for `Default::default()`.
fn is_default(call: &syn::ExprCall) -> bool {
    let syn::Expr::Path(path) = &*call.func else { return false };
    path.path.segments.iter().map(|part| &part.ident).eq(["Default", "default"]) && call.args.is_empty()
}
