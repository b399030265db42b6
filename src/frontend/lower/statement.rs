//! Statements to blocks, placed in source order: condition, body, step, exit.

use lang_c::ast::Label as LabelSyntax;
use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::builtins::asynchronous::is_asynchronous;
use crate::frontend::lower::bounds::Belonging;
use crate::frontend::lower::builder::PendingLoop;
use crate::frontend::lower::check::Check;
use crate::frontend::lower::condition::branch_or_jump;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::frame::{JumpTargets, Label};
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::lvalue::{Lvalue, Place};
use crate::frontend::types::Ty;
use crate::ir::{BlockId, Op, Terminator};
use crate::source::{Diagnostic, Span};

impl<'a> Lowering<'a> {
    /// Lowers a statement; an error in it is reported and the next statement goes on.
    pub fn statement(&mut self, statement: &Node<Statement>) {
        if let Err(error) = self.try_statement(statement) {
            self.report(error);
        }
    }

    fn try_statement(&mut self, statement: &Node<Statement>) -> Lowered<()> {
        let span = self.span(statement.span);
        self.context.enter(span)?;
        let result = self.statement_inside(statement, span);
        self.context.leave();
        result
    }

    fn statement_inside(&mut self, statement: &Node<Statement>, span: Span) -> Lowered<()> {
        match &statement.node {
            Statement::Compound(items) => {
                self.enter_scope();
                for item in items {
                    self.block_item(item);
                }
                self.leave_scope(span);
                Ok(())
            }
            Statement::Expression(None) => Ok(()),
            Statement::Expression(Some(expression)) => self.effect(expression),
            Statement::Labeled(node) => self.labeled(&node.node, span),
            Statement::If(node) => self.if_statement(&node.node, span),
            Statement::Switch(node) => self.switch_statement(&node.node, span),
            Statement::While(node) => self.while_statement(&node.node, span),
            Statement::DoWhile(node) => self.do_statement(&node.node, span),
            Statement::For(node) => {
                self.enter_scope();
                let result = self.for_statement(&node.node, span);
                self.leave_scope(span);
                result
            }
            Statement::Goto(name) => {
                let block = self.label(&name.node.name, span);
                self.note_goto(&name.node.name, span);
                self.body.end(Terminator::Jump(block), span);
                Ok(())
            }
            Statement::Continue => {
                let target =
                    self.frame.jumps.iter().rev().find_map(|j| j.on_continue.map(|block| (block, j.depth)));
                let (target, depth) =
                    target.ok_or_else(|| Diagnostic::error(span, "there is no loop to continue"))?;
                self.end_lives_above(depth, span);
                self.body.end(Terminator::Jump(target), span);
                Ok(())
            }
            Statement::Break => {
                let target = self.frame.jumps.last().map(|j| (j.on_break, j.depth));
                let (target, depth) =
                    target.ok_or_else(|| Diagnostic::error(span, "there is nothing to break out of"))?;
                self.end_lives_above(depth, span);
                self.body.end(Terminator::Jump(target), span);
                Ok(())
            }
            Statement::Return(value) => self.return_statement(value.as_deref(), span),
            Statement::Asm(node) => self.assembly(&node.node, span),
        }
    }

    pub fn block_item(&mut self, item: &Node<BlockItem>) {
        let result = match &item.node {
            BlockItem::Declaration(declaration) => self.local_declaration(declaration),
            BlockItem::StaticAssert(check) => self.static_assert(&check.node),
            BlockItem::Statement(statement) => self.try_statement(statement),
        };
        if let Err(error) = result {
            self.report(error);
        }
    }

