//! Operands. A number without a type waits until the line, and what it says about types, is known.

use super::ParseError;
use super::cursor::{Cursor, Parsed, numbered};
use super::lexer::{Placed, Token};
use super::types::type_named;
use crate::ir::{DataModel, FunctionId, GlobalId, Kind, LocalId, Operand, RegisterId, Type, float, integer};

/// A number as it is written. What is no number may be followed by its bits.
#[derive(Clone, Copy, Debug)]
pub struct Literal<'t> {
    text: &'t str,
    bits: Option<&'t str>,
    line: u32,
    column: u32,
}

/// An operand, and the number it is if its type is not known yet; the operand is then any constant.
pub type Written<'t> = (Operand, Option<Literal<'t>>);

impl<'t> Cursor<'t> {
    pub fn is_at_operand(&self) -> bool {
        match self.token() {
            Token::Number(_) => true,
            Token::Word(word) => {
                let is_object = ["%", "&f", "g", "l"].iter().any(|prefix| numbered(word, prefix).is_some());
                is_object
                    || ["null", "nan", "inf"].contains(word)
                    || type_named(word, DataModel::Lp64).is_some()
            }
            _ => false,
        }
    }

    pub fn operand(&mut self, model: DataModel) -> Parsed<Written<'t>> {
        let Some(word) = self.word() else {
            return self
                .literal()
                .map(|literal| (Operand::Constant { bits: 0, ty: Type::BOOL }, Some(literal)));
        };
        let operand = if let Some(register) = numbered(word, "%") {
            self.advance();
            Operand::Register(RegisterId(register))
        } else if let Some(function) = numbered(word, "&f") {
            self.advance();
            Operand::Function(FunctionId(function))
        } else if let Some(global) = numbered(word, "g") {
            self.advance();
            Operand::Global { global: GlobalId(global), offset: self.displacement()? }
        } else if let Some(local) = numbered(word, "l") {
            self.advance();
            Operand::Local { local: LocalId(local), offset: self.displacement()? }
        } else if self.takes_word("null") {
            Operand::Constant { bits: 0, ty: Type::pointer(model) }
        } else if let Some(ty) = type_named(word, model) {
            self.advance();
            let bits = self.literal()?.bits(ty)?;
            Operand::Constant { bits, ty }
        } else {
            let literal = self.literal()?;
            return Ok((Operand::Constant { bits: 0, ty: Type::BOOL }, Some(literal)));
        };
        Ok((operand, None))
    }

    fn displacement(&mut self) -> Parsed<i64> {
        match self.token() {
            Token::Number(text) if text.starts_with(['+', '-']) => self.number("a displacement in bytes"),
            _ => Ok(0),
        }
    }

    fn literal(&mut self) -> Parsed<Literal<'t>> {
        let Placed { token, line, column, .. } = self.ahead();
        let (line, column) = (*line, *column);
        let text: &'t str = match token {
            Token::Number(text) => text,
            Token::Word(word @ ("nan" | "inf")) => word,
            _ => return self.expected("an operand"),
        };
        self.advance();
        let bits = match self.token() {
            Token::Number(bits) if text == "nan" => Some(*bits),
            _ => None,
        };
        if bits.is_some() {
            self.advance();
        }
        Ok(Literal { text, bits, line, column })
    }
}

/// The operand, now that the type of a number is known.
pub fn typed((operand, literal): Written<'_>, ty: Type) -> Parsed<Operand> {
    match literal {
        Some(literal) => Ok(Operand::Constant { bits: literal.bits(ty)?, ty }),
        None => Ok(operand),
    }
}

impl Literal<'_> {
    fn bits(&self, ty: Type) -> Parsed<u128> {
        let found = match ty.kind {
            Kind::Signed => {
                let number = self.text.parse::<i128>().ok();
                let cut = number.map(|number| integer::cut(number as u128, ty.bits));
                cut.filter(|bits| Some(integer::as_signed(*bits, ty.bits)) == number)
            }
            Kind::Unsigned | Kind::Pointer => {
                self.text.parse::<u128>().ok().filter(|bits| integer::cut(*bits, ty.bits) == *bits)
            }
            Kind::Float => self.float_bits(ty.bits),
        };
        found.ok_or_else(|| {
            let (text, ty) = (self.text, crate::ir::type_text(ty));
            let message = format!("{text} is not a value of the type {ty}");
            ParseError { line: self.line, column: self.column, message }
        })
    }

    fn float_bits(&self, width: u32) -> Option<u128> {
        match self.bits {
            Some(digits) => {
                let bits = u128::from_str_radix(digits.strip_prefix("0x")?, 16).ok()?;
                (integer::cut(bits, width) == bits && float::text(bits, width) == "nan").then_some(bits)
            }
            None if self.text == "nan" => Some(float::nan(width)),
            None if width == 32 => self.text.parse::<f32>().ok().map(|number| number.to_bits().into()),
            None => self.text.parse::<f64>().ok().map(|number| number.to_bits().into()),
        }
    }
}
