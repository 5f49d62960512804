//! Draws the residuals of a bundle before and after: their positions and their lengths.
//!
//! Two scatter plots above, on the same axes, and below them the densities of the lengths on one logarithmic axis.

use plotters::coord::Shift;
use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged, ValueFormatter};
use plotters::prelude::*;

use crate::bundle::rms;

/// The picture's size in pixels.
const SIZE: (u32, u32) = (960, 800);

/// The maximal number of dots, evenly spaced among the residuals: more would make the picture heavy and no clearer.
const DOTS: usize = 3000;

/// Points of a curve.
const CURVE: usize = 160;

const BEFORE: RGBColor = RGBColor(217, 95, 2);
const AFTER: RGBColor = RGBColor(27, 120, 140);
const INK: RGBColor = RGBColor(60, 60, 60);

/// Draws both sets of residuals (pixels) and returns the SVG text.
///
/// # Errors
///
/// Errors of the drawing library, as text.
pub(crate) fn residual_plot(before: &[[f64; 2]], after: &[[f64; 2]]) -> Result<String, String> {
    let mut text = String::new();
    draw(&mut text, before, after).map_err(|error| format!("cannot draw the residuals: {error}"))?;
    Ok(text)
}

pub(crate) type Fallible = Result<(), Box<dyn std::error::Error>>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn draw(text: &mut String, before: &[[f64; 2]], after: &[[f64; 2]]) -> Fallible {
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let root = root.margin(12, 12, 16, 16);
    let (top, bottom) = root.split_vertically(460);
    let (left, right) = top.split_horizontally((SIZE.0 - 32) / 2);
    // A few outliers would squeeze the clouds into dots, so the frame contains nearly all residuals and clips the
    // rest.
    let reach = (1.15 * quantile(before, 0.995).max(quantile(after, 0.995))).max(1e-9);
    scatter(&left, "before", before, BEFORE, reach)?;
    scatter(&right, "after", after, AFTER, reach)?;
    densities(&bottom, before, after)?;
    root.present()?;
    Ok(())
}

/// Returns the value below which the given share of the lengths lies.
fn quantile(residuals: &[[f64; 2]], share: f64) -> f64 {
    let mut lengths: Vec<f64> = residuals.iter().map(length).collect();
    lengths.sort_by(f64::total_cmp);
    lengths[((lengths.len() - 1) as f64 * share) as usize]
}

fn length(residual: &[f64; 2]) -> f64 {
    residual[0].hypot(residual[1])
}

fn scatter(area: &Area<'_>, name: &str, residuals: &[[f64; 2]], colour: RGBColor, reach: f64) -> Fallible {
    let caption = format!("{name}: RMS {} px", rounded(rms(residuals)));
    let axis = || Axis { range: -reach..reach, ticks: round_ticks(-reach, reach, 7) };
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 20).into_font().color(&INK))
        .margin(6)
        .x_label_area_size(38)
        .y_label_area_size(56)
        .build_cartesian_2d(axis(), axis())?;
    mesh(&mut chart, "error in x (px)", "error in y (px)", &|x| rounded(*x), &|y| rounded(*y))?;
    let stride = residuals.len().div_ceil(DOTS);
    let inside = |r: &&[f64; 2]| r[0].abs() <= reach && r[1].abs() <= reach;
    chart.draw_series(
        residuals
            .iter()
            .step_by(stride)
            .filter(inside)
            .map(|r| Circle::new((r[0], r[1]), 2, colour.mix(0.35).filled())),
    )?;
    Ok(())
}

fn densities(area: &Area<'_>, before: &[[f64; 2]], after: &[[f64; 2]]) -> Fallible {
    // Zero has no logarithm: residuals that are zero are drawn at the left end.
    let logarithms = |residuals: &[[f64; 2]]| -> Vec<f64> {
        residuals.iter().map(|r| length(r).max(1e-12).log10()).collect()
    };
    let low = quantile(after, 0.002).min(quantile(before, 0.002)).max(1e-12).log10() - 0.3;
    let high = quantile(after, 0.998).max(quantile(before, 0.998)).max(1e-12).log10() + 0.3;
    let doublings = |residuals: &[[f64; 2]]| -> Vec<(f64, f64)> {
        let curve = density(&logarithms(residuals), low, high);
        curve.into_iter().map(|(x, share)| (x, share * 2f64.log10())).collect()
    };
    let curves = [(doublings(before), BEFORE, "before"), (doublings(after), AFTER, "after")];
    let tallest = curves.iter().flat_map(|(curve, ..)| curve).fold(0.1f64, |tallest, p| tallest.max(p.1));
    let top = 1.15 * tallest;
    let mut chart = ChartBuilder::on(area)
        .caption("lengths of the errors", ("sans-serif", 20).into_font().color(&INK))
        .margin(6)
        .x_label_area_size(38)
        .y_label_area_size(56)
        .build_cartesian_2d(
            Axis { range: low..high, ticks: decade_ticks(low, high) },
            Axis { range: 0.0..top, ticks: round_ticks(0.0, top, 6) },
        )?;
    let length = |x: &f64| rounded(10f64.powf(*x));
    mesh(&mut chart, "length (px, logarithmic)", "% of observations for each doubling", &length, &|y| {
        rounded(*y)
    })?;
    for (curve, colour, name) in curves {
        chart
            .draw_series(LineSeries::new(curve, colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(3)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .label_font(("sans-serif", 15).into_font().color(&INK))
        .draw()?;
    Ok(())
}

/// Returns points of a smooth density of the values, in per cent per unit: each value contributes a small bell.
fn density(values: &[f64], low: f64, high: f64) -> Vec<(f64, f64)> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let deviation = (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / count).sqrt();
    let step = (high - low) / (CURVE - 1) as f64;
    // Silverman's rule, but never so narrow that bells fall between the points of the curve.
    let width = (1.06 * deviation * count.powf(-0.2)).max(2.0 * step);
    // Values first go to the nearest point of the curve: then bells are added once per point and not once per value.
    let mut bins = [0.0; CURVE];
    for value in values {
        let bin = ((value - low) / step).round();
        if (0.0..CURVE as f64).contains(&bin) {
            bins[bin as usize] += 100.0 / count;
        }
    }
    let bell = |distance: f64| (-0.5 * distance * distance).exp() / (width * std::f64::consts::TAU.sqrt());
    let at = |i: usize| {
        let sum = |(j, weight): (usize, &f64)| weight * bell((i as f64 - j as f64) * step / width);
        (low + i as f64 * step, bins.iter().enumerate().map(sum).sum())
    };
    (0..CURVE).map(at).collect()
}

/// Returns at most about `count` round numbers, multiples of 1, 2 or 5 times a power of ten, between `low` and `high`.
fn round_ticks(low: f64, high: f64, count: usize) -> Vec<f64> {
    let rough = (high - low) / count as f64;
    let decade = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0].into_iter().map(|s| s * decade).find(|s| *s >= rough).unwrap_or(10.0 * decade);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).map(|i| i as f64 * step).collect()
}

