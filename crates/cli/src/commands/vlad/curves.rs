//! Draws the table of the ladder: a curve for every stage on logarithmic axes, so that a slope is an exponent.

use plotters::coord::Shift;
use plotters::prelude::*;
use retrograde_vlad::ladder::{Counts, Row};

use super::ladder::Measure;

/// The picture's size in pixels.
const SIZE: (u32, u32) = (1120, 560);

const INK: RGBColor = RGBColor(60, 60, 60);

/// Colours from the slow stages to the fast ones, warm to cold; without colour, the order from top to bottom tells
/// them apart.
const COLOURS: [RGBColor; 8] = [
    RGBColor(165, 0, 38),
    RGBColor(215, 85, 39),
    RGBColor(240, 150, 60),
    RGBColor(200, 180, 40),
    RGBColor(90, 170, 70),
    RGBColor(30, 150, 140),
    RGBColor(40, 110, 180),
    RGBColor(80, 60, 150),
];

type Fallible = Result<(), Box<dyn std::error::Error>>;
type Point = (f64, f64);

/// Draws one panel for each measure and returns the SVG text.
///
/// # Errors
///
/// Errors of the drawing library, as text.
pub(super) fn draw(name: &str, rows: &[Row], measures: [Measure; 2]) -> Result<String, String> {
    let mut text = String::new();
    panels(&mut text, name, rows, measures).map_err(|error| error.to_string())?;
    Ok(text)
}

fn panels(text: &mut String, name: &str, rows: &[Row], measures: [Measure; 2]) -> Fallible {
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let (left, right) = root.margin(12, 12, 16, 16).split_horizontally((SIZE.0 - 32) / 2);
    panel(&left, &format!("{name}: {}", measures[0].0), rows, measures[0].1)?;
    panel(&right, measures[1].0, rows, measures[1].1)?;
    root.present()?;
    Ok(())
}

/// Returns the points of a curve; omits zeros, which have no logarithm.
fn points(row: &Row, measure: fn(&Counts) -> u64) -> Vec<Point> {
    let point = |size: usize, count: u64| (size > 0 && count > 0).then_some((size as f64, count as f64));
    row.cells.iter().filter_map(|cell| point(cell.size, measure(cell.counts.as_ref()?))).collect()
}

fn panel(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    caption: &str,
    rows: &[Row],
    measure: fn(&Counts) -> u64,
) -> Fallible {
    let curves: Vec<Vec<Point>> = rows.iter().map(|row| points(row, measure)).collect();
    let primal: Vec<Point> = rows
        .first()
        .map(|row| row.cells.iter().map(|cell| (cell.size as f64, measure(&cell.primal) as f64)).collect())
        .unwrap_or_default();
    let primal: Vec<Point> = primal.into_iter().filter(|(x, y)| *x > 0.0 && *y > 0.0).collect();
    let all = || curves.iter().flatten().chain(&primal);
    let range = |of: fn(&Point) -> f64, wide: f64| {
        let low = all().map(of).fold(f64::INFINITY, f64::min);
        let high = all().map(of).fold(0.0, f64::max);
        if high > 0.0 { low / wide..high * wide } else { 1.0..10.0 }
    };
    let mut across = range(|p| p.1, 1.6);
    // The legend is above the curves: it takes a line of 17 of the panel's 460 pixels for each.
    let lines = curves.iter().filter(|points| !points.is_empty()).count() + usize::from(!primal.is_empty());
    let share = (17.0 * lines as f64 + 20.0) / 460.0;
    across.end *= (across.end / across.start).powf(share / (1.0 - share));
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 18).into_font().color(&INK))
        .margin(6)
        .x_label_area_size(38)
        .y_label_area_size(64)
        .build_cartesian_2d(range(|p| p.0, 1.15).log_scale(), across.log_scale())?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(RGBColor(228, 228, 228))
        .axis_style(RGBColor(150, 150, 150))
        .label_style(("sans-serif", 13).into_font().color(&INK))
        .x_desc("size n")
        .x_label_formatter(&|x| if is_round(*x) { short(*x) } else { String::new() })
        .y_label_formatter(&|y| short(*y))
        .draw()?;
    if !primal.is_empty() {
        let ink = INK;
        chart
            .draw_series(LineSeries::new(primal, ink.stroke_width(1)))?
            .label("the function")
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], ink));
    }
    for ((row, points), colour) in rows.iter().zip(curves).zip(COLOURS) {
        if points.is_empty() {
            continue;
        }
        chart
            .draw_series(LineSeries::new(points.clone(), colour.stroke_width(2)))?
            .label(format!("{} (section {})", row.stage, row.stage.section()))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(3)));
        chart.draw_series(points.into_iter().map(|p| Circle::new(p, 3, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .label_font(("sans-serif", 13).into_font().color(&INK))
        .draw()?;
    Ok(())
}

/// True if the first digit is 1, 2 or 5: other labels would be too close on a logarithmic axis.
fn is_round(value: f64) -> bool {
    let digit = value / 10f64.powf(value.log10().floor());
    [1.0, 2.0, 5.0, 10.0].iter().any(|round| (digit - round).abs() < 1e-6)
}

/// Formats a number of a logarithmic axis, with an exponent if it is long.
fn short(value: f64) -> String {
    if value < 1e5 { format!("{value}") } else { format!("{value:.0e}") }
}
