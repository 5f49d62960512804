//! Names: syntax in, syntax out. Each local is bound once, and each nested call has a name.
//!
//! `depth` cuts long expressions into named parts, `calls` names the calls inside calls, `names` tells apart what is bound more than
//! once. Law: what runs, and in which order, stays what was written.

mod calls;
mod depth;
mod names;

pub(crate) use calls::{is_known, name_calls};
pub(crate) use depth::shorten;
pub(crate) use names::{apart, key, mark, renamed};
