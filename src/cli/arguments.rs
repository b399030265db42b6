//! The command line as data: every option, its help text and what it may be combined with.

use std::path::PathBuf;

use bmc_conc::check::DEFAULT_THREADS;
use bmc_conc::check::Schedule;
use bmc_conc::data_model::DataModel;
use bmc_conc::load::{EvaluationOrder, Undefined};
use bmc_conc::property::{Check, Checks};
use bmc_conc::prove::Engines;
use bmc_conc::reductions::Reductions;
use bmc_solver::EngineKind;
use clap::{Args, Parser, Subcommand, ValueEnum};

/// Finds concurrency bugs in multi-threaded C and shows each as an interleaving a person can read.
#[derive(Parser, Debug)]
#[command(name = "bmc-conc", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "Start with:  bmc-conc check prog.c\nAll options:  bmc-conc check --help")]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check a C program and show an interleaving for each violation
    Check(Box<CheckArguments>),
    /// Prove that nothing in a C program can be violated, in any number of iterations and context switches
    Prove(Box<ProveArguments>),
    /// Execute what `check --json` has found once more, and say whether it still violates something
    Replay(Box<ReplayArguments>),
    /// Run a C program in the interpreter, with one fixed schedule and inputs 0
    Run(Box<RunArguments>),
    /// Print a completion script for a shell
    Completions { shell: clap_complete::Shell },
    /// Print the manual page, in roff
    Man,
}

const CHECK_EXAMPLES: &str = "\
Without --rounds or --unwind, what is missing is deepened as long as it cuts something off, for 60
seconds or --timeout; the answer says how far that went. If neither is given, a proof without bounds
is looked for at the same time, and whoever is certain first answers (see `prove`). All that can be violated is looked for,
until no other violation was found for 10 seconds and twice the time until then; --first ends with
the first violation.

Answers, in the first line of the output, and exit codes:
  VIOLATED                     10  something can go wrong; an interleaving for each violation follows
  SAFE                          0  no violation, and nothing was left out
  SAFE UNDER ASSUMPTIONS        0  (5 with --require-complete) the same, if what is named is true
  SAFE WITH BOUNDED THREADS     3  (5 with --require-complete) the same, with at most so many threads
  NO VIOLATION WITHIN BOUNDS    0  (5 with --require-complete) what was cut is named
  UNKNOWN                       4  a limit was hit, or an internal check failed
  an error                      1  in the input, 2 on the command line

Every answer says what was checked, what was not, and what it assumes. When --timeout or
--memory-limit end a check, the answer is what is known by then: violations that were replayed, and
the bounds within which there is no other. After Ctrl-C (or SIGTERM) such bounds are named too, but
without a violation the answer is UNKNOWN; a second Ctrl-C ends at once.

Examples:
  bmc-conc check prog.c                       deepen rounds and unwinding together
  bmc-conc check prog.c --rounds 4 --unwind 2 exactly these bounds
  bmc-conc check -I include -D N=3 a.c b.c    several files, linked as one program
  bmc-conc check prog.c --first               end with the first violation
  bmc-conc check prog.c --no-prove            deepen only
  bmc-conc check prog.c --check assert        what to look for, instead of assert,memory,api,race,deadlock
  bmc-conc check prog.i --spec no-data-race.prp --data-model ilp32
  bmc-conc check prog.c --show-loops          the names that --unwindset takes
  bmc-conc check prog.c --unwindset main.0:5 --rounds 2
  bmc-conc check prog.c --proof evidence      certify the answer within bounds and keep the proofs
  bmc-conc check prog.c --json > result.json
  cat prog.c | bmc-conc check -";

const PROVE_EXAMPLES: &str = "\
Looks for an invariant of all states that the program can come to, for 60 seconds or --timeout, and verifies it
with proofs that other code checks (docs/proofs.md). Violations are not looked for: `bmc-conc check` does both.

