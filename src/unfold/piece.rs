//! A piece of a thread: from a start to given ends.
//!
//! What is unfolded of a program is made of pieces. A whole thread is the piece from the call of its first function to
//! where it ends; the steps of a transition relation are pieces from one place of interest to the next. The start may be
//! in the middle of functions that have called each other, with whatever their registers hold there; whoever starts a
//! piece says where its paths stop. Events, claims and marks go to the thread as always, and what contradicts the
//! assumptions is noted as always.

use bmc_solver::TermId;

use super::activation::Activation;
use super::calls::{Call, Caller};
use super::state::PathState;
use crate::ir::{BlockId, FunctionId};
use crate::symbolic::PersistentVec;

/// Where paths stop, besides where they end by themselves.
pub(super) trait Ends {
    /// A path is about to execute this instruction; the one behind the last of a block is its terminator.
    fn is_end(&self, function: FunctionId, block: BlockId, instruction: usize) -> bool;
}

/// Paths go on until they end by themselves.
pub(super) struct Nowhere;

impl Ends for Nowhere {
    fn is_end(&self, _: FunctionId, _: BlockId, _: usize) -> bool {
        false
    }
}

pub(super) enum Start {
    Call(Call),
    #[cfg_attr(not(test), expect(dead_code, reason = "whole threads begin with a call"))]
    Middle(Paused),
}

/// A path somewhere in the functions that are running, the outermost first.
pub(super) struct Paused {
    pub frames: Vec<PausedFrame>,
    pub state: PathState,
}

/// A function that is running: the instruction it executes next or, if it is not the innermost, its call.
pub(super) struct PausedFrame {
    pub function: FunctionId,
    /// Interned chain of calls that led here.
    pub calls: u32,
    pub block: BlockId,
    pub instruction: usize,
    /// Of the innermost function they are those of the state.
    pub registers: PersistentVec<Option<TermId>>,
}

/// What has become of the paths of a piece.
#[derive(Default)]
pub(super) struct Ended {
    /// Those that returned from the first function, as one, with the value.
    pub returned: Option<(PathState, Option<TermId>)>,
    /// Those that came to an end that was asked for.
    pub stopped: Vec<Paused>,
}

/// A piece under way.
pub(super) struct Piece<'e> {
    ends: &'e dyn Ends,
    pub stack: Vec<Activation>,
    pub ended: Ended,
    /// The first instruction of a piece is executed though it may be where the piece before it ended.
    has_begun: bool,
}

impl<'e> Piece<'e> {
    pub fn new(ends: &'e dyn Ends) -> Piece<'e> {
        Piece { ends, stack: Vec::new(), ended: Ended::default(), has_begun: false }
    }

    /// Goes on from the middle of functions.
    pub fn resume(&mut self, place: Paused) {
        let Paused { frames, state } = place;
        let mut caller = Caller::none();
        for frame in frames {
            let PausedFrame { function, calls, block, instruction, registers } = frame;
            let around = std::mem::replace(&mut caller, Caller::at(block, instruction, registers));
            let guard = state.path.guard();
            self.stack.push(Activation::resumed(function, calls, guard, around));
        }
        if let Some(innermost) = self.stack.last_mut() {
            let (block, instruction) = caller.place();
            innermost.running.push((state, block, instruction));
        }
    }

    /// Whether the path stops before this instruction of the innermost function.
    pub fn stops(&mut self, block: BlockId, instruction: usize) -> bool {
        let has_begun = std::mem::replace(&mut self.has_begun, true);
        let innermost = self.stack.last().expect("an activation is running");
        has_begun && self.ends.is_end(innermost.function, block, instruction)
    }

    pub fn stop(&mut self, state: PathState, block: BlockId, instruction: usize) {
        let mut frames: Vec<PausedFrame> = Vec::new();
        for activation in &self.stack {
            let caller = activation.caller.as_ref();
            if let (Some(outer), Some(caller)) = (frames.last_mut(), caller) {
                (outer.block, outer.instruction) = caller.place();
                outer.registers = caller.registers();
            }
            let Activation { function, calls, .. } = *activation;
            frames.push(PausedFrame {
                function,
                calls,
                block,
                instruction,
                registers: PersistentVec::default(),
            });
        }
        self.ended.stopped.push(Paused { frames, state });
    }
}

#[cfg(test)]
mod tests {
    use bmc_solver::Stop;
    use rustc_hash::FxHashMap;

