//! The integer constant expressions of `#if`, in `intmax_t` and `uintmax_t`.
//!
//! `defined` and `__has_include` are answered while the line is expanded, because their operands must not be.
//! Precedence climbing over a slice; what nests is bounded. An operand that is not evaluated may divide by
//! zero.

use super::expand::{Feed, FeedKind};
use super::token::*;
use super::{Preprocessor, Stop};

const DEEPEST: usize = 400;

#[derive(Clone, Copy)]
struct Value {
    bits: u64,
    unsigned: bool,
}

impl Value {
    fn signed(value: i64) -> Value {
        Value { bits: value as u64, unsigned: false }
    }
    fn truth(value: bool) -> Value {
        Value::signed(i64::from(value))
    }
    fn is_true(self) -> bool {
        self.bits != 0
    }
}

/// What is wrong with an expression, and at which token.
struct Wrong {
    at: Token,
    message: String,
}

struct Evaluator<'t> {
    tokens: &'t [Token],
    at: usize,
    names: &'t Names,
    end: Token,
    depth: usize,
}

impl Preprocessor<'_> {
    /// Evaluates the line of an `#if` or `#elif`; false after a mistake, which has been reported.
    pub(super) fn condition(&mut self, directive: Token, line: &[Token]) -> Result<bool, Stop> {
        let tokens = self.expand_list(line, FeedKind::Condition)?;
        if tokens.is_empty() {
            let text = self.names.text(directive.text).to_string();
            self.error(&directive, format!("'#{text}' needs an expression"));
            return Ok(false);
        }
        let mut evaluator =
            Evaluator { tokens: &tokens, at: 0, names: &self.names, end: directive, depth: 0 };
        let result = evaluator.whole();
        match result {
            Ok(value) => Ok(value.is_true()),
            Err(wrong) => {
                self.error(&wrong.at, wrong.message);
                Ok(false)
            }
        }
    }

    /// Answers `defined` and the `__has_…` operators.
    pub(super) fn answer_condition_operator(
        &mut self,
        operator: Token,
        feed: &mut Feed,
    ) -> Result<Option<Token>, Stop> {
        let answer = match operator.text {
            DEFINED => {
                let mut operand = self.take(feed)?;
                let bracketed = operand.is(OPEN);
                if bracketed {
                    operand = self.take(feed)?;
                }
                if !operand.is_identifier() {
                    self.error(&operator, "'defined' needs the name of a macro");
                    return Ok(Some(number(operator, ZERO)));
                }
                if bracketed && !self.take(feed)?.is(CLOSE) {
                    self.error(&operator, "missing ')' after 'defined'");
                }
                self.is_defined(operand.text)
            }
            HAS_INCLUDE | HAS_INCLUDE_NEXT => {
                let Some(operand) = self.bracketed_operand(&operator, feed)? else {
                    return Ok(Some(number(operator, ZERO)));
                };
                let operand = match operand.first() {
                    Some(first) if first.is_identifier() => self.expand_list(&operand, FeedKind::List)?,
                    _ => operand,
                };
                match self.header_name(&operand) {
                    Some(name) => self.has_header(&name, operator.text == HAS_INCLUDE_NEXT),
                    None => {
                        self.error(&operator, "'__has_include' needs <header> or \"header\"");
                        false
                    }
                }
            }
            HAS_ATTRIBUTE | HAS_C_ATTRIBUTE | HAS_BUILTIN | HAS_FEATURE | HAS_EXTENSION => {
                self.bracketed_operand(&operator, feed)?;
                false
            }
            _ => return Ok(None),
        };
        Ok(Some(number(operator, if answer { ONE } else { ZERO })))
    }

    /// The tokens between `(` and its `)`.
    fn bracketed_operand(&mut self, operator: &Token, feed: &mut Feed) -> Result<Option<Vec<Token>>, Stop> {
        let mut operand = Vec::new();
        let mut depth = 0;
        loop {
            let token = self.take(feed)?;
            if token.is(OPEN) {
                depth += 1;
                if depth == 1 {
                    continue;
                }
            } else if token.is(CLOSE) {
                depth -= 1;
            }
            if token.kind == TokenKind::End || depth < 0 || (depth == 0 && !token.is(CLOSE)) {
                let text = self.names.text(operator.text).to_string();
                self.error(operator, format!("'{text}' needs an operand in parentheses"));
                return Ok(None);
            }
            if depth == 0 {
                return Ok(Some(operand));
            }
            operand.push(token);
        }
    }
}

fn number(at: Token, text: Symbol) -> Token {
    Token { kind: TokenKind::Number, text, ..at }
}

