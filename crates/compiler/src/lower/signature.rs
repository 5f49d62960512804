//! Lowers the signature: the roles of parameters (state, input or scratch) and the real type.

use super::{Lowering, Meaning};
use crate::ir::is_exact_type;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use crate::sorted::Set;
use crate::syntax::paths::{argument_of, bounds_of, ends, is_named, is_trait, of_arguments};
use crate::syntax::read::is_function;
use crate::syntax::structures;
use crate::tokens::mentions;
use quote::ToTokens;
use std::rc::Rc;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

/// Returns the generic parameter bounded by `Real`, else the first of `f64`, `f32` and `Fixed43` that the signature names, or a name
/// among `aliases`. Parameters that are held constant are asked last.
pub(super) fn real_type(
    sig: &syn::Signature,
    of: Option<&syn::Type>,
    aliases: &Set<String>,
) -> Option<RealType> {
    let mut params = sig.generics.type_params().map(|param| &param.ident);
    if let Some(real) =
        params.find(|name| bounds_of(&sig.generics, name).any(|bound| is_trait(bound, &["Real"])))
    {
        return Some(RealType::Generic(real.clone()));
    }
    fn named(tokens: proc_macro2::TokenStream, aliases: &Set<String>) -> Option<RealType> {
        tokens.into_iter().find_map(|t| match t {
            proc_macro2::TokenTree::Ident(i) => match i.to_string().as_str() {
                "f64" | "f32" => Some(RealType::Concrete(i)),
                "Complex64" => Some(RealType::Concrete(syn::Ident::new("f64", i.span()))),
                "Complex32" => Some(RealType::Concrete(syn::Ident::new("f32", i.span()))),
                // Its constants are made as those of a generic type are.
                "Fixed43" => Some(RealType::Generic(i)),
                other => aliases.contains(other).then_some(RealType::Concrete(i)),
            },
            proc_macro2::TokenTree::Group(g) => named(g.stream(), aliases),
            _ => None,
        })
    }
    let tokens = |i: &syn::FnArg| match i {
        syn::FnArg::Typed(t) => t.ty.to_token_stream(),
        syn::FnArg::Receiver(r) => r.to_token_stream(),
    };
    let is_constant = |i: &&syn::FnArg| match i {
        syn::FnArg::Typed(t) => t.attrs.iter().any(|attr| attr.path().is_ident("inactive")),
        syn::FnArg::Receiver(_) => false,
    };
    let (constant, active): (Vec<_>, Vec<_>) = sig.inputs.iter().partition(is_constant);
    let of = of.map(ToTokens::to_token_stream);
    let active = active.into_iter().map(tokens).chain([sig.output.to_token_stream()]).chain(of);
    active.chain(constant.into_iter().map(tokens)).find_map(|tokens| named(tokens, aliases))
}

/// True if, as far as tokens show, no type that the function can name contains references. Numbers contain none.
pub(super) fn is_lasting(sig: &syn::Signature, real: &syn::Ident, knows_self: bool) -> bool {
    let is_known = |p: &syn::GenericParam| match p {
        syn::GenericParam::Type(p) => p.ident == *real,
        syn::GenericParam::Lifetime(_) => false,
        syn::GenericParam::Const(_) => true,
    };
    let of_self = syn::Ident::new("Self", proc_macro2::Span::call_site());
    let has_self = mentions(sig, &of_self)
        || matches!(sig.inputs.first(), Some(syn::FnArg::Typed(t)) if t.pat.to_token_stream().to_string() == "self");
    sig.generics.params.iter().all(is_known) && (knows_self || !has_self)
}

/// Returns a method's signature with the generics of the surrounding block.
pub(super) fn with_outer(sig: &syn::Signature, outer: &syn::Generics) -> syn::Signature {
    let mut sig = sig.clone();
    let own = std::mem::take(&mut sig.generics.params);
    sig.generics.params = outer.params.iter().cloned().chain(own).collect();
    if let Some(clause) = &outer.where_clause {
        sig.generics.make_where_clause().predicates.extend(clause.predicates.iter().cloned());
    }
    sig
}

/// Removes the attributes of the library, so that the emitted code is plain Rust.
pub(super) fn strip_markers(item: &mut syn::ItemFn) {
    for input in &mut item.sig.inputs {
        if let syn::FnArg::Typed(t) = input {
            t.attrs.retain(|a| !["inactive", "scratch", "captured"].iter().any(|own| a.path().is_ident(own)));
        }
    }
}

