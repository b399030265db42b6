//! What of a run the schedule of a compiled program has to know.
//!
//! Accesses to memory that only one thread ever touches, or that nobody writes, may happen at any time within
//! their thread: they are left out, and with them the differences between what gcc and the front end take for an
//! access. What remains is recognised by its address, so the runtime must know where each object is: variables
//! are told by name, locals at their declaration, blocks when they are allocated, and everything else when a
//! pointer to it is first passed to a thread or goes through memory that is watched. Before that nobody else can
//! touch the object.
//!
//! Bytes that a thread is about to touch when the run ends are watched too, or it would run on past that point.

use std::collections::{BTreeMap, BTreeSet};

use super::observe::{Action, Deed, Place, Pointee, Story};
use crate::ir::{ObjectId, Program, ThreadId};
use crate::script::Script;
use crate::source::Span;

pub struct Selection {
    /// Per thread.
    pub histories: Vec<Vec<Deed>>,
    /// Who runs until it has done how many of its deeds.
    pub contexts: Vec<(ThreadId, usize)>,
    /// The objects by the numbers that the runtime knows them by.
    pub objects: Vec<ObjectId>,
    /// The declarations at which the runtime is told of a variable, in order.
    pub sites: Vec<Span>,
    /// Expressions whose accesses gcc has to be asked for.
    pub expressions: BTreeSet<Span>,
    /// A variable that is watched though nothing tells the runtime where it is.
    pub untold: Option<String>,
    /// Watched bytes, as object numbers of the runtime and offsets.
    pub ranges: Vec<(usize, u64, u64)>,
}

impl Selection {
    pub fn number(&self, object: ObjectId) -> Option<usize> {
        self.objects.binary_search(&object).ok()
    }

    pub fn site(&self, span: Span) -> Option<usize> {
        self.sites.binary_search(&span).ok()
    }
}

#[derive(Clone, Copy, Default)]
struct ByteUse {
    first: Option<ThreadId>,
    shared: bool,
    written: bool,
    ahead: bool,
}

/// `can_tell` says of a declaration whether the runtime can be told there.
pub fn select(
    program: &Program,
    script: &Script,
    story: &Story<'_>,
    can_tell: impl Fn(Span) -> bool,
) -> Selection {
    let watched = watched(story);
    let is_watched = |place: &Place| {
        (place.offset..place.offset + place.bytes).any(|byte| watched.contains(&(place.object, byte)))
    };
    let lent = lent(story);
    let sites = sites(story, &watched, &lent, can_tell);
    let mut told = BTreeMap::new();
    let mut known: BTreeSet<ObjectId> = (0..program.globals.len())
        .filter(|index| is_nameable(program, *index) || is_static_local(program, *index))
        .map(|index| ObjectId::new(index + 1))
        .collect();
    known.extend(story.thread_locals.keys());
    let mut histories: Vec<Vec<Deed>> = vec![Vec::new(); thread_count(script, story)];
    let mut contexts = Vec::new();
    let mut unknown = BTreeSet::new();
    let mut ends = story.contexts.iter().peekable();
    for (index, deed) in story.deeds.iter().enumerate() {
        while let Some((thread, _)) = ends.next_if(|(_, end)| *end <= index) {
            let done = histories[thread.index()].len();
            // A thread that does nothing of note in its turn may already be waiting for something else.
            if !contexts.iter().any(|&(of, until)| of == *thread && until == done) {
                contexts.push((*thread, done));
            }
        }
        let keep = match &deed.action {
            Action::Access { place, .. } => known.contains(&place.object) && is_watched(place),
            Action::Declare { site, .. } => sites.binary_search(site).is_ok(),
            Action::Leave { object } => told.remove(object).is_some(),
            _ => true,
        };
        if let Action::Access { place, .. } = &deed.action
            && !keep
            && is_watched(place)
        {
            unknown.insert(place.object);
        }
        if keep {
            if let Action::Declare { object: Some(object), .. } = &deed.action
                && lent.contains(object)
            {
                told.insert(*object, deed.thread);
            }
            known.extend(pointee(&deed.action).map(|pointee| pointee.object));
            if let Action::Declare { object: Some(object), .. } | Action::Allocate { object, .. } =
                &deed.action
            {
                known.insert(*object);
            }
            histories[deed.thread.index()].push(deed.clone());
        }
    }
    for (thread, _) in ends {
        contexts.push((*thread, histories[thread.index()].len()));
    }
    for (object, thread) in told {
        histories[thread.index()].push(Deed { thread, action: Action::Leave { object } });
    }
    let (mut objects, mut expressions) = (BTreeSet::new(), BTreeSet::new());
    for deed in histories.iter().flatten() {
        objects.extend(pointee(&deed.action).map(|pointee| pointee.object));
        if let Action::Access { expression, .. } | Action::Violation { expression, .. } = &deed.action {
            expressions.extend(*expression);
        }
        match &deed.action {
            Action::Access { place, .. } | Action::Violation { access: Some(place), .. } => {
                objects.insert(place.object);
            }
            Action::Declare { object: Some(object), .. }
            | Action::Allocate { object, .. }
            | Action::Leave { object }
            | Action::Free { object } => {
                objects.insert(*object);
            }
            _ => {}
        }
    }
    objects.remove(&ObjectId(0));
    let objects = objects.into_iter().collect();
    let untold = unknown.difference(&known).find_map(|object| story.names.get(object).cloned());
    let mut selection =
        Selection { histories, contexts, objects, sites, expressions, untold, ranges: Vec::new() };
    selection.ranges = ranges(&selection, &watched);
    selection
}

