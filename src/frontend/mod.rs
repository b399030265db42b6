//! From the syntax tree of C to typed, lowered IR.
//!
//! In: preprocessed units in a `SourceMap`. Out: one linked `Program`, of which only what the entry function
//! can reach is kept, or diagnostics. Everything C decides by types is decided here: promotions, conversions,
//! layouts, what lives in memory and what in registers. Threads are not known here: a model of a library
//! asks for them by intrinsics (`intrinsics`).
//!
//! Lowering is one pass over the tree that emits IR directly. Since arithmetic on constants is folded as it
//! is emitted (`builder`), the same pass evaluates constant expressions; `sizeof` and `typeof` lower their
//! operand and take it back.

use std::sync::Arc;

use crate::data_model::DataModel;
use crate::ir::Program;
use crate::library::Library;
use crate::property::Checks;
use crate::source::{Diagnostic, SourceMap};

mod builtins;
mod link;
mod lower;
mod messages;
mod support;
mod syntax;
mod types;

#[cfg(test)]
mod tests;

pub use support::{SupportedFunction, supported_functions};
pub use syntax::parse::Parsed;

#[derive(Clone, Debug)]
pub struct CompileOptions {
    pub data_model: DataModel,
    /// The function the program starts with.
    pub entry: String,
    pub undefined: Undefined,
    /// What the program is made to be checked for.
    pub checks: Checks,
    /// A wait for a condition variable may end without a signal, as POSIX allows.
    pub spurious_wakeups: bool,
    /// A weak compare-exchange may fail though the values are equal.
    pub spurious_failures: bool,
    pub evaluation_order: EvaluationOrder,
    /// Wakeups and failures after which a thread stands where it stood are left out (`idle`, `retry`).
    pub leaves_out_repetitions: bool,
    /// The program is run, not checked: what it writes is written, and it is started without arguments.
    pub is_run: bool,
}

/// In which order operands are evaluated where C leaves it open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EvaluationOrder {
    Left,
    Right,
    /// From left to right or from right to left, each time anew.
    #[default]
    Any,
}

impl EvaluationOrder {
    pub fn name(self) -> &'static str {
        match self {
            EvaluationOrder::Left => "left",
            EvaluationOrder::Right => "right",
            EvaluationOrder::Any => "any",
        }
    }
}

/// What becomes of functions and variables that nothing defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Undefined {
    /// They are errors.
    Error,
    /// Functions return, and variables begin with, any value. Functions of the thread library are errors.
    #[default]
    Nondet,
    /// Functions of the thread library, too, return any value.
    NondetEvenThreads,
}

impl Default for CompileOptions {
    fn default() -> Self {
        CompileOptions {
            data_model: DataModel::default(),
            entry: "main".into(),
            undefined: Undefined::default(),
            checks: Checks::default(),
            spurious_wakeups: true,
            spurious_failures: true,
            evaluation_order: EvaluationOrder::default(),
            leaves_out_repetitions: true,
            is_run: false,
        }
    }
}

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
    let compiled = on_large_stack(|| lower::lowering::compile(sources, units, library, options));
    #[cfg(feature = "planted-mistakes")]
    let compiled = compiled.map(crate::planted::without_writes);
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
