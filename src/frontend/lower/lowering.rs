//! The state of a compilation, and its course: parse, declare everything, lower what is reachable, link.
//!
//! All units' file scopes are filled first, so that a call can use the prototype of a definition that comes
//! later or stands in another file. Then functions are lowered from a work list that starts with the entry:
//! what nothing reaches is neither lowered nor complained about.

use std::collections::BTreeMap;
use std::sync::Arc;

use lang_c::ast::{Expression, FunctionDefinition, Initializer};
use lang_c::span::Node;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::data_model::DataModel;
use crate::frontend::link::needed::Models;
use crate::frontend::link::reachable::References;
use crate::frontend::link::{idle, needed, passes, reachable};
use crate::frontend::lower::builder::{Builder, Checkpoint};
use crate::frontend::lower::overflow::Scrutiny;
use crate::frontend::lower::scope::{FunctionIndex, ObjectIndex, Scope, Scopes, Symbol, Tag};
use crate::frontend::syntax::bridge::{Offsets, names};
use crate::frontend::syntax::parse::Parsed;
use crate::frontend::syntax::{mention, parse, spelling};
use crate::frontend::types::layout::Sizes;
use crate::frontend::types::*;
use crate::frontend::{CompileOptions, Compiled, EvaluationOrder, InputError, Undefined};
use crate::ir::{BlockId, Function, Initial, Layout, Property, PropertyKind, Type};
use crate::library::Library;
use crate::property::Checks;
use crate::source::{Diagnostic, SourceMap, Span};

/// `Err` is a message for the user. The statement it concerns is given up; the next one goes on.
pub type Lowered<T> = Result<T, Diagnostic>;

pub struct ObjectEntity<'a> {
    pub name: String,
    pub unit: usize,
    pub unit_slot: usize,
    pub ty: Qual,
    pub state: ObjectState<'a>,
    pub external: bool,
    pub thread_local: bool,
    pub from_model: bool,
    pub span: Span,
    /// Filled when the initialiser has been evaluated.
    pub initial: Vec<Initial>,
    /// Differs from that of the type when a flexible array member has an initialiser.
    pub layout: Option<Layout>,
}

pub enum ObjectState<'a> {
    /// `extern int x;`
    Declared,
    /// `int x;`: zero unless another declaration has an initialiser.
    Tentative,
    Defined(&'a Node<Initializer>),
    /// The initial value has been computed.
    Evaluated,
}

pub struct FunctionEntity<'a> {
    pub name: String,
    pub unit: usize,
    pub unit_slot: usize,
    pub ty: std::rc::Rc<FunctionType>,
    /// Every declaration: its unit, its place and what it says.
    pub declared: Vec<(usize, Span, std::rc::Rc<FunctionType>)>,
    pub definition: Option<&'a Node<FunctionDefinition>>,
    /// A body to fall back on, from a header's `extern inline` function.
    pub alternative: Option<Alternative<'a>>,
    pub external: bool,
    pub from_model: bool,
    pub span: Span,
    pub lowered: Option<(Function, Vec<Property>)>,
}

#[derive(Clone, Copy)]
pub struct Alternative<'a> {
    pub definition: &'a Node<FunctionDefinition>,
    pub unit: usize,
    pub unit_slot: usize,
    pub span: Span,
}

/// Where `break` and `continue` go.
pub struct JumpTargets {
    pub on_break: BlockId,
    /// `None` in a `switch`: `continue` belongs to the loop around it.
    pub on_continue: Option<BlockId>,
    /// How many blocks are around the statement.
    pub depth: usize,
}

