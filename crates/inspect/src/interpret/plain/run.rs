//! Runs the body of a plain function: bindings, arithmetic, indices, branches and loops.

use super::{shown, typed};
use crate::interpret::expr::{binary, cast, unary};
use crate::interpret::fault::{Fault, Kind};
use crate::interpret::value::{Integer, Value};
use crate::interpret::{Machine, constant, host};
use quote::ToTokens;
use retrograde_compiler::ir::{Constant, Operator};
use syn::spanned::Spanned;

/// The reason why the evaluation of an expression stops.
pub(super) enum Stop {
    Fault(Fault),
    Return(Value),
    Break,
    Continue,
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

impl Stop {
    pub(super) fn fault(self, name: &str) -> Fault {
        match self {
            Stop::Fault(fault) => fault,
            Stop::Return(_) | Stop::Break | Stop::Continue => {
                Fault::new(Kind::Type, format!("`{name}` leaves a loop that is not there"))
            }
        }
    }
}

/// A running function.
pub(super) struct Run<'m, 'p> {
    machine: &'m mut Machine<'p>,
    name: String,
    /// Type parameters of the function.
    generics: Vec<String>,
    locals: Vec<(String, Value)>,
}

/// One step of the path to a part of a value.
enum Into {
    Index(usize),
    Field(String),
}

type Result<T> = std::result::Result<T, Stop>;

impl<'m, 'p> Run<'m, 'p> {
    pub(super) fn new(machine: &'m mut Machine<'p>, name: &str) -> Run<'m, 'p> {
        Run { machine, name: name.to_string(), generics: Vec::new(), locals: Vec::new() }
    }

    /// Returns a run of a function of the file.
    pub(super) fn of(machine: &'m mut Machine<'p>, function: &syn::ItemFn) -> Run<'m, 'p> {
        let generics = function.sig.generics.type_params().map(|param| param.ident.to_string());
        Run { generics: generics.collect(), ..Run::new(machine, &function.sig.ident.to_string()) }
    }

    /// Returns a fault: the interpreter does not support this syntax.
    fn beyond<T>(&self, syntax: &(impl ToTokens + Spanned)) -> Result<T> {
        let (text, name) = (shown(syntax), &self.name);
        let message = format!(
            "`{text}` in `{name}` is beyond what the stepper runs of plain functions: write `{name}` with \
             bindings, arithmetic, branches and loops, or hand its value over as a parameter"
        );
        Err(Fault::new(Kind::Unknown, message).at(syntax.span()).into())
    }

    /// Binds the names of a pattern.
    pub(super) fn bind(&mut self, pat: &syn::Pat, value: Value) -> Result<()> {
        match (pat, value) {
            (syn::Pat::Ident(ident), value) if ident.subpat.is_none() => {
                self.locals.push((ident.ident.to_string(), value));
                Ok(())
            }
            (syn::Pat::Wild(_), _) => Ok(()),
            (syn::Pat::Type(written), value) => self.bind(&written.pat, typed(value, &written.ty)?),
            (syn::Pat::Reference(r), value) => self.bind(&r.pat, value),
            (syn::Pat::Paren(inner), value) => self.bind(&inner.pat, value),
            (syn::Pat::Tuple(tuple), Value::Array(items)) if tuple.elems.len() == items.len() => {
                tuple.elems.iter().zip(items).try_for_each(|(pat, item)| self.bind(pat, item))
            }
            (syn::Pat::Slice(slice), Value::Array(items)) if slice.elems.len() == items.len() => {
                slice.elems.iter().zip(items).try_for_each(|(pat, item)| self.bind(pat, item))
            }
            (pat, _) => self.beyond(pat),
        }
    }

    /// Evaluates a block.
    pub(super) fn block(&mut self, block: &syn::Block) -> Result<Value> {
        let outside = self.locals.len();
        let mut last = nothing();
        for stmt in &block.stmts {
            self.machine.charge(1)?;
            last = match stmt {
                syn::Stmt::Local(local) => {
                    let Some(init) = local.init.as_ref().filter(|init| init.diverge.is_none()) else {
                        return self.beyond(local);
                    };
                    let value = self.expr(&init.expr)?;
                    self.bind(&local.pat, value)?;
                    nothing()
                }
                syn::Stmt::Item(_) => nothing(),
                syn::Stmt::Expr(e, None) => self.expr(e)?,
                syn::Stmt::Expr(e, Some(_)) => {
                    self.expr(e)?;
                    nothing()
                }
                syn::Stmt::Macro(mac) => self.mac(&mac.mac)?,
            };
        }
        self.locals.truncate(outside);
        Ok(last)
    }

