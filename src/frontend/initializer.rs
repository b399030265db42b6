//! Initialisers: braces, designators and elided braces become a flat list of scalars with their places.
//!
//! For a global the list is evaluated to constants; for a local it becomes stores, after zeros for everything
//! the list leaves out.

use std::collections::BTreeMap;
use std::rc::Rc;

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::builder::Builder;
use crate::frontend::layout::{BitField, Member, find_member};
use crate::frontend::literal;
use crate::frontend::lowering::*;
use crate::frontend::lvalue::{Check, Lvalue, Place};
use crate::frontend::scope::ObjectIndex;
use crate::frontend::types::{Qual, RecordId, Ty};
use crate::ir::{Initial, Layout, Operand, Type};
use crate::source::{Diagnostic, Span};

/// A part of an object and what it starts with.
#[derive(Clone)]
enum Source<'t> {
    Expression(&'t Node<Expression>),
    Element(u32),
}

#[derive(Clone)]
struct Item<'t> {
    offset: u64,
    ty: Qual,
    bits: Option<BitField>,
    choice: Option<Rc<Choice>>,
    source: Source<'t>,
    span: Span,
}

/// The member of a union that a part belongs to, and the same for the unions around.
struct Choice {
    /// Where which union is.
    union: (u64, RecordId),
    member: usize,
    outer: Option<Rc<Choice>>,
}

/// An object inside the initialised one.
#[derive(Clone)]
struct Part {
    offset: u64,
    ty: Qual,
    bits: Option<BitField>,
    choice: Option<Rc<Choice>>,
}

impl Part {
    fn whole(ty: Qual) -> Part {
        Part { offset: 0, ty, bits: None, choice: None }
    }
}

/// What is initialised, in the order of the text. What is initialised again later is not in it.
#[derive(Default)]
struct Items<'t> {
    list: Vec<Item<'t>>,
    /// No item begins behind this.
    highest: u64,
    /// For each union with an item: the member that it is in.
    chosen: BTreeMap<(u64, u32), usize>,
}

impl<'t> Items<'t> {
    fn push(&mut self, item: Item<'t>) {
        let mut next = item.choice.as_deref();
        while let Some(Choice { union, member, outer }) = next {
            let before = self.chosen.insert((union.0, union.1.0), *member);
            if before.is_some_and(|before| before != *member) {
                self.list.retain(|item| !item.is_in_other_member(*union, *member));
            }
            next = outer.as_deref();
        }
        self.highest = self.highest.max(item.offset);
        self.list.push(item);
    }

    /// Braces initialise all of a part, whatever was said about it before.
    fn forget(&mut self, start: u64, size: u64) {
        if self.highest >= start {
            self.list.retain(|item| item.offset < start || item.offset >= start + size);
        }
    }
}

impl Item<'_> {
    fn is_in_other_member(&self, union: (u64, RecordId), member: usize) -> bool {
        let mut next = self.choice.as_deref();
        while let Some(choice) = next {
            if choice.union == union {
                return choice.member != member;
            }
            next = choice.outer.as_deref();
        }
        false
    }
}

/// The items of a list that have not been used yet.
struct Cursor<'t> {
    items: &'t [Node<InitializerListItem>],
    next: usize,
    /// What is left of the next item's designation, once the aggregates around have followed a part of it.
    followed: Option<&'t [Node<Designator>]>,
}

impl Cursor<'_> {
    fn advance(&mut self) {
        self.next += 1;
        self.followed = None;
    }
}

/// More elements than this in one list are refused.
const MOST_ITEMS: usize = 1 << 20;

impl<'a> Lowering<'a> {
    /// The number of elements an initialiser gives an array without size.
    pub fn count_of_initializer(&mut self, element: &Rc<Qual>, node: &Node<Initializer>) -> Lowered<u64> {
        let part = Part::whole(Ty::Array(element.clone(), None).plain());
        let mut items = Items::default();
        let extent = self.flatten(&part, node, &mut items)?;
        Ok(extent)
    }

