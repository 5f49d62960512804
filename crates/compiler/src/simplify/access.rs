//! The accesses of steps to variables, on which the passes of `simplify` decide.
//!
//! The tree of steps becomes a list of nodes with a position each. A name may be declared more than once (values are
//! recomputed); every access is resolved to the declaration in its scope, its *instance*.

use crate::analysis::index::{has_its_type, is_told};
use crate::analysis::region;
use crate::ir::step::*;
use crate::ir::*;
use crate::sorted::{Map, Set};

/// The kind of an access to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Its value is read.
    Read,
    /// Added to: order does not matter, and the old value is not used otherwise.
    Add,
    /// Changed in some other way, which may depend on its old value.
    Change,
    /// Only its length is read, or that it exists.
    Extent,
}

/// An access of a node.
#[derive(Clone, Debug)]
pub struct Access {
    /// The kind.
    pub touch: Touch,
    /// The place.
    pub place: Place,
}

/// The control flow of a node.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Nothing.
    Plain,
    /// A counted loop.
    For(Var, Box<Range>),
    /// A loop with a condition.
    While,
    /// A branch or block.
    Nest,
}

/// A position: for each level, the list and the index in it.
pub type Position = Vec<(usize, usize)>;

/// A step and its own accesses; nested steps are nodes of their own.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position.
    pub position: Position,
    /// The accesses.
    pub accesses: Vec<Access>,
    /// The variable that it declares.
    pub declares: Option<Var>,
    /// True if it must run even if no value that it writes is used.
    pub effect: bool,
    /// True if it only checks.
    pub claims: bool,
    /// True if it puts whole values in the place of others, whatever these were.
    pub replaces: bool,
    /// Its control flow.
    pub shape: Shape,
    /// The node that contains it.
    pub parent: Option<usize>,
}

/// All nodes of a list of steps, in order.
#[derive(Clone, Debug, Default)]
pub struct Nodes {
    /// The nodes; a container comes before its contents.
    pub all: Vec<Node>,
    lists: usize,
    /// Vectors that grow and shrink: their lengths are values.
    growing: Set<Var>,
    declarations: Map<Var, Vec<usize>>,
    /// The nodes that replace the whole value of a variable.
    replacing: Map<Var, Vec<usize>>,
    /// The variables that contain field variables, and are declared with them.
    roots: Map<Var, Var>,
}

impl Nodes {
    /// Returns what all nodes access.
    pub fn accesses(&self) -> std::vec::IntoIter<&Access> {
        let mut all = Vec::new();
        self.all.iter().for_each(|node| all.extend(&node.accesses));
        all.into_iter()
    }

    /// Lists the nodes of a procedure's steps.
    pub fn of(steps: &[Step], vars: &Variables) -> Nodes {
        let mut nodes = Nodes { growing: growing(steps), roots: vars.roots(), ..Nodes::default() };
        nodes.list(steps, &[], None, vars);
        for (i, node) in nodes.all.iter().enumerate() {
            if let Some(var) = node.declares {
                nodes.declarations.entry(var).or_default().push(i);
            }
            // A tape is read as well.
            let is_read =
                |var: Var| node.accesses.iter().any(|a| a.touch == Touch::Read && a.place.base == var);
            let changed = node.accesses.iter().filter(|a| a.touch == Touch::Change && a.place.is_whole());
            for access in changed.filter(|a| node.replaces && !is_read(a.place.base)) {
                nodes.replacing.entry(access.place.base).or_default().push(i);
            }
        }
        nodes
    }

    fn list(&mut self, steps: &[Step], above: &[(usize, usize)], parent: Option<usize>, vars: &Variables) {
        let list = self.lists;
        self.lists += 1;
        for (index, step) in steps.iter().enumerate() {
            let mut position = above.to_vec();
            position.push((list, index));
            let mut node = describe(step, &self.growing, vars);
            node.position = position.clone();
            node.parent = parent;
            let id = self.all.len();
            self.all.push(node);
            for nested in nested(step) {
                self.list(nested, &position, Some(id), vars);
            }
        }
    }

