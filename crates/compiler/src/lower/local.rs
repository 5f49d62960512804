//! Lowers locals: `let`, with the type that tokens show, and views.

use super::fields::{copies, is_vector};
use super::structure::Made;
use super::{Lowering, Meaning, fields};
use crate::ir::is_of_floats;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use crate::syntax::named::judged;
use crate::syntax::read::is_empty_vector;
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

impl Lowering {
    pub(super) fn local(&mut self, local: &syn::Local) -> Option<Stmt> {
        if self.taken_apart(local) {
            return None;
        }
        let span = local.span();
        let (pat, ty_written) = match &local.pat {
            syn::Pat::Type(t) => (&*t.pat, Some(&*t.ty)),
            pat => (pat, None),
        };
        let written = ty_written.map(|ty| self.lower_type(ty));
        let syn::Pat::Ident(name) = pat else {
            let help = "bind each part by a `let` of its own";
            self.outside(Extent::of(&local.pat), "a local is bound to a plain name", help);
            self.stand_ins(&local.pat);
            return None;
        };
        if let Some((_, otherwise)) = local.init.as_ref().and_then(|init| init.diverge.as_ref()) {
            let message =
                "`let … else` leaves a block in the middle: the inverse does not know where to enter it";
            self.errors.report(Law::LeavesEarly, Extent::of(otherwise), message, "remove the `else`");
        }
        let Some(init) = local.init.as_ref() else {
            let message =
                format!("`{}` needs an initial value: the reverse pass must restore it", name.ident);
            self.outside(
                name.ident.span(),
                message,
                format!("give it a value: `let mut {} = 0.0;`", name.ident),
            );
            self.stand_ins(&local.pat);
            return None;
        };
        if matches!(&*init.expr, syn::Expr::Closure(_)) {
            self.real_value(&init.expr);
            self.stand_ins(&local.pat);
            return None;
        }
        let mutable = name.mutability.is_some();
        if let syn::Expr::Reference(r) = &*init.expr {
            if is_held_constant(local) {
                self.detach_field(&r.expr);
            }
            return self.view(&name.ident, r, mutable);
        }
        let detached = is_held_constant(local);
        if !detached && self.moved(&name.ident, &init.expr) {
            return None;
        }
        let is_host = detached && matches!(&*init.expr, syn::Expr::Call(_) | syn::Expr::MethodCall(_));
        // What is stored without a written type is taken for a number, since arrays and structures are built again.
        let is_number = ty_written.is_none()
            && self.stores_here()
            && self.fields.is_only_handed(name)
            && !crate::infer::is_operator(&init.expr);
        let made = if is_host || is_number {
            None
        } else {
            self.made(&init.expr, ty_written, fields::of_local(name))
        };
        if let Some(made) = made {
            return self.structure_local(local, name, made);
        }
        let written = written
            .or_else(|| self.untyped_map(&name.ident, &init.expr))
            .or_else(|| self.started(name, &init.expr));
        let is_call = matches!(&*init.expr, syn::Expr::Call(_) | syn::Expr::MethodCall(_));
        let exact = match &written {
            Some(ty) => !ty.of_reals(),
            None => {
                let asked = detached || self.language.is_ordinary() && !mutable;
                is_call && (self.fields.is_exact(name) || asked && self.fields.is_no_number(name))
            }
        };
        let empty = written
            .as_ref()
            .and_then(|ty| self.empty_vec(&init.expr, ty).or_else(|| self.empty_of(&init.expr, ty)));
        let before = self.errors.0.len();
        let value = match empty {
            Some(value) => value,
            None if exact => self.exact_value(&init.expr),
            None => self.real_value(&init.expr),
        };
        // A named constant is exact: beside reals it is lifted, and a callee gets it as the type that it expects.
        let may_be_constant = written.is_none() && self.has_host() && !mutable && !detached;
        let constant = if may_be_constant { self.constant(&init.expr, &value) } else { None };
        let is_open = self.float(&init.expr).is_none();
        let stays_real = is_open && (self.stores_here() || self.fields.is_lent_or_shown(name));
        let constant = constant.filter(|_| !stays_real);
        let is_constant = constant.is_some();
        let value = constant.unwrap_or(value);
        // What was refused may have been a structure.
        if written.is_none() && self.errors.0.len() > before && self.fields.has_fields(name) {
            self.stand_ins(&local.pat);
            return None;
        }
        // A value that was refused is exact still.
        let refused = written.is_none() && exact && self.errors.0.len() > before;
        let value = if refused { Expr::integer(0) } else { value };
        let value = match (&written, self.kind(&value)) {
            (Some(Type::Structure(Named::Number(number))), _) => self.as_number(value, *number, &init.expr),
            (_, Kind::Number(number)) => self.as_number(value, number, &init.expr),
            (Some(Type::Exact(Exact::Written(ty))), Kind::Real) if ty.is_own() => {
                self.real_into_host(&name.ident, ty, value, &init.expr)
            }
            _ => value,
        };
        if let (Some(Type::Exact(Exact::Written(ty))), Kind::Real) = (&written, self.kind(&value)) {
            if !ty.is_own() {
                let (name, real) = (&name.ident, self.real.ident());
                let message = format!("the type `{}` does not show whether `{name}` is real", shown(ty));
                let help = format!("write the type out: `let {name}: {real} = …;`");
                self.errors.report(Law::UnknownType, Extent::of(&ty_written), message, help);
            }
        }
        let ty = match (written, self.infer(&value)) {
            _ if is_constant => Type::Exact(self.float(&init.expr).unwrap_or(Float::Double).into()),
            (Some(Type::Exact(written)), _) => Type::Exact(written),
            (Some(Type::Real), _) => Type::Real,
            (Some(number @ Type::Structure(Named::Number(_))), _) => number,
            (Some(written), inferred) if is_told(&written) && !inferred.of_reals() => written,
            // The value of a constant is unknown, and a vector without elements does not show its type.
            (Some(written), Type::Exact(_)) => written,
            (Some(written @ Type::Vec(_)), Type::Vec(_)) => written,
            (Some(written), Type::Array(..)) if written.is_real() && is_filled_by_name(&init.expr) => written,
            // A call does not show the type of its result.
            (Some(written), Type::Real) if matches!(value, Expr::Call(..)) => written,
            (None, Type::Real) if matches!(value, Expr::Call(..)) => self.fields.array_of(name),
            (None, Type::Exact(Exact::Unknown)) if self.kind(&value).is_constant() => {
                Type::Exact(self.float(&init.expr).map_or(Exact::Unknown, Exact::from))
            }
            (_, inferred) => inferred,
        };
        // A state without cotangents, whose functions change it, as a generator of random numbers, or what functions alone take.
        let is_changing = || local.attrs.iter().any(|a| a.path().is_ident("changing"));
        let is_handed = || is_call && ty_written.is_none() && self.fields.is_only_handed(name);
        let is_state = detached && self.language.is_ordinary() && (is_changing() || is_handed());
        let ty = if is_state { Type::Structure(Named::Unknown) } else { ty };
        if ty.of_foreign() && !is_state {
            self.whole_structure(&name.ident, &init.expr);
            self.stand_ins(&local.pat);
            return None;
        }
        self.check_map(&name.ident.to_string(), &ty, Extent::of(&local.pat), false);
        // A local that changes is real, like a local that starts at a literal.
        let (ty, value) = if self.has_host() && is_of_floats(&ty) && mutable && ty_written.is_none() {
            let value = self.lifted(value);
            (self.infer(&value), value)
        } else {
            (ty, value)
        };
        let value = match &ty {
            Type::Real => self.as_real(value, &init.expr),
            ty if ty.of_reals() => self.lifted(value),
            _ => value,
        };
        // What a known method returns is exact for sure.
        let ty = match (&ty, self.fields.shown(name).filter(|_| is_call && self.fields.is_alone(name))) {
            (Type::Exact(Exact::Unknown), Some(shown)) => Type::Exact(shown.into()),
            _ => ty,
        };
        let role = if mutable { Role::Ancilla } else { Role::Binding };
        let definition =
            (!mutable && matches!(ty, Type::Exact(_)) && self.is_stable(&value)).then(|| value.clone());
        if role == Role::Ancilla {
            self.shadowing(&name.ident);
        }
        let var = self.declare_counted(name, ty, role);
        if role == Role::Ancilla {
            self.starts.insert(var, value.clone());
        }
        let unknown = matches!(self.vars[var].ty, Type::Exact(Exact::Unknown));
        let is_float = ty_written.is_none() && is_of_floats(&self.vars[var].ty);
        if is_float || (unknown && !mutable && self.may_be_real(&value)) {
            self.of_host.insert(var);
        }
        self.vars[var].definition = definition;
        // `activity` does not make a detached variable active.
        for var in self.vars.parts(var).into_iter().chain([var]) {
            self.vars[var].detached = detached;
        }
        if detached {
            self.vars.note_constant(var);
        }
        let stored = self.stored(var, &local.attrs, span);
        // An ancilla is stored with its final value, from which its changes are undone.
        if mutable { &mut self.lasting } else { &mut self.following }.extend(stored);
        let binding = Binding::new(var, value, span);
        Some(if mutable { Stmt::Allocate(binding) } else { Stmt::Bind(binding) })
    }

