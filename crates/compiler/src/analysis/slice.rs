//! The statements of a block that compute its locals, and the places that they read.
//!
//! A block ends by forgetting its locals; its inverse therefore starts by recomputing them. The statements that do so
//! are the block's *recompute slice*: the slice of the block that writes its locals. If the recompute slice reads
//! places that the block also advances (a running index), those are rewound first.
//!
//! Law: the rewound places are advanced without the block's locals, since the recompute slice runs before them.
//! [`Unstable`] names the local and the place that break this law.

use crate::analysis::footprint::{Footprint, locals};
use crate::analysis::stable::Spared;
use crate::ir::*;
use crate::sorted::{Map, Set};

/// The steps before the first statement of a backward block.
#[derive(Clone, Debug, Default)]
pub struct Recompute {
    /// Outer places that the builders read and that the block advances.
    pub advanced: Set<Var>,
    /// The statements that advance them, to be undone before the recompute slice runs.
    pub rewind: Block,
    /// The statements that compute the locals (and advance `advanced` again).
    pub build: Block,
}

/// A local that cannot be recomputed because a place from which it is computed has changed by then.
#[derive(Clone, Copy, Debug)]
pub struct Unstable {
    /// The local.
    pub local: Var,
    /// The place.
    pub place: Var,
}

impl Recompute {
    /// Returns the recompute slice of a forward block.
    pub fn of(block: &Block, vars: &Variables) -> Option<Recompute> {
        Recompute::beyond(&Set::new(), &Map::new(), block, vars)
    }

    /// Returns the recompute slice of a forward block for all its locals except some that exist already, and for some
    /// statements of ordinary Rust.
    fn beyond(
        given: &Set<Var>,
        hosts: &Map<u32, Looks>,
        block: &Block,
        vars: &Variables,
    ) -> Option<Recompute> {
        let mut own = locals(block, vars);
        own.retain(|var| !given.contains(var));
        if own.is_empty() && hosts.is_empty() {
            return Some(Recompute::default());
        }
        let all = Footprint::of(&block.stmts, vars);
        for looks in hosts.values() {
            let values =
                looks.reads.iter().filter(|var| all.declares.contains(var) || all.writes.contains(var));
            let lengths = looks.measures.intersection(&all.declares);
            own.extend(values.chain(lengths).filter(|var| !given.contains(var)));
        }
        let mut spared = Spared::default();
        let mut needed = closure(block, own.clone(), &spared, vars);
        if !needed.is_subset(&all.declares) {
            (spared, needed) = sparing(block, &own, &all, vars);
        }
        let advanced: Set<Var> = needed.difference(&all.declares).copied().collect();
        let rewound = closure(block, advanced.clone(), &spared, vars);
        rewound.is_disjoint(&own).then(|| Recompute {
            rewind: if advanced.is_empty() {
                Block::default()
            } else {
                slice(block, &rewound, &Map::new(), &spared, vars)
            },
            build: crate::analysis::cancel::cancelled(slice(block, &needed, hosts, &spared, vars), vars),
            advanced,
        })
    }

    /// Returns the recompute slice of a block of a checked program.
    ///
    /// After the error barrier a block lacks a recompute slice only if `flatten` made it around one statement. Its
    /// values are parts of that statement, which does not change the places that it reads, so they are the same after
    /// it as before.
    pub fn of_checked(block: &Block, vars: &Variables) -> Recompute {
        Recompute::given(&Set::new(), &Map::new(), block, vars)
    }

    /// Returns the recompute slice of a block of a checked program, some of whose locals were stored, with the
    /// statements of ordinary Rust that it runs.
    pub fn given(given: &Set<Var>, hosts: &Map<u32, Looks>, block: &Block, vars: &Variables) -> Recompute {
        Recompute::beyond(given, hosts, block, vars).unwrap_or_else(|| {
            let values = block.stmts.iter().filter(|stmt| matches!(stmt, Stmt::Bind(_))).cloned().collect();
            Recompute { build: Block { stmts: values }, ..Recompute::default() }
        })
    }
}

