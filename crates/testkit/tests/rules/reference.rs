//! The rule table in readable form: the formulae as a snapshot, and `docs/rules.md`, which is generated from the
//! table.
//!
//! If the page is out of date the test fails; with the environment variable `BLESS` it writes the page.

use std::fmt::Write;
use std::path::Path;

use retrograde_rules::{Domain, Instruction, Primitive, symbolic};

/// The exponent that stands for any exponent in formulae of integer powers.
const EXPONENT: i32 = 3;

#[test]
fn the_table_reads_as_mathematics() {
    let equations: Vec<String> = Primitive::ALL.iter().map(|p| symbolic::equation(*p, EXPONENT)).collect();
    insta::assert_snapshot!(equations.join("\n"));
}

#[test]
fn the_reference_page_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    let page = reference_page();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, page).expect("docs/rules.md can be written");
        return;
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/rules.md is stale: run this test with BLESS=1");
}

fn reference_page() -> String {
    let mut page = String::from(
        "# The rules\n\n\
         <!-- Written from the rule table by crates/testkit/tests/reference.rs; run it with BLESS=1 after a change. -->\n\n\
         A *primitive* is a pure function with partial derivatives. Each is a method of the trait `Real` under the name\n\
         given here, or an operator. The values at kinks, jumps and poles are defined in\n\
         [the conventions](../crates/rules/src/conventions.md).\n\n\
         | name | meaning | value and partials | domain | undone by | kinks, jumps, poles |\n\
         |---|---|---|---|---|---|\n",
    );
    for &primitive in Primitive::ALL {
        let (value, partials) = split(&symbolic::equation(primitive, EXPONENT));
        let row = [
            format!("`{}`", primitive.name()),
            meaning(primitive),
            format!("`{value}`<br>`{partials}`"),
            domain(primitive),
            primitive.inverse().map_or(String::new(), |inverse| format!("`{}`", inverse.name())),
            primitive.singularities().unwrap_or_default().to_owned(),
        ];
        writeln!(page, "| {} |", row.join(" | ")).expect("a string takes any text");
    }
    page.push_str(
        "\n# Instructions\n\n\
         An *instruction* is a bijection that changes its places; they are named before the arrow. In the adjoint, the state is that\n\
         after the instruction, and it maps the cotangents after it to those before it; those of the numbers that are read are added to.\n\n\
         | name | meaning | change and adjoint | of | undone by |\n|---|---|---|---|---|\n",
    );
    for &instruction in Instruction::ALL {
        let (change, adjoint) = symbolic::change(instruction);
        let formulae =
            [change, adjoint].into_iter().filter(|line| !line.is_empty()).map(|line| format!("`{line}`"));
        writeln!(
            page,
            "| `{instruction}` | {} | {} | {} | `{}` |",
            instruction.summary(),
            formulae.collect::<Vec<_>>().join("<br>"),
            instruction.places(),
            instruction.inverse()
        )
        .expect("a string takes any text");
    }
    page
}

/// Splits an equation into the value and the partials.
fn split(equation: &str) -> (String, String) {
    let (value, partials) = equation.split_once(": ").expect("an equation has partials");
    (value.to_owned(), partials.to_owned())
}

fn meaning(primitive: Primitive) -> String {
    let mut meaning = primitive.summary().to_owned();
    if primitive.takes_exponent() {
        write!(meaning, " Shown for the exponent {EXPONENT}.").expect("a string takes any text");
    }
    if !primitive.is_differentiable() {
        meaning.push_str(" Its derivative is declared to be zero.");
    }
    meaning
}

/// Returns the conditions on the arguments; unconditional ones are omitted.
fn domain(primitive: Primitive) -> String {
    let conditions: Vec<String> = primitive
        .parameters()
        .iter()
        .zip(primitive.domain())
        .filter(|(_, domain)| **domain != Domain::Real)
        .map(|(name, domain)| format!("{name} {domain}"))
        .collect();
    conditions.join(", ")
}

#[test]
fn instructions_are_bijections_by_name() {
    for &instruction in Instruction::ALL {
        assert_eq!(Instruction::by_name(instruction.name()), Some(instruction));
        assert_eq!(instruction.inverse().inverse(), instruction);
        assert_eq!(instruction.inverse().arity(), instruction.arity());
        assert_eq!(instruction.inverse().places(), instruction.places());
        assert!(instruction.changed() <= instruction.arity());
        assert!(instruction.summary().ends_with('.'));
    }
    assert_eq!(Instruction::by_name("rotate"), None);
}