    use super::*;
    use crate::analysis::Assumptions;
    use crate::ir::Program;
    use crate::load::{LoadOptions, load};
    use crate::reductions::Reductions;
    use crate::source::Input;
    use crate::unfold::UnfoldOptions;
    use crate::unfold::pass::Unfolder;
    use crate::unfold::thread::ThreadBuilder;

    const LOOP: &str = "unsigned __VERIFIER_nondet_uint(void);
        unsigned twice(unsigned n) { return 2 * n; }
        int main(void) { unsigned i = __VERIFIER_nondet_uint(); while (i < 10) i = twice(i) + 1; return i; }";

    /// One place of one function.
    struct At(FunctionId, BlockId, usize);

    impl Ends for At {
        fn is_end(&self, function: FunctionId, block: BlockId, instruction: usize) -> bool {
            (self.0, self.1, self.2) == (function, block, instruction)
        }
    }

    fn program() -> Program {
        let input = Input::Text { name: "loop.c".into(), text: LOOP.into() };
        load([input], &LoadOptions::default()).expect("it is valid C").program
    }

    /// Does something with the unfolding of main in the making.
    fn with_main(program: &Program, work: impl FnOnce(&mut Unfolder<'_>)) {
        let (unwind, loops, known, threads) = (1, FxHashMap::default(), 100, 8);
        let options = UnfoldOptions { unwind, loops, known, threads, reductions: Reductions::ALL };
        let limit = program.pointers.number_limit();
        let mut assumptions = Assumptions::new(program.first_dynamic_object(), limit, true);
        let wanted = |_| true;
        let mut pass = Unfolder::new(program, &options, &wanted, &Stop::new(), &mut assumptions);
        let (no_result, address) = (pass.no_result(), pass.no_result());
        let callee = crate::unfold::calls::Callee { address, signature: None, check: None };
        let start = Call { callee, arguments: Vec::new(), state: PathState::default() };
        pass.threads.push(ThreadBuilder::new(start, program.entry, None, no_result));
        work(&mut pass);
    }

    fn at_head(program: &Program, i: TermId) -> Paused {
        let mut state = PathState::default();
        state.registers.set(0, Some(i));
        let frame = PausedFrame {
            function: program.entry,
            calls: 1,
            block: program.function(program.entry).loops[0].first,
            instruction: 0,
            registers: PersistentVec::default(),
        };
        Paused { frames: vec![frame], state }
    }

    #[test]
    fn from_the_head_of_a_loop_to_its_head_is_one_iteration() {
        let program = program();
        let head = program.function(program.entry).loops[0].first;
        with_main(&program, |pass| {
            let i = pass.terms.variable(32);
            let place = at_head(&program, i);
            let ended = pass.run(Start::Middle(place), &At(program.entry, head, 0)).expect("it is small");
            let (two, one, ten) =
                (pass.terms.constant(32, 2), pass.terms.constant(32, 1), pass.terms.constant(32, 10));
            let twice = pass.terms.mul(two, i);
            let (next, again) = (pass.terms.add(twice, one), pass.terms.ult(i, ten));
            let [stopped] = &ended.stopped[..] else { panic!("one path comes back to the head") };
            assert_eq!(stopped.frames.len(), 1);
            assert_eq!(stopped.state.path.guard(), again);
            assert_eq!(stopped.state.registers.get(0), Some(next));
            let (returned, value) = ended.returned.expect("the other path leaves the loop");
            assert_eq!(returned.path.guard(), pass.terms.not(again));
            assert_eq!(value, Some(i));
            assert!(pass.found.marks.is_empty());
        });
    }

    #[test]
    fn a_piece_can_end_inside_a_call_and_another_go_on_from_there() {
        let program = program();
        let twice =
            FunctionId::new(program.functions.iter().position(|f| f.name == "twice").expect("it is there"));
        let head = program.function(program.entry).loops[0].first;
        with_main(&program, |pass| {
            let three = pass.terms.constant(32, 3);
            let place = at_head(&program, three);
            let end = At(twice, BlockId(0), 1);
            let mut first = pass.run(Start::Middle(place), &end).expect("it is small");
            assert!(first.returned.is_none());
            let inside = first.stopped.pop().expect("the path comes to the call");
            let functions: Vec<FunctionId> = inside.frames.iter().map(|frame| frame.function).collect();
            assert_eq!(functions, [program.entry, twice]);
            let ends = At(program.entry, head, 0);
            let rest = pass.run(Start::Middle(inside), &ends).expect("it is small");
            let [back] = &rest.stopped[..] else { panic!("the path comes back to the head") };
            let next = back.state.registers.get(0).and_then(|term| pass.terms.as_constant(term));
            assert_eq!(next, Some(7));
        });
    }
}
