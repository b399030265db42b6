//! What one pass over all places works on, and the small things that everything in it needs.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use bmc_solver::{Stop, StopReason, StopWatch, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::company::{Company, Lock};
use super::facts::Facts;
use super::place::{ChainId, PlaceId, Spot};
use super::state::PathState;
use crate::analysis::{TermValues, Values};
use crate::events::{CellId, Manner};
use crate::ir::*;
use crate::source::Span;
use crate::symbolic::{Path, PersistentVec, Symbol, Symbolic};

/// Why there is no relation.
#[derive(Debug)]
pub enum Interrupted {
    /// Something in the program that is not followed without bounds, and where it is.
    Obstacle {
        what: String,
        span: Span,
    },
    Stopped(StopReason),
}

/// Where a path of a step leaves the thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Destination {
    Place(PlaceId),
    /// It has ended, and others can wait for that.
    Ended,
    /// It never does anything again.
    Over,
}

/// One way in which a step ends.
pub struct StepEnd {
    pub guard: TermId,
    pub to: Destination,
    pub registers: Vec<(ChainId, RegisterId, TermId)>,
    pub store: PersistentVec<Option<TermId>>,
}

/// What must not be possible in a step.
pub struct StepClaim {
    pub violated: TermId,
    pub what: Failure,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    Property(PropertyId),
    /// Something happens that is not followed.
    NotFollowed(String),
}

/// A thread that a step starts.
pub struct Start {
    pub guard: TermId,
    pub thread: ThreadId,
    pub argument: TermId,
}

/// An access that others may see, as far as races go.
pub struct StepAccess {
    pub cell: CellId,
    pub guard: TermId,
    pub writes: bool,
    pub manner: Manner,
    pub held: Vec<Lock>,
    pub span: Span,
}

/// Everything that can happen from a place to the next one.
#[derive(Default)]
pub struct Step {
    /// The registers that are still needed when it begins.
    pub registers: Vec<(ChainId, RegisterId, Symbol)>,
    pub ends: Vec<StepEnd>,
    pub claims: Vec<StepClaim>,
    pub starts: Vec<Start>,
    /// Conditions under which it waits for others.
    pub waits: Vec<TermId>,
    pub accesses: Vec<StepAccess>,
}

/// An access, to find out which cells are used by several threads at the same time.
pub(super) struct Access {
    pub cell: CellId,
    pub thread: ThreadId,
    pub writes: bool,
    pub company: Rc<Company>,
    /// The locks that are held when the instruction begins or the section that it is part of.
    pub held_before: Rc<Vec<Lock>>,
    /// Those that are held then or when it ends; not known yet while a section is open.
    pub held: Option<Vec<Lock>>,
    /// Its place among the accesses of the step that may race, and when it happens if the section does that it is part of.
    pub in_step: Option<(usize, TermId)>,
}

/// Of all activations, the outermost first.
type RegistersOfAll = Vec<PersistentVec<Option<TermId>>>;

pub(super) struct Builder<'a> {
    pub program: &'a Program,
    pub wanted: &'a dyn Fn(PropertyId) -> bool,
    /// A step must begin where a thread waits, so that it is seen to stand there.
    pub looks_for_deadlocks: bool,
    /// The program may create so many threads besides main.
    pub most_threads: usize,
    pub stop: StopWatch,
    pub facts: &'a mut Facts,
    pub terms: Terms,
    pub values: TermValues,
    pub liveness: FxHashMap<FunctionId, Rc<Liveness>>,
    /// Loops that are unrolled, by function and head.
    pub unrolled: &'a FxHashSet<(FunctionId, BlockId)>,
    cell_symbols: Vec<Option<Symbol>>,
    ended_symbols: Vec<Option<TermId>>,
    /// Inputs of a thread by width; a step takes them in order, and all its steps take the same ones, for only one happens
    /// at a time.
    inputs: FxHashMap<(ThreadId, u32), Vec<TermId>>,
    inputs_taken: FxHashMap<u32, usize>,
    pub accesses: Vec<Access>,
    pub met: FxHashSet<FunctionId>,
    /// Where addresses are used as numbers, by the ends of the place.
    pub numbers: BTreeSet<(u32, u32)>,
    /// Registers that are needed behind the instruction at hand, where that was asked.
    pub live_here: Vec<TermId>,
    /// Threads were not created because there would be too many.
    pub is_cut_at_threads: bool,
    /// Of the step at hand: the thread, the instruction, whether one has been executed, and what it does.
    pub thread: ThreadId,
    pub here: (Spot, Span),
    pub has_begun: bool,
    pub step: Step,
    /// By destination: what has arrived there in this step.
    arrived: BTreeMap<PlaceId, (RegistersOfAll, PathState)>,
}

