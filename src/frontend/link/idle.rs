//! Waits for condition variables that can be repeated without anyone noticing.
//!
//! POSIX allows a wait to end without a signal. Around most waits there is a loop that does nothing else:
//! `while (!ready) pthread_cond_wait(&c, &m);`. A thread that is woken there for nothing and waits again stands where it
//! stood, so the model need not follow such runs (src/library/condition.c). Where a loop does more, if only that it counts
//! how often it was woken, they are runs of their own. Which of the two a program is about is decided here from its
//! text, and in doubt against the shortcut.
//!
//! A function that does nothing but wait counts as a wait where it is called. While a thread is awake for nothing it
//! holds its mutex, and no signal reaches it: who only tries to lock can tell the one, so then the shortcut is not
//! taken; for the other, the model keeps runs in which a signal came meanwhile.

use lang_c::ast::*;
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::frontend::builtins;
use crate::frontend::syntax::mention::declared_name;

/// What the model asks for by `__bmc_mentions`: some wait stands where repeating it may make a difference.
pub const WAIT_THAT_COUNTS: &str = "a wait that counts";

pub const WAITS: [&str; 5] =
    ["pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_wait", "cnd_timedwait"];

/// Who calls one of these sees that a mutex is held without waiting for it.
pub const ATTEMPTS: [&str; 5] = [
    "pthread_mutex_trylock",
    "pthread_mutex_timedlock",
    "pthread_mutex_clocklock",
    "mtx_trylock",
    "mtx_timedlock",
];

/// Of a program that mentions one of the waits.
pub fn some_wait_counts<'t>(units: impl Iterator<Item = &'t TranslationUnit> + Clone) -> bool {
    let mut program = Program::default();
    for item in units.flat_map(|unit| &unit.0) {
        match &item.node {
            ExternalDeclaration::FunctionDefinition(function) => {
                let name = declared_name(&function.node.declarator.node).unwrap_or_default();
                // Static functions of the same name in several files are not told apart.
                if program.bodies.insert(name, &function.node.statement.node).is_some() {
                    return true;
                }
            }
            ExternalDeclaration::Declaration(declaration) => {
                let declarators = declaration.node.declarators.iter().map(|d| &d.node.declarator.node);
                program.variables.extend(declarators.filter_map(declared_name));
            }
            ExternalDeclaration::StaticAssert(_) => {}
        }
    }
    program.waits.extend(WAITS.map(String::from));
    loop {
        let mut waiting = Vec::new();
        for (name, body) in program.bodies.iter().filter(|(name, _)| !program.waits.contains(*name)) {
            let mut search = Search { program: &program, found: false };
            search.visit_statement(body, &Span::none());
            match search.found {
                true if program.idles(body) => waiting.push(name.clone()),
                true => return true,
                false => {}
            }
        }
        if waiting.is_empty() {
            return false;
        }
        program.waits.extend(waiting);
    }
}

#[derive(Default)]
struct Program<'t> {
    bodies: FxHashMap<String, &'t Statement>,
    /// Names that are declared outside of functions.
    variables: FxHashSet<String>,
    waits: FxHashSet<String>,
}

/// Looks for a wait outside of loops that do nothing else.
struct Search<'p, 't> {
    program: &'p Program<'t>,
    found: bool,
}

impl<'a> Visit<'a> for Search<'_, '_> {
    fn visit_statement(&mut self, node: &'a Statement, span: &'a Span) {
        if !self.program.is_idle_loop(node) {
            visit::visit_statement(self, node, span);
        }
    }

    fn visit_expression(&mut self, node: &'a Expression, span: &'a Span) {
        if let Expression::Identifier(name) = node {
            self.found |= self.program.waits.contains(&name.node.name);
        }
        visit::visit_expression(self, node, span);
    }
}

