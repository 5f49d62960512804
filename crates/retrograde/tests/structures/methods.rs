//! Methods of structures and traits: `#[reversible]` on a whole `impl`, held to differences.

use retrograde::check_gradient;
use retrograde::prelude::*;

/// A layer of a coupling network.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Layer<T> {
    weights: Vec<T>,
    shift: T,
    steps: usize,
}

#[reversible]
impl<T: Real> Layer<T> {
    /// One step of the layer, in place.
    pub fn step(&self, y: &mut [T], k: T) {
        for i in 1..y.len() {
            y[i] += self.weights[i - 1] * (k * y[i - 1]).sin() + self.shift;
        }
    }

    /// Several, and one back with another factor.
    fn forward(&self, y: &mut [T], k: T) {
        for _i in 0..self.steps {
            self.step(&mut *y, k);
            Self::bend(&mut y[0], k, 2);
        }
        self.step_inverse(&mut *y, k * k);
        Self::bend_inverse(&mut y[1], k, 1);
    }

    /// Without `self`, and with generics that only the call says.
    fn bend(y: &mut T, k: T, times: usize) {
        for _i in 0..times {
            *y += k * k;
        }
    }

    /// A value, which other methods and functions add up.
    pub(crate) fn loss(&self, x: &[T]) -> T {
        let mut sum = self.shift * self.shift;
        for i in 0..x.len() {
            sum += self.weights[0] * x[i] * x[i];
        }
        sum
    }

    fn score<const N: usize>(&self, x: &[T; N]) -> T {
        self.loss(x).sqrt() * self.loss(&x[1..]) + Self::squared(self.shift)
    }

    fn squared(x: T) -> T {
        x * x
    }

    /// State of its own.
    fn train(&mut self, rate: T) {
        self.shift -= rate * self.weights[0];
        self.weights[1] += self.shift * self.shift;
        self.nudge(rate);
        self.nudge_inverse(rate * rate);
        self.steps += 1;
    }

    fn nudge(&mut self, rate: T) {
        self.weights[0] += rate * self.weights[1];
    }

    #[irreversible]
    fn new(weights: Vec<T>, shift: T) -> Layer<T> {
        Layer { weights, shift, steps: 2 }
    }

    #[irreversible]
    fn parameters(&self) -> usize {
        self.weights.len() + 1
    }
}

fn layer(x: &[f64]) -> Layer<f64> {
    Layer::new(x[..2].to_vec(), x[2])
}

type Bar = <Layer<f64> as Differentiable>::Shadow<f64>;

fn numbers(bar: &Bar) -> Vec<f64> {
    [&bar.weights[..], &[bar.shift]].concat()
}

const AT: [f64; 7] = [0.4, -0.3, 0.9, 0.5, -0.8, 0.2, 0.6];
const SEEDS: [f64; 3] = [1.5, -0.4, 0.7];

fn weighed(y: &[f64]) -> f64 {
    y.iter().zip(&SEEDS).map(|(y, s)| y * s).sum()
}

#[test]
fn methods_that_change_their_arguments() {
    let run = |x: &[f64]| {
        let mut y = x[3..6].to_vec();
        layer(x).forward(&mut y, x[6]);
        y
    };
    let (layer, mut y) = (layer(&AT), run(&AT));
    assert_eq!(layer.parameters(), 3);
    let (mut bar, mut y_bar, mut k_bar) = (layer.shadow(), SEEDS, 0.0);
    layer.forward_adjoint(&mut bar, &mut y, &mut y_bar, AT[6], &mut k_bar);
    assert!(y.iter().zip(&AT[3..]).all(|(a, b)| (a - b).abs() < 1e-14));
    let gradient = [&numbers(&bar)[..], &y_bar, &[k_bar]].concat();
    assert_eq!(check_gradient(|x| weighed(&run(x)), &AT, &gradient), Ok(()));

    let (mut y, mut bar, mut y_bar, mut k_bar) = (AT[3..6].to_vec(), layer.shadow(), SEEDS, 0.0);
    layer.forward_sweep(&mut bar, &mut y, &mut y_bar, AT[6], &mut k_bar);
    let swept = [&numbers(&bar)[..], &y_bar, &[k_bar]].concat();
    assert!(swept.iter().zip(&gradient).all(|(a, b)| (a - b).abs() < 1e-14));
    layer.forward_inverse(&mut y, AT[6]);
    assert!(y.iter().zip(&AT[3..]).all(|(a, b)| (a - b).abs() < 1e-14));
    assert!(layer.try_forward(&mut y, AT[6]).is_ok());
    let (mut bar, mut k_bar) = (layer.shadow(), 0.0);
    assert!(layer.try_forward_adjoint(&mut bar, &mut y, &mut SEEDS.clone(), AT[6], &mut k_bar).is_ok());
}

