//! Expressions that denote objects: where the object is, and the one load or store that touches it.
//!
//! An access to a named variable at a constant offset inside it needs no check. Every other access gets a
//! property, made when the access is emitted, so that `&a[i]` makes none and `a[i] += 1` makes one for both
//! its load and its store.

use std::rc::Rc;

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::lower::bounds::Belonging;
use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::check::Check;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::declarations::declarator::decayed;
use crate::frontend::lower::entities::ObjectState;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::scope::{ObjectIndex, Symbol};
use crate::frontend::lower::unsequenced::Usage;
use crate::frontend::syntax::bridge::names::refused;
use crate::frontend::types::layout::{BitField, find_member};
use crate::frontend::types::{IntKind, Qual, Ty};
use crate::ir::*;
use crate::source::{Diagnostic, Span};

#[derive(Clone, Debug)]
pub struct Lvalue {
    pub place: Place,
    pub ty: Qual,
    pub check: Check,
    pub belongs: Belonging,
}

#[derive(Clone, Debug)]
pub enum Place {
    Register(RegisterId),
    Memory(Operand),
    /// `loaded` is the unit as the last read saw it: a write behind it keeps the neighbours' bits from there.
    Bits {
        address: Operand,
        unit: Type,
        shift: u32,
        width: u32,
        loaded: Option<Operand>,
    },
}

impl Place {
    pub fn bits(address: Operand, field: BitField) -> Place {
        let BitField { unit, shift, width } = field;
        Place::Bits { address, unit, shift, width, loaded: None }
    }
}

impl<'a> Lowering<'a> {
    /// Whether the expression denotes an object, so that `lvalue` can be asked for it.
    pub fn denotes_object(&self, expression: &Node<Expression>) -> bool {
        match &expression.node {
            Expression::Identifier(name) => match self.unit.scopes.symbol(&name.node.name) {
                Some(Symbol::Enumerator { .. } | Symbol::Function(_) | Symbol::Typedef(_)) => false,
                Some(_) => true,
                None => is_function_name(&name.node.name),
            },
            Expression::StringLiteral(_) | Expression::CompoundLiteral(_) | Expression::Member(_) => true,
            Expression::BinaryOperator(node) => node.node.operator.node == BinaryOperator::Index,
            Expression::UnaryOperator(node) => node.node.operator.node == UnaryOperator::Indirection,
            _ => false,
        }
    }

    pub fn lvalue(&mut self, expression: &Node<Expression>) -> Lowered<Lvalue> {
        let span = self.span(expression.span);
        self.context.enter(span)?;
        let result = self.lvalue_inside(expression, span);
        self.context.leave();
        result
    }

    fn lvalue_inside(&mut self, expression: &Node<Expression>, span: Span) -> Lowered<Lvalue> {
        match &expression.node {
            Expression::Identifier(name) => self.variable(&name.node.name, span),
            Expression::StringLiteral(parts) => self.string_object(&parts.node, span),
            Expression::CompoundLiteral(node) => self.compound_literal(&node.node, span),
            Expression::Member(node) => self.member(&node.node, expression, span),
            Expression::GenericSelection(node) => {
                let chosen = self.generic_choice(&node.node, span)?;
                self.lvalue(chosen)
            }
            Expression::BinaryOperator(node) if node.node.operator.node == BinaryOperator::Index => {
                self.element(&node.node, expression, span)
            }
            Expression::UnaryOperator(node) if node.node.operator.node == UnaryOperator::Indirection => {
                let pointer = self.rvalue(&node.node.operand)?;
                let Some(target) = pointer.ty.pointee().cloned() else {
                    let ty = self.name_of(&pointer.ty);
                    return Err(Diagnostic::error(span, format!("'*' needs a pointer, not '{ty}'")));
                };
                let check = Check::of_object(self.text(expression), span, Vec::new());
                Ok(Lvalue {
                    place: Place::Memory(pointer.operand),
                    ty: target,
                    check,
                    belongs: Belonging::Pointed,
                })
            }
            _ => {
                let value = self.rvalue(expression)?;
                if let Ty::Record(_) = value.ty {
                    return Ok(self.record_place(value));
                }
                Err(Diagnostic::error(span, "this expression does not denote an object"))
            }
        }
    }

