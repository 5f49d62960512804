//! Reports a fit: as a table for people or as JSON for programs.

use serde_json::{Map, Value, json};

use super::Arguments;
use super::data::Data;
use retrograde_optimise::Fit;

use crate::console;
use crate::failure::Failure;

/// The results to report.
pub(super) struct Findings<'a> {
    pub(super) arguments: &'a Arguments,
    /// The names of the parameters.
    pub(super) names: &'a [String],
    pub(super) data: &'a Data,
    /// A fit for each start.
    pub(super) fits: &'a [Fit],
    /// The fit with the smallest sum of squares.
    pub(super) best: &'a Fit,
}

/// Returns `1 iteration`, `2 iterations`.
pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Returns the significant digits to which all numbers agree with the reference, at most 15.
pub(super) fn agreement(found: &[f64], reference: &[f64]) -> f64 {
    let digits = |(x, c): (&f64, &f64)| {
        let error = if *c == 0.0 { x.abs() } else { ((x - c) / c).abs() };
        if error.is_nan() { 0.0 } else { (-error.log10()).clamp(0.0, 15.0) }
    };
    found.iter().zip(reference).map(digits).fold(15.0, f64::min)
}

impl Findings<'_> {
    /// Returns the names of the parameters that the data do not determine.
    pub(super) fn undetermined(&self) -> Vec<&str> {
        self.best.undetermined.iter().map(|i| self.names[*i].as_str()).collect()
    }

    /// Prints a table.
    pub(super) fn print(&self) -> Result<(), Failure> {
        let Findings { names, data, fits, best, .. } = self;
        // A standard deviation that is NaN is unknown: there are too few observations, or they do not determine the
        // parameter.
        let known = |x: f64, digits: usize| {
            if x.is_finite() { format!("{x:.digits$e}") } else { "unknown".to_string() }
        };
        console::print(&format!("{:<14} {:>22} {:>22}", "parameter", "value", "standard deviation"))?;
        for (i, name) in names.iter().enumerate() {
            let (value, std) = (best.parameters[i], known(best.standard_errors[i], 12));
            console::print(&format!("{name:<14} {value:>22.12e} {std:>22}"))?;
        }
        console::print(&format!(
            "residual sum of squares {:.10e}, residual standard deviation {}, {} of freedom",
            best.rss,
            known(best.residual_sd, 10),
            counted(best.degrees_of_freedom, "degree"),
        ))?;
        if data.skipped > 0 {
            let rows = counted(data.skipped, "row");
            console::print(&format!("{rows} without a value left out, {} fitted", data.y.len()))?;
        }
        for (i, fit) in fits.iter().enumerate() {
            let digits = data.certified.as_ref().map(|c| agreement(&fit.parameters, &c.values));
            let certified =
                digits.map_or(String::new(), |d| format!(", {d:.1} digits of the certified values"));
            let start = if fits.len() > 1 { format!("start {}: ", i + 1) } else { String::new() };
            let iterations = counted(fit.iterations as usize, "iteration");
            console::print(&format!("{start}{iterations}, {}{certified}", fit.end))?;
        }
        Ok(())
    }

    /// Returns one JSON object with all results.
    pub(super) fn json(&self) -> Map<String, Value> {
        let Findings { arguments, names, data, fits, best } = self;
        let parameters: Vec<Value> = (0..names.len())
            .map(|i| json!({"name": names[i], "value": best.parameters[i], "std": best.standard_errors[i]}))
            .collect();
        let run = |fit: &Fit| {
            let mut run = json!({"start": fit.start, "parameters": fit.parameters, "rss": fit.rss,
                "iterations": fit.iterations, "end": fit.end.to_string()});
            if let Some(certified) = &data.certified {
                run["certified_digits"] = json!(agreement(&fit.parameters, &certified.values));
                run["certified_std_digits"] = json!(agreement(&fit.standard_errors, &certified.deviations));
                run["certified_rss_digits"] = json!(agreement(&[fit.rss], &[certified.rss]));
            }
            run
        };
        let mut out = Map::new();
        out.insert("model".into(), json!(arguments.model.display().to_string()));
        out.insert("data".into(), json!(arguments.data.display().to_string()));
        out.insert("parameters".into(), json!(parameters));
        out.insert("undetermined".into(), json!(self.undetermined()));
        out.insert("rss".into(), json!(best.rss));
        out.insert("residual_std".into(), json!(best.residual_sd));
        out.insert("degrees_of_freedom".into(), json!(best.degrees_of_freedom));
        out.insert("observations".into(), json!(data.y.len()));
        out.insert("skipped".into(), json!(data.skipped));
        out.insert("starts".into(), fits.iter().map(run).collect());
        out
    }
}
