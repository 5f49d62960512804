//! The attributes that declare derivatives, those of instructions and of primitives.

/// Declares an instruction: an in-place bijection in ordinary Rust, with an inverse and an adjoint that you write.
///
/// ```
/// use retrograde::prelude::*;
///
/// /// Doubles a number.
/// #[instruction(inverse = halve, adjoint = double_adjoint)]
/// fn double<T: Real>(y: &mut T) {
///     *y *= T::constant(2.0);
/// }
///
/// #[instruction(inverse = double, adjoint = halve_adjoint)]
/// fn halve<T: Real>(y: &mut T) {
///     *y *= T::constant(0.5);
/// }
///
/// /// From the state and the cotangent after `double` to those before it.
/// fn double_adjoint<T: Real, C: Cotangent<T>>(y: &mut T, y_bar: &mut C) {
///     halve(y);
///     *y_bar = y_bar.scaled(T::constant(2.0));
/// }
///
/// fn halve_adjoint<T: Real, C: Cotangent<T>>(y: &mut T, y_bar: &mut C) {
///     double(y);
///     *y_bar = y_bar.scaled(T::constant(0.5));
/// }
///
/// /// y ← 2 y + x, in a reversible function.
/// #[reversible]
/// fn push(y: &mut f64, x: f64) {
///     double(&mut *y);
///     *y += x;
/// }
///
/// let (mut y, mut y_bar, mut x_bar) = (7.0, 1.0, 0.0);
/// push::adjoint(&mut y, &mut y_bar, 1.0, &mut x_bar);
/// assert_eq!((y, y_bar, x_bar), (3.0, 2.0, 1.0));
///
/// // For tests: compares the inverse, the adjoint and the adjoint of the inverse with each other and with finite differences.
/// assert_eq!(double::check(&mut 0.7), Ok(()));
/// ```
///
/// | option | meaning |
/// |---|---|
/// | `inverse = f` | the instruction (or reversible function) that undoes this one |
/// | `self_inverse` | the instruction is its own inverse |
/// | `adjoint = f` | the adjoint; needed if an argument has a cotangent |
/// | `inverse_adjoint = f` | the adjoint of the inverse, if `inverse` names a plain function |
/// | `sweep = f` | the instruction and its adjoint in one program, if that is cheaper than one after the other |
///
/// An adjoint takes the arguments of the instruction, each active one followed by its cotangent: `&mut C` after a
/// number, `&mut [C; 3]` after an array; `&mut [C]` after a slice that is changed, and `impl Shadow<T, C>` after a
/// slice that is read (see [`Shadow`](crate::Shadow)). It is generic in `C: Cotangent<T>`, undoes the instruction,
/// replaces the cotangents of changed arguments by those before it, and *adds* to the cotangents of inputs. A sweep
/// takes the same arguments and leaves the state after the instruction.
///
/// The macro emits `struct f {}` with `f::inverse`, `f::adjoint`, `f::sweep` and `f::check`.
pub use retrograde_macros::instruction;

/// Declares a primitive: a pure function of real numbers, together with its partials.
///
/// ```
/// use retrograde::prelude::*;
///
/// /// x / (1 + |x|)
/// #[primitive(partials(1.0 / (1.0 + x.abs()).powi(2)))]
/// fn softsign<T: Real>(x: T) -> T {
///     x / (1.0 + x.abs())
/// }
///
/// assert_eq!(softsign(3.0), 0.75);
/// assert_eq!(softsign::gradient(1.0), (0.5, (0.25,)));
///
/// // It can be used like a rule of the table.
/// #[reversible]
/// fn layer<T: Real>(out: &mut [T], x: &[T], w: &[T]) {
///     for i in 0..out.len() {
///         out[i] += softsign(w[i] * x[i]);
///     }
/// }
///
/// // The macro emits a test of the partials with finite differences.
/// assert_eq!(softsign::check(0.7), Ok(()));
/// ```
///
/// The body is never differentiated: adjoints and [dual numbers](crate::Dual) use the partials. So the value may be
/// computed by an iteration, a table or branches, and the partials may be cheaper or more stable than those of the
/// chain rule.
///
/// ```
/// use retrograde::prelude::*;
///
/// /// Lambert's W: the w for which w exp(w) is x.
/// #[primitive(partials(y / (x * (1.0 + y))))]
/// fn lambert<T: Real>(x: T) -> T {
///     let (x, mut w) = (x.primal(), 0.5_f64);
///     for _ in 0..20 {
///         w -= (w * w.exp() - x) / (w.exp() * (1.0_f64 + w));
///     }
///     w as T
/// }
///
/// assert_eq!(lambert::check(1.7), Ok(()));
/// ```
///
/// # Partials
///
/// `partials(…)` has one expression per real argument, in their order. They are written in terms of the arguments and
/// of the value, which is called `y` (or `y_` if an argument has that name), and are themselves differentiated for
/// second derivatives. Conventions for kinks and poles are those of the [table](crate::rules::conventions).
///
/// # Types
///
/// The returned type is the real type: a parameter `T: Real`, `f64` or `f32`. Arguments of that type have a partial
/// and a cotangent. Arguments of other types, which must be `Copy`, are constants; in a function of `f64`,
/// `#[inactive]` marks a number that is constant.
///
/// In a generic function float literals are constants of `T`, as in `1.0 + x`, and `e as T` is a computed constant. A
/// literal with a suffix, `2.0_f64`, keeps its type.
///
/// # What it emits
///
/// The function `f`, and `struct f {}` with `f::gradient`, `f::pull`, `f::inverse`, `f::adjoint` and `f::sweep`, as
/// for a [`reversible`](macro@crate::reversible) function that returns a value, and `f::check`.
pub use retrograde_macros::primitive;
