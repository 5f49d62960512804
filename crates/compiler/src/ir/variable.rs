//! Variables: their names, types and roles.

use super::{Block, Expr, FieldPath, Place, Projection, Range, Stmt, Type};
use crate::sorted::{Map, Set};
use proc_macro2::Span;

/// A variable: an index into [`Variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

/// The role of a variable in the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A parameter that the function may change: `&mut`.
    State,
    /// A parameter that is only read: `&` or by value.
    Input,
    /// Storage borrowed from the caller, zero on entry and dropped on exit: `#[scratch]`.
    Scratch,
    /// `let t = e`: bound once.
    Binding,
    /// `let mut t = e`: has a known value at its start and at its end.
    Ancilla,
    /// The index of a `for`.
    Index,
    /// A decision stack, on which `#[keep]` records decisions and `#[store]` values: an ancilla that only the reverse
    /// pass needs.
    DecisionStack,
    /// The value of a function that returns one.
    Output,
    /// The cotangent of another variable, owned or behind `&mut`.
    Shadow,
    /// The cotangent of an input: of generic type, and only added to.
    InputShadow,
    /// A view of consecutive elements, made by `simplify::window`.
    Window,
    /// A number, or numbers, outside of lanes: all lanes read the same.
    Uniform,
    /// A record tape: the values that recorded calls, and the functions with such calls, store for the reverse pass.
    Tape,
}

/// The way in which a parameter or argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// `&mut`
    Mutable,
    /// `&`
    Shared,
    /// by value
    Value,
}

/// The mark of a loop: the way in which its iterations run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// One after the other, whatever is proved of them: `#[sequential]`.
    Never,
    /// In lanes: `#[parallel]`.
    Lanes,
    /// In lanes, and in blocks on threads: `#[parallel(threads)]`.
    Threads,
    /// In lanes, and in blocks on the ranks of a parallel program and on their threads: `#[parallel(ranks)]`.
    Ranks,
}

/// One variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Unique in the function, and without the `r#` of a raw identifier.
    pub name: String,
    /// The place of its declaration.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// Its role.
    pub role: Role,
    /// The way in which it is passed: parameters that are references are dereferenced when a scalar is read.
    pub passing: Passing,
    /// True if it has a cotangent.
    pub active: bool,
    /// True if it is marked `#[inactive]`, so that it never becomes active.
    pub detached: bool,
    /// The value of an exact `let`: indices are compared through it.
    pub definition: Option<Expr>,
}

/// All variables of a function.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    all: Vec<Variable>,
    /// Their names, for fast lookup.
    names: Set<String>,
    /// The last number that was appended to a name: all smaller ones are used.
    numbers: Map<String, usize>,
    /// The field variables among them.
    pub(super) field_paths: Map<Var, FieldPath>,
    /// The parts of numbers among them.
    pub(super) parts: Set<Var>,
    /// The field variables of each variable, in order of declaration.
    pub(super) fields: Map<Var, Vec<Var>>,
    /// Every name in the source: no generated name equals one of them.
    reserved: Set<String>,
    /// The names of the parameters, and of the type parameters.
    parameters: [Set<String>; 2],
    /// The arrays and vectors that hold references.
    lending: Set<Var>,
    /// The locals that are held constant.
    constants: Set<Var>,
    /// The ranges of the indices of loops.
    ranges: Map<Var, Range>,
    /// The primals of shadows.
    primals: Map<Var, Var>,
    /// The windows into fields.
    in_fields: Set<Var>,
    /// The indices of loops with a mark about their iterations.
    together: Map<Var, Together>,
    /// The integers without a written type that their uses show to be a `usize`.
    counts: Set<Var>,
    /// The locals whose zeros may have either sign.
    signless: Set<Var>,
    /// The integers that may wrap around.
    wrapping: Set<Var>,
    /// The indices of the loops that fall in the text.
    falling: Set<Var>,
    /// The indices of marked loops that run one by one.
    alone: Set<Var>,
    /// The variables that are undone to the rounding only.
    rounded: Set<Var>,
}

impl Variables {
    /// Returns an empty collection with names that must not be used.
    pub fn reserving(reserved: Set<String>) -> Variables {
        Variables { reserved, ..Variables::default() }
    }

    /// Adds a generated variable; a number at the end makes its name unique.
    pub fn add(&mut self, variable: Variable) -> Var {
        let wanted = plain(&variable.name);
        let (name, number) = self.fresh_from(&wanted, self.numbers.get(&wanted).copied());
        self.numbers.insert(wanted, number);
        self.push(Variable { name, ..variable })
    }

