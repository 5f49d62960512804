//! Statements in the order in which they run: what an expression does, stands before the statement that uses its value.
//!
//! Takes a function whose locals have unique names; returns it without iterator chains, closures, `match`, `Option`, `Result`, `?`,
//! and values of loops. Each expression is lowered once, from the left to the right, to statements and an expression that only
//! computes. Law: what is evaluated only sometimes (the right side of `&&`, an arm) is evaluated under its condition.

mod arrays;
mod beside;
mod built;
mod captured;
mod chains;
mod changing;
mod closures;
mod compared;
mod control;
mod drained;
mod errors;
mod functions;
mod heads;
mod joints;
mod lent_bound;
mod macros;
mod memory;
mod normal;
mod opened;
mod operands;
mod orders;
mod patterns;
mod places;
mod sides;
mod stages;
mod statements;
mod sum_locals;
mod sums;
mod types;
mod values;
mod vectors;
mod wholes;

use super::fresh::Fresh;
use crate::ir::{Methods, is_of};
use crate::law::{Diagnostics, Extent, Law};
use crate::ordinary::functions::Taken;
use crate::ordinary::layout::Layout;
use crate::sorted::{Map, Set};
use crate::syntax::read::{is_compound, name_of, take_value};
use crate::syntax::seek::{At, each_name, parts, seek};
pub(super) use built::{is_structure, makes_own_type, structures};
pub(super) use heads::{LETTERS, indices_named, is_of_constant, visits_constant};
pub(super) use operands::{changed, changes_captured};
pub(super) use orders::{Comparison, Test};
use places::Dest;
pub(super) use places::start_like;
use quote::ToTokens;
pub(super) use stages::is_chain;
use sums::Sum;
use syn::{Expr, Ident, Stmt};

/// The functions that are known around the text.
pub(super) struct Known {
    /// The parameters that are functions.
    pub(super) functions: Vec<Taken>,
    /// The methods of the block that have a value and change `self` or an argument as well.
    pub(super) methods: Set<String>,
    /// The names of maps.
    pub(super) maps: Set<String>,
    /// The type of `self`.
    pub(super) of: Option<syn::Type>,
    /// The names of elements that loops and chains lend, and do not take.
    pub(super) lent: Set<String>,
}

/// Rewrites a function.
pub(super) fn ordered(
    item: &mut syn::ItemFn,
    Known { functions, methods, maps, of, lent }: Known,
    fresh: &mut Fresh,
    errors: &mut Diagnostics,
) {
    let layout = Layout::of_output(&item.sig.output);
    let used = sums::used(&item.block);
    let (structures, mut declared) = (built::structures(item), captured::declared(item));
    declared.extend(of.map(|of| ("self".to_string(), of)));
    let mut this = Sequence {
        fresh,
        errors,
        real: super::types::real(&item.sig),
        own: (item.sig.ident.clone(), super::layout::states(&item.sig)),
        functions,
        methods,
        maps,
        bound: bound(item),
        closures: Map::new(),
        sums: Map::new(),
        elements: Set::new(),
        lent,
        used,
        wholes: Set::new(),
        vectors: Set::new(),
        cast: beside::cast(&item.block),
        whole: beside::whole(&item.block),
        states: beside::states(item),
        holds: false,
        variables: variables(&item.block),
        told: types::told(item),
        built: built::told(item),
        assigned: types::assigned(&item.block),
        units: super::variants::units(&item.block),
        integers: captured::integers(item),
        generics: item.sig.generics.clone(),
        changing: changing::changing(item, &structures, &declared),
        declared,
        structures,
        loops: Vec::new(),
        filled: None,
        result: None,
    };
    let mut out = Vec::new();
    this.parameters(&item.sig, &mut out);
    let mut stmts = std::mem::take(&mut item.block.stmts);
    last_value(&mut stmts);
    if layout == Layout::Unit {
        this.statements(stmts, &mut out);
        item.block.stmts = out;
        return;
    }
    let tail = take_value(&mut stmts).map(|tail| match &item.sig.output {
        syn::ReturnType::Type(_, ty) => statements::with_type(tail, Some(&**ty)),
        syn::ReturnType::Default => tail,
    });
    let early = chooses_parts(tail.as_ref(), &item.sig.output)
        || leaves(&stmts)
        || tail.as_ref().is_some_and(|tail| leaves(&[Stmt::Expr(tail.clone(), None)]));
    if !early && !layout.has_sum() {
        if this.statements(stmts, &mut out) {
            let value = tail.and_then(|tail| this.value(tail, &mut out));
            out.extend(value.map(|value| Stmt::Expr(value, None)));
        }
        item.block.stmts = out;
        return;
    }
    let Some(result) = this.declared(&layout, "result", item.sig.ident.span(), &mut out) else {
        let message =
            "the value of this function is left with early, and its type tells no value to start from";
        let help = "return a number, a truth value, an array or vector of numbers, a tuple of them, or an `Option` or `Result`";
        this.errors.report(Law::Signature, Extent::of(&item.sig.output), message, help);
        return;
    };
    this.result = Some(result.clone());
    if this.statements(stmts, &mut out) {
        if let Some(tail) = tail {
            this.put(tail, &result, &mut out);
        }
    }
    out.push(Stmt::Expr(result.read(), None));
    item.block.stmts = out;
    item.sig.output = layout.output();
}

/// True for a value of several parts that depends on a decision: it needs a place. A structure needs one where a side computes.
fn chooses_parts(tail: Option<&Expr>, output: &syn::ReturnType) -> bool {
    let syn::ReturnType::Type(_, ty) = output else { return false };
    let Some(tail @ (Expr::If(_) | Expr::Match(_))) = tail else { return false };
    match &**ty {
        syn::Type::Tuple(_) | syn::Type::Array(_) => true,
        ty => sides::compute(tail) && super::made(ty).is_some(),
    }
}

