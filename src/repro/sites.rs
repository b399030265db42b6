//! Declarations in the user's text, at which the runtime is told where a variable is and what it begins with.
//!
//! A copy of the text gets, behind the declarator, a pointer that is declared along with the variable:
//! `int x, *bmc_place_3 = bmc_declared(3, &x, sizeof x, 1)`. That works for every type and wherever a declaration
//! may stand, also in the head of a `for`; a `cleanup` function says when the variable's life is over. Behind the
//! declaration of a `static` variable of a function stands a call; the pointer for a parameter is declared where the body
//! of the function begins. What a macro has written cannot be extended like this and is left alone.
//!
//! gcc says nothing of the memory that a structure is read from which a call takes, or written to which it returns. Where
//! the schedule has such an access, the expression goes through a variable of its own:
//! `({ __auto_type bmc_value = (shared); bmc_value; })`, since it does announce what an assignment does.

use crate::ir::{Program, Property, PropertyKind};
use crate::source::{FileId, Span};

/// One of the user's texts with what is to be inserted.
pub struct Edited<'t> {
    program: &'t Program,
    /// The file whose text this is.
    file: Option<FileId>,
    source: Text<'t>,
    insertions: Vec<(usize, String)>,
    /// Where `register` stands before a variable whose address is needed.
    registers: Vec<usize>,
}

const REGISTER: &str = "register";

