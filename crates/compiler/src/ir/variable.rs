//! Variables: what they are called, what they hold and what they are to the function.

use super::{Block, Constant, ExactType, Expr, FieldPath, Number, Place, Projection, Range, Scalar, Stmt};
use proc_macro2::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A variable: an index into [`Variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

/// What a variable is to the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A parameter that the function may change: `&mut`.
    State,
    /// A parameter that is only read: `&` or by value.
    Input,
    /// Storage lent by the caller, filled with zero on entry and forgotten on exit: `#[scratch]`.
    Scratch,
    /// `let t = e`: bound once.
    Binding,
    /// `let mut t = e`: starts known, ends known.
    Ancilla,
    /// The index of a `for`.
    Index,
    /// A decision stack, where `#[keep]` keeps decisions and `#[store]` values: an ancilla that only the way back needs.
    DecisionStack,
    /// The value of a function that returns one.
    Output,
    /// The cotangent of another variable, held by value or behind `&mut`.
    Shadow,
    /// The cotangent of an input: generic in where it goes, and only added to.
    InputShadow,
    /// A view of consecutive elements, made by `simplify::window`.
    Window,
    /// A record tape: what recorded calls keep for the way back, and the program around them with them.
    Tape,
}

/// How a parameter or argument is handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// `&mut`
    Mutable,
    /// `&`
    Shared,
    /// by value
    Value,
}

/// What tokens can tell of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// The one real type of the function: `f64`, `f32` or a generic `T: Real`.
    Real,
    /// An integer, a bool or anything else that carries no cotangent; the type where it was written.
    Exact(Option<ExactType>),
    /// A number with real parts
    Number(Number),
    /// `[item; len]`
    Array(Box<Type>, Constant),
    /// `[item]` behind a reference
    Slice(Box<Type>),
    /// `Vec<item>`
    Vec(Box<Type>),
    /// `HashMap<key, item>` or `BTreeMap<key, item>`, with the type as it was written: a key is an index.
    Map(Box<Type>, Box<syn::Type>),
    /// A structure, or whatever is handed on as a whole and knows its own shadow; the type where it was written.
    Structure(Option<Box<syn::Type>>),
    /// What rustc alone knows: a number, an array or a structure. It is handed on as a structure is.
    Unknown,
}

impl Type {
    /// The type of an element or a part, or of the thing itself when it has neither.
    pub fn item(&self) -> &Type {
        match self {
            Type::Number(_) => &Type::Real,
            Type::Array(item, _) | Type::Slice(item) | Type::Vec(item) | Type::Map(item, _) => item,
            Type::Real | Type::Exact(_) | Type::Structure(_) | Type::Unknown => self,
        }
    }

