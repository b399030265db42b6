//! A report as one JSON object; docs/json.md describes every field, docs/report.schema.json says the same to machines.

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::trace::{self, Trace};

/// One object, indented, its keys sorted by name, with a line end.
pub(super) fn print(printed: &impl Serialize) -> String {
    let object: Value = serde_json::to_value(printed).expect("every key is a text");
    format!("{object:#}\n")
}

pub(super) fn trace<S: Serializer>(trace: &Option<Box<Trace>>, serializer: S) -> Result<S::Ok, S::Error> {
    trace.as_deref().map(trace::to_json).serialize(serializer)
}