impl Unstable {
    /// Returns the reason why a block has no recompute slice: a local, and a place from which it is computed and
    /// which the block advances with its locals.
    pub fn of(block: &Block, vars: &Variables) -> Option<Unstable> {
        if Recompute::of(block, vars).is_some() {
            return None;
        }
        let own = locals(block, vars);
        let all = Footprint::of(&block.stmts, vars);
        let (spared, _) = sparing(block, &own, &all, vars);
        let pairs = own.iter().flat_map(|&local| {
            let needed = closure(block, Set::from([local]), &spared, vars);
            let places: Vec<Var> = needed.difference(&all.declares).copied().collect();
            places.into_iter().map(move |place| Unstable { local, place })
        });
        let is_helped =
            |pair: &Unstable| !closure(block, Set::from([pair.place]), &spared, vars).is_disjoint(&own);
        let mut pairs = pairs.peekable();
        let first = pairs.peek().copied();
        pairs.find(is_helped).or(first)
    }
}

/// Returns as many changes of outer variables as possible that need no rewinding, because they change elements from which
/// the locals are not computed; and the variables that are needed then.
fn sparing(block: &Block, own: &Set<Var>, all: &Footprint, vars: &Variables) -> (Spared, Set<Var>) {
    // What is wanted as a whole is computed with all its elements.
    let outer = all.writes.iter().filter(|var| !all.declares.contains(var) && !own.contains(var));
    let outer: Set<Var> = outer.copied().collect();
    let mut spared = Spared::of(block, &outer, vars);
    loop {
        let needed = closure(block, own.clone(), &spared, vars);
        let builders = slice(block, &needed, &Map::new(), &spared, vars);
        if !spared.limit_to_apart(&builders, vars) {
            return (spared, needed);
        }
    }
}

/// Returns the smallest set around `wanted` that is closed under "changed in the block, or read in order to change
/// it"; spared changes do not count.
pub fn closure(block: &Block, wanted: Set<Var>, spared: &Spared, vars: &Variables) -> Set<Var> {
    let all = Footprint::of(&block.stmts, vars);
    let mut changing = all.declares.clone();
    changed_within(&block.stmts, spared, vars, &mut changing);
    let mut needed = wanted;
    loop {
        let mut grown = needed.clone();
        let mut measured = Set::new();
        grow(&block.stmts, vars, &needed, spared, &mut grown, &mut measured);
        // A variable whose length is read must be declared, but its values are not needed.
        grown.extend(measured.intersection(&all.declares));
        let grown: Set<Var> =
            grown.into_iter().filter(|v| needed.contains(v) || changing.contains(v)).collect();
        if grown.len() == needed.len() {
            return needed;
        }
        needed = grown;
    }
}

/// Adds the variables that statements change, except in spared elements: what a routine does, and what undoing it does.
fn changed_within(stmts: &[Stmt], spared: &Spared, vars: &Variables, found: &mut Set<Var>) {
    for stmt in stmts {
        found.extend(changed(stmt, spared, vars));
        found.extend(stmt.kept().map(|(kept, _)| kept.stack));
        stmt.blocks().into_iter().for_each(|block| changed_within(&block.stmts, spared, vars, found));
    }
}

/// Returns the variables that a statement itself changes, except in spared elements.
fn changed(stmt: &Stmt, spared: &Spared, vars: &Variables) -> Set<Var> {
    let mut found = Set::new();
    let mut change = |place: &Place| {
        if !spared.contains(place) {
            found.insert(place.base);
        }
    };
    match stmt {
        Stmt::Update(u) => change(&u.place),
        Stmt::Call(c) => c.args.iter().for_each(|arg| arg.changes_within(vars, &mut change)),
        Stmt::Bind(_) | Stmt::Allocate(_) | Stmt::Forget(_) | Stmt::Release(_) => {}
        Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) => {}
        Stmt::Undo(_) | Stmt::Safe(_) => {}
    }
    found
}

