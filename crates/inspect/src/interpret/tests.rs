//! The interpreter on programs written by hand.

use super::fault::Kind;
use super::*;
use proc_macro2::Span;
use retrograde_compiler::ir::step::{Check, Claim, Cotangent, Law, Procedure, Program, ShadowArgument, Step};
use retrograde_compiler::ir::*;

fn span() -> Span {
    Span::call_site()
}

/// A procedure under construction: variables get numbers in order.
struct Draft {
    vars: Variables,
    params: Vec<(Var, Option<Var>)>,
}

impl Draft {
    fn new() -> Draft {
        Draft { vars: Variables::default(), params: Vec::new() }
    }

    fn add(&mut self, name: &str, ty: Type, role: Role, passing: Passing) -> Var {
        let active = ty.is_real() && role != Role::Shadow;
        let name = name.into();
        let variable =
            Variable { name, span: span(), ty, role, passing, active, detached: false, definition: None };
        self.vars.add(variable)
    }

    fn local(&mut self, name: &str, ty: Type) -> Var {
        self.add(name, ty, Role::Ancilla, Passing::Value)
    }

    fn param(&mut self, name: &str, ty: Type, passing: Passing) -> Var {
        let role = if passing == Passing::Mutable { Role::State } else { Role::Input };
        let var = self.add(name, ty, role, passing);
        self.params.push((var, None));
        var
    }

    /// Gives the last parameter a shadow.
    fn shadow(&mut self, ty: Type) -> Var {
        let Some((var, _)) = self.params.pop() else { panic!("no parameter yet") };
        let name = format!("{}_bar", self.vars[var].name);
        let shadow = self.add(&name, ty, Role::Shadow, Passing::Mutable);
        self.params.push((var, Some(shadow)));
        shadow
    }

    fn finish(self, program: Program, steps: Vec<Step>) -> Procedure {
        Procedure {
            program,
            vars: self.vars,
            params: self.params,
            output: None,
            tape: None,
            steps,
            checked: None,
            ahead: None,
        }
    }
}

fn reals() -> Type {
    Type::Slice(Box::new(Type::Real))
}

fn usize_type() -> Type {
    Type::Exact(Scalar::USIZE.into())
}

fn whole(var: Var) -> Place {
    Place::whole(var, span())
}

fn at(var: Var, index: Expr) -> Place {
    Place { base: var, path: vec![Projection::Index(index)], span: span().into() }
}

fn read(place: Place) -> Expr {
    Expr::Read(place)
}

fn number(n: usize) -> Expr {
    Expr::integer(n)
}

fn times(a: Expr, b: Expr) -> Expr {
    Expr::Apply(Primitive::Mul, vec![a, b])
}

fn update(place: Place, sign: Sign, value: Expr) -> Step {
    Step::Update(Update { place, group: Group::Sum, sign, value, written: None, span: span() })
}

fn each(index: Var, of: Var, body: Vec<Step>) -> Step {
    let range = Range::between(number(0), Expr::Length(whole(of)));
    Step::For { index, range, body, span: span() }
}

fn callee(name: &str) -> Callee {
    Callee {
        path: std::rc::Rc::new(syn::parse_str(name).expect("a path")),
        of: None,
        generics: Vec::new(),
        kind: CallKind::Function,
        recorded: None,
        scratch: None,
        opened: false,
        start: None,
        beside: false,
        functions: Box::default(),
        constant: None,
        in_order: false,
        decides: DecidesOn::Said,
        span: span().into(),
    }
}

fn run(procedure: &Procedure, params: Vec<Cell>) -> Result<Outcome, Fault> {
    let module = Module::default();
    Machine::new(&module, 10_000).run(procedure, params, None)
}

/// `out += Σ x[i]²`.
fn square_sum() -> Procedure {
    let mut draft = Draft::new();
    let out = draft.param("out", Type::Real, Passing::Mutable);
    let x = draft.param("x", reals(), Passing::Shared);
    let i = draft.local("i", usize_type());
    let item = || read(at(x, read(whole(i))));
    let body = vec![update(whole(out), Sign::Plus, times(item(), item()))];
    draft.finish(Program::Primal, vec![each(i, x, body)])
}

/// `dot(out, a, b)`, backwards: `a_bar[i] += out_bar b[i]` and the other way round.
fn dot_adjoint() -> Procedure {
    let mut draft = Draft::new();
    let out = draft.param("out", Type::Real, Passing::Mutable);
    let out_bar = draft.shadow(Type::Real);
    let a = draft.param("a", reals(), Passing::Shared);
    let a_bar = draft.shadow(reals());
    let b = draft.param("b", reals(), Passing::Shared);
    let b_bar = draft.shadow(reals());
    let i = draft.local("i", usize_type());
    let item = |var| at(var, read(whole(i)));
    let carry = |into, factor| Step::Accumulate {
        place: item(into),
        value: Cotangent { sign: Sign::Plus, seed: whole(out_bar), factor: Some(read(item(factor))) },
    };
    let product = times(read(item(a)), read(item(b)));
    let body = vec![update(whole(out), Sign::Minus, product), carry(a_bar, b), carry(b_bar, a)];
    draft.finish(Program::Adjoint, vec![each(i, a, body)])
}

