use retrograde::prelude::*;

#[derive(Differentiable)]
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

#[reversible]
fn updated(mesh: &mut Mesh, x: f64) {
    mesh.width += x;
    mesh.weight += x as f32;
}

fn main() {}