    /// Declares the variable of a pattern, and notes what its uses, or those of its elements, show of the type of an integer.
    pub(crate) fn declare_counted(&mut self, name: &syn::PatIdent, ty: Type, role: Role) -> Var {
        let shown = self.fields.shown(name);
        let is_count = shown.as_ref().is_some_and(|shown| shown.scalar() == Some(Scalar::USIZE));
        let is_open = matches!(ty.leaf(), Type::Exact(Exact::Unknown | Exact::Discrete));
        let is_told = |shown: &ExactType| {
            ty.depth() > 0 || matches!(shown.scalar(), Some(Scalar::Integer(_) | Scalar::Plain))
        };
        let ty = match shown.filter(|shown| is_open && !is_count && is_told(shown)) {
            Some(shown) => ty.with_leaf(Type::Exact(shown.into())),
            None => ty,
        };
        let var = self.declare_written(&name.ident, ty, role);
        if is_count {
            self.vars.note_usize(var);
        }
        var
    }

    /// The type of a local of an ordinary function that starts at a constant: the name of the constant, or its suffix, tells no
    /// more than that it is a float.
    fn started(&self, name: &syn::PatIdent, init: &syn::Expr) -> Option<Type> {
        let is_filled = is_filled_by_name(init);
        let is_started = self.language.is_ordinary() && (is_constant(init) || is_filled);
        match is_started.then(|| self.fields.started(name))?? {
            Type::Slice(item) if is_vector(init) => Some(Type::Vec(item)),
            ty if is_filled => Some(filled_like(init, ty)).filter(Type::is_real),
            ty => Some(ty),
        }
    }

