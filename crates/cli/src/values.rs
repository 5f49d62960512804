//! Values on the command line, `y=0.5 x=[1, 2, 3] n=3`: parses them, and fits them to parameters.
//!
//! A value is written as in JSON; a tuple is a list, which may be written `(1, 2)`. Error messages say what would
//! have been accepted.

use retrograde_compiler::ir::step::Procedure;
use retrograde_compiler::ir::{self, ExactType, Scalar, Segment, Type, Var, Variables};
use retrograde_inspect::interpret::Value;

/// Values by name, in the order in which they were written.
pub(crate) type Named = Vec<(String, serde_json::Value)>;

/// The values of the parameters in their order, and constants by name.
pub(crate) type Fitted = (Vec<Value>, Vec<(String, Value)>);

/// Parses one or more `name=value`, separated by white space or commas.
pub(crate) fn assignments(text: &str) -> Result<Named, String> {
    let mut found = Named::new();
    let text = listed(text);
    let mut rest = text.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
    while !rest.is_empty() {
        let Some((name, value)) = rest.split_once('=') else {
            return Err(format!("`{}` is not a value with a name: write name=value", rest.trim()));
        };
        let name = name.trim();
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_name) {
            return Err(format!("`{name}` is not a name: write name=value, such as x=[1, 2, 3]"));
        }
        if found.iter().any(|(known, _)| known == name) {
            return Err(format!("`{name}` is given twice"));
        }
        let mut reader = serde_json::Deserializer::from_str(value).into_iter::<serde_json::Value>();
        let parsed = match reader.next() {
            Some(Ok(parsed)) => parsed,
            Some(Err(_)) | None => return Err(unreadable(name, value)),
        };
        found.push((name.to_string(), parsed));
        rest = &value[reader.byte_offset()..];
        if rest.starts_with(|c: char| !c.is_whitespace() && c != ',') {
            return Err(unreadable(name, value));
        }
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
    }
    Ok(found)
}

/// Replaces the parentheses of tuples by brackets.
fn listed(text: &str) -> String {
    let mut quoted = false;
    let character = |c: char| {
        quoted ^= c == '"';
        match c {
            '(' if !quoted => '[',
            ')' if !quoted => ']',
            other => other,
        }
    };
    text.chars().map(character).collect()
}

/// Returns the message for a text that is not a value.
fn unreadable(name: &str, value: &str) -> String {
    let word: String = value.trim().chars().take_while(|c| !c.is_whitespace()).collect();
    let lower = word.to_lowercase();
    if ["nan", "inf", "infinity"].contains(&lower.trim_start_matches(['-', '+', '[']))
        || lower.contains("nan")
    {
        return format!("`{name}` is {word}: a run with what is not a finite number shows nothing");
    }
    if word.is_empty() {
        return format!("`{name}` has no value: write {name}=0.5 or {name}=[1, 2, 3]");
    }
    format!(
        "`{name}` has the value `{word}`, which is not a number, bool or list: write {name}=0.5 or {name}=[1, 2, 3]"
    )
}

/// Returns a value for each parameter, and the other values, whose names are not parameters.
pub(crate) fn fitted(procedure: &Procedure, named: Named) -> Result<Fitted, String> {
    let vars = &procedure.vars;
    let mut named = named;
    let mut values = Vec::new();
    let mut missing = Vec::new();
    for &(var, _) in &procedure.params {
        let parameter = &vars[var];
        match named.iter().position(|(name, _)| *name == parameter.name) {
            Some(at) => {
                let mut value = fit(&parameter.name, &named.remove(at).1, &parameter.ty)?;
                reals_inside(&mut value, var, vars);
                values.push(value);
            }
            None => missing.push(wanted(&parameter.name, &parameter.ty)),
        }
    }
    if !missing.is_empty() {
        return Err(format!("values are missing: --args {}", missing.join(" ")));
    }
    let rest = named.into_iter().map(|(name, value)| {
        // A const generic, or a constant of the module around the function.
        let constant = name.chars().next().is_some_and(char::is_uppercase);
        if !constant {
            return Err(format!("there is no parameter `{name}`; there are {}", names(procedure, vars)));
        }
        match value.as_i64() {
            Some(n) => Ok((name, Value::integer(i128::from(n)))),
            None => value
                .as_f64()
                .map(|x| (name.clone(), Value::Real(x)))
                .ok_or(format!("`{name}` is not a number")),
        }
    });
    Ok((values, rest.collect::<Result<_, _>>()?))
}