fn thread_count(script: &Script, story: &Story<'_>) -> usize {
    let of_deed = |deed: &Deed| match deed.action {
        Action::Create { created, .. } => created.index().max(deed.thread.index()) + 1,
        _ => deed.thread.index() + 1,
    };
    let deeds = story.deeds.iter().map(of_deed);
    let contexts = script.contexts.iter().map(|context| context.thread.index() + 1);
    deeds.chain(contexts).max().unwrap_or(1)
}

/// The variables that not only their own thread uses: it may not leave their scope too early.
fn lent(story: &Story<'_>) -> BTreeSet<ObjectId> {
    let owners: BTreeMap<ObjectId, ThreadId> = story
        .deeds
        .iter()
        .filter_map(|deed| match deed.action {
            Action::Declare { object: Some(object), .. } => Some((object, deed.thread)),
            _ => None,
        })
        .collect();
    let by_others = story
        .touched
        .iter()
        .filter(|touched| owners.get(&touched.place.object).is_some_and(|owner| *owner != touched.thread));
    by_others.map(|touched| touched.place.object).collect()
}

/// Where a variable is declared whose place, first contents or end matter.
fn sites(
    story: &Story<'_>,
    watched: &BTreeSet<(ObjectId, u64)>,
    lent: &BTreeSet<ObjectId>,
    can_tell: impl Fn(Span) -> bool,
) -> Vec<Span> {
    let mut wanted: BTreeSet<ObjectId> = watched.iter().map(|(object, _)| *object).collect();
    wanted.extend(story.deeds.iter().filter_map(|deed| match &deed.action {
        Action::Violation { access: Some(place), .. } => Some(place.object),
        _ => None,
    }));
    let mut sites = BTreeSet::new();
    for deed in &story.deeds {
        if let Action::Declare { site, object, contents } = &deed.action
            && !sites.contains(site)
            && (object.is_some_and(|object| wanted.contains(&object) || lent.contains(&object))
                || contents.iter().any(|byte| *byte != 0))
            && can_tell(*site)
        {
            sites.insert(*site);
        }
    }
    sites.into_iter().collect()
}

/// Whether a file-scope declaration at the end of its file can name the variable.
pub fn is_nameable(program: &Program, global: usize) -> bool {
    let name = &program.globals[global].name;
    name.chars().all(|c| c == '_' || c == '$' || c.is_ascii_alphanumeric())
        && name.starts_with(|c: char| !c.is_ascii_digit())
}

/// Whether it is a `static` variable of one of the user's functions.
pub fn is_static_local(program: &Program, global: usize) -> bool {
    let global = &program.globals[global];
    global.name.contains("::") && !global.thread_local && !program.sources.is_embedded(global.span)
}

pub fn pointee(action: &Action) -> Option<Pointee> {
    match action {
        Action::Access { pointee, .. } | Action::Create { pointee, .. } => *pointee,
        _ => None,
    }
}

fn watched(story: &Story<'_>) -> BTreeSet<(ObjectId, u64)> {
    let mut uses: BTreeMap<(ObjectId, u64), ByteUse> = BTreeMap::new();
    for touched in &story.touched {
        let place = touched.place;
        for byte in place.offset..place.offset + place.bytes {
            let used = uses.entry((place.object, byte)).or_default();
            used.shared |= used.first.is_some_and(|first| first != touched.thread);
            used.first.get_or_insert(touched.thread);
            used.written |= touched.writes;
            used.ahead |= touched.ahead;
        }
    }
    let matters = |used: &ByteUse| used.ahead || (used.shared && used.written);
    uses.into_iter().filter(|(_, used)| matters(used)).map(|(byte, _)| byte).collect()
}

fn ranges(selection: &Selection, watched: &BTreeSet<(ObjectId, u64)>) -> Vec<(usize, u64, u64)> {
    let mut ranges: Vec<(usize, u64, u64)> = Vec::new();
    for (object, byte) in watched {
        let Some(number) = selection.number(*object) else { continue };
        match ranges.last_mut() {
            Some((last, _, end)) if *last == number && *end == *byte => *end += 1,
            _ => ranges.push((number, *byte, byte + 1)),
        }
    }
    ranges
}
