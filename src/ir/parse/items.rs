//! The items of a program: what stands at the beginning of a line, and its order.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::cursor::{Cursor, Parsed, numbered};
use super::lexer::{Token, tokens};
use super::origin::Origin;
use crate::ir::{
    DataModel, FunctionId, Global, GlobalId, Initial, Limit, Open, PointerLayout, Program, Property,
    PropertyKind, SignatureId,
};

/// Not verified yet.
pub fn program(text: &str) -> Parsed<Program> {
    let mut cursor = Cursor::new(tokens(text)?);
    let mut origin = Origin::new(text);
    let mut program = header(&mut cursor)?;
    while *cursor.token() != Token::End {
        let first = cursor.ahead().clone();
        let is_library = cursor.takes_word("library");
        origin.begin(&first, is_library);
        Items { cursor: &mut cursor, program: &mut program }.item(first.start)?;
    }
    program.sources = Arc::new(origin.finish(text));
    Ok(program)
}

/// `target` and `entry`, which all that follows depends on.
fn header(cursor: &mut Cursor<'_>) -> Parsed<Program> {
    cursor.skip_line_ends();
    cursor.expect_word("target")?;
    let data_model = cursor.named("'lp64' or 'ilp32'", DataModel::named)?;
    cursor.expect_word("pointer")?;
    let pointer_bits = cursor.number("the width of pointers")?;
    cursor.expect_word("offset")?;
    let offset_bits = cursor.number("the width of offsets in pointers")?;
    cursor.expect_line_end()?;
    cursor.expect_word("entry")?;
    let entry = cursor.entity("f", "a function", FunctionId)?;
    cursor.expect_line_end()?;
    Ok(Program {
        data_model,
        pointers: PointerLayout { pointer_bits, offset_bits },
        sources: Arc::default(),
        functions: Vec::new(),
        globals: Vec::new(),
        properties: Vec::new(),
        entry,
        signatures: Vec::new(),
        adapters: BTreeMap::new(),
        limits: Vec::new(),
        open: Vec::new(),
        answers: BTreeMap::new(),
    })
}

struct Items<'c, 't> {
    cursor: &'c mut Cursor<'t>,
    program: &'c mut Program,
}

impl Items<'_, '_> {
    fn item(&mut self, start: u32) -> Parsed<()> {
        let model = self.program.data_model;
        match self.cursor.word() {
            Some("function") => {
                let function =
                    super::function::function(self.cursor, model, self.program.functions.len(), start)?;
                self.program.functions.push(function);
                return Ok(());
            }
            Some("global") => return self.global(start),
            Some("signature") => {
                self.cursor.advance();
                self.cursor.entity_in_order("s", self.program.signatures.len())?;
                let signature = self.cursor.signature(model)?;
                self.program.signatures.push(signature);
            }
            Some("adapter") => self.adapter()?,
            Some("property") => self.property(start)?,
            Some("limit") => {
                self.cursor.advance();
                let description = self.cursor.text("what is left out")?;
                self.program.limits.push(Limit { description, span: self.cursor.span_from(start) });
            }
            Some("open") => {
                self.cursor.advance();
                let open = self.cursor.named("a function or a global that is open", |word| {
                    let function = || numbered(word, "f").map(|id| Open::Function(FunctionId(id)));
                    let variable = || numbered(word, "g").map(|id| Open::Variable(GlobalId(id)));
                    function().or_else(variable)
                })?;
                self.program.open.push(open);
            }
            Some("answer") => self.answer()?,
            _ => {
                return self.cursor.expected(
                    "'global', 'function', 'signature', 'adapter', 'property', 'limit', 'open' or 'answer'",
                );
            }
        }
        self.cursor.expect_line_end()
    }

    fn global(&mut self, start: u32) -> Parsed<()> {
        let (cursor, model) = (&mut *self.cursor, self.program.data_model);
        cursor.advance();
        cursor.entity_in_order("g", self.program.globals.len())?;
        let name = cursor.name()?;
        cursor.expect_mark(":")?;
        let layout = cursor.layout(model)?;
        let thread_local = cursor.takes_word("thread_local");
        let constant = cursor.constant(&layout)?;
        let span = cursor.span_from(start);
        cursor.expect_line_end()?;
        let mut initial = Vec::new();
        while matches!(cursor.token(), Token::Number(_)) {
            initial.push(first_contents(cursor, model)?);
        }
        self.program.globals.push(Global { name, layout, initial, span, thread_local, constant });
        Ok(())
    }

    fn adapter(&mut self) -> Parsed<()> {
        let position = self.cursor.position();
        self.cursor.advance();
        let adapter = self.cursor.entity("f", "a function", FunctionId)?;
        self.cursor.expect_word("of")?;
        let function = self.cursor.entity("f", "a function", FunctionId)?;
        self.cursor.expect_word("for")?;
        let signature = self.cursor.entity("s", "a signature", SignatureId)?;
        match self.program.adapters.insert((signature, function), adapter) {
            Some(other) => {
                self.cursor.wrong_at(position, format!("{function} has the adapter {other} for {signature}"))
            }
            None => Ok(()),
        }
    }

    fn property(&mut self, start: u32) -> Parsed<()> {
        self.cursor.advance();
        self.cursor.entity_in_order("p", self.program.properties.len())?;
        let kind = self.cursor.named("a kind of property", PropertyKind::named)?;
        let name = self.cursor.name()?;
        self.cursor.expect_mark(":")?;
        let description = self.cursor.text("what must hold")?;
        let accessed = match self.cursor.takes_word("of") {
            true => Some(self.cursor.text("what is accessed")?),
            false => None,
        };
        let span = self.cursor.span_from(start);
        self.program.properties.push(Property { name, kind, description, accessed, span });
        Ok(())
    }

    fn answer(&mut self) -> Parsed<()> {
        let position = self.cursor.position();
        self.cursor.advance();
        let question = self.cursor.text("a question")?;
        let answer = self.cursor.named("'yes' or 'no'", |word| match word {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        })?;
        match self.program.answers.insert(question, answer) {
            Some(_) => self.cursor.wrong_at(position, "the question has an answer already"),
            None => Ok(()),
        }
    }
}

/// `+8 = 3 : i32`
fn first_contents(cursor: &mut Cursor<'_>, model: DataModel) -> Parsed<Initial> {
    let offset = cursor.bytes()?;
    cursor.expect_mark("=")?;
    let value = cursor.operand(model)?;
    cursor.expect_mark(":")?;
    let ty = cursor.ty(model)?;
    cursor.expect_line_end()?;
    Ok(Initial { offset, ty, value: super::operand::typed(value, ty)? })
}
