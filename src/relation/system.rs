//! From the steps of a program to a transition system and to what is assumed of its states.
//!
//! The state: for every thread where it is, the registers that are needed there, and all memory. In every step one thread
//! moves from a place to another, and which one is an input. Nothing is assumed in the system itself: registers and cells
//! have all their bits. But a step was executed for values that were assumed, so the system says what the program does
//! only in states in which the *facts* hold. They are a part of every invariant, and whoever checks that one is inductive
//! finds out whether they were right.

use bmc_solver::transition::{StateVariable, System};
use bmc_solver::{Substitution, TermId, Terms};
use rustc_hash::FxHashMap;

use super::builder::{Destination, Failure, Step, StepAccess};
use super::facts::Facts;
use super::fixpoint::Steps;
use super::place::{ChainId, PlaceId};
use crate::analysis::{Piece, Values};
use crate::events::{CellId, Manner};
use crate::ir::*;
use crate::planted::planted;
use crate::source::Span;
use crate::symbolic::Symbol;

/// What a variable of the state is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// Where a thread is: see [`Control`].
    Control(ThreadId),
    Register(ChainId, RegisterId),
    Cell(CellId),
}

/// How the places of a thread are numbered in the state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Control {
    NotStarted,
    Ended,
    Over,
    At(PlaceId),
}

/// What must never be possible.
pub struct Bad {
    pub possible: TermId,
    pub what: Cause,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    Property(PropertyId),
    NotFollowed(String),
}

/// A program as a transition system.
pub struct Relation {
    pub terms: Terms,
    pub system: System,
    /// By variable of the system.
    pub parts: Vec<Part>,
    /// What the variables can be.
    pub values: Vec<Values>,
    /// What the steps were executed for.
    pub facts: Vec<TermId>,
    /// The disjuncts of what is bad.
    pub bads: Vec<Bad>,
    /// By thread: its controls, by their number.
    pub controls: Vec<Vec<Control>>,
    pub assumed: Facts,
    pub met: Vec<FunctionId>,
    /// By place: what can happen from there on, over the variables of the system.
    pub steps: Vec<Step>,
    /// Where addresses are used as numbers.
    pub numbers: Vec<Span>,
    pub is_cut_at_threads: bool,
    variable_of: FxHashMap<Part, usize>,
}

impl Relation {
    pub fn variable(&self, part: Part) -> Option<TermId> {
        self.variable_of.get(&part).map(|&index| self.system.state[index].variable)
    }

    /// That a thread is there.
    pub fn is_at(&mut self, thread: ThreadId, control: Control) -> TermId {
        let number = self.controls[thread.index()].iter().position(|known| *known == control);
        let (Some(number), Some(variable)) = (number, self.variable(Part::Control(thread))) else {
            return TermId::FALSE;
        };
        let number = self.terms.constant(self.terms.width(variable), number as u128);
        self.terms.eq(variable, number)
    }

    pub fn thread_count(&self) -> usize {
        self.controls.len()
    }

    /// The variable that says where a thread is, among those of the state.
    pub fn control_index(&self, thread: ThreadId) -> usize {
        self.variable_of[&Part::Control(thread)]
    }
}

struct Assembly<'a> {
    program: &'a Program,
    wanted: &'a dyn Fn(PropertyId) -> bool,
    terms: Terms,
    facts: Facts,
    parts: Vec<Part>,
    variables: Vec<TermId>,
    values: Vec<Values>,
    variable_of: FxHashMap<Part, usize>,
    controls: Vec<Vec<Control>>,
    substitution: Substitution,
    who: TermId,
}

