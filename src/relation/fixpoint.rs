//! All steps of a program, executed until no assumption is contradicted.

use bmc_solver::{Stop, TermId, Terms};
use rustc_hash::FxHashSet;

use super::builder::{Builder, Interrupted, Step};
use super::facts::Facts;
use super::place::PlaceId;
use crate::analysis::TermValues;
use crate::events::CellId;
use crate::exec::Memory;
use crate::ir::*;
use crate::planted::planted;
use crate::source::Span;
use crate::symbolic::Symbol;

/// More passes mean that something is wrong.
const MOST_PASSES: u32 = 5_000;
/// More places are beyond what can be proved about.
const MOST_PLACES: usize = 20_000;

/// What steps there are, and what is assumed of the states between them.
pub struct Steps {
    pub terms: Terms,
    pub values: TermValues,
    pub facts: Facts,
    /// By place.
    pub steps: Vec<Step>,
    pub cells: Vec<(CellId, Symbol)>,
    pub ended: Vec<(ThreadId, TermId)>,
    /// Functions that some step enters.
    pub met: FxHashSet<FunctionId>,
    /// Where addresses are used as numbers, so that it matters where objects lie.
    pub numbers: Vec<Span>,
    /// The program may create more threads than were followed.
    pub is_cut_at_threads: bool,
}

/// Finds the steps of the program.
pub fn find_steps(
    program: &Program,
    wanted: &dyn Fn(PropertyId) -> bool,
    most_threads: usize,
    stop: &Stop,
) -> Result<Steps, Interrupted> {
    let memory = Memory::at_start(program).map_err(|fault| Interrupted::Obstacle {
        what: format!("memory that cannot be made: {fault:?}"),
        span: Span::default(),
    })?;
    let unrolled = loops_to_unroll(program);
    let mut facts = Facts::new(program, memory);
    for _ in 0..MOST_PASSES {
        facts.is_restructured = false;
        facts.has_grown = false;
        let mut builder = Builder::new(program, wanted, most_threads, stop, &mut facts, &unrolled);
        let steps = builder.pass()?;
        let (is_restructured, has_grown) = (builder.facts.is_restructured, builder.facts.has_grown);
        if !is_restructured && !has_grown {
            let cells = builder.cell_symbols().map(|(cell, symbol)| (cell, symbol.clone())).collect();
            let ended = builder.ended_symbols().collect();
            let Builder { terms, values, met, numbers, is_cut_at_threads, .. } = builder;
            let numbers = numbers.into_iter().map(|(start, end)| Span { start, end }).collect();
            return Ok(Steps { terms, values, facts, steps, cells, ended, met, numbers, is_cut_at_threads });
        }
        if is_restructured {
            facts.forget_values();
        }
    }
    Err(Interrupted::Obstacle { what: "steps that do not settle".into(), span: Span::default() })
}

impl Builder<'_> {
    /// Executes every step once, also those from places that are met on the way.
    fn pass(&mut self) -> Result<Vec<Step>, Interrupted> {
        if self.facts.threads.is_empty() {
            self.add_thread(ThreadId(0), self.program.entry, None);
        }
        let start = self.facts.threads[0].start.clone();
        self.note_met(self.program.entry);
        let first = self.facts.places.place_of(start);
        if self.facts.entries.is_empty() {
            let nothing = vec![Default::default()];
            self.facts.arrives(first, nothing, &Default::default());
        }
        let mut steps = Vec::new();
        while steps.len() < self.facts.places.count() {
            if steps.len() > MOST_PLACES {
                return Err(
                    self.obstacle(format!("more than {MOST_PLACES} places between steps"), self.here.1)
                );
            }
            steps.push(self.execute_step(PlaceId::new(steps.len()))?);
        }
        self.find_visible_cells();
        Ok(steps)
    }
}

/// Loops in which threads or blocks may be made: there is one thread, and one block, for every place that makes one. A
/// call through a pointer may be one of any function whose address the program takes.
fn loops_to_unroll(program: &Program) -> FxHashSet<(FunctionId, BlockId)> {
    let mut makes: Vec<bool> = vec![false; program.functions.len()];
    let pointed_at = program.taken_functions();
    let makes_something = |makes: &[bool], op: &Op| match op {
        Op::CreateThread { .. } => !planted!(ThreadsReplaceEachOther),
        Op::Allocate { .. } => true,
        Op::Call { callee: Operand::Function(function), .. } => makes[function.index()],
        Op::Call { .. } => pointed_at.iter().any(|function| makes[function.index()]),
        _ => false,
    };
    loop {
        let mut changed = false;
        for (index, function) in program.functions.iter().enumerate() {
            let mut all = function.blocks.iter().flat_map(|block| &block.instructions);
            if !makes[index] && all.any(|one| makes_something(&makes, &one.op)) {
                makes[index] = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let mut unrolled = FxHashSet::default();
    for (index, function) in program.functions.iter().enumerate() {
        for lp in &function.loops {
            let inside = &function.blocks[lp.first.index()..=lp.last.index()];
            let mut all = inside.iter().flat_map(|block| &block.instructions);
            if all.any(|one| makes_something(&makes, &one.op)) {
                unrolled.insert((FunctionId::new(index), lp.first));
            }
        }
    }
    unrolled
}
