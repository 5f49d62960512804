//! Finds all functions of a file: in modules, in functions, among the methods of a type or trait.

use std::collections::BTreeSet;
use std::rc::Rc;

use quote::ToTokens;
use retrograde_compiler::attributes::methods::{stages_in_impl, stages_in_trait};
use retrograde_compiler::ir::{Checks, Options};
use retrograde_compiler::law::Diagnostics;
use retrograde_compiler::{Stages, Structures, stages_with, with_rules};
use syn::spanned::Spanned;
use syn::visit::Visit;

/// A function, and its place in the file.
pub(super) struct Found {
    /// The modules and functions that contain it.
    pub(super) within: Vec<String>,
    /// The type or trait of which it is a method.
    pub(super) of: Option<Of>,
    /// Its name.
    pub(super) name: String,
    /// True if it has the attribute.
    pub(super) is_marked: bool,
    /// True if its programs are written by hand: it is an instruction or a primitive.
    pub(super) is_by_hand: bool,
    /// The line of its name.
    pub(super) line: usize,
    item: Item,
}

/// The type or trait of a method.
#[derive(Clone, PartialEq)]
pub(super) struct Of {
    /// The name of the type, without its path, and as it is written. For a method with a body in a trait, the name of
    /// the trait.
    pub(super) name: String,
    pub(super) written: String,
    /// The trait of an `impl`.
    pub(super) of_trait: Option<String>,
}

enum Item {
    Function(Box<syn::ItemFn>),
    InImpl(Rc<syn::ItemImpl>, usize),
    InTrait(Rc<syn::ItemTrait>, usize),
}

/// The place where the text of a function stands.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    /// Its first and its last line.
    pub(crate) lines: std::ops::RangeInclusive<usize>,
    /// The lines on which its statements begin.
    pub(crate) statements: BTreeSet<usize>,
}

/// Collects the first lines of statements.
struct Statements(BTreeSet<usize>);

impl<'ast> Visit<'ast> for Statements {
    fn visit_stmt(&mut self, stmt: &'ast syn::Stmt) {
        self.0.insert(stmt.span().start().line);
        syn::visit::visit_stmt(self, stmt);
    }
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

impl Found {
    /// Returns the place of its text.
    pub(super) fn written(&self) -> Written {
        let (span, block) = match &self.item {
            Item::Function(function) => (function.span(), Some(&*function.block)),
            Item::InImpl(block, at) => match &block.items[*at] {
                syn::ImplItem::Fn(method) => (method.span(), Some(&method.block)),
                other => (other.span(), None),
            },
            Item::InTrait(block, at) => match &block.items[*at] {
                syn::TraitItem::Fn(method) => (method.span(), method.default.as_ref()),
                other => (other.span(), None),
            },
        };
        let mut statements = Statements(BTreeSet::new());
        block.into_iter().for_each(|block| statements.visit_block(block));
        Written { lines: span.start().line..=span.end().line, statements: statements.0 }
    }

    /// Returns the path by which the user can name it: `module::function`, `Type::method`, `<Type as Trait>::method`.
    pub(super) fn path(&self) -> String {
        let mut segments = self.within.clone();
        if let Some(of) = &self.of {
            segments.push(of.name.clone());
        }
        let around = segments.join("::");
        match self.of.as_ref().and_then(|of| of.of_trait.as_ref()) {
            Some(of_trait) => format!("<{around} as {of_trait}>::{}", self.name),
            None if around.is_empty() => self.name.clone(),
            None => format!("{around}::{}", self.name),
        }
    }

    /// Returns the name by which calls refer to it: the end of its path.
    pub(super) fn called(&self) -> String {
        match &self.of {
            Some(of) => format!("{}::{}", of.name, self.name),
            None => self.name.clone(),
        }
    }

    /// Compiles it; a method together with the block around it.
    pub(super) fn stages(&self) -> Result<Stages, Diagnostics> {
        let stages = match &self.item {
            Item::Function(function) => {
                let mut function = (**function).clone();
                // One option of the attribute changes the reverse pass.
                let recording = function.attrs.iter().filter(|a| is_named(a, "reversible")).any(stores);
                let ordinary = function.attrs.iter().find(|a| is_named(a, "differentiable")).cloned();
                let is_ours = |a: &syn::Attribute| is_named(a, "reversible") || is_named(a, "differentiable");
                function.attrs.retain(|a| !is_ours(a) && !a.path().is_ident("doc"));
                let options = match ordinary {
                    None => Options { recording, ..Options::REVERSIBLE },
                    Some(mark) => {
                        if let syn::Meta::List(list) = mark.meta {
                            with_rules(&mut function, list.tokens)?;
                        }
                        Options { checks: Checks::Debug, ..Options::ORDINARY }
                    }
                };
                return stages_with(function, options);
            }
            Item::InImpl(block, at) => stages_in_impl((**block).clone(), *at),
            Item::InTrait(block, at) => stages_in_trait((**block).clone(), *at),
        };
        // Cannot happen: a function without stages was not found.
        stages.unwrap_or_else(|| Err(Diagnostics::default()))
    }
}

/// Returns the structures and functions that the attributes of a file know.
pub(super) fn structures(file: &syn::File, text: &str) -> Structures {
    struct Noted(Structures);
    impl<'ast> Visit<'ast> for Noted {
        fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
            if item.attrs.iter().any(derives) {
                self.0.note(&item.to_token_stream());
            }
        }
        fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
            if item.attrs.iter().any(derives) {
                self.0.note(&item.to_token_stream());
            }
        }
        fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
            if is_marked(&item.attrs) {
                self.0.note(&item.to_token_stream());
            }
        }
        fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
            if is_marked(&block.attrs) {
                self.0.note(&block.to_token_stream());
            }
            syn::visit::visit_item_impl(self, block);
        }
        fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
            if is_marked(&function.attrs) {
                self.0.note(&function.to_token_stream());
            }
        }
    }
    fn derives(a: &syn::Attribute) -> bool {
        a.path().is_ident("derive") && a.to_token_stream().to_string().contains("Differentiable")
    }
    let mut noted = Noted(Structures::default());
    noted.0.read(text);
    noted.visit_file(file);
    noted.0
}

