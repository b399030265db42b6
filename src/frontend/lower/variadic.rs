//! Variable arguments: the caller puts them into an object of its own and passes its address.
//!
//! A variadic function has one more parameter, behind the named ones: the address of the first variable
//! argument. Each argument begins at the next multiple of eight bytes, behind an argument narrower than that
//! there are zeros. A `va_list` is the address of the next argument, so copying it is an assignment, and
//! reading more arguments than there are is an access outside an object.

use lang_c::ast::*;

use crate::frontend::lower::bounds::Belonging;
use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::check::Check;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::lvalue::{Lvalue, Place};
use crate::frontend::types::Ty;
use crate::ir::*;
use crate::source::{Diagnostic, Span};

/// Where the next argument may begin.
const SLOT_BYTES: u64 = 8;

impl Lowering<'_> {
    /// Stores the variable arguments of a call; yields the address to be passed.
    pub fn pack_arguments(&mut self, values: Vec<Value>, span: Span) -> Lowered<Operand> {
        if values.is_empty() {
            return Ok(Builder::constant(0, self.pointer_type()));
        }
        let (mut fields, mut offsets, mut size) = (Vec::new(), Vec::new(), 0);
        for (index, value) in values.iter().enumerate() {
            let bytes = self.size_of(&value.ty, span)?;
            let layout = self.sizes().layout(&value.ty);
            fields.push(Field { name: format!("{}", index + 1), offset: size, layout });
            offsets.push((size, bytes));
            size += bytes.next_multiple_of(SLOT_BYTES);
        }
        self.frame.temporaries += 1;
        let name = format!("arguments${}", self.frame.temporaries);
        let local = self.new_local(name, Layout::Record { fields, size }, span);
        self.body.emit(Op::Declare { local, size: None }, span);
        for (value, (offset, bytes)) in values.into_iter().zip(offsets) {
            let address = Operand::Local { local, offset: offset as i64 };
            let ty = value.ty.clone().plain();
            let is_record = matches!(ty.ty, Ty::Record(_));
            let mut target = Lvalue {
                place: Place::Memory(address),
                ty,
                check: Check::Trusted,
                belongs: Belonging::Whole,
            };
            self.write(&mut target, value, span)?;
            if bytes < SLOT_BYTES && !is_record {
                let ty = Type::unsigned((SLOT_BYTES - bytes) as u32 * 8);
                let address = Operand::Local { local, offset: (offset + bytes) as i64 };
                let (value, access) = (Builder::constant(0, ty), Access::Plain);
                self.body.emit(Op::Store { address, value, ty, access, check: None }, span);
            }
        }
        Ok(Operand::Local { local, offset: 0 })
    }

    /// `va_arg(list, type)`.
    pub fn next_argument(&mut self, node: &VaArgExpression, span: Span) -> Lowered<Value> {
        let ty = self.type_name(&node.type_name)?;
        let size = self.size_of(&ty.ty, span)?.next_multiple_of(SLOT_BYTES);
        let mut list = self.lvalue(&node.va_list)?;
        if list.ty.ty != Ty::VariableArguments {
            return Err(Diagnostic::error(span, "'va_arg' needs a list of type va_list"));
        }
        let here = self.read_from(&mut list, span)?.operand;
        // The list may be a register that is about to change.
        let place = self.body.register(self.pointer_type(), None);
        self.body.emit(Op::Copy { dst: place, value: here }, span);
        let next = self.displace(here, size.into(), span);
        self.write(&mut list, Value::new(next, Ty::VariableArguments), span)?;
        let description = format!("there is one more argument, of type {}", self.name_of(&ty.ty));
        let check = Check::needed(description, span, Vec::new());
        let argument =
            Lvalue { place: Place::Memory(Operand::Register(place)), ty, check, belongs: Belonging::Pointed };
        self.read(argument, span)
    }
}
