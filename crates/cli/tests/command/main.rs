//! The program as its user meets it: what it prints, what it writes and how it ends.

mod benches;
mod expand;
mod gradbench;
mod ladder;
mod ladder_page;
mod maps;
mod stepping;
mod steps;
mod vlad;

use steps::trace;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn retrograde(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_retrograde")).args(arguments).output().expect("the program starts")
}

fn succeeds(arguments: &[&str]) -> String {
    let output = retrograde(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// The JSON report of a solved problem.
fn solved(arguments: &[&str]) -> Value {
    let text = succeeds(&[&["ba", "--json"], arguments].concat());
    serde_json::from_str(&text).expect("one JSON object")
}

fn number(report: &Value, key: &str) -> f64 {
    report[key].as_f64().unwrap_or_else(|| panic!("{key} in {report}"))
}

/// Checks that a command fails with code 2 and says all of this.
fn refuses(arguments: &[&str], says: &[&str]) {
    let output = retrograde(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    for part in says {
        assert!(errors.contains(part), "{arguments:?}: {errors}");
    }
    assert!(output.stdout.is_empty(), "{arguments:?}");
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of ordinary characters")
}

/// A real problem beside the checkout, where it is there.
fn shared(path: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(path);
    if !path.exists() {
        // Not `eprintln!`: what it prints is hidden in tests that pass.
        writeln!(
            std::io::stderr(),
            "skipped: no published problem is solved, because {} is not there",
            path.display()
        )
        .expect("standard error can be written");
    }
    path.exists().then_some(path)
}

const SMALL: [&str; 6] = ["--cameras", "5", "--points", "60", "--seed", "3"];

#[test]
fn a_synthetic_scene_is_solved_to_its_noise() {
    let report = solved(&[&SMALL[..], &["--noise", "0.25"]].concat());
    assert!(number(&report, "initial_rms") > 5.0, "{report}");
    assert!(number(&report, "final_rms") < 0.25 * f64::sqrt(2.0), "{report}");
    assert!(report["stop"].as_str().expect("text").starts_with("converged"), "{report}");
    assert!(number(&report, "ratio") > 0.0);
    let text = succeeds(&[&["ba"], &SMALL[..]].concat());
    for part in ["5 cameras", "iteration", "|gradient|", "RMS reprojection error", "ratio"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let quiet = succeeds(&[&["ba", "--quiet"], &SMALL[..]].concat());
    assert_eq!(quiet.lines().count(), 3, "{quiet}");
}

/// A device takes the way of the lanes: the compiler of C here, which is there wherever Rust is linked.
#[test]
fn a_device_solves_what_lanes_solve() {
    for scene in [&SMALL[..], &["--replicate", "4,30,100", "--max-iterations", "3"]] {
        let lanes = solved(scene);
        let device = solved(&[scene, &["--device", "host"]].concat());
        assert_eq!(lanes["iterations"], device["iterations"]);
        let (one, other) = (number(&lanes, "final_cost"), number(&device, "final_cost"));
        assert!((one / other - 1.0).abs() < 1e-9, "{one} {other}");
    }
    let text = succeeds(&[&["ba", "--device", "host"], &SMALL[..]].concat());
    assert!(text.contains("Jacobians by the compiler of C"), "{text}");
    if cfg!(not(feature = "cuda")) {
        refuses(&["ba", "--device", "cuda"], &["there is no CUDA device here", "--features cuda"]);
    }
}

#[test]
fn a_saved_problem_starts_where_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let (saved, picture) = (folder.path().join("saved.txt"), folder.path().join("residuals.svg"));
    let first = solved(&[&SMALL[..], &["--save", text(&saved), "--plot", text(&picture)]].concat());
    let second = solved(&[text(&saved)]);
    assert_eq!(number(&first, "final_rms"), number(&second, "initial_rms"));
    assert!(number(&second, "final_rms") <= number(&second, "initial_rms"));
    let svg = std::fs::read_to_string(&picture).expect("the picture");
    assert!(svg.starts_with("<svg") && svg.contains("before: RMS") && svg.contains("after: RMS"));
}

#[test]
fn faulty_files_end_with_code_two_at_their_line_and_write_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("faulty.txt");
    let (saved, picture) = (folder.path().join("saved.txt"), folder.path().join("residuals.svg"));
    let cases = [
        ("1 1 1\n0 7 1 1\n", ":2: point 7 does not exist"),
        ("1 1 1\n0 0 1\n", ":2: expected 4 fields or 11"),
        ("1 1 2\n0 0 1 1\n", ":2: the file ends after 1 of 2 observations"),
        ("1 1 1\n0 0 1 1\n1\n2\nthree\n", ":5: expected number 3 of 9 of camera 0, found `three`"),
        ("one\n", ":1: expected the count of cameras"),
    ];
    for (contents, message) in cases {
        std::fs::write(&file, contents).expect("written");
        let place = format!("{}{message}", text(&file));
        refuses(&["ba", text(&file), "--save", text(&saved), "--plot", text(&picture)], &["error:", &place]);
    }
    std::fs::write(&file, b"1 1 1\n\xff\xfe\n").expect("written");
    refuses(&["ba", text(&file)], &[":2: not a text file"]);
    refuses(&["gmm", text(&file), "--gradient", text(&saved)], &[":2: not a text file"]);
    std::fs::write(&file, "2 1 1\n0\n1 1\n0 0 0\n1 nan\n1 0\n").expect("written");
    refuses(
        &["gmm", text(&file), "--gradient", text(&saved)],
        &[":5: number 2 of 2 of point 0", "not finite"],
    );
    refuses(&["ba", text(&file)], &["hint:", "gmm"]);
    std::fs::write(&file, "1 1 1\n0\n0\n999\n0\n1 0\n").expect("written");
    refuses(&["gmm", text(&file), "--gradient", text(&saved)], &["not finite"]);
    std::fs::write(&file, "1 1 1\n0 0 1 1\n0 0 0 0 0 0 1 0 0\n1 1 0\n").expect("written");
    refuses(&["ba", "-q", text(&file), "--save", text(&saved)], &["point 0 lies in the plane of camera 0"]);
    refuses(&["ba", text(&folder.path().join("missing.txt"))], &["missing.txt: cannot read"]);
    let left = std::fs::read_dir(folder.path()).expect("readable").count();
    assert_eq!(left, 1, "only the faulty file is there");
}

#[test]
fn unusable_arguments_end_with_code_two() {
    refuses(&["ba", "--cameras", "1"], &["--cameras"]);
    refuses(&["ba", "--noise", "-1"], &["noise"]);
    refuses(&["ba", "problem.txt", "--seed", "1"], &["--seed"]);
    refuses(&["bench", "ba", "--data", "problem.txt", "--cameras", "3"], &["--cameras"]);
    refuses(&["ba", "--replicate", "3,4"], &["three counts"]);
    refuses(&["ba", "--replicate", "3,0,9"], &["there are no points"]);
    refuses(&["gmm", "--dimensions", "100000", "--components", "100000"], &["--dimensions 100000"]);
    refuses(&["gmm", "mixture.txt", "--seed", "1"], &["--seed"]);
    refuses(&["ba", "--save", "/missing/folder/file.txt"], &["cannot write /missing/folder/file.txt"]);
    refuses(&["ba", "--plot", "one.svg", "--save", "one.svg"], &["the same file"]);
    // Before a file is read and before any work is done.
    for output in [
        &["ba", "missing.txt", "--plot"],
        &["ba", "missing.txt", "--save"],
        &["gmm", "missing.txt", "--gradient"],
    ] {
        refuses(&[&output[..], &["/missing/folder/file"]].concat(), &["cannot write /missing/folder/file"]);
    }
    refuses(&["unknown"], &["unknown"]);
}

#[test]
fn an_adbench_instance_is_solved_and_cannot_be_saved_as_bal() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("adbench.txt");
    let instance = "4 12 48\n\
        -0.758453 -1.109613 -0.845551 34.556073 39.676747 53.881673 419.194514 5.864426 -8.518870 0.087812 0.002739\n\
        7.203245 0.001144 3.023326\n0.417022\n271.760969 834.209256\n";
    std::fs::write(&file, instance).expect("written");
    let report = solved(&[text(&file)]);
    assert!(number(&report, "final_cost") < 1e-6, "{report}");
    refuses(&["ba", text(&file), "--save", text(&folder.path().join("saved.txt"))], &["BAL"]);
    let lines = succeeds(&["bench", "ba", "--json", "--data", text(&file), "--reps", "2"]);
    let engines: Vec<Value> = lines.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let names: Vec<&str> = engines.iter().filter_map(|e| e["engine"].as_str()).collect();
    assert_eq!(names, ["retrograde", "unattributed", "hand", "plain", "storing"]);
    for engine in &engines {
        assert_eq!(engine["heap_bytes"], 0, "{engine}");
        assert_eq!(engine["size"]["observations"], 48);
    }
    assert!(number(&engines[0], "jacobian_s") > 0.0 && number(&engines[0], "ratio") > 0.0);
    assert!(number(&engines[0], "primal_over_unattributed") > 0.0);
    assert_eq!(engines[1]["primal_over_unattributed"], 1.0);
    assert_eq!(engines[3]["primal_ratio"], 1.0);
    assert!(number(&engines[3], "primal_median_s") >= number(&engines[3], "primal_s"));
}

#[test]
fn a_mixture_is_evaluated_and_its_gradient_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, gradient) = (folder.path().join("mixture.txt"), folder.path().join("gradient.txt"));
    // One standard normal in one dimension without a prior's pull: the value is that of its density and prior.
    std::fs::write(&file, "1 2 3\n0.1\n-0.2\n0.5\n-0.5\n0.3\n-0.1\n1\n2\n-1.5\n1 0\n").expect("written");
    let value: f64 =
        succeeds(&["gmm", text(&file), "--gradient", text(&gradient)]).trim().parse().expect("a number");
    assert!(value.is_finite());
    let entries: Vec<f64> = std::fs::read_to_string(&gradient)
        .expect("the gradient")
        .lines()
        .map(|line| line.parse().expect("a number"))
        .collect();
    assert_eq!(entries.len(), 6);
    // A common shift of the log-weights changes nothing.
    assert!((entries[0] + entries[1]).abs() < 1e-12, "{entries:?}");
    let timed = succeeds(&["gmm", text(&file), "--time"]);
    assert!(timed.contains("ratio"), "{timed}");
    let lines = succeeds(&["bench", "gmm", "--json", "--data", text(&file), "--reps", "1"]);
    assert_eq!(lines.lines().count(), 4);
    assert!(lines.contains("\"adjoint_s\"") && lines.contains("\"gmm/mixture\""), "{lines}");
}