    /// The number with parts that lies under all levels of indexing.
    pub fn number(&self) -> Option<Number> {
        match self.leaf() {
            Type::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Number of indices that lead to a real: those of arrays, and the one of a part.
    pub fn reach(&self) -> usize {
        self.depth() + usize::from(self.number().is_some())
    }

    /// What lies under all levels of indexing.
    pub fn leaf(&self) -> &Type {
        match self {
            Type::Array(item, _) | Type::Slice(item) | Type::Vec(item) | Type::Map(item, _) => item.leaf(),
            Type::Real | Type::Number(_) | Type::Exact(_) | Type::Structure(_) | Type::Unknown => self,
        }
    }

    /// Whether values of this type are made of reals.
    pub fn is_real(&self) -> bool {
        matches!(self.leaf(), Type::Real | Type::Number(_))
    }

    /// What an array or number starts at unless something else is said; arrays without a length of their own take one.
    pub fn zero(&self, length: Option<Expr>, span: Span) -> Expr {
        match self {
            Type::Array(item, len) => {
                let length = length.unwrap_or_else(|| Expr::Constant(len.clone()));
                Expr::Fill { value: Box::new(item.zero(None, span)), length: Box::new(length), heap: false }
            }
            Type::Slice(item) | Type::Vec(item) => {
                let length = length.unwrap_or_else(|| Expr::integer(0));
                Expr::Fill { value: Box::new(item.zero(None, span)), length: Box::new(length), heap: true }
            }
            Type::Map(_, written) => super::empty_map(written),
            Type::Exact(Some(ty)) if ty.scalar() == Some(Scalar::Bool) => Expr::truth(false),
            Type::Exact(Some(ty)) => Expr::ToExact(Box::new(Expr::integer(0)), ty.clone()),
            Type::Exact(None) => Expr::integer(0),
            Type::Number(number) => Expr::Number(*number, vec![Expr::real(0.0, span); number.parts().len()]),
            Type::Real => Expr::real(0.0, span),
            // What starts at zero is scratch, of which the signature says that it is of numbers.
            Type::Structure(_) | Type::Unknown => Expr::integer(0),
        }
    }

    /// Whether the rows of an array have lengths of their own, which only a run tells.
    pub fn is_ragged(&self) -> bool {
        match self {
            Type::Array(item, _) | Type::Slice(item) | Type::Vec(item) => {
                matches!(**item, Type::Slice(_) | Type::Vec(_)) || item.is_ragged()
            }
            Type::Real | Type::Number(_) | Type::Exact(_) | Type::Map(..) => false,
            Type::Structure(_) | Type::Unknown => false,
        }
    }

    /// Whether elements are reached by keys.
    pub fn is_map(&self) -> bool {
        matches!(self, Type::Map(..))
    }

    /// Whether the shadow is handed on as one thing: of what knows its own shape, which is behind `&mut` whatever the primal
    /// is behind.
    pub fn is_closed(&self) -> bool {
        self.is_structure() || self.is_map()
    }

    /// Whether values of this type tell lengths that their type does not.
    pub fn has_lengths(&self) -> bool {
        match self {
            Type::Vec(_) | Type::Slice(_) => true,
            Type::Array(item, _) => item.has_lengths(),
            Type::Real | Type::Number(_) | Type::Exact(_) | Type::Map(..) => false,
            Type::Structure(_) | Type::Unknown => false,
        }
    }

    /// Whether values of this type are structures.
    pub fn is_structure(&self) -> bool {
        self.leaf().is_whole()
    }

    /// True for a structure itself, and for what may be one.
    pub fn is_whole(&self) -> bool {
        matches!(self, Type::Structure(_) | Type::Unknown)
    }

    /// Number of indices that lead to a leaf; the parts of a number are not counted.
    pub fn depth(&self) -> usize {
        match self {
            Type::Array(item, _) | Type::Slice(item) | Type::Vec(item) | Type::Map(item, _) => {
                1 + item.depth()
            }
            Type::Real | Type::Number(_) | Type::Exact(_) | Type::Structure(_) | Type::Unknown => 0,
        }
    }
}

/// One variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Unique in the function, and without the `r#` of a raw identifier.
    pub name: String,
    /// Where it was declared.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// What it is.
    pub role: Role,
    /// How it is held: parameters that are references are dereferenced when a scalar is read.
    pub passing: Passing,
    /// Whether it carries a cotangent.
    pub active: bool,
    /// Whether the writer marked it `#[inactive]`: it never becomes active.
    pub detached: bool,
    /// What an exact `let` is bound to: indices are compared through it.
    pub definition: Option<Expr>,
}

/// All variables of a function.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    all: Vec<Variable>,
    /// Their names, to be found among many.
    names: BTreeSet<String>,
    /// The last number that was given to a name: all below it are taken.
    numbers: BTreeMap<String, usize>,
    /// Those of them that are reached through fields.
    pub(super) field_paths: BTreeMap<Var, FieldPath>,
    /// The same by the variables that hold them, in order of declaration.
    pub(super) fields: BTreeMap<Var, Vec<Var>>,
    /// Every name that the writer uses, for whatever: no name of ours is one of them.
    reserved: BTreeSet<String>,
    /// What the indices of loops visit: what is known of them wherever they stand.
    ranges: BTreeMap<Var, Range>,
    /// What shadows are the shadows of.
    primals: BTreeMap<Var, Var>,
    /// The windows that lie in fields.
    in_fields: BTreeSet<Var>,
}

impl Variables {
    /// No variables yet, and names to keep away from.
    pub fn reserving(reserved: BTreeSet<String>) -> Variables {
        Variables { reserved, ..Variables::default() }
    }

    /// Adds a variable of our own; a number at the end of its name keeps it apart from all others.
    pub fn add(&mut self, variable: Variable) -> Var {
        let wanted = plain(&variable.name);
        let (name, number) = self.fresh_from(&wanted, self.numbers.get(&wanted).copied());
        self.numbers.insert(wanted, number);
        self.push(Variable { name, ..variable })
    }

    /// Adds a variable that the writer declared. It keeps its name unless it shadows another.
    pub fn add_written(&mut self, variable: Variable) -> Var {
        let taken = self.names.contains(&variable.name);
        if taken { self.add(variable) } else { self.push(variable) }
    }

    /// A name that stands for nothing yet, the one that is wanted if possible.
    pub fn fresh(&self, wanted: &str) -> String {
        self.fresh_from(&plain(wanted), None).0
    }

    /// The first free name with a number from `last` on; the number 1 is not written.
    fn fresh_from(&self, wanted: &str, last: Option<usize>) -> (String, usize) {
        let taken = |name: &str| self.reserved.contains(name) || self.names.contains(name);
        let named = |number: usize| match number {
            1 => wanted.to_string(),
            _ => format!("{wanted}_{number}"),
        };
        let mut numbered = (last.unwrap_or(1)..).map(|number| (named(number), number));
        numbered.find(|(name, _)| !taken(name)).unwrap_or_default()
    }

    /// Notes what the loops of a program visit.
    pub fn note_ranges(&mut self, block: &Block) {
        for stmt in &block.stmts {
            if let Stmt::For(f) = stmt {
                self.ranges.insert(f.index, f.range.clone());
            }
            stmt.blocks().into_iter().for_each(|inner| self.note_ranges(inner));
        }
    }

