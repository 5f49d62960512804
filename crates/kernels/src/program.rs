//! A function on a device: its programs, with arguments checked against its signature.

use crate::argument::{Arguments, Content, Given};
use crate::backend::Kind;
use crate::device::{Compiled, Device, Inner, Memory};
use crate::error::{Error, Result};
use crate::record::Record;
use crate::source::Source;
use retrograde::kernels::{Entry, Function, Parameter};
use std::sync::Arc;

/// Threads in a block.
pub(crate) const BLOCK: u64 = 128;
/// Fewer threads than this run in the smallest blocks.
const SPREAD: u64 = 1 << 15;
/// The most threads that a loop runs in.
const THREADS: u64 = 1 << 18;
/// The bytes that the sums and the storage of all threads may take. The number of threads depends on it, and so does the order of
/// sums: it is the same on every device.
const BUDGET: u64 = 2 << 30;

/// A function on a device, made by its own `on`.
#[derive(Clone, Copy, Debug)]
pub struct OnDevice<'d> {
    pub(crate) device: &'d Device,
    pub(crate) function: &'static Function,
}

/// One argument in the block that kernels read.
pub(crate) struct Prepared<'a> {
    pub(crate) words: Vec<u64>,
    pub(crate) memory: Option<Memory>,
    pub(crate) back: Option<&'a mut [u8]>,
}

