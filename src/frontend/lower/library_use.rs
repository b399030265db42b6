//! What the program uses of the library, what the models have asked about the program, and what they were told.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::library::stem;

pub struct LibraryUse {
    /// Names in the expressions of the user's units.
    mentioned: FxHashSet<String>,
    /// Stems of names that only models define that were not needed.
    unread: FxHashSet<String>,
    /// What the models asked, and what they were told.
    pub answers: BTreeMap<String, bool>,
}

impl LibraryUse {
    pub fn new(mentioned: FxHashSet<String>, unread: FxHashSet<String>) -> LibraryUse {
        LibraryUse { mentioned, unread, answers: BTreeMap::new() }
    }

    /// Whether the user's units mention the name.
    pub fn mentions(&self, name: &str) -> bool {
        self.mentioned.contains(name)
    }

    /// It is our mistake if a name is looked for in a model that was not read.
    pub fn assert_read(&self, name: &str) {
        assert!(!self.unread.contains(stem(name)), "the model of '{name}' was not read");
    }

    pub fn answer(&mut self, question: String, answer: bool) {
        self.answers.insert(question, answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_unread(unread: &str) -> LibraryUse {
        let names = |name: &str| FxHashSet::from_iter([name.to_string()]);
        LibraryUse::new(names("malloc"), names(unread))
    }

    #[test]
    fn names_of_models_that_were_read_may_be_looked_for() {
        let library = with_unread("memcpy");
        assert!(library.mentions("malloc") && !library.mentions("memcpy"));
        library.assert_read("malloc");
    }

    #[test]
    #[should_panic = "was not read"]
    fn all_variants_of_a_function_that_was_not_read_are_missing() {
        with_unread("memcpy").assert_read("__bmc_memcpy_4");
    }
}