impl Lowering {
    pub(super) fn parameters(&mut self, sig: &syn::Signature) -> Vec<Parameter> {
        let kinds = [
            (sig.asyncness.map(|t| t.span()), "an `async`"),
            (sig.variadic.as_ref().map(|t| t.span()), "a variadic"),
            (sig.unsafety.map(|t| t.span()), "an `unsafe`"),
            (sig.constness.map(|t| t.span()), "a `const`"),
        ];
        for (bad, what) in kinds {
            if let Some(bad) = bad {
                let help = "move the numerical part into a plain function and mark that one";
                self.errors.report(Law::Signature, bad, format!("{what} function has no inverse"), help);
            }
        }
        let parameters: Vec<Parameter> =
            sig.inputs.iter().filter_map(|input| self.parameter(input, sig)).collect();
        // Callers learn about scratch from one bit for each parameter.
        let late = parameters.iter().skip(64).find(|p| self.vars[p.var].role == Role::Scratch);
        if let Some(late) = late {
            let (name, span) = (self.vars[late.var].name.clone(), self.vars[late.var].span);
            let message =
                format!("`{name}` is scratch after more than 64 parameters, which callers cannot see");
            self.errors.report(Law::Signature, span, message, "move it to the front");
        }
        parameters
    }

    fn parameter(&mut self, input: &syn::FnArg, sig: &syn::Signature) -> Option<Parameter> {
        let syn::FnArg::Typed(param) = input else {
            return self.errors.refuse(
                Law::Signature,
                Extent::of(input),
                format!("`{}`: mark the whole block that contains the method", shown(input)),
                "write `#[reversible]` before the `impl` or trait, and `#[irreversible]` before methods that are not reversible",
            );
        };
        let syn::Pat::Ident(name) = &*param.pat else {
            // A parameter without a name still has a position among the arguments of the programs.
            let message = format!("`{}` is a pattern, and a parameter is a plain name", shown(&param.pat));
            let help = match &*param.pat {
                syn::Pat::Wild(_) => format!("give it a name: `_unused: {}`", shown(&param.ty)),
                _ => "make each part a parameter of its own".to_string(),
            };
            self.errors.report(Law::Signature, Extent::of(&param.pat), message, help);
            self.stand_ins(&param.pat);
            let name = syn::Ident::new("argument", param.pat.span());
            return Some(self.parameter_of(param, &name, sig, false));
        };
        let is_copy = name.mutability.is_some() || name.by_ref.is_some();
        if is_copy {
            self.errors.report(
                Law::Signature,
                Extent::of(name),
                format!("`{}` is a local copy: the caller never sees it changed", name.ident),
                format!(
                    "take it as `{0}: &mut {1}`, or as `{0}: {1}` if it does not change",
                    name.ident,
                    shown(&param.ty)
                ),
            );
        }
        if name.ident == sig.ident {
            let message = format!("`{}` shadows the function itself, which its programs call", name.ident);
            self.errors.report(Law::Signature, name.ident.span(), message, "give the parameter another name");
        }
        let parameter = self.parameter_of(param, &name.ident, sig, true);
        if is_copy {
            // Treated as state, so that changes of it are not reported again.
            self.vars[parameter.var].role = Role::State;
        }
        Some(parameter)
    }

