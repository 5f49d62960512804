//! The items of a file that attributes will see, before the first of them is compiled.
//!
//! Takes a text; returns the items that are marked, and the other names of types. Law: an item counts if it is in no module, and if no other
//! in the file has its name: of those in modules and behind `cfg`, nothing is known before their attributes run.

use super::constants;
use super::imported_variants::{self, Imports};
use super::limits;
use super::other_names::is_plain;
use crate::sorted::{Map, Set};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

/// The attributes that are looked for.
const MARKS: [&str; 3] = ["differentiable", "reversible", "Differentiable"];

/// The words before the name of what an item defines.
const KINDS: [&str; 6] = ["type", "struct", "enum", "trait", "union", "fn"];

/// The marked items and the names of a file.
#[derive(Default)]
pub(super) struct Said {
    /// The marked items.
    pub(super) items: Vec<TokenStream>,
    /// The name of the first of them that is certain to be expanded, a function or a type.
    pub(super) first: Option<String>,
    /// The names of the marked types.
    pub(super) types: Vec<String>,
    /// The marked blocks of types that no module of the file imports under their names from elsewhere.
    pub(super) blocks: Vec<(String, TokenStream)>,
    /// The other names of types, and the types.
    pub(super) names: Map<String, String>,
    /// The names that `use` takes from other modules of the crate.
    pub(super) imports: Set<String>,
    /// The variants that `use` takes out of their enums.
    pub(super) variants: Imports,
    /// The constants and statics, and their types.
    pub(super) constants: Map<String, String>,
    /// The enums without an attribute.
    pub(super) unmarked_enums: Map<String, Unmarked>,
}

/// An enum without an attribute.
pub(super) struct Unmarked {
    /// Its text.
    pub(super) text: String,
    /// Its variants, if they hold nothing; no word otherwise.
    pub(super) variants: String,
    /// True if the file itself says what it is to the library.
    pub(super) has_own: bool,
    /// True if its values are copied, and it has no methods: of what these return, nothing is known.
    pub(super) is_exact: bool,
}

/// Reads a file.
pub(super) fn read(text: &str) -> Said {
    // A mark of the byte order is no token.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Ok(tokens) = text.parse::<TokenStream>() else { return Said::default() };
    let items = items(tokens);
    let mut taken: Map<String, usize> = Map::new();
    for item in &items {
        item.defines.iter().chain(&item.inner).for_each(|name| *taken.entry(name.clone()).or_default() += 1);
    }
    let is_one = |item: &Item| item.defines.as_ref().is_none_or(|name| taken.get(name) == Some(&1));
    let elsewhere: Set<String> = items.iter().flat_map(|item| item.elsewhere.iter().cloned()).collect();
    let with_own = with_own(text.parse().unwrap_or_default());
    let with_methods: Set<String> = items.iter().filter_map(of_methods).collect();
    let imports = items.iter().flat_map(imports).collect();
    let certain = items.iter().filter(|item| is_one(item) && item.is_marked && item.is_certain());
    let first = certain.filter_map(|item| item.defines.clone()).next();
    let mut said = Said { imports, first, ..Said::default() };
    for item in items.iter().filter(|item| item.is_import()) {
        imported_variants::collect(item.tokens.iter().cloned().collect(), &mut said.variants);
    }
    for item in items.iter().filter(|item| is_one(item)) {
        match &item.defines {
            defines if item.is_marked => {
                let tokens: TokenStream = item.tokens.iter().cloned().collect();
                let of = of_methods(item).filter(|of| taken.get(of) == Some(&1) && !elsewhere.contains(of));
                said.blocks.extend(of.map(|of| (of, tokens.clone())));
                said.types.extend(defines.clone().filter(|name| !elsewhere.contains(name)));
                said.items.push(tokens);
            }
            Some(name) => {
                said.names.extend(definition(item).map(|of| (name.clone(), of)));
                said.constants.extend(constants::type_of(&item.tokens).map(|ty| (name.clone(), ty)));
                said.unmarked_enums.extend(unmarked_enum(item, &with_methods, &with_own));
            }
            None => {}
        }
    }
    said
}

