//! [`Retag`]: the AD operators that were applied to a value since its cell was written.
//!
//! Every unary operator has the same effect on each leaf of a value: it removes or adds tags, takes the primal or the
//! tangent, or makes zeros. So it need not touch the value: a reference to a cell stores what is still to be done to
//! the parts, and taking a part out applies it. The pending effect is a [`Change`]. A program has few of them; they
//! are numbered, and their compositions are cached, so that an operator on a value of any size is a table lookup.
//!
//! A tangent that is zero everywhere is not stored either: the `forward` tag of a constant is *lifted*, added without
//! a tangent beneath it.

use std::collections::HashMap;

use super::Quick;
use super::value::View;
use crate::tags::{Tag, Tags};

/// A change, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Retag(u32);

impl Retag {
    /// The identity.
    pub(crate) const SAME: Retag = Retag(0);

    /// Returns the number, for keys.
    pub(crate) const fn number(self) -> u32 {
        self.0
    }
}

/// A tag that is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Off {
    /// Any tag but `forward`.
    Tag(Tag),
    /// A `forward` that is added again afterwards.
    Kept,
    /// A `forward` of which the primal is taken.
    Primal,
    /// A `forward` of which the tangent is taken.
    Tangent,
}

/// A tag that is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum On {
    /// Any tag but `forward`.
    Tag(Tag),
    /// A `forward` that was there before. These keep their order.
    Kept,
    /// A `forward` with a zero tangent.
    Lifted,
}

/// The effect on a leaf: some of its outermost tags are replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Change {
    /// The removed tags, from the outermost inwards.
    pub(super) off: Vec<Off>,
    /// The added tags, from the outermost inwards.
    pub(super) on: Vec<On>,
    /// True if its numbers become zero.
    pub(super) zero: bool,
}

impl Off {
    pub(super) const fn tag(self) -> Tag {
        match self {
            Off::Tag(tag) => tag,
            Off::Kept | Off::Primal | Off::Tangent => Tag::Forward,
        }
    }

    /// Returns the operator that removes it.
    pub(super) const fn view(self) -> View {
        match self {
            Off::Tag(Tag::Perturbation) => View::Unperturb,
            Off::Tag(Tag::Sensitivity) => View::Unsensitize,
            Off::Tag(Tag::Reverse) => View::Unreverse,
            Off::Tangent => View::Tangent,
            Off::Kept | Off::Primal | Off::Tag(Tag::Forward) => View::Primal,
        }
    }
}

impl On {
    pub(super) const fn tag(self) -> Tag {
        match self {
            On::Tag(tag) => tag,
            On::Kept | On::Lifted => Tag::Forward,
        }
    }
}

impl Change {
    /// Returns the effect of a unary operator beneath `depth` `forward` tags, which it leaves alone. For a binary
    /// operator, returns its effect on the tags of the first operand.
    fn of(view: View, depth: u32) -> Change {
        let (off, on) = match view {
            View::Perturb => (None, Some(On::Tag(Tag::Perturbation))),
            View::Sensitize => (None, Some(On::Tag(Tag::Sensitivity))),
            View::Reverse => (None, Some(On::Tag(Tag::Reverse))),
            View::Unperturb => (Some(Off::Tag(Tag::Perturbation)), None),
            View::Unsensitize => (Some(Off::Tag(Tag::Sensitivity)), None),
            View::Unreverse => (Some(Off::Tag(Tag::Reverse)), None),
            View::Primal => (Some(Off::Primal), None),
            View::Tangent => (Some(Off::Tangent), Some(On::Tag(Tag::Perturbation))),
            View::Bundle => (None, Some(On::Lifted)),
            View::Zero | View::Plus => (None, None),
        };
        let mut change = Change { off: Vec::new(), on: Vec::new(), zero: view == View::Zero };
        for _ in 0..depth {
            change.off.push(Off::Kept);
            change.on.push(On::Kept);
        }
        change.off.extend(off);
        change.on.extend(on);
        change.normal()
    }

    /// Returns the shortest equal change: tags that it does not touch are omitted.
    fn normal(mut self) -> Change {
        if self.zero {
            // Primal and tangent of a zero are zeros.
            let off = |o: &Off| if o.tag() == Tag::Forward { Off::Primal } else { *o };
            let on = |o: &On| if o.tag() == Tag::Forward { On::Lifted } else { *o };
            self.off = self.off.iter().map(off).collect();
            self.on = self.on.iter().map(on).collect();
        }
        loop {
            match (self.off.last(), self.on.last()) {
                (Some(Off::Tag(a)), Some(On::Tag(b))) if a == b => {}
                (Some(Off::Kept), Some(On::Kept)) => {}
                (Some(Off::Primal), Some(On::Lifted)) if self.zero => {}
                _ => return self,
            }
            self.off.pop();
            self.on.pop();
        }
    }