/// Fits seeds to the state: its cotangents at the end.
pub(crate) fn seeds(
    procedure: &Procedure,
    named: Named,
    values: &[Value],
) -> Result<Vec<(String, Value)>, String> {
    let vars = &procedure.vars;
    named
        .into_iter()
        .map(|(name, value)| {
            let parameter = procedure.params.iter().position(|(var, _)| vars[*var].name == name);
            let Some(at) = parameter else {
                return match procedure.output {
                    Some((var, _)) if vars[var].name == name || name == "y" => {
                        let mut seed = fit(&name, &value, &vars[var].ty)?;
                        reals_inside(&mut seed, var, vars);
                        Ok((vars[var].name.clone(), seed))
                    }
                    Some((var, _)) => {
                        let (result, names) = (&vars[var].name, names(procedure, vars));
                        Err(format!("there is no `{name}` to seed; there are {names}, and `{result}`"))
                    }
                    None => {
                        Err(format!("there is no `{name}` to seed; there are {}", names(procedure, vars)))
                    }
                };
            };
            let (var, shadow) = procedure.params[at];
            if shadow.is_none() {
                return Err(format!("`{name}` carries no cotangent: it is inactive"));
            }
            let seed = fit(&name, &value, &vars[var].ty)?;
            // A map may have gained or lost keys by then.
            if !vars[var].ty.is_map() && seed.leaves().len() != values[at].leaves().len() {
                let (has, given) = (values[at].leaves().len(), seed.leaves().len());
                return Err(format!("`{name}` has {has} values and its seed {given}"));
            }
            Ok((name, seed))
        })
        .collect()
}

fn names(procedure: &Procedure, vars: &Variables) -> String {
    let names: Vec<String> =
        procedure.params.iter().map(|(var, _)| format!("`{}`", vars[*var].name)).collect();
    if names.is_empty() { "none".to_string() } else { names.join(", ") }
}

/// Returns an example of a value of this type, for a message.
fn wanted(name: &str, ty: &Type) -> String {
    fn example(ty: &Type) -> String {
        match ty {
            Type::Real => "0.5".to_string(),
            Type::Exact(ty) if ty.scalar() == Some(Scalar::Bool) => "true".to_string(),
            Type::Exact(_) => "3".to_string(),
            Type::Structure(ir::Named::Number(number)) => {
                format!("[{}]", vec!["0.5"; number.parts().len()].join(","))
            }
            Type::Structure(_) | Type::Unknown => "{\"field\":0.5}".to_string(),
            Type::Map(item, _) => format!("{{\"3\":{}}}", example(item)),
            Type::Array(item, _) | Type::Slice(item) | Type::Vec(item) => format!("[{0},{0}]", example(item)),
        }
    }
    format!("{name}={}", example(ty))
}

/// Converts integers to reals where the function uses a field as a real: `{"k":2}` becomes `{"k":2.0}`.
fn reals_inside(value: &mut Value, var: Var, vars: &Variables) {
    fn along(value: &mut Value, way: &[Segment]) {
        match (value, way) {
            (value @ Value::Integer(_), []) => {
                if let Value::Integer(n) = value {
                    *value = Value::Real(n.value as f64);
                }
            }
            (Value::Array(items), [] | [Segment::Element, ..]) => {
                items.iter_mut().for_each(|item| along(item, way.get(1..).unwrap_or_default()));
            }
            (Value::Array(parts), [Segment::Field(name), rest @ ..]) => {
                let part = name.parse::<usize>().ok().and_then(|at| parts.get_mut(at));
                part.into_iter().for_each(|part| along(part, rest));
            }
            (Value::Record(fields), [Segment::Field(name), rest @ ..]) => {
                let named = fields.iter_mut().filter(|(field, _)| field == name);
                named.for_each(|(_, field)| along(field, rest));
            }
            (Value::Integer(_) | Value::Real(_) | Value::Bool(_) | Value::Map(_) | Value::Record(_), _) => {}
        }
    }
    for part in vars.parts(var).into_iter().filter(|part| vars[*part].ty.is_real()) {
        along(value, vars.layout(part));
    }
}

fn fit(name: &str, value: &serde_json::Value, ty: &Type) -> Result<Value, String> {
    let found = || match value {
        serde_json::Value::Array(items) => format!("a list of {}", items.len()),
        other => format!("`{other}`"),
    };
    match (ty, value) {
        (Type::Real, serde_json::Value::Number(x)) => match x.as_f64() {
            Some(x) if x.is_finite() => Ok(Value::Real(x)),
            _ => Err(format!("`{name}` is {x}, which is not a finite number")),
        },
        (Type::Real, _) => Err(format!("`{name}` is a real number, not {}", found())),
        (Type::Exact(_), serde_json::Value::Bool(b)) => Ok(Value::Bool(*b)),
        (Type::Exact(exact), serde_json::Value::Number(n)) => match (n.as_i64(), n.as_u64()) {
            (Some(n), _) => Ok(Value::integer(i128::from(n))),
            (None, Some(n)) => Ok(Value::integer(i128::from(n))),
            (None, None) => {
                let ty = exact.written().map_or_else(|| "an integer".to_string(), ExactType::name);
                Err(format!("`{name}` is {ty}, not {n}"))
            }
        },
        (Type::Exact(_), _) => Err(format!("`{name}` is an integer or a bool, not {}", found())),
        (Type::Structure(ir::Named::Number(number)), serde_json::Value::Array(parts))
            if parts.len() == number.parts().len() =>
        {
            let parts: Result<Vec<Value>, String> =
                parts.iter().map(|part| fit(name, part, &Type::Real)).collect();
            Ok(Value::number(*number, parts?))
        }
        // A number with a single part is written as that part.
        (Type::Structure(ir::Named::Number(number)), serde_json::Value::Number(_))
            if number.parts().len() == 1 =>
        {
            fit(name, value, &Type::Real).map(|part| Value::number(*number, vec![part]))
        }
        (Type::Structure(ir::Named::Number(number)), _) => {
            let (noun, parts) = (number.noun(), number.parts().len());
            Err(format!("`{name}` is a {noun}, a list of its {parts} parts, not {}", found()))
        }
        (Type::Structure(_) | Type::Unknown, value) => untyped(name, value),
        (Type::Map(item, _), value) => map(name, value, item).unwrap_or_else(|| {
            Err(format!("`{name}` is a map, such as {}, not {}", wanted(name, ty), found()))
        }),
        (Type::Array(item, _) | Type::Slice(item) | Type::Vec(item), serde_json::Value::Array(items)) => {
            if let (Type::Array(_, length), given) = (ty, items.len()) {
                if let Some(length) = length.as_usize().filter(|length| *length != given) {
                    return Err(format!("`{name}` has {length} elements, not {given}"));
                }
            }
            let items: Result<Vec<Value>, String> = items
                .iter()
                .enumerate()
                .map(|(i, value)| fit(&format!("{name}[{i}]"), value, item))
                .collect();
            items.map(Value::Array)
        }
        (Type::Array(..) | Type::Slice(_) | Type::Vec(_), _) => {
            Err(format!("`{name}` is a list, such as {}, not {}", wanted(name, ty), found()))
        }
    }
}

