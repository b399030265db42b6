//! The invariant that a proof without bounds rests on.

use serde::{Deserialize, Serialize};

use crate::check;
use crate::prove;
use crate::source::Location;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Invariant {
    /// Its parts, by where they come from.
    pub facts: usize,
    pub candidates: usize,
    pub clauses: usize,
    /// The proofs that it is one. All were checked.
    pub proofs: usize,
    /// Those of them that simplification had found.
    pub trivial_proofs: usize,
    pub lemmas: usize,
    pub proof_bytes: usize,
    /// It is one if the program creates no more threads than that besides main.
    pub most_threads: Option<usize>,
    /// What of it the proof needs, in words, with `--invariant`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sentences: Vec<Sentence>,
    /// So many facts are not said there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts_unsaid: Option<usize>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sentence {
    /// It holds while this thread is there; always, if there is none.
    pub thread: Option<String>,
    pub location: Option<Location>,
    /// Which place in the line, if the thread can be at several of them: `column 13`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// An expression of C.
    pub holds: String,
}

impl From<&check::Invariant> for Invariant {
    fn from(of: &check::Invariant) -> Invariant {
        Invariant {
            facts: of.facts,
            candidates: of.candidates,
            clauses: of.clauses,
            proofs: of.checked.proofs,
            trivial_proofs: of.checked.trivial_proofs,
            lemmas: of.checked.lemmas,
            proof_bytes: of.checked.proof_bytes,
            most_threads: of.most_threads,
            sentences: of.sentences.iter().map(Sentence::from).collect(),
            facts_unsaid: (!of.sentences.is_empty()).then_some(of.facts_unsaid),
        }
    }
}

impl From<&prove::Sentence> for Sentence {
    fn from(prove::Sentence { place, detail, holds }: &prove::Sentence) -> Sentence {
        let (thread, location) = place.clone().unzip();
        Sentence { thread, location, detail: detail.clone(), holds: holds.clone() }
    }
}

impl Invariant {
    /// A line for each sentence: `at work.c:31 in T1 consumer: 0 <= count && count <= 4`.
    pub(super) fn in_words(&self) -> Vec<String> {
        let line = |Sentence { thread, location, detail, holds }: &Sentence| {
            let location = location.as_ref().map(|location| format!("at {location}"));
            let thread = thread.as_ref().map(|thread| format!("in {thread}"));
            let place: Vec<String> = [location, detail.clone(), thread].into_iter().flatten().collect();
            match place.is_empty() {
                true => format!("always: {holds}"),
                false => format!("{}: {holds}", place.join(" ")),
            }
        };
        let unsaid = self.facts_unsaid.filter(|&count| count > 0);
        let rest = unsaid.map(|count| format!("and {count} more facts about values"));
        self.sentences.iter().map(line).chain(rest).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_say_where_they_hold() {
        let at = |line| Location { file: "work.c".into(), line, column: 1, end: None };
        let place = |thread: &str, line| Some((thread.to_string(), at(line)));
        let all = [
            (place("T1 work", 3), None, "x == 1"),
            (place("T1 work", 3), Some("column 9"), "x == 2"),
            (None, None, "y < 4"),
        ];
        let sentences = all.map(|(place, detail, holds)| prove::Sentence {
            place,
            detail: detail.map(str::to_string),
            holds: holds.to_string(),
        });
        let of = check::Invariant {
            facts: 3,
            candidates: 0,
            clauses: 0,
            checked: Default::default(),
            most_threads: None,
            sentences: sentences.to_vec(),
            facts_unsaid: 2,
            cuts: Vec::new(),
        };
        let expected = [
            "at work.c:3 in T1 work: x == 1",
            "at work.c:3 column 9 in T1 work: x == 2",
            "always: y < 4",
            "and 2 more facts about values",
        ];
        assert_eq!(Invariant::from(&of).in_words(), expected);
    }
}
