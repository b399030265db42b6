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
const WIDEST_HELP: usize = 100;

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
            let lead = format!("{pad}{} {}: ", painter.paint(BLUE, "="), painter.paint(CYAN, "help"));
            let indentation = margin + "= help: ".len();
            result.push_str(&lead);
            result.push_str(&wrapped(help, WIDEST_HELP.saturating_sub(indentation), indentation));
            result.push('\n');
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

/// The words of `text` in lines of at most `width` columns, all but the first indented.
fn wrapped(text: &str, width: usize, indentation: usize) -> String {
    let mut result = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            result.push('\n');
            result.push_str(&" ".repeat(indentation));
            column = 0;
        } else if column > 0 {
            result.push(' ');
            column += 1;
        }
        result.push_str(word);
        column += length;
    }
    result
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

#[cfg(test)]
mod tests {
    use super::render;
    use crate::source::{Diagnostic, Mark, SourceFile, SourceMap, Span};

    /// A file `a.c` of which the unit is a copy.
    fn copied(text: &str) -> SourceMap {
        let mut sources = SourceMap::default();
        let file =
            sources.add_file(SourceFile { name: "a.c".into(), text: Some(text.into()), embedded: false });
        sources.add_unit(text.to_string(), vec![Mark { offset: 0, file, line: 1, column: 1 }]);
        sources
    }

    fn span(text: &str, part: &str) -> Span {
        let start = text.find(part).expect("a part of the text") as u32;
        Span { start, end: start + part.len() as u32 }
    }

    #[test]
    fn the_spanned_text_is_underlined() {
        let text = "int x;\n\treturn y + 1;\n";
        let diagnostic =
            Diagnostic::error(span(text, "y + 1"), "no such variable 'y'").with_help("declare it");
        let expected = "error: no such variable 'y'\n \
             --> a.c:2:9\n  \
             |\n\
             2 |     return y + 1;\n  \
             |            ^^^^^\n  \
             = help: declare it\n\n";
        assert_eq!(render(&[diagnostic], &copied(text), false), expected);
    }

    #[test]
    fn text_out_of_a_macro_underlines_the_use() {
        let mut sources = SourceMap::default();
        let line = "    a = MAX(b, c);";
        let file =
            sources.add_file(SourceFile { name: "m.c".into(), text: Some(line.into()), embedded: false });
        let marks = vec![Mark { offset: 0, file, line: 1, column: 9 }];
        sources.add_unit("((b) > (c) ? (b) : (c))".to_string(), marks);
        let shown = render(&[Diagnostic::warning(Span { start: 0, end: 23 }, "hm")], &sources, false);
        assert!(shown.contains("1 |     a = MAX(b, c);\n  |         ^^^\n"), "{shown}");
    }

    #[test]
    fn a_message_without_a_place_is_one_line() {
        let shown = render(&[Diagnostic::error_without_place("no input")], &SourceMap::default(), false);
        assert_eq!(shown, "error: no input\n\n");
    }

    #[test]
    fn columns_count_characters_and_long_lines_are_cut() {
        let text = format!("\"éé\"; x; {}\n", "y".repeat(1000));
        let sources = copied(&text);
        let shown = render(&[Diagnostic::error(span(&text, "x"), "here")], &sources, false);
        assert!(shown.contains("a.c:1:7\n"), "{shown}");
        let shown = render(&[Diagnostic::error(span(&text, &"y".repeat(1000)), "here")], &sources, false);
        assert!(shown.lines().all(|line| line.chars().count() < 180), "{shown}");
        assert!(shown.contains("^^^"), "{shown}");
    }

    #[test]
    fn colour_is_only_used_when_asked_for() {
        let sources = copied("x\n");
        let diagnostic = [Diagnostic::error(Span { start: 0, end: 1 }, "m")];
        assert!(render(&diagnostic, &sources, true).contains("\x1b[1;31m"));
        assert!(!render(&diagnostic, &sources, false).contains('\x1b'));
    }
}
