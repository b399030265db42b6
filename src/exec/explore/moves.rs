//! One thread's next step that others can notice, with all that comes before and behind it, for every choice.

use super::around::Around;
use super::judge::Tried;
use super::stretch::Stretch;
use super::{Explorer, Point};
use crate::exec::attempt::{Attempt, Touches, blocked};
use crate::exec::choices::Counted;
use crate::exec::fault::{Blockage, Fault};
use crate::exec::iterations::Before;
use crate::exec::machine::{Frame, State, Status};
use crate::exec::step::{NextOp, Progress, advance, next_op};
use crate::ir::{Contents, ObjectId, Op, Operand, RegisterId, ThreadId};

/// Instructions without a step beyond this count are taken for an endless loop.
const MOST_INSTRUCTIONS_BETWEEN_STEPS: usize = 100_000;

/// How far a thread is with that step.
#[derive(Clone)]
enum Progression {
    /// Everything so far is its own business.
    Leading,
    Trying {
        path: Stretch,
        touches: Touches,
    },
    Stepped,
}

/// One of the ways in which an instruction can go on.
#[derive(Clone, Copy)]
struct Pick {
    input: i64,
    /// The freed block whose place a new one gets.
    reuse: Option<ObjectId>,
}

impl Explorer<'_> {
    /// Runs one thread for one step that others can notice, with all that follows up to the next such step.
    /// Inputs make several results of it.
    pub(super) fn run_thread(&mut self, point: &Point, path: Stretch, results: &mut Vec<Point>) {
        let thread = path.thread;
        let mut start = Point { current: thread, path, ..point.clone() };
        start.steps.resize(start.steps.len().max(thread.index() + 1), 0);
        let mut work = vec![(start, Progression::Leading)];
        let mut around = Around::default();
        while let Some((mut point, mut progression)) = work.pop() {
            let mut instructions = 0;
            loop {
                if let Progression::Trying { path, touches } = &mut progression
                    && !touches.list.is_empty()
                    && point.state.atomic.is_none()
                {
                    let attempt = Attempt::Possible(std::mem::take(&mut touches.list));
                    self.tried.push(Tried { thread, attempt, path: path.clone() });
                    progression = Progression::Stepped;
                }
                let Some(next) = next_op(self.program, &point.state, thread) else {
                    self.note_end(thread, &point, progression);
                    results.push(point);
                    break;
                };
                let has_stepped = !matches!(progression, Progression::Leading);
                if around.has_come_back(&mut self.forgetting, &mut point, thread, has_stepped) {
                    // A section that has no end never happens.
                    if point.state.atomic.is_none() {
                        self.note_end(thread, &point, progression);
                        results.extend(has_stepped.then_some(point));
                    }
                    break;
                }
                if around.count() > self.limits.states {
                    self.found.truncated = true;
                    break;
                }
                if next.is_step() {
                    if self.is_visible(&point.state, thread, next) {
                        if !matches!(progression, Progression::Leading) {
                            self.note_end(thread, &point, progression);
                            results.push(point);
                            break;
                        }
                        let (path, touches) = (point.path.clone(), Touches::default());
                        progression = Progression::Trying { path, touches };
                    }
                    if point.steps[thread.index()] >= self.limits.steps_per_thread {
                        self.found.truncated = true;
                        break;
                    }
                    point.steps[thread.index()] += 1;
                    point.path.steps += 1;
                    instructions = 0;
                }
                instructions += 1;
                if instructions > MOST_INSTRUCTIONS_BETWEEN_STEPS {
                    self.found.truncated = true;
                    break;
                }
                let mut picks = self.picks(&point.state, thread, next).into_iter();
                let first = picks.next().expect("there is always a way to go on");
                for pick in picks {
                    // Between two steps inputs can multiply without any state being reached.
                    if self.forks >= self.limits.states {
                        self.found.truncated = true;
                        break;
                    }
                    self.forks += 1;
                    let (mut other, mut progression) = (point.clone(), progression.clone());
                    if self.advance(&mut other, &mut progression, pick) {
                        work.push((other, progression));
                    }
                }
                if !self.advance(&mut point, &mut progression, first) {
                    break;
                }
            }
        }
    }

    /// What the instruction may choose: the value of an input, the place of a block.
    fn picks(&self, state: &State, thread: ThreadId, next: NextOp<'_>) -> Vec<Pick> {
        let first = Pick { input: self.limits.inputs.first().copied().unwrap_or(0), reuse: None };
        match next {
            NextOp::Op(Op::Nondet { dst }) => {
                let others = self.further_inputs(state, thread, *dst).into_iter();
                std::iter::once(first).chain(others.map(|input| Pick { input, reuse: None })).collect()
            }
            NextOp::Op(Op::Choose { .. }) => [0, 1].map(|input| Pick { input, reuse: None }).to_vec(),
            NextOp::Op(Op::Allocate { size, contents: Contents::Zeroed | Contents::Arbitrary, .. }) => {
                let frame = state.frame(thread).zip(state.thread(thread));
                let size = frame.and_then(|(frame, of)| frame.value(self.program, of, *size)).unwrap_or(0);
                let freed = state.memory.freed(u64::try_from(size).unwrap_or(u64::MAX));
                let places = freed.map(|block| Pick { reuse: Some(block), ..first });
                std::iter::once(first).chain(places).collect()
            }
            _ => vec![first],
        }
    }

    /// The values an input can have besides the first: those that differ in a register of its width.
    fn further_inputs(&self, state: &State, thread: ThreadId, dst: RegisterId) -> Vec<i64> {
        let function = state.frame(thread).map(|frame| self.program.function(frame.function));
        let bits = function.map_or(u32::MAX, |function| function.register(dst).ty.bits);
        let cut = |input: &i64| if bits < 64 { input & ((1 << bits) - 1) } else { *input };
        let inputs = &self.limits.inputs;
        let is_new =
            |&(index, input): &(usize, &i64)| inputs[..index].iter().all(|other| cut(other) != cut(input));
        inputs.iter().enumerate().skip(1).filter(is_new).map(|(_, input)| *input).collect()
    }

    /// The first step that others can notice is over without having touched memory, or there was none.
    fn note_end(&mut self, thread: ThreadId, point: &Point, progression: Progression) {
        let path = match progression {
            Progression::Stepped => return,
            Progression::Trying { path, .. } => path,
            Progression::Leading => point.path.clone(),
        };
        let can_go_on = !matches!(point.state.thread(thread).map(|t| t.status), Some(Status::Killed));
        let attempt = if can_go_on { Attempt::Possible(Vec::new()) } else { Attempt::Other };
        self.tried.push(Tried { thread, attempt, path });
    }

    /// Executes one instruction; false if the run ends here or the thread cannot go on.
    fn advance(&mut self, point: &mut Point, progression: &mut Progression, pick: Pick) -> bool {
        let Point { state, current, path, iterations, .. } = point;
        let before = self.limits.unwind.and_then(|_| Before::of(self.program, state, *current));
        let Pick { input, reuse } = pick;
        let mut choices = Counted { program: self.program, input, reuse, made: &mut path.choices };
        let progress = match progression {
            Progression::Trying { touches, .. } => {
                touches.prepare(self.program, state, *current);
                advance(self.program, state, *current, &mut choices, touches)
            }
            _ => advance(self.program, state, *current, &mut choices, &mut ()),
        };
        match progress {
            Ok(Progress::Moved | Progress::Killed | Progress::Ended) => {
                if let (Some(most), Some(before)) = (self.limits.unwind, before) {
                    let iterations = iterations.entry(*current).or_default();
                    let begun = iterations.after(self.program, state, *current, &before);
                    if begun.is_some_and(|(_, number)| number > most) || recursion(state, *current) > most {
                        self.found.truncated = true;
                        if let Some(thread) = state.thread_mut(*current) {
                            thread.status = Status::Killed;
                        }
                    }
                }
                true
            }
            Ok(Progress::Blocked(blockage)) => {
                if let Blockage::JoinOfNobody(_) = blockage {
                    self.found.note_cut(blockage.to_string(), path.round);
                }
                if let Progression::Trying { path, .. } = progression {
                    let attempt = blocked(blockage);
                    self.tried.push(Tried { thread: *current, attempt, path: path.clone() });
                }
                false
            }
            Ok(Progress::Violated(property)) => {
                let violating = path.clone();
                if let Progression::Trying { path, touches } = progression
                    && !touches.list.is_empty()
                {
                    let attempt = Attempt::Possible(std::mem::take(&mut touches.list));
                    self.tried.push(Tried { thread: *current, attempt, path: path.clone() });
                }
                self.found_violation(property, violating.round, &violating);
                false
            }
            Err(fault) if fault.is_cut() => {
                self.found.note_cut(fault.to_string(), path.round);
                false
            }
            Err(Fault::CallsTooDeep | Fault::Object(_)) => {
                self.found.truncated = true;
                false
            }
            Err(fault) => {
                self.found.faults.insert(fault.to_string());
                false
            }
        }
    }

    /// Whether a context switch before the step can make a difference.
    fn is_visible(&self, state: &State, thread: ThreadId, next: NextOp<'_>) -> bool {
        if state.atomic == Some(thread) {
            return false;
        }
        match next {
            NextOp::Op(Op::Declare { .. } | Op::Nondet { .. } | Op::Choose { .. }) => false,
            // It may get the place of a block that another thread has freed.
            NextOp::Op(Op::Allocate { .. }) => self.frees_blocks,
            NextOp::Op(Op::Load { address, .. } | Op::Store { address, .. }) => match address {
                Operand::Local { local, .. } => {
                    let function = state.frame(thread).map(|frame| frame.function);
                    !function.is_some_and(|function| self.unshared[function.index()][local.index()])
                }
                Operand::Global { global, .. } => !self.program.global(*global).is_constant(),
                _ => true,
            },
            _ => true,
        }
    }
}

/// How many activations of the function that the thread is in have called it.
fn recursion(state: &State, thread: ThreadId) -> u32 {
    let Some(frames) = state.thread(thread).map(|thread| &thread.frames) else { return 0 };
    let same = |frame: &&Frame| Some(frame.function) == frames.last().map(|last| last.function);
    frames.iter().filter(same).count().saturating_sub(1) as u32
}
