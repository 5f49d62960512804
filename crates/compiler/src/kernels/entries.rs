//! Programs as launches: what one thread runs, and loops that run in threads.
//!
//! Variables that are declared at the top of a program live in a *frame* between launches: numbers in words, arrays in storage, with
//! their place and their length in two words. A serial launch reports the *plan* of the loop behind it: the number of its
//! iterations, the storage that each thread needs, and the length of all its sums.

use super::{Entry, Form, Text, Writer, Written, declared, word};
use crate::ir::step::Program;
use crate::ir::step::{Procedure, Step};
use crate::ir::*;
use crate::simplify::launches::{InThreads, Launch, Launches, Threads, launches};
use crate::sorted::Set;

/// The words at the beginning of the frame: the storage of the frame that is taken, and the place of the store for records.
const TOP: usize = 2;

/// Prints a program as launches.
pub(super) fn entry(text: &mut Text, procedure: Procedure, in_threads: &InThreads) -> Written<Entry> {
    let Launches { procedure, all } = launches(procedure, in_threads);
    let vars = &procedure.vars;
    let mut writer = Writer::new(vars, text);
    // The arguments begin with the places of the report, of the frame, and of its storage.
    let (mut params, mut at) = (Vec::new(), 4);
    for var in procedure.params.iter().flat_map(|(var, shadow)| [Some(*var), *shadow]).flatten() {
        let declared = writer.parameter(var)?;
        let words = if vars[var].ty.depth() > 0 { 2 } else { 1 };
        let ty = writer.types[&var].name();
        let value = match &writer.forms[&var] {
            Form::View(_) => format!("rg_view_{ty}((P_{ty})A[{at}], A[{at} + 1], 1)"),
            Form::Pointer(_) => format!("(P_{ty})A[{at}]"),
            Form::Value(_) | Form::Frame(_) => format!("*(P_{ty})(A + {at})"),
        };
        params.push((var, format!("{declared} = {value};")));
        at += words;
    }
    for launch in &all {
        writer.note_stored(match launch {
            Launch::Serial(steps) => steps,
            Launch::Threads(threads) => &threads.body,
        })?;
    }
    let tops: Vec<&[Step]> = all
        .iter()
        .filter_map(|launch| match launch {
            Launch::Serial(steps) => Some(&steps[..]),
            Launch::Threads(_) => None,
        })
        .collect();
    let mut words = TOP;
    let mut kept = Set::new();
    for var in tops.iter().flat_map(|steps| declared(steps, vars)) {
        if matches!(vars[var].role, Role::Window | Role::Tape) || !kept.insert(var) {
            continue;
        }
        writer.forms.insert(var, Form::Frame(words));
        words += if vars[var].ty.depth() > 0 { 2 } else { 1 };
    }
    // A loop that records has the place of what its iterations recorded.
    let records = all.iter().map(|launch| match launch {
        Launch::Threads(threads) if threads.records => {
            words += 1;
            Some(words - 1)
        }
        Launch::Threads(_) | Launch::Serial(_) => None,
    });
    let base = Base { program: procedure.program, records: records.collect(), params, kept };
    let mut out = base.room(&mut writer, &tops)?;
    let mut loops = 0;
    for (at, launch) in all.iter().enumerate() {
        match launch {
            Launch::Serial(steps) => {
                let next = match all.get(at + 1) {
                    Some(Launch::Threads(threads)) => Some(&**threads),
                    _ => None,
                };
                out.push_str(&base.serial(&mut writer, at, steps, next)?);
            }
            Launch::Threads(threads) => {
                loops += 1;
                out.push_str(&base.threads(&mut writer, at, threads)?);
            }
        }
    }
    Ok(Entry { text: out, loops, words })
}

/// The parts that all launches of a program share.
struct Base {
    program: Program,
    /// For each launch the word of the frame for the records of its iterations.
    records: Vec<Option<usize>>,
    params: Vec<(Var, String)>,
    kept: Set<Var>,
}

impl Base {
    /// Wraps a body in a kernel that unpacks what the body mentions.
    fn kernel(&self, writer: &mut Writer<'_>, suffix: &str, prologue: &str) -> String {
        let body = std::mem::take(&mut writer.out);
        let mentioned = std::mem::take(&mut writer.mentioned);
        let mut head = format!("RG_KERNEL(@{{kernel.{}}}{suffix}) {{\n    {prologue}\n", word(self.program));
        for (_, line) in self.params.iter().filter(|(var, _)| mentioned.contains(var)) {
            head.push_str(&format!("    {line}\n"));
        }
        format!("{head}{body}}}\n")
    }

    /// Returns the declarations of arrays in the frame that were declared by launches before.
    fn arrays(&self, writer: &mut Writer<'_>, words: &[(Var, usize)]) {
        let lines: Vec<String> = words
            .iter()
            .filter(|(var, _)| writer.mentioned.contains(var))
            .map(|(var, word)| {
                let (name, ty) = (writer.name(*var), writer.types[var].name());
                format!("    const V_{ty} {name} = rg_kept_{ty}((Words)A[2], F[{word}], F[{word} + 1]);\n")
            })
            .collect();
        writer.out.insert_str(0, &lines.concat());
    }

