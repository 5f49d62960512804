//! The compiler of the machine as a device: C, one thread. Its results are the bits of the function in Rust.
#![allow(unsafe_code)]

use crate::backend::{Backend, Kind, Words};
use crate::error::{Error, Result};
use libloading::Library;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::collections::HashMap;
use std::process::Command;
use std::sync::Mutex;

type Kernel = unsafe extern "C" fn(*const u64, u64, u64, u64, u64);

#[derive(Default)]
pub(crate) struct Host {
    modules: Mutex<Vec<Library>>,
    memory: Mutex<HashMap<u64, Layout>>,
}

impl Host {
    pub(crate) fn new() -> Result<Host> {
        let (compiler, _) = compiler();
        match Command::new(&compiler).arg("--version").output() {
            Ok(output) if output.status.success() => Ok(Host::default()),
            Ok(output) => Err(missing(&compiler, &String::from_utf8_lossy(&output.stderr))),
            Err(error) => Err(missing(&compiler, &error.to_string())),
        }
    }
}

/// The command of the compiler: `$CC`, or `cc`.
fn compiler() -> (String, Vec<String>) {
    let command = std::env::var("CC").unwrap_or_default();
    let mut words = command.split_whitespace().map(String::from);
    (words.next().unwrap_or_else(|| "cc".into()), words.collect())
}

fn missing(compiler: &str, reason: &str) -> Error {
    let reason =
        format!("`{compiler}` does not run ({}); install a compiler of C, or name it in CC", reason.trim());
    Error::NoDevice { kind: "C", reason }
}

impl Backend for Host {
    fn kind(&self) -> Kind {
        Kind::Host
    }

    fn name(&self) -> String {
        "the compiler of C".into()
    }

    fn compile(&self, function: &str, text: &str) -> Result<usize> {
        let failed = |log: String| Error::Compiler { device: self.name(), function: function.into(), log };
        let folder = tempfile::tempdir().map_err(|error| failed(error.to_string()))?;
        let (source, library) = (folder.path().join("kernels.c"), folder.path().join("kernels.so"));
        std::fs::write(&source, text).map_err(|error| failed(error.to_string()))?;
        let (compiler, options) = compiler();
        // Products and sums are rounded one by one, as Rust does.
        let output = Command::new(&compiler)
            .args(options)
            .args(["-O2", "-std=gnu11", "-shared", "-fPIC", "-ffp-contract=off", "-w", "-o"])
            .args([&library, &source])
            .arg("-lm")
            .output()
            .map_err(|error| missing(&compiler, &error.to_string()))?;
        if !output.status.success() {
            return Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        // SAFETY: the library was made of our text a moment ago, and runs nothing when it is loaded.
        let library = unsafe { Library::new(&library) }.map_err(|error| failed(error.to_string()))?;
        let mut modules = self.modules.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        modules.push(library);
        Ok(modules.len() - 1)
    }

    fn kernel(&self, module: usize, name: &str) -> Result<u64> {
        let modules = self.modules.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // SAFETY: every kernel has this type, and the library stays loaded as long as the device lives.
        let kernel = unsafe { modules[module].get::<Kernel>(name.as_bytes()) };
        let failed =
            |error: libloading::Error| Error::Driver { device: self.name(), reason: error.to_string() };
        Ok(*kernel.map_err(failed)? as usize as u64)
    }

    fn allocate(&self, bytes: u64) -> Result<u64> {
        let full = || Error::Memory { device: self.name(), bytes, hint: String::new() };
        let words = bytes.div_ceil(8).max(1) as usize;
        let layout = Layout::array::<u64>(words).map_err(|_| full())?;
        // The system gives pages of zeros when they are touched first: a record takes what it needs.
        // SAFETY: the layout has a length.
        let address = unsafe { alloc_zeroed(layout) } as usize as u64;
        if address == 0 {
            return Err(full());
        }
        self.memory.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(address, layout);
        Ok(address)
    }

    fn free(&self, address: u64) {
        let known = self.memory.lock().unwrap_or_else(std::sync::PoisonError::into_inner).remove(&address);
        if let Some(layout) = known {
            // SAFETY: the address is one of `allocate`, and is forgotten now.
            unsafe { dealloc(address as usize as *mut u8, layout) };
        }
    }

    fn write(&self, address: u64, bytes: &[u8]) -> Result<()> {
        // SAFETY: callers write to memory of `allocate`, within its length, while no kernel runs.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), address as usize as *mut u8, bytes.len()) };
        Ok(())
    }

    fn read(&self, address: u64, bytes: &mut [u8]) -> Result<()> {
        // SAFETY: likewise.
        unsafe {
            std::ptr::copy_nonoverlapping(address as usize as *const u8, bytes.as_mut_ptr(), bytes.len())
        };
        Ok(())
    }

    fn zero(&self, address: u64, bytes: u64) -> Result<()> {
        // SAFETY: likewise.
        unsafe { std::ptr::write_bytes(address as usize as *mut u8, 0, bytes as usize) };
        Ok(())
    }

    fn launch(&self, kernel: u64, _: u32, _: u32, args: &[u64], words: Words) -> Result<()> {
        // SAFETY: the address is that of a kernel, and its words are addresses of memory that lives until it returns.
        let kernel = unsafe { std::mem::transmute::<usize, Kernel>(kernel as usize) };
        let [threads, arena, limit, sums] = words;
        // SAFETY: kernels check every index.
        unsafe { kernel(args.as_ptr(), threads, arena, limit, sums) };
        Ok(())
    }

    fn wait(&self) -> Result<()> {
        Ok(())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let memory = self.memory.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (address, layout) in memory.drain() {
            // SAFETY: the address is one of `allocate`, and nobody uses the device any more.
            unsafe { dealloc(address as usize as *mut u8, layout) };
        }
    }
}
