//! Assigns coordinates: columns to lines, rows to bars, rectangles to frames.
//!
//! Laws: no two lines share a column at the same time; a name fits into its column; everything inside a frame lies
//! inside its rectangle; a local's line begins at the bar that declares it and ends with the block around that bar.

use super::graph::{Bar, Frame, Graph, Item, Kind, Line, Mark};

/// Height of a bar's row.
const ROW: f64 = 34.0;
/// Width of a character of the texts.
const LETTER: f64 = 7.25;
/// The least distance of two lines.
const APART: f64 = 34.0;
/// Around everything.
pub(crate) const MARGIN: f64 = 24.0;
/// The indentation of a nested frame.
const INSET: f64 = 8.0;

/// A drawing, in pixels from the upper left.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) title: String,
    pub(crate) subtitle: String,
    /// Outer ones first.
    pub(crate) frames: Vec<Rectangle>,
    pub(crate) lines: Vec<Upright>,
    pub(crate) bars: Vec<Flat>,
    /// The ordinate at which the legend begins.
    pub(crate) legend: f64,
}

/// A frame.
#[derive(Debug)]
pub(crate) struct Rectangle {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// The ordinates at which further parts begin.
    pub(crate) splits: Vec<f64>,
}

/// A variable.
#[derive(Debug)]
pub(crate) struct Upright {
    pub(crate) x: f64,
    pub(crate) from: f64,
    pub(crate) to: f64,
    pub(crate) line: Line,
}

/// A statement.
#[derive(Debug)]
pub(crate) struct Flat {
    pub(crate) y: f64,
    /// Its marks by abscissa.
    pub(crate) marks: Vec<(f64, Mark)>,
    pub(crate) text: String,
    /// The abscissa at which the text begins.
    pub(crate) text_x: f64,
    pub(crate) row: Option<usize>,
    /// True if it is the head of a frame.
    pub(crate) head: bool,
}

/// The extent of a line.
#[derive(Clone, Copy, Default)]
struct Life {
    from: f64,
    to: f64,
    seen: bool,
}

/// A bar or a frame whose height is known.
struct Placed<'g> {
    bar: &'g Bar,
    y: f64,
    depth: usize,
    head: bool,
}

struct Layout<'g> {
    graph: &'g Graph,
    y: f64,
    lives: Vec<Life>,
    bars: Vec<Placed<'g>>,
    /// Top, bottom, depth and splits.
    frames: Vec<(f64, f64, usize, Vec<f64>)>,
}

/// Lays out a graph.
pub(crate) fn layout(graph: &Graph) -> Drawing {
    let top = MARGIN + if graph.subtitle.is_empty() { 30.0 } else { 48.0 };
    let names = top + 16.0;
    let mut layout = Layout {
        graph,
        y: names + 10.0 + ROW / 2.0,
        lives: vec![Life::default(); graph.lines.len()],
        bars: Vec::new(),
        frames: Vec::new(),
    };
    layout.block(&graph.items, 0);
    let bottom = layout.y;
    for (life, line) in layout.lives.iter_mut().zip(&graph.lines) {
        if line.parameter {
            *life = Life { from: names + 6.0, to: bottom, seen: true };
        }
    }
    layout.finish(bottom)
}

impl<'g> Layout<'g> {
    /// Places the items of a block in rows; the lines of its locals end behind them.
    fn block(&mut self, items: &'g [Item], depth: usize) {
        let mut own = Vec::new();
        for item in items {
            match item {
                Item::Bar(bar) => self.bar(bar, depth, false, &mut own),
                Item::Frame(frame) => self.frame(frame, depth),
            }
        }
        self.close(&own);
    }

    fn bar(&mut self, bar: &'g Bar, depth: usize, head: bool, own: &mut Vec<usize>) {
        // The name of a line is above the bar at which the line begins.
        if bar.marks.iter().any(|(_, mark)| *mark == Mark::Begin) {
            self.y += 8.0;
        }
        for &(line, mark) in &bar.marks {
            let life = &mut self.lives[line];
            match mark {
                Mark::Begin => {
                    *life = Life { from: self.y, to: self.y, seen: true };
                    own.push(line);
                }
                Mark::End => {
                    life.to = self.y;
                    own.retain(|open| *open != line);
                }
                Mark::Measure | Mark::Read | Mark::Change(_) => {
                    // A variable without a declaration exists from here on.
                    if !life.seen {
                        *life = Life { from: self.y, to: self.y, seen: true };
                        own.push(line);
                    }
                }
            }
        }
        self.bars.push(Placed { bar, y: self.y, depth, head });
        self.y += ROW;
    }

