//! What the variables of the state are called in the program.

use crate::events::CellId;
use crate::ir::{Program, ThreadId};
use crate::relation::{Origin, Part, Relation};
use crate::source::Span;

/// So many names are enough to say what stands in the way.
const MOST_NAMES: usize = 5;

/// The names of variables of the narrow system, each once.
pub fn in_words<'n>(
    program: &Program,
    relation: &Relation,
    narrow: impl Iterator<Item = &'n str>,
) -> Vec<String> {
    let names = Names { program, relation };
    let mut all: Vec<String> = Vec::new();
    for name in narrow {
        // Behind the name of the wide variable stands which of its bits this one is.
        let wide = name.rsplit_once('@').map_or(name, |(wide, _)| wide);
        let index = relation.system.state.iter().position(|state| state.name == wide);
        let Some(name) = index.map(|index| names.part(relation.parts[index])) else { continue };
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all.truncate(MOST_NAMES);
    all
}

struct Names<'a> {
    program: &'a Program,
    relation: &'a Relation,
}

impl Names<'_> {
    fn part(&self, part: Part) -> String {
        match part {
            Part::Control(thread) => format!("the place of {}", self.thread(thread)),
            Part::Register(chain, register) => {
                let chain = self.relation.assumed.places.chain(chain);
                let function = self.program.function(chain.function);
                match &function.register(register).name {
                    Some(name) => format!("{name} in {}, {}", function.name, self.thread(chain.thread)),
                    None => format!("a value in {}, {}", function.name, self.thread(chain.thread)),
                }
            }
            Part::Cell(cell) => self.cell(cell),
        }
    }

    fn thread(&self, thread: ThreadId) -> String {
        let function = self.relation.assumed.threads[thread.index()].function;
        format!("T{} {}", thread.0, self.program.function(function).name)
    }

    fn cell(&self, cell: CellId) -> String {
        let cell = &self.relation.assumed.cells[cell.index()];
        let object = &self.relation.assumed.objects[cell.object.index()];
        let name = match &object.origin {
            Origin::Nothing | Origin::Function(_) => "memory".to_string(),
            Origin::Global(global) => {
                let global = self.program.global(*global);
                format!("{}{}", global.name, self.place(global.span))
            }
            Origin::ThreadLocal { thread, global } => {
                format!("{} of {}", self.program.global(*global).name, self.thread(*thread))
            }
            Origin::Local { chain, local, .. } => {
                let chain = self.relation.assumed.places.chain(*chain);
                let local = self.program.function(chain.function).local(*local);
                format!("{} of {}{}", local.name, self.thread(chain.thread), self.place(local.span))
            }
            Origin::Block { made_at, .. } => {
                let span = self.relation.assumed.places.users_span(self.program, made_at);
                format!("a block{}", self.place(span))
            }
            Origin::Result(thread) => format!("what {} returns", self.thread(*thread)),
        };
        match cell.offset {
            0 => name,
            end if end == object.size => format!("whether there is {name}"),
            offset => format!("byte {offset} of {name}"),
        }
    }

    /// ` (work.c:12)`; nothing inside models of the library.
    fn place(&self, span: Span) -> String {
        let sources = &self.program.sources;
        match span == Span::default() || sources.is_embedded(span) {
            true => String::new(),
            false => format!(" ({})", sources.locate(span)),
        }
    }
}
