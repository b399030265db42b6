//! `memcpy` and its like, by the types of what is copied.
//!
//! A copy byte by byte is right for every object, but it would split every variable it touches into bytes. So
//! the types of the arguments decide, before they become `void *`: an array of equal scalars is copied scalar
//! by scalar by a model of the library, a struct of constant size by a load and a store for each of its parts,
//! padding included. Only where the types say nothing, or contradict each other, bytes are copied.

use lang_c::ast::*;
use lang_c::span::Node;

use super::Call;
use crate::frontend::lower::aggregate::Leaf;
use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::call::Callee;
use crate::frontend::lower::check::Check;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::types::{IntKind, Ty};
use crate::ir::*;
use crate::source::Span;

/// More parts than this are left to a loop of the library.
const MOST_PARTS: u64 = 512;

/// The call of a function on blocks, if the types of its arguments allow better than bytes.
pub fn call(lowering: &mut Lowering, call: &Call) -> Lowered<Option<Value>> {
    let name = call.name.strip_prefix("__builtin_").unwrap_or(call.name);
    let (pointers, size) = match (name, call.arguments) {
        ("memcpy" | "memmove" | "memcmp", [a, b, size]) => (vec![a, b], size),
        ("memset" | "realloc", [a, .., size]) => (vec![a], size),
        _ => return Ok(None),
    };
    let Some((parts, whole)) = lowering.parts_of_blocks(&pointers, call.span) else {
        return lowering.block_model(name, call);
    };
    let unit = parts[0].ty.bytes();
    if parts.iter().all(|part| part.ty.bytes() == unit) && matches!(unit, 2 | 4 | 8) {
        return lowering.block_model(&format!("__bmc_{name}_{unit}"), call);
    }
    let count = match lowering.constant_integer(size) {
        Ok(bytes) if bytes > 0 && bytes % i128::from(whole) == 0 => (bytes / i128::from(whole)) as u64,
        _ => 0,
    };
    if count == 0 || count * parts.len() as u64 > MOST_PARTS || matches!(name, "memcmp" | "realloc") {
        return lowering.block_model(name, call);
    }
    let parts: Vec<Leaf> = (0..count)
        .flat_map(|index| parts.iter().map(move |p| Leaf { offset: p.offset + index * whole, ..*p }))
        .collect();
    lowering.write_parts(name, &parts, count * whole, call).map(Some)
}

