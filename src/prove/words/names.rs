//! What the variables of a state are called: variables of C and their parts, blocks by where they are made, locals with
//! their function and thread, the holders of mutexes.

use super::text::{Level, Text};
use crate::events::CellId;
use crate::exec::path_of;
use crate::ir::{Field, FunctionId, GlobalId, Kind, Layout, ObjectId, Program, RegisterId, Type, integer};
use crate::relation::{ChainId, Origin, Part, PlaceId, Relation};
use crate::trace;

/// The members that a mutex of the embedded headers begins with.
const MEMBERS_OF_A_MUTEX: [&str; 3] = ["owner", "again", "recovery"];

/// Temporary values of longer expressions are numbered.
const LONGEST_EXPRESSION: usize = 40;

/// A variable of the state, as a person would call it.
pub struct Word {
    pub name: String,
    /// How its values are written.
    pub ty: Type,
    /// The word says which thread holds this mutex.
    pub mutex: Option<String>,
}

pub struct Names<'a> {
    pub program: &'a Program,
    pub relation: &'a Relation,
}

impl Names<'_> {
    /// `viewer`: the place that the reader thinks of, where locals need no qualification.
    pub fn word(&self, index: usize, viewer: Option<PlaceId>) -> Word {
        let bits = self.relation.values[index].width;
        match self.relation.parts[index] {
            Part::Control(thread) => {
                Word { name: format!("T{}", thread.0), ty: Type::unsigned(bits), mutex: None }
            }
            Part::Register(chain, register) => self.register(chain, register, viewer),
            Part::Cell(cell) => self.cell(cell, viewer),
        }
    }

    fn register(&self, chain: ChainId, register: RegisterId, viewer: Option<PlaceId>) -> Word {
        let function = self.relation.assumed.places.chain(chain).function;
        let of = self.program.function(function).register(register);
        let name = match &of.name {
            Some(name) => name.clone(),
            None => self.temporary(function, register),
        };
        Word { name: self.local(chain, &name, viewer), ty: of.ty, mutex: None }
    }

    /// A value that is no variable is called by the expression that it is the value of: `value(flag[0])`.
    fn temporary(&self, function: FunctionId, register: RegisterId) -> String {
        let blocks = self.program.function(function).blocks.iter();
        let instructions = blocks.flat_map(|block| &block.instructions);
        let mut spans = instructions.filter(|one| one.op.destination() == Some(register)).map(|one| one.span);
        let sources = &self.program.sources;
        let text = match (spans.next(), spans.next()) {
            (Some(span), None) if !sources.is_embedded(span) => sources.text(span),
            _ => "",
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        match text.is_empty() || text.len() > LONGEST_EXPRESSION {
            true => format!("temporary {}", register.0),
            false => format!("value({text})"),
        }
    }

    /// A variable of an activation.
    fn local(&self, chain: ChainId, name: &str, viewer: Option<PlaceId>) -> String {
        let places = &self.relation.assumed.places;
        let of = places.chain(chain);
        let function = self.program.function(of.function).name.clone();
        let viewer = viewer.map(|place| places.spot(place).chain);
        let qualified_by = match viewer {
            Some(viewer) if viewer == chain => trace::Qualification::Nothing,
            Some(viewer) if places.chain(viewer).thread == of.thread => trace::Qualification::Function,
            _ => trace::Qualification::Thread,
        };
        let thread = of.thread;
        trace::Root::Local { name: name.to_string(), function, thread, qualified_by }.to_string()
    }

    fn cell(&self, cell: CellId, viewer: Option<PlaceId>) -> Word {
        let facts = &self.relation.assumed;
        let of = &facts.cells[cell.index()];
        let object = &facts.objects[of.object.index()];
        let (name, layout) = self.object(of.object, viewer);
        let bits = (of.bytes * 8).min(128) as u32;
        if of.offset >= object.size {
            return Word { name: format!("is_alive({name})"), ty: Type::unsigned(bits), mutex: None };
        }
        let (path, ty) = match layout {
            Some(layout) => path_of(layout, of.offset, of.bytes),
            None => (vec![trace::Part::Offset(of.offset as i64)], None),
        };
        let path_text = |path: &[trace::Part]| path.iter().map(trace::Part::to_string).collect::<String>();
        let mutex = match (&path[..], layout) {
            ([before @ .., trace::Part::Field(last)], Some(layout)) if last == MEMBERS_OF_A_MUTEX[0] => {
                is_in_a_mutex(layout, of.offset).then(|| format!("{name}{}", path_text(before)))
            }
            _ => None,
        };
        let name = format!("{name}{}", path_text(&path));
        Word { name, ty: ty.unwrap_or(Type::unsigned(bits)), mutex }
    }

    fn object(&self, object: ObjectId, viewer: Option<PlaceId>) -> (String, Option<&Layout>) {
        let facts = &self.relation.assumed;
        let global = |id: GlobalId| {
            let global = self.program.global(id);
            let is_of_library = self.program.sources.is_embedded(global.span);
            let name = if is_of_library { format!("library::{}", global.name) } else { global.name.clone() };
            (name, Some(&global.layout))
        };
        match &facts.objects[object.index()].origin {
            Origin::Nothing => ("NULL".to_string(), None),
            Origin::Global(id) => global(*id),
            Origin::ThreadLocal { thread, global: id } => {
                let (name, layout) = global(*id);
                let (thread, qualified_by) = (*thread, trace::Qualification::Thread);
                (trace::Root::ThreadLocal { name, thread, qualified_by }.to_string(), layout)
            }
            Origin::Function(id) => (self.program.function(*id).name.clone(), None),
            Origin::Local { chain, local, turns } => {
                let function: FunctionId = facts.places.chain(*chain).function;
                let local = self.program.function(function).local(*local);
                let mut name = self.local(*chain, &local.name, viewer);
                for (_, turn) in turns {
                    name = format!("{name}#{turn}");
                }
                (name, Some(&local.layout))
            }
            Origin::Block { made_at, .. } => {
                let at = self.program.sources.locate(facts.places.users_span(self.program, made_at));
                (format!("block {object} of {at}"), None)
            }
            Origin::Result(thread) => (format!("result of T{}", thread.0), None),
        }
    }

    /// A value of a type.
    pub fn value(&self, ty: Type, value: u128) -> Text {
        let text = match ty.kind {
            Kind::Signed => integer::as_signed(value, ty.bits).to_string(),
            Kind::Unsigned | Kind::Float => value.to_string(),
            Kind::Pointer => return self.address(value),
        };
        Text::new(Level::Whole, text)
    }

    fn address(&self, value: u128) -> Text {
        let layout = self.program.pointers;
        let (object, offset) = (layout.object(value), layout.offset(value));
        if value == 0 {
            return Text::new(Level::Whole, "NULL");
        }
        let is_known = object != ObjectId(0) && object.index() < self.relation.assumed.objects.len();
        if !is_known || layout.is_lost(value) || offset < 0 {
            return Text::new(Level::Whole, format!("{value:#x}"));
        }
        let (name, of) = self.object(object, None);
        let name = match of {
            None if offset == 0 => name,
            None => format!("{name}{offset:+}"),
            Some(of) => {
                let path = crate::exec::path_to(of, offset);
                format!("{name}{}", path.iter().map(trace::Part::to_string).collect::<String>())
            }
        };
        Text::new(Level::Whole, format!("&{name}"))
    }

    /// What it says of a mutex that this word has a value, or that it does not.
    pub fn holder(&self, mutex: &str, value: u128, is: bool) -> Text {
        let operator = if is { "==" } else { "!=" };
        match value.checked_sub(1) {
            None if is => Text::new(Level::Operator, format!("{mutex} is free")),
            None => Text::new(Level::Operator, format!("{mutex} is held")),
            Some(thread) => Text::new(Level::Operator, format!("holder({mutex}) {operator} T{thread}")),
        }
    }
}

/// Whether what begins there is the first member of a mutex.
fn is_in_a_mutex(layout: &Layout, offset: u64) -> bool {
    let (mut layout, mut at) = (layout, offset);
    loop {
        match layout {
            Layout::Array { element, .. } if element.size() > 0 => {
                at %= element.size();
                layout = element;
            }
            Layout::Record { fields, .. } => {
                let names = fields.iter().map(|field| field.name.as_str());
                if at == 0 && names.take(3).eq(MEMBERS_OF_A_MUTEX) {
                    return true;
                }
                let is_around = |f: &&Field| f.offset <= at && at < f.offset + f.layout.size();
                let Some(field) = fields.iter().find(is_around) else { return false };
                at -= field.offset;
                layout = &field.layout;
            }
            _ => return false,
        }
    }
}
