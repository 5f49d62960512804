//! The attribute of reversible functions, with the documentation for users.

/// Makes a function reversible and differentiable.
///
/// The macro emits `struct f {}` with the programs that belong to `fn f`, so one `use m::f;` imports both:
///
/// | program | takes | returns or leaves |
/// |---|---|---|
/// | `f(…)` | the state | the state after it |
/// | `f::inverse(…)` | the state after it | the state before it |
/// | `f::adjoint(…)` | state and cotangents after it | state and cotangents before it |
/// | `f::sweep(…)` | the state before it, cotangents after it | the state after it, cotangents before it |
/// | `f::gradient(…)` | the arguments | the value, and the cotangents of all active arguments |
/// | `f::pull(y_bar, …)` | the cotangent of a returned value | the value; instead of a state |
/// | `f::gradient_with(y_bar, …)` | the same, and the arguments | the same as `gradient`, if the value consists of several numbers |
/// | `f::check(…)` | the arguments | an error, if a program is wrong: [see below](#checks-in-tests) |
///
/// In `adjoint`, `sweep` and `pull` each active argument is followed by its cotangent: `&mut C` after a number, `&mut
/// [C]` after a slice, and so on. Cotangents of inputs are added to. `C` is any [`Cotangent`](crate::Cotangent): the
/// real type itself, or `[_; R]` for `R` rows of a Jacobian at once. `gradient` exists (with the feature `alloc`) if
/// the function returns one number, or if it changes its first `&mut` number, by updates or calls, and does not read
/// it: that number starts at zero and is the value. For a [`Log`](crate::Log) or tropical number it is the gradient
/// of the underlying number. A complex number, an array, a tuple or a structure has no gradient without a cotangent
/// of its own, which `gradient_with` takes (as the last argument of a method):
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn polar(x: f64, y: f64) -> (f64, f64) {
///     ((x * x + y * y).sqrt(), y.atan2(x))
/// }
///
/// let ((radius, _), (x_bar, y_bar)) = polar::gradient_with((1.0, 0.0), 3.0, 4.0);
/// assert_eq!(radius, 5.0);
/// assert!((x_bar - 0.6).abs() < 1e-15 && (y_bar - 0.8).abs() < 1e-15);
/// ```
///
/// # Arguments
///
/// `&mut` arguments are state, which the function may change; `&` arguments and values are inputs. Active, that is,
/// with a cotangent, are numbers, and arrays, slices, vectors and [maps](#maps) of one real type: `f64`, `f32`, or a
/// parameter `T: Real`. Integers and other exact types are inactive, and so are arguments that are marked
/// `#[inactive]`.
///
/// `#[scratch] work: &mut [T]` is storage that the caller provides, together with storage for its cotangent: each
/// program fills both with zero at its start and leaves arbitrary values there. So a reversible function may pass a
/// local, or scratch of its own, that it neither reads nor changes otherwise, but not state. To pass storage as
/// scratch that is used otherwise is a compile-time error.
///
/// ```compile_fail,E0080
/// # use retrograde::prelude::*;
/// #[reversible]
/// fn norm(out: &mut f64, x: &[f64], #[scratch] squares: &mut [f64]) {
///     for i in 0..x.len() {
///         squares[i] += x[i] * x[i];
///     }
///     for i in 0..x.len() {
///         *out += squares[i];
///     }
/// }
///
/// #[reversible]
/// fn scaled(y: &mut f64, x: &[f64]) {
///     let mut work = vec![0.0; x.len()];
///     work[0] += 2.0 * x[0];
///     let mut sum = 0.0;
///     norm(&mut sum, x, &mut work); // error: `work` has another use in this function
///     *y += sum * work[0];
/// }
/// ```
///
/// Structures that derive [`Differentiable`](macro@crate::Differentiable), tuples, and slices and vectors of them are
/// active too, as arguments, locals and returned values; see [below](#structures).
///
/// A function that returns a value reads all its arguments. It may be called in expressions of other reversible
/// functions, like a [`primitive`](crate::primitive); a function that changes its state is called as a statement, and
/// `f::inverse(…)` undoes it.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn square<T: Real>(x: T) -> T {
///     x * x
/// }
///
/// /// One explicit step of an oscillator with friction, in place.
/// #[reversible]
/// fn step<T: Real>(position: &mut T, velocity: &mut T, friction: T) {
///     *velocity -= 0.1 * *position + 0.01 * friction * square(*position);
///     *position += 0.1 * *velocity;
/// }
///
/// /// A thousand of them, without a tape: the adjoint runs them backwards.
/// #[reversible]
/// fn swing<T: Real>(position: &mut T, velocity: &mut T, friction: T) {
///     for _i in 0..1000 {
///         step(&mut *position, &mut *velocity, friction);
///     }
/// }
///
/// let (mut position, mut velocity) = (1.0, 0.0);
/// swing(&mut position, &mut velocity, 0.3);
/// let (mut position_bar, mut velocity_bar, mut friction_bar) = (1.0, 0.0, 0.0);
/// swing::adjoint(&mut position, &mut position_bar, &mut velocity, &mut velocity_bar, 0.3, &mut friction_bar);
/// assert!((position - 1.0_f64).abs() < 1e-9 && velocity.abs() < 1e-9);
/// ```
///
/// A function whose arguments are all numbers, arrays, and at most one slice of numbers, is also an
/// [`Operator`](crate::Operator): the value `f {}` can be passed to any function that takes a `dyn Operator`. It is
/// also [`Reversible`](crate::Reversible): a reversible function takes another one as `f: &F` with `F:
/// Reversible<T>`, calls it by `f(&mut state, &inputs)` and uncalls it by `f::inverse(&mut state, &inputs)`.
///
/// # Number systems
///
/// Integers and `bool` are updated by `+=`, `-=` and `^=`, all of which wrap and are undone exactly. The right-hand
/// side is plain Rust: `*a += b * 3` panics in debug builds if `b * 3` overflows, `*a += b.wrapping_mul(3)` does not.
/// With [`Fixed`](crate::Fixed) a generic function is undone bit for bit. [`Log`](crate::Log),
/// [`MaxPlus`](crate::MaxPlus) and [`MinPlus`](crate::MinPlus) are updated by `*=` and `/=`; they can be used
/// together with the real type that they contain, and converted to it. So can `Complex`, with the feature `complex`;
/// its cotangent is the pair of derivatives by its real and its imaginary part. The shadow of `Log<T>` is a `Log<C>`,
/// that of `Complex<T>` a `Complex<C>`. A type of your own declares its invertible updates by
/// [`InvertibleAdd`](crate::InvertibleAdd), [`InvertibleMul`](crate::InvertibleMul) and
/// [`InvertibleXor`](crate::InvertibleXor). See the page `docs/numbers.md` for details.
///
/// ```
/// use retrograde::prelude::*;
/// use retrograde::Log;
///
/// /// A power without a place for every product.
/// #[reversible]
/// fn power<T: Real>(out: &mut T, x: T, n: u32) {
///     let mut y = Log::one();
///     for _i in 0..n {
///         y *= Log::from_value(x);
///     }
///     *out += y.value();
/// }
///
/// let (value, (x_bar,)) = power::gradient(2.0_f64, 10);
/// assert!((value - 1024.0).abs() < 1e-9 && (x_bar - 5120.0).abs() < 1e-9);
/// ```
///
/// # Views
///
/// A place may be seen through a bijection in an update or a call: `-x += e`, `z.re += e`, `z.conj() += e`,
/// `y.recip() *= e`, `f(&mut -x)`, `f(&mut (x - 1.0))`, and through any reversible function `g(&mut x) += e`, `f(&mut
/// g(&mut x))`. The update changes the place itself; for a call the place is converted to its view before, and back
/// afterwards.
///
/// # Statements
///
/// Besides `+=`, `-=`, calls and `let`:
///
/// - `for` over ranges and over arrays: `for (i, (y, &x)) in ys.iter_mut().zip(xs).enumerate()`, with `chunks(n)`,
///   `chunks_exact(n)`, `windows(n)`, `rev`, `skip`, `take` and `step_by`. It is the loop over indices that you would
///   have written, and costs the same.
/// - `each!(y += a * x + b)` updates every element of an array; inside, an array denotes its current element and a
///   number itself. Arrays of different lengths panic before the first element is changed.
/// - `swap(&mut a, &mut b)` exchanges numbers, arrays and slices of one length.
/// - `'r: { … }` is a routine that `undo!('r)` undoes; `undo! { … }` runs the inverse of its statements.
/// - `free!(t = 0.0)` drops a `let mut` that has this value again (checked in debug builds). Other locals are
///   recomputed in the reverse pass; a freed one is not, so it may be computed from variables that change.
/// - `push!(stack, x)` moves a value to a `&mut Vec<_>` or a local vector and leaves zero in its place; `pop!(stack,
///   x)` moves it back to a place that is zero. So the place of a pushed value can hold another value. Cotangents
///   move along, and the cotangent of `&mut Vec<T>` is a `&mut Vec<C>` of the same length.
/// - `let b = a;` of a vector moves it: `b` is a new name of the same place.
///
/// ```
/// use retrograde::prelude::*;
///
/// /// Momentum and position of particles, in place.
/// #[reversible]
/// fn kick<T: Real>(position: &mut [T], momentum: &mut [T], step: T) {
///     for (p, q) in momentum.iter_mut().zip(position.iter()) {
///         *p -= step * q.sin();
///     }
///     each!(position += step * momentum);
/// }
///
/// let (mut q, mut p) = ([0.5, 1.0], [0.0, 0.1]);
/// kick(&mut q, &mut p, 0.1);
/// kick::inverse(&mut q, &mut p, 0.1);
/// assert!((q[0] - 0.5_f64).abs() < 1e-15);
/// ```
///
/// # Maps
///
/// The values of a `HashMap` or `BTreeMap` are places, `map[&key]`, read and updated like elements of an array. Keys
/// are integers, texts, tuples, or other types with exact comparison and `Clone`; values are numbers, arrays of them,
/// or exact.
///
/// - `insert!(map, key, value)` adds a new key, `remove!(map, key, value)` removes a key with this value. Each is the
///   inverse of the other. To insert a key that is present, or remove one that is not, ends the run in every build;
///   to remove a key with another value, in builds with [checks](#checks).
/// - `map.contains_key(&key)`, `map.len()` and `map.is_empty()` are exact: the reverse pass finds the same keys.
/// - `for key in map.keys()` visits the keys of a `BTreeMap` in order; those of a `HashMap` have no order that the
///   inverse could reverse.
///
/// The cotangent of a map is a map with the same keys, `map_bar: &mut HashMap<K, C>`. In the reverse pass a key that
/// was inserted is removed from both, and its cotangent is propagated to the variables in its value; a key that was
/// removed is inserted again, with the cotangent zero. Two keys that may be equal are checked like two indices that
/// may be equal.
///
/// ```
/// use retrograde::prelude::*;
/// use std::collections::BTreeMap;
///
/// /// The value of the words in a text, each by how often it occurs.
/// #[reversible]
/// fn score(out: &mut f64, weights: &BTreeMap<String, f64>, words: &[&str]) {
///     let mut counts: BTreeMap<String, usize> = BTreeMap::new();
///     for word in words {
///         if (!counts.contains_key(word), counts[word] == 1) {
///             insert!(counts, word, 1);
///         } else {
///             counts[word] += 1;
///         }
///     }
///     for word in counts.keys() {
///         *out += weights[word] * (counts[word] as f64).ln();
///     }
/// }
///
/// let weights = BTreeMap::from([("the".to_string(), 0.5), ("cat".to_string(), 2.0)]);
/// let (value, (gradient,)) = score::gradient(&weights, &["the", "cat", "the"]);
/// assert_eq!(value, 0.5 * 2.0_f64.ln());
/// assert_eq!(gradient["the"], 2.0_f64.ln());
/// ```
///
/// # Structures
///
/// Fields are places like any other: `camera.focal`, `particles[i].position.x`, `pair.0`. The cotangent of a
/// structure is its [shadow](trait@crate::Differentiable), a structure with the same fields, which `value.shadow()`
/// makes. Fields, elements, nested and whole structures can be passed to other reversible functions, two fields of
/// one structure also if both are changed, and two elements or ranges of one array if they do not overlap.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[derive(Clone, Copy, Differentiable)]
/// struct Vec2<T> {
///     x: T,
///     y: T,
/// }
///
/// #[derive(Differentiable)]
/// struct Planet<T> {
///     position: Vec2<T>,
///     velocity: Vec2<T>,
///     mass: T,
///     name: String,
/// }
///
/// #[reversible]
/// fn drift<T: Real>(to: &mut Vec2<T>, by: &Vec2<T>, h: T) {
///     to.x += h * by.x;
///     to.y += h * by.y;
/// }
///
/// #[reversible]
/// fn step<T: Real>(planets: &mut [Planet<T>], h: T) {
///     for i in 0..planets.len() {
///         for j in 0..planets.len() {
///             if i != j {
///                 let x = planets[j].position.x - planets[i].position.x;
///                 let y = planets[j].position.y - planets[i].position.y;
///                 let pull = h * planets[j].mass / (x * x + y * y).powf(1.5);
///                 planets[i].velocity.x += x * pull;
///                 planets[i].velocity.y += y * pull;
///             }
///         }
///     }
///     for i in 0..planets.len() {
///         drift(&mut planets[i].position, &planets[i].velocity, h);
///     }
/// }
///
/// let planet = |x, mass, name: &str| {
///     let (position, velocity) = (Vec2 { x, y: 0.0 }, Vec2 { x: 0.0, y: x });
///     Planet { position, velocity, mass, name: name.into() }
/// };
/// let mut planets = [planet(0.0, 1.0, "sun"), planet(1.0, 1e-3, "earth")];
/// let mut bars = planets.shadow();
/// step(&mut planets, 0.1);
/// bars[1].position.x = 1.0; // how the earth's place depends on everything
/// step::adjoint(&mut planets, &mut bars, 0.1, &mut 0.0);
/// assert!((bars[0].mass + 0.01_f64).abs() < 1e-9);
/// assert_eq!(planets[0].name, "sun");
/// ```
///
/// The use of a field determines its type: a field that bounds a loop, is an index or a condition is not a number, a
/// field in real arithmetic is. A structure without numbers in use, such as a mesh of indices, has no cotangent and
/// needs no derive; `#[inactive]` excludes others. A structure that is passed as a whole with `&mut` may change in
/// every field, so its integers must not bound a loop around the call.
///
/// A structure or tuple that the function makes itself is a local like any other. It is a literal with all its
/// fields, a copy (`let q = *p;`, `p.clone()`), or the result of another reversible function; then its fields can be
/// read and updated, it can be passed on, and it is undone with its block or freed, `free!(p = Vec2 { x: 0.0, y: 0.0
/// })`. Functions return structures and tuples as they return numbers; the seed of `pull` is then the shadow of the
/// value. The result of a call is a structure if the `let` has its type or its fields are read; in a generic function
/// the type of a tuple must be written, or the tuple destructured at once.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
/// struct Spin<T> {
///     axis: (T, T),
///     rate: T,
/// }
///
/// #[reversible]
/// fn polar<T: Real>(x: T, y: T) -> (T, T) {
///     (x.hypot(y), y.atan2(x))
/// }
///
/// #[reversible]
/// fn damp<T: Real>(spin: &mut Spin<T>, by: T) {
///     spin.rate -= by * spin.axis.0;
/// }
///
/// #[reversible]
/// fn damped<T: Real>(start: &Spin<T>, steps: usize) -> Spin<T> {
///     let mut spin = *start;
///     for _ in 0..steps {
///         damp(&mut spin, 0.5);
///     }
///     let (length, angle) = polar(spin.axis.0, spin.axis.1);
///     Spin { axis: (length * angle.cos(), length * angle.sin()), rate: spin.rate }
/// }
///
/// let start = Spin { axis: (3.0, 4.0), rate: 10.0 };
/// let mut seed = start.shadow();
/// seed.rate = 1.0; // how the rate at the end depends on the start
/// let mut bar = start.shadow();
/// let end = damped::pull(seed, &start, &mut bar, 4);
/// assert_eq!((end.rate, bar.rate, bar.axis.0), (4.0, 1.0, -2.0));
/// ```
///
/// # Decisions
///
/// The reverse pass makes the decisions of branches and loops again, on exact places or places that never change. If
/// a local decides that changes afterwards, `#[keep]` before the `if` or `while` keeps each decision for the reverse
/// pass (on the heap, and not in the function itself); such a `while` needs no postcondition. If state decides, no
/// adjoint could find the decision again: with `#[keep(log)]` the function itself pushes it on `log: &mut Vec<usize>`
/// (1 or 0 for a branch, the number of iterations for a loop), and its inverse and adjoint pop it. `#[rounded]`
/// accepts a decision on values that are restored only up to rounding.
///
/// ```
/// use retrograde::prelude::*;
///
/// /// A sum that is folded back whenever it is above one.
/// #[reversible]
/// fn folded(out: &mut f64, x: &[f64]) {
///     let mut sum = 0.0;
///     for i in 0..x.len() {
///         #[keep]
///         if sum > 1.0 {
///             sum -= x[i] * x[i];
///         } else {
///             sum += x[i];
///         }
///     }
///     *out += sum;
/// }
///
/// let (value, (gradient,)) = folded::gradient(&[0.75, 0.5, 0.5]);
/// assert_eq!((value, gradient), (1.0, vec![1.0, 1.0, -1.0]));
/// ```
///
/// # Methods
///
/// The attribute is written before a whole `impl`, inherent or of a trait, or before a trait. The programs of a
/// method `step` are methods: `step_inverse`, `step_adjoint`, `step_sweep`, `step_gradient` and `step_pull`,
/// `try_step` and so on. Each takes the cotangents of `self`, a [shadow](crate::Differentiable) of the structure, as
/// its first argument; the seed of a returned value is the last. Reversible code calls `self.step(&mut y)`,
/// `layer.step(&mut y)` and `Self::helper(&mut y)`, and uncalls `self.step_inverse(&mut y)`. Methods that cannot be
/// reversible, such as one that reads a file, are marked `#[irreversible]`.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[derive(Differentiable)]
/// struct Spring<T> {
///     stiffness: T,
/// }
///
/// #[reversible]
/// impl<T: Real> Spring<T> {
///     fn step(&self, position: &mut T, velocity: &mut T) {
///         *velocity -= 0.1 * self.stiffness * *position;
///         *position += 0.1 * *velocity;
///     }
///
///     fn energy(&self, position: T, velocity: T) -> T {
///         0.5 * (self.stiffness * position * position + velocity * velocity)
///     }
/// }
///
/// let spring = Spring { stiffness: 2.0 };
/// let (mut position, mut velocity) = (1.0, 0.5);
/// spring.step(&mut position, &mut velocity);
/// let (mut bar, mut position_bar, mut velocity_bar) = (spring.shadow(), 1.0, 0.0);
/// spring.step_adjoint(&mut bar, &mut position, &mut position_bar, &mut velocity, &mut velocity_bar);
/// assert!((position - 1.0_f64).abs() < 1e-15 && (bar.stiffness + 0.01_f64).abs() < 1e-15);
///
/// let (energy, (bar, _, _)) = spring.energy_gradient(1.0, 0.5);
/// assert_eq!((energy, bar.stiffness), (1.125, 0.5));
/// ```
///
/// `#[reversible(adjoint = …)]`, `#[reversible(pull = …)]` and [`#[instruction(…)]`](macro@crate::instruction) are
/// written before single methods of the block. They name a path: `Self::back` is a method (marked `#[irreversible]`),
/// `back` a function outside the block. Either takes `self` and its cotangents first, and a pullback the seed last.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[derive(Clone, Differentiable)]
/// struct Scale<T> {
///     by: T,
/// }
///
/// #[reversible]
/// impl<T: Real> Scale<T> {
///     #[instruction(inverse = Self::shrink, adjoint = Self::grow_back)]
///     fn grow(&self, y: &mut T) {
///         *y *= self.by;
///     }
///
///     #[instruction(inverse = Self::grow, adjoint = Self::shrink_back)]
///     fn shrink(&self, y: &mut T) {
///         *y /= self.by;
///     }
///
///     #[irreversible]
///     fn grow_back<C: Cotangent<T>>(&self, bar: &mut ScaleShadow<C>, y: &mut T, y_bar: &mut C) {
///         self.shrink(y);
///         bar.by = bar.by.plus(y_bar.scaled(*y));
///         *y_bar = y_bar.scaled(self.by);
///     }
///
///     #[irreversible]
///     fn shrink_back<C: Cotangent<T>>(&self, bar: &mut ScaleShadow<C>, y: &mut T, y_bar: &mut C) {
///         bar.by = bar.by.plus(y_bar.scaled(-(*y / self.by)));
///         self.grow(y);
///         *y_bar = y_bar.scaled(T::constant(1.0) / self.by);
///     }
/// }
///
/// assert_eq!(Scale { by: 3.0 }.grow_check(&mut 0.5), Ok(()));
/// ```
///
/// A trait provides `…_gradient`, `…_gradient_with` and `…_check` for its implementations. Callers do not know
/// whether a method of a trait reads its state, so the gradient of one that returns nothing is that of its first
/// `&mut` number, which starts at zero.
///
/// `self` has cotangents if a method of the block reads or changes a number in it, and always in a trait, which has
/// `Differentiable` as a supertrait; `#[inactive] &self` stops them. Methods of other blocks that are called on
/// `self` take them too.
///
/// # Checks in tests
///
/// A derived derivative is right if the program satisfies the assumptions. `f::check(…)`, and `step_check(…)` for a
/// method, finds in one line where it does not: where rounding is too coarse, or an `#[inactive]` hides a dependence.
/// It checks, at the given arguments, which it does not change, whether the inverse and the adjoint restore the
/// state, and whether the adjoint, the sweep and the adjoint of the inverse agree with finite differences, for seeds
/// that are not unit vectors, and with one another. It returns a [`Mismatch`](crate::Mismatch) with the number that
/// is wrong, and the difference.
///
/// Numbers are `f64` if their type is a parameter of the function, otherwise they have the types in the signature:
/// `f32`, whose differences have three digits, or fixed point, which must be restored exactly, like integers and
/// lengths. The check varies the logarithms of logarithmic numbers. Structures must be `Clone`. A number that cannot
/// be varied because a check of the program requires its value, such as the zero of `pop!`, is not varied. A function
/// with an argument that cannot be copied (`&mut dyn Trait`) has no check.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn advance<T: Real>(x: &mut [T], v: &mut [T], h: T) {
///     for i in 0..x.len() {
///         v[i] -= h * x[i].sin();
///         x[i] += h * v[i];
///     }
/// }
///
/// assert_eq!(advance::check(&mut [0.3, 0.7], &mut [0.1, -0.4], 0.01), Ok(()));
/// ```
///
/// # An adjoint of your own
///
/// `#[reversible(adjoint = f)]` replaces the derived adjoint by yours, and `#[reversible(pull = f)]` the pullback of
/// a function that returns a value: they have the arguments of `f::adjoint` and `f::pull`, like those of an
/// [`instruction`](macro@crate::instruction), and `f::check(…)` compares them with finite differences.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible(adjoint = add_sqrt_adjoint)]
/// fn add_sqrt(y: &mut f64, x: f64) {
///     *y += x.sqrt();
/// }
///
/// fn add_sqrt_adjoint<C: Cotangent<f64>>(y: &mut f64, y_bar: &mut C, x: f64, x_bar: &mut C) {
///     let root = x.sqrt();
///     *y -= root;
///     *x_bar = x_bar.plus(y_bar.scaled(0.5 / root));
/// }
///
/// assert_eq!(add_sqrt::check(&mut 1.0, 2.0), Ok(()));
/// assert_eq!(add_sqrt::gradient(4.0), (2.0, (0.25,)));
/// ```
///
/// # Recompute, store or reverse
///
/// The reverse pass needs the locals of each block again. By default it recomputes them at the start of the block:
/// nothing is allocated, and a block at nesting depth d is computed d times. `#[store]` before a `let`, or before a
/// loop, branch or block for every `let` in it, stores the values instead (numbers, and arrays of fixed length): the
/// reverse pass runs the function's body once to compute its outermost locals, pushes the values on a typed stack
/// meanwhile, and pops them later. This pays if values are costly and their loop is needed for an outer local anyway;
/// it costs memory for every iteration, and such loops do not vectorise. `#[recompute]` excludes a `let` or a block.
/// A stored value must be computed from inputs and locals, not from state that changes. A local that the function
/// itself restores to a known value and frees (`free!`) needs neither: it is reversed.
///
/// A pullback recomputes the values of its function, so calls at nesting depth d run d times, and recursion that
/// returns values takes quadratic time in its depth. `#[store]` also applies to the calls below it: the callee then
/// stores the values that its own reverse pass needs on a record tape, a few vectors that all calls inside share, and
/// each level runs once forwards and once backwards. `#[reversible(store)]` applies to all calls in a function, and
/// to nothing else. It must be written in each function of a chain of calls; a function without it stores nothing,
/// and recomputes its own values. So does a function with structures or maps among its locals, which are stored as
/// they are, if it is generic over more than its real type: they could contain references. Recursion that only
/// changes state is undone in place and needs none of this.
///
/// ```
/// use retrograde::prelude::*;
///
/// /// The logistic map, n times.
/// #[reversible(store)]
/// fn logistic(r: f64, x: f64, n: usize) -> f64 {
///     let mut out = 0.0;
///     if n > 0 {
///         let before = logistic(r, x, n - 1); // not recomputed at each level of the reverse pass
///         out += r * before * (1.0 - before);
///     } else {
///         out += x;
///     }
///     out
/// }
///
/// let (value, (r_bar, x_bar)) = logistic::gradient(2.0, 0.25, 2);
/// assert_eq!((value, r_bar, x_bar), (0.46875, 0.328125, 0.5));
/// ```
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn norm(out: &mut f64, x: &[f64]) {
///     let mut sum = 0.0;
///     #[store]
///     for u in x {
///         let t = u.exp().sin(); // computed once and stored, instead of twice
///         sum += t * t;
///     }
///     *out += sum.sqrt();
/// }
///
/// let (value, (gradient,)) = norm::gradient(&[0.5, 1.0]);
/// # let slope = (norm::gradient(&[0.5 + 1e-6, 1.0]).0 - value) / 1e-6;
/// # assert!((slope - gradient[0]).abs() < 1e-4);
/// ```
///
/// # Checks
///
/// Conditions that are known only at run time are checked in debug builds: that a postcondition shows which side of a
/// branch was taken, that the postcondition of a loop is false before it and true after each iteration, that `a[i]`
/// and `a[j]` are two elements if one of them is changed. `#[reversible(check = "always")]` checks in release builds
/// too, and `"never"` in neither; a check that does not run costs nothing. A check of real numbers fails for NaN,
/// since every comparison with it is false. All programs check what the function does, by the same setting, and
/// assertions run whenever a program runs forwards. That arrays which are changed element by element have the same
/// length is checked in every build, and so is that a cotangent has the length of its primal. That an inserted key is
/// new, and a removed one is present, is checked whatever the attribute says.
///
/// A run whose check fails panics, and the message is that of [`Irreversible`](crate::Irreversible): file, line,
/// statement, the expected and the found values. These programs return it instead, and check in every build:
///
/// | program | takes and leaves |
/// |---|---|
/// | `f::try_call(…)` | as `f`; for a function that returns a value, its value |
/// | `f::try_inverse(…)` | as `f::inverse` |
/// | `f::try_adjoint(…)` | as `f::adjoint`; it runs backwards and forwards with checks before it propagates cotangents |
/// | `f::try_pull(…)` | as `f::pull`, after a `try_call` |
///
/// After an error the state is as it was when the check failed, and cotangents are as they were before the call.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn bump(a: &mut [f64], i: usize, j: usize) {
///     a[i] += 2.0 * a[j];
/// }
///
/// let mut a = [1.0, 10.0];
/// bump::try_call(&mut a, 0, 1)?;
/// assert_eq!(a, [21.0, 10.0]);
///
/// // Adding an element to itself is not an update: the inverse could not compute its old value.
/// let error = bump::try_call(&mut a, 1, 1).expect_err("one element");
/// assert_eq!(error.statement(), "a[i] += 2.0 * a[j]");
/// assert_eq!((error.expected(), error.found()), ("i != j", "i = 1, j = 1"));
/// assert_eq!(a, [21.0, 10.0]);
/// # Ok::<(), retrograde::Irreversible>(())
/// ```
pub use retrograde_macros::reversible;

/// Differentiates an ordinary function: one that assigns, branches on what changes, and leaves early.
///
/// The function stays as it is written. Beside it stands `struct f {}` with `f::gradient`, `f::pull` and `f::check` of a function that
/// returns a value, and with `f::sweep` of one that changes its arguments.
///
/// ```
/// use retrograde::differentiable;
///
/// #[differentiable]
/// fn root(a: f64) -> f64 {
///     let mut x = a;
///     loop {
///         let next = 0.5 * (x + a / x);
///         if (next - x).abs() < 1e-14 * x {
///             break;
///         }
///         x = next;
///     }
///     x
/// }
///
/// let (value, (derivative,)) = root::gradient(2.0);
/// assert!((value - 2.0_f64.sqrt()).abs() < 1e-12);
/// assert!((derivative - 0.5 / 2.0_f64.sqrt()).abs() < 1e-6);
/// ```
///
/// The values that a statement destroys are recorded while the function runs, 8 bytes for a number and a bit for a decision, and only if the reverse
/// pass needs it: the tape of values of source transformation (L. Hascoët and V. Pascual, "The Tapenade automatic differentiation
/// tool", 2013), not a graph. `docs/ordinary.md` has what is taken and what is recorded.
///
/// `#[checkpoint]` before a loop keeps its state before some rounds, which the reverse pass runs again: `O(√n)` states for `n` rounds (A. Griewank and
/// A. Walther, "Evaluating Derivatives", 2008, chapter 12). Below the attribute of a function it keeps the record of callers small in the same way.
///
/// `rules(foreign = own)` states the derivative of a function or a method of another crate: where the function calls it, its programs call a function of
/// yours, a `#[primitive]` or a marked one. `rules(name)` is `rules(name = name)`.
///
/// # Errors
///
/// Code that cannot be transformed is a compile error at its place. The attribute takes `crate = path`, `generic` and `rules(…)`.
///
/// `generic` makes a function that is written at `f64` one for every number, which has directions and second derivatives, too (see
/// [`Derivatives`](trait@crate::Derivatives)). What it calls must be generic as well.
pub use retrograde_macros::differentiable;
