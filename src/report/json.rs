//! A report as one JSON object; docs/json.md describes every field, docs/report.schema.json says the same to machines.

use serde::Serialize;
use serde_json::Value;

/// One object, indented, its keys sorted by name, with a line end.
pub(super) fn print(printed: &impl Serialize) -> String {
    let object: Value = serde_json::to_value(printed).expect("every key is a text");
    format!("{object:#}\n")
}
