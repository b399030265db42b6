//! Terms as expressions of C, as far as they are short; what is longer is `…`.

use bmc_solver::{Assignment, Evaluator, Node, TermId, Terms};
use rustc_hash::FxHashMap;

use super::clauses::{Literal, Ranges, variables_of};
use super::names::{Names, Word};
use super::places::Labels;
use super::sets;
use super::text::{Level, Text};
use crate::ir::{Kind, ThreadId, Type};
use crate::relation::{Control, Part, PlaceId};

const DEEPEST: u32 = 12;
const MOST_NODES: u32 = 60;

/// Writes terms over the variables of a state.
pub struct Writer<'a> {
    pub terms: &'a Terms,
    pub names: &'a Names<'a>,
    pub labels: &'a Labels,
    /// The numbers of the variables in the state.
    pub variables: &'a FxHashMap<TermId, usize>,
    pub viewer: Option<PlaceId>,
    /// So many may still be written.
    nodes: u32,
}

impl<'a> Writer<'a> {
    pub fn new(
        terms: &'a Terms,
        names: &'a Names<'a>,
        labels: &'a Labels,
        variables: &'a FxHashMap<TermId, usize>,
        viewer: Option<PlaceId>,
    ) -> Writer<'a> {
        Writer { terms, names, labels, variables, viewer, nodes: MOST_NODES }
    }

    pub fn literal(&mut self, literal: Literal) -> Text {
        self.condition(literal.term, literal.holds, DEEPEST)
    }

    /// That a term with few bits has one of these values. What is zero where nobody needs it is said of where it is needed.
    pub fn member(&mut self, t: TermId, allowed: &Ranges) -> Text {
        let width = self.terms.width(t);
        let nothing = |t: TermId| self.terms.as_constant(t) == Some(0);
        let (needed, t) = match self.terms.node(t) {
            Node::Ite(needed, word, otherwise) if nothing(otherwise) => (Some(needed), word),
            _ => (None, t),
        };
        let may_be_nothing = allowed.first().is_some_and(|(low, _)| *low == 0);
        let condition = needed.filter(|&needed| !self.is_true_here(needed));
        let condition = condition.map(|needed| self.condition(needed, !may_be_nothing, DEEPEST));
        // As a distance it has all bits, but it was found to be short.
        let whole = match self.terms.node(t) {
            Node::Extract { term, low: 0 } => term,
            _ => t,
        };
        let ty = Type::unsigned(width);
        let name = self.word(whole, Type::unsigned(self.terms.width(whole)), DEEPEST).inside(Level::Whole);
        let word = Word { name, ty, mutex: None };
        let member = sets::member(self.names, &word, allowed, &vec![(0, u128::MAX >> (128 - width))]);
        match condition {
            Some(condition) if may_be_nothing => Text::any(&[condition, member]),
            Some(condition) => Text::all(&[condition, member]),
            None => member,
        }
    }

    /// Whether a condition about where the thread is holds at the place that this is said of.
    fn is_true_here(&self, t: TermId) -> bool {
        let relation = self.names.relation;
        let Some(variables) = variables_of(self.terms, t, 1) else { return false };
        let thread = variables.first().and_then(|&variable| self.thread(variable));
        let (Some(thread), Some(place)) = (thread, self.viewer) else { return false };
        let mut controls = relation.controls[thread.index()].iter();
        let Some(control) = controls.position(|control| *control == Control::At(place)) else { return false };
        let mut assignment = Assignment::new();
        assignment.set(variables[0], control as u128, self.terms.width(variables[0]));
        Evaluator::new(self.terms, &assignment).holds(t)
    }

    /// A word of a type, if that is known.
    pub fn value(&mut self, t: TermId, ty: Option<Type>) -> Text {
        self.word(t, ty.unwrap_or(Type::unsigned(self.terms.width(t))), DEEPEST)
    }

    /// A truth value, or its opposite.
    fn condition(&mut self, t: TermId, holds: bool, depth: u32) -> Text {
        if self.terms.as_constant(t).is_some() || !self.may_go_on(depth) {
            return match self.terms.as_constant(t) {
                Some(value) => Text::new(Level::Whole, u8::from((value == 1) == holds).to_string()),
                None => ellipsis(),
            };
        }
        let [equal, less] = if holds { ["==", "<"] } else { ["!=", ">="] };
        match self.terms.node(t) {
            Node::Not(a) => self.condition(a, !holds, depth - 1),
            Node::And(a, b) => {
                let parts = [a, b].map(|part| self.condition(part, holds, depth - 1));
                if holds { Text::all(&parts) } else { Text::any(&parts) }
            }
            Node::Xor(a, b) => {
                let [a, b] = [a, b].map(|part| self.condition(part, true, depth - 1));
                let operator = if holds { "!=" } else { "==" };
                operation(&a, operator, &b)
            }
            Node::Eq(a, b) if self.thread(a).is_some() && self.terms.as_constant(b).is_some() => {
                let control = self.terms.as_constant(b).expect("it was just seen") as usize;
                self.place(self.thread(a).expect("it was just seen"), control, holds)
            }
            Node::Eq(a, b) => {
                if let Some(sums) = self.sums(a, b, holds) {
                    return sums;
                }
                let ty = self.type_of_operands(a, b);
                let [a, b] = [a, b].map(|part| self.word(part, ty, depth - 1));
                operation(&a, equal, &b)
            }
            Node::Ult(a, b) => self.comparison(a, less, b, Kind::Unsigned, depth),
            Node::Slt(a, b) => self.comparison(a, less, b, Kind::Signed, depth),
            _ => {
                let text = self.word(t, Type::unsigned(1), depth);
                match holds {
                    true => text,
                    false => Text::new(Level::Whole, format!("!{}", text.inside(Level::Whole))),
                }
            }
        }
    }

    /// The thread that this variable says the place of.
    fn thread(&self, t: TermId) -> Option<ThreadId> {
        match self.names.relation.parts[*self.variables.get(&t)?] {
            Part::Control(thread) => Some(thread),
            _ => None,
        }
    }

    /// That a thread is there, or that it is not.
    fn place(&self, thread: ThreadId, control: usize, holds: bool) -> Text {
        let count = self.names.relation.controls[thread.index()].len();
        if control >= count {
            return Text::new(Level::Whole, if holds { "0" } else { "1" });
        }
        let all: Vec<usize> = (0..count).collect();
        let others: Vec<usize> = all.iter().copied().filter(|other| *other != control).collect();
        let there = if holds { vec![control] } else { others };
        Text::new(Level::Operator, self.labels.is_in(thread, &there, &all))
    }

    fn comparison(&mut self, a: TermId, operator: &str, b: TermId, kind: Kind, depth: u32) -> Text {
        let ty = Type { bits: self.terms.width(a), kind };
        let [a, b] = [a, b].map(|part| {
            let text = self.word(part, ty, depth - 1);
            // An expression of C would be compared by its own type.
            let own = self.type_of(part);
            match kind {
                Kind::Unsigned if own.is_some_and(|own| own.kind == Kind::Signed) => {
                    Text::new(Level::Operator, format!("(unsigned){}", text.inside(Level::Whole)))
                }
                Kind::Signed if own.is_some_and(|own| own.kind != Kind::Signed) => {
                    Text::new(Level::Operator, format!("(signed){}", text.inside(Level::Whole)))
                }
                _ => text,
            }
        });
        Text::new(Level::Operator, format!("{a} {operator} {b}"))
    }

    /// A word, its constants written by a type.
    fn word(&mut self, t: TermId, ty: Type, depth: u32) -> Text {
        if let Some(value) = self.terms.as_constant(t) {
            let ty = if ty.bits == self.terms.width(t) { ty } else { Type::unsigned(self.terms.width(t)) };
            return self.names.value(ty, value);
        }
        if let Some(&index) = self.variables.get(&t) {
            return Text::new(Level::Whole, self.names.word(index, self.viewer).name);
        }
        let node = self.terms.node(t);
        if node == Node::Variable {
            return Text::new(Level::Whole, "?");
        }
        if !self.may_go_on(depth) {
            return ellipsis();
        }
        if let Some((a, operator, b)) = self.binary(node) {
            let [a, b] = [a, b].map(|part| self.word(part, ty, depth - 1));
            return operation(&a, operator, &b);
        }
        match node {
            Node::Not(a) => self.prefixed("~", a, ty, depth),
            Node::Neg(a) => self.prefixed("-", a, ty, depth),
            // C would extend a variable by its own type.
            Node::SignExtend(a) => {
                let own = self.type_of(a);
                let text = self.word(a, own.unwrap_or(ty), depth - 1);
                match own {
                    Some(own) if own.kind == Kind::Signed => text,
                    _ => Text::new(Level::Operator, format!("(signed){}", text.inside(Level::Whole))),
                }
            }
            Node::Concat(high, low) if self.terms.as_constant(high) == Some(0) => {
                let own = self.type_of(low);
                let text = self.word(low, own.unwrap_or(ty), depth - 1);
                let mask = u128::MAX >> (128 - self.terms.width(low));
                match own {
                    Some(own) if own.kind != Kind::Signed => text,
                    _ => Text::new(Level::Operator, format!("{} & {mask:#x}", text.inside(Level::Whole))),
                }
            }
            Node::Extract { term, low } => {
                let inner = self.word(term, Type::unsigned(self.terms.width(term)), depth - 1);
                let inner = inner.inside(Level::Whole);
                let width = self.terms.width(t);
                let mask = u128::MAX >> (128 - width);
                let text = match low {
                    0 => format!("{inner} & {mask:#x}"),
                    _ if low + width == self.terms.width(term) => format!("{inner} >> {low}"),
                    _ => format!("{inner} >> {low} & {mask:#x}"),
                };
                Text::new(Level::Operator, text)
            }
            Node::Ite(condition, yes, no) => {
                let condition = self.condition(condition, true, depth - 1).inside(Level::Operator);
                let [yes, no] = [yes, no].map(|part| self.word(part, ty, depth - 1).inside(Level::Or));
                Text::new(Level::Choice, format!("{condition} ? {yes} : {no}"))
            }
            _ if self.terms.width(t) == 1 => self.condition(t, true, depth - 1),
            _ => ellipsis(),
        }
    }

    fn binary(&self, node: Node) -> Option<(TermId, &'static str, TermId)> {
        Some(match node {
            Node::And(a, b) => (a, "&", b),
            Node::Xor(a, b) => (a, "^", b),
            Node::Mul(a, b) => (a, "*", b),
            Node::Udiv(a, b) => (a, "/", b),
            Node::Urem(a, b) => (a, "%", b),
            Node::Shl(a, b) => (a, "<<", b),
            Node::Lshr(a, b) | Node::Ashr(a, b) => (a, ">>", b),
            Node::Add(a, b) => match (self.terms.node(a), self.terms.node(b)) {
                (_, Node::Neg(b)) => (a, "-", b),
                (Node::Neg(a), _) => (b, "-", a),
                _ => (a, "+", b),
            },
            _ => return None,
        })
    }

    fn prefixed(&mut self, operator: &str, a: TermId, ty: Type, depth: u32) -> Text {
        let inner = self.word(a, ty, depth - 1).inside(Level::Whole);
        Text::new(Level::Whole, format!("{operator}{inner}"))
    }

    fn may_go_on(&mut self, depth: u32) -> bool {
        self.nodes = self.nodes.saturating_sub(1);
        depth > 0 && self.nodes > 0
    }

    fn type_of_operands(&self, a: TermId, b: TermId) -> Type {
        let known = self.type_of(a).or_else(|| self.type_of(b));
        known.unwrap_or(Type::unsigned(self.terms.width(a)))
    }

    fn type_of(&self, t: TermId) -> Option<Type> {
        let index = self.variables.get(&t)?;
        let ty = self.names.word(*index, self.viewer).ty;
        (ty.bits == self.terms.width(t)).then_some(ty)
    }
}

fn operation(a: &Text, operator: &str, b: &Text) -> Text {
    let [a, b] = [a, b].map(|part| part.inside(Level::Whole));
    Text::new(Level::Operator, format!("{a} {operator} {b}"))
}

fn ellipsis() -> Text {
    Text::new(Level::Whole, "…")
}
