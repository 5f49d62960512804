//! Going through statements, expressions and places: what lies inside, which places are read, and rewriting them.
//!
//! Every pass that asks "what is inside?" or "what does this read?" asks here, so a new kind of statement or expression is
//! entered once, plus where it means something. Steps have the same in [`super::step`].

use crate::ir::*;
use crate::sorted::Set;
use proc_macro2::Span;
use quote::ToTokens;

impl Place {
    /// Calls `f` with every place that the indices of this one read.
    pub fn index_reads(&self, f: &mut dyn FnMut(&Place)) {
        self.each_index(&mut |i| i.reads(f));
    }

    /// Calls `f` with the place and with every field variable inside it: they are read and changed with it.
    pub fn touched(&self, vars: &Variables, f: &mut dyn FnMut(&Place)) {
        f(self);
        vars.parts(self.base).into_iter().for_each(|part| f(&self.with_base(part)));
    }

    /// Calls `f` with every place whose length the indices of this one read.
    pub fn lengths(&self, f: &mut dyn FnMut(&Place)) {
        self.each_index(&mut |i| i.lengths(f));
    }

    /// Calls `f` with every index, and with both ends of every range.
    pub fn each_index(&self, f: &mut dyn FnMut(&Expr)) {
        for projection in &self.path {
            match projection {
                Projection::Index(i) => f(i),
                Projection::Range(a, b) => {
                    f(a);
                    f(b);
                }
            }
        }
    }

    /// Returns the place with its index expressions rewritten.
    pub fn map_indices(&self, f: &mut dyn FnMut(&Expr) -> Expr) -> Place {
        let path = self
            .path
            .iter()
            .map(|projection| match projection {
                Projection::Index(i) => Projection::Index(f(i)),
                Projection::Range(a, b) => Projection::Range(f(a), f(b)),
            })
            .collect();
        Place { base: self.base, path, span: self.span }
    }
}

impl Argument {
    /// Returns a place that is passed in one of the ways.
    pub fn of(passing: Passing, place: Place) -> Argument {
        match passing {
            Passing::Mutable => Argument::Mutable(place),
            Passing::Shared => Argument::Shared(place),
            Passing::Value => Argument::Value(Expr::Read(place)),
        }
    }

    /// Returns the place, if the argument is one.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Argument::Mutable(place) | Argument::Shared(place) | Argument::Value(Expr::Read(place)) => {
                Some(place)
            }
            Argument::Value(_) => None,
        }
    }

    /// Calls `f` with every place that is read when this argument is passed; a place behind `&mut` counts as read.
    pub fn reads(&self, f: &mut dyn FnMut(&Place)) {
        match self {
            Argument::Mutable(place) | Argument::Shared(place) => {
                place.index_reads(f);
                f(place);
            }
            Argument::Value(e) => e.reads(f),
        }
    }

    /// Calls `f` with every place that the argument reads, and with all field variables inside these places.
    pub fn reads_within(&self, vars: &Variables, f: &mut dyn FnMut(&Place)) {
        self.reads(&mut |place| place.touched(vars, f));
    }

    /// Calls `f` with every place that the call may change.
    pub fn changes(&self, f: &mut dyn FnMut(&Place)) {
        match self {
            Argument::Mutable(place) => f(place),
            Argument::Shared(_) | Argument::Value(_) => {}
        }
    }

    /// Calls `f` with every place that the call may change, and with all field variables inside these places.
    pub fn changes_within(&self, vars: &Variables, f: &mut dyn FnMut(&Place)) {
        self.changes(&mut |place| place.touched(vars, f));
    }

    /// Calls `f` with every place whose length is read when this argument is passed.
    pub fn lengths(&self, f: &mut dyn FnMut(&Place)) {
        match self {
            Argument::Mutable(place) | Argument::Shared(place) => place.lengths(f),
            Argument::Value(e) => e.lengths(f),
        }
    }

    /// Calls `f` with all that is copied from the source, as [`Expr::each_written`] does.
    pub fn each_written(&self, f: &mut dyn FnMut(&dyn ToTokens)) {
        match self {
            Argument::Mutable(place) | Argument::Shared(place) => {
                place.each_index(&mut |index| index.each_written(f));
            }
            Argument::Value(e) => e.each_written(f),
        }
    }

    /// Returns the argument with its parts rewritten.
    pub fn map(&self, f: &mut dyn FnMut(&Expr) -> Expr) -> Argument {
        match self {
            Argument::Mutable(place) => Argument::Mutable(place.map_indices(f)),
            Argument::Shared(place) => Argument::Shared(place.map_indices(f)),
            Argument::Value(e) => Argument::Value(f(e)),
        }
    }
}

