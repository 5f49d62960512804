//! The files of a crate as one tree of modules, with and without the attribute.
//!
//! Nothing in a file is changed but the names of its modules: `crate` becomes the module that holds the tree, `mod name;` the
//! module itself, or a `use` of the linked crate where its file is not taken, and each candidate becomes public, so that tests
//! reach it.

use crate::list::Origin;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::{fs, str::FromStr};
use syn::spanned::Spanned;

/// A function with numbers among its arguments and in what it returns or changes.
pub(crate) struct Candidate {
    /// Its path, with the crate.
    pub(crate) path: String,
    /// Its path here, where some modules have another name.
    pub(crate) call: String,
    pub(crate) signature: syn::Signature,
    /// True if more than the attribute stands there, as a message said.
    pub(crate) changed: bool,
    /// How many lines it has.
    pub(crate) lines: usize,
    /// True if the attribute stands before it.
    pub(crate) marked: bool,
    /// The message of the macro, if it refuses the function.
    pub(crate) refused: Option<String>,
    /// The message of rustc, if it refuses the function.
    pub(crate) listed: Option<String>,
}

impl Candidate {
    pub(crate) fn standing(&self) -> &'static str {
        match (&self.refused, &self.listed) {
            (Some(_), _) => "macro",
            (None, Some(_)) => "rustc",
            (None, None) if self.changed => "changed",
            (None, None) => "compiles",
        }
    }

    pub(crate) fn message(&self) -> &str {
        self.refused.as_ref().or(self.listed.as_ref()).map_or("", String::as_str)
    }
}

pub(crate) struct Tree {
    pub(crate) marked: String,
    pub(crate) plain: String,
    pub(crate) functions: Vec<Candidate>,
}

struct Reader<'a> {
    folder: &'a Path,
    origin: &'a Origin,
    refused: &'a BTreeMap<String, String>,
    functions: Vec<Candidate>,
    /// Modules whose items the file that is read hands on, all of them.
    shared: Vec<String>,
    /// Modules with a `_` behind their names, and the modules that they stand in.
    renamed: Vec<(String, String)>,
}

pub(crate) fn read(folder: &Path, origin: &Origin, refused: &BTreeMap<String, String>) -> Tree {
    let mut reader =
        Reader { folder, origin, refused, functions: Vec::new(), shared: Vec::new(), renamed: Vec::new() };
    let [marked, plain] = reader.file("src/lib.rs", &origin.ident.clone());
    let lints = "#[allow(warnings, clippy::all)]";
    let other_names = |text: &str| {
        reader.renamed.iter().fold(text.to_string(), |text, (within, module)| {
            let within = within.strip_prefix(&format!("{}::", origin.ident)).unwrap_or("\u{0}");
            text.replace(&format!("{within}::{module}::"), &format!("{within}::{module}_::"))
        })
    };
    let tree = |within: &str, text: &str| {
        let name = &origin.ident;
        let text = other_names(text).replace("\u{0}", &format!("crate::{within}::{name}"));
        format!("{lints} pub mod {name} {{\n{text}\n}}\n")
    };
    let (marked, plain) = (tree("marked", &marked), tree("plain", &plain));
    for function in &mut reader.functions {
        for (within, module) in &reader.renamed {
            function.call =
                function.call.replace(&format!("{within}::{module}::"), &format!("{within}::{module}_::"));
        }
    }
    Tree { marked, plain, functions: reader.functions }
}

/// A change of the text: what stands in a range, with and without the attribute.
struct Edit {
    at: Range<usize>,
    marked: String,
    plain: String,
}

