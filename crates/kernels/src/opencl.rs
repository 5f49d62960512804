//! Devices of OpenCL that have doubles and share their addresses with the host, through a driver that is loaded when a device is asked for.
#![allow(unsafe_code)]

use crate::backend::{ARGUMENTS, Backend, Kind, Words};
use crate::error::{Error, Result};
use cl3::command_queue as queue;
use cl3::device::{self, CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_GPU};
use cl3::error_codes::{ClError, DLOPEN_RUNTIME_LOAD_FAILED};
use cl3::info_type::InfoType;
use cl3::memory::{CL_MEM_READ_WRITE, svm_alloc, svm_free};
use cl3::types::{cl_command_queue, cl_context, cl_device_id, cl_event, cl_int, cl_kernel, cl_program};
use cl3::{context, event, kernel, platform, program};
use std::collections::BTreeSet;
use std::ffi::{CString, c_void};
use std::ptr::{null, null_mut};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(crate) struct OpenCl {
    name: String,
    device: cl_device_id,
    context: cl_context,
    queue: cl_command_queue,
    /// The largest number of threads in a block.
    block: usize,
    /// Programs, kernels, and the addresses that kernels reach.
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    programs: Vec<cl_program>,
    kernels: Vec<cl_kernel>,
    memory: BTreeSet<usize>,
    /// The place of the arguments of one kernel after the other.
    args: Option<u64>,
}

// SAFETY: handles of OpenCL may be used by any thread, but for the arguments of kernels, which are set under a lock.
unsafe impl Send for OpenCl {}
// SAFETY: likewise.
unsafe impl Sync for OpenCl {}

fn text_of(error: cl_int) -> String {
    ClError(error).to_string()
}

fn missing(reason: String) -> Error {
    Error::NoDevice { kind: "OpenCL", reason }
}

/// Lets one thread at a time start a driver, compile, and take or give back memory: drivers fail, or crash, where several do so with
/// contexts of their own (seen with NVIDIA's).
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns all devices of a type, driver by driver.
fn devices(kind: u64) -> Result<Vec<cl_device_id>> {
    let _alone = alone();
    let platforms = platform::get_platform_ids().map_err(|error| match error {
        DLOPEN_RUNTIME_LOAD_FAILED => {
            missing("the library that finds drivers (libOpenCL) is not there".into())
        }
        other => missing(format!("no driver was found ({})", text_of(other))),
    })?;
    Ok(platforms.into_iter().flat_map(|of| device::get_device_ids(of, kind).unwrap_or_default()).collect())
}

impl OpenCl {
    /// Returns a device by its number among all.
    pub(crate) fn new(number: usize) -> Result<OpenCl> {
        let all = devices(CL_DEVICE_TYPE_ALL)?;
        match all.get(number) {
            Some(device) => OpenCl::of(*device),
            None => Err(missing(format!("number {number} was asked for, and there are {}", all.len()))),
        }
    }

    /// Returns the first GPU.
    pub(crate) fn gpu() -> Result<OpenCl> {
        let all = devices(CL_DEVICE_TYPE_GPU)?;
        all.first().map_or_else(|| Err(missing("no driver has a GPU".into())), |device| OpenCl::of(*device))
    }

