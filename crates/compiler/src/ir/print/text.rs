//! Prints each statement as one line of text, close to how it was written: for messages, drawings and the stepper.
//!
//! A statement with blocks inside is shown by its head. A statement without syntax of its own, which only occurs in
//! inverses, is described in words.

use crate::ir::print::Printer;
use crate::ir::print::applied;
use crate::ir::print::aside::Aside;
use crate::ir::print::line;
use crate::ir::*;
use proc_macro2::TokenStream;

/// Returns the line of a statement.
pub fn statement(stmt: &Stmt, vars: &Variables) -> String {
    if let Stmt::Safe(s) = stmt {
        return Aside::line(&s.tokens, vars);
    }
    let vars = &vars.as_written();
    let p = Printer::of_text(vars);
    let expr = |e: &Expr| expression(e, vars);
    match stmt {
        Stmt::Bind(b) if vars[b.var].role == Role::Output => expr(&b.value),
        Stmt::Bind(b) => format!("let {} = {}", vars[b.var].name, expr(&b.value)),
        Stmt::Forget(b) => format!("forget {}", vars[b.var].name),
        Stmt::Allocate(b) => format!("let mut {} = {}", vars[b.var].name, expr(&b.value)),
        Stmt::Release(b) => format!("free!({} = {})", vars[b.var].name, expr(&b.value)),
        Stmt::Update(u) => {
            let (target, value) = (place(&u.place, vars), expr(&u.value));
            format!("{target} {} {value}", operator(u.group, u.sign))
        }
        Stmt::Call(c) if c.callee.is_store() => {
            format!("store {}", c.stored().map_or(String::new(), |(_, local)| vars[local].name.clone()))
        }
        Stmt::Call(c) if c.callee.is_stack() => {
            let name = if c.direction == Direction::Call { "push" } else { "pop" };
            let args: Vec<String> =
                c.args.iter().filter_map(Argument::place).map(|arg| named(arg, vars)).collect();
            format!("{name}!({})", args.join(", "))
        }
        Stmt::Call(c) if c.callee.is_entry() => entry(c.direction, &c.args, vars),
        Stmt::Call(c) => {
            let args: Vec<_> = c.args.iter().map(|a| p.argument(a)).collect();
            let program = match c.direction {
                Direction::Call => "",
                Direction::Uncall => "inverse",
            };
            shown(applied(&c.callee, program, false, &args, c.span))
        }
        Stmt::For(f) => format!("for {} in {}", vars[f.index].name, range(&f.range, vars)),
        Stmt::If(i) => match &i.post {
            Some(post) => format!("if ({}, {})", expr(&i.pre), expr(post)),
            None => format!("if {}", expr(&i.pre)),
        },
        Stmt::While(w) if w.decision.kept().is_some() => format!("while {}", expr(&w.pre)),
        Stmt::While(w) => format!("while ({}, {})", expr(&w.pre), expr(&w.post)),
        Stmt::Routine(r) => format!("'{}", r.label),
        Stmt::Undo(r) => format!("undo!('{})", r.label),
        Stmt::Safe(s) => shown(s.tokens.clone()),
    }
}

/// Returns `+=` or another operator.
pub fn operator(group: Group, sign: Sign) -> &'static str {
    match (group, sign) {
        (Group::Sum, Sign::Plus) => "+=",
        (Group::Sum, Sign::Minus) => "-=",
        (Group::Product, Sign::Plus) => "*=",
        (Group::Product, Sign::Minus) => "/=",
        (Group::Xor, Sign::Plus | Sign::Minus) => "^=",
    }
}

/// Prints an expression on one line.
pub fn expression(e: &Expr, vars: &Variables) -> String {
    shown(Printer::of_text(&vars.as_written()).expr(e))
}

/// Prints a place on one line.
pub fn place(place: &Place, vars: &Variables) -> String {
    shown(Printer::of_text(&vars.as_written()).place(place))
}

/// Prints a place on one line; an array or map by its name alone, even behind a reference.
pub fn named(arg: &Place, vars: &Variables) -> String {
    if arg.is_whole() && vars[arg.base].ty.depth() > 0 {
        vars.written_name(arg.base).to_string()
    } else {
        place(arg, vars)
    }
}

/// Prints an insertion into a map or a removal. The value of a removed entry may be unknown.
pub fn entry(direction: Direction, args: &[Argument], vars: &Variables) -> String {
    let name = if direction == Direction::Call { "insert" } else { "remove" };
    let written = |arg: &Argument| match arg {
        Argument::Mutable(map) | Argument::Shared(map) => named(map, vars),
        Argument::Value(e) => expression(e, vars),
    };
    let args: Vec<String> = args.iter().map(written).collect();
    format!("{name}!({})", args.join(", "))
}

