//! Rewrites places: the names inside of captures, rows and sums.

use super::Rewriting;
use crate::analysis::region::Polynomial;
use crate::ir::*;
use crate::simplify::lanes::{Reason, flat};

impl Rewriting {
    /// Returns a place by its name inside.
    pub(super) fn place(&self, place: &Place, vars: &Variables) -> Result<Place, Reason> {
        let base = place.base;
        let is_own = self.plan.private.contains(&base) || base == self.index;
        let place = &if is_own { place.clone() } else { flat::place(place, vars)? };
        let mut failed = None;
        let inside = place.map_indices(&mut |index| match self.exact(index, vars) {
            Ok(index) => index,
            Err(reason) => {
                failed.get_or_insert(reason);
                index.clone()
            }
        });
        if let Some(reason) = failed {
            return Err(reason);
        }
        if is_own {
            return Ok(inside);
        }
        let mut varies = false;
        place.each_index(&mut |index| varies |= self.plan.is_varying(index, vars));
        if !varies || !self.plan.rows.contains_key(&base) {
            let known = self.captures.iter().chain(&self.sums).find(|c| c.of == base);
            return match known {
                Some(known) => Ok(inside.with_base(known.local)),
                None => Err(format!("`{}` is accessed in several ways", vars[base].name)),
            };
        }
        let (written, at) = match (place.path.first(), inside.path.first()) {
            (Some(Projection::Index(written)), Some(Projection::Index(at))) => (written, at),
            (Some(Projection::Range(..)), Some(Projection::Range(a, b))) => {
                return self.part(place, (a, b), vars);
            }
            _ => return Err(format!("`{}` is accessed in several ways", vars[base].name)),
        };
        let mut rows = self.rows.iter().filter(|row| row.of == base).zip(&self.plan.rows[&base]);
        let found = rows.find(|(_, plan)| match &plan.offset {
            None => true,
            Some(offset) => Polynomial::of(written, vars)
                .split(self.index)
                .is_some_and(|(stride, rest)| stride == plan.stride && rest == *offset),
        });
        let Some((row, _)) = found else {
            return Err(format!("`{}` is accessed in several ways", vars[base].name));
        };
        let path = match row.length {
            None => vec![],
            Some(_) => {
                let at = Expr::Exact(Operator::Sub, vec![at.clone(), row.start.clone()]);
                vec![Projection::Index(at)]
            }
        };
        Ok(Place { base: row.local, path, span: place.span })
    }

    /// Returns a range in the row of an array.
    fn part(&self, place: &Place, (a, b): (&Expr, &Expr), vars: &Variables) -> Result<Place, Reason> {
        let row = self.rows.iter().find(|row| row.of == place.base && row.length.is_some());
        let Some(row) = row else {
            return Err(format!("`{}` is accessed in several ways", vars[place.base].name));
        };
        // Bounds that are the same in all iterations name no iteration.
        let within = |e: &Expr| Polynomial::of(e, vars).plus(&Polynomial::of(&row.start, vars), -1).expr();
        let path = vec![Projection::Range(within(a), within(b))];
        Ok(Place { base: row.local, path, span: place.span })
    }
}
