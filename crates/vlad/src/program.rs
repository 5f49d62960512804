//! [`Program`]: the definitions and expressions of a text, read and expanded.
//!
//! A program grows item by item, so files and interactive sessions are treated alike. Definitions see one another in
//! any order; an expression sees the definitions above it.

use std::collections::HashMap;
use std::collections::HashSet;
use std::sync::Arc;

use crate::core::{Expr, ExprKind, GlobalId, Lambda, Names, PatternKind};
use crate::datum::{Datum, DatumKind};
use crate::deep::deep;
use crate::error::{Error, ErrorKind, Result};
use crate::expand::{Expander, Meaning, RESERVED, Scope, unbound};
use crate::prim::Prim;
use crate::source::{Sources, Span};

/// The name of the prelude among the sources.
pub const PRELUDE_NAME: &str = "<prelude>";

/// Finds the texts that a program includes.
pub trait Loader {
    /// Returns the full name and the text for `(include "name")` in the text `from`; otherwise the reason why there
    /// is none.
    fn load(&mut self, name: &str, from: &str) -> std::result::Result<(String, String), String>;

    /// Returns the identity of a text: two names with the same identity denote the same text.
    fn identity(&self, name: &str) -> String {
        name.to_string()
    }
}

/// A loader that finds nothing, for programs given as text.
pub struct NoFiles;

impl Loader for NoFiles {
    fn load(&mut self, _: &str, _: &str) -> std::result::Result<(String, String), String> {
        Err("this program is not allowed to include files".to_string())
    }
}

/// A definition of the top level.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name.
    pub name: Arc<str>,
    /// The procedure; `None` as long as only uses were seen.
    pub lambda: Option<Arc<Lambda>>,
    /// The place of the definition, or of the first use.
    pub span: Span,
    /// True if it comes from the prelude.
    pub prelude: bool,
}

/// An action of a program.
#[derive(Clone, Debug)]
pub enum Item {
    /// Defines a procedure.
    Define(GlobalId),
    /// Evaluates an expression and writes its value.
    Expression {
        /// The expression.
        expr: Arc<Expr>,
        /// The datum after `===>`, if any.
        expected: Option<Datum>,
    },
}

/// A program in the core calculus.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The texts from which it was read.
    pub sources: Sources,
    /// The names of its local variables.
    pub names: Names,
    /// Its definitions.
    pub globals: Vec<Global>,
    /// Its actions, in order.
    pub items: Vec<Item>,
    /// The definitions by name; the user's separate from the prelude's.
    own: HashMap<Arc<str>, GlobalId>,
    prelude: HashMap<Arc<str>, GlobalId>,
    host: HashMap<Arc<str>, Prim>,
    /// Uses of names in definitions above the name's own definition.
    pending: Vec<(GlobalId, Span)>,
    /// The identities of the texts that one `add` has read; each is read once.
    included: HashSet<String>,
    in_prelude: bool,
    /// The number of words read, and its limit.
    pub(crate) words: usize,
    pub(crate) most_words: Option<usize>,
}

impl Program {
    /// Returns a program that contains only the primitives.
    pub fn bare() -> Self {
        Self::default()
    }

    /// Reads a text and expands it into the core calculus; it may not include files.
    ///
    /// # Errors
    ///
    /// If the text is not a program; the error has a place.
    pub fn read(text: &str) -> Result<Self> {
        let mut program = Self::bare();
        program.add("<program>", text, &mut NoFiles)?;
        Ok(program)
    }

    /// Adds the definitions of the prelude. Definitions of the user take precedence.
    ///
    /// # Errors
    ///
    /// If the text is not a program; the error has a place.
    pub fn add_prelude(&mut self, text: &str) -> Result<()> {
        self.in_prelude = true;
        let done = self.add(PRELUDE_NAME, text, &mut NoFiles);
        self.in_prelude = false;
        done
    }

    /// Returns why a function of the host cannot have a name; nothing if it can.
    pub(crate) fn unfit_for_host(&self, name: &str) -> Option<String> {
        let read = crate::read::read(0, name).unwrap_or_default();
        let is_word = matches!(&read[..], [word] if word.symbol().is_some_and(|word| **word == *name));
        match () {
            () if !is_word => Some(format!("`{name}` is not a name: write one word, as in `(energy 1 2)`")),
            () if crate::expand::RESERVED.contains(&name) => {
                Some(format!("`{name}` is a word of the language: choose another name"))
            }
            () if self.prelude.contains_key(name) => Some(format!(
                "`{name}` is a procedure of the language, which programs would call instead: choose another name"
            )),
            () => None,
        }
    }

    /// Names a primitive of the host.
    pub fn name_host(&mut self, name: &str, prim: Prim) {
        self.host.insert(name.into(), prim);
    }

