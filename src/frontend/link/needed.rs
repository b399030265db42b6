//! Which models of the library a program needs, and what of them: reading all would take longer than most checks.
//!
//! A model is preprocessed if it defines a name that is mentioned in an expression of the user's units, or by a
//! definition of a model that is needed itself. Of its text, only such definitions are parsed. Names are compared
//! without the decoration by which the front end and gcc's headers tell variants of one function apart (`stem`): a
//! definition too many costs microseconds, one that is missing would leave a known function open, which
//! `LibraryUse::assert_read` takes as a mistake of ours.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::frontend::syntax::bridge::token::{Kind, tokens};
use crate::frontend::syntax::model_text::{Item, items, with_items};
use crate::frontend::syntax::parse::{self, Parsed};
use crate::library::{Library, stem};
use crate::source::SourceMap;

/// What the front end calls by itself, and the names that make it do so.
const CALLED_FOR: [(&str, &str); 4] = [
    ("__pthread_register_cancel", "__bmc_cleanup_push"),
    ("__pthread_unregister_cancel", "__bmc_cleanup_pop"),
    ("atexit", "__bmc_run_exit_handlers"),
    ("memcpy", "__bmc_require_apart"),
];
const ALWAYS: [&str; 1] = ["__bmc_arguments"];

pub struct Models {
    pub units: Vec<(usize, Parsed)>,
    /// The stems of what models define and nobody asked for.
    pub unread: FxHashSet<String>,
}

/// Reads the models into `sources` and parses what is needed of them.
pub fn read_models(sources: &mut SourceMap, library: &Library, mentioned: &FxHashSet<String>) -> Models {
    let mut needs = Needs::default();
    ALWAYS.iter().for_each(|name| needs.add(name, None));
    sorted(mentioned).iter().for_each(|name| needs.add(name, None));
    let mut preprocessed = FxHashSet::default();
    while let Some(need) = needs.open.pop() {
        for &model in library.offering(&need.stem) {
            if preprocessed.insert(model) {
                let unit = library.read(model, sources);
                needs.add_model(unit, sources.units()[unit].text.clone());
            }
        }
        needs.meet(&need);
    }
    let seen: FxHashSet<&str> = needs.seen.iter().map(|name| name.stem.as_str()).collect();
    let unread = library.stems().filter(|stem| !seen.contains(stem)).map(str::to_string).collect();
    let parsed = needs.models.into_iter().map(|model| {
        let text = with_items(&model.text, &model.types, &model.needed);
        (model.unit, parse::parse_model(sources, model.unit, &text))
    });
    Models { units: parsed.collect(), unread }
}

/// A model whose text is known and not parsed yet.
struct Model {
    unit: usize,
    text: String,
    /// Where types are defined, which are all kept.
    types: Vec<Range<usize>>,
    needed: Vec<Range<usize>>,
}

/// The model that somebody asks from, or that keeps a definition to itself.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Name {
    stem: String,
    within: Option<usize>,
}

#[derive(Default)]
struct Needs {
    seen: FxHashSet<Name>,
    /// Seen, and not looked for yet.
    open: Vec<Name>,
    models: Vec<Model>,
    /// Items of models that nobody needs so far, by the names that they define or declare.
    dormant: FxHashMap<Name, Vec<(usize, Range<usize>)>>,
}

impl Needs {
    fn add(&mut self, name: &str, from: Option<usize>) {
        let stem_of_name = stem(name);
        let implied = CALLED_FOR.iter().filter(|(cause, _)| stem(cause) == stem_of_name);
        for name in std::iter::once(name).chain(implied.map(|(_, called)| *called)) {
            let name = Name { stem: stem(name).to_string(), within: from };
            if self.seen.insert(name.clone()) {
                self.open.push(name);
            }
        }
    }

    fn add_model(&mut self, unit: usize, text: String) {
        let model = self.models.len();
        let mut types = Vec::new();
        for Item { range, names, is_static } in items(&text) {
            if names.is_empty() {
                types.push(range);
                continue;
            }
            for name in names {
                let name = Name { stem: stem(name).to_string(), within: is_static.then_some(model) };
                self.dormant.entry(name).or_default().push((model, range.clone()));
            }
        }
        self.models.push(Model { unit, text, types, needed: Vec::new() });
    }

    /// The items that define or declare the name are needed, and so is what they mention.
    fn meet(&mut self, name: &Name) {
        let external = Name { stem: name.stem.clone(), within: None };
        let own = self.dormant.remove(name).unwrap_or_default();
        for (model, range) in own.into_iter().chain(self.dormant.remove(&external).unwrap_or_default()) {
            let text = self.models[model].text[range.clone()].to_string();
            self.models[model].needed.push(range);
            let words = tokens(&text).filter(|token| token.kind == Kind::Word);
            words.for_each(|word| self.add(word.text, Some(model)));
        }
    }
}

/// The order in which models are read is the order of their functions in the program.
fn sorted(names: &FxHashSet<String>) -> Vec<String> {
    let mut names: Vec<String> = names.iter().cloned().collect();
    names.sort_unstable();
    names
}
