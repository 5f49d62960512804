//! [`Counts`]: what a run has cost, apart from time.

/// What was done during a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Instructions of the machine.
    pub steps: u64,
    /// Applications of primitives of the table.
    pub arithmetic: u64,
    /// How often each backpropagator was called, in the order in which they were made. Where there are no backpropagators
    /// any more: how often each row's contributions were passed on.
    pub calls: Vec<u32>,
    /// Work on the collector: cells visited to make its zero, to carry cotangents to their places and to add them.
    pub collector: u64,
    /// Nodes of maps visited.
    pub map: u64,
    /// Elements of arrays read, written or filled.
    pub array: u64,
}

impl Counts {
    /// The calls of all backpropagators together.
    pub fn total_calls(&self) -> u64 {
        self.calls.iter().map(|c| u64::from(*c)).sum()
    }

    /// The calls of the backpropagator that was called most.
    pub fn most_calls(&self) -> u32 {
        self.calls.iter().copied().max().unwrap_or(0)
    }

    /// The cost of the run: each instruction, visited cell or node, and touched element counts one.
    pub fn cost(&self) -> u64 {
        self.steps + self.collector + self.map + self.array
    }

    pub(crate) fn call(&mut self, serial: u32) {
        let index = serial as usize;
        if self.calls.len() <= index {
            self.calls.resize(index + 1, 0);
        }
        self.calls[index] = self.calls[index].saturating_add(1);
    }
}

/// How much a run may do before it ends with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most that it may [cost](Counts::cost).
    pub cost: u64,
    /// The most procedures that may wait for one another.
    pub depth: usize,
}

impl Default for Limits {
    /// Thousand million, and ten million deep.
    fn default() -> Self {
        Limits { cost: 1_000_000_000, depth: 10_000_000 }
    }
}
