//! Fields of structures: read, changed, indexed, inactive.

use crate::harness::{Flat, close, differences, seeds};
use retrograde::Dual;
use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vec3<T> {
    x: T,
    y: T,
    z: T,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Camera<T: Real> {
    rotation: [T; 3],
    centre: Vec3<T>,
    focal: T,
    distortion: (T, T),
    id: usize,
    #[differentiable(skip)]
    scale: T,
}

impl Flat for Camera<f64> {
    fn numbers(&self) -> Vec<f64> {
        let Camera { rotation, centre, focal, distortion, .. } = self;
        let mut all = rotation.to_vec();
        all.extend([centre.x, centre.y, centre.z, *focal, distortion.0, distortion.1]);
        all
    }
    fn with(&self, n: &[f64]) -> Self {
        Camera {
            rotation: [n[0], n[1], n[2]],
            centre: Vec3 { x: n[3], y: n[4], z: n[5] },
            focal: n[6],
            distortion: (n[7], n[8]),
            ..self.clone()
        }
    }
}

type CameraBar = <Camera<f64> as Differentiable>::Shadow<f64>;

fn numbers(bar: &CameraBar) -> Vec<f64> {
    let mut all = bar.rotation.to_vec();
    all.extend([bar.centre.x, bar.centre.y, bar.centre.z, bar.focal, bar.distortion.0, bar.distortion.1]);
    all
}

fn camera() -> Camera<f64> {
    Camera {
        rotation: [0.3, -0.2, 0.7],
        centre: Vec3 { x: 0.5, y: -1.0, z: 2.0 },
        focal: 1.7,
        distortion: (0.1, -0.05),
        id: 1,
        scale: 3.0,
    }
}

/// Inputs: numbers, an array, a nested structure, a tuple, an index and a skipped number.
#[reversible]
fn image<T: Real>(out: &mut [T; 2], camera: &Camera<T>, x: &[T; 3]) {
    let mut depth = 0.0;
    for i in 0..3 {
        depth += camera.rotation[i] * x[i];
    }
    depth += camera.centre.z + camera.rotation[camera.id];
    let r = depth * depth + camera.centre.x;
    out[0] += camera.focal * (x[0] - camera.centre.x) / r * camera.scale;
    out[1] += camera.focal
        * (x[1] - camera.centre.y)
        * (1.0 + camera.distortion.0 * r + camera.distortion.1 * r * r);
}

#[test]
fn inputs_are_differentiated_field_by_field() {
    let (camera, x) = (camera(), [0.4, 1.1, -0.6]);
    let value = |camera: &Camera<f64>| {
        let mut out = [0.0; 2];
        image(&mut out, camera, &x);
        out.to_vec()
    };
    let wanted = differences(&camera, &seeds(2), value);
    let (mut out, before) = ([0.25, -0.5], [0.25, -0.5]);
    image(&mut out, &camera, &x);
    let mut out_bar = [seeds(2)[0], seeds(2)[1]];
    let (mut camera_bar, mut x_bar) = (camera.shadow(), [0.0; 3]);
    image::adjoint(&mut out, &mut out_bar, &camera, &mut camera_bar, &x, &mut x_bar);
    close(&numbers(&camera_bar), &wanted);
    close(&out, &before);
    // The same by a sweep, and all rows at once.
    let mut camera_bar = camera.shadow();
    image::sweep(&mut out, &mut out_bar, &camera, &mut camera_bar, &x, &mut [0.0; 3]);
    close(&numbers(&camera_bar), &wanted);
    let mut rows = camera.shadow::<[f64; 2]>();
    let mut row_seeds = [[seeds(2)[0], 0.0], [0.0, seeds(2)[1]]];
    image::sweep(&mut out, &mut row_seeds, &camera, &mut rows, &x, &mut [[0.0; 2]; 3]);
    close(&[rows.focal[0] + rows.focal[1], rows.distortion.1[0]], &[wanted[6], 0.0]);
}

#[test]
fn structures_carry_duals() {
    let plain = camera();
    let lift = |v: f64| Dual::new(v, 0.0);
    let camera = Camera {
        rotation: plain.rotation.map(lift),
        centre: Vec3 { x: lift(plain.centre.x), y: lift(plain.centre.y), z: lift(plain.centre.z) },
        focal: Dual::new(plain.focal, 1.0),
        distortion: (lift(plain.distortion.0), lift(plain.distortion.1)),
        id: plain.id,
        scale: lift(plain.scale),
    };
    let mut out = [lift(0.0); 2];
    image(&mut out, &camera, &[lift(0.4), lift(1.1), lift(-0.6)]);
    let wanted = differences(&plain, &[1.0, 0.0], |camera| {
        let mut out = [0.0; 2];
        image(&mut out, camera, &[0.4, 1.1, -0.6]);
        out.to_vec()
    });
    close(&[out[0].tangent], &[wanted[6]]);
}

/// State: fields are changed, and read by one another.
#[reversible]
fn turn<T: Real>(camera: &mut Camera<T>, angle: T) {
    camera.centre.x += angle * camera.centre.y;
    camera.centre.y -= camera.centre.x * camera.focal.sin();
    camera.focal += camera.rotation[0] * angle;
    for i in 0..3 {
        camera.rotation[i] += camera.focal * angle;
    }
    let both = camera.distortion.0 * camera.distortion.1;
    camera.centre.z += both * camera.scale;
    camera.id += 2;
}

#[test]
fn state_is_restored_and_differentiated() {
    let start = camera();
    let value = |camera: &Camera<f64>| {
        let mut camera = camera.clone();
        turn(&mut camera, 0.3);
        camera.numbers()
    };
    let wanted = differences(&start, &seeds(9), value);
    let mut state = start.clone();
    turn(&mut state, 0.3);
    assert_eq!(state.id, 3);
    let mut bar = state.shadow_of(0.0);
    let s = seeds(9);
    bar.rotation = [s[0], s[1], s[2]];
    (bar.centre.x, bar.centre.y, bar.centre.z, bar.focal) = (s[3], s[4], s[5], s[6]);
    bar.distortion = (s[7], s[8]);
    let mut angle_bar = 0.0;
    turn::adjoint(&mut state, &mut bar, 0.3, &mut angle_bar);
    close(&numbers(&bar), &wanted);
    close(&state.numbers(), &start.numbers());
    assert_eq!(state.id, 1);
    let by_angle = |h: f64| {
        let mut camera = start.clone();
        turn(&mut camera, 0.3 + h);
        camera.numbers().iter().zip(&s).map(|(v, s)| v * s).sum::<f64>()
    };
    close(&[angle_bar], &[(by_angle(1e-5) - by_angle(-1e-5)) / 2e-5]);
    turn(&mut state, 0.3);
    turn::inverse(&mut state, 0.3);
    close(&state.numbers(), &start.numbers());
}

#[derive(Clone, Debug, Differentiable)]
struct Particle {
    position: Vec3<f64>,
    mass: f64,
    kind: u8,
}

#[derive(Clone, Debug)]
struct Mesh {
    n: usize,
    index: Vec<usize>,
    fixed: bool,
}

/// Slices of structures, with a structure of integers beside them: it needs no shadow and no derive.
#[reversible]
fn springs(energy: &mut f64, particles: &[Particle], mesh: &Mesh) {
    for i in 0..mesh.n {
        let a = &particles[i];
        let b = &particles[mesh.index[i]];
        if a.kind == 2 {
            *energy += a.mass * (a.position.x - b.position.x) * (a.position.y - b.position.y);
        } else if !mesh.fixed {
            *energy += a.mass * b.mass * a.position.z.exp();
        }
    }
}

impl Flat for Vec<Particle> {
    fn numbers(&self) -> Vec<f64> {
        self.iter().flat_map(|p| [p.position.x, p.position.y, p.position.z, p.mass]).collect()
    }
    fn with(&self, n: &[f64]) -> Self {
        let each = self.iter().zip(n.chunks(4));
        each.map(|(p, n)| Particle { position: Vec3 { x: n[0], y: n[1], z: n[2] }, mass: n[3], ..p.clone() })
            .collect()
    }
}

fn particles() -> Vec<Particle> {
    let at = |i: usize| Particle {
        position: Vec3 { x: 0.3 * i as f64, y: 1.0 - 0.2 * (i * i) as f64, z: 0.1 + 0.15 * i as f64 },
        mass: 1.0 + 0.5 * i as f64,
        kind: [2, 1, 2, 1][i],
    };
    (0..4).map(at).collect()
}

fn flat(bars: &[<Particle as Differentiable>::Shadow<f64>]) -> Vec<f64> {
    bars.iter().flat_map(|p| [p.position.x, p.position.y, p.position.z, p.mass]).collect()
}

#[test]
fn slices_of_structures() {
    let mesh = Mesh { n: 4, index: vec![2, 0, 3, 3], fixed: false };
    let particles = particles();
    let value = |particles: &Vec<Particle>| {
        let mut energy = 0.0;
        springs(&mut energy, particles, &mesh);
        vec![energy]
    };
    let wanted = differences(&particles, &[1.3], value);
    let mut bars = particles.shadow();
    let (mut energy, mut energy_bar) = (0.5, 1.3);
    springs::sweep(&mut energy, &mut energy_bar, &particles, &mut bars, &mesh);
    close(&flat(&bars), &wanted);
    let (value, (bars,)) = springs::gradient(&particles, &mesh);
    close(&[value], &[energy - 0.5]);
    close(&flat(&bars), &wanted.iter().map(|w| w / 1.3).collect::<Vec<_>>());
}

/// State in a slice of structures: each step sees what the one before it did.
#[reversible]
fn relax(particles: &mut [Particle], h: f64) {
    for i in 1..particles.len() {
        particles[i].position.x -= h * (particles[i - 1].position.x - particles[i].position.y);
        particles[i].mass += particles[i - 1].mass * particles[i].position.x;
        particles[i].kind += 1;
    }
}

#[test]
fn state_in_slices_of_structures() {
    let start = particles();
    let value = |particles: &Vec<Particle>| {
        let mut particles = particles.clone();
        relax(&mut particles, 0.2);
        particles.numbers()
    };
    let s = seeds(16);
    let wanted = differences(&start, &s, value);
    let mut state = start.clone();
    relax(&mut state, 0.2);
    let mut bars = state.shadow();
    for (bar, s) in bars.iter_mut().zip(s.chunks(4)) {
        (bar.position.x, bar.position.y, bar.position.z, bar.mass) = (s[0], s[1], s[2], s[3]);
    }
    relax::adjoint(&mut state, &mut bars, 0.2, &mut 0.0);
    close(&flat(&bars), &wanted);
    close(&state.numbers(), &start.numbers());
    assert_eq!(state[1].kind, start[1].kind);
}

/// Tuples, and a structure by value.
#[reversible]
fn mixed<T: Real>(out: &mut (T, T), pair: &(T, T), at: Vec3<T>, #[inactive] weights: &Vec3<T>) {
    out.0 += pair.0 * at.x * weights.x;
    out.1 += pair.1.sin() * at.y + out.0 * pair.0 * weights.y;
}

#[test]
fn tuples_and_structures_by_value() {
    let (pair, at, weights) =
        ((0.7, -0.4), Vec3 { x: 1.5, y: 0.5, z: 0.0 }, Vec3 { x: 2.0, y: -1.0, z: 0.0 });
    let (mut out, mut out_bar) = ((0.1, 0.2), (0.3, -1.1));
    mixed(&mut out, &pair, at, &weights);
    let (mut pair_bar, mut at_bar) = ((0.0, 0.0), at.shadow());
    mixed::adjoint(&mut out, &mut out_bar, &pair, &mut pair_bar, at, &mut at_bar, &weights);
    close(&[out.0, out.1], &[0.1, 0.2]);
    let value = |a: f64, b: f64, x: f64, y: f64| {
        let mut out = (0.1, 0.2);
        mixed(&mut out, &(a, b), Vec3 { x, y, z: 0.0 }, &weights);
        0.3 * out.0 - 1.1 * out.1
    };
    let h = 1e-5;
    let slope = |f: &dyn Fn(f64) -> f64| (f(h) - f(-h)) / (2.0 * h);
    close(
        &[pair_bar.0, pair_bar.1, at_bar.x, at_bar.y, at_bar.z],
        &[
            slope(&|h| value(0.7 + h, -0.4, 1.5, 0.5)),
            slope(&|h| value(0.7, -0.4 + h, 1.5, 0.5)),
            slope(&|h| value(0.7, -0.4, 1.5 + h, 0.5)),
            slope(&|h| value(0.7, -0.4, 1.5, 0.5 + h)),
            0.0,
        ],
    );
}

/// Patterns, and loops over the structures themselves.
#[reversible]
fn apart<T: Real>(out: &mut T, pair: &(T, T), all: &[Vec3<T>], last: &mut Vec3<T>) {
    let (a, b) = *pair;
    let (u, v) = (a * 2.0, b.sin());
    for p in all {
        let Vec3 { x, y: height, .. } = p;
        *out += u * *x * *height;
    }
    let Vec3 { x, z, .. } = *last;
    last.y += x * z * v;
}

#[test]
fn patterns_take_structures_apart() {
    let all = [Vec3 { x: 0.3, y: 0.9, z: 1.0 }, Vec3 { x: -0.4, y: 0.2, z: 2.0 }];
    let last = Vec3 { x: 0.6, y: 0.1, z: -0.7 };
    let value = |n: &[f64]| {
        let all = [Vec3 { x: n[2], y: n[3], z: 1.0 }, Vec3 { x: n[4], y: n[5], z: 2.0 }];
        let (mut out, mut last) = (0.0, Vec3 { x: n[6], y: n[7], z: n[8] });
        apart(&mut out, &(n[0], n[1]), &all, &mut last);
        1.4 * out - 0.8 * last.y + 0.5 * last.x
    };
    let n = [0.7, -0.2, 0.3, 0.9, -0.4, 0.2, 0.6, 0.1, -0.7];
    let wanted: Vec<f64> = (0..n.len())
        .map(|i| {
            let moved = |h: f64| {
                let mut n = n;
                n[i] += h;
                value(&n)
            };
            (moved(1e-5) - moved(-1e-5)) / 2e-5
        })
        .collect();
    let (mut out, mut state) = (0.0, last);
    apart(&mut out, &(0.7, -0.2), &all, &mut state);
    let (mut pair_bar, mut bars, mut last_bar) = ((0.0, 0.0), all.shadow(), last.shadow());
    (last_bar.x, last_bar.y) = (0.5, -0.8);
    apart::adjoint(
        &mut out,
        &mut 1.4,
        &(0.7, -0.2),
        &mut pair_bar,
        &all,
        &mut bars,
        &mut state,
        &mut last_bar,
    );
    let (p, q) = (&bars[0], &bars[1]);
    let found = [pair_bar.0, pair_bar.1, p.x, p.y, q.x, q.y, last_bar.x, last_bar.y, last_bar.z];
    close(&found, &wanted);
    close(&[out, state.x, state.y, state.z], &[0.0, last.x, last.y, last.z]);
}

/// A structure with vectors of numbers, of structures and of integers.
#[derive(Clone, Debug, Differentiable)]
struct Network {
    weights: Vec<f64>,
    nodes: Vec<Vec3<f64>>,
    edges: Vec<(usize, usize)>,
}

#[reversible]
fn tension(out: &mut f64, network: &Network) {
    for e in 0..network.edges.len() {
        let a = &network.nodes[network.edges[e].0];
        let b = &network.nodes[network.edges[e].1];
        let stretch = (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
        *out += network.weights[e] * stretch.sqrt();
    }
    *out += total(&network.weights);
}

#[reversible]
fn total(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i];
    }
    sum
}

