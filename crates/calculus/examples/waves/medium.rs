//! The wave equation on a plane, one step at a time, with its adjoint written by hand.
//!
//! `u″ = c² Δu + source` becomes `next = 2 now − before + a Δ now + source`, where `a = (c h / d)²` at each point and `Δ` is the sum of the four
//! neighbours less four times the point; `u` is zero at the edge. A step writes `next` in the place of `before` and exchanges the two. So it is
//! undone by the same formula. The misfit adds up what a receiver hears beside what it should have heard.

use retrograde_calculus::{Step, Undo};

/// The square of the speed of sound at each point of a square plane, times that of the time step over the distance of points.
#[derive(Clone, Debug)]
pub(crate) struct Medium {
    side: usize,
    a: Vec<f64>,
}

/// The data that a receiver hears at each step.
#[derive(Clone, Debug)]
pub(crate) struct Seismogram(Vec<f64>);

/// The waves at two successive times, and the misfit until now.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Waves {
    before: Vec<f64>,
    now: Vec<f64>,
    misfit: f64,
}

/// The cotangents of waves, and the gradient with respect to the medium.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bar {
    /// The negative of that of the waves before: so cotangents move as waves do.
    minus_before: Vec<f64>,
    now: Vec<f64>,
    misfit: f64,
    medium: Vec<f64>,
}

/// A step through a medium, compared with what was heard.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inversion<'a> {
    medium: &'a Medium,
    heard: &'a Seismogram,
}

impl Medium {
    /// Returns a medium with one speed.
    pub(crate) fn uniform(side: usize) -> Medium {
        Medium { side, a: vec![0.2; side * side] }
    }

    /// Returns a medium with a slow disc in the middle.
    pub(crate) fn with_a_lens(side: usize) -> Medium {
        let mut medium = Medium::uniform(side);
        let middle = side as f64 / 2.0;
        for (p, a) in medium.a.iter_mut().enumerate() {
            let (x, y) = ((p % side) as f64 - middle, (p / side) as f64 - middle);
            if x.hypot(y) < side as f64 / 6.0 {
                *a = 0.15;
            }
        }
        medium
    }

    /// Returns the medium, moved along a direction.
    pub(crate) fn moved(&self, direction: &[f64], t: f64) -> Medium {
        Medium { side: self.side, a: self.a.iter().zip(direction).map(|(a, d)| a + t * d).collect() }
    }

    /// Returns the step of an inversion.
    pub(crate) fn inversion<'a>(&'a self, heard: &'a Seismogram) -> Inversion<'a> {
        Inversion { medium: self, heard }
    }

    fn source(&self) -> usize {
        self.side / 4 * self.side + self.side / 4
    }

    fn receiver(&self) -> usize {
        3 * self.side / 4 * self.side + 3 * self.side / 4
    }
}

/// Returns the strength of the source at a step: a pulse.
fn pulse(index: usize) -> f64 {
    let t = (index as f64 - 30.0) / 8.0;
    (1.0 - 2.0 * t * t) * (-t * t).exp()
}

impl Seismogram {
    /// Returns what is heard in a medium.
    pub(crate) fn of(medium: &Medium, steps: usize) -> Seismogram {
        let silent = Seismogram(vec![0.0; steps]);
        let step = medium.inversion(&silent);
        let mut waves = Waves::still(medium.side);
        let hear = |i| {
            step.forward(i, &mut waves);
            waves.now[medium.receiver()]
        };
        Seismogram((0..steps).map(hear).collect())
    }
}

impl Waves {
    /// Returns no waves.
    pub(crate) fn still(side: usize) -> Waves {
        Waves { before: vec![0.0; side * side], now: vec![0.0; side * side], misfit: 0.0 }
    }

    /// Returns the memory of a state in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<f64>() * (self.before.len() + self.now.len()) + size_of::<Waves>()
    }

    /// Returns the misfit until now.
    pub(crate) fn misfit(&self) -> f64 {
        self.misfit
    }
}

impl Bar {
    /// Returns the gradient with respect to the medium.
    pub(crate) fn by_medium(&self) -> &[f64] {
        &self.medium
    }

    /// Returns the norm of the gradient, and that of its difference from another.
    pub(crate) fn compared(&self, other: &Bar) -> (f64, f64) {
        let norm = |x: &mut dyn Iterator<Item = f64>| x.map(|x| x * x).sum::<f64>().sqrt();
        let (ours, theirs) = (&self.medium, &other.medium);
        (norm(&mut ours.iter().copied()), norm(&mut ours.iter().zip(theirs).map(|(a, b)| a - b)))
    }
}

