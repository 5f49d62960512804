//! Prints expressions and places as Rust tokens, with no more parentheses than Rust needs.

use super::Lanes;
use crate::ir::*;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// The precedence of an expression.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Or,
    And,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Cast,
    Unary,
    Atom,
}

/// Prints expressions of one function.
#[derive(Clone, Copy)]
pub struct Printer<'a> {
    /// The variables.
    pub vars: &'a Variables,
    /// The real type; `None` if only exact expressions are printed.
    pub real: Option<&'a RealType>,
    /// True if a person reads the output: `x.ln()` rather than a full path, which does not depend on imports.
    pub readable: bool,
    /// True if the error of a check in a called function is returned.
    pub fallible: bool,
    /// True in the programs of an ordinary function: more than one of them takes what it hands over by value.
    pub copies: bool,
    /// In the body of lanes: how they differ.
    pub lanes: Option<Lanes<'a>>,
}

/// Prints an exact expression. The tokens are also the name of an atom in `analysis::region`.
pub fn index_tokens(e: &Expr, vars: &Variables) -> TokenStream {
    Printer::of_text(vars).expr(e)
}

impl<'a> Printer<'a> {
    /// Returns a printer of exact expressions for people.
    pub fn of_text(vars: &'a Variables) -> Printer<'a> {
        Printer { vars, real: None, readable: true, fallible: false, copies: false, lanes: None }
    }

    /// Returns a printer of emitted code outside of lanes.
    pub fn of_programs(vars: &'a Variables, real: &'a RealType) -> Printer<'a> {
        Printer { vars, real: Some(real), readable: false, fallible: false, copies: false, lanes: None }
    }
}

