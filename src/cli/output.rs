//! Writing to standard output and standard error without ever panicking.
//!
//! A reader that closes the pipe early (`bmc-conc … | head -1`) has got what it wanted: the rest is dropped
//! and the exit code stays what it is.

use std::io::{IsTerminal, Write};

use bmc_conc::report::{Style, View};

use super::arguments::ColorChoice;

/// Writes to standard output; other errors than a closed pipe are told on standard error.
pub fn print(text: &str) {
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    if let Err(error) = written
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        print_error(&format!("bmc-conc: cannot write to standard output: {error}\n"));
    }
}

/// Writes to standard error. There is nowhere left to report a failure of that.
pub fn print_error(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

/// How an answer is shown: the one place that decides between text and JSON.
pub fn view(as_json: bool, style: Style) -> View {
    match as_json {
        true => View::Json,
        false => View::Text(style),
    }
}

/// Which of the two streams may carry colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colors {
    pub stdout: bool,
    pub stderr: bool,
}

impl Colors {
    pub fn choose(choice: ColorChoice) -> Colors {
        let wanted = |is_terminal: bool| match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                is_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        };
        Colors {
            stdout: wanted(std::io::stdout().is_terminal()),
            stderr: wanted(std::io::stderr().is_terminal()),
        }
    }
}
