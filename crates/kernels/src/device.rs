//! Devices, and memory on them.

use crate::backend::{Backend, Kind};
use crate::error::{Error, Result};
use crate::program::OnDevice;
use crate::source::Source;
use bytemuck::Pod;
use retrograde::kernels::{Function, Target};
use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A device that runs reversible functions and their adjoints. A clone is the same device.
///
/// The first run of a program compiles it, which takes a second or less; later runs find it compiled.
#[derive(Clone)]
pub struct Device {
    pub(crate) inner: Arc<Inner>,
    pub(crate) sums: Sums,
    /// The bytes for the record of a run, if the user has said so.
    pub(crate) recording: Option<u64>,
}

/// The order of sums in arrays whose elements iterations choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sums {
    /// The order in which threads come.
    Atomic,
    /// One order each time.
    Ordered,
}

pub(crate) struct Inner {
    pub(crate) backend: Box<dyn Backend>,
    compiled: Mutex<HashMap<Key, Arc<Compiled>>>,
    /// Memory that is not in use, by its length in bytes.
    free: Mutex<Vec<(u64, u64)>>,
    /// Reports that are not in use.
    reports: Mutex<Vec<u64>>,
}

/// The name of a compiled program.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Key {
    /// The path of its function.
    function: &'static str,
    program: String,
    sums: Sums,
}

/// A program that is ready to run.
pub(crate) struct Compiled {
    pub(crate) source: Source,
    pub(crate) module: usize,
    pub(crate) kernels: Mutex<HashMap<String, u64>>,
    /// The storage that an instance of a batch needs, once it is known.
    pub(crate) room: OnceLock<u64>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Device({})", self.name())
    }
}

impl Device {
    fn with(backend: Box<dyn Backend>) -> Device {
        Device {
            sums: Sums::Atomic,
            recording: None,
            inner: Arc::new(Inner {
                backend,
                compiled: Mutex::default(),
                free: Mutex::default(),
                reports: Mutex::default(),
            }),
        }
    }

    /// Returns the first GPU, or the compiler of the machine where there is none.
    ///
    /// # Errors
    ///
    /// [`Error::NoDevice`] if there is neither, or if the crate was built without both.
    pub fn best() -> Result<Device> {
        Device::cuda(0).or_else(|no_gpu| {
            #[cfg(feature = "opencl")]
            if let Ok(gpu) = crate::opencl::OpenCl::gpu() {
                return Ok(Device::with(Box::new(gpu)));
            }
            Device::host().map_err(|_| no_gpu)
        })
    }

    /// Returns a GPU of NVIDIA by its number.
    ///
    /// # Errors
    ///
    /// [`Error::NoDevice`] says whether the feature, the driver, or the device is missing.
    pub fn cuda(number: usize) -> Result<Device> {
        #[cfg(feature = "cuda")]
        return Ok(Device::with(Box::new(crate::cuda::Cuda::new(number)?)));
        #[cfg(not(feature = "cuda"))]
        Err(Error::NoDevice {
            kind: "CUDA",
            reason: format!(
                "number {number} was asked for, and `retrograde-kernels` was built without its feature `cuda`"
            ),
        })
    }

    /// Returns a device of OpenCL, a GPU or not, by its number among those of all drivers.
    ///
    /// # Errors
    ///
    /// [`Error::NoDevice`] says whether the feature, the driver, the device, or something that it must have is missing.
    pub fn opencl(number: usize) -> Result<Device> {
        #[cfg(feature = "opencl")]
        return Ok(Device::with(Box::new(crate::opencl::OpenCl::new(number)?)));
        #[cfg(not(feature = "opencl"))]
        Err(Error::NoDevice {
            kind: "OpenCL",
            reason: format!(
                "number {number} was asked for, and `retrograde-kernels` was built without its feature `opencl`"
            ),
        })
    }

    /// Returns the compiler of C of the machine as a device: one thread, and the bits of the function in Rust.
    ///
    /// # Errors
    ///
    /// [`Error::NoDevice`] if it does not run.
    pub fn host() -> Result<Device> {
        #[cfg(feature = "host")]
        return Ok(Device::with(Box::new(crate::host::Host::new()?)));
        #[cfg(not(feature = "host"))]
        Err(Error::NoDevice {
            kind: "C",
            reason: "`retrograde-kernels` was built without its feature `host`".into(),
        })
    }