#[test]
fn loops_update_and_count_work() {
    let procedure = square_sum();
    let module = Module::default();
    let mut machine = Machine::new(&module, 10_000);
    let params = vec![Value::Real(1.0).into(), Value::reals(&[3.0, 4.0]).into()];
    let outcome = machine.run(&procedure, params, None).expect("runs");
    assert_eq!(outcome.params[0].value, Value::Real(26.0));
    // A loop, two iterations, two updates, two products.
    assert_eq!(machine.spent(), 7);
}

#[test]
fn every_step_can_be_watched() {
    let procedure = square_sum();
    let module = Module::default();
    let mut seen = Vec::new();
    let mut watch = |moment: Moment<'_, '_>| {
        let variables: Vec<String> = moment.frame.variables().map(|(n, v)| format!("{n}={v}")).collect();
        seen.push(variables.join(" "));
    };
    let params = vec![Value::Real(0.0).into(), Value::reals(&[2.0]).into()];
    let mut machine = Machine::new(&module, 100).observe(&mut watch);
    machine.run(&procedure, params, None).expect("runs");
    drop(machine);
    assert_eq!(seen, ["out=0.0 x=[2.0]", "out=0.0 x=[2.0] i=0"]);
}

#[test]
fn cells_take_both_contributions() {
    // norm2(out, x) calls dot(out, x, x).
    let dot = dot_adjoint();
    let mut draft = Draft::new();
    let out = draft.param("out", Type::Real, Passing::Mutable);
    let out_bar = draft.shadow(Type::Real);
    let x = draft.param("x", reals(), Passing::Shared);
    let x_bar = draft.shadow(reals());
    let cells = || (Argument::Shared(whole(x)), ShadowArgument::Cells(whole(x_bar)));
    let args =
        vec![(Argument::Mutable(whole(out)), ShadowArgument::Exclusive(whole(out_bar))), cells(), cells()];
    let call = Step::CallAdjoint { callee: callee("m::dot"), program: Program::Adjoint, args, span: span() };
    let norm2 = draft.finish(Program::Adjoint, vec![call]);

    let mut module = Module::default();
    module.insert("dot", &dot);
    let params = vec![
        Cell { value: Value::Real(25.0), shadow: Some(Value::Real(0.5)) },
        Cell { value: Value::reals(&[3.0, 4.0]), shadow: Some(Value::reals(&[100.0, 0.0])) },
    ];
    let outcome = Machine::new(&module, 1000).run(&norm2, params, None).expect("runs");
    assert_eq!(outcome.params[0].value, Value::Real(0.0));
    assert_eq!(outcome.params[1].shadow, Some(Value::reals(&[103.0, 4.0])));
}

#[test]
fn shared_cotangents_cannot_be_exclusive() {
    let dot = dot_adjoint();
    let mut draft = Draft::new();
    let out = draft.param("out", Type::Real, Passing::Mutable);
    let out_bar = draft.shadow(Type::Real);
    let x = draft.param("x", reals(), Passing::Shared);
    let x_bar = draft.shadow(reals());
    let exclusive = |var, shadow| (Argument::Shared(whole(var)), ShadowArgument::Exclusive(whole(shadow)));
    let first = (Argument::Mutable(whole(out)), ShadowArgument::Exclusive(whole(out_bar)));
    let args = vec![first, exclusive(x, x_bar), exclusive(x, x_bar)];
    let call = Step::CallAdjoint { callee: callee("dot"), program: Program::Adjoint, args, span: span() };
    let norm2 = draft.finish(Program::Adjoint, vec![call]);
    let mut module = Module::default();
    module.insert("dot", &dot);
    let params = vec![Value::Real(0.0).into(), Value::reals(&[3.0]).into()];
    let fault = Machine::new(&module, 1000).run(&norm2, params, None).expect_err("overlap");
    assert_eq!(fault.kind, Kind::Alias);
}

#[test]
fn places_that_a_call_changes_do_not_overlap() {
    let mut draft = Draft::new();
    let x = draft.param("x", reals(), Passing::Mutable);
    let n = draft.param("n", usize_type(), Passing::Value);
    let args = vec![Argument::Mutable(at(x, number(0))), Argument::Mutable(at(x, read(whole(n))))];
    let swap = Step::Call { callee: callee("swap"), program: Program::Primal, args, span: span() };
    let procedure = draft.finish(Program::Primal, vec![swap]);
    let with = |n| run(&procedure, vec![Value::reals(&[1.0, 2.0]).into(), Value::integer(n).into()]);
    assert_eq!(with(1).expect("apart").params[0].value, Value::reals(&[2.0, 1.0]));
    assert_eq!(with(0).expect_err("the same").kind, Kind::Alias);
    assert_eq!(with(2).expect_err("outside").kind, Kind::Bounds);
    assert_eq!(with(-1).expect_err("no usize").kind, Kind::Arithmetic);
}