/// Binding strength of a binary operator; higher binds tighter.
fn strength(operator: &str) -> Option<u8> {
    Some(match operator {
        "," => 1,
        "?" => 2,
        "||" => 3,
        "&&" => 4,
        "|" => 5,
        "^" => 6,
        "&" => 7,
        "==" | "!=" => 8,
        "<" | ">" | "<=" | ">=" => 9,
        "<<" | ">>" => 10,
        "+" | "-" => 11,
        "*" | "/" | "%" => 12,
        _ => return None,
    })
}

impl Evaluator<'_> {
    fn whole(&mut self) -> Result<Value, Wrong> {
        let value = self.binary(1, true)?;
        match self.tokens.get(self.at) {
            None => Ok(value),
            Some(token) => {
                let text = self.names.text(token.text);
                Err(Wrong { at: *token, message: format!("unexpected '{text}' in the expression") })
            }
        }
    }

    fn operator(&self) -> Option<&str> {
        let token = self.tokens.get(self.at)?;
        (token.kind == TokenKind::Punctuator).then(|| self.names.text(token.text))
    }

    fn current(&self) -> Token {
        self.tokens.get(self.at).copied().unwrap_or(self.end)
    }

    fn wrong(&self, message: impl Into<String>) -> Wrong {
        Wrong { at: self.current(), message: message.into() }
    }

    fn deeper(&mut self) -> Result<(), Wrong> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.wrong(format!("the expression nests more than {DEEPEST} deep")));
        }
        Ok(())
    }

    /// All operators that bind at least as tightly as `least`. `live` says whether the value matters.
    fn binary(&mut self, least: u8, live: bool) -> Result<Value, Wrong> {
        self.deeper()?;
        let mut left = self.unary(live)?;
        while let Some(operator) = self.operator().map(str::to_string) {
            let Some(binding) = strength(&operator).filter(|&binding| binding >= least) else { break };
            let place = self.current();
            self.at += 1;
            left = match operator.as_str() {
                "?" => {
                    let yes = self.binary(1, live && left.is_true())?;
                    if self.operator() != Some(":") {
                        return Err(self.wrong("missing ':' after '?'"));
                    }
                    self.at += 1;
                    let no = self.binary(binding, live && !left.is_true())?;
                    let chosen = if left.is_true() { yes } else { no };
                    Value { unsigned: yes.unsigned || no.unsigned, ..chosen }
                }
                "||" => {
                    let right = self.binary(binding + 1, live && !left.is_true())?;
                    Value::truth(left.is_true() || right.is_true())
                }
                "&&" => {
                    let right = self.binary(binding + 1, live && left.is_true())?;
                    Value::truth(left.is_true() && right.is_true())
                }
                _ => {
                    let right = self.binary(binding + 1, live)?;
                    match apply(&operator, left, right) {
                        Some(value) => value,
                        None if !live => Value::signed(0),
                        None => {
                            return Err(Wrong { at: place, message: "division by zero in '#if'".into() });
                        }
                    }
                }
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    fn unary(&mut self, live: bool) -> Result<Value, Wrong> {
        // A row of prefix operators is applied from the inside out, without recursion.
        let mut prefixes = Vec::new();
        while let Some(operator @ ("+" | "-" | "!" | "~")) = self.operator() {
            prefixes.push(operator.as_bytes()[0]);
            self.at += 1;
        }
        let mut value = self.primary(live)?;
        for prefix in prefixes.into_iter().rev() {
            value = match prefix {
                b'-' => Value { bits: value.bits.wrapping_neg(), ..value },
                b'~' => Value { bits: !value.bits, ..value },
                b'!' => Value::truth(!value.is_true()),
                _ => value,
            };
        }
        Ok(value)
    }

    fn primary(&mut self, live: bool) -> Result<Value, Wrong> {
        let Some(token) = self.tokens.get(self.at).copied() else {
            return Err(self.wrong("the expression ends too early"));
        };
        let text = self.names.text(token.text);
        let value = match token.kind {
            TokenKind::Identifier => Some(Value::signed(0)),
            TokenKind::Number => integer(text),
            TokenKind::Character => Some(character(text)),
            TokenKind::Punctuator if text == "(" => {
                self.at += 1;
                let value = self.binary(1, live)?;
                if self.operator() != Some(")") {
                    return Err(self.wrong("missing ')' in the expression"));
                }
                Some(value)
            }
            _ => None,
        };
        let value = value.ok_or_else(|| self.wrong(format!("'{text}' cannot be used in '#if'")))?;
        self.at += 1;
        Ok(value)
    }
}

fn apply(operator: &str, left: Value, right: Value) -> Option<Value> {
    let unsigned = left.unsigned || right.unsigned;
    let (a, b) = (left.bits, right.bits);
    let (x, y) = (a as i64, b as i64);
    let of = |bits| Value { bits, unsigned };
    let compare =
        |as_unsigned: bool, as_signed: bool| Value::truth(if unsigned { as_unsigned } else { as_signed });
    Some(match operator {
        "," => right,
        "|" => of(a | b),
        "^" => of(a ^ b),
        "&" => of(a & b),
        "==" => Value::truth(a == b),
        "!=" => Value::truth(a != b),
        "<" => compare(a < b, x < y),
        ">" => compare(a > b, x > y),
        "<=" => compare(a <= b, x <= y),
        ">=" => compare(a >= b, x >= y),
        "<<" | ">>" => shift(operator == "<<", left, right),
        "+" => of(a.wrapping_add(b)),
        "-" => of(a.wrapping_sub(b)),
        "*" => of(a.wrapping_mul(b)),
        "/" | "%" if b == 0 => return None,
        "/" if unsigned => of(a / b),
        "/" => of(x.wrapping_div(y) as u64),
        "%" if unsigned => of(a % b),
        "%" => of(x.wrapping_rem(y) as u64),
        _ => return None,
    })
}

/// A negative count shifts the other way, as GCC has it.
fn shift(left_wards: bool, value: Value, count: Value) -> Value {
    let negative = !count.unsigned && (count.bits as i64) < 0;
    let amount = if negative { count.bits.wrapping_neg() } else { count.bits };
    let bits = match (left_wards != negative, amount >= 64) {
        (true, true) => 0,
        (true, false) => value.bits << amount,
        (false, true) if value.unsigned => 0,
        (false, true) => ((value.bits as i64) >> 63) as u64,
        (false, false) if value.unsigned => value.bits >> amount,
        (false, false) => ((value.bits as i64) >> amount) as u64,
    };
    Value { bits, ..value }
}

/// An integer constant; `None` for anything else a preprocessing number can be.
fn integer(text: &str) -> Option<Value> {
    let lower = text.to_ascii_lowercase().replace('\'', "");
    let (digits, radix) = match lower.as_bytes() {
        [b'0', b'x', ..] => (&lower[2..], 16),
        [b'0', b'b', ..] => (&lower[2..], 2),
        [b'0', _, ..] => (&lower[1..], 8),
        _ => (&lower[..], 10),
    };
    let length = digits.bytes().take_while(|&b| char::from(b).is_digit(radix)).count();
    let (digits, suffix) = digits.split_at(length);
    let suffix_unsigned = match suffix {
        "" | "l" | "ll" => false,
        "u" | "ul" | "ull" | "lu" | "llu" => true,
        _ => return None,
    };
    let bits = match digits {
        "" if radix == 8 => 0,
        digits => u64::from_str_radix(digits, radix).ok()?,
    };
    Some(Value { bits, unsigned: suffix_unsigned || bits > i64::MAX as u64 })
}

/// A character constant; several characters pack into an `int` as GCC packs them.
fn character(text: &str) -> Value {
    let wide = !text.starts_with('\'');
    let inside = text.split_once('\'').map_or("", |(_, rest)| rest.strip_suffix('\'').unwrap_or(rest));
    let mut value: u64 = 0;
    let mut count = 0;
    let mut characters = inside.chars().peekable();
    while let Some(first) = characters.next() {
        let code = match first {
            '\\' => escape(&mut characters),
            plain => u64::from(u32::from(plain)),
        };
        value = if wide { code } else { value << 8 | (code & 0xff) };
        count += 1;
    }
    match (wide, count) {
        (true, _) => Value::signed(i64::from(value as u32 as i32)),
        (false, 1) => Value::signed(i64::from(value as u8 as i8)),
        (false, _) => Value::signed(i64::from(value as u32 as i32)),
    }
}

fn escape(characters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> u64 {
    let Some(first) = characters.next() else { return u64::from(b'\\') };
    let mut digits = |start: u64, radix: u32, most: usize| {
        let mut value = start;
        for _ in 0..most {
            let Some(digit) = characters.peek().and_then(|c| c.to_digit(radix)) else { break };
            value = value.wrapping_mul(u64::from(radix)).wrapping_add(u64::from(digit));
            characters.next();
        }
        value
    };
    match first {
        'n' => 10,
        't' => 9,
        'r' => 13,
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'v' => 11,
        'e' => 27,
        'x' => digits(0, 16, usize::MAX),
        'u' => digits(0, 16, 4),
        'U' => digits(0, 16, 8),
        '0'..='7' => digits(u64::from(first.to_digit(8).unwrap_or(0)), 8, 2),
        other => u64::from(u32::from(other)),
    }
}