    /// Reports a real value for a local of an exact type; a constant float has that type itself.
    fn real_into_host(&mut self, name: &syn::Ident, ty: &ExactType, value: Expr, init: &syn::Expr) -> Expr {
        let is_float = ty.float().is_some();
        let is_constant = !value.reads_any(|_| true) && !has_calls(init);
        if is_float && is_constant {
            return Expr::Constant(Constant::of(init));
        }
        let (real, ty, text) = (self.real.ident().to_string(), shown(ty), shown(init));
        let cast = match init {
            syn::Expr::Binary(_) | syn::Expr::Unary(_) => format!("({text}) as {ty}"),
            _ => format!("{text} as {ty}"),
        };
        let message = format!("`{name}` is of type `{ty}`, and `{text}` is of type `{real}`");
        // An integer has no cotangent anyway.
        let mark = if is_float { "#[inactive] " } else { "" };
        let help = format!(
            "write `let {name}: {real} = {text};`, or cast it, which carries no cotangent: `{mark}let {name} = {cast};`"
        );
        self.errors.report(Law::MixedTypes, Extent::of(init), message, help);
        Expr::integer(0)
    }

    /// Lowers a local that is a structure.
    fn structure_local(&mut self, local: &syn::Local, name: &syn::PatIdent, made: Made) -> Option<Stmt> {
        let (span, role) = (local.span(), role_of(name));
        if role == Role::Ancilla {
            self.shadowing(&name.ident);
        }
        let (var, value) = self.declare_structure(&name.ident, made, role);
        if self.vars[var].ty == Type::Unknown && self.tells_real(&value) {
            self.of_reals.insert(var);
        }
        if role == Role::Ancilla {
            self.starts.insert(var, value.clone());
        }
        for attr in &local.attrs {
            if attr.path().is_ident("inactive") {
                for var in self.vars.parts(var).into_iter().chain([var]) {
                    self.vars[var].detached = true;
                }
            }
            if attr.path().is_ident("store") {
                let help = "store its numbers, each in a local of its own";
                self.outside(Extent::of(attr), "a structure is not stored as a whole", help);
            }
        }
        let binding = Binding::new(var, value, span);
        Some(if role == Role::Ancilla { Stmt::Allocate(binding) } else { Stmt::Bind(binding) })
    }

