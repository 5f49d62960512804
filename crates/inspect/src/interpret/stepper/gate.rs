//! Enters and leaves blocks, from either end: branches, loops, routines.
//!
//! Law: a decision is made by a condition or popped from a stack, never remembered from an earlier step; and a
//! decision that is pushed on a stack forwards is popped from it backwards, after the block, as in the program.

use super::plan::{Body, Counted, Decides, Gate, Keeping, Kind, Plan, Ways, What};
use super::session::{Round, Session, Way};
use crate::interpret::fault::Fault;
use crate::interpret::{Integer, Value, Width};
use retrograde_compiler::ir::Var;

impl Ways {
    fn of(&self, way: Way) -> &Decides {
        match way {
            Way::Forwards => &self.forwards,
            Way::Backwards => &self.backwards,
        }
    }
}

impl<'p> Session<'p> {
    /// Forwards before a block, backwards at its start. True if a block is entered.
    pub(super) fn at_enter(&mut self, gate: &'p Gate, at: usize, way: Way) -> Result<bool, Fault> {
        if way == Way::Backwards {
            self.close(&gate.then, way)?;
        }
        match (&gate.what, way) {
            (What::For(counted), Way::Forwards) => self.first(gate, counted, at, way),
            (What::For(counted), Way::Backwards) => self.next(gate, counted.index, at, way),
            (What::If(ways), Way::Forwards) => self.decide(gate, ways.of(way), at, way),
            (What::If(ways), Way::Backwards) => self.decided(ways.of(way), true, at),
            (What::While(ways), Way::Forwards) => self.begin(gate, ways.of(way), at, way),
            (What::While(ways), Way::Backwards) => self.again(gate, ways.of(way), at, way),
            (What::Block, Way::Forwards) => {
                self.enter(&gate.then, way)?;
                self.go(at + 1);
                Ok(true)
            }
            (What::Block, Way::Backwards) => {
                self.go(at);
                Ok(false)
            }
        }
    }

    /// Forwards at the end of the first side of a branch, backwards at the start of the second.
    pub(super) fn at_else(&mut self, plan: &'p Plan, enter: usize, way: Way) -> Result<(), Fault> {
        let Kind::Enter(gate) = &plan.ops[enter].kind else { return Ok(()) };
        let What::If(ways) = &gate.what else { return Ok(()) };
        let (body, taken, to) = match way {
            Way::Forwards => (&gate.then, true, gate.exit + 1),
            Way::Backwards => (&gate.otherwise, false, enter),
        };
        self.close(body, way)?;
        self.decided(ways.of(way), taken, to).map(drop)
    }

    /// Forwards at the end of a block, backwards behind it. True if a block is entered.
    pub(super) fn at_exit(
        &mut self,
        gate: &'p Gate,
        enter: usize,
        at: usize,
        way: Way,
    ) -> Result<bool, Fault> {
        if way == Way::Forwards {
            let last = if gate.middle.is_some() { &gate.otherwise } else { &gate.then };
            self.close(last, way)?;
        }
        match (&gate.what, way) {
            (What::For(counted), Way::Forwards) => self.next(gate, counted.index, enter, way),
            (What::For(counted), Way::Backwards) => self.first(gate, counted, enter, way),
            (What::If(ways), Way::Forwards) => self.decided(ways.of(way), gate.middle.is_none(), at + 1),
            (What::If(ways), Way::Backwards) => self.decide(gate, ways.of(way), enter, way),
            (What::While(ways), Way::Forwards) => self.again(gate, ways.of(way), enter, way),
            (What::While(ways), Way::Backwards) => self.begin(gate, ways.of(way), enter, way),
            (What::Block, Way::Forwards) => {
                self.go(at + 1);
                Ok(false)
            }
            (What::Block, Way::Backwards) => {
                self.enter(&gate.then, way)?;
                self.go(at);
                Ok(true)
            }
        }
    }

    /// Leaves a block that has run to its end.
    fn close(&mut self, body: &'p Body, way: Way) -> Result<(), Fault> {
        if way == Way::Backwards {
            self.ended(body)?;
        }
        self.leave(body);
        Ok(())
    }

    /// Into the side of a branch that is to be taken.
    fn decide(
        &mut self,
        gate: &'p Gate,
        decides: &'p Decides,
        enter: usize,
        way: Way,
    ) -> Result<bool, Fault> {
        let taken = match &decides.kept {
            Keeping::Takes(stack, check) => {
                self.steps(check)?;
                self.take(*stack)? == 1
            }
            Keeping::Puts(_) | Keeping::Nowhere => self.truth(&decides.condition)?,
        };
        let middle = gate.middle.unwrap_or(gate.exit);
        let (body, start, end) =
            if taken { (&gate.then, enter + 1, middle) } else { (&gate.otherwise, middle + 1, gate.exit) };
        self.enter(body, way)?;
        self.go(if way == Way::Forwards { start } else { end });
        Ok(true)
    }

    /// Out of a branch.
    fn decided(&mut self, decides: &'p Decides, taken: bool, to: usize) -> Result<bool, Fault> {
        self.steps(if taken { &decides.holds } else { &decides.fails })?;
        if let Keeping::Puts(stack) = &decides.kept {
            self.put(*stack, i128::from(taken))?;
        }
        self.go(to);
        Ok(false)
    }

