//! The Jacobians of many instances of a function, one thread for each instance.
//!
//! The kernel is made here, of the function's parameters and its sweep: each thread gathers the arguments of its instance, runs the
//! sweep once for each output, and threads side by side store their rows together.

use crate::argument::{Argument, Arguments, Content, Given};
use crate::backend::Kind;
use crate::device::{Device, Sums};
use crate::error::{Error, Result};
use crate::program::{BLOCK, OnDevice, Prepared};
use crate::record::Record;
use crate::source::{ROW, Source};
use retrograde::kernels::Parameter;
use std::fmt::Write;

/// The most numbers in the rows of an instance for which the threads of a block have room, to store them side by side.
const WIDEST: u64 = 48;

/// Rows of an array, chosen for each instance by a number: `at(&cameras, &camera_of)`.
#[derive(Clone, Copy, Debug)]
pub struct RowsOf<V, I> {
    values: V,
    numbers: I,
}

/// Gives each instance of a batch the row of `values` with its number in `numbers` (`u32`).
pub fn at<V, I>(values: V, numbers: I) -> RowsOf<V, I> {
    RowsOf { values, numbers }
}

impl<'a, V: Argument<'a>, I: Argument<'a>> Argument<'a> for RowsOf<V, I> {
    fn given(self, device: &Device) -> Given<'a> {
        let rows = Some(Box::new(self.numbers.given(device)));
        Given { rows, ..self.values.given(device) }
    }
}

/// One parameter of a batch.
pub struct Rows<'a> {
    p: &'static Parameter,
    values: Prepared<'a>,
    numbers: Option<Prepared<'a>>,
    block: Option<Prepared<'a>>,
    /// True if all instances have one value.
    is_one: bool,
}

impl std::fmt::Debug for Rows<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Rows({})", self.p.name)
    }
}

fn width(p: &Parameter) -> u64 {
    p.count.unwrap_or(1)
}

