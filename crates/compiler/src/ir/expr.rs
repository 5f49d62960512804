//! Places, expressions and arguments, which have no effects.

use super::{At, Constant, ExactType, Method, Number, Primitive, Real, Segment, Unseen, Var};
use proc_macro2::Span;
use std::rc::Rc;
use syn::ext::IdentExt;

/// A mutable location: a variable and a path into it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The variable.
    pub base: Var,
    /// Indices from the outside in; a range must be the last.
    pub path: Vec<Projection>,
    /// The place where it was written.
    pub span: At,
}

/// One step of the path of a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Projection {
    /// `[i]`
    Index(Expr),
    /// `[a..b]`, both ends explicit
    Range(Expr, Expr),
}

impl Place {
    /// Returns the whole variable as a place.
    pub fn whole(base: Var, span: impl Into<At>) -> Place {
        Place { base, path: Vec::new(), span: span.into() }
    }

    /// Returns the same path in another variable: from a primal to its shadow.
    pub fn with_base(&self, base: Var) -> Place {
        Place { base, path: self.path.clone(), span: self.span }
    }

    /// True if this is the whole variable.
    pub fn is_whole(&self) -> bool {
        self.path.is_empty()
    }
}

/// Exact arithmetic, comparison and logic, in indices and conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `!`
    Not,
    /// unary `-`
    Neg,
}

impl Operator {
    /// True if the value has the type of the operands.
    pub fn is_arithmetic(self) -> bool {
        match self {
            Operator::Add | Operator::Sub | Operator::Mul | Operator::Div | Operator::Rem | Operator::Neg => {
                true
            }
            Operator::BitAnd | Operator::BitOr | Operator::BitXor | Operator::Shl | Operator::Shr => false,
            Operator::And | Operator::Or | Operator::Not => false,
            Operator::Eq | Operator::Ne | Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge => false,
        }
    }

    /// True if the value is a boolean, whatever the operands are.
    pub fn is_truth(self) -> bool {
        match self {
            Operator::And | Operator::Or => true,
            Operator::Eq | Operator::Ne | Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge => true,
            Operator::BitAnd | Operator::BitOr | Operator::BitXor | Operator::Shl | Operator::Shr => false,
            Operator::Add | Operator::Sub | Operator::Mul | Operator::Div | Operator::Rem | Operator::Neg => {
                false
            }
            Operator::Not => false,
        }
    }
}

/// An expression without effects.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A real constant.
    Real(Real, At),
    /// A constant of exact type, or one whose type only rustc knows.
    Constant(Constant),
    /// The value at a place.
    Read(Place),
    /// `place.len()`
    Length(Place),
    /// Real arithmetic by the rule table.
    Apply(Primitive, Vec<Expr>),
    /// `x.powi(n)`: the exponent is exact.
    Powi(Box<Expr>, Box<Expr>),
    /// Exact arithmetic, comparisons (of reals too) and logic.
    Exact(Operator, Vec<Expr>),
    /// `e as T` where T is the real type.
    ToReal(Box<Expr>),
    /// `e as usize` or a cast to another exact type.
    ToExact(Box<Expr>, ExactType),
    /// A function that returns a value: reversible, or a primitive of the user.
    Call(Callee, Vec<Argument>),
    /// Ordinary Rust with an inactive result: a head applied to the arguments.
    Host(Host, Vec<Argument>),
    /// `if c { a } else { b }` of exact type, or of structures.
    Choose(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `[a, b, c]`
    List(Vec<Expr>),
    /// `Vec3 { x: a, y: b, z: c }`, `Pair(a, b)`, `(a, b)`, or a number constructed from its parts.
    Structure(Shape, Vec<Expr>),
    /// `[value; length]`, or `vec![value; length]` on the heap.
    Fill {
        /// The value of each element.
        value: Box<Expr>,
        /// The number of elements.
        length: Box<Expr>,
        /// True for a `vec!`.
        heap: bool,
    },
}

impl Expr {
    /// Returns a real constant.
    pub fn real(value: f64, span: impl Into<At>) -> Expr {
        Expr::Real(Real(value), span.into())
    }