impl<'t> Edited<'t> {
    pub fn new(text: &'t str, program: &'t Program, file: Option<FileId>) -> Edited<'t> {
        let source = Text { text, blank: blank(text) };
        Edited { program, file, source, insertions: Vec::new(), registers: Vec::new() }
    }

    /// Tells the runtime where the variable is whose declarator the span is. `false` if that cannot be.
    pub fn declare(&mut self, span: Span, number: usize) -> bool {
        let Some((name, at)) = self.name_at(span) else { return false };
        if self.source.is_output_of_assembly(at) {
            let Some(end) = self.source.find_at_depth(at, |byte| byte == b';') else { return false };
            let text = format!(" bmc_declared({number}, &{name}, sizeof {name}, 1);");
            self.insertions.push((end + 1, text));
            return true;
        }
        if name.ends_with("alloca") {
            let Some(end) = self.source.find_at_depth(at, |byte| byte == b')') else { return false };
            self.insertions.push((at, format!("bmc_declared({number}, ")));
            self.insertions.push((end + 1, ", ~0ul, 1)".to_string()));
            return true;
        }
        if self.source.is_parameter(at) {
            let Some(body) = self.source.body_behind(at) else { return false };
            self.registers.extend(self.source.register_before(at));
            let text = format!(
                " void *bmc_place_{number} __attribute__((cleanup(bmc_gone))) = bmc_declared({number}, &{name}, sizeof {name}, 0);"
            );
            self.insertions.push((body, text));
            return true;
        }
        if !self.source.can_be_declared(at) {
            return false;
        }
        self.registers.extend(self.source.register_before(at));
        let Some(end) = self.source.end_of_declarator(at) else { return false };
        let is_filled = !self.source.blank[at..end].contains(&b'=');
        let text = format!(
            ", *bmc_place_{number} __attribute__((cleanup(bmc_gone))) = bmc_declared({number}, &{name}, sizeof {name}, {})",
            u8::from(is_filled)
        );
        self.insertions.push((end, text));
        true
    }

    /// The same for a `static` variable of a function, which has this number among the objects.
    pub fn tell_static(&mut self, span: Span, object: usize) -> bool {
        let Some((name, at)) = self.name_at(span) else { return false };
        let Some(end) = self.source.find_at_depth(at, |byte| byte == b';') else { return false };
        self.insertions.push((end + 1, format!(" bmc_is_at({object}, &{name});")));
        true
    }

    /// Tells the runtime behind an expression that it has been evaluated, if gcc may not notice that it is wrong:
    /// arithmetic that gcc does not check, and an argument that is missing. A call with another type than the function's
    /// is marked before it begins.
    pub fn mark_violation(&mut self, property: &Property, is_misfit: bool) {
        let Some(from) = self.offsets(property.span.start).first().copied() else { return };
        if is_misfit {
            if let Some(end) = self.end_of_expression(property.span, from) {
                self.insertions.push((from, "(bmc_follows(), ".to_string()));
                self.insertions.push((end, ")".to_string()));
            }
            return;
        }
        let is_argument = self.source.text[from..].starts_with("va_arg");
        let end = match property.kind {
            PropertyKind::Pointer if is_argument => {
                self.source.find_at_depth(from, |byte| byte == b')').map(|at| at + 1)
            }
            PropertyKind::Overflow => self.end_of_expression(property.span, from),
            _ => None,
        };
        if let Some(end) = end {
            self.insertions.push((from, "({ __auto_type bmc_value = (".to_string()));
            self.insertions.push((end, "); bmc_follows(); bmc_value; })".to_string()));
        }
    }

    /// Makes the function an atomic section whose definition the span is.
    pub fn make_section(&mut self, span: Span) {
        let Some((_, at)) = self.name_at(span) else { return };
        let parameters = self.source.blank[at..].iter().position(|byte| *byte == b'(');
        let body = parameters.and_then(|parameters| self.source.body_behind(at + parameters + 1));
        let text = " int bmc_section __attribute__((cleanup(bmc_end_section))) = bmc_begin_section();";
        self.insertions.extend(body.map(|body| (body, text.to_string())));
    }

    /// Lets the value of an expression go through a variable: gcc announces accesses of assignments, but not those of
    /// calls.
    pub fn copy_value(&mut self, span: Span) {
        let found = self.offsets(span.start).into_iter().find_map(|from| {
            let end = self.offsets(span.end.checked_sub(1)?).into_iter().find(|end| *end >= from)? + 1;
            let is_plain = self.source.text.get(from..end)? == self.program.sources.text(span);
            if is_plain { Some((from, end)) } else { Some((from, self.end_of_expression(span, from)?)) }
        });
        if let Some((from, end)) = found {
            self.insertions.push((from, "({ __auto_type bmc_value = (".to_string()));
            self.insertions.push((end, "); bmc_value; })".to_string()));
        }
    }

    /// Where the expression ends, if what stands here is what the preprocessor has left of it, but for macros inside.
    fn end_of_expression(&self, span: Span, from: usize) -> Option<usize> {
        let end = self.offsets(span.end.checked_sub(1)?).first()? + 1;
        let (here, there) = (self.source.text.get(from..end)?, self.program.sources.text(span));
        let mut depth = 0;
        for byte in &self.source.blank[from..end] {
            match byte {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                b';' | b'{' | b'}' => return None,
                _ => {}
            }
            if depth < 0 {
                return None;
            }
        }
        // A name alone may be that of a variable whose initialiser is converted.
        let is_expression = here.contains(|c| "+-*/%<>=(".contains(c));
        let is_it = depth == 0 && is_expression && here.chars().next_back() == there.chars().next_back();
        is_it.then_some(end)
    }

    /// Where the text of an offset of the preprocessed text can stand: a file may have several lines with the same
    /// number, by what another preprocessor has left.
    fn offsets(&self, at: u32) -> Vec<usize> {
        let (file, line, column) = self.program.sources.position(Span { start: at, end: at });
        let wanted = &self.program.sources.file(file).name;
        let mut found = Vec::new();
        let mut named: Option<&str> = None;
        let (mut start, mut number) = (0, 1);
        for text in self.source.text.split_inclusive('\n') {
            if let Some((next, name)) = line_marker(text) {
                (named, number) = (name.or(named), next);
            } else {
                let is_file = named.map_or(Some(file) == self.file, |named| *named == **wanted);
                if number == line && is_file && column as usize <= text.len() && column > 0 {
                    found.push(start + column as usize - 1);
                }
                number += 1;
            }
            start += text.len();
        }
        found.retain(|at| self.source.text.is_char_boundary(*at));
        found
    }

    /// What the declarations need to be declared before, on a line that does not count.
    pub fn finish(mut self, prologue: &str) -> String {
        let mut text = self.source.text.to_string();
        for at in self.registers {
            text.replace_range(at..at + REGISTER.len(), "auto    ");
        }
        self.insertions.sort_by_key(|(at, _)| *at);
        for (at, insertion) in self.insertions.iter().rev() {
            text.insert_str(*at, insertion);
        }
        if self.insertions.is_empty() && prologue.is_empty() {
            return text;
        }
        format!(
            "void *bmc_declared(int, const volatile void *, unsigned long, int); void bmc_gone(void *); \
             void bmc_follows(void); int bmc_begin_section(void); void bmc_end_section(int *); \
             void bmc_is_at(int, const volatile void *);{prologue}\n# 1\n{text}"
        )
    }

    /// The name in the span, and where the text has it; `None` if a macro wrote it.
    fn name_at(&self, span: Span) -> Option<(String, usize)> {
        let is_part = |c: char| c == '_' || c == '$' || c.is_ascii_alphanumeric();
        let declarator = self.program.sources.text(span);
        let declarator = &declarator[declarator.find(is_part)?..];
        let name = &declarator[..declarator.find(|c| !is_part(c)).unwrap_or(declarator.len())];
        self.offsets(span.start).into_iter().find_map(|from| {
            let Text { text, blank } = &self.source;
            let first = blank[from..].iter().position(|byte| is_part(*byte as char))? + from;
            let after = blank.get(first + name.len()).copied().unwrap_or(b' ');
            let is_here = text.get(first..first + name.len()) == Some(name) && !is_part(after as char);
            is_here.then(|| (name.to_string(), first))
        })
    }
}

