//! One instruction of one thread.
//!
//! `advance` executes the next instruction or terminator of a thread. It either completes and changes the state,
//! or it cannot go on now (`Blocked`) and changes nothing. Calls push an activation instead of recursing, so the
//! depth of the program's own recursion is a number in the state, not a depth of the host's stack.

use std::sync::Arc;

use super::choices::Choices;
use super::fault::{Blockage, Fault};
use super::machine::{Frame, State, Status, Thread};
use super::memory::{Life, MemoryFault, ObjectFault, Origin};
use super::observe::{Happening, Observer};
use crate::ir::{
    Access, BlockId, Contents, FunctionId, GlobalId, Local, ObjectId, Op, Operand, Program, PropertyId,
    RegisterId, SignatureId, Terminator, ThreadId, Type, float, integer,
};

/// Deeper calls are refused, so that endless recursion ends with an answer instead of an empty machine.
pub const DEEPEST_CALL: usize = 10_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    Moved,
    Blocked(Blockage),
    /// An assumption failed: the thread stops for ever, as if it were never scheduled again.
    Killed,
    /// The thread has ended, or stands before the end of the process.
    Ended,
    Violated(PropertyId),
}

/// What the thread would do next; `None` if it is not running.
pub fn next_op<'p>(program: &'p Program, state: &State, thread: ThreadId) -> Option<NextOp<'p>> {
    if !state.is_running(thread) {
        return None;
    }
    let frame = state.frame(thread)?;
    Some(frame.instruction(program).map_or(NextOp::Terminator, |instruction| NextOp::Op(&instruction.op)))
}

#[derive(Clone, Copy, Debug)]
pub enum NextOp<'p> {
    Op(&'p Op),
    Terminator,
}

impl NextOp<'_> {
    pub fn is_step(self) -> bool {
        matches!(self, NextOp::Op(op) if op.is_step())
    }
}

/// Executes one instruction or terminator.
pub fn advance<C: Choices, O: Observer>(
    program: &Program,
    state: &mut State,
    thread: ThreadId,
    choices: &mut C,
    observer: &mut O,
) -> Result<Progress, Fault> {
    if !state.is_running(thread) {
        return Err(Fault::NotRunning(thread));
    }
    if let Some(owner) = state.atomic.filter(|owner| *owner != thread) {
        return Ok(Progress::Blocked(Blockage::AtomicSectionOf(owner)));
    }
    let mut activity = Activity { program, state, thread, choices, observer };
    let frame = activity.frame();
    let Some(block) = frame.block(program) else {
        return Err(Fault::MissingBlock(frame.block));
    };
    match block.instructions.get(frame.index) {
        Some(instruction) => activity.instruction(&instruction.op),
        None => activity.terminator(&block.terminator),
    }
}

/// What is called, and how.
#[derive(Clone, Copy)]
struct Callee {
    operand: Operand,
    signature: Option<SignatureId>,
    check: Option<PropertyId>,
}

/// The property that a call violates, and why.
type Misuse = (PropertyId, MemoryFault);

/// One thread at work on one instruction.
struct Activity<'a, C, O> {
    program: &'a Program,
    state: &'a mut State,
    thread: ThreadId,
    choices: &'a mut C,
    observer: &'a mut O,
}

