//! Prints programs as text of the C family, which compilers of devices take: a second target beside Rust tokens.
//!
//! Takes the stages of a function, returns a [`Text`] or the first [`Refusal`]: what has no counterpart in C. Each program
//! is printed twice: as a function that one thread calls, and, where the function can be started from outside, as *launches*
//! (`simplify/launches`), whose loops run in threads. An ordinary function has its record and its replay; what it records stands in
//! words that its threads take from a store (`trail`).
//!
//! The text is neutral: a prelude of the library (`crates/kernels`) defines its types and macros for CUDA C, OpenCL C and C. Names in
//! it are placeholders, since a macro knows neither the names nor the text of callees: `@{self.run}` is a program of the function
//! itself, `@{2.adjoint}` one of its third callee, `@{site:4}` the fifth place that may fail, `@{constant:0}` a constant of Rust.

mod calls;
mod ctype;
mod entries;
mod expr;
mod place;
mod room;
mod steps;
mod trail;

use crate::ir::step::{Procedure, Program};
use crate::ir::*;
use crate::law::Extent;
use crate::reverse::record;
use crate::simplify::access::Nodes;
use crate::simplify::launches::{InThreads, alone, in_threads, in_threads_of_both, needed};
use crate::sorted::{Map, Set};
use crate::stages::{Stages, programs_in_lanes};
pub use ctype::CType;
use proc_macro2::TokenStream;

/// The text of a function.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// The type of its real numbers.
    pub real: String,
    /// Its parameters.
    pub parameters: Vec<Argument>,
    /// True if it returns a number.
    pub returns: bool,
    /// Its programs.
    pub programs: Vec<Printed>,
    /// The functions that it calls.
    pub callees: Vec<syn::ExprPath>,
    /// The constants of Rust that it reads.
    pub constants: Vec<TokenStream>,
    /// The sentences about places that may fail.
    pub sites: Vec<String>,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// The type of its leaves.
    pub leaf: CType,
    /// The number of elements: none for a number, the written one for an array, zero for a slice.
    pub count: Option<u64>,
    /// For a slice of arrays, the number of leaves in each.
    pub inner: u64,
    /// True if the function changes it.
    pub changes: bool,
    /// True if it has a cotangent.
    pub active: bool,
}

/// A program.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The program.
    pub program: Program,
    /// The function that a thread calls, and the one that counts the storage that it needs.
    pub function: String,
    /// The launches.
    pub entry: Option<Entry>,
}

/// A program as launches.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The kernels: `_room`, and by number those of the launches; loops have an odd number, and `_1r` adds up the sums of `_1`.
    pub text: String,
    /// The number of loops.
    pub loops: usize,
    /// The words that hold the variables between launches.
    pub words: usize,
}

/// A construct that the text cannot express.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The place in the source.
    pub at: Extent,
    /// The fault, and its reason.
    pub message: String,
    /// A hint that says how to write it.
    pub help: &'static str,
}

pub(crate) type Written<T> = Result<T, Refusal>;

pub(crate) fn refuse<T>(at: impl Into<Extent>, message: impl Into<String>, help: &'static str) -> Written<T> {
    Err(Refusal { at: at.into(), message: message.into(), help })
}

/// The name of a program in the text.
pub fn word(program: Program) -> &'static str {
    match program {
        Program::Primal => "run",
        Program::Inverse => "inverse",
        Program::Adjoint => "adjoint",
        Program::Sweep => "sweep",
        Program::InverseAdjoint => "inverse_adjoint",
        Program::Record => "record",
        Program::Replay => "replay",
    }
}

