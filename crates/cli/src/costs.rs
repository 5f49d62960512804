//! The costs of an ordinary function: what each statement records in one run, and why.
//!
//! Takes the stages, returns one entry for each local and each decision that the record pushes. A value is recorded because a step of
//! the replay reads it: the first such step is the reason.

use proc_macro2::Span;
use retrograde_compiler::Stages;
use retrograde_compiler::ir::print::text;
use retrograde_compiler::ir::step::{Cotangent, Procedure, Step, nested};
use retrograde_compiler::ir::visit::each;
use retrograde_compiler::ir::{
    Argument, Expr, For, Kept, Named, Place, RealType, Scalar, Stmt, Type, Var, Variables, While,
};
use std::collections::BTreeMap;

/// The cost of one statement each time it runs.
#[derive(Clone, Debug)]
pub(crate) struct Cost {
    /// The statement, or the local in it.
    pub(crate) span: Span,
    /// The amount: `8 B`, `1 bit`.
    pub(crate) size: String,
    /// The reason.
    pub(crate) reason: String,
}

/// The costs of a function in the order in which they are recorded; none for a function without a record.
pub(crate) fn costs(stages: &Stages) -> Vec<Cost> {
    let Some(recording) = &stages.recording else { return Vec::new() };
    let mut decisions: BTreeMap<Var, (Kept, Span, bool)> = BTreeMap::new();
    let mut segments: BTreeMap<Var, Span> = BTreeMap::new();
    each(&stages.flat.body, &mut |stmt| {
        if let Stmt::For(For { checkpoint: Some(of), span, .. })
        | Stmt::While(While { checkpoint: Some(of), span, .. }) = stmt
        {
            segments.extend([of.round, of.first, of.length].map(|var| (var, *span)));
        }
        if let Some((kept, span)) = stmt.kept() {
            let is_loop = matches!(stmt, Stmt::While(_));
            decisions.insert(kept.number, (kept, span, is_loop));
        }
    });
    let (record, reads) = (&recording.record, Reads::of(&recording.replay));
    let mut found = Vec::new();
    pushed(&record.steps, &mut |pushed| {
        let (number, saved) = match pushed {
            Pushed::Local(number) => (number, None),
            Pushed::State(number, span) => (number, Some(span)),
        };
        let local = &record.vars[number];
        if let Some(span) = saved {
            let size = size(&local.ty, &stages.function.real);
            let reason = format!("`{}`, for rounds that run again", record.vars.written_name(number));
            return found.push(Cost { span, size, reason });
        }
        if let Some(span) = segments.get(&number) {
            let reason = "each: the rounds, the last segment and its length".to_string();
            return found.push(Cost { span: *span, size: "8 B".into(), reason });
        }
        found.push(match decisions.get(&number) {
            Some((_, span, true)) => {
                Cost { span: *span, size: "8 B".into(), reason: "the number of rounds".into() }
            }
            Some((_, span, false)) => {
                Cost { span: *span, size: "1 bit".into(), reason: "the side that ran".into() }
            }
            None => Cost {
                span: local.span,
                size: size(&local.ty, &stages.function.real),
                reason: reads.reason(number, &record.vars),
            },
        });
    });
    found
}

/// The content of a record.
enum Pushed {
    /// A local, or a decision.
    Local(Var),
    /// The state that a checkpointed loop changes, before a segment.
    State(Var, Span),
}

/// Calls `f` with every value that steps push.
fn pushed(steps: &[Step], f: &mut dyn FnMut(Pushed)) {
    for step in steps {
        if let Step::Push { number, .. } = step {
            f(Pushed::Local(*number));
        }
        if let Step::Call { callee, args, span, .. } = step {
            if let (true, Some(Argument::Shared(place))) = (callee.is_save(), args.get(1)) {
                f(Pushed::State(place.base, *span));
            }
        }
        nested(step).into_iter().for_each(|inner| pushed(inner, f));
    }
}

/// The size of a value on a record.
fn size(ty: &Type, real: &RealType) -> String {
    let number = match real {
        RealType::Concrete(name) if name == "f32" => "4 B".to_string(),
        RealType::Concrete(_) => "8 B".to_string(),
        RealType::Generic(name) => format!("one {name}"),
    };
    match ty {
        Type::Real => number,
        Type::Structure(Named::Number(parts)) => format!("{} × {number}", parts.parts().len()),
        Type::Exact(ty) => match ty.scalar() {
            Some(Scalar::Bool) => "1 bit".to_string(),
            _ => "8 B".to_string(),
        },
        Type::Array(item, length) => format!("{} × {}", text::tokens(length), size(item, real)),
        Type::Vec(item) | Type::Slice(item) => format!("{} for each element", size(item, real)),
        Type::Structure(_) | Type::Map(..) | Type::Unknown => "a copy".to_string(),
    }
}

/// The steps of a replay in their order, and what each reads.
struct Reads<'a> {
    steps: Vec<&'a Step>,
    vars: &'a Variables,
}

