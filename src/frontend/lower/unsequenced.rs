//! Operands whose order of evaluation C leaves open: both orders become part of the program.
//!
//! Operands of an operator, the two sides of an assignment, arguments of a call and the parts of an initialiser may
//! be evaluated in any order. Two orders are followed, from left to right and from right to left, chosen anew for
//! every operator and every call (`Leeway::Order`); so of `(a + b) + (c + d)` there are eight orders, but not the one
//! that reads a, c, b, d, and of three arguments not the one that begins with the second.
//!
//! The largest operand is lowered once and the others twice, before and behind it, so that nested expressions do not
//! multiply:
//!
//! ```text
//!     right = choose;  if right { c } else { a };  b;  if right { a } else { c }
//! ```
//!
//! The second time an operand is lowered it gets the registers, locals and properties of the first time again: the
//! two copies are the same operand, whichever runs.
//!
//! Where at most one operand touches memory, nobody can tell; that is seen here, without types, so that most
//! expressions stay what they are. The rest is the unfolding's business, which knows what others see (`unfold::operands`).

use lang_c::ast::*;
use lang_c::span::Node;
use lang_c::visit::{self, Visit};

use crate::frontend::builtins;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::operator::compound;
use crate::frontend::lower::scope::Symbol;
use crate::frontend::options::EvaluationOrder;
use crate::frontend::types::Ty;
use crate::ir::{Leeway, Op, Operand, RegisterId, Terminator, Type};
use crate::source::{Diagnostic, Span};

/// How an operand is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Usage {
    Value,
    /// Only where the object is, not what it holds.
    Place,
}

/// One of several operands, as it is written; `None` if it touches nothing.
pub type Written<'e> = Option<(&'e Node<Expression>, Usage)>;

/// Copies of copies of operands beyond this are refused: such an expression is evaluated from left to right.
const DEEPEST_COPY: u32 = 12;
/// An operand with more nodes than this is as large as any other.
const LARGEST_OPERAND: usize = 2_000;

impl<'a> Lowering<'a> {
    /// Evaluates operands in every order that is followed; `evaluate` lowers the one with the given number.
    pub fn unsequenced<T>(
        &mut self,
        operands: &[Written],
        span: Span,
        mut evaluate: impl FnMut(&mut Self, usize) -> Lowered<T>,
    ) -> Lowered<Vec<T>> {
        let order =
            if self.unit.home.is_model { EvaluationOrder::Left } else { self.context.evaluation_order };
        match order {
            EvaluationOrder::Any if self.order_may_tell(operands) => {}
            EvaluationOrder::Right => {
                let values: Lowered<Vec<T>> = (0..operands.len()).rev().map(|i| evaluate(self, i)).collect();
                return values.map(|values| values.into_iter().rev().collect());
            }
            _ => return (0..operands.len()).map(|index| evaluate(self, index)).collect(),
        }
        let Some(largest) = self.operand_to_lower_once(operands) else {
            self.warn_of_one_order(span);
            return (0..operands.len()).map(|index| evaluate(self, index)).collect();
        };
        let right_first = self.body.register(Type::BOOL, None);
        let leeway = Leeway::Order { operands: operands.len() as u32 };
        self.body.emit(Op::Choose { dst: right_first, leeway }, span);
        let mut copies = Copies { starts: vec![None; operands.len()], values: Vec::new() };
        copies.values.resize_with(operands.len(), || None);
        let (left, right): (Vec<usize>, Vec<usize>) =
            ((0..largest).collect(), (largest + 1..operands.len()).collect());
        let backwards = |list: &[usize]| list.iter().rev().copied().collect::<Vec<usize>>();
        self.either(right_first, &backwards(&right), &left, &mut copies, &mut evaluate, span)?;
        self.body.emit(Op::Unsequenced { operand: Some(largest as u32) }, span);
        copies.values[largest] = Some(evaluate(self, largest)?);
        self.either(right_first, &backwards(&left), &right, &mut copies, &mut evaluate, span)?;
        self.body.emit(Op::Unsequenced { operand: None }, span);
        // The interpreter recognises states by all registers.
        let done = crate::frontend::lower::builder::Builder::constant(0, Type::BOOL);
        self.body.emit(Op::Copy { dst: right_first, value: done }, span);
        Ok(copies.values.into_iter().map(|value| value.expect("every operand was lowered")).collect())
    }

    /// `if right_first { yes } else { no }`, of operands.
    fn either<T>(
        &mut self,
        right_first: RegisterId,
        yes: &[usize],
        no: &[usize],
        copies: &mut Copies<T>,
        evaluate: &mut impl FnMut(&mut Self, usize) -> Lowered<T>,
        span: Span,
    ) -> Lowered<()> {
        let (first, second, done) = (self.body.block(), self.body.block(), self.body.block());
        let condition = Operand::Register(right_first);
        self.body.end(Terminator::Branch { condition, yes: first, no: second }, span);
        for (block, operands) in [(first, yes), (second, no)] {
            self.body.place(block);
            for &index in operands {
                self.body.emit(Op::Unsequenced { operand: Some(index as u32) }, span);
                // A block of its own, so that both copies begin alike.
                let own = self.body.block();
                self.body.fall_into(own, span);
                let again = copies.starts[index].is_some();
                let start = *copies.starts[index].get_or_insert_with(|| self.body.names());
                let resume = self.body.names();
                self.body.reuse_names(start);
                self.body.copies += 1;
                let value = evaluate(self, index);
                self.body.copies -= 1;
                if again || value.is_err() {
                    self.body.reuse_names(resume);
                }
                copies.values[index] = Some(value?);
            }
            self.body.end(Terminator::Jump(done), span);
        }
        self.body.place(done);
        Ok(())
    }

