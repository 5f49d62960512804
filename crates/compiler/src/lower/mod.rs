//! Lowers syntax to the program: names become variables, operators become rules, views become places.
//!
//! Takes a `syn::ItemFn`, returns a [`Function`]. Syntax outside the language is reported and replaced by a harmless
//! stand-in, so that the rest is checked too: one compilation reports all errors.

mod assertion;
mod branch;
mod call;
mod checkpoint;
mod choice;
mod chosen;
mod clamped;
mod decision_stacks;
mod each;
mod expected;
mod expr;
mod fields;
mod flow;
mod free;
mod function;
mod iterate;
mod lift;
mod local;
mod map;
mod method;
mod mixed;
mod number;
mod pattern;
mod place;
mod safe;
mod signature;
mod split;
mod stack;
mod stmt;
mod store;
mod structure;
mod update;
mod view;

use crate::infer;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Diagnostics, Extent, Language, Law};
use crate::sorted::{Map, Set};
use crate::syntax::position::{Node, Positions};
use crate::syntax::read::{ident_of, unraw_name};
use crate::tokens;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;

/// The meaning of a name in the source.
#[derive(Clone)]
pub(crate) enum Meaning {
    /// A variable.
    Variable(Var),
    /// `let v = &place;` or the pattern of a loop: another name for a place, and how the name is passed.
    View(Place, Passing),
    /// A name that must not be used here, and its former meaning.
    Absent(Absence, Box<Meaning>),
}

impl Meaning {
    /// Returns the former meaning of an absent name.
    fn stood_for(&self) -> &Meaning {
        match self {
            Meaning::Absent(_, inner) => inner.stood_for(),
            Meaning::Variable(_) | Meaning::View(..) => self,
        }
    }
}

/// The reason why a name must not be used.
#[derive(Clone, Copy)]
pub(crate) enum Absence {
    /// A loop accesses the elements through a pattern.
    Lent,
    /// The place has another name.
    Moved,
    /// The place was dropped.
    Freed,
}

/// A routine that has run and may be undone.
struct Known {
    label: String,
    body: Block,
    /// The number of blocks around it.
    depth: usize,
    undone: bool,
    span: Span,
}

/// The state of lowering one function.
pub(crate) struct Lowering {
    pub(crate) errors: Diagnostics,
    pub(crate) vars: Variables,
    pub(crate) real: RealType,
    scopes: Vec<Map<String, Meaning>>,
    /// The number of scopes around each open loop.
    loops: Vec<usize>,
    /// Arguments that are functions.
    functions: Set<Var>,
    /// Inside `each!`: the elements that arrays stand for.
    elements: Option<each::Elements>,
    /// True if no value may be bound to a name on the way: it stands where it is evaluated again.
    inline: bool,
    /// Types of numbers that the body names: their imports are in use although nothing that is emitted names them.
    named: Set<String>,
    routines: Vec<Known>,
    /// True if locals are stored for the way back.
    storing: bool,
    /// True if callees may decide on rounded values: `#[rounded]`.
    accepting: bool,
    /// True if calls are recorded for the way back, and how many have been so far.
    recording: bool,
    /// The language of the function, which is written again before it gets here.
    language: Language,
    recorded: u32,
    /// The number of host statements so far.
    asides: u32,
    /// Statements that run right after the one being lowered, and at the end of its block.
    following: Vec<Stmt>,
    lasting: Vec<Stmt>,
    /// Locals without a type that host code returns, of which it need not be a count, or that are floats of the host's.
    of_host: Set<Var>,
    /// Locals of which only rustc knows the type, and that were computed from reals.
    of_reals: Set<Var>,
    /// The initial values of ancillae.
    starts: Map<Var, Expr>,
    /// The freed variables.
    gone: Set<Var>,
    /// Statements that must run before the one being lowered: nested branches that were given a name.
    pending: Vec<Stmt>,
    /// The place where decisions and stored locals are kept: ancillae of the function or of a block in it.
    decision_stacks: Vec<Stmt>,
    /// Constants, functions and imports among the statements.
    items: TokenStream,
    /// Names that are called somewhere: a local of that name in another scope gets another one, since scopes may
    /// grow together.
    called: Set<String>,
    /// The types of the fields of structures.
    fields: fields::Fields,
    /// The numbers of the expressions of the body, by which their types are known.
    positions: Positions,
    /// The place where uses of the fields of structures were noted that are locals.
    ways: Map<Var, fields::Way>,
    /// Fields of which the writer says that they carry no cotangent.
    detached: Vec<(Var, Vec<Segment>)>,
    /// The type parameters, those of the block around a method among them.
    generics: syn::Generics,
    /// The block around a method.
    scope: Scope,
    /// Names that a refused statement would have declared: their uses are not refused as well.
    refused: Set<Var>,
    /// Type parameters without a bound that were reported.
    unbounded: Set<String>,
    /// The locals that a pattern takes apart as structures with unnamed fields: they are no tuples.
    no_tuples: Set<Var>,
    /// Functions among the statements that nothing marks.
    unmarked: Set<String>,
}

