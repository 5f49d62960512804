//! The graph of a function as written: one bar per statement of the IR.

use proc_macro2::Span;
use retrograde_compiler::Stages;
use retrograde_compiler::ir::print::text;
use retrograde_compiler::ir::{Argument, Block, Expr, Function, Kept, Place, Role, Stmt, Variables};

use super::graph::{Bar, Frame, Graph, Item, Lines, Mark, Touches};

/// The graph of a function.
pub(crate) fn graph(stages: &Stages) -> Graph {
    let function = &stages.function;
    let vars = retrograde_inspect::naming::seen(function);
    let mut lines = Lines::new(&vars, function.params.iter().map(|p| p.var));
    let items = block(&function.body, &mut lines);
    Graph { title: title(function), subtitle: String::new(), lines: lines.finish(), items }
}

/// The signature on one line.
pub(crate) fn title(function: &Function) -> String {
    let mut item = function.item.clone();
    item.attrs.clear();
    item.vis = syn::Visibility::Inherited;
    item.block.stmts.clear();
    let text =
        prettyplease::unparse(&syn::File { shebang: None, attrs: Vec::new(), items: vec![item.into()] });
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").trim_end_matches(" {}").replace("( ", "(").replace(", )", ")")
}

fn block(block: &Block, lines: &mut Lines<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    for stmt in &block.stmts {
        statement(stmt, lines, &mut items);
    }
    items
}

fn statement(stmt: &Stmt, lines: &mut Lines<'_>, items: &mut Vec<Item>) {
    let vars = lines.vars();
    let text = text::statement(stmt, vars);
    let mut touches = Touches::new(lines);
    let simple = |touches: Touches<'_, '_>, span| Item::Bar(touches.bar(text.clone(), row(span)));
    let item = match stmt {
        // The stack for decisions is not part of the user's function.
        Stmt::Allocate(b) | Stmt::Release(b) if vars[b.var].role == Role::DecisionStack => return,
        Stmt::Bind(b) | Stmt::Allocate(b) => {
            touches.expr(&b.value);
            touches.mark(b.var, Mark::Begin);
            simple(touches, b.span)
        }
        Stmt::Forget(b) | Stmt::Release(b) => {
            touches.expr(&b.value);
            touches.mark(b.var, Mark::End);
            simple(touches, b.span)
        }
        Stmt::Update(u) => {
            touches.expr(&u.value);
            touches.place(&u.place, Mark::Change(sign(text::operator(u.group, u.sign))));
            simple(touches, u.span)
        }
        Stmt::Call(c) => {
            c.args.iter().for_each(|arg| touches.argument(arg));
            simple(touches, c.span)
        }
        Stmt::Safe(s) => {
            s.named.iter().for_each(|var| touches.mark(*var, Mark::Read));
            touches.names(&s.tokens, vars);
            simple(touches, s.span)
        }
        Stmt::For(f) => {
            touches.mark(f.index, Mark::Begin);
            for bound in [Some(&f.range.start), Some(&f.range.end), f.range.step.as_ref()] {
                bound.into_iter().for_each(|e| touches.expr(e));
            }
            let head = touches.bar(text, row(f.span));
            Item::Frame(Frame { head, parts: vec![(None, block(&f.body, lines))], foot: None })
        }
        Stmt::If(i) => {
            touches.expr(&i.pre);
            let head = touches.bar(format!("if {}", text::expression(&i.pre, vars)), row(i.span));
            let mut parts = vec![(None, block(&i.then, lines))];
            if !i.otherwise.stmts.is_empty() {
                let otherwise = Bar { text: "else".to_string(), ..Bar::default() };
                parts.push((Some(otherwise), block(&i.otherwise, lines)));
            }
            let foot = match (&i.post, i.decision.kept()) {
                (_, Some(kept)) => Some(remembered(kept, lines)),
                (Some(post), None) => Some(decided("afterwards", post, lines)),
                (None, None) => None,
            };
            Item::Frame(Frame { head, parts, foot })
        }
        Stmt::While(w) => {
            touches.expr(&w.pre);
            let head = touches.bar(format!("while {}", text::expression(&w.pre, vars)), row(w.span));
            let parts = vec![(None, block(&w.body, lines))];
            let foot = match w.decision.kept() {
                Some(kept) => remembered(kept, lines),
                None => decided("after each", &w.post, lines),
            };
            Item::Frame(Frame { head, parts, foot: Some(foot) })
        }
        // A block that only limits the scope of locals is not drawn; the ends of its locals are.
        Stmt::Routine(r) => {
            let head = touches.bar(if r.label.is_empty() { String::new() } else { text }, row(r.span));
            Item::Frame(Frame { head, parts: vec![(None, block(&r.body, lines))], foot: None })
        }
        Stmt::Undo(r) => {
            touches.undone(&r.body);
            simple(touches, r.span)
        }
    };
    items.push(item);
}

