//! Macro definitions: what `#define` says, checked once when it is read.

use super::Preprocessor;
use super::token::*;

#[derive(Debug)]
pub struct Macro {
    /// `None` for an object-like macro.
    pub parameters: Option<Parameters>,
    pub body: Vec<Token>,
    pub defined_at: Place,
}

#[derive(Debug, Default)]
pub struct Parameters {
    /// With the variadic one last, if there is one: `__VA_ARGS__`, or its name in GNU's `name...`.
    pub names: Vec<Symbol>,
    pub variadic: bool,
}

impl Parameters {
    pub fn index(&self, name: Symbol) -> Option<usize> {
        self.names.iter().position(|&n| n == name)
    }
    /// Is this the parameter that takes all further arguments?
    pub fn is_variadic(&self, index: usize) -> bool {
        self.variadic && index + 1 == self.names.len()
    }
}

impl Macro {
    /// The parameter that a token of the body names.
    pub fn parameter(&self, token: &Token) -> Option<usize> {
        if !token.is_identifier() {
            return None;
        }
        self.parameters.as_ref()?.index(token.text)
    }

    /// The same but for the amount of white space: may be defined again without a warning.
    fn is_same_as(&self, other: &Macro) -> bool {
        let parameters = |m: &Macro| m.parameters.as_ref().map(|p| (p.names.clone(), p.variadic));
        parameters(self) == parameters(other)
            && self.body.len() == other.body.len()
            && self.body.iter().zip(&other.body).enumerate().all(|(index, (a, b))| {
                a.text == b.text && a.kind == b.kind && (index == 0 || a.space_before == b.space_before)
            })
    }
}

impl Preprocessor<'_> {
    /// `#define`, with `line` being what follows the word.
    pub(super) fn define(&mut self, directive: Token, line: &[Token]) {
        let Some((name, rest)) = line.split_first() else {
            self.error(&directive, "'#define' needs the name of a macro");
            return;
        };
        if !name.is_identifier() {
            self.error(name, "the name of a macro must be an identifier");
            return;
        }
        if matches!(name.text, DEFINED | VA_ARGS | VA_OPT) {
            let text = self.names.text(name.text).to_string();
            self.error(name, format!("'{text}' cannot be the name of a macro"));
            return;
        }
        let (parameters, body) = match rest.first() {
            Some(open) if open.is(OPEN) && !open.space_before => match self.parameters(&rest[1..], open) {
                Some((parameters, body)) => (Some(parameters), body),
                None => return,
            },
            _ => (None, rest),
        };
        let definition = Macro { parameters, body: body.to_vec(), defined_at: name.place };
        if !self.check_operators(&definition) {
            return;
        }
        if let Some(old) = self.macros.get(&name.text)
            && !old.is_same_as(&definition)
            && !self.is_built_in(old.defined_at)
        {
            let text = self.names.text(name.text).to_string();
            self.warning(name, format!("macro '{text}' is defined again, differently"));
        }
        self.macros.insert(name.text, std::rc::Rc::new(definition));
    }

    /// The parameters after `(`, and the tokens after `)`.
    fn parameters<'t>(&mut self, tokens: &'t [Token], open: &Token) -> Option<(Parameters, &'t [Token])> {
        let mut parameters = Parameters::default();
        let mut at = 0;
        if tokens.first().is_some_and(|t| t.is(CLOSE)) {
            return Some((parameters, &tokens[1..]));
        }
        loop {
            let Some(token) = tokens.get(at) else {
                self.error(open, "missing ')' after the parameters of a macro");
                return None;
            };
            if token.is(ELLIPSIS) {
                parameters.names.push(VA_ARGS);
                parameters.variadic = true;
            } else if !token.is_identifier() {
                self.error(token, "expected the name of a parameter");
                return None;
            } else if parameters.index(token.text).is_some() {
                self.error(token, "two parameters of a macro have the same name");
                return None;
            } else {
                parameters.names.push(token.text);
                if tokens.get(at + 1).is_some_and(|t| t.is(ELLIPSIS)) {
                    parameters.variadic = true;
                    at += 1;
                }
            }
            match tokens.get(at + 1) {
                Some(close) if close.is(CLOSE) => return Some((parameters, &tokens[at + 2..])),
                Some(comma) if comma.is(COMMA) && !parameters.variadic => at += 2,
                Some(other) => {
                    self.error(other, "expected ',' or ')' in the parameters of a macro");
                    return None;
                }
                None => {
                    self.error(open, "missing ')' after the parameters of a macro");
                    return None;
                }
            }
        }
    }

    /// `##` needs something on both sides, `#` a parameter behind it.
    fn check_operators(&mut self, definition: &Macro) -> bool {
        let body = &definition.body;
        for end in [body.first(), body.last()].into_iter().flatten() {
            if end.is_paste() {
                self.error(end, "'##' cannot be at either end of a macro");
                return false;
            }
        }
        let Some(parameters) = &definition.parameters else { return true };
        for (index, token) in body.iter().enumerate() {
            let names_parameter = body.get(index + 1).is_some_and(|next| {
                definition.parameter(next).is_some() || (parameters.variadic && next.text == VA_OPT)
            });
            if token.is_hash() && !names_parameter {
                self.error(token, "'#' is not followed by a parameter of the macro");
                return false;
            }
        }
        true
    }
}
