//! Functions: basic blocks over registers and variables in memory.

use super::entity::*;
use super::instruction::{Instruction, Terminator};
use super::loops::Loop;
use super::program::ConstantBytes;
use super::signature::{Passed, Signature};
use super::types::{Layout, Type};
use crate::source::Span;

pub struct Function {
    pub name: String,
    pub signature: Signature,
    /// The registers that hold the arguments.
    pub parameters: Vec<RegisterId>,
    pub result: Option<Type>,
    pub registers: Vec<Register>,
    pub locals: Vec<Local>,
    /// In source order; block 0 is the entry. Empty for a function that is declared only.
    pub blocks: Vec<Block>,
    pub loops: Vec<Loop>,
    pub span: Span,
}

pub struct Register {
    pub ty: Type,
    /// The C variable it holds, if it is one.
    pub name: Option<String>,
}

pub struct Local {
    pub name: String,
    pub layout: Layout,
    pub span: Span,
    pub constant: ConstantBytes,
}

pub struct Block {
    pub instructions: Vec<Instruction>,
    pub terminator: Terminator,
    pub terminator_span: Span,
}

impl Function {
    pub fn is_defined(&self) -> bool {
        !self.blocks.is_empty()
    }
    pub fn register(&self, id: RegisterId) -> &Register {
        &self.registers[id.index()]
    }
    /// What a function takes and returns if its registers are all there is to know about it.
    pub fn plain_signature(&self) -> Signature {
        let parameters = self.parameters.iter().map(|id| Passed::Scalar(self.register(*id).ty)).collect();
        Signature { parameters, variadic: false, result: self.result.map(Passed::Scalar) }
    }
    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.index()]
    }
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }
}