    /// `({ …; value; })`
    pub fn statement_expression(&mut self, statement: &Node<Statement>, span: Span) -> Lowered<Value> {
        let Statement::Compound(items) = &statement.node else {
            return Err(Diagnostic::error(span, "this is not a block"));
        };
        self.enter_scope();
        let depth = self.unit.scopes.inner.len();
        let mut value = Ok(Value::void());
        for (index, item) in items.iter().enumerate() {
            match &item.node {
                BlockItem::Statement(last) if index + 1 == items.len() => {
                    let mut last = last;
                    // Labels do not hide the value.
                    while let Statement::Labeled(node) = &last.node {
                        let at = self.span(last.span);
                        if let Err(error) = self.place_label(&node.node, at) {
                            self.report(error);
                        }
                        last = &node.node.statement;
                    }
                    match &last.node {
                        Statement::Expression(Some(expression)) => value = self.int_rvalue(expression),
                        _ => self.statement(last),
                    }
                }
                _ => self.block_item(item),
            }
        }
        self.unit.scopes.inner.truncate(depth);
        match &value {
            // A struct is read from its place when it is needed.
            Ok(value) if matches!(value.ty, Ty::Record(_)) => self.leave_scope_with_value(),
            _ => self.leave_scope(span),
        }
        value
    }

    fn label(&mut self, name: &str, span: Span) -> BlockId {
        if let Some(label) = self.frame.labels.get(name) {
            return label.block;
        }
        let block = self.body.block();
        self.frame.labels.insert(name.to_owned(), Label { block, placed: false, scopes: Vec::new(), span });
        block
    }

    fn labeled(&mut self, node: &LabeledStatement, span: Span) -> Lowered<()> {
        if is_asynchronous(&node.label.node) {
            return self.asynchronous(&node.statement, span);
        }
        self.place_label(node, span)?;
        self.try_statement(&node.statement)
    }

    fn place_label(&mut self, node: &LabeledStatement, span: Span) -> Lowered<()> {
        match &node.label.node {
            LabelSyntax::Identifier(name) => {
                let block = self.label(&name.node.name, span);
                let scopes = self.scope_numbers();
                match self.frame.labels.get_mut(&name.node.name) {
                    Some(label) if label.placed => {
                        let message = format!("the label '{}' is defined twice", name.node.name);
                        return Err(Diagnostic::error(span, message));
                    }
                    Some(label) => (label.placed, label.scopes) = (true, scopes),
                    None => {}
                }
                self.body.fall_into(block, span);
            }
            LabelSyntax::Case(value) => {
                let low = self.constant_integer(value)?;
                self.case(Some((low, low)), span)?;
            }
            LabelSyntax::CaseRange(range) => {
                let low = self.constant_integer(&range.node.low)?;
                let high = self.constant_integer(&range.node.high)?;
                self.case(Some((low, high)), span)?;
            }
            LabelSyntax::Default => self.case(None, span)?,
        }
        Ok(())
    }

    fn if_statement(&mut self, node: &IfStatement, span: Span) -> Lowered<()> {
        if self.assertion_statement(node)? {
            return Ok(());
        }
        let (yes, done) = (self.body.block(), self.body.block());
        let no = if node.else_statement.is_some() { self.body.block() } else { done };
        self.branch(&node.condition, yes, no)?;
        self.body.place(yes);
        self.statement(&node.then_statement);
        if let Some(otherwise) = &node.else_statement {
            self.body.end(Terminator::Jump(done), span);
            self.body.place(no);
            self.statement(otherwise);
        }
        self.body.fall_into(done, span);
        Ok(())
    }

    fn in_loop(&mut self, on_break: BlockId, on_continue: BlockId, statement: &Node<Statement>) {
        let depth = self.unit.scopes.inner.len();
        self.frame.jumps.push(JumpTargets { on_break, on_continue: Some(on_continue), depth });
        self.statement(statement);
        self.frame.jumps.pop();
    }

    fn end_loop(&mut self, first: BlockId, body: BlockId, exit: BlockId, span: Span) {
        let last = self.body.last_placed();
        self.body.loops.push(PendingLoop { first, last, body, span });
        self.body.place(exit);
    }

