//! The names in scope, and the laws that a new statement must obey.
//!
//! Each open block records the variables that flow into those that it declares and changes. These decide the law of
//! stable reads before a statement is added: the variables from which a block's locals are computed must not change
//! in the block ([`Liberty::Strict`]), or only in ways that do not depend on those locals ([`Liberty::Advancing`]).

use super::place::Indexing;
use super::record::Record;
use std::collections::{BTreeMap, BTreeSet};

/// The distance of programs from the limits of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Liberty {
    /// Variables from which locals are computed do not change.
    Strict,
    /// Advanced, perhaps, by statements that do not use the locals.
    Advancing,
    /// Anything: a compiler may reject the program, or check it at run time.
    Wild,
}

/// An index into [`Scopes::infos`].
pub(super) type Id = usize;
pub(super) type Ids = BTreeSet<Id>;

/// The type of a variable, as far as it matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Scalar,
    Array {
        length: usize,
        storage: Storage,
    },
    Grid {
        rows: usize,
        columns: usize,
    },
    Integer(Integer),
    Bool,
    /// A structure, whose fields have names of their own.
    Record(Record),
    /// `&mut Vec<usize>`, a stack for decisions.
    Log,
}

/// The storage of an array, which decides how it can be passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Storage {
    Slice,
    Fixed,
    Vec,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Integer {
    Usize,
    I64,
}

/// The kind of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    State,
    Input,
    Inactive,
    Scratch,
    Binding,
    Ancilla,
    Index,
    /// Another name for a part of `base`.
    View {
        base: Id,
    },
}

#[derive(Clone, Debug)]
pub(super) struct Info {
    pub(super) name: String,
    pub(super) shape: Shape,
    pub(super) class: Class,
    /// True if the name is a reference: scalars are read through `*`, and it is passed as it is.
    pub(super) reference: bool,
    /// True if its value is the same bit for bit in the reverse pass.
    pub(super) exact: bool,
    /// The value of an integer, if it is certain.
    pub(super) known: Option<i64>,
    /// Bounds of an integer that does not change.
    pub(super) interval: Option<(i64, i64)>,
}

impl Info {
    pub(super) fn is_changeable(&self) -> bool {
        match self.class {
            Class::State | Class::Scratch | Class::Ancilla => true,
            Class::Input | Class::Inactive | Class::Binding | Class::Index | Class::View { .. } => false,
        }
    }

    pub(super) fn is_local(&self) -> bool {
        matches!(self.class, Class::Ancilla | Class::Scratch)
    }

    /// True if it has to be recomputed in the reverse pass.
    pub(super) fn is_built(&self) -> bool {
        self.is_local() || self.class == Class::Binding
    }
}

/// An open block.
#[derive(Clone, Debug, Default)]
struct Scope {
    /// The index of the first name that it declares.
    first: usize,
    /// Locals that the block itself declares.
    own: Ids,
    /// All names declared in it or in inner blocks.
    inside: Ids,
    /// For each name that is declared or changed in it or in inner blocks, the names that flow into it.
    flow: BTreeMap<Id, Ids>,
    /// The names that decide whether and how often the block runs.
    control: Ids,
    /// The names that must not change in the block.
    guarded: Ids,
}

impl Scope {
    fn closure(&self, wanted: &Ids) -> Ids {
        let mut needed = wanted.clone();
        let mut open: Vec<Id> = needed.iter().copied().collect();
        while let Some(id) = open.pop() {
            for read in self.flow.get(&id).into_iter().flatten() {
                if self.flow.contains_key(read) && needed.insert(*read) {
                    open.push(*read);
                }
            }
        }
        needed
    }

    /// True if the block's locals can be recomputed in the reverse pass.
    fn is_stable(&self, liberty: Liberty) -> bool {
        let needed = self.closure(&self.own);
        let advanced: Ids = needed.difference(&self.inside).copied().collect();
        match liberty {
            Liberty::Strict => advanced.is_empty(),
            Liberty::Advancing => self.closure(&advanced).is_disjoint(&self.own),
            Liberty::Wild => true,
        }
    }
}

