//! What is drawn: variables as lines, statements as bars that mark the lines they touch, blocks as frames.
//!
//! The memory-oriented computational graph of paper 002, figures 3 and 5: a vertical line is a variable (double where it
//! holds several values), a horizontal bar a statement, a box at their cross says that the statement changes the
//! variable, a dot that it reads it. Takes a function or one of its programs, and knows nothing of places on paper.

use retrograde_compiler::ir::{Role, Type, Var, Variables};

/// A graph ready to be laid out.
#[derive(Debug)]
pub(crate) struct Graph {
    /// The signature.
    pub(crate) title: String,
    /// What the program is to the function.
    pub(crate) subtitle: String,
    /// The variables; parameters come first.
    pub(crate) lines: Vec<Line>,
    /// The statements.
    pub(crate) items: Vec<Item>,
}

/// What a line stands for, which decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A parameter that the function may change.
    State,
    /// A parameter that is only read.
    Input,
    /// A local: an ancilla, a binding, the index of a loop.
    Local,
    /// A cotangent.
    Shadow,
}

/// A variable.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Its name.
    pub(crate) name: String,
    /// What it is.
    pub(crate) kind: Kind,
    /// Whether it is there from the start to the end.
    pub(crate) parameter: bool,
    /// Whether it holds several values.
    pub(crate) many: bool,
}

/// How a statement touches a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    /// It asks for its length.
    Measure,
    /// It reads it.
    Read,
    /// It changes it by adding, multiplying and so on: the sign.
    Change(&'static str),
    /// The variable begins here.
    Begin,
    /// The variable ends here.
    End,
}

/// A statement.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bar {
    /// Its text.
    pub(crate) text: String,
    /// Where it stands in the file, counted from one.
    pub(crate) row: Option<usize>,
    /// The lines that it touches: each at most once, by index, in order.
    pub(crate) marks: Vec<(usize, Mark)>,
}

/// A statement, or one with blocks inside.
#[derive(Debug)]
pub(crate) enum Item {
    /// A statement.
    Bar(Bar),
    /// A loop, a branch or a routine.
    Frame(Frame),
}

/// A statement with blocks inside.
#[derive(Debug)]
pub(crate) struct Frame {
    /// Its head.
    pub(crate) head: Bar,
    /// Its blocks, each with what stands above it: nothing for the first, `else` for the second.
    pub(crate) parts: Vec<(Option<Bar>, Vec<Item>)>,
    /// What is decided behind it: a postcondition.
    pub(crate) foot: Option<Bar>,
}

/// Collects the lines of a graph, and the marks of one bar after the other.
pub(crate) struct Lines<'a> {
    vars: &'a Variables,
    indices: std::collections::BTreeMap<Var, usize>,
    lines: Vec<Line>,
}

impl<'a> Lines<'a> {
    /// Starts with the parameters.
    pub(crate) fn new(vars: &'a Variables, parameters: impl IntoIterator<Item = Var>) -> Lines<'a> {
        let mut lines = Lines { vars, indices: Default::default(), lines: Vec::new() };
        for var in parameters {
            let index = lines.index(var);
            lines.lines[index].parameter = true;
        }
        lines
    }

    /// The line of a variable, drawn when it is first asked for.
    pub(crate) fn index(&mut self, var: Var) -> usize {
        if let Some(index) = self.indices.get(&var) {
            return *index;
        }
        let variable = &self.vars[var];
        let kind = match variable.role {
            Role::State => Kind::State,
            Role::Input => Kind::Input,
            Role::Shadow | Role::InputShadow => Kind::Shadow,
            Role::Scratch | Role::Binding | Role::Ancilla | Role::Index => Kind::Local,
            Role::DecisionStack | Role::Output | Role::Window | Role::Tape => Kind::Local,
        };
        let many = match variable.ty {
            Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => true,
            Type::Real | Type::Number(_) | Type::Exact(_) | Type::Structure(_) => false,
        };
        self.lines.push(Line { name: self.vars.written_name(var).to_string(), kind, parameter: false, many });
        self.indices.insert(var, self.lines.len() - 1);
        self.lines.len() - 1
    }

    /// A line of its own from here on: a variable that is declared twice is drawn twice.
    fn begin(&mut self, var: Var) -> usize {
        self.indices.remove(&var);
        self.index(var)
    }

    /// The variables.
    pub(crate) fn vars(&self) -> &'a Variables {
        self.vars
    }

    /// All lines, when every bar is made.
    pub(crate) fn finish(self) -> Vec<Line> {
        self.lines
    }
}

/// Gathers what one statement touches; the strongest mark on a line counts.
pub(crate) struct Touches<'l, 'a> {
    lines: &'l mut Lines<'a>,
    marks: Vec<(usize, Mark)>,
}

impl<'l, 'a> Touches<'l, 'a> {
    /// Nothing yet.
    pub(crate) fn new(lines: &'l mut Lines<'a>) -> Touches<'l, 'a> {
        Touches { lines, marks: Vec::new() }
    }

    /// Puts a mark on a variable.
    pub(crate) fn mark(&mut self, var: Var, mark: Mark) {
        let index = match mark {
            Mark::Begin => self.lines.begin(var),
            Mark::Measure | Mark::Read | Mark::Change(_) | Mark::End => self.lines.index(var),
        };
        match self.marks.iter_mut().find(|(line, _)| *line == index) {
            Some((_, known)) => *known = mark.max(*known),
            None => self.marks.push((index, mark)),
        }
    }

    /// The bar with these marks.
    pub(crate) fn bar(mut self, text: String, row: Option<usize>) -> Bar {
        self.marks.sort();
        Bar { text, row, marks: self.marks }
    }
}
