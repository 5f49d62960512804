//! Draws the memory-oriented computational graph of a function as SVG text: `graph` defines its elements, `layout`
//! computes coordinates, `svg` writes text. This module does no input or output.

mod graph;
mod layout;
mod statements;
mod steps;
mod svg;
#[cfg(test)]
mod tests;

use retrograde_compiler::Stages;
use retrograde_compiler::ir::step::Procedure;

/// Draws a function as written.
pub(crate) fn function(stages: &Stages) -> String {
    svg::write(&layout::layout(&statements::graph(stages)))
}

/// Draws one of its programs.
pub(crate) fn program(stages: &Stages, procedure: &Procedure, name: &str) -> String {
    svg::write(&layout::layout(&steps::graph(stages, procedure, name)))
}