#[test]
fn windows_are_views() {
    let mut draft = Draft::new();
    let x = draft.param("x", reals(), Passing::Mutable);
    let w = draft.local("w", reals());
    let v = draft.local("v", reals());
    let window = |var, of, start, mutable| Step::Window {
        var,
        of: whole(of),
        start: number(start),
        length: number(2),
        mutable,
    };
    let one = || Expr::real(1.0, span());
    let inner = vec![
        window(w, x, 1, true),
        window(v, w, 0, true),
        update(at(w, number(1)), Sign::Plus, one()),
        update(at(v, number(0)), Sign::Plus, Expr::real(5.0, span())),
    ];
    let beyond = update(at(w, number(0)), Sign::Plus, one());
    let good = draft.finish(Program::Primal, vec![Step::Block(inner)]);
    let start = || vec![Value::reals(&[0.0, 10.0, 20.0, 30.0]).into()];
    assert_eq!(run(&good, start()).expect("runs").params[0].value, Value::reals(&[0.0, 15.0, 21.0, 30.0]));

    // The view ends with its block.
    let stale = Procedure { steps: good.steps.iter().cloned().chain([beyond]).collect(), ..good.clone() };
    assert_eq!(run(&stale, start()).expect_err("out of scope").kind, Kind::Undefined);
    let wide = Procedure { steps: vec![window(w, x, 3, true)], ..good.clone() };
    assert_eq!(run(&wide, start()).expect_err("too wide").kind, Kind::Bounds);
    let only_read = vec![window(w, x, 1, false), update(at(w, number(1)), Sign::Plus, one())];
    let only_read = Procedure { steps: only_read, ..good };
    assert_eq!(run(&only_read, start()).expect_err("shared").kind, Kind::Immutable);
}

#[test]
fn integers_wrap() {
    let mut draft = Draft::new();
    let n = draft.param("n", usize_type(), Passing::Mutable);
    let there = update(whole(n), Sign::Minus, number(1));
    let back = update(whole(n), Sign::Plus, number(1));
    let left = |procedure: &Procedure| {
        run(procedure, vec![Value::integer(0).into()]).expect("runs").params[0].value.clone()
    };
    let around = draft.finish(Program::Primal, vec![there.clone()]);
    assert!(matches!(left(&around), Value::Integer(n) if n.value == i128::from(u64::MAX)));
    let around = Procedure { steps: vec![there, back], ..around };
    assert!(matches!(left(&around), Value::Integer(n) if n.value == 0));
}

#[test]
fn faults_are_returned() {
    let mut draft = Draft::new();
    let n = draft.param("n", usize_type(), Passing::Mutable);
    let t = draft.local("t", Type::Real);
    let steps = |steps| Procedure {
        program: Program::Primal,
        vars: draft.vars.clone(),
        params: vec![(n, None)],
        output: None,
        tape: None,
        steps,
        checked: None,
        ahead: None,
    };
    let fault = |body: Vec<Step>| run(&steps(body), vec![Value::integer(0).into()]).expect_err("faulty").kind;
    let truth = Expr::truth;

    let beyond = Expr::Exact(Operator::Sub, vec![number(0), Expr::Length(whole(n))]);
    assert_eq!(fault(vec![update(whole(n), Sign::Minus, beyond)]), Kind::Type);
    assert_eq!(fault(vec![update(whole(t), Sign::Plus, number(1))]), Kind::Undefined);
    assert_eq!(
        fault(vec![
            Step::Let { var: t, value: Expr::real(1.0, span()) },
            update(whole(t), Sign::Plus, read(whole(t)))
        ]),
        Kind::Immutable
    );
    assert_eq!(fault(vec![Step::Let { var: t, value: number(1) }]), Kind::Type);
    assert_eq!(fault(vec![Step::While { condition: truth(true), body: Vec::new() }]), Kind::Budget);
    let check = Check {
        claim: Claim::Truth(truth(false), true),
        law: Law::LoopEntry,
        statement: String::new(),
        span: span(),
    };
    assert_eq!(fault(vec![Step::Check(check)]), Kind::Law(Law::LoopEntry));
    let unknown =
        Step::Call { callee: callee("f"), program: Program::Primal, args: Vec::new(), span: span() };
    assert_eq!(fault(vec![unknown]), Kind::Unknown);
}

#[test]
fn endless_recursion_is_a_fault() {
    let again = Step::Call { callee: callee("f"), program: Program::Primal, args: Vec::new(), span: span() };
    let f = Draft::new().finish(Program::Primal, vec![Step::Block(vec![again])]);
    let mut module = Module::default();
    module.insert("f", &f);
    let fault = Machine::new(&module, 10_000).run(&f, Vec::new(), None).expect_err("endless");
    assert_eq!(fault.kind, Kind::Recursion);
}
