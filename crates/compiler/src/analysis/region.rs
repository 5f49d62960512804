//! Which elements an index reaches: polynomials over exact variables, and what they prove.
//!
//! An index is brought into the normal form `Σ c · v₁·v₂·…` over its atoms (variables, lengths, constants and
//! whatever is opaque). Two indices that differ by a non-zero constant are different elements; an index
//! `c·S + r` with `0 ≤ r < S` reaches, for each `c`, elements of its own.

use crate::ir::print::index_tokens;
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// A polynomial with integer coefficients; the names of its atoms are the printed expressions.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Polynomial(BTreeMap<Vec<String>, i64>);

impl Polynomial {
    /// A constant.
    pub fn constant(c: i64) -> Polynomial {
        Polynomial::default().plus(&Polynomial(BTreeMap::from([(Vec::new(), c)])), 1)
    }

    fn atom(name: String) -> Polynomial {
        Polynomial(BTreeMap::from([(vec![name], 1)]))
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
            Expr::Constant(tokens) => match syn::parse2::<syn::LitInt>(tokens.clone()) {
                Ok(literal) => literal
                    .base10_parse()
                    .map_or_else(|_| Polynomial::atom(tokens.to_string()), Polynomial::constant),
                Err(_) => Polynomial::atom(tokens.to_string()),
            },
            Expr::Read(place) if place.is_whole() && vars[place.base].definition.is_some() => vars
                [place.base]
                .definition
                .as_ref()
                .map_or_else(Polynomial::default, |e| Polynomial::of(e, vars)),
            Expr::Host(Host::Within(_), args) => match &args[..] {
                [Argument::Value(start), Argument::Value(at), ..] => {
                    Polynomial::of(start, vars).plus(&Polynomial::of(at, vars), 1)
                }
                _ => Polynomial::default(),
            },
            other => Polynomial::atom(index_tokens(&measured(other, vars), vars).to_string()),
        }
    }

    /// `self + factor · other`
    pub fn plus(&self, other: &Polynomial, factor: i64) -> Polynomial {
        let mut sum = self.0.clone();
        for (monomial, c) in &other.0 {
            let sum: &mut i64 = sum.entry(monomial.clone()).or_insert(0);
            *sum = sum.saturating_add(c.saturating_mul(factor));
        }
        sum.retain(|_, c| *c != 0);
        Polynomial(sum)
    }

    fn times(&self, other: &Polynomial) -> Polynomial {
        let mut product = Polynomial::default();
        for (a, ca) in &self.0 {
            for (b, cb) in &other.0 {
                let mut monomial: Vec<String> = a.iter().chain(b).cloned().collect();
                monomial.sort();
                product = product.plus(&Polynomial(BTreeMap::from([(monomial, ca.saturating_mul(*cb))])), 1);
            }
        }
        product
    }

    /// Its value, if it has no atoms.
    pub fn as_constant(&self) -> Option<i64> {
        match self.0.len() {
            0 => Some(0),
            1 => self.0.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    /// Splits `a·S + r` into `S` and `r`, for the atom `a`; `None` where `a` occurs otherwise.
    pub fn split(&self, atom: &str) -> Option<(Polynomial, Polynomial)> {
        let (mut stride, mut rest) = (Polynomial::default(), Polynomial::default());
        for (monomial, c) in &self.0 {
            let times = monomial.iter().filter(|a| *a == atom).count();
            // An opaque atom may hide the variable in its text.
            if monomial.iter().any(|a| a != atom && mentions(a, atom)) {
                return None;
            }
            match times {
                0 => rest.0.insert(monomial.clone(), *c),
                1 => {
                    let others = monomial.iter().filter(|a| *a != atom).cloned().collect();
                    stride.0.insert(others, *c)
                }
                _ => return None,
            };
        }
        Some((stride, rest))
    }

    fn substituted(&self, atom: &str, by: &Polynomial) -> Option<Polynomial> {
        let (stride, rest) = self.split(atom)?;
        Some(rest.plus(&stride.times(by), 1))
    }

    /// Whether all coefficients are non-negative: then the value is, atoms being unsigned.
    fn is_non_negative(&self) -> bool {
        self.0.values().all(|c| *c >= 0)
    }

    /// Whether the value is non-negative for all that the indices of loops visit.
    pub fn is_never_negative(&self, vars: &Variables) -> bool {
        let mut least = self.clone();
        for (index, range) in vars.indices() {
            if least.is_non_negative() {
                return true;
            }
            let (first, last) = ends(range, vars);
            least = least.extreme(&vars[index].name, &first, &last).unwrap_or(least);
        }
        least.is_non_negative()
    }

    fn is_never_zero(&self, vars: &Variables) -> bool {
        let one = Polynomial::constant(1);
        let negative = Polynomial::default().plus(self, -1);
        self.plus(&one, -1).is_never_negative(vars) || negative.plus(&one, -1).is_never_negative(vars)
    }

    /// The polynomial at one end of what an index visits: at `rising` where it grows with the index, else at
    /// `falling`.
    pub fn extreme(&self, index: &str, rising: &Polynomial, falling: &Polynomial) -> Option<Polynomial> {
        if !self.mentions(index) {
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

    /// Whether an atom occurs, openly or inside an opaque one.
    pub fn mentions(&self, atom: &str) -> bool {
        self.0.keys().flatten().any(|a| mentions(a, atom))
    }
}

/// The first and the last index that a range can visit.
pub fn ends(range: &Range, vars: &Variables) -> (Polynomial, Polynomial) {
    let end = Polynomial::of(&range.end, vars);
    let last = if range.inclusive { end } else { end.plus(&Polynomial::constant(1), -1) };
    (Polynomial::of(&range.start, vars), last)
}

/// The atom that stands for the length of an array: it stays as it is while the array changes.
pub fn length_of(name: &str) -> String {
    format!("length_of_{name}")
}

/// The expression with the lengths of whole arrays as atoms of their own. A local vector may grow where it is lent.
fn measured(e: &Expr, vars: &Variables) -> Expr {
    let may_grow = |v: &Variable| v.role == Role::Ancilla && matches!(v.ty, Type::Vec(_));
    e.replaced(&mut |part| match part {
        Expr::Length(place)
            if place.is_whole() && vars.field_path(place.base).is_none() && !may_grow(&vars[place.base]) =>
        {
            let atom = quote::format_ident!("{}", length_of(&vars[place.base].name));
            Some(Expr::Constant(quote::quote!(#atom)))
        }
        _ => None,
    })
}

/// Whether a printed expression contains a name as a word.
fn mentions(text: &str, name: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == name)
}

/// Whether two places can be the same.
#[derive(Clone, Debug)]
pub enum Overlap {
    /// They cannot.
    Never,
    /// They are, or one contains the other.
    Certain,
    /// They are not if this holds.
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

/// A key as it is compared: of texts what they say, since some are behind a reference and some are not.
fn compared(key: &Expr) -> Expr {
    match key {
        Expr::Constant(text) if syn::parse2::<syn::LitStr>(text.clone()).is_ok() => {
            Expr::Constant(quote::quote!(*#text))
        }
        other => other.clone(),
    }
}

fn after(i: &Expr) -> Expr {
    Expr::Exact(Operator::Add, vec![i.clone(), Expr::Constant(quote::quote!(1))])
}

fn less(a: &Expr, b: &Expr) -> Expr {
    Expr::Exact(Operator::Lt, vec![a.clone(), b.clone()])
}

fn at_most(a: &Expr, b: &Expr, vars: &Variables) -> bool {
    Polynomial::of(b, vars).plus(&Polynomial::of(a, vars), -1).is_never_negative(vars)
}

/// A loop that an index expression stands in, with what its index visits.
#[derive(Clone, Copy, Debug)]
pub struct Enclosing<'a> {
    /// The index.
    pub index: Var,
    /// What it visits.
    pub range: &'a Range,
}

/// An access to an array: its outermost index or range, and the loops between it and the loop in question.
#[derive(Clone, Debug)]
pub struct Access<'a> {
    /// The outermost projection; `None` for the whole array.
    pub projection: Option<&'a Projection>,
    /// Loops inside the loop in question, from the outside in.
    pub inner: Vec<Enclosing<'a>>,
}

/// Whether each iteration of the loop over `index` reaches elements that no other iteration reaches.
///
/// `changing` names what is not the same in all iterations; an index that depends on it proves nothing.
pub fn own_per_iteration(
    index: Var,
    accesses: &[Access<'_>],
    changing: &BTreeSet<String>,
    vars: &Variables,
) -> bool {
    let name = &vars[index].name;
    let mut common: Option<Polynomial> = None;
    let mut exact: Option<Polynomial> = None;
    let mut same_everywhere = true;
    let mut strided = true;
    for access in accesses {
        let (low, high) = match access.projection {
            None => return false,
            Some(Projection::Index(i)) => {
                let p = Polynomial::of(i, vars);
                (p.clone(), p.plus(&Polynomial::constant(1), 1))
            }
            Some(Projection::Range(a, b)) => (Polynomial::of(a, vars), Polynomial::of(b, vars)),
        };
        if changing.iter().any(|name| low.mentions(name) || high.mentions(name)) {
            return false;
        }
        // The same injective index everywhere: i ↦ ±i + r with an unchanging r.
        let moving = access.inner.iter().any(|l| low.mentions(&vars[l.index].name));
        let single = matches!(access.projection, Some(Projection::Index(_))) && !moving;
        same_everywhere &= single && exact.as_ref().is_none_or(|e| *e == low);
        exact = Some(low.clone());
        // c·S + r with 0 ≤ r < S.
        strided &= stride_of(name, &low, &high, access, vars).is_some_and(|stride| {
            let agrees = common.as_ref().is_none_or(|c| *c == stride);
            common = Some(stride);
            agrees
        });
    }
    let injective = exact.and_then(|p| p.split(name)).is_some_and(|(stride, _)| {
        stride.as_constant().is_some_and(|c| c != 0) || (!stride.0.is_empty() && strided)
    });
    (same_everywhere && injective) || (strided && common.is_some())
}

/// The stride `S` if all elements reached lie in `[c·S, (c + 1)·S)`.
fn stride_of(
    name: &str,
    low: &Polynomial,
    high: &Polynomial,
    access: &Access<'_>,
    vars: &Variables,
) -> Option<Polynomial> {
    let (stride, mut least) = low.split(name)?;
    let (same, mut most) = high.split(name)?;
    if stride != same || stride.0.is_empty() {
        return None;
    }
    for inner in access.inner.iter().rev() {
        let atom = &vars[inner.index].name;
        if !least.mentions(atom) && !most.mentions(atom) {
            continue;
        }
        let (start, last) = ends(inner.range, vars);
        // Monotone growth in the inner index is what makes its bounds the bounds of the sum.
        if !least.split(atom)?.0.is_non_negative() || !most.split(atom)?.0.is_non_negative() {
            return None;
        }
        least = least.substituted(atom, &start)?;
        most = most.substituted(atom, &last)?;
    }
    // The bounds may depend on the iteration itself, then they prove nothing.
    if least.mentions(name) || most.mentions(name) {
        return None;
    }
    (least.is_non_negative() && stride.plus(&most, -1).is_non_negative()).then_some(stride)
}
