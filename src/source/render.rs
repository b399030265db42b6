//! Diagnostics as text: where, the line, what is underlined, what to do.
//!
//! Our own, because a span is a range of preprocessed text while the line to show is the user's: only the
//! start of the span is known there, and the underline reaches to the end of the token that starts at it.

use super::{Diagnostic, Severity, SourceMap, Span};

const RED: &str = "\x1b[1;31m";
const YELLOW: &str = "\x1b[1;33m";
const BLUE: &str = "\x1b[1;34m";
const CYAN: &str = "\x1b[1;36m";
const BOLD: &str = "\x1b[1m";

const TAB: usize = 4;
const WIDEST_LINE: usize = 160;

pub fn render(diagnostics: &[Diagnostic], sources: &SourceMap, color: bool) -> String {
    let mut result = String::new();
    for diagnostic in diagnostics {
        let (word, hue) = match diagnostic.severity {
            Severity::Error => ("error", RED),
            Severity::Warning => ("warning", YELLOW),
        };
        let painter = Painter { color };
        result.push_str(&painter.paint(hue, word));
        result.push_str(&painter.paint(BOLD, &format!(": {}", diagnostic.message)));
        result.push('\n');
        let margin = match diagnostic.span {
            Some(span) => snippet(&mut result, sources, span, hue, painter),
            None => 1,
        };
        if let Some(help) = &diagnostic.help {
            let pad = " ".repeat(margin);
            result.push_str(&format!(
                "{pad}{} {}: {help}\n",
                painter.paint(BLUE, "="),
                painter.paint(CYAN, "help")
            ));
        }
        result.push('\n');
    }
    result
}

#[derive(Clone, Copy)]
struct Painter {
    color: bool,
}

impl Painter {
    fn paint(self, hue: &str, text: &str) -> String {
        if self.color { format!("{hue}{text}\x1b[0m") } else { text.to_string() }
    }
}

/// Writes the place and the underlined line; returns the width of the margin.
fn snippet(result: &mut String, sources: &SourceMap, span: Span, hue: &str, painter: Painter) -> usize {
    let location = sources.locate(span);
    let line = sources.line_text(span);
    let start = floor_boundary(line, location.column as usize - 1);
    let end = start + token_length(&line[start..]).max(common_length(sources.text(span), &line[start..]));
    let number = location.line.to_string();
    let margin = number.len() + 1;
    let pad = " ".repeat(margin);
    let bar = painter.paint(BLUE, "|");
    let shown_column = line[..start].chars().count() + 1;
    result.push_str(&format!(
        "{}{} {}:{}:{shown_column}\n",
        " ".repeat(margin - 1),
        painter.paint(BLUE, "-->"),
        location.file,
        location.line
    ));
    if line.trim().is_empty() {
        return margin;
    }
    // A very long line is cut so that the place stays visible.
    let first =
        if width(&line[..end]) > WIDEST_LINE { floor_boundary(line, start.saturating_sub(40)) } else { 0 };
    let shown: String = expand(&line[first..]).chars().take(WIDEST_LINE).collect();
    let before = width(&line[first..start]);
    let carets = width(&line[start..end]).max(1).min(WIDEST_LINE.saturating_sub(before).max(1));
    result.push_str(&format!("{pad}{bar}\n"));
    result.push_str(&format!("{} {bar} {}\n", painter.paint(BLUE, &number), shown.trim_end()));
    result.push_str(&format!(
        "{pad}{bar} {}{}\n",
        " ".repeat(before),
        painter.paint(hue, &"^".repeat(carets))
    ));
    margin
}

/// Bytes of the identifier, number, string or single character at the start of `text`.
fn token_length(text: &str) -> usize {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    match text.chars().next() {
        None => 0,
        Some(quote @ ('"' | '\'')) => {
            let mut escaped = false;
            for (at, character) in text.char_indices().skip(1) {
                if character == quote && !escaped {
                    return at + 1;
                }
                escaped = character == '\\' && !escaped;
            }
            text.len()
        }
        Some(first) if word(first) => text.find(|c| !word(c)).unwrap_or(text.len()),
        Some(first) => first.len_utf8(),
    }
}

/// How far the spanned text and the user's line agree: all of it if no macro is involved.
fn common_length(spanned: &str, line: &str) -> usize {
    let same = spanned.char_indices().zip(line.chars()).take_while(|((_, a), b)| a == b);
    let length = same.last().map_or(0, |((at, character), _)| at + character.len_utf8());
    line[..length].trim_end().len()
}

fn floor_boundary(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&index| text.is_char_boundary(index)).unwrap_or(0)
}

fn expand(text: &str) -> String {
    text.replace('\t', &" ".repeat(TAB)).chars().filter(|c| !c.is_control()).collect()
}

fn width(text: &str) -> usize {
    expand(text).chars().count()
}