    /// Reports an ancilla that shadows another one of its own block.
    fn shadowing(&mut self, name: &syn::Ident) {
        let scope = self.scopes.last();
        let Some(Meaning::Variable(var)) = scope.and_then(|scope| scope.get(&name.unraw().to_string()))
        else {
            return;
        };
        if self.vars[*var].role == Role::Ancilla {
            self.errors.report(
                Law::Shadows,
                name.span(),
                format!("this `{name}` shadows another ancilla, which exists until the end of the block"),
                format!("give it a name of its own, or free the first one before: `free!({name} = …);`"),
            );
        }
    }

    /// Lowers `Vec::new()` and `vec![]`: a vector of a known type, without elements.
    pub(super) fn empty_vec(&self, init: &syn::Expr, ty: &Type) -> Option<Expr> {
        let Type::Vec(item) = ty else { return None };
        let length = Box::new(Expr::integer(0));
        // No literal is a structure, and rustc knows its name.
        let value = match &**item {
            Type::Structure(Named::Unknown) | Type::Unknown => {
                Expr::ToExact(Box::new(Expr::integer(0)), ExactType::of(&syn::parse_quote!(_)))
            }
            item => item.zero(None, init.span()),
        };
        is_empty_vector(init).then(|| Expr::Fill { value: Box::new(value), length, heap: true })
    }

    /// Reports a structure as a value.
    fn whole_structure(&mut self, name: &syn::Ident, value: &syn::Expr) {
        let value = shown(value);
        self.outside(
            name.span(),
            format!("`{name}` would be a copy of the structure `{value}`"),
            format!(
                "copy what is behind the reference, `let {name} = *{value};`, or give it a second name: `let {name} = &{value};`"
            ),
        );
    }

    /// Binds the names of a rejected pattern, so that their uses are not reported as well.
    pub(super) fn stand_ins(&mut self, pat: &syn::Pat) {
        match pat {
            syn::Pat::Ident(p) => {
                let var = self.declare_written(&p.ident, Type::Real, Role::Ancilla);
                self.refused.insert(var);
            }
            syn::Pat::Type(p) => self.stand_ins(&p.pat),
            syn::Pat::Tuple(p) => p.elems.iter().for_each(|pat| self.stand_ins(pat)),
            syn::Pat::TupleStruct(p) => p.elems.iter().for_each(|pat| self.stand_ins(pat)),
            syn::Pat::Slice(p) => p.elems.iter().for_each(|pat| self.stand_ins(pat)),
            syn::Pat::Struct(p) => p.fields.iter().for_each(|field| self.stand_ins(&field.pat)),
            syn::Pat::Reference(p) => self.stand_ins(&p.pat),
            syn::Pat::Paren(p) => self.stand_ins(&p.pat),
            _ => {}
        }
    }