    /// Composes two changes; `None` if the second removes a tag that the first did not add.
    fn then(&self, next: &Change) -> Option<Change> {
        let (mut first, mut next) = (self.clone(), next.clone());
        while first.on.len() < next.off.len() {
            let (off, on) = untouched(next.off[first.on.len()].tag());
            first.off.push(off);
            first.on.push(on);
        }
        while next.off.len() < first.on.len() {
            let (off, on) = untouched(first.on[next.off.len()].tag());
            next.off.push(off);
            next.on.push(on);
        }
        let mut zero = first.zero || next.zero;
        // The tags that the next change keeps, and the fate of those that the first one kept.
        let (mut kept, mut fates) = (Vec::new(), Vec::new());
        for (on, off) in first.on.iter().zip(&next.off) {
            if on.tag() != off.tag() {
                return None;
            }
            match (on, off) {
                (_, Off::Tag(_)) => {}
                (_, Off::Kept) => kept.push(*on),
                (On::Lifted, Off::Tangent) => zero = true,
                (_, Off::Primal | Off::Tangent) => {}
            }
            if *on == On::Kept {
                fates.push(*off);
            }
        }
        let (mut kept, mut fates) = (kept.into_iter(), fates.into_iter());
        let off = first.off.iter().map(|o| if *o == Off::Kept { fates.next() } else { Some(*o) });
        let on = next.on.iter().map(|o| if *o == On::Kept { kept.next() } else { Some(*o) });
        Some(Change { off: off.collect::<Option<_>>()?, on: on.collect::<Option<_>>()?, zero }.normal())
    }
}

/// Returns the pair that removes a tag and adds it again.
fn untouched(tag: Tag) -> (Off, On) {
    if tag == Tag::Forward { (Off::Kept, On::Kept) } else { (Off::Tag(tag), On::Tag(tag)) }
}

/// The effect of a change on tags, and on numbers without tangents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brief {
    off: Tags,
    on: Tags,
    /// True if every number becomes zero, with or without tangents.
    pub(super) zero: bool,
    /// True if a number without tangents of its own becomes zero.
    pub(super) clears: bool,
    /// True if all `forward` tags of a number keep their positions, counted from the innermost.
    pub(super) stays: bool,
}

impl Brief {
    /// Returns the tags of a value after the change; `None` if it lacks tags to be removed, or would get too many.
    #[inline(always)]
    pub(super) fn tags(self, tags: Tags) -> Option<Tags> {
        tags.replaced(self.off, self.on)
    }
}

/// All changes of a program so far.
#[derive(Debug)]
pub(super) struct Retags {
    changes: Vec<Change>,
    briefs: Vec<Brief>,
    numbers: HashMap<Change, Retag>,
    composed: HashMap<(u32, u32), Option<Retag>, Quick>,
    /// Indexed by operator and depth; there are eleven operators.
    operators: [[Option<Retag>; 11]; 16],
}

/// The limit of changes. A program with a thousand would be unusual.
const MOST: usize = 1 << 16;

impl Default for Retags {
    fn default() -> Self {
        let mut retags = Retags {
            changes: Vec::new(),
            briefs: Vec::new(),
            numbers: HashMap::new(),
            composed: HashMap::default(),
            operators: [[None; 11]; 16],
        };
        let same = retags.number(Change::default());
        debug_assert_eq!(same, Some(Retag::SAME), "the first is the one that changes nothing");
        retags
    }
}

impl Retags {
    fn number(&mut self, change: Change) -> Option<Retag> {
        if let Some(known) = self.numbers.get(&change) {
            return Some(*known);
        }
        if self.changes.len() >= MOST {
            return None;
        }
        let word = |tags: &mut dyn DoubleEndedIterator<Item = Tag>| {
            tags.rev().try_fold(Tags::NONE, |all, tag| all.push(tag))
        };
        let off = word(&mut change.off.iter().map(|o| o.tag()))?;
        let on = word(&mut change.on.iter().map(|o| o.tag()))?;
        let clears = change.zero || change.off.contains(&Off::Tangent);
        let stays = change.off.iter().all(|o| matches!(o, Off::Tag(_)));
        self.briefs.push(Brief { off, on, zero: change.zero, clears, stays });
        let number = Retag(self.changes.len() as u32);
        self.changes.push(change.clone());
        self.numbers.insert(change, number);
        Some(number)
    }

