//! What objects start with.
//!
//! For a global the list of initialisers (`initializer_list`) is evaluated to constants; for a local it becomes stores,
//! after zeros for everything the list leaves out.

use std::collections::BTreeMap;

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::lower::bounds::Belonging;
use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::check::Check;
use crate::frontend::lower::entities::ObjectState;
use crate::frontend::lower::initializer_list::{Item, Items, Part, Source};
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::lvalue::{Lvalue, Place};
use crate::frontend::lower::scope::ObjectIndex;
use crate::frontend::lower::unsequenced::{Usage, Written};
use crate::frontend::types::Ty;
use crate::frontend::types::layout::BitField;
use crate::ir::{Initial, Layout, Operand, Type};
use crate::source::{Diagnostic, Span};

impl<'a> Lowering<'a> {
    /// Stores the initial value of a local.
    pub fn initialize(&mut self, target: &mut Lvalue, node: &Node<Initializer>, span: Span) -> Lowered<()> {
        let aggregate = matches!(target.ty.ty, Ty::Array(..) | Ty::Record(_));
        if let (Initializer::Expression(expression), false) =
            (&node.node, matches!(target.ty.ty, Ty::Array(..)))
        {
            let literal = matches!(expression.node, Expression::CompoundLiteral(_));
            if !(literal && aggregate) {
                let value = self.rvalue(expression)?;
                let value = self.convert_assigned(value, &target.ty.ty.clone(), span)?;
                return self.write(target, value, span).map(drop);
            }
        }
        let part = Part::whole(target.ty.clone());
        let mut items = Items::default();
        self.flatten(&part, node, &mut items)?;
        let items = items.list;
        if !aggregate {
            let value = match items.first() {
                Some(Item { source: Source::Expression(expression), .. }) => self.rvalue(expression)?,
                _ => self.integer(0, Ty::INT),
            };
            let value = self.convert_assigned(value, &target.ty.ty.clone(), span)?;
            return self.write(target, value, span).map(drop);
        }
        let base = self.address(target, span)?;
        let mut whole: Vec<(u64, u64)> = Vec::new();
        for item in items.iter().filter(|i| i.bits.is_none()) {
            whole.push((item.offset, item.offset + self.size_of(&item.ty.ty, item.span)?));
        }
        whole.sort_unstable();
        for leaf in self.leaves(&target.ty.ty.clone(), span)? {
            let end = leaf.offset + leaf.ty.bytes();
            let until = whole.partition_point(|range| range.0 <= leaf.offset);
            // Only the nearest ranges can hold the leaf: items overlap only where one replaces another.
            let covered = whole[..until].iter().rev().take(4).any(|range| range.1 >= end);
            if !covered {
                self.store_zero(base, leaf, span);
            }
        }
        let written: Vec<Written> = items
            .iter()
            .map(|item| match item.source {
                Source::Expression(expression) => Some((expression, Usage::Value)),
                Source::Element(_) => None,
            })
            .collect();
        self.unsequenced(&written, span, |this, index| this.initialize_part(base, &items[index]))?;
        Ok(())
    }

    fn initialize_part(&mut self, base: Operand, item: &Item) -> Lowered<()> {
        let address = self.displace(base, item.offset.into(), item.span);
        let place = match item.bits {
            None => Place::Memory(address),
            Some(bits) => Place::bits(address, bits),
        };
        let value = match item.source {
            Source::Expression(expression) => self.rvalue(expression)?,
            Source::Element(unit) => self.integer(unit.into(), Ty::INT),
        };
        let mut target =
            Lvalue { place, ty: item.ty.clone(), check: Check::Trusted, belongs: Belonging::Whole };
        self.check_float_to_bits(&value, &target, item.span);
        let value = self.convert_assigned(value, &target.ty.ty, item.span)?;
        self.write(&mut target, value, item.span)?;
        Ok(())
    }

    /// `(type){ … }`: an object of the enclosing block, or of the program at file scope.
    pub fn compound_literal(&mut self, node: &CompoundLiteral, span: Span) -> Lowered<Lvalue> {
        let mut ty = self.type_name(&node.type_name)?;
        let list = Node::new(Initializer::List(node.initializer_list.clone()), node.type_name.span);
        if let Ty::Array(element, None) = &ty.ty {
            let element = element.clone();
            let count = self.count_of_initializer(&element, &list)?;
            ty.ty = Ty::Array(element, Some(count));
        }
        if self.unit.scopes.is_file_scope() {
            let index = self.new_static("literal".into(), ty.clone(), span);
            self.evaluate_initializer(index, &list)?;
            let place = Place::Memory(crate::frontend::lower::lvalue::object_address(index));
            return Ok(Lvalue { place, ty, check: Check::Trusted, belongs: Belonging::Whole });
        }
        let address = self.temporary("literal", &ty.ty, span)?;
        let mut target =
            Lvalue { place: Place::Memory(address), ty, check: Check::Trusted, belongs: Belonging::Whole };
        self.initialize_object(&mut target, &list, span)?;
        Ok(target)
    }

    /// Gives an object its first contents; what of it is constant stays so.
    pub fn initialize_object(
        &mut self,
        target: &mut Lvalue,
        initializer: &Node<Initializer>,
        span: Span,
    ) -> Lowered<()> {
        let Place::Memory(Operand::Local { local, .. }) = target.place else {
            return self.initialize(target, initializer, span);
        };
        let constant = self.sizes().constant_bytes(&target.ty);
        let outer = self.body.initialising;
        self.body.initialising = Some(local).filter(|_| !constant.is_empty());
        let result = self.initialize(target, initializer, span);
        self.body.initialising = outer;
        self.body.locals[local.index()].constant = constant;
        result
    }

