//! One instruction or terminator as a line. `parse::instruction` is the way back.
//!
//! The type of the result stands at the end of the line, behind a colon.

use super::super::*;
use super::value::{operand_text, quoted, type_text};

/// One instruction as text.
pub fn op_text(function: &Function, op: &Op) -> String {
    let operands: Vec<String> = op
        .operands()
        .enumerate()
        .map(|(position, operand)| {
            operand_text(operand, implied::of_operand(&function.registers, op, position))
        })
        .collect();
    let all = || operands.join(", ");
    let checked = |check: &Option<PropertyId>| check.map_or(String::new(), |p| format!(" check {p}"));
    let of = |dst: &RegisterId| type_text(function.register(*dst).ty);
    let set = |dst: &RegisterId, word: &str| format!("{dst} = {word} {} : {}", all(), of(dst));
    match op {
        Op::Copy { dst, .. } => format!("{dst} = {} : {}", all(), of(dst)),
        Op::Unary { dst, op, .. } => set(dst, op.name()),
        Op::Binary { dst, op, .. } => set(dst, op.name()),
        Op::FloatBinary { dst, op, .. } => set(dst, op.name()),
        Op::FloatUnary { dst, op, .. } => set(dst, op.name()),
        Op::Convert { dst, signed: true, .. } => set(dst, "convert_signed"),
        Op::Convert { dst, signed: false, .. } => set(dst, "convert"),
        Op::Select { dst, .. } => set(dst, "select"),
        Op::Allocate { dst, contents, .. } => set(dst, contents.name()),
        Op::BlockSize { dst, .. } => set(dst, "block_size"),
        Op::Room { dst, .. } => set(dst, "room"),
        Op::JoinThread { dst, .. } => set(dst, "join_thread"),
        Op::Displace { dst, size, .. } => {
            let implied = implied::of_operand(&function.registers, op, 2);
            let by_bytes = *size == Operand::Constant { bits: 1, ty: implied };
            let times = if by_bytes { String::new() } else { format!(" * {}", operands[2]) };
            format!("{dst} = displace {}, {}{times} : {}", operands[0], operands[1], of(dst))
        }
        Op::Load { dst, ty, access, check, .. } => {
            format!("{dst} = {}load {} : {}{}", access_text(*access), all(), type_text(*ty), checked(check))
        }
        Op::Store { ty, access, check, .. } => {
            format!("{}store {} : {}{}", access_text(*access), all(), type_text(*ty), checked(check))
        }
        Op::Declare { local, size: None } => format!("declare {local}"),
        Op::Declare { local, size: Some(_) } => format!("declare {local}, {}", all()),
        Op::EndLife { local: Some(local) } => format!("end_life {local}"),
        Op::EndLife { local: None } => "end_life all".to_string(),
        Op::Nondet { dst } => format!("{dst} = nondet : {}", of(dst)),
        Op::CurrentThread { dst } => format!("{dst} = current_thread : {}", of(dst)),
        Op::Choose { dst, leeway: Leeway::Order { operands } } => {
            format!("{dst} = choose order of {operands}")
        }
        Op::Choose { dst, leeway: Leeway::WeakExchange } => format!("{dst} = choose spurious failure"),
        Op::Unsequenced { operand: Some(operand) } => format!("operand {operand}"),
        Op::Unsequenced { operand: None } => "operands end".to_string(),
        Op::Free { check, .. } => format!("free {}{}", all(), checked(check)),
        Op::CheckLeaks { property } => format!("check_leaks {property}"),
        Op::Call { dst, signature, check, .. } => {
            let call = format!("call {}({}){}", operands[0], operands[1..].join(", "), passing(*signature));
            match dst {
                Some(dst) => format!("{dst} = {call} : {}{}", of(dst), checked(check)),
                None => format!("{call}{}", checked(check)),
            }
        }
        Op::CreateThread { dst, signature, check, .. } => {
            let call = format!("{}({}){}", operands[0], operands[1], passing(*signature));
            format!("{dst} = create_thread {call} : {}{}", of(dst), checked(check))
        }
        Op::Assume { .. } => format!("assume {}", all()),
        Op::Limit { what, .. } => format!("limit {} : {}", all(), quoted(what)),
        Op::Wait { .. } => format!("wait {} for {}", operands[0], operands[1]),
        Op::Assert { property, .. } => format!("assert {} property {property}", all()),
        Op::Hold { held: true, .. } => format!("hold {}", all()),
        Op::Hold { held: false, .. } => format!("release {}", all()),
        Op::AtomicBegin => "atomic_begin".into(),
        Op::AtomicEnd => "atomic_end".into(),
        Op::Fence { order, scope } => format!("{} {}", scope.name(), order.name()),
    }
}

/// Nothing is said about the strongest order, which an atomic access has if the program names none.
fn access_text(access: Access) -> String {
    match access {
        Access::Plain => String::new(),
        Access::ATOMIC => "atomic ".to_string(),
        Access::Atomic(order) => format!("atomic {} ", order.name()),
        Access::Compared { success, failure } => format!("atomic {}/{} ", success.name(), failure.name()),
        Access::First => "first ".to_string(),
    }
}

fn passing(signature: Option<SignatureId>) -> String {
    signature.map_or(String::new(), |signature| format!(" passing {signature}"))
}

pub fn terminator_text(function: &Function, terminator: &Terminator) -> String {
    let implied = implied::at_end(function.result, terminator);
    let operand = terminator.operand().map_or(String::new(), |operand| operand_text(operand, implied));
    match terminator {
        Terminator::Jump(to) => format!("jump {to}"),
        Terminator::Branch { yes, no, .. } => format!("branch {operand}, {yes}, {no}"),
        Terminator::Return(None) => "return".into(),
        Terminator::Return(Some(_)) => format!("return {operand}"),
        Terminator::ExitThread(_) => format!("exit_thread {operand}"),
        Terminator::ExitProcess => "exit_process".into(),
        Terminator::Unreachable => "unreachable".into(),
    }
}