/// Reads a map, as `{"3": 0.5, "[0, 1]": 1.5}` or as pairs, `[[3, 0.5], [[0, 1], 1.5]]`; `None` for anything else.
fn map(name: &str, value: &serde_json::Value, item: &Type) -> Option<Result<Value, String>> {
    let pairs: Option<Vec<(serde_json::Value, &serde_json::Value)>> = match value {
        serde_json::Value::Object(entries) => {
            entries.iter().map(|(key, value)| Some((serde_json::from_str(key).ok()?, value))).collect()
        }
        serde_json::Value::Array(pairs) => pairs
            .iter()
            .map(|pair| match pair.as_array().map(|pair| &pair[..]) {
                Some([key, value]) => Some((key.clone(), value)),
                Some(_) | None => None,
            })
            .collect(),
        _ => None,
    };
    let entries: Result<Vec<(Value, Value)>, String> = pairs?
        .into_iter()
        .map(|(key, value)| Ok((untyped(name, &key)?, fit(&format!("{name}[&{key}]"), value, item)?)))
        .collect();
    Some(
        entries
            .and_then(|entries| Value::map(entries).map_err(|fault| format!("`{name}`: {}", fault.message))),
    )
}

/// Reads a value whose type only rustc knows, such as a field of a structure: a real is written with a point.
fn untyped(name: &str, value: &serde_json::Value) -> Result<Value, String> {
    match value {
        serde_json::Value::Bool(b) => Ok(Value::Bool(*b)),
        serde_json::Value::Number(n) => Ok(match (n.as_i64(), n.as_f64()) {
            (Some(n), _) => Value::integer(i128::from(n)),
            (None, x) => Value::Real(x.unwrap_or_default()),
        }),
        serde_json::Value::Array(items) => {
            let items: Result<Vec<Value>, String> = items.iter().map(|item| untyped(name, item)).collect();
            items.map(Value::Array)
        }
        serde_json::Value::Object(fields) => {
            let field = |(field, value): (&String, &serde_json::Value)| {
                untyped(&format!("{name}.{field}"), value).map(|value| (field.clone(), value))
            };
            fields.iter().map(field).collect::<Result<Vec<_>, _>>().map(Value::Record)
        }
        other => Err(format!("`{name}` is {other}, which is not a value of a structure")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_names() {
        let named = assignments("y=0.5 x = [1, 2.5e0,3],n=3 flag=true m=[[1,2],[3,4]]").expect("readable");
        let names: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["y", "x", "n", "flag", "m"]);
        assert_eq!(named[1].1, serde_json::json!([1, 2.5, 3]));
        assert_eq!(assignments(" "), Ok(Vec::new()));
        let tuples = assignments("at=(1, 2) pairs=[(1,0.5),(2,1)] name=\"(x)\"").expect("readable");
        assert_eq!(tuples[0].1, serde_json::json!([1, 2]));
        assert_eq!(tuples[1].1, serde_json::json!([[1, 0.5], [2, 1]]));
        assert_eq!(tuples[2].1, serde_json::json!("(x)"));
    }

    #[test]
    fn mistakes_are_named() {
        let says = |text: &str| assignments(text).expect_err(text);
        assert!(says("x=NaN").contains("`x` is NaN"), "{}", says("x=NaN"));
        assert!(
            says("x=[1, NaN]").contains("not a finite number") || says("x=[1, NaN]").contains("not a number")
        );
        assert!(says("x=").contains("has no value"));
        assert!(says("x=1 x=2").contains("given twice"));
        assert!(says("0.5").contains("name=value"));
        assert!(says("x=abc").contains("`abc`"));
        assert!(says("x=1y=2").contains("`x`"));
    }
}