    /// Returns an integer whose type follows from its context.
    pub fn integer(value: usize) -> Expr {
        Expr::Constant(Constant::integer(value))
    }

    /// Returns a boolean.
    pub fn truth(value: bool) -> Expr {
        Expr::Constant(Constant::truth(value))
    }

    /// Returns a number with these parts.
    pub fn number(number: Number, parts: Vec<Expr>) -> Expr {
        let member = |name: &&str| syn::Member::Named(syn::Ident::new(name, Span::call_site()));
        let fields = number.parts().iter().map(member).collect();
        Expr::Structure(Shape { of: Constructor::Number(number), fields, boxed: Vec::new() }, parts)
    }

    /// True for the integer zero.
    pub fn is_zero(&self) -> bool {
        matches!(self, Expr::Constant(constant) if constant.is_zero())
    }
}

/// The constructor of the literal of a structure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The constructor before the fields.
    pub of: Constructor,
    /// The fields in order, by name or number.
    pub fields: Vec<syn::Member>,
    /// The positions of the fields that hold their values in boxes.
    pub boxed: Vec<usize>,
}

/// The type that a literal constructs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constructor {
    /// A tuple
    Tuple,
    /// A structure of this name
    Named(syn::Path),
    /// A number with parts
    Number(Number),
}

impl Shape {
    /// Returns the kind of number that is constructed.
    pub fn number(&self) -> Option<Number> {
        match self.of {
            Constructor::Number(number) => Some(number),
            Constructor::Tuple | Constructor::Named(_) => None,
        }
    }

    /// Returns the steps to its fields.
    pub fn segments(&self) -> impl Iterator<Item = Segment> + '_ {
        self.fields.iter().map(Segment::of)
    }
}

/// The head of an expression in ordinary Rust.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Host {
    /// `path(args)`
    Function(Rc<syn::ExprPath>),
    /// `args[0].name(args[1..])`
    Method(Method),
    /// `PATH[args[0]][args[1]].field…`: an element of a constant, or a part of it.
    Element(Box<Element>),
    /// `args[0]`, a float constant or an exact float, as a number of the type that the context expects.
    Constant,
    /// `(args)`: a tuple, which is a key of a map.
    Tuple,
    /// `&args[0]`: a value that is lent to a function of ordinary Rust.
    Lent,
    /// `args[0].field`: of a value that has no name.
    Field(syn::Member),
    /// `args[0].contains_key(&args[1])`
    HasKey,
    /// The keys of `args[0]`, in order, if the function does not change the set of keys: then they are constant, like
    /// the length of an array.
    Keys,
    /// The keys of a map that gains and loses some: they are a value.
    KeysNow,
    /// `args[0] + args[1]`, where `args[3]` elements from there on lie below `args[2]`: an index into a part of an
    /// array, converted to an index into the whole array.
    Within(Part),
    /// `path!(args[0], name = args[1], pattern)`: a macro of ordinary Rust.
    Macro(Box<Invoked>),
}

/// The way to a part of a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Element {
    /// The constant.
    pub path: syn::ExprPath,
    /// The fields on the way, each with the number of the indices before it.
    pub fields: Vec<(usize, syn::Member)>,
}

/// A macro of ordinary Rust around values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Invoked {
    /// The name of the macro.
    pub path: syn::Path,
    /// The name before each value: `epsilon = e`.
    pub names: Vec<Option<syn::Ident>>,
    /// The pattern that `matches!` tries on the value.
    pub pattern: Option<syn::Pat>,
}

/// The array in whose part an index lies, and the place of the index.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// The text of the array.
    pub of: String,
    /// True if the part ends where the array does, so that the bounds of the array suffice.
    pub open: bool,
    /// The place of the index in the text.
    pub span: At,
}

impl Host {
    /// True if the value is exact for every receiver: a count or a boolean.
    pub fn is_exact(&self) -> bool {
        match self {
            Host::Method(method) => method.is_exact(),
            Host::HasKey | Host::Keys | Host::KeysNow | Host::Within(_) => true,
            Host::Macro(of) => of.pattern.is_some(),
            // A function of ours that takes whole numbers alone.
            Host::Function(path) => {
                let is_ours = path.path.segments.first().is_some_and(|first| first.ident == "retrograde");
                is_ours && path.path.segments.last().is_some_and(|last| last.ident == "counted")
            }
            Host::Element(_) | Host::Constant | Host::Tuple => false,
            Host::Lent | Host::Field(_) => false,
        }
    }
}