pub struct Lowering<'a> {
    pub sources: Arc<SourceMap>,
    pub model: DataModel,
    pub records: Vec<Record>,
    pub objects: Vec<ObjectEntity<'a>>,
    pub functions: Vec<FunctionEntity<'a>>,
    /// Names with external linkage.
    pub external: FxHashMap<String, Symbol>,
    pub strings: FxHashMap<(Vec<u32>, u32), ObjectIndex>,
    pub errors: Vec<Diagnostic>,
    pub warnings: Vec<Diagnostic>,
    /// The file scopes of the units that are not being worked on.
    pub file_scopes: Vec<Scope>,
    /// For each of them, from the offsets of the syntax tree to those of the unit.
    pub offsets: Vec<&'a Offsets>,
    pub scopes: Scopes,
    /// The unit being worked on, an index of `SourceMap::units`.
    pub unit: usize,
    /// Its place in `file_scopes`.
    pub unit_slot: usize,
    pub in_model: bool,
    pub undefined: Undefined,
    pub checks: Checks,
    pub spurious_wakeups: bool,
    pub spurious_failures: bool,
    pub evaluation_order: EvaluationOrder,
    /// Inside the condition of a loop that only tries an exchange again.
    pub leaves_out_repetitions: bool,
    pub is_retried: bool,
    /// The program is run, so that its output counts.
    pub is_run: bool,
    /// Some atomic access is relaxed.
    pub uses_relaxed_atomics: bool,
    pub scrutiny: Scrutiny,
    /// Functions without a definition that get a body of ours, and variables that get contents.
    /// The functions with the first place that uses them.
    pub open_functions: FxHashMap<usize, Span>,
    pub open_objects: Vec<ObjectIndex>,
    /// Names that are null if nothing defines them.
    pub weak: FxHashSet<String>,
    pub entry: Option<FunctionIndex>,
    /// Names in the expressions of the user's units.
    pub mentioned: FxHashSet<String>,
    /// What the models asked, and what they were told.
    pub answers: BTreeMap<String, bool>,
    /// Stems of names that only models define that were not needed.
    pub unread: FxHashSet<String>,
    pub limits: Vec<crate::ir::Limit>,
    pub signatures: Vec<crate::ir::Signature>,

    /// Objects whose references have been followed.
    pub visited: FxHashSet<usize>,
    pub body: Builder,
    pub frame: Frame,
    pub depth: u32,
    /// Sizes of arrays may depend on what is not known here: in the parameters of a prototype.
    pub in_prototype: bool,
}

/// What lowering knows about the function it is in.
#[derive(Default)]
pub struct Frame {
    pub result: Option<Ty>,
    /// Where a struct result goes.
    pub result_address: Option<crate::ir::Operand>,
    /// The body runs as one atomic section.
    pub atomic: bool,
    pub address_taken: FxHashSet<String>,
    /// Those of which others may know (`retry`).
    pub given_away: FxHashSet<String>,
    pub labels: FxHashMap<String, Label>,
    pub gotos: Vec<crate::frontend::lower::scope_ends::PendingGoto>,
    /// Blocks of the source so far, for their numbers.
    pub scopes: u32,
    pub jumps: Vec<JumpTargets>,
    pub switches: Vec<crate::frontend::lower::switch::Switch>,
    /// How many properties of each kind there are, for their names.
    pub properties: [u32; PropertyKind::COUNT],
    /// Locals made by the compiler, numbered for their names.
    pub temporaries: u32,
    pub statics: FxHashMap<String, u32>,
    /// Where the variable arguments are.
    pub variable_arguments: Option<crate::ir::Operand>,
}

pub struct Label {
    pub block: BlockId,
    pub placed: bool,
    /// The numbers of the blocks it stands in, once it is placed.
    pub scopes: Vec<u32>,
    pub span: Span,
}

/// Deeper trees are refused; the stack holds this many levels of lowering.
const DEEPEST_NESTING: u32 = 20_000;
/// After so many errors the rest would only be noise.
const MOST_ERRORS: usize = 25;

pub fn compile(
    mut sources: SourceMap,
    units: &[usize],
    library: &Library,
    options: &CompileOptions,
) -> Result<Compiled, InputError> {
    let mut trees = Vec::new();
    let mut errors = Vec::new();
    let mut mentioned = FxHashSet::default();
    for &unit in units {
        match parse::parse(&sources, unit) {
            Ok(parsed) => {
                mention::collect(&parsed.tree, &mut mentioned);
                trees.push((unit, parsed));
            }
            Err(error) => errors.push(error),
        }
    }
    if !errors.is_empty() {
        return Err(InputError { sources: Arc::new(sources), diagnostics: errors });
    }
    let mentions_one = |names: &[&str]| names.iter().any(|name| mentioned.contains(*name));
    let some_wait_counts = mentions_one(&idle::WAITS)
        && (!options.leaves_out_repetitions
            || mentions_one(&idle::ATTEMPTS)
            || idle::some_wait_counts(trees.iter().map(|(_, parsed)| &parsed.tree)));
    if some_wait_counts {
        mentioned.insert(idle::WAIT_THAT_COUNTS.to_string());
    }
    let Models { units: models, unread } = needed::read_models(&mut sources, library, &mentioned);
    let sources = Arc::new(sources);
    let lowering = Lowering::new(Arc::clone(&sources), mentioned, unread, options);
    lower(lowering, &trees, &models, &options.entry)
        .map_err(|diagnostics| InputError { sources, diagnostics })
}