/// An item outside of modules.
struct Item {
    /// Its tokens, with its attributes.
    tokens: Vec<TokenTree>,
    /// The name that it defines.
    defines: Option<String>,
    /// The names that it defines within, as a module does.
    inner: Set<String>,
    /// The names that it imports within, as a module does, from elsewhere than the file.
    elsewhere: Set<String>,
    /// True behind an attribute of the library.
    is_marked: bool,
}

/// Returns the items in the tokens of a file.
fn items(tokens: TokenStream) -> Vec<Item> {
    let mut all = Vec::new();
    let mut item: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let ends = match &token {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            TokenTree::Punct(p) => p.as_char() == ';',
            TokenTree::Ident(_) | TokenTree::Literal(_) => false,
        };
        let is_of_file = matches!(&item[..], [_, TokenTree::Punct(p)] if p.as_char() == '!');
        item.push(token);
        if is_of_file {
            // `#![…]` is of the file.
            item.clear();
        } else if ends {
            all.push(Item::of(std::mem::take(&mut item)));
        }
    }
    all
}

impl Item {
    fn of(tokens: Vec<TokenTree>) -> Item {
        let is_mark = |pair: &[TokenTree]| match pair {
            [TokenTree::Punct(p), TokenTree::Group(group)] if p.as_char() == '#' => {
                crate::tokens::has(group.stream(), &MARKS)
            }
            _ => false,
        };
        let (is_marked, defines) = (tokens.windows(2).any(is_mark), name_of(&tokens));
        let (mut inner, mut elsewhere) = (Set::new(), Set::new());
        let is_module = tokens.iter().any(|token| matches!(token, TokenTree::Ident(word) if word == "mod"));
        if let Some(TokenTree::Group(group)) = tokens.last().filter(|_| is_module) {
            for item in items(group.stream()) {
                elsewhere.extend(item.elsewhere_imported());
                elsewhere.extend(item.elsewhere);
                inner.extend(item.inner);
                inner.extend(item.defines);
            }
        }
        Item { tokens, defines, inner, elsewhere, is_marked }
    }
}

impl Item {
    /// The names in a `use` that is not of the module around.
    fn elsewhere_imported(&self) -> Set<String> {
        let text: TokenStream = self.tokens.iter().cloned().collect();
        match self.is_import() && !crate::tokens::has(text.clone(), &["super"]) {
            true => crate::tokens::names(text),
            false => Set::new(),
        }
    }

    /// True for a function or a type that no `cfg` leaves out.
    fn is_certain(&self) -> bool {
        let has = |words: &[&str]| {
            self.tokens.iter().any(|token| match token {
                TokenTree::Ident(word) => words.iter().any(|other| word == other),
                _ => false,
            })
        };
        let attributes = self.tokens.windows(2).filter_map(|pair| match pair {
            [TokenTree::Punct(p), TokenTree::Group(group)] if p.as_char() == '#' => Some(group.stream()),
            _ => None,
        });
        has(&["fn", "struct", "enum"])
            && !has(&["impl", "trait"])
            && !attributes.into_iter().any(|attr| crate::tokens::has(attr, &["cfg", "cfg_attr"]))
    }

    /// True for `use …;`, also behind `pub`.
    fn is_import(&self) -> bool {
        let mut words = self.tokens.iter().filter(|token| !matches!(token, TokenTree::Group(_)));
        let is = |token: Option<&TokenTree>, word: &str| matches!(token, Some(TokenTree::Ident(found)) if found == word);
        let first = words.next();
        is(first, "use") || is(first, "pub") && is(words.next(), "use")
    }
}

/// Returns the name that an item defines.
pub(super) fn name_of(tokens: &[TokenTree]) -> Option<String> {
    let of_kind = tokens.windows(2).find_map(|pair| match pair {
        [TokenTree::Ident(kind), TokenTree::Ident(name)] => {
            KINDS.iter().any(|word| kind == word).then(|| name.to_string())
        }
        _ => None,
    });
    of_kind.or_else(|| constants::name_of(tokens))
}