    /// The first iteration of a `while`, in either direction.
    fn begin(&mut self, gate: &'p Gate, decides: &'p Decides, enter: usize, way: Way) -> Result<bool, Fault> {
        match &decides.kept {
            Keeping::Nowhere => self.steps(&decides.fails)?,
            Keeping::Puts(_) => self.count(0),
            Keeping::Takes(stack, check) => {
                self.steps(check)?;
                let number = self.take(*stack)?;
                self.count(number);
            }
        }
        self.iterate(gate, decides, enter, way)
    }

    /// The one after it.
    fn again(&mut self, gate: &'p Gate, decides: &'p Decides, enter: usize, way: Way) -> Result<bool, Fault> {
        match &decides.kept {
            Keeping::Nowhere => self.steps(&decides.holds)?,
            Keeping::Puts(_) => {
                let number = self.counted();
                self.count(number + 1);
            }
            Keeping::Takes(..) => {}
        }
        self.iterate(gate, decides, enter, way)
    }

    fn iterate(
        &mut self,
        gate: &'p Gate,
        decides: &'p Decides,
        enter: usize,
        way: Way,
    ) -> Result<bool, Fault> {
        let more = match &decides.kept {
            Keeping::Nowhere => self.truth(&decides.condition)?,
            Keeping::Puts(stack) => {
                let more = self.truth(&decides.condition)?;
                if !more {
                    let number = self.counted();
                    self.put(*stack, number)?;
                }
                more
            }
            Keeping::Takes(..) => {
                let left = self.counted();
                if left > 0 {
                    self.count(left - 1);
                }
                left > 0
            }
        };
        if more {
            self.enter(&gate.then, way)?;
        }
        self.go(match (way, more) {
            (Way::Forwards, true) => enter + 1,
            (Way::Forwards, false) => gate.exit + 1,
            (Way::Backwards, true) => gate.exit,
            (Way::Backwards, false) => enter,
        });
        Ok(more)
    }

    /// The first iteration of a counted loop, in either direction.
    fn first(&mut self, gate: &'p Gate, counted: &'p Counted, enter: usize, way: Way) -> Result<bool, Fault> {
        self.steps(&counted.lengths)?;
        let Session { machine, stack, .. } = self;
        let Some(top) = stack.last_mut() else { return Ok(false) };
        let indices = machine.indices(&mut top.frame, &counted.range)?;
        let number = if way == Way::Forwards { 0 } else { indices.trips() - 1 };
        top.rounds.push(Round::For(indices, number));
        self.iteration(gate, counted.index, enter, way)
    }

    /// The one after it.
    fn next(&mut self, gate: &'p Gate, index: Var, enter: usize, way: Way) -> Result<bool, Fault> {
        if let Some(Round::For(_, number)) = self.stack.last_mut().and_then(|top| top.rounds.last_mut()) {
            *number += if way == Way::Forwards { 1 } else { -1 };
        }
        self.iteration(gate, index, enter, way)
    }

    fn iteration(&mut self, gate: &'p Gate, index: Var, enter: usize, way: Way) -> Result<bool, Fault> {
        let Some(top) = self.stack.last_mut() else { return Ok(false) };
        top.forget(index);
        let at = match top.rounds.last() {
            Some(Round::For(indices, number)) => indices.get(*number),
            Some(Round::While(_)) | None => None,
        };
        match at {
            Some(i) => {
                top.frame.declare(index, Value::Integer(i), false)?;
                self.enter(&gate.then, way)?;
                self.go(if way == Way::Forwards { enter + 1 } else { gate.exit });
                Ok(true)
            }
            None => {
                top.rounds.pop();
                self.go(if way == Way::Forwards { gate.exit + 1 } else { enter });
                Ok(false)
            }
        }
    }

    /// Notes the number of iterations of the innermost kept loop.
    fn count(&mut self, number: i128) {
        if let Some(top) = self.stack.last_mut() {
            top.rounds.push(Round::While(number));
        }
    }

    /// The number that was noted, which is noted no longer.
    fn counted(&mut self) -> i128 {
        match self.stack.last_mut().and_then(|top| top.rounds.pop()) {
            Some(Round::While(number)) => number,
            Some(Round::For(..)) | None => 0,
        }
    }

    fn put(&mut self, stack: Var, number: i128) -> Result<(), Fault> {
        let Some(top) = self.stack.last_mut() else { return Ok(()) };
        let stack = top.frame.whole(stack)?;
        let number = Integer { value: number, width: Some(Width::Usize) };
        top.frame.change(&stack, |stack| stack.push(Value::Integer(number)))
    }

    fn take(&mut self, stack: Var) -> Result<i128, Fault> {
        let Some(top) = self.stack.last_mut() else { return Ok(0) };
        let stack = top.frame.whole(stack)?;
        let mut number = Value::integer(0);
        top.frame.change(&stack, |stack| {
            number = stack.pop()?;
            Ok(())
        })?;
        Ok(number.exact()?.value)
    }
}
