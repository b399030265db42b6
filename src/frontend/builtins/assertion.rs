//! glibc's `assert`, expanded: `if (c) ; else __assert_fail ("c", …)`, or the same as a conditional expression.
//!
//! It becomes the same instruction as our own header's `assert`. As control flow it would mean the same, but
//! the branch out of a loop would look like a way to leave it.

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::lower::literal::string_text;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::scope::Symbol;

impl Lowering<'_> {
    /// Lowers an `if` that is an assertion; `false` if it is none.
    pub fn assertion_statement(&mut self, node: &IfStatement) -> Lowered<bool> {
        let (Statement::Expression(None), Some(otherwise)) =
            (&node.then_statement.node, &node.else_statement)
        else {
            return Ok(false);
        };
        match &otherwise.node {
            Statement::Expression(Some(failure)) => self.assertion(&node.condition, failure),
            _ => Ok(false),
        }
    }

    /// The same for `c ? (void) 0 : __assert_fail (…)`.
    pub fn assertion_expression(&mut self, node: &ConditionalExpression) -> Lowered<bool> {
        match &node.then_expression.node {
            Expression::Cast(_) => self.assertion(&node.condition, &node.else_expression),
            _ => Ok(false),
        }
    }

    fn assertion(&mut self, condition: &Node<Expression>, failure: &Node<Expression>) -> Lowered<bool> {
        let Expression::Call(call) = &failure.node else { return Ok(false) };
        let Expression::Identifier(callee) = &call.node.callee.node else { return Ok(false) };
        if callee.node.name != "__assert_fail" {
            return Ok(false);
        }
        let defined = match self.unit.scopes.symbol("__assert_fail") {
            Some(Symbol::Function(index)) => self.entities.functions[index.0].definition.is_some(),
            other => other.is_some(),
        };
        let Some(Node { node: Expression::StringLiteral(text), .. }) = call.node.arguments.first() else {
            return Ok(false);
        };
        if defined {
            return Ok(false);
        }
        let span = self.span(failure.span);
        let value = self.rvalue(condition)?;
        let condition = self.truth(value, span)?;
        self.assert_that(condition, string_text(&text.node), span);
        Ok(true)
    }
}