#[test]
fn methods_that_return_values() {
    let x = &AT[..6];
    let score = |x: &[f64]| layer(x).score::<3>(x[3..6].try_into().unwrap());
    let of: &[f64; 3] = x[3..6].try_into().unwrap();
    let (value, (bar, x_bar)) = layer(x).score_gradient(of);
    assert_eq!(value, score(x));
    let gradient = [&numbers(&bar)[..], &x_bar].concat();
    assert_eq!(check_gradient(score, x, &gradient), Ok(()));

    // The seed stands last.
    let (mut bar, mut x_bar) = (layer(x).shadow(), [0.0; 3]);
    layer(x).score_pull(&mut bar, of, &mut x_bar, 2.0);
    let twice = [&numbers(&bar)[..], &x_bar].concat();
    assert!(twice.iter().zip(&gradient).all(|(a, b)| (a - 2.0 * b).abs() < 1e-13));
}

/// State that is asked for a value stays as it is for that.
#[reversible]
fn asked<T: Real>(layer: &mut Layer<T>, y: &mut T, x: &[T]) {
    let loss = layer.loss(x);
    *y += loss;
    *y -= layer.loss(x) * x[0];
}

#[test]
fn methods_that_ask_state_for_a_value() {
    assert_eq!(asked::check(&mut layer(&[0.3, 0.9, 0.5]), &mut 0.7, &[1.2, 0.4]), Ok(()));
}

#[test]
fn methods_that_change_self() {
    let x = &AT[..4];
    let run = |x: &[f64]| {
        let mut layer = layer(x);
        layer.train(x[3]);
        layer
    };
    let state = |l: &Layer<f64>| weighed(&[l.weights[0], l.weights[1], l.shift]);
    let mut after = run(x);
    assert_eq!(after.steps, 3);
    let (mut bar, mut rate_bar) = (after.shadow(), 0.0);
    (bar.weights[0], bar.weights[1], bar.shift) = (SEEDS[0], SEEDS[1], SEEDS[2]);
    after.train_adjoint(&mut bar, x[3], &mut rate_bar);
    assert_eq!(after.steps, 2);
    assert!((after.shift - x[2]).abs() < 1e-15);
    let gradient = [&numbers(&bar)[..], &[rate_bar]].concat();
    assert_eq!(check_gradient(|x| state(&run(x)), x, &gradient), Ok(()));
}

/// Methods called from functions, on arguments and their fields.
#[derive(Clone, Debug, Differentiable)]
struct Net<T> {
    first: Layer<T>,
    gain: T,
}

#[reversible]
fn apply<T: Real>(net: &Net<T>, layer: &Layer<T>, y: &mut [T]) {
    layer.step(&mut *y, net.gain);
    net.first.step(&mut *y, net.gain);
    layer.step_inverse(&mut *y, 0.5);
    y[0] += layer.loss(&y[1..]) * net.gain;
}

