//! Names the intermediate values that partials need.
//!
//! The partials of `y = exp(x·w)` need `y` and `w`; those of `a + b` need nothing. This pass binds every inner value
//! that a partial reads to a variable, and every call of a function that returns one, so that the adjoint computes it
//! once. Values that no partial reads stay nested.
//!
//! Law: the value and the effects of the program are unchanged; a value is bound right before its use, in a block of
//! its own if the use is an update (its operands may change afterwards).

use crate::analysis::footprint::freed;
use crate::ir::visit::is_leaf;
use crate::ir::*;
use proc_macro2::Span;
use retrograde_rules::symbolic::{self, Tree};

/// Flattens a block and all blocks in it.
pub fn flatten(block: &Block, vars: &mut Variables) -> Block {
    let mut stmts = Vec::new();
    let freed = freed(block, vars);
    for stmt in &block.stmts {
        // The result of a call that is a structure, an array or a number of several parts keeps the name of its
        // local, which determines its type.
        let whole = |ty: &Type| ty.is_structure() || ty.depth() > 0;
        let named = matches!(stmt, Stmt::Allocate(b) | Stmt::Release(b) if whole(&vars[b.var].ty));
        match stmt {
            // The declaration and the release of a freed local are in this block, and so are those of the values that
            // they need.
            Stmt::Allocate(b) | Stmt::Release(b) if freed.contains(&b.var) => {
                let mut flat = Flattening { vars, bound: Vec::new(), span: b.span };
                let value = flat.root(&b.value, named);
                let bound = flat.bound;
                let dropped: Vec<Stmt> = bound.iter().rev().map(crate::ir::invert::invert_stmt).collect();
                stmts.extend(bound);
                let binding = Binding { value, ..b.clone() };
                stmts.push(match stmt {
                    Stmt::Allocate(_) => Stmt::Allocate(binding),
                    _ => Stmt::Release(binding),
                });
                stmts.extend(dropped);
            }
            Stmt::Bind(b) => {
                let mut flat = Flattening { vars, bound: Vec::new(), span: b.span };
                let value = flat.root(&b.value, true);
                stmts.append(&mut flat.bound);
                stmts.push(Stmt::Bind(Binding { value, ..b.clone() }));
            }
            Stmt::Forget(b) => {
                let mut flat = Flattening { vars, bound: Vec::new(), span: b.span };
                let value = flat.root(&b.value, true);
                stmts.push(Stmt::Forget(Binding { value, ..b.clone() }));
                stmts.extend(flat.bound.iter().rev().map(crate::ir::invert::invert_stmt));
            }
            Stmt::Allocate(b) => {
                let mut flat = Flattening { vars, bound: Vec::new(), span: b.span };
                let value = flat.root(&b.value, named);
                stmts.append(&mut flat.bound);
                stmts.push(Stmt::Allocate(Binding { value, ..b.clone() }));
            }
            Stmt::Release(b) => {
                let mut flat = Flattening { vars, bound: Vec::new(), span: b.span };
                let value = flat.root(&b.value, named);
                stmts.push(Stmt::Release(Binding { value, ..b.clone() }));
                stmts.extend(flat.bound.iter().rev().map(crate::ir::invert::invert_stmt));
            }
            Stmt::Update(u) => {
                let mut flat = Flattening { vars, bound: Vec::new(), span: u.span };
                let value = flat.root(&u.value, false);
                let bound = flat.bound;
                let written = (!bound.is_empty()).then(|| Box::new(u.value.clone())).or(u.written.clone());
                stmts.push(enclosed(bound, Stmt::Update(Update { value, written, ..u.clone() }), u.span));
            }
            Stmt::Call(c) => {
                let mut flat = Flattening { vars, bound: Vec::new(), span: c.span };
                let argument = |arg: &Argument| match arg {
                    // An inserted value is flattened like a bound one.
                    Argument::Value(e) if c.callee.is_entry() => Argument::Value(flat.root(e, false)),
                    other => flat.argument(other),
                };
                let args = c.args.iter().map(argument).collect();
                let bound = flat.bound;
                stmts.push(enclosed(bound, Stmt::Call(Call { args, ..c.clone() }), c.span));
            }
            other => stmts.push(other.with_blocks(&mut |block| flatten(block, vars))),
        }
    }
    Block { stmts }
}

/// Returns a statement with the values bound for it, in a block of their own.
fn enclosed(mut bound: Vec<Stmt>, stmt: Stmt, span: Span) -> Stmt {
    if bound.is_empty() {
        return stmt;
    }
    bound.push(stmt);
    Stmt::Routine(Routine { label: String::new(), body: Block { stmts: bound }, span })
}

/// Returns the partials of a rule through which cotangents are propagated, `None` for inactive arguments.
pub(crate) fn live_partials(rule: Primitive, args: &[Expr], vars: &Variables) -> Vec<Option<Tree>> {
    let trees = symbolic::partials(rule, 0);
    args.iter().zip(trees).map(|(arg, tree)| carries(arg, vars).then_some(tree)).collect()
}