impl<C: Choices, O: Observer> Activity<'_, C, O> {
    fn instruction(&mut self, op: &Op) -> Result<Progress, Fault> {
        match op {
            Op::Copy { .. }
            | Op::Unary { .. }
            | Op::Binary { .. }
            | Op::Convert { .. }
            | Op::FloatBinary { .. }
            | Op::FloatUnary { .. }
            | Op::Select { .. }
            | Op::Displace { .. }
            | Op::BlockSize { .. }
            | Op::Room { .. }
            | Op::CurrentThread { .. } => self.compute(op),
            Op::Load { dst, address, ty, check, .. } => self.load(*dst, *address, *ty, *check),
            Op::Store { address, value, ty, access, check } => {
                self.store((*address, *access), *value, *ty, *check)
            }
            Op::Declare { local, size } => {
                let (object, contents) = self.new_object(self.thread)?;
                let function = self.frame().function;
                let Local { layout, constant, .. } = self.program.function(function).local(*local);
                let size = match size {
                    Some(size) => u64::try_from(self.value(*size)?).unwrap_or(u64::MAX),
                    None => layout.size(),
                };
                let origin = Origin::Local { thread: self.thread, function, local: *local };
                self.report(&Happening::Declared { local: *local, object, contents: &contents });
                if let Some(previous) = self.frame().locals[local.index()] {
                    self.state.memory.end_life(previous, Life::Over);
                }
                self.state.memory.add(object, origin, size, &contents, false)?;
                self.state.memory.make_constant(object, constant);
                self.thread_mut().objects += 1;
                self.frame_mut().locals[local.index()] = Some(object);
                self.done()
            }
            Op::Nondet { dst } => {
                let ty = self.register_type(*dst);
                let value = integer::cut(self.choices.value(self.thread, ty)?, ty.bits);
                self.report(&Happening::Input { dst: *dst, value });
                self.assign(*dst, value);
                self.done()
            }
            Op::Choose { dst, leeway } => {
                let value = integer::cut(self.choices.value(self.thread, Type::BOOL)?, 1);
                self.report(&Happening::Chosen { dst: *dst, leeway: *leeway, value: value != 0 });
                self.assign(*dst, value);
                self.done()
            }
            Op::Unsequenced { .. } | Op::Fence { .. } => self.done(),
            Op::EndLife { local } => {
                match local {
                    Some(local) => {
                        if let Some(object) = self.frame().locals[local.index()] {
                            self.end_local(object);
                        }
                    }
                    // What main leaves behind when it ends as a thread stays where it is.
                    None if self.thread == ThreadId(0) => {}
                    None => {
                        for frame in self.current().frames.clone() {
                            self.end_locals(&frame);
                        }
                        for (_, object) in self.current().thread_locals.clone() {
                            self.end_local(object);
                        }
                    }
                }
                self.done()
            }
            Op::CheckLeaks { property } => match self.state.memory.leaked() {
                Some(object) => {
                    let zero = Operand::Constant { bits: 0, ty: Type::BOOL };
                    self.violate(*property, zero, Some(MemoryFault::Leaked(object)))
                }
                None => self.done(),
            },
            Op::Allocate { dst, size, contents: kind } => {
                let bytes = u64::try_from(self.value(*size)?).unwrap_or(u64::MAX);
                let (object, contents) = self.new_object(self.thread)?;
                let zeroed = *kind == Contents::Zeroed;
                let contents = if zeroed { &[] } else { contents.as_slice() };
                self.report(&Happening::Allocated { dst: *dst, object, bytes, contents });
                let origin = match kind {
                    Contents::Zeroed | Contents::Arbitrary => Origin::Heap,
                    Contents::Internal => Origin::Internal,
                    Contents::Automatic => Origin::Automatic,
                };
                match self.state.memory.is_taken(object) {
                    true => self.state.memory.use_again(object, origin, bytes, zeroed)?,
                    false => self.state.memory.add(object, origin, bytes, contents, zeroed)?,
                }
                self.thread_mut().objects += 1;
                self.assign(*dst, self.program.pointers.pack(object, 0));
                self.done()
            }
            Op::Free { address, check } => {
                let pointer = self.value(*address)?;
                match self.state.memory.resolve_free(pointer) {
                    Err(fault) => self.violate_access(*check, *address, fault),
                    Ok(object) => {
                        self.report(&Happening::Freed { object });
                        if let Some(object) = object {
                            self.state.memory.end_life(object, Life::Freed);
                        }
                        self.done()
                    }
                }
            }
            Op::Call { dst, callee, arguments, signature, check } => {
                let callee = Callee { operand: *callee, signature: *signature, check: *check };
                self.call(*dst, callee, arguments)
            }
            Op::Assume { condition } => {
                if self.value(*condition)? != 0 {
                    return self.done();
                }
                if self.state.atomic == Some(self.thread) {
                    return Ok(Progress::Blocked(Blockage::AssumeInAtomicSection));
                }
                self.thread_mut().status = Status::Killed;
                Ok(Progress::Killed)
            }
            Op::Limit { condition, what } => {
                if self.value(*condition)? != 0 {
                    return self.done();
                }
                Err(Fault::NotFollowed(what.clone()))
            }
            Op::Wait { condition, object } => {
                if self.value(*condition)? != 0 {
                    return self.done();
                }
                Ok(Progress::Blocked(Blockage::Wait(self.value(*object)?)))
            }
            Op::Assert { condition, property } => {
                if self.value(*condition)? != 0 {
                    self.done()
                } else {
                    self.violate(*property, *condition, None)
                }
            }
            Op::Hold { address, held } => {
                let lock = self.value(*address)?;
                if *held {
                    self.thread_mut().held.push(lock);
                } else {
                    // Whoever releases a lock, nobody holds it afterwards.
                    for thread in self.state.threads.values_mut().filter(|t| t.held.contains(&lock)) {
                        Arc::make_mut(thread).held.retain(|known| *known != lock);
                    }
                }
                self.done()
            }
            Op::AtomicBegin => {
                self.report(&Happening::AtomicBegan);
                self.thread_mut().atomic_depth += 1;
                self.state.atomic = Some(self.thread);
                self.done()
            }
            Op::AtomicEnd => {
                self.report(&Happening::AtomicEnded);
                let thread = self.thread_mut();
                thread.atomic_depth = thread.atomic_depth.saturating_sub(1);
                if thread.atomic_depth == 0 {
                    self.state.atomic = None;
                }
                self.done()
            }
            Op::CreateThread { dst, function, argument, signature, check } => {
                let start = Callee { operand: *function, signature: *signature, check: *check };
                self.create(*dst, start, *argument)
            }
            Op::JoinThread { dst, thread } => self.join(*dst, *thread),
        }
    }

    fn terminator(&mut self, terminator: &Terminator) -> Result<Progress, Fault> {
        match terminator {
            Terminator::Jump(target) => {
                self.report(&Happening::Branched {
                    condition: None,
                    backwards: *target <= self.frame().block,
                });
                self.jump(*target)
            }
            Terminator::Branch { condition, yes, no } => {
                let target = if self.value(*condition)? != 0 { *yes } else { *no };
                let backwards = target <= self.frame().block;
                self.report(&Happening::Branched { condition: Some(*condition), backwards });
                self.jump(target)
            }
            Terminator::Return(operand) => self.return_from_function(*operand),
            Terminator::ExitThread(operand) => {
                let result = self.value(*operand)?;
                self.report(&Happening::Ended);
                self.end_thread(result);
                Ok(Progress::Ended)
            }
            Terminator::ExitProcess => self.exit_process(),
            Terminator::Unreachable => {
                Err(Fault::NotFollowed("control comes to a place that the program calls unreachable".into()))
            }
        }
    }

    /// The operators without effect on anything but their register.
    fn compute(&mut self, op: &Op) -> Result<Progress, Fault> {
        let (dst, result) = match op {
            Op::Copy { dst, value } => (*dst, self.value(*value)?),
            Op::Unary { dst, op, value } => {
                (*dst, integer::unary(*op, self.bits(*value), self.value(*value)?))
            }
            Op::Binary { dst, op, left, right } => {
                (*dst, integer::binary(*op, self.bits(*left), self.value(*left)?, self.value(*right)?))
            }
            Op::Convert { dst, value, signed } => {
                let (from, to) = (self.bits(*value), self.register_type(*dst).bits);
                (*dst, integer::convert(self.value(*value)?, from, to, *signed))
            }
            Op::FloatBinary { dst, op, left, right } => {
                (*dst, float::binary(*op, self.bits(*left), self.value(*left)?, self.value(*right)?))
            }
            Op::FloatUnary { dst, op, value } => {
                let (from, to) = (self.bits(*value), self.register_type(*dst).bits);
                (*dst, float::unary(*op, from, to, self.value(*value)?))
            }
            Op::Select { dst, condition, yes, no } => {
                (*dst, if self.value(*condition)? != 0 { self.value(*yes)? } else { self.value(*no)? })
            }
            Op::Displace { dst, pointer, index, size } => {
                let index = integer::as_signed(self.value(*index)?, self.bits(*index));
                let size = integer::as_signed(self.value(*size)?, self.bits(*size));
                (*dst, self.program.pointers.displace(self.value(*pointer)?, index, size))
            }
            Op::CurrentThread { dst } => (*dst, thread_handle(self.thread)),
            Op::BlockSize { dst, address } => {
                (*dst, u128::from(self.state.memory.block_size(self.value(*address)?)))
            }
            Op::Room { dst, address } => (*dst, u128::from(self.state.memory.room(self.value(*address)?))),
            _ => unreachable!("compute is called for operators on registers only"),
        };
        let result = integer::cut(result, self.register_type(dst).bits);
        self.report(&Happening::Computed { op, dst, value: result });
        self.assign(dst, result);
        self.done()
    }

    fn load(
        &mut self,
        dst: RegisterId,
        address: Operand,
        ty: Type,
        check: Option<PropertyId>,
    ) -> Result<Progress, Fault> {
        let pointer = self.value(address)?;
        let memory = &self.state.memory;
        let found = memory.resolve(pointer, ty.bytes());
        let (object, offset) = match found {
            Ok(place) => place,
            Err(fault) => return self.violate_access(check, address, fault),
        };
        let (value, known) = memory.read(pointer, ty.bytes()).map_err(Fault::UncheckedAccess)?;
        let value = integer::cut(value, ty.bits);
        self.report(&Happening::Loaded { dst, address, object, offset, ty, value, known, check });
        self.assign(dst, value);
        self.done()
    }

    fn store(
        &mut self,
        (address, access): (Operand, Access),
        operand: Operand,
        ty: Type,
        check: Option<PropertyId>,
    ) -> Result<Progress, Fault> {
        let pointer = self.value(address)?;
        let value = integer::cut(self.value(operand)?, ty.bits);
        let resolved = match access {
            Access::First => self.state.memory.resolve(pointer, ty.bytes()),
            _ => self.state.memory.resolve_write(pointer, ty.bytes()),
        };
        match resolved {
            Err(fault) => self.violate_access(check, address, fault),
            Ok((object, offset)) => {
                self.report(&Happening::Stored { operand, object, offset, ty, value, check });
                self.state.memory.write(pointer, ty.bytes(), value).map_err(Fault::UncheckedAccess)?;
                self.done()
            }
        }
    }

    fn call(
        &mut self,
        dst: Option<RegisterId>,
        callee: Callee,
        arguments: &[Operand],
    ) -> Result<Progress, Fault> {
        let function = match self.reached(callee)? {
            Ok(function) => function,
            Err((property, fault)) => return self.violate(property, callee.operand, Some(fault)),
        };
        let values = arguments.iter().map(|argument| self.value(*argument)).collect::<Result<Vec<_>, _>>()?;
        if self.current().frames.len() >= DEEPEST_CALL {
            return Err(Fault::CallsTooDeep);
        }
        self.report(&Happening::Called { function, arguments, values: &values });
        let frame = Frame::new(self.program, function, &values, dst);
        self.thread_mut().frames.push(frame);
        Ok(Progress::Moved)
    }

    fn return_from_function(&mut self, operand: Option<Operand>) -> Result<Progress, Fault> {
        let result = operand.map_or(Ok(0), |operand| self.value(operand))?;
        if self.current().frames.len() == 1 {
            if self.thread == ThreadId(0) {
                return self.exit_process();
            }
            self.report(&Happening::Ended);
            self.end_thread(result);
            return Ok(Progress::Ended);
        }
        let into = self.frame().result;
        self.report(&Happening::Returned { operand, value: result, into });
        self.thread_mut().frames.pop();
        if let Some(dst) = into {
            self.assign(dst, result);
        }
        self.done()
    }

    fn create(&mut self, dst: RegisterId, start: Callee, argument: Operand) -> Result<Progress, Fault> {
        let function = match self.reached(start)? {
            Ok(function) => function,
            Err((property, fault)) => return self.violate(property, start.operand, Some(fault)),
        };
        let value = self.value(argument)?;
        let thread = self.choices.thread(self.state, self.thread)?;
        if self.state.threads.contains_key(&thread) {
            return Err(Fault::ThreadNumberTaken(thread));
        }
        self.report(&Happening::Created { dst, thread, function, argument });
        let creator = self.thread_mut();
        let mut lineage = creator.lineage.clone();
        lineage.push(creator.children);
        creator.children += 1;
        let mut created = Thread::new(self.program, function, value, lineage);
        for (index, global) in self.program.globals.iter().enumerate() {
            if global.thread_local {
                let global = GlobalId::new(index);
                let (object, _) = self.new_object(thread)?;
                let origin = Origin::ThreadLocal { global, thread };
                self.state.memory.add_global(self.program, global, object, origin)?;
                created.thread_locals.push((global, object));
            }
        }
        self.state.threads.insert(thread, Arc::new(created));
        self.assign(dst, thread_handle(thread));
        self.done()
    }

    fn join(&mut self, dst: RegisterId, operand: Operand) -> Result<Progress, Fault> {
        let handle = self.value(operand)?;
        let thread = handle.checked_sub(1).and_then(|number| u32::try_from(number).ok()).map(ThreadId);
        let Some((number, thread)) = thread.and_then(|number| Some((number, self.state.thread(number)?)))
        else {
            return Ok(Progress::Blocked(Blockage::JoinOfNobody(handle)));
        };
        let Status::Ended { result } = thread.status else {
            return Ok(Progress::Blocked(Blockage::Join(number)));
        };
        self.report(&Happening::Joined { dst, thread: number });
        self.assign(dst, result);
        self.done()
    }

    /// Number and first contents of an object that a thread makes.
    fn new_object(&mut self, thread: ThreadId) -> Result<(ObjectId, Vec<u8>), Fault> {
        let (object, contents) = self.choices.object(self.state, thread)?;
        if object < self.program.first_dynamic_object() {
            return Err(ObjectFault::NumberTaken(object).into());
        }
        if u64::from(object.0) > self.program.pointers.most_objects() {
            return Err(ObjectFault::NumberTooLarge(object).into());
        }
        Ok((object, contents))
    }

    fn end_thread(&mut self, result: u128) {
        let thread = self.thread_mut();
        thread.status = Status::Ended { result };
        thread.atomic_depth = 0;
        thread.frames.clear();
        if self.state.atomic == Some(self.thread) {
            self.state.atomic = None;
        }
    }

    /// The thread stops before the end of the process. An atomic section stays closed: others could not have run
    /// between its last step and the end.
    fn exit_process(&mut self) -> Result<Progress, Fault> {
        self.report(&Happening::Ended);
        self.thread_mut().status = Status::Exiting;
        Ok(Progress::Ended)
    }

    fn end_locals(&mut self, frame: &Frame) {
        for object in frame.locals.iter().flatten() {
            self.end_local(*object);
        }
    }

    fn end_local(&mut self, object: ObjectId) {
        self.report(&Happening::Left { object });
        self.state.memory.end_life(object, Life::Over);
    }

    fn violate_access(
        &mut self,
        check: Option<PropertyId>,
        address: Operand,
        fault: MemoryFault,
    ) -> Result<Progress, Fault> {
        match check {
            Some(property) => self.violate(property, address, Some(fault)),
            None => Err(Fault::UncheckedAccess(fault)),
        }
    }

    fn violate(
        &mut self,
        property: PropertyId,
        operand: Operand,
        fault: Option<MemoryFault>,
    ) -> Result<Progress, Fault> {
        self.report(&Happening::Violated { property, operand, fault });
        Ok(Progress::Violated(property))
    }

    fn jump(&mut self, target: BlockId) -> Result<Progress, Fault> {
        let frame = self.frame_mut();
        frame.block = target;
        frame.index = 0;
        Ok(Progress::Moved)
    }

    /// On to the next instruction.
    fn done(&mut self) -> Result<Progress, Fault> {
        self.frame_mut().index += 1;
        Ok(Progress::Moved)
    }

    fn report(&mut self, happening: &Happening<'_>) {
        self.observer.observe(self.state, self.thread, happening);
    }

    fn assign(&mut self, dst: RegisterId, value: u128) {
        let bits = self.register_type(dst).bits;
        self.frame_mut().registers[dst.index()] = integer::cut(value, bits);
    }

    fn value(&self, operand: Operand) -> Result<u128, Fault> {
        let frame = self.frame();
        frame.value(self.program, self.current(), operand).ok_or_else(|| {
            let function = self.program.function(frame.function);
            let name = match operand {
                Operand::Local { local, .. } => format!("{}::{}", function.name, function.local(local).name),
                _ => format!("{operand:?}"),
            };
            Fault::UndeclaredLocal(name)
        })
    }

    fn bits(&self, operand: Operand) -> u32 {
        self.frame().operand_bits(self.program, operand)
    }

    fn register_type(&self, register: RegisterId) -> Type {
        self.program.function(self.frame().function).register(register).ty
    }

    /// The function that a call executes, or what is wrong with the call.
    fn reached(&self, callee: Callee) -> Result<Result<FunctionId, Misuse>, Fault> {
        let Callee { operand, signature, check } = callee;
        let function = match (self.function(operand), check) {
            (Err(Fault::NotAFunction(pointer)), Some(property)) => {
                return Ok(Err((property, MemoryFault::NotAFunction(pointer))));
            }
            (function, _) => function?,
        };
        Ok(match (self.program.reached(function, signature, check), check) {
            (None, Some(property)) => Err((property, MemoryFault::OtherType(function))),
            (reached, _) => Ok(reached.unwrap_or(function)),
        })
    }

    /// The function that a pointer stands for, which must have a body.
    fn function(&self, operand: Operand) -> Result<FunctionId, Fault> {
        let pointer = self.value(operand)?;
        let object = self.program.pointers.object(pointer);
        let function =
            self.program.function_of_object(object).filter(|_| self.program.pointers.offset(pointer) == 0);
        let function = function.ok_or(Fault::NotAFunction(pointer))?;
        let body = self.program.function(function);
        if body.is_defined() { Ok(function) } else { Err(Fault::UndefinedFunction(body.name.clone())) }
    }

    fn current(&self) -> &Thread {
        self.state.thread(self.thread).expect("advance checked that the thread runs")
    }

    fn thread_mut(&mut self) -> &mut Thread {
        self.state.thread_mut(self.thread).expect("advance checked that the thread runs")
    }

    fn frame(&self) -> &Frame {
        self.current().frames.last().expect("a running thread has an activation")
    }

    fn frame_mut(&mut self) -> &mut Frame {
        self.thread_mut().frames.last_mut().expect("a running thread has an activation")
    }
}

/// The number by which programs know a thread.
pub fn thread_handle(thread: ThreadId) -> u128 {
    u128::from(thread.0) + 1
}
