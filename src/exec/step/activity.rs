//! One thread at work: what it can see, and how an instruction ends.

use super::Progress;
use crate::exec::choices::Choices;
use crate::exec::fault::Fault;
use crate::exec::machine::{Frame, State, Thread};
use crate::exec::memory::MemoryFault;
use crate::exec::observe::{Happening, Observer};
use crate::ir::{BlockId, Operand, Program, PropertyId, RegisterId, ThreadId, Type, integer};

/// One thread at work on one instruction.
pub(super) struct Activity<'a, C, O> {
    pub program: &'a Program,
    pub state: &'a mut State,
    pub thread: ThreadId,
    pub choices: &'a mut C,
    pub observer: &'a mut O,
}

impl<C: Choices, O: Observer> Activity<'_, C, O> {
    pub(super) fn violate_access(
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

    pub(super) fn violate(
        &mut self,
        property: PropertyId,
        operand: Operand,
        fault: Option<MemoryFault>,
    ) -> Result<Progress, Fault> {
        self.report(&Happening::Violated { property, operand, fault });
        Ok(Progress::Violated(property))
    }

    pub(super) fn jump(&mut self, target: BlockId) -> Result<Progress, Fault> {
        let frame = self.frame_mut();
        frame.block = target;
        frame.index = 0;
        Ok(Progress::Moved)
    }

    /// On to the next instruction.
    pub(super) fn done(&mut self) -> Result<Progress, Fault> {
        self.frame_mut().index += 1;
        Ok(Progress::Moved)
    }

    pub(super) fn report(&mut self, happening: &Happening<'_>) {
        self.observer.observe(self.state, self.thread, happening);
    }

    pub(super) fn assign(&mut self, dst: RegisterId, value: u128) {
        let bits = self.register_type(dst).bits;
        self.frame_mut().registers[dst.index()] = integer::cut(value, bits);
    }

    pub(super) fn value(&self, operand: Operand) -> Result<u128, Fault> {
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

    pub(super) fn bits(&self, operand: Operand) -> u32 {
        self.frame().operand_bits(self.program, operand)
    }

    pub(super) fn register_type(&self, register: RegisterId) -> Type {
        self.program.function(self.frame().function).register(register).ty
    }

    pub(super) fn current(&self) -> &Thread {
        self.state.thread(self.thread).expect("advance checked that the thread runs")
    }

    pub(super) fn thread_mut(&mut self) -> &mut Thread {
        self.state.thread_mut(self.thread).expect("advance checked that the thread runs")
    }

    pub(super) fn frame(&self) -> &Frame {
        self.current().frames.last().expect("a running thread has an activation")
    }

    pub(super) fn frame_mut(&mut self) -> &mut Frame {
        self.thread_mut().frames.last_mut().expect("a running thread has an activation")
    }
}