#[test]
fn real_problems_are_solved_to_the_published_accuracy() {
    for (file, bound) in [("bal/libmv_01.txt", 1.119), ("bal/libmv_03.txt", 0.2685)] {
        let Some(path) = shared(file) else { continue };
        let report = solved(&[text(&path), "--max-iterations", "25"]);
        assert!(number(&report, "final_rms") <= bound, "{file}: {report}");
    }
}

#[test]
fn the_smallest_published_instance_converges() {
    let Some(path) = shared("ba/ba1_n49_m7776_p31843.txt") else { return };
    let report = solved(&[text(&path), "--max-iterations", "2"]);
    assert_eq!(report["observations"], 31843);
    assert!(report["plan"].as_str().expect("text").contains("reduced system of 539 unknowns"), "{report}");
}

#[test]
fn refuses_to_expand_what_breaks_a_law() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("bad.rs");
    std::fs::write(&path, "#[reversible] fn f(x: &mut f64) {\n    *x = 2.0;\n}\n").expect("written");
    refuses(&["expand", &format!("{}::f", text(&path))], &["bad.rs:2:5", "R02", "Help:"]);
    refuses(&["expand", &format!("{}::g", text(&path))], &["no function `g`"]);
    std::fs::write(&path, "fn f(\n").expect("written");
    refuses(&["expand", text(&path)], &["bad.rs:"]);
}