    pub fn record_place(&self, value: Value) -> Lvalue {
        let check = value.check.map_or(Check::Trusted, Check::Made);
        Lvalue { place: Place::Memory(value.operand), ty: value.ty.plain(), check, belongs: Belonging::Whole }
    }

    pub fn variable(&mut self, name: &str, span: Span) -> Lowered<Lvalue> {
        let (place, ty) = match self.unit.scopes.symbol(name) {
            Some(Symbol::Register { register, ty }) => (Place::Register(*register), ty.clone()),
            Some(Symbol::Local { local, ty }) => {
                (Place::Memory(Operand::Local { local: *local, offset: 0 }), ty.clone())
            }
            Some(Symbol::Indirect { address, ty }) => (Place::Memory(*address), ty.clone()),
            Some(Symbol::Object(index)) => {
                let index = *index;
                let object = &self.entities.objects[index.0];
                let ty = object.ty.clone();
                if matches!(object.state, ObjectState::Declared) && self.open.weak.contains(name) {
                    let place = Place::Memory(Builder::constant(0, self.pointer_type()));
                    let check = Check::needed(format!("{name} is defined"), span, Vec::new());
                    return Ok(Lvalue { place, ty, check, belongs: Belonging::Whole });
                }
                (Place::Memory(object_address(index)), ty)
            }
            Some(_) => return Err(Diagnostic::error(span, format!("'{name}' is not a variable"))),
            None if is_function_name(name) => {
                let text = format!("\"{}\"", self.body.name);
                return self.string_object(&[text], span);
            }
            None => {
                return Err(match refused(name) {
                    Some((what, help)) => Diagnostic::unsupported(span, what).with_help(help),
                    None => Diagnostic::error(span, format!("'{name}' is not declared")),
                });
            }
        };
        Ok(Lvalue { place, ty, check: Check::Trusted, belongs: Belonging::Whole })
    }

    fn member(&mut self, node: &MemberExpression, whole: &Node<Expression>, span: Span) -> Lowered<Lvalue> {
        let name = &node.identifier.node.name;
        let text = self.text(whole);
        let (base, record, check, belongs) = match node.operator.node {
            MemberOperator::Direct => {
                let base = self.lvalue(&node.expression)?;
                let check = match base.check {
                    Check::Needed { within, .. } => Check::of_object(text, span, within),
                    check => check,
                };
                let Place::Memory(address) = base.place else {
                    let ty = self.name_of(&base.ty.ty);
                    return Err(Diagnostic::error(span, format!("'{ty}' has no members")));
                };
                (address, base.ty, check, base.belongs)
            }
            MemberOperator::Indirect => {
                let pointer = self.rvalue(&node.expression)?;
                let Some(target) = pointer.ty.pointee().cloned() else {
                    let ty = self.name_of(&pointer.ty);
                    return Err(Diagnostic::error(span, format!("'->' needs a pointer, not '{ty}'")));
                };
                let check = Check::of_object(text, span, Vec::new());
                (pointer.operand, target, check, Belonging::Pointed)
            }
        };
        let found = match &record.ty {
            Ty::Record(id) => find_member(&self.records, *id, name),
            _ => None,
        };
        let Some(member) = found else {
            let ty = self.name_of(&record.ty);
            let complete =
                !matches!(&record.ty, Ty::Record(id) if self.records[id.0 as usize].body.is_none());
            let message = if complete {
                format!("'{ty}' has no member '{name}'")
            } else {
                format!("'{ty}' is declared but not defined here")
            };
            return Err(Diagnostic::error(span, message));
        };
        let address = self.displace(base, member.offset as i128, span);
        let mut ty = member.ty;
        ty.atomic |= record.atomic;
        ty.constant |= record.constant;
        let place = match member.bits {
            None => Place::Memory(address),
            Some(bits) => Place::bits(address, bits),
        };
        let belongs = belongs.member(self.is_last_member(&record.ty, name));
        Ok(Lvalue { place, ty, check, belongs })
    }

