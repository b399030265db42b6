//! Types, layouts and signatures.

use super::cursor::{Cursor, Parsed, numbered};
use super::lexer::Token;
use crate::ir::{
    ConstantBytes, DataModel, Field, Kind, LARGEST_OBJECT_BYTES, Layout, Passed, Signature, Type,
};

/// Deeper than the declarations that the front end accepts; whoever walks through a layout does so by recursion.
const DEEPEST: usize = 1300;

impl Cursor<'_> {
    pub fn ty(&mut self, model: DataModel) -> Parsed<Type> {
        self.named("a type such as 'i32', 'u8', 'f64' or 'ptr'", |word| type_named(word, model))
    }

    pub fn layout(&mut self, model: DataModel) -> Parsed<Layout> {
        self.layout_inside(model, 0)
    }

    fn layout_inside(&mut self, model: DataModel, depth: usize) -> Parsed<Layout> {
        if depth > DEEPEST {
            return self.wrong(format!("a layout is at most {DEEPEST} layouts deep"));
        }
        let position = self.position();
        if self.takes_mark("[") {
            let count = self.bytes()?;
            self.expect_word("x")?;
            let element = Box::new(self.layout_inside(model, depth + 1)?);
            if element.size().checked_mul(count).is_none_or(|size| size > LARGEST_OBJECT_BYTES) {
                return self.wrong_at(position, format!("objects have at most {LARGEST_OBJECT_BYTES} bytes"));
            }
            self.expect_mark("]")?;
            return Ok(Layout::Array { element, count });
        }
        if self.takes_mark("{") {
            let fields = self.list("}", |this| this.field(model, depth))?;
            self.expect_word("size")?;
            return Ok(Layout::Record { fields, size: self.bytes()? });
        }
        if self.takes_word("bytes") {
            self.expect_mark("(")?;
            let size = self.bytes()?;
            self.expect_mark(")")?;
            return Ok(Layout::Opaque { size });
        }
        Ok(Layout::Scalar(self.ty(model)?))
    }

    fn field(&mut self, model: DataModel, depth: usize) -> Parsed<Field> {
        let name = if *self.token() == Token::Mark("@") { String::new() } else { self.name()? };
        self.expect_mark("@")?;
        let offset = self.bytes()?;
        self.expect_mark(":")?;
        Ok(Field { name, offset, layout: self.layout_inside(model, depth + 1)? })
    }

    /// Things with commas between them, up to a mark.
    pub fn list<T>(&mut self, end: &str, mut thing: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut things = Vec::new();
        let mut more = !self.takes_mark(end);
        while more {
            things.push(thing(self)?);
            more = self.goes_on_before(end)?;
        }
        Ok(things)
    }

    /// The parts of an object that cannot be changed, if any are said.
    pub fn constant(&mut self, layout: &Layout) -> Parsed<ConstantBytes> {
        let mut ranges = ConstantBytes::new();
        if !self.takes_word("constant") {
            return Ok(ranges);
        }
        if !matches!(self.token(), Token::Number(_)) {
            ranges.push(0..layout.size());
            return Ok(ranges);
        }
        loop {
            let start = self.bytes()?;
            self.expect_mark("..")?;
            ranges.push(start..self.bytes()?);
            if !self.takes_mark(",") {
                return Ok(ranges);
            }
        }
    }

    pub fn signature(&mut self, model: DataModel) -> Parsed<Signature> {
        let position = self.position();
        self.expect_mark("(")?;
        let parameters = self.list(")", |this| match this.takes_mark("...") {
            true => Ok(None),
            false => this.passed(model).map(Some),
        })?;
        let named = parameters.iter().filter(|passed| passed.is_some()).count();
        let variadic = named < parameters.len();
        if variadic && (named + 1 < parameters.len() || parameters.last().is_some_and(Option::is_some)) {
            return self.wrong_at(position, "'...' stands once, behind all parameters");
        }
        let result = if self.takes_mark("->") { Some(self.passed(model)?) } else { None };
        Ok(Signature { parameters: parameters.into_iter().flatten().collect(), variadic, result })
    }

    fn passed(&mut self, model: DataModel) -> Parsed<Passed> {
        if self.takes_word("record") {
            return Ok(Passed::Record(self.layout(model)?));
        }
        let is_long_double = self.takes_word("long_double");
        let ty = self.ty(model)?;
        Ok(if is_long_double { Passed::LongDouble(ty) } else { Passed::Scalar(ty) })
    }
}

pub fn type_named(word: &str, model: DataModel) -> Option<Type> {
    let with = |prefix, kind| Some(Type { bits: numbered(word, prefix)?, kind });
    match word {
        "ptr" => Some(Type::pointer(model)),
        "f32" | "f64" => with("f", Kind::Float),
        _ => with("i", Kind::Signed)
            .or_else(|| with("u", Kind::Unsigned))
            .filter(|ty| (1..=128).contains(&ty.bits)),
    }
}