    /// Whether both orders of these operands are followed.
    pub fn order_is_open(&self, operands: &[Written]) -> bool {
        !self.unit.home.is_model
            && self.context.evaluation_order == EvaluationOrder::Any
            && self.order_may_tell(operands)
    }

    /// The order may make a difference, and still only one is followed.
    pub fn warn_of_one_order(&mut self, span: Span) {
        let message =
            "of the orders in which this can be evaluated, only that from left to right is looked at";
        self.warn(Diagnostic::warning(span, message).with_help("split the expression into several"));
    }

    /// Whether two of the operands touch memory.
    fn order_may_tell(&self, operands: &[Written]) -> bool {
        // A look at the beginning of each is enough for most; long chains are not walked for each of their operators.
        let written = || operands.iter().flatten();
        let at_a_glance =
            written().filter(|(operand, usage)| self.touches_memory(operand, *usage, 64) != Some(false));
        if at_a_glance.take(2).count() < 2 {
            return false;
        }
        let touching = written()
            .filter(|(operand, usage)| self.touches_memory(operand, *usage, usize::MAX) == Some(true));
        touching.take(2).count() == 2
    }

    /// The operand to be lowered once; `None` if the others cannot be lowered twice.
    fn operand_to_lower_once(&self, operands: &[Written]) -> Option<usize> {
        if self.body.copies >= DEEPEST_COPY {
            return None;
        }
        let is_unique = |operand: &Written| operand.is_some_and(|(operand, _)| !can_be_copied(operand));
        let mut unique = operands.iter().enumerate().filter(|(_, operand)| is_unique(operand));
        if let Some((index, _)) = unique.next() {
            return unique.next().is_none().then_some(index);
        }
        let sizes = operands.iter().map(|operand| operand.map_or(0, |(operand, _)| size(operand)));
        // The first of the largest.
        sizes
            .enumerate()
            .max_by_key(|&(index, size)| (size, std::cmp::Reverse(index)))
            .map(|(index, _)| index)
    }

