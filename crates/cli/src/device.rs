//! The Jacobian of all observations on a device: a GPU, or the compiler of C.

use std::cell::RefCell;

use retrograde_kernels::{Buffer, Device, Error, Result, at};
use retrograde_problems::ba::{reproject, reproject_adbench};

use crate::bundle::{Bundle, Scene};
use crate::engine::{Batch, Columns};
use crate::failure::Failure;

/// The processor that computes derivatives.
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
    /// Returns the device; `None` for lanes.
    pub(crate) fn device(self) -> std::result::Result<Option<Device>, Failure> {
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
        device.map(Some).map_err(|error| Failure::Usage(format!("{error}{hint}")))
    }
}

/// A device with a problem, and room for its Jacobian.
pub(crate) struct OnDevice<const C: usize> {
    device: Device,
    numbers: RefCell<Numbers>,
    failure: RefCell<Option<Error>>,
}

/// The numbers of a problem and its Jacobian on a device; those of weights are empty in models without weights.
struct Numbers {
    camera_of: Buffer<u32>,
    point_of: Buffer<u32>,
    pixels: Buffer<f64>,
    cameras: Buffer<f64>,
    points: Buffer<f64>,
    weights: Buffer<f64>,
    residuals: Buffer<f64>,
    by_camera: Buffer<f64>,
    by_point: Buffer<f64>,
    by_weight: Buffer<f64>,
}

impl<const C: usize> OnDevice<C> {
    /// Copies a problem to a device.
    pub(crate) fn new(device: Device, bundle: &Bundle<C>) -> std::result::Result<Self, Failure> {
        let numbers = Self::copied(&device, bundle).map_err(|error| Failure::Solve(error.to_string()))?;
        Ok(Self { device, numbers: RefCell::new(numbers), failure: RefCell::new(None) })
    }

    fn copied(device: &Device, bundle: &Bundle<C>) -> Result<Numbers> {
        let (seen, weights) = (&bundle.observations, bundle.weights.len());
        let camera_of: Vec<u32> = seen.iter().map(|seen| seen.camera).collect();
        let point_of: Vec<u32> = seen.iter().map(|seen| seen.point).collect();
        let pixels: Vec<f64> = seen.iter().flat_map(|seen| seen.pixel).collect();
        Ok(Numbers {
            camera_of: device.upload(&camera_of)?,
            point_of: device.upload(&point_of)?,
            pixels: device.upload(&pixels)?,
            cameras: device.upload(bundle.cameras.as_flattened())?,
            points: device.upload(bundle.points.as_flattened())?,
            weights: device.upload(&bundle.weights)?,
            residuals: device.zeros(2 * seen.len())?,
            by_camera: device.zeros(2 * C * seen.len())?,
            by_point: device.zeros(6 * seen.len())?,
            by_weight: device.zeros(2 * weights)?,
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

    /// Copies the Jacobian back.
    pub(crate) fn download(&self, out: &mut Columns<'_, C>) -> Result<()> {
        let numbers = self.numbers.borrow();
        numbers.residuals.download_into(out.residuals.as_flattened_mut())?;
        numbers.by_camera.download_into(out.by_camera.as_flattened_mut().as_flattened_mut())?;
        numbers.by_point.download_into(out.by_point.as_flattened_mut().as_flattened_mut())?;
        numbers.by_weight.download_into(out.by_weight.as_flattened_mut())
    }

    fn round(&self, scene: Scene<'_, C>, out: &mut Columns<'_, C>) -> Result<()>
    where
        Self: Model,
    {
        {
            let mut numbers = self.numbers.borrow_mut();
            numbers.cameras.write(scene.cameras.as_flattened())?;
            numbers.points.write(scene.points.as_flattened())?;
            numbers.weights.write(scene.weights)?;
            numbers.residuals.clear()?;
        }
        self.jacobian()?;
        self.download(out)
    }
}

/// A model of cameras, on a device.
pub(crate) trait Model {
    /// Sets the Jacobian of the problem that is there, and adds to its residuals.
    fn jacobian(&self) -> Result<()>;
}

impl Model for OnDevice<9> {
    fn jacobian(&self) -> Result<()> {
        let numbers = &mut *self.numbers.borrow_mut();
        reproject::on(&self.device).batch_jacobian((
            &mut numbers.residuals,
            at(&numbers.cameras, &numbers.camera_of),
            &mut numbers.by_camera,
            at(&numbers.points, &numbers.point_of),
            &mut numbers.by_point,
            &numbers.pixels,
        ))
    }
}

impl Model for OnDevice<11> {
    fn jacobian(&self) -> Result<()> {
        let numbers = &mut *self.numbers.borrow_mut();
        reproject_adbench::on(&self.device).batch_jacobian((
            &mut numbers.residuals,
            at(&numbers.cameras, &numbers.camera_of),
            &mut numbers.by_camera,
            at(&numbers.points, &numbers.point_of),
            &mut numbers.by_point,
            &numbers.weights,
            &mut numbers.by_weight,
            &numbers.pixels,
        ))
    }
}

impl<const C: usize> Batch<C> for OnDevice<C>
where
    Self: Model,
{
    /// Keeps an error: the solver stops at residuals that are no numbers.
    fn linearise(&self, scene: Scene<'_, C>, mut out: Columns<'_, C>) {
        if let Err(error) = self.round(scene, &mut out) {
            out.residuals.fill([f64::NAN; 2]);
            self.failure.borrow_mut().get_or_insert(error);
        }
    }
}
