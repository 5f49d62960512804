//! Maps in random programs: two keys are inserted, one of them is a place for the statements after it.
//!
//! Law: for the compiler the two values are one local, so only one of them is in scope. A value that is removed by
//! hand is not changed in between.

use super::place::Avoid;
use super::resolve::Resolver;
use super::scope::{Class, Id, Ids, Info, Shape};
use super::sketch::{Pick, Statement, Value};
use super::statement::real;

impl Resolver<'_> {
    /// Draws `insert!(map, 1, a); insert!(map, -2, b); map[&1] += map[&-2]; …`; the values may be removed again.
    pub(super) fn mapped(
        &mut self,
        value: &Value,
        other: &Value,
        by_hand: bool,
        uses: &[Statement],
    ) -> Option<()> {
        let value = self.value(value, &Avoid::default());
        let other = self.value(other, &Avoid::default());
        let reads: Ids = value.reads.union(&other.reads).copied().collect();
        let map = self.scopes.fresh("map");
        let id =
            self.scopes.declare(real(&format!("{map}[&1]"), Class::Ancilla, Shape::Scalar, false), &reads)?;
        let ty = "std::collections::BTreeMap";
        self.line(format!("let mut {map}: {ty}<i64, f64> = {ty}::new();"));
        self.line(format!("insert!({map}, 1, {});", value.text));
        self.line(format!("insert!({map}, -2, {});", other.text));
        if !by_hand {
            self.line(format!("{map}[&1] += {map}[&-2] * 0.5;"));
            self.statements(uses);
            self.visit_keys(&map, id, uses.len());
            return Some(());
        }
        let mut steady = reads;
        steady.insert(id);
        self.guarding(steady, |this| this.statements(uses));
        self.line(format!("remove!({map}, 1, {});", value.text));
        self.line(format!("remove!({map}, -2, {});", other.text));
        self.line(format!("free!({map});"));
        self.scopes.hide(&Ids::from([id]));
        Some(())
    }

    /// Draws `for j in map.keys() { y += map[j] * 0.5; }`
    fn visit_keys(&mut self, map: &str, id: Id, pick: usize) {
        let pick = (pick as Pick, pick as Pick);
        let state = |info: &Info| info.class == Class::State;
        let Some(y) = self.scopes.pick_element(pick, &Avoid::default(), state) else { return };
        let reads: Ids = y.reads.iter().filter(|read| **read != y.base).copied().chain([id]).collect();
        if self.scopes.change(&[y.base], &reads) {
            let key = self.scopes.fresh("j");
            self.line(format!("for {key} in {map}.keys() {{"));
            self.line(format!("    {} += {map}[{key}] * 0.5;", y.text));
            self.line("}".into());
        }
    }
}