/// Prints the programs of a function.
pub fn text(stages: &Stages) -> Written<Text> {
    let function = &stages.function;
    let sig = &function.item.sig;
    let generic = sig.generics.params.iter().find(|p| match p {
        syn::GenericParam::Type(p) => p.ident != *function.real.ident(),
        syn::GenericParam::Const(_) => true,
        syn::GenericParam::Lifetime(_) => false,
    });
    if let Some(generic) = generic {
        return refuse(
            Extent::of(generic),
            "a kernel has no parameters of this kind",
            "write the type or the length itself",
        );
    }
    let mut text = Text {
        real: match &function.real {
            RealType::Concrete(real) => real.to_string(),
            RealType::Generic(_) => "f64".into(),
        },
        returns: function.output.is_some(),
        ..Text::default()
    };
    for p in &function.params {
        text.parameters.push(argument(&function.vars, p.var, Extent::of(&p.written))?);
    }
    if let Some(var) = function.output.filter(|var| function.vars[*var].ty != Type::Real) {
        let at = function.vars[var].span;
        return refuse(at, "a kernel returns a number and nothing else", "change a `&mut` argument instead");
    }
    let of_state = function.output.is_none();
    // What records is printed below.
    let is_taped = |procedure: &Procedure| matches!(procedure.program, Program::Record | Program::Replay);
    for procedure in programs_in_lanes(stages).into_iter().filter(|procedure| !is_taped(procedure)) {
        if of_state || matches!(procedure.program, Program::Primal | Program::Adjoint) {
            let threads = in_threads(&needed(procedure.clone()));
            text.print(procedure, of_state.then_some(&threads))?;
        }
    }
    let is_ordinary = function.options.language.is_ordinary();
    match record::on_parts(&stages.flat) {
        Some((record, replay)) => {
            let (record, replay) = (needed(record), needed(replay));
            let [of_record, of_replay] = in_threads_of_both(&record, &replay);
            text.print(record, of_state.then_some(&of_record))?;
            text.print(replay, of_state.then_some(&of_replay))?;
        }
        None if is_ordinary => {
            let help = "keep structures and maps out of it, or call it outside of the kernel";
            return refuse(sig.ident.span(), "what this function records is not known to a device", help);
        }
        None => {}
    }
    let has = |text: &Text, program: Program| text.programs.iter().any(|p| p.program == program);
    let (first, second) = if is_ordinary { ("record", "replay") } else { ("run", "adjoint") };
    if of_state && !has(&text, Program::Sweep) {
        let function = sweep(&text.parameters, first, second);
        text.programs.push(Printed { program: Program::Sweep, function, entry: None });
    }
    if !of_state && !has(&text, Program::Adjoint) {
        let function = trail::pullback(&text.parameters);
        text.programs.push(Printed { program: Program::Adjoint, function, entry: None });
    }
    Ok(text)
}

impl Text {
    /// Adds a program: as launches, too, where it can be started from outside, with the loops that run in threads.
    fn print(&mut self, procedure: Procedure, threads: Option<&InThreads>) -> Written<()> {
        let program = procedure.program;
        let function = function_of(self, &procedure)?;
        let entry = match threads {
            Some(threads) => Some(entries::entry(self, needed(procedure), threads)?),
            None => None,
        };
        self.programs.push(Printed { program, function, entry });
        Ok(())
    }
}

fn argument(vars: &Variables, var: Var, at: Extent) -> Written<Argument> {
    let v = &vars[var];
    if v.role == Role::Scratch {
        let help = "declare the storage in the function: `let mut z = vec![0.0; n];`";
        return refuse(at, format!("`{}` is scratch, and threads cannot share it", v.name), help);
    }
    let (leaf, dims) = (CType::of_leaf(&v.ty, at)?, place::dims(&v.ty, at)?);
    let inner = dims.iter().skip(1).flatten().product();
    let count = dims.first().map(|first| first.unwrap_or(0) * inner);
    Ok(Argument {
        name: v.name.clone(),
        leaf,
        count,
        inner,
        changes: v.role == Role::State,
        active: v.active,
    })
}

