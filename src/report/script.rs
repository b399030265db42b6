//! What a replay needs: the script of a violation, and the options that its program was made with.
//!
//! Directories and files are not among the options: they are the program itself, which may change and move.

use serde::Serialize;
use serde_json::{Value, json};

use crate::exec::{Script, script_to_json};
use crate::frontend::Undefined;
use crate::ir::DataModel;
use crate::load::LoadOptions;
use crate::property::Check;
use crate::trace::Violation;

/// The options that change what a program means, as the command line takes them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct ProgramOptions {
    check: String,
    data_model: &'static str,
    define: Vec<String>,
    entry: String,
    evaluation_order: &'static str,
    spurious_failures: bool,
    spurious_wakeups: bool,
    undefined: &'static str,
}

impl ProgramOptions {
    fn new(options: &LoadOptions) -> ProgramOptions {
        let compile = &options.compile;
        let definition = |(name, value): &(String, Option<String>)| match value {
            Some(value) => format!("{name}={value}"),
            None => name.clone(),
        };
        ProgramOptions {
            check: compile.checks.iter().map(Check::name).collect::<Vec<_>>().join(","),
            data_model: match compile.data_model {
                DataModel::Lp64 => "lp64",
                DataModel::Ilp32 => "ilp32",
            },
            define: options.preprocess.defines.iter().map(definition).collect(),
            entry: compile.entry.clone(),
            evaluation_order: compile.evaluation_order.name(),
            spurious_failures: compile.spurious_failures,
            spurious_wakeups: compile.spurious_wakeups,
            undefined: match compile.undefined {
                Undefined::Error => "error",
                Undefined::Nondet => "nondet",
                Undefined::NondetEvenThreads => "nondet-even-threads",
            },
        }
    }
}

/// The script of a violation with the options its program was made with.
pub(super) fn script_with_options(script: &Script, violation: &Violation, options: &LoadOptions) -> Value {
    let mut object = script_to_json(script, violation);
    object["program"] = json!(ProgramOptions::new(options));
    object
}

/// The script in what `check --json` has printed; the error says why there is none.
pub fn read_script(text: &str) -> Result<Value, String> {
    let report: Value = serde_json::from_str(text).map_err(|error| format!("this is not JSON: {error}"))?;
    let script = report.get("script").cloned();
    let missing = "there is no 'script' in it: a trace is what `check --json` prints for a violation";
    script.ok_or_else(|| missing.to_string())
}

/// Whether a script was made with these options; the error says what to give instead.
pub fn check_options(script: &Value, options: &LoadOptions) -> Result<(), String> {
    let Some(then) = script.get("program") else {
        return Err("its script does not say with which options the program was checked".to_string());
    };
    let now = json!(ProgramOptions::new(options));
    let fields = now.as_object().into_iter().flatten();
    let different = fields.map(|(field, now)| (field, now, &then[field])).find(|(_, now, then)| now != then);
    match different {
        Some((field, _, then)) => Err(what_to_give(field, then)),
        None => Ok(()),
    }
}

/// What to do about an option that was other then.
fn what_to_give(option: &str, then: &Value) -> String {
    match (option, then) {
        ("spurious-wakeups" | "spurious-failures", Value::Bool(true)) => {
            format!("the program was checked without --no-{option}; leave it out")
        }
        ("spurious-wakeups" | "spurious-failures", Value::Bool(false)) => {
            format!("the program was checked with --no-{option}; give it here too")
        }
        ("define", Value::Array(then)) if then.is_empty() => {
            "the program was checked without definitions; leave out -D".to_string()
        }
        ("define", Value::Array(then)) => {
            let options: Vec<String> =
                then.iter().filter_map(Value::as_str).map(|one| format!("-D {one}")).collect();
            format!("the program was checked with {}; give exactly that here too", options.join(" "))
        }
        (_, Value::String(then)) => {
            format!("the program was checked with --{option} {then}; give the same here")
        }
        _ => format!("its script has no '{option}'"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_options_fit_and_others_are_named() {
        let options = LoadOptions::default();
        let script = json!({ "program": ProgramOptions::new(&options) });
        assert_eq!(check_options(&script, &options), Ok(()));

        let mut other = options.clone();
        other.compile.spurious_wakeups = !options.compile.spurious_wakeups;
        other.preprocess.defines.push(("N".to_string(), Some("3".to_string())));
        let wrong = check_options(&script, &other).expect_err("a definition is missing");
        assert_eq!(wrong, "the program was checked without definitions; leave out -D");
        other.preprocess.defines.clear();
        let wrong = check_options(&script, &other).expect_err("an option differs");
        assert!(wrong.contains("--no-spurious-wakeups"), "{wrong}");
        assert!(check_options(&json!({}), &options).is_err());
        assert_eq!(
            check_options(&json!({ "program": {} }), &options),
            Err("its script has no 'check'".to_string())
        );
    }
}