impl Expr {
    /// Calls `f` with every place that the value depends on, those in indices included.
    pub fn reads(&self, f: &mut dyn FnMut(&Place)) {
        match self {
            Expr::Read(place) => {
                place.index_reads(f);
                f(place);
            }
            // The length of an array never changes, nor do the keys of a map that is left as it is; their indices may.
            Expr::Length(_) | Expr::Host(Host::Keys, _) => self.each_part(&mut |part| part.reads(f)),
            Expr::Call(_, args) | Expr::Host(_, args) => args.iter().for_each(|a| a.reads(f)),
            Expr::Real(..) | Expr::Constant(_) | Expr::Apply(..) | Expr::Exact(..) | Expr::Powi(..) => {
                self.each_part(&mut |part| part.reads(f));
            }
            Expr::ToReal(_) | Expr::ToExact(..) | Expr::Choose(..) | Expr::Fill { .. } => {
                self.each_part(&mut |part| part.reads(f));
            }
            Expr::List(_) | Expr::Structure(..) => {
                self.each_part(&mut |part| part.reads(f));
            }
        }
    }

    /// Calls `f` with every place whose length is read: it must be declared, but its values do not matter.
    pub fn lengths(&self, f: &mut dyn FnMut(&Place)) {
        match self {
            Expr::Length(place) => f(place),
            Expr::Host(Host::Keys, args) => args.iter().filter_map(Argument::place).for_each(&mut *f),
            _ => {}
        }
        self.each_part(&mut |part| part.lengths(f));
    }

    /// Calls `f` with every place that the value depends on, and with all that lies inside these places.
    pub fn reads_within(&self, vars: &Variables, f: &mut dyn FnMut(&Place)) {
        self.reads(&mut |place| place.touched(vars, f));
    }

    /// True if a value depends on one of these variables.
    pub fn reads_one_of(&self, these: &Set<Var>, vars: &Variables) -> bool {
        let mut found = false;
        self.reads_within(vars, &mut |place| found |= these.contains(&place.base));
        found
    }

    /// True if the expression reads a place with this property.
    pub fn reads_any(&self, mut property: impl FnMut(&Place) -> bool) -> bool {
        let mut found = false;
        self.reads(&mut |place| found |= property(place));
        found
    }

    /// Calls `f` with every call in the expression, and its arguments.
    pub fn each_call(&self, f: &mut dyn FnMut(&Callee, &[Argument])) {
        if let Expr::Call(callee, args) = self {
            f(callee, args);
        }
        self.each_part(&mut |part| part.each_call(f));
    }

    /// Calls `f` with all that is copied from the source: paths, types, patterns and constants.
    pub fn each_written(&self, f: &mut dyn FnMut(&dyn ToTokens)) {
        match self {
            Expr::Constant(Constant::Path(path)) => f(path),
            Expr::Constant(Constant::Written(e)) => f(e),
            Expr::ToExact(_, ty) => f(ty),
            Expr::Structure(Shape { of: Constructor::Named(path), .. }, _) => f(path),
            Expr::Call(callee, _) => {
                f(&callee.path);
                callee.generics.iter().for_each(|said| f(said));
            }
            Expr::Host(host, _) => host.each_written(f),
            Expr::Constant(Constant::Integer(_) | Constant::Truth(..) | Constant::Literal(_)) => {}
            Expr::Structure(Shape { of: Constructor::Tuple | Constructor::Number(_), .. }, _) => {}
            Expr::Real(..) | Expr::Read(_) | Expr::Length(_) | Expr::Apply(..) | Expr::Powi(..) => {}
            Expr::Exact(..) | Expr::ToReal(_) | Expr::Choose(..) | Expr::List(_) | Expr::Fill { .. } => {}
        }
        self.each_part(&mut |part| part.each_written(f));
    }

