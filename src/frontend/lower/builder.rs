//! Builds the body of one function: blocks are created in any order and *placed* in source order.
//!
//! Arithmetic on constants is folded while it is emitted, so a constant expression is simply one that emits
//! nothing: the same lowering serves for run time and for array sizes, case labels and initialisers of
//! globals. `Checkpoint` takes everything back that was emitted since, which gives `sizeof` and `typeof`.
//!
//! `finish` drops what cannot be reached, numbers the blocks in the order in which they were placed, and
//! derives the loops: a structured loop keeps the range of blocks recorded while it was lowered; a backward
//! `goto` makes a loop from its target to the last jump back. A loop whose end a later `goto` jumps into the middle
//! of goes on to that jump, so that loops nest.

use crate::ir::*;
use crate::source::Span;

pub struct PendingBlock {
    instructions: Vec<Instruction>,
    terminator: Option<(Terminator, Span)>,
}

/// A loop of the source: what its blocks are is known when it ends.
pub struct PendingLoop {
    pub first: BlockId,
    /// The block placed last inside the loop.
    pub last: BlockId,
    pub body: BlockId,
    pub span: Span,
}

pub struct Builder {
    pub name: String,
    pub registers: Vec<Register>,
    pub locals: Vec<Local>,
    pub parameters: Vec<RegisterId>,
    pub result: Option<Type>,
    pub span: Span,
    pub loops: Vec<PendingLoop>,
    /// Numbered from 0 in this function; linking gives them their numbers in the program.
    pub properties: Vec<Property>,
    /// The local whose first contents are being written.
    pub initialising: Option<LocalId>,
    /// What the operation that is being lowered says about its accesses to atomic objects.
    pub orders: Option<Orders>,
    /// What is emitted is a copy, or will be copied, of an operand that is evaluated early or late.
    pub copies: u32,
    /// The next new register, local and property; those that exist already are taken again.
    next: Names,
    pointer: Type,
    blocks: Vec<PendingBlock>,
    order: Vec<BlockId>,
    current: BlockId,
}

/// How many registers, locals and properties are in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Names {
    registers: usize,
    locals: usize,
    properties: usize,
}

/// The memory orders of an operation on an atomic object: if it succeeds, as nearly all do, and if it fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Orders {
    pub success: MemoryOrder,
    pub failure: MemoryOrder,
}

impl Orders {
    pub fn of(order: MemoryOrder) -> Orders {
        Orders { success: order, failure: order }
    }

    fn of_read(self) -> Access {
        let Orders { success, failure } = self;
        if success == failure { Access::Atomic(success) } else { Access::Compared { success, failure } }
    }
}

pub struct Checkpoint {
    registers: usize,
    locals: usize,
    properties: usize,
    blocks: usize,
    order: usize,
    loops: usize,
    current: BlockId,
    next: Names,
    orders: Option<Orders>,
}

impl Builder {
    pub fn new(name: String, model: DataModel, span: Span) -> Builder {
        let mut builder = Builder {
            name,
            registers: Vec::new(),
            locals: Vec::new(),
            parameters: Vec::new(),
            result: None,
            span,
            loops: Vec::new(),
            initialising: None,
            orders: None,
            properties: Vec::new(),
            copies: 0,
            next: Names::default(),
            pointer: Type::pointer(model),
            blocks: Vec::new(),
            order: Vec::new(),
            current: BlockId(0),
        };
        let entry = builder.block();
        builder.place(entry);
        builder
    }

    /// What is emitted from now on can be taken back; nothing that exists is touched.
    pub fn checkpoint(&mut self) -> Checkpoint {
        let checkpoint = Checkpoint {
            registers: self.registers.len(),
            locals: self.locals.len(),
            properties: self.properties.len(),
            blocks: self.blocks.len(),
            order: self.order.len(),
            loops: self.loops.len(),
            current: self.current,
            next: self.next,
            orders: self.orders,
        };
        self.next = Names {
            registers: checkpoint.registers,
            locals: checkpoint.locals,
            properties: checkpoint.properties,
        };
        let scratch = self.block();
        self.place(scratch);
        checkpoint
    }

    /// Whether nothing at all was emitted since the checkpoint.
    pub fn is_untouched_since(&self, checkpoint: &Checkpoint) -> bool {
        self.current.index() == checkpoint.blocks && self.blocks[checkpoint.blocks].instructions.is_empty()
    }

