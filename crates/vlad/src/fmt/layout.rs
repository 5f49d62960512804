//! Chooses line breaks: each list takes the first of four styles that fits.
//!
//! Measuring and writing are the same traversal, with and without output. Measurements are cached by node and column,
//! so that trying styles costs a constant factor times the number of columns at which a node may start, at any depth.

use std::collections::HashMap;

use super::WIDTH;
use super::tree::{Gap, Kind, Node, Role, header};
use crate::deep::deep;

/// The way in which the items of a list are laid out.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Style {
    /// On one line.
    Flat,
    /// Lines break where the writer broke them.
    Written,
    /// Each argument on its own line, aligned with the first one; atoms fill lines.
    Aligned,
    /// Each argument on its own line, below the head.
    Hanging,
}

const STYLES: [Style; 4] = [Style::Flat, Style::Written, Style::Aligned, Style::Hanging];

/// The result of measuring a style.
#[derive(Clone, Copy)]
struct Plan {
    style: Style,
    fits: bool,
    /// The column after the last character.
    end: usize,
    /// True if it takes several lines.
    broken: bool,
}

/// The white space before an item.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    Nothing,
    Space,
    /// A new line with this indentation, after an empty line if `blank`.
    Line {
        indent: usize,
        blank: bool,
    },
}