impl Flat for Network {
    fn numbers(&self) -> Vec<f64> {
        let nodes = self.nodes.iter().flat_map(|n| [n.x, n.y, n.z]);
        self.weights.iter().copied().chain(nodes).collect()
    }
    fn with(&self, n: &[f64]) -> Self {
        let (weights, nodes) = n.split_at(self.weights.len());
        let nodes = nodes.chunks(3).map(|n| Vec3 { x: n[0], y: n[1], z: n[2] }).collect();
        Network { weights: weights.to_vec(), nodes, edges: self.edges.clone() }
    }
}

#[test]
fn vectors_in_structures() {
    let node = |i: usize| Vec3 { x: 0.4 * i as f64, y: 1.0 - 0.3 * (i * i) as f64, z: 0.0 };
    let network = Network {
        weights: vec![0.5, -1.2, 2.0],
        nodes: (0..3).map(node).collect(),
        edges: vec![(0, 1), (1, 2), (0, 2)],
    };
    let wanted = differences(&network, &[1.0], |network| {
        let mut out = 0.0;
        tension(&mut out, network);
        vec![out]
    });
    let (_, (bar,)) = tension::gradient(&network);
    let found: Vec<f64> =
        bar.weights.iter().copied().chain(bar.nodes.iter().flat_map(|n| [n.x, n.y, n.z])).collect();
    close(&found, &wanted);
}