    fn parameter_of(
        &mut self,
        param: &syn::PatType,
        name: &syn::Ident,
        sig: &syn::Signature,
        written: bool,
    ) -> Parameter {
        let marked = |marker: &str| param.attrs.iter().any(|a| a.path().is_ident(marker));
        let (passing, inner) = match &*param.ty {
            syn::Type::Reference(r) if r.mutability.is_some() => (Passing::Mutable, &*r.elem),
            syn::Type::Reference(r) => (Passing::Shared, &*r.elem),
            other => (Passing::Value, other),
        };
        if let (Passing::Mutable, syn::Type::Reference(behind)) = (passing, inner) {
            if mentions(&behind.elem, self.real.ident()) {
                let message = format!("`{name}` is a reference to a reference");
                let help = format!("take it as `{name}: &mut {}`", shown(&behind.elem));
                self.errors.report(Law::Signature, Extent::of(&param.ty), message, help);
            }
        }
        let (ty, structure_active) = self.parameter_type(inner, name, sig);
        let role = match passing {
            Passing::Mutable if marked("scratch") => Role::Scratch,
            Passing::Mutable => Role::State,
            Passing::Shared | Passing::Value => Role::Input,
        };
        if marked("scratch") && (passing != Passing::Mutable || ty.depth() == 0) {
            self.errors.report(
                Law::Signature,
                Extent::of(&param.ty),
                "#[scratch] is storage that the function may write: an array or slice behind `&mut`",
                format!("write `#[scratch] {name}: &mut [{}]`", self.real.ident()),
            );
        } else if marked("scratch")
            && matches!(ty.leaf(), Type::Structure(Named::Unknown | Named::Written(_)))
        {
            self.errors.report(
                Law::Signature,
                Extent::of(&param.ty),
                "#[scratch] consists of numbers: nothing shows what a structure is at zero",
                format!(
                    "lend an array for each of its fields, `#[scratch] {name}: &mut [{}]`",
                    self.real.ident()
                ),
            );
        }
        self.check_map(&name.to_string(), &ty, Extent::of(&param.ty), marked("inactive"));
        if passing == Passing::Value {
            if let (Type::Vec(item), true, false) = (&ty, !marked("inactive"), self.language.is_ordinary()) {
                let message = format!("`{name}` would be moved into the first program that takes it");
                let item = match &**item {
                    Type::Real => self.real.ident().to_string(),
                    _ => "…".to_string(),
                };
                let help = format!("take it by reference: `{name}: &[{item}]`");
                self.errors.report(Law::Signature, Extent::of(&param.ty), message, help);
            }
        }
        let active = (ty.of_reals() || structure_active) && !marked("inactive");
        let plain = name.unraw().to_string();
        let holds_floats = super::is_of_floats(&ty) || self.fields.hold_floats(&plain);
        let keeps_floats = holds_floats && !active && !marked("inactive");
        let variable = Variable {
            name: plain.clone(),
            span: name.span(),
            ty,
            role,
            passing,
            active,
            detached: marked("inactive"),
            definition: None,
        };
        let var = if written { self.vars.add_written(variable) } else { self.vars.add(variable) };
        self.vars.note_parameter(plain.clone());
        if holds_references(inner) {
            self.vars.note_lending(var);
        }
        if written {
            self.bind(&plain, Meaning::Variable(var));
        }
        if is_function(inner, &sig.generics) {
            if passing != Passing::Shared {
                let message =
                    format!("`{name}` is called by more than one program, and each would consume it");
                let help = format!("take it by reference: `{name}: &{}`", shown(inner));
                self.errors.report(Law::Signature, Extent::of(&param.ty), message, help);
            }
            self.functions.insert(var);
        }
        let captured_by = self.captured_by(param);
        Parameter { var, written: (*param.ty).clone(), keeps_floats, captured_by }
    }

    /// Returns the function that captures what a parameter is, `#[captured(f)] captured: &[f64]`.
    fn captured_by(&mut self, param: &syn::PatType) -> Option<Var> {
        let attr = param.attrs.iter().find(|attr| attr.path().is_ident("captured"))?;
        let function: syn::Ident = attr.parse_args().ok()?;
        match self.look_up(&function) {
            Some(Meaning::Variable(var)) => Some(*var),
            _ => None,
        }
    }

    /// Returns the type of a parameter, and true if it is a structure with cotangents.
    fn parameter_type(&self, ty: &syn::Type, name: &syn::Ident, sig: &syn::Signature) -> (Type, bool) {
        let plain = name.unraw().to_string();
        // A type parameter is only known by the methods that are called on its values, and by the value of the function.
        if !is_function(ty, &sig.generics) {
            let is_receiver = self.fields.is_receiver(&plain) && !is_exact_type(ty);
            let is_parameter = |ty: &syn::Type| match ty {
                syn::Type::Path(path) => sig.generics.type_params().any(|of| path.path.is_ident(&of.ident)),
                _ => false,
            };
            let is_meant =
                |ty: &syn::Type| is_receiver || is_parameter(ty) && self.fields.are_of_structure(&plain, ty);
            let lowered = structured(self.lower_type(ty), &is_meant);
            if matches!(lowered.leaf(), Type::Structure(Named::Written(_))) {
                let is_active = self.scope.active || (plain != "self" && !self.fields.is_data(&plain));
                return (lowered, is_active);
            }
        }
        let possible = self.possible_structure(ty, &sig.generics);
        if plain == "self" {
            let named = self.scope.active || self.fields.are_named(&plain);
            return if named { (possible, self.scope.active) } else { (self.lower_type(ty), false) };
        }
        let Type::Structure(Named::Written(written)) = possible.leaf() else { return (possible, false) };
        // A trait and all that implement it take the cotangents of a parameter, whatever a body does with it.
        let of_trait = self.scope.of_trait
            && (structures::is_given(written)
                || matches!(&**written, syn::Type::Path(path) if path.path.is_ident("Self")));
        let generic = of_trait || mentions(written, self.real.ident());
        let is_own = matches!(&**written, syn::Type::Path(path) if path.path.is_ident("Self"));
        let meant = self.scope.of.as_ref().filter(|_| is_own).unwrap_or(written);
        let moves_on = self.fields.may_move_on(&plain, structures::is_given(meant));
        if generic || moves_on || self.fields.are_named(&plain) {
            let active = generic || moves_on || self.fields.are_active(&plain);
            (possible, active)
        } else {
            (self.lower_type(ty), false)
        }
    }

