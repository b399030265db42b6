//! The trace as text for a terminal.
//!
//! First one sentence: what failed, and where. Then the interleaving, one block per context under a header that
//! names the thread; each line is a step: its number, the place, the source line (indented by the depth of the
//! call) and what it read and wrote. Then the variables that the violated condition depends on. Columns are as
//! wide as this trace needs.

use std::fmt::Write;

use super::{Context, Effect, Frame, Party, Step, ThreadName, Trace, Violation};
use crate::ir::{PropertyKind, ThreadId};

/// A longer source line is cut, so that the effects stay in sight.
const WIDEST_SOURCE: usize = 60;
/// A step with more effects than this tells only the first ones.
const MOST_EFFECTS: usize = 12;
const DEEPEST_INDENT: usize = 5;

const BOLD: &str = "1";
const DIM: &str = "2";
const ALARM: &str = "1;31";
/// One colour per thread, again from the start when there are more threads.
const THREAD_COLORS: [&str; 6] = ["36", "33", "35", "32", "34", "31"];

pub fn render_text(trace: &Trace, color: bool) -> String {
    let page = Page { trace, color };
    let mut out = String::new();
    page.summary(&mut out);
    page.interleaving(&mut out);
    page.standstill(&mut out);
    page.state(&mut out);
    page.switches(&mut out);
    out
}

/// What failed and where, in one line.
pub fn headline(trace: &Trace, color: bool) -> String {
    let violation = &trace.violation;
    let places: Vec<String> = match violation.parties.is_empty() {
        true => vec![violation.location.to_string()],
        false => violation.parties.iter().map(|party| party.location.to_string()).collect(),
    };
    let page = Page { trace, color };
    let what = page.paint(ALARM, &failure(violation)) + &condition(violation);
    format!("{what}, at {}  {}", places.join(" and "), page.paint(DIM, &format!("[{}]", violation.property)))
}

/// What failed, in words. The description of a property says what must hold.
fn failure(violation: &Violation) -> String {
    let description = &violation.description;
    match violation.kind {
        PropertyKind::Assertion => format!("assertion fails: {description}"),
        PropertyKind::Pointer => format!("invalid memory access, should be: {description}"),
        PropertyKind::Unwinding => format!("bound reached, should be: {description}"),
        PropertyKind::Free => format!("invalid free, should be: {description}"),
        PropertyKind::Overflow => format!("undefined arithmetic, should be: {description}"),
        PropertyKind::Api => format!("misuse of the library, should be: {description}"),
        PropertyKind::Race => format!("data race on {description}"),
        PropertyKind::Deadlock => "deadlock".to_string(),
        PropertyKind::Leak => format!("memory leak, should be: {description}"),
    }
}

/// What the violation depends on that may be otherwise in truth.
fn condition(violation: &Violation) -> String {
    let names = &violation.depends_on;
    match &names[..] {
        [] => String::new(),
        [name] => format!(", depending on what {name} returns, which has no body"),
        _ => format!(", depending on what {} return, which have no body", names.join(", ")),
    }
}

struct Page<'t> {
    trace: &'t Trace,
    color: bool,
}