Answers, in the first line of the output, and exit codes:
  SAFE                        0  no violation in any number of iterations and context switches
  SAFE UNDER ASSUMPTIONS      0  (5 with --require-complete) the same, if what is named is true
  SAFE WITH BOUNDED THREADS   3  (5 with --require-complete) the same, with at most --threads threads
  NO VIOLATION WITHIN BOUNDS  0  (5 with --require-complete) the same, but for input that is left out
  UNKNOWN                     4  no proof; the output says what stood in the way
  an error                    1  in the input, 2 on the command line

Examples:
  bmc-conc prove prog.c
  bmc-conc prove prog.c --invariant           what holds at which line
  bmc-conc prove prog.c --check race          only that there are no data races
  bmc-conc prove prog.c --engine houdini      quick and weak
  bmc-conc prove prog.c --timeout 600 --json";

const REPLAY_EXAMPLES: &str = "\
The files and the options that change the program must be those of the check. Answers and exit codes:
  VIOLATED        10  an interleaving still ends in a violation; it follows
  NOT REPRODUCED   6  none does; the output says where the program and each trace part
  UNKNOWN          4  a limit was hit, or an internal check failed
  an error         1  in the input, 2 on the command line or in the trace

Examples:
  bmc-conc check prog.c --json > bug.json
  bmc-conc replay bug.json prog.c             as long as the bug is there, the same trace
  test $? -eq 6                               a trace is a test: 6 once the bug is fixed";

const RUN_EXAMPLES: &str = "\
Each thread runs until it has to wait or ends; every input is 0, and so is memory that was never written. What
the program writes is written. The exit code is that of the program, unless the run ends otherwise:
  a violation     10  reported on standard error as by `check`
  UNKNOWN          4  a limit was hit, or the program cannot go on
  an error         1  in the input, 2 on the command line

Examples:
  bmc-conc run prog.c
  bmc-conc run prog.c --data-model ilp32 --timeout 10";

const BOUNDS: &str = "Bounds";
const PROPERTIES: &str = "Properties";
const INPUT: &str = "Input";
const SEARCH: &str = "Search";
const OUTPUT: &str = "Output";

#[derive(Args, Debug)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct CheckArguments {
    /// C source files, linked as one program; `-` reads standard input
    #[arg(value_name = "FILE", required_unless_present = "list_support")]
    pub files: Vec<PathBuf>,

    /// Let every thread run once per round, for K rounds [default: as many as the time allows]
    #[arg(long, value_name = "K", help_heading = BOUNDS, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: Option<u32>,

    /// Unwind loops and recursion whose end is not known at most U times [default: as often as the time
    /// allows]
    #[arg(long, value_name = "U", help_heading = BOUNDS, value_parser = clap::value_parser!(u32).range(1..))]
    pub unwind: Option<u32>,

    /// Bounds of single loops, as --show-loops names them, or of the recursion of single functions
    #[arg(long, value_name = "LOOP:U", help_heading = BOUNDS, value_delimiter = ',', value_parser = loop_bound)]
    pub unwindset: Vec<(String, u32)>,

    #[command(flatten)]
    pub common: CommonArguments,

    /// Count a loop that needs more iterations than allowed as a violation
    #[arg(long, help_heading = BOUNDS)]
    pub unwinding_assertions: bool,

    /// List the loops with their names and end
    #[arg(long, help_heading = BOUNDS, conflicts_with = "dump")]
    pub show_loops: bool,

    /// Stop at the first violation instead of looking for all of them; so does --spec
    #[arg(long, help_heading = PROPERTIES)]
    pub first: bool,

    /// List the properties with their names and end; with --verbose also those inside library functions
    #[arg(long, help_heading = PROPERTIES, conflicts_with_all = ["dump", "show_loops"])]
    pub show_properties: bool,

    /// List the library functions that are supported and end
    #[arg(long, help_heading = INPUT)]
    pub list_support: bool,

    /// What makes the formula smaller: all, none, or a list of values, labels, orders,
    /// iterations, rounds, relevance, addresses and schedules; no-NAME switches one off. The answer is the same, only the time differs
    #[arg(long, value_name = "LIST", help_heading = SEARCH, default_value = "all", value_parser = Reductions::parse)]
    pub reduce: Reductions,

    /// How the rounds are encoded: every statement once, repeated in every round, or with guesses of what a round begins
    /// with (the others for comparison)
    #[arg(long, value_name = "KIND", help_heading = SEARCH, default_value = "lazy")]
    pub encoding: EncodingName,

    /// Prove every answer "no violation" and have the proof checked by code that did not find it
    #[arg(long, help_heading = SEARCH, conflicts_with = "dump")]
    pub certify: bool,

    /// Certify, and keep clauses and proofs as FILE.1.cnf, FILE.1.drat, FILE.2.cnf, … (docs/proofs.md). A proof without
    /// bounds, of which no files are kept, is not looked for then
    #[arg(long, value_name = "FILE", help_heading = SEARCH, conflicts_with = "dump")]
    pub proof: Option<PathBuf>,

    /// For each violation: write a C program that runs into it every time, and how to build it
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub repro: Option<PathBuf>,

    /// Look for violations within bounds only; without bounds a proof is looked for at the same time
    #[arg(long, help_heading = SEARCH)]
    pub no_prove: bool,

    /// Whether a proof is all that is looked for, and by whom: `prove` is a check of that kind
    #[arg(skip)]
    pub proof_search: ProofSearch,

    /// Print what one stage makes of the program, and end
    #[arg(long, value_name = "STAGE", help_heading = OUTPUT, value_enum, conflicts_with = "json")]
    pub dump: Option<Stage>,
}

