//! Finds out how the body of a parallel loop accesses each variable outside.

use super::{Reason, flat, typed};
use crate::analysis::region::Polynomial;
use crate::ir::step::{RowTouch, Step};
use crate::ir::*;
use crate::simplify::access::{Access, Nodes, Touch};
use crate::sorted::{Map, Set};

/// The elements of one array that belong to an iteration.
pub(super) struct RowPlan {
    /// From the elements of an iteration to those of the next.
    pub(super) stride: Polynomial,
    /// The place where those of the first iteration begin, if there is one of them; else they begin at zero, and there are as many as the stride says.
    pub(super) offset: Option<Polynomial>,
    pub(super) touch: RowTouch,
}

/// The way in which the iterations run some steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Control {
    /// All or none.
    Same,
    /// Some do.
    Sides,
    /// Each as often as it says.
    Rounds,
}

/// The way in which the body accesses the variables outside.
pub(super) struct Plan {
    /// The variables that the body declares.
    pub(super) private: Set<Var>,
    /// The exact variables among them that depend on the iteration, with its index.
    pub(super) varying: Set<Var>,
    /// The truths among these.
    pub(super) truths: Set<Var>,
    /// The values of the integers among these, from the index.
    pub(super) integers: Map<Var, Expr>,
    /// Integers that change in some iterations only: they are counted as real numbers.
    pub(super) counts: Set<Var>,
    /// The stacks of truths, and those of counts and other numbers.
    pub(super) stacks: [Set<Var>; 2],
    /// The numbers outside that the body changes.
    changed: Set<Var>,
    /// The variables that are read as they are.
    pub(super) captured: Set<Var>,
    /// The arrays whose lengths are read.
    pub(super) measured: Set<Var>,
    /// The places to which all iterations add.
    pub(super) summed: Set<Var>,
    /// Those among them where each iteration chooses the element.
    pub(super) scattered: Set<Var>,
    pub(super) rows: Map<Var, Vec<RowPlan>>,
}

impl Plan {
    /// `own` are variables outside of the body that are an iteration's own.
    pub(super) fn of(
        mut nodes: Nodes,
        index: Var,
        body: &[Step],
        own: &Set<Var>,
        vars: &Variables,
    ) -> Result<Plan, Reason> {
        let declared = nodes.all.iter().skip(1).filter_map(|node| node.declares);
        let mut plan = Plan {
            private: declared.chain(own.iter().copied()).collect(),
            varying: Set::from([index]),
            truths: Set::new(),
            integers: Map::new(),
            counts: Set::new(),
            stacks: Default::default(),
            changed: Set::new(),
            scattered: Set::new(),
            captured: Set::new(),
            measured: Set::new(),
            summed: Set::new(),
            rows: Map::new(),
        };
        flat::accesses(&mut nodes, &plan.private, vars)?;
        let nodes = &nodes;
        let is_change = |access: &&Access| matches!(access.touch, Touch::Add | Touch::Change);
        let accesses = nodes.all.iter().skip(1).flat_map(|node| &node.accesses);
        plan.changed = accesses.filter(is_change).map(|access| access.place.base).collect();
        // What one pass finds varying, the next one finds in conditions.
        loop {
            let known = plan.known();
            plan.vary(body, Control::Same, vars)?;
            if plan.known() == known {
                break;
            }
        }
        let mut changed: Map<Var, Set<&str>> = Map::new();
        for (id, node) in nodes.all.iter().enumerate().skip(1) {
            for access in &node.accesses {
                let (base, place) = (access.place.base, &access.place);
                if base == index || plan.private.contains(&base) {
                    let is_declared = own.contains(&base) || nodes.instance(id, base).is_some();
                    if base != index && !is_declared {
                        return Err(format!("`{}` is declared inside and outside of it", vars[base].name));
                    }
                    if base != index && plan.varies_in(place, vars) {
                        return Err(format!(
                            "each iteration reaches another element of `{}`",
                            vars[base].name
                        ));
                    }
                    continue;
                }
                if access.touch == Touch::Extent {
                    if !place.is_whole() {
                        return Err(format!("it asks for the length of an array in `{}`", vars[base].name));
                    }
                    plan.simple(access, false, vars)?;
                    plan.measured.insert(base);
                    continue;
                }
                let kinds = changed.entry(base).or_default();
                kinds.insert(match access.touch {
                    Touch::Read | Touch::Extent => "read",
                    Touch::Add => "add",
                    Touch::Change => "change",
                });
                let varies = plan.varies_in(place, vars);
                // Integers are read where they are.
                let is_exact = matches!(vars[base].ty.leaf(), Type::Exact(_));
                kinds.insert(if varies && !is_exact { "row" } else { "all" });
                if (!varies || is_exact) && access.touch == Touch::Change {
                    return Err(format!("all iterations change `{}`", vars[base].name));
                }
                plan.simple(access, varies, vars)?;
            }
        }
        for (base, kinds) in changed {
            let has = |kind| kinds.contains(kind);
            let is_changed = has("add") || has("change");
            if has("row") {
                let is_added_to = !has("change") && !has("read");
                let is_shared = is_changed && has("all");
                let rows = if is_shared && !is_added_to {
                    Err(format!("`{}` is changed by iteration, and accessed otherwise", vars[base].name))
                } else {
                    plan.rows_of(nodes, base, index, is_changed, vars)
                };
                match rows {
                    Ok(rows) => {
                        plan.rows.insert(base, rows);
                        if !is_changed {
                            plan.captured.insert(base);
                        }
                        // What all iterations add has another place.
                        if is_shared {
                            plan.summed.insert(base);
                        }
                    }
                    // Each lane reads its element, or adds to it.
                    Err(_) if !is_changed => {
                        plan.captured.insert(base);
                    }
                    Err(_) if is_added_to => {
                        plan.summed.insert(base);
                        plan.scattered.insert(base);
                    }
                    Err(reason) => return Err(reason),
                }
            } else if has("add") {
                if has("read") {
                    return Err(format!("`{}` is added to and read", vars[base].name));
                }
                plan.summed.insert(base);
            } else {
                plan.captured.insert(base);
            }
        }
        Ok(plan)
    }

