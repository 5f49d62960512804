//! The engines of `retrograde bench ba`: residuals and Jacobian of all observations, in the same loop for all
//! engines.

use std::hint::black_box;

use serde_json::json;

use super::{Engine, How, STORING, report, round_robin};
use crate::bundle::{Bundle, Linearisation};
use crate::engine::{Hand, Plain, Residual, Reversible, Sweep, Unattributed};
use crate::failure::Failure;
use crate::memory::ask;

/// The problem and the buffers that the engines share.
struct Shared<'a, const C: usize> {
    bundle: &'a Bundle<C>,
    room: Linearisation<C>,
}

/// Times the engines on `bundle` and prints one line for each.
pub(super) fn bench<const C: usize>(name: &str, bundle: &Bundle<C>, how: &How) -> Result<(), Failure>
where
    Reversible: Sweep<C>,
    Unattributed: Residual<C>,
    Hand: Sweep<C>,
    Plain: Residual<C>,
{
    let (observations, weights) = (bundle.observations.len(), bundle.weights.len());
    ask(
        Linearisation::<C>::bytes(observations, weights),
        &format!("a problem of {observations} observations"),
    )?;
    let mut shared = Shared { bundle, room: Linearisation::new(bundle) };
    let mut engines = [
        Engine::new("retrograde", Some(primal::<Reversible, C>), Some(jacobian::<Reversible, C>)),
        Engine::new("unattributed", Some(primal::<Unattributed, C>), None),
        Engine::new("hand", None, Some(jacobian::<Hand, C>)),
        Engine::new("plain", Some(primal::<Plain, C>), None),
        Engine::new(STORING, None, Some(stored)),
    ];
    round_robin(&mut engines, &mut shared, |_| (), how.reps);
    let size = json!({
        "cameras": bundle.cameras.len(),
        "points": bundle.points.len(),
        "observations": bundle.observations.len(),
        "camera_unknowns": C,
    });
    report(name, &size, "jacobian", &engines, how.json)
}

fn primal<E: Residual<C>, const C: usize>(shared: &mut Shared<'_, C>) {
    let room = &mut shared.room;
    shared.bundle.residuals::<E>(&mut room.residuals, &mut room.weight_errors);
    black_box(room);
}

/// Stores as many numbers as the Jacobian has: no derivative that is stored takes less.
fn stored<const C: usize>(shared: &mut Shared<'_, C>) {
    shared.room.fill(black_box(1.5));
    black_box(&mut shared.room);
}

fn jacobian<E: Sweep<C>, const C: usize>(shared: &mut Shared<'_, C>) {
    shared.bundle.linearise::<E>(&mut shared.room);
    black_box(&mut shared.room);
}
