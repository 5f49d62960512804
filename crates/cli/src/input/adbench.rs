//! ADBench's bundle adjustment instances: one camera, point, weight and feature, replicated.
//!
//! ```text
//! cameras points observations
//! 11 numbers: rotation (3), centre (3), focal length, principal point (2), k1, k2
//! 3 numbers: the point
//! 1 number: the weight
//! 2 numbers: the feature
//! ```
//!
//! Observation `i` is of camera `i mod cameras` and point `i mod points`.

use super::fields::Fields;
use crate::bundle::{Bundle, Observation};
use crate::failure::Fault;

/// The largest count that a header may ask for: the largest published instance has 29 million observations.
const LIMIT: usize = 40_000_000;

/// Reads what follows the header `[cameras, points, observations]` and replicates it.
pub(crate) fn parse(header: [usize; 3], fields: &mut Fields<'_>) -> Result<Bundle<11>, Fault> {
    let [cameras, points, observations] = header;
    let camera: [f64; 11] = fields.numbers(|| "the camera".to_owned())?;
    let point: [f64; 3] = fields.numbers(|| "the point".to_owned())?;
    let weight = fields.number(|| "the weight".to_owned())?;
    let pixel: [f64; 2] = fields.numbers(|| "the feature".to_owned())?;
    fields.end()?;
    // The file is short whatever its header says, so only a limit keeps a wrong header from filling the memory.
    for (count, what) in header.into_iter().zip(["cameras", "points", "observations"]) {
        if count > LIMIT {
            return Err(Fault::at(1, format!("{count} {what} are more than the limit of {LIMIT}")));
        }
        if count > observations {
            let message = format!("{count} {what} cannot all be seen in {observations} observations");
            return Err(Fault::at(1, message));
        }
    }
    let observations = (0..observations)
        .map(|i| Observation { camera: (i % cameras) as u32, point: (i % points) as u32, pixel })
        .collect::<Vec<_>>();
    Ok(Bundle {
        cameras: vec![camera; cameras],
        points: vec![point; points],
        weights: vec![weight; observations.len()],
        observations,
    })
}
