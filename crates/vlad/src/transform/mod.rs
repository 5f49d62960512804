//! Transformations of code, by which the AD operators act on procedures.
//!
//! [`Transforms`] stores for each code the result of a transformation and its origin, so that a transformation is
//! done once, and its inverse is a lookup.

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

/// All transformations done so far.
#[derive(Clone, Debug, Default)]
pub struct Transforms {
    made: HashMap<(CodeId, Tag), CodeId, BuildHasherDefault<Mix>>,
    from: HashMap<CodeId, (Tag, CodeId), BuildHasherDefault<Mix>>,
    /// Transformations requested while another is in progress. Codes refer to others by number, so they may be done
    /// later.
    asked: Vec<(Tag, CodeId, CodeId)>,
    making: bool,
    /// The greatest number of bytes of all codes, if limited.
    pub(crate) most: Option<usize>,
}

impl Transforms {
    /// Applies a transformation to a code. `perturb`, `sensitize` and `bundle` only add a tag to its variables; `*j`
    /// reverses it.
    ///
    /// # Errors
    ///
    /// If a stack of tags exceeds its limit.
    pub fn apply(&mut self, tag: Tag, code: CodeId, codes: &mut Codes) -> Result<CodeId> {
        if let Some(done) = self.made.get(&(code, tag)) {
            return Ok(*done);
        }
        let id = codes.reserve();
        // A procedure that refers to itself requests this very code during its transformation.
        self.made.insert((code, tag), id);
        self.from.insert(id, (tag, code));
        self.asked.push((tag, code, id));
        if self.making {
            return Ok(id);
        }
        self.making = true;
        let done = self.make_all(codes);
        self.making = false;
        // After an error, codes that were made may refer to codes that were not: forget all of them.
        let asked = std::mem::take(&mut self.asked);
        if done.is_err() {
            for (tag, code, id) in asked {
                self.made.remove(&(code, tag));
                self.from.remove(&id);
            }
        }
        done.map(|()| id)
    }

    /// Makes all requested codes, including those requested meanwhile.
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

    /// Returns the code from which this one was derived, and the transformation.
    pub fn source(&self, code: CodeId) -> Option<(Tag, CodeId)> {
        self.from.get(&code).copied()
    }
}

/// Adds a tag to a stack.
pub(crate) fn pushed(tags: Tags, tag: Tag) -> Result<Tags> {
    tags.push(tag).ok_or_else(Error::order_limit)
}
