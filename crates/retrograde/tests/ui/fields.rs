use retrograde::prelude::*;

#[derive(Clone, Differentiable)]
struct Mesh {
    width: f64,
    weight: f32,
    cells: usize,
    weights: Vec<f32>,
}

// Of a field nothing but its use tells the type, and a cast looks alike for integers and floats.
#[reversible]
fn cast(y: &mut f64, mesh: &Mesh) {
    *y += mesh.width * mesh.weight as f64;
    *y += mesh.width * mesh.cells as f64;
    let weight = mesh.weight;
    *y += mesh.width * weight as f64;
}

#[reversible]
fn elements(y: &mut f64, mesh: &Mesh) {
    *y += mesh.width * mesh.weights[1] as f64;
}

// Where the structure is state, or the type is written, the local that is cast is no second name for the field.
#[reversible]
fn bound(y: &mut f64, mesh: &mut Mesh) {
    let weight = mesh.weight;
    let same = weight;
    *y += mesh.width * same as f64;
    let single: f32 = mesh.weights[1];
    *y += mesh.width * single as f64;
}

#[derive(Differentiable)]
struct Pair<T, U> {
    value: T,
    of: U,
    mesh: Mesh,
}

// A float beside the numbers carries none; one in a structure of its own, or in a parameter's place, does.
#[reversible]
fn generic<T: Real>(y: &mut T, pair: &Pair<T, f32>) {
    *y += pair.value * (pair.of as T);
    *y += pair.value * (pair.mesh.weight as T);
}

#[reversible]
fn scaled<T: Real>(y: &mut T, x: T, by: f64) {
    *y += x * by;
}

#[reversible]
fn hands_on(y: &mut f64, x: f64, by: f64) {
    scaled(y, x, by);
}

#[reversible]
fn updated(mesh: &mut Mesh, x: f64) {
    mesh.width += x;
    mesh.weight += x as f32;
}

// What stands beside a real and is no number, is no float of the host's either.
#[reversible]
fn counted<T: Real>(pair: &Pair<T, usize>) -> T {
    pair.value * pair.of
}

// Of a structure that stands in a module behind the function the macro knows the name alone, and rustc says the same.
#[reversible]
fn counted_late<T: Real>(pair: &Late<T, usize>) -> T {
    pair.value * pair.of
}

mod behind {
    #[derive(retrograde::Differentiable)]
    pub struct Late<T, U> {
        pub value: T,
        pub of: U,
    }
}
use behind::Late;

fn main() {}
