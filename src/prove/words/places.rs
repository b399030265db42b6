//! What the places of threads are called: by their lines, and where one line has several places, by what tells them apart.

use std::collections::BTreeMap;
use std::fmt;

use crate::ir::{Op, Program, ThreadId};
use crate::relation::{Control, PlaceId, Relation};
use crate::source::{Location, Span};

/// What a place is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub location: Location,
    /// Tells it from other places of the thread in the same line, if there are any.
    pub detail: Option<String>,
}

/// By thread and number of the control; only places have labels.
pub struct Labels {
    threads: Vec<Thread>,
}

struct Thread {
    name: String,
    controls: Vec<Control>,
    labels: Vec<Option<Label>>,
}

impl Labels {
    pub fn new(program: &Program, relation: &Relation) -> Labels {
        let thread = |index: usize| {
            let function = relation.assumed.threads[index].function;
            let name = format!("T{index} {}", program.function(function).name);
            let controls = relation.controls[index].clone();
            let labels = labels(program, relation, &controls);
            Thread { name, controls, labels }
        };
        Labels { threads: (0..relation.thread_count()).map(thread).collect() }
    }

    /// `T1 worker`
    pub fn thread(&self, thread: ThreadId) -> &str {
        &self.threads[thread.index()].name
    }

    pub fn label(&self, thread: ThreadId, control: usize) -> Option<&Label> {
        self.threads[thread.index()].labels[control].as_ref()
    }

    /// How many places of the thread are in that line.
    pub fn count_in_line(&self, thread: ThreadId, location: &Location) -> usize {
        let labels = self.threads[thread.index()].labels.iter().flatten();
        labels.filter(|label| is_same_line(&label.location, location)).count()
    }

    /// What is said of a thread that is in one of these, as numbers of its controls: `T1 is at a.c:20 or 22`.
    /// `possible` are those in which it can be at all.
    pub fn is_in(&self, thread: ThreadId, controls: &[usize], possible: &[usize]) -> String {
        let others = possible.iter().copied().filter(|control| !controls.contains(control));
        let others: Vec<usize> = others.collect();
        match self.phrases(thread, &others).len() < self.phrases(thread, controls).len() {
            true => self.sentence(thread, &others, true),
            false => self.sentence(thread, controls, false),
        }
    }

    fn sentence(&self, thread: ThreadId, controls: &[usize], is_denied: bool) -> String {
        let of = &self.threads[thread.index()];
        let mut states = Vec::new();
        for &control in controls {
            states.extend(match (of.controls[control], is_denied) {
                (Control::NotStarted, false) => Some("has not started"),
                (Control::NotStarted, true) => Some("has started"),
                (Control::Ended, false) => Some("has ended"),
                (Control::Ended, true) => Some("has not ended"),
                (Control::Over, false) => Some("has stopped for good"),
                (Control::Over, true) => Some("has not stopped for good"),
                (Control::At(_), _) => None,
            });
        }
        let places = self.phrases_of_places(thread, controls);
        let mut parts: Vec<String> = states.into_iter().map(str::to_string).collect();
        if let Some((last, before)) = places.split_last() {
            let verb = if is_denied { "is not at" } else { "is at" };
            parts.push(match before {
                [] => format!("{verb} {last}"),
                _ => format!("{verb} {} or {last}", before.join(", ")),
            });
        }
        let conjunction = if is_denied { " and " } else { " or " };
        format!("T{} {}", thread.0, parts.join(conjunction))
    }

    fn phrases(&self, thread: ThreadId, controls: &[usize]) -> Vec<String> {
        let mut phrases = self.phrases_of_places(thread, controls);
        let labels = &self.threads[thread.index()].labels;
        phrases.extend(controls.iter().filter(|&&one| labels[one].is_none()).map(|_| String::new()));
        phrases
    }