    /// Returns the effect of an operator beneath `depth` `forward` tags.
    #[inline]
    pub(super) fn operator(&mut self, view: View, depth: u32) -> Option<Retag> {
        let known = self.operators.get(depth as usize)?[view as usize];
        if known.is_some() {
            return known;
        }
        let number = self.number(Change::of(view, depth))?;
        self.operators[depth as usize][view as usize] = Some(number);
        Some(number)
    }

    /// Composes two changes; `None` if they do not fit, or if the program has too many.
    #[inline(always)]
    pub(super) fn compose(&mut self, first: Retag, next: Retag) -> Option<Retag> {
        match (first, next) {
            (Retag::SAME, _) => Some(next),
            (_, Retag::SAME) => Some(first),
            _ => self.compose_both(first, next),
        }
    }

    fn compose_both(&mut self, first: Retag, next: Retag) -> Option<Retag> {
        if let Some(known) = self.composed.get(&(first.0, next.0)) {
            return *known;
        }
        let change = self.changes[first.0 as usize].then(&self.changes[next.0 as usize]);
        let number = change.and_then(|change| self.number(change));
        self.composed.insert((first.0, next.0), number);
        number
    }

    #[inline(always)]
    pub(super) fn brief(&self, retag: Retag) -> Brief {
        self.briefs[retag.0 as usize]
    }

    pub(super) fn change(&self, retag: Retag) -> &Change {
        &self.changes[retag.0 as usize]
    }

