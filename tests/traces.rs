//! What is printed is the run: for every violated program, the steps of the trace, of its JSON and of its text are in the
//! order in which the script executes them.
//!
//! The script is executed once more by `retell`, which shares nothing with the recorder of traces but the interpreter.
//! Whatever a thread does that others could notice (reads, writes, the ends of atomic sections inside library calls,
//! creations, joins) is noted with its place; what the trace tells of such things must be among that in the same order,
//! across all threads. And what the trace shows as one context must be one: no other thread has done anything in
//! between.

#[allow(dead_code, reason = "only violated programs are of interest")]
#[path = "support/expectation.rs"]
mod expectation;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bmc_conc::exec::{Happening, Listener, Observer, State, WrittenScript, replay, retell};
use bmc_conc::frontend::{CompileOptions, EvaluationOrder, Undefined};
use bmc_conc::ir::{DataModel, Program, ThreadId};
use bmc_conc::load::{LoadOptions, load};
use bmc_conc::property::{Check, Checks};
use bmc_conc::script::Script;
use bmc_conc::source::{EMBEDDED_PREFIX, Input, Location, PreprocessOptions};
use bmc_conc::trace::{Deed as Told, Effect, Trace, Verb, render_text};
use expectation::Expectation;
use serde_json::Value;

const WORKERS: usize = 2;

#[test]
fn every_trace_is_told_in_the_order_of_its_run() {
    let chosen = violated_programs();
    let (next, failures, told) = (AtomicUsize::new(0), Mutex::new(Vec::new()), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some((path, arguments)) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match judge(path, arguments) {
                        Ok(effects) => drop(told.fetch_add(effects, Ordering::Relaxed)),
                        Err(what) => {
                            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                            failures.lock().unwrap().push(format!("{name}: {what}"));
                        }
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    println!("{} programs, whose traces have {} effects", chosen.len(), told.into_inner());
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), chosen.len(), failures.join("\n"));
}

/// The programs, and how `check` is asked about them. `PROGRAMS=text` takes those with the text in their name.
fn violated_programs() -> Vec<(PathBuf, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let wanted = std::env::var("PROGRAMS").unwrap_or_default();
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| {
        path.extension().is_some_and(|e| e == "c") && path.to_string_lossy().contains(&wanted)
    });
    paths.sort();
    let mut chosen = Vec::new();
    for path in paths {
        let header = expectation::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
        if !matches!(header.expectation, Expectation::Violated { .. }) || header.known_bug.is_some() {
            continue;
        }
        let mut arguments = header.options;
        for (option, value) in [("--rounds", header.rounds), ("--unwind", header.unwind)] {
            arguments.extend(value.into_iter().flat_map(|value| [option.to_string(), value.to_string()]));
        }
        chosen.push((path, arguments));
    }
    chosen
}

/// How many effects were compared.
fn judge(path: &Path, arguments: &[String]) -> Result<usize, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_bmc-conc"))
        .args(["check", "--json", "--timeout", "300"])
        .args(arguments)
        .arg(path)
        .output()
        .map_err(|error| error.to_string())?;
    let outcome: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let violations = outcome["violations"].as_array().ok_or("there is no violation")?;
    let compared = violations.iter().map(|violation| compare(path, violation));
    compared.sum()
}

/// One violation of a program: how many effects were compared.
fn compare(path: &Path, violation: &Value) -> Result<usize, String> {
    let program = program(path, &violation["script"]["program"])?;
    let script = WrittenScript::read(&violation["script"])?.of_program(&program).script;
    let trace = replay(&program, &script).map_err(|error| error.to_string())?;
    if serde_json::to_value(&trace).map_err(|error| error.to_string())? != violation["trace"] {
        return Err("the JSON is not that of the replay".to_string());
    }
    let read =
        serde_json::from_value::<Trace>(violation["trace"].clone()).map_err(|error| error.to_string())?;
    if read != trace {
        return Err("the JSON does not say all that the trace does".to_string());
    }
    compare_text(&trace)?;
    compare_run(&trace, &script, &order_of_run(&program, &script)?)
}

