//! A script as JSON, so that a violation can be executed again later; `docs/json.md` describes it.
//!
//! What is written is all that decides a run: replaying needs the program and nothing else. A file may be old or
//! edited, so nothing in it is trusted: what cannot be read is said, and what does not fit the program shows when
//! it is replayed. The goal is kept by its name, because numbers of properties change with every edit.

use serde_json::{Value, json};

use super::replay::{ReplayError, replay, replay_until};
use super::script::{Choice, Script, ScriptContext};
use crate::ir::{ObjectId, Program, PropertyId, PropertyKind, ThreadId};
use crate::source::Location;
use crate::trace::{Trace, Violation};

/// A script that was read, for a program that may have changed since it was written.
#[derive(Clone, Debug)]
pub struct SavedScript {
    pub script: Script,
    /// The name of the property that was violated.
    pub goal: String,
    /// If it was a bound that was reached, as the trace ends then.
    bound: Option<Violation>,
}

impl SavedScript {
    pub fn replay(&self, program: &Program) -> Result<Trace, ReplayError> {
        match &self.bound {
            Some(violation) => replay_until(program, &self.script, violation.clone()),
            None => replay(program, &self.script),
        }
    }

    /// Without the property it led to, whatever is violated counts.
    pub fn has_lost_its_goal(&self) -> bool {
        self.script.goal.is_none() && self.bound.is_none()
    }
}

/// The script of a run that ends in the violation.
pub fn script_to_json(script: &Script, violation: &Violation) -> Value {
    let context = |c: &ScriptContext| json!({ "thread": c.thread.0, "round": c.round, "steps": c.steps });
    let choices = |choices: &Vec<Choice>| choices.iter().map(choice_to_json).collect::<Vec<_>>();
    let mut object = json!({
        "goal": violation.property,
        "contexts": script.contexts.iter().map(context).collect::<Vec<_>>(),
        "choices": script.choices.iter().map(choices).collect::<Vec<_>>(),
    });
    if script.only_goal {
        object["only_goal"] = json!(true);
    }
    if violation.kind == PropertyKind::Unwinding {
        let place = &violation.location;
        object["bound"] = json!({
            "description": violation.description,
            "thread": violation.thread.0,
            "location": { "file": &*place.file, "line": place.line, "column": place.column },
            "source": violation.source,
            "entered": script.entered,
        });
    }
    object
}

fn choice_to_json(choice: &Choice) -> Value {
    match choice {
        Choice::Value(value) => json!({ "value": format!("{value:#x}") }),
        Choice::Object { object, contents } => {
            let used = contents.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
            let digits: String = contents[..used].iter().map(|byte| format!("{byte:02x}")).collect();
            json!({ "object": object.0, "contents": digits })
        }
        Choice::Thread(thread) => json!({ "thread": thread.0 }),
    }
}

/// Reads what `script_to_json` has made; the error says which part is wrong.
pub fn script_from_json(program: &Program, value: &Value) -> Result<SavedScript, String> {
    let goal = text(value, "goal")?.to_string();
    let property = program.properties.iter().position(|property| property.name == goal);
    let bound = match value.get("bound") {
        None => None,
        Some(bound) => Some(read_bound(bound, &goal).map_err(|what| format!("bound: {what}"))?),
    };
    let contexts = array(value, "contexts")?.iter().enumerate().map(|(index, context)| {
        let read = || {
            let (thread, round) = (ThreadId(number(context, "thread")?), number(context, "round")?);
            Ok(ScriptContext { thread, round, steps: number(context, "steps")? })
        };
        read().map_err(|what: String| format!("context {index}: {what}"))
    });
    let choices = array(value, "choices")?.iter().enumerate().map(|(thread, choices)| {
        let choices =
            choices.as_array().ok_or_else(|| format!("the choices of thread {thread} are no array"))?;
        let read = choices.iter().enumerate().map(|(index, choice)| {
            read_choice(choice).map_err(|what| format!("choice {index} of thread {thread}: {what}"))
        });
        read.collect::<Result<Vec<Choice>, String>>()
    });
    let script = Script {
        contexts: contexts.collect::<Result<_, _>>()?,
        choices: choices.collect::<Result<_, _>>()?,
        goal: property.map(PropertyId::new),
        only_goal: value.get("only_goal").and_then(Value::as_bool).unwrap_or(false),
        entered: match value.get("bound").and_then(|bound| bound.get("entered")) {
            None | Some(Value::Null) => None,
            Some(_) => Some(number(&value["bound"], "entered").map_err(|what| format!("bound: {what}"))?),
        },
    };
    Ok(SavedScript { script, goal, bound })
}