    fn frame(&mut self, frame: &'g Frame, depth: usize) {
        let mut own = Vec::new();
        let plain = frame.head.text.is_empty();
        let (top, inner) = (self.y - ROW / 2.0 + 3.0, if plain { depth } else { depth + 1 });
        let number = self.frames.len();
        if !plain {
            self.frames.push((top, top, depth, Vec::new()));
            self.bar(&frame.head, inner, true, &mut own);
        }
        let mut splits = Vec::new();
        for (above, items) in &frame.parts {
            if let Some(above) = above {
                splits.push(self.y - ROW / 2.0);
                self.bar(above, inner, true, &mut own);
            }
            self.block(items, inner);
        }
        if let Some(foot) = &frame.foot {
            splits.push(self.y - ROW / 2.0);
            self.bar(foot, inner, true, &mut own);
        }
        self.close(&own);
        if !plain {
            self.frames[number] = (top, self.y - ROW / 2.0 + 3.0, depth, splits);
            self.y += 8.0;
        }
    }

    /// Ends lines here, with a margin below.
    fn close(&mut self, own: &[usize]) {
        if own.is_empty() {
            return;
        }
        let end = self.y - ROW / 2.0 + 4.0;
        own.iter().for_each(|line| self.lives[*line].to = end);
        self.y += 8.0;
    }

    fn finish(self, bottom: f64) -> Drawing {
        let graph = self.graph;
        let columns = columns(&graph.lines, &self.lives);
        let count = columns.iter().copied().max().map_or(0, |last| last + 1);
        let mut widths = vec![APART; count];
        for (line, &column) in graph.lines.iter().zip(&columns) {
            widths[column] = widths[column].max(line.name.chars().count() as f64 * LETTER + 14.0);
        }
        let deepest = self.bars.iter().map(|bar| bar.depth).max().unwrap_or(0) as f64;
        let numbered = self.bars.iter().any(|placed| placed.bar.row.is_some());
        let left = MARGIN + if numbered { 30.0 } else { 0.0 } + deepest * INSET;
        let mut centres = Vec::with_capacity(count);
        let mut x = left;
        for width in &widths {
            centres.push(x + width / 2.0);
            x += width;
        }
        let texts = x + 26.0;
        let indent = 14.0;
        let longest = self
            .bars
            .iter()
            .map(|placed| placed.depth as f64 * indent + placed.bar.text.chars().count() as f64 * LETTER)
            .fold(0.0, f64::max);
        let titles = [&graph.title, &graph.subtitle].map(|text| text.chars().count() as f64 * 8.5);
        let right =
            (texts + longest + 14.0 + deepest * INSET).max(LEGEND).max(titles[0].max(titles[1]) + MARGIN);

        let outer = MARGIN + if numbered { 28.0 } else { -2.0 };
        let frames = self.frames.into_iter().map(|(top, end, depth, splits)| {
            let inset = depth as f64 * INSET;
            Rectangle {
                x: outer + inset,
                y: top,
                width: right - outer - 2.0 * inset,
                height: end - top,
                splits,
            }
        });
        let lines = graph.lines.iter().zip(&self.lives).zip(&columns).filter(|((_, life), _)| life.seen);
        let lines = lines.map(|((line, life), column)| Upright {
            x: centres[*column],
            from: life.from,
            to: life.to,
            line: line.clone(),
        });
        let bars = self.bars.iter().map(|placed| Flat {
            y: placed.y,
            marks: placed.bar.marks.iter().map(|(line, mark)| (centres[columns[*line]], *mark)).collect(),
            text: placed.bar.text.clone(),
            text_x: texts + placed.depth as f64 * indent - if placed.head { indent } else { 0.0 },
            row: placed.bar.row,
            head: placed.head,
        });
        Drawing {
            width: right + MARGIN,
            height: bottom + 64.0,
            title: graph.title.clone(),
            subtitle: graph.subtitle.clone(),
            frames: frames.collect(),
            lines: lines.collect(),
            bars: bars.collect(),
            legend: bottom + 26.0,
        }
    }
}

/// The width of the legend.
const LEGEND: f64 = 640.0;

/// Assigns a column to each line. A parameter has a column of its own; a local takes the first one that is free
/// during its extent.
fn columns(lines: &[Line], lives: &[Life]) -> Vec<usize> {
    let mut columns = vec![0; lines.len()];
    let mut taken: Vec<Vec<(Life, Kind)>> = Vec::new();
    for (index, _) in lines.iter().enumerate().filter(|(_, line)| line.parameter) {
        columns[index] = taken.len();
        taken.push(vec![(Life { from: f64::MIN, to: f64::MAX, seen: true }, lines[index].kind)]);
    }
    let mut locals: Vec<usize> =
        (0..lines.len()).filter(|index| !lines[*index].parameter && lives[*index].seen).collect();
    locals.sort_by(|a, b| lives[*a].from.total_cmp(&lives[*b].from).then(a.cmp(b)));
    for index in locals {
        let (life, kind) = (lives[index], lines[index].kind);
        // The name needs room above the line.
        let free = |others: &Vec<(Life, Kind)>| {
            others.iter().all(|(other, of)| {
                *of == kind
                    && (other.to + ROW / 2.0 + 6.0 < life.from || life.to + ROW / 2.0 + 6.0 < other.from)
            })
        };
        let column = taken.iter().position(free).unwrap_or(taken.len());
        if column == taken.len() {
            taken.push(Vec::new());
        }
        taken[column].push((life, kind));
        columns[index] = column;
    }
    columns
}
