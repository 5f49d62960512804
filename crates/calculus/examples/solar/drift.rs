//! Steps there and back in three number systems: what rounding leaves.

use crate::planets::{Bodies, energy, planets};
use crate::{STEP, leapfrog};
use plotters::prelude::*;
use retrograde::{Fixed43, InvertibleAdd, Real};
use retrograde_calculus::Exact;

/// How far the bodies are from the start, after steps there and back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drift {
    /// The number of steps.
    pub(crate) steps: usize,
    /// The largest difference of a position in astronomical units.
    pub(crate) place: f64,
    /// The difference of the energy, relative to it.
    pub(crate) energy: f64,
    /// True if every bit is as it was.
    pub(crate) exact: bool,
}

/// Returns the drift after so many steps there and back.
pub(crate) fn drift<T: Real + InvertibleAdd>(steps: usize) -> Drift {
    let start: Bodies<T> = planets();
    let mut end = start;
    leapfrog(&mut end.x, &mut end.v, &end.mass, STEP, steps);
    leapfrog::inverse(&mut end.x, &mut end.v, &end.mass, STEP, steps);
    let floats = |b: &Bodies<T>| Bodies {
        x: b.x.map(|x| x.map(T::primal)),
        v: b.v.map(|v| v.map(T::primal)),
        mass: b.mass.map(T::primal),
    };
    let (before, after) = (floats(&start), floats(&end));
    let pairs = before.x.as_flattened().iter().zip(after.x.as_flattened());
    Drift {
        steps,
        place: pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max),
        energy: ((energy(&after) - energy(&before)) / energy(&before)).abs(),
        exact: start == end,
    }
}

/// Prints the drifts for 2⁴, 2⁶ … 2^`powers` steps, and draws them to a file if one is named.
pub(crate) fn report(powers: u32, path: Option<String>) -> Result<(), Box<dyn std::error::Error>> {
    let steps: Vec<usize> = (4..=powers).step_by(2).map(|power| 1 << power).collect();
    let run = |drift: fn(usize) -> Drift| steps.iter().map(|steps| drift(*steps)).collect::<Vec<_>>();
    let systems = [
        ("f64", run(drift::<f64>)),
        ("Fixed43", run(drift::<Fixed43>)),
        ("Exact<f64>", run(drift::<Exact<f64>>)),
    ];
    for (name, drifts) in &systems {
        for Drift { steps, place, energy, exact } in drifts {
            let bits = if *exact { "every bit" } else { "not the same" };
            println!("{name:10} {steps:8} steps and back: place {place:.1e}, energy {energy:.1e}, {bits}");
        }
    }
    if let Some(path) = path {
        std::fs::write(&path, draw(&systems)?)?;
        println!("drawn to {path}");
    }
    Ok(())
}

/// A number of a drift that is drawn.
type Quantity = fn(&Drift) -> f64;

/// Zero has no logarithm: it is drawn here.
const NOTHING: f64 = 1e-18;

fn draw(systems: &[(&'static str, Vec<Drift>)]) -> Result<String, Box<dyn std::error::Error>> {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (960, 480)).into_drawing_area();
        root.fill(&WHITE)?;
        let (left, right) = root.margin(12, 12, 16, 16).split_horizontally(464);
        let end =
            systems.iter().flat_map(|(_, drifts)| drifts).map(|drift| drift.steps).max().unwrap_or(2) as f64;
        let quantities: [(_, Quantity); 2] =
            [("place (AU)", |d| d.place), ("energy (relative)", |d| d.energy)];
        for (area, (what, quantity)) in [left, right].into_iter().zip(quantities) {
            let mut chart = ChartBuilder::on(&area)
                .caption(format!("{what}: there and back"), ("sans-serif", 20))
                .margin(6)
                .x_label_area_size(38)
                .y_label_area_size(64)
                .build_cartesian_2d((10.0..1.2 * end).log_scale(), (0.5 * NOTHING..1e-6).log_scale())?;
            chart
                .configure_mesh()
                .x_desc("steps")
                .y_desc("difference")
                .y_label_formatter(&|y| format!("{y:.0e}"))
                .draw()?;
            let colours = [RGBColor(217, 95, 2), RGBColor(27, 120, 140), RGBColor(60, 60, 60)];
            for ((name, drifts), colour) in systems.iter().zip(colours) {
                let points = drifts.iter().map(|drift| (drift.steps as f64, quantity(drift).max(NOTHING)));
                chart
                    .draw_series(LineSeries::new(points, colour.stroke_width(2)).point_size(3))?
                    .label(*name)
                    .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(3)));
            }
            chart.configure_series_labels().background_style(WHITE.mix(0.8)).draw()?;
        }
        root.present()?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_point_and_exact_numbers_leave_nothing() {
        let float = drift::<f64>(200);
        assert!(!float.exact && float.place > 0.0 && float.place < 1e-11);
        assert!(drift::<Fixed43>(200).exact);
        let exact = drift::<Exact<f64>>(200);
        assert!(exact.exact && exact.place == 0.0 && exact.energy == 0.0);
    }

    #[test]
    fn the_picture_has_a_curve_for_each() {
        let drawn = draw(&[
            ("f64", vec![drift::<f64>(16), drift::<f64>(64)]),
            ("Exact<f64>", vec![drift::<Exact<f64>>(16)]),
        ]);
        assert!(drawn.unwrap().contains("Exact"));
    }
}
