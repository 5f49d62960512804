//! A whole program with its test: parameters, statements, and the macros that make tuples of its arguments.

use crate::draw::{Draw, Target};
use crate::features::FEATURES;
use crate::params::{EXACT, FIRST, INPUT, Kind, Passing, SECOND, STATE};
use std::fmt::Write;

pub(crate) struct Program {
    /// The function with its attribute.
    pub(crate) attribute: String,
    pub(crate) function: String,
    /// The module with the test.
    pub(crate) module: String,
}

/// The real type of a program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Generic,
    Double,
    Single,
}

/// The program with this number: it has the feature of that number and a few others.
pub(crate) fn program(number: usize, seed: u64, wild: bool) -> Program {
    let mut draw = Draw::new(seed.wrapping_mul(1_000_003) + number as u64, wild);
    let at = match number % 5 {
        0 => At::Double,
        1 => At::Single,
        _ => At::Generic,
    };
    draw.single = at == At::Single;
    let mut params: Vec<(String, &Kind)> = vec![("y0".into(), &FIRST), ("x0".into(), &SECOND)];
    for i in 0..1 + draw.rng.below(3) {
        params.push((format!("y{}", i + 1), draw.one(STATE)));
        params.push((format!("x{}", i + 1), draw.one(INPUT)));
    }
    for (i, kind) in EXACT.iter().enumerate() {
        params.push((format!("n{i}"), kind));
    }
    params.sort_by_key(|_| draw.rng.bits());
    for (name, kind) in &params {
        enter(&mut draw, name, kind);
    }
    let wanted = 2 + draw.rng.below(4);
    let place = draw.rng.below(wanted);
    for i in 0..wanted {
        let feature = if i == place { &FEATURES[number % FEATURES.len()] } else { draw.one(FEATURES) };
        (feature.1)(&mut draw);
    }
    let real = match at {
        At::Generic => "T",
        At::Double => "f64",
        At::Single => "f32",
    };
    let mut function = String::new();
    let generics = if at == At::Generic { "<T: Real>" } else { "" };
    let list: Vec<String> =
        params.iter().map(|(name, k)| format!("{}{name}: {}", k.attribute, k.ty)).collect();
    let _ = writeln!(function, "fn main{generics}({}) {{", list.join(", "));
    for line in &draw.lines {
        let _ = writeln!(function, "{line}");
    }
    function.push_str("}\n");
    let function = with_real(&function, real);
    let attribute = match draw.rng.below(8) {
        0 => "store",
        1 => "check = \"always\"",
        _ => "",
    };
    let module = module(number, attribute, &function, &params, &mut draw, at);
    Program { attribute: attribute.to_string(), function, module }
}

/// Adds the uses of a parameter to the scope.
fn enter(draw: &mut Draw, name: &str, kind: &Kind) {
    let named = |all: &[&str]| -> Vec<String> { all.iter().map(|text| text.replace('$', name)).collect() };
    let scope = &mut draw.scope;
    let root = name.to_string();
    let structure = ["Particle", "Layer"].into_iter().find(|of| kind.owned.starts_with(of));
    if kind.is_state() {
        let targets = named(kind.reals).into_iter().map(|place| Target { root: root.clone(), place });
        scope.targets.extend(targets);
        scope.changing.extend(named(kind.arrays));
        if kind.reals.is_empty() {
            scope.counters.push(root.clone());
        }
        scope.bodies.extend(structure.map(|of| (root, of.to_string())));
    } else {
        scope.reals.extend(named(kind.reals));
        scope.arrays.extend(named(kind.arrays));
        scope.counts.extend(named(kind.counts));
        scope.structures.extend(structure.map(|of| (root, of.to_string())));
    }
}

/// Replaces the type `T` where no letter precedes or follows it.
fn with_real(text: &str, real: &str) -> String {
    let letters = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut out = String::new();
    let all: Vec<char> = text.chars().collect();
    for (i, &c) in all.iter().enumerate() {
        let alone = !letters(i.checked_sub(1).map(|i| all[i])) && !letters(all.get(i + 1).copied());
        if c == 'T' && alone { out.push_str(real) } else { out.push(c) }
    }
    out
}

fn module(
    number: usize,
    attribute: &str,
    function: &str,
    params: &[(String, &Kind)],
    draw: &mut Draw,
    at: At,
) -> String {
    let attribute = match attribute {
        "" => "#[reversible]".to_string(),
        some => format!("#[reversible({some})]"),
    };
    let number_of = |draw: &mut Draw| {
        // Away from the kinks of rules, and different from one another.
        let x = draw.rng.uniform(0.25, 0.95) * if draw.rng.below(5) == 0 { -1.0 } else { 1.0 };
        format!("c({:.4})", x)
    };
    let mut types = Vec::new();
    let mut values = Vec::new();
    let (mut plain, mut beside) = (Vec::new(), Vec::new());
    let mut bars = Vec::new();
    for (i, (_, kind)) in params.iter().enumerate() {
        let still = !kind.active && !kind.is_state();
        let mut made = String::new();
        for c in kind.made.chars() {
            match c {
                '#' => made.push_str(&number_of(draw)),
                c => made.push(c),
            }
        }
        let inner = if still { format!("a.{i}.0") } else { format!("a.{i}") };
        types.push(if still { format!("Still<{}>", kind.owned) } else { kind.owned.to_string() });
        values.push(if still { format!("Still({made})") } else { made });
        let argument = match kind.passing {
            Passing::Mutable => format!("&mut {inner}"),
            Passing::Shared => format!("&{inner}"),
            Passing::Value => inner,
        };
        plain.push(argument.clone());
        beside.push(argument);
        bars.push(match (kind.active, kind.owned.starts_with("BTreeMap")) {
            (true, true) => {
                format!("a.{i}.iter().map(|(key, x)| (*key, x.shadow::<L>())).collect::<BTreeMap<_, _>>()")
            }
            (true, false) => format!("a.{i}.shadow::<L>()"),
            (false, _) => "()".into(),
        });
        if kind.active {
            beside.push(format!("&mut b.{i}"));
        }
    }
    let (types, values) = (types.join(", "), values.join(", "));
    let (plain, beside, bars) = (plain.join(", "), beside.join(", "), bars.join(", "));
    let (real, generic) = match at {
        At::Single => ("f32", "f32"),
        At::Double => ("f64", "f64"),
        At::Generic => ("f64", "Dual<f64>"),
    };
    let dual = match at {
        At::Generic => format!("at_duals(make::<{generic}>, |a| main({plain}))"),
        At::Double | At::Single => "None::<(fn() -> (), fn(&mut ()))>".to_string(),
    };
    let mut text = format!("mod program_{number:04} {{\nuse super::*;\n\n{attribute}\n{function}\n");
    let _ = write!(
        text,
        "type L = {real};\n\
         fn c<T: Real>(x: f64) -> T {{ T::constant(x) }}\n\
         fn make<T: Real>() -> ({types},) {{ ({values},) }}\n\
         #[test]\nfn keeps_the_laws() {{\n\
         laws(make::<L>, &Programs {{\n\
         shadows: |a| ({bars},),\n\
         call: |a| main({plain}),\n\
         inverse: Some(|a| main::inverse({plain})),\n\
         adjoint: |a, b| main::adjoint({beside}),\n\
         sweep: Some(|a, b| main::sweep({beside})),\n\
         checked: |a| main::try_call({plain}).err().map(|e| e.to_string()),\n\
         }}, {dual});\n}}\n}}\n\n"
    );
    text
}
