//! What a program is compiled for.

use crate::data_model::DataModel;
use crate::property::Checks;

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
    /// There may be no memory for a new block.
    pub malloc_may_fail: bool,
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
            malloc_may_fail: false,
            leaves_out_repetitions: true,
            is_run: false,
        }
    }
}