    /// Puts arrays of the frame under their names, for a launch behind the one that declared them.
    fn named(&self, writer: &mut Writer<'_>) -> Vec<(Var, usize)> {
        let mut found = Vec::new();
        for var in &self.kept {
            let is_declared = writer.types.contains_key(var);
            if let (Some(Form::Frame(word)), true) = (writer.forms.get(var).cloned(), is_declared) {
                if writer.vars[*var].ty.depth() > 0 {
                    let name = writer.name(*var);
                    writer.forms.insert(*var, Form::View(name));
                    found.push((*var, word));
                }
            }
        }
        found
    }

    /// Puts numbers of the frame under their names: no iteration changes them, but for sums.
    fn values(&self, writer: &mut Writer<'_>, sums: &[Var]) -> Vec<(Var, usize)> {
        let mut found = Vec::new();
        for var in self.kept.iter().filter(|var| !sums.contains(var) && writer.types.contains_key(var)) {
            if let Some(Form::Frame(word)) = writer.forms.get(var).cloned() {
                let name = writer.name(*var);
                writer.forms.insert(*var, Form::Value(name));
                found.push((*var, word));
            }
        }
        found
    }

    fn put_back(&self, writer: &mut Writer<'_>, words: &[(Var, usize)]) {
        for (var, word) in words {
            writer.forms.insert(*var, Form::Frame(*word));
        }
    }

    /// Prints the kernel that counts the storage of the frame.
    fn room(&self, writer: &mut Writer<'_>, tops: &[&[Step]]) -> Written<String> {
        let (forms, types) = (writer.forms.clone(), writer.types.clone());
        writer.forms.retain(|_, form| !matches!(form, Form::Frame(_)));
        let all: Vec<Step> = tops.concat();
        let known = writer.forms.keys().copied().collect();
        writer.line("u64 room = 1;");
        writer.room_of_frame(&all, known)?;
        writer.line("P[1] = room;");
        (writer.forms, writer.types) = (forms, types);
        Ok(self.kernel(writer, "_room", "RG_ALONE"))
    }

    fn serial(
        &self,
        writer: &mut Writer<'_>,
        at: usize,
        steps: &[Step],
        next: Option<&Threads>,
    ) -> Written<String> {
        let before = self.named(writer);
        let own: Set<Var> = declared(steps, writer.vars).into_iter().collect();
        let words: Vec<(Var, usize)> = self
            .kept
            .iter()
            .filter(|var| own.contains(var) && writer.vars[**var].ty.depth() > 0)
            .filter_map(|var| match writer.forms.get(var) {
                Some(Form::Frame(word)) => Some((*var, *word)),
                _ => None,
            })
            .collect();
        let carries_on = matches!(self.program, Program::Record | Program::Replay);
        if carries_on {
            writer.line("rg_reopen(c);");
        }
        writer.steps(steps)?;
        writer.line("F[0] = c->top;");
        if let Some(threads) = next {
            let records = self.records[at + 1];
            writer.block("", |w| {
                let range = &threads.range;
                let (a, b) = (w.expr(&range.start)?, w.expr(&range.end)?);
                w.line(format!("const u64 a = {a}, b = {b};"));
                if let Some(word) = records {
                    w.trails(self.program, word);
                }
                w.line("u64 room = 1, sums = 0;");
                let known = w.forms.keys().copied().filter(|var| *var != threads.index).collect();
                w.room(&threads.body, known)?;
                for (sum, condition) in with_own_copies(threads) {
                    let length = w.length_of_sum(sum)?;
                    w.line(format!("{condition}sums += {length};"));
                }
                w.line("P[0] = a < b ? b - a : 0; P[1] = room; P[2] = sums;");
                Ok(())
            })?;
        }
        if carries_on {
            writer.line("rg_close(c);");
        }
        self.arrays(writer, &before);
        self.put_back(writer, &before);
        self.put_back(writer, &words);
        Ok(self.kernel(writer, &format!("_{at}"), "RG_ALONE"))
    }