    /// Evaluates an expression.
    pub(super) fn expr(&mut self, e: &syn::Expr) -> Result<Value> {
        self.machine.charge(1)?;
        match e {
            syn::Expr::Paren(inner) => self.expr(&inner.expr),
            syn::Expr::Group(inner) => self.expr(&inner.expr),
            syn::Expr::Reference(r) => self.expr(&r.expr),
            syn::Expr::Block(block) if block.label.is_none() => self.block(&block.block),
            syn::Expr::Lit(_) => Ok(constant::evaluate(&Constant::of(e), self.machine)?),
            syn::Expr::Path(path) => {
                let local = path.path.get_ident().map(ToString::to_string);
                let local = local.and_then(|name| self.locals.iter().rev().find(|(known, _)| *known == name));
                match local {
                    Some((_, value)) => {
                        self.machine.room_for(std::slice::from_ref(value))?;
                        Ok(value.clone())
                    }
                    None => Ok(constant::evaluate(&Constant::of(e), self.machine)?),
                }
            }
            syn::Expr::Unary(u) => {
                let value = self.expr(&u.expr)?;
                match (&u.op, value) {
                    (syn::UnOp::Deref(_), value) => Ok(value),
                    (syn::UnOp::Neg(_), value) => Ok(unary(Operator::Neg, value)?),
                    (syn::UnOp::Not(_), value) => Ok(unary(Operator::Not, value)?),
                    _ => self.beyond(e),
                }
            }
            syn::Expr::Binary(b) => self.binary(b),
            syn::Expr::Assign(a) => {
                let value = self.expr(&a.right)?;
                self.assign(&a.left, value)?;
                Ok(nothing())
            }
            syn::Expr::Cast(c) => {
                let value = self.expr(&c.expr)?;
                let name = c.ty.to_token_stream().to_string();
                // A cast to a type parameter is a cast to the real type, which is `f64` here.
                let name = if self.generics.contains(&name) { "f64".to_string() } else { name };
                Ok(cast(value, name.rsplit(':').next().unwrap_or_default().trim())?)
            }
            syn::Expr::Index(index) => {
                let value = self.expr(&index.expr)?;
                if let syn::Expr::Range(range) = &*index.index {
                    let Value::Array(items) = value else { return self.beyond(e) };
                    let (from, to) = self.bounds(range, Some(items.len()))?;
                    let part = usize::try_from(from).ok().zip(usize::try_from(to).ok());
                    return match part.and_then(|(from, to)| items.get(from..to)) {
                        Some(part) => Ok(Value::Array(part.to_vec())),
                        None => Err(self.outside(index, format!("{from}..{to}"), items.len())),
                    };
                }
                let at = self.index(&index.index)?;
                match value {
                    Value::Array(items) => match items.get(at) {
                        Some(item) => Ok(item.clone()),
                        None => Err(self.outside(index, at.to_string(), items.len())),
                    },
                    _ => self.beyond(e),
                }
            }
            syn::Expr::Field(field) => {
                let value = self.expr(&field.base)?;
                match (value, &field.member) {
                    (Value::Array(items), syn::Member::Unnamed(i)) if (i.index as usize) < items.len() => {
                        Ok(items[i.index as usize].clone())
                    }
                    (Value::Record(fields), member) => {
                        let name = member.to_token_stream().to_string();
                        let found = fields.into_iter().find(|(known, _)| *known == name);
                        found.map_or_else(|| self.beyond(e), |(_, value)| Ok(value))
                    }
                    _ => self.beyond(e),
                }
            }
            syn::Expr::Tuple(syn::ExprTuple { elems, .. })
            | syn::Expr::Array(syn::ExprArray { elems, .. }) => {
                let items: Result<Vec<_>> = elems.iter().map(|item| self.expr(item)).collect();
                items.map(Value::Array)
            }
            syn::Expr::Repeat(repeat) => self.filled(&repeat.expr, &repeat.len),
            syn::Expr::Range(range) => {
                let (from, to) = self.bounds(range, None)?;
                self.machine.room_to_count(usize::try_from(to.saturating_sub(from)).unwrap_or(0))?;
                let width = [&range.start, &range.end].into_iter().flatten().find_map(|bound| {
                    match self.expr(bound) {
                        Ok(Value::Integer(n)) => n.width,
                        _ => None,
                    }
                });
                Ok(Value::Array((from..to).map(|value| Value::Integer(Integer { value, width })).collect()))
            }
            syn::Expr::If(branch) => {
                if matches!(&*branch.cond, syn::Expr::Let(_)) {
                    return self.beyond(&branch.cond);
                }
                match (self.expr(&branch.cond)?.truth()?, &branch.else_branch) {
                    (true, _) => self.block(&branch.then_branch),
                    (false, Some((_, otherwise))) => self.expr(otherwise),
                    (false, None) => Ok(nothing()),
                }
            }
            syn::Expr::While(w) if w.label.is_none() && !matches!(&*w.cond, syn::Expr::Let(_)) => {
                while self.expr(&w.cond)?.truth()? {
                    if !self.round(&w.body)? {
                        break;
                    }
                }
                Ok(nothing())
            }
            syn::Expr::Loop(l) if l.label.is_none() => {
                while self.round(&l.body)? {}
                Ok(nothing())
            }
            syn::Expr::ForLoop(f) if f.label.is_none() => {
                let Value::Array(items) = self.expr(&f.expr)? else { return self.beyond(&f.expr) };
                for item in items {
                    let outside = self.locals.len();
                    self.bind(&f.pat, item)?;
                    let more = self.round(&f.body)?;
                    self.locals.truncate(outside);
                    if !more {
                        break;
                    }
                }
                Ok(nothing())
            }
            syn::Expr::Return(r) => {
                let value = r.expr.as_ref().map_or(Ok(nothing()), |e| self.expr(e))?;
                Err(Stop::Return(value))
            }
            syn::Expr::Break(b) if b.expr.is_none() && b.label.is_none() => Err(Stop::Break),
            syn::Expr::Continue(c) if c.label.is_none() => Err(Stop::Continue),
            syn::Expr::MethodCall(call) => {
                let receiver = self.expr(&call.receiver)?;
                let rest: Result<Vec<_>> = call.args.iter().map(|arg| self.expr(arg)).collect();
                let args: Vec<Value> = std::iter::once(receiver).chain(rest?).collect();
                let fault = |fault: Fault| fault.at(call.method.span());
                self.machine.room_for(&args).map_err(fault)?;
                Ok(host::method(&call.method.to_string(), &args).map_err(fault)?)
            }
            syn::Expr::Call(call) => self.call(call),
            syn::Expr::Macro(mac) => self.mac(&mac.mac),
            other => self.beyond(other),
        }
    }

