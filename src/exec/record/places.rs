//! Where in the user's code something happens.
//!
//! What a library model does is no place a person can look at: it is attributed to the innermost call in the
//! user's own text.

use rustc_hash::FxHashMap;

use crate::exec::machine::State;
use crate::ir::{FunctionId, Program, ThreadId};
use crate::source::{Location, Span};
use crate::trace;

/// The innermost activation in the user's code, and where it is.
#[derive(Clone, Debug)]
pub struct Site {
    /// Index among the thread's activations, outermost first.
    pub depth: usize,
    pub function: FunctionId,
    pub span: Span,
    pub location: Location,
}

pub struct Places<'p> {
    program: &'p Program,
    /// Looking a span up walks over text, and a loop asks for the same spans again and again.
    known: FxHashMap<Span, (bool, Location)>,
}

impl<'p> Places<'p> {
    pub fn new(program: &'p Program) -> Places<'p> {
        Places { program, known: FxHashMap::default() }
    }

    pub fn is_embedded(&mut self, span: Span) -> bool {
        self.look_up(span).0
    }

    pub fn location(&mut self, span: Span) -> Location {
        self.look_up(span).1.clone()
    }

    fn look_up(&mut self, span: Span) -> &(bool, Location) {
        let sources = &self.program.sources;
        self.known.entry(span).or_insert_with(|| (sources.is_embedded(span), sources.locate(span)))
    }

    pub fn is_user_function(&mut self, function: FunctionId) -> bool {
        !self.is_embedded(self.program.function(function).span)
    }

    /// The innermost user site, not looking at the `skip` innermost activations. Falls back to the outermost
    /// activation if all of them are in models.
    pub fn site(&mut self, state: &State, thread: ThreadId, skip: usize) -> Option<Site> {
        let frames = &state.thread(thread)?.frames;
        let seen = frames.len().saturating_sub(skip).max(1);
        let mut found = 0;
        for (depth, frame) in frames.iter().enumerate().take(seen).rev() {
            if !self.is_embedded(frame.span(self.program)) {
                found = depth;
                break;
            }
        }
        let frame = frames.get(found)?;
        let span = frame.span(self.program);
        Some(Site { depth: found, function: frame.function, span, location: self.location(span) })
    }

    /// The user's activations from the outermost down to the site.
    pub fn call_stack(&mut self, state: &State, thread: ThreadId, site: &Site) -> Vec<trace::Frame> {
        let mut stack: Vec<trace::Frame> = Vec::new();
        // Where a model calls the user's function is no place to look at.
        let mut called_at = None;
        let Some(running) = state.thread(thread) else { return stack };
        for frame in running.frames.iter().take(site.depth + 1) {
            let span = frame.span(self.program);
            // An adapter looks like a part of the function it is for.
            if !self.is_embedded(span) && !self.program.is_adapter(frame.function) {
                let function = self.program.function(frame.function).name.clone();
                stack.push(trace::Frame { function, called_at: called_at.take() });
                called_at = Some(self.location(span));
            }
        }
        stack
    }

    /// The source line, without the blanks around it.
    pub fn source_line(&self, span: Span) -> String {
        self.program.sources.line_text(span).trim().to_string()
    }
}
