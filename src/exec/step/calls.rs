//! Functions that are called and return, threads that begin, end and are waited for.

use std::sync::Arc;

use super::activity::Activity;
use super::{DEEPEST_CALL, Progress, thread_handle};
use crate::exec::choices::Choices;
use crate::exec::fault::{Blockage, Fault};
use crate::exec::machine::{Frame, Status, Thread};
use crate::exec::memory::{MemoryFault, Origin};
use crate::exec::observe::{Happening, Observer};
use crate::ir::{FunctionId, GlobalId, Operand, PropertyId, RegisterId, SignatureId, ThreadId};

/// What is called, and how.
#[derive(Clone, Copy)]
pub(super) struct Callee {
    pub operand: Operand,
    pub signature: Option<SignatureId>,
    pub check: Option<PropertyId>,
}

/// The property that a call violates, and why.
type Misuse = (PropertyId, MemoryFault);

impl<C: Choices, O: Observer> Activity<'_, C, O> {
    pub(super) fn call(
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

    pub(super) fn return_from_function(&mut self, operand: Option<Operand>) -> Result<Progress, Fault> {
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

    pub(super) fn create(
        &mut self,
        dst: RegisterId,
        start: Callee,
        argument: Operand,
    ) -> Result<Progress, Fault> {
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

    pub(super) fn join(&mut self, dst: RegisterId, operand: Operand) -> Result<Progress, Fault> {
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

    pub(super) fn end_thread(&mut self, result: u128) {
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
    pub(super) fn exit_process(&mut self) -> Result<Progress, Fault> {
        self.report(&Happening::Ended);
        self.thread_mut().status = Status::Exiting;
        Ok(Progress::Ended)
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
}
