//! What is still needed at a place of a function: values of registers, instances of locals, and what is in them.

use std::rc::Rc;

use bitvec::vec::BitVec;

use super::entity::{BlockId, LocalId, RegisterId};
use super::function::Function;
use super::instruction::{Op, Operand, Terminator};

/// The registers whose value is still needed, for every beginning of a block.
pub struct Liveness {
    at_start: Vec<BitVec>,
}

impl Liveness {
    pub fn of(function: &Function) -> Rc<Liveness> {
        Liveness::with(function, |_| false)
    }

    /// At beginnings of blocks what is only computed with is not needed unless what is computed is: a counter that
    /// nobody looks at.
    pub fn of_use(function: &Function) -> Rc<Liveness> {
        Liveness::with(function, Op::is_computation)
    }

    fn with(function: &Function, only_for_its_result: impl Fn(&Op) -> bool) -> Rc<Liveness> {
        let before = |live: &mut BitVec, op: &Op| {
            let is_needed = op.destination().is_none_or(|dst| live.replace(dst.index(), false));
            if is_needed || !only_for_its_result(op) {
                note(live, op.operands());
            }
        };
        let end = |live: &mut BitVec, end: &Terminator| note(live, end.operand());
        Rc::new(Liveness { at_start: at_starts(function, function.registers.len(), before, end) })
    }

    pub fn at_start(&self, block: BlockId) -> &BitVec {
        &self.at_start[block.index()]
    }

    /// Those needed from an instruction on.
    pub fn before(&self, function: &Function, block: BlockId, instruction: usize) -> BitVec {
        let body = function.block(block);
        let mut live: BitVec = BitVec::repeat(false, function.registers.len());
        for next in body.terminator.successors() {
            live |= &self.at_start[next.index()];
        }
        note(&mut live, body.terminator.operand());
        for one in body.instructions[instruction.min(body.instructions.len())..].iter().rev() {
            if let Some(dst) = one.op.destination() {
                live.set(dst.index(), false);
            }
            note(&mut live, one.op.operands());
        }
        live
    }

    /// Those needed when a call returns, the one that it sets aside.
    pub fn after_call(&self, function: &Function, block: BlockId, instruction: usize) -> BitVec {
        let mut live = self.before(function, block, instruction + 1);
        if let Some(dst) = function.block(block).instructions[instruction].op.destination() {
            live.set(dst.index(), false);
        }
        live
    }
}

/// The same of locals. Their contents are told for those only whose address goes nowhere
/// ([`unshared_locals`](super::unshared_locals)): of others they may be needed whatever is said here.
pub struct LocalLiveness {
    locals: usize,
    /// First which instances are needed, then which contents.
    at_start: Vec<BitVec>,
}

impl LocalLiveness {
    pub fn of(function: &Function) -> Rc<LocalLiveness> {
        let locals = function.locals.len();
        let before = |live: &mut BitVec, op: &Op| {
            match *op {
                Op::Declare { local, .. } => {
                    live.set(local.index(), false);
                    live.set(locals + local.index(), false);
                }
                Op::EndLife { local: Some(local) } => live.set(local.index(), true),
                Op::Store { address: Operand::Local { local, offset: 0 }, ty, .. }
                    if ty.bytes() == function.local(local).layout.size() =>
                {
                    live.set(locals + local.index(), false);
                }
                Op::Load { address: Operand::Local { local, .. }, .. } => {
                    live.set(locals + local.index(), true);
                }
                _ => {}
            }
            note_locals(live, op.operands());
        };
        let end = |live: &mut BitVec, end: &Terminator| note_locals(live, end.operand());
        let at_start = at_starts(function, 2 * locals, before, end);
        Rc::new(LocalLiveness { locals, at_start })
    }

    /// It matters which instance of the local there is.
    pub fn is_instance_needed(&self, block: BlockId, local: LocalId) -> bool {
        self.at_start[block.index()][local.index()]
    }

    pub fn are_contents_needed(&self, block: BlockId, local: LocalId) -> bool {
        self.at_start[block.index()][self.locals + local.index()]
    }
}

/// What is needed at the beginnings of blocks, if instructions and ends of blocks change what is needed behind them to
/// what is needed before them.
fn at_starts(
    function: &Function,
    bits: usize,
    before: impl Fn(&mut BitVec, &Op),
    end: impl Fn(&mut BitVec, &Terminator),
) -> Vec<BitVec> {
    let none: BitVec = BitVec::repeat(false, bits);
    let mut at_start = vec![none.clone(); function.blocks.len()];
    loop {
        let mut changed = false;
        for (index, block) in function.blocks.iter().enumerate().rev() {
            let mut live = none.clone();
            for next in block.terminator.successors() {
                live |= &at_start[next.index()];
            }
            end(&mut live, &block.terminator);
            block.instructions.iter().rev().for_each(|one| before(&mut live, &one.op));
            changed |= live != at_start[index];
            at_start[index] = live;
        }
        if !changed {
            return at_start;
        }
    }
}

fn note(live: &mut BitVec, operands: impl IntoIterator<Item = Operand>) {
    for operand in operands {
        if let Operand::Register(RegisterId(register)) = operand {
            live.set(register as usize, true);
        }
    }
}

fn note_locals(live: &mut BitVec, operands: impl IntoIterator<Item = Operand>) {
    for operand in operands {
        if let Operand::Local { local, .. } = operand {
            live.set(local.index(), true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{LoadOptions, load};
    use crate::source::Input;

    #[test]
    fn what_every_iteration_sets_is_not_needed_at_the_head() {
        let text = "_Atomic int x; int kept(int *); int main(void) {
            int seen, count = 0, other = 0; unsigned idle = 0;
            do {
                seen = x; count++; idle++;
            } while (!__atomic_compare_exchange_n(&x, &seen, seen + 1, 0, 5, 5) && count < 3);
            do {
            } while (!__atomic_compare_exchange_n(&x, &other, 1, 0, 5, 5));
            return 0; }";
        let input = Input::Text { name: "loops.c".into(), text: text.into() };
        let program = load([input], &LoadOptions::default()).expect("it is valid C").program;
        let main = program.function(program.entry);
        let (registers, locals) = (Liveness::of(main), LocalLiveness::of(main));
        let register = |name: &str| {
            let found = main.registers.iter().position(|r| r.name.as_deref() == Some(name));
            RegisterId::new(found.expect("its address is not taken"))
        };
        let local = |name: &str| {
            let found = main.locals.iter().position(|l| l.name == name);
            LocalId::new(found.expect("its address is taken"))
        };
        let [first, second] = [main.loops[0].first, main.loops[1].first];
        assert!(registers.at_start(first)[register("count").index()]);
        assert!(registers.at_start(first)[register("idle").index()]);
        assert!(!Liveness::of_use(main).at_start(first)[register("idle").index()]);
        assert!(Liveness::of_use(main).at_start(first)[register("count").index()]);
        assert!(!registers.at_start(second)[register("count").index()]);
        assert!(!locals.are_contents_needed(first, local("seen")));
        assert!(locals.are_contents_needed(second, local("other")));
        assert!(locals.is_instance_needed(first, local("seen")));
        assert!(!locals.is_instance_needed(second, local("seen")));
    }
}