    /// Computes the initial value of a static object, once. False if there is nothing to compute.
    pub fn evaluate_object(&mut self, index: ObjectIndex) -> bool {
        let object = &self.entities.objects[index.0];
        match object.state {
            ObjectState::Evaluated => return self.evaluated_once(index),
            ObjectState::Declared => {
                self.open_object(index);
            }
            ObjectState::Tentative => {
                // `int a[];` alone is an array of one element.
                if let Ty::Array(element, None) = object.ty.ty.clone() {
                    self.entities.objects[index.0].ty.ty = Ty::Array(element, Some(1));
                }
                let object = &self.entities.objects[index.0];
                if let Err(error) = self.size_of(&object.ty.ty, object.span) {
                    self.report(error);
                }
            }
            ObjectState::Defined(node) => {
                self.unit.enter(object.home);
                self.unit.scopes.inner.clear();
                if let Err(error) = self.evaluate_initializer(index, node) {
                    self.report(error);
                }
            }
        }
        self.entities.objects[index.0].state = ObjectState::Evaluated;
        self.entities.visited.insert(index.0)
    }

    fn evaluated_once(&mut self, index: ObjectIndex) -> bool {
        self.entities.visited.insert(index.0)
    }

    pub fn evaluate_initializer(&mut self, index: ObjectIndex, node: &Node<Initializer>) -> Lowered<()> {
        let ty = self.entities.objects[index.0].ty.clone();
        let size = self.sizes().size(&ty.ty).unwrap_or(0);
        let part = Part::whole(ty.clone());
        let mut items = Items::default();
        self.flatten(&part, node, &mut items)?;
        let mut values: BTreeMap<u64, (Type, Operand)> = BTreeMap::new();
        let mut fields = Vec::new();
        let mut end = size;
        for item in items.list {
            let (scalar, operand) = match (&item.source, &item.ty.ty) {
                (Source::Element(unit), ty) => {
                    let scalar = self.scalar(ty, item.span)?;
                    (scalar, Builder::constant((*unit).into(), scalar))
                }
                (Source::Expression(expression), Ty::Record(_)) => {
                    let span = self.span(expression.span);
                    return Err(Diagnostic::error(span, "this must be a constant expression"));
                }
                (Source::Expression(expression), ty) => {
                    let scalar = self.scalar(ty, item.span)?;
                    (scalar, self.constant_of_type(expression, ty)?.operand)
                }
            };
            match item.bits {
                None => {
                    end = end.max(item.offset + scalar.bytes());
                    values.insert(item.offset, (scalar, operand));
                }
                Some(field) => {
                    let Operand::Constant { bits, .. } = operand else {
                        return Err(Diagnostic::error(item.span, "this must be a constant integer"));
                    };
                    fields.push((item.offset, field, bits));
                }
            }
        }
        self.merge_bit_fields(&fields, &mut values);
        values.retain(|_, (_, operand)| !matches!(operand, Operand::Constant { bits: 0, .. }));
        let object = &mut self.entities.objects[index.0];
        object.initial =
            values.into_iter().map(|(offset, (ty, value))| Initial { offset, ty, value }).collect();
        if end > size {
            let mut layout = self.sizes().layout(&ty.ty);
            grow_flexible_array(&mut layout, end);
            self.entities.objects[index.0].layout = Some(layout);
        }
        Ok(())
    }

    /// Storage units of neighbouring bit-fields may overlap: their bits are put together byte by byte, and
    /// come out as the units that do not overlap, then as single bytes.
    fn merge_bit_fields(
        &self,
        fields: &[(u64, BitField, u128)],
        values: &mut BTreeMap<u64, (Type, Operand)>,
    ) {
        let mut bytes: BTreeMap<u64, u8> = BTreeMap::new();
        for (offset, field, value) in fields {
            for bit in 0..field.width {
                let at = field.shift + bit;
                let byte = bytes.entry(offset + u64::from(at / 8)).or_insert(0);
                let mask = 1 << (at % 8);
                *byte = if value >> bit & 1 == 1 { *byte | mask } else { *byte & !mask };
            }
        }
        let mut units: Vec<(u64, Type)> =
            fields.iter().map(|(offset, field, _)| (*offset, field.unit)).collect();
        units.sort_by_key(|(offset, unit)| (*offset, unit.bits));
        let mut end = 0;
        for (offset, unit) in units {
            let next = offset + unit.bytes();
            if offset < end {
                continue;
            }
            let bits = (offset..next)
                .rev()
                .fold(0u128, |bits, at| bits << 8 | u128::from(bytes.remove(&at).unwrap_or(0)));
            values.insert(offset, (unit, Operand::Constant { bits, ty: unit }));
            end = next;
        }
        for (at, byte) in bytes {
            let ty = Type::unsigned(8);
            values.insert(at, (ty, Builder::constant(byte.into(), ty)));
        }
    }
}

/// Gives the array at the end of a record as many elements as its initialiser has.
fn grow_flexible_array(layout: &mut Layout, end: u64) {
    if let Layout::Record { fields, size } = layout {
        *size = (*size).max(end);
        if let Some(field) = fields.last_mut()
            && let Layout::Array { element, count } = &mut field.layout
        {
            *count = (*size - field.offset) / element.size().max(1);
        }
    }
}
