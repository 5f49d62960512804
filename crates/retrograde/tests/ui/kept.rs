//! Values that an entry of a tape cannot store.

use retrograde::tape::{Active, checkpoint, custom_vjp, par};
use std::rc::Rc;

fn over_a_tape(x: Active<Active>) -> Active<Active> {
    checkpoint(|x: Active<Active>| x * x, x)
}

fn known(x: Active<Active>) -> Active<Active> {
    custom_vjp(x, |x: &Active| (*x * 2.0, |bar: &Active| *bar * 2.0))
}

fn forked(x: Vec<Active<Active>>) -> Vec<Active<Active>> {
    par::map(x, |x| x * x)
}

fn shared(x: Rc<Active>) -> Active {
    checkpoint(|x: Rc<Active>| *x * 2.0, x)
}

fn main() {}