/// The sweep of a function whose primal and adjoint are not fused: two programs that run before and back, and once more the function.
fn sweep(parameters: &[Argument], first: &str, second: &str) -> String {
    let (params, plain, all) = passed(parameters);
    format!(
        "RG_DEVICE u64 @{{self.sweep}}_room(Ctx *c{params}) {{\n    return @{{self.{first}}}_room(c{plain}) + @{{self.{second}}}_room(c{all}) + @{{self.run}}_room(c{plain});\n}}\n\
         RG_DEVICE void @{{self.sweep}}(Ctx *c{params}) {{\n    @{{self.{first}}}(c{plain});\n    @{{self.{second}}}(c{all});\n    \
         @{{self.run}}(c{plain});\n}}\n"
    )
}

/// The parameters of a program with cotangents, and the arguments of one without and of one with them, each behind a comma.
fn passed(parameters: &[Argument]) -> (String, String, String) {
    let names: Vec<String> = (0..parameters.len()).map(|at| format!("a{at}")).collect();
    let params: Vec<String> = names
        .iter()
        .zip(parameters)
        .map(|(name, p)| format!(", {}, {}", p.declared(name), p.shadow(name)))
        .collect();
    let plain: Vec<String> = names.iter().map(|name| format!(", {name}")).collect();
    let all: Vec<String> = names.iter().map(|name| format!(", {name}, {name}_bar")).collect();
    (params.concat(), plain.concat(), all.concat())
}

impl Argument {
    /// Declares it as a parameter in C.
    fn declared(&self, name: &str) -> String {
        let ty = self.leaf.name();
        match (self.count, self.changes) {
            (Some(_), _) => format!("V_{ty} {name}"),
            (None, true) => format!("P_{ty} {name}"),
            (None, false) => format!("{ty} {name}"),
        }
    }

    /// Declares its cotangent, which every program takes: a caller cannot tell what a callee leaves aside.
    fn shadow(&self, name: &str) -> String {
        match self.count {
            Some(_) => format!("V_real {name}_bar"),
            None => format!("P_real {name}_bar"),
        }
    }
}

/// The way in which C has a variable.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// A number by this name.
    Value(String),
    /// A pointer to a number.
    Pointer(String),
    /// A view of numbers.
    View(String),
    /// A number in this word of the frame.
    Frame(usize),
}

/// Prints one program.
pub(crate) struct Writer<'a> {
    pub(crate) vars: &'a Variables,
    pub(crate) text: &'a mut Text,
    pub(crate) forms: Map<Var, Form>,
    pub(crate) types: Map<Var, CType>,
    pub(crate) scattered: Set<Var>,
    pub(crate) mentioned: Set<Var>,
    /// Arrays that stand in the store for records.
    pub(crate) stored: Set<Var>,
    pub(crate) out: String,
    /// The names that are declared.
    taken: Set<String>,
    depth: usize,
    temporaries: usize,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(vars: &'a Variables, text: &'a mut Text) -> Writer<'a> {
        Writer {
            vars,
            text,
            forms: Map::new(),
            types: Map::new(),
            scattered: Set::new(),
            mentioned: Set::new(),
            stored: Set::new(),
            out: String::new(),
            taken: Set::new(),
            depth: 1,
            temporaries: 0,
        }
    }

    /// Adds a line.
    pub(crate) fn line(&mut self, line: impl AsRef<str>) {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
        self.out.push_str(line.as_ref());
        self.out.push('\n');
    }

    /// Adds a block: a head, and what `inside` prints.
    pub(crate) fn block(
        &mut self,
        head: impl AsRef<str>,
        inside: impl FnOnce(&mut Self) -> Written<()>,
    ) -> Written<()> {
        self.line(format!("{} {{", head.as_ref()).trim_start());
        self.depth += 1;
        inside(self)?;
        self.depth -= 1;
        self.line("}");
        Ok(())
    }

    /// The name of a variable in C.
    pub(crate) fn name(&self, var: Var) -> String {
        let plain: String =
            self.vars[var].name.chars().map(|ch| if ch.is_ascii_alphanumeric() { ch } else { '_' }).collect();
        format!("{plain}_{}", var.0)
    }

    /// A name for a declaration: a variable may be declared again where it is computed again.
    pub(crate) fn declared_name(&mut self, var: Var) -> String {
        let wanted = self.name(var);
        let mut name = wanted.clone();
        let mut number = 1;
        while !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{wanted}_{number}");
        }
        name
    }

    /// A new name for a temporary.
    pub(crate) fn temporary(&mut self) -> String {
        self.temporaries += 1;
        format!("t{}", self.temporaries)
    }

    /// The number of a place that may fail, as a placeholder.
    pub(crate) fn site(&mut self, sentence: String) -> String {
        let sites = &mut self.text.sites;
        let at = sites.iter().position(|known| *known == sentence).unwrap_or_else(|| {
            sites.push(sentence);
            sites.len() - 1
        });
        format!("@{{site:{at}}}")
    }

    /// Binds a parameter, and returns its declaration.
    pub(crate) fn parameter(&mut self, var: Var) -> Written<String> {
        let (v, name) = (&self.vars[var], self.name(var));
        let leaf = CType::of_leaf(&v.ty, v.span)?;
        self.types.insert(var, leaf);
        let is_pointer = matches!(v.role, Role::State | Role::Shadow | Role::InputShadow);
        let (form, declared) = match (v.ty.depth(), is_pointer) {
            (0, true) => (Form::Pointer(name.clone()), format!("P_{} {name}", leaf.name())),
            (0, false) => (Form::Value(name.clone()), format!("{} {name}", leaf.name())),
            _ => (Form::View(name.clone()), format!("V_{} {name}", leaf.name())),
        };
        self.forms.insert(var, form);
        Ok(declared)
    }
}