    /// True if a value reads nothing that may change while its name is in use: then the name may be replaced by it.
    pub(super) fn is_stable(&self, value: &Expr) -> bool {
        !value.reads_any(|place| {
            let v = &self.vars[place.base];
            !matches!(v.role, Role::Input | Role::Index)
                && (v.role != Role::Binding || (matches!(v.ty, Type::Exact(_)) && v.definition.is_none()))
        })
    }

    /// Lowers `#[inactive] let mesh = &body.mesh;`: the field has no cotangent, which its type does not show here.
    fn detach_field(&mut self, e: &syn::Expr) {
        let Some(place) = self.quiet_place(e) else { return };
        let base = place.base;
        if self.vars.field_path(base).is_none() {
            let message = format!(
                "`{}` is not a field: of other places the compiler knows whether they have cotangents",
                shown(e)
            );
            let help = format!("mark the parameter, or a copy: `#[inactive] let value = {};`", shown(e));
            self.outside(Extent::of(e), message, help);
            return;
        }
        self.detached.push((self.vars.root(base), self.vars.layout(base).to_vec()));
        for var in self.vars.parts(base).into_iter().chain([base]) {
            (self.vars[var].active, self.vars[var].detached) = (false, true);
        }
    }

    pub(super) fn view(&mut self, name: &syn::Ident, r: &syn::ExprReference, mutable: bool) -> Option<Stmt> {
        if mutable {
            let message = format!("`{name}` would be the name of another place later on");
            let help =
                format!("remove `mut`, and give each place a name of its own: `let {name} = {};`", shown(r));
            self.outside(Extent::of(r), message, help);
        }
        let mut place = self.place(&r.expr)?;
        self.pin_all(&mut place, name.span());
        let passing = if r.mutability.is_some() { Passing::Mutable } else { Passing::Shared };
        self.bind(&name.unraw().to_string(), Meaning::View(place, passing));
        None
    }

    /// Binds the indices of a place to names, so that the place does not move when they change.
    pub(super) fn pin_all(&mut self, place: &mut Place, span: Span) {
        for projection in &mut place.path {
            match projection {
                Projection::Index(i) => self.pin(i, span),
                Projection::Range(a, b) => {
                    self.pin(a, span);
                    self.pin(b, span);
                }
            }
        }
    }

    /// Binds the index of a view to a name, so that the view does not move when it changes.
    pub(super) fn pin(&mut self, e: &mut Expr, span: Span) {
        if self.is_stable(e) {
            return;
        }
        let var = self.declare("at", span, Type::Exact(Exact::Discrete), Role::Binding);
        let value = std::mem::replace(e, Expr::Read(Place::whole(var, span)));
        self.pending.push(Stmt::Bind(Binding::new(var, value, span)));
    }

    pub(super) fn infer(&self, value: &Expr) -> Type {
        match value {
            Expr::List(items) => {
                // A literal is of the type of what stands beside it.
                let told = items.iter().find(|item| !self.kind(item).is_constant()).or(items.first());
                let item = told.map_or(Type::Real, |i| self.infer(i));
                Type::Array(Box::new(item), Constant::typed(items.len(), IntegerType::Usize))
            }
            Expr::Fill { value, heap: true, .. } => Type::Vec(Box::new(self.infer(value))),
            Expr::Fill { value, length, .. } => {
                Type::Array(Box::new(self.infer(value)), self.as_length(length))
            }
            // A copy of a slice is owned. What a call has returned is an array or a vector, and so is a copy of it, and of a field.
            Expr::Read(place) => {
                let is_part = matches!(place.path.last(), Some(Projection::Range(..)));
                let is_field = self.vars.field_path(place.base).is_some() && !is_part;
                let is_own = place.is_whole() && self.vars[place.base].passing == Passing::Value;
                match self.type_of(place) {
                    Type::Slice(item) if !is_own && !is_field => Type::Vec(item),
                    ty => ty,
                }
            }
            Expr::Structure(shape, fields) => self.shape_type(shape, fields),
            other => match self.kind(other) {
                Kind::Real => Type::Real,
                Kind::Number(number) => number.into(),
                Kind::Truth => Type::Exact(Scalar::Bool.into()),
                Kind::Float(float) => Type::Exact(float.into()),
                Kind::Discrete | Kind::Integer => Type::Exact(Exact::Discrete),
                Kind::Constant | Kind::Unknown => Type::Exact(Exact::Unknown),
            },
        }
    }

