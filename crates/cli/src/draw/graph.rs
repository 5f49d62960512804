//! The elements of a drawing: variables as lines, statements as bars that mark the lines they touch, blocks as
//! frames.
//!
//! This is the memory-oriented computational graph of paper 002, figures 3 and 5: a vertical line is a variable
//! (double if it holds several values), a horizontal bar is a statement, a box at their crossing means that the
//! statement changes the variable, a dot that it reads it. The graph is made from a function or one of its programs
//! and contains no coordinates.

use retrograde_compiler::ir::{Role, Type, Var, Variables};

/// A graph ready to be laid out.
#[derive(Debug)]
pub(crate) struct Graph {
    /// The signature.
    pub(crate) title: String,
    /// The relation of the program to the function.
    pub(crate) subtitle: String,
    /// The variables; parameters come first.
    pub(crate) lines: Vec<Line>,
    /// The statements.
    pub(crate) items: Vec<Item>,
}

/// The kind of variable, which decides its colour.
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
    /// The kind of variable.
    pub(crate) kind: Kind,
    /// True for a parameter, which exists from the start to the end.
    pub(crate) parameter: bool,
    /// True if it holds several values.
    pub(crate) many: bool,
}

/// The way in which a statement touches a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    /// Reads its length.
    Measure,
    /// Reads it.
    Read,
    /// Changes it by adding, multiplying and so on: the sign.
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
    /// Its line in the file, counted from one.
    pub(crate) row: Option<usize>,
    /// The lines that it touches, by index, in order; each at most once.
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
    /// Its blocks, each with the bar above it: none for the first, `else` for the second.
    pub(crate) parts: Vec<(Option<Bar>, Vec<Item>)>,
    /// A bar below the blocks: a postcondition.
    pub(crate) foot: Option<Bar>,
}

/// Collects the lines of a graph.
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

    /// Returns the line of a variable; creates it at its first use.
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
            Role::DecisionStack | Role::Output | Role::Window | Role::Uniform | Role::Tape => Kind::Local,
        };
        let many = match variable.ty {
            Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => true,
            Type::Real | Type::Exact(_) | Type::Structure(_) | Type::Unknown => false,
        };
        self.lines.push(Line { name: self.vars.written_name(var).to_string(), kind, parameter: false, many });
        self.indices.insert(var, self.lines.len() - 1);
        self.lines.len() - 1
    }

    /// Starts a new line: a variable that is declared twice is drawn twice.
    fn begin(&mut self, var: Var) -> usize {
        self.indices.remove(&var);
        self.index(var)
    }

    /// Returns the variables of the program.
    pub(crate) fn vars(&self) -> &'a Variables {
        self.vars
    }

    /// Returns all lines, after all bars have been made.
    pub(crate) fn finish(self) -> Vec<Line> {
        self.lines
    }
}

/// Collects the marks of one statement; the strongest mark on a line counts.
pub(crate) struct Touches<'l, 'a> {
    lines: &'l mut Lines<'a>,
    marks: Vec<(usize, Mark)>,
}

impl<'l, 'a> Touches<'l, 'a> {
    /// Starts without marks.
    pub(crate) fn new(lines: &'l mut Lines<'a>) -> Touches<'l, 'a> {
        Touches { lines, marks: Vec::new() }
    }

    /// The variables.
    pub(crate) fn vars(&self) -> &'a Variables {
        self.lines.vars()
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

    /// Returns the bar with these marks.
    pub(crate) fn bar(mut self, text: String, row: Option<usize>) -> Bar {
        self.marks.sort();
        Bar { text, row, marks: self.marks }
    }
}
