//! Readers: accepted files, rejected files with the line of the fault, and no panics.

use proptest::prelude::*;

use super::*;
use crate::bundle::{Bundle, Observation};

const BAL: &str = "2 1 2\n0 0 1.5 -2.5\n1 0 3 4\n1\n2\n3\n4\n5\n6\n7\n8\n9\n1 2 3 4 5 6 7 8 9\n10\n11\n12\n";
const ADBENCH: &str = "2 3 7\n1 2 3 4 5 6 7 8 9 10 11\n1 2 3\n0.5\n20 30\n";
const MIXTURE: &str = "2 1 2\n-0.5\n1 2\n0.1 0.2 0.3\n1 2\n3 4\n1.5 2\n";

fn fault_of(text: &str) -> Fault {
    parse_bundle(text).expect_err("a fault")
}

fn mixture_fault(text: &str) -> Fault {
    gmm::parse(text).expect_err("a fault")
}

#[test]
fn both_bundle_formats_are_recognised() {
    let Ok(AnyBundle::Bal(bal)) = parse_bundle(BAL) else { panic!("a BAL problem") };
    assert_eq!((bal.cameras.len(), bal.points.len(), bal.observations.len()), (2, 1, 2));
    assert_eq!(bal.cameras[1], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
    assert_eq!(bal.observations[1], Observation { camera: 1, point: 0, pixel: [3.0, 4.0] });
    let Ok(AnyBundle::AdBench(adbench)) = parse_bundle(ADBENCH) else { panic!("an ADBench instance") };
    assert_eq!((adbench.cameras.len(), adbench.points.len(), adbench.weights.len()), (2, 3, 7));
    assert_eq!(adbench.observations[5], Observation { camera: 1, point: 2, pixel: [20.0, 30.0] });
}

#[test]
fn faults_are_reported_at_their_line() {
    let cases = [
        ("", None, "empty"),
        ("2 1\n", Some(1), "observations is missing"),
        ("2 one 2\n", Some(1), "`one`"),
        ("2 0 2\n", Some(1), "no points"),
        ("2 1 2 9\n", Some(1), "`9`"),
        ("-2 1 2\n", Some(1), "`-2`"),
        ("2 1 2\n", Some(1), "ends after the header"),
        ("2 1 2\n\n0 0 1\n", Some(3), "found 3"),
        ("2 1 2\n0 0 1 1\n2 0 1 1\n", Some(3), "camera 2 does not exist"),
        ("2 1 2\n0 0 1 1\n0 1 1 1\n", Some(3), "point 1 does not exist"),
        ("2 1 2\n0 0 1 1\n0 0 x 1\n", Some(3), "`x`"),
        ("2 1 2\n0 0 1 1\n0 0 1 nan\n", Some(3), "not finite"),
        ("2 1 2\n0 0 1 1\n0 0 1 1e999\n", Some(3), "not finite"),
        ("2 1 2\n0 0 1 1\n0 0 1\n", Some(3), "fewer than 4"),
        ("2 1 2\n0 0 1 1\n0 0 1 1 1\n", Some(3), "unexpected `1`"),
        ("2 1 2\n0 0 1 1\n", Some(2), "after 1 of 2 observations"),
        ("2 1 2\n0 0 1 1\n1 0 1 1\n5\n6\n", Some(5), "number 3 of 9 of camera 0"),
        ("2 3 7\n1 2 3 4 5 6 7 8 9 10 11\n1 2 3\n0.5\n20\n", Some(5), "number 2 of 2 of the feature"),
        ("2 3 7\n1 2 3 4 5 6 7 8 9 10 11\n1 2 3\n0.5\n20 30 40\n", Some(5), "unexpected `40`"),
        ("8 3 7\n1 2 3 4 5 6 7 8 9 10 11\n1 2 3\n0.5\n20 30\n", Some(1), "8 cameras cannot all be seen"),
    ];
    for (text, line, message) in cases {
        let fault = fault_of(text);
        assert_eq!(fault.line, line, "{text:?} {fault:?}");
        assert!(fault.message.contains(message), "{text:?} {fault:?}");
    }
    let fault = fault_of(&format!("{BAL}\n\n13\n"));
    assert_eq!((fault.line, fault.message.contains("`13`")), (Some(19), true), "{fault:?}");
    assert!(fault_of(MIXTURE).hint.expect("a hint").contains("gmm"));
}

#[test]
fn mixtures_are_read_and_their_faults_reported() {
    let mixture = gmm::parse(MIXTURE).expect("valid");
    assert_eq!((mixture.d, mixture.k, mixture.n, mixture.m), (2, 1, 2, 2));
    let (weights, means, factors) = mixture.split(&mixture.parameters);
    assert_eq!((weights, means, factors), (&[-0.5][..], &[1.0, 2.0][..], &[0.1, 0.2, 0.3][..]));
    assert_eq!((mixture.gamma, &mixture.points[2..]), (1.5, &[3.0, 4.0][..]));
    let cases = [
        ("2 1\n", Some(1), "n is missing"),
        ("2 1 2\n-0.5\n1 2\n0.1 0.2 x\n1 2\n3 4\n1.5 2\n", Some(4), "number 3 of 3 of factor 0"),
        ("2 1 2\n-0.5\n1 2\n0.1 0.2 0.3\n1 2\n3 4\n1.5\n", Some(7), "prior's m"),
        ("2 1 2\n-0.5\n1 2\n0.1 0.2 0.3\n1 2\n3 4\n1.5 2.5\n", Some(7), "`2.5`"),
        ("2 1 2\n-0.5\n1 2\n0.1 0.2 0.3\n1 2\n3 4\n-1 2\n", Some(7), "not positive"),
        ("2 1 2\n-0.5\n1 2\n0.1 0.2 0.3\n1 2\n3 4\n1 2 3\n", Some(7), "unexpected `3`"),
    ];
    for (text, line, message) in cases {
        let fault = mixture_fault(text);
        assert_eq!(fault.line, line, "{text:?} {fault:?}");
        assert!(fault.message.contains(message), "{text:?} {fault:?}");
    }
}

#[test]
fn absurd_headers_reserve_nothing() {
    let huge = usize::MAX.to_string();
    for text in [
        format!("{huge} {huge} {huge}\n0 0 1 1\n"),
        "4000000000 4000000000 1\n0 0 1 1\n".to_owned(),
        format!("{huge} {huge} {huge}\n1 2 3 4 5 6 7 8 9 10 11\n1 2 3\n0.5\n20 30\n"),
        "1 1 3000000000\n1 2 3 4 5 6 7 8 9 10 11\n1 2 3\n0.5\n20 30\n".to_owned(),
    ] {
        fault_of(&text);
    }
    mixture_fault(&format!("{huge} {huge} {huge}\n1\n"));
    mixture_fault("4000000000 1 1\n1\n");
    mixture_fault("1 1 9000000000\n1\n");
}

/// Counts that are correct, nearly correct, too large for any memory, or too large for arithmetic.
const COUNTS: [&str; 14] = [
    "0",
    "1",
    "2",
    "3",
    "48",
    "1000",
    "100000000",
    "89478486",
    "2147483648",
    "4294967295",
    "4294967296",
    "4611686018427387904",
    "18446744073709551615",
    "18446744073709551616",
];

/// A header of any size is rejected, or small enough to be allocated.
#[test]
fn headers_of_any_size_are_answered() {
    let bodies = [BAL, ADBENCH, MIXTURE].map(|text| text.split_once('\n').expect("a header").1);
    let mut accepted = 0;
    for (a, b, c) in
        COUNTS.iter().flat_map(|a| COUNTS.iter().flat_map(move |b| COUNTS.iter().map(move |c| (a, b, c))))
    {
        for body in bodies {
            let text = format!("{a} {b} {c}\n{body}");
            match parse_bundle(&text) {
                Ok(AnyBundle::Bal(bundle)) => assert_eq!(bundle.observations.len(), 2),
                Ok(AnyBundle::AdBench(bundle)) => {
                    accepted += 1;
                    assert!(bundle.observations.len() <= 1000, "{text:?}");
                    assert_eq!(bundle.weights.len(), bundle.observations.len());
                }
                Err(fault) => assert!(fault.line.is_some(), "{text:?} {fault:?}"),
            }
            if let Ok(mixture) = gmm::parse(&text) {
                assert_eq!(mixture.points.len(), mixture.n * mixture.d);
            }
        }
    }
    assert!(accepted > 0);
    let fault = fault_of(&format!("40000000 40000000 40000000\n{}", bodies[1]));
    assert_eq!(fault.line, Some(1));
    assert!(fault.message.contains("the limit of 2 GB"), "{fault:?}");
}

fn bundles() -> impl Strategy<Value = Bundle<9>> {
    let value =
        prop_oneof![prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL | prop::num::f64::ZERO, -1e3..1e3];
    (1usize..4, 1usize..5, 1usize..9).prop_flat_map(move |(cameras, points, observations)| {
        let number = value.clone();
        (
            prop::collection::vec(prop::array::uniform9(number.clone()), cameras),
            prop::collection::vec(prop::array::uniform3(number.clone()), points),
            prop::collection::vec(
                (0..cameras as u32, 0..points as u32, prop::array::uniform2(number))
                    .prop_map(|(camera, point, pixel)| Observation { camera, point, pixel }),
                observations,
            ),
        )
            .prop_map(|(cameras, points, observations)| Bundle {
                cameras,
                points,
                weights: Vec::new(),
                observations,
            })
    })
}

proptest! {
    #[test]
    fn written_problems_read_back_bit_for_bit(bundle in bundles()) {
        let Ok(AnyBundle::Bal(read)) = parse_bundle(&write_bal(&bundle)) else { panic!("a BAL problem") };
        prop_assert_eq!(read, bundle);
    }

    /// For any damage to a file, the reader returns; and the line of a fault is a line of the file.
    #[test]
    fn damaged_files_never_panic(
        which in 0usize..3, position in 0usize..200, cut in 0usize..12,
        patch in prop_oneof![
            "[0-9 .eE+\\-\n]{0,6}", "\\PC{0,4}", Just("\r\n".to_owned()), Just("99999999999999999999".to_owned()),
        ],
    ) {
        let text = [BAL, ADBENCH, MIXTURE][which];
        let from = position % text.len();
        let to = (from + cut).min(text.len());
        let damaged = format!("{}{patch}{}", &text[..from], &text[to..]);
        let lines = damaged.lines().count().max(1);
        for fault in [parse_bundle(&damaged).err(), gmm::parse(&damaged).err()].into_iter().flatten() {
            prop_assert!(fault.line.is_none_or(|line| (1..=lines).contains(&line)), "{:?} {:?}", damaged, fault);
        }
    }

    #[test]
    fn arbitrary_text_never_panics(text in "\\PC{0,60}") {
        let _ = parse_bundle(&text);
        let _ = gmm::parse(&text);
    }
}