/// Skipped arrays in a loop that is reshaped: their shadow takes windows too, and keeps nothing.
#[derive(Clone, Debug, Differentiable)]
struct Filter {
    taps: Vec<f64>,
    #[differentiable(skip)]
    window: Vec<f64>,
    #[differentiable(skip)]
    gains: [f64; 2],
}

#[reversible]
fn filtered(out: &mut f64, filter: &Filter, x: &[f64]) {
    for i in 0..x.len() {
        *out += filter.taps[i] * filter.window[i + 1] * x[i] * filter.gains[0];
    }
    *out += total(&filter.window) * total(&filter.gains) + total(&filter.taps[1..]);
}

#[test]
fn skipped_arrays_take_windows() {
    let x: Vec<f64> = (0..11).map(|i| 0.3 * i as f64 - 1.0).collect();
    let window: Vec<f64> = (0..12).map(|i| 1.0 + 0.1 * i as f64).collect();
    let filter = Filter { taps: x.iter().map(|x| x.cos()).collect(), window, gains: [2.0, 0.5] };
    let (value, (bar, x_bar)) = filtered::gradient(&filter, &x);
    let sum: f64 = (0..11).map(|i| filter.taps[i] * filter.window[i + 1] * x[i] * 2.0).sum();
    let squares = |v: &[f64]| v.iter().map(|v| v * v).sum::<f64>();
    close(&[value], &[sum + squares(&filter.window) * 4.25 + squares(&filter.taps[1..])]);
    let tap = |i: usize| filter.window[i + 1] * x[i] * 2.0 + if i > 0 { 2.0 * filter.taps[i] } else { 0.0 };
    close(&bar.taps, &(0..11).map(tap).collect::<Vec<_>>());
    close(&x_bar, &(0..11).map(|i| filter.taps[i] * filter.window[i + 1] * 2.0).collect::<Vec<_>>());
}

