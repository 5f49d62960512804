//! Visitors that change syntax, whose walk is compiled once, as in [`visit`](super::visit).

use std::collections::VecDeque;

/// Gives a visitor one function for each of these nodes.
macro_rules! visit_mut {
    ($($name:ident: $node:ident,)+) => {
        /// A visitor that changes syntax. Each function takes a node, and goes to its parts unless a visitor says otherwise.
        pub(crate) trait VisitMut: Dynamic {
            $(fn $name(&mut self, node: &mut syn::$node) {
                $name(self.dynamic(), node);
            })+

            /// Items among the statements see nothing of what is around them.
            fn visit_item_mut(&mut self, _: &mut syn::Item) {}
        }

        $(pub(crate) fn $name(visitor: &mut dyn VisitMut, node: &mut syn::$node) {
            syn::visit_mut::$name(&mut Walk(visitor), node);
        })+

        impl syn::visit_mut::VisitMut for Walk<'_> {
            $(fn $name(&mut self, node: &mut syn::$node) {
                self.0.$name(node);
            })+

            fn visit_item_mut(&mut self, item: &mut syn::Item) {
                self.0.visit_item_mut(item);
            }
        }
    };
}

visit_mut! {
    visit_arm_mut: Arm,
    visit_block_mut: Block,
    visit_expr_binary_mut: ExprBinary,
    visit_expr_cast_mut: ExprCast,
    visit_expr_closure_mut: ExprClosure,
    visit_expr_for_loop_mut: ExprForLoop,
    visit_expr_if_mut: ExprIf,
    visit_expr_index_mut: ExprIndex,
    visit_expr_method_call_mut: ExprMethodCall,
    visit_expr_mut: Expr,
    visit_expr_path_mut: ExprPath,
    visit_expr_struct_mut: ExprStruct,
    visit_expr_while_mut: ExprWhile,
    visit_field_pat_mut: FieldPat,
    visit_field_value_mut: FieldValue,
    visit_generics_mut: Generics,
    visit_item_fn_mut: ItemFn,
    visit_lit_mut: Lit,
    visit_local_init_mut: LocalInit,
    visit_local_mut: Local,
    visit_macro_mut: Macro,
    visit_pat_ident_mut: PatIdent,
    visit_pat_mut: Pat,
    visit_signature_mut: Signature,
    visit_stmt_mut: Stmt,
    visit_type_mut: Type,
    visit_type_path_mut: TypePath,
    visit_where_predicate_mut: WherePredicate,
}

/// A visitor, as `syn` walks with it.
struct Walk<'v>(&'v mut dyn VisitMut);

/// A visitor that can stand behind `dyn`: every one.
pub(crate) trait Dynamic {
    fn dynamic(&mut self) -> &mut dyn VisitMut;
}

impl<V: VisitMut> Dynamic for V {
    fn dynamic(&mut self) -> &mut dyn VisitMut {
        self
    }
}

/// Rewrites the statements of a block one by one: with each, those behind it, and what stands in its place.
pub(crate) fn each_stmt(
    block: &mut syn::Block,
    mut rewrite: impl FnMut(syn::Stmt, &mut VecDeque<syn::Stmt>, &mut Vec<syn::Stmt>),
) {
    let mut rest: VecDeque<syn::Stmt> = std::mem::take(&mut block.stmts).into();
    while let Some(stmt) = rest.pop_front() {
        rewrite(stmt, &mut rest, &mut block.stmts);
    }
}
