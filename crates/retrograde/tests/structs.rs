//! Structures as state and inputs of reversible functions.

#[path = "structs/calls.rs"]
mod calls;
#[path = "structs/copied.rs"]
mod copied;
#[path = "structs/fields.rs"]
mod fields;
#[path = "structs/harness.rs"]
mod harness;
#[path = "structs/held.rs"]
mod held;
#[path = "structs/locals.rs"]
mod locals;
#[path = "structs/returned.rs"]
mod returned;
#[path = "structs/shadows.rs"]
mod shadows;
