//! The path of a function after the file: `function`, `module::function`, `Type::method`, `<Type as Trait>::method`.
//!
//! A path may be incomplete: its end is enough. If several functions match, the best match counts: a complete path
//! before an incomplete one, a type's own method before one of a trait, as in Rust.

use super::find::Found;

/// A path as the user wrote it.
pub(super) struct Wanted {
    text: String,
    /// The type and the trait of `<Type as Trait>`.
    asked: Option<(syn::Type, Option<String>)>,
    segments: Vec<syn::PathSegment>,
}

impl Wanted {
    /// Parses a path; `None` if the text is not one.
    pub(super) fn read(text: &str) -> Option<Wanted> {
        // As in an expression, or with the generics of a type: `Layer<f64>::step`.
        let written = syn::parse_str::<syn::ExprPath>(text).map(|path| (path.qself, path.path));
        let as_type = || syn::parse_str::<syn::TypePath>(text).map(|path| (path.qself, path.path));
        let (asked, path) = written.or_else(|_| as_type()).ok()?;
        let (text, segments) = (text.to_string(), path.segments.iter().cloned().collect::<Vec<_>>());
        let Some(asked) = asked else { return Some(Wanted { text, asked: None, segments }) };
        let of_trait = asked.position.checked_sub(1).and_then(|last| segments.get(last));
        let of_trait = of_trait.map(|last| last.ident.to_string());
        let segments = segments.into_iter().skip(asked.position).collect();
        Some(Wanted { text, asked: Some((*asked.ty, of_trait)), segments })
    }

    /// Returns the functions that match best.
    pub(super) fn among<'f>(&self, functions: &'f [Found]) -> Vec<&'f Found> {
        let ranked = functions.iter().filter_map(|found| Some((self.rank(found)?, found)));
        let ranked: Vec<_> = ranked.collect();
        let best = ranked.iter().map(|(rank, _)| *rank).min();
        ranked.into_iter().filter(|(rank, _)| Some(*rank) == best).map(|(_, found)| found).collect()
    }

    /// Returns the rank of a function: lower is better, `None` for no match.
    fn rank(&self, found: &Found) -> Option<usize> {
        let mut segments = self.segments.clone();
        let of_trait = found.of.as_ref().and_then(|of| of.of_trait.as_ref());
        if let Some((ty, asked)) = &self.asked {
            let syn::Type::Path(ty) = ty else { return None };
            if asked.is_some() && asked.as_ref() != of_trait {
                return None;
            }
            segments.splice(0..0, ty.path.segments.iter().cloned());
        }
        let all = found.within.iter().map(|name| (name, None));
        let of = found.of.as_ref().map(|of| (&of.name, Some(&of.written)));
        let all: Vec<_> = all.chain(of).chain([(&found.name, None)]).collect();
        let start = all.len().checked_sub(segments.len())?;
        let fits = segments.iter().zip(&all[start..]).all(|(wanted, (name, written))| {
            let arguments = match (&wanted.arguments, written) {
                // `Layer<f64>::step`: compares the type as it is written.
                (syn::PathArguments::AngleBracketed(arguments), Some(written)) => {
                    let said = &arguments.args;
                    let said = quote::quote!(<#said>).to_string().replace(' ', "");
                    written.ends_with(&said)
                }
                _ => true,
            };
            wanted.ident == name.as_str() && arguments
        });
        fits.then_some(2 * usize::from(start > 0) + usize::from(of_trait.is_some()))
    }

    /// Returns functions with a similar name, or with the same name elsewhere.
    pub(super) fn near<'f>(&self, functions: &[&'f Found]) -> Vec<&'f Found> {
        let Some(last) = self.segments.last().map(|last| last.ident.to_string()) else { return Vec::new() };
        let distance = |found: &Found| strsim::damerau_levenshtein(&found.name, &last);
        let mut near: Vec<&Found> =
            functions.iter().copied().filter(|found| distance(found) <= 1 + last.len() / 4).collect();
        near.sort_by_key(|found| (distance(found), strsim::damerau_levenshtein(&found.path(), &self.text)));
        near.truncate(3);
        near
    }
}

impl std::fmt::Display for Wanted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}
