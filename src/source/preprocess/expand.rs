//! Phase 4's heart: macro expansion, by hide sets.
//!
//! Every token knows the macros it came out of and is not expanded by them again (Prosser's algorithm, which
//! the standard's wording was made from). Tokens to be scanned again wait on a stack, so expansion does not
//! recurse; only an argument is expanded by itself, to a bounded depth. What macros produce is counted, so
//! that a macro bomb ends in a diagnostic.

use std::rc::Rc;

use super::hide::{HideSet, MOST_NESTED};
use super::macros::{Macro, Parameters};
use super::token::*;
use super::{Preprocessor, Stop};

/// Uses of macros inside arguments of macros inside arguments …
const DEEPEST_ARGUMENT: usize = 200;
/// Tokens that macros may produce in one translation unit.
const MOST_PRODUCED: usize = 4_000_000;

/// Bytes of tokens that `#` and `##` may make in one translation unit: each use can double what it is given.
const MOST_MADE_BYTES: usize = 64 << 20;

/// Where expansion takes its tokens from.
pub(super) struct Feed {
    /// To be scanned next, last first.
    pub waiting: Vec<Token>,
    pub kind: FeedKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FeedKind {
    /// After the waiting tokens, the file goes on.
    File,
    /// Nothing else: an argument, or the line of a directive.
    List,
    /// The line of an `#if`: `defined` and its like are answered.
    Condition,
}

impl Feed {
    pub fn file() -> Feed {
        Feed { waiting: Vec::new(), kind: FeedKind::File }
    }
    fn list(tokens: &[Token], kind: FeedKind) -> Feed {
        Feed { waiting: tokens.iter().rev().copied().collect(), kind }
    }
}

struct Arguments {
    raw: Vec<Vec<Token>>,
    /// Filled when first needed.
    expanded: Vec<Option<Rc<[Token]>>>,
    close_hidden_from: HideSet,
    /// There is no variable argument, not even an empty one.
    variable_omitted: bool,
}

impl Preprocessor<'_> {
    /// The next token that no macro expands any further.
    pub(super) fn next_expanded(&mut self, feed: &mut Feed) -> Result<Token, Stop> {
        loop {
            let token = self.take(feed)?;
            if !token.is_identifier() {
                return Ok(token);
            }
            if feed.kind == FeedKind::Condition
                && let Some(answer) = self.answer_condition_operator(token, feed)?
            {
                return Ok(answer);
            }
            if !self.try_expand(token, feed)? {
                return Ok(token);
            }
        }
    }

    /// Expands a whole list by itself.
    pub(super) fn expand_list(&mut self, tokens: &[Token], kind: FeedKind) -> Result<Vec<Token>, Stop> {
        let mut feed = Feed::list(tokens, kind);
        let mut result = Vec::new();
        loop {
            let token = self.next_expanded(&mut feed)?;
            if token.kind == TokenKind::End {
                return Ok(result);
            }
            result.push(token);
        }
    }

    /// The next token, not expanded.
    pub(super) fn take(&mut self, feed: &mut Feed) -> Result<Token, Stop> {
        match feed.waiting.pop() {
            Some(token) => Ok(token),
            None if feed.kind == FeedKind::File => self.next_from_file(),
            None => Ok(self.end_token()),
        }
    }

    /// Replaces `name` by its expansion on top of `feed`; false if it stays as it is.
    fn try_expand(&mut self, name: Token, feed: &mut Feed) -> Result<bool, Stop> {
        if self.hides.contains(name.hidden_from, name.text) {
            return Ok(false);
        }
        if let Some(token) = self.dynamic_macro(&name) {
            feed.waiting.push(token);
            return Ok(true);
        }
        let Some(definition) = self.macros.get(&name.text).cloned() else { return Ok(false) };
        let (mut result, hidden_from) = match &definition.parameters {
            None => {
                let hidden_from = self.hides.with(name.hidden_from, name.text);
                (self.substitute(&name, &definition, &definition.body, None)?, hidden_from)
            }
            Some(parameters) => {
                if !self.opens_arguments(feed) {
                    return Ok(false);
                }
                let Some(mut arguments) = self.collect_arguments(&name, parameters, feed)? else {
                    return Ok(true);
                };
                let common = self.hides.intersection(name.hidden_from, arguments.close_hidden_from);
                let hidden_from = self.hides.with(common, name.text);
                let result = self.substitute(&name, &definition, &definition.body, Some(&mut arguments))?;
                (result, hidden_from)
            }
        };
        if self.hides.size(hidden_from) > MOST_NESTED {
            self.error(&name, format!("macros nest more than {MOST_NESTED} deep"));
            return Err(Stop);
        }
        result.retain(|token| token.kind != TokenKind::Placemarker);
        self.count_produced(&name, result.len() + 1)?;
        if let Some(first) = result.first_mut() {
            first.space_before = name.space_before;
        }
        for token in result.iter_mut() {
            token.hidden_from = self.hides.union(token.hidden_from, hidden_from);
        }
        feed.waiting.extend(result.into_iter().rev());
        Ok(true)
    }

