//! Arguments in, text and exit codes out.
//!
//! | file | idea |
//! | --- | --- |
//! | `arguments` | every option and its help |
//! | `command` | what `check` and `prove` do, step by step |
//! | `replay`, `run` | what the commands of these names do |
//! | `work` | work on a thread of its own that ends in one answer |
//! | `load` | files to a program |
//! | `names` | names of properties and loops that the program does not have |
//! | `proofs`, `repro` | files that are written besides the answer |
//! | `limits`, `progress` | time, memory, Ctrl-C; the line that says what is being done |
//! | `known` | what there is to say when one of them strikes |
//! | `allocate`, `files` | memory that is refused; files that are complete or not there |
//! | `crash` | our own bugs, as the user sees them |
//! | `output` | writing without panics; colours; text or JSON |

mod allocate;
mod arguments;
mod command;
mod crash;
mod files;
mod known;
mod limits;
mod load;
mod names;
mod output;
mod progress;
mod proofs;
mod replay;
mod repro;
mod run;
mod work;

pub use self::allocate::Allocator;

use clap::{CommandFactory, Parser};

use self::arguments::{Command, CommandLine};

/// Does what the command line says and returns the exit code.
pub fn run() -> i32 {
    match CommandLine::parse().command {
        Command::Check(arguments) => command::check(*arguments),
        Command::Prove(arguments) => command::check((*arguments).into()),
        Command::Replay(arguments) => replay::replay(*arguments),
        Command::Run(arguments) => run::run(*arguments),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut CommandLine::command(), "bmc-conc", &mut script);
            output::print(&String::from_utf8_lossy(&script));
            0
        }
        Command::Man => manual(),
    }
}

/// One page: the program, followed by the options of `check`.
fn manual() -> i32 {
    let mut program = CommandLine::command();
    program.build();
    let mut page = Vec::new();
    let written = clap_mangen::Man::new(program.clone()).render(&mut page).and_then(|()| {
        let check = program.find_subcommand("check").expect("check is a subcommand").clone();
        let man = clap_mangen::Man::new(check);
        man.render_synopsis_section(&mut page)?;
        man.render_options_section(&mut page)?;
        man.render_extra_section(&mut page)
    });
    written.expect("writing to memory does not fail");
    output::print(&String::from_utf8_lossy(&page));
    0
}
