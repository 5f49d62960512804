//! Recursion over programs of any depth.
//!
//! Law: every recursion over data, expressions, patterns, bodies or laid-out text happens inside [`deep`]. That
//! includes derived implementations: [`deep_tree!`] defines clone, comparison, debug output and drop of such trees.

/// The stack grows when fewer bytes are left. Between two calls of [`deep`] the program uses less.
const RED_ZONE: usize = 128 << 10;
/// The number of bytes by which it grows.
const SEGMENT: usize = 2 << 20;

/// Runs one level of a recursion, on a new stack segment if little is left of the current one.
#[inline]
pub(crate) fn deep<R>(level: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, SEGMENT, level)
}

/// Implements `Clone`, `PartialEq`, `Debug` and `Drop`, with a growing stack, for a node of a tree. The first field
/// holds the node's children; the expression after `=>` replaces them when they are taken out.
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
            /// Takes the children out of a node. (A structure that implements `Drop` cannot be destructured.)
            #[allow(dead_code, reason = "not every kind of node is taken apart")]
            #[allow(clippy::mem_replace_with_default, reason = "the leaf of some nodes is not a default")]
            pub(crate) fn into_children(mut self) -> $children_type {
                std::mem::replace(&mut self.$children, $leaf)
            }
        }

        impl Drop for $node {
            #[allow(clippy::mem_replace_with_default, reason = "the leaf of some nodes is not a default")]
            fn drop(&mut self) {
                let children = std::mem::replace(&mut self.$children, $leaf);
                $crate::deep::deep(|| drop(children));
            }
        }
    };
}

pub(crate) use deep_tree;