    /// Returns the declaration in the scope of an access; `None` for parameters.
    pub fn instance(&self, node: usize, var: Var) -> Option<usize> {
        let position = &self.all[node].position;
        let candidates = self.declarations.get(self.roots.get(&var).unwrap_or(&var))?;
        let mut best: Option<usize> = None;
        for &candidate in candidates {
            let (list, index) = *self.all[candidate].position.last()?;
            let inside =
                position.iter().any(|&(l, i)| l == list && (i > index || (i == index && candidate == node)));
            // A loop declares its index itself.
            let own_loop =
                matches!(self.all[candidate].shape, Shape::For(..)) && self.contains(candidate, node);
            let plain = !matches!(self.all[candidate].shape, Shape::For(..)) && inside;
            if own_loop || plain {
                best = Some(best.map_or(candidate, |b| b.max(candidate)));
            }
        }
        best
    }

    /// True if a node is inside another.
    pub fn contains(&self, outer: usize, inner: usize) -> bool {
        let mut at = self.all[inner].parent;
        while let Some(node) = at {
            if node == outer {
                return true;
            }
            at = self.all[node].parent;
        }
        false
    }

    /// True if the effect of node `a` can be seen by node `b`, for accesses to the instance declared at `scope`. `apart` says that it is not in the same iteration of
    /// all loops around both, and `owned` that no later iteration of a loop sees it.
    pub fn precedes(
        &self,
        a: usize,
        b: usize,
        owned: impl Fn(usize) -> bool,
        apart: impl Fn() -> bool,
        scope: Option<usize>,
    ) -> bool {
        let (p, q) = (&self.all[a].position, &self.all[b].position);
        let mut straight = false;
        for (x, y) in p.iter().zip(q) {
            if x.0 != y.0 {
                break;
            }
            if x.1 != y.1 {
                straight = x.1 < y.1;
                break;
            }
        }
        // A `while` evaluates its condition again after its body.
        let again = matches!(self.all[b].shape, Shape::While) && self.contains(b, a);
        (straight && !apart()) || again || self.carried(a, b, owned, scope)
    }

    /// True if the value of a variable is replaced whenever `reader` runs after `writer`: a step before the one around `reader`, in the same list,
    /// replaces it, and `writer` is not behind that step.
    pub fn replaced_between(&self, writer: usize, reader: usize, var: Var, scope: Option<usize>) -> bool {
        let (from, to) = (&self.all[writer].position, &self.all[reader].position);
        let replaces = |&by: &usize| {
            let Some(&(list, index)) = self.all[by].position.last() else { return false };
            let behind = to.iter().find(|(l, at)| *l == list && *at > index);
            let is_between = |at: usize| from.iter().any(|(l, w)| *l == list && (index..=at).contains(w));
            behind.is_some_and(|(_, at)| !is_between(*at)) && self.instance(by, var) == scope
        };
        self.replacing.get(&var).is_some_and(|nodes| nodes.iter().any(replaces))
    }

    /// True if a loop around both carries the effect of `a` in one iteration to `b` in a later one.
    fn carried(&self, a: usize, b: usize, owned: impl Fn(usize) -> bool, scope: Option<usize>) -> bool {
        let mut at = self.all[a].parent;
        while let Some(node) = at {
            let is_loop = matches!(self.all[node].shape, Shape::For(..) | Shape::While);
            let outside = scope.is_none_or(|declaration| !self.contains(node, declaration));
            let around_both = node == b || self.contains(node, b);
            if is_loop && outside && around_both && !owned(node) {
                return true;
            }
            at = self.all[node].parent;
        }
        false
    }

    /// True if each iteration of a loop accesses different elements of one instance of a variable.
    pub fn owned_by_iterations(&self, at: usize, var: Var, scope: Option<usize>, vars: &Variables) -> bool {
        let Shape::For(index, _) = self.all[at].shape else { return false };
        let changing = self.changing_inside(at);
        let accesses = self.accesses_inside(at, var, scope, vars);
        region::own_per_iteration(index, &accesses, &changing, vars)
    }

    /// True if no iteration of a loop reads in `reader` an element that an iteration before it has changed in `writer`: the loop has
    /// left these behind, as one that falls and reads no element above its own.
    pub fn leaves_behind(&self, at: usize, writer: usize, reader: usize, var: Var, vars: &Variables) -> bool {
        let Shape::For(index, range) = &self.all[at].shape else { return false };
        let forwards = if range.falling { -1 } else { 1 };
        // Iterations `i` and `j` reach one element where `slope (j - i)` is the difference.
        let is_behind = |changed: &region::Polynomial, read: &region::Polynomial| {
            let (Some((slope, start)), Some((other, first))) = (changed.split(*index), read.split(*index))
            else {
                return false;
            };
            let (difference, slope) = (start.plus(&first, -1).as_constant(), slope.as_constant());
            let falls = |(d, slope): (i64, i64)| d.signum() * slope.signum() * forwards <= 0;
            slope != Some(0) && slope == other.as_constant() && difference.zip(slope).is_some_and(falls)
        };
        self.compare(writer, reader, var, Some(at), vars, is_behind)
    }