/// All that is wrong is shown in its text, with the page of each law at hand.
#[test]
fn shows_every_broken_law_of_a_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("bad.rs");
    let source = "// ä\n#[reversible]\nfn f(x: &mut f64) {\n    *x = 2.0;\n    return;\n}\n\n\
                  #[reversible]\nfn fine(y: &mut f64) {\n    *y += 1.0;\n}\n\n\
                  #[reversible]\nfn g(y: &mut f64) {\n    *y += y.sin();\n}\n";
    std::fs::write(&path, source).expect("written");
    refuses(
        &["expand", text(&path)],
        &[
            "[R02]",
            "bad.rs:4:5",
            "4 │     *x = 2.0;",
            "[R03]",
            "bad.rs:5:5",
            "[R01]",
            "15 │     *y += y.sin();",
            "`retrograde law R01` prints its page",
            "3 errors in `f`, `g`",
        ],
    );
    refuses(&["step", &format!("{}::g", text(&path))], &["15 │     *y += y.sin();", "1 error in `g`"]);
    std::fs::write(&path, "#[reversible]\nfn f(x: &mut f64) {\n    *x += ;\n}\n").expect("written");
    refuses(&["draw", text(&path)], &["bad.rs:3:11", "3 │     *x += ;", "must be Rust"]);
    std::fs::write(&path, "#[reversible]\nfn f(x: &mut f64) {\n").expect("written");
    refuses(&["draw", text(&path)], &["bad.rs:2:", "close brackets"]);
}

