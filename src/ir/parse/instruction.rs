//! One line of a block: an instruction or a terminator. `print::instruction` is the way back.

use super::cursor::Parsed;
use super::lexer::Token;
use super::operand::typed;
use super::reader::{Numbers, Reader};
use crate::ir::{
    Access, BinaryOp, Contents, FenceScope, FloatBinaryOp, FloatUnaryOp, MemoryOrder, Op, Operand,
    RegisterId, Terminator, Type, UnaryOp, implied,
};

impl<'t> Reader<'_, 't> {
    pub fn instruction(&mut self) -> Parsed<(Op, Numbers<'t>)> {
        self.begin_line();
        let op = match self.cursor.word() {
            Some(word) if word.starts_with('%') => {
                let dst = self.set_register()?;
                self.cursor.expect_mark("=")?;
                self.setting(dst)?
            }
            _ => self.acting()?,
        };
        Ok((op, self.take_numbers()))
    }

    /// What stands behind `%1 =`.
    fn setting(&mut self, dst: RegisterId) -> Parsed<Op> {
        if self.cursor.is_at_operand() {
            let value = self.operand()?;
            return self.says(dst, Op::Copy { dst, value });
        }
        let access = self.access()?;
        if self.cursor.takes_word("load") {
            return self.load(dst, access);
        }
        if access != Access::Plain {
            return self.cursor.expected("'load'");
        }
        let Some(word) = self.cursor.word() else { return self.cursor.expected("an instruction") };
        if let Some(op) = self.computing(dst, word)? {
            return self.says(dst, op);
        }
        match word {
            "call" => self.call(Some(dst)),
            "create_thread" => {
                self.cursor.advance();
                let function = self.operand()?;
                self.cursor.expect_mark("(")?;
                let argument = self.operand()?;
                self.cursor.expect_mark(")")?;
                let signature = self.passing()?;
                self.says_type(dst)?;
                let check = self.check()?;
                Ok(Op::CreateThread { dst, function, argument, signature, check })
            }
            "choose" => {
                self.cursor.advance();
                self.suggests_type(dst, Type::BOOL);
                self.leeway().map(|leeway| Op::Choose { dst, leeway })
            }
            _ => self.cursor.expected("an instruction that sets a register"),
        }
    }

    /// Instructions that have nothing but a word, operands with commas between them and the type of their result.
    fn computing(&mut self, dst: RegisterId, word: &str) -> Parsed<Option<Op>> {
        let before = self.cursor.position();
        self.cursor.advance();
        let op = if let Some(op) = UnaryOp::named(word) {
            Op::Unary { dst, op, value: self.operand()? }
        } else if let Some(op) = BinaryOp::named(word) {
            let (left, right) = self.pair()?;
            Op::Binary { dst, op, left, right }
        } else if let Some(op) = FloatBinaryOp::named(word) {
            let (left, right) = self.pair()?;
            Op::FloatBinary { dst, op, left, right }
        } else if let Some(op) = FloatUnaryOp::named(word) {
            Op::FloatUnary { dst, op, value: self.operand()? }
        } else if let Some(contents) = Contents::named(word) {
            Op::Allocate { dst, size: self.operand()?, contents }
        } else {
            match word {
                "convert" => Op::Convert { dst, value: self.operand()?, signed: false },
                "convert_signed" => Op::Convert { dst, value: self.operand()?, signed: true },
                "select" => {
                    let (condition, yes) = self.pair()?;
                    self.cursor.expect_mark(",")?;
                    Op::Select { dst, condition, yes, no: self.operand()? }
                }
                "displace" => return self.displace(dst).map(Some),
                "nondet" => Op::Nondet { dst },
                "block_size" => Op::BlockSize { dst, address: self.operand()? },
                "room" => Op::Room { dst, address: self.operand()? },
                "join_thread" => Op::JoinThread { dst, thread: self.operand()? },
                "current_thread" => Op::CurrentThread { dst },
                _ => {
                    self.cursor.go_back_to(before);
                    return Ok(None);
                }
            }
        };
        Ok(Some(op))
    }

    /// By bytes if no size is said.
    fn displace(&mut self, dst: RegisterId) -> Parsed<Op> {
        let (pointer, index) = self.pair()?;
        let size = if self.cursor.takes_mark("*") {
            self.operand()?
        } else {
            Operand::Constant { bits: 1, ty: Type::signed(self.model.pointer_bits()) }
        };
        Ok(Op::Displace { dst, pointer, index, size })
    }

    fn load(&mut self, dst: RegisterId, access: Access) -> Parsed<Op> {
        let address = self.operand()?;
        self.cursor.expect_mark(":")?;
        let ty = self.cursor.ty(self.model)?;
        self.suggests_type(dst, ty);
        Ok(Op::Load { dst, address, ty, access, check: self.check()? })
    }

    /// Instructions that set no register.
    fn acting(&mut self) -> Parsed<Op> {
        let access = self.access()?;
        if self.cursor.takes_word("store") {
            let (address, value) = self.pair()?;
            self.cursor.expect_mark(":")?;
            let ty = self.cursor.ty(self.model)?;
            return Ok(Op::Store { address, value, ty, access, check: self.check()? });
        }
        if access != Access::Plain {
            return self.cursor.expected("'store'");
        }
        let Some(word) = self.cursor.word() else { return self.cursor.expected("an instruction") };
        if word == "call" {
            return self.call(None);
        }
        let before = self.cursor.position();
        self.cursor.advance();
        if let Some(scope) = FenceScope::named(word) {
            let order = self.cursor.named("a memory order", MemoryOrder::named)?;
            return Ok(Op::Fence { order, scope });
        }
        Ok(match word {
            "declare" => {
                let local = self.local()?;
                let size = if self.cursor.takes_mark(",") { Some(self.operand()?) } else { None };
                Op::Declare { local, size }
            }
            "end_life" if self.cursor.takes_word("all") => Op::EndLife { local: None },
            "end_life" => Op::EndLife { local: Some(self.local()?) },
            "operand" => Op::Unsequenced { operand: Some(self.cursor.number("the number of an operand")?) },
            "operands" => {
                self.cursor.expect_word("end")?;
                Op::Unsequenced { operand: None }
            }
            "free" => Op::Free { address: self.operand()?, check: self.check()? },
            "check_leaks" => Op::CheckLeaks { property: self.property()? },
            "assume" => Op::Assume { condition: self.operand()? },
            "limit" => {
                let condition = self.operand()?;
                self.cursor.expect_mark(":")?;
                Op::Limit { condition, what: self.cursor.text("what is not followed")? }
            }
            "wait" => {
                let condition = self.operand()?;
                self.cursor.expect_word("for")?;
                Op::Wait { condition, object: self.operand()? }
            }
            "assert" => {
                let condition = self.operand()?;
                self.cursor.expect_word("property")?;
                Op::Assert { condition, property: self.property()? }
            }
            "hold" => Op::Hold { address: self.operand()?, held: true },
            "release" => Op::Hold { address: self.operand()?, held: false },
            "atomic_begin" => Op::AtomicBegin,
            "atomic_end" => Op::AtomicEnd,
            _ => {
                self.cursor.go_back_to(before);
                return self.cursor.expected("an instruction");
            }
        })
    }

    fn call(&mut self, dst: Option<RegisterId>) -> Parsed<Op> {
        self.cursor.advance();
        let callee = self.operand()?;
        self.cursor.expect_mark("(")?;
        let mut arguments = Vec::new();
        let mut more = !self.cursor.takes_mark(")");
        while more {
            arguments.push(self.operand()?);
            more = self.cursor.goes_on_before(")")?;
        }
        let signature = self.passing()?;
        if let Some(dst) = dst {
            self.says_type(dst)?;
        }
        Ok(Op::Call { dst, callee, arguments, signature, check: self.check()? })
    }

    /// `None` if what is ahead is an instruction.
    pub fn terminator(&mut self, result: Option<Type>) -> Parsed<Option<Terminator>> {
        self.begin_line();
        let Some(word @ ("jump" | "branch" | "return" | "exit_thread" | "exit_process" | "unreachable")) =
            self.cursor.word()
        else {
            return Ok(None);
        };
        self.cursor.advance();
        let mut terminator = match word {
            "jump" => Terminator::Jump(self.block()?),
            "branch" => {
                let condition = self.operand()?;
                self.cursor.expect_mark(",")?;
                let yes = self.block()?;
                self.cursor.expect_mark(",")?;
                Terminator::Branch { condition, yes, no: self.block()? }
            }
            "return" if *self.cursor.token() == Token::LineEnd => Terminator::Return(None),
            "return" => Terminator::Return(Some(self.operand()?)),
            "exit_thread" => Terminator::ExitThread(self.operand()?),
            "exit_process" => Terminator::ExitProcess,
            _ => Terminator::Unreachable,
        };
        let ty = implied::at_end(result, &terminator);
        if let (Some(operand), Some(number)) = (terminator.operand_mut(), self.take_numbers().pop()) {
            *operand = typed((*operand, number), ty)?;
        }
        Ok(Some(terminator))
    }
}
