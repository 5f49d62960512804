//! Sets an element to zero where it gets its first value, in place of the whole array before.
//!
//! Scratch of a loop is refilled with zeros in each iteration, and the loops behind add to all of it: the zeros travel through
//! the caches twice. `t.fill(0); for i in 0..n { t[i] += e; }` becomes `for i in 0..n { t[i] = 0; t[i] += e; }`, of which LLVM makes
//! one store. So does a nest whose element `c * S + i`, for `c < C` and `i < S`, visits an array of `C · S`.
//!
//! Branches may each set it. A loop that rises may read elements behind its own, which it has set before: `if i == 0 { t[0] += a; } else { t[i] += b * t[i - 1]; }`.
//!
//! Law: every element is set before anything else reads or changes it; nothing but loops of indices decides whether it is.

use super::access::{Access, Nodes, Touch, mutated};
use crate::analysis::region::Polynomial;
use crate::ir::step::{Step, nested};
use crate::ir::*;
use crate::sorted::{Map, Set};

/// Returns the steps with zeros where elements get their first values. The storage may be made by steps before.
pub(super) fn first(before: &[Step], steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    let mut facts = Facts { vars, lengths: Map::new(), lent: Set::new() };
    for known in [before, &steps] {
        facts.gather(known, &Nodes::of(known, vars), &mut 0);
    }
    facts.list(steps)
}

/// Facts that hold in all steps.
struct Facts<'a> {
    vars: &'a Variables,
    /// The lengths with which arrays are made.
    lengths: Map<Var, Expr>,
    /// Arrays that calls may change as a whole, their lengths too.
    lent: Set<Var>,
}

