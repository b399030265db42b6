//! What a search has found already, so that it looks for something else.
//!
//! A property of a place is found once, and of what a library function demands only the first, for each line that calls
//! one. Races and deadlocks are one property each for the whole program, but a program may have several: another race is
//! one with an access on a line of which no race is known, and another deadlock one in which nobody waits on a line
//! where somebody waits in a known one (for the end of a thread, if all do). So each report says something new, and
//! there are no more of them than lines.

use std::collections::BTreeSet;

use crate::ir::PropertyId;
use crate::sequentialize::{Settled, Stand};
use crate::source::{Location, SourceMap, Span};

/// What one violation settles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum News {
    /// And where the library function is called that demands it, if one does.
    Property(PropertyId, Option<Span>),
    Race(PropertyId, [Stand; 2]),
    Deadlock(PropertyId, Vec<Stand>),
    /// A bound was reached, which counts as a violation of the property of that name.
    Bound(String),
}

impl News {
    /// What was found, if it is a property of the program.
    pub fn property(&self) -> Option<PropertyId> {
        match *self {
            News::Property(property, _) | News::Race(property, _) | News::Deadlock(property, _) => {
                Some(property)
            }
            News::Bound(_) => None,
        }
    }
}

pub(super) struct Found<'a> {
    sources: &'a SourceMap,
    properties: BTreeSet<PropertyId>,
    failed: BTreeSet<Line>,
    raced: BTreeSet<Line>,
    waited: BTreeSet<Line>,
    bounds: BTreeSet<String>,
}

/// File and number.
type Line = (String, u32);

impl<'a> Found<'a> {
    pub fn nothing(sources: &'a SourceMap) -> Found<'a> {
        Found {
            sources,
            properties: BTreeSet::new(),
            failed: BTreeSet::new(),
            raced: BTreeSet::new(),
            waited: BTreeSet::new(),
            bounds: BTreeSet::new(),
        }
    }

    pub fn settle(&mut self, news: &News) {
        match news {
            News::Property(property, call) => {
                self.properties.insert(*property);
                let line = call.map(|call| self.line(call));
                self.failed.extend(line);
            }
            News::Race(_, stands) => {
                let lines = stands.map(|stand| self.line(stand.place));
                self.raced.extend(lines);
            }
            News::Deadlock(_, stands) => {
                let only_joins = stands.iter().all(|stand| stand.joins);
                let waits = stands.iter().filter(|stand| only_joins || !stand.joins);
                let lines: Vec<Line> = waits.map(|stand| self.line(stand.place)).collect();
                self.waited.extend(lines);
            }
            News::Bound(name) => {
                self.bounds.insert(name.clone());
            }
        }
    }

    /// The property of that name is that a bound is not reached, and it is violated.
    pub fn has_reached(&self, name: &str) -> bool {
        self.bounds.contains(name)
    }

    fn line(&self, place: Span) -> Line {
        let Location { file, line, .. } = self.sources.locate(place);
        (file.to_string(), line)
    }
}

impl Settled for Found<'_> {
    fn is_violated(&self, property: PropertyId) -> bool {
        self.properties.contains(&property)
    }

    fn has_failed(&self, call: Span) -> bool {
        !self.failed.is_empty() && self.failed.contains(&self.line(call))
    }

    fn has_raced(&self, place: Span) -> bool {
        !self.raced.is_empty() && self.raced.contains(&self.line(place))
    }

    fn has_waited(&self, place: Span) -> bool {
        !self.waited.is_empty() && self.waited.contains(&self.line(place))
    }
}

/// Only this property is looked for, and what was found of it is still known.
pub(super) struct Only<'a> {
    pub property: PropertyId,
    pub found: &'a Found<'a>,
}

impl Settled for Only<'_> {
    fn is_violated(&self, property: PropertyId) -> bool {
        property != self.property || self.found.is_violated(property)
    }

    fn has_failed(&self, call: Span) -> bool {
        self.found.has_failed(call)
    }

    fn has_raced(&self, place: Span) -> bool {
        self.found.has_raced(place)
    }

    fn has_waited(&self, place: Span) -> bool {
        self.found.has_waited(place)
    }
}
