//! The variables that steps access from outside, and whether two steps may change places.

use super::access::{Nodes, Shape, Touch};
use crate::ir::step::{Step, nested};
use crate::ir::{Var, Variables};
use crate::sorted::Set;

/// The variables that steps read, add to and change, but for those that they declare for themselves.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    read: Set<Var>,
    added: Set<Var>,
    changed: Set<Var>,
}

impl Touched {
    /// Returns the variables of one step; one that it declares for the steps behind it is changed.
    pub(super) fn of(step: &Step, vars: &Variables) -> Touched {
        let nodes = Nodes::of(std::slice::from_ref(step), vars);
        let mut touched = Touched::default();
        // The index of a loop is its own.
        let own = |at: usize| at != 0 || matches!(nodes.all[at].shape, Shape::For(..));
        // With a structure, its parts are declared.
        let declared = nodes.all.first().filter(|_| !own(0)).and_then(|node| node.declares);
        touched.changed.extend(declared.into_iter().flat_map(|var| [vec![var], vars.parts(var)].concat()));
        for (id, node) in nodes.all.iter().enumerate() {
            for access in &node.accesses {
                if nodes.instance(id, access.place.base).is_some_and(own) {
                    continue;
                }
                match access.touch {
                    Touch::Read | Touch::Extent => touched.read.insert(access.place.base),
                    // Sums of integers may overflow in another order.
                    Touch::Add if vars[access.place.base].ty.is_real() => {
                        touched.added.insert(access.place.base)
                    }
                    Touch::Add | Touch::Change => touched.changed.insert(access.place.base),
                };
            }
        }
        touched
    }

    /// True if a variable is accessed in any way.
    pub(super) fn names(&self, var: Var) -> bool {
        self.read.contains(&var) || self.written().any(|written| written == var)
    }

    /// Returns the variables that are read.
    pub(super) fn reads(&self) -> impl Iterator<Item = Var> {
        self.read.iter().copied()
    }

    /// Returns the variables that are added to, changed or declared.
    pub(super) fn written(&self) -> impl Iterator<Item = Var> {
        self.added.iter().chain(&self.changed).copied()
    }

    /// True if the order of both does not matter: what one changes, the other does not access, but that both may add to it.
    pub(super) fn commutes(&self, other: &Touched) -> bool {
        self.spares(other) && other.spares(self)
    }

    fn spares(&self, other: &Touched) -> bool {
        self.changed.iter().all(|var| !other.names(*var))
            && self.added.iter().all(|var| !other.read.contains(var) && !other.changed.contains(var))
    }
}

/// True if a step checks a law or is ordinary Rust: what comes before it stays there.
pub(super) fn checks(step: &Step) -> bool {
    matches!(step, Step::Check(_) | Step::Safe(_)) || nested(step).into_iter().flatten().any(checks)
}
