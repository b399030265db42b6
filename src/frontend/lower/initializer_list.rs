//! Lists of initialisers: braces, designators and elided braces become a flat list of scalars with their places.
//!
//! `initializer` gives these to the objects.

use std::collections::BTreeMap;
use std::rc::Rc;

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::lower::literal;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::types::layout::{BitField, Member, find_member};
use crate::frontend::types::{Qual, RecordId, Ty};
use crate::source::{Diagnostic, Span};

/// A part of an object and what it starts with.
#[derive(Clone)]
pub(super) enum Source<'t> {
    Expression(&'t Node<Expression>),
    Element(u32),
}

#[derive(Clone)]
pub(super) struct Item<'t> {
    pub(super) offset: u64,
    pub(super) ty: Qual,
    pub(super) bits: Option<BitField>,
    pub(super) choice: Option<Rc<Choice>>,
    pub(super) source: Source<'t>,
    pub(super) span: Span,
}

/// The member of a union that a part belongs to, and the same for the unions around.
pub(super) struct Choice {
    /// Where which union is.
    pub(super) union: (u64, RecordId),
    pub(super) member: usize,
    pub(super) outer: Option<Rc<Choice>>,
}

/// An object inside the initialised one.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) offset: u64,
    pub(super) ty: Qual,
    pub(super) bits: Option<BitField>,
    pub(super) choice: Option<Rc<Choice>>,
}

impl Part {
    pub(super) fn whole(ty: Qual) -> Part {
        Part { offset: 0, ty, bits: None, choice: None }
    }
}

/// What is initialised, in the order of the text. What is initialised again later is not in it.
#[derive(Default)]
pub(super) struct Items<'t> {
    pub(super) list: Vec<Item<'t>>,
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
    pub(super) fn flatten<'t>(
        &mut self,
        part: &Part,
        node: &'t Node<Initializer>,
        out: &mut Items<'t>,
    ) -> Lowered<u64> {
        let span = self.span(node.span);
        self.context.enter(span)?;
        let result = self.flatten_inside(part, node, span, out);
        self.context.leave();
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
            return Err(Diagnostic::unsupported(
                span,
                format!("an initialiser with more than {MOST_ITEMS} values"),
            )
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
                    self.context.enter(at)?;
                    let result = self.fill(&element, cursor, false, at, out);
                    self.context.leave();
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
            self.context.enter(span)?;
            let before = cursor.next;
            let result = self.fill(element, cursor, false, span, out);
            self.context.leave();
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
        let Some((units, _)) = literal::string(&parts.node, self.options.data_model) else {
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
                let offset = offset.filter(|o| *o < crate::frontend::types::layout::LARGEST_OBJECT);
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
                    return Err(Diagnostic::unsupported(
                        span,
                        format!("a range of more than {MOST_ITEMS} elements"),
                    )
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
}

fn is_character(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(_))
}

fn outside(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this initialises something outside of the object")
}
