//! Memory of a run: numbered objects made of bytes.
//!
//! An object never disappears from the table: a freed block or the local of a function that has returned stays
//! as a dead object, so that an access to it can say what went wrong. Objects are shared between copies of the
//! memory until one of them writes, because the explorer keeps many states that differ in a few bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use bitvec::vec::BitVec;

use crate::ir::{
    ConstantBytes, FunctionId, GlobalId, LocalId, ObjectId, Operand, PointerLayout, Program, ThreadId,
};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    Global(GlobalId),
    /// The copy that a thread other than main has of a thread-local global.
    ThreadLocal {
        global: GlobalId,
        thread: ThreadId,
    },
    Local {
        thread: ThreadId,
        function: FunctionId,
        local: LocalId,
    },
    Heap,
    /// A heap block of a library model's own.
    Internal,
    /// An array of variable length.
    Automatic,
}

impl Origin {
    fn can_be_freed(self) -> bool {
        matches!(self, Origin::Heap | Origin::Internal)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Life {
    Alive,
    Freed,
    /// A local whose function has returned, or that was declared anew.
    Over,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    pub origin: Origin,
    pub life: Life,
    pub constant: ConstantBytes,
    pub bytes: Vec<u8>,
    /// The bytes that the program (or the language) has given a value.
    pub initialised: BitVec,
}

/// Why an address cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryFault {
    Null,
    NoObject(u128),
    OutOfBounds {
        object: ObjectId,
        offset: i64,
        bytes: u64,
        size: u64,
    },
    Dead {
        object: ObjectId,
        life: Life,
    },
    Constant(ObjectId),
    NotOnTheHeap(u128),
    NotTheStart {
        object: ObjectId,
        offset: i64,
    },
    /// A call of something that is no function.
    NotAFunction(u128),
    /// A call that does not pass what the function takes.
    OtherType(FunctionId),
    /// The block is left when the program ends.
    Leaked(ObjectId),
}

/// An object that cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectFault {
    NumberTaken(ObjectId),
    /// A pointer has no room for the number.
    NumberTooLarge(ObjectId),
    TooLarge(u64),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Memory {
    pointers: PointerLayout,
    objects: BTreeMap<ObjectId, Arc<Object>>,
}

impl Memory {
    /// Memory at the start of a program: its globals, main's copies of the thread-local ones included.
    pub fn at_start(program: &Program) -> Result<Memory, ObjectFault> {
        let mut memory = Memory { pointers: program.pointers, objects: BTreeMap::new() };
        for index in 0..program.globals.len() {
            let global = GlobalId::new(index);
            memory.add_global(program, global, program.global_object(global), Origin::Global(global))?;
        }
        Ok(memory)
    }

    /// A new object with the first contents of a global.
    pub fn add_global(
        &mut self,
        program: &Program,
        id: GlobalId,
        object: ObjectId,
        origin: Origin,
    ) -> Result<(), ObjectFault> {
        let global = program.global(id);
        self.add(object, origin, global.layout.size(), &[], true)?;
        let bytes = &mut self.change(object).expect("the object was just added").bytes;
        for initial in &global.initial {
            let value = constant_operand(program, initial.value);
            for (index, byte) in value.to_le_bytes().iter().take(initial.ty.bytes() as usize).enumerate() {
                if let Some(place) = bytes.get_mut(initial.offset as usize + index) {
                    *place = *byte;
                }
            }
        }
        self.change(object).expect("the object was just added").constant = global.constant.clone();
        Ok(())
    }

    /// A new object; bytes missing in `contents` are zero.
    pub fn add(
        &mut self,
        object: ObjectId,
        origin: Origin,
        size: u64,
        contents: &[u8],
        initialised: bool,
    ) -> Result<(), ObjectFault> {
        if size > self.pointers.largest_object() {
            return Err(ObjectFault::TooLarge(size));
        }
        // The explorer takes the numbers of locals that are gone once nothing leads to them; a script may do as it did.
        if self.object(object).is_some_and(|before| before.life != Life::Over) {
            return Err(ObjectFault::NumberTaken(object));
        }
        let mut bytes = vec![0; size as usize];
        let known = contents.len().min(bytes.len());
        bytes[..known].copy_from_slice(&contents[..known]);
        let initialised = BitVec::repeat(initialised, size as usize);
        let object_value = Object { origin, life: Life::Alive, constant: Vec::new(), bytes, initialised };
        self.objects.insert(object, Arc::new(object_value));
        Ok(())
    }

