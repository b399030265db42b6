//! What a replay needs: the script of a violation, and the options that its program was made with.
//!
//! Directories and files are not among the options: they are the program itself, which may change and move.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::exec::WrittenScript;
use crate::frontend::Undefined;
use crate::load::LoadOptions;
use crate::property::Check;
use crate::script::Script;
use crate::trace::Violation;

/// The script of a violation with the options its program was made with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Value")]
pub struct ReportedScript {
    #[serde(flatten)]
    pub script: WrittenScript,
    pub program: ProgramOptions,
}

impl ReportedScript {
    pub(super) fn new(script: &Script, violation: &Violation, options: &LoadOptions) -> ReportedScript {
        let program = ProgramOptions::new(options);
        ReportedScript { script: WrittenScript::new(script, violation), program }
    }

    /// The scripts in what `check --json` has printed, whatever else that has; the error says why there is none.
    pub fn read_all(report: &str) -> Result<Vec<ReportedScript>, String> {
        let mut report: Value =
            serde_json::from_str(report).map_err(|error| format!("this is not JSON: {error}"))?;
        // Earlier versions printed one violation, and its parts by themselves.
        if let Some(script) = report.get_mut("script") {
            return Ok(vec![script.take().try_into()?]);
        }
        let missing =
            "there are no 'violations' in it: a trace is what `check --json` prints for a violation";
        let all = report.get_mut("violations").and_then(Value::as_array_mut).ok_or(missing)?;
        let without = "a violation in it has no 'script'";
        let scripts = all.iter_mut().map(|one| one.get_mut("script").ok_or(without)?.take().try_into());
        let scripts: Vec<ReportedScript> = scripts.collect::<Result<_, String>>()?;
        if scripts.is_empty() { Err(missing.to_string()) } else { Ok(scripts) }
    }
}

impl TryFrom<Value> for ReportedScript {
    type Error = String;

    fn try_from(object: Value) -> Result<ReportedScript, String> {
        let script = WrittenScript::read(&object)?;
        let without = "its script does not say with which options the program was checked";
        let program = serde_path_to_error::deserialize(object.get("program").ok_or(without)?)
            .map_err(|error| format!("the options of its script: {error}"))?;
        Ok(ReportedScript { script, program })
    }
}

/// The options that change what a program means, as the command line takes them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ProgramOptions {
    pub check: String,
    pub data_model: String,
    pub define: Vec<String>,
    pub entry: String,
    pub evaluation_order: String,
    /// Earlier versions did not know it.
    #[serde(default)]
    pub malloc_may_fail: bool,
    pub spurious_failures: bool,
    pub spurious_wakeups: bool,
    pub undefined: String,
}

impl ProgramOptions {
    fn new(options: &LoadOptions) -> ProgramOptions {
        let compile = &options.compile;
        let definition = |(name, value): &(String, Option<String>)| match value {
            Some(value) => format!("{name}={value}"),
            None => name.clone(),
        };
        let undefined = match compile.undefined {
            Undefined::Error => "error",
            Undefined::Nondet => "nondet",
            Undefined::NondetEvenThreads => "nondet-even-threads",
        };
        ProgramOptions {
            check: compile.checks.iter().map(Check::name).collect::<Vec<_>>().join(","),
            data_model: compile.data_model.name().to_string(),
            define: options.preprocess.defines.iter().map(definition).collect(),
            entry: compile.entry.clone(),
            evaluation_order: compile.evaluation_order.name().to_string(),
            malloc_may_fail: compile.malloc_may_fail,
            spurious_failures: compile.spurious_failures,
            spurious_wakeups: compile.spurious_wakeups,
            undefined: undefined.to_string(),
        }
    }

    /// Whether these are the options now; the error says what to give instead.
    pub fn check(&self, options: &LoadOptions) -> Result<(), String> {
        let now = ProgramOptions::new(options);
        let ProgramOptions {
            check,
            data_model,
            define,
            entry,
            evaluation_order,
            malloc_may_fail,
            spurious_failures,
            spurious_wakeups,
            undefined,
        } = self;
        the_same_word("check", check, &now.check)?;
        the_same_word("data-model", data_model, &now.data_model)?;
        the_same_definitions(define, &now.define)?;
        the_same_word("entry", entry, &now.entry)?;
        the_same_word("evaluation-order", evaluation_order, &now.evaluation_order)?;
        the_same_flag("--malloc-may-fail", *malloc_may_fail, now.malloc_may_fail)?;
        the_same_flag("--no-spurious-failures", !spurious_failures, !now.spurious_failures)?;
        the_same_flag("--no-spurious-wakeups", !spurious_wakeups, !now.spurious_wakeups)?;
        the_same_word("undefined", undefined, &now.undefined)
    }
}

