//! Divides a program into *launches*: loops whose iterations run in threads of a device, and the steps between them, which one
//! thread runs.
//!
//! Takes a program before simplification, returns its launches in order. Law: a loop at the top of a program runs in threads if its
//! iterations commute (`commute`), with a mark or without, unless the mark is `#[sequential]`; each variable outside that its
//! iterations change is their own, or is only added to, so that it is a *sum*. The record is no obstacle: an iteration has one of its own.

use super::access::{Nodes, Shape, Touch};
use super::commute::{Obstacle, obstacles};
use super::{inner, reduced, scratch};
use crate::ir::step::{Procedure, Program, Step, nested};
use crate::ir::*;
use crate::sorted::{Map, Set};
use proc_macro2::Span;

/// Steps that one thread runs, or a loop whose iterations run in threads.
#[derive(Clone, Debug)]
pub enum Launch {
    /// Steps in order.
    Serial(Vec<Step>),
    /// A loop.
    Threads(Box<Threads>),
}

/// A loop whose iterations run in threads.
#[derive(Clone, Debug)]
pub struct Threads {
    /// The index.
    pub index: Var,
    /// The indices that it visits: rising, one by one.
    pub range: Range,
    /// One iteration.
    pub body: Vec<Step>,
    /// Places to which iterations add: numbers, and arrays in which each iteration reaches the same elements. A thread has one of its own.
    pub sums: Vec<Var>,
    /// Arrays to which iterations add where they choose the element.
    pub scattered: Set<Var>,
    /// True if each iteration has a record of its own.
    pub records: bool,
    /// The head of the loop.
    pub span: Span,
}

/// A program in launches.
#[derive(Clone, Debug)]
pub struct Launches {
    /// The program without its steps.
    pub procedure: Procedure,
    /// The launches; serial ones and loops alternate, and the first and the last are serial.
    pub all: Vec<Launch>,
}

/// Returns a program with the work removed that is not needed, as the body of a function that one thread runs.
pub fn alone(procedure: Procedure) -> Procedure {
    let mut procedure = needed(procedure);
    procedure.steps = reshaped(std::mem::take(&mut procedure.steps), &mut procedure.vars);
    procedure
}

/// Returns a program without checks, and without the work that is not needed.
pub fn needed(mut procedure: Procedure) -> Procedure {
    procedure.checked = None;
    match procedure.program {
        Program::Primal | Program::Record => procedure,
        Program::Inverse | Program::Adjoint | Program::Sweep | Program::InverseAdjoint | Program::Replay => {
            reduced(procedure)
        }
    }
}

/// The indices of the loops that run in threads, with the truth that an iteration records, or reads what it recorded.
pub type InThreads = Map<Var, bool>;

/// Returns the loops of a program from [`needed`] that may run in threads: those at its top, each of whose iterations has a record of its own.
pub fn in_threads(procedure: &Procedure) -> InThreads {
    let (mut found, vars) = (InThreads::new(), &procedure.vars);
    for step in &procedure.steps {
        let Step::For { index, range, .. } = step else { continue };
        let nodes = Nodes::of(std::slice::from_ref(step), vars);
        let is_tape = |var: Var| vars[var].role == Role::Tape;
        let tape_alone = |obstacle: &Obstacle| matches!(obstacle, Obstacle::Shared(var) if is_tape(*var));
        let records = nodes.all.iter().any(|node| node.accesses.iter().any(|a| is_tape(a.place.base)));
        // What commutes rises already, but for the tape.
        let is_plain = is_plain(range) && (records || !range.falling);
        if is_plain && !vars.is_sequential(*index) && obstacles(&nodes, 0, vars).iter().all(tape_alone) {
            found.insert(*index, records);
        }
    }
    found
}

/// Returns the loops of a record and its replay that run in threads: one that records, and the one that reads what it recorded, or neither.
pub fn in_threads_of_both(record: &Procedure, replay: &Procedure) -> [InThreads; 2] {
    let all = [in_threads(record), in_threads(replay)];
    let kept = |of: usize| {
        let is_kept = |(index, records): &(&Var, &bool)| !**records || all[1 - of].get(*index) == Some(&true);
        all[of].iter().filter(is_kept).map(|(index, records)| (*index, *records)).collect()
    };
    [kept(0), kept(1)]
}

