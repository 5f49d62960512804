//! Mistakes in functions with a rule for directions.

use retrograde::prelude::*;

#[primitive(jvp = squares_jvp)]
fn squares<T: Real>(x: &[T]) -> Vec<T> {
    x.iter().map(|x| *x * *x).collect()
}

#[primitive(jvp = moved_jvp)]
fn moved<T: Real>(x: &mut T) -> T {
    *x
}

#[primitive(jvp = listed_jvp)]
fn listed<T: Real>(x: &Vec<T>) -> T {
    x[0]
}

#[primitive(jvp = held_jvp)]
fn held<T: Real>(#[inactive] h: T, x: T) -> T {
    h * x
}

#[primitive(jvp = shown_jvp)]
fn shown<T: Real + Default>(x: T) -> T {
    x
}

#[primitive(jvp = twice_jvp, pull = twice_pull)]
fn twice<T: Real>(x: T) -> T {
    x + x
}

#[reversible]
fn caller<T: Real>(y: &mut T, x: &[T]) {
    *y += squares(x)[0] + held(x[0], x[1]);
}

fn main() {}
