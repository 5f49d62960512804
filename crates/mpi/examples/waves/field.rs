//! The wave equation `∂²u/∂t² = c² Δu` on a grid whose rows are shared among ranks.

use retrograde::reversible;
use retrograde_mpi::{Ranks, add_halo};

/// Moves the field by some steps: `v` is its rate of change, `c2` the squared speed in units of the grid. Outside the grid the field is zero.
///
/// Each rank has some rows of `columns` numbers. It runs backwards without a record, since a leapfrog step undoes itself.
#[reversible]
pub(crate) fn travel(
    u: &mut [f64],
    v: &mut [f64],
    c2: &[f64],
    columns: usize,
    #[inactive] dt: f64,
    steps: usize,
    #[inactive] ranks: &Ranks,
) {
    for _ in 0..steps {
        kick(v, u, c2, columns, dt, ranks);
        for i in 0..u.len() {
            u[i] += dt * v[i];
        }
    }
}

/// Adds to the rates what the field does to them in a step. The rows beside those of a rank come from its neighbours.
#[reversible]
pub(crate) fn kick(
    v: &mut [f64],
    u: &[f64],
    c2: &[f64],
    columns: usize,
    #[inactive] dt: f64,
    #[inactive] ranks: &Ranks,
) {
    let rows = u.len() / columns;
    let mut beside = vec![0.0; 2 * columns];
    add_halo(&mut beside, u, ranks);
    for i in 0..rows {
        for j in 0..columns {
            let at = i * columns + j;
            let mut around = -4.0 * u[at];
            if i > 0 {
                around += u[at - columns];
            } else {
                around += beside[j];
            }
            if i + 1 < rows {
                around += u[at + columns];
            } else {
                around += beside[columns + j];
            }
            if j > 0 {
                around += u[at - 1];
            }
            if j + 1 < columns {
                around += u[at + 1];
            }
            v[at] += dt * c2[at] * around;
        }
    }
}

/// Adds the energy that the field of a rank has in some rectangle of the grid, by rows and columns.
#[reversible]
pub(crate) fn heard(sum: &mut f64, u: &[f64], columns: usize, first_row: usize, at: [usize; 4]) {
    for i in 0..u.len() / columns {
        for j in at[2]..at[3] {
            if first_row + i >= at[0] && first_row + i < at[1] {
                *sum += u[i * columns + j].powi(2);
            }
        }
    }
}

/// The grid: how many rows and columns, how many steps of which length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) steps: usize,
    pub(crate) dt: f64,
}

/// Returns what is heard of a pulse, and the gradient with respect to the squared speed in the rows of this rank.
pub(crate) fn gradient(grid: Grid, ranks: &Ranks) -> (f64, Vec<f64>) {
    let Grid { rows, columns, steps, dt } = grid;
    let share = ranks.share(rows);
    let place = |at: usize| {
        ((share.start + at / columns) as f64 / rows as f64, (at % columns) as f64 / columns as f64)
    };
    let n = share.len() * columns;
    let mut u: Vec<f64> = (0..n)
        .map(|at| {
            let (y, x) = place(at);
            (-200.0 * ((y - 0.3).powi(2) + (x - 0.4).powi(2))).exp()
        })
        .collect();
    let mut v = vec![0.0; n];
    let c2: Vec<f64> =
        (0..n).map(|at| 1.0 + 0.3 * (9.0 * place(at).0).sin() * (7.0 * place(at).1).cos()).collect();
    let receivers = [rows * 2 / 3, rows * 2 / 3 + 2, columns / 8, columns - columns / 8];

    travel(&mut u, &mut v, &c2, columns, dt, steps, ranks);
    let (mut sum, mut u_bar) = (0.0, vec![0.0; n]);
    heard::sweep(&mut sum, &mut 1.0, &u, &mut u_bar, columns, share.start, receivers);
    let (mut v_bar, mut c2_bar) = (vec![0.0; n], vec![0.0; n]);
    travel::adjoint(&mut u, &mut u_bar, &mut v, &mut v_bar, &c2, &mut c2_bar, columns, dt, steps, ranks);
    (retrograde_mpi::all_reduce(&[sum], ranks)[0], c2_bar)
}
