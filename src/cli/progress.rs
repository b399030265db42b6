//! One line on standard error that says what is being done, for a person who waits longer than a second.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::output;

const FIRST_SHOWN_AFTER: Duration = Duration::from_secs(1);

pub struct ProgressLine {
    begun: Instant,
    /// Only on a terminal; with `--verbose` lines are printed one after the other instead.
    is_drawn: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    doing: String,
    shown: bool,
}

impl ProgressLine {
    pub fn new(wanted: bool) -> ProgressLine {
        let is_drawn = wanted && std::io::stderr().is_terminal();
        ProgressLine { begun: Instant::now(), is_drawn, state: Mutex::default() }
    }

    /// Remembers what is being done; shown at the next `draw`.
    pub fn set(&self, doing: String) {
        if let Ok(mut state) = self.state.lock() {
            state.doing = doing;
        }
    }

    pub fn draw(&self) {
        let elapsed = self.begun.elapsed();
        if !self.is_drawn || elapsed < FIRST_SHOWN_AFTER {
            return;
        }
        if let Ok(mut state) = self.state.lock()
            && !state.doing.is_empty()
        {
            state.shown = true;
            output::print_error(&format!("\r\x1b[K{} ({} s)", state.doing, elapsed.as_secs()));
        }
    }

    /// Takes the line away again, and draws no other.
    pub fn clear(&self) {
        if let Ok(mut state) = self.state.lock() {
            state.doing.clear();
            if std::mem::take(&mut state.shown) {
                output::print_error("\r\x1b[K");
            }
        }
    }
}