/// However long an expression is, the program ends with a result or a message.
#[test]
fn long_expressions_do_not_overflow_the_stack() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("long.rs");
    let (sum, open, close) = (vec!["x"; 2000].join(" + "), "(".repeat(1000), ")".repeat(1000));
    let source = format!("#[reversible]\nfn f(y: &mut f64, x: f64) {{\n    *y += {open}{sum}{close};\n}}\n");
    std::fs::write(&path, source).expect("written");
    let target = format!("{}::f", text(&path));
    let lines = trace(&["step", &target, "--args", "y=0", "x=1", "--trace"]);
    assert_eq!(lines.last().map(String::as_str), Some("at the end: y = 2000.0, x = 1.0"));
}

#[test]
fn prints_the_pages_of_the_laws() {
    let page = succeeds(&["law", "r08"]);
    assert!(page.starts_with("# R08") && page.contains("#[keep]"), "{page}");
    let all = succeeds(&["law"]);
    assert!(all.lines().count() >= 21 && all.contains("R02  nothing is overwritten"), "{all}");
    refuses(&["law", "R99"], &["no law `R99`", "R01 to R"]);
}

/// Of a function that nobody marked, nobody asked which laws it breaks.
#[test]
fn says_that_a_function_is_not_marked() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("plain.rs");
    let source = "\nfn plain(x: f64) -> f64 {\n    let v = vec![x];\n    v.iter().map(|y| y * y).sum()\n}\n";
    std::fs::write(&path, source).expect("written");
    let target = format!("{}::plain", text(&path));
    for command in ["expand", "draw", "step"] {
        refuses(&[command, &target], &["plain.rs:2: `plain` is not marked #[reversible]", "hint:"]);
    }
}

#[test]
fn what_cannot_be_written_is_named_as_it_was_given() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("norm.rs");
    std::fs::write(&path, SOURCE).expect("written");
    let nowhere = directory.path().join("missing").join("norm.svg");
    let output = retrograde(&["draw", &format!("{}::norm", text(&path)), "-o", text(&nowhere)]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains(&format!("cannot write {}: ", text(&nowhere))), "{errors}");
    assert!(!errors.contains(".retrograde-"), "{errors}");
}

/// A file with two reversible functions, one of which calls the other.
const SOURCE: &str = "#[reversible]
fn square(y: &mut f64, x: f64) {
    *y += x * x;
}

#[retrograde::reversible]
fn norm(out: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    for i in 0..x.len() {
        square(&mut sum, x[i]);
    }
    *out += sum.sqrt();
}

fn other() {}
";

#[test]
fn draws_a_function_and_its_adjoint() {
    let directory = tempfile::tempdir().expect("a directory");
    let (path, picture) = (directory.path().join("norm.rs"), directory.path().join("norm.svg"));
    std::fs::write(&path, SOURCE).expect("written");
    let target = format!("{}::norm", text(&path));
    assert_eq!(succeeds(&["draw", &target, "-o", text(&picture)]), "");
    let drawn = std::fs::read_to_string(&picture).expect("a picture");
    assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"), "{drawn}");
    for words in
        ["fn norm(out: &amp;mut f64, x: &amp;[f64])", "for i in 0..x.len()", "square(&amp;mut sum, x[i])"]
    {
        assert!(drawn.contains(words), "{words} in {drawn}");
    }
    let adjoint = succeeds(&["draw", &target, "--stage", "adjoint"]);
    assert!(adjoint.contains("its adjoint") && adjoint.contains(">x_bar<"), "{adjoint}");
}