impl OnDevice<'_> {
    /// Runs the function. Arguments are those of the function, in a tuple.
    ///
    /// # Errors
    ///
    /// [`Error::Argument`] if an argument does not fit, [`Error::Failed`] if an index lies outside of its array.
    pub fn run<'a>(&self, args: impl Arguments<'a>) -> Result<()> {
        self.start(&[("run", false)], None, args)
    }

    /// Runs the inverse.
    ///
    /// # Errors
    ///
    /// Those of [`run`](OnDevice::run).
    pub fn inverse<'a>(&self, args: impl Arguments<'a>) -> Result<()> {
        self.start(&[("inverse", false)], None, args)
    }

    /// Undoes the function, and propagates cotangents: each argument that has one is followed by it.
    ///
    /// # Errors
    ///
    /// Those of [`run`](OnDevice::run).
    pub fn adjoint<'a>(&self, args: impl Arguments<'a>) -> Result<()> {
        self.start(&[("adjoint", true)], None, args)
    }

    /// Runs the function and its adjoint: cotangents of arguments are added to, and the state is that after the function.
    ///
    /// # Errors
    ///
    /// Those of [`run`](OnDevice::run).
    pub fn sweep<'a>(&self, args: impl Arguments<'a>) -> Result<()> {
        if self.has("sweep") {
            return self.start(&[("sweep", true)], None, args);
        }
        if self.is_ordinary() {
            let record = Record::new(self)?;
            return self.start(&[("record", false), ("replay", true), ("run", false)], Some(&record), args);
        }
        self.start(&[("run", false), ("adjoint", true), ("run", false)], None, args)
    }

    /// True if there is a program that can be started.
    pub(crate) fn has(&self, program: &str) -> bool {
        self.function.programs.iter().any(|p| p.name == program && p.entry.is_some())
    }

    /// Runs programs one after the other, each with its truth whether it takes cotangents.
    pub(crate) fn start<'a>(
        &self,
        programs: &[(&str, bool)],
        record: Option<&Record>,
        args: impl Arguments<'a>,
    ) -> Result<()> {
        let carries = programs.iter().any(|(_, carries)| *carries);
        let mut prepared = self.prepared(carries, args.all(self.device))?;
        for (program, carries) in programs {
            self.launched(program, *carries, record, &prepared)?;
        }
        for prepared in &mut prepared {
            if let (Some(memory), Some(back)) = (&prepared.memory, &mut prepared.back) {
                self.device.inner.backend.read(memory.address, back)?;
            }
        }
        Ok(())
    }

    pub(crate) fn wrong<T>(&self, reason: String) -> Result<T> {
        Err(Error::Argument { function: self.function.name.into(), reason })
    }

    fn entry(&self, program: &str) -> Result<Entry> {
        let found = self.function.programs.iter().find(|p| p.name == program).and_then(|p| p.entry);
        found.ok_or_else(|| Error::Program {
            function: self.function.name.into(),
            program: program.into(),
            hint: match (self.function.returns, program) {
                (true, _) => ": it returns a number; add that to a `&mut` argument of a function around it",
                (false, "inverse" | "adjoint") => {
                    ": an ordinary function has `sweep`, and `record` and `replay`"
                }
                (false, "record" | "replay") => {
                    ": a reversible function needs no record, and has `sweep` and `adjoint`"
                }
                (false, _) => "",
            },
        })
    }

    fn prepared<'a>(&self, carries: bool, given: Vec<Given<'a>>) -> Result<Vec<Prepared<'a>>> {
        let places = || {
            self.function.parameters.iter().flat_map(move |p| {
                let shadow = (carries && p.active).then_some((p, true));
                [Some((p, false)), shadow].into_iter().flatten()
            })
        };
        let count = places().count();
        if given.len() != count {
            let names: Vec<String> = places()
                .map(|(p, bar)| if bar { format!("{}_bar", p.name) } else { p.name.into() })
                .collect();
            return self.wrong(format!(
                "{} arguments were given, and it takes {count}: {}",
                given.len(),
                names.join(", ")
            ));
        }
        let mut length = None;
        let mut all = Vec::new();
        for ((p, is_shadow), mut given) in places().zip(given) {
            if !is_shadow {
                given.as_integer(p.leaf);
            }
            self.fits(p, is_shadow, &given, length)?;
            if !is_shadow {
                length = given.count;
            }
            all.push(self.copied(given)?);
        }
        Ok(all)
    }

    /// Checks an argument.
    fn fits(&self, p: &Parameter, is_shadow: bool, given: &Given<'_>, primal: Option<u64>) -> Result<()> {
        let name = if is_shadow { format!("{}_bar", p.name) } else { p.name.to_string() };
        let leaf = if is_shadow || p.leaf == "real" { self.function.real } else { p.leaf };
        if given.tag != leaf {
            return self
                .wrong(format!("`{name}` has numbers of type `{leaf}`, and `{}` was given", given.tag));
        }
        if given.rows.is_some() {
            return self.wrong(format!("`{name}` is chosen by row, which a batch does alone"));
        }
        if matches!(given.content, Content::Elsewhere) {
            return self.wrong(format!("`{name}` is on another device"));
        }
        let changes = p.changes || is_shadow;
        if changes && !given.changes {
            return self.wrong(format!("`{name}` is changed: pass `&mut`"));
        }
        match (p.count, given.count) {
            (None, None) => {}
            (None, Some(1)) if changes => {}
            (None, Some(n)) => return self.wrong(format!("`{name}` is a number, and {n} were given")),
            (Some(_), None) => return self.wrong(format!("`{name}` is an array, and one number was given")),
            (Some(0), Some(n)) if n % p.inner != 0 => {
                return self
                    .wrong(format!("`{name}` has rows of {} numbers, and {n} numbers were given", p.inner));
            }
            (Some(0), Some(_)) => {}
            (Some(count), Some(n)) if n != count => {
                return self.wrong(format!("`{name}` has {count} numbers, and {n} were given"));
            }
            (Some(_), Some(_)) => {}
        }
        match (is_shadow, primal, given.count) {
            (true, Some(n), Some(m)) if n != m => {
                self.wrong(format!("`{name}` has {m} numbers, and `{}` has {n}", p.name))
            }
            _ => Ok(()),
        }
    }

    /// Copies an argument to the device, if it is not there.
    pub(crate) fn copied<'a>(&self, given: Given<'a>) -> Result<Prepared<'a>> {
        let inner = &self.device.inner;
        let count = given.count.unwrap_or(0);
        Ok(match given.content {
            Content::Value(bits) => Prepared { words: vec![bits], memory: None, back: None },
            Content::Device(address) => Prepared { words: vec![address, count], memory: None, back: None },
            Content::Read(bytes) => {
                let memory = inner.memory(bytes.len() as u64)?;
                inner.backend.write(memory.address, bytes)?;
                Prepared { words: vec![memory.address, count], memory: Some(memory), back: None }
            }
            Content::Change(bytes) => {
                let memory = inner.memory(bytes.len() as u64)?;
                inner.backend.write(memory.address, bytes)?;
                Prepared { words: vec![memory.address, count], memory: Some(memory), back: Some(bytes) }
            }
            Content::Elsewhere => return self.wrong("an argument is on another device".into()),
        })
    }

    fn launched(
        &self,
        program: &str,
        carries: bool,
        record: Option<&Record>,
        prepared: &[Prepared<'_>],
    ) -> Result<()> {
        let entry = self.entry(program)?;
        let function = self.function;
        let compiled = self
            .device
            .inner
            .compiled(function, program, self.device.sums, |source| source.add_entry(function, entry.text))?;
        let name = Source::new().name(function, program);
        let mut words = vec![0; 4];
        let mut at = 0;
        let all = prepared.len() != function.parameters.len();
        for p in function.parameters {
            let own = &prepared[at].words;
            at += 1;
            // A number that is changed lies behind its address.
            let take = |words: &[u64]| if p.count.is_some() { words.to_vec() } else { words[..1].to_vec() };
            words.extend(take(own));
            if p.active && all {
                if carries {
                    words.extend(take(&prepared[at].words));
                }
                at += 1;
            }
        }
        let own = match record {
            None if compiled.source.records => Some(Record::new(self)?),
            _ => None,
        };
        let store = record.or(own.as_ref()).map_or(0, |record| record.memory.address);
        Run { inner: &self.device.inner, compiled: &compiled, entry, name, store }.all(words)
    }
}