    /// True if the second is a zero tangent of the first, `(perturb (zero x))`, beneath `depth` `forward` tags.
    pub(super) fn is_zero_tangent(&mut self, primal: Retag, tangent: Retag, depth: u32) -> bool {
        let mut after = |first: Retag, view: View| {
            let operator = self.operator(view, depth)?;
            self.compose(first, operator)
        };
        let zero = after(primal, View::Zero);
        zero.and_then(|zero| after(zero, View::Perturb)) == Some(tangent)
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::Value;
    use super::*;

    #[test]
    fn operators_that_undo_each_other_change_nothing() {
        let mut retags = Retags::default();
        for depth in 0..3 {
            for (there, back) in [
                (View::Perturb, View::Unperturb),
                (View::Sensitize, View::Unsensitize),
                (View::Reverse, View::Unreverse),
                (View::Bundle, View::Primal),
            ] {
                let there = retags.operator(there, depth).unwrap();
                let back = retags.operator(back, depth).unwrap();
                assert_eq!(retags.compose(there, back), Some(Retag::SAME));
            }
        }
    }

    #[test]
    fn the_tangent_of_what_was_lifted_is_a_zero() {
        let mut retags = Retags::default();
        let lift = retags.operator(View::Bundle, 0).unwrap();
        let tangent = retags.operator(View::Tangent, 0).unwrap();
        let found = retags.compose(lift, tangent).unwrap();
        assert!(retags.is_zero_tangent(Retag::SAME, found, 0));
        // The tangent beneath another `forward` is not the outermost one.
        let beneath = retags.operator(View::Tangent, 1).unwrap();
        let found = retags.compose(lift, beneath).unwrap();
        assert!(!retags.brief(found).zero);
    }

    /// A leaf by the definitions of the operators: a number, or a primal and a tangent.
    #[derive(Clone, Debug, PartialEq)]
    enum Leaf {
        Number(f64),
        Tagged(Tag, Box<Leaf>),
        Bundle(Box<Leaf>, Box<Leaf>),
    }

    fn zero(leaf: &Leaf) -> Leaf {
        match leaf {
            Leaf::Number(_) => Leaf::Number(0.0),
            Leaf::Tagged(tag, inner) => Leaf::Tagged(*tag, Box::new(zero(inner))),
            Leaf::Bundle(a, b) => Leaf::Bundle(Box::new(zero(a)), Box::new(zero(b))),
        }
    }

    /// Applies an operator by its definition, beneath `depth` bundles; `None` if it does not apply.
    fn eager(view: View, depth: u32, leaf: &Leaf) -> Option<Leaf> {
        let tagged = |tag: Tag| Leaf::Tagged(tag, Box::new(leaf.clone()));
        if depth > 0 {
            let Leaf::Bundle(a, b) = leaf else { return None };
            let Leaf::Tagged(Tag::Perturbation, b) = b.as_ref() else { return None };
            let (a, b) = (eager(view, depth - 1, a)?, eager(view, depth - 1, b)?);
            return Some(Leaf::Bundle(Box::new(a), Box::new(Leaf::Tagged(Tag::Perturbation, Box::new(b)))));
        }
        Some(match (view, leaf) {
            (View::Perturb, _) => tagged(Tag::Perturbation),
            (View::Sensitize, _) => tagged(Tag::Sensitivity),
            (View::Reverse, _) => tagged(Tag::Reverse),
            (View::Unperturb, Leaf::Tagged(Tag::Perturbation, inner))
            | (View::Unsensitize, Leaf::Tagged(Tag::Sensitivity, inner))
            | (View::Unreverse, Leaf::Tagged(Tag::Reverse, inner)) => (**inner).clone(),
            (View::Primal, Leaf::Bundle(a, _)) => (**a).clone(),
            (View::Tangent, Leaf::Bundle(_, b)) => (**b).clone(),
            (View::Zero, _) => zero(leaf),
            (View::Bundle, _) => {
                let tangent = Leaf::Tagged(Tag::Perturbation, Box::new(zero(leaf)));
                Leaf::Bundle(Box::new(leaf.clone()), Box::new(tangent))
            }
            _ => return None,
        })
    }

    /// Reads a value of the machine, one tag after the other.
    fn leaf(machine: &mut super::super::Machine, value: Value) -> Leaf {
        let mut part = |view: View| {
            let part = machine.view(view, value).expect("it has the tag");
            Box::new(leaf(machine, part))
        };
        match value.tags().top() {
            None => match value {
                Value::Real(_, x) => Leaf::Number(x),
                other => panic!("{other:?} has no tags"),
            },
            Some(Tag::Forward) => Leaf::Bundle(part(View::Primal), part(View::Tangent)),
            Some(Tag::Perturbation) => Leaf::Tagged(Tag::Perturbation, part(View::Unperturb)),
            Some(Tag::Sensitivity) => Leaf::Tagged(Tag::Sensitivity, part(View::Unsensitize)),
            Some(Tag::Reverse) => Leaf::Tagged(Tag::Reverse, part(View::Unreverse)),
        }
    }

    #[test]
    fn operators_on_a_pair_do_to_its_parts_what_their_definitions_say() {
        const VIEWS: [View; 10] = [
            View::Perturb,
            View::Unperturb,
            View::Sensitize,
            View::Unsensitize,
            View::Reverse,
            View::Unreverse,
            View::Primal,
            View::Tangent,
            View::Zero,
            View::Bundle,
        ];
        let mut state = 7u64;
        let mut random = |n: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % n
        };
        let mut machine = super::super::Machine::new();
        let mut applied = 0;
        for round in 0..3000 {
            // A number, sometimes with a nonzero tangent, sometimes with a tangent of that.
            let mut expected = Leaf::Number(3.0);
            let mut part = Value::real(3.0);
            for level in 0..random(3) {
                let tangent = f64::from(level as u32) + 5.0;
                let (tangents, along) = match level {
                    0 => (Leaf::Number(tangent), Value::real(tangent)),
                    _ => (expected.clone(), part),
                };
                let perturbed = machine.view(View::Perturb, along).unwrap();
                part = machine.bundle(part, perturbed).unwrap();
                let tangents = Leaf::Tagged(Tag::Perturbation, Box::new(tangents));
                expected = Leaf::Bundle(Box::new(expected), Box::new(tangents));
            }
            let mut pair = machine.heap.pair(part.tags(), part, part);
            for _ in 0..random(9) {
                let (view, depth) = (VIEWS[random(10) as usize], random(3) as u32);
                let Some(after) = eager(view, depth, &expected) else { continue };
                if pair.tags().len() > 8 {
                    continue;
                }
                pair = machine.retagged_by(view, depth, pair).unwrap();
                expected = after;
                applied += 1;
            }
            let Value::Pair(tags, retag, at) = pair else { panic!("a pair stays one") };
            let (head, _) = machine.parts(retag, at).unwrap();
            assert_eq!(head.tags(), tags);
            assert_eq!(leaf(&mut machine, head), expected, "round {round}");
        }
        assert!(applied > 4000, "only {applied} operators applied");
    }
}