/// Prints a program as a function that one thread calls.
fn function_of(text: &mut Text, procedure: &Procedure) -> Written<String> {
    let procedure = alone(procedure.clone());
    let carries = !matches!(procedure.program, Program::Primal | Program::Inverse | Program::Record);
    let vars = &procedure.vars;
    let parameters = text.parameters.clone();
    let mut writer = Writer::new(vars, text);
    let mut params = vec!["Ctx *c".to_string()];
    if let Some((_, Some(seed))) = procedure.output {
        let name = writer.name(seed);
        writer.forms.insert(seed, Form::Value(name.clone()));
        params.push(format!("real {name}"));
    }
    for ((var, shadow), p) in procedure.params.iter().zip(&parameters) {
        params.push(writer.parameter(*var)?);
        if carries {
            params.push(match shadow {
                Some(shadow) => writer.parameter(*shadow)?,
                None => p.shadow(&writer.name(*var)),
            });
        }
    }
    let (head, program) = (params.join(", "), word(procedure.program));
    writer.note_stored(&procedure.steps)?;
    let room = writer.room_function(&procedure)?;
    writer.out.clear();
    writer.line("const u64 mark = c->top;");
    writer.steps(&procedure.steps)?;
    writer.line("c->top = mark;");
    // The value was returned when the call was recorded.
    let returned = procedure.output.map(|(var, _)| var).filter(|_| procedure.program != Program::Replay);
    let ty = if returned.is_some() { "real" } else { "void" };
    if let Some(var) = returned {
        let value = writer.number(&Place::whole(var, vars[var].span))?;
        writer.line(format!("return {value};"));
    }
    let body = std::mem::take(&mut writer.out);
    Ok(format!(
        "RG_DEVICE u64 @{{self.{program}}}_room({head}) {{\n{room}}}\nRG_DEVICE {ty} @{{self.{program}}}({head}) {{\n{body}}}\n"
    ))
}

/// Returns the variables that steps declare at their top.
pub(crate) fn declared(steps: &[crate::ir::step::Step], vars: &Variables) -> Vec<Var> {
    let nodes = Nodes::of(steps, vars);
    nodes.all.iter().filter(|node| node.parent.is_none()).filter_map(|node| node.declares).collect()
}
