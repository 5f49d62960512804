//! Shadows from `#[derive(Differentiable)]`: their types, and their lengths for a value.

use retrograde::prelude::*;

#[derive(Clone, Copy, Differentiable)]
#[allow(dead_code)]
struct Vec3<T> {
    x: T,
    y: T,
    z: T,
}

#[derive(Clone, Differentiable)]
#[allow(dead_code)]
struct Camera<T: Real> {
    rotation: [T; 9],
    position: Vec3<T>,
    focal: T,
    distortion: (T, T),
    id: usize,
    scale: f64,
    #[differentiable(skip)]
    weight: T,
}

#[derive(Differentiable)]
struct Mesh {
    points: Vec<Vec3<f64>>,
    index: Vec<usize>,
    mass: Option<f64>,
    n: usize,
}

#[derive(Differentiable)]
struct Pair<V: Differentiable, const N: usize>(V, [V; N]);

#[derive(Differentiable)]
struct Tree {
    value: f64,
    children: Vec<Tree>,
    next: Option<Box<Tree>>,
}

#[derive(Differentiable)]
struct Unit;

#[derive(Differentiable)]
#[differentiable(shadow = CountBars)]
struct Count {
    n: usize,
}

/// The derive is not an error for an enum, which has no shadow.
#[derive(Differentiable)]
#[allow(dead_code)]
enum Shape {
    Round(f64),
    Square(f64),
}

fn camera() -> Camera<f64> {
    Camera {
        rotation: [0.1; 9],
        position: Vec3 { x: 1.0, y: 2.0, z: 3.0 },
        focal: 500.0,
        distortion: (0.1, 0.2),
        id: 7,
        scale: 2.0,
        weight: 0.5,
    }
}

#[test]
fn fields_keep_their_names() {
    let camera = camera();
    let mut bar = camera.shadow::<f64>();
    assert_eq!((bar.focal, bar.position.y, bar.distortion.1, bar.rotation), (0.0, 0.0, 0.0, [0.0; 9]));
    bar.position.x += 2.0;
    bar.distortion.0 -= 1.0;
    assert_eq!((bar.position.x, bar.distortion.0), (2.0, -1.0));
    assert_eq!((camera.id, camera.scale, camera.weight), (7, 2.0, 0.5));
}

#[test]
fn what_is_inactive_takes_no_room() {
    assert_eq!(size_of::<<Camera<f64> as Differentiable>::Shadow<f64>>(), 15 * size_of::<f64>());
    assert_eq!(size_of::<<Count as Differentiable>::Shadow<f64>>(), 0);
    assert_eq!(size_of::<<Unit as Differentiable>::Shadow<f64>>(), 0);
    let _: CountBars<f64> = Count { n: 3 }.shadow();
    assert_eq!(Count { n: 3 }.n, 3);
}

#[test]
fn several_rows_at_once() {
    let bar = camera().shadow::<[f64; 2]>();
    assert_eq!((bar.focal, bar.position.z), ([0.0; 2], [0.0; 2]));
}

#[test]
fn lengths_are_those_of_the_value() {
    let point = Vec3 { x: 1.0, y: 2.0, z: 3.0 };
    let mesh = Mesh { points: vec![point; 4], index: vec![1, 2], mass: None, n: 4 };
    let bar = mesh.shadow_of(1.5);
    assert_eq!((bar.points.len(), bar.points[3].z, bar.mass), (4, 1.5, None));
    assert_eq!((mesh.index.len(), mesh.n, mesh.mass), (2, 4, None));
    let heavy = Mesh { mass: Some(2.0), ..mesh };
    assert_eq!(heavy.shadow::<f64>().mass, Some(0.0));
}

#[test]
fn structures_of_structures() {
    let pair = Pair(point(), [point(); 2]);
    let bar = pair.shadow::<f64>();
    assert_eq!((bar.0.x, bar.1[1].z), (0.0, 0.0));
    assert_eq!(pair.0.y + pair.1[0].z, 5.0);
    let leaf = |value| Tree { value, children: vec![], next: None };
    let tree = Tree { value: 1.0, children: vec![leaf(2.0), leaf(3.0)], next: Some(Box::new(leaf(4.0))) };
    let bar = tree.shadow_of(2.0);
    assert_eq!((bar.children.len(), bar.children[1].value), (2, 2.0));
    assert_eq!(bar.next.map(|next| next.value), Some(2.0));
    assert_eq!(tree.value + tree.children[0].value + tree.next.map_or(0.0, |next| next.value), 7.0);
}

fn point() -> Vec3<f64> {
    Vec3 { x: 1.0, y: 2.0, z: 3.0 }
}

#[test]
fn shadows_are_added_number_by_number() {
    let camera = camera();
    let mut bar = camera.shadow_of(1.0);
    Camera::absorb(&mut bar, &camera.shadow_of(0.5), &|a, b| a + b);
    assert_eq!((bar.focal, bar.rotation[8], bar.position.x, bar.distortion), (1.5, 1.5, 1.5, (1.5, 1.5)));
}
