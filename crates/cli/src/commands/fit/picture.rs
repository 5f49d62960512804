//! Draws data, fit and residuals.
//!
//! The drawing library rounds to whole pixels, which would make curves look like stairs. So the picture is drawn ten
//! times as large and displayed in its size.

use plotters::chart::SeriesAnno;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use retrograde_optimise::Fit;

use super::data::Data;
use super::model::Model;
use super::thin;
use crate::plot::Fallible;

/// The picture's size in pixels.
const SIZE: (u32, u32) = (900, 700);
/// Drawing units per pixel.
const FINE: u32 = 10;
/// The maximal number of points in each panel.
const POINTS: usize = 2000;
/// The number of pieces of a curve.
const PIECES: usize = 1200;

const DATA: RGBColor = RGBColor(217, 95, 2);
const CURVE: RGBColor = RGBColor(27, 120, 140);
const INK: RGBColor = RGBColor(60, 60, 60);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Axis, Axis>>;
type Point = (f64, f64);

const fn px(pixels: u32) -> u32 {
    pixels * FINE
}

/// Draws the data with the fit above, the residuals below, against the first predictor.
pub(super) fn draw(model: &Model<'_>, data: &Data, fit: &Fit) -> Result<String, String> {
    let mut text = String::new();
    paint(&mut text, model, data, fit).map_err(|error| format!("cannot draw the fit: {error}"))?;
    let size = |unit: u32| format!("<svg width=\"{}\" height=\"{}\"", SIZE.0 * unit, SIZE.1 * unit);
    Ok(text.replacen(&size(FINE), &size(1), 1))
}

fn paint(text: &mut String, model: &Model<'_>, data: &Data, fit: &Fit) -> Fallible {
    let values = model.values(&fit.parameters).map_err(|failure| failure.to_string())?;
    let (x, targets) = (&data.x[0], model.targets());
    let residuals: Vec<f64> = targets.iter().zip(&values).map(|(y, v)| y - v).collect();
    let across = Axis::of(x.iter().copied(), 8)?;
    let up = Axis::of(targets.iter().chain(&values).copied(), 7)?;
    let root = SVGBackend::with_string(text, (px(SIZE.0), px(SIZE.1))).into_drawing_area();
    root.fill(&WHITE)?;
    let (top, bottom) = root.margin(px(12), px(12), px(12), px(16)).split_vertically(px(440));
    let title = format!("{} of {}", data.response, data.predictors.join(", "));
    let mut chart = panel(&top, &title, (&data.predictors[0], &data.response), (&across, &up))?;
    let shown = thin::extremes_and_some(x, targets, POINTS);
    dots(&mut chart, shown.iter().map(|i| (x[*i], targets[*i])))?
        .label(match shown.len() {
            drawn if drawn < x.len() => format!("data ({drawn} of {} points)", x.len()),
            _ => "data".to_string(),
        })
        .legend(|(x, y)| Circle::new((x + px(8) as i32, y), px(4), DATA.filled()));
    // The curve is drawn over the data, which may be many points.
    let line = CURVE.stroke_width(px(2));
    if data.predictors.len() == 1 {
        let pieces = curve(model, fit, x, &up)?;
        let drawn = !pieces.is_empty();
        for piece in pieces {
            chart.draw_series(LineSeries::new(piece, line))?;
        }
        if drawn {
            chart
                .draw_series([] as [Cross<Point, u32>; 0])?
                .label("fit")
                .legend(move |(x, y)| PathElement::new([(x, y), (x + px(16) as i32, y)], line));
        }
    } else {
        chart
            .draw_series(
                shown.iter().map(|i| Cross::new((x[*i], values[*i]), px(4), CURVE.stroke_width(px(1)))),
            )?
            .label("fit")
            .legend(|(x, y)| Cross::new((x + px(8) as i32, y), px(4), CURVE.stroke_width(px(1))));
    }
    // The legend is on the side on which the data are low.
    let last = (0..x.len()).max_by(|a, b| x[*a].total_cmp(&x[*b]));
    let falls = last.is_some_and(|i| 2.0 * values[i] < up.low + up.high);
    chart
        .configure_series_labels()
        .position(if falls { SeriesLabelPosition::UpperRight } else { SeriesLabelPosition::LowerRight })
        .margin(px(10))
        .legend_area_size(px(24))
        .background_style(WHITE.mix(0.8))
        .label_font(("sans-serif", px(14)).into_font().color(&INK))
        .draw()?;
    let up = Axis::of(residuals.iter().copied().chain([0.0]), 5)?;
    let mut chart = panel(&bottom, "residuals", (&data.predictors[0], "data less fit"), (&across, &up))?;
    let shown = thin::extremes_and_some(x, &residuals, POINTS);
    dots(&mut chart, shown.iter().map(|i| (x[*i], residuals[*i])))?;
    let zero = [(across.low, 0.0), (across.high, 0.0)];
    chart.draw_series(LineSeries::new(zero, CURVE.stroke_width(px(1))))?;
    root.present()?;
    Ok(())
}

