//! Which names occur in expressions: what a program does not mention needs no care.
//!
//! Models ask by `__bmc_mentions` whether the user's program uses a function at all, so that, for instance,
//! threads look for requests of cancellation only in programs that cancel threads.

use lang_c::ast::*;
use lang_c::visit::{self, Visit};
use rustc_hash::FxHashSet;

/// The names of variables and functions in the expressions of a unit.
pub fn collect(unit: &TranslationUnit, names: &mut FxHashSet<String>) {
    Names { names }.visit_translation_unit(unit);
}

pub fn declared_name(declarator: &Declarator) -> Option<String> {
    let mut declarator = declarator;
    loop {
        match &declarator.kind.node {
            DeclaratorKind::Abstract => return None,
            DeclaratorKind::Identifier(name) => return Some(name.node.name.clone()),
            DeclaratorKind::Declarator(inner) => declarator = &inner.node,
        }
    }
}

/// Whether a name occurs in an expression of a statement.
pub fn mentions(statement: &Statement, name: &str) -> bool {
    let mut names = FxHashSet::default();
    Names { names: &mut names }.visit_statement(statement, &lang_c::span::Span::none());
    names.contains(name)
}

struct Names<'n> {
    names: &'n mut FxHashSet<String>,
}

impl<'t> Visit<'t> for Names<'_> {
    /// Variables of each thread's own are mentioned by a word that is no name, so that no model seems to define it.
    fn visit_storage_class_specifier(&mut self, node: &'t StorageClassSpecifier, _: &'t lang_c::span::Span) {
        if *node == StorageClassSpecifier::ThreadLocal {
            self.names.insert("thread-local".into());
        }
    }

    fn visit_expression(&mut self, node: &'t Expression, span: &'t lang_c::span::Span) {
        if let Expression::Identifier(name) = node
            && !self.names.contains(&name.node.name)
        {
            self.names.insert(name.node.name.clone());
        }
        visit::visit_expression(self, node, span);
    }
}