    fn threads(&self, writer: &mut Writer<'_>, at: usize, threads: &Threads) -> Written<String> {
        let before = self.named(writer);
        let forms = writer.forms.clone();
        let values = self.values(writer, &threads.sums);
        let range = &threads.range;
        let (a, b) = (writer.expr(&range.start)?, writer.expr(&range.end)?);
        writer.line(format!("const u64 a = {a}, b = {b};"));
        let copies: Vec<(Var, &str)> = with_own_copies(threads).collect();
        if !copies.is_empty() {
            writer.line("const P_real s = (P_real)sums + t;");
            writer.line("u64 o = 0;");
        }
        for (sum, condition) in &copies {
            let (name, length) = (format!("{}_t", writer.name(*sum)), writer.length_of_sum(*sum)?);
            let place = Place::whole(*sum, threads.span);
            let alone = if condition.is_empty() { "T == 1" } else { "T == 1 || !RG_ORDERED" };
            let form = if writer.vars[*sum].ty.depth() > 0 {
                let whole = writer.view(&place)?;
                writer.line(format!(
                    "const V_real {name} = {alone} ? {whole} : rg_view_real(s + o * T, {whole}.n, T);"
                ));
                Form::View(name)
            } else {
                let whole = writer.number(&place)?;
                writer.line(format!("const P_real {name} = {alone} ? &{whole} : s + o * T;"));
                Form::Pointer(name)
            };
            writer.line(format!("{condition}o += {length};"));
            writer.forms.insert(*sum, form);
        }
        if !copies.is_empty() {
            writer.line("if (T > 1) for (u64 e = 0; e < o; ++e) s[e * T] = R(-0.0);");
        }
        let ty = writer.ctype(&range.end).or_else(|| writer.ctype(&range.start));
        let ty = ty.unwrap_or(super::CType::COUNT);
        let index = writer.name(threads.index);
        writer.types.insert(threads.index, ty);
        writer.forms.insert(threads.index, Form::Value(index.clone()));
        writer.scattered.clone_from(&threads.scattered);
        writer.block("for (u64 k = a + t; k < b; k += T)", |w| {
            w.line(format!("const {} {index} = k;", ty.name()));
            match self.records[at] {
                Some(word) => w.on_trail(self.program, word, &threads.body),
                None => w.body("", &threads.body),
            }
        })?;
        writer.scattered.clear();
        writer.forms = forms;
        self.arrays(writer, &before);
        for (var, word) in values.iter().filter(|(var, _)| writer.mentioned.contains(var)) {
            let (name, ty) = (writer.name(*var), writer.types[var].name());
            writer.out.insert_str(0, &format!("    const {ty} {name} = *(P_{ty})(F + {word});\n"));
        }
        let body = self.kernel(writer, &format!("_{at}"), "RG_TOGETHER");
        let reduced =
            if copies.is_empty() { String::new() } else { self.reduced(writer, at, threads, &before)? };
        self.put_back(writer, &before);
        Ok(body + &reduced)
    }

    /// Prints the kernel that adds the sums of all threads to what they are for, in an order that depends on their number alone.
    fn reduced(
        &self,
        writer: &mut Writer<'_>,
        at: usize,
        threads: &Threads,
        before: &[(Var, usize)],
    ) -> Written<String> {
        let mut total = Vec::new();
        for (sum, condition) in with_own_copies(threads) {
            let length = writer.length_of_sum(sum)?;
            total.push(if condition.is_empty() { length } else { format!("(RG_ORDERED ? {length} : 0)") });
        }
        writer.line(format!("const u64 all = {};", total.join(" + ")));
        writer.block("for (u64 e = RG_BLOCK; e < all; e += RG_BLOCKS)", |w| {
            w.line("u64 r = e; P_real to = 0;");
            for ((sum, _), length) in with_own_copies(threads).zip(&total) {
                let place = Place::whole(sum, threads.span);
                let to = if w.vars[sum].ty.depth() > 0 {
                    let whole = w.view(&place)?;
                    format!("{whole}.p + r * {whole}.s")
                } else {
                    let whole = w.number(&place)?;
                    format!("&{whole}")
                };
                w.line(format!("if (!to) {{ if (r < {length}) to = {to}; else r -= {length}; }}"));
            }
            w.line("rg_reduce((P_real)sums + e * T, T, to);");
            Ok(())
        })?;
        self.arrays(writer, before);
        Ok(self.kernel(writer, &format!("_{at}r"), "RG_REDUCTION"))
    }
}

/// Returns what a thread has a copy of its own of, with the condition in C: sums, and, where an order is asked for, arrays whose elements iterations choose.
fn with_own_copies(threads: &Threads) -> impl Iterator<Item = (Var, &'static str)> {
    let sums = threads.sums.iter().map(|sum| (*sum, ""));
    sums.chain(threads.scattered.iter().map(|array| (*array, "if (RG_ORDERED) ")))
}

impl Writer<'_> {
    fn length_of_sum(&mut self, sum: Var) -> Written<String> {
        match self.vars[sum].ty.depth() {
            0 => Ok("1".into()),
            _ => Ok(format!("{}.n", self.view(&Place::whole(sum, self.vars[sum].span))?)),
        }
    }

    /// Counts the storage of the frame: all arrays at its top, those of a written length too.
    fn room_of_frame(&mut self, steps: &[Step], known: Set<Var>) -> Written<()> {
        for step in steps {
            let (var, literal) = match step {
                Step::Let { var, value } | Step::Declare { var, value } => {
                    (*var, super::steps::literal_length(value))
                }
                Step::DeclareZero { shadow, .. } => (*shadow, None),
                _ => continue,
            };
            let dims = if self.vars[var].ty.depth() > 0 { self.dims_of(var)? } else { continue };
            let written = dims.into_iter().product::<Option<u64>>();
            if let Some(n) = literal.or(written) {
                self.line(format!("room += {n};"));
            }
        }
        self.room(steps, known)
    }
}
