//! An invariant in the words of the program: which conjunct says what, at which place.
//!
//! Comes in: a relation, and conjuncts over its state. Goes out: sentences. Each conjunct is taken apart into clauses
//! (`clauses`). All literals of a clause about one word are put together into the set of values that they allow; so bits
//! that a search has learnt become values again. A clause that says nothing unless some thread is at certain places is said
//! of these places; what is known of a word at one place is put together again. A clause that follows from what the words
//! are known to be anyway is left out, and so is one that follows from another one that is said. The words for it: `places` for threads, `names` for variables, `sets` for values,
//! `expressions` for all else.

mod clauses;
mod expressions;
mod names;
mod pieces;
mod places;
mod sets;
mod steps;
mod sums;
#[cfg(test)]
mod tests;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use bmc_solver::{Assignment, Evaluator, Node, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::sentence::Sentence;
use crate::ir::{Program, ThreadId};
use crate::relation::{Control, Part, PlaceId, Relation};
use clauses::{Literal, Ranges, Trials};
use expressions::Writer;
use names::Names;
use pieces::{MOST_VALUES, Piece, merged, without_weaker};
use places::{Label, Labels, is_same_line};
pub use steps::steps;
use text::{Level, Text};

/// A clause is said of places only if there are at most so many.
const MOST_PLACES: usize = 8;

/// Conjuncts about more variables are all the same to a reader.
const MOST_VARIABLES: usize = 4;

/// A thread and the number of its control, or always.
type Key = Option<(ThreadId, usize)>;

/// Says the conjuncts. Those that say no more than what the words are known to be, or which places a thread has, are
/// left out; which those are is the second answer, by conjunct.
pub fn tell(program: &Program, relation: &mut Relation, conjuncts: &[TermId]) -> (Vec<Sentence>, Vec<bool>) {
    let mut teller = Teller::new(relation);
    let mut is_left_out = Vec::new();
    for &conjunct in conjuncts {
        let mut is_said = false;
        for clause in clauses::clauses_of(&relation.terms, conjunct) {
            let pieces = teller.pieces(&mut relation.terms, clause);
            is_said |= teller.place(pieces);
        }
        is_left_out.push(!is_said);
    }
    let labels = Labels::new(program, relation);
    let names = Names { program, relation };
    (teller.sentences(&relation.terms, &names, &labels), is_left_out)
}

/// How many variables of the state a conjunct is about; some number above that if they are many.
pub fn variable_count(terms: &Terms, conjunct: TermId) -> usize {
    clauses::variables_of(terms, conjunct, MOST_VARIABLES).map_or(MOST_VARIABLES + 1, |known| known.len())
}

struct Teller {
    parts: Vec<Part>,
    controls: Vec<Vec<Control>>,
    /// The numbers of the variables in the state.
    variables: FxHashMap<TermId, usize>,
    of_index: Vec<TermId>,
    /// By variable: what it is known to be.
    domains: Vec<Ranges>,
    /// The same one by one, where they are few.
    values: Vec<Option<Vec<u128>>>,
    trials: Trials,
    /// What is known at a place: clauses, of each of which one piece holds.
    groups: BTreeMap<Key, Vec<Vec<Piece>>>,
}

impl Teller {
    fn new(relation: &Relation) -> Teller {
        let of_index: Vec<TermId> = relation.system.state.iter().map(|state| state.variable).collect();
        let mut domains = Vec::new();
        let mut values = Vec::new();
        for (index, known) in relation.values.iter().enumerate() {
            let few = match relation.parts[index] {
                Part::Control(thread) => Some(possible_controls(relation, index, thread)),
                _ => known.enumerate(MOST_VALUES),
            };
            domains.push(match &few {
                Some(few) => sets::ranges(few),
                None => clauses::joined(known.pieces().iter().map(|piece| (piece.low, piece.high)).collect()),
            });
            values.push(few);
        }
        Teller {
            parts: relation.parts.clone(),
            controls: relation.controls.clone(),
            variables: of_index.iter().enumerate().map(|(index, &variable)| (variable, index)).collect(),
            of_index,
            domains,
            values,
            trials: Trials::default(),
            groups: BTreeMap::new(),
        }
    }