    fn of(device: cl_device_id) -> Result<OpenCl> {
        let told = |error: cl_int| missing(text_of(error));
        let name = String::from(device::get_device_info(device, device::CL_DEVICE_NAME).map_err(told)?);
        let number = |what| match device::get_device_info(device, what) {
            Ok(InfoType::Ulong(number)) => number,
            Ok(InfoType::Uint(number)) => u64::from(number),
            // Older drivers do not know the question.
            _ => 0,
        };
        if number(device::CL_DEVICE_DOUBLE_FP_CONFIG) == 0 {
            return Err(missing(format!("{name} has no numbers of type `double`")));
        }
        if number(device::CL_DEVICE_SVM_CAPABILITIES) & device::CL_DEVICE_SVM_COARSE_GRAIN_BUFFER == 0 {
            return Err(missing(format!(
                "{name} does not share addresses with the host (shared virtual memory)"
            )));
        }
        let block = device::get_device_info(device, device::CL_DEVICE_MAX_WORK_GROUP_SIZE).map(usize::from);
        let _alone = alone();
        let context = context::create_context(&[device], null(), None, null_mut()).map_err(told)?;
        // SAFETY: the context is of this device.
        let queue = unsafe { queue::create_command_queue_with_properties(context, device, null()) };
        let queue = queue.map_err(told)?;
        let block = block.unwrap_or(1).max(1);
        Ok(OpenCl { name, device, context, queue, block, state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn checked<T>(&self, result: std::result::Result<T, cl_int>) -> Result<T> {
        result.map_err(|error| Error::Driver { device: self.name.clone(), reason: text_of(error) })
    }

    /// Forgets the event of a command.
    fn done(&self, command: std::result::Result<cl_event, cl_int>) -> Result<()> {
        let event = self.checked(command)?;
        // SAFETY: the event is ours, and released once.
        self.checked(unsafe { event::release_event(event) })
    }

    fn copy(&self, to: *mut c_void, from: *const c_void, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: callers copy within memory of `allocate`; the copy ends before this returns.
        self.done(unsafe { queue::enqueue_svm_mem_cpy(self.queue, 1, to, from, bytes, 0, null()) })
    }
}

impl Backend for OpenCl {
    fn kind(&self) -> Kind {
        Kind::OpenCl
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn compile(&self, function: &str, text: &str) -> Result<usize> {
        let _alone = alone();
        let program = self.checked(program::create_program_with_source(self.context, &[text]))?;
        let options = c"-w -cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt";
        if program::build_program(program, &[self.device], options, None, null_mut()).is_err() {
            let log = program::get_program_build_info(program, self.device, program::CL_PROGRAM_BUILD_LOG);
            let log = log.map(String::from).unwrap_or_default();
            // SAFETY: nothing else has it.
            let _ = unsafe { program::release_program(program) };
            return Err(Error::Compiler { device: self.name.clone(), function: function.into(), log });
        }
        let mut state = self.state();
        state.programs.push(program);
        Ok(state.programs.len() - 1)
    }

    fn kernel(&self, module: usize, name: &str) -> Result<u64> {
        let mut state = self.state();
        let name = CString::new(name).unwrap_or_default();
        let kernel = self.checked(kernel::create_kernel(state.programs[module], &name))?;
        state.kernels.push(kernel);
        Ok(kernel as usize as u64)
    }

    fn allocate(&self, bytes: u64) -> Result<u64> {
        let alone = alone();
        // SAFETY: plain allocation, freed by `free`.
        let memory = unsafe { svm_alloc(self.context, CL_MEM_READ_WRITE, bytes.max(8) as usize, 0) };
        drop(alone);
        match memory {
            Ok(address) if !address.is_null() => {
                self.state().memory.insert(address as usize);
                Ok(address as usize as u64)
            }
            _ => {
                let most = device::get_device_info(self.device, device::CL_DEVICE_MAX_MEM_ALLOC_SIZE);
                let hint = most.map(|most| format!(": one piece may have {} bytes there", u64::from(most)));
                Err(Error::Memory { device: self.name.clone(), bytes, hint: hint.unwrap_or_default() })
            }
        }
    }

    fn free(&self, address: u64) {
        let _ = self.wait();
        self.state().memory.remove(&(address as usize));
        let _alone = alone();
        // SAFETY: the address is one of `allocate`, is freed once, and no kernel runs.
        let _ = unsafe { svm_free(self.context, address as usize as *mut c_void) };
    }

    fn write(&self, address: u64, bytes: &[u8]) -> Result<()> {
        self.copy(address as usize as *mut c_void, bytes.as_ptr().cast(), bytes.len())
    }

    fn read(&self, address: u64, bytes: &mut [u8]) -> Result<()> {
        self.copy(bytes.as_mut_ptr().cast(), address as usize as *const c_void, bytes.len())
    }

    fn zero(&self, address: u64, bytes: u64) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let zero = 0u8;
        let (to, pattern) = (address as usize as *mut c_void, std::ptr::from_ref(&zero).cast());
        // SAFETY: callers write within memory of `allocate`; the pattern is copied at once.
        self.done(unsafe {
            queue::enqueue_svm_mem_fill(self.queue, to, pattern, 1, bytes as usize, 0, null())
        })
    }

    fn launch(&self, kernel: u64, blocks: u32, threads: u32, args: &[u64], words: Words) -> Result<()> {
        let kernel = kernel as usize as cl_kernel;
        let place = self.state().args;
        let place = match place {
            Some(place) => place,
            None => {
                let place = self.allocate(8 * ARGUMENTS as u64)?;
                *self.state().args.get_or_insert(place)
            }
        };
        // The arguments are those of the kernel, and not of the launch, so others wait.
        let state = self.state();
        // The copy waits for the kernels before it: the queue keeps its order.
        self.write(place, bytemuck::cast_slice(args))?;
        let reached: Vec<usize> = state.memory.iter().copied().collect();
        let (what, bytes) = (kernel::CL_KERNEL_EXEC_INFO_SVM_PTRS, size_of_val(&reached[..]));
        // SAFETY: the list is one of addresses of shared memory.
        self.checked(unsafe { kernel::set_kernel_exec_info(kernel, what, bytes, reached.as_ptr().cast()) })?;
        for (at, word) in [place].iter().chain(&words).enumerate() {
            let (at, word) = (at as u32, std::ptr::from_ref(word).cast());
            // SAFETY: every kernel takes these five words.
            self.checked(unsafe { kernel::set_kernel_arg(kernel, at, 8, word) })?;
        }
        let all = blocks as usize * threads as usize;
        // A power of two, as the number of threads in a block is.
        let block = (threads as usize).min(1 << self.block.ilog2());
        // SAFETY: kernels check every index.
        self.done(unsafe {
            queue::enqueue_nd_range_kernel(self.queue, kernel, 1, null(), &all, &block, 0, null())
        })
    }

    fn wait(&self) -> Result<()> {
        self.checked(queue::finish(self.queue))
    }
}

impl Drop for OpenCl {
    fn drop(&mut self) {
        let _ = self.wait();
        let state = std::mem::take(self.state.get_mut().unwrap_or_else(PoisonError::into_inner));
        let _alone = alone();
        // SAFETY: nothing runs any more, and each is released once, the context last.
        unsafe {
            for kernel in state.kernels {
                let _ = kernel::release_kernel(kernel);
            }
            // Reports and the arguments of kernels live as long as the device.
            for address in state.memory {
                let _ = svm_free(self.context, address as *mut c_void);
            }
            for program in state.programs {
                let _ = program::release_program(program);
            }
            let _ = queue::release_command_queue(self.queue);
            let _ = context::release_context(self.context);
        }
    }
}
