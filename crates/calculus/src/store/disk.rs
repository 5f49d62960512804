//! [`Disk`]: kept states in one file, which is removed at the end. Room of forgotten states is used again.

use super::{Bytes, Store};
use crate::Error;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// States in a file.
///
/// ```
/// use retrograde_calculus::{Disk, Schedule, from_fns, pull_in};
///
/// let step = from_fns(
///     |_, x: &mut Vec<f64>| x.iter_mut().for_each(|x| *x -= 0.1 * x.powi(3)),
///     |_, x: &Vec<f64>, bar: &mut Vec<f64>| bar.iter_mut().zip(x).for_each(|(b, x)| *b *= 1.0 - 0.3 * x * x),
/// );
/// let mut disk = Disk::new(std::env::temp_dir())?;
/// let pulled = pull_in(&mut disk, &step, 100, vec![0.5, 2.0], Schedule::StoreAll, |x| vec![1.0; x.len()])?;
/// assert_eq!(pulled.counts.forward, 100);
/// # Ok::<(), retrograde_calculus::Error>(())
/// ```
#[derive(Debug)]
pub struct Disk {
    file: File,
    path: PathBuf,
    /// The place of each kept state: its start and its length in bytes, and the length of its room.
    kept: HashMap<usize, Room>,
    spare: Vec<Room>,
    end: u64,
    buffer: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Room {
    start: u64,
    length: usize,
    width: usize,
}

impl Disk {
    /// A store in a new file in this folder.
    ///
    /// # Errors
    ///
    /// [`Error::Disk`] if the file cannot be made.
    pub fn new(folder: impl AsRef<Path>) -> Result<Disk, Error> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = folder.as_ref().join(format!("retrograde-states-{}-{number}", std::process::id()));
            match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => {
                    let (kept, spare, buffer) = (HashMap::new(), Vec::new(), Vec::new());
                    return Ok(Disk { file, path, kept, spare, end: 0, buffer });
                }
                // A file that another process of this number left behind.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

impl<S: Bytes> Store<S> for Disk {
    fn keep(&mut self, index: usize, state: &S) -> Result<(), Error> {
        self.buffer.clear();
        state.write(&mut self.buffer);
        let length = self.buffer.len();
        let room = match self.spare.iter().position(|room| room.width >= length) {
            Some(i) => Room { length, ..self.spare.swap_remove(i) },
            None => {
                let room = Room { start: self.end, length, width: length };
                self.end += length as u64;
                room
            }
        };
        self.file.seek(SeekFrom::Start(room.start))?;
        self.file.write_all(&self.buffer)?;
        self.kept.insert(index, room);
        Ok(())
    }

    fn restore(&mut self, index: usize, into: &mut S) -> Result<(), Error> {
        let room = self.kept[&index];
        self.buffer.resize(room.length, 0);
        self.file.seek(SeekFrom::Start(room.start))?;
        self.file.read_exact(&mut self.buffer)?;
        let mut bytes = &self.buffer[..];
        *into = S::read(&mut bytes).filter(|_| bytes.is_empty()).ok_or(Error::Bytes)?;
        Ok(())
    }

    fn forget(&mut self, index: usize) {
        self.spare.extend(self.kept.remove(&index));
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Nothing can be done about a file that cannot be removed.
        let _ = std::fs::remove_file(&self.path);
    }
}