impl OnDevice<'_> {
    /// Runs the function for many instances, and sets the Jacobian of each: behind each argument with a cotangent that is no output
    /// stands its block, which has for each instance and each number of the argument the derivatives of all outputs.
    ///
    /// An argument is an array with a row for each instance, [`at`]`(&rows, &numbers)`, or one value for all. Outputs are the arguments
    /// that the function changes.
    ///
    /// # Errors
    ///
    /// [`Error::Argument`] if an argument does not fit, [`Error::Failed`] if a number of a row is outside of its array.
    pub fn batch_jacobian<'a>(&self, args: impl Arguments<'a>) -> Result<()> {
        let function = self.function;
        if function.returns {
            let hint = ": it returns a number; add that to a `&mut` argument of a function around it";
            return Err(Error::Program {
                function: function.name.into(),
                program: "batch_jacobian".into(),
                hint,
            });
        }
        if let Some(p) = function.parameters.iter().find(|p| p.count == Some(0)) {
            return self.wrong(format!("`{}` has no fixed length, as the rows of a batch have", p.name));
        }
        let outputs: u64 = function.parameters.iter().filter(|p| p.changes && p.active).map(width).sum();
        let (mut rows, n) = self.rows(args.all(self.device), outputs)?;
        let gathered: String = rows
            .iter()
            .map(|row| {
                if row.numbers.is_some() {
                    'g'
                } else if row.is_one {
                    'o'
                } else {
                    'r'
                }
            })
            .collect();
        let inner = &self.device.inner;
        let program = format!("batch_jacobian_{gathered}");
        // No instance adds to what another one reaches.
        let compiled = inner.compiled(function, &program, Sums::Atomic, |source| {
            // The name of the root has the number zero.
            let name = source.name(function, &program);
            source.add(function, "sweep")?;
            let text = text(source, function.parameters, &rows, outputs, &name, self)?;
            source.text.push_str(&text);
            Ok(())
        })?;
        let name = Source::new().name(function, &program);
        let report = inner.reporter()?;
        // A batch has no frame; the kernel that counts the storage reads a zero in its place. Who records has the place of the store there.
        let record = if compiled.source.records { Some(Record::new(self)?) } else { None };
        let frame = match &record {
            Some(record) => {
                let frame = inner.memory(16)?;
                inner.backend.write(frame.address, bytemuck::cast_slice(&[0, record.memory.address]))?;
                Some(frame)
            }
            None => None,
        };
        let place = frame.as_ref().map_or(report.address, |frame| frame.address);
        let mut args = vec![report.address, place, 0, 0, n];
        for row in &rows {
            args.extend([row.values.words[0], row.values.words.get(1).copied().unwrap_or(0)]);
            args.push(row.numbers.as_ref().map_or(0, |numbers| numbers.words[0]));
            args.push(row.block.as_ref().map_or(0, |block| block.words[0]));
        }
        let room = match compiled.room.get() {
            Some(room) => *room,
            None => {
                let kernel = inner.kernel(&compiled, &format!("{name}_room"))?;
                inner.backend.launch(kernel, 1, 1, &args, [1, 0, 0, 0])?;
                let [_, room, _] = report.plan(&compiled)?;
                // Every length in a batch is written.
                *compiled.room.get_or_init(|| room)
            }
        };
        let threads = match inner.backend.kind() {
            Kind::Host => 1,
            Kind::Cuda | Kind::OpenCl => n.next_multiple_of(BLOCK).min(1 << 20),
        };
        let arena = inner.memory(8 * room * threads)?;
        if n > 0 {
            let kernel = inner.kernel(&compiled, &name)?;
            let (blocks, words) = (threads.div_ceil(BLOCK), [threads, arena.address, room, 0]);
            inner.backend.launch(kernel, blocks as u32, threads.min(BLOCK) as u32, &args, words)?;
        }
        report.plan(&compiled)?;
        for prepared in rows.iter_mut().flat_map(|row| [Some(&mut row.values), row.block.as_mut()]).flatten()
        {
            if let (Some(memory), Some(back)) = (&prepared.memory, &mut prepared.back) {
                inner.backend.read(memory.address, back)?;
            }
        }
        Ok(())
    }

    /// Checks the arguments of a batch, and returns them with the number of instances.
    fn rows<'a>(&self, given: Vec<Given<'a>>, outputs: u64) -> Result<(Vec<Rows<'a>>, u64)> {
        let parameters = self.function.parameters;
        let blocks = parameters.iter().filter(|p| p.active && !p.changes).count();
        if given.len() != parameters.len() + blocks {
            let names = parameters.iter().flat_map(|p| {
                let block = (p.active && !p.changes).then(|| format!("{}_bar", p.name));
                [Some(p.name.to_string()), block].into_iter().flatten()
            });
            let names: Vec<String> = names.collect();
            return self.wrong(format!(
                "{} arguments were given, and a batch takes {}: {}",
                given.len(),
                names.len(),
                names.join(", ")
            ));
        }
        let (mut all, mut n, mut given) = (Vec::new(), None, given.into_iter());
        for p in parameters {
            let Some(mut values) = given.next() else { break };
            let leaf = if p.leaf == "real" { self.function.real } else { p.leaf };
            if values.tag != leaf {
                return self.wrong(format!(
                    "`{}` has numbers of type `{leaf}`, and `{}` was given",
                    p.name, values.tag
                ));
            }
            if p.changes && (!values.changes || values.rows.is_some()) {
                return self
                    .wrong(format!("`{}` is changed: pass `&mut` with a row for each instance", p.name));
            }
            let numbers = values.rows.take();
            if let Some(numbers) = numbers.as_ref().filter(|numbers| numbers.tag != "u32") {
                return self.wrong(format!(
                    "the rows of `{}` are numbered by `u32`, and `{}` was given",
                    p.name, numbers.tag
                ));
            }
            let is_one = values.count.is_none();
            let rows = values.count.unwrap_or(width(p));
            if rows % width(p) != 0 {
                return self.wrong(format!(
                    "`{}` has rows of {} numbers, and {rows} numbers were given",
                    p.name,
                    width(p)
                ));
            }
            let instances =
                numbers.as_ref().map_or(Some(rows / width(p)).filter(|_| !is_one), |numbers| numbers.count);
            match (n, instances) {
                (Some(n), Some(m)) if n != m => {
                    return self.wrong(format!(
                        "`{}` is for {m} instances, and an argument before it for {n}",
                        p.name
                    ));
                }
                (None, Some(m)) => n = Some(m),
                _ => {}
            }
            let block = match p.active && !p.changes {
                true => given.next(),
                false => None,
            };
            if let (Some(block), Some(n)) = (&block, n) {
                let wanted = n * width(p) * outputs;
                if block.tag != self.function.real || !block.changes || block.count != Some(wanted) {
                    let reason = format!(
                        "`{}_bar` is no `&mut` array of {wanted} numbers: {n} instances, {} numbers, {outputs} outputs",
                        p.name,
                        width(p)
                    );
                    return self.wrong(reason);
                }
            }
            let numbers = numbers.map(|numbers| self.copied(*numbers)).transpose()?;
            let block = block.map(|block| self.block(block)).transpose()?;
            all.push(Rows { p, values: self.copied(values)?, numbers, block, is_one });
        }
        match n {
            Some(n) => Ok((all, n)),
            None => self.wrong("no argument has a row for each instance".into()),
        }
    }

    /// A block that is only set: nothing is copied to the device.
    fn block<'a>(&self, given: Given<'a>) -> Result<Prepared<'a>> {
        match given.content {
            Content::Change(bytes) => {
                let memory = self.device.inner.memory(bytes.len() as u64)?;
                Ok(Prepared { words: vec![memory.address], memory: Some(memory), back: Some(bytes) })
            }
            _ => self.copied(given),
        }
    }
}