impl Program<'_> {
    fn is_idle_loop(&self, statement: &Statement) -> bool {
        let is_pure = |expression: &Option<Box<Node<Expression>>>| {
            expression.as_ref().is_none_or(|expression| self.is_pure(&expression.node))
        };
        match statement {
            Statement::While(node) => {
                self.is_pure(&node.node.expression.node) && self.idles(&node.node.statement.node)
            }
            Statement::DoWhile(node) => {
                self.is_pure(&node.node.expression.node) && self.idles(&node.node.statement.node)
            }
            Statement::For(node) => {
                matches!(node.node.initializer.node, ForInitializer::Empty)
                    && is_pure(&node.node.condition)
                    && is_pure(&node.node.step)
                    && self.idles(&node.node.statement.node)
            }
            _ => false,
        }
    }

    /// The statement only waits and looks: to execute it once more changes nothing.
    fn idles(&self, statement: &Statement) -> bool {
        match statement {
            Statement::Compound(items) => items.iter().all(|item| match &item.node {
                BlockItem::Statement(statement) => self.idles(&statement.node),
                BlockItem::StaticAssert(_) => true,
                BlockItem::Declaration(_) => false,
            }),
            Statement::Expression(None) | Statement::Continue | Statement::Break => true,
            Statement::Expression(Some(expression)) => {
                self.is_pure(&expression.node) || self.is_wait(&expression.node)
            }
            Statement::Return(value) => value.as_ref().is_none_or(|value| self.is_pure(&value.node)),
            Statement::If(node) => {
                let IfStatement { condition, then_statement, else_statement } = &node.node;
                self.is_pure(&condition.node)
                    && self.idles(&then_statement.node)
                    && else_statement.as_ref().is_none_or(|other| self.idles(&other.node))
            }
            other => self.is_idle_loop(other),
        }
    }

    /// A wait, whose result may be kept in a variable of the function: it is the same whenever nobody has signalled.
    fn is_wait(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Call(call) => match &call.node.callee.node {
                Expression::Identifier(name) => {
                    let is_pure = |argument: &Node<Expression>| self.is_pure(&argument.node);
                    self.waits.contains(&name.node.name) && call.node.arguments.iter().all(is_pure)
                }
                _ => false,
            },
            Expression::Cast(cast) => self.is_wait(&cast.node.expression.node),
            Expression::BinaryOperator(node) if node.node.operator.node == BinaryOperator::Assign => {
                let is_own = match &node.node.lhs.node {
                    Expression::Identifier(name) => !self.variables.contains(&name.node.name),
                    _ => false,
                };
                is_own && self.is_wait(&node.node.rhs.node)
            }
            _ => false,
        }
    }

    fn is_pure(&self, expression: &Expression) -> bool {
        let mut effects = Effects { program: self, entered: Vec::new(), found: false };
        effects.visit_expression(expression, &Span::none());
        !effects.found
    }
}

/// Looks for anything that changes something or that nothing is known of.
struct Effects<'p, 't> {
    program: &'p Program<'t>,
    entered: Vec<String>,
    found: bool,
}

impl<'a> Visit<'a> for Effects<'_, '_> {
    fn visit_binary_operator(&mut self, node: &'a BinaryOperator, _: &'a Span) {
        use BinaryOperator::*;
        self.found |= matches!(
            node,
            Assign
                | AssignMultiply
                | AssignDivide
                | AssignModulo
                | AssignPlus
                | AssignMinus
                | AssignShiftLeft
                | AssignShiftRight
                | AssignBitwiseAnd
                | AssignBitwiseXor
                | AssignBitwiseOr
        );
    }

    fn visit_unary_operator(&mut self, node: &'a UnaryOperator, _: &'a Span) {
        use UnaryOperator::*;
        self.found |= matches!(node, PostIncrement | PostDecrement | PreIncrement | PreDecrement);
    }

    fn visit_asm_statement(&mut self, _: &'a AsmStatement, _: &'a Span) {
        self.found = true;
    }

    fn visit_call_expression(&mut self, node: &'a CallExpression, span: &'a Span) {
        let Expression::Identifier(name) = &node.callee.node else {
            self.found = true;
            return;
        };
        let name = &name.node.name;
        let is_known = builtins::is_idle(name) || name.starts_with("atomic_load");
        match self.program.bodies.get(name) {
            Some(_) if self.entered.contains(name) => self.found = true,
            Some(body) => {
                self.entered.push(name.clone());
                let mut inside = Effects {
                    program: self.program,
                    entered: std::mem::take(&mut self.entered),
                    found: false,
                };
                inside.visit_statement(body, &Span::none());
                self.found |= inside.found;
                self.entered = inside.entered;
                self.entered.pop();
            }
            None => self.found |= !is_known,
        }
        visit::visit_call_expression(self, node, span);
    }
}