fn lower<'a>(
    mut lowering: Lowering<'a>,
    units: &'a [(usize, Parsed)],
    models: &'a [(usize, Parsed)],
    entry: &str,
) -> Result<Compiled, Vec<Diagnostic>> {
    for (trees, from_model) in [(units, false), (models, true)] {
        for (unit, parsed) in trees {
            lowering.declare_unit(*unit, from_model, parsed);
        }
    }
    lowering.fall_back_on_alternatives();
    let Some(entry) = lowering.find_entry(entry) else {
        lowering.errors.push(
            Diagnostic::error_without_place(format!("the program has no function '{entry}'"))
                .with_help("name the function the program starts with by --entry"),
        );
        return Err(lowering.errors);
    };
    lowering.entry = Some(entry);
    lowering.lower_reachable(entry);
    lowering.fill_open_objects(entry);
    if !lowering.errors.is_empty() {
        lowering.errors.sort_by_key(|error| error.span);
        lowering.errors.truncate(MOST_ERRORS);
        spelling::restore_in_messages(&mut lowering.errors);
        return Err(lowering.errors);
    }
    lowering.warnings.sort_by_key(|warning| warning.span);
    let (mut program, mut warnings) = reachable::link(lowering, entry)?;
    spelling::restore_in_messages(&mut warnings);
    passes::complete(&mut program);
    Ok(Compiled { program, warnings })
}

