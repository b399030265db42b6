//! Work that ends in one answer, whatever happens.
//!
//! It is done on a thread with a large stack, whose panics are caught, while the guard watches the limits (see
//! `limits`). Whoever may answer first prints. An answer that the work could not give itself is made of what is
//! known by then.

use std::sync::Arc;

use bmc_conc::check::UnknownReason;
use bmc_conc::report::{Report, View};

use super::limits::{self, Answer, Limits};
use super::progress::ProgressLine;
use super::{allocate, crash, output};

/// Of a command line that makes no sense, also if only the program shows that.
pub const USAGE_ERROR: i32 = 2;
/// Only what is used of it is ever committed.
const STACK_BYTES: usize = 1 << 29;

/// What a command prints in the end, and how it exits.
pub struct Ending {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ending {
    pub fn with_output(stdout: String) -> Ending {
        Ending { code: 0, stdout, stderr: String::new() }
    }

    pub fn usage_error(what: String) -> Ending {
        let stderr = format!("error: {what}\n\nFor more information, try '--help'.\n");
        Ending { code: USAGE_ERROR, stdout: String::new(), stderr }
    }

    /// Says what the report says.
    pub fn with_report(report: &Report, view: View, stderr: String) -> Ending {
        Ending { code: report.verdict.exit_code(), stdout: view.print(report), stderr }
    }

    fn print(&self) {
        output::print_error(&self.stderr);
        output::print(&self.stdout);
    }
}

/// Does the work and prints its ending; `unfinished` makes the one for work that was ended for a reason.
pub fn carry_out(
    limits: Limits,
    progress: Arc<ProgressLine>,
    unfinished: impl Fn(UnknownReason) -> Ending + Clone + Send + 'static,
    work: impl FnOnce() -> Ending + Send + 'static,
) -> i32 {
    crash::keep_panics_quiet();
    allocate::this_thread_answers();
    limits::stop_on_interrupt(&limits.stop);
    let answer = Answer::default();
    let for_guard = unfinished.clone();
    limits::guard(limits, answer.clone(), Arc::clone(&progress), move |reason| {
        let ending = for_guard(UnknownReason::from(reason));
        ending.print();
        ending.code
    });
    let worker = std::thread::Builder::new().name("work".into()).stack_size(STACK_BYTES).spawn(work);
    let ending = match worker.map(|thread| thread.join()) {
        Ok(Ok(ending)) => ending,
        Ok(Err(_)) => unfinished(UnknownReason::Internal(crash::first_panic())),
        Err(error) => {
            let why = format!("the system gives no thread to work on: {error}");
            unfinished(UnknownReason::Internal(why))
        }
    };
    if !answer.take() {
        // The guard is printing its answer and ends the process.
        loop {
            std::thread::park();
        }
    }
    progress.clear();
    ending.print();
    ending.code
}