/// The kind of a call, which determines the places of the callee's programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallKind {
    /// `f(…)`: programs are `f::inverse` and so on.
    Function,
    /// An argument that is a function: programs are methods of `Reversible`.
    Value,
    /// `layer.step(…)`: the first argument is the receiver, and programs are `layer.step_inverse(…)` and so on.
    Method,
    /// `Self::step(…)`, `Layer::step(…)`: programs are `Layer::step_inverse` and so on.
    Associated,
}

/// A function called by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Callee {
    /// The path without generic arguments at its end, `<L as Flow>::step` among them.
    pub path: Rc<syn::ExprPath>,
    /// The type that a method is of, by its last name, where tokens tell.
    pub of: Option<String>,
    /// Those arguments, where they were written: types and constants in the order of the callee's own parameters.
    pub generics: Vec<syn::GenericArgument>,
    /// The way in which its programs are called.
    pub kind: CallKind,
    /// The number of the call and its record tape; nothing if the result is computed again on the way back.
    pub recorded: Option<Recorded>,
    /// A bit for each parameter that is scratch, where it is a method of the same block; a function says it itself.
    pub scratch: Option<u64>,
    /// The way in which it is known which arguments it decides on.
    pub decides: DecidesOn,
    /// True if its value is an `Option` or a `Result`, which the program takes in parts.
    pub opened: bool,
    /// The value in place of what such a value holds where it holds nothing; without one, that of `Default`.
    pub start: Option<Rc<syn::Expr>>,
    /// True if the last argument is the place for its value: it changes arguments as well.
    pub beside: bool,
    /// The functions among its arguments with their places, which its programs take otherwise than the callee itself.
    pub functions: Box<[(usize, Handed)]>,
    /// The type of its receiver, if that may be a constant by its type: then it may have no programs.
    pub constant: Option<Rc<syn::Type>>,
    /// True if a number of this call decides: loops of the callee run in the order of its text, so that it has the bits that the callee itself returns.
    pub in_order: bool,
    /// The place where it was written.
    pub span: At,
}

/// A function that is an argument of a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Handed {
    /// A marked function, which captures nothing: the argument is the function.
    Marked,
    /// A parameter, which holds what it captures: the argument is that.
    Parameter(syn::Ident),
    /// A closure, by the marked function that computes it: the argument is what it captures.
    Closure(Box<syn::Expr>),
}

/// True for the path of a program of an operator on structures, `::retrograde::operators::Add::add`.
pub(crate) fn is_operator_path(path: &syn::Path) -> bool {
    path.leading_colon.is_some() && path.segments.iter().nth(1).is_some_and(|s| s.ident == "operators")
}

/// The way in which it is known which arguments a callee decides on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DecidesOn {
    /// The callee says it.
    Said,
    /// A method of the same block that may call itself cannot say it: any of them.
    Any,
    /// `#[rounded]`: the writer accepts that it decides on rounded values.
    Accepted,
}

/// A call that `#[store]` is for: what the callee needs on the way back is put on a record tape, and taken from it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Recorded {
    /// Tells the calls of a function apart, whichever way they run.
    pub number: u32,
    /// The tape, in programs that have one at this call.
    pub tape: Option<Var>,
}

impl Callee {
    /// The instruction behind `push!`, whose inverse is `pop!`.
    pub fn stack(span: Span) -> Callee {
        Callee::instruction("push", span)
    }

    /// The exchange of two places that an assignment is.
    pub fn exchange(span: Span) -> Callee {
        Callee::instruction("exchange", span)
    }

    fn instruction(name: &str, span: Span) -> Callee {
        Callee {
            path: own(name),
            of: None,
            generics: Vec::new(),
            kind: CallKind::Function,
            recorded: None,
            scratch: None,
            decides: DecidesOn::Said,
            opened: false,
            start: None,
            beside: false,
            functions: Box::default(),
            constant: None,
            in_order: false,
            span: Unseen(span),
        }
    }

