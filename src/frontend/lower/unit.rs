//! The unit being worked on: its names, and where a node of its syntax tree stands in its text.
//!
//! Functions of all units are lowered in the order in which they are reached, so the file scopes of the others wait.

use std::sync::Arc;

use lang_c::ast::Expression;
use lang_c::span::Node;

use crate::frontend::lower::scope::{Scope, Scopes};
use crate::frontend::syntax::bridge::Offsets;
use crate::source::{SourceMap, Span};

/// Where something is declared or defined.
#[derive(Clone, Copy, Default)]
pub struct Home {
    /// An index of `SourceMap::units`.
    pub unit: usize,
    /// Its place among the units of the program.
    pub slot: usize,
    /// It belongs to the library, not to the user.
    pub is_model: bool,
}

pub struct CurrentUnit<'a> {
    pub sources: Arc<SourceMap>,
    pub home: Home,
    pub scopes: Scopes,
    /// The file scopes of the units that are not being worked on.
    file_scopes: Vec<Scope>,
    /// For each of them, from the offsets of the syntax tree to those of the unit.
    offsets: Vec<&'a Offsets>,
}

impl<'a> CurrentUnit<'a> {
    /// There is none yet.
    pub fn new(sources: Arc<SourceMap>) -> CurrentUnit<'a> {
        CurrentUnit {
            sources,
            home: Home::default(),
            scopes: Scopes::default(),
            file_scopes: Vec::new(),
            offsets: Vec::new(),
        }
    }

    /// Adds a unit, which becomes the current one.
    pub fn begin(&mut self, unit: usize, is_model: bool, offsets: &'a Offsets) {
        self.file_scopes.push(Scope::default());
        self.offsets.push(offsets);
        self.enter(Home { unit, slot: self.file_scopes.len() - 1, is_model });
    }

    /// Makes the unit of `home` the current one.
    pub fn enter(&mut self, home: Home) {
        if self.home.slot != home.slot {
            let old = std::mem::take(&mut self.scopes.file);
            self.file_scopes[self.home.slot] = old;
            self.scopes.file = std::mem::take(&mut self.file_scopes[home.slot]);
        }
        self.home = home;
    }

    /// Where a syntax node stands in the text of the unit.
    fn place(&self, span: lang_c::span::Span) -> (usize, usize) {
        let limit = self.sources.units()[self.home.unit].text.len();
        let offsets = self.offsets[self.home.slot];
        let start = offsets.start(span.start).min(limit);
        (start, offsets.end(span.end).clamp(start, limit))
    }

    /// The span of a syntax node in the space of all units.
    pub fn span(&self, span: lang_c::span::Span) -> Span {
        let unit = &self.sources.units()[self.home.unit];
        let (start, end) = self.place(span);
        let trimmed = unit.text.get(start..end).map_or(0, |t| t.trim_end().len());
        Span { start: unit.base + start as u32, end: unit.base + (start + trimmed) as u32 }
    }

    /// The text of a syntax node on one line.
    pub fn text(&self, node: &Node<Expression>) -> String {
        let (start, end) = self.place(node.span);
        self.text_between(start, end)
    }

    /// The same for a span of the unit.
    pub fn text_at(&self, span: Span) -> String {
        let base = self.sources.units()[self.home.unit].base;
        let offset = |position: u32| position.saturating_sub(base) as usize;
        self.text_between(offset(span.start), offset(span.end))
    }

    fn text_between(&self, start: usize, end: usize) -> String {
        let text = self.sources.units()[self.home.unit].text.get(start..end).unwrap_or("");
        // A chain of operators is asked for once for each of them.
        let limit = text.char_indices().nth(1_000).map_or(text.len(), |(limit, _)| limit);
        let mut text = text[..limit].split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((end, _)) = text.char_indices().nth(120) {
            text.truncate(end);
            text.push('…');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::lower::scope::Symbol;
    use crate::frontend::types::Ty;

    #[test]
    fn units_keep_their_names_while_others_are_worked_on() {
        let offsets = Offsets::default();
        let mut unit = CurrentUnit::new(Arc::new(SourceMap::default()));
        unit.begin(0, false, &offsets);
        unit.scopes.declare("own", Symbol::Typedef(Ty::INT.plain()));
        let first = unit.home;
        unit.begin(1, true, &offsets);
        assert!(unit.scopes.symbol("own").is_none() && unit.home.is_model);
        unit.enter(first);
        assert!(unit.scopes.symbol("own").is_some() && !unit.home.is_model);
    }
}