/// Lays out the items of the top level.
pub(super) fn program(items: &[Node<'_>]) -> String {
    let mut layout = Layout { plans: HashMap::new() };
    let mut out = Some(String::new());
    let mut column = 0;
    for (i, item) in items.iter().enumerate() {
        let previous = i.checked_sub(1).map(|i| &items[i]);
        let follows_arrow = previous.is_some_and(|p| p.is_word("===>")) && !item.is_comment();
        let before = match previous {
            None => Before::Nothing,
            _ if follows_arrow => Before::Space,
            Some(_) if item.is_comment() && item.gap == Gap::Same => Before::Space,
            Some(Node { kind: Kind::LineComment(_), .. }) if item.is_word("===>") => {
                Before::Line { indent: 2, blank: false }
            }
            Some(_) if item.is_word("===>") => {
                let expected = items.get(i + 1).and_then(|e| e.flat).unwrap_or(0);
                if item.gap == Gap::Same && column + 6 + expected <= WIDTH {
                    Before::Space
                } else {
                    Before::Line { indent: 2, blank: false }
                }
            }
            Some(_) => Before::Line { indent: 0, blank: item.gap == Gap::Blank },
        };
        column = put_before(before, column, &mut out);
        column = layout.write(item, column, 0, &mut out);
    }
    let mut out = out.unwrap_or_default();
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// Writes the white space before an item, and returns the column after it.
fn put_before(before: Before, column: usize, out: &mut Option<String>) -> usize {
    let Some(out) = out else {
        return match before {
            Before::Nothing => column,
            Before::Space => column + 1,
            Before::Line { indent, .. } => indent,
        };
    };
    match before {
        Before::Nothing => column,
        Before::Space => {
            out.push(' ');
            column + 1
        }
        Before::Line { indent, blank } => {
            out.push_str(if blank { "\n\n" } else { "\n" });
            out.extend(std::iter::repeat_n(' ', indent));
            indent
        }
    }
}

struct Layout {
    plans: HashMap<(u32, usize, usize), Plan>,
}

impl Layout {
    /// Writes a node that starts at a column and is followed by `after` characters on its last line.
    fn write(&mut self, node: &Node<'_>, column: usize, after: usize, out: &mut Option<String>) -> usize {
        let style = self.plan(node, column, after).style;
        deep(|| self.walk(node, style, column, after, out)).end
    }

    /// Returns the first style that fits, or the narrowest.
    fn plan(&mut self, node: &Node<'_>, column: usize, after: usize) -> Plan {
        if let Some(width) = node.flat.filter(|width| column + width + after <= WIDTH) {
            return Plan { style: Style::Flat, fits: true, end: column + width, broken: false };
        }
        let key = (node.id, column, after);
        if let Some(plan) = self.plans.get(&key) {
            return *plan;
        }
        let plan = deep(|| {
            // Beyond the last column nothing can fit, so no style is tried.
            let styles = match node.kind {
                Kind::List { .. } if column < WIDTH => &STYLES[1..],
                Kind::List { .. } => &STYLES[3..],
                Kind::Marked(..) | Kind::Word(_) | Kind::LineComment(_) | Kind::BlockComment(_) => {
                    &STYLES[..1]
                }
            };
            let mut last = None;
            for style in styles {
                let plan = self.walk(node, *style, column, after, &mut None);
                last = Some(plan);
                if plan.fits {
                    break;
                }
            }
            last.expect("there is a style")
        });
        self.plans.insert(key, plan);
        plan
    }

    /// Measures a node in a style, and writes it if there is an output.
    fn walk(
        &mut self,
        node: &Node<'_>,
        style: Style,
        column: usize,
        after: usize,
        out: &mut Option<String>,
    ) -> Plan {
        let push = |text: &str, out: &mut Option<String>| {
            if let Some(out) = out {
                out.push_str(text);
            }
        };
        match &node.kind {
            Kind::Word(text) | Kind::BlockComment(text) => {
                push(text, out);
                let last = text.rsplit('\n').next().unwrap_or("").chars().count();
                let broken = text.contains('\n');
                let end = if broken { last } else { column + last };
                Plan { style, fits: end + after <= WIDTH, end, broken }
            }
            // A comment may be longer than the line: there is no better place.
            Kind::LineComment(text) => {
                push(text, out);
                Plan { style, fits: true, end: column, broken: true }
            }
            Kind::Marked(mark, inner) => {
                push(mark, out);
                let column = column + mark.len();
                let plan = self.plan(inner, column, after);
                if out.is_some() {
                    self.write(inner, column, after, out);
                }
                Plan { style, ..plan }
            }
            Kind::List { open, close, items, role } => {
                push(open.encode_utf8(&mut [0; 4]), out);
                let list = List::new(items, style, column, *role);
                let plan = self.walk_items(&list, after, out);
                push(close.encode_utf8(&mut [0; 4]), out);
                plan
            }
        }
    }

    fn walk_items(&mut self, list: &List<'_, '_>, after: usize, out: &mut Option<String>) -> Plan {
        let List { items, style, column, .. } = *list;
        let (mut at, mut fits, mut broken) = (column + 1, true, false);
        // The column of the first argument, if it is on the line of the head.
        let mut beside = None;
        let mut previous_broken = false;
        for (i, item) in items.iter().enumerate() {
            let mut before = list.before(i, beside, previous_broken);
            let is_last = i + 1 == items.len();
            let room = if is_last { after + 1 } else { 0 };
            if let (Before::Space, true, Some(width)) = (before, list.fills, item.flat) {
                // Atoms follow one another until the line is full.
                if (i > 1 || !list.has_head()) && at + 1 + width + room > WIDTH {
                    before = Before::Line { indent: list.indent(beside), blank: false };
                }
            }
            broken |= matches!(before, Before::Line { .. });
            at = put_before(before, at, out);
            if i == 1 && before == Before::Space && !item.is_comment() {
                beside = Some(at);
            }
            let plan = self.plan(item, at, room);
            if out.is_some() {
                self.write(item, at, room, out);
            }
            fits &= plan.fits;
            // An item that ends on a later line must be the last one on that line, except for parentheses.
            if plan.broken
                && is_last
                && !item.is_comment()
                && before == Before::Space
                && style == Style::Written
            {
                fits &= list.huggable;
            }
            (at, previous_broken) = (plan.end, plan.broken);
            broken |= plan.broken;
            if !fits && out.is_none() {
                return Plan { style, fits, end: at, broken: true };
            }
        }
        if matches!(items.last(), Some(Node { kind: Kind::LineComment(_), .. })) {
            at = put_before(Before::Line { indent: column + 1, blank: false }, at, out);
        }
        Plan { style, fits: fits && at + 1 + after <= WIDTH, end: at + 1, broken }
    }
}

/// True if the last item may continue below the first line of a list that the writer did not break: it has a body, or
/// it is the only argument.
fn huggable(items: &[Node<'_>], role: Role) -> bool {
    let [first, .., last] = items else { return true };
    let breaks = items.iter().skip(1).any(|item| item.gap > Gap::Same);
    let has_body = match &last.kind {
        Kind::List { items, role: Role::Code, .. } => header(items).is_some(),
        _ => false,
    };
    let is_only = items.len() == 2 && matches!(first.kind, Kind::Word(_));
    breaks || role == Role::Code && (has_body || is_only)
}

/// A list that is being laid out.
#[derive(Clone, Copy)]
struct List<'n, 'a> {
    items: &'n [Node<'a>],
    style: Style,
    column: usize,
    role: Role,
    huggable: bool,
    /// True if the list contains only atoms, which then fill lines.
    fills: bool,
}

impl<'n, 'a> List<'n, 'a> {
    fn new(items: &'n [Node<'a>], style: Style, column: usize, role: Role) -> Self {
        let has_header = role == Role::Code && header(items).is_some();
        let is_atom = |item: &Node<'_>| matches!(item.kind, Kind::Word(_)) && item.flat.is_some();
        let fills = style == Style::Aligned && !has_header && items.iter().all(is_atom);
        List { items, style, column, role, huggable: huggable(items, role), fills }
    }

    /// True if the first item names the operation on the others.
    fn has_head(&self) -> bool {
        self.role == Role::Code && matches!(self.items.first(), Some(Node { kind: Kind::Word(_), .. }))
    }

    fn header(&self) -> Option<usize> {
        if self.role == Role::Code { header(self.items) } else { None }
    }

    /// Returns the column at which lines of the list start. `beside` is the column of the first argument if that is
    /// on the line of the head.
    fn indent(&self, beside: Option<usize>) -> usize {
        let indent = match beside {
            _ if self.role == Role::Items => self.column + 1,
            Some(column) if self.header().is_none() => column,
            _ if self.has_head() => self.column + 2,
            _ => self.column + 1,
        };
        // Beyond the last column, indentation would be most of a deeply nested text and help nobody.
        indent.min(WIDTH)
    }

    fn before(&self, i: usize, beside: Option<usize>, previous_broken: bool) -> Before {
        if i == 0 {
            return Before::Nothing;
        }
        let (item, previous) = (&self.items[i], &self.items[i - 1]);
        if item.is_comment() && item.gap == Gap::Same && !matches!(previous.kind, Kind::LineComment(_)) {
            return Before::Space;
        }
        let forced = previous.is_comment() && previous_broken || item.is_comment() && item.gap > Gap::Same;
        let breaks = forced
            || match (self.style, self.header()) {
                (Style::Flat, _) => false,
                // A body starts a new line; the items before it do not.
                (Style::Written | Style::Aligned, Some(header)) if i < header => item.gap > Gap::Same,
                (_, Some(_)) | (Style::Hanging, None) => true,
                (Style::Written, None) => item.gap > Gap::Same || previous_broken || self.starts_line(i),
                (Style::Aligned, None) => !self.fills && (i > 1 || previous_broken || !self.has_head()),
            };
        if !breaks {
            return Before::Space;
        }
        Before::Line { indent: self.indent(beside), blank: item.gap == Gap::Blank }
    }

    /// True if the form puts each of its parts on its own line once there are several.
    fn starts_line(&self, i: usize) -> bool {
        self.has_head() && i > 1 && matches!(self.items[0].kind, Kind::Word("if" | "cond"))
    }
}