/// Returns the name of an enum, and what is known of it.
fn unmarked_enum(
    item: &Item,
    with_methods: &Set<String>,
    with_own: &Set<String>,
) -> Option<(String, Unmarked)> {
    let item: syn::ItemEnum = parsed(item, "enum").filter(|_| item.is_certain())?;
    let is_alone =
        |of: &syn::Variant| of.fields.is_empty() && !of.attrs.iter().any(|a| a.path().is_ident("cfg"));
    let is_plain = item.generics.params.is_empty() && item.variants.iter().all(is_alone);
    let variants: Vec<String> =
        item.variants.iter().filter(|_| is_plain).map(|of| of.ident.to_string()).collect();
    let is_copy =
        item.attrs.iter().any(|attr| attr.path().is_ident("derive") && crate::tokens::has(attr, &["Copy"]));
    let name = item.ident.to_string();
    let is_exact = is_copy && !with_methods.contains(&name);
    let has_own = with_own.contains(&name);
    Some((
        name,
        Unmarked {
            text: item.to_token_stream().to_string(),
            variants: variants.join(" "),
            has_own,
            is_exact,
        },
    ))
}

/// Returns the types of `impl Differentiable for …` anywhere in a file.
fn with_own(text: TokenStream) -> Set<String> {
    let tokens: Vec<TokenTree> = text.into_iter().collect();
    let named = tokens.windows(3).filter_map(|three| match three {
        [TokenTree::Ident(of), TokenTree::Ident(word), TokenTree::Ident(name)] => {
            (of == "Differentiable" && word == "for").then(|| name.to_string())
        }
        _ => None,
    });
    let mut found: Set<String> = named.collect();
    for token in &tokens {
        if let TokenTree::Group(group) = token {
            found.extend(with_own(group.stream()));
        }
    }
    found
}

/// Returns the type to which a block gives methods; none for a trait of Rust's own.
fn of_methods(item: &Item) -> Option<String> {
    const OF_RUST: [&str; 9] =
        ["Display", "Debug", "Default", "From", "FromStr", "PartialEq", "PartialOrd", "Ord", "Hash"];
    // Names within `<…>` are those of arguments.
    let mut depth = 0usize;
    let names = item.tokens.iter().filter_map(|token| match token {
        TokenTree::Ident(name) => (depth == 0).then(|| name.to_string()),
        TokenTree::Punct(p) => {
            match p.as_char() {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                _ => {}
            }
            None
        }
        TokenTree::Group(_) | TokenTree::Literal(_) => None,
    });
    let mut names = names.skip_while(|word| word != "impl");
    names.next()?;
    let names: Vec<String> = names.take_while(|word| word != "where").collect();
    let of_trait = names.iter().position(|word| word == "for");
    let is_of_rust = of_trait.is_some_and(|at| names[..at].iter().any(|name| OF_RUST.contains(&&name[..])));
    names.into_iter().nth(of_trait.map_or(0, |at| at + 1)).filter(|_| !is_of_rust)
}

/// Returns the names in a `use` of the crate's own modules.
fn imports(item: &Item) -> Set<String> {
    let mut words = item.tokens.iter().filter_map(|token| match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    });
    let first = words.find(|word| word != "pub");
    let is_own = words.next().is_some_and(|root| ["crate", "self", "super"].contains(&root.as_str()));
    match first {
        Some(word) if word == "use" && is_own => {
            crate::tokens::names(item.tokens.iter().cloned().collect::<TokenStream>())
        }
        _ => Set::new(),
    }
}

/// Returns the type of another name, if it has no parameters, and each part of it is a name alone.
fn definition(item: &Item) -> Option<String> {
    let item: syn::ItemType = parsed(item, "type")?;
    (item.generics.params.is_empty() && is_plain(&item.ty)).then(|| item.ty.to_token_stream().to_string())
}

/// Returns an item as one of a kind, if it is of that kind and not too deep to be parsed.
fn parsed<T: syn::parse::Parse>(item: &Item, kind: &str) -> Option<T> {
    item.tokens.iter().find(|token| matches!(token, TokenTree::Ident(word) if word == kind))?;
    let text: TokenStream = item.tokens.iter().cloned().collect();
    limits::excess(text.clone(), limits::Chains::Named).is_none().then(|| syn::parse2(text).ok())?
}