    /// Returns the length of an array type, from the expression by which it is made.
    pub(super) fn as_length(&self, length: &Expr) -> Constant {
        match length {
            Expr::Constant(constant) => constant.clone(),
            other => {
                let tokens = crate::ir::print::index_tokens(other, &self.vars);
                Constant::Written(Box::new(syn::Expr::Verbatim(tokens)))
            }
        }
    }
}

/// True for exact values whose type is written: literals do not show it.
fn is_told(ty: &Type) -> bool {
    matches!(ty.leaf(), Type::Exact(Exact::Written(_)))
}

/// Returns the role of a name in a pattern.
fn role_of(name: &syn::PatIdent) -> Role {
    if name.mutability.is_some() { Role::Ancilla } else { Role::Binding }
}

/// True for `#[inactive] let`.
fn is_held_constant(local: &syn::Local) -> bool {
    local.attrs.iter().any(|attr| attr.path().is_ident("inactive"))
}

/// True if an expression that reads no variable contains a call.
fn has_calls(e: &syn::Expr) -> bool {
    match e {
        syn::Expr::Lit(_) => false,
        syn::Expr::Unary(u) => has_calls(&u.expr),
        syn::Expr::Paren(p) => has_calls(&p.expr),
        syn::Expr::Binary(b) => has_calls(&b.left) || has_calls(&b.right),
        _ => true,
    }
}

/// True for a name in capitals, a literal, their parts, and what arithmetic, methods and decisions make of them.
pub(super) fn is_constant(e: &syn::Expr) -> bool {
    match e {
        syn::Expr::Lit(_) => true,
        syn::Expr::Path(path) => judged(&path.path).is_in_capitals(),
        syn::Expr::Paren(inner) => is_constant(&inner.expr),
        syn::Expr::Unary(unary) => is_constant(&unary.expr),
        syn::Expr::Binary(binary) => is_constant(&binary.left) && is_constant(&binary.right),
        syn::Expr::Index(index) => is_constant(&index.expr),
        syn::Expr::Field(field) => is_constant(&field.base),
        syn::Expr::MethodCall(call) => {
            is_constant(&call.receiver) && call.args.iter().all(|arg| matches!(arg, syn::Expr::Path(_)))
        }
        syn::Expr::If(branch) => {
            let otherwise = branch.else_branch.as_ref();
            is_tail_constant(&branch.then_branch) && otherwise.is_some_and(|(_, other)| is_constant(other))
        }
        syn::Expr::Block(block) => is_tail_constant(&block.block),
        _ => false,
    }
}

/// True for a block that is nothing but a constant.
fn is_tail_constant(block: &syn::Block) -> bool {
    matches!(&block.stmts[..], [syn::Stmt::Expr(value, None)] if is_constant(value))
}

/// True for an array or a vector that is filled with a named constant, `vec![FAR; n]`, in any number of levels.
fn is_filled_by_name(e: &syn::Expr) -> bool {
    copies(e).is_some_and(|(value, ..)| {
        matches!(&value, syn::Expr::Path(_)) && is_constant(&value) || is_filled_by_name(&value)
    })
}

/// Returns the type of such a value, of which the levels are known.
fn filled_like(e: &syn::Expr, ty: Type) -> Type {
    match (copies(e), ty) {
        (Some((value, length, heap)), Type::Slice(item)) => {
            let item = Box::new(filled_like(&value, *item));
            if heap { Type::Vec(item) } else { Type::Array(item, Constant::of(&length)) }
        }
        (_, ty) => ty,
    }
}
