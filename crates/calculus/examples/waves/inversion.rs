//! A block of steps through a medium as one [`Step`], with an adjoint that is written by hand.
//!
//! Let `b` be the cotangent of `next`. That of `before` is `−b`, that of `now` gets `2 b + Δ (a b)`, and the gradient gets `b Δ now`. So `q = a b`
//! obeys the equation of the waves: it is pulled back by the formula that undoes them, in the same pass over the points, which shares `Δ now` with the gradient.
//!
//! The planes of waves and cotangents do not fit in the fast caches of a processor. So the steps of a block follow one another over the plane at a distance of a row:
//! when step `k` has done rows up to `r`, step `k + 1` does those up to `r − 1`. Each point is loaded once for many steps, and gets the same bits.

use crate::medium::{Medium, Seismogram, Waves, around, propagate, pulse};
use retrograde_calculus::{Step, Undo};
use retrograde_lanes::{Kernel, Vector, run};
use std::ops::Range;

/// Rows that a step does before the next follows.
const ROWS: usize = 2;

/// The cotangents of waves, and the gradient with respect to the medium.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bar {
    /// The negative of that of the waves before, times the medium: so cotangents move as waves do.
    minus_before: Vec<f64>,
    /// That of the waves now, times the medium.
    now: Vec<f64>,
    misfit: f64,
    /// The gradient, times the medium.
    medium: Vec<f64>,
}

/// Blocks of steps through a medium, compared with what was heard. A step of a schedule is a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inversion<'a> {
    medium: &'a Medium,
    heard: &'a Seismogram,
    length: usize,
}

impl<'a> Inversion<'a> {
    /// Returns blocks of so many steps.
    pub(crate) fn new(medium: &'a Medium, heard: &'a Seismogram, length: usize) -> Self {
        Inversion { medium, heard, length }
    }

    /// The number of blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.heard.0.len().div_ceil(self.length)
    }

    /// Returns the cotangents of the last state: the misfit is what is differentiated.
    pub(crate) fn seed(&self) -> Bar {
        let zeros = || vec![0.0; self.medium.a.len()];
        Bar { minus_before: zeros(), now: zeros(), misfit: 1.0, medium: zeros() }
    }

    /// Returns the gradient with respect to the medium.
    pub(crate) fn gradient(&self, bar: &Bar) -> Vec<f64> {
        let by = |(bar, a): (&f64, &f64)| if *a == 0.0 { 0.0 } else { bar / a };
        bar.medium.iter().zip(&self.medium.a).map(by).collect()
    }

    /// The numbers of the steps of a block.
    fn steps(&self, block: usize) -> Range<usize> {
        block * self.length..((block + 1) * self.length).min(self.heard.0.len())
    }

    /// Calls a function with parts of the plane, and the number among so many steps of the one that does them next.
    #[inline(always)]
    fn follow(&self, steps: usize, mut each: impl FnMut(usize, Range<usize>)) {
        let side = self.medium.side;
        // The row at which step `k` begins its turn: it is a row behind the step before.
        let row = |turn: usize, k: usize| (1 + turn * ROWS).saturating_sub(k).clamp(1, side - 1);
        for turn in 0..(side + steps).div_ceil(ROWS) {
            for k in 0..steps {
                let points = row(turn, k) * side..row(turn + 1, k) * side;
                if !points.is_empty() {
                    each(k, points);
                }
            }
        }
    }
}

/// The steps of a block, forwards.
struct Forwards<'a> {
    inversion: Inversion<'a>,
    steps: Range<usize>,
    waves: &'a mut Waves,
}

impl Kernel for Forwards<'_> {
    type Scalar = f64;
    type Output = ();

    #[inline(always)]
    fn run<V: Vector<Scalar = f64>>(self) {
        let Forwards { inversion, steps, waves } = self;
        let Inversion { medium, heard, .. } = inversion;
        let (source, receiver) = (medium.source(), medium.receiver());
        inversion.follow(steps.len(), |k, points| {
            let index = steps.start + k;
            let (now, place) = in_turn(k, &mut waves.now, &mut waves.before);
            propagate(&medium.a, now, place, medium.side, points.clone());
            if points.contains(&source) {
                place[source] += pulse(index);
            }
            if points.contains(&receiver) {
                waves.misfit += 0.5 * (place[receiver] - heard.0[index]).powi(2);
            }
        });
        if steps.len() % 2 == 1 {
            std::mem::swap(&mut waves.before, &mut waves.now);
        }
    }
}

