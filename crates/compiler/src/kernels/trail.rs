//! Records: what an ordinary function destroys stands in words that its threads take from one store, in pieces (`prelude.h` of
//! `retrograde-kernels`).
//!
//! Law: a thread reads its words in the opposite order. An iteration of a loop in threads has a *trail* of its own; where it ends stands
//! in the store until the loop of the replay, and the place of that on the trail of the steps around.

use super::ctype::CType;
use super::steps::LONGEST;
use super::{Argument, Writer, Written, passed};
use crate::ir::step::{Program, Step, nested};
use crate::ir::*;

impl Writer<'_> {
    /// The place that fails if the store is full.
    fn full(&mut self) -> String {
        self.site(
            "the record takes more memory than it has: `f::on(&device.recording(bytes))` gives it more"
                .into(),
        )
    }

    /// Prints the step that records a variable.
    pub(super) fn keep(&mut self, var: Var) -> Written<()> {
        let place = Place::whole(var, self.vars[var].span);
        let ty = self.types.get(&var).copied().unwrap_or(CType::Real).name();
        let site = self.full();
        if self.is_array(&place) {
            let all = if self.is_short(var)? { "all" } else { "block" };
            let view = self.view(&place)?;
            self.line(format!("@{{records}}rg_keep_{all}_{ty}(c, {view}, {site});"));
        } else {
            let number = self.number(&place)?;
            self.line(format!("@{{records}}rg_keep_{ty}(c, {number}, {site});"));
        }
        Ok(())
    }

    /// Prints the declaration of a variable with what was recorded; `like` has its type, where nothing else tells it.
    pub(super) fn take(&mut self, var: Var, like: Option<&Expr>) -> Written<()> {
        let v = &self.vars[var];
        let ty = match like {
            Some(like) => self.type_of(var, like)?,
            None => CType::of_leaf(&v.ty, v.span)?,
        };
        if v.ty.depth() == 0 {
            return self.declare_number(var, ty, format!("@{{records}}rg_take_{}(c)", ty.name()));
        }
        self.types.insert(var, ty);
        if !self.is_short(var)? {
            let (name, tag) = (self.declared_name(var), ty.name());
            self.line(format!("@{{records}}const V_{tag} {name} = rg_take_block_{tag}(c);"));
            self.framed(var, ty, name);
            return Ok(());
        }
        let n = self.dims_of(var)?.into_iter().flatten().product();
        self.storage_of(var, ty, n)?;
        let view = self.view(&Place::whole(var, self.vars[var].span))?;
        self.line(format!("@{{records}}rg_take_all_{}(c, {view});", ty.name()));
        Ok(())
    }

    /// Prints the declaration of the shadow of an array that stands in the store.
    pub(super) fn zero_in_store(&mut self, shadow: Var, length: &str) {
        let (name, site) = (self.declared_name(shadow), self.full());
        self.line(format!("@{{records}}const V_real {name} = rg_block_real(c, {length}, R(-0.0), {site});"));
        self.framed(shadow, CType::Real, name);
    }

    /// True if an array is recorded word by word: its length is written, and small. Others stand in the store as they are.
    fn is_short(&self, var: Var) -> Written<bool> {
        Ok(self.dims_of(var)?.into_iter().product::<Option<u64>>().is_some_and(|n| n <= LONGEST))
    }

    /// Notes the arrays of a program that stand in the store: those that are taken from it, and their shadows. Nothing counts them before.
    pub(super) fn note_stored(&mut self, steps: &[Step]) -> Written<()> {
        for step in steps {
            match step {
                Step::Pop { number, .. }
                    if self.vars[*number].ty.depth() > 0 && !self.is_short(*number)? =>
                {
                    self.stored.insert(*number);
                }
                Step::DeclareZero { shadow, primal } if self.stored.contains(primal) => {
                    self.stored.insert(*shadow);
                }
                other => nested(other).into_iter().try_for_each(|inner| self.note_stored(inner))?,
            }
        }
        Ok(())
    }

    /// Prints the steps before a loop in threads that lead to the trails of its iterations `a..b`.
    pub(super) fn trails(&mut self, program: Program, word: usize) {
        if program == Program::Replay {
            self.line(format!("@{{records}}F[{word}] = rg_take_u64(c);"));
            self.line(format!("if (a < b && !rg_stored(c, F[{word}], 2 * (b - a))) F[{word}] = rg_head;"));
            return;
        }
        let site = self.full();
        self.line(format!("@{{records}}F[{word}] = rg_words(c, a < b ? 2 * (b - a) : 0, {site});"));
        self.line(format!("rg_keep_u64(c, F[{word}], {site});"));
    }

    /// Prints iteration `k` of a loop in threads on a trail of its own.
    pub(super) fn on_trail(&mut self, program: Program, word: usize, body: &[Step]) -> Written<()> {
        self.line(format!("const Words trail = c->store + F[{word}] + 2 * (k - a);"));
        if program == Program::Replay {
            self.line("rg_reopen_at(c, trail);");
            return self.body("", body);
        }
        self.line("c->piece = 0; c->used = 0;");
        self.body("", body)?;
        self.line("trail[0] = c->piece; trail[1] = c->used;");
        Ok(())
    }

    /// Prints an exchange of two places, which an assignment of an ordinary function is.
    pub(super) fn exchange(&mut self, one: &Place, other: &Place) -> Written<()> {
        let ty = |w: &Self, place: &Place| w.types.get(&place.base).copied().unwrap_or(CType::Real);
        if self.is_array(one) {
            let (tag, a, b) = (ty(self, one).name(), self.view(one)?, self.view(other)?);
            self.line(format!("rg_exchange_all_{tag}({a}, {b});"));
            return Ok(());
        }
        let (tag, kept) = (ty(self, other).name(), self.temporary());
        let (a, b) = (self.number(one)?, self.number(other)?);
        self.line(format!("const {tag} {kept} = {b}; {b} = {a}; {a} = {kept};"));
        Ok(())
    }
}

/// The pullback of an ordinary function that returns a value: its record, and at once its replay.
pub(super) fn pullback(parameters: &[Argument]) -> String {
    let (params, plain, all) = passed(parameters);
    format!(
        "RG_DEVICE u64 @{{self.adjoint}}_room(Ctx *c, real seed{params}) {{\n    return @{{self.record}}_room(c{plain}) + @{{self.replay}}_room(c, seed{all});\n}}\n\
         RG_DEVICE real @{{self.adjoint}}(Ctx *c, real seed{params}) {{\n    const real value = @{{self.record}}(c{plain});\n    \
         @{{self.replay}}(c, seed{all});\n    return value;\n}}\n"
    )
}