impl Facts<'_> {
    fn gather(&mut self, steps: &[Step], nodes: &Nodes, at: &mut usize) {
        for step in steps {
            let node = &nodes.all[*at];
            *at += 1;
            match step {
                Step::Declare { var, value: Expr::Fill { length, .. } } => {
                    self.lengths.insert(*var, (**length).clone());
                }
                Step::Refill { .. } => {}
                _ => {
                    let changed =
                        node.accesses.iter().filter(|a| a.touch == Touch::Change && a.place.is_whole());
                    self.lent.extend(changed.map(|a| a.place.base));
                }
            }
            nested(step).into_iter().for_each(|inner| self.gather(inner, nodes, at));
        }
    }

    fn list(&self, steps: Vec<Step>) -> Vec<Step> {
        let mut steps: Vec<Option<Step>> =
            steps.into_iter().map(|step| Some(step.with_bodies(&mut |body| self.list(body)))).collect();
        for at in 0..steps.len() {
            let Some(Step::Refill { place, value, primal }) = &steps[at] else { continue };
            let (place, value, primal) = (place.clone(), value.clone(), *primal);
            let Some((length, zero)) = self.refilled(&place, value, primal) else { continue };
            if let Some((found, step)) = self.filled_by(&steps, at, place.base, &length, &zero) {
                steps[found] = Some(step);
                steps[at] = None;
            }
        }
        steps.into_iter().flatten().collect()
    }

    /// Returns the length of an array of numbers that is refilled, and the number.
    fn refilled(
        &self,
        place: &Place,
        value: Option<Expr>,
        primal: Option<Var>,
    ) -> Option<(Expr, Option<Expr>)> {
        let var = place.base;
        let numbers = matches!(&self.vars[var].ty, Type::Vec(item) if matches!(**item, Type::Real));
        if !numbers || !place.is_whole() || self.lent.contains(&var) {
            return None;
        }
        match (value, primal) {
            // Minus zero and a number are the number.
            (Some(Expr::Fill { value, length, .. }), _) => match *value {
                Expr::Real(Real(zero), span) if zero == 0.0 && self.vars.is_signless(var) => {
                    Some((*length, Some(Expr::Real(Real(-0.0), span))))
                }
                value => Some((*length, Some(value))),
            },
            (None, Some(primal)) if !self.lent.contains(&primal) => {
                let length = Expr::Length(Place::whole(primal, place.span.0));
                Some((self.lengths.get(&primal).cloned().unwrap_or(length), None))
            }
            _ => None,
        }
    }

    /// Returns the next step that touches an array, if it visits all elements, with the zeros in it.
    fn filled_by(
        &self,
        steps: &[Option<Step>],
        at: usize,
        array: Var,
        length: &Expr,
        zero: &Option<Expr>,
    ) -> Option<(usize, Step)> {
        let behind =
            (at + 1..steps.len()).find(|&i| steps[i].as_ref().is_some_and(|s| self.touches(s, array)))?;
        let between: Vec<Step> = steps[at + 1..=behind].iter().flatten().cloned().collect();
        let changing = mutated(&between, self.vars);
        let mut stays = true;
        let mut read = |place: &Place| stays &= !changing.contains(&place.base);
        length.reads(&mut read);
        let length = Polynomial::of(length, self.vars);
        let Some(Step::For { index, range, body, span }) = &steps[behind] else { return None };
        let first = counted(range)?;
        let outer = Polynomial::of(first, self.vars);
        let body = if outer == length {
            self.cleared(
                body,
                array,
                &Polynomial::of(&read_of(*index, *span), self.vars),
                !range.falling,
                zero,
            )?
        } else {
            self.row_by_row(steps[behind].as_ref()?, array, &length, zero)?
        };
        stays.then(|| (behind, Step::For { index: *index, range: range.clone(), body, span: *span }))
    }

    /// Returns the body of a loop, each iteration of which sets a row of its own before it reads it.
    fn row_by_row(
        &self,
        outer: &Step,
        array: Var,
        length: &Polynomial,
        zero: &Option<Expr>,
    ) -> Option<Vec<Step>> {
        let Step::For { index, range, body, span } = outer else { return None };
        let at = body.iter().position(|step| self.touches(step, array))?;
        let Step::For { index: inner, range: columns, body: inside, span: inner_span } = &body[at] else {
            return None;
        };
        let width = Polynomial::of(counted(columns)?, self.vars);
        let rows = Polynomial::of(counted(range)?, self.vars);
        let nodes = Nodes::of(std::slice::from_ref(outer), self.vars);
        let own = nodes.stride_of_iterations(0, array, &|_| true, self.vars)?;
        let mut changing = mutated(body, self.vars);
        changing.extend(nodes.all.iter().filter_map(|node| node.declares));
        if rows.times(&width) != *length || own != width || width.depends_on_any(&changing) {
            return None;
        }
        let element = Polynomial::of(&read_of(*index, *span), self.vars).times(&width);
        let element = element.plus(&Polynomial::of(&read_of(*inner, *inner_span), self.vars), 1);
        let rising = !range.falling && !columns.falling;
        let inside = self.cleared(inside, array, &element, rising, zero)?;
        let mut body = body.clone();
        body[at] = Step::For { index: *inner, range: columns.clone(), body: inside, span: *inner_span };
        Some(body)
    }

    /// Returns the body of a loop that sets an element before the first step that adds to it, if the body touches no other but those that a rising loop has set
    /// before.
    fn cleared(
        &self,
        body: &[Step],
        array: Var,
        element: &Polynomial,
        rising: bool,
        zero: &Option<Expr>,
    ) -> Option<Vec<Step>> {
        let nodes = Nodes::of(body, self.vars);
        let mut all = nodes.accesses();
        let is_set = |access: &Access| {
            let behind = self.behind(&access.place, element);
            access.place.base != array
                || access.touch == Touch::Extent
                || behind.is_some_and(|behind| behind == 0 || (behind > 0 && rising))
        };
        if all.all(is_set) { self.set(body, array, element, zero) } else { None }
    }

    /// Returns steps that set an element before the first one that adds to it, in every branch.
    fn set(&self, body: &[Step], array: Var, element: &Polynomial, zero: &Option<Expr>) -> Option<Vec<Step>> {
        let at = body.iter().position(|step| self.touches(step, array))?;
        let mut body = body.to_vec();
        if let Step::If { then, otherwise, .. } = &mut body[at] {
            for branch in [then, otherwise] {
                *branch = self.set(branch, array, element, zero)?;
            }
            return Some(body);
        }
        // What only reads it reads the zero.
        let (Step::Update(Update { place, group: Group::Sum, .. }) | Step::Accumulate { place, .. }) =
            &body[at]
        else {
            return None;
        };
        if place.base != array || self.behind(place, element) != Some(0) {
            return None;
        }
        let place = place.clone();
        body.insert(at, Step::Refill { place, value: zero.clone(), primal: None });
        Some(body)
    }

    /// Returns how far behind an element another one is.
    fn behind(&self, place: &Place, element: &Polynomial) -> Option<i64> {
        match &place.path[..] {
            [Projection::Index(i)] => element.plus(&Polynomial::of(i, self.vars), -1).as_constant(),
            _ => None,
        }
    }

    /// True if a step reads or changes elements of an array.
    fn touches(&self, step: &Step, array: Var) -> bool {
        let nodes = Nodes::of(std::slice::from_ref(step), self.vars);
        nodes.accesses().any(|a| a.place.base == array && a.touch != Touch::Extent)
    }
}

fn read_of(var: Var, span: proc_macro2::Span) -> Expr {
    Expr::Read(Place::whole(var, span))
}

/// Returns the end of a range that counts from zero.
fn counted(range: &Range) -> Option<&Expr> {
    let plain = range.start.is_zero() && !range.inclusive && range.step.is_none() && range.nth.is_none();
    plain.then_some(&range.end)
}