/// The program as the settings in the script say.
fn program(path: &Path, settings: &Value) -> Result<Program, String> {
    let names = settings["check"].as_str().unwrap_or_default().split(',');
    let checks = names.filter_map(Check::named).fold(Checks::NONE, Checks::with);
    let compile = CompileOptions {
        checks,
        data_model: if settings["data-model"] == "ilp32" { DataModel::Ilp32 } else { DataModel::Lp64 },
        entry: settings["entry"].as_str().unwrap_or("main").to_string(),
        undefined: if settings["undefined"] == "error" { Undefined::Error } else { Undefined::Nondet },
        spurious_wakeups: settings["spurious-wakeups"] == true,
        malloc_may_fail: settings["malloc-may-fail"] == true,
        spurious_failures: settings["spurious-failures"] == true,
        evaluation_order: match settings["evaluation-order"].as_str() {
            Some("left") => EvaluationOrder::Left,
            Some("right") => EvaluationOrder::Right,
            _ => EvaluationOrder::Any,
        },
        ..CompileOptions::default()
    };
    let defines = settings["define"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let define = |text: &str| match text.split_once('=') {
        Some((name, value)) => (name.to_string(), Some(value.to_string())),
        None => (text.to_string(), None),
    };
    let defines = defines.map(define).collect();
    let preprocess = PreprocessOptions { defines, data_model: compile.data_model, ..Default::default() };
    let loaded = load([Input::Path(path.to_path_buf())], &LoadOptions { preprocess, compile });
    Ok(loaded.map_err(|error| format!("{:?}", error.diagnostics))?.program)
}

/// The text has the same contexts and steps as the trace, in the same order.
fn compare_text(trace: &Trace) -> Result<(), String> {
    let mut expected = Vec::new();
    for context in &trace.contexts {
        expected.push(format!("T{} round {}", context.thread.0, context.round));
        expected.extend(context.steps.iter().map(|step| format!("{} {}", step.number, step.location)));
    }
    let mut found = Vec::new();
    for line in render_text(trace, false).lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["──", thread, .., "round", round, "──"] => found.push(format!("{thread} round {round}")),
            [number, place, ..] if number.parse::<u64>().is_ok() && place.contains(':') => {
                found.push(format!("{number} {place}"));
            }
            _ => {}
        }
    }
    if found != expected {
        return Err(format!("the text shows {found:?} instead of {expected:?}"));
    }
    let switches = trace.contexts.len().saturating_sub(1);
    let is_counted = trace.context_switches == switches;
    if is_counted { Ok(()) } else { Err(format!("{switches} context switches are not counted right")) }
}

/// Something others could notice.
#[derive(Clone, Debug)]
struct Deed {
    /// Index of the context in the script.
    context: usize,
    thread: ThreadId,
    kind: Kind,
    /// The lines of the user's functions that the thread is in.
    lines: Vec<(String, u32)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Read,
    Write,
    /// A library call has had an effect.
    Call,
    Create(ThreadId),
    Join(ThreadId),
}

struct Order<'p> {
    program: &'p Program,
    context: usize,
    is_over: bool,
    deeds: Vec<Deed>,
}

impl Order<'_> {
    fn note(&mut self, state: &State, thread: ThreadId, kind: Kind) {
        let frames = state.thread(thread).map_or(&[][..], |thread| thread.frames.as_slice());
        let places: Vec<Location> =
            frames.iter().map(|frame| self.program.sources.locate(frame.span(self.program))).collect();
        // A thread may begin in a model, before it comes to a line of the user.
        let is_users = |place: &&Location| !place.file.starts_with(EMBEDDED_PREFIX);
        let users: Vec<Location> = places.iter().filter(is_users).cloned().collect();
        let lines = if users.is_empty() { places.into_iter().take(1).collect() } else { users };
        let lines = lines.into_iter().map(|place| (place.file.to_string(), place.line)).collect();
        self.deeds.push(Deed { context: self.context, thread, kind, lines });
    }
}

