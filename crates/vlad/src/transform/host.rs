//! The derivatives of host functions, as VLAD text: each member of the two families (`crate::host`) in terms of
//! others.
//!
//! Let u be the cotangent of a member's result, and dx, ds, e₁ … eₖ the tangents of its operands:
//!
//! ```text
//!             forwards                                      cotangents of x, s, dᵢ
//! value k     value (k+1) [… dx] + Σᵢ value k [… eᵢ …]       adjoint k u;  –;  adjoint (k-1) u [without dᵢ]
//! adjoint k   adjoint (k+1) s [… dx] + adjoint k ds          adjoint (k+1) s [… u];  value (k+1) [… u];
//!             + Σᵢ adjoint k s [… eᵢ …]                      adjoint k s [… u, without dᵢ]
//! ```

use crate::host::{ORDERS, Role};
use crate::program::Program;

/// Names the members of a function's families for the texts.
pub(super) fn name_members(program: &mut Program, host: u16) {
    for role in (0..ORDERS).flat_map(|k| [Role::Value(k), Role::Adjoint(k)]) {
        if let Some(prim) = role.of(host) {
            program.name_host(&name(role), prim);
        }
    }
}

/// True if the members that a member's derivatives need exist.
pub(super) fn differentiates(number: u16) -> bool {
    match Role::decoded(number).1 {
        Role::Value(k) | Role::Adjoint(k) => k + 1 < ORDERS,
    }
}

/// Returns the text of a member in reverse mode: `(cons y backpropagator)`.
pub(super) fn reverse(role: Role) -> String {
    let (k, parameters) = parameters(role);
    let directions: Vec<String> = (1..=k).map(|i| format!("d{i}")).collect();
    let but = |i: usize| -> Vec<String> {
        directions.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, d)| d.clone()).collect()
    };
    let and_u = |mut list: Vec<String>| {
        list.push("u".into());
        list
    };
    let mut cotangents = Vec::new();
    match role {
        Role::Value(_) => {
            cotangents.push(call(Role::Adjoint(k), &["x", "u"], &directions));
            cotangents
                .extend((0..directions.len()).map(|i| call(Role::Adjoint(k - 1), &["x", "u"], &but(i))));
        }
        Role::Adjoint(_) => {
            let all = and_u(directions.clone());
            cotangents.push(call(Role::Adjoint(k + 1), &["x", "s"], &all));
            cotangents.push(call(Role::Value(k + 1), &["x"], &all));
            let each = (0..directions.len()).map(|i| call(role, &["x", "s"], &and_u(but(i))));
            cotangents.extend(each);
        }
    }
    format!(
        "(lambda (r) (let* (({pattern} (*j-inverse r)) (y ({name} {arguments}))) (cons (*j y) (lambda (t) \
         (let ((u (unsensitize t))) (sensitize (cons {name} {cotangents})))))))",
        pattern = tuple(&parameters),
        name = name(role),
        arguments = parameters.join(" "),
        cotangents = tuple(&cotangents),
    )
}

/// Returns the text of a member in forward mode: its tangent.
pub(super) fn forward(role: Role) -> String {
    let (k, parameters) = parameters(role);
    let tangents: Vec<String> = parameters.iter().map(|p| format!("e{p}")).collect();
    let directions = parameters[parameters.len() - usize::from(k)..].to_vec();
    // One order higher along the tangent of x, plus one term for each other operand, replaced by its tangent.
    let along_x: Vec<String> = directions.iter().cloned().chain(["ex".into()]).collect();
    let mut terms = vec![match role {
        Role::Value(_) => call(Role::Value(k + 1), &["x"], &along_x),
        Role::Adjoint(_) => call(Role::Adjoint(k + 1), &["x", "s"], &along_x),
    }];
    for i in 1..parameters.len() {
        let mut arguments = parameters.clone();
        arguments[i] = tangents[i].clone();
        terms.push(format!("({} {})", name(role), arguments.join(" ")));
    }
    let sum = terms.into_iter().reduce(|a, b| format!("(plus {a} {b})")).unwrap_or_default();
    format!(
        "(lambda (f) (let* (({pattern} (primal f)) ({tangents} (unperturb (tangent f)))) \
         (bundle ({name} {arguments}) (perturb {sum}))))",
        pattern = tuple(&parameters),
        tangents = tuple(&tangents),
        name = name(role),
        arguments = parameters.join(" "),
    )
}

fn name(role: Role) -> String {
    match role {
        Role::Value(k) => format!("value-{k}"),
        Role::Adjoint(k) => format!("adjoint-{k}"),
    }
}

/// Returns the order and the parameter names of a member.
fn parameters(role: Role) -> (u16, Vec<String>) {
    let (k, first): (u16, &[&str]) = match role {
        Role::Value(k) => (k, &["x"]),
        Role::Adjoint(k) => (k, &["x", "s"]),
    };
    let directions = (1..=k).map(|i| format!("d{i}"));
    (k, first.iter().map(ToString::to_string).chain(directions).collect())
}

fn call(role: Role, first: &[&str], directions: &[String]) -> String {
    let arguments: Vec<&str> = first.iter().copied().chain(directions.iter().map(String::as_str)).collect();
    format!("({} {})", name(role), arguments.join(" "))
}

fn tuple(items: &[String]) -> String {
    match items {
        [one] => one.clone(),
        many => format!("(cons* {})", many.join(" ")),
    }
}
