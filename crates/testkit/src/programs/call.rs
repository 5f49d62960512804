//! Calls: arguments that fit the callee's parameters, do not overlap if one is changed, and have the lengths that the
//! callee expects.

use super::place::{Avoid, Form, choose};
use super::resolve::{Resolver, Returns, Signature};
use super::scope::{Class, Id, Ids, Info, Integer, Shape, Storage};
use super::sketch::{Pick, Value};
use super::value::{Text, Tightness};

/// The arguments of a call.
struct Arguments {
    texts: Vec<String>,
    reads: Ids,
    writes: Vec<Id>,
    exact: bool,
}

/// An array or grid that can be passed, as a whole or in part.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) text: String,
    pub(super) base: Id,
    pub(super) form: Form,
    pub(super) reads: Ids,
    exact: bool,
}

impl Resolver<'_> {
    /// Draws `f(…)` in an expression.
    pub(super) fn call_value(
        &self,
        pick: Pick,
        picks: &[Pick],
        values: &[Value],
        avoid: &Avoid,
    ) -> Option<Text> {
        let callee = choose(pick, self.helpers.iter().filter(|f| f.returns == Returns::Real).collect())?;
        let args = self.arguments(callee, false, picks, values, avoid.clone())?;
        let text = format!("{}({})", callee.name, args.texts.join(", "));
        Some(Text { text, tight: Tightness::Atom, reads: args.reads, exact: args.exact })
    }

    /// Draws a call of a function that returns a structure; returns its text and what it reads.
    pub(super) fn record_call(
        &self,
        callee: &Signature,
        picks: &[Pick],
        values: &[Value],
    ) -> Option<(String, Ids)> {
        let args = self.arguments(callee, false, picks, values, Avoid::default())?;
        Some((format!("{}({})", callee.name, args.texts.join(", ")), args.reads))
    }

    /// Draws `f(…);` or `f::inverse(…);`
    pub(super) fn call(
        &mut self,
        local: bool,
        pick: Pick,
        uncall: bool,
        picks: &[Pick],
        values: &[Value],
    ) -> Option<()> {
        let callee = choose(pick, self.helpers.iter().filter(|f| f.returns == Returns::Nothing).collect())?;
        let args = self.arguments(callee, local, picks, values, Avoid::default())?;
        let name = callee.name.clone();
        // A value that decides something must not be computed from a rounded value.
        let decides = |id: &Id| {
            let info = &self.scopes.infos[*id];
            info.exact && matches!(info.shape, Shape::Integer(_))
        };
        if !args.exact && args.writes.iter().any(decides) {
            return None;
        }
        if args.writes.is_empty() || !self.scopes.change(&args.writes, &args.reads) {
            return None;
        }
        self.scopes.forget_known(&args.writes.iter().copied().collect());
        let program = if uncall { "::inverse" } else { "" };
        self.line(format!("{name}{program}({});", args.texts.join(", ")));
        Some(())
    }

    fn arguments(
        &self,
        callee: &Signature,
        local: bool,
        picks: &[Pick],
        values: &[Value],
        mut avoid: Avoid,
    ) -> Option<Arguments> {
        let pick = |i: usize| picks.get(i).copied().unwrap_or(0);
        let mut texts = vec![String::new(); callee.params.len()];
        let (mut reads, mut writes, mut exact) = (Ids::new(), Vec::new(), true);
        // Mutable arguments are chosen first, so that the others can avoid them.
        for (i, param) in callee.params.iter().enumerate().filter(|(_, p)| p.class == Class::State) {
            if let Shape::Record(record) = param.shape {
                let whole = self.whole(pick(i), record, &avoid, true)?;
                self.avoided(&whole, &mut avoid);
                writes.extend(&whole.leaves);
                exact = false;
                texts[i] = whole.text;
                reads.extend(whole.leaves);
                continue;
            }
            let part = match &param.shape {
                Shape::Record(_) => return None,
                Shape::Log => {
                    let is_log = |(id, info): &(Id, &Info)| info.shape == Shape::Log && !avoid.names(*id);
                    let id = choose(0, self.scopes.visible().filter(is_log).map(|(id, _)| id).collect())?;
                    let (text, reads) = (self.borrowed(id, true), Ids::from([id]));
                    Part { text, base: id, form: Form::Whole, reads, exact: true }
                }
                Shape::Scalar => self.mutable_scalar((pick(i), pick(i + 1)), local, &avoid)?,
                Shape::Integer(_) | Shape::Bool => {
                    let fits = |info: &Info| info.shape == param.shape;
                    let id = self.counter(pick(i), fits)?;
                    let reads = Ids::from([id]);
                    Part { text: self.borrowed(id, true), base: id, form: Form::Whole, reads, exact: true }
                }
                Shape::Array { .. } | Shape::Grid { .. } => {
                    self.part(pick(i), &param.shape, local, &avoid, true)?
                }
            };
            if !avoid.allows(part.base, &part.form) || self.scopes.is_guarded(part.base) {
                return None;
            }
            let lent = matches!(param.shape, Shape::Array { .. } | Shape::Grid { .. } | Shape::Log);
            avoid.places.push((part.base, if lent { Form::Whole } else { part.form }));
            writes.push(part.base);
            exact &= part.exact || matches!(param.shape, Shape::Integer(_) | Shape::Log);
            reads.extend(part.reads);
            texts[i] = part.text;
        }
        for (i, param) in callee.params.iter().enumerate().filter(|(_, p)| p.class != Class::State) {
            let value = values.get(i % values.len().max(1));
            texts[i] = match (&param.shape, param.class) {
                (Shape::Record(record), _) => {
                    let whole = self.whole(pick(i), *record, &avoid, false)?;
                    exact = false;
                    reads.extend(whole.leaves);
                    whole.text
                }
                (Shape::Log, _) => return None,
                (Shape::Integer(_) | Shape::Bool, _) => param.known.unwrap_or(0).to_string(),
                (Shape::Scalar, Class::Inactive) => {
                    let inactive = |info: &Info| info.class == Class::Inactive;
                    match self.scopes.pick_element((pick(i), pick(i + 1)), &avoid, inactive) {
                        Some(element) => {
                            reads.extend(element.reads);
                            element.text
                        }
                        None => "0.4".to_string(),
                    }
                }
                (Shape::Scalar, _) if param.reference => {
                    // The result of a method is not a place.
                    let is_place = |info: &Info| !info.name.ends_with(')');
                    let element = self.scopes.pick_element((pick(i), pick(i + 1)), &avoid, is_place)?;
                    reads.extend(element.reads);
                    exact &= element.exact;
                    // For a mutable reference, a bare name would mean that the callee may change the place, so it is
                    // reborrowed.
                    let changeable = self.scopes.infos[element.base].is_changeable();
                    if element.reference && !changeable {
                        element.text.trim_start_matches('*').to_string()
                    } else {
                        format!("&{}", element.text)
                    }
                }
                (Shape::Scalar, _) => {
                    let value = self.value(value?, &avoid);
                    reads.extend(value.reads);
                    exact &= value.exact;
                    value.text
                }
                (Shape::Array { .. } | Shape::Grid { .. }, class) => {
                    let part = match class {
                        Class::Inactive => self.inactive_part(pick(i), &param.shape)?,
                        _ => self.part(pick(i), &param.shape, false, &avoid, false)?,
                    };
                    reads.extend(part.reads);
                    exact &= part.exact;
                    part.text
                }
            };
        }
        Some(Arguments { texts, reads, writes, exact })
    }

    /// Draws `&mut x[i]`, or a reference as it is.
    fn mutable_scalar(&self, pick: (Pick, Pick), local: bool, avoid: &Avoid) -> Option<Part> {
        let prefer = |info: &Info| info.is_changeable() && (!local || info.is_local());
        let element = self
            .scopes
            .pick_element(pick, avoid, prefer)
            .or_else(|| self.scopes.pick_element(pick, avoid, Info::is_changeable))?;
        let text = match (pick.1 % 8, element.reference) {
            (0, _) => format!("&mut -{}", element.text),
            (1, _) => format!("&mut ({} - 0.5)", element.text),
            (2, _) => format!("&mut (-{} + 0.25)", element.text),
            (_, true) => element.text.trim_start_matches('*').to_string(),
            (_, false) => format!("&mut {}", element.text),
        };
        Some(Part {
            text,
            base: element.base,
            form: element.form,
            reads: element.reads,
            exact: element.exact,
        })
    }

    /// Writes a variable as an argument passed by reference.
    pub(super) fn borrowed(&self, id: Id, mutable: bool) -> String {
        let info = &self.scopes.infos[id];
        match (info.reference, mutable) {
            (true, false) if info.is_changeable() => format!("&*{}", info.name),
            (true, _) => info.name.clone(),
            (false, true) => format!("&mut {}", info.name),
            (false, false) => format!("&{}", info.name),
        }
    }

    fn inactive_part(&self, pick: Pick, shape: &Shape) -> Option<Part> {
        let parts = self.parts(shape, |info| info.class == Class::Inactive, false);
        choose(pick, parts)
    }

    fn part(&self, pick: Pick, shape: &Shape, local: bool, avoid: &Avoid, mutable: bool) -> Option<Part> {
        let accepts = |info: &Info| !mutable || info.is_changeable();
        let mut parts = self.parts(shape, accepts, mutable);
        // Parts of an array are not lent together with other places of it, since copying in and out would not work.
        parts.retain(|part| !avoid.names(part.base));
        if local {
            let is_local = |part: &Part| self.scopes.infos[part.base].is_local();
            if parts.iter().any(is_local) {
                parts.retain(is_local);
            }
        }
        choose(pick, parts)
    }

    /// Returns all ways to pass an array of a shape.
    fn parts(&self, wanted: &Shape, accepts: impl Fn(&Info) -> bool, mutable: bool) -> Vec<Part> {
        let mut parts = Vec::new();
        for (id, info) in self.scopes.visible().filter(|(_, info)| accepts(info)) {
            let base = self.scopes.base(id);
            let is_view = base != id;
            let (reads, exact) = (Ids::from([base]), info.exact);
            let whole = || Part {
                text: self.borrowed(id, mutable),
                base,
                form: if is_view { Form::Opaque } else { Form::Whole },
                reads: reads.clone(),
                exact,
            };
            match (wanted, &info.shape) {
                (Shape::Grid { .. }, have) if have == wanted => parts.push(whole()),
                (Shape::Array { length, storage }, Shape::Array { length: have, storage: stored }) => {
                    let fits = *storage != Storage::Fixed || *stored == Storage::Fixed;
                    if have == length && fits {
                        parts.push(whole());
                    }
                    if have > length && *storage == Storage::Slice {
                        parts.extend(self.ranges(id, *length, *have, mutable));
                    }
                }
                _ => {}
            }
        }
        parts
    }

    /// Returns the parts `&x[1..3]` and `&x[i * 2..i * 2 + 2]`.
    pub(super) fn ranges(&self, id: Id, length: usize, have: usize, mutable: bool) -> Vec<Part> {
        let info = &self.scopes.infos[id];
        let base = self.scopes.base(id);
        let borrow = if mutable { "&mut " } else { "&" };
        let part = |range: String, form: Form, index: Option<Id>| Part {
            text: format!("{borrow}{}[{range}]", info.name),
            base,
            form: if base == id { form } else { Form::Opaque },
            reads: index.into_iter().chain([base]).collect(),
            exact: info.exact,
        };
        let mut parts = Vec::new();
        for start in 0..=have - length {
            let form = Form::Span(start as i64, (start + length) as i64);
            parts.push(part(format!("{start}..{}", start + length), form, None));
        }
        for size in self.scopes.sizes() {
            let Some((low, high)) = size.interval else { continue };
            let (text, step) = (&size.text, length as i64);
            if low >= 0 && high * step + step <= have as i64 && length > 1 {
                let range = format!("{text} * {step}..{text} * {step} + {step}");
                parts.push(part(range, Form::Opaque, Some(size.id)));
            }
            if low >= 0 && high + step <= have as i64 {
                parts.push(part(format!("{text}..{text} + {step}"), Form::Opaque, Some(size.id)));
            }
        }
        parts
    }

    /// Draws `let p = &x[1..3];`
    pub(super) fn view(&mut self, of: Pick, start: Pick, length: u8) -> Option<()> {
        let is_unchanging = |(_, info): &(Id, &Info)| matches!(info.class, Class::Input | Class::Inactive);
        let arrays = self.scopes.visible().filter(is_unchanging).filter_map(|(id, info)| match info.shape {
            Shape::Array { length, .. } if length > 1 => Some((id, length)),
            _ => None,
        });
        let (id, have) = choose(of, arrays.collect())?;
        let length = usize::from(length) % have + 1;
        let start = usize::from(start) % (have - length + 1);
        let (base, exact) = (self.scopes.base(id), self.scopes.infos[id].exact);
        let name = self.scopes.fresh("p");
        let array = self.scopes.infos[id].name.clone();
        self.scopes.add(Info {
            name: name.clone(),
            shape: Shape::Array { length, storage: Storage::Slice },
            class: Class::View { base },
            reference: true,
            exact,
            known: None,
            interval: None,
        });
        self.line(format!("let {name} = &{array}[{start}..{}];", start + length));
        Some(())
    }
}

/// True if a parameter is an unsigned counter, which an uncall might take below zero.
pub(super) fn is_unsigned_state(info: &Info) -> bool {
    info.class == Class::State && info.shape == Shape::Integer(Integer::Usize)
}
