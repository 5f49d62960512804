//! Programs without context, which are drawn and shrink.
//!
//! A `Pick` is a number that `resolve` reduces modulo the number of available choices, so it is always valid and
//! shrinks to the first choice. Vectors shrink by losing statements, enumerations towards their first variant.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// A number that selects one of the available choices.
pub(super) type Pick = u16;

/// A whole program.
#[derive(Clone, Debug)]
pub struct Sketch {
    pub(super) helpers: Vec<Function>,
    pub(super) main: Function,
}

/// A function.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) params: Vec<Param>,
    pub(super) body: Vec<Statement>,
    /// The value of a function that returns one.
    pub(super) tail: Option<Value>,
    /// The kind of value; for a structure, its parts.
    pub(super) form: u8,
    pub(super) parts: (Pick, Vec<Value>),
    /// The recursion of the function.
    pub(super) recursion: Recursion,
}

/// The recursion of a function: the call is its first statement or its last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Recursion {
    None,
    Itself {
        first: bool,
    },
    /// Through a second function that calls it.
    Mutual {
        first: bool,
    },
}

/// A parameter, and the numbers for its argument.
#[derive(Clone, Debug)]
pub(super) struct Param {
    pub(super) kind: ParamKind,
    pub(super) fixed: bool,
    pub(super) length: u8,
    pub(super) data: [i8; 8],
}

#[derive(Clone, Copy, Debug)]
pub(super) enum ParamKind {
    StateScalar,
    StateArray,
    StateGrid,
    StateCounter,
    StateInteger,
    InputValue,
    InputReference,
    InputArray,
    InputSize,
    InactiveValue,
    InactiveArray,
    Scratch,
    StateRecord,
    InputRecord,
    StateLog,
}

impl ParamKind {
    pub(super) fn is_state(self) -> bool {
        match self {
            ParamKind::StateScalar
            | ParamKind::StateArray
            | ParamKind::StateGrid
            | ParamKind::StateCounter
            | ParamKind::StateRecord
            | ParamKind::StateInteger => true,
            ParamKind::InputValue
            | ParamKind::InputReference
            | ParamKind::InputArray
            | ParamKind::InputSize
            | ParamKind::InactiveValue
            | ParamKind::InactiveArray
            | ParamKind::InputRecord
            | ParamKind::StateLog
            | ParamKind::Scratch => false,
        }
    }
}

/// A real expression.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Read(Pick, Pick),
    Constant(u8),
    Cast(Pick),
    Unary(u8, Box<Value>),
    Binary(u8, Box<Value>, Box<Value>),
    Call(Pick, Vec<Pick>, Vec<Value>),
}

/// A condition.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    Exact { left: Pick, form: u8, right: Pick },
    Real { place: (Pick, Pick), above: bool, threshold: i8 },
    Both(Box<Condition>, Box<Condition>),
    Either(Box<Condition>, Box<Condition>),
    Not(Box<Condition>),
}

/// The range of a `for`.
#[derive(Clone, Debug)]
pub(super) struct Range {
    pub(super) start: Pick,
    pub(super) end: Pick,
    pub(super) inclusive: bool,
    /// Selects `rev` and `step_by`, and their order.
    pub(super) form: u8,
    pub(super) step: u8,
}