    /// A new block where a freed one of the same size was. What it left there is what the new one holds.
    pub fn use_again(
        &mut self,
        number: ObjectId,
        origin: Origin,
        size: u64,
        is_zeroed: bool,
    ) -> Result<(), ObjectFault> {
        let is_like = |object: &&mut Object| {
            object.life == Life::Freed && object.origin == origin && object.bytes.len() as u64 == size
        };
        let object = self.change(number).filter(is_like).ok_or(ObjectFault::NumberTaken(number))?;
        object.life = Life::Alive;
        object.initialised.fill(is_zeroed);
        if is_zeroed {
            object.bytes.fill(0);
        }
        Ok(())
    }

    /// Freed blocks of a size.
    pub fn freed(&self, size: u64) -> impl Iterator<Item = ObjectId> {
        let is_free = move |object: &Object| {
            object.life == Life::Freed && object.origin == Origin::Heap && object.bytes.len() as u64 == size
        };
        self.objects.iter().filter(move |(_, object)| is_free(object)).map(|(number, _)| *number)
    }

    pub fn object(&self, object: ObjectId) -> Option<&Object> {
        self.objects.get(&object).map(Arc::as_ref)
    }

    pub fn is_taken(&self, object: ObjectId) -> bool {
        self.objects.contains_key(&object)
    }

    /// Whether it is a block that was freed.
    pub fn is_freed(&self, object: ObjectId) -> bool {
        self.object(object).is_some_and(|object| object.life == Life::Freed)
    }

    /// How many objects there are, dead ones included.
    pub fn count(&self) -> usize {
        self.objects.len()
    }

    /// Drops the locals that are gone.
    pub fn forget_locals(&mut self) {
        self.forget_locals_but(&BTreeSet::new());
    }

    /// Drops the locals that are gone, except these.
    pub fn forget_locals_but(&mut self, kept: &BTreeSet<ObjectId>) {
        self.objects.retain(|number, object| object.life != Life::Over || kept.contains(number));
    }

    pub fn has_locals_that_are_gone(&self) -> bool {
        self.objects.values().any(|object| object.life == Life::Over)
    }

    /// The objects that what is in memory may lead to, wherever in it an address may be.
    pub fn objects_meant(&self) -> BTreeSet<ObjectId> {
        let bytes = self.pointers.pointer_bits as usize / 8;
        let is_readable = |object: &&Arc<Object>| object.life != Life::Over;
        let words = self.objects.values().filter(is_readable).flat_map(|object| object.bytes.windows(bytes));
        let address = |word: &[u8]| word.iter().rev().fold(0, |high, &byte| high << 8 | u128::from(byte));
        words.map(|word| self.pointers.object(address(word))).collect()
    }

    /// The object and offset an access of `bytes` bytes goes to.
    pub fn resolve(&self, pointer: u128, bytes: u64) -> Result<(ObjectId, u64), MemoryFault> {
        let (number, offset) = (self.pointers.object(pointer), self.pointers.offset(pointer));
        let object = match self.object(number) {
            Some(object) => object,
            None if number == ObjectId(0) && offset >= 0 => return Err(MemoryFault::Null),
            None => return Err(MemoryFault::NoObject(pointer)),
        };
        if object.life != Life::Alive {
            return Err(MemoryFault::Dead { object: number, life: object.life });
        }
        let size = object.bytes.len() as u64;
        match u64::try_from(offset) {
            Ok(offset) if offset.checked_add(bytes).is_some_and(|end| end <= size) => Ok((number, offset)),
            _ => Err(MemoryFault::OutOfBounds { object: number, offset, bytes, size }),
        }
    }