    /// Returns the same device with the same bits each time, also where an iteration chooses the element that it adds to.
    ///
    /// Each thread has then a copy of such an array, and these are added up in an order that depends on the number of iterations and the lengths alone.
    /// That takes memory, so a loop with a large array runs in fewer threads: 2 GiB have room for 268 copies of a million `f64`s.
    #[must_use]
    pub fn ordered(&self) -> Device {
        Device { sums: Sums::Ordered, ..self.clone() }
    }

    /// Returns the same device with so many bytes for the record of each run of an ordinary function.
    ///
    /// Without it a run has 1 GiB, and on a GPU of NVIDIA half of the memory that is free, 8 GiB at most. The memory is used again by later runs.
    #[must_use]
    pub fn recording(&self, bytes: u64) -> Device {
        Device { recording: Some(bytes), ..self.clone() }
    }

    /// The name that the driver gives.
    pub fn name(&self) -> String {
        self.inner.backend.name()
    }

    /// The kind of device.
    pub fn kind(&self) -> Kind {
        self.inner.backend.kind()
    }

    /// Waits until all programs have ended.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] if one of them failed.
    pub fn wait(&self) -> Result<()> {
        self.inner.backend.wait()
    }

    /// Copies numbers to the device.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is no room for them.
    pub fn upload<T: Pod>(&self, numbers: &[T]) -> Result<Buffer<T>> {
        let buffer = self.room(numbers.len())?;
        self.inner.backend.write(buffer.memory.address, bytemuck::cast_slice(numbers))?;
        Ok(buffer)
    }

    /// Makes numbers on the device that are all zero.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is no room for them.
    pub fn zeros<T: Pod>(&self, length: usize) -> Result<Buffer<T>> {
        let buffer = self.room(length)?;
        self.inner.backend.zero(buffer.memory.address, (length * size_of::<T>()) as u64)?;
        Ok(buffer)
    }

    fn room<T>(&self, length: usize) -> Result<Buffer<T>> {
        let memory = self.inner.memory((length * size_of::<T>()) as u64)?;
        Ok(Buffer { memory, length, of: PhantomData })
    }
}

impl Target for Device {
    type Of<'d> = OnDevice<'d>;

    fn of(&self, function: &'static Function) -> OnDevice<'_> {
        OnDevice { device: self, function }
    }
}

impl Inner {
    /// Returns memory: what was given back before, if it fits.
    pub(crate) fn memory(self: &Arc<Self>, bytes: u64) -> Result<Memory> {
        let bytes = bytes.max(8).next_multiple_of(256);
        let mut free = locked(&self.free);
        let best = (0..free.len()).filter(|&at| free[at].0 >= bytes && free[at].0 <= 2 * bytes);
        if let Some(at) = best.min_by_key(|&at| free[at].0) {
            let (bytes, address) = free.swap_remove(at);
            return Ok(Memory { address, bytes, of: self.clone() });
        }
        let found = self.backend.allocate(bytes).or_else(|error| match error {
            Error::Memory { .. } if !free.is_empty() => {
                free.drain(..).for_each(|(_, address)| self.backend.free(address));
                self.backend.allocate(bytes)
            }
            other => Err(other),
        });
        Ok(Memory { address: found?, bytes, of: self.clone() })
    }

    /// Returns a report that is zero.
    pub(crate) fn reporter(self: &Arc<Self>) -> Result<Reporter> {
        let known = locked(&self.reports).pop();
        let address = known.map_or_else(|| self.backend.report(), Ok)?;
        let reporter = Reporter { address, of: self.clone() };
        self.backend.begin(address)?;
        Ok(reporter)
    }

    /// Returns a program, compiled by `make` when it is asked for first.
    pub(crate) fn compiled(
        &self,
        function: &'static Function,
        program: &str,
        sums: Sums,
        make: impl FnOnce(&mut Source) -> Result<()>,
    ) -> Result<Arc<Compiled>> {
        let key = Key { function: function.name, program: program.to_string(), sums };
        if let Some(known) = locked(&self.compiled).get(&key) {
            return Ok(known.clone());
        }
        let mut source = Source::new();
        make(&mut source)?;
        let text = prelude(self.backend.kind(), function.real, sums) + &source.text;
        let module = self.backend.compile(function.name, &text)?;
        let compiled =
            Arc::new(Compiled { source, module, kernels: Mutex::default(), room: OnceLock::new() });
        locked(&self.compiled).insert(key, compiled.clone());
        Ok(compiled)
    }