    /// True for a program of an operator on structures.
    pub fn is_operator(&self) -> bool {
        is_operator_path(&self.path.path)
    }

    /// The name alone, without what it is found in.
    pub fn name(&self) -> String {
        self.path.path.segments.last().map(|s| s.ident.unraw().to_string()).unwrap_or_default()
    }

    /// The tape of a call that is recorded, or that is undone with help of what was.
    pub fn tape(&self) -> Option<Var> {
        self.recorded.and_then(|recorded| recorded.tape)
    }

    /// Returns the callee with another record tape, or none.
    pub fn on(&self, tape: Option<Var>) -> Callee {
        let recorded = self.recorded.map(|recorded| Recorded { tape, ..recorded });
        Callee { recorded, ..self.clone() }
    }

    /// The instruction behind `insert!`, whose inverse is `remove!`: a map gains a key with a value, or loses it.
    pub fn entry(span: Span) -> Callee {
        Callee { path: own("insert"), ..Callee::stack(span) }
    }

    /// The instruction behind `#[store]`, which stores a local for the way back.
    pub fn store(span: Span) -> Callee {
        Callee { path: own("store"), ..Callee::stack(span) }
    }

    /// The step that puts a copy of a place on a record tape, before a segment of a checkpointed loop.
    pub fn save(span: Span) -> Callee {
        Callee { path: own("save"), ..Callee::stack(span) }
    }

    /// The step that puts such a copy back.
    pub fn restore(span: Span) -> Callee {
        Callee { path: own("restore"), ..Callee::stack(span) }
    }

    /// True for the step that copies a place to a tape.
    pub fn is_save(&self) -> bool {
        self.is_own("save")
    }

    /// True for the step that puts a copy back.
    pub fn is_restore(&self) -> bool {
        self.is_own("restore")
    }

    /// True if this is the instruction behind `push!`.
    pub fn is_stack(&self) -> bool {
        self.is_own("push")
    }

    /// True if this is the instruction behind `insert!`.
    pub fn is_entry(&self) -> bool {
        self.is_own("insert")
    }

    /// The operator on structures whose programs are called: `add` of `operators::Add::add`.
    pub fn operator(&self) -> Option<String> {
        let segments = &self.path.path.segments;
        let is_operator = segments.len() == 4 && segments[1].ident == "operators";
        is_operator.then(|| segments[3].ident.to_string())
    }

    /// True if a local is stored for the way back.
    pub fn is_store(&self) -> bool {
        self.is_own("store")
    }

    /// True for the exchange that an assignment of an ordinary function is.
    pub fn is_exchange(&self) -> bool {
        self.is_own("exchange")
    }

    fn is_own(&self, last: &str) -> bool {
        let path = &self.path.path;
        let segments = path.segments.iter().map(|segment| &segment.ident);
        path.leading_colon.is_some() && segments.eq(["retrograde", "__private", last])
    }
}

/// Returns the path of an instruction of the library.
fn own(name: &str) -> Rc<syn::ExprPath> {
    let segments = ["retrograde", "__private", name].map(|name| syn::Ident::new(name, Span::call_site()));
    let segments = segments.into_iter().map(syn::PathSegment::from).collect();
    let path = syn::Path { leading_colon: Some(Default::default()), segments };
    Rc::new(syn::ExprPath { attrs: Vec::new(), qself: None, path })
}

/// Returns the vector whose elements an expression counts, as [`count`] does.
pub fn counted(e: &Expr) -> Option<&Place> {
    match e {
        Expr::Host(Host::Method(method), args) if method.is_len() => match &args[..] {
            [Argument::Shared(stack)] => Some(stack),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the number of elements of a vector that grows and shrinks.
pub fn count(stack: &Place) -> Expr {
    Expr::Host(Host::Method(Method::len()), vec![Argument::Shared(stack.clone())])
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    /// `&mut place`
    Mutable(Place),
    /// `&place`
    Shared(Place),
    /// a value
    Value(Expr),
}
