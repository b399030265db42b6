//! `__auto_type name = value;` becomes `__typeof__(value) name = value;`.
//!
//! The parser does not know GNU's `__auto_type`, but GCC's own <stdatomic.h> is made of it, so that programs that
//! come preprocessed are full of it. The operand of `__typeof__` is not evaluated; hence the value may stand
//! there twice.

use super::expand::Feed;
use super::token::*;
use super::{Preprocessor, Stop};

/// One inside the value of another; each level doubles the text.
const DEEPEST: usize = 12;

impl Preprocessor<'_> {
    /// The declaration that begins with `keyword`, rewritten up to its semicolon. What does not look like one is
    /// left for the parser to complain about.
    pub(super) fn deduce_type(
        &mut self,
        keyword: Token,
        feed: &mut Feed,
        depth: usize,
    ) -> Result<Vec<Token>, Stop> {
        let name = self.next_expanded(feed)?;
        if !name.is_identifier() {
            return Ok(vec![keyword, name]);
        }
        let equals = self.next_expanded(feed)?;
        if !equals.is(EQUALS) || depth > DEEPEST {
            return Ok(vec![keyword, name, equals]);
        }
        let (value, end) = self.value_to_semicolon(feed, depth)?;
        let punctuator = |text| Token { kind: TokenKind::Punctuator, text, space_before: false, ..keyword };
        let mut result = vec![Token { text: TYPEOF, ..keyword }, punctuator(OPEN)];
        result.extend_from_slice(&value);
        result.extend([punctuator(CLOSE), name, equals]);
        result.extend(value);
        result.push(end);
        self.count_produced(&keyword, result.len())?;
        Ok(result)
    }

    /// The tokens before the semicolon that no bracket encloses, and the semicolon (or whatever ended them).
    fn value_to_semicolon(&mut self, feed: &mut Feed, depth: usize) -> Result<(Vec<Token>, Token), Stop> {
        let mut value = Vec::new();
        let mut open = 0;
        loop {
            let token = self.next_expanded(feed)?;
            if token.kind == TokenKind::End {
                return Ok((value, token));
            }
            if token.kind == TokenKind::Punctuator {
                match self.names.text(token.text) {
                    ";" if open == 0 => return Ok((value, token)),
                    "(" | "[" | "{" | "<:" | "<%" => open += 1,
                    ")" | "]" | "}" | ":>" | "%>" if open == 0 => return Ok((value, token)),
                    ")" | "]" | "}" | ":>" | "%>" => open -= 1,
                    _ => {}
                }
            }
            if token.is_identifier() && token.text == AUTO_TYPE {
                value.extend(self.deduce_type(token, feed, depth + 1)?);
            } else {
                value.push(token);
            }
        }
    }
}