/// A text, and what its brackets and commas say.
struct Text<'t> {
    text: &'t str,
    /// The same text with spaces for comments, literals and preprocessor lines.
    blank: Vec<u8>,
}

impl Text<'_> {
    /// Whether the name stands as in `"=r"(name)`.
    fn is_output_of_assembly(&self, at: usize) -> bool {
        let before = self.text[..at].trim_end().strip_suffix('(');
        before.is_some_and(|before| before.trim_end().ends_with('"'))
    }

    /// Whether what stands before the name can belong to a declaration.
    fn can_be_declared(&self, at: usize) -> bool {
        let before = self.blank[..at].trim_ascii_end().last().copied().unwrap_or(b';');
        before.is_ascii_alphanumeric() || b"_,*()}".contains(&before)
    }

    fn register_before(&self, at: usize) -> Option<usize> {
        let start = self.blank[..at].iter().rposition(|byte| b";{}(".contains(byte)).map_or(0, |at| at + 1);
        let found = self.text[start..at].find(REGISTER)? + start;
        (self.blank[found] != b' ').then_some(found)
    }

    /// Whether the name stands in the parentheses of a function's declarator.
    fn is_parameter(&self, at: usize) -> bool {
        let mut depth = 0;
        for index in (0..at).rev() {
            match self.blank[index] {
                b')' | b']' => depth += 1,
                b'[' => depth -= 1,
                b'(' if depth > 0 => depth -= 1,
                b'(' => {
                    let inside = self.blank[index + 1..].trim_ascii_start();
                    let is_declarator = inside.starts_with(b"*") || inside.len() == self.blank[at..].len();
                    let before = self.blank[..index].trim_ascii_end();
                    if before.ends_with(b"for") {
                        return false;
                    }
                    if !is_declarator {
                        return true;
                    }
                }
                b';' | b'{' | b'}' if depth == 0 => return false,
                _ => {}
            }
        }
        false
    }

    /// Where the body begins of the function that has this parameter.
    fn body_behind(&self, at: usize) -> Option<usize> {
        let mut depth = 0i32;
        for (index, byte) in self.blank.iter().enumerate().skip(at) {
            match byte {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                b'{' if depth < 0 => return Some(index + 1),
                b'{' | b'}' | b';' => return None,
                _ if depth < 0 && !byte.is_ascii_whitespace() => return None,
                _ => {}
            }
        }
        None
    }

    fn end_of_declarator(&self, at: usize) -> Option<usize> {
        self.find_at_depth(at, |byte| byte == b',' || byte == b';')
    }

    /// The first such byte outside of brackets that open behind the place.
    fn find_at_depth(&self, at: usize, wanted: impl Fn(u8) -> bool) -> Option<usize> {
        let mut depth = 0i32;
        for (index, byte) in self.blank.iter().enumerate().skip(at) {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                // The parenthesis of `(*name)` opened before.
                b')' => depth = (depth - 1).max(0),
                b']' | b'}' => depth -= 1,
                _ => {}
            }
            if depth == 0 && wanted(*byte) {
                return Some(index);
            }
            if depth < 0 {
                return None;
            }
        }
        None
    }
}