    /// Stops a program that grows without end.
    fn count_produced(&mut self, at: &Token, tokens: usize) -> Result<(), Stop> {
        self.produced += tokens;
        if self.produced > MOST_PRODUCED {
            self.error(at, format!("macros produce more than {MOST_PRODUCED} tokens"));
            return Err(Stop);
        }
        if self.made_bytes > MOST_MADE_BYTES {
            self.error(at, format!("'#' and '##' make more than {MOST_MADE_BYTES} bytes"));
            return Err(Stop);
        }
        Ok(())
    }

    /// Macros whose value depends on where they are used.
    fn dynamic_macro(&mut self, name: &Token) -> Option<Token> {
        let (kind, text) = match name.text {
            LINE => (TokenKind::Number, name.place.line.to_string()),
            FILE => (TokenKind::String, quoted(&self.sources.file(name.place.file).name)),
            BASE_FILE => (TokenKind::String, quoted(&self.main_name)),
            COUNTER => {
                self.counter += 1;
                (TokenKind::Number, (self.counter - 1).to_string())
            }
            INCLUDE_LEVEL => (TokenKind::Number, self.opened.len().saturating_sub(1).to_string()),
            _ => return None,
        };
        Some(Token { kind, text: self.names.intern(&text), from_macro: true, ..*name })
    }

    /// Takes `(` if it is next; otherwise changes nothing.
    fn opens_arguments(&mut self, feed: &mut Feed) -> bool {
        match feed.waiting.last() {
            Some(token) if token.is(OPEN) => {
                feed.waiting.pop();
                true
            }
            Some(_) => false,
            None => feed.kind == FeedKind::File && self.file_goes_on_with_open(),
        }
    }

    /// The arguments up to `)`. `None` after a mistake in their number, which has been reported.
    fn collect_arguments(
        &mut self,
        name: &Token,
        parameters: &Parameters,
        feed: &mut Feed,
    ) -> Result<Option<Arguments>, Stop> {
        let most = parameters.names.len();
        let mut raw: Vec<Vec<Token>> = vec![Vec::new()];
        let mut depth = 0u32;
        let close = loop {
            let token = self.take(feed)?;
            if token.kind == TokenKind::End {
                let text = self.names.text(name.text).to_string();
                self.error(name, format!("the arguments of macro '{text}' have no closing ')'"));
                return Err(Stop);
            }
            if token.is(CLOSE) && depth == 0 {
                break token;
            }
            if token.is(OPEN) {
                depth += 1;
            } else if token.is(CLOSE) {
                depth -= 1;
            } else if token.is(COMMA) && depth == 0 && !(parameters.variadic && raw.len() == most) {
                raw.push(Vec::new());
                continue;
            }
            if let Some(argument) = raw.last_mut() {
                argument.push(token);
            }
        };
        if most == 0 && raw.len() == 1 && raw[0].is_empty() {
            raw.clear();
        }
        // `f(a)` for `#define f(x, ...)`: the variable arguments may be left out altogether.
        let omitted = parameters.variadic && raw.len() + 1 == most;
        if omitted {
            raw.push(Vec::new());
        }
        if raw.len() != most {
            let text = self.names.text(name.text).to_string();
            let found = raw.len();
            let wanted =
                if parameters.variadic { format!("at least {}", most - 1) } else { most.to_string() };
            self.error(name, format!("macro '{text}' takes {wanted} arguments, not {found}"));
            return Ok(None);
        }
        // `f()` for `#define f(...)` passes an empty argument to the standard, but none to GNU.
        let variable_omitted = omitted || (parameters.variadic && most == 1 && raw[0].is_empty());
        let expanded = vec![None; raw.len()];
        Ok(Some(Arguments { raw, expanded, close_hidden_from: close.hidden_from, variable_omitted }))
    }