    /// Puts together what the literals say of one word.
    fn pieces(&mut self, terms: &mut Terms, clause: Vec<Literal>) -> Vec<Piece> {
        let mut of_words: BTreeMap<usize, Vec<Literal>> = BTreeMap::new();
        let mut of_terms: BTreeMap<TermId, Vec<Literal>> = BTreeMap::new();
        let mut pieces = Vec::new();
        for literal in clause {
            let variables = clauses::variables_of(terms, literal.term, 1);
            if let (true, Node::Eq(a, b)) = (literal.holds, terms.node(literal.term))
                && let (Some(&a), Some(&b)) = (self.variables.get(&a), self.variables.get(&b))
            {
                pieces.push(Piece::Equal(a.min(b), a.max(b)));
                continue;
            }
            match variables.as_deref().and_then(|variables| variables.first()) {
                Some(variable) => of_words.entry(self.variables[variable]).or_default().push(literal),
                None => match pieces::term_of_bit(terms, literal) {
                    Some(term) => of_terms.entry(term).or_default().push(literal),
                    None => pieces.push(Piece::Other(literal)),
                },
            }
        }
        for (term, literals) in of_terms {
            match pieces::values_of_bits(terms, term, &literals) {
                Some(piece) => pieces.push(piece),
                None => pieces.extend(literals.into_iter().map(Piece::Other)),
            }
        }
        for (index, literals) in of_words {
            let variable = self.of_index[index];
            if let Some(values) = &self.values[index] {
                let allowed = self.trials.values(terms, variable, values, &literals);
                pieces.push(match self.parts[index] {
                    Part::Control(thread) => {
                        Piece::Thread(thread, allowed.iter().map(|&number| number as usize).collect())
                    }
                    _ => Piece::Word(index, sets::ranges(&allowed)),
                });
                continue;
            }
            if let Some(bits) = pieces::bits(terms, index, variable, &literals) {
                pieces.push(bits);
                continue;
            }
            let mut allowed = Vec::new();
            for literal in literals {
                match clauses::ranges_of(terms, literal, variable) {
                    Some(ranges) => allowed.extend(ranges),
                    None => pieces.push(Piece::Other(literal)),
                }
            }
            if !allowed.is_empty() {
                pieces.push(Piece::Word(index, clauses::joined(allowed)));
            }
        }
        pieces
    }

    /// Adds a clause to what is known at the places without which it says nothing, or to what is always known.
    /// False if it says nothing anywhere.
    fn place(&mut self, mut pieces: Vec<Piece>) -> bool {
        let says_nothing = |piece: &Piece| match piece {
            Piece::Thread(thread, allowed) => allowed.len() == self.controls_of(*thread).len(),
            Piece::Word(index, allowed) => *allowed == self.domains[*index],
            Piece::Bits(..) | Piece::Equal(..) | Piece::Term(..) | Piece::Other(_) => false,
        };
        if pieces.iter().any(|piece| matches!(piece, Piece::Thread(..)) && says_nothing(piece)) {
            return false;
        }
        // Where the clause says something, for each of its threads: most often at places only.
        let wanted = |(number, piece): (usize, &Piece)| {
            let Piece::Thread(thread, allowed) = piece else { return None };
            let is_place =
                |control: &usize| matches!(self.controls[thread.index()][*control], Control::At(_));
            let others = self.controls_of(*thread).into_iter().filter(|control| !allowed.contains(control));
            let (places, states): (Vec<usize>, Vec<usize>) = others.partition(is_place);
            let is_few = !places.is_empty() && places.len() <= MOST_PLACES;
            is_few.then_some((states.len(), places.len(), number, *thread, places, states))
        };
        let best = match pieces.len() {
            1 => None,
            _ => pieces.iter().enumerate().filter_map(wanted).min(),
        };
        let mut keys: Vec<Key> = vec![None];
        let mut elsewhere = None;
        if let Some((_, _, number, thread, places, states)) = best {
            pieces.remove(number);
            keys = places.into_iter().map(|control| Some((thread, control))).collect();
            if !states.is_empty() {
                let controls = self.controls_of(thread).into_iter();
                let others = controls.filter(|control| !states.contains(control)).collect();
                elsewhere = Some(Piece::Thread(thread, others));
            }
        }
        // A word by itself is said to be what it is known to be: that is what such a fact is for.
        if pieces.len() > 1 && pieces.iter().any(says_nothing) {
            return false;
        }
        for key in keys {
            self.groups.entry(key).or_default().push(pieces.clone());
        }
        if let Some(elsewhere) = elsewhere {
            pieces.push(elsewhere);
            self.groups.entry(None).or_default().push(pieces);
        }
        true
    }