    /// Finds the exact locals that depend on the iteration. Under a mask nothing exact may change: it is one for all lanes.
    fn vary(&mut self, body: &[Step], control: Control, vars: &Variables) -> Result<(), Reason> {
        for step in body {
            if let (true, Some(changed)) = (control != Control::Same, changed(step)) {
                match &vars[changed].ty {
                    Type::Exact(_) if vars.may_wrap(changed) => {
                        return Err(format!("`{}` may wrap around in some iterations", vars[changed].name));
                    }
                    Type::Exact(_) if self.private.contains(&changed) => {
                        self.counts.insert(changed);
                    }
                    ty if matches!(ty.leaf(), Type::Exact(_)) => {
                        return Err(format!("`{}` changes in some iterations only", vars[changed].name));
                    }
                    _ => {}
                }
            }
            match step {
                // Lanes undo their last rounds together, which were not the same ones.
                Step::Push { .. } | Step::Pop { .. } if control == Control::Rounds => {
                    return Err(
                        "it keeps decisions in a loop that each iteration runs another number of times"
                            .into(),
                    );
                }
                Step::Push { stack, number } if self.truths.contains(number) => {
                    self.stacks[0].insert(*stack);
                }
                Step::Push { stack, number }
                    if self.counts.contains(number) || vars[*number].ty.is_real() =>
                {
                    self.stacks[1].insert(*stack);
                }
                Step::Pop { stack, number, .. } if self.stacks[0].contains(stack) => {
                    self.varying.insert(*number);
                    self.truths.insert(*number);
                }
                Step::Pop { stack, number, .. }
                    if self.stacks[1].contains(stack) && !vars[*number].ty.is_real() =>
                {
                    self.counts.insert(*number);
                }
                _ => {}
            }
            if let Step::Let { var, value } = step {
                let exact = matches!(vars[*var].ty.leaf(), Type::Exact(_));
                // A truth of numbers is one of vectors, also where all lanes have the same.
                let of_numbers = value.reads_any(|place| vars[place.base].ty.is_real());
                if exact && (self.is_varying(value, vars) || of_numbers && self.truth_of(value).is_some()) {
                    self.varying.insert(*var);
                    if self.truth_of(value).is_some() {
                        self.truths.insert(*var);
                    } else if value.reads_any(|place| self.changed.contains(&place.base)) {
                        return Err(format!("`{}` is computed from what changes", vars[*var].name));
                    } else {
                        let value = self.computed(value);
                        // A vector has no integers: each lane computes its own from its index.
                        let has_lanes = |place: &Place| {
                            vars[place.base].ty.is_real() || self.truths.contains(&place.base)
                        };
                        if value.reads_any(has_lanes) {
                            let written = print::text::expression(&value, vars);
                            return Err(format!("`{written}` is an integer made of numbers"));
                        }
                        self.integers.insert(*var, typed::of_local(value, *var, vars)?);
                    }
                }
            }
            let inside = match step {
                Step::If { condition, .. } if self.is_varying(condition, vars) => Control::Sides,
                Step::While { condition, .. } if self.is_varying(condition, vars) => Control::Rounds,
                Step::For { range, .. } if self.has_own_bounds(range, vars) => Control::Rounds,
                _ => Control::Same,
            };
            for inner in step::nested(step) {
                self.vary(inner, control.max(inside), vars)?;
            }
        }
        Ok(())
    }

