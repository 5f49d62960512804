//! Names for what the reverse pass of an ordinary function must not compute again.
//!
//! Takes a block, returns it with locals for two kinds of values. An exact value that is computed of reals (`x as usize`, `a > b`)
//! may come out differently on reals that are restored to rounding. A bound of a loop that reads what changes is another one after the
//! loop. Such locals are recorded with all others. Law: a condition stays where it is. Its decision is recorded, unless it reads only what
//! never changes: then the reverse pass decides again, on the same bits.

use crate::analysis::index::of_usize;
use crate::ir::*;
use crate::reverse::rebind::of_reals;
use crate::sorted::Set;
use proc_macro2::Span;
use std::rc::Rc;

/// The block with a local for each such value.
pub fn frozen(block: &Block, vars: &mut Variables) -> Block {
    Freeze { vars, named: Vec::new(), lasting: Set::new(), guards: Vec::new() }.block(block)
}

struct Freeze<'a> {
    vars: &'a mut Variables,
    named: Vec<Stmt>,
    /// Locals that are computed again from what never changes.
    lasting: Set<Var>,
    /// The conditions under which the value that is visited is computed: only then may its parts be.
    guards: Vec<Expr>,
}

impl Freeze<'_> {
    fn block(&mut self, block: &Block) -> Block {
        let outer = std::mem::take(&mut self.named);
        let mut stmts = Vec::new();
        for stmt in &block.stmts {
            let stmt = self.stmt(stmt);
            stmts.append(&mut self.named);
            stmts.push(stmt);
        }
        self.named = outer;
        Block { stmts }
    }

    /// The decision of a branch: made again where its condition lasts.
    fn decision(&self, i: &If) -> Decision {
        match &i.decision {
            Decision::Kept(kept) if !kept.lasting && self.lasts(&i.pre) => Decision::Again,
            other => *other,
        }
    }

    /// True for a short expression of what never changes: arguments that are only read, indices of loops, and locals made of those.
    fn lasts(&self, e: &Expr) -> bool {
        let never = |place: &Place| {
            let root = self.vars.root(place.base);
            match self.vars[root].role {
                Role::Input => self.vars[root].passing != Passing::Mutable,
                Role::Index => true,
                Role::Binding => self.lasting.contains(&root),
                Role::State | Role::Scratch | Role::Ancilla | Role::DecisionStack | Role::Output => false,
                Role::Shadow | Role::InputShadow | Role::Window | Role::Uniform | Role::Tape => false,
            }
        };
        let mut lasts = is_comparison(e);
        e.reads(&mut |place| lasts &= never(place));
        e.lengths(&mut |place| lasts &= never(place));
        lasts
    }

    fn stmt(&mut self, stmt: &Stmt) -> Stmt {
        match stmt {
            Stmt::Bind(b) => {
                if self.lasts(&b.value) && !of_reals(&b.value, self.vars) {
                    self.lasting.insert(b.var);
                }
                Stmt::Bind(self.binding(b))
            }
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
                let body = self.block(&f.body);
                let start = self.bound(&f.range.start, f.span);
                let end = self.bound(&f.range.end, f.span);
                let step = f.range.step.as_ref().map(|step| self.bound(step, f.span));
                let range = Range { start, end, step, ..f.range.clone() };
                Stmt::For(For { range, ..f.with(body) })
            }
            Stmt::If(i) => {
                let decision = self.decision(i);
                let (then, otherwise) = (self.block(&i.then), self.block(&i.otherwise));
                Stmt::If(If { decision, ..i.with(then, otherwise) })
            }
            Stmt::While(w) => Stmt::While(w.with(self.block(&w.body))),
            Stmt::Routine(r) => Stmt::Routine(r.with(self.block(&r.body))),
            Stmt::Undo(r) => Stmt::Undo(r.with(self.block(&r.body))),
            Stmt::Safe(_) => stmt.clone(),
        }
    }

    /// A local that is exact itself is recorded as it is: its parts have no names, and `a || b` may compute `b` only where `a` fails.
    fn binding(&mut self, b: &Binding) -> Binding {
        if matches!(self.vars[b.var].ty, Type::Exact(_)) {
            return b.clone();
        }
        Binding { value: self.parts(&b.value, b.span), ..b.clone() }
    }

    fn place(&mut self, place: &Place, span: Span) -> Place {
        place.map_indices(&mut |index| self.parts(index, span))
    }

    /// An expression with names for the exact values in it that are computed of reals.
    fn parts(&mut self, e: &Expr, span: Span) -> Expr {
        match e {
            Expr::Exact(..) | Expr::ToExact(..) if of_reals(e, self.vars) => self.name(e, span),
            Expr::Choose(..) if is_exact(e, self.vars) && of_reals(e, self.vars) => self.name(e, span),
            Expr::Choose(condition, a, b) => {
                let condition = self.parts(condition, span);
                let a = self.guarded(condition.clone(), a, span);
                let b = self.guarded(Expr::Exact(Operator::Not, vec![condition.clone()]), b, span);
                Expr::Choose(Box::new(condition), Box::new(a), Box::new(b))
            }
            other => other.map(&mut |part| self.parts(part, span)),
        }
    }

    /// A side of a choice.
    fn guarded(&mut self, guard: Expr, e: &Expr, span: Span) -> Expr {
        self.guards.push(guard);
        let value = self.parts(e, span);
        self.guards.pop();
        value
    }

    /// The value where the guards hold, and elsewhere one that nothing reads.
    fn under_guards(&self, e: Expr) -> Expr {
        let both = |a: Expr, b: Expr| Expr::Exact(Operator::And, vec![a, b]);
        let Some(guard) = self.guards.iter().cloned().reduce(both) else { return e };
        match &e {
            Expr::Exact(op, _) if op.is_truth() => both(guard, e),
            _ => {
                let none = Host::Function(Rc::new(syn::parse_quote!(::core::default::Default::default)));
                Expr::Choose(Box::new(guard), Box::new(e), Box::new(Expr::Host(none, Vec::new())))
            }
        }
    }

    /// A bound of a loop, under a name where it reads what changes.
    fn bound(&mut self, e: &Expr, span: Span) -> Expr {
        let changes = |var: Var| match self.vars[self.vars.root(var)].role {
            Role::Input | Role::Binding | Role::Index => false,
            Role::State | Role::Scratch | Role::Ancilla | Role::DecisionStack | Role::Output => true,
            Role::Shadow | Role::InputShadow | Role::Window | Role::Uniform | Role::Tape => true,
        };
        if of_reals(e, self.vars) || e.reads_any(|place| changes(place.base)) {
            return self.name(e, span);
        }
        e.clone()
    }

    fn name(&mut self, e: &Expr, span: Span) -> Expr {
        let ty = if of_usize(e, self.vars) { Some(Scalar::USIZE.into()) } else { type_of(e) };
        let var = self.vars.add(Variable {
            name: "frozen".into(),
            span,
            ty: Type::Exact(ty.map_or(Exact::Unknown, Exact::from)),
            role: Role::Binding,
            passing: Passing::Value,
            active: false,
            detached: false,
            definition: None,
        });
        let value = self.under_guards(e.clone());
        self.named.push(Stmt::Bind(Binding::new(var, value, span)));
        Expr::Read(Place::whole(var, span))
    }
}

