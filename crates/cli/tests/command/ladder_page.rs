//! `docs/ladder.md`: every command on the page prints what the page says. `UPDATE_DOCS=1 cargo test` writes it anew.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Returns the output of a command line of the page.
fn output(command: &str) -> String {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vlad/examples/ladder");
    let mut words = command.split_whitespace();
    assert_eq!(words.next(), Some("retrograde"), "{command}");
    let run = Command::new(env!("CARGO_BIN_EXE_retrograde")).args(words).current_dir(examples).output();
    let run = run.expect("the program starts");
    assert!(run.status.success(), "{command}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("text").trim_end().to_string()
}

#[test]
fn commands_print_what_the_page_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ladder.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let mut written = String::new();
    let mut commands = 0;
    for (i, part) in page.split("```").enumerate() {
        let fence = if i == 0 { "" } else { "```" };
        match part.strip_prefix("console\n$ ") {
            None => write!(written, "{fence}{part}").expect("written"),
            Some(rest) => {
                let command = rest.lines().next().unwrap_or_default();
                commands += 1;
                write!(written, "{fence}console\n$ {command}\n{}\n", output(command)).expect("written");
            }
        }
    }
    assert_eq!(commands, 11, "nine programs and two tables");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &written).expect("the page can be written");
    } else {
        assert!(
            written == page,
            "the page is out of date: UPDATE_DOCS=1 cargo test -p retrograde-cli --test command ladder_page"
        );
    }
}
