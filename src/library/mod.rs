//! Models of pthreads, C11 threads and libc, written in C and compiled by our own front end.
//!
//! A model is linked in only for functions that the program calls and does not define. They are written in
//! terms of a few intrinsics (`bmc.h` among the embedded headers). The rule for all of them: what a call does
//! to shared memory is one atomic section wherever POSIX lets nobody see it half done, with no access that is
//! not needed, because every access is paid for in every round of the search. Blocking is `__bmc_wait` in
//! an atomic section; nothing else in a model may block, or it would look like a deadlock. What the specification
//! demands of the caller is said with `__bmc_require`, before anything comes of it.

mod defined;
mod offer;

pub use defined::{defined_functions, function_name};
pub use offer::{Library, stem};

use crate::source::EMBEDDED_PREFIX;

macro_rules! models {
    ($($name:literal),* $(,)?) => {
        &[$((concat!("<bmc>/", $name), include_str!($name))),*]
    };
}

const MODELS: &[(&str, &str)] = models![
    "allocation.c",
    "arguments.c",
    "attributes.c",
    "barrier.c",
    "bits.c",
    "cancel.c",
    "character_table.c",
    "characters.c",
    "cleanup.c",
    "condition.c",
    "errno.c",
    "format.c",
    "input.c",
    "keys.c",
    "math.c",
    "memory.c",
    "mutex.c",
    "named_semaphores.c",
    "numbers.c",
    "once.c",
    "output.c",
    "process.c",
    "rwlock.c",
    "scheduling.c",
    "semaphore.c",
    "signals.c",
    "sorting.c",
    "spinlock.c",
    "streams.c",
    "text.c",
    "thread.c",
    "thread_attributes.c",
    "threads.c",
    "time.c",
];

/// The name of every model's file, beginning with [`EMBEDDED_PREFIX`], and its text.
pub fn models() -> &'static [(&'static str, &'static str)] {
    debug_assert!(MODELS.iter().all(|(name, _)| name.starts_with(EMBEDDED_PREFIX)));
    MODELS
}

#[cfg(test)]
mod tests {
    use super::models;
    use crate::data_model::DataModel;
    use crate::source::{Input, PreprocessOptions, SourceMap, preprocess, render};
    use lang_c::driver::{Config, Flavor, parse_preprocessed};

    #[test]
    fn every_model_parses_under_both_data_models() {
        let config = Config { flavor: Flavor::GnuC11, ..Config::default() };
        for data_model in [DataModel::Lp64, DataModel::Ilp32] {
            for (name, text) in models() {
                let mut sources = SourceMap::default();
                let input = Input::Text { name: name.to_string(), text: text.to_string() };
                let options = PreprocessOptions { data_model, ..Default::default() };
                let unit = preprocess(&mut sources, input, &options)
                    .unwrap_or_else(|e| panic!("{name}: {}", render(&e, &sources, false)));
                assert!(unit.warnings.is_empty(), "{name}: {:?}", unit.warnings);
                let text = sources.units()[unit.unit].text.clone();
                if let Err(error) = parse_preprocessed(&config, text.clone()) {
                    panic!("{name}: {error}\n{}", &text[error.offset.saturating_sub(100)..]);
                }
            }
        }
    }

    #[test]
    fn model_text_belongs_to_bmc_conc() {
        let (name, text) = models()[0];
        let mut sources = SourceMap::default();
        let input = Input::Text { name: name.to_string(), text: text.to_string() };
        let unit =
            preprocess(&mut sources, input, &PreprocessOptions::default()).expect("a model is correct");
        let base = sources.units()[unit.unit].base;
        assert!(sources.is_embedded(crate::source::Span { start: base, end: base }));
    }
}
