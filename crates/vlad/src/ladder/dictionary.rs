//! The dictionaries: the part of each stage that is specific to it, as text of the target calculus.
//!
//! A dictionary is `(lambda (input f) (letrec (…) body))`. It defines numbers, constants and staged calls,
//! interleaves a value with backpropagators and deinterleaves it again; its body is the wrapper around the
//! transformed function `f`.

use std::sync::Arc;

use super::extra::Extra;
use super::stage::Stage;
use crate::core::{Expr, ExprKind, Lambda, Names, PatternKind, VarId};
use crate::program::{Item, NoFiles, Program};

/// A dictionary. Its variables are distinct from those of the program that it is for.
pub(crate) struct Dictionary {
    pub(crate) input: VarId,
    pub(crate) function: VarId,
    pub(crate) definitions: Vec<(VarId, Arc<Lambda>)>,
    pub(crate) body: Expr,
}

const fn text(stage: Stage) -> &'static str {
    match stage {
        Stage::Forward => include_str!("dictionary/forward.vlad"),
        Stage::D1 => include_str!("dictionary/d1.vlad"),
        Stage::D2 => include_str!("dictionary/d2.vlad"),
        Stage::D3 => include_str!("dictionary/d3.vlad"),
        Stage::Sparse => include_str!("dictionary/sparse.vlad"),
        Stage::D4 => include_str!("dictionary/d4.vlad"),
        Stage::Dropped => include_str!("dictionary/dropped.vlad"),
        Stage::Defunctionalised => include_str!("dictionary/defunctionalised.vlad"),
        Stage::Taped => include_str!("dictionary/taped.vlad"),
    }
}

impl Dictionary {
    /// Reads the dictionary of a stage, with fresh variables.
    pub(crate) fn read(stage: Stage, names: &mut Names) -> Dictionary {
        let mut program = Program::bare();
        program.names = std::mem::take(names);
        for extra in Extra::ALL {
            program.name_host(extra.name(), extra.prim());
        }
        let read = program.add(stage.name(), text(stage), &mut NoFiles);
        *names = std::mem::take(&mut program.names);
        let found = match (read, program.items.pop()) {
            (Ok(()), Some(Item::Expression { expr, .. })) => opened(&expr),
            _ => None,
        };
        // The texts are part of this crate, and a test reads them all.
        found
            .unwrap_or_else(|| unreachable!("the dictionary of {stage} is not of the form that it should be"))
    }

    /// Returns the definition with this name.
    pub(crate) fn find(&self, name: &str) -> Option<VarId> {
        let named = |lambda: &Lambda| lambda.name.as_deref() == Some(name);
        self.definitions.iter().find(|(_, lambda)| named(lambda)).map(|(variable, _)| *variable)
    }
}

fn opened(expr: &Expr) -> Option<Dictionary> {
    let ExprKind::Lambda(outer) = &expr.kind else { return None };
    let PatternKind::Cons(params) = &outer.param.kind else { return None };
    let [PatternKind::Var(input), PatternKind::Var(function)] = [&params[0].kind, &params[1].kind] else {
        return None;
    };
    let ExprKind::Letrec(definitions, body) = &outer.body.kind else { return None };
    Some(Dictionary {
        input: *input,
        function: *function,
        definitions: definitions.clone(),
        body: (**body).clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dictionary_can_be_read() {
        for stage in Stage::ALL {
            let mut program = Program::bare();
            for extra in Extra::ALL {
                program.name_host(extra.name(), extra.prim());
            }
            program.add(stage.name(), text(stage), &mut NoFiles).unwrap_or_else(|e| panic!("{stage}: {e}"));
            let dictionary = Dictionary::read(stage, &mut Names::default());
            assert!(dictionary.find("constant").is_some(), "{stage}");
        }
    }
}
