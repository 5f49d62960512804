//! How times grow with the length of a program, both axes logarithmic, as SVG.

use plotters::prelude::*;

use super::growth::Curve;

/// Returns the picture: a line for each engine.
pub(super) fn draw(curves: &[Curve]) -> Result<String, String> {
    let mut text = String::new();
    drawn(curves, &mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

fn drawn(curves: &[Curve], text: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let ends = |of: fn(&(f64, f64)) -> f64| {
        let all = || points().map(of);
        (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max))
    };
    let ((left, right), (low, high)) = (ends(|p| p.0), ends(|p| p.1));
    let root = SVGBackend::with_string(text, (720, 480)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption("a value with its gradient", ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(72)
        .build_cartesian_2d((left..1.1 * right).log_scale(), (0.5 * low..2.0 * high).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("operations")
        .y_desc("seconds")
        .y_label_formatter(&|y| format!("{y:.0e}"))
        .draw()?;
    for (i, Curve { engine, points }) in curves.iter().enumerate() {
        let colour = Palette99::pick(i).to_rgba();
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)).point_size(3))?
            .label(*engine)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(3)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .draw()?;
    root.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_has_a_line() {
        let curve =
            |engine, speed: f64| Curve { engine, points: vec![(1e3, 1e3 * speed), (1e6, 1e6 * speed)] };
        let drawn = draw(&[curve("one", 1e-9), curve("another", 3e-9)]).unwrap();
        assert!(drawn.contains("another") && drawn.matches("<polyline").count() >= 2);
    }
}