/// How a proof without bounds is looked for.
#[derive(Clone, Copy, Default, Debug)]
pub struct ProofSearch {
    /// Nothing else is.
    pub is_alone: bool,
    pub engines: Engines,
}

#[derive(Args, Debug)]
#[command(after_help = PROVE_EXAMPLES)]
pub struct ProveArguments {
    /// C source files, linked as one program; `-` reads standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub common: CommonArguments,

    /// What looks for an invariant: houdini keeps of many candidates those that hold together, pdr learns clauses over bits
    /// [default: both]
    #[arg(long, value_name = "LIST", help_heading = SEARCH, value_enum, value_delimiter = ',')]
    pub engine: Vec<EngineName>,
}

impl From<ProveArguments> for CheckArguments {
    fn from(ProveArguments { files, common, engine }: ProveArguments) -> CheckArguments {
        let is_wanted = |name| engine.is_empty() || engine.contains(&name);
        let engines = Engines { houdini: is_wanted(EngineName::Houdini), pdr: is_wanted(EngineName::Pdr) };
        CheckArguments {
            files,
            common,
            proof_search: ProofSearch { is_alone: true, engines },
            rounds: None,
            unwind: None,
            unwindset: Vec::new(),
            unwinding_assertions: false,
            show_loops: false,
            first: false,
            show_properties: false,
            list_support: false,
            reduce: Reductions::default(),
            encoding: EncodingName::Lazy,
            certify: false,
            proof: None,
            repro: None,
            no_prove: false,
            dump: None,
        }
    }
}

/// What is asked of a program and how the answer is told, the same whether it is checked or proved.
#[derive(Args, Debug)]
pub struct CommonArguments {
    /// Let the program create at most N threads besides main
    #[arg(long, value_name = "N", help_heading = BOUNDS, default_value_t = DEFAULT_THREADS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub threads: u32,

    /// Exit with 5 instead of 0 when a bound has cut something, or functions or variables without a definition are assumed
    /// to do no more than they may
    #[arg(long, help_heading = BOUNDS)]
    pub require_complete: bool,

    #[command(flatten)]
    pub program: ProgramArguments,

    /// Check only this property, as --show-properties names it
    #[arg(long, value_name = "NAME", help_heading = PROPERTIES)]
    pub property: Option<String>,

