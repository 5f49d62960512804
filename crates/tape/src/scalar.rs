//! [`Scalar`]: the numbers that a tape can be over. Plain floats, and numbers that carry derivatives of another level.
//!
//! Each has a recorder on every thread. That of `f64` and `f32` is a thread-local of its own, found without a search;
//! others share a list by type. Law: an *untouched* cotangent is one that nothing was added to, and is told from a zero.

use crate::recorder::Recorder;
use crate::{Active, Dual, Structure};
use retrograde_rules::Real;
use std::any::Any;
use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::rc::Rc;

/// A number that active numbers can be made of.
///
/// `f64`, `f32`, [`Dual`] and [`Active`] itself: a tape over duals gives Hessian-vector products, a tape over a tape
/// gradients of gradients.
pub trait Scalar:
    Real + 'static + Structure<Self, With<Self> = Self> + Structure<Self, With<Active<Self>> = Active<Self>>
{
    /// How this thread's recorder is held.
    #[doc(hidden)]
    type Held: Deref<Target = Recorder<Self>>;

    /// This thread's recorder.
    ///
    /// # Safety
    ///
    /// It is not kept beyond the function that asks for it.
    #[doc(hidden)]
    #[allow(unsafe_code)]
    unsafe fn recorder() -> Self::Held;

    /// Sees to it that the recorder gives its storage back when the thread ends. Called by every scope.
    #[doc(hidden)]
    #[inline(always)]
    fn prepare() {}

    /// A cotangent that nothing was added to.
    // What depends on nothing has no derivative, also where its partials are infinite. So nodes whose cotangent was never
    // touched are passed over, while a zero that was added is multiplied like any other number (see the conventions of the
    // rules: 0 · ∞ is not a number). The negative zero serves as the mark, and no sum that starts with it is one.
    #[doc(hidden)]
    #[inline(always)]
    fn untouched() -> Self {
        Self::constant(-0.0)
    }

    /// True if it is [`untouched`](Self::untouched).
    #[doc(hidden)]
    fn is_untouched(&self) -> bool;

    /// Adds `partial · cotangent`; what comes out is never untouched.
    #[doc(hidden)]
    #[inline(always)]
    fn accumulate(&mut self, partial: Self, cotangent: Self) {
        self.accept(cotangent * partial);
    }

    /// Adds a cotangent; what comes out is never untouched.
    #[doc(hidden)]
    #[inline(always)]
    fn accept(&mut self, cotangent: Self) {
        *self = match (self.is_untouched(), cotangent.is_untouched()) {
            (true, true) => Self::constant(0.0),
            (true, false) => cotangent,
            (false, _) => *self + cotangent,
        };
    }

    /// The cotangent as people get it: without the mark.
    #[doc(hidden)]
    #[inline(always)]
    fn settled(self) -> Self {
        if self.is_untouched() { Self::constant(0.0) } else { self }
    }
}

/// Cleans up when its thread ends.
struct Cleaner(fn());

impl Drop for Cleaner {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// A recorder in a thread-local.
// A closure over the recorder would say the same without a pointer, but what it does would end in a function of its own that is
// called for every operation.
#[doc(hidden)]
#[derive(Debug)]
pub struct Here<T>(*const Recorder<T>);

impl<T> Deref for Here<T> {
    type Target = Recorder<T>;

    #[inline(always)]
    #[allow(unsafe_code)]
    fn deref(&self) -> &Recorder<T> {
        // SAFETY: the pointer comes from a thread-local of the thread that runs (a pointer is not `Send`), which was there
        // when `Scalar::recorder` was called; its memory goes when the thread has no more code to run, and by that function's
        // contract this is not kept so long.
        unsafe { &*self.0 }
    }
}

macro_rules! plain {
    ($float:ident, $RECORDER:ident, $CLEANER:ident) => {
        thread_local! {
            // Without a destructor, so that no operation has to ask whether it has run.
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
                // A thread that ends already has cleaned up, and does without.
                let _ = $CLEANER.try_with(|_| ());
            }

            #[inline(always)]
            fn is_untouched(&self) -> bool {
                self.to_bits() == (-0.0 as $float).to_bits()
            }

            // A sum is the negative zero only if both terms are, and x + 0.0 never is. Without branches, so that rows of
            // cotangents are added in lanes.
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

/// The recorder of a type that has no thread-local of its own: made when it is asked for first.
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

/// Hands over this thread's recorder.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn recorder<T: Scalar, O>(f: impl FnOnce(&Recorder<T>) -> O) -> O {
    // SAFETY: it is dropped here.
    let held = unsafe { T::recorder() };
    f(&held)
}
