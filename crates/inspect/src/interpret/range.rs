//! The indices that a `for` visits.

use super::Machine;
use super::fault::{Fault, Kind};
use super::frame::Frame;
use super::value::Integer;
use retrograde_compiler::ir::Range;

/// An arithmetic sequence of known length.
#[derive(Clone)]
pub(super) struct Indices {
    first: i128,
    step: i128,
    trips: i128,
    pattern: Integer,
}

impl Indices {
    /// `start, start + step, …` below `end`, or the same counted down from the last index, in either order.
    fn new(start: Integer, end: Integer, step: i128, range: &Range) -> Result<Indices, Fault> {
        if step <= 0 {
            return Err(Fault::new(Kind::Arithmetic, format!("a loop with a step of {step}")));
        }
        let end_value = end.value + i128::from(range.inclusive);
        let trips = if end_value <= start.value { 0 } else { (end_value - start.value - 1) / step + 1 };
        let covered = (trips - 1).max(0) * step;
        let least = if range.from_end { end_value - 1 - covered } else { start.value };
        let (first, step) = if range.falling { (least + covered, -step) } else { (least, step) };
        let pattern = Integer { value: 0, width: start.width.or(end.width) };
        Ok(Indices { first, step, trips, pattern })
    }

    /// The number of them.
    pub(super) fn trips(&self) -> i128 {
        self.trips
    }

    /// One of them, counted from zero.
    pub(super) fn get(&self, k: i128) -> Option<Integer> {
        (0..self.trips).contains(&k).then(|| Integer { value: self.first + k * self.step, ..self.pattern })
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Integer> + use<> {
        let (first, step, pattern) = (self.first, self.step, self.pattern);
        (0..self.trips).map(move |k| Integer { value: first + k * step, ..pattern })
    }
}

impl<'p> Machine<'p> {
    pub(super) fn indices(&mut self, frame: &mut Frame<'p>, range: &'p Range) -> Result<Indices, Fault> {
        let start = self.evaluate(frame, &range.start)?.exact()?;
        let end = self.evaluate(frame, &range.end)?.exact()?;
        let step = match &range.step {
            Some(step) => self.evaluate(frame, step)?.exact()?.value,
            None => 1,
        };
        let all = Indices::new(start, end, step, range)?;
        let Some(number) = &range.nth else { return Ok(all) };
        let number = self.evaluate(frame, number)?.exact()?.value;
        let none = Fault::new(Kind::Bounds, "there is no index of this number");
        let first = all.get(number).ok_or(none)?.value;
        Ok(Indices { first, trips: 1, ..all })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_compiler::ir::Expr;

    fn visited(
        start: i128,
        end: i128,
        step: i128,
        inclusive: bool,
        from_end: bool,
        falling: bool,
    ) -> Vec<i128> {
        let nothing = || Expr::integer(0);
        let range = Range { inclusive, from_end, falling, ..Range::between(nothing(), nothing()) };
        let indices =
            Indices::new(Integer::untyped(start), Integer::untyped(end), step, &range).expect("a step");
        indices.iter().map(|n| n.value).collect()
    }

    #[test]
    fn indices_are_those_of_the_standard_library() {
        for (a, b) in [(0, 0), (0, 1), (2, 9), (3, 10), (5, 2)] {
            for s in 1..4 {
                let by = s as usize;
                let up: Vec<i128> = (a..b).step_by(by).collect();
                let down: Vec<i128> = (a..b).rev().step_by(by).collect();
                let backwards = |v: &[i128]| v.iter().rev().copied().collect::<Vec<_>>();
                assert_eq!(visited(a, b, s, false, false, false), up);
                assert_eq!(visited(a, b, s, false, false, true), backwards(&up));
                assert_eq!(visited(a, b, s, false, true, true), down);
                assert_eq!(visited(a, b, s, false, true, false), backwards(&down));
                assert_eq!(visited(a, b, s, true, false, false), (a..=b).step_by(by).collect::<Vec<_>>());
                assert_eq!(visited(a, b, s, true, true, true), (a..=b).rev().step_by(by).collect::<Vec<_>>());
            }
        }
    }
}
