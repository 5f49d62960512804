//! The formatter keeps the data and is idempotent: hand-written texts, all files of the repository, random data.

use std::path::Path;

use proptest::prelude::*;
use retrograde_vlad::fmt::{WIDTH, format};
use retrograde_vlad::read::{Lexer, TokenKind};

/// Returns the tokens that matter and the comments, each in order.
fn words(text: &str) -> (Vec<&str>, Vec<&str>) {
    let mut lexer = Lexer::new(0, text);
    let (mut data, mut comments) = (Vec::new(), Vec::new());
    while let Some(token) = lexer.next_token().expect(text) {
        let word = &text[token.span.start as usize..token.span.end as usize];
        match token.kind {
            TokenKind::LineComment | TokenKind::BlockComment => comments.push(word.trim_end()),
            TokenKind::Open(_)
            | TokenKind::Close(_)
            | TokenKind::Quote
            | TokenKind::Discard
            | TokenKind::Text
            | TokenKind::Word => data.push(word),
        }
    }
    (data, comments)
}

/// Formats a text and checks the laws.
fn formatted(text: &str) -> String {
    let tidy = format(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(words(&tidy), words(text), "{text}\n----\n{tidy}");
    assert_eq!(format(&tidy).expect(&tidy), tidy, "formatting twice changes\n{text}\n----\n{tidy}");
    tidy
}

#[test]
fn bodies_branches_and_arguments_are_indented() {
    for (text, tidy) in [
        ("", ""),
        ("  ; only a comment  ", "; only a comment\n"),
        ("(f\tx   y )  3", "(f x y)\n3\n"),
        ("(define (f x)\n(* x\n x))", "(define (f x)\n  (* x\n     x))\n"),
        ("(if a\nb c)", "(if a\n    b\n    c)\n"),
        ("(if\na\nb c)", "(if\n  a\n  b\n  c)\n"),
        ("(cond (a\n b) ((c) d) (else e))", "(cond (a\n       b)\n      ((c) d)\n      (else e))\n"),
        ("(let loop ((n 1)\n (m 2)) (loop m n))", "(let loop ((n 1)\n           (m 2))\n  (loop m n))\n"),
        ("(let ((f (lambda (x)\nx))) f)", "(let ((f (lambda (x)\n           x)))\n  f)\n"),
        ("((map f)\nl)", "((map f)\n l)\n"),
        ("'(if a\nb c)", "'(if a\n  b c)\n"),
        ("[list 1\n2]", "[list 1\n      2]\n"),
        ("( a .(b . c) )", "(a . (b . c))\n"),
    ] {
        assert_eq!(formatted(text), tidy, "{text}");
    }
}

#[test]
fn comments_stay_where_they_were() {
    for (text, tidy) in [
        ("1 ; one\n\n\n; two\n2", "1 ; one\n\n; two\n2\n"),
        ("(f ; why\nx)", "(f ; why\n  x)\n"),
        ("(f x ; last\n)", "(f x ; last\n )\n"),
        ("(f #| block |# x)", "(f #| block |# x)\n"),
        ("(f\n; own line\nx)", "(f\n  ; own line\n  x)\n"),
        ("' ; before the mark\nx", "; before the mark\n'x\n"),
        ("(list 1 #;(dropped 2) 3)", "(list 1 #;(dropped 2) 3)\n"),
    ] {
        assert_eq!(formatted(text), tidy, "{text}");
    }
}

#[test]
fn expectations_stay_with_their_expressions() {
    assert_eq!(formatted("(f 1)  ===>  2 (f 2)\n===> 3"), "(f 1) ===> 2\n(f 2)\n  ===> 3\n");
    let (call, value) = (format!("(f {})", "x".repeat(60)), "y".repeat(60));
    assert_eq!(formatted(&format!("{call} ===> {value}")), format!("{call}\n  ===> {value}\n"));
}

#[test]
fn long_lists_are_broken() {
    let long = "(list (a-rather-long-name 1 2 3) (another-rather-long-name 4 5 6) (the-third-of-the-long-names 7 8 9))";
    let tidy = "(list (a-rather-long-name 1 2 3)\n      (another-rather-long-name 4 5 6)\n      (the-third-of-the-long-names 7 8 9))\n";
    assert_eq!(formatted(long), tidy);
    // Numbers fill lines.
    let numbers = format!("(list{})", " 1.25".repeat(100));
    let tidy = formatted(&numbers);
    assert!(tidy.lines().all(|line| line.len() <= WIDTH) && tidy.lines().count() == 6, "{tidy}");
}

#[test]
fn deep_and_long_texts_take_no_time_and_no_stack() {
    for (open, close) in
        [("(", ")"), ("(f x ", ")"), ("(lambda (x) ", ")"), ("(let ((y (f x))) ", ")"), ("'(a ", ")")]
    {
        let depth = 450;
        formatted(&format!("{}1{}", open.repeat(depth), close.repeat(depth)));
    }
    let list = format!("(list{})", " (f 1 2)".repeat(20_000));
    formatted(&list);
}

#[test]
fn faults_of_the_text_are_refused() {
    for text in ["(f x", "x)", "\"never closed", "#| never closed", "(a ."] {
        assert!(format(text).is_err(), "{text}");
    }
}

#[test]
fn the_programs_of_this_repository_are_formatted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join("examples"), root.join("crates/vlad")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "vlad") {
                let text = std::fs::read_to_string(&path).unwrap();
                let tidy = formatted(&text);
                assert!(tidy == text, "run `retrograde vlad fmt` on {}", path.display());
                let is_long = |line: &&str| line.chars().count() > WIDTH && !line.contains(';');
                assert_eq!(tidy.lines().find(is_long), None, "{}", path.display());
                files += 1;
            }
        }
    }
    assert!(files > 40, "only {files} programs were found");
}