    /// Returns a kernel of a compiled program.
    pub(crate) fn kernel(&self, compiled: &Compiled, name: &str) -> Result<u64> {
        let mut kernels = locked(&compiled.kernels);
        if let Some(known) = kernels.get(name) {
            return Ok(*known);
        }
        let found = self.backend.kernel(compiled.module, name)?;
        kernels.insert(name.to_string(), found);
        Ok(found)
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        locked(&self.free).drain(..).for_each(|(_, address)| self.backend.free(address));
    }
}

/// The text before every program.
pub(crate) fn prelude(kind: Kind, real: &str, sums: Sums) -> String {
    let defined = match kind {
        Kind::Cuda => "#define RG_CUDA\n",
        Kind::OpenCl => "#define RG_OPENCL\n",
        Kind::Host => "",
    };
    let real = match real {
        "f32" => "#define RG_REAL float\n#define RG_SINGLE\n",
        _ => "#define RG_REAL double\n",
    };
    let ordered = match sums {
        Sums::Atomic => "#define RG_ORDERED 0\n",
        Sums::Ordered => "#define RG_ORDERED 1\n",
    };
    format!("{defined}{real}{ordered}{}\n", include_str!("prelude.h"))
}

/// Memory of a device, which goes back to it.
pub(crate) struct Memory {
    pub(crate) address: u64,
    bytes: u64,
    of: Arc<Inner>,
}

impl Drop for Memory {
    fn drop(&mut self) {
        locked(&self.of.free).push((self.bytes, self.address));
    }
}

/// The place of a report, which goes back to its device.
pub(crate) struct Reporter {
    pub(crate) address: u64,
    of: Arc<Inner>,
}

impl Reporter {
    /// Waits for the kernels, and returns what the last one planned for the next loop; the fault if there was one.
    pub(crate) fn plan(&self, compiled: &Compiled) -> Result<[u64; 3]> {
        match self.of.backend.reported(self.address)? {
            [0, plan @ ..] => Ok(plan),
            [fault, ..] => Err(compiled.source.failure(fault)),
        }
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        locked(&self.of.reports).push(self.address);
    }
}

/// Numbers on a device.
pub struct Buffer<T> {
    pub(crate) memory: Memory,
    length: usize,
    of: PhantomData<T>,
}

impl<T> std::fmt::Debug for Buffer<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Buffer({} numbers)", self.length)
    }
}

impl<T: Pod> Buffer<T> {
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.length
    }

    /// True if there are no elements.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Copies the numbers back.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] if a program before failed.
    pub fn download(&self) -> Result<Vec<T>> {
        let mut numbers = vec![T::zeroed(); self.length];
        self.memory.of.backend.read(self.memory.address, bytemuck::cast_slice_mut(&mut numbers))?;
        Ok(numbers)
    }

    /// Copies the numbers back into a slice.
    ///
    /// # Errors
    ///
    /// [`Error::Argument`] if it has more or fewer places, [`Error::Driver`] if a program before failed.
    pub fn download_into(&self, numbers: &mut [T]) -> Result<()> {
        self.has_as_many("download_into", numbers.len())?;
        self.memory.of.backend.read(self.memory.address, bytemuck::cast_slice_mut(numbers))
    }

    /// Makes all numbers zero.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] if a program before failed.
    pub fn clear(&mut self) -> Result<()> {
        self.memory.of.backend.zero(self.memory.address, (self.length * size_of::<T>()) as u64)
    }

    fn has_as_many(&self, function: &str, count: usize) -> Result<()> {
        if count == self.length {
            return Ok(());
        }
        let reason = format!("{count} numbers were given for {}", self.length);
        Err(Error::Argument { function: format!("Buffer::{function}"), reason })
    }

    /// Replaces the numbers.
    ///
    /// # Errors
    ///
    /// [`Error::Argument`] if there are more or fewer of them.
    pub fn write(&mut self, numbers: &[T]) -> Result<()> {
        self.has_as_many("write", numbers.len())?;
        self.memory.of.backend.write(self.memory.address, bytemuck::cast_slice(numbers))
    }

    pub(crate) fn is_on(&self, device: &Device) -> bool {
        Arc::ptr_eq(&self.memory.of, &device.inner)
    }
}