    /// Calls `f` with the direct parts of the expression: operands, arguments, and the indices of places.
    pub fn each_part(&self, f: &mut dyn FnMut(&Expr)) {
        match self {
            Expr::Real(..) | Expr::Constant(_) => {}
            Expr::Read(place) | Expr::Length(place) => place.each_index(f),
            Expr::Apply(_, args) | Expr::Exact(_, args) => args.iter().for_each(f),
            Expr::List(args) | Expr::Structure(_, args) => args.iter().for_each(f),
            Expr::ToReal(e) | Expr::ToExact(e, _) => f(e),
            Expr::Call(_, args) | Expr::Host(_, args) => args.iter().for_each(|arg| match arg {
                Argument::Mutable(place) | Argument::Shared(place) => place.each_index(f),
                Argument::Value(e) => f(e),
            }),
            Expr::Choose(c, a, b) => [c, a, b].into_iter().for_each(|e| f(e)),
            Expr::Powi(a, b) | Expr::Fill { value: a, length: b, .. } => {
                f(a);
                f(b);
            }
        }
    }

    /// Returns the expression with its direct parts rewritten; in places, the indices are rewritten.
    pub fn map(&self, f: &mut dyn FnMut(&Expr) -> Expr) -> Expr {
        let all = |args: &[Expr], f: &mut dyn FnMut(&Expr) -> Expr| args.iter().map(f).collect::<Vec<_>>();
        match self {
            Expr::Real(..) | Expr::Constant(_) => self.clone(),
            Expr::Read(place) => Expr::Read(place.map_indices(f)),
            Expr::Length(place) => Expr::Length(place.map_indices(f)),
            Expr::Apply(p, args) => Expr::Apply(*p, all(args, f)),
            Expr::Powi(x, n) => Expr::Powi(Box::new(f(x)), Box::new(f(n))),
            Expr::Exact(op, args) => Expr::Exact(*op, all(args, f)),
            Expr::ToReal(e) => Expr::ToReal(Box::new(f(e))),
            Expr::ToExact(e, ty) => Expr::ToExact(Box::new(f(e)), ty.clone()),
            Expr::Call(callee, args) => Expr::Call(callee.clone(), args.iter().map(|a| a.map(f)).collect()),
            Expr::Host(host, args) => Expr::Host(host.clone(), args.iter().map(|a| a.map(f)).collect()),
            Expr::Choose(c, a, b) => Expr::Choose(Box::new(f(c)), Box::new(f(a)), Box::new(f(b))),
            Expr::List(args) => Expr::List(all(args, f)),
            Expr::Structure(shape, fields) => Expr::Structure(shape.clone(), all(fields, f)),
            Expr::Fill { value, length, heap } => {
                Expr::Fill { value: Box::new(f(value)), length: Box::new(f(length)), heap: *heap }
            }
        }
    }

    /// Returns the expression with every part replaced for which `f` has a replacement, outermost first.
    pub fn replaced(&self, f: &mut dyn FnMut(&Expr) -> Option<Expr>) -> Expr {
        match f(self) {
            Some(new) => new,
            None => self.map(&mut |part| part.replaced(f)),
        }
    }
}

impl Host {
    /// Calls `f` with all in the head that is copied from the source, but for names of fields and methods.
    fn each_written(&self, f: &mut dyn FnMut(&dyn ToTokens)) {
        match self {
            Host::Function(path) => f(path),
            Host::Method(method) => method.said().into_iter().for_each(|said| f(said)),
            Host::Element(of) => f(&of.path),
            Host::Macro(of) => {
                f(&of.path);
                of.pattern.iter().for_each(|pattern| f(pattern));
            }
            Host::Constant | Host::Tuple | Host::Lent | Host::Field(_) | Host::HasKey => {}
            Host::Keys | Host::KeysNow | Host::Within(_) => {}
        }
    }
}

/// True if a part of an expression is evaluated in some cases only.
pub fn chooses(e: &Expr) -> bool {
    let mut found = matches!(e, Expr::Choose(..) | Expr::Exact(Operator::And | Operator::Or, _));
    e.each_part(&mut |part| found |= chooses(part));
    found
}

impl Place {
    fn each_index_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        for projection in &mut self.path {
            match projection {
                Projection::Index(i) => f(i),
                Projection::Range(a, b) => [a, b].into_iter().for_each(&mut *f),
            }
        }
    }
}

