//! The trait that every kind of device implements.

use crate::error::Result;

/// The numbers that every kernel takes: the places of its arguments, the number of threads, their storage and its length, and the sums.
pub(crate) type Words = [u64; 5];

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
    fn free(&self, address: u64);
    fn write(&self, address: u64, bytes: &[u8]) -> Result<()>;
    fn read(&self, address: u64, bytes: &mut [u8]) -> Result<()>;
    fn zero(&self, address: u64, bytes: u64) -> Result<()>;
    /// Starts a kernel in blocks of so many threads.
    fn launch(&self, kernel: u64, blocks: u32, threads: u32, words: Words) -> Result<()>;
    fn wait(&self) -> Result<()>;
}