    /// The value at an address, and whether all its bytes were given one by the program.
    pub fn read(&self, pointer: u128, bytes: u64) -> Result<(u128, bool), MemoryFault> {
        let (object, offset) = self.resolve(pointer, bytes)?;
        Ok(self.peek(object, offset, bytes).expect("a resolved address is inside its object"))
    }

    /// The same for an object that may be dead.
    pub fn peek(&self, object: ObjectId, offset: u64, bytes: u64) -> Option<(u128, bool)> {
        let object = self.object(object)?;
        let range = usize::try_from(offset).ok()?..usize::try_from(offset.checked_add(bytes)?).ok()?;
        let mut little_endian = [0; 16];
        little_endian.get_mut(..bytes as usize)?.copy_from_slice(object.bytes.get(range.clone())?);
        Some((u128::from_le_bytes(little_endian), object.initialised.get(range)?.all()))
    }

    /// Whether a write to the address is allowed.
    pub fn resolve_write(&self, pointer: u128, bytes: u64) -> Result<(ObjectId, u64), MemoryFault> {
        let (object, offset) = self.resolve(pointer, bytes)?;
        let meets = |part: &Range<u64>| part.start < offset + bytes && offset < part.end;
        if self.object(object).is_some_and(|object| object.constant.iter().any(meets)) {
            return Err(MemoryFault::Constant(object));
        }
        Ok((object, offset))
    }

    /// Makes parts of an object constant.
    pub fn make_constant(&mut self, object: ObjectId, parts: &ConstantBytes) {
        if let (Some(object), false) = (self.change(object), parts.is_empty()) {
            object.constant = parts.clone();
        }
    }

    /// Writes to an address that is known to allow it.
    pub fn write(&mut self, pointer: u128, bytes: u64, value: u128) -> Result<(), MemoryFault> {
        let (number, offset) = self.resolve(pointer, bytes)?;
        let range = offset as usize..(offset + bytes) as usize;
        let object = self.change(number).expect("a resolved address has an object");
        object.bytes[range.clone()].copy_from_slice(&value.to_le_bytes()[..bytes as usize]);
        object.initialised[range].fill(true);
        Ok(())
    }

    /// Whether `free` may be called with the pointer; the block it names, `None` for null.
    pub fn resolve_free(&self, pointer: u128) -> Result<Option<ObjectId>, MemoryFault> {
        if pointer == PointerLayout::NULL {
            return Ok(None);
        }
        let (number, offset) = (self.pointers.object(pointer), self.pointers.offset(pointer));
        let object = self.object(number).filter(|object| object.origin.can_be_freed());
        let object = object.ok_or(MemoryFault::NotOnTheHeap(pointer))?;
        if object.life != Life::Alive {
            return Err(MemoryFault::Dead { object: number, life: object.life });
        }
        if offset != 0 {
            return Err(MemoryFault::NotTheStart { object: number, offset });
        }
        Ok(Some(number))
    }

    /// The size of the heap block that begins at the address, alive or not; 0 if there is none.
    pub fn block_size(&self, pointer: u128) -> u64 {
        let object = self.object(self.pointers.object(pointer));
        let block = object.filter(|o| o.origin.can_be_freed() && self.pointers.offset(pointer) == 0);
        block.map_or(0, |block| block.bytes.len() as u64)
    }

    /// The bytes that can be written from the address on in the object it points into, alive or not; 0 if there is none.
    pub fn room(&self, pointer: u128) -> u64 {
        let Some(object) = self.object(self.pointers.object(pointer)) else { return 0 };
        let Ok(offset) = u64::try_from(self.pointers.offset(pointer)) else { return 0 };
        let constant = object.constant.iter().filter(|part| part.end > offset).map(|part| part.start).min();
        let end = constant.unwrap_or(u64::MAX).min(object.bytes.len() as u64);
        end.saturating_sub(offset)
    }

    /// A heap block that is alive.
    pub fn leaked(&self) -> Option<ObjectId> {
        let is_left = |object: &Object| object.origin == Origin::Heap && object.life == Life::Alive;
        self.objects.iter().find(|(_, object)| is_left(object)).map(|(number, _)| *number)
    }

