//! Loops that do nothing but try a weak compare-exchange again.
//!
//! `while (!atomic_compare_exchange_weak(&x, &expected, expected + 1)) ;` comes back to where it was when the exchange
//! fails without need: `expected` gets the value it has, nobody else sees anything, and what the arguments read is
//! read again. The same is left behind by a thread that was just slow. So such a failure is left out, and the loop
//! needs no bound for it. As soon as the loop does something else between two attempts, it is not.

use lang_c::ast::*;
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use rustc_hash::FxHashSet;

use crate::frontend::lower::lowering::Lowering;
use crate::frontend::lower::scope::Symbol;
use crate::frontend::lower::unsequenced::children;

impl<'a> Lowering<'a> {
    /// Whether a loop with this condition and body only tries again.
    pub fn only_tries_again(&self, condition: &Node<Expression>, body: &Node<Statement>) -> bool {
        let Expression::UnaryOperator(node) = &condition.node else { return false };
        self.options.leaves_out_repetitions
            && is_empty(&body.node)
            && node.node.operator.node == UnaryOperator::Negate
            && self.is_plain_exchange(&node.node.operand)
    }

    fn is_plain_exchange(&self, expression: &Node<Expression>) -> bool {
        match &expression.node {
            // The orders, which the macros evaluate for themselves.
            Expression::Comma(parts) => match parts.split_last() {
                Some((last, orders)) => orders.iter().all(has_no_effect) && self.is_plain_exchange(last),
                None => false,
            },
            Expression::Call(node) => {
                let Expression::Identifier(name) = &node.node.callee.node else { return false };
                let is_exchange = name.node.name.starts_with("__atomic_compare_exchange");
                let arguments = &node.node.arguments;
                is_exchange
                    && arguments.iter().all(has_no_effect)
                    && arguments.get(1).is_some_and(|expected| self.is_address_of_own_local(expected))
            }
            // What the macros of stdatomic.h become, with their arguments as initial values.
            Expression::Statement(statement) => {
                let Statement::Compound(items) = &statement.node else { return false };
                let has_no_effect = |name: &str| initial_value(items, name).is_some_and(has_no_effect);
                let expected = initial_value(items, EXPECTED);
                ["__bmc_object", "__bmc_value"].into_iter().all(has_no_effect)
                    && expected.is_some_and(|expected| self.is_address_of_own_local(expected))
            }
            _ => false,
        }
    }

    /// The address of a local variable that nobody else gets.
    fn is_address_of_own_local(&self, expression: &Node<Expression>) -> bool {
        let Expression::UnaryOperator(node) = &expression.node else { return false };
        let Expression::Identifier(name) = &node.node.operand.node else { return false };
        node.node.operator.node == UnaryOperator::Address
            && matches!(self.unit.scopes.symbol(&name.node.name), Some(Symbol::Local { .. }))
            && !self.frame.given_away.contains(&name.node.name)
    }
}

/// What the macros of stdatomic.h call the second argument of an exchange.
pub const EXPECTED: &str = "__bmc_expected";

/// The names of variables whose address is taken somewhere in a function but as what an exchange expects.
#[derive(Default)]
pub struct GivenAway {
    pub names: FxHashSet<String>,
}

impl<'t> Visit<'t> for GivenAway {
    fn visit_unary_operator_expression(&mut self, node: &'t UnaryOperatorExpression, span: &'t Span) {
        if let (UnaryOperator::Address, Expression::Identifier(name)) =
            (&node.operator.node, &node.operand.node)
        {
            self.names.insert(name.node.name.clone());
        }
        visit::visit_unary_operator_expression(self, node, span);
    }

    fn visit_call_expression(&mut self, node: &'t CallExpression, span: &'t Span) {
        let is_exchange = matches!(&node.callee.node, Expression::Identifier(name)
            if name.node.name.starts_with("__atomic_compare_exchange"));
        if !is_exchange {
            return visit::visit_call_expression(self, node, span);
        }
        let others = node.arguments.iter().enumerate().filter(|(position, _)| *position != 1);
        others.for_each(|(_, argument)| self.visit_expression(&argument.node, &argument.span));
    }

    fn visit_declaration(&mut self, node: &'t Declaration, span: &'t Span) {
        let declares_expected = node.declarators.iter().any(|declared| {
            matches!(&declared.node.declarator.node.kind.node, DeclaratorKind::Identifier(name)
                if name.node.name == EXPECTED)
        });
        if !declares_expected {
            visit::visit_declaration(self, node, span);
        }
    }
}

fn is_empty(statement: &Statement) -> bool {
    match statement {
        Statement::Expression(None) | Statement::Continue => true,
        Statement::Compound(items) => items
            .iter()
            .all(|item| matches!(&item.node, BlockItem::Statement(inner) if is_empty(&inner.node))),
        _ => false,
    }
}

/// What the variable with that name begins with.
fn initial_value<'t>(items: &'t [Node<BlockItem>], wanted: &str) -> Option<&'t Node<Expression>> {
    let declarations = items.iter().filter_map(|item| match &item.node {
        BlockItem::Declaration(declaration) => Some(declaration),
        _ => None,
    });
    let mut declared = declarations.flat_map(|declaration| &declaration.node.declarators);
    let found = declared.find(|declared| match &declared.node.declarator.node.kind.node {
        DeclaratorKind::Identifier(name) => name.node.name == wanted,
        _ => false,
    })?;
    match &found.node.initializer.as_ref()?.node {
        Initializer::Expression(expression) => Some(expression),
        Initializer::List(_) => None,
    }
}

/// Nothing but reads.
fn has_no_effect(expression: &Node<Expression>) -> bool {
    let mut pending = vec![expression];
    while let Some(expression) = pending.pop() {
        let changes = match &expression.node {
            Expression::Call(_)
            | Expression::Statement(_)
            | Expression::CompoundLiteral(_)
            | Expression::GenericSelection(_)
            | Expression::VaArg(_) => true,
            Expression::UnaryOperator(node) => matches!(
                node.node.operator.node,
                UnaryOperator::PostIncrement
                    | UnaryOperator::PostDecrement
                    | UnaryOperator::PreIncrement
                    | UnaryOperator::PreDecrement
            ),
            Expression::BinaryOperator(node) => matches!(
                node.node.operator.node,
                BinaryOperator::Assign
                    | BinaryOperator::AssignMultiply
                    | BinaryOperator::AssignDivide
                    | BinaryOperator::AssignModulo
                    | BinaryOperator::AssignPlus
                    | BinaryOperator::AssignMinus
                    | BinaryOperator::AssignShiftLeft
                    | BinaryOperator::AssignShiftRight
                    | BinaryOperator::AssignBitwiseAnd
                    | BinaryOperator::AssignBitwiseXor
                    | BinaryOperator::AssignBitwiseOr
            ),
            _ => false,
        };
        if changes {
            return false;
        }
        pending.extend(children(&expression.node));
    }
    true
}
