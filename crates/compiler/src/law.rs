//! The laws of the language: each has a code, a title and a page in `docs/laws`.
//!
//! A broken law becomes a [`Diagnostic`]; [`Diagnostics`] collects all of them, so that one compilation reports every
//! error.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};

macro_rules! laws {
    ($($(#[doc = $doc:literal])* $name:ident = $code:literal, $title:literal;)*) => {
        /// A static law.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Law { $($(#[doc = $doc])* $name,)* }

        impl Law {
            /// Every law, in order of code.
            pub const ALL: &'static [Law] = &[$(Law::$name),*];

            /// The code in messages, which is also the name of the page.
            pub const fn code(self) -> &'static str {
                match self { $(Law::$name => $code,)* }
            }

            /// The law in one line.
            pub const fn title(self) -> &'static str {
                match self { $(Law::$name => $title,)* }
            }
        }
    };
}

laws! {
    /// An update must not read its own target.
    ReadsTarget = "R01", "an update does not read the place that it changes";
    /// An assignment destroys the old value.
    Overwrites = "R02", "nothing is overwritten";
    /// Only straight control flow has an inverse.
    LeavesEarly = "R03", "a block is left at its end only";
    /// Two mutable arguments must not be the same place.
    Aliases = "R04", "a call changes different places through different arguments";
    /// A branch must not change its own condition.
    ChangesCondition = "R05", "a branch does not change its condition, unless it has a postcondition";
    /// Read-only places do not change.
    ChangesInput = "R06", "only state, ancillae and scratch are changed";
    /// A local is recomputed from the values from which it was computed, so these must not change.
    UnstableRead = "R07", "the values from which a local is computed do not change while the local is in use";
    /// The reverse pass must make the same decisions.
    InexactDecision = "R08", "conditions, bounds and indices read exact places or places that never change";
    /// Types that cannot be inferred from tokens must be written.
    UnknownType = "R09", "types that the compiler cannot infer are written";
    /// Only the statements of the language have inverses.
    OutsideLanguage = "R10", "only statements and expressions of the reversible language";
    /// A routine is undone once, after it ran, in its own scope.
    Undo = "R11", "a routine is undone exactly once, by its label, after it ran";
    /// The inverse of a `while` must know when to stop.
    Postcondition = "R12", "a while loop has a postcondition";
    /// The inverse of a loop must have the same number of iterations.
    ChangesBound = "R13", "a loop does not change its own bounds";
    /// Exact places take exact values, real places take real values.
    MixedTypes = "R14", "real and exact values are not mixed without a cast";
    /// `safe!` is for effects outside the program.
    UnsafeEffect = "R15", "safe! does not change variables of the program";
    /// Only some signatures have an inverse.
    Signature = "R16", "a reversible function takes named arguments and returns nothing, a real, an array or vector of reals, a structure or a tuple";
    /// A name that was moved or freed is not bound to a value.
    Gone = "R17", "a variable that was moved or freed is not used again";
    /// Freeing is the inverse of declaring.
    Free = "R18", "an ancilla is freed at most once, in the block that declares it";
    /// No cotangent is lost without an error.
    Detaches = "R19", "an inactive place is not updated from an active one";
    /// Two ancillae of one name in one block could not be distinguished in the inverse.
    Shadows = "R20", "an ancilla is not shadowed in its own block";
    /// The types in a map must be known, and an access must name its key.
    Map = "R21", "a map is a variable of its own, contains numbers or exact values, and is accessed by `map[&key]`";
    /// Iterations that run together must not see one another.
    Collides = "R22", "an iteration of a parallel loop changes what is its own, or adds to what all share";
}

/// The language of a function: it decides which passes run, which programs there are, and which page explains a broken law.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// The language of `#[reversible]`.
    #[default]
    Reversible,
    /// The language of `#[differentiable]`.
    Ordinary,
}

impl Language {
    /// True for the language of ordinary functions.
    pub const fn is_ordinary(self) -> bool {
        matches!(self, Language::Ordinary)
    }
}

/// A page of `docs/laws`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its name, and the code in messages.
    pub code: &'static str,
    /// The law in one line.
    pub title: &'static str,
}

impl Law {
    /// The page on a law for functions of a language. Laws that say the same of both have one.
    pub const fn page(self, language: Language) -> Page {
        match (language, self.of_ordinary_functions()) {
            (Language::Ordinary, Some(page)) => page,
            (Language::Ordinary | Language::Reversible, _) => Page { code: self.code(), title: self.title() },
        }
    }