fn read_choice(value: &Value) -> Result<Choice, String> {
    if value.get("value").is_some() {
        let text = text(value, "value")?;
        let digits = text.strip_prefix("0x").filter(|digits| !digits.starts_with('+'));
        let parsed = digits.and_then(|digits| u128::from_str_radix(digits, 16).ok());
        return parsed.map(Choice::Value).ok_or_else(|| format!("'{text}' is not a number such as 0x1f"));
    }
    if value.get("object").is_some() {
        let digits = text(value, "contents")?;
        let contents = bytes(digits).ok_or("'contents' is not a sequence of hexadecimal bytes")?;
        return Ok(Choice::Object { object: ObjectId(number(value, "object")?), contents });
    }
    if value.get("thread").is_some() {
        return Ok(Choice::Thread(ThreadId(number(value, "thread")?)));
    }
    Err("it has none of 'value', 'object' and 'thread'".to_string())
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| Some((digit(pair[0])? << 4 | digit(*pair.get(1)?)?) as u8)).collect()
}

fn read_bound(value: &Value, goal: &str) -> Result<Violation, String> {
    let place = value.get("location").ok_or("it has no 'location'")?;
    Ok(Violation {
        property: goal.to_string(),
        kind: PropertyKind::Unwinding,
        description: text(value, "description")?.to_string(),
        thread: ThreadId(number(value, "thread")?),
        location: Location {
            file: text(place, "file")?.into(),
            line: number(place, "line")?,
            column: number(place, "column")?,
            end: None,
        },
        source: text(value, "source")?.to_string(),
        call_stack: Vec::new(),
        parties: Vec::new(),
    })
}

fn text<'v>(value: &'v Value, field: &str) -> Result<&'v str, String> {
    value.get(field).and_then(Value::as_str).ok_or_else(|| format!("it has no text '{field}'"))
}

fn array<'v>(value: &'v Value, field: &str) -> Result<&'v Vec<Value>, String> {
    value.get(field).and_then(Value::as_array).ok_or_else(|| format!("it has no array '{field}'"))
}

fn number<N: TryFrom<u64>>(value: &Value, field: &str) -> Result<N, String> {
    let number = value.get(field).and_then(Value::as_u64).and_then(|number| N::try_from(number).ok());
    number.ok_or_else(|| format!("it has no number '{field}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_comes_back_as_it_was() {
        let object = |contents: &[u8]| Choice::Object { object: ObjectId(9), contents: contents.to_vec() };
        for choice in [
            Choice::Value(0),
            Choice::Value(u128::MAX),
            Choice::Thread(ThreadId(3)),
            object(&[]),
            object(&[0, 0xf0, 1]),
        ] {
            assert_eq!(read_choice(&choice_to_json(&choice)), Ok(choice));
        }
        // Bytes that are missing at the end are zero anyway.
        assert_eq!(read_choice(&choice_to_json(&object(&[7, 0, 0]))), Ok(object(&[7])));
    }

    #[test]
    fn choices_that_cannot_be_read_are_refused() {
        for wrong in [
            json!({}),
            json!(3),
            json!({ "value": 3 }),
            json!({ "value": "3" }),
            json!({ "value": "0x" }),
            json!({ "value": "0x+3" }),
            json!({ "value": "0x1ffffffffffffffffffffffffffffffff" }),
            json!({ "object": 3 }),
            json!({ "object": -3, "contents": "" }),
            json!({ "object": 3, "contents": "abc" }),
            json!({ "object": 3, "contents": "xy" }),
            json!({ "object": 3, "contents": "äö" }),
            json!({ "thread": 4294967296u64 }),
        ] {
            assert!(read_choice(&wrong).is_err(), "{wrong}");
        }
    }
}
