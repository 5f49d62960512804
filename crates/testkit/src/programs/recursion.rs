//! Recursive functions, direct or mutual, which end when a parameter reaches zero.
//!
//! Law: the parameter is small, and the call is in the body itself and not in a loop, so that runs stay short. Values
//! that decide something are exact in every call, as in the first.

use super::resolve::{Resolver, Signature, Written};
use super::scope::{Class, Id, Ids, Info, Integer, Liberty, Shape};
use super::sketch::{self, ParamKind, Recursion};

/// The maximal initial value of the parameter that counts down.
const DEPTH: i64 = 2;

/// Draws a function that may call itself, preceded by the second function of a mutual recursion.
pub(super) fn written(
    sketch: &sketch::Function,
    name: &str,
    helpers: &[Signature],
    liberty: Liberty,
) -> Vec<Written> {
    let function = |sketch, name: &str, callee: Option<(&str, bool)>| {
        super::resolve::function(sketch, name.into(), helpers, liberty, Some(callee))
    };
    let all = match (sketch.recursion, sketch.tail.is_some()) {
        // The type that a function returns is not known inside it.
        (Recursion::None, _) | (_, true) => vec![function(sketch, name, None)],
        (Recursion::Itself { first }, false) => vec![function(sketch, name, Some((name, first)))],
        (Recursion::Mutual { first }, false) => {
            let other = format!("{name}b");
            let mut turned = sketch.clone();
            turned.body.reverse();
            vec![
                function(&turned, &other, Some((name, !first))),
                function(sketch, name, Some((&other, first))),
            ]
        }
    };
    // Of two functions that call each other, both must be valid.
    all.into_iter().collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// The parameter that counts down, for a function without one.
pub(super) const COUNT: sketch::Param =
    sketch::Param { kind: ParamKind::InputSize, fixed: false, length: 1, data: [4; 8] };

/// True if a parameter may count the calls.
pub(super) fn is_count(info: &Info) -> bool {
    info.class == Class::Input && info.shape == Shape::Integer(Integer::Usize)
}

/// Adapts a parameter of a recursive function: even the value of a size is unknown.
pub(super) fn uncounted(info: Info) -> Info {
    match (is_count(&info), info.known) {
        (true, Some(known)) => Info { known: Some(known.min(DEPTH)), ..info },
        _ => info,
    }
}

impl Resolver<'_> {
    /// Draws `if n > 0 { f(y, x, w * 0.5, n - 1); }`
    pub(super) fn recursion(&mut self, callee: &str, params: &[(Id, Info)]) -> Option<()> {
        let (count, _) = params.iter().find(|(_, info)| is_count(info))?;
        let all = |id: &Id| match self.scopes.leaves(*id) {
            leaves if leaves.is_empty() => Ids::from([*id]),
            leaves => leaves,
        };
        let reads: Ids = params.iter().flat_map(|(id, _)| all(id)).collect();
        let states = params.iter().filter(|(_, info)| info.class == Class::State);
        let writes: Vec<Id> = states.flat_map(|(id, _)| all(id)).collect();
        // A value that decides something must not be computed from a rounded value, and the dependences inside a call
        // are unknown.
        let decides = |id: &Id| {
            let info = &self.scopes.infos[*id];
            info.exact && matches!(info.shape, Shape::Integer(_))
        };
        if writes.iter().any(decides) && !writes.iter().all(decides) {
            return None;
        }
        let argument = |(id, info): &(Id, Info)| match (&info.shape, info.reference) {
            _ if id == count => format!("{} - 1", info.name),
            (Shape::Scalar, false) if info.class == Class::Input => format!("{} * 0.5", info.name),
            _ => info.name.clone(),
        };
        let arguments: Vec<String> = params.iter().map(argument).collect();
        let control = Ids::from([*count]);
        let mut lawful = false;
        self.alternative(&control, |this| lawful = this.scopes.change(&writes, &reads));
        if !lawful {
            return None;
        }
        let count = self.scopes.text(*count);
        self.lines(vec![
            format!("if {count} > 0 {{"),
            format!("    {callee}({});", arguments.join(", ")),
            "}".into(),
        ]);
        Some(())
    }
}
