//! The bits of values and gradients do not depend on the build: the same text in this debug build and as a release has it.

#[path = "../../../../released/src/functions.rs"]
mod functions;

#[test]
fn a_release_has_the_same_bits() {
    // In a release this test says nothing.
    if cfg!(debug_assertions) {
        const { assert!(!retrograde_released::CHECKED) };
    }
    let (here, released) = (functions::bits(), retrograde_released::bits());
    assert!(here.len() > 400);
    let differ = here.iter().zip(&released).position(|(one, other)| one != other);
    assert_eq!(differ, None);
    assert_eq!(here.len(), released.len());
}
