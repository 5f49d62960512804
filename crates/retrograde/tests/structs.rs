//! Structures as state and inputs of reversible functions.

#[path = "structs/calls.rs"]
mod calls;
#[path = "structs/fields.rs"]
mod fields;
#[path = "structs/harness.rs"]
mod harness;
#[path = "structs/shadows.rs"]
mod shadows;
