//! Messages with their places, as rustc prints them.
//!
//! Each file of `tests/ui` is compiled against the library that this test was built with, so nothing is built twice, and what
//! rustc says must be what stands in the file beside it that ends in `.stderr`. `BLESS=1` writes those files. Law: what is
//! compared depends neither on where the repository lies nor on lines of other files than the one that is compiled.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::SystemTime;

/// The folder of the crate.
const CRATE: &str = env!("CARGO_MANIFEST_DIR");
/// Its path from the root of the repository, where rustc runs, as it did when it compiled the library.
const FROM_ROOT: &str = "crates/retrograde/";

fn root() -> &'static Path {
    Path::new(CRATE).ancestors().nth(2).expect("the repository")
}

/// Where rustc finds what the library depends on, and the library itself: the newest, if features have left several.
fn library() -> (PathBuf, PathBuf) {
    let folder = std::env::current_exe().expect("this test").parent().expect("a folder").to_path_buf();
    let age =
        |path: &PathBuf| path.metadata().and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let newest = std::fs::read_dir(&folder)
        .expect("the folder of this test")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("libretrograde-") && name.ends_with(".rlib")
        })
        .max_by_key(age);
    (folder, newest.expect("the library that this test is linked with"))
}

/// The messages of rustc on a file, or `None` if it compiles.
fn said(file: &Path, (folder, library): &(PathBuf, PathBuf), scratch: &Path) -> Option<String> {
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .current_dir(root())
        // Some advice names `cargo`, where it is there.
        .env("CARGO_CRATE_NAME", "ui")
        .args(["--edition=2024", "--emit=metadata", "--diagnostic-width=140", "--color=never"])
        .arg(Path::new(FROM_ROOT).join(file))
        .arg("--out-dir")
        .arg(scratch)
        .arg("--extern")
        .arg(format!("retrograde={}", library.display()))
        .arg("-L")
        .arg(format!("dependency={}", folder.display()))
        .output()
        .expect("rustc runs");
    (!output.status.success()).then(|| placed(&String::from_utf8_lossy(&output.stderr), file))
}

/// A text that is equal wherever the repository and the toolchain lie, without the lines of other files and without the summary.
fn placed(text: &str, file: &Path) -> String {
    let messages: Vec<String> = text.split("\n\n").map(|message| narrowed(&located(message, file))).collect();
    let shown = messages.into_iter().filter(|message| !message.trim().is_empty());
    format!("{}\n", shown.collect::<Vec<_>>().join("\n\n"))
}

/// One message, whose places in other files have no lines.
fn located(message: &str, file: &Path) -> String {
    let root = root().display().to_string();
    let own = file.display().to_string();
    let (mut shown, mut elsewhere) = (Vec::new(), false);
    for line in message.lines() {
        let bare = line.trim_start();
        let summary = ["error: aborting due to", "For more information about", "Some errors have detailed"];
        if summary.iter().any(|start| line.starts_with(start)) {
            continue;
        }
        let indent = &line[..line.len() - bare.len()];
        let arrow =
            ["--> ", "::: "].iter().find_map(|arrow| bare.strip_prefix(arrow).map(|path| (arrow, path)));
        let line = match arrow {
            Some((arrow, path)) => {
                let path = path.strip_prefix(FROM_ROOT).unwrap_or(path);
                elsewhere = !path.starts_with(&own);
                format!("{indent}{arrow}{}", if elsewhere { short(path, &root) } else { path.to_string() })
            }
            // Lines of the source that an arrow points at, with their numbers.
            None if elsewhere && bare.starts_with(|c: char| c.is_ascii_digit() || c == '|' || c == '.') => {
                let number = line.chars().take_while(|c| *c == ' ' || c.is_ascii_digit()).count();
                format!("{}{}", " ".repeat(number), &line[number..])
            }
            None => {
                elsewhere = false;
                line.to_string()
            }
        };
        // How many implementations there are changes with the library.
        let others = bare.strip_prefix("and ").and_then(|rest| rest.strip_suffix(" others"));
        match others.filter(|count| count.chars().all(|c| c.is_ascii_digit())) {
            Some(_) => shown.push(format!("{indent}and $N others")),
            None => shown.push(line.replace(&format!("{root}/"), "$WORKSPACE/").trim_end().to_string()),
        }
    }
    shown.join("\n")
}