    /// Adds what `node` says about `part` to `out`; yields the number of elements, if `part` is an array.
    fn flatten<'t>(&mut self, part: &Part, node: &'t Node<Initializer>, out: &mut Items<'t>) -> Lowered<u64> {
        let span = self.span(node.span);
        self.enter(span)?;
        let result = self.flatten_inside(part, node, span, out);
        self.leave();
        result
    }

    fn flatten_inside<'t>(
        &mut self,
        part: &Part,
        node: &'t Node<Initializer>,
        span: Span,
        out: &mut Items<'t>,
    ) -> Lowered<u64> {
        match &node.node {
            Initializer::Expression(expression) => {
                if let Some(count) = self.string_for(part, expression, span, out)? {
                    return Ok(count);
                }
                if let (Ty::Array(..) | Ty::Record(_), Expression::CompoundLiteral(literal)) =
                    (&part.ty.ty, &expression.node)
                {
                    return self.braced(part, &literal.node.initializer_list, span, out);
                }
                if let Ty::Array(..) = part.ty.ty {
                    return Err(Diagnostic::error(span, "an array is initialised by a list in braces"));
                }
                self.push(part, Source::Expression(expression), span, out)?;
                Ok(0)
            }
            Initializer::List(items) => self.braced(part, items, span, out),
        }
    }

    fn push<'t>(&self, part: &Part, source: Source<'t>, span: Span, out: &mut Items<'t>) -> Lowered<()> {
        if out.list.len() >= MOST_ITEMS {
            return Err(unsupported(span, format!("an initialiser with more than {MOST_ITEMS} values"))
                .with_help("make the array smaller, or fill it in a loop"));
        }
        let Part { offset, ty, bits, choice } = part.clone();
        out.push(Item { offset, ty, bits, choice, source, span });
        Ok(())
    }

    fn braced<'t>(
        &mut self,
        part: &Part,
        items: &'t [Node<InitializerListItem>],
        span: Span,
        out: &mut Items<'t>,
    ) -> Lowered<u64> {
        if !matches!(part.ty.ty, Ty::Array(..) | Ty::Record(_)) {
            return match items {
                [] => Ok(0),
                [first, ..] => self.flatten(part, &first.node.initializer, out),
            };
        }
        out.forget(part.offset, self.sizes().size(&part.ty.ty).unwrap_or(0));
        // `char s[] = { "text" }`
        if let [only] = items
            && let Initializer::Expression(expression) = &only.node.initializer.node
            && only.node.designation.is_empty()
            && let Some(count) = self.string_for(part, expression, span, out)?
        {
            return Ok(count);
        }
        let mut cursor = Cursor { items, next: 0, followed: None };
        let extent = self.fill(part, &mut cursor, true, span, out)?;
        if let Some(extra) = items.get(cursor.next) {
            let span = self.span(extra.span);
            self.warn(Diagnostic::warning(span, "this initialiser has no object left to initialise"));
        }
        Ok(extent)
    }

    /// Gives the elements of an aggregate their items. Without braces of its own it leaves designators and
    /// everything behind its last element to the list around it. What follows a designated element goes to the
    /// element behind it, inside the same aggregate first.
    fn fill<'t>(
        &mut self,
        part: &Part,
        cursor: &mut Cursor<'t>,
        braced: bool,
        span: Span,
        out: &mut Items<'t>,
    ) -> Lowered<u64> {
        let mut index = 0u64;
        let mut extent = 0u64;
        while let Some(item) = cursor.items.get(cursor.next) {
            let at = self.span(item.span);
            let designation = match cursor.followed {
                Some(rest) => rest,
                None if !braced && !item.node.designation.is_empty() => break,
                None => &item.node.designation,
            };
            if let Some((first, rest)) = designation.split_first() {
                let (low, high) = self.designated(part, first)?;
                for chosen in low..high {
                    let element = self.part_at(part, chosen, at)?.ok_or_else(|| outside(at))?;
                    let inner = self.follow(element, rest)?;
                    self.single(&inner, &item.node.initializer, at, out)?;
                }
                let (element, rest) = match self.record_around(part, first, high, at)? {
                    Some(around) => (around, designation),
                    None => (self.follow(part.clone(), std::slice::from_ref(first))?, rest),
                };
                cursor.followed = Some(rest);
                if rest.is_empty() {
                    self.next_element(&element, cursor, at, out)?;
                } else {
                    self.enter(at)?;
                    let result = self.fill(&element, cursor, false, at, out);
                    self.leave();
                    result?;
                }
                index = high + 1;
            } else {
                let Some(element) = self.part_at(part, index, at)? else { break };
                self.next_element(&element, cursor, at, out)?;
                index += 1;
            }
            extent = extent.max(index);
            if !braced && self.part_at(part, index, span)?.is_none() {
                break;
            }
        }
        Ok(extent)
    }

    /// The record without a name, number `index` of `part`, that has the member a designator names.
    fn record_around(
        &self,
        part: &Part,
        designator: &Node<Designator>,
        index: u64,
        span: Span,
    ) -> Lowered<Option<Part>> {
        let (Ty::Record(id), Designator::Member(name)) = (&part.ty.ty, &designator.node) else {
            return Ok(None);
        };
        let members = self.records[id.0 as usize].body.iter().flat_map(|body| &body.members);
        let is_own = members.into_iter().any(|m| m.name == name.node.name);
        if is_own { Ok(None) } else { self.part_at(part, index, span) }
    }

    /// Each element of a range but the last takes one initialiser; an expression for an aggregate goes to its first
    /// scalar.
    fn single<'t>(
        &mut self,
        part: &Part,
        node: &'t Node<Initializer>,
        span: Span,
        out: &mut Items<'t>,
    ) -> Lowered<()> {
        if let Initializer::Expression(expression) = &node.node
            && !self.fits_whole(part, expression)?
        {
            let first = self.part_at(part, 0, span)?.ok_or_else(|| outside(span))?;
            return self.single(&first, node, span, out);
        }
        self.flatten(part, node, out).map(drop)
    }

    fn next_element<'t>(
        &mut self,
        element: &Part,
        cursor: &mut Cursor<'t>,
        span: Span,
        out: &mut Items<'t>,
    ) -> Lowered<()> {
        let node = &cursor.items[cursor.next].node.initializer;
        if let Initializer::Expression(expression) = &node.node
            && !self.fits_whole(element, expression)?
        {
            self.enter(span)?;
            let before = cursor.next;
            let result = self.fill(element, cursor, false, span, out);
            self.leave();
            if cursor.next == before && result.is_ok() {
                // An element without scalars, such as an empty struct, takes nothing.
                return Ok(());
            }
            return result.map(drop);
        }
        cursor.advance();
        self.flatten(element, node, out).map(drop)
    }

    /// Whether the expression initialises the part as a whole, so that no braces were left out.
    fn fits_whole(&mut self, part: &Part, expression: &Node<Expression>) -> Lowered<bool> {
        Ok(match &part.ty.ty {
            Ty::Array(element, _) => {
                matches!(expression.node, Expression::StringLiteral(_)) && is_character(&element.ty)
                    || matches!(expression.node, Expression::CompoundLiteral(_))
            }
            Ty::Record(_) => match &expression.node {
                Expression::Constant(_) | Expression::StringLiteral(_) => false,
                _ => matches!(self.type_of(expression)?.ty, Ty::Record(_)),
            },
            _ => true,
        })
    }

    /// The elements of a character array that a string literal initialises.
    fn string_for<'t>(
        &mut self,
        part: &Part,
        expression: &'t Node<Expression>,
        span: Span,
        out: &mut Items<'t>,
    ) -> Lowered<Option<u64>> {
        let (Ty::Array(element, count), Expression::StringLiteral(parts)) = (&part.ty.ty, &expression.node)
        else {
            return Ok(None);
        };
        if !is_character(&element.ty) {
            return Ok(None);
        }
        let Some((units, _)) = literal::string(&parts.node, self.model) else {
            return Err(Diagnostic::error(span, "this string literal is not valid"));
        };
        let size = self.size_of(&element.ty, span)?;
        let given = units.len() as u64;
        for (index, &unit) in units.iter().enumerate().take(count.unwrap_or(given) as usize) {
            let offset = part.offset + index as u64 * size;
            let part = Part { offset, ty: (**element).clone(), bits: None, choice: part.choice.clone() };
            self.push(&part, Source::Element(unit), span, out)?;
        }
        Ok(Some(given))
    }

    /// Element or member number `index`.
    fn part_at(&self, part: &Part, index: u64, span: Span) -> Lowered<Option<Part>> {
        match &part.ty.ty {
            Ty::Array(element, count) => {
                if count.is_some_and(|c| index >= c) {
                    return Ok(None);
                }
                let size = self.size_of(&element.ty, span)?;
                let offset = index.checked_mul(size).and_then(|o| o.checked_add(part.offset));
                let offset = offset.filter(|o| *o < crate::frontend::layout::LARGEST_OBJECT);
                Ok(Some(Part {
                    offset: offset.ok_or_else(|| outside(span))?,
                    ty: (**element).clone(),
                    bits: None,
                    choice: part.choice.clone(),
                }))
            }
            Ty::Record(id) => {
                let record = &self.records[id.0 as usize];
                let Some(body) = &record.body else {
                    return Err(Diagnostic::error(
                        span,
                        format!("'{}' is declared but not defined", record.name),
                    ));
                };
                let named = body.members.iter().enumerate();
                let mut named = named.filter(|(_, m)| m.bits.is_none() || !m.name.is_empty());
                if record.union && index > 0 {
                    return Ok(None);
                }
                Ok(named.nth(index as usize).map(|(number, _)| self.part_of(part, *id, number)))
            }
            _ => Ok((index == 0).then(|| part.clone())),
        }
    }

    fn member_by_name(&self, part: &Part, designator: &Node<Designator>) -> Option<Part> {
        let (Ty::Record(id), Designator::Member(name)) = (&part.ty.ty, &designator.node) else { return None };
        let (mut part, mut id) = (part.clone(), *id);
        loop {
            let members = &self.records[id.0 as usize].body.as_ref()?.members;
            if let Some(number) = members.iter().position(|m| m.name == name.node.name) {
                return Some(self.part_of(&part, id, number));
            }
            let holds = |m: &Member| match &m.ty.ty {
                Ty::Record(inner) if m.name.is_empty() => {
                    find_member(&self.records, *inner, &name.node.name).map(|_| *inner)
                }
                _ => None,
            };
            let (number, inner) = members.iter().enumerate().find_map(|(n, m)| Some((n, holds(m)?)))?;
            part = self.part_of(&part, id, number);
            id = inner;
        }
    }

    /// Member number `number` of a record.
    fn part_of(&self, part: &Part, id: RecordId, number: usize) -> Part {
        let record = &self.records[id.0 as usize];
        let member = &record.body.as_ref().expect("only complete records have members").members[number];
        let mut ty = member.ty.clone();
        ty.atomic |= part.ty.atomic;
        let choice = if record.union {
            Some(Rc::new(Choice { union: (part.offset, id), member: number, outer: part.choice.clone() }))
        } else {
            part.choice.clone()
        };
        Part { offset: part.offset + member.offset, ty, bits: member.bits, choice }
    }

    /// The numbers of the elements a designator chooses.
    fn designated(&mut self, part: &Part, designator: &Node<Designator>) -> Lowered<(u64, u64)> {
        let span = self.span(designator.span);
        let number = |value: i128| u64::try_from(value).map_err(|_| outside(span));
        match (&designator.node, &part.ty.ty) {
            (Designator::Index(index), Ty::Array(..)) => {
                let index = number(self.constant_integer(index)?)?;
                Ok((index, index))
            }
            (Designator::Range(range), Ty::Array(..)) => {
                let low = number(self.constant_integer(&range.node.from)?)?;
                let high = number(self.constant_integer(&range.node.to)?)?;
                if high.saturating_sub(low) > MOST_ITEMS as u64 {
                    return Err(unsupported(span, format!("a range of more than {MOST_ITEMS} elements"))
                        .with_help("make the array smaller, or fill it in a loop"));
                }
                Ok((low, high))
            }
            (Designator::Member(name), Ty::Record(id)) => {
                let Some(body) = &self.records[id.0 as usize].body else { return Err(outside(span)) };
                let named = body.members.iter().filter(|m| m.bits.is_none() || !m.name.is_empty());
                let holds = |m: &Member| {
                    m.name == name.node.name
                        || matches!(&m.ty.ty, Ty::Record(inner) if m.name.is_empty()
                            && find_member(&self.records, *inner, &name.node.name).is_some())
                };
                match named.into_iter().position(holds) {
                    Some(index) => Ok((index as u64, index as u64)),
                    None => {
                        let ty = self.name_of(&part.ty.ty);
                        let message = format!("'{ty}' has no member '{}'", name.node.name);
                        Err(Diagnostic::error(span, message))
                    }
                }
            }
            _ => Err(Diagnostic::error(span, "this designator does not fit the type")),
        }
    }

    /// Goes on from a part along the rest of a designation.
    fn follow(&mut self, mut part: Part, rest: &[Node<Designator>]) -> Lowered<Part> {
        for designator in rest {
            let span = self.span(designator.span);
            let (_, index) = self.designated(&part, designator)?;
            part = match self.member_by_name(&part, designator) {
                Some(member) => member,
                None => self.part_at(&part, index, span)?.ok_or_else(|| outside(span))?,
            };
        }
        Ok(part)
    }

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
        for item in items {
            let address = self.displace(base, item.offset.into(), item.span);
            let place = match item.bits {
                None => Place::Memory(address),
                Some(bits) => Place::bits(address, bits),
            };
            let value = match item.source {
                Source::Expression(expression) => self.rvalue(expression)?,
                Source::Element(unit) => self.integer(unit.into(), Ty::INT),
            };
            let mut target = Lvalue { place, ty: item.ty, check: Check::Trusted };
            self.check_float_to_bits(&value, &target, item.span);
            let value = self.convert_assigned(value, &target.ty.ty, item.span)?;
            self.write(&mut target, value, item.span)?;
        }
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
        if self.scopes.is_file_scope() {
            let index = self.new_static("literal".into(), ty.clone(), span);
            self.evaluate_initializer(index, &list)?;
            let place = Place::Memory(crate::frontend::lvalue::object_address(index));
            return Ok(Lvalue { place, ty, check: Check::Trusted });
        }
        let address = self.temporary("literal", &ty.ty, span)?;
        let mut target = Lvalue { place: Place::Memory(address), ty, check: Check::Trusted };
        self.initialize(&mut target, &list, span)?;
        Ok(target)
    }

    /// Computes the initial value of a static object, once. False if there is nothing to compute.
    pub fn evaluate_object(&mut self, index: ObjectIndex) -> bool {
        let object = &self.objects[index.0];
        match object.state {
            ObjectState::Evaluated => return self.evaluated_once(index),
            ObjectState::Declared => {
                self.open_object(index);
            }
            ObjectState::Tentative => {
                // `int a[];` alone is an array of one element.
                if let Ty::Array(element, None) = object.ty.ty.clone() {
                    self.objects[index.0].ty.ty = Ty::Array(element, Some(1));
                }
                let object = &self.objects[index.0];
                if let Err(error) = self.size_of(&object.ty.ty, object.span) {
                    self.report(error);
                }
            }
            ObjectState::Defined(node) => {
                let (slot, unit, model) = (object.unit_slot, object.unit, object.from_model);
                self.enter_unit(slot, unit, model);
                self.scopes.inner.clear();
                if let Err(error) = self.evaluate_initializer(index, node) {
                    self.report(error);
                }
            }
        }
        self.objects[index.0].state = ObjectState::Evaluated;
        self.visited.insert(index.0)
    }

    fn evaluated_once(&mut self, index: ObjectIndex) -> bool {
        self.visited.insert(index.0)
    }

    pub fn evaluate_initializer(&mut self, index: ObjectIndex, node: &Node<Initializer>) -> Lowered<()> {
        let ty = self.objects[index.0].ty.clone();
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
        let object = &mut self.objects[index.0];
        object.initial =
            values.into_iter().map(|(offset, (ty, value))| Initial { offset, ty, value }).collect();
        if end > size {
            let mut layout = self.sizes().layout(&ty.ty);
            grow_flexible_array(&mut layout, end);
            self.objects[index.0].layout = Some(layout);
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

fn is_character(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(_))
}

fn outside(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this initialises something outside of the object")
}