fn mentions(tree: &Tree, what: &Tree) -> bool {
    tree == what
        || match tree {
            Tree::Apply(_, args) => args.iter().any(|a| mentions(a, what)),
            Tree::Powi(x, _) => mentions(x, what),
            Tree::Argument(_) | Tree::Result | Tree::Constant(_) => false,
        }
}

struct Flattening<'a> {
    vars: &'a mut Variables,
    bound: Vec<Stmt>,
    span: Span,
}

impl Flattening<'_> {
    /// Flattens a whole right-hand side; `named` if it has a name already.
    fn root(&mut self, e: &Expr, named: bool) -> Expr {
        match e {
            Expr::List(items) => Expr::List(items.iter().map(|i| self.root(i, false)).collect()),
            Expr::Structure(..) => self.parts(e),
            Expr::Fill { value, length, heap } => {
                Expr::Fill { value: Box::new(self.root(value, false)), length: length.clone(), heap: *heap }
            }
            Expr::Call(..) if named => self.parts(e),
            _ => {
                let flat = self.parts(e);
                if !named && self.is_asked_for(&flat) { self.name(flat) } else { flat }
            }
        }
    }

    /// Returns the expression with its inner values named if a partial reads them.
    fn parts(&mut self, e: &Expr) -> Expr {
        match e {
            // No cotangent is propagated through it, so it stays nested with all its operands.
            Expr::Apply(rule, _) if !rule.is_differentiable() => e.clone(),
            Expr::Apply(rule, args) => {
                let args: Vec<Expr> = args.iter().map(|a| self.inner(a)).collect();
                let partials = live_partials(*rule, &args, self.vars);
                let args = args.into_iter().enumerate().map(|(i, arg)| {
                    let asked = partials.iter().flatten().any(|tree| mentions(tree, &Tree::Argument(i)));
                    if asked && !is_leaf(&arg) { self.name(arg) } else { arg }
                });
                Expr::Apply(*rule, args.collect())
            }
            Expr::Powi(x, n) => {
                let x = self.inner(x);
                let x = if carries(&x, self.vars) && !is_leaf(&x) { self.name(x) } else { x };
                Expr::Powi(Box::new(x), n.clone())
            }
            Expr::Structure(shape, fields) => {
                Expr::Structure(shape.clone(), fields.iter().map(|field| self.root(field, false)).collect())
            }
            Expr::Call(callee, args) => {
                Expr::Call(callee.clone(), args.iter().map(|a| self.argument(a)).collect())
            }
            _ => e.clone(),
        }
    }

    /// Flattens a nested expression: calls, and values that their own partials read, get a name.
    fn inner(&mut self, e: &Expr) -> Expr {
        let flat = self.parts(e);
        if self.is_asked_for(&flat) { self.name(flat) } else { flat }
    }

    /// True if the value itself occurs in its partials, or is that of a call.
    fn is_asked_for(&self, e: &Expr) -> bool {
        match e {
            Expr::Call(..) => true,
            Expr::Apply(rule, args) => live_partials(*rule, args, self.vars)
                .iter()
                .flatten()
                .any(|tree| mentions(tree, &Tree::Result)),
            _ => false,
        }
    }

    fn argument(&mut self, arg: &Argument) -> Argument {
        match arg {
            Argument::Value(e) if carries(e, self.vars) && !matches!(e, Expr::Read(_)) => {
                let flat = self.parts(e);
                // Only rustc knows whether the result of a call is a number, an array or a structure.
                Argument::Value(match flat {
                    Expr::Call(..) => self.name_as(flat, Type::Unknown),
                    flat => self.name(flat),
                })
            }
            other => other.clone(),
        }
    }

    fn name(&mut self, value: Expr) -> Expr {
        let number = match &value {
            Expr::Structure(shape, _) => shape.number(),
            _ => None,
        };
        let ty = number.map_or(Type::Real, Type::from);
        self.name_as(value, ty)
    }

    fn name_as(&mut self, value: Expr, ty: Type) -> Expr {
        let active = carries(&value, self.vars);
        let var = self.vars.add(Variable {
            name: name_for(&value),
            span: self.span,
            ty,
            role: Role::Binding,
            passing: Passing::Value,
            active,
            detached: false,
            definition: None,
        });
        self.bound.push(Stmt::Bind(Binding::new(var, value, self.span)));
        Expr::Read(Place::whole(var, self.span))
    }
}

/// Returns a name that describes the value: `exp`, `product`, `norm`.
fn name_for(value: &Expr) -> String {
    match value {
        Expr::Apply(rule, _) => match rule {
            Primitive::Add => "total".into(),
            Primitive::Sub => "difference".into(),
            Primitive::Mul => "product".into(),
            Primitive::Div => "quotient".into(),
            other => format!("{}_value", other.name()),
        },
        Expr::Call(callee, _) => format!("{}_value", callee.name()),
        Expr::Powi(..) => "power".into(),
        _ => "value".into(),
    }
}