#[test]
fn says_what_there_is_to_draw() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("norm.rs");
    std::fs::write(&path, SOURCE).expect("written");
    refuses(
        &["draw", text(&path)],
        &["several functions", "there are square, norm; name one: `", "norm.rs::square`"],
    );
    refuses(
        &["draw", &format!("{}::nrm", text(&path))],
        &["no function `nrm`", "did you mean `", "norm.rs::norm`?"],
    );
    refuses(
        &["draw", &format!("{}::zzzzzz", text(&path))],
        &["no function `zzzzzz`", "there are square, norm"],
    );
    refuses(
        &["expand", &format!("{}::norm", text(&path)), "--stage", "sideways"],
        &["primal", "adjoint-raw"],
    );
    std::fs::write(&path, "fn f() {}").expect("written");
    refuses(&["draw", text(&path)], &["no function is marked", "name one"]);
}

/// Methods, functions in modules and functions in functions, some of them of one name.
const PLACES: &str = "#[reversible]
impl<T: Real> Spring<T> {
    fn step(&self, y: &mut T, v: &mut T) {
        *v -= 0.5 * self.stiffness * *y;
        *y += 0.5 * *v;
    }

    fn run(&self, y: &mut T, v: &mut T) {
        for _i in 0..self.steps {
            self.step(&mut *y, &mut *v);
        }
        Self::bend_inverse(&mut *y, self.stiffness);
    }

    fn bend(y: &mut T, k: T) {
        *y += k * k;
    }

    #[irreversible]
    fn new() -> Self {
        todo!()
    }
}

#[reversible]
trait Flow: Differentiable {
    fn flow(&self, y: &mut f64);
    fn twice(&self, y: &mut f64) {
        self.flow(&mut *y);
        self.flow(&mut *y);
    }
}

#[reversible]
impl Flow for Spring<f64> {
    fn flow(&self, y: &mut f64) {
        *y += 3.0 * self.stiffness;
    }
    fn step(&self, y: &mut f64) {
        *y += self.stiffness;
    }
}

mod inner {
    #[reversible]
    pub fn square(y: &mut f64, x: f64) {
        #[reversible]
        fn helper(y: &mut f64, x: f64) {
            *y += 7.0 * x;
        }
        helper(&mut *y, x * x);
    }

    #[reversible]
    impl Other {
        fn step(&self, y: &mut f64) {
            *y += self.k;
        }
    }
}

#[reversible]
fn square(y: &mut f64, x: f64) {
    *y += x * x;
}

#[reversible]
fn both(a: &Spring<f64>, b: &Other, y: &mut f64, v: &mut f64) {
    a.step(&mut *y, &mut *v);
    b.step(&mut *y);
}
";