    /// True if `writer` changes other elements than `reader` reads in the same iteration of all loops around both.
    pub fn are_apart(&self, writer: usize, reader: usize, var: Var, vars: &Variables) -> bool {
        let mut around = self.all[writer].parent;
        while let Some(node) = around.filter(|&node| !self.contains(node, reader)) {
            around = self.all[node].parent;
        }
        let differ = |changed: &region::Polynomial, read: &region::Polynomial| {
            changed.plus(read, -1).as_constant().is_some_and(|d| d != 0)
        };
        self.compare(writer, reader, var, around, vars, differ)
    }

    /// True if the indices of all elements that one node changes and another reads compare so, and nothing in them changes inside `within`.
    fn compare(
        &self,
        writer: usize,
        reader: usize,
        var: Var,
        within: Option<usize>,
        vars: &Variables,
        holds: impl Fn(&region::Polynomial, &region::Polynomial) -> bool,
    ) -> bool {
        // Keys are not known to differ as indices are.
        let of = |id: usize, reads: bool| -> Option<Vec<region::Polynomial>> {
            let accesses = self.all[id].accesses.iter().filter(|a| a.place.base == var);
            let accesses = accesses.filter(|a| a.touch != Touch::Extent && (a.touch == Touch::Read) == reads);
            let index = |access: &Access| match access.place.path.first() {
                Some(Projection::Index(i)) if !vars[var].ty.is_map() => Some(region::Polynomial::of(i, vars)),
                Some(Projection::Index(_) | Projection::Range(..)) | None => None,
            };
            accesses.map(index).collect()
        };
        let (Some(changed), Some(read)) = (of(writer, false), of(reader, true)) else { return false };
        if !changed.iter().all(|changed| read.iter().all(|read| holds(changed, read))) {
            return false;
        }
        let inside = |&id: &usize| within.is_none_or(|at| self.contains(at, id));
        let mut changing = self.changing(inside);
        changing.values.extend((0..self.all.len()).filter(inside).filter_map(|id| self.all[id].declares));
        !changed.iter().chain(&read).any(|index| index.changes(&changing, vars))
    }

    /// Returns the accesses to an instance of a variable in a loop.
    fn accesses_inside(
        &self,
        at: usize,
        var: Var,
        scope: Option<usize>,
        vars: &Variables,
    ) -> Vec<region::Access<'_>> {
        let mut accesses = Vec::new();
        for id in (0..self.all.len()).filter(|&id| self.contains(at, id)) {
            for access in &self.all[id].accesses {
                if access.place.base != var
                    || self.instance(id, var) != scope
                    || access.touch == Touch::Extent
                {
                    continue;
                }
                let mut inner = Vec::new();
                let mut up = self.all[id].parent;
                while let Some(node) = up.filter(|&n| n != at) {
                    if let Shape::For(index, range) = &self.all[node].shape {
                        inner.push(region::Enclosing { index: *index, range });
                    }
                    up = self.all[node].parent;
                }
                inner.reverse();
                // Keys are not known to differ as indices are.
                let known = access.place.path.first().filter(|_| !vars[access.place.base].ty.is_map());
                accesses.push(region::Access { projection: known, inner });
            }
        }
        accesses
    }

    /// Returns the stride `S` if each iteration `c` of a loop accesses the elements of one variable outside in `[c·S, (c + 1)·S)`,
    /// by those accesses that count.
    pub fn stride_of_iterations(
        &self,
        at: usize,
        var: Var,
        counts: &dyn Fn(&Projection) -> bool,
        vars: &Variables,
    ) -> Option<region::Polynomial> {
        let Shape::For(index, _) = self.all[at].shape else { return None };
        let mut accesses = self.accesses_inside(at, var, None, vars);
        accesses.retain(|access| access.projection.is_none_or(counts));
        region::stride_per_iteration(index, &accesses, &self.changing_inside(at), vars)
    }

    /// Returns the variables that change within an iteration of a loop or between iterations, except nested indices.
    fn changing_inside(&self, at: usize) -> region::Changing {
        self.changing(|&id| self.contains(at, id))
    }

    fn changing(&self, inside: impl Fn(&usize) -> bool) -> region::Changing {
        let mut changing = region::Changing::default();
        for id in (0..self.all.len()).filter(inside) {
            let node = &self.all[id];
            for access in node.accesses.iter().filter(|a| matches!(a.touch, Touch::Add | Touch::Change)) {
                changing.values.insert(access.place.base);
            }
            if let (Some(var), false) = (node.declares, matches!(node.shape, Shape::For(..))) {
                changing.values.insert(var);
                changing.lengths.insert(var);
            }
        }
        changing
    }
}

