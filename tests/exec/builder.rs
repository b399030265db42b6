//! Builds small IR programs next to the C text they stand for, so that traces show real lines.

use std::sync::Arc;

use bmc_conc::ir::*;
use bmc_conc::source::{Mark, SourceFile, SourceMap, Span};

pub const INT: Type = Type { bits: 32, kind: Kind::Signed };
pub const POINTER: Type = Type { bits: 64, kind: Kind::Pointer };
pub const HANDLE: Type = Type { bits: 64, kind: Kind::Unsigned };

pub struct Builder {
    program: Program,
    /// The first line of the text of the models.
    model_base: u32,
    line_starts: Vec<u32>,
}

impl Builder {
    /// `text` is the user's file, `models` the text of library models.
    pub fn new(file: &str, text: &str, models: &str) -> Builder {
        let mut sources = SourceMap::default();
        let add = |sources: &mut SourceMap, name: &str, text: &str, embedded| {
            let file = SourceFile { name: name.into(), text: Some(text.into()), embedded };
            let file = sources.add_file(file);
            sources.add_unit(text.to_string(), vec![Mark { offset: 0, file, line: 1, column: 1 }]);
        };
        add(&mut sources, file, text, false);
        add(&mut sources, "models.c", models, true);
        let mut line_starts = Vec::new();
        for unit in sources.units() {
            let mut at = unit.base;
            for line in unit.text.split('\n') {
                line_starts.push(at);
                at += line.len() as u32 + 1;
            }
        }
        let pointers = PointerLayout { pointer_bits: 64, offset_bits: 32 };
        let program = Program {
            data_model: DataModel::Lp64,
            pointers,
            sources: Arc::new(sources),
            functions: Vec::new(),
            globals: Vec::new(),
            open: Vec::new(),
            answers: Default::default(),
            properties: Vec::new(),
            entry: FunctionId(0),
            limits: Vec::new(),
            signatures: Vec::new(),
            adapters: Default::default(),
        };
        Builder { program, model_base: text.split('\n').count() as u32, line_starts }
    }

    /// The span of a line; lines of the models count from 1001.
    pub fn span(&self, line: u32) -> Span {
        let index = if line > 1000 { self.model_base + line - 1001 } else { line - 1 };
        let start = self.line_starts[index as usize];
        Span { start, end: start + 1 }
    }

    pub fn global(
        &mut self,
        name: &str,
        line: u32,
        layout: Layout,
        initial: &[(u64, Type, u128)],
    ) -> GlobalId {
        let initial = initial
            .iter()
            .map(|(offset, ty, bits)| Initial {
                offset: *offset,
                ty: *ty,
                value: Operand::Constant { bits: *bits, ty: *ty },
            })
            .collect();
        let (name, span) = (name.to_string(), self.span(line));
        let global = Global { name, layout, initial, span, thread_local: false, constant: Vec::new() };
        self.program.globals.push(global);
        GlobalId::new(self.program.globals.len() - 1)
    }

    pub fn int(&mut self, name: &str, line: u32) -> Operand {
        let global = self.global(name, line, Layout::Scalar(INT), &[]);
        Operand::Global { global, offset: 0 }
    }

    pub fn change_global(&mut self, global: GlobalId, change: impl FnOnce(&mut Global)) {
        change(&mut self.program.globals[global.index()]);
    }

    pub fn property(&mut self, kind: PropertyKind, description: &str, line: u32) -> PropertyId {
        let number = self.program.properties.len() + 1;
        let property = Property {
            name: format!("test.{number}"),
            kind,
            description: description.to_string(),
            accessed: None,
            span: self.span(line),
        };
        self.program.properties.push(property);
        PropertyId::new(number - 1)
    }

    /// The property of an access to what the source calls `text`.
    pub fn access(&mut self, text: &str, line: u32) -> PropertyId {
        let description = format!("{text} is a valid object");
        let property = self.property(PropertyKind::Pointer, &description, line);
        self.program.properties[property.index()].accessed = Some(text.to_string());
        property
    }

    /// Declares a function, to be filled by `body`.
    pub fn function(&mut self, name: &str, line: u32) -> FunctionId {
        let function = Function {
            name: name.to_string(),
            signature: Signature::default(),
            parameters: Vec::new(),
            result: None,
            registers: Vec::new(),
            locals: Vec::new(),
            blocks: Vec::new(),
            loops: Vec::new(),
            span: self.span(line),
        };
        self.program.functions.push(function);
        FunctionId::new(self.program.functions.len() - 1)
    }

