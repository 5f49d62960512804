//! Data, fit and residuals as a picture.

use plotters::prelude::*;

use super::data::Data;
use super::model::Model;
use super::solver::Fit;

const SIZE: (u32, u32) = (900, 700);
const POINTS: RGBColor = RGBColor(217, 95, 2);
const CURVE: RGBColor = RGBColor(27, 120, 140);

/// Draws the data with the fit above, the residuals below; against the first predictor.
pub(super) fn draw(model: &Model, data: &Data, fit: &Fit) -> Result<String, String> {
    let mut text = String::new();
    paint(&mut text, model, data, fit).map_err(|error| format!("cannot draw the fit: {error}"))?;
    Ok(text)
}

fn paint(text: &mut String, model: &Model, data: &Data, fit: &Fit) -> Result<(), Box<dyn std::error::Error>> {
    let values = model.values(&fit.parameters).map_err(|failure| failure.to_string())?;
    let x: Vec<f64> = data.rows.iter().map(|(_, x)| x[0]).collect();
    let (low, high) = range(x.iter().copied());
    let curve = if data.predictors.len() == 1 {
        let at = |i: usize| low + (high - low) * i as f64 / 600.0;
        let mut points = Vec::new();
        for i in 0..=600 {
            if let Ok(y) = model.at(&fit.parameters, &[at(i)]) {
                points.push((at(i), y));
            }
        }
        points.retain(|(_, y)| y.is_finite());
        points
    } else {
        Vec::new()
    };
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let (top, bottom) = root.split_vertically(460);
    let (y_low, y_high) = range(model.targets().iter().chain(&values).copied());
    let mut chart = ChartBuilder::on(&top)
        .margin(12)
        .caption(format!("{} of {}", data.response, data.predictors.join(", ")), ("sans-serif", 20))
        .x_label_area_size(30)
        .y_label_area_size(70)
        .build_cartesian_2d(low..high, y_low..y_high)?;
    chart.configure_mesh().light_line_style(TRANSPARENT).x_desc(&data.predictors[0]).draw()?;
    if curve.is_empty() {
        let fitted = x.iter().zip(&values).map(|(x, y)| Cross::new((*x, *y), 4, CURVE));
        chart.draw_series(fitted)?;
    } else {
        chart.draw_series(LineSeries::new(curve, CURVE.stroke_width(2)))?;
    }
    chart
        .draw_series(x.iter().zip(model.targets()).map(|(x, y)| Circle::new((*x, *y), 3, POINTS.filled())))?;
    let residuals: Vec<f64> = model.targets().iter().zip(&values).map(|(y, v)| y - v).collect();
    let (r_low, r_high) = range(residuals.iter().copied().chain([0.0]));
    let mut chart = ChartBuilder::on(&bottom)
        .margin(12)
        .caption("residuals", ("sans-serif", 16))
        .x_label_area_size(30)
        .y_label_area_size(70)
        .build_cartesian_2d(low..high, r_low..r_high)?;
    chart.configure_mesh().light_line_style(TRANSPARENT).draw()?;
    chart.draw_series(LineSeries::new([(low, 0.0), (high, 0.0)], BLACK.mix(0.5)))?;
    chart.draw_series(x.iter().zip(&residuals).map(|(x, r)| Circle::new((*x, *r), 3, POINTS.filled())))?;
    root.present()?;
    Ok(())
}

/// The smallest and the largest, with some room around.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values
        .filter(|v| v.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    let room = if high > low { 0.05 * (high - low) } else { 1.0 };
    if low.is_finite() { (low - room, high + room) } else { (0.0, 1.0) }
}
