//! Data, fit and residuals as a picture.

use plotters::prelude::*;

use super::data::Data;
use super::model::Model;
use super::solver::Fit;
use crate::plot::{Fallible, mesh, rounded};

const SIZE: (u32, u32) = (900, 700);
const POINTS: RGBColor = RGBColor(217, 95, 2);
const CURVE: RGBColor = RGBColor(27, 120, 140);

/// Draws the data with the fit above, the residuals below; against the first predictor.
pub(super) fn draw(model: &Model, data: &Data, fit: &Fit) -> Result<String, String> {
    let mut text = String::new();
    paint(&mut text, model, data, fit).map_err(|error| format!("cannot draw the fit: {error}"))?;
    Ok(text)
}

fn paint(text: &mut String, model: &Model, data: &Data, fit: &Fit) -> Fallible {
    let values = model.values(&fit.parameters).map_err(|failure| failure.to_string())?;
    let x: Vec<f64> = data.rows.iter().map(|(_, x)| x[0]).collect();
    let (low, high) = range(x.iter().copied());
    let (y_low, y_high) = range(model.targets().iter().chain(&values).copied());
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let (top, bottom) = root.margin(12, 12, 12, 16).split_vertically(440);
    let mut chart = ChartBuilder::on(&top)
        .margin(6)
        .caption(format!("{} of {}", data.response, data.predictors.join(", ")), ("sans-serif", 20))
        .x_label_area_size(38)
        .y_label_area_size(70)
        .build_cartesian_2d(low..high, y_low..y_high)?;
    let predictor = &data.predictors[0];
    mesh(&mut chart, predictor, &data.response, &label(low, high), &label(y_low, y_high))?;
    let fitted = if data.predictors.len() == 1 {
        for piece in curve(model, fit, &x, (y_low, y_high)) {
            chart.draw_series(LineSeries::new(piece, CURVE.stroke_width(2)))?;
        }
        chart.draw_series([] as [Cross<_, i32>; 0])?
    } else {
        chart.draw_series(x.iter().zip(&values).map(|(x, y)| Cross::new((*x, *y), 4, CURVE)))?
    };
    fitted.label("fit").legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], CURVE.stroke_width(3)));
    chart
        .draw_series(x.iter().zip(model.targets()).map(|(x, y)| Circle::new((*x, *y), 3, POINTS.filled())))?
        .label("data")
        .legend(|(x, y)| Circle::new((x + 8, y), 4, POINTS.filled()));
    // The legend stands where the curve ends lower.
    let falls = x
        .iter()
        .zip(&values)
        .max_by(|a, b| a.0.total_cmp(b.0))
        .is_some_and(|(_, y)| 2.0 * y < y_low + y_high);
    chart
        .configure_series_labels()
        .position(if falls { SeriesLabelPosition::UpperRight } else { SeriesLabelPosition::LowerRight })
        .background_style(WHITE.mix(0.8))
        .label_font(("sans-serif", 14))
        .draw()?;
    let residuals: Vec<f64> = model.targets().iter().zip(&values).map(|(y, v)| y - v).collect();
    let (r_low, r_high) = range(residuals.iter().copied().chain([0.0]));
    let mut chart = ChartBuilder::on(&bottom)
        .margin(6)
        .caption("residuals", ("sans-serif", 16))
        .x_label_area_size(38)
        .y_label_area_size(70)
        .build_cartesian_2d(low..high, r_low..r_high)?;
    mesh(&mut chart, predictor, "data less fit", &label(low, high), &label(r_low, r_high))?;
    chart.draw_series(LineSeries::new([(low, 0.0), (high, 0.0)], BLACK.mix(0.5)))?;
    chart.draw_series(x.iter().zip(&residuals).map(|(x, r)| Circle::new((*x, *r), 3, POINTS.filled())))?;
    root.present()?;
    Ok(())
}

/// The model between the first and the last predictor, in pieces that stay inside the picture: it may have poles.
fn curve(model: &Model, fit: &Fit, x: &[f64], (low, high): (f64, f64)) -> Vec<Vec<(f64, f64)>> {
    let first = x.iter().copied().fold(f64::INFINITY, f64::min);
    let last = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let at = |i: usize| first + (last - first) * i as f64 / 600.0;
    let point =
        |x: f64| model.at(&fit.parameters, &[x]).ok().filter(|y| (low..=high).contains(y)).map(|y| (x, y));
    let points: Vec<Option<(f64, f64)>> = (0..=600).map(|i| point(at(i))).collect();
    points.split(Option::is_none).map(|piece| piece.iter().flatten().copied().collect()).collect()
}

/// What stands at a line of the grid, where rounding leaves next to nothing instead of zero.
fn label(low: f64, high: f64) -> impl Fn(&f64) -> String {
    move |value| rounded(if value.abs() < 1e-9 * (high - low) { 0.0 } else { *value })
}

/// The smallest and the largest, with some room around.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values
        .filter(|v| v.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    let room = if high > low { 0.05 * (high - low) } else { 1.0 };
    if low.is_finite() { (low - room, high + room) } else { (0.0, 1.0) }
}