impl<'a> Lowering<'a> {
    fn new(
        sources: Arc<SourceMap>,
        mentioned: FxHashSet<String>,
        unread: FxHashSet<String>,
        options: &CompileOptions,
    ) -> Lowering<'a> {
        let model = options.data_model;
        Lowering {
            sources,
            model,
            records: Vec::new(),
            objects: Vec::new(),
            functions: Vec::new(),
            external: FxHashMap::default(),
            strings: FxHashMap::default(),
            errors: Vec::new(),
            warnings: Vec::new(),
            file_scopes: Vec::new(),
            offsets: Vec::new(),
            scopes: Scopes::default(),
            unit: 0,
            unit_slot: 0,
            in_model: false,
            undefined: options.undefined,
            checks: options.checks,
            spurious_wakeups: options.spurious_wakeups,
            spurious_failures: options.spurious_failures,
            evaluation_order: options.evaluation_order,
            leaves_out_repetitions: options.leaves_out_repetitions,
            is_retried: false,
            is_run: options.is_run,
            uses_relaxed_atomics: false,
            scrutiny: Scrutiny::default(),
            open_functions: Default::default(),
            weak: Default::default(),
            open_objects: Vec::new(),
            entry: None,
            answers: Default::default(),
            mentioned,
            unread,
            limits: Vec::new(),
            signatures: Vec::new(),
            visited: Default::default(),
            body: Builder::new(String::new(), model, Span::default()),
            frame: Frame::default(),
            depth: 0,
            in_prototype: false,
        }
    }

    pub fn sizes(&self) -> Sizes<'_> {
        Sizes { model: self.model, records: &self.records }
    }

    pub fn pointer_type(&self) -> Type {
        Type::pointer(self.model)
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
        ty.scalar(self.model).ok_or_else(|| {
            Diagnostic::error(span, format!("a value of type '{}' cannot be used here", self.name_of(ty)))
        })
    }

    /// Where a syntax node stands in the text of the unit.
    fn place(&self, span: lang_c::span::Span) -> (usize, usize) {
        let limit = self.sources.units()[self.unit].text.len();
        let offsets = self.offsets[self.unit_slot];
        let start = offsets.start(span.start).min(limit);
        (start, offsets.end(span.end).clamp(start, limit))
    }

    /// The span of a syntax node in the space of all units.
    pub fn span(&self, span: lang_c::span::Span) -> Span {
        let unit = &self.sources.units()[self.unit];
        let (start, end) = self.place(span);
        let trimmed = unit.text.get(start..end).map_or(0, |t| t.trim_end().len());
        Span { start: unit.base + start as u32, end: unit.base + (start + trimmed) as u32 }
    }

    /// The text of a syntax node on one line.
    pub fn text(&self, node: &Node<Expression>) -> String {
        let (start, end) = self.place(node.span);
        self.text_between(start, end)
    }

    /// The same for a span of the unit being worked on.
    pub fn text_at(&self, span: Span) -> String {
        let base = self.sources.units()[self.unit].base;
        let offset = |position: u32| position.saturating_sub(base) as usize;
        self.text_between(offset(span.start), offset(span.end))
    }

    fn text_between(&self, start: usize, end: usize) -> String {
        let text = self.sources.units()[self.unit].text.get(start..end).unwrap_or("");
        // A chain of operators is asked for once for each of them.
        let limit = text.char_indices().nth(1_000).map_or(text.len(), |(limit, _)| limit);
        let mut text = text[..limit].split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((end, _)) = text.char_indices().nth(120) {
            text.truncate(end);
            text.push('…');
        }
        text
    }

    pub fn report(&mut self, error: Diagnostic) {
        if self.errors.len() < MOST_ERRORS && !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    pub fn warn(&mut self, warning: Diagnostic) {
        if !self.in_model && !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// Counts a level of nesting; to be matched by `leave`.
    pub fn enter(&mut self, span: Span) -> Lowered<()> {
        self.depth += 1;
        if self.depth > DEEPEST_NESTING {
            self.depth -= 1;
            return Err(Diagnostic::error(span, "this is nested too deeply")
                .with_help("split the expression or the statement into several"));
        }
        Ok(())
    }

    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Runs `work` and takes back everything it emitted or opened.
    pub fn speculate<T>(&mut self, work: impl FnOnce(&mut Self, &Checkpoint) -> Lowered<T>) -> Lowered<T> {
        let checkpoint = self.body.checkpoint();
        let inner = self.scopes.inner.len();
        let (jumps, switches) = (self.frame.jumps.len(), self.frame.switches.len());
        let counters = (self.frame.properties, self.frame.temporaries);
        let gotos = self.frame.gotos.len();
        let depth = self.depth;
        let result = work(self, &checkpoint);
        self.depth = depth;
        (self.frame.properties, self.frame.temporaries) = counters;
        self.frame.jumps.truncate(jumps);
        self.frame.switches.truncate(switches);
        self.frame.labels.retain(|_, label| self.body.is_older(label.block, &checkpoint));
        self.frame.gotos.truncate(gotos);
        self.scopes.inner.truncate(inner);
        self.body.roll_back(checkpoint);
        let locals = self.body.locals.len();
        self.scopes.inner.iter_mut().for_each(|scope| scope.locals.retain(|local| local.index() < locals));
        result
    }

    /// Makes `slot`'s unit the current one.
    pub fn enter_unit(&mut self, slot: usize, unit: usize, in_model: bool) {
        if self.unit_slot != slot {
            let old = std::mem::take(&mut self.scopes.file);
            self.file_scopes[self.unit_slot] = old;
            self.scopes.file = std::mem::take(&mut self.file_scopes[slot]);
            self.unit_slot = slot;
        }
        self.unit = unit;
        self.in_model = in_model;
    }

    fn declare_unit(&mut self, unit: usize, in_model: bool, parsed: &'a Parsed) {
        self.file_scopes.push(Scope::default());
        self.offsets.push(&parsed.offsets);
        self.enter_unit(self.file_scopes.len() - 1, unit, in_model);
        let list = Symbol::Typedef(Ty::VariableArguments.plain());
        self.scopes.declare("__builtin_va_list", list);
        for name in names::TYPES {
            let ty = match *name {
                names::INT128 => Ty::Int(IntKind::Int128),
                names::UINT128 => Ty::Int(IntKind::UInt128),
                names::FLOAT128 => Ty::Float(FloatKind::LongDouble),
                _ => Ty::INT,
            };
            self.scopes.declare(name, Symbol::Typedef(ty.plain()));
        }
        for item in &parsed.tree.0 {
            self.declare_external(item);
        }
    }

    /// Inline bodies of headers are used for what is defined nowhere else; models and intrinsics come first.
    fn fall_back_on_alternatives(&mut self) {
        for function in self.functions.iter_mut().filter(|f| f.definition.is_none()) {
            if let Some(alternative) = function.alternative {
                function.definition = Some(alternative.definition);
                (function.unit, function.unit_slot) = (alternative.unit, alternative.unit_slot);
                function.span = alternative.span;
                function.from_model = true;
            }
        }
    }

    fn find_entry(&self, name: &str) -> Option<FunctionIndex> {
        let defined = |f: &FunctionEntity| f.name == name && f.definition.is_some() && !f.from_model;
        self.functions.iter().position(defined).map(FunctionIndex)
    }

    fn lower_reachable(&mut self, entry: FunctionIndex) {
        let mut open = References { functions: vec![entry], objects: Vec::new() };
        let mut begun = FxHashSet::default();
        while self.errors.len() < MOST_ERRORS {
            if let Some(index) = open.functions.pop() {
                if begun.insert(index) {
                    open.add(self.lower_function(index));
                }
            } else if let Some(index) = open.objects.pop() {
                if self.evaluate_object(index) {
                    open.add(References::of_initial(&self.objects[index.0].initial));
                }
            } else {
                break;
            }
        }
    }

    pub fn tag(&self, name: &str) -> Option<Tag> {
        self.scopes.tag(name).cloned()
    }
}
