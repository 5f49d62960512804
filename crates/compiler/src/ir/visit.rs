//! Visitors of expressions and places: they find the places that are read, and rewrite them.
//!
//! Every pass that asks what an expression reads uses these functions, so a new kind of expression is added in one
//! file.

use crate::ir::*;

impl Place {
    /// Calls `f` with every place that the indices of this one read.
    pub fn index_reads(&self, f: &mut dyn FnMut(&Place)) {
        self.each_index(&mut |i| i.reads(f));
    }

    /// Calls `f` with the place and with every field variable inside it.
    pub fn touched(&self, f: &mut dyn FnMut(&Place)) {
        f(self);
        self.inside().for_each(|part| f(&part));
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
        Place { base: self.base, path, parts: self.parts.clone(), span: self.span }
    }
}

impl Argument {
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
                place.touched(f);
            }
            Argument::Value(e) => e.reads(f),
        }
    }

    /// Calls `f` with every place that the call may change.
    pub fn changes(&self, f: &mut dyn FnMut(&Place)) {
        match self {
            Argument::Mutable(place) => place.touched(f),
            Argument::Shared(_) | Argument::Value(_) => {}
        }
    }

    /// Calls `f` with every place whose length is read when this argument is passed.
    pub fn lengths(&self, f: &mut dyn FnMut(&Place)) {
        match self {
            Argument::Mutable(place) | Argument::Shared(place) => place.lengths(f),
            Argument::Value(e) => e.lengths(f),
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
            Expr::Real(..) | Expr::Constant(_) => {}
            // The length of an array never changes, but its indices may.
            Expr::Length(place) => place.index_reads(f),
            Expr::Host(Host::Keys, args) => {
                args.iter().filter_map(Argument::place).for_each(|map| map.index_reads(f))
            }
            Expr::Read(place) => {
                place.index_reads(f);
                place.touched(f);
            }
            Expr::Apply(_, args) | Expr::Exact(_, args) => args.iter().for_each(|a| a.reads(f)),
            Expr::List(args) | Expr::Number(_, args) | Expr::Structure(_, args) => {
                args.iter().for_each(|a| a.reads(f));
            }
            Expr::Powi(x, n) => {
                x.reads(f);
                n.reads(f);
            }
            Expr::ToReal(e) | Expr::ToExact(e, _) => e.reads(f),
            Expr::Call(_, args) | Expr::Host(_, args) => args.iter().for_each(|a| a.reads(f)),
            Expr::Choose(c, a, b) => {
                c.reads(f);
                a.reads(f);
                b.reads(f);
            }
            Expr::Fill { value, length, .. } => {
                value.reads(f);
                length.reads(f);
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

    /// True if the expression reads a place with this property.
    pub fn reads_any(&self, mut property: impl FnMut(&Place) -> bool) -> bool {
        let mut found = false;
        self.reads(&mut |place| found |= property(place));
        found
    }

    /// Calls `f` with the direct parts of the expression: operands, arguments, and the indices of places.
    pub fn each_part(&self, f: &mut dyn FnMut(&Expr)) {
        match self {
            Expr::Real(..) | Expr::Constant(_) => {}
            Expr::Read(place) | Expr::Length(place) => place.each_index(f),
            Expr::Apply(_, args) | Expr::Exact(_, args) => args.iter().for_each(f),
            Expr::List(args) | Expr::Number(_, args) | Expr::Structure(_, args) => args.iter().for_each(f),
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
            Expr::Number(number, parts) => Expr::Number(*number, all(parts, f)),
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

/// True if a part of an expression is evaluated in some cases only.
pub fn chooses(e: &Expr) -> bool {
    let mut found = matches!(e, Expr::Choose(..) | Expr::Exact(Operator::And | Operator::Or, _));
    e.each_part(&mut |part| found |= chooses(part));
    found
}

/// Returns the block with every expression in it rewritten, also those in places.
pub fn each_expression(block: &Block, f: &mut dyn FnMut(&Expr) -> Expr) -> Block {
    Block { stmts: block.stmts.iter().map(|stmt| each_of_stmt(stmt, f)).collect() }
}

fn each_of_stmt(stmt: &Stmt, f: &mut dyn FnMut(&Expr) -> Expr) -> Stmt {
    let bound = |b: &Binding, f: &mut dyn FnMut(&Expr) -> Expr| Binding { value: f(&b.value), ..b.clone() };
    let routine = |r: &Routine, f: &mut dyn FnMut(&Expr) -> Expr| r.with(each_expression(&r.body, f));
    match stmt {
        Stmt::Bind(b) => Stmt::Bind(bound(b, f)),
        Stmt::Forget(b) => Stmt::Forget(bound(b, f)),
        Stmt::Allocate(b) => Stmt::Allocate(bound(b, f)),
        Stmt::Release(b) => Stmt::Release(bound(b, f)),
        Stmt::Update(u) => {
            let place = u.place.map_indices(f);
            let written = u.written.as_ref().map(|written| Box::new(f(written)));
            Stmt::Update(Update { place, value: f(&u.value), written, ..u.clone() })
        }
        Stmt::Call(c) => {
            let args = c.args.iter().map(|arg| arg.map(f)).collect();
            Stmt::Call(Call { args, ..c.clone() })
        }
        Stmt::For(s) => {
            let range = Range {
                start: f(&s.range.start),
                end: f(&s.range.end),
                step: s.range.step.as_ref().map(&mut *f),
                ..s.range.clone()
            };
            let lengths = s.lengths.iter().map(|both| Lengths {
                length: f(&both.length),
                other: f(&both.other),
                ..both.clone()
            });
            let lengths = lengths.collect();
            Stmt::For(For { range, lengths, ..s.with(each_expression(&s.body, f)) })
        }
        Stmt::If(i) => {
            let (pre, post) = (f(&i.pre), i.post.as_ref().map(&mut *f));
            let (then, otherwise) = (each_expression(&i.then, f), each_expression(&i.otherwise, f));
            Stmt::If(If { pre, post, ..i.with(then, otherwise) })
        }
        Stmt::While(w) => {
            let (pre, post) = (f(&w.pre), f(&w.post));
            Stmt::While(While { pre, post, ..w.with(each_expression(&w.body, f)) })
        }
        Stmt::Routine(r) => Stmt::Routine(routine(r, f)),
        Stmt::Undo(r) => Stmt::Undo(routine(r, f)),
        Stmt::Safe(s) => Stmt::Safe(s.clone()),
    }
}

/// Calls `f` with every statement of a block and of its nested blocks. The body of `undo!('label)` is skipped,
/// because the routine with that label is visited itself; `undo! { … }` is visited as it was written.
pub fn each(block: &Block, f: &mut dyn FnMut(&Stmt)) {
    for stmt in &block.stmts {
        f(stmt);
        match stmt {
            Stmt::For(s) => each(&s.body, f),
            Stmt::If(s) => {
                each(&s.then, f);
                each(&s.otherwise, f);
            }
            Stmt::While(s) => each(&s.body, f),
            Stmt::Routine(s) => each(&s.body, f),
            Stmt::Undo(s) if s.label.is_empty() => each(&super::invert::invert(&s.body), f),
            Stmt::Undo(_) | Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => {}
            Stmt::Update(_) | Stmt::Call(_) | Stmt::Safe(_) => {}
        }
    }
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
        Expr::List(_) | Expr::Number(..) | Expr::Structure(..) | Expr::Fill { .. } => false,
    }
}
