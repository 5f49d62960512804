//! Structures of the crate: what stands in those that derive `Differentiable` before the item that is compiled.
//!
//! An attribute sees the text of its item alone, in which `state.v * h` looks like a product of numbers. The derive macro sees the
//! types of the fields; whoever runs both hands on what it saw. Law: this is evidence and nothing more. What is unknown stays unknown, and
//! rustc reports a structure that only has the name of another one.

use super::read::behind;
use super::signatures::{self, function};
use super::updates::{is_sum, operator, right, updating};
use super::{accessors, constants, enums, file, imported_variants, limits, other_names, plain_enums};
use crate::sorted::Map;
use crate::syntax::paths::{argument, argument_of, ends, parent};
use crate::tokens::{mentions, within};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use std::cell::RefCell;
use std::sync::Arc;
use syn::ext::IdentExt;
use syn::parse_quote;

/// The knowledge by names: in each file that says something of a name, the text. Modules have names of their own, and the text of an item
/// does not tell in which of them it stands: what is said in its own file is meant, and otherwise what all files say alike.
#[derive(Clone, Debug, Default)]
pub struct Structures {
    known: Arc<Map<String, Vec<(String, String)>>>,
    file: String,
}

thread_local! {
    static AROUND: RefCell<Structures> = RefCell::default();
}

impl Structures {
    /// Goes on in a file: what is noted stands in it, and what runs around an item does.
    pub fn go_on_in(&mut self, file: String) {
        self.file = file;
    }

    /// Adds a structure, or what a function, or the methods and operators of a structure, return. Of two of one name in a file the later
    /// one is meant. What is too deep to be parsed is not noted: its attribute says so.
    pub fn note(&mut self, item: &TokenStream) {
        let item = limits::without_body(item.clone());
        if limits::excess(item.clone(), limits::Chains::Named).is_some() {
            return;
        }
        let (item, _) = self.written_out(item);
        match syn::parse2::<syn::Item>(item) {
            Ok(syn::Item::Type(item)) if other_names::is_plain(&item.ty) => {
                self.say(marked_name(&item.ident.unraw().to_string()), item.ty.to_token_stream().to_string());
            }
            Ok(syn::Item::Struct(item)) => self.add(item.ident.unraw().to_string(), &item),
            Ok(syn::Item::Enum(item)) => enums::note(self, &item),
            Ok(syn::Item::Fn(function)) => signatures::note(self, &function.sig),
            Ok(syn::Item::Impl(block)) => self.note_values(&block).unwrap_or_default(),
            _ => {}
        }
    }

    /// Adds what the text of the file says: items need not stand before those that use them.
    pub fn read(&mut self, text: &str) {
        let said = file::read(text);
        said.names.iter().for_each(|(name, of)| self.say(other_name(name), of.clone()));
        said.items.iter().for_each(|item| self.note(item));
        for name in said.types {
            self.say(in_no_module(&name), "is one".to_string());
        }
        for (of, item) in said.blocks {
            for (method, text) in accessors::found(&item) {
                self.say_alike(accessors::key(&of, &method), text);
            }
        }
        plain_enums::note_giver(self, said.first);
        said.unmarked_enums.into_iter().for_each(|(name, of)| plain_enums::note(self, &name, of));
        said.constants.into_iter().for_each(|(name, ty)| self.say(constants::key(&name), ty));
        for (of, names) in said.variants {
            let (key, text) = imported_variants::said(&of, names);
            self.say(key, text);
        }
        said.imports.iter().for_each(|name| self.say(imported(name), "is own".to_string()));
    }

    /// Returns items without the other names of types that are known.
    pub fn without_other_names(&self, items: TokenStream) -> TokenStream {
        self.written_out(self.with_enums(items).0).0
    }

    /// Puts the names of the enums before variants that are imported, in the file or in the item.
    fn with_enums(&self, item: TokenStream) -> (TokenStream, TokenStream) {
        let said = self.known.iter().filter_map(|(key, said)| {
            let of = imported_variants::enum_of(key)?;
            said.iter().find(|(file, _)| *file == self.file).map(|(_, names)| (of, names.as_str()))
        });
        let is_here = |said: &[(String, String)]| said.iter().any(|(file, _)| *file == self.file);
        // A type of the file hides what is imported.
        let is_type = |name: &str| is_here(self.known.listed(&in_no_module(name)));
        let has = |of: &str, name: &str| self.text(&enums::variant_of(of, name)).is_some() && !is_type(name);
        imported_variants::with_enums(item, said, &has)
    }