/// The facts that a method has from the block around it.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The generics of the `impl` or trait.
    pub generics: syn::Generics,
    /// The type that it is of: where the signature names no number, this may.
    pub of: Option<syn::Type>,
    /// True if `self` carries cotangents.
    pub active: bool,
    /// True if a trait says what its methods take, and so which parameters carry cotangents.
    pub of_trait: bool,
    /// The methods of the block.
    pub methods: Map<String, MethodFacts>,
}

/// The facts that the methods of a block know of one another.
#[derive(Clone, Copy, Debug)]
pub struct MethodFacts {
    /// True if it takes `&mut self`.
    pub changes_self: bool,
    /// True if it has a value and changes `self` or an argument as well.
    pub beside: bool,
    /// A bit for each parameter that is scratch.
    pub scratch: u64,
    /// True if it may call itself, by way of other methods of the block.
    pub recursive: bool,
}

/// True if a method reads or changes numbers of `self`, or may return them.
pub(crate) fn uses_numbers_of_self(item: &syn::ItemFn, scope: &Scope) -> bool {
    let sig = signature::with_outer(&item.sig, &scope.generics);
    let (_, fields) = looked_through(item, &sig, scope);
    fields.hold_numbers("self") || fields.may_move_on("self", false)
}

/// Lowers a function, and tells what was outside the language; what is left can still be checked.
pub fn lower(item: syn::ItemFn, options: Options) -> (Lowered, Diagnostics) {
    lower_in(item, options, Scope::default())
}

/// True if a function returns a value; `-> ()` says that it does not.
pub(crate) fn returns(sig: &syn::Signature) -> bool {
    match &sig.output {
        syn::ReturnType::Type(_, ty) => !matches!(&**ty, syn::Type::Tuple(t) if t.elems.is_empty()),
        syn::ReturnType::Default => false,
    }
}

/// A function as statements, with the inferred types.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The function.
    pub function: Function,
    /// The types of its locals and fields.
    pub types: infer::Table,
}

impl Lowered {
    /// Returns the signature with an empty body, which is emitted together with errors.
    pub fn without_body(self) -> Lowered {
        Lowered { function: Function { body: Block::default(), ..self.function }, ..self }
    }
}

/// Lowers a method, whose `self` is an argument with a type.
pub fn lower_in(mut item: syn::ItemFn, options: Options, scope: Scope) -> (Lowered, Diagnostics) {
    if !returns(&item.sig) {
        item.sig.output = syn::ReturnType::Default;
    }
    let mut sig = signature::with_outer(&item.sig, &scope.generics);
    let (mut reserved, mut called) = (Set::new(), Set::new());
    names(item.block.to_token_stream(), &mut reserved, &mut called);
    names(item.sig.to_token_stream(), &mut reserved, &mut Set::new());
    crate::syntax::items::apart(&mut item.block, &mut reserved);
    crate::resolve::name_calls(&mut item.block, &mut reserved);
    *item.block = crate::resolve::mark(&item);
    names(scope.generics.params.to_token_stream(), &mut reserved, &mut Set::new());
    let (mut real, mut fields) = looked_through(&item, &sig, &scope);
    let is_ordinary = options.language.is_ordinary();
    let aliases = other_names(&mut item, &sig, &real, &fields.types, is_ordinary);
    if !aliases.is_empty() {
        sig = signature::with_outer(&item.sig, &scope.generics);
        (real, fields) = looked_through(&item, &sig, &scope);
    }
    if is_ordinary && infer::completed(&mut item, &fields.types, &real) {
        (real, fields) = looked_through(&item, &sig, &scope);
    }
    let unbounded = update::unbounded_names(&sig.generics);
    if infer::as_calls(&mut item.block, &fields.types, &real, &unbounded, is_ordinary) {
        crate::resolve::name_calls(&mut item.block, &mut reserved);
        (real, fields) = looked_through(&item, &sig, &scope);
    }
    let mut lowering = Lowering::new(real, reserved, called, scope);
    lowering.fields = fields;
    lowering.positions = Positions::of(&item.block);
    lowering.generics = sig.generics.clone();
    // The emitted code of lanes names the constants of the function, but not those of the block around it.
    let around: Vec<String> = lowering.scope.generics.const_params().map(|of| of.ident.to_string()).collect();
    let types = sig.generics.type_params().map(|of| of.ident.to_string());
    types.chain(around).for_each(|name| lowering.vars.note_type_parameter(name));
    lowering.recording = options.recording;
    lowering.language = options.language;
    let lasting = signature::is_lasting(&sig, lowering.real.ident(), lowering.scope.of.is_some());
    let params = lowering.parameters(&sig);
    let returns = lowering.return_type(&item.sig);
    let (body, output) = lowering.body(&item.block, returns);
    lowering.unknown_tuples();
    signature::strip_markers(&mut item);
    let Lowering { errors, vars, real, items, fields, .. } = lowering;
    let types = fields.types;
    let function = Function { item, items, real, aliases, vars, params, output, body, options, lasting };
    (Lowered { function, types }, errors)
}

