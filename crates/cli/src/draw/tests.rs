//! Drawings as snapshots, and properties of every layout.

use retrograde_compiler::{Stages, stages};

use super::graph::{Bar, Graph, Item, Mark};
use super::layout::{Drawing, layout};
use super::{statements, steps, svg};

const NORM: &str = "fn norm(out: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i];
    }
    *out += sum.sqrt();
}";

/// A function with every element that has a form of its own in a drawing.
const ALL: &str = "fn all(n: &mut i64, y: &mut f64, x: &[f64], up: bool) {
    if (up, *n > 0) {
        *n += 5;
    } else {
        *n -= 5;
    }
    let mut k = 0;
    while (k < 3, k > 0) {
        k += 1;
        let t = x[0] * x[1];
        *y -= t.exp();
    }
    let mut s = 0.0;
    'square: {
        s += x[1] * x[1];
    }
    *y += s;
    undo!('square);
    for i in (1..x.len()).rev() {
        let a = x[i];
        *y += a.sin();
    }
    safe! { println!(\"{y}\"); }
}";

fn compiled(source: &str) -> Stages {
    stages(source.parse().expect("tokens")).unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn the_length_of_a_vector() {
    insta::assert_snapshot!(svg::write(&layout(&statements::graph(&compiled(NORM)))));
}

#[test]
fn its_adjoint() {
    let stages = compiled(NORM);
    let adjoint = retrograde_inspect::print::program(&stages, "adjoint").expect("there is one");
    insta::assert_snapshot!(svg::write(&layout(&steps::graph(&stages, &adjoint, "adjoint"))));
}

fn holds(graph: &Graph) {
    let drawing: Drawing = layout(graph);
    for (i, a) in drawing.lines.iter().enumerate() {
        assert!(a.from <= a.to && a.to < drawing.height, "{a:?}");
        for b in &drawing.lines[i + 1..] {
            let together = a.from <= b.to && b.from <= a.to;
            assert!(!together || (a.x - b.x).abs() > 20.0, "{a:?} and {b:?} are one line");
        }
    }
    for bar in &drawing.bars {
        for (x, mark) in &bar.marks {
            let line =
                drawing.lines.iter().find(|line| line.x == *x && line.from <= bar.y && bar.y <= line.to);
            assert!(line.is_some(), "{mark:?} of `{}` is on no line", bar.text);
        }
        let end = bar.text_x + bar.text.chars().count() as f64 * 7.2;
        assert!(end <= drawing.width, "`{}` leaves the drawing", bar.text);
    }
    for frame in &drawing.frames {
        assert!(frame.width > 0.0 && frame.height > 0.0 && frame.x + frame.width <= drawing.width);
    }
}

#[test]
fn marks_lie_on_lines_and_lines_apart() {
    for source in [NORM, ALL] {
        let stages = compiled(source);
        holds(&statements::graph(&stages));
        for program in
            [&stages.primal, &stages.inverse, &stages.adjoint, &stages.inverse_adjoint, stages.adjoint_raw()]
        {
            holds(&steps::graph(&stages, program, "program"));
        }
    }
}

/// Returns the marks of the bar with this text, by the names of the lines.
fn marks(graph: &Graph, text: &str) -> Vec<(String, Mark)> {
    fn find<'g>(items: &'g [Item], text: &str) -> Option<&'g Bar> {
        items.iter().find_map(|item| match item {
            Item::Bar(bar) => (bar.text == text).then_some(bar),
            Item::Frame(frame) => {
                let heads = [Some(&frame.head), frame.foot.as_ref()];
                let own = heads.into_iter().flatten().find(|bar| bar.text == text);
                own.or_else(|| frame.parts.iter().find_map(|(_, items)| find(items, text)))
            }
        })
    }
    let bar = find(&graph.items, text).unwrap_or_else(|| panic!("`{text}` in {:?}", graph.items));
    bar.marks.iter().map(|(line, mark)| (graph.lines[*line].name.clone(), *mark)).collect()
}

#[test]
fn what_is_kept_changes_the_stack_that_it_is_kept_on() {
    let stages = compiled(
        "fn f(y: &mut f64, log: &mut Vec<usize>, x: f64) {
            let mut t = x;
            #[keep]
            while t > 1.0 { t -= 0.75; }
            #[keep(log)]
            if *y > 0.0 { *y -= 2.0 * t; }
        }",
    );
    let graph = statements::graph(&stages);
    assert_eq!(marks(&graph, "kept on log"), [("log".to_string(), Mark::Change("+"))]);
    assert_eq!(marks(&graph, "kept for the way back"), []);
    // The program declares no other local than `t`.
    let names: Vec<&str> = graph.lines.iter().map(|line| line.name.as_str()).collect();
    assert_eq!(names, ["y", "log", "x", "t"]);
    holds(&graph);
    holds(&steps::graph(&stages, &stages.inverse, "inverse"));
}

#[test]
fn a_map_is_many_values() {
    let stages = compiled(
        "fn f(map: &mut HashMap<usize, f64>, y: &mut f64, x: f64) {
            insert!(map, 3, x);
            map[&3] += x;
            *y += map[&3];
        }",
    );
    let graph = statements::graph(&stages);
    assert!(graph.lines[0].many);
    let of = |name: &str, mark| (name.to_string(), mark);
    assert_eq!(marks(&graph, "insert!(map, 3, x)"), [of("map", Mark::Change("")), of("x", Mark::Read)]);
    assert_eq!(marks(&graph, "map[&3] += x"), [of("map", Mark::Change("+")), of("x", Mark::Read)]);
    assert_eq!(marks(&graph, "*y += map[&3]"), [of("map", Mark::Read), of("y", Mark::Change("+"))]);
}

/// Host code refers to the variable in scope, if two have the same name.
#[test]
fn assertions_are_shown_as_they_are_written() {
    let stages = compiled(
        "fn f(y: &mut f64, n: usize) {
            for i in 0..n { *y += i as f64; }
            for i in 0..n { assert!(i < 7, \"{i}\"); }
        }",
    );
    let graph = statements::graph(&stages);
    let marks = marks(&graph, "assert!(i < 7, \"{i}\")");
    assert_eq!(marks, [("i".to_string(), Mark::Read)]);
    holds(&graph);
}

/// The loops of `each!` get names: `i` outside, `j` inside.
#[test]
fn loops_inside_of_one_another_have_two_names() {
    let stages = compiled("fn f(x: &mut [[f64; 3]], v: &[[f64; 3]]) { each!(x += v); }");
    let graph = statements::graph(&stages);
    let lines = marks(&graph, "x[i][j] += v[i][j]");
    assert_eq!(lines.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["x", "v", "i", "j"]);
}

#[test]
fn text_is_escaped() {
    let stages = compiled("fn f(y: &mut f64, n: usize) { if n < 3 && n > 1 { *y += 1.0; } }");
    let text = svg::write(&layout(&statements::graph(&stages)));
    assert!(text.contains("if n &lt; 3 &amp;&amp; n &gt; 1"), "{text}");
}