    /// All pages: those of the reversible language, and then those of ordinary functions.
    pub fn pages() -> impl Iterator<Item = (Law, Language, Page)> {
        let of = |language| move |law: &Law| (*law, language, law.page(language));
        let ordinary = Law::ALL.iter().filter(|law| law.of_ordinary_functions().is_some());
        Law::ALL.iter().map(of(Language::Reversible)).chain(ordinary.map(of(Language::Ordinary)))
    }

    /// The page on a law that says something else of ordinary functions.
    const fn of_ordinary_functions(self) -> Option<Page> {
        match self {
            Law::OutsideLanguage => Some(Page {
                code: "D01",
                title: "each value that has a cotangent is computed in a way whose derivative is known",
            }),
            Law::Signature => Some(Page {
                code: "D02",
                title: "an ordinary function takes named arguments, and returns nothing or a value whose shadow has a known shape",
            }),
            Law::Detaches => Some(Page {
                code: "D03",
                title: "what is marked as inactive takes no value that has a cotangent",
            }),
            Law::ReadsTarget | Law::Overwrites | Law::LeavesEarly | Law::Aliases => None,
            Law::ChangesCondition | Law::ChangesInput | Law::ChangesBound | Law::UnstableRead => None,
            Law::InexactDecision | Law::Undo | Law::Postcondition | Law::MixedTypes => None,
            Law::UnsafeEffect | Law::Gone | Law::Free | Law::Shadows => None,
            Law::UnknownType | Law::Map | Law::Collides => None,
        }
    }
}

/// The first and the last token of the text that a message describes.
///
/// Spans cannot be joined on stable Rust, so a text of several tokens is stored as its two ends.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The first token.
    pub start: Span,
    /// The last token.
    pub end: Span,
}

impl Extent {
    /// Returns the extent of all tokens of a piece of syntax.
    pub fn of(syntax: &impl ToTokens) -> Extent {
        let mut spans = syntax.to_token_stream().into_iter().map(|token| token.span());
        let start = spans.next().unwrap_or_else(Span::call_site);
        Extent { start, end: spans.last().unwrap_or(start) }
    }
}

impl From<Span> for Extent {
    fn from(span: Span) -> Extent {
        Extent { start: span, end: span }
    }
}

/// One broken law at one place.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The law.
    pub law: Law,
    /// The text that breaks it.
    pub extent: Extent,
    /// The error, in the names of the user.
    pub message: String,
    /// A suggestion.
    pub help: String,
    /// The language of the function.
    pub language: Language,
}

/// All broken laws of a function.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// Reports a broken law.
    pub fn report(
        &mut self,
        law: Law,
        at: impl Into<Extent>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let language = Language::Reversible;
        self.0.push(Diagnostic {
            law,
            extent: at.into(),
            message: message.into(),
            help: help.into(),
            language,
        });
    }

    /// Reports a broken law, and returns nothing.
    pub(crate) fn refuse<T>(
        &mut self,
        law: Law,
        at: impl Into<Extent>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Option<T> {
        self.report(law, at, message, help);
        None
    }

    /// Sets the language of the function that they describe.
    pub fn set_language(&mut self, language: Language) {
        self.0.iter_mut().for_each(|diagnostic| diagnostic.language = language);
    }

    /// The error barrier: returns the value only if no law is broken.
    pub fn barrier<T>(self, value: T) -> Result<T, Diagnostics> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }

    /// Returns one `compile_error!` for each diagnostic. Its path has the span of the first token and its braces that
    /// of the last: rustc underlines the text between them.
    pub fn to_compile_errors(&self) -> TokenStream {
        self.0
            .iter()
            .map(|d| {
                let message = d.to_string();
                let path = quote_spanned!(d.extent.start=> ::core::compile_error!);
                let braces = quote_spanned!(d.extent.end=> { #message });
                quote::quote!(#path #braces)
            })
            .collect()
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Page { code, title } = self.law.page(self.language);
        write!(f, "[{code}] {}\n  help: {}\n  law: {title} (docs/laws/{code}.md)", self.message, self.help)
    }
}

impl std::fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for diagnostic in &self.0 {
            writeln!(f, "{diagnostic}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}