    /// Writes out other names of types in an item; returns what asks rustc for them as well.
    fn written_out(&self, item: TokenStream) -> (TokenStream, TokenStream) {
        let is_one = |name: &String| name.starts_with(OTHER) || name.starts_with(MARKED);
        if !self.known.keys().any(is_one) {
            return (item, TokenStream::new());
        }
        other_names::written_out(item, &|name| {
            let here = self.known.listed(&other_name(name)).iter().find(|(file, _)| *file == self.file);
            let said = here.map(|(_, text)| text.as_str()).or_else(|| self.text(&marked_name(name)))?;
            said.parse().ok()
        })
    }

    pub(super) fn add(&mut self, name: String, item: &syn::ItemStruct) {
        self.say(name, item.to_token_stream().to_string());
    }

    pub(super) fn say(&mut self, name: String, text: String) {
        let said = Arc::make_mut(&mut self.known).entry(name).or_default();
        match said.iter_mut().find(|(file, _)| *file == self.file) {
            Some((_, before)) => *before = text,
            None => said.push((self.file.clone(), text)),
        }
    }

    /// Adds what is one thing; nothing where another one of its name in the file is something else.
    pub(super) fn say_alike(&mut self, key: String, text: String) {
        let before = self.known.listed(&key).iter().find(|(file, _)| *file == self.file);
        let shown = |text: &str| text.split_whitespace().collect::<String>();
        let is_other = before.is_some_and(|(_, before)| shown(before) != shown(&text));
        self.say(key, if is_other { String::new() } else { text });
    }

