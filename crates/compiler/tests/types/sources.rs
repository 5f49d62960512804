//! The reversible functions of the repository.

use retrograde_compiler::Stages;
use retrograde_compiler::attributes::methods::{stages_in_impl, stages_in_trait};
use retrograde_compiler::ir::Options;
use std::path::Path;
use syn::visit::Visit;

/// Shows each function that is accepted, with the file that it stands in.
pub(crate) fn each(seen: &mut dyn FnMut(&str, &Stages)) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["crates", "examples", "benches"] {
        files(&root.join(folder), &mut |path, text| {
            let Ok(file) = syn::parse_file(text) else { return };
            let from = path.strip_prefix(&root).unwrap_or(path).display().to_string();
            Functions { from: &from, seen }.visit_file(&file);
        });
    }
}

fn files(folder: &Path, seen: &mut dyn FnMut(&Path, &str)) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                files(&path, seen);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            if let Ok(text) = std::fs::read_to_string(&path) {
                seen(&path, &text);
            }
        }
    }
}

struct Functions<'a> {
    from: &'a str,
    seen: &'a mut dyn FnMut(&str, &Stages),
}

fn is_reversible(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().segments.last().is_some_and(|last| last.ident == "reversible"))
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if is_reversible(&item.attrs) {
            let options = Options::REVERSIBLE;
            if let Ok(stages) = retrograde_compiler::stages_with(item.clone(), options) {
                (self.seen)(self.from, &stages);
            }
        }
        syn::visit::visit_item_fn(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let marked = is_reversible(&item.attrs);
        for stages in
            (0..item.items.len()).filter(|_| marked).filter_map(|at| stages_in_impl(item.clone(), at))
        {
            stages.iter().for_each(|stages| (self.seen)(self.from, stages));
        }
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let marked = is_reversible(&item.attrs);
        for stages in
            (0..item.items.len()).filter(|_| marked).filter_map(|at| stages_in_trait(item.clone(), at))
        {
            stages.iter().for_each(|stages| (self.seen)(self.from, stages));
        }
    }
}
