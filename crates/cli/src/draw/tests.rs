//! Drawings as snapshots, and what must hold of every layout.

use retrograde_compiler::{Stages, stages};

use super::graph::Graph;
use super::layout::{Drawing, layout};
use super::{statements, steps, svg};

const NORM: &str = "fn norm(out: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i];
    }
    *out += sum.sqrt();
}";

/// Everything that has a form of its own in a drawing.
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
    let adjoint = retrograde_compiler::print::program(&stages, "adjoint").expect("there is one");
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
            [&stages.primal, &stages.inverse, &stages.adjoint, &stages.coadjoint, &stages.adjoint_raw]
        {
            holds(&steps::graph(&stages, program, "program"));
        }
    }
}

#[test]
fn text_is_escaped() {
    let stages = compiled("fn f(y: &mut f64, n: usize) { if n < 3 && n > 1 { *y += 1.0; } }");
    let text = svg::write(&layout(&statements::graph(&stages)));
    assert!(text.contains("if n &lt; 3 &amp;&amp; n &gt; 1"), "{text}");
}
