//! Resolves a sketch to a program: signatures, bodies and arguments.

use super::call::is_unsigned_state;
use super::exact::SHIFT;
use super::place::{Avoid, Form};
use super::record::Record;
use super::recursion::{self, COUNT};
use super::scope::{Class, Id, Ids, Info, Integer, Liberty, Scopes, Shape, Storage};
use super::sketch::{self, ParamKind, Sketch};
use super::{Datum, Function, Param, Program, Role};

/// The part of a function that its callers need.
pub(super) struct Signature {
    pub(super) name: String,
    pub(super) params: Vec<Info>,
    pub(super) returns: Returns,
}

/// The result of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Returns {
    /// Changes state.
    Nothing,
    /// A real.
    Real,
    /// A structure.
    Record(Record),
}

/// The state while one function is written.
pub(super) struct Resolver<'a> {
    pub(super) scopes: Scopes,
    pub(super) helpers: &'a [Signature],
    /// The lines of the innermost open block.
    out: Vec<String>,
}

/// Resolves all numbers of a sketch.
pub(super) fn program(sketch: &Sketch, liberty: Liberty) -> Program {
    let mut functions = Vec::new();
    let mut helpers = Vec::new();
    for (i, helper) in sketch.helpers.iter().enumerate() {
        for (text, signature) in recursion::written(helper, &format!("f{i}"), &helpers, liberty) {
            functions.push(text);
            helpers.push(signature);
        }
    }
    // The main function is kept even if it is empty, so that a program always has one.
    let main = function(&sketch.main, "main".into(), &helpers, liberty, None);
    functions.extend(main.map(|(text, _)| text).or_else(|| Some(empty())));
    Program { functions }
}

fn empty() -> Function {
    let source = "fn main(y0: &mut f64) {\n}".to_string();
    let params = vec![Param { name: "y0".into(), role: Role::State, value: Datum::Real(0.5) }];
    Function { name: "main".into(), source, params, returns: false }
}

/// A function as text, and its signature.
pub(super) type Written = (Function, Signature);

/// Writes one function. A helper may call one with its own parameters, as its first statement or as its last one.
pub(super) fn function(
    sketch: &sketch::Function,
    name: String,
    helpers: &[Signature],
    liberty: Liberty,
    helper: Option<Option<(&str, bool)>>,
) -> Option<Written> {
    let (is_helper, recursion) = (helper.is_some(), helper.flatten());
    let returns = sketch.tail.is_some();
    let mut resolver = Resolver { scopes: Scopes::new(liberty), helpers, out: Vec::new() };
    let mut heads = Vec::new();
    let mut params = Vec::new();
    let (mut infos, mut own) = (Vec::new(), Vec::new());
    // A function without state could only do nothing.
    let needs_state = !returns && !sketch.params.iter().any(|param| param.kind.is_state());
    let added = sketch::Param { kind: ParamKind::StateScalar, fixed: false, length: 0, data: [4; 8] };
    let has_count = sketch.params.iter().any(|param| matches!(param.kind, ParamKind::InputSize));
    let needs_count = recursion.is_some() && !has_count;
    let added = needs_state.then_some(&added).into_iter().chain(needs_count.then_some(&COUNT));
    for param in sketch.params.iter().chain(added) {
        let Some((ty, mut info, value)) = parameter(param, &mut resolver.scopes, returns, is_helper) else {
            continue;
        };
        if recursion.is_some() {
            info = recursion::uncounted(info);
        }
        let role = match info.class {
            Class::State => Role::State,
            Class::Scratch => Role::Scratch,
            Class::Inactive => Role::Inactive,
            _ => Role::Input,
        };
        let marker = match role {
            Role::Scratch => "#[scratch] ",
            Role::Inactive => "#[inactive] ",
            Role::State | Role::Input => "",
        };
        heads.push(format!("{marker}{}: {ty}", info.name));
        let value = value.told_apart(params.len());
        params.push(Param { name: info.name.clone(), role, value });
        // A helper may rely on the value of a `usize` parameter; the main function is run with one value only.
        let id = match info.shape {
            Shape::Record(record) => resolver.scopes.add_record(info.clone(), record, None)?,
            _ => resolver.scopes.add_param(info.clone()),
        };
        if info.class == Class::Input && info.known.is_some() {
            resolver.scopes.infos[id].interval = match recursion {
                Some(_) => info.known.map(|k| (0, k)),
                None => info.known.map(|k| (k, k)),
            };
        }
        own.push((id, info.clone()));
        infos.push(info);
    }
    if returns && params.is_empty() {
        return None;
    }
    let before = recursion.filter(|(_, first)| *first);
    if let Some((callee, _)) = before {
        // If the call is not valid here, it is omitted.
        let _ = resolver.recursion(callee, &own);
    }
    resolver.statements(&sketch.body);
    let after = recursion.filter(|(_, first)| !first);
    if let (Some((callee, _)), false) = (after, resolver.out.is_empty()) {
        let _ = resolver.recursion(callee, &own);
    }
    let mut lines = std::mem::take(&mut resolver.out);
    let mut arrow = String::new();
    let mut kind = Returns::Nothing;
    if let Some(tail) = &sketch.tail {
        let record = (is_helper && sketch.form % 2 == 1).then(|| Record::any(sketch.form / 2));
        let (of, parts) = &sketch.parts;
        let written = record.and_then(|record| Some((record, resolver.record_tail(record, *of, parts)?)));
        match written {
            Some((record, text)) => {
                lines.push(text);
                arrow = format!(" -> {}", record.name());
                kind = Returns::Record(record);
            }
            None => {
                lines.push(resolver.value(tail, &Avoid::default()).text);
                arrow = " -> f64".into();
                kind = Returns::Real;
            }
        }
    } else if lines.is_empty() && is_helper {
        return None;
    }
    let body: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    let source = format!("fn {name}({}){arrow} {{\n{body}}}", heads.join(", "));
    let signature = Signature { name: name.clone(), params: infos, returns: kind };
    Some((Function { name, source, params, returns }, signature))
}