    /// The SAT engine: cadical, varisat, or portfolio, which races them on all cores
    #[arg(long, value_name = "NAME", help_heading = SEARCH, default_value_t)]
    pub solver: EngineKind,

    #[command(flatten)]
    pub limits: LimitArguments,

    /// Seed of the engine's random choices; the same seed gives the same output (except from a portfolio)
    #[arg(long, value_name = "N", help_heading = SEARCH, default_value_t = 0)]
    pub seed: u64,

    /// Print the invariant that a proof without bounds rests on, place by place
    #[arg(long, help_heading = OUTPUT)]
    pub invariant: bool,

    /// Print one JSON object with the whole outcome (docs/json.md)
    #[arg(long, help_heading = OUTPUT, conflicts_with = "quiet")]
    pub json: bool,

    /// Print the first line only
    #[arg(long, short, help_heading = OUTPUT, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Say on standard error what is being done
    #[arg(long, short, help_heading = OUTPUT)]
    pub verbose: bool,

    /// When to use colours; NO_COLOR is honoured by `auto`
    #[arg(long, value_name = "WHEN", help_heading = OUTPUT, value_enum, default_value = "auto")]
    pub color: ColorChoice,

    /// Print sizes and seconds of every stage
    #[arg(long, help_heading = OUTPUT)]
    pub stats: bool,
}

/// How files become the program, the same for every command.
#[derive(Args, Debug)]
pub struct ProgramArguments {
    /// What to look for: assert, memory, api, race, deadlock, overflow, leak, or all
    /// [default: assert,memory,api,race,deadlock]
    #[arg(long, value_name = "WHAT", help_heading = PROPERTIES, value_delimiter = ',', value_parser = checks)]
    #[arg(conflicts_with = "spec")]
    pub check: Vec<Checks>,

    /// Look for what an SV-COMP property file asks for, such as unreach-call.prp
    #[arg(long, value_name = "FILE", help_heading = PROPERTIES)]
    pub spec: Option<PathBuf>,

    /// Let a wait for a condition variable end only after a signal, though POSIX allows more
    #[arg(long, help_heading = PROPERTIES)]
    pub no_spurious_wakeups: bool,

    /// Let a weak compare-exchange fail only if the values differ, though C allows more
    #[arg(long, help_heading = PROPERTIES)]
    pub no_spurious_failures: bool,

    /// Let there be no memory for some blocks: malloc, calloc, realloc, strdup and their like return NULL
    #[arg(long, help_heading = PROPERTIES)]
    pub malloc_may_fail: bool,

    /// The order in which operands and arguments are evaluated where C leaves it open
    #[arg(long, value_name = "ORDER", help_heading = PROPERTIES, value_enum, default_value = "any")]
    pub evaluation_order: EvaluationOrderName,

    /// Look for included files in this directory
    #[arg(short = 'I', value_name = "DIR", help_heading = INPUT)]
    pub include_directories: Vec<PathBuf>,

    /// Define a macro, as 1 if no value is given
    #[arg(short = 'D', value_name = "NAME[=V]", help_heading = INPUT, value_parser = macro_definition)]
    pub definitions: Vec<(String, Option<String>)>,

    /// Read this file before every source file
    #[arg(long = "include", value_name = "FILE", help_heading = INPUT)]
    pub forced_includes: Vec<PathBuf>,

    /// Sizes of C types: 64-bit or 32-bit Linux [default: that of `size_t` in preprocessed files, else lp64]
    #[arg(long, value_name = "MODEL", help_heading = INPUT, value_enum)]
    pub data_model: Option<DataModelName>,

    /// The function the program starts with [default: main]
    #[arg(long, value_name = "FUNCTION", help_heading = INPUT)]
    pub entry: Option<String>,

    /// What functions and variables that no file defines are taken for
    #[arg(long, value_name = "WHAT", help_heading = INPUT, value_enum, default_value = "nondet")]
    pub undefined: UndefinedName,
}