impl Reader<'_> {
    /// The text of a file and of the modules in it, marked and plain.
    fn file(&mut self, name: &str, path: &str) -> [String; 2] {
        let text =
            fs::read_to_string(self.folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let tokens = TokenStream::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut edits = Vec::new();
        own_names(tokens.clone(), &mut edits);
        let used = tokens.clone();
        let file: syn::File = syn::parse2(tokens).unwrap_or_else(|error| panic!("{name}: {error}"));
        for attr in &file.attrs {
            let at = attr.span().byte_range();
            edits.push(Edit { at, marked: String::new(), plain: String::new() });
        }
        let outer = std::mem::replace(&mut self.shared, file.items.iter().filter_map(handed_on).collect());
        self.items(&file.items, name, path, &mut edits);
        self.shared = outer;
        // A function brings a structure of its name, which cannot be imported beside a module of that name.
        for module in file.items.iter().filter_map(declared) {
            let own = format!("{path}::{module}::{module}");
            let before = edits.len();
            if self.functions.iter().any(|function| function.path == own) {
                renamed(used.clone(), &module, &mut edits);
            }
            if edits.len() > before {
                self.renamed.push((path.to_string(), module.clone()));
                let old = format!(" mod {module} {{");
                for edit in edits.iter_mut().filter(|edit| edit.marked.contains(&old)) {
                    for text in [&mut edit.marked, &mut edit.plain] {
                        *text = text.replacen(&old, &format!(" mod {module}_ {{"), 1);
                    }
                }
            }
        }
        edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
        let mut texts = [String::new(), String::new()];
        let mut from = 0;
        for edit in edits {
            // Inside of what is left out.
            if edit.at.start < from {
                continue;
            }
            for (to, new) in texts.iter_mut().zip([&edit.marked, &edit.plain]) {
                to.push_str(&text[from..edit.at.start]);
                to.push_str(new);
            }
            from = edit.at.end;
        }
        texts.iter_mut().for_each(|to| to.push_str(&text[from..]));
        texts
    }

    fn items(&mut self, items: &[syn::Item], name: &str, path: &str, edits: &mut Vec<Edit>) {
        for item in items {
            match item {
                syn::Item::Mod(module) if is_test(&module.attrs) => {
                    let at = module.span().byte_range();
                    edits.push(Edit { at, marked: String::new(), plain: String::new() });
                }
                syn::Item::Mod(module) => {
                    let inner = format!("{path}::{}", module.ident);
                    match &module.content {
                        Some((_, items)) => self.items(items, name, &inner, edits),
                        None => edits.push(self.module(module, name, &inner)),
                    }
                }
                syn::Item::Struct(syn::ItemStruct { ident, vis, .. })
                | syn::Item::Enum(syn::ItemEnum { ident, vis, .. })
                    if self.origin.types.iter().any(|name| ident == name) =>
                {
                    let at = vis.span().byte_range().start;
                    let derive = "#[derive(::retrograde::Differentiable)] ".to_string();
                    edits.push(Edit { at: at..at, marked: derive, plain: String::new() });
                }
                syn::Item::Fn(function) if !is_test(&function.attrs) => self.function(function, path, edits),
                _ => {}
            }
        }
    }

    fn module(&mut self, module: &syn::ItemMod, name: &str, path: &str) -> Edit {
        let at = module.span().byte_range();
        let folder = match name.strip_suffix("/mod.rs").or(name.strip_suffix("/lib.rs")) {
            Some(folder) => folder,
            None => name.trim_end_matches(".rs"),
        };
        let files = [format!("{folder}/{}.rs", module.ident), format!("{folder}/{}/mod.rs", module.ident)];
        let taken = files.iter().find(|file| self.origin.takes(file) && self.folder.join(file).exists());
        let Some(file) = taken else {
            // A module that only a feature brings is not there.
            let is_optional =
                module.attrs.iter().any(|attr| mentions(quote::ToTokens::to_token_stream(attr), "feature"));
            let linked = match module.vis {
                syn::Visibility::Public(_) if !is_optional => {
                    format!("pub mod {} {{ pub use ::{path}::*; }}", module.ident)
                }
                // A file for each function: what is taken from it is the function.
                _ if !is_optional && self.shared.contains(&module.ident.to_string()) => {
                    let (within, name) = path.rsplit_once("::").unwrap_or((path, path));
                    format!("mod {name} {{ pub use ::{within}::{name}; }}")
                }
                _ => String::new(),
            };
            return Edit { at, marked: linked.clone(), plain: linked };
        };
        let [marked, plain] = self.file(file, path);
        let of = |text: &str| format!("pub mod {} {{\n{text}\n}}", module.ident);
        Edit { at, marked: of(&marked), plain: of(&plain) }
    }

    fn function(&mut self, function: &syn::ItemFn, path: &str, edits: &mut Vec<Edit>) {
        if !is_candidate(&function.sig) {
            return;
        }
        let path = format!("{path}::{}", function.sig.ident);
        let (mut written, mut changed) = (function.clone(), false);
        for (input, written) in function.sig.inputs.iter().zip(&mut written.sig.inputs) {
            let (syn::FnArg::Typed(input), syn::FnArg::Typed(written)) = (input, written) else { continue };
            let syn::Pat::Ident(name) = &*input.pat else { continue };
            if self.origin.inactive.iter().any(|inactive| name.ident == inactive) {
                changed = true;
                written.attrs.push(syn::parse_quote!(#[inactive]));
                let at = input.span().byte_range().start;
                edits.push(Edit { at: at..at, marked: "\u{1}".to_string(), plain: String::new() });
            }
        }
        changed |= self
            .origin
            .types
            .iter()
            .any(|name| mentions(quote::ToTokens::to_token_stream(&function.sig), name));
        let body = quote::ToTokens::to_token_stream(&function.block);
        let calls = |name: &str| {
            let mut names = name.split("::");
            names.all(|name| mentions(body.clone(), name))
        };
        let rules = self.origin.rules.iter().filter(|(name, _)| calls(name));
        let rules: Vec<String> = rules.map(|(name, own)| format!("{name} = {own}")).collect();
        let options = if rules.is_empty() { String::new() } else { format!("rules({})", rules.join(", ")) };
        let emitted = retrograde_compiler::differentiable(
            options.parse().unwrap_or_else(|error| panic!("functions.txt: {options}: {error}")),
            quote::ToTokens::to_token_stream(&written),
        );
        let refused = first_error(emitted);
        let listed = self.refused.get(&path).cloned();
        let marked = refused.is_none() && listed.is_none();
        let inactive = if marked { "#[inactive] " } else { "" };
        edits
            .iter_mut()
            .filter(|edit| edit.marked == "\u{1}")
            .for_each(|edit| edit.marked = inactive.to_string());
        let attribute = match (marked, rules.is_empty()) {
            (false, _) => String::new(),
            (true, true) => "#[::retrograde::differentiable] ".to_string(),
            (true, false) => format!("#[::retrograde::differentiable({options})] "),
        };
        let public = if matches!(function.vis, syn::Visibility::Inherited) { "pub " } else { "" };
        let at = match function.vis {
            syn::Visibility::Inherited => function.sig.span().byte_range().start,
            _ => function.vis.span().byte_range().start,
        };
        edits.push(Edit { at: at..at, marked: format!("{attribute}{public}"), plain: public.to_string() });
        let call = path.clone();
        let lines = function.block.span().end().line - function.sig.span().start().line;
        self.functions.push(Candidate {
            path,
            call,
            lines,
            changed,
            signature: function.sig.clone(),
            marked,
            refused,
            listed,
        });
    }
}

/// The name of a module in a file of its own.
fn declared(item: &syn::Item) -> Option<String> {
    match item {
        syn::Item::Mod(module) if module.content.is_none() => Some(module.ident.to_string()),
        _ => None,
    }
}

/// The module in `pub use name::*;`.
fn handed_on(item: &syn::Item) -> Option<String> {
    let syn::Item::Use(used) = item else { return None };
    match &used.tree {
        syn::UseTree::Path(path) if matches!(*path.tree, syn::UseTree::Glob(_)) => {
            Some(path.ident.to_string())
        }
        _ => None,
    }
}

/// True if a function has numbers among its arguments and in what it returns or changes.
fn is_candidate(signature: &syn::Signature) -> bool {
    let returns = match &signature.output {
        syn::ReturnType::Default => false,
        syn::ReturnType::Type(_, ty) => names_number(ty),
    };
    let mut takes = false;
    let mut changes = false;
    for input in &signature.inputs {
        let syn::FnArg::Typed(input) = input else { return false };
        takes |= names_number(&input.ty);
        changes |= matches!(&*input.ty, syn::Type::Reference(r) if r.mutability.is_some())
            && names_number(&input.ty);
    }
    takes && (returns || changes)
}

fn names_number(ty: &impl quote::ToTokens) -> bool {
    ["f64", "f32"].iter().any(|name| mentions(ty.to_token_stream(), name))
}

fn mentions(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn is_test(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| {
        attr.path().is_ident("test")
            || (attr.path().is_ident("cfg") && mentions(quote::ToTokens::to_token_stream(attr), "test"))
    })
}

/// Notes each `crate` at the start of a path.
fn own_names(tokens: TokenStream, edits: &mut Vec<Edit>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match &token {
            // `pub(crate)` and `pub(super)` have no path behind them.
            TokenTree::Ident(ident) if ident == "crate" && tokens.peek().is_some_and(is_colon) => {
                edits.push(Edit {
                    at: ident.span().byte_range(),
                    marked: "\u{0}".into(),
                    plain: "\u{0}".into(),
                });
            }
            TokenTree::Group(group) => own_names(group.stream(), edits),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

fn is_colon(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':')
}

/// Notes each path that starts with the name of a module, which is called otherwise here.
fn renamed(tokens: TokenStream, name: &str, edits: &mut Vec<Edit>) {
    let mut tokens = tokens.into_iter().peekable();
    let mut inside = false;
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Ident(ident) if !inside && ident == name && tokens.peek().is_some_and(is_colon) => {
                let other = format!("{name}_");
                edits.push(Edit { at: ident.span().byte_range(), marked: other.clone(), plain: other });
            }
            TokenTree::Group(group) => renamed(group.stream(), name, edits),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        inside = is_colon(&token);
    }
}

/// The message of the first `compile_error!`.
fn first_error(tokens: TokenStream) -> Option<String> {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) if ident == "compile_error" => {
                tokens.next();
                let Some(TokenTree::Group(group)) = tokens.next() else { continue };
                let text: syn::LitStr = syn::parse2(group.stream()).ok()?;
                return Some(text.value().replace(['\n', '\t'], " "));
            }
            TokenTree::Group(group) => {
                if let Some(found) = first_error(group.stream()) {
                    return Some(found);
                }
            }
            _ => {}
        }
    }
    None
}
