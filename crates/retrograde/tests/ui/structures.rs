use retrograde::prelude::*;

#[derive(Differentiable)]
struct Borrowed<'a> {
    points: &'a [f64],
}

#[derive(Differentiable)]
struct Marked {
    #[differentiable(discrete)]
    scale: f64,
}

#[derive(Differentiable)]
enum Shape {
    Round(f64),
}

#[derive(Differentiable)]
struct Drawing {
    shape: Shape,
}

struct Camera {
    focal: f64,
}

#[reversible]
fn project(y: &mut f64, camera: &Camera, x: f64) {
    *y += camera.focal * x;
}

#[derive(Differentiable)]
struct Mesh {
    size: f64,
    n: bool,
}

#[reversible]
fn laws(mesh: &mut Mesh, input: &Mesh, all: &[Mesh]) {
    mesh.size += mesh.size * 2.0;
    input.size += 1.0;
    mesh.size += all.size;
    let copy = *input;
    for i in 0..mesh.n {
        mesh.n += i;
    }
    let mut local = Mesh { size: 0.0, n: 1 };
    local.size += input.size;
    refine(&mut *mesh, &mesh.size);
}

#[reversible]
fn refine(mesh: &mut Mesh, by: &f64) {
    mesh.size += 2.0 * *by;
}

#[reversible]
fn wrong_kind(y: &mut f64, mesh: &Mesh) {
    *y += mesh.n * 0.5;
}

fn main() {}
