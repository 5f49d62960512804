//! Names as a person would give them: with a number at the end only if the name alone would be ambiguous.
//!
//! Takes a program in which every variable has a unique name, and returns it with names that are only unique among
//! the visible variables; a cotangent is called after its primal. For people: emitted code keeps its names.
//!
//! Law: no two variables of one name are visible at the same time, and none has a name with another meaning there.

use proc_macro2::{TokenStream, TokenTree};
use retrograde_compiler::ir::print::aside;
use retrograde_compiler::ir::step::{Procedure, Step};
use retrograde_compiler::ir::{Block, Function, Place, Role, Safe, Stmt, Var, Variables};
use retrograde_compiler::sorted::{Map, Set};

/// Returns the program with fewer numbers in its names; `printed` is its text with the old names.
pub fn named(procedure: Procedure, printed: &TokenStream) -> Procedure {
    let mut scopes = Scopes::default();
    let params = procedure.params.iter().flat_map(|(var, shadow)| [Some(*var), *shadow]);
    let seed = procedure.output.and_then(|(_, seed)| seed);
    let first: Vec<Var> = params.flatten().chain(seed).chain(procedure.tape).collect();
    first.iter().for_each(|var| scopes.declare(*var));
    scopes.block(&procedure.steps);

    let mut foreign = Set::new();
    let own: Set<&str> = procedure.vars.iter().map(|(_, v)| v.name.as_str()).collect();
    others(printed, &own, &mut foreign);

    let mut names: Map<Var, String> = Map::new();
    // Parameters are named first, then locals, then cotangents, which follow their primals.
    let is_shadow = |var: &Var| matches!(procedure.vars[*var].role, Role::Shadow | Role::InputShadow);
    let (shadows, others): (Vec<Var>, Vec<Var>) = scopes.met.keys().partition(|var| is_shadow(var));
    let parameters = first.iter().filter(|var| !is_shadow(var));
    for var in parameters.copied().chain(others).chain(shadows) {
        if names.contains_key(&var) {
            continue;
        }
        let whole = Place::whole(var, procedure.vars[var].span);
        let primal = procedure.vars.primal_of(&whole).and_then(|primal| names.get(&primal.base));
        let wanted = match primal {
            Some(primal) => format!("{primal}_bar"),
            None => procedure.vars.unnumbered(var).to_string(),
        };
        let near: Set<&String> = scopes.met[&var].iter().filter_map(|other| names.get(other)).collect();
        // An index inside the loop over `i` is called `j`, unless that name is used there.
        let is_index = procedure.vars[var].role == Role::Index && wanted == "i";
        let letters = ["j", "k", "l"].into_iter().filter(|letter| {
            is_index && scopes.met[&var].iter().all(|other| procedure.vars.unnumbered(*other) != *letter)
        });
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        let letters = letters.map(str::to_string);
        let mut all = std::iter::once(wanted.clone()).chain(letters).chain(numbered);
        let free = all.find(|name| !near.contains(name) && !foreign.contains(name));
        names.insert(var, free.unwrap_or(wanted));
    }

    let Procedure { mut vars, steps, .. } = procedure;
    let changed = names.iter().map(|(var, name)| (vars[*var].name.clone(), name.clone())).collect();
    names.into_iter().for_each(|(var, name)| vars[var].name = name);
    Procedure { vars, steps: aside_named(steps, &changed), ..procedure }
}

/// Returns the variables of a function with the names under which single statements are shown: inside of a loop over
/// `i`, the index of another loop that the user has not named is `j`.
pub fn seen(function: &Function) -> Variables {
    let mut scopes = Scopes::default();
    function.params.iter().for_each(|param| scopes.declare(param.var));
    scopes.statements(&function.body);
    let mut vars = function.vars.clone();
    for (var, met) in &scopes.met {
        let near: Set<&str> = met.iter().map(|other| vars.unnumbered(*other)).collect();
        let wanted = vars.unnumbered(*var);
        if vars[*var].role != Role::Index || !near.contains(wanted) {
            continue;
        }
        // The outermost keeps its name.
        let is_inner = met.iter().any(|other| other < var && vars.unnumbered(*other) == wanted);
        let letter = ["i", "j", "k", "l", "m"].into_iter().find(|letter| !near.contains(letter));
        if let Some(letter) = letter.filter(|_| is_inner) {
            vars[*var].name = letter.to_string();
        }
    }
    vars
}