/// Prints the indices that a loop visits.
fn range(range: &Range, vars: &Variables) -> String {
    let dots = if range.inclusive { "..=" } else { ".." };
    let bounds = format!("{}{dots}{}", expression(&range.start, vars), expression(&range.end, vars));
    let step = range.step.as_ref().map(|step| format!(".step_by({})", expression(step, vars)));
    let step = step.unwrap_or_default();
    match (range.from_end, range.falling != range.from_end) {
        (false, false) if step.is_empty() => bounds,
        (false, false) => format!("({bounds}){step}"),
        (false, true) => format!("({bounds}){step}.rev()"),
        (true, false) => format!("({bounds}).rev(){step}"),
        (true, true) => format!("({bounds}).rev(){step}.rev()"),
    }
}

/// Returns the places that a condition reads, if all of them can be printed: `i` and `a[i]`.
pub fn witnesses(e: &Expr, vars: &Variables) -> Vec<Place> {
    let mut found: Vec<Place> = Vec::new();
    e.reads(&mut |read| {
        let indexed = read.path.iter().all(|projection| matches!(projection, Projection::Index(_)));
        let scalar = indexed && vars[read.base].ty.depth() == read.path.len();
        let known = is_printable(vars[read.base].ty.leaf(), vars[read.base].role);
        if scalar && known && !found.contains(read) {
            found.push(read.clone());
        }
    });
    found
}

/// True if values of this type are known to implement `Debug`.
fn is_printable(ty: &Type, role: Role) -> bool {
    match ty {
        Type::Real => true,
        Type::Exact(Exact::Written(ty)) => matches!(ty.scalar(), Some(Scalar::Bool | Scalar::Integer(_))),
        // The index of a loop is an integer.
        Type::Exact(Exact::Unknown | Exact::Discrete) => role == Role::Index,
        Type::Array(..) | Type::Slice(_) | Type::Vec(_) => false,
        Type::Map(..) | Type::Structure(_) | Type::Unknown => false,
    }
}

/// A comparison of reals in a condition, and the condition under which it is evaluated.
pub struct Compared<'a> {
    /// The condition under which it is evaluated.
    pub guard: Option<Expr>,
    /// Both sides.
    pub sides: [&'a Expr; 2],
}

impl<'a> Compared<'a> {
    /// Returns the sides that are not constants; none of them may be NaN.
    pub fn operands(&self, vars: &Variables) -> impl Iterator<Item = &'a Expr> {
        self.sides.into_iter().filter(|e| is_real(e, vars))
    }
}

/// Returns the comparisons of reals in a condition.
pub fn compared<'a>(e: &'a Expr, vars: &Variables) -> Vec<Compared<'a>> {
    let mut found = Vec::new();
    collect(e, None, vars, &mut found);
    found
}

fn collect<'a>(e: &'a Expr, guard: Option<&Expr>, vars: &Variables, found: &mut Vec<Compared<'a>>) {
    let Expr::Exact(op, args) = e else { return };
    match (op, &args[..]) {
        // The second operand of `&&` may be invalid if the first is false.
        (Operator::And | Operator::Or, [first, second]) => {
            collect(first, guard, vars, found);
            let decided = match op {
                Operator::And => first.clone(),
                _ => Expr::Exact(Operator::Not, vec![first.clone()]),
            };
            let decided = match guard {
                Some(guard) => Expr::Exact(Operator::And, vec![guard.clone(), decided]),
                None => decided,
            };
            collect(second, Some(&decided), vars, found);
        }
        (Operator::And | Operator::Or | Operator::Not, args) => {
            args.iter().for_each(|e| collect(e, guard, vars, found));
        }
        (
            Operator::Eq | Operator::Ne | Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge,
            [first, second],
        ) => {
            if is_real(first, vars) || is_real(second, vars) {
                found.push(Compared { guard: guard.cloned(), sides: [first, second] });
            }
        }
        (Operator::Eq | Operator::Ne | Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge, _) => {}
        (Operator::Add | Operator::Sub | Operator::Mul | Operator::Div, _) => {}
        (Operator::Rem | Operator::Neg | Operator::Shl | Operator::Shr, _) => {}
        (Operator::BitAnd | Operator::BitOr | Operator::BitXor, _) => {}
    }
}

/// True if an operand is real and not a constant.
fn is_real(e: &Expr, vars: &Variables) -> bool {
    match e {
        Expr::Apply(..) | Expr::Powi(..) => true,
        Expr::Read(place) => vars[place.base].ty.is_real(),
        Expr::Real(..) | Expr::Constant(_) | Expr::ToReal(_) | Expr::Length(_) => false,
        // A call is not repeated for a check.
        Expr::Call(..) | Expr::Host(..) => false,
        Expr::Exact(..) | Expr::ToExact(..) | Expr::Choose(..) => false,
        Expr::List(_) | Expr::Structure(..) | Expr::Fill { .. } => false,
    }
}

/// Prints any syntax on one line.
pub fn tokens(syntax: &impl quote::ToTokens) -> String {
    line(syntax)
}

/// Prints tokens on one line.
fn shown(tokens: TokenStream) -> String {
    crate::ir::print::cleaned(&line(&tokens))
}
