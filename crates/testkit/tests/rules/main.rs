//! The rule table and dual numbers: laws, conventions, reference values, and the page that is written from the table.

mod conventions;
mod duals;
mod instructions;
mod laws;
mod own;
mod reference;
mod special;
