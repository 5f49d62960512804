//! Transfers between ranks. Each test starts itself again under `mpirun`, on several ranks.

#[allow(dead_code)]
#[path = "../../examples/bundle/descent.rs"]
mod descent;
mod disagreement;
#[allow(dead_code)]
#[path = "../../examples/waves/field.rs"]
mod field;
mod products;
mod programs;
#[allow(dead_code)]
#[path = "../../examples/bundle/scene.rs"]
mod scene;
mod shared;

use retrograde_mpi::{Ranks, launch};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The variable that tells a process that it is a rank.
const RANK: &str = "RETROGRADE_TEST_RANK";

/// Runs a program on as many ranks as each of `sizes` says, and expects it to end well.
fn on_ranks(sizes: &[usize], program: impl FnOnce(&Ranks)) {
    if std::env::var_os(RANK).is_some() {
        return launch(program);
    }
    for size in sizes {
        let output = started(*size);
        assert!(output.status.success(), "on {size} ranks:\n{}", text(&output));
    }
}

/// Runs a program on some ranks, and returns what it has printed when it failed.
fn failing_on(size: usize, program: impl FnOnce(&Ranks)) -> Option<String> {
    if std::env::var_os(RANK).is_some() {
        launch(program);
        return None;
    }
    let output = started(size);
    assert!(!output.status.success(), "the program ended well:\n{}", text(&output));
    Some(text(&output))
}

/// Starts this test on some ranks, for at most two minutes. One test at a time: Open MPI's directories of one user collide.
fn started(size: usize) -> Output {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let thread = std::thread::current();
    let name = thread.name().expect("the name of a test");
    let mut child = Command::new("mpirun")
        .args(["-n", &size.to_string()])
        .arg(std::env::current_exe().expect("this program"))
        .args(["--exact", name, "--nocapture", "--test-threads", "1"])
        .env(RANK, "1")
        // Open MPI refuses both unless asked: more ranks than cores, and the super-user, who runs tests in containers.
        .env("OMPI_MCA_rmaps_base_oversubscribe", "1")
        .env("OMPI_MCA_mpi_yield_when_idle", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("`mpirun` of the system's MPI");
    let start = Instant::now();
    while child.try_wait().expect("a process").is_none() {
        if start.elapsed() > Duration::from_secs(120) {
            let _ = child.kill();
            panic!("{size} ranks have not ended after two minutes");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.wait_with_output().expect("its output")
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Numbers between -1 and 1 that differ from rank to rank.
fn numbers(n: usize, seed: usize, ranks: &Ranks) -> Vec<f64> {
    (0..n).map(|i| ((i * 7919 + seed * 104_729 + ranks.rank() * 1_299_709) as f64 * 0.618).sin()).collect()
}

/// The sum of a number over all ranks.
fn total(x: f64, ranks: &Ranks) -> f64 {
    retrograde_mpi::all_reduce(&[x], ranks)[0]
}
