//! `--repro DIR`: each violation as a C program.

use std::path::{Path, PathBuf};

use bmc_conc::check::{Counterexample, Outcome};
use bmc_conc::ir::Program;
use bmc_conc::repro::{self, Compilation, UserFile};

use super::arguments::CheckArguments;
use super::files::{self, Contents};

/// Writes a program for each violation: into the directory if it is the only one, and otherwise into directories in it
/// with their numbers. Returns the commands that build them, or why there is none.
pub fn write(
    program: &Program,
    outcome: &Outcome,
    arguments: &CheckArguments,
    directory: &Path,
) -> Vec<Result<String, String>> {
    let all = outcome.violations.iter().enumerate();
    all.map(|(index, found)| match outcome.violations.len() {
        1 => write_one(program, found, arguments, directory),
        _ => {
            let number = index + 1;
            let written = write_one(program, found, arguments, &directory.join(number.to_string()));
            written.map_err(|what| format!("of violation {number}: {what}"))
        }
    })
    .collect()
}

fn write_one(
    program: &Program,
    Counterexample { trace, script, .. }: &Counterexample,
    arguments: &CheckArguments,
    directory: &Path,
) -> Result<String, String> {
    let files = arguments.files.iter().map(|file| user_file(program, file)).collect::<Result<Vec<_>, _>>()?;
    let compilation = Compilation {
        include_directories: arguments
            .common
            .program
            .include_directories
            .iter()
            .map(|path| absolute(path))
            .collect(),
        forced_includes: arguments.common.program.forced_includes.iter().map(|path| absolute(path)).collect(),
        definitions: arguments.common.program.definitions.clone(),
    };
    let composed = repro::compose(program, script, &trace.violation, &files, &compilation, directory);
    let Some(composed) = composed else {
        return Err("this violation cannot be reproduced by a C program".to_string());
    };
    for (name, _) in &composed.files {
        let path = directory.join(name);
        let parent = path.parent().unwrap_or(directory);
        std::fs::create_dir_all(parent)
            .map_err(|error| format!("cannot write to {}: {error}", parent.display()))?;
    }
    let contents = |(name, text): (String, String)| -> (PathBuf, Contents<'static>) {
        (directory.join(name), Box::new(move |out| out.write_all(text.as_bytes())))
    };
    files::write_all(composed.files.into_iter().map(contents).collect())?;
    Ok(composed.command)
}

fn user_file(program: &Program, file: &Path) -> Result<UserFile, String> {
    let sources = &program.sources;
    if file == Path::new("-") {
        let text = sources.find_file("<stdin>").and_then(|id| sources.file(id).text.clone());
        let text = text.map(|text| text.to_string()).unwrap_or_default();
        return Ok(UserFile { name: "stdin.c".to_string(), text, directory: absolute(Path::new(".")) });
    }
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    let directory = absolute(file).parent().map(Path::to_path_buf).unwrap_or_default();
    Ok(UserFile { name, text, directory })
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}