    /// Adds the definitions and expressions of a text to the program.
    ///
    /// # Errors
    ///
    /// If the text is not a program; the error has a place. The program then stays as it was, except for its sources,
    /// to which the place refers.
    pub fn add(&mut self, name: &str, text: &str, loader: &mut dyn Loader) -> Result<()> {
        let before = self.clone();
        let done = self.add_all(name, text, loader);
        if done.is_err() {
            let sources = std::mem::take(&mut self.sources);
            *self = Program { sources, ..before };
        }
        done
    }

    /// Reads a text and the texts that it includes, and declares the names that they define.
    pub(crate) fn begin(&mut self, name: &str, text: &str, loader: &mut dyn Loader) -> Result<Vec<Datum>> {
        self.included = HashSet::from([loader.identity(name)]);
        let data = self.data(name, text, loader)?;
        for datum in &data {
            if let Some(name) = defined_name(datum) {
                self.declare(name, datum.span);
            }
        }
        Ok(data)
    }

    /// Returns the error for a second definition.
    pub(crate) fn defined_twice(&self, global: GlobalId, span: Span) -> Error {
        let name = &self.globals[global.0 as usize].name;
        Error::syntax(span, format!("Duplicate variables: {name}"))
            .hint(format!("`{name}` is defined twice in this program"))
    }

    fn add_all(&mut self, name: &str, text: &str, loader: &mut dyn Loader) -> Result<()> {
        let data = self.begin(name, text, loader)?;
        let mut seen = HashSet::new();
        let mut data = data.into_iter().peekable();
        while let Some(datum) = data.next() {
            if datum.is_form("define") {
                let global = self.define(&datum)?;
                if !seen.insert(global) {
                    return Err(self.defined_twice(global, datum.span));
                }
                self.items.push(Item::Define(global));
                continue;
            }
            if is_arrow(&datum) {
                return Err(Error::syntax(datum.span, "`===>` follows an expression"));
            }
            let expr = self.expand(&datum, false)?;
            self.all_bound()?;
            let mut expected = None;
            if data.next_if(is_arrow).is_some() {
                expected = data.next();
                if expected.is_none() {
                    return Err(Error::syntax(
                        datum.span,
                        "nothing follows the `===>` after this expression",
                    ));
                }
            }
            self.items.push(Item::Expression { expr: Arc::new(expr), expected });
        }
        self.all_bound()
    }

    /// Returns the data of a text and of the texts that it includes.
    fn data(&mut self, name: &str, text: &str, loader: &mut dyn Loader) -> Result<Vec<Datum>> {
        let source = self.sources.add(name, text);
        let mut all = Vec::new();
        self.words += crate::read::words(source, text)?;
        if let Some(most) = self.most_words.filter(|most| self.words > *most) {
            let message = format!("the program is longer than the {most} words for which there is memory");
            return Err(Error::new(ErrorKind::Limit, message)
                .hint("read numbers with `read-real`, or allow more memory (--max-memory)"));
        }
        for datum in crate::read::read(source, text)? {
            if !datum.is_form("include") {
                all.push(datum);
                continue;
            }
            let Some([_, Datum { kind: DatumKind::String(wanted), .. }]) = datum.list() else {
                return Err(Error::syntax(datum.span, format!("Invalid expression: {}", datum.brief()))
                    .hint("write (include \"name\")"));
            };
            let (full, text) = loader.load(wanted, name).map_err(|reason| {
                Error::new(ErrorKind::Include, format!("Cannot find: {wanted}")).at(datum.span).hint(reason)
            })?;
            // Texts may include one another.
            if self.included.insert(loader.identity(&full)) {
                let more = deep(|| self.data(&full, &text, loader))?;
                all.extend(more);
            }
        }
        Ok(all)
    }

    pub(crate) fn declare(&mut self, name: &Arc<str>, span: Span) -> GlobalId {
        let table = if self.in_prelude { &mut self.prelude } else { &mut self.own };
        *table.entry(name.clone()).or_insert_with(|| {
            self.globals.push(Global { name: name.clone(), lambda: None, span, prelude: self.in_prelude });
            GlobalId((self.globals.len() - 1) as u32)
        })
    }

