//! The elements of an array that a block reads for its locals, and those that it changes: if they are disjoint, the
//! locals can be recomputed although the array changes.
//!
//! `for k in 0..n { let s = dot(&l[..k], …); l[k] += s; }` changes `l`, but not the elements that `s` reads. Most
//! factorisations of matrices are of this kind.
//!
//! Law: two accesses are disjoint if at one level of indexing all indices of the one lie below all indices of the
//! other. Indices are compared as polynomials in values that do not change within the block.

use crate::analysis::footprint::Footprint;
use crate::analysis::region::{Changing, Enclosing, Polynomial, ends};
use crate::ir::*;
use crate::sorted::Set;
use std::collections::HashMap;

/// Changes of a block that need not be undone before its locals are recomputed, since the locals are computed from other
/// elements.
#[derive(Debug, Default)]
pub struct Spared {
    /// The changed places, each with the elements that it reaches wherever it is changed.
    places: HashMap<Place, Vec<Reach>>,
    unstable: Changing,
}

impl Spared {
    /// Returns all changes of outer variables whose elements are known.
    pub(crate) fn of(block: &Block, outer: &Set<Var>, vars: &Variables) -> Spared {
        let unstable = unstable(block, vars);
        let mut places = HashMap::new();
        for var in outer.iter().filter(|var| has_elements(**var, vars)) {
            let mut unknown = Vec::new();
            for touch in changes(&block.stmts, *var, vars) {
                match touch.reach(&unstable, vars) {
                    Some(reach) => places.entry(touch.place).or_insert_with(Vec::new).push(reach),
                    None => unknown.push(touch.place),
                }
            }
            unknown.iter().for_each(|place| _ = places.remove(place));
        }
        Spared { places, unstable }
    }

    pub(crate) fn contains(&self, place: &Place) -> bool {
        self.places.contains_key(place)
    }

    /// Removes the changes of elements that the builders of locals may read or change; true if there are any.
    pub(crate) fn limit_to_apart(&mut self, builders: &Block, vars: &Variables) -> bool {
        let outer: Set<Var> = self.places.keys().map(|place| place.base).collect();
        let before = self.places.len();
        for var in outer {
            let (mut read, mut changed) = (Vec::new(), Vec::new());
            gather(&builders.stmts, var, vars, &mut Vec::new(), &mut read, &mut changed);
            let touched: Option<Vec<Reach>> =
                read.iter().chain(&changed).map(|touch| touch.reach(&self.unstable, vars)).collect();
            self.places.retain(|place, reached| {
                let is_apart = |touched: &Vec<Reach>| {
                    touched.iter().all(|t| reached.iter().all(|r| t.is_apart(r, vars)))
                };
                place.base != var || touched.as_ref().is_some_and(is_apart)
            });
        }
        self.places.len() < before
    }
}

/// True if elements of a variable can be told apart by their indices.
fn has_elements(var: Var, vars: &Variables) -> bool {
    vars[var].role != Role::DecisionStack && !vars[var].ty.is_map()
}

/// Returns the names of values that may differ between the read and the change.
pub(crate) fn unstable(block: &Block, vars: &Variables) -> Changing {
    let footprint = Footprint::of(&block.stmts, vars);
    let own = crate::analysis::footprint::locals(block, vars);
    let bound = |var: &Var| own.contains(var) && vars[*var].role == Role::Binding;
    let inner: Set<Var> = footprint.declares.iter().filter(|var| !bound(var)).copied().collect();
    // A local declared inside may have another length in each iteration.
    Changing { values: footprint.writes.union(&inner).copied().collect(), lengths: inner }
}

/// A place that is read or changed, with the surrounding loops in the block.
#[derive(Clone)]
pub(crate) struct Touch<'a> {
    pub(crate) place: Place,
    pub(crate) inner: Vec<Enclosing<'a>>,
}

/// The indices that a place visits, level by level: from one index up to, but not including, another; `None` if
/// unknown.
#[derive(Debug)]
pub(crate) struct Reach(Vec<Option<(Polynomial, Polynomial)>>);

impl Reach {
    /// Returns the elements that are visited in all later iterations of a loop, if they can be determined.
    pub(crate) fn in_later_rounds(self, index: Var, range: &Range, vars: &Variables) -> Reach {
        let one = Polynomial::constant(1);
        let at = Polynomial::of(&Expr::Read(Place::whole(index, vars[index].span)), vars);
        let (first, last) = ends(range, vars);
        let (first, last) =
            if !range.falling { (at.plus(&one, 1), last) } else { (first, at.plus(&one, -1)) };
        let later = |(low, high): (Polynomial, Polynomial)| {
            Some((low.extreme(index, &first, &last)?, high.extreme(index, &last, &first)?))
        };
        Reach(self.0.into_iter().map(|level| level.and_then(later)).collect())
    }