    /// Returns the type that tokens show; an unknown name may be that of a structure.
    pub(super) fn possible_structure(&self, ty: &syn::Type, generics: &syn::Generics) -> Type {
        let is_structure = |ty: &syn::Type| match ty {
            // A type parameter of the function is not a structure.
            syn::Type::Path(p) => {
                let is_parameter = generics.type_params().any(|param| p.path.is_ident(&param.ident));
                !is_parameter && !is_exact_type(ty) && !ends(&p.path, &["String"])
            }
            syn::Type::Tuple(t) => !t.elems.is_empty(),
            _ => false,
        };
        structured(self.lower_type(ty), &is_structure)
    }

    pub(super) fn return_type(&mut self, sig: &syn::Signature) -> Option<Type> {
        let syn::ReturnType::Type(_, ty) = &sig.output else { return None };
        let lowered = match self.structure_type(ty) {
            structure if structure.of_foreign() => structure,
            _ => self.lower_type(ty),
        };
        let lowered = if is_wrapped(ty) { Type::Exact(ExactType::of(ty).into()) } else { lowered };
        // An alias names an owned type: a slice type with a name would need a lifetime.
        let is_named =
            matches!(&**ty, syn::Type::Path(_)) && self.fields.alias(&ty.to_token_stream()).is_some();
        let fixed = (lowered.of_reals() && (is_named || is_owned(&lowered)))
            || matches!(&lowered, Type::Structure(Named::Written(ty)) if self.may_hold_numbers(ty))
            || matches!(&lowered, Type::Vec(item) | Type::Array(item, _) if matches!(&**item, Type::Structure(Named::Written(ty)) if self.may_be_listed(ty)));
        if let (false, Some(float)) = (fixed, Scalar::of(ty).filter(|scalar| !scalar.is_discrete())) {
            let (float, real) = (float.name(), self.real.ident());
            let message = format!(
                "`{float}` cannot be returned, since the numbers of this function are of type `{real}`"
            );
            let help = format!(
                "a function computes in the type that its first parameter names: write one type throughout, or mark the parameters of type `{real}` as `#[inactive]`"
            );
            self.errors.report(Law::Signature, Extent::of(ty), message, help);
        } else if !fixed {
            self.errors.report(
                Law::Signature,
                Extent::of(ty),
                format!("`{}` cannot be returned", shown(ty)),
                match self.scope.of {
                    None => "return a real, an array or vector of reals, a structure or a tuple, or add an `&mut` parameter for each output",
                    Some(_) => {
                        "return a real, an array or vector of reals, a structure or a tuple; a method that is not to be reversible is marked `#[irreversible]`"
                    }
                },
            );
        }
        let state = sig.inputs.iter().find(|input| match input {
            syn::FnArg::Typed(t) => {
                matches!(&*t.ty, syn::Type::Reference(r) if r.mutability.is_some())
                    && !t.attrs.iter().any(|a| a.path().is_ident("scratch"))
            }
            syn::FnArg::Receiver(_) => false,
        });
        if let Some(state) = state {
            self.errors.report(
                Law::Signature,
                Extent::of(state),
                format!("`{}` is state, and a function that returns a value changes none", shown(state)),
                format!("return nothing and add a parameter for the value: `value: &mut {}`", shown(ty)),
            );
        }
        // An error reported here is not reported again where the type is lowered.
        Some(if fixed { lowered } else { Type::Exact(ExactType::of(ty).into()) })
    }

    /// True for a tuple that holds numbers, and in an ordinary function for a structure: a vector of these may be a value.
    fn may_be_listed(&self, ty: &syn::Type) -> bool {
        (self.language.is_ordinary() || matches!(ty, syn::Type::Tuple(_))) && self.may_hold_numbers(ty)
    }