/// Returns a program from [`needed`] in launches.
pub fn launches(mut procedure: Procedure, in_threads: &InThreads) -> Launches {
    let steps = std::mem::take(&mut procedure.steps);
    let (mut all, mut between) = (Vec::new(), Vec::new());
    for step in steps {
        let nodes = Nodes::of(std::slice::from_ref(&step), &procedure.vars);
        match step {
            Step::For { index, mut range, body, span } if in_threads.contains_key(&index) => {
                range.falling = false;
                let (sums, scattered) = sums(&nodes, index, &body, &procedure.vars);
                let body = reshaped(body, &mut procedure.vars);
                let records = in_threads.get(&index) == Some(&true);
                let threads = Threads { index, range, body, sums, scattered, records, span };
                all.push(Launch::Serial(std::mem::take(&mut between)));
                all.push(Launch::Threads(Box::new(threads)));
            }
            other => between.push(other),
        }
    }
    all.push(Launch::Serial(between));
    for launch in &mut all {
        if let Launch::Serial(steps) = launch {
            *steps = reshaped(std::mem::take(steps), &mut procedure.vars);
        }
    }
    Launches { procedure, all }
}

/// Moves storage out of inner loops, and names the windows that innermost loops visit.
fn reshaped(steps: Vec<Step>, vars: &mut Variables) -> Vec<Step> {
    let steps = scratch::scratch(steps, vars);
    // No window has to be the same for several iterations: each thread runs one.
    let none = Var(u32::MAX);
    inner::inner(steps, vars, inner::Sums::Whole { lanes: none })
}

fn is_plain(range: &Range) -> bool {
    range.step.is_none() && range.nth.is_none() && !range.inclusive
}

/// Returns the places outside of a loop that its iterations share: those with one of its own for each thread, and those that are added
/// to where an iteration says.
fn sums(nodes: &Nodes, index: Var, body: &[Step], vars: &Variables) -> (Vec<Var>, Set<Var>) {
    let varying = varying(nodes, index, body, vars);
    let (mut shared, mut scattered) = (Set::new(), Set::new());
    for (id, node) in nodes.all.iter().enumerate().skip(1) {
        for access in node.accesses.iter().filter(|a| matches!(a.touch, Touch::Add | Touch::Change)) {
            let base = access.place.base;
            let is_own = nodes.instance(id, base).is_some() || nodes.owned_by_iterations(0, base, None, vars);
            if is_own || base == index || vars[base].role == Role::Tape {
                continue;
            }
            shared.insert(base);
            let mut chooses = false;
            access.place.each_index(&mut |at| {
                chooses |= at.reads_any(|read| varying.contains(&read.base));
            });
            if chooses {
                scattered.insert(base);
            }
        }
    }
    (shared.difference(&scattered).copied().collect(), scattered)
}

/// Returns the variables that differ between iterations, besides the indices of inner loops that all run alike.
fn varying(nodes: &Nodes, index: Var, body: &[Step], vars: &Variables) -> Set<Var> {
    let mut varying = Set::from([index]);
    for node in nodes.all.iter().skip(1) {
        let is_index = matches!(node.shape, Shape::For(..));
        varying.extend(node.declares.filter(|var| !is_index && vars[*var].ty.is_real()));
        // An exact variable that changes inside may change in another way in each iteration.
        let changed = node.accesses.iter().filter(|a| matches!(a.touch, Touch::Add | Touch::Change));
        varying.extend(changed.map(|a| a.place.base).filter(|var| !vars[*var].ty.is_real()));
    }
    loop {
        let known = varying.len();
        spread(body, &mut varying);
        if varying.len() == known {
            return varying;
        }
    }
}

fn spread(steps: &[Step], varying: &mut Set<Var>) {
    for step in steps {
        let (var, parts): (Var, Vec<&Expr>) = match step {
            Step::Let { var, value } | Step::Declare { var, value } | Step::Set { var, value } => {
                (*var, vec![value])
            }
            Step::For { index, range, .. } => (*index, vec![&range.start, &range.end]),
            Step::Window { var, start, length, .. } => (*var, vec![start, length]),
            Step::DeclareZero { .. }
            | Step::Refill { .. }
            | Step::Update(_)
            | Step::Call { .. }
            | Step::CallAdjoint { .. }
            | Step::Pull { .. }
            | Step::Seed { .. }
            | Step::Accumulate { .. }
            | Step::If { .. }
            | Step::While { .. }
            | Step::Push { .. }
            | Step::Pop { .. }
            | Step::Block(_)
            | Step::Lanes(_)
            | Step::Check(_)
            | Step::Safe(_) => {
                nested(step).into_iter().for_each(|inner| spread(inner, varying));
                continue;
            }
        };
        if parts.iter().any(|e| e.reads_any(|place| varying.contains(&place.base))) {
            varying.insert(var);
        }
        nested(step).into_iter().for_each(|inner| spread(inner, varying));
    }
}
