//! The elements that an index visits: polynomials over exact variables, and proofs about them.
//!
//! An index is brought into the normal form `Σ c · v₁·v₂·…` over its atoms (variables, lengths, constants and opaque
//! expressions). Two indices that differ by a non-zero constant are different elements; an index `c·S + r` with `0 ≤
//! r < S` visits different elements for different `c`.

use crate::ir::*;
use crate::sorted::Set;

/// A polynomial with integer coefficients over atoms: expressions of which only their being equal is known.
#[derive(Clone, Debug, Default)]
pub struct Polynomial(Vec<(Monomial, i64)>);

/// A product of atoms, in any order.
#[derive(Clone, Debug, Default)]
struct Monomial(Vec<Expr>);

impl PartialEq for Monomial {
    fn eq(&self, other: &Monomial) -> bool {
        let times = |all: &[Expr], atom: &Expr| all.iter().filter(|other| *other == atom).count();
        self.0.len() == other.0.len()
            && self.0.iter().all(|atom| times(&self.0, atom) == times(&other.0, atom))
    }
}

impl PartialEq for Polynomial {
    fn eq(&self, other: &Polynomial) -> bool {
        self.0.len() == other.0.len() && self.0.iter().all(|term| other.0.contains(term))
    }
}

impl Polynomial {
    /// A constant.
    pub fn constant(c: i64) -> Polynomial {
        let mut constant = Polynomial::default();
        constant.add(Monomial::default(), c);
        constant
    }

    fn atom(e: &Expr) -> Polynomial {
        Polynomial(vec![(Monomial(vec![e.clone()]), 1)])
    }

    /// The polynomial of an exact expression.
    pub fn of(e: &Expr, vars: &Variables) -> Polynomial {
        match e {
            Expr::Exact(Operator::Add, args) if args.len() == 2 => {
                Polynomial::of(&args[0], vars).plus(&Polynomial::of(&args[1], vars), 1)
            }
            Expr::Exact(Operator::Sub, args) if args.len() == 2 => {
                Polynomial::of(&args[0], vars).plus(&Polynomial::of(&args[1], vars), -1)
            }
            Expr::Exact(Operator::Mul, args) if args.len() == 2 => {
                Polynomial::of(&args[0], vars).times(&Polynomial::of(&args[1], vars))
            }
            Expr::Constant(Constant::Integer(integer)) => {
                i64::try_from(integer.value).map_or_else(|_| Polynomial::atom(e), Polynomial::constant)
            }
            Expr::Read(place) if place.is_whole() => match &vars[place.base].definition {
                Some(definition) => Polynomial::of(definition, vars),
                None => Polynomial::atom(e),
            },
            Expr::Host(Host::Within(_), args) => match &args[..] {
                [Argument::Value(start), Argument::Value(at), ..] => {
                    Polynomial::of(start, vars).plus(&Polynomial::of(at, vars), 1)
                }
                _ => Polynomial::default(),
            },
            other => Polynomial::atom(other),
        }
    }

    fn add(&mut self, monomial: Monomial, c: i64) {
        match self.0.iter().position(|(known, _)| *known == monomial) {
            Some(at) => {
                self.0[at].1 = self.0[at].1.saturating_add(c);
                if self.0[at].1 == 0 {
                    self.0.remove(at);
                }
            }
            None if c == 0 => {}
            None => self.0.push((monomial, c)),
        }
    }

    /// `self + factor · other`
    pub fn plus(&self, other: &Polynomial, factor: i64) -> Polynomial {
        let mut sum = self.clone();
        for (monomial, c) in &other.0 {
            sum.add(monomial.clone(), c.saturating_mul(factor));
        }
        sum
    }

    /// The product.
    pub fn times(&self, other: &Polynomial) -> Polynomial {
        let mut product = Polynomial::default();
        for (a, ca) in &self.0 {
            for (b, cb) in &other.0 {
                product.add(Monomial([&a.0[..], &b.0[..]].concat()), ca.saturating_mul(*cb));
            }
        }
        product
    }

    /// Returns an expression of this value.
    pub fn expr(&self) -> Expr {
        let term = |(monomial, c): &(Monomial, i64)| {
            let c = usize::try_from(c.unsigned_abs()).unwrap_or(usize::MAX);
            let factors = (c != 1 || monomial.0.is_empty()).then(|| Expr::integer(c));
            let product = factors.into_iter().chain(monomial.0.iter().cloned());
            product.reduce(|a, b| Expr::Exact(Operator::Mul, vec![a, b])).unwrap_or_else(|| Expr::integer(0))
        };
        // What is added comes first, so that no part is negative.
        let (added, taken): (Vec<_>, Vec<_>) = self.0.iter().partition(|(_, c)| *c > 0);
        let added = added.into_iter().map(term).reduce(|a, b| Expr::Exact(Operator::Add, vec![a, b]));
        let start = added.unwrap_or_else(|| Expr::integer(0));
        taken.into_iter().map(term).fold(start, |a, b| Expr::Exact(Operator::Sub, vec![a, b]))
    }