impl<'a> Builder<'a> {
    pub fn new(
        program: &'a Program,
        wanted: &'a dyn Fn(PropertyId) -> bool,
        most_threads: usize,
        stop: &Stop,
        facts: &'a mut Facts,
        unrolled: &'a FxHashSet<(FunctionId, BlockId)>,
    ) -> Builder<'a> {
        let is_deadlock = |(index, property): (usize, &Property)| {
            property.kind == PropertyKind::Deadlock && wanted(PropertyId::new(index))
        };
        let looks_for_deadlocks = program.properties.iter().enumerate().any(is_deadlock);
        let nowhere = Spot { chain: ChainId(0), turns: Vec::new(), block: BlockId(0), instruction: 0 };
        Builder {
            program,
            wanted,
            looks_for_deadlocks,
            most_threads,
            stop: stop.watch(),
            facts,
            terms: Terms::new(),
            values: TermValues::default(),
            liveness: FxHashMap::default(),
            unrolled,
            cell_symbols: Vec::new(),
            ended_symbols: Vec::new(),
            inputs: FxHashMap::default(),
            inputs_taken: FxHashMap::default(),
            accesses: Vec::new(),
            met: FxHashSet::default(),
            numbers: BTreeSet::new(),
            live_here: Vec::new(),
            is_cut_at_threads: false,
            thread: ThreadId(0),
            here: (nowhere, Span::default()),
            has_begun: false,
            step: Step::default(),
            arrived: BTreeMap::new(),
        }
    }

    /// What is computed with.
    pub fn words(&mut self) -> Symbolic<'_> {
        let pointers = self.program.pointers;
        Symbolic { terms: &mut self.terms, values: &mut self.values, pointers }
    }

    /// The place of the user's program at hand.
    pub fn users_span(&self) -> Span {
        self.facts.places.users_span(self.program, &self.here.0)
    }

    pub fn obstacle(&self, what: impl Into<String>, span: Span) -> Interrupted {
        let is_inside = self.program.sources.is_embedded(span);
        let span = if is_inside { self.users_span() } else { span };
        Interrupted::Obstacle { what: what.into(), span }
    }

    /// An error if the work is to end. To be asked wherever something may take long.
    pub fn go_on(&mut self) -> Result<(), Interrupted> {
        self.stop.requested().map_or(Ok(()), |reason| Err(Interrupted::Stopped(reason)))
    }

    pub fn note_met(&mut self, function: FunctionId) {
        self.met.insert(function);
    }

    pub fn is_unrolled(&self, function: FunctionId, head: BlockId) -> bool {
        self.unrolled.contains(&(function, head))
    }

    pub fn liveness_of(&mut self, function: FunctionId) -> Rc<Liveness> {
        let program = self.program;
        Rc::clone(self.liveness.entry(function).or_insert_with(|| Liveness::of(program.function(function))))
    }

    /// A fresh value.
    pub fn input(&mut self, width: u32) -> TermId {
        let taken = self.inputs_taken.entry(width).or_default();
        let inputs = self.inputs.entry((self.thread, width)).or_default();
        if *taken == inputs.len() {
            inputs.push(self.terms.variable(width));
        }
        *taken += 1;
        inputs[*taken - 1]
    }

    /// What a cell holds when a step begins.
    pub fn cell_symbol(&mut self, cell: CellId) -> TermId {
        if self.cell_symbols.len() <= cell.index() {
            self.cell_symbols.resize(cell.index() + 1, None);
        }
        if self.cell_symbols[cell.index()].is_none() {
            let values = self.facts.cells[cell.index()].values.values.clone();
            let symbol = self.symbol(values);
            self.cell_symbols[cell.index()] = Some(symbol);
        }
        self.cell_symbols[cell.index()].as_ref().expect("it has just been made").term
    }

    /// The cells that some step has read or kept, with what they hold when a step begins.
    pub fn cell_symbols(&self) -> impl Iterator<Item = (CellId, &Symbol)> {
        let all = self.cell_symbols.iter().enumerate();
        all.filter_map(|(index, symbol)| symbol.as_ref().map(|symbol| (CellId::new(index), symbol)))
    }

    /// Whether a thread has ended when a step begins.
    pub fn ended_symbol(&mut self, thread: ThreadId) -> TermId {
        if self.ended_symbols.len() <= thread.index() {
            self.ended_symbols.resize(thread.index() + 1, None);
        }
        *self.ended_symbols[thread.index()].get_or_insert_with(|| self.terms.variable(1))
    }

    pub fn ended_symbols(&self) -> impl Iterator<Item = (ThreadId, TermId)> {
        let all = self.ended_symbols.iter().enumerate();
        all.filter_map(|(index, symbol)| symbol.map(|symbol| (ThreadId::new(index), symbol)))
    }

    fn symbol(&mut self, values: Values) -> Symbol {
        // Nothing is known to be there yet: the step cannot happen, and finds that out where it looks.
        let values = if values.is_none() { Values::constant(values.width, 0) } else { values };
        self.words().symbol_of_parts(values)
    }

    /// Executes the step that begins at a place.
    pub fn execute_step(&mut self, place: PlaceId) -> Result<Step, Interrupted> {
        let spot = self.facts.places.spot(place).clone();
        self.thread = self.facts.places.thread(place);
        self.step = Step::default();
        self.inputs_taken.clear();
        let entry = self.facts.entries[place.index()].clone().expect("a thread comes to the place");
        let running = self.facts.places.running_at(&spot);
        let mut registers = Vec::with_capacity(running.len());
        for (at, known) in running.iter().zip(&entry.registers) {
            let mut of_activation = PersistentVec::default();
            for (register, growing) in known {
                let symbol = self.symbol(growing.values.clone());
                of_activation.set(register.index(), Some(symbol.term));
                self.step.registers.push((at.chain, *register, symbol));
            }
            registers.push(of_activation);
        }
        let state = PathState { company: Rc::new(entry.company), ..PathState::default() };
        self.follow(&spot, registers, state)?;
        self.finish_arrivals();
        Ok(std::mem::take(&mut self.step))
    }

    /// A path comes to the end of the step at a spot; it is merged with those that came there before.
    pub fn arrive(
        &mut self,
        here: Spot,
        mut registers: Vec<PersistentVec<Option<TermId>>>,
        mut state: PathState,
    ) -> Result<(), Interrupted> {
        self.note_arrival(&here, &registers, &state);
        let place = self.facts.places.place_of(here);
        if let Some((known, before)) = self.arrived.remove(&place) {
            let (_, tells) = before.path.join(&mut self.terms, &state.path);
            for (one, other) in registers.iter_mut().zip(known) {
                *one = self.merge_registers(tells, &other, one);
            }
            state = self.merge(vec![state, before])?.expect("paths that arrive are alive");
        }
        self.arrived.insert(place, (registers, state));
        Ok(())
    }

    /// What the next step from a spot can rely on, of this path.
    fn note_arrival(&mut self, here: &Spot, registers: &[PersistentVec<Option<TermId>>], state: &PathState) {
        let mut all = Vec::with_capacity(registers.len());
        for ((_, live), of_activation) in self.live_at(here).into_iter().zip(registers) {
            let mut known = BTreeMap::new();
            for (register, width) in live {
                let values = match of_activation.get(register.index()) {
                    Some(value) => self.words().values_on(&state.path, value),
                    None => Values::constant(width, 0),
                };
                known.insert(register, values);
            }
            all.push(known);
        }
        let place = self.facts.places.place_of(here.clone());
        self.facts.arrives(place, all, &state.company);
        self.note_store(&state.path, &state.store);
    }

    pub fn note_store(&mut self, path: &Path, store: &PersistentVec<Option<TermId>>) {
        for (index, value, _) in store.clone().differences(&PersistentVec::default()) {
            if let Some(value) = value {
                let values = self.words().values_on(path, value);
                self.facts.holds(CellId::new(index), &values);
            }
        }
    }

    /// Of the activations at a spot, the outermost first: the registers that are still needed, with their widths.
    fn live_at(&mut self, here: &Spot) -> Vec<(ChainId, Vec<(RegisterId, u32)>)> {
        let running = self.facts.places.running_at(here);
        let innermost = running.len() - 1;
        let mut all = Vec::with_capacity(running.len());
        for (index, at) in running.into_iter().enumerate() {
            let id = self.facts.places.chain(at.chain).function;
            let (function, liveness) = (self.program.function(id), self.liveness_of(id));
            let live = match index == innermost {
                true => liveness.before(function, at.block, at.instruction),
                false => liveness.after_call(function, at.block, at.instruction),
            };
            let registers = live.iter_ones().map(RegisterId::new);
            all.push((at.chain, registers.map(|one| (one, function.register(one).ty.bits)).collect()));
        }
        all
    }

    fn finish_arrivals(&mut self) {
        for (place, (registers, state)) in std::mem::take(&mut self.arrived) {
            let spot = self.facts.places.spot(place).clone();
            let mut kept = Vec::new();
            for ((chain, live), of_activation) in self.live_at(&spot).into_iter().zip(registers) {
                for (register, width) in live {
                    let value = of_activation.get(register.index());
                    let value = value.unwrap_or_else(|| self.terms.constant(width, 0));
                    kept.push((chain, register, value));
                }
            }
            let (guard, to) = (state.path.guard(), Destination::Place(place));
            self.step.ends.push(StepEnd { guard, to, registers: kept, store: state.store });
        }
    }

    /// Something that is not followed must not happen: the path goes on where the condition holds.
    pub fn limit(&mut self, state: &mut PathState, condition: TermId, what: &str) {
        let fails = self.terms.not(condition);
        if self.words().values_on(&state.path, fails).as_constant() != Some(0) {
            let violated = self.terms.and(state.path.guard(), fails);
            let (what, span) = (Failure::NotFollowed(what.to_string()), self.users_span());
            self.step.claims.push(StepClaim { violated, what, span });
        }
        state.path.assume(&mut self.terms, condition);
    }

    /// A property must hold for the path to go on.
    pub fn demand(
        &mut self,
        state: &mut PathState,
        condition: TermId,
        asked: Option<PropertyId>,
        otherwise: &str,
    ) {
        let Some(property) = asked.filter(|&property| (self.wanted)(property)) else {
            return self.limit(state, condition, otherwise);
        };
        let fails = self.terms.not(condition);
        if self.words().values_on(&state.path, fails).as_constant() != Some(0) {
            let violated = self.terms.and(state.path.guard(), fails);
            let (what, span) = (Failure::Property(property), self.users_span());
            self.step.claims.push(StepClaim { violated, what, span });
        }
        state.path.assume(&mut self.terms, condition);
    }
}