    /// Whether the block existed when the checkpoint was taken.
    pub fn is_older(&self, block: BlockId, checkpoint: &Checkpoint) -> bool {
        block.index() < checkpoint.blocks
    }

    pub fn roll_back(&mut self, checkpoint: Checkpoint) {
        self.registers.truncate(checkpoint.registers);
        self.locals.truncate(checkpoint.locals);
        self.properties.truncate(checkpoint.properties);
        self.blocks.truncate(checkpoint.blocks);
        self.order.truncate(checkpoint.order);
        self.loops.truncate(checkpoint.loops);
        self.current = checkpoint.current;
        self.next = checkpoint.next;
        self.orders = checkpoint.orders;
    }

    pub fn names(&self) -> Names {
        self.next
    }

    /// What is named from now on gets the names again that were given from then on. It has to be the same again.
    pub fn reuse_names(&mut self, names: Names) {
        self.next = names;
    }

    pub fn block(&mut self) -> BlockId {
        self.blocks.push(PendingBlock { instructions: Vec::new(), terminator: None });
        BlockId::new(self.blocks.len() - 1)
    }

    /// The block comes next in the source; what is emitted goes there.
    pub fn place(&mut self, block: BlockId) {
        self.order.push(block);
        self.current = block;
    }

    pub fn current(&self) -> BlockId {
        self.current
    }

    /// Emits into a block that was placed earlier and has not ended yet.
    pub fn resume(&mut self, block: BlockId) {
        self.current = block;
    }

    pub fn last_placed(&self) -> BlockId {
        *self.order.last().expect("the entry is placed first")
    }

    /// Where the next block would be placed; for `place_at`.
    pub fn placement(&self) -> usize {
        self.order.len()
    }

    pub fn place_at(&mut self, position: usize, block: BlockId) {
        self.order.insert(position, block);
        self.current = block;
    }

    pub fn has_ended(&self) -> bool {
        self.blocks[self.current.index()].terminator.is_some()
    }

    pub fn emit(&mut self, mut op: Op, span: Span) {
        if self.has_ended() {
            let unreachable = self.block();
            self.place(unreachable);
        }
        self.settle_access(&mut op);
        self.blocks[self.current.index()].instructions.push(Instruction { op, span });
    }

    /// An access says what it is about its object; only here it is known what it is part of.
    fn settle_access(&mut self, op: &mut Op) {
        match op {
            Op::Store { address: Operand::Local { local, .. }, access, .. }
                if self.initialising == Some(*local) =>
            {
                *access = Access::First;
            }
            Op::Store { access: Access::Atomic(order), .. } => {
                *order = self.orders.map_or(*order, |orders| orders.success);
            }
            Op::Load { access, .. } if access.is_atomic() => {
                *access = self.orders.map_or(*access, Orders::of_read);
            }
            Op::AtomicEnd => self.orders = None,
            _ => {}
        }
    }

    /// Emits at the end of a block that may have ended.
    pub fn append(&mut self, block: BlockId, op: Op, span: Span) {
        self.blocks[block.index()].instructions.push(Instruction { op, span });
    }

    /// Ends the current block; does nothing if it has ended already.
    pub fn end(&mut self, terminator: Terminator, span: Span) {
        self.blocks[self.current.index()].terminator.get_or_insert((terminator, span));
    }

    /// Ends the current block and continues with `block`.
    pub fn fall_into(&mut self, block: BlockId, span: Span) {
        self.end(Terminator::Jump(block), span);
        self.place(block);
    }

    pub fn register(&mut self, ty: Type, name: Option<String>) -> RegisterId {
        let index = self.next.registers;
        match self.registers.get(index) {
            Some(again) => debug_assert_eq!(again.ty, ty, "a copy has the registers of the original"),
            None => self.registers.push(Register { ty, name }),
        }
        self.next.registers += 1;
        RegisterId::new(index)
    }

    pub fn local(&mut self, name: String, layout: Layout, span: Span) -> LocalId {
        let index = self.next.locals;
        match self.locals.get(index) {
            Some(again) => debug_assert_eq!(again.layout, layout, "a copy has the locals of the original"),
            None => self.locals.push(Local { name, layout, span, constant: Vec::new() }),
        }
        self.next.locals += 1;
        LocalId::new(index)
    }

    /// `make` is asked for a property that there is not yet.
    pub fn property(&mut self, make: impl FnOnce(&str) -> Property) -> PropertyId {
        let index = self.next.properties;
        if index == self.properties.len() {
            self.properties.push(make(&self.name));
        }
        self.next.properties += 1;
        PropertyId::new(index)
    }

