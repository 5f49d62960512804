//! The laws of the table of instructions, each over all of them: an entry cannot be added without obeying them.
//!
//! The derivative comes from dual numbers, which are held against differences in `laws.rs`, and the transpose from the adjoint.

use retrograde_numbers::Dual;
use retrograde_rules::{Instruction, Places};
use retrograde_testkit::finite_difference::directional;
use retrograde_testkit::{Rng, assert_all_close, assert_close};

/// How many points each law is tried at.
const POINTS: usize = 200;

/// Calls `law` with every instruction on reals, a state (what it changes, then what it reads) and a vector like it.
fn at_random_states(mut law: impl FnMut(Instruction, &[f64], &[f64])) {
    for (i, &instruction) in Instruction::ALL.iter().enumerate() {
        let (places, read) = instruction.names();
        let mut rng = Rng::new(i as u64);
        for _ in 0..POINTS {
            let mut vector =
                || (0..places.len() + read.len()).map(|_| rng.uniform(-3.0, 3.0)).collect::<Vec<_>>();
            let (x, v) = (vector(), vector());
            law(instruction, &x, &v);
        }
    }
}

fn applied(instruction: Instruction, x: &[f64]) -> Vec<f64> {
    let mut x = x.to_vec();
    instruction.apply(&mut x);
    x
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[test]
fn the_inverse_undoes() {
    at_random_states(|instruction, x, _| {
        let after = applied(instruction, x);
        assert_all_close!(applied(instruction.inverse(), &after), x, 1e-14, "{instruction} at {x:?}");
        let exact = matches!(instruction.places(), Places::Anything | Places::Signed | Places::Complex);
        assert!(!exact || applied(instruction.inverse(), &after) == x, "{instruction} at {x:?}");
    });
}

#[test]
fn the_adjoint_is_the_transpose_of_the_derivative() {
    at_random_states(|instruction, x, v| {
        if instruction.places() == Places::Integer {
            return;
        }
        let changed = instruction.names().0.len();
        let mut duals: Vec<Dual<f64>> = x.iter().zip(v).map(|(&x, &v)| Dual::new(x, v)).collect();
        instruction.apply(&mut duals);
        let tangents: Vec<f64> = duals.iter().map(|dual| dual.tangent).collect();
        let after: Vec<f64> = duals.iter().map(|dual| dual.value).collect();
        // Seeds for all places; what is read starts with a cotangent that must stay in the sum.
        let seeds: Vec<f64> = (0..x.len()).map(|i| 1.5 - 0.7 * i as f64).collect();
        let mut bars = seeds.clone();
        instruction.pull(&after, &mut bars);
        let forwards = dot(&tangents[..changed], &seeds[..changed]) + dot(&v[changed..], &seeds[changed..]);
        assert_close!(dot(v, &bars), forwards, 1e-12, "{instruction} at {x:?}");
        // Beside it, differences of the seeded state after it.
        let seeded = |x: &[f64]| dot(&applied(instruction, x)[..changed], &seeds[..changed]);
        let expected = directional(seeded, x, v) + dot(&v[changed..], &seeds[changed..]);
        assert_close!(dot(v, &bars), expected, 1e-8, "{instruction} at {x:?}");
        // Two rows at once are the two rows one by one.
        let mut rows: Vec<[f64; 2]> = seeds.iter().zip(v).map(|(&seed, &v)| [seed, v]).collect();
        let mut other = v.to_vec();
        instruction.pull(&after, &mut rows);
        instruction.pull(&after, &mut other);
        assert!(
            rows.iter().zip(bars.iter().zip(&other)).all(|(row, (a, b))| *row == [*a, *b]),
            "{instruction}"
        );
    });
}

#[test]
fn integers_are_changed_and_changed_back() {
    for &instruction in Instruction::ALL {
        let takes = matches!(instruction.places(), Places::Signed | Places::Integer);
        let mut n = [5_i64];
        assert_eq!(instruction.count(&mut n), takes, "{instruction}");
        assert_eq!(n != [5], takes, "{instruction}");
        instruction.inverse().count(&mut n);
        assert_eq!(n, [5], "{instruction}");
    }
}