impl Stmt {
    /// The blocks right inside a statement, in order.
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
            Stmt::For(f) => vec![&f.body],
            Stmt::If(i) => vec![&i.then, &i.otherwise],
            Stmt::While(w) => vec![&w.body],
            Stmt::Routine(r) | Stmt::Undo(r) => vec![&r.body],
            Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => vec![],
            Stmt::Update(_) | Stmt::Call(_) | Stmt::Safe(_) => vec![],
        }
    }

    /// Returns the blocks directly inside a statement, mutably.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match self {
            Stmt::For(f) => vec![&mut f.body],
            Stmt::If(i) => vec![&mut i.then, &mut i.otherwise],
            Stmt::While(w) => vec![&mut w.body],
            Stmt::Routine(r) | Stmt::Undo(r) => vec![&mut r.body],
            Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => vec![],
            Stmt::Update(_) | Stmt::Call(_) | Stmt::Safe(_) => vec![],
        }
    }

    /// Returns the statement with other blocks inside.
    pub fn with_blocks(&self, f: &mut dyn FnMut(&Block) -> Block) -> Stmt {
        match self {
            Stmt::For(s) => Stmt::For(s.with(f(&s.body))),
            Stmt::If(i) => {
                let then = f(&i.then);
                Stmt::If(i.with(then, f(&i.otherwise)))
            }
            Stmt::While(w) => Stmt::While(w.with(f(&w.body))),
            Stmt::Routine(r) => Stmt::Routine(r.with(f(&r.body))),
            Stmt::Undo(r) => Stmt::Undo(r.with(f(&r.body))),
            Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => self.clone(),
            Stmt::Update(_) | Stmt::Call(_) | Stmt::Safe(_) => self.clone(),
        }
    }

    /// Returns the blocks directly inside a statement that run forwards when it does: all but an undone one.
    pub fn forward_blocks(&self) -> Vec<&Block> {
        if matches!(self, Stmt::Undo(_)) { Vec::new() } else { self.blocks() }
    }

    /// Returns the expressions in the head of a loop or branch: bounds, conditions and postconditions.
    pub fn heads(&self) -> Vec<&Expr> {
        match self {
            Stmt::For(f) => [&f.range.start, &f.range.end].into_iter().chain(&f.range.step).collect(),
            Stmt::If(i) => std::iter::once(&i.pre).chain(&i.post).collect(),
            Stmt::While(w) => vec![&w.pre, &w.post],
            Stmt::Routine(_) | Stmt::Undo(_) | Stmt::Safe(_) | Stmt::Update(_) | Stmt::Call(_) => vec![],
            Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => vec![],
        }
    }

    /// Returns the stack on which the decision of a branch or loop is kept, and its place in the text.
    pub fn kept(&self) -> Option<(Kept, Span)> {
        let (decision, span) = match self {
            Stmt::If(i) => (i.decision, i.span),
            Stmt::While(w) => (w.decision, w.span),
            Stmt::For(_) | Stmt::Routine(_) | Stmt::Undo(_) | Stmt::Safe(_) => return None,
            Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => return None,
            Stmt::Update(_) | Stmt::Call(_) => return None,
        };
        Some((decision.kept()?, span))
    }

    /// Returns the declaration of a statement.
    pub fn declaration(&self) -> Option<&Binding> {
        match self {
            Stmt::Bind(b) | Stmt::Allocate(b) => Some(b),
            Stmt::Forget(_) | Stmt::Release(_) | Stmt::Update(_) | Stmt::Call(_) | Stmt::Safe(_) => None,
            Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) => None,
        }
    }

    /// Returns the release of a statement.
    pub fn dropped(&self) -> Option<&Binding> {
        match self {
            Stmt::Forget(b) | Stmt::Release(b) => Some(b),
            Stmt::Bind(_) | Stmt::Allocate(_) | Stmt::Update(_) | Stmt::Call(_) | Stmt::Safe(_) => None,
            Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) => None,
        }
    }

    /// Calls `f` with every expression of the statement itself: values, arguments, heads, and the indices of places.
    fn each_own_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        match self {
            Stmt::Bind(b) | Stmt::Forget(b) | Stmt::Allocate(b) | Stmt::Release(b) => f(&mut b.value),
            Stmt::Update(u) => {
                u.place.each_index_mut(f);
                f(&mut u.value);
                u.written.iter_mut().for_each(|written| f(written));
            }
            Stmt::Call(c) => c.args.iter_mut().for_each(|arg| match arg {
                Argument::Mutable(place) | Argument::Shared(place) => place.each_index_mut(f),
                Argument::Value(e) => f(e),
            }),
            Stmt::For(s) => {
                [&mut s.range.start, &mut s.range.end].into_iter().chain(&mut s.range.step).for_each(&mut *f);
                s.lengths
                    .iter_mut()
                    .for_each(|both| [&mut both.length, &mut both.other].into_iter().for_each(&mut *f));
            }
            Stmt::If(i) => std::iter::once(&mut i.pre).chain(&mut i.post).for_each(f),
            Stmt::While(w) => [&mut w.pre, &mut w.post].into_iter().for_each(f),
            Stmt::Routine(_) | Stmt::Undo(_) | Stmt::Safe(_) => {}
        }
    }
}

