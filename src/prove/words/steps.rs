//! The steps of a program as text: from each place of a thread, what can happen until the next one.

use std::fmt::Write;

use bmc_solver::TermId;
use rustc_hash::FxHashMap;

use super::clauses::Literal;
use super::expressions::Writer;
use super::names::Names;
use super::places::{Label, Labels};
use crate::events::CellId;
use crate::ir::{Program, ThreadId};
use crate::relation::{Control, Destination, Failure, Part, PlaceId, Relation, StepEnd};

/// Conditions and values that are long are `…`; `?` is a value that comes from outside.
pub fn steps(program: &Program, relation: &Relation) -> String {
    let variables = relation.system.state.iter().enumerate();
    let variables = variables.map(|(index, state)| (state.variable, index)).collect();
    let (names, labels) = (Names { program, relation }, Labels::new(program, relation));
    let of = Steps { program, relation, names, labels, variables };
    let mut text = of.sizes();
    if relation.is_cut_at_threads {
        text.push_str("more threads are created; what they do is not among the steps\n");
    }
    for thread in (0..relation.thread_count()).map(ThreadId::new) {
        of.write_thread(&mut text, thread);
    }
    text
}

struct Steps<'a> {
    program: &'a Program,
    relation: &'a Relation,
    names: Names<'a>,
    labels: Labels,
    variables: FxHashMap<TermId, usize>,
}

impl Steps<'_> {
    fn sizes(&self) -> String {
        let Relation { system, terms, facts, steps, bads, .. } = self.relation;
        let bits = system.state.iter().map(|state| terms.width(state.variable) as usize).sum();
        let rows = [
            ("threads", self.relation.thread_count()),
            ("places", steps.len()),
            ("ends of steps", steps.iter().map(|step| step.ends.len()).sum()),
            ("variables", system.state.len()),
            ("bits", bits),
            ("facts", facts.len()),
            ("must not be", bads.len()),
            ("terms", terms.len()),
        ];
        rows.map(|(name, count)| format!("{name:<14}{count:>12}\n")).concat()
    }

    fn write_thread(&self, text: &mut String, thread: ThreadId) {
        let _ = writeln!(text, "\n{}", self.labels.thread(thread));
        let mut places: Vec<(&Label, PlaceId)> = Vec::new();
        for (number, control) in self.relation.controls[thread.index()].iter().enumerate() {
            if let (Control::At(place), Some(label)) = (control, self.labels.label(thread, number)) {
                places.push((label, *place));
            }
        }
        places.sort_by(|one, other| (one.0.order(), one.1).cmp(&(other.0.order(), other.1)));
        for (label, place) in places {
            let _ = writeln!(text, "  {label}");
            self.write_step(text, place);
        }
    }

    fn write_step(&self, text: &mut String, place: PlaceId) {
        let step = &self.relation.steps[place.index()];
        for claim in &step.claims {
            let what = match &claim.what {
                Failure::Property(property) => {
                    format!("violates {}", self.program.properties[property.index()].name)
                }
                Failure::NotFollowed(what) => format!("comes to {what}, which is not followed"),
            };
            let _ = writeln!(text, "    {what}{}", self.condition(place, claim.violated));
        }
        for start in &step.starts {
            let condition = self.condition(place, start.guard);
            let _ = writeln!(text, "    starts {}{condition}", self.labels.thread(start.thread));
        }
        for end in &step.ends {
            let to = match end.to {
                Destination::Place(to) => {
                    let label = self.label(to);
                    label.map_or_else(|| to.to_string(), Label::to_string)
                }
                Destination::Ended => "its end".to_string(),
                Destination::Over => "a stop for good".to_string(),
            };
            let _ = writeln!(text, "    goes to {to}{}", self.condition(place, end.guard));
            self.write_changes(text, place, end);
        }
    }

    fn write_changes(&self, text: &mut String, place: PlaceId, end: &StepEnd) {
        let mut changes: Vec<(TermId, TermId)> = Vec::new();
        for &(chain, register, value) in &end.registers {
            changes.extend(self.relation.variable(Part::Register(chain, register)).map(|one| (one, value)));
        }
        for (cell, value, _) in end.store.clone().differences(&Default::default()) {
            let variable = self.relation.variable(Part::Cell(CellId::new(cell)));
            changes.extend(variable.zip(value));
        }
        changes.retain(|(variable, value)| variable != value);
        changes.sort_unstable();
        for (variable, value) in changes {
            let [variable, value] = [variable, value].map(|term| {
                let ty = self.variables.get(&variable).map(|&index| self.names.word(index, Some(place)).ty);
                self.writer(place).value(term, ty)
            });
            let _ = writeln!(text, "      {variable} = {value}");
        }
    }

    fn writer(&self, place: PlaceId) -> Writer<'_> {
        Writer::new(&self.relation.terms, &self.names, &self.labels, &self.variables, Some(place))
    }

    fn condition(&self, place: PlaceId, condition: TermId) -> String {
        match condition {
            TermId::TRUE => String::new(),
            _ => format!(" if {}", self.writer(place).literal(Literal { term: condition, holds: true })),
        }
    }

    fn label(&self, place: PlaceId) -> Option<&Label> {
        let thread = self.relation.assumed.places.thread(place);
        let controls = &self.relation.controls[thread.index()];
        let number = controls.iter().position(|control| *control == Control::At(place))?;
        self.labels.label(thread, number)
    }
}
