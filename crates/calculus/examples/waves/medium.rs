//! The wave equation on a plane: the medium, the waves in it, and one step as a plain program.
//!
//! `u″ = c² Δu + source` becomes `next = 2 now − before + a Δ now + source`, where `a = (c h / d)²` at each point and `Δ` is the sum of the four
//! neighbours less four times the point. At the edge `a` is zero, and so is `u`. A step writes `next` in the place of `before` and exchanges
//! the two. So it is undone by the same formula. The misfit adds up what a receiver hears beside what it should have heard.

/// The square of the speed of sound at each point of a square plane, times that of the time step over the distance of points.
#[derive(Clone, Debug)]
pub(crate) struct Medium {
    pub(crate) side: usize,
    pub(crate) a: Vec<f64>,
}

/// The data that a receiver hears at each step.
#[derive(Clone, Debug)]
pub(crate) struct Seismogram(pub(crate) Vec<f64>);

/// The waves at two successive times, and the misfit until now.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Waves {
    pub(crate) before: Vec<f64>,
    pub(crate) now: Vec<f64>,
    pub(crate) misfit: f64,
}

impl Medium {
    /// Returns a medium with one speed.
    pub(crate) fn uniform(side: usize) -> Medium {
        Medium::new(side, |_, _| 0.2)
    }

    /// Returns a medium with a slow disc in the middle.
    pub(crate) fn with_a_lens(side: usize) -> Medium {
        let middle = side as f64 / 2.0;
        let inside = |x: usize, y: usize| (x as f64 - middle).hypot(y as f64 - middle) < side as f64 / 6.0;
        Medium::new(side, |x, y| if inside(x, y) { 0.15 } else { 0.2 })
    }

    fn new(side: usize, a: impl Fn(usize, usize) -> f64) -> Medium {
        let inner = |i: usize| (1..side - 1).contains(&i);
        let at = |p: usize| (p % side, p / side);
        let a = (0..side * side).map(at).map(|(x, y)| if inner(x) && inner(y) { a(x, y) } else { 0.0 });
        Medium { side, a: a.collect() }
    }

    /// Returns the medium, moved along a direction; the edge stays as it is.
    pub(crate) fn moved(&self, direction: &[f64], t: f64) -> Medium {
        let moved = |(a, d): (&f64, &f64)| if *a == 0.0 { 0.0 } else { a + t * d };
        Medium { side: self.side, a: self.a.iter().zip(direction).map(moved).collect() }
    }

    /// The point where the source is.
    pub(crate) fn source(&self) -> usize {
        self.side / 4 * self.side + self.side / 4
    }

    /// The point where the receiver is.
    pub(crate) fn receiver(&self) -> usize {
        3 * self.side / 4 * self.side + 3 * self.side / 4
    }

    /// Runs the steps one after another: the plain program, with which gradients are compared.
    pub(crate) fn run(&self, heard: &Seismogram, waves: &mut Waves) {
        let side = self.side;
        for (index, heard) in heard.0.iter().enumerate() {
            propagate(&self.a, &waves.now, &mut waves.before, side, side..(side - 1) * side);
            waves.before[self.source()] += pulse(index);
            std::mem::swap(&mut waves.before, &mut waves.now);
            waves.misfit += 0.5 * (waves.now[self.receiver()] - heard).powi(2);
        }
    }
}

/// `place ← 2 now − place + a Δ now`, at some points.
// LLVM makes a loop in vector registers of it, since all slices have one length.
#[inline(always)]
pub(crate) fn propagate(
    a: &[f64],
    now: &[f64],
    place: &mut [f64],
    side: usize,
    points: std::ops::Range<usize>,
) {
    let ([above, left, here, right, below], a) = (around(now, side, &points), &a[points.clone()]);
    let place = &mut place[points];
    for i in 0..place.len() {
        let laplacian = above[i] + below[i] + left[i] + right[i] - 4.0 * here[i];
        place[i] = 2.0 * here[i] - place[i] + a[i] * laplacian;
    }
}

/// Returns some points of a plane with their neighbours: above, left, here, right and below.
#[inline(always)]
pub(crate) fn around<'a>(plane: &'a [f64], side: usize, points: &std::ops::Range<usize>) -> [&'a [f64]; 5] {
    let (from, count) = (points.start, points.len());
    [from - side, from - 1, from, from + 1, from + side].map(|from| &plane[from..][..count])
}

/// Returns the strength of the source at a step: a pulse.
pub(crate) fn pulse(index: usize) -> f64 {
    let t = (index as f64 - 30.0) / 8.0;
    (1.0 - 2.0 * t * t) * (-t * t).exp()
}

impl Seismogram {
    /// Returns what is heard in a medium.
    pub(crate) fn of(medium: &Medium, steps: usize) -> Seismogram {
        let mut waves = Waves::still(medium.side);
        let hear = |index| {
            let side = medium.side;
            propagate(&medium.a, &waves.now, &mut waves.before, side, side..(side - 1) * side);
            waves.before[medium.source()] += pulse(index);
            std::mem::swap(&mut waves.before, &mut waves.now);
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
}
