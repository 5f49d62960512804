//! The graph of one of a function's programs, such as its adjoint: one bar per step.

use retrograde_compiler::Stages;
use retrograde_compiler::ir::Place;
use retrograde_compiler::ir::print::text;
use retrograde_compiler::ir::step::{Cotangent, Procedure, ShadowArgument, Step};
use retrograde_inspect::print;

use super::graph::{Bar, Frame, Graph, Item, Lines, Mark, Touches};
use super::statements::{row, sign, title};

/// Returns the graph of a program called `name`.
pub(crate) fn graph(stages: &Stages, procedure: &Procedure, name: &str) -> Graph {
    let seed = procedure.output.and_then(|(_, seed)| seed);
    let params = procedure.params.iter().flat_map(|(var, shadow)| [Some(*var), *shadow]).flatten();
    let mut lines = Lines::new(&procedure.vars, seed.into_iter().chain(params));
    let items = block(&procedure.steps, stages, procedure, &mut lines);
    let subtitle = format!("its {name}");
    Graph { title: title(&stages.function), subtitle, lines: lines.finish(), items }
}

fn block(steps: &[Step], stages: &Stages, procedure: &Procedure, lines: &mut Lines<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    for step in steps {
        items.extend(item(step, stages, procedure, lines));
    }
    items
}

fn item(step: &Step, stages: &Stages, procedure: &Procedure, lines: &mut Lines<'_>) -> Option<Item> {
    let vars = lines.vars();
    let line = || print::line(stages, procedure, step);
    let mut touches = Touches::new(lines);
    let mut at = None;
    match step {
        Step::Let { var, value } | Step::Declare { var, value } => {
            touches.expr(value);
            touches.mark(*var, Mark::Begin);
        }
        Step::DeclareZero { shadow, primal: _ } => touches.mark(*shadow, Mark::Begin),
        Step::Set { var, value } => {
            touches.expr(value);
            touches.mark(*var, Mark::Change("="));
        }
        Step::Refill { place, value, .. } => {
            value.iter().for_each(|value| touches.expr(value));
            touches.place(place, Mark::Change("="));
        }
        Step::Update(u) => {
            at = row(u.span);
            touches.expr(&u.value);
            touches.place(&u.place, Mark::Change(sign(text::operator(u.group, u.sign))));
        }
        Step::Call { args, span, .. } => {
            at = row(*span);
            args.iter().for_each(|arg| touches.argument(arg));
        }
        Step::CallAdjoint { args, span, .. } => {
            at = row(*span);
            for (arg, shadow) in args {
                touches.argument(arg);
                touches.shadow(shadow);
            }
        }
        Step::Pull { value, seed, args, span, .. } => {
            at = row(*span);
            touches.cotangent(seed);
            for (arg, shadow) in args {
                touches.argument(arg);
                touches.shadow(shadow);
            }
            value.iter().for_each(|var| touches.mark(*var, Mark::Begin));
        }
        Step::Seed { var, value } => {
            touches.cotangent(value);
            touches.mark(*var, Mark::Begin);
        }
        Step::Accumulate { place, value } => {
            at = row(*place.span);
            touches.cotangent(value);
            touches.place(place, Mark::Change("+"));
        }
        Step::Window { var, of, start, length, mutable } => {
            touches.expr(start);
            touches.expr(length);
            touches.place(of, if *mutable { Mark::Change("") } else { Mark::Read });
            touches.mark(*var, Mark::Begin);
        }
        Step::Push { stack, number } => {
            touches.mark(*number, Mark::Read);
            touches.mark(*stack, Mark::Change("+"));
        }
        Step::Pop { stack, number, .. } => {
            touches.mark(*number, Mark::Begin);
            touches.mark(*stack, Mark::Change("−"));
        }
        // A check changes nothing, and the drawing shows a run in which no check fails.
        Step::Check(_) => return None,
        Step::Safe(safe) => touches.names(&safe.tokens, vars),
        Step::For { index, range, body, span } => {
            touches.mark(*index, Mark::Begin);
            for bound in [Some(&range.start), Some(&range.end), range.step.as_ref()] {
                bound.into_iter().for_each(|e| touches.expr(e));
            }
            let head = touches.bar(line(), row(*span));
            let parts = vec![(None, block(body, stages, procedure, lines))];
            return Some(Item::Frame(Frame { head, parts, foot: None }));
        }
        Step::If { condition, then, otherwise } => {
            touches.expr(condition);
            let head = touches.bar(line(), None);
            let mut parts = vec![(None, block(then, stages, procedure, lines))];
            if !otherwise.is_empty() {
                let above = Bar { text: "else".to_string(), ..Bar::default() };
                parts.push((Some(above), block(otherwise, stages, procedure, lines)));
            }
            return Some(Item::Frame(Frame { head, parts, foot: None }));
        }
        Step::While { condition, body } => {
            touches.expr(condition);
            let head = touches.bar(line(), None);
            let parts = vec![(None, block(body, stages, procedure, lines))];
            return Some(Item::Frame(Frame { head, parts, foot: None }));
        }
        // Drawings are of programs before lanes are made.
        Step::Lanes(lanes) => {
            let parts = vec![(None, block(&lanes.body, stages, procedure, lines))];
            return Some(Item::Frame(Frame { head: Bar::default(), parts, foot: None }));
        }
        Step::Block(body) => {
            let parts = vec![(None, block(body, stages, procedure, lines))];
            return Some(Item::Frame(Frame { head: Bar::default(), parts, foot: None }));
        }
    }
    Some(Item::Bar(touches.bar(line(), at)))
}

impl Touches<'_, '_> {
    fn cotangent(&mut self, cotangent: &Cotangent) {
        self.place(&cotangent.seed, Mark::Read);
        cotangent.factor.iter().for_each(|factor| self.expr(factor));
    }

    fn shadow(&mut self, shadow: &ShadowArgument) {
        let place: Option<&Place> = match shadow {
            ShadowArgument::Discard => None,
            ShadowArgument::Exclusive(place) | ShadowArgument::Cells(place) => Some(place),
        };
        place.into_iter().for_each(|place| self.place(place, Mark::Change("")));
    }
}