    /// True if a structure of this type may contain numbers; a tuple of integers does not.
    fn may_hold_numbers(&self, ty: &syn::Type) -> bool {
        match ty {
            syn::Type::Tuple(parts) => {
                parts.elems.iter().any(|part| match self.structure_type(part).leaf() {
                    Type::Real | Type::Structure(Named::Number(_)) => true,
                    Type::Structure(Named::Written(ty)) => self.may_hold_numbers(ty),
                    Type::Exact(_) | Type::Structure(Named::Unknown) | Type::Unknown => false,
                    Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => false,
                })
            }
            _ => true,
        }
    }

    /// Returns the type that tokens show.
    pub(crate) fn lower_type(&self, ty: &syn::Type) -> Type {
        match ty {
            syn::Type::Path(p) if p.path.is_ident(self.real.ident()) => Type::Real,
            syn::Type::Path(p) if crate::syntax::numbers::number_over(&self.real, &p.path).is_some() => {
                crate::syntax::numbers::number_over(&self.real, &p.path).map_or(Type::Real, Type::from)
            }
            syn::Type::Path(p) => match p.path.segments.last() {
                Some(last) if last.ident == "Vec" => match of_arguments(&last.arguments) {
                    Some(item) => Type::Vec(Box::new(self.item_type(item))),
                    None => Type::Exact(ExactType::of(ty).into()),
                },
                _ => match entry_types(ty) {
                    Some((_, value)) => Type::Map(Box::new(self.lower_type(value)), Rc::new(ty.clone())),
                    None => {
                        let alias = self.fields.alias(&ty.to_token_stream());
                        alias.unwrap_or_else(|| Type::Exact(ExactType::of(ty).into()))
                    }
                },
            },
            syn::Type::Array(a) => Type::Array(Box::new(self.item_type(&a.elem)), Constant::of(&a.len)),
            syn::Type::Slice(s) => Type::Slice(Box::new(self.item_type(&s.elem))),
            syn::Type::Reference(r) => self.lower_type(&r.elem),
            syn::Type::Paren(p) => self.lower_type(&p.elem),
            syn::Type::Group(g) => self.lower_type(&g.elem),
            other => Type::Exact(ExactType::of(other).into()),
        }
    }

    /// The type of the items of a list: a text has no size, so that it is lent.
    fn item_type(&self, item: &syn::Type) -> Type {
        match (item, self.lower_type(item)) {
            (syn::Type::Reference(lent), Type::Exact(of)) if of.scalar() == Some(Scalar::Str) => {
                Type::Exact(ExactType::lent(lent).into())
            }
            (_, item) => item,
        }
    }
}

/// True for an array or a vector of references, or one of such arrays.
fn holds_references(ty: &syn::Type) -> bool {
    let item = match ty {
        syn::Type::Array(array) => Some(&*array.elem),
        syn::Type::Slice(slice) => Some(&*slice.elem),
        other => argument_of(other, &["Vec"]),
    };
    item.is_some_and(|item| matches!(item, syn::Type::Reference(_)) || holds_references(item))
}

/// True if a type contains a number that no program can access: behind a reference, or perhaps absent.
fn is_wrapped(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Reference(_) => true,
        ty => {
            let is_std = is_named(ty, &["Option", "Result", "Box", "Rc", "Arc", "Cell", "RefCell"]);
            is_std && !structures::is_known(ty)
        }
    }
}

/// True if values of a type own their elements: arrays and vectors at all levels.
fn is_owned(ty: &Type) -> bool {
    match ty {
        Type::Array(item, _) | Type::Vec(item) => is_owned(item),
        Type::Real | Type::Structure(Named::Number(_)) => true,
        Type::Slice(_) | Type::Map(..) | Type::Exact(_) | Type::Structure(_) | Type::Unknown => false,
    }
}

/// Returns a type with structures in the places of written types that are some.
fn structured(ty: Type, is_structure: &dyn Fn(&syn::Type) -> bool) -> Type {
    match ty {
        Type::Exact(Exact::Written(ty)) if is_structure(ty.written()) => {
            Type::Structure(Named::Written(Rc::new(ty.written().clone())))
        }
        Type::Array(item, n) => Type::Array(Box::new(structured(*item, is_structure)), n),
        Type::Slice(item) => Type::Slice(Box::new(structured(*item, is_structure))),
        Type::Vec(item) => Type::Vec(Box::new(structured(*item, is_structure))),
        Type::Map(item, written) => Type::Map(Box::new(structured(*item, is_structure)), written),
        other => other,
    }
}