/// A statement.
#[derive(Clone, Debug)]
pub(super) enum Statement {
    Update {
        local: bool,
        target: (Pick, Pick),
        minus: bool,
        value: Value,
    },
    Bind(Value),
    Choose(Condition, Value, Value),
    Ancilla {
        shape: u8,
        length: u8,
        start: Value,
    },
    Count {
        target: Pick,
        minus: bool,
        by: Pick,
        with: Pick,
    },
    BindExact {
        of: Pick,
        form: u8,
    },
    Counter,
    Best(Pick),
    Instruction {
        which: u8,
        a: (Pick, Pick),
        b: (Pick, Pick),
        angle: Value,
    },
    Call {
        local: bool,
        callee: Pick,
        uncall: bool,
        picks: Vec<Pick>,
        values: Vec<Value>,
    },
    View {
        of: Pick,
        start: Pick,
        length: u8,
    },
    For(Range, Vec<Statement>),
    If {
        condition: Condition,
        then: Vec<Statement>,
        elseif: Option<(Condition, Vec<Statement>)>,
        otherwise: Vec<Statement>,
        /// Selects `#[keep]` or `#[rounded]`.
        mark: u8,
    },
    /// `#[keep] while s < 1.5 { …; s += 0.3 + … }`
    Approach {
        local: Pick,
        eighths: u8,
        value: Value,
        body: Vec<Statement>,
    },
    IfPost {
        counter: Pick,
        form: u8,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    While {
        counter: Pick,
        trips: u8,
        down: bool,
        early: bool,
        stop: Option<(Pick, i8)>,
        body: Vec<Statement>,
    },
    Routine {
        body: Vec<Statement>,
        uses: Vec<Statement>,
    },
    Block(Vec<Statement>),
    /// `for (v, &u) in ys.iter_mut().zip(xs.iter()) { *v += …; … }` and the like
    Visit {
        target: Pick,
        source: Pick,
        form: u8,
        minus: bool,
        value: Value,
        body: Vec<Statement>,
    },
    /// `each!(y += a * s - b)`
    Each {
        target: Pick,
        minus: bool,
        first: Pick,
        second: Pick,
        scalar: (Pick, Pick),
    },
    /// `undo! { … }`
    Undone(Vec<Statement>),
    /// `let mut t = 0.0; t += …; …; t -= …; free!(t = 0.0);`
    Freed {
        value: Value,
        uses: Vec<Statement>,
    },
    /// `swap(&mut v[0..2], &mut u[1..3]);`
    Exchange {
        length: u8,
        first: Pick,
        second: Pick,
    },
    /// `let mut p = Vec2 { x: …, y: … };`
    Record {
        form: u8,
        of: Pick,
        values: Vec<Value>,
    },
    /// `let (a, b) = f(…);`
    Take {
        callee: Pick,
        picks: Vec<Pick>,
        values: Vec<Value>,
        form: u8,
    },
    /// `push!(stack, y); y += …; …; y -= …; pop!(stack, y);`
    Stacked {
        place: (Pick, Pick),
        value: Value,
        uses: Vec<Statement>,
    },
    /// `let mut g = Log::from_value(a); …; g *= Log::from_value(b); y += g.ln();`
    Logarithm {
        first: Value,
        second: Value,
        minus: bool,
        target: (Pick, Pick),
        uses: Vec<Statement>,
    },
    /// `z += a * b.conj();` of complex numbers
    Turn {
        target: Pick,
        minus: bool,
        factors: (Pick, Pick),
        form: u8,
        value: Value,
    },
    /// `insert!(map, 1, a); …; remove!(map, 1, a);`, the end of it by hand or not.
    Mapped {
        value: Value,
        other: Value,
        by_hand: bool,
        uses: Vec<Statement>,
    },
}

pub(super) fn sketches() -> impl Strategy<Value = Sketch> {
    (vec(function(1..4, 1..4, true), 0..3), function(1..6, 1..7, false))
        .prop_map(|(helpers, main)| Sketch { helpers, main })
}

fn function(
    params: std::ops::Range<usize>,
    length: std::ops::Range<usize>,
    helper: bool,
) -> impl Strategy<Value = Function> {
    let returns = if helper { 0.4 } else { 0.1 };
    let parts = (pick(), vec(value(), 2));
    let form = (any::<u8>(), recursion(helper));
    (vec(param(), params), vec(statement(), length), option::weighted(returns, value()), form, parts)
        .prop_map(|(params, body, tail, (form, recursion), parts)| Function {
            params,
            body,
            tail,
            form,
            parts,
            recursion,
        })
}

fn recursion(helper: bool) -> BoxedStrategy<Recursion> {
    if !helper {
        return Just(Recursion::None).boxed();
    }
    prop_oneof![
        6 => Just(Recursion::None),
        1 => any::<bool>().prop_map(|first| Recursion::Itself { first }),
        1 => any::<bool>().prop_map(|first| Recursion::Mutual { first }),
    ]
    .boxed()
}

fn param() -> impl Strategy<Value = Param> {
    let kind = prop_oneof![
        4 => Just(ParamKind::StateScalar),
        5 => Just(ParamKind::StateArray),
        1 => Just(ParamKind::StateGrid),
        2 => Just(ParamKind::StateCounter),
        2 => Just(ParamKind::StateInteger),
        2 => Just(ParamKind::InputValue),
        2 => Just(ParamKind::InputReference),
        5 => Just(ParamKind::InputArray),
        2 => Just(ParamKind::InputSize),
        1 => Just(ParamKind::InactiveValue),
        1 => Just(ParamKind::InactiveArray),
        1 => Just(ParamKind::Scratch),
        4 => Just(ParamKind::StateRecord),
        3 => Just(ParamKind::InputRecord),
        1 => Just(ParamKind::StateLog),
    ];
    (kind, any::<bool>(), any::<u8>(), prop::array::uniform8(-12..13_i8))
        .prop_map(|(kind, fixed, length, data)| Param { kind, fixed, length, data })
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        6 => (pick(), pick()).prop_map(|(place, index)| Value::Read(place, index)),
        1 => any::<u8>().prop_map(Value::Constant),
        1 => pick().prop_map(Value::Cast),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        prop_oneof![
            3 => (any::<u8>(), inner.clone()).prop_map(|(op, x)| Value::Unary(op, Box::new(x))),
            4 => (any::<u8>(), inner.clone(), inner.clone())
                .prop_map(|(op, x, y)| Value::Binary(op, Box::new(x), Box::new(y))),
            1 => (pick(), vec(pick(), 6), vec(inner, 2)).prop_map(|(f, picks, values)| Value::Call(f, picks, values)),
        ]
    })
}

