//! The command line of bmc-conc. Parses arguments and calls the library.

mod cli;

#[global_allocator]
static ALLOCATOR: cli::Allocator = cli::Allocator;

fn main() {
    std::process::exit(cli::run());
}
