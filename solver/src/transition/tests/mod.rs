//! Transition systems against exhaustive exploration, and against answers that are known.

mod explicit;
mod families;
mod files;
mod known_answers;
mod search;
mod small_systems;
mod words;