impl Lowering<'_> {
    /// Each part by a store: of what is there in the other block, or of the byte that is the second argument.
    fn write_parts(&mut self, name: &str, parts: &[Leaf], bytes: u64, call: &Call) -> Lowered<Value> {
        let (arguments, span) = (call.arguments, call.span);
        let pointer = Ty::Void.pointer_to();
        let to = self.argument_as(&arguments[0], &pointer)?;
        let description = format!("{} has room for the block", self.text(&arguments[0]));
        let mut target = Check::needed(description, span, Vec::new());
        let values = match name {
            "memset" => {
                let byte = self.argument_as(&arguments[1], &Ty::Int(IntKind::UChar))?;
                parts.iter().map(|part| self.repeated(byte, part.ty, span)).collect()
            }
            _ => {
                let from = self.argument_as(&arguments[1], &pointer)?;
                if name == "memcpy" {
                    self.require_apart(to, from, bytes, span);
                }
                let description = format!("{} is a valid block", self.text(&arguments[1]));
                self.read_parts(from, parts, description, span)
            }
        };
        for (part, value) in parts.iter().zip(values) {
            let address = self.displace(to, part.offset.into(), span);
            let check = self.checked_write(address, part.ty.bytes(), &mut target);
            self.body.emit(Op::Store { address, value, ty: part.ty, access: part.access, check }, span);
        }
        Ok(Value::new(to, pointer))
    }

    fn read_parts(&mut self, from: Operand, parts: &[Leaf], description: String, span: Span) -> Vec<Operand> {
        let mut source = Check::needed(description, span, Vec::new());
        let mut values = Vec::new();
        for part in parts {
            let address = self.displace(from, part.offset.into(), span);
            let check = self.checked(address, part.ty.bytes(), &mut source);
            let dst = self.body.register(part.ty, None);
            self.body.emit(Op::Load { dst, address, ty: part.ty, access: part.access, check }, span);
            values.push(Operand::Register(dst));
        }
        values
    }

    /// What `memcpy` demands of its blocks, which the model of the library would say.
    fn require_apart(&mut self, to: Operand, from: Operand, bytes: u64, span: Span) {
        if !self.options.checks.contains(crate::property::Check::Api) {
            return;
        }
        let Some(index) = self.model_function("__bmc_require_apart") else { return };
        let callee = Operand::Function(FunctionId::new(index.0));
        let size = Builder::constant(bytes.into(), self.pointer_type());
        let arguments = vec![to, from, size];
        self.body.emit(Op::Call { dst: None, callee, arguments, signature: None, check: None }, span);
    }

    fn block_model(&mut self, name: &str, call: &Call) -> Lowered<Option<Value>> {
        let Some(index) = self.model_function(name) else { return Ok(None) };
        let ty = self.entities.functions[index.0].ty.clone();
        let callee = Callee::Known(Operand::Function(FunctionId::new(index.0)));
        self.call_function(callee, &ty, call.arguments, call.wanted, call.span).map(Some)
    }

    /// The scalars of one element of the blocks, without holes, and its size; `None` if bytes it must be.
    fn parts_of_blocks(&mut self, pointers: &[&Node<Expression>], span: Span) -> Option<(Vec<Leaf>, u64)> {
        let mut found: Option<(Vec<Leaf>, u64)> = None;
        for pointer in pointers {
            let Some(element) = self.element_of_block(pointer) else { continue };
            let size = self.sizes().size(&element)?;
            if size <= 1 {
                continue;
            }
            let parts = without_holes(self.leaves(&element, span).ok()?, size)?;
            match &found {
                None => found = Some((parts, size)),
                Some((known, known_size)) => {
                    let shape = |parts: &[Leaf]| -> Vec<(u64, u64)> {
                        parts.iter().map(|p| (p.offset, p.ty.bytes())).collect()
                    };
                    let unit = |parts: &[Leaf]| {
                        let bytes = parts[0].ty.bytes();
                        parts.iter().all(|p| p.ty.bytes() == bytes).then_some(bytes)
                    };
                    let equal = size == *known_size && shape(&parts) == shape(known);
                    if !equal && (unit(&parts).is_none() || unit(&parts) != unit(known)) {
                        return None;
                    }
                }
            }
        }
        found
    }

    /// What a pointer points to, behind casts to `void *` and the like.
    fn element_of_block(&mut self, pointer: &Node<Expression>) -> Option<Ty> {
        let mut expression = pointer;
        while let Expression::Cast(cast) = &expression.node {
            expression = &cast.node.expression;
        }
        let ty = self.type_of(expression).ok()?.ty;
        let ty = match ty {
            Ty::Pointer(target) => target.ty.clone(),
            Ty::Array(element, _) | Ty::VariableArray(element, _) => element.ty.clone(),
            _ => return None,
        };
        (!matches!(ty, Ty::Void | Ty::Function(_) | Ty::VariableArray(..))).then_some(ty)
    }

    /// A value made of equal bytes.
    fn repeated(&mut self, byte: Operand, ty: Type, span: Span) -> Operand {
        let word = Type::unsigned(ty.bits);
        let wide = self.body.convert(byte, word, false, span);
        let pattern = (0..ty.bytes()).fold(0u128, |pattern, _| pattern << 8 | 1);
        let pattern = Builder::constant(pattern as i128, word);
        self.body.binary(BinaryOp::Mul, wide, pattern, word, span)
    }
}

/// The parts of an object with bytes in the places of its padding; `None` if there are none or they overlap.
fn without_holes(leaves: Vec<Leaf>, size: u64) -> Option<Vec<Leaf>> {
    let mut parts = Vec::new();
    let mut next = 0;
    let byte = |at| Leaf { offset: at, ty: Type::unsigned(8), access: Access::Plain };
    for leaf in leaves {
        if leaf.offset < next || leaf.ty.bits % 8 != 0 {
            return None;
        }
        parts.extend((next..leaf.offset).map(byte));
        next = leaf.offset + leaf.ty.bytes();
        parts.push(leaf);
    }
    parts.extend((next..size).map(byte));
    (!parts.is_empty() && next <= size).then_some(parts)
}