    /// Adds a variable that the user declared. It keeps its name unless it shadows another.
    pub fn add_written(&mut self, variable: Variable) -> Var {
        let taken = self.names.contains(&variable.name);
        if taken { self.add(variable) } else { self.push(variable) }
    }

    /// Returns an unused name, the wanted one if possible.
    pub fn fresh(&self, wanted: &str) -> String {
        self.fresh_from(&plain(wanted), None).0
    }

    /// Returns the first unused name with a number from `last` on; the number 1 is omitted.
    fn fresh_from(&self, wanted: &str, last: Option<usize>) -> (String, usize) {
        let taken = |name: &str| self.reserved.contains(name) || self.names.contains(name);
        let named = |number: usize| match number {
            1 => wanted.to_string(),
            _ => format!("{wanted}_{number}"),
        };
        let mut numbered = (last.unwrap_or(1)..).map(|number| (named(number), number));
        numbered.find(|(name, _)| !taken(name)).unwrap_or_default()
    }

    /// Notes the name of a parameter.
    pub fn note_parameter(&mut self, name: String) {
        self.parameters[0].insert(name);
    }

    /// Notes the name of a type parameter of the function, or of the block around it.
    pub fn note_type_parameter(&mut self, name: String) {
        self.parameters[1].insert(name);
    }

    /// True for the name of a parameter.
    pub fn is_parameter(&self, name: &str) -> bool {
        self.parameters[0].contains(name)
    }

    /// True for the name of a type parameter, `Self` among them.
    pub fn is_type_parameter(&self, name: &str) -> bool {
        name == "Self" || self.parameters[1].contains(name)
    }

    /// Notes that an array or a vector holds references, which its type does not show.
    pub fn note_lending(&mut self, var: Var) {
        self.lending.insert(var);
    }

    /// True if an array or a vector holds references.
    pub fn is_lending(&self, var: Var) -> bool {
        self.lending.contains(&var)
    }

    /// Notes that a local is held constant: `#[inactive] let`.
    pub fn note_constant(&mut self, var: Var) {
        self.constants.insert(var);
    }

    /// True if a local is held constant.
    pub fn is_constant(&self, var: Var) -> bool {
        self.constants.contains(&var)
    }

    /// Stores the ranges of the loops of a program.
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

    /// Stores the locals whose zeros may have either sign.
    pub fn note_signless(&mut self, signless: Set<Var>) {
        self.signless = signless;
    }

    /// True if nothing tells the zeros of a local apart by their signs.
    pub fn is_signless(&self, var: Var) -> bool {
        self.signless.contains(&var)
    }

    /// Notes that the loop with an index falls in the text.
    pub fn note_falling(&mut self, index: Var) {
        self.falling.insert(index);
    }

    /// True if the loop with an index falls in the text.
    pub fn falls(&self, index: Var) -> bool {
        self.falling.contains(&index)
    }

    /// Stores the integers that may wrap around.
    pub fn note_wrapping(&mut self, wrapping: Set<Var>) {
        self.wrapping = wrapping;
    }

    /// True if an integer may wrap around.
    pub fn may_wrap(&self, var: Var) -> bool {
        self.wrapping.contains(&var)
    }

    /// Notes that the uses of an integer show a `usize`.
    pub fn note_usize(&mut self, var: Var) {
        self.counts.insert(var);
    }

    /// True if the uses of an integer without a written type show a `usize`; rustc takes an `i32` where nothing shows a type.
    pub fn is_usize(&self, var: Var) -> bool {
        self.counts.contains(&var)
    }

    /// Notes what the mark of the loop with an index says about its iterations.
    pub fn note_together(&mut self, index: Var, together: Together) {
        self.together.insert(index, together);
    }

    /// Returns the mark of the loop with an index.
    pub fn together(&self, index: Var) -> Option<Together> {
        self.together.get(&index).copied()
    }

    /// True if the iterations of the loop with an index may run together.
    pub fn is_parallel(&self, index: Var) -> bool {
        matches!(self.together(index), Some(Together::Lanes | Together::Threads | Together::Ranks))
    }

    /// True if the iterations of the loop with an index must not run together.
    pub fn is_sequential(&self, index: Var) -> bool {
        self.together(index) == Some(Together::Never)
    }

    /// True if the iterations of the loop with an index run in blocks.
    pub fn is_in_blocks(&self, index: Var) -> bool {
        matches!(self.together(index), Some(Together::Threads | Together::Ranks))
    }

