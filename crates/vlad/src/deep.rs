//! Recursion over programs, which may be nested as deeply as their writer likes.
//!
//! Law: whatever recurs over data, expressions, patterns, bodies or laid-out text does so inside of [`deep`]. That holds
//! for what the compiler derives, too: such trees are cloned, compared, shown and dropped by [`deep_tree!`].

/// What must be left of the stack before it grows. Between two calls of [`deep`] lie fewer bytes than these.
const RED_ZONE: usize = 128 << 10;
/// By how much it grows.
const SEGMENT: usize = 2 << 20;

/// Runs one level of a recursion, on a new piece of stack if little is left of the old one.
#[inline]
pub(crate) fn deep<R>(level: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, SEGMENT, level)
}

/// Gives a node of a tree, a structure with these fields, `Clone`, `PartialEq`, `Debug` and `Drop` that recur on a growing stack.
/// The first field holds the node's children, and after `=>` stands what it holds when they are gone.
macro_rules! deep_tree {
    ($node:ty { $children:ident: $children_type:ty => $leaf:expr $(, $rest:ident)* }) => {
        impl Clone for $node {
            fn clone(&self) -> Self {
                let $children = $crate::deep::deep(|| self.$children.clone());
                Self { $children $(, $rest: self.$rest.clone())* }
            }
        }

        impl PartialEq for $node {
            fn eq(&self, other: &Self) -> bool {
                $crate::deep::deep(|| self.$children == other.$children) $(&& self.$rest == other.$rest)*
            }
        }

        impl std::fmt::Debug for $node {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut shown = f.debug_struct(stringify!($node));
                $crate::deep::deep(|| {
                    shown.field(stringify!($children), &self.$children);
                });
                $(shown.field(stringify!($rest), &self.$rest);)*
                shown.finish()
            }
        }

        impl $node {
            /// What a node holds, taken out of it: a structure that drops itself cannot be taken apart.
            #[allow(dead_code, reason = "not every kind of node is taken apart")]
            #[allow(clippy::mem_replace_with_default, reason = "the leaf of some nodes is no default")]
            pub(crate) fn into_children(mut self) -> $children_type {
                std::mem::replace(&mut self.$children, $leaf)
            }
        }

        impl Drop for $node {
            #[allow(clippy::mem_replace_with_default, reason = "the leaf of some nodes is no default")]
            fn drop(&mut self) {
                let children = std::mem::replace(&mut self.$children, $leaf);
                $crate::deep::deep(|| drop(children));
            }
        }
    };
}

pub(crate) use deep_tree;