    fn element(
        &mut self,
        node: &BinaryOperatorExpression,
        whole: &Node<Expression>,
        span: Span,
    ) -> Lowered<Lvalue> {
        let (mut count, mut trusted) = (None, false);
        let (mut belongs, mut indices) = (Belonging::Pointed, Vec::new());
        let mut base_text = &node.lhs;
        let written = [Some((&*node.lhs, Usage::Value)), Some((&*node.rhs, Usage::Value))];
        let parts = self.unsequenced(&written, span, |this, index| {
            if index == 1 {
                return this.rvalue(&node.rhs);
            }
            if !this.denotes_object(&node.lhs) {
                return this.rvalue(&node.lhs);
            }
            let array = this.lvalue(&node.lhs)?;
            trusted = matches!(array.check, Check::Trusted);
            if let Ty::Array(_, size) = array.ty.ty {
                count = Some(size.unwrap_or(0));
                belongs = array.belongs;
                if let Check::Needed { within, .. } = &array.check {
                    indices.clone_from(within);
                }
            }
            this.read(array, span)
        })?;
        let [left, right] = <[Value; 2]>::try_from(parts).expect("a subscript has two operands");
        let (pointer, index) = if left.ty.is_pointer() {
            (left, right)
        } else {
            base_text = &node.rhs;
            (count, belongs) = (None, Belonging::Pointed);
            (right, left)
        };
        let Some(element) = pointer.ty.pointee().cloned() else {
            let ty = self.name_of(&pointer.ty);
            return Err(Diagnostic::error(span, format!("'[]' needs an array or a pointer, not '{ty}'")));
        };
        let inside = match (count, index.operand) {
            (Some(count), Operand::Constant { bits, .. }) => trusted && bits < u128::from(count),
            _ => false,
        };
        if let Some(within) = self.within(belongs, count, &index, span) {
            indices.push(within);
        }
        let sum = self.pointer_plus(pointer, index, false, span)?;
        let check = if inside {
            Check::Trusted
        } else {
            let text = self.text(whole);
            match count {
                Some(_) => Check::needed(format!("{text} is inside {}", self.text(base_text)), span, indices),
                None => Check::of_object(text, span, indices),
            }
        };
        Ok(Lvalue { place: Place::Memory(sum.operand), ty: element, check, belongs: belongs.element() })
    }

    /// The address `bytes` further.
    pub fn displace(&mut self, address: Operand, bytes: i128, span: Span) -> Operand {
        let number = Type::signed(self.pointer_type().bits);
        self.displace_by(address, Builder::constant(bytes, number), span)
    }

    /// The address a number of bytes further that is as wide as a pointer.
    pub fn displace_by(&mut self, address: Operand, bytes: Operand, span: Span) -> Operand {
        let one = Builder::constant(1, Type::signed(self.pointer_type().bits));
        self.body.displace(address, bytes, one, span)
    }

    /// The address of an lvalue.
    pub fn address(&mut self, lvalue: &Lvalue, span: Span) -> Lowered<Operand> {
        match lvalue.place {
            Place::Memory(address) => Ok(address),
            Place::Register(_) => Err(Diagnostic::error(span, "this variable has no address")),
            Place::Bits { .. } => Err(Diagnostic::error(span, "a bit-field has no address")),
        }
    }

    /// The value of an object: one load. Arrays become pointers, records stay where they are.
    pub fn read(&mut self, mut lvalue: Lvalue, span: Span) -> Lowered<Value> {
        self.read_from(&mut lvalue, span)
    }

