//! The items of a file besides its reversible functions: plain functions and constants, by name.

use super::declared::Kept;
use retrograde_compiler::sorted::Map;
use syn::visit::Visit;

/// Plain functions and constants that ordinary Rust may name.
#[derive(Clone, Debug, Default)]
pub struct Items {
    pub(super) functions: Map<String, syn::ItemFn>,
    pub(super) constants: Map<String, (syn::Type, syn::Expr)>,
    /// Instructions and primitives.
    pub(super) declared: Map<String, Kept>,
    /// Constants that are imported with `use`, with their paths.
    pub(super) imports: Map<String, Vec<String>>,
}

impl Items {
    /// Returns the items of a file, in all modules, except functions with attributes of the library.
    pub fn of(file: &syn::File) -> Items {
        let mut items = Items::default();
        items.visit_file(file);
        items
    }

    /// Adds those of other items whose names are new.
    pub fn and(mut self, others: Items) -> Items {
        for (name, function) in others.functions {
            self.functions.entry(name).or_insert(function);
        }
        for (name, declared) in others.declared {
            self.declared.entry(name).or_insert(declared);
        }
        for (name, constant) in others.constants {
            self.constants.entry(name).or_insert(constant);
        }
        for (name, path) in others.imports {
            self.imports.entry(name).or_insert(path);
        }
        self
    }

    fn import(&mut self, tree: &syn::UseTree, path: &mut Vec<String>) {
        let mut known = |name: &syn::Ident, of: &syn::Ident| {
            let path = path.iter().cloned().chain([of.to_string()]).collect();
            self.imports.entry(name.to_string()).or_insert(path);
        };
        match tree {
            syn::UseTree::Path(inner) => {
                path.push(inner.ident.to_string());
                self.import(&inner.tree, path);
                path.pop();
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.import(item, path)),
            syn::UseTree::Name(name) => known(&name.ident, &name.ident),
            syn::UseTree::Rename(renamed) => known(&renamed.rename, &renamed.ident),
            syn::UseTree::Glob(_) => {}
        }
    }
}

impl<'ast> Visit<'ast> for Items {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        let is_marked = |attr: &syn::Attribute| {
            let name = attr.path().segments.last().map(|last| last.ident.to_string());
            name.is_some_and(|name| {
                ["reversible", "instruction", "primitive", "test"].contains(&name.as_str())
            })
        };
        if !function.attrs.iter().any(is_marked) {
            let name = function.sig.ident.to_string();
            self.functions.entry(name).or_insert_with(|| function.clone());
        }
        if let Some(kept) = function.attrs.iter().find_map(|attr| Kept::of(attr, function)) {
            self.declared.entry(function.sig.ident.to_string()).or_insert(kept);
        }
        syn::visit::visit_item_fn(self, function);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        let value = ((*item.ty).clone(), (*item.expr).clone());
        self.constants.entry(item.ident.to_string()).or_insert(value);
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        let value = ((*item.ty).clone(), (*item.expr).clone());
        self.constants.entry(item.ident.to_string()).or_insert(value);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.import(&item.tree, &mut Vec::new());
    }
}
