//! `retrograde bench ba|gmm --device`: the derivative on a device, beside lanes on all cores and beside what memory allows.
//!
//! All numbers stay on the device. Times are those of the clock, from call to return.

use std::hint::black_box;

use retrograde::reversible;
use retrograde_gradbench::problems::gmm as threads;
use retrograde_kernels::{Buffer, Device, Result};
use retrograde_problems::gmm::{factor_len, gmm};
use serde_json::json;

use super::How;
use super::table::{Column, Table, Unit, object};
use crate::bundle::{Bundle, Linearisation};
use crate::device::{Model, OnDevice, Processor};
use crate::engine::{Columns, Reversible, Sweep};
use crate::failure::Failure;
use crate::memory::ask;
use crate::mixture::Mixture;
use crate::timing::Times;

/// Describes the option in the help text.
pub(super) const HELP: &str = "\
With --device, one line each, for
  memory   `y[i] += x[i]` over many numbers on the device
  device   the derivative there; its numbers stay there
  lanes    the derivative on this machine, on all cores
The columns, and their keys in the objects of --json:
  time        time_s: the shortest call by the clock
  GB/s        bytes_per_s: the bytes that a call must read and write, by its time
  /memory     share: that over the rate of `memory`
  /device     over_device: the time over that of `device`
  difference  difference: the largest from the result of lanes, relative to the largest number";

/// Adds one array to another: what memory allows.
#[reversible(kernels)]
fn add(y: &mut [f64], x: &[f64]) {
    for i in 0..y.len() {
        y[i] += x[i];
    }
}

/// Returns the device that the option names; the compiler of C if it is `auto` and there is no GPU.
fn device(processor: Processor) -> std::result::Result<Device, Failure> {
    if processor == Processor::Lanes {
        let reason = "lanes are what a device is timed beside; name one of auto, cuda, opencl, host";
        return Err(Failure::Usage(reason.to_owned()));
    }
    match processor.device()? {
        Some(device) => Ok(device),
        None => Device::host().map_err(|error| Failure::Usage(error.to_string())),
    }
}

/// A line of the table, for a call that must move so many bytes.
struct Line {
    name: &'static str,
    times: Times,
    bytes: Option<f64>,
    difference: Option<f64>,
}

/// Times calls, after one that is not timed; the first error ends all.
fn timed(reps: u32, mut call: impl FnMut() -> Result<()>) -> std::result::Result<Times, Failure> {
    let failed = |error: retrograde_kernels::Error| Failure::Solve(error.to_string());
    call().map_err(failed)?;
    let mut times = Times::default();
    for _ in 0..reps {
        let mut done = Ok(());
        times.take_elapsed(|| done = call());
        done.map_err(failed)?;
    }
    Ok(times)
}

/// Times the calls of the memory's rate, over more numbers if they take less than a millisecond.
fn memory(device: &Device, reps: u32) -> std::result::Result<Line, Failure> {
    let of = |n: usize| -> std::result::Result<Line, Failure> {
        let made = || -> Result<(Buffer<f64>, Buffer<f64>)> { Ok((device.zeros(n)?, device.zeros(n)?)) };
        let (x, mut y) = made().map_err(|error| Failure::Solve(error.to_string()))?;
        let times = timed(reps, || add::on(device).run((&mut y, &x)))?;
        Ok(Line { name: "memory", times, bytes: Some(24.0 * n as f64), difference: None })
    };
    let few = of(1 << 22)?;
    if few.times.min() > 1e-3 { Ok(few) } else { of(1 << 27) }
}

/// Returns the largest difference, relative to the largest number.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    let scale = a.iter().fold(f64::MIN_POSITIVE, |most, x| most.max(x.abs()));
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / scale
}

/// Prints the lines of a problem.
fn print(
    name: &str,
    device: &str,
    size: &str,
    lines: &[Line; 3],
    how: &How,
) -> std::result::Result<(), Failure> {
    let columns = vec![
        Column::new(name, "engine", 14, Unit::Text),
        Column::new("time (ms)", "time_s", 12, Unit::Milliseconds),
        Column::new("GB/s", "bytes_per_s", 8, Unit::Giga),
        Column::new("/memory", "share", 8, Unit::Ratio),
        Column::new("/device", "over_device", 8, Unit::Ratio),
        Column::new("difference", "difference", 12, Unit::Exponent),
    ];
    let mut table = Table::new(columns, how.json);
    table.title(&format!("{size}; {device}"))?;
    let [memory, on_device, _] = lines;
    let rate = |line: &Line| line.bytes.map(|bytes| bytes / line.times.min());
    for line in lines {
        let share = rate(line).zip(rate(memory)).map(|(own, all)| own / all);
        let over = line.difference.map(|_| line.times.min() / on_device.times.min());
        table.row(&object(json!({
            "problem": name,
            "engine": line.name,
            "on": device,
            "time_s": line.times.min(),
            "time_median_s": line.times.median(),
            "bytes_per_s": rate(line),
            "share": share,
            "over_device": over,
            "difference": line.difference,
        })))?;
    }
    Ok(())
}