#[test]
fn methods_of_arguments_and_fields() {
    let run = |x: &[f64]| {
        let (net, mut y) = (Net { first: layer(x), gain: x[6] }, x[3..6].to_vec());
        apply(&net, &layer(x), &mut y);
        y
    };
    let net = Net { first: layer(&AT), gain: AT[6] };
    let (mut y, mut y_bar) = (run(&AT), SEEDS);
    let (mut net_bar, mut bar) = (net.shadow(), net.first.shadow());
    apply::adjoint(&net, &mut net_bar, &net.first, &mut bar, &mut y, &mut y_bar);
    let both = numbers(&bar).iter().zip(numbers(&net_bar.first)).map(|(a, b)| a + b).collect::<Vec<f64>>();
    let gradient = [&both[..], &y_bar, &[net_bar.gain]].concat();
    assert_eq!(check_gradient(|x| weighed(&run(x)), &AT, &gradient), Ok(()));
}

/// A trait, a method that it provides, and two types that implement it.
#[reversible]
trait Flow<T: Real>: Differentiable {
    /// Moves a point.
    fn flow(&self, y: &mut [T], time: T);

    /// Returns a cost.
    fn cost(&self, time: T) -> T;

    /// There and a bit back.
    fn wander(&self, y: &mut [T], time: T) {
        self.flow(&mut *y, time);
        self.flow_inverse(&mut *y, 0.1 * time);
        y[0] += self.cost(time);
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Drift<T> {
    by: T,
}

#[reversible]
impl<T: Real> Flow<T> for Drift<T> {
    fn flow(&self, y: &mut [T], time: T) {
        for i in 0..y.len() {
            y[i] += self.by * time;
        }
    }

    fn cost(&self, time: T) -> T {
        self.by * self.by * time
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Swirl;

#[reversible]
impl<T: Real> Flow<T> for Swirl {
    fn flow(&self, y: &mut [T], time: T) {
        rot(&mut y[0], &mut y[1], time);
    }

    fn cost(&self, time: T) -> T {
        time.exp()
    }
}

/// Generic in the trait.
#[reversible]
fn journey<T: Real, F: Flow<T>>(flow: &F, y: &mut [T], time: T) {
    flow.wander(&mut *y, time);
    flow.flow(&mut *y, time * time);
}

#[test]
fn traits() {
    let run = |x: &[f64]| {
        let mut y = x[1..4].to_vec();
        Drift { by: x[0] }.wander(&mut y, x[4]);
        Swirl.wander(&mut y, x[4]);
        y
    };
    let (mut y, mut y_bar, mut time_bar) = (run(&AT), SEEDS, 0.0);
    let drift = Drift { by: AT[0] };
    let mut bar = drift.shadow();
    Swirl.wander_adjoint(&mut Swirl.shadow(), &mut y, &mut y_bar, AT[4], &mut time_bar);
    drift.wander_adjoint(&mut bar, &mut y, &mut y_bar, AT[4], &mut time_bar);
    let gradient = [&[bar.by], &y_bar[..], &[time_bar]].concat();
    assert_eq!(check_gradient(|x| weighed(&run(x)), &AT[..5], &gradient), Ok(()));
}

#[test]
fn functions_generic_in_a_trait() {
    let run = |x: &[f64]| {
        let mut y = x[1..4].to_vec();
        journey(&Drift { by: x[0] }, &mut y, x[4]);
        y
    };
    let drift = Drift { by: AT[0] };
    let (mut y, mut y_bar, mut time_bar, mut bar) = (run(&AT), SEEDS, 0.0, drift.shadow());
    journey::adjoint(&drift, &mut bar, &mut y, &mut y_bar, AT[4], &mut time_bar);
    let gradient = [&[bar.by], &y_bar[..], &[time_bar]].concat();
    assert_eq!(check_gradient(|x| weighed(&run(x)), &AT[..5], &gradient), Ok(()));
}

/// A structure without numbers needs no shadow.
struct Grid {
    width: usize,
}

#[reversible]
impl Grid {
    fn blur(&self, y: &mut [f64], k: f64) {
        for i in self.width..y.len() {
            y[i] += k * y[i - self.width];
        }
    }

    fn twice(&self, y: &mut [f64], k: f64) {
        self.blur(&mut *y, k);
        self.blur(&mut *y, k);
    }
}

#[test]
fn structures_without_numbers() {
    let run = |x: &[f64]| {
        let mut y = x[..3].to_vec();
        Grid { width: 1 }.twice(&mut y, x[3]);
        y
    };
    let (mut y, mut y_bar, mut k_bar) = (run(&AT), SEEDS, 0.0);
    Grid { width: 1 }.twice_adjoint(&mut y, &mut y_bar, AT[3], &mut k_bar);
    let gradient = [&y_bar[..], &[k_bar]].concat();
    assert_eq!(check_gradient(|x| weighed(&run(x)), &AT[..4], &gradient), Ok(()));
}

/// Methods under every circumstance.
#[derive(Clone, Debug, Differentiable)]
struct Stack<T> {
    layers: Vec<Layer<T>>,
    scale: [T; 2],
    depth: usize,
}

#[reversible(check = "always")]
impl<T> Stack<T>
where
    T: Real,
{
    const TWICE: usize = 2;

    /// Elements of an array of structures, recursion, scratch, what is inactive, and a constant of the type.
    fn run(&self, y: &mut [T], #[inactive] data: &[T], from: usize) {
        if from < self.depth {
            for i in 0..y.len() {
                y[i] += self.scale[1] * data[i];
            }
            self.layers[from].step(&mut *y, self.scale[0]);
            self.run(&mut *y, data, from + 1);
        }
    }

    fn blend(&self, y: &mut [T], #[scratch] work: &mut [T], #[inactive] data: &[T]) {
        for i in 0..y.len() {
            work[i] += data[i] * self.scale[0] * self.layers[1].shift;
        }
        for i in 0..y.len() {
            y[i] += work[i] * work[0];
        }
        self.run(&mut *y, data, 0);
    }

    fn mean<'a>(&'a self, x: &'a [T]) -> T {
        let n: usize = self.count(x.len());
        let mut sum = 0.0;
        for i in 0..x.len() {
            #[keep]
            if sum > 1.0 {
                sum -= self.scale[0] * x[i];
            } else {
                sum += self.layers[0].loss(x) * x[i];
            }
        }
        safe! {
            assert!(self.depth > 0, "there are layers");
        }
        sum / (n as T)
    }

    #[irreversible]
    fn count(&self, n: usize) -> usize {
        n * Self::TWICE
    }

    #[cfg(test)]
    #[inline(never)]
    #[must_use]
    fn r#loop(&self, #[inactive] r#type: T, x: T) -> T {
        x * self.scale[0] * r#type + Self::linear::<3>(x) + Stack::<T>::linear::<2>(x)
    }

    fn linear<const N: usize>(x: T) -> T {
        let mut sum = 0.0;
        for _i in 0..N {
            sum += x;
        }
        sum
    }

    /// `self` is inactive.
    fn fixed(#[inactive] &self, y: &mut T, x: T) {
        *y += self.scale[0] * x;
    }

    fn all(&mut self, y: &mut T, x: T) {
        self.fixed(&mut *y, x);
        self.scale[1] += x * *y;
        self.layers[0].train(x);
        self.layers[1].train_inverse(0.5);
        *y += self.r#loop(2.0, x);
    }
}

fn stack(x: &[f64]) -> Stack<f64> {
    Stack { layers: vec![layer(x), layer(&[x[1], x[2], x[0]])], scale: [x[3], x[4]], depth: 2 }
}

fn stack_numbers(bar: &<Stack<f64> as Differentiable>::Shadow<f64>) -> Vec<f64> {
    let (first, second) = (numbers(&bar.layers[0]), numbers(&bar.layers[1]));
    vec![first[0] + second[2], first[1] + second[0], first[2] + second[1], bar.scale[0], bar.scale[1]]
}

const DATA: [f64; 2] = [0.3, 0.8];

#[test]
fn recursion_over_elements() {
    let run = |x: &[f64]| {
        let mut y = x[5..7].to_vec();
        stack(x).blend(&mut y, &mut [0.0; 2], &DATA);
        y
    };
    let (stack, mut y) = (stack(&AT), run(&AT));
    let (mut bar, mut y_bar) = (stack.shadow(), [SEEDS[0], SEEDS[1]]);
    stack.blend_adjoint(&mut bar, &mut y, &mut y_bar, &mut [0.0; 2], &mut [0.0; 2], &DATA);
    let gradient = [&stack_numbers(&bar)[..], &y_bar].concat();
    assert_eq!(check_gradient(|x| weighed(&run(x)), &AT, &gradient), Ok(()));
}

#[test]
fn values_with_decisions_that_are_kept() {
    let mean = |x: &[f64]| stack(x).mean(&x[5..7]);
    let (value, (bar, x_bar)) = stack(&AT).mean_gradient(&AT[5..7]);
    assert_eq!(value, mean(&AT));
    let gradient = [&stack_numbers(&bar)[..], &x_bar].concat();
    assert_eq!(check_gradient(mean, &AT, &gradient), Ok(()));
}

#[test]
fn what_is_inactive_takes_no_cotangent() {
    let (stack, mut y, mut y_bar, mut x_bar) = (stack(&AT), 1.0, 2.0, 0.0);
    stack.fixed_adjoint(&mut y, &mut y_bar, 3.0, &mut x_bar);
    assert_eq!(x_bar, 2.0 * AT[3]);
    let (value, (bar, x_bar)) = stack.loop_gradient(2.0, 0.5);
    assert!((value - (AT[3] + 2.5)).abs() < 1e-15);
    assert_eq!((bar.scale[0], x_bar), (1.0, 2.0 * AT[3] + 5.0));
}

#[test]
fn state_within_state() {
    let run = |x: &[f64]| {
        let (mut stack, mut y) = (stack(x), x[5]);
        stack.all(&mut y, x[6]);
        (stack, y)
    };
    let (mut after, mut y) = run(&AT);
    let mut bar = after.shadow();
    bar.scale = [SEEDS[0], SEEDS[1]];
    bar.layers[0].shift = SEEDS[2];
    let (mut y_bar, mut x_bar) = (0.9, 0.0);
    after.all_adjoint(&mut bar, &mut y, &mut y_bar, AT[6], &mut x_bar);
    let value = |x: &[f64]| {
        let (stack, y) = run(x);
        weighed(&[stack.scale[0], stack.scale[1], stack.layers[0].shift]) + 0.9 * y
    };
    // `fixed` holds its factor constant, so the derivative by scale[0] misses what comes by way of it.
    let mut gradient = [&stack_numbers(&bar)[..], &[y_bar, x_bar]].concat();
    gradient[3] += AT[6] * (0.9 + SEEDS[1] * AT[6]);
    assert_eq!(check_gradient(value, &AT, &gradient), Ok(()));
}

/// A structure that a function makes and its methods change.
#[derive(Clone, Debug, Differentiable)]
struct Motion<T> {
    place: T,
    speed: T,
}

#[reversible]
impl<T: Real> Motion<T> {
    fn kick(&mut self, force: T) {
        self.place += force * self.speed;
        self.speed += force * force;
    }

    fn measure(&self, y: &mut T) {
        *y += self.place * self.speed;
    }

    /// The receiver and an argument change together: such a call names the type.
    fn exchange(&mut self, y: &mut T) {
        *y += self.speed;
        self.place += *y * *y;
    }

    fn square(&self, sum: &mut T, x: T, #[scratch] work: &mut [T]) {
        work[0] += x * x;
        *sum += work[0] * self.speed;
    }
}

#[reversible]
fn of_a_local(y: &mut f64, x: f64) {
    let mut motion = Motion { place: 0.0, speed: x };
    let mut many = [Motion { place: 0.0, speed: x }, Motion { place: x, speed: 0.5 }];
    let mut held = 0.0;
    motion.kick(x);
    for i in 0..2 {
        many[i].kick(x * motion.place);
        many[i].kick_inverse(0.1);
    }
    motion.kick(many[0].place);
    Motion::exchange(&mut motion, &mut held);
    motion.measure(&mut *y);
    *y += motion.place * held * many[1].speed;
}

/// Storage without another use is lent to the methods of another block.
#[reversible]
fn lends<T: Real>(y: &mut T, motion: &Motion<T>, x: T) {
    let mut work = vec![0.0; 2];
    let mut t = 0.0;
    motion.square(&mut t, x, &mut work);
    motion.square(&mut t, x * x, &mut work[1..]);
    *y += t;
}

/// Storage beside others in a structure of the function's own.
#[derive(Clone, Debug, Differentiable)]
struct Desk<T> {
    work: Vec<T>,
    total: T,
}

#[reversible]
fn lends_a_field<T: Real>(y: &mut T, motion: &Motion<T>, x: T) {
    let mut desk = Desk { work: vec![0.0; 1], total: 0.0 };
    motion.square(&mut desk.total, x, &mut desk.work);
    squared(&mut desk.total, x, &mut desk.work);
    *y += desk.total * x;
}

#[reversible]
fn squared<T: Real>(sum: &mut T, x: T, #[scratch] work: &mut [T]) {
    work[0] += x * x;
    *sum += work[0] * work[0];
}

#[test]
fn methods_that_change_a_local_or_borrow_scratch() {
    assert_eq!(lends_a_field::check(&mut 0.7, &Motion { place: 0.3, speed: 0.9 }, 0.4), Ok(()));
    assert_eq!(of_a_local::check(&mut 0.7, 0.4), Ok(()));
    assert_eq!(lends::check(&mut 0.7, &Motion { place: 0.3, speed: 0.9 }, 0.4), Ok(()));
}

/// A segment, whose length is a number.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Segment<T> {
    from: [T; 2],
    to: [T; 2],
}

#[reversible]
impl<T: Real> Segment<T> {
    fn len(&self) -> T {
        let (x, y) = (self.to[0] - self.from[0], self.to[1] - self.from[1]);
        (x * x + y * y).sqrt()
    }

