//! The contents of `retrograde::library`, as far as functions call it without its path, for the stepper.
//!
//! Law: values and cotangents are those of the library, since its text is read here.

use retrograde_compiler::Stages;
use retrograde_inspect::interpret::Items;

use super::find::functions;

/// Returns the reversible functions of the library by name, and the plain ones that they call.
pub(super) fn library() -> (Vec<(String, Stages)>, Items) {
    let Ok(file) = syn::parse_file(retrograde::__private::LIBRARY) else {
        return (Vec::new(), Items::default());
    };
    let marked = functions(&file).into_iter().filter(|found| found.is_marked);
    let compiled = marked.filter_map(|found| Some((found.called(), found.stages().ok()?)));
    (compiled.collect(), Items::of(&file))
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_of_it_compiles() {
        let names: Vec<String> = super::library().0.into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["sum", "dot", "norm", "logsumexp", "largest", "smallest"]);
    }
}
