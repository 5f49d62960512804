//! The laws that are decided on the program, after lowering.

use crate::ir::*;
use crate::law::Diagnostics;

/// Checks a function.
pub fn check(function: &Function) -> Diagnostics {
    let mut errors = Diagnostics::default();
    crate::schedule::check_leads(&function.body, &function.vars, &mut errors);
    errors
}
