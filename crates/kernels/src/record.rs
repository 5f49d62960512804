//! Records of ordinary functions on a device: what a run destroys, for the way back.

use crate::argument::Arguments;
use crate::device::{Device, Memory};
use crate::error::{Error, Result};
use crate::program::OnDevice;

/// The words at the beginning of a store: those that are taken, their number, and where the record stands. `prelude.h` has the layout.
const HEAD: u64 = 4;
/// The words of a piece. The first one is for what finds no room.
const PIECE: u64 = 64;

/// The record that [`record`](OnDevice::record) leaves for [`replay`](OnDevice::replay): memory of the device.
pub struct Record {
    pub(crate) memory: Memory,
    device: Device,
    /// The function that recorded.
    function: &'static str,
}

impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Record(on {})", self.device.name())
    }
}

impl Record {
    /// Returns an empty record.
    pub(crate) fn new(OnDevice { device, function }: &OnDevice<'_>) -> Result<Record> {
        let inner = &device.inner;
        let least = 8 * (HEAD + 2 * PIECE);
        let bytes = device.recording.unwrap_or_else(|| inner.backend.recording()).max(least);
        let memory = inner.memory(bytes)?;
        let head = [HEAD + PIECE, bytes / 8, 0, 0];
        inner.backend.write(memory.address, bytemuck::cast_slice(&head))?;
        Ok(Record { memory, device: (*device).clone(), function: function.name })
    }

    /// Returns the bytes that are taken of its memory.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] if a program before failed.
    pub fn bytes(&self) -> Result<u64> {
        let mut taken = [0u64];
        self.device.inner.backend.read(self.memory.address, bytemuck::cast_slice_mut(&mut taken))?;
        Ok(8 * (taken[0] - HEAD - PIECE))
    }
}

impl OnDevice<'_> {
    /// True if the function is an ordinary one, which records.
    pub(crate) fn is_ordinary(&self) -> bool {
        !self.function.programs.iter().any(|p| p.name == "inverse") && self.has("replay")
    }

    /// Runs an ordinary function, and records what [`replay`](OnDevice::replay) needs to go back.
    ///
    /// # Errors
    ///
    /// Those of [`run`](OnDevice::run), and [`Error::Failed`] if the record takes more memory than [`Device::recording`] gives.
    pub fn record<'a>(&self, args: impl Arguments<'a>) -> Result<Record> {
        let record = Record::new(self)?;
        self.start(&[("record", false)], Some(&record), args)?;
        Ok(record)
    }

    /// Goes back through a record: from the state after the function and its cotangents to the state before it and its cotangents.
    /// Cotangents of inputs are added to.
    ///
    /// # Errors
    ///
    /// Those of [`run`](OnDevice::run), [`Error::Argument`] if the record is on another device or of another function, and [`Error::Failed`] where it
    /// does not fit these arguments.
    pub fn replay<'a>(&self, record: Record, args: impl Arguments<'a>) -> Result<()> {
        if !std::sync::Arc::ptr_eq(&record.device.inner, &self.device.inner) {
            let reason = format!("the record is on {}", record.device.name());
            return Err(Error::Argument { function: self.function.name.into(), reason });
        }
        if record.function != self.function.name {
            let reason = format!("the record is one of `{}`", record.function);
            return Err(Error::Argument { function: self.function.name.into(), reason });
        }
        self.start(&[("replay", true)], Some(&record), args)
    }
}
