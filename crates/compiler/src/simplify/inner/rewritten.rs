//! The body of a loop in its new names.

use super::{Reshaping, exact, fresh, row};
use crate::analysis::region::Polynomial;
use crate::ir::step::{Cotangent, Step};
use crate::ir::*;

impl Reshaping<'_> {
    /// Returns the body with the counter in place of the index, windows in place of arrays and accumulators in place
    /// of sums.
    pub(super) fn rewritten(
        &mut self,
        body: &[Step],
        counter: &Expr,
        windows: &[Var],
        at: &Expr,
        totals: &[Place],
    ) -> Vec<Step> {
        let body = body
            .iter()
            .map(|step| match step {
                Step::Let { var, value } => {
                    Step::Let { var: *var, value: self.expr(value, counter, windows, at) }
                }
                Step::Declare { var, value } => {
                    Step::Declare { var: *var, value: self.expr(value, counter, windows, at) }
                }
                Step::Call { callee, program, args, span } => {
                    let argument = |arg: &Argument| match arg {
                        Argument::Mutable(place) => {
                            Argument::Mutable(self.place(place, counter, windows, at))
                        }
                        Argument::Shared(place) => Argument::Shared(self.place(place, counter, windows, at)),
                        Argument::Value(value) => Argument::Value(self.expr(value, counter, windows, at)),
                    };
                    let args = args.iter().map(argument).collect();
                    Step::Call { callee: callee.clone(), program: *program, args, span: *span }
                }
                Step::Update(u) => Step::Update(Update {
                    place: self.place(&u.place, counter, windows, at),
                    value: self.expr(&u.value, counter, windows, at),
                    ..u.clone()
                }),
                Step::Seed { var, value } => {
                    Step::Seed { var: *var, value: self.cotangent(value, counter, windows, at) }
                }
                Step::Accumulate { place, value } => {
                    let value = self.cotangent(value, counter, windows, at);
                    let summed = self.summed.iter().position(|s| s.place.base == place.base);
                    let place = match summed {
                        Some(i) => totals[i].clone(),
                        None => self.place(place, counter, windows, at),
                    };
                    Step::Accumulate { place, value }
                }
                Step::Refill { place, value, primal } => Step::Refill {
                    place: self.place(place, counter, windows, at),
                    value: value.clone(),
                    primal: *primal,
                },
                // `is_arithmetic` admits no other steps.
                other => other.clone(),
            })
            .collect();
        self.named(body, windows)
    }

    fn cotangent(&self, c: &Cotangent, counter: &Expr, windows: &[Var], at: &Expr) -> Cotangent {
        Cotangent {
            sign: c.sign,
            seed: self.place(&c.seed, counter, windows, at),
            factor: c.factor.as_ref().map(|f| self.expr(f, counter, windows, at)),
        }
    }

    fn place(&self, place: &Place, counter: &Expr, windows: &[Var], at: &Expr) -> Place {
        if let Some((_, var)) = self.stable.iter().find(|(p, _)| p.base == place.base && self.same(p, place))
        {
            return Place::whole(*var, place.span);
        }
        if let Some((of, i)) = row(place) {
            let found = self.walked.iter().position(|w| {
                self.is_same_array(&w.of, &of)
                    && Polynomial::of(&i, self.vars)
                        .split(self.index)
                        .is_some_and(|(_, offset)| offset == w.offset)
            });
            if let Some(found) = found {
                return Place {
                    base: windows[found],
                    path: vec![Projection::Index(at.clone())],
                    span: place.span,
                };
            }
        }
        place.map_indices(&mut |e| self.expr(e, counter, windows, at))
    }

    fn expr(&self, e: &Expr, counter: &Expr, windows: &[Var], at: &Expr) -> Expr {
        e.replaced(&mut |part| match part {
            Expr::Read(place) if place.base == self.index && self.walked.is_empty() => None,
            Expr::Read(place) if place.base == self.index => {
                // Never its own replacement: the counter may be the index itself.
                Some(exact(Operator::Add, self.range.start.clone(), counter.clone()))
            }
            Expr::Read(place) => Some(Expr::Read(self.place(place, counter, windows, at))),
            _ => None,
        })
    }

    /// Names each number of a window that is only read and occurs more than once: LLVM would load it again behind a store, which might have changed it.
    fn named(&mut self, body: Vec<Step>, windows: &[Var]) -> Vec<Step> {
        let mut out = Vec::new();
        let mut body = body;
        for (at, &window) in windows.iter().enumerate() {
            let numbers = matches!(self.vars[window].ty.item(), Type::Real);
            if self.walked[at].mutable || !numbers {
                continue;
            }
            let mut reads = Vec::new();
            body.iter().for_each(|step| {
                each_read(step, &mut |place| {
                    if place.base == window {
                        reads.push(place.clone());
                    }
                })
            });
            let [number, _, ..] = &reads[..] else { continue };
            let role = if self.is_shadow(window) { Role::Shadow } else { Role::Binding };
            let name = format!("{}_now", self.vars[self.walked[at].of.base].name);
            let var = fresh(self.vars, &name, Type::Real, role, Passing::Value);
            out.push(match role {
                Role::Shadow => Step::Seed {
                    var,
                    value: Cotangent { sign: Sign::Plus, seed: number.clone(), factor: None },
                },
                _ => Step::Let { var, value: Expr::Read(number.clone()) },
            });
            let of = |place: &Place| {
                if place.base == window { Place::whole(var, place.span.0) } else { place.clone() }
            };
            let value = |e: &Expr| {
                e.replaced(&mut |part| match part {
                    Expr::Read(place) if place.base == window => Some(Expr::Read(of(place))),
                    _ => None,
                })
            };
            let cotangent = |c: &Cotangent| Cotangent {
                sign: c.sign,
                seed: of(&c.seed),
                factor: c.factor.as_ref().map(&value),
            };
            for step in &mut body {
                match step {
                    Step::Let { value: e, .. } | Step::Declare { value: e, .. } => *e = value(e),
                    Step::Update(u) => u.value = value(&u.value),
                    Step::Seed { value: c, .. } | Step::Accumulate { value: c, .. } => *c = cotangent(c),
                    // `is_arithmetic` admits no other steps that read numbers.
                    _ => {}
                }
            }
        }
        out.append(&mut body);
        out
    }
}

/// Calls `f` with every place that arithmetic reads.
fn each_read(step: &Step, f: &mut dyn FnMut(&Place)) {
    match step {
        Step::Let { value, .. } | Step::Declare { value, .. } => value.reads(f),
        Step::Update(u) => u.value.reads(f),
        Step::Seed { value, .. } | Step::Accumulate { value, .. } => {
            f(&value.seed);
            value.factor.iter().for_each(|factor| factor.reads(f));
        }
        // `is_arithmetic` admits no other steps that read numbers.
        _ => {}
    }
}
