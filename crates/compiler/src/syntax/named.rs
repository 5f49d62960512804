//! The judge of paths: what one names, a variant, a type, a constant or something else.
//!
//! Law: what the crate knows, an enum with its variants and a structure with its constants, is asked first. Of what it does not know the
//! letters tell, as Rust's own lints want them: types and variants start with a capital letter, constants have no small one.

use super::paths::{last, owner};
use super::{enums, structures};
use crate::ir::Scalar;
use syn::Path;

/// The kind of a thing that has a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// A variant behind the name of its enum: `Shape::Circle`.
    Variant,
    /// A variant whose name is one letter, `Kind::A`, which few constants have: `Planet::G`.
    Letter,
    /// A constant of a type, or a variant, which letters do not tell apart: `Ellipsoid::WGS84`.
    Member,
    /// A type that is made of parts, or a variant that is imported: `Camera`, `scene::Camera`.
    Type,
    /// A constant: `TABLE`, `f64::MAX`, and `Vec3::ZERO` of a structure that is known.
    Constant,
    /// A local, a function or a module.
    Other,
}

impl Named {
    /// True for a variant behind the name of its enum, as far as letters show.
    pub(crate) fn is_variant(self) -> bool {
        matches!(self, Named::Variant | Named::Letter)
    }

    /// True for what makes a value of its parts.
    pub(crate) fn makes(self) -> bool {
        matches!(self, Named::Variant | Named::Type)
    }

    /// True for what has the letters of a constant.
    pub(crate) fn is_in_capitals(self) -> bool {
        matches!(self, Named::Constant | Named::Member | Named::Letter)
    }
}

/// Judges a path that stands alone: a value, or a pattern.
pub(crate) fn judged(path: &Path) -> Named {
    judge(path, false)
}

/// Judges a path before its parts, `Shape::Circle(…)` and `Camera { … }`: no constant has any.
pub(crate) fn maker(path: &Path) -> Named {
    judge(path, true)
}

/// True for a name that starts with a capital letter: that of a type, a variant or a constant.
pub(crate) fn is_capital(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// True for a path through a type: `Camera::new`.
pub(crate) fn is_of_type(path: &Path) -> bool {
    owner(path).is_some_and(|of| is_capital(&of))
}

fn judge(path: &Path, has_parts: bool) -> Named {
    let (name, of) = (last(path), owner(path));
    if !is_capital(&name) {
        return Named::Other;
    }
    let is_type = |of: &String| is_capital(of) && (of == "Self" || Scalar::by_name(of).is_none());
    let (of_type, is_small) = (of.filter(is_type), name.contains(char::is_lowercase));
    match of_type {
        Some(of) if enums::has_variant(&of, &name) => Named::Variant,
        Some(_) if structures::value_at(path).is_some() => Named::Constant,
        Some(_) if has_parts || is_small => Named::Variant,
        // What is no structure has no such constant.
        Some(of) if name.len() == 1 && !structures::is_known_name(&of) => Named::Letter,
        Some(_) => Named::Member,
        None if has_parts || is_small => Named::Type,
        None => Named::Constant,
    }
}