#[derive(Args, Debug)]
#[command(after_help = REPLAY_EXAMPLES)]
pub struct ReplayArguments {
    /// What `check --json` has printed
    #[arg(value_name = "TRACE")]
    pub trace: PathBuf,

    /// The C source files that were checked, `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub program: ProgramArguments,

    #[command(flatten)]
    pub limits: LimitArguments,

    /// Print one JSON object (docs/json.md)
    #[arg(long, help_heading = OUTPUT, conflicts_with = "quiet")]
    pub json: bool,

    /// Print the first line only
    #[arg(long, short, help_heading = OUTPUT)]
    pub quiet: bool,

    /// When to use colours; NO_COLOR is honoured by `auto`
    #[arg(long, value_name = "WHEN", help_heading = OUTPUT, value_enum, default_value = "auto")]
    pub color: ColorChoice,
}

#[derive(Args, Debug)]
#[command(after_help = RUN_EXAMPLES)]
pub struct RunArguments {
    /// C source files, linked as one program; `-` reads standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub program: ProgramArguments,

    /// Give up after N instructions
    #[arg(long, value_name = "N", help_heading = SEARCH, default_value_t = 10_000_000_000)]
    pub steps: u64,

    #[command(flatten)]
    pub limits: LimitArguments,

    /// When to use colours; NO_COLOR is honoured by `auto`
    #[arg(long, value_name = "WHEN", help_heading = OUTPUT, value_enum, default_value = "auto")]
    pub color: ColorChoice,
}

/// What a command may use, the same for every command.
#[derive(Args, Debug)]
pub struct LimitArguments {
    /// Give up after S seconds, and say what is known by then; 0 means never
    #[arg(long, value_name = "S", help_heading = SEARCH, value_parser = seconds)]
    pub timeout: Option<std::time::Duration>,

    /// Give up before the process uses more than MB megabytes, and say what is known by then
    #[arg(long, value_name = "MB", help_heading = SEARCH, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub memory_limit: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DataModelName {
    /// 64-bit `long` and pointers
    Lp64,
    /// 32-bit `long` and pointers
    Ilp32,
}

