//! Draws two schedules as in figure 1, and below them time against space.

use plotters::prelude::*;
use retrograde_calculus::schedule::Action;
use retrograde_calculus::{Error, Schedule};

const BLUE: RGBColor = RGBColor(27, 120, 140);
const ORANGE: RGBColor = RGBColor(217, 95, 2);

/// A step that runs at a time; true if it is pulled.
pub(crate) type Point = (usize, usize, bool);

/// Returns the steps that a schedule runs, in order.
pub(crate) fn points(schedule: Schedule, steps: usize) -> Result<Vec<Point>, Error> {
    let mut points = Vec::new();
    schedule.actions(steps, &mut |action| {
        let time = points.len();
        match action {
            Action::Advance(i) | Action::Erase(i) | Action::Last(i) => points.push((time, i, false)),
            Action::Pull(i) => points.push((time, i, true)),
            Action::Keep(_) | Action::Restore(_) | Action::Take(_) | Action::Forget(_) | Action::Seed => {}
        }
        Ok(())
    })?;
    Ok(points)
}

/// Returns the text of an SVG.
pub(crate) fn draw() -> Result<String, Box<dyn std::error::Error>> {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (960, 900)).into_drawing_area();
        root.fill(&WHITE)?;
        let (top, bottom) = root.margin(12, 12, 16, 16).split_vertically(400);
        let (left, right) = top.split_horizontally(464);
        let pictures = [
            (left, "treeverse: 35 steps, 4 states", Schedule::Treeverse { checkpoints: 4 }, 35),
            (right, "Bennett: 27 steps, 3 parts", Schedule::Bennett { parts: 3 }, 27),
        ];
        for (area, caption, schedule, steps) in pictures {
            let points = points(schedule, steps)?;
            let mut chart = ChartBuilder::on(&area)
                .caption(caption, ("sans-serif", 20))
                .margin(6)
                .x_label_area_size(38)
                .y_label_area_size(48)
                .build_cartesian_2d(0..points.len(), 0..steps)?;
            chart.configure_mesh().disable_mesh().x_desc("time").y_desc("step").draw()?;
            chart.draw_series(points.iter().map(|(time, step, pulled)| {
                let colour = if *pulled { ORANGE } else { BLUE };
                Rectangle::new([(*time, *step), (time + 1, step + 1)], colour.filled())
            }))?;
        }
        let steps = 4096;
        let mut chart = ChartBuilder::on(&bottom)
            .caption("the gradient of 4096 steps", ("sans-serif", 20))
            .margin(6)
            .x_label_area_size(38)
            .y_label_area_size(64)
            .build_cartesian_2d((1.0..4096.0).log_scale(), (1.0..2048.0).log_scale())?;
        chart.configure_mesh().x_desc("kept states").y_desc("steps run / 4096").draw()?;
        let curve = |schedules: Vec<Schedule>| -> Result<Vec<(f64, f64)>, Error> {
            let point = |schedule: Schedule| {
                let counts = schedule.counts(steps)?;
                Ok((counts.peak as f64, counts.forward as f64 / steps as f64))
            };
            schedules.into_iter().map(point).collect()
        };
        let treeverse = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 90, 128, 256, 512, 1024, 2048, 4094];
        let treeverse = curve(treeverse.map(|checkpoints| Schedule::Treeverse { checkpoints }).to_vec())?;
        let bennett = curve([2, 4, 8, 16, 64, 4096].map(|parts| Schedule::Bennett { parts }).to_vec())?;
        for (curve, colour, name) in [(treeverse, BLUE, "treeverse"), (bennett, ORANGE, "Bennett")] {
            chart
                .draw_series(LineSeries::new(curve, colour.stroke_width(2)).point_size(3))?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(3)));
        }
        chart.configure_series_labels().background_style(WHITE.mix(0.8)).draw()?;
        root.present()?;
    }
    Ok(text)
}