/// Makes the system of the steps of a program, of which `wanted` says what must not be possible.
pub fn assemble(program: &Program, wanted: &dyn Fn(PropertyId) -> bool, steps: Steps) -> Relation {
    let Steps { terms, facts, mut steps, cells, ended, met, numbers, is_cut_at_threads, .. } = steps;
    let thread_count = facts.threads.len();
    let mut assembly = Assembly {
        program,
        wanted,
        terms,
        facts,
        parts: Vec::new(),
        variables: Vec::new(),
        values: Vec::new(),
        variable_of: FxHashMap::default(),
        controls: Vec::new(),
        substitution: Substitution::default(),
        who: TermId::FALSE,
    };
    assembly.who = assembly.terms.variable(bits_for(thread_count));
    assembly.make_controls();
    for (place, step) in steps.iter().enumerate() {
        assembly.make_registers(PlaceId::new(place), &step.registers);
    }
    let mut stored: Vec<CellId> = cells.iter().map(|(cell, _)| *cell).collect();
    for end in steps.iter().flat_map(|step| &step.ends) {
        let changed = end.store.clone().differences(&Default::default()).into_iter();
        stored.extend(changed.map(|(index, _, _)| CellId::new(index)));
    }
    stored.sort_unstable();
    stored.dedup();
    for cell in stored {
        assembly.make_cell(cell);
    }
    for (cell, symbol) in &cells {
        assembly.replace(symbol, Part::Cell(*cell));
    }
    for (thread, symbol) in ended {
        let has_ended = assembly.is_at(thread, Control::Ended);
        assembly.substitution.set(symbol, has_ended);
    }
    for step in &mut steps {
        assembly.rebuild(step);
    }
    let mut met: Vec<FunctionId> = met.into_iter().collect();
    met.sort_unstable();
    let relation = assembly.finish(&steps);
    Relation { met, numbers, steps, is_cut_at_threads, ..relation }
}

fn bits_for(count: usize) -> u32 {
    (usize::BITS - count.saturating_sub(1).leading_zeros()).max(1)
}

