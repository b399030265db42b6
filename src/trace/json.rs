//! The trace as JSON; `docs/json.md` is its description and must be kept the same.

use serde_json::{Value, json};

use super::{Context, Effect, Frame, Party, Step, ThreadName, Trace, Violation};
use crate::source::Location;

pub fn to_json(trace: &Trace) -> Value {
    json!({
        "violation": violation(&trace.violation),
        "threads": trace.threads.iter().map(thread).collect::<Vec<_>>(),
        "contexts": trace.contexts.iter().map(context).collect::<Vec<_>>(),
        "state": trace.state.iter().map(|v| json!({ "name": v.name, "value": v.value })).collect::<Vec<_>>(),
        "context_switches": trace.context_switches,
    })
}

fn violation(violation: &Violation) -> Value {
    json!({
        "property": violation.property,
        "kind": violation.kind.name(),
        "description": violation.description,
        "thread": violation.thread.0,
        "location": location(&violation.location),
        "source": violation.source,
        "call_stack": call_stack(&violation.call_stack),
        "parties": violation.parties.iter().map(party).collect::<Vec<_>>(),
    })
}

fn party(party: &Party) -> Value {
    json!({
        "thread": party.thread.0,
        "action": party.action,
        "location": location(&party.location),
        "source": party.source,
        "call_stack": call_stack(&party.call_stack),
        "holds": party.holds,
    })
}

fn thread(name: &ThreadName) -> Value {
    json!({
        "thread": name.thread.0,
        "function": name.function,
        "created_at": name.created_at.as_ref().map(location),
    })
}

fn context(context: &Context) -> Value {
    json!({
        "thread": context.thread.0,
        "round": context.round,
        "steps": context.steps.iter().map(step).collect::<Vec<_>>(),
    })
}

fn step(step: &Step) -> Value {
    json!({
        "number": step.number,
        "location": location(&step.location),
        "source": step.source,
        "function": step.function,
        "call_stack": call_stack(&step.call_stack),
        "effects": step.effects.iter().map(effect).collect::<Vec<_>>(),
    })
}

fn effect(effect: &Effect) -> Value {
    match effect {
        Effect::Read { variable, value } => json!({ "kind": "read", "variable": variable, "value": value }),
        Effect::Write { variable, value } => json!({ "kind": "write", "variable": variable, "value": value }),
        Effect::Assign { variable, value } => {
            json!({ "kind": "assign", "variable": variable, "value": value })
        }
        Effect::Input { variable, value } => json!({ "kind": "input", "variable": variable, "value": value }),
        Effect::Create { thread } => json!({ "kind": "create", "thread": thread.0 }),
        Effect::Join { thread } => json!({ "kind": "join", "thread": thread.0 }),
        Effect::Note(text) => json!({ "kind": "note", "text": text }),
    }
}

fn call_stack(frames: &[Frame]) -> Vec<Value> {
    let frame = |frame: &Frame| json!({ "function": frame.function, "called_at": frame.called_at.as_ref().map(location) });
    frames.iter().map(frame).collect()
}

fn location(location: &Location) -> Value {
    json!({ "file": &*location.file, "line": location.line, "column": location.column })
}
