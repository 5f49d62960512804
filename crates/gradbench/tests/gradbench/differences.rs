//! Derivatives against differences of the function, through the protocol, on inputs of every problem.

use serde_json::{Value, json};

use crate::{numbers, output};

/// Returns numbers that look random, in [-1, 1).
fn wave(count: usize, seed: f64) -> Vec<f64> {
    (0..count).map(|i| ((i as f64 + seed) * 12.9898).sin()).collect()
}

fn rows(count: usize, width: usize, seed: f64) -> Vec<Vec<f64>> {
    (0..count).map(|i| wave(width, seed + 17.3 * i as f64)).collect()
}

/// The place of every number below some members of an input.
fn places(input: &Value, members: &[&str]) -> Vec<String> {
    fn walk(value: &Value, at: String, found: &mut Vec<String>) {
        match value {
            Value::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    walk(item, format!("{at}/{i}"), found);
                }
            }
            _ => found.push(at),
        }
    }
    let mut found = Vec::new();
    for member in members {
        walk(&input[*member], format!("/{member}"), &mut found);
    }
    found
}

/// Compares a gradient of some members, in their order, with differences of a function.
fn gradient(module: &str, [function, derivative]: [&str; 2], input: &Value, members: &[&str]) {
    let slopes = numbers(&output(module, derivative, input));
    let places = places(input, members);
    assert_eq!(slopes.len(), places.len(), "{module}");
    for (slope, place) in slopes.iter().zip(&places) {
        let at = |moved: f64| {
            let mut input = input.clone();
            let number = input.pointer_mut(place).unwrap();
            *number = json!(number.as_f64().unwrap() + moved);
            *numbers(&output(module, function, &input)).last().unwrap()
        };
        let h = 1e-4;
        let by_differences = (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h);
        assert!(
            (slope - by_differences).abs() < 1e-7 * slope.abs().max(1.0),
            "{module} {place}: {slope} {by_differences}"
        );
    }
}

#[test]
fn hello() {
    assert_eq!(output("hello", "square", &json!(3)), json!(9.0));
    assert_eq!(output("hello", "double", &json!(-1.5)), json!(-3.0));
}

#[test]
fn log_sum_exp() {
    for n in [1, 2, 7, 8, 19, 40] {
        gradient("lse", ["primal", "gradient"], &json!({ "x": wave(n, 0.3) }), &["x"]);
    }
    // Of many numbers the suite accepts zeros: each slope is below its tolerance.
    let x = wave(30_000, 0.7);
    let (value, slopes) = (&json!({ "x": x }), |value| numbers(&output("lse", "gradient", value)));
    let total: f64 = x.iter().map(|x| x.exp()).sum();
    for (slope, x) in slopes(value).iter().zip(&x) {
        assert!((slope - x.exp() / total).abs() < 1e-15);
    }
    // The largest number is taken out.
    let far = output("lse", "primal", &json!({ "x": [1000.0, 1000.0] }));
    assert!((numbers(&far)[0] - 1000.0 - 2.0_f64.ln()).abs() < 1e-12);
}

#[test]
fn least_squares() {
    for (m, n) in [(1, 2), (4, 3), (5, 16), (9, 27)] {
        gradient("llsq", ["primal", "gradient"], &json!({ "x": wave(m, 0.1), "n": n }), &["x"]);
    }
}

#[test]
fn determinant() {
    for ell in 1..6 {
        gradient("det", ["primal", "gradient"], &json!({ "A": wave(ell * ell, 0.2), "ell": ell }), &["A"]);
    }
    assert_eq!(output("det", "primal", &json!({ "A": [2.0, 1.0, 7.0, 4.0], "ell": 2 })), json!(1.0));
}