    fn while_statement(&mut self, node: &WhileStatement, span: Span) -> Lowered<()> {
        let (head, body, exit) = (self.body.block(), self.body.block(), self.body.block());
        self.body.fall_into(head, span);
        self.context.is_retried = self.only_tries_again(&node.expression, &node.statement);
        let condition = self.branch(&node.expression, body, exit);
        self.context.is_retried = false;
        condition?;
        self.body.place(body);
        self.in_loop(exit, head, &node.statement);
        self.body.end(Terminator::Jump(head), span);
        self.end_loop(head, body, exit, span);
        Ok(())
    }

    fn do_statement(&mut self, node: &DoWhileStatement, span: Span) -> Lowered<()> {
        let (body, condition, exit) = (self.body.block(), self.body.block(), self.body.block());
        self.body.fall_into(body, span);
        self.in_loop(exit, condition, &node.statement);
        self.body.fall_into(condition, span);
        self.context.is_retried = self.only_tries_again(&node.expression, &node.statement);
        let condition = self.branch(&node.expression, body, exit);
        self.context.is_retried = false;
        condition?;
        self.end_loop(body, body, exit, span);
        Ok(())
    }

    fn for_statement(&mut self, node: &ForStatement, span: Span) -> Lowered<()> {
        match &node.initializer.node {
            ForInitializer::Empty => {}
            ForInitializer::Expression(expression) => self.effect(expression)?,
            ForInitializer::Declaration(declaration) => self.local_declaration(declaration)?,
            ForInitializer::StaticAssert(check) => self.static_assert(&check.node)?,
        }
        let (head, body) = (self.body.block(), self.body.block());
        let (step, exit) = (self.body.block(), self.body.block());
        self.body.fall_into(head, span);
        match &node.condition {
            Some(condition) => self.branch(condition, body, exit)?,
            None => self.body.end(Terminator::Jump(body), span),
        }
        self.body.place(body);
        self.in_loop(exit, step, &node.statement);
        self.body.fall_into(step, span);
        if let Some(expression) = &node.step {
            self.effect(expression)?;
        }
        self.body.end(Terminator::Jump(head), span);
        self.end_loop(head, body, exit, span);
        Ok(())
    }

    fn return_statement(&mut self, value: Option<&Node<Expression>>, span: Span) -> Lowered<()> {
        let result = self.frame.result.clone().unwrap_or(Ty::Void);
        let operand = match (value, &result) {
            (None, _) => None,
            (Some(expression), Ty::Void) => {
                self.effect(expression)?;
                None
            }
            (Some(expression), Ty::Record(_)) => {
                let value = self.rvalue(expression)?;
                let value = self.convert_assigned(value, &result, span)?;
                if let Some(address) = self.frame.result_address {
                    let ty = result.plain();
                    let mut target = Lvalue {
                        place: Place::Memory(address),
                        ty,
                        check: Check::Trusted,
                        belongs: Belonging::Whole,
                    };
                    self.copy_record(&mut target, value, span)?;
                }
                None
            }
            (Some(expression), ty) => {
                let value = self.rvalue(expression)?;
                Some(self.convert_assigned(value, ty, span)?.operand)
            }
        };
        self.leave_function(operand, span)
    }

    /// `return`, with an arbitrary value if the function has a result that was not given.
    pub fn leave_function(&mut self, operand: Option<crate::ir::Operand>, span: Span) -> Lowered<()> {
        if self.body.has_ended() {
            let unreachable = self.body.block();
            self.body.place(unreachable);
        }
        let operand = match (operand, self.body.result) {
            (None, Some(ty)) => {
                let dst = self.body.register(ty, None);
                self.body.emit(Op::Nondet { dst }, span);
                Some(crate::ir::Operand::Register(dst))
            }
            (operand, _) => operand,
        };
        if self.frame.atomic {
            self.body.emit(Op::AtomicEnd, span);
        }
        self.end_of_main(span);
        self.body.end(Terminator::Return(operand), span);
        Ok(())
    }

    /// Ends the current block on a computed condition.
    pub fn branch_on(&mut self, condition: crate::ir::Operand, yes: BlockId, no: BlockId, span: Span) {
        self.body.end(branch_or_jump(condition, yes, no), span);
    }
}