    /// Notes what the index of a loop visits.
    pub fn note_range(&mut self, index: Var, range: Range) {
        self.ranges.insert(index, range);
    }

    /// Notes whose shadow a variable is.
    pub fn note_primal(&mut self, shadow: Var, primal: Var) {
        self.primals.insert(shadow, primal);
    }

    /// The place of which this place of a shadow is the shadow.
    pub fn primal_of(&self, place: &Place) -> Option<Place> {
        self.primals.get(&place.base).map(|primal| place.with_base(*primal))
    }

    /// Notes what a window lies in.
    pub fn note_window(&mut self, window: Var, of: Var) {
        if self.is_of_field(of) {
            self.in_fields.insert(window);
        }
    }

    /// Whether a variable lies in a field of a structure, of whose type tokens tell nothing.
    pub fn is_of_field(&self, var: Var) -> bool {
        let is_primal = !matches!(self[var].role, Role::Shadow | Role::InputShadow);
        is_primal && (self.field_paths.contains_key(&var) || self.in_fields.contains(&var))
    }

    /// Whether a variable is a structure that the function makes itself, or lies in one.
    pub fn is_in_local_structure(&self, var: Var) -> bool {
        let root = &self[self.root(var)];
        root.ty.is_structure() && matches!(root.role, Role::Binding | Role::Ancilla | Role::Output)
    }

    /// Indices of loops with what they visit, inner ones first.
    pub fn indices(&self) -> impl Iterator<Item = (Var, &Range)> {
        self.ranges.iter().rev().map(|(var, range)| (*var, range))
    }

    /// The name that the writer gave a variable: without the number that keeps it apart from its namesakes.
    pub fn written_name(&self, var: Var) -> &str {
        let name = &self[var].name;
        let base = name.rsplit_once('_').filter(|(_, number)| number.parse::<u32>().is_ok());
        match base {
            Some((base, _)) if !self.reserved.contains(name) && self.reserved.contains(base) => base,
            _ => name,
        }
    }

    /// The same of variables of our own too: the name that is wanted where nothing else has it.
    pub fn unnumbered(&self, var: Var) -> &str {
        let name = &self[var].name;
        let base = name.rsplit_once('_').filter(|(_, number)| number.parse::<u32>().is_ok());
        match base {
            Some((base, _)) if !self.reserved.contains(name) => base,
            _ => name,
        }
    }

    /// The same variables with the names that the writer gave them, which need not tell them apart.
    pub fn as_written(&self) -> Variables {
        let mut written = self.clone();
        for (i, variable) in written.all.iter_mut().enumerate() {
            variable.name = self.written_name(Var(i as u32)).to_string();
        }
        written
    }

    /// The type at a place.
    pub fn type_of(&self, place: &Place) -> Type {
        let mut ty = self[place.base].ty.clone();
        for projection in &place.path {
            ty = match projection {
                Projection::Index(_) => ty.item().clone(),
                Projection::Range(..) => Type::Slice(Box::new(ty.item().clone())),
            };
        }
        ty
    }

    pub(super) fn push(&mut self, variable: Variable) -> Var {
        self.names.insert(variable.name.clone());
        self.all.push(variable);
        Var(self.all.len() as u32 - 1)
    }

    /// All variables in order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = (Var, &Variable)> {
        self.all.iter().enumerate().map(|(i, v)| (Var(i as u32), v))
    }
}

/// An identifier of this name, raw where the name is a keyword.
pub fn identifier(name: &str, span: Span) -> syn::Ident {
    if is_keyword(name) { syn::Ident::new_raw(name, span) } else { syn::Ident::new(name, span) }
}

/// True if a name is a word that Rust keeps for itself, but for `self`.
// Asked for each identifier that is emitted: parsing the name would take longer than all that is done with it.
fn is_keyword(name: &str) -> bool {
    matches!(
        name,
        "abstract"
            | "as"
            | "async"
            | "await"
            | "become"
            | "box"
            | "break"
            | "const"
            | "continue"
            | "do"
            | "dyn"
            | "else"
            | "enum"
            | "extern"
            | "false"
            | "final"
            | "fn"
            | "for"
            | "if"
            | "impl"
            | "in"
            | "let"
            | "loop"
            | "macro"
            | "match"
            | "mod"
            | "move"
            | "mut"
            | "override"
            | "priv"
            | "pub"
            | "ref"
            | "return"
            | "static"
            | "struct"
            | "trait"
            | "true"
            | "try"
            | "type"
            | "typeof"
            | "unsafe"
            | "unsized"
            | "use"
            | "virtual"
            | "where"
            | "while"
            | "yield"
    )
}

impl std::ops::Index<Var> for Variables {
    type Output = Variable;
    fn index(&self, var: Var) -> &Variable {
        &self.all[var.0 as usize]
    }
}

impl std::ops::IndexMut<Var> for Variables {
    fn index_mut(&mut self, var: Var) -> &mut Variable {
        &mut self.all[var.0 as usize]
    }
}

/// What is named after a field variable takes its fields into the name.
fn plain(name: &str) -> String {
    name.replace("[..]", "").replace('.', "_")
}
