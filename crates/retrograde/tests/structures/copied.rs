//! Arrays of structures that are copied as a whole: the copy is changed, and its cotangents go to what was copied.

use retrograde::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body<T> {
    q: [T; 2],
    v: (T, T),
    mass: T,
    name: u8,
}

#[reversible]
impl<T: Real> Body<T> {
    fn drift(&mut self, h: T) {
        self.q[0] += h * self.v.0;
        self.q[1] += h * self.v.1;
    }

    fn kinetic(&self) -> T {
        0.5 * self.mass * (self.v.0.powi(2) + self.v.1.powi(2))
    }
}

#[reversible]
fn steps<T: Real>(bodies: &mut [Body<T>], h: T, n: usize) {
    for _ in 0..n {
        for i in 0..bodies.len() {
            for j in 0..i {
                let dx = bodies[j].q[0] - bodies[i].q[0];
                bodies[i].v.0 += h * bodies[j].mass * dx.sin();
                bodies[j].v.1 -= h * bodies[i].mass * dx.cos();
            }
        }
        for b in bodies.iter_mut() {
            b.drift(h);
        }
    }
}

#[reversible]
fn end<T: Real>(start: &[Body<T>], h: T, n: usize) -> T {
    let mut bodies = start.to_vec();
    steps(&mut bodies, h, n);
    let mut sum = 0.0;
    for b in &bodies {
        sum += b.kinetic();
    }
    sum + bodies[0].q[0] * bodies[1].mass
}

#[reversible]
fn owned<T: Real>(y: &mut T, start: &Vec<Body<T>>, h: T) {
    let mut bodies = start.clone();
    steps(&mut bodies[1..], h, 2);
    let tail = start[1..].to_vec();
    *y += bodies[2].q[1] * tail[1].v.0;
}

#[reversible]
fn fixed<T: Real>(y: &mut T, start: &[Body<T>; 3], h: T) {
    let mut bodies = start.to_vec();
    steps(&mut bodies, h, 2);
    let mut others = start.clone();
    steps(&mut others, h, 1);
    *y += bodies[2].q[0] * others[1].v.1;
}

fn start() -> [Body<f64>; 3] {
    let body = |x: f64, v, mass, name| Body { q: [x, -0.3 * x], v: (v, 0.2), mass, name };
    [body(0.1, 0.0, 1.0, 1), body(1.0, 1.0, 0.1, 2), body(-2.0, -0.7, 0.2, 3)]
}

#[test]
fn cotangents_of_copies_go_to_what_was_copied() {
    assert_eq!(steps::check(&mut start(), 0.1, 2), Ok(()));
    assert_eq!(end::check(&start(), 0.1, 2), Ok(()));
    assert_eq!(owned::check(&mut 0.3, &start().to_vec(), 0.1), Ok(()));
    assert_eq!(fixed::check(&mut 0.3, &start(), 0.1), Ok(()));
    let (value, _) = end::gradient(&start(), 0.1, 2);
    let mut bodies = start();
    steps(&mut bodies, 0.1, 2);
    assert_eq!(value, bodies.iter().map(Body::kinetic).sum::<f64>() + bodies[0].q[0] * bodies[1].mass);
}

#[reversible]
fn spread<T: Real>(bodies: &[Body<T>; 3], at: T) -> T {
    let mut sum = 0.0;
    for b in bodies {
        sum += b.mass * (b.q[0] - at).powi(2);
    }
    sum
}

/// An array of structures that is read is lent again and again as it is.
#[reversible]
fn repeated<T: Real>(bodies: &[Body<T>; 3], at: T) -> T {
    let first = at + spread(bodies, at);
    let second = first - 0.1 * spread(bodies, first);
    second * spread(bodies, second)
}

#[test]
fn arrays_of_structures_are_lent_as_they_are() {
    assert_eq!(repeated::check(&start(), 0.3), Ok(()));
}
