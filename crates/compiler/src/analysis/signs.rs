//! The locals whose zeros may have either sign.
//!
//! `0 + x` is `x` but for `x = −0`, so an element that starts at zero costs an addition, on which the next element waits where it is computed from this one. The addition may be left out
//! where nobody can tell the zeros apart: sums, products and the numerators of quotients hand the sign on to zeros alone, and a sum that starts at `+0` is never `−0`.
//!
//! Law: whatever else reads a number (a condition, another function, a denominator, the value of the function) reads the bits of the program as it is written.

use crate::analysis::footprint::Footprint;
use crate::ir::visit::each;
use crate::ir::*;
use crate::sorted::Set;

/// Notes the locals of a function whose zeros may have either sign.
pub fn note_signless(function: &mut Function) {
    let vars = &function.vars;
    // Who reads a structure reads its fields.
    let is_local = |var: Var| {
        let v = &vars[var];
        let is_number = *v.ty.leaf() == Type::Real && !v.ty.is_map() && vars.field_path(var).is_none();
        is_number && matches!(v.role, Role::Ancilla | Role::Binding)
    };
    let mut read = Read::default();
    each(&function.body, &mut |stmt| read.by(stmt, vars));
    let Read { mut told, handed } = read;
    let sums = sums(function);
    // What is computed later is read later: from the last statement to the first.
    loop {
        let mut grown = false;
        for (target, numbers) in handed.iter().rev() {
            if !sums.contains(target) && (told.contains(target) || !is_local(*target)) {
                numbers.iter().for_each(|var| grown |= told.insert(*var));
            }
        }
        if !grown {
            break;
        }
    }
    let signless = vars.iter().map(|(var, _)| var).filter(|var| is_local(*var) && !told.contains(var));
    let signless = signless.collect();
    function.vars.note_signless(signless);
}

/// Returns the locals that start at `+0` and are only added to.
fn sums(function: &Function) -> Set<Var> {
    let (mut sums, mut others) = (Set::new(), Set::new());
    each(&function.body, &mut |stmt| match stmt {
        Stmt::Allocate(b) => {
            let start = match &b.value {
                Expr::Fill { value, .. } => value,
                value => value,
            };
            let is_zero = matches!(start, Expr::Real(Real(zero), _) if zero.to_bits() == 0);
            if is_zero { &mut sums } else { &mut others }.insert(b.var);
        }
        Stmt::Update(Update { group: Group::Sum, .. }) => {}
        other if other.forward_blocks().is_empty() => {
            others.extend(Footprint::of_stmt(other, &function.vars).writes.iter().copied());
        }
        _ => {}
    });
    sums.retain(|var| !others.contains(var));
    sums
}

/// The variables that statements read.
#[derive(Default)]
struct Read {
    /// Those of which they may tell the signs of zeros.
    told: Set<Var>,
    /// Those whose signs they hand on, with the variable that gets them.
    handed: Vec<(Var, Vec<Var>)>,
}

impl Read {
    /// Adds the reads of a statement, but not those of the statements in it.
    fn by(&mut self, stmt: &Stmt, vars: &Variables) {
        let (target, value) = match stmt {
            Stmt::Bind(b) | Stmt::Allocate(b) => (b.var, &b.value),
            Stmt::Update(u) if u.group == Group::Sum => {
                u.place.index_reads(&mut |place| _ = self.told.insert(place.base));
                (u.place.base, &u.value)
            }
            other if other.forward_blocks().is_empty() => {
                let footprint = Footprint::of_stmt(other, vars);
                let read = footprint.reads.iter().chain(&footprint.writes).chain(&footprint.measures);
                return self.told.extend(read.copied());
            }
            other => return other.heads().into_iter().for_each(|e| self.all(e)),
        };
        let mut numbers = Vec::new();
        self.value(value, &mut numbers);
        self.handed.push((target, numbers));
    }

    /// Adds the reads of a value, and returns those of which only zeros keep the sign in `numbers`.
    fn value(&mut self, e: &Expr, numbers: &mut Vec<Var>) {
        match e {
            Expr::Read(place) => {
                place.index_reads(&mut |place| _ = self.told.insert(place.base));
                numbers.push(place.base);
            }
            Expr::Fill { value, length, .. } => {
                self.value(value, numbers);
                self.all(length);
            }
            Expr::Apply(Primitive::Add | Primitive::Sub | Primitive::Mul | Primitive::Neg, args) => {
                args.iter().for_each(|arg| self.value(arg, numbers));
            }
            Expr::Apply(Primitive::Div, args) => {
                args.iter().take(1).for_each(|arg| self.value(arg, numbers));
                args.iter().skip(1).for_each(|arg| self.all(arg));
            }
            other => self.all(other),
        }
    }

    fn all(&mut self, e: &Expr) {
        e.reads(&mut |place| _ = self.told.insert(place.base));
    }
}
