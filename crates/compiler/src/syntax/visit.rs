//! Visitors of syntax whose walk is compiled once.
//!
//! The functions of [`syn::visit`] that go from a node to its parts are generic, so that each visitor brings a copy of them all: with
//! seventy visitors these copies were a third of the functions of this crate. Here they take a visitor behind `dyn`. Law: the names
//! and what they do are those of `syn`, for the nodes that some visitor asks for; but no visitor goes into an item unless it says so.

/// Gives a visitor one function for each of these nodes.
macro_rules! visit {
    ($($name:ident: $node:ident,)+) => {
        /// A visitor of syntax. Each function takes a node, and goes to its parts unless a visitor says otherwise.
        pub(crate) trait Visit<'ast>: Dynamic<'ast> {
            $(fn $name(&mut self, node: &'ast syn::$node) {
                $name(self.dynamic(), node);
            })+

            /// Items among the statements see nothing of what is around them.
            fn visit_item(&mut self, _: &'ast syn::Item) {}
        }

        $(pub(crate) fn $name<'ast>(visitor: &mut dyn Visit<'ast>, node: &'ast syn::$node) {
            syn::visit::$name(&mut Walk(visitor), node);
        })+

        impl<'ast> syn::visit::Visit<'ast> for Walk<'_, 'ast> {
            $(fn $name(&mut self, node: &'ast syn::$node) {
                self.0.$name(node);
            })+

            fn visit_item(&mut self, item: &'ast syn::Item) {
                self.0.visit_item(item);
            }
        }
    };
}

visit! {
    visit_attribute: Attribute,
    visit_block: Block,
    visit_expr: Expr,
    visit_expr_assign: ExprAssign,
    visit_expr_binary: ExprBinary,
    visit_expr_block: ExprBlock,
    visit_expr_break: ExprBreak,
    visit_expr_call: ExprCall,
    visit_expr_cast: ExprCast,
    visit_expr_closure: ExprClosure,
    visit_expr_continue: ExprContinue,
    visit_expr_field: ExprField,
    visit_expr_for_loop: ExprForLoop,
    visit_expr_index: ExprIndex,
    visit_expr_let: ExprLet,
    visit_expr_loop: ExprLoop,
    visit_expr_match: ExprMatch,
    visit_expr_method_call: ExprMethodCall,
    visit_expr_path: ExprPath,
    visit_expr_reference: ExprReference,
    visit_expr_return: ExprReturn,
    visit_expr_struct: ExprStruct,
    visit_expr_try: ExprTry,
    visit_expr_while: ExprWhile,
    visit_fn_arg: FnArg,
    visit_ident: Ident,
    visit_local: Local,
    visit_macro: Macro,
    visit_pat: Pat,
    visit_pat_ident: PatIdent,
    visit_pat_type: PatType,
    visit_path: Path,
    visit_stmt: Stmt,
    visit_type: Type,
    visit_type_infer: TypeInfer,
}

/// A visitor, as `syn` walks with it.
struct Walk<'v, 'ast>(&'v mut dyn Visit<'ast>);

/// A visitor that can stand behind `dyn`: every one.
pub(crate) trait Dynamic<'ast> {
    fn dynamic(&mut self) -> &mut dyn Visit<'ast>;
}

impl<'ast, V: Visit<'ast>> Dynamic<'ast> for V {
    fn dynamic(&mut self) -> &mut dyn Visit<'ast> {
        self
    }
}
