//! The program as text, for dumps and tests.
//!
//! ```text
//! function f0 main() -> i32
//!   b0:
//!     %1 = load g0 : i32                    ; x
//!     %2 = add %1, 1 : i32
//!     store g0, %2 : i32
//!     return 0
//! ```
//! A type is `i32`, `u32`, `f64` or `ptr` (`u1` for truth values); it stands at the end of the line and is that of
//! the result.

use std::fmt::Write;

use super::*;

impl Program {
    /// The whole program as text.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for (index, global) in self.globals.iter().enumerate() {
            let id = GlobalId::new(index);
            let mut words = String::new();
            words.push_str(if global.thread_local { " thread_local" } else { "" });
            words.push_str(if global.is_constant() { " constant" } else { "" });
            let _ = writeln!(out, "global {id} {} : {}{words}", global.name, layout_text(&global.layout));
            for initial in &global.initial {
                let value = operand_text(initial.value);
                let _ = writeln!(out, "  +{} = {value} : {}", initial.offset, type_text(initial.ty));
            }
        }
        for index in 0..self.functions.len() {
            out.push_str(&self.function_text(FunctionId::new(index)));
        }
        for (index, signature) in self.signatures.iter().enumerate() {
            let _ = writeln!(out, "signature {} {}", SignatureId::new(index), signature_text(signature));
        }
        for ((signature, function), adapter) in &self.adapters {
            let _ = writeln!(out, "adapter {adapter} of {function} for {signature}");
        }
        for (index, property) in self.properties.iter().enumerate() {
            let id = PropertyId::new(index);
            let _ = writeln!(out, "property {id} {} : {}", property.name, property.description);
        }
        out
    }

    /// One function as text.
    pub fn function_text(&self, id: FunctionId) -> String {
        let function = self.function(id);
        let mut out = String::new();
        let parameter = |r: &RegisterId| {
            let register = function.register(*r);
            let name = register.name.as_ref().map_or(String::new(), |n| format!(" {n}"));
            format!("{r}{name} : {}", type_text(register.ty))
        };
        let parameters: Vec<String> = function.parameters.iter().map(parameter).collect();
        let result = function.result.map_or(String::new(), |ty| format!(" -> {}", type_text(ty)));
        let _ = writeln!(out, "function {id} {}({}){result}", function.name, parameters.join(", "));
        for (index, register) in function.registers.iter().enumerate() {
            let id = RegisterId::new(index);
            if let (Some(name), false) = (&register.name, function.parameters.contains(&id)) {
                let _ = writeln!(out, "  register {id} {name} : {}", type_text(register.ty));
            }
        }
        for (index, local) in function.locals.iter().enumerate() {
            let id = LocalId::new(index);
            let _ = writeln!(out, "  local {id} {} : {}", local.name, layout_text(&local.layout));
        }
        for (index, l) in function.loops.iter().enumerate() {
            let _ = writeln!(out, "  {} {}..{} body {}", LoopId::new(index), l.first, l.last, l.body);
        }
        for (index, block) in function.blocks.iter().enumerate() {
            let _ = writeln!(out, "  {}:", BlockId::new(index));
            for instruction in &block.instructions {
                let _ = writeln!(out, "    {}", op_text(function, &instruction.op));
            }
            let _ = writeln!(out, "    {}", terminator_text(&block.terminator));
        }
        out
    }
}

pub fn type_text(ty: Type) -> String {
    match ty.kind {
        Kind::Signed => format!("i{}", ty.bits),
        Kind::Unsigned => format!("u{}", ty.bits),
        Kind::Float => format!("f{}", ty.bits),
        Kind::Pointer => "ptr".into(),
    }
}

pub fn layout_text(layout: &Layout) -> String {
    match layout {
        Layout::Scalar(ty) => type_text(*ty),
        Layout::Array { element, count } => format!("[{count} x {}]", layout_text(element)),
        Layout::Opaque { size } => format!("bytes({size})"),
        Layout::Record { fields, size } => {
            let field = |f: &Field| format!("{}@{}: {}", f.name, f.offset, layout_text(&f.layout));
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("{{{}}} size {size}", fields.join(", "))
        }
    }
}