/// All names and open blocks of a function.
#[derive(Clone, Debug)]
pub(super) struct Scopes {
    pub(super) infos: Vec<Info>,
    visible: Vec<Id>,
    open: Vec<Scope>,
    liberty: Liberty,
    counts: BTreeMap<&'static str, usize>,
    /// The fields of structures, down to numbers and arrays.
    leaves: BTreeMap<Id, Ids>,
}

impl Scopes {
    pub(super) fn new(liberty: Liberty) -> Scopes {
        let open = vec![Scope::default()];
        Scopes {
            infos: Vec::new(),
            visible: Vec::new(),
            open,
            liberty,
            counts: BTreeMap::new(),
            leaves: BTreeMap::new(),
        }
    }

    /// The fields of a structure, down to numbers and arrays.
    pub(super) fn leaves(&self, id: Id) -> Ids {
        self.leaves.get(&id).cloned().unwrap_or_default()
    }

    pub(super) fn set_leaves(&mut self, id: Id, leaves: Ids) {
        self.leaves.insert(id, leaves);
    }

    pub(super) fn is_wild(&self) -> bool {
        self.liberty == Liberty::Wild
    }

    /// Returns a new name.
    pub(super) fn fresh(&mut self, stem: &'static str) -> String {
        let count = self.counts.entry(stem).or_insert(0);
        *count += 1;
        format!("{stem}{}", *count - 1)
    }

    /// The names in scope.
    pub(super) fn visible(&self) -> impl Iterator<Item = (Id, &Info)> {
        self.visible.iter().map(|&id| (id, &self.infos[id]))
    }

    /// Hides names; returns the state to restore with `show`.
    pub(super) fn hide(&mut self, ids: &Ids) -> Vec<Id> {
        let visible = self.visible.clone();
        self.visible.retain(|id| !ids.contains(id));
        visible
    }

    /// Brings hidden names back.
    pub(super) fn show(&mut self, visible: Vec<Id>) {
        self.visible = visible;
    }

    /// Opens a block that `control` decides on and in which `guarded` must not change.
    pub(super) fn enter(&mut self, control: Ids, guarded: Ids) {
        self.open.push(Scope { first: self.visible.len(), control, guarded, ..Scope::default() });
    }

    pub(super) fn leave(&mut self) {
        if let Some(scope) = self.open.pop() {
            self.visible.truncate(scope.first);
        }
    }

    /// Guards more names until the end of the innermost block.
    pub(super) fn guard(&mut self, ids: Ids) {
        if let Some(scope) = self.open.last_mut() {
            scope.guarded.extend(ids);
        }
    }

    /// True if a name must not change here.
    pub(super) fn is_guarded(&self, id: Id) -> bool {
        self.open.iter().any(|scope| scope.guarded.contains(&id))
    }

    /// Names that the innermost block guards.
    pub(super) fn guarded(&self) -> Ids {
        self.open.last().map(|scope| scope.guarded.clone()).unwrap_or_default()
    }

    /// Restores the names that the innermost block guards.
    pub(super) fn set_guarded(&mut self, ids: Ids) {
        if let Some(scope) = self.open.last_mut() {
            scope.guarded = ids;
        }
    }

    /// Returns the names that the innermost block has changed so far, without those that it declares.
    pub(super) fn changed(&self) -> Ids {
        let scope = &self.open[self.open.len() - 1];
        scope.flow.keys().filter(|id| !scope.inside.contains(id)).copied().collect()
    }

    /// Returns the names that have flowed into the innermost block from outside.
    pub(super) fn read(&self) -> Ids {
        let scope = &self.open[self.open.len() - 1];
        scope.flow.values().flatten().filter(|id| !scope.inside.contains(id)).copied().collect()
    }

