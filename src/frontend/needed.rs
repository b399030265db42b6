//! Which models of the library a program needs: reading all of them would take longer than most checks.
//!
//! A model is read if it defines a name that is mentioned in an expression, in the user's units or in a function
//! of a model that is needed itself. Names are compared without the decoration by which the front end and gcc's
//! headers tell variants of one function apart (`stem`): a model too many costs a millisecond, one that is
//! missing would leave a known function open, which `Lowering::open_function` takes as a mistake of ours.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::frontend::mention;
use crate::frontend::parse::{self, Parsed};
use crate::library::{Library, stem};
use crate::source::SourceMap;

/// What the front end calls by itself, and the names that make it do so.
const CALLED_FOR: [(&str, &str); 2] = [
    ("__pthread_register_cancel", "__bmc_cleanup_push"),
    ("__pthread_unregister_cancel", "__bmc_cleanup_pop"),
];
const ALWAYS: [&str; 1] = ["__bmc_arguments"];

pub struct Models {
    pub units: Vec<(usize, Parsed)>,
    /// The stems of what the other models define.
    pub unread: FxHashSet<String>,
}

/// Reads the models into `sources` and parses them.
pub fn read_models(sources: &mut SourceMap, library: &Library, mentioned: &FxHashSet<String>) -> Models {
    let mut needs = Needs::default();
    ALWAYS.iter().for_each(|name| needs.add(name));
    sorted(mentioned).iter().for_each(|name| needs.add(name));
    let (mut units, mut read) = (Vec::new(), FxHashSet::default());
    while let Some(name) = needs.open.pop() {
        for &model in library.offering(&name) {
            if read.insert(model) {
                let unit = library.read(model, sources);
                let parsed = parse::parse_model(sources, unit);
                needs.add_definitions(mention::definitions(&parsed.tree));
                units.push((unit, parsed));
            }
        }
    }
    Models { units, unread: library.stems_outside(&read) }
}

#[derive(Default)]
struct Needs {
    seen: FxHashSet<String>,
    /// Seen, and not looked for in the library yet.
    open: Vec<String>,
    /// What the definitions of models that were read mention, as long as nobody needs them.
    dormant: FxHashMap<String, Vec<String>>,
}

impl Needs {
    fn add(&mut self, name: &str) {
        let implied = CALLED_FOR.iter().find(|(cause, _)| *cause == name).map(|(_, called)| *called);
        for name in [Some(name), implied].into_iter().flatten().map(stem) {
            if !self.seen.contains(name) {
                self.seen.insert(name.to_string());
                self.open.push(name.to_string());
                for mentioned in self.dormant.remove(name).unwrap_or_default() {
                    self.add(&mentioned);
                }
            }
        }
    }

    fn add_definitions(&mut self, definitions: Vec<(String, FxHashSet<String>)>) {
        for (name, mentioned) in definitions {
            let (name, mentioned) = (stem(&name), sorted(&mentioned));
            match self.seen.contains(name) {
                true => mentioned.iter().for_each(|mentioned| self.add(mentioned)),
                false => self.dormant.entry(name.to_string()).or_default().extend(mentioned),
            }
        }
    }
}

/// The order in which models are read is the order of their functions in the program.
fn sorted(names: &FxHashSet<String>) -> Vec<String> {
    let mut names: Vec<String> = names.iter().cloned().collect();
    names.sort_unstable();
    names
}