impl Printer<'_> {
    /// Returns the identifier of a variable, with the place of a span and the hygiene of the declaration, because the
    /// two may come from different macros.
    pub fn ident(&self, var: Var, span: proc_macro2::Span) -> Ident {
        let variable = &self.vars[var];
        identifier(&variable.name, variable.span.located_at(span))
    }

    /// Prints an expression.
    pub fn expr(&self, e: &Expr) -> TokenStream {
        self.at(e, Level::Or)
    }

    /// Prints an expression in parentheses if its precedence is lower than `least`.
    fn at(&self, e: &Expr, least: Level) -> TokenStream {
        let (tokens, level) = self.print(e);
        if level < least { quote!((#tokens)) } else { tokens }
    }

    fn print(&self, e: &Expr) -> (TokenStream, Level) {
        match e {
            Expr::Real(value, _) => self.constant(value.0),
            Expr::Constant(constant) => {
                (constant.to_token_stream(), if constant.is_atom() { Level::Atom } else { Level::Unary })
            }
            Expr::Read(place) if self.may_be_of_host(place) => (self.lifted(place), Level::Atom),
            Expr::Read(place) if self.is_uniform(place) => (self.value(place), Level::Atom),
            Expr::Read(place) => (self.place(place), self.place_level(place)),
            Expr::Length(place) => {
                let place = self.place_path(place);
                (quote!(#place.len()), Level::Atom)
            }
            Expr::Apply(rule, args) => self.rule(*rule, args),
            Expr::Powi(x, n) => {
                if self.readable {
                    let (x, n) = (self.at(x, Level::Atom), self.expr(n));
                    return (quote!(#x.powi(#n)), Level::Atom);
                }
                let (x, n) = (self.expr(x), self.expr(n));
                (quote!(::retrograde::__private::Real::powi(#x, #n)), Level::Atom)
            }
            Expr::Exact(op, args) => self.exact(*op, args),
            Expr::ToReal(e) if self.differs(e) => {
                let e = Printer { lanes: None, ..*self }.at(e, Level::Cast);
                (self.lane_by_lane(&quote!(::retrograde::__private::Real::constant(#e as f64))), Level::Atom)
            }
            Expr::ToReal(e) => {
                let e = self.at(e, Level::Cast);
                match self.real {
                    Some(RealType::Generic(t)) => (quote!(#t::constant(#e as f64)), Level::Atom),
                    Some(RealType::Concrete(t)) => (quote!(#e as #t), Level::Cast),
                    None => (quote!(#e as f64), Level::Cast),
                }
            }
            Expr::ToExact(e, ty) => {
                let real =
                    matches!(&**e, Expr::Apply(..) | Expr::Powi(..) | Expr::Real(..) | Expr::ToReal(_))
                        || matches!(&**e, Expr::Read(p) if self.is_real_scalar(p));
                match (self.real, real) {
                    (Some(RealType::Generic(_)), true) => {
                        let e = self.expr(e);
                        (quote!(::retrograde::__private::Real::primal(#e) as #ty), Level::Cast)
                    }
                    _ => {
                        let e = self.at(e, Level::Cast);
                        (quote!(#e as #ty), Level::Cast)
                    }
                }
            }
            Expr::Call(callee, args) if self.lanes.is_some() => {
                (self.called_in_lanes(callee, args), Level::Atom)
            }
            Expr::Call(callee, args) => {
                let args = args.iter().enumerate();
                let mut args: Vec<TokenStream> =
                    args.map(|(at, arg)| super::call::handed(callee, at, self.argument(arg))).collect();
                let tape = callee.tape().map(|tape| self.mutable(&Place::whole(tape, callee.span)));
                args.extend(tape.iter().cloned());
                let callee = match (self.readable, &callee.constant) {
                    (true, Some(_)) => &Callee { constant: None, ..callee.clone() },
                    _ => callee,
                };
                let applied = |program: &str| {
                    if self.readable && callee.kind == CallKind::Value {
                        let path = &callee.path;
                        return quote!(#path(#(#args),*));
                    }
                    super::applied(callee, program, false, &args, *callee.span)
                };
                // A call without cotangents may call any function of ordinary Rust.
                let call = if self.fallible && carries(e, self.vars) {
                    let call = applied("try_call");
                    quote!(#call?)
                } else if tape.is_some() {
                    applied("__record")
                } else {
                    applied("")
                };
                (call, Level::Atom)
            }
            Expr::Host(Host::Function(path), args) => {
                let args = args.iter().map(|a| self.host_argument(a));
                (quote!(#path(#(#args),*)), Level::Atom)
            }
            Expr::Host(Host::Element(of), args) => {
                let fields = |behind: usize, element: TokenStream| {
                    let all = of.fields.iter().filter(move |(before, _)| *before == behind);
                    all.fold(element, |element, (_, field)| member(&element, field))
                };
                let path = &of.path;
                let mut element = fields(0, quote!(#path));
                for (at, arg) in args.iter().enumerate() {
                    let index = self.argument(arg);
                    element = fields(at + 1, quote!(#element[#index]));
                }
                (element, Level::Atom)
            }
            Expr::Host(Host::Constant, args) => match &args[..] {
                [Argument::Value(e)] if self.readable => self.print(e),
                [Argument::Value(e)] if is_named_constant(e) => {
                    (as_asked(&self.expr(e), Span::call_site()), Level::Atom)
                }
                [Argument::Value(e @ Expr::Constant(_))] => {
                    let e = self.expr(e);
                    (quote!(<_ as ::retrograde::__private::Real>::constant(#e)), Level::Atom)
                }
                [Argument::Value(e)] => {
                    let e = self.at(e, Level::Cast);
                    (quote!(<_ as ::retrograde::__private::Real>::constant(#e as f64)), Level::Atom)
                }
                _ => (TokenStream::new(), Level::Atom),
            },
            Expr::Host(Host::Tuple, args) => {
                let args = args.iter().map(|a| self.argument(a));
                (quote!((#(#args),*)), Level::Atom)
            }
            Expr::Host(Host::Lent, args) => {
                let args = args.iter().map(|a| self.argument(a));
                (quote!(&#(#args)*), Level::Unary)
            }
            Expr::Host(Host::Field(field), args) => {
                let args = args.iter().map(|a| self.argument(a));
                (member(&quote!(#(#args)*), field), Level::Atom)
            }
            Expr::Host(Host::Keys | Host::KeysNow, args) => {
                let maps = args.iter().map(|a| self.argument(a));
                (quote!(::retrograde::__private::keys(#(#maps),*)), Level::Atom)
            }
            Expr::Host(Host::HasKey, args) => match &args[..] {
                [Argument::Shared(map), Argument::Value(key)] => {
                    let (map, key) = (self.place_path(map), self.key(key));
                    (quote!(#map.contains_key(#key)), Level::Atom)
                }
                _ => (quote!(false), Level::Atom),
            },
            Expr::Host(Host::Macro(of), args) => {
                let args = of.names.iter().zip(args).map(|(name, arg)| {
                    let (name, arg) = (name.iter().map(|name| quote!(#name =)), self.macro_argument(of, arg));
                    quote!(#(#name)* #arg)
                });
                let (path, pattern) = (&of.path, of.pattern.iter());
                (quote!(#path!(#(#args),* #(, #pattern)*)), Level::Atom)
            }
            Expr::Host(Host::Within(part), args) => {
                let mut args: Vec<_> = args.iter().map(|a| self.argument(a)).collect();
                if let (true, Some(end)) = (part.open, args.get_mut(2)) {
                    *end = quote!(::core::primitive::usize::MAX);
                }
                if self.readable {
                    let args = args.iter().take(3);
                    return (quote!(within(#(#args),*)), Level::Atom);
                }
                let (of, at) = (&part.of, Span::call_site().located_at(*part.span));
                (quote_spanned!(at=> ::retrograde::__private::within(#(#args,)* #of)), Level::Atom)
            }
            Expr::Host(Host::Method(name), args) => match args.split_first() {
                Some((Argument::Value(receiver), rest)) => {
                    let receiver = match receiver {
                        // A method call dereferences its receiver automatically.
                        Expr::Read(place) if self.readable => self.place_path(place),
                        Expr::Read(place) if self.is_protected(place) && !name.only_reads() => {
                            let (tokens, at) = (self.place(place), Span::call_site().located_at(*place.span));
                            quote_spanned!(at=> (&#tokens))
                        }
                        Expr::Read(place) if self.may_be_of_host(place) => self.place(place),
                        other => self.at(other, Level::Atom),
                    };
                    let rest = rest.iter().map(|a| self.host_argument(a));
                    (quote!(#receiver.#name(#(#rest),*)), Level::Atom)
                }
                Some((receiver, rest)) => {
                    let receiver = self.argument(receiver);
                    let rest = rest.iter().map(|a| self.host_argument(a));
                    (quote!((#receiver).#name(#(#rest),*)), Level::Atom)
                }
                None => (quote!(#name()), Level::Atom),
            },
            Expr::Choose(c, a, b) if self.differs(c) => (self.chosen_in_lanes(c, a, b), Level::Atom),
            Expr::Choose(c, a, b) => {
                let (c, a, b) = (self.expr(c), self.expr(a), self.expr(b));
                (quote!((if #c { #a } else { #b })), Level::Atom)
            }
            Expr::Structure(shape, fields) => (self.structure(shape, fields), Level::Atom),
            Expr::List(items) => {
                let items = items.iter().map(|i| self.owned(i));
                (quote!([#(#items),*]), Level::Atom)
            }
            Expr::Fill { value, length, heap } => {
                if *heap && length.is_zero() && self.readable {
                    return (quote!(vec![]), Level::Atom);
                }
                // An empty vector of what no literal is a value of.
                if let (true, true, Expr::ToExact(_, ty)) = (*heap, length.is_zero(), &**value) {
                    if matches!(ty.scalar(), None | Some(Scalar::Plain)) {
                        return (quote!(::retrograde::__private::Vec::<#ty>::new()), Level::Atom);
                    }
                }
                let (value, length) = (self.owned(value), self.expr(length));
                if *heap {
                    (quote!(::retrograde::__private::vec![#value; #length]), Level::Atom)
                } else {
                    (quote!([#value; #length]), Level::Atom)
                }
            }
        }
    }

    /// Prints a value that is moved into a variable: unless it is a number, a place is cloned.
    pub fn owned(&self, e: &Expr) -> TokenStream {
        match e {
            Expr::Read(of) if is_cloned(&self.vars.type_of(of)) => {
                let place = self.place(of);
                match (self.readable, self.vars.type_of(of)) {
                    (true, Type::Slice(_)) => quote!(#place.to_vec()),
                    (true, _) => quote!(#place.clone()),
                    // Whether it is an array or a vector is determined by its type.
                    (false, Type::Slice(_)) => quote!(::retrograde::__private::Owned::owned(&#place)),
                    (false, _) => quote!(::core::clone::Clone::clone(&#place)),
                }
            }
            // A text that is lent is handed on as the reference that it is.
            Expr::Read(of) if of.is_whole() && self.is_text(of) => self.place_path(of),
            Expr::Choose(condition, a, b) if !self.differs(condition) => {
                let (condition, a, b) = (self.expr(condition), self.owned(a), self.owned(b));
                quote!(if #condition { #a } else { #b })
            }
            other => self.expr(other),
        }
    }

    fn constant(&self, value: f64) -> (TokenStream, Level) {
        let magnitude = match value.abs() {
            m if m.is_finite() => {
                // `1e-8` rather than `0.00000001`.
                let text = format!("{m:?}").parse::<Literal>();
                let literal = text.unwrap_or_else(|_| Literal::f64_unsuffixed(m));
                quote!(#literal)
            }
            m if m.is_nan() => quote!(::core::f64::NAN),
            _ => quote!(::core::f64::INFINITY),
        };
        let negative = value.is_sign_negative() && !value.is_nan();
        match self.real {
            Some(RealType::Generic(t)) if negative => (quote!(#t::constant(-#magnitude)), Level::Atom),
            Some(RealType::Generic(t)) => (quote!(#t::constant(#magnitude)), Level::Atom),
            Some(RealType::Concrete(t)) => {
                let typed = if !value.is_finite() {
                    quote!((#magnitude as #t))
                } else if t != "f64" && t != "f32" && !self.readable {
                    // An alias of a type cannot be the suffix of a literal.
                    quote!({ const CONSTANT: #t = #magnitude; CONSTANT })
                } else {
                    // The suffix is for rustc: the type of `2.0.sqrt()` is ambiguous.
                    let suffix = if self.readable { String::new() } else { t.to_string() };
                    let text = format!("{:?}{suffix}", value.abs());
                    text.parse::<TokenStream>().unwrap_or(magnitude)
                };
                if negative { (quote!(-#typed), Level::Unary) } else { (typed, Level::Atom) }
            }
            None if negative => (quote!(-#magnitude), Level::Unary),
            None => (magnitude, Level::Atom),
        }
    }

    fn rule(&self, rule: Primitive, args: &[Expr]) -> (TokenStream, Level) {
        match rule {
            Primitive::Add => self.exact(Operator::Add, args),
            Primitive::Sub => self.exact(Operator::Sub, args),
            Primitive::Mul => self.exact(Operator::Mul, args),
            Primitive::Div => self.exact(Operator::Div, args),
            Primitive::Neg => self.exact(Operator::Neg, args),
            other => {
                let name = Ident::new(other.name(), proc_macro2::Span::call_site());
                if self.readable {
                    let receiver = self.at(&args[0], Level::Atom);
                    let rest = args[1..].iter().map(|a| self.expr(a));
                    return (quote!(#receiver.#name(#(#rest),*)), Level::Atom);
                }
                let args = args.iter().map(|a| self.expr(a));
                (quote!(::retrograde::__private::Real::#name(#(#args),*)), Level::Atom)
            }
        }
    }

    /// Prints an operator, of exact numbers or of reals.
    fn exact(&self, op: Operator, args: &[Expr]) -> (TokenStream, Level) {
        let infix = |tokens: TokenStream, level: Level, left: Level, right: Level| {
            // A text is compared by its reference with what is read elsewhere: nothing tells if that is lent.
            let are_read = args.iter().all(|e| matches!(e, Expr::Read(_) | Expr::Host(Host::Element(_), _)));
            let operand = |e: &Expr, level: Level| match e {
                Expr::Read(of) if are_read && of.is_whole() && self.is_text(of) => self.place_path(of),
                e => self.at(e, level),
            };
            let (a, b) = (operand(&args[0], left), operand(&args[1], right));
            (quote!(#a #tokens #b), level)
        };
        let prefix = |tokens: TokenStream| {
            let a = self.at(&args[0], Level::Unary);
            (quote!(#tokens #a), Level::Unary)
        };
        use Level::*;
        match op {
            Operator::Add => infix(quote!(+), Sum, Sum, Product),
            Operator::Sub => infix(quote!(-), Sum, Sum, Product),
            Operator::Mul => infix(quote!(*), Product, Product, Cast),
            Operator::Div => infix(quote!(/), Product, Product, Cast),
            Operator::Rem => infix(quote!(%), Product, Product, Cast),
            Operator::BitAnd => infix(quote!(&), BitAnd, BitAnd, Shift),
            Operator::BitOr => infix(quote!(|), BitOr, BitOr, BitXor),
            Operator::BitXor => infix(quote!(^), BitXor, BitXor, BitAnd),
            // After a cast, `<` would start generic arguments.
            Operator::Shl => infix(quote!(<<), Shift, Unary, Sum),
            Operator::Shr => infix(quote!(>>), Shift, Unary, Sum),
            Operator::And => infix(quote!(&&), And, And, Compare),
            Operator::Or => infix(quote!(||), Or, Or, And),
            Operator::Eq => infix(quote!(==), Compare, BitOr, BitOr),
            Operator::Ne => infix(quote!(!=), Compare, BitOr, BitOr),
            Operator::Lt => infix(quote!(<), Compare, Unary, BitOr),
            Operator::Le => infix(quote!(<=), Compare, Unary, BitOr),
            Operator::Gt => infix(quote!(>), Compare, BitOr, BitOr),
            Operator::Ge => infix(quote!(>=), Compare, BitOr, BitOr),
            Operator::Not => prefix(quote!(!)),
            Operator::Neg => prefix(quote!(-)),
        }
    }

    fn is_real_scalar(&self, place: &Place) -> bool {
        let ty = &self.vars[place.base].ty;
        ty.is_real() && ty.depth() == place.path.len()
    }

    /// True if a read of the whole variable needs a `*`. A map is behind a reference in emitted code.
    fn is_behind_reference(&self, var: Var) -> bool {
        self.vars[var].passing != Passing::Value || (!self.readable && self.vars[var].ty.is_map())
    }

    fn is_text(&self, place: &Place) -> bool {
        matches!(self.vars.type_of(place), Type::Exact(ty) if ty.scalar() == Some(Scalar::Str))
    }

    /// Prints a reference to the key of a map.
    pub fn key(&self, key: &Expr) -> TokenStream {
        match key {
            Expr::Constant(text @ Constant::Literal(syn::Lit::Str(_))) => text.to_token_stream(),
            // A text that is lent is a reference already.
            Expr::Read(place)
                if self.is_text(place) && !(place.is_whole() && self.is_behind_reference(place.base)) =>
            {
                self.place_path(place)
            }
            key => {
                let key = self.at(key, Level::Unary);
                // rustc reports errors about a key at the key.
                let span = key.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
                quote_spanned!(span=> &#key)
            }
        }
    }

    fn place_level(&self, place: &Place) -> Level {
        if place.is_whole() && self.is_behind_reference(place.base) { Level::Unary } else { Level::Atom }
    }

    /// Prints a place as an expression: scalars behind references are dereferenced.
    pub fn place(&self, place: &Place) -> TokenStream {
        let path = self.place_path(place);
        if place.is_whole() && self.is_behind_reference(place.base) { quote!(*#path) } else { path }
    }

    /// True if a number outside of lanes is read.
    fn is_uniform(&self, place: &Place) -> bool {
        self.vars[place.base].role == Role::Uniform && self.is_real_scalar(place)
    }

    /// Prints the number at a place: one outside of lanes goes to all of them, unless each lane has an index of its own.
    pub fn value(&self, place: &Place) -> TokenStream {
        let number = self.place(place);
        match self.real {
            Some(_) if self.is_uniform(place) && self.has_own_index(place) => {
                self.lane_by_lane(&Printer { lanes: None, ..*self }.place(place))
            }
            Some(real) if self.is_uniform(place) => {
                let v = real.ident();
                quote!(#v::splat(#number))
            }
            _ => number,
        }
    }

    /// Prints the number at a place before a `.`: methods dereference automatically.
    pub fn receiver(&self, place: &Place) -> TokenStream {
        if self.is_uniform(place) { self.value(place) } else { self.place_path(place) }
    }

    /// Prints a place without dereferencing.
    pub fn place_path(&self, place: &Place) -> TokenStream {
        self.start_of(place, usize::MAX)
    }

    /// Prints the first steps of the path of a place.
    pub fn start_of(&self, place: &Place, depth: usize) -> TokenStream {
        let root = self.ident(self.vars.root(place.base), *place.span);
        self.steps_of(place, quote!(#root), 0, depth)
    }

    /// Prints a place that lies in a part of an array, after `depth` steps of its path; the part has the index of the
    /// next step already.
    pub fn rest_of(&self, place: &Place, depth: usize, part: TokenStream) -> TokenStream {
        let all = self.vars.layout(place.base).len() + place.path.len();
        let elements = self.vars.field_path(place.base).map_or(0, FieldPath::elements);
        let is_range =
            depth + 1 == all - elements && matches!(place.path.last(), Some(Projection::Range(..)));
        let start = if is_range { quote!(#part[..]) } else { quote!(#part[0]) };
        self.steps_of(place, start, depth + 1, usize::MAX)
    }

    /// Prints the steps of the path of a place in a range, after the tokens of the part before them.
    pub fn steps_of(&self, place: &Place, mut tokens: TokenStream, from: usize, to: usize) -> TokenStream {
        let mut ty = &self.vars[place.base].ty;
        let mut rest = place.path.iter();
        let layout = self.vars.layout(place.base);
        // A field variable with many elements is not a place in Rust as a whole, and is never printed so.
        let fields = layout.iter().filter_map(|segment| match segment {
            Segment::Field(name) => Some((Some(name), None)),
            Segment::Element => rest.next().map(|projection| (None, Some(projection))),
        });
        let fields: Vec<_> = fields.collect();
        let steps = fields.into_iter().chain(rest.map(|projection| (None, Some(projection))));
        for (at, step) in steps.enumerate() {
            let inside = from <= at && at < to;
            match step {
                (Some(name), _) if inside && payload::is_payload(name) => {
                    let is_shadow = self.vars[self.vars.root(place.base)].role == Role::Shadow;
                    let name = if is_shadow { format!("{name}_bar") } else { name.clone() };
                    let accessor = identifier(&name, *place.span);
                    tokens = quote!((*#tokens.#accessor()));
                }
                (Some(name), _) if inside => {
                    let member: syn::Member = match name.parse::<u32>() {
                        Ok(index) => syn::Member::Unnamed(syn::Index { index, span: *place.span }),
                        Err(_) => syn::Member::Named(identifier(name, *place.span)),
                    };
                    tokens = quote!(#tokens.#member);
                }
                (None, Some(projection)) => {
                    if inside {
                        tokens = self.projected(tokens, projection, ty, *place.span);
                    }
                    ty = ty.item();
                }
                (Some(_), _) | (None, None) => {}
            }
        }
        tokens
    }

    /// Prints one projection of a value of a type.
    fn projected(&self, tokens: TokenStream, projection: &Projection, ty: &Type, at: Span) -> TokenStream {
        // A generated span at the place of the user's text: rustc reports errors about an element there.
        let at = Span::call_site().located_at(at);
        match projection {
            Projection::Index(i) => {
                if ty.is_map() {
                    let key = self.key(i);
                    quote_spanned!(at=> #tokens[#key])
                } else {
                    match crate::ir::reach::taken_apart(i).filter(|_| self.readable) {
                        Some([start, inside, end, _]) => {
                            let start = self.at(start, Level::BitOr);
                            let open = crate::ir::reach::is_open(i);
                            let end = (!open).then(|| self.at(end, Level::BitOr));
                            let i = self.expr(inside);
                            quote_spanned!(at=> #tokens[#start..#end][#i])
                        }
                        None => {
                            let i = self.expr(i);
                            quote_spanned!(at=> #tokens[#i])
                        }
                    }
                }
            }
            Projection::Range(a, b) => {
                let (a, b) = (self.at(a, Level::BitOr), self.at(b, Level::BitOr));
                quote_spanned!(at=> #tokens[#a..#b])
            }
        }
    }

    /// Prints `&mut place`, reborrowed if it is a reference already.
    pub fn mutable(&self, place: &Place) -> TokenStream {
        let tokens = self.place(place);
        quote!(&mut #tokens)
    }

    /// Prints an argument as it is written in a call.
    pub fn argument(&self, arg: &Argument) -> TokenStream {
        match arg {
            // Passed by name, as the user wrote it.
            Argument::Mutable(place)
                if self.readable
                    && place.is_whole()
                    && self.vars.field_path(place.base).is_none()
                    && self.vars[place.base].passing == Passing::Mutable =>
            {
                self.place_path(place)
            }
            Argument::Mutable(place) => self.mutable(place),
            Argument::Shared(place)
                if place.is_whole()
                    && self.vars[place.base].passing == Passing::Shared
                    && (self.readable || !self.vars[place.base].ty.is_map()) =>
            {
                self.place_path(place)
            }
            Argument::Shared(place) => {
                let tokens = self.place(place);
                quote!(&#tokens)
            }
            Argument::Value(Expr::Read(place)) if self.may_be_of_host(place) => self.as_asked(place),
            Argument::Value(e @ Expr::Read(place))
                if self.copies && (owns(&self.vars.type_of(place)) || self.is_part(place)) =>
            {
                let value = self.expr(e);
                quote!(::core::clone::Clone::clone(&#value))
            }
            Argument::Value(e) => self.expr(e),
        }
    }
}

impl Printer<'_> {
    /// True for several elements in a structure: by value they are an array or a vector.
    fn is_part(&self, place: &Place) -> bool {
        self.vars.field_path(place.base).is_some()
            && matches!(self.vars.type_of(place), Type::Slice(_))
            && !matches!(place.path.last(), Some(Projection::Range(..)))
    }
}

/// True for a value that may own memory: a vector, a map, and a structure that may hold one.
pub fn owns(ty: &Type) -> bool {
    match ty {
        Type::Vec(_) | Type::Map(..) | Type::Unknown => true,
        Type::Structure(Named::Unknown | Named::Written(_)) => true,
        Type::Array(item, _) => owns(item),
        Type::Real | Type::Exact(_) | Type::Slice(_) => false,
        Type::Structure(Named::Number(_)) => false,
    }
}

/// True if values of a type are copied with `clone`.
pub fn is_cloned(ty: &Type) -> bool {
    match ty {
        Type::Array(item, _) => is_cloned(item),
        Type::Real | Type::Exact(_) | Type::Structure(Named::Number(_)) => false,
        Type::Structure(_) | Type::Unknown | Type::Vec(_) | Type::Slice(_) | Type::Map(..) => true,
    }
}

/// Prints a value whose type only rustc knows: a float is converted to the number type that the context expects, and
/// other values are unchanged.
pub(crate) fn as_asked(value: &TokenStream, at: Span) -> TokenStream {
    quote_spanned! {at=> {
        #[allow(unused_imports)]
        use ::retrograde::__private::fields::{OfHost as _, OfReals as _};
        (&::retrograde::__private::fields::Number::of(&#value)).asked()
    }}
}

impl Printer<'_> {
    /// True if a number is read from a field, and only rustc knows whether the field has the function's real type.
    pub(crate) fn may_be_of_host(&self, place: &Place) -> bool {
        let ty = &self.vars[place.base].ty;
        !self.readable
            && matches!(self.real, Some(RealType::Generic(_)))
            && self.vars.is_of_field(place.base)
            && matches!(ty.leaf(), Type::Real)
            && ty.depth() == place.path.len()
            && !place.path.iter().any(|projection| matches!(projection, Projection::Range(..)))
    }

    /// Prints such a number as a number of the function's real type.
    pub(crate) fn lifted(&self, place: &Place) -> TokenStream {
        let (t, of) = (self.real.map(RealType::ident), self.place_path(place));
        let at = Span::call_site().located_at(*place.span);
        quote_spanned!(at=> ::retrograde::__private::fields::number::<#t, _, _>(&#of))
    }

    /// Prints such a number as a number of the type that the context expects.
    pub(crate) fn as_asked(&self, place: &Place) -> TokenStream {
        as_asked(&self.place_path(place), Span::call_site().located_at(*place.span))
    }
}

/// Prints a field of a value that is no place; a part of a variant is behind a call.
fn member(of: &TokenStream, field: &syn::Member) -> TokenStream {
    match field {
        syn::Member::Named(name) if payload::is_payload(&name.to_string()) => quote!((*#of.#name())),
        field => quote!(#of.#field),
    }
}
