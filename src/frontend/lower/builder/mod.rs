//! Builds the body of one function: blocks are created in any order and *placed* in source order.
//!
//! Arithmetic on constants is folded while it is emitted (`fold`), so a constant expression is simply one that emits
//! nothing: the same lowering serves for run time and for array sizes, case labels and initialisers of
//! globals. `Checkpoint` takes everything back that was emitted since, which gives `sizeof` and `typeof`.

mod finish;
mod fold;

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
}
