//! The gradient of what is heard of a wave, with respect to the speed at each point of a grid whose rows are shared among ranks.
//!
//! `mpirun -n 2 cargo run --release -p retrograde-mpi --features mpi --example waves`

mod field;

use field::{Grid, gradient};
use std::time::Instant;

fn main() {
    retrograde_mpi::launch(|ranks| {
        let grid = Grid { rows: 512, columns: 512, steps: 600, dt: 0.5 };
        let start = Instant::now();
        let (heard, c2_bar) = gradient(grid, ranks);
        let own: f64 = c2_bar.iter().map(|c| c * c).sum();
        let norm = retrograde_mpi::all_reduce(&[own], ranks)[0].sqrt();
        let seconds = start.elapsed().as_secs_f64();
        if ranks.rank() == 0 {
            let Grid { rows, columns, steps, .. } = grid;
            println!("{} ranks, {rows} by {columns} points, {steps} steps", ranks.size());
            println!("heard {heard:.12}, length of the gradient {norm:.12}, {seconds:.2} s");
        }
    });
}