/// Ordinary Rust names variables too.
fn aside_named(steps: Vec<Step>, names: &Map<String, String>) -> Vec<Step> {
    let one = |step| match step {
        Step::Safe(safe) => Step::Safe(Safe { tokens: aside::renamed(safe.tokens, names), ..safe }),
        other => other.with_bodies(&mut |body| aside_named(body, names)),
    };
    steps.into_iter().map(one).collect()
}

/// Collects the other names in the text: functions, constants, types.
fn others(tokens: &TokenStream, own: &Set<&str>, found: &mut Set<String>) {
    let mut after_dot = false;
    for token in tokens.clone() {
        match &token {
            TokenTree::Ident(name) if !after_dot && !own.contains(name.to_string().as_str()) => {
                found.insert(name.to_string());
            }
            TokenTree::Group(group) => others(&group.stream(), own, found),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        after_dot = matches!(&token, TokenTree::Punct(p) if p.as_char() == '.');
    }
}

/// The pairs of variables that are visible at the same time.
#[derive(Default)]
struct Scopes {
    visible: Vec<Var>,
    met: Map<Var, Set<Var>>,
}

impl Scopes {
    fn declare(&mut self, var: Var) {
        for other in self.visible.iter().filter(|other| **other != var) {
            self.met.entry(*other).or_default().insert(var);
            self.met.entry(var).or_default().insert(*other);
        }
        self.met.entry(var).or_default();
        self.visible.push(var);
    }

    fn statements(&mut self, block: &Block) {
        let outside = self.visible.len();
        for stmt in &block.stmts {
            if let Some(declared) = stmt.declaration() {
                self.declare(declared.var);
            }
            let outside = self.visible.len();
            if let Stmt::For(f) = stmt {
                self.declare(f.index);
            }
            stmt.blocks().into_iter().for_each(|inner| self.statements(inner));
            if let Stmt::For(_) = stmt {
                self.visible.truncate(outside);
            }
        }
        self.visible.truncate(outside);
    }

    fn block(&mut self, steps: &[Step]) {
        let outside = self.visible.len();
        for step in steps {
            self.step(step);
        }
        self.visible.truncate(outside);
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Let { var, .. } | Step::Declare { var, .. } => self.declare(*var),
            Step::Seed { var, .. } | Step::Window { var, .. } => self.declare(*var),
            Step::DeclareZero { shadow, primal: _ } => self.declare(*shadow),
            Step::Pop { number, .. } => self.declare(*number),
            Step::Pull { value, .. } => value.iter().for_each(|var| self.declare(*var)),
            Step::For { index, body, .. } => {
                let outside = self.visible.len();
                self.declare(*index);
                self.block(body);
                self.visible.truncate(outside);
            }
            Step::If { then, otherwise, .. } => {
                self.block(then);
                self.block(otherwise);
            }
            Step::While { body, .. } | Step::Block(body) => self.block(body),
            Step::Lanes(lanes) => {
                let outside = self.visible.len();
                self.declare(lanes.index);
                let locals = lanes
                    .captures
                    .iter()
                    .chain(&lanes.lengths)
                    .chain(&lanes.sums)
                    .map(|capture| capture.local);
                locals.chain(lanes.rows.iter().map(|row| row.local)).for_each(|local| self.declare(local));
                self.block(&lanes.head);
                self.block(&lanes.body);
                self.visible.truncate(outside);
                self.declare(lanes.first);
            }
            Step::Set { .. } | Step::Refill { .. } | Step::Update(_) | Step::Accumulate { .. } => {}
            Step::Call { .. } | Step::CallAdjoint { .. } | Step::Push { .. } => {}
            Step::Check(_) | Step::Safe(_) => {}
        }
    }
}