    /// True if the iterations of the loop with an index are shared among ranks.
    pub fn is_on_ranks(&self, index: Var) -> bool {
        self.together(index) == Some(Together::Ranks)
    }

    /// True if there are loops whose iterations may run together.
    pub fn has_parallel(&self) -> bool {
        self.together.keys().any(|index| self.is_parallel(*index))
    }

    /// Stores that a marked loop runs one by one in all programs, since it cannot run in lanes in each of them.
    pub fn note_alone(&mut self, index: Var) {
        self.alone.insert(index);
    }

    /// True if a marked loop runs one by one in all programs.
    pub fn is_alone(&self, index: Var) -> bool {
        self.alone.contains(&index)
    }

    /// Stores the variables that the reverse pass restores to the rounding only: numbers are added to them.
    pub fn note_rounded(&mut self, rounded: Set<Var>) {
        self.rounded = rounded;
    }

    /// True if the reverse pass restores a variable to the rounding only.
    pub fn is_rounded(&self, var: Var) -> bool {
        self.rounded.contains(&var)
    }

    /// Stores the primal of a shadow.
    pub fn note_primal(&mut self, shadow: Var, primal: Var) {
        self.primals.insert(shadow, primal);
    }

    /// Returns the place of the primal for a place of a shadow.
    pub fn primal_of(&self, place: &Place) -> Option<Place> {
        self.primals.get(&place.base).map(|primal| place.with_base(*primal))
    }

    /// Stores whether a window lies in a field.
    pub fn note_window(&mut self, window: Var, of: Var) {
        if self.is_of_field(of) {
            self.in_fields.insert(window);
        }
    }

    /// True if a variable lies in a field of a structure, so that tokens do not show its type.
    pub fn is_of_field(&self, var: Var) -> bool {
        let is_primal = !matches!(self[var].role, Role::Shadow | Role::InputShadow);
        is_primal && (self.is_foreign_field(var) || self.in_fields.contains(&var))
    }

    /// True if a variable is a structure that the function makes itself, or lies in one.
    pub fn is_in_local_structure(&self, var: Var) -> bool {
        let root = &self[self.root(var)];
        root.ty.is_structure() && matches!(root.role, Role::Binding | Role::Ancilla | Role::Output)
    }

    /// Returns the indices of loops with their ranges, inner ones first.
    pub fn indices(&self) -> impl Iterator<Item = (Var, &Range)> {
        self.ranges.iter().rev().map(|(var, range)| (*var, range))
    }

    /// Returns the name in the source, without the number that distinguishes shadowed variables.
    pub fn written_name(&self, var: Var) -> &str {
        let name = &self[var].name;
        let base = name.rsplit_once('_').filter(|(_, number)| number.parse::<u32>().is_ok());
        match base {
            Some((base, _)) if !self.reserved.contains(name) && self.reserved.contains(base) => base,
            _ => name,
        }
    }

    /// Does the same for generated variables: returns the wanted name, if no other variable has it.
    pub fn unnumbered(&self, var: Var) -> &str {
        let name = &self[var].name;
        let base = name.rsplit_once('_').filter(|(_, number)| number.parse::<u32>().is_ok());
        match base {
            Some((base, _)) if !self.reserved.contains(name) => base,
            _ => name,
        }
    }

    /// Returns the variables with their names in the source, which need not be unique.
    pub fn as_written(&self) -> Variables {
        let mut written = self.clone();
        for (i, variable) in written.all.iter_mut().enumerate() {
            variable.name = self.written_name(Var(i as u32)).to_string();
        }
        written
    }

    /// Returns the type at a place.
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

    /// True if a number or a single exact value is at a place: it can be copied.
    pub fn is_single(&self, place: &Place) -> bool {
        let ty = self.type_of(place);
        ty.depth() == 0 && !ty.is_foreign()
    }

    /// Adds a variable, and the parts of the numbers in it.
    pub(super) fn push(&mut self, variable: Variable) -> Var {
        let var = self.next();
        self.names.insert(variable.name.clone());
        self.all.push(variable);
        self.add_parts(var);
        var
    }

    /// Returns the variable that is added next.
    pub(super) fn next(&self) -> Var {
        Var(self.all.len() as u32)
    }

    /// Returns all variables in order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = (Var, &Variable)> {
        self.all.iter().enumerate().map(|(i, v)| (Var(i as u32), v))
    }
}

/// Returns an identifier of this name, raw if the name is a keyword.
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

/// Converts the path of a field variable to a name.
fn plain(name: &str) -> String {
    name.replace("[..]", "").replace('.', "_")
}
