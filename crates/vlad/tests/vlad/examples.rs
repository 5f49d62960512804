//! The programs of `examples/ladder`, for the tests of the ladder.

use retrograde_vlad::ladder::Function;

/// File and function, with a size at which even D1 ends.
pub(crate) const EXAMPLES: [(&str, &str, usize); 8] = [
    ("small", "small", 3),
    ("doublings", "doublings", 5),
    ("dot", "dot", 20),
    ("horner", "horner", 7),
    ("newton", "newton", 2),
    ("tree", "evaluate", 4),
    ("layers", "network", 3),
    ("quaternion", "rotations", 2),
];

/// A function of one of the files.
pub(crate) fn example(file: &str, name: &str) -> Function {
    let path = format!("{}/examples/ladder/{file}.vlad", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("an example");
    Function::read(&text, name).unwrap_or_else(|e| panic!("{path}: {e}"))
}
