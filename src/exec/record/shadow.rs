//! The shadow of a run: for every register of every activation, what its value was computed from.
//!
//! It follows the interpreter step by step, with one shadow activation for each real one. A condition that is a
//! constant (`assert(0)` behind an `if`) has no sources of its own; then the branches that led to it have them.

use std::collections::BTreeMap;

use super::dependencies::{Dependencies, Source, SourceSet};
use super::wording::Wording;
use crate::exec::observe::Happening;
use crate::ir::{FunctionId, Op, Operand, Program, RegisterId, ThreadId};
use crate::trace::Value;

/// How many branches an activation remembers.
const REMEMBERED_BRANCHES: usize = 8;

struct Activation {
    number: u64,
    function: FunctionId,
    registers: Vec<SourceSet>,
    /// Backward branches so far: two runs of the same line in a loop are different steps.
    iteration: u64,
    /// Source lines and sources of the last branches, the latest last.
    branches: Vec<(u32, SourceSet)>,
    words: Option<(&'static Wording, Vec<Value>)>,
}

pub struct Shadows<'p> {
    program: &'p Program,
    dependencies: Dependencies,
    threads: BTreeMap<ThreadId, Vec<Activation>>,
    activations: u64,
    /// The wording found for a call that is about to push its activation.
    pending_words: Option<(&'static Wording, Vec<Value>)>,
}

impl<'p> Shadows<'p> {
    pub fn new(program: &'p Program) -> Shadows<'p> {
        Shadows {
            program,
            dependencies: Dependencies::new(),
            threads: BTreeMap::new(),
            activations: 0,
            pending_words: None,
        }
    }

    pub fn start(&mut self, thread: ThreadId, function: FunctionId, argument: SourceSet) {
        let activation = self.activation_of(function, &[argument]);
        self.threads.insert(thread, vec![activation]);
    }

    /// Number and iteration of an activation.
    pub fn activation(&self, thread: ThreadId, depth: usize) -> (u64, u64) {
        let activation = self.threads.get(&thread).and_then(|stack| stack.get(depth));
        activation.map_or((0, 0), |activation| (activation.number, activation.iteration))
    }

    pub fn depth_of(&self, thread: ThreadId, number: u64) -> Option<usize> {
        self.threads.get(&thread)?.iter().position(|activation| activation.number == number)
    }

    /// Whether the thread is inside a call whose effect is told in words.
    pub fn is_told_in_words(&self, thread: ThreadId) -> bool {
        self.threads
            .get(&thread)
            .is_some_and(|stack| stack.iter().any(|activation| activation.words.is_some()))
    }

    /// The call that is about to happen is told in words.
    pub fn tell_callee_in_words(&mut self, words: &'static Wording, arguments: Vec<Value>) {
        self.pending_words = Some((words, arguments));
    }

    /// The wording of the innermost activation itself.
    pub fn words_of_callee(&self, thread: ThreadId) -> Option<(&'static Wording, Vec<Value>)> {
        self.threads.get(&thread)?.last()?.words.clone()
    }

    /// `line` is the source line of a branch; `inputs` the number of inputs so far.
    pub fn follow(&mut self, thread: ThreadId, happening: &Happening<'_>, line: u32, inputs: usize) {
        match *happening {
            Happening::Computed { op, dst, .. } => {
                // How large a block is, its address does not explain.
                let operands: Vec<Operand> = match op {
                    Op::BlockSize { .. } | Op::Room { .. } => Vec::new(),
                    op => op.operands().collect(),
                };
                let sources = self.of_operands(thread, &operands);
                self.set(thread, dst, sources);
            }
            Happening::Loaded { dst, address, object, offset, ty, .. } => {
                let cell = self.dependencies.single(Source::Cell { object, offset, ty });
                let stored = self.dependencies.of_cell(object, offset);
                let pointer = self.of_operands(thread, &[address]);
                let sources = self.dependencies.union(&[cell, stored, pointer]);
                self.set(thread, dst, sources);
            }
            Happening::Stored { operand, object, offset, .. } => {
                let sources = self.of_operands(thread, &[operand]);
                let sources = self.dependencies.lasting(sources);
                self.dependencies.set_cell(object, offset, sources);
            }
            Happening::Input { dst, .. } => {
                let sources = self.dependencies.single(Source::Input(inputs.saturating_sub(1)));
                self.set(thread, dst, sources);
            }
            Happening::Chosen { dst, .. } | Happening::Allocated { dst, .. } => {
                self.set(thread, dst, SourceSet::EMPTY)
            }
            Happening::Called { function, arguments, .. } => {
                let sets: Vec<SourceSet> =
                    arguments.iter().map(|argument| self.of_operands(thread, &[*argument])).collect();
                let mut activation = self.activation_of(function, &sets);
                activation.words = self.pending_words.take();
                self.threads.entry(thread).or_default().push(activation);
            }
            Happening::Returned { operand, into, .. } => {
                let sources = self.of_operands(thread, operand.as_slice());
                let sources = self.dependencies.lasting(sources);
                if let Some(stack) = self.threads.get_mut(&thread) {
                    stack.pop();
                }
                if let Some(dst) = into {
                    self.set(thread, dst, sources);
                }
            }
            Happening::Branched { condition, backwards } => {
                let sources = self.of_operands(thread, condition.as_slice());
                if let Some(activation) = self.top(thread) {
                    activation.iteration += u64::from(backwards);
                    if sources != SourceSet::EMPTY {
                        if activation.branches.len() == REMEMBERED_BRANCHES {
                            activation.branches.remove(0);
                        }
                        activation.branches.push((line, sources));
                    }
                }
            }
            Happening::Created { dst, thread: created, function, argument, .. } => {
                let sources = self.of_operands(thread, &[argument]);
                self.start(created, function, sources);
                self.set(thread, dst, SourceSet::EMPTY);
            }
            Happening::Joined { dst, .. } => self.set(thread, dst, SourceSet::EMPTY),
            Happening::Ended => {
                self.threads.remove(&thread);
            }
            Happening::Freed { .. }
            | Happening::Declared { .. }
            | Happening::AtomicBegan
            | Happening::AtomicEnded
            | Happening::Left { .. }
            | Happening::Violated { .. } => {}
        }
    }

    /// What a violated condition (or a wrong address) was computed from. `lines` says for each activation,
    /// outermost first, whether it is in a model, and its line.
    pub fn reasons(
        &mut self,
        thread: ThreadId,
        operand: Operand,
        lines: &[(bool, u32)],
        is_address: bool,
    ) -> Vec<Source> {
        let mut sets = vec![self.of_operands(thread, &[operand])];
        let stack = self.threads.get(&thread).map_or(&[][..], Vec::as_slice);
        if !is_address {
            // `a && b` is evaluated by branches: those on the line of the assertion, or of the call that led to
            // it, belong to the condition.
            for (activation, (embedded, line)) in stack.iter().zip(lines).rev() {
                let here = activation.branches.iter().filter(|(branch, _)| *embedded || branch == line);
                sets.extend(here.map(|(_, sources)| *sources));
            }
            if sets.iter().all(|set| *set == SourceSet::EMPTY) {
                sets.extend(
                    stack.iter().rev().find_map(|activation| activation.branches.last()).map(|last| last.1),
                );
            }
        }
        let mut sources: Vec<Source> = Vec::new();
        for source in sets.iter().flat_map(|set| self.dependencies.sources(*set)) {
            if !sources.contains(source) {
                sources.push(*source);
            }
        }
        sources
    }

    fn of_operands(&mut self, thread: ThreadId, operands: &[Operand]) -> SourceSet {
        let mut sets = Vec::new();
        let Some(activation) = self.threads.get(&thread).and_then(|stack| stack.last()) else {
            return SourceSet::EMPTY;
        };
        for operand in operands {
            if let Operand::Register(register) = operand {
                if self.program.function(activation.function).register(*register).name.is_some() {
                    let activation = activation.number;
                    sets.push(self.dependencies.single(Source::Register {
                        thread,
                        activation,
                        register: *register,
                    }));
                }
                sets.push(activation.registers[register.index()]);
            }
        }
        self.dependencies.union(&sets)
    }

    fn set(&mut self, thread: ThreadId, register: RegisterId, sources: SourceSet) {
        if let Some(activation) = self.top(thread) {
            activation.registers[register.index()] = sources;
        }
    }

    fn top(&mut self, thread: ThreadId) -> Option<&mut Activation> {
        self.threads.get_mut(&thread)?.last_mut()
    }

    fn activation_of(&mut self, function: FunctionId, arguments: &[SourceSet]) -> Activation {
        let body = self.program.function(function);
        let mut registers = vec![SourceSet::EMPTY; body.registers.len()];
        for (parameter, sources) in body.parameters.iter().zip(arguments) {
            registers[parameter.index()] = *sources;
        }
        self.activations += 1;
        Activation {
            number: self.activations,
            function,
            registers,
            iteration: 0,
            branches: Vec::new(),
            words: None,
        }
    }
}
