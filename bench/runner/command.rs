//! The command line of the benchmarks: `run` measures, `compare` compares with other checkers, `list` names rows.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use bmc_solver::EngineKind;
use clap::{Args, Parser, Subcommand};
use serde_json::Value;

use crate::compare::compare;
use crate::measure::{Variant, measure};
use crate::plot;
use crate::suite::{Row, Size, rows};
use crate::table::Table;
use crate::tools;

/// Measures bmc-conc on programs that grow. Times of one run can be compared, those of two cannot.
#[derive(Parser)]
#[command(name = "bench", disable_help_subcommand = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Task>,

    /// What `cargo bench` adds to every command line.
    #[arg(long, hide = true, global = true)]
    bench: bool,
}

#[derive(Subcommand)]
enum Task {
    /// Print sizes, seconds per stage and memory of every row; exit with 1 if an answer is wrong
    Run(RunArguments),
    /// Run the rows through other checkers too and print ratios
    Compare(CompareArguments),
    /// Name the rows
    List(Choice),
}

#[derive(Args)]
struct Choice {
    /// Only rows with this text in their name
    #[arg(long, value_name = "TEXT", default_value = "")]
    filter: String,

    /// Only rows of these sizes
    #[arg(long, value_name = "SIZES", value_delimiter = ',', default_values = ["tiny", "usual"], value_enum)]
    sizes: Vec<Size>,
}

#[derive(Args)]
struct RunArguments {
    #[command(flatten)]
    choice: Choice,

    /// SAT engines to run every row with [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    engines: Vec<String>,

    /// Give up on a row after this long
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    seconds: u64,

    /// Measure with these options of bmc-conc as well; may be repeated
    #[arg(long = "with", value_name = "OPTIONS", allow_hyphen_values = true)]
    with: Vec<String>,

    /// Measure this binary instead of the one just built; may be repeated, for before and after
    #[arg(long = "binary", value_name = "FILE")]
    binaries: Vec<PathBuf>,

    /// Keep the figures in this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Args)]
struct CompareArguments {
    #[command(flatten)]
    choice: Choice,

    /// Give up on a row after this long, each checker
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    seconds: u64,

    /// The SAT engine of bmc-conc
    #[arg(long, value_name = "NAME", default_value_t = EngineKind::default().to_string())]
    engine: String,

    /// The command templates
    #[arg(long, value_name = "FILE", default_value = "bench/tools")]
    tools: PathBuf,

