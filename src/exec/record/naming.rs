//! What memory and values are to a person who stands somewhere in the program: variables by their names, heap blocks by
//! their numbers, pointers by what they point to.

use std::collections::BTreeMap;

use super::paths::{offset_by, path_of, path_to};
use super::places::Places;
use crate::exec::machine::State;
use crate::exec::memory::{Life, MemoryFault, Origin};
use crate::ir::{FunctionId, Kind, Layout, ObjectId, Program, ThreadId, Type, integer};
use crate::trace::{Address, Fault, Integer, Maker, Part, Place, Qualification, Root, Value};

/// String literals are shown up to this many characters.
const LONGEST_LITERAL: usize = 24;
const LONGEST_WAY_BEFORE: i64 = 1 << 16;

/// Variables of macros in the embedded headers begin with this; they stand in the user's text, but are not theirs.
const INTERNAL_PREFIX: &str = "__bmc_";

/// The name, if it is one the user gave.
pub fn users_name(name: Option<&String>) -> Option<&String> {
    name.filter(|name| !name.starts_with(INTERNAL_PREFIX))
}

/// Who looks: its own locals need no qualification.
#[derive(Clone, Copy, Debug)]
pub struct Viewer {
    pub thread: ThreadId,
    pub function: FunctionId,
}

/// A heap block in the order of allocation, and how it came to be.
#[derive(Clone, Debug)]
struct HeapBlock {
    number: usize,
    made_by: Maker,
}

pub struct Names<'p> {
    program: &'p Program,
    heap: BTreeMap<ObjectId, HeapBlock>,
    /// Blocks so far; a new one may be where a freed one was.
    heap_blocks: usize,
    /// By block and offset: how the source spelt the last access, since nothing else is known of the layout.
    spellings: BTreeMap<(ObjectId, u64), String>,
}