    /// True if the exact value of an expression depends on the iteration.
    pub(super) fn is_varying(&self, e: &Expr, vars: &Variables) -> bool {
        e.reads_any(|place| {
            let base = place.base;
            let is_own = self.private.contains(&base) || self.changed.contains(&base);
            let is_exact = self.varying.contains(&base) || self.counts.contains(&base);
            is_exact || vars[base].ty.is_real() && is_own
        })
    }

    /// Returns how much is known to be varying.
    fn known(&self) -> usize {
        let stacks: usize = self.stacks.iter().map(Set::len).sum();
        self.varying.len() + self.counts.len() + stacks
    }

    /// True if a loop has bounds that depend on the iteration.
    pub(super) fn has_own_bounds(&self, range: &Range, vars: &Variables) -> bool {
        [&range.start, &range.end].into_iter().any(|bound| self.is_varying(bound, vars))
    }

    /// Returns the condition whose truth a value is, as such or as the number one.
    pub(super) fn truth_of<'e>(&self, value: &'e Expr) -> Option<&'e Expr> {
        let is_truth = |e: &Expr| print::is_truth(e, &|var| self.truths.contains(&var));
        match value {
            Expr::ToExact(truth, _) if is_truth(truth) => Some(truth),
            truth if is_truth(truth) => Some(truth),
            _ => None,
        }
    }

    /// Returns an expression with the integers that depend on the iteration computed from its index.
    pub(super) fn computed(&self, e: &Expr) -> Expr {
        let of = |place: &Place| self.integers.get(&place.base).filter(|_| place.is_whole());
        e.replaced(&mut |part| match part {
            Expr::Read(place) => of(place).cloned(),
            Expr::Host(host, args) => {
                let lent = |arg: &Argument| match arg {
                    Argument::Shared(place) => match of(place) {
                        Some(Expr::Read(element)) => Some(Argument::Shared(element.clone())),
                        Some(_) | None => None,
                    },
                    Argument::Mutable(_) | Argument::Value(_) => None,
                };
                let computed = args
                    .iter()
                    .map(|arg| lent(arg).unwrap_or_else(|| arg.map(&mut |part| self.computed(part))));
                Some(Expr::Host(host.clone(), computed.collect()))
            }
            _ => None,
        })
    }

    fn varies_in(&self, place: &Place, vars: &Variables) -> bool {
        let mut varies = false;
        place.each_index(&mut |index| varies |= self.is_varying(index, vars));
        varies
    }

    /// Refuses variables outside that lanes cannot access yet.
    fn simple(&self, access: &Access, varies: bool, vars: &Variables) -> Result<(), Reason> {
        let (place, v) = (&access.place, &vars[access.place.base]);
        let plain = match v.ty.leaf() {
            Type::Real | Type::Exact(_) => v.ty.depth() <= 1 && !v.ty.is_map() || flat::rows(&v.ty).is_some(),
            Type::Structure(_) | Type::Unknown => false,
            Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => false,
        };
        let is_read = matches!(access.touch, Touch::Read | Touch::Extent);
        if let Some(field) = vars.field_path(place.base) {
            // Numbers of one structure, which all iterations read; their cotangents are sums.
            let is_sum =
                access.touch == Touch::Add && !varies && v.role == Role::InputShadow && v.ty.depth() <= 1;
            if !(is_read || is_sum) || field.elements() > 0 || vars.is_part(place.base) {
                let place = print::text::place(place, vars);
                return Err(format!("it accesses a field of a structure, `{place}`"));
            }
        }
        if plain && v.role != Role::Tape {
            return Ok(());
        }
        Err(format!("`{}` is no number and no array of numbers", v.name))
    }

    /// Returns the rows of an array that is accessed by iteration.
    fn rows_of(
        &self,
        nodes: &Nodes,
        base: Var,
        index: Var,
        is_changed: bool,
        vars: &Variables,
    ) -> Result<Vec<RowPlan>, Reason> {
        let touches = |touch| nodes.accesses().any(|a| a.place.base == base && a.touch == touch);
        let touch = if touches(Touch::Change) || touches(Touch::Add) && touches(Touch::Read) {
            RowTouch::Change
        } else if touches(Touch::Add) {
            RowTouch::Add
        } else {
            RowTouch::Read
        };
        if !matches!(vars[base].ty.leaf(), Type::Real) {
            return Err(format!("`{}` differs between iterations and decides", vars[base].name));
        }
        // One element for each iteration, or several for an array that is only read.
        let mut singles: Vec<RowPlan> = Vec::new();
        let mut single = true;
        for access in nodes.accesses().filter(|a| a.place.base == base) {
            let at = match access.place.path.first() {
                Some(Projection::Index(at)) => at,
                Some(Projection::Range(a, b)) => {
                    single &= !self.is_varying(a, vars) && !self.is_varying(b, vars);
                    continue;
                }
                None => continue,
            };
            if !self.is_varying(at, vars) {
                continue;
            }
            let Some((stride, offset)) = Polynomial::of(at, vars).split(index) else {
                return Err(format!("`{}` is reached by an index that is not `i * n + j`", vars[base].name));
            };
            if stride.is_negative() {
                return Err(format!(
                    "the elements of `{}` fall from iteration to iteration",
                    vars[base].name
                ));
            }
            let moves = offset.depends_on_any(&self.private) || stride.depends_on_any(&self.private);
            single &= !moves;
            if single
                && !singles.iter().any(|row| row.stride == stride && row.offset.as_ref() == Some(&offset))
            {
                singles.push(RowPlan { stride, offset: Some(offset), touch });
            }
        }
        if single && (!is_changed || singles.len() == 1) {
            return Ok(singles);
        }
        let is_own = |access: &Projection| match access {
            Projection::Index(at) => self.is_varying(at, vars),
            Projection::Range(a, b) => self.is_varying(a, vars) || self.is_varying(b, vars),
        };
        let stride = nodes.stride_of_iterations(0, base, &is_own, vars);
        match stride.filter(|stride| !stride.depends_on_any(&self.private)) {
            Some(stride) => Ok(vec![RowPlan { stride, offset: None, touch }]),
            None => Err(format!("the elements of `{}` are not apart by iteration", vars[base].name)),
        }
    }
}

/// Returns the variable that a step changes, if it is one that was there before.
fn changed(step: &Step) -> Option<Var> {
    match step {
        Step::Update(u) => Some(u.place.base),
        Step::Set { var, .. } => Some(*var),
        Step::Accumulate { place, .. } => Some(place.base),
        Step::Let { .. } | Step::Declare { .. } | Step::DeclareZero { .. } | Step::Seed { .. } => None,
        // Storage is declared where it is filled.
        Step::Refill { .. } | Step::Window { .. } => None,
        Step::For { .. } | Step::If { .. } | Step::While { .. } | Step::Block(_) => None,
        // These are refused.
        Step::Call { .. } | Step::CallAdjoint { .. } | Step::Pull { .. } | Step::Lanes(_) => None,
        Step::Push { .. } | Step::Pop { .. } | Step::Check(_) | Step::Safe(_) => None,
    }
}
