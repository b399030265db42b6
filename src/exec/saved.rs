//! A script as JSON, so that a violation can be executed again later; `docs/json.md` describes it.
//!
//! What is written is all that decides a run: replaying needs the program and nothing else. A file may be old or
//! edited, so nothing in it is trusted: what cannot be read is said, and what does not fit the program shows when
//! it is replayed. The goal is kept by its name, because numbers of properties change with every edit.

use serde::{Deserialize, Deserializer, Serialize};
use serde_path_to_error::{Path, Segment};

use super::replay::{ReplayError, replay, replay_until};
use crate::ir::{Program, PropertyId, PropertyKind, ThreadId};
use crate::script::{Choice, Script, ScriptContext};
use crate::selection::repetition_bounded_by;
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
            Some(violation) => {
                let bound_of = repetition_bounded_by(program, &self.goal);
                replay_until(program, &self.script, violation.clone(), bound_of)
            }
            None => replay(program, &self.script),
        }
    }

    /// Without the property it led to, whatever is violated counts.
    pub fn has_lost_its_goal(&self) -> bool {
        self.script.goal.is_none() && self.bound.is_none()
    }
}

/// A script as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(expecting = "an object with 'goal', 'contexts' and 'choices'")]
pub struct WrittenScript {
    pub goal: String,
    #[serde(default, skip_serializing_if = "is_false")]
    pub only_goal: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub racing: Option<[ThreadId; 2]>,
    pub contexts: Vec<ScriptContext>,
    pub choices: Vec<Vec<Choice>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<WrittenBound>,
}

/// The bound at which a run ends, which is no property of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WrittenBound {
    pub description: String,
    pub thread: ThreadId,
    pub location: Location,
    pub source: String,
    pub entered: Option<u32>,
}

fn is_false(truth: &bool) -> bool {
    !truth
}

impl WrittenScript {
    /// The script of a run that ends in the violation.
    pub fn new(script: &Script, violation: &Violation) -> WrittenScript {
        let bound = (violation.kind == PropertyKind::Unwinding).then(|| WrittenBound {
            description: violation.description.clone(),
            thread: violation.thread,
            location: violation.location.clone(),
            source: violation.source.clone(),
            entered: script.entered,
        });
        WrittenScript {
            goal: violation.property.clone(),
            only_goal: script.only_goal,
            racing: script.racing,
            contexts: script.contexts.clone(),
            choices: script.choices.clone(),
            bound,
        }
    }

    /// The error says which part is wrong. Flattening loses the parts, so who has a script among other fields reads it by
    /// this.
    pub fn read<'de, D: Deserializer<'de>>(from: D) -> Result<WrittenScript, String> {
        serde_path_to_error::deserialize(from)
            .map_err(|error| format!("{}: {}", part_in_words(error.path()), error.inner()))
    }

    /// The same for a program, which has the goal or has lost it.
    pub fn of_program(self, program: &Program) -> SavedScript {
        let WrittenScript { goal, only_goal, racing, contexts, choices, bound } = self;
        let property = program.properties.iter().position(|property| property.name == goal);
        let entered = bound.as_ref().and_then(|bound| bound.entered);
        let goal_id = property.map(PropertyId::new);
        let bound = bound.map(|bound| bound.violation(goal.clone()));
        let script = Script { contexts, choices, goal: goal_id, racing, only_goal, entered };
        SavedScript { script, goal, bound }
    }
}

impl WrittenBound {
    fn violation(self, property: String) -> Violation {
        let WrittenBound { description, thread, location, source, .. } = self;
        let (call_stack, parties, depends_on) = (Vec::new(), Vec::new(), Vec::new());
        let kind = PropertyKind::Unwinding;
        Violation { property, kind, description, thread, location, source, call_stack, parties, depends_on }
    }
}