#[test]
fn reaches_methods_modules_and_functions_inside_functions() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("places.rs");
    std::fs::write(&path, PLACES).expect("written");
    let target = |function: &str| format!("{}::{function}", text(&path));
    let cases = [
        ("Spring::step", "// Spring::step: primal", "fn step(&self, y: &mut T, v: &mut T)"),
        ("Spring<T>::step", "// Spring::step: primal", "fn step(&self, y: &mut T, v: &mut T)"),
        ("run", "// Spring::run: primal", "self.step(y, v);"),
        ("Spring::flow", "// <Spring as Flow>::flow: primal", "3.0 * self.stiffness"),
        ("<Spring as Flow>::step", "// <Spring as Flow>::step: primal", "*y += self.stiffness"),
        ("Flow::twice", "// Flow::twice: primal", "self.flow(y);"),
        ("inner::square", "// inner::square: primal", "helper("),
        ("square", "// square: primal", "*y += x * x;"),
        ("square::helper", "// inner::square::helper: primal", "7.0 * x"),
        ("inner::Other::step", "// inner::Other::step: primal", "*y += self.k"),
    ];
    for (function, title, line) in cases {
        let primal = succeeds(&["expand", &target(function), "--stage", "primal"]);
        assert!(primal.starts_with(title) && primal.contains(line), "{function}: {primal}");
        assert!(succeeds(&["draw", &target(function)]).starts_with("<svg "), "{function}");
    }
    let inverse = succeeds(&["expand", &target("Spring::run"), "--stage", "inverse"]);
    for line in ["fn run_inverse(&self", "Self::bend(y", "self.step_inverse(y"] {
        assert!(inverse.contains(line), "{line}: {inverse}");
    }
    // A method's tokens are methods.
    let tokens = succeeds(&["expand", &target("Spring::bend"), "--stage", "tokens"]);
    assert!(tokens.contains("adjoint bend_adjoint") && !tokens.contains("struct bend"), "{tokens}");
    for function in ["zzzzzz", "Spring::new"] {
        refuses(
            &["draw", &target(function)],
            &[&format!("no function `{function}`"), "Spring::step, Spring::run"],
        );
    }
    refuses(&["draw", &target("Spring::stp")], &["did you mean `", "places.rs::Spring::step`"]);
    refuses(&["draw", &target("step")], &["may be several", "there are Spring::step, inner::Other::step;"]);
    refuses(
        &["draw", &target("1 + 2")],
        &["is not a path of a function", "FILE.rs::<Type as Trait>::method"],
    );
    let help = succeeds(&["draw", "--help"]);
    assert!(help.contains("FILE.rs::Type::method") && help.contains("FILE.rs::<Type as Trait>::method"));
}

#[test]
fn arguments_that_do_not_fit_are_named() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("norm.rs");
    std::fs::write(&path, SOURCE).expect("written");
    let target = format!("{}::norm", text(&path));
    let refused =
        |arguments: &[&str], says: &[&str]| refuses(&[&["step", &target], arguments].concat(), says);
    refused(&["--args", "out=1"], &["values are missing: --args x=[0.5,0.5]"]);
    refused(&["--args", "out=NaN", "x=[1]"], &["`out` is NaN"]);
    refused(&["--args", "out=1", "x=3"], &["`x` is a list", "not `3`"]);
    refused(&["--args", "out=1", "x=[3]", "z=3"], &["no parameter `z`; there are `out`, `x`"]);
    refused(&["--args", "out=1", "x=[3]", "--seed", "z=3"], &["no `z` to seed; there are `out`, `x`"]);
    refused(&["--args", "out=1", "x=[3]", "--seed", "x=[3,4]"], &["`x` has 1 values and its seed 2"]);
}

#[test]
fn a_mixture_needs_no_file() {
    let small = ["gmm", "-d", "2", "-k", "3", "-n", "50"];
    let value: f64 = succeeds(&small).trim().parse().expect("a number");
    assert!(value.is_finite() && value < 0.0);
    assert_eq!(succeeds(&small), succeeds(&small));
    assert_ne!(succeeds(&small), succeeds(&[&small[..], &["--seed", "2"]].concat()));
}

/// A short file whose header asks for more than there is ends with a message, not with an abort.
#[cfg(unix)]
#[test]
fn headers_that_ask_for_too_much_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("adbench.txt");
    let body = "0.1 0.2 0.3 4 5 6 400 1 2 0.01 0.002\n7 0 3\n0.4\n271.7 834.2\n";
    for header in ["40000000 40000000 40000000", "1 1 40000000", "20000 20000 8000000", "1 80000000 80000000"]
    {
        std::fs::write(&file, format!("{header}\n{body}")).expect("written");
        for command in ["ba --quiet", "bench ba --reps 1 --data"] {
            let limited = format!("ulimit -v 400000; exec \"$0\" {command} \"$1\"");
            let output = Command::new("sh")
                .args(["-c", &limited, env!("CARGO_BIN_EXE_retrograde"), text(&file)])
                .output()
                .expect("a shell");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(1 | 2)), "{header} {command}: {errors}");
            assert!(
                errors.contains("limit") || errors.contains("memory") || errors.contains("copies"),
                "{errors}"
            );
        }
    }
}