    /// True if it is zero.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// True if one of some variables occurs.
    pub fn depends_on_any(&self, vars: &Set<Var>) -> bool {
        self.atoms().any(|atom| atom.reads_any(|place| vars.contains(&place.base)))
    }

    /// True if it is below zero for any natural numbers in it.
    pub fn is_negative(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(|(_, c)| *c < 0)
    }

    /// Returns its value, if it has no atoms.
    pub fn as_constant(&self) -> Option<i64> {
        match &self.0[..] {
            [] => Some(0),
            [(monomial, c)] if monomial.0.is_empty() => Some(*c),
            _ => None,
        }
    }

    /// Splits `a·S + r` into `S` and `r`, for the atom `a`; `None` if `a` occurs in any other way.
    pub fn split(&self, var: Var) -> Option<(Polynomial, Polynomial)> {
        let is_var = |atom: &Expr| matches!(atom, Expr::Read(place) if place.is_whole() && place.base == var);
        let (mut stride, mut rest) = (Polynomial::default(), Polynomial::default());
        for (monomial, c) in &self.0 {
            let (own, others): (Vec<Expr>, Vec<Expr>) = monomial.0.iter().cloned().partition(is_var);
            // An opaque atom may depend on the variable.
            if others.iter().any(|atom| depends(atom, var)) {
                return None;
            }
            match own.len() {
                0 => rest.add(monomial.clone(), *c),
                1 => stride.add(Monomial(others), *c),
                _ => return None,
            };
        }
        Some((stride, rest))
    }

    fn substituted(&self, var: Var, by: &Polynomial) -> Option<Polynomial> {
        let (stride, rest) = self.split(var)?;
        Some(rest.plus(&stride.times(by), 1))
    }

    /// True if all coefficients are non-negative: then the value is non-negative, since atoms are unsigned.
    fn is_non_negative(&self) -> bool {
        self.0.iter().all(|(_, c)| *c >= 0)
    }

    /// True if the value is non-negative for all indices of loops.
    pub fn is_never_negative(&self, vars: &Variables) -> bool {
        let mut least = self.clone();
        for (index, range) in vars.indices() {
            if least.is_non_negative() {
                return true;
            }
            if least.depends_on(index) {
                let (first, last) = ends(range, vars);
                least = least.extreme(index, &first, &last).unwrap_or(least);
            }
        }
        least.is_non_negative()
    }

    fn is_never_zero(&self, vars: &Variables) -> bool {
        let one = Polynomial::constant(1);
        let negative = Polynomial::default().plus(self, -1);
        self.plus(&one, -1).is_never_negative(vars) || negative.plus(&one, -1).is_never_negative(vars)
    }

    /// Returns the polynomial at one end of the range of an index: at `rising` if it grows with the index, else at
    /// `falling`.
    pub fn extreme(&self, index: Var, rising: &Polynomial, falling: &Polynomial) -> Option<Polynomial> {
        if !self.depends_on(index) {
            return Some(self.clone());
        }
        let (slope, _) = self.split(index)?;
        if slope.is_non_negative() {
            self.substituted(index, rising)
        } else if Polynomial::default().plus(&slope, -1).is_non_negative() {
            self.substituted(index, falling)
        } else {
            None
        }
    }

    /// True if an atom occurs, openly or inside an opaque one.
    pub fn depends_on(&self, var: Var) -> bool {
        self.atoms().any(|atom| depends(atom, var))
    }

    /// True if something in it changes.
    pub fn changes(&self, changing: &Changing, vars: &Variables) -> bool {
        self.atoms().any(|atom| changing.touches(atom, vars))
    }

    fn atoms(&self) -> impl Iterator<Item = &Expr> {
        self.0.iter().flat_map(|(monomial, _)| &monomial.0)
    }
}

fn depends(atom: &Expr, var: Var) -> bool {
    atom.reads_any(|place| place.base == var)
}

/// The first and the last index that a range can visit.
pub fn ends(range: &Range, vars: &Variables) -> (Polynomial, Polynomial) {
    let end = Polynomial::of(&range.end, vars);
    let last = if range.inclusive { end } else { end.plus(&Polynomial::constant(1), -1) };
    (Polynomial::of(&range.start, vars), last)
}