/// The number of the next line and the file it is from: `# 7 "file.c"` or `#line 7`.
fn line_marker(line: &str) -> Option<(u32, Option<&str>)> {
    let rest = line.trim().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = rest[..digits].parse().ok()?;
    let name = rest[digits..].trim_start().strip_prefix('"').and_then(|name| name.split('"').next());
    Some((number, name))
}

/// Spaces for comments, literals and preprocessor lines; every byte stays where it is.
fn blank(text: &str) -> Vec<u8> {
    let mut blank = text.as_bytes().to_vec();
    let mut index = 0;
    let mut begins_line = true;
    while index < blank.len() {
        let rest = &text.as_bytes()[index..];
        let length = match rest[0] {
            b'/' if rest.starts_with(b"//") => rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len()),
            b'/' if rest.starts_with(b"/*") => {
                rest[2..].windows(2).position(|w| w == b"*/").map_or(rest.len(), |at| at + 4)
            }
            quote @ (b'"' | b'\'') => literal_length(rest, quote),
            b'#' if begins_line => directive_length(rest),
            _ => 0,
        };
        if length == 0 {
            begins_line = rest[0] == b'\n' || (begins_line && rest[0].is_ascii_whitespace());
            index += 1;
            continue;
        }
        for byte in &mut blank[index..index + length] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        index += length;
    }
    blank
}

fn literal_length(text: &[u8], quote: u8) -> usize {
    let mut index = 1;
    while index < text.len() && text[index] != quote && text[index] != b'\n' {
        index += if text[index] == b'\\' { 2 } else { 1 };
    }
    (index + 1).min(text.len())
}

fn directive_length(text: &[u8]) -> usize {
    let mut before = b' ';
    for (index, byte) in text.iter().enumerate() {
        if *byte == b'\n' && before != b'\\' {
            return index;
        }
        before = *byte;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_literals_and_directives_are_blanked_in_place() {
        let text = "a /* ; */ b // c\n#define x \\\n y\n'\\'' \"s;\" d";
        let blanked = String::from_utf8(blank(text)).unwrap();
        assert_eq!(blanked.len(), text.len());
        assert_eq!(blanked.split_whitespace().collect::<Vec<_>>(), ["a", "b", "d"]);
    }

    #[test]
    fn a_parameter_is_told_where_the_body_of_its_function_begins() {
        let text = "int f(int a[2], struct s b)\n{ g(c, d); } int h(int e); M(int, k, 1) x";
        let edited = Text { text, blank: blank(text) };
        let body = |name: &str| edited.body_behind(edited.text.find(name).unwrap());
        assert_eq!((body("a[2"), body("b)")), (text.find(" g("), text.find(" g(")));
        assert_eq!((body("c,"), body("e)"), body("k,")), (None, None, None));
    }

    #[test]
    fn a_declarator_ends_at_its_comma_or_semicolon() {
        let text = "int a[f(1, 2)] = { 3, 4 }, (*b)(int, int); for (int i, j; i;) g(int k, l);";
        let edited = Text { text, blank: blank(text) };
        let end = |name: &str| {
            let at = edited.text.find(name).unwrap();
            (edited.is_parameter(at), edited.end_of_declarator(at).map(|end| &edited.text[end..end + 2]))
        };
        assert_eq!(end("a["), (false, Some(", ")));
        assert_eq!(end("b)"), (false, Some("; ")));
        assert_eq!(end("i,"), (false, Some(", ")));
        assert_eq!(end("j;"), (false, Some("; ")));
        assert!(edited.is_parameter(edited.text.find("k,").unwrap()));
    }
}
