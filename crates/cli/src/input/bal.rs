//! The text format of the "Bundle Adjustment in the Large" collection.
//!
//! ```text
//! cameras points observations
//! camera point x y                 one line per observation
//! …                                nine numbers per camera, then three per point, in any line layout
//! ```

use std::fmt::Write;

use super::fields::{Fields, number, quote};
use crate::bundle::{Bundle, Observation};
use crate::failure::Fault;

/// Reads the text after the header `[cameras, points, observations]`.
pub(crate) fn parse(header: [usize; 3], fields: &mut Fields<'_>) -> Result<Bundle<9>, Fault> {
    let [cameras, points, observations] = header;
    let mut bundle = Bundle {
        cameras: Vec::new(),
        points: Vec::new(),
        weights: Vec::new(),
        // `0 0 0 0` and a line break are eight bytes; a header that promises more than the text contains is rejected
        // below.
        observations: Vec::with_capacity(observations.min(fields.bytes_left() / 8 + 1)),
    };
    for i in 0..observations {
        let Some((line, text)) = fields.line() else {
            let message = format!("the file ends after {i} of {observations} observations");
            return Err(Fault::at(fields.last_line(), message));
        };
        bundle.observations.push(observation(line, text, cameras, points).map_err(|fault| {
            fault.hint(format!("observation {} of {observations} is `camera point x y`", i + 1))
        })?);
    }
    bundle.cameras.reserve(cameras.min(fields.bytes_left() / 18 + 1));
    for i in 0..cameras {
        bundle.cameras.push(fields.numbers(|| format!("camera {i}"))?);
    }
    bundle.points.reserve(points.min(fields.bytes_left() / 6 + 1));
    for i in 0..points {
        bundle.points.push(fields.numbers(|| format!("point {i}"))?);
    }
    fields.end()?;
    Ok(bundle)
}

fn observation(line: usize, text: &str, cameras: usize, points: usize) -> Result<Observation, Fault> {
    let mut fields = text.split_ascii_whitespace();
    let mut next = || fields.next().ok_or_else(|| Fault::at(line, "this line has fewer than 4 fields"));
    let camera = index(line, next()?, "camera", cameras)?;
    let point = index(line, next()?, "point", points)?;
    let x = number(line, next()?, || "the measured x".to_owned())?;
    let y = number(line, next()?, || "the measured y".to_owned())?;
    match fields.next() {
        Some(more) => Err(Fault::at(line, format!("unexpected {} after the measured y", quote(more)))),
        None => Ok(Observation { camera, point, pixel: [x, y] }),
    }
}

fn index(line: usize, field: &str, what: &str, count: usize) -> Result<u32, Fault> {
    match field.parse::<u32>() {
        Ok(index) if (index as usize) < count => Ok(index),
        Ok(index) => {
            Err(Fault::at(line, format!("{what} {index} does not exist: there are {count}, counted from 0")))
        }
        Err(_) => Err(Fault::at(line, format!("expected the index of a {what}, found {}", quote(field)))),
    }
}

/// Writes the problem as text that [`parse`] reads back bit for bit.
pub(crate) fn write_bal(bundle: &Bundle<9>) -> String {
    let mut out = format!("{} {} {}\n", bundle.cameras.len(), bundle.points.len(), bundle.observations.len());
    // Rust prints the shortest digits that read back as the same number; writing to a String cannot fail.
    for seen in &bundle.observations {
        let _ = writeln!(out, "{} {} {:e} {:e}", seen.camera, seen.point, seen.pixel[0], seen.pixel[1]);
    }
    let parameters = bundle.cameras.iter().flatten().chain(bundle.points.iter().flatten());
    for value in parameters {
        let _ = writeln!(out, "{value:e}");
    }
    out
}