/// `choice 3 of thread 1, 'value'`.
fn part_in_words(path: &Path) -> String {
    let mut segments: Vec<&Segment> = path.iter().collect();
    let mut whole = "the script".to_string();
    match segments.as_slice() {
        [Segment::Map { key }, Segment::Seq { index: thread }, Segment::Seq { index }, ..]
            if key == "choices" =>
        {
            whole = format!("choice {index} of thread {thread}");
            segments.drain(..3);
        }
        [Segment::Map { key }, Segment::Seq { index: thread }, ..] if key == "choices" => {
            whole = format!("the choices of thread {thread}");
            segments.drain(..2);
        }
        [Segment::Map { key }, Segment::Seq { index }, ..] if key == "contexts" => {
            whole = format!("context {index}");
            segments.drain(..2);
        }
        _ => {}
    }
    let fields = segments.iter().filter_map(|segment| match segment {
        Segment::Map { key } => Some(key.as_str()),
        _ => None,
    });
    match fields.collect::<Vec<&str>>().join(".") {
        fields if fields.is_empty() => whole,
        fields => format!("{whole}, '{fields}'"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::ir::ObjectId;

    fn read_choice(value: &Value) -> Result<Choice, String> {
        Choice::deserialize(value).map_err(|error| error.to_string())
    }

    fn written(choice: &Choice) -> Value {
        serde_json::to_value(choice).expect("a choice can be written")
    }

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
            assert_eq!(read_choice(&written(&choice)), Ok(choice));
        }
        // Bytes that are missing at the end are zero anyway.
        assert_eq!(read_choice(&written(&object(&[7, 0, 0]))), Ok(object(&[7])));
    }

    #[test]
    fn choices_are_written_by_the_one_field_that_they_have() {
        assert_eq!(written(&Choice::Value(31)), json!({ "value": "0x1f" }));
        assert_eq!(written(&Choice::Thread(ThreadId(2))), json!({ "thread": 2 }));
        let object = Choice::Object { object: ObjectId(12), contents: vec![0, 255, 0] };
        assert_eq!(written(&object), json!({ "object": 12, "contents": "00ff" }));
    }

    #[test]
    fn an_error_names_the_part_that_is_wrong() {
        let error = |change: &dyn Fn(&mut Value)| {
            let mut script = json!({
                "goal": "main.assertion.1",
                "contexts": [{ "thread": 0, "round": 1, "steps": 3 }],
                "choices": [[{ "value": "0x1" }], [{ "thread": 1 }, { "object": 3, "contents": "" }]],
                "bound": { "description": "d", "thread": 0, "source": "s", "entered": null,
                    "location": { "file": "a.c", "line": 1, "column": 1 } },
            });
            assert!(WrittenScript::read(&script).is_ok());
            change(&mut script);
            WrittenScript::read(&script).expect_err("a part is wrong")
        };
        let begins = |change: &dyn Fn(&mut Value), begin: &str| {
            let error = error(change);
            assert!(error.starts_with(begin), "{error}");
        };
        begins(&|s| *s = json!(3), "the script: invalid type: integer `3`, expected an object with 'goal'");
        begins(&|s| s["goal"] = json!(3), "the script, 'goal': invalid type");
        begins(&|s| s["contexts"][0]["thread"] = json!(-1), "context 0, 'thread': invalid value");
        begins(&|s| s["contexts"][0] = json!({ "thread": 1 }), "context 0: missing field `round`");
        begins(&|s| s["choices"][1] = json!(1), "the choices of thread 1: invalid type");
        begins(&|s| s["choices"][0][0] = json!({}), "choice 0 of thread 0: it has none of 'value'");
        begins(&|s| s["choices"][1][1]["contents"] = json!("x"), "choice 1 of thread 1: 'contents' is not");
        begins(&|s| s["choices"][0][0]["value"] = json!("1"), "choice 0 of thread 0, 'value': '1' is not");
        begins(&|s| s["bound"]["location"]["line"] = json!("1"), "the script, 'bound.location.line': ");
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