/// Times the Jacobian of a bundle adjustment problem.
pub(super) fn bundle<const C: usize>(
    name: &str,
    bundle: &Bundle<C>,
    processor: Processor,
    how: &How,
) -> std::result::Result<(), Failure>
where
    Reversible: Sweep<C>,
    OnDevice<C>: Model,
{
    let (n, weights) = (bundle.observations.len(), bundle.weights.len());
    ask(Linearisation::<C>::bytes(2 * n, 2 * weights), &format!("a problem of {n} observations"))?;
    let device = device(processor)?;
    let memory = memory(&device, how.reps)?;
    let on_device = OnDevice::new(device.clone(), bundle)?;
    let times = timed(how.reps, || on_device.jacobian())?;
    let (mut found, mut own) = (Linearisation::new(bundle), Linearisation::new(bundle));
    let Linearisation { residuals, by_camera, by_point, by_weight, .. } = &mut found;
    let mut columns = Columns { residuals, by_camera, by_point, by_weight };
    on_device.download(&mut columns).map_err(|error| Failure::Solve(error.to_string()))?;
    let lanes = timed(how.reps, || {
        bundle.linearise::<Reversible>(&mut own);
        Ok(())
    })?;
    let difference = [
        apart(own.by_camera.as_flattened().as_flattened(), found.by_camera.as_flattened().as_flattened()),
        apart(own.by_point.as_flattened().as_flattened(), found.by_point.as_flattened().as_flattened()),
        apart(own.by_weight.as_flattened(), found.by_weight.as_flattened()),
    ];
    let difference = difference.into_iter().fold(0.0, f64::max);
    // Residuals are read and written, with their pixel, two numbers of rows and a weight; the Jacobian is written.
    let numbers =
        n * (2 * (C + 3) + 2 * 3 + 1) + 3 * weights + C * bundle.cameras.len() + 3 * bundle.points.len();
    let bytes = Some(8.0 * numbers as f64);
    let lines = [
        memory,
        Line { name: "device", times, bytes, difference: Some(difference) },
        Line { name: "lanes", times: lanes, bytes, difference: Some(0.0) },
    ];
    let size = format!(
        "cameras {}, points {}, observations {n}, a Jacobian of {:.0} MB",
        bundle.cameras.len(),
        bundle.points.len(),
        16e-6 * (n * (C + 3) + weights) as f64
    );
    print(name, &device.name(), &size, &lines, how)
}

/// Times the gradient of a mixture.
pub(super) fn mixture(
    name: &str,
    mixture: &Mixture,
    processor: Processor,
    how: &How,
) -> std::result::Result<(), Failure> {
    let device = device(processor)?;
    let memory = memory(&device, how.reps)?;
    let failed = |error: retrograde_kernels::Error| Failure::Solve(error.to_string());
    let &Mixture { d, k, n, gamma, m, .. } = mixture;
    let constant = mixture.constant();
    let (weights, means, factors) = mixture.split(&mixture.parameters);
    let copied = || -> Result<[Buffer<f64>; 4]> {
        Ok([
            device.upload(weights)?,
            device.upload(means)?,
            device.upload(factors)?,
            device.upload(&mixture.points)?,
        ])
    };
    let [on_weights, on_means, on_factors, on_points] = copied().map_err(failed)?;
    let zeros = || -> Result<[Buffer<f64>; 3]> {
        Ok([device.zeros(weights.len())?, device.zeros(means.len())?, device.zeros(factors.len())?])
    };
    let [mut by_weights, mut by_means, mut by_factors] = zeros().map_err(failed)?;
    let f = gmm::on(&device);
    let times = timed(how.reps, || {
        let (mut value, mut value_bar) = (0.0, 1.0);
        [&mut by_weights, &mut by_means, &mut by_factors].into_iter().try_for_each(Buffer::clear)?;
        f.sweep((
            &mut value,
            &mut value_bar,
            &on_weights,
            &mut by_weights,
            &on_means,
            &mut by_means,
            &on_factors,
            &mut by_factors,
            &on_points,
            gamma,
            m,
            constant,
            d,
        ))
    })?;
    let found = [&by_weights, &by_means, &by_factors].map(Buffer::download);
    let found: Vec<f64> = found.into_iter().collect::<Result<Vec<_>>>().map_err(failed)?.concat();
    // The same mathematics in the loop whose blocks run on threads: diagonals and what stands below them are two arrays there.
    let parts = |from: usize, to: usize| -> Vec<f64> {
        factors.chunks(factor_len(d)).flat_map(|factor| factor[from..to].iter().copied()).collect()
    };
    let split = threads::Mixture {
        alpha: weights.to_vec(),
        mu: means.to_vec(),
        q: parts(0, d),
        l: parts(d, factor_len(d)),
        x: mixture.points.clone(),
        gamma,
        m,
        constant,
        d,
    };
    let mut slopes = threads::gradient(&split);
    let lanes = timed(how.reps, || {
        slopes = black_box(threads::gradient(&split));
        Ok(())
    })?;
    let [alpha, mu, q, l] = slopes;
    let below = factor_len(d) - d;
    let own: Vec<f64> = alpha
        .into_iter()
        .chain(mu)
        .chain((0..k).flat_map(|c| [&q[c * d..][..d], &l[c * below..][..below]].concat()))
        .collect();
    let difference = Some(apart(&own, &found));
    let bytes = Some(8.0 * (n * d + 2 * mixture.parameters.len()) as f64);
    let lines = [
        memory,
        Line { name: "device", times, bytes, difference },
        Line { name: "lanes", times: lanes, bytes, difference: Some(0.0) },
    ];
    print(name, &device.name(), &format!("d {d}, k {k}, n {n}"), &lines, how)
}