    /// The controls in which a thread can be.
    fn controls_of(&self, thread: ThreadId) -> Vec<usize> {
        let index = self.parts.iter().position(|part| *part == Part::Control(thread));
        let values = self.values[index.expect("every thread is somewhere")].as_ref();
        values.expect("places are few").iter().map(|&value| value as usize).collect()
    }

    fn sentences(&self, terms: &Terms, names: &Names, labels: &Labels) -> Vec<Sentence> {
        let mut said: Vec<(ThreadId, Label, String)> = Vec::new();
        let mut general = Vec::new();
        let always = self.what_words_always_are();
        // The general part comes first.
        let mut anyway = Vec::new();
        for (key, group) in &self.groups {
            let viewer = key.and_then(|(thread, control)| match self.controls[thread.index()][control] {
                Control::At(place) => Some(place),
                _ => None,
            });
            let mut clauses = merged(self.said_there(terms, *key, group));
            clauses.iter_mut().flatten().for_each(|piece| piece.know(&always));
            let clauses = without_weaker(merged(clauses), &anyway);
            // What is said of all times is not said again of a place.
            match key {
                Some(_) if clauses.is_empty() => continue,
                Some(_) => {}
                None => anyway.extend(clauses.iter().cloned()),
            }
            let parts = self.texts(&clauses, &always, terms, names, labels, viewer);
            match key {
                Some((thread, control)) => {
                    let label = labels.label(*thread, *control).expect("clauses are said of places").clone();
                    said.push((*thread, label, Text::all(&parts).text));
                }
                None => general.extend(parts.into_iter().map(|part| part.text)),
            }
        }
        said.sort_by(|one, other| (one.1.order(), one.0).cmp(&(other.1.order(), other.0)));
        let mut sentences = Vec::new();
        let is_same = |one: &(ThreadId, Label, String), other: &(ThreadId, Label, String)| {
            one.0 == other.0 && is_same_line(&one.1.location, &other.1.location)
        };
        said.sort_by(|one, other| {
            let line =
                |of: &(ThreadId, Label, String)| (of.1.location.file.clone(), of.1.location.line, of.0);
            line(one).cmp(&line(other))
        });
        for line in said.chunk_by(is_same) {
            let (thread, label, holds) = &line[0];
            let place = |label: &Label| Some((labels.thread(*thread).to_string(), label.location.clone()));
            let is_everywhere = line.len() == labels.count_in_line(*thread, &label.location);
            match is_everywhere && line.iter().all(|other| other.2 == *holds) {
                true => sentences.push(Sentence { place: place(label), detail: None, holds: holds.clone() }),
                false => sentences.extend(line.iter().map(|(_, label, holds)| Sentence {
                    place: place(label),
                    detail: label.detail.clone(),
                    holds: holds.clone(),
                })),
            }
        }
        sentences.extend(general.into_iter().map(|holds| Sentence { place: None, detail: None, holds }));
        sentences
    }

    /// Without what is zero at the place because nobody needs it there.
    fn said_there(&self, terms: &Terms, key: Key, clauses: &[Vec<Piece>]) -> Vec<Vec<Piece>> {
        let Some((thread, control)) = key else { return clauses.to_vec() };
        let index = self.parts.iter().position(|part| *part == Part::Control(thread));
        let variable = self.of_index[index.expect("every thread is somewhere")];
        let mut there = Assignment::new();
        there.set(variable, control as u128, terms.width(variable));
        let is_nothing = |piece: &Piece| match piece {
            Piece::Term(term, allowed) => match terms.node(*term) {
                Node::Ite(needed, _, otherwise)
                    if clauses::variables_of(terms, needed, 1) == Some(vec![variable])
                        && !Evaluator::new(terms, &there).holds(needed)
                        && terms.as_constant(otherwise) == Some(0) =>
                {
                    Some(allowed.first().is_some_and(|(low, _)| *low == 0))
                }
                _ => None,
            },
            _ => None,
        };
        let says_something =
            clauses.iter().filter(|clause| !clause.iter().any(|p| is_nothing(p) == Some(true)));
        let left = |clause: &Vec<Piece>| clause.iter().filter(|p| is_nothing(p).is_none()).cloned().collect();
        says_something.map(left).collect()
    }

