//! Ordinary functions, `#[differentiable]`: each is held against differences.

mod aliases;
mod all_or_none;
mod allocation;
mod arguments_made;
mod arms;
mod asked;
mod asked_methods;
mod asked_structures;
mod autodiff;
mod backwards;
mod beside;
mod bounds;
mod by_type;
mod calls;
mod captured_kinds;
mod captures;
mod chains;
mod chains_of_choices;
mod checkpoint;
mod chosen_structures;
mod clamped;
mod closures_of_options;
mod collected;
mod collections;
mod constants;
mod consumed;
mod consumed_pairs;
mod copies;
mod deep_changes;
mod dropped_values;
mod edges;
mod engineers;
mod enums;
mod errors;
mod exits;
mod filled;
mod folds;
mod forms;
mod found_options;
mod found_places;
mod functions;
mod functions_of_arrays;
mod generators;
mod held;
mod idioms;
mod in_order;
mod inactive;
mod joints;
mod judged;
mod keyed;
mod known;
mod labelled;
mod lengths;
mod lent_lists;
mod listed;
mod machines;
mod methods;
mod moved;
mod normal;
mod one_letter;
mod option_copies;
mod optional_parts;
mod optional_values;
mod options;
mod orders;
mod other_names;
mod own_methods_of_items;
mod own_names;
mod own_numbers;
mod owned;
mod parts_that_change;
mod popped;
mod published;
mod raw_names;
mod records;
mod refused;
mod released;
mod rests;
mod rules;
mod rust_operators;
mod searches;
mod shared_traits;
mod slice_patterns;
mod states;
mod strangers;
mod sums;
mod taken;
mod texts;
mod told_integers;
mod traits_of_rust;
mod unordered;
mod values;
mod whole_helpers;
mod wholes;
mod written;

use retrograde_testkit::finite_difference;

/// The cotangents of a function at a point are its derivatives.
#[track_caller]
fn agrees(name: &str, f: impl Fn(&[f64]) -> f64, cotangents: &[f64], at: &[f64]) {
    let expected = finite_difference::gradient(f, at);
    assert_eq!(cotangents.len(), expected.len(), "{name}");
    for (i, (a, b)) in cotangents.iter().zip(&expected).enumerate() {
        assert!((a - b).abs() <= 1e-6 * (1.0 + b.abs()), "{name}: cotangent {i} is {a}, the difference {b}");
    }
}