impl<'a> Reads<'a> {
    fn of(replay: &'a Procedure) -> Reads<'a> {
        fn flat<'s>(steps: &'s [Step], all: &mut Vec<&'s Step>) {
            for step in steps {
                all.push(step);
                nested(step).into_iter().for_each(|inner| flat(inner, all));
            }
        }
        let mut steps = Vec::new();
        flat(&replay.steps, &mut steps);
        Reads { steps, vars: &replay.vars }
    }

    /// The reason why a local is recorded: itself is read, or it is exchanged with a place that is read afterwards.
    fn reason(&self, local: Var, vars: &Variables) -> String {
        let name = vars.written_name(local).to_string();
        if let Some((at, place)) = self.exchanged(local) {
            let of = text::place(place, self.vars);
            // A loop goes on with its first step.
            let (before, after) = self.steps.split_at(at);
            let read = after.iter().chain(before).find_map(|step| self.read(step, place.base));
            return match read {
                Some(by) => format!("the old `{of}` is read by {by}"),
                None => format!("the old `{of}`, which the caller gets back"),
            };
        }
        let read = self.steps.iter().find_map(|step| self.read(step, local));
        match read {
            Some(by) => format!("`{name}` is read by {by}"),
            None => format!("`{name}` is what the statements before it are undone from"),
        }
    }

    /// The exchange of a local with a place, and the position after it.
    fn exchanged(&self, local: Var) -> Option<(usize, &'a Place)> {
        self.steps.iter().enumerate().find_map(|(at, step)| {
            let args: Vec<&Argument> = if let Step::Call { callee, args, .. } = step {
                // What is put back of a copy is no old value.
                if callee.is_restore() {
                    return None;
                }
                args.iter().collect()
            } else if let Step::CallAdjoint { args, .. } = step {
                args.iter().map(|(arg, _)| arg).collect()
            } else {
                return None;
            };
            let [Argument::Mutable(place), Argument::Mutable(old)] = args[..] else { return None };
            (old.base == local).then_some((at + 1, place))
        })
    }

    /// The way in which a step reads a variable, in words.
    fn read(&self, step: &Step, var: Var) -> Option<String> {
        let reads = |e: &Expr| e.reads_any(|place| place.base == var);
        let shown = |e: &Expr| format!("`{}`", text::expression(e, self.vars));
        let derivative = |of: &Cotangent| {
            let factor = of.factor.as_ref().filter(|factor| reads(factor))?;
            Some(format!("the derivative {}", shown(factor)))
        };
        let handed = |arg: &Argument| match arg {
            Argument::Value(e) => reads(e),
            Argument::Shared(place) | Argument::Mutable(place) => place.base == var,
        };
        match step {
            Step::Accumulate { place, value } => derivative(value).or_else(|| {
                let mut found = None;
                place.each_index(&mut |index| {
                    if reads(index) {
                        found = Some(format!("the index {}", shown(index)));
                    }
                });
                found
            }),
            Step::Seed { value, .. } => derivative(value),
            Step::Let { value, .. } | Step::Declare { value, .. } | Step::Set { value, .. } => {
                reads(value).then(|| format!("the derivative by way of {}", shown(value)))
            }
            Step::Pull { callee, args, seed, .. } => derivative(seed).or_else(|| {
                let any = args.iter().any(|(arg, _)| handed(arg));
                any.then(|| format!("the derivative of `{}`", text::tokens(&callee.path)))
            }),
            Step::CallAdjoint { callee, args, .. } => {
                let is_exchange =
                    args.len() == 2 && args.iter().all(|(arg, _)| matches!(arg, Argument::Mutable(_)));
                let any = args.iter().any(|(arg, _)| handed(arg)) && !is_exchange;
                any.then(|| format!("the derivative of `{}`", text::tokens(&callee.path)))
            }
            Step::If { condition, .. } | Step::While { condition, .. } => {
                reads(condition).then(|| format!("the condition {}", shown(condition)))
            }
            Step::For { range, .. } => [&range.start, &range.end]
                .into_iter()
                .find(|bound| reads(bound))
                .map(|bound| format!("the bound {}", shown(bound))),
            Step::Update(update) => reads(&update.value)
                .then(|| format!("`{}`, which is undone", shown_update(update, self.vars))),
            Step::Call { .. } | Step::DeclareZero { .. } | Step::Refill { .. } | Step::Window { .. } => None,
            Step::Push { .. } | Step::Pop { .. } | Step::Block(_) | Step::Check(_) | Step::Safe(_) => None,
            Step::Lanes(_) => None,
        }
    }
}

fn shown_update(update: &retrograde_compiler::ir::Update, vars: &Variables) -> String {
    let sign = text::operator(update.group, update.sign.flipped());
    format!("{} {sign} {}", text::place(&update.place, vars), text::expression(&update.value, vars))
}
