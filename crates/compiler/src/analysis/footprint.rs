//! The variables that statements read, write and declare.
//!
//! Places of one variable are not distinguished here: `x[0]` and `x[1]` both count as `x`. For a finer answer see
//! [`crate::analysis::region`].

use crate::ir::*;
use crate::sorted::Set;

/// The variables that statements touch.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    /// Read, by expressions, indices, conditions and calls.
    pub reads: Set<Var>,
    /// Their length, which never changes, is read.
    pub measures: Set<Var>,
    /// Changed by updates and calls.
    pub writes: Set<Var>,
    /// Bound or allocated inside.
    pub declares: Set<Var>,
}

impl Footprint {
    /// The footprint of a list of statements.
    pub fn of(stmts: &[Stmt], vars: &Variables) -> Footprint {
        let mut footprint = Footprint::default();
        for stmt in stmts {
            footprint.add(stmt, vars);
        }
        footprint
    }

    /// The footprint of one statement.
    pub fn of_stmt(stmt: &Stmt, vars: &Variables) -> Footprint {
        Footprint::of(std::slice::from_ref(stmt), vars)
    }

    fn expr(&mut self, e: &Expr, vars: &Variables) {
        e.reads_within(vars, &mut |place| {
            self.reads.insert(place.base);
        });
        e.lengths(&mut |place| {
            self.measures.insert(place.base);
        });
    }

    fn add(&mut self, stmt: &Stmt, vars: &Variables) {
        match stmt {
            Stmt::Bind(b) | Stmt::Allocate(b) | Stmt::Forget(b) | Stmt::Release(b) => {
                self.expr(&b.value, vars);
                self.declares.extend(b.declared(vars));
            }
            Stmt::Update(u) => {
                self.expr(&u.value, vars);
                u.place.each_index(&mut |i| {
                    i.reads_within(vars, &mut |place| _ = self.reads.insert(place.base));
                });
                u.place.lengths(&mut |place| {
                    self.measures.insert(place.base);
                });
                self.writes.insert(u.place.base);
            }
            Stmt::Call(c) => {
                for arg in &c.args {
                    arg.reads_within(vars, &mut |place| {
                        self.reads.insert(place.base);
                    });
                    arg.lengths(&mut |place| {
                        self.measures.insert(place.base);
                    });
                    arg.changes_within(vars, &mut |place| {
                        self.writes.insert(place.base);
                    });
                }
            }
            Stmt::For(f) => {
                f.lengths
                    .iter()
                    .flat_map(|both| [&both.length, &both.other])
                    .for_each(|e| self.expr(e, vars));
                self.declares.insert(f.index);
            }
            // Ordinary Rust only reads: the variables that it names must be declared.
            Stmt::Safe(s) => self.measures.extend(s.looks.reads.iter().chain(&s.looks.measures)),
            Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) => {}
        }
        if let Some((kept, _)) = stmt.kept() {
            self.reads.insert(kept.stack);
            self.writes.insert(kept.stack);
            self.declares.insert(kept.number);
        }
        stmt.heads().into_iter().for_each(|head| self.expr(head, vars));
        stmt.blocks().into_iter().flat_map(|block| &block.stmts).for_each(|inner| self.add(inner, vars));
    }
}

/// The variables that a block declares and releases itself, with `free!`, so that none of them exists at either end
/// of the block.
pub fn freed(block: &Block, vars: &Variables) -> Set<Var> {
    let all = |of: fn(&Stmt) -> Option<&Binding>| -> Set<Var> {
        block.stmts.iter().filter_map(of).flat_map(|b| b.declared(vars)).collect()
    };
    all(Stmt::declaration).intersection(&all(Stmt::dropped)).copied().collect()
}

/// The variables that the statements of a block declare (without nested blocks) and that exist at its end.
pub fn locals(block: &Block, vars: &Variables) -> Set<Var> {
    let freed = freed(block, vars);
    let all = block.stmts.iter().filter_map(|stmt| stmt.declaration().or(stmt.dropped()));
    all.flat_map(|b| b.declared(vars)).filter(|var| !freed.contains(var)).collect()
}

/// True for a variable in [`locals`].
pub fn is_local(block: &Block, var: Var, vars: &Variables) -> bool {
    let declares = |stmt: &Stmt| {
        stmt.declaration()
            .or(stmt.dropped())
            .is_some_and(|b| b.declared(vars).any(|declared| declared == var))
    };
    block.stmts.iter().any(declares) && !freed(block, vars).contains(&var)
}