    /// Runs one iteration of a loop; true if there may be another.
    fn round(&mut self, body: &syn::Block) -> Result<bool> {
        self.machine.charge(1)?;
        let outside = self.locals.len();
        match self.block(body) {
            Ok(_) => Ok(true),
            Err(Stop::Continue) => {
                self.locals.truncate(outside);
                Ok(true)
            }
            Err(Stop::Break) => {
                self.locals.truncate(outside);
                Ok(false)
            }
            Err(other) => Err(other),
        }
    }

    fn binary(&mut self, b: &syn::ExprBinary) -> Result<Value> {
        use syn::BinOp::*;
        let (operator, assigns) = match &b.op {
            Add(_) => (Operator::Add, false),
            Sub(_) => (Operator::Sub, false),
            Mul(_) => (Operator::Mul, false),
            Div(_) => (Operator::Div, false),
            Rem(_) => (Operator::Rem, false),
            And(_) => (Operator::And, false),
            Or(_) => (Operator::Or, false),
            BitXor(_) => (Operator::BitXor, false),
            BitAnd(_) => (Operator::BitAnd, false),
            BitOr(_) => (Operator::BitOr, false),
            Shl(_) => (Operator::Shl, false),
            Shr(_) => (Operator::Shr, false),
            Eq(_) => (Operator::Eq, false),
            Lt(_) => (Operator::Lt, false),
            Le(_) => (Operator::Le, false),
            Ne(_) => (Operator::Ne, false),
            Ge(_) => (Operator::Ge, false),
            Gt(_) => (Operator::Gt, false),
            AddAssign(_) => (Operator::Add, true),
            SubAssign(_) => (Operator::Sub, true),
            MulAssign(_) => (Operator::Mul, true),
            DivAssign(_) => (Operator::Div, true),
            RemAssign(_) => (Operator::Rem, true),
            BitXorAssign(_) => (Operator::BitXor, true),
            BitAndAssign(_) => (Operator::BitAnd, true),
            BitOrAssign(_) => (Operator::BitOr, true),
            ShlAssign(_) => (Operator::Shl, true),
            ShrAssign(_) => (Operator::Shr, true),
            _ => return self.beyond(b),
        };
        let left = self.expr(&b.left)?;
        match operator {
            Operator::And if !left.clone().truth()? => return Ok(left),
            Operator::Or if left.clone().truth()? => return Ok(left),
            Operator::And | Operator::Or => return self.expr(&b.right),
            _ => {}
        }
        let right = self.expr(&b.right)?;
        let value = binary(operator, left, right).map_err(|fault| fault.at(b.span()))?;
        if assigns {
            *self.place(&b.left)? = value;
            return Ok(nothing());
        }
        Ok(value)
    }

