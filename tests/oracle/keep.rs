//! What to do with a program on which the answers differ: shrink it, keep it, show it.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use bmc_conc::source::Input;

use super::compare::{Disagreement, Extent, compare};
use super::parts::Part;
use super::program::{program, with_repetitions};
use super::shrink::shrink;

/// How often, and how long, a smaller program is looked for.
const ATTEMPTS: usize = 3_000;
const PATIENCE: Duration = Duration::from_secs(180);

/// A program that still shows the same kind of disagreement, as small as it gets.
pub fn shrink_disagreement(part: Part, text: &str, extent: Extent, found: &Disagreement) -> String {
    let begin = Instant::now();
    shrink(text, ATTEMPTS, &mut |candidate| {
        let input = Input::Text { name: "smaller.c".into(), text: candidate.into() };
        let Ok(explored) = with_repetitions(input.clone(), part.checks) else { return false };
        let checked = program(input, part.checks).expect("what compiles once compiles again");
        begin.elapsed() < PATIENCE
            && compare(&explored, &checked, extent).is_err_and(|other| other.is_like(found))
    })
}

/// Where programs that showed a disagreement are kept: `BMC_ORACLE_KEEP`, or a folder of the build.
fn folder() -> PathBuf {
    let given = std::env::var_os("BMC_ORACLE_KEEP").map(PathBuf::from);
    given.unwrap_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("disagreements"))
}

/// Writes the shrunk program and says where and what it is.
pub fn keep(part: Part, seed: u64, text: &str, extent: Extent, found: &Disagreement) -> String {
    let small = shrink_disagreement(part, text, extent, found);
    let folder = folder();
    let path = folder.join(format!("{}-{seed}.c", part.name.replace(' ', "-")));
    let said = format!("{}: seed {seed}: {}", part.name, found.what);
    let written = std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(&path, format!("// {}\n{small}", said.replace('\n', " "))));
    let place = match written {
        Ok(()) => format!("kept as {}", path.display()),
        Err(error) => format!("{} cannot be written: {error}", path.display()),
    };
    format!("{said}\n{place}:\n{small}")
}
