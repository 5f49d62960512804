//! The ranks that `mpirun` has started, through the system's library.

use super::Transport;
use mpi::collective::SystemOperation;
use mpi::point_to_point::Status;
use mpi::request;
use mpi::topology::SimpleCommunicator;
use mpi::traits::*;

/// The communicator of all ranks.
pub(crate) struct System(SimpleCommunicator);

impl System {
    pub(crate) fn new(world: SimpleCommunicator) -> Self {
        System(world)
    }

    fn is(&self, root: usize) -> bool {
        self.rank() == root
    }

    fn process(&self, rank: usize) -> mpi::topology::Process<'_> {
        self.0.process_at_rank(rank as i32)
    }
}

impl Transport for System {
    fn rank(&self) -> usize {
        self.0.rank() as usize
    }

    fn size(&self) -> usize {
        self.0.size() as usize
    }

    fn broadcast(&self, x: &mut [f64], root: usize) {
        self.process(root).broadcast_into(x);
    }

    fn reduce(&self, x: &[f64], y: &mut [f64], root: usize) {
        let process = self.process(root);
        if self.is(root) {
            process.reduce_into_root(x, y, SystemOperation::sum());
        } else {
            process.reduce_into(x, SystemOperation::sum());
        }
    }

    fn all_reduce(&self, x: &[f64], y: &mut [f64]) {
        self.0.all_reduce_into(x, y, SystemOperation::sum());
    }

    fn scatter(&self, x: &[f64], y: &mut [f64], root: usize) {
        let process = self.process(root);
        if self.is(root) {
            process.scatter_into_root(x, y);
        } else {
            process.scatter_into(y);
        }
    }

    fn gather(&self, x: &[f64], y: &mut [f64], root: usize) {
        let process = self.process(root);
        if self.is(root) {
            process.gather_into_root(x, y);
        } else {
            process.gather_into(x);
        }
    }

    fn all_gather(&self, x: &[f64], y: &mut [f64]) {
        self.0.all_gather_into(x, y);
    }

    fn reduce_scatter(&self, x: &[f64], y: &mut [f64]) {
        self.0.reduce_scatter_block_into(x, y, SystemOperation::sum());
    }

    fn exchange(&self, x: &[f64], to: Option<usize>, from: Option<usize>) -> Vec<f64> {
        let receive = || from.map_or_else(Vec::new, |from| self.process(from).receive_vec::<f64>().0);
        let Some(to) = to else { return receive() };
        request::scope(|scope| {
            let sent = self.process(to).immediate_send(scope, x);
            let received = receive();
            let _: Status = sent.wait();
            received
        })
    }

    fn largest(&self, x: &mut [i64]) {
        let own = x.to_vec();
        self.0.all_reduce_into(&own[..], x, SystemOperation::max());
    }

    fn all(&self, x: &[i64]) -> Vec<i64> {
        let mut all = vec![0; x.len() * self.size()];
        self.0.all_gather_into(x, &mut all[..]);
        all
    }

    fn abort(&self) -> ! {
        self.0.abort(101)
    }
}