/// Returns the bar for a postcondition.
fn decided(word: &str, post: &Expr, lines: &mut Lines<'_>) -> Bar {
    let text = format!("{word} {}", text::expression(post, lines.vars()));
    let mut touches = Touches::new(lines);
    touches.expr(post);
    touches.bar(text, None)
}

/// Returns the bar for a kept decision: on a stack of the caller, which changes, or for the reverse pass only.
fn remembered(kept: Kept, lines: &mut Lines<'_>) -> Bar {
    if !kept.lasting {
        return Bar { text: "kept for the way back".to_string(), ..Bar::default() };
    }
    let text = format!("kept on {}", lines.vars().written_name(kept.stack));
    let mut touches = Touches::new(lines);
    touches.mark(kept.stack, Mark::Change("+"));
    touches.bar(text, None)
}

/// Returns the line at which a span starts.
pub(crate) fn row(span: Span) -> Option<usize> {
    // A span without a file starts at line 1, column 0.
    let start = span.start();
    (start.line > 1 || start.column > 0).then_some(start.line)
}

/// Returns the sign in the box of an update.
pub(crate) fn sign(operator: &'static str) -> &'static str {
    match operator {
        "+=" => "+",
        "-=" => "−",
        "*=" => "×",
        "/=" => "÷",
        "^=" => "⊕",
        _ => "",
    }
}

impl Touches<'_, '_> {
    /// Marks all places that an expression reads.
    pub(crate) fn expr(&mut self, e: &Expr) {
        let mut read = Vec::new();
        e.reads_within(self.vars(), &mut |place| read.push(place.base));
        read.into_iter().for_each(|var| self.mark(var, Mark::Read));
        e.lengths(&mut |place| self.mark(place.base, Mark::Measure));
    }

    /// Marks a place and the indices in it.
    pub(crate) fn place(&mut self, place: &Place, mark: Mark) {
        place.index_reads(&mut |read| self.mark(read.base, Mark::Read));
        place.lengths(&mut |read| self.mark(read.base, Mark::Measure));
        self.mark(place.base, mark);
    }

    /// Marks an argument of a call.
    pub(crate) fn argument(&mut self, arg: &Argument) {
        match arg {
            Argument::Mutable(place) => self.place(place, Mark::Change("")),
            Argument::Shared(place) => self.place(place, Mark::Read),
            Argument::Value(e) => self.expr(e),
        }
    }

    /// Marks the variables that host code names.
    pub(crate) fn names(&mut self, tokens: &proc_macro2::TokenStream, vars: &Variables) {
        let words = text::tokens(tokens);
        let words: Vec<&str> = words.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        for (var, variable) in vars.iter() {
            if words.contains(&variable.name.as_str()) {
                self.mark(var, Mark::Read);
            }
        }
    }

    /// Marks the variables that an undone block reads and changes; the block is one bar.
    fn undone(&mut self, block: &Block) {
        let footprint = retrograde_compiler::analysis::footprint::Footprint::of(&block.stmts, self.vars());
        for var in footprint.reads.iter().filter(|var| !footprint.declares.contains(var)) {
            self.mark(*var, Mark::Read);
        }
        for var in footprint.writes.iter().filter(|var| !footprint.declares.contains(var)) {
            self.mark(*var, Mark::Change("~"));
        }
    }
}