/// True if rustc infers a `usize` for the index of a loop: from a bound, from another use, or since it is part of the index of an element.
pub fn is_usize(index: Var, range: &Range, nodes: &Nodes, vars: &Variables) -> bool {
    let mut indexes = vars.is_usize(index) || is_told(range, vars);
    let accesses = nodes.accesses();
    for access in accesses.filter(|access| !vars[access.place.base].ty.is_map()) {
        access.place.each_index(&mut |at| indexes |= has_its_type(at, index));
    }
    indexes
}

/// Returns the vectors that steps push to and pop from.
pub(super) fn growing(steps: &[Step]) -> Set<Var> {
    let mut found = Set::new();
    for step in steps {
        if let Step::Call { callee, args, .. } = step {
            if callee.is_stack() {
                found.extend(args.first().and_then(Argument::place).map(|stack| stack.base));
            }
        }
        nested(step).into_iter().for_each(|inner| found.extend(growing(inner)));
    }
    found
}

/// Returns the variables that steps change after declaring them, which Rust requires to be `mut`.
pub fn mutated(steps: &[Step], vars: &Variables) -> Set<Var> {
    let nodes = Nodes::of(steps, vars);
    let accesses = nodes.accesses();
    let changed = accesses.filter(|a| matches!(a.touch, Touch::Add | Touch::Change)).map(|a| a.place.base);
    changed.flat_map(|var| [var, vars.root(var)]).collect()
}

/// Returns the variables that steps read or change after declaring them.
pub fn touched(steps: &[Step], vars: &Variables) -> Set<Var> {
    let nodes = Nodes::of(steps, vars);
    let touched = nodes.accesses().map(|access| access.place.base);
    touched.flat_map(|var| [var, vars.root(var)]).collect()
}

struct Describe<'a> {
    accesses: Vec<Access>,
    vars: &'a Variables,
}

