//! Statements, expressions, calls, loops, checks: what a program may say, held to its laws.

// Items are public where a program of a user has them so.
#![allow(missing_docs, unreachable_pub)]

mod adversarial;
mod ahead;
mod arrays;
mod assertions;
mod callees;
mod calls;
mod check;
mod checks;
mod chosen;
mod decided;
mod declared;
mod free;
mod functions;
mod halves;
mod host;
mod iteration;
mod keep;
mod maps;
mod nested;
mod operator;
mod ordinary;
mod patterns;
mod recursion;
mod seeded;
mod stack;
mod steady;
mod store;
mod strided;
mod values;
mod views;