impl From<DataModelName> for DataModel {
    fn from(name: DataModelName) -> DataModel {
        match name {
            DataModelName::Lp64 => DataModel::Lp64,
            DataModelName::Ilp32 => DataModel::Ilp32,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EvaluationOrderName {
    /// From left to right
    Left,
    /// From right to left
    Right,
    /// Each time one or the other
    Any,
}

impl From<EvaluationOrderName> for EvaluationOrder {
    fn from(name: EvaluationOrderName) -> EvaluationOrder {
        match name {
            EvaluationOrderName::Left => EvaluationOrder::Left,
            EvaluationOrderName::Right => EvaluationOrder::Right,
            EvaluationOrderName::Any => EvaluationOrder::Any,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum UndefinedName {
    /// An error
    Error,
    /// Any value, with a warning; an error for functions of the thread library
    Nondet,
    /// Any value, whatever it does to threads and locks
    NondetEvenThreads,
}

impl From<UndefinedName> for Undefined {
    fn from(name: UndefinedName) -> Undefined {
        match name {
            UndefinedName::Error => Undefined::Error,
            UndefinedName::Nondet => Undefined::Nondet,
            UndefinedName::NondetEvenThreads => Undefined::NondetEvenThreads,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EngineName {
    Houdini,
    Pdr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EncodingName {
    /// Every statement once
    Lazy,
    /// Every statement in every round
    Naive,
    /// What a round begins with is guessed, and checked in the end
    Eager,
}

impl From<EncodingName> for Schedule {
    fn from(name: EncodingName) -> Schedule {
        match name {
            EncodingName::Lazy => Schedule::Lazy,
            EncodingName::Naive => Schedule::Naive,
            EncodingName::Eager => Schedule::Eager,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Stage {
    /// The text after preprocessing
    Preprocessed,
    /// The syntax tree
    Ast,
    /// The program as registers, blocks and memory accesses
    Ir,
    /// What each thread does that others can see
    Events,
    /// The size of the formula
    Formula,
    /// The formula as clauses
    Dimacs,
    /// The steps of each thread from place to place, for proofs without bounds
    Relation,
    /// These steps as a circuit, for hardware model checkers
    Aiger,
    /// These steps as a system over words
    Btor2,
}

fn loop_bound(text: &str) -> Result<(String, u32), String> {
    let wrong = || format!("'{text}' is not a loop and its bound, such as main.0:5");
    let (name, bound) = text.rsplit_once(':').ok_or_else(wrong)?;
    match bound.parse() {
        Ok(bound) if !name.is_empty() && bound > 0 => Ok((name.to_string(), bound)),
        _ => Err(wrong()),
    }
}

fn checks(text: &str) -> Result<Checks, String> {
    let known = || Check::ALL.map(Check::name).join(", ");
    match text {
        "all" => Ok(Checks::all()),
        _ => Check::named(text)
            .map(|check| Checks::NONE.with(check))
            .ok_or_else(|| format!("'{text}' is none of {} and all", known())),
    }
}

fn macro_definition(text: &str) -> Result<(String, Option<String>), String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_string())),
        None => (text, None),
    };
    let head = name.split('(').next().unwrap_or_default();
    let is_identifier = head.chars().all(|c| c == '_' || c.is_alphanumeric())
        && head.chars().next().is_some_and(|c| !c.is_ascii_digit());
    match is_identifier {
        true => Ok((name.to_string(), value)),
        false => Err(format!("'{name}' is not the name of a macro")),
    }
}

fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let wrong = || format!("'{text}' is not a number of seconds");
    let number: f64 = text.parse().map_err(|_| wrong())?;
    if number < 0.0 {
        return Err(wrong());
    }
    std::time::Duration::try_from_secs_f64(number).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_description_of_the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn the_help_states_the_default_budget() {
        let seconds = bmc_conc::check::DEFAULT_SECONDS;
        let words: Vec<&str> = CHECK_EXAMPLES.split_whitespace().collect();
        assert!(words.join(" ").contains(&format!("for {seconds} seconds or --timeout")));
    }

    #[test]
    fn loop_bounds_are_a_name_and_a_positive_number() {
        assert_eq!(loop_bound("main.0:5"), Ok(("main.0".to_string(), 5)));
        for wrong in ["main.0", "main.0:", "main.0:0", ":3", "main.0:-1", "main.0:x", ""] {
            assert!(loop_bound(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_macro_has_a_name_and_perhaps_a_value() {
        let defined = |name: &str, value: Option<&str>| Ok((name.to_string(), value.map(str::to_string)));
        assert_eq!(macro_definition("N"), defined("N", None));
        assert_eq!(macro_definition("N="), defined("N", Some("")));
        assert_eq!(macro_definition("N=a=b"), defined("N", Some("a=b")));
        assert_eq!(macro_definition("F(x)=x"), defined("F(x)", Some("x")));
        for wrong in ["1N", "=3", "a b", ""] {
            assert!(macro_definition(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn seconds_are_finite_and_not_negative() {
        assert_eq!(seconds("1.5"), Ok(std::time::Duration::from_millis(1500)));
        assert_eq!(seconds("0"), Ok(std::time::Duration::ZERO));
        for wrong in ["-1", "NaN", "inf", "soon", "1e40"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn unwindset_takes_several_loops() {
        let line = ["bmc-conc", "check", "a.c", "--unwindset", "f.0:2,main.1:7", "--unwindset", "g:3"];
        let Command::Check(arguments) = CommandLine::parse_from(line).command else {
            panic!("the line is a check");
        };
        let expected = [("f.0", 2), ("main.1", 7), ("g", 3)].map(|(name, bound)| (name.to_string(), bound));
        assert_eq!(arguments.unwindset, expected);
    }
}
