//! GPUs of NVIDIA, through the driver and the compiler NVRTC, both loaded when a device is asked for.
#![allow(unsafe_code)]

use crate::backend::{ARGUMENTS, Backend, Kind, Report, Words};
use crate::error::{Error, Result};
use cudarc::driver::result::{self, DriverError};
use cudarc::driver::{CudaContext, sys};
use cudarc::nvrtc::{CompileError, CompileOptions, compile_ptx_with_opts};
use std::ffi::{CString, c_void};
use std::sync::{Arc, Mutex};

pub(crate) struct Cuda {
    context: Arc<CudaContext>,
    name: String,
    architecture: String,
    modules: Mutex<Vec<Loaded>>,
    reports: Mutex<Vec<u64>>,
}

/// A module of the driver.
struct Loaded(sys::CUmodule);

// SAFETY: the driver's handles may be used by any thread that has bound the context.
unsafe impl Send for Loaded {}

impl Cuda {
    pub(crate) fn new(number: usize) -> Result<Cuda> {
        // SAFETY: loads the driver's library, as any call of the driver does.
        if !unsafe { sys::is_culib_present() } {
            return Err(Error::NoDevice { kind: "CUDA", reason: "the driver (libcuda) is not there".into() });
        }
        let missing = |error: DriverError| Error::NoDevice { kind: "CUDA", reason: text_of(&error) };
        let context = CudaContext::new(number).map_err(missing)?;
        let (major, minor) = context.compute_capability().map_err(missing)?;
        let name = context.name().map_err(missing)?;
        Ok(Cuda {
            context,
            name,
            architecture: format!("compute_{major}{minor}"),
            modules: Mutex::default(),
            reports: Mutex::default(),
        })
    }

    fn checked<T>(&self, result: std::result::Result<T, DriverError>) -> Result<T> {
        result.map_err(|error| Error::Driver { device: self.name.clone(), reason: text_of(&error) })
    }

    fn bound(&self) -> Result<()> {
        self.checked(self.context.bind_to_thread())
    }
}

fn text_of(error: &DriverError) -> String {
    let part = |text: std::result::Result<&std::ffi::CStr, DriverError>| {
        text.map(|text| text.to_string_lossy().into_owned()).unwrap_or_default()
    };
    format!("{} ({})", part(error.error_string()), part(error.error_name()))
}

/// Compiles a text for an architecture; needs NVRTC, and no GPU.
pub(crate) fn compiled(device: &str, architecture: &str, function: &str, text: &str) -> Result<Vec<u8>> {
    // SAFETY: loads the library of the compiler.
    if !unsafe { cudarc::nvrtc::sys::is_culib_present() } {
        let reason =
            "the compiler of kernels (libnvrtc) is not there: install the toolkit, or its part NVRTC".into();
        return Err(Error::NoDevice { kind: "CUDA", reason });
    }
    // Products and sums are rounded one by one, as Rust does.
    let options = ["--fmad=false".to_string(), "-w".into(), format!("--gpu-architecture={architecture}")];
    let compiled =
        compile_ptx_with_opts(text, CompileOptions { options: options.into(), ..CompileOptions::default() });
    let compiled = compiled.map_err(|error| {
        let log = match &error {
            CompileError::CompileError { log, .. } => log.to_string_lossy().into_owned(),
            other => format!("{other:?}"),
        };
        Error::Compiler { device: device.into(), function: function.into(), log }
    })?;
    Ok(compiled.as_bytes().unwrap_or_default().to_vec())
}

