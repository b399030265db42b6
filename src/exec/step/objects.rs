//! Objects that a thread makes, uses and ends.

use super::Progress;
use super::activity::Activity;
use crate::exec::choices::Choices;
use crate::exec::fault::Fault;
use crate::exec::machine::Frame;
use crate::exec::memory::{Life, MemoryFault, ObjectFault, Origin};
use crate::exec::observe::{Happening, Observer};
use crate::ir::{
    Access, Contents, Local, LocalId, ObjectId, Operand, PropertyId, RegisterId, ThreadId, Type, integer,
};

impl<C: Choices, O: Observer> Activity<'_, C, O> {
    pub(super) fn load(
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

    pub(super) fn store(
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

    pub(super) fn declare(&mut self, local: LocalId, size: Option<Operand>) -> Result<Progress, Fault> {
        let (object, contents) = self.new_object(self.thread)?;
        let function = self.frame().function;
        let Local { layout, constant, .. } = self.program.function(function).local(local);
        let size = match size {
            Some(size) => u64::try_from(self.value(size)?).unwrap_or(u64::MAX),
            None => layout.size(),
        };
        let origin = Origin::Local { thread: self.thread, function, local };
        self.report(&Happening::Declared { local, object, contents: &contents });
        if let Some(previous) = self.frame().locals[local.index()] {
            self.state.memory.end_life(previous, Life::Over);
        }
        self.state.memory.add(object, origin, size, &contents, false)?;
        self.state.memory.make_constant(object, constant);
        self.thread_mut().objects += 1;
        self.frame_mut().locals[local.index()] = Some(object);
        self.done()
    }

    pub(super) fn allocate(
        &mut self,
        dst: RegisterId,
        size: Operand,
        kind: Contents,
    ) -> Result<Progress, Fault> {
        let bytes = u64::try_from(self.value(size)?).unwrap_or(u64::MAX);
        let (object, contents) = self.new_object(self.thread)?;
        let zeroed = kind == Contents::Zeroed;
        let contents = if zeroed { &[] } else { contents.as_slice() };
        self.report(&Happening::Allocated { dst, object, bytes, contents });
        let origin = match kind {
            Contents::Zeroed | Contents::Arbitrary => Origin::Heap,
            Contents::Internal => Origin::Internal,
            Contents::Automatic => Origin::Automatic,
        };
        match self.state.memory.is_freed(object) {
            true => self.state.memory.use_again(object, origin, bytes, zeroed)?,
            false => self.state.memory.add(object, origin, bytes, contents, zeroed)?,
        }
        self.thread_mut().objects += 1;
        self.assign(dst, self.program.pointers.pack(object, 0));
        self.done()
    }

    pub(super) fn free(&mut self, address: Operand, check: Option<PropertyId>) -> Result<Progress, Fault> {
        let pointer = self.value(address)?;
        match self.state.memory.resolve_free(pointer) {
            Err(fault) => self.violate_access(check, address, fault),
            Ok(object) => {
                self.report(&Happening::Freed { object });
                if let Some(object) = object {
                    self.state.memory.end_life(object, Life::Freed);
                }
                self.done()
            }
        }
    }

    /// The life of a local ends, or of all that the thread has made.
    pub(super) fn end_lives(&mut self, local: Option<LocalId>) -> Result<Progress, Fault> {
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

    pub(super) fn check_leaks(&mut self, property: PropertyId) -> Result<Progress, Fault> {
        match self.state.memory.leaked() {
            Some(object) => {
                let zero = Operand::Constant { bits: 0, ty: Type::BOOL };
                self.violate(property, zero, Some(MemoryFault::Leaked(object)))
            }
            None => self.done(),
        }
    }

    /// Number and first contents of an object that a thread makes.
    pub(super) fn new_object(&mut self, thread: ThreadId) -> Result<(ObjectId, Vec<u8>), Fault> {
        let (object, contents) = self.choices.object(self.state, thread)?;
        if object < self.program.first_dynamic_object() {
            return Err(ObjectFault::NumberTaken(object).into());
        }
        if u64::from(object.0) > self.program.pointers.most_objects() {
            return Err(ObjectFault::NumberTooLarge(object).into());
        }
        Ok((object, contents))
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
}