    pub fn read_from(&mut self, lvalue: &mut Lvalue, span: Span) -> Lowered<Value> {
        if let (Ty::Array(..) | Ty::VariableArray(..) | Ty::Function(_), Place::Memory(address)) =
            (&lvalue.ty.ty, &lvalue.place)
        {
            return Ok(Value::new(*address, decayed(&lvalue.ty.ty)));
        }
        if let (Ty::Record(_), Place::Memory(address)) = (&lvalue.ty.ty, &lvalue.place) {
            let address = *address;
            let size = self.size_of(&lvalue.ty.ty, span)?;
            let check = self.checked(address, size, &mut lvalue.check);
            return Ok(Value { check, ..Value::new(address, lvalue.ty.ty.clone()) });
        }
        let scalar = self.scalar(&lvalue.ty.ty, span)?;
        let access = access_of(&lvalue.ty);
        match lvalue.place {
            Place::Register(register) => Ok(Value::new(Operand::Register(register), lvalue.ty.ty.clone())),
            Place::Memory(address) => {
                let operand = self.load(address, scalar, access, &mut lvalue.check, span);
                Ok(Value::new(operand, lvalue.ty.ty.clone()))
            }
            Place::Bits { address, unit, shift, width, .. } => {
                let loaded = self.load(address, unit, access, &mut lvalue.check, span);
                lvalue.place = Place::Bits { address, unit, shift, width, loaded: Some(loaded) };
                let amount = Builder::constant(shift.into(), unit);
                let shifted = self.body.binary(BinaryOp::LShr, loaded, amount, unit, span);
                let field = self.body.convert(shifted, Type::unsigned(width), false, span);
                Ok(self.extend_bits(field, &lvalue.ty.ty, width, span))
            }
        }
    }

    /// A bit-field that fits into `int` is promoted to it, whatever its declared type; another has a type of
    /// its own width.
    fn extend_bits(&mut self, field: Operand, ty: &Ty, width: u32, span: Span) -> Value {
        let signed = ty.is_signed();
        let ty = match width {
            _ if ty.scalar(self.options.data_model).is_some_and(|whole| whole.bits == width) => {
                self.promoted(ty)
            }
            0..32 => Ty::INT,
            32 => Ty::Int(if signed { IntKind::Int } else { IntKind::UInt }),
            33..64 => Ty::Int(IntKind::Bits { width: width as u8, signed }),
            _ => ty.clone(),
        };
        let scalar = ty.scalar(self.options.data_model).unwrap_or(Type::signed(32));
        Value::new(self.body.convert(field, scalar, signed, span), ty)
    }

    fn load(&mut self, address: Operand, ty: Type, access: Access, check: &mut Check, span: Span) -> Operand {
        let check = self.checked(address, ty.bytes(), check);
        let dst = self.body.register(ty, None);
        self.body.emit(Op::Load { dst, address, ty, access, check }, span);
        Operand::Register(dst)
    }