/// Returns the real type of a function, and the types of its fields. If the signature names no real type, a name
/// whose values are operands is a real type: `type Float = f64;`.
fn looked_through(item: &syn::ItemFn, sig: &syn::Signature, scope: &Scope) -> (RealType, fields::Fields) {
    let look = |real: RealType| {
        let setting = infer::Setting {
            real: real.clone(),
            generics: sig.generics.clone(),
            of: scope.of.clone(),
            active: scope.active,
            of_trait: scope.of_trait,
        };
        (real, fields::Fields::of(item, &setting))
    };
    if let Some(real) = signature::real_type(sig, scope.of.as_ref(), &Set::new()) {
        return look(real);
    }
    let otherwise = look(RealType::Concrete(syn::Ident::new("f64", sig.ident.span())));
    let parameters: Set<String> = sig.generics.type_params().map(|p| p.ident.to_string()).collect();
    let names = otherwise.1.types.names_of_scalars().filter(|name| !parameters.contains(*name));
    let aliases = names.map(str::to_string).collect();
    match signature::real_type(sig, scope.of.as_ref(), &aliases) {
        Some(real) => look(real),
        None => otherwise,
    }
}

/// Writes the real type in the places of its other names; beside a type parameter, which they do not mention, they are names of `f64`.
/// An ordinary function holds arrays as they are: where they have other names, they are written out as well, and so are arrays of integers.
fn other_names(
    item: &mut syn::ItemFn,
    sig: &syn::Signature,
    real: &RealType,
    types: &infer::Table,
    is_ordinary: bool,
) -> Vec<Alias> {
    let parameters: Set<String> = sig.generics.type_params().map(|p| p.ident.to_string()).collect();
    // What mentions the real type is made of it.
    let is_made = |name: &str| {
        let tokens = name.parse::<TokenStream>().unwrap_or_default();
        tokens::mentions(tokens, real.ident())
    };
    let is_other = |name: &&str| !parameters.contains(*name) && !is_made(name);
    let of: syn::Type = match real {
        RealType::Generic(_) => syn::parse_quote!(f64),
        RealType::Concrete(real) => syn::parse_quote!(#real),
    };
    let mut names: Map<String, syn::Type> =
        types.names_of_numbers().filter(is_other).map(|name| (name.to_string(), of.clone())).collect();
    if let RealType::Concrete(_) = real {
        names.extend(types.names_of_arrays(&crate::resolve::owned(item), real, is_ordinary));
    }
    if names.is_empty() { Vec::new() } else { crate::resolve::replaced(item, &names) }
}

/// True if an expression does nothing but have a value.
fn is_value(e: &syn::Expr) -> bool {
    use syn::BinOp::*;
    match e {
        syn::Expr::Binary(b) => matches!(b.op, Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_)),
        syn::Expr::Path(_) | syn::Expr::Lit(_) | syn::Expr::Unary(_) | syn::Expr::Paren(_) => true,
        syn::Expr::Cast(_) | syn::Expr::Index(_) | syn::Expr::Array(_) | syn::Expr::MethodCall(_) => true,
        _ => false,
    }
}

