//! [`workloads`]: inputs of the suite's sizes, made up here, to run the problems without the suite.

use serde_json::{Value, json};

use crate::random::SplitMix64;

/// An input of a problem.
pub(crate) struct Workload {
    /// The name of the module.
    pub(crate) module: &'static str,
    /// The name that the suite gives this size.
    pub(crate) description: String,
    /// The input without repetitions.
    pub(crate) input: Value,
}

/// The sizes that are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Sizes {
    /// The smallest default size of each problem.
    Smallest,
    /// The largest default size of each problem.
    Largest,
}

fn vector(random: &mut SplitMix64, count: usize, mut number: impl FnMut(&mut SplitMix64) -> f64) -> Vec<f64> {
    (0..count).map(|_| number(random)).collect()
}

fn rows(
    random: &mut SplitMix64,
    count: usize,
    width: usize,
    number: impl Fn(&mut SplitMix64) -> f64,
) -> Vec<Vec<f64>> {
    (0..count).map(|_| vector(random, width, &number)).collect()
}

/// Returns an input of every problem.
pub(super) fn workloads(sizes: Sizes) -> Vec<Workload> {
    let of = |smallest: usize, largest: usize| match sizes {
        Sizes::Smallest => smallest,
        Sizes::Largest => largest,
    };
    let mut made = Vec::new();
    let mut add = |module, description: String, input| made.push(Workload { module, description, input });
    let (uniform, normal) = (SplitMix64::uniform, SplitMix64::normal);
    let random = &mut SplitMix64::new(1);

    let n = of(2500, 1_280_000);
    add("lse", format!("n={n}"), json!({ "x": vector(random, n, uniform) }));
    let n = of(16, 16392);
    add("llsq", format!("n={n},m=128"), json!({ "x": vector(random, 128, uniform), "n": n }));
    let ell = of(5, 11);
    add("det", format!("{ell}"), json!({ "A": vector(random, ell * ell, uniform), "ell": ell }));
    let (k, n, d) = (of(10, 1000), of(1000, 10_000), of(8, 16));
    let points = rows(random, n, d, uniform);
    let input = json!({ "centroids": points[n - k..], "points": points });
    add("kmeans", format!("k={k},n={n},d={d}"), input);
    let (d, k, n) = (of(2, 64), of(5, 100), 1000);
    let input = json!({
        "d": d, "k": k, "n": n, "m": 0, "gamma": 1.0,
        "x": rows(random, n, d, normal),
        "alpha": vector(random, k, normal),
        "mu": rows(random, k, d, uniform),
        "q": rows(random, k, d, normal),
        "l": rows(random, k, d * (d - 1) / 2, normal),
    });
    add("gmm", format!("{d}_{k}_{n}"), input);
    let (name, n, m, p) = match sizes {
        Sizes::Smallest => ("ba1", 49, 7776, 31843),
        Sizes::Largest => ("ba14", 356, 226_730, 1_255_268),
    };
    let mut camera = vector(random, 11, uniform);
    camera[6] *= 500.0;
    let input = json!({
        "n": n, "m": m, "p": p, "cam": camera, "x": [0.4, 0.7, 9.0], "w": random.uniform(), "feat": vector(random, 2, uniform),
    });
    add("ba", format!("{name}_n{n}_m{m}_p{p}"), input);
    let (l, c, b) = (of(2, 6), of(1024, 8192), 14);
    let input = json!({
        "main_params": rows(random, 2 * l, 4 * b, uniform),
        "extra_params": rows(random, 3, b, uniform),
        "state": rows(random, 2 * l, b, uniform),
        "sequence": rows(random, c, b, |random| random.uniform().round()),
    });
    add("lstm", format!("l={l},c={c}"), input);
    let points = of(100, 51200);
    add("ht", format!("t26_c{points}"), hand(random, points));
    let (n, s) = (of(1000, 100_000), of(1, 100));
    add("ode", format!("n={n},s={s}"), json!({ "x": vector(random, n, uniform), "s": s }));
    add("particle", "w=0".to_owned(), json!({ "w": 0.0 }));
    add("saddle", "w=0".to_owned(), json!({ "start": [1.0, 1.0] }));
    made
}

/// A hand of the size of the suite's large model: 10,000 vertices, which follow four bones each, and points in triangles.
fn hand(random: &mut SplitMix64, points: usize) -> Value {
    let (bones, vertices, triangles) = (22, 10_000, 1084);
    let uniform = SplitMix64::uniform;
    let matrices = |random: &mut SplitMix64| -> Vec<Value> {
        (0..bones)
            .map(|_| {
                let mut rows = rows(random, 3, 4, uniform);
                rows.push(vec![0.0, 0.0, 0.0, 1.0]);
                json!(rows)
            })
            .collect()
    };
    let weights: Vec<Vec<f64>> = (0..vertices)
        .map(|_| {
            let mut row = vec![0.0; bones];
            for _ in 0..4 {
                row[random.below(bones)] += 0.25;
            }
            row
        })
        .collect();
    json!({
        "theta": vector(random, 26, uniform),
        "us": rows(random, points, 2, |random| 0.5 * random.uniform()),
        "data": {
            "correspondences": (0..points).map(|_| random.below(triangles)).collect::<Vec<_>>(),
            "points": rows(random, points, 3, uniform),
            "model": {
                "bone_count": bones,
                "bone_names": (0..bones).map(|bone| format!("bone{bone}")).collect::<Vec<_>>(),
                "parents": (0..bones as i64).map(|bone| if bone % 4 == 1 { 0 } else { bone - 1 }).collect::<Vec<_>>(),
                "base_relatives": matrices(random),
                "inverse_base_absolutes": matrices(random),
                "base_positions": rows(random, vertices, 4, uniform),
                "weights": weights,
                "triangles": (0..triangles).map(|_| [random.below(vertices), random.below(vertices), random.below(vertices)]).collect::<Vec<_>>(),
                "is_mirrored": false,
            },
        },
    })
}
