//! The state of a run: memory, and for every thread its stack of activations.
//!
//! A state is a plain value: it can be copied (parts are shared until written), compared and hashed. Nothing
//! about names, traces or schedules is in it, so that two states are equal exactly if they have the same future.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::memory::{Memory, ObjectFault, address_in};
use crate::ir::{
    Block, BlockId, FunctionId, GlobalId, Instruction, ObjectId, Operand, Program, RegisterId, ThreadId,
    integer,
};
use crate::source::Span;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub memory: Memory,
    pub threads: BTreeMap<ThreadId, Arc<Thread>>,
    /// The thread that is inside an atomic section.
    pub atomic: Option<ThreadId>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thread {
    pub function: FunctionId,
    /// Outermost first; empty once the thread has ended.
    pub frames: Vec<Frame>,
    pub status: Status,
    /// The locks it holds, by address, oldest first.
    pub held: Vec<u128>,
    /// How many atomic sections are open.
    pub atomic_depth: u32,
    /// Its copies of the thread-local globals; main uses the globals themselves.
    pub thread_locals: Vec<(GlobalId, ObjectId)>,
    /// Which child of which thread it is: main is `[]`, its second child `[1]`, that one's first `[1, 0]`.
    pub lineage: Vec<u32>,
    /// How many threads it has created, and how many objects it has made.
    pub children: u32,
    pub objects: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    Running,
    Ended {
        result: u128,
    },
    /// Stopped for ever by an assumption that did not hold.
    Killed,
    /// About to end the whole process, for ever: whatever others do after the end of a process they can as well
    /// do just before it, so the end itself never has to happen, and a run in which it happens too early cannot
    /// hide a violation.
    Exiting,
}

/// One activation of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    pub function: FunctionId,
    pub block: BlockId,
    /// The next instruction of the block; its length stands for the terminator. While a callee runs, the caller
    /// stays at its call.
    pub index: usize,
    pub registers: Vec<u128>,
    pub locals: Vec<Option<ObjectId>>,
    /// The caller's register for the result.
    pub result: Option<RegisterId>,
}

impl State {
    pub fn at_start(program: &Program) -> Result<State, ObjectFault> {
        let memory = Memory::at_start(program)?;
        let main = Thread::new(program, program.entry, 0, Vec::new());
        let threads = BTreeMap::from([(ThreadId(0), Arc::new(main))]);
        Ok(State { memory, threads, atomic: None })
    }

    pub fn thread(&self, thread: ThreadId) -> Option<&Thread> {
        self.threads.get(&thread).map(Arc::as_ref)
    }

    pub fn thread_mut(&mut self, thread: ThreadId) -> Option<&mut Thread> {
        self.threads.get_mut(&thread).map(Arc::make_mut)
    }

    /// The activation the thread is in.
    pub fn frame(&self, thread: ThreadId) -> Option<&Frame> {
        self.thread(thread)?.frames.last()
    }

    pub fn is_running(&self, thread: ThreadId) -> bool {
        self.thread(thread).is_some_and(|thread| thread.status == Status::Running)
    }
}

impl Thread {
    pub fn new(program: &Program, function: FunctionId, argument: u128, lineage: Vec<u32>) -> Thread {
        Thread {
            function,
            frames: vec![Frame::new(program, function, &[argument], None)],
            status: Status::Running,
            held: Vec::new(),
            atomic_depth: 0,
            thread_locals: Vec::new(),
            lineage,
            children: 0,
            objects: 0,
        }
    }
}

impl Frame {
    /// Arguments that are missing are zero, those too many are dropped.
    pub fn new(
        program: &Program,
        function: FunctionId,
        arguments: &[u128],
        result: Option<RegisterId>,
    ) -> Frame {
        let body = program.function(function);
        let mut registers = vec![0; body.registers.len()];
        for (parameter, argument) in body.parameters.iter().zip(arguments) {
            registers[parameter.index()] = integer::cut(*argument, body.register(*parameter).ty.bits);
        }
        let locals = vec![None; body.locals.len()];
        Frame { function, block: BlockId(0), index: 0, registers, locals, result }
    }

    pub fn block<'p>(&self, program: &'p Program) -> Option<&'p Block> {
        program.function(self.function).blocks.get(self.block.index())
    }

    /// The next instruction; `None` at the terminator.
    pub fn instruction<'p>(&self, program: &'p Program) -> Option<&'p Instruction> {
        self.block(program)?.instructions.get(self.index)
    }

    /// The place the activation is at.
    pub fn span(&self, program: &Program) -> Span {
        match (self.instruction(program), self.block(program)) {
            (Some(instruction), _) => instruction.span,
            (None, Some(block)) => block.terminator_span,
            (None, None) => program.function(self.function).span,
        }
    }

    /// The width of an operand, in bits.
    pub fn operand_bits(&self, program: &Program, operand: Operand) -> u32 {
        match operand {
            Operand::Register(register) => program.function(self.function).register(register).ty.bits,
            Operand::Constant { ty, .. } => ty.bits,
            _ => program.pointers.pointer_bits,
        }
    }

    /// The value of an operand; `None` for the address of a local that has not been declared.
    pub fn value(&self, program: &Program, thread: &Thread, operand: Operand) -> Option<u128> {
        Some(match operand {
            Operand::Register(register) => self.registers[register.index()],
            Operand::Constant { bits, ty } => integer::cut(bits, ty.bits),
            Operand::Global { global, offset } => {
                let copy = thread.thread_locals.iter().find(|(of, _)| *of == global);
                let object = copy.map_or_else(|| program.global_object(global), |(_, object)| *object);
                address_in(program.pointers, object, offset)
            }
            Operand::Function(function) => program.pointers.pack(program.function_object(function), 0),
            Operand::Local { local, offset } => {
                address_in(program.pointers, self.locals[local.index()]?, offset)
            }
        })
    }
}
