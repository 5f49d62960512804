//! The solar system: the sun and its planets at the beginning of 2000, from their orbital elements.
//!
//! Units are the astronomical unit, the year, and masses such that the gravitational constant is one.

use retrograde::Real;

/// The number of bodies.
pub(crate) const BODIES: usize = 9;

/// A vector for each body.
pub(crate) type Vectors<T> = [[T; 3]; BODIES];

/// The sun's mass: a planet without mass at a distance of one goes around it in a year.
const SUN: f64 = 4.0 * std::f64::consts::PI * std::f64::consts::PI;

/// For each planet: the sun's mass as a multiple of its own, the semi-major axis, the eccentricity, and in degrees the inclination, the
/// mean longitude, the longitude of the perihelion and that of the ascending node. (Standish, "Keplerian elements for approximate
/// positions of the major planets".)
const ELEMENTS: [[f64; 7]; BODIES - 1] = [
    [6_023_600.0, 0.38709927, 0.20563593, 7.00497902, 252.2503235, 77.45779628, 48.33076593],
    [408_523.71, 0.72333566, 0.00677672, 3.39467605, 181.9790995, 131.60246718, 76.67984255],
    [328_900.56, 1.00000261, 0.01671123, -0.00001531, 100.46457166, 102.93768193, 0.0],
    [3_098_708.0, 1.52371034, 0.0933941, 1.84969142, -4.55343205, -23.94362959, 49.55953891],
    [1047.3486, 5.202887, 0.04838624, 1.30439695, 34.39644051, 14.72847983, 100.47390909],
    [3497.898, 9.53667594, 0.05386179, 2.48599187, 49.95424423, 92.59887831, 113.66242448],
    [22902.98, 19.18916464, 0.04725744, 0.77263783, 313.23810451, 170.9542763, 74.01692503],
    [19412.24, 30.06992276, 0.00859048, 1.77004347, -55.12002969, 44.96476227, 131.78422574],
];

/// Positions, velocities and masses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bodies<T> {
    /// Positions.
    pub(crate) x: Vectors<T>,
    /// Velocities.
    pub(crate) v: Vectors<T>,
    /// Masses.
    pub(crate) mass: [T; BODIES],
}

/// Returns the solar system at rest: its centre of mass is at the origin and does not move.
pub(crate) fn planets<T: Real>() -> Bodies<T> {
    let (mut x, mut v, mut mass) = ([[0.0; 3]; BODIES], [[0.0; 3]; BODIES], [SUN; BODIES]);
    for (i, [ratio, a, e, inclination, mean, perihelion, node]) in ELEMENTS.into_iter().enumerate() {
        mass[i + 1] = SUN / ratio;
        let [inclination, mean, perihelion, node] =
            [inclination, mean, perihelion, node].map(f64::to_radians);
        // Kepler's equation for the eccentric anomaly.
        let anomaly = mean - perihelion;
        let mut turn = anomaly;
        for _ in 0..50 {
            turn -= (turn - e * turn.sin() - anomaly) / (1.0 - e * turn.cos());
        }
        let (root, rate) = ((1.0 - e * e).sqrt(), (SUN / a).sqrt() / (1.0 - e * turn.cos()));
        let place = [a * (turn.cos() - e), a * root * turn.sin()];
        let speed = [-rate * turn.sin(), rate * root * turn.cos()];
        let tilted = |[p, q]: [f64; 2]| {
            let (s, c) = (perihelion - node).sin_cos();
            let (p, q) = (p * c - q * s, p * s + q * c);
            let (q, height) = (q * inclination.cos(), q * inclination.sin());
            [p * node.cos() - q * node.sin(), p * node.sin() + q * node.cos(), height]
        };
        (x[i + 1], v[i + 1]) = (tilted(place), tilted(speed));
    }
    let all: f64 = mass.iter().sum();
    for vectors in [&mut x, &mut v] {
        for k in 0..3 {
            let mean = (0..BODIES).map(|i| mass[i] * vectors[i][k]).sum::<f64>() / all;
            vectors.iter_mut().for_each(|vector| vector[k] -= mean);
        }
    }
    let vectors = |v: Vectors<f64>| v.map(|v| v.map(T::constant));
    Bodies { x: vectors(x), v: vectors(v), mass: mass.map(T::constant) }
}

/// Returns the energy, with velocities half a step later than positions taken for velocities at the same time.
pub(crate) fn energy(bodies: &Bodies<f64>) -> f64 {
    let mut energy = 0.0;
    for i in 0..BODIES {
        energy += 0.5 * bodies.mass[i] * bodies.v[i].iter().map(|v| v * v).sum::<f64>();
        for j in 0..i {
            let square: f64 = (0..3).map(|k| (bodies.x[i][k] - bodies.x[j][k]).powi(2)).sum();
            energy -= bodies.mass[i] * bodies.mass[j] / square.sqrt();
        }
    }
    energy
}