/// The steps of a block, undone with cotangents.
struct Backwards<'a> {
    inversion: Inversion<'a>,
    steps: Range<usize>,
    waves: &'a mut Waves,
    bar: &'a mut Bar,
}

impl Kernel for Backwards<'_> {
    type Scalar = f64;
    type Output = ();

    #[inline(always)]
    fn run<V: Vector<Scalar = f64>>(self) {
        let Backwards { inversion, steps, waves, bar } = self;
        let Inversion { medium, heard, .. } = inversion;
        let (source, receiver) = (medium.source(), medium.receiver());
        // What is heard after a step adds to the cotangent of the waves that it has made.
        let by_heard = |index: usize, u: f64| medium.a[receiver] * bar.misfit * (u - heard.0[index]);
        bar.now[receiver] += by_heard(steps.end - 1, waves.now[receiver]);
        // The waves that the last step has read are those before, which is the place of its cotangents, too.
        inversion.follow(steps.len(), |k, points| {
            let index = steps.end - 1 - k;
            let (now, place) = in_turn(k, &mut waves.before, &mut waves.now);
            let (q, q_place) = in_turn(k, &mut bar.now, &mut bar.minus_before);
            if points.contains(&source) {
                place[source] -= pulse(index);
            }
            if points.contains(&receiver) {
                waves.misfit -= 0.5 * (place[receiver] - heard.0[index]).powi(2);
            }
            undo(&medium.a, now, place, q, q_place, &mut bar.medium, medium.side, points.clone());
            if points.contains(&receiver) && index > steps.start {
                q_place[receiver] += by_heard(index - 1, now[receiver]);
            }
        });
        if steps.len() % 2 == 1 {
            std::mem::swap(&mut waves.before, &mut waves.now);
            std::mem::swap(&mut bar.minus_before, &mut bar.now);
        }
    }
}

/// Returns the plane that step `k` reads, and the one that it changes.
#[inline(always)]
fn in_turn<'a>(k: usize, even: &'a mut [f64], odd: &'a mut [f64]) -> (&'a [f64], &'a mut [f64]) {
    if k % 2 == 0 { (even, odd) } else { (odd, even) }
}

/// [`propagate`] of waves and of cotangents, and `gradient` gets `q Δ now`, at some points.
#[inline(always)]
#[expect(
    clippy::too_many_arguments,
    reason = "six planes, of which rustc knows as arguments that they do not overlap"
)]
fn undo(
    a: &[f64],
    now: &[f64],
    place: &mut [f64],
    q: &[f64],
    q_place: &mut [f64],
    gradient: &mut [f64],
    side: usize,
    points: Range<usize>,
) {
    let [above, left, here, right, below] = around(now, side, &points);
    let [q_above, q_left, q, q_right, q_below] = around(q, side, &points);
    let (a, place) = (&a[points.clone()], &mut place[points.clone()]);
    let (q_place, gradient) = (&mut q_place[points.clone()], &mut gradient[points]);
    for i in 0..place.len() {
        let laplacian = above[i] + below[i] + left[i] + right[i] - 4.0 * here[i];
        let q_laplacian = q_above[i] + q_below[i] + q_left[i] + q_right[i] - 4.0 * q[i];
        place[i] = 2.0 * here[i] - place[i] + a[i] * laplacian;
        q_place[i] = 2.0 * q[i] - q_place[i] + a[i] * q_laplacian;
        gradient[i] += q[i] * laplacian;
    }
}

impl Step for Inversion<'_> {
    type State = Waves;
    type Bar = Bar;

    fn forward(&self, block: usize, waves: &mut Waves) {
        run::<8, _>(Forwards { inversion: *self, steps: self.steps(block), waves });
    }

    /// Runs the block again, and undoes it: over one block rounding has no time to grow.
    fn pull(&self, block: usize, before: &Waves, bar: &mut Bar) {
        let mut waves = before.clone();
        self.forward(block, &mut waves);
        self.undo(block, &mut waves, bar);
    }
}

impl Undo for Inversion<'_> {
    fn undo(&self, block: usize, waves: &mut Waves, bar: &mut Bar) {
        run::<8, _>(Backwards { inversion: *self, steps: self.steps(block), waves, bar });
    }
}
