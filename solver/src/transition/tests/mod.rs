//! Transition systems against exhaustive exploration, and against answers that are known.

mod explicit;
mod families;
mod files;
mod known_answers;
mod minimising;
#[cfg(feature = "planted-mistakes")]
mod planted;
mod search;
mod small_systems;
mod walks;
mod words;
mod words_in_files;
