//! Transformations of code: what the AD operators make of procedures.
//!
//! [`Transforms`] remembers what each code was transformed into and what it came from, so a transformation costs
//! something once and its inverse nothing.

mod host;
mod partials;
mod parts;
mod pointwise;
mod reverse;
pub(crate) mod rules;

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::anf::{CodeId, Codes};
use crate::error::{Error, ErrorKind, Result};
use crate::machine::heap::Mix;
use crate::tags::{Tag, Tags};

/// What has been transformed so far.
#[derive(Clone, Debug, Default)]
pub struct Transforms {
    made: HashMap<(CodeId, Tag), CodeId, BuildHasherDefault<Mix>>,
    from: HashMap<CodeId, (Tag, CodeId), BuildHasherDefault<Mix>>,
    /// What was asked for while something is being made: codes refer to others by number, so those may follow.
    asked: Vec<(Tag, CodeId, CodeId)>,
    making: bool,
    /// How many bytes all codes may take, if there is an end to it.
    pub(crate) most: Option<usize>,
}

impl Transforms {
    /// The code transformed by what the tag stands for: `perturb`, `sensitize` and `bundle` rename it, `*j` reverses it.
    ///
    /// # Errors
    ///
    /// When a stack of tags grows beyond its limit.
    pub fn apply(&mut self, tag: Tag, code: CodeId, codes: &mut Codes) -> Result<CodeId> {
        if let Some(done) = self.made.get(&(code, tag)) {
            return Ok(*done);
        }
        let id = codes.reserve();
        // A procedure that refers to itself asks for this very code while it is made.
        self.made.insert((code, tag), id);
        self.from.insert(id, (tag, code));
        self.asked.push((tag, code, id));
        if self.making {
            return Ok(id);
        }
        self.making = true;
        let done = self.make_all(codes);
        self.making = false;
        // What was made may refer to what was not.
        let asked = std::mem::take(&mut self.asked);
        if done.is_err() {
            for (tag, code, id) in asked {
                self.made.remove(&(code, tag));
                self.from.remove(&id);
            }
        }
        done.map(|()| id)
    }

    /// Makes what is asked for, and what is asked for meanwhile.
    fn make_all(&mut self, codes: &mut Codes) -> Result<()> {
        let mut next = 0;
        while let Some((tag, code, id)) = self.asked.get(next).copied() {
            next += 1;
            codes.simplify(code);
            if self.most.is_some_and(|most| codes.bytes() > most) {
                let error = Error::new(ErrorKind::Limit, "the transformed code grows too long");
                return Err(error.hint(
                    "each level of reverse mode makes code some times longer; a quarter of the memory may be code \
                     (--max-memory)",
                ));
            }
            let made = match tag {
                Tag::Reverse => reverse::reverse(code, self, codes),
                Tag::Perturbation | Tag::Forward | Tag::Sensitivity => {
                    pointwise::pointwise(tag, code, self, codes)
                }
            };
            codes.set(id, made?);
        }
        Ok(())
    }

    /// The code that was transformed into this one.
    pub fn source(&self, code: CodeId) -> Option<(Tag, CodeId)> {
        self.from.get(&code).copied()
    }
}

/// The stack with one more tag.
pub(crate) fn pushed(tags: Tags, tag: Tag) -> Result<Tags> {
    tags.push(tag).ok_or_else(Error::order_limit)
}