impl Describe<'_> {
    fn read(&mut self, e: &Expr) {
        e.reads_within(self.vars, &mut |place| {
            self.accesses.push(Access { touch: Touch::Read, place: place.clone() });
        });
        extents(e, &mut self.accesses);
    }
    fn indices(&mut self, place: &Place) {
        place.each_index(&mut |i| {
            i.reads_within(self.vars, &mut |p| {
                self.accesses.push(Access { touch: Touch::Read, place: p.clone() });
            });
            extents(i, &mut self.accesses);
        });
    }
    fn touch(&mut self, touch: Touch, place: &Place) {
        self.indices(place);
        place.touched(self.vars, &mut |place| self.accesses.push(Access { touch, place: place.clone() }));
    }
    fn cotangent(&mut self, c: &Cotangent) {
        self.touch(Touch::Read, &c.seed);
        if let Some(factor) = &c.factor {
            self.read(factor);
        }
    }
    /// Adds a read of the structure whose shape a shadow takes, since the lengths of its vectors may be values.
    fn measured(&mut self, place: &Place, growing: &Set<Var>, vars: &Variables) {
        self.indices(place);
        self.accesses.push(Access { touch: Touch::Extent, place: place.clone() });
        let vectors = vars.parts(place.base).into_iter().filter(|part| growing.contains(part));
        let vectors = vectors.map(|part| Access { touch: Touch::Read, place: place.with_base(part) });
        self.accesses.extend(vectors);
    }
    fn argument(&mut self, arg: &Argument) {
        match arg {
            Argument::Mutable(place) => {
                self.touch(Touch::Read, place);
                self.touch(Touch::Change, place);
            }
            Argument::Shared(place) => self.touch(Touch::Read, place),
            Argument::Value(e) => self.read(e),
        }
    }
    /// Adds the accesses of a recorded call to the tape.
    fn tape(&mut self, callee: &Callee) {
        if let Some(tape) = callee.tape() {
            let place = Place::whole(tape, callee.span);
            self.touch(Touch::Read, &place);
            self.touch(Touch::Change, &place);
        }
    }
    fn lanes(&mut self, lanes: &Lanes) {
        let at = |var: Var| Place::whole(var, lanes.span);
        self.read(&lanes.start);
        self.read(&lanes.end);
        lanes.captures.iter().for_each(|c| self.touch(Touch::Read, &at(c.of)));
        lanes.lengths.iter().for_each(|c| self.touch(Touch::Extent, &at(c.of)));
        lanes.sums.iter().for_each(|sum| self.touch(Touch::Add, &at(sum.of)));
        for row in &lanes.rows {
            let touch = match row.touch {
                RowTouch::Read => Touch::Read,
                RowTouch::Add | RowTouch::AddFirst => Touch::Add,
                RowTouch::Change => Touch::Change,
            };
            self.touch(touch, &at(row.of));
        }
    }
    fn shadowed(&mut self, args: &[(Argument, ShadowArgument)]) {
        for (arg, shadow) in args {
            self.argument(arg);
            match (shadow, arg) {
                (ShadowArgument::Discard, _) => {}
                (ShadowArgument::Exclusive(place) | ShadowArgument::Cells(place), Argument::Mutable(_)) => {
                    self.touch(Touch::Read, place);
                    self.touch(Touch::Change, place);
                }
                (ShadowArgument::Exclusive(place) | ShadowArgument::Cells(place), _) => {
                    self.touch(Touch::Add, place)
                }
            }
        }
    }
}

fn extents(e: &Expr, out: &mut Vec<Access>) {
    let extent = match e {
        Expr::Length(place) => Some(place),
        Expr::Host(Host::Keys, args) => args.first().and_then(Argument::place),
        _ => None,
    };
    out.extend(extent.map(|place| Access { touch: Touch::Extent, place: place.clone() }));
    e.each_part(&mut |part| extents(part, out));
}

