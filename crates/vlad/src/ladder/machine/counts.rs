//! [`Counts`]: the cost of a run, other than time.

/// The operations of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Instructions of the machine.
    pub steps: u64,
    /// Applications of primitives of the rule table.
    pub arithmetic: u64,
    /// The number of calls of each backpropagator, in the order in which they were made. In stages without
    /// backpropagators: how often the contributions of each row were passed on.
    pub calls: Vec<u32>,
    /// Work on the collector: cells visited to make its zero, to move cotangents to their elements and to add them.
    pub collector: u64,
    /// Nodes of maps visited.
    pub map: u64,
    /// Elements of arrays read, written or filled.
    pub array: u64,
}

impl Counts {
    /// Returns the calls of all backpropagators together.
    pub fn total_calls(&self) -> u64 {
        self.calls.iter().map(|c| u64::from(*c)).sum()
    }

    /// Returns the calls of the backpropagator that was called most.
    pub fn most_calls(&self) -> u32 {
        self.calls.iter().copied().max().unwrap_or(0)
    }

    /// Returns the cost of the run: each instruction, visited cell or node, and touched element counts one.
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

/// Limits at which a run ends with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The greatest [cost](Counts::cost).
    pub cost: u64,
    /// The greatest depth of calls.
    pub depth: usize,
}

impl Default for Limits {
    /// A cost of 10⁹ and a depth of 10⁷.
    fn default() -> Self {
        Limits { cost: 1_000_000_000, depth: 10_000_000 }
    }
}
