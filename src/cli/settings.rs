//! The options that change what a program means, as a trace keeps them.
//!
//! Directories and files are left out: they are the program itself, which may change and move.

use bmc_conc::exec::{Script, script_to_json};
use bmc_conc::frontend::Undefined;
use bmc_conc::ir::DataModel;
use bmc_conc::load::LoadOptions;
use bmc_conc::property::Check;
use bmc_conc::trace::Violation;
use serde_json::{Value, json};

/// The script of a violation with the options its program was made with.
pub fn script(script: &Script, violation: &Violation, options: &LoadOptions) -> Value {
    let mut object = script_to_json(script, violation);
    object["program"] = settings(options);
    object
}

fn settings(options: &LoadOptions) -> Value {
    let compile = &options.compile;
    let definition = |(name, value): &(String, Option<String>)| match value {
        Some(value) => format!("{name}={value}"),
        None => name.clone(),
    };
    json!({
        "check": compile.checks.iter().map(Check::name).collect::<Vec<_>>().join(","),
        "data-model": match compile.data_model {
            DataModel::Lp64 => "lp64",
            DataModel::Ilp32 => "ilp32",
        },
        "define": options.preprocess.defines.iter().map(definition).collect::<Vec<_>>(),
        "entry": compile.entry,
        "evaluation-order": compile.evaluation_order.name(),
        "spurious-failures": compile.spurious_failures,
        "spurious-wakeups": compile.spurious_wakeups,
        "undefined": match compile.undefined {
            Undefined::Error => "error",
            Undefined::Nondet => "nondet",
            Undefined::NondetEvenThreads => "nondet-even-threads",
        },
    })
}

/// Whether the script was made with these options; the error says what to give instead.
pub fn compare(script: &Value, options: &LoadOptions) -> Result<(), String> {
    let Some(then) = script.get("program") else {
        return Err("its script does not say with which options the program was checked".to_string());
    };
    let now = settings(options);
    let Some(fields) = now.as_object() else { return Ok(()) };
    for (field, now) in fields {
        let then = &then[field];
        if then == now {
            continue;
        }
        return Err(match (field.as_str(), then) {
            ("spurious-wakeups", Value::Bool(true)) => {
                "the program was checked without --no-spurious-wakeups; leave it out".to_string()
            }
            ("spurious-wakeups", _) => {
                "the program was checked with --no-spurious-wakeups; give it here too".to_string()
            }
            ("spurious-failures", Value::Bool(true)) => {
                "the program was checked without --no-spurious-failures; leave it out".to_string()
            }
            ("spurious-failures", Value::Bool(false)) => {
                "the program was checked with --no-spurious-failures; give it here too".to_string()
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
                format!("the program was checked with --{field} {then}; give the same here")
            }
            _ => format!("its script has no '{field}'"),
        });
    }
    Ok(())
}
