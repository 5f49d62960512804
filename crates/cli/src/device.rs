//! The Jacobian of all observations on a device: a GPU, or the compiler of C.

use std::cell::RefCell;

use retrograde_kernels::{Buffer, Device, Error, Result, at};
use retrograde_problems::ba::{reproject, reproject_adbench};

use crate::bundle::{Observation, Scene};
use crate::engine::{Batch, Columns};
use crate::failure::Failure;

/// The processor that computes Jacobians.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Processor {
    /// The first GPU, or lanes where there is none.
    Auto,
    /// A GPU of NVIDIA.
    Cuda,
    /// A device of OpenCL.
    Opencl,
    /// The compiler of C, one thread.
    Host,
    /// The machine itself, several observations at a time, on all cores.
    #[default]
    Lanes,
}

impl Processor {
    /// Returns the device with the observations of a problem; `None` for lanes.
    pub(crate) fn open(self, observations: &[Observation]) -> std::result::Result<Option<OnDevice>, Failure> {
        let device = match self {
            Self::Lanes => return Ok(None),
            Self::Auto => match Device::cuda(0).or_else(|_| Device::opencl(0)) {
                Ok(device) => Ok(device),
                Err(_) => return Ok(None),
            },
            Self::Cuda => Device::cuda(0),
            Self::Opencl => Device::opencl(0),
            Self::Host => Device::host(),
        };
        let hint = match self {
            Self::Cuda if cfg!(not(feature = "cuda")) => {
                "; build with `cargo install --features cuda` or `cargo run --release --features cuda`"
            }
            Self::Opencl if cfg!(not(feature = "opencl")) => {
                "; build with `cargo install --features opencl` or `cargo run --release --features opencl`"
            }
            _ => "",
        };
        let device = device.map_err(|error| Failure::Usage(format!("{error}{hint}")))?;
        let on = OnDevice::new(device, observations);
        on.map(Some).map_err(|error| Failure::Solve(error.to_string()))
    }
}

/// A device with the observations of a problem.
pub(crate) struct OnDevice {
    device: Device,
    camera_of: Buffer<u32>,
    point_of: Buffer<u32>,
    pixels: Buffer<f64>,
    failure: RefCell<Option<Error>>,
}

impl OnDevice {
    fn new(device: Device, observations: &[Observation]) -> Result<Self> {
        let camera_of: Vec<u32> = observations.iter().map(|seen| seen.camera).collect();
        let point_of: Vec<u32> = observations.iter().map(|seen| seen.point).collect();
        let pixels: Vec<f64> = observations.iter().flat_map(|seen| seen.pixel).collect();
        Ok(OnDevice {
            camera_of: device.upload(&camera_of)?,
            point_of: device.upload(&point_of)?,
            pixels: device.upload(&pixels)?,
            failure: RefCell::new(None),
            device,
        })
    }

    /// Returns the name of the device.
    pub(crate) fn name(&self) -> String {
        self.device.name()
    }

    /// Returns the first error of the device since it was opened.
    pub(crate) fn failed(&self) -> std::result::Result<(), Failure> {
        self.failure.take().map_or(Ok(()), |error| Err(Failure::Solve(error.to_string())))
    }

    /// Keeps an error: the solver stops at residuals that are no numbers.
    fn kept(&self, result: Result<()>, residuals: &mut [[f64; 2]]) {
        if let Err(error) = result {
            residuals.fill([f64::NAN; 2]);
            self.failure.borrow_mut().get_or_insert(error);
        }
    }
}

impl Batch<9> for OnDevice {
    fn linearise(&self, scene: Scene<'_, 9>, out: Columns<'_, 9>) {
        let Columns { residuals, by_camera, by_point, .. } = out;
        residuals.fill([0.0; 2]);
        let done = reproject::on(&self.device).batch_jacobian((
            residuals.as_flattened_mut(),
            at(scene.cameras.as_flattened(), &self.camera_of),
            by_camera.as_flattened_mut().as_flattened_mut(),
            at(scene.points.as_flattened(), &self.point_of),
            by_point.as_flattened_mut().as_flattened_mut(),
            &self.pixels,
        ));
        self.kept(done, residuals);
    }
}

impl Batch<11> for OnDevice {
    fn linearise(&self, scene: Scene<'_, 11>, out: Columns<'_, 11>) {
        let Columns { residuals, by_camera, by_point, by_weight } = out;
        residuals.fill([0.0; 2]);
        let done = reproject_adbench::on(&self.device).batch_jacobian((
            residuals.as_flattened_mut(),
            at(scene.cameras.as_flattened(), &self.camera_of),
            by_camera.as_flattened_mut().as_flattened_mut(),
            at(scene.points.as_flattened(), &self.point_of),
            by_point.as_flattened_mut().as_flattened_mut(),
            scene.weights,
            by_weight.as_flattened_mut(),
            &self.pixels,
        ));
        self.kept(done, residuals);
    }
}