pub fn operand_text(operand: Operand) -> String {
    match operand {
        Operand::Register(register) => register.to_string(),
        Operand::Constant { bits, ty } => match ty.kind {
            Kind::Signed => integer::as_signed(bits, ty.bits).to_string(),
            Kind::Pointer if bits == 0 => "null".into(),
            Kind::Float => float::text(bits, ty.bits),
            _ => bits.to_string(),
        },
        Operand::Global { global, offset } => displaced(global, offset),
        Operand::Local { local, offset } => displaced(local, offset),
        Operand::Function(function) => format!("&{function}"),
    }
}

fn displaced(object: impl std::fmt::Display, offset: i64) -> String {
    if offset == 0 { object.to_string() } else { format!("{object}{offset:+}") }
}

/// One instruction as text.
pub fn op_text(function: &Function, op: &Op) -> String {
    let shown = operand_text;
    let checked = |check: &Option<PropertyId>| check.map_or(String::new(), |p| format!(" check {p}"));
    let how = |access: &Access| match access {
        Access::Plain => String::new(),
        &Access::ATOMIC => "atomic ".to_string(),
        Access::Atomic(order) => format!("atomic {} ", order.name()),
        Access::Compared { success, failure } => format!("atomic {}/{} ", success.name(), failure.name()),
        Access::First => "first ".to_string(),
    };
    let of = |dst: &RegisterId| type_text(function.register(*dst).ty);
    match op {
        Op::Copy { dst, value } => format!("{dst} = {} : {}", shown(*value), of(dst)),
        Op::Unary { dst, op, value } => {
            let word = match op {
                UnaryOp::Not => "not",
                UnaryOp::Negate => "negate",
            };
            format!("{dst} = {word} {} : {}", shown(*value), of(dst))
        }
        Op::Binary { dst, op, left, right } => {
            let word = format!("{op:?}").to_lowercase();
            format!("{dst} = {word} {}, {} : {}", shown(*left), shown(*right), of(dst))
        }
        Op::Convert { dst, value, signed } => {
            let word = if *signed { "convert_signed" } else { "convert" };
            format!("{dst} = {word} {} : {}", shown(*value), of(dst))
        }
        Op::FloatBinary { dst, op, left, right } => {
            let word = format!("{op:?}").to_lowercase();
            format!("{dst} = float_{word} {}, {} : {}", shown(*left), shown(*right), of(dst))
        }
        Op::FloatUnary { dst, op, value } => {
            let word = match op {
                FloatUnaryOp::SquareRoot => "square_root",
                FloatUnaryOp::Resize => "resize",
                FloatUnaryOp::FromSigned => "from_signed",
                FloatUnaryOp::FromUnsigned => "from_unsigned",
                FloatUnaryOp::ToSigned => "to_signed",
                FloatUnaryOp::ToUnsigned => "to_unsigned",
            };
            format!("{dst} = float_{word} {} : {}", shown(*value), of(dst))
        }
        Op::Select { dst, condition, yes, no } => {
            format!("{dst} = select {}, {}, {} : {}", shown(*condition), shown(*yes), shown(*no), of(dst))
        }
        Op::Displace { dst, pointer, index, size } => {
            let times = match size {
                Operand::Constant { bits: 1, .. } => String::new(),
                size => format!(" * {}", shown(*size)),
            };
            format!("{dst} = displace {}, {}{times} : {}", shown(*pointer), shown(*index), of(dst))
        }
        Op::Load { dst, address, ty, access, check } => {
            let ty = type_text(*ty);
            format!("{dst} = {}load {} : {ty}{}", how(access), shown(*address), checked(check))
        }
        Op::Store { address, value, ty, access, check } => {
            let (address, value) = (shown(*address), shown(*value));
            format!("{}store {address}, {value} : {}{}", how(access), type_text(*ty), checked(check))
        }
        Op::Declare { local, size: None } => format!("declare {local}"),
        Op::Declare { local, size: Some(size) } => format!("declare {local}, {}", operand_text(*size)),
        Op::Nondet { dst } => format!("{dst} = nondet : {}", of(dst)),
        Op::Choose { dst, leeway: Leeway::Order { operands } } => {
            format!("{dst} = choose order of {operands}")
        }
        Op::Choose { dst, leeway: Leeway::WeakExchange } => format!("{dst} = choose spurious failure"),
        Op::Unsequenced { operand: Some(operand) } => format!("operand {operand}"),
        Op::Unsequenced { operand: None } => "operands end".to_string(),
        Op::EndLife { local: Some(local) } => format!("end_life {local}"),
        Op::EndLife { local: None } => "end_life all".to_string(),
        Op::CheckLeaks { property } => format!("check_leaks {property}"),
        Op::Allocate { dst, size, contents } => {
            let word = match contents {
                Contents::Zeroed => "allocate_zeroed",
                Contents::Arbitrary => "allocate",
                Contents::Internal => "allocate_internal",
                Contents::Automatic => "allocate_automatic",
            };
            format!("{dst} = {word} {} : {}", shown(*size), of(dst))
        }
        Op::Free { address, check } => format!("free {}{}", shown(*address), checked(check)),
        Op::Call { dst, callee, arguments, signature, check } => {
            let arguments: Vec<String> = arguments.iter().map(|a| shown(*a)).collect();
            let passing = signature.map_or(String::new(), |s| format!(" passing {s}"));
            let call = format!("call {}({}){passing}", shown(*callee), arguments.join(", "));
            match dst {
                Some(dst) => format!("{dst} = {call} : {}{}", of(dst), checked(check)),
                None => format!("{call}{}", checked(check)),
            }
        }
        Op::Assume { condition } => format!("assume {}", shown(*condition)),
        Op::Limit { condition, what } => format!("limit {} : {what}", shown(*condition)),
        Op::Wait { condition, object } => format!("wait {} for {}", shown(*condition), shown(*object)),
        Op::Assert { condition, property } => format!("assert {} property {property}", shown(*condition)),
        Op::Hold { address, held: true } => format!("hold {}", shown(*address)),
        Op::Hold { address, held: false } => format!("release {}", shown(*address)),
        Op::AtomicBegin => "atomic_begin".into(),
        Op::AtomicEnd => "atomic_end".into(),
        Op::Fence { order, scope: FenceScope::AllThreads } => format!("fence {}", order.name()),
        Op::Fence { order, scope: FenceScope::OwnThread } => format!("signal_fence {}", order.name()),
        Op::CreateThread { dst, function: start, argument, check, .. } => {
            let call = format!("{}({})", shown(*start), shown(*argument));
            format!("{dst} = create_thread {call} : {}{}", of(dst), checked(check))
        }
        Op::JoinThread { dst, thread } => format!("{dst} = join_thread {} : {}", shown(*thread), of(dst)),
        Op::Room { dst, address } => format!("{dst} = room {} : {}", shown(*address), of(dst)),
        Op::BlockSize { dst, address } => format!("{dst} = block_size {} : {}", shown(*address), of(dst)),
        Op::CurrentThread { dst } => format!("{dst} = current_thread : {}", of(dst)),
    }
}

/// `(i32, ptr, ...) -> f64`
fn signature_text(signature: &Signature) -> String {
    let passed = |passed: &Passed| match passed {
        Passed::Scalar(ty) => type_text(*ty),
        Passed::LongDouble(_) => "long double".to_string(),
        Passed::Record(layout) => layout_text(layout),
    };
    let mut parameters: Vec<String> = signature.parameters.iter().map(passed).collect();
    if signature.variadic {
        parameters.push("...".to_string());
    }
    let result = signature.result.as_ref().map_or(String::new(), |result| format!(" -> {}", passed(result)));
    format!("({}){result}", parameters.join(", "))
}

pub fn terminator_text(terminator: &Terminator) -> String {
    match terminator {
        Terminator::Jump(to) => format!("jump {to}"),
        Terminator::Branch { condition, yes, no } => {
            format!("branch {}, {yes}, {no}", operand_text(*condition))
        }
        Terminator::Return(None) => "return".into(),
        Terminator::Return(Some(value)) => format!("return {}", operand_text(*value)),
        Terminator::ExitThread(value) => format!("exit_thread {}", operand_text(*value)),
        Terminator::ExitProcess => "exit_process".into(),
        Terminator::Unreachable => "unreachable".into(),
    }
}