/// Returns the logarithms of the powers of ten between `low` and `high` (logarithms), and of 2 and 5 times these where
/// there is room.
fn decade_ticks(low: f64, high: f64) -> Vec<f64> {
    let factors: &[f64] = if high - low < 4.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let stride = ((high - low) / 10.0).ceil().max(1.0) as i64;
    let decades = (low.floor() as i64..=high.ceil() as i64).filter(|decade| decade.rem_euclid(stride) == 0);
    let ticks = decades.flat_map(|decade| factors.iter().map(move |f| decade as f64 + f.log10()));
    ticks.filter(|tick| (low..=high).contains(tick)).collect()
}

/// A linear axis with given ticks.
struct Axis {
    range: Range<f64>,
    ticks: Vec<f64>,
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let share = (value - self.range.start) / (self.range.end - self.range.start);
        (f64::from(from) + share * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _hint: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

/// Draws the grid and the axes with their names and labels.
pub(crate) fn mesh<X, Y>(
    chart: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<X, Y>>,
    x: &str,
    y: &str,
    x_label: &dyn Fn(&f64) -> String,
    y_label: &dyn Fn(&f64) -> String,
) -> Fallible
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(RGBColor(228, 228, 228))
        .axis_style(RGBColor(150, 150, 150))
        .label_style(("sans-serif", 13).into_font().color(&INK))
        .x_labels(7)
        .y_labels(7)
        .x_desc(x)
        .y_desc(y)
        .x_label_formatter(x_label)
        .y_label_formatter(y_label)
        .draw()?;
    Ok(())
}

/// Formats a number with three significant digits, without trailing zeros.
pub(crate) fn rounded(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{}", value + 0.0);
    }
    if !(1e-4..1e6).contains(&value.abs()) {
        return format!("{:e}", format!("{value:.2e}").parse().unwrap_or(value));
    }
    let digits = (2 - value.abs().log10().floor() as i64).clamp(0, 12) as usize;
    let text = format!("{value:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [
            (0.5, "0.5"),
            (12.345, "12.3"),
            (1234.5, "1234"),
            (-0.001234, "-0.00123"),
            (0.0, "0"),
            (-2.5e-7, "-2.5e-7"),
            (3e9, "3e9"),
        ];
        for (value, text) in cases {
            assert_eq!(rounded(value), text);
        }
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(round_ticks(-31.0, 31.0, 7), [-30.0, -20.0, -10.0, 0.0, 10.0, 20.0, 30.0]);
        assert_eq!(round_ticks(0.0, 1.1, 6), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
        let lengths = |low: f64, high: f64| -> Vec<String> {
            decade_ticks(low, high).iter().map(|x| rounded(10f64.powf(*x))).collect()
        };
        assert_eq!(lengths(-1.1, 1.4), ["0.1", "0.2", "0.5", "1", "2", "5", "10", "20"]);
        assert_eq!(lengths(-3.2, 1.0), ["0.001", "0.01", "0.1", "1", "10"]);
    }

    #[test]
    fn a_density_holds_everything() {
        let values: Vec<f64> = (0..1000).map(|i| (i as f64 * 0.7).sin()).collect();
        let curve = density(&values, -3.0, 3.0);
        let area: f64 = curve.windows(2).map(|w| 0.5 * (w[0].1 + w[1].1) * (w[1].0 - w[0].0)).sum();
        assert!((area - 100.0).abs() < 0.1, "{area}");
    }

    #[test]
    fn even_a_single_residual_of_zero_is_drawn() {
        let svg = residual_plot(&[[0.0, 0.0]], &[[0.0, 0.0]]).expect("drawn");
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert!(svg.contains("before: RMS 0 px"));
    }
}