/// Writes `return e;` as the last line as the value `e`.
fn last_value(stmts: &mut Vec<Stmt>) {
    if let Some(Stmt::Expr(Expr::Return(last), _)) = stmts.last() {
        let last = last.expr.clone();
        stmts.pop();
        stmts.extend(last.map(|value| Stmt::Expr(*value, None)));
    }
}

struct Sequence<'a> {
    fresh: &'a mut Fresh,
    errors: &'a mut Diagnostics,
    /// The name of the real type.
    real: Ident,
    /// The name of the function, and which of its parameters it changes.
    own: (Ident, Vec<usize>),
    /// The parameters that are functions.
    functions: Vec<Taken>,
    /// The methods of the block that have a value and change `self` or an argument as well.
    methods: Set<String>,
    /// The names of maps.
    maps: Set<String>,
    /// The names that are bound anywhere.
    bound: Set<String>,
    /// Local closures by name.
    closures: Map<String, syn::ExprClosure>,
    /// Locals that are an `Option` or a `Result`, in parts.
    sums: Map<String, Sum>,
    /// Names of places: elements that a loop visits, and locals that are one.
    elements: Set<String>,
    /// Elements that loops and chains lend, and do not take.
    lent: Set<String>,
    /// Names that are used as an `Option` or a `Result`.
    used: Set<String>,
    /// Parameters that are an `Option`, which the programs have whole as well.
    wholes: Set<String>,
    /// Locals that are vectors.
    vectors: Set<String>,
    /// Locals that are cast.
    cast: Set<String>,
    /// Locals that are integers.
    whole: Set<String>,
    /// Names that are marked `#[inactive]` and may change: generators of random numbers.
    states: Set<String>,
    /// True in a value that is held constant.
    holds: bool,
    /// Locals that are declared `mut`.
    variables: Set<String>,
    /// The types of locals that their uses tell.
    told: Map<String, syn::Type>,
    /// The types of locals that functions of these types build.
    built: Map<String, syn::Type>,
    /// The values that locals hold where they are assigned `Some(e)`.
    assigned: Map<String, Expr>,
    /// A variant without parts of each enum of which the function names one.
    units: Map<String, Expr>,
    /// The types with which parameters and locals are declared.
    declared: Map<String, syn::Type>,
    /// Locals that start at an integer without a type.
    integers: Set<String>,
    /// The generics of the function.
    generics: syn::Generics,
    /// The names of structures, whose methods are their own.
    structures: Set<String>,
    /// The calls that change what they are made on because nothing else does.
    changing: Set<String>,
    /// The loops around the statement.
    loops: Vec<Loop>,
    /// The written type of the items of the vector that is made, `vec![None; n]`.
    filled: Option<syn::Type>,
    /// The place where the value of the function is put, if it is left early.
    result: Option<Dest>,
}

struct Loop {
    label: Option<String>,
    /// The place where a value is put that the loop breaks with.
    value: Option<Dest>,
}

impl Sequence<'_> {
    fn refuse(&mut self, at: &impl ToTokens, message: impl Into<String>, help: &str) {
        self.errors.report(Law::OutsideLanguage, Extent::of(at), message, help);
    }
}

/// True if statements return: `return`, or `?`.
fn leaves(stmts: &[Stmt]) -> bool {
    let at = |e: &Expr| match e {
        Expr::Return(_) | Expr::Try(_) => At::Found,
        Expr::Closure(_) => At::Past,
        _ => At::Inside,
    };
    seek(at, |visitor| stmts.iter().for_each(|stmt| visitor.visit_stmt(stmt)))
}

/// True if a value can be computed where it stands: it does nothing but bind and compute.
fn computes(e: &Expr, closures: &Map<String, syn::ExprClosure>) -> bool {
    let at = |e: &Expr| {
        At::found(match e {
            Expr::Assign(_) | Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Try(_) => true,
            Expr::Loop(_) | Expr::While(_) | Expr::ForLoop(_) | Expr::Match(_) | Expr::Let(_) => true,
            Expr::Macro(mac) => !mac.mac.path.is_ident("matches"),
            Expr::Closure(_) => true,
            // An `Option` gets a place.
            Expr::If(_) => sums::is_written(&statements::first_value(e)),
            Expr::Binary(b) => is_compound(&b.op),
            Expr::MethodCall(call) => {
                let groups = [Methods::Ends, Methods::OfSums, Methods::ChangesVector];
                groups.iter().any(|group| is_of(&call.method, *group))
                    || drained::drained_range(call).is_some()
            }
            Expr::Call(call) if arrays::is_from_fn(&call.func) => true,
            // A value in a box is a structure, which gets a place.
            e if crate::syntax::boxed::held(e).is_some() => true,
            Expr::Call(call) => {
                memory::of_memory(&call.func).is_some()
                    || name_of(&call.func).is_some_and(|name| closures.contains_key(&name))
            }
            _ => false,
        })
    };
    !seek(at, |visitor| visitor.visit_expr(e))
}

/// The names that a function binds.
fn bound(item: &syn::ItemFn) -> Set<String> {
    let mut bound = Set::from(["self".to_string()]);
    let at = |name: &syn::PatIdent| {
        bound.extend(super::names::binds(name).then(|| name.ident.to_string()));
    };
    each_name(at, parts(item));
    bound
}

/// The names that a block declares `mut`.
fn variables(block: &syn::Block) -> Set<String> {
    let mut variables = Set::new();
    let at =
        |name: &syn::PatIdent| variables.extend(name.mutability.is_some().then(|| name.ident.to_string()));
    each_name(at, |visitor| visitor.visit_block(block));
    variables
}