fn the_same_word(option: &str, then: &str, now: &str) -> Result<(), String> {
    match then == now {
        true => Ok(()),
        false => Err(format!("the program was checked with --{option} {then}; give the same here")),
    }
}

fn the_same_flag(option: &str, then: bool, now: bool) -> Result<(), String> {
    match (then, now) {
        (false, true) => Err(format!("the program was checked without {option}; leave it out")),
        (true, false) => Err(format!("the program was checked with {option}; give it here too")),
        (true, true) | (false, false) => Ok(()),
    }
}

fn the_same_definitions(then: &[String], now: &[String]) -> Result<(), String> {
    if then == now {
        return Ok(());
    }
    if then.is_empty() {
        return Err("the program was checked without definitions; leave out -D".to_string());
    }
    let options: Vec<String> = then.iter().map(|one| format!("-D {one}")).collect();
    Err(format!("the program was checked with {}; give exactly that here too", options.join(" ")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn script(program: Value) -> Value {
        json!({ "goal": "main.assertion.1", "contexts": [], "choices": [[{ "value": "0x1" }]], "program": program })
    }

    #[test]
    fn the_same_options_fit_and_others_are_named() {
        let options = LoadOptions::default();
        let then = ProgramOptions::new(&options);
        assert_eq!(then.check(&options), Ok(()));

        let mut other = options.clone();
        other.compile.spurious_wakeups = !options.compile.spurious_wakeups;
        other.preprocess.defines.push(("N".to_string(), Some("3".to_string())));
        let wrong = then.check(&other).expect_err("a definition is missing");
        assert_eq!(wrong, "the program was checked without definitions; leave out -D");
        let wrong = ProgramOptions::new(&other).check(&options).expect_err("a definition is missing");
        assert_eq!(wrong, "the program was checked with -D N=3; give exactly that here too");
        other.preprocess.defines.clear();
        let wrong = then.check(&other).expect_err("an option differs");
        assert!(wrong.contains("--no-spurious-wakeups"), "{wrong}");
        other.compile.entry = "start".to_string();
        let wrong = ProgramOptions::new(&other).check(&options).expect_err("the entry differs");
        assert_eq!(wrong, "the program was checked with --entry start; give the same here");
    }

    #[test]
    fn a_script_is_read_as_it_was_written() {
        let written = script(json!(ProgramOptions::new(&LoadOptions::default())));
        let read = ReportedScript::read_all(&json!({ "violations": [{ "script": written }] }).to_string());
        assert_eq!(json!(read.expect("there is one")), json!([written]));
        let of_version_1 = ReportedScript::read_all(&json!({ "script": written }).to_string());
        assert_eq!(json!(of_version_1.expect("there is one")), json!([written]));
    }

    #[test]
    fn what_is_wrong_with_a_script_is_said() {
        let error = |report: &Value| ReportedScript::read_all(&report.to_string()).expect_err("it is none");
        for report in [json!(3), json!([]), json!({ "verdict": "safe" }), json!({ "violations": [] })] {
            assert!(error(&report).starts_with("there are no 'violations' in it"));
        }
        let mut without = script(json!({}));
        assert_eq!(
            error(&json!({ "violations": [{ "script": without }] })),
            "the options of its script: missing field `check`"
        );
        without["program"]["check"] = json!(3);
        let expected = "the options of its script: check: invalid type: integer `3`, expected a string";
        assert_eq!(error(&json!({ "violations": [{ "script": without }] })), expected);
        without.as_object_mut().expect("it is an object").remove("program");
        assert_eq!(
            error(&json!({ "violations": [{ "script": without }] })),
            "its script does not say with which options the program was checked"
        );
        let mut wrong = script(json!(ProgramOptions::new(&LoadOptions::default())));
        wrong["choices"][0][0]["value"] = json!("1");
        assert_eq!(
            error(&json!({ "violations": [{ "script": wrong }] })),
            "choice 0 of thread 0, 'value': '1' is not a number such as 0x1f"
        );
    }
}