/// True for a choice between exact values: one between structures has a cotangent.
fn is_exact(e: &Expr, vars: &Variables) -> bool {
    match e {
        Expr::Choose(_, a, b) => is_exact(a, vars) && is_exact(b, vars),
        Expr::Read(place) => matches!(vars.type_of(place).leaf(), Type::Exact(_)),
        Expr::Exact(..) | Expr::ToExact(..) | Expr::Host(..) | Expr::Constant(_) | Expr::Length(_) => true,
        Expr::Real(..) | Expr::ToReal(_) | Expr::Apply(..) | Expr::Powi(..) | Expr::Call(..) => false,
        Expr::List(_) | Expr::Structure(..) | Expr::Fill { .. } => false,
    }
}

/// True for comparisons and arithmetic that cost no more than to record a bit.
fn is_comparison(e: &Expr) -> bool {
    match e {
        Expr::Real(..) | Expr::Constant(_) | Expr::Read(_) | Expr::Length(_) => true,
        Expr::Exact(_, args) => args.iter().all(is_comparison),
        Expr::ToReal(e) | Expr::ToExact(e, _) => is_comparison(e),
        Expr::Apply(..) | Expr::Powi(..) | Expr::Choose(..) | Expr::Call(..) | Expr::Host(..) => false,
        Expr::List(_) | Expr::Structure(..) | Expr::Fill { .. } => false,
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