    /// By variable: the values that the general part of the invariant leaves.
    fn what_words_always_are(&self) -> Vec<Ranges> {
        let mut always = self.domains.clone();
        for clause in merged(self.groups.get(&None).cloned().unwrap_or_default()) {
            if let [Piece::Word(index, allowed)] = &clause[..] {
                always[*index] = clauses::meet(&always[*index], allowed);
            }
        }
        always
    }

    fn texts(
        &self,
        clauses: &[Vec<Piece>],
        always: &[Ranges],
        terms: &Terms,
        names: &Names,
        labels: &Labels,
        viewer: Option<PlaceId>,
    ) -> Vec<Text> {
        let text = |piece: &Piece| match piece {
            Piece::Thread(thread, allowed) => {
                let controls: Vec<usize> = allowed.iter().copied().collect();
                Text::new(Level::Operator, labels.is_in(*thread, &controls, &self.controls_of(*thread)))
            }
            Piece::Word(index, allowed) => {
                let word = names.word(*index, viewer);
                // What it is at all is not said again in every clause.
                let is_alone = clauses.contains(&vec![piece.clone()]) && viewer.is_none();
                let domain = if is_alone { &self.domains[*index] } else { &always[*index] };
                sets::member(names, &word, allowed, domain)
            }
            Piece::Bits(index, bits) => {
                let word = names.word(*index, viewer);
                let (mask, value) = (bits.mask, bits.value);
                Text::new(Level::Operator, format!("({} & {mask:#x}) == {value:#x}", word.name))
            }
            Piece::Equal(one, other) => {
                let [one, other] = [one, other].map(|index| names.word(*index, viewer).name);
                Text::new(Level::Operator, format!("{one} == {other}"))
            }
            Piece::Term(term, allowed) => {
                Writer::new(terms, names, labels, &self.variables, viewer).member(*term, allowed)
            }
            Piece::Other(literal) => {
                Writer::new(terms, names, labels, &self.variables, viewer).literal(*literal)
            }
        };
        let mut ordered: Vec<&Vec<Piece>> = clauses.iter().collect();
        // Words by themselves, then what connects several, then other threads.
        ordered.sort_by_key(|clause| match &clause[..] {
            [Piece::Word(index, _) | Piece::Bits(index, _)] => (0, *index),
            [Piece::Thread(thread, _)] => (2, thread.index()),
            _ => (1, 0),
        });
        let mut texts: Vec<Text> = Vec::new();
        for clause in ordered {
            let parts: Vec<Text> = clause.iter().map(text).collect();
            texts.push(Text::any(&parts));
        }
        let mut seen = BTreeSet::new();
        texts.retain(|text| seen.insert(text.text.clone()));
        texts
    }
}

/// The numbers of the controls that a thread begins with or is sent to by some step.
fn possible_controls(relation: &Relation, index: usize, thread: ThreadId) -> Vec<u128> {
    let terms = &relation.terms;
    let state = &relation.system.state[index];
    let mut possible: BTreeSet<u128> = state.first.and_then(|t| terms.as_constant(t)).into_iter().collect();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut open = vec![state.next];
    while let Some(t) = open.pop() {
        if t == state.variable || !seen.insert(t) {
            continue;
        }
        match terms.node(t) {
            Node::Ite(_, yes, no) => open.extend([yes, no]),
            Node::Constant(value) => drop(possible.insert(value)),
            // It is computed in a way that does not tell.
            _ => return (0..relation.controls[thread.index()].len() as u128).collect(),
        }
    }
    possible.into_iter().collect()
}