/// Loops over two slices of structures at once, and updates of whole fields.
#[reversible]
fn paired<T: Real>(ps: &mut [Vec3<T>], qs: &[Camera<T>], total: &mut Camera<T>) {
    for (i, (p, q)) in ps.iter_mut().zip(qs).enumerate() {
        p.x += q.focal * q.rotation[i] * p.y;
        p.z += q.centre.x.sin();
    }
    each!(total.rotation += qs[1].rotation);
}

#[test]
fn two_slices_at_once() {
    let cameras = [camera(), Camera { focal: -0.4, ..camera() }];
    let start = [Vec3 { x: 0.3, y: 0.9, z: 1.0 }, Vec3 { x: -0.4, y: 0.2, z: 2.0 }];
    let value = |second: &Camera<f64>| {
        let (mut ps, mut total) = (start, camera());
        paired(&mut ps, &[camera(), second.clone()], &mut total);
        let sum: f64 = total.rotation.iter().zip([0.2, 0.4, 0.6]).map(|(r, s)| r * s).sum();
        vec![0.7 * ps[0].x - 1.3 * ps[1].x + 0.4 * ps[1].z + sum]
    };
    let wanted = differences(&cameras[1], &[1.0], value);
    let (mut ps, mut total) = (start, camera());
    paired(&mut ps, &cameras, &mut total);
    let (mut ps_bar, mut bars, mut total_bar) = (start.shadow(), cameras.shadow(), total.shadow());
    (ps_bar[0].x, ps_bar[1].x, ps_bar[1].z, total_bar.rotation) = (0.7, -1.3, 0.4, [0.2, 0.4, 0.6]);
    paired::adjoint(&mut ps, &mut ps_bar, &cameras, &mut bars, &mut total, &mut total_bar);
    close(&numbers(&bars[1]), &wanted);
    close(&[ps[0].x, ps[1].z, total.rotation[2]], &[0.3, 2.0, 0.7]);
    close(&[ps_bar[0].y, ps_bar[1].y], &[0.7 * 1.7 * 0.3, -1.3 * -0.4 * -0.2]);
}