/// Returns all variables from which some variables are computed within a block, including those, whether the block
/// changes them or not.
pub fn sources(block: &Block, wanted: Set<Var>, vars: &Variables) -> Set<Var> {
    let mut found = closure(block, wanted, &Spared::default(), vars);
    let needed = found.clone();
    grow(&block.stmts, vars, &needed, &Spared::default(), &mut found, &mut Set::new());
    found
}

/// Adds to `grown` the variables that statements read in order to change a variable in `needed`, and to `measured`
/// those whose length they read; true if there was such a statement.
fn grow(
    stmts: &[Stmt],
    vars: &Variables,
    needed: &Set<Var>,
    spared: &Spared,
    grown: &mut Set<Var>,
    measured: &mut Set<Var>,
) -> bool {
    let mut any = false;
    for stmt in stmts {
        let mut inside = false;
        for block in stmt.blocks() {
            inside |= grow(&block.stmts, vars, needed, spared, grown, measured);
        }
        let hit = match stmt {
            Stmt::Bind(_)
            | Stmt::Allocate(_)
            | Stmt::Forget(_)
            | Stmt::Release(_)
            | Stmt::Update(_)
            | Stmt::Call(_) => {
                let own = Footprint::of_stmt(stmt, vars);
                let changed = changed(stmt, spared, vars);
                let hit = changed.union(&own.declares).any(|v| needed.contains(v));
                if hit {
                    grown.extend(own.reads);
                    measured.extend(own.measures);
                    // A call that is needed for one of its places changes the others too.
                    grown.extend(own.writes);
                }
                hit
            }
            Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) => {
                inside || is_kept(stmt, needed)
            }
            Stmt::Safe(_) => false,
        };
        if hit {
            // A decision that is taken again is kept again.
            grown.extend(stmt.kept().map(|(kept, _)| kept.stack));
            stmt.heads().into_iter().for_each(|head| decides(head, vars, grown, measured));
            if let Stmt::For(f) = stmt {
                let lengths = f.lengths.iter().flat_map(|both| [&both.length, &both.other]);
                lengths.for_each(|length| decides(length, vars, grown, measured));
                grown.insert(f.index);
            }
        }
        any |= hit;
    }
    any
}

/// True if a decision is put where something needed is kept.
fn is_kept(stmt: &Stmt, needed: &Set<Var>) -> bool {
    stmt.kept().is_some_and(|(kept, _)| needed.contains(&kept.stack))
}

fn decides(condition: &Expr, vars: &Variables, grown: &mut Set<Var>, measured: &mut Set<Var>) {
    condition.reads_within(vars, &mut |place| {
        grown.insert(place.base);
    });
    condition.lengths(&mut |place| {
        measured.insert(place.base);
    });
}

/// Returns the statements that declare or change a variable in `keep`, except spared changes, and some statements of
/// ordinary Rust, with the control flow around them.
pub fn slice(
    block: &Block,
    keep: &Set<Var>,
    hosts: &Map<u32, Looks>,
    spared: &Spared,
    vars: &Variables,
) -> Block {
    let stmts = block.stmts.iter().filter_map(|stmt| slice_stmt(stmt, keep, hosts, spared, vars)).collect();
    Block { stmts }
}

fn slice_stmt(
    stmt: &Stmt,
    keep: &Set<Var>,
    hosts: &Map<u32, Looks>,
    spared: &Spared,
    vars: &Variables,
) -> Option<Stmt> {
    match stmt {
        Stmt::Bind(b) | Stmt::Allocate(b) | Stmt::Forget(b) | Stmt::Release(b) => {
            b.declared(vars).any(|var| keep.contains(&var)).then(|| stmt.clone())
        }
        Stmt::Update(_) | Stmt::Call(_) => {
            changed(stmt, spared, vars).iter().any(|v| keep.contains(v)).then(|| stmt.clone())
        }
        Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) => {
            let sliced = stmt.with_blocks(&mut |block| slice(block, keep, hosts, spared, vars));
            let is_empty = sliced.blocks().iter().all(|block| block.stmts.is_empty());
            (!is_empty || is_kept(stmt, keep)).then_some(sliced)
        }
        Stmt::Safe(s) => hosts.contains_key(&s.number).then(|| stmt.clone()),
    }
}
