//! Directives: everything on a line that begins with `#`, and the groups that conditionals skip.

use super::lex::Lexer;
use super::token::*;
use super::{Preprocessor, Stop};

/// One `#if` that is still open.
pub(super) struct Conditional {
    /// The word after `#`, for messages.
    opened_by: Token,
    /// A group of it has been active, so no other will be.
    taken: bool,
    else_seen: bool,
}

impl Preprocessor<'_> {
    pub(super) fn lexer(&mut self) -> Option<&mut Lexer> {
        self.opened.last_mut().map(|opened| &mut opened.lexer)
    }

    fn next_raw(&mut self) -> Token {
        match self.opened.last_mut() {
            Some(opened) => opened.lexer.next(&mut self.names),
            None => self.end_token(),
        }
    }

    /// The tokens up to the end of the line, not expanded.
    pub(super) fn rest_of_line(&mut self) -> Vec<Token> {
        let mut line = Vec::new();
        loop {
            let token = self.next_raw();
            if token.ends_line() {
                return line;
            }
            line.push(token);
        }
    }

    /// The next token of the files being read, directives obeyed.
    pub(super) fn next_from_file(&mut self) -> Result<Token, Stop> {
        loop {
            let Some(opened) = self.opened.last_mut() else { return Ok(self.end_token()) };
            let at_line_start = opened.lexer.at_line_start;
            let mut token = opened.lexer.next(&mut self.names);
            match token.kind {
                TokenKind::Newline => {}
                TokenKind::End => self.close_file(),
                _ if at_line_start && token.is_hash() => self.directive()?,
                _ => {
                    token.space_before |= at_line_start;
                    return Ok(token);
                }
            }
        }
    }

    /// Takes `(` if it is the file's next token, on this line or a later one; otherwise changes nothing.
    pub(super) fn file_goes_on_with_open(&mut self) -> bool {
        let Some(opened) = self.opened.last_mut() else { return false };
        let mut ahead = opened.lexer.clone();
        loop {
            let token = ahead.next(&mut self.names);
            if token.kind != TokenKind::Newline {
                let found = token.is(OPEN);
                if found {
                    opened.lexer = ahead;
                }
                return found;
            }
        }
    }

    fn close_file(&mut self) {
        let Some(closed) = self.opened.pop() else { return };
        if let Some(place) = closed.lexer.unterminated_comment {
            let token = Token { place, text: EMPTY, ..self.end_token() };
            self.error(&token, "the comment that begins here has no end");
        }
        for conditional in closed.conditionals {
            let text = self.names.text(conditional.opened_by.text).to_string();
            self.error(&conditional.opened_by, format!("'#{text}' without '#endif'"));
        }
    }

    fn directive(&mut self) -> Result<(), Stop> {
        let word = self.next_raw();
        if word.ends_line() {
            return Ok(());
        }
        if word.kind == TokenKind::Number {
            let line = self.rest_of_line();
            self.line_marker(word, &line);
            return Ok(());
        }
        let text = self.names.text(word.text).to_string();
        match text.as_str() {
            "define" => {
                let line = self.rest_of_line();
                self.define(word, &line);
            }
            "undef" => {
                let line = self.rest_of_line();
                match line.first() {
                    Some(name) if name.is_identifier() => {
                        self.macros.remove(&name.text);
                    }
                    _ => self.error(&word, "'#undef' needs the name of a macro"),
                }
            }
            "include" | "import" => self.include(word, false)?,
            "include_next" => self.include(word, true)?,
            "if" | "ifdef" | "ifndef" => {
                let active = self.evaluate(word, &text)?;
                if let Some(opened) = self.opened.last_mut() {
                    let conditional = Conditional { opened_by: word, taken: active, else_seen: false };
                    opened.conditionals.push(conditional);
                }
                if !active {
                    self.skip_group()?;
                }
            }
            "elif" | "elifdef" | "elifndef" | "else" => {
                if !self.alternative(word, &text)? {
                    self.skip_group()?;
                }
            }
            "endif" => self.end_conditional(word),
            "error" | "warning" => {
                let line = self.rest_of_line();
                let message = self.spell(&line);
                let message = if message.is_empty() { format!("#{text}") } else { message };
                match text.as_str() {
                    "error" => self.error(&word, format!("#error: {message}")),
                    _ => self.warning(&word, format!("#warning: {message}")),
                }
            }
            "line" => {
                let line = self.rest_of_line();
                let line = self.expand_list(&line, super::expand::FeedKind::List)?;
                match line.split_first() {
                    Some((number, rest)) if number.kind == TokenKind::Number => {
                        self.line_marker(*number, rest);
                    }
                    _ => self.error(&word, "'#line' needs a line number"),
                }
            }
            "pragma" => {
                let line = self.rest_of_line();
                self.pragma(word, &line);
            }
            "ident" | "sccs" | "assert" | "unassert" => {
                self.rest_of_line();
            }
            "embed" => {
                self.error(
                    &word,
                    "unsupported: the directive '#embed'; write the bytes into the initialiser",
                );
                self.rest_of_line();
            }
            _ => {
                self.error(&word, format!("unknown directive '#{text}'"));
                self.rest_of_line();
            }
        }
        Ok(())
    }

    /// Whether the group after `#if`, `#elifdef` and the like is active; takes the rest of the line.
    fn evaluate(&mut self, word: Token, text: &str) -> Result<bool, Stop> {
        let line = self.rest_of_line();
        if text == "if" || text == "elif" {
            return self.condition(word, &line);
        }
        match line.first() {
            Some(name) if name.is_identifier() => {
                Ok(self.is_defined(name.text) == matches!(text, "ifdef" | "elifdef"))
            }
            _ => {
                self.error(&word, format!("'#{text}' needs the name of a macro"));
                Ok(false)
            }
        }
    }

    /// `#else`, `#elif`, …: whether the group that begins is active.
    fn alternative(&mut self, word: Token, text: &str) -> Result<bool, Stop> {
        let state = self.opened.last().and_then(|o| o.conditionals.last()).map(|c| (c.taken, c.else_seen));
        let Some((taken, else_seen)) = state else {
            self.error(&word, format!("'#{text}' without '#if'"));
            self.rest_of_line();
            return Ok(true);
        };
        if else_seen {
            self.error(&word, format!("'#{text}' after '#else'"));
        }
        let active = if taken || text == "else" {
            self.rest_of_line();
            !taken
        } else {
            self.evaluate(word, text)?
        };
        if let Some(conditional) = self.opened.last_mut().and_then(|o| o.conditionals.last_mut()) {
            conditional.taken |= active;
            conditional.else_seen |= text == "else";
        }
        Ok(active)
    }

    fn end_conditional(&mut self, word: Token) {
        self.rest_of_line();
        if self.opened.last_mut().and_then(|opened| opened.conditionals.pop()).is_none() {
            self.error(&word, "'#endif' without '#if'");
        }
    }

    /// Skips lines until a group of the innermost conditional is active, or the conditional ends.
    fn skip_group(&mut self) -> Result<(), Stop> {
        let mut nested = 0;
        loop {
            let at_line_start = self.lexer().is_some_and(|lexer| lexer.at_line_start);
            let token = self.next_raw();
            if token.kind == TokenKind::End {
                return Ok(());
            }
            if !at_line_start || !token.is_hash() {
                continue;
            }
            let word = self.next_raw();
            let text = self.names.text(word.text).to_string();
            match text.as_str() {
                "if" | "ifdef" | "ifndef" => nested += 1,
                "endif" if nested > 0 => nested -= 1,
                "endif" => {
                    self.end_conditional(word);
                    return Ok(());
                }
                "elif" | "elifdef" | "elifndef" | "else" if nested == 0 => {
                    let active = self.alternative(word, &text)?;
                    if active {
                        return Ok(());
                    }
                }
                _ => {}
            }
        }
    }

    /// `#line 12 "file.c"` and `# 12 "file.c" 1 3 4`: where the next line comes from.
    fn line_marker(&mut self, number: Token, rest: &[Token]) {
        let Ok(line) = self.names.text(number.text).parse::<u32>() else {
            self.error(&number, "a line number has decimal digits only");
            return;
        };
        let name = rest.first().filter(|t| t.kind == TokenKind::String).map(|t| self.names.text(t.text));
        let name = name.map(unescaped);
        let system = rest.iter().skip(1).any(|flag| self.names.text(flag.text) == "3");
        let file = name.map(|name| self.named_by_marker(&name, system));
        if let Some(lexer) = self.lexer() {
            lexer.presume(line, file);
        }
    }

    fn pragma(&mut self, word: Token, line: &[Token]) {
        let Some(first) = line.first() else { return };
        match self.names.text(first.text) {
            "once" => {
                if let Some(opened) = self.opened.last() {
                    self.once.insert(opened.identity.clone());
                }
            }
            "omp" => self.warning(&word, "OpenMP is not supported: the pragma is ignored"),
            // The layout of records depends on it: the front end gets it in the one form that is no directive.
            "pack" => {
                let text = format!("_Pragma(\"{}\")", self.spell(line).replace('"', ""));
                let text = self.names.intern(&text);
                self.output.write(&Token { text, kind: TokenKind::Identifier, ..word }, &self.names);
            }
            _ => {}
        }
    }

    /// The tokens as text, for messages.
    fn spell(&self, tokens: &[Token]) -> String {
        let mut text = String::new();
        for (index, token) in tokens.iter().enumerate() {
            if index > 0 && token.space_before {
                text.push(' ');
            }
            text.push_str(self.names.text(token.text));
        }
        text
    }
}

/// The name in a string literal of a line marker.
fn unescaped(literal: &str) -> String {
    let mut characters = literal.trim_matches('"').chars();
    let mut name = String::new();
    while let Some(character) = characters.next() {
        match character {
            '\\' => name.extend(characters.next()),
            plain => name.push(plain),
        }
    }
    name
}
