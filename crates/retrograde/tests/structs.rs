//! Structures as state and inputs of reversible functions.

#[path = "structs/shadows.rs"]
mod shadows;
