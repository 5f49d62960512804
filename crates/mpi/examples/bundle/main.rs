//! Bundle adjustment whose points and observations are spread over ranks.
//!
//! `mpirun -n 2 cargo run --release -p retrograde-mpi --features mpi --example bundle [FILE]`, where FILE is a problem of the collection "Bundle Adjustment
//! in the Large", unpacked; a scene is made up without it.

mod descent;
mod scene;

use scene::Scene;
use std::time::Instant;

fn main() {
    retrograde_mpi::launch(|ranks| {
        // Every rank reads the whole and takes its part; where that does not fit, one rank reads, and scatters.
        let scene = match std::env::args().nth(1) {
            Some(path) => match std::fs::read_to_string(&path)
                .map_err(|e| e.to_string())
                .and_then(|text| Scene::read(&text))
            {
                Ok(scene) => scene,
                Err(why) => panic!("{path}: {why}"),
            },
            None => Scene::ring(20, 20_000),
        };
        let mut part = scene.part(ranks.share(scene.points.len()));
        let start = Instant::now();
        let costs = descent::descend(&mut part, 15, ranks);
        let seconds = start.elapsed().as_secs_f64();
        if ranks.rank() == 0 {
            let (cameras, points, seen) = (scene.cameras.len(), scene.points.len(), scene.seen.len());
            println!("{} ranks, {cameras} cameras, {points} points, {seen} observations", ranks.size());
            for (step, cost) in costs.iter().enumerate() {
                println!("{step:3} {cost:20.9e}");
            }
            println!("{seconds:.2} s");
        }
    });
}