impl Page<'_> {
    fn summary(&self, out: &mut String) {
        let violation = &self.trace.violation;
        let what = self.paint(ALARM, &failure(violation)) + &condition(violation);
        if !violation.parties.is_empty() {
            let _ = writeln!(out, "{what}  {}", self.paint(DIM, &format!("[{}]", violation.property)));
            violation.parties.iter().for_each(|party| self.party(out, party));
            return;
        }
        // The name of a bound says in which function it is.
        let function = violation.call_stack.last().map(|frame| format!(" in {}", frame.function));
        let (function, thread) = (function.unwrap_or_default(), self.thread(violation.thread));
        let _ = writeln!(out, "{what}");
        let _ = write!(out, "  at {}{function}, thread {thread}", violation.location);
        let _ = writeln!(out, "  {}", self.paint(DIM, &format!("[{}]", violation.property)));
        self.calls(out, "  ", &violation.call_stack);
    }

    /// A thread of a race or a deadlock: what it is about to do, where, and what it holds meanwhile.
    fn party(&self, out: &mut String, party: &Party) {
        let thread = self.paint(thread_color(party.thread), &self.thread(party.thread));
        let function = party.call_stack.last().map_or("", |frame| frame.function.as_str());
        let holds = match party.holds.is_empty() {
            true => String::new(),
            false => format!(", holding {}", party.locks_in_words().join(" and ")),
        };
        let action = party.action_in_words();
        let _ = writeln!(out, "  {thread} {action}, at {} in {function}{holds}", party.location);
        self.calls(out, "    ", &party.call_stack);
    }

    fn calls(&self, out: &mut String, indent: &str, stack: &[Frame]) {
        for frame in stack.iter().rev() {
            if let Some(place) = &frame.called_at {
                let _ = writeln!(out, "{indent}{} called at {place}", frame.function);
            }
        }
    }

    fn interleaving(&self, out: &mut String) {
        let columns = Columns::of(self.trace);
        let last =
            self.trace.contexts.iter().flat_map(|context| &context.steps).map(|step| step.number).max();
        for context in &self.trace.contexts {
            let _ = writeln!(out, "\n{}", self.header(context));
            for step in &context.steps {
                self.step(out, context.thread, step, &columns, Some(step.number) == last);
            }
        }
    }

    /// Where the threads of a race or a deadlock stand in the end, line by line.
    fn standstill(&self, out: &mut String) {
        let parties = &self.trace.violation.parties;
        if parties.is_empty() {
            return;
        }
        let _ = writeln!(out, "\n{}", self.paint(BOLD, "── in the end ──"));
        let widest = |measure: &dyn Fn(&Party) -> usize| parties.iter().map(measure).max().unwrap_or(0);
        let shown = |party: &Party| shortened(&party.source.replace('\t', " "));
        let thread = widest(&|party| width(&self.thread(party.thread)));
        let place = widest(&|party| width(&party.location.to_string()));
        let source = widest(&|party| width(&shown(party)));
        for party in parties {
            let name = self.paint(thread_color(party.thread), &pad(&self.thread(party.thread), thread));
            let (at, line) = (pad(&party.location.to_string(), place), pad(&shown(party), source));
            let action = self.paint(ALARM, &party.action_in_words());
            let _ = writeln!(out, "  {name}  {at}  {line}  {action}");
        }
    }

    fn header(&self, context: &Context) -> String {
        let mut text = format!("── {}", self.thread(context.thread));
        if let Some(at) = self.name(context.thread).and_then(|name| name.created_at.as_ref()) {
            let _ = write!(text, ", created at {at}");
        }
        let _ = write!(text, " · round {} ──", context.round);
        self.paint(&format!("{BOLD};{}", thread_color(context.thread)), &text)
    }

    fn step(&self, out: &mut String, thread: ThreadId, step: &Step, columns: &Columns, is_last: bool) {
        let place = step.location.to_string();
        let source = shown_source(step);
        let effects = self.effects(&step.effects);
        let number = self.paint(DIM, &format!("{:>width$}", step.number, width = columns.number));
        let mut line = format!("{number}  {}  ", pad(&place, columns.place));
        if effects.is_empty() && !is_last {
            line.push_str(&self.paint(thread_color(thread), &source));
        } else {
            let padded = pad(&source, columns.source);
            line.push_str(&self.paint(thread_color(thread), &padded));
            let _ = write!(line, "  {effects}");
        }
        if is_last && self.trace.violation.parties.is_empty() {
            let gap = if effects.is_empty() { "" } else { "  " };
            line.push_str(gap);
            line.push_str(&self.paint(ALARM, "<-- violated"));
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }

    /// Reads together, writes together, in the order in which they happened.
    fn effects(&self, effects: &[Effect]) -> String {
        let mut text = String::new();
        let mut verb_before = None;
        for effect in effects.iter().take(MOST_EFFECTS) {
            let (verb, what) = match effect {
                Effect::Read { variable, value } => ("reads ", format!("{variable} = {value}")),
                Effect::Write { variable, value } => ("writes ", format!("{variable} = {value}")),
                Effect::Assign { variable, value } => ("", format!("{variable} = {value}")),
                Effect::Input { variable: Some(variable), value } => {
                    ("input ", format!("{variable} = {value}"))
                }
                Effect::Input { variable: None, value } => ("input ", value.to_string()),
                Effect::Create { thread } => ("creates ", self.thread(*thread)),
                Effect::Join { thread } => ("joins ", self.thread(*thread)),
                Effect::Deed(deed) => ("", deed.to_string()),
            };
            let same = verb_before == Some(verb) && !matches!(effect, Effect::Deed(_));
            if !text.is_empty() {
                text.push_str(if same { ", " } else { "; " });
            }
            if !same {
                text.push_str(verb);
            }
            text.push_str(&what);
            verb_before = (!matches!(effect, Effect::Deed(_))).then_some(verb);
        }
        if effects.len() > MOST_EFFECTS {
            let _ = write!(text, "; and {} more", effects.len() - MOST_EFFECTS);
        }
        text
    }

    fn state(&self, out: &mut String) {
        if self.trace.state.is_empty() {
            return;
        }
        let _ = writeln!(out, "\n{}", self.paint(BOLD, "state at the violation"));
        let width = self.trace.state.iter().map(|variable| width(&variable.name())).max().unwrap_or(0);
        for variable in &self.trace.state {
            let _ = writeln!(out, "  {} = {}", pad(&variable.name(), width), variable.value_in_words());
        }
    }

    fn switches(&self, out: &mut String) {
        let count = self.trace.context_switches;
        let _ = writeln!(out, "\n{count} context switch{}", if count == 1 { "" } else { "es" });
    }

    /// `T1 worker`.
    fn thread(&self, thread: ThreadId) -> String {
        match self.name(thread) {
            Some(name) => format!("T{} {}", thread.0, name.function),
            None => format!("T{}", thread.0),
        }
    }

    fn name(&self, thread: ThreadId) -> Option<&ThreadName> {
        self.trace.threads.iter().find(|name| name.thread == thread)
    }

    fn paint(&self, code: &str, text: &str) -> String {
        if self.color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}

struct Columns {
    number: usize,
    place: usize,
    source: usize,
}

impl Columns {
    fn of(trace: &Trace) -> Columns {
        let steps = || trace.contexts.iter().flat_map(|context| &context.steps);
        let widest = |measure: &dyn Fn(&Step) -> usize| steps().map(measure).max().unwrap_or(0);
        Columns {
            number: widest(&|step| step.number.to_string().len()).max(3),
            place: widest(&|step| width(&step.location.to_string())),
            source: widest(&|step| width(&shown_source(step))),
        }
    }
}

fn shown_source(step: &Step) -> String {
    let depth = step.call_stack.len().saturating_sub(1).min(DEEPEST_INDENT);
    shortened(&format!("{}{}", "  ".repeat(depth), step.source.replace('\t', " ")))
}

fn shortened(text: &str) -> String {
    if width(text) <= WIDEST_SOURCE {
        return text.to_string();
    }
    text.chars().take(WIDEST_SOURCE - 1).chain(['…']).collect()
}

fn thread_color(thread: ThreadId) -> &'static str {
    THREAD_COLORS[thread.index() % THREAD_COLORS.len()]
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}