fn condition() -> impl Strategy<Value = Condition> {
    let leaf = prop_oneof![
        3 => (pick(), any::<u8>(), pick()).prop_map(|(left, form, right)| Condition::Exact { left, form, right }),
        2 => ((pick(), pick()), any::<bool>(), -12..13_i8)
            .prop_map(|(place, above, threshold)| Condition::Real { place, above, threshold }),
    ];
    leaf.prop_recursive(2, 4, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Condition::Both(Box::new(a), Box::new(b))),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Condition::Either(Box::new(a), Box::new(b))),
            inner.prop_map(|a| Condition::Not(Box::new(a))),
        ]
    })
}

fn range() -> impl Strategy<Value = Range> {
    (pick(), pick(), prop::bool::weighted(0.15), any::<u8>(), any::<u8>())
        .prop_map(|(start, end, inclusive, form, step)| Range { start, end, inclusive, form, step })
}

fn statement() -> impl Strategy<Value = Statement> {
    let place = || (pick(), pick());
    let leaf = prop_oneof![
        12 => (any::<bool>(), place(), any::<bool>(), value())
            .prop_map(|(local, target, minus, value)| Statement::Update { local, target, minus, value }),
        4 => value().prop_map(Statement::Bind),
        1 => (condition(), value(), value()).prop_map(|(c, a, b)| Statement::Choose(c, a, b)),
        4 => (any::<u8>(), any::<u8>(), value())
            .prop_map(|(shape, length, start)| Statement::Ancilla { shape, length, start }),
        2 => (pick(), any::<bool>(), pick(), pick())
            .prop_map(|(target, minus, by, with)| Statement::Count { target, minus, by, with }),
        1 => (pick(), any::<u8>()).prop_map(|(of, form)| Statement::BindExact { of, form }),
        1 => Just(Statement::Counter),
        1 => pick().prop_map(Statement::Best),
        3 => (any::<u8>(), place(), place(), value())
            .prop_map(|(which, a, b, angle)| Statement::Instruction { which, a, b, angle }),
        4 => (any::<bool>(), pick(), any::<bool>(), vec(pick(), 8), vec(value(), 3))
            .prop_map(|(local, callee, uncall, picks, values)| Statement::Call { local, callee, uncall, picks, values }),
        1 => (pick(), pick(), any::<u8>()).prop_map(|(of, start, length)| Statement::View { of, start, length }),
        2 => (pick(), any::<bool>(), pick(), pick(), place()).prop_map(|(target, minus, first, second, scalar)| {
            Statement::Each { target, minus, first, second, scalar }
        }),
        2 => (pick(), any::<bool>(), place(), any::<u8>(), value()).prop_map(
            |(target, minus, factors, form, value)| Statement::Turn { target, minus, factors, form, value },
        ),
        1 => (any::<u8>(), pick(), pick())
            .prop_map(|(length, first, second)| Statement::Exchange { length, first, second }),
        4 => (any::<u8>(), pick(), vec(value(), 2))
            .prop_map(|(form, of, values)| Statement::Record { form, of, values }),
        3 => (pick(), vec(pick(), 8), vec(value(), 3), any::<u8>())
            .prop_map(|(callee, picks, values, form)| Statement::Take { callee, picks, values, form }),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        let body = || vec(inner.clone(), 1..5);
        let elseif = option::weighted(0.3, (condition(), body()));
        prop_oneof![
            5 => (range(), body()).prop_map(|(range, body)| Statement::For(range, body)),
            3 => (condition(), body(), elseif, vec(inner.clone(), 0..3), any::<u8>())
                .prop_map(|(condition, then, elseif, otherwise, mark)| Statement::If {
                    condition, then, elseif, otherwise, mark,
                }),
            1 => (pick(), any::<u8>(), value(), body())
                .prop_map(|(local, eighths, value, body)| Statement::Approach { local, eighths, value, body }),
            1 => (pick(), any::<u8>(), vec(inner.clone(), 0..3), vec(inner.clone(), 0..3))
                .prop_map(|(counter, form, then, otherwise)| Statement::IfPost { counter, form, then, otherwise }),
            2 => (pick(), 0..4_u8, any::<bool>(), any::<bool>(), option::weighted(0.3, (pick(), -12..13_i8)), body())
                .prop_map(|(counter, trips, down, early, stop, body)| Statement::While {
                    counter, trips, down, early, stop, body,
                }),
            2 => (body(), body()).prop_map(|(body, uses)| Statement::Routine { body, uses }),
            1 => body().prop_map(Statement::Block),
            3 => (pick(), pick(), any::<u8>(), any::<bool>(), value(), vec(inner.clone(), 0..3)).prop_map(
                |(target, source, form, minus, value, body)| Statement::Visit {
                    target, source, form, minus, value, body,
                },
            ),
            1 => body().prop_map(Statement::Undone),
            1 => (value(), body()).prop_map(|(value, uses)| Statement::Freed { value, uses }),
            1 => ((pick(), pick()), value(), vec(inner.clone(), 0..3))
                .prop_map(|(place, value, uses)| Statement::Stacked { place, value, uses }),
            1 => (value(), value(), any::<bool>(), (pick(), pick()), vec(inner.clone(), 0..3)).prop_map(
                |(first, second, minus, target, uses)| Statement::Logarithm { first, second, minus, target, uses },
            ),
            1 => (value(), value(), any::<bool>(), vec(inner.clone(), 0..3))
                .prop_map(|(value, other, by_hand, uses)| Statement::Mapped { value, other, by_hand, uses }),
        ]
    })
}

fn pick() -> impl Strategy<Value = Pick> {
    0..1000_u16
}