    fn note_values(&mut self, block: &syn::ItemImpl) -> Option<()> {
        let of = behind(&block.self_ty);
        let (of_name, params) = (name(of)?.unraw().to_string(), parameters(of, &block.generics)?);
        let returned = block.items.iter().filter_map(|item| match item {
            syn::ImplItem::Fn(method) => match &method.sig.output {
                syn::ReturnType::Type(_, ty) => Some((method.sig.ident.unraw().to_string(), &**ty)),
                syn::ReturnType::Default => None,
            },
            syn::ImplItem::Const(constant) => Some((constant.ident.unraw().to_string(), &constant.ty)),
            _ => None,
        });
        let declared = block.items.iter().filter_map(|item| match item {
            syn::ImplItem::Type(of) => Some((format!("Self :: {}", of.ident), of.ty.to_token_stream())),
            _ => None,
        });
        let declared: Vec<(String, TokenStream)> = declared.collect();
        // Rust's own traits mean the same for all that has them.
        let is_of_rust = block.trait_.as_ref().is_some_and(|(_, path, _)| ends(path, &OF_ALL));
        let key = match block.trait_.as_ref().and_then(|(_, path, _)| path.segments.last()) {
            Some(of_trait) => {
                operator(&of_trait.ident.to_string(), &right(of_trait, &of_name, &block.generics))
            }
            None => None,
        };
        if let Some((_, path, _)) = block.trait_.as_ref().filter(|(_, path, _)| ends(path, &["From"])) {
            self.say(conversion(&of_name, &path.to_token_stream().to_string()), "is there".to_string());
        }
        if let Some((_, path, _)) = block.trait_.as_ref().filter(|_| is_sum(block)) {
            let right = path.segments.last().and_then(|of_trait| right(of_trait, &of_name, &block.generics));
            right.into_iter().for_each(|right| self.say(updating(&of_name, &right), "updates".to_string()));
        }
        for item in &block.items {
            let syn::ImplItem::Fn(syn::ImplItemFn { sig, .. }) = item else { continue };
            let (Some(own), method) = (sig.receiver(), sig.ident.unraw().to_string()) else { continue };
            if !is_of_rust {
                self.say(method_of(&of_name, &method), "is there".to_string());
            }
            match (&own.reference, own.mutability) {
                (Some(_), Some(_)) if gives_value(&sig.output) => {
                    self.say(changing(&of_name, &method), "changes".to_string());
                }
                (None, _) => self.say(taking(&of_name, &method), "takes".to_string()),
                (Some(_), _) => {}
            }
        }
        for (method, ty) in returned {
            let said = declared.iter().fold(ty.to_token_stream().to_string(), |text, (name, said)| {
                if text.contains(name) { text.replace(name, &said.to_string()) } else { text }
            });
            let ty = given(said.parse().ok()?, &[(format_ident!("Self"), of.to_token_stream())]);
            let name = format!("{of_name}::{}", key.clone().unwrap_or(method));
            self.add(name, &parse_quote!(struct Value<#(#params),*>(#ty);));
        }
        Some(())
    }

    /// Runs a part of the compiler that may ask for these structures.
    pub fn around<R>(&self, run: impl FnOnce() -> R) -> R {
        let plain = self.known.iter().filter_map(|(key, said)| {
            let name = key.strip_prefix(plain_enums::COPIED)?;
            let (_, variant) = said.iter().find(|(file, _)| *file == self.file)?;
            Some((name.to_string(), variant.clone()))
        });
        let plain = plain.collect();
        let outer = AROUND.with(|around| around.replace(self.clone()));
        let result = crate::ir::with_plain_enums(plain, run);
        AROUND.with(|around| around.replace(outer));
        result
    }

    fn text(&self, name: &str) -> Option<&str> {
        let said = self.known.get(name)?;
        let (_, first) = said.first()?;
        let here = said.iter().find(|(file, _)| *file == self.file).map(|(_, text)| text);
        let text = here.or_else(|| said.iter().all(|(_, text)| text == first).then_some(first))?;
        (!text.is_empty()).then_some(text)
    }

    fn get(&self, name: &str) -> Option<syn::ItemStruct> {
        syn::parse_str(self.text(name)?).ok()
    }
}

/// True if a known structure has a method `len`.
pub(crate) fn has_length() -> bool {
    AROUND.with_borrow(|around| around.known.iter().any(|(name, _)| name.ends_with("::len")))
}

const OTHER: &str = "another name: ";
const MARKED: &str = "a marked name: ";

/// The key for the type of which this is another name.
fn other_name(name: &str) -> String {
    format!("{OTHER}{name}")
}

/// The key for such a type where an attribute marks the name: it counts in all files.
fn marked_name(name: &str) -> String {
    format!("{MARKED}{name}")
}

/// The key for a marked type of a file that stands in no module.
pub(super) fn in_no_module(name: &str) -> String {
    format!("in no module: {name}")
}

/// The text that stands under a key in the same file.
pub(super) fn said_here(key: &String) -> Option<String> {
    AROUND.with_borrow(|around| {
        let said = around.known.listed(key);
        said.iter().find(|(file, _)| *file == around.file).map(|(_, text)| text.clone())
    })
}

/// The texts that stand under keys with such a start in the same file.
pub(super) fn all_said_here(start: &str) -> Vec<String> {
    AROUND.with_borrow(|around| {
        let said = around.known.iter().filter(|(key, _)| key.starts_with(start)).flat_map(|(_, said)| said);
        said.filter(|(file, _)| *file == around.file).map(|(_, text)| text.clone()).collect()
    })
}

/// The key for a name that a file takes from another module of the crate.
fn imported(name: &str) -> String {
    format!("imported: {name}")
}

/// True for the name of a known structure that stands in the same file, or that `use` takes from another module of the crate.
pub(crate) fn is_own_name(name: &str) -> bool {
    AROUND.with_borrow(|around| {
        let is_here = |key: String| around.known.listed(&key).iter().any(|(file, _)| *file == around.file);
        is_here(name.to_string()) || around.known.get(name).is_some() && is_here(imported(name))
    })
}

/// Returns an item without other names of types, and what asks rustc if they are what they are taken for.
pub(crate) fn without_other_names(item: TokenStream) -> (TokenStream, TokenStream) {
    AROUND.with_borrow(|around| {
        let (item, uses) = around.with_enums(item);
        let (item, asked) = around.written_out(item);
        (item, [asked, uses].into_iter().collect())
    })
}

/// True for the type of a known structure.
pub(crate) fn is_known(ty: &syn::Type) -> bool {
    name(ty).is_some_and(|name| AROUND.with_borrow(|around| around.text(&name.unraw().to_string()).is_some()))
}

/// True for the type of a known structure with an argument for each parameter.
pub(crate) fn is_given(ty: &syn::Type) -> bool {
    let item = name(ty).and_then(|name| AROUND.with_borrow(|around| around.get(&name.unraw().to_string())));
    item.is_some_and(|item| arguments(ty, &item.generics).is_some())
}

/// True for the text of the type of a known structure.
pub(crate) fn is_known_name(ty: &str) -> bool {
    AROUND.with_borrow(|around| !around.known.is_empty()) && syn::parse_str(ty).is_ok_and(|ty| is_known(&ty))
}

/// True for the text of the type of a structure that nothing else of this name is: it stands in the same file, or it has operators. Without
/// these, what is computed with is another name of a number.
pub(crate) fn is_meant(ty: &str) -> bool {
    let Ok(ty) = syn::parse_str::<syn::Type>(ty) else { return false };
    let Some(name) = name(&ty).map(|name| name.unraw().to_string()) else { return false };
    AROUND.with_borrow(|around| {
        let is_here = |(file, _): &(String, String)| *file == around.file;
        let operators = ["sum", "product"].map(|kind| format!("{name}::{kind} with"));
        around.known.get(&name).is_some_and(|said| said.iter().any(is_here))
            || around.known.keys().any(|key| operators.iter().any(|of| key.starts_with(of)))
    })
}

/// The type of a field of a structure, if it is made of numbers, known structures, and arrays, vectors and tuples of them.
pub(crate) fn field(of: &syn::Type, field: &str) -> Option<syn::Type> {
    part(&name(of)?.unraw().to_string(), of, field)
}

/// The type of a field of a structure, as it is written.
pub(crate) fn written_field(of: &syn::Type, field: &str) -> Option<syn::Type> {
    let item = AROUND.with_borrow(|around| around.get(&name(of)?.unraw().to_string()))?;
    let at = item.fields.members().position(|member| crate::ir::payload::text(&member) == field)?;
    item.fields.into_iter().nth(at).map(|field| field.ty)
}

/// The fields of a structure that whoever can name it can write out, if the types of all are known. An enum has none.
pub(crate) fn fields(of: &syn::Type) -> Option<Vec<(syn::Member, syn::Type)>> {
    let item = AROUND.with_borrow(|around| around.get(&name(of)?.unraw().to_string()))?;
    if matches!(item.fields, syn::Fields::Unit) {
        return None;
    }
    let is_private = |vis: &syn::Visibility| matches!(vis, syn::Visibility::Inherited);
    let has_private = !is_private(&item.vis) && item.fields.iter().any(|field| is_private(&field.vis));
    // In the same file, outside of modules, they are seen from everywhere in it.
    if has_private && said_here(&in_no_module(&item.ident.unraw().to_string())).is_none() {
        return None;
    }
    let members = item.fields.members();
    let all = members.map(|member| {
        let ty = field(of, &crate::ir::payload::text(&member))?;
        Some((member, ty))
    });
    all.collect()
}

/// The type that a method or an associated function of a structure returns.
pub(crate) fn value(of: &syn::Type, method: &str) -> Option<syn::Type> {
    part(&format!("{}::{}", name(of)?.unraw(), plain(method)), of, "0")
}

/// True for a method of a known structure that has a value and changes the structure as well.
pub(crate) fn changes(of: &syn::Type, method: &str) -> bool {
    let name = name(of).map(|name| name.unraw().to_string());
    name.is_some_and(|name| {
        AROUND.with_borrow(|around| around.text(&changing(&name, plain(method))).is_some())
    })
}

/// True for the name of a method that changes the structure, whichever of the known ones has it.
pub(crate) fn changes_any(method: &str) -> bool {
    all_say(method, changing)
}

/// True for a method that takes a known structure by value.
pub(crate) fn takes(of: &syn::Type, method: &str) -> bool {
    name(of).is_some_and(|name| is_said(&taking(&name.unraw().to_string(), plain(method))))
}

/// True for the name of a method that takes the structure by value, whichever of the known ones has it.
pub(crate) fn takes_any(method: &str) -> bool {
    all_say(method, taking)
}

/// True if something stands of a method with a value in each of the structures that have it.
fn all_say(method: &str, key: fn(&str, &str) -> String) -> bool {
    let method = plain(method);
    let of = format!("::{method}");
    AROUND.with_borrow(|around| {
        let mut structures = around.known.keys().filter_map(|name| name.strip_suffix(&of)).peekable();
        structures.peek().is_some() && structures.all(|name| around.text(&key(name, method)).is_some())
    })
}

/// True for a method of a structure, of which its block tells.
pub(crate) fn has_method(of: &syn::Type, method: &str) -> bool {
    let name = name(of).map(|name| name.unraw().to_string());
    name.is_some_and(|name| {
        AROUND.with_borrow(|around| around.text(&method_of(&name, plain(method))).is_some())
    })
}

/// The number of `impl From` for a type, in the same file.
pub(crate) fn conversions(of: &syn::Type) -> usize {
    let Some(name) = name(of).map(|name| name.unraw().to_string()) else { return 0 };
    let start = conversion(&name, "");
    AROUND.with_borrow(|around| {
        let is_here = |(key, said): &(&String, &Vec<(String, String)>)| {
            key.starts_with(&start) && said.iter().any(|(file, _)| *file == around.file)
        };
        around.known.iter().filter(is_here).count()
    })
}

/// The name under which it stands that a type has a conversion.
fn conversion(of: &str, by: &str) -> String {
    format!("the conversion to {of} {by}")
}

/// The name of a method that may be written as a raw one.
fn plain(method: &str) -> &str {
    method.strip_prefix("r#").unwrap_or(method)
}

/// The traits whose methods numbers and structures have alike.
const OF_ALL: [&str; 17] = [
    "Clone",
    "PartialEq",
    "PartialOrd",
    "Ord",
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Rem",
    "Neg",
    "AddAssign",
    "SubAssign",
    "MulAssign",
    "DivAssign",
    "Index",
    "IndexMut",
    "Deref",
];

/// The name under which it stands that a structure has a method.
fn method_of(of: &str, method: &str) -> String {
    format!("the method {method} of {of}")
}

/// The name under which it stands that a method takes its structure by value.
fn taking(of: &str, method: &str) -> String {
    format!("{of}::{method} takes it")
}

/// The name under which it stands that a method changes its structure.
fn changing(of: &str, method: &str) -> String {
    format!("{of}::{method} changes it")
}

/// The type of a constant, or of what a function returns, of a structure: `Vec3::ZERO`, `Vec3::new`.
pub(crate) fn value_at(path: &syn::Path) -> Option<syn::Type> {
    let last = path.segments.last()?.ident.unraw().to_string();
    value(&syn::parse2(parent(path).to_token_stream()).ok()?, &last)
}

/// The text that is known under a key.
pub(super) fn said(key: &str) -> Option<String> {
    AROUND.with_borrow(|around| around.text(key).map(str::to_string))
}

/// True if something is known under a name.
pub(super) fn is_said(key: &str) -> bool {
    said(key).is_some()
}

/// The item that is known under a key.
pub(super) fn item(key: &str) -> Option<syn::ItemStruct> {
    AROUND.with_borrow(|around| around.get(key))
}

/// The type of what the `Option` or the `Result` holds that a function returns, `find` or `Ray::hit`: a structure without parameters,
/// or a list.
pub(crate) fn held_at(path: &syn::Path) -> Option<syn::Type> {
    match path.get_ident() {
        Some(name) => held(&function(name)),
        None => held_by(
            &syn::parse2(parent(path).to_token_stream()).ok()?,
            &path.segments.last()?.ident.to_string(),
        ),
    }
}

/// The type of what the `Option` or the `Result` holds that a method returns, likewise.
pub(crate) fn held_by(of: &syn::Type, method: &str) -> Option<syn::Type> {
    held(&format!("{}::{}", name(of)?.unraw(), plain(method)))
}

/// The type of what the `Option` or the `Result` holds that a method of this name returns, where all known structures that have it agree.
pub(crate) fn held_by_any(method: &str) -> Option<syn::Type> {
    let of = format!("::{}", plain(method));
    let keys: Vec<String> =
        AROUND.with_borrow(|around| around.known.keys().filter(|key| key.ends_with(&of)).cloned().collect());
    let mut types = keys.iter().map(|key| held(key));
    let first = types.next()??;
    types.all(|other| other.as_ref() == Some(&first)).then_some(first)
}

/// True for the name of a method that returns its receiver, `-> &mut Self`, in all known structures that have it.
pub(crate) fn returns_receiver(method: &str) -> bool {
    let of = format!("::{}", plain(method));
    AROUND.with_borrow(|around| {
        let mut all = around.known.keys().filter_map(|key| Some((key, key.strip_suffix(&of)?))).peekable();
        let returns = |(key, of): (&String, &str)| {
            let value = around.get(key).and_then(|item| Some(item.fields.into_iter().next()?.ty));
            matches!(value, Some(syn::Type::Reference(lent)) if lent.mutability.is_some() && name(&lent.elem).is_some_and(|name| name == of))
        };
        all.peek().is_some() && all.all(returns)
    })
}

/// True for a method that returns something else than its receiver.
fn gives_value(output: &syn::ReturnType) -> bool {
    let is_own = |ty: &syn::Type| name(ty).is_some_and(|name| name == "Self");
    match output {
        syn::ReturnType::Type(_, ty) => {
            !matches!(&**ty, syn::Type::Reference(lent) if lent.mutability.is_some() && is_own(&lent.elem))
        }
        syn::ReturnType::Default => false,
    }
}

fn held(key: &str) -> Option<syn::Type> {
    let item = AROUND.with_borrow(|around| around.get(key))?;
    let sum = &item.fields.iter().next()?.ty;
    let held = argument_of(sum, &["Option", "Result"])?;
    let is_structure =
        |ty: &syn::Type| argument(ty).is_none() && (is_given(ty) || enums::first_variant(ty).is_some());
    let is_kept = match held {
        syn::Type::Tuple(parts) => parts.elems.iter().any(is_structure),
        ty => is_structure(ty) || is_told_list(ty),
    };
    is_kept.then(|| held.clone())
}

/// True for the type of a vector, and of an array whose length is a literal.
pub(crate) fn is_listed(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Array(array) => matches!(array.len, syn::Expr::Lit(_)),
        ty => name(ty).is_some_and(|name| name == "Vec"),
    }
}

/// True for such a type that means the same wherever it stands.
pub(crate) fn is_told_list(ty: &syn::Type) -> bool {
    is_listed(ty) && is_told(ty, &syn::Generics::default())
}

fn part(key: &str, of: &syn::Type, field: &str) -> Option<syn::Type> {
    let item = AROUND.with_borrow(|around| around.get(key))?;
    let mut fields = item.fields.iter().enumerate();
    let is_named = |(at, of): &(usize, &syn::Field)| match &of.ident {
        Some(name) => name.unraw() == field,
        None => field.parse() == Ok(*at),
    };
    let (_, found) = fields.find(is_named)?;
    // What an attribute says of a field is not read here.
    let is_plain = found.attrs.iter().all(|attr| attr.path().is_ident("doc"));
    let is_told = is_plain && is_told(&found.ty, &item.generics);
    let arguments = arguments(of, &item.generics).filter(|_| is_told)?;
    syn::parse2(given(found.ty.to_token_stream(), &arguments)).ok()
}

/// The name of a type, without the path to it.
pub(super) fn name(ty: &syn::Type) -> Option<&syn::Ident> {
    match ty {
        syn::Type::Path(path) if path.qself.is_none() => Some(&path.path.segments.last()?.ident),
        _ => None,
    }
}

/// The parameters of a block in the order in which its type takes them; nothing if it takes anything else.
fn parameters(of: &syn::Type, generics: &syn::Generics) -> Option<Vec<syn::GenericParam>> {
    let syn::Type::Path(path) = of else { return None };
    let syn::PathArguments::AngleBracketed(all) = &path.path.segments.last()?.arguments else {
        return Some(Vec::new());
    };
    let param = |arg: &syn::GenericArgument| {
        let arg = arg.to_token_stream().to_string();
        let is_it = |param: &&syn::GenericParam| match param {
            syn::GenericParam::Type(ty) => ty.ident == arg,
            syn::GenericParam::Const(of) => of.ident == arg,
            syn::GenericParam::Lifetime(of) => of.to_token_stream().to_string() == arg,
        };
        generics.params.iter().find(is_it).cloned()
    };
    all.args.iter().map(param).collect()
}

/// True if a type means the same wherever it stands.
pub(super) fn is_told(ty: &syn::Type, generics: &syn::Generics) -> bool {
    let is_told = |ty: &syn::Type| is_told(ty, generics);
    match ty {
        syn::Type::Array(array) => {
            is_told(&array.elem) && matches!(&array.len, syn::Expr::Lit(_) | syn::Expr::Path(_))
        }
        syn::Type::Tuple(parts) => parts.elems.iter().all(is_told),
        syn::Type::Paren(inner) => is_told(&inner.elem),
        syn::Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return false };
            let are_told = match &last.arguments {
                syn::PathArguments::None => true,
                syn::PathArguments::AngleBracketed(all) => all.args.iter().all(|arg| match arg {
                    syn::GenericArgument::Type(ty) => is_told(ty),
                    syn::GenericArgument::Const(_) | syn::GenericArgument::Lifetime(_) => true,
                    _ => false,
                }),
                syn::PathArguments::Parenthesized(_) => false,
            };
            let is_parameter = generics.params.iter().any(|param| match param {
                syn::GenericParam::Type(of) => of.ident == last.ident,
                syn::GenericParam::Const(of) => of.ident == last.ident,
                syn::GenericParam::Lifetime(_) => false,
            });
            are_told
                && (is_parameter
                    || last.ident == "Vec"
                    || crate::ir::is_exact_type(ty)
                    || is_float(ty)
                    || is_known(ty))
        }
        _ => false,
    }
}

