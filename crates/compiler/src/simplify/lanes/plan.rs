//! Finds out how the body of a parallel loop accesses each variable outside.

use super::Reason;
use crate::analysis::region::Polynomial;
use crate::ir::step::{RowTouch, Step};
use crate::ir::*;
use crate::simplify::access::{Nodes, Touch};
use std::collections::{BTreeMap, BTreeSet};

/// The elements of one array that belong to an iteration.
pub(super) struct RowPlan {
    /// From the elements of an iteration to those of the next.
    pub(super) stride: Polynomial,
    /// Where those of the first iteration begin, if there is one of them; else they begin at zero, and there are as many as the stride says.
    pub(super) offset: Option<Polynomial>,
    pub(super) touch: RowTouch,
}

/// How the body accesses the variables outside.
pub(super) struct Plan {
    /// The variables that the body declares.
    pub(super) private: BTreeSet<Var>,
    /// The exact variables among them that depend on the iteration, with its index.
    pub(super) varying: BTreeSet<Var>,
    /// The variables that are read as they are.
    pub(super) captured: BTreeSet<Var>,
    /// The arrays whose lengths are read.
    pub(super) measured: BTreeSet<Var>,
    /// The places to which all iterations add.
    pub(super) summed: BTreeSet<Var>,
    pub(super) rows: BTreeMap<Var, Vec<RowPlan>>,
}

impl Plan {
    pub(super) fn of(nodes: &Nodes, index: Var, body: &[Step], vars: &Variables) -> Result<Plan, Reason> {
        let mut plan = Plan {
            private: nodes.all.iter().skip(1).filter_map(|node| node.declares).collect(),
            varying: BTreeSet::from([index]),
            captured: BTreeSet::new(),
            measured: BTreeSet::new(),
            summed: BTreeSet::new(),
            rows: BTreeMap::new(),
        };
        plan.vary(body, vars);
        let mut changed: BTreeMap<Var, BTreeSet<&str>> = BTreeMap::new();
        for (id, node) in nodes.all.iter().enumerate().skip(1) {
            for access in &node.accesses {
                let (base, place) = (access.place.base, &access.place);
                if base == index || plan.private.contains(&base) {
                    if base != index && nodes.instance(id, base).is_none() {
                        return Err(format!("`{}` is declared inside and outside of it", vars[base].name));
                    }
                    continue;
                }
                if access.touch == Touch::Extent {
                    plan.simple(place, vars)?;
                    plan.measured.insert(base);
                    continue;
                }
                let kinds = changed.entry(base).or_default();
                kinds.insert(match access.touch {
                    Touch::Read | Touch::Extent => "read",
                    Touch::Add => "add",
                    Touch::Change => "change",
                });
                let varies = plan.varies_in(place);
                kinds.insert(if varies { "row" } else { "all" });
                if !varies && access.touch == Touch::Change {
                    return Err(format!("all iterations change `{}`", vars[base].name));
                }
                plan.simple(place, vars)?;
            }
        }
        for (base, kinds) in changed {
            let has = |kind| kinds.contains(kind);
            let is_changed = has("add") || has("change");
            if has("row") {
                if is_changed && has("all") {
                    return Err(format!(
                        "`{}` is changed by iteration, and accessed otherwise",
                        vars[base].name
                    ));
                }
                let rows = plan.rows_of(nodes, base, index, is_changed, vars)?;
                plan.rows.insert(base, rows);
                if !is_changed {
                    plan.captured.insert(base);
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

    /// Finds the exact locals that depend on the iteration.
    fn vary(&mut self, body: &[Step], vars: &Variables) {
        for step in body {
            if let Step::Let { var, value } = step {
                let exact = matches!(vars[*var].ty.leaf(), Type::Exact(_));
                if exact && self.is_varying(value) {
                    self.varying.insert(*var);
                }
            }
            step::nested(step).into_iter().for_each(|inner| self.vary(inner, vars));
        }
    }

    /// True if the exact value of an expression depends on the iteration.
    pub(super) fn is_varying(&self, e: &Expr) -> bool {
        e.reads_any(|place| self.varying.contains(&place.base))
    }

    fn varies_in(&self, place: &Place) -> bool {
        let mut varies = false;
        place.each_index(&mut |index| varies |= self.is_varying(index));
        varies
    }

    /// Refuses variables outside that lanes cannot access yet.
    fn simple(&self, place: &Place, vars: &Variables) -> Result<(), Reason> {
        let v = &vars[place.base];
        let plain = match v.ty.leaf() {
            Type::Real | Type::Exact(_) => v.ty.depth() <= 1 && !v.ty.is_map(),
            Type::Number(_) | Type::Structure(_) | Type::Unknown => false,
            Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => false,
        };
        let whole = place.path.iter().all(|p| matches!(p, Projection::Index(_)));
        if plain && whole && vars.field_path(place.base).is_none() && v.name != "self" && v.role != Role::Tape
        {
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
        let touches = |touch| {
            nodes.all.iter().flat_map(|node| &node.accesses).any(|a| a.place.base == base && a.touch == touch)
        };
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
        for access in nodes.all.iter().flat_map(|node| &node.accesses).filter(|a| a.place.base == base) {
            let Some(Projection::Index(at)) = access.place.path.first() else { continue };
            if !self.is_varying(at) {
                continue;
            }
            let Some((stride, offset)) = Polynomial::of(at, vars).split(index) else {
                return Err(format!("`{}` is reached by an index that is not `i * n + j`", vars[base].name));
            };
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
        let stride = nodes.stride_of_iterations(0, base, vars);
        match stride.filter(|stride| !stride.depends_on_any(&self.private)) {
            Some(stride) => Ok(vec![RowPlan { stride, offset: None, touch }]),
            None => Err(format!("the elements of `{}` are not apart by iteration", vars[base].name)),
        }
    }
}