    /// Returns the levels whose bounds mention none of these names; the others become unknown.
    pub(crate) fn without(self, changing: &Changing, vars: &Variables) -> Reach {
        let stable = |(low, high): &(Polynomial, Polynomial)| {
            !low.changes(changing, vars) && !high.changes(changing, vars)
        };
        Reach(self.0.into_iter().map(|level| level.filter(stable)).collect())
    }

    pub(crate) fn is_apart(&self, other: &Reach, vars: &Variables) -> bool {
        let below = |high: &Polynomial, low: &Polynomial| low.plus(high, -1).is_never_negative(vars);
        self.0.iter().zip(&other.0).any(|levels| match levels {
            (Some((low, high)), Some((other_low, other_high))) => {
                below(high, other_low) || below(other_high, low)
            }
            _ => false,
        })
    }
}

impl Touch<'_> {
    /// Returns `None` if the access is to the whole variable.
    pub(crate) fn reach(&self, unstable: &Changing, vars: &Variables) -> Option<Reach> {
        let one = Polynomial::constant(1);
        let levels = self.place.path.iter().map(|projection| {
            let (low, high) = match projection {
                Projection::Index(i) => {
                    let i = Polynomial::of(i, vars);
                    (i.clone(), i.plus(&one, 1))
                }
                Projection::Range(a, b) => (Polynomial::of(a, vars), Polynomial::of(b, vars)),
            };
            let bounds = self.bounds(low, high, vars)?;
            let stable = |p: &Polynomial| !p.changes(unstable, vars);
            (stable(&bounds.0) && stable(&bounds.1)).then_some(bounds)
        });
        (!self.place.is_whole()).then(|| Reach(levels.collect()))
    }

    /// Returns the least and the largest value of two bounds in inner loops.
    fn bounds(
        &self,
        mut low: Polynomial,
        mut high: Polynomial,
        vars: &Variables,
    ) -> Option<(Polynomial, Polynomial)> {
        for inner in self.inner.iter().rev() {
            let (first, last) = ends(inner.range, vars);
            low = low.extreme(inner.index, &first, &last)?;
            high = high.extreme(inner.index, &last, &first)?;
        }
        Some((low, high))
    }
}

/// Collects the places where statements change a variable.
pub(crate) fn changes<'a>(stmts: &'a [Stmt], var: Var, vars: &Variables) -> Vec<Touch<'a>> {
    let mut changed = Vec::new();
    gather(stmts, var, vars, &mut Vec::new(), &mut Vec::new(), &mut changed);
    changed
}

/// Collects the places where statements read a variable.
pub(crate) fn reads<'a>(stmts: &'a [Stmt], var: Var, vars: &Variables) -> Vec<Touch<'a>> {
    let mut read = Vec::new();
    gather(stmts, var, vars, &mut Vec::new(), &mut read, &mut Vec::new());
    read
}

/// Collects the places where statements read and change a variable.
fn gather<'a>(
    stmts: &'a [Stmt],
    var: Var,
    vars: &Variables,
    loops: &mut Vec<Enclosing<'a>>,
    read: &mut Vec<Touch<'a>>,
    changed: &mut Vec<Touch<'a>>,
) {
    for stmt in stmts {
        let touch = |place: &Place| Touch { place: place.clone(), inner: loops.clone() };
        let mut reads = |e: &Expr| {
            e.reads_within(vars, &mut |place| {
                if place.base == var {
                    read.push(touch(place));
                }
            });
        };
        match stmt {
            Stmt::Bind(b) | Stmt::Allocate(b) | Stmt::Forget(b) | Stmt::Release(b) => reads(&b.value),
            Stmt::Update(u) => {
                reads(&u.value);
                u.place.each_index(&mut reads);
                if u.place.base == var {
                    changed.push(touch(&u.place));
                }
            }
            Stmt::Call(c) => {
                for arg in &c.args {
                    arg.reads_within(vars, &mut |place| {
                        if place.base == var {
                            read.push(touch(place));
                        }
                    });
                    arg.changes_within(vars, &mut |place| {
                        if place.base == var {
                            changed.push(touch(place));
                        }
                    });
                }
            }
            Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) => {
                stmt.heads().into_iter().for_each(&mut reads);
            }
            Stmt::Safe(_) => {}
        }
        // A stack has no elements apart from one another.
        if let Some((_, span)) = stmt.kept().filter(|(kept, _)| kept.stack == var) {
            read.push(touch(&Place::whole(var, span)));
            changed.push(touch(&Place::whole(var, span)));
        }
        if let Stmt::For(f) = stmt {
            loops.push(Enclosing { index: f.index, range: &f.range });
        }
        stmt.blocks().into_iter().for_each(|block| gather(&block.stmts, var, vars, loops, read, changed));
        if let Stmt::For(_) = stmt {
            loops.pop();
        }
    }
}
