//! Elements of variables in scope, with indices that stay in bounds and forms that distinguish elements.

use super::scope::{Id, Ids, Info, Scopes, Shape};
use super::sketch::Pick;
use std::collections::BTreeMap;

/// An unsigned integer that may serve as an index.
#[derive(Clone, Debug)]
pub(super) struct Indexing {
    pub(super) id: Id,
    pub(super) text: String,
    pub(super) interval: Option<(i64, i64)>,
}

/// The part of its base that a place denotes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// All of it.
    Whole,
    /// One element: `Σ factor · variable + constant`.
    Affine(BTreeMap<Id, i64>, i64),
    /// The elements from one literal bound to another.
    Span(i64, i64),
    /// Unknown.
    Opaque,
}

impl Form {
    fn constant(n: i64) -> Form {
        Form::Affine(BTreeMap::new(), n)
    }

    /// True if the two parts provably have no element in common.
    pub(super) fn is_apart(&self, other: &Form) -> bool {
        match (self, other) {
            (Form::Affine(s, a), Form::Affine(t, b)) => s == t && a != b,
            (Form::Span(a, b), Form::Span(c, d)) => b <= c || d <= a,
            (Form::Span(a, b), Form::Affine(t, n)) | (Form::Affine(t, n), Form::Span(a, b)) => {
                t.is_empty() && !(a..b).contains(&n)
            }
            (Form::Whole | Form::Opaque, _) | (_, Form::Whole | Form::Opaque) => false,
        }
    }
}

/// A real place.
#[derive(Clone, Debug)]
pub(super) struct Element {
    /// Its text when it is read or updated.
    pub(super) text: String,
    /// The variable that contains it; views are resolved.
    pub(super) base: Id,
    pub(super) form: Form,
    /// The base, and the names that the index reads.
    pub(super) reads: Ids,
    /// True if the name itself is a reference to this scalar.
    pub(super) reference: bool,
    pub(super) exact: bool,
}

/// Places that an expression must not read.
#[derive(Clone, Debug, Default)]
pub(super) struct Avoid {
    pub(super) places: Vec<(Id, Form)>,
    /// True if elements that may coincide are allowed.
    pub(super) wild: bool,
}

impl Avoid {
    pub(super) fn allows(&self, base: Id, form: &Form) -> bool {
        let apart = |part: &Form| {
            if self.wild {
                // The compiler must reject places that certainly overlap, and check those that may.
                part != form && *part != Form::Whole && *form != Form::Whole
            } else {
                part.is_apart(form)
            }
        };
        self.places.iter().all(|(taken, part)| *taken != base || apart(part))
    }

    /// True if some place of this variable must be avoided.
    pub(super) fn names(&self, base: Id) -> bool {
        self.places.iter().any(|(taken, _)| *taken == base)
    }
}

/// An index: its text, its form, and the names that it reads.
type Index = (String, Form, Ids);

impl Scopes {
    /// Draws an index below `length`.
    pub(super) fn index(&self, pick: Pick, length: usize) -> Option<Index> {
        let end = length as i64;
        let literal = |n: i64| (n.to_string(), Form::constant(n), Ids::new());
        let mut choices: Vec<Index> = (0..end).map(literal).collect();
        let sizes = self.sizes();
        for size in &sizes {
            let (id, text) = (size.id, &size.text);
            let reads = || Ids::from([id]);
            let affine = |factor, constant| Form::Affine(BTreeMap::from([(id, factor)]), constant);
            let Some((low, high)) = size.interval else {
                if end > 0 {
                    choices.push((format!("{text} % {end}"), Form::Opaque, reads()));
                }
                continue;
            };
            if high < end {
                // A loop index is the most interesting choice, so it occurs twice among the choices.
                choices
                    .extend([(text.clone(), affine(1, 0), reads()), (text.clone(), affine(1, 0), reads())]);
                let mirrored = format!("{} - {text}", end - 1);
                choices.push((mirrored, affine(-1, end - 1), reads()));
            }
            for offset in 1..3 {
                if high + offset < end {
                    choices.push((format!("{text} + {offset}"), affine(1, offset), reads()));
                }
                if low >= offset && high - offset < end {
                    choices.push((format!("{text} - {offset}"), affine(1, -offset), reads()));
                }
            }
            if high * 2 < end {
                choices.push((format!("2 * {text}"), affine(2, 0), reads()));
            }
            for other in &sizes {
                let Some((_, other_high)) = other.interval else { continue };
                let stride = other_high + 1;
                if other.id != id && stride > 0 && high * stride + other_high < end {
                    let form = Form::Affine(BTreeMap::from([(id, stride), (other.id, 1)]), 0);
                    let reads = Ids::from([id, other.id]);
                    choices.push((format!("{text} * {stride} + {}", other.text), form, reads));
                }
            }
        }
        choose(pick, choices)
    }

    /// Returns one element of a real variable, or the variable itself if it is a scalar.
    pub(super) fn element(&self, id: Id, pick: Pick) -> Option<Element> {
        let info = &self.infos[id];
        let base = self.base(id);
        let exact = info.exact;
        let indexed = |text: String, form: Form, mut reads: Ids| {
            reads.insert(base);
            // An index into a view differs from the index into the viewed array.
            let form = if base == id { form } else { Form::Opaque };
            Element { text, base, form, reads, reference: false, exact }
        };
        match &info.shape {
            Shape::Scalar => Some(Element {
                text: self.text(id),
                base,
                form: Form::Whole,
                reads: Ids::from([base]),
                reference: info.reference,
                exact,
            }),
            Shape::Array { length, .. } => {
                let (index, form, reads) = self.index(pick, *length)?;
                Some(indexed(format!("{}[{index}]", info.name), form, reads))
            }
            Shape::Grid { rows, columns } => {
                let (i, _, mut reads) = self.index(pick, *rows)?;
                let (j, _, more) = self.index(pick / 7, *columns)?;
                reads.extend(more);
                Some(indexed(format!("{}[{i}][{j}]", info.name), Form::Opaque, reads))
            }
            Shape::Integer(_) | Shape::Bool | Shape::Record(_) | Shape::Log => None,
        }
    }

    /// Returns an element of one of the variables that `accepts` allows.
    pub(super) fn pick_element(
        &self,
        pick: (Pick, Pick),
        avoid: &Avoid,
        accepts: impl Fn(&Info) -> bool,
    ) -> Option<Element> {
        let holds_reals = |info: &Info| {
            !matches!(info.shape, Shape::Integer(_) | Shape::Bool | Shape::Record(_) | Shape::Log)
        };
        let choices = self.visible().filter(|(_, info)| holds_reals(info) && accepts(info));
        let elements = choices.filter_map(|(id, _)| self.element(id, pick.1));
        choose(pick.0, elements.filter(|e| avoid.allows(e.base, &e.form)).collect())
    }
}

/// Returns the choice that a number selects.
pub(super) fn choose<T>(pick: Pick, mut choices: Vec<T>) -> Option<T> {
    match choices.len() {
        0 => None,
        n => Some(choices.swap_remove(usize::from(pick) % n)),
    }
}