    /// `None` if that is not clear after so many nodes.
    fn touches_memory(&self, operand: &Node<Expression>, usage: Usage, mut nodes: usize) -> Option<bool> {
        let mut pending = vec![(operand, usage)];
        while let Some((expression, usage)) = pending.pop() {
            if nodes == 0 {
                return None;
            }
            nodes -= 1;
            let touches = match &expression.node {
                Expression::Identifier(name) => usage == Usage::Value && self.is_in_memory(&name.node.name),
                Expression::Constant(_)
                | Expression::StringLiteral(_)
                | Expression::SizeOfTy(_)
                | Expression::SizeOfVal(_)
                | Expression::AlignOf(_)
                | Expression::OffsetOf(_) => false,
                Expression::Member(member) => {
                    let usage_of_base = match member.node.operator.node {
                        MemberOperator::Direct => Usage::Place,
                        MemberOperator::Indirect => Usage::Value,
                    };
                    pending.push((&member.node.expression, usage_of_base));
                    usage == Usage::Value
                }
                Expression::UnaryOperator(node) => {
                    let operand = &node.node.operand;
                    let is_address = node.node.operator.node == UnaryOperator::Address;
                    pending.push((operand, if is_address { Usage::Place } else { Usage::Value }));
                    node.node.operator.node == UnaryOperator::Indirection && usage == Usage::Value
                }
                Expression::BinaryOperator(node) => {
                    pending.push((&node.node.lhs, Usage::Value));
                    pending.push((&node.node.rhs, Usage::Value));
                    node.node.operator.node == BinaryOperator::Index && usage == Usage::Value
                }
                Expression::Cast(node) => {
                    pending.push((&node.node.expression, usage));
                    false
                }
                Expression::Conditional(node) => {
                    let parts =
                        [&node.node.condition, &node.node.then_expression, &node.node.else_expression];
                    pending.extend(parts.map(|part| (&**part, usage)));
                    // The condition is a value, whatever the rest is.
                    pending.push((&node.node.condition, Usage::Value));
                    false
                }
                Expression::Comma(parts) => {
                    pending.extend(parts.iter().map(|part| (part, Usage::Value)));
                    false
                }
                // An input is any value, whenever it is taken.
                Expression::Call(node) => !is_input(&node.node.callee),
                Expression::GenericSelection(_)
                | Expression::CompoundLiteral(_)
                | Expression::VaArg(_)
                | Expression::Statement(_) => true,
            };
            if touches {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether the name is that of a variable whose value has to be read from memory and can change.
    fn is_in_memory(&self, name: &str) -> bool {
        let ty = match self.unit.scopes.symbol(name) {
            Some(Symbol::Local { ty, .. } | Symbol::Indirect { ty, .. }) => ty,
            Some(Symbol::Object(index)) => &self.entities.objects[index.0].ty,
            Some(
                Symbol::Register { .. }
                | Symbol::Typedef(_)
                | Symbol::Enumerator { .. }
                | Symbol::Function(_),
            )
            | None => return false,
        };
        !ty.constant && !matches!(ty.ty, Ty::Array(..))
    }
}

/// What was lowered of each operand, and where its names begin.
struct Copies<T> {
    starts: Vec<Option<crate::frontend::lower::builder::Names>>,
    values: Vec<Option<T>>,
}

fn is_input(callee: &Node<Expression>) -> bool {
    matches!(&callee.node, Expression::Identifier(name) if builtins::is_input(&name.node.name))
}

/// Whether evaluating it may do more than read. Reads alone can be told from each other only if somebody else writes in
/// between.
pub fn changes_something(operand: &Node<Expression>) -> bool {
    struct Changes(bool);
    impl<'t> Visit<'t> for Changes {
        fn visit_call_expression(&mut self, call: &'t CallExpression, span: &'t lang_c::span::Span) {
            self.0 |= !is_input(&call.callee);
            visit::visit_call_expression(self, call, span);
        }
        fn visit_unary_operator(&mut self, operator: &'t UnaryOperator, _: &'t lang_c::span::Span) {
            use UnaryOperator::{PostDecrement, PostIncrement, PreDecrement, PreIncrement};
            self.0 |= matches!(operator, PostDecrement | PostIncrement | PreDecrement | PreIncrement);
        }
        fn visit_binary_operator(&mut self, operator: &'t BinaryOperator, _: &'t lang_c::span::Span) {
            self.0 |= *operator == BinaryOperator::Assign || compound(operator).is_some();
        }
        fn visit_va_arg_expression(&mut self, _: &'t VaArgExpression, _: &'t lang_c::span::Span) {
            self.0 = true;
        }
    }
    let mut changes = Changes(contains_statements(operand));
    visit::visit_expression(&mut changes, &operand.node, &operand.span);
    changes.0
}

/// Labels and static variables exist once.
fn can_be_copied(operand: &Node<Expression>) -> bool {
    struct Unique(bool);
    impl<'t> Visit<'t> for Unique {
        fn visit_label(&mut self, label: &'t Label, _: &'t lang_c::span::Span) {
            self.0 |= matches!(label, Label::Identifier(_));
        }
        fn visit_storage_class_specifier(
            &mut self,
            specifier: &'t StorageClassSpecifier,
            _: &'t lang_c::span::Span,
        ) {
            self.0 |=
                *specifier != StorageClassSpecifier::Register && *specifier != StorageClassSpecifier::Auto;
        }
    }
    if !contains_statements(operand) {
        return true;
    }
    let mut unique = Unique(false);
    visit::visit_expression(&mut unique, &operand.node, &operand.span);
    !unique.0
}

fn contains_statements(operand: &Node<Expression>) -> bool {
    let mut pending = vec![operand];
    while let Some(expression) = pending.pop() {
        if matches!(expression.node, Expression::Statement(_) | Expression::CompoundLiteral(_)) {
            return true;
        }
        pending.extend(children(&expression.node));
    }
    false
}

/// The number of expressions in an expression.
fn size(operand: &Node<Expression>) -> usize {
    let mut pending = vec![operand];
    let mut count = 0;
    while let Some(expression) = pending.pop() {
        count += match expression.node {
            Expression::Statement(_) | Expression::CompoundLiteral(_) => LARGEST_OPERAND / 2,
            _ => 1,
        };
        if count >= LARGEST_OPERAND {
            return LARGEST_OPERAND;
        }
        pending.extend(children(&expression.node));
    }
    count
}

/// The expressions directly inside one that are evaluated with it.
pub fn children(expression: &Expression) -> Vec<&Node<Expression>> {
    match expression {
        Expression::Member(node) => vec![&node.node.expression],
        Expression::Call(node) => std::iter::once(&*node.node.callee).chain(&node.node.arguments).collect(),
        Expression::UnaryOperator(node) => vec![&node.node.operand],
        Expression::Cast(node) => vec![&node.node.expression],
        Expression::BinaryOperator(node) => vec![&node.node.lhs, &node.node.rhs],
        Expression::Conditional(node) => {
            vec![&node.node.condition, &node.node.then_expression, &node.node.else_expression]
        }
        Expression::Comma(parts) => parts.iter().collect(),
        Expression::GenericSelection(node) => vec![&node.node.expression],
        Expression::VaArg(node) => vec![&node.node.va_list],
        Expression::Identifier(_)
        | Expression::Constant(_)
        | Expression::StringLiteral(_)
        | Expression::CompoundLiteral(_)
        | Expression::SizeOfTy(_)
        | Expression::SizeOfVal(_)
        | Expression::AlignOf(_)
        | Expression::OffsetOf(_)
        | Expression::Statement(_) => Vec::new(),
    }
}
