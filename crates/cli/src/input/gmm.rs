//! ADBench's Gaussian mixture problems.
//!
//! ```text
//! d k n
//! k log-weights
//! k means of d numbers
//! k rows of d (d + 1) / 2: logarithms of the diagonal, then the strict lower triangle by columns
//! n points of d numbers
//! gamma m
//! ```

use retrograde_problems::gmm::factor_len;

use super::fields::{Fields, quote};
use crate::failure::Fault;
use crate::mixture::Mixture;

/// Reads a whole file.
pub(crate) fn parse(text: &str) -> Result<Mixture, Fault> {
    let mut fields = Fields::new(text);
    let [d, k, n] = fields.counts(&["d", "k", "n"])?;
    // Every number takes at least two bytes, a digit and a separator, so a header that promises more numbers is
    // wrong.
    let promised = (|| {
        let factor = d.checked_add(1)?.checked_mul(d)? / 2;
        let parameters = factor.checked_add(d)?.checked_add(1)?.checked_mul(k)?;
        n.checked_mul(d)?.checked_add(parameters)
    })();
    if promised.is_none_or(|numbers| numbers > text.len() / 2) {
        let message =
            format!("the header asks for more numbers than the {} bytes of the file hold", text.len());
        return Err(Fault::at(1, message)
            .hint("the first line is `d k n`; `retrograde ba` reads bundle adjustment problems"));
    }
    let size = factor_len(d);
    let mut parameters = Vec::with_capacity(k * (1 + d + size));
    for c in 0..k {
        parameters.push(fields.number(|| format!("the log-weight of component {c}"))?);
    }
    for c in 0..k {
        for i in 0..d {
            parameters.push(fields.number(|| format!("number {} of {d} of mean {c}", i + 1))?);
        }
    }
    for c in 0..k {
        for i in 0..size {
            parameters.push(fields.number(|| format!("number {} of {size} of factor {c}", i + 1))?);
        }
    }
    let mut points = Vec::with_capacity(n * d);
    for p in 0..n {
        for i in 0..d {
            points.push(fields.number(|| format!("number {} of {d} of point {p}", i + 1))?);
        }
    }
    let gamma = fields.number(|| "the prior's gamma".to_owned())?;
    if gamma <= 0.0 {
        return Err(Fault::at(
            fields.last_line(),
            format!("the prior's gamma is {gamma}, which is not positive"),
        ));
    }
    let Some((line, field)) = fields.field() else {
        return Err(Fault::at(fields.last_line(), "the file ends before the prior's m"));
    };
    let m = field.parse::<u32>().map_err(|_| {
        Fault::at(line, format!("expected the prior's m, a whole number, found {}", quote(field)))
    })?;
    fields.end()?;
    Ok(Mixture { d, k, n, parameters, points, gamma, m: m as usize })
}