impl Assembly<'_> {
    fn add(&mut self, part: Part, width: u32, values: Values) -> TermId {
        let variable = self.terms.variable(width);
        self.variable_of.insert(part, self.parts.len());
        self.parts.push(part);
        self.variables.push(variable);
        self.values.push(values);
        variable
    }

    fn variable(&self, part: Part) -> Option<TermId> {
        self.variable_of.get(&part).map(|&index| self.variables[index])
    }

    fn make_controls(&mut self) {
        for index in 0..self.facts.threads.len() {
            let mut controls = vec![Control::Ended, Control::Over];
            let thread = ThreadId::new(index);
            if index > 0 {
                controls.insert(0, Control::NotStarted);
            }
            let places = (0..self.facts.places.count()).map(PlaceId::new);
            controls
                .extend(places.filter(|place| self.facts.places.thread(*place) == thread).map(Control::At));
            let width = bits_for(controls.len());
            let values = Values::between(width, 0, controls.len() as u128 - 1);
            self.controls.push(controls);
            self.add(Part::Control(thread), width, values);
        }
    }

    fn make_registers(&mut self, place: PlaceId, registers: &[(ChainId, RegisterId, Symbol)]) {
        let entry = self.facts.entries[place.index()].as_ref().expect("a thread comes to the place");
        let known = entry.registers.iter().flat_map(|known| known.values());
        let known: Vec<Values> = known.map(|growing| growing.values.clone()).collect();
        for ((chain, register, symbol), values) in registers.iter().zip(known) {
            let part = Part::Register(*chain, *register);
            match self.variable_of.get(&part) {
                Some(&index) => self.values[index] = self.values[index].join(&values),
                None => drop(self.add(part, values.width, values)),
            }
            self.replace(symbol, part);
        }
    }

    fn make_cell(&mut self, cell: CellId) {
        let values = self.facts.cells[cell.index()].values.values.clone();
        let values = if values.is_none() { Values::constant(values.width, 0) } else { values };
        self.add(Part::Cell(cell), values.width, values);
    }

    /// In place of what a symbol is made of stand the bits of a variable of the state.
    fn replace(&mut self, symbol: &Symbol, part: Part) {
        let variable = self.variable(part).expect("it is a part of the state");
        for &(of_symbol, low) in &symbol.parts {
            let width = self.terms.width(of_symbol);
            let bits = self.terms.extract(variable, low, width);
            self.substitution.set(of_symbol, bits);
        }
    }

    fn is_at(&mut self, thread: ThreadId, control: Control) -> TermId {
        let number = self.number(thread, control);
        let variable = self.variable(Part::Control(thread)).expect("every thread is somewhere");
        let number = self.terms.constant(self.terms.width(variable), number);
        self.terms.eq(variable, number)
    }

    fn number(&self, thread: ThreadId, control: Control) -> u128 {
        let controls = &self.controls[thread.index()];
        controls.iter().position(|known| *known == control).expect("a thread can be there") as u128
    }

    /// The terms of a step over the state.
    fn rebuild(&mut self, step: &mut Step) {
        let (terms, substitution) = (&mut self.terms, &mut self.substitution);
        let mut over_state = |term: &mut TermId| *term = substitution.of(terms, *term);
        for end in &mut step.ends {
            over_state(&mut end.guard);
            end.registers.iter_mut().for_each(|(_, _, value)| over_state(value));
            for (index, value, _) in end.store.clone().differences(&Default::default()) {
                let mut value = value;
                value.iter_mut().for_each(&mut over_state);
                end.store.set(index, value);
            }
        }
        step.claims.iter_mut().for_each(|claim| over_state(&mut claim.violated));
        for start in &mut step.starts {
            over_state(&mut start.guard);
            over_state(&mut start.argument);
        }
        step.waits.iter_mut().for_each(&mut over_state);
        step.accesses.iter_mut().for_each(|access| over_state(&mut access.guard));
    }

    /// What is known of the program besides its system is still missing.
    fn finish(mut self, steps: &[Step]) -> Relation {
        let next = self.next_states(steps);
        let bads = self.bads(steps);
        let facts = self.facts_over_state();
        let mut cases = Vec::new();
        for index in 0..self.controls.len() {
            let number = self.terms.constant(self.terms.width(self.who), index as u128);
            cases.push(self.terms.eq(self.who, number));
        }
        let constraint = self.terms.or_all(cases.clone());
        let bad = self.terms.or_all(bads.iter().map(|bad| bad.possible).collect::<Vec<_>>());
        let mut state = Vec::with_capacity(self.parts.len());
        for index in 0..self.parts.len() {
            let first = self.first(index);
            let (variable, next) = (self.variables[index], next[index]);
            let name = self.name(self.parts[index]);
            state.push(StateVariable { variable, first: Some(first), next, name });
        }
        let system = System { state, cases, constraint, bad };
        Relation {
            terms: self.terms,
            system,
            parts: self.parts,
            values: self.values,
            facts,
            bads,
            controls: self.controls,
            assumed: self.facts,
            met: Vec::new(),
            steps: Vec::new(),
            numbers: Vec::new(),
            is_cut_at_threads: false,
            variable_of: self.variable_of,
        }
    }

    /// What a variable is at first. What nobody reads before it is written is anything that was assumed of it.
    fn first(&mut self, index: usize) -> TermId {
        let value = match self.parts[index] {
            Part::Control(ThreadId(0)) => {
                let start = self.facts.threads[0].start.clone();
                let place = self.facts.places.place_of(start);
                self.number(ThreadId(0), Control::At(place))
            }
            Part::Control(thread) => self.number(thread, Control::NotStarted),
            Part::Cell(cell) => {
                self.facts.cells[cell.index()].first.unwrap_or(self.values[index].pieces()[0].low)
            }
            Part::Register(..) => self.values[index].pieces().first().map_or(0, |piece| piece.low),
        };
        self.terms.constant(self.terms.width(self.variables[index]), value)
    }

    fn next_states(&mut self, steps: &[Step]) -> Vec<TermId> {
        let mut next = self.variables.clone();
        for thread in (0..self.controls.len()).map(ThreadId::new) {
            let number = self.terms.constant(self.terms.width(self.who), u128::from(thread.0));
            let moves = self.terms.eq(self.who, number);
            // What the thread's steps make of each variable.
            let mut changed: FxHashMap<usize, TermId> = FxHashMap::default();
            for control in self.controls[thread.index()].clone() {
                let Control::At(place) = control else { continue };
                let is_here = self.is_at(thread, control);
                let step = &steps[place.index()];
                let mut of_step: FxHashMap<usize, TermId> = FxHashMap::default();
                for end in &step.ends {
                    let to = match end.to {
                        Destination::Place(place) => Control::At(place),
                        Destination::Ended => Control::Ended,
                        Destination::Over => Control::Over,
                    };
                    let control = self.variable_of[&Part::Control(thread)];
                    let to = self.number(thread, to);
                    let to = self.terms.constant(self.terms.width(self.variables[control]), to);
                    let mut assigned = vec![(control, to)];
                    for &(chain, register, value) in &end.registers {
                        assigned.push((self.variable_of[&Part::Register(chain, register)], value));
                    }
                    for (cell, value, _) in end.store.clone().differences(&Default::default()) {
                        if let Some(value) = value {
                            assigned.push((self.variable_of[&Part::Cell(CellId::new(cell))], value));
                        }
                    }
                    for (index, value) in assigned {
                        let before = of_step.get(&index).copied();
                        let kept = self.kept(index, planted!(PathsKeepNothing));
                        let value = self.terms.ite(end.guard, value, before.unwrap_or(kept));
                        of_step.insert(index, value);
                    }
                }
                for start in &step.starts {
                    for (index, value) in self.started(start.thread, start.argument) {
                        let before = of_step.get(&index).copied().unwrap_or(self.variables[index]);
                        let value = self.terms.ite(start.guard, value, before);
                        of_step.insert(index, value);
                    }
                }
                let mut of_step: Vec<(usize, TermId)> = of_step.into_iter().collect();
                of_step.sort_unstable();
                for (index, value) in of_step {
                    let before = changed.get(&index).copied();
                    let kept = self.kept(index, planted!(StepsKeepNothing));
                    let value = self.terms.ite(is_here, value, before.unwrap_or(kept));
                    changed.insert(index, value);
                }
            }
            let mut changed: Vec<(usize, TermId)> = changed.into_iter().collect();
            changed.sort_unstable();
            for (index, value) in changed {
                next[index] = self.terms.ite(moves, value, next[index]);
            }
        }
        next
    }

    /// What a variable is behind something that does not write it.
    fn kept(&mut self, index: usize, is_lost: bool) -> TermId {
        let variable = self.variables[index];
        match is_lost && matches!(self.parts[index], Part::Cell(_)) {
            true => self.terms.constant(self.terms.width(variable), 0),
            false => variable,
        }
    }

    /// What becomes of the variables of a thread that is started.
    fn started(&mut self, thread: ThreadId, argument: TermId) -> Vec<(usize, TermId)> {
        let (function, start) = {
            let of = &self.facts.threads[thread.index()];
            (of.function, of.start.clone())
        };
        let chain = start.chain;
        let place = self.facts.places.place_of(start);
        let control = self.variable_of[&Part::Control(thread)];
        let number = self.number(thread, Control::At(place));
        let number = self.terms.constant(self.terms.width(self.variables[control]), number);
        let mut assigned = vec![(control, number)];
        let parameter = self.program.function(function).parameters.first().copied();
        let entry = self.facts.entries[place.index()].as_ref().expect("a thread comes to its start");
        let needed: Vec<RegisterId> = entry.registers[0].keys().copied().collect();
        for register in needed {
            let index = self.variable_of[&Part::Register(chain, register)];
            let width = self.terms.width(self.variables[index]);
            let value = match parameter == Some(register) {
                true if self.terms.width(argument) >= width => self.terms.extract(argument, 0, width),
                true => self.terms.zero_extend(argument, width),
                false => self.terms.constant(width, 0),
            };
            assigned.push((index, value));
        }
        assigned
    }

    fn bads(&mut self, steps: &[Step]) -> Vec<Bad> {
        let mut bads = Vec::new();
        for (place, step) in steps.iter().enumerate() {
            let place = PlaceId::new(place);
            let is_here = self.is_at(self.facts.places.thread(place), Control::At(place));
            for claim in &step.claims {
                let possible = self.terms.and(is_here, claim.violated);
                let what = match &claim.what {
                    Failure::Property(property) => Cause::Property(*property),
                    Failure::NotFollowed(what) => Cause::NotFollowed(what.clone()),
                };
                bads.push(Bad { possible, what, span: claim.span });
            }
        }
        self.add_races(steps, &mut bads);
        self.add_deadlocks(steps, &mut bads);
        bads.retain(|bad| bad.possible != TermId::FALSE);
        bads
    }

    fn add_races(&mut self, steps: &[Step], bads: &mut Vec<Bad>) {
        let Some(property) = self.property_of(PropertyKind::Race) else { return };
        let mut accesses: Vec<(ThreadId, PlaceId, &StepAccess)> = Vec::new();
        for (place, step) in steps.iter().enumerate() {
            let place = PlaceId::new(place);
            let thread = self.facts.places.thread(place);
            accesses.extend(step.accesses.iter().map(|access| (thread, place, access)));
        }
        for (index, &(thread, place, one)) in accesses.iter().enumerate() {
            for &(other_thread, other_place, other) in &accesses[index + 1..] {
                let conflicts = thread != other_thread
                    && one.cell == other.cell
                    && (one.writes || other.writes)
                    && (one.manner == Manner::Plain || other.manner == Manner::Plain)
                    && !one
                        .held
                        .iter()
                        .any(|lock| other.held.contains(lock) && !self.facts.distrusted.contains(&lock.0));
                if !conflicts {
                    continue;
                }
                let is_here = self.is_at(thread, Control::At(place));
                let is_there = self.is_at(other_thread, Control::At(other_place));
                let possible = self.terms.and_all([is_here, is_there, one.guard, other.guard]);
                let what = Cause::Property(property);
                bads.push(Bad { possible, what, span: one.span });
            }
        }
    }

    fn add_deadlocks(&mut self, steps: &[Step], bads: &mut Vec<Bad>) {
        let Some(property) = self.property_of(PropertyKind::Deadlock) else { return };
        let (mut all, mut any) = (Vec::new(), Vec::new());
        for thread in (0..self.controls.len()).map(ThreadId::new) {
            let mut blocked = Vec::new();
            let mut idle = Vec::new();
            for control in self.controls[thread.index()].clone() {
                match control {
                    Control::NotStarted | Control::Ended => idle.push(self.is_at(thread, control)),
                    Control::Over => {}
                    Control::At(place) => {
                        let waits = &steps[place.index()].waits;
                        if waits.is_empty() {
                            continue;
                        }
                        let waits = self.terms.or_all(waits.clone());
                        let is_here = self.is_at(thread, control);
                        blocked.push(self.terms.and(is_here, waits));
                    }
                }
            }
            let blocked = self.terms.or_all(blocked);
            any.push(blocked);
            idle.push(blocked);
            all.push(self.terms.or_all(idle));
        }
        all.push(self.terms.or_all(any));
        let possible = self.terms.and_all(all);
        bads.push(Bad { possible, what: Cause::Property(property), span: Span::default() });
    }

    /// The property of the whole program that is asked for.
    fn property_of(&self, kind: PropertyKind) -> Option<PropertyId> {
        let all = &self.program.properties;
        let index = all.iter().position(|property| property.kind == kind);
        index.map(PropertyId::new).filter(|&property| (self.wanted)(property))
    }

    fn facts_over_state(&mut self) -> Vec<TermId> {
        let mut facts = Vec::new();
        for index in 0..self.parts.len() {
            if !matches!(self.parts[index], Part::Register(..)) {
                let values = self.values[index].clone();
                facts.push(member(&mut self.terms, self.variables[index], &values));
            }
        }
        for place in (0..self.facts.places.count()).map(PlaceId::new) {
            let thread = self.facts.places.thread(place);
            let is_here = self.is_at(thread, Control::At(place));
            let entry = self.facts.entries[place.index()].clone().expect("a thread comes to the place");
            let running = self.facts.places.running_at(&self.facts.places.spot(place).clone());
            for (at, known) in running.iter().zip(&entry.registers) {
                for (register, growing) in known {
                    let variable = self.variable(Part::Register(at.chain, *register));
                    let variable = variable.expect("a register that is needed is a part of the state");
                    let holds = member(&mut self.terms, variable, &growing.values);
                    facts.push(self.terms.implies(is_here, holds));
                }
            }
            for other in (0..self.controls.len()).map(ThreadId::new) {
                let creator = self.facts.threads[other.index()].creator;
                if creator == Some(thread) && !entry.company.created.contains(other) {
                    let not_started = self.is_at(other, Control::NotStarted);
                    facts.push(self.terms.implies(is_here, not_started));
                }
                if entry.company.ended.contains(other) {
                    let ended = self.is_at(other, Control::Ended);
                    facts.push(self.terms.implies(is_here, ended));
                }
            }
        }
        for other in (1..self.controls.len()).map(ThreadId::new) {
            let Some(creator) = self.facts.threads[other.index()].creator.filter(|creator| creator.0 > 0)
            else {
                continue;
            };
            let [before, after] = [creator, other].map(|thread| self.is_at(thread, Control::NotStarted));
            facts.push(self.terms.implies(before, after));
        }
        facts.retain(|&fact| fact != TermId::TRUE);
        facts.sort_unstable();
        facts.dedup();
        facts
    }

    fn name(&self, part: Part) -> String {
        match part {
            Part::Control(thread) => format!("{thread}"),
            Part::Register(chain, register) => {
                let function = self.program.function(self.facts.places.chain(chain).function);
                let name = function.register(register).name.as_deref().unwrap_or("");
                format!(
                    "{}.{chain}.{}{register}.{name}",
                    self.facts.places.chain(chain).thread,
                    function.name
                )
            }
            Part::Cell(cell) => {
                let cell = &self.facts.cells[cell.index()];
                format!("{}+{}", cell.object, cell.offset)
            }
        }
    }
}

/// That a term has one of these values.
pub fn member(terms: &mut Terms, term: TermId, values: &Values) -> TermId {
    let width = terms.width(term);
    if values.is_any() {
        return TermId::TRUE;
    }
    let mut any = Vec::new();
    for &piece in values.pieces() {
        any.push(in_piece(terms, term, width, piece));
    }
    terms.or_all(any)
}

fn in_piece(terms: &mut Terms, term: TermId, width: u32, piece: Piece) -> TermId {
    let low = terms.constant(width, piece.low);
    if piece.is_constant() {
        return terms.eq(term, low);
    }
    let high = terms.constant(width, piece.high);
    let (above, below) = (terms.ule(low, term), terms.ule(term, high));
    let between = terms.and(above, below);
    if piece.step <= 1 {
        return between;
    }
    let distance = terms.sub(term, low);
    let step = terms.constant(width, piece.step);
    let rest = terms.urem(distance, step);
    let zero = terms.constant(width, 0);
    let fits = terms.eq(rest, zero);
    terms.and(between, fits)
}