    /// Returns the variable that a name denotes: for a view, the variable that it views.
    pub(super) fn base(&self, id: Id) -> Id {
        match self.infos[id].class {
            Class::View { base } => base,
            _ => id,
        }
    }

    /// Adds a parameter or an index: nothing flows into it here.
    pub(super) fn add(&mut self, info: Info) -> Id {
        let id = self.infos.len();
        let own = info.class == Class::Scratch;
        self.infos.push(info);
        self.visible.push(id);
        for scope in &mut self.open {
            scope.inside.insert(id);
        }
        if let (true, Some(scope)) = (own, self.open.last_mut()) {
            scope.own.insert(id);
            scope.flow.insert(id, Ids::new());
        }
        id
    }

    /// Adds a parameter, which the body does not declare.
    pub(super) fn add_param(&mut self, info: Info) -> Id {
        let is_scratch = info.class == Class::Scratch;
        let id = self.add(info);
        if !is_scratch {
            self.open[0].inside.remove(&id);
        }
        id
    }

    /// Declares a local that is computed from `reads`, if that is valid.
    pub(super) fn declare(&mut self, info: Info, reads: &Ids) -> Option<Id> {
        let before = (self.open.clone(), self.infos.len());
        let id = self.add(info);
        if let Some(scope) = self.open.last_mut() {
            scope.own.insert(id);
        }
        if self.flow_into(&[id], reads) {
            return Some(id);
        }
        self.open = before.0;
        self.infos.truncate(before.1);
        self.visible.retain(|&known| known != id);
        None
    }

    /// Records that `writes` change by values from `reads`, if that is valid.
    pub(super) fn change(&mut self, writes: &[Id], reads: &Ids) -> bool {
        if writes.iter().any(|&id| self.is_guarded(id)) {
            return false;
        }
        let before = self.open.clone();
        let lawful = self.flow_into(writes, reads);
        if !lawful {
            self.open = before;
        }
        lawful
    }

    fn flow_into(&mut self, writes: &[Id], reads: &Ids) -> bool {
        let mut all: Ids = reads.iter().map(|&id| self.base(id)).collect();
        if writes.len() > 1 {
            all.extend(writes);
        }
        for scope in self.open.iter_mut().rev() {
            for &id in writes {
                scope.flow.entry(id).or_default().extend(&all);
            }
            if !scope.is_stable(self.liberty) {
                return false;
            }
            all.extend(&scope.control);
        }
        true
    }

    /// Forgets the values of integers that a block has changed, since it may run any number of times.
    pub(super) fn forget_known(&mut self, changed: &Ids) {
        for &id in changed {
            self.infos[id].known = None;
        }
    }

    /// Returns all values of integers, to be restored after a block whose changes do not count.
    pub(super) fn known(&self) -> Vec<Option<i64>> {
        self.infos.iter().map(|info| info.known).collect()
    }

    pub(super) fn set_known(&mut self, known: &[Option<i64>]) {
        for (info, known) in self.infos.iter_mut().zip(known) {
            info.known = *known;
        }
    }

    /// The integers in scope with bounds, for indices.
    pub(super) fn sizes(&self) -> Vec<Indexing> {
        let of = |(id, info): (Id, &Info)| match (&info.shape, info.interval) {
            (Shape::Integer(Integer::Usize), interval) if info.exact => Some(Indexing {
                id,
                text: self.text(id),
                interval: interval.or(info.known.filter(|_| !info.is_changeable()).map(|k| (k, k))),
            }),
            _ => None,
        };
        self.visible().filter_map(of).collect()
    }

    /// Returns the text of a scalar that is read.
    pub(super) fn text(&self, id: Id) -> String {
        let info = &self.infos[id];
        match (&info.shape, info.reference) {
            (Shape::Scalar | Shape::Integer(_) | Shape::Bool, true) => format!("*{}", info.name),
            _ => info.name.clone(),
        }
    }
}