    /// Adds a definition: `(define (f p …) e)`, curried or not, or `(define f (lambda …))`.
    pub(crate) fn define(&mut self, datum: &Datum) -> Result<GlobalId> {
        let invalid = || Error::syntax(datum.span, format!("Invalid expression: {}", datum.brief()));
        let Some([_, target, body]) = datum.list() else {
            return Err(invalid().hint("`define` takes a name with parameters and one body"));
        };
        // ((f a) b) e  is  (f a) (lambda (b) e).
        let (mut target, mut body) = (target, body.clone());
        let name = loop {
            match &target.kind {
                DatumKind::Symbol(name) => break name.clone(),
                DatumKind::List(items, None) if !items.is_empty() => {
                    let word = Datum { kind: DatumKind::Symbol("lambda".into()), span: target.span };
                    let params =
                        Datum { kind: DatumKind::List(items[1..].to_vec(), None), span: target.span };
                    body = Datum { kind: DatumKind::List(vec![word, params, body], None), span: datum.span };
                    target = &items[0];
                }
                _ => return Err(invalid()),
            }
        };
        if RESERVED.contains(&&*name) {
            return Err(Error::syntax(target.span, format!("Invalid parameter: {name}"))
                .hint(format!("`{name}` is a reserved word")));
        }
        let ExprKind::Lambda(lambda) = self.expand(&body, true)?.into_children() else {
            return Err(invalid().hint(format!(
                "`define` binds procedures only; make it one, (define ({name}) …), and call it"
            )));
        };
        let mut lambda = Arc::unwrap_or_clone(lambda);
        lambda.name = Some(name.clone());
        let global = self.declare(&name, datum.span);
        let entry = &mut self.globals[global.0 as usize];
        (entry.lambda, entry.span) = (Some(Arc::new(lambda)), datum.span);
        Ok(global)
    }

    pub(crate) fn expand(&mut self, datum: &Datum, in_define: bool) -> Result<Expr> {
        let mut names = std::mem::take(&mut self.names);
        let mut scope = TopLevel { program: self, in_define };
        let done = Expander::new(&mut names, &mut scope).expression(datum);
        self.names = names;
        done
    }

    /// Fails unless every name that the definitions use is defined.
    pub(crate) fn all_bound(&mut self) -> Result<()> {
        let globals = &self.globals;
        self.pending.retain(|(global, _)| globals[global.0 as usize].lambda.is_none());
        match self.pending.first() {
            None => Ok(()),
            Some((global, span)) => {
                let (name, span) = (self.globals[global.0 as usize].name.clone(), *span);
                let known = TopLevel { program: self, in_define: false }.known();
                Err(unbound(&name, span, &known))
            }
        }
    }

    /// Returns the definition with this name, the user's before the prelude's.
    pub fn global(&self, name: &str) -> Option<GlobalId> {
        let found = self.own.get(name).or_else(|| self.prelude.get(name)).copied();
        found.filter(|g| self.globals[g.0 as usize].lambda.is_some())
    }
}

/// The top level as scope of definitions and expressions.
struct TopLevel<'a> {
    program: &'a mut Program,
    in_define: bool,
}

impl Scope for TopLevel<'_> {
    fn resolve(&mut self, name: &Arc<str>, span: Span) -> Option<Meaning> {
        let program = &mut *self.program;
        let defined = |g: &&GlobalId| program.globals[g.0 as usize].lambda.is_some();
        if !program.in_prelude {
            if let Some(global) = program.own.get(name).filter(|g| self.in_define || defined(g)).copied() {
                if program.globals[global.0 as usize].lambda.is_none() {
                    program.pending.push((global, span));
                }
                return Some(Meaning::Global(global));
            }
        }
        if let Some(global) = program.prelude.get(name) {
            return Some(Meaning::Global(*global));
        }
        if let Some(prim) = program.host.get(name).copied().or_else(|| Prim::by_name(name)) {
            return Some(Meaning::Prim(prim));
        }
        if !self.in_define {
            return None;
        }
        // The name may be defined further down.
        let global = program.declare(name, span);
        program.pending.push((global, span));
        Some(Meaning::Global(global))
    }

    fn curried(&self, global: GlobalId) -> Option<usize> {
        let entry = self.program.globals.get(global.0 as usize).filter(|entry| entry.prelude)?;
        let lambda = entry.lambda.as_ref()?;
        let curried = match &lambda.body.kind {
            ExprKind::Lambda(_) => true,
            // (define (derivative f) (derivative-F f))
            ExprKind::Apply(function, _) => match function.kind {
                ExprKind::Global(inner) => self.curried(inner).is_some(),
                _ => false,
            },
            _ => false,
        };
        let takes = match &lambda.param.kind {
            PatternKind::Cons(parts) => parts.len(),
            PatternKind::Var(_) | PatternKind::Const(_) => 1,
        };
        curried.then_some(takes)
    }

    fn known(&self) -> Vec<Arc<str>> {
        let program = &*self.program;
        let defined = program.globals.iter().filter(|g| g.lambda.is_some()).map(|g| g.name.clone());
        let prims = Prim::all().map(|p| Arc::from(p.name()));
        defined.chain(program.host.keys().cloned()).chain(prims).collect()
    }
}

pub(crate) fn is_arrow(datum: &Datum) -> bool {
    datum.symbol().is_some_and(|s| &**s == "===>")
}

/// Returns the name that a definition binds.
pub(crate) fn defined_name(datum: &Datum) -> Option<&Arc<str>> {
    if !datum.is_form("define") {
        return None;
    }
    let mut target = datum.list()?.get(1)?;
    while let Some(items) = target.list() {
        target = items.first()?;
    }
    target.symbol().filter(|name| !RESERVED.contains(&&***name))
}