/// A run of a program.
struct Run<'r> {
    inner: &'r Arc<Inner>,
    compiled: &'r Compiled,
    entry: Entry,
    name: String,
    /// The place of the store for records, or zero.
    store: u64,
}

impl Run<'_> {
    fn all(&self, mut args: Vec<u64>) -> Result<()> {
        let backend = &self.inner.backend;
        let report = self.inner.reporter()?;
        let frame = self.inner.memory(8 * self.entry.words as u64)?;
        backend.zero(frame.address, 8 * self.entry.words as u64)?;
        if self.store > 0 {
            backend.write(frame.address + 8, bytemuck::bytes_of(&self.store))?;
        }
        args[..2].copy_from_slice(&[report.address, frame.address]);
        self.launch("_room", &args, 1, [0; 3])?;
        let room = report.plan(self.compiled)?[1];
        let storage = self.inner.memory(8 * room.min(u64::MAX / 8))?;
        args[2..4].copy_from_slice(&[storage.address, room]);
        for step in 0..self.entry.loops {
            self.launch(&format!("_{}", 2 * step), &args, 1, [0; 3])?;
            let [trips, room, sums] = report.plan(self.compiled)?;
            if trips == 0 {
                continue;
            }
            let threads = self.threads(trips, room, sums)?;
            let arena = self.inner.memory(8 * room * threads)?;
            let partial = if threads > 1 { Some(self.inner.memory(8 * sums * threads)?) } else { None };
            let partial = partial.as_ref().map_or(0, |memory| memory.address);
            let number = 2 * step + 1;
            self.launch(&format!("_{number}"), &args, threads, [arena.address, room, partial])?;
            if sums > 0 && threads > 1 {
                let kernel = self.inner.kernel(self.compiled, &format!("{}_{number}r", self.name))?;
                backend.launch(
                    kernel,
                    sums.min(1 << 16) as u32,
                    BLOCK as u32,
                    &args,
                    [threads, 0, 0, partial],
                )?;
            }
        }
        self.launch(&format!("_{}", 2 * self.entry.loops), &args, 1, [0; 3])?;
        report.plan(self.compiled).map(|_| ())
    }

    /// Returns the number of threads: by the number of iterations, and what each needs.
    fn threads(&self, trips: u64, room: u64, sums: u64) -> Result<u64> {
        if self.inner.backend.kind() == Kind::Host {
            return Ok(1);
        }
        let each = room.saturating_add(sums).saturating_mul(8);
        let fits = BUDGET / each.max(1);
        if fits == 0 && each > 16 * BUDGET {
            let hint = ": one iteration asks for so many, by the lengths of the vectors that it makes".into();
            return Err(Error::Memory { device: self.inner.backend.name(), bytes: each, hint });
        }
        Ok(trips.min(THREADS).min(fits.max(1)))
    }

    fn launch(&self, suffix: &str, args: &[u64], threads: u64, rest: [u64; 3]) -> Result<()> {
        let kernel = self.inner.kernel(self.compiled, &format!("{}{suffix}", self.name))?;
        let [arena, limit, sums] = rest;
        // Few threads are spread over all processors of the device.
        let size = if threads < SPREAD { threads.min(32) } else { BLOCK };
        let (size, blocks) = (size as u32, threads.div_ceil(size) as u32);
        self.inner.backend.launch(kernel, blocks, size, args, [threads, arena, limit, sums])
    }
}