/// Prints the kernels.
fn text(
    source: &mut Source,
    parameters: &[Parameter],
    rows: &[Rows<'_>],
    outputs: u64,
    name: &str,
    on: &OnDevice<'_>,
) -> Result<String> {
    let sweep = source.name(on.function, "sweep");
    let mut out = String::new();
    let put = &mut out;
    let empty = |p: &Parameter| match p.count {
        Some(n) => format!("rg_view_{}(0, {n}, 1)", p.leaf),
        None if p.changes => format!("(P_{})0", p.leaf),
        None => format!("({})0", p.leaf),
    };
    let counted = parameters.iter().map(|p| {
        let shadow =
            if p.count.is_some() { format!("rg_view_real(0, {}, 1)", width(p)) } else { "(P_real)0".into() };
        format!(", {}, {shadow}", empty(p))
    });
    let counted: String = counted.collect();
    // The arguments of an instance, and for each output their cotangents and the state.
    let cells: u64 = parameters.iter().map(|p| 3 * width(p)).sum();
    let _ = writeln!(
        put,
        "RG_KERNEL({name}_room) {{\n    RG_ALONE\n    P[1] = {sweep}_room(c{counted}) + RG_LOCAL({cells});\n}}"
    );
    let blocks = || rows.iter().enumerate().filter(|(_, row)| row.block.is_some());
    let mut room = 0;
    let places: Vec<Option<u64>> = rows
        .iter()
        .map(|row| {
            let w = row.block.as_ref().map(|_| width(row.p) * outputs)?;
            (room + w <= WIDEST).then(|| {
                room += w;
                room - w
            })
        })
        .collect();
    let _ = writeln!(put, "RG_KERNEL({name}) {{\n    RG_INSTANCES\n    const u64 n = A[4];");
    if room > 0 {
        let _ = writeln!(put, "    RG_TILE({room})");
    }
    for (at, Rows { p, .. }) in rows.iter().enumerate() {
        let (leaf, word) = (p.leaf, 5 + 4 * at);
        let _ =
            writeln!(put, "    const P_{leaf} v{at} = (P_{leaf})A[{word}]; const u64 n{at} = A[{word} + 1];");
        let _ = writeln!(
            put,
            "    const P_u32 i{at} = (P_u32)A[{word} + 2]; const P_real d{at} = (P_real)A[{word} + 3];"
        );
    }
    let _ =
        writeln!(put, "    for (u64 base = RG_BLOCK * RG_LANES; base < n; base += RG_BLOCKS * RG_LANES) {{");
    let _ = writeln!(put, "        const u64 k = base + RG_LANE;");
    if room > 0 {
        let _ = writeln!(put, "        RG_ROWS");
    }
    let _ = writeln!(put, "        if (k < n) {{\n            RG_MARK");
    for (at, Rows { p, numbers, is_one, .. }) in rows.iter().enumerate() {
        let (leaf, w) = (p.leaf, width(p));
        if *is_one {
            let _ = writeln!(
                put,
                "            RG_ARRAY({leaf}, a{at}, 1) *a{at}.p = *(P_{leaf})(A + {});",
                5 + 4 * at
            );
            continue;
        }
        let _ = match numbers {
            Some(_) => writeln!(put, "            RG_SOON(i{at} + (k + RG_AHEAD))"),
            None => writeln!(put, "            RG_SOON(v{at} + (k + RG_AHEAD) * {w})"),
        };
        let row = match numbers {
            Some(_) => format!("rg_index(c, i{at}[k], n{at} / {w}, {ROW}ull)"),
            None => "k".into(),
        };
        let load = if p.changes { "" } else { "RG_LOAD" };
        let _ = writeln!(
            put,
            "            RG_ARRAY({leaf}, a{at}, {w}) {{ const u64 r = {row}; for (int e = 0; e < {w}; ++e) a{at}.p[e * a{at}.s] = {load}(v{at}[r * {w} + e]); }}"
        );
    }
    let mut number = 0;
    for (output, of) in rows.iter().enumerate().filter(|(_, row)| row.p.changes && row.p.active) {
        for element in 0..width(of.p) {
            let _ = writeln!(put, "            {{\n                RG_MARK");
            let mut given = String::new();
            for (at, Rows { p, .. }) in rows.iter().enumerate() {
                let (leaf, w) = (p.leaf, width(p));
                let _ =
                    writeln!(put, "                RG_ARRAY(real, b{at}, {w}) rg_fill_real(b{at}, R(0.0));");
                let own = if p.changes {
                    let _ = writeln!(
                        put,
                        "                RG_ARRAY({leaf}, o{at}, {w}) rg_copy_{leaf}(o{at}, a{at});"
                    );
                    format!("o{at}")
                } else {
                    format!("a{at}")
                };
                let shadow = format!("b{at}{}", if p.count.is_some() { "" } else { ".p" });
                let own = match (p.count, p.changes) {
                    (None, false) => format!("*{own}.p"),
                    (None, true) => format!("{own}.p"),
                    (Some(_), _) => own,
                };
                let _ = write!(given, ", {own}, {shadow}");
            }
            let _ = writeln!(put, "                b{output}.p[{element} * b{output}.s] = R(1.0);");
            let _ = writeln!(put, "                {sweep}(c{given});");
            for (at, row) in blocks() {
                let w = width(row.p);
                let put_in = match places[at] {
                    Some(place) => format!("RG_PUT(d{at}, {}, {place}", w * outputs),
                    None => format!("RG_PUT_OWN(d{at}, {}", w * outputs),
                };
                let _ = writeln!(
                    put,
                    "                for (int e = 0; e < {w}; ++e) {put_in}, e * {outputs} + {number}, b{at}.p[e * b{at}.s]);"
                );
            }
            number += 1;
            if number == outputs {
                for (at, Rows { p, .. }) in rows.iter().enumerate().filter(|(_, row)| row.p.changes) {
                    let w = width(p);
                    let _ = writeln!(
                        put,
                        "                for (int e = 0; e < {w}; ++e) v{at}[k * {w} + e] = o{at}.p[e * o{at}.s];"
                    );
                }
            }
            let _ = writeln!(put, "                RG_RELEASE\n            }}");
        }
    }
    let _ = writeln!(put, "            RG_RELEASE\n        }}");
    for (at, row) in blocks() {
        let w = width(row.p) * outputs;
        if let Some(place) = places[at] {
            let _ = writeln!(put, "        RG_STORE(d{at}, {w}, {place})");
        }
    }
    let stored = if room > 0 { "    RG_STORED\n" } else { "" };
    let _ = writeln!(put, "    }}\n{stored}}}");
    Ok(out)
}
