//! Expressions: the type of each, and the constraints between them.

use super::solve::{Called, Constraint, Kind};
use super::terms::{Holder, Row, Term, Ty, Written};
use super::told::Untold;
use super::walk::{Value, Walk};
use crate::ir::{Number, Primitive, Scalar, Segment, is_float_path, is_operator_path, is_plain_enum};
use crate::sorted::Map;
use crate::syntax::named::{Named, judged, maker};
use crate::syntax::numbers;
use crate::syntax::paths::{last, owner, parent};
use crate::syntax::read::{bare, is_associated};
use crate::syntax::structures;
use crate::syntax::view::{View, viewed};
use quote::{ToTokens, quote};
use retrograde_rules::systems;
use syn::ext::IdentExt;

impl Walk<'_> {
    /// Returns the type of an expression.
    pub(super) fn ty(&mut self, e: &syn::Expr) -> Ty {
        self.value(e).ty
    }

    fn open(&mut self) -> Value {
        Value::of(self.types.fresh())
    }

    fn known(&mut self, term: Term) -> Value {
        Value::of(self.types.add(term))
    }

    /// The value of a condition.
    fn truth(&mut self) -> Value {
        Value::of(self.types.exact("bool"))
    }

    /// Notes that a value is exact.
    fn is_exact(&mut self, ty: Ty) {
        self.types.known_as(ty, Term::Exact(None));
    }

    /// Visits a condition, a bound or an index.
    pub(super) fn exact(&mut self, e: &syn::Expr) -> Ty {
        self.deciding += 1;
        let ty = self.ty(e);
        self.deciding -= 1;
        self.is_exact(ty);
        ty
    }

    pub(super) fn condition(&mut self, e: &syn::Expr) {
        match e {
            syn::Expr::Tuple(pair) => pair.elems.iter().for_each(|part| self.condition(part)),
            syn::Expr::Paren(p) => self.condition(&p.expr),
            syn::Expr::Let(_) => {}
            e => {
                let (answer, value) = (self.types.exact("bool"), self.exact(e));
                self.types.unify(value, answer);
            }
        }
    }

    /// The type of an operand.
    fn operand(&mut self, e: &syn::Expr) -> Ty {
        let value = self.value(e);
        if let Some(way) = value.place.filter(|_| self.deciding == 0) {
            self.mention(&way).passed = true;
        }
        self.denoted(value.ty)
    }

    /// Returns the type of the values that a name denotes: in `each!` an array denotes its elements.
    fn denoted(&self, ty: Ty) -> Ty {
        if self.for_each { self.types.leaf(ty) } else { ty }
    }

    /// Returns the type of an expression, or of its element if arrays denote their elements.
    pub(super) fn element(&mut self, e: &syn::Expr) -> Ty {
        let ty = self.ty(e);
        self.denoted(ty)
    }

    /// Returns the type of an expression, and the place that it names.
    pub(super) fn value(&mut self, e: &syn::Expr) -> Value {
        let value = self.valued(e);
        self.found(e, value.ty);
        value
    }

    fn valued(&mut self, e: &syn::Expr) -> Value {
        match e {
            syn::Expr::Lit(lit) => self.literal(lit),
            syn::Expr::Path(p) => self.path(p),
            syn::Expr::Field(field) => {
                let mut base = self.value(&field.base);
                while self.for_each && matches!(self.types.term(base.ty), Term::Sequence(..)) {
                    base = self.part(&base, &Segment::Element);
                }
                let part = self.part(&base, &Segment::of(&field.member));
                self.mentioned(part)
            }
            syn::Expr::Index(index) => self.index(index),
            syn::Expr::Paren(p) => self.value(&p.expr),
            syn::Expr::Group(g) => self.value(&g.expr),
            syn::Expr::Reference(r) => self.value(&r.expr),
            syn::Expr::Unary(u) => match u.op {
                syn::UnOp::Deref(_) => self.value(&u.expr),
                syn::UnOp::Not(_) => {
                    let ty = self.ty(&u.expr);
                    self.is_exact(ty);
                    Value::of(ty)
                }
                _ => {
                    let ty = self.operand(&u.expr);
                    self.types.note(ty, |uses| uses.number = true);
                    Value::of(ty)
                }
            },
            syn::Expr::Binary(b) => self.binary(b),
            syn::Expr::MethodCall(call) => self.method(call),
            syn::Expr::Call(call) => self.call(call),
            syn::Expr::Cast(cast) => {
                let inner = self.ty(&cast.expr);
                let to = self.written(&cast.ty);
                // The operand of a cast is an integer, or a float that only rustc knows.
                self.types.note(inner, |uses| uses.discrete = true);
                Value::of(to)
            }
            syn::Expr::Array(array) => {
                let item = self.joined(&array.elems.iter().collect::<Vec<_>>());
                let n = array.elems.len();
                Value::of(self.array(item, quote!(#n)))
            }
            syn::Expr::Repeat(repeat) => {
                let item = self.ty(&repeat.expr);
                self.length(&repeat.len);
                Value::of(self.array(item, repeat.len.to_token_stream()))
            }
            syn::Expr::Tuple(tuple) => {
                let fields = tuple.elems.iter().enumerate().map(|(i, e)| (i.to_string(), e));
                self.row(fields.collect(), true, None)
            }
            syn::Expr::Struct(s) => self.written_out(s),
            syn::Expr::If(branch) => {
                self.condition(&branch.cond);
                let then = self.block(&branch.then_branch);
                match &branch.else_branch {
                    Some((_, otherwise)) => {
                        let otherwise = self.ty(otherwise);
                        let result = self.types.fresh();
                        self.one_type(then, otherwise, Some(result));
                        Value::of(result)
                    }
                    None => Value::of(then),
                }
            }
            syn::Expr::While(w) => {
                self.condition(&w.cond);
                self.block(&w.body);
                self.open()
            }
            syn::Expr::ForLoop(f) => {
                self.for_loop(f);
                self.open()
            }
            syn::Expr::Block(b) => Value::of(self.block(&b.block)),
            syn::Expr::Assign(a) => {
                let (to, value) = (self.ty(&a.left), self.ty(&a.right));
                self.constraints.push(Constraint::Goes { value, to });
                self.open()
            }
            syn::Expr::Return(r) => {
                if let (Some(e), Some(to)) = (&r.expr, self.returned) {
                    let value = self.ty(e);
                    self.constraints.push(Constraint::Goes { value, to });
                }
                self.open()
            }
            syn::Expr::Macro(m) => self.macro_value(&m.mac),
            _ => self.open(),
        }
    }

    fn macro_value(&mut self, mac: &syn::Macro) -> Value {
        if mac.path.is_ident("matches") {
            // A variant is no number.
            if let Some(proc_macro2::TokenTree::Ident(name)) = mac.tokens.clone().into_iter().next() {
                let is_whole = matches!(mac.tokens.clone().into_iter().nth(1), Some(proc_macro2::TokenTree::Punct(p)) if p.as_char() == ',');
                if let (Some(local), true) = (self.locals.get(&name.unraw().to_string()), is_whole) {
                    let ty = local.ty;
                    self.types.note(ty, |uses| uses.discrete = true);
                }
            }
            return self.truth();
        }
        if mac.path.is_ident("format") {
            self.macro_stmt(mac);
            return Value::of(self.types.exact("String"));
        }
        if !mac.path.is_ident("vec") {
            self.macro_stmt(mac);
            return self.open();
        }
        let item = self.elements_of_vec(mac);
        self.known(Term::Sequence(Holder::Vec, item))
    }

    pub(super) fn length(&mut self, e: &syn::Expr) {
        let (length, whole) = (self.exact(e), self.whole());
        self.types.unify(length, whole);
    }

    /// Unifies items, which have one type, except for floats next to reals.
    pub(super) fn joined(&mut self, items: &[&syn::Expr]) -> Ty {
        let mut all: Option<Ty> = None;
        for item in items {
            let ty = self.ty(item);
            all = Some(match all {
                None => ty,
                Some(before) => {
                    let result = self.types.fresh();
                    self.one_type(before, ty, Some(result));
                    result
                }
            });
        }
        all.unwrap_or_else(|| self.types.fresh())
    }

    fn mentioned(&mut self, value: Value) -> Value {
        if let Some(way) = &value.place {
            self.mention(way);
        }
        value
    }

    fn literal(&mut self, lit: &syn::ExprLit) -> Value {
        match &lit.lit {
            syn::Lit::Float(f) if f.suffix().is_empty() => self.known(Term::Float),
            syn::Lit::Float(f) => {
                let ty = syn::Ident::new(f.suffix(), f.span());
                Value::of(self.written(&syn::parse_quote!(#ty)))
            }
            syn::Lit::Int(i) if i.suffix().is_empty() => self.known(Term::Integer),
            syn::Lit::Int(i) => Value::of(self.types.exact(i.suffix())),
            syn::Lit::Bool(_) => self.truth(),
            syn::Lit::Str(_) => Value::of(self.types.exact("str")),
            _ => self.known(Term::Exact(None)),
        }
    }

    fn path(&mut self, p: &syn::ExprPath) -> Value {
        let local = p.path.get_ident().and_then(|name| self.locals.get(&name.unraw().to_string()).cloned());
        if let Some(local) = local {
            return self.mentioned(Value { ty: local.ty, place: local.place });
        }
        match owner(&p.path).as_deref() {
            Some(of) if is_plain_enum(of) => Value::of(self.types.exact(of)),
            _ if judged(&p.path) == Named::Variant => self.known(Term::Exact(None)),
            Some(of)
                if !matches!(of, "f64" | "f32")
                    && Scalar::by_name(of).is_some_and(|scalar| scalar != Scalar::Text) =>
            {
                Value::of(self.types.exact(of))
            }
            _ if is_float_path(&p.path) => {
                let term = if self.setting.is_generic() { Term::Float } else { Term::Real };
                self.known(term)
            }
            _ => match self.told_constant(&p.path) {
                Some(told) => Value::of(told),
                None => self.open(),
            },
        }
    }

    fn index(&mut self, index: &syn::ExprIndex) -> Value {
        let base = self.value(&index.expr);
        if let syn::Expr::Range(range) = &*index.index {
            for bound in range.start.iter().chain(&range.end) {
                self.length(bound);
            }
            let item = self.types.item_of(base.ty);
            let ty = self.types.add(Term::Sequence(Holder::Slice, item));
            return Value { ty, place: base.place };
        }
        let key = self.exact(&index.index);
        let by_reference = matches!(&*index.index, syn::Expr::Reference(_));
        match self.types.term(base.ty).clone() {
            Term::Map(of, _, _) => self.key(key, of),
            _ if by_reference => return self.open(),
            Term::Row(_) => {}
            _ => {
                self.types.known_as(key, Term::named("usize"));
            }
        }
        let part = self.part(&base, &Segment::Element);
        self.mentioned(part)
    }

    /// Returns the place behind views; the value of a shift has its type.
    fn seen<'e>(&mut self, e: &'e syn::Expr) -> &'e syn::Expr {
        let (place, views) = viewed(e);
        for view in &views {
            match view {
                View::Shifted(_, by, _) => {
                    let (left, right) = (self.element(place), self.element(by));
                    self.one_type(left, right, None);
                }
                View::Through(call, _) => {
                    call.args.iter().skip(1).for_each(|arg| drop(self.handed(arg, false)));
                }
                View::Method(call, _) => drop(self.method(call)),
                View::Negated(_) | View::Conjugated(..) | View::Reciprocal(..) => {}
            }
        }
        place
    }

    /// True for what is known to be an integer.
    fn is_whole(&mut self, ty: Ty) -> bool {
        matches!(self.types.term(ty), Term::Integer | Term::Exact(_))
    }

    fn binary(&mut self, b: &syn::ExprBinary) -> Value {
        use syn::BinOp::*;
        let updates =
            matches!(b.op, AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_) | BitXorAssign(_));
        let target = if updates { self.seen(&b.left) } else { &*b.left };
        let (left, right) = (self.operand(target), self.operand(&b.right));
        for ty in [left, right] {
            self.types.note(ty, |uses| uses.number = true);
        }
        // A structure is scaled by literals, and not added to them.
        if !matches!(b.op, Mul(_) | Div(_) | MulAssign(_) | DivAssign(_)) {
            for (literal, ty) in [(left, right), (right, left)] {
                let is_literal = matches!(self.types.term(literal), Term::Float);
                self.types.note(ty, |uses| uses.scalar |= is_literal);
            }
        }
        match b.op {
            Add(_) | Sub(_) | Mul(_) | Div(_) => {
                let result = self.types.fresh();
                let kind = if matches!(b.op, Add(_) | Sub(_)) { Kind::Sum } else { Kind::Product };
                self.constraints.push(Constraint::Operator { kind, left, right, result: Some(result) });
                Value::of(result)
            }
            Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_) => {
                self.one_type(left, right, None);
                self.truth()
            }
            AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_) => {
                let kind =
                    if matches!(b.op, AddAssign(_) | SubAssign(_)) { Kind::Sum } else { Kind::Product };
                self.constraints.push(Constraint::Operator { kind, left, right, result: None });
                self.open()
            }
            And(_) | Or(_) => {
                let answer = self.types.exact("bool");
                self.types.unify(left, answer);
                self.types.unify(right, answer);
                Value::of(answer)
            }
            // A remainder is one of integers where an operand is one, and of what its operands are elsewhere.
            Rem(_) if ![left, right].into_iter().any(|ty| self.is_whole(ty)) => {
                let result = self.types.fresh();
                let kind = Kind::Product;
                self.constraints.push(Constraint::Operator { kind, left, right, result: Some(result) });
                Value::of(result)
            }
            Shl(_) | Shr(_) => {
                self.is_exact(left);
                self.is_exact(right);
                Value::of(left)
            }
            _ => {
                self.is_exact(left);
                self.types.unify(right, left);
                Value::of(left)
            }
        }
    }

    /// Visits an argument.
    fn handed(&mut self, e: &syn::Expr, host: bool) -> Value {
        let value = self.value(e);
        if let Some(way) = value.place.clone() {
            self.handed_place(&way, host);
            self.mention(&way).passed |= !host;
        }
        value
    }

    pub(super) fn method(&mut self, call: &syn::ExprMethodCall) -> Value {
        let name = call.method.to_string();
        match (name.as_str(), call.args.is_empty()) {
            ("len" | "is_empty", true) => {
                let Value { ty: receiver, place } = self.value(&call.receiver);
                // A structure may have a length of its own, which is a number; so may what only later is known to be one.
                let may_be_own = match self.types.term(receiver) {
                    Term::Row(row) => row.item.is_none(),
                    Term::Unknown => structures::has_length(),
                    _ => false,
                };
                if name == "len" && may_be_own {
                    let result = self.types.fresh();
                    let at = Called { places: vec![place], is_deciding: self.deciding > 0, lends: false };
                    self.constraints.push(Constraint::Length { receiver, result, at });
                    return Value::of(result);
                }
                match self.types.term(receiver) {
                    Term::Row(row) if row.path.is_some() => {}
                    _ => drop(self.types.item_of(receiver)),
                }
                let ty = if name == "len" { self.whole() } else { self.types.exact("bool") };
                return Value::of(ty);
            }
            ("clone" | "to_owned", true) => return self.value(&call.receiver),
            ("to_vec", true) => {
                let array = self.value(&call.receiver);
                let item = self.types.item_of(array.ty);
                let ty = self.types.add(Term::Sequence(Holder::Vec, item));
                return Value { ty, place: array.place };
            }
            ("to_string", true) => {
                self.ty(&call.receiver);
                return Value::of(self.types.exact("String"));
            }
            ("contains_key", false) => {
                self.ty(&call.receiver);
                for key in &call.args {
                    self.exact(key);
                }
                return self.truth();
            }
            ("sin_cos", true) => {
                let angle = self.ty(&call.receiver);
                let fields = [("0".to_string(), angle), ("1".to_string(), angle)];
                let row = Row { fields: Map::from(fields), is_tuple: true, ..Row::default() };
                return self.known(Term::Row(row));
            }
            _ => {}
        }
        let receiver = self.value(&call.receiver);
        let mut places = vec![receiver.place.clone()];
        let mut args = Vec::new();
        for arg in &call.args {
            let value = self.value(arg);
            places.push(value.place);
            args.push(value.ty);
        }
        let lends = call.args.iter().any(|arg| matches!(arg, syn::Expr::Reference(_)));
        let at = Called { places, is_deciding: self.deciding > 0, lends };
        let result = self.types.fresh();
        let receiver = self.denoted(receiver.ty);
        self.constraints.push(Constraint::Method { name, receiver, args, result, at });
        Value::of(result)
    }

    fn call(&mut self, call: &syn::ExprCall) -> Value {
        let syn::Expr::Path(path) = &*call.func else {
            call.args.iter().for_each(|arg| drop(self.value(arg)));
            return self.open();
        };
        let mut names = path.path.segments.iter().rev().map(|s| s.ident.unraw().to_string());
        let (last, of) = (names.next().unwrap_or_default(), names.next().unwrap_or_default());
        if let Some(number) = numbers::by_name(&of) {
            return self.number_called(number, &last, call);
        }
        let real = self.setting.real.ident().to_string();
        let of_floats = of == real || of == "Real" || of == "f64" || of == "f32";
        if of_floats && matches!(last.as_str(), "constant" | "from") {
            call.args.iter().for_each(|arg| drop(self.handed(arg, true)));
            return if of == real || of == "Real" { self.known(Term::Real) } else { self.named_float(&of) };
        }
        let is_whole = Scalar::by_name(&of).is_some_and(Scalar::is_discrete);
        if is_whole && matches!(last.as_str(), "from" | "max" | "min") {
            call.args.iter().for_each(|arg| drop(self.value(arg)));
            return Value::of(self.types.exact(&of));
        }
        if of == real && matches!(last.as_str(), "zero" | "one") && call.args.is_empty() {
            return self.known(Term::Real);
        }
        if of_floats && (last == "powi" || Primitive::by_name(&last).is_some()) {
            let mut args = call.args.iter().map(|arg| self.value(arg)).collect::<Vec<_>>().into_iter();
            let Some(receiver) = args.next() else { return self.open() };
            let result = self.types.fresh();
            let at = Called { places: Vec::new(), is_deciding: self.deciding > 0, lends: false };
            let args = args.map(|arg| arg.ty).collect();
            self.constraints.push(Constraint::Method { name: last, receiver: receiver.ty, args, result, at });
            return Value::of(result);
        }
        if of == "String" && matches!(last.as_str(), "new" | "from") {
            call.args.iter().for_each(|arg| drop(self.value(arg)));
            return Value::of(self.types.exact("String"));
        }
        if of == "Vec" && matches!(last.as_str(), "new" | "with_capacity") {
            let item = self.types.fresh();
            return self.known(Term::Sequence(Holder::Vec, item));
        }
        // The literal of a structure with unnamed fields.
        let makes = maker(&path.path).makes() && !matches!(last.as_str(), "Some" | "Ok" | "Err");
        if makes {
            let fields = call.args.iter().enumerate().map(|(i, e)| (i.to_string(), e)).collect();
            return self.row(fields, false, made(&path.path, false));
        }
        let values: Vec<Value> = call.args.iter().map(|arg| self.handed(arg, self.deciding > 0)).collect();
        // `<L as Flow>::step(layer, …)` is `layer.step(…)`.
        if let (true, true, Some(first)) = (is_associated(path), self.deciding == 0, values.first()) {
            // Numbers are given by value: `Self::wrapped(angle + turn)`.
            let is_lent = |arg| matches!(bare(arg), syn::Expr::Reference(_) | syn::Expr::Path(_));
            if call.args.first().is_some_and(is_lent) {
                self.types.note(first.ty, |uses| uses.receiver = true);
            }
            if let Some(way) = first.place.clone() {
                self.mention(&way).receiver = true;
            }
        }
        if let Some(told) = self.told_call(&path.path) {
            return Value::of(told);
        }
        // An operator on structures is written as a call, and says the same of types.
        if is_operator_path(&path.path) {
            return self.operator_called(&of, &values);
        }
        // What is exchanged is of one type.
        match (of.as_str(), last.as_str(), &values[..]) {
            ("__private", "exchange", [a, b]) | ("mem", "swap", [a, b]) => {
                self.types.unify(a.ty, b.ty);
                self.open()
            }
            ("__private", "told", [literal, _]) => Value::of(literal.ty),
            ("cmp", "min" | "max", [a, b]) => {
                self.types.unify(a.ty, b.ty);
                Value::of(a.ty)
            }
            _ => self.open(),
        }
    }

    /// The value of an operator on structures that has been written as a call.
    fn operator_called(&mut self, name: &str, operands: &[Value]) -> Value {
        let operands: Vec<Ty> = operands.iter().map(|operand| self.denoted(operand.ty)).collect();
        let kind = if matches!(name, "Add" | "Sub") { Kind::Sum } else { Kind::Product };
        match &operands[..] {
            [operand] => Value::of(*operand),
            [left, right] if !name.ends_with("Assign") => {
                let (left, right, result) = (*left, *right, self.types.fresh());
                self.constraints.push(Constraint::Operator { kind, left, right, result: Some(result) });
                Value::of(result)
            }
            _ => self.open(),
        }
    }

    /// Returns the type `f64` or `f32`, which may be the real type.
    fn named_float(&mut self, name: &str) -> Value {
        let name = syn::Ident::new(name, proc_macro2::Span::call_site());
        Value::of(self.written(&syn::parse_quote!(#name)))
    }

    /// Visits `Complex::new(re, im)` and other functions of numbers with parts.
    fn number_called(&mut self, number: Number, name: &str, call: &syn::ExprCall) -> Value {
        let params = number.function(name).map_or(&[][..], |function| function.params);
        for (i, arg) in call.args.iter().enumerate() {
            let part = self.ty(arg);
            let is_real = params.get(i).is_none_or(|(_, kind)| *kind == systems::Kind::Real);
            if is_real && !matches!(self.types.term(part), Term::Number(_)) {
                let real = self.types.add(Term::Real);
                self.one_type(real, part, None);
            }
        }
        self.known(super::solve::number_method(number, name))
    }

    /// `Vec3 { x, y, z }`
    fn written_out(&mut self, s: &syn::ExprStruct) -> Value {
        if let Some(number) = numbers::by_name(&last(&s.path)) {
            for field in &s.fields {
                let part = self.ty(&field.expr);
                let real = self.types.add(Term::Real);
                self.one_type(real, part, None);
            }
            return self.known(Term::Number(number));
        }
        if crate::syntax::read::is_function_literal(s) {
            return self.known(Term::Function);
        }
        let fields = s.fields.iter().map(|field| {
            let name = match Segment::of(&field.member) {
                Segment::Field(name) => name,
                Segment::Element => String::new(),
            };
            (name, &field.expr)
        });
        let has_payload = s.fields.iter().any(|field| match &field.member {
            syn::Member::Named(name) => crate::ir::payload::is_payload(&name.to_string()),
            syn::Member::Unnamed(_) => false,
        });
        let is_variant =
            has_payload || crate::syntax::read::is_empty_variant(s) || maker(&s.path) == Named::Variant;
        let made = made(&s.path, is_variant);
        self.row(fields.collect(), false, made)
    }

    fn row(&mut self, parts: Vec<(String, &syn::Expr)>, is_tuple: bool, made: Option<Written>) -> Value {
        let mut fields = Map::new();
        let known = made.as_ref().map(|made| made.text().to_string());
        let known = known.filter(|name| structures::is_known_name(name));
        let whole = self.types.add(Term::Row(Row { known: known.clone(), ..Row::default() }));
        for (name, e) in parts {
            let Value { ty: mut value, place } = self.value(e);
            if let (syn::Expr::Path(_), Some(way)) = (e, place) {
                self.mention(&way).handed = true;
            }
            if !is_tuple {
                // An exact float has the type of its field, which only rustc knows.
                let field = self.types.fresh();
                self.untold.push(Untold::Field(whole, name.clone(), field));
                self.constraints.push(Constraint::Goes { value, to: field });
                value = field;
            }
            fields.insert(name, value);
        }
        self.known(Term::Row(Row { fields, is_tuple, made, known, ..Row::default() }))
    }
}

/// The name of the type that a literal makes: that of the enum, before the name of a variant.
fn made(path: &syn::Path, is_variant: bool) -> Option<Written> {
    let path = if is_variant { parent(path) } else { path.clone() };
    (!path.segments.is_empty()).then(|| Written::new(path.to_token_stream()))
}