    fn index(&mut self, e: &syn::Expr) -> Result<usize> {
        let n = self.expr(e)?.exact()?.value;
        let fault = || Fault::new(Kind::Bounds, format!("{n} is used as an index")).at(e.span());
        Ok(usize::try_from(n).map_err(|_| fault())?)
    }

    fn outside(&self, index: &syn::ExprIndex, what: String, length: usize) -> Stop {
        let message = format!("index {what} of `{}`, which has {length} elements here", shown(&index.expr));
        Fault::new(Kind::Bounds, message).at(index.span()).into()
    }

    /// Evaluates the bounds of a range; a missing upper bound is the length, if that is known.
    fn bounds(&mut self, range: &syn::ExprRange, length: Option<usize>) -> Result<(i128, i128)> {
        let from = match &range.start {
            Some(from) => self.expr(from)?.exact()?.value,
            None => 0,
        };
        let to = match (&range.end, length) {
            (Some(to), _) => self.expr(to)?.exact()?.value,
            (None, Some(length)) => length as i128,
            (None, None) => return self.beyond(range),
        };
        Ok((from, if matches!(range.limits, syn::RangeLimits::Closed(_)) { to + 1 } else { to }))
    }

    /// `[value; length]`
    fn filled(&mut self, value: &syn::Expr, length: &syn::Expr) -> Result<Value> {
        let (value, length) = (self.expr(value)?, self.index(length)?);
        Ok(self.machine.filled(value, length)?)
    }

    /// `a = value`, and `(a, b) = value`.
    fn assign(&mut self, to: &syn::Expr, value: Value) -> Result<()> {
        match (to, value) {
            (syn::Expr::Tuple(parts), Value::Array(items)) if parts.elems.len() == items.len() => {
                parts.elems.iter().zip(items).try_for_each(|(to, item)| self.assign(to, item))
            }
            (syn::Expr::Paren(inner), value) => self.assign(&inner.expr, value),
            (syn::Expr::Infer(_), _) => Ok(()),
            (to, value) => {
                *self.place(to)? = value;
                Ok(())
            }
        }
    }

    /// Returns the index of the local that was bound last.
    pub(super) fn last_bound(&self) -> usize {
        self.locals.len().saturating_sub(1)
    }

    /// Returns the final value of a local.
    pub(super) fn value_of(&self, local: usize) -> Value {
        self.locals.get(local).map_or_else(nothing, |(_, value)| value.clone())
    }

    /// Returns the place that an assignment changes.
    fn place(&mut self, e: &syn::Expr) -> Result<&mut Value> {
        let (name, path) = self.path(e)?;
        let span = e.span();
        let local = self.locals.iter_mut().rev().find(|(known, _)| *known == name);
        let nowhere =
            || Fault::new(Kind::Bounds, format!("`{}` is outside of what there is", shown(e))).at(span);
        let (_, mut value) = local.map(|(name, value)| (name, value)).ok_or_else(nowhere)?;
        for step in path {
            value = match (value, step) {
                (Value::Array(items), Into::Index(i)) => items.get_mut(i).ok_or_else(nowhere)?,
                (Value::Record(fields), Into::Field(name)) => {
                    let field = fields.iter_mut().find(|(known, _)| *known == name);
                    field.map(|(_, value)| value).ok_or_else(nowhere)?
                }
                _ => return Err(nowhere().into()),
            };
        }
        Ok(value)
    }

