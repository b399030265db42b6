//! The benchmarks: `cargo bench --bench table -- run --help`, or the scripts `bench/run` and `bench/compare`.
//!
//! `suite` says what is measured, `measure` does it once, `table` prints it. `tools` and `compare` do the same with
//! other checkers, `plot` draws the outcome. `process` is what they share. `tests/benchmarks.rs` tests all of it.

mod command;
mod compare;
mod measure;
mod plot;
mod process;
mod suite;
mod table;
mod tools;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let surroundings = command::Surroundings {
        binary: PathBuf::from(env!("CARGO_BIN_EXE_bmc-conc")),
        root: PathBuf::from(env!("CARGO_MANIFEST_DIR")),
        scratch: Path::new(env!("CARGO_TARGET_TMPDIR")).to_path_buf(),
        search_path: std::env::var_os("PATH").unwrap_or_default(),
        environment: std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect(),
    };
    match command::execute(std::env::args_os().collect(), &surroundings, &mut std::io::stdout()) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