impl Backend for Cuda {
    fn kind(&self) -> Kind {
        Kind::Cuda
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn compile(&self, function: &str, text: &str) -> Result<usize> {
        let image = compiled(&self.name, &self.architecture, function, text)?;
        self.bound()?;
        // SAFETY: the image is what NVRTC made, with a zero at its end.
        let module = self.checked(unsafe { result::module::load_data(image.as_ptr().cast::<c_void>()) })?;
        let mut modules = self.modules.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        modules.push(Loaded(module));
        Ok(modules.len() - 1)
    }

    fn kernel(&self, module: usize, name: &str) -> Result<u64> {
        self.bound()?;
        let modules = self.modules.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let name = CString::new(name).unwrap_or_default();
        // SAFETY: the module stays loaded as long as the device lives.
        let function = self.checked(unsafe { result::module::get_function(modules[module].0, name) })?;
        Ok(function as usize as u64)
    }

    fn allocate(&self, bytes: u64) -> Result<u64> {
        self.bound()?;
        // SAFETY: plain allocation, freed by `free`.
        let memory = unsafe { result::malloc_sync(bytes.max(8) as usize) };
        memory.map_err(|error| match error.0 {
            sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY => {
                let hint =
                    result::mem_get_info().map(|(free, total)| format!(": {free} of {total} bytes are free"));
                Error::Memory { device: self.name.clone(), bytes, hint: hint.unwrap_or_default() }
            }
            _ => Error::Driver { device: self.name.clone(), reason: text_of(&error) },
        })
    }

    fn recording(&self) -> u64 {
        let free =
            self.bound().ok().and_then(|()| result::mem_get_info().ok()).map_or(0, |(free, _)| free as u64);
        (free / 2).clamp(1 << 20, 8 << 30)
    }

    fn free(&self, address: u64) {
        if self.bound().is_ok() {
            // SAFETY: the address is one of `allocate`, and is freed once.
            let _ = unsafe { result::free_sync(address) };
        }
    }

    fn write(&self, address: u64, bytes: &[u8]) -> Result<()> {
        self.bound()?;
        // SAFETY: callers write within memory of `allocate`.
        self.checked(unsafe { result::memcpy_htod_sync(address, bytes) })
    }

    fn read(&self, address: u64, bytes: &mut [u8]) -> Result<()> {
        self.bound()?;
        // SAFETY: likewise; the copy waits for kernels before it.
        self.checked(unsafe { result::memcpy_dtoh_sync(bytes, address) })
    }

    fn zero(&self, address: u64, bytes: u64) -> Result<()> {
        self.bound()?;
        // SAFETY: likewise.
        self.checked(unsafe { result::memset_d8_sync(address, 0, bytes as usize) })
    }

    /// Returns memory of the host that kernels reach: a report is there when they have ended, without a copy.
    fn report(&self) -> Result<u64> {
        self.bound()?;
        // SAFETY: plain allocation, freed with the device. Host and device use one address.
        let memory = unsafe { result::malloc_host(size_of::<Report>(), sys::CU_MEMHOSTALLOC_DEVICEMAP) };
        let address = self.checked(memory)? as usize as u64;
        self.reports.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(address);
        Ok(address)
    }

    fn begin(&self, report: u64) -> Result<()> {
        // SAFETY: the address is one of `report`, and no kernel that was given it runs.
        unsafe { (report as usize as *mut Report).write_volatile(Report::default()) };
        Ok(())
    }

    fn reported(&self, report: u64) -> Result<Report> {
        self.wait()?;
        // SAFETY: the address is one of `report`, and all kernels have ended.
        Ok(unsafe { (report as usize as *const Report).read_volatile() })
    }

    fn launch(&self, kernel: u64, blocks: u32, threads: u32, args: &[u64], mut words: Words) -> Result<()> {
        self.bound()?;
        let mut given = [0u64; ARGUMENTS];
        given[..args.len()].copy_from_slice(args);
        let [a, b, c, d] = words.each_mut().map(|word| std::ptr::from_mut(word).cast::<c_void>());
        let mut params = [std::ptr::from_mut(&mut given).cast(), a, b, c, d];
        let function = kernel as usize as sys::CUfunction;
        // SAFETY: every kernel takes a block of arguments and these four words, and checks every index.
        self.checked(unsafe {
            result::launch_kernel(
                function,
                (blocks, 1, 1),
                (threads, 1, 1),
                0,
                std::ptr::null_mut(),
                &mut params,
            )
        })
    }

    fn wait(&self) -> Result<()> {
        self.checked(self.context.synchronize())
    }
}

impl Drop for Cuda {
    fn drop(&mut self) {
        if self.context.bind_to_thread().is_ok() {
            let modules =
                std::mem::take(self.modules.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner));
            let reports =
                std::mem::take(self.reports.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner));
            for report in reports {
                // SAFETY: the address is one of `report`, and is freed once.
                let _ = unsafe { result::free_host(report as usize as *mut c_void) };
            }
            for Loaded(module) in modules {
                // SAFETY: nothing runs any more, and the module is unloaded once.
                let _ = unsafe { result::module::unload(module) };
            }
        }
    }
}