    /// Stores a value that has been converted to the object's type; yields the value the object then has.
    pub fn write(&mut self, lvalue: &mut Lvalue, value: Value, span: Span) -> Lowered<Value> {
        if let Ty::Record(_) = lvalue.ty.ty {
            self.copy_record(lvalue, value, span)?;
            let Place::Memory(address) = lvalue.place else {
                return Err(Diagnostic::error(span, "this expression does not denote an object"));
            };
            let check = if let Check::Made(property) = lvalue.check { Some(property) } else { None };
            return Ok(Value { check, ..Value::new(address, lvalue.ty.ty.clone()) });
        }
        let scalar = self.scalar(&lvalue.ty.ty, span)?;
        let access = access_of(&lvalue.ty);
        match lvalue.place {
            Place::Register(register) => {
                self.body.assign(register, value.operand, span);
                Ok(Value::new(Operand::Register(register), lvalue.ty.ty.clone()))
            }
            Place::Memory(address) => {
                let check = self.checked_write(address, scalar.bytes(), &mut lvalue.check);
                let value_of = value.operand;
                self.body.emit(Op::Store { address, value: value_of, ty: scalar, access, check }, span);
                Ok(value)
            }
            Place::Bits { address, unit, shift, width, loaded } => {
                let field = self.body.convert(value.operand, Type::unsigned(width), false, span);
                let wide = self.body.convert(field, unit, false, span);
                let amount = Builder::constant(shift.into(), unit);
                let mut new = self.body.binary(BinaryOp::Shl, wide, amount, unit, span);
                if width < unit.bits {
                    let old = match loaded {
                        Some(loaded) => loaded,
                        None => self.load(address, unit, access, &mut lvalue.check, span),
                    };
                    let hole = !(integer::mask(width) << shift);
                    let keep = Builder::constant(hole as i128, unit);
                    let kept = self.body.binary(BinaryOp::And, old, keep, unit, span);
                    new = self.body.binary(BinaryOp::Or, kept, new, unit, span);
                }
                let check = self.checked_write(address, unit.bytes(), &mut lvalue.check);
                self.body.emit(Op::Store { address, value: new, ty: unit, access, check }, span);
                let ty = lvalue.ty.ty.clone();
                Ok(self.extend_bits(field, &ty, width, span))
            }
        }
    }

    pub fn object_size(&self, index: ObjectIndex) -> u64 {
        let object = &self.entities.objects[index.0];
        match &object.layout {
            Some(layout) => layout.size(),
            None => self.sizes().size(&object.ty.ty).unwrap_or(0),
        }
    }

    pub fn pointer_to(&self, ty: Qual) -> Ty {
        Ty::Pointer(Rc::new(ty))
    }

    /// A string literal as a constant global; equal literals are one object.
    pub fn string_object(&mut self, parts: &[String], span: Span) -> Lowered<Lvalue> {
        let Some((elements, kind)) = crate::frontend::lower::literal::string(parts, self.options.data_model)
        else {
            return Err(Diagnostic::error(span, "this string literal is not valid"));
        };
        let index = self.intern_string(elements, kind, span);
        let ty = self.entities.objects[index.0].ty.clone();
        Ok(Lvalue {
            place: Place::Memory(object_address(index)),
            ty,
            check: Check::Trusted,
            belongs: Belonging::Whole,
        })
    }

    fn intern_string(&mut self, elements: Vec<u32>, kind: IntKind, span: Span) -> ObjectIndex {
        let key = (elements, kind.rank());
        if let Some(index) = self.entities.strings.get(&key) {
            return *index;
        }
        let element = Ty::Int(kind);
        let scalar = element.scalar(self.options.data_model).unwrap_or(Type::signed(8));
        let text: String = key.0.iter().take(key.0.len() - 1).filter_map(|&c| char::from_u32(c)).collect();
        let mut initial = Vec::new();
        for (index, &unit) in key.0.iter().enumerate().filter(|(_, unit)| **unit != 0) {
            let value = Builder::constant(unit.into(), scalar);
            initial.push(Initial { offset: index as u64 * scalar.bytes(), ty: scalar, value });
        }
        let ty = Ty::Array(Rc::new(element.plain()), Some(key.0.len() as u64));
        let index = self.new_static(format!("{text:?}"), Qual { constant: true, ..ty.plain() }, span);
        self.entities.objects[index.0].initial = initial;
        self.entities.strings.insert(key, index);
        index
    }
}

pub fn object_address(index: ObjectIndex) -> Operand {
    Operand::Global { global: GlobalId::new(index.0), offset: 0 }
}

fn access_of(ty: &Qual) -> Access {
    if ty.atomic { Access::ATOMIC } else { Access::Plain }
}

/// `__func__` and its GNU names.
fn is_function_name(name: &str) -> bool {
    matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__")
}
