//! A function: its first line, what it declares, and its blocks.
//!
//! A register has the type that is declared, or the one that the first line that sets it says. So numbers without a
//! type get theirs when the function is at its end.

use super::cursor::{Cursor, Parsed, numbered};
use super::lexer::Token;
use super::operand::typed;
use super::reader::{Numbers, Reader};
use crate::ir::{
    Block, BlockId, DataModel, Function, Instruction, Local, Loop, Op, Register, RegisterId, Signature,
    implied,
};
use crate::source::Span;

/// Ahead is the word `function`.
pub fn function(cursor: &mut Cursor<'_>, model: DataModel, index: usize, start: u32) -> Parsed<Function> {
    let position = cursor.position();
    cursor.advance();
    cursor.entity_in_order("f", index)?;
    let mut function = Function {
        name: cursor.name()?,
        signature: Signature::default(),
        parameters: Vec::new(),
        result: None,
        registers: Vec::new(),
        locals: Vec::new(),
        blocks: Vec::new(),
        loops: Vec::new(),
        span: Span::default(),
    };
    let mut reader = Reader::new(cursor, model);
    reader.cursor.expect_mark("(")?;
    let mut more = !reader.cursor.takes_mark(")");
    while more {
        function.parameters.push(reader.register()?);
        more = reader.cursor.goes_on_before(")")?;
    }
    function.result = if reader.cursor.takes_mark("->") { Some(reader.cursor.ty(model)?) } else { None };
    function.span = reader.cursor.span_from(start);
    reader.cursor.expect_line_end()?;
    let signature = declarations(&mut reader, &mut function)?;
    let waiting = blocks(&mut reader, &mut function)?;
    function.registers = registers(reader, position)?;
    function.signature = signature.unwrap_or_else(|| function.plain_signature());
    for (block, index, numbers) in waiting {
        give_types(&function.registers, &mut function.blocks[block].instructions[index].op, numbers)?;
    }
    Ok(function)
}

/// The lines before the first block; a signature if one is said.
fn declarations(reader: &mut Reader<'_, '_>, function: &mut Function) -> Parsed<Option<Signature>> {
    let (mut signature, model) = (None, reader.model);
    loop {
        let cursor = &mut *reader.cursor;
        let start = cursor.start();
        if cursor.takes_word("takes") {
            signature = Some(cursor.signature(model)?);
        } else if cursor.takes_word("register") {
            reader.register()?;
        } else if cursor.takes_word("local") {
            cursor.entity_in_order("l", function.locals.len())?;
            let name = cursor.name()?;
            cursor.expect_mark(":")?;
            let layout = cursor.layout(model)?;
            let constant = cursor.constant(&layout)?;
            function.locals.push(Local { name, layout, span: cursor.span_from(start), constant });
        } else if cursor.word().is_some_and(|word| word.starts_with("loop")) {
            cursor.entity_in_order("loop", function.loops.len())?;
            let first = cursor.entity("b", "a block", BlockId)?;
            cursor.expect_mark("..")?;
            let last = cursor.entity("b", "a block", BlockId)?;
            cursor.expect_word("body")?;
            let body = cursor.entity("b", "a block", BlockId)?;
            function.loops.push(Loop { first, last, body, span: cursor.span_from(start) });
        } else {
            return Ok(signature);
        }
        reader.cursor.expect_line_end()?;
    }
}

/// Instructions whose numbers wait for their types, by block and place in it.
type Waiting<'t> = Vec<(usize, usize, Numbers<'t>)>;

fn blocks<'t>(reader: &mut Reader<'_, 't>, function: &mut Function) -> Parsed<Waiting<'t>> {
    let mut waiting = Vec::new();
    loop {
        let number = function.blocks.len();
        let is_block = reader.cursor.word().is_some_and(|word| numbered(word, "b").is_some());
        if !is_block && number > 0 {
            return Ok(waiting);
        }
        reader.cursor.entity_in_order("b", number)?;
        reader.cursor.expect_mark(":")?;
        reader.cursor.expect_line_end()?;
        let mut instructions: Vec<Instruction> = Vec::new();
        loop {
            let start = reader.cursor.start();
            if let Some(terminator) = reader.terminator(function.result)? {
                let terminator_span = reader.cursor.span_from(start);
                reader.cursor.expect_line_end()?;
                function.blocks.push(Block { instructions, terminator, terminator_span });
                break;
            }
            if *reader.cursor.token() == Token::End {
                return reader.cursor.expected("an instruction");
            }
            let (op, numbers) = reader.instruction()?;
            if numbers.iter().any(Option::is_some) {
                waiting.push((number, instructions.len(), numbers));
            }
            instructions.push(Instruction { op, span: reader.cursor.span_from(start) });
            reader.cursor.expect_line_end()?;
        }
    }
}

/// All from the first to the last that is mentioned with a type.
fn registers(reader: Reader<'_, '_>, position: usize) -> Parsed<Vec<Register>> {
    for (index, id) in reader.registers.keys().enumerate() {
        if id.index() != index {
            let missing = RegisterId::new(index);
            return reader.cursor.wrong_at(position, format!("nothing says the type of {missing}"));
        }
    }
    Ok(reader.registers.into_values().collect())
}

fn give_types(registers: &[Register], op: &mut Op, numbers: Numbers<'_>) -> Parsed<()> {
    let types: Vec<_> =
        (0..numbers.len()).map(|position| implied::of_operand(registers, op, position)).collect();
    for ((operand, number), ty) in op.operands_mut().zip(numbers).zip(types) {
        *operand = typed((*operand, number), ty)?;
    }
    Ok(())
}