/// Collects every identifier in a stream of tokens, and those that are followed by parentheses.
pub(crate) fn names(tokens: TokenStream, found: &mut Set<String>, called: &mut Set<String>) {
    let mut last = None;
    for token in tokens {
        let before = last.take();
        match token {
            TokenTree::Ident(ident) => {
                let name = ident.unraw().to_string();
                found.insert(name.clone());
                last = Some(name);
            }
            TokenTree::Group(group) => {
                if group.delimiter() == Delimiter::Parenthesis {
                    called.extend(before);
                }
                names(group.stream(), found, called);
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

impl Lowering {
    fn new(real: RealType, reserved: Set<String>, called: Set<String>, scope: Scope) -> Lowering {
        Lowering {
            errors: Diagnostics::default(),
            vars: Variables::reserving(reserved),
            real,
            scopes: vec![Map::new()],
            loops: Vec::new(),
            functions: Set::new(),
            elements: None,
            inline: false,
            named: Set::new(),
            routines: Vec::new(),
            storing: false,
            accepting: false,
            recording: false,
            language: Language::default(),
            recorded: 0,
            asides: 0,
            following: Vec::new(),
            lasting: Vec::new(),
            of_host: Set::new(),
            of_reals: Set::new(),
            starts: Map::new(),
            gone: Set::new(),
            pending: Vec::new(),
            decision_stacks: Vec::new(),
            items: TokenStream::new(),
            called,
            fields: fields::Fields::default(),
            positions: Positions::default(),
            ways: Map::new(),
            detached: Vec::new(),
            generics: syn::Generics::default(),
            scope,
            refused: Set::new(),
            unbounded: Set::new(),
            no_tuples: Set::new(),
            unmarked: Set::new(),
        }
    }

    fn body(&mut self, block: &syn::Block, returns: Option<Type>) -> (Block, Option<Var>) {
        let (stmts, tail) = match (block.stmts.split_last(), &returns) {
            (Some((syn::Stmt::Expr(syn::Expr::Return(last), _), rest)), Some(_)) if last.expr.is_some() => {
                let value = last.expr.to_token_stream();
                self.errors.report(
                    Law::LeavesEarly,
                    Extent::of(last),
                    "`return` leaves a block in the middle",
                    format!("write the value as the last line: `{}`", shown(&value)),
                );
                (rest, last.expr.as_deref())
            }
            (Some((syn::Stmt::Expr(e, None), rest)), Some(_)) => (rest, Some(e)),
            (Some((syn::Stmt::Expr(e, Some(semicolon)), rest)), Some(_)) if is_value(e) => {
                self.errors.report(
                    Law::LeavesEarly,
                    semicolon.span,
                    format!("`{}` is the value of the function, and its last line has no `;`", shown(e)),
                    format!("remove the `;`: `{}`", shown(e)),
                );
                (rest, Some(e))
            }
            _ => (&block.stmts[..], None),
        };
        let written = self.stmts(stmts);
        self.left_behind(0);
        let mut body = self.scratch_starts();
        let (kept, stored): (Vec<Stmt>, Vec<Stmt>) = std::mem::take(&mut self.decision_stacks)
            .into_iter()
            .partition(|stmt| self.is_decision_stack(stmt));
        body.extend(stored);
        body.extend(written);
        let output = returns.map(|ty| {
            let Some(tail) = tail else {
                self.errors.report(
                    Law::LeavesEarly,
                    block.brace_token.span.close(),
                    "the value of the function must be the last expression of its body",
                    "write the value as the last line, without `return` and without `;`",
                );
                return self.declare("result", block.brace_token.span.close(), ty, Role::Output);
            };
            let span = Extent::of(tail).start;
            // A type that cannot be returned was reported in the signature.
            if matches!(ty.leaf(), Type::Exact(_)) {
                return self.declare("result", span, ty, Role::Output);
            }
            if ty.of_foreign() {
                return self.returned_structure(tail, ty, span, &mut body);
            }
            let value = self.real_value(tail);
            let is_ordinary = self.language.is_ordinary();
            if is_ordinary && !matches!(ty, Type::Array(..) | Type::Vec(_)) && self.is_array(&value, tail) {
                self.hidden_array(tail);
                return self.declare("result", span, ty, Role::Output);
            }
            let value = match ty {
                Type::Structure(Named::Number(number)) => self.as_number(value, number, tail),
                Type::Array(..) | Type::Vec(_) => self.as_array(value, &ty, tail),
                _ => self.as_real(value, tail),
            };
            body.append(&mut self.pending);
            let var = self.declare("result", span, ty, Role::Output);
            body.push(Stmt::Bind(Binding::new(var, value, span)));
            var
        });
        // An ordinary function keeps all its decisions on its record, which no slice fills.
        let body = if self.language.is_ordinary() {
            kept.into_iter().chain(body).collect()
        } else {
            decision_stacks::declared(kept, body, &self.vars)
        };
        (self.counted(Block { stmts: body }), output)
    }

    /// True for the declaration of a stack of decisions, false for one of stored values.
    fn is_decision_stack(&self, declaration: &Stmt) -> bool {
        matches!(declaration, Stmt::Allocate(b) if !self.vars[b.var].detached)
    }

    /// Lowers the value of a function that returns a structure.
    fn returned_structure(&mut self, tail: &syn::Expr, ty: Type, span: Span, body: &mut Vec<Stmt>) -> Var {
        let written = match &ty {
            Type::Structure(Named::Written(ty)) => Some((**ty).clone()),
            _ => None,
        };
        let way = (fields::RETURNED.to_string(), Vec::new());
        let is_named = matches!(&written, Some(syn::Type::Path(_)));
        let is_ordinary = self.language.is_ordinary();
        if is_ordinary && is_named && matches!(tail, syn::Expr::Array(_) | syn::Expr::Repeat(_)) {
            self.hidden_array(tail);
            return self.declare("result", span, Type::Exact(Exact::Unknown), Role::Output);
        }
        let made = self.made(tail, written.as_ref(), way.clone());
        // What a call returns is of the type that the function returns, which may hold numbers.
        let made = made.or_else(|| self.returned(tail, Some(ty.clone()), way));
        body.append(&mut self.pending);
        let var = self.declare("result", span, ty, Role::Output);
        match made {
            Some(made) => {
                self.structure_declared(var, &made.value, made.way);
                body.push(Stmt::Bind(Binding::new(var, made.value, span)));
            }
            None => {
                let message = format!("`{}` is not a structure that the function could return", shown(tail));
                let help = "write the structure out as the last line, or the name of a local that is one";
                self.outside(Extent::of(tail), message, help);
            }
        }
        var
    }

    /// True for an array, as it is written or as a variable.
    fn is_array(&self, value: &Expr, tail: &syn::Expr) -> bool {
        matches!(tail, syn::Expr::Array(_) | syn::Expr::Repeat(_))
            || matches!(value, Expr::Read(place) if self.type_of(place).depth() > 0)
    }

    /// Reports an array that is returned under a name that does not show one.
    fn hidden_array(&mut self, tail: &syn::Expr) {
        let message = format!("`{}` is an array, and the type of the value does not show one", shown(tail));
        let help = "the attribute does not see what an alias stands for: write it out behind `->`, such as `-> [[f64; 4]; 4]`";
        self.errors.report(Law::Signature, Extent::of(tail), message, help);
    }

    /// Scratch is an ancilla with storage of the caller: it starts at zero.
    fn scratch_starts(&self) -> Vec<Stmt> {
        let is_scratch = |var: Var, v: &Variable| v.role == Role::Scratch && self.vars.root(var) == var;
        let scratch = self.vars.iter().filter(|(var, v)| is_scratch(*var, v));
        scratch
            .map(|(var, v)| {
                let length = Expr::Length(Place::whole(var, v.span));
                Stmt::Allocate(Binding::new(var, v.ty.zero(Some(length), v.span), v.span))
            })
            .collect()
    }

    /// Declares a generated variable.
    pub(crate) fn declare(&mut self, name: &str, span: Span, ty: Type, role: Role) -> Var {
        self.vars.add(local(name, span, ty, role))
    }

    /// Gives a value a name before the statement.
    pub(crate) fn value_named(&mut self, name: &str, span: Span, ty: Type, value: Expr) -> Place {
        let var = self.declare(name, span, ty, Role::Binding);
        self.pending.push(Stmt::Bind(Binding::new(var, value, span)));
        Place::whole(var, span)
    }

    /// Declares the variable of a pattern in the source, and binds its name.
    pub(crate) fn declare_written(&mut self, name: &syn::Ident, ty: Type, role: Role) -> Var {
        let text = name.unraw().to_string();
        let variable = local(&text, name.span(), ty, role);
        let var = if self.called.contains(&text) {
            self.vars.add(variable)
        } else {
            self.vars.add_written(variable)
        };
        self.bind(&text, Meaning::Variable(var));
        var
    }

    pub(crate) fn bind(&mut self, name: &str, meaning: Meaning) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_string(), meaning);
        }
    }

    pub(crate) fn look_up(&self, name: &syn::Ident) -> Option<&Meaning> {
        let name = name.unraw().to_string();
        self.scopes.iter().rev().find_map(|scope| scope.get(&name))
    }

    /// Returns the meaning of the name that an expression is.
    pub(crate) fn meaning(&self, e: &syn::Expr) -> Option<&Meaning> {
        self.look_up(ident_of(e)?).map(Meaning::stood_for)
    }

    /// Suggests a name for the array with one value for each iteration, if a loop would change a local that is
    /// declared before it.
    pub(crate) fn carried(&self, target: &syn::Expr) -> Option<String> {
        let name = match target {
            syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => &unary.expr,
            target => target,
        };
        let name = unraw_name(name)?;
        let at = self.scopes.iter().rposition(|scope| scope.contains_key(&name))?;
        self.loops.last().filter(|around| at < **around).map(|_| format!("{name}s"))
    }

    /// Returns the meaning of a name; reports a use where it must not be used.
    pub(crate) fn resolved(&mut self, name: &syn::Ident) -> Option<Meaning> {
        let mut meaning = self.look_up(name)?.clone();
        while let Meaning::Absent(absence, inner) = meaning {
            let (law, message, help) = absence.told(name);
            self.errors.report(law, name.span(), message, help);
            meaning = *inner;
        }
        Some(meaning)
    }

    /// Returns the type of an expression of the body.
    pub(crate) fn typed(&self, e: &syn::Expr) -> Option<infer::Ty> {
        self.fields.types.expression(self.positions.number(e)?)
    }

    /// Returns the term of the type of an expression of the body.
    pub(crate) fn known(&self, e: &syn::Expr) -> &infer::Term {
        self.typed(e).map_or(&infer::Term::Unknown, |ty| self.fields.types.term(ty))
    }

    /// True if the uses of an expression tell that it is a number.
    pub(crate) fn is_number(&self, e: &syn::Expr) -> bool {
        self.typed(e).is_some_and(|ty| match self.fields.types.term(ty) {
            infer::Term::Real | infer::Term::Float => true,
            _ => self.fields.types.uses(ty).real,
        })
    }

    /// Lowers what was parsed out of a macro.
    fn inside<'a, R>(
        &mut self,
        mac: &syn::Macro,
        nodes: impl IntoIterator<Item = Node<'a>>,
        lower: impl FnOnce(&mut Self) -> R,
    ) -> R {
        self.positions.enter(mac, nodes);
        let lowered = lower(self);
        self.positions.leave();
        lowered
    }

    /// Lowers a copy of an expression of the body.
    fn copy<R>(&mut self, original: &syn::Expr, copy: &syn::Expr, lower: impl FnOnce(&mut Self) -> R) -> R {
        self.positions.copied(original, copy);
        let lowered = lower(self);
        self.positions.leave();
        lowered
    }

    /// Returns the type at a place.
    pub(crate) fn type_of(&self, place: &Place) -> Type {
        self.vars.type_of(place)
    }
}

impl Absence {
    /// Returns the law that a use breaks, the error and a suggestion.
    fn told(self, name: &syn::Ident) -> (Law, String, String) {
        match self {
            Absence::Lent => (
                Law::Aliases,
                format!("`{name}` is visited mutably by this loop, but is also used by its name"),
                format!("loop over the indices: `for i in 0..{name}.len() {{ … }}`"),
            ),
            Absence::Moved => (
                Law::Gone,
                format!("`{name}` was moved, and its place has another name"),
                "use the new name".to_string(),
            ),
            Absence::Freed => (
                Law::Gone,
                format!("`{name}` was freed, and no longer exists"),
                format!("free `{name}` after its last use"),
            ),
        }
    }
}

fn local(name: &str, span: Span, ty: Type, role: Role) -> Variable {
    Variable {
        name: name.to_string(),
        span,
        ty,
        role,
        passing: Passing::Value,
        active: false,
        detached: false,
        definition: None,
    }
}
