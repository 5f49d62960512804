//! `retrograde law R08`: prints the page of a law: its reason, a program that breaks it, and how to mend that.

use retrograde_compiler::law::{Language, Law, Page};

use crate::console;
use crate::failure::Failure;

/// Prints the page of a law that an error message names.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The code of the law; without it, all laws are listed.
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Some(code) = &arguments.code else {
        let lines: Vec<String> =
            Law::pages().map(|(_, _, Page { code, title })| format!("{code}  {title}")).collect();
        return console::print(&lines.join("\n"));
    };
    match Law::pages().find(|(_, _, page)| page.code.eq_ignore_ascii_case(code.trim())) {
        Some((law, language, _)) => console::print(text(law, language).trim_end()),
        None => {
            let of = |language| {
                let mut codes = Law::pages().filter(|page| page.1 == language).map(|(_, _, page)| page.code);
                let first = codes.next().unwrap_or_default();
                format!("{first} to {}", codes.last().unwrap_or(first))
            };
            let (strict, ordinary) = (of(Language::Reversible), of(Language::Ordinary));
            let message =
                format!("there is no law `{code}`; there are {strict}, and {ordinary} of ordinary functions");
            Err(Failure::Usage(message))
        }
    }
}

fn text(law: Law, language: Language) -> &'static str {
    match (law, language) {
        (Law::OutsideLanguage, Language::Ordinary) => include_str!("../../laws/D01.md"),
        (Law::Signature, Language::Ordinary) => include_str!("../../laws/D02.md"),
        (Law::Detaches, Language::Ordinary) => include_str!("../../laws/D03.md"),
        (law, Language::Ordinary | Language::Reversible) => page(law),
    }
}

/// The page of a law of the reversible language.
fn page(law: Law) -> &'static str {
    match law {
        Law::ReadsTarget => include_str!("../../laws/R01.md"),
        Law::Overwrites => include_str!("../../laws/R02.md"),
        Law::LeavesEarly => include_str!("../../laws/R03.md"),
        Law::Aliases => include_str!("../../laws/R04.md"),
        Law::ChangesCondition => include_str!("../../laws/R05.md"),
        Law::ChangesInput => include_str!("../../laws/R06.md"),
        Law::UnstableRead => include_str!("../../laws/R07.md"),
        Law::InexactDecision => include_str!("../../laws/R08.md"),
        Law::UnknownType => include_str!("../../laws/R09.md"),
        Law::OutsideLanguage => include_str!("../../laws/R10.md"),
        Law::Undo => include_str!("../../laws/R11.md"),
        Law::Postcondition => include_str!("../../laws/R12.md"),
        Law::ChangesBound => include_str!("../../laws/R13.md"),
        Law::MixedTypes => include_str!("../../laws/R14.md"),
        Law::UnsafeEffect => include_str!("../../laws/R15.md"),
        Law::Signature => include_str!("../../laws/R16.md"),
        Law::Gone => include_str!("../../laws/R17.md"),
        Law::Free => include_str!("../../laws/R18.md"),
        Law::Detaches => include_str!("../../laws/R19.md"),
        Law::Shadows => include_str!("../../laws/R20.md"),
        Law::Map => include_str!("../../laws/R21.md"),
        Law::Collides => include_str!("../../laws/R22.md"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_law_has_its_own_page() {
        for (law, language, page) in Law::pages() {
            let head = text(law, language).lines().next().unwrap_or_default();
            assert_eq!(head, format!("# {}: {}", page.code, page.title));
        }
    }
}