/// Draws a panel with its axes.
fn panel<'a, 'b>(
    area: &'a Area<'b>,
    title: &str,
    (x, y): (&str, &str),
    (across, up): (&Axis, &Axis),
) -> Result<Chart<'a, 'b>, Box<dyn std::error::Error>> {
    let mut chart = ChartBuilder::on(area)
        .margin(px(6))
        .caption(title, ("sans-serif", px(18)).into_font().color(&INK))
        .x_label_area_size(px(38))
        .y_label_area_size(px(76))
        .build_cartesian_2d(across.clone(), up.clone())?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(RGBColor(228, 228, 228).stroke_width(px(1)))
        .axis_style(RGBColor(150, 150, 150).stroke_width(px(1)))
        .set_all_tick_mark_size(px(5))
        .label_style(("sans-serif", px(13)).into_font().color(&INK))
        .x_desc(x)
        .y_desc(y)
        .draw()?;
    Ok(chart)
}

/// Draws points, paler if there are many.
fn dots<'c, 'a, 'b>(
    chart: &'c mut Chart<'a, 'b>,
    points: impl ExactSizeIterator<Item = Point>,
) -> Result<&'c mut SeriesAnno<'a, SVGBackend<'b>>, Box<dyn std::error::Error>> {
    let (size, strength) = if points.len() > 500 { (px(2), 0.5) } else { (px(3), 1.0) };
    chart
        .draw_series(points.map(|at| Circle::new(at, size, DATA.mix(strength).filled())))
        .map_err(|error| error.to_string().into())
}

/// Returns the curve of the model between the first and the last predictor, in pieces that stay inside the picture,
/// since it may have poles.
fn curve(model: &Model<'_>, fit: &Fit, x: &[f64], up: &Axis) -> Result<Vec<Vec<Point>>, String> {
    let first = x.iter().copied().fold(f64::INFINITY, f64::min);
    let last = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let at: Vec<f64> = (0..=PIECES).map(|i| first + (last - first) * (i as f64 / PIECES as f64)).collect();
    let columns = [at];
    let values = match model.at(&fit.parameters, &columns) {
        Ok(values) => values,
        // Between the data, the model may be undefined.
        Err(_) => columns[0]
            .iter()
            .map(|x| model.at(&fit.parameters, &[vec![*x]]).map_or(f64::NAN, |values| values[0]))
            .collect(),
    };
    let points: Vec<Point> = columns[0].iter().copied().zip(values).collect();
    Ok(inside(&points, up.low, up.high))
}

/// Returns the pieces of a line whose ordinates lie between two numbers.
fn inside(points: &[Point], low: f64, high: f64) -> Vec<Vec<Point>> {
    let is_inside = |p: &Point| (low..=high).contains(&p.1);
    // The point at which the line from a point inside to a point outside leaves the picture.
    let border = |p: Point, q: Point| {
        let y = if q.1 > high { high } else { low };
        (p.0 + (q.0 - p.0) * ((y - p.1) / (q.1 - p.1)), y)
    };
    let mut pieces: Vec<Vec<Point>> = Vec::new();
    for (i, point) in points.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| points[i]);
        if is_inside(point) {
            if !before.is_some_and(|b| is_inside(&b)) {
                pieces.push(Vec::new());
                pieces.last_mut().into_iter().for_each(|piece| {
                    piece.extend(before.filter(|b| b.1.is_finite()).map(|b| border(*point, b)));
                });
            }
            pieces.last_mut().into_iter().for_each(|piece| piece.push(*point));
        } else if let (Some(before), true) = (before.filter(is_inside), point.1.is_finite()) {
            pieces.last_mut().into_iter().for_each(|piece| piece.push(border(before, *point)));
        }
    }
    pieces
}

