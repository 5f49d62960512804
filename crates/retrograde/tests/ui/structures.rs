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
    let lent = mesh;
    for i in 0..mesh.n {
        mesh.n += i;
    }
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

#[derive(Clone, Differentiable)]
struct Unmarked {
    camera: f64,
}

#[reversible]
fn locals(y: &mut f64, x: f64, input: &Unmarked) {
    let other = Unmarked { ..input.clone() };
    *y += Unmarked { camera: x }.camera;
    *y += (x, x);
    let plain = x * 2.0;
    *y += plain.size;
    let bound = Unmarked { camera: x };
    bound.camera += x;
    let [a, b] = [x, x];
    let many = vec![(x, x); 3];
    free!(many = vec![(x, x); 3]);
    let mut all = vec![(x, x); 3];
    free!(all);
    let mut one = Unmarked { camera: 0.0 };
    free!(one = 0.0);
    let mut kept = (x, 0.0);
    kept = (0.0, x);
}

#[reversible]
fn returned(x: f64) -> Unmarked {
    x * 2.0
}

/// `f64` is not a parameter type of `Unmarked`.
#[reversible]
fn missing(x: f64) -> Unmarked {
    Unmarked { focal: x }
}

struct Plain {
    size: f64,
}

/// A value without a shadow.
#[reversible]
fn plain(x: f64) -> Plain {
    Plain { size: x * x }
}

#[reversible]
fn plain_local(y: &mut f64, x: f64) {
    let plain = Plain { size: x * x };
    *y += plain.size;
}

#[reversible]
fn pair<T: Real>(x: T) -> (T, T) {
    (x, x * x)
}

#[reversible]
fn untold<T: Real>(y: &mut T, x: T) {
    let both = pair(x);
    *y += both.0 * both.1;
}

#[derive(Clone, Copy, Differentiable)]
struct Vector<T> {
    x: T,
    y: T,
}

#[reversible]
fn operators<T: Real>(a: Vector<T>, b: Vector<T>) -> T {
    let d = a - b;
    d.x * d.x + d.y * d.y
}

fn main() {}