    pub fn end_life(&mut self, object: ObjectId, life: Life) {
        if let Some(object) = self.change(object) {
            object.life = life;
        }
    }

    fn change(&mut self, object: ObjectId) -> Option<&mut Object> {
        self.objects.get_mut(&object).map(Arc::make_mut)
    }
}

/// The address `offset` bytes behind the start of an object.
pub fn address_in(pointers: PointerLayout, object: ObjectId, offset: i64) -> u128 {
    pointers.displace(pointers.pack(object, 0), offset.into(), 1)
}

/// Operands that need no running function; registers and locals cannot occur in an initialiser and give 0.
fn constant_operand(program: &Program, operand: Operand) -> u128 {
    match operand {
        Operand::Constant { bits, .. } => bits,
        Operand::Global { global, offset } => {
            address_in(program.pointers, program.global_object(global), offset)
        }
        Operand::Function(function) => program.pointers.pack(program.function_object(function), 0),
        Operand::Register(_) | Operand::Local { .. } => 0,
    }
}

impl fmt::Display for ObjectFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ObjectFault::NumberTaken(object) => write!(f, "object number {object} is in use already"),
            ObjectFault::NumberTooLarge(object) => {
                write!(f, "object number {object} does not fit in a pointer")
            }
            ObjectFault::TooLarge(size) => write!(f, "an object of {size} bytes is too large to execute"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTERS: PointerLayout = PointerLayout { pointer_bits: 64, offset_bits: 32 };

    fn memory_with_block(size: u64) -> (Memory, u128) {
        let mut memory = Memory { pointers: POINTERS, objects: BTreeMap::new() };
        memory.add(ObjectId(7), Origin::Heap, size, &[1, 2], false).expect("number 7 is free");
        (memory, 7 << 32)
    }

    #[test]
    fn accesses_of_different_widths_see_the_same_little_endian_bytes() {
        let (mut memory, block) = memory_with_block(8);
        assert_eq!(memory.read(block, 4), Ok((0x0201, false)));
        memory.write(block, 4, 0xddcc_bbaa).expect("inside the block");
        assert_eq!(memory.read(block + 1, 2), Ok((0xccbb, true)));
        assert_eq!(memory.read(block + 2, 4), Ok((0xddcc, false)));
        memory.write(block + 3, 1, 0x11).expect("inside the block");
        assert_eq!(memory.read(block, 8), Ok((0x11cc_bbaa, false)));
    }

    #[test]
    fn an_access_beyond_the_end_is_out_of_bounds() {
        let (memory, block) = memory_with_block(8);
        let fault = MemoryFault::OutOfBounds { object: ObjectId(7), offset: 6, bytes: 4, size: 8 };
        assert_eq!(memory.read(block + 6, 4), Err(fault));
        assert_eq!(memory.read(0, 1), Err(MemoryFault::Null));
        assert_eq!(memory.read(9 << 32, 1), Err(MemoryFault::NoObject(9 << 32)));
    }

    #[test]
    fn a_copy_of_the_memory_does_not_see_later_writes() {
        let (mut memory, block) = memory_with_block(4);
        let before = memory.clone();
        memory.write(block, 4, 5).expect("inside the block");
        assert_eq!(before.read(block, 4), Ok((0x0201, false)));
        assert_ne!(before, memory);
    }

    #[test]
    fn only_the_start_of_a_live_heap_block_can_be_freed() {
        let (mut memory, block) = memory_with_block(4);
        assert_eq!(memory.resolve_free(0), Ok(None));
        assert_eq!(
            memory.resolve_free(block + 1),
            Err(MemoryFault::NotTheStart { object: ObjectId(7), offset: 1 })
        );
        assert_eq!(memory.resolve_free(block), Ok(Some(ObjectId(7))));
        memory.end_life(ObjectId(7), Life::Freed);
        let dead = MemoryFault::Dead { object: ObjectId(7), life: Life::Freed };
        assert_eq!(memory.resolve_free(block), Err(dead));
        assert_eq!(memory.read(block, 1), Err(dead));
        assert_eq!(memory.resolve_free(9 << 32), Err(MemoryFault::NotOnTheHeap(9 << 32)));
    }
}
