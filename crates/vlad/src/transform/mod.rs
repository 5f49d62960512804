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

/// All codes together may have this many variables, some hundred bytes each.
const LONGEST: usize = 1 << 20;

/// What has been transformed so far.
#[derive(Clone, Debug, Default)]
pub struct Transforms {
    made: HashMap<(CodeId, Tag), CodeId, BuildHasherDefault<Mix>>,
    from: HashMap<CodeId, (Tag, CodeId), BuildHasherDefault<Mix>>,
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
        codes.simplify(code);
        if codes.size() > LONGEST {
            let error = Error::new(ErrorKind::Limit, "the transformed code grows too long");
            return Err(error.hint("each level of reverse mode makes code some times longer"));
        }
        let id = codes.reserve();
        // A procedure that refers to itself asks for this very code while it is made.
        self.made.insert((code, tag), id);
        self.from.insert(id, (tag, code));
        let made = stacker::maybe_grow(64 << 10, 1 << 20, || match tag {
            Tag::Reverse => reverse::reverse(code, self, codes),
            Tag::Perturbation | Tag::Forward | Tag::Sensitivity => {
                pointwise::pointwise(tag, code, self, codes)
            }
        });
        match made {
            Ok(made) => {
                codes.set(id, made);
                Ok(id)
            }
            Err(error) => {
                self.made.remove(&(code, tag));
                Err(error)
            }
        }
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