#[test]
fn clusters() {
    let input = json!({ "points": rows(60, 3, 0.4), "centroids": rows(4, 3, 8.1) });
    let points: Vec<Vec<f64>> = serde_json::from_value(input["points"].clone()).unwrap();
    let centroids: Vec<Vec<f64>> = serde_json::from_value(input["centroids"].clone()).unwrap();
    let found = output("kmeans", "dir", &input);
    for (j, centroid) in centroids.iter().enumerate() {
        let distance = |p: &[f64], c: &[f64]| p.iter().zip(c).map(|(p, c)| (p - c) * (p - c)).sum::<f64>();
        let near: Vec<&Vec<f64>> = points
            .iter()
            .filter(|p| centroids.iter().all(|other| distance(p, centroid) <= distance(p, other)))
            .collect();
        for a in 0..3 {
            let mean = near.iter().map(|p| p[a]).sum::<f64>() / near.len() as f64;
            let direction = found[j][a].as_f64().unwrap();
            assert!((direction - (centroid[a] - mean)).abs() < 1e-12, "{direction}");
        }
    }
}

#[test]
fn mixture() {
    for (d, k, n) in [(1, 1, 1), (3, 2, 11), (2, 4, 17)] {
        let input = json!({
            "d": d, "k": k, "n": n, "m": 1, "gamma": 0.8, "x": rows(n, d, 0.1), "alpha": wave(k, 0.2),
            "mu": rows(k, d, 0.3), "q": rows(k, d, 0.4), "l": rows(k, d * (d - 1) / 2, 0.5),
        });
        gradient("gmm", ["objective", "jacobian"], &input, &["alpha", "mu", "q", "l"]);
    }
}

#[test]
fn network() {
    let (layers, steps, b) = (2, 5, 3);
    let sequence: Vec<Vec<f64>> =
        rows(steps, b, 0.9).iter().map(|row| row.iter().map(|x| f64::from(*x > 0.0)).collect()).collect();
    let input = json!({
        "main_params": rows(2 * layers, 4 * b, 0.6), "extra_params": rows(3, b, 0.7), "state": rows(2 * layers, b, 0.8),
        "sequence": sequence,
    });
    gradient("lstm", ["objective", "jacobian"], &input, &["main_params", "extra_params"]);
}

#[test]
fn equation() {
    // The suite's own sizes have zero gradients; with few unknowns they are not.
    for (n, s) in [(1, 1), (3, 2), (4, 3), (6, 5)] {
        let input = json!({ "x": wave(n, 1.1), "s": s });
        gradient("ode", ["primal", "gradient"], &input, &["x"]);
        assert!(numbers(&output("ode", "gradient", &input)).iter().any(|slope| *slope != 0.0));
    }
}

#[test]
fn adjustment() {
    let camera = wave(11, 0.35);
    let at = |camera: &[f64], x: &[f64], w: f64| json!({ "n": 2, "m": 3, "p": 40, "cam": camera, "x": x, "w": w, "feat": [0.4, -0.7] });
    let (x, w) = (vec![0.3, -0.8, 4.5], 0.6);
    let found = output("ba", "jacobian", &at(&camera, &x, w));
    let values = numbers(&found["vals"]);
    assert_eq!(found["rows"].as_array().unwrap().len(), 31);
    assert_eq!(found["rows"][30], json!(31 * 40));
    assert_eq!(found["cols"][30], json!(22 + 9 + 39));
    let h = 1e-5;
    for variable in 0..15 {
        let moved = |h: f64| {
            let (mut camera, mut x, mut w) = (camera.clone(), x.clone(), w);
            match variable {
                0..11 => camera[variable] += h,
                11..14 => x[variable - 11] += h,
                _ => w += h,
            }
            numbers(&output("ba", "objective", &at(&camera, &x, w))["reproj_error"]["elements"])
        };
        let (near, back, far, far_back) = (moved(h), moved(-h), moved(2.0 * h), moved(-2.0 * h));
        for c in 0..2 {
            let slope = (8.0 * (near[c] - back[c]) - (far[c] - far_back[c])) / (12.0 * h);
            let derived = values[15 * c + variable];
            assert!((slope - derived).abs() < 1e-7 * derived.abs().max(1.0), "{variable}: {slope} {derived}");
        }
    }
    assert_eq!(values[30], -2.0 * w);
}

