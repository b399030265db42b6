//! The command line of bmc-conc. Parses arguments and calls the library.

mod cli;

fn main() {
    std::process::exit(cli::run());
}