    pub fn type_of(&self, operand: Operand) -> Type {
        match operand {
            Operand::Register(register) => self.registers[register.index()].ty,
            Operand::Constant { ty, .. } => ty,
            Operand::Global { .. } | Operand::Function(_) | Operand::Local { .. } => self.pointer,
        }
    }

    pub fn constant(value: i128, ty: Type) -> Operand {
        Operand::Constant { bits: value as u128 & integer::mask(ty.bits), ty }
    }

    pub fn unary(&mut self, op: UnaryOp, value: Operand, span: Span) -> Operand {
        let ty = self.type_of(value);
        if let Operand::Constant { bits, .. } = value {
            return Operand::Constant { bits: integer::unary(op, ty.bits, bits), ty };
        }
        let dst = self.register(ty, None);
        self.emit(Op::Unary { dst, op, value }, span);
        Operand::Register(dst)
    }

    /// `ty` is the type of the result, one bit for comparisons.
    pub fn binary(&mut self, op: BinaryOp, left: Operand, right: Operand, ty: Type, span: Span) -> Operand {
        if let Some(folded) = self.fold_binary(op, left, right, ty) {
            return folded;
        }
        let dst = self.register(ty, None);
        self.emit(Op::Binary { dst, op, left, right }, span);
        Operand::Register(dst)
    }

    fn fold_binary(&self, op: BinaryOp, left: Operand, right: Operand, ty: Type) -> Option<Operand> {
        use Operand::Constant;
        let width = self.type_of(left).bits;
        if let (Constant { bits: l, .. }, Constant { bits: r, .. }) = (left, right) {
            return Some(Constant { bits: integer::binary(op, width, l, r), ty });
        }
        if let (BinaryOp::Add, Constant { .. }, false) = (op, left, matches!(right, Constant { .. }))
            && let Some(sum) = self.fold_binary(op, right, left, ty)
        {
            return Some(sum);
        }
        let truth = |value: bool| Some(Self::constant(value.into(), Type::BOOL));
        if let Constant { bits, .. } = right {
            let displacement = integer::as_signed(bits, width);
            match (op, displaced(left, displacement), displaced(left, displacement.wrapping_neg())) {
                (BinaryOp::Add, Some(address), _) | (BinaryOp::Sub, _, Some(address)) => {
                    return Some(address);
                }
                (BinaryOp::Eq, Some(_), _) if bits == 0 => return truth(false),
                (BinaryOp::Ne, Some(_), _) if bits == 0 => return truth(true),
                _ => {}
            }
            let neutral = match op {
                BinaryOp::Mul | BinaryOp::UDiv | BinaryOp::SDiv => bits == 1,
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor => bits == 0,
                BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => bits == 0,
                BinaryOp::And => bits == integer::mask(width),
                _ => false,
            };
            // Only between equal kinds, so that a register keeps the type it is shown with.
            if neutral && self.type_of(left) == ty {
                return Some(left);
            }
        }
        if let (Constant { bits: 0, .. }, BinaryOp::Eq | BinaryOp::Ne) = (left, op)
            && displaced(right, 0).is_some()
        {
            return truth(op == BinaryOp::Ne);
        }
        if let (Operand::Function(l), Operand::Function(r)) = (left, right) {
            return match op {
                BinaryOp::Eq => truth(l == r),
                BinaryOp::Ne => truth(l != r),
                _ => None,
            };
        }
        let ((left_base, left_offset), (right_base, right_offset)) = (base_of(left)?, base_of(right)?);
        if left_base != right_base {
            return None;
        }
        match op {
            BinaryOp::Sub => Some(Self::constant((left_offset - right_offset).into(), ty)),
            BinaryOp::Eq => truth(left_offset == right_offset),
            BinaryOp::Ne => truth(left_offset != right_offset),
            BinaryOp::ULt => truth(left_offset < right_offset),
            BinaryOp::ULe => truth(left_offset <= right_offset),
            _ => None,
        }
    }

