//! [`Scalar`]: the numbers over which a tape can be: floats, and numbers that carry derivatives of another level.
//!
//! Each type has a recorder on every thread. Those of `f64` and `f32` are thread-locals, found without a search;
//! others share a list by type. Law: a cotangent is *untouched* if nothing was added to it; this differs from a zero.

use crate::recorder::Recorder;
use crate::{Active, Dual, Structure};
use retrograde_rules::Real;
use std::any::Any;
use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::rc::Rc;

/// A number over which active numbers can be built.
///
/// `f64`, `f32`, [`Dual`] and [`Active`] itself: a tape over duals gives Hessian-vector products, a tape over a tape
/// gives gradients of gradients.
pub trait Scalar:
    Real
    + 'static
    + Structure<Self, With<f64> = f64>
    + Structure<Self, With<Self> = Self>
    + Structure<Self, With<Active<Self>> = Active<Self>>
{
    /// The guard of this thread's recorder.
    #[doc(hidden)]
    type Held: Deref<Target = Recorder<Self>>;

    /// Returns this thread's recorder.
    ///
    /// # Safety
    ///
    /// The caller must not keep it beyond the function that calls this.
    #[doc(hidden)]
    #[allow(unsafe_code)]
    unsafe fn recorder() -> Self::Held;

    /// Makes sure that the recorder frees its storage when the thread ends. Called by every scope.
    #[doc(hidden)]
    #[inline(always)]
    fn prepare() {}

    /// A cotangent that nothing was added to.
    // A number that depends on nothing has no derivative, even if its partials are infinite. So nodes with an
    // untouched cotangent are skipped, while a zero that was added is multiplied like any other number (see the
    // conventions of the rules: 0 · ∞ is NaN). The mark is the negative zero, which no sum that includes it as a
    // start can be.
    #[doc(hidden)]
    #[inline(always)]
    fn untouched() -> Self {
        Self::constant(-0.0)
    }

    /// True if it is [`untouched`](Self::untouched).
    #[doc(hidden)]
    fn is_untouched(&self) -> bool;

    /// Adds `partial · cotangent`; the result is never untouched.
    #[doc(hidden)]
    #[inline(always)]
    fn accumulate(&mut self, partial: Self, cotangent: Self) {
        self.accept(cotangent * partial);
    }

    /// Adds a cotangent; the result is never untouched.
    #[doc(hidden)]
    #[inline(always)]
    fn accept(&mut self, cotangent: Self) {
        *self = match (self.is_untouched(), cotangent.is_untouched()) {
            (true, true) => Self::constant(0.0),
            (true, false) => cotangent,
            (false, _) => *self + cotangent,
        };
    }

    /// Returns the cotangent for the user: without the mark.
    #[doc(hidden)]
    #[inline(always)]
    fn settled(self) -> Self {
        if self.is_untouched() { Self::constant(0.0) } else { self }
    }
}

/// Frees storage when its thread ends.
struct Cleaner(fn());

impl Drop for Cleaner {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// A recorder in a thread-local.
// A closure over the recorder would avoid the pointer, but its body would become a function of its own, called for
// every operation.
#[doc(hidden)]
#[derive(Debug)]
pub struct Here<T>(*const Recorder<T>);

impl<T> Deref for Here<T> {
    type Target = Recorder<T>;

    #[inline(always)]
    #[allow(unsafe_code)]
    fn deref(&self) -> &Recorder<T> {
        // SAFETY: the pointer comes from a thread-local of the running thread (a pointer is not `Send`), which
        // existed when `Scalar::recorder` was called; its memory is freed when the thread has no more code to run,
        // and by that function's contract this guard is not kept so long.
        unsafe { &*self.0 }
    }
}

macro_rules! plain {
    ($float:ident, $RECORDER:ident, $CLEANER:ident) => {
        thread_local! {
            // Without a destructor, so that no operation has to check whether it has run.
            static $RECORDER: ManuallyDrop<Recorder<$float>> = const { ManuallyDrop::new(Recorder::new()) };
            static $CLEANER: Cleaner = const { Cleaner(|| $RECORDER.with(|recorder| recorder.release())) };
        }

        impl Scalar for $float {
            type Held = Here<$float>;

            #[inline(always)]
            #[allow(unsafe_code)]
            unsafe fn recorder() -> Here<$float> {
                $RECORDER.with(|recorder| Here(&raw const **recorder))
            }

            #[inline]
            fn prepare() {
                // A thread that is ending has freed its storage already.
                let _ = $CLEANER.try_with(|_| ());
            }

            #[inline(always)]
            fn is_untouched(&self) -> bool {
                self.to_bits() == (-0.0 as $float).to_bits()
            }

            // A sum is the negative zero only if both terms are, and x + 0.0 never is. This has no branches, so that
            // rows of cotangents can be added with SIMD instructions.
            #[inline(always)]
            fn accumulate(&mut self, partial: Self, cotangent: Self) {
                *self = (*self + 0.0) + partial * cotangent;
            }

            #[inline(always)]
            fn accept(&mut self, cotangent: Self) {
                *self = (*self + 0.0) + cotangent;
            }

            #[inline(always)]
            fn settled(self) -> Self {
                self + 0.0
            }
        }
    };
}
plain!(f64, DOUBLE, DOUBLE_CLEANER);
plain!(f32, SINGLE, SINGLE_CLEANER);

impl<T: Scalar> Scalar for Dual<T> {
    type Held = Rc<Recorder<Self>>;

    #[allow(unsafe_code)]
    unsafe fn recorder() -> Self::Held {
        registered()
    }

    #[inline(always)]
    fn untouched() -> Self {
        Dual { value: T::untouched(), tangent: T::untouched() }
    }

    #[inline(always)]
    fn is_untouched(&self) -> bool {
        self.value.is_untouched() && self.tangent.is_untouched()
    }
}

impl<T: Scalar> Scalar for Active<T> {
    type Held = Rc<Recorder<Self>>;

    #[allow(unsafe_code)]
    unsafe fn recorder() -> Self::Held {
        registered()
    }

    #[inline(always)]
    fn is_untouched(&self) -> bool {
        self.is_constant() && self.value().is_untouched()
    }
}

thread_local! {
    static REGISTERED: RefCell<Vec<Rc<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Returns the recorder of a type without a thread-local; creates it at its first use.
fn registered<T: Scalar>() -> Rc<Recorder<T>> {
    REGISTERED.with(|all| {
        let mut all = all.borrow_mut();
        let found = all.iter().find_map(|one| Rc::clone(one).downcast::<Recorder<T>>().ok());
        found.unwrap_or_else(|| {
            let new = Rc::new(Recorder::<T>::new());
            all.push(new.clone());
            new
        })
    })
}

/// Calls `f` with this thread's recorder.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn recorder<T: Scalar, O>(f: impl FnOnce(&Recorder<T>) -> O) -> O {
    // SAFETY: the guard is dropped at the end of this function.
    let held = unsafe { T::recorder() };
    f(&held)
}