    fn doubled(&self) -> T {
        2.0 * self.len()
    }
}

/// A grid, whose length is a count.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Cells {
    cells: Vec<f64>,
}

impl Cells {
    fn len(&self) -> usize {
        self.cells.len()
    }
}

#[reversible]
fn perimeter<T: Real>(y: &mut T, sides: &[Segment<T>], first: &Segment<T>) {
    for side in sides {
        *y += side.len();
    }
    let length = first.len();
    *y += 0.5 * length * length * first.doubled();
    *y += sides.len() as f64 * sides[0].len();
}

#[reversible]
fn counted(y: &mut f64, grid: &Cells) {
    for i in 0..grid.len() {
        *y += grid.cells[i] * grid.cells[i];
    }
    let n = grid.len();
    *y += n as f64 * grid.cells[0] / grid.len() as f64;
}

#[test]
fn lengths_are_numbers_or_counts() {
    let side = |x: f64| Segment { from: [0.1, x], to: [1.3, -0.4 * x] };
    perimeter::check(&mut 0.5, &[side(0.3), side(0.9)], &side(1.7)).unwrap();
    let mut y = 0.0;
    perimeter(&mut y, &[side(0.0)], &side(0.0));
    assert!((y - (1.2 + 0.5 * 1.2 * 1.2 * 2.4 + 1.2)).abs() < 1e-12);
    counted::check(&mut 0.5, &Cells { cells: vec![0.3, -0.7] }).unwrap();
    let mut y = 0.0;
    counted(&mut y, &Cells { cells: vec![2.0, 3.0] });
    assert_eq!(y, 15.0);
}

/// No field is named in the block: that `self` is handed on tells that it carries cotangents.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Span<T> {
    from: T,
    to: T,
}

#[reversible]
fn length<T: Real>(span: &Span<T>) -> T {
    (span.to - span.from) * span.to
}

#[reversible]
impl<T: Real> Span<T> {
    fn length(&self) -> T {
        length(self)
    }
}

#[test]
fn a_receiver_that_is_only_handed_on_has_cotangents() {
    let (value, (bar,)) = Span { from: 2.0, to: 5.0 }.length_gradient();
    assert_eq!((value, bar.from, bar.to), (15.0, -5.0, 8.0));
}
