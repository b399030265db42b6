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
    fn visit_expression(&mut self, node: &'t Expression, span: &'t lang_c::span::Span) {
        if let Expression::Identifier(name) = node
            && !self.names.contains(&name.node.name)
        {
            self.names.insert(name.node.name.clone());
        }
        visit::visit_expression(self, node, span);
    }
}