    /// The address `index * size` bytes further. `index` is a signed number at least as wide as a pointer, `size` is as
    /// wide as a pointer.
    pub fn displace(&mut self, pointer: Operand, index: Operand, size: Operand, span: Span) -> Operand {
        use Operand::Constant;
        let (word, index_bits) = (self.pointer, self.type_of(index).bits);
        if let Constant { .. } = pointer {
            // A number that the program says is an address: so it may also compute with it.
            let index = self.convert(index, Type::signed(word.bits), true, span);
            let bytes = self.binary(BinaryOp::Mul, index, size, Type::signed(word.bits), span);
            return self.binary(BinaryOp::Add, pointer, bytes, word, span);
        }
        if let (Constant { bits: index, .. }, Constant { bits: size, .. }) = (index, size) {
            let (index, size) = (integer::as_signed(index, index_bits), integer::as_signed(size, word.bits));
            match index.checked_mul(size) {
                Some(0) if self.type_of(pointer) == word => return pointer,
                Some(bytes) => {
                    if let Some(address) = displaced(pointer, bytes) {
                        return address;
                    }
                }
                None => {}
            }
        }
        let dst = self.register(word, None);
        self.emit(Op::Displace { dst, pointer, index, size }, span);
        Operand::Register(dst)
    }

    /// To another width; between equal widths the operand stays as it is.
    pub fn convert(&mut self, value: Operand, to: Type, signed: bool, span: Span) -> Operand {
        let from = self.type_of(value);
        match value {
            Operand::Constant { bits, .. } => {
                Operand::Constant { bits: integer::convert(bits, from.bits, to.bits, signed), ty: to }
            }
            _ if from.bits == to.bits => value,
            _ => {
                let dst = self.register(to, None);
                self.emit(Op::Convert { dst, value, signed }, span);
                Operand::Register(dst)
            }
        }
    }

    /// `ty` is the type of the result, one bit for comparisons.
    pub fn float_binary(
        &mut self,
        op: FloatBinaryOp,
        left: Operand,
        right: Operand,
        ty: Type,
        span: Span,
    ) -> Operand {
        let width = self.type_of(left).bits;
        if let (Operand::Constant { bits: l, .. }, Operand::Constant { bits: r, .. }) = (left, right) {
            return Operand::Constant { bits: float::binary(op, width, l, r), ty };
        }
        let dst = self.register(ty, None);
        self.emit(Op::FloatBinary { dst, op, left, right }, span);
        Operand::Register(dst)
    }

    pub fn float_unary(&mut self, op: FloatUnaryOp, value: Operand, to: Type, span: Span) -> Operand {
        let from = self.type_of(value);
        if let Operand::Constant { bits, .. } = value {
            return Operand::Constant { bits: float::unary(op, from.bits, to.bits, bits), ty: to };
        }
        let dst = self.register(to, None);
        self.emit(Op::FloatUnary { dst, op, value }, span);
        Operand::Register(dst)
    }

    /// The same bits as another type of equal width, in a register that shows them so.
    pub fn reinterpret(&mut self, value: Operand, to: Type, span: Span) -> Operand {
        match value {
            Operand::Constant { bits, .. } => Operand::Constant { bits, ty: to },
            _ => {
                let dst = self.register(to, None);
                self.emit(Op::Copy { dst, value }, span);
                Operand::Register(dst)
            }
        }
    }

    /// Gives a variable in a register its value. If the value was computed by the last instruction, that
    /// instruction writes the variable directly.
    pub fn assign(&mut self, dst: RegisterId, value: Operand, span: Span) {
        if let Operand::Register(temporary) = value {
            let equal = self.registers[temporary.index()].ty.bits == self.registers[dst.index()].ty.bits;
            let unnamed = self.registers[temporary.index()].name.is_none();
            let newest = temporary.index() + 1 == self.registers.len() && self.copies == 0;
            let block = &mut self.blocks[self.current.index()];
            if let (true, Some(last)) = (equal && unnamed && newest, block.instructions.last_mut())
                && last.op.destination() == Some(temporary)
                && block.terminator.is_none()
            {
                *last.op.destination_mut().expect("it has one") = dst;
                self.registers.pop();
                self.next.registers -= 1;
                return;
            }
        }
        self.emit(Op::Copy { dst, value }, span);
    }

    /// Everything emitted so far, for a function that is given up.
    pub fn operations(&self) -> impl Iterator<Item = &Op> {
        self.blocks.iter().flat_map(|block| &block.instructions).map(|instruction| &instruction.op)
    }

