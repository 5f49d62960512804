//! Writes a drawing as SVG text.
//!
//! Colours have medium lightness and the background is transparent, so that drawings are readable on white and on
//! black. Every statement has its text as a tooltip.

use std::fmt::Write;

use super::graph::{Kind, Mark};
use super::layout::{Drawing, Flat, MARGIN, Rectangle, Upright};

/// Half the side of a box.
const BOX: f64 = 8.5;
/// Half the distance of a double line.
const HALF: f64 = 2.0;

const STYLE: &str = "\
text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#6e7781}\
.title{font-size:14px;font-weight:600}\
.head{font-weight:600}\
.number{fill:#8c959f;opacity:.75;font-size:10px}\
.name{text-anchor:middle}\
.sign{text-anchor:middle;fill:#fff;font-size:13px;font-weight:700}\
.frame{fill:#8c959f;fill-opacity:.07;stroke:#8c959f;stroke-opacity:.55}\
.split{stroke:#8c959f;stroke-opacity:.55;stroke-dasharray:3 3}\
.line{fill:none;stroke-width:1.5}\
.bar{stroke:#848d97;stroke-width:2}\
.leader{stroke:#848d97;stroke-opacity:.45;stroke-dasharray:1 4;stroke-linecap:round}\
.state{stroke:#848d97}.input{stroke:#848d97;stroke-opacity:.6}.local{stroke:#1f9e8f}.shadow{stroke:#a371d9}\
.state-name{fill:#6e7781}.local-name{fill:#168a7c}.shadow-name{fill:#9763d1}\
.change{fill:#e0703a}.read{fill:#4a8fd4}.measure{fill:none;stroke:#4a8fd4;stroke-width:1.6}";

/// Writes a drawing.
pub(crate) fn write(drawing: &Drawing) -> String {
    let mut out = Svg(String::new());
    let (width, height) = (drawing.width.ceil(), drawing.height.ceil());
    out.line(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\">"
    ));
    out.line(&format!("<title>{}</title>", escaped(&drawing.title)));
    out.line(&format!("<style>{STYLE}</style>"));
    out.text("title", MARGIN, MARGIN + 12.0, &drawing.title);
    if !drawing.subtitle.is_empty() {
        out.text("subtitle", MARGIN, MARGIN + 32.0, &drawing.subtitle);
    }
    drawing.frames.iter().for_each(|frame| out.frame(frame));
    drawing.lines.iter().for_each(|line| out.upright(line));
    drawing.bars.iter().for_each(|bar| out.flat(bar));
    // Names are drawn last, so that no line crosses them.
    drawing.lines.iter().for_each(|line| out.name(line));
    out.legend(drawing.legend);
    out.line("</svg>");
    out.0
}

struct Svg(String);

impl Svg {
    fn line(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push('\n');
    }

    fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        let text = escaped(text);
        let (x, y) = (short(x), short(y));
        self.line(&format!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" xml:space=\"preserve\">{text}</text>"
        ));
    }

    fn stroke(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let [a, b, c, d] = [from.0, from.1, to.0, to.1].map(short);
        self.line(&format!("<line class=\"{class}\" x1=\"{a}\" y1=\"{b}\" x2=\"{c}\" y2=\"{d}\"/>"));
    }

    fn frame(&mut self, frame: &Rectangle) {
        let [x, y, width, height] = [frame.x, frame.y, frame.width, frame.height].map(short);
        self.line(&format!(
            "<rect class=\"frame\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"5\"/>"
        ));
        for split in &frame.splits {
            self.stroke("split", (frame.x, *split), (frame.x + frame.width, *split));
        }
    }

    fn upright(&mut self, upright: &Upright) {
        let Upright { x, from, to, line } = upright;
        let class = format!("line {}", kind(line.kind));
        if !line.many {
            self.stroke(&class, (*x, *from), (*x, *to))
        } else {
            self.stroke(&class, (x - HALF, *from), (x - HALF, *to));
            self.stroke(&class, (x + HALF, *from), (x + HALF, *to));
        }
        if !line.parameter {
            self.stroke(&class, (x - 6.0, *to), (x + 6.0, *to));
        }
    }

    fn name(&mut self, upright: &Upright) {
        let above = if upright.line.parameter { 6.0 } else { 9.0 };
        let class = match upright.line.kind {
            Kind::State | Kind::Input => "name state-name",
            Kind::Local => "name local-name",
            Kind::Shadow => "name shadow-name",
        };
        self.text(class, upright.x, upright.from - above, &upright.line.name);
    }

    fn flat(&mut self, bar: &Flat) {
        self.line("<g>");
        if !bar.text.is_empty() {
            self.line(&format!("<title>{}</title>", escaped(&bar.text)));
        }
        let (first, last) =
            bar.marks.iter().fold((f64::MAX, f64::MIN), |(a, b), (x, _)| (a.min(*x), b.max(*x)));
        if first <= last {
            self.stroke("leader", (last + 14.0, bar.y), (bar.text_x - 8.0, bar.y));
            self.stroke("bar", (first, bar.y), (last, bar.y));
        }
        for &(x, mark) in &bar.marks {
            self.mark(x, bar.y, mark);
        }
        if let Some(row) = bar.row {
            self.text("number", MARGIN - 4.0, bar.y + 3.5, &row.to_string());
        }
        let class = if bar.head { "head" } else { "text" };
        self.text(class, bar.text_x, bar.y + 4.0, &bar.text);
        self.line("</g>");
    }

    fn mark(&mut self, x: f64, y: f64, mark: Mark) {
        let (sx, sy) = (short(x), short(y));
        match mark {
            Mark::Read => self.line(&format!("<circle class=\"read\" cx=\"{sx}\" cy=\"{sy}\" r=\"4.5\"/>")),
            Mark::Measure => {
                self.line(&format!("<circle class=\"measure\" cx=\"{sx}\" cy=\"{sy}\" r=\"4\"/>"))
            }
            Mark::Change(sign) => {
                let (left, top, side) = (short(x - BOX), short(y - BOX), short(2.0 * BOX));
                self.line(&format!(
                    "<rect class=\"change\" x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" rx=\"2.5\"/>"
                ));
                if !sign.is_empty() {
                    self.text("sign", x, y + 4.5, sign);
                }
            }
            Mark::Begin | Mark::End => self.stroke("line local", (x - 6.0, y), (x + 6.0, y)),
        }
    }

    fn legend(&mut self, y: f64) {
        let mut x = MARGIN;
        let mut entry = |svg: &mut Svg, words: &str, draw: &dyn Fn(&mut Svg, f64)| {
            draw(svg, x + 10.0);
            svg.text("legend", x + 26.0, y + 4.0, words);
            x += 26.0 + words.chars().count() as f64 * 7.25 + 20.0;
        };
        let double = |svg: &mut Svg, x: f64, class: &str| {
            svg.stroke(class, (x - HALF, y - 9.0), (x - HALF, y + 9.0));
            svg.stroke(class, (x + HALF, y - 9.0), (x + HALF, y + 9.0));
        };
        entry(self, "changed", &|svg, x| svg.mark(x, y, Mark::Change("+")));
        entry(self, "read", &|svg, x| svg.mark(x, y, Mark::Read));
        entry(self, "asked for its length", &|svg, x| svg.mark(x, y, Mark::Measure));
        entry(self, "several values", &|svg, x| double(svg, x, "line state"));
        entry(self, "local", &|svg, x| {
            svg.stroke("line local", (x, y - 8.0), (x, y + 8.0));
            svg.stroke("line local", (x - 6.0, y - 8.0), (x + 6.0, y - 8.0));
            svg.stroke("line local", (x - 6.0, y + 8.0), (x + 6.0, y + 8.0));
        });
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::State => "state",
        Kind::Input => "input",
        Kind::Local => "local",
        Kind::Shadow => "shadow",
    }
}

/// Formats a coordinate with at most one decimal.
fn short(x: f64) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write!(text, "{:.1}", x);
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// Escapes text between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