pub(super) fn is_float(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.is_ident("f64") || path.path.is_ident("f32"))
}

/// The arguments of a type for the parameters of its structure.
fn arguments(of: &syn::Type, generics: &syn::Generics) -> Option<Vec<(syn::Ident, TokenStream)>> {
    let params = generics.params.iter().filter_map(|param| match param {
        syn::GenericParam::Type(ty) => Some(ty.ident.clone()),
        syn::GenericParam::Const(of) => Some(of.ident.clone()),
        syn::GenericParam::Lifetime(_) => None,
    });
    let params: Vec<syn::Ident> = params.collect();
    let syn::Type::Path(path) = of else { return None };
    let args: Vec<TokenStream> = match &path.path.segments.last()?.arguments {
        syn::PathArguments::AngleBracketed(all) => {
            let all = all.args.iter().filter(|arg| !matches!(arg, syn::GenericArgument::Lifetime(_)));
            all.map(|arg| arg.to_token_stream()).collect()
        }
        syn::PathArguments::None | syn::PathArguments::Parenthesized(_) => Vec::new(),
    };
    (args.len() == params.len()).then(|| params.into_iter().zip(args).collect())
}

/// Writes arguments in the place of parameters.
fn given(tokens: TokenStream, arguments: &[(syn::Ident, TokenStream)]) -> TokenStream {
    if !arguments.iter().any(|(param, _)| mentions(&tokens, param)) {
        return tokens;
    }
    let written = |token: TokenTree| match token {
        TokenTree::Ident(name) => match arguments.iter().find(|(param, _)| *param == name) {
            Some((_, argument)) => argument.clone(),
            None => TokenTree::Ident(name).into(),
        },
        TokenTree::Group(group) => TokenTree::Group(within(&group, |inner| given(inner, arguments))).into(),
        other => other.into(),
    };
    tokens.into_iter().map(written).collect()
}