/// The variables that change between two evaluations of an index.
#[derive(Clone, Debug, Default)]
pub struct Changing {
    /// The variables whose values change.
    pub values: Set<Var>,
    /// The arrays whose lengths do, because they are declared anew. An array that changes keeps its length.
    pub lengths: Set<Var>,
}

impl Changing {
    fn touches(&self, e: &Expr, vars: &Variables) -> bool {
        let value =
            |place: &Place| self.values.contains(&place.base) || self.values.contains(&vars.root(place.base));
        let mut found = false;
        e.reads_within(vars, &mut |place| found |= value(place));
        e.lengths(&mut |place| {
            found |= if keeps_length(place, vars) { self.lengths.contains(&place.base) } else { value(place) }
        });
        found
    }
}

/// True for a whole array. A local vector may grow where it is lent.
fn keeps_length(place: &Place, vars: &Variables) -> bool {
    let v = &vars[place.base];
    let may_grow = v.role == Role::Ancilla && matches!(v.ty, Type::Vec(_));
    place.is_whole() && vars.field_path(place.base).is_none() && !may_grow
}

/// The result of comparing two places.
#[derive(Clone, Debug)]
pub enum Overlap {
    /// Always different.
    Never,
    /// Equal, or one contains the other.
    Certain,
    /// Different if this condition holds.
    Unless(Expr),
}

/// Compares two places.
pub fn overlap(a: &Place, b: &Place, vars: &Variables) -> Overlap {
    if !vars.are_related(a.base, b.base) {
        return Overlap::Never;
    }
    let mut conditions = Vec::new();
    for (p, q) in a.path.iter().zip(&b.path) {
        match (p, q) {
            (Projection::Index(i), Projection::Index(j)) => {
                let difference = Polynomial::of(i, vars).plus(&Polynomial::of(j, vars), -1);
                match difference.as_constant() {
                    Some(0) => {}
                    Some(_) => return Overlap::Never,
                    // A key may be negative, and then a sum of unknown ones may be zero.
                    None if !vars[a.base].ty.is_map() && difference.is_never_zero(vars) => {
                        return Overlap::Never;
                    }
                    None => conditions.push(Expr::Exact(Operator::Ne, vec![compared(i), compared(j)])),
                }
            }
            (Projection::Range(s, e), Projection::Index(i))
            | (Projection::Index(i), Projection::Range(s, e)) => {
                if at_most(&after(i), s, vars) || at_most(e, i, vars) {
                    return Overlap::Never;
                }
                conditions.push(Expr::Exact(
                    Operator::Or,
                    vec![less(i, s), Expr::Exact(Operator::Ge, vec![i.clone(), e.clone()])],
                ));
            }
            (Projection::Range(s, e), Projection::Range(t, f)) => {
                let equal = |a: &Expr, b: &Expr| {
                    Polynomial::of(a, vars).plus(&Polynomial::of(b, vars), -1).as_constant() == Some(0)
                };
                if equal(s, t) && equal(e, f) {
                    continue;
                }
                if at_most(e, t, vars) || at_most(f, s, vars) {
                    return Overlap::Never;
                }
                let before = Expr::Exact(Operator::Le, vec![e.clone(), t.clone()]);
                let behind = Expr::Exact(Operator::Le, vec![f.clone(), s.clone()]);
                conditions.push(Expr::Exact(Operator::Or, vec![before, behind]));
            }
        }
    }
    let any = conditions.into_iter().reduce(|a, b| Expr::Exact(Operator::Or, vec![a, b]));
    any.map_or(Overlap::Certain, Overlap::Unless)
}