    /// An argument as it stands where neither `#` nor `##` is applied to it: fully expanded by itself.
    fn expanded_argument(&mut self, arguments: &mut Arguments, index: usize) -> Result<Rc<[Token]>, Stop> {
        if let Some(known) = &arguments.expanded[index] {
            return Ok(known.clone());
        }
        self.argument_depth += 1;
        if self.argument_depth > DEEPEST_ARGUMENT {
            let place = arguments.raw[index].first().copied().unwrap_or_else(|| self.end_token());
            self.error(&place, format!("uses of macros nest more than {DEEPEST_ARGUMENT} deep"));
            return Err(Stop);
        }
        // Every level keeps its own copy of what is inside of it.
        let tokens = arguments.raw[index].len();
        self.argument_tokens += tokens;
        if self.argument_tokens > MOST_PRODUCED {
            let place = arguments.raw[index].first().copied().unwrap_or_else(|| self.end_token());
            let message =
                format!("arguments of macros inside one another have more than {MOST_PRODUCED} tokens");
            self.error_with_help(&place, message, "use fewer macros inside arguments of macros".to_string());
            return Err(Stop);
        }
        let expanded: Rc<[Token]> = self.expand_list(&arguments.raw[index], FeedKind::List)?.into();
        self.argument_tokens -= tokens;
        self.argument_depth -= 1;
        arguments.expanded[index] = Some(expanded.clone());
        Ok(expanded)
    }

    /// The body with its parameters replaced and `#` and `##` applied; may hold placemarkers.
    fn substitute(
        &mut self,
        name: &Token,
        definition: &Macro,
        body: &[Token],
        mut arguments: Option<&mut Arguments>,
    ) -> Result<Vec<Token>, Stop> {
        let mut result: Vec<Token> = Vec::with_capacity(body.len());
        let mut paste = false;
        let mut at = 0;
        while at < body.len() {
            // What the body says is reported where the macro is used; an argument where it was written.
            let mut token = Token { place: name.place, from_macro: true, ..body[at] };
            if token.is_paste() && at > 0 && at + 1 < body.len() {
                paste = true;
                at += 1;
                continue;
            }
            let mut used = 1;
            let mut operand: Vec<Token> = match arguments.as_deref_mut() {
                Some(arguments) => {
                    if token.is_hash()
                        && let Some(index) = body.get(at + 1).and_then(|next| definition.parameter(next))
                    {
                        used = 2;
                        vec![self.stringify(&arguments.raw[index], &token)]
                    } else if token.is_hash()
                        && let Some((content, length)) = optional_content(definition, &body[at + 1..])
                    {
                        used = 1 + length;
                        let mut text = self.optional(name, definition, content, arguments)?;
                        text.retain(|part| part.kind != TokenKind::Placemarker);
                        vec![self.stringify(&text, &token)]
                    } else if let Some((content, length)) = optional_content(definition, &body[at..]) {
                        used = length;
                        self.optional(name, definition, content, arguments)?
                    } else if arguments.variable_omitted
                        && token.is(COMMA)
                        && is_comma_paste(definition, &body[at..], 2)
                    {
                        // GNU drops the comma of `, ## __VA_ARGS__` if there are none.
                        at += 3;
                        paste = false;
                        continue;
                    } else if let Some(index) = definition.parameter(&token) {
                        let pasted = paste || body.get(at + 1).is_some_and(Token::is_paste);
                        // After a comma, `##` says no more than that the comma may go.
                        if paste && is_comma_paste(definition, body, at) {
                            paste = false;
                            token.space_before = false;
                        }
                        if pasted {
                            arguments.raw[index].clone()
                        } else {
                            self.expanded_argument(arguments, index)?.to_vec()
                        }
                    } else {
                        vec![token]
                    }
                }
                None => vec![token],
            };
            match operand.first_mut() {
                Some(first) => first.space_before = token.space_before,
                None => operand.push(Token { kind: TokenKind::Placemarker, text: EMPTY, ..token }),
            }
            let next_starts = result.len();
            result.extend(operand);
            if paste {
                paste = false;
                self.paste(name, &mut result, next_starts);
            }
            at += used;
        }
        Ok(result)
    }