/// White space and comments, usual and unusual ones.
fn gap() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => Just(" ".to_string()),
        3 => Just("\n".to_string()),
        1 => Just("\n\n\n  ".to_string()),
        1 => "[a-z (]{0,12}".prop_map(|c| format!(" ; {c}\n")),
        1 => "[a-z (]{0,12}".prop_map(|c| format!("\n ;{c}  \n\n")),
        1 => "[a-z(\n]{0,12}".prop_map(|c| format!(" #| {c} |#")),
        1 => Just("\t#| a #| b |# |#\n".to_string()),
    ]
}

fn datum() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        6 => "[a-z]{1,24}",
        2 => "-?[0-9]{1,3}(\\.[0-9]{1,9})?",
        1 => Just("#t".to_string()),
        1 => Just("#[procedure f]".to_string()),
        1 => "\"[a-z\n]{0,9}\"",
    ];
    atom.prop_recursive(6, 80, 8, |inner| {
        let head = proptest::sample::select(vec![
            "", "define", "lambda", "let", "let*", "let loop", "letrec", "if", "cond", "f", "a-long-procedure-name",
        ]);
        prop_oneof![
            12 => (head, proptest::collection::vec((gap(), inner.clone()), 0..8), gap(), any::<bool>()).prop_map(
                |(head, items, end, square)| {
                    let items: String = items.into_iter().map(|(gap, item)| format!("{gap}{item}")).collect();
                    if square { format!("[{head}{items}{end}]") } else { format!("({head}{items}{end})") }
                }
            ),
            1 => (gap(), inner.clone(), gap(), inner.clone()).prop_map(|(g, a, h, b)| format!("({a}{g} .{h} {b})")),
            1 => (gap(), inner.clone()).prop_map(|(gap, item)| format!("'{gap}{item}")),
            1 => (gap(), inner.clone(), inner).prop_map(|(gap, a, b)| format!("(#;{gap}{a} {b})")),
        ]
    })
}

proptest! {
    #[test]
    fn random_texts_keep_what_they_say(
        items in proptest::collection::vec((gap(), datum(), proptest::option::of((gap(), gap(), datum()))), 0..6),
        end in gap(),
    ) {
        let mut text = String::new();
        for (gap, datum, expected) in items {
            text.push_str(&format!("{gap} {datum}"));
            if let Some((gap, next, expected)) = expected {
                text.push_str(&format!("{gap} ===>{next} {expected}"));
            }
        }
        formatted(&(text + &end));
    }
}