fn describe(step: &Step, growing: &Set<Var>, vars: &Variables) -> Node {
    let mut d = Describe { accesses: Vec::new(), vars };
    let (mut declares, mut effect, mut replaces, mut shape) = (None, false, false, Shape::Plain);
    match step {
        Step::Let { var, value } | Step::Declare { var, value } => {
            d.read(value);
            // `flatten` has bound each call to a variable.
            if let Expr::Call(callee, _) = value {
                d.tape(callee);
            }
            declares = Some(*var);
            // The returned value is used by the caller.
            effect = vars[*var].role == Role::Output;
        }
        Step::DeclareZero { shadow, primal } => {
            // The shadow of a vector, or of the result of a call, has the length of its primal.
            if vars[*primal].ty.has_lengths() {
                let place = Place::whole(*primal, vars[*primal].span);
                d.accesses.push(Access { touch: Touch::Extent, place });
            }
            if vars.is_in_local_structure(*primal) {
                d.measured(&Place::whole(*primal, vars[*primal].span), growing, vars);
            }
            // The keys of a map are a value.
            if vars[*primal].ty.is_map() {
                let place = Place::whole(*primal, vars[*primal].span);
                d.accesses.push(Access { touch: Touch::Read, place });
            }
            declares = Some(*shadow);
        }
        Step::Set { var, value } => {
            d.read(value);
            d.touch(Touch::Change, &Place::whole(*var, vars[*var].span));
            replaces = true;
        }
        Step::Refill { place, value, primal } => {
            if let Some(value) = value {
                d.read(value);
            }
            d.accesses.extend(primal.map(|primal| Access {
                touch: Touch::Extent,
                place: Place::whole(primal, vars[primal].span),
            }));
            d.touch(Touch::Change, place);
        }
        Step::Update(u) => {
            d.read(&u.value);
            match u.group {
                Group::Sum => d.touch(Touch::Add, &u.place),
                // Sums and products of one place do not commute.
                Group::Product | Group::Xor => {
                    d.touch(Touch::Read, &u.place);
                    d.touch(Touch::Change, &u.place);
                }
            }
        }
        Step::Call { callee, args, .. } => {
            replaces = callee.is_restore();
            match args.as_slice() {
                [tape, Argument::Mutable(place)] if replaces => {
                    d.argument(tape);
                    d.touch(Touch::Change, place);
                }
                _ => args.iter().for_each(|a| d.argument(a)),
            }
            d.tape(callee);
        }
        Step::CallAdjoint { callee, args, .. } => {
            d.shadowed(args);
            d.tape(callee);
        }
        Step::Pull { value, callee, seed, args, .. } => {
            d.tape(callee);
            d.cotangent(seed);
            d.shadowed(args);
            declares = *value;
        }
        Step::Seed { var, value } => {
            d.cotangent(value);
            declares = Some(*var);
        }
        Step::Accumulate { place, value } => {
            d.cotangent(value);
            d.touch(Touch::Add, place);
            // The shape of the primal determines how structures are added.
            if let Some(primal) = vars.primal_of(place).filter(|_| is_structure(place, vars)) {
                d.measured(&primal, growing, vars);
            }
        }
        Step::Window { var, of, start, length, mutable } => {
            d.read(start);
            d.read(length);
            d.touch(if *mutable { Touch::Change } else { Touch::Read }, of);
            declares = Some(*var);
        }
        Step::For { index, range, .. } => {
            d.read(&range.start);
            d.read(&range.end);
            for part in range.step.iter().chain(range.nth.as_deref()) {
                d.read(part);
            }
            declares = Some(*index);
            shape = Shape::For(*index, Box::new(range.clone()));
        }
        Step::If { condition, .. } => {
            d.read(condition);
            shape = Shape::Nest;
        }
        Step::While { condition, .. } => {
            d.read(condition);
            shape = Shape::While;
        }
        Step::Push { stack, number } => {
            d.touch(Touch::Read, &Place::whole(*number, vars[*number].span));
            d.touch(Touch::Change, &Place::whole(*stack, vars[*stack].span));
        }
        Step::Pop { stack, number, like: _ } => {
            d.touch(Touch::Read, &Place::whole(*stack, vars[*stack].span));
            d.touch(Touch::Change, &Place::whole(*stack, vars[*stack].span));
            declares = Some(*number);
        }
        Step::Block(_) => shape = Shape::Nest,
        Step::Lanes(lanes) => {
            d.lanes(lanes);
            declares = Some(lanes.first);
            shape = Shape::Nest;
        }
        Step::Check(c) => {
            for e in c.claim.expressions() {
                d.read(&e);
            }
            effect = true;
        }
        Step::Safe(safe) => {
            // A whole structure reads its parts, and a part requires that its structure exists.
            for (var, v) in vars.iter() {
                let looked_at = |looks: &Set<Var>| looks.iter().any(|other| vars.are_related(var, *other));
                let place = Place::whole(var, v.span);
                if looked_at(&safe.looks.reads) {
                    d.accesses.push(Access { touch: Touch::Read, place });
                } else if looked_at(&safe.looks.measures) {
                    let may_grow = v.ty.is_foreign() || matches!(v.ty, Type::Vec(_) | Type::Map(..));
                    d.accesses
                        .push(Access { touch: if may_grow { Touch::Read } else { Touch::Extent }, place });
                }
            }
            effect = true;
        }
    }
    // The length of a vector that grows and shrinks is a value.
    for access in &mut d.accesses {
        if access.touch == Touch::Extent && growing.contains(&access.place.base) {
            access.touch = Touch::Read;
        }
    }
    // It tells a type, and never runs.
    if let Step::Pop { like: Some(like), .. } = step {
        let exists = |place: &Place| Access { touch: Touch::Extent, place: place.clone() };
        like.reads_within(vars, &mut |place| d.accesses.push(exists(place)));
        extents(like, &mut d.accesses);
    }
    let claims = match step {
        Step::Safe(safe) => safe.only_checks,
        step => matches!(step, Step::Check(_)),
    };
    Node {
        position: Vec::new(),
        accesses: d.accesses,
        declares,
        effect,
        claims,
        replaces,
        shape,
        parent: None,
    }
}

/// True if a structure is at a place.
pub fn is_structure(place: &Place, vars: &Variables) -> bool {
    vars.type_of(place).is_structure()
}
