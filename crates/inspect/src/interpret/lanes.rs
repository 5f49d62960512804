//! Runs lanes: the iterations of a block one after the other, each with rows of its own, and with the sums of all.

use super::Machine;
use super::fault::Fault;
use super::frame::{Frame, Location};
use super::value::Value;
use retrograde_compiler::ir::step::{Lanes, Row, RowTouch};
use retrograde_compiler::ir::{Segment, Var};

/// The number of lanes: small, so that blocks and the iterations that remain are common.
const LANES: usize = 2;

impl<'p> Machine<'p> {
    /// Runs as many blocks of iterations as there are, and declares the first iteration that remains.
    pub(super) fn lanes(&mut self, frame: &mut Frame<'p>, lanes: &'p Lanes) -> Result<(), Fault> {
        let mark = frame.enter();
        let first = self.blocks(frame, lanes);
        frame.leave(mark);
        frame.declare(lanes.first, Value::integer(first? as i128), false)
    }

    fn blocks(&mut self, frame: &mut Frame<'p>, lanes: &'p Lanes) -> Result<usize, Fault> {
        let (mut at, end) = (self.index(frame, &lanes.start)?, self.index(frame, &lanes.end)?);
        if at + LANES > end {
            return Ok(at);
        }
        for capture in &lanes.captures {
            let mut location = outside(frame, capture.of)?;
            if is_nested(frame, capture.of) {
                frame.declare(capture.local, flat(frame.read(&outside(frame, capture.of)?)?), false)?;
            } else {
                location.writable = false;
                frame.declare_view(capture.local, location);
            }
        }
        for capture in &lanes.lengths {
            let length = frame.length(&outside(frame, capture.of)?)?;
            frame.declare(capture.local, Value::integer(length as i128), false)?;
        }
        self.steps(frame, &lanes.head)?;
        for sum in &lanes.sums {
            let zero = flat(frame.read(&outside(frame, sum.of)?)?.zero()?);
            frame.declare(sum.local, zero, true)?;
        }
        while at + LANES <= end && self.fit(frame, lanes, at)? {
            for iteration in at..at + LANES {
                self.charge(1)?;
                let mark = frame.enter();
                let done = self.iteration(frame, lanes, iteration);
                frame.leave(mark);
                done?;
            }
            at += LANES;
        }
        for sum in &lanes.sums {
            let value = frame.value(sum.local)?;
            let whole = outside(frame, sum.of)?;
            let nested = is_nested(frame, sum.of);
            frame.change(&whole, |target| {
                if !nested {
                    return target.accumulate(&value);
                }
                target.leaves_mut().into_iter().zip(value.leaves()).for_each(|(to, number)| *to += number);
                Ok(())
            })?;
        }
        Ok(at)
    }

    /// True if arrays have the elements of all lanes, which share none.
    fn fit(&mut self, frame: &mut Frame<'p>, lanes: &'p Lanes, at: usize) -> Result<bool, Fault> {
        for row in &lanes.rows {
            let mut of = |iteration: usize| {
                let mark = frame.enter();
                let declared = frame.declare(lanes.index, Value::integer(iteration as i128), false);
                let elements = declared.and_then(|()| self.elements(frame, row));
                frame.leave(mark);
                elements
            };
            let (first, last) = (of(at), of(at + LANES - 1));
            let numbers = if is_nested(frame, row.of) {
                frame.read(&outside(frame, row.of)?)?.leaves().len()
            } else {
                frame.length(&outside(frame, row.of)?)?
            };
            // An index below zero is outside, too.
            match (first, last) {
                (Ok((_, behind)), Ok((start, end))) if behind <= start && end <= numbers => {}
                (Ok(_) | Err(_), Ok(_) | Err(_)) => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Returns the first element of an iteration, and the first behind its elements.
    fn elements(&mut self, frame: &mut Frame<'p>, row: &'p Row) -> Result<(usize, usize), Fault> {
        let start = self.index(frame, &row.start)?;
        let length = row.length.as_ref().map_or(Ok(1), |length| self.index(frame, length))?;
        Ok((start, start + length))
    }

    fn iteration(&mut self, frame: &mut Frame<'p>, lanes: &'p Lanes, iteration: usize) -> Result<(), Fault> {
        frame.declare(lanes.index, Value::integer(iteration as i128), false)?;
        for row in &lanes.rows {
            let numbers = self.loaded(frame, row)?;
            let numbers = match (row.touch, numbers) {
                (RowTouch::Add | RowTouch::AddFirst, numbers) => vec![0.0; numbers.len()],
                (RowTouch::Read | RowTouch::Change, numbers) => numbers,
            };
            let value = match (&row.length, &numbers[..]) {
                (None, [number]) => Value::from(*number),
                _ => Value::reals(&numbers),
            };
            frame.declare(row.local, value, row.touch != RowTouch::Read)?;
        }
        self.steps(frame, &lanes.body)?;
        for row in &lanes.rows {
            self.stored(frame, row)?;
        }
        Ok(())
    }

    fn loaded(&mut self, frame: &mut Frame<'p>, row: &'p Row) -> Result<Vec<f64>, Fault> {
        let (start, end) = self.elements(frame, row)?;
        let all = frame.read(&outside(frame, row.of)?)?.leaves();
        Ok(all[start..end].to_vec())
    }

    fn stored(&mut self, frame: &mut Frame<'p>, row: &'p Row) -> Result<(), Fault> {
        if row.touch == RowTouch::Read {
            return Ok(());
        }
        let (start, _) = self.elements(frame, row)?;
        let numbers = frame.value(row.local)?.leaves();
        let location = outside(frame, row.of)?;
        frame.change(&location, |array| {
            for (target, number) in array.leaves_mut().into_iter().skip(start).zip(&numbers) {
                match row.touch {
                    RowTouch::Add | RowTouch::AddFirst => *target += number,
                    RowTouch::Read | RowTouch::Change => *target = *number,
                }
            }
            Ok(())
        })
    }
}

/// Returns the location of a variable outside, or of the field that it is.
fn outside(frame: &Frame<'_>, var: Var) -> Result<Location, Fault> {
    let vars = &frame.procedure().vars;
    let mut location = frame.whole(vars.root(var))?;
    for segment in vars.layout(var) {
        // No field of many structures is accessed in lanes.
        if let Segment::Field(name) = segment {
            location.indices.push(frame.field(&location, name)?);
        }
    }
    Ok(location)
}

/// True for an array of arrays.
fn is_nested(frame: &Frame<'_>, var: Var) -> bool {
    frame.procedure().vars[var].ty.depth() > 1
}

/// Returns the elements of arrays of arrays side by side.
fn flat(value: Value) -> Value {
    fn each(value: Value, found: &mut Vec<Value>) {
        match value {
            Value::Array(items) => items.into_iter().for_each(|item| each(item, found)),
            element => found.push(element),
        }
    }
    if !matches!(value, Value::Array(_)) {
        return value;
    }
    let mut found = Vec::new();
    each(value, &mut found);
    Value::Array(found)
}
