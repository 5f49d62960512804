//! Several places of one structure or array that are borrowed in one call.
//!
//! Rust can borrow two fields of a structure at once, but not one field of two elements, even if the indices differ.
//! This module finds the arguments of a call that conflict in Rust, and groups those that can be borrowed after
//! splitting their array. Law: the places of one group lie in the same array, at the same depth; an overlap there is
//! found when the array is split.

use crate::ir::*;

/// One step of the path of a place.
#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Field(&'a str),
    Index(&'a Expr),
    Range(&'a Expr, &'a Expr),
}

/// Returns all steps from the variable to a place.
fn steps<'a>(place: &'a Place, vars: &'a Variables) -> Vec<Step<'a>> {
    let projection = |projection: &'a Projection| match projection {
        Projection::Index(i) => Step::Index(i),
        Projection::Range(a, b) => Step::Range(a, b),
    };
    let mut rest = place.path.iter();
    let mut steps = Vec::new();
    for segment in vars.layout(place.base) {
        match segment {
            Segment::Field(name) => steps.push(Step::Field(name)),
            Segment::Element => steps.extend(rest.next().map(projection)),
        }
    }
    steps.extend(rest.map(projection));
    steps
}

/// The relation of two places for Rust's borrow rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loan {
    /// Both can be borrowed.
    Apart,
    /// Different by an index or a range, after this number of steps: splitting the array there gives both.
    Split(usize),
    /// One contains the other, or they are the same.
    Nested,
}

/// Returns whether Rust can borrow two places at once.
pub fn loan(a: &Place, b: &Place, vars: &Variables) -> Loan {
    if vars.root(a.base) != vars.root(b.base) {
        return Loan::Apart;
    }
    let mut split = None;
    for (at, pair) in steps(a, vars).into_iter().zip(steps(b, vars)).enumerate() {
        match pair {
            (Step::Field(f), Step::Field(g)) if f != g => return Loan::Apart,
            (Step::Field(_), Step::Field(_)) => {}
            (Step::Index(i), Step::Index(j)) if i == j => {}
            (Step::Index(_), Step::Index(_)) => split = split.or(Some(at)),
            // A range is borrowed by a method, which borrows the whole array.
            (Step::Range(..), _) | (_, Step::Range(..)) => {
                split = split.or(Some(at));
                break;
            }
            (Step::Field(_), Step::Index(_)) | (Step::Index(_), Step::Field(_)) => break,
        }
    }
    split.map_or(Loan::Nested, Loan::Split)
}

/// Returns the number of steps to the element of an array of which two places are different fields.
pub fn element(a: &Place, b: &Place, vars: &Variables) -> Option<usize> {
    fields(a, b, vars).and_then(|apart| apart.element.filter(|_| !apart.in_variant))
}

/// True if two places are values of one variant: a method of the whole enum borrows each.
pub fn in_variant(a: &Place, b: &Place, vars: &Variables) -> bool {
    fields(a, b, vars).is_some_and(|apart| apart.in_variant)
}

/// Two different fields of one value.
struct Fields {
    /// The number of steps to the last element of an array that both are in.
    element: Option<usize>,
    in_variant: bool,
}

fn fields(a: &Place, b: &Place, vars: &Variables) -> Option<Fields> {
    if vars.root(a.base) != vars.root(b.base) {
        return None;
    }
    let mut element = None;
    for (at, pair) in steps(a, vars).into_iter().zip(steps(b, vars)).enumerate() {
        match pair {
            (Step::Field(f), Step::Field(g)) if f != g => {
                let in_variant = payload::is_payload(f) || payload::is_payload(g);
                return Some(Fields { element, in_variant });
            }
            (Step::Field(_), Step::Field(_)) => {}
            (Step::Index(i), Step::Index(j)) if i == j => element = Some(at + 1),
            (Step::Field(_) | Step::Index(_) | Step::Range(..), _) => return None,
        }
    }
    None
}

/// Places that are borrowed by splitting one array.
#[derive(Clone, Debug)]
pub struct Group<'a> {
    /// The number of steps to the array.
    depth: usize,
    /// The numbers of the places, in the order of their ranges.
    pub members: Vec<usize>,
    places: Vec<&'a Place>,
}

impl Group<'_> {
    /// Returns a place in the array that is split.
    pub fn first(&self) -> &Place {
        self.places[0]
    }

    /// Returns the number of steps to the array.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the part of the array that each member uses.
    pub fn ranges(&self, vars: &Variables) -> Vec<(Expr, Expr)> {
        let one = Expr::integer(1);
        let range = |place: &&Place| match steps(place, vars).get(self.depth) {
            Some(Step::Range(a, b)) => Some(((*a).clone(), (*b).clone())),
            Some(Step::Index(i)) => {
                Some(((*i).clone(), Expr::Exact(Operator::Add, vec![(*i).clone(), one.clone()])))
            }
            Some(Step::Field(_)) | None => None,
        };
        self.places.iter().filter_map(range).collect()
    }
}

/// Groups the places that cannot be borrowed at once, if `conflict` says that they have to be; an error is the pair
/// of places that cannot be split.
pub fn groups<'a>(
    places: &[Option<&'a Place>],
    vars: &Variables,
    conflict: impl Fn(usize, usize) -> bool,
) -> Result<Vec<Group<'a>>, (usize, usize)> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    let mut of: Vec<Option<usize>> = vec![None; places.len()];
    for (j, b) in places.iter().enumerate() {
        for (i, a) in places[..j].iter().enumerate() {
            let (Some(a), Some(b)) = (a, b) else { continue };
            if !conflict(i, j) {
                continue;
            }
            let depth = match loan(a, b, vars) {
                Loan::Apart => continue,
                Loan::Nested => return Err((i, j)),
                Loan::Split(depth) => depth,
            };
            match (of[i], of[j]) {
                (None, None) => {
                    of[i] = Some(groups.len());
                    of[j] = of[i];
                    groups.push(Group { depth, members: vec![i, j], places: vec![a, b] });
                }
                (Some(g), Some(h)) if g == h && groups[g].depth == depth => {}
                (Some(g), None) | (None, Some(g)) if groups[g].depth == depth => {
                    let (new, place) = if of[i].is_none() { (i, a) } else { (j, b) };
                    of[new] = Some(g);
                    groups[g].members.push(new);
                    groups[g].places.push(place);
                }
                _ => return Err((i, j)),
            }
        }
    }
    Ok(groups)
}
