//! The parts of lines that stand in a function: registers, operands, types, and what is said besides.

use std::collections::BTreeMap;

use super::cursor::{Cursor, Parsed};
use super::lexer::Token;
use super::operand::Literal;
use crate::ir::{
    Access, BlockId, DataModel, Leeway, LocalId, MemoryOrder, Op, Operand, PropertyId, Register, RegisterId,
    SignatureId, Type, type_text,
};

/// For each operand of an instruction, the number it is if its type is not known yet.
pub type Numbers<'t> = Vec<Option<Literal<'t>>>;

pub struct Reader<'c, 't> {
    pub cursor: &'c mut Cursor<'t>,
    pub model: DataModel,
    /// Those whose types have been said.
    pub registers: BTreeMap<RegisterId, Register>,
    numbers: Numbers<'t>,
}

impl<'c, 't> Reader<'c, 't> {
    pub fn new(cursor: &'c mut Cursor<'t>, model: DataModel) -> Reader<'c, 't> {
        Reader { cursor, model, registers: BTreeMap::new(), numbers: Vec::new() }
    }

    /// `%0 name : i32`, with or without the name.
    pub fn register(&mut self) -> Parsed<RegisterId> {
        let position = self.cursor.position();
        let id = self.set_register()?;
        let name = if *self.cursor.token() == Token::Mark(":") { None } else { Some(self.cursor.name()?) };
        self.cursor.expect_mark(":")?;
        let ty = self.cursor.ty(self.model)?;
        match self.registers.insert(id, Register { ty, name }) {
            Some(_) => self.cursor.wrong_at(position, format!("{id} is declared twice")),
            None => Ok(id),
        }
    }

    pub fn set_register(&mut self) -> Parsed<RegisterId> {
        self.cursor.entity("%", "a register", RegisterId)
    }

    /// The operands of a new line begin.
    pub fn begin_line(&mut self) {
        self.numbers.clear();
    }

    /// What the operands of the line are, as far as they are numbers without a type.
    pub fn take_numbers(&mut self) -> Numbers<'t> {
        std::mem::take(&mut self.numbers)
    }

    /// A result that is a truth value, or what a load yields: the register may see it in another way.
    pub fn suggests_type(&mut self, dst: RegisterId, ty: Type) {
        self.registers.entry(dst).or_insert(Register { ty, name: None });
    }

    pub fn says(&mut self, dst: RegisterId, op: Op) -> Parsed<Op> {
        self.says_type(dst)?;
        Ok(op)
    }

    /// The type at the end of the line, which is that of the register.
    pub fn says_type(&mut self, dst: RegisterId) -> Parsed<()> {
        self.cursor.expect_mark(":")?;
        let position = self.cursor.position();
        let ty = self.cursor.ty(self.model)?;
        let known = self.registers.entry(dst).or_insert(Register { ty, name: None });
        if known.ty == ty {
            return Ok(());
        }
        let message = format!("{dst} has the type {}, not {}", type_text(known.ty), type_text(ty));
        self.cursor.wrong_at(position, message)
    }

    pub fn operand(&mut self) -> Parsed<Operand> {
        let (operand, number) = self.cursor.operand(self.model)?;
        self.numbers.push(number);
        Ok(operand)
    }

    pub fn pair(&mut self) -> Parsed<(Operand, Operand)> {
        let first = self.operand()?;
        self.cursor.expect_mark(",")?;
        Ok((first, self.operand()?))
    }

    /// What stands before `load` and `store`.
    pub fn access(&mut self) -> Parsed<Access> {
        if self.cursor.takes_word("first") {
            return Ok(Access::First);
        }
        if !self.cursor.takes_word("atomic") {
            return Ok(Access::Plain);
        }
        let Some(success) = self.cursor.word().and_then(MemoryOrder::named) else {
            return Ok(Access::ATOMIC);
        };
        self.cursor.advance();
        if !self.cursor.takes_mark("/") {
            return Ok(Access::Atomic(success));
        }
        let failure = self.cursor.named("a memory order", MemoryOrder::named)?;
        Ok(Access::Compared { success, failure })
    }

    pub fn leeway(&mut self) -> Parsed<Leeway> {
        if self.cursor.takes_word("spurious") {
            self.cursor.expect_word("failure")?;
            return Ok(Leeway::WeakExchange);
        }
        self.cursor.expect_word("order")?;
        self.cursor.expect_word("of")?;
        Ok(Leeway::Order { operands: self.cursor.number("a number of operands")? })
    }

    pub fn passing(&mut self) -> Parsed<Option<SignatureId>> {
        let is_said = self.cursor.takes_word("passing");
        is_said.then(|| self.cursor.entity("s", "a signature", SignatureId)).transpose()
    }

    pub fn check(&mut self) -> Parsed<Option<PropertyId>> {
        let is_said = self.cursor.takes_word("check");
        is_said.then(|| self.property()).transpose()
    }

    pub fn property(&mut self) -> Parsed<PropertyId> {
        self.cursor.entity("p", "a property", PropertyId)
    }

    pub fn local(&mut self) -> Parsed<LocalId> {
        self.cursor.entity("l", "a local", LocalId)
    }

    pub fn block(&mut self) -> Parsed<BlockId> {
        self.cursor.entity("b", "a block", BlockId)
    }
}
