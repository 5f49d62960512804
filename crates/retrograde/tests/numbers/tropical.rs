//! Tropical numbers: the best path, and which of its edges matter.

use retrograde::{MaxPlus, MinPlus, Real, reversible};
use retrograde_testkit::{Rng, assert_all_close, assert_close, finite_difference};

/// The energy of the ground state of a chain of spins, as a product of tropical matrices: at every site the best of
/// two ways to go on.
#[reversible]
fn ground_state<T: Real>(energy: &mut T, couplings: &[T], fields: &[T]) {
    let mut up = [MaxPlus::one(); 8];
    let mut down = [MaxPlus::one(); 8];
    for i in 0..couplings.len() {
        let j = MaxPlus::from_value(couplings[i]);
        let h = MaxPlus::from_value(fields[i]);
        up[i + 1] *= (up[i] * j + down[i] / j) * h;
        down[i + 1] *= (up[i] / j + down[i] * j) / h;
    }
    let best = up[couplings.len()] + down[couplings.len()];
    *energy += best.value();
}

/// Computes the same by trying all configurations.
fn by_hand(couplings: &[f64], fields: &[f64]) -> f64 {
    let n = couplings.len();
    let energy = |spins: u32| {
        let spin = |i: usize| if spins >> i & 1 == 1 { 1.0 } else { -1.0 };
        (0..n).map(|i| couplings[i] * spin(i) * spin(i + 1) + fields[i] * spin(i + 1)).sum::<f64>()
    };
    (0..1 << (n + 1)).map(energy).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn the_ground_state_and_its_spins() {
    let mut rng = Rng::new(3);
    let (couplings, fields) = (rng.vector(7, -1.0, 1.0), rng.vector(7, -1.0, 1.0));
    let (energy, (couplings_bar, fields_bar)) = ground_state::gradient(&couplings, &fields);
    assert_close!(energy, by_hand(&couplings, &fields));
    let all = [&couplings[..], &fields].concat();
    let differences = finite_difference::gradient(|v| by_hand(&v[..7], &v[7..]), &all);
    assert_all_close!([&couplings_bar[..], &fields_bar].concat(), differences);
    // The derivatives by the fields are the spins themselves.
    assert!(fields_bar.iter().all(|spin| spin.abs() == 1.0));
}

/// State: the distances from a source, each relaxed by the edges that lead to it.
#[reversible]
fn detour<T: Real>(length: &mut MinPlus<T>, a: MinPlus<T>, b: MinPlus<T>) {
    *length *= a + b;
    *length /= a * a;
}

#[test]
fn choices_pull_back_to_what_was_chosen() {
    let (mut length, a, b) = (MinPlus::from(1.0), MinPlus::from(2.0), MinPlus::from(3.0));
    detour(&mut length, a, b);
    assert_eq!(length.value(), -1.0);
    let (mut length_bar, mut a_bar, mut b_bar) = (MinPlus::from(2.0), MinPlus::from(0.0), MinPlus::from(0.0));
    detour::adjoint(&mut length, &mut length_bar, a, &mut a_bar, b, &mut b_bar);
    assert_eq!((length.value, a_bar.value, b_bar.value), (1.0, -2.0, 0.0));
    // Two that tie share.
    let mut b_bar = MinPlus::from(0.0);
    detour::sweep(&mut length, &mut length_bar, a, &mut a_bar, a, &mut b_bar);
    assert_eq!(b_bar.value, 1.0);
}