/// A hand with 22 bones.
fn hand(us: bool, mirrored: bool) -> Value {
    let (vertices, points) = (9, 5);
    let matrices =
        |seed: f64| -> Vec<Vec<Vec<f64>>> { (0..22).map(|b| rows(4, 4, seed + 3.7 * b as f64)).collect() };
    let parents: Vec<i64> = (0..22).map(|b| if b % 4 == 1 { 0 } else { b - 1 }).collect();
    let triangles: Vec<[usize; 3]> = (0..6).map(|i| [i, i + 2, (i + 5) % vertices]).collect();
    json!({
        "theta": wave(26, 0.2),
        "us": if us { rows(points, 2, 0.3) } else { Vec::new() },
        "data": {
            "correspondences": (0..points).map(|i| i * 2 % 6).collect::<Vec<_>>(),
            "points": rows(points, 3, 0.4),
            "model": {
                "bone_count": 22,
                "bone_names": (0..22).map(|b| format!("bone {b}")).collect::<Vec<_>>(),
                "parents": parents,
                "base_relatives": matrices(0.5),
                "inverse_base_absolutes": matrices(0.6),
                "base_positions": rows(vertices, 4, 0.7),
                "weights": rows(vertices, 22, 0.8),
                "triangles": triangles,
                "is_mirrored": mirrored,
            },
        },
    })
}

#[test]
fn hands() {
    for (us, mirrored, small) in
        [(false, false, false), (true, false, false), (true, true, false), (false, true, true)]
    {
        let mut input = hand(us, mirrored);
        if small {
            for i in 0..3 {
                input["theta"][i] = json!(0.0);
            }
        }
        let found: Vec<Vec<f64>> = serde_json::from_value(output("ht", "jacobian", &input)).unwrap();
        let places = if us { 2 } else { 0 };
        let h = 1e-4;
        for column in 0..places + 26 {
            // The rotation is held where there is none.
            if small && column < 3 {
                continue;
            }
            let moved = |h: f64| {
                let mut input = input.clone();
                let mut add = |place: String| {
                    let number = input.pointer_mut(&place).unwrap();
                    *number = json!(number.as_f64().unwrap() + h);
                };
                if column < places {
                    (0..5).for_each(|i| add(format!("/us/{i}/{column}")));
                } else {
                    add(format!("/theta/{}", column - places));
                }
                numbers(&output("ht", "objective", &input))
            };
            let (near, back, far, far_back) = (moved(h), moved(-h), moved(2.0 * h), moved(-2.0 * h));
            assert_eq!(near.len(), found.len());
            for (row, found) in found.iter().enumerate() {
                let slope = (8.0 * (near[row] - back[row]) - (far[row] - far_back[row])) / (12.0 * h);
                assert!(
                    (slope - found[column]).abs() < 1e-7 * slope.abs().max(1.0),
                    "{row} {column}: {slope}"
                );
            }
        }
    }
}

#[test]
fn nested_modes() {
    for modes in ["rr", "rf", "fr", "ff"] {
        let w = numbers(&output("particle", modes, &json!({ "w": 0.0 })))[0];
        assert!((w - 0.2071918746486).abs() < 1e-9, "{modes}: {w}");
        let saddle = numbers(&output("saddle", modes, &json!({ "start": [1.0, 1.0] })));
        assert_eq!(saddle.len(), 4);
        assert!(saddle.iter().all(|x| (x - 8.246324826140356e-06).abs() < 1e-15), "{modes}: {saddle:?}");
        // From elsewhere, where the two coordinates differ.
        let [x, y, ..] = numbers(&output("saddle", modes, &json!({ "start": [1.0, -0.5] })))[..] else {
            panic!()
        };
        assert!(x.abs() < 1e-5 && y.abs() < 1e-5 && x.signum() != y.signum(), "{modes}: {x} {y}");
    }
}
