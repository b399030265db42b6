//! What an answer is about: what was looked for, what was not, and what is taken for granted.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::check::{Assumption, AssumptionKind, Basis, Outcome};
use crate::ir::Program;
use crate::library::stem;
use crate::load::{CompileOptions, EvaluationOrder};
use crate::property::Check;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Scope {
    /// As `--check` takes them; with `--property` the name of the only property.
    pub checked: Vec<String>,
    pub not_checked: Vec<String>,
    /// In words.
    pub assumes: Vec<String>,
}

impl Scope {
    pub(super) fn new(
        program: &Program,
        compiled_for: &CompileOptions,
        only: Option<&str>,
        outcome: &Outcome,
    ) -> Scope {
        let is_checked = |check: &Check| only.is_none() && compiled_for.checks.contains(*check);
        let names = |checked: bool| {
            let all = Check::ALL.into_iter().filter(move |check| is_checked(check) == checked);
            all.map(|check| check.name().to_string())
        };
        Scope {
            checked: only.map(str::to_string).into_iter().chain(names(true)).collect(),
            not_checked: names(false).collect(),
            assumes: assumes(program, compiled_for, outcome),
        }
    }

    /// One line each.
    pub(super) fn in_words(&self) -> String {
        let mut text = format!("Checked: {}.", self.checked.join(", "));
        if !self.not_checked.is_empty() {
            text.push_str(&format!(" Not checked: {}.", self.not_checked.join(", ")));
        }
        format!("{text}\nAssumes: {}.\n", self.assumes.join("; "))
    }
}

fn assumes(program: &Program, compiled_for: &CompileOptions, outcome: &Outcome) -> Vec<String> {
    let assumptions = &outcome.assumptions;
    let mut list = vec!["sequential consistency".to_string()];
    let mut assume = |holds: bool, what: &str| {
        if holds {
            list.push(what.to_string());
        }
    };
    assume(
        matches!(outcome.basis, Basis::Invariant(_)),
        "the steps between context switches (docs/proofs.md)",
    );
    if let Some(what) = succeed(program, compiled_for) {
        assume(true, &what);
    }
    assume(!compiled_for.spurious_wakeups, "no spurious wakeups");
    assume(!compiled_for.spurious_failures, "no spurious failures of weak exchanges");
    assume(
        compiled_for.evaluation_order == EvaluationOrder::Left,
        "operands are evaluated from left to right",
    );
    assume(
        compiled_for.evaluation_order == EvaluationOrder::Right,
        "operands are evaluated from right to left",
    );
    list.extend(counted(assumptions, AssumptionKind::Function, ["function", "functions"], "without a body"));
    list.extend(counted(
        assumptions,
        AssumptionKind::Variable,
        ["variable", "variables"],
        "without a definition",
    ));
    let layout = assumptions.iter().any(|assumption| assumption.kind == AssumptionKind::Layout);
    list.extend(layout.then(|| "objects lie in memory as bmc-conc places them".to_string()));
    list
}

/// `2 functions without a body (f, g)`
fn counted(
    assumptions: &[Assumption],
    kind: AssumptionKind,
    [one, many]: [&str; 2],
    what: &str,
) -> Option<String> {
    let all = assumptions.iter().filter(|assumption| assumption.kind == kind);
    let names: Vec<&str> = all.map(|assumption| assumption.name.as_str()).collect();
    let noun = if names.len() == 1 { one } else { many };
    (!names.is_empty()).then(|| format!("{} {noun} {what} ({})", names.len(), names.join(", ")))
}

/// Functions that may fail for want of something outside the program, and never do here.
const OF_BLOCKS: [&str; 9] = [
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "strdup",
    "strndup",
];
const OTHERS: [&str; 16] = [
    "pthread_create",
    "thrd_create",
    "pthread_attr_init",
    "pthread_mutex_init",
    "pthread_mutexattr_init",
    "mtx_init",
    "pthread_cond_init",
    "pthread_condattr_init",
    "cnd_init",
    "pthread_rwlock_init",
    "pthread_spin_init",
    "pthread_barrier_init",
    "sem_init",
    "sem_open",
    "pthread_key_create",
    "tss_create",
];

/// `malloc, pthread_create and sem_init succeed`: those of them that the program calls.
fn succeed(program: &Program, compiled_for: &CompileOptions) -> Option<String> {
    let models = program.functions.iter().filter(|function| program.sources.is_embedded(function.span));
    let called: BTreeSet<&str> = models.map(|model| stem(&model.name)).collect();
    let blocks: &[&str] = if compiled_for.malloc_may_fail { &[] } else { &OF_BLOCKS };
    let names = blocks.iter().chain(&OTHERS).copied().filter(|name| called.contains(name));
    match &names.collect::<Vec<&str>>()[..] {
        [] => None,
        [one] => Some(format!("{one} succeeds")),
        [others @ .., last] => Some(format!("{} and {last} succeed", others.join(", "))),
    }
}
