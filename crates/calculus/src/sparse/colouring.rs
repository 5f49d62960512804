//! Colours of the columns of a matrix, so that those of one colour are computed together.
//!
//! [`apart`] colours by distance two: two columns of a colour have no row in common. [`stars`] colours a symmetric matrix with fewer: on a path
//! of four there are three colours or more, so that any two colours induce stars, and one of `hᵢⱼ`, `hⱼᵢ` is alone in its sum.

use super::pattern::Pattern;

/// Returns a colour for each column such that no row has two entries of a colour, and the number of colours.
pub(super) fn apart(pattern: &Pattern) -> (Vec<u32>, usize) {
    let across = pattern.transposed();
    fewest(
        pattern.columns(),
        |j| across.row(j).len(),
        |order| {
            let mut colours = vec![NONE; pattern.columns()];
            let mut palette = Palette::default();
            for &j in order {
                palette.begin();
                for &i in across.row(j) {
                    pattern.row(i).iter().for_each(|&other| palette.forbid(colours[other]));
                }
                colours[j] = palette.least();
            }
            colours
        },
    )
}

/// Returns a star colouring of a symmetric pattern, and the number of colours. Entries of the diagonal do not matter.
///
/// A vertex may not have the colour of a neighbour, nor close a path of four with two colours. There are two such paths: it is an end, beyond a
/// neighbour `w` whose neighbour `x` has another neighbour with the colour of `w`; or it is inside, between two neighbours of one colour,
/// one of which has a neighbour with the colour. What `x` and the neighbours have is counted by colour for each vertex, so that a vertex with many
/// neighbours, as the tip of an arrow is, costs no more than its colours.
pub(super) fn stars(pattern: &Pattern) -> (Vec<u32>, usize) {
    fewest(
        pattern.columns(),
        |v| pattern.row(v).len(),
        |order| {
            let n = pattern.columns();
            let mut colours = vec![NONE; n];
            // For each vertex the colours of its neighbours, with one that has it.
            let mut around: Vec<Vec<Near>> = vec![Vec::new(); n];
            // For each vertex the colours of neighbours that are the centre of a star with it and another of its colour.
            let mut centres: Vec<Vec<u32>> = vec![Vec::new(); n];
            let mut palette = Palette::default();
            let mut first = Firsts::default();
            for &v in order {
                palette.begin();
                first.begin();
                for &w in pattern.row(v).iter().filter(|w| **w != v) {
                    // Beyond one without a colour there may be vertices of the least colour: that is decided when it gets one.
                    if colours[w] == NONE {
                        continue;
                    }
                    palette.forbid(colours[w]);
                    match first.of(colours[w], w) {
                        None => centres[w].iter().for_each(|colour| palette.forbid(*colour)),
                        Some(q) => {
                            for end in [q, w] {
                                around[end].iter().for_each(|near| palette.forbid(near.colour));
                            }
                        }
                    }
                }
                let colour = palette.least();
                colours[v] = colour;
                for &w in pattern.row(v).iter().filter(|w| **w != v) {
                    if colours[w] == NONE {
                        continue;
                    }
                    for (centre, end) in [(w, v), (v, w)] {
                        if let Some(partner) = meet(&mut around[centre], end, colours[end]) {
                            note(&mut centres[partner], colours[centre]);
                            note(&mut centres[end], colours[centre]);
                        }
                    }
                }
            }
            colours
        },
    )
}

/// The neighbours of a vertex that have a colour.
#[derive(Clone, Copy, Debug)]
struct Near {
    colour: u32,
    /// One of them.
    first: usize,
}

/// Counts a neighbour with its colour, and returns another one that has it.
fn meet(around: &mut Vec<Near>, neighbour: usize, colour: u32) -> Option<usize> {
    let other = around.iter().find(|near| near.colour == colour).map(|near| near.first);
    if other.is_none() {
        around.push(Near { colour, first: neighbour });
    }
    other
}

fn note(colours: &mut Vec<u32>, colour: u32) {
    if !colours.contains(&colour) {
        colours.push(colour);
    }
}

/// No colour yet.
const NONE: u32 = u32::MAX;

/// Colours in two orders, the given one and by the number of neighbours, and returns the colouring with fewer colours, and their number.
fn fewest(
    n: usize,
    neighbours: impl Fn(usize) -> usize,
    colour: impl Fn(&[usize]) -> Vec<u32>,
) -> (Vec<u32>, usize) {
    let count = |colours: Vec<u32>| {
        let count = colours.iter().max().map_or(0, |most| *most as usize + 1);
        (colours, count)
    };
    let mut order: Vec<usize> = (0..n).collect();
    let natural = count(colour(&order));
    order.sort_by_key(|v| std::cmp::Reverse(neighbours(*v)));
    let largest_first = count(colour(&order));
    if largest_first.1 < natural.1 { largest_first } else { natural }
}

/// The colours that a vertex may not have.
#[derive(Debug, Default)]
struct Palette {
    forbidden: Vec<usize>,
    round: usize,
}

impl Palette {
    /// Starts anew.
    fn begin(&mut self) {
        self.round += 1;
    }

    fn forbid(&mut self, colour: u32) {
        if colour == NONE {
            return;
        }
        let colour = colour as usize;
        if self.forbidden.len() <= colour {
            self.forbidden.resize(colour + 1, 0);
        }
        self.forbidden[colour] = self.round;
    }

    /// Returns the first colour that is not forbidden.
    fn least(&self) -> u32 {
        self.forbidden.iter().position(|round| *round != self.round).unwrap_or(self.forbidden.len()) as u32
    }
}

/// The first neighbour of each colour.
#[derive(Debug, Default)]
struct Firsts {
    of: Vec<(usize, usize)>,
    round: usize,
}

impl Firsts {
    /// Starts anew.
    fn begin(&mut self) {
        self.round += 1;
    }

    /// Returns the neighbour that came before with this colour.
    fn of(&mut self, colour: u32, neighbour: usize) -> Option<usize> {
        let colour = colour as usize;
        if self.of.len() <= colour {
            self.of.resize(colour + 1, (0, 0));
        }
        if self.of[colour].0 == self.round {
            return Some(self.of[colour].1);
        }
        self.of[colour] = (self.round, neighbour);
        None
    }
}