impl Observer for Order<'_> {
    fn observe(&mut self, state: &State, thread: ThreadId, happening: &Happening<'_>) {
        let kind = match *happening {
            _ if self.is_over => return,
            Happening::Loaded { .. } => Kind::Read,
            Happening::Stored { .. } => Kind::Write,
            Happening::AtomicEnded => Kind::Call,
            Happening::Created { thread, .. } => Kind::Create(thread),
            Happening::Joined { thread, .. } => Kind::Join(thread),
            _ => return,
        };
        self.note(state, thread, kind);
    }
}

impl Listener for Order<'_> {
    fn is_about_to(&mut self, _: &State, _: ThreadId) {}
    fn context_ends(&mut self, _: ThreadId) {
        self.context += 1;
    }
    fn looks_ahead(&mut self, _: ThreadId) {
        self.is_over = true;
    }
    fn has_seen_enough(&self) -> bool {
        true
    }
}

fn order_of_run(program: &Program, script: &Script) -> Result<Vec<Deed>, String> {
    let mut order = Order { program, context: 0, is_over: false, deeds: Vec::new() };
    match retell(program, script, &mut order) {
        true => Ok(order.deeds),
        false => Err("the script cannot be retold".to_string()),
    }
}

/// What a trace tells of deeds that others could notice, with what each can be.
fn told(effect: &Effect) -> Option<Vec<Kind>> {
    const OF_SECTIONS: [Verb; 16] = [
        Verb::Waits,
        Verb::WakesUp,
        Verb::WakesAll,
        Verb::StopsWaiting,
        Verb::Signals,
        Verb::Locks,
        Verb::LocksForReading,
        Verb::LocksForWriting,
        Verb::Unlocks,
        Verb::Raises,
        Verb::Lowers,
        Verb::FindsLocked,
        Verb::FindsAtZero,
        Verb::ArrivesAt,
        Verb::Passes,
        Verb::GivesUpWaiting,
    ];
    match effect {
        Effect::Read { .. } => Some(vec![Kind::Read]),
        Effect::Write { .. } => Some(vec![Kind::Write]),
        Effect::Create { thread } => Some(vec![Kind::Create(*thread)]),
        Effect::Join { thread } => Some(vec![Kind::Join(*thread)]),
        // A lock without atomic section is a plain access.
        Effect::Deed(Told::Call { verb, .. }) if OF_SECTIONS.contains(verb) => Some(vec![Kind::Call]),
        _ => None,
    }
}

fn compare_run(trace: &Trace, script: &Script, deeds: &[Deed]) -> Result<usize, String> {
    let (mut next, mut effects) = (0, 0);
    for pair in trace.contexts.windows(2) {
        if pair[0].thread == pair[1].thread {
            return Err(format!("two contexts of {} in a row", pair[0].thread));
        }
    }
    for context in &trace.contexts {
        let mut span: Option<(usize, usize)> = None;
        for step in &context.steps {
            for effect in &step.effects {
                let Some(kinds) = told(effect) else { continue };
                let is_it = |deed: &Deed| {
                    deed.thread == context.thread
                        && kinds.contains(&deed.kind)
                        && deed.lines.contains(&(step.location.file.to_string(), step.location.line))
                };
                let Some(found) = deeds[next..].iter().position(is_it) else {
                    return Err(format!("step {}: {effect:?} comes too late in the trace", step.number));
                };
                next += found;
                let at = deeds[next].context;
                span = Some(span.map_or((at, at), |(first, last)| (first.min(at), last.max(at))));
                effects += 1;
            }
        }
        let Some((first, last)) = span else { continue };
        let between = script.contexts.get(first..=last).unwrap_or_default();
        if let Some(other) = between.iter().find(|other| other.thread != context.thread && other.steps > 0) {
            return Err(format!("{} is shown as if {} had not run in between", context.thread, other.thread));
        }
    }
    Ok(effects)
}
