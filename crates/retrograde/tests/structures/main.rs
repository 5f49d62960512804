//! Structures, tuples, methods and traits: as state, as inputs, as locals, as what is returned.

// Items are public where a program of a user has them so.
#![allow(missing_docs, unreachable_pub)]
// `inside` uses every name that Rust allows; these lints are those of a whole crate.
#![allow(uncommon_codepoints, confusable_idents, mixed_script_confusables)]

mod aliases;
mod beside;
mod calls;
mod copied;
mod decided;
mod fields;
mod fields_returned;
mod found;
mod harness;
mod held;
mod imported_variants;
mod in_place;
mod inside;
mod instructions;
mod integers_alone;
mod known;
mod lent_matrices;
mod lent_parts;
mod locals;
mod maps_of;
mod matrices;
mod methods;
mod methods_declared;
mod named;
mod namesakes;
mod operators;
mod operators_chosen;
mod operators_found;
mod operators_mixed;
mod operators_named;
mod operators_within;
mod parts;
mod plain_enums;
mod plain_parts;
mod plain_values;
mod returned;
mod second;
mod shadows;
mod split;
mod tuples;