/// Draws a parameter: its type, its properties, and an argument.
fn parameter(
    param: &sketch::Param,
    scopes: &mut Scopes,
    returns: bool,
    is_helper: bool,
) -> Option<(String, Info, Datum)> {
    let eighth = |n: &i8| f64::from(*n) * 0.125 + SHIFT;
    let length = [2, 3, 4, 6, 1][usize::from(param.length) % 5];
    let reals = |length: usize| Datum::Reals(param.data.iter().cycle().take(length).map(eighth).collect());
    let first = param.data[0];
    let array = |length| {
        if param.fixed {
            (format!("[f64; {length}]"), Storage::Fixed)
        } else {
            ("[f64]".to_string(), Storage::Slice)
        }
    };
    let whole = |class: Class, reference: bool, shape: Shape| Info {
        name: String::new(),
        shape,
        class,
        reference,
        exact: class != Class::State && class != Class::Scratch,
        known: None,
        interval: None,
    };
    let kind = match param.kind {
        // An uncall might take an unsigned counter below zero.
        ParamKind::StateCounter if is_helper => ParamKind::StateInteger,
        ParamKind::Scratch if is_helper => return None,
        kind => kind,
    };
    let (stem, ty, info, value) = match kind {
        ParamKind::StateScalar => {
            ("y", "&mut f64".into(), whole(Class::State, true, Shape::Scalar), Datum::Real(eighth(&first)))
        }
        ParamKind::StateArray => {
            let (ty, storage) = array(length);
            let shape = Shape::Array { length, storage };
            ("v", format!("&mut {ty}"), whole(Class::State, true, shape), reals(length))
        }
        ParamKind::StateGrid => {
            let (rows, columns) = (usize::from(param.length) % 2 + 1, usize::from(param.length) / 2 % 2 + 2);
            let data = param.data.iter().map(eighth).collect::<Vec<_>>();
            let value = Datum::Grid(data.chunks(columns).take(rows).map(<[f64]>::to_vec).collect());
            let shape = Shape::Grid { rows, columns };
            ("g", format!("&mut [[f64; {columns}]; {rows}]"), whole(Class::State, true, shape), value)
        }
        ParamKind::StateCounter | ParamKind::StateInteger => {
            let unsigned = matches!(kind, ParamKind::StateCounter);
            let start = if unsigned { i64::from(first.unsigned_abs() % 4) } else { i64::from(first % 4) };
            let (ty, integer, stem) =
                if unsigned { ("&mut usize", Integer::Usize, "k") } else { ("&mut i64", Integer::I64, "l") };
            let mut info = whole(Class::State, true, Shape::Integer(integer));
            // Some integers never decide anything, so that calls may change them by rounded values.
            info.exact = unsigned || !param.fixed;
            // Only the main function is run with this very value.
            info.known = (!is_helper).then_some(start);
            (stem, ty.into(), info, Datum::Integer(start))
        }
        ParamKind::InputValue => {
            ("w", "f64".into(), whole(Class::Input, false, Shape::Scalar), Datum::Real(eighth(&first)))
        }
        ParamKind::InputReference => {
            ("u", "&f64".into(), whole(Class::Input, true, Shape::Scalar), Datum::Real(eighth(&first)))
        }
        ParamKind::InputArray => {
            let (ty, storage) = array(length);
            let shape = Shape::Array { length, storage };
            ("x", format!("&{ty}"), whole(Class::Input, true, shape), reals(length))
        }
        ParamKind::InputSize => {
            let size = i64::from(param.length % 4) + 1;
            let mut info = whole(Class::Input, false, Shape::Integer(Integer::Usize));
            info.known = Some(size);
            ("n", "usize".into(), info, Datum::Integer(size))
        }
        ParamKind::InactiveValue => {
            ("b", "f64".into(), whole(Class::Inactive, false, Shape::Scalar), Datum::Real(eighth(&first)))
        }
        ParamKind::InactiveArray => {
            let shape = Shape::Array { length, storage: Storage::Slice };
            ("d", "&[f64]".into(), whole(Class::Inactive, true, shape), reals(length))
        }
        ParamKind::StateRecord | ParamKind::InputRecord => {
            // Arguments of the main function are written as literals, which only structures allow.
            let record = if is_helper { Record::any(param.length) } else { Record::by_number(param.length) };
            let is_state = matches!(kind, ParamKind::StateRecord);
            let (class, and) = if is_state { (Class::State, "&mut ") } else { (Class::Input, "&") };
            let value = record.datum(&mut param.data.iter().map(eighth));
            let ty = format!("{and}{}", record.name());
            ("p", ty, whole(class, true, Shape::Record(record)), value)
        }
        ParamKind::StateLog => {
            let mut info = whole(Class::State, true, Shape::Log);
            info.exact = true;
            ("log", "&mut Vec<usize>".into(), info, Datum::Integers(Vec::new()))
        }
        ParamKind::Scratch => {
            let shape = Shape::Array { length, storage: Storage::Slice };
            let value = Datum::Reals(vec![0.0; length]);
            ("z", "&mut [f64]".into(), whole(Class::Scratch, true, shape), value)
        }
    };
    // A function that returns a value changes no state.
    if returns && info.class == Class::State {
        return None;
    }
    debug_assert!(!(is_helper && is_unsigned_state(&info)), "helpers have no unsigned state");
    Some((ty, Info { name: scopes.fresh(stem), ..info }, value))
}

