//! The residuals of a bundle before and after, as a picture: where they lie, and how long they are.
//!
//! Two scatter plots above, each on its own scale, and below them the histograms of the lengths on one logarithmic axis.

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use crate::bundle::rms;

/// The picture's size in pixels.
const SIZE: (u32, u32) = (960, 800);

/// More dots than this make a picture heavy and no clearer; evenly spaced ones are taken.
const DOTS: usize = 3000;

/// Bins of the histogram.
const BINS: usize = 64;

const BEFORE: RGBColor = RGBColor(217, 95, 2);
const AFTER: RGBColor = RGBColor(27, 120, 140);
const INK: RGBColor = RGBColor(60, 60, 60);

/// Draws both sets of residuals (pixels) and returns the SVG text.
///
/// # Errors
///
/// Whatever the drawing library reports, in words.
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
    scatter(&left, "before", before, BEFORE)?;
    scatter(&right, "after", after, AFTER)?;
    histogram(&bottom, before, after)?;
    root.present()?;
    Ok(())
}

/// The value below which the given share of the lengths lies.
fn quantile(residuals: &[[f64; 2]], share: f64) -> f64 {
    let mut lengths: Vec<f64> = residuals.iter().map(length).collect();
    lengths.sort_by(f64::total_cmp);
    lengths[((lengths.len() - 1) as f64 * share) as usize]
}

fn length(residual: &[f64; 2]) -> f64 {
    residual[0].hypot(residual[1])
}

fn scatter(area: &Area<'_>, name: &str, residuals: &[[f64; 2]], colour: RGBColor) -> Fallible {
    // A few far ones would squeeze the cloud into a dot, so the frame holds nearly all and clips the rest.
    let reach = (1.15 * quantile(residuals, 0.995)).max(1e-9);
    let caption = format!("{name}: RMS {} px", rounded(rms(residuals)));
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 20).into_font().color(&INK))
        .margin(6)
        .x_label_area_size(38)
        .y_label_area_size(56)
        .build_cartesian_2d(-reach..reach, -reach..reach)?;
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

fn histogram(area: &Area<'_>, before: &[[f64; 2]], after: &[[f64; 2]]) -> Fallible {
    let low = quantile(after, 0.002).min(quantile(before, 0.002)).max(1e-9).log10();
    let high = quantile(after, 0.998).max(quantile(before, 0.998)).max(1e-8).log10();
    let (low, high) = (low - 0.1, high + 0.1);
    let width = (high - low) / BINS as f64;
    let share = |residuals: &[[f64; 2]]| {
        let mut bins = [0.0; BINS];
        for residual in residuals {
            let bin = ((length(residual).log10() - low) / width).floor();
            if (0.0..BINS as f64).contains(&bin) {
                bins[bin as usize] += 100.0 / residuals.len() as f64;
            }
        }
        bins
    };
    let (before, after) = (share(before), share(after));
    let tallest = before.iter().chain(&after).fold(0.1f64, |a, b| a.max(*b));
    let mut chart = ChartBuilder::on(area)
        .caption("lengths of the errors", ("sans-serif", 20).into_font().color(&INK))
        .margin(6)
        .x_label_area_size(38)
        .y_label_area_size(56)
        .build_cartesian_2d(low..high, 0.0..1.1 * tallest)?;
    mesh(&mut chart, "length (px, logarithmic)", "% of observations", &|x| rounded(10f64.powf(*x)), &|y| {
        rounded(*y)
    })?;
    for (bins, colour, name) in [(before, BEFORE, "before"), (after, AFTER, "after")] {
        let bars = bins.into_iter().enumerate().map(|(i, share)| {
            let from = low + i as f64 * width;
            Rectangle::new([(from, 0.0), (from + width, share)], colour.mix(0.45).filled())
        });
        chart
            .draw_series(bars)?
            .label(name)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], colour.mix(0.6).filled()));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .label_font(("sans-serif", 15).into_font().color(&INK))
        .draw()?;
    Ok(())
}

pub(crate) type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

pub(crate) fn mesh(
    chart: &mut Chart<'_, '_>,
    x: &str,
    y: &str,
    x_label: &dyn Fn(&f64) -> String,
    y_label: &dyn Fn(&f64) -> String,
) -> Fallible {
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

/// Three significant digits, without trailing zeros.
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
    fn even_a_single_residual_of_zero_is_drawn() {
        let svg = residual_plot(&[[0.0, 0.0]], &[[0.0, 0.0]]).expect("drawn");
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert!(svg.contains("before: RMS 0 px"));
    }
}
