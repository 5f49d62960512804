//! Says of each loop that is marked `#[parallel]` what runs together, or why it stays scalar, and which loops without a mark run together.

use proc_macro2::Span;
use retrograde_compiler::Stages;
use retrograde_compiler::ir::print::text;
use retrograde_compiler::ir::step::{Lanes, Program, Row, RowTouch, each_call};
use retrograde_compiler::ir::{Place, Role, Together, Variables};
use retrograde_compiler::reverse::record;
use retrograde_compiler::simplify;
use retrograde_compiler::simplify::access::Nodes;
use retrograde_compiler::sorted::{Map, Set};
use retrograde_compiler::stages::programs_in_lanes;

/// A loop that is marked, or that runs in lanes without a mark.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Its head.
    pub span: Span,
    /// The way in which programs run it: the names of programs that run it alike, and how.
    pub programs: Vec<(Vec<&'static str>, String)>,
}

/// Returns the marked loops of a function, and those that run in lanes without a mark, in the order of the text.
pub fn loops(stages: &Stages) -> Vec<Loop> {
    let mut loops: Vec<Loop> = Vec::new();
    let on_tape = match stages.function.options.language.is_ordinary() {
        true => record::on_tape_since(&stages.flat),
        false => Map::new(),
    };
    for procedure in programs_in_lanes(stages) {
        let program = name(procedure.program);
        let (marked, vars) = simplify::marked(procedure);
        for one in marked {
            let how = match &one.lanes {
                Ok(lanes) if lanes.elements(&stages.function.real).is_empty() => {
                    "scalar, since integers change in some iterations only, which lanes count as numbers, and an `f32` counts to 2²⁴ only".into()
                }
                Ok(lanes) => described(lanes, &vars),
                Err(reason) => match on_tape.get(&one.index) {
                    Some(other) if reason == "it records" && other != reason => {
                        format!("scalar, since it records, and {other}")
                    }
                    _ => format!("scalar, since {reason}"),
                },
            };
            let line = |span: Span| span.start().line;
            let known = loops.iter().position(|known| line(known.span) == line(one.span));
            let at = known.unwrap_or_else(|| {
                loops.push(Loop { span: one.span, programs: Vec::new() });
                loops.len() - 1
            });
            let programs = &mut loops[at].programs;
            match programs.iter_mut().find(|(_, known)| *known == how) {
                Some((names, _)) if names.contains(&program) => {}
                Some((names, _)) => names.push(program),
                None => programs.push((vec![program], how)),
            }
        }
    }
    loops.sort_by_key(|one| one.span.start().line);
    loops
}

fn name(program: Program) -> &'static str {
    match program {
        Program::Primal => "primal",
        Program::Inverse => "inverse",
        Program::Adjoint => "adjoint",
        Program::Sweep => "sweep",
        Program::InverseAdjoint => "inverse-adjoint",
        Program::Record => "record",
        Program::Replay => "replay",
    }
}

fn described(lanes: &Lanes, vars: &Variables) -> String {
    let mut parts = Vec::new();
    let mut part = |verb: &str, of: Vec<String>| {
        if !of.is_empty() {
            let mut of = of;
            of.sort();
            parts.push(format!("{verb} {}", of.join(", ")));
        }
    };
    let rows = |touch| -> Vec<String> {
        lanes.rows.iter().filter(|row| row.touch == touch).map(|row| row_text(row, vars)).collect()
    };
    let named = |var| format!("`{}`", vars.written_name(var));
    part("each reads its own", rows(RowTouch::Read));
    part("each adds to its own", rows(RowTouch::Add));
    part("each sets its own", rows(RowTouch::AddFirst));
    part("each changes its own", rows(RowTouch::Change));
    let nodes = Nodes::of(&lanes.body, vars);
    let places: Vec<&Place> = nodes.all.iter().flat_map(|node| &node.accesses).map(|a| &a.place).collect();
    let is_gathered = |place: &Place| {
        let mut differs = false;
        place.each_index(&mut |index| differs |= index.reads_any(|place| place.base == lanes.index));
        differs
    };
    let of = |wanted: bool| -> Vec<String> {
        let captures = lanes.captures.iter().filter(|c| vars[c.local].role == Role::Uniform);
        let read = |local| places.iter().any(|p| p.base == local && is_gathered(p) == wanted);
        captures.filter(|c| read(c.local)).map(|c| named(c.of)).collect()
    };
    part("all read", of(false));
    part("each reads by an index of its own in", of(true));
    let sums = |wanted: bool| -> Vec<String> {
        let sums = lanes.sums.iter().filter(|sum| lanes.scattered.contains(&sum.local) == wanted);
        sums.map(|sum| named(sum.of)).collect()
    };
    part("sums in", sums(false));
    part("each adds by an index of its own in", sums(true));
    let mut callees = Set::new();
    each_call(&lanes.body, &mut |callee, _| {
        callees.insert(format!("`{}`", callee.name()));
    });
    part(
        "calls, in lanes if it is generic, decides on no number and is `#[inline(always)]`,",
        callees.into_iter().collect(),
    );
    let blocks = match vars.together(lanes.index) {
        Some(Together::Threads) => ", on threads",
        Some(Together::Ranks) => ", on ranks",
        Some(Together::Never | Together::Lanes) => "",
        None => " without a mark, in release builds and from some iterations on",
    };
    let wide = if lanes.wide { ", two blocks at once" } else { "" };
    format!("in lanes{blocks}{wide}; {}", parts.join("; "))
}

fn row_text(row: &Row, vars: &Variables) -> String {
    let array = vars.written_name(row.of);
    let start = text::expression(&row.start, vars);
    match &row.length {
        None => format!("`{array}[{start}]`"),
        Some(length) => format!("`{array}[{start}..][..{}]`", text::expression(length, vars)),
    }
}
