//! The trait that every kind of device implements.

use crate::error::Result;

/// The numbers that every kernel takes behind its arguments: the number of threads, their storage and its length, and the sums.
pub(crate) type Words = [u64; 4];
/// The most words of arguments: a tuple has no more places.
#[cfg(any(feature = "cuda", feature = "opencl"))]
pub(crate) const ARGUMENTS: usize = 128;
/// The report of a kernel to the host: the place of a fault, and for the next loop its iterations, the storage of each, and the sums.
pub(crate) type Report = [u64; 4];

/// A kind of device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A GPU of NVIDIA.
    Cuda,
    /// A device of OpenCL.
    OpenCl,
    /// The compiler of the machine, one thread.
    Host,
}

/// A device behind its driver. Addresses are those of the device.
pub(crate) trait Backend: Send + Sync {
    fn kind(&self) -> Kind;
    fn name(&self) -> String;
    /// Compiles a text, and returns the number of the module.
    fn compile(&self, function: &str, text: &str) -> Result<usize>;
    /// Returns a kernel of a module.
    fn kernel(&self, module: usize, name: &str) -> Result<u64>;
    fn allocate(&self, bytes: u64) -> Result<u64>;
    /// Returns the bytes for the record of a run, where nobody says how many.
    fn recording(&self) -> u64 {
        1 << 30
    }
    fn free(&self, address: u64);
    fn write(&self, address: u64, bytes: &[u8]) -> Result<()>;
    fn read(&self, address: u64, bytes: &mut [u8]) -> Result<()>;
    fn zero(&self, address: u64, bytes: u64) -> Result<()>;
    /// Returns memory for a report.
    fn report(&self) -> Result<u64> {
        self.allocate(size_of::<Report>() as u64)
    }
    /// Makes a report zero.
    fn begin(&self, report: u64) -> Result<()> {
        self.zero(report, size_of::<Report>() as u64)
    }
    /// Waits, and reads a report.
    fn reported(&self, report: u64) -> Result<Report> {
        let mut told = [0u64; 4];
        self.read(report, bytemuck::cast_slice_mut(&mut told))?;
        Ok(told)
    }
    /// Starts a kernel in blocks of so many threads. The arguments are copied before this returns.
    fn launch(&self, kernel: u64, blocks: u32, threads: u32, args: &[u64], words: Words) -> Result<()>;
    fn wait(&self) -> Result<()>;
}