/// Returns the block with every expression in it rewritten, also those in places.
pub fn each_expression(block: &Block, f: &mut dyn FnMut(&Expr) -> Expr) -> Block {
    fn rewrite(block: &mut Block, f: &mut dyn FnMut(&Expr) -> Expr) {
        for stmt in &mut block.stmts {
            stmt.each_own_mut(&mut |e| *e = f(e));
            stmt.blocks_mut().into_iter().for_each(|inner| rewrite(inner, f));
        }
    }
    let mut block = block.clone();
    rewrite(&mut block, f);
    block
}

/// Calls `f` with every statement of a block and of its nested blocks. The body of `undo!('label)` is skipped,
/// because the routine with that label is visited itself; `undo! { … }` is visited as it was written.
pub fn each(block: &Block, f: &mut dyn FnMut(&Stmt)) {
    each_within(block, &[], &mut |stmt, _| f(stmt));
}

/// Does the same, and passes the expressions in the heads of the loops and branches around a statement.
pub fn each_within(block: &Block, around: &[&Expr], f: &mut dyn FnMut(&Stmt, &[&Expr])) {
    for stmt in &block.stmts {
        f(stmt, around);
        match stmt {
            Stmt::Undo(s) if s.label.is_empty() => {
                each_within(&super::invert::invert(&s.body), around, f);
            }
            stmt => {
                let around: Vec<&Expr> = around.iter().copied().chain(stmt.heads()).collect();
                stmt.forward_blocks().into_iter().for_each(|inner| each_within(inner, &around, f));
            }
        }
    }
}

/// Calls `f` with a block and with every block inside it that runs forwards as well.
pub fn each_block(block: &Block, f: &mut dyn FnMut(&Block)) {
    f(block);
    block.stmts.iter().flat_map(Stmt::forward_blocks).for_each(|inner| each_block(inner, f));
}

/// Returns the places that statements change, with the spans of the statements.
pub fn changes(block: &Block) -> Vec<Place> {
    let mut places = Vec::new();
    each(block, &mut |stmt| match stmt {
        Stmt::Update(u) => places.push(u.place.clone()),
        Stmt::Call(c) => {
            c.args.iter().for_each(|arg| arg.changes(&mut |place| places.push(place.clone())));
        }
        Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) | Stmt::Safe(_) => {}
        Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) => {}
    });
    places
}

/// True if an expression may be duplicated at no cost.
pub fn is_leaf(e: &Expr) -> bool {
    match e {
        Expr::Real(..) | Expr::Constant(_) | Expr::Read(_) | Expr::Length(_) => true,
        Expr::ToReal(inner) => is_leaf(inner),
        Expr::Apply(Primitive::Neg, args) => args.iter().all(is_leaf),
        // rustc folds these.
        Expr::Apply(_, args) if args.iter().all(|a| matches!(a, Expr::Real(..))) => true,
        Expr::Apply(..) | Expr::Powi(..) | Expr::Exact(..) | Expr::ToExact(..) | Expr::Call(..) => false,
        Expr::Host(..) | Expr::Choose(..) => false,
        Expr::List(_) | Expr::Structure(..) | Expr::Fill { .. } => false,
    }
}
