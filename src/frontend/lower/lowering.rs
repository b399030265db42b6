//! The state of a compilation between declaration and linking. What is lowered is described in the other files.

use std::sync::Arc;

use lang_c::ast::Expression;
use lang_c::span::Node;

use crate::frontend::lower::builder::{Builder, Checkpoint};
use crate::frontend::lower::context::Context;
use crate::frontend::lower::entities::Entities;
use crate::frontend::lower::frame::Frame;
use crate::frontend::lower::library_use::LibraryUse;
use crate::frontend::lower::open::OpenNames;
use crate::frontend::lower::unit::CurrentUnit;
use crate::frontend::messages::Messages;
use crate::frontend::options::CompileOptions;
use crate::frontend::types::layout::Sizes;
use crate::frontend::types::{Record, Ty, type_name};
use crate::ir::Type;
use crate::source::{Diagnostic, SourceMap, Span};

/// `Err` is a message for the user. The statement it concerns is given up; the next one goes on.
pub type Lowered<T> = Result<T, Diagnostic>;

pub struct Lowering<'a> {
    pub options: &'a CompileOptions,
    pub messages: Messages,
    /// The program under construction.
    pub entities: Entities<'a>,
    /// The structs and unions of all units.
    pub records: Vec<Record>,
    pub open: OpenNames,
    pub library: LibraryUse,
    pub unit: CurrentUnit<'a>,
    /// The function being lowered: its instructions, and what else is known about it.
    pub body: Builder,
    pub frame: Frame,
    pub context: Context,
}

impl<'a> Lowering<'a> {
    pub fn new(sources: Arc<SourceMap>, library: LibraryUse, options: &'a CompileOptions) -> Lowering<'a> {
        Lowering {
            options,
            messages: Messages::default(),
            entities: Entities::default(),
            records: Vec::new(),
            open: OpenNames::default(),
            library,
            unit: CurrentUnit::new(sources),
            body: Builder::new(String::new(), options.data_model, Span::default()),
            frame: Frame::default(),
            context: Context::new(options.evaluation_order),
        }
    }

    pub fn sizes(&self) -> Sizes<'_> {
        Sizes { model: self.options.data_model, records: &self.records }
    }

    pub fn pointer_type(&self) -> Type {
        Type::pointer(self.options.data_model)
    }

    pub fn name_of(&self, ty: &Ty) -> String {
        type_name(ty, &self.records)
    }

    /// The size of a complete type.
    pub fn size_of(&self, ty: &Ty, span: Span) -> Lowered<u64> {
        self.sizes().size(ty).ok_or_else(|| {
            Diagnostic::error(
                span,
                format!("the type '{}' is incomplete or too large here", self.name_of(ty)),
            )
        })
    }

    pub fn scalar(&self, ty: &Ty, span: Span) -> Lowered<Type> {
        ty.scalar(self.options.data_model).ok_or_else(|| {
            Diagnostic::error(span, format!("a value of type '{}' cannot be used here", self.name_of(ty)))
        })
    }

    /// The span of a syntax node of the current unit in the space of all units.
    pub fn span(&self, span: lang_c::span::Span) -> Span {
        self.unit.span(span)
    }

    /// The text of a syntax node on one line.
    pub fn text(&self, node: &Node<Expression>) -> String {
        self.unit.text(node)
    }

    pub fn report(&mut self, error: Diagnostic) {
        self.messages.report(error);
    }

    /// Nobody is warned of what models do.
    pub fn warn(&mut self, warning: Diagnostic) {
        if !self.unit.home.is_model {
            self.messages.warn(warning);
        }
    }

    /// Runs `work` and takes back everything it emitted or opened.
    pub fn speculate<T>(&mut self, work: impl FnOnce(&mut Self, &Checkpoint) -> Lowered<T>) -> Lowered<T> {
        let checkpoint = self.body.checkpoint();
        let inner = self.unit.scopes.inner.len();
        let (jumps, switches) = (self.frame.jumps.len(), self.frame.switches.len());
        let counters = (self.frame.properties, self.frame.temporaries);
        let gotos = self.frame.gotos.len();
        let depth = self.context.depth;
        let result = work(self, &checkpoint);
        self.context.depth = depth;
        (self.frame.properties, self.frame.temporaries) = counters;
        self.frame.jumps.truncate(jumps);
        self.frame.switches.truncate(switches);
        self.frame.labels.retain(|_, label| self.body.is_older(label.block, &checkpoint));
        self.frame.gotos.truncate(gotos);
        self.unit.scopes.inner.truncate(inner);
        self.body.roll_back(checkpoint);
        let locals = self.body.locals.len();
        self.unit
            .scopes
            .inner
            .iter_mut()
            .for_each(|scope| scope.locals.retain(|local| local.index() < locals));
        result
    }
}
