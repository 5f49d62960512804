//! Types as `lower` has them beside types as `infer` finds them, over all reversible functions of the repository and random ones.
//!
//! `RETROGRADE_TYPES=1` prints every difference. Law: what differs is of a class that is listed here, with the reason why.

mod compare;
#[path = "../../../generated/surface/draw.rs"]
#[allow(dead_code)]
mod draw;
#[path = "../../../generated/surface/features.rs"]
mod features;
#[path = "../../../generated/surface/params.rs"]
#[allow(dead_code)]
mod params;
#[path = "../../../generated/surface/program.rs"]
#[allow(dead_code)]
mod program;
mod sources;

use compare::Difference;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use retrograde_compiler::Stages;
use retrograde_compiler::ir::Options;
use retrograde_testkit::programs::{Liberty, programs};
use std::collections::BTreeMap;

/// True if lowering and inference say the same of a type: `o: real / real (CONFLICT)`, `w: structure _ / {x: ?, ..}`.
fn agree(example: &str) -> bool {
    let Some((_, types)) = example.rsplit_once(": ").filter(|(_, types)| types.contains(" / ")) else {
        return example.contains(": structure _ / {");
    };
    let (one, other) = types.split_once(" / ").unwrap_or_default();
    other.starts_with(one)
}

/// In which ways the two may differ, and why. In all of them but the first two the old one guesses.
const CLASSES: &[(&str, &str)] = &[
    ("exact or real", "what host code returns is untracked, which is no matter of its type"),
    ("exact or structure", "`Self` is looked through"),
    ("structure or not", "what is known of a field of one place is known of all places of its type"),
    ("the new one knows what is handed on", "likewise of what a call returns"),
    ("real or constant float", "a field takes what is written into it"),
    ("cast or handed to the host: taken for exact", "a float may be cast as well: rustc is asked"),
    ("alias: taken for an array", "what is indexed is one, whatever its name: rustc knows its shape"),
    ("handed on: taken for a real", "a value that is stored is taken for a number"),
    ("nothing tells: taken for a real", "what is added to something is a number or an array"),
    ("nothing tells: taken for exact", "an array that is asked for its length alone"),
    (
        "number that rustc knows: taken for a real",
        "a number beside a real may be a float without a cotangent",
    ),
];

/// The number of comparisons.
#[derive(Default)]
struct Tally {
    functions: usize,
    types: usize,
    classes: BTreeMap<&'static str, (usize, Vec<String>)>,
}

impl Tally {
    fn add(&mut self, from: &str, stages: &Stages) {
        let item = &stages.function.item;
        let (compared, differences) = compare::compare(&stages.function, &stages.types);
        self.functions += 1;
        self.types += compared;
        for Difference { class, shown } in differences {
            if matches!(class, "conflict" | "real or array" | "exact or real")
                && from == "random"
                && std::env::var("RETROGRADE_TYPES").is_ok()
            {
                println!("{}\n{}", quote::quote!(#item), stages.types.print());
            }
            let (count, examples) = self.classes.entry(class).or_default();
            *count += 1;
            examples.push(format!("{from} {}: {shown}", stages.function.item.sig.ident));
        }
    }

    /// Fails at what differs in a way that is not listed.
    fn holds(&self) {
        println!("{}", self.report());
        for (class, (_, examples)) in &self.classes {
            // What contradicts itself is refused by rustc, as the tests of its messages are.
            // An operator of structures may take what its operands contradict, if both ways agree on the type itself.
            let lawful =
                |example: &&String| *class == "conflict" && (example.contains("tests/ui/") || agree(example));
            let listed = CLASSES.iter().any(|(known, _)| known == class);
            let first = examples.iter().find(|example| !listed && !lawful(example));
            assert!(first.is_none(), "{class}: {first:?}");
        }
        assert!(self.types > 3 * self.functions, "hardly anything was compared");
    }

    fn report(&self) -> String {
        let all = std::env::var("RETROGRADE_TYPES").is_ok();
        let mut text = format!("{} functions, {} types\n", self.functions, self.types);
        for (class, (count, examples)) in &self.classes {
            text.push_str(&format!("{count:6} {class}\n"));
            for example in examples.iter().take(if all { usize::MAX } else { 3 }) {
                text.push_str(&format!("           {example}\n"));
            }
        }
        text
    }
}

#[test]
fn functions_of_the_repository() {
    let mut tally = Tally::default();
    sources::each(&mut |from, stages| tally.add(from, stages));
    tally.holds();
}

#[test]
fn programs_of_the_surface() {
    let mut tally = Tally::default();
    for number in 0..200 {
        let text = program::program(number, 7, false).function;
        let item: syn::ItemFn = syn::parse_str(&text).expect("a function");
        let options = Options::REVERSIBLE;
        if let Ok(stages) = retrograde_compiler::stages_with(item, options) {
            tally.add("surface", &stages);
        }
    }
    tally.holds();
}

#[test]
fn random_programs() {
    let count = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(500);
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let mut tally = Tally::default();
    for i in 0..count {
        let liberty = [Liberty::Strict, Liberty::Advancing, Liberty::Wild][i % 3];
        let program = programs(liberty).new_tree(&mut runner).expect("a program").current();
        for function in &program.functions {
            let item: syn::ItemFn = syn::parse_str(&function.source).expect("a function");
            let options = Options::REVERSIBLE;
            if let Ok(stages) = retrograde_compiler::stages_with(item, options) {
                tally.add("random", &stages);
            }
        }
    }
    tally.holds();
}