impl<'p> Names<'p> {
    pub fn new(program: &'p Program) -> Names<'p> {
        Names { program, heap: BTreeMap::new(), heap_blocks: 0, spellings: BTreeMap::new() }
    }

    /// Numbers a new heap block; gives it, and the number of the freed one whose place it gets.
    pub fn add_heap_block(&mut self, object: ObjectId, made_by: Maker) -> (Place, Option<usize>) {
        self.heap_blocks += 1;
        let number = self.heap_blocks;
        let before = self.heap.insert(object, HeapBlock { number, made_by: made_by.clone() });
        self.spellings.retain(|(of, _), _| *of != object);
        (Place::whole(Root::Heap { block: number, made_by }), before.map(|block| block.number))
    }

    /// Remembers how the source spells a part of a heap block; `None` if the object is none.
    pub fn spell(&mut self, object: ObjectId, offset: u64, text: &str) -> Option<String> {
        let is_heap = self.heap.contains_key(&object);
        is_heap.then(|| {
            self.spellings.insert((object, offset), text.to_string());
            text.to_string()
        })
    }

    /// How the source has spelt a part of a heap block.
    pub fn spelling(&self, object: ObjectId, offset: u64) -> Option<String> {
        self.spellings.get(&(object, offset)).cloned()
    }

    /// Whether a person would know the object: a variable of the user's code or a heap block.
    pub fn is_users(&self, places: &mut Places<'p>, state: &State, object: ObjectId) -> bool {
        match state.memory.object(object).map(|object| object.origin) {
            Some(Origin::Global(global) | Origin::ThreadLocal { global, .. }) => {
                let global = self.program.global(global);
                let is_theirs = users_name(Some(&global.name)).is_some();
                !global.is_constant() && is_theirs && !places.is_embedded(global.span)
            }
            Some(Origin::Local { function, local, .. }) => {
                let local = self.program.function(function).local(local);
                users_name(Some(&local.name)).is_some() && places.is_user_function(function)
            }
            Some(Origin::Heap | Origin::Internal | Origin::Automatic) => true,
            None => false,
        }
    }

    /// A part of an object, and its type where the layout tells.
    pub fn part(
        &self,
        state: &State,
        viewer: Viewer,
        object: ObjectId,
        offset: u64,
        bytes: u64,
    ) -> (Place, Option<Type>) {
        let (root, layout) = self.object(state, viewer, object);
        let (path, ty) = match layout {
            None | Some(Layout::Opaque { .. }) if offset == 0 => (Vec::new(), None),
            None | Some(Layout::Opaque { .. }) => (vec![offset_by(offset)], None),
            Some(layout) => path_of(layout, offset, bytes),
        };
        (Place { path, ..Place::whole(root) }, ty)
    }

    /// The object itself and what is known of its layout.
    fn object(&self, state: &State, viewer: Viewer, object: ObjectId) -> (Root, Option<&'p Layout>) {
        let program = self.program;
        if let Some(HeapBlock { number, made_by }) = self.heap.get(&object) {
            return (Root::Heap { block: *number, made_by: made_by.clone() }, None);
        }
        match state.memory.object(object).map(|object| object.origin) {
            Some(Origin::Global(global)) => {
                let global = program.global(global);
                (Root::Global { name: global.name.clone() }, Some(&global.layout))
            }
            Some(Origin::ThreadLocal { global, thread }) => {
                let global = program.global(global);
                let is_own = thread == viewer.thread;
                let qualified_by = if is_own { Qualification::Nothing } else { Qualification::Thread };
                (Root::ThreadLocal { name: global.name.clone(), thread, qualified_by }, Some(&global.layout))
            }
            Some(Origin::Local { thread, function, local }) => {
                let body = program.function(function);
                let local = body.local(local);
                let qualified_by = if function == viewer.function && thread == viewer.thread {
                    Qualification::Nothing
                } else if thread == viewer.thread || thread == ThreadId(0) {
                    Qualification::Function
                } else {
                    Qualification::Thread
                };
                let (name, function) = (local.name.clone(), body.name.clone());
                (Root::Local { name, function, thread, qualified_by }, Some(&local.layout))
            }
            Some(Origin::Heap | Origin::Internal | Origin::Automatic) | None => {
                (Root::Unnamed { object }, None)
            }
        }
    }

    /// A value of a type.
    pub fn value(&self, state: &State, viewer: Viewer, word: u128, ty: Type) -> Value {
        // An argument in the old style comes as wide as it was passed.
        let (word, bits) = (integer::cut(word, ty.bits), ty.bits);
        match ty.kind {
            Kind::Signed => Value::Integer(Integer { word, bits, signed: true }),
            Kind::Unsigned => Value::Integer(Integer { word, bits, signed: false }),
            Kind::Pointer => Value::Pointer { to: self.address(state, viewer, word) },
            Kind::Float => Value::Float { word, bits },
        }
    }

    /// What a pointer points to.
    pub fn address(&self, state: &State, viewer: Viewer, word: u128) -> Address {
        if word == 0 {
            return Address::Null;
        }
        let layout = self.program.pointers;
        let (object, offset) = (layout.object(word), layout.offset(word));
        if let Some(function) = self.program.function_of_object(object).filter(|_| offset == 0) {
            return Address::Function { name: self.program.function(function).name.clone() };
        }
        if object == ObjectId(0) {
            return Address::Number { number: offset };
        }
        // Of the words below the first object most are numbers, too.
        let is_before = offset >= -LONGEST_WAY_BEFORE;
        if word < layout.number_limit() && !is_before {
            let number = i64::try_from(word).expect("an offset has fewer than 64 bits");
            return Address::Number { number };
        }
        if !state.memory.is_taken(object) && !self.heap.contains_key(&object) {
            return Address::Unknown { word };
        }
        if let Some(literal) = self.string_literal(state, object, offset) {
            return literal;
        }
        let (root, known) = self.object(state, viewer, object);
        let path = match known {
            _ if layout.is_lost(word) => return Address::Lost { from: Place::whole(root) },
            None if offset == 0 => Vec::new(),
            None => vec![Part::Offset(offset)],
            Some(layout) => path_to(layout, offset),
        };
        Address::Object { place: Place { path, ..Place::whole(root) } }
    }

    fn string_literal(&self, state: &State, object: ObjectId, offset: i64) -> Option<Address> {
        let contents = state.memory.object(object)?;
        let Origin::Global(global) = contents.origin else { return None };
        let global = self.program.global(global);
        let Layout::Array { element, .. } = &global.layout else { return None };
        if !global.name.starts_with('"') || element.size() != 1 {
            return None;
        }
        let bytes = contents.bytes.get(usize::try_from(offset).ok()?..)?;
        let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
        let shown = text.iter().take(LONGEST_LITERAL).map(|byte| byte.escape_ascii().to_string()).collect();
        Some(Address::Literal { text: shown, is_cut: text.len() > LONGEST_LITERAL })
    }

    /// What is wrong with an address.
    pub fn fault(&self, state: &State, viewer: Viewer, fault: MemoryFault) -> Fault {
        let address = |word| self.address(state, viewer, word);
        let whole = |object| Place::whole(self.object(state, viewer, object).0);
        match fault {
            MemoryFault::Null => Fault::Null,
            MemoryFault::NoObject(word) => Fault::NoObject { address: address(word) },
            MemoryFault::OutOfBounds { object, offset, bytes, size } => {
                let is_lost = !self.program.pointers.reach().contains(&offset.into());
                Fault::OutOfBounds { object: whole(object), offset, bytes, size, is_lost }
            }
            MemoryFault::Dead { object, life: Life::Freed } => Fault::Freed { object: whole(object) },
            MemoryFault::Dead { object, life: Life::Over | Life::Alive } => {
                Fault::Over { object: whole(object) }
            }
            MemoryFault::Constant(object) => Fault::Constant { object: whole(object) },
            MemoryFault::NotOnTheHeap(word) => Fault::NotOnTheHeap { address: address(word) },
            MemoryFault::NotAFunction(word) => Fault::NotAFunction { address: address(word) },
            MemoryFault::OtherType(function) => {
                Fault::OtherType { function: self.program.function(function).name.clone() }
            }
            MemoryFault::Leaked(object) => Fault::Leaked { object: whole(object) },
            MemoryFault::NotTheStart { object, offset } => {
                Fault::NotTheStart { place: Place { path: vec![Part::Offset(offset)], ..whole(object) } }
            }
        }
    }
}
