//! Names of memory and of values, as a person would write them in C: `buf[3].next`, `&c`, `heap#2+8`.

use std::collections::BTreeMap;

use super::places::Places;
use crate::exec::machine::State;
use crate::exec::memory::{Life, MemoryFault, Origin};
use crate::ir::{FunctionId, Kind, Layout, ObjectId, Program, ThreadId, Type, float, integer};

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

/// A heap block in the order of allocation, and how it came to be: `malloc at list.c:12`.
#[derive(Clone, Debug)]
struct HeapBlock {
    number: usize,
    made_by: String,
}

pub struct Names<'p> {
    program: &'p Program,
    heap: BTreeMap<ObjectId, HeapBlock>,
    /// Blocks so far; a new one may be where a freed one was.
    heap_blocks: usize,
    /// By block and offset: how the source spelt the last access, since nothing else is known of the layout.
    heap_texts: BTreeMap<(ObjectId, u64), String>,
}

impl<'p> Names<'p> {
    pub fn new(program: &'p Program) -> Names<'p> {
        Names { program, heap: BTreeMap::new(), heap_blocks: 0, heap_texts: BTreeMap::new() }
    }

    /// Numbers a new heap block and gives its name, and that of the freed one whose place it gets.
    pub fn add_heap_block(&mut self, object: ObjectId, made_by: String) -> (String, Option<String>) {
        self.heap_blocks += 1;
        let number = self.heap_blocks;
        let before = self.heap.insert(object, HeapBlock { number, made_by });
        self.heap_texts.retain(|(of, _), _| *of != object);
        (format!("heap#{number}"), before.map(|block| format!("heap#{}", block.number)))
    }

    /// Remembers how the source spells a part of a heap block; false if the object is none.
    pub fn set_heap_text(&mut self, object: ObjectId, offset: u64, text: &str) -> bool {
        let is_heap = self.heap.contains_key(&object);
        if is_heap {
            self.heap_texts.insert((object, offset), text.to_string());
        }
        is_heap
    }

    pub fn heap_text(&self, object: ObjectId, offset: u64) -> Option<&str> {
        self.heap_texts.get(&(object, offset)).map(String::as_str)
    }

    /// How a heap block came to be.
    pub fn made_by(&self, object: ObjectId) -> Option<&str> {
        self.heap.get(&object).map(|block| block.made_by.as_str())
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
    ) -> (String, Option<Type>) {
        let (mut name, layout) = self.object(state, viewer, object);
        match layout {
            None | Some(Layout::Opaque { .. }) => {
                if offset != 0 {
                    name.push_str(&format!("+{offset}"));
                }
                (name, None)
            }
            Some(layout) => {
                let (path, ty) = layout.describe(offset, bytes);
                (name + &path, ty)
            }
        }
    }

    /// The object's own name and what is known of its layout.
    fn object(&self, state: &State, viewer: Viewer, object: ObjectId) -> (String, Option<&'p Layout>) {
        let program = self.program;
        if let Some(block) = self.heap.get(&object) {
            return (format!("heap#{}", block.number), None);
        }
        match state.memory.object(object).map(|object| object.origin) {
            Some(Origin::Global(global)) => {
                let global = program.global(global);
                (global.name.clone(), Some(&global.layout))
            }
            Some(Origin::ThreadLocal { global, thread }) => {
                let global = program.global(global);
                let of = if thread == viewer.thread { String::new() } else { format!(" of T{}", thread.0) };
                (format!("{}{of}", global.name), Some(&global.layout))
            }
            Some(Origin::Local { thread, function, local }) => {
                let body = program.function(function);
                let local = body.local(local);
                let name = if function == viewer.function && thread == viewer.thread {
                    local.name.clone()
                } else if thread == viewer.thread || thread == ThreadId(0) {
                    format!("{}::{}", body.name, local.name)
                } else {
                    format!("T{}:{}::{}", thread.0, body.name, local.name)
                };
                (name, Some(&local.layout))
            }
            Some(Origin::Heap | Origin::Internal | Origin::Automatic) | None => {
                (format!("object {object}"), None)
            }
        }
    }

    /// A value of a type.
    pub fn value(&self, state: &State, viewer: Viewer, value: u128, ty: Type) -> String {
        match ty.kind {
            Kind::Signed => integer::as_signed(value, ty.bits).to_string(),
            Kind::Unsigned => value.to_string(),
            Kind::Pointer => self.pointer(state, viewer, value),
            Kind::Float => float::text(value, ty.bits),
        }
    }

    pub fn pointer(&self, state: &State, viewer: Viewer, pointer: u128) -> String {
        if pointer == 0 {
            return "NULL".to_string();
        }
        let layout = self.program.pointers;
        let (object, offset) = (layout.object(pointer), layout.offset(pointer));
        if let Some(function) = self.program.function_of_object(object).filter(|_| offset == 0) {
            return self.program.function(function).name.clone();
        }
        if object == ObjectId(0) {
            // A small number that was cast to a pointer, such as the argument of a thread.
            return offset.to_string();
        }
        // Of the words below the first object most are numbers, too.
        let is_before = offset >= -LONGEST_WAY_BEFORE;
        if pointer < layout.number_limit() && !is_before {
            return pointer.to_string();
        }
        if !state.memory.is_taken(object) && !self.heap.contains_key(&object) {
            return format!("{pointer:#x}");
        }
        if let Some(text) = self.string_literal(state, object, offset) {
            return text;
        }
        let (name, known) = self.object(state, viewer, object);
        match known {
            _ if layout.is_lost(pointer) => format!("an address far from {name}"),
            None if offset == 0 => name,
            None => format!("{name}{offset:+}"),
            Some(layout) => format!("&{name}{}", path_to(layout, offset)),
        }
    }

    /// What a pointer points to, for use in a sentence: `m` rather than `&m`.
    pub fn pointee(&self, state: &State, viewer: Viewer, pointer: u128) -> String {
        let name = self.pointer(state, viewer, pointer);
        name.strip_prefix('&').map(str::to_string).unwrap_or(name)
    }

    fn string_literal(&self, state: &State, object: ObjectId, offset: i64) -> Option<String> {
        let contents = state.memory.object(object)?;
        let Origin::Global(global) = contents.origin else { return None };
        let global = self.program.global(global);
        let Layout::Array { element, .. } = &global.layout else { return None };
        if !global.name.starts_with('"') || element.size() != 1 {
            return None;
        }
        let bytes = contents.bytes.get(usize::try_from(offset).ok()?..)?;
        let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
        let shown: String =
            text.iter().take(LONGEST_LITERAL).map(|byte| byte.escape_ascii().to_string()).collect();
        let more = if text.len() > LONGEST_LITERAL { "…" } else { "" };
        Some(format!("\"{shown}{more}\""))
    }

    /// What is wrong with an address, in words.
    pub fn fault(&self, state: &State, viewer: Viewer, fault: MemoryFault) -> String {
        match fault {
            MemoryFault::Null => "the pointer is NULL".to_string(),
            MemoryFault::NoObject(pointer) => {
                format!("{} is not the address of an object", self.pointer(state, viewer, pointer))
            }
            MemoryFault::OutOfBounds { object, offset, bytes, size } => {
                let name = self.object(state, viewer, object).0;
                let last = i128::from(offset) + i128::from(bytes);
                if !self.program.pointers.reach().contains(&offset.into()) {
                    format!("the address is far from {name}, which has {size} bytes")
                } else if bytes == 1 {
                    format!("byte {offset} is outside {name}, which has {size} bytes")
                } else {
                    format!("bytes {offset} to {} are outside {name}, which has {size} bytes", last - 1)
                }
            }
            MemoryFault::Dead { object, life } => {
                let name = self.object(state, viewer, object).0;
                match life {
                    Life::Freed => format!("{name} has been freed"),
                    Life::Over | Life::Alive => format!("{name} does not exist any more"),
                }
            }
            MemoryFault::Constant(object) => format!("{} is constant", self.object(state, viewer, object).0),
            MemoryFault::NotOnTheHeap(pointer) => {
                format!("{} is not a heap block", self.pointer(state, viewer, pointer))
            }
            MemoryFault::NotAFunction(pointer) => {
                format!("{} is not a function", self.pointer(state, viewer, pointer))
            }
            MemoryFault::OtherType(function) => {
                format!("{} is defined with another type", self.program.function(function).name)
            }
            MemoryFault::Leaked(object) => {
                let (name, made_by) = (self.object(state, viewer, object).0, self.made_by(object));
                format!("{name} is not freed ({})", made_by.unwrap_or("allocated"))
            }
            MemoryFault::NotTheStart { object, offset } => {
                let name = self.object(state, viewer, object).0;
                format!("{name}{offset:+} is not the start of the block")
            }
        }
    }
}

/// The shortest path to the part that begins at `offset`: `[3]` rather than `[3].first`; `+5` where no part
/// begins. Before an array its elements are counted on: `[-1]`.
fn path_to(layout: &Layout, offset: i64) -> String {
    let mut path = String::new();
    let (mut layout, mut at) = match (u64::try_from(offset), layout) {
        (Ok(offset), _) => (layout, offset),
        (Err(_), Layout::Array { element, .. }) => match element.size() as i64 {
            size if size > 0 && offset % size == 0 => return format!("[{}]", offset / size),
            _ => return offset.to_string(),
        },
        (Err(_), _) => return offset.to_string(),
    };
    while at != 0 {
        match layout {
            Layout::Array { element, count } if element.size() > 0 && at < element.size() * count => {
                path.push_str(&format!("[{}]", at / element.size()));
                at %= element.size();
                layout = element;
            }
            Layout::Record { fields, .. } => {
                let inside = fields.iter().rfind(|f| f.offset <= at && at < f.offset + f.layout.size());
                let Some(field) = inside else { break };
                if !field.name.is_empty() {
                    path.push('.');
                    path.push_str(&field.name);
                }
                at -= field.offset;
                layout = &field.layout;
            }
            _ => break,
        }
    }
    if at != 0 {
        path.push_str(&format!("+{at}"));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Field;

    #[test]
    fn a_pointer_into_a_record_is_named_by_its_shortest_path() {
        let int = Layout::Scalar(Type::signed(32));
        let field = |name: &str, offset| Field { name: name.to_string(), offset, layout: int.clone() };
        let node = Layout::Record { fields: vec![field("key", 0), field("next", 4)], size: 8 };
        let buffer = Layout::Array { element: Box::new(node), count: 4 };
        assert_eq!(path_to(&buffer, 0), "");
        assert_eq!(path_to(&buffer, 24), "[3]");
        assert_eq!(path_to(&buffer, 28), "[3].next");
        assert_eq!(path_to(&buffer, 29), "[3].next+1");
        assert_eq!(path_to(&buffer, 32), "+32");
        assert_eq!(path_to(&buffer, -16), "[-2]");
        assert_eq!(path_to(&buffer, -5), "-5");
        assert_eq!(path_to(&int, 4), "+4");
    }
}