    /// Lines, the file only where it is another one than before.
    fn phrases_of_places(&self, thread: ThreadId, controls: &[usize]) -> Vec<String> {
        let of = &self.threads[thread.index()];
        let mut labels: Vec<&Label> =
            controls.iter().filter_map(|&control| of.labels[control].as_ref()).collect();
        labels.sort_by(|one, other| one.order().cmp(&other.order()));
        let mut phrases = Vec::new();
        let mut file = None;
        let lines = labels.chunk_by(|one, other| is_same_line(&one.location, &other.location));
        for line in lines {
            let location = &line[0].location;
            let prefix = match file.replace(&location.file) == Some(&location.file) {
                true => location.line.to_string(),
                false => location.to_string(),
            };
            match line.len() == self.count_in_line(thread, location) {
                true => phrases.push(prefix),
                false => phrases.extend(line.iter().map(|label| match &label.detail {
                    Some(detail) => format!("{prefix} ({detail})"),
                    None => prefix.clone(),
                })),
            }
        }
        phrases
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.detail {
            Some(detail) => write!(f, "{} ({detail})", self.location),
            None => self.location.fmt(f),
        }
    }
}

impl Label {
    pub fn order(&self) -> (&str, u32, u32, &Option<String>) {
        let Location { file, line, column, .. } = &self.location;
        (file, *line, *column, &self.detail)
    }
}

pub fn is_same_line(one: &Location, other: &Location) -> bool {
    one.file == other.file && one.line == other.line
}

/// By number of the control.
fn labels(program: &Program, relation: &Relation, controls: &[Control]) -> Vec<Option<Label>> {
    let mut lines: BTreeMap<(String, u32), Vec<(usize, PlaceId)>> = BTreeMap::new();
    let location = |place: PlaceId| {
        let places = &relation.assumed.places;
        program.sources.locate(places.users_span(program, places.spot(place)))
    };
    for (index, control) in controls.iter().enumerate() {
        if let Control::At(place) = *control {
            let at = location(place);
            lines.entry((at.file.to_string(), at.line)).or_default().push((index, place));
        }
    }
    let mut labels = vec![None; controls.len()];
    for places in lines.values() {
        let details = match places.len() {
            1 => vec![None],
            _ => details(program, relation, places),
        };
        for (&(index, place), detail) in places.iter().zip(details) {
            labels[index] = Some(Label { location: location(place), detail });
        }
    }
    labels
}

/// The least that tells these places of one line apart: columns, what comes next, the calls that led there, or their
/// number.
fn details(program: &Program, relation: &Relation, places: &[(usize, PlaceId)]) -> Vec<Option<String>> {
    let of = &relation.assumed.places;
    let column = |place: PlaceId| {
        let span = of.users_span(program, of.spot(place));
        format!("column {}", program.sources.locate(span).column)
    };
    let next = |place: PlaceId| {
        let spot = of.spot(place);
        let block = program.function(of.chain(spot.chain).function).block(spot.block);
        let mut following = block.instructions[spot.instruction.min(block.instructions.len())..].iter();
        let does = following.find_map(|one| match one.op {
            Op::Load { .. } => Some("before reading"),
            Op::Store { .. } => Some("before writing"),
            _ => None,
        });
        format!("{}, {}", column(place), does.unwrap_or("then"))
    };
    let calls = |place: PlaceId| {
        let running = of.running_at(of.spot(place));
        let mut lines = Vec::new();
        for spot in &running[..running.len() - 1] {
            let function = program.function(of.chain(spot.chain).function);
            let span: Span = function.block(spot.block).instructions[spot.instruction].span;
            if program.sources.is_embedded(span) {
                break;
            }
            lines.push(program.sources.locate(span).line.to_string());
        }
        format!("{}, called from {}", column(place), lines.join(", "))
    };
    let by_column: Vec<String> = places.iter().map(|&(_, place)| column(place)).collect();
    let by_next: Vec<String> = places.iter().map(|&(_, place)| next(place)).collect();
    let by_calls: Vec<String> = places.iter().map(|&(_, place)| calls(place)).collect();
    let numbered = (1..=places.len()).map(|number| format!("step {number} of {}", places.len())).collect();
    let tells = |texts: &Vec<String>| {
        let mut sorted = texts.clone();
        sorted.sort_unstable();
        sorted.dedup();
        sorted.len() == texts.len()
    };
    let best = [by_column, by_next, by_calls].into_iter().find(tells).unwrap_or(numbered);
    best.into_iter().map(Some).collect()
}
