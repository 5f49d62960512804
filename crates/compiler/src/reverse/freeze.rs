//! Names for what the reverse pass of an ordinary function must not compute again.
//!
//! Takes a block, returns it with locals for two kinds of values. An exact value that is computed of reals (`x as usize`, `a > b`)
//! may come out differently on reals that are restored to rounding. A bound of a loop that reads what changes is another one after the
//! loop. Such locals are recorded with all others. Law: a condition stays where it is, since the decision itself is recorded.

use crate::ir::*;
use crate::reverse::rebind::of_reals;
use proc_macro2::Span;

/// The block with a local for each such value.
pub fn frozen(block: &Block, vars: &mut Variables) -> Block {
    let mut stmts = Vec::new();
    for stmt in &block.stmts {
        let mut freeze = Freeze { vars, named: Vec::new() };
        let stmt = freeze.stmt(stmt);
        stmts.append(&mut freeze.named);
        stmts.push(stmt);
    }
    Block { stmts }
}

struct Freeze<'a> {
    vars: &'a mut Variables,
    named: Vec<Stmt>,
}

impl Freeze<'_> {
    fn stmt(&mut self, stmt: &Stmt) -> Stmt {
        match stmt {
            Stmt::Bind(b) => Stmt::Bind(self.binding(b)),
            Stmt::Forget(b) => Stmt::Forget(self.binding(b)),
            Stmt::Allocate(b) => Stmt::Allocate(self.binding(b)),
            Stmt::Release(b) => Stmt::Release(self.binding(b)),
            Stmt::Update(u) => {
                let (place, value) = (self.place(&u.place, u.span), self.parts(&u.value, u.span));
                Stmt::Update(Update { place, value, ..u.clone() })
            }
            Stmt::Call(c) => {
                let args = c.args.iter().map(|arg| arg.map(&mut |e| self.parts(e, c.span))).collect();
                Stmt::Call(Call { args, ..c.clone() })
            }
            Stmt::For(f) => {
                let body = frozen(&f.body, self.vars);
                let start = self.bound(&f.range.start, f.span);
                let end = self.bound(&f.range.end, f.span);
                let step = f.range.step.as_ref().map(|step| self.bound(step, f.span));
                let range = Range { start, end, step, ..f.range.clone() };
                Stmt::For(For { range, ..f.with(body) })
            }
            Stmt::If(i) => Stmt::If(i.with(frozen(&i.then, self.vars), frozen(&i.otherwise, self.vars))),
            Stmt::While(w) => Stmt::While(w.with(frozen(&w.body, self.vars))),
            Stmt::Routine(r) => Stmt::Routine(r.with(frozen(&r.body, self.vars))),
            Stmt::Undo(r) => Stmt::Undo(r.with(frozen(&r.body, self.vars))),
            Stmt::Safe(_) => stmt.clone(),
        }
    }

    /// A local that is exact itself is recorded as it is.
    fn binding(&mut self, b: &Binding) -> Binding {
        let exact = matches!(self.vars[b.var].ty, Type::Exact(_));
        let value = if exact {
            b.value.map(&mut |part| self.parts(part, b.span))
        } else {
            self.parts(&b.value, b.span)
        };
        Binding { value, ..b.clone() }
    }

    fn place(&mut self, place: &Place, span: Span) -> Place {
        place.map_indices(&mut |index| self.parts(index, span))
    }

    /// An expression with names for the exact values in it that are computed of reals.
    fn parts(&mut self, e: &Expr, span: Span) -> Expr {
        match e {
            Expr::Exact(..) | Expr::ToExact(..) | Expr::Choose(..) if of_reals(e, self.vars) => {
                self.name(e, span)
            }
            other => other.map(&mut |part| self.parts(part, span)),
        }
    }

    /// A bound of a loop, under a name where it reads what changes.
    fn bound(&mut self, e: &Expr, span: Span) -> Expr {
        let changes = |var: Var| match self.vars[self.vars.root(var)].role {
            Role::Input | Role::Binding | Role::Index => false,
            Role::State | Role::Scratch | Role::Ancilla | Role::DecisionStack | Role::Output => true,
            Role::Shadow | Role::InputShadow | Role::Window | Role::Tape => true,
        };
        if of_reals(e, self.vars) || e.reads_any(|place| changes(place.base)) {
            return self.name(e, span);
        }
        e.clone()
    }

    fn name(&mut self, e: &Expr, span: Span) -> Expr {
        let var = self.vars.add(Variable {
            name: "frozen".into(),
            span,
            ty: Type::Exact(type_of(e)),
            role: Role::Binding,
            passing: Passing::Value,
            active: false,
            detached: false,
            definition: None,
        });
        self.named.push(Stmt::Bind(Binding::new(var, e.clone(), span)));
        Expr::Read(Place::whole(var, span))
    }
}

/// The type of an exact value, where its text tells.
fn type_of(e: &Expr) -> Option<ExactType> {
    match e {
        Expr::ToExact(_, ty) => Some(ty.clone()),
        Expr::Exact(op, _) if op.is_truth() => Some(Scalar::Bool.into()),
        Expr::Exact(_, args) => args.iter().find_map(type_of),
        Expr::Choose(_, a, b) => type_of(a).or_else(|| type_of(b)),
        _ => None,
    }
}