/// A message with a margin as wide as the line numbers that are left in it.
fn narrowed(message: &str) -> String {
    let width = |line: &str| line.trim_start().chars().take_while(char::is_ascii_digit).count();
    let numbered = |line: &&str| {
        let rest = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        width(line) > 0
            && (rest.starts_with(" |")
                || rest.starts_with(" +")
                || rest.starts_with(" -")
                || rest.starts_with(" ~"))
    };
    let wanted = message.lines().filter(numbered).map(width).max().unwrap_or(1);
    let arrow = message.lines().find(|line| line.trim_start().starts_with("--> "));
    let margin = arrow.map_or(0, |line| line.len() - line.trim_start().len());
    let surplus = " ".repeat(margin.saturating_sub(wanted));
    let mut after_heading = false;
    let lines = message.lines().map(|line| {
        // The text below a heading has a margin of its own.
        let text = !line.trim_start().starts_with(|c: char| c.is_ascii_digit() || "-:|=.".contains(c));
        let keeps = after_heading && text;
        after_heading = !line.starts_with(|c: char| c == ' ' || c.is_ascii_digit());
        if keeps { line } else { line.strip_prefix(&surplus).unwrap_or(line) }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A path without what depends on the machine, and without a line and a column.
fn short(path: &str, root: &str) -> String {
    let mut path = path;
    while let Some((before, number)) = path.rsplit_once(':') {
        if number.is_empty() || !number.chars().all(|c| c.is_ascii_digit()) {
            break;
        }
        path = before;
    }
    if let Some(inside) = path.strip_prefix(CRATE) {
        return inside.trim_start_matches('/').to_string();
    }
    let of_standard = path
        .split_once("/library/")
        .filter(|(before, _)| before.starts_with("/rustc/") || before.ends_with("/rustlib/src/rust"));
    match of_standard {
        Some((_, inside)) => format!("$RUST/{inside}"),
        None if path.starts_with("crates/") => format!("$WORKSPACE/{path}"),
        None => path.replace(root, "$WORKSPACE"),
    }
}

#[test]
fn messages() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(Path::new(CRATE).join("tests/ui"))
        .expect("the programs that are refused")
        .map(|entry| Path::new("tests/ui").join(entry.expect("an entry").file_name()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    files.sort();
    assert!(files.len() > 40, "programs are missing: {files:?}");
    let library = library();
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui");
    std::fs::create_dir_all(&scratch).expect("a folder for what rustc writes");
    let (rest, wrong) = (Mutex::new(files.into_iter()), Mutex::new(Vec::new()));
    let next = || rest.lock().expect("no thread panics").next();
    let work = || {
        while let Some(file) = next() {
            let beside = Path::new(CRATE).join(&file).with_extension("stderr");
            let Some(found) = said(&file, &library, &scratch) else {
                wrong.lock().expect("no thread panics").push(format!("{} compiles", file.display()));
                continue;
            };
            if std::env::var_os("BLESS").is_some() {
                std::fs::write(&beside, &found).expect("the messages can be written");
            }
            let wanted = std::fs::read_to_string(&beside).unwrap_or_default();
            if found != wanted {
                let both = format!("of {} rustc says\n{found}\ninstead of\n{wanted}", file.display());
                wrong.lock().expect("no thread panics").push(both);
            }
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let wrong = wrong.into_inner().expect("no thread panics");
    assert!(wrong.is_empty(), "{} files:\n{}", wrong.len(), wrong.join("\n"));
}