/// Returns all functions with a body, in the order of the text.
pub(super) fn functions(file: &syn::File) -> Vec<Found> {
    let mut finder = Finder { within: Vec::new(), found: Vec::new() };
    finder.visit_file(file);
    finder.found
}

/// True if an attribute has this name, alone or at the end of a path.
fn is_named(attr: &syn::Attribute, name: &str) -> bool {
    attr.path().segments.last().is_some_and(|s| s.ident == name)
}

/// True for `#[reversible(store)]`.
fn stores(attr: &syn::Attribute) -> bool {
    match &attr.meta {
        syn::Meta::List(list) => list.tokens.clone().into_iter().any(|token| token.to_string() == "store"),
        syn::Meta::Path(_) | syn::Meta::NameValue(_) => false,
    }
}

fn is_marked(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|a| is_named(a, "reversible") || is_named(a, "differentiable"))
}

fn is_by_hand(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|a| is_named(a, "instruction") || is_named(a, "primitive"))
}

/// Returns the last name of a path or type, and the whole as it is written.
fn named(written: &impl ToTokens) -> (String, String) {
    let text = written.to_token_stream().to_string().replace(' ', "");
    let start = text.find('<').map_or(text.as_str(), |at| &text[..at]);
    (start.rsplit("::").next().unwrap_or(start).trim_start_matches('&').to_string(), text)
}

struct Finder {
    within: Vec<String>,
    found: Vec<Found>,
}

impl Finder {
    fn method(&mut self, of: &Of, marked: bool, attrs: &[syn::Attribute], name: &syn::Ident, item: Item) {
        if attrs.iter().any(|a| is_named(a, "irreversible") || is_named(a, "instruction")) {
            return;
        }
        let (within, line, name) = (self.within.clone(), name.span().start().line, name.to_string());
        self.found.push(Found {
            within,
            of: Some(of.clone()),
            name,
            is_marked: marked,
            is_by_hand: false,
            line,
            item,
        });
    }

    /// Visits the items inside the body of a function.
    fn inside(&mut self, names: &[&str], block: &syn::Block) {
        self.within.extend(names.iter().map(ToString::to_string));
        self.visit_block(block);
        self.within.truncate(self.within.len() - names.len());
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        self.within.push(module.ident.to_string());
        syn::visit::visit_item_mod(self, module);
        self.within.pop();
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        let name = function.sig.ident.to_string();
        self.found.push(Found {
            within: self.within.clone(),
            of: None,
            name: name.clone(),
            is_marked: is_marked(&function.attrs),
            is_by_hand: is_by_hand(&function.attrs),
            line: function.sig.ident.span().start().line,
            item: Item::Function(Box::new(function.clone())),
        });
        self.inside(&[&name], &function.block);
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        let (name, written) = named(&block.self_ty);
        let of_trait = block.trait_.as_ref().map(|(_, path, _)| named(path).0);
        let (of, all) = (Of { name, written, of_trait }, Rc::new(block.clone()));
        for (at, item) in block.items.iter().enumerate() {
            let syn::ImplItem::Fn(method) = item else { continue };
            let item = Item::InImpl(all.clone(), at);
            self.method(&of, is_marked(&block.attrs), &method.attrs, &method.sig.ident, item);
            self.inside(&[&of.name, &method.sig.ident.to_string()], &method.block);
        }
    }

    fn visit_item_trait(&mut self, block: &'ast syn::ItemTrait) {
        let of = Of { name: block.ident.to_string(), written: block.ident.to_string(), of_trait: None };
        let all = Rc::new(block.clone());
        for (at, item) in block.items.iter().enumerate() {
            let syn::TraitItem::Fn(method) = item else { continue };
            let Some(body) = &method.default else { continue };
            let item = Item::InTrait(all.clone(), at);
            self.method(&of, is_marked(&block.attrs), &method.attrs, &method.sig.ident, item);
            self.inside(&[&of.name, &method.sig.ident.to_string()], body);
        }
    }
}