/// Returns a key for comparison: a text by its content, since only some texts are behind references.
fn compared(key: &Expr) -> Expr {
    match key {
        Expr::Constant(text @ Constant::Literal(syn::Lit::Str(_))) => {
            Expr::Constant(Constant::of(&syn::parse_quote!(*#text)))
        }
        other => other.clone(),
    }
}

fn after(i: &Expr) -> Expr {
    Expr::Exact(Operator::Add, vec![i.clone(), Expr::integer(1)])
}

fn less(a: &Expr, b: &Expr) -> Expr {
    Expr::Exact(Operator::Lt, vec![a.clone(), b.clone()])
}

fn at_most(a: &Expr, b: &Expr, vars: &Variables) -> bool {
    Polynomial::of(b, vars).plus(&Polynomial::of(a, vars), -1).is_never_negative(vars)
}

/// A loop around an index expression, with the range of its index.
#[derive(Clone, Copy, Debug)]
pub struct Enclosing<'a> {
    /// The index.
    pub index: Var,
    /// The indices that it visits.
    pub range: &'a Range,
}

/// An access to an array: its outermost index or range, and the loops between it and the loop to analyse.
#[derive(Clone, Debug)]
pub struct Access<'a> {
    /// The outermost projection; `None` for the whole array.
    pub projection: Option<&'a Projection>,
    /// Loops inside the loop to analyse, from the outside in.
    pub inner: Vec<Enclosing<'a>>,
}

/// Returns the first element of an access, and the first one behind it; nothing for the whole array.
fn bounds(access: &Access<'_>, vars: &Variables) -> Option<(Polynomial, Polynomial)> {
    match access.projection? {
        Projection::Index(i) => {
            let p = Polynomial::of(i, vars);
            Some((p.clone(), p.plus(&Polynomial::constant(1), 1)))
        }
        Projection::Range(a, b) => Some((Polynomial::of(a, vars), Polynomial::of(b, vars))),
    }
}

/// True if each iteration of the loop over `index` visits elements that no other iteration visits.
///
/// `changing` names the values that differ between iterations; an index that depends on one of them proves nothing.
pub fn own_per_iteration(index: Var, accesses: &[Access<'_>], changing: &Changing, vars: &Variables) -> bool {
    let mut common: Option<Polynomial> = None;
    let mut exact: Option<Polynomial> = None;
    let mut same_everywhere = true;
    let mut strided = true;
    for access in accesses {
        let Some((low, high)) = bounds(access, vars) else { return false };
        if low.changes(changing, vars) || high.changes(changing, vars) {
            return false;
        }
        // The same injective index everywhere: i ↦ ±i + r with a constant r.
        let moving = access.inner.iter().any(|l| low.depends_on(l.index));
        let single = matches!(access.projection, Some(Projection::Index(_))) && !moving;
        same_everywhere &= single && exact.as_ref().is_none_or(|e| *e == low);
        exact = Some(low.clone());
        // c·S + r with 0 ≤ r < S.
        strided &= stride_of(index, &low, &high, access, vars).is_some_and(|stride| {
            let agrees = common.as_ref().is_none_or(|c| *c == stride);
            common = Some(stride);
            agrees
        });
    }
    let injective = exact.and_then(|p| p.split(index)).is_some_and(|(stride, _)| {
        stride.as_constant().is_some_and(|c| c != 0) || (!stride.0.is_empty() && strided)
    });
    (same_everywhere && injective) || (strided && common.is_some())
}

/// Returns the stride `S` if each iteration `c` of the loop over `index` visits elements in `[c·S, (c + 1)·S)` only.
pub fn stride_per_iteration(
    index: Var,
    accesses: &[Access<'_>],
    changing: &Changing,
    vars: &Variables,
) -> Option<Polynomial> {
    let mut common: Option<Polynomial> = None;
    for access in accesses {
        let (low, high) = bounds(access, vars)?;
        if low.changes(changing, vars) || high.changes(changing, vars) {
            return None;
        }
        let stride = stride_of(index, &low, &high, access, vars)?;
        if common.as_ref().is_some_and(|known| *known != stride) {
            return None;
        }
        common = Some(stride);
    }
    common
}

/// Returns the stride `S` if all visited elements lie in `[c·S, (c + 1)·S)`.
fn stride_of(
    index: Var,
    low: &Polynomial,
    high: &Polynomial,
    access: &Access<'_>,
    vars: &Variables,
) -> Option<Polynomial> {
    let (stride, mut least) = low.split(index)?;
    let (same, mut most) = high.split(index)?;
    if stride != same || stride.0.is_empty() {
        return None;
    }
    for inner in access.inner.iter().rev() {
        let atom = inner.index;
        if !least.depends_on(atom) && !most.depends_on(atom) {
            continue;
        }
        let (start, last) = ends(inner.range, vars);
        // The bounds of the sum are at the bounds of the inner index only if the sum is monotone in it.
        if !least.split(atom)?.0.is_non_negative() || !most.split(atom)?.0.is_non_negative() {
            return None;
        }
        least = least.substituted(atom, &start)?;
        most = most.substituted(atom, &last)?;
    }
    // Bounds that depend on the iteration itself prove nothing.
    if least.depends_on(index) || most.depends_on(index) {
        return None;
    }
    (least.is_non_negative() && stride.plus(&most, -1).is_non_negative()).then_some(stride)
}
