//! From the syntax tree of C to typed, lowered IR.
//!
//! In: preprocessed units in a `SourceMap`. Out: one linked `Program`, of which only what the entry function
//! can reach is kept, or diagnostics. Everything C decides by types is decided here: promotions, conversions,
//! layouts, what lives in memory and what in registers. Threads are not known here: a model of a library
//! asks for them by builtins (`builtins`).
//!
//! `compile` says in which order that happens.
//!
//! Lowering is one pass over the tree that emits IR directly. Since arithmetic on constants is folded as it
//! is emitted (`builder`), the same pass evaluates constant expressions; `sizeof` and `typeof` lower their
//! operand and take it back.

use std::sync::Arc;

use crate::ir::Program;
use crate::library::Library;
use crate::source::{Diagnostic, SourceMap};

mod builtins;
mod compile;
mod link;
mod lower;
mod messages;
mod options;
mod passes;
#[cfg(feature = "planted-mistakes")]
mod planted_open;
mod support;
mod syntax;
mod types;

#[cfg(test)]
mod tests;

pub use options::{CompileOptions, EvaluationOrder, Undefined};
pub use support::{SupportedFunction, supported_functions};
pub use syntax::parse::Parsed;

pub struct Compiled {
    pub program: Program,
    pub warnings: Vec<Diagnostic>,
}

/// What is wrong with the input, with what is needed to show it.
#[derive(Debug)]
pub struct InputError {
    pub sources: Arc<SourceMap>,
    pub diagnostics: Vec<Diagnostic>,
}

/// The parser and the lowering recurse over the program; only what is used of the stack is ever committed.
const STACK_BYTES: usize = 1 << 30;

/// Compiles and links `units` (indices in `sources.units()`) as one program, with what they use of the library
/// and do not define themselves.
pub fn compile(
    sources: SourceMap,
    units: &[usize],
    library: &Library,
    options: &CompileOptions,
) -> Result<Compiled, InputError> {
    let compiled = on_large_stack(|| compile::compile(sources, units, library, options));
    #[cfg(feature = "planted-mistakes")]
    let compiled = compiled.map(planted_open::without_writes);
    compiled
}

/// The syntax tree of a unit.
pub fn parse(sources: &SourceMap, unit: usize) -> Result<Parsed, Diagnostic> {
    on_large_stack(|| syntax::parse::parse(sources, unit))
}

fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("frontend".into())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work)
            .expect("the operating system gives us a thread");
        match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