impl Datum {
    /// Makes all numbers distinct, since the maximum of equal numbers has no derivative.
    fn told_apart(self, number: usize) -> Datum {
        let nudged = |x: f64, i: usize| x + 1e-3 * number as f64 + 7e-5 * i as f64;
        match self {
            Datum::Real(x) => Datum::Real(nudged(x, 0)),
            Datum::Reals(items) if items.iter().all(|x| *x == 0.0) => Datum::Reals(items),
            Datum::Reals(items) => {
                Datum::Reals(items.into_iter().enumerate().map(|(i, x)| nudged(x, i)).collect())
            }
            Datum::Grid(rows) => {
                let row = |(j, row): (usize, Vec<f64>)| {
                    row.into_iter().enumerate().map(|(i, x)| nudged(x, i + 8 * j)).collect()
                };
                Datum::Grid(rows.into_iter().enumerate().map(row).collect())
            }
            Datum::Integer(n) => Datum::Integer(n),
            Datum::Integers(all) => Datum::Integers(all),
            Datum::Record(fields) => {
                let told =
                    |(i, (name, value)): (usize, (String, Datum))| (name, value.told_apart(number + i));
                Datum::Record(fields.into_iter().enumerate().map(told).collect())
            }
        }
    }
}

impl Resolver<'_> {
    pub(super) fn line(&mut self, line: String) {
        self.out.push(line);
    }

    pub(super) fn lines(&mut self, lines: Vec<String>) {
        self.out.extend(lines);
    }

    /// Returns the places that must not be read while a place changes.
    pub(super) fn avoiding(&self, base: Id, form: Form) -> Avoid {
        Avoid { places: vec![(base, form)], wild: self.scopes.is_wild() }
    }

    /// Returns the lines that `write` would add, indented.
    pub(super) fn apart(&mut self, write: impl FnOnce(&mut Self)) -> Vec<String> {
        let outer = std::mem::take(&mut self.out);
        write(self);
        let inner = std::mem::replace(&mut self.out, outer);
        inner.into_iter().map(|line| format!("    {line}")).collect()
    }

    /// Writes a block between two lines; nothing if it stays empty.
    pub(super) fn nested(&mut self, head: String, foot: &str, write: impl FnOnce(&mut Self)) -> Option<()> {
        let inner = self.apart(write);
        if inner.is_empty() {
            return None;
        }
        self.line(head);
        self.lines(inner);
        self.line(foot.into());
        Some(())
    }

    /// Writes a block that may run any number of times.
    pub(super) fn repeated(&mut self, control: Ids, guarded: Ids, write: impl FnOnce(&mut Self)) {
        let known = self.scopes.known();
        let changeable = self.scopes.visible().filter(|(_, info)| info.is_changeable()).map(|(id, _)| id);
        let changeable: Ids = changeable.collect();
        self.scopes.forget_known(&changeable);
        self.scopes.enter(control, guarded);
        write(self);
        let changed = self.scopes.changed();
        self.scopes.leave();
        self.scopes.set_known(&known);
        self.scopes.forget_known(&changed);
    }

    /// Writes a block that may run or not.
    pub(super) fn alternative(&mut self, reads: &Ids, write: impl FnOnce(&mut Self)) {
        let known = self.scopes.known();
        self.scopes.enter(reads.clone(), reads.clone());
        write(self);
        let changed = self.scopes.changed();
        self.scopes.leave();
        // The other branch starts from the same values.
        self.scopes.set_known(&known);
        self.scopes.forget_known(&changed);
    }
}