    fn optional(
        &mut self,
        name: &Token,
        definition: &Macro,
        content: &[Token],
        arguments: &mut Arguments,
    ) -> Result<Vec<Token>, Stop> {
        let last = arguments.raw.len() - 1;
        if self.expanded_argument(arguments, last)?.is_empty() {
            return Ok(Vec::new());
        }
        self.substitute(name, definition, content, Some(arguments))
    }

    /// Joins the token before `right` with the one at it.
    fn paste(&mut self, name: &Token, result: &mut Vec<Token>, right: usize) {
        let Some(left) = right.checked_sub(1) else { return };
        let (a, b) = (result[left], result[right]);
        if b.kind == TokenKind::Placemarker {
            result.remove(right);
            return;
        }
        if a.kind == TokenKind::Placemarker {
            result.remove(left);
            result[left].space_before = a.space_before;
            return;
        }
        if self.made_bytes > MOST_MADE_BYTES {
            // Reported where the expansion is counted.
            result.remove(right);
            return;
        }
        let joined = format!("{}{}", self.names.text(a.text), self.names.text(b.text));
        self.made_bytes += joined.len();
        let Some((kind, text)) = self.lex_single(&joined) else {
            let (a, b) = (self.names.text(a.text).to_string(), self.names.text(b.text).to_string());
            self.error(name, format!("'##' joins '{a}' and '{b}' to something that is no token"));
            return;
        };
        let hidden_from = self.hides.intersection(a.hidden_from, b.hidden_from);
        result[left] = Token { kind, text, hidden_from, place: name.place, from_macro: true, ..a };
        result.remove(right);
    }

    /// `#`: the argument's spelling as a string literal.
    fn stringify(&mut self, argument: &[Token], at: &Token) -> Token {
        if self.made_bytes > MOST_MADE_BYTES {
            // Reported where the expansion is counted.
            return *at;
        }
        let mut text = String::from("\"");
        for (index, token) in argument.iter().enumerate() {
            if index > 0 && token.space_before {
                text.push(' ');
            }
            let spelling = self.names.text(token.text);
            let literal = matches!(token.kind, TokenKind::String | TokenKind::Character | TokenKind::Other);
            for character in spelling.chars() {
                if character == '"' || (character == '\\' && literal && spelling.len() > 1) {
                    text.push('\\');
                }
                text.push(character);
            }
        }
        // A lone backslash at the end would escape the closing quote; like GCC, drop it.
        if text.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1 {
            text.pop();
        }
        text.push('"');
        self.made_bytes += text.len();
        Token { kind: TokenKind::String, text: self.names.intern(&text), ..*at }
    }
}

/// `__VA_OPT__ ( content )`, and how many tokens that is.
fn optional_content<'t>(definition: &Macro, body: &'t [Token]) -> Option<(&'t [Token], usize)> {
    let variadic = definition.parameters.as_ref()?.variadic;
    if !variadic || body.first()?.text != VA_OPT || !body.get(1)?.is(OPEN) {
        return None;
    }
    let mut depth = 0;
    for (index, token) in body.iter().enumerate().skip(1) {
        if token.is(OPEN) {
            depth += 1;
        } else if token.is(CLOSE) {
            depth -= 1;
            if depth == 0 {
                return Some((&body[2..index], index + 1));
            }
        }
    }
    None
}

/// Is `body[at]` the variadic parameter in `, ## parameter`?
fn is_comma_paste(definition: &Macro, body: &[Token], at: usize) -> bool {
    let Some(parameters) = &definition.parameters else { return false };
    at >= 2
        && body
            .get(at)
            .and_then(|t| definition.parameter(t))
            .is_some_and(|index| parameters.is_variadic(index))
        && body[at - 1].is_paste()
        && body[at - 2].is(COMMA)
}

fn quoted(text: &str) -> String {
    let mut result = String::from("\"");
    for character in text.chars() {
        if matches!(character, '"' | '\\') {
            result.push('\\');
        }
        result.push(character);
    }
    result.push('"');
    result
}
