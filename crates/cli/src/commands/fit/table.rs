//! Tables with column names on the first line; columns are separated by commas, semicolons, tabs or blanks.
//!
//! Fields may be quoted. Numbers have a decimal point or a decimal comma, as spreadsheets write them. Lines that are
//! empty or start with `#` are skipped. Only the columns in use must contain numbers.

use super::data::{Choice, Data, Missing};
use crate::failure::Fault;

/// Notations for a missing value.
const MISSING: [&str; 10] = ["", "na", "n/a", "nan", "null", "none", "nil", ".", "-", "?"];

/// The separator of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Separator {
    Is(char),
    /// Any number of spaces and tabs.
    Blanks,
}

/// A field of a line, without its quotes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Field<'a> {
    text: &'a str,
    is_quoted: bool,
}

/// Reads a table.
pub(super) fn parse(text: &str, choice: &Choice<'_>) -> Result<Data, Fault> {
    // Old files end their lines with a carriage return alone.
    let end = if text.contains('\n') { '\n' } else { '\r' };
    let mut lines = text.split(end).enumerate().map(|(i, line)| (i + 1, line.trim_end_matches('\r'))).filter(
        |(_, line)| {
            let line = line.trim();
            !line.is_empty() && !line.starts_with('#')
        },
    );
    let Some((first, header)) = lines.next() else { return Err(Fault::whole("the file is empty")) };
    let separator = separator(header);
    let mut fields = Vec::new();
    split(header, separator, &mut fields).map_err(|message| Fault::at(first, message))?;
    // Some programs end each line with a separator.
    let ends_empty = fields.len() > 2 && fields.last().is_some_and(|f| f.text.is_empty() && !f.is_quoted);
    if ends_empty {
        fields.pop();
    }
    let is_number = |field: &Field<'_>| !field.is_quoted && number(field.text).is_some();
    if fields.len() < 2 || fields.iter().any(is_number) {
        return Err(Fault::at(first, "the first line must name at least two columns").hint(
            "for example `x,y`, without a # before it; the last column is fitted unless --response says otherwise",
        ));
    }
    let names: Vec<String> = fields.iter().map(|field| field.text.replace("\"\"", "\"")).collect();
    let column = |name: &str| {
        let mut found = (0..names.len()).filter(|i| names[*i] == name);
        match (found.next(), found.next()) {
            (Some(i), None) => Ok(i),
            (Some(_), Some(_)) => Err(Fault::at(first, format!("two columns are called `{name}`"))),
            (None, _) => Err(Fault::at(first, format!("there is no column `{name}`"))
                .hint(format!("there are {}", names.join(", ")))),
        }
    };
    let y = match choice.response {
        Some(name) => column(name.trim())?,
        None => names.len() - 1,
    };
    let x = match choice.predictors {
        [] => (0..names.len()).filter(|i| *i != y).collect(),
        chosen => chosen.iter().map(|name| column(name.trim())).collect::<Result<Vec<_>, _>>()?,
    };
    let wanted: Vec<usize> = x.iter().copied().chain([y]).collect();
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); wanted.len()];
    let (mut row, mut skipped) = (Vec::new(), 0);
    'rows: for (i, line) in lines {
        split(line, separator, &mut fields).map_err(|message| Fault::at(i, message))?;
        if ends_empty && fields.len() == names.len() + 1 && fields.last().is_some_and(|f| f.text.is_empty()) {
            fields.pop();
        }
        if fields.len() != names.len() {
            return Err(miscounted(i, names.len(), fields.len(), separator));
        }
        row.clear();
        for at in &wanted {
            let text = fields[*at].text;
            match number(text) {
                Some(x) if x.is_finite() => row.push(x),
                _ if MISSING.iter().any(|word| text.eq_ignore_ascii_case(word)) => match choice.missing {
                    Missing::Skip => {
                        skipped += 1;
                        continue 'rows;
                    }
                    Missing::Error => {
                        let fault = Fault::at(i, format!("the column `{}` has no value here", names[*at]));
                        return Err(fault.hint("--missing skip leaves out all rows without a value"));
                    }
                },
                _ => {
                    let message = format!("`{text}` in the column `{}` is not a finite number", names[*at]);
                    return Err(Fault::at(i, message));
                }
            }
        }
        columns.iter_mut().zip(&row).for_each(|(column, x)| column.push(*x));
    }
    let response = columns.pop().unwrap_or_default();
    Ok(Data {
        response: names[y].clone(),
        predictors: x.iter().map(|i| names[*i].clone()).collect(),
        y: response,
        x: columns,
        skipped,
        certified: None,
    })
}

fn miscounted(line: usize, expected: usize, found: usize, separator: Separator) -> Fault {
    let fault = Fault::at(line, format!("expected {expected} fields, found {found}"));
    match separator {
        Separator::Is(',') if found == 2 * expected => fault
            .hint("are these decimal commas? then separate columns by ; or tabs, or put fields in quotes"),
        Separator::Is(_) => fault,
        Separator::Blanks => fault.hint("names with blanks stand in quotes"),
    }
}

/// Returns the most frequent separator of the header.
fn separator(header: &str) -> Separator {
    let count = |c: char| {
        let mut is_quoted = false;
        header
            .chars()
            .filter(|found| {
                is_quoted ^= *found == '"';
                !is_quoted && *found == c
            })
            .count()
    };
    match [',', ';', '\t'].into_iter().map(|c| (count(c), c)).max_by_key(|(count, _)| *count) {
        Some((1.., c)) => Separator::Is(c),
        _ => Separator::Blanks,
    }
}

/// Splits a line into fields.
fn split<'a>(line: &'a str, separator: Separator, fields: &mut Vec<Field<'a>>) -> Result<(), String> {
    fields.clear();
    let is_blank = |c: char| c.is_whitespace() && separator != Separator::Is(c);
    let mut rest = line.trim_matches(is_blank);
    loop {
        let quoted = rest.strip_prefix('"');
        let length = match quoted {
            Some(inside) => {
                let length = closing(inside).ok_or("a quoted field is not closed")?;
                fields.push(Field { text: inside[..length].trim(), is_quoted: true });
                length + 2
            }
            None => {
                let ends = |c: char| match separator {
                    Separator::Is(separator) => c == separator,
                    Separator::Blanks => c.is_whitespace(),
                };
                let length = rest.find(ends).unwrap_or(rest.len());
                fields.push(Field { text: rest[..length].trim(), is_quoted: false });
                length
            }
        };
        rest = rest[length..].trim_start_matches(is_blank);
        match (separator, rest.chars().next()) {
            (_, None) => return Ok(()),
            (Separator::Is(separator), Some(c)) if c == separator => {
                rest = rest[c.len_utf8()..].trim_start_matches(is_blank);
            }
            (Separator::Blanks, Some(_)) => {}
            (Separator::Is(_), Some(_)) => return Err("there is text after a quoted field".into()),
        }
    }
}

/// Returns the end of a quoted field; a doubled quote is part of the field.
fn closing(text: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + text[from..].find('"')?;
        if !text[at + 1..].starts_with('"') {
            return Some(at);
        }
        from = at + 2;
    }
}

/// Reads a number with a decimal point or a decimal comma.
fn number(text: &str) -> Option<f64> {
    match text.parse::<f64>() {
        Ok(x) => Some(x).filter(|x| !x.is_nan()),
        Err(_) if text.matches(',').count() == 1 && !text.contains('.') => {
            text.replace(',', ".").parse().ok()
        }
        Err(_) => None,
    }
}
