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
use crate::memory::bytes_of;

/// The maximal memory of a problem, in bytes: the largest published instance, with 29 million observations, takes
/// half of it. The file is short whatever its header says, so only a limit prevents a wrong header from exhausting
/// the memory.
const MOST_BYTES: usize = 2 << 30;

/// The one camera, point, weight and feature of an instance.
pub(crate) struct Instance {
    /// Rotation (3), centre (3), focal length, principal point (2), k1, k2.
    pub(crate) camera: [f64; 11],
    /// A position.
    pub(crate) point: [f64; 3],
    /// The weight of every observation.
    pub(crate) weight: f64,
    /// The measured position of the point.
    pub(crate) pixel: [f64; 2],
}

/// Reads the text after the header `[cameras, points, observations]` and replicates the instance.
pub(crate) fn parse(header: [usize; 3], fields: &mut Fields<'_>) -> Result<Bundle<11>, Fault> {
    let camera: [f64; 11] = fields.numbers(|| "the camera".to_owned())?;
    let point: [f64; 3] = fields.numbers(|| "the point".to_owned())?;
    let weight = fields.number(|| "the weight".to_owned())?;
    let pixel: [f64; 2] = fields.numbers(|| "the feature".to_owned())?;
    fields.end()?;
    replicate(header, &Instance { camera, point, weight, pixel }).map_err(|message| Fault::at(1, message))
}

/// Replicates an instance `[cameras, points, observations]` times.
///
/// # Errors
///
/// If a camera or a point would not be observed, or if memory is too small; returns a message.
pub(crate) fn replicate(counts: [usize; 3], instance: &Instance) -> Result<Bundle<11>, String> {
    let [cameras, points, observations] = counts;
    for (count, what) in counts.into_iter().zip(["cameras", "points", "observations"]) {
        if count == 0 {
            return Err(format!("there are no {what}"));
        }
        if count > observations {
            return Err(format!("{count} {what} cannot all be seen in {observations} observations"));
        }
    }
    let bytes = (|| {
        let seen = bytes_of::<(Observation, f64)>(observations)?;
        let entities = bytes_of::<[f64; 11]>(cameras)?.checked_add(bytes_of::<[f64; 3]>(points)?)?;
        seen.checked_add(entities)
    })();
    // Indices of cameras and points are below the number of observations, which the limit keeps below 2^32.
    if bytes.is_none_or(|bytes| bytes > MOST_BYTES) {
        return Err(format!(
            "{cameras} cameras, {points} points and {observations} observations take more than the limit of {} GB",
            MOST_BYTES >> 30
        ));
    }
    Ok(Bundle {
        cameras: repeated(instance.camera, cameras)?,
        points: repeated(instance.point, points)?,
        weights: repeated(instance.weight, observations)?,
        observations: {
            let first = Observation { camera: 0, point: 0, pixel: instance.pixel };
            let mut seen = repeated(first, observations)?;
            for (i, seen) in seen.iter_mut().enumerate() {
                (seen.camera, seen.point) = ((i % cameras) as u32, (i % points) as u32);
            }
            seen
        },
    })
}

fn repeated<T: Copy>(value: T, count: usize) -> Result<Vec<T>, String> {
    let mut values = Vec::new();
    values.try_reserve_exact(count).map_err(|_| format!("no memory for {count} copies"))?;
    values.resize(count, value);
    Ok(values)
}