    pub fn body(&mut self, function: FunctionId, build: impl FnOnce(&mut Body<'_>)) {
        let mut body = Body { builder: self, function, instructions: Vec::new(), line: 1 };
        build(&mut body);
        assert!(body.instructions.is_empty(), "the last block has a terminator");
    }

    pub fn finish(mut self, entry: FunctionId) -> Program {
        self.program.entry = entry;
        self.program
    }
}

pub struct Body<'b> {
    builder: &'b mut Builder,
    function: FunctionId,
    instructions: Vec<Instruction>,
    line: u32,
}

impl Body<'_> {
    fn function(&mut self) -> &mut Function {
        &mut self.builder.program.functions[self.function.index()]
    }

    /// What follows is on this line.
    pub fn at(&mut self, line: u32) -> &mut Self {
        self.line = line;
        self
    }

    pub fn temporary(&mut self, ty: Type) -> RegisterId {
        self.function().registers.push(Register { ty, name: None });
        RegisterId::new(self.function().registers.len() - 1)
    }

    pub fn variable(&mut self, name: &str, ty: Type) -> RegisterId {
        let register = self.temporary(ty);
        self.function().registers[register.index()].name = Some(name.to_string());
        register
    }

    pub fn parameter(&mut self, name: &str, ty: Type) -> RegisterId {
        let register = self.variable(name, ty);
        self.function().parameters.push(register);
        register
    }

    pub fn local(&mut self, name: &str, layout: Layout) -> LocalId {
        let span = self.builder.span(self.line);
        self.function().locals.push(Local { name: name.to_string(), layout, span, constant: Vec::new() });
        let local = LocalId::new(self.function().locals.len() - 1);
        self.op(Op::Declare { local, size: None });
        local
    }

    pub fn op(&mut self, op: Op) {
        let span = self.builder.span(self.line);
        self.instructions.push(Instruction { op, span });
    }

    pub fn terminate(&mut self, terminator: Terminator) {
        let terminator_span = self.builder.span(self.line);
        let instructions = std::mem::take(&mut self.instructions);
        self.function().blocks.push(Block { instructions, terminator, terminator_span });
    }

    pub fn copy(&mut self, dst: RegisterId, value: Operand) {
        self.op(Op::Copy { dst, value });
    }

    pub fn load_into(&mut self, dst: RegisterId, address: Operand, ty: Type) {
        self.op(Op::Load { dst, address, ty, access: Access::Plain, check: None });
    }

    pub fn load(&mut self, address: Operand, ty: Type) -> Operand {
        let dst = self.temporary(ty);
        self.load_into(dst, address, ty);
        Operand::Register(dst)
    }

    pub fn store(&mut self, address: Operand, value: Operand, ty: Type) {
        self.op(Op::Store { address, value, ty, access: Access::Plain, check: None });
    }

    pub fn binary(&mut self, op: BinaryOp, left: Operand, right: Operand) -> Operand {
        let ty = if op.is_comparison() { Type::BOOL } else { self.type_of(left) };
        let dst = self.temporary(ty);
        self.op(Op::Binary { dst, op, left, right });
        Operand::Register(dst)
    }

    fn type_of(&mut self, operand: Operand) -> Type {
        match operand {
            Operand::Register(register) => self.function().register(register).ty,
            Operand::Constant { ty, .. } => ty,
            _ => POINTER,
        }
    }

    pub fn assert(&mut self, condition: Operand, property: PropertyId) {
        self.op(Op::Assert { condition, property });
    }

    pub fn assert_equal(&mut self, left: Operand, right: Operand, property: PropertyId) {
        let condition = self.binary(BinaryOp::Eq, left, right);
        self.assert(condition, property);
    }

    pub fn call(&mut self, callee: FunctionId, arguments: &[Operand]) {
        self.op(Op::Call {
            dst: None,
            callee: Operand::Function(callee),
            arguments: arguments.to_vec(),
            signature: None,
            check: None,
        });
    }

    pub fn create(&mut self, function: FunctionId) -> Operand {
        let dst = self.temporary(HANDLE);
        let (function, argument) = (Operand::Function(function), null());
        self.op(Op::CreateThread { dst, function, argument, signature: None, check: None });
        Operand::Register(dst)
    }

    pub fn join(&mut self, thread: Operand) {
        let dst = self.temporary(POINTER);
        self.op(Op::JoinThread { dst, thread });
    }

    pub fn return_nothing(&mut self) {
        self.terminate(Terminator::Return(None));
    }
}

pub fn int(value: i32) -> Operand {
    Operand::Constant { bits: u128::from(value as u32), ty: INT }
}

pub fn constant(bits: u128, ty: Type) -> Operand {
    Operand::Constant { bits, ty }
}

pub fn null() -> Operand {
    constant(0, POINTER)
}
