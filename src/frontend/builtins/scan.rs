//! `scanf` and its like: any input that fits the format may come.
//!
//! The result is the number of values read, or `EOF`; the objects of values that were not read keep theirs.
//! Numbers are arbitrary; a text needs a width in the format, for without one it may be longer than anything.

use lang_c::ast::*;
use lang_c::span::Node;

use super::Call;
use crate::frontend::lower::bounds::Belonging;
use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::check::Check;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::literal::string_text;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::lvalue::{Lvalue, Place};
use crate::frontend::types::Ty;
use crate::ir::*;
use crate::source::{Diagnostic, Span};

/// One conversion of a format that stores something.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Conversion {
    Number,
    /// Characters, and whether a null character follows them.
    Text {
        width: u64,
        terminated: bool,
    },
    /// `%n` counts as no value and is always stored.
    Count,
    /// A text without a width.
    Endless,
}

/// The format is at the place `format` among the arguments.
pub fn scan(lowering: &mut Lowering, call: &Call, format: usize) -> Lowered<Value> {
    let (name, span) = (call.name, call.span);
    let (conversions, places) = conversions_and_places(call, format)?;
    let int = Type::signed(32);
    let result = lowering.body.register(int, None);
    lowering.body.emit(Op::Nondet { dst: result }, span);
    let values = conversions.iter().filter(|c| **c != Conversion::Count).count();
    let count = Operand::Register(result);
    for (least, most) in
        [(Builder::constant(-1, int), count), (count, Builder::constant(values as i128, int))]
    {
        let condition = lowering.body.binary(BinaryOp::SLe, least, most, Type::BOOL, span);
        lowering.body.emit(Op::Assume { condition }, span);
    }
    let mut number = 0;
    for (conversion, place) in conversions.iter().zip(places) {
        let at = lowering.span(place.span);
        let pointer = lowering.rvalue(place)?;
        let Some(target) = pointer.ty.pointee().cloned() else {
            return Err(Diagnostic::error(at, format!("'{name}' stores through pointers")));
        };
        let (yes, done) = (lowering.body.block(), lowering.body.block());
        let number_so_far = Builder::constant(number, int);
        let is_read = lowering.body.binary(BinaryOp::SLt, number_so_far, count, Type::BOOL, span);
        lowering.branch_on(is_read, yes, done, span);
        lowering.body.place(yes);
        let description = format!("{} is valid for what is read", lowering.text(place));
        let check = Check::needed(description, at, Vec::new());
        match *conversion {
            Conversion::Number | Conversion::Count => {
                let value = lowering.nondet(&target.ty, at)?;
                let place = Place::Memory(pointer.operand);
                let mut target = Lvalue { place, ty: target, check, belongs: Belonging::Pointed };
                lowering.write(&mut target, value, at)?;
            }
            Conversion::Text { width, terminated } => {
                lowering.store_text(pointer.operand, width, terminated, check, at);
            }
            Conversion::Endless => {
                return Err(Diagnostic::unsupported(at, format!("'{name}' that reads a text of any length"))
                    .with_help("give the conversion a width, such as %15s"));
            }
        }
        lowering.body.fall_into(done, span);
        number += i128::from(*conversion != Conversion::Count);
    }
    Ok(Value::new(count, Ty::INT))
}

/// What the format asks for, and the arguments behind it.
fn conversions_and_places<'c>(
    call: &Call<'c>,
    format: usize,
) -> Lowered<(Vec<Conversion>, &'c [Node<Expression>])> {
    let (name, span) = (call.name, call.span);
    let places = call.arguments.get(format + 1..).unwrap_or_default();
    let Some(format) = call.arguments.get(format) else {
        return Err(call.wrong(format!("'{name}' needs a format")));
    };
    let Expression::StringLiteral(parts) = &format.node else {
        return Err(Diagnostic::unsupported(
            span,
            format!("'{name}' with a format that is no string literal"),
        )
        .with_help("write the format as a literal, or assign values of __VERIFIER_nondet_…"));
    };
    let conversions = conversions_of(&string_text(&parts.node));
    if conversions.len() > places.len() {
        return Err(call.wrong(format!("'{name}' has fewer arguments than its format asks for")));
    }
    Ok((conversions, places))
}

impl Lowering<'_> {
    fn store_text(&mut self, to: Operand, width: u64, terminated: bool, mut check: Check, span: Span) {
        let byte = Type::signed(8);
        for offset in 0..width + u64::from(terminated) {
            let address = self.displace(to, offset.into(), span);
            let value = match offset == width {
                true => Builder::constant(0, byte),
                false => {
                    let dst = self.body.register(byte, None);
                    self.body.emit(Op::Nondet { dst }, span);
                    Operand::Register(dst)
                }
            };
            let check = self.checked_write(address, 1, &mut check);
            self.body.emit(Op::Store { address, value, ty: byte, access: Access::Plain, check }, span);
        }
    }
}

/// The conversions of a format that take an argument.
fn conversions_of(format: &str) -> Vec<Conversion> {
    let mut found = Vec::new();
    let mut rest = format.chars().peekable();
    while let Some(character) = rest.next() {
        if character != '%' {
            continue;
        }
        let suppressed = rest.next_if_eq(&'*').is_some();
        let mut width: Option<u64> = None;
        while let Some(digit) = rest.peek().and_then(|c| c.to_digit(10)) {
            width = Some((width.unwrap_or(0) * 10 + u64::from(digit)).min(4096));
            rest.next();
        }
        while rest.next_if(|c| "hljztLq".contains(*c)).is_some() {}
        let conversion = match rest.next() {
            Some('%') | None => continue,
            Some('c') => Conversion::Text { width: width.unwrap_or(1), terminated: false },
            Some('s') => {
                width.map_or(Conversion::Endless, |width| Conversion::Text { width, terminated: true })
            }
            Some('[') => {
                // A bracket right after the beginning belongs to the set.
                rest.next_if_eq(&'^');
                rest.next_if_eq(&']');
                while rest.next().is_some_and(|c| c != ']') {}
                width.map_or(Conversion::Endless, |width| Conversion::Text { width, terminated: true })
            }
            Some('n') => Conversion::Count,
            Some(_) => Conversion::Number,
        };
        if !suppressed {
            found.push(conversion);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_are_read_with_widths_and_without_suppressed_ones() {
        let text = |width| Conversion::Text { width, terminated: true };
        let expected = [Conversion::Number, text(7), Conversion::Count, text(3), Conversion::Endless];
        assert_eq!(conversions_of("%ld %*d %7s%% %n%3[^]a] %s"), expected);
        assert_eq!(conversions_of("%c"), [Conversion::Text { width: 1, terminated: false }]);
        assert_eq!(conversions_of("100%"), []);
    }
}
