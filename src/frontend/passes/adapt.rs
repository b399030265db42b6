//! Adapters: what is called in place of a function by those whose call does not fit it well.
//!
//! What the function looks for and the call does not pass is arbitrary, and so is a result that the caller wants and
//! the function does not return. An adapter takes what the call passes, makes up the rest, and calls the function. It is
//! a function of the program like any other; nobody can take its address. `Program::reached` finds it.

use crate::ir::*;
use crate::source::Span;

/// So much memory is behind the variable arguments that nobody passed.
const BYTES_BEHIND: u64 = 64;

/// Makes the adapters that the calls of a program need.
pub fn make_adapters(program: &mut Program) {
    let mut calls = Vec::new();
    for op in program.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions).map(|i| &i.op) {
        let (callee, signature, check) = match op {
            Op::Call { callee, signature, check, .. } => (callee.as_function(), *signature, *check),
            Op::CreateThread { signature, check, .. } => (None, *signature, *check),
            _ => (None, None, None),
        };
        if let Some(signature) = signature {
            calls.push((signature, check.is_some(), callee));
        }
    }
    let taken = program.taken_functions();
    for (signature, is_checked, callee) in calls {
        let callees = callee.as_ref().map_or(taken.as_slice(), std::slice::from_ref);
        for &function in callees {
            let needed = match program.fit(function, signature) {
                Fit::Good => false,
                Fit::Loose => true,
                Fit::Wrong => !is_checked,
            };
            if needed && !program.adapters.contains_key(&(signature, function)) {
                let adapter = adapter(program, signature, function);
                program.functions.push(adapter);
                let id = FunctionId::new(program.functions.len() - 1);
                program.adapters.insert((signature, function), id);
            }
        }
    }
}

fn adapter(program: &Program, signature: SignatureId, target: FunctionId) -> Function {
    let (call, callee) = (&program.signatures[signature.index()], program.function(target));
    let mut adapter = Adapter {
        pointer: Type::pointer(program.data_model),
        function: Function {
            name: callee.name.clone(),
            signature: call.clone(),
            parameters: Vec::new(),
            result: None,
            registers: Vec::new(),
            locals: Vec::new(),
            blocks: Vec::new(),
            loops: Vec::new(),
            span: callee.span,
        },
        instructions: Vec::new(),
    };
    adapter.write(call, callee, target, program.data_model.pointer_bits());
    adapter.function
}

struct Adapter {
    pointer: Type,
    function: Function,
    instructions: Vec<Instruction>,
}

impl Adapter {
    fn write(&mut self, call: &Signature, callee: &Function, target: FunctionId, word_bits: u32) {
        let place = matches!(call.result, Some(Passed::Record(_))).then(|| self.parameter(self.pointer));
        let given: Vec<Operand> =
            call.parameters.iter().map(|passed| self.parameter(self.type_of(passed))).collect();
        let rest = call.variadic.then(|| self.parameter(self.pointer));

        let mut taken = callee.parameters.iter();
        let mut arguments = Vec::new();
        if let Some(Passed::Record(layout)) = &callee.signature.result {
            let is_expected = matches!(&call.result, Some(Passed::Record(other)) if other.is_alike(layout));
            let place =
                place.filter(|_| is_expected).unwrap_or_else(|| self.object("result", layout.clone()));
            arguments.push(place);
            taken.next();
        }
        let arrivals = callee.signature.arrivals(call, word_bits);
        for (index, (passed, arrival)) in callee.signature.parameters.iter().zip(arrivals).enumerate() {
            let register = taken.next().map(|id| callee.register(*id));
            let name = register.and_then(|register| register.name.clone());
            let ty = register.map_or(self.type_of(passed), |register| register.ty);
            arguments.push(match (passed, given.get(index)) {
                (Passed::Record(_), Some(given)) if arrival == Arrival::Whole => *given,
                (Passed::Record(layout), _) => {
                    self.object(name.as_deref().unwrap_or("argument"), layout.clone())
                }
                (_, given) => self.received(given.copied(), arrival, ty, name),
            });
        }
        if callee.signature.variadic {
            let behind = Layout::Opaque { size: BYTES_BEHIND };
            arguments.push(rest.unwrap_or_else(|| self.object("arguments", behind)));
        }

        let dst = callee.result.map(|ty| self.register(ty, None));
        let callee_operand = Operand::Function(target);
        self.emit(Op::Call { dst, callee: callee_operand, arguments, signature: None, check: None });
        let result = match &call.result {
            None | Some(Passed::Record(_)) => None,
            Some(wanted) => {
                let arrival = arrival(callee.signature.result.as_ref(), wanted, word_bits);
                let ty = self.type_of(wanted);
                self.function.result = Some(ty);
                Some(self.received(dst.map(Operand::Register), arrival, ty, None))
            }
        };
        let (instructions, terminator_span) = (std::mem::take(&mut self.instructions), self.span());
        let terminator = Terminator::Return(result);
        self.function.blocks.push(Block { instructions, terminator, terminator_span });
    }

    /// A number of type `ty`, of which only a part may have come.
    fn received(
        &mut self,
        given: Option<Operand>,
        arrival: Arrival,
        ty: Type,
        name: Option<String>,
    ) -> Operand {
        let given = given.map(|value| {
            let dst = self.register(ty, None);
            self.emit(Op::Convert { dst, value, signed: false });
            Operand::Register(dst)
        });
        if let (Some(given), Arrival::Whole) = (given, arrival) {
            return given;
        }
        let rest = self.register(ty, name);
        self.emit(Op::Nondet { dst: rest });
        let rest = Operand::Register(rest);
        let (Some(given), Arrival::Low(bits)) = (given, arrival) else { return rest };
        let above = Operand::Constant { bits: integer::mask(ty.bits) & !integer::mask(bits), ty };
        let (high, whole) = (self.register(ty, None), self.register(ty, None));
        self.emit(Op::Binary { dst: high, op: BinaryOp::And, left: rest, right: above });
        let high = Operand::Register(high);
        self.emit(Op::Binary { dst: whole, op: BinaryOp::Or, left: high, right: given });
        Operand::Register(whole)
    }

    /// Something in memory, with arbitrary contents.
    fn object(&mut self, name: &str, layout: Layout) -> Operand {
        let span = self.span();
        self.function.locals.push(Local { name: name.to_string(), layout, constant: Vec::new(), span });
        let local = LocalId::new(self.function.locals.len() - 1);
        self.emit(Op::Declare { local, size: None });
        Operand::Local { local, offset: 0 }
    }

    fn parameter(&mut self, ty: Type) -> Operand {
        let register = self.register(ty, None);
        self.function.parameters.push(register);
        Operand::Register(register)
    }

    fn register(&mut self, ty: Type, name: Option<String>) -> RegisterId {
        self.function.registers.push(Register { ty, name });
        RegisterId::new(self.function.registers.len() - 1)
    }

    fn type_of(&self, passed: &Passed) -> Type {
        match passed {
            Passed::Scalar(ty) | Passed::LongDouble(ty) => *ty,
            Passed::Record(_) => self.pointer,
        }
    }

    fn emit(&mut self, op: Op) {
        let span = self.span();
        self.instructions.push(Instruction { op, span });
    }

    fn span(&self) -> Span {
        self.function.span
    }
}