    /// Where the plot goes
    #[arg(long, value_name = "FILE", default_value = "target/compare.svg")]
    plot: PathBuf,
}

/// What a run depends on besides its arguments.
pub struct Surroundings {
    /// The bmc-conc that was built.
    pub binary: PathBuf,
    /// The repository; relative paths start here.
    pub root: PathBuf,
    /// A folder for files in between.
    pub scratch: PathBuf,
    /// Where other checkers are looked for.
    pub search_path: OsString,
    pub environment: Vec<(String, String)>,
}

impl Surroundings {
    pub fn variable(&self, name: &str) -> Option<String> {
        self.environment.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }
}

/// Carries out a command line, the program's name included, and returns the exit code.
pub fn execute(words: Vec<OsString>, surroundings: &Surroundings, out: &mut dyn Write) -> io::Result<u8> {
    let line = match CommandLine::try_parse_from(words) {
        Ok(line) => line,
        Err(error) => {
            write!(out, "{error}")?;
            return Ok(if error.use_stderr() { 2 } else { 0 });
        }
    };
    match line.command {
        Some(Task::Run(arguments)) => run(&arguments, surroundings, out),
        Some(Task::Compare(arguments)) => compare_with_others(&arguments, surroundings, out),
        Some(Task::List(choice)) => list(&choice, out),
        None if line.bench => {
            let words = ["bench", "run"].map(OsString::from);
            execute(words.to_vec(), surroundings, out)
        }
        // `cargo test --benches` starts benchmarks without asking for one.
        None => {
            writeln!(out, "Nothing asked for; `cargo bench` runs the benchmarks.")?;
            Ok(0)
        }
    }
}

fn chosen(choice: &Choice) -> Result<Vec<Row>, String> {
    let wanted = |row: &Row| row.name.contains(&choice.filter) && choice.sizes.contains(&row.size);
    let rows: Vec<Row> = rows().into_iter().filter(wanted).collect();
    match rows.is_empty() {
        true => Err(format!("no row of these sizes has '{}' in its name", choice.filter)),
        false => Ok(rows),
    }
}

fn refuse(what: &str, out: &mut dyn Write) -> io::Result<u8> {
    writeln!(out, "error: {what}")?;
    Ok(2)
}

fn list(choice: &Choice, out: &mut dyn Write) -> io::Result<u8> {
    let rows = match chosen(choice) {
        Ok(rows) => rows,
        Err(what) => return refuse(&what, out),
    };
    for row in rows {
        let definitions: String = row.definitions.iter().map(|it| format!(" -D {it}")).collect();
        let (rounds, unwind) = (row.bounds.rounds, row.bounds.unwind);
        let file = row.file();
        writeln!(
            out,
            "{:<44} {}{definitions} --check {} --rounds {rounds} --unwind {unwind}",
            row.name,
            file.display(),
            row.check
        )?;
    }
    Ok(0)
}

fn run(arguments: &RunArguments, surroundings: &Surroundings, out: &mut dyn Write) -> io::Result<u8> {
    let rows = match chosen(&arguments.choice) {
        Ok(rows) => rows,
        Err(what) => return refuse(&what, out),
    };
    let variants = variants(arguments, surroundings);
    let limit = Duration::from_secs(arguments.seconds);
    let table = Table::for_rows(&rows, &variants);
    writeln!(out, "{}", table.heading())?;
    let (mut wrong, mut figures) = (0, Vec::new());
    for row in &rows {
        for variant in &variants {
            let measured = measure(&surroundings.root, row, variant, limit);
            writeln!(out, "{}", table.line(row, variant, &measured))?;
            out.flush()?;
            wrong += usize::from(measured.answer.is_wrong_for(row.expected));
            figures.push(measured.to_json(row, variant));
        }
    }
    if let Some(file) = &arguments.json {
        std::fs::write(surroundings.root.join(file), format!("{:#}\n", Value::Array(figures)))?;
    }
    match wrong {
        0 => Ok(0),
        _ => {
            writeln!(out, "\n{wrong} answers are not the expected ones")?;
            Ok(1)
        }
    }
}

/// Every binary with every engine, plainly and with each of the further options.
fn variants(arguments: &RunArguments, surroundings: &Surroundings) -> Vec<Variant> {
    let binaries = match arguments.binaries.is_empty() {
        true => vec![surroundings.binary.clone()],
        false => arguments.binaries.clone(),
    };
    let engines = match arguments.engines.is_empty() {
        true => EngineKind::available().iter().map(EngineKind::to_string).collect(),
        false => arguments.engines.clone(),
    };
    let mut variants = Vec::new();
    for binary in &binaries {
        for engine in &engines {
            for options in std::iter::once("").chain(arguments.with.iter().map(String::as_str)) {
                let mut label = engine.clone();
                if !options.is_empty() {
                    label += &format!(" {options}");
                }
                if binaries.len() > 1 {
                    label += &format!(" ({})", binary.display());
                }
                let binary = surroundings.root.join(binary);
                let mut options: Vec<String> = options.split_whitespace().map(str::to_string).collect();
                options.extend(only_the_first(&binary));
                variants.push(Variant { binary, engine: engine.clone(), options, label });
            }
        }
    }
    variants
}

/// A row asks for one violation, as other checkers do. Binaries from before there was this option look for no other.
fn only_the_first(binary: &Path) -> Option<String> {
    const OPTION: &str = "--first";
    let help = Command::new(binary).args(["check", "--help"]).output().ok()?;
    String::from_utf8_lossy(&help.stdout).contains(OPTION).then(|| OPTION.to_string())
}

fn compare_with_others(
    arguments: &CompareArguments,
    surroundings: &Surroundings,
    out: &mut dyn Write,
) -> io::Result<u8> {
    let rows = match chosen(&arguments.choice) {
        Ok(rows) => rows,
        Err(what) => return refuse(&what, out),
    };
    let templates = std::fs::read_to_string(surroundings.root.join(&arguments.tools));
    let parsed = templates.map_err(|error| error.to_string()).and_then(|text| tools::parse(&text));
    let tools = match parsed {
        Ok(tools) => tools,
        Err(what) => return refuse(&format!("{}: {what}", arguments.tools.display()), out),
    };
    let variant = Variant {
        binary: surroundings.binary.clone(),
        engine: arguments.engine.clone(),
        options: only_the_first(&surroundings.binary).into_iter().collect(),
        label: "bmc-conc".to_string(),
    };
    let limit = Duration::from_secs(arguments.seconds);
    if let Some(series) = compare(surroundings, &rows, tools, &variant, limit, out)? {
        let file = surroundings.root.join(&arguments.plot);
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&file, plot::scatter(&series))?;
        writeln!(out, "Plot: {}", arguments.plot.display())?;
    }
    Ok(0)
}