/// A float of the host's beside fields says nothing of them: it is lifted to what they are.
#[reversible]
fn off_by<T: Real>(next: &mut Vec3<T>, b: &Vec3<T>, z: f64) {
    let e = z - b.x;
    next.y += e * e * b.z;
    next.x += z * b.y - e;
}

#[test]
fn floats_of_the_host_stand_beside_fields() {
    let b = Vec3 { x: 0.3, y: -0.7, z: 1.2 };
    let mut next = Vec3 { x: 0.0, y: 0.0, z: 0.0 };
    let mut next_bar = next.shadow();
    (next_bar.x, next_bar.y) = (0.9, -1.3);
    let mut b_bar = b.shadow();
    off_by::sweep(&mut next, &mut next_bar, &b, &mut b_bar, 2.0);
    let total = |b: Vec3<f64>| {
        let mut next = Vec3 { x: 0.0, y: 0.0, z: 0.0 };
        off_by(&mut next, &b, 2.0);
        0.9 * next.x - 1.3 * next.y
    };
    let h = 1e-6;
    let slope = |up: Vec3<f64>, down: Vec3<f64>| (total(up) - total(down)) / (2.0 * h);
    let by_x = slope(Vec3 { x: b.x + h, ..b }, Vec3 { x: b.x - h, ..b });
    let by_z = slope(Vec3 { z: b.z + h, ..b }, Vec3 { z: b.z - h, ..b });
    assert!((b_bar.x - by_x).abs() < 1e-7 && (b_bar.z - by_z).abs() < 1e-7);
}
