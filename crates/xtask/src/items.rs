//! The items of a file that a macro of Retrograde expands: in modules, in functions, among methods, in calls of
//! macros.
//!
//! Takes a parsed file, returns each marked item with its path and its tokens as the macro gets them. Items that
//! `macro_rules!` would produce are not found: they have no types before expansion.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit::Visit;

/// One marked item.
pub(crate) struct Item {
    /// The modules and items around it, and its name.
    pub(crate) path: Vec<String>,
    pub(crate) expansion: Expansion,
    /// The arguments of the attribute.
    pub(crate) attribute: TokenStream,
    /// The item without the attribute; a derive macro gets it whole.
    pub(crate) tokens: TokenStream,
    /// The names of its functions: its own, or those of its methods.
    pub(crate) functions: Vec<String>,
}

/// The macro that expands an item.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Expansion {
    Reversible,
    /// `#[differentiable]` before functions.
    Ordinary,
    Instruction,
    Primitive,
    /// `#[derive(Differentiable)]`
    Derived,
}

impl Item {
    /// True if the macro emits programs.
    pub(crate) fn has_programs(&self) -> bool {
        match self.expansion {
            Expansion::Reversible | Expansion::Ordinary => true,
            Expansion::Instruction | Expansion::Primitive | Expansion::Derived => false,
        }
    }

    /// Returns the output of the macro.
    pub(crate) fn expanded(&self) -> TokenStream {
        let (attribute, tokens) = (self.attribute.clone(), self.tokens.clone());
        match self.expansion {
            Expansion::Reversible => retrograde_compiler::reversible(attribute, tokens),
            Expansion::Instruction => retrograde_compiler::instruction(attribute, tokens),
            Expansion::Primitive => retrograde_compiler::primitive::primitive(attribute, tokens),
            Expansion::Ordinary => retrograde_compiler::differentiable(attribute, tokens),
            Expansion::Derived => retrograde_compiler::derive::differentiable(tokens),
        }
    }
}

/// Returns all marked items of a file, in the order of the text.
pub(crate) fn marked(file: &syn::File) -> Vec<Item> {
    let mut finder = Finder { within: Vec::new(), found: Vec::new() };
    finder.visit_file(file);
    finder.found
}

struct Finder {
    within: Vec<String>,
    found: Vec<Item>,
}

impl Finder {
    /// Records the item if one of its attributes is a macro of Retrograde.
    fn note<I: Clone + ToTokens>(
        &mut self,
        item: &I,
        attributes: fn(&mut I) -> &mut Vec<syn::Attribute>,
        name: &str,
        functions: Vec<String>,
    ) {
        let mut item = item.clone();
        let mark = |attribute: &syn::Attribute| {
            let name = attribute.path().segments.last()?.ident.to_string();
            match name.as_str() {
                "reversible" => Some(Expansion::Reversible),
                "differentiable" if !functions.is_empty() => Some(Expansion::Ordinary),
                "instruction" => Some(Expansion::Instruction),
                "primitive" => Some(Expansion::Primitive),
                "derive" if attribute.to_token_stream().to_string().contains("Differentiable") => {
                    Some(Expansion::Derived)
                }
                _ => None,
            }
        };
        let marks = attributes(&mut item);
        let Some((at, expansion)) = marks.iter().enumerate().find_map(|(at, a)| Some((at, mark(a)?))) else {
            return;
        };
        let mark = marks.remove(at);
        let attribute = match mark.meta {
            syn::Meta::List(list) if expansion != Expansion::Derived => list.tokens,
            syn::Meta::List(_) | syn::Meta::Path(_) | syn::Meta::NameValue(_) => TokenStream::new(),
        };
        let path = self.within.iter().cloned().chain([name.to_string()]).collect();
        let tokens = item.to_token_stream();
        self.found.push(Item { path, expansion, attribute, tokens, functions });
    }

    /// Visits the items inside a named item.
    fn inside(&mut self, name: String, visit: impl FnOnce(&mut Self)) {
        self.within.push(name);
        visit(self);
        self.within.pop();
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        self.inside(module.ident.to_string(), |finder| syn::visit::visit_item_mod(finder, module));
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        let name = function.sig.ident.to_string();
        self.note(function, |f| &mut f.attrs, &name, vec![name.clone()]);
        self.inside(name, |finder| syn::visit::visit_item_fn(finder, function));
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        let of = block.self_ty.to_token_stream().to_string();
        let name = match &block.trait_ {
            Some((_, of_trait, _)) => format!("{} for {of}", of_trait.to_token_stream()),
            None => of,
        };
        let methods = block.items.iter().filter_map(|item| match item {
            syn::ImplItem::Fn(method) => Some(method.sig.ident.to_string()),
            _ => None,
        });
        self.note(block, |b| &mut b.attrs, &name, methods.collect());
        self.inside(name, |finder| syn::visit::visit_item_impl(finder, block));
    }

    fn visit_impl_item_fn(&mut self, method: &'ast syn::ImplItemFn) {
        self.inside(method.sig.ident.to_string(), |finder| syn::visit::visit_impl_item_fn(finder, method));
    }

    fn visit_item_trait(&mut self, block: &'ast syn::ItemTrait) {
        let name = block.ident.to_string();
        let methods = block.items.iter().filter_map(|item| match item {
            syn::TraitItem::Fn(method) => Some(method.sig.ident.to_string()),
            _ => None,
        });
        self.note(block, |b| &mut b.attrs, &name, methods.collect());
        self.inside(name, |finder| syn::visit::visit_item_trait(finder, block));
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.note(item, |i| &mut i.attrs, &item.ident.to_string(), Vec::new());
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.note(item, |i| &mut i.attrs, &item.ident.to_string(), Vec::new());
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if let Ok(file) = syn::parse2::<syn::File>(call.tokens.clone()) {
            // The visitor borrows from the file only during the visit.
            let mut finder = Finder { within: self.within.clone(), found: Vec::new() };
            finder.visit_file(&file);
            self.found.extend(finder.found);
        }
    }
}