/// An axis with ticks at round numbers.
#[derive(Clone, Debug)]
struct Axis {
    low: f64,
    high: f64,
    /// The distance of ticks: one, two or five times a power of ten.
    step: f64,
}

impl Axis {
    /// Makes an axis for finite numbers, with a margin and about `marks` ticks.
    fn of(values: impl Iterator<Item = f64>, marks: u32) -> Result<Self, String> {
        let (low, high) = values
            .filter(|v| v.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        if low > high {
            return Err("there is nothing to draw".into());
        }
        // If all numbers are equal up to rounding, they are in the middle.
        let least = 1e-9 * low.abs().max(high.abs());
        let room =
            if high - low > least { 0.05 * (high - low) } else { least.max(1e-300).max(0.1 * high.abs()) };
        let room = if low == 0.0 && high == 0.0 { 1.0 } else { room };
        let (low, high) = (low - room, high + room);
        if !(high - low).is_finite() {
            return Err("the numbers lie too far apart".into());
        }
        let rough = (high - low) / f64::from(marks);
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|step| *step >= rough);
        Ok(Axis { low, high, step: step.unwrap_or(10.0 * power) })
    }

    fn marks(&self) -> Vec<f64> {
        let first = (self.low / self.step).ceil();
        (0..20).map(|i| (first + f64::from(i)) * self.step).take_while(|x| *x <= self.high).collect()
    }

    /// Formats a tick with as many digits as distinguish it from its neighbours.
    fn label(&self, value: f64) -> String {
        let value = if value.abs() < 0.5 * self.step { 0.0 } else { value };
        let largest = self.low.abs().max(self.high.abs());
        let exponent = |x: f64| (x.log10() + 1e-9).floor() as i32;
        let digits = |n: i32| n.clamp(0, 15) as usize;
        if value == 0.0 {
            "0".to_string()
        } else if (1e-4..1e7).contains(&largest) {
            format!("{value:.*}", digits(-exponent(self.step)))
        } else {
            format!("{value:.*e}", digits(exponent(value.abs()) - exponent(self.step)))
        }
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        RangedCoordf64::from(self.low..self.high).map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.marks()
    }

    fn range(&self) -> std::ops::Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        self.label(*value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_told_apart() {
        for (values, marks) in [
            ([0.0, 1.0], "0.0 0.2 0.4 0.6 0.8 1.0"),
            ([-3.0, 40.0], "0 10 20 30 40"),
            ([1000.1, 1000.4], "1000.10 1000.15 1000.20 1000.25 1000.30 1000.35 1000.40"),
            ([2e-9, 8e-9], "2e-9 3e-9 4e-9 5e-9 6e-9 7e-9 8e-9"),
            ([0.0, 0.0], "-1.0 -0.5 0.0 0.5 1.0"),
            ([5.0, 5.0], "4.6 4.8 5.0 5.2 5.4"),
            ([1e300, 2e300], "1.0e300 1.2e300 1.4e300 1.6e300 1.8e300 2.0e300"),
        ] {
            let axis = Axis::of(values.into_iter(), 7).unwrap();
            let found: Vec<String> = axis.marks().into_iter().map(|x| axis.label(x)).collect();
            assert_eq!(found.join(" ").replace("0.0", "0"), marks.replace("0.0", "0"), "{values:?}");
        }
        for bad in [[f64::NAN; 2], [-1e308, 1e308]] {
            assert!(Axis::of(bad.into_iter(), 7).is_err());
        }
    }

    #[test]
    fn curves_end_at_the_border() {
        let points = [(0.0, 5.0), (1.0, 0.5), (2.0, -1.0), (3.0, f64::NAN), (4.0, 0.5), (5.0, 0.5)];
        let pieces = inside(&points, 0.0, 1.0);
        let border = [(8.0 / 9.0, 1.0), (1.0, 0.5), (1.0 + 1.0 / 3.0, 0.0)];
        assert_eq!(pieces.len(), 2, "{pieces:?}");
        for (found, expected) in pieces[0].iter().zip(border) {
            assert!((found.0 - expected.0).abs() < 1e-12 && found.1 == expected.1, "{pieces:?}");
        }
        assert_eq!(pieces[1], [(4.0, 0.5), (5.0, 0.5)]);
        assert!(inside(&[(0.0, 2.0), (1.0, 3.0)], 0.0, 1.0).is_empty());
    }
}