impl Inversion<'_> {
    /// Returns the cotangents of the last state: the misfit is what is differentiated.
    pub(crate) fn seed(&self) -> Bar {
        let zeros = || vec![0.0; self.medium.a.len()];
        Bar { minus_before: zeros(), now: zeros(), misfit: 1.0, medium: zeros() }
    }

    /// `place ← 2 now − place + a Δ now`, at the points that are not on the edge.
    fn propagate(&self, now: &[f64], place: &mut [f64]) {
        let side = self.medium.side;
        for row in 1..side - 1 {
            let [_, a, _] = three(&self.medium.a, row, side);
            propagated(three(now, row, side), a, &mut place[row * side..][..side]);
        }
    }

    /// Pulls the cotangents of a step back to the waves that it has read, `now`, where `heard` is what is heard after it; before each row
    /// that is read, `each` is called with its number.
    ///
    /// Let `b` be the cotangent of `next`. That of `before` is `−b`, that of `now` gets `2 b + Δ (a b)`, and the gradient gets `b Δ now`.
    fn pull_at(&self, index: usize, now: &[f64], heard: f64, bar: &mut Bar, mut each: impl FnMut(usize)) {
        let side = self.medium.side;
        // The step has exchanged the two.
        std::mem::swap(&mut bar.minus_before, &mut bar.now);
        let next = &mut bar.minus_before;
        next[self.medium.receiver()] += bar.misfit * (heard - self.heard.0[index]);
        for row in 1..side - 1 {
            each(row);
            pulled(
                three(now, row, side),
                three(next, row, side),
                three(&self.medium.a, row, side),
                &mut bar.now[row * side..][..side],
                &mut bar.medium[row * side..][..side],
            );
        }
    }
}

// Functions of their own, since rustc knows of arguments alone that they do not overlap: then these loops run in vector registers.

/// `place ← 2 now − place + a Δ now`, for a row of `now` between its neighbours.
#[inline(never)]
fn propagated([above, here, below]: [&[f64]; 3], a: &[f64], place: &mut [f64]) {
    let side = place.len();
    let (above, here, below, a) = (&above[..side], &here[..side], &below[..side], &a[..side]);
    for i in 1..side - 1 {
        let laplacian = above[i] + below[i] + here[i - 1] + here[i + 1] - 4.0 * here[i];
        place[i] = 2.0 * here[i] - place[i] + a[i] * laplacian;
    }
}

/// `place ← 2 b − place + Δ (a b)`, and `gradient` gets `b Δ now`, for a row of each between its neighbours.
#[inline(never)]
fn pulled(
    [above, here, below]: [&[f64]; 3],
    [b_above, b, b_below]: [&[f64]; 3],
    [a_above, a, a_below]: [&[f64]; 3],
    place: &mut [f64],
    gradient: &mut [f64],
) {
    let side = place.len();
    let (above, here, below) = (&above[..side], &here[..side], &below[..side]);
    let (b_above, b, b_below) = (&b_above[..side], &b[..side], &b_below[..side]);
    let (a_above, a, a_below) = (&a_above[..side], &a[..side], &a_below[..side]);
    let gradient = &mut gradient[..side];
    for i in 1..side - 1 {
        let laplacian = above[i] + below[i] + here[i - 1] + here[i + 1] - 4.0 * here[i];
        let spread =
            a_above[i] * b_above[i] + a_below[i] * b_below[i] + a[i - 1] * b[i - 1] + a[i + 1] * b[i + 1]
                - 4.0 * a[i] * b[i];
        place[i] = 2.0 * b[i] - place[i] + spread;
        gradient[i] += b[i] * laplacian;
    }
}

/// Returns a row of a plane, between its neighbours.
#[inline(always)]
fn three(plane: &[f64], row: usize, side: usize) -> [&[f64]; 3] {
    [row - 1, row, row + 1].map(|row| &plane[row * side..][..side])
}

impl Step for Inversion<'_> {
    type State = Waves;
    type Bar = Bar;

    fn forward(&self, index: usize, waves: &mut Waves) {
        self.propagate(&waves.now, &mut waves.before);
        waves.before[self.medium.source()] += pulse(index);
        std::mem::swap(&mut waves.before, &mut waves.now);
        waves.misfit += 0.5 * (waves.now[self.medium.receiver()] - self.heard.0[index]).powi(2);
    }

    fn pull(&self, index: usize, waves: &Waves, bar: &mut Bar) {
        let (at, side, now) = (self.medium.receiver(), self.medium.side, &waves.now);
        let laplacian = now[at - side] + now[at + side] + now[at - 1] + now[at + 1] - 4.0 * now[at];
        let heard = 2.0 * now[at] - waves.before[at] + self.medium.a[at] * laplacian;
        self.pull_at(index, now, heard, bar, |_| {});
    }
}

impl Undo for Inversion<'_> {
    fn undo(&self, index: usize, waves: &mut Waves, bar: &mut Bar) {
        let heard = waves.now[self.medium.receiver()];
        waves.misfit -= 0.5 * (heard - self.heard.0[index]).powi(2);
        std::mem::swap(&mut waves.before, &mut waves.now);
        let (side, now, place) = (self.medium.side, &waves.now, &mut waves.before);
        place[self.medium.source()] -= pulse(index);
        self.pull_at(index, now, heard, bar, |row| {
            let [_, a, _] = three(&self.medium.a, row, side);
            propagated(three(now, row, side), a, &mut place[row * side..][..side]);
        });
    }
}