    pub fn finish(mut self) -> (Function, Vec<Property>) {
        let span = self.span;
        for block in &mut self.blocks {
            block.terminator.get_or_insert((Terminator::Unreachable, span));
        }
        let reachable = self.reachable();
        let mut number = vec![None; self.blocks.len()];
        let mut next = 0;
        for &block in &self.order {
            if reachable[block.index()] {
                number[block.index()] = Some(BlockId(next));
                next += 1;
            }
        }
        let renumber =
            |block: BlockId| number[block.index()].expect("targets of reachable blocks are placed");
        let mut pending: Vec<Option<PendingBlock>> = self.blocks.into_iter().map(Some).collect();
        let mut blocks = Vec::new();
        for &id in self.order.iter().filter(|b| reachable[b.index()]) {
            let block = pending[id.index()].take().expect("a block is placed once");
            let (mut terminator, terminator_span) = block.terminator.expect("set above");
            terminator.successors_mut().for_each(|target| *target = renumber(*target));
            blocks.push(Block { instructions: block.instructions, terminator, terminator_span });
        }
        let loops = find_loops(&blocks, &self.loops, &self.order, &number);
        let function = Function {
            name: self.name,
            signature: Signature::default(),
            parameters: self.parameters,
            result: self.result,
            registers: self.registers,
            locals: self.locals,
            blocks,
            loops,
            span: self.span,
        };
        (function, self.properties)
    }

    fn reachable(&self) -> Vec<bool> {
        let mut seen = vec![false; self.blocks.len()];
        let mut stack = vec![self.order[0]];
        while let Some(block) = stack.pop() {
            if std::mem::replace(&mut seen[block.index()], true) {
                continue;
            }
            if let Some((terminator, _)) = &self.blocks[block.index()].terminator {
                stack.extend(terminator.successors());
            }
        }
        seen
    }
}

fn find_loops(
    blocks: &[Block],
    pending: &[PendingLoop],
    order: &[BlockId],
    number: &[Option<BlockId>],
) -> Vec<Loop> {
    let mut loops: Vec<Loop> = Vec::new();
    let mut position = vec![usize::MAX; number.len()];
    for (index, block) in order.iter().enumerate() {
        position[block.index()] = index;
    }
    let mut last_jump_to: Vec<Option<BlockId>> = vec![None; blocks.len()];
    for (index, block) in blocks.iter().enumerate() {
        for target in block.terminator.successors() {
            if target.index() <= index {
                last_jump_to[target.index()] = Some(BlockId::new(index));
            }
        }
    }
    for pending in pending {
        let range = position[pending.first.index()]..=position[pending.last.index()];
        let inside = || order[range.clone()].iter().filter_map(|b| number[b.index()]);
        let (Some(first), Some(last)) = (inside().min(), inside().max()) else { continue };
        let (Some(header), Some(body)) = (number[pending.first.index()], number[pending.body.index()]) else {
            continue;
        };
        if header == first && last_jump_to[first.index()].is_some() {
            let last = last.max(last_jump_to[first.index()].take().unwrap_or(last));
            loops.push(Loop { first, last, body, span: pending.span });
        }
    }
    for (index, last) in last_jump_to.into_iter().enumerate() {
        if let Some(last) = last {
            let target = BlockId::new(index);
            let first_instruction = blocks[index].instructions.first().map(|i| i.span);
            let span = first_instruction.unwrap_or(blocks[index].terminator_span);
            loops.push(Loop { first: target, last, body: target, span });
        }
    }
    loops.sort_by_key(|l| l.first);
    nest(&mut loops);
    loops
}

/// Extends loops, ordered by their heads, to the ends of those that begin inside them.
fn nest(loops: &mut [Loop]) {
    // From the last head to the first: the loops that begin later have their final ends.
    for index in (0..loops.len()).rev() {
        let mut last = loops[index].last;
        for inner in &loops[index + 1..] {
            if inner.first > last {
                break;
            }
            last = last.max(inner.last);
        }
        loops[index].last = last;
    }
}

/// The address `displacement` bytes further, if the operand is the address of an object.
fn displaced(operand: Operand, displacement: i128) -> Option<Operand> {
    let sum = |offset: i64| i64::try_from(i128::from(offset).checked_add(displacement)?).ok();
    match operand {
        Operand::Global { global, offset } => Some(Operand::Global { global, offset: sum(offset)? }),
        Operand::Local { local, offset } => Some(Operand::Local { local, offset: sum(offset)? }),
        Operand::Function(_) if displacement == 0 => Some(operand),
        _ => None,
    }
}

/// The address of an object as the object and the distance from its start.
fn base_of(operand: Operand) -> Option<(Operand, i64)> {
    match operand {
        Operand::Global { global, offset } => Some((Operand::Global { global, offset: 0 }, offset)),
        Operand::Local { local, offset } => Some((Operand::Local { local, offset: 0 }, offset)),
        _ => None,
    }
}
