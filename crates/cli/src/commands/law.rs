//! `retrograde law R08`: prints the page of a law: its reason, a program that breaks it, and how to mend that.

use retrograde_compiler::law::Law;

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
            Law::ALL.iter().map(|law| format!("{}  {}", law.code(), law.title())).collect();
        return console::print(&lines.join("\n"));
    };
    match Law::ALL.iter().find(|law| law.code().eq_ignore_ascii_case(code.trim())) {
        Some(law) => console::print(page(*law).trim_end()),
        None => {
            let (first, last) = (Law::ALL.first(), Law::ALL.last());
            let ends = first.zip(last).map(|(a, b)| format!("{} to {}", a.code(), b.code()));
            let message = format!("there is no law `{code}`; there are {}", ends.unwrap_or_default());
            Err(Failure::Usage(message))
        }
    }
}

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
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_law_has_its_own_page() {
        for law in Law::ALL {
            let head = page(*law).lines().next().unwrap_or_default();
            assert!(head.starts_with('#') && head.contains(law.code()), "{}: {head}", law.code());
        }
    }
}