    fn path(&mut self, e: &syn::Expr) -> Result<(String, Vec<Into>)> {
        match e {
            syn::Expr::Path(path) => match path.path.get_ident() {
                Some(name) => Ok((name.to_string(), Vec::new())),
                None => self.beyond(e),
            },
            syn::Expr::Paren(inner) => self.path(&inner.expr),
            syn::Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.path(&u.expr),
            syn::Expr::Index(index) => {
                let (name, mut path) = self.path(&index.expr)?;
                path.push(Into::Index(self.index(&index.index)?));
                Ok((name, path))
            }
            syn::Expr::Field(field) => {
                let (name, mut path) = self.path(&field.base)?;
                path.push(match &field.member {
                    syn::Member::Unnamed(i) => Into::Index(i.index as usize),
                    syn::Member::Named(name) => Into::Field(name.to_string()),
                });
                Ok((name, path))
            }
            other => self.beyond(other),
        }
    }

    /// Calls a function: reversible, plain, or of the standard library.
    fn call(&mut self, call: &syn::ExprCall) -> Result<Value> {
        let syn::Expr::Path(path) = &*call.func else { return self.beyond(call) };
        let name = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        let args: Result<Vec<Value>> = call.args.iter().map(|arg| self.expr(arg)).collect();
        let args = args?;
        let mut values = args;
        let value = self.machine.changed(&name, &mut values).map_err(|fault| fault.at(call.span()))?;
        if let Some(value) = value {
            for (arg, value) in call.args.iter().zip(values) {
                if let Some(place) = self.lent(arg) {
                    *self.place(place)? = value;
                }
            }
            return Ok(value);
        }
        let path = path.path.to_token_stream().to_string();
        self.machine.room_for(&values)?;
        let value = host::function(&path, &values);
        Ok(value.map_err(|fault| fault.at(call.span()))?)
    }

    /// Returns the place that a callee may change: that of `&mut x`, or a local, which may be such a reference.
    fn lent<'e>(&self, arg: &'e syn::Expr) -> Option<&'e syn::Expr> {
        match arg {
            syn::Expr::Reference(r) => r.mutability.is_some().then_some(&*r.expr),
            syn::Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                self.locals.iter().any(|(known, _)| *known == name).then_some(arg)
            }
            _ => None,
        }
    }

    fn mac(&mut self, mac: &syn::Macro) -> Result<Value> {
        let name = mac.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        match name.as_str() {
            "assert" | "debug_assert" => {
                let parser = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
                let Ok(arguments) = mac.parse_body_with(parser) else { return self.beyond(mac) };
                let Some(condition) = arguments.first() else { return self.beyond(mac) };
                if self.expr(condition)?.truth()? {
                    return Ok(nothing());
                }
                let message = format!("`{}` does not hold in `{}`", shown(condition), self.name);
                Err(Fault::new(Kind::Arithmetic, message).at(mac.span()).into())
            }
            // Other assertions are not checked.
            "debug_assert_eq" | "debug_assert_ne" | "assert_eq" | "assert_ne" => Ok(nothing()),
            "vec" => match syn::parse2::<syn::ExprRepeat>(bracketed(mac)) {
                Ok(repeat) => self.filled(&repeat.expr, &repeat.len),
                Err(_) => match syn::parse2::<syn::ExprArray>(bracketed(mac)) {
                    Ok(array) => self.expr(&syn::Expr::Array(array)),
                    Err(_) => self.beyond(mac),
                },
            },
            _ => self.beyond(mac),
        }
    }
}

/// Returns the arguments of a macro as an array.
fn bracketed(mac: &syn::Macro) -> proc_macro2::TokenStream {
    let tokens = &mac.tokens;
    quote::quote!([#tokens])
}

/// The value of an expression without a value.
pub(super) fn nothing() -> Value {
    Value::Array(Vec::new())
}
